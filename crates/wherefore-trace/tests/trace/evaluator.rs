//! The evaluator against a slow twin: recursion over machine integers, written from the operators' comments alone.

use crate::random::Random;
use num_rational::BigRational;
use wherefore_ir::{Op, Role, Rounding, Sort, System, TermId, Terms, Value};
use wherefore_trace::{Evaluator, Step, evaluate};

/// The twin's values.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Small {
    Bool(bool),
    Enum(u32),
    Int(i128),
    /// Numerator and denominator in lowest terms, the denominator positive.
    Real(i128, i128),
    Word(u32, i128),
}

use Small::{Bool, Int, Real, Word};

fn fraction(n: i128, d: i128) -> Option<Small> {
    let gcd = |mut a: i128, mut b: i128| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a.abs().max(1)
    };
    let (n, d) = if d < 0 { (n.checked_neg()?, d.checked_neg()?) } else { (n, d) };
    let g = gcd(n, d);
    Some(Real(n / g, d / g))
}

fn word(width: u32, value: i128) -> Option<Small> {
    (width <= 60).then(|| Word(width, value.rem_euclid(1 << width)))
}

fn signed(width: u32, value: i128) -> i128 {
    if value >= 1 << (width - 1) { value - (1 << width) } else { value }
}

/// `None` where a machine integer overflows: the test then has nothing to compare with.
fn twin(terms: &Terms, term: TermId, now: &[Small], next: &[Small]) -> Option<Small> {
    let operands: Vec<Small> =
        terms.operands(term).iter().map(|t| twin(terms, *t, now, next)).collect::<Option<_>>()?;
    match (terms.op(term), operands.as_slice()) {
        (Op::Var(v), _) => Some(now[v.index()]),
        (Op::Next(v), _) => Some(next[v.index()]),
        (Op::Const(id), _) => small(terms.value(id)),
        (Op::And, list) => Some(Bool(list.iter().all(|v| *v == Bool(true)))),
        (Op::Or, list) => Some(Bool(list.contains(&Bool(true)))),
        (Op::Not, [Bool(a)]) => Some(Bool(!a)),
        (Op::Xor, [Bool(a), Bool(b)]) => Some(Bool(a ^ b)),
        (Op::Implies, [Bool(a), Bool(b)]) => Some(Bool(!a | b)),
        (Op::Ite, [Bool(c), a, b]) => Some(if *c { *a } else { *b }),
        (Op::Eq, [a, b]) => Some(Bool(a == b)),
        (op, [Int(a), rest @ ..]) => twin_integer(op, *a, rest),
        (op, [Real(n, d), rest @ ..]) => twin_real(op, (*n, *d), rest),
        (op, [Word(w, a), rest @ ..]) => twin_word(op, *w, *a, rest),
        _ => None,
    }
}

fn twin_integer(op: Op, a: i128, rest: &[Small]) -> Option<Small> {
    let b = match rest.first() {
        Some(Int(b)) => *b,
        _ => 0,
    };
    Some(match op {
        Op::Lt => Bool(a < b),
        Op::Le => Bool(a <= b),
        Op::Neg => Int(a.checked_neg()?),
        Op::Add => Int(rest.iter().try_fold(a, |sum, v| match v {
            Int(n) => sum.checked_add(*n),
            _ => None,
        })?),
        Op::Sub => Int(a.checked_sub(b)?),
        Op::Mul => Int(a.checked_mul(b)?),
        Op::Div(_) if b == 0 => Int(0),
        Op::Mod(_) if b == 0 => Int(a),
        Op::Div(Rounding::Truncate) => Int(a.checked_div(b)?),
        Op::Mod(Rounding::Truncate) => Int(a.checked_rem(b)?),
        Op::Div(Rounding::Euclid) => Int(a.checked_div_euclid(b)?),
        Op::Mod(Rounding::Euclid) => Int(a.checked_rem_euclid(b)?),
        Op::ToReal => Real(a, 1),
        Op::IntToBv(width) => word(width, a)?,
        _ => return None,
    })
}

fn twin_real(op: Op, (n, d): (i128, i128), rest: &[Small]) -> Option<Small> {
    let (m, e) = match rest.first() {
        Some(Real(m, e)) => (*m, *e),
        _ => (0, 1),
    };
    let (left, right, both) = (n.checked_mul(e)?, m.checked_mul(d)?, d.checked_mul(e)?);
    match op {
        Op::Lt => Some(Bool(left < right)),
        Op::Le => Some(Bool(left <= right)),
        Op::Neg => fraction(n.checked_neg()?, d),
        Op::Add => rest.iter().try_fold(Real(n, d), |sum, v| match (sum, v) {
            (Real(n, d), Real(m, e)) => {
                fraction(n.checked_mul(*e)?.checked_add(m.checked_mul(d)?)?, d.checked_mul(*e)?)
            }
            _ => None,
        }),
        Op::Sub => fraction(left.checked_sub(right)?, both),
        Op::Mul => fraction(n.checked_mul(m)?, both),
        Op::RealDiv if m == 0 => fraction(0, 1),
        Op::RealDiv => fraction(left, right),
        Op::Floor => Some(Int(n.div_euclid(d))),
        _ => None,
    }
}

