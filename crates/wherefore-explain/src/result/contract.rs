//! Findings about a refinement check beside its classes, and defects of contracts by themselves.

use super::explanation::PointOfNoReturn;
use wherefore_ir::ElementId;
use wherefore_ir::refinement::{ContractId, Side};

/// Everything about one check: which conjunct, its owner, the contracts used, and, if it fails, why.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnosis {
    /// The component that is refined.
    pub component: String,
    /// The name of the conjunct that was asked for: `O1G1`.
    pub conjunct: String,
    /// Which side of its contract it is on.
    pub side: Side,
    /// Owner of the contract, by its name for people.
    pub owner: String,
    /// The contract of the conjunct.
    pub contract: String,
    /// The conjunct as the source spells it.
    pub text: String,
    /// Where it is written.
    pub element: Option<ElementId>,
    /// The component and below it its parts, in the order of the source.
    pub tree: Vec<Branch>,
    /// The contracts of parts on the left-hand side, in the order of the source.
    pub premises: Vec<Premise>,
    /// Why it fails; none if it holds.
    pub failure: Option<Failure>,
}

/// A line of the component tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// How deep it is indented: 0 for the component.
    pub depth: usize,
    /// The name of the part; for the component its own.
    pub name: String,
    /// The component it is an instance of.
    pub component: String,
    /// Whether a change of its outputs alone avoids the failure.
    pub culprit: bool,
    /// Where it is declared.
    pub element: Option<ElementId>,
}

/// Role of a contract on the left-hand side in the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PremiseState {
    /// The proof needs it.
    Used,
    /// The proof does without it.
    Unused,
    /// Whether the proof needs it is not known.
    Open,
    /// The contract keeps its promise on the run, and what it promises has not happened yet at the failing step.
    Pending,
    /// The contract promises nothing on the run: its assumption, or what its guarantee waits for, does not happen.
    Vacuous,
    /// The contract keeps its promise on the run.
    Kept,
}

impl PremiseState {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            PremiseState::Used => "used",
            PremiseState::Unused => "unused",
            PremiseState::Open => "not decided",
            PremiseState::Pending => "pending",
            PremiseState::Vacuous => "vacuous",
            PremiseState::Kept => "kept",
        }
    }
}

/// A contract on the left-hand side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Premise {
    /// `part.contract`.
    pub name: String,
    /// Its role.
    pub state: PremiseState,
    /// Where it is written.
    pub element: Option<ElementId>,
}

/// Why a check fails, beyond what the explanation of its class says. Ticks count from 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Failure {
    /// Further conjuncts of the same contract that the run violates too.
    pub also: Vec<String>,
    /// Elements with a span that were to come true and did not, outermost first; what they wait for is not among them.
    pub failing: Vec<ElementId>,
    /// The formula in pieces, for output without a source: each text, and whether it fails.
    pub pieces: Vec<Part>,
    /// The variables of the conjunct.
    pub variables: Vec<String>,
    /// The variables whose values on the run are needed for the failure.
    pub causes: Vec<String>,
    /// From when on the system can no longer avoid the failure, whatever it does, given the run up to there.
    pub system_lost: PointOfNoReturn,
    /// From when on no behaviour at all, environment included, avoids it.
    pub all_lost: PointOfNoReturn,
    /// Minimal sets of parts whose outputs must change on this run, smallest first.
    pub blame: Vec<Vec<String>>,
    /// Changes that make the check valid, verified, smallest first.
    pub edits: Vec<Edit>,
    /// The guarantee that the first of them strengthens: a contract, and the place of the guarantee in it.
    pub weak: Option<(ContractId, usize)>,
    /// Whether what was asked for may come true at a later step.
    pub waits: bool,
}

/// A piece of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The text.
    pub text: String,
    /// Whether it is a part that fails.
    pub fails: bool,
}

/// Kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EditKind {
    /// A promise becomes stronger.
    Strengthen,
    /// The conjunct that is asked for becomes weaker.
    Weaken,
    /// A connection gets another source.
    Rewire,
    /// A contract that the part states is used as well.
    Use,
}

/// A change of the model that makes the check valid.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// Kind of the change.
    pub kind: EditKind,
    /// Target of the change: the name of a conjunct with its part, a wire, a refinement.
    pub target: String,
    /// Owner, by its name for people.
    pub owner: String,
    /// Text as it stands.
    pub before: String,
    /// Text to write.
    pub after: String,
    /// The part of a formula that is replaced; none if something is added, or the whole changes.
    pub part: Option<Replaced>,
    /// Where it is written.
    pub element: Option<ElementId>,
}

/// A part of a formula and what to write instead, as texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The part as it is.
    pub before: String,
    /// Text to write.
    pub after: String,
}

/// Defect of contracts by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InconsistencyKind {
    /// No behaviour satisfies the assumption: the contract promises nothing.
    Assumption,
    /// No behaviour satisfies assumption and guarantee together: nothing implements the contract where it is used.
    Contract,
    /// The contracts of the parts, the wires and the assumption of the whole exclude each other: every check holds vacuously.
    Refinement,
}

/// A set of conjuncts that exclude each other, as small as could be found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inconsistency {
    /// Kind of the defect.
    pub illness: InconsistencyKind,
    /// The contract, `part.contract`.
    pub contract: String,
    /// The conjuncts, and wires, that cannot all be true. Names with their parts.
    pub core: Vec<(String, Option<ElementId>)>,
    /// Whether it is known that none of them can be left out.
    pub minimal: bool,
}
