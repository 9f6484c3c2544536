//! Causes that can be worked out by hand.

use crate::cause::{Bound, Listing, all, choices, minimal};
use wherefore_check::Options;
use wherefore_ir::{Constraint, Op, Purpose, Role, Sort, System, TermId, Update, Value, VarId};
use wherefore_solve::Stop;
use wherefore_trace::{Step, Trace, show};

fn run(system: &System, rows: &[&[Value]]) -> Trace {
    let step = |row: &&[Value]| {
        let mut step = Step::empty(system);
        row.iter().enumerate().for_each(|(index, value)| step.set(VarId(index as u32), value.clone()));
        step
    };
    Trace::finite(rows.iter().map(step).collect())
}

fn words(system: &System, trace: &Trace, good: TermId) -> Vec<String> {
    let cause = minimal(system, trace, good, &Options::default(), &Stop::new()).expect("a cause");
    let say = |k: &crate::cause::Kept| {
        let (relation, value) = match &k.bound {
            Bound::Is(v) => ("=", v),
            Bound::AtLeast(v) => (">=", v),
            Bound::AtMost(v) => ("<=", v),
        };
        format!("{}({}) {relation} {}", system.terms.var(k.var).name, k.tick, show(&system.terms, k.var, value))
    };
    cause.kept.iter().map(say).collect()
}

fn fix(system: &mut System, var: VarId, value: Value) {
    let (now, value) = (system.terms.now(var), system.terms.mk_const(value));
    let term = system.terms.eq(now, value);
    system.init.push(Constraint { term, element: None });
}

/// A latch that is set by a temperature: `hot` is true once `t > 23` while `on`.
fn heater(sort: Sort) -> (System, TermId) {
    let mut system = System::new("heater");
    let on = system.add_var("on", Sort::Bool, Role::Input, None).expect("new");
    let t = system.add_var("t", sort, Role::Input, None).expect("new");
    let hot = system.add_var("hot", Sort::Bool, Role::State, None).expect("new");
    fix(&mut system, hot, Value::Bool(false));
    let terms = &mut system.terms;
    let (on, t, was) = (terms.now(on), terms.now(t), terms.now(hot));
    let limit = match sort {
        Sort::Real => terms.mk_const(Value::Real(num_rational::BigRational::from(num_bigint::BigInt::from(23)))),
        _ => terms.int(23),
    };
    let above = terms.lt(limit, t);
    let set = terms.and([on, above]);
    let term = terms.or([was, set]);
    system.next.insert(hot, Update { term, element: None });
    let good = system.terms.not(was);
    (system, good)
}

#[test]
fn a_bound_is_pushed_to_the_limit_that_matters() {
    for sort in [Sort::Range { lo: 0, hi: 40 }, Sort::Int] {
        let (system, good) = heater(sort);
        let row = |on: bool, t: i64, hot: bool| [Value::Bool(on), Value::int(t), Value::Bool(hot)];
        let rows = [row(false, 3, false), row(true, 31, false), row(true, 30, true), row(false, 0, true)];
        let rows: Vec<&[Value]> = rows.iter().map(|r| r.as_slice()).collect();
        // Either of two ticks would do: the older one is given up.
        assert_eq!(words(&system, &run(&system, &rows), good), ["on(2) = TRUE", "t(2) >= 24"]);
    }
}

#[test]
fn a_real_bound_goes_to_a_number_of_the_model_or_stays() {
    let (system, good) = heater(Sort::Real);
    let real = |n: i64| Value::Real(num_rational::BigRational::from(num_bigint::BigInt::from(n)));
    let row = |on: bool, t: i64, hot: bool| [Value::Bool(on), real(t), Value::Bool(hot)];
    let rows = [row(true, 31, false), row(true, 30, true)];
    let rows: Vec<&[Value]> = rows.iter().map(|r| r.as_slice()).collect();
    // At 23 itself nothing happens, and the model speaks of no other number.
    assert_eq!(words(&system, &run(&system, &rows), good), ["on(0) = TRUE", "t(0) >= 31.0"]);
}

