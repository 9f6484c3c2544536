//! Float formulas in exact reals: an over-approximation that a solver for reals can refute.
//!
//! A solver for floats builds the circuits of adders and dividers, and takes a minute to see what is plain in real numbers. So
//! each result of a float operation becomes a real variable r, of which only this is said: it lies close to the exact result
//! e of the operation on its operands, and on the right side of other floats.
//!
//! ```text
//! v <= m  and  m + m / 30 < v      for floats 110 < m <= 140, 0 <= v <= 500
//!
//! e1 = m / 30       e1 >= 0 implies (1 - u) e1 - t <= r1 <= (1 + u) e1 + t   and   r1 >= 0      u = 2^-53
//! e2 = m + r1       close to r2 in the same way, and   r1 >= 0 implies r2 >= m                  t = 2^-1075
//!
//! v <= m  and  r2 < v              has no solution, for r1 >= 0 and so r2 >= m
//! ```
//!
//! Why this is sound. Take floats for the variables, all finite, and let each r be the result of its operation where the
//! exponent is not bounded above. Then `rounding` is true: half a unit in the last place is at most u times the number, or t
//! where the numbers are too small to be normal; sums are exact there. And rounding is monotone and leaves floats as they
//! are, so a float on one side of e is not on the other side of r. If moreover no e is beyond the largest number and no
//! divisor is zero, nothing overflows, each r is the float that is computed, and every comparison means the same on reals.
//! So: if bounds of the variables, `rounding` and `overflow` together are unsatisfiable, then `overflow` is false for all
//! floats within the bounds; and if then bounds, `rounding` and a root are unsatisfiable, no floats satisfy the root.
//! The other direction is not claimed. (Bounds of errors: Higham, "Accuracy and stability of numerical algorithms", 2002,
//! chapter 2; sums: Hauser, "Handling floating-point exceptions in numeric programs", 1996.)
//!
//! Identity of floats distinguishes zeros that are one real; a formula that asks for it is not relaxed.

use super::{exact, largest};
use crate::{FloatFormat, Op, Sort, TermId, Terms, Value, VarId, walk};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

/// Float formulas over reals.
#[derive(Clone, Debug)]
pub struct Relaxed {
    /// The formulas, in the order given. They mean the same unless `overflow` is true.
    pub roots: Vec<TermId>,
    /// Constraint on the variables that stand for results of operations.
    pub rounding: TermId,
    /// Some result is beyond the largest number, or some divisor is zero. While this is satisfiable together with
    /// `rounding` and what is known of the variables, nothing follows from the formulas.
    pub overflow: TermId,
}

/// Float formulas over reals. `reals` names for a float variable the real one that stands for it; the float must be finite,
/// which the caller has to ensure. The variables for results are declared here, in `terms` alone, with names that begin with
/// `$`. `None` if a formula compares floats by identity or holds a constant that is infinite or NaN.
pub fn relaxed(
    terms: &mut Terms,
    roots: &[TermId],
    reals: &mut impl FnMut(&mut Terms, VarId) -> VarId,
) -> Option<Relaxed> {
    let mut relaxer = Relaxer::new(terms);
    for term in walk::postorder(relaxer.terms, roots.iter().copied()) {
        let made = relaxer.term(term, reals)?;
        relaxer.done.insert(term, made);
    }
    let roots = roots.iter().map(|t| relaxer.done[t]).collect();
    let (rounding, overflow) = (relaxer.rounding, relaxer.overflow);
    Some(Relaxed { roots, rounding: terms.and(rounding), overflow: terms.or(overflow) })
}

/// How many branches of case distinctions are looked into on each side of a comparison.
const MOST_BRANCHES: usize = 8;

