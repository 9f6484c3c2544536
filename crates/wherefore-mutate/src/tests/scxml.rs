//! Small statecharts with the edits that are expected.

use super::shape::{Shape, Signs};
use super::shown;
use crate::scxml::{candidates, mutants};
use crate::{Operator, Options};
use std::collections::BTreeSet;
use wherefore_diag::FileId;
use wherefore_lang::scxml::chart::{Expr, ExprKind, Unary};
use wherefore_lang::scxml::parse;
use wherefore_test::{cases, seed};

fn chart(data: &str, states: &str) -> String {
    format!(
        "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" xmlns:wf=\"urn:wherefore:scxml:1\" version=\"1.0\" \
         datamodel=\"ecmascript\">\n<wf:event name=\"e\"/>\n<datamodel>{data}</datamodel>\n{states}\n</scxml>"
    )
}

fn check(text: &str, operator: Operator, expected: &[&str]) {
    let found = mutants(FileId(0), text, &Options::default()).unwrap_or_else(|said| panic!("{said:?} in {text}"));
    assert_eq!(shown(text, &found.mutants, operator), expected, "{operator:?} in {text}");
}

const DATA: &str = "<data id=\"x\" wf:range=\"0..9\" wf:input=\"true\"/><data id=\"y\" wf:range=\"0..9\" wf:input=\"true\"/>\
    <data id=\"b\" wf:type=\"bool\" wf:input=\"true\"/>";

fn guarded(cond: &str) -> String {
    let states = format!(
        "<state id=\"p\"><transition wf:name=\"t\" event=\"e\" cond=\"{cond}\" target=\"q\"/></state><state id=\"q\"/>"
    );
    chart(DATA, &states)
}

fn check_guard(cond: &str, operator: Operator, expected: &[&str]) {
    check(&guarded(cond), operator, expected);
}

#[test]
fn operators_are_replaced_and_escaped() {
    check_guard("x + y == 3", Operator::Aor, &["+ > -", "+ > *", "+ > /", "+ > %"]);
    let others = ["&lt; > ==", "&lt; > !=", "&lt; > &lt;=", "&lt; > &gt;", "&lt; > &gt;="];
    check_guard("x &lt; 3", Operator::Ror, &others);
    check_guard("b &amp;&amp; x === 3", Operator::Lor, &["&amp;&amp; > ||"]);
    let strict = ["=== > !==", "=== > &lt;", "=== > &lt;=", "=== > &gt;", "=== > &gt;="];
    check_guard("b &amp;&amp; x === 3", Operator::Ror, &strict);
}

#[test]
fn brackets_shift_and_conditions_are_negated() {
    check_guard("x - y - 1 == 0", Operator::As, &["_ > (, _ > )"]);
    check_guard("x - (y - 1) == 0", Operator::As, &["_ > (, ( > _, _ > ), ) > _"]);
    check_guard("b || x &gt; 1", Operator::En, &["_ > !", "_ > !(, _ > )", "_ > !(, _ > )"]);
    check_guard("!b", Operator::En, &["! > _"]);
}

#[test]
fn guards_sources_and_targets() {
    let states =
        "<state id=\"p\"><transition event=\"e\" target=\"q\"/></state>\n<state id=\"q\"/>\n<final id=\"r\"></final>";
    let text = chart("", states);
    check(&text, Operator::Sgf, &["_ >  cond=\"false\""]);
    check(&text, Operator::Sgt, &[]);
    check(&text, Operator::Ct, &["q > r", "q > p"]);
    let element = "<transition event=\"e\" target=\"q\"/>";
    check(&text, Operator::Cs, &[&format!("{element} > _, /> > >{element}</state>")]);
    check_guard("x &lt; 3", Operator::Sgf, &["x &lt; 3 > false"]);
    check_guard("(x &lt; 3)", Operator::Sgt, &["x &lt; 3 > true"]);
    check_guard("true", Operator::Sgf, &[]);
}

#[test]
fn a_transition_moves_into_a_state_with_content() {
    let states = "<state id=\"p\"><transition event=\"e\" target=\"q\"><!-- kept --></transition></state>\n\
        <state id=\"q\"><onentry/><!-- </state> --></state>";
    let text = chart("", states);
    let found = mutants(FileId(0), &text, &Options::default()).unwrap().mutants;
    let moved: Vec<String> = found.iter().filter(|m| m.operator == Operator::Cs).map(|m| m.apply(&text)).collect();
    let expected = "<state id=\"p\"></state>\n<state id=\"q\"><onentry/><!-- </state> --><transition event=\"e\" \
        target=\"q\"><!-- kept --></transition></state>";
    assert_eq!(moved.len(), 1);
    assert!(moved[0].contains(expected), "{}", moved[0]);
}

const ACTIONS: &str = "<state id=\"p\"><onentry><assign location=\"n\" expr=\"n + 1\"/></onentry>\n\
    <transition event=\"e\" target=\"q\"><assign location=\"on\" expr=\"true\"/>\
    <assign location=\"m\" expr=\"'a'\"/><raise event=\"f\"/></transition></state>\n\
    <state id=\"q\"><onentry><assign location=\"n\" expr=\"0\"/><assign location=\"m\" expr='&quot;b&quot;'/></onentry>\
    <transition event=\"f\" target=\"p\"><script>n += 2; on = !on</script></transition></state>";

