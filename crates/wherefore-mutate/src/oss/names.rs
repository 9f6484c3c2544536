//! The names of a component: its ports, and in its refinement those of its parts too.

use crate::{Scope, Values};
use wherefore_lang::oss::ast::{Component, Port, TypeKind};

/// The names in the contracts of a component.
pub(super) fn interface(component: &Component) -> Scope {
    let mut scope = Scope::default();
    component.ports.iter().for_each(|port| add(&mut scope, String::new(), port));
    scope
}

/// The names in the refinement of a component.
pub(super) fn inside(component: &Component, all: &[Component]) -> Scope {
    let mut scope = interface(component);
    for part in component.refinement.iter().flat_map(|r| &r.subs) {
        let Some(of) = all.iter().find(|c| c.name.text == part.component.text) else { continue };
        of.ports.iter().for_each(|port| add(&mut scope, format!("{}.", part.name.text), port));
    }
    scope
}

fn add(scope: &mut Scope, part: String, port: &Port) {
    let mut bounds = Vec::new();
    let values = match &port.ty.kind {
        TypeKind::Boolean => Values::Truth,
        TypeKind::Integer | TypeKind::Numbers(_) => Values::Numbers,
        TypeKind::Range(low, high) => {
            bounds = vec![low.to_string(), high.to_string()];
            Values::Numbers
        }
        TypeKind::Real | TypeKind::Continuous => Values::Like("real".to_owned()),
        TypeKind::Symbols(names) => Values::Names(names.clone()),
        TypeKind::Word { signed, width } => Values::Like(format!("{signed} word[{width}]")),
    };
    scope.add(format!("{part}{}", port.name.text), values);
    if let Some(last) = scope.variables.last_mut() {
        last.bounds = bounds;
    }
}
