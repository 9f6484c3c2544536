//! Blocked systems against their definition, by going through all steps.

use super::*;
use wherefore_ir::Value;
use wherefore_ir::control::{ControlState, Region, StateId};
use wherefore_trace::Evaluator;

/// s: 0..2 with the transitions a: 0 -> 1, b: 0 -> 2, c: 1 -> 0, which also count in n; an input i; and `other`, outside.
struct Small {
    system: System,
    graph: ControlGraph,
    s: VarId,
    n: VarId,
    other: VarId,
}

/// `is_choice`: a and b are both possible in 0, and constraints say what follows. Otherwise i decides, by updates.
fn small(is_choice: bool) -> Small {
    let mut system = System::new("small");
    let mut declare = |name: &str, hi: i64, role: Role| {
        system.add_var(name, Sort::Range { lo: 0, hi }, role, None).expect("a new name")
    };
    let (s, n, other, i) = (
        declare("s", 2, Role::State),
        declare("n", 1, Role::State),
        declare("other", 2, Role::State),
        declare("i", 1, Role::Input),
    );
    let t = &mut system.terms;
    let is = |t: &mut Terms, var: VarId, value: i64| {
        let (now, value) = (t.now(var), t.int(value));
        t.eq(now, value)
    };
    let becomes = |t: &mut Terms, var: VarId, value: i64| {
        let (next, value) = (t.next(var), t.int(value));
        t.eq(next, value)
    };
    let active: Vec<TermId> = (0..3).map(|k| is(t, s, k)).collect();
    let (to_1, to_2) = (becomes(t, s, 1), becomes(t, s, 2));
    let (i_0, i_1) = (is(t, i, 0), is(t, i, 1));
    let (a_on, b_on) = if is_choice { (to_1, to_2) } else { (i_0, i_1) };
    let (a, b, c) = (t.and([active[0], a_on]), t.and([active[0], b_on]), t.and([active[1], i_1]));
    let (zero, one, two) = (t.int(0), t.int(1), t.int(2));
    let (s_now, n_now) = (t.now(s), t.now(n));
    let moved = t.or([active[0], c]);
    let counted = t.sub(one, n_now);
    let n_next = t.ite(moved, counted, n_now);
    let rest = t.ite(c, zero, s_now);
    let s_next = t.ite(b, two, rest);
    let s_next = t.ite(a, one, s_next);
    if is_choice {
        let either = t.or([to_1, to_2]);
        let (next, free) = (t.next(s), t.ite(c, zero, s_now));
        let free = t.eq(next, free);
        let step = t.ite(active[0], either, free);
        let (next, follows) = (t.next(n), n_next);
        let counts = t.eq(next, follows);
        system.trans.extend([step, counts].map(|term| Constraint { term, element: None }));
    } else {
        system.next.insert(s, Update { term: s_next, element: None });
        system.next.insert(n, Update { term: n_next, element: None });
    }
    let t = &mut system.terms;
    let (next_other, next_s) = (t.next(other), t.next(s));
    let mirrors = t.eq(next_other, next_s);
    system.trans.push(Constraint { term: mirrors, element: None });
    let region = RegionId(0);
    let state =
        |(k, active): (usize, &TermId)| ControlState { region, name: k.to_string(), active: *active, element: None };
    let transition = |name: &str, ends: (u32, u32), enabled, taken| Transition {
        named: true,
        region,
        source: StateId(ends.0),
        target: StateId(ends.1),
        name: name.to_owned(),
        rule: name.to_owned(),
        enabled,
        taken,
        internal: false,
        element: None,
        guard: None,
    };
    let (a_enabled, b_enabled) = if is_choice { (active[0], active[0]) } else { (a, b) };
    let graph = ControlGraph {
        regions: vec![Region { name: "s".to_owned(), parent: None, writes: vec![s, n], element: None }],
        states: active.iter().enumerate().map(state).collect(),
        transitions: vec![
            transition("a", (0, 1), a_enabled, a),
            transition("b", (0, 2), b_enabled, b),
            transition("c", (1, 0), c, c),
        ],
    };
    Small { system, graph, s, n, other }
}

