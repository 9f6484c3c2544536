//! The whole inquiry into one property of a state machine.

use super::derive::derived_from;
use super::discover::{Discovery, HintError, HintProblem, Hints, discover, restrict};
use super::enumerate::{Enumeration, Question, several_starts};
use super::key::{Key, Level};
use super::lasso::Lassos;
use super::lawful::is_lawful;
use super::order::{Entry, reading_order};
use super::representative::{Showcase, Shown};
use super::run::{Path, Reader};
use super::scene;
use super::steps::Transitions;
use super::suspects::Inquest;
use super::variants;
use super::words::Words;
use crate::explanation::tell::{Teller, tell};
use crate::explanation::{Claim, Subject};
use crate::given::{Asked, GIVEN, Given, Telling, linear, up_to_failure};
use crate::{Class, Completeness, Findings, Group, Inquiry, Undivided};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wherefore_check::{Cause, Model, Observer, Options, Session, Verdict};
use wherefore_diag::Span;
use wherefore_ir::control::{ControlGraph, TransitionId};
use wherefore_ir::{Property, PropertyKind, System};
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

/// Decides a property and, if it is an invariant that can fail, finds every way in which it does. `session` is about the
/// same system. A given run is explained first. `line_of` gives the line of a place in the source, for transitions without
/// a name. `draft` is given what is known once there is a verdict, for a caller who cannot wait for the rest.
pub fn why<'a>(
    (system, session): (&System, &Session),
    asked: impl Into<Asked<'a>>,
    settings: &Settings,
    line_of: &dyn Fn(Span) -> Option<usize>,
    (stop, observer): (&Stop, &Arc<dyn Observer>),
    draft: &dyn Fn(Findings),
) -> Result<Findings, HintError> {
    let (mut system, Discovery { graph, mut notes }, unconfirmed) = control(system, settings, line_of, stop)?;
    let asked = asked.into();
    let (finding, said) = asked.verdict(&system, session, (stop, observer));
    notes.extend(said);
    let Verdict::Violated(run) = &finding.verdict else { return Ok(Findings { finding, inquiry: None }) };
    let invariant = session.as_invariant(asked.property);
    let is_given = finding.engine == GIVEN;
    let along = if is_given && invariant.is_none() { along(&mut system, asked.property) } else { None };
    let property = along.as_ref().unwrap_or(asked.property);
    let cone = match (invariant, property.kind) {
        (Some(good), _) => Model::cone(&system, &[good]),
        (None, PropertyKind::Ltl) => Model::of_paths(&system, property.term),
        (None, _) => return Ok(Findings { finding, inquiry: None }),
    };
    let graph = restrict(&graph, &cone.vars.into_iter().collect(), &system.terms);
    let no_machine = if system.control.is_some() { Undivided::NoMachine } else { Undivided::NoControl };
    let undivided = graph.regions.is_empty().then_some(unconfirmed.unwrap_or(no_machine));
    let telling = Telling::default();
    let note = |inquiry: &Inquiry| {
        let mut inquiry = inquiry.clone();
        inquiry.undivide(undivided);
        telling.show(&mut inquiry);
        scene::draw(&system, &graph, &mut inquiry);
        draft(Findings { finding: finding.clone(), inquiry: Some(inquiry) });
    };
    let telling_given = Some(&telling).filter(|_| is_given);
    let mut inquiry = match invariant {
        None => {
            let mut run = run.trace.clone();
            if along.is_some() {
                let session = Session::new(&system, settings.options.clone());
                run = Asked::from(property).prolonged(&system, &session, &run, (stop, observer), &mut notes);
            }
            let lassos = Lassos::new((&system, &graph), property, settings);
            lassos.inquire((&run, telling_given), notes, (stop, observer), &note)
        }
        Some(good) => {
            let (options, most) = (&settings.options, settings.max_classes);
            let question = Question { system: &system, graph: &graph, good, options, most };
            let shown = up_to_failure(&system, &run.trace, good).unwrap_or_else(|| run.trace.clone());
            let level = settings.level;
            let inquirer = Inquirer { question: &question, property, level, stop, observer, shown: &shown };
            inquirer.inquire(notes, telling_given, &note)
        }
    };
    inquiry.undivide(undivided);
    if let Some(given) = telling.finish() {
        given.confirm(&mut inquiry);
    }
    scene::draw(&system, &graph, &mut inquiry);
    Ok(Findings { finding, inquiry: Some(inquiry) })
}

