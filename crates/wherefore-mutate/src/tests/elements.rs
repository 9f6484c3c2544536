//! The elements of small models, as they are written.

use crate::{elements, mutants};
use wherefore_lang::Language;
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::Choices;

fn listed(language: Language, text: &str) -> Vec<String> {
    let found = elements(language, ("m", text), &mut |_: &str| Err(NotIncluded::Missing));
    let slice = |start: u32, end: u32| text.get(start as usize..end as usize).unwrap();
    found.iter().map(|e| format!("{:?} {}: {}", e.kind, e.name, slice(e.span.start, e.span.end))).collect()
}

const MODEL: &str = "MODULE main VAR s : {a, b}; n : 0..3; m : part(n > 1, s);
DEFINE go := (n > 1) & n < 3;
ASSIGN init(s) := a;
  next(s) := case go : b; TRUE : {a, b}; esac;
  next(n) := n < 3 ? (n + 1) : 0;
INIT n = 0 & (s = a & !go);
INVAR n < 3 | s = a;
TRANS next(n) >= n;
INVARSPEC n < 3;
MODULE part(p, q) VAR x : boolean; ASSIGN x := p;
";

#[test]
fn elements_of_smv() {
    let expected = [
        "Argument argument 1 of m: n > 1",
        "Argument argument 2 of m: s",
        "Definition go: (n > 1) & n < 3",
        "InitialValue init(s): a",
        "NextValue next(s): case go : b; TRUE : {a, b}; esac",
        "BranchCondition branch 1 of next(s): go",
        "BranchValue branch 1 of next(s): b",
        "BranchCondition branch 2 of next(s): TRUE",
        "BranchValue branch 2 of next(s): {a, b}",
        "NextValue next(n): n < 3 ? (n + 1) : 0",
        "BranchCondition branch 1 of next(n): n < 3",
        "BranchValue branch 1 of next(n): n + 1",
        "BranchValue branch 2 of next(n): 0",
        "InitialCondition conjunct 1 of INIT: n = 0",
        "InitialCondition conjunct 2 of INIT: s = a",
        "InitialCondition conjunct 3 of INIT: !go",
        "Assumption INVAR: n < 3 | s = a",
        "StepCondition TRANS: next(n) >= n",
        "CurrentValue x: p",
    ];
    assert_eq!(listed(Language::Smv, MODEL), expected);
}

#[test]
fn mutants_lie_in_elements() {
    let mut nothing = |_: &str| Err(NotIncluded::Missing);
    let list = elements(Language::Smv, ("m", MODEL), &mut nothing);
    let made = mutants(Language::Smv, ("m", MODEL), &Choices::default(), &mut nothing).unwrap().unwrap().mutants;
    assert!(made.len() > 20);
    for mutant in made {
        let innermost = list.iter().enumerate().filter(|(_, e)| {
            // The brackets around an expression belong to it, and may be what is changed.
            e.span.start <= mutant.span.start + 1 && mutant.span.end <= e.span.end + 1
        });
        let innermost = innermost.min_by_key(|(_, e)| e.span.end - e.span.start).map(|(at, _)| at);
        assert_eq!(mutant.place, innermost, "{mutant:?}");
    }
}

#[test]
fn elements_of_charts() {
    let text = "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" xmlns:wf=\"urn:wherefore:scxml:1\" version=\"1.0\" \
        datamodel=\"ecmascript\" initial=\"p\">\n<wf:event name=\"e\"/><datamodel><data id=\"n\" expr=\"0\" \
        wf:range=\"0..9\"/></datamodel>\n<state id=\"p\"><onentry><assign location=\"n\" expr=\"n + 1\"/></onentry>\
        <transition wf:name=\"t\" event=\"e\" cond=\"n &lt; 3\" target=\"q\"><raise event=\"f\"/></transition></state>\
        <state id=\"q\"><transition event=\"f\" target=\"p\"><script>n = 2</script></transition></state></scxml>";
    let expected = [
        "InitialState scxml: p",
        "InitialValue n: 0",
        "State p: <state id=\"p\">",
        "Action p: n + 1",
        "Transition t: <transition wf:name=\"t\" event=\"e\" cond=\"n &lt; 3\" target=\"q\">",
        "Event t: e",
        "Guard t: n &lt; 3",
        "Target t: q",
        "Action t: <raise event=\"f\"/>",
        "State q: <state id=\"q\">",
        "Transition q -> p on f (line 3): <transition event=\"f\" target=\"p\">",
        "Event q -> p on f (line 3): f",
        "Target q -> p on f (line 3): p",
        "Action q -> p on f (line 3): 2",
    ];
    assert_eq!(listed(Language::Scxml, text), expected);
}

