//! Liveness to safety: a fair infinite run of a finite system is a lasso, and a lasso is a tick that was seen before.
//!
//! The system gets a copy of its state that is taken once, at a tick of its own choice, and kept: `saved` says that it was
//! taken before this tick. From that tick on, bits note which fairness conditions were met. The lasso is closed when the
//! state is that of the copy again and every condition was met on the way (Biere, Artho and Schuppan 2002). So bounded search
//! for "closed" finds shortest lassos, and a proof that it never happens proves that there is no fair run, if the state is
//! finite. With unbounded data only the lassos count.
//!
//! ```text
//! tick        0   1   2   3
//! x           5   6   7   6        the copy is taken at tick 1
//! saved       f   f   t   t
//! copy of x   -   -   6   6        closed at tick 3: the run is 5 (6 7) (6 7) ...
//! ```
//!
//! Frozen variables need no copy, nor does a variable that a restriction on all ticks computes from others.

use super::{Answer, Answers, Capabilities, Data, Engine, EngineContext, Family, Problem, Product, pdr};
use crate::solvers::{self, Maker};
use crate::unroll::Unroller;
use crate::{Cone, EngineId, Event, NoAnswer, Observer, Proof, Reduction};
use wherefore_ir::passes::unwire::definitions;
use wherefore_ir::{Constraint, Purpose, Role, Sort, System, TermId, Value, VarId};
use wherefore_solve::{Engine as SatEngine, Stop};
use wherefore_trace::{Step, Trace};

/// Bounded search for lassos of finite models goes this deep before PDR takes over.
pub(crate) const SHALLOW: u32 = 24;
/// Conflicts that each depth of that search may cost. A limit in work, not in time: so the winner of the race has no part
/// in what is shown.
pub(crate) const EFFORT: u64 = 20_000;

/// A system that looks for lassos of a product.
pub(crate) struct Lasso {
    /// The variables that matter, with all restrictions.
    pub(crate) model: Cone,
    /// No lasso is closed.
    pub(crate) good: TermId,
    pub(crate) saved: VarId,
}

/// The liveness-to-safety construction.
pub(crate) fn lasso(product: &Product) -> Lasso {
    let mut system = product.system.clone();
    let justice: Vec<TermId> = system.justice.drain(..).map(|c| c.term).collect();
    let pairs = std::mem::take(&mut system.compassion);
    let before = system.terms.var_count();
    let saved = system.add_auxiliary("saved", Sort::Bool, Role::State, Purpose::Monitor);
    let mut closed = vec![system.terms.now(saved)];
    start(&mut system, saved);
    for var in copied(product) {
        closed.push(copy(&mut system, saved, var));
    }
    for term in justice {
        closed.push(seen(&mut system, saved, term));
    }
    for pair in pairs {
        let (premise, consequence) =
            (seen(&mut system, saved, pair.premise), seen(&mut system, saved, pair.consequence));
        closed.push(system.terms.implies(premise, consequence));
    }
    let closed = system.terms.and(closed);
    let good = system.terms.not(closed);
    let bits = system.vars().map(|(v, _)| v).skip(before);
    let vars = product.vars.iter().copied().chain(bits).collect();
    Lasso { model: Cone::restricted(system, vars), good, saved }
}

/// `saved` is false at first, and never false again.
fn start(system: &mut System, saved: VarId) {
    let (now, next) = (system.terms.now(saved), system.terms.next(saved));
    let (init, keep) = (system.terms.not(now), system.terms.implies(now, next));
    system.init.push(Constraint { term: init, element: None });
    system.trans.push(Constraint { term: keep, element: None });
}

/// Adds the copy of a variable; that the two are equal.
fn copy(system: &mut System, saved: VarId, var: VarId) -> TermId {
    let sort = system.terms.var(var).sort;
    let shadow = system.add_auxiliary(&format!("copy{}", var.0), sort, Role::State, Purpose::Memory);
    let terms = &mut system.terms;
    let (is_saved, will_be, now) = (terms.now(saved), terms.next(saved), terms.now(var));
    let (old, new) = (terms.now(shadow), terms.next(shadow));
    let kept = terms.ite(is_saved, old, now);
    let (same, equal) = (terms.eq(new, kept), terms.eq(old, now));
    let term = terms.implies(will_be, same);
    system.trans.push(Constraint { term, element: None });
    equal
}

