//! A system and an LTL formula become one system whose fair infinite runs are those that violate the formula.
//!
//! # The idea
//! The negated formula is taken apart into (sub-formula, polarity) pairs. Each pair gets a term, its *sat*, that may be true
//! at a tick only if the sub-formula has that Boolean value there. Implications in this one direction are enough: a run that
//! violates the formula has a choice of the new bits that makes every sat as true as its sub-formula, and a choice that
//! claims too much is refuted later on the run (Clarke, Grumberg and Hamaguchi 1994, with polarities as in Cimatti, Roveri
//! and Sheridan 2004).
//!
//! | claim | sat | restriction on steps | fair |
//! |---|---|---|---|
//! | X g | p | p -> next(g) | |
//! | a U b | b or (a and p) | p -> next(sat) | not p, or b |
//! | a R b | b and (a or p) | p -> next(sat) | |
//!
//! F, G and the negations are instances. Only until needs fairness: it alone could be put off for ever.
//!
//! *Past.* An operator whose operands do not look ahead is a deterministic monitor that holds its value at the present tick,
//! for both polarities: `O g` starts as g, then `next(m) <-> next(g) | m`. Over operands that do look ahead it is guessed as
//! above, one direction at a time; the past is finite and cannot be put off.
//!
//! *Ticks.* What is moved to the next tick or becomes a fairness condition must speak of the state alone. A term with inputs
//! or next values is therefore named by a bit of the state.
//!
//! *Top level.* Conjuncts of the negated formula are asserted, not named, and a conjunct `G body` restricts every tick. This
//! matters for contracts, which are conjunctions of many such formulas ([`facts`]). In such a body an X is written with next
//! values.
//!
//! # Example
//! `G (p -> F q)` is violated by `F (p and G !q)`. Bits e for F and g for G: first `p & !q & g | e`; steps `e -> next(p & !q & g
//! | e)` and `g -> next(!q & g)`; fair `!e | p & !q & g`.
//!
//! # Traces
//! The variables of the system come first and keep their ids: the values of a run of the product, restricted to them, are a
//! run of the system.

use crate::NoAnswer;
use crate::engine::Product;
use facts::When;
use rustc_hash::{FxHashMap, FxHashSet};
use wherefore_ir::passes::unwire::Wires;
use wherefore_ir::{Constraint, Op, Purpose, Role, Sort, System, TermId, Update, VarId, walk};

/// Builds the product. `system` holds no restriction on variables other than `vars`, where that matters for infinite runs.
pub(crate) fn product(mut system: System, vars: &[VarId], formula: TermId) -> Result<Product, NoAnswer> {
    let own = system.terms.var_count();
    let facts = facts::facts(&mut system.terms, formula);
    let mut tableau = Tableau::new(system, facts.iter().map(|(term, ..)| *term))?;
    tableau.speak_of_states();
    for (term, truth, when) in facts {
        tableau.assert(term, truth, when);
    }
    if !tableau.is_sound {
        return Err(NoAnswer::Refuted("a tableau that looks two ticks ahead".to_owned()));
    }
    let system = tableau.system;
    let bits = system.vars().map(|(v, _)| v).skip(own);
    let vars = vars.iter().copied().chain(bits).collect();
    Ok(Product { system, vars, wires: Wires::default() })
}

/// Demand on a term: the sub-formula, its Boolean value, and whether next values may be used for an X at its top.
type Claim = (TermId, bool, bool);

struct Tableau {
    system: System,
    /// Sub-formulas that look ahead.
    ahead: FxHashSet<TermId>,
    /// Terms of sub-formulas that do not look ahead, equivalent to them.
    exact: FxHashMap<TermId, TermId>,
    sat: FxHashMap<Claim, TermId>,
    /// Bits that stand for terms; exact ones and one-directional ones apart.
    names: FxHashMap<(TermId, bool), TermId>,
    bits: usize,
    /// Everything that was moved to the next tick could be: every caller names it first.
    is_sound: bool,
}