#[test]
fn elements_of_lustre() {
    let text = "node n(a : bool) returns (x : int; p : bool);\nlet\n  x = (0 -> pre x + f(a));\n  p = a or x > 1;\n\
        --%PROPERTY p;\ntel\n";
    let expected = ["Equation x: (0 -> pre x + f(a))", "InitialValue x: 0", "Specification p: a or x > 1"];
    assert_eq!(listed(Language::Lustre, text), expected);
}

#[test]
fn questions_and_assumptions_of_lustre() {
    let text = "node Sofar(x : bool) returns (y : bool);\nlet\n  y = x -> x and pre y;\ntel\n\
        node Count(r : bool) returns (n : int);\nlet\n  n = 0 -> pre n + 1;\ntel\n\
        node top(a, b : bool) returns (ok : bool);\nvar env : bool; n : int; busy : bool;\nlet\n  n = Count(b);\n  busy = a;\n\
        env = Sofar(a or b);\n  ok = env and busy => n < 3;\n  --%PROPERTY ok;\n  --%MAIN;\ntel\n";
    let expected = [
        "Assumption y: x -> x and pre y",
        "Assumption y: x",
        "Equation n: 0 -> pre n + 1",
        "InitialValue n: 0",
        "Equation n: Count(b)",
        "Assumption busy: a",
        "Assumption env: Sofar(a or b)",
        "Specification ok: env and busy => n < 3",
    ];
    assert_eq!(listed(Language::Lustre, text), expected);
    // What the model reads is no mere assumption, and a program that is nothing but a question is the model.
    let read = text.replace("n = Count(b)", "n = if env then Count(b) else 0");
    assert!(listed(Language::Lustre, &read).contains(&"Equation env: Sofar(a or b)".to_owned()));
    let alone = "node top(a : bool) returns (ok : bool);\nlet\n  ok = a or not a;\n  --%PROPERTY ok;\ntel\n";
    assert_eq!(listed(Language::Lustre, alone), ["Equation ok: a or not a"]);
}

#[test]
fn elements_of_contracts() {
    let text = "#define near(x, y) (x - y < 2)\nCOMPONENT S system\n INTERFACE\n  INPUT PORT i : 0..3;\n  OUTPUT PORT o : 0..3;\n\
        CONTRACT whole assume: always i < 3; guarantee: always near(o, i) and (true and always o > 0);\n\
        REFINEMENT\n  SUB part : P;\n  CONNECTION part.i := i;\n  CONNECTION o := part.o;\n\
        CONTRACT whole REFINEDBY part.own;\n\
        COMPONENT P\n INTERFACE\n  INPUT PORT i : 0..3;\n  OUTPUT PORT o : 0..3;\n\
        CONTRACT own assume: true; guarantee: always (o = i) and always near(i, o);\n";
    let expected = [
        "Assumption the assumption of S.whole: always i < 3",
        "Specification conjunct 1 of the guarantee of S.whole: always near(o, i)",
        "Specification conjunct 2 of the guarantee of S.whole: true",
        "Specification conjunct 3 of the guarantee of S.whole: always o > 0",
        "Connection part.i: i",
        "Connection o: part.o",
        "PartAssumption the assumption of P.own: true",
        "Guarantee conjunct 1 of the guarantee of P.own: always (o = i)",
        "Guarantee conjunct 2 of the guarantee of P.own: always near(i, o)",
    ];
    assert_eq!(listed(Language::Oss, text), expected);
}
