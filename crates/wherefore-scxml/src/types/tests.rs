//! Small charts and the types that are found in them, or what is said of them.

use super::super::chart::{Chart, Type};
use super::super::parse;
use super::{Types, infer};
use wherefore_diag::{FileId, SourceMap, Style, render};

/// A chart with these data elements, these instructions on entry of its one state, and what follows that state.
fn chart(data: &str, content: &str, rest: &str) -> String {
    format!(
        "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" xmlns:wf=\"urn:wherefore:scxml:1\" datamodel=\"ecmascript\">\n\
         <datamodel>\n{data}\n</datamodel>\n<state id=\"s\">\n<onentry>\n{content}\n</onentry>\n{rest}\n</state>\n</scxml>\n"
    )
}

fn read(text: &str) -> Chart {
    let (chart, said) = parse(FileId(0), text);
    let said: Vec<&str> = said.iter().filter(|d| d.is_error()).map(|d| d.headline.as_str()).collect();
    assert!(chart.is_some(), "{said:?}\n{text}");
    chart.unwrap_or_else(|| unreachable!())
}

/// The types of all data items and fields, one on a line.
fn types(text: &str) -> String {
    let chart = read(text);
    let (types, said) = infer(&chart);
    let Some(types) = types else {
        let all: Vec<&str> = said.iter().map(|d| d.headline.as_str()).collect();
        return all.join("\n");
    };
    assert!(!said.has_errors());
    listed(&chart, &types)
}

fn listed(chart: &Chart, types: &Types) -> String {
    let data = chart.data.iter().zip(&types.data).map(|(d, ty)| format!("{}: {}", d.name, show(ty)));
    let fields = chart.fields.iter().zip(&types.fields).map(|(f, ty)| format!(".{}: {}", f.name, show(ty)));
    data.chain(fields).collect::<Vec<_>>().join("\n")
}

fn show(ty: &Type) -> String {
    match ty {
        Type::Bool => "bool".to_owned(),
        Type::Int => "int".to_owned(),
        Type::Range { lo, hi } => format!("{lo}..{hi}"),
        Type::Real => "real".to_owned(),
        Type::Enum(values) => format!("{{{}}}", values.join(" ")),
        Type::Array(element, length) => format!("[{length}] {}", show(element)),
    }
}

/// Everything that is said of a chart by inference, as a user sees it.
fn said(text: &str) -> String {
    let chart = read(text);
    let (types, said) = infer(&chart);
    assert_eq!(types.is_none(), said.has_errors());
    let sources = SourceMap::single("m.scxml", text);
    said.iter().map(|d| render(d, &sources, Style::Plain) + "\n").collect()
}

fn check(data: &str, content: &str, expected: &str) {
    assert_eq!(types(&chart(data, content, "")), expected);
}

#[test]
fn constants_give_their_range() {
    check("<data id='x' expr='3'/>", "", "x: 3..3");
    check("<data id='x' expr='3'/>", "<assign location='x' expr='-4'/>", "x: -4..3");
    check("<data id='b' expr='true'/>", "<assign location='b' expr='!b'/>", "b: bool");
}

#[test]
fn bounded_values_flow_through_arithmetic() {
    let data = "<data id='y' expr='0'/><data id='x' wf:range='0..10' expr='0'/>";
    check(data, "<assign location='y' expr='x * 2 - 1'/>", "y: -1..19\nx: 0..10");
}

#[test]
fn a_counter_has_no_bounds_unless_something_bounds_it() {
    let data = "<data id='x' expr='0'/>";
    check(data, "<assign location='x' expr='x + 1'/>", "x: int");
    check(data, "<assign location='x' expr='(x + 1) % 4'/>", "x: 0..3");
    check(data, "<assign location='x' expr='Math.min(x + 1, 5)'/>", "x: 0..5");
    check(data, "<assign location='x' expr='Math.abs(x - 1)'/>", "x: 0..1");
}

#[test]
fn copies_in_a_circle_do_not_grow() {
    let names: Vec<String> = (0..20).map(|i| format!("x{i}")).collect();
    let data: String = names.iter().enumerate().map(|(i, n)| format!("<data id='{n}' expr='{i}'/>")).collect();
    let turn = |i: usize| format!("<assign location='x{i}' expr='x{}'/>", (i + 1) % 20);
    let content: String = (0..20).map(turn).collect();
    let expected: Vec<String> = names.iter().map(|n| format!("{n}: 0..19")).collect();
    check(&data, &content, &expected.join("\n"));
}

#[test]
fn a_number_is_real_if_something_real_arrives() {
    let data = "<data id='x' expr='1'/><data id='y' expr='0'/><data id='z' expr='2.0'/>";
    check(data, "<assign location='x' expr='y / 2'/><assign location='y' expr='z'/>", "x: real\ny: 0..2\nz: 2..2");
    check(data, "<assign location='y' expr='Math.floor(0.5 + z)'/>", "x: 1..1\ny: int\nz: 2..2");
}