impl Tableau {
    fn new(system: System, formulas: impl IntoIterator<Item = TermId>) -> Result<Tableau, NoAnswer> {
        let terms = &system.terms;
        let mut ahead = FxHashSet::default();
        for term in walk::postorder(terms, formulas) {
            let (op, operands) = (terms.op(term), terms.operands(term));
            if terms.has_ctl(term) {
                return Err(NoAnswer::Unsupported("branching time inside linear time".to_owned()));
            }
            let plain = op.is_ltl() || is_connective(op);
            if terms.has_ltl(term) && (!plain || operands.iter().any(|t| terms.sort(*t) != Sort::Bool)) {
                return Err(NoAnswer::Unsupported("a temporal operator inside a term that is not Boolean".to_owned()));
            }
            let future = matches!(op, Op::X | Op::F | Op::G | Op::U | Op::R);
            if future || operands.iter().any(|t| ahead.contains(t)) {
                ahead.insert(term);
            }
        }
        let (exact, sat, names) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        Ok(Tableau { system, ahead, exact, sat, names, bits: 0, is_sound: true })
    }

    /// First ticks and fairness are read as sets of states by every engine: inputs in them are named.
    fn speak_of_states(&mut self) {
        for index in 0..self.system.init.len() {
            self.system.init[index].term = self.named(self.system.init[index].term, true);
        }
        for index in 0..self.system.justice.len() {
            self.system.justice[index].term = self.named(self.system.justice[index].term, true);
        }
        for index in 0..self.system.compassion.len() {
            let pair = self.system.compassion[index];
            self.system.compassion[index].premise = self.named(pair.premise, true);
            self.system.compassion[index].consequence = self.named(pair.consequence, true);
        }
    }

    /// Restricts the system to runs on which a fact holds.
    fn assert(&mut self, term: TermId, truth: bool, when: When) {
        let sat = self.sat((term, truth, when == When::Always));
        match when {
            When::Always => self.restrict(sat),
            When::First => {
                let term = self.named(sat, false);
                self.system.init.push(Constraint { term, element: None });
            }
        }
    }

    /// A restriction on every tick, or on every step if it speaks of next values.
    fn restrict(&mut self, term: TermId) {
        let list = if self.system.terms.has_next(term) { &mut self.system.trans } else { &mut self.system.invar };
        list.push(Constraint { term, element: None });
    }

    fn bit(&mut self) -> VarId {
        self.bits += 1;
        self.system.add_auxiliary(&format!("ltl{}", self.bits), Sort::Bool, Role::State, Purpose::Monitor)
    }

    fn is_of_state(&self, term: TermId) -> bool {
        let inputs = || walk::variables(&self.system.terms, [term]).iter().any(|v| self.system.role(*v) == Role::Input);
        !self.system.terms.has_next(term) && !inputs()
    }

    /// A term about the state alone that is equivalent to a term or, if not `exact`, implies it.
    fn named(&mut self, term: TermId, exact: bool) -> TermId {
        if self.is_of_state(term) {
            return term;
        }
        if let Some(bit) = self.names.get(&(term, exact)) {
            return *bit;
        }
        let var = self.bit();
        let terms = &mut self.system.terms;
        let bit = terms.now(var);
        let meaning = if exact { terms.eq(bit, term) } else { terms.implies(bit, term) };
        self.restrict(meaning);
        self.names.insert((term, exact), bit);
        bit
    }

    /// A term about the state, one tick later.
    fn later(&mut self, term: TermId) -> TermId {
        match walk::shift(&mut self.system.terms, term, |_| true) {
            Some(shifted) => shifted,
            None => {
                self.is_sound = false;
                term
            }
        }
    }

    fn step_implies(&mut self, bit: TermId, then: TermId) {
        let term = self.system.terms.implies(bit, then);
        self.system.trans.push(Constraint { term, element: None });
    }

    /// A new bit now.
    fn guess(&mut self) -> TermId {
        let var = self.bit();
        self.system.terms.now(var)
    }
}

mod claims;
mod facts;
mod past;

fn is_connective(op: Op) -> bool {
    matches!(op, Op::Not | Op::And | Op::Or | Op::Implies | Op::Xor | Op::Eq | Op::Ite)
}

impl Tableau {
    /// The next value of a bit of the state.
    fn next_of(&mut self, var: VarId) -> TermId {
        self.system.terms.next(var)
    }

    fn update(&mut self, var: VarId, term: TermId) {
        self.system.next.insert(var, Update { term, element: None });
    }
}
