//! Each construct of the dialects.

use super::super::ast::{ContractItem, Decl, Goal, Item};
use super::{groups, headlines, items, node, parsed, said, show};

#[test]
fn numbers() {
    groups("12", "12");
    groups("0xA0f", "2575");
    groups("1.5", "3/2r");
    groups(".25", "1/4r");
    groups("2e3", "2000r");
    groups("0.2E+3", "200r");
    groups("0x3.8p-1", "7/4r");
    groups("99999999999999999999999", "99999999999999999999999");
}

#[test]
fn structures() {
    groups("t { one = 1; two = 2.0; }", "t {one = 1; two = 2r}");
    groups("Stack@<int> { top = 1 }", "Stack<int> {top = 1}");
    groups("r{f := e + 1}.g", "(r with .f := (e + 1)).g");
    groups("(r with f = 1)", "(r with .f := 1)");
    groups("(r with .f[i].%2 = e)", "(r with .f[i][2] := e)");
    groups("(pre a)[i := j]", "((pre a) with [i] := j)");
    groups("m[0 := 1; 2 := 3]", "((m with [0] := 1) with [2] := 3)");
    groups("[1, 2][0]", "[1, 2][0]");
    groups("'(a, b)[1]", "'(a, b)[1]");
    groups("x.%1", "x[1]");
    groups("(x + 1)^3", "((x + 1)^3)");
    groups("a[1..3]", "?array slices?");
    groups("a[7:0]", "?bit extraction?");
    groups("{1, 2}", "?sets?");
    groups("{}@<int>", "?sets?");
    groups("x in s and y", "(?sets? and y)");
    groups("map[0 := 1]", "?maps?");
    groups("map[]@<int, bool>", "?maps?");
    groups("map[i] + 1", "(map[i] + 1)");
    groups("Circle?(s)", "Circle?(s)");
    groups("(3 : Nat)", "(3 : Nat)");
}

#[test]
fn calls_and_clocks() {
    groups("f()", "f()");
    groups("f(a, b + 1)", "f(a, (b + 1))");
    groups("f@<int, bool>(x)", "f<int, bool>(x)");
    groups("None@<int>", "None<int>()");
    groups("condact(c, f(a), 0, true)", "condact(c, f(a); 0, true)");
    groups("condact(c, f(a))", "condact(c, f(a); )");
    groups("condact(c, (restart f every r)(a), 0)", "(f every c restart r initial 0)(a)");
    groups("(activate f every c)(a)", "(f every c initial )(a)");
    groups("(activate f every c and d initial default (0, 1))(a)", "(f every (c and d) initial 0, 1)(a)");
    groups("(activate (restart f every r) every c)(a)", "(f every c restart r initial )(a)");
    groups("(activate f every c initial default 0 restart every r)(a)", "(f every c restart r initial 0)(a)");
    groups("(restart f every r)(a) + 1", "((f restart r initial )(a) + 1)");
    groups("merge (c; a; b)", "merge c (true -> a) (false -> b)");
    groups("merge c (A -> x when A(c)) (B -> y)", "merge c (A -> (x when A(c))) (B -> y)");
    groups("merge c (true -> x) (false -> y)", "merge c (true -> x) (false -> y)");
    groups("current(x when c)", "(current (x when c))");
    groups("current x", "(current x)");
    groups("fby(a, 2, b)", "?`fby` with a delay?");
    groups("#(a, b)", "?the operator `#`?");
    groups("floor(x) + 1", "(floor(x) + 1)");
    groups("::a::b and m::c", "(::a::b and ::m::c)");
}

#[test]
fn any_and_match() {
    groups("any@<int^3>", "any {_: (int^3)}");
    groups("any@<map<int, int>>", "any {_: ?maps?}");
    groups("choose { x: int | x > 0 } + 1", "(choose {x: int | (x > 0)} + 1)");
    groups("match m with | A(x, B(_)) : 1 -> x | _ : 0 end + 1", "((match m | A(x, B(_)) : (1 -> x) | _ : 0) + 1)");
}

#[test]
fn words_of_one_dialect_are_names_in_the_other() {
    for name in
        ["history", "current", "last", "map", "set", "any", "match", "check", "end", "rec", "at", "mode", "floor"]
    {
        groups(&format!("{name} - 1"), &format!("({name} - 1)"));
        groups(&format!("if {name} then {name} else {name}"), &format!("(if {name} then {name} else {name})"));
        assert!(matches!(items(&format!("{name} = 1;")).as_slice(), [Item::Equation(_)]), "{name}");
        assert_eq!(node(&format!("node n({name}: int) returns (); let tel")).inputs.len(), 1);
    }
    let own = "node floor(x: real) returns (y: int); let y = 0; tel const c: int = floor(1.0);";
    let Some(Decl::Const(constant)) = parsed(own).decls.pop() else { panic!("no constant") };
    assert_eq!(constant.value.as_ref().map(show::expr).unwrap_or_default(), "floor(1r)");
}

