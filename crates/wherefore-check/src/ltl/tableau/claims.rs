//! The terms of sub-formulas that look ahead, one for each polarity that is needed.

use super::{Claim, Tableau};
use wherefore_ir::{Constraint, Op, TermId};

impl Tableau {
    /// A term that implies that a sub-formula has a Boolean value.
    pub(super) fn sat(&mut self, root: Claim) -> TermId {
        let root = self.plainly(root);
        let mut stack = vec![root];
        while let Some(&claim) = stack.last() {
            if !self.ahead.contains(&claim.0) || self.sat.contains_key(&claim) {
                stack.pop();
                continue;
            }
            let open = |c: &Claim| self.ahead.contains(&c.0) && !self.sat.contains_key(c);
            let waiting: Vec<Claim> = self.parts(claim).into_iter().filter(open).collect();
            if waiting.is_empty() {
                let term = self.claim(claim);
                self.sat.insert(claim, term);
                stack.pop();
            } else {
                stack.extend(waiting);
            }
        }
        self.value(root)
    }

    /// Next values can be used below connectives and for X itself.
    fn plainly(&self, (term, truth, direct): Claim) -> Claim {
        let op = self.system.terms.op(term);
        (term, truth, direct && (op == Op::X || !op.is_ltl()))
    }

    /// Claims from which the term of a claim is made.
    fn parts(&self, (term, truth, direct): Claim) -> Vec<Claim> {
        let terms = &self.system.terms;
        let claims: Vec<Claim> = match (terms.op(term), terms.operands(term)) {
            (Op::Not, [a]) => vec![(*a, !truth, direct)],
            (Op::Implies, [a, b]) => vec![(*a, !truth, direct), (*b, truth, direct)],
            (Op::Eq | Op::Xor, [a, b]) => {
                vec![(*a, true, direct), (*a, false, direct), (*b, true, direct), (*b, false, direct)]
            }
            (Op::Ite, [c, a, b]) => {
                vec![(*c, true, direct), (*c, false, direct), (*a, truth, direct), (*b, truth, direct)]
            }
            (Op::And | Op::Or, list) => list.iter().map(|t| (*t, truth, direct)).collect(),
            (_, list) => list.iter().map(|t| (*t, truth, false)).collect(),
        };
        claims.into_iter().map(|c| self.plainly(c)).collect()
    }

    /// The term of a claim that has been looked at.
    fn value(&mut self, claim: Claim) -> TermId {
        if let Some(term) = self.sat.get(&claim) {
            return *term;
        }
        let exact = self.exactly(claim.0);
        if claim.1 { exact } else { self.system.terms.not(exact) }
    }

    fn claim(&mut self, claim: Claim) -> TermId {
        let (term, truth, direct) = claim;
        let op = self.system.terms.op(term);
        let parts = self.parts(claim);
        let values: Vec<TermId> = parts.into_iter().map(|c| self.value(c)).collect();
        if op.is_ltl() { self.temporal(op, truth, direct, &values) } else { self.connect(op, truth, &values) }
    }

    fn connect(&mut self, op: Op, truth: bool, values: &[TermId]) -> TermId {
        let terms = &mut self.system.terms;
        match (op, truth, values) {
            (Op::And, true, list) | (Op::Or, false, list) => terms.and(list.iter().copied()),
            (Op::Implies, false, list) => terms.and(list.iter().copied()),
            (Op::Eq, true, [a, not_a, b, not_b]) | (Op::Xor, false, [a, not_a, b, not_b]) => {
                let (both, neither) = (terms.and([*a, *b]), terms.and([*not_a, *not_b]));
                terms.or([both, neither])
            }
            (Op::Eq | Op::Xor, _, [a, not_a, b, not_b]) => {
                let (left, right) = (terms.and([*a, *not_b]), terms.and([*not_a, *b]));
                terms.or([left, right])
            }
            (Op::Ite, _, [c, not_c, a, b]) => {
                let (then, other) = (terms.and([*c, *a]), terms.and([*not_c, *b]));
                terms.or([then, other])
            }
            // A disjunction in this polarity, or a negation, which is its only part.
            (_, _, list) => terms.or(list.iter().copied()),
        }
    }

    fn temporal(&mut self, op: Op, truth: bool, direct: bool, values: &[TermId]) -> TermId {
        let (yes, no) = (self.system.terms.bool(true), self.system.terms.bool(false));
        match (op, truth, values) {
            (Op::X, _, [g]) => self.tomorrow(*g, direct),
            (Op::F, true, [g]) | (Op::G, false, [g]) => self.until(yes, *g),
            (Op::G, true, [g]) | (Op::F, false, [g]) => self.release(no, *g),
            (Op::U, true, [a, b]) | (Op::R, false, [a, b]) => self.until(*a, *b),
            (Op::R, true, [a, b]) | (Op::U, false, [a, b]) => self.release(*a, *b),
            (op, _, values) => self.guessed_past(op, truth, values),
        }
    }

    fn tomorrow(&mut self, g: TermId, direct: bool) -> TermId {
        let g = self.named(g, false);
        let then = self.later(g);
        if direct {
            return then;
        }
        let bit = self.guess();
        self.step_implies(bit, then);
        bit
    }

    fn until(&mut self, a: TermId, b: TermId) -> TermId {
        let b = self.named(b, false);
        let bit = self.guess();
        let terms = &mut self.system.terms;
        let (goes_on, not) = (terms.and([a, bit]), terms.not(bit));
        let (sat, fair) = (terms.or([b, goes_on]), terms.or([not, b]));
        self.system.justice.push(Constraint { term: fair, element: None });
        self.promise(bit, sat)
    }

    fn release(&mut self, a: TermId, b: TermId) -> TermId {
        let bit = self.guess();
        let terms = &mut self.system.terms;
        let goes_on = terms.or([a, bit]);
        let sat = terms.and([b, goes_on]);
        self.promise(bit, sat)
    }

    /// The bit promises that the term is true one tick later.
    fn promise(&mut self, bit: TermId, sat: TermId) -> TermId {
        let named = self.named(sat, false);
        let then = self.later(named);
        self.step_implies(bit, then);
        sat
    }
}
