//! Quantifiers over finite domains, expanded into all their cases.
//!
//! The domain of a variable is that of its type; that of an integer is what the formula itself says about it:
//!
//! ```text
//! forall (i: int) 0 <= i and i < 3 => p(i)        i is 0, 1, 2
//! exists (i: int) 0 <= i and i < 3 and p(i)       the same
//! ```

use super::super::ast::{Binary, Expr, ExprKind, Type, TypeKind, Variable};
use super::super::resolve::duplicate;
use super::super::types::Ty;
use super::instance::{Bound, ContextId, PROGRAM};
use super::{Checker, Constant, address, codes, has_restriction};
use num_traits::ToPrimitive;
use wherefore_syntax::{Checked, Reported};

/// How many cases a quantifier may have.
const CASE_LIMIT: usize = 100_000;

impl<'a> Checker<'a, '_> {
    pub(super) fn quantified_type(
        &mut self,
        expr: &'a Expr,
        variables: &'a [Variable],
        body: &'a Expr,
        context: ContextId,
    ) -> Checked<Ty> {
        let domains = self.domains(expr, variables, body, context)?;
        // Without cases there is nothing to check but the types.
        let inner = match case(&domains, 0) {
            Some(_) => self.case(expr, variables, &domains, 0, context),
            None => return Ok(Ty::Bool),
        };
        self.expect_bool(body, inner.ok_or(Reported)?)?;
        Ok(Ty::Bool)
    }

    /// The contexts of all cases.
    pub fn cases(&mut self, expr: &'a Expr, context: ContextId) -> Checked<Vec<ContextId>> {
        let ExprKind::Quantified { variables, body, .. } = &expr.kind else { return Err(Reported) };
        let domains = self.domains(expr, variables, body, context)?;
        Ok((0..).map_while(|number| self.case(expr, variables, &domains, number, context)).collect())
    }

    /// The context of the case with this number.
    fn case(
        &mut self,
        expr: &'a Expr,
        variables: &'a [Variable],
        domains: &[(Vec<Constant>, Ty)],
        number: usize,
        context: ContextId,
    ) -> Option<ContextId> {
        let values = case(domains, number)?;
        Some(self.derive(context, (address(expr), number), |_, inner| {
            for ((variable, value), (_, ty)) in variables.iter().zip(values).zip(domains) {
                inner.bind(&variable.name.text, Bound::Value(value, ty.clone()));
            }
        }))
    }

    fn domains(
        &mut self,
        expr: &'a Expr,
        variables: &'a [Variable],
        body: &'a Expr,
        context: ContextId,
    ) -> Checked<Vec<(Vec<Constant>, Ty)>> {
        let is_forall = matches!(expr.kind, ExprKind::Quantified { is_forall: true, .. });
        for (index, variable) in variables.iter().enumerate() {
            if let Some(first) = variables.iter().take(index).find(|v| v.name.text == variable.name.text) {
                duplicate(self.report, &variable.name, first.name.span);
                return Err(Reported);
            }
        }
        let mut domains = Vec::new();
        let mut count: usize = 1;
        for variable in variables {
            let scope = self.context(context).scope;
            let ty = self.resolve_type(&variable.ty, scope)?;
            if ty != Ty::Int && has_restriction(self.tables, &variable.ty) {
                return Err(self.refuse("a quantifier over a refinement type", variable.ty.span));
            }
            let values = match &ty {
                Ty::Bool => vec![Constant::Bool(false), Constant::Bool(true)],
                Ty::Enum(e) => (0..e.values.len()).map(Constant::Member).collect(),
                Ty::Int => self.integers(variable, (variables, body), is_forall, context)?,
                other => {
                    let what = format!("quantifiers over `{}`", other.show());
                    return Err(self.refuse(&what, variable.name.span));
                }
            };
            count = count.saturating_mul(values.len());
            if count > CASE_LIMIT {
                return Err(self.error(codes::TOO_MANY, expr.span, "a quantifier with too many cases", "here"));
            }
            domains.push((values, ty));
        }
        Ok(domains)
    }

    /// The integers that a variable can be.
    fn integers(
        &mut self,
        variable: &'a Variable,
        (variables, body): (&'a [Variable], &'a Expr),
        is_forall: bool,
        context: ContextId,
    ) -> Checked<Vec<Constant>> {
        let (mut low, mut high) = self.type_bounds(&variable.ty, variables, context)?;
        for bound in conjuncts(body, is_forall) {
            let ExprKind::Binary(op, a, b) = &bound.kind else { continue };
            let is_it = |e: &Expr| matches!(&e.kind, ExprKind::Name(n) if *n == variable.name.text);
            let (op, other) = match (is_it(a), is_it(b)) {
                (true, false) => (*op, b),
                (false, true) => (mirrored(*op), a),
                _ => continue,
            };
            let Some(n) = self.evident(other, variables, context) else { continue };
            match op {
                Binary::Less => high = Some(high.map_or(n.saturating_sub(1), |h: i64| h.min(n.saturating_sub(1)))),
                Binary::LessEqual => high = Some(high.map_or(n, |h| h.min(n))),
                Binary::Greater => low = Some(low.map_or(n.saturating_add(1), |l: i64| l.max(n.saturating_add(1)))),
                Binary::GreaterEqual => low = Some(low.map_or(n, |l| l.max(n))),
                _ => {}
            }
        }
        let (Some(low), Some(high)) = (low, high) else {
            let what = format!("a quantifier without evident bounds for `{}`", variable.name.text);
            return Err(self.refuse(&what, variable.name.span));
        };
        if high.saturating_sub(low) > CASE_LIMIT as i64 {
            return Err(self.error(codes::TOO_MANY, variable.name.span, "a quantifier with too many cases", "here"));
        }
        Ok((low..=high).map(|n| Constant::Int(n.into())).collect())
    }

    /// A bound that is known where the quantifier stands and does not speak of its variables, which may hide constants.
    fn evident(&mut self, bound: &'a Expr, variables: &'a [Variable], context: ContextId) -> Option<i64> {
        let mut todo = vec![bound];
        while let Some(expr) = todo.pop() {
            if matches!(&expr.kind, ExprKind::Name(n) if variables.iter().any(|v| v.name.text == *n)) {
                return None;
            }
            todo.extend(expr.children());
        }
        self.integer(bound, context)?.to_i64()
    }

    /// The bounds that a subrange gives. A type that restricts in any other way is refused.
    fn type_bounds(
        &mut self,
        ty: &'a Type,
        variables: &'a [Variable],
        context: ContextId,
    ) -> Checked<(Option<i64>, Option<i64>)> {
        let (mut ty, mut variables, mut context) = (ty, variables, context);
        for _ in 0..100 {
            match &ty.kind {
                TypeKind::Subrange(low, high) => {
                    let known = |this: &mut Self, e: &'a Option<Box<Expr>>| match e {
                        None => Ok(None),
                        Some(e) => match this.evident(e, variables, context) {
                            Some(n) => Ok(Some(n)),
                            None => Err(this.refuse("a quantifier over a range without evident bounds", e.span)),
                        },
                    };
                    return Ok((known(self, low)?, known(self, high)?));
                }
                TypeKind::Named(name, arguments) if arguments.is_empty() => {
                    let Some(body) = self.alias(&name.text) else { return Ok((None, None)) };
                    // A declared type sees only the constants of the program.
                    (ty, variables, context) = (body, &[], self.scope(PROGRAM).context);
                }
                _ if has_restriction(self.tables, ty) => {
                    return Err(self.refuse("a quantifier over a refinement type", ty.span));
                }
                _ => return Ok((None, None)),
            }
        }
        Ok((None, None))
    }
}

