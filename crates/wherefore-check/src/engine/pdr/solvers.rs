//! The three solvers of PDR: one with the steps and frames, one for generalising predecessors, one with the first ticks.

use super::cube::Cube;
use crate::{Cone, NoAnswer};
use std::collections::BTreeSet;
use wherefore_ir::{TermId, VarId};
use wherefore_solve::{Answer, Engine, Lit, SatSolver, Solver, Stop};

/// Solvers and the table of state bits.
pub(super) struct Solvers<'a> {
    stop: &'a Stop,
    /// Which variable and which of its bits a state bit is.
    pub(super) bits: Vec<(VarId, u32)>,
    main: SatSolver,
    now: Vec<Lit>,
    next: Vec<Lit>,
    inputs: Vec<Lit>,
    /// Switches on the step: a bad state need not have a successor.
    step: Lit,
    /// Switches on the first ticks (index 0) and the clauses kept at each frame.
    switches: Vec<Lit>,
    bad: Lit,
    lift: Lift,
    init: SatSolver,
    init_bits: Vec<Lit>,
    init_bad: Lit,
    /// Unsat core behind the last "yes, inductive".
    asked: Option<Cube>,
    /// The switch of a clause that served one question only. It is retired before the next: retiring it at once would
    /// lose the solver's model.
    spent: Option<Lit>,
}

/// Which part of a state is needed for a step, or for being bad.
struct Lift {
    solver: SatSolver,
    now: Vec<Lit>,
    next: Vec<Lit>,
    inputs: Vec<Lit>,
    step: Lit,
    bad: Lit,
}

fn state_bits(model: &Cone, solver: &mut SatSolver, tick: u32) -> Result<Vec<Lit>, NoAnswer> {
    let vars: Vec<VarId> = model.state_vars().collect();
    bits_of(model, solver, &vars, tick)
}

fn bits_of(model: &Cone, solver: &mut SatSolver, vars: &[VarId], tick: u32) -> Result<Vec<Lit>, NoAnswer> {
    let mut bits = Vec::new();
    for var in vars {
        bits.extend(solver.var_bits(&model.system.terms, *var, tick)?);
    }
    Ok(bits)
}

/// A literal for the conjunction of formulas at their ticks.
fn conjunction(model: &Cone, solver: &mut SatSolver, parts: &[(TermId, u32)]) -> Result<Lit, NoAnswer> {
    let all = solver.fresh()?;
    let mut reverse = vec![all];
    for (term, tick) in parts {
        let literal = solver.literal(&model.system.terms, *term, *tick)?;
        solver.clause(&[!all, literal])?;
        reverse.push(!literal);
    }
    solver.clause(&reverse)?;
    Ok(all)
}

impl Lift {
    fn new(model: &Cone, good: TermId, engine: Engine) -> Result<Lift, NoAnswer> {
        let mut solver = SatSolver::new(engine)?;
        let at = |list: &[TermId], tick| list.iter().map(move |t| (*t, tick)).collect::<Vec<_>>();
        let mut parts = at(&model.step, 0);
        parts.extend(at(&model.invar, 0));
        parts.extend(at(&model.invar, 1));
        let step = conjunction(model, &mut solver, &parts)?;
        let good = solver.literal(&model.system.terms, good, 0)?;
        let legal = conjunction(model, &mut solver, &at(&model.invar, 0))?;
        let bad = solver.fresh()?;
        solver.clause(&[!bad, !good])?;
        solver.clause(&[!bad, legal])?;
        solver.clause(&[bad, good, !legal])?;
        let inputs: Vec<VarId> = model.input_vars().collect();
        let now = state_bits(model, &mut solver, 0)?;
        let next = state_bits(model, &mut solver, 1)?;
        let mut input_bits = bits_of(model, &mut solver, &inputs, 0)?;
        input_bits.extend(bits_of(model, &mut solver, &inputs, 1)?);
        Ok(Lift { solver, now, next, inputs: input_bits, step, bad })
    }
}

