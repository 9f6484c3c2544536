//! The shortest run of each class.
//!
//! The search finds a class by some run of it. Here every shorter length is asked about, the least first: is there a run that
//! fails at its last tick, and not before, and belongs to the class? What a solver can be asked is less: every block of the cause
//! has its value at some tick, for the reason that the class gives. A run that has all this is looked at itself, and if it does
//! not belong to the class it is forbidden, and the next one asked for. If none is left at any shorter length the run is a
//! shortest one; where a limit comes first, that is said.
//!
//! Forbidden are: if a cause of the run has fewer leaves than any cause of the class can have, every run with these leaves;
//! otherwise the run alone, with whatever the memories hold at the first tick that nothing reads there.

use super::instrument::Identity;
use super::rules::{Condition, Timing};
use super::search::{DataflowProblem, FailureSearch, Key, Run, acting};
use super::shown::choices;
use super::structural::{Node, StructuralCause};
use crate::Shorter;
use crate::lexmin::{LexMin, landmarks};
use std::collections::BTreeSet;
use std::rc::Rc;
use wherefore_check::{Cone, NoAnswer, Unroller};
use wherefore_ir::network::{BlockId, Gate};
use wherefore_ir::{Role, Sort, Terms, Value, VarId};
use wherefore_solve::Lit;
use wherefore_trace::{Trace, replay, replay_invariant};

/// Limits of finite models and of those with numbers, where each question goes to another process.
const LIMITS: [Limits; 2] =
    [Limits { tries: 48, questions: 1_500, effort: 20_000 }, Limits { tries: 6, questions: 120, effort: 3_000_000 }];

#[derive(Clone, Copy)]
struct Limits {
    /// How many runs are looked at for a class and a length.
    tries: usize,
    /// How many questions are asked for all classes.
    questions: usize,
    /// Limit of a question: conflicts, or the solver's own units.
    effort: u64,
}

/// Class that a run is wanted to belong to, and the lengths of the runs found so far.
struct Wanted {
    class: Kind,
    length: u32,
    /// Open as long as no shorter length than those asked about so far is left in doubt.
    is_open: bool,
}

enum Kind {
    /// The class of a cause.
    Way(Key),
    /// The class of the inputs that act.
    Family(Vec<String>),
}

/// Finds shorter runs of the classes of level 1, and says of each class whether there can be any.
pub fn ways(question: &DataflowProblem<'_>, search: &mut FailureSearch) {
    let wanted =
        |(key, found): &(Key, super::search::Found)| Wanted::new(Kind::Way(key.clone()), found.run.replay.last());
    let mut classes: Vec<Wanted> = search.found.iter().map(wanted).collect();
    for (place, (run, cause)) in least(question, search, &mut classes) {
        search.supersede(place, run, cause);
    }
    for ((_, found), class) in search.found.iter_mut().zip(&classes) {
        found.shorter = class.shorter();
    }
}

/// Finds shorter runs of the classes of level 2, and says of each class whether there can be any.
pub fn families(question: &DataflowProblem<'_>, search: &mut FailureSearch) {
    let mut classes: Vec<Wanted> = Vec::new();
    for (_, found) in search.found.iter().chain(&search.superseded) {
        let (Ok(cause), length) = (found.run.minimal(question), found.run.replay.last()) else { continue };
        let family = acting(question.program.system, cause);
        match classes.iter_mut().find(|c| matches!(&c.class, Kind::Family(f) if *f == family)) {
            Some(known) => known.length = known.length.min(length),
            None => classes.push(Wanted::new(Kind::Family(family), length)),
        }
    }
    for (_, (run, cause)) in least(question, search, &mut classes) {
        search.keep(run, cause);
    }
    let told = classes.into_iter().filter_map(|c| {
        let shorter = c.shorter();
        if let Kind::Family(family) = c.class { Some((family, shorter)) } else { None }
    });
    search.families = told.collect();
}

type Better = (Rc<Run>, StructuralCause);

/// Asks about growing lengths as long as there is a class with longer runs. Shorter runs are returned with the class.
fn least(question: &DataflowProblem<'_>, search: &FailureSearch, classes: &mut [Wanted]) -> Vec<(usize, Better)> {
    let mut better = Vec::new();
    let model = Cone::whole(question.cut);
    let Ok(mut layout) = Layout::new(question, &model) else {
        classes.iter_mut().filter(|c| c.length > search.floor).for_each(|c| c.is_open = false);
        return better;
    };
    let longest = classes.iter().map(|c| c.length).max().unwrap_or(0);
    for last in search.floor..longest {
        for (place, class) in classes.iter_mut().enumerate() {
            if !class.is_open || class.length <= last {
                continue;
            }
            match layout.ask(&class.class, last) {
                Ok(None) => {}
                Ok(Some(found)) => {
                    class.length = last;
                    better.push((place, found));
                }
                Err(_) => class.is_open = false,
            }
        }
    }
    better
}

