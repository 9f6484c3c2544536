//! Where a Lustre program can be mutated: the equations of its nodes, in the main file.
//!
//! Assertions, properties and contracts are left alone, and so are constants. The condition of a choice is its guard. Automata
//! are not read by the front end, so what is about states and actions finds nothing here.

#[cfg(test)]
mod tests;

use crate::{
    Describe, Described, Dialect, Finder, Infix, Kind, Mutant, Mutants, Options, Part, Site, Tokens, Tree, Use, finish,
};
use wherefore_diag::{Diagnostics, FileId, SourceMap};
use wherefore_lang::lustre::ast::{Binary, Decl, Equation, Expr, ExprKind, Item, Node, Step, Type, TypeKind, Unary};
use wherefore_lang::lustre::{self, Include, load_with, parse};

/// All mutants of a program, given by the name and text of its main file; its errors if it cannot be read. Their places are
/// in `FileId(0)`.
pub fn mutants(
    name: &str,
    text: &str,
    program: &lustre::Options,
    include: &mut Include<'_>,
    options: &Options,
) -> Result<Mutants, Diagnostics> {
    let loaded = load_with(SourceMap::single(name, text), program, include);
    if loaded.system.is_none() {
        return Err(loaded.diagnostics);
    }
    let found = candidates(name, text, include);
    let loads = |mutated: &str| load_with(SourceMap::single(name, mutated), program, include).system.is_some();
    Ok(finish(text, found, options, loads))
}

/// The mutants of a text, not all of which can be read.
pub(crate) fn candidates(name: &str, original: &str, include: &mut Include<'_>) -> Vec<Mutant> {
    let main = FileId(0);
    let parsed = parse(SourceMap::single(name, original), include);
    let own = parsed.tokens.iter().filter(|(span, _)| span.file == main && span.start < span.end);
    let tokens = Tokens::new(own.map(|(span, spelled)| (*span, spelled.as_str())));
    let mut search = NodeSites { tokens, finder: Finder::new(original) };
    for decl in &parsed.program.decls {
        match decl {
            Decl::Node(node) if node.span.file == main => search.node(node),
            _ => {}
        }
    }
    // An included file in the middle of an expression brings places of its own.
    let mut found = search.finder.found;
    found.retain(|m| m.edits.iter().all(|e| e.span.file == main));
    found
}

/// Goes through the nodes of a program.
struct NodeSites<'t> {
    tokens: Tokens,
    finder: Finder<'t>,
}

impl NodeSites<'_> {
    fn node(&mut self, node: &Node) {
        let mut ahead: Vec<&Item> = node.body.iter().rev().collect();
        while let Some(item) = ahead.pop() {
            match item {
                Item::Equation(equation) => self.equation(node, equation),
                Item::If { branches, otherwise, .. } => {
                    self.guards(node, branches);
                    ahead.extend(branches.iter().flat_map(|(_, items)| items).chain(otherwise));
                }
                Item::When { branches, otherwise, .. } => {
                    self.guards(node, branches);
                    ahead.extend(branches.iter().flat_map(|(_, items)| items).chain(otherwise.iter().flatten()));
                }
                Item::Frame { initial, body, .. } => {
                    initial.iter().for_each(|equation| self.equation(node, equation));
                    ahead.extend(body);
                }
                Item::Assert(_) | Item::Property(_) | Item::Other(..) => {}
            }
        }
    }

    fn equation(&mut self, node: &Node, equation: &Equation) {
        let names: Vec<&str> = equation.left.iter().map(|t| t.name.text.as_str()).collect();
        let name = names.join(", ");
        let site = Site { words: format!("the equation of `{name}` in `{}`", node.name.text), element: Some(name) };
        self.expression(&equation.right, Use::Enclosed, &site);
    }

    fn guards(&mut self, node: &Node, branches: &[(Expr, Vec<Item>)]) {
        let words = format!("a condition of `{}`", node.name.text);
        let site = Site { words, element: Some(node.name.text.clone()) };
        for (condition, _) in branches {
            self.expression(condition, Use::Guard { can_be_false: true, is_enclosed: true }, &site);
        }
    }

    fn expression(&mut self, expr: &Expr, used: Use, site: &Site) {
        let tree = Tree::new(&Lustre, &self.tokens, expr, used);
        self.finder.expression(&Lustre, &self.tokens, &tree, site);
    }
}

