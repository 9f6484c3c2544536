//! A CTL formula that holds, checked again by plain satisfiability.
//!
//! # The idea
//! For every goal (a sub-formula with the Boolean value to be shown) there is a set of states that all meet it. The sets may
//! be too small, never too large; so each follows from smaller goals by implications, and the formula holds if every first
//! state that may begin a fair path is in the set of the formula. A goal without a set counts as the empty set, which is
//! always right. Paths are infinite and fair, as in [`crate::bdd`]. In the rules below S is the set of the goal, f and
//! g stand for the sets of its parts, f' is f in the next state, T are the steps of the system.
//!
//! Two sets stand for the states that begin a fair path: *may* has all of them and perhaps more, *does* has only such.
//!
//! | goal | rules |
//! |---|---|
//! | AX f | S & T & may' => f' |
//! | AG f | S & may => f; S & T & may' => S' |
//! | no E\[f U g\] | S & may => !g; S & f & T & may' => S' (with !f, !g the sets of those goals) |
//! | A\[f U g\] | S & may => f or g; S & !g & T & may' => S'; nothing fair stays in S & !g & may |
//! | EX f | S has a step into f & does |
//! | E\[f U g\] | layers: the first in g & does, each other in f and with a step into the one before; S in their union |
//! | EG f | layers in f that lead into a core inside f |
//! | no A\[f U g\] | one of: E\[!g U !f & !g\], EG !g |
//!
//! *Nothing fair stays in N* is shown by taking N apart. Let N be cut into D1, D2, ..., and let R be what is left before Di
//! goes: Di and all after it. A fair path that stays in R for ever is in Di only finitely often, because of one of
//! * Di & T => !R': every step from Di leaves R;
//! * Di & J = 0 and Di & T & R' => Di': a path that is in Di and stays in R is in Di for ever and never again in J, justice;
//! * Di => p & E, E & q = 0, E & T & R' => E': a path that is in Di and stays in R never again sees q; so by compassion it
//!   sees p, and with it Di, finitely often.
//!
//! So the path ends up in what is left after Di. In the end nothing is left, and no such path exists. Without fairness only
//! the first reason occurs and the Di are the ranks of A\[f U g\].
//!
//! *may* is the complement of a set X with X & T => X' in which nothing fair stays.
//!
//! *A core* is a set C in which every state has a step into C, a way inside C to each justice formula, and, if it satisfies
//! the premise of a compassion pair, a way inside C to the consequence. Take a strongly connected part of C that C does not
//! lead out of: it has all of that inside, so running round all of it for ever is fair. This needs finitely many states.
//! *does* is the union of layers that lead into a core; all states, that satisfy the restrictions on
//! ticks, where it is known or form shows that every path goes on and is fair.
//!
//! *A step* is shown by naming it (`choice.rs`). Restrictions on ticks need not be shown of the state it leads to:
//! its path goes on, and the next step from there shows them.
//!
//! # Which states
//! A certificate may come with a set of states that holds all first ones and that no step leaves (`closure`); then paths from
//! first states stay in it, and every rule is asked inside it alone. Where ticks are restricted, what a
//! named step leads to is shown to be in the set: whether the restrictions hold there is only known of states in it.
//!
//! # Which system
//! Rules with T are asked of the whole system, so for formulas that only say "on all paths" nothing rests on the cone.
//! Steps are named in the cone; that the rest of the system can always follow is what [`Cone::is_total`] reads off its form.
//!
//! # Example
//! Three states in a row, 0 -> 1 -> 2 -> 2, and from 1 also back to 0; justice "not 0 and not 1". AF 2 holds: S is all
//! three, no step leaves S, and nothing fair stays in S & !2 = {0, 1}: with D1 = {0, 1}, no state of D1 is just, and a step
//! that stays in D1 stays in D1. Without justice no cut would do: 0 and 1 have successors among each other.
//! EF 0 holds in 0 and 1: layers {0}, {1}, with the choice "next is 0"; *does* is all three, by the core {2}.

use super::closure;
use super::duty::{Duty, ask};
use super::fixpoint::{Fixpoints, Goal};
use crate::unroll::Unroller;
use crate::{Cone, NoAnswer};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::{Op, Role, Sort, System, TermId, Terms, VarId, walk};
use wherefore_solve::{Solver, Stop};

/// Checks that the certificate proves that `formula` holds in every first state that begins a fair path.
pub fn recheck(
    system: &System,
    formula: TermId,
    certificate: &Fixpoints,
    make: &dyn Fn() -> Result<Box<dyn Solver>, NoAnswer>,
    stop: &Stop,
) -> Result<(), NoAnswer> {
    if let Some(reached) = &certificate.reached {
        closure::closed(system, reached, make, stop)?;
    }
    recheck_inside(system, (formula, false), certificate, make, stop)
}

