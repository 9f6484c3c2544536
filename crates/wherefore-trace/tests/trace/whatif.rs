//! Runs with changed choices: by example, and against enumeration on small random systems.

use std::collections::BTreeSet;
use wherefore_ir::{Op, Sort, System, TermId, Value, VarId, text, walk};
use wherefore_test::{Random, cases, counted, seed, system_text};
use wherefore_trace::{Change, Free, Judgement, Step, Trace, WhatIf, free_choices, replay, what_if};

/// The air conditioner in small: `s` follows `t`, `w` is a free choice that must not be `FALSE` where `t` is 3.
const COOLER: &str = "system \"s\"\nelement 0 constraint \"w\" at 0:1..2\nvar t : 0..3 input\nvar s : bool state\nvar w : bool state\n\
    init (not s)\ninvar (or w (< t 3)) element 0\nnext s = (< 1 t)\nproperty \"p\" invariant (not s) text \"!s\"\n";

fn run(system: &System, rows: &[&[Value]]) -> Trace {
    let step = |row: &&[Value]| Step { values: row.iter().cloned().map(Some).collect(), element: None };
    let trace = Trace::finite(rows.iter().map(step).collect());
    replay(system, &trace).unwrap();
    trace
}

fn ask(system: &System, recorded: &Trace, changes: &[(u32, usize, Value)]) -> WhatIf {
    let changes: Vec<Change> =
        changes.iter().map(|(v, step, value)| Change { var: VarId(*v), step: *step, value: value.clone() }).collect();
    what_if(system, recorded, &changes, &system.properties[0]).unwrap()
}

fn cooler() -> (System, Trace) {
    let system = text::parse(COOLER).unwrap();
    let (f, n) = (Value::Bool(false), Value::int);
    let rows: [&[Value]; 3] =
        [&[n(2), f.clone(), f.clone()], &[n(0), Value::Bool(true), f.clone()], &[n(0), f.clone(), f.clone()]];
    let trace = run(&system, &rows);
    (system, trace)
}

#[test]
fn an_input_changes_what_follows_and_the_property() {
    let (system, recorded) = cooler();
    assert_eq!(ask(&system, &recorded, &[]).judgement, Judgement::Fails(Some(1)));
    let mended = ask(&system, &recorded, &[(0, 0, Value::int(1))]);
    assert_eq!((mended.judgement, mended.end), (Judgement::Holds, None));
    let later = ask(&system, &recorded, &[(0, 0, Value::int(1)), (0, 1, Value::int(3))]);
    assert_eq!(later.judgement, Judgement::Fails(Some(2)));
    // The restriction admits only one value of the free choice now; elsewhere it stays as it was.
    let choice: Vec<_> = (0..3).map(|step| later.trace.value(step, VarId(2)).and_then(Value::as_bool)).collect();
    assert_eq!(choice, [Some(false), Some(true), Some(false)]);
}

#[test]
fn what_cannot_be_is_said_with_the_restriction() {
    let (system, recorded) = cooler();
    let stuck = ask(&system, &recorded, &[(0, 1, Value::int(3)), (2, 1, Value::Bool(false))]);
    let end = stuck.end.unwrap();
    assert_eq!((stuck.trace.len(), end.step, end.exhausted), (1, 1, true));
    assert_eq!(end.reason.element.map(|e| system.elements.get(e).name.as_str()), Some("w"));
    let follows = ask(&system, &recorded, &[(1, 1, Value::Bool(false))]).end.unwrap();
    assert!(follows.exhausted && follows.reason.to_string().contains("expected next(s) = TRUE"), "{}", follows.reason);
    let none = ask(&system, &recorded, &[(1, 0, Value::Bool(true))]);
    assert!(none.trace.is_empty() && none.end.is_some() && none.judgement == Judgement::Open);
}

#[test]
fn choices_are_what_nothing_decides() {
    let (system, _) = cooler();
    assert_eq!(free_choices(&system), [(VarId(0), Free::Every), (VarId(2), Free::Every)]);
    let text = "system \"s\"\nvar a : 0..3 state\nvar b : 0..3 state\nvar c : 0..3 frozen\nvar d : 0..3 state\n\
        invar (= b (+ a c))\ntrans (= (next d) a)\ninit (= c 1)\nnext a = a\n";
    let system = text::parse(text).unwrap();
    assert_eq!(free_choices(&system), [(VarId(0), Free::First), (VarId(3), Free::First)]);
}

#[test]
fn a_loop_is_kept_where_it_still_closes() {
    let text = "system \"s\"\nvar i : bool input\nvar s : bool state\ninit (not s)\nnext s = i\nproperty \"p\" ltl (F s) text \"F s\"\n";
    let system = text::parse(text).unwrap();
    let f = Value::Bool(false);
    let recorded = Trace { loop_start: Some(1), ..run(&system, &[&[f.clone(), f.clone()], &[f.clone(), f.clone()]]) };
    let same = ask(&system, &recorded, &[]);
    assert_eq!((same.trace.loop_start, same.judgement), (Some(1), Judgement::Fails(None)));
    let open = ask(&system, &recorded, &[(0, 1, Value::Bool(true))]);
    assert_eq!((open.trace.loop_start, open.judgement), (None, Judgement::Open));
    let holds = ask(&system, &recorded, &[(0, 0, Value::Bool(true)), (0, 1, Value::Bool(true))]);
    assert_eq!((holds.trace.loop_start, holds.judgement), (Some(1), Judgement::Holds));
}

