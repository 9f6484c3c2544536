//! Evidence of a formula, laid out for people: beginning, forks, loops and ends instead of a list of transitions.
//!
//! A *strand* is a way through states with one transition in and one out; it ends at a fork, where ways meet, or where nothing more is
//! needed. Strands are in the order in which a search in breadth from the initial state meets them. So evidence of a million
//! transitions in a row is one strand, and a lasso is two.

use super::choice_points::{Model, choice_point};
use super::gates::Gates;
use super::listed::{Listing, MOST_JUNCTIONS_SHOWN};
use super::run::Run;
use crate::result::choice_point::Consequence;
use crate::result::evidence_graph::{EvidenceChoices, EvidenceGraph, Strand, StrandPart};
use crate::result::left_out::LeftOut;
use crate::result::lts::Extent;
use crate::result::scene::{BoxShape, Scene, SceneArrow, SceneBox, SceneKind, Shot, Way};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::actions::End;
use wherefore_lts::neighbourhood::{Choice, Kind, Tag, TaggedState};
use wherefore_lts::path::Step;
use wherefore_lts::{Csr, Labels};

/// The most strands that are listed, and the most steps at the beginning and at the end of one.
const MOST_STRANDS: usize = 200;
const MOST_STEPS: usize = 50;
/// Runs with more steps are laid out, and the most choices at which they are cut.
const LONG: usize = 200;
const MOST_CUTS: usize = 8;
/// The most states of a picture.
const MOST_DRAWN: usize = 60;
/// The most steps of a run through the picture.
const MOST_SHOTS: usize = 2_000;

/// What shows the verdict of a game, in numbers of the graph.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Source, label and target of the transitions, in order.
    pub transitions: Vec<(u32, u32, u32)>,
    /// Whether no strategy needs only a part of them.
    pub is_least: bool,
    /// Whether the other player never has a choice.
    pub is_forced: bool,
    /// The run through them, as label and state of each step.
    pub run: Vec<(u32, u32)>,
    /// Whether the run repeats some of its steps for ever.
    pub is_loop: bool,
    /// The choices on it.
    pub choices: Option<RunChoices>,
}

/// The choices on a run, in numbers of the graph.
#[derive(Clone, Debug)]
pub struct RunChoices {
    /// After how many steps what can be chosen.
    pub points: Vec<(usize, Vec<Choice>)>,
    /// After how many steps the state itself shows the verdict.
    pub settled: Option<usize>,
    /// What labels do wherever a choice counts.
    pub uses: BTreeSet<(u32, Consequence)>,
}

/// Evidence with its layout.
pub fn evidence(graph: &Csr, shown: &Shown, is_witness: bool) -> EvidenceGraph {
    let part = Part::new(graph.initial, &shown.transitions);
    let listing = Listing::new();
    let choices = shown.choices.as_ref().map(|choices| named(graph, shown, choices, &listing));
    let (mut strands, strands_left_out) = part.strands(graph);
    strands.truncate(MOST_STRANDS);
    let labels: BTreeSet<u32> = shown.transitions.iter().map(|t| t.1).collect();
    let extent = |states, transitions, labels| Extent { states, transitions, labels: labels as u64 };
    let mut left_out = LeftOut::default();
    left_out.join(&listing.left_out());
    EvidenceGraph {
        is_witness,
        extent: extent(part.states.len() as u64, shown.transitions.len() as u64, labels.len()),
        whole: extent(graph.states().into(), graph.transitions() as u64, graph.labels.len()),
        is_least: shown.is_least,
        is_run: shown.is_forced && (0..part.states.len()).all(|at| part.out(at).len() <= 1),
        run: is_witness.then(|| shown_run(graph, shown)),
        strands,
        strands_left_out,
        choices,
        scene: (part.states.len() <= MOST_DRAWN).then(|| part.scene(graph, shown, is_witness)),
        left_out,
    }
}

