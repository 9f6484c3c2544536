//! Model elements to look at, why, and what to change.

use super::contract::Edit;
use wherefore_ir::ElementId;

/// A model element that may be wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Suspect {
    /// Name in the model.
    pub name: String,
    /// The element to change.
    pub element: Option<ElementId>,
    /// Where its guard is written, if apart.
    pub guard: Option<ElementId>,
    /// Kind of the suspect.
    pub kind: SuspectKind,
    /// Where it leads: `IDLE -> ON`; empty if the lens has no such thing.
    pub leads: String,
    /// 1 for the first; equal scores share a rank.
    pub rank: usize,
    /// The higher, the more suspicious.
    pub score: f64,
    /// Why, strongest first.
    pub reasons: Vec<SuspectReason>,
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

/// Kind of a suspect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SuspectKind {
    /// A transition of a state machine.
    Transition,
    /// A branch of a case distinction.
    Branch,
    /// An equation of a synchronous program.
    Equation,
    /// An action of a labelled transition system.
    Action,
    /// A contract.
    Contract,
    /// A conjunct of what a part assumes or guarantees.
    Conjunct,
    /// A refinement that does not use a contract.
    Refinement,
    /// A connection of components.
    Connection,
}

/// Why something is suspected.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SuspectReason {
    /// Blocking it alone makes the property hold.
    FixesAlone,
    /// Blocking it alone removes these classes.
    Removes(Classes),
    /// A stronger guard keeps this share of its uses.
    Keeps(f64),
    /// Member of a fix set of several.
    InFixSet {
        /// The names of the best set.
        best: Vec<String>,
        /// Whether that takes away the fewest uses.
        gentlest: bool,
        /// In how many sets it is.
        sets: usize,
    },
    /// Failing runs take it, and passing ones.
    Taken {
        /// The failing runs.
        failing: Share,
        /// The passing ones.
        passing: Share,
    },
    /// The last transition of these classes.
    LastOf(Classes),
    /// Taken for ever in some classes.
    TakenForever(Share),
    /// Taken in some classes.
    TakenInClasses(Share),
    /// Part of the causes of these classes.
    OnCauses(Classes),
    /// No reason for the property to hold at the ticks before.
    NeverForSuccess,
    /// Seals the failure, in a share of the choices that do.
    Seals(Share),
    /// Leaves the states from which a round can end without the failure, in a share of the moves that do.
    LeavesRound(Share),
    /// Stays among them, in this number of moves.
    StaysInRound(u64),
    /// Is itself the failure, in a share of the choices that seal it.
    Breaks(Share),
    /// Leaves the failure open, and gives up a choice that would have avoided it.
    GivesUp {
        /// The moves that do, among all that give up something.
        moves: Share,
        /// What it gives up most often.
        most: String,
    },
    /// Does so with several data.
    Varied {
        /// How many different labels.
        labels: usize,
        /// The most frequent one.
        most: String,
        /// How often that is.
        share: Share,
    },
    /// Avoids the failure, in a share of the choices that do.
    Avoids(Share),
    /// Number of differing reactions that take it only in the reference.
    OnlyInReference(usize),
    /// Taken on a share of the ways to a difference.
    OnWays(Share),
    /// Number of other ways on which it is taken.
    OnOtherWays(usize),
    /// A change of it is enough.
    Edit(Box<Edit>),
    /// Part that alone could have avoided the failure on the run.
    AvoidsAlone(String),
    /// Part that could have avoided the failure together with others.
    AvoidsTogether(String),
    /// Promise that has not come true yet at the failing step.
    PromisePending,
    /// Promises nothing on the run.
    PromisesNothing,
}

/// A part of a number of things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Size of the part.
    pub count: u64,
    /// Size of the whole.
    pub of: u64,
}

impl Share {
    /// A part of a whole.
    pub fn new(count: usize, of: usize) -> Share {
        Share { count: count as u64, of: of as u64 }
    }
}

/// Some of the classes that are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The numbers by which they are called, in order; at least one.
    pub numbers: Vec<usize>,
    /// How many are listed.
    pub of: usize,
}
