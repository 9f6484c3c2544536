//! From an inquiry to its view: names beside the steps, and the places to quote.

use wherefore_diag::{FileId, SourceMap, Span};
use wherefore_explain as explain;
use wherefore_explain::dataflow::{Flow, Spot};
use wherefore_explain::explanation::{Explanation, Failed, KeyEvent, Mark, Part, Side};
use wherefore_explain::machine::last::{LastStep, Stays, Taken};
use wherefore_explain::result::event::Happening;
use wherefore_ir::network::{BlockId, NetworkBuilder};
use wherefore_ir::{Element, ElementId, ElementKind, Op, Property, PropertyKind, Role, Sort, System, Value};
use wherefore_report::build::{self, Context, Defines};
use wherefore_report::document::flow::BlockKind;
use wherefore_report::document::{self, Command};
use wherefore_report::graph::blocks;
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

/// The step into the last tick, with all elements at its first transition.
fn last_step(taken: &[&[&str]], elements: &[Vec<ElementId>]) -> Option<LastStep> {
    let tick = taken.len() - 1;
    let names = taken.last().filter(|_| tick > 0)?;
    let mut rest = elements[tick].clone();
    let one = |name: &&str| Taken { name: (*name).to_owned(), elements: std::mem::take(&mut rest), control: [].into() };
    let taken: Vec<Taken> = names.iter().map(one).collect();
    let (region, state, disabled) = ("s".to_owned(), "ON".to_owned(), vec!["t9".to_owned()]);
    let stays = if taken.is_empty() { vec![Stays { region, state, disabled, element: None }] } else { Vec::new() };
    Some(LastStep { tick, taken, stays, stayed_out: Vec::new() })
}

/// A text that has all places.
fn text() -> SourceMap {
    SourceMap::single("m.smv", " ".repeat(200))
}

fn context<'a>(system: &'a System, sources: &'a SourceMap) -> Context<'a> {
    Context { command: Command::Why, system, sources, defines: Defines::Declared }
}

fn view(taken: &[&[&str]], at: &dyn Fn(&[ElementId; 3]) -> Vec<Vec<ElementId>>) -> document::Class {
    let (system, elements) = system();
    let step = Step { values: vec![Some(Value::Bool(true))], element: None };
    let run = Trace::finite(vec![step; taken.len()]);
    let elements = at(&elements);
    let class = explain::Class {
        path: vec!["ON".to_owned(), "<t1,t2>".to_owned()],
        last_step: last_step(taken, &elements),
        taken: taken.iter().map(|names| names.iter().map(|n| (*n).to_owned()).collect()).collect(),
        elements,
        ..explain::Class::new("id".to_owned(), "<t1,t2>".to_owned(), run)
    };
    let inquiry = explain::Inquiry {
        classes: vec![class],
        ..explain::Inquiry::new(
            "1",
            explain::Completeness::Stopped { cause: wherefore_check::NoAnswer::Classes(1), depth: None },
        )
    };
    let finding = wherefore_check::Finding {
        property: "p".to_owned(),
        verdict: wherefore_check::Verdict::Undetermined(wherefore_check::NoAnswer::Memory),
        finder: wherefore_check::Finder::Engine("none".to_owned()),
    };
    let property = build::property(&context(&system, &text()), &finding, Some(&inquiry), 0.0);
    property.inquiry.unwrap().classes.remove(0)
}

fn through(class: &document::Class) -> String {
    class.last_step.as_ref().unwrap().text.clone()
}

fn starts(class: &document::Class) -> Vec<u32> {
    class.guards.iter().map(|p| p.span.start).collect()
}

#[test]
fn steps_carry_their_transitions_and_the_last_one_is_quoted_by_its_guard() {
    let class = view(&[&[], &["a"], &["t1", "u1"]], &|e| vec![vec![], vec![e[1]], vec![e[0], e[1], e[2]]]);
    let elements: Vec<_> = class.trace.rows.iter().map(|r| r.element.as_deref()).collect();
    assert_eq!(elements, [None, Some("a"), Some("t1 + u1")]);
    assert_eq!((class.last.as_deref(), class.path.as_slice()), (Some("t1 + u1"), &["ON".to_owned()][..]));
    assert_eq!((through(&class), starts(&class)), ("let through by t1 + u1".to_owned(), vec![10, 20, 30]));
}

#[test]
fn a_branch_is_quoted_only_without_a_definition_of_its_guard() {
    assert_eq!(starts(&view(&[&[], &["t1"]], &|e| vec![vec![], vec![e[1], e[0]]])), [10]);
    assert_eq!(starts(&view(&[&[], &["u1"]], &|e| vec![vec![], vec![e[2]]])), [30]);
}

