//! The whole inquiry into one property of a labelled transition system.

use super::classes::{BATCH, Group, MOST, classes};
use super::diagram::Drawing;
use super::junctions::junctions;
use super::nearest::{Near, budget};
use super::portrait::{Abstraction, Diagram, Extent, Neighbourhoods, Portrait};
use super::run::{Frame, Run, passes, replay};
use super::scene;
use super::search::Search;
use super::suspects::suspects;
use super::told::explanation;
use crate::explanation::{Told, Untold};
use crate::{Class, Completeness, Inquiry, Junction};
use std::collections::BTreeSet;
use wherefore_check::{Cause, Counterexample, Finding, Verdict};
use wherefore_ir::System;
use wherefore_lang::mcl::{Action, Formula};
use wherefore_lts::automaton::{Automaton, TooLarge, matches};
use wherefore_lts::neighbourhood::{Kind, places};
use wherefore_lts::passes::Passes;
use wherefore_lts::path::{Path, from_start, nearest};
use wherefore_lts::product::Product;
use wherefore_lts::route::{Interrupted, Route};
use wherefore_lts::set::Set;
use wherefore_lts::tally::{Tally, Uses};
use wherefore_lts::{Labels, Needs};

/// The name of the engine in reports.
const ENGINE: &str = "graph";
/// What "complete" and "holds" rest on.
const RECHECKED: &str = "a second look at every transition";
/// Of more classes than this nobody reads the explanations.
const MOST_EXPLAINED: usize = 20;
/// The most steps of all representatives together.
const MOST_STEPS: u64 = 1_000_000;

/// How to inquire.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The most classes to list.
    pub max_classes: usize,
    /// Which kinds of neighbourhoods count, for abstraction and as destination.
    pub kinds: Vec<Kind>,
    /// Where the run that is shown leads first.
    pub destination: Destination,
    /// Actions that the run that is shown has, in this order.
    pub pattern: Vec<Action>,
    /// The picture that is wanted.
    pub picture: Picture,
    /// The most memory for sets of product states, in bytes.
    pub memory: u64,
}

impl Settings {
    /// Refuses an automaton with so many states that sets of product states do not fit.
    fn afford(&self, route: &impl Route, states: u32) -> Result<(), Interrupted> {
        let needed = Needs::new(route.size(), route.labels().len(), states).sets;
        if needed <= self.memory {
            return Ok(());
        }
        let (needed, limit) = (needed.div_ceil(1 << 20), self.memory >> 20);
        let words = format!("sets for an automaton of {states} states need {needed} MB, and {limit} MB are there");
        Err(Interrupted(words))
    }
}

/// Where the run that is shown leads first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// To a violation.
    Violation,
    /// To a neighbourhood of the kinds that count.
    Neighbourhood,
}

/// A picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// None.
    None,
    /// Of the whole counterexample LTS, if it has at most so many states.
    Whole(usize),
    /// Of the last neighbourhood on the run that is shown.
    Neighbourhood,
    /// Of the run that is shown, by its neighbourhoods.
    Abstracted,
    /// Of the choices and the runs of all classes, with at most so many states: see [`crate::Inquiry::scene`].
    Scene(usize),
}

/// What was found, and the system that its traces speak of.
#[derive(Debug)]
pub struct Findings {
    /// The system.
    pub system: System,
    /// What was found.
    pub findings: crate::Findings,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The automaton of the formula has too many states.
    TooLarge(TooLarge),
    /// The work was interrupted.
    Interrupted(Interrupted),
}

impl From<Interrupted> for Obstacle {
    fn from(interrupted: Interrupted) -> Obstacle {
        Obstacle::Interrupted(interrupted)
    }
}

/// Decides a property and, if it fails, finds every choice that decides about it.
pub fn why(route: &impl Route, name: &str, formula: &Formula, settings: &Settings) -> Result<Findings, Obstacle> {
    let labels: Vec<&str> = route.labels().iter().collect();
    let automaton = Automaton::new(formula, &labels).map_err(Obstacle::TooLarge)?;
    settings.afford(route, automaton.states())?;
    let product = Product::new(route, automaton);
    let passes = Passes::run(route, &product)?;
    let tally = Tally::count(route, &product, &passes)?;
    let inquest = Inquest { route, formula, settings, product: &product, passes: &passes, tally: &tally };
    let found = if passes.fails() { Some(inquest.runs()?) } else { None };
    let runs = found.iter().flat_map(Found::runs);
    let mut frame = Frame::new(route.labels(), route.size().states, runs);
    frame.ask(name, formula.to_string());
    let (verdict, inquiry) = match &found {
        Some(found) => (inquest.verdict(&frame, found), Some(inquest.inquiry(&frame, found)?)),
        None => (holds(&product, &passes), None),
    };
    let finding = Finding { property: name.to_owned(), verdict, engine: ENGINE.to_owned() };
    Ok(Findings { system: frame.system, findings: crate::Findings { finding, inquiry } })
}