#[test]
fn texts_that_meet_share_an_enumeration() {
    let data = "<data id='m' expr=\"'eco'\"/><data id='n' expr=\"'off'\"/><data id='o' expr=\"'x'\"/>";
    let content = "<if cond=\"n == 'boost'\"><assign location='m' expr='n'/></if>";
    check(data, content, "m: {eco off boost}\nn: {eco off boost}\no: {x}");
}

#[test]
fn declared_values_are_the_enumeration() {
    let data = "<data id='m' wf:values='eco boost off' expr=\"'off'\"/><data id='n' expr=\"'boost'\"/>";
    check(data, "<assign location='n' expr='m'/>", "m: {eco boost off}\nn: {eco boost off}");
    check(data, "<assign location='n' expr=\"n == m ? 'off' : 'bost'\"/>", "`bost` is not a value of `m`");
}

#[test]
fn arrays_and_loops() {
    let data = "<data id='a' expr='[1, 2, 7]'/><data id='sum' expr='0'/>";
    let content = "<foreach array='a' item='i' index='k'><assign location='sum' expr='i + k'/></foreach>";
    check(data, content, "a: [3] 1..7\nsum: 0..9\ni: 0..7\nk: 0..2");
    check(data, "<assign location='a[0]' expr='a.length'/>", "a: [3] 1..7\nsum: 0..0");
    check(data, "<assign location='a' expr='[1, 2]'/>", "`a` is an array of 3 numbers and gets an array of 2 numbers");
}

#[test]
fn what_is_not_used_is_zero() {
    check("<data id='x'/>", "", "x: 0..0");
    check("<data id='x' wf:input='true'/>", "<if cond='x'><raise event='e'/></if>", "x: bool");
    check("<data id='x' wf:init='any'/>", "<if cond='x > 1'><raise event='e'/></if>", "x: int");
}

#[test]
fn fields_of_events() {
    let send = "<send event='e'><param name='v' expr='7'/></send>";
    let rest = "<transition event='e' cond=\"_event.data.v > 2 &amp;&amp; _event.data.w == 'on'\"/>";
    assert_eq!(types(&chart("", send, rest)), ".v: 0..7\n.w: { on}");
}

#[test]
fn the_environment_can_send_a_field_that_the_chart_also_sends() {
    let send = "<send event='e'><param name='v' expr='7'/><param name='w' expr=\"'on'\"/></send>";
    let rest = "<transition event='e'/><transition event='set' cond=\"_event.data.v > 2 || _event.data.w == 'up'\"/>";
    assert_eq!(types(&chart("", send, rest)), ".v: int\n.w: { on up (another text)}");
    let rest = "<transition event='e'/><transition cond='_event.data.v > 2 || _event.data.w'/>";
    assert_eq!(types(&chart("", send, rest)), ".v: int\n.w: { on (another text)}");
    let rest = "<transition event='e'/><transition event='set' cond='_event.data.u'/>";
    assert_eq!(types(&chart("", send, rest)), ".v: 0..7\n.w: { on}\n.u: bool");
}

#[test]
fn texts_from_outside_can_be_others() {
    let data = "<data id='a' wf:input='true'/><data id='b' wf:input='true'/><data id='c'/>";
    let content = "<if cond=\"a == 'x'\"><assign location='c' expr=\"'(another text)'\"/></if><if cond=\"b == 'y'\"/>";
    check(data, content, "a: { x (another text)}\nb: { y (another text)}\nc: { (another text)}");
    let content = "<if cond=\"a == 'x' || a != b\"/><if cond=\"c == '(another text)'\"/>";
    let both = "{ x (another text) (another text 2)}";
    check(data, content, &format!("a: {both}\nb: {both}\nc: {{ (another text)}}"));
    let content =
        "<assign location='c' expr='a'/><if cond=\"a == '(another text)' || a != c\"/><if cond=\"b == 'y'\"/>";
    let both = "{ (another text) (another text)' (another text 2)}";
    check(data, content, &format!("a: {both}\nb: {{ y (another text)}}\nc: {both}"));
    let data: String = (0..9).map(|i| format!("<data id='x{i}' wf:input='true'/>")).collect();
    let content: String = (0..9).map(|i| format!("<if cond=\"x{i} == 'a' || x0 == x{i}\"/>")).collect();
    check(&data, &content, "`x0` is any text, and is compared with too many others");
}

#[test]
fn only_items_are_arrays_and_only_of_scalars() {
    let data = "<data id='g' expr='[[1, 2], [3, 4]]'/>\n<data id='a' expr='[1, 2]'/>\n<data id='z' expr='[]'/>";
    let content = "<foreach array='[[1, 2], a]' item='row'/>\n<assign location='a[0]' expr='z[1]'/>\n\
                   <send event='r'><param name='v' expr='a'/><param name='unread' expr='a'/></send>";
    let rest = "<transition event='r' cond='_event.data.v[1] == 2'/>";
    compare(&said(&chart(data, content, rest)), include_str!("arrays.txt"));
}