/// All assignments to the variables of a system of small ranges.
fn assignments(system: &System) -> Vec<Vec<Option<Value>>> {
    let mut all = vec![Vec::new()];
    for (_, var) in system.terms.vars() {
        let (lo, hi) = match var.sort {
            Sort::Range { lo, hi } => (lo, hi),
            other => unreachable!("a range was declared, not {other:?}"),
        };
        let longer = |a: &Vec<Option<Value>>| {
            (lo..=hi).map(|v| a.iter().cloned().chain([Some(Value::int(v))]).collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

type Numbers = Vec<String>;

/// The steps of a system as the values now, the input, and the values next of s, n and `other`, with the transitions taken.
fn steps(small: &Small, system: &System, taken: &[TermId]) -> BTreeSet<(Numbers, Numbers, Vec<bool>)> {
    let mut terms = system.terms.clone();
    let mut rules: Vec<TermId> = system.trans.iter().map(|c| c.term).collect();
    for (var, update) in &system.next {
        let next = terms.next(*var);
        rules.push(terms.eq(next, update.term));
    }
    let (legal, taken) = (Evaluator::new(&terms, &rules), Evaluator::new(&terms, taken));
    let (legal, taken) = (legal.expect("no temporal operator"), taken.expect("no temporal operator"));
    let state = [small.s, small.n, small.other];
    let show =
        |values: &[Option<Value>], vars: &[VarId]| vars.iter().map(|v| format!("{:?}", values[v.index()])).collect();
    let all = assignments(system);
    let first: Vec<&Vec<Option<Value>>> = {
        let mut seen = BTreeSet::new();
        all.iter().filter(|a| seen.insert(show(a, &state))).collect()
    };
    let mut found = BTreeSet::new();
    for now in &all {
        for next in &first {
            if legal.truths(now, Some(next)).iter().all(|t| *t == Some(true)) {
                let taken: Vec<bool> = taken.truths(now, Some(next)).iter().map(|t| *t == Some(true)).collect();
                let seen = [&state[..], &[VarId(3)]].concat();
                found.insert((show(now, &seen), show(next, &state), taken));
            }
        }
    }
    found
}

fn check(is_choice: bool, rules: &[usize]) {
    let small = small(is_choice);
    let blocked = block(&small.system, &small.graph, &rules.iter().copied().collect());
    let taken: Vec<TermId> = small.graph.transitions.iter().map(|t| t.taken).collect();
    let undo = |(now, next, taken): (Numbers, Numbers, Vec<bool>)| {
        let stays = rules.iter().any(|r| taken[*r]);
        // The third variable mirrors the first, whatever becomes of that.
        let next = if stays { vec![now[0].clone(), now[1].clone(), now[0].clone()] } else { next };
        (now, next, taken)
    };
    let expected: BTreeSet<_> = steps(&small, &small.system, &taken).into_iter().map(undo).collect();
    assert!(expected.iter().any(|(_, _, taken)| taken.contains(&true)));
    assert_eq!(steps(&small, &blocked.system, &blocked.taken), expected, "choice {is_choice}, rules {rules:?}");
}

#[test]
fn exactly_the_steps_of_blocked_transitions_stay_where_they_are() {
    for is_choice in [false, true] {
        for rules in [&[][..], &[0], &[1], &[2], &[0, 1], &[0, 1, 2]] {
            check(is_choice, rules);
        }
    }
}

#[test]
fn a_switch_does_what_blocking_does() {
    for is_choice in [false, true] {
        let small = small(is_choice);
        let (switched, switches) = switchable(&small.system, &small.graph);
        for set in [BTreeSet::new(), BTreeSet::from([0]), BTreeSet::from([1, 2])] {
            let blocked = block(&small.system, &small.graph, &set);
            let fixed = with_switches(&switched, &switches, &set);
            assert_eq!(steps(&small, &fixed.system, &fixed.taken), steps(&small, &blocked.system, &blocked.taken));
        }
    }
}

/// A system with constants for the switches.
fn with_switches(switched: &Blocked, switches: &[TermId], set: &BTreeSet<usize>) -> Blocked {
    let mut fixed = System::new("fixed");
    let ranges = switched.system.vars().filter(|(v, _)| switched.system.terms.var(*v).sort != Sort::Bool);
    let mut moved = BTreeMap::new();
    for (var, role) in ranges {
        let declared = switched.system.terms.var(var);
        moved.insert(var, fixed.add_var(declared.name.clone(), declared.sort, role, None).expect("a new name"));
    }
    let mut done = FxHashMap::default();
    for (rule, switch) in switches.iter().enumerate() {
        let value = Value::Bool(set.contains(&rule));
        done.insert(*switch, fixed.terms.mk_const(value));
    }
    let mut copy = |fixed: &mut System, root: TermId| {
        for term in walk::postorder(&switched.system.terms, [root]) {
            let operands: Vec<TermId> = switched
                .system
                .terms
                .operands(term)
                .iter()
                .map(|o| done.get(o).copied().unwrap_or(TermId(0)))
                .collect();
            let image = match switched.system.terms.op(term) {
                _ if done.contains_key(&term) => continue,
                Op::Var(v) => fixed.terms.now(moved[&v]),
                Op::Next(v) => fixed.terms.next(moved[&v]),
                Op::Const(c) => fixed.terms.mk_const(switched.system.terms.value(c).clone()),
                op => fixed.terms.apply(op, &operands),
            };
            done.insert(term, image);
        }
        done[&root]
    };
    for (var, update) in &switched.system.next {
        let term = copy(&mut fixed, update.term);
        fixed.next.insert(moved[var], Update { term, element: None });
    }
    for constraint in &switched.system.trans {
        let term = copy(&mut fixed, constraint.term);
        fixed.trans.push(Constraint { term, element: None });
    }
    let taken = switched.taken.iter().map(|t| copy(&mut fixed, *t)).collect();
    Blocked { system: fixed, taken }
}
