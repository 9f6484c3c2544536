//! Whether values matter that no quantifier was given.
//!
//! There are numbers without end, and a game has finitely many positions: a quantifier over `Nat`, `Pos` or `Int` takes the numbers of labels
//! and of the formula, and their neighbours ([`domains`](crate::domains)). These stand for all others in two cases:
//!
//! - The variable is compared with numbers that are written down, or stands in arguments of actions, and nowhere else. A number that is left
//!   out lies between the same numbers of labels and of the formula as a neighbour of one of them, and is in no label either.
//! - What is quantified has one truth value for every number that is in no label and not in the formula, whatever else is the case: `[send(n)] F`
//!   is true of all of them. The largest number that is taken is one of these.
//!
//! Of lists, sets and sorts whose constructors have arguments labels show some values, and none stands for the others. These do not matter
//! where what is quantified has, for all values that are in no label, the truth value that changes nothing.
//!
//! Elsewhere the numbers left out may matter (`exists n: Nat . val(n * n == 49)`). For a universal quantifier they can only make the formula
//! false, and for an existential one only true, so that one of the two verdicts stands all the same.

use crate::data::{Expr, ExprKind, Value};
use crate::domains::{is_numeric, is_structured};
use crate::normal::{Labels, Normal, Part, PartId};
use crate::syntax::Operator;

/// Parts that are looked at for one quantifier, and how deep they may lie inside each other.
const MOST_PARTS: usize = 10_000;
const DEEPEST: usize = 200;

/// Sorts, by number, of quantifiers for which the numbers left out may matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Beyond {
    /// Numbers left out might make the formula false.
    pub universal: Option<usize>,
    /// Numbers left out might make the formula true.
    pub existential: Option<usize>,
}

impl Beyond {
    /// The sort on whose other numbers a verdict may depend.
    pub(crate) fn against(&self, holds: bool) -> Option<usize> {
        if holds { self.universal } else { self.existential }
    }

    fn note(&mut self, universal: bool, sort: usize) {
        let noted = if universal { &mut self.universal } else { &mut self.existential };
        *noted = noted.or(Some(sort));
    }

    /// Inside labels and data it is not followed whether more truth makes the formula true or false.
    fn note_both(&mut self, sort: usize) {
        self.note(true, sort);
        self.note(false, sort);
    }
}

/// Which verdicts numbers that are left out may change.
pub(crate) fn beyond(normal: &Normal) -> Beyond {
    let mut found = Beyond::default();
    for part in &normal.parts {
        let Part::Quantifier(universal, slot, sort, body) = part else { continue };
        if matters(normal, *universal, (*slot, *sort), |other| other.truth(*body, 0)) {
            found.note(*universal, *sort);
        }
    }
    normal.labels.iter().for_each(|set| in_labels(normal, set, &mut found));
    each_data(normal, &mut |expr, _| in_data(normal, expr, &mut found));
    found
}

/// Whether a quantifier may have another truth value with the values that are left out.
fn matters(
    normal: &Normal,
    universal: bool,
    (slot, sort): (u32, usize),
    truth: impl FnOnce(&mut Other<'_>) -> Option<bool>,
) -> bool {
    let truth = || truth(&mut Other::new(normal, slot));
    if is_numeric(normal, sort) {
        return !is_simple(normal, slot) && truth().is_none();
    }
    is_structured(normal, sort) && truth() != Some(universal)
}

fn in_labels(normal: &Normal, set: &Labels, found: &mut Beyond) {
    match set {
        Labels::Not(inner) => in_labels(normal, inner, found),
        Labels::Connective(_, list) => list.iter().for_each(|set| in_labels(normal, set, found)),
        Labels::Quantifier(universal, slot, sort, body) => {
            if matters(normal, *universal, (*slot, *sort), |other| other.labels(body)) {
                found.note_both(*sort);
            }
            in_labels(normal, body, found);
        }
        _ => {}
    }
}

fn in_data(normal: &Normal, expr: &Expr, found: &mut Beyond) {
    if let ExprKind::Quantifier(_, slot, sort, _) = &expr.kind
        && (is_numeric(normal, *sort) && !is_simple(normal, *slot) || is_structured(normal, *sort))
    {
        found.note_both(*sort);
    }
    expr.inner().iter().for_each(|inner| in_data(normal, inner, found));
}

/// Calls `visit` with each expression of a formula and its definitions, and whether it is an argument of an action.
fn each_data<'n>(normal: &'n Normal, visit: &mut dyn FnMut(&'n Expr, bool)) {
    for part in &normal.parts {
        match part {
            Part::Condition(expr, _) => visit(expr, false),
            Part::Bind(values, _) => values.iter().for_each(|(_, expr)| visit(expr, false)),
            _ => {}
        }
    }
    normal.labels.iter().for_each(|set| each_data_of_labels(set, visit));
    for rule in normal.functions.iter().flat_map(|function| &function.rules) {
        rule.condition.iter().chain([&rule.right]).for_each(|expr| visit(expr, false));
    }
}

fn each_data_of_labels<'n>(set: &'n Labels, visit: &mut dyn FnMut(&'n Expr, bool)) {
    match set {
        Labels::Constant(_) | Labels::Text(_) | Labels::Pattern(..) => {}
        Labels::Condition(expr) => visit(expr, false),
        Labels::Multi(parts) => parts.iter().flat_map(|(_, list)| list).for_each(|expr| visit(expr, true)),
        Labels::Gate(_, offers, _) => offers.iter().flatten().for_each(|expr| visit(expr, true)),
        Labels::Not(inner) | Labels::Quantifier(.., inner) => each_data_of_labels(inner, visit),
        Labels::Connective(_, list) => list.iter().for_each(|set| each_data_of_labels(set, visit)),
    }
}

/// Whether a variable is only compared with numbers that are written down, or stands in arguments of actions.
fn is_simple(normal: &Normal, slot: u32) -> bool {
    let mut is_simple = true;
    each_data(normal, &mut |expr, is_argument| {
        is_simple &= if is_argument { is_carried(expr, slot) } else { is_compared(expr, slot) };
    });
    is_simple
}

/// Whether a variable is at most a part of the value, as it is.
fn is_carried(expr: &Expr, slot: u32) -> bool {
    match &expr.kind {
        ExprKind::Slot(_) => true,
        ExprKind::Construct(_, list) | ExprKind::List(list) | ExprKind::Set(list) => {
            list.iter().all(|expr| is_carried(expr, slot))
        }
        _ => is_compared(expr, slot),
    }
}

/// Whether a variable is at most compared with numbers.
fn is_compared(expr: &Expr, slot: u32) -> bool {
    let is_number = |expr: &Expr| matches!(expr.kind, ExprKind::Constant(Value::Number(_)));
    let is_variable = |expr: &Expr| matches!(expr.kind, ExprKind::Slot(other) if other == slot);
    match &expr.kind {
        ExprKind::Operator(operator, list) if is_comparison(*operator) => match list.as_slice() {
            [a, b] if is_variable(a) && is_number(b) || is_number(a) && is_variable(b) => true,
            list => list.iter().all(|expr| is_compared(expr, slot)),
        },
        ExprKind::Slot(other) => *other != slot,
        _ => expr.inner().iter().all(|inner| is_compared(inner, slot)),
    }
}

fn is_comparison(operator: Operator) -> bool {
    use Operator::{Equal, Greater, GreaterEqual, Less, LessEqual, Unequal};
    matches!(operator, Equal | Unequal | Less | LessEqual | Greater | GreaterEqual)
}

/// A variable with a value that is in no label and not in the formula: truth values that do not depend on which.
struct Other<'n> {
    normal: &'n Normal,
    slot: u32,
    /// Fixpoints around, with what is assumed of them at all states and for all parameters.
    assumed: Vec<(PartId, Option<bool>)>,
    left: usize,
}

