//! Machines drawn by hand, each for one point of the definition of a class.

use crate::support::ask::agreed;
use crate::support::keys::named;
use crate::support::machine::{Choice, Entry, Expr, Plan, Region, Rel, State, Style, Transition, Value, Var, Variable};
use wherefore_explain::machine::path_class::Level;

/// A region with these states that begins in the first, and a counter `x` from 0 to 2 that begins at 0.
fn drawn(states: &[&str], transitions: &[(&str, &str, &str)]) -> Plan {
    let states: Vec<State> = states.iter().map(|s| State { name: (*s).to_owned(), region: 0 }).collect();
    let place = |name: &str| states.iter().position(|s| s.name == name).expect("a state of this name");
    let transition = |(rank, (name, source, target)): (usize, &(&str, &str, &str))| Transition {
        name: (*name).to_owned(),
        source: place(source),
        target: place(target),
        rank,
        guard: Expr::Yes,
        actions: Vec::new(),
    };
    let variable =
        |name: &str, boolean: bool, top: i64, idle: Value| Variable { name: name.to_owned(), top, boolean, idle };
    Plan {
        regions: vec![Region { name: "s".to_owned(), parent: None, starts: vec![0], entry: Entry::Kept }],
        transitions: transitions.iter().enumerate().map(transition).collect(),
        states,
        data: vec![variable("x", false, 2, Value::Of(Var::Data(0)))],
        inputs: vec![variable("i", true, 1, Value::Const(0))],
        init: vec![x(Rel::Eq, 0)],
        invar: Vec::new(),
        good: Expr::Yes,
        choice: Choice::Label,
        outer_first: false,
        style: Style { enumerated: true, bundled: false, guarded: true },
    }
}

fn x(rel: Rel, number: i64) -> Expr {
    Expr::Cmp(Var::Data(0), rel, number)
}

impl Plan {
    fn on(&mut self, name: &str) -> &mut Transition {
        self.transitions.iter_mut().find(|t| t.name == name).expect("a transition of this name")
    }
}

/// The classes at level 1 as `spine,last@length`, on which both routes and enumeration agree; the first state where there are
/// several, and `-` at the end if the last step rests.
fn check(plan: &Plan, expected: &[&str]) {
    let classes = named(plan, &agreed(plan, Level::Spine), str::to_owned);
    let mut words: Vec<String> = Vec::new();
    for (key, length) in &classes {
        let part = key.parts[0].as_ref().expect("the region is always active");
        let start = part.start.iter().filter(|_| part.last.is_none() || plan.regions[0].starts.len() > 1);
        let names: Vec<&str> = start.chain(&part.spine).chain(&part.last).map(String::as_str).collect();
        words.push(format!("{}{}@{length}", names.join(","), if key.rests { ",-" } else { "" }));
    }
    words.sort();
    assert_eq!(words, expected);
}

/// One path of this machine contains the spine of the other as a part; both are classes all the same.
#[test]
fn a_class_is_not_hidden_by_one_that_passes_the_same_states() {
    let mut plan = drawn(
        &["S", "A", "N", "F"],
        &[("a", "S", "A"), ("b", "A", "N"), ("t9", "N", "F"), ("d", "N", "S"), ("c", "S", "N")],
    );
    plan.on("d").actions = vec![(0, Value::Const(1))];
    plan.on("c").guard = x(Rel::Eq, 1);
    plan.good = Expr::At(3).negated();
    check(&plan, &["a,b,t9@3", "c,t9@5"]);
}

/// The failing state has no way out and is not final in any other sense: still a failure.
#[test]
fn a_failure_needs_no_progress_after_it() {
    let mut plan = drawn(&["S", "A"], &[("a", "S", "A")]);
    plan.good = Expr::At(1).negated();
    check(&plan, &["a@1"]);
}

#[test]
fn a_run_ends_at_its_first_failure() {
    let mut plan = drawn(&["S", "A", "B"], &[("a", "S", "A"), ("b", "A", "B")]);
    plan.good = Expr::At(0);
    check(&plan, &["a@1"]);
    plan.good = Expr::No;
    check(&plan, &["S@0"]);
}

