//! Where an integer is wanted and a real arrives.
//!
//! Only what is declared can be wrong here, since an item that is not declared becomes real when something real arrives in
//! it; and places in arrays and remainders, which are of integers.

use super::super::chart::{Binary, Chart, Expr, ExprKind, Type};
use super::super::codes;
use super::Types;
use super::number::{Number, value};
use super::uses::Use;
use wherefore_diag::Diagnostic;
use wherefore_syntax::Reporter;

const HELP: &str = "Math.floor, Math.ceil, Math.round and Math.trunc make an integer of it";

/// Reports every real in the place of an integer.
pub(super) fn reals(chart: &Chart, types: &Types, uses: &[Use<'_>], reporter: &mut Reporter) {
    for item in uses {
        match item {
            Use::Value { to, place, value: given } => {
                if matters(types.slot(*to)) && value(types, given) == Number::Real {
                    let name = to.name(chart);
                    let headline = format!("`{name}` is declared as an integer and gets a real");
                    let diagnostic = Diagnostic::at(codes::TYPE_CLASH, given.span, headline, "this is a real");
                    let there = format!("`{name}` is declared here");
                    reporter.push(diagnostic.label(to.span(chart), there).help(HELP));
                }
                inside(types, given, reporter);
                if let Some(place) = place {
                    whole(types, place, "a place in an array", reporter);
                    inside(types, place, reporter);
                }
            }
            Use::Foreach { array, item, .. } => {
                if matters(types.datum(*item)) && value(types, array) == Number::Real {
                    let headline = format!("`{}` is declared as an integer and gets a real", chart.datum(*item).name);
                    let diagnostic = Diagnostic::at(codes::TYPE_CLASH, array.span, headline, "these are reals");
                    let there = "declared here as an integer";
                    reporter.push(diagnostic.label(chart.datum(*item).span, there));
                }
                inside(types, array, reporter);
            }
            Use::Truth(expr) | Use::Property { formula: expr, .. } => inside(types, expr, reporter),
        }
    }
}

fn matters(ty: &Type) -> bool {
    matches!(Number::of_type(ty), Number::Integer(_))
}

fn whole(types: &Types, expr: &Expr, what: &str, reporter: &mut Reporter) {
    if value(types, expr) == Number::Real {
        let headline = format!("{what} must be an integer, and this is a real");
        let diagnostic = Diagnostic::at(codes::TYPE_CLASH, expr.span, headline, "this is a real");
        reporter.push(diagnostic.help(HELP));
    }
}

fn inside(types: &Types, expr: &Expr, reporter: &mut Reporter) {
    // A remainder is real only if an operand is, and that is reported there.
    let nested = |operand: &Expr| matches!(operand.kind, ExprKind::Binary(Binary::Rem, ..));
    expr.visit(&mut |expr| match &expr.kind {
        ExprKind::Index(_, place) => whole(types, place, "a place in an array", reporter),
        ExprKind::Binary(Binary::Rem, a, b) => {
            let operands = [a, b].into_iter().filter(|o| !nested(o));
            operands.for_each(|o| whole(types, o, "an operand of `%`", reporter));
        }
        _ => {}
    });
}
