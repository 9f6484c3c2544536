//! Builds the instance tree, in the order of declaration.

use super::{Decl, Instance, InstanceId, Model, Named, NamedId, NamedKind, VarDecl, VarDeclId};
use crate::smv::ast::{ExprId, File, Ident, Item, Module, Symbol, Type, VarSection};
use crate::smv::codes;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::Reporter;

/// How many instances a model may have. Modules that each declare two of the next make a small file a huge model.
const MOST_INSTANCES: usize = 200_000;

/// The instance tree below `main`. It is complete unless errors are reported.
pub(in crate::smv) fn build<'a>(file: &'a File, reporter: &mut Reporter) -> Model<'a> {
    let mut builder =
        Builder { file, modules: IndexMap::default(), model: Model::default(), reporter, remote: Vec::new() };
    builder.index_modules();
    builder.main();
    builder.remote_definitions();
    builder.model
}

pub(super) struct Builder<'a, 'r> {
    pub(super) file: &'a File,
    modules: IndexMap<Symbol, &'a Module, FxBuildHasher>,
    pub(super) model: Model<'a>,
    pub(super) reporter: &'r mut Reporter,
    /// Definitions for other instances: where they are written, the path to the instance, the name and the body.
    pub(super) remote: Vec<(InstanceId, ExprId, Ident, ExprId)>,
}

/// An instance that is declared and still has to be filled.
struct Pending<'a> {
    parent: Option<InstanceId>,
    name: Option<Ident>,
    module: &'a Module,
    arguments: &'a [ExprId],
    process: bool,
    span: Span,
}