/// The run as one strand.
pub fn shown_run(graph: &Csr, shown: &Shown) -> Strand {
    let step = |(label, to): &(u32, u32)| (graph.labels.name(*label).to_owned(), *to);
    let (head, tail, gap) = ends_of(&shown.run);
    let part = if shown.is_loop { StrandPart::Loop } else { StrandPart::End };
    Strand { part, from: graph.initial, steps: head.iter().chain(tail).map(step).collect(), gap }
}

/// A long run as ways between the last choices on it, which are made after so many steps; nothing for a short one.
pub fn layout(labels: &Labels, run: &Run, choices: &[usize]) -> Vec<Strand> {
    let count = run.path.steps.len();
    if count <= LONG {
        return Vec::new();
    }
    let back = if let End::Loop(place) = run.end { Some(place) } else { None };
    let last = choices.iter().rev().take(MOST_CUTS).copied();
    let mut cuts: Vec<usize> = last.chain(back).chain([0, count]).filter(|cut| *cut <= count).collect();
    cuts.sort_unstable();
    cuts.dedup();
    let step = |step: &Step| (labels.name(step.label).to_owned(), step.state);
    let strand = |ends: &[usize]| {
        let (from, to) = (ends[0], ends[1]);
        let part = match () {
            () if back.is_some_and(|back| from >= back) => StrandPart::Loop,
            () if from == 0 => StrandPart::Beginning,
            () if to == count => StrandPart::End,
            () => StrandPart::Branch,
        };
        let state = from.checked_sub(1).map_or(run.path.start.0, |before| run.path.steps[before].state);
        let (head, tail, gap) = ends_of(&run.path.steps[from..to]);
        Strand { part, from: state, steps: head.iter().chain(tail).map(step).collect(), gap }
    };
    cuts.windows(2).map(strand).collect()
}

/// The steps at the beginning and at the end that are listed, and what is left out between them.
fn ends_of<T>(way: &[T]) -> (&[T], &[T], Option<(usize, usize)>) {
    if way.len() <= 2 * MOST_STEPS {
        return (way, &[], None);
    }
    let gap = (MOST_STEPS, way.len() - 2 * MOST_STEPS);
    (&way[..MOST_STEPS], &way[way.len() - MOST_STEPS..], Some(gap))
}

fn named(graph: &Csr, shown: &Shown, choices: &RunChoices, listing: &Listing) -> EvidenceChoices {
    let state = |tick: usize| tick.checked_sub(1).map_or(graph.initial, |before| shown.run[before].1);
    let listed = listing.choice_points(&choices.points, MOST_JUNCTIONS_SHOWN, |_| false);
    let points = listed.iter().filter_map(|(tick, choices)| {
        let place = TaggedState { state: state(*tick), inner: 0, choices: choices.clone(), kind: kind(choices) };
        let taken = shown.run.get(*tick).copied();
        let model = Model { labels: &graph.labels, origin: &|state| state };
        Some(listing.shorten(choice_point(model, *tick, place.kind?, &place, taken)))
    });
    let points = points.collect();
    let gates = Gates::new(&graph.labels);
    let mut by_gate: BTreeMap<u32, BTreeSet<Consequence>> = BTreeMap::new();
    for (label, consequence) in &choices.uses {
        by_gate.entry(gates.of(*label)).or_default().insert(*consequence);
    }
    let gates = by_gate.into_iter().map(|(gate, all)| (gates.name(gate).to_owned(), all.into_iter().collect()));
    EvidenceChoices { points, settled: choices.settled, gates: gates.collect() }
}

fn kind(choices: &[Choice]) -> Option<Kind> {
    let has = |tag| u64::from(choices.iter().any(|choice| choice.tag == tag));
    let (correct, incorrect, neutral) = (has(Tag::Correct), has(Tag::Incorrect), has(Tag::Neutral));
    Kind::ALL.into_iter().find(|kind| kind.select(correct, incorrect, neutral) == 1)
}

/// A part of a graph, with its states numbered anew in their order.
struct Part<'t> {
    transitions: &'t [(u32, u32, u32)],
    states: Vec<u32>,
    initial: usize,
    /// Where the transitions of each state begin, and at last how many there are.
    offsets: Vec<usize>,
    /// The numbers of their targets.
    ends: Vec<usize>,
}