impl Wanted {
    fn new(class: Kind, length: u32) -> Wanted {
        Wanted { class, length, is_open: true }
    }

    fn shorter(&self) -> Shorter {
        if self.is_open { Shorter::Impossible } else { Shorter::NotRuledOut }
    }
}

/// Runs that fail at their last tick and not before, of growing length, in a solver.
struct Layout<'a, 'm> {
    question: &'a DataflowProblem<'a>,
    model: &'m Cone,
    unroller: Unroller<'m>,
    terms: Terms,
    limits: Limits,
    /// The variables that the blocks of the sink read.
    read: BTreeSet<VarId>,
}

impl<'a, 'm> Layout<'a, 'm> {
    fn new(question: &'a DataflowProblem<'a>, model: &'m Cone) -> Result<Layout<'a, 'm>, NoAnswer> {
        let is_finite = model.is_finite();
        let mut unroller = Unroller::new(model, question.context.options.solvers().bounded(is_finite)()?)?;
        unroller.assert_init()?;
        let (limits, terms) = (LIMITS[usize::from(!is_finite)], model.system.terms.clone());
        Ok(Layout { question, model, unroller, terms, limits, read: read(question) })
    }

    /// A run of this length that belongs to a class, if one exists. Lengths must not fall from question to question.
    fn ask(&mut self, class: &Kind, last: u32) -> Result<Option<Better>, NoAnswer> {
        self.unroller.reach(last)?;
        let bad = !self.unroller.literal(self.question.good, last)?;
        let active = self.unroller.solver.fresh()?;
        self.require(active, class, last)?;
        for _ in 0..self.limits.tries {
            self.limits.questions = self.limits.questions.checked_sub(1).ok_or(NoAnswer::Effort)?;
            if !self.unroller.is_sat(&[bad, active], Some(self.limits.effort), self.question.context.stop)? {
                return Ok(None);
            }
            let run = self.run(last)?;
            let (run, causes) = FailureSearch::examine(self.question, run)?;
            match self.belongs(class, &run, &causes)? {
                Some(cause) => return Ok(Some(self.simpler(class, [bad, active], last).unwrap_or((run, cause)))),
                None => self.forbid(active, class, (&run, &causes))?,
            }
        }
        Err(NoAnswer::Effort)
    }

    /// The run in the solver's model, replayed.
    fn run(&mut self, last: u32) -> Result<Trace, NoAnswer> {
        let run = self.unroller.trace(last)?;
        let replayed = replay(self.question.cut, &run);
        replayed
            .and_then(|()| replay_invariant(self.question.cut, &run, self.question.good))
            .map_err(|e| NoAnswer::Refuted(e.to_string()))?;
        Ok(run)
    }

    /// The run with the simplest values, if that one belongs to the class as well.
    fn simpler(&mut self, class: &Kind, fixed: [Lit; 2], last: u32) -> Option<Better> {
        let choices = choices(self.model, last);
        let mut lex = LexMin::new(&mut self.unroller, &mut self.terms, fixed.to_vec(), self.question.context.stop);
        lex.minimise(&choices, &landmarks(&self.model.system.terms)).ok()?;
        lex.is_possible().ok().filter(|possible| *possible)?;
        let run = self.run(last).ok()?;
        let (run, causes) = FailureSearch::examine(self.question, run).ok()?;
        let cause = self.belongs(class, &run, &causes).ok()??;
        Some((run, cause))
    }

    /// The cause by which a run belongs to a class.
    fn belongs(
        &self,
        class: &Kind,
        run: &Run,
        causes: &[StructuralCause],
    ) -> Result<Option<StructuralCause>, NoAnswer> {
        match class {
            Kind::Way(key) => Ok(causes.iter().find(|c| c.key() == *key).cloned()),
            Kind::Family(family) => {
                let cause = run.minimal(self.question).map_err(Clone::clone)?;
                let is_own = acting(self.question.program.system, cause) == *family;
                Ok(causes.first().filter(|_| is_own).cloned())
            }
        }
    }

    /// Asserts what every run of a class has, if `active`.
    fn require(&mut self, active: Lit, class: &Kind, last: u32) -> Result<(), NoAnswer> {
        match class {
            Kind::Way(key) => key.iter().try_for_each(|identity| self.once(active, identity, last)),
            Kind::Family(family) => {
                let system = self.question.program.system;
                let is_own = |v: &VarId| family.contains(&system.terms.var(*v).name);
                let inputs = system.input_vars().filter(|v| system.terms.var(*v).sort == Sort::Bool);
                for var in inputs.filter(is_own).collect::<Vec<VarId>>() {
                    let now = self.terms.now(var);
                    let mut acts = vec![!active];
                    for tick in 0..=last {
                        acts.push(self.unroller.solver.literal(&self.terms, now, tick)?);
                    }
                    self.unroller.solver.clause(&acts)?;
                }
                Ok(())
            }
        }
    }