impl<'a> Builder<'a, '_> {
    fn index_modules(&mut self) {
        for module in &self.file.modules {
            let name = module.name;
            if let Some(first) = self.modules.get(&name.symbol) {
                let headline = format!("module `{}` is declared twice", self.file.name(name.symbol));
                let diagnostic = Diagnostic::at(codes::DUPLICATE, name.span, headline, "declared again")
                    .label(first.name.span, "first declared here");
                self.reporter.push(diagnostic);
                continue;
            }
            self.modules.insert(name.symbol, module);
        }
    }

    fn main(&mut self) {
        let main = self.file.find("main").and_then(|s| self.modules.get(&s).copied());
        let Some(module) = main else {
            let mut diagnostic = Diagnostic::new(codes::NO_MAIN, "there is no module called `main`");
            if let Some(module) = self.file.modules.first() {
                diagnostic = diagnostic.label(module.name.span, "the file begins with this module");
            }
            self.reporter.push(diagnostic.help("the model is what `MODULE main` describes"));
            return;
        };
        if let Some(param) = module.params.first() {
            let headline = "module `main` cannot have parameters";
            self.reporter.push(Diagnostic::at(codes::ARITY, param.span, headline, "parameter of `main`"));
            return;
        }
        self.instantiate(Pending {
            parent: None,
            name: None,
            module,
            arguments: &[],
            process: true,
            span: module.name.span,
        });
    }

    /// Creates an instance and everything below it. The recursion is as deep as the nesting of modules, which cannot
    /// exceed their number because a module must not contain itself.
    fn instantiate(&mut self, pending: Pending<'a>) -> Option<InstanceId> {
        if self.is_recursive(&pending) || !self.arity_fits(&pending) || self.is_too_large(&pending) {
            return None;
        }
        let id = InstanceId(self.model.instances.len() as u32);
        let path = match (pending.parent, pending.name) {
            (Some(parent), Some(name)) => self.model.instance(parent).qualified(self.file.name(name.symbol)),
            _ => String::new(),
        };
        let items = self.items_of(pending.module);
        self.model.instances.push(Instance {
            path,
            module: pending.module.name,
            span: pending.span,
            parent: pending.parent,
            process: match pending.parent {
                Some(parent) if !pending.process => self.model.instance(parent).process,
                _ => id,
            },
            items: items.clone(),
            names: IndexMap::default(),
        });
        self.bind_parameters(id, &pending);
        for item in items {
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.declare(id, item));
        }
        Some(id)
    }

    fn is_recursive(&mut self, pending: &Pending<'a>) -> bool {
        let mut ancestor = pending.parent;
        while let Some(id) = ancestor {
            let instance = self.model.instance(id);
            if instance.module.symbol == pending.module.name.symbol {
                let headline = format!("module `{}` contains itself", self.file.name(instance.module.symbol));
                let diagnostic =
                    Diagnostic::at(codes::RECURSIVE_MODULE, pending.span, headline, "instantiated again here")
                        .label(instance.module.span, "inside an instance of this module");
                self.reporter.push(diagnostic);
                return true;
            }
            ancestor = instance.parent;
        }
        false
    }

    fn arity_fits(&mut self, pending: &Pending<'a>) -> bool {
        let (expected, found) = (pending.module.params.len(), pending.arguments.len());
        if expected == found {
            return true;
        }
        let headline = format!(
            "module `{}` takes {}, found {found}",
            self.file.name(pending.module.name.symbol),
            counted(expected, "argument")
        );
        let diagnostic =
            Diagnostic::at(codes::ARITY, pending.span, headline, format!("{} given", counted(found, "argument")))
                .label(pending.module.name.span, format!("{} declared", counted(expected, "parameter")));
        self.reporter.push(diagnostic);
        false
    }

    fn is_too_large(&mut self, pending: &Pending<'a>) -> bool {
        let full = self.model.instances.len() >= MOST_INSTANCES;
        if full {
            let headline = format!("more than {MOST_INSTANCES} module instances");
            self.reporter.push(Diagnostic::at(codes::TOO_LARGE, pending.span, headline, "the limit is reached here"));
        }
        full
    }

    /// The declarations of a module with those of its `ISA` modules in place. A module that inherits from itself is
    /// reported and read once.
    fn items_of(&mut self, module: &'a Module) -> Vec<&'a Item> {
        let mut items = Vec::new();
        let mut inherited = vec![module.name.symbol];
        let mut stack: Vec<&'a Item> = module.items.iter().rev().collect();
        while let Some(item) = stack.pop() {
            let Item::Isa(name) = item else {
                items.push(item);
                continue;
            };
            match self.modules.get(&name.symbol).copied() {
                None => self.unknown_module(*name),
                Some(base) if inherited.contains(&base.name.symbol) => {
                    let headline = format!("`ISA {}` inherits a second time", self.file.name(name.symbol));
                    self.reporter.push(Diagnostic::at(
                        codes::RECURSIVE_MODULE,
                        name.span,
                        headline,
                        "already inherited",
                    ));
                }
                Some(base) => {
                    inherited.push(base.name.symbol);
                    stack.extend(base.items.iter().rev());
                }
            }
        }
        items
    }

    fn unknown_module(&mut self, name: Ident) {
        let headline = format!("there is no module called `{}`", self.file.name(name.symbol));
        self.reporter.push(Diagnostic::at(codes::UNKNOWN_MODULE, name.span, headline, "not declared in this file"));
    }

    fn bind_parameters(&mut self, id: InstanceId, pending: &Pending<'a>) {
        for (param, argument) in pending.module.params.iter().zip(pending.arguments) {
            let scope = pending.parent.unwrap_or(id);
            let named =
                self.add_named(Named { kind: NamedKind::Param, scope, owner: id, name: *param, expr: *argument });
            self.add_name(id, *param, Decl::Param(named));
        }
    }

    fn add_named(&mut self, named: Named) -> NamedId {
        self.model.named.push(named);
        NamedId(self.model.named.len() as u32 - 1)
    }

    /// A definition that `owner` knows by `name`, written in `scope`.
    pub(super) fn add_define(&mut self, owner: InstanceId, scope: InstanceId, name: Ident, expr: ExprId) {
        let named = self.add_named(Named { kind: NamedKind::Define, scope, owner, name, expr });
        self.add_name(owner, name, Decl::Define(named));
    }

    fn declare(&mut self, id: InstanceId, item: &'a Item) {
        match item {
            Item::Define { instance: None, name, body } => self.add_define(id, id, *name, *body),
            Item::Define { instance: Some(path), name, body } => self.remote.push((id, *path, *name, *body)),
            Item::Var { section, name, ty } => match self.file.ty(*ty) {
                Type::Instance { .. } if *section != VarSection::State => {
                    let headline = "a module instance can only be declared in `VAR`";
                    self.reporter.push(Diagnostic::at(codes::SYNTAX, name.span, headline, "declared elsewhere"));
                }
                Type::Instance { module, arguments, process } => {
                    let span = name.span.to(self.file.type_span(*ty));
                    self.child(id, *name, *module, (arguments, *process), span);
                }
                _ => {
                    self.model.vars.push(VarDecl { instance: id, item });
                    let decl = Decl::Var(VarDeclId(self.model.vars.len() as u32 - 1));
                    self.add_name(id, *name, decl);
                }
            },
            _ => {}
        }
    }

    fn child(
        &mut self,
        parent: InstanceId,
        name: Ident,
        module: Ident,
        (arguments, process): (&'a [ExprId], bool),
        span: Span,
    ) {
        let Some(found) = self.modules.get(&module.symbol).copied() else {
            return self.unknown_module(module);
        };
        let pending = Pending { parent: Some(parent), name: Some(name), module: found, arguments, process, span };
        if let Some(child) = self.instantiate(pending) {
            self.add_name(parent, name, Decl::Instance(child));
        }
    }

    fn add_name(&mut self, id: InstanceId, name: Ident, decl: Decl) {
        let names = &mut self.model.instances[id.0 as usize].names;
        if let Some((_, first)) = names.get(&name.symbol) {
            let headline = format!("`{}` is declared twice", self.file.name(name.symbol));
            let diagnostic = Diagnostic::at(codes::DUPLICATE, name.span, headline, "declared again")
                .label(*first, "first declared here");
            self.reporter.push(diagnostic);
            return;
        }
        names.insert(name.symbol, (decl, name.span));
    }
}

/// "1 argument", "2 arguments".
fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}
