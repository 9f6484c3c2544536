//! Findings about a model, as data: what kind, about what, and the evidence.

use wherefore_check::{Evidence, NoAnswer, Recheck, UnfairLoop};
use wherefore_ir::ElementId;
use wherefore_trace::Trace;

/// Kind of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A control state that no run enters.
    UnreachableState,
    /// A transition that no run takes.
    DeadTransition,
    /// A branch of a case distinction that no run takes.
    DeadBranch,
    /// A value of an enumeration that its variable never has.
    UnusedValue,
    /// A variable that always has the same value.
    ConstantVariable,
    /// A variable on which nothing else depends.
    UnreadVariable,
    /// A variable whose first value is given, and no later one.
    FreeAfterStart,
    /// A run that ends in a state without a successor.
    DeadEnd,
    /// A guard that is true whenever its transition's state is active and its event is there.
    IdleGuard,
    /// Two guarded transitions of one state that are enabled together: the first in the source is taken.
    OverlappingGuards,
    /// Two transitions of states that are active together, of which one prevents the other.
    PreemptedTransition,
    /// An event that a chart sends to itself, and that no transition ever reacts to.
    IgnoredEvent,
    /// A condition of a synchronous program that is the same at every tick.
    ConstantCondition,
    /// A run that goes round for ever where no fair run is left.
    UnfairLoop,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 14] = [
        Kind::UnreachableState,
        Kind::DeadTransition,
        Kind::DeadBranch,
        Kind::UnusedValue,
        Kind::ConstantVariable,
        Kind::UnreadVariable,
        Kind::FreeAfterStart,
        Kind::DeadEnd,
        Kind::IdleGuard,
        Kind::OverlappingGuards,
        Kind::PreemptedTransition,
        Kind::IgnoredEvent,
        Kind::ConstantCondition,
        Kind::UnfairLoop,
    ];
}

/// Why a finding is believed.
#[derive(Clone, Debug)]
pub enum FindingEvidence {
    /// A proof that something never happens.
    Proof {
        /// The proof.
        evidence: Evidence,
        /// Whether that was re-checked.
        recheck: Recheck,
    },
    /// A run that shows it, replayed.
    Run(Trace),
    /// A run that comes to where no fair run is left, replayed, with the proof that none is.
    Unfair(Box<UnfairLoop>),
    /// The form of the model alone: no equation, restriction, definition or property mentions it.
    Form,
}

/// A finding about a model.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Kind of the finding.
    pub kind: Kind,
    /// The element of the source that it is about; none if it is about the whole model.
    pub element: Option<ElementId>,
    /// Name of what it is about, as the model spells it.
    pub name: String,
    /// Another element that it is about: the transition that is taken instead.
    pub other: Option<ElementId>,
    /// The one value, of a variable or a condition that is constant.
    pub value: Option<String>,
    /// The evidence.
    pub evidence: FindingEvidence,
}

impl Finding {
    /// A run that ends.
    pub(crate) fn dead_end(trace: Trace) -> Finding {
        let evidence = FindingEvidence::Run(trace);
        Finding { kind: Kind::DeadEnd, element: None, name: String::new(), other: None, value: None, evidence }
    }
}

/// A question that was not decided.
#[derive(Clone, Debug)]
pub struct OpenQuestion {
    /// Kind of the finding that it would be.
    pub kind: Kind,
    /// The element of the source that it is about.
    pub element: Option<ElementId>,
    /// Name of what it is about, as the model spells it.
    pub name: String,
    /// Why there is no answer.
    pub cause: NoAnswer,
}

/// Everything that was found about a model.
#[derive(Clone, Debug, Default)]
pub struct Lint {
    /// The findings, by their place in the source.
    pub findings: Vec<Finding>,
    /// How many questions were asked.
    pub asked: usize,
    /// Questions that were not decided.
    pub open: Vec<OpenQuestion>,
}