#[test]
fn actions_are_changed_and_left_out() {
    let data =
        "<data id=\"n\" expr=\"0\" wf:range=\"0..9\"/><data id=\"on\" expr=\"false\"/><data id=\"m\" expr=\"'a'\"/>";
    let text = chart(data, ACTIONS);
    check(&text, Operator::Reea, &["1 > 2", "1 > 0", "0 > 1", "0 > -1", "&quot;b&quot; > &quot;a&quot;"]);
    // Removing the negation of `on` changes an expression, and counts as such.
    let changed = ["true > false", "'a' > 'b'", "f > e", "2 > 3", "2 > 1"];
    check(&text, Operator::Reta, &changed);
    check(
        &text,
        Operator::Rmea,
        &[
            "<onentry><assign location=\"n\" expr=\"n + 1\"/></onentry> > _",
            "<assign location=\"n\" expr=\"0\"/> > _",
            "<assign location=\"m\" expr='&quot;b&quot;'/> > _",
        ],
    );
    let removed = [
        "<assign location=\"on\" expr=\"true\"/> > _",
        "<assign location=\"m\" expr=\"'a'\"/> > _",
        "<raise event=\"f\"/> > _",
        "n += 2 > _",
        "on = !on > _",
    ];
    check(&text, Operator::Rmta, &removed);
}

#[test]
fn quoted_text_is_not_escaped() {
    let states = "<state id=\"p\"><transition event=\"e\"><script><![CDATA[ if (x < 3 && b) n = x * 2; ]]></script>\
        </transition></state>";
    let text = chart(&format!("{DATA}<data id=\"n\" expr=\"0\" wf:range=\"0..99\"/>"), states);
    check(&text, Operator::Ror, &["< > ==", "< > !=", "< > <=", "< > >", "< > >="]);
    check(&text, Operator::Lor, &["&& > ||"]);
}

#[test]
fn odd_names_comments_and_references_are_edited_cleanly() {
    let states = "<state id=\"a&amp;b\"><transition event=\"e\" cond=\"x /* &lt; */ &#60; y\" target=\"q\"/></state>\
        <state id=\"q\"><transition event=\"e\" cond='x&lt;3&amp;&amp;(y)>2' target=\"a&amp;b\"/></state><state id='\u{e9}\"'/>";
    let text = chart(DATA, states);
    let found = mutants(FileId(0), &text, &Options::default()).unwrap_or_else(|said| panic!("{said:?}")).mutants;
    let texts: Vec<String> = found.iter().map(|m| m.apply(&text)).collect();
    let expected =
        ["x /* &lt; */ &gt;= y", "x &gt;= 3&amp;&amp;(y)>2", "x&lt;3 ||(y)>2", "target=\"\u{e9}&quot;\"", "!(x&lt;3)"];
    for piece in expected {
        assert!(texts.iter().any(|t| t.contains(piece)), "{piece} is not among {texts:#?}");
    }
}

const SIGNS: Signs = Signs {
    arithmetic: &["+", "-", "*", "/", "%"],
    // A quotient is real, and reals have no remainder.
    drawn: &["+", "-", "*", "%"],
    relational: &["==", "!=", "<", "<=", ">", ">="],
    logic: &["&&", "||"],
    negation: "!",
    blanks: &[" ", "  ", " /* && ( */ ", "\t"],
};

fn shape(expr: &Expr, names: &[&str]) -> Shape {
    match &expr.kind {
        ExprKind::Data(id) => Shape(names[id.0 as usize].to_owned(), Vec::new()),
        ExprKind::Unary(Unary::Not, e) => Shape("!".to_owned(), vec![shape(e, names)]),
        ExprKind::Binary(operator, a, b) => {
            use wherefore_lang::scxml::chart::Binary as B;
            let pairs = [(B::And, "&&"), (B::Or, "||"), (B::Eq, "=="), (B::Ne, "!="), (B::Lt, "<"), (B::Le, "<=")];
            let more = [(B::Gt, ">"), (B::Ge, ">="), (B::Add, "+"), (B::Sub, "-"), (B::Mul, "*"), (B::Div, "/")];
            let mut all = pairs.into_iter().chain(more).chain([(B::Rem, "%")]);
            let sign = all.find(|(o, _)| o == operator).unwrap().1;
            Shape(sign.to_owned(), vec![shape(a, names), shape(b, names)])
        }
        other => panic!("{other:?}"),
    }
}

fn shape_of(text: &str) -> Shape {
    let (chart, said) = parse(FileId(0), text);
    let chart = chart.unwrap_or_else(|| panic!("{said:?} in {text}"));
    let names: Vec<&str> = chart.data.iter().map(|d| d.name.as_str()).collect();
    shape(chart.transitions.iter().find_map(|t| t.cond.as_ref()).unwrap(), &names)
}

#[test]
fn random_mutants_mean_what_they_should() {
    let mut state = seed(8);
    let truths = ["a", "b", "c"].map(|n| format!("<data id=\"{n}\" wf:type=\"bool\" wf:input=\"true\"/>"));
    let numbers = ["x", "y", "z"].map(|n| format!("<data id=\"{n}\" wf:type=\"int\" wf:input=\"true\"/>"));
    let data = truths.concat() + &numbers.concat();
    let own = [Operator::Aor, Operator::Ror, Operator::Lor, Operator::As, Operator::En];
    for _ in 0..cases(150) {
        let cond = SIGNS.condition(&mut state, 3).replace('&', "&amp;").replace('<', "&lt;");
        let states = format!("<state id=\"p\"><transition event=\"e\" cond=\"{cond}\"/></state>");
        let text = chart(&data, &states);
        let found = candidates(FileId(0), &text).into_iter().filter(|m| own.contains(&m.operator));
        let shapes: BTreeSet<(Operator, Shape)> = found.map(|m| (m.operator, shape_of(&m.apply(&text)))).collect();
        assert_eq!(shapes, SIGNS.mutants(&shape_of(&text)), "{text}");
    }
}
