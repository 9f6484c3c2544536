//! Float formulas in exact reals, with every comparison clear by a margin.
//!
//! Rounding moves numbers by far less than the margin, so floats next to the reals found here compare in the same way. Nothing
//! is lost if that is wrong: what is found is evaluated in floats.
//!
//! ```text
//! v <= m + m / 30  and  !(v < 5)        ->        m + m / 30 - v >= d  and  v - 5 >= d
//! ```

use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;
use wherefore_ir::float::exact;
use wherefore_ir::{Op, Sort, TermId, Terms, Value, VarId, walk};

/// Numbers count as different by this part of one.
const PARTS: i64 = 1 << 16;

/// Conditions that make a Boolean value clearly true, clearly false, and true at all.
#[derive(Clone, Copy)]
struct Truth {
    yes: TermId,
    no: TermId,
    exact: TermId,
}

/// Reads a formula part by part.
struct MarginEncoder<'a> {
    terms: &'a mut Terms,
    margin: TermId,
    truths: FxHashMap<TermId, Truth>,
    numbers: FxHashMap<TermId, TermId>,
}

/// The formulas; none if something in them cannot be read as a real.
pub(super) fn clear(
    terms: &mut Terms,
    roots: &[TermId],
    reals: &mut impl FnMut(&mut Terms, VarId) -> VarId,
) -> Option<Vec<TermId>> {
    let margin = terms.mk_const(Value::Real(BigRational::new(BigInt::from(1), BigInt::from(PARTS))));
    let mut reader = MarginEncoder { terms, margin, truths: FxHashMap::default(), numbers: FxHashMap::default() };
    for term in walk::postorder(reader.terms, roots.iter().copied()) {
        if reader.terms.sort(term) == Sort::Bool {
            let truth = reader.truth(term)?;
            reader.truths.insert(term, truth);
        } else {
            let number = reader.number(term, reals)?;
            reader.numbers.insert(term, number);
        }
    }
    Some(roots.iter().map(|t| reader.truths[t].yes).collect())
}

