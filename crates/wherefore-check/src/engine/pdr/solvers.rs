//! The three solvers of PDR: one with the steps and frames, one for [lifting](super::lift), one with the first ticks.

use super::cube::{BitLit, Cube, literal, placed};
use super::lift::{Ends, Lift};
use crate::{Cone, NoAnswer};
use std::collections::BTreeSet;
use wherefore_ir::{TermId, VarId};
use wherefore_solve::{Answer, Engine, Lit, SatSolver, Solver, Stop};

/// Solvers and the table of state bits.
pub(super) struct Solvers<'a> {
    stop: &'a Stop,
    /// Which variable and which of its bits a state bit is.
    pub(super) bits: Vec<(VarId, u32)>,
    main: Main,
    lift: Lift,
    init: SatSolver,
    init_bits: Vec<Lit>,
    init_bad: Lit,
    /// The value that each bit has in every first tick, if there is one.
    init_values: Vec<Option<bool>>,
    /// Unsat core behind the last "yes, inductive".
    asked: Option<Cube>,
    /// The switch of a clause that served one question only. It is retired before the next: retiring it at once would
    /// lose the solver's model.
    spent: Option<Lit>,
}

pub(super) fn state_bits(model: &Cone, solver: &mut SatSolver, tick: u32) -> Result<Vec<Lit>, NoAnswer> {
    let vars: Vec<VarId> = model.state_vars().collect();
    bits_of(model, solver, &vars, tick)
}

pub(super) fn bits_of(model: &Cone, solver: &mut SatSolver, vars: &[VarId], tick: u32) -> Result<Vec<Lit>, NoAnswer> {
    let mut bits = Vec::new();
    for var in vars {
        bits.extend(solver.var_bits(&model.system.terms, *var, tick)?);
    }
    Ok(bits)
}

/// The solver with the steps and the clauses of all frames.
struct Main {
    solver: SatSolver,
    now: Vec<Lit>,
    next: Vec<Lit>,
    inputs: Vec<Lit>,
    /// Switches on the step: a bad state need not have a successor.
    step: Lit,
    /// Switches on the first ticks (index 0) and the clauses kept at each frame.
    switches: Vec<Lit>,
    bad: Lit,
}

impl Main {
    fn new(model: &Cone, good: TermId, engine: Engine) -> Result<Main, NoAnswer> {
        let terms = &model.system.terms;
        let mut solver = SatSolver::for_many(engine)?;
        let step = solver.fresh()?;
        for term in &model.invar {
            solver.assert(terms, *term, 0)?;
        }
        for (list, tick) in [(&model.step, 0), (&model.invar, 1)] {
            for term in list {
                let literal = solver.literal(terms, *term, tick)?;
                solver.clause(&[!step, literal])?;
            }
        }
        let (now, next) = (state_bits(model, &mut solver, 0)?, state_bits(model, &mut solver, 1)?);
        let input_vars: Vec<VarId> = model.input_vars().collect();
        let mut inputs = bits_of(model, &mut solver, &input_vars, 0)?;
        inputs.extend(bits_of(model, &mut solver, &input_vars, 1)?);
        let first = solver.fresh()?;
        for term in &model.init {
            let literal = solver.literal(terms, *term, 0)?;
            solver.clause(&[!first, literal])?;
        }
        let bad = !solver.literal(terms, good, 0)?;
        solver.simplify(&[&now[..], &next, &inputs, &[step, first, bad]].concat())?;
        Ok(Main { solver, now, next, inputs, step, switches: vec![first], bad })
    }

    /// Makes sure that there are this many switches.
    fn grow(&mut self, count: usize) -> Result<(), NoAnswer> {
        while self.switches.len() < count {
            self.switches.push(self.solver.fresh()?);
        }
        Ok(())
    }

    /// Excludes a cube, now, while a switch is on.
    fn exclude(&mut self, cube: &Cube, switch: Lit) -> Result<(), NoAnswer> {
        let mut clause = vec![!switch];
        clause.extend(cube.0.iter().map(|(bit, value)| literal(&self.now, *bit, !*value)));
        Ok(self.solver.clause(&clause)?)
    }

    fn frame(&self, level: usize) -> Vec<Lit> {
        self.switches[level..].to_vec()
    }

    /// Both ends of the step in the last model.
    fn ends(&mut self) -> Result<Ends, NoAnswer> {
        let mut values =
            |bits: &[Lit]| bits.iter().map(|l| Ok(self.solver.truth(*l)?)).collect::<Result<_, NoAnswer>>();
        Ok(Ends { now: values(&self.now)?, next: values(&self.next)?, inputs: values(&self.inputs)? })
    }
}

impl<'a> Solvers<'a> {
    pub(super) fn new(model: &Cone, good: TermId, engine: Engine, stop: &'a Stop) -> Result<Self, NoAnswer> {
        let terms = &model.system.terms;
        let mut main = Main::new(model, good, engine)?;
        let mut init = SatSolver::for_many(engine)?;
        for term in model.init.iter().chain(&model.invar) {
            init.assert(terms, *term, 0)?;
        }
        let init_bits = state_bits(model, &mut init, 0)?;
        let init_bad = !init.literal(terms, good, 0)?;

        let mut bits = Vec::new();
        for var in model.state_vars() {
            let count = main.solver.var_bits(terms, var, 0)?.len() as u32;
            bits.extend((0..count).map(|b| (var, b)));
        }
        let lift = Lift::new(model, good, engine, bits.iter().map(|(var, _)| *var).collect())?;
        let init_values = vec![None; bits.len()];
        let mut solvers =
            Solvers { stop, bits, main, lift, init, init_bits, init_bad, init_values, asked: None, spent: None };
        solvers.find_init_values()?;
        Ok(solvers)
    }

