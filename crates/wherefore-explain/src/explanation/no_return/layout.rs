//! A model laid out in a solver from any tick on, so that all questions about points of no return share what the solver
//! learns.
//!
//! Nothing is asserted: each tick adds literals that imply what they stand for, and a question is a list of [`Fact`]s to
//! assume. So runs of different lengths, from different states, stand side by side, also where a run cannot go on.
//!
//! ```text
//! tick        0      1      2             legal(2):  these are three ticks of a run, from whatever state
//! state       a  ->  b  ->  a             kept(2):   and the claim holds at each of them
//! companion   a      a      a             closed(2): the state of one of them is that of an earlier one
//! ```
//!
//! *Closing.* A frozen companion of the state has the value at which a lasso closes; it is met at two ticks.
//! *Dead ends.* `stuck(k)` says that one of the ticks up to `k` has none of the successors that are known so far (`dead_end`).

use crate::cause::companions;
use wherefore_check::solvers::Maker;
use wherefore_check::{Cone, NoAnswer};
use wherefore_ir::{Sort, System, TermId, Terms, Value, VarId};
use wherefore_solve::{Answer, Lit, Solver, Stop};
use wherefore_trace::{Step, Trace};

/// Limit of one question, in conflicts and in the resource units of an SMT solver: more is not worth it here.
const CONFLICTS: u64 = 20_000;
const UNITS: u64 = 10_000_000;

/// Subject of the questions: a model, with companions to close lassos, and what should always hold.
pub(super) struct Ground {
    /// Cone for runs, without fairness.
    pub(super) model: Cone,
    /// Claim that should hold at every tick.
    pub(super) good: TermId,
    /// The state is that of the companions.
    same: TermId,
    /// How many variables the system itself has.
    own: usize,
    /// Whether the form of the model shows that every tick has a successor.
    pub(super) is_total: bool,
}

impl Ground {
    /// Cone of `good` on runs of the system.
    pub(super) fn new(system: &System, good: TermId) -> Ground {
        let mut plain = system.clone();
        plain.justice.clear();
        plain.compassion.clear();
        let is_total = Cone::whole(&plain).is_total();
        let (mut model, same) = companions(&plain, vec![good], false);
        let same = model.system.terms.and(same);
        Ground { model, good, same, own: system.terms.var_count(), is_total }
    }

    /// The variables of the system that matter.
    pub(super) fn vars(&self) -> impl Iterator<Item = VarId> + '_ {
        self.model.vars.iter().copied().filter(|v| v.index() < self.own)
    }

    /// Variables that make up a state.
    pub(super) fn states(&self) -> impl Iterator<Item = VarId> + '_ {
        self.model.state_vars().filter(|v| v.index() < self.own)
    }
}

/// Something to assume.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fact {
    /// A formula at a tick.
    Given(TermId, u32),
    /// The ticks up to this one are those of a run.
    Legal(u32),
    /// And the claim holds at each of them.
    Kept(u32),
    /// The state at one of them is that of an earlier one.
    Closed(u32),
    /// The claim is false at one of them, the first of which only has to be legal up to there.
    Broken(u32),
    /// A run that keeps the claim ends at one of them, as far as its successors are known.
    Stuck(u32),
}

/// The literals of a tick.
struct Tick {
    legal: Lit,
    kept: Lit,
    /// The state is that of the companions.
    same: Lit,
    /// The state was that of the companions at an earlier tick.
    before: Lit,
    closed: Lit,
    broken: Lit,
    ends: Lit,
    stuck: Lit,
}

/// The model in a solver.
pub(super) struct Layout<'a> {
    pub(super) ground: &'a Ground,
    pub(super) solver: Box<dyn Solver>,
    ticks: Vec<Tick>,
    /// Formulas: a tick has a certain successor, one for each found so far.
    successors: Vec<TermId>,
    effort: u64,
    stop: &'a Stop,
}

