//! Values in JSON: constants, and texts that are functions.

use super::Reader;
use num_bigint::BigInt;
use wherefore_diag::Span;
use wherefore_scxml::chart::{Data, DataId, Expr, ExprKind};
use wherefore_syntax::json::{Json, JsonKind};
use wherefore_syntax::number;
use wherefore_syntax::xml::Text;

/// The text of a function: a text that looks like one, or what version 6 writes for it.
pub fn code(value: &Json) -> Option<&Text> {
    let text = match &value.kind {
        JsonKind::Text(text) => return Some(text).filter(|t| is_function(&t.value)),
        _ => value.get("@code").or_else(|| value.get("expr").filter(|_| value.get("@type").is_some())),
    };
    text.and_then(Json::text)
}

fn is_function(text: &str) -> bool {
    text.contains("=>") || text.trim_start().starts_with("function")
}

/// The constant that a value is.
pub(super) fn constant(value: &Json) -> Option<Expr> {
    let kind = match &value.kind {
        JsonKind::Bool(truth) => ExprKind::Bool(*truth),
        JsonKind::Number(text) => of_number(text)?,
        JsonKind::Text(text) if !is_function(&text.value) => ExprKind::Text(text.value.clone()),
        _ => return None,
    };
    // The quotes of a text do not belong to its value.
    let span =
        value.text().map_or(value.span, |t| if t.value.is_empty() { value.span } else { t.span(0..t.value.len()) });
    Some(Expr { kind, span })
}

/// A number: an integer, if its value is one.
pub(super) fn of_number(text: &str) -> Option<ExprKind> {
    if text.len() > number::LONGEST_NUMBER {
        return None;
    }
    if let Ok(integer) = text.parse::<BigInt>() {
        return Some(ExprKind::Int(integer));
    }
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let value = number::decimal(digits)? * num_rational::BigRational::from_integer(sign.into());
    Some(if value.is_integer() { ExprKind::Int(value.to_integer()) } else { ExprKind::Real(value) })
}

impl<'j> Reader<'j> {
    /// Something of which nothing is known, under a name: it is drawn anew in every microstep.
    pub(super) fn any(&mut self, name: &str, span: Span) -> DataId {
        self.add_data(Data { input: true, random: true, ..Data::new(name, span) })
    }

    /// The value of a member of the context or of an event, where nothing is known if it is not simple. `what` names it.
    pub(super) fn value(&mut self, value: &'j Json, what: &str) -> Expr {
        if let Some(constant) = constant(value) {
            return constant;
        }
        let span = value.span;
        let why = match code(value) {
            Some(text) => match self.scope.function(text) {
                Ok(expr) => return expr,
                Err(diagnostic) => diagnostic.headline,
            },
            None => "it is no Boolean, number or text".to_owned(),
        };
        self.unknown_value(what, span, why)
    }

    /// A value of which nothing is known.
    pub(super) fn unknown_value(&mut self, what: &str, span: Span, why: String) -> Expr {
        self.any_values.entry(what.to_owned()).or_insert((span, why));
        let data = self.any(&format!("any.{what}"), span);
        Expr { kind: ExprKind::Data(data), span }
    }
}
