//! The one result of every lens, as plain data.

use crate::contract::Diagnosis;
use crate::dataflow::{Flow, Survey};
use crate::explanation::{Explanation, Told, Untold};
use crate::given::Given;
use crate::left_out::LeftOut;
use crate::lts::Portrait;
use crate::scene::{Scene, Way};
use wherefore_check::{Cause, Finding};
use wherefore_ir::ElementId;
use wherefore_solve::Stop;
use wherefore_trace::Trace;

/// What was found about one property.
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
    pub given: Option<Given>,
    /// The classes, in the order to be read.
    pub classes: Vec<Class>,
    /// Whether there are others.
    pub completeness: Completeness,
    /// Why failing runs are not told apart, if they are not: there is one class, that of all of them.
    pub undivided: Option<Undivided>,
    /// A coarser, complete view, where the level asked for has too many classes to list: key and words per group.
    pub summary: Option<Group>,
    /// Model elements to look at, most suspicious first.
    pub suspects: Told<Vec<Suspect>>,
    /// Sets of elements whose change makes the property hold, best first.
    pub fix_sets: Told<Vec<FixSet>>,
    /// The model as a picture; none if the lens has none to draw.
    pub scene: Option<Scene>,
    /// What is to be said of a labelled transition system beside its classes.
    pub lts: Option<Portrait>,
    /// What is to be said of a refinement check beside its classes.
    pub contract: Option<Diagnosis>,
    /// Which other ways to fail a synchronous program was searched for.
    pub survey: Option<Survey>,
    /// What a person should know about the analysis itself: no control variable found, something was not measured.
    pub notes: Vec<String>,
    /// What lists leave out because they are too long.
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
            summary: None,
            suspects: Err(Untold::unfinished()),
            fix_sets: Err(Untold::unfinished()),
            scene: None,
            lts: None,
            contract: None,
            survey: None,
            notes: Vec::new(),
            left_out: LeftOut::default(),
        }
    }

    /// Says that failing runs are not told apart. One class of all of them is no list that could be complete.
    pub(crate) fn undivide(&mut self, why: Option<Undivided>) {
        self.undivided = why;
        if why.is_some() && matches!(self.completeness, Completeness::Complete { .. }) {
            self.completeness = Completeness::Undivided;
        }
    }

    /// The suspects, if they are told.
    pub fn suspects(&self) -> &[Suspect] {
        self.suspects.as_deref().unwrap_or_default()
    }

    /// The fix sets, if they are told.
    pub fn fix_sets(&self) -> &[FixSet] {
        self.fix_sets.as_deref().unwrap_or_default()
    }
}

/// Failing runs with the same key.
#[derive(Clone, Debug)]
pub struct Class {
    /// Stable across runs and edits that leave the key alone: a short hash of level and key.
    pub id: String,
    /// What its runs have in common, in the model's own words: `<t1,t4>`.
    pub key: String,
    /// The same at every coarser level, coarsest first: final state, last transition, ... ; the path to it in the tree.
    pub path: Vec<String>,
    /// Steps of its shortest run.
    pub length: u32,
    /// How many distinct loop-free runs it has; none if there are too many to count or data is unbounded.
    pub count: Option<u64>,
    /// The id of the class that its representative falls into once its data loops are removed.
    pub derived_from: Option<String>,
    /// A shortest run, replayed. Its steps carry the transition taken into them where it is a single one.
    pub representative: Trace,
    /// How many ticks at the end of that run are left out of it because it is too long.
    pub cut: usize,
    /// The names of the transitions taken into each tick of it, one per region that moved; empty for tick 0.
    pub taken: Vec<Vec<String>>,
    /// The elements of these transitions, guards first where they are written apart: what to quote beside the last step.
    pub elements: Vec<Vec<ElementId>>,
    /// Why the representative fails.
    pub explanation: Explanation,
    /// Which of its junctions makes the class.
    pub own: Option<usize>,
    /// How the failure came through the blocks of a synchronous program.
    pub flow: Option<Flow>,
    /// Its way through the picture of the model.
    pub way: Way,
}

impl Class {
    /// A class of which nothing is known but its key and its run, as many steps long as the run is.
    pub fn new(id: String, key: String, representative: Trace) -> Class {
        let ticks = representative.len();
        Class {
            id,
            key,
            path: Vec::new(),
            length: ticks.saturating_sub(1) as u32,
            count: None,
            derived_from: None,
            representative,
            cut: 0,
            taken: vec![Vec::new(); ticks],
            elements: vec![Vec::new(); ticks],
            explanation: Explanation::default(),
            own: None,
            flow: None,
            way: Way::default(),
        }
    }

