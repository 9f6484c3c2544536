//! The names of a Lustre program, with their types as far as the text says them.

use crate::{Scope, Values};
use rustc_hash::FxHashMap;
use wherefore_lang::lustre::ast::{Const, ContractItem, Decl, ExprKind, Node, Program, Type, TypeKind, Variable};

/// How many times the name of a type may stand for another one.
const MOST_ALIASES: usize = 20;

/// The types and constants of a program.
pub(super) struct Names<'p> {
    types: FxHashMap<&'p str, &'p Type>,
    constants: Vec<&'p Const>,
}

impl<'p> Names<'p> {
    pub fn new(program: &'p Program) -> Names<'p> {
        let mut names = Names { types: FxHashMap::default(), constants: Vec::new() };
        for decl in &program.decls {
            match decl {
                Decl::Type { name, body: Some(body), .. } => drop(names.types.insert(&name.text, body)),
                Decl::Const(constant) => names.constants.push(constant),
                _ => {}
            }
        }
        names
    }

    /// The names that can be used in the body of a node.
    pub fn scope(&self, node: &Node) -> Scope {
        let mut scope = Scope::default();
        let declared = node.inputs.iter().chain(&node.locals).chain(&node.outputs);
        declared.for_each(|variable| self.variable(&mut scope, variable));
        for item in &node.contract {
            if let ContractItem::Var { variables, .. } = item {
                variables.iter().for_each(|variable| self.variable(&mut scope, variable));
            }
        }
        for constant in self.constants.iter().copied().chain(&node.constants) {
            scope.add(constant.name.text.clone(), self.constant(constant));
        }
        scope
    }

    fn variable(&self, scope: &mut Scope, variable: &Variable) {
        let values = if variable.clock.is_some() { Values::Unknown } else { self.values(&variable.ty) };
        scope.add(variable.name.text.clone(), values);
    }

    fn constant(&self, constant: &Const) -> Values {
        match (&constant.ty, constant.value.as_ref().map(|e| &e.kind)) {
            (Some(ty), _) => self.values(ty),
            (None, Some(ExprKind::Bool(_))) => Values::Truth,
            (None, Some(ExprKind::Int(_))) => Values::Numbers,
            (None, Some(ExprKind::Real(_))) => Values::Like("real".to_owned()),
            _ => Values::Unknown,
        }
    }

    fn values(&self, ty: &Type) -> Values {
        let mut ty = ty;
        for _ in 0..MOST_ALIASES {
            return match &ty.kind {
                TypeKind::Bool => Values::Truth,
                TypeKind::Int | TypeKind::Subrange(..) => Values::Numbers,
                TypeKind::Real => Values::Like("real".to_owned()),
                TypeKind::Machine { signed, width } => Values::Like(format!("{signed} {width}")),
                TypeKind::Enum(names) => Values::Names(names.iter().map(|n| n.text.clone()).collect()),
                TypeKind::Refined { base, .. } => {
                    ty = base;
                    continue;
                }
                TypeKind::Named(name, _) => match self.types.get(name.text.as_str()) {
                    Some(body) => {
                        ty = body;
                        continue;
                    }
                    None => Values::Like(name.text.clone()),
                },
                _ => Values::Unknown,
            };
        }
        Values::Unknown
    }
}
