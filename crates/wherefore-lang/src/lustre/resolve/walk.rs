//! Walks over trees without recursion: which nodes are called, and whether something is asked.

use super::super::ast::{ContractItem, Expr, Goal, Item, Node, with_nested};

/// The nodes that are called anywhere in these expressions.
fn calls(roots: Vec<&Expr>) -> impl Iterator<Item = &str> {
    let mut todo = roots;
    std::iter::from_fn(move || {
        while let Some(expr) = todo.pop() {
            todo.extend(expr.children());
            if let Some(name) = expr.callee() {
                return Some(name);
            }
        }
        None
    })
}

/// The nodes that a node calls, in its body and its contract.
pub(super) fn calls_of_node(node: &Node) -> impl Iterator<Item = &str> {
    let mut roots = Vec::new();
    body(&node.body, &mut roots);
    items(&node.contract, &mut roots);
    roots.extend(node.constants.iter().filter_map(|c| c.value.as_ref()));
    calls(roots)
}

/// The nodes that the items of a contract call.
pub(super) fn calls_of_items(list: &[ContractItem]) -> impl Iterator<Item = &str> {
    let mut roots = Vec::new();
    items(list, &mut roots);
    calls(roots)
}

fn goal<'a>(goal: &'a Goal, roots: &mut Vec<&'a Expr>) {
    roots.push(&goal.expr);
    roots.extend(&goal.provided);
}

fn body<'a>(list: &'a [Item], roots: &mut Vec<&'a Expr>) {
    for item in with_nested(list) {
        match item {
            Item::Equation(equation) => roots.push(&equation.right),
            Item::Assert(e) => roots.push(e),
            Item::Property(g) => goal(g, roots),
            Item::If { branches, .. } | Item::When { branches, .. } => roots.extend(branches.iter().map(|(c, _)| c)),
            Item::Frame { initial, .. } => roots.extend(initial.iter().map(|e| &e.right)),
            Item::Other(..) => {}
        }
    }
}

fn items<'a>(list: &'a [ContractItem], roots: &mut Vec<&'a Expr>) {
    for item in list {
        match item {
            ContractItem::Const(c) => roots.extend(&c.value),
            ContractItem::Var { value, .. } => roots.extend(value),
            ContractItem::Assume { goal: g, .. } | ContractItem::Guarantee { goal: g, .. } => goal(g, roots),
            ContractItem::Mode { requires, ensures, .. } => {
                requires.iter().chain(ensures).for_each(|g| goal(g, roots));
            }
            ContractItem::Import { inputs, outputs, .. } => roots.extend(inputs.iter().chain(outputs)),
            ContractItem::Other(..) => {}
        }
    }
}

/// Whether a node itself has a property or a contract.
pub(super) fn has_goal(node: &Node) -> bool {
    !node.contract.is_empty() || with_nested(&node.body).iter().any(|item| matches!(item, Item::Property(_)))
}
