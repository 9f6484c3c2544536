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

mod dialect;
mod names;

use self::dialect::Smv;
use crate::{
    Edit, ElementKind, Infix, Inventory, Kind, Mutant, Mutants, Node, Operator, Options, Piece, Reach, Role, Site,
    Tokens, Tree, Use, Values, of_model,
};
use std::rc::Rc;
use wherefore_diag::{Diagnostics, FileId};
use wherefore_lang::smv::ast::{AssignKind, ConstraintKind, Expr, ExprId, File, Item, Module, Type};
use wherefore_lang::smv::{load, parse, tokens};

/// All mutants of a model; its errors if it cannot be read.
pub fn mutants(file: FileId, text: &str, options: &Options) -> Result<Mutants, Diagnostics> {
    of_model(text, options, |text| load(file, text), || candidates(file, text))
}

/// The mutants of a text, not all of which can be read.
pub(crate) fn candidates(file: FileId, text: &str) -> Vec<Mutant> {
    inventory(file, text, Reach::Mistakes).mistakes()
}

/// All that is found in a text.
pub(crate) fn inventory(file: FileId, text: &str, reach: Reach) -> Inventory<'_, Smv> {
    let (tree, _) = parse(file, text);
    let smv = Rc::new(Smv { tree, tokens: Tokens::new(tokens(file, text)) });
    let mut search = ModuleSites { smv: smv.clone(), inventory: Inventory::new(text, reach), scope: 0 };
    search.file(&smv.tree);
    search.inventory
}

/// Goes through the modules of a file.
struct ModuleSites<'t> {
    smv: Rc<Smv>,
    inventory: Inventory<'t, Smv>,
    /// The scope of the module.
    scope: usize,
}

