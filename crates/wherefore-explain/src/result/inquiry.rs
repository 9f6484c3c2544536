//! The one result of every lens, as plain data.

use super::class::Class;
use super::coarser::Coarser;
use super::contract::Diagnosis;
use super::external_trace::ExternalTrace;
use super::flow::AlternativeSearch;
use super::id;
use super::left_out::LeftOut;
use super::lts::LtsSummary;
use super::part::Part;
use super::scene::Scene;
use super::suspect::{FixSet, Suspect};
use std::collections::BTreeMap;
use wherefore_check::{Evidence, Finding, NoAnswer, Recheck};
use wherefore_solve::{Stop, StopReason};

/// Findings about one property.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The verdict.
    pub finding: Finding,
    /// For a violated property that a lens looks into, everything else.
    pub inquiry: Option<Inquiry>,
}

/// Everything found out about one violated property.
#[derive(Clone, Debug)]
pub struct Inquiry {
    /// The level of the classes, as the lens and `--level` spell it: "1", "2", "3", "4", or "1(k)" for the last k spine
    /// transitions and the last one.
    pub level: String,
    /// The run that was given, if one was, explained by itself.
    pub given: Option<ExternalTrace>,
    /// The classes, in the order to be read.
    pub classes: Vec<Class>,
    /// Whether there are others.
    pub completeness: Completeness,
    /// Why failing runs are not distinguished, if they are not: there is one class, that of all of them.
    pub undivided: Option<Undivided>,
    /// What distinguishes failing runs.
    pub grouping: Grouping,
    /// A coarser, complete view, where the level asked for has too many classes to list: key and words per group.
    pub summary: Option<Group>,
    /// The classes at the level to show them at, where there are too many and no level was asked for.
    pub coarser: Option<Coarser>,
    /// Places of classes that differ in equal instances alone: permutations of instances that leave the model as it is map them
    /// onto each other. Groups of at least two.
    pub alike: Vec<Vec<usize>>,
    /// Model elements to look at, most suspicious first.
    pub suspects: Part<Vec<Suspect>>,
    /// Sets of elements whose change makes the property hold, best first.
    pub fix_sets: Part<Vec<FixSet>>,
    /// The model as a picture; none if the lens has none to draw.
    pub scene: Option<Scene>,
    /// Findings about a labelled transition system beside its classes.
    pub lts: Option<LtsSummary>,
    /// Findings about a refinement check beside its classes.
    pub contract: Option<Diagnosis>,
    /// Which other ways to fail a synchronous program was searched for.
    pub alternative_search: Option<AlternativeSearch>,
    /// Notes for the reader about the analysis itself: no control variable found, something was not measured.
    pub notes: Vec<String>,
    /// Counts of what lists leave out because they are too long.
    pub left_out: LeftOut,
}

impl Inquiry {
    /// An inquiry that has not found anything yet.
    pub fn new(level: impl Into<String>, completeness: Completeness) -> Inquiry {
        Inquiry {
            level: level.into(),
            given: None,
            classes: Vec::new(),
            completeness,
            undivided: None,
            grouping: Grouping::Path,
            summary: None,
            coarser: None,
            alike: Vec::new(),
            suspects: Part::Pending,
            fix_sets: Part::Pending,
            scene: None,
            lts: None,
            contract: None,
            alternative_search: None,
            notes: Vec::new(),
            left_out: LeftOut::default(),
        }
    }

    /// Says that failing runs are not distinguished. One class of all of them is no list that could be complete.
    pub(crate) fn undivide(&mut self, why: Option<Undivided>) {
        self.undivided = why;
        if why.is_some() && matches!(self.completeness, Completeness::Complete { .. }) {
            self.completeness = Completeness::Undivided;
        }
    }

    /// The suspects, if they are known.
    pub fn suspects(&self) -> &[Suspect] {
        self.suspects.known().map_or(&[], Vec::as_slice)
    }

    /// The id and the key to show of each class: those of the class, longer where two would be the same.
    pub fn names(&self) -> Vec<(String, String)> {
        let mut keys: Vec<String> = self.classes.iter().map(|c| c.key.clone()).collect();
        id::numbered(&mut keys);
        let mut sharers: BTreeMap<&str, usize> = BTreeMap::new();
        self.classes.iter().for_each(|c| *sharers.entry(&c.id).or_default() += 1);
        let own = |(class, key): (&Class, &String)| match sharers[class.id.as_str()] {
            1 => class.id.clone(),
            _ => format!("{}{}", class.id, id::stable(key)),
        };
        let ids: Vec<String> = self.classes.iter().zip(&keys).map(own).collect();
        ids.into_iter().zip(keys).collect()
    }

