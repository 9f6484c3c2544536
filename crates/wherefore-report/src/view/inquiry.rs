//! The view of an inquiry: every distinct way a property breaks, and what to suspect.

use super::explanation::PartName;
use super::flow::{Flow, Survey};
use super::picture::Picture;
use super::{Certificate, Diagnosis, Explanation, Portrait, Told, Trace};
use crate::cause::Cause;
use wherefore_diag::Span;

/// Between the names of transitions that one step takes together.
pub const TOGETHER: &str = " + ";

/// Everything found out about one property: a violated one, or a check of a refinement.
#[derive(Clone, Debug)]
pub struct Inquiry {
    /// How finely runs are told apart, as `--level` spells it.
    pub level: String,
    /// The run that was given, if one was, explained by itself.
    pub given: Option<Given>,
    /// The classes, in the order to be read. People name them by their place in it, from 1.
    pub classes: Vec<Class>,
    /// Whether there are others.
    pub completeness: Completeness,
    /// Why failing runs are not told apart, if they are not.
    pub undivided: Option<Undivided>,
    /// A coarser view of classes too many to list.
    pub summary: Option<Group>,
    /// Model elements to look at, most suspicious first.
    pub suspects: Told<Vec<Suspect>>,
    /// Sets of elements whose change makes the property hold, best first.
    pub fix_sets: Told<Vec<FixSet>>,
    /// What is to be said of a labelled transition system beside its classes.
    pub lts: Option<Portrait>,
    /// What is to be said of a check of a refinement beside its classes.
    pub contract: Option<Diagnosis>,
    /// Which other ways to fail were tried in a synchronous program.
    pub survey: Option<Survey>,
    /// What a person should know about the analysis itself.
    pub notes: Vec<String>,
    /// The model as a picture, with the ways of the classes; none if there is none.
    pub picture: Option<Picture>,
}

/// The run that was given.
#[derive(Clone, Debug)]
pub struct Given {
    /// The run with its key and its explanation, as if it were a class of its own.
    pub run: Class,
    /// The ids of the classes that it belongs to, found or not.
    pub classes: Vec<String>,
}

/// Failing runs with the same key.
#[derive(Clone, Debug)]
pub struct Class {
    /// Stable across runs.
    pub id: String,
    /// What its runs have in common.
    pub key: String,
    /// The same at coarser levels, coarsest first.
    pub path: Vec<String>,
    /// Steps of its shortest run.
    pub length: u32,
    /// How many distinct loop-free runs it has, if that is known; of an LTS, how many states offer these choices.
    pub count: Option<u64>,
    /// The id of the class that its representative falls into once its data loops are removed.
    pub derived_from: Option<String>,
    /// A shortest run.
    pub trace: Trace,
    /// What was taken last, as the rows of the trace name it; none if nothing was.
    pub last: Option<String>,
    /// Where that is written, guards rather than branches.
    pub guards: Vec<Span>,
    /// Why its run fails.
    pub explanation: Explanation,
    /// Which of its junctions makes the class.
    pub own: Option<usize>,
    /// How the failure came through the blocks of a synchronous program.
    pub flow: Option<Flow>,
}

/// Whether all classes are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// There is no other.
    Complete(Certificate),
    /// There is one class, that of all failing runs: nothing tells them apart.
    Undivided,
    /// There may be others.
    Stopped {
        /// Why the search ended.
        cause: Cause,
        /// All failing runs with at most this many steps are in the listed classes.
        depth: Option<u32>,
        /// How many classes there are, listed or not, if that is known.
        total: Option<usize>,
    },
}

/// Why failing runs are not told apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undivided {
    /// The reason in a word for programs.
    pub reason: &'static str,
    /// The reason for people.
    pub message: &'static str,
}

/// The level of a group that is about what the last step of failing runs of a program is like.
pub const SITUATIONS: &str = "situations";

/// Classes of a coarser level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The level.
    pub level: String,
    /// Their keys in order, with the steps of the shortest run.
    pub keys: Vec<(String, u32)>,
    /// Whether there are others.
    pub completeness: Completeness,
}

