//! Walks over trees without recursion.

use super::{Expr, ExprKind, Item, Step};

impl Expr {
    /// The expressions directly inside this one.
    pub fn children(&self) -> Vec<&Expr> {
        use ExprKind::*;
        let mut list: Vec<&Expr> = Vec::new();
        match &self.kind {
            Bool(_) | Int(_) | Real(_) | Name(_) | Mode(_) | Other(_) => {}
            Unary(_, e) | Cast(_, e) | Floor(e) | Field(e, _) | Ascribed(e, _) => list.push(e),
            Binary(_, a, b) | Repeat(a, b) | Index(a, b) => list.extend([a.as_ref(), b]),
            If { condition, then, otherwise, .. } => list.extend([condition.as_ref(), then, otherwise]),
            Call { arguments, .. } => list.extend(arguments),
            Condact { clock, arguments, initial, .. } => {
                list.push(clock);
                list.extend(arguments.iter().chain(initial));
            }
            Activate { arguments, clock, restart, initial, .. } => {
                list.extend(arguments.iter().chain(initial));
                list.extend(clock.iter().chain(restart).map(AsRef::as_ref));
            }
            When { expr, clock } => list.extend([expr.as_ref(), clock]),
            Merge { cases, .. } => list.extend(cases.iter().map(|(_, e)| e)),
            List(items) | Tuple(items) | Array(items) => list.extend(items),
            Record { fields, .. } => list.extend(fields.iter().map(|(_, e)| e)),
            Update { base, path, value } => {
                list.extend([base.as_ref(), value]);
                list.extend(path.iter().filter_map(|s| if let Step::Index(e) = s { Some(e) } else { None }));
            }
            Quantified { body, .. } => list.push(body),
            Any { predicate, .. } => list.extend(predicate.iter().map(AsRef::as_ref)),
            Match(scrutinee, cases) => {
                list.push(scrutinee);
                list.extend(cases.iter().map(|(_, e)| e));
            }
        }
        list
    }

    /// The node that this expression calls, if it is a call.
    pub fn callee(&self) -> Option<&str> {
        match &self.kind {
            ExprKind::Call { node, .. } | ExprKind::Condact { node, .. } | ExprKind::Activate { node, .. } => {
                Some(&node.text)
            }
            _ => None,
        }
    }
}

/// The items of a body with those inside its blocks.
pub fn with_nested(list: &[Item]) -> Vec<&Item> {
    let (mut todo, mut found): (Vec<&Item>, _) = (list.iter().collect(), Vec::new());
    while let Some(item) = todo.pop() {
        found.push(item);
        match item {
            Item::If { branches, otherwise, .. } => {
                todo.extend(branches.iter().flat_map(|(_, list)| list).chain(otherwise));
            }
            Item::When { branches, otherwise, .. } => {
                todo.extend(branches.iter().flat_map(|(_, list)| list).chain(otherwise.iter().flatten()));
            }
            Item::Frame { body, .. } => todo.extend(body),
            Item::Equation(_) | Item::Assert(_) | Item::Property(_) | Item::Other(..) => {}
        }
    }
    found
}
