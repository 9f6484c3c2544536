//! Large graphs, folded to what can be looked at: the states of the runs, and those that lie one choice beside them.
//!
//! A graph of two thousand states drawn whole shows nothing. Of more states than [`MOST`], those stay that a reader asks for
//! first: the run of the first class with what could have been chosen instead, then the runs of the others, then what lies
//! beside these. A box says how many more states follow it that are not drawn. Where a run is too long, an arrow stands for
//! the steps between two of its states.
//!
//! ```text
//!   0 --> 1 --> 2 --[7 steps]--> 10 --> 11       each box: +N more
//! ```

use crate::document::picture::{BoxShape, Picture, PictureArrow, PictureBox, SceneKind, Shot, Way};
use crate::document::{ChoicePoint, Consequence};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The most boxes of a graph.
pub const MOST: usize = 60;
/// The most boxes that the run of one class may have, so that what lies beside it has room.
const MOST_OF_A_RUN: usize = 40;
/// How many of the last states of a run come before the rest of it.
const LAST: usize = 12;

/// A picture of which some is folded away.
#[derive(Clone, Debug)]
pub struct Folded<'a> {
    /// The boxes and arrows that are not folded away.
    pub picture: Cow<'a, Picture>,
    /// By box: how many boxes follow it that are not there. Empty if nothing is folded.
    pub more: Vec<usize>,
    /// The place of the first arrow that stands for several steps; all that follow do.
    pub first_gap: usize,
}

/// Folds a picture, if it is a graph that is too large. Of a large graph the lens draws no states in which the failure is
/// avoided; where a choice on the run of a class leads to one, it is drawn here. The choices stand in the order of the classes.
pub fn fold<'a>(picture: &'a Picture, choices: &[&[ChoicePoint]]) -> Folded<'a> {
    if picture.kind != SceneKind::Graph || picture.boxes.len() <= MOST {
        return Folded { picture: Cow::Borrowed(picture), more: Vec::new(), first_gap: picture.arrows.len() };
    }
    let kept: BTreeSet<usize> = wanted(picture).into_iter().collect();
    Fold::new(picture, &kept).finish(choices)
}

/// The boxes that are kept: the first ones of those that matter, each once.
fn wanted(picture: &Picture) -> Vec<usize> {
    let mut chosen = Chosen::default();
    for (place, way) in picture.ways.iter().enumerate() {
        chosen.add(of_run(way).into_iter().take(MOST_OF_A_RUN));
        if place == 0 {
            chosen.add(beside(picture, &way.cause_boxes));
        }
    }
    for way in &picture.ways {
        chosen.add(beside(picture, &way.cause_boxes));
    }
    for way in &picture.ways {
        chosen.add(beside(picture, &run(way)));
    }
    // Without a class there is only the beginning.
    chosen.add(0..picture.boxes.len().min(if picture.ways.is_empty() { MOST } else { 0 }));
    chosen.order
}

#[derive(Default)]
struct Chosen {
    order: Vec<usize>,
    seen: BTreeSet<usize>,
}

impl Chosen {
    fn add(&mut self, boxes: impl IntoIterator<Item = usize>) {
        for item in boxes {
            if self.order.len() < MOST && self.seen.insert(item) {
                self.order.push(item);
            }
        }
    }
}

/// The boxes that a run passes through, in its order.
fn run(way: &Way) -> Vec<usize> {
    way.shots.iter().filter_map(|s| s.boxes.first().copied()).collect()
}

/// The boxes of a run by how much they say: the first, the last ones, where a choice decides, the rest from the beginning.
fn of_run(way: &Way) -> Vec<usize> {
    let run = run(way);
    let ends = run.first().into_iter().chain(run.iter().rev().take(LAST));
    let mut seen = BTreeSet::new();
    ends.chain(&way.cause_boxes).chain(&run).copied().filter(|b| seen.insert(*b)).collect()
}

/// Where arrows from boxes lead.
fn beside(picture: &Picture, boxes: &[usize]) -> Vec<usize> {
    let from: BTreeSet<&usize> = boxes.iter().collect();
    picture.arrows.iter().filter(|a| from.contains(&a.from)).map(|a| a.to).collect()
}

struct Fold<'a> {
    whole: &'a Picture,
    folded: Picture,
    /// The new places of boxes and arrows.
    boxes: BTreeMap<usize, usize>,
    arrows: BTreeMap<usize, usize>,
    first_gap: usize,
    /// Arrows that stand for several steps, by their ends and the number of steps.
    gaps: BTreeMap<(usize, usize, usize), usize>,
}

