//! Propositional engines in a row: what is near is found by bounded search, what is easy by shallow induction, the rest by PDR.

use super::induction::{self, Limits};
use super::lasso::{LassoSearch, LivenessToSafety, SHALLOW as SHALLOW_LASSO};
use super::{Answer, Answers, Capabilities, Data, Engine, EngineContext, Family, Problem, pdr};
use crate::solvers::sat;
use crate::{EngineId, NoAnswer};
use wherefore_solve::Engine as SatEngine;

/// k-induction on finite models goes this deep before PDR takes over: what it proves, it proves early.
const SHALLOW: u32 = 12;

/// The conflicts that a question of that induction may cost: what costs more is better asked of PDR.
const EFFORT: u64 = 500;

/// The propositional engine.
pub(crate) struct Sat;

impl Engine for Sat {
    fn id(&self) -> EngineId {
        EngineId::SAT
    }

    fn family(&self) -> Family {
        Family::Sat
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { invariants: Answers::Both, linear: Answers::Both, ..Capabilities::on(Data::Finite) }
    }

    fn prove(&self, problem: &Problem, context: &EngineContext) -> Result<Answer, NoAnswer> {
        let (stop, observer) = (&context.stop, context.observer.as_ref());
        match problem {
            Problem::Invariant { model, good } => {
                let shallow = Limits { most: SHALLOW, effort: Some(EFFORT) };
                let make = sat(SatEngine::best());
                let proof = match induction::prove(model, *good, shallow, &make, stop, observer) {
                    Err(NoAnswer::Bound(_) | NoAnswer::Effort) => {
                        pdr::prove(model, *good, SatEngine::best(), stop, observer)
                    }
                    decided => decided,
                };
                proof.map(Answer::from)
            }
            Problem::Linear(product) => {
                let near = LassoSearch { most: SHALLOW_LASSO, family: Family::of_bounded(product.is_finite()) };
                match near.prove(problem, context) {
                    Err(NoAnswer::Bound(_) | NoAnswer::Effort) => LivenessToSafety.prove(problem, context),
                    decided => decided,
                }
            }
            Problem::Branching { .. } => Err(problem.refused()),
        }
    }
}
