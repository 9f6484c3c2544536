//! Witness of a violation by an engine from outside: what it says of the run, bit by bit.
//!
//! Nothing of it is believed. It leaves a solver little to choose, so that a run as told is found at once, or shown not to be one,
//! where a search for the shortest takes too long.

use crate::{Cone, NoAnswer, Unroller};
use wherefore_ir::{TermId, VarId};
use wherefore_solve::{Solver, Stop, bit_term};
use wherefore_trace::Trace;

/// The bits of some variables along a run.
#[derive(Clone, Debug, Default)]
pub struct Witness {
    /// In any order.
    pub bits: Vec<Bit>,
}

/// One bit at one tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bit {
    /// Steps from the start.
    pub tick: u32,
    /// The variable.
    pub var: VarId,
    /// Which of its bits.
    pub bit: u32,
    /// Whether it is one.
    pub value: bool,
}

impl Witness {
    /// A run of the model with these bits whose tick at this distance makes `good` false.
    pub fn run(
        &self,
        mut model: Cone,
        (good, depth): (TermId, u32),
        solver: Box<dyn Solver>,
        stop: &Stop,
    ) -> Result<Option<Trace>, NoAnswer> {
        let facts: Vec<(TermId, &Bit)> =
            self.bits.iter().map(|bit| (bit_term(&mut model.system.terms, bit.var, bit.bit), bit)).collect();
        let mut unroller = Unroller::new(&model, solver)?;
        unroller.assert_init()?;
        unroller.reach(depth)?;
        let mut literals = vec![!unroller.literal(good, depth)?];
        for (term, bit) in facts.into_iter().filter(|(_, bit)| bit.tick <= depth) {
            let literal = unroller.literal(term, bit.tick)?;
            literals.push(if bit.value { literal } else { !literal });
        }
        if unroller.is_sat(&literals, None, stop)? { unroller.trace(depth).map(Some) } else { Ok(None) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solvers::sat;
    use wherefore_ir::text;
    use wherefore_solve::Engine;

    #[test]
    fn what_is_told_is_a_run_or_refuted() {
        let system = "system \"toggle\"\nvar a : bool state\nvar b : bool state\ninit (not a)\ninit (not b)\nnext a = (not a)\n\
                      next b = a\nproperty \"p\" invariant (not (and (not a) b)) text \"p\"\n";
        let system = text::parse(system).expect("a system");
        let (var, _) = system.vars().next().expect("a");
        let run = |ticks: &[bool], depth| {
            let bits = (0..).zip(ticks).map(|(tick, value)| Bit { tick, var, bit: 0, value: *value }).collect();
            let solver = sat(Engine::best())().expect("a solver");
            let run =
                Witness { bits }.run(Cone::whole(&system), (system.properties[0].term, depth), solver, &Stop::new());
            run.expect("an answer").map(|trace| trace.len())
        };
        assert_eq!(run(&[false, true, false], 2), Some(3));
        assert_eq!(run(&[], 2), Some(3));
        assert_eq!(run(&[false, false, false], 2), None);
        assert_eq!(run(&[false, true], 1), None);
    }
}