/// As [`recheck`], of a certificate whose set of reachable states is known to be closed; and perhaps it is known that every state
/// that satisfies the restrictions on ticks, which read no input, begins a fair path.
pub(crate) fn recheck_inside(
    system: &System,
    (formula, goes_on): (TermId, bool),
    certificate: &Fixpoints,
    make: &dyn Fn() -> Result<Box<dyn Solver>, NoAnswer>,
    stop: &Stop,
) -> Result<(), NoAnswer> {
    let mut system = system.clone();
    system.terms = (*certificate.terms).clone();
    reads_states_only(&system, formula)?;
    let model = Cone::of_paths(&system, formula);
    speaks_of(&model, certificate)?;
    let mut rules = Rules::new(model, certificate, goes_on)?;
    rules.sets_of(formula);
    for (goal, claim) in &certificate.claims {
        rules.claim(*goal, claim)?;
    }
    let outside = rules.outside((formula, true));
    let first = [Duty { words: "a first state is outside the set", parts: vec![(rules.may, 0), (outside, 0)] }];
    discharge(&rules, &first, make, stop)
}

/// Checks that every state of the set of reachable states, which is known to be closed, begins a fair path.
pub(crate) fn recheck_serial(
    system: &System,
    certificate: &Fixpoints,
    make: &dyn Fn() -> Result<Box<dyn Solver>, NoAnswer>,
    stop: &Stop,
) -> Result<(), NoAnswer> {
    let mut system = system.clone();
    system.terms = (*certificate.terms).clone();
    let yes = system.terms.bool(true);
    reads_states_only(&system, yes)?;
    let model = Cone::of_fairness(&system);
    speaks_of(&model, certificate)?;
    let mut rules = Rules::new(model, certificate, false)?;
    let does = rules.does;
    let ends = rules.not(does);
    rules.on_tick("a reachable state begins no fair path", &[ends]);
    discharge(&rules, &[], make, stop)
}

/// Has all duties of the rules met, and those of first states.
fn discharge(
    rules: &Rules,
    first: &[Duty],
    make: &dyn Fn() -> Result<Box<dyn Solver>, NoAnswer>,
    stop: &Stop,
) -> Result<(), NoAnswer> {
    let whole = Cone::whole(&rules.model.system);
    let terms = &whole.system.terms;
    // Where a step leads needs no saying: a set that is closed says nothing more of it, and costs a search its clauses.
    let inside = |solver: &mut dyn Solver| -> Result<(), NoAnswer> {
        let inside = solver.premise(terms, rules.reached, 0)?;
        Ok(solver.clause(&[inside])?)
    };
    let mut now = make()?;
    inside(now.as_mut())?;
    ask(now.as_mut(), terms, &rules.now, stop)?;
    let mut start = Unroller::new(&whole, make()?)?;
    start.assert_init()?;
    inside(start.solver.as_mut())?;
    ask(start.solver.as_mut(), terms, first, stop)?;
    let mut step = Unroller::new(&whole, make()?)?;
    step.reach(1)?;
    inside(step.solver.as_mut())?;
    ask(step.solver.as_mut(), terms, &rules.step, stop)
}

/// A set of states is one only if no input is in it.
fn reads_states_only(system: &System, formula: TermId) -> Result<(), NoAnswer> {
    let pairs = system.compassion.iter().flat_map(|c| [c.premise, c.consequence]);
    let roots = std::iter::once(formula).chain(system.justice.iter().map(|c| c.term)).chain(pairs);
    match walk::variables(&system.terms, roots).into_iter().any(|v| system.role(v) == Role::Input) {
        true => Err(NoAnswer::Unsupported("inputs in branching-time logic".to_owned())),
        false => Ok(()),
    }
}

/// A certificate speaks of current state variables of the cone: of nothing else do the rules know what they mean.
fn speaks_of(model: &Cone, certificate: &Fixpoints) -> Result<(), NoAnswer> {
    let (terms, sets) = (&model.system.terms, certificate.all_terms());
    let states: BTreeSet<VarId> = model.state_vars().collect();
    let extended = certificate.reached.iter().all(|reached| terms.extends(&reached.terms));
    let known = sets.iter().all(|t| t.index() < terms.len() && terms.sort(*t) == Sort::Bool && !terms.has_next(*t));
    match extended && known && walk::variables(terms, sets).is_subset(&states) {
        true => Ok(()),
        false => Err(NoAnswer::Refuted("a certificate that does not speak of states".to_owned())),
    }
}

/// The rules, turned into duties.
pub(super) struct Rules {
    /// The cone; its arena holds all terms.
    pub(super) model: Cone,
    sets: BTreeMap<Goal, TermId>,
    claimed: BTreeMap<Goal, TermId>,
    /// The states that everything is about.
    reached: TermId,
    /// Where a named step must lead, whatever its goal.
    pub(super) home: TermId,
    /// All states that begin a fair path, and perhaps more.
    pub(super) may: TermId,
    /// Only states that begin a fair path.
    pub(super) does: TermId,
    /// Duties of one tick, of any state.
    now: Vec<Duty>,
    /// Duties of a step.
    step: Vec<Duty>,
}

