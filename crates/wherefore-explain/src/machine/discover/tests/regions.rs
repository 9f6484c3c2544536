//! Which regions there are, by example: by rule and by hint, inside and beside each other.

use super::*;

#[test]
fn a_region_inside_a_state() {
    check(
        "MODULE main
VAR w : {low, high}; v : {off, on, broken}; n : 0..3;
IVAR e : {go, stop, up, down};
DEFINE
  start := v = off & e = go;
  halt := v = on & e = stop;
  rise := v = on & w = low & e = up;
  sink := v = on & w = high & e = down;
ASSIGN
  next(w) := case
    start : low;
    rise : high;
    sink : low;
    TRUE : w;
  esac;
  next(v) := case
    start : on;
    halt : off;
    v = on & n = 3 : broken;
    TRUE : v;
  esac;
  next(n) := case rise & n < 3 : n + 1; TRUE : n; esac;
",
        &Hints::default(),
        "
v: off on broken; writes w v n
  start: off -> on [17, guard 5] v = off & e = go
  halt: on -> off [18, guard 6] v = on & e = stop
  line 19: on -> broken [19] v = on & !(e = stop) & n = 3
w in v=on: low high; writes w n
  rise: low -> high [12, guard 7] w = low & v = on & e = up
  sink: high -> low [13, guard 8] w = high & v = on & e = down
",
    );
}

#[test]
fn two_parallel_modules() {
    check(
        "MODULE lamp(e)
VAR s : {OFF, ON}; n : 0..3;
DEFINE up := s = OFF & e;
ASSIGN
  next(s) := case
    up : ON;
    s = ON & !e : OFF;
    TRUE : s;
  esac;
  next(n) := case n < 3 : n + 1; TRUE : 0; esac;
MODULE main
VAR a : lamp(x); b : lamp(y); both : boolean; seen : boolean; i : 0..1;
IVAR x : boolean; y : boolean;
ASSIGN
  next(both) := a.s = ON & b.s = ON;
  next(seen) := a.s = ON | seen;
  next(i) := 1 - i;
",
        &Hints::default(),
        "
a.s: OFF ON; writes a.s a.n both seen
  a.up: OFF -> ON [6, guard 3] a.s = OFF & x
  a.line 7: ON -> OFF [7] a.s = ON & !x
b.s: OFF ON; writes b.s b.n both
  b.up: OFF -> ON [6, guard 3] b.s = OFF & y
  b.line 7: ON -> OFF [7] b.s = ON & !y
",
    );
}

const COUNTER: &str = "MODULE main
VAR n : 0..2; b : boolean; m : {up, down}; k : integer; r : 0..100;
FROZENVAR f : {p, q};
IVAR i : boolean;
ASSIGN
  next(n) := case n < 2 & b : n + 1; TRUE : 0; esac;
  next(b) := i & !b | n = 0;
  next(m) := {up, down};
TRANS k = 3 -> next(k) = 4;
";

#[test]
fn no_control_variable() {
    check(
        COUNTER,
        &Hints::default(),
        "note: no control variable found: no enumeration decides its next value by its present one; \
         name one with `--control NAME`: n, b, m",
    );
}

#[test]
fn control_variables_that_the_user_names() {
    check(
        COUNTER,
        &control(&["n", "b"]),
        "
n: 0 1 2; writes n
  line 6/1@0->1 (line 6/1): 0 -> 1 [6] n = 0 & b
  line 6/1@1->2 (line 6/1): 1 -> 2 [6] n = 1 & b
  line 6/2@1 (line 6/2): 1 -> 0 [6] n = 1 & !b
  line 6/2@2 (line 6/2): 2 -> 0 [6] n = 2
b: FALSE TRUE; writes b
  line 7@FALSE->TRUE (line 7): FALSE -> TRUE [7] !b & (i | n = 0)
  line 7@TRUE->FALSE (line 7): TRUE -> FALSE [7] b & !(n = 0)
",
    );
    check(
        COUNTER,
        &control(&["m"]),
        "
m: up down; writes m k
  line 8@up->down (line 8): up -> down [8] m = up / m = up & next(m) = down
  line 8@down->up (line 8): down -> up [8] m = down / m = down & next(m) = up
",
    );
}

