//! Bounded search and induction over SMT.

use super::lasso::LassoSearch;
use super::{Answer, Answers, Capabilities, Data, Engine, EngineContext, Family, Problem, induction};
use crate::{EngineId, NoAnswer};

/// Bounded search for lassos of unbounded data gives up at this depth, so that an answer comes without a time limit too.
const DEEP: u32 = 200;

/// The engine on a solver that runs as a process.
pub(crate) struct Smt {
    id: EngineId,
    family: Family,
    data: Data,
}

impl Smt {
    /// On z3.
    pub const Z3: Smt = Smt { id: EngineId::SMT, family: Family::Z3, data: Data::Unbounded };
    /// On Bitwuzla.
    pub const BITWUZLA: Smt = Smt { id: EngineId::BITWUZLA, family: Family::Bitwuzla, data: Data::Finite };
}

impl Engine for Smt {
    fn id(&self) -> EngineId {
        self.id
    }

    fn family(&self) -> Family {
        self.family
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { invariants: Answers::Both, linear: Answers::Violations, ..Capabilities::on(self.data) }
    }

    fn prove(&self, problem: &Problem, context: &EngineContext) -> Result<Answer, NoAnswer> {
        match problem {
            Problem::Invariant { model, good } => {
                let make = match self.family {
                    Family::Bitwuzla => context.solvers.bitwuzla(),
                    _ => context.solvers.z3(),
                };
                let observer = context.observer.as_ref();
                induction::prove(model, *good, context.max_depth, &make, &context.stop, observer).map(Answer::from)
            }
            Problem::Linear(_) => {
                LassoSearch { most: context.max_depth.min(DEEP), family: self.family }.prove(problem, context)
            }
            Problem::Branching { .. } => Err(problem.refused()),
        }
    }
}