/// The values of the case with this number.
fn case(domains: &[(Vec<Constant>, Ty)], number: usize) -> Option<Vec<Constant>> {
    let mut rest = number;
    let mut values = Vec::new();
    for (domain, _) in domains.iter().rev() {
        values.push(domain.get(rest.checked_rem(domain.len())?)?.clone());
        rest /= domain.len();
    }
    values.reverse();
    (rest == 0).then_some(values)
}

/// Statements of a quantified formula about its variables: its premises, or its conjuncts.
fn conjuncts(body: &Expr, is_forall: bool) -> Vec<&Expr> {
    let (mut list, mut rest) = (Vec::new(), body);
    if is_forall {
        while let ExprKind::Binary(Binary::Implies, premise, conclusion) = &rest.kind {
            list.push(premise.as_ref());
            rest = conclusion;
        }
    } else {
        list.push(body);
    }
    let mut found = Vec::new();
    while let Some(expr) = list.pop() {
        match &expr.kind {
            ExprKind::Binary(Binary::And, a, b) => list.extend([b.as_ref(), a]),
            ExprKind::List(items) if items.len() == 1 => list.extend(items),
            _ => found.push(expr),
        }
    }
    found
}

fn mirrored(op: Binary) -> Binary {
    match op {
        Binary::Less => Binary::Greater,
        Binary::LessEqual => Binary::GreaterEqual,
        Binary::Greater => Binary::Less,
        Binary::GreaterEqual => Binary::LessEqual,
        other => other,
    }
}
