//! Terms with values put in for variables, made as small as that allows.
//!
//! From a state whose cells have values, most of a model falls away: conditions on the state are decided, and what is left are
//! conditions on inputs. Parameters have values too, but are left in what inputs are compared with, so that `x <= max -
//! delta` can be read; only what depends on no input is worked out.
//!
//! ```text
//! next(mode), mode = on, max = 5:   mode = on & x > max ? off : mode     ->   x > max ? off : on
//! mode' = off:                      (x > max ? off : on) = off           ->   x > max
//! ```

use num_traits::Zero;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wherefore_ir::float::exact;
use wherefore_ir::{Op, Sort, TermId, Terms, Value, VarId, walk};

/// The most choices that a comparison is drawn into.
const MOST_CHOICES: usize = 2048;

/// Simplifies terms of one arena; keeps the values of closed terms.
#[derive(Clone, Debug, Default)]
pub(super) struct Simplifier {
    parameters: FxHashMap<VarId, Value>,
    /// The values of terms without variables other than parameters; none for other terms.
    closed: FxHashMap<TermId, Option<Value>>,
}

impl Simplifier {
    pub fn new(parameters: &FxHashMap<VarId, Value>) -> Simplifier {
        Simplifier { parameters: parameters.clone(), closed: FxHashMap::default() }
    }

    /// The value of a term that depends on nothing but parameters.
    pub fn value(&mut self, terms: &mut Terms, term: TermId) -> Option<Value> {
        if let Some(known) = self.closed.get(&term) {
            return known.clone();
        }
        for part in walk::postorder(terms, [term]) {
            if self.closed.contains_key(&part) {
                continue;
            }
            let value = match terms.op(part) {
                Op::Const(id) => Some(terms.value(id).clone()),
                Op::Var(v) => self.parameters.get(&v).cloned(),
                _ => self.computed(terms, part),
            };
            self.closed.insert(part, value);
        }
        self.closed.get(&term).cloned().flatten()
    }

    fn computed(&self, terms: &mut Terms, term: TermId) -> Option<Value> {
        let known = |t: &TermId| self.closed.get(t).cloned().flatten();
        let values: Vec<Value> = terms.operands(term).iter().map(known).collect::<Option<_>>()?;
        let operands: Vec<TermId> = values.into_iter().map(|v| terms.mk_const(v)).collect();
        let ground = terms.apply(terms.op(term), &operands);
        wherefore_trace::evaluate(terms, ground, &[], None).ok().flatten()
    }

    /// The roots with `values` for variables and `facts` for whole terms, after the values are in.
    pub fn substitute(
        &mut self,
        terms: &mut Terms,
        roots: &[TermId],
        values: &FxHashMap<VarId, TermId>,
        facts: &FxHashMap<TermId, TermId>,
    ) -> Vec<TermId> {
        let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
        for term in walk::postorder(terms, roots.iter().copied()) {
            let operands: Vec<TermId> = terms.operands(term).iter().map(|t| done[t]).collect();
            let built = match terms.op(term) {
                Op::Var(v) => values.get(&v).copied().unwrap_or(term),
                Op::Const(_) | Op::Next(_) => term,
                op => self.build(terms, op, &operands),
            };
            done.insert(term, facts.get(&built).copied().unwrap_or(built));
        }
        roots.iter().map(|t| done[t]).collect()
    }

    /// A term of an operator, simplified.
    pub fn build(&mut self, terms: &mut Terms, op: Op, operands: &[TermId]) -> TermId {
        let built = match (op, operands) {
            (Op::Not, [a]) => terms.not(*a),
            (Op::And, list) => terms.and(list.iter().copied()),
            (Op::Or, list) => terms.or(list.iter().copied()),
            (Op::Implies, [a, b]) => terms.implies(*a, *b),
            (Op::Xor, [a, b]) => terms.xor(*a, *b),
            (Op::Ite, [c, a, b]) => choice(terms, *c, *a, *b),
            (Op::Eq | Op::Lt | Op::Le | Op::FpEq, [a, b]) => self.compare(terms, op, *a, *b),
            (op, operands) => self.computed_choice(terms, op, operands),
        };
        let is_number = operands.iter().any(|t| terms.constant(*t).is_none());
        if terms.sort(built) != Sort::Bool && is_number {
            return built;
        }
        match self.value(terms, built) {
            Some(value) => terms.mk_const(value),
            None => built,
        }
    }

    /// Formula: a term has a value. For floats other than zeros and NaN equality is identity, and easier to reason
    /// about.
    pub fn equals(&mut self, terms: &mut Terms, term: TermId, value: &Value) -> TermId {
        let constant = terms.mk_const(value.clone());
        let op = match value {
            Value::Float(format, bits) if exact(*format, *bits).is_some_and(|n| !n.is_zero()) => Op::FpEq,
            _ => Op::Eq,
        };
        self.compare(terms, op, term, constant)
    }

