//! One small lasso in every format, word for word.

use wherefore_ir::{System, text};
use wherefore_trace::Trace;
use wherefore_trace::format::{
    Heading, TraceShape, read_itf, read_text, read_xml, write_itf, write_text, write_vcd, write_xml,
};

const MODEL: &str = r#"system "lift"
enum 0 = idle up
element 0 transition "t1"
var cab.floor : 0..3 state
var mode : enum0 state
var load : real state
var w : bv4 state signed
var go : bool input
define top = (= cab.floor 3)
define busy = (and go (= mode enum0:up))
property "p" ltl (G go) text "G go"
"#;

const CHANGES: &str = "\
-- specification G go  is false
-- as demonstrated by the following execution sequence
Trace Description: LTL Counterexample 
Trace Type: Counterexample 
  -> State: 1.1 <-
    cab.floor = 2
    mode = up
    load = f'1/2
    w = -0sd4_3
    top = FALSE
  -> Input: 1.2 <-
    go = TRUE
    busy = TRUE
  -- Loop starts here
  -> State: 1.2 <-
    cab.floor = 3
    mode = idle
    top = TRUE
  -> Input: 1.3 <-
    go = FALSE
    busy = FALSE
  -> State: 1.3 <-
";

fn system() -> System {
    text::parse(MODEL).unwrap()
}

fn lasso(system: &System) -> Trace {
    let traces = read_text(CHANGES).unwrap();
    assert_eq!(traces.len(), 1);
    let bound = traces[0].bind(system).unwrap();
    assert_eq!(bound.remarks, []);
    assert_eq!(bound.specification.as_deref(), Some("G go"));
    assert_eq!((bound.trace.len(), bound.trace.loop_start), (2, Some(1)));
    bound.trace
}

fn check(found: &str, expected: &str) {
    assert_eq!(found, expected, "found:\n{found}");
}

#[test]
fn changes_only() {
    let system = system();
    let heading = Heading::of(&system.properties[0]);
    check(&write_text(&system, &lasso(&system), &heading, TraceShape::Changes), CHANGES);
}

#[test]
fn full() {
    let system = system();
    let text = write_text(&system, &lasso(&system), &Heading::default(), TraceShape::Full);
    check(
        text.split_once("  -- Loop").unwrap().1,
        " starts here
  -> State: 1.2 <-
    cab.floor = 3
    mode = idle
    load = f'1/2
    w = -0sd4_3
    top = TRUE
  -> Input: 1.3 <-
    go = FALSE
    busy = FALSE
  -> State: 1.3 <-
    cab.floor = 3
    mode = idle
    load = f'1/2
    w = -0sd4_3
    top = TRUE
",
    );
}

#[test]
fn xml() {
    let system = system();
    let trace = lasso(&system);
    let text = write_xml(&system, &trace, &Heading::of(&system.properties[0]));
    let expected = r#"<?xml version="1.0" encoding="UTF-8"?>
<counter-example type="0" id="1" desc="LTL Counterexample" >
  <node>
    <state id="1">
      <value variable="cab.floor">2</value>
      <value variable="mode">up</value>
      <value variable="load">f&apos;1/2</value>
      <value variable="w">-0sd4_3</value>
      <value variable="top">FALSE</value>
    </state>
    <combinatorial id="1">
      <value variable="busy">TRUE</value>
    </combinatorial>
    <input id="2">
      <value variable="go">TRUE</value>
    </input>
  </node>
"#;
    check(&text[..expected.len()], expected);
    assert!(text.ends_with("  <loops> 2 </loops>\n</counter-example>\n"), "{text}");
    let printed = format!("-- specification  G go  is false\n{text}\n-- specification G top is false\n{text}");
    let traces = read_xml(&printed).unwrap();
    let specifications: Vec<_> = traces.iter().map(|t| t.specification.as_deref().unwrap()).collect();
    assert_eq!(specifications, ["G go", "G top"]);
    assert_eq!(traces[1].bind(&system).unwrap().trace, trace);
}

#[test]
fn itf() {
    let system = system();
    let mut trace = lasso(&system);
    trace.steps[1].element = Some(wherefore_ir::ElementId(0));
    let text = write_itf(&system, &trace, &Heading::of(&system.properties[0]));
    check(
        &text,
        r##"{
  "#meta": {"format": "ITF", "description": "LTL Counterexample", "specification": "G go"},
  "vars": ["cab.floor", "mode", "load", "w", "go"],
  "states": [
    {"#meta": {"index": 0}, "cab.floor": {"#bigint": "2"}, "mode": "up", "load": {"#unserializable": "f'1/2"}, "w": {"#bigint": "-3"}, "go": true},
    {"#meta": {"index": 1, "element": 0, "element_name": "t1"}, "cab.floor": {"#bigint": "3"}, "mode": "idle", "load": {"#unserializable": "f'1/2"}, "w": {"#bigint": "-3"}, "go": false}
  ],
  "loop": 1
}
"##,
    );
    assert_eq!(read_itf(&system, &text).unwrap().trace, trace);
}

