//! One region, by example: its edges and their names.

use super::*;

const AC: &str = include_str!("../../../../../../examples/ac.smv");

#[test]
fn transitions_named_by_definitions() {
    check(
        AC,
        &Hints::default(),
        "
s: OFF IDLE ON; writes s pt
  t1: OFF -> IDLE [29, guard 20] s = OFF & e = enter & t <= 24
  t2: IDLE -> OFF [30, guard 21] s = IDLE & e = exit
  t3: OFF -> ON [31, guard 22] s = OFF & !(t <= 24) & e = enter & 24 < t
  t4: IDLE -> ON [32, guard 23] s = IDLE & e = enter & 24 <= t
  t5: ON -> IDLE [33, guard 24] s = ON & e = enter & t <= 26
  t6: ON -> OFF [34, guard 25] s = ON & e = exit
",
    );
}

#[test]
fn transitions_named_by_lines() {
    check(
        "MODULE main
VAR s : {OFF, ON}; n : 0..3;
IVAR e : {enter, exit};
ASSIGN
  init(s) := OFF;
  next(s) := case
    s = OFF & e = enter & n < 3 : ON;
    s = ON & e = exit : OFF;
    s = ON & n = 3 & e = exit : OFF;
    s = ON & n = 3 : OFF;
    TRUE : s;
  esac;
  next(n) := case s = OFF & n < 3 : n + 1; TRUE : n; esac;
",
        &Hints::default(),
        "
s: OFF ON; writes s n
  line 7: OFF -> ON [7] s = OFF & e = enter & n < 3
  line 8: ON -> OFF [8] s = ON & e = exit
  line 10: ON -> OFF [10] s = ON & !(e = exit) & n = 3
",
    );
}

#[test]
fn a_branch_that_applies_in_several_states_and_a_default_that_moves() {
    check(
        "MODULE main
VAR s : {OFF, IDLE, ON};
IVAR e : {enter, exit, reset};
ASSIGN
  next(s) := case
    e = exit : OFF;
    s = OFF & e = enter : IDLE;
    s = IDLE & e = enter : ON;
    e = reset : s;
    TRUE : OFF;
  esac;
",
        &Hints::default(),
        "
s: OFF IDLE ON; writes s
  line 6@IDLE (line 6): IDLE -> OFF [6] s = IDLE & e = exit
  line 6@ON (line 6): ON -> OFF [6] s = ON & e = exit
  line 7: OFF -> IDLE [7] s = OFF & e = enter
  line 8: IDLE -> ON [8] s = IDLE & e = enter
  line 10@IDLE (line 10): IDLE -> OFF [10] s = IDLE & !(e = exit) & !(e = enter) & !(e = reset)
  line 10@ON (line 10): ON -> OFF [10] s = ON & !(e = exit) & !(e = reset)
",
    );
}

#[test]
fn a_self_loop_is_a_transition_where_the_branch_names_the_state() {
    check(
        "MODULE main
VAR s : {OFF, ON}; n : 0..3;
IVAR e : {tick, stop};
DEFINE
  again := s = ON & e = tick;
  off := s = ON & e = stop;
ASSIGN
  next(s) := case
    again : ON;
    off : OFF;
    s = OFF : {OFF, ON};
    TRUE : s;
  esac;
  next(n) := case again & n < 3 : n + 1; TRUE : n; esac;
",
        &Hints::default(),
        "
s: OFF ON; writes s n
  again: ON -> ON [9, guard 5] s = ON & e = tick
  off: ON -> OFF [10, guard 6] s = ON & e = stop
  line 11->OFF (line 11): OFF -> OFF [11] s = OFF / s = OFF & next(s) = OFF
  line 11->ON (line 11): OFF -> ON [11] s = OFF / s = OFF & next(s) = ON
",
    );
}

#[test]
fn a_set_valued_branch_is_a_choice() {
    check(
        "MODULE main
VAR s : {OFF, IDLE, ON}; x : {OFF, IDLE, ON};
IVAR go : boolean;
DEFINE start := s = OFF & go;
ASSIGN
  next(s) := case
    start : {IDLE, ON};
    s = IDLE : {s, ON};
    s = ON & go : {x, OFF};
    TRUE : s;
  esac;
",
        &Hints::default(),
        "
s: OFF IDLE ON; writes s
  start->IDLE (start): OFF -> IDLE [7, guard 4] s = OFF & go / s = OFF & go & next(s) = IDLE
  start->ON (start): OFF -> ON [7, guard 4] s = OFF & go / s = OFF & go & next(s) = ON
  line 8: IDLE -> ON [8] s = IDLE / s = IDLE & next(s) = ON
  line 9->OFF (line 9): ON -> OFF [9] s = ON & go / s = ON & go & next(s) = OFF
  line 9->IDLE (line 9): ON -> IDLE [9] s = ON & go & x = IDLE / s = ON & go & x = IDLE & next(s) = IDLE
  line 9->ON (line 9): ON -> ON [9] s = ON & go & x = ON / s = ON & go & x = ON & next(s) = ON
",
    );
}

