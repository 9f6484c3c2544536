//! Expressions are read as ECMAScript reads them, and what is outside is refused by its name at its place.

use super::{Mode, Names, ScriptError, expression, statements};
use crate::chart::{Action, ActionKind, Block, DataId, Expr, ExprKind, StateId};
use crate::xml::{Source, Text};
use wherefore_diag::{FileId, SourceMap};

/// A document whose only attribute is the text, so that positions go through XML as they do for users.
fn decoded(document: &str) -> Text {
    let tree = roxmltree::Document::parse(document).unwrap();
    let attribute = tree.root_element().attributes().next().unwrap();
    Source { file: FileId(0), text: document }.attribute(attribute)
}

fn document(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    format!("<e a=\"{escaped}\"/>")
}

fn names() -> Names {
    let mut names = Names::default();
    for (index, name) in ["x", "y", "flag", "list"].into_iter().enumerate() {
        names.data.insert(name.to_owned(), DataId(index as u32));
    }
    names.states.insert("on".to_owned(), StateId(1));
    names
}

fn read(text: &str, mode: Mode) -> Result<Expr, ScriptError> {
    expression(&decoded(&document(text)), mode, &mut names())
}

/// The tree with all its parentheses.
fn show(expr: &Expr) -> String {
    let all = |list: &[Expr]| list.iter().map(show).collect::<Vec<_>>().join(", ");
    match &expr.kind {
        ExprKind::Bool(b) => b.to_string(),
        ExprKind::Int(n) => n.to_string(),
        ExprKind::Real(n) => format!("{n}r"),
        ExprKind::Text(t) => format!("{t:?}"),
        ExprKind::Data(id) => ["x", "y", "flag", "list"][id.0 as usize].to_owned(),
        ExprKind::Index(a, i) => format!("{}[{}]", show(a), show(i)),
        ExprKind::Length(a) => format!("{}.length", show(a)),
        ExprKind::Array(items) => format!("[{}]", all(items)),
        ExprKind::EventName => "_event.name".to_owned(),
        ExprKind::EventType => "_event.type".to_owned(),
        ExprKind::EventField(id) => format!("_event.data.{}", id.0),
        ExprKind::In(id) => format!("In({})", id.0),
        ExprKind::Unary(op, a) => format!("{op:?}({})", show(a)),
        ExprKind::Binary(op, a, b) => format!("({} {op:?} {})", show(a), show(b)),
        ExprKind::Conditional(c, a, b) => format!("({} ? {} : {})", show(c), show(a), show(b)),
        ExprKind::Call(f, list) => format!("{f:?}({})", all(list)),
        ExprKind::Temporal(op, list) => format!("{op:?}({})", all(list)),
        ExprKind::Fault => "fault".to_owned(),
    }
}

fn show_block(actions: &[Action]) -> String {
    actions.iter().map(|a| show_action(&a.kind)).collect::<Vec<_>>().join("; ")
}

fn show_action(kind: &ActionKind) -> String {
    match kind {
        ActionKind::Assign { data, index, value } => {
            let place = index.as_ref().map(|i| format!("[{}]", show(i))).unwrap_or_default();
            format!("{}{place} := {}", ["x", "y", "flag", "list"][data.0 as usize], show(value))
        }
        ActionKind::If { branches, otherwise: Block(otherwise) } => {
            let cases = branches.iter().map(|(c, b)| format!("{} {{ {} }}", show(c), show_block(&b.0)));
            format!("if {} else {{ {} }}", cases.collect::<Vec<_>>().join(" or "), show_block(otherwise))
        }
        other => format!("{other:?}"),
    }
}

fn check(text: &str, expected: &str) {
    check_in(Mode::Plain, text, expected);
}

fn check_in(mode: Mode, text: &str, expected: &str) {
    let found = read(text, mode).map(|e| show(&e)).unwrap_or_else(|m| m.diagnostic.headline.clone());
    assert_eq!(found, expected, "{text}");
}

/// The headline, and the source text under the first label.
fn check_refused(text: &str, headline: &str, place: &str) {
    let mistake = read(text, Mode::Plain).map(|e| show(&e)).expect_err(text);
    let sources = SourceMap::single("e.scxml", document(text));
    let span = mistake.diagnostic.span().unwrap();
    assert_eq!((mistake.diagnostic.headline.as_str(), sources.text(span)), (headline, place), "{text}");
}

