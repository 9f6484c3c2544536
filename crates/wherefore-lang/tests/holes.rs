//! Places that are left open: the value there is free, and the model around it is as it was.

use wherefore_diag::{FileId, SourceMap, Span};
use wherefore_ir::{Purpose, Sort, System, Visibility};
use wherefore_lang::Language;
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::Choices;
use wherefore_lang::registry::Meaning;

/// The text without its marks `«»`, and the places that they enclose.
fn marked(text: &str) -> (String, Vec<Span>) {
    let (mut plain, mut open, mut spans) = (String::new(), Vec::new(), Vec::new());
    for character in text.chars() {
        match character {
            '«' => open.push(plain.len() as u32),
            '»' => spans.extend(open.pop().map(|start| Span::new(FileId(0), start, plain.len() as u32))),
            other => plain.push(other),
        }
    }
    (plain, spans)
}

fn read(language: Language, text: &str) -> Option<System> {
    let (plain, spans) = marked(text);
    let mut nothing = |_: &str| Err(NotIncluded::Missing);
    let read = language.read_with_holes(SourceMap::single("model", &plain), &Choices::default(), &mut nothing, &spans);
    match read.meaning {
        Some(Meaning::System(system)) => Some(*system),
        _ => None,
    }
}

/// The sorts of the free variables; nothing if the place cannot be left open.
#[track_caller]
fn check(language: Language, text: &str, expected: Option<&[Sort]>) {
    let sorts = read(language, text).map(|system| {
        let holes = system.terms.vars().filter(|(_, v)| v.visibility == Visibility::Auxiliary(Purpose::Hole));
        holes.map(|(_, v)| v.sort).collect::<Vec<_>>()
    });
    assert_eq!(sorts.as_deref(), expected);
}

#[track_caller]
fn smv(body: &str, expected: Option<&[Sort]>) {
    let declarations = "VAR x : 0..3; y : {1, 3, 5}; b : boolean; s : {idle, busy}; n : integer;";
    check(Language::Smv, &format!("MODULE main {declarations} {body}"), expected);
}

const X: Sort = Sort::Range { lo: 0, hi: 3 };

#[test]
fn an_assigned_value_has_the_values_of_the_variable() {
    smv("ASSIGN next(x) := «(x + 1) mod 4»;", Some(&[X]));
    smv("ASSIGN next(x) := (« x »);", Some(&[X]));
    smv("ASSIGN next(x) := case b : «{0, 1}»; TRUE : x; esac;", Some(&[X]));
    smv("ASSIGN next(x) := case b : {0, «1»}; TRUE : x; esac;", Some(&[X]));
    smv("ASSIGN next(x) := b ? x : «2»;", Some(&[X]));
    smv("ASSIGN next(x) := case «b» : 1; TRUE : x; esac;", Some(&[Sort::Bool]));
    smv("ASSIGN next(y) := «y»;", Some(&[Sort::Range { lo: 1, hi: 5 }]));
    smv("ASSIGN next(n) := «n»;", Some(&[Sort::Int]));
}

#[test]
fn a_compared_value_can_lie_beyond_the_other_side() {
    smv("INVAR x < «2»", Some(&[Sort::Range { lo: -1, hi: 4 }]));
    smv("INVAR «2» < x", Some(&[Sort::Range { lo: -1, hi: 4 }]));
    smv("INVAR x + «2» < 3", Some(&[Sort::Int]));
    smv("INVAR n < «2»", Some(&[Sort::Int]));
}

#[test]
fn names_stand_for_free_values_in_each_instance() {
    smv("DEFINE d := «x + 1»; INVAR d < 3 & d > 0", Some(&[Sort::Int]));
    let twice = "MODULE m(p) VAR z : boolean; ASSIGN next(z) := «p»; MODULE main VAR a : m(TRUE); b : m(FALSE);";
    check(Language::Smv, twice, Some(&[Sort::Bool, Sort::Bool]));
    let argument = "MODULE m(p) VAR z : boolean; ASSIGN next(z) := p; MODULE main VAR c : boolean; a : m(«c»);";
    check(Language::Smv, argument, Some(&[Sort::Bool]));
}