/// From A one comes back to where the machine starts, and fails there: at a first configuration or not, it is a class.
#[test]
fn what_leads_back_to_a_first_configuration_counts() {
    let mut plan = drawn(&["S", "A"], &[("a", "S", "A"), ("b", "A", "S"), ("c", "A", "A")]);
    plan.on("c").actions = vec![(0, Value::Const(2))];
    plan.good = Expr::Not(Box::new(Expr::And(vec![Expr::At(0), x(Rel::Eq, 2)])));
    check(&plan, &["a,b@3"]);
    plan.on("b").actions = vec![(0, Value::Const(0))];
    check(&plan, &[]);
    plan.init.clear();
    plan.on("b").actions = vec![(0, Value::Const(2))];
    check(&plan, &["S@0", "a,b@2"]);
}

/// A failure by a step that takes a transition is not one that comes while the machine rests.
#[test]
fn a_resting_last_step_is_told() {
    let mut plan = drawn(&["S", "A"], &[("a", "S", "A")]);
    plan.data[0].idle = Value::Wrap(Var::Data(0));
    plan.on("a").actions = vec![(0, Value::Of(Var::Data(0)))];
    plan.good = Expr::Not(Box::new(x(Rel::Eq, 2)));
    check(&plan, &["a,-@3"]);
    plan.on("a").guard = Expr::Cmp(Var::Input(0), Rel::Eq, 1);
    check(&plan, &["S,-@2", "a,-@3"]);
    plan.on("a").actions = vec![(0, Value::Const(2))];
    check(&plan, &["S,-@2", "a@1"]);
}

/// Two regions with one transition each: which of them moved last is part of the class.
#[test]
fn the_region_that_moved_last_is_told() {
    let mut plan = drawn(&["S", "A"], &[("a", "S", "A")]);
    plan.regions.push(Region { name: "r".to_owned(), parent: None, starts: vec![2], entry: Entry::Kept });
    plan.states.extend(["T", "B"].map(|s| State { name: s.to_owned(), region: 1 }));
    let b = Transition { name: "b".to_owned(), source: 2, target: 3, ..plan.transitions[0].clone() };
    plan.transitions.push(b);
    let input = |value| Expr::Cmp(Var::Input(0), Rel::Eq, value);
    plan.on("a").guard = input(0);
    plan.on("b").guard = input(1);
    plan.good = Expr::And(vec![Expr::At(1), Expr::At(3)]).negated();
    let latest = |plan: &Plan, level| -> Vec<Vec<usize>> {
        agreed(plan, level).keys().map(|k| k.latest.iter().copied().collect()).collect()
    };
    for level in [Level::Spine, Level::Suffix(0), Level::Last] {
        assert_eq!(latest(&plan, level), [[0], [1]], "{level:?}");
    }
    assert_eq!(latest(&plan, Level::Ends), [[]; 1] as [[usize; 0]; 1]);
    plan.on("b").guard = Expr::Yes;
    let all: [&[usize]; 2] = [&[0], &[0, 1]];
    assert_eq!(latest(&plan, Level::Spine), all);
}

/// Steps without a transition count in the length of a run and not in its path; the key says if the last is one.
#[test]
fn waiting_is_not_part_of_the_path() {
    let mut plan = drawn(&["S", "A"], &[("a", "S", "A")]);
    plan.data[0].idle = Value::Wrap(Var::Data(0));
    plan.on("a").guard = x(Rel::Eq, 2);
    plan.on("a").actions = vec![(0, Value::Const(0))];
    plan.good = Expr::Not(Box::new(Expr::And(vec![Expr::At(1), x(Rel::Eq, 1)])));
    check(&plan, &["a,-@4"]);
}

#[test]
fn several_first_states_are_told_apart() {
    let mut plan = drawn(&["S", "A", "F"], &[("a", "S", "A"), ("f", "A", "F")]);
    plan.regions[0].starts = vec![0, 1];
    plan.good = Expr::At(2).negated();
    check(&plan, &["A,f@1", "S,a,f@2"]);
    plan.on("a").actions = vec![(0, Value::Const(1))];
    check(&plan, &["A,f@1", "S,a,f@2"]);
}

#[test]
fn the_last_inputs_count_where_the_property_reads_them() {
    let mut plan = drawn(&["S", "A"], &[("a", "S", "A"), ("b", "A", "S")]);
    let input = Expr::Cmp(Var::Input(0), Rel::Eq, 1);
    plan.on("a").actions = vec![(0, Value::Const(1))];
    plan.good = Expr::Not(Box::new(Expr::And(vec![x(Rel::Eq, 1), input])));
    check(&plan, &["a,b@2", "a@1"]);
}