#[test]
fn types() {
    let ty = |text: &str| match parsed(&format!("type t = {text};")).decls.pop() {
        Some(Decl::Type { body: Some(body), .. }) => show::ty(&body),
        other => panic!("{other:?}"),
    };
    assert_eq!(ty("int^3^5"), "((int^3)^5)");
    assert_eq!(ty("int^5*h+1"), "(int^((5 * h) + 1))");
    assert_eq!(ty("int[3][5]"), "((int^3)^5)");
    assert_eq!(ty("int^(a^2)[0]"), "(int^(a^2)[0])");
    assert_eq!(ty("subrange [-1, n + 1] of int"), "(-1)..(n + 1)");
    assert_eq!(ty("subrange [*, 10] of int"), "*..10");
    assert_eq!(ty("enum { A, B }"), "enum {A, B}");
    assert_eq!(ty("struct { a, b: int; c: bool^2; }"), "{a: int; b: int; c: (bool^2)}");
    assert_eq!(ty("{ a: int }"), "{a: int}");
    assert_eq!(ty("[int, [bool, real]]"), "[int, [bool, real]]");
    assert_eq!(ty("subtype { n: int | n > 0 }^2"), "({n: int | (n > 0)}^2)");
    assert_eq!(ty("Stack<Pair<int, bool>>"), "Stack<Pair<int, bool>>");
    assert_eq!(ty("[int8, uint64, sint<7>]"), "[s8, u64, s7]");
    assert_eq!(ty("set<map<int, bool>>"), "?sets?");
    assert_eq!(headlines("type t = sint<0>;"), ["the width of a machine integer lies between 1 and 65536"]);
}

#[test]
fn declarations() {
    let program = parsed(
        "type a, b = int; type c; type S<T> = struct { x: T };
         datatype D<T> = | A | B (x: int, y: T) | C (int, bool);
         const p: int = 1; q = 2; r, s: bool; const u: int^3 = 0^3;
         function imported f<T>(x: T) returns (y: T);
         function g(x: int) returns (y: int);
         const after: int = 1;
         function h(x: int) returns (y: int); const k: int = 1; let y = k; tel
         node imported i() returns (); opaque function j() returns (y: int) let y = 1; tel;",
    );
    let shown: Vec<String> = program.decls.iter().map(declaration).collect();
    assert_eq!(
        shown.join(" "),
        "type a type b type c type S datatype D(A, B x y, C 0 1) p:int=1 q=2 r:bool s:bool u:(int^3)=(0^3) \
         imported f imported g after:int=1 h imported i j"
    );
}

fn declaration(decl: &Decl) -> String {
    match decl {
        Decl::Type { name, .. } => format!("type {}", name.text),
        Decl::Const(c) => {
            let ty = c.ty.as_ref().map(|t| format!(":{}", show::ty(t))).unwrap_or_default();
            let value = c.value.as_ref().map(|v| format!("={}", show::expr(v))).unwrap_or_default();
            format!("{}{ty}{value}", c.name.text)
        }
        Decl::Node(n) => format!("{}{}", if n.is_imported { "imported " } else { "" }, n.name.text),
        Decl::Contract(c) => format!("contract {}", c.name.text),
        Decl::Datatype { name, variants, .. } => {
            let shown = variants.iter().map(|v| {
                let fields = v.fields.iter().map(|(n, _)| format!(" {}", n.text));
                format!("{}{}", v.name.text, fields.collect::<String>())
            });
            format!("datatype {}({})", name.text, shown.collect::<Vec<_>>().join(", "))
        }
    }
}

#[test]
fn signatures() {
    let node = node(
        "node n<T; U>(const a, b: int; c: bool when d; (e: int; f: T) when not d; g: int | g > 0;) returns (x: int^2)
         const k: int = 1; var l, m: bool; o: real; param p: int; var q: int;
         let tel.",
    );
    assert_eq!(node.type_parameters.len(), 2);
    assert_eq!(
        show::variables(&node.inputs),
        "const a: int; const b: int; c: bool when d; e: int when (not d); f: T when (not d); g: {g: int | (g > 0)}"
    );
    assert_eq!(show::variables(&node.outputs), "x: (int^2)");
    assert_eq!(show::variables(&node.locals), "l: bool; m: bool; o: real; q: int");
    assert_eq!(node.constants.len(), 2);
}