/// A transition taken before the last step did not let it through.
#[test]
fn a_step_without_a_transition_says_so() {
    let class = view(&[&[], &["t1"], &[]], &|e| vec![vec![], vec![e[0]], vec![]]);
    assert_eq!((class.last.as_deref(), starts(&class)), (Some("t1"), vec![]));
    let words = "no transition was taken in the last step: s stays ON, guard false there: t9";
    assert_eq!(through(&class), words);
    let none = view(&[&[]], &|_| Vec::new());
    assert_eq!((none.last.as_deref(), starts(&none), none.last_step), (None, vec![], None));
}

/// A transition of a machine that the values which show the failure do not depend on.
#[test]
fn a_transition_without_a_part_in_the_failure_lets_nothing_through() {
    let (system, elements) = system();
    let taken = |control| Taken { name: "t1".to_owned(), elements: vec![elements[0]], control };
    let step = |control| LastStep { tick: 1, taken: vec![taken(control)], stays: Vec::new(), stayed_out: Vec::new() };
    let x = system.terms.find_var("x").unwrap();
    let mark = Mark { tick: 1, variable: "x".to_owned(), kind: explain::explanation::MarkKind::Response };
    let failed = Failed { marks: vec![mark], ..Failed::default() };
    for (control, marks, count) in [([].into(), Some(&failed), 0), ([x].into(), Some(&failed), 1), ([].into(), None, 1)]
    {
        assert_eq!(step(control).with_part_in(&system, marks).len(), count);
    }
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
    let finding = wherefore_check::Finding {
        property: "p".to_owned(),
        verdict,
        finder: wherefore_check::Finder::Engine("graph".to_owned()),
    };
    let property = build::mcl(build::property(&context(&system, &text()), &finding, None, 0.0), None, 0);
    let run = property.verdict.trace().unwrap();
    let shown: Vec<&str> = run.rows.iter().map(|r| r.cells[0].as_ref().unwrap().text.as_str()).collect();
    assert_eq!((shown, property.kind, run.columns[0].sort.as_str()), (labels.to_vec(), "mcl", "label"));
}

/// `ok = (if a then b else Hold(b))` with `Hold(x) = (true -> pre x)`, and a stream that nothing reads.
fn program() -> (System, [BlockId; 5]) {
    let mut builder = NetworkBuilder::new(System::new("main"), "main", None);
    let place = |builder: &mut NetworkBuilder, at: u32| {
        let span = Some(Span::new(FileId(0), at, at + 5));
        builder.system.elements.add(Element {
            kind: ElementKind::Equation,
            name: format!("at {at}"),
            span,
            parent: None,
        })
    };
    let elements = [30, 10, 20].map(|at| Some(place(&mut builder, at)));
    let [a, b] = ["a", "b"].map(|name| builder.input(name, Sort::Bool, elements[0]).unwrap());
    builder.enter("Hold", None);
    let port = builder.wire("x", b, None);
    let (before, yes, first) =
        (builder.pre(port, None), builder.constant(Value::Bool(true), None), builder.first(None));
    let held = builder.arrow(first, (yes, before), elements[1]).unwrap();
    builder.name(held, "y");
    builder.leave();
    let ok = builder.apply(Op::Ite, &[a, b, held], elements[2]).unwrap();
    builder.name(ok, "ok");
    builder.apply(Op::Not, &[ok], None).unwrap();
    builder.sink("p", ok);
    let term = builder.value(ok);
    let property =
        Property { name: "p".to_owned(), kind: PropertyKind::Invariant, term, text: "ok".to_owned(), element: None };
    builder.system.properties.push(property);
    (builder.finish(), [a, b, before, held, ok])
}

/// The cause of `ok` being false at the second tick because `a` is false there and `b` was false before.
fn cause(system: &System, [a, b, before, held, ok]: [BlockId; 5]) -> Flow {
    let port = BlockId(b.0 + 1);
    let spot = |(block, tick): (BlockId, u32)| Spot { block, tick, value: Value::Bool(false) };
    let element = |block: BlockId| system.annexes.network.as_ref().and_then(|n| n.block(block).element);
    Flow {
        spots: [(ok, 1), (a, 1), (held, 1), (before, 1), (port, 0), (b, 0)].map(spot).to_vec(),
        arcs: [(a, ok), (held, ok), (before, held), (port, before), (b, port)].into(),
        elements: [ok, held, a, ok].into_iter().filter_map(element).collect(),
        causes: 3,
    }
}

fn flowing(system: &System, flow: Flow, [_, b, _, _, ok]: [BlockId; 5]) -> explain::Class {
    let element = |block: BlockId| system.annexes.network.as_ref().and_then(|n| n.block(block).element);
    let event = |(side, name, block, tick): (Side, &str, BlockId, usize)| KeyEvent {
        side: Some(side),
        name: name.to_owned(),
        tick,
        var: None,
        value: Some(Value::Bool(false)),
        what: Happening::InThisWay("words".to_owned()),
        is_input: block == b,
        element: element(block),
    };
    let events = [(Side::Property, "ok", ok, 1), (Side::Model, "b", b, 0)].map(event).to_vec();
    let step = || Step::empty(system);
    let run = Trace::finite(vec![step(), step()]);
    let explanation = Explanation { events: Part::Known(events), ..Explanation::default() };
    explain::Class { flow: Some(flow), explanation, ..explain::Class::new("id".to_owned(), "b held".to_owned(), run) }
}