impl<'a> Solvers<'a> {
    pub(super) fn new(model: &Cone, good: TermId, engine: Engine, stop: &'a Stop) -> Result<Self, NoAnswer> {
        let terms = &model.system.terms;
        let mut main = SatSolver::new(engine)?;
        let step = main.fresh()?;
        for term in &model.invar {
            main.assert(terms, *term, 0)?;
        }
        for (list, tick) in [(&model.step, 0), (&model.invar, 1)] {
            for term in list {
                let literal = main.literal(terms, *term, tick)?;
                main.clause(&[!step, literal])?;
            }
        }
        let (now, next) = (state_bits(model, &mut main, 0)?, state_bits(model, &mut main, 1)?);
        let input_vars: Vec<VarId> = model.input_vars().collect();
        let mut inputs = bits_of(model, &mut main, &input_vars, 0)?;
        inputs.extend(bits_of(model, &mut main, &input_vars, 1)?);
        let first = main.fresh()?;
        for term in &model.init {
            let literal = main.literal(terms, *term, 0)?;
            main.clause(&[!first, literal])?;
        }
        let bad = !main.literal(terms, good, 0)?;

        let mut init = SatSolver::new(engine)?;
        for term in model.init.iter().chain(&model.invar) {
            init.assert(terms, *term, 0)?;
        }
        let init_bits = state_bits(model, &mut init, 0)?;
        let init_bad = !init.literal(terms, good, 0)?;

        let mut bits = Vec::new();
        for var in model.state_vars() {
            let count = main.var_bits(terms, var, 0)?.len() as u32;
            bits.extend((0..count).map(|b| (var, b)));
        }
        let lift = Lift::new(model, good, engine)?;
        let switches = vec![first];
        Ok(Solvers {
            stop,
            bits,
            main,
            now,
            next,
            inputs,
            step,
            switches,
            bad,
            lift,
            init,
            init_bits,
            init_bad,
            asked: None,
            spent: None,
        })
    }

    /// A switch for one more frame.
    pub(super) fn add_frame(&mut self) -> Result<(), NoAnswer> {
        // Two more than frames: clauses can be passed on beyond the last frame.
        while self.switches.len() < 3 {
            self.switches.push(self.main.fresh()?);
        }
        self.switches.push(self.main.fresh()?);
        Ok(())
    }

    /// Excludes a cube from a frame and those before it.
    pub(super) fn add_clause(&mut self, cube: &Cube, level: usize) -> Result<(), NoAnswer> {
        let mut clause = vec![!self.switches[level]];
        clause.extend(cube.0.iter().map(|(bit, value)| literal(&self.now, *bit, !*value)));
        Ok(self.main.clause(&clause)?)
    }

    pub(super) fn init_meets_bad(&mut self) -> Result<bool, NoAnswer> {
        answer(self.init.check(&[self.init_bad], None, self.stop)?)
    }

    pub(super) fn init_meets(&mut self, cube: &Cube) -> Result<bool, NoAnswer> {
        let assumptions = placed(cube, &self.init_bits);
        answer(self.init.check(&assumptions, None, self.stop)?)
    }

    /// A cube of bad states in a frame.
    pub(super) fn bad_state(&mut self, level: usize) -> Result<Option<Cube>, NoAnswer> {
        let mut assumptions = self.frame(level);
        assumptions.push(self.bad);
        if !answer(self.main.check(&assumptions, None, self.stop)?)? {
            return Ok(None);
        }
        let state = self.state()?;
        let mut fixed = self.input_values()?;
        fixed.push(!self.lift.bad);
        self.generalised(state, fixed).map(Some)
    }

    /// A cube of predecessors of `cube` in a frame, outside `cube` itself; or nothing, and then a core can be asked for.
    pub(super) fn predecessor(&mut self, cube: &Cube, level: usize) -> Result<Option<Cube>, NoAnswer> {
        if self.is_inductive(cube, level)? {
            return Ok(None);
        }
        let state = self.state()?;
        let mut fixed = self.input_values()?;
        for (index, literal) in self.next.iter().enumerate() {
            let lifted = self.lift.next[index];
            fixed.push(if self.main.truth(*literal)? { lifted } else { !lifted });
        }
        fixed.push(!self.lift.step);
        self.generalised(state, fixed).map(Some)
    }