struct Relaxer<'a> {
    terms: &'a mut Terms,
    /// Translation of each term.
    done: FxHashMap<TermId, TermId>,
    vars: FxHashMap<VarId, VarId>,
    /// The variable that stands for an exact result once it is rounded.
    results: FxHashMap<(TermId, FloatFormat), TermId>,
    /// The exact result that such a variable, or its negation, stands for.
    exact: FxHashMap<TermId, TermId>,
    limits: FxHashMap<FloatFormat, Limits>,
    rounding: Vec<TermId>,
    overflow: Vec<TermId>,
}

impl<'a> Relaxer<'a> {
    fn new(terms: &'a mut Terms) -> Relaxer<'a> {
        let (done, vars) = (FxHashMap::default(), FxHashMap::default());
        let (results, exact, limits) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        Relaxer { terms, done, vars, results, exact, limits, rounding: Vec::new(), overflow: Vec::new() }
    }

    fn term(&mut self, term: TermId, reals: &mut impl FnMut(&mut Terms, VarId) -> VarId) -> Option<TermId> {
        let operands: Vec<TermId> = self.terms.operands(term).iter().map(|t| self.done[t]).collect();
        let first = self.terms.operands(term).first().map(|t| self.terms.sort(*t));
        let sort = first.filter(|s| s.is_float()).unwrap_or(self.terms.sort(term));
        let Sort::Float(format) = sort else { return Some(walk::rebuild(self.terms, term, &operands)) };
        Some(match (self.terms.op(term), operands.as_slice()) {
            (Op::Const(id), _) => {
                let Value::Float(_, bits) = *self.terms.value(id) else { return None };
                self.real(exact(format, bits)?)
            }
            (Op::Var(v), _) => {
                let real = self.variable(v, format, reals);
                self.terms.now(real)
            }
            (Op::Next(v), _) => {
                let real = self.variable(v, format, reals);
                self.terms.next(real)
            }
            (Op::Ite, [c, a, b]) => self.terms.ite(*c, *a, *b),
            (Op::FpFinite, _) => self.terms.bool(true),
            (op @ (Op::FpEq | Op::Lt | Op::Le), [a, b]) => self.comparison(op, *a, *b),
            (Op::ToFloat(_), [number]) => self.converted(format, *number),
            (op, list) => return self.arithmetic(op, format, list),
        })
    }

    fn real(&mut self, number: BigRational) -> TermId {
        self.terms.mk_const(Value::Real(number))
    }

    /// The real variable of a float variable. Its value now is stated to be finite; nothing is stated about the next state.
    fn variable(
        &mut self,
        var: VarId,
        format: FloatFormat,
        reals: &mut impl FnMut(&mut Terms, VarId) -> VarId,
    ) -> VarId {
        if let Some(known) = self.vars.get(&var) {
            return *known;
        }
        let real = reals(self.terms, var);
        self.vars.insert(var, real);
        let now = self.terms.now(real);
        let outside = self.outside(now, format);
        let inside = self.terms.not(outside);
        self.rounding.push(inside);
        real
    }

    /// Formula: a number is beyond the largest of the format.
    fn outside(&mut self, number: TermId, format: FloatFormat) -> TermId {
        let Limits { above, below, .. } = self.limits(format);
        let outside = [self.terms.lt(above, number), self.terms.lt(number, below)];
        self.terms.or(outside)
    }

    /// A comparison means the same on reals. What is compared are floats: rounding does not carry one past the other.
    fn comparison(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        let (left, right) = (self.branches(a), self.branches(b));
        for (x, y) in left.iter().flat_map(|x| right.iter().map(move |y| (*x, *y))) {
            if self.exact.contains_key(&x) || self.exact.contains_key(&y) {
                let (exact_x, exact_y) = (self.exact_or(x), self.exact_or(y));
                self.monotone((exact_x, x), (exact_y, y));
            }
        }
        match op {
            Op::FpEq => self.terms.eq(a, b),
            Op::Lt => self.terms.lt(a, b),
            _ => self.terms.le(a, b),
        }
    }

    fn exact_or(&self, number: TermId) -> TermId {
        self.exact.get(&number).copied().unwrap_or(number)
    }

    /// Terms that a number can be by its case distinctions.
    fn branches(&self, root: TermId) -> Vec<TermId> {
        let (mut found, mut open) = (Vec::new(), vec![root]);
        while let Some(term) = open.pop() {
            match (self.terms.op(term), self.terms.operands(term)) {
                (Op::Ite, [_, a, b]) => open.extend([*b, *a]),
                _ => found.push(term),
            }
            if found.len() + open.len() > MOST_BRANCHES {
                break;
            }
        }
        found
    }

    /// States that two numbers, once rounded, are not in the other order.
    fn monotone(&mut self, (exact_x, x): (TermId, TermId), (exact_y, y): (TermId, TermId)) {
        for ((exact_a, a), (exact_b, b)) in [((exact_x, x), (exact_y, y)), ((exact_y, y), (exact_x, x))] {
            let (before, after) = (self.terms.le(exact_a, exact_b), self.terms.le(a, b));
            let fact = self.terms.implies(before, after);
            self.rounding.push(fact);
        }
    }

    /// An integer as a float: itself, if it is small enough.
    fn converted(&mut self, format: FloatFormat, number: TermId) -> TermId {
        let real = self.terms.apply(Op::ToReal, &[number]);
        let limit = 1i128 << format.precision();
        match self.terms.sort(number) {
            Sort::Range { lo, hi } if -limit <= lo.into() && i128::from(hi) <= limit => real,
            _ => self.rounded(format, real, &[], Tiny::Exact),
        }
    }

    fn arithmetic(&mut self, op: Op, format: FloatFormat, operands: &[TermId]) -> Option<TermId> {
        Some(match (op, operands) {
            (Op::Neg, [a]) => self.negated(*a),
            (Op::Add, [first, rest @ ..]) => rest.iter().fold(*first, |sum, next| {
                let exact = self.terms.add(sum.min(*next), sum.max(*next));
                self.rounded(format, exact, &[sum, *next], Tiny::Exact)
            }),
            (Op::Sub, [a, b]) => {
                let (exact, negated) = (self.terms.sub(*a, *b), self.negated(*b));
                self.rounded(format, exact, &[*a, negated], Tiny::Exact)
            }
            (Op::Mul, [a, b]) => self.product(format, *a.min(b), *a.max(b)),
            (Op::RealDiv, [a, b]) => self.quotient(format, *a, *b),
            _ => return None,
        })
    }

    fn constant(&self, number: TermId) -> Option<&BigRational> {
        match self.terms.constant(number)? {
            Value::Real(r) => Some(r),
            _ => None,
        }
    }

    fn negated(&mut self, number: TermId) -> TermId {
        let negated = match self.constant(number).map(|r| -r) {
            Some(constant) => self.real(constant),
            None => self.terms.neg(number),
        };
        if let Some(exact) = self.exact.get(&number).copied() {
            let exact = self.terms.neg(exact);
            self.exact.insert(negated, exact);
        }
        negated
    }

    /// A product. Times a power of two, upwards, nothing is rounded.
    fn product(&mut self, format: FloatFormat, a: TermId, b: TermId) -> TermId {
        let exact = self.terms.mul(a, b);
        let constants = [self.constant(a), self.constant(b)];
        let is_shift = |r: &&BigRational| r.is_integer() && r.numer().magnitude().count_ones() == 1;
        if constants.into_iter().flatten().any(|r| is_shift(&r)) {
            let outside = self.outside(exact, format);
            self.overflow.push(outside);
            return exact;
        }
        let floats = match constants {
            [Some(_), None] => vec![b],
            [None, Some(_)] => vec![a],
            _ => Vec::new(),
        };
        self.rounded(format, exact, &floats, Tiny::Rounded)
    }

    fn quotient(&mut self, format: FloatFormat, a: TermId, b: TermId) -> TermId {
        let exact = self.terms.apply(Op::RealDiv, &[a, b]);
        let is_linear = self.constant(b).is_some();
        let zero = self.limits(format).zero;
        let by_zero = self.terms.eq(b, zero);
        self.overflow.push(by_zero);
        let floats = if is_linear { vec![a] } else { Vec::new() };
        self.rounded(format, exact, &floats, Tiny::Rounded)
    }

    /// The variable for an exact result once it is rounded, and what is true of it; `floats` are floats near it.
    fn rounded(&mut self, format: FloatFormat, exact: TermId, floats: &[TermId], tiny: Tiny) -> TermId {
        if let Some(known) = self.results.get(&(exact, format)) {
            return *known;
        }
        let result = self.fresh();
        self.results.insert((exact, format), result);
        self.exact.insert(result, exact);
        self.close(format, exact, result, tiny);
        for float in floats {
            self.monotone((exact, result), (*float, *float));
        }
        let outside = self.outside(exact, format);
        self.overflow.push(outside);
        result
    }

    fn fresh(&mut self) -> TermId {
        let var = self.terms.declare_stand_in(&format!("rounded{}", self.results.len()), Sort::Real);
        self.terms.now(var)
    }

    /// States that a result is close to the exact one, and has its sign.
    fn close(&mut self, format: FloatFormat, exact: TermId, result: TermId, tiny: Tiny) {
        let Limits { farther, nearer, slack, zero, .. } = self.limits(format);
        let slack = slack.filter(|_| tiny == Tiny::Rounded);
        for is_positive in [true, false] {
            // The upper line is the one farther from zero where the number is positive.
            let (up, down) = if is_positive { (farther, nearer) } else { (nearer, farther) };
            let (upper, lower) = (self.line(up, exact, slack.map(|s| s.0)), self.line(down, exact, slack.map(|s| s.1)));
            let near = [self.terms.le(result, upper), self.terms.le(lower, result)];
            let mut has_sign =
                |number| if is_positive { self.terms.le(zero, number) } else { self.terms.le(number, zero) };
            let (before, after) = (has_sign(exact), has_sign(result));
            let claim = self.terms.and(near.into_iter().chain([after]));
            let fact = self.terms.implies(before, claim);
            self.rounding.push(fact);
        }
    }

    /// factor * number + offset.
    fn line(&mut self, factor: TermId, number: TermId, offset: Option<TermId>) -> TermId {
        let scaled = self.terms.mul(factor, number);
        offset.map_or(scaled, |offset| self.terms.add(scaled, offset))
    }

    fn limits(&mut self, format: FloatFormat) -> Limits {
        if let Some(known) = self.limits.get(&format) {
            return *known;
        }
        let unit = BigRational::new(BigInt::one(), BigInt::one() << format.precision());
        let smallest = exact(format, 1).map(|s| s / BigInt::from(2));
        let limits = Limits {
            zero: self.real(BigRational::zero()),
            above: self.real(largest(format)),
            below: self.real(-largest(format)),
            farther: self.real(BigRational::one() + &unit),
            nearer: self.real(BigRational::one() - &unit),
            slack: smallest.map(|s| (self.real(s.clone()), self.real(-s))),
        };
        self.limits.insert(format, limits);
        limits
    }
}

/// Constants of a format.
#[derive(Clone, Copy)]
struct Limits {
    zero: TermId,
    /// The largest number, and its negation.
    above: TermId,
    below: TermId,
    /// One and the relative error, more and less.
    farther: TermId,
    nearer: TermId,
    /// The absolute error where numbers are not normal: half of the smallest positive number, and its negation.
    slack: Option<(TermId, TermId)>,
}

/// Whether results below the smallest normal number are rounded; sums are exact there.
#[derive(Clone, Copy, PartialEq)]
enum Tiny {
    Exact,
    Rounded,
}