#[test]
fn vcd() {
    let system = system();
    check(
        &write_vcd(&system, &lasso(&system)),
        "\
$version wherefore $end
$comment after #1 the run goes on at #1; #2 shows it again $end
$timescale 1 ns $end
$scope module lift $end
$var string 1 # mode $end
$var real 64 $ load $end
$var wire 4 % w $end
$var wire 1 & go $end
$scope module cab $end
$var integer 3 \" floor $end
$upscope $end
$upscope $end
$scope module trace $end
$var wire 1 ! loop $end
$upscope $end
$enddefinitions $end
#0
sup #
r0.5 $
b1101 %
1&
b010 \"
0!
#1
sidle #
0&
b011 \"
1!
#2
#3
",
    );
}

/// NuSMV marks every state that equals the last; the longest loop is taken. A loop may also be a last state on its
/// own.
#[test]
fn marks_of_the_loop() {
    let system = text::parse("system \"b\"\nvar b : bool state\n").unwrap();
    let check = |states: &str, expected: (usize, usize)| {
        let mut printed = String::new();
        for (k, state) in states.split(' ').enumerate() {
            let mark = if state.starts_with('*') { "  -- Loop starts here\n" } else { "" };
            printed += &format!("{mark}  -> State: 1.{} <-\n    b = {}\n", k + 1, state.trim_start_matches('*'));
        }
        let trace = read_text(&printed).unwrap()[0].bind(&system).unwrap().trace;
        assert_eq!((trace.len(), trace.loop_start), (expected.0, Some(expected.1)), "{states}");
    };
    check("0 *1 0 *1 0 1", (5, 1));
    check("0 *1 0 1", (3, 1));
    check("0 *1", (2, 1));
    check("0 *1 1", (2, 1));
    check("*0 1", (2, 0));
    let node = |b: u8| format!("<node><state><value variable=\"b\">{b}</value></state></node>");
    let xml = format!("<counter-example>{}{}{}<loops> 2 ,3 </loops></counter-example>", node(0), node(1), node(1));
    let trace = read_xml(&xml).unwrap()[0].bind(&system).unwrap().trace;
    assert_eq!((trace.len(), trace.loop_start), (2, Some(1)));
}

/// Names that do not fit the model are remarked upon, once each.
#[test]
fn remarks() {
    let text = CHANGES
        .replace("    top = TRUE\n", "    top = FALSE\n    extra = 1\n    extra = 2\n")
        .replace("  -> State: 1.3 <-\n", "  -> State: 1.3 <-\n    mode = up\n");
    let bound = read_text(&text).unwrap()[0].bind(&system()).unwrap();
    let remarks: Vec<String> = bound.remarks.iter().map(|r| format!("{}: {}", r.line, r.message)).collect();
    assert_eq!(
        remarks,
        [
            "19: the model has nothing called `extra`",
            "15: the last state does not repeat the loop's first; the loop is read as a step back to it",
            "18: `top` is printed as FALSE but works out as TRUE",
        ]
    );
}

#[test]
fn errors_name_the_line_and_what_was_expected() {
    let system = system();
    let check = |text: &str, expected: &str| {
        let error =
            read_text(text).and_then(|traces| traces.iter().map(|t| t.bind(&system)).collect::<Result<Vec<_>, _>>());
        assert_eq!(error.unwrap_err().to_string(), expected);
    };
    check("  -> State: 1.1 <-\n    mode = down\n", "line 2: value of `mode`: expected one of idle, up, found `down`");
    check("  -> State: 1.1 <-\n    mode down\n", "line 2: expected `name = value`, found `mode down`");
    check(
        "  -> State: one <-\n",
        "line 1: expected `-> State: 1.1 <-` or `-> Input: 1.2 <-`, found `-> State: one <-`",
    );
    check("  -> Input: 1.2 <-\n", "line 1: expected a state before the first input");
    check("  -> State: 1.1 <-\n  -- Loop starts here\n", "line 1: expected a state after the mark of the loop");

    let check = |text: &str, expected: &str| assert_eq!(read_xml(text).unwrap_err().to_string(), expected);
    check("\n<counter-example>\n<node>", "line 2: expected `</counter-example>` at the end");
    check(
        "<counter-example>\n<loops> 1 </loops></counter-example>",
        "line 2: expected the number of a state in `<loops>`, found `1`",
    );
    check("<counter-example>\n\n<value>1</value></counter-example>", "line 3: expected an attribute `variable`");

    let check = |text: &str, expected: &str| assert_eq!(read_itf(&system, text).unwrap_err().to_string(), expected);
    check("{\n\"states\": 1}", "expected a list `states`");
    check(
        "{\"states\": [{\"cab.floor\": {\"#bigint\": \"9\"}}]}",
        "state 0: value of `cab.floor`: expected an integer in 0..3, found `9`",
    );
    check("{\"states\": [{}], \"loop\": 1}", "expected the index of a state as `loop`, found 1");
    check("{\n\"states\": [", "line 2: broken JSON: EOF while parsing a list at line 2 column 11");
}
