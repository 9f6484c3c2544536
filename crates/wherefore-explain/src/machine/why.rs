//! The whole inquiry into one property of a state machine.

use super::derive::derived_from;
use super::discover::{Discovery, HintError, Hints, discover, restrict};
use super::enumerate::{Enumeration, Question, several_starts};
use super::key::{Key, Level};
use super::order::{Entry, reading_order};
use super::representative::Showcase;
use super::run::{Path, Reader};
use super::suspects::Inquest;
use super::variants;
use super::words::Words;
use crate::{Class, Completeness, Group, Inquiry};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wherefore_check::{Cause, Finding, Model, Observer, Options, Session, Verdict};
use wherefore_diag::Span;
use wherefore_ir::control::{ControlGraph, TransitionId};
use wherefore_ir::{ElementId, Property, PropertyKind, System};
use wherefore_solve::Stop;
use wherefore_trace::Trace;

/// The most groups of a coarser view.
const READABLE: usize = 60;

/// How to inquire.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How finely runs are told apart.
    pub level: Level,
    /// The most classes to list.
    pub max_classes: usize,
    /// What the user said about control.
    pub hints: Hints,
    /// How engines work.
    pub options: Options,
}

/// What was found about one property.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The verdict.
    pub finding: Finding,
    /// For a violated invariant, everything else.
    pub inquiry: Option<Inquiry>,
}

/// Decides a property and, if it is an invariant that can fail, finds every way in which it does. `line_of` gives the line of
/// a place in the source, for transitions without a name. `draft` is given what is known once there is a verdict, for a
/// caller who cannot wait for the rest.
pub fn why(
    system: &System,
    property: &Property,
    settings: &Settings,
    line_of: &dyn Fn(Span) -> Option<usize>,
    (stop, observer): (&Stop, &Arc<dyn Observer>),
    draft: &dyn Fn(Findings),
) -> Result<Findings, HintError> {
    let mut system = system.clone();
    let Discovery { graph, mut notes } = discover(&mut system, &settings.hints, line_of)?;
    let finding = Session::new(&system, settings.options.clone()).check(property, stop, observer);
    let shown = match &finding.verdict {
        Verdict::Violated(run) if property.kind == PropertyKind::Invariant => run.trace.clone(),
        _ => return Ok(Findings { finding, inquiry: None }),
    };
    let cone = Model::cone(&system, &[property.term]).vars.into_iter().collect();
    let graph = restrict(&graph, &cone, &system.terms);
    if graph.regions.is_empty() && notes.is_empty() {
        notes.push("no control variable has a part in this property: all failing runs are one class".to_owned());
    }
    let question = Question {
        system: &system,
        graph: &graph,
        good: property.term,
        options: &settings.options,
        most: settings.max_classes,
    };
    let inquirer = Inquirer { question: &question, level: settings.level, stop, observer, shown: &shown };
    let first = inquirer.report(inquirer.first(), &BTreeMap::new(), Completeness::unknown(stop), notes.clone());
    draft(Findings { finding: finding.clone(), inquiry: Some(first) });
    let inquiry = inquirer.inquire(notes);
    Ok(Findings { finding, inquiry: Some(inquiry) })
}

struct Inquirer<'a> {
    question: &'a Question<'a>,
    level: Level,
    stop: &'a Stop,
    observer: &'a Arc<dyn Observer>,
    /// The run of the verdict.
    shown: &'a Trace,
}

/// A class with its run, before it gets its words.
struct Found {
    key: Key,
    length: u32,
    trace: Trace,
    path: Path,
    derived_from: Option<Key>,
}

impl Found {
    fn entry(&self, suspects: BTreeSet<usize>) -> Entry {
        let transitions = self.key.transitions().collect();
        Entry { suspects, transitions, length: self.length, derived: self.derived_from.is_some() }
    }
}

/// The number of each place in an order.
fn numbers(order: &[usize]) -> Vec<usize> {
    let mut numbers = vec![0; order.len()];
    for (number, place) in order.iter().enumerate() {
        numbers[*place] = number + 1;
    }
    numbers
}