    /// Finds the bits that are the same in every first tick: a cube that has one of them wrong meets none.
    fn find_init_values(&mut self) -> Result<(), NoAnswer> {
        if !answer(self.init.check(&[], None, self.stop)?)? {
            return Ok(());
        }
        let bits = self.init_bits.clone();
        let mut open: Vec<Option<bool>> =
            bits.iter().map(|l| Ok(Some(self.init.truth(*l)?))).collect::<Result<_, NoAnswer>>()?;
        for place in 0..bits.len() {
            let Some(value) = open[place] else { continue };
            let other = if value { !bits[place] } else { bits[place] };
            if !answer(self.init.check(&[other], None, self.stop)?)? {
                self.init_values[place] = Some(value);
                continue;
            }
            for (known, bit) in open.iter_mut().zip(&bits) {
                if *known != Some(self.init.truth(*bit)?) {
                    *known = None;
                }
            }
        }
        Ok(())
    }

    /// A switch for one more frame.
    pub(super) fn add_frame(&mut self) -> Result<(), NoAnswer> {
        // Two more than frames: clauses can be passed on beyond the last frame.
        self.main.grow(self.main.switches.len().max(3) + 1)
    }

    /// Excludes a cube from a frame and those before it.
    pub(super) fn add_clause(&mut self, cube: &Cube, level: usize) -> Result<(), NoAnswer> {
        self.main.exclude(cube, self.main.switches[level])
    }

    pub(super) fn init_meets_bad(&mut self) -> Result<bool, NoAnswer> {
        answer(self.init.check(&[self.init_bad], None, self.stop)?)
    }

    pub(super) fn init_meets(&mut self, cube: &Cube) -> Result<bool, NoAnswer> {
        if cube.0.iter().any(|(bit, value)| self.init_values[*bit as usize] == Some(!*value)) {
            return Ok(false);
        }
        let assumptions = placed(cube, &self.init_bits);
        answer(self.init.check(&assumptions, None, self.stop)?)
    }

    /// A cube of bad states in a frame.
    pub(super) fn bad_state(&mut self, level: usize) -> Result<Option<Cube>, NoAnswer> {
        let mut assumptions = self.main.frame(level);
        assumptions.push(self.main.bad);
        if !answer(self.main.solver.check(&assumptions, None, self.stop)?)? {
            return Ok(None);
        }
        let ends = self.main.ends()?;
        self.lift.bad(&ends, self.stop).map(Some)
    }

    /// A cube of predecessors of `cube` in a frame, outside `cube` itself; or nothing, and then a core can be asked for.
    pub(super) fn predecessor(&mut self, cube: &Cube, level: usize) -> Result<Option<Cube>, NoAnswer> {
        if self.is_inductive(cube, level)? {
            return Ok(None);
        }
        self.last_predecessor(cube).map(|(before, _)| Some(before))
    }

    /// The predecessors of a cube that was just found not to be inductive, and the one of them that was found.
    pub(super) fn last_predecessor(&mut self, cube: &Cube) -> Result<(Cube, Vec<bool>), NoAnswer> {
        let ends = self.main.ends()?;
        let before = self.lift.before(cube, &ends, self.stop)?;
        Ok((before, ends.now))
    }

    /// Whether no step leads from the frame without the cube into the cube.
    pub(super) fn is_inductive(&mut self, cube: &Cube, level: usize) -> Result<bool, NoAnswer> {
        let main = &mut self.main;
        if let Some(spent) = self.spent.take() {
            main.solver.clause(&[!spent])?;
        }
        // The clause "not the cube, now" is on only for this question.
        let once = main.solver.fresh()?;
        main.exclude(cube, once)?;
        let mut assumptions = main.frame(level);
        assumptions.extend([main.step, once]);
        assumptions.extend(placed(cube, &main.next));
        let sat = answer(main.solver.check(&assumptions, None, self.stop)?)?;
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
        let core: BTreeSet<Lit> = self.main.solver.core()?.into_iter().collect();
        let mut keep: Vec<bool> = placed(cube, &self.main.next).iter().map(|l| core.contains(l)).collect();
        let small = cube.filtered(&keep);
        if !small.0.is_empty() && !self.init_meets(&small)? {
            return Ok(small);
        }
        // Put back what keeps the first ticks out: a bit that is wrong there, or the core of their disjointness.
        let wrong = |(bit, value): &BitLit| self.init_values[*bit as usize] == Some(!*value);
        if let Some(place) = cube.0.iter().position(wrong) {
            keep[place] = true;
            return Ok(cube.filtered(&keep));
        }
        if self.init_meets(cube)? {
            return Ok(cube.clone());
        }
        let apart: BTreeSet<Lit> = self.init.core()?.into_iter().collect();
        for (kept, literal) in keep.iter_mut().zip(placed(cube, &self.init_bits)) {
            *kept |= apart.contains(&literal);
        }
        Ok(cube.filtered(&keep))
    }
}

/// Whether there is a model; an answer that is none becomes the cause.
pub(super) fn answer(answer: Answer) -> Result<bool, NoAnswer> {
    match answer {
        Answer::Sat => Ok(true),
        Answer::Unsat => Ok(false),
        Answer::Unknown(undecided) => Err(undecided.into()),
    }
}
