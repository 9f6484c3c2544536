//! Where an SMV model can be mutated.
//!
//! SMV has no transitions of its own. What comes nearest is a branch of a `case`: its condition is a guard, and in `next(x)`
//! its value is where the transition leads, if `x` is a control variable, or else what it does. A control variable is an
//! enumeration that the conditions of its own `next` ask for.
//!
//! ```text
//! next(s) := case                       next(n) := case
//!   s = idle & go : busy;    CS CT        s = busy : n + 1;     CS RETA (n + 2, n + 0) RMTA (n)
//!   TRUE          : s;                    TRUE     : n;
//! esac;                                 esac;
//! ```

use crate::{
    Describe, Described, Dialect, Edit, Finder, Infix, Kind, Mutant, Mutants, Node, Operator, Options, Part, Site,
    Tokens, Tree, Use, Values, of_model,
};
use std::collections::BTreeMap;
use wherefore_diag::{Diagnostics, FileId};
use wherefore_lang::smv::ast::{AssignKind, Binary, Branch, ConstraintKind, Expr, ExprId, File, Item, Module};
use wherefore_lang::smv::ast::{Type, TypeId, Unary, VarSection};
use wherefore_lang::smv::{CHOICE, level, load, parse, tokens};

/// The level of prefix operators: tighter than all others.
const PREFIX: u8 = 20;

/// All mutants of a model; its errors if it cannot be read.
pub fn mutants(file: FileId, text: &str, options: &Options) -> Result<Mutants, Diagnostics> {
    of_model(text, options, |text| load(file, text), || candidates(file, text))
}

/// The mutants of a text, not all of which can be read.
pub(crate) fn candidates(file: FileId, text: &str) -> Vec<Mutant> {
    let (tree, _) = parse(file, text);
    let tokens = Tokens::new(tokens(file, text));
    let mut search =
        ModuleSites { smv: Smv { tree: &tree }, tokens, finder: Finder::new(text), variables: BTreeMap::new() };
    tree.modules.iter().for_each(|module| search.module(module));
    search.finder.found
}

/// An expression, or some operators in a row of one.
#[derive(Clone, Copy, Debug)]
struct View {
    expr: ExprId,
    /// The operators of a chain that are meant.
    from: usize,
    to: usize,
}

struct Smv<'a> {
    tree: &'a File,
}

impl Smv<'_> {
    fn whole(&self, expr: ExprId) -> View {
        let to = if let Expr::Chain(_, rest) = self.tree.expr(expr) { rest.len() } else { 0 };
        View { expr, from: 0, to }
    }

    fn part(&self, expr: ExprId, used: Use) -> Part<View> {
        Part { expr: self.whole(expr), used }
    }

    fn enclosed(&self, parts: &[ExprId]) -> Vec<Part<View>> {
        parts.iter().map(|e| self.part(*e, Use::Enclosed)).collect()
    }

    /// The outermost of the operators in a row, with what is on both sides of it.
    fn outermost(&self, view: View, first: ExprId, rest: &[(Binary, ExprId)]) -> Option<(Binary, View, View)> {
        let View { expr, from, to } = view;
        let operand = |at: usize| at.checked_sub(1).map_or(Some(first), |i| rest.get(i).map(|(_, e)| *e));
        let piece = |from: usize, to: usize| match from == to {
            true => operand(from).map(|e| self.whole(e)),
            false => Some(View { expr, from, to }),
        };
        let (operator, _) = rest.get(from)?;
        let at = if *operator == Binary::Implies { from } else { to.checked_sub(1)? };
        let (operator, _) = rest.get(at)?;
        Some((*operator, piece(from, at)?, piece(at + 1, to)?))
    }

    fn chain(&self, view: View, first: ExprId, rest: &[(Binary, ExprId)]) -> (Kind, Vec<Part<View>>) {
        let Some((operator, left, right)) = self.outermost(view, first, rest) else {
            return (Kind::Other { level: 0 }, Vec::new());
        };
        let parts = [left, right].map(|expr| Part { expr, used: Use::Operand });
        (Kind::Infix { operator: infix(operator), level: level(operator) }, parts.into())
    }

    fn branches(&self, branches: &[Branch], last: Option<ExprId>) -> Vec<Part<View>> {
        let default = branches.iter().rposition(|b| matches!(self.tree.expr(b.condition), Expr::Bool(true)));
        let mut parts = Vec::new();
        for (at, branch) in branches.iter().enumerate() {
            let can_be_false = last.is_some() || default.is_some_and(|default| at < default);
            let guard = Use::Guard { can_be_false, is_enclosed: last.is_none() };
            parts.extend([self.part(branch.condition, guard), self.part(branch.value, Use::Value)]);
        }
        parts.extend(last.map(|e| self.part(e, Use::LastValue)));
        parts
    }
}