fn twin_word(op: Op, w: u32, a: i128, rest: &[Small]) -> Option<Small> {
    let (v, b) = match rest.first() {
        Some(Word(v, b)) => (*v, *b),
        _ => (w, 0),
    };
    let (sa, sb) = (signed(w, a), signed(v, b));
    let sign = |n: i128| if n < 0 { -1 } else { 1 };
    match op {
        Op::BvNot => word(w, -1 - a),
        Op::BvAnd => word(w, a & b),
        Op::BvOr => word(w, a | b),
        Op::BvXor => word(w, a ^ b),
        Op::BvNeg => word(w, -a),
        Op::BvAdd => word(w, a + b),
        Op::BvSub => word(w, a - b),
        Op::BvMul => word(w, a.checked_mul(b)?),
        Op::BvUdiv => word(w, if b == 0 { -1 } else { a / b }),
        Op::BvUrem => word(w, if b == 0 { a } else { a % b }),
        // Through the unsigned quotient of the magnitudes, as SMT-LIB defines it.
        Op::BvSdiv => word(w, if b == 0 { -sign(sa) } else { sa.abs() / sb.abs() * sign(sa) * sign(sb) }),
        Op::BvSrem => word(w, if b == 0 { a } else { sa.abs() % sb.abs() * sign(sa) }),
        Op::BvShl => word(w, (0..b.min(64)).fold(a, |x, _| (x * 2).rem_euclid(1 << w))),
        Op::BvLshr => word(w, (0..b.min(64)).fold(a, |x, _| x / 2)),
        Op::BvAshr => word(w, (0..b.min(64)).fold(sa, |x, _| x.div_euclid(2))),
        Op::BvConcat => word(w + v, (a << v) + b),
        Op::BvExtract { hi, lo } => word(hi - lo + 1, a >> lo),
        Op::BvZeroExtend(n) => word(w + n, a),
        Op::BvSignExtend(n) => word(w + n, sa),
        Op::BvUlt => Some(Bool(a < b)),
        Op::BvUle => Some(Bool(a <= b)),
        Op::BvSlt => Some(Bool(sa < sb)),
        Op::BvSle => Some(Bool(sa <= sb)),
        Op::BvToNat => Some(Int(a)),
        Op::BvToInt => Some(Int(sa)),
        _ => None,
    }
}

fn small(value: &Value) -> Option<Small> {
    Some(match value {
        Value::Bool(b) => Bool(*b),
        Value::Enum(_, index) => Small::Enum(*index),
        Value::Int(n) => Int(n.try_into().ok()?),
        Value::Real(r) => Real(r.numer().try_into().ok()?, r.denom().try_into().ok()?),
        Value::BitVec(width, bits) => Word(*width, bits.try_into().ok()?),
        Value::Float(..) => return None,
    })
}

/// Every operator without time.
fn operators(random: &mut Random) -> Vec<Op> {
    use Op::*;
    let (lo, more) = (random.below(4) as u32, random.below(4) as u32);
    let (truncate, euclid) = (Rounding::Truncate, Rounding::Euclid);
    vec![
        Not,
        And,
        Or,
        Xor,
        Implies,
        Ite,
        Eq,
        Lt,
        Le,
        Neg,
        Add,
        Sub,
        Mul,
        Div(truncate),
        Div(euclid),
        Mod(truncate),
        Mod(euclid),
        RealDiv,
        ToReal,
        Floor,
        BvNot,
        BvAnd,
        BvOr,
        BvXor,
        BvNeg,
        BvAdd,
        BvSub,
        BvMul,
        BvUdiv,
        BvUrem,
        BvSdiv,
        BvSrem,
        BvShl,
        BvLshr,
        BvAshr,
        BvConcat,
        BvExtract { hi: lo + more, lo },
        BvZeroExtend(more),
        BvSignExtend(more),
        BvUlt,
        BvUle,
        BvSlt,
        BvSle,
        BvToNat,
        BvToInt,
        IntToBv(more + 1),
    ]
}

struct Case {
    system: System,
    pool: Vec<TermId>,
}

fn case(random: &mut Random, uses: &mut [usize]) -> Case {
    let mut system = System::new("random");
    let colours = system.terms.intern_enum(vec!["red".into(), "green".into(), "blue".into()]);
    let range = Sort::Range { lo: -5, hi: 7 };
    let sorts = [Sort::Bool, Sort::Bool, Sort::Enum(colours), range, Sort::Int, Sort::Int, Sort::Real, Sort::Real];
    let words = [1, 4, 4, 8, 8, 13].map(Sort::BitVec);
    for (index, sort) in sorts.into_iter().chain(words).chain([Sort::Enum(colours)]).enumerate() {
        system.add_var(format!("v{index}"), sort, Role::State, None).unwrap();
    }
    let vars: Vec<_> = system.vars().map(|(v, _)| v).collect();
    let mut pool: Vec<TermId> = Vec::new();
    for var in vars {
        let sort = system.terms.var(var).sort;
        let constant = random.value(&system.terms, sort);
        pool.extend([system.terms.now(var), system.terms.next(var), system.terms.mk_const(constant)]);
    }
    for _ in 0..150 {
        let choices = operators(random);
        let index = random.below(choices.len());
        // Operands are tried until some fit; narrow words keep the twin within machine integers.
        let fitting = (0..200).find_map(|_| {
            let operands: Vec<TermId> = (0..random.below(3) + 1).map(|_| random.pick(&pool)).collect();
            let term = system.terms.mk(choices[index], &operands).ok()?;
            (!matches!(system.terms.sort(term), Sort::BitVec(w) if w > 60)).then_some(term)
        });
        if let Some(term) = fitting {
            uses[index] += 1;
            pool.push(term);
        }
    }
    Case { system, pool }
}

