//! Samples in the style of other tools, and what is made of them.

use std::sync::Arc;
use wherefore_diag::{FileId, Span};
use wherefore_ir::network::NetworkBuilder;
use wherefore_ir::{Element, ElementKind, System, text};
use wherefore_trace::format::{
    BoundTrace, Heading, read_any, read_btor2, read_kind2, read_vcd, write_btor2, write_vcd,
};
use wherefore_trace::{Trace, show, show_plain};

/// The values of all variables, one line a step, `-` for those that are missing.
fn table(system: &System, trace: &Trace) -> Vec<String> {
    let cell = |step: usize, var| trace.value(step, var).map_or("-".to_owned(), |v| show(&system.terms, var, v));
    let row = |step| system.vars().map(|(v, _)| cell(step, v)).collect::<Vec<_>>().join(" ");
    (0..trace.len()).map(row).collect()
}

fn remarks(bound: &BoundTrace) -> Vec<String> {
    bound.remarks.iter().map(|r| format!("{}: {}", r.line, r.message)).collect()
}

const CIRCUIT: &str = r#"system "counter"
enum 0 = idle busy done
var count : bv8 state
var phase : enum0 state
var signed.level : -8..7 state
var load : 0..9 state
var total : int state
var ratio : real state
var ack : bool state
var bus[1] : bv4 input
var go : bool input
define twice = (bvadd count count)
"#;

fn circuit() -> System {
    text::parse(CIRCUIT).unwrap()
}

/// A dump as simulators of Verilog write it: sections, scopes that the model does not know, values without leading zeros,
/// the same wire in two scopes, gaps in time, and a last time stamp that only ends the run.
const SIMULATED: &str = r#"$date
	Mon Jan  5 10:00:00 2026
$end
$version
	Some Simulator
$end
$timescale
	1ps
$end
$scope module bench $end
$var reg 1 ! clk $end
$var parameter 32 P WIDTH $end
$scope module dut $end
$var reg 8 " count [7:0] $end
$var reg 2 # phase[1:0] $end
$var wire 4 $ bus [1] $end
$var wire 4 % bus [2] $end
$var wire 1 & \go $end
$var reg 4 ( load [3:0] $end
$var reg 16 ) total [15:0] $end
$var real 64 * ratio $end
$var event 1 + ack $end
$scope module signed $end
$var integer 32 ' level [31:0] $end
$upscope $end
$scope begin inner $end
$var wire 8 " count [7:0] $end
$var wire 1 ~ go $end
$upscope $end
$upscope $end
$upscope $end
$enddefinitions $end
#0
$dumpvars
0!
b1000 P
bx "
b0 #
bz $
x&
1~
b101 (
b1111111111111111 )
r0.25 *
b11111111111111111111111111111110 '
$end
#5
1!
b11 "
b10 #
b1010 $
1&
1+
#10
0!
b11111101 "
b111 '
r1e3 *
#10
#4000
1!
0&
b1xx0 $
#5000
"#;

#[test]
fn a_dump_of_a_simulator() {
    let system = circuit();
    let bound = read_vcd(&system, SIMULATED).unwrap();
    let rows = [
        "- idle -2 5 65535 f'1/4 FALSE - -",
        "0ud8_3 done -2 5 65535 f'1/4 TRUE 0ud4_10 TRUE",
        "0ud8_253 done 7 5 65535 1000.0 FALSE 0ud4_10 TRUE",
        "0ud8_253 done 7 5 65535 1000.0 FALSE - FALSE",
    ];
    assert_eq!(table(&system, &bound.trace), rows);
    assert_eq!(bound.trace.loop_start, None);
    let expected = ["clk", "WIDTH", "bus"].map(|name| format!("the model has nothing called `{name}`"));
    assert_eq!(bound.remarks.iter().map(|r| r.message.clone()).collect::<Vec<_>>(), expected);
}

