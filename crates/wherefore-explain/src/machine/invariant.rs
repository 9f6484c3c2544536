//! Classes of runs that break an invariant: the path of a run after its loops are erased.

use super::coarser::{self, AT_ONCE};
use super::control::Scope;
use super::derive::derived_from;
use super::enumerate::{Enumeration, MachineProblem, several_starts};
use super::last::LastStep;
use super::order::{Entry, reading_order};
use super::path_class::{Level, PathKey};
use super::representative::{Representatives, Shown};
use super::run::{Path, PathReader};
use super::steps::Transitions;
use super::suspects::SuspectRanking;
use super::symmetry;
use super::variants;
use super::words::Words;
use crate::context::Context;
use crate::explanation::no_return::Steps;
use crate::explanation::{Claim, Subject};
use crate::lens::Classifier;
use crate::result::coarser::Coarser;
use crate::{Class, Completeness, Group, Grouping, Inquiry};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_check::NoAnswer;
use wherefore_ir::control::ControlGraph;
use wherefore_ir::{Property, System, TermId};
use wherefore_trace::Trace;

/// The most groups of a coarser view.
const READABLE: usize = 60;

/// Classifies runs that break an invariant.
pub(super) struct Invariants<'a> {
    pub(super) scope: Scope<'a>,
    pub(super) property: &'a Property,
    /// Must be true at every tick.
    pub(super) good: TermId,
    /// The model and the formula themselves, where `good` is what an observer remembers: runs then have one tick more, which is
    /// left out of what is told.
    pub(super) observed: Option<Claimed<'a>>,
    pub(super) level: Level,
    /// Whether a coarser level may be chosen to show the classes at.
    pub(super) is_chosen: bool,
    /// The run of the verdict.
    pub(super) shown: Trace,
    pub(super) context: &'a Context<'a>,
}

/// A formula over one tick that must be true at every tick of a system.
#[derive(Clone, Copy)]
pub(super) struct Claimed<'a> {
    pub(super) system: &'a System,
    pub(super) good: TermId,
}

/// A class with its run, before it gets its words.
struct Found {
    key: PathKey,
    length: u32,
    trace: Trace,
    path: Path,
    derived_from: Option<PathKey>,
}

impl Found {
    fn entry(&self, suspects: BTreeSet<usize>) -> Entry {
        let transitions = self.key.transitions().collect();
        Entry { suspects, transitions, length: self.length, derived: self.derived_from.is_some() }
    }
}

/// A class of runs of an observed system as one of the system itself. What a step takes belongs to the tick that it leaves, whose
/// inputs took it; the tick behind the failure is not part of the run.
fn without_observer(mut class: Class, system: &System) -> Class {
    let mut steps = class.representative.of_first(system.terms.var_count()).steps;
    let elements: Vec<_> = steps.iter().skip(1).map(|step| step.element).collect();
    steps.pop();
    steps.iter_mut().zip(elements).for_each(|(step, element)| step.element = element);
    class.representative = Trace::finite(steps);
    class.length = class.length.saturating_sub(1);
    class.taken = class.taken.split_off(class.taken.len().min(1));
    class.elements = class.elements.split_off(class.elements.len().min(1));
    if let Some(last) = &mut class.last_step {
        last.tick = last.tick.saturating_sub(1);
    }
    class
}

/// The number of each place in an order.
fn numbers(order: &[usize]) -> Vec<usize> {
    let mut numbers = vec![0; order.len()];
    for (number, place) in order.iter().enumerate() {
        numbers[*place] = number + 1;
    }
    numbers
}

/// Classes found, and whether they are complete.
struct Listed {
    found: Vec<Found>,
    completeness: Completeness,
    /// The classes that have no run, because there was no time for all.
    without_run: Option<Group>,
}

