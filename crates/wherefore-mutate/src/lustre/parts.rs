//! Which equations of a program ask or assume something; the others are the model.
//!
//! ```text
//! ok = env => level < 9;      --%PROPERTY ok;      the question: the equation of what a property names
//! env = Sofar(open or shut);                       an assumption: what implies it, about inputs alone
//! ```
//!
//! A node that only such equations call belongs to them. If nothing else is left, the nodes are the model, or the questions.

use crate::ElementKind;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_lang::lustre::ast::{
    Binary, Decl, Equation, Expr, ExprKind, Item, Node, Program, Unary, Variable, with_nested,
};

/// What equations of a program are there for, by node and stream.
#[derive(Default)]
pub(super) struct Parts {
    equations: BTreeMap<(String, String), ElementKind>,
    nodes: BTreeMap<String, ElementKind>,
}

impl Parts {
    pub fn new(program: &Program) -> Parts {
        let nodes = || program.decls.iter().filter_map(|d| if let Decl::Node(node) = d { Some(&**node) } else { None });
        let mut parts = Parts::default();
        for node in nodes() {
            let body = Body::new(node);
            for (stream, kind) in body.questions() {
                parts.equations.insert((node.name.text.clone(), stream.to_owned()), kind);
            }
        }
        parts.nodes = parts.helpers(&nodes().collect::<Vec<_>>());
        if nodes().any(|node| parts.has_model(node)) { parts } else { Parts::default() }
    }

    /// What an equation is there for; none if it belongs to the model.
    pub fn kind(&self, node: &Node, equation: &Equation) -> Option<ElementKind> {
        let own = |stream: &str| self.equations.get(&(node.name.text.clone(), stream.to_owned())).copied();
        let of_stream = equation.left.first().and_then(|target| own(&target.name.text));
        of_stream.or_else(|| self.nodes.get(&node.name.text).copied())
    }

    /// The nodes that only questions and assumptions call.
    fn helpers(&self, nodes: &[&Node]) -> BTreeMap<String, ElementKind> {
        let mut calls: BTreeMap<&str, Vec<(Option<ElementKind>, &str)>> = BTreeMap::default();
        for node in nodes {
            let body = Body::new(node);
            let own = calls.entry(&node.name.text).or_default();
            for equation in &body.equations {
                own.extend(callees(&equation.right).map(|callee| (self.kind(node, equation), callee)));
            }
            own.extend(body.others.iter().flat_map(|e| callees(e)).map(|callee| (None, callee)));
        }
        let called: BTreeSet<&str> = calls.values().flatten().map(|(_, callee)| *callee).collect();
        let roots = nodes.iter().map(|n| n.name.text.as_str()).filter(|name| !called.contains(name));
        let model = reached(roots.collect(), &calls, |kind| kind.is_none());
        let mut helpers = BTreeMap::default();
        for wanted in [ElementKind::Specification, ElementKind::Assumption] {
            let seeds = model.iter().flat_map(|node| calls.get(node).into_iter().flatten());
            let seeds = seeds.filter(|(kind, _)| *kind == Some(wanted)).map(|(_, callee)| *callee);
            for node in reached(seeds.collect(), &calls, |_| true).difference(&model) {
                helpers.insert((*node).to_owned(), wanted);
            }
        }
        let is_left = |node: &&Node| model.contains(node.name.text.as_str()) && self.has_model(node);
        if nodes.iter().any(is_left) { helpers } else { BTreeMap::default() }
    }

    /// Whether an equation of a node belongs to the model.
    fn has_model(&self, node: &Node) -> bool {
        Body::new(node).equations.iter().any(|equation| self.kind(node, equation).is_none())
    }
}

/// The nodes that are called from some, through calls of the wanted kinds.
fn reached<'p>(
    mut todo: Vec<&'p str>,
    calls: &BTreeMap<&'p str, Vec<(Option<ElementKind>, &'p str)>>,
    wanted: impl Fn(Option<ElementKind>) -> bool,
) -> BTreeSet<&'p str> {
    let mut found = BTreeSet::default();
    while let Some(node) = todo.pop() {
        if found.insert(node) {
            let own = calls.get(node).into_iter().flatten();
            todo.extend(own.filter(|(kind, _)| wanted(*kind)).map(|(_, callee)| *callee));
        }
    }
    found
}

/// The expressions inside an expression, with itself.
pub(super) fn all(root: &Expr) -> impl Iterator<Item = &Expr> {
    let mut todo = vec![root];
    std::iter::from_fn(move || {
        let next = todo.pop()?;
        todo.extend(next.children());
        Some(next)
    })
}

fn callees(expr: &Expr) -> impl Iterator<Item = &str> {
    all(expr).filter_map(Expr::callee)
}

fn names(expr: &Expr) -> impl Iterator<Item = &str> {
    all(expr).filter_map(|e| if let ExprKind::Name(name) = &e.kind { Some(name.as_str()) } else { None })
}

fn reads(equation: &Equation, name: &str) -> bool {
    names(&equation.right).any(|n| n == name)
}