impl MarginEncoder<'_> {
    fn truth(&mut self, term: TermId) -> Option<Truth> {
        let operands = self.terms.operands(term).to_vec();
        let is_float = operands.iter().any(|t| self.terms.sort(*t).is_float());
        let parts: Vec<Truth> = operands.iter().filter_map(|t| self.truths.get(t).copied()).collect();
        match (self.terms.op(term), operands.as_slice()) {
            (Op::Not, _) => {
                let part = parts.first()?;
                Some(Truth { yes: part.no, no: part.yes, exact: self.terms.not(part.exact) })
            }
            (op @ (Op::And | Op::Or), _) => Some(self.junction(op, &parts)),
            (Op::Ite, _) => self.choice(&parts),
            (Op::FpFinite, _) => {
                let yes = self.terms.bool(true);
                Some(self.plain(yes))
            }
            (op @ (Op::Lt | Op::Le | Op::FpEq), [a, b]) if is_float => {
                let (a, b) = (*self.numbers.get(a)?, *self.numbers.get(b)?);
                Some(self.comparison(op, a, b))
            }
            (Op::Implies, _) => {
                let [a, b] = *parts.as_slice() else { return None };
                let not = Truth { yes: a.no, no: a.yes, exact: self.terms.not(a.exact) };
                Some(self.junction(Op::Or, &[not, b]))
            }
            (Op::Eq | Op::Xor, _) if parts.len() == 2 => Some(self.equivalence(&parts, self.terms.op(term) == Op::Eq)),
            _ => (!is_float && parts.is_empty()).then(|| self.plain(term)),
        }
    }

    fn equivalence(&mut self, parts: &[Truth], is_equal: bool) -> Truth {
        let ([a, b], terms) = ([parts[0], parts[1]], &mut *self.terms);
        let mut either = |x: [TermId; 2], y: [TermId; 2]| {
            let (first, second) = (terms.and(x), terms.and(y));
            terms.or([first, second])
        };
        let (same, other) = (either([a.yes, b.yes], [a.no, b.no]), either([a.yes, b.no], [a.no, b.yes]));
        let exact = self.terms.eq(a.exact, b.exact);
        match is_equal {
            true => Truth { yes: same, no: other, exact },
            false => Truth { yes: other, no: same, exact: self.terms.not(exact) },
        }
    }

    fn plain(&mut self, exact: TermId) -> Truth {
        Truth { yes: exact, no: self.terms.not(exact), exact }
    }

    fn junction(&mut self, op: Op, parts: &[Truth]) -> Truth {
        let (yes, no) = (parts.iter().map(|p| p.yes), parts.iter().map(|p| p.no));
        let exact = parts.iter().map(|p| p.exact);
        let terms = &mut *self.terms;
        match op {
            Op::And => Truth { yes: terms.and(yes), no: terms.or(no), exact: terms.and(exact) },
            _ => Truth { yes: terms.or(yes), no: terms.and(no), exact: terms.or(exact) },
        }
    }

    fn choice(&mut self, parts: &[Truth]) -> Option<Truth> {
        let [c, a, b] = *parts else { return None };
        let terms = &mut *self.terms;
        let mut either = |a: TermId, b: TermId| {
            let (first, second) = (terms.and([c.yes, a]), terms.and([c.no, b]));
            terms.or([first, second])
        };
        let (yes, no) = (either(a.yes, b.yes), either(a.no, b.no));
        Some(Truth { yes, no, exact: self.terms.ite(c.exact, a.exact, b.exact) })
    }

    fn comparison(&mut self, op: Op, a: TermId, b: TermId) -> Truth {
        let (terms, margin) = (&mut *self.terms, self.margin);
        let (below, above) = (terms.add(a, margin), terms.add(b, margin));
        let (less, more) = (terms.le(below, b), terms.le(above, a));
        match op {
            Op::FpEq => {
                let same = terms.eq(a, b);
                Truth { yes: same, no: terms.or([less, more]), exact: same }
            }
            Op::Lt => Truth { yes: less, no: more, exact: terms.lt(a, b) },
            _ => Truth { yes: less, no: more, exact: terms.le(a, b) },
        }
    }

    fn number(&mut self, term: TermId, reals: &mut impl FnMut(&mut Terms, VarId) -> VarId) -> Option<TermId> {
        let operands = self.terms.operands(term).to_vec();
        if !self.terms.sort(term).is_float() {
            let part = |t: &TermId| self.truths.get(t).map(|p| p.exact).or_else(|| self.numbers.get(t).copied());
            let parts: Vec<TermId> = operands.iter().map(part).collect::<Option<_>>()?;
            return match (self.terms.op(term), parts.as_slice()) {
                (Op::Ite, [c, a, b]) => Some(self.terms.ite(*c, *a, *b)),
                (_, parts) => (parts == operands).then_some(term),
            };
        }
        let number = |t: &TermId| self.numbers.get(t).copied();
        match (self.terms.op(term), operands.as_slice()) {
            (Op::Const(id), _) => {
                let Value::Float(format, bits) = *self.terms.value(id) else { return None };
                let number = exact(format, bits)?;
                Some(self.terms.mk_const(Value::Real(number)))
            }
            (Op::Var(v), _) => {
                let real = reals(self.terms, v);
                Some(self.terms.now(real))
            }
            (Op::Ite, [c, a, b]) => {
                let (cond, a, b) = (self.truths.get(c)?.exact, number(a)?, number(b)?);
                Some(self.terms.ite(cond, a, b))
            }
            (op @ (Op::Add | Op::Sub | Op::Mul | Op::RealDiv | Op::Neg), list) => {
                let list: Vec<TermId> = list.iter().map(number).collect::<Option<_>>()?;
                Some(self.terms.apply(op, &list))
            }
            _ => None,
        }
    }
}
