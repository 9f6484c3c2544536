//! Tagged graphs of what was found, for pictures and for other tools.
//!
//! The whole counterexample LTS, if it is small enough; one neighbourhood with everything next to it; or a run as a row of
//! its neighbourhoods with what else could have been done there.

use super::explored::Explored;
use super::run::Run;
use crate::result::lts::{Arrow, Diagram, Node, Tint};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_lts::Labels;
use wherefore_lts::neighbourhood::{Choice, Tag, TaggedState, places};
use wherefore_lts::route::{Interrupted, Route};

/// A diagram that grows.
#[derive(Default)]
struct Canvas {
    numbers: BTreeMap<(u32, Option<u32>), usize>,
    nodes: Vec<Node>,
    arrows: Vec<Arrow>,
}

impl<R: Route> Explored<'_, R> {
    /// The whole counterexample LTS; none if it has more than `most` states.
    pub fn whole(&self, most: usize) -> Result<Option<Diagram>, Interrupted> {
        let mut canvas = Canvas::default();
        let mut level = vec![(self.product.initial, 0)];
        self.add(&mut canvas, level[0]);
        while !level.is_empty() {
            let known = canvas.nodes.len();
            let mut next = Vec::new();
            for place in self.places(&level)? {
                let source = self.expand(&mut canvas, &place);
                for choice in &place.choices {
                    let inside = choice.inner.filter(|_| choice.tag != Tag::Correct).map(|q| (choice.edge.end, q));
                    let target = inside.map(|at| self.add(&mut canvas, at));
                    next.extend(inside.filter(|_| target >= Some(known + next.len())));
                    canvas.arrow(self.route.labels(), (source, target), choice, false);
                }
            }
            level = next;
            if canvas.nodes.len() > most {
                return Ok(None);
            }
        }
        Ok(Some(canvas.finish("counterexample LTS")))
    }

    /// The states of the counterexample LTS, level by level from the initial one.
    pub(super) fn states(&self) -> Result<Vec<(u32, u32)>, Interrupted> {
        let mut states = vec![(self.product.initial, 0)];
        let mut seen: BTreeSet<(u32, u32)> = states.iter().copied().collect();
        let mut known = 0;
        while known < states.len() {
            let level = states[known..].to_vec();
            known = states.len();
            for choice in self.places(&level)?.iter().flat_map(|p| &p.choices).filter(|c| c.tag != Tag::Correct) {
                let at = choice.inner.map(|q| (choice.edge.end, q));
                states.extend(at.filter(|at| seen.insert(*at)));
            }
        }
        Ok(states)
    }

    /// One place with all its moves.
    pub fn around(&self, at: (u32, u32), taken: Option<(u32, u32)>) -> Result<Diagram, Interrupted> {
        let mut canvas = Canvas::default();
        self.surround(&mut canvas, &self.places(&[at])?[0], taken);
        Ok(canvas.finish(&format!("neighbourhood of state {}", self.origin(at.0))))
    }

    /// A run as a row of its neighbourhoods, with all their moves; what lies between two of them is left out.
    pub fn along(&self, run: &Run) -> Result<Diagram, Interrupted> {
        let met = run.path.states().enumerate().filter(|(_, (s, q))| self.neighbourhoods.contains(*s, *q));
        let (ticks, states): (Vec<usize>, Vec<(u32, u32)>) = met.unzip();
        let mut canvas = Canvas::default();
        self.add(&mut canvas, run.path.start);
        for (tick, place) in ticks.iter().zip(self.places(&states)?) {
            self.surround(&mut canvas, &place, run.path.steps.get(*tick).map(|s| (s.label, s.state)));
        }
        self.add(&mut canvas, run.path.end());
        let stops = std::iter::once(0).chain(ticks.iter().flat_map(|t| [*t, t + 1])).chain([run.path.steps.len()]);
        let all: Vec<(u32, u32)> = run.path.states().collect();
        let stops: Vec<(usize, (u32, u32))> = stops.filter_map(|t| Some((t, *all.get(t)?))).collect();
        for gap in
            stops.windows(2).filter(|w| w[1].0 > w[0].0 + 1 || (w[1].0 == w[0].0 + 1 && !ticks.contains(&w[0].0)))
        {
            let (source, target) = (self.add(&mut canvas, gap[0].1), self.add(&mut canvas, gap[1].1));
            let label = match gap[1].0 - gap[0].0 {
                1 => self.route.labels().name(run.path.steps[gap[0].0].label).to_owned(),
                steps => format!("... {steps} steps"),
            };
            let sealed = !self.passes.returning.contains(gap[1].1.0, gap[1].1.1);
            let tint = if sealed { Tint::Red } else { Tint::Black };
            canvas.arrows.push(Arrow { source, target: Some(target), label, tint, taken: true });
        }
        Ok(canvas.finish("abstracted counterexample"))
    }

    /// The moves of product states. Behind a violation the formula may go on: then every move is a further step of it.
    pub(super) fn places(&self, states: &[(u32, u32)]) -> Result<Vec<TaggedState>, Interrupted> {
        let mut places = places(self.route, self.product, self.passes, states)?;
        let automaton = &self.product.automaton;
        for place in places.iter_mut().filter(|p| automaton.closed() && automaton.bad() == Some(p.inner)) {
            let rows = self.route.look(wherefore_lts::moves::Direction::Forward, &[place.state])?;
            let step = |edge| Choice { edge, inner: automaton.bad(), tag: Tag::Incorrect, inevitable: Some(true) };
            place.choices = rows.concat().into_iter().map(step).collect();
        }
        Ok(places)
    }

    fn surround(&self, canvas: &mut Canvas, place: &TaggedState, taken: Option<(u32, u32)>) {
        let source = self.expand(canvas, place);
        for choice in &place.choices {
            let target = match choice.inner.filter(|_| choice.tag != Tag::Correct) {
                Some(q) => self.add(canvas, (choice.edge.end, q)),
                None => {
                    let state = self.origin(choice.edge.end);
                    canvas.node((choice.edge.end, None), Node { safe: true, ..node(state) })
                }
            };
            let is_taken = taken == Some((choice.edge.label, choice.edge.end));
            canvas.arrow(self.route.labels(), (source, Some(target)), choice, is_taken);
        }
    }

    /// The number of a live product state.
    fn add(&self, canvas: &mut Canvas, (state, inner): (u32, u32)) -> usize {
        let violated = self.passes.violated.contains(state, inner) || self.product.automaton.bad() == Some(inner);
        canvas.node((state, Some(inner)), Node { violated, ..node(self.origin(state)) })
    }

    /// The number of a product state whose moves are drawn: its kind is known.
    fn expand(&self, canvas: &mut Canvas, place: &TaggedState) -> usize {
        let number = self.add(canvas, (place.state, place.inner));
        canvas.nodes[number].kind = place.kind.map(|k| k.word());
        number
    }
}

fn node(state: u32) -> Node {
    Node { state, kind: None, violated: false, safe: false }
}

impl Canvas {
    fn node(&mut self, key: (u32, Option<u32>), node: Node) -> usize {
        let next = self.nodes.len();
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.nodes.push(node);
        }
        number
    }

    fn arrow(&mut self, labels: &Labels, (source, target): (usize, Option<usize>), choice: &Choice, taken: bool) {
        let tint = match choice.tag {
            Tag::Correct => Tint::Green,
            Tag::Incorrect => Tint::Red,
            Tag::Neutral => Tint::Black,
        };
        self.arrows.push(Arrow { source, target, label: labels.name(choice.edge.label).to_owned(), tint, taken });
    }

    fn finish(mut self, title: &str) -> Diagram {
        self.arrows.sort_by_key(|a| a.source);
        Diagram { title: title.to_owned(), nodes: self.nodes, arrows: self.arrows }
    }
}
