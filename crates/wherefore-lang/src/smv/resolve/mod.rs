//! From modules to instances: the tree below `main`, with one table of names for each instance.
//!
//! Nothing is typed or evaluated here. Parameters are kept as the expression that was passed and the instance it was
//! written in, because SMV passes by reference: a formal parameter is another name for the actual expression, which may
//! be a whole instance. `ISA m` copies the declarations of module `m` into the module that says so.

mod instances;
mod remote;

pub(super) use instances::build;

use super::ast::{ExprId, Ident, Item, Symbol};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use wherefore_diag::Span;

/// Index of an instance; `main` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct InstanceId(pub u32);

/// Index of a declared variable or array, before arrays are taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VarDeclId(pub u32);

/// Index of a definition or of a bound parameter: a named expression in the scope where it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NamedId(pub u32);

/// Meaning of a name inside an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decl {
    Var(VarDeclId),
    Define(NamedId),
    Param(NamedId),
    Instance(InstanceId),
}

/// One module instance.
#[derive(Debug)]
pub(super) struct Instance<'a> {
    /// Its full name; empty for `main`.
    pub path: String,
    /// The name of its module.
    pub module: Ident,
    /// Where it is declared.
    pub span: Span,
    pub parent: Option<InstanceId>,
    /// The process that it is part of: itself, or the process or `main` around it.
    pub process: InstanceId,
    /// The declarations of its module, those of `ISA` modules in place.
    pub items: Vec<&'a Item>,
    pub names: IndexMap<Symbol, (Decl, Span), FxBuildHasher>,
}

impl Instance<'_> {
    /// The full name of something declared in the instance.
    pub fn qualified(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }
}

/// A variable or array as declared.
#[derive(Clone, Copy, Debug)]
pub(super) struct VarDecl<'a> {
    pub instance: InstanceId,
    pub item: &'a Item,
}

/// Why a named expression has its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamedKind {
    Define,
    Param,
}

/// A definition or bound parameter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub kind: NamedKind,
    /// The scope to read the expression in.
    pub scope: InstanceId,
    /// The instance that knows it by this name.
    pub owner: InstanceId,
    pub name: Ident,
    pub expr: ExprId,
}

/// The instance tree.
#[derive(Debug, Default)]
pub(super) struct Model<'a> {
    pub instances: Vec<Instance<'a>>,
    pub vars: Vec<VarDecl<'a>>,
    pub named: Vec<Named>,
}

impl<'a> Model<'a> {
    pub fn instance(&self, id: InstanceId) -> &Instance<'a> {
        &self.instances[id.0 as usize]
    }

    /// The processes, `main` first; only `main` in a model without any other.
    pub fn processes(&self) -> impl Iterator<Item = InstanceId> + '_ {
        (0..self.instances.len() as u32).map(InstanceId).filter(|id| self.instance(*id).process == *id)
    }

    pub fn named(&self, id: NamedId) -> Named {
        self.named[id.0 as usize]
    }
}