/// Definitions in a dump are compared with what they work out as, in every step.
#[test]
fn definitions_in_a_dump() {
    let system = circuit();
    let head = "$var wire 8 ! count $end $var wire 8 \" twice $end\n#0 b11 ! b110 \"\n";
    let bound = read_vcd(&system, &format!("{head}#1")).unwrap();
    assert_eq!(remarks(&bound), [""; 0]);
    let bound = read_vcd(&system, &format!("{head}#1\nb1 !\n#2")).unwrap();
    assert_eq!(remarks(&bound), ["2: `twice` is printed as 0ud8_6 but works out as 0ud8_2"]);
}

#[test]
fn errors_in_dumps() {
    let system = circuit();
    let check = |text: &str, expected: &str| assert_eq!(read_vcd(&system, text).unwrap_err().to_string(), expected);
    check("$date\nnow", "line 1: expected `$end` after this");
    check("$var wire 1 !\n$end", "line 2: expected kind, width, code and name of a signal after `$var`");
    check("$var wire 1 ! go $end\n#0 1?", "line 2: expected the code of a signal, found `?`");
    check("$var wire 1 ! go $end\n#0 q!", "line 2: expected a value such as `1!` or `b01 !`, found `q!`");
    check("$var wire 1 ! go $end\n#0 b12 !", "line 2: expected bits, found `12`");
    check("$var wire 1 ! go $end\n#2\n#1", "line 3: expected a time after 2, found 1");
    check("#now", "line 1: expected a time such as `#10`, found `#now`");
    check("$var reg 9 ! count $end #0\nb100000000 !", "line 2: value of `count`: expected 8 bits, found `100000000`");
    check(
        "$var reg 4 ! load $end #0\nb1010 !",
        "line 2: value of `load`: expected an integer in 0..9 in bits, found `1010`",
    );
    check(
        "$var reg 2 ! phase $end #0 b11 !",
        "line 1: value of `phase`: expected a number below 3 in bits, found `11`",
    );
}

/// A system that is called like the scope of the loop, with a variable that is called like its wire.
#[test]
fn names_that_look_like_the_mark_of_the_loop() {
    let system = text::parse("system \"trace\"\nvar loop : bool state\nvar trace.loop : bool state\n").unwrap();
    let dump = "$version wherefore $end $scope module model $end $var wire 1 ! loop $end $scope module trace $end $var \
                wire 1 a loop $end $upscope $end $upscope $end #0 1! 0a #1 0! 1a #2";
    let trace = read_vcd(&system, dump).unwrap().trace;
    assert_eq!((table(&system, &trace), trace.loop_start), (vec!["TRUE FALSE".into(), "FALSE TRUE".into()], None));
    for start in 0..2 {
        let lasso = Trace::lasso(trace.steps.clone(), start);
        assert_eq!(read_vcd(&system, &write_vcd(&system, &lasso)).unwrap().trace, lasso);
    }
}

/// A model of a program whose main node calls `Edge` twice and `Latch` once. The second call is expanded first.
fn program() -> System {
    let model = r#"system "main"
enum 0 = Low High
var x : int input
var r.on[0] : bool input
var r.on[1] : bool input
var q : real input
var w : bv8 input signed
define level = (ite (< 0 x) enum0:High enum0:Low)
define Edge/e = (< 0 x)
define Edge#2/e = (< x 0)
define Latch/Edge/e = (= x 0)
"#;
    let mut system = text::parse(model).unwrap();
    let call = |system: &mut System, at: u32| {
        let span = Some(Span::new(FileId(0), at, at + 1));
        Some(system.elements.add(Element { kind: ElementKind::Component, name: "call".into(), span, parent: None }))
    };
    let elements: Vec<_> = [90, 10, 50, 5].map(|at| call(&mut system, at)).to_vec();
    let mut builder = NetworkBuilder::new(system.clone(), "main", None);
    for (node, element) in [("Edge", elements[0]), ("Edge", elements[1]), ("Latch", elements[2])] {
        builder.enter(node, element);
        if node == "Latch" {
            builder.enter("Edge", elements[3]);
            builder.leave();
        }
        builder.leave();
    }
    system.annexes.network = Some(Arc::new(builder.network().clone()));
    system
}