fn values(system: &System, sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Enum(id) => (0..system.terms.enumeration(id).values.len() as u32).map(|i| Value::Enum(id, i)).collect(),
        Sort::Range { lo, hi } => (lo..=hi).map(Value::int).collect(),
        Sort::BitVec(width) => (0..1u32 << width).map(|n| Value::bits(width, n)).collect(),
        _ => Vec::new(),
    }
}

/// All steps that there are.
fn all_steps(system: &System) -> Vec<Step> {
    let mut rows = vec![Vec::new()];
    for (var, _) in system.vars() {
        let values = values(system, system.terms.var(var).sort);
        let longer = |row: &Vec<Option<Value>>| {
            let row = row.clone();
            values.iter().map(move |v| row.iter().cloned().chain([Some(v.clone())]).collect()).collect::<Vec<_>>()
        };
        rows = rows.iter().flat_map(longer).collect();
    }
    rows.into_iter().map(|values| Step { values, element: None }).collect()
}

/// The variables that a restriction or update connects with one of these, directly or through others.
fn connected(system: &System, from: &BTreeSet<VarId>) -> BTreeSet<VarId> {
    let constraints = system.init.iter().chain(&system.invar).chain(&system.trans).map(|c| (c.term, None));
    let updates = system.next.iter().map(|(v, u)| (u.term, Some(*v)));
    let all: Vec<(TermId, Option<VarId>)> = constraints.chain(updates).collect();
    let mut found = from.clone();
    loop {
        let before = found.len();
        for (term, own) in &all {
            let mut of: BTreeSet<VarId> = walk::postorder(&system.terms, [*term])
                .into_iter()
                .filter_map(|t| match system.terms.op(t) {
                    Op::Var(v) | Op::Next(v) => Some(v),
                    _ => None,
                })
                .collect();
            of.extend(own);
            if !of.is_disjoint(&found) {
                found.extend(of);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

#[test]
fn changed_runs_are_runs_and_dead_ends_are_dead() {
    let seed = seed(20_260_301);
    let (mut asked, mut ends, mut other, mut apart) = (0, 0, 0, 0);
    for case in 0..cases(400) {
        let mut random = Random::stream(seed, case);
        let text = system_text(&mut random, false);
        let system = text::parse(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let steps = all_steps(&system);
        let length = random.between(1, 4);
        // Any values do as a record; the run nearest to them is a recorded run.
        let wanted = Trace::finite((0..length).map(|_| random.pick(&steps)).collect());
        let Ok(first) = what_if(&system, &wanted, &[], &system.properties[0]) else { panic!("{text}") };
        let recorded = first.trace;
        if recorded.is_empty() {
            continue;
        }
        let same = what_if(&system, &recorded, &[], &system.properties[0]).unwrap();
        assert_eq!((&same.trace, &same.end), (&recorded, &None), "case {case}\n{text}");
        let choices = free_choices(&system);
        for _ in 0..3 {
            let step = random.below(recorded.len());
            let any = VarId(random.below(system.terms.var_count()) as u32);
            let var = if random.chance(80) && !choices.is_empty() { random.pick(&choices).0 } else { any };
            let value = random.pick(&values(&system, system.terms.var(var).sort));
            let found = ask(&system, &recorded, &[(var.0, step, value.clone())]);
            asked += 1;
            check(&system, &recorded, (var, step, &value), &found, &steps);
            ends += u64::from(found.end.is_some());
            other += u64::from(found.trace.steps != recorded.steps);
            let touched = connected(&system, &BTreeSet::from([var]));
            for (index, row) in found.trace.steps.iter().enumerate() {
                for (free, _) in system.vars().filter(|(v, _)| !touched.contains(v)) {
                    apart += 1;
                    assert_eq!(row.get(free), recorded.value(index, free), "case {case}\n{text}");
                }
            }
        }
    }
    wherefore_test::say(&format!("{asked} questions"));
    counted(ends, "runs that end early");
    counted(other, "runs that are other than recorded");
    counted(apart, "values that have nothing to do with the change");
}

/// The run is one, has the change, and ends only where enumeration finds no step.
fn check(system: &System, recorded: &Trace, (var, at, value): (VarId, usize, &Value), found: &WhatIf, all: &[Step]) {
    if !found.trace.is_empty() {
        replay(system, &found.trace).unwrap();
    }
    assert!(found.trace.len() <= at || found.trace.value(at, var) == Some(value));
    let Some(end) = &found.end else { return assert_eq!(found.trace.len(), recorded.len()) };
    assert!(end.exhausted, "four values at most are not too many: {}", text::print(system));
    assert_eq!(end.step, found.trace.len());
    let is_last = end.step + 1 == recorded.len();
    for step in all.iter().filter(|s| at != end.step || s.get(var) == Some(value)) {
        let mut longer = found.trace.clone();
        longer.steps.push(step.clone());
        // A step that is not the last must also be one that can be left: restrictions on steps may speak of their beginning.
        let leaves = |r: &wherefore_ir::Constraint| {
            let truth = wherefore_trace::evaluate(&system.terms, r.term, &step.values, None).unwrap();
            system.terms.has_next(r.term) || truth == Some(Value::Bool(true))
        };
        let can_be_left = is_last || system.trans.iter().all(leaves);
        assert!(!can_be_left || replay(system, &longer).is_err(), "{}", text::print(system));
    }
}