impl Classifier for Invariants<'_> {
    fn property(&self) -> &Property {
        self.property
    }

    fn subject(&self) -> Subject<'_> {
        match self.observed {
            Some(Claimed { system, good }) => Subject::new(system, Claim::Always(good), self.context.options),
            None => Subject::new(&self.scope.system, Claim::Always(self.good), self.context.options),
        }
    }

    fn steps(&self) -> Box<dyn Steps + '_> {
        // Branches are no choices: what is chosen are inputs.
        let graph = if self.scope.grouping == Grouping::Path { &self.scope.graph } else { &self.scope.none };
        Box::new(Transitions { graph })
    }

    fn first(&self) -> Option<Inquiry> {
        Some(self.report(self.shown(), &BTreeMap::new(), Completeness::unknown(self.context.stop)))
    }

    fn classes(&self, note: &dyn Fn(&Inquiry)) -> Inquiry {
        let (question, Context { stop, observer, .. }) = (self.question(), self.context);
        let Listed { found, completeness, without_run } = self.listed(&question, note);
        let summary = without_run.or_else(|| self.summary(&completeness));
        let edited = self.scope.edited();
        let failing = self.failing(&found, &edited);
        let asked = MachineProblem { graph: &edited, ..self.question() };
        let inquest = SuspectRanking::new(&asked, &failing, stop, observer);
        let entries: Vec<Entry> = found.iter().enumerate().map(|(i, f)| f.entry(inquest.guilty(i))).collect();
        let order = reading_order(&entries);
        let read = |place: &usize| coarser::Listed {
            key: found[*place].key.clone(),
            length: found[*place].length,
            faults: inquest.faults(*place),
        };
        let listed: Vec<coarser::Listed> = order.iter().map(read).collect();
        let suspicion = inquest.conclude(numbers(&order)).of_kind(self.scope.kind());
        let notes = suspicion.notes.clone();
        let mut waiting: Vec<Option<Found>> = found.into_iter().map(Some).collect();
        let ordered = order.into_iter().filter_map(|place| waiting[place].take()).collect();
        let counts = variants::count(&question, self.level, stop).unwrap_or_default();
        let coarser = self.coarser(&question, &listed, &completeness);
        let keys: Vec<PathKey> = listed.into_iter().map(|class| class.key).collect();
        let alike = symmetry::alike(&self.scope.system, self.graph(), self.good, &keys, stop);
        let report = self.report(ordered, &counts, completeness);
        let (suspects, fix_sets) = suspicion.told(&edited);
        Inquiry { summary, coarser, alike, suspects, fix_sets, notes, ..report }
    }

    fn draw(&self, inquiry: &mut Inquiry) {
        self.scope.draw(inquiry);
    }
}