/// A model element that may be wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Suspect {
    /// What the modeller calls it.
    pub name: String,
    /// What it is, in a word.
    pub kind: &'static str,
    /// Where it leads; empty if it leads nowhere.
    pub leads: String,
    /// 1 for the first; equal scores share a rank.
    pub rank: usize,
    /// The higher, the more suspicious.
    pub score: f64,
    /// Where to look: at its guard if that is written apart, else at the element.
    pub span: Option<Span>,
    /// Where the element itself is.
    pub element: Option<Span>,
    /// Why, in words, strongest first.
    pub reasons: Vec<String>,
}

/// A set of elements whose change makes the property hold: a smallest one, or the one that changes least.
#[derive(Clone, Debug, PartialEq)]
pub struct FixSet {
    /// Whether no smaller set is a fix.
    pub minimum: bool,
    /// Whether it is the one that takes away the fewest uses.
    pub gentlest: bool,
    /// Their names, in the order of the source.
    pub names: Vec<String>,
    /// The least share of its uses that any of them keeps; none if not measured.
    pub preserved: Option<f64>,
    /// The share for each of them, in the same order.
    pub each: Vec<Option<f64>>,
}

/// What has changed since an earlier run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Since {
    /// The report of the earlier run, as it was named.
    pub path: String,
    /// The classes compared, unless that is not possible.
    pub changes: Option<Changes>,
    /// Why they cannot be compared, or cannot be compared in full.
    pub caveat: Option<String>,
}

/// Classes by what became of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The ids of those that were not there.
    pub new: Vec<String>,
    /// The ids and keys of those that are gone.
    pub fixed: Vec<(String, String)>,
    /// The ids of those that are still there.
    pub unchanged: Vec<String>,
}

impl Inquiry {
    /// The suspects, if they are told.
    pub fn suspects(&self) -> &[Suspect] {
        self.suspects.as_deref().unwrap_or_default()
    }

    /// The fix sets, if they are told.
    pub fn fix_sets(&self) -> &[FixSet] {
        self.fix_sets.as_deref().unwrap_or_default()
    }

    /// What is missing beside the classes, each with its name and the reason.
    pub fn missing(&self) -> Vec<(PartName, &str)> {
        let suspects = self.suspects.as_ref().err().map(|why| (("suspects", "suspects"), why.as_str()));
        let fix_sets = self.fix_sets.as_ref().err().map(|why| (("fix_sets", "fix sets"), why.as_str()));
        suspects.into_iter().chain(fix_sets).collect()
    }

    /// The indices of the classes that the given run belongs to.
    pub fn of_given(&self) -> Vec<usize> {
        let ids = self.given.as_ref().map_or(&[][..], |given| given.classes.as_slice());
        self.classes.iter().enumerate().filter(|(_, class)| ids.contains(&class.id)).map(|(index, _)| index).collect()
    }

    /// The given run, if it belongs to this class or is itself shown as one.
    pub fn given_of(&self, class: &Class) -> Option<&Given> {
        self.given.as_ref().filter(|given| given.run.id == class.id || given.classes.contains(&class.id))
    }

    /// The index of the class that a person calls `name`: by its place in the list, its id or its key.
    pub fn find(&self, name: &str) -> Option<usize> {
        let place = name.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|i| *i < self.classes.len());
        place.or_else(|| self.classes.iter().position(|c| c.id == name || c.key == name))
    }
}

impl Given {
    /// Whether this is the very run that a class is shown by.
    pub fn is_run_of(&self, class: &Class) -> bool {
        let (own, other) = (&self.run.trace, &class.trace);
        (&own.rows, own.loop_start) == (&other.rows, other.loop_start)
    }
}

impl Completeness {
    /// Whether there is no other class.
    pub fn is_complete(&self) -> bool {
        matches!(self, Completeness::Complete(_))
    }

    /// How many classes there are, where not all that are known are listed.
    pub fn total(&self) -> Option<usize> {
        if let Completeness::Stopped { total, .. } = self { *total } else { None }
    }
}
