//! k-liveness: a fair run meets all fairness conditions infinitely often; so if no run meets them more than k times, there
//! is no fair run (Claessen and Sörensson 2012).
//!
//! All conditions are first rolled into one signal. A compassion pair becomes justice by a guess: from some tick on its
//! premise is never true again, or its consequence is true infinitely often. A bit for each condition notes that it was met;
//! when all are, that is the signal, and the bits are cleared. Then a chain of bits counts signals, and "the signal does not
//! come after k of them" is an invariant to be proved, for k = 0, 1, 2, ... A counterexample to one k says nothing; the next k
//! is tried. With k = 0 this proves everything that is safe in the strict sense at once.
//!
//! Example: `F done` for a countdown from 3 is denied by "never done, for ever", which needs no fairness: the signal comes at
//! every tick, and no run has more than three.

use super::{Answer, Answers, Capabilities, Data, Engine, EngineContext, Family, Problem, Product};
use super::{induction, pdr};
use crate::{Certificate, Cone, EngineId, NoAnswer, Proof, Reduction};
use wherefore_ir::{Constraint, Purpose, Role, Sort, System, TermId, Update, VarId};
use wherefore_solve::Engine as SatEngine;

/// Counting for unbounded data gives up at this number of visits.
pub(crate) const MOST_VISITS: u32 = 20;

/// k-liveness on PDR, or on induction over SMT.
pub(crate) struct KLiveness {
    /// Visits to fair states that are counted.
    pub(crate) most: u32,
    /// Obligations that PDR may look at for each number of visits.
    pub(crate) effort: u64,
    /// The prover: induction on z3, or PDR on a propositional solver.
    pub(crate) family: Family,
}

impl KLiveness {
    /// On PDR, as long as it takes.
    pub(crate) const SAT: KLiveness = KLiveness { most: u32::MAX, effort: u64::MAX, family: Family::Sat };
    /// k-liveness on induction.
    pub(crate) const SMT: KLiveness = KLiveness { most: MOST_VISITS, effort: u64::MAX, family: Family::Z3 };

    /// A proof for one number of visits; none if a larger number is to be tried.
    fn attempt(
        &self,
        (model, good): (&Cone, TermId),
        visits: u32,
        context: &EngineContext,
    ) -> Result<Option<Certificate>, NoAnswer> {
        let (stop, observer) = (&context.stop, context.observer.as_ref());
        let proof = match self.family {
            Family::Sat => pdr::attempt(model, good, (SatEngine::best(), self.effort), stop, observer)?,
            _ => match induction::prove(model, good, visits + 4, &context.solvers.z3(), stop, observer) {
                Err(NoAnswer::Bound(_)) => return Ok(None),
                decided => decided?,
            },
        };
        Ok(match proof {
            Proof::Safe(certificate) => Some(certificate),
            Proof::Unsafe { .. } => None,
        })
    }
}

impl Engine for KLiveness {
    fn id(&self) -> EngineId {
        EngineId::K_LIVENESS
    }

    fn family(&self) -> Family {
        self.family
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { linear: Answers::Proofs, ..Capabilities::on(Data::of(self.family == Family::Sat)) }
    }

    fn prove(&self, problem: &Problem, context: &EngineContext) -> Result<Answer, NoAnswer> {
        let Problem::Linear(product) = problem else { return Err(problem.refused()) };
        if self.family == Family::Sat && !product.is_finite() {
            return Err(NoAnswer::Unsupported("propositional solvers need finite sorts".to_owned()));
        }
        count(product, self.most, |question, visits| self.attempt(question, visits, context))
    }
}

/// Asks for more and more visits; `prove` gives a certificate, or nothing if a larger number is to be tried.
pub(crate) fn count(
    product: &Product,
    most: u32,
    prove: impl Fn((&Cone, TermId), u32) -> Result<Option<Certificate>, NoAnswer>,
) -> Result<Answer, NoAnswer> {
    let mut counter = Counter::new(product);
    let mut visits = 0;
    loop {
        let (model, good) = counter.question();
        if let Some(certificate) = prove((&model, good), visits)? {
            return Ok(Answer::NoFairRun { reduction: Reduction::Visits(visits), certificate });
        }
        if visits >= most {
            return Err(NoAnswer::Bound(most));
        }
        let before = visits;
        visits = following(visits).min(most);
        (before..visits).for_each(|_| counter.advance());
    }
}