#[test]
fn all_causes_and_corrections_of_two_ways_to_fail() {
    let (system, good) = heater(Sort::Range { lo: 0, hi: 40 });
    let row = |t: i64, hot: bool| [Value::Bool(true), Value::int(t), Value::Bool(hot)];
    let rows = [row(30, false), row(31, true), row(0, true)];
    let rows: Vec<&[Value]> = rows.iter().map(|r| r.as_slice()).collect();
    let found = all(
        &system,
        &run(&system, &rows),
        good,
        &Listing { counts: &|_| true, options: &Options::default(), stop: &Stop::new(), most: 10 },
    )
    .expect("all");
    assert!(found.exhaustive && found.causes.iter().all(|c| c.size() == 2 && c.choices == 6));
    assert_eq!(found.causes.len(), 2);
    let (on, t) = (VarId(0), VarId(1));
    let ways = [[(on, 0), (on, 1)], [(on, 0), (t, 1)], [(t, 0), (on, 1)], [(t, 0), (t, 1)]];
    let ways: std::collections::BTreeSet<_> = ways.into_iter().collect();
    assert_eq!(found.corrections.into_iter().map(|c| [c[0], c[1]]).collect::<std::collections::BTreeSet<_>>(), ways);
    let cut = all(
        &system,
        &run(&system, &rows),
        good,
        &Listing { counts: &|_| true, options: &Options::default(), stop: &Stop::new(), most: 1 },
    )
    .expect("some");
    assert!(!cut.exhaustive);
}

#[test]
fn of_a_relation_the_moment_of_the_choice_is_kept() {
    let mut system = System::new("relation");
    let x = system.add_var("x", Sort::Range { lo: 0, hi: 1 }, Role::State, None).expect("new");
    let wire = system.add_var("wire", Sort::Range { lo: 0, hi: 1 }, Role::State, None).expect("new");
    fix(&mut system, x, Value::int(0));
    let terms = &mut system.terms;
    let (now, next, copy) = (terms.now(x), terms.next(x), terms.now(wire));
    let (one, same) = (terms.int(1), terms.eq(next, now));
    let up = terms.eq(next, one);
    let step = terms.or([same, up]);
    let equal = terms.eq(copy, now);
    let good = terms.eq(copy, one);
    let good = terms.not(good);
    system.trans.push(Constraint { term: step, element: None });
    system.invar.push(Constraint { term: equal, element: None });
    let rows: Vec<[Value; 2]> = [0, 0, 1, 1].into_iter().map(|n| [Value::int(n), Value::int(n)]).collect();
    let rows: Vec<&[Value]> = rows.iter().map(|r| r.as_slice()).collect();
    assert_eq!(words(&system, &run(&system, &rows), good), ["x(2) = 1"]);
    // The first value is said, and the wire is computed.
    assert_eq!(choices(&system, 3), [(x, 1), (x, 2), (x, 3)]);
}

#[test]
fn a_memory_that_nothing_fixes_is_a_choice_and_what_cannot_be_otherwise_is_not_kept() {
    let mut system = System::new("memory");
    let active = system.add_var("active", Sort::Bool, Role::Input, None).expect("new");
    let memory = system.add_auxiliary("pre", Sort::Bool, Role::State, Purpose::Memory);
    let terms = &mut system.terms;
    let (now, before) = (terms.now(active), terms.now(memory));
    let good = terms.apply(Op::Implies, &[now, before]);
    system.next.insert(memory, Update { term: now, element: None });
    let rows = [[Value::Bool(true), Value::Bool(false)]];
    let rows: Vec<&[Value]> = rows.iter().map(|r| r.as_slice()).collect();
    assert_eq!(words(&system, &run(&system, &rows), good), ["active(0) = TRUE", "$pre(0) = FALSE"]);
    let never = system.terms.bool(false);
    assert_eq!(words(&system, &run(&system, &rows), never), [""; 0]);
}
