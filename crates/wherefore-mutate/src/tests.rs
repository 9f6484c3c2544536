//! Mutants of small texts, of random expressions, and of all examples.

mod elements;
mod examples;
mod scxml;
pub(crate) mod shape;
mod smv;
mod stateflow;
mod undo;

use super::{Edit, Mutant, Operator, Options, finish, joined};
use std::collections::BTreeSet;
use wherefore_diag::{FileId, Span};

/// Changes of each mutant of an operator in a text: `old > new` at every place, `_` for nothing.
pub(crate) fn shown(text: &str, mutants: &[Mutant], operator: Operator) -> Vec<String> {
    let show = |piece: &str| if piece.is_empty() { "_".to_owned() } else { piece.to_owned() };
    let edit = |e: &Edit| {
        let old = text.get(e.span.start as usize..e.span.end as usize).unwrap();
        format!("{} > {}", show(old), show(&e.text))
    };
    let own = mutants.iter().filter(|m| m.operator == operator);
    own.map(|m| m.edits.iter().map(edit).collect::<Vec<_>>().join(", ")).collect()
}

fn edit(start: u32, end: u32, text: &str) -> Edit {
    Edit { span: Span::new(FileId(0), start, end), text: text.to_owned() }
}

fn mutant(operator: Operator, edits: Vec<Edit>) -> Mutant {
    let span = edits[0].span;
    Mutant { operator, edits, span, what: String::new(), element: None, is_omission: false, place: None, cost: 1 }
}

#[test]
fn words_are_those_of_the_paper() {
    let words: Vec<&str> = Operator::ALL.iter().map(|o| o.word()).collect();
    let table = ["AOR", "AS", "CS", "CT", "EN", "LOR", "REEA", "RETA", "RMEA", "RMTA", "ROR", "SGF", "SGT"];
    assert_eq!(words.get(..table.len()), Some(&table[..]));
    assert!(Operator::ALL.iter().all(|o| o.is_of_table() == table.contains(&o.word()) && !o.is_mending()));
    assert!(Operator::MENDING.iter().all(|o| o.is_mending() && Operator::find(o.word()).is_none()));
    assert!(Operator::ALL.iter().all(|o| Operator::find(&o.word().to_lowercase()) == Some(*o)));
    assert!(Operator::ALL.iter().all(|o| o.explanation().ends_with('.') && !o.name().is_empty()));
    assert_eq!(Operator::find("XYZ"), None);
}

#[test]
fn edits_are_applied_in_order_and_those_that_touch_are_one() {
    let edits = joined(vec![edit(4, 4, ")"), edit(0, 0, "("), edit(1, 1, "!"), edit(0, 1, "")]);
    assert_eq!(edits, [edit(0, 1, "(!"), edit(4, 4, ")")]);
    assert_eq!(mutant(Operator::As, edits).apply("xé_yz"), "(!é_)yz");
}

#[test]
fn nothing_new_twice_the_same_and_what_cannot_be_read_are_set_aside() {
    let found = vec![
        mutant(Operator::Ror, vec![edit(1, 2, "c")]),
        mutant(Operator::En, vec![edit(0, 2, "ac")]),
        mutant(Operator::Aor, vec![edit(0, 1, "a")]),
        mutant(Operator::Aor, vec![edit(0, 1, "?")]),
    ];
    let all = finish("ab", found.clone(), &Options::default(), |text| !text.contains('?'));
    assert_eq!(all.mutants.iter().map(|m| m.apply("ab")).collect::<Vec<_>>(), ["ac"]);
    assert_eq!(all.dropped.iter().map(|m| m.apply("ab")).collect::<Vec<_>>(), ["?b"]);
    let options = Options { operators: Some(BTreeSet::from([Operator::Ror])) };
    let chosen = finish("ab", found, &options, |_| true);
    assert_eq!(chosen.mutants.iter().map(|m| m.operator).collect::<Vec<_>>(), [Operator::Ror]);
}
