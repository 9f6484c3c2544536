//! Promises that a part does not make at all: an output follows an input, now or later, or comes only after one, or stays.

use crate::rewrite::insertion;
use crate::{Dialect, Edit, Finder, Infix, Kind, Operator, Site, Tree};
use wherefore_lang::oss::ast::{Component, Direction, TypeKind};

/// How much more a new promise costs than a condition that is added to one.
const NEW: u8 = 1;
/// More ports than this are not combined.
const MOST_PORTS: usize = 12;

/// Adds one conjunct more to what a part guarantees.
pub(super) fn added<D: Dialect>(
    finder: &mut Finder<'_>,
    dialect: &D,
    tree: &Tree,
    (component, site): (&Component, &Site),
) {
    let (Some(root), Some(last)) = (tree.root(), tree.conjuncts().last().copied()) else { return };
    let needs_brackets = root.level() < dialect.level(Infix::And);
    for promise in promises(component) {
        let edits = match root.kind {
            Kind::Truth(true) => vec![Edit { span: root.inner, text: promise.clone() }],
            _ if needs_brackets => vec![
                insertion(root.outer.start, root.outer, "("),
                insertion(root.outer.end, root.outer, format!(") and {promise}")),
            ],
            _ => vec![insertion(root.outer.end, root.outer, format!(" and {promise}"))],
        };
        let what = format!("`{promise}` is promised too in {}", site.words);
        finder.add(Operator::Sc, edits, last.inner, what, site);
        finder.dearer(NEW);
    }
}

/// Promises about the conditions among the ports of a component.
fn promises(component: &Component) -> Vec<String> {
    let ports = |wanted: Direction| {
        let all = component.ports.iter().filter(move |p| p.direction == wanted);
        all.filter(|p| matches!(p.ty.kind, TypeKind::Boolean)).map(|p| p.name.text.as_str()).take(MOST_PORTS)
    };
    let mut found = Vec::new();
    for output in ports(Direction::Output) {
        found.push(format!("always ({output} implies always {output})"));
        for input in ports(Direction::Input) {
            found
                .extend(["", "then ", "in the future "].map(|when| format!("always ({input} implies {when}{output})")));
            found.extend(["in the past ", ""].map(|when| format!("always ({output} implies {when}{input})")));
        }
    }
    found
}