    /// The choices that decide whether its run fails, if they are told.
    pub fn junctions(&self) -> &[Junction] {
        self.explanation.junctions.as_deref().unwrap_or_default()
    }
}

/// A place on a run where the failure could have been avoided, or was sealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Junction {
    /// The tick of the run at which the choice is made.
    pub tick: usize,
    /// Which kind of place it is, in the lens's own word.
    pub kind: &'static str,
    /// What could be done there.
    pub alternatives: Vec<Alternative>,
    /// Actions that both avoid the failure and seal it: not the action decides, but where it happens to lead.
    pub unobservable: Vec<String>,
}

/// Something that can be done at a junction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// What is done, in the model's own words.
    pub action: String,
    /// Where it leads, each in the model's own words, in order.
    pub leads: Vec<String>,
    /// What it means for the failure.
    pub fate: Fate,
    /// Whether the run does it.
    pub taken: bool,
}

/// What a choice means for the failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It can no longer happen.
    Avoided,
    /// It can still happen and still be avoided.
    Open,
    /// It happens unless the run goes round in a loop for ever: in every fair run.
    InevitableIfFair,
    /// It happens in any case.
    Inevitable,
    /// No later choice rules it out. For properties of liveness: a run can still be good.
    Sealed,
    /// Nobody knows: it was too much work to find out.
    Unknown,
}

impl Fate {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Fate::Avoided => "avoided",
            Fate::Open => "open",
            Fate::InevitableIfFair => "inevitable-if-fair",
            Fate::Inevitable => "inevitable",
            Fate::Sealed => "sealed",
            Fate::Unknown => "unknown",
        }
    }
}

/// Whether all classes are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// There is no other. What proves it, and who checked that again.
    Complete {
        /// The proof, in words.
        certificate: String,
        /// The solver that re-checked it.
        rechecked_by: String,
    },
    /// There is one class, that of all failing runs, because nothing tells them apart.
    Undivided,
    /// There may be others.
    Stopped {
        /// Why the search ended: class limit, time, memory, a solver.
        cause: Cause,
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
    /// Those that were found.
    pub found: usize,
    /// Places that were not sorted into classes: there may be others among them.
    pub unsorted: u64,
    /// Why the list is short.
    pub limit: ListLimit,
}

/// Why a list is shorter than what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListLimit {
    /// Nobody asked for more.
    Asked,
    /// The runs of the others would be too long together.
    Runs,
    /// The list is whole; not everything was sorted.
    None,
}

impl Completeness {
    /// Nobody has looked yet, or nobody came to an end: why, if that is known.
    pub fn unknown(stop: &Stop) -> Completeness {
        let reason = stop.reason().unwrap_or_else(|| "not finished".to_owned());
        Completeness::Stopped { cause: Cause::Stopped(reason), depth: None }
    }
}

/// Why failing runs are not told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undivided {
    /// No control variable has a part in the property.
    NoControl,
    /// The model is a chart, and none of its machines has a part in the property.
    NoMachine,
    /// There is a control structure, and steps do not keep to it as far as is known.
    Unconfirmed,
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

/// A model element that may be wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Suspect {
    /// What the modeller calls it.
    pub name: String,
    /// The element to change.
    pub element: Option<ElementId>,
    /// Where its guard is written, if apart.
    pub guard: Option<ElementId>,
    /// What it is, in a word.
    pub kind: &'static str,
    /// Where it leads: `IDLE -> ON`; empty if the lens has no such thing.
    pub leads: String,
    /// 1 for the first; equal scores share a rank.
    pub rank: usize,
    /// The higher, the more suspicious.
    pub score: f64,
    /// Why, in words, strongest first.
    pub reasons: Vec<String>,
}

/// A set of elements whose change makes the property hold: a smallest one, or the one that changes least.
#[derive(Clone, Debug, PartialEq)]
pub struct FixSet {
    /// Whether no set with fewer elements does.
    pub minimum: bool,
    /// Whether it is the set that takes away the fewest uses.
    pub gentlest: bool,
    /// Their names, in the order of the source.
    pub names: Vec<String>,
    /// The elements.
    pub elements: Vec<ElementId>,
    /// The least share of its uses that any of them keeps under the most permissive strengthening; none if not measured.
    pub preserved: Option<f64>,
    /// The share for each of them, in the same order.
    pub each: Vec<Option<f64>>,
}