#[test]
fn operators_bind_as_in_ecmascript() {
    check("x + y * 2 - 1", "((x Add (y Mul 2)) Sub 1)");
    check("x - y - 1", "((x Sub y) Sub 1)");
    check("x < y == y > x", "((x Lt y) Eq (y Gt x))");
    check("flag || x === 1 && y !== 2", "(flag Or ((x Eq 1) And (y Ne 2)))");
    check("!flag && -x < +y", "(Not(flag) And (Neg(x) Lt Neg(Neg(y))))");
    check("flag ? x : y ? 1 : 2", "(flag ? x : (y ? 1 : 2))");
    check("x<-1", "(x Lt -1)");
    check("x - -1", "(x Sub -1)");
    check("(x + y) % 3 / 2", "(((x Add y) Rem 3) Div 2)");
    check("list[x + 1].length", "list[(x Add 1)].length");
    check("[1, x, [2]]", "[1, x, [2]]");
    check("Math.min(x, y, 1) + Math.floor(x / 2)", "(Min(x, y, 1) Add Floor((x Div 2)))");
    check("Math.pow(x, 3)", "((x Mul x) Mul x)");
}

#[test]
fn literals_are_exact() {
    check("0x1F + 1e3 + 123456789012345678901234567890", "((31 Add 1000) Add 123456789012345678901234567890)");
    check("1.50 + .5 + 2. + 1e-2", "(((3/2r Add 1/2r) Add 2r) Add 1/100r)");
    check("'it\\'s' + \"a\\u0041\\n\"", "\"it'saA\\n\"");
    check("1 /* all */ + /* of */ 2 // it", "(1 Add 2)");
    let long = format!("1{}", "0".repeat(2000));
    assert!(read(&long, Mode::Plain).is_err());
    assert!(read("1e999999999", Mode::Plain).is_err());
    assert!(read("1e99999999999999999999", Mode::Plain).is_err());
}

#[test]
fn events_and_states_are_known() {
    check("_event.name == 'go' && In('on')", "((_event.name Eq \"go\") And In(1))");
    check("In(on)", "In(1)");
    check("_event.data.v + _event.data['w'] + _event.data.v", "((_event.data.0 Add _event.data.1) Add _event.data.0)");
    check_refused("In('onn')", "no state has the id `onn`", "'onn'");
}

#[test]
fn properties_have_arrows_and_temporal_operators() {
    check_in(
        Mode::Invariant,
        "In('on') -> x > 1 -> flag <-> y == 2",
        "((In(1) Implies ((x Gt 1) Implies flag)) Iff (y Eq 2))",
    );
    check_in(
        Mode::Temporal,
        "G(flag -> F(x == 1)) && U(flag, X(flag))",
        "(Globally((flag Implies Finally((x Eq 1)))) And Until(flag, Next(flag)))",
    );
    check_in(Mode::Temporal, "G(flag, x)", "1 argument expected, 2 found");
    check_in(Mode::Invariant, "G(flag)", "the temporal operator `G` belongs in <wf:ltl>");
    check_refused("flag -> flag", "expected an operator, found `->`", "->");
}