/// The number of visits to try after one that did not do: every small one, then half as many again, since what needs many
/// visits is a long way round and the exact number does not matter.
fn following(visits: u32) -> u32 {
    visits.saturating_add((visits / 2).max(1))
}

/// A product with one fairness signal, and a counter of it.
pub(crate) struct Counter {
    system: System,
    vars: Vec<VarId>,
    signal: TermId,
    /// The signal came at least as often as there are bits, before this tick; true if the counter has no bits.
    full: TermId,
}

impl Counter {
    /// Counts to 0.
    pub(crate) fn new(product: &Product) -> Counter {
        let mut system = product.system.clone();
        let known = system.terms.var_count();
        let mut conditions: Vec<TermId> = system.justice.drain(..).map(|c| c.term).collect();
        for pair in std::mem::take(&mut system.compassion) {
            conditions.push(as_justice(&mut system, pair.premise, pair.consequence));
        }
        let signal = rolled(&mut system, &conditions);
        let full = system.terms.bool(true);
        let bits = system.vars().map(|(v, _)| v).skip(known);
        let vars = product.vars.iter().copied().chain(bits).collect();
        Counter { system, vars, signal, full }
    }

    /// Counts one further.
    pub(crate) fn advance(&mut self) {
        let bit = self.system.add_auxiliary("count", Sort::Bool, Role::State, Purpose::Monitor);
        let terms = &mut self.system.terms;
        let now = terms.now(bit);
        let one_more = terms.and([self.full, self.signal]);
        let (init, update) = (terms.not(now), terms.or([now, one_more]));
        self.system.init.push(Constraint { term: init, element: None });
        self.system.next.insert(bit, Update { term: update, element: None });
        self.vars.push(bit);
        self.full = now;
    }

    /// The question for the present count: the model, and that the signal does not come again.
    pub(crate) fn question(&self) -> (Cone, TermId) {
        let mut system = self.system.clone();
        let again = system.terms.and([self.full, self.signal]);
        let good = system.terms.not(again);
        (Cone::restricted(system, self.vars.clone()), good)
    }
}

/// A guess that stands for a compassion pair.
fn as_justice(system: &mut System, premise: TermId, consequence: TermId) -> TermId {
    let bit = system.add_auxiliary("never", Sort::Bool, Role::State, Purpose::Monitor);
    let terms = &mut system.terms;
    let (never, next) = (terms.now(bit), terms.next(bit));
    let not = terms.not(premise);
    let (quiet, stays) = (terms.implies(never, not), terms.implies(never, next));
    let justice = terms.or([never, consequence]);
    system.invar.push(Constraint { term: quiet, element: None });
    system.trans.push(Constraint { term: stays, element: None });
    justice
}

/// One signal that comes infinitely often exactly if every condition does.
fn rolled(system: &mut System, conditions: &[TermId]) -> TermId {
    if let [] | [_] = conditions {
        return conditions.first().copied().unwrap_or_else(|| system.terms.bool(true));
    }
    let bits: Vec<VarId> = conditions
        .iter()
        .map(|c| system.add_auxiliary(&format!("met{}", c.0), Sort::Bool, Role::State, Purpose::Monitor))
        .collect();
    let terms = &mut system.terms;
    let mut met = Vec::new();
    for (bit, condition) in bits.iter().zip(conditions) {
        let now = terms.now(*bit);
        met.push(terms.or([now, *condition]));
    }
    let signal = terms.and(met.iter().copied());
    let not = terms.not(signal);
    for (bit, met) in bits.into_iter().zip(met) {
        let now = system.terms.now(bit);
        let (init, update) = (system.terms.not(now), system.terms.and([not, met]));
        system.init.push(Constraint { term: init, element: None });
        system.next.insert(bit, Update { term: update, element: None });
    }
    signal
}