const ANSWERS: &str = r#"[
 {"objectType": "kind2Options", "enabled": ["BMC"], "timeout": 0, "bmcMax": 0},
 {"objectType": "log", "level": "info", "source": "parse", "value": "a message"},
 {"objectType": "property", "name": "holds", "answer": {"value": "valid"}, "k": 1},
 {"objectType": "property", "name": "first", "scope": "main", "line": 7, "column": 3, "source": "PropAnnot",
  "runtime": {"unit": "sec", "value": 0.1}, "k": 2, "answer": {"source": "bmc", "value": "falsifiable"},
  "counterExample": [
   {"blockType": "node", "name": "main", "streams": [
     {"name": "x", "type": "int", "class": "input", "instantValues": [[0, 123456789012345678901234567890], [1, -2]]},
     {"name": "r", "type": "array", "class": "input", "instantValues": [[0, {"on": [true, false]}], [1, {"on": ["false", "true"]}]]},
     {"name": "q", "type": "real", "class": "input", "instantValues": [[0, {"num": -1, "den": 3}], [1, "5/10"]]},
     {"name": "w", "type": "int8", "class": "input", "instantValues": [[0, -5], [1, 7]]},
     {"name": "level", "type": "enum", "typeInfo": {"values": ["Low", "High"]}, "class": "output", "instantValues": [[0, "High"], [1, "Low"]]},
     {"name": "shape", "type": "adt", "class": "local", "instantValues": [[0, "Circle(1)"]]}
    ],
    "subnodes": [
     {"blockType": "node", "name": "Edge", "line": 20, "column": 1, "streams": [
       {"name": "e", "type": "bool", "class": "output", "instantValues": [[0, true], [1, false]]}]},
     {"blockType": "node", "name": "Edge", "line": 3, "column": 9, "streams": [
       {"name": "e", "type": "bool", "class": "output", "instantValues": [[0, false], [1, true]]},
       {"name": "hidden", "type": "bool", "class": "local", "instantValues": [[0, false], [1, true]]}]},
     {"blockType": "node", "name": "Latch", "line": 9, "column": 1, "subnodes": [
       {"blockType": "node", "name": "Edge", "line": 31, "column": 2, "streams": [
         {"name": "e", "type": "bool", "class": "output", "instantValues": [[1, false]]}]},
       {"blockType": "node", "name": "Unknown", "streams": [{"name": "x", "type": "int", "class": "local", "instantValues": [[0, 1]]}]}]}
    ]}]},
 {"objectType": "property", "name": "second", "answer": {"value": "falsifiable"}, "counterExample": [
   {"blockType": "node", "name": "main", "streams": [
     {"name": "x", "type": "int", "class": "input", "instantValues": [[0, "0"]]},
     {"name": "w", "type": "int8", "class": "input", "instantValues": []},
     {"name": "other", "type": "int", "class": "local", "instantValues": [[0, 3]]}]}]},
 {"objectType": "property", "name": "seen", "answer": {"value": "reachable"}, "witness": []},
 {"objectType": "analysisStop"}
]"#;

