//! Data with resolved names.

use super::build::Builder;
use crate::codes;
use crate::data::{Expr, ExprKind, Function, Rule, Value, builtin};
use crate::syntax::{Data, DataKind, Definitions, Equation, Operator, Variable};
use std::sync::Arc;
use wherefore_diag::{Diagnostic, Span};

impl Builder {
    /// A new variable, not yet visible.
    pub(super) fn slot(&mut self, sort: &str) -> u32 {
        self.slot_sorts.push(sort.to_owned());
        self.slot_sorts.len() as u32 - 1
    }

    /// A new variable that is visible from here on.
    pub(super) fn declare(&mut self, variable: &Variable) -> u32 {
        let slot = self.slot(&variable.sort);
        self.scope.push((variable.name.clone(), slot));
        slot
    }

    /// The number of a sort that is quantified over.
    pub(super) fn sort(&mut self, sort: &str, span: Span) -> usize {
        let (number, new) = self.out.sorts.insert_full(sort.to_owned());
        if new {
            self.out.sort_spans.push(span);
        }
        number
    }

    pub(super) fn expr(&mut self, data: &Data) -> Result<Expr, Diagnostic> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.resolved(data))
    }

    pub(super) fn exprs(&mut self, list: &[Data]) -> Result<Vec<Expr>, Diagnostic> {
        list.iter().map(|d| self.expr(d)).collect()
    }

    fn resolved(&mut self, data: &Data) -> Result<Expr, Diagnostic> {
        let kind = match &data.kind {
            DataKind::Bool(value) => ExprKind::Constant(Value::Bool(*value)),
            DataKind::Number(number) => {
                self.out.numbers.insert(*number);
                ExprKind::Constant(Value::Number(*number))
            }
            DataKind::Apply(name, arguments) => self.applied(name, arguments, data.span)?,
            DataKind::Operator(operator, list) => ExprKind::Operator(*operator, self.exprs(list)?),
            DataKind::List(list) => ExprKind::List(self.exprs(list)?),
            DataKind::Set(list) => ExprKind::Set(self.exprs(list)?),
            DataKind::Quantifier(universal, variables, body) => {
                return self.quantified(*universal, variables, body, data.span);
            }
        };
        Ok(Expr { kind, span: data.span })
    }

    fn quantified(&mut self, universal: bool, list: &[Variable], body: &Data, span: Span) -> Result<Expr, Diagnostic> {
        let visible = self.scope.len();
        let slots: Vec<(u32, usize)> = list.iter().map(|v| (self.declare(v), self.sort(&v.sort, v.span))).collect();
        let body = self.expr(body);
        self.scope.truncate(visible);
        let quantify = |body, (slot, sort): (u32, usize)| Expr {
            kind: ExprKind::Quantifier(universal, slot, sort, Box::new(body)),
            span,
        };
        Ok(slots.into_iter().rev().fold(body?, quantify))
    }

    /// A name: a variable, a function, or a constructor. One that nothing declares must be found in labels.
    fn applied(&mut self, name: &str, arguments: &[Data], span: Span) -> Result<ExprKind, Diagnostic> {
        let variable = self.scope.iter().rev().find(|(known, _)| known == name);
        match (variable, arguments.is_empty()) {
            (Some((_, slot)), true) => return Ok(ExprKind::Slot(*slot)),
            (Some(_), false) => {
                let headline = format!("the variable `{name}` is used as a function, which is not supported");
                return Err(Diagnostic::at(codes::UNSUPPORTED, span, headline, "not read"));
            }
            (None, _) => {}
        }
        let mut list = self.exprs(arguments)?;
        if let Some(function) = self.out.functions.iter().position(|f| f.name == name) {
            return Ok(ExprKind::Defined(function, list));
        }
        if list.is_empty() && matches!(name, "TRUE" | "FALSE") {
            return Ok(ExprKind::Constant(Value::Bool(name == "TRUE")));
        }
        let made: Arc<str> = Arc::from(name);
        if self.out.declares(name, list.len()) {
            return Ok(ExprKind::Construct(made, list));
        }
        if let (1, Some(kind)) = (list.len(), self.part_of(name)) {
            let inner = Box::new(list.remove(0));
            return Ok(match kind {
                PartOf::Recogniser(constructor) => ExprKind::Recognise(constructor, inner),
                PartOf::Projection(which) => ExprKind::Project(which, inner),
            });
        }
        if let Some(builtin) = builtin(name, list.len()) {
            return Ok(ExprKind::Builtin(builtin, list));
        }
        self.out.unexplained.entry((made.clone(), list.len())).or_insert(span);
        Ok(ExprKind::Construct(made, list))
    }

    fn part_of(&self, name: &str) -> Option<PartOf> {
        let all = &self.out.constructors;
        if let Some(found) = all.iter().find(|c| c.recogniser.as_deref() == Some(name)) {
            return Some(PartOf::Recogniser(Arc::from(found.name.as_str())));
        }
        let place = |c: &crate::syntax::Constructor| c.projections.iter().position(|p| p == name);
        let which: Vec<(Arc<str>, usize)> =
            all.iter().filter_map(|c| Some((Arc::from(c.name.as_str()), place(c)?))).collect();
        (!which.is_empty()).then_some(PartOf::Projection(which))
    }

    /// Functions with their equations.
    pub(super) fn define(&mut self, definitions: &Definitions) -> Result<(), Diagnostic> {
        let named = |name: &String| Function { name: name.clone(), rules: Vec::new() };
        self.out.functions = definitions.functions.iter().map(named).collect();
        for name in &definitions.variables {
            let slot = self.slot("");
            self.scope.push((name.clone(), slot));
        }
        for equation in &definitions.equations {
            let (function, rule) = self.rule(equation)?;
            if let Some(function) = self.out.functions.get_mut(function) {
                function.rules.push(rule);
            }
        }
        self.scope.clear();
        Ok(())
    }

    fn rule(&mut self, equation: &Equation) -> Result<(usize, Rule), Diagnostic> {
        let left = self.expr(&equation.left)?;
        let ExprKind::Defined(function, patterns) = left.kind else {
            let headline = "the left side of this equation is no function that `map` declares";
            return Err(Diagnostic::at(codes::UNDEFINED, left.span, headline, "here"));
        };
        if let Some(wrong) = patterns.iter().find(|p| !is_pattern(p)) {
            let headline = "an argument on the left side of an equation is no variable, constant, constructor or list";
            return Err(Diagnostic::at(codes::UNSUPPORTED, wrong.span, headline, "not read"));
        }
        let condition = equation.condition.as_ref().map(|c| self.expr(c)).transpose()?;
        Ok((function, Rule { patterns, condition, right: self.expr(&equation.right)? }))
    }
}

enum PartOf {
    Recogniser(Arc<str>),
    Projection(Vec<(Arc<str>, usize)>),
}

fn is_pattern(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Slot(_) | ExprKind::Constant(_) => true,
        ExprKind::Construct(_, list) | ExprKind::List(list) | ExprKind::Operator(Operator::Prepend, list) => {
            list.iter().all(is_pattern)
        }
        _ => false,
    }
}