#[test]
fn flattened_names_with_dots() {
    let program = parsed(
        "function f.y() returns (y: int);
         node n(m.buff[0], m.buff[1]: int; p~0.in: bool; r: t) returns (x.y: int);
         let x.y = if p~0.in then m.buff[1] + r.z else f.y(); tel",
    );
    let [Decl::Node(function), Decl::Node(node)] = program.decls.as_slice() else { panic!("{program:?}") };
    assert_eq!((function.name.text.as_str(), node.inputs.len()), ("f.y", 4));
    assert_eq!(body(&node.body), "x.y = (if p~0.in then (m.buff[1] + r.z) else f.y());");
    assert!(!said("node n(a: int) returns (b: t.u); let tel").is_empty());
}

/// A goal as text.
fn goal(goal: &Goal) -> String {
    let name = goal.name.as_ref().map(|n| format!("\"{}\" ", n.text)).unwrap_or_default();
    let reachable = if goal.reachable { "reachable " } else { "" };
    let provided = goal.provided.as_ref().map(|p| format!(" provided {}", show::expr(p))).unwrap_or_default();
    let bounds: String = goal.bounds.iter().map(|(word, e)| format!(" {word} {}", show::expr(e))).collect();
    format!("{reachable}{name}{}{provided}{bounds}", show::expr(&goal.expr))
}

fn body(items: &[Item]) -> String {
    items.iter().map(item).collect::<Vec<_>>().join(" ")
}

fn item(item: &Item) -> String {
    match item {
        Item::Equation(equation) => {
            let left = equation.left.iter().map(|t| {
                let indices: String = t.indices.iter().map(|i| format!("[{}]", i.text)).collect();
                format!("{}{indices}", t.name.text)
            });
            format!("{} = {};", left.collect::<Vec<_>>().join(", "), show::expr(&equation.right))
        }
        Item::Assert(claim) => format!("assert {};", show::expr(claim)),
        Item::Property(found) => format!("check {};", goal(found)),
        Item::If { branches, otherwise, .. } => {
            let shown: String = branches.iter().map(|(c, b)| format!("{}? {} ", show::expr(c), body(b))).collect();
            format!("if {shown}else {} fi", body(otherwise))
        }
        Item::When { branches, otherwise, .. } => {
            let shown: String = branches.iter().map(|(c, b)| format!("{}? {} ", show::expr(c), body(b))).collect();
            format!("when {shown}{} end", otherwise.as_ref().map_or("-".to_owned(), |b| body(b)))
        }
        Item::Frame { variables, initial, body: inner, .. } => {
            let names: Vec<&str> = variables.iter().map(|v| v.text.as_str()).collect();
            format!("frame {} ({}) {} tel", names.join(" "), initial.len(), body(inner))
        }
        Item::Other(what, _) => format!("?{what}?"),
    }
}

#[test]
fn equations_and_blocks() {
    let shown = |text: &str| body(&items(text));
    assert_eq!(shown("a, b = f(x); (c, d) = (1, 2); () = g();"), "a, b = f(x); c, d = (1, 2);  = g();");
    assert_eq!(shown("A[i][j] = i + j; assert a or b;"), "A[i][j] = (i + j); assert (a or b);");
    assert_eq!(
        shown("if a then x = 1; elsif b then x = 2; check p; else y = 3; fi z = 1;"),
        "if a? x = 1; b? x = 2; check p; else y = 3; fi z = 1;"
    );
    assert_eq!(shown("if a then if b then x = 1; fi fi"), "if a? if b? x = 1; else  fi else  fi");
    assert_eq!(shown("when a then x = 1; else x = 2; end"), "when a? x = 1; x = 2; end");
    assert_eq!(shown("when a then x = 1; end"), "when a? x = 1; - end");
    assert_eq!(
        shown("cond | a: x = 1; | b or c: x = 2; otherwise: x = 3; end"),
        "when a? x = 1; (b or c)? x = 2; x = 3; end"
    );
    assert_eq!(shown("cond | a: x = 1; end"), "when a? x = 1; - end");
    assert_eq!(
        shown("frame (x, y) x = 0; A[i] = 1; let x = last x + 1; tel y = 1;"),
        "frame x y (2) x = ((last x) + 1); tel y = 1;"
    );
    assert_eq!(shown("Lemma(a, b); x = 1;"), "?calls of lemmas? x = 1;");
    assert_eq!(
        shown(
            "automaton initial state S: unless c restart T; let x = 1; tel state T: let x = 2; tel returns x; y = 1;"
        ),
        "?automata? y = 1;"
    );
}

