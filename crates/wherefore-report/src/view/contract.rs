//! The view of a refinement check: which conjunct is asked for, and what the lens for contracts says of it.
//!
//! Most of what the lens finds owns its words already and is the view of itself. Only what points into a source is different
//! here: elements have become places.

pub use wherefore_explain::contract::{EditKind, Part as Piece, PremiseState};
pub use wherefore_ir::refinement::Side;

use super::Sealed;
use wherefore_diag::Span;

/// What a check of a refinement asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consequent {
    /// The component that is refined.
    pub component: String,
    /// The contract whose conjunct it is, with its part if it is one of a part.
    pub contract: String,
    /// Which side of that contract.
    pub side: Side,
    /// The name of the conjunct.
    pub conjunct: String,
    /// Whose contract it is, as people call the owner.
    pub owner: String,
}

/// What the lens says of a check.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// The conjunct as the source spells it.
    pub text: String,
    /// Where it is written.
    pub span: Option<Span>,
    /// The component and below it its parts.
    pub tree: Vec<Branch>,
    /// The contracts of parts that the check may rely on.
    pub premises: Vec<Premise>,
    /// Why it fails; none if it holds.
    pub failure: Option<Failure>,
}

/// A line of the component tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// How deep it is indented: 0 for the component.
    pub depth: usize,
    /// Its name.
    pub name: String,
    /// The component it is an instance of.
    pub component: String,
    /// Whether a change of its outputs alone avoids the failure.
    pub culprit: bool,
    /// Where it is declared.
    pub span: Option<Span>,
}

/// A contract that the check may rely on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Premise {
    /// With its part.
    pub name: String,
    /// What it does for the check.
    pub state: PremiseState,
    /// Where it is written.
    pub span: Option<Span>,
}

/// Why a check fails, beyond what the explanation of its class says. Ticks count from 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Failure {
    /// What is to be read first.
    pub sentences: Vec<String>,
    /// Further conjuncts that the run violates.
    pub also: Vec<String>,
    /// What was to come true and did not, outermost first.
    pub failing: Vec<Span>,
    /// The formula in pieces.
    pub pieces: Vec<Piece>,
    /// The variables of the conjunct.
    pub variables: Vec<String>,
    /// The variables whose values are needed for the failure.
    pub causes: Vec<String>,
    /// From when on the system cannot avoid the failure any more.
    pub system_lost: Sealed,
    /// From when on nothing can.
    pub all_lost: Sealed,
    /// Minimal sets of parts whose outputs must change, smallest first.
    pub blame: Vec<Vec<String>>,
    /// Changes that make the check valid, smallest first.
    pub edits: Vec<Edit>,
    /// The variables that a person should see first: those of the conjunct, the marked ones, the outputs of culprits.
    pub relevant: Vec<String>,
}

/// A change of the model that makes the check valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What kind of change it is.
    pub kind: EditKind,
    /// What is changed.
    pub target: String,
    /// Whose it is.
    pub owner: String,
    /// What stands there.
    pub before: String,
    /// What to write.
    pub after: String,
    /// The change in words.
    pub words: String,
    /// Where it is written.
    pub span: Option<Span>,
}
