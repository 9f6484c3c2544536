//! Bounded search and induction over SMT.

use super::lasso::LassoSearch;
use super::{Answer, Answers, Capabilities, Data, Engine, EngineContext, Family, Problem, induction};
use crate::{EngineId, NoAnswer};

/// Bounded search for lassos of unbounded data gives up at this depth, so that an answer comes without a time limit too.
const DEEP: u32 = 200;

/// The engine on z3.
pub(crate) struct Smt;

impl Engine for Smt {
    fn id(&self) -> EngineId {
        EngineId::SMT
    }

    fn family(&self) -> Family {
        Family::Z3
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { invariants: Answers::Both, linear: Answers::Violations, ..Capabilities::on(Data::Unbounded) }
    }

    fn prove(&self, problem: &Problem, context: &EngineContext) -> Result<Answer, NoAnswer> {
        match problem {
            Problem::Invariant { model, good } => {
                let (make, observer) = (context.solvers.z3(), context.observer.as_ref());
                induction::prove(model, *good, context.max_depth, &make, &context.stop, observer).map(Answer::from)
            }
            Problem::Linear(_) => {
                LassoSearch { most: context.max_depth.min(DEEP), family: Family::Z3 }.prove(problem, context)
            }
            Problem::Branching { .. } => Err(problem.refused()),
        }
    }
}