#[test]
fn a_branch_with_another_variable_as_its_value() {
    check(
        "MODULE main
VAR s : {OFF, IDLE, ON}; x : {IDLE, ON};
ASSIGN
  next(s) := case
    s = OFF : x;
    TRUE : OFF;
  esac;
",
        &Hints::default(),
        "
s: OFF IDLE ON; writes s
  line 5->IDLE (line 5): OFF -> IDLE [5] s = OFF & x = IDLE
  line 5->ON (line 5): OFF -> ON [5] s = OFF & !(x = IDLE)
  line 6@IDLE (line 6): IDLE -> OFF [6] s = IDLE
  line 6@ON (line 6): ON -> OFF [6] s = ON
",
    );
}

#[test]
fn an_input_as_label() {
    check(
        "MODULE main
VAR s : {OFF, ON}; n : 0..3;
IVAR tr : {t1, t2, t3, tn};
ASSIGN
  next(s) := case
    tr = t1 : ON;
    tr = t2 : OFF;
    tr = t3 : ON;
    TRUE : s;
  esac;
TRANS tr = t1 -> s = OFF & n < 3;
TRANS tr = t2 -> s = ON;
TRANS tr = t3 -> s = ON & n = 0;
",
        &Hints::default(),
        "
s: OFF ON; writes s
  t1: OFF -> ON [6, guard 11] s = OFF & tr = t1 & n < 3
  t2: ON -> OFF [7, guard 12] s = ON & tr = t2
  t3: ON -> ON [8, guard 13] s = ON & tr = t3 & n = 0
",
    );
}

#[test]
fn a_state_variable_that_records_the_transition_as_label() {
    let text = "MODULE main
VAR s : {OFF, ON}; tr : {t1, t2, tn};
IVAR e : {enter, exit};
ASSIGN
  next(tr) := case
    s = OFF & e = enter : t1;
    s = ON & e = exit : VALUE;
    TRUE : tn;
  esac;
  next(s) := case
    next(tr) = t1 : ON;
    next(tr) = t2 : OFF;
    TRUE : s;
  esac;
";
    check(
        &text.replace("VALUE", "t2"),
        &Hints::default(),
        "
s: OFF ON; writes s tr
  t1: OFF -> ON [11, guard 6] s = OFF & e = enter
  t2: ON -> OFF [12, guard 7] s = ON & e = exit
",
    );
    check(
        &text.replace("VALUE", "{t2, tn}"),
        &Hints::default(),
        "
s: OFF ON; writes s tr
  t1: OFF -> ON [11, guard 6] s = OFF & e = enter / s = OFF & next(tr) = t1 & e = enter
  t2: ON -> OFF [12, guard 7] s = ON & e = exit / s = ON & next(tr) = t2 & e = exit
",
    );
}

#[test]
fn a_named_case_as_label() {
    check(
        "MODULE main
VAR s : {OFF, ON}; tr : {t1, t2, tn};
IVAR e : boolean;
ASSIGN
  tr := case
    s = OFF : t1;
    s = ON : t2;
    TRUE : tn;
  esac;
  next(s) := case
    tr = t1 & e : ON;
    tr = t2 : OFF;
    TRUE : s;
  esac;
",
        &Hints::default(),
        "
s: OFF ON; writes s
  t1: OFF -> ON [11, guard 6] s = OFF & e
  t2: ON -> OFF [12, guard 7] s = ON
",
    );
}

#[test]
fn a_label_that_the_user_names() {
    let text = "MODULE main
VAR s : {OFF, ON};
IVAR e : {enter, exit};
ASSIGN
  next(s) := case
    s = OFF & e = enter : ON;
    s = ON & e = exit : OFF;
    s = ON : OFF;
    TRUE : s;
  esac;
";
    check(
        text,
        &Hints { label: Some("e".to_owned()), ..Hints::default() },
        "
s: OFF ON; writes s
  enter: OFF -> ON [6] s = OFF & e = enter
  exit: ON -> OFF [7] s = ON & e = exit
  line 8: ON -> OFF [8] s = ON & !(e = exit)
",
    );
    check(
        text,
        &Hints { label: Some("s".to_owned()), ..Hints::default() },
        "
s: OFF ON; writes s
  OFF: OFF -> ON [6] s = OFF & e = enter
  ON: ON -> OFF [7] s = ON & e = exit
  ON#2 (ON): ON -> OFF [8] s = ON & !(e = exit)
",
    );
}

#[test]
fn alternatives_with_names_are_branches_of_their_own() {
    check(
        "MODULE main
VAR s : {OFF, IDLE, ON};
IVAR e : {enter, exit};
DEFINE
  t1 := s = OFF & e = enter;
  t2 := s = ON & e = enter;
  t3 := e = exit;
ASSIGN
  next(s) := case
    t1 | t2 : IDLE;
    s = IDLE & t3 : ON;
    t3 : OFF;
    TRUE : s;
  esac;
",
        &Hints::default(),
        "
s: OFF IDLE ON; writes s
  t1: OFF -> IDLE [10, guard 5] s = OFF & e = enter
  t2: ON -> IDLE [10, guard 6] s = ON & e = enter
  t3@IDLE->ON (t3): IDLE -> ON [11, guard 7] s = IDLE & e = exit
  t3@ON->OFF (t3): ON -> OFF [12, guard 7] s = ON & e = exit
",
    );
}