    /// Whether no step leads from the frame without the cube into the cube.
    pub(super) fn is_inductive(&mut self, cube: &Cube, level: usize) -> Result<bool, NoAnswer> {
        if let Some(spent) = self.spent.take() {
            self.main.clause(&[!spent])?;
        }
        // The clause "not the cube, now" is on only for this question.
        let once = self.main.fresh()?;
        let mut clause = vec![!once];
        clause.extend(cube.0.iter().map(|(bit, value)| literal(&self.now, *bit, !*value)));
        self.main.clause(&clause)?;
        let mut assumptions = self.frame(level);
        assumptions.extend([self.step, once]);
        assumptions.extend(placed(cube, &self.next));
        let sat = answer(self.main.check(&assumptions, None, self.stop)?)?;
        if !sat {
            self.asked = Some(self.shrunk(cube)?);
        }
        self.spent = Some(once);
        Ok(!sat)
    }

    /// The part of the last inductive cube that the answer rested on, still disjoint from the first ticks.
    pub(super) fn core_of_last_query(&mut self) -> Result<Cube, NoAnswer> {
        self.asked.take().ok_or_else(|| NoAnswer::Refuted("pdr asked for a core that nobody found".to_owned()))
    }

    fn shrunk(&mut self, cube: &Cube) -> Result<Cube, NoAnswer> {
        let core: BTreeSet<Lit> = self.main.core()?.into_iter().collect();
        let mut keep: Vec<bool> = placed(cube, &self.next).iter().map(|l| core.contains(l)).collect();
        let small = cube.filtered(&keep);
        if !small.0.is_empty() && !self.init_meets(&small)? {
            return Ok(small);
        }
        // Put back what keeps the first ticks out: the core of their disjointness.
        if self.init_meets(cube)? {
            return Ok(cube.clone());
        }
        let apart: BTreeSet<Lit> = self.init.core()?.into_iter().collect();
        for (kept, literal) in keep.iter_mut().zip(placed(cube, &self.init_bits)) {
            *kept |= apart.contains(&literal);
        }
        Ok(cube.filtered(&keep))
    }

    fn frame(&self, level: usize) -> Vec<Lit> {
        self.switches[level..].to_vec()
    }

    fn state(&mut self) -> Result<Vec<bool>, NoAnswer> {
        let now = self.now.clone();
        now.into_iter().map(|l| Ok(self.main.truth(l)?)).collect()
    }

    fn input_values(&mut self) -> Result<Vec<Lit>, NoAnswer> {
        let mut fixed = Vec::with_capacity(self.inputs.len());
        for (index, literal) in self.inputs.iter().enumerate() {
            let lifted = self.lift.inputs[index];
            fixed.push(if self.main.truth(*literal)? { lifted } else { !lifted });
        }
        Ok(fixed)
    }

    /// The bits of `state` that, with `fixed`, make what `fixed` denies unavoidable.
    fn generalised(&mut self, state: Vec<bool>, fixed: Vec<Lit>) -> Result<Cube, NoAnswer> {
        let whole = Cube(state.iter().enumerate().map(|(i, v)| (i as u32, *v)).collect());
        let mut assumptions = fixed;
        assumptions.extend(placed(&whole, &self.lift.now));
        if answer(self.lift.solver.check(&assumptions, None, self.stop)?)? {
            return Err(NoAnswer::Refuted("pdr: a step of the model is not a step".to_owned()));
        }
        let core: BTreeSet<Lit> = self.lift.solver.core()?.into_iter().collect();
        let keep: Vec<bool> = placed(&whole, &self.lift.now).iter().map(|l| core.contains(l)).collect();
        Ok(whole.filtered(&keep))
    }
}

fn literal(bits: &[Lit], bit: u32, value: bool) -> Lit {
    let literal = bits[bit as usize];
    if value { literal } else { !literal }
}

fn placed(cube: &Cube, bits: &[Lit]) -> Vec<Lit> {
    cube.0.iter().map(|(bit, value)| literal(bits, *bit, *value)).collect()
}

fn answer(answer: Answer) -> Result<bool, NoAnswer> {
    match answer {
        Answer::Sat => Ok(true),
        Answer::Unsat => Ok(false),
        Answer::Unknown(undecided) => Err(undecided.into()),
    }
}
