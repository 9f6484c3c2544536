//! Expressions as terms over a store.
//!
//! A text is a value of an enumeration: of the one that its data item has, or, as a literal, of one with a single value.
//! Two enumerations are compared, and one is turned into another, by the names of their values.
//!
//! Possible errors in an expression, a division by zero or a place outside an array, are duties: each must not happen where
//! the expression is evaluated, which is under the guards on `path`.

use super::Lowering;
use super::cells::{CellId, Store};
use crate::chart::{Binary, DataId, Expr, ExprKind, Temporal, Type, Unary};
use crate::codes;
use num_bigint::BigInt;
use num_rational::BigRational;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::{ObligationKind, Op, Rounding, Sort, TermId, Value};

impl Lowering<'_> {
    /// The value of a scalar expression. Where types do not fit, which `types` has refused, the value is arbitrary.
    pub(super) fn value(&mut self, store: &Store, expr: &Expr) -> TermId {
        let before = self.duties.len();
        let value = stacker::maybe_grow(96 * 1024, 1024 * 1024, || self.scalar(store, expr));
        self.left_open(expr.span, value, before)
    }

    pub(super) fn scalar(&mut self, store: &Store, expr: &Expr) -> TermId {
        match &expr.kind {
            ExprKind::Bool(value) => self.system.terms.bool(*value),
            ExprKind::Int(value) => self.system.terms.int(value.clone()),
            ExprKind::Real(value) if value.is_integer() => self.system.terms.int(value.to_integer()),
            ExprKind::Real(value) => self.system.terms.mk_const(Value::Real(value.clone())),
            ExprKind::Text(text) => self.text(text),
            ExprKind::Data(data) => {
                self.has_value(store, *data, expr.span);
                let cell = self.layout.data[data.0 as usize].first().copied();
                self.read(store, cell)
            }
            ExprKind::Index(array, index) => self.element_of(store, array, index, expr.span),
            ExprKind::Length(array) => {
                let length = self.elements(store, array).len();
                self.system.terms.int(length)
            }
            ExprKind::EventName => self.read(store, self.layout.name),
            ExprKind::EventType => self.read(store, self.layout.origin),
            ExprKind::EventField(field) => self.read(store, self.layout.fields.get(field).copied()),
            ExprKind::In(state) => store.inside[state.0 as usize],
            ExprKind::Unary(Unary::Not, a) => {
                let a = self.truth(store, a);
                self.system.terms.not(a)
            }
            ExprKind::Unary(Unary::Neg, a) => {
                let a = self.value(store, a);
                self.negated(a)
            }
            ExprKind::Binary(op, a, b) => self.binary(store, *op, a, b, expr.span),
            ExprKind::Conditional(cond, a, b) => self.conditional(store, cond, a, b),
            ExprKind::Call(function, arguments) => {
                let values: Vec<TermId> = arguments.iter().map(|a| self.value(store, a)).collect();
                self.apply(*function, &values)
            }
            ExprKind::Temporal(op, operands) => self.temporal(store, *op, operands),
            ExprKind::Array(_) | ExprKind::Fault => self.system.terms.bool(true),
        }
    }

    fn read(&mut self, store: &Store, cell: Option<CellId>) -> TermId {
        match cell {
            Some(cell) => store.get(cell),
            None => self.system.terms.bool(false),
        }
    }

    fn text(&mut self, text: &str) -> TermId {
        let sort = self.system.terms.intern_enum(vec![text.to_owned()]);
        self.system.terms.mk_const(Value::Enum(sort, 0))
    }

    fn is_array(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Array(_) => true,
            ExprKind::Data(data) => matches!(self.types.datum(*data), Type::Array(..)),
            ExprKind::Conditional(_, a, _) => self.is_array(a),
            _ => false,
        }
    }

    /// The elements of an array.
    pub(super) fn elements(&mut self, store: &Store, expr: &Expr) -> Vec<TermId> {
        self.refuse_open_array(expr.span);
        match &expr.kind {
            ExprKind::Data(data) => {
                self.has_value(store, *data, expr.span);
                self.layout.data[data.0 as usize].iter().map(|c| store.get(*c)).collect()
            }
            ExprKind::Array(elements) => elements.iter().map(|e| self.value(store, e)).collect(),
            ExprKind::Conditional(cond, a, b) => {
                let cond = self.truth(store, cond);
                let not = self.system.terms.not(cond);
                let a = self.under(cond, |l| l.elements(store, a));
                let b = self.under(not, |l| l.elements(store, b));
                a.into_iter().zip(b).map(|(a, b)| self.choice(cond, a, b)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn element_of(&mut self, store: &Store, array: &Expr, index: &Expr, span: Span) -> TermId {
        let elements = self.elements(store, array);
        let index = self.value(store, index);
        self.in_bounds(index, elements.len(), span);
        let Some((last, others)) = elements.split_last() else { return self.system.terms.bool(false) };
        let mut value = *last;
        for (place, element) in others.iter().enumerate().rev() {
            let here = self.system.terms.int(place);
            let here = self.system.terms.eq(index, here);
            value = self.choice(here, *element, value);
        }
        value
    }

    /// The duty to stay inside an array.
    pub(super) fn in_bounds(&mut self, index: TermId, length: usize, span: Span) {
        let terms = &mut self.system.terms;
        let (lowest, length_term) = (terms.int(0), terms.int(length));
        let (above, below) = (terms.le(lowest, index), terms.lt(index, length_term));
        let safe = terms.and([above, below]);
        let message = format!("an index outside an array of length {length}");
        self.duty(ObligationKind::IndexOutOfBounds, safe, message, span);
    }

    /// Whether an expression counts as true: numbers that are not zero, texts that are not empty, and arrays do.
    pub(super) fn truth(&mut self, store: &Store, expr: &Expr) -> TermId {
        if self.is_array(expr) {
            self.refuse_open_array(expr.span);
            return self.system.terms.bool(true);
        }
        if let Some(truth) = self.open_truth(store, expr) {
            return truth;
        }
        let value = self.value(store, expr);
        let falsehood = match self.system.terms.sort(value) {
            Sort::Bool => return value,
            Sort::Enum(id) => match self.position(id, "") {
                Some(empty) => self.system.terms.mk_const(Value::Enum(id, empty)),
                None => return self.system.terms.bool(true),
            },
            Sort::Real => self.system.terms.mk_const(Value::Real(BigRational::from(BigInt::from(0)))),
            _ => self.system.terms.int(0),
        };
        let falsehood = self.system.terms.eq(value, falsehood);
        self.system.terms.not(falsehood)
    }

    /// The duty not to read what has no value yet.
    fn has_value(&mut self, store: &Store, data: DataId, span: Span) {
        let name = &self.chart.datum(data).name;
        if self.unborn.contains(&data) {
            let headline = format!("`{name}` is read before it has a value");
            let diagnostic = Diagnostic::at(codes::UNDECLARED, span, headline, "its first value comes later");
            let declared = self.chart.datum(data).span;
            self.reporter.push(diagnostic.label(declared, "declared here").help("declare it before it is read"));
        }
        if let Some(given) = self.layout.given.get(&data) {
            let message = format!("`{name}` is read before it has a value");
            self.duty(ObligationKind::NoValue, store.get(*given), message, span);
        }
    }

    /// Something that is only evaluated where `guard` holds.
    pub(super) fn under<T>(&mut self, guard: TermId, evaluate: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(guard);
        let result = evaluate(self);
        self.path.pop();
        result
    }

    fn conditional(&mut self, store: &Store, cond: &Expr, a: &Expr, b: &Expr) -> TermId {
        let cond = self.truth(store, cond);
        let not = self.system.terms.not(cond);
        let a = self.under(cond, |l| l.value(store, a));
        let b = self.under(not, |l| l.value(store, b));
        self.choice(cond, a, b)
    }

    fn binary(&mut self, store: &Store, op: Binary, a: &Expr, b: &Expr, span: Span) -> TermId {
        match op {
            Binary::And | Binary::Or | Binary::Implies | Binary::Iff => self.junction(store, op, a, b),
            _ => {
                let (a, b) = (self.value(store, a), self.value(store, b));
                self.combined(op, a, b, span)
            }
        }
    }

    fn junction(&mut self, store: &Store, op: Binary, a: &Expr, b: &Expr) -> TermId {
        let a = self.truth(store, a);
        let not = self.system.terms.not(a);
        let guard = match op {
            Binary::And | Binary::Implies => a,
            Binary::Or => not,
            _ => self.system.terms.bool(true),
        };
        let temporal = self.system.terms.has_ltl(guard);
        let guard = if temporal { self.system.terms.bool(true) } else { guard };
        let b = self.under(guard, |l| l.truth(store, b));
        let terms = &mut self.system.terms;
        match op {
            Binary::And => terms.and([a, b]),
            Binary::Or => terms.or([a, b]),
            Binary::Implies => terms.implies(a, b),
            _ => terms.eq(a, b),
        }
    }

    fn combined(&mut self, op: Binary, a: TermId, b: TermId, span: Span) -> TermId {
        if matches!(op, Binary::Eq | Binary::Ne) {
            let equal = self.equal(a, b);
            return if op == Binary::Eq { equal } else { self.system.terms.not(equal) };
        }
        let (a, b) = if op == Binary::Div { (self.real(a), self.real(b)) } else { self.alike(a, b) };
        let terms = &mut self.system.terms;
        match op {
            Binary::Lt => terms.lt(a, b),
            Binary::Le => terms.le(a, b),
            Binary::Gt => terms.lt(b, a),
            Binary::Ge => terms.le(b, a),
            Binary::Add => terms.add(a, b),
            Binary::Sub => terms.sub(a, b),
            Binary::Mul => terms.mul(a, b),
            Binary::Div => self.quotient(Op::RealDiv, a, b, span),
            _ => self.quotient(Op::Mod(Rounding::Truncate), a, b, span),
        }
    }

    fn quotient(&mut self, op: Op, a: TermId, b: TermId, span: Span) -> TermId {
        let zero = match self.system.terms.sort(b) {
            Sort::Real => self.system.terms.mk_const(Value::Real(BigRational::from(BigInt::from(0)))),
            _ => self.system.terms.int(0),
        };
        let fails = self.system.terms.eq(b, zero);
        let safe = self.system.terms.not(fails);
        self.duty(ObligationKind::DivisionByZero, safe, "a division by zero".to_owned(), span);
        self.system.terms.apply(op, &[a, b])
    }

    /// Temporal operators skip the states between two rests.
    fn temporal(&mut self, store: &Store, op: Temporal, operands: &[Expr]) -> TermId {
        let operands: Vec<TermId> = operands.iter().map(|o| self.truth(store, o)).collect();
        let (Some(a), Some(b)) = (operands.first().copied(), operands.last().copied()) else {
            return self.system.terms.bool(true);
        };
        let rest = self.rest;
        let terms = &mut self.system.terms;
        let moving = terms.not(rest);
        match op {
            Temporal::Globally => {
                let body = terms.implies(rest, a);
                terms.apply(Op::G, &[body])
            }
            Temporal::Finally => {
                let body = terms.and([rest, a]);
                terms.apply(Op::F, &[body])
            }
            Temporal::Next => {
                let there = terms.and([rest, a]);
                let later = if rest == terms.bool(true) { there } else { terms.apply(Op::U, &[moving, there]) };
                terms.apply(Op::X, &[later])
            }
            Temporal::Until => {
                let (hold, goal) = (terms.implies(rest, a), terms.and([rest, b]));
                terms.apply(Op::U, &[hold, goal])
            }
            Temporal::Release => {
                let (freed, hold) = (terms.and([rest, a]), terms.implies(rest, b));
                terms.apply(Op::R, &[freed, hold])
            }
        }
    }
}