impl<'a> Fold<'a> {
    fn new(whole: &'a Picture, kept: &BTreeSet<usize>) -> Fold<'a> {
        let boxes: BTreeMap<usize, usize> = kept.iter().enumerate().map(|(new, old)| (*old, new)).collect();
        let is_kept = |a: &PictureArrow| boxes.contains_key(&a.from) && boxes.contains_key(&a.to);
        let stay = whole.arrows.iter().enumerate().filter(|(_, a)| is_kept(a));
        let (old, lines): (Vec<usize>, Vec<&PictureArrow>) = stay.unzip();
        let place = |b: usize| boxes.get(&b).copied().unwrap_or_default();
        let arrow = |a: &PictureArrow| PictureArrow { from: place(a.from), to: place(a.to), ..a.clone() };
        let folded = Picture {
            kind: whole.kind,
            boxes: kept.iter().filter_map(|b| whole.boxes.get(*b).cloned()).collect(),
            arrows: lines.into_iter().map(arrow).collect(),
            left_out: whole.left_out + whole.boxes.len().saturating_sub(kept.len()),
            ways: Vec::new(),
        };
        let arrows = old.into_iter().enumerate().map(|(new, old)| (old, new)).collect();
        let first_gap = folded.arrows.len();
        Fold { whole, folded, boxes, arrows, first_gap, gaps: BTreeMap::new() }
    }

    fn finish(mut self, choices: &[&[ChoicePoint]]) -> Folded<'a> {
        for (way, points) in self.whole.ways.iter().zip(choices) {
            points.iter().for_each(|point| self.avoid(way, point));
        }
        self.first_gap = self.folded.arrows.len();
        for way in &self.whole.ways {
            let way = self.way(way);
            self.folded.ways.push(way);
        }
        let more = self.more();
        Folded { picture: Cow::Owned(self.folded), more, first_gap: self.first_gap }
    }

    /// Draws what avoids the failure at a choice of a run, as long as there is room.
    fn avoid(&mut self, way: &Way, point: &ChoicePoint) {
        let at = way.shots.get(point.tick).and_then(|shot| self.boxes.get(shot.boxes.first()?).copied());
        let Some(from) = at else { return };
        let avoids = point.alternatives.iter().filter(|a| a.consequence == Consequence::Avoided);
        for (action, lead) in avoids.filter_map(|a| Some((&a.action, a.leads.first()?))) {
            let is_there = |arrow: &PictureArrow| arrow.from == from && arrow.label == *action;
            if self.folded.arrows.iter().any(is_there) {
                continue;
            }
            let Some(to) = self.good(lead) else { return };
            let (label, consequence) = (action.clone(), Some(Consequence::Avoided));
            let arrow = PictureArrow { from, to, label, detail: String::new(), consequence, span: None, suspect: None };
            self.folded.arrows.push(arrow);
        }
    }

    /// The box of a state in which the failure is avoided.
    fn good(&mut self, state: &str) -> Option<usize> {
        let boxes = &mut self.folded.boxes;
        let known = boxes.iter().position(|b| b.shape == BoxShape::Good && b.label == state);
        if known.is_some() || boxes.len() >= MOST {
            return known;
        }
        let (label, detail) = (state.to_owned(), String::new());
        boxes.push(PictureBox { label, detail, parent: None, shape: BoxShape::Good, span: None, suspect: None });
        Some(boxes.len() - 1)
    }

    /// How many boxes follow each box that are not kept.
    fn more(&self) -> Vec<usize> {
        let mut gone = vec![BTreeSet::new(); self.folded.boxes.len()];
        for arrow in self.whole.arrows.iter().filter(|a| !self.boxes.contains_key(&a.to)) {
            if let Some(list) = self.boxes.get(&arrow.from).and_then(|b| gone.get_mut(*b)) {
                list.insert(arrow.to);
            }
        }
        gone.iter().map(BTreeSet::len).collect()
    }

    fn way(&mut self, way: &Way) -> Way {
        let mapped = |list: &[usize], places: &BTreeMap<usize, usize>| -> Vec<usize> {
            list.iter().filter_map(|item| places.get(item).copied()).collect()
        };
        let shot = |s: &Shot| Shot {
            boxes: mapped(&s.boxes, &self.boxes),
            arrows: mapped(&s.arrows, &self.arrows),
            values: Vec::new(),
        };
        let mut shots: Vec<Shot> = way.shots.iter().map(shot).collect();
        self.bridge(&mut shots);
        Way {
            shots,
            cause_boxes: mapped(&way.cause_boxes, &self.boxes),
            cause_arrows: mapped(&way.cause_arrows, &self.arrows),
            culprits: mapped(&way.culprits, &self.boxes),
        }
    }