    /// The fix sets, if they are known.
    pub fn fix_sets(&self) -> &[FixSet] {
        self.fix_sets.known().map_or(&[], Vec::as_slice)
    }
}

/// Proof that all classes are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompletenessProof {
    /// No failure lies outside the classes: an invariant of the model with memory.
    Invariant(Evidence),
    /// The neighbourhoods of a graph are sorted into the classes.
    Neighbourhoods {
        /// How many there are.
        total: u64,
        /// Whether every counterexample passes one of them.
        on_every_run: bool,
    },
    /// The one conjunct of a contract that fails is checked alone.
    Conjunct,
}

/// Whether all classes are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// No other class exists.
    Complete {
        /// The proof.
        proof: CompletenessProof,
        /// Whether that was re-checked.
        recheck: Recheck,
    },
    /// There is one class, that of all failing runs, because nothing distinguishes them.
    Undivided,
    /// There may be others.
    Stopped {
        /// Why the search ended: class limit, time, memory, a solver.
        cause: NoAnswer,
        /// All failing runs with at most this many steps are in the listed classes.
        depth: Option<u32>,
    },
    /// The search came to its end and knows more than is listed.
    Shortened(Shortened),
}

/// A list of classes that is shorter than what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortened {
    /// The classes that are listed.
    pub listed: usize,
    /// Number of classes found.
    pub found: usize,
    /// Places that were not sorted into classes: there may be others among them.
    pub unsorted: u64,
    /// Why the list is short.
    pub limit: ListLimit,
}

/// Why a list is shorter than what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListLimit {
    /// No more classes were asked for.
    Asked,
    /// The runs of the others would be too long together.
    Runs,
    /// The list is whole; not everything was sorted.
    None,
}

impl Completeness {
    /// The search has not begun, or did not end: with the reason, if that is known.
    pub fn unknown(stop: &Stop) -> Completeness {
        Completeness::Stopped { cause: NoAnswer::Stopped(stop.reason().unwrap_or_default()), depth: None }
    }

    /// Whether the search goes on: it neither came to an end nor was it ended.
    pub fn is_open(&self) -> bool {
        matches!(self, Completeness::Stopped { cause: NoAnswer::Stopped(reason), .. } if *reason == StopReason::default())
    }
}

/// What distinguishes failing runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// What the lens looks at: paths of a machine, causes in a program, choices, contracts.
    Path,
    /// The conjunct of the property that fails: no variable is control.
    Conjunct,
    /// The branches of case distinctions that the last step takes for the variables of the property: no variable is control.
    Branch,
    /// The conjunct and the branches.
    ConjunctAndBranch,
    /// What the last step changes in the property: no variable is control, it is one conjunct, and no case distinction gives its variables
    /// their values.
    Change,
}

/// Why failing runs are not distinguished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undivided {
    /// No control variable has a part in the property.
    NoControl,
    /// The model is a chart, and none of its machines has a part in the property.
    NoMachine,
    /// There is a control structure, and steps do not keep to it as far as is known.
    Unconfirmed,
}

impl Inquiry {
    /// Says that the work was stopped while it was under way. What is proved stays so; a list that is open is open for that
    /// reason, unless it ended before at a limit of its own or at an error of ours.
    pub fn stopped(&mut self, reason: &StopReason) {
        let lists = [
            Some(&mut self.completeness),
            self.summary.as_mut().map(|group| &mut group.completeness),
            self.coarser.as_mut().map(|coarser| &mut coarser.completeness),
        ];
        for list in lists.into_iter().flatten() {
            if let Completeness::Stopped { cause, .. } = list
                && !matches!(
                    cause,
                    NoAnswer::Refuted(_) | NoAnswer::Classes(_) | NoAnswer::Bound(_) | NoAnswer::Missing { .. }
                )
            {
                *cause = NoAnswer::Stopped(reason.clone());
            }
        }
    }
}

/// A coarser view of classes too many to list: a tree by ever longer suffixes of the spine.
#[derive(Clone, Debug)]
pub struct Group {
    /// The level of the leaves: "1(k)".
    pub level: String,
    /// Their keys in order, with the steps of the shortest run.
    pub keys: Vec<(String, u32)>,
    /// Whether there are others.
    pub completeness: Completeness,
}