#[test]
fn a_picture_has_the_blocks_that_the_property_reads_and_the_cause() {
    let (system, ids) = program();
    let class = flowing(&system, cause(&system, ids), ids);
    let diagram = build::diagram(&system, "p", Some((1, &class))).unwrap();
    assert_eq!((diagram.title.as_str(), diagram.left_out), ("p: class 2 b held", 0));
    let calls: Vec<_> = diagram.calls.iter().map(|c| (c.name.as_str(), c.parent)).collect();
    assert_eq!(calls, [("", None), ("Hold", Some(0))]);
    let shown: Vec<_> =
        diagram.blocks.iter().map(|b| (b.kind, b.name.as_deref().unwrap_or(&b.symbol), b.call)).collect();
    // The first tick is not mentioned, and what the property does not read is not there.
    let expected = [
        (BlockKind::Input, "a", 0),
        (BlockKind::Input, "b", 0),
        (BlockKind::Wire, "x", 1),
        (BlockKind::Delay, "pre", 1),
        (BlockKind::Constant, "TRUE", 1),
        (BlockKind::Init, "y", 1),
        (BlockKind::Switch, "ok", 0),
    ];
    assert_eq!(shown, expected);
    assert_eq!(diagram.blocks[1].values, [(0, "FALSE".to_owned())]);
    assert!(diagram.blocks[4].values.is_empty() && diagram.blocks[6].is_sink);
    let arcs: Vec<_> = diagram.arcs.iter().map(|a| (a.source, a.target, a.port, a.active)).collect();
    // `b` is read by `ok` as well, which is no part of the cause.
    let expected = [
        (0, 6, "if", true),
        (1, 2, "", true),
        (1, 6, "then", false),
        (2, 3, "", true),
        (3, 5, "then", true),
        (4, 5, "first", false),
        (5, 6, "else", true),
    ];
    assert_eq!(arcs, expected);
    let plain = build::diagram(&system, "p", None).unwrap();
    assert!(plain.title == "p" && plain.arcs.iter().all(|a| !a.active) && !blocks(&plain).contains("FALSE @ "));
    assert!(build::diagram(&system, "other", None).is_none());
    assert!(build::diagram(&self::system().0, "p", None).is_none());
}

#[test]
fn a_large_program_is_drawn_in_part() {
    let mut builder = NetworkBuilder::new(System::new("main"), "main", None);
    let start = builder.input("start", Sort::Bool, None).unwrap();
    let end = (0..5_000).fold(start, |before, k| builder.wire(&format!("w{k}"), before, None));
    builder.sink("p", end);
    let diagram = build::diagram(&builder.finish(), "p", None).unwrap();
    assert_eq!((diagram.blocks.len(), diagram.left_out, diagram.arcs.len()), (2_000, 3_001, 1_999));
    let names = [0, 1_999].map(|place: usize| diagram.blocks[place].name.as_deref());
    assert_eq!((names, diagram.blocks[1_999].is_sink), ([Some("w3000"), Some("w4999")], true));
}

#[test]
fn events_have_values_and_places_and_marks_are_in_order() {
    let (system, ids) = program();
    let class = flowing(&system, cause(&system, ids), ids);
    let verdict = wherefore_check::Verdict::Undetermined(wherefore_check::NoAnswer::Memory);
    let finding = wherefore_check::Finding {
        property: "p".to_owned(),
        verdict,
        finder: wherefore_check::Finder::Engine("none".to_owned()),
    };
    let inquiry = explain::Inquiry {
        classes: vec![class],
        ..explain::Inquiry::new(
            "1",
            explain::Completeness::Stopped { cause: wherefore_check::NoAnswer::Classes(1), depth: None },
        )
    };
    let property = build::property(&context(&system, &text()), &finding, Some(&inquiry), 0.0);
    let class = property.inquiry.unwrap().classes.remove(0);
    let flow = class.explanation.flow.unwrap();
    let marked: Vec<u32> = flow.marked.iter().map(|p| p.span.start).collect();
    assert_eq!((marked, flow.causes), (vec![10, 20, 30], 3));
    let told = class.explanation.events.unwrap();
    let text = |e: &document::Event| e.value.as_ref().map(|v| v.text.clone()).unwrap();
    let events: Vec<_> = told.iter().map(|e| (text(e), e.tick, e.span.as_ref().map(|p| p.span.start))).collect();
    assert_eq!(events, [("FALSE".to_owned(), 1, Some(20)), ("FALSE".to_owned(), 0, Some(30))]);
}