#[test]
fn answers_of_kind_2() {
    let system = program();
    let bound = read_any(&system, ANSWERS).unwrap();
    let names: Vec<_> = bound.iter().map(|b| b.specification.as_deref().unwrap()).collect();
    assert_eq!(names, ["first", "second"]);
    let rows = ["123456789012345678901234567890 TRUE FALSE -f'1/3 -0sd8_5", "-2 FALSE TRUE f'1/2 0sd8_7"];
    assert_eq!(table(&system, &bound[0].trace), rows);
    assert_eq!(remarks(&bound[0]), [""; 0]);
    assert_eq!(table(&system, &bound[1].trace), ["0 - - - -"]);
    assert_eq!(remarks(&bound[1]), ["0: the model has nothing called `other`"]);
    // Calls are matched by their places: here the other way round.
    let swapped = ANSWERS.replace("\"line\": 20", "\"line\": 2");
    let remarked = remarks(&read_any(&system, &swapped).unwrap()[0]);
    assert_eq!(remarked.len(), 2, "{remarked:?}");
    assert_eq!(remarked[0], "0: `Edge#2/e` is printed as TRUE but works out as FALSE");
}

/// Kind 2 analyses called nodes by themselves too: what is false of `Edge` is no run of `main`.
#[test]
fn answers_of_kind_2_about_other_nodes() {
    let system = program();
    let answer = |node: &str| {
        format!(
            "{{\"name\": \"p\", \"counterExample\": [{{\"name\": \"{node}\", \"streams\": [{{\"name\": \"x\", \
             \"instantValues\": [[0, 1], [1, 2]]}}]}}]}}"
        )
    };
    let both = read_any(&system, &format!("[{}, {}]", answer("Edge"), answer("main"))).unwrap();
    assert_eq!(both.iter().map(|b| b.trace.len()).collect::<Vec<_>>(), [0, 2]);
    assert!(both[0].origin.is_foreign() && !both[1].origin.is_foreign());
    let error = read_any(&system, &format!("[{}]", answer("Edge"))).unwrap_err().to_string();
    assert_eq!(error, "its counterexamples are to node `Edge`, and the main node of the model is `main`");
    // A model without calls does not say what its main node is.
    let plain = text::parse("system \"s\"\nvar x : int input\n").unwrap();
    assert_eq!(read_any(&plain, &format!("[{}]", answer("Edge"))).unwrap()[0].trace.len(), 2);
}

/// A file without values says nothing about a model, and neither do names that the model does not have.
#[test]
fn traces_that_say_nothing() {
    let system = text::parse("system \"s\"\nvar b : bool state\ndefine d = (not b)\n").unwrap();
    let is_foreign = |value: &str| {
        let text = format!("Trace Description: x\n  -> State: 1.1 <-\n{value}");
        read_any(&system, &text).unwrap()[0].origin.is_foreign()
    };
    assert_eq!([is_foreign(""), is_foreign("    c = 1\n")], [true, true]);
    assert_eq!([is_foreign("    b = TRUE\n"), is_foreign("    d = TRUE\n")], [false, false]);
}

/// A repeated head may say more than the head does, and less.
#[test]
fn heads_of_loops_that_are_shown_again_in_part() {
    let system = text::parse("system \"s\"\nvar b : bool state\nvar n : 0..3 state\n").unwrap();
    let read = |first: &str, last: &str| {
        let block = |name: &str, list: &str| format!("{{\"name\": \"{name}\", \"instantValues\": [{list}]}}");
        let n = block("n", &format!("[0, 1], [1, 2], [2, {last}]"));
        let b = block("b", &format!("[0, {first}], [1, false], [2, true]"));
        let text = format!("[{{\"name\": \"p\", \"loop\": 0, \"counterExample\": [{{\"streams\": [{n}, {b}]}}]}}]");
        let bound = read_kind2(&system, &text).unwrap()[0].bind(&system).unwrap();
        (table(&system, &bound.trace), bound.remarks.len())
    };
    let folded = || ["TRUE 1", "FALSE 2"].map(str::to_owned).to_vec();
    assert_eq!(read("null", "1"), (folded(), 0));
    assert_eq!(read("true", "null"), (folded(), 0));
    assert_eq!(read("false", "1"), (["FALSE 1", "FALSE 2", "TRUE 1"].map(str::to_owned).to_vec(), 1));
}

