//! Which of the passing runs is taken: fewest changes, as late as possible, then the simplest values.

use super::cores::{Optimum, optimum};
use super::passing::Passing;
use super::{Choice, Choices};
use crate::lexmin::{LexMin, landmarks};
use wherefore_check::NoAnswer;
use wherefore_ir::VarId;
use wherefore_solve::Lit;
use wherefore_trace::Trace;

/// After this number of questions without an answer no more are asked.
const MOST_UNDECIDED: usize = 3;

/// A passing run over the variables of the model.
pub(super) struct Chosen {
    pub(super) run: Trace,
    /// Whether none differs in fewer choices.
    pub(super) minimal: bool,
}

/// The passing run that is nearest to the run with these choices; none if there is no passing run.
pub(super) fn nearest(passing: &mut Passing<'_>, choices: &Choices) -> Result<Option<Chosen>, NoAnswer> {
    let kept = passing.kept(&choices.counted)?;
    match optimum(passing, &kept) {
        Ok(None) => Ok(None),
        Ok(Some(best)) => {
            let found = passing.run()?;
            let run = match settled(passing, choices, (&kept, best)) {
                Err(NoAnswer::Effort | NoAnswer::GaveUp(_) | NoAnswer::Memory) => found,
                run => run?,
            };
            Ok(Some(Chosen { run, minimal: true }))
        }
        Err(NoAnswer::Effort | NoAnswer::GaveUp(_) | NoAnswer::Memory) => near(passing, &kept),
        Err(cause) => Err(cause),
    }
}

/// The latest and simplest of the nearest runs.
fn settled(passing: &mut Passing<'_>, choices: &Choices, (kept, best): (&[Lit], Optimum)) -> Result<Trace, NoAnswer> {
    let others = passing.kept(&choices.others)?;
    let landmarks = landmarks(&passing.terms);
    let mut lex = LexMin::new(&mut passing.unroller, &mut passing.terms, best.left, passing.stop);
    lex.prefer(kept)?;
    lex.prefer(&others)?;
    let all: Vec<&Choice> = choices.counted.iter().chain(&choices.others).collect();
    let mut open: Vec<(VarId, u32)> = Vec::new();
    if lex.is_possible()? {
        for (choice, literal) in all.iter().zip(kept.iter().chain(&others)) {
            if !lex.truth(*literal)? {
                open.push((choice.var, choice.tick));
            }
        }
    }
    lex.minimise(&open, &landmarks)?;
    if !lex.is_possible()? {
        return Err(NoAnswer::Refuted("the nearest run is lost".to_owned()));
    }
    let given_up = kept.iter().map(|l| Ok(usize::from(!lex.truth(*l)?))).sum::<Result<usize, NoAnswer>>()?;
    if given_up != best.given_up {
        return Err(NoAnswer::Refuted("the nearest run is another one".to_owned()));
    }
    passing.run()
}

/// Where the distance is too hard to find: a run that differs in no choice that could be kept together with the others.
fn near(passing: &mut Passing<'_>, kept: &[Lit]) -> Result<Option<Chosen>, NoAnswer> {
    if !passing.is_possible(&[])? {
        return Ok(None);
    }
    let mut run = passing.run()?;
    let mut truths = passing.truths(kept)?;
    let (mut fixed, mut undecided) = (Vec::new(), 0);
    for (place, literal) in kept.iter().enumerate() {
        fixed.push(*literal);
        if truths[place] || undecided > MOST_UNDECIDED {
            continue;
        }
        match passing.is_possible(&fixed) {
            Ok(true) => (run, truths) = (passing.run()?, passing.truths(kept)?),
            Ok(false) => drop(fixed.pop()),
            Err(NoAnswer::Effort | NoAnswer::GaveUp(_) | NoAnswer::Memory) => {
                fixed.pop();
                undecided += 1;
            }
            Err(cause) => return Err(cause),
        }
    }
    Ok(Some(Chosen { run, minimal: false }))
}