#[test]
fn the_name_of_the_event() {
    let text = chart(
        "<data id='n' expr=\"'none'\"/>",
        "",
        "<transition event='go'><assign location='n' expr='_event.name'/></transition>",
    );
    assert_eq!(types(&text), "n: {go none}");
}

#[test]
fn clashes_are_shown_with_both_sides() {
    let data = "<data id='x' expr='1'/>\n<data id='t' expr=\"'on'\"/>";
    let text =
        chart(data, "<if cond=\"x == 'on'\"/>\n<assign location='t' expr='t + 1'/>", "<transition cond='t[0]'/>");
    compare(&said(&text), include_str!("clashes.txt"));
}

#[test]
fn the_note_names_what_has_no_bounds_first() {
    let data = "<data id='m' expr='0'/>\n<data id='x' expr='1'/>\n<data id='n'/>\n<data id='k' expr='7'/>";
    let content =
        "<assign location='x' expr='x + 1'/><assign location='n' expr='n - 1'/><assign location='m' expr='4'/>";
    compare(&said(&chart(data, content, "")), include_str!("note.txt"));
}

#[test]
fn reals_do_not_become_integers() {
    let data = "<data id='x' wf:range='0..9' expr='1'/>\n<data id='a' expr='[1, 2]'/>";
    let content = "<assign location='x' expr='x / 2'/>\n<assign location='x' expr='a[x / 2]'/>";
    compare(&said(&chart(data, content, "")), include_str!("reals.txt"));
}

fn compare(found: &str, expected: &str) {
    assert!(found.trim_end() == expected.trim_end(), "found:\n{found}\nexpected:\n{expected}");
}

#[test]
fn an_array_is_not_its_own_element() {
    let found = types(&chart("<data id='x'/>", "<assign location='x' expr='[x]'/>", ""));
    assert_eq!(found, "`x` cannot have itself as an element");
    let found = types(&chart("<data id='x'/>", "<assign location='x[0]' expr='1'/>", ""));
    assert_eq!(found, "`x` is an array whose length is not known");
}

#[test]
fn long_charts_take_little_time() {
    let data: String = (0..10_000).map(|i| format!("<data id='x{i}' expr='{i}'/>")).collect();
    let next: String = (0..9_999).map(|i| format!("<assign location='x{i}' expr='x{} + 1'/>", i + 1)).collect();
    let found = types(&chart(&data, &next, ""));
    assert!(found.starts_with("x0: 0..19998\n"), "{}", &found[..100]);
    let nested: String = (0..9_999).map(|i| format!("<assign location='x{i}' expr='[x{}]'/>", i + 1)).collect();
    let open: String = (0..10_000).map(|i| format!("<data id='x{i}'/>")).collect();
    assert!(types(&chart(&open, &nested, "")).contains("is an array of arrays"));
}

#[test]
fn long_expressions_do_not_overflow_the_stack() {
    let sum = vec!["x"; 5_000].join(" + ");
    let found = types(&chart(
        "<data id='x' expr='1'/><data id='y' expr='0'/>",
        &format!("<assign location='y' expr='{sum}'/>"),
        "",
    ));
    assert_eq!(found, "x: 1..1\ny: 0..5000");
}

#[test]
fn a_choice_has_finitely_many_values() {
    let choice = |more: &str| said(&chart(&format!("<data id='c' {more} wf:choice='true'/>"), "", ""));
    for finite in ["wf:type='bool'", "wf:range='0..3'", "wf:values='low high'", "type='uint8[2]'", ""] {
        assert!(!choice(finite).contains("error"), "{}", choice(finite));
    }
    let expected = "error[scxml-declaration]: `c` is a choice among infinitely many values";
    for infinite in ["wf:type='int'", "wf:type='real'", "wf:type='real' wf:range='0..1'", "type='float32[2]'"] {
        assert!(choice(infinite).starts_with(expected), "{}", choice(infinite));
    }
}

#[test]
fn a_comment_bounds_what_has_no_other_bounds() {
    let counts = "<assign location='n' expr='n + 1'/><assign location='m' expr='n'/>";
    let data =
        |comment: &str| format!("<!-- TYPE m:int16 --><data id='m' expr='0'/>\n{comment}\n<data id='n' expr='0'/>");
    assert_eq!(types(&chart(&data("<!-- TYPE n:int8 -->"), counts, "")), "m: -32768..32767\nn: -128..127");
    for other in ["", "<!-- TYPE k:int8 -->", "<!-- TYPE n:int64 -->", "<!-- n is int8 -->"] {
        assert_eq!(types(&chart(&data(other), counts, "")), "m: -32768..32767\nn: int", "{other}");
    }
    let bounded = "<assign location='n' expr='1'/>";
    assert_eq!(types(&chart(&data("<!-- TYPE n:int8 -->"), bounded, "")), "m: 0..0\nn: 0..1");
}

#[test]
fn the_environment_sends_what_the_item_has_room_for() {
    let data = "<!-- TYPE n:int8 --><data id='n' expr='0'/>";
    let sent = "<assign location='n' expr='_event.data.v'/>";
    assert_eq!(types(&chart(data, sent, "")), "n: -128..127\n.v: -128..127");
}