/// Definitions that work out differently are remarks, and nothing is built on them; others are kept.
#[test]
fn wrong_definitions_are_not_kept() {
    let system = text::parse("system \"s\"\nvar b : bool state\ndefine d = (not b)\n").unwrap();
    let states = "[{\"b\": true, \"d\": true}, {\"b\": true, \"d\": false}, {\"d\": true}]";
    let bound = &read_any(&system, &format!("{{\"vars\": [], \"states\": {states}}}")).unwrap()[0];
    assert_eq!(remarks(bound), ["0: `d` is printed as TRUE but works out as FALSE"]);
    assert_eq!(bound.origin.printed.iter().map(|p| p.step).collect::<Vec<_>>(), [1, 2]);
}

/// Values are counted over all traces of a file: a short line can stand for many.
#[test]
fn the_budget_is_that_of_the_file() {
    let vars: String = (0..5_000).map(|n| format!("var v{n} : bool state\n")).collect();
    let system = text::parse(&format!("system \"s\"\n{vars}")).unwrap();
    let trace = format!("Trace Description: x\n{}", "  -> State: 1.2 <-\n".repeat(501));
    let error = read_any(&system, &trace.repeat(2)).unwrap_err();
    assert_eq!(error.message, "more than 1000 steps of 5000 values each");
}

#[test]
fn errors_in_answers_of_kind_2() {
    let system = program();
    let check = |values: &str, expected: &str| {
        let text = format!(
            "[{{\"name\": \"p\", \"counterExample\": [{{\"streams\": [{{\"name\": \"x\", \"instantValues\": {values}}}]}}]}}]"
        );
        assert_eq!(read_any(&system, &text).unwrap_err().to_string(), expected);
    };
    check("[[0, 1], [2, 1]]", "property `p`: expected a value for each of 3 instants, found 2");
    check("[0, 1]", "property `p`: expected pairs of an instant and a value in `instantValues`");
    check("[[0, true]]", "property `p`: value of `x`: expected an integer, found `TRUE`");
    assert_eq!(
        read_kind2(&system, "[\n{").unwrap_err().to_string(),
        "line 2: broken JSON: EOF while parsing an object at line 2 column 1"
    );
}

const WITNESS: &str = "\
; printed by some model checker
sat
b0
#0
0 00000101 count#0
1 10
2 1110 signed.level#0
; a comment
@0
0 0011 bus[1]@0
1 x
@1
1 1 go@1
0 1111
.
sat
b1
@0
9 1 unknown@0
.
";

fn bits_only() -> System {
    let bounded = |l: &&str| !l.contains("total") && !l.contains("ratio");
    let model: Vec<&str> = CIRCUIT.lines().filter(bounded).collect();
    text::parse(&model.join("\n")).unwrap()
}

#[test]
fn a_witness_with_inputs_and_the_first_state() {
    let system = bits_only();
    let bound = read_any(&system, WITNESS).unwrap();
    assert_eq!(bound.len(), 2);
    assert_eq!(table(&system, &bound[0].trace), ["0ud8_5 done -2 - - 0ud4_3 -", "- - - - - 0ud4_15 TRUE"]);
    assert_eq!((remarks(&bound[0]), bound[0].description.as_deref()), (Vec::new(), Some("b0")));
    assert_eq!(remarks(&bound[1]), ["19: the model has nothing called `number 9`"]);
    assert_eq!(read_any(&system, "unsat\n").unwrap(), []);
    // A loop that is not said to be one is found if the last states are those of an earlier step.
    let system = text::parse("system \"s\"\nvar b : bool state\n").unwrap();
    let frames = |bits: &[u8]| {
        let line = |(k, b): (usize, &u8)| format!("#{k}\n0 {b}\n");
        format!("sat\nj0\n{}.\n", bits.iter().enumerate().map(line).collect::<String>())
    };
    let ends = |bits: &[u8]| {
        let trace = read_btor2(&system, &frames(bits)).unwrap()[0].bind(&system).unwrap().trace;
        (trace.len(), trace.loop_start)
    };
    assert_eq!([ends(&[0, 1, 0, 1]), ends(&[0, 0, 1])], [(3, Some(1)), (3, None)]);
}

