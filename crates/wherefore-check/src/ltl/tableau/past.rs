//! Past operators: monitors where the operands are known at the present tick, guesses where they look ahead.

use super::Tableau;
use wherefore_ir::{Constraint, Op, TermId, VarId, walk};

impl Tableau {
    /// A term that is equivalent to a sub-formula that does not look ahead.
    pub(super) fn exactly(&mut self, root: TermId) -> TermId {
        if !self.system.terms.has_ltl(root) {
            return root;
        }
        let order: Vec<TermId> = walk::postorder(&self.system.terms, [root]);
        for term in order {
            if !self.exact.contains_key(&term) {
                let value = self.exact_value(term);
                self.exact.insert(term, value);
            }
        }
        self.exact[&root]
    }

    fn exact_value(&mut self, term: TermId) -> TermId {
        let terms = &mut self.system.terms;
        if !terms.has_ltl(term) {
            return term;
        }
        let values: Vec<TermId> = terms.operands(term).iter().map(|t| self.exact[t]).collect();
        match terms.op(term) {
            op @ (Op::Not | Op::And | Op::Or | Op::Implies | Op::Xor | Op::Eq | Op::Ite) => terms.fold(op, &values),
            op => self.monitor(op, &values),
        }
    }

    /// A bit that holds the value of a past operator at the present tick.
    fn monitor(&mut self, op: Op, values: &[TermId]) -> TermId {
        let var = self.bit();
        let bit = self.system.terms.now(var);
        if let ([g], Op::Y | Op::Z) = (values, op) {
            let first = if op == Op::Z { bit } else { self.system.terms.not(bit) };
            self.system.init.push(Constraint { term: first, element: None });
            if self.system.terms.has_next(*g) {
                let next = self.next_of(var);
                let term = self.system.terms.eq(next, *g);
                self.system.trans.push(Constraint { term, element: None });
            } else {
                self.update(var, *g);
            }
            return bit;
        }
        let values: Vec<TermId> = values.iter().map(|v| self.named(*v, true)).collect();
        let (first, then) = self.since(op, true, bit, &values);
        let next = self.next_of(var);
        let terms = &mut self.system.terms;
        let (init, step) = (terms.eq(bit, first), terms.eq(next, then));
        self.system.init.push(Constraint { term: init, element: None });
        self.system.trans.push(Constraint { term: step, element: None });
        bit
    }

    /// A bit that may be true only where a past operator over operands that look ahead has this Boolean value.
    pub(super) fn guessed_past(&mut self, op: Op, truth: bool, values: &[TermId]) -> TermId {
        let var: VarId = self.bit();
        let bit = self.system.terms.now(var);
        let next = self.next_of(var);
        if let ([g], Op::Y | Op::Z) = (values, op) {
            if (op == Op::Y) == truth {
                let term = self.system.terms.not(bit);
                self.system.init.push(Constraint { term, element: None });
            }
            self.step_implies(next, *g);
            return bit;
        }
        let values: Vec<TermId> = values.iter().map(|v| self.named(*v, false)).collect();
        let (first, then) = self.since(op, truth, bit, &values);
        let term = self.system.terms.implies(bit, first);
        self.system.init.push(Constraint { term, element: None });
        self.step_implies(next, then);
        bit
    }

    /// Value of `O H S T`, or of its negation over negated operands, at the first tick, and at a later one if the bit
    /// was its value before. Operands speak of the state.
    fn since(&mut self, op: Op, truth: bool, before: TermId, values: &[TermId]) -> (TermId, TermId) {
        let is_since = matches!((op, truth), (Op::O | Op::S, true) | (Op::H | Op::T, false));
        let (a, b) = match values {
            [a, b] => (*a, *b),
            [b] | [.., b] => (self.system.terms.bool(is_since), *b),
            [] => (before, before),
        };
        let (next_a, next_b) = (self.later(a), self.later(b));
        let terms = &mut self.system.terms;
        let then = if is_since {
            let goes_on = terms.and([next_a, before]);
            terms.or([next_b, goes_on])
        } else {
            let goes_on = terms.or([next_a, before]);
            terms.and([next_b, goes_on])
        };
        (b, then)
    }
}