impl Inquirer<'_> {
    fn inquire(&self, mut notes: Vec<String>) -> Inquiry {
        let Enumeration { classes, mut completeness } = self.question.classes(self.level, self.stop, self.observer);
        let (runs, shown) = Showcase::new(self.question, self.level).runs(&classes, self.stop);
        if let Err(cause) = shown {
            completeness = Completeness::Stopped { cause, depth: None };
        }
        let mut found = self.found(classes, runs);
        if found.is_empty() {
            found = self.first();
        }
        let summary = self.summary(&completeness);
        let failing: Vec<(Key, Trace)> = found.iter().map(|f| (f.key.clone(), f.trace.clone())).collect();
        let inquest = Inquest::new(self.question, &failing, self.stop, self.observer);
        let entries: Vec<Entry> = found.iter().enumerate().map(|(i, f)| f.entry(inquest.guilty(i))).collect();
        let order = reading_order(&entries);
        let suspicion = inquest.conclude(numbers(&order));
        notes.extend(suspicion.notes);
        let mut waiting: Vec<Option<Found>> = found.into_iter().map(Some).collect();
        let ordered = order.into_iter().filter_map(|place| waiting[place].take()).collect();
        let counts = variants::count(self.question, self.level, self.stop).unwrap_or_default();
        let report = self.report(ordered, &counts, completeness, notes);
        Inquiry { summary, suspects: suspicion.suspects, fix_sets: suspicion.fix_sets, ..report }
    }

    /// The classes in words, and nothing else yet.
    fn report(
        &self,
        found: Vec<Found>,
        counts: &BTreeMap<Key, u64>,
        completeness: Completeness,
        notes: Vec<String>,
    ) -> Inquiry {
        Inquiry {
            level: self.level.word(),
            classes: found.into_iter().map(|f| self.class(f, counts)).collect(),
            summary: None,
            completeness,
            suspects: Vec::new(),
            fix_sets: Vec::new(),
            notes,
        }
    }

    fn found(&self, classes: Vec<(Key, u32)>, runs: Vec<(Trace, Path)>) -> Vec<Found> {
        let (system, graph) = (self.question.system, self.question.graph);
        let reader = Reader::new(system, graph).ok();
        let found = classes.into_iter().zip(runs).map(|((key, length), (trace, path))| {
            let derived_from = reader.as_ref().and_then(|r| derived_from(r, system, graph, &trace, self.level));
            Found { key, length, trace, path, derived_from }
        });
        found.collect()
    }

    /// The class of the run of the verdict: known before any other.
    fn first(&self) -> Vec<Found> {
        let (system, graph) = (self.question.system, self.question.graph);
        let path = Reader::new(system, graph).ok().map(|r| r.path(self.shown));
        let class = path.map(|path| (path.key(graph, self.level), self.shown.len() as u32 - 1, path));
        let Some((key, length, path)) = class else { return Vec::new() };
        self.found(vec![(key, length)], vec![(self.shown.clone(), path)])
    }

    fn words(&self) -> Words<'_> {
        let Question { system, graph, .. } = self.question;
        Words { graph, several_starts: several_starts(system, graph) }
    }

    fn class(&self, found: Found, counts: &BTreeMap<Key, u64>) -> Class {
        let (words, graph) = (self.words(), self.question.graph);
        let coarser = match self.level {
            Level::Spine | Level::Suffix(_) => vec![Level::Final, Level::Last],
            Level::Last | Level::Ends => vec![Level::Final],
            Level::Final => Vec::new(),
        };
        let names = |t: &TransitionId| graph.transition(*t).name.clone();
        let per_tick = |list: &dyn Fn(&[TransitionId]) -> Vec<String>| -> Vec<Vec<String>> {
            let steps = found.path.moves.iter().map(|m| m.taken.iter().flatten().copied().collect::<Vec<_>>());
            std::iter::once(Vec::new()).chain(steps.map(|s| list(&s))).collect()
        };
        let taken = per_tick(&|step| step.iter().map(names).collect());
        let elements = elements(graph, &found.path);
        Class {
            id: words.id(&found.key, self.level),
            key: words.key(&found.key, self.level),
            path: coarser.into_iter().map(|l| words.key(&found.key.at_level(graph, l), l)).collect(),
            length: found.length,
            count: counts.get(&found.key).copied(),
            derived_from: found.derived_from.as_ref().map(|k| words.id(k, self.level)),
            representative: with_elements(found.trace, &elements),
            taken,
            elements,
        }
    }

    /// A coarser, complete view for a list that was cut: the longest suffixes that can still be read.
    fn summary(&self, completeness: &Completeness) -> Option<Group> {
        let limited = matches!(completeness, Completeness::Stopped { cause: Cause::Classes(_), .. });
        if !limited || self.level != Level::Spine {
            return None;
        }
        let question = Question { most: READABLE, ..self.question.clone() };
        let mut best = None;
        for k in 0..self.longest_spine() {
            let level = Level::Suffix(k);
            let found = match k {
                0 => question.classes(Level::Last, self.stop, self.observer),
                _ => question.by_search(level, self.stop, self.observer),
            };
            let is_whole = matches!(found.completeness, Completeness::Complete { .. });
            if best.is_none() || is_whole {
                best = Some(self.group(level, found));
            }
            if !is_whole {
                break;
            }
        }
        best
    }

    /// No spine has more transitions than its region has states.
    fn longest_spine(&self) -> u32 {
        let graph = self.question.graph;
        graph.region_ids().map(|r| graph.states_of(r).count() as u32).max().unwrap_or(0)
    }

    fn group(&self, level: Level, found: Enumeration) -> Group {
        let words = self.words();
        let keys = found.classes.iter().map(|(key, length)| (words.key(key, level), *length)).collect();
        Group { level: level.word(), keys, completeness: found.completeness }
    }
}

/// What to quote beside each tick: guards that are written apart, then the transitions.
fn elements(graph: &ControlGraph, path: &Path) -> Vec<Vec<ElementId>> {
    let of = |t: &TransitionId| {
        let transition = graph.transition(*t);
        transition.guard.into_iter().chain(transition.element)
    };
    let steps = path.moves.iter().map(|m| m.taken.iter().flatten().flat_map(of).collect());
    std::iter::once(Vec::new()).chain(steps).collect()
}

/// The run with the element taken into each tick, where it is a single one.
fn with_elements(mut trace: Trace, elements: &[Vec<ElementId>]) -> Trace {
    for (step, list) in trace.steps.iter_mut().zip(elements) {
        step.element = list.last().copied();
    }
    trace
}