#[test]
fn properties_and_pragmas() {
    let shown = |text: &str| body(&items(text));
    assert_eq!(shown("--%PROPERTY ok;\n--!PROPERTY \"a  name\" p and\n q;"), "check ok; check \"a name\" (p and q);");
    assert_eq!(shown("(*%PROPERTY \"n\" : p; *) /*!PROPERTY q; */"), "check \"n\" p; check q;");
    assert_eq!(shown("check \"n\" p provided q; check r;"), "check \"n\" p provided q; check r;");
    assert_eq!(
        shown("check reachable \"n\" p from 2 within 5; check reachable q at 3; check reachable; check invariant p;"),
        "check reachable \"n\" p from 2 within 5; check reachable q at 3; check reachable; check p;"
    );
    assert_eq!(shown("--%PROPERTY last\n"), "check last;");
    let is_main = |text: &str| node(&format!("node n() returns (); let {text} tel")).is_main;
    assert!(is_main("--%MAIN\n") && is_main("--%MAIN ;\n") && is_main("--!MAIN : true;") && is_main("(*%MAIN *)"));
    assert!(!is_main("") && !is_main("--!MAIN : false;\n") && !is_main("-- --%MAIN\n"));
    assert!(node("node n() returns (x: int);\n--%MAIN\nvar y: int; let tel").is_main);
}

#[test]
fn instructions_for_other_analyses_are_left_out_with_a_remark() {
    let text = "node n() returns (x, y: int);\nlet\n--%IVC x,\n  y;\n--%IVC x;\n--%INPUT_COVERAGE a b\nx = 1;\n--%REALIZABLE;\ntel";
    assert_eq!(
        headlines(text),
        [
            "the instruction `--%IVC` has no effect here",
            "the instruction `--%INPUT_COVERAGE` has no effect here",
            "the instruction `--%REALIZABLE` has no effect here",
        ]
    );
    assert_eq!(body(&node(text).body), "x = 1;");
    assert!(said(text).starts_with("note[lustre-pragma-ignored]"));
}

#[test]
fn contracts() {
    let text = |open: &str, close: &str| {
        format!(
            "node n(a: int) returns (b: int);
             {open} const k: int = 1; var g: int = pre a; var h, i: int, j: bool = f(a);
              assume a > 0; weakly assume \"low\" a < 9; guarantee \"g\" b > 0;
              mode m (require a > 1; require \"r\" true; ensure b > 1;); mode empty ();
              import c@<int>(a, ::m) returns (b); assumption_vars a, b; decreases a, b;
             {close} let b = a; tel"
        )
    };
    let shown: Vec<String> = node(&text("con", "noc")).contract.iter().map(clause).collect();
    let expected = "const k | var g: int | var h: int; i: int; j: bool | assume (a > 0) | weakly assume \"low\" (a < 9) | \
                    guarantee \"g\" (b > 0) | mode m 2 1 | mode empty 0 0 | import c 2 1 | ?assumption variables? | \
                    ?`decreases`?";
    assert_eq!(shown.join(" | "), expected);
    assert_eq!(node(&text("(*@contract", "*)")).contract.len(), shown.len());
    assert_eq!(node(&text("/*@contract", "*/")).contract.len(), shown.len());
    let declared = parsed("contract c(a: int) returns (b: int); let assume a > 0; tel;");
    assert!(matches!(declared.decls.as_slice(), [Decl::Contract(c)] if c.items.len() == 1));
    assert_eq!(headlines("node n() returns (); con assume a; let tel"), ["`con` is never closed"]);
}

fn clause(item: &ContractItem) -> String {
    let weak = |weakly: &bool| if *weakly { "weakly " } else { "" };
    match item {
        ContractItem::Const(c) => format!("const {}", c.name.text),
        ContractItem::Var { variables, .. } => format!("var {}", show::variables(variables)),
        ContractItem::Assume { goal: g, weakly } => format!("{}assume {}", weak(weakly), goal(g)),
        ContractItem::Guarantee { goal: g, weakly } => format!("{}guarantee {}", weak(weakly), goal(g)),
        ContractItem::Mode { name, requires, ensures } => {
            format!("mode {} {} {}", name.text, requires.len(), ensures.len())
        }
        ContractItem::Import { contract, inputs, outputs, .. } => {
            format!("import {} {} {}", contract.text, inputs.len(), outputs.len())
        }
        ContractItem::Other(what, _) => format!("?{what}?"),
    }
}