    /// An operation on values of which one is a choice: the choice between the results.
    fn computed_choice(&mut self, terms: &mut Terms, op: Op, operands: &[TermId]) -> TermId {
        let open: Vec<usize> = (0..operands.len()).filter(|o| self.value(terms, operands[*o]).is_none()).collect();
        let chosen = match open.as_slice() {
            [one] if terms.op(operands[*one]) == Op::Ite => choices(terms, operands[*one]).map(|c| (*one, c)),
            _ => None,
        };
        let Some((place, choices)) = chosen else { return terms.apply(op, operands) };
        let is_value = |t: &TermId| terms.op(*t) != Op::Ite;
        let values: Vec<TermId> = choices.iter().copied().filter(is_value).collect();
        if values.iter().any(|t| self.value(terms, *t).is_none()) {
            return terms.apply(op, operands);
        }
        over_choices(terms, &choices, |terms, part| {
            let mut operands = operands.to_vec();
            operands[place] = part;
            let result = terms.apply(op, &operands);
            self.value(terms, result).map_or(result, |value| terms.mk_const(value))
        })
    }

    /// A comparison. With a choice on one side it is a choice between comparisons, so that what is compared are plain terms.
    fn compare(&mut self, terms: &mut Terms, op: Op, a: TermId, b: TermId) -> TermId {
        let (choices, is_left) = match (terms.op(a), terms.op(b)) {
            (Op::Ite, _) => (choices(terms, a), true),
            (_, Op::Ite) => (choices(terms, b), false),
            _ => (None, true),
        };
        let Some(choices) = choices else { return self.compared(terms, op, a, b) };
        over_choices(terms, &choices, |terms, part| match is_left {
            true => self.compared(terms, op, part, b),
            false => self.compared(terms, op, a, part),
        })
    }

    fn compared(&mut self, terms: &mut Terms, op: Op, a: TermId, b: TermId) -> TermId {
        let built = if op == Op::Eq { terms.eq(a, b) } else { terms.apply(op, &[a, b]) };
        match self.value(terms, built) {
            Some(value) => terms.mk_const(value),
            None => built,
        }
    }

    /// Whether every value that a chain of choices can have is closed.
    pub fn is_choice_of_values(&mut self, terms: &mut Terms, term: TermId) -> bool {
        let mut seen = BTreeSet::new();
        let mut ahead = vec![term];
        while let Some(term) = ahead.pop() {
            if !seen.insert(term) {
                continue;
            }
            match (terms.op(term), terms.operands(term)) {
                (Op::Ite, [_, a, b]) => ahead.extend([*a, *b]),
                _ if terms.sort(term) == Sort::Bool && !matches!(terms.op(term), Op::Var(_)) => {}
                _ => {
                    if self.value(terms, term).is_none() {
                        return false;
                    }
                }
            }
        }
        true
    }
}

/// The choices that a term is made of and what they choose between, parts first; none if they are too many.
pub(super) fn choices(terms: &Terms, term: TermId) -> Option<BTreeSet<TermId>> {
    let (mut found, mut ahead) = (BTreeSet::new(), vec![term]);
    while let Some(part) = ahead.pop() {
        if found.insert(part)
            && let (Op::Ite, [_, then, other]) = (terms.op(part), terms.operands(part))
        {
            ahead.extend([*then, *other]);
        }
        if found.len() > MOST_CHOICES {
            return None;
        }
    }
    Some(found)
}

/// A term made of these choices with something else in place of each value; the whole is the last of them.
pub(super) fn over_choices(
    terms: &mut Terms,
    choices: &BTreeSet<TermId>,
    mut value: impl FnMut(&mut Terms, TermId) -> TermId,
) -> TermId {
    let mut done: FxHashMap<TermId, TermId> = FxHashMap::default();
    let mut whole = terms.bool(true);
    for part in choices {
        whole = match (terms.op(*part), terms.operands(*part)) {
            (Op::Ite, [cond, then, other]) => {
                let (cond, then, other) = (*cond, done[then], done[other]);
                choice(terms, cond, then, other)
            }
            _ => value(terms, *part),
        };
        done.insert(*part, whole);
    }
    whole
}

/// If-then-else; of Boolean values as connectives where one branch is known.
fn choice(terms: &mut Terms, cond: TermId, then: TermId, other: TermId) -> TermId {
    let known = |terms: &Terms, t: TermId| terms.constant(t).and_then(Value::as_bool);
    match (known(terms, then), known(terms, other)) {
        (Some(true), Some(false)) => cond,
        (Some(false), Some(true)) => terms.not(cond),
        (Some(true), None) => terms.or([cond, other]),
        (None, Some(false)) => terms.and([cond, then]),
        (Some(false), None) => {
            let not = terms.not(cond);
            terms.and([not, other])
        }
        (None, Some(true)) => {
            let not = terms.not(cond);
            terms.or([not, then])
        }
        _ => terms.ite(cond, then, other),
    }
}
