//! The run that is shown for a property: the one that was asked for, that was given, or a shortest one.

use super::classes::BATCH;
use super::explored::Claim;
use super::run::Run;
use super::settings::{Destination, ExternalRun};
use super::why::Analysis;
use crate::result::lts::Shortness;
use wherefore_ir::actions::{Action, End};
use wherefore_lts::automaton::matches;
use wherefore_lts::neighbourhood::{Kind, places};
use wherefore_lts::path::{Path, Step, from_start, nearest};
use wherefore_lts::route::{Interrupted, Route};
use wherefore_lts::set::Set;

/// What the run that was given is called.
pub const GIVEN: &str = "the given run";

/// The run that is shown for the property.
pub struct Shown {
    pub run: Run,
    /// The run that was asked for, in words.
    pub words: String,
    /// Whether there is a shorter counterexample.
    pub shortness: Shortness,
    /// Part of the request that could not be met.
    pub note: Option<String>,
}

impl<R: Route> Analysis<'_, R> {
    /// The run that is asked for, in words too; the shortest one where no such run exists, and a note on that.
    pub fn shown(&self) -> Result<Shown, Interrupted> {
        if let Some(given) = &self.settings.given {
            return self.given(given);
        }
        let (words, shortness) = (self.words(), self.shortness());
        let path = match (self.settings.destination, self.settings.pattern.as_slice()) {
            (Destination::Violation, []) => None,
            (Destination::Violation, pattern) => Some(self.with_pattern(pattern, &self.explored.passes.violated)?),
            (Destination::Neighbourhood, pattern) => Some(self.to_neighbourhood(pattern)?),
        };
        match path {
            None => Ok(Shown { run: self.shortest()?, words, shortness, note: None }),
            Some(Some(path)) => {
                // There may be shorter runs that were not asked for.
                let (run, shortness) = (self.explored.complete(path)?, Shortness::Unknown);
                Ok(Shown { run, words, shortness, note: None })
            }
            Some(None) => {
                let instead = self.counterexample();
                let note = format!("there is no {words}: a {instead} is shown instead");
                let (run, words) = (self.shortest()?, instead.to_owned());
                Ok(Shown { run, words, shortness, note: Some(note) })
            }
        }
    }

    /// A counterexample; for a safety property a shortest one. Of two the one that was found already.
    fn shortest(&self) -> Result<Run, Interrupted> {
        let run = self.explored.shortest()?;
        let Some((play, path)) = self.play.and_then(|play| Some((play, self.along(&play.steps)?))) else {
            return Ok(run);
        };
        let (state, inner) = path.end();
        let found = match play.repeats.filter(|_| path.steps.len() == play.steps.len()) {
            Some(place) => Run { path, end: End::Loop(place) },
            None if self.explored.passes.live.set.contains(state, inner) => self.explored.complete(path)?,
            None => return Ok(run),
        };
        Ok(if found.path.steps.len() <= run.path.steps.len() { found } else { run })
    }

    /// The run that was given, if it breaks the property by itself.
    fn given(&self, given: &ExternalRun) -> Result<Shown, Interrupted> {
        let path = self.along(&given.steps).filter(|path| {
            let (state, inner) = path.end();
            self.explored.passes.live.set.contains(state, inner)
        });
        let whole = match path {
            Some(path) => Some(self.explored.complete(path)?),
            None => None,
        };
        if let Some(run) = whole.filter(|run| run.path.steps.len() <= given.steps.len() + given.added) {
            return Ok(Shown { run, words: GIVEN.to_owned(), shortness: Shortness::Unknown, note: None });
        }
        let instead = self.counterexample();
        let note = format!("{GIVEN} does not break the property: a {instead} is shown instead");
        let (run, words, shortness) = (self.shortest()?, instead.to_owned(), self.shortness());
        Ok(Shown { run, words, shortness, note: Some(note) })
    }

    /// Steps of the graph as a path of the product; none if the property cannot fail any more on the way.
    fn along(&self, steps: &[(u32, u32)]) -> Option<Path> {
        let mut path = Path { start: (self.explored.product.initial, 0), steps: Vec::with_capacity(steps.len()) };
        for (label, state) in steps {
            let (at, inner) = path.end();
            let state = match self.explored.claim {
                Claim::Runs(_) => *state,
                // Behind the failure nothing matters.
                Claim::Game(gamed) if gamed.configured.is_over(at) => break,
                Claim::Game(gamed) => gamed.configured.step(at, *label, *state)?,
            };
            let inner = self.explored.product.moves.step(inner, *label)?;
            path.steps.push(Step { label: *label, state, inner });
        }
        Some(path)
    }

    fn with_pattern(&self, pattern: &[Action], goal: &Set) -> Result<Option<Path>, Interrupted> {
        let labels: Vec<&str> = self.explored.route.labels().iter().collect();
        let pattern: Vec<Vec<bool>> = pattern.iter().map(|action| matches(action, &labels)).collect();
        let states = self.explored.product.automaton.states().saturating_mul(pattern.len() as u32 + 1);
        self.settings.afford(self.explored.route, states)?;
        self.explored.with_pattern(&pattern, goal)
    }

    fn to_neighbourhood(&self, pattern: &[Action]) -> Result<Option<Path>, Interrupted> {
        let wanted = self.wanted()?;
        if !pattern.is_empty() {
            return self.with_pattern(pattern, &wanted);
        }
        let Some(levels) = &self.explored.passes.reachable.levels else { return Ok(None) };
        let Some(end) = nearest(&wanted, levels) else { return Ok(None) };
        Ok(from_start(self.explored.route, &self.explored.product.moves, levels, &[end])?.pop())
    }

    /// The neighbourhoods of the kinds that count.
    fn wanted(&self) -> Result<Set, Interrupted> {
        if self.settings.kinds.len() == Kind::ALL.len() {
            return Ok(self.tally.set.clone());
        }
        let wanted = Set::new(self.explored.product.shape);
        let all: Vec<(u32, u32)> = self.tally.set.iter().collect();
        for batch in all.chunks(BATCH) {
            let places = places(self.explored.route, self.explored.product, self.explored.passes, batch)?;
            let chosen = places.iter().filter(|p| p.kind.is_some_and(|k| self.settings.kinds.contains(&k)));
            chosen.for_each(|p| wanted.insert(p.state, p.inner));
        }
        Ok(wanted)
    }

    fn words(&self) -> String {
        let kinds: Vec<&str> = self.settings.kinds.iter().map(|k| k.word()).collect();
        let some =
            if kinds.len() < Kind::ALL.len() { format!(" of kind {}", kinds.join(" or ")) } else { String::new() };
        let mut words = match self.settings.destination {
            Destination::Violation => self.counterexample().to_owned(),
            Destination::Neighbourhood => format!("shortest path to a neighbourhood{some}, and on to the failure"),
        };
        if !self.settings.pattern.is_empty() {
            let pattern: Vec<String> = self.settings.pattern.iter().map(ToString::to_string).collect();
            words.push_str(&format!(" through {}", pattern.join(", ")));
        }
        words
    }

    /// Name of the run that is shown. One that goes round for ever has a short way into its loop, and the loop is one
    /// of many: it need not be the shortest.
    fn counterexample(&self) -> &'static str {
        match self.shortness() {
            Shortness::Shortest => "shortest counterexample",
            Shortness::Unknown => "counterexample",
        }
    }

    pub fn shortness(&self) -> Shortness {
        if self.explored.product.is_safety() { Shortness::Shortest } else { Shortness::Unknown }
    }
}