#[test]
fn a_relation_without_an_equation() {
    check(
        "MODULE main
VAR s : {OFF, ON, BROKEN};
IVAR go : boolean;
TRANS s = OFF & go -> next(s) = ON;
TRANS s = OFF & !go -> next(s) = OFF;
TRANS s = ON -> next(s) != BROKEN;
TRANS s = BROKEN -> next(s) = BROKEN;
",
        &control(&["s"]),
        "
s: OFF ON BROKEN; writes s
  branch 1@OFF->ON (branch 1): OFF -> ON [?] s = OFF & go / s = OFF & go & next(s) = ON
  branch 1@ON->OFF (branch 1): ON -> OFF [?] s = ON / s = ON & next(s) = OFF
note: `s` has no equation: every change is a transition
",
    );
}

#[test]
fn hints_that_cannot_be_followed() {
    let problem = |hints: &Hints| Model::new(COUNTER).discover(hints).unwrap_err();
    let unknown = problem(&control(&["n", "x"]));
    assert_eq!(unknown.name, "x");
    assert_eq!(unknown.to_string(), "there is no variable `x`");
    let candidates = ["n", "b", "m"].map(str::to_owned).to_vec();
    assert_eq!(unknown.problem, HintProblem::Unknown { candidates });
    assert_eq!(problem(&control(&["k"])).problem, HintProblem::Sort);
    assert_eq!(problem(&control(&["r"])).problem, HintProblem::Sort);
    assert_eq!(problem(&control(&["i"])).problem, HintProblem::Input);
    assert_eq!(problem(&control(&["f"])).problem, HintProblem::Frozen);
    let label = problem(&Hints { label: Some("tr".to_owned()), ..Hints::default() });
    assert_eq!(label.problem, HintProblem::Unknown { candidates: vec!["m".to_owned(), "f".to_owned()] });
}

/// Only the regions that a variable decides, with those around them.
#[test]
fn a_graph_restricted_to_some_variables() {
    let mut model = Model::new(include_str!("../../../../../../examples/parking_assist.smv"));
    let whole = model.discover(&Hints::default()).unwrap().graph;
    let kept = |names: &[&str]| {
        let keep = names.iter().filter_map(|n| model.system.terms.find_var(n)).collect();
        let graph = restrict(&whole, &keep, &model.system.terms);
        let regions: Vec<String> = graph.regions.iter().map(|r| r.name.clone()).collect();
        let inside = graph.regions.iter().filter_map(|r| r.parent).map(|s| full_name(&graph, s));
        let ends =
            |t: &Transition| graph.state(t.source).region == t.region && graph.state(t.target).region == t.region;
        assert!(graph.transitions.iter().all(ends));
        (regions.join(" "), inside.collect::<Vec<_>>().join(" "), graph.states.len(), graph.transitions.len())
    };
    assert_eq!(kept(&["s"]), ("s".to_owned(), String::new(), 6, 13));
    assert_eq!(kept(&["sub"]), ("s sub".to_owned(), "s=PARKING".to_owned(), 10, 19));
    assert_eq!(kept(&["watch", "lights"]), ("watch".to_owned(), String::new(), 2, 2));
    assert_eq!(restrict(&whole, &model.system.state_vars().collect(), &model.system.terms), whole);
}

/// A region inside a state beside a parallel one, whose state some guards of the others look at.
#[test]
fn variables_belong_to_the_transitions_they_follow() {
    let mut model = Model::new(include_str!("../../../../../../examples/parking_assist.smv"));
    let graph = model.discover(&Hints::default()).unwrap().graph;
    let name = |v: &VarId| model.system.terms.var(*v).name.as_str();
    let writes = |r: &Region| format!("{}: {}", r.name, r.writes.iter().map(name).collect::<Vec<_>>().join(" "));
    let expected = [
        "s: s sub slot_len at_front at_rear at_angle moves at_door at_alone",
        "watch: watch",
        "sub: sub slot_len at_front at_rear at_angle moves at_door at_alone",
    ];
    assert_eq!(graph.regions.iter().map(writes).collect::<Vec<_>>(), expected);
}