fn random_step(random: &mut Random, system: &System) -> Step {
    let mut step = Step::empty(system);
    for (var, _) in system.vars() {
        let mut value = random.value(&system.terms, system.terms.var(var).sort);
        while small(&value).is_none() {
            value = random.value(&system.terms, system.terms.var(var).sort);
        }
        step.set(var, value);
    }
    step
}

#[test]
fn agrees_with_the_twin_on_every_operator() {
    let mut random = Random::new(1);
    let mut uses = vec![0; operators(&mut random).len()];
    let mut compared = 0;
    for _ in 0..400 {
        let case = case(&mut random, &mut uses);
        let (now, next) = (random_step(&mut random, &case.system), random_step(&mut random, &case.system));
        let view = |step: &Step| -> Vec<Small> { step.values.iter().flatten().filter_map(small).collect() };
        let (small_now, small_next) = (view(&now), view(&next));
        let evaluator = Evaluator::new(&case.system.terms, &case.pool).unwrap();
        let values = evaluator.evaluate(&now.values, Some(&next.values));
        for (term, value) in case.pool.iter().zip(values) {
            let Some(expected) = twin(&case.system.terms, *term, &small_now, &small_next) else { continue };
            let value = value.expect("all values are given");
            assert_eq!(small(&value), Some(expected), "{:?}", case.system.terms.op(*term));
            assert!(value.fits(case.system.terms.sort(*term)));
            compared += 1;
        }
    }
    assert!(compared > 20_000, "only {compared} terms compared");
    let choices = operators(&mut random);
    for (op, uses) in choices.iter().zip(&uses) {
        assert!(*uses >= 100, "{op:?} was tried {uses} times");
    }
}

/// A result that is given although values are missing must not change when they are filled in.
#[test]
fn missing_values_only_ever_hide() {
    let mut random = Random::new(2);
    let mut uses = vec![0; operators(&mut random).len()];
    let mut decided = 0;
    for _ in 0..200 {
        let case = case(&mut random, &mut uses);
        let (now, next) = (random_step(&mut random, &case.system), random_step(&mut random, &case.system));
        let evaluator = Evaluator::new(&case.system.terms, &case.pool).unwrap();
        let full = evaluator.evaluate(&now.values, Some(&next.values));
        let mut partial = now.clone();
        partial.values.iter_mut().filter(|_| random.one_in(3)).for_each(|v| *v = None);
        for (known, value) in evaluator.evaluate(&partial.values, None).into_iter().zip(full) {
            assert!(known.is_none() || known == value);
            decided += usize::from(known.is_some());
        }
    }
    assert!(decided > 1_000);
}

#[test]
fn a_value_of_the_wrong_sort_counts_as_missing() {
    let mut system = System::new("wrong");
    let w = system.add_var("w", Sort::BitVec(8), Role::State, None).unwrap();
    let now = system.terms.now(w);
    let sum = system.terms.apply(Op::BvAdd, &[now, now]);
    let check = |value: Value, expected: Option<Value>| {
        assert_eq!(evaluate(&system.terms, sum, &[Some(value)], None), Ok(expected));
    };
    check(Value::bits(8, 200u8), Some(Value::bits(8, 144u8)));
    check(Value::Bool(true), None);
    check(Value::BitVec(0, 0u8.into()), None);
    check(Value::Real(BigRational::from_integer(1.into())), None);
}

#[test]
fn a_temporal_term_is_refused() {
    let mut terms = Terms::new();
    let yes = terms.bool(true);
    let always = terms.apply(Op::G, &[yes]);
    assert!(evaluate(&terms, always, &[], None).is_err());
}

/// Deep terms are a loop, and a compiled evaluator is run many times.
#[test]
fn a_term_nested_a_million_deep() {
    let mut system = System::new("deep");
    let x = system.add_var("x", Sort::Int, Role::State, None).unwrap();
    let (now, one) = (system.terms.now(x), system.terms.int(1));
    let mut term = now;
    for _ in 0..1_000_000 {
        term = system.terms.mk(Op::Add, &[term, one]).unwrap();
    }
    let evaluator = Evaluator::new(&system.terms, &[term]).unwrap();
    for start in 0..3 {
        let values = evaluator.evaluate(&[Some(Value::int(start))], None);
        assert_eq!(values, [Some(Value::int(start + 1_000_000))]);
    }
}