/// What a run breaks along itself of a property of branching time, as a property of linear time.
fn along(system: &mut System, property: &Property) -> Option<Property> {
    let term = linear(&mut system.terms, property.term).filter(|_| property.kind == PropertyKind::Ctl)?;
    Some(Property { kind: PropertyKind::Ltl, term, ..property.clone() })
}

/// The machines of a system, and the system with their terms: those that its source brings, otherwise those that are found.
/// Of these, regions whose nesting does not keep the promises of a graph are taken as parallel. A graph that does not keep
/// them is of no use, and that is said.
fn control(
    system: &System,
    settings: &Settings,
    line_of: &dyn Fn(Span) -> Option<usize>,
    stop: &Stop,
) -> Result<(System, Discovery, Option<Undivided>), HintError> {
    let unconfirmed =
        || (Discovery { graph: ControlGraph::default(), notes: Vec::new() }, Some(Undivided::Unconfirmed));
    if let Some(graph) = &system.control {
        refuse_hints(&settings.hints)?;
        let found = Discovery { graph: graph.clone(), notes: Vec::new() };
        let is_kept = keeps_promises(system, graph, settings, stop);
        let (found, why) = if is_kept { (found, None) } else { unconfirmed() };
        return Ok((system.clone(), found, why));
    }
    for hints in [settings.hints.clone(), Hints { flat: true, ..settings.hints.clone() }] {
        let mut system = system.clone();
        let mut found = discover(&mut system, &hints, line_of)?;
        if keeps_promises(&system, &found.graph, settings, stop) {
            if hints.flat && !settings.hints.flat {
                found
                    .notes
                    .push("regions that look nested do not move together: they are taken as parallel".to_owned());
            }
            return Ok((system, found, None));
        }
    }
    let (found, why) = unconfirmed();
    Ok((system.clone(), found, why))
}

/// Hints are for systems that were not written as machines.
fn refuse_hints(hints: &Hints) -> Result<(), HintError> {
    match hints.control.iter().chain(&hints.label).next() {
        Some(name) => Err(HintError { name: name.clone(), problem: HintProblem::Given }),
        None => Ok(()),
    }
}

fn keeps_promises(system: &System, graph: &ControlGraph, settings: &Settings, stop: &Stop) -> bool {
    let mut system = system.clone();
    let truth = system.terms.bool(true);
    let question = Question { system: &system, graph, good: truth, options: &settings.options, most: 0 };
    is_lawful(&question, stop) == Ok(true)
}

