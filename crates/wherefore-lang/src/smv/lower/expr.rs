//! Expressions: one entry point, and the errors that all operators share.

use super::Lowerer;
use super::names::Target;
use super::val::{Val, ValId, ValueShape};
use crate::smv::ast::{Binary, Expr, ExprId, Unary};
use crate::smv::codes;
use crate::smv::resolve::InstanceId;
use crate::smv::types::{Interval, Ty};
use num_bigint::BigUint;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::Value;
use wherefore_syntax::{Checked, Reported};

/// A lowered operand and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub val: ValId,
    pub span: Span,
}

/// Operands with operators of one level between them, and where they stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain<'e> {
    pub first: ExprId,
    pub rest: &'e [(Binary, ExprId)],
    pub scope: InstanceId,
    pub span: Span,
}

impl Chain<'_> {
    pub fn operands(&self) -> impl Iterator<Item = ExprId> {
        std::iter::once(self.first).chain(self.rest.iter().map(|(_, e)| *e))
    }
}

impl Lowerer<'_, '_> {
    /// Lowers an expression that was written in `scope`.
    pub(super) fn expr(&mut self, expr: ExprId, scope: InstanceId) -> Checked<ValId> {
        self.expr_for(expr, scope, None)
    }

    /// Lowers an expression whose value is meant for a type: that of the variable it is assigned to, say.
    pub(super) fn expr_for(&mut self, expr: ExprId, scope: InstanceId, wanted: Option<&Ty>) -> Checked<ValId> {
        let val = stacker::maybe_grow(96 * 1024, 2 * 1024 * 1024, || self.dispatch(expr, scope, wanted))?;
        self.left_open(expr, scope, val, wanted)
    }

    fn dispatch(&mut self, id: ExprId, scope: InstanceId, wanted: Option<&Ty>) -> Checked<ValId> {
        let (file, span) = (self.file, self.span(id));
        match file.expr(id) {
            Expr::Bool(value) => {
                let term = self.system.terms.bool(*value);
                Ok(self.term_val(term, Ty::Bool, Vec::new()))
            }
            Expr::Int(value) => {
                let interval = i64::try_from(&**value).map_or(Interval::ALL, |n| Interval::new(n, n));
                let term = self.system.terms.int((**value).clone());
                Ok(self.term_val(term, Ty::Int(interval), Vec::new()))
            }
            Expr::Real(value) => {
                let term = self.system.terms.mk_const(Value::Real((**value).clone()));
                Ok(self.term_val(term, Ty::Real, Vec::new()))
            }
            Expr::Word { signed, width, bits } => Ok(self.word_constant(*signed, *width, bits)),
            Expr::Name(_) | Expr::SelfName | Expr::Dot(..) => self.path(id, scope),
            Expr::Index(base, index) => self.index(*base, *index, scope, span),
            Expr::Bits(base, high, low) => self.bit_range(*base, *high, *low, scope, span),
            Expr::Unary(Unary::Not, operand) => self.not(*operand, scope),
            Expr::Unary(Unary::Neg, operand) => self.negate(*operand, scope),
            Expr::Unary(operator, operand) => self.temporal(*operator, *operand, scope),
            Expr::Chain(first, rest) => self.chain(Chain { first: *first, rest, scope, span }, wanted),
            Expr::Choice(branches, otherwise) => self.choice(branches, Some(*otherwise), (scope, span), wanted),
            Expr::Case(branches) => self.choice(branches, None, (scope, span), wanted),
            Expr::Set(items) => self.set(items, (scope, span), wanted),
            Expr::ArrayOf(items) => self.array_of(items, scope),
            Expr::ConstArray(ty, value) => self.const_array(*ty, *value, scope, span),
            Expr::Next(operand) => self.next(*operand, scope, span),
            Expr::Call(function, arguments) => self.call(*function, arguments, scope, span),
            Expr::Bounded { operator, low, high, operand } => {
                self.bounded(*operator, (*low, *high), *operand, scope, span)
            }
            Expr::PathUntil(quantifier, hold, goal) => self.path_until(*quantifier, *hold, *goal, scope),
            Expr::PathUntilWithin(quantifier, hold, goal, bounds) => {
                self.path_until_within(*quantifier, (*hold, *goal), *bounds, scope, span)
            }
            Expr::Error => Err(Reported),
        }
    }

    fn path(&mut self, id: ExprId, scope: InstanceId) -> Checked<ValId> {
        let span = self.span(id);
        match self.follow(id, scope)? {
            Some(Target::Var(var)) => self.var_val(var, span),
            Some(Target::Define(named) | Target::Param(named)) => self.named_val(named, span),
            Some(Target::Running(process)) => Ok(self.running_val(process)),
            Some(Target::Literal(symbol)) => Ok(self.literal_val(symbol)),
            Some(Target::Instance(_)) => {
                let text = self.excerpt(span);
                let headline = format!("`{text}` is a module instance, not a value");
                Err(self.error(codes::TYPE_CLASH, span, headline, "an instance"))
            }
            None => Err(Reported),
        }
    }

    fn word_constant(&mut self, signed: bool, width: u32, bits: &BigUint) -> ValId {
        let term = self.system.terms.mk_const(Value::bits(width, bits.clone()));
        self.term_val(term, Ty::Word { signed, width }, Vec::new())
    }

    /// Lowers an operand that must be one value.
    pub(super) fn operand(&mut self, expr: ExprId, scope: InstanceId) -> Checked<Operand> {
        let val = self.expr(expr, scope)?;
        let span = self.span(expr);
        self.single(val, span)?;
        Ok(Operand { val, span })
    }