impl<'a> Layout<'a> {
    /// An empty layout.
    pub(super) fn new(ground: &'a Ground, make: &Maker, stop: &'a Stop) -> Result<Layout<'a>, NoAnswer> {
        let solver = make()?;
        let effort = if solver.capabilities().handles(Sort::Int) { UNITS } else { CONFLICTS };
        Ok(Layout { ground, solver, ticks: Vec::new(), successors: Vec::new(), effort, stop })
    }

    /// Whether a run exists on which all this holds. `terms` extends the arena of the model, always by the same terms.
    pub(super) fn ask(&mut self, terms: &Terms, facts: &[Fact]) -> Result<bool, NoAnswer> {
        self.ask_also(terms, facts, &[])
    }

    /// Asks with further literals of this solver.
    pub(super) fn ask_also(&mut self, terms: &Terms, facts: &[Fact], also: &[Lit]) -> Result<bool, NoAnswer> {
        let mut assumed = facts.iter().map(|f| self.literal(terms, *f)).collect::<Result<Vec<Lit>, NoAnswer>>()?;
        assumed.extend(also);
        match self.solver.check(&assumed, Some(self.effort), self.stop)? {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(undecided) => Err(undecided.into()),
        }
    }

    /// The literal of a fact.
    pub(super) fn literal(&mut self, terms: &Terms, fact: Fact) -> Result<Lit, NoAnswer> {
        let (tick, of): (u32, fn(&Tick) -> Lit) = match fact {
            Fact::Given(term, tick) => return Ok(self.solver.literal(terms, term, tick)?),
            Fact::Legal(tick) => (tick, |t| t.legal),
            Fact::Kept(tick) => (tick, |t| t.kept),
            Fact::Closed(tick) => (tick, |t| t.closed),
            Fact::Broken(tick) => (tick, |t| t.broken),
            Fact::Stuck(tick) => (tick, |t| t.stuck),
        };
        while self.ticks.len() <= tick as usize {
            self.add_tick(terms)?;
        }
        self.ticks.get(tick as usize).map(of).ok_or_else(|| NoAnswer::Refuted("a tick is missing".to_owned()))
    }

    fn add_tick(&mut self, terms: &Terms) -> Result<(), NoAnswer> {
        let number = self.ticks.len() as u32;
        let [legal, kept, before, closed, ends, broken, stuck, breaks, closes] = self.fresh()?;
        let (good, same) = (self.at(terms, self.ground.good, number)?, self.at(terms, self.ground.same, number)?);
        for term in self.ground.model.invar.clone() {
            let literal = self.at(terms, term, number)?;
            self.implies(legal, &[literal])?;
        }
        let past = self.ticks.last().map(|t| [t.legal, t.kept, t.before, t.same, t.closed, t.broken, t.stuck]);
        if let Some([was_legal, was_kept, ..]) = past {
            for term in self.ground.model.step.clone() {
                let literal = self.at(terms, term, number - 1)?;
                self.implies(legal, &[literal])?;
            }
            self.implies(legal, &[was_legal])?;
            self.implies(kept, &[was_kept])?;
        }
        for part in [legal, good] {
            self.implies(kept, &[part])?;
        }
        // Each of these is so at this tick, or was so before.
        let (mut earlier, mut closed_or, mut broken_or, mut stuck_or) =
            (vec![], vec![closes], vec![breaks], vec![ends]);
        if let Some([_, _, was_before, was_same, was_closed, was_broken, was_stuck]) = past {
            earlier.extend([was_before, was_same]);
            closed_or.push(was_closed);
            broken_or.push(was_broken);
            stuck_or.push(was_stuck);
        }
        for (literal, either) in [(before, earlier), (closed, closed_or), (broken, broken_or), (stuck, stuck_or)] {
            self.implies(literal, &either)?;
        }
        for (literal, parts) in [(closes, [same, before]), (breaks, [legal, !good]), (ends, [kept, kept])] {
            for part in parts {
                self.implies(literal, &[part])?;
            }
        }
        self.ticks.push(Tick { legal, kept, same, before, closed, broken, ends, stuck });
        for place in 0..self.successors.len() {
            self.exclude(terms, place, number)?;
        }
        Ok(())
    }

    /// A tick from which a successor leads on is no dead end: `term` says so of a tick.
    pub(super) fn add_successor(&mut self, terms: &Terms, term: TermId) -> Result<(), NoAnswer> {
        self.successors.push(term);
        (0..self.ticks.len() as u32).try_for_each(|tick| self.exclude(terms, self.successors.len() - 1, tick))
    }

    fn exclude(&mut self, terms: &Terms, successor: usize, tick: u32) -> Result<(), NoAnswer> {
        let (Some(term), Some(ends)) = (self.successors.get(successor), self.ticks.get(tick as usize).map(|t| t.ends))
        else {
            return Ok(());
        };
        let has = self.at(terms, *term, tick)?;
        self.implies(ends, &[!has])
    }

    /// After [`Fact::Stuck`] was possible: the first tick at which the run ends.
    pub(super) fn ending(&mut self, last: u32) -> Result<Option<u32>, NoAnswer> {
        for tick in 0..=last {
            let Some(ends) = self.ticks.get(tick as usize).map(|t| t.ends) else { break };
            if self.solver.truth(ends)? {
                return Ok(Some(tick));
            }
        }
        Ok(None)
    }

    /// The ticks up to `last` in the solver's model.
    pub(super) fn trace(&mut self, terms: &Terms, last: u32) -> Result<Trace, NoAnswer> {
        let mut steps = Vec::new();
        for tick in 0..=last {
            let mut step = Step::empty(&self.ground.model.system);
            for (var, _) in self.ground.model.system.terms.vars() {
                step.set(var, self.solver.value(terms, var, tick)?);
            }
            steps.push(step);
        }
        Ok(Trace::finite(steps))
    }

    fn at(&mut self, terms: &Terms, term: TermId, tick: u32) -> Result<Lit, NoAnswer> {
        Ok(self.solver.literal(terms, term, tick)?)
    }

    fn fresh<const N: usize>(&mut self) -> Result<[Lit; N], NoAnswer> {
        let mut literals = [Lit::new(0, false); N];
        for literal in &mut literals {
            *literal = self.solver.fresh()?;
        }
        Ok(literals)
    }

    fn implies(&mut self, literal: Lit, any: &[Lit]) -> Result<(), NoAnswer> {
        let clause: Vec<Lit> = std::iter::once(!literal).chain(any.iter().copied()).collect();
        Ok(self.solver.clause(&clause)?)
    }
}

/// Formula: some variables have the values of a tick.
pub(super) fn equals<'v>(terms: &mut Terms, values: impl IntoIterator<Item = (VarId, &'v Value)>) -> TermId {
    let mut parts = Vec::new();
    for (var, value) in values {
        let (now, value) = (terms.now(var), terms.mk_const(value.clone()));
        parts.push(terms.eq(now, value));
    }
    terms.and(parts)
}
