//! Report of the inferred types, in a few lines.
//!
//! One note for a chart. Integers without bounds come first, because they decide which engines can be used; an item that
//! only ever has its first constant needs no mention.

use super::super::chart::{Chart, Expr, ExprKind, Type, Unary};
use super::super::codes;
use super::Types;
use super::texts::listed;
use super::uses::{Slot, Use};
use wherefore_diag::Diagnostic;

/// How many items a line names.
const SHOWN: usize = 8;

/// The note, if something was inferred that is not plain to see.
pub(super) fn note(chart: &Chart, types: &Types, uses: &[Use<'_>]) -> Option<Diagnostic> {
    let inferred = inferred(chart, uses);
    let is_unbounded = |slot: &Slot| leaf(types.slot(*slot)) == &Type::Int;
    let (unbounded, others): (Vec<Slot>, Vec<Slot>) = inferred.into_iter().partition(is_unbounded);
    let first = *unbounded.first().or(others.first())?;
    let label = format!("`{}` is {}", first.name(chart), describe(types.slot(first)));
    let headline = match unbounded.len() {
        0 => "the types of some data are inferred".to_owned(),
        1 => format!("`{}` is taken as an integer without bounds", first.name(chart)),
        count => format!("{count} data items are taken as integers without bounds"),
    };
    let mut note = Diagnostic::at(codes::INFERRED, first.span(chart), headline, label);
    if unbounded.len() > 1 {
        note = note.note(format!("without bounds: {}", line(&unbounded, |s| format!("`{}`", s.name(chart)))));
    }
    if !others.is_empty() {
        let told = |slot: &Slot| {
            let why = if is_commented(chart, types, *slot) { ", as the comment before it says" } else { "" };
            format!("`{}` is {}{why}", slot.name(chart), describe(types.slot(*slot)))
        };
        note = note.note(line(&others, told));
    }
    let help = match first {
        _ if chart.is_xstate() => {
            "declare `minimum` and `maximum` under `schemas`, as in \"count\": { \"type\": \"integer\", \"minimum\": 0, \"maximum\": 40 }"
        }
        Slot::Data(_) => "declare wf:range to bound an integer, as in wf:range=\"0..40\"",
        Slot::Field(_) => {
            "declare what the event carries, as in <wf:param name=\"v\" range=\"0..40\"/> in a <wf:event>"
        }
    };
    Some(if unbounded.is_empty() { note } else { note.help(help) })
}

/// The slots that are not declared, but for items that only have their first constant.
fn inferred(chart: &Chart, uses: &[Use<'_>]) -> Vec<Slot> {
    let mut plain: Vec<bool> = Slot::all(chart).map(|slot| has_constant(chart, slot)).collect();
    for item in uses {
        match item {
            Use::Value { to: Slot::Data(id), value, .. } if is_first(chart.datum(*id).init.as_ref(), value) => {}
            Use::Value { to, .. } => plain[to.index(chart)] = false,
            Use::Foreach { item, index, .. } => {
                [Some(*item), *index].into_iter().flatten().for_each(|id| plain[id.0 as usize] = false);
            }
            Use::Truth(_) | Use::Property { .. } => {}
        }
    }
    let undeclared = Slot::all(chart).filter(|slot| slot.declared(chart).is_none());
    undeclared.filter(|slot| !plain[slot.index(chart)]).collect()
}

/// Whether the type is that of a comment.
fn is_commented(chart: &Chart, types: &Types, slot: Slot) -> bool {
    slot.commented(chart) == Some(types.slot(slot))
}

fn is_first(init: Option<&Expr>, value: &Expr) -> bool {
    init.is_some_and(|init| std::ptr::eq(init, value))
}

fn has_constant(chart: &Chart, slot: Slot) -> bool {
    let Slot::Data(id) = slot else { return false };
    let data = chart.datum(id);
    !data.input && data.init.as_ref().is_some_and(is_constant)
}

fn is_constant(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Text(_) => true,
        ExprKind::Unary(Unary::Neg, operand) => {
            matches!(operand.kind, ExprKind::Int(_) | ExprKind::Real(_))
        }
        _ => false,
    }
}

fn line(slots: &[Slot], told: impl Fn(&Slot) -> String) -> String {
    let shown: Vec<String> = slots.iter().take(SHOWN).map(told).collect();
    let more = slots.len().saturating_sub(SHOWN);
    if more == 0 { shown.join("; ") } else { format!("{}; and {more} more", shown.join("; ")) }
}

fn leaf(ty: &Type) -> &Type {
    match ty {
        Type::Array(element, _) => leaf(element),
        other => other,
    }
}

fn describe(ty: &Type) -> String {
    match ty {
        Type::Bool => "a truth value".to_owned(),
        Type::Int => "an integer without bounds".to_owned(),
        Type::Range { lo: 0, hi: 0 } => "always 0".to_owned(),
        Type::Range { lo, hi } => format!("an integer in {lo}..{hi}"),
        Type::Real => "a real".to_owned(),
        Type::Enum(values) => format!("one of {}", listed(values)),
        Type::Array(element, length) => format!("an array of {length}, each {}", describe(element)),
    }
}
