//! From the tree of a formula to its parts.

use super::{Normal, Part, PartId};
use crate::codes;
use crate::syntax::{ActionKind, Document, Formula, FormulaKind, Variable};
use std::collections::BTreeSet;
use wherefore_diag::{Diagnostic, Span};

/// How many parts a formula may have.
const MOST_PARTS: usize = 100_000;
/// How many variables a formula may have.
const MOST_VARIABLES: usize = 1_000;

/// A fixpoint variable that is visible.
struct Binding {
    name: String,
    parameters: Vec<u32>,
    part: PartId,
    /// Whether it is bound under an even number of negations.
    positive: bool,
}

pub struct Builder {
    pub(super) out: Normal,
    pub(super) slot_sorts: Vec<String>,
    pub(super) scope: Vec<(String, u32)>,
    bindings: Vec<Binding>,
    /// The priority of the innermost fixpoint around.
    pub(super) priority: u32,
}

/// The normal form of a document.
pub fn normal(document: &Document) -> Result<Normal, Diagnostic> {
    let mut out = Normal { constructors: document.definitions.constructors.clone(), ..Normal::default() };
    out.aliases = document.definitions.aliases.iter().cloned().collect();
    let (slot_sorts, scope, bindings) = (Vec::new(), Vec::new(), Vec::new());
    let mut builder = Builder { out, slot_sorts, scope, bindings, priority: 0 };
    builder.define(&document.definitions)?;
    builder.out.root = builder.formula(&document.formula, true)?;
    if builder.slot_sorts.len() > MOST_VARIABLES {
        let headline = format!("more than {MOST_VARIABLES} variables");
        return Err(Diagnostic::at(codes::TOO_LARGE, document.formula.span, headline, "in this formula"));
    }
    let mut out = builder.out;
    free_variables(&mut out);
    match out.free.get(out.root).is_none_or(Vec::is_empty) {
        true => Ok(out),
        false => {
            let headline = "a variable of an offer is used where no step has given it a value";
            Err(Diagnostic::at(codes::UNDEFINED, document.formula.span, headline, "in this formula"))
        }
    }
}

impl Builder {
    /// A new part.
    pub(super) fn part(&mut self, part: Part, span: Span) -> Result<PartId, Diagnostic> {
        if self.out.parts.len() >= MOST_PARTS {
            let headline = format!("more than {MOST_PARTS} parts once counters are unfolded");
            return Err(Diagnostic::at(codes::TOO_LARGE, span, headline, "too large"));
        }
        self.out.parts.push(part);
        Ok(self.out.parts.len() - 1)
    }

    /// A new fixpoint inside those around; its body comes later.
    pub(super) fn unfold(&mut self, greatest: bool, span: Span) -> Result<PartId, Diagnostic> {
        let priority = self.priority + u32::from(self.priority.is_multiple_of(2) != greatest);
        self.out.lowest = self.out.lowest.max(priority);
        self.part(Part::Unfold(priority, 0), span)
    }

    /// Builds the body of a fixpoint.
    pub(super) fn within(
        &mut self,
        part: PartId,
        build: impl FnOnce(&mut Self) -> Result<PartId, Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let outer = self.priority;
        if let Some(Part::Unfold(priority, _)) = self.out.parts.get(part) {
            self.priority = *priority;
        }
        let body = build(self);
        self.priority = outer;
        let built = body?;
        if let Some(Part::Unfold(_, body)) = self.out.parts.get_mut(part) {
            *body = built;
        }
        Ok(())
    }