impl Invariants<'_> {
    fn question(&self) -> MachineProblem<'_> {
        let Context { options, limits, .. } = self.context;
        let Scope { system, graph, .. } = &self.scope;
        MachineProblem { system, graph, good: self.good, options, most: limits.max_classes }
    }

    fn graph(&self) -> &ControlGraph {
        &self.scope.graph
    }

    /// The runs of the classes with their keys in a part of the graph.
    fn failing(&self, found: &[Found], edited: &ControlGraph) -> Vec<(PathKey, Trace)> {
        if edited == self.graph() {
            return found.iter().map(|f| (f.key.clone(), f.trace.clone())).collect();
        }
        let Ok(reader) = PathReader::new(&self.scope.system, edited) else { return Vec::new() };
        found.iter().map(|f| (reader.path(&f.trace).key(edited, self.level), f.trace.clone())).collect()
    }

    /// The classes with their runs; all of them without, if there was no time for all runs. What only the cone allows, and
    /// the rest of the system does not, has no run there; the search on the whole system then decides.
    fn listed(&self, question: &MachineProblem<'_>, note: &dyn Fn(&Inquiry)) -> Listed {
        let Context { stop, observer, .. } = self.context;
        let mut showcase = Representatives::new(question, self.level);
        let keys = |found: &Enumeration| {
            let summary = Some(self.group(self.level, found)).filter(|group| group.keys.len() > 1);
            note(&Inquiry { summary, ..self.report(self.shown(), &BTreeMap::new(), found.completeness.clone()) });
        };
        let mut enumeration = question.classes_noted(self.level, (stop, observer), &keys);
        let mut runs = showcase.runs(&enumeration.classes, stop);
        if runs.end == Shown::Missing {
            enumeration = question.by_search(self.level, stop, observer);
            runs = showcase.runs(&enumeration.classes, stop);
        }
        let all = self.group(self.level, &enumeration);
        let stopped = |cause| Completeness::Stopped { cause, depth: None };
        let (completeness, without_run) = match runs.end {
            Shown::All => (enumeration.completeness, None),
            Shown::Missing => (stopped(NoAnswer::Refuted("a class has no run".to_owned())), None),
            Shown::Stopped(cause) => (stopped(cause), Some(all).filter(|g| !g.keys.is_empty())),
        };
        let mut found = self.found(enumeration.classes, runs.found);
        if found.is_empty() {
            found = self.shown();
        }
        Listed { found, completeness, without_run }
    }

    /// The classes in words, and nothing else yet.
    fn report(&self, found: Vec<Found>, counts: &BTreeMap<PathKey, u64>, completeness: Completeness) -> Inquiry {
        let classes = found.into_iter().map(|f| self.class(f, counts)).collect();
        let mut inquiry = Inquiry { classes, ..Inquiry::new(self.level.word(), completeness) };
        inquiry.undivide(self.scope.undivided);
        inquiry.grouping = self.scope.grouping;
        inquiry
    }

    fn found(&self, classes: Vec<(PathKey, u32)>, runs: Vec<(Trace, Path)>) -> Vec<Found> {
        let Scope { system, graph, .. } = &self.scope;
        let reader = PathReader::new(system, graph).ok();
        let found = classes.into_iter().zip(runs).map(|((key, length), (trace, path))| {
            let derived_from = reader.as_ref().and_then(|r| derived_from(r, system, graph, &trace, self.level));
            Found { key, length, trace, path, derived_from }
        });
        found.collect()
    }

    /// The class of the run of the verdict: known before any other.
    fn shown(&self) -> Vec<Found> {
        let Scope { system, graph, .. } = &self.scope;
        let path = PathReader::new(system, graph).ok().map(|r| r.path(&self.shown));
        let class = path.map(|path| (path.key(graph, self.level), self.shown.len() as u32 - 1, path));
        let Some((key, length, path)) = class else { return Vec::new() };
        self.found(vec![(key, length)], vec![(self.shown.clone(), path)])
    }

    fn words(&self) -> Words<'_> {
        let Scope { system, graph, .. } = &self.scope;
        Words { graph, several_starts: several_starts(system, graph) }
    }

    fn class(&self, found: Found, counts: &BTreeMap<PathKey, u64>) -> Class {
        let (words, graph) = (self.words(), self.graph());
        let coarser = match self.level {
            _ if self.scope.grouping != Grouping::Path => Vec::new(),
            Level::Spine | Level::Suffix(_) => vec![Level::Final, Level::Last],
            Level::Last | Level::Ends => vec![Level::Final],
            Level::Final => Vec::new(),
        };
        let (id, key) = (words.id(&found.key, self.level), words.key(&found.key, self.level));
        let class = Class {
            path: coarser.into_iter().map(|l| words.key(&found.key.at_level(graph, l), l)).collect(),
            length: found.length,
            count: counts.get(&found.key).copied(),
            derived_from: found.derived_from.as_ref().map(|k| words.id(k, self.level)),
            taken: found.path.per_tick(|t| {
                let is_edited = !graph.region(graph.transition(t).region).writes.is_empty();
                is_edited.then(|| graph.transition(t).name.clone())
            }),
            elements: found.path.per_tick(|t| {
                let transition = graph.transition(t);
                transition.guard.into_iter().chain(transition.element)
            }),
            last_step: LastStep::of(&self.scope.system, graph, &found.trace, &found.path),
            ..Class::new(id, key, found.path.with_elements(found.trace, graph))
        };
        match self.observed {
            Some(observed) => without_observer(class, observed.system),
            None => class,
        }
    }

    /// A coarser, complete view for a list that was cut: the longest suffixes that can still be read.
    fn summary(&self, completeness: &Completeness) -> Option<Group> {
        let limited = matches!(completeness, Completeness::Stopped { cause: NoAnswer::Classes(_), .. });
        if !limited || self.level != Level::Spine {
            return None;
        }
        let question = MachineProblem { most: READABLE, ..self.question() };
        let Context { stop, observer, .. } = self.context;
        let mut best = None;
        for k in 0..self.longest_spine() {
            let level = Level::Suffix(k);
            let found = match k {
                0 => question.classes(Level::Last, stop, observer),
                _ => question.by_search(level, stop, observer),
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

    /// The classes at the level to show them at. A list that was cut says nothing about others; all ways of the coarser level
    /// are then looked for.
    fn coarser(
        &self,
        question: &MachineProblem<'_>,
        listed: &[coarser::Listed],
        completeness: &Completeness,
    ) -> Option<Coarser> {
        let level = coarser::level(self.graph(), listed, AT_ONCE).filter(|_| self.is_chosen)?;
        let is_cut = matches!(completeness, Completeness::Stopped { cause: NoAnswer::Classes(_), .. });
        let found = match is_cut {
            true => question.classes(level, self.context.stop, self.context.observer),
            false => Enumeration { classes: Vec::new(), completeness: completeness.clone() },
        };
        let words = self.words();
        let ways = coarser::told(self.graph(), listed, level, &found.classes, |key| words.key(key, level));
        Some(Coarser { level: level.word(), completeness: found.completeness, ways })
    }

    /// No spine has more transitions than its region has states.
    fn longest_spine(&self) -> u32 {
        let graph = self.graph();
        graph.region_ids().map(|r| graph.states_of(r).count() as u32).max().unwrap_or(0)
    }

    fn group(&self, level: Level, found: &Enumeration) -> Group {
        let words = self.words();
        let keys = found.classes.iter().map(|(key, length)| (words.key(key, level), *length)).collect();
        Group { level: level.word(), keys, completeness: found.completeness.clone() }
    }
}
