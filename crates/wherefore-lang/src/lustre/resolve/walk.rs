//! Walks over trees without recursion: which nodes are called, and whether something is asked.

use super::super::ast::{ContractItem, Expr, ExprKind, Goal, Item, Node, Step};

/// The expressions directly inside an expression.
pub(in super::super) fn children<'a>(expr: &'a Expr) -> Vec<&'a Expr> {
    use ExprKind::*;
    let mut list: Vec<&'a Expr> = Vec::new();
    match &expr.kind {
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

/// The node that an expression calls, if it is a call.
fn callee(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Call { node, .. } | ExprKind::Condact { node, .. } | ExprKind::Activate { node, .. } => {
            Some(&node.text)
        }
        _ => None,
    }
}

/// The nodes that are called anywhere in these expressions.
fn calls(roots: Vec<&Expr>) -> impl Iterator<Item = &str> {
    let mut todo = roots;
    std::iter::from_fn(move || {
        while let Some(expr) = todo.pop() {
            todo.extend(children(expr));
            if let Some(name) = callee(expr) {
                return Some(name);
            }
        }
        None
    })
}

/// The nodes that a node calls, in its body and its contract.
pub(in super::super) fn calls_of_node(node: &Node) -> impl Iterator<Item = &str> {
    let mut roots = Vec::new();
    body(&node.body, &mut roots);
    items(&node.contract, &mut roots);
    roots.extend(node.constants.iter().filter_map(|c| c.value.as_ref()));
    calls(roots)
}

/// The nodes that the items of a contract call.
pub(in super::super) fn calls_of_items(list: &[ContractItem]) -> impl Iterator<Item = &str> {
    let mut roots = Vec::new();
    items(list, &mut roots);
    calls(roots)
}

fn goal<'a>(goal: &'a Goal, roots: &mut Vec<&'a Expr>) {
    roots.push(&goal.expr);
    roots.extend(&goal.provided);
}

/// The items of a body with those inside its blocks.
fn with_nested(list: &[Item]) -> Vec<&Item> {
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
pub(in super::super) fn has_goal(node: &Node) -> bool {
    !node.contract.is_empty() || with_nested(&node.body).iter().any(|item| matches!(item, Item::Property(_)))
}