impl Describe<View> for Smv<'_> {
    fn describe(&self, view: View) -> Described<View> {
        let operand = |e: &ExprId| vec![self.part(*e, Use::Operand)];
        let expr = self.tree.expr(view.expr);
        let (kind, parts) = match expr {
            Expr::Bool(value) => (Kind::Truth(*value), Vec::new()),
            Expr::Int(value) => (Kind::Integer((**value).clone()), Vec::new()),
            Expr::Unary(Unary::Not, e) => (Kind::Not { level: PREFIX }, operand(e)),
            Expr::Unary(Unary::Neg, e) => match self.tree.expr(*e) {
                Expr::Int(value) => (Kind::Integer(-(**value).clone()), Vec::new()),
                _ => (Kind::Other { level: PREFIX }, operand(e)),
            },
            Expr::Chain(first, rest) => self.chain(view, *first, rest),
            Expr::Choice(branches, last) => (Kind::Choice { level: CHOICE }, self.branches(branches, Some(*last))),
            Expr::Case(branches) => (Kind::Choice { level: u8::MAX }, self.branches(branches, None)),
            Expr::Set(items) => (Kind::Set, self.enclosed(items)),
            Expr::Unary(..) | Expr::Bounded { .. } | Expr::PathUntil(..) | Expr::PathUntilWithin(..) | Expr::Error => {
                (Kind::Other { level: 0 }, Vec::new())
            }
            _ => (Kind::Atom, self.enclosed(&expr.parts())),
        };
        Described { kind, span: self.tree.span(view.expr), parts }
    }
}

impl Dialect for Smv<'_> {
    fn level(&self, operator: Infix) -> u8 {
        binary(operator).map_or(0, level)
    }

    fn groups_right(&self, operator: Infix) -> bool {
        operator == Infix::Implies
    }

    fn spell(&self, operator: Infix, _: &str) -> Option<String> {
        binary(operator).map(|b| b.spelling().to_owned())
    }

    fn negation(&self) -> &'static str {
        "!"
    }

    fn truth(&self, value: bool) -> &'static str {
        if value { "TRUE" } else { "FALSE" }
    }
}

/// The operators that are replaced.
const OPERATORS: &[(Binary, Infix)] = &[
    (Binary::Add, Infix::Add),
    (Binary::Sub, Infix::Sub),
    (Binary::Mul, Infix::Mul),
    (Binary::Div, Infix::Div),
    (Binary::Mod, Infix::Mod),
    (Binary::Eq, Infix::Eq),
    (Binary::Ne, Infix::Ne),
    (Binary::Lt, Infix::Lt),
    (Binary::Le, Infix::Le),
    (Binary::Gt, Infix::Gt),
    (Binary::Ge, Infix::Ge),
    (Binary::And, Infix::And),
    (Binary::Or, Infix::Or),
    (Binary::Xor, Infix::Xor),
    (Binary::Implies, Infix::Implies),
    (Binary::Iff, Infix::Iff),
    (Binary::Xnor, Infix::Xnor),
];

fn infix(operator: Binary) -> Option<Infix> {
    OPERATORS.iter().find(|(b, _)| *b == operator).map(|(_, i)| *i)
}

fn binary(operator: Infix) -> Option<Binary> {
    OPERATORS.iter().find(|(_, i)| *i == operator).map(|(b, _)| *b)
}

/// Goes through the modules of a file.
struct ModuleSites<'a, 't> {
    smv: Smv<'a>,
    tokens: Tokens,
    finder: Finder<'t>,
    /// The state variables of the module, with their values; what arrays hold for arrays.
    variables: BTreeMap<String, Values>,
}

impl ModuleSites<'_, '_> {
    fn module(&mut self, module: &Module) {
        self.variables.clear();
        for item in &module.items {
            if let Item::Var { section: VarSection::State, name, ty } = item {
                let values = self.values(*ty);
                self.variables.insert(self.smv.tree.name(name.symbol).to_owned(), values);
            }
        }
        for item in &module.items {
            self.item(item);
        }
    }

    fn values(&self, ty: TypeId) -> Values {
        let mut ty = ty;
        loop {
            return match self.smv.tree.ty(ty) {
                Type::Boolean => Values::Truth,
                Type::Integer | Type::Real | Type::Range(..) => Values::Numbers,
                Type::Enum(items) => {
                    Values::Names(items.iter().map(|e| self.finder.slice(self.smv.tree.span(*e)).to_owned()).collect())
                }
                Type::Array { element, .. } => {
                    ty = *element;
                    continue;
                }
                Type::Word { .. } | Type::Instance { .. } | Type::Error => Values::Unknown,
            };
        }
    }

