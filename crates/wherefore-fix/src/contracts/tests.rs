//! A small specification for each kind of edit, and what blame, wiring and exoneration say about it.

use super::search::contract_fixes;
use super::{DecidedCheck, Specification};
use crate::{Conservation, Exoneration, Fixes, Limits, Reader};
use std::sync::Arc;
use wherefore_check::{Observer, Options, Session, Silent};
use wherefore_lang::Language;
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::Choices;
use wherefore_stop::Stop;

/// A whole with an input and an output, and two parts in a row.
struct Chain {
    asked: &'static str,
    first: (&'static str, &'static str),
    second: (&'static str, &'static str),
    wires: [&'static str; 3],
    define: &'static str,
}

const GOOD: Chain = Chain {
    asked: "always (i implies then o)",
    first: ("true", "always (x iff y)"),
    second: ("true", "always (p implies then q)"),
    wires: ["i", "a.y", "b.q"],
    define: "",
};

impl Chain {
    fn text(&self) -> String {
        let Chain { asked, first, second, wires, define } = self;
        format!(
            "COMPONENT Sys system\n INTERFACE\n  INPUT PORT i: boolean;\n  INPUT PORT j: boolean;\n  OUTPUT PORT o: boolean;\n  \
             CONTRACT c assume: true; guarantee: {asked};\n REFINEMENT\n  SUB a: A;\n  SUB b: B;\n  CONNECTION a.x := {};\n  \
             CONNECTION b.p := {};\n  CONNECTION o := {};\n  CONTRACT c REFINEDBY a.k, b.l;\nCOMPONENT A\n INTERFACE\n  \
             INPUT PORT x: boolean;\n  OUTPUT PORT y: boolean;\n{define}  CONTRACT k assume: {}; guarantee: {};\nCOMPONENT B\n INTERFACE\n  \
             INPUT PORT p: boolean;\n  OUTPUT PORT q: boolean;\n  CONTRACT l assume: {}; guarantee: {};\n",
            wires[0], wires[1], wires[2], first.0, first.1, second.0, second.1,
        )
    }
}

fn ask(text: &str) -> Fixes {
    let mut include = |_: &str| Err(NotIncluded::Missing);
    let (stop, observer): (Stop, Arc<dyn Observer>) = (Stop::new(), Arc::new(Silent));
    let elements = wherefore_mutate::elements(Language::Oss, ("m.oss", text), &mut include);
    let edits = wherefore_mutate::edits(Language::Oss, ("m.oss", text), &Choices::default(), &mut include, &|_| true);
    let mut reader =
        Reader { language: Language::Oss, name: "m.oss", text, choices: &Choices::default(), include: &mut include };
    let read = reader.read_contracts(text).expect("the specification is in order");
    let refinements: Vec<_> = read.into_iter().map(Arc::new).collect();
    let mut decided = Vec::new();
    for (refinement, of) in refinements.iter().enumerate() {
        let session = Session::new(&of.system, Options::default());
        for property in &of.system.properties {
            let finding = session.check(property, &stop, &observer);
            decided.push(DecidedCheck { refinement, name: property.name.clone(), finding });
        }
    }
    let each = |stop: &Stop| stop.child();
    let limits = Limits { stop: &stop, observer: &observer, brief: &each, each: &each, max_edits: 1, work: None };
    let specification = Specification { refinements: &refinements, decided: &decided };
    contract_fixes(&mut reader, specification, (&elements, edits), &Options::default(), &limits)
}

/// The first fix, in words.
fn first(found: &Fixes) -> &str {
    found.list.first().and_then(|f| f.edits.first()).map_or("", |e| e.what.as_str())
}

#[test]
fn nothing_is_mended_that_holds() {
    assert!(ask(&GOOD.text()).list.is_empty());
}

#[test]
fn a_promise_that_comes_too_late_is_made_in_time() {
    let found = ask(&Chain { second: ("true", "always (p implies in the future q)"), ..GOOD }.text());
    assert_eq!(first(&found), "`in the future` becomes `then` in the guarantee of `B.l`");
    let fix = found.list.first().expect("a fix");
    assert!(matches!(fix.conservation, Conservation::Proved(_)) && !fix.of_given && fix.left == 0, "{fix:#?}");
}

#[test]
fn an_assumption_that_is_not_given_is_weakened() {
    let text = Chain { second: ("always p", "always (p implies then q)"), ..GOOD }.text();
    let found = ask(&text);
    assert!(first(&found).ends_with("in the assumption of `B.l`"), "{}", first(&found));
    assert!(found.list.iter().all(|fix| !fix.of_given));
}

#[test]
fn a_connection_goes_where_it_belongs() {
    // The second part listens to what the whole gives out, and nothing listens to the first one.
    let found = ask(&Chain { wires: ["i", "o", "b.q"], ..GOOD }.text());
    assert_eq!(first(&found), "`o` becomes `a.y` in the connection of `b.p`");
    let found = ask(&Chain { wires: ["j", "a.y", "b.q"], ..GOOD }.text());
    let wires: Vec<&str> = found.list.iter().flat_map(|f| &f.edits).map(|e| e.what.as_str()).collect();
    assert!(wires.contains(&"`j` becomes `i` in the connection of `a.x`"), "{wires:#?}");
    let past: Vec<_> = found.list.iter().filter(|f| f.text.contains("b.p := i;")).collect();
    assert!(past.is_empty(), "a part that nothing hears is no fix: {past:#?}");
}

#[test]
fn a_definition_is_edited() {
    let define = "  DEFINE seen := not x;\n";
    let found = ask(&Chain { first: ("true", "always (seen iff y)"), define, ..GOOD }.text());
    let places: Vec<&str> = found.list.iter().flat_map(|f| &f.edits).map(|e| e.what.as_str()).collect();
    assert!(places.contains(&"`x` is no longer negated in the definition of `seen`"), "{places:#?}");
}

#[test]
fn what_is_asked_is_edited_last() {
    // The whole asks for something about an input that no part hears.
    let found = ask(&Chain { asked: "always (i implies then o) and always (j implies then j)", ..GOOD }.text());
    assert!(found.list.iter().all(|fix| fix.of_given), "{}", first(&found));
    assert!(!found.list.is_empty());
}

#[test]
fn what_cannot_be_the_fault_is_exonerated() {
    let found = ask(&Chain { second: ("true", "always (p implies in the future q)"), ..GOOD }.text());
    let exonerated = |name: &str| {
        let suspect = found.suspects.iter().find(|s| s.element.name == name).expect("an element");
        matches!(suspect.exoneration, Exoneration::Proved { .. })
    };
    assert!(exonerated("b.p"), "q may be late whatever comes in");
    assert!(!exonerated("the guarantee of B.l"));
    // A part that promises the impossible makes every check hold, so that its guarantee cannot be ruled out.
    assert!(!exonerated("the guarantee of A.k"));
}

#[test]
fn a_promise_that_forbids_an_input_is_no_fix() {
    let found = ask(&Chain { second: ("true", "always (p implies in the future q)"), ..GOOD }.text());
    let forbidding = found.list.iter().filter(|f| f.text.contains("always (p and")).count();
    assert_eq!(forbidding, 0, "`p` is not for the part to decide");
}