    /// Lets an arrow stand for the steps of a run between two boxes that are kept. It is active at all of them.
    fn bridge(&mut self, shots: &mut [Shot]) {
        let at: Vec<(usize, usize)> =
            shots.iter().enumerate().filter_map(|(t, s)| Some((t, s.boxes.first().copied()?))).collect();
        for ((start, from), (end, to)) in at.iter().copied().zip(at.iter().copied().skip(1)) {
            let steps = end - start;
            if steps < 2 {
                continue;
            }
            let gap = self.gap(from, to, steps);
            for shot in shots.iter_mut().take(end + 1).skip(start + 1) {
                shot.arrows.push(gap);
            }
        }
    }

    fn gap(&mut self, from: usize, to: usize, steps: usize) -> usize {
        let arrows = &mut self.folded.arrows;
        *self.gaps.entry((from, to, steps)).or_insert_with(|| {
            let label = format!("{steps} steps");
            let detail = "steps of the run that are not drawn one by one".to_owned();
            arrows.push(PictureArrow { from, to, label, detail, consequence: None, span: None, suspect: None });
            arrows.len() - 1
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Alternative;

    fn graph(boxes: usize, arrows: impl IntoIterator<Item = (usize, usize)>, runs: &[Vec<usize>]) -> Picture {
        let drawn = |n: usize| PictureBox {
            label: n.to_string(),
            detail: String::new(),
            parent: None,
            shape: BoxShape::State,
            span: None,
            suspect: None,
        };
        let arrow = |(from, to): (usize, usize)| PictureArrow {
            from,
            to,
            label: "a".to_owned(),
            detail: String::new(),
            consequence: None,
            span: None,
            suspect: None,
        };
        let arrows: Vec<PictureArrow> = arrows.into_iter().map(arrow).collect();
        let shot = |b: &usize| Shot { boxes: vec![*b], ..Shot::default() };
        let ways = runs.iter().map(|r| Way { shots: r.iter().map(shot).collect(), ..Way::default() }).collect();
        Picture { kind: SceneKind::Graph, boxes: (0..boxes).map(drawn).collect(), arrows, left_out: 0, ways }
    }

    #[test]
    fn a_small_graph_stays() {
        let picture = graph(MOST, (1..MOST).map(|n| (n - 1, n)), &[vec![0, 1]]);
        let folded = fold(&picture, &[]);
        assert!(matches!(folded.picture, Cow::Borrowed(_)) && folded.more.is_empty());
    }

    #[test]
    fn a_tree_is_its_run_and_what_lies_beside() {
        let run: Vec<usize> = vec![0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1023];
        let picture = graph(1900, (1..1900).map(|n| ((n - 1) / 2, n)), &[run]);
        let folded = fold(&picture, &[]);
        let shown = &folded.picture;
        assert_eq!((shown.boxes.len(), shown.left_out), (21, 1879));
        assert_eq!(folded.more.iter().sum::<usize>(), 18);
        assert!(shown.ways[0].shots.iter().all(|s| s.boxes.len() == 1) && folded.first_gap == shown.arrows.len());
    }

    #[test]
    fn what_avoids_the_failure_at_a_choice_is_drawn() {
        let picture = graph(100, (1..100).map(|n| ((n - 1) / 2, n)), &[vec![0, 1, 3]]);
        let avoids = Alternative {
            action: "leave".to_owned(),
            leads: vec!["700".to_owned()],
            consequence: Consequence::Avoided,
            taken: false,
        };
        let point = ChoicePoint { tick: 1, kind: "cn", alternatives: vec![avoids], unobservable: Vec::new() };
        let folded = fold(&picture, &[&[point]]);
        let arrow = folded.picture.arrows.last().expect("an arrow is drawn");
        let ends = [arrow.from, arrow.to].map(|b| folded.picture.boxes[b].label.as_str());
        assert_eq!((ends, arrow.label.as_str()), (["1", "700"], "leave"));
        assert_eq!((folded.more.len(), folded.first_gap), (folded.picture.boxes.len(), folded.picture.arrows.len()));
    }

    #[test]
    fn a_long_run_has_an_arrow_for_its_middle() {
        let picture = graph(1000, (1..1000).map(|n| (n - 1, n)), &[(0..1000).collect()]);
        let folded = fold(&picture, &[]);
        let shown = &folded.picture;
        assert!(shown.boxes.len() <= MOST);
        let gaps = &shown.arrows[folded.first_gap..];
        assert_eq!(gaps.iter().map(|a| a.label.as_str()).collect::<Vec<_>>(), ["941 steps"]);
        assert!(shown.ways[0].shots.iter().skip(1).all(|s| !s.boxes.is_empty() || !s.arrows.is_empty()));
    }
}