/// The body of a node.
struct Body<'p> {
    /// Locals and outputs.
    declared: BTreeSet<&'p str>,
    equations: Vec<&'p Equation>,
    /// Streams with one equation of their own.
    defined: BTreeMap<&'p str, &'p Equation>,
    /// Expressions outside of equations.
    others: Vec<&'p Expr>,
    goals: Vec<&'p Expr>,
}

impl<'p> Body<'p> {
    fn new(node: &'p Node) -> Body<'p> {
        let name = |v: &'p Variable| v.name.text.as_str();
        let own = node.locals.iter().chain(&node.outputs).map(name);
        let mut body = Body {
            declared: own.collect(),
            equations: Vec::new(),
            defined: BTreeMap::default(),
            others: Vec::new(),
            goals: Vec::new(),
        };
        for item in with_nested(&node.body) {
            match item {
                Item::Equation(equation) => body.equations.push(equation),
                Item::Frame { initial, .. } => body.equations.extend(initial),
                Item::Assert(expr) => body.others.push(expr),
                Item::If { branches, .. } | Item::When { branches, .. } => {
                    body.others.extend(branches.iter().map(|(condition, _)| condition));
                }
                Item::Property(goal) => body.goals.push(&goal.expr),
                Item::Other(..) => {}
            }
        }
        for equation in &body.equations {
            if let [target] = equation.left.as_slice() {
                body.defined.insert(&target.name.text, equation);
            }
        }
        body
    }

    /// The streams whose equations ask or assume something.
    fn questions(&self) -> BTreeMap<&'p str, ElementKind> {
        let asked = self.goals.iter().filter_map(|goal| self.defined.get_key_value(named(goal)?));
        // What the model itself reads is not only a question.
        let only_asked: Vec<(&str, &Equation)> = asked
            .map(|(name, own)| (*name, *own))
            .filter(|(name, own)| self.equations.iter().all(|e| e.span == own.span || !reads(e, name)))
            .collect();
        let mut found: BTreeMap<&'p str, ElementKind> =
            only_asked.iter().map(|(name, _)| (*name, ElementKind::Specification)).collect();
        let questions = only_asked.iter().map(|(_, equation)| &equation.right).chain(self.goals.iter().copied());
        for assumed in questions.flat_map(antecedents) {
            self.assume(assumed, &mut found);
        }
        found
    }

    /// Marks the equations of what is assumed, if it is about inputs and nothing else reads it.
    fn assume(&self, stream: &'p str, found: &mut BTreeMap<&'p str, ElementKind>) {
        let (mut todo, mut cone) = (vec![stream], BTreeSet::default());
        while let Some(name) = todo.pop() {
            let Some(equation) = self.defined.get(name) else { continue };
            if cone.insert(name) {
                todo.extend(names(&equation.right));
            }
        }
        let mut read = cone.iter().filter_map(|name| self.defined.get(name)).flat_map(|e| names(&e.right));
        let is_of_model = |name: &str| self.declared.contains(name) && !cone.contains(name);
        if read.any(is_of_model) {
            return;
        }
        let is_question = |e: &Equation| matches!(e.left.as_slice(), [t] if found.contains_key(t.name.text.as_str()));
        let is_inside = |e: &Equation| matches!(e.left.as_slice(), [t] if cone.contains(t.name.text.as_str()));
        let is_private = |name: &&str| {
            let elsewhere = self.others.iter().flat_map(|e| names(e)).any(|n| n == *name);
            let mut readers = self.equations.iter().copied().filter(|e| reads(e, name));
            !elsewhere && readers.all(|e| is_question(e) || is_inside(e))
        };
        if cone.iter().all(is_private) {
            for name in cone {
                found.entry(name).or_insert(ElementKind::Assumption);
            }
        }
    }
}

/// The stream that a property consists of: `ok`, or `ok = true`.
fn named(goal: &Expr) -> Option<&str> {
    match &goal.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Binary(Binary::Equal, left, right) if matches!(right.kind, ExprKind::Bool(true)) => named(left),
        _ => None,
    }
}

/// The names that an expression has as conditions: the left sides of its implications, and what is denied beside an "or".
fn antecedents(root: &Expr) -> Vec<&str> {
    let (mut todo, mut found) = (vec![(root, false)], Vec::new());
    while let Some((expr, is_condition)) = todo.pop() {
        match (&expr.kind, is_condition) {
            (ExprKind::Binary(Binary::Implies, left, right), false) => {
                todo.extend([(&**left, true), (&**right, false)])
            }
            (ExprKind::Binary(Binary::Or, left, right), false) => {
                for side in [left, right] {
                    match &side.kind {
                        ExprKind::Unary(Unary::Not, inner) => todo.push((inner, true)),
                        _ => todo.push((side, false)),
                    }
                }
            }
            (ExprKind::Binary(Binary::And, left, right), _) => {
                todo.extend([(&**left, is_condition), (&**right, is_condition)]);
            }
            (ExprKind::Call { arguments, .. }, true) => todo.extend(arguments.iter().map(|a| (a, true))),
            (ExprKind::Name(name), true) => found.push(name.as_str()),
            _ => {}
        }
    }
    found
}