impl<'n> Other<'n> {
    fn new(normal: &'n Normal, slot: u32) -> Other<'n> {
        Other { normal, slot, assumed: Vec::new(), left: MOST_PARTS }
    }

    /// The truth value of a part at every state, if it has one.
    fn truth(&mut self, part: PartId, depth: usize) -> Option<bool> {
        self.left = self.left.checked_sub(1).filter(|_| depth < DEEPEST)?;
        let normal = self.normal;
        match &normal.parts[part] {
            Part::Constant(value) => Some(*value),
            Part::Condition(..) => None,
            Part::Connective(all, list) => joined(*all, list, |part| self.truth(*part, depth + 1)),
            // The variable gets another value there.
            Part::Quantifier(_, slot, ..) if *slot == self.slot => None,
            Part::Quantifier(.., body) | Part::Bind(_, body) => self.truth(*body, depth + 1),
            Part::Modality(all, set, next) => match self.labels(&normal.labels[*set]) {
                Some(false) => Some(*all),
                _ => self.truth(*next, depth + 1).filter(|value| value == all),
            },
            Part::Unfold(priority, body) => self.fixpoint(part, priority.is_multiple_of(2), *body, depth),
        }
    }

    /// A greatest fixpoint is true where its body is if it is, and a least one false.
    fn fixpoint(&mut self, part: PartId, greatest: bool, body: PartId, depth: usize) -> Option<bool> {
        if let Some((_, value)) = self.assumed.iter().find(|(other, _)| *other == part) {
            return *value;
        }
        let mut with = |assumed: Option<bool>| {
            self.assumed.push((part, assumed));
            let value = self.truth(body, depth + 1);
            self.assumed.pop();
            value
        };
        with(Some(greatest)).filter(|value| *value == greatest).or_else(|| with(None))
    }

    /// Whether all labels are in a set, or none, if that is so.
    fn labels(&self, set: &Labels) -> Option<bool> {
        match set {
            Labels::Constant(value) => Some(*value),
            Labels::Condition(_) | Labels::Text(_) | Labels::Pattern(..) => None,
            Labels::Multi(parts) => self.no_label(parts.iter().flat_map(|(_, list)| list)),
            Labels::Gate(_, offers, _) => self.no_label(offers.iter().flatten()),
            Labels::Not(inner) => self.labels(inner).map(|value| !value),
            Labels::Connective(all, list) => joined(*all, list, |set| self.labels(set)),
            Labels::Quantifier(_, slot, ..) if *slot == self.slot => None,
            Labels::Quantifier(.., body) => self.labels(body),
        }
    }

    /// No label has an argument with the value in it.
    fn no_label<'e>(&self, mut arguments: impl Iterator<Item = &'e Expr>) -> Option<bool> {
        arguments.any(|expr| self.has(expr)).then_some(false)
    }

    fn has(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Slot(slot) => *slot == self.slot,
            ExprKind::Construct(_, list) | ExprKind::List(list) | ExprKind::Set(list) => {
                list.iter().any(|expr| self.has(expr))
            }
            _ => false,
        }
    }
}

/// A conjunction or disjunction of truth values of which some are not known.
fn joined<T>(all: bool, list: &[T], mut value: impl FnMut(&T) -> Option<bool>) -> Option<bool> {
    let mut is_known = true;
    for item in list {
        match value(item) {
            Some(value) if value != all => return Some(value),
            known => is_known &= known.is_some(),
        }
    }
    is_known.then_some(all)
}