/// Adds a bit that says that a formula about the state was true since the copy was taken, before this tick.
fn seen(system: &mut System, saved: VarId, formula: TermId) -> TermId {
    let bit = system.add_auxiliary(&format!("seen{}", formula.0), Sort::Bool, Role::State, Purpose::Monitor);
    let terms = &mut system.terms;
    let (will_be, now, next) = (terms.next(saved), terms.now(bit), terms.next(bit));
    let either = terms.or([now, formula]);
    let met = terms.and([will_be, either]);
    let (init, step) = (terms.not(now), terms.eq(next, met));
    system.init.push(Constraint { term: init, element: None });
    system.trans.push(Constraint { term: step, element: None });
    now
}

/// The variables that a state is known by: no inputs, nothing frozen, nothing that others determine.
fn copied(product: &Product) -> Vec<VarId> {
    let system = &product.system;
    let determined = definitions(system, &product.vars);
    let is_copied = |v: &VarId| system.role(*v) == Role::State && !determined.contains_key(v);
    product.vars.iter().copied().filter(is_copied).collect()
}

impl Lasso {
    /// The run of the system itself: up to the tick before the closing one, back to the tick of the copy. Wires are left out.
    pub(crate) fn cut(&self, original: &System, trace: &Trace) -> Result<Trace, NoAnswer> {
        let refuted = || NoAnswer::Refuted("a closed lasso without a loop".to_owned());
        let is_open = |step: &Step| step.get(self.saved) == Some(&Value::Bool(false));
        let taken = trace.steps.iter().rposition(is_open).ok_or_else(refuted)?;
        let last = trace.len().checked_sub(1).filter(|last| taken < *last).ok_or_else(refuted)?;
        Ok(Trace::lasso(trace.steps[..last].to_vec(), taken).of_first(original.terms.var_count()))
    }
}

/// The shortest lasso that is closed within the given number of steps; each depth may cost `effort`.
pub(crate) fn search(
    lasso: &Lasso,
    most: u32,
    effort: Option<u64>,
    make: &Maker,
    stop: &Stop,
    observer: &dyn Observer,
) -> Result<Option<Trace>, NoAnswer> {
    let mut unroller = Unroller::new(&lasso.model, make()?)?;
    unroller.assert_init()?;
    for depth in 1..=most {
        observer.event(Event::Depth { engine: EngineId::BMC, depth });
        unroller.reach(depth)?;
        let closed = !unroller.literal(lasso.good, depth)?;
        if unroller.is_sat(&[closed], effort, stop)? {
            return unroller.trace(depth).map(Some);
        }
        unroller.solver.clause(&[!closed])?;
    }
    Ok(None)
}

/// Bounded search for lassos.
pub(crate) struct LassoSearch {
    /// The most steps of a lasso.
    pub(crate) most: u32,
    /// The solver: z3, Bitwuzla, or a propositional one.
    pub(crate) family: Family,
}

impl Engine for LassoSearch {
    fn id(&self) -> EngineId {
        EngineId::BMC
    }

    fn family(&self) -> Family {
        self.family
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            linear: Answers::Violations,
            ..Capabilities::on(Data::of(matches!(self.family, Family::Sat | Family::Bitwuzla)))
        }
    }

    fn prove(&self, problem: &Problem, context: &EngineContext) -> Result<Answer, NoAnswer> {
        let Problem::Linear(product) = problem else { return Err(problem.refused()) };
        let (make, effort) = match self.family {
            Family::Sat => (solvers::sat(SatEngine::best()), Some(EFFORT)),
            Family::Bitwuzla => (context.solvers.bitwuzla(), None),
            _ => (context.solvers.z3(), None),
        };
        match search(&lasso(product), self.most, effort, &make, &context.stop, context.observer.as_ref())? {
            Some(trace) => Ok(Answer::Lasso { steps: trace.len() as u32 - 1, trace: Some(trace) }),
            None => Err(NoAnswer::Bound(self.most)),
        }
    }
}

/// PDR on liveness-to-safety.
pub(crate) struct LivenessToSafety;

impl Engine for LivenessToSafety {
    fn id(&self) -> EngineId {
        EngineId::PDR
    }

    fn family(&self) -> Family {
        Family::Sat
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { linear: Answers::Both, ..Capabilities::on(Data::Finite) }
    }

    fn prove(&self, problem: &Problem, context: &EngineContext) -> Result<Answer, NoAnswer> {
        let Problem::Linear(product) = problem else { return Err(problem.refused()) };
        if !product.is_finite() {
            return Err(NoAnswer::Unsupported("propositional solvers need finite sorts".to_owned()));
        }
        let Lasso { model, good, .. } = lasso(product);
        Ok(match pdr::prove(&model, good, SatEngine::best(), &context.stop, context.observer.as_ref())? {
            Proof::Unsafe { depth, .. } => Answer::Lasso { steps: depth, trace: None },
            Proof::Safe(certificate) => Answer::NoFairRun { reduction: Reduction::NoLasso, certificate },
        })
    }
}