impl ModuleSites<'_> {
    fn file(&mut self, tree: &File) {
        self.declare(tree);
        for (scope, module) in tree.modules.iter().enumerate() {
            self.scope = scope;
            module.items.iter().for_each(|item| self.item(module, item));
        }
    }

    fn item(&mut self, module: &Module, item: &Item) {
        match item {
            Item::Var { name, ty, .. } => {
                if let Type::Instance { module: of, arguments, .. } = self.smv.tree.ty(*ty).clone() {
                    let name = self.smv.tree.name(name.symbol).to_owned();
                    arguments.iter().enumerate().for_each(|(at, e)| self.argument(&name, of.symbol, at, *e));
                }
            }
            Item::Define { name, body, .. } => self.definition(name.symbol, *body),
            Item::Assign { kind, target, value, .. } => self.assignment(*kind, *target, *value),
            Item::Constraint { kind, expr } => self.constraint(module, *kind, *expr),
            _ => {}
        }
    }

    fn definition(&mut self, name: wherefore_lang::smv::ast::Symbol, body: ExprId) {
        let name = self.smv.tree.name(name).to_owned();
        let site = Site { words: format!("the definition of `{name}`"), element: Some(name.clone()) };
        let at = self.piece(body, (Use::Enclosed, Role::Value), &site, None);
        self.defined(&name, at);
        self.with(at, |sites, tree| {
            sites.inventory.whole(ElementKind::Definition, &name, &site.words, tree);
            sites.inventory.finder.expression(&*sites.smv.clone(), tree, &site);
            sites.sources(tree, &site);
        });
    }

    /// An argument of an instance is the value of a parameter.
    fn argument(&mut self, instance: &str, of: wherefore_lang::smv::ast::Symbol, number: usize, expr: ExprId) {
        let words = format!("argument {} of `{instance}`", number + 1);
        let site = Site { words, element: Some(instance.to_owned()) };
        let at = self.piece(expr, (Use::Argument, Role::Value), &site, None);
        self.passed(of, number, at);
        self.with(at, |sites, tree| {
            if let Some(root) = tree.root() {
                let name = format!("argument {} of {instance}", number + 1);
                sites.inventory.node_element(ElementKind::Argument, &name, site.words.clone(), root);
            }
            sites.inventory.finder.expression(&*sites.smv.clone(), tree, &site);
        });
    }

    fn constraint(&mut self, _module: &Module, kind: ConstraintKind, expr: ExprId) {
        let (element, role, word) = match kind {
            ConstraintKind::Init => (ElementKind::InitialCondition, Role::Condition, "INIT"),
            ConstraintKind::Trans => (ElementKind::StepCondition, Role::Steps, "TRANS"),
            ConstraintKind::Invar => (ElementKind::Assumption, Role::Given, "INVAR"),
            ConstraintKind::Justice => return,
        };
        let site = Site { words: word.to_owned(), element: None };
        let at = self.piece(expr, (Use::Condition, role), &site, None);
        self.with(at, |sites, tree| {
            sites.inventory.conjuncts(element, word, tree);
            if role == Role::Given && sites.inventory.finder.reach == Reach::Mistakes {
                return;
            }
            sites.inventory.finder.expression(&*sites.smv.clone(), tree, &site);
            if role == Role::Steps {
                tree.nodes.iter().for_each(|node| sites.state(tree, node, &site));
            }
        });
    }

    fn assignment(&mut self, kind: AssignKind, target: ExprId, value: ExprId) {
        let name = self.inventory.finder.slice(self.smv.tree.span(target)).to_owned();
        let (words, element, report, role) = match kind {
            AssignKind::Now => (format!("the value of `{name}`"), ElementKind::CurrentValue, name.clone(), Role::Value),
            AssignKind::Init => {
                (format!("`init({name})`"), ElementKind::InitialValue, format!("init({name})"), Role::First)
            }
            AssignKind::Next => {
                (format!("`next({name})`"), ElementKind::NextValue, format!("next({name})"), Role::Next)
            }
        };
        let site = Site { words, element: Some(name.clone()) };
        let at = self.piece(value, (Use::Enclosed, role), &site, Some(name.clone()));
        let values = self.values_of_target(target);
        if let Some(piece) = self.inventory.pieces.get_mut(at) {
            piece.values = values.clone();
        }
        self.with(at, |sites, tree| {
            sites.inventory.whole(element, &report, &site.words, tree);
            sites.inventory.finder.expression(&*sites.smv.clone(), tree, &site);
            if kind == AssignKind::Next {
                sites.sources(tree, &site);
                sites.effects(tree, &name, &values, &site);
            }
        });
    }

    /// Keeps an expression; gives its index.
    fn piece(&mut self, expr: ExprId, (used, role): (Use, Role), site: &Site, target: Option<String>) -> usize {
        let tree = Tree::new(&*self.smv, &self.smv.tokens, self.smv.whole(expr), used);
        let (dialect, site, scope) = (self.smv.clone(), site.clone(), self.scope);
        self.inventory.pieces.push(Piece { dialect, tree, site, scope, values: Values::Unknown, role, target });
        self.inventory.pieces.len() - 1
    }

    /// Does something with the tree of a piece.
    fn with(&mut self, at: usize, act: impl FnOnce(&mut Self, &Tree)) {
        let Some(piece) = self.inventory.pieces.get_mut(at) else { return };
        let tree = std::mem::take(&mut piece.tree);
        act(self, &tree);
        if let Some(piece) = self.inventory.pieces.get_mut(at) {
            piece.tree = tree;
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
                [inner] if self.inventory.finder.slice(variable.inner).starts_with("next") => (Operator::Ct, inner),
                _ => continue,
            };
            let values = self.state_variable(self.inventory.finder.slice(name.inner));
            for other in values.others(self.inventory.finder.slice(value.inner), self.inventory.finder.reach.most()) {
                self.inventory.finder.becomes(operator, value.inner, other, site);
            }
        }
    }

    /// The values of `next(x)`: where a transition leads, or what it does.
    fn effects(&mut self, tree: &Tree, name: &str, values: &Values, site: &Site) {
        let finder = &mut self.inventory.finder;
        let guards = tree.guards();
        let asks = |n: &Node| {
            let is_inside = |g: &&Node| g.inner.start <= n.inner.start && n.inner.end <= g.inner.end;
            n.kind == Kind::Atom && finder.slice(n.inner) == name && guards.iter().any(is_inside)
        };
        let is_control = matches!(values, Values::Names(_)) && tree.nodes.iter().any(asks);
        let operator = if is_control { Operator::Ct } else { Operator::Reta };
        for value in tree.values() {
            let elements = if value.kind == Kind::Set { tree.parts(value) } else { std::slice::from_ref(value) };
            for element in elements {
                finder.other_values(operator, (&*self.smv, tree), (element, values), site);
            }
            if !is_control && finder.slice(value.inner) != name {
                let edit = Edit { span: value.inner, text: name.to_owned() };
                finder.removed(Operator::Rmta, edit, value.inner, site);
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