    /// A formula, or its negation if not positive.
    pub(super) fn formula(&mut self, formula: &Formula, positive: bool) -> Result<PartId, Diagnostic> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.built(formula, positive))
    }

    fn built(&mut self, formula: &Formula, positive: bool) -> Result<PartId, Diagnostic> {
        let span = formula.span;
        match &formula.kind {
            FormulaKind::True => self.part(Part::Constant(positive), span),
            FormulaKind::False => self.part(Part::Constant(!positive), span),
            FormulaKind::Val(data) => {
                let expr = self.expr(data)?;
                self.part(Part::Condition(expr, positive), span)
            }
            FormulaKind::Not(inner) => self.formula(inner, !positive),
            FormulaKind::And(list) => self.connective(true, list, positive, span),
            FormulaKind::Or(list) => self.connective(false, list, positive, span),
            FormulaKind::Implies(left, right) => {
                let both = vec![self.formula(left, !positive)?, self.formula(right, positive)?];
                self.part(Part::Connective(!positive, both), span)
            }
            FormulaKind::Box(path, inner) => self.modality(path, inner, true, positive),
            FormulaKind::Diamond(path, inner) => self.modality(path, inner, false, positive),
            FormulaKind::Quantifier(universal, list, body) => {
                let visible = self.scope.len();
                let slots = self.declared(list);
                let body = self.formula(body, positive);
                self.scope.truncate(visible);
                self.quantifiers(*universal == positive, &slots, body?, span)
            }
            FormulaKind::Fixpoint { greatest, name, parameters, body } => {
                let first = parameters.iter().map(|(_, data)| self.expr(data)).collect::<Result<Vec<_>, _>>()?;
                let part = self.unfold(*greatest == positive, span)?;
                let visible = self.scope.len();
                let slots: Vec<u32> = parameters.iter().map(|(variable, _)| self.declare(variable)).collect();
                self.bindings.push(Binding { name: name.clone(), parameters: slots.clone(), part, positive });
                let built = self.within(part, |this| this.formula(body, positive));
                self.bindings.pop();
                self.scope.truncate(visible);
                built?;
                self.bound(slots.into_iter().zip(first).collect(), part, span)
            }
            FormulaKind::Use(name, arguments) => self.used(name, arguments, positive, span),
            FormulaKind::Loop(path) => {
                let part = self.unfold(positive, span)?;
                self.within(part, |this| this.path(path, !positive, part))?;
                Ok(part)
            }
            FormulaKind::Saturation(path) => {
                let part = self.unfold(!positive, span)?;
                self.within(part, |this| this.path(path, positive, part))?;
                Ok(part)
            }
            FormulaKind::Inevitable(action) => self.inevitable(action, positive, span),
            FormulaKind::Until { all, left, along, last, right } => {
                self.until(*all, (left, right), (along, last.as_ref()), positive, span)
            }
            FormulaKind::Runs(linear) => self.runs(linear, positive),
        }
    }

    /// `mu X . <true> true && [not A] X`
    fn inevitable(&mut self, action: &crate::syntax::Action, positive: bool, span: Span) -> Result<PartId, Diagnostic> {
        let other = ActionKind::Not(Box::new(action.clone()));
        let (other, any) = (self.set(&other, span)?, self.set(&ActionKind::True, span)?);
        let (other, any) = (self.keep(other), self.keep(any));
        let part = self.unfold(!positive, span)?;
        self.within(part, |this| {
            let end = this.part(Part::Constant(positive), span)?;
            let goes_on = this.part(Part::Modality(!positive, any, end), span)?;
            let again = this.part(Part::Modality(positive, other, part), span)?;
            this.part(Part::Connective(positive, vec![goes_on, again]), span)
        })?;
        Ok(part)
    }

    pub(super) fn declared(&mut self, list: &[Variable]) -> Vec<(u32, usize)> {
        list.iter().map(|v| (self.declare(v), self.sort(&v.sort, v.span))).collect()
    }

    pub(super) fn quantifiers(
        &mut self,
        universal: bool,
        slots: &[(u32, usize)],
        body: PartId,
        span: Span,
    ) -> Result<PartId, Diagnostic> {
        slots
            .iter()
            .rev()
            .try_fold(body, |body, (slot, sort)| self.part(Part::Quantifier(universal, *slot, *sort, body), span))
    }

    fn connective(&mut self, all: bool, list: &[Formula], positive: bool, span: Span) -> Result<PartId, Diagnostic> {
        let list = list.iter().map(|f| self.formula(f, positive)).collect::<Result<Vec<_>, _>>()?;
        self.part(Part::Connective(all == positive, list), span)
    }

    fn bound(&mut self, values: Vec<(u32, crate::data::Expr)>, part: PartId, span: Span) -> Result<PartId, Diagnostic> {
        if values.is_empty() { Ok(part) } else { self.part(Part::Bind(values, part), span) }
    }

    fn used(
        &mut self,
        name: &str,
        arguments: &[crate::syntax::Data],
        positive: bool,
        span: Span,
    ) -> Result<PartId, Diagnostic> {
        let Some(binding) = self.bindings.iter().rev().find(|b| b.name == name) else {
            let headline = format!("nothing binds the variable `{name}`");
            return Err(Diagnostic::at(codes::UNDEFINED, span, headline, "not bound here").help(
                "a name in the place of a formula must be bound by mu or nu; actions stand inside [ ] or < >, conditions in val( )",
            ));
        };
        let (part, parameters, same) = (binding.part, binding.parameters.clone(), binding.positive == positive);
        if !same {
            let headline = format!("`{name}` is used under an odd number of negations");
            return Err(Diagnostic::at(codes::NOT_MONOTONE, span, headline, "negated here"));
        }
        if parameters.len() != arguments.len() {
            let headline = format!("`{name}` has {} parameters and {} arguments", parameters.len(), arguments.len());
            return Err(Diagnostic::at(codes::ARGUMENTS, span, headline, "here"));
        }
        let values = self.exprs(arguments)?;
        self.bound(parameters.into_iter().zip(values).collect(), part, span)
    }
}

