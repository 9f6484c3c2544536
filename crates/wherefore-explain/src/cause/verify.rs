//! A cause is believed when another solver has found, from nothing, that it is enough and that it is possible.

use super::Kept;
use super::choices::Soft;
use super::question::{Question, Shape};
use std::cell::RefCell;
use wherefore_check::solvers::{self, Maker};
use wherefore_check::{Cause, Options, judged};
use wherefore_solve::{Lit, Stop};

/// Who looks for causes, and who looks at them again.
pub(crate) struct Means {
    pub(crate) finder: Maker,
    /// Best first. Never the solver that found the cause, unless no other handles the model and a fresh one has to do.
    pub(crate) judges: Vec<(&'static str, Maker)>,
}

impl Means {
    /// Solvers that handle a shape.
    pub(crate) fn new(shape: &Shape, options: &Options) -> Means {
        let (is_finite, memory) = (shape.is_finite(), options.memory);
        let mut judges = solvers::judges(if is_finite { "sat" } else { "smt" }, is_finite, memory);
        if !is_finite {
            judges.push(("z3", solvers::z3(memory)));
        }
        Means { finder: solvers::bounded(is_finite, memory), judges }
    }

    /// Checks a cause again; the name of the solver that did.
    pub(super) fn verified(&self, shape: &Shape, kept: &[Kept], stop: &Stop) -> Result<String, Cause> {
        judged(&self.judges, |make| check(&mut Question::new(shape, make()?, stop)?, kept))
    }

    /// Checks causes of ever longer runs again, each with the last tick of its run, in one solver: its name, and for each
    /// cause whether it is one.
    pub(super) fn verified_each(
        &self,
        shape: &Shape,
        causes: &[(u32, &[Kept])],
        stop: &Stop,
    ) -> Result<(String, Vec<Result<(), Cause>>), Cause> {
        let verdicts = RefCell::new(Vec::new());
        let name = judged(&self.judges, |make| {
            verdicts.borrow_mut().clear();
            let mut question = Question::new(shape, make()?, stop)?;
            for (last, kept) in causes {
                question.prolong(*last)?;
                let verdict = check(&mut question, kept);
                if !matches!(verdict, Ok(()) | Err(Cause::Refuted(_))) {
                    return verdict;
                }
                verdicts.borrow_mut().push(verdict);
            }
            Ok(())
        })?;
        Ok((name, verdicts.into_inner()))
    }
}

/// Whatever else happens, the property fails; and there is a run on which all this happens.
fn check(question: &mut Question<'_>, kept: &[Kept]) -> Result<(), Cause> {
    let soft = |k: &Kept| Soft { var: k.var, tick: k.tick, bound: k.bound.clone() };
    let literals = kept.iter().map(|k| question.literal(&soft(k))).collect::<Result<Vec<Lit>, Cause>>()?;
    if !question.is_enough(&literals)? {
        return Err(Cause::Refuted("a cause is not enough for the failure".to_owned()));
    }
    if !question.is_possible(&literals)? {
        return Err(Cause::Refuted("no run has the cause".to_owned()));
    }
    Ok(())
}