/// The system of a question without an answer.
pub fn unasked(name: &str, text: String) -> System {
    let mut frame = Frame::new(&Labels::default(), 1, std::iter::empty());
    frame.ask(name, text);
    frame.system
}

fn holds(product: &Product, passes: &Passes) -> Verdict {
    let states = passes.reachable.set.count();
    let closed = format!("{states} product states are closed under all transitions and none of them is a violation");
    match product.automaton.is_safety() {
        true => Verdict::Holds { certificate: closed, rechecked_by: RECHECKED.to_owned() },
        false => {
            let certificate = format!("{closed}; that no run waits for ever was not re-checked");
            Verdict::Holds { certificate, rechecked_by: String::new() }
        }
    }
}

/// What an inquiry into a violated property works on.
struct Inquest<'a, R> {
    route: &'a R,
    formula: &'a Formula,
    settings: &'a Settings,
    product: &'a Product,
    passes: &'a Passes,
    tally: &'a Tally,
}

/// The runs of an inquiry.
struct Found {
    /// The one that is shown for the property, what it was asked for, and what could not be had.
    shown: Run,
    words: String,
    note: Option<String>,
    /// The classes with a representative each.
    groups: Vec<(Group, Run)>,
    /// For each class the run that is nearest to its representative and does not fail.
    nearest: Vec<Told<Near>>,
    /// Why there may be other classes.
    stopped: Option<Cause>,
}

impl Found {
    /// All runs that are told about.
    fn runs(&self) -> impl Iterator<Item = &Run> {
        let failing = self.groups.iter().map(|(_, run)| run).chain([&self.shown]);
        failing.chain(self.nearest.iter().flatten().map(|near| &near.run))
    }
}