struct Inquirer<'a> {
    question: &'a Question<'a>,
    property: &'a Property,
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
    fn inquire(&self, mut notes: Vec<String>, telling: Option<&Telling>, note: &dyn Fn(&Inquiry)) -> Inquiry {
        let first = self.report(self.first(), &BTreeMap::new(), Completeness::unknown(self.stop), notes.clone());
        note(&first);
        if let (Some(telling), Some(run)) = (telling, first.classes.first()) {
            let given = Given::new(run.clone());
            notes.extend(self.explained(|teller| telling.tell(given, teller, &|| note(&first))));
        }
        let (found, completeness, without_run) = self.classes();
        let summary = without_run.or_else(|| self.summary(&completeness));
        let failing: Vec<(Key, Trace)> = found.iter().map(|f| (f.key.clone(), f.trace.clone())).collect();
        let inquest = Inquest::new(self.question, &failing, self.stop, self.observer);
        let entries: Vec<Entry> = found.iter().enumerate().map(|(i, f)| f.entry(inquest.guilty(i))).collect();
        let order = reading_order(&entries);
        let suspicion = inquest.conclude(numbers(&order));
        notes.extend(suspicion.notes.iter().cloned());
        let mut waiting: Vec<Option<Found>> = found.into_iter().map(Some).collect();
        let ordered = order.into_iter().filter_map(|place| waiting[place].take()).collect();
        let counts = variants::count(self.question, self.level, self.stop).unwrap_or_default();
        let report = self.report(ordered, &counts, completeness, notes);
        let (suspects, fix_sets) = suspicion.told(self.question.graph);
        let mut inquiry = Inquiry { summary, suspects, fix_sets, ..report };
        note(&inquiry);
        self.explained(|teller| tell(teller, &mut inquiry, note));
        inquiry
    }

    /// Has something explained by whoever knows the machine.
    fn explained<T>(&self, what: impl FnOnce(&Teller<'_>) -> T) -> T {
        let Question { system, good, options, .. } = self.question;
        let subject = Subject { system, claim: Claim::Always(*good), counts: &|_| true, options };
        let steps = Transitions { graph: self.question.graph };
        what(&Teller { subject: &subject, asked: self.property, steps: &steps, stop: self.stop })
    }

    /// The classes with their runs; all of them without, if there was no time for all runs. What only the cone allows, and
    /// the rest of the system does not, has no run there; the search on the whole system then has the say.
    fn classes(&self) -> (Vec<Found>, Completeness, Option<Group>) {
        let mut showcase = Showcase::new(self.question, self.level);
        let mut enumeration = self.question.classes(self.level, self.stop, self.observer);
        let mut runs = showcase.runs(&enumeration.classes, self.stop);
        if runs.end == Shown::Missing {
            enumeration = self.question.by_search(self.level, self.stop, self.observer);
            runs = showcase.runs(&enumeration.classes, self.stop);
        }
        let all = self.group(self.level, &enumeration);
        let stopped = |cause| Completeness::Stopped { cause, depth: None };
        let (completeness, without_run) = match runs.end {
            Shown::All => (enumeration.completeness, None),
            Shown::Missing => (stopped(Cause::Refuted("a class has no run".to_owned())), None),
            Shown::Stopped(cause) => (stopped(cause), Some(all).filter(|g| !g.keys.is_empty())),
        };
        let found = self.found(enumeration.classes, runs.found);
        (if found.is_empty() { self.first() } else { found }, completeness, without_run)
    }

    /// The classes in words, and nothing else yet.
    fn report(
        &self,
        found: Vec<Found>,
        counts: &BTreeMap<Key, u64>,
        completeness: Completeness,
        notes: Vec<String>,
    ) -> Inquiry {
        let classes = found.into_iter().map(|f| self.class(f, counts)).collect();
        Inquiry { classes, notes, ..Inquiry::new(self.level.word(), completeness) }
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
        let (id, key) = (words.id(&found.key, self.level), words.key(&found.key, self.level));
        Class {
            path: coarser.into_iter().map(|l| words.key(&found.key.at_level(graph, l), l)).collect(),
            length: found.length,
            count: counts.get(&found.key).copied(),
            derived_from: found.derived_from.as_ref().map(|k| words.id(k, self.level)),
            taken: per_tick(&found.path, |t| [graph.transition(t).name.clone()]),
            elements: per_tick(&found.path, |t| {
                let transition = graph.transition(t);
                transition.guard.into_iter().chain(transition.element)
            }),
            ..Class::new(id, key, with_elements(found.trace, graph, &found.path))
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
                best = Some(self.group(level, &found));
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

    fn group(&self, level: Level, found: &Enumeration) -> Group {
        let words = self.words();
        let keys = found.classes.iter().map(|(key, length)| (words.key(key, level), *length)).collect();
        Group { level: level.word(), keys, completeness: found.completeness.clone() }
    }
}

/// Something about the transitions taken into each tick; nothing for the first.
pub(super) fn per_tick<T, I: IntoIterator<Item = T>>(path: &Path, of: impl Fn(TransitionId) -> I) -> Vec<Vec<T>> {
    let steps = path.moves.iter().map(|m| m.taken.iter().flatten().copied().flat_map(&of).collect());
    std::iter::once(Vec::new()).chain(steps).collect()
}

/// The run with the element of the transition taken into each tick, where it is a single one.
pub(super) fn with_elements(mut trace: Trace, graph: &ControlGraph, path: &Path) -> Trace {
    for (step, taken) in trace.steps.iter_mut().zip(per_tick(path, |t| [t])) {
        if let [only] = taken.as_slice() {
            step.element = graph.transition(*only).element;
        }
    }
    trace
}
