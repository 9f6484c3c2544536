//! From an inquiry to its view: names beside the steps, and the places to quote.

use wherefore_diag::{FileId, Span};
use wherefore_explain as explain;
use wherefore_ir::{Element, ElementId, ElementKind, Op, Property, PropertyKind, Role, Sort, System, Value};
use wherefore_report::build::{self, Defines};
use wherefore_report::view;
use wherefore_trace::{Step, Trace};

/// A system with one variable and three elements: the definition of a guard at 10, its branch at 20, another branch at 30.
fn system() -> (System, [ElementId; 3]) {
    let mut system = System::new("main");
    let kinds = [(ElementKind::Definition, 10), (ElementKind::Branch, 20), (ElementKind::Branch, 30)];
    let elements = kinds.map(|(kind, at)| {
        let span = Some(Span::new(FileId(0), at, at + 5));
        system.elements.add(Element { kind, name: format!("at {at}"), span, parent: None })
    });
    let x = system.add_var("x", Sort::Bool, Role::State, Some(elements[0])).unwrap();
    let term = system.terms.mk(Op::Var(x), &[]).unwrap();
    let property =
        Property { name: "p".to_owned(), kind: PropertyKind::Invariant, term, text: "x".to_owned(), element: None };
    system.properties.push(property);
    (system, elements)
}

fn view(taken: &[&[&str]], at: &dyn Fn(&[ElementId; 3]) -> Vec<Vec<ElementId>>) -> view::Class {
    let (system, elements) = system();
    let step = Step { values: vec![Some(Value::Bool(true))], element: None };
    let class = explain::Class {
        id: "id".to_owned(),
        key: "<t1,t2>".to_owned(),
        path: vec!["ON".to_owned(), "<t1,t2>".to_owned()],
        length: 2,
        count: None,
        derived_from: None,
        representative: Trace::finite(vec![step; taken.len()]),
        taken: taken.iter().map(|names| names.iter().map(|n| (*n).to_owned()).collect()).collect(),
        elements: at(&elements),
        junctions: Vec::new(),
        own: None,
    };
    let inquiry = explain::Inquiry {
        level: "1".to_owned(),
        classes: vec![class],
        completeness: explain::Completeness::Stopped { cause: wherefore_check::Cause::Classes(1), depth: None },
        summary: None,
        suspects: Vec::new(),
        fix_sets: Vec::new(),
        lts: None,
        contract: None,
        notes: Vec::new(),
    };
    let finding = wherefore_check::Finding {
        property: "p".to_owned(),
        verdict: wherefore_check::Verdict::Undetermined(wherefore_check::Cause::Memory),
        engine: "none".to_owned(),
    };
    let property = build::property(&system, &finding, Some(&inquiry), 0.0, Defines::Declared);
    property.inquiry.unwrap().classes.remove(0)
}

fn starts(class: &view::Class) -> Vec<u32> {
    class.guards.iter().map(|s| s.start).collect()
}

#[test]
fn steps_carry_their_transitions_and_the_last_one_is_quoted_by_its_guard() {
    let class = view(&[&[], &["a"], &["t1", "u1"]], &|e| vec![vec![], vec![e[1]], vec![e[0], e[1], e[2]]]);
    let elements: Vec<_> = class.trace.rows.iter().map(|r| r.element.as_deref()).collect();
    assert_eq!(elements, [None, Some("a"), Some("t1 + u1")]);
    assert_eq!((class.last.as_deref(), class.path.as_slice()), (Some("t1 + u1"), &["ON".to_owned()][..]));
    assert_eq!(starts(&class), [10, 20, 30]);
}

#[test]
fn a_branch_is_quoted_only_without_a_definition_of_its_guard() {
    assert_eq!(starts(&view(&[&[], &["t1"]], &|e| vec![vec![], vec![e[1], e[0]]])), [10]);
    assert_eq!(starts(&view(&[&[], &["u1"]], &|e| vec![vec![], vec![e[2]]])), [30]);
}

#[test]
fn a_step_without_a_transition_leaves_the_last_one_before_it() {
    let class = view(&[&[], &["t1"], &[]], &|e| vec![vec![], vec![e[0]], vec![]]);
    assert_eq!((class.last.as_deref(), starts(&class)), (Some("t1"), vec![10]));
    let none = view(&[&[]], &|_| Vec::new());
    assert_eq!((none.last.as_deref(), starts(&none)), (None, vec![]));
}

#[test]
fn labels_of_an_lts_are_shown_without_the_quotes_of_a_table() {
    let mut system = System::new("m.aut");
    let labels = ["Send", "SEND !1", "\"x\" \\", ""];
    let id = system.terms.intern_enum(labels.map(str::to_owned).to_vec());
    let action = system.add_var("action", Sort::Enum(id), Role::Input, None).unwrap();
    let steps = (0..labels.len() as u32).map(|n| {
        let mut step = Step::empty(&system);
        step.set(action, Value::Enum(id, n));
        step
    });
    let trace = Trace::finite(steps.collect());
    let run = wherefore_check::Counterexample { trace, claims: Vec::new(), shortest: true };
    let verdict = wherefore_check::Verdict::Violated(Box::new(run));
    let finding = wherefore_check::Finding { property: "p".to_owned(), verdict, engine: "graph".to_owned() };
    let property = build::mcl(build::property(&system, &finding, None, 0.0, Defines::Declared));
    let run = property.verdict.trace().unwrap();
    let shown: Vec<&str> = run.rows.iter().map(|r| r.cells[0].as_ref().unwrap().text.as_str()).collect();
    assert_eq!((shown, property.kind, run.columns[0].sort.as_str()), (labels.to_vec(), "mcl", "label"));
}