impl Rules {
    /// With what is to be known of fairness.
    fn new(mut model: Cone, certificate: &Fixpoints, goes_on: bool) -> Result<Rules, NoAnswer> {
        let (yes, no) = (model.system.terms.bool(true), model.system.terms.bool(false));
        let claimed = certificate.claims.iter().map(|(goal, claim)| (*goal, claim.set)).collect();
        let reached = certificate.reached.as_ref().map_or(yes, |reached| reached.term);
        // Without restrictions on ticks every named step is one of the system, and leads to where all steps lead.
        let home = if model.invar.is_empty() { yes } else { reached };
        let (sets, now, step) = (BTreeMap::new(), Vec::new(), Vec::new());
        let mut rules = Rules { model, sets, claimed, reached, home, may: yes, does: no, now, step };
        let unfair = rules.terms().or(certificate.unfair.iter().map(|r| r.set));
        rules.may = rules.not(unfair);
        let may = rules.may;
        rules.on_step("a step leaves the unfair states", &[unfair], &[may]);
        rules.nothing_stays(unfair, &certificate.unfair)?;
        if let Some(core) = &certificate.fair {
            rules.does = rules.leads_to(core, yes)?;
        } else if goes_on || rules.model.goes_on() {
            let restrictions = rules.model.invar.clone();
            rules.does = rules.terms().and(restrictions);
        }
        Ok(rules)
    }

    pub(super) fn terms(&mut self) -> &mut Terms {
        &mut self.model.system.terms
    }

    pub(super) fn not(&mut self, set: TermId) -> TermId {
        self.terms().not(set)
    }

    pub(super) fn on_tick(&mut self, words: &'static str, parts: &[TermId]) {
        self.now.push(Duty { words, parts: parts.iter().map(|t| (*t, 0)).collect() });
    }

    pub(super) fn on_step(&mut self, words: &'static str, before: &[TermId], after: &[TermId]) {
        let parts = before.iter().map(|t| (*t, 0)).chain(after.iter().map(|t| (*t, 1)));
        self.step.push(Duty { words, parts: parts.collect() });
    }

    /// The set of a goal; nothing is known of a goal without one.
    pub(super) fn set(&mut self, goal: Goal) -> TermId {
        let none = self.terms().bool(false);
        self.sets.get(&goal).copied().unwrap_or(none)
    }

    pub(super) fn outside(&mut self, goal: Goal) -> TermId {
        let set = self.set(goal);
        self.not(set)
    }

    /// The sets of all goals of a formula.
    fn sets_of(&mut self, formula: TermId) {
        for term in walk::postorder(&self.model.system.terms, [formula]) {
            let operands = self.model.system.terms.operands(term).to_vec();
            if !self.model.system.terms.has_ctl(term) {
                continue;
            }
            for plain in operands {
                self.plain(plain);
            }
            for truth in [true, false] {
                let set = match self.model.system.terms.op(term).is_ctl() {
                    true => self.claimed.get(&(term, truth)).copied(),
                    false => Some(self.connective(term, truth)),
                };
                set.and_then(|set| self.sets.insert((term, truth), set));
            }
        }
        self.plain(formula);
    }

    /// A formula about states is its own set.
    fn plain(&mut self, term: TermId) {
        if !self.model.system.terms.has_ctl(term) {
            let not = self.not(term);
            self.sets.extend([((term, true), term), ((term, false), not)]);
        }
    }

    fn connective(&mut self, term: TermId, truth: bool) -> TermId {
        let (op, operands) = (self.model.system.terms.op(term), self.model.system.terms.operands(term).to_vec());
        let every = |rules: &mut Rules, list: &[Goal]| {
            let sets: Vec<TermId> = list.iter().map(|goal| rules.set(*goal)).collect();
            rules.terms().and(sets)
        };
        let ways: Vec<Vec<Goal>> = match (op, operands.as_slice()) {
            (Op::Not, [a]) => vec![vec![(*a, !truth)]],
            (Op::And | Op::Or, list) if (op == Op::And) == truth => vec![list.iter().map(|t| (*t, truth)).collect()],
            (Op::And | Op::Or, list) => list.iter().map(|t| vec![(*t, truth)]).collect(),
            (Op::Implies, [a, b]) if truth => vec![vec![(*a, false)], vec![(*b, true)]],
            (Op::Implies, [a, b]) => vec![vec![(*a, true), (*b, false)]],
            (Op::Eq | Op::Xor, [a, b]) => {
                let same = (op == Op::Eq) == truth;
                [true, false].map(|t| vec![(*a, t), (*b, t == same)]).to_vec()
            }
            (Op::Ite, [c, a, b]) => vec![vec![(*c, true), (*a, truth)], vec![(*c, false), (*b, truth)]],
            _ => Vec::new(),
        };
        let sets: Vec<TermId> = ways.iter().map(|way| every(self, way)).collect();
        self.terms().or(sets)
    }
}