#[test]
fn what_has_no_single_value_is_refused() {
    smv("INVAR x in «{1, 2}»", None);
    smv("DEFINE d := «1»; INVAR x in {0, d}", None);
    smv("LTLSPEC G «F b»", None);
    smv("VAR z : 0..«2»;", None);
    smv("«INVAR» b", None);
}

#[test]
fn a_free_value_has_no_obligations_but_those_of_its_use() {
    let system = read(Language::Smv, "MODULE main VAR x : 0..3; ASSIGN next(x) := «x + 1»;").expect("a model");
    assert_eq!(system.obligations.len(), 0);
    let system = read(Language::Smv, "MODULE main VAR x : 0..3; ASSIGN next(x) := x + «1»;").expect("a model");
    assert_eq!(system.obligations.len(), 1);
    let gaps = "MODULE main VAR x : {1, 3, 5}; ASSIGN next(x) := case «x = 1» : «x»; TRUE : 3; esac;";
    assert_eq!(read(Language::Smv, gaps).expect("a model").obligations.len(), 1);
}

#[track_caller]
fn lustre(equation: &str, expected: Option<&[Sort]>) {
    let program = "node main(i: bool; k: int) returns (o: bool; n: int); var m: int; let";
    check(Language::Lustre, &format!("{program} {equation} o = i; n = m; --%PROPERTY o;\n tel"), expected);
}

#[test]
fn streams_are_left_open_at_every_tick_and_in_every_call() {
    lustre("m = «0 -> pre m + 1»;", Some(&[Sort::Int]));
    lustre("m = 0 -> pre «m» + 1;", Some(&[Sort::Int]));
    lustre("m = if «i» then 1 else «k»;", Some(&[Sort::Bool, Sort::Int]));
    lustre("m = k; «»", None);
    let calls = "node f(x: bool) returns (y: bool); let y = not «x»; tel
         node main(i: bool) returns (o: bool); let o = f(i) and f(not i); --%PROPERTY o;\n tel";
    check(Language::Lustre, calls, Some(&[Sort::Bool, Sort::Bool]));
}

#[track_caller]
fn chart(transition: &str, expected: Option<&[Sort]>) {
    let data = "<datamodel><data id='x' expr='0'/><data id='t' expr=\"'a'\"/></datamodel>";
    let text = format!("<scxml initial='s'>{data}<state id='s'>{transition}</state><state id='r'/></scxml>");
    check(Language::Scxml, &text, expected);
}

#[test]
fn conditions_and_values_of_charts_are_left_open() {
    chart("<transition event='e' cond='«x &lt; 3»' target='r'/>", Some(&[Sort::Bool]));
    chart("<transition event='e' cond='x &lt; «3»' target='r'/>", Some(&[Sort::Int]));
    chart("<transition event='e' target='s'><assign location='x' expr='«x + 1»'/></transition>", Some(&[Sort::Int]));
    chart("«<transition event='e' target='s'>»</transition>", Some(&[Sort::Bool]));
    chart("<transition event='e' target='s'><assign location='t' expr=\"«'b'»\"/></transition>", None);
    chart("<transition event='«e»' target='s'/>", None);
}

#[test]
fn ranges_of_data_know_of_open_values() {
    let step = "<transition event='e' target='s'><assign location='x' expr='«1»'/></transition>";
    let text = format!(
        "<scxml initial='s'><datamodel><data id='x' expr='0'/></datamodel><state id='s'>{step}</state></scxml>"
    );
    let system = read(Language::Scxml, &text).expect("a chart");
    let x = system.terms.find_var("x").expect("declared");
    assert_eq!(system.terms.var(x).sort, Sort::Int);
}