    fn item(&mut self, item: &Item) {
        let tree = self.smv.tree;
        match item {
            Item::Define { name, body, .. } => {
                let name = tree.name(name.symbol).to_owned();
                let site = Site { words: format!("the definition of `{name}`"), element: Some(name) };
                let found = self.expression(*body, Use::Enclosed, &site);
                self.sources(&found, &site);
            }
            Item::Assign { kind, target, value, .. } => self.assignment(*kind, *target, *value),
            Item::Constraint { kind: ConstraintKind::Init, expr } => {
                self.expression(*expr, Use::Condition, &Site { words: "INIT".to_owned(), element: None });
            }
            Item::Constraint { kind: ConstraintKind::Trans, expr } => {
                let site = Site { words: "TRANS".to_owned(), element: None };
                let found = self.expression(*expr, Use::Condition, &site);
                found.nodes.iter().for_each(|node| self.state(&found, node, &site));
            }
            _ => {}
        }
    }

    fn expression(&mut self, expr: ExprId, used: Use, site: &Site) -> Tree {
        let tree = Tree::new(&self.smv, &self.tokens, self.smv.whole(expr), used);
        self.finder.expression(&self.smv, &self.tokens, &tree, site);
        tree
    }

    fn assignment(&mut self, kind: AssignKind, target: ExprId, value: ExprId) {
        let name = self.finder.slice(self.smv.tree.span(target)).to_owned();
        let words = match kind {
            AssignKind::Now => format!("the value of `{name}`"),
            AssignKind::Init => format!("`init({name})`"),
            AssignKind::Next => format!("`next({name})`"),
        };
        let site = Site { words, element: Some(name.clone()) };
        let found = self.expression(value, Use::Enclosed, &site);
        if kind == AssignKind::Next {
            self.sources(&found, &site);
            self.effects(&found, &name, target, &site);
        }
    }

    /// The states that the conditions of choices ask for.
    fn sources(&mut self, tree: &Tree, site: &Site) {
        let mut ahead: Vec<&Node> = tree.guards();
        while let Some(node) = ahead.pop() {
            match node.infix() {
                Some((Infix::And, _)) => ahead.extend(tree.parts(node)),
                Some((Infix::Eq, _)) => self.state(tree, node, site),
                _ => {}
            }
        }
    }

    /// Changes the state in `s = A`, a source, or `next(s) = A`, a target.
    fn state(&mut self, tree: &Tree, node: &Node, site: &Site) {
        let (Some((Infix::Eq, _)), Some((left, right))) = (node.infix(), tree.operands(node)) else { return };
        for (variable, value) in [(left, right), (right, left)] {
            let (operator, name) = match tree.parts(variable) {
                [] => (Operator::Cs, variable),
                [inner] if self.finder.slice(variable.inner).starts_with("next") => (Operator::Ct, inner),
                _ => continue,
            };
            let Some(values) = self.variables.get(self.finder.slice(name.inner)).cloned() else { continue };
            for other in values.others(self.finder.slice(value.inner)) {
                self.finder.becomes(operator, value.inner, other, site);
            }
        }
    }

    /// The values of `next(x)`: where a transition leads, or what it does.
    fn effects(&mut self, tree: &Tree, name: &str, target: ExprId, site: &Site) {
        let values = self.variables.get(self.base(target)).cloned().unwrap_or(Values::Unknown);
        let guards = tree.guards();
        let asks = |n: &Node| {
            let is_inside = |g: &&Node| g.inner.start <= n.inner.start && n.inner.end <= g.inner.end;
            n.kind == Kind::Atom && self.finder.slice(n.inner) == name && guards.iter().any(is_inside)
        };
        let is_control = matches!(values, Values::Names(_)) && tree.nodes.iter().any(asks);
        let operator = if is_control { Operator::Ct } else { Operator::Reta };
        for value in tree.values() {
            let elements = if value.kind == Kind::Set { tree.parts(value) } else { std::slice::from_ref(value) };
            for element in elements {
                let place = (&self.smv, &self.tokens, tree);
                self.finder.other_values(operator, place, (element, &values), site);
            }
            if !is_control && self.finder.slice(value.inner) != name {
                let edit = Edit { span: value.inner, text: name.to_owned() };
                self.finder.removed(Operator::Rmta, edit, value.inner, site);
            }
        }
    }

    /// The variable that is assigned, also where only an element of it is.
    fn base(&self, target: ExprId) -> &str {
        let mut target = target;
        while let Expr::Index(base, _) = self.smv.tree.expr(target) {
            target = *base;
        }
        match self.smv.tree.expr(target) {
            Expr::Name(symbol) => self.smv.tree.name(*symbol),
            _ => "",
        }
    }
}