/// The expressions of a program.
struct Lustre;

const CHOICE: u8 = 2;
const SUM: u8 = 10;

fn part(expr: &Expr, used: Use) -> Part<&Expr> {
    Part { expr, used }
}

fn enclosed<'e>(parts: impl IntoIterator<Item = &'e Expr>) -> Vec<Part<&'e Expr>> {
    parts.into_iter().map(|e| part(e, Use::Enclosed)).collect()
}

impl<'e> Describe<&'e Expr> for Lustre {
    fn describe(&self, expr: &'e Expr) -> Described<&'e Expr> {
        let (kind, parts) = match &expr.kind {
            ExprKind::Bool(value) => (Kind::Truth(*value), Vec::new()),
            ExprKind::Int(value) => (Kind::Integer(value.clone()), Vec::new()),
            ExprKind::Unary(operator, operand) => (prefix(*operator), vec![part(operand, Use::Operand)]),
            ExprKind::Binary(operator, left, right) => {
                let kind = Kind::Infix { operator: infix(*operator), level: level(*operator) };
                (kind, vec![part(left, Use::Operand), part(right, Use::Operand)])
            }
            ExprKind::If { condition, then, otherwise, .. } => {
                let guard = Use::Guard { can_be_false: true, is_enclosed: true };
                let parts = vec![part(condition, guard), part(then, Use::Value), part(otherwise, Use::LastValue)];
                (Kind::Choice { level: CHOICE }, parts)
            }
            ExprKind::Quantified { body, .. } => (Kind::Other { level: 4 }, vec![part(body, Use::Operand)]),
            ExprKind::Cast(ty, operand) => (Kind::Other { level: cast(ty) }, vec![part(operand, Use::Operand)]),
            ExprKind::When { expr, .. } => (Kind::Other { level: 1 }, vec![part(expr, Use::Operand)]),
            ExprKind::Repeat(element, _) => (Kind::Other { level: 20 }, vec![part(element, Use::Operand)]),
            _ => (structure(&expr.kind), inside(&expr.kind)),
        };
        Described { kind, span: expr.span, parts }
    }
}

impl Dialect for Lustre {
    fn level(&self, operator: Infix) -> u8 {
        OPERATORS.iter().find(|(_, i, _)| *i == operator).map_or(0, |(b, _, _)| level(*b))
    }

    fn groups_right(&self, operator: Infix) -> bool {
        operator == Infix::Implies
    }

    fn spell(&self, operator: Infix, _: &str) -> Option<String> {
        OPERATORS.iter().find(|(_, i, _)| *i == operator).map(|(_, _, spelling)| (*spelling).to_owned())
    }

    fn negation(&self) -> &'static str {
        "not "
    }

    fn truth(&self, value: bool) -> &'static str {
        if value { "true" } else { "false" }
    }
}

fn prefix(operator: Unary) -> Kind {
    match operator {
        Unary::Not => Kind::Not { level: 18 },
        Unary::Minus => Kind::Other { level: SUM },
        Unary::Pre | Unary::Last => Kind::Other { level: 16 },
        Unary::Current => Kind::Other { level: CHOICE },
        Unary::Complement => Kind::Other { level: 19 },
    }
}

fn cast(ty: &Type) -> u8 {
    if matches!(ty.kind, TypeKind::Int | TypeKind::Real) { 17 } else { 0 }
}

