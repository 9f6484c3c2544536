//! Engines: which there are, what each can do, and how it is asked.
//!
//! No engine is believed: a proof is re-checked by another [`Family`], and of a violation only the distance is taken
//! over ([`Answer`]), or a run that is replayed ([`Witness`]). So an engine may come from another crate, or run as a process
//! outside: it implements [`Engine`] with [`Family::External`] and is handed to a session in
//! [`Options::engines`](crate::Options::engines). Which of the engines here take part in what is said in one table
//! ([`crate::portfolio`]).

pub mod bdd;
pub mod bmc;
pub mod induction;
pub(crate) mod k_liveness;
pub(crate) mod lasso;
pub mod pdr;
mod problem;
pub(crate) mod sat;
pub(crate) mod smt;
pub mod spacer;
mod witness;

pub use problem::{Answer, Fixpoint, Goal, Problem, Product};
pub use witness::{Bit, Witness};

use crate::solvers::Solvers;
use crate::{EngineId, NoAnswer, Observer};
use bdd::Cache;
use std::fmt;
use std::sync::Arc;
use wherefore_solve::Stop;

/// A way to decide problems about a transition system.
///
/// An engine is asked from several threads at once and keeps nothing between two problems but what it shares through the
/// context. The same problem must get the same answer, or none.
pub trait Engine: Send + Sync {
    /// Name of the engine.
    fn id(&self) -> EngineId;

    /// Whose reasoning an answer rests on. An engine from outside is [`Family::External`].
    fn family(&self) -> Family;

    /// The problems that the engine is to be asked.
    fn capabilities(&self) -> Capabilities;

    /// Decides a problem, or says why not. The engine looks at the stop signal of the context now and then, and returns soon
    /// after it was fired.
    fn prove(&self, problem: &Problem, context: &EngineContext) -> Result<Answer, NoAnswer>;
}

impl fmt::Debug for dyn Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id())
    }
}

/// Solvers that share their reasoning code. Two members of one family are wrong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Propositional solvers on our own translation to clauses.
    Sat,
    /// Binary decision diagrams (BDDs).
    Bdd,
    /// z3, Spacer included.
    Z3,
    /// cvc5.
    Cvc5,
    /// Bitwuzla. It has CaDiCaL inside, as the propositional solvers here may have.
    Bitwuzla,
    /// Engines from outside, of which nothing is known. No member is a judge.
    External,
}

impl Family {
    /// The family of the solver for bounded questions ([`Solvers::bounded`]).
    pub fn of_bounded(finite: bool) -> Family {
        if finite { Family::Sat } else { Family::Z3 }
    }
}

/// The values that variables can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    /// Finitely many values.
    Finite,
    /// Integers or reals among them.
    Unbounded,
}

impl Data {
    pub(crate) fn of(finite: bool) -> Data {
        if finite { Data::Finite } else { Data::Unbounded }
    }
}

/// The answers that an engine can give to problems of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// None: the engine is not asked.
    None,
    /// Proofs that nothing violates the goal.
    Proofs,
    /// Violations of the goal.
    Violations,
    /// Proofs and violations.
    Both,
}

impl Answers {
    /// Whether a violation may be found.
    pub fn has_violations(self) -> bool {
        matches!(self, Answers::Violations | Answers::Both)
    }
}

/// Abilities of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capabilities {
    /// The data that it handles; unbounded data includes finite data.
    pub data: Data,
    /// Answers about invariants.
    pub invariants: Answers,
    /// Answers about fair runs.
    pub linear: Answers,
    /// Answers about CTL formulas.
    pub branching: Answers,
}

impl Capabilities {
    /// No abilities yet, on this data.
    pub const fn on(data: Data) -> Capabilities {
        Capabilities { data, invariants: Answers::None, linear: Answers::None, branching: Answers::None }
    }

    /// The answers to problems of this kind.
    pub fn about(&self, goal: Goal) -> Answers {
        match goal {
            Goal::Invariant => self.invariants,
            Goal::Linear => self.linear,
            Goal::Branching => self.branching,
        }
    }

    /// Whether problems of this kind on this data can be answered.
    pub fn fit(&self, goal: Goal, data: Data) -> bool {
        self.about(goal) != Answers::None && (self.data == Data::Unbounded || data == Data::Finite)
    }
}

/// Context in which an engine works.
#[derive(Clone)]
pub struct EngineContext {
    /// Fired when the answer is no longer wanted.
    pub stop: Stop,
    /// Receives reports of progress.
    pub observer: Arc<dyn Observer>,
    /// Deepest bounded search, in steps.
    pub max_depth: u32,
    /// Makes solvers, within the limits of the user.
    pub solvers: Solvers,
    /// BDDs of the system, shared between its properties.
    pub(crate) cache: Arc<Cache>,
    /// Whether engines take turns on one thread.
    pub(crate) one_thread: bool,
}
