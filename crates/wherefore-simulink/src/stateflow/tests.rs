//! Labels and their parts.

use super::action::{self, Dialect, StatementKind, Text, TriggerKind, When};
use super::document::Language;
use crate::document::Parameter;
use wherefore_diag::{FileId, Span};

const MATLAB: Dialect = Dialect { language: Language::Matlab, bits: false };
const C: Dialect = Dialect { language: Language::C, bits: false };

fn span(text: &str) -> Span {
    Span::new(FileId(0), 0, text.len() as u32)
}

fn transition(text: &str, dialect: Dialect) -> action::TransitionLabel {
    action::transition(&Text::plain(text, span(text)), dialect).expect("a label")
}

#[test]
fn a_transition_has_four_parts() {
    let label = transition("E | after(3, sec) [x(1) > 2 && in(A.B)] {x = 0; f(\"a/b\")} / {send(E, B.C); y++}", MATLAB);
    assert_eq!(label.triggers.len(), 2);
    assert!(matches!(label.triggers[1].kind, TriggerKind::Temporal(..)));
    assert!(label.condition.is_some());
    assert_eq!(label.condition_action.len(), 2);
    assert!(matches!(&label.transition_action[0].kind, StatementKind::Send { to: Some(to), .. } if to == "B.C"));
    assert!(matches!(&label.transition_action[1].kind, StatementKind::Assign { operator: Some(_), .. }));
}

#[test]
fn labels_may_be_short_or_commented() {
    for text in ["", "?", "/x=1", "{}", "[true]", "E /* why */ [x] // end", "[x[1][2]==3]", "after(x/2,tick)"] {
        transition(text, C);
    }
    let text = "E[x";
    assert!(action::transition(&Text::plain(text, span(text)), C).is_err());
}

#[test]
fn a_state_has_sections() {
    let text = "A/\nentry, during: x = 1;\ny = 2\non E: z = 3\nex: E; [a, b] = f(x); bind: x, y";
    let (name, sections) = action::state(&Text::plain(text, span(text)), MATLAB);
    let sections = sections.expect("sections");
    assert_eq!((name.as_str(), sections.len()), ("A", 4));
    assert_eq!((sections[0].when.clone(), sections[0].statements.len()), (vec![When::Entry, When::During], 2));
    assert!(matches!(sections[1].when[0], When::On(_)));
    assert_eq!(sections[2].statements.len(), 2);
    assert!(matches!(&sections[2].statements[0].kind, StatementKind::Broadcast(e) if e == "E"));
}

#[test]
fn places_are_those_of_the_file() {
    let file = "<P>A\nen: f(&quot;x&quot;); yy = 1</P>";
    let start = 3;
    let label = Parameter {
        text: "A\nen: f(\"x\"); yy = 1".to_owned(),
        span: Span::new(FileId(0), start, file.len() as u32 - 4),
    };
    let (_, sections) = action::state(&Text::new(&label, file), MATLAB);
    let sections = sections.expect("sections");
    let shown = |span: Span| &file[span.start as usize..span.end as usize];
    assert_eq!(shown(sections[0].statements[0].span), "f(&quot;x&quot;)");
    assert_eq!(shown(sections[0].statements[1].span), "yy = 1");
}

#[test]
fn hostile_labels_end() {
    let deep = format!("[{}x{}]", "(".repeat(5000), ")".repeat(5000));
    let long = format!("[{}x]", "x+".repeat(5000));
    let minus = format!("[{}x]", "-".repeat(5000));
    for text in [deep.as_str(), &long, &minus, "[\"", "{[a,", "{if x", "{x = [1 2", "/{", "on", "{a.", "{send(1)}"] {
        assert!(action::transition(&Text::plain(text, span(text)), MATLAB).is_err() || text == "on", "{text:.20}");
    }
}
