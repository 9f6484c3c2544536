//! Meaning of names: variables, definitions, parameters, instances and symbolic constants.
//!
//! Definitions and parameters are lowered when they are first used and remembered. A name that is met again while it is
//! being lowered depends on itself; the trail of names then under way is the cycle that is shown.

use super::Lowerer;
use super::hazard::MOST_HAZARDS;
use super::val::ValId;
use crate::smv::ast::{Expr, ExprId, Ident, Symbol};
use crate::smv::codes;
use crate::smv::resolve::{Decl, InstanceId, NamedId, NamedKind, VarDeclId};
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::{Define, ElementId, ElementKind, When};
use wherefore_syntax::{Checked, Reported};

/// How far the lowering of a definition or parameter has come.
#[derive(Clone, Copy, Debug)]
pub(super) enum NamedState {
    Waiting,
    UnderWay,
    Done(ValId, Option<ElementId>),
    Failed,
}

/// Target of a path such as `a.b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Instance(InstanceId),
    Var(VarDeclId),
    Define(NamedId),
    /// A parameter whose actual expression is not a path.
    Param(NamedId),
    Literal(Symbol),
    /// Whether a process runs in the next step.
    Running(InstanceId),
}

impl Lowerer<'_, '_> {
    /// Follows a path; `None` if the expression is not one.
    pub(super) fn follow(&mut self, expr: ExprId, scope: InstanceId) -> Checked<Option<Target>> {
        match self.file.expr(expr) {
            Expr::Name(symbol) => {
                let name = Ident { symbol: *symbol, span: self.span(expr) };
                self.lookup(name, scope, scope).map(Some)
            }
            Expr::SelfName => Ok(Some(Target::Instance(scope))),
            Expr::Dot(base, member) => {
                let (base, member) = (*base, *member);
                if let Some(target) = self.flat(expr, scope) {
                    return Ok(Some(target));
                }
                let target = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.follow(base, scope))?;
                match target {
                    Some(Target::Instance(instance)) => self.lookup(member, instance, scope).map(Some),
                    _ => {
                        let (span, text) = (self.span(base), self.excerpt(self.span(base)));
                        let headline = format!("`{text}` is not a module instance");
                        Err(self.error(codes::TYPE_CLASH, span, headline, "has no members"))
                    }
                }
            }
            _ => Ok(None),
        }
    }

    /// Target of a path that is one name with dots, as in a model that was made flat.
    fn flat(&self, path: ExprId, scope: InstanceId) -> Option<Target> {
        if !self.dotted {
            return None;
        }
        let symbol = self.file.find(&self.file.path_text(path)?)?;
        match self.model.instance(scope).names.get(&symbol).map(|(decl, _)| *decl) {
            Some(Decl::Var(id)) => Some(Target::Var(id)),
            Some(Decl::Define(id)) => Some(Target::Define(id)),
            _ => self.literals.contains(&symbol).then_some(Target::Literal(symbol)),
        }
    }

    /// A name inside `instance`; symbolic constants only if it is looked up in its own scope.
    fn lookup(&mut self, name: Ident, instance: InstanceId, scope: InstanceId) -> Checked<Target> {
        match self.model.instance(instance).names.get(&name.symbol).map(|(decl, _)| *decl) {
            Some(Decl::Var(id)) => Ok(Target::Var(id)),
            Some(Decl::Define(id)) => Ok(Target::Define(id)),
            Some(Decl::Instance(id)) => Ok(Target::Instance(id)),
            Some(Decl::Param(id)) => self.follow_param(id, name.span),
            None if self.has_running(name, instance) => Ok(Target::Running(instance)),
            None if instance == scope && self.literals.contains(&name.symbol) => Ok(Target::Literal(name.symbol)),
            None => Err(self.undefined(name, instance)),
        }
    }

    /// A parameter is another name for what was passed. A parameter that is passed to itself through instances is a
    /// cycle, which the trail shows.
    fn follow_param(&mut self, id: NamedId, used: Span) -> Checked<Target> {
        let named = self.model.named(id);
        let is_open = self.open_place(self.span(named.expr)).is_some();
        if is_open || !matches!(self.file.expr(named.expr), Expr::Name(_) | Expr::SelfName | Expr::Dot(..)) {
            return Ok(Target::Param(id));
        }
        let name = self.model.instance(named.owner).qualified(self.file.name(named.name.symbol));
        if self.trail.iter().any(|(n, s)| *n == name && *s == named.name.span) {
            return Err(self.circular(&name, used));
        }
        self.trail.push((name, named.name.span));
        let target = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.follow(named.expr, named.scope));
        self.trail.pop();
        target.map(|t| t.unwrap_or(Target::Param(id)))
    }

    fn undefined(&mut self, name: Ident, instance: InstanceId) -> Reported {
        let text = self.file.name(name.symbol);
        if let Some(reported) = self.refuse_process_name(name) {
            return reported;
        }
        if let Some(help) = foreign_constant(text) {
            let headline = format!("`{text}` is not supported");
            let diagnostic = Diagnostic::at(codes::UNSUPPORTED, name.span, headline, "not supported");
            return self.reporter.push(diagnostic.help(help));
        }
        let table = self.model.instance(instance);
        let whole = if table.path.is_empty() { "main".to_owned() } else { table.path.clone() };
        let candidates = table.names.keys().chain(&self.literals).map(|s| self.file.name(*s));
        let close = nearest(text, candidates).map(str::to_owned);
        let headline = format!("nothing is called `{text}` in {whole}");
        let mut diagnostic = Diagnostic::at(codes::UNDEFINED_NAME, name.span, headline, "not declared");
        if let Some(close) = close {
            diagnostic = diagnostic.help(format!("did you mean `{close}`?"));
        }
        self.reporter.push(diagnostic)
    }

    /// Reports the cycle that ends in `name`.
    pub(super) fn circular(&mut self, name: &str, used: Span) -> Reported {
        let start = self.trail.iter().rposition(|(n, _)| n == name).unwrap_or(0);
        let headline = format!("circular definition of `{name}`");
        let mut diagnostic = Diagnostic::at(codes::CIRCULAR, used, headline, format!("depends on `{name}` again"));
        for (member, span) in self.trail[start..].iter().take(12) {
            diagnostic = diagnostic.label(*span, format!("`{member}` is part of the cycle"));
        }
        self.reporter.push(diagnostic)
    }

    /// The value of a definition or of a parameter that is not a path.
    pub(super) fn named_val(&mut self, id: NamedId, used: Span) -> Checked<ValId> {
        let named = self.model.named(id);
        match self.named[id.0 as usize] {
            NamedState::Done(val, _) => return Ok(val),
            NamedState::Failed => return Err(Reported),
            NamedState::UnderWay => {
                let name = self.named_name(id);
                return Err(self.circular(&name, used));
            }
            NamedState::Waiting => {}
        }
        self.named[id.0 as usize] = NamedState::UnderWay;
        let name = self.named_name(id);
        let element = (named.kind == NamedKind::Define).then(|| {
            let (parent, span) = (self.component(named.scope), named.name.span.to(self.span(named.expr)));
            self.add_element(ElementKind::Definition, name.clone(), span, parent)
        });
        let inner = element.unwrap_or_else(|| self.component(named.scope));
        let owner = self.owner.replace(inner);
        self.trail.push((name, named.name.span));
        let result = self.expr(named.expr, named.scope);
        self.trail.pop();
        self.owner = owner;
        if let Ok(val) = result {
            self.settle_hazards(val, element);
        }
        self.named[id.0 as usize] = result.map_or(NamedState::Failed, |val| NamedState::Done(val, element));
        result
    }

    fn named_name(&self, id: NamedId) -> String {
        let named = self.model.named(id);
        self.model.instance(named.owner).qualified(self.file.name(named.name.symbol))
    }

    /// States the hazards of a definition here and now if they are too many to travel.
    fn settle_hazards(&mut self, val: ValId, element: Option<ElementId>) {
        if self.val(val).hazards.len() > MOST_HAZARDS {
            let hazards = std::mem::take(&mut self.vals[val.index()].hazards);
            self.oblige(&hazards, When::Always, element);
        }
    }

    /// Lists the definitions that are one value of the present state, so that traces can show them. Definitions that
    /// hold sets, arrays or next values have no value in a single state.
    pub(super) fn definitions(&mut self) {
        for instance in 0..self.model.instances.len() {
            let names: Vec<Decl> = self.model.instances[instance].names.values().map(|(d, _)| *d).collect();
            for decl in names {
                if let Decl::Define(id) = decl {
                    self.definition(id);
                }
            }
        }
    }

    fn definition(&mut self, id: NamedId) {
        let span = self.model.named(id).name.span;
        let Ok(val) = self.named_val(id, span) else { return };
        if self.val(val).set || self.ty(val).is_array() {
            return;
        }
        let term = self.own_term(val);
        let terms = &self.system.terms;
        if terms.has_next(term) || terms.has_ltl(term) || terms.has_ctl(term) {
            return;
        }
        let NamedState::Done(_, element) = self.named[id.0 as usize] else { return };
        let name = self.named_name(id);
        self.system.defines.push(Define { name, term, declared: None, element });
    }
}

/// The candidate that differs from `name` by the fewest single-letter edits, if these are few.
fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = 1 + name.len() / 4;
    let near = candidates.filter(|c| c.len().abs_diff(name.len()) <= limit && name.len() < 64).take(2000);
    let scored = near.map(|c| (edit_distance(name.as_bytes(), c.as_bytes()), c));
    scored.filter(|(d, _)| *d <= limit).min_by_key(|(d, _)| *d).map(|(_, c)| c)
}

fn edit_distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let replace = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replace.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// What to do about a constant of nuXmv that is known and not supported.
fn foreign_constant(name: &str) -> Option<&'static str> {
    match name {
        "pi" => Some("write a fraction that is near enough, such as f'355/113"),
        "time" => Some("models of discrete time are read: count the steps in a variable"),
        _ => None,
    }
}
