//! The names of an SMV model: variables, definitions and parameters of its modules, and those of instances in a module.

use super::ModuleSites;
use crate::{Scope, Values};
use wherefore_lang::smv::ast::{ExprId, File, Item, Module, Symbol, Type, TypeId};

impl ModuleSites<'_> {
    /// Makes a scope for each module.
    pub(super) fn declare(&mut self, tree: &File) {
        let scopes: Vec<Scope> = tree.modules.iter().map(|module| self.scope(tree, module)).collect();
        self.inventory.scopes = scopes;
    }

    fn scope(&self, tree: &File, module: &Module) -> Scope {
        let mut scope = Scope::default();
        for (name, ty) in variables(tree, module) {
            self.add(&mut scope, name.to_owned(), ty);
            let Type::Instance { module: of, .. } = tree.ty(ty) else { continue };
            let Some(inner) = tree.modules.iter().find(|m| m.name.symbol == of.symbol) else { continue };
            for (member, ty) in variables(tree, inner) {
                self.add(&mut scope, format!("{name}.{member}"), ty);
            }
        }
        scope
    }

    fn add(&self, scope: &mut Scope, name: String, ty: TypeId) {
        let values = self.values(ty);
        if matches!(values, Values::Unknown) || matches!(self.smv.tree.ty(ty), Type::Array { .. }) {
            return;
        }
        scope.add(name, values);
        if let (Type::Range(low, high), Some(last)) = (self.smv.tree.ty(ty), scope.variables.last_mut()) {
            last.bounds = [low, high].map(|e| self.inventory.finder.slice(self.smv.tree.span(*e)).to_owned()).into();
        }
    }

    /// The values of a type; those of its elements for an array.
    fn values(&self, ty: TypeId) -> Values {
        let mut ty = ty;
        loop {
            let text = |e: &ExprId| self.inventory.finder.slice(self.smv.tree.span(*e)).to_owned();
            return match self.smv.tree.ty(ty) {
                Type::Boolean => Values::Truth,
                Type::Integer | Type::Real | Type::Range(..) => Values::Numbers,
                Type::Enum(items) => Values::Names(items.iter().map(text).collect()),
                Type::Array { element, .. } => {
                    ty = *element;
                    continue;
                }
                Type::Word { signed, width } => Values::Like(format!("{signed} word[{}]", text(width))),
                Type::WordArray { .. } | Type::Instance { .. } | Type::Error => Values::Unknown,
            };
        }
    }

    /// The values of what is assigned.
    pub(super) fn values_of_target(&self, target: ExprId) -> Values {
        let name = self.base(target);
        let module = self.smv.tree.modules.get(self.scope);
        let ty = module.and_then(|m| variables(&self.smv.tree, m).find(|(n, _)| *n == name).map(|(_, ty)| ty));
        ty.map_or(Values::Unknown, |ty| self.values(ty))
    }

    /// The values of a name that can be a state.
    pub(super) fn state_variable(&self, name: &str) -> Values {
        let module = self.smv.tree.modules.get(self.scope);
        let is_state = |item: &&Item| {
            use wherefore_lang::smv::ast::VarSection::State;
            matches!(item, Item::Var { section: State, name: own, .. } if self.smv.tree.name(own.symbol) == name)
        };
        match module.and_then(|m| m.items.iter().find(is_state)) {
            Some(Item::Var { ty, .. }) => self.values(*ty),
            _ => Values::Unknown,
        }
    }

    /// A definition has the values of its body, in its module and as a member of instances.
    pub(super) fn defined(&mut self, name: &str, piece: usize) {
        let smv = self.smv.clone();
        let tree = &smv.tree;
        if let Some(scope) = self.inventory.scopes.get_mut(self.scope) {
            scope.defined.push((name.to_owned(), piece));
        }
        let own = tree.modules.get(self.scope).map(|m| m.name.symbol);
        for (module, scope) in tree.modules.iter().zip(&mut self.inventory.scopes) {
            for (instance, ty) in variables(tree, module) {
                if matches!(tree.ty(ty), Type::Instance { module, .. } if Some(module.symbol) == own) {
                    scope.defined.push((format!("{instance}.{name}"), piece));
                }
            }
        }
    }

    /// A parameter has the values of its first argument.
    pub(super) fn passed(&mut self, module: Symbol, number: usize, piece: usize) {
        let smv = self.smv.clone();
        let tree = &smv.tree;
        let Some(at) = tree.modules.iter().position(|m| m.name.symbol == module) else { return };
        let parameter = tree.modules.get(at).and_then(|m| m.params.get(number)).map(|p| tree.name(p.symbol));
        if let (Some(name), Some(scope)) = (parameter, self.inventory.scopes.get_mut(at)) {
            scope.defined.push((name.to_owned(), piece));
        }
    }
}

fn variables<'f>(tree: &'f File, module: &'f Module) -> impl Iterator<Item = (&'f str, TypeId)> {
    module.items.iter().filter_map(|item| match item {
        Item::Var { name, ty, .. } => Some((tree.name(name.symbol), *ty)),
        _ => None,
    })
}