#[test]
fn a_witness_word_for_word() {
    let system =
        text::parse("system \"s\"\nenum 0 = a b c\nvar e : enum0 state\nvar n : -4..3 state\nvar i : bv3 input\n");
    let system = system.unwrap();
    let expected = "\
sat
j0
; loop 1
#0
0 00 e#0
1 100 n#0
@0
0 001 i@0
#1
0 10 e#1
1 011 n#1
@1
0 110 i@1
#2
0 10 e#2
1 011 n#2
.
";
    let trace = read_btor2(&system, expected).unwrap()[0].bind(&system).unwrap().trace;
    assert_eq!(table(&system, &trace), ["a -4 0ud3_1", "c 3 0ud3_6"]);
    assert_eq!(trace.loop_start, Some(1));
    assert_eq!(write_btor2(&system, &trace, &Heading::default()).unwrap(), expected);
}

#[test]
fn errors_in_witnesses() {
    let system = circuit();
    let check = |text: &str, expected: &str| assert_eq!(read_any(&system, text).unwrap_err().to_string(), expected);
    check("sat\nb0\n#0\n0 101\n.", "line 4: value of `count`: expected 8 bits, found `101`");
    check("sat\nb0\n#0\n0 [0] 101\n.", "line 4: the model has no element `[0]` of an array");
    check("sat\nb0\n#0\n4 101\n.", "line 4: `total` is an integer without bounds, which has no bits");
    check("sat\nb0\n#0\n1 11 ratio#0\n.", "line 4: `ratio` is a real number, which has no bits");
    check("sat\nb0\n#1\n.", "line 3: expected `#0`, found `#1`");
    check("sat\nb0\n#0\n@2\n.", "line 4: expected `@0`, found `@2`");
    check("sat\nb0\n0 1\n.", "line 3: expected `#0`, found `0 1`");
    check("sat\nb0\n#0\nx 1\n.", "line 4: expected a number and bits, found `x 1`");
    check("sat\nb0\n#0\n", "line 3: expected `.` at the end of the witness");
    check("sat\nj0\n; loop 1\n#0\n.", "line 5: expected the number of a step in the comment about the loop");
    let error = write_btor2(&system, &Trace::default(), &Heading::default()).unwrap_err();
    assert_eq!(error.to_string(), "`total` is an integer without bounds, which has no bits");
}

/// Every value of small sorts as bits and back, against the numbers themselves.
#[test]
fn bits_of_small_sorts() {
    use wherefore_ir::{Sort, Value};
    let system = circuit();
    let check = |sort: Sort, value: Value, expected: String| {
        let bits = wherefore_trace::show_bits(&system.terms, sort, &value).unwrap();
        assert_eq!(bits, expected, "{}", show_plain(&system.terms, &value));
        assert_eq!(wherefore_trace::read_bits(&system.terms, sort, &bits), Ok(value));
    };
    for lo in -9..=0i64 {
        for hi in lo..=9 {
            // The fewest digits for which two's complement holds both ends.
            let width = (1..8u32).find(|w| -(1 << (w - 1)) <= lo && hi < (1 << (w - 1))).unwrap() as usize;
            for n in lo..=hi {
                let bits = format!("{:08b}", n as i8);
                check(Sort::Range { lo, hi }, Value::int(n), bits[8 - width..].to_owned());
            }
        }
    }
    for n in 0..16u8 {
        check(Sort::BitVec(4), Value::bits(4, n), format!("{n:04b}"));
    }
    for end in [i64::MIN, i64::MAX] {
        let sort = Sort::Range { lo: i64::MIN, hi: i64::MAX };
        check(sort, Value::int(end), format!("{end:064b}"));
    }
}