    /// An operand of an operator; arrays indexed by words can be compared.
    fn compared_operand(
        &mut self,
        operator: Binary,
        expr: ExprId,
        scope: InstanceId,
        wanted: Option<&Ty>,
    ) -> Checked<Operand> {
        let (val, span) = (self.expr_for(expr, scope, wanted)?, self.span(expr));
        let is_array = matches!(self.ty(val), Ty::WordArray { .. }) && !self.val(val).set;
        if !is_array || !matches!(operator, Binary::Eq | Binary::Ne) {
            self.single(val, span)?;
        }
        Ok(Operand { val, span })
    }

    /// Refuses sets and whole arrays.
    pub(super) fn single(&mut self, val: ValId, span: Span) -> Checked<()> {
        if self.val(val).set {
            let diagnostic = Diagnostic::at(
                codes::SET_NOT_ALLOWED,
                span,
                "a set stands where one value is needed",
                "a set of values",
            )
            .help("sets are choices: use them as the value of an assignment, or to the right of `in`");
            return Err(self.reporter.push(diagnostic));
        }
        if self.ty(val).is_array() {
            return Err(self.error(
                codes::TYPE_CLASH,
                span,
                "a whole array stands where one value is needed",
                "an array",
            ));
        }
        Ok(())
    }

    /// Lowers an operand that must be boolean.
    pub(super) fn condition(&mut self, expr: ExprId, scope: InstanceId, what: &str) -> Checked<Operand> {
        let operand = self.operand(expr, scope)?;
        let ty = self.ty(operand.val);
        if ty != Ty::Bool {
            let headline = format!("{what} must be boolean, found {}", self.describe(&ty));
            let mut diagnostic = Diagnostic::at(codes::TYPE_CLASH, operand.span, headline, self.describe(&ty));
            if ty.is_integer() {
                diagnostic = diagnostic.help("truth values are written TRUE and FALSE, not 1 and 0");
            }
            return Err(self.reporter.push(diagnostic));
        }
        Ok(operand)
    }

    /// Reports two operands whose types do not go together.
    pub(super) fn clash(&mut self, operator: &str, a: Operand, b: Operand) -> Reported {
        let (left, right) = (self.ty(a.val), self.ty(b.val));
        let (one, two) = (self.describe(&left), self.describe(&right));
        let headline = format!("`{operator}` cannot take {one} and {two}");
        let mut diagnostic = Diagnostic::at(codes::TYPE_CLASH, b.span, headline, two).label(a.span, one);
        if matches!((&left, &right), (Ty::Bool, Ty::Int(_)) | (Ty::Int(_), Ty::Bool)) {
            diagnostic =
                diagnostic.help("truth values are written TRUE and FALSE, not 1 and 0; toint and bool convert");
        }
        if matches!((&left, &right), (Ty::Word { .. }, Ty::Word { .. })) {
            diagnostic = diagnostic.help("extend, resize, signed and unsigned convert between words");
        }
        self.reporter.push(diagnostic)
    }

    /// Operators of one level in a row. Conjunctions and disjunctions are taken whole, implications from the right,
    /// everything else from the left.
    fn chain(&mut self, chain: Chain<'_>, wanted: Option<&Ty>) -> Checked<ValId> {
        let Chain { first, rest, scope, span } = chain;
        let operator = rest.first().map_or(Binary::And, |(op, _)| *op);
        match operator {
            Binary::Implies => return self.implications(chain),
            Binary::And => return self.junction(Binary::And, chain),
            Binary::Or if rest.iter().all(|(op, _)| *op == Binary::Or) => {
                return self.junction(Binary::Or, chain);
            }
            Binary::Union => return self.union(chain, wanted),
            Binary::Range => return self.range_set(chain),
            Binary::In => return self.membership(chain),
            _ => {}
        }
        let compared = self.compared_with(chain)?;
        let mut left = self.compared_operand(operator, first, scope, compared.as_ref())?;
        for (operator, right) in rest {
            let compared = self.compared_by(*operator, left.val);
            let right = self.compared_operand(*operator, *right, scope, compared.as_ref())?;
            let val = self.binary(*operator, left, right)?;
            // Spans of operands leave out their parentheses; the span of the chain does not.
            left = Operand { val, span: Span::new(span.file, span.start, right.span.end) };
        }
        Ok(left.val)
    }

    fn binary(&mut self, operator: Binary, a: Operand, b: Operand) -> Checked<ValId> {
        use Binary::*;
        match operator {
            Or | Xor | Xnor | Iff | And | Implies => self.logical(operator, a, b),
            Until | Release | Since | Triggered => self.temporal_binary(operator, a, b),
            Eq | Ne => self.equality(operator, a, b),
            Lt | Le | Gt | Ge => self.order(operator, a, b),
            Add | Sub | Mul | Div | Mod => self.arithmetic(operator, a, b),
            ShiftLeft | ShiftRight => self.shift_word(operator, a, b),
            Concat => self.concat(a, b),
            In | Union | Range => Err(self.clash(operator.spelling(), a, b)),
        }
    }

    /// A value computed by an operator that always needs all its operands.
    pub(super) fn result(&mut self, term: wherefore_ir::TermId, ty: Ty, operands: &[Operand]) -> ValId {
        let vals: Vec<ValId> = operands.iter().map(|o| o.val).collect();
        let hazards = self.all_hazards(&vals);
        self.term_val(term, ty, hazards)
    }

    fn array_of(&mut self, items: &[ExprId], scope: InstanceId) -> Checked<ValId> {
        let vals: Vec<ValId> = items.iter().map(|e| self.expr(*e, scope)).collect::<Checked<_>>()?;
        let hazards = self.all_hazards(&vals);
        let set = vals.iter().any(|v| self.val(*v).set);
        Ok(self.add_val(Val { shape: ValueShape::Array(0, vals), ty: Ty::Array, set, hazards }))
    }
}