impl<R: Route> Inquest<'_, R> {
    fn search(&self) -> Search<'_, R> {
        Search { route: self.route, product: self.product, passes: self.passes }
    }

    fn runs(&self) -> Result<Found, Interrupted> {
        let (shown, words, note) = self.shown()?;
        let (groups, all) = classes(self.route, self.product, self.passes, &self.tally.set)?;
        let mut stopped = (!all).then_some(Cause::Classes(MOST));
        if groups.len() > self.settings.max_classes {
            stopped = Some(Cause::Classes(self.settings.max_classes));
        }
        let (mut steps, wanted) = (0, groups.len().min(self.settings.max_classes));
        let affordable = |group: &Group| {
            steps += u64::from(group.length);
            steps <= MOST_STEPS
        };
        let groups: Vec<Group> = groups.into_iter().take(wanted).take_while(affordable).collect();
        if groups.len() < wanted {
            stopped = Some(Cause::Effort);
        }
        let runs = self.search().through(&groups.iter().map(|g| g.nearest).collect::<Vec<_>>())?;
        let groups: Vec<(Group, Run)> = groups.into_iter().zip(runs).collect();
        let all: Vec<&Run> = groups.iter().map(|(_, run)| run).chain([&shown]).collect();
        replay(self.route, self.formula, &all)?;
        let nearest = self.nearest(&groups);
        Ok(Found { shown, words, note, groups, nearest, stopped })
    }

    fn nearest(&self, groups: &[(Group, Run)]) -> Vec<Told<Near>> {
        let mut budget = budget(self.settings.memory);
        let judge = |run: &Run| passes(self.route, self.formula, run);
        let mut near = |(place, (_, run)): (usize, &(Group, Run))| match place < MOST_EXPLAINED {
            true => super::nearest::nearest(self.route, self.product, run, &judge, &mut budget),
            false => Err(Untold(format!("only the first {MOST_EXPLAINED} classes are explained"))),
        };
        groups.iter().enumerate().map(&mut near).collect()
    }

    /// The run that is asked for, in words too; the shortest one where there is none, and a word on that.
    fn shown(&self) -> Result<(Run, String, Option<String>), Interrupted> {
        let words = self.words();
        let path = match (self.settings.destination, self.settings.pattern.as_slice()) {
            (Destination::Violation, []) => None,
            (Destination::Violation, pattern) => Some(self.with_pattern(pattern, &self.passes.violated)?),
            (Destination::Neighbourhood, pattern) => Some(self.to_neighbourhood(pattern)?),
        };
        match path {
            None => Ok((self.search().shortest()?, words, None)),
            Some(Some(path)) => Ok((self.search().complete(path)?, words, None)),
            Some(None) => {
                let note = format!("there is no {words}: a shortest counterexample is shown instead");
                Ok((self.search().shortest()?, "shortest counterexample".to_owned(), Some(note)))
            }
        }
    }

    fn with_pattern(&self, pattern: &[Action], goal: &Set) -> Result<Option<Path>, Interrupted> {
        let labels: Vec<&str> = self.route.labels().iter().collect();
        let pattern: Vec<Vec<bool>> = pattern.iter().map(|action| matches(action, &labels)).collect();
        let states = self.product.automaton.states().saturating_mul(pattern.len() as u32 + 1);
        self.settings.afford(self.route, states)?;
        self.search().with_pattern(&pattern, goal)
    }

    fn to_neighbourhood(&self, pattern: &[Action]) -> Result<Option<Path>, Interrupted> {
        let wanted = self.wanted()?;
        if !pattern.is_empty() {
            return self.with_pattern(pattern, &wanted);
        }
        let Some(levels) = &self.passes.reachable.levels else { return Ok(None) };
        let Some(end) = nearest(&wanted, levels) else { return Ok(None) };
        Ok(from_start(self.route, &self.product.moves, levels, &[end])?.pop())
    }

    /// The neighbourhoods of the kinds that count.
    fn wanted(&self) -> Result<Set, Interrupted> {
        if self.settings.kinds.len() == Kind::ALL.len() {
            return Ok(self.tally.set.clone());
        }
        let wanted = Set::new(self.product.shape);
        let all: Vec<(u32, u32)> = self.tally.set.iter().collect();
        for batch in all.chunks(BATCH) {
            let places = places(self.route, self.product, self.passes, batch)?;
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
            Destination::Violation => "shortest counterexample".to_owned(),
            Destination::Neighbourhood => format!("shortest path to a neighbourhood{some}, and on to the failure"),
        };
        if !self.settings.pattern.is_empty() {
            let pattern: Vec<String> = self.settings.pattern.iter().map(ToString::to_string).collect();
            words.push_str(&format!(" through {}", pattern.join(", ")));
        }
        words
    }

    fn verdict(&self, frame: &Frame, found: &Found) -> Verdict {
        let shortest = found.words == "shortest counterexample" && self.product.automaton.is_safety();
        let run = Counterexample { trace: frame.trace(&found.shown), claims: Vec::new(), shortest };
        Verdict::Violated(Box::new(run))
    }

    fn inquiry(&self, frame: &Frame, found: &Found) -> Result<Inquiry, Interrupted> {
        let completeness = match &found.stopped {
            Some(cause) => Completeness::Stopped { cause: cause.clone(), depth: None },
            None => Completeness::Complete { certificate: self.certificate(), rechecked_by: RECHECKED.to_owned() },
        };
        let runs: Vec<&Run> = found.groups.iter().map(|(_, run)| run).chain([&found.shown]).collect();
        let mut junctions = junctions(self.route, (self.product, self.passes), &self.tally.set, &runs)?;
        let portrait = self.portrait(found, junctions.pop().unwrap_or_default())?;
        let groups = found.groups.iter().zip(&found.nearest).zip(junctions);
        let class = |((group, near), junctions)| self.class(frame, group, near, junctions);
        let classes = groups.map(class).collect();
        let why = "a labelled transition system does not say which of its transitions belong together";
        let mut inquiry = Inquiry {
            classes,
            suspects: Ok(suspects(self.route.labels(), self.tally)),
            fix_sets: Err(Untold(why.to_owned())),
            lts: Some(portrait),
            notes: found.note.iter().cloned().chain(self.caveat()).collect(),
            ..Inquiry::new("neighbourhood", completeness)
        };
        if let Picture::Scene(most) = self.settings.picture {
            let runs: Vec<&Run> = found.groups.iter().map(|(_, run)| run).collect();
            scene::draw(&self.drawing(), (self.tally.states, most), &runs, &mut inquiry)?;
        }
        Ok(inquiry)
    }

    /// What the classes being all rests on.
    fn certificate(&self) -> String {
        let total: u64 = self.tally.neighbourhoods.iter().sum();
        let all = if total == 1 { "the only neighbourhood".to_owned() } else { format!("all {total} neighbourhoods") };
        match self.product.automaton.is_safety() {
            _ if total == 0 => "the initial state is a violation, no choice leads to it".to_owned(),
            true => format!("every counterexample passes a neighbourhood; {all} sorted into classes"),
            false => format!("{all} sorted into classes"),
        }
    }

    /// What is to be known where a failure is a run that never does something.
    fn caveat(&self) -> Option<String> {
        let words = "the property is about what must happen in the end: a choice that seals its failure is one after which no \
                     later choice rules the failure out; a run can still do what is asked";
        (!self.product.automaton.is_safety()).then(|| words.to_owned())
    }

    fn class(&self, frame: &Frame, (group, run): &(Group, Run), near: &Told<Near>, junctions: Vec<Junction>) -> Class {
        let labels = self.route.labels();
        let met = run.path.states().position(|at| at == group.nearest);
        let own = junctions.iter().position(|j| Some(j.tick) == met);
        let explanation =
            explanation(self.route, self.formula, (self.product, self.passes), frame, (run, near), junctions);
        Class {
            path: vec![group.table.kind().word().to_owned()],
            length: run.path.steps.len() as u32,
            count: Some(group.count),
            own,
            explanation,
            ..Class::new(group.table.id(labels), group.table.words(labels), frame.trace(run))
        }
    }

    fn portrait(&self, found: &Found, junctions: Vec<Junction>) -> Result<Portrait, Interrupted> {
        let (size, labels, tally) = (self.route.size(), self.route.labels(), self.tally);
        let involved = |uses: &Uses| uses.incorrect + uses.neutral > 0;
        let uninvolved = (0..labels.len()).filter(|l| !involved(&tally.labels[*l]));
        let [cn, r#in, ci, cin] = tally.neighbourhoods;
        Ok(Portrait {
            whole: Extent { states: size.states.into(), transitions: size.transitions, labels: labels.len() as u64 },
            counterexample: Extent {
                states: tally.states,
                transitions: tally.transitions,
                labels: tally.labels.iter().filter(|u| involved(u)).count() as u64,
            },
            neighbourhoods: Neighbourhoods { cn, r#in, ci, cin },
            unobservable: tally.unobservable,
            correct: tally.uses.correct,
            incorrect: tally.uses.incorrect,
            neutral: tally.uses.neutral,
            inevitable: tally.inevitable,
            uninvolved: uninvolved.map(|l| labels.name(l as u32).to_owned()).collect(),
            abstracted: self.abstracted(&found.shown, &junctions),
            junctions,
            shown: found.words.clone(),
            diagram: self.diagram(&found.shown)?,
        })
    }

    /// What is left of a run: actions into and out of neighbourhoods of the kinds that count.
    fn abstracted(&self, run: &Run, junctions: &[Junction]) -> Abstraction {
        let kinds: Vec<&str> = self.settings.kinds.iter().map(|k| k.word()).collect();
        let counted = junctions.iter().filter(|j| kinds.contains(&j.kind));
        let ticks: BTreeSet<usize> = counted.map(|j| j.tick).collect();
        let steps = run.path.steps.iter().enumerate();
        let kept = steps.filter(|(tick, _)| ticks.contains(tick) || ticks.contains(&(tick + 1)));
        let actions = kept.map(|(tick, step)| (tick, self.route.labels().name(step.label).to_owned())).collect();
        Abstraction { length: run.path.steps.len(), actions }
    }

    fn drawing(&self) -> Drawing<'_, R> {
        let (route, product, passes) = (self.route, self.product, self.passes);
        Drawing { route, product, passes, neighbourhoods: &self.tally.set }
    }

    fn diagram(&self, run: &Run) -> Result<Option<Diagram>, Interrupted> {
        let drawing = self.drawing();
        let last = || {
            let met = run.path.states().enumerate().filter(|(_, (s, q))| self.tally.set.contains(*s, *q));
            met.last().map(|(tick, at)| (at, run.path.steps.get(tick).map(|s| (s.label, s.state))))
        };
        match self.settings.picture {
            Picture::None | Picture::Scene(_) => Ok(None),
            Picture::Whole(most) if self.tally.states > most as u64 => Ok(None),
            Picture::Whole(most) => drawing.whole(most),
            Picture::Abstracted => drawing.along(run).map(Some),
            Picture::Neighbourhood => last().map(|(at, taken)| drawing.around(at, taken)).transpose(),
        }
    }
}