    /// Asserts that a block has its value at some tick for a reason, if `active`.
    fn once(&mut self, active: Lit, identity: &Identity, last: u32) -> Result<(), NoAnswer> {
        let mut somewhere = vec![!active];
        for tick in 0..=last {
            if let Some(parts) = self.there(identity, tick)? {
                let here = self.unroller.solver.fresh()?;
                for part in parts {
                    self.unroller.solver.clause(&[!here, part])?;
                }
                somewhere.push(here);
            }
        }
        Ok(self.unroller.solver.clause(&somewhere)?)
    }

    /// Conditions for a block to have its value at a tick for a reason; nothing if it cannot. Windows of patterns and
    /// values of numbers are left open.
    fn there(&mut self, (block, value, shape): &Identity, tick: u32) -> Result<Option<Vec<Lit>>, NoAnswer> {
        let program = self.question.program;
        let Some(value) = *value else { return Ok(Some(Vec::new())) };
        let mut parts = vec![self.truth((*block, value), tick)?];
        if program.patterns.at(*block).is_some() {
            return Ok(Some(parts));
        }
        let shapes = program.implicants(*block, &Value::Bool(value));
        for condition in shapes.iter().filter(|s| s.number == *shape).flat_map(|s| &s.conditions) {
            match condition {
                Condition::First if tick > 0 => return Ok(None),
                Condition::NotFirst if tick == 0 => return Ok(None),
                Condition::Value { block, value: Some(Value::Bool(wanted)), timing: Timing::Before(ticks) } => {
                    let Some(then) = tick.checked_sub(*ticks) else { return Ok(None) };
                    parts.push(self.truth((*block, *wanted), then)?);
                }
                _ => {}
            }
        }
        Ok(Some(parts))
    }

    fn truth(&mut self, (block, value): (BlockId, bool), tick: u32) -> Result<Lit, NoAnswer> {
        let literal = self.unroller.literal(self.question.program.network.block(block).value, tick)?;
        Ok(if value { literal } else { !literal })
    }

    /// Forbids a run that does not belong to a class, and those that cannot for the same reason.
    fn forbid(&mut self, active: Lit, class: &Kind, (run, causes): (&Run, &[StructuralCause])) -> Result<(), NoAnswer> {
        let mut clause = vec![!active];
        for (var, tick) in self.reason(class, run, causes) {
            let Some(value) = run.trace.steps[tick as usize].get(var).cloned() else { continue };
            let (now, value) = (self.terms.now(var), self.terms.mk_const(value));
            let equal = self.terms.eq(now, value);
            clause.push(!self.unroller.solver.literal(&self.terms, equal, tick)?);
        }
        Ok(self.unroller.solver.clause(&clause)?)
    }

    /// The choices for which a run does not belong to a class.
    fn reason(&self, class: &Kind, run: &Run, causes: &[StructuralCause]) -> Vec<(VarId, u32)> {
        let (program, last) = (self.question.program, run.replay.last());
        let leaf = |node: &Node| match program.network.block(node.block).gate {
            Gate::Input(var) | Gate::Pre(var) => Some((var, node.tick)),
            _ => None,
        };
        if let (Kind::Way(key), Some(cause)) = (class, causes.first()) {
            let is_input = |(block, ..): &&Identity| matches!(program.network.block(*block).gate, Gate::Input(_));
            let (needed, leaves) = (key.iter().filter(is_input).count(), cause.leaves(program));
            if leaves.len() < needed {
                return leaves.into_iter().filter_map(|l| leaf(&cause.nodes[l])).collect();
            }
        }
        let is_read =
            |v: &VarId| !program.unread.contains(v) && (matches!(class, Kind::Family(_)) || self.read.contains(v));
        let system = program.system;
        let at = |v: VarId| match system.role(v) {
            Role::Input => (0..=last).map(|t| (v, t)).collect::<Vec<_>>(),
            _ => vec![(v, 0)],
        };
        system.vars().map(|(v, _)| v).filter(is_read).flat_map(at).collect()
    }
}

/// The variables that the blocks of the sink read.
fn read(question: &DataflowProblem<'_>) -> BTreeSet<VarId> {
    let network = question.program.network;
    let mut seen = BTreeSet::from([question.sink]);
    let mut stack = vec![question.sink];
    let mut vars = BTreeSet::new();
    while let Some(block) = stack.pop().map(|b| network.block(b)) {
        if let Gate::Input(var) | Gate::Pre(var) = block.gate {
            vars.insert(var);
        }
        stack.extend(block.inputs.iter().filter(|b| seen.insert(**b)));
    }
    vars
}