/// Kind of an expression without operators of its own.
fn structure(kind: &ExprKind) -> Kind {
    match kind {
        ExprKind::Merge { .. } | ExprKind::Match(..) | ExprKind::Update { .. } | ExprKind::Other(_) => {
            Kind::Other { level: 0 }
        }
        // Text between brackets needs no others.
        ExprKind::List(_) | ExprKind::Ascribed(..) => Kind::Other { level: u8::MAX },
        _ => Kind::Atom,
    }
}

/// Parts of an expression without operators of its own. Clocks and the sizes of arrays are left alone.
fn inside(kind: &ExprKind) -> Vec<Part<&Expr>> {
    match kind {
        ExprKind::Call { arguments, .. } => enclosed(arguments),
        ExprKind::Condact { arguments, initial, .. } | ExprKind::Activate { arguments, initial, .. } => {
            enclosed(arguments.iter().chain(initial))
        }
        ExprKind::Merge { cases, .. } => enclosed(cases.iter().map(|(_, e)| e)),
        ExprKind::List(parts) | ExprKind::Tuple(parts) | ExprKind::Array(parts) => enclosed(parts),
        ExprKind::Index(base, index) => vec![part(base, Use::Operand), part(index, Use::Enclosed)],
        ExprKind::Field(base, _) => vec![part(base, Use::Operand)],
        ExprKind::Record { fields, .. } => enclosed(fields.iter().map(|(_, e)| e)),
        ExprKind::Update { base, path, value } => {
            let steps = path.iter().filter_map(|s| if let Step::Index(e) = s { Some(e) } else { None });
            enclosed(std::iter::once(&**base).chain(steps).chain([&**value]))
        }
        ExprKind::Floor(operand) | ExprKind::Ascribed(operand, _) => enclosed([&**operand]),
        ExprKind::Match(subject, arms) => enclosed(std::iter::once(&**subject).chain(arms.iter().map(|(_, e)| e))),
        _ => Vec::new(),
    }
}

/// The operators that are replaced, with their spelling.
const OPERATORS: &[(Binary, Infix, &str)] = &[
    (Binary::Plus, Infix::Add, "+"),
    (Binary::Minus, Infix::Sub, "-"),
    (Binary::Times, Infix::Mul, "*"),
    (Binary::Divide, Infix::Div, "/"),
    (Binary::IntDivide, Infix::IntDiv, "div"),
    (Binary::Mod, Infix::Mod, "mod"),
    (Binary::Equal, Infix::Eq, "="),
    (Binary::Unequal, Infix::Ne, "<>"),
    (Binary::Less, Infix::Lt, "<"),
    (Binary::LessEqual, Infix::Le, "<="),
    (Binary::Greater, Infix::Gt, ">"),
    (Binary::GreaterEqual, Infix::Ge, ">="),
    (Binary::And, Infix::And, "and"),
    (Binary::Or, Infix::Or, "or"),
    (Binary::Xor, Infix::Xor, "xor"),
    (Binary::Implies, Infix::Implies, "=>"),
];

fn infix(operator: Binary) -> Option<Infix> {
    OPERATORS.iter().find(|(b, _, _)| *b == operator).map(|(_, i, _)| *i)
}

/// How tightly an operator binds: the table at the head of `parse/expr.rs`, against which the tests compare this one.
fn level(operator: Binary) -> u8 {
    match operator {
        Binary::Arrow | Binary::Fby => 3,
        Binary::Implies => 5,
        Binary::Or | Binary::Xor => 6,
        Binary::And => 7,
        Binary::Equal | Binary::Unequal | Binary::Less | Binary::LessEqual => 9,
        Binary::Greater | Binary::GreaterEqual => 9,
        Binary::Plus | Binary::Minus => SUM,
        Binary::Times | Binary::Divide | Binary::IntDivide | Binary::Mod => 11,
        Binary::BitOr => 13,
        Binary::BitAnd => 14,
        Binary::ShiftLeft | Binary::ShiftRight => 15,
    }
}