#[test]
fn the_rest_of_ecmascript_is_called_by_its_name() {
    let check = |text: &str, what: &str, place: &str| {
        check_refused(text, &format!("{what} needs an ECMAScript engine"), place);
    };
    check("typeof x", "`typeof`", "typeof");
    check("x + new Date()", "`new`", "new");
    check("this.x", "`this`", "this");
    check("function () { }", "`function`", "function");
    check("x => 1", "a function (`=>`)", "=>");
    check("z => 1", "a function (`=>`)", "z");
    check("(x) => 1", "a function (`=>`)", "=>");
    check("x++", "`++` in an expression", "++");
    check("--x", "`--` in an expression", "--");
    check("x = 1", "an assignment in an expression", "=");
    check("x += 1", "an assignment in an expression", "+=");
    check("x < 1 && x | 1", "the operator `|`", "|");
    check("x & 1", "the operator `&`", "&amp;");
    check("x << 1", "the operator `<<`", "&lt;&lt;");
    check("~x", "the operator `~`", "~");
    check("x ** 2", "the operator `**`", "**");
    check("'x' in x", "the operator `in`", "in");
    check("x instanceof Y", "the operator `instanceof`", "instanceof");
    check("/a/.test(x)", "a regular expression", "/");
    check("`a`", "a template", "`");
    check("{ a: 1 }", "an object", "{");
    check("x == undefined", "`undefined`", "undefined");
    check("x == null", "`null`", "null");
    check("_x.a", "the system variable `_x`", "_x");
    check("_event", "`_event` as a whole", "_event");
    check("_event.origin", "`_event.origin`", "_event.origin");
    check("_event.name.substr(1)", "the method `substr`", "substr");
    check("x.y", "the member `y`", "y");
    check("Math.random()", "`Math.random`", "Math.random");
    check("Math.PI", "`Math.PI`", "Math.PI");
    check("Math.pow(x, y)", "`Math.pow`", "Math.pow");
    check("parseInt('1')", "`parseInt`", "parseInt");
    check("foo(1)", "a call of `foo`", "foo");
    check("010", "a number with a leading zero", "010");
}

#[test]
fn mistakes_are_located_behind_entities() {
    check_refused("x < 1 && y < zz", "nothing declares `zz`", "zz");
    check_refused("x < ", "expected an expression, found the end", "");
    check_refused("x <= 'a", "a text is never closed", "'");
    check_refused("return", "expected an expression, found `return`", "return");
    check_refused("x y", "expected an operator, found `y`", "y");
    check_refused("3x", "this is no number", "3x");
    check_refused("x + \\", "`\\` begins no token", "\\");
}

#[test]
fn a_name_that_nothing_declares_fails_where_it_stands() {
    let mut names = names();
    names.lenient = true;
    let expr = expression(&decoded(&document("flag || zz.a(1) > 2")), Mode::Plain, &mut names).unwrap();
    assert_eq!(show(&expr), "(flag Or (fault Gt 2))");
    assert_eq!(names.faults.len(), 1);
}

#[test]
fn nesting_is_bounded_and_chains_are_not() {
    let nested = |depth: usize| format!("{}x{}", "(".repeat(depth), ")".repeat(depth));
    assert!(read(&nested(150), Mode::Plain).is_ok());
    for text in [nested(100_000), "!".repeat(100_000) + "x", "[".repeat(100_000), "x?".repeat(100_000)] {
        assert_eq!(read(&text, Mode::Plain).unwrap_err().diagnostic.code.id, "scxml-too-deep");
    }
    assert!(read(&format!("x{}", " + x".repeat(5000)), Mode::Plain).is_ok());
    assert!(read(&format!("x{}", " + x".repeat(50_000)), Mode::Plain).is_err());
}

#[test]
fn scripts_are_assignments_and_case_distinctions() {
    let check = |text: &str, expected: &str| {
        let read = statements(&decoded(&document(text)), &mut names());
        let found = read.map(|a| show_block(&a)).unwrap_or_else(|m| m.diagnostic.headline.clone());
        assert_eq!(found, expected, "{text}");
    };
    check("x = 1; y = x;", "x := 1; y := x");
    check(
        "x += 2; y -= x; x *= 3; x++; --y",
        "x := (x Add 2); y := (y Sub x); x := (x Mul 3); x := (x Add 1); y := (y Sub 1)",
    );
    check("var x = 1, y; list[0] += 2", "x := 1; list[0] := (list[0] Add 2)");
    check("if (x > 1) { y = 1 } else if (flag) y = 2; else { }", "if (x Gt 1) { y := 1 } or flag { y := 2 } else {  }");
    check("x = 1 y = 2", "expected `;`, found `y`");
    check("for (x = 1; ; ) { }", "`for` needs an ECMAScript engine");
    check("foo();", "a call of `foo` needs an ECMAScript engine");
    check("x.y = 1", "the member `y` needs an ECMAScript engine");
    check("z = 1", "nothing declares `z`");
    check("{ x = 1", "expected `}`, found the end");
    check("x <<= 1", "the operator `<<=` needs an ECMAScript engine");
}