/// Fills in the free variables of parts and of sets of labels.
fn free_variables(out: &mut Normal) {
    out.labels_free = out.labels.iter().map(|set| set.free().into_iter().collect()).collect();
    let mut free: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); out.parts.len()];
    let mut users: Vec<Vec<PartId>> = vec![Vec::new(); out.parts.len()];
    for (user, part) in out.parts.iter().enumerate() {
        part.next().iter().for_each(|used| users[*used].push(user));
    }
    let mut open: Vec<PartId> = (0..out.parts.len()).collect();
    let mut waiting = vec![true; out.parts.len()];
    while let Some(part) = open.pop() {
        waiting[part] = false;
        let found = free_of(out, part, &free);
        if found.len() == free[part].len() && !free[part].is_empty() || found.is_empty() {
            continue;
        }
        free[part] = found;
        for user in &users[part] {
            if !std::mem::replace(&mut waiting[*user], true) {
                open.push(*user);
            }
        }
    }
    out.free = free.into_iter().map(|set| set.into_iter().collect()).collect();
}

fn free_of(out: &Normal, part: PartId, free: &[BTreeSet<u32>]) -> BTreeSet<u32> {
    let mut found: BTreeSet<u32> = BTreeSet::new();
    out.parts[part].next().iter().for_each(|next| found.extend(&free[*next]));
    match &out.parts[part] {
        Part::Constant(_) | Part::Connective(..) | Part::Unfold(..) => {}
        Part::Condition(expr, _) => expr.free(&mut |slot| _ = found.insert(slot)),
        Part::Quantifier(_, slot, ..) => _ = found.remove(slot),
        Part::Modality(_, set, _) => found.extend(&out.labels_free[*set]),
        Part::Bind(values, _) => {
            values.iter().for_each(|(slot, _)| _ = found.remove(slot));
            values.iter().for_each(|(_, expr)| expr.free(&mut |slot| _ = found.insert(slot)));
        }
    }
    found
}

impl Part {
    /// The parts that follow.
    pub fn next(&self) -> &[PartId] {
        match self {
            Part::Constant(_) | Part::Condition(..) => &[],
            Part::Connective(_, list) => list,
            Part::Quantifier(.., next) | Part::Modality(.., next) | Part::Unfold(_, next) | Part::Bind(_, next) => {
                std::slice::from_ref(next)
            }
        }
    }
}