impl<'t> Part<'t> {
    fn new(initial: u32, transitions: &'t [(u32, u32, u32)]) -> Part<'t> {
        let all = || transitions.iter().flat_map(|t| [t.0, t.2]).chain([initial]);
        // For each state of the graph whether it is there, and then its number.
        let mut numbers = vec![u32::MAX; all().max().map_or(0, |last| last as usize + 1)];
        all().for_each(|state| numbers[state as usize] = 0);
        let mut states = Vec::new();
        for (state, number) in numbers.iter_mut().enumerate().filter(|(_, number)| **number == 0) {
            *number = states.len() as u32;
            states.push(state as u32);
        }
        let ends = transitions.iter().map(|t| numbers[t.2 as usize] as usize).collect();
        let (mut offsets, mut place) = (Vec::with_capacity(states.len() + 1), 0);
        for state in &states {
            place += transitions[place..].iter().take_while(|t| t.0 < *state).count();
            offsets.push(place);
        }
        offsets.push(transitions.len());
        Part { transitions, initial: numbers[initial as usize] as usize, offsets, ends, states }
    }

    /// The transitions of a state, by number.
    fn out(&self, at: usize) -> std::ops::Range<usize> {
        self.offsets[at]..self.offsets[at + 1]
    }

    /// The strands that are listed, and how many are left out.
    fn strands(&self, graph: &Csr) -> (Vec<Strand>, usize) {
        let (groups, mut into) = (self.components(), vec![0usize; self.states.len()]);
        self.ends.iter().for_each(|end| into[*end] += 1);
        let is_inner = |at: usize| at != self.initial && self.out(at).len() == 1 && into[at] == 1;
        let (mut seen, mut open, mut next) = (vec![false; self.states.len()], vec![self.initial], 0);
        seen[self.initial] = true;
        let (mut found, mut left_out) = (Vec::new(), 0);
        while let Some(from) = open.get(next).copied() {
            next += 1;
            for first in self.out(from) {
                let mut way = vec![first];
                let mut at = self.ends[first];
                while is_inner(at) {
                    way.push(self.offsets[at]);
                    at = self.ends[self.offsets[at]];
                }
                if !std::mem::replace(&mut seen[at], true) {
                    open.push(at);
                }
                if found.len() >= MOST_STRANDS {
                    left_out += 1;
                    continue;
                }
                let part = match () {
                    () if groups[from] == groups[at] => StrandPart::Loop,
                    () if self.out(at).is_empty() => StrandPart::End,
                    () if from == self.initial && self.out(from).len() == 1 => StrandPart::Beginning,
                    () => StrandPart::Branch,
                };
                found.push(self.strand(graph, part, (from, &way)));
            }
        }
        (found, left_out)
    }

    fn strand(&self, graph: &Csr, part: StrandPart, (from, way): (usize, &[usize])) -> Strand {
        let (head, tail, gap) = ends_of(way);
        let step = |place: &usize| {
            let (_, label, to) = self.transitions[*place];
            (graph.labels.name(label).to_owned(), to)
        };
        Strand { part, from: self.states[from], steps: head.iter().chain(tail).map(step).collect(), gap }
    }

    /// The strongly connected component of each state, by Tarjan's algorithm.
    fn components(&self) -> Vec<usize> {
        const OPEN: usize = usize::MAX;
        let count = self.states.len();
        let (mut order, mut low, mut group) = (vec![OPEN; count], vec![0; count], vec![OPEN; count]);
        let (mut path, mut waiting, mut met): (Vec<(usize, usize)>, Vec<usize>, usize) = (Vec::new(), Vec::new(), 0);
        for root in 0..count {
            if order[root] != OPEN {
                continue;
            }
            path.push((root, self.offsets[root]));
            while let Some((at, tried)) = path.last_mut() {
                let (at, place) = (*at, *tried);
                if order[at] == OPEN {
                    (order[at], low[at]) = (met, met);
                    met += 1;
                    waiting.push(at);
                }
                if self.out(at).contains(&place) {
                    *tried += 1;
                    let to = self.ends[place];
                    if order[to] == OPEN {
                        path.push((to, self.offsets[to]));
                    } else if group[to] == OPEN {
                        low[at] = low[at].min(order[to]);
                    }
                    continue;
                }
                path.pop();
                if let Some((before, _)) = path.last() {
                    low[*before] = low[*before].min(low[at]);
                }
                while low[at] == order[at]
                    && let Some(done) = waiting.pop()
                {
                    group[done] = at;
                    if done == at {
                        break;
                    }
                }
            }
        }
        group
    }

    /// The part as a picture, with the way of the run through it.
    fn scene(&self, graph: &Csr, shown: &Shown, is_witness: bool) -> (Scene, Way) {
        // Colours say what avoids a failure: a witness is none.
        let choices = shown.choices.iter().filter(|_| !is_witness);
        let points = choices.flat_map(|choices| &choices.points);
        let state = |tick: usize| tick.checked_sub(1).map_or(graph.initial, |before| shown.run[before].1);
        let mut effects: BTreeMap<(u32, u32, u32), Consequence> = BTreeMap::new();
        for (tick, choices) in points {
            let from = state(*tick);
            effects.extend(
                choices.iter().map(|c| ((from, c.edge.label, c.edge.end), super::choice_points::consequence(c))),
            );
        }
        let mut scene = Scene::new(SceneKind::Graph);
        for (at, state) in self.states.iter().enumerate() {
            let is_choice = effects.keys().any(|(from, _, _)| from == state);
            let shape = match () {
                () if self.out(at).is_empty() && is_witness => BoxShape::Good,
                () if self.out(at).is_empty() => BoxShape::Bad,
                () if at == self.initial => BoxShape::Initial,
                () if is_choice => BoxShape::ChoicePoint,
                () => BoxShape::State,
            };
            scene.add(SceneBox::new(state.to_string(), shape));
        }
        for at in 0..self.states.len() {
            for place in self.out(at) {
                let (from, label, to) = self.transitions[place];
                let arrow = SceneArrow::new(at, self.ends[place], graph.labels.name(label));
                scene.connect(SceneArrow { consequence: effects.get(&(from, label, to)).copied(), ..arrow });
            }
        }
        // Arrows are in the order of the transitions.
        let mut way = Way::default();
        let (mut from, number) = (graph.initial, |state: u32| self.states.binary_search(&state).ok());
        way.shots.push(Shot { boxes: number(from).into_iter().collect(), ..Shot::default() });
        for (label, to) in shown.run.iter().take(MOST_SHOTS) {
            let arrow = self.transitions.binary_search(&(from, *label, *to)).ok();
            way.shots.push(Shot {
                boxes: number(*to).into_iter().collect(),
                arrows: arrow.into_iter().collect(),
                values: Vec::new(),
            });
            from = *to;
        }
        (scene, way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_lts::load;
    use wherefore_solve::Stop;
    use wherefore_test::{Random, cases, counted, seed};

    fn random(random: &mut Random) -> (Csr, Vec<(u32, u32, u32)>) {
        let states = 1 + random.below(9);
        let pair = |random: &mut Random| (random.below(states), random.below(3), random.below(states));
        let mut lines: Vec<String> = (0..2 * states)
            .map(|_| pair(&mut *random))
            .map(|(from, label, to)| format!("({from}, \"{}\", {to})", ["a", "b", "c"][label]))
            .collect();
        lines.sort();
        lines.dedup();
        let text = format!("des (0, {}, {states})\n{}\n", lines.len(), lines.join("\n"));
        let graph = load(text.as_bytes(), &Stop::new()).expect("a graph");
        let mut all = Vec::new();
        for from in 0..states as u32 {
            graph.out.visit(from, &mut |label, to| all.push((from, label, to)));
        }
        // Evidence can be reached by its own transitions.
        let (mut reached, mut part) = (BTreeSet::from([0]), Vec::new());
        for _ in 0..states {
            for step in all.iter().filter(|_| random.below(3) > 0) {
                if reached.contains(&step.0) && !part.contains(step) {
                    reached.insert(step.2);
                    part.push(*step);
                }
            }
        }
        part.sort_unstable();
        (graph, part)
    }

    fn leads(transitions: &[(u32, u32, u32)], from: u32, to: u32) -> bool {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(at) = open.pop() {
            let next = transitions.iter().filter(|t| t.0 == at).map(|t| t.2);
            open.extend(next.filter(|state| seen.insert(*state)));
        }
        seen.contains(&to)
    }

    #[test]
    fn strands_have_every_transition_once_and_say_where_they_lead() {
        let seed = seed(41);
        let (mut strands, mut loops, mut ends) = (0, 0, 0);
        for case in 0..cases(300) {
            let mut numbers = Random::new(seed.wrapping_mul(999_917).wrapping_add(case));
            let (graph, transitions) = random(&mut numbers);
            let place = format!("WHEREFORE_SEED={seed}, case {case}: {transitions:?}");
            let (found, left_out) = Part::new(0, &transitions).strands(&graph);
            assert_eq!(left_out, 0, "{place}");
            let mut all = Vec::new();
            for strand in &found {
                let mut from = strand.from;
                for (label, to) in &strand.steps {
                    let label = (0..graph.labels.len() as u32).find(|l| graph.labels.name(*l) == label);
                    all.push((from, label.expect("a label"), *to));
                    from = *to;
                }
                let out = |state: u32| transitions.iter().filter(|t| t.0 == state).count();
                let expected = match () {
                    () if leads(&transitions, from, strand.from) || from == strand.from => StrandPart::Loop,
                    () if out(from) == 0 => StrandPart::End,
                    () if strand.from == 0 && out(0) == 1 => StrandPart::Beginning,
                    () => StrandPart::Branch,
                };
                assert_eq!(strand.part, expected, "{place}: {strand:?}");
                loops += usize::from(expected == StrandPart::Loop);
                ends += usize::from(expected == StrandPart::End);
            }
            strands += found.len();
            all.sort_unstable();
            assert_eq!(all, transitions, "{place}");
        }
        counted(strands, "strands");
        counted(loops, "loops");
        counted(ends, "ends");
    }

    #[test]
    fn a_long_way_is_one_strand_of_which_the_middle_is_left_out() {
        let count = 1_000_000u32;
        let text: String = (0..count).map(|at| format!("({at}, \"a\", {})\n", at + 1)).collect();
        let graph = load(format!("des (0, {count}, {})\n{text}", count + 1).as_bytes(), &Stop::new()).expect("a graph");
        let transitions: Vec<(u32, u32, u32)> = (0..count).map(|at| (at, 0, at + 1)).collect();
        let (found, _) = Part::new(0, &transitions).strands(&graph);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].steps.len(), found[0].gap), (2 * MOST_STEPS, Some((MOST_STEPS, 999_900))));
        assert_eq!(found[0].part, StrandPart::End);
    }

    #[test]
    fn a_long_run_is_cut_at_its_choices_and_its_loop() {
        let graph = load("des (0, 2, 2)\n(0, \"a\", 1)\n(1, \"b\", 0)\n".as_bytes(), &Stop::new()).expect("a graph");
        let step = |at: u32| Step { label: at % 2, state: (at + 1) % 2, inner: 0 };
        let path = wherefore_lts::path::Path { start: (0, 0), steps: (0..1_000).map(step).collect() };
        let run = Run { path, end: End::Loop(900) };
        let found = layout(&graph.labels, &run, &[10, 40]);
        let sizes: Vec<usize> = found.iter().map(|s| s.steps.len() + s.gap.map_or(0, |gap| gap.1)).collect();
        assert_eq!(sizes, [10, 30, 860, 100]);
        let parts: Vec<StrandPart> = found.iter().map(|strand| strand.part).collect();
        assert_eq!(parts, [StrandPart::Beginning, StrandPart::Branch, StrandPart::Branch, StrandPart::Loop]);
        assert!(found.iter().all(|strand| strand.from == 0));
        assert!(layout(&graph.labels, &Run { end: End::Open, ..run }, &[]).len() == 1);
    }
}
