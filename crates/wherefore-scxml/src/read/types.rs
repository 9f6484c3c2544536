//! Declared types: our own attributes, and the `type` that tools for robots write on `<data>`.

use super::{Reader, codes};
use crate::chart::{Bounds, Type};
use crate::script::exact;
use crate::xml::Text;
use roxmltree::Node;
use wherefore_diag::Diagnostic;
use wherefore_ir::FloatFormat;

/// Content of the attributes.
struct Said {
    kind: Option<Text>,
    range: Option<Text>,
    values: Option<Text>,
}

/// Declaration by the attributes.
#[derive(Default)]
pub(super) struct Declared {
    pub ty: Option<Type>,
    /// Bounds of a real.
    pub bounds: Option<Bounds>,
}

impl From<Option<Type>> for Declared {
    fn from(ty: Option<Type>) -> Declared {
        Declared { ty, bounds: None }
    }
}

impl Reader<'_, '_> {
    /// The type of a data item.
    pub(super) fn declared_type(&mut self, node: Node) -> Declared {
        let kind = self.extension_attribute(node, "type").or_else(|| self.attribute(node, "type"));
        let (range, values) = (self.extension_attribute(node, "range"), self.extension_attribute(node, "values"));
        self.type_of(Said { kind, range, values })
    }

    /// The type of a field of an event.
    pub(super) fn field_type(&mut self, node: Node) -> Declared {
        let [kind, range, values] = ["type", "range", "values"].map(|name| self.attribute(node, name));
        self.type_of(Said { kind, range, values })
    }

    fn type_of(&mut self, said: Said) -> Declared {
        let Said { kind, range, values } = said;
        if let (Some(_), Some(values)) = (&range, &values) {
            self.error(codes::BAD_DECLARATION, values.whole(), "both a range and values are declared", "and a range");
            return Declared::default();
        }
        if let (Some(kind), Some(range)) = (&kind, &range)
            && is_real(kind.value.trim())
        {
            return Declared { bounds: self.real_range(range), ty: self.named_type(kind) };
        }
        let word = kind.as_ref().map(|k| k.value.trim().to_owned());
        if let Some(range) = range {
            return self.ranged(word.as_deref(), &range).into();
        }
        if let Some(values) = values {
            return self.enumeration(word.as_deref(), &values).into();
        }
        kind.and_then(|kind| self.named_type(&kind)).into()
    }

    /// The bounds of a real.
    fn real_range(&mut self, range: &Text) -> Option<Bounds> {
        let bounds = range.value.split_once("..");
        match bounds.and_then(|(lo, hi)| exact(lo.trim()).zip(exact(hi.trim()))) {
            Some((lo, hi)) if lo <= hi => Some(Bounds { lo, hi }),
            Some(_) => self.empty_range(range),
            None => self.no_range(range, "write the least and the greatest value, as in 0..40 or -1.5..99.5"),
        }
    }

    fn ranged(&mut self, word: Option<&str>, range: &Text) -> Option<Type> {
        if word.is_some_and(|w| w != "int" && machine_integer(w).is_none()) {
            self.error(codes::BAD_DECLARATION, range.whole(), "only numbers have a range", "on another type");
            return None;
        }
        let bounds = range.value.split_once("..");
        let is_decimal = bounds.is_some_and(|(lo, hi)| [lo, hi].iter().all(|end| exact(end.trim()).is_some()));
        let number = |text: &str| text.trim().parse::<i64>().ok();
        let bounds = bounds.and_then(|(lo, hi)| number(lo).zip(number(hi)));
        match bounds {
            Some((lo, hi)) if lo <= hi => Some(Type::Range { lo, hi }),
            Some(_) => self.empty_range(range),
            None if is_decimal => self.no_range(range, "only a real has such bounds, with wf:type=\"real\""),
            None => self.no_range(range, "write the least and the greatest value, as in 0..40"),
        }
    }

    fn empty_range<T>(&mut self, range: &Text) -> Option<T> {
        let headline = format!("the range {} is empty", range.value.trim());
        self.error(codes::BAD_DECLARATION, range.whole(), headline, "the first must not be above the last");
        None
    }

    fn no_range<T>(&mut self, range: &Text, help: &str) -> Option<T> {
        let headline = format!("`{}` is no range", range.value.trim());
        let diagnostic = Diagnostic::at(codes::BAD_DECLARATION, range.whole(), headline, "expected lo..hi");
        self.report.push(diagnostic.help(help));
        None
    }

    fn enumeration(&mut self, word: Option<&str>, values: &Text) -> Option<Type> {
        let mut names: Vec<String> = Vec::new();
        for name in values.value.split_whitespace() {
            if names.iter().any(|n| n == name) {
                self.error(codes::BAD_DECLARATION, values.whole(), format!("`{name}` is listed twice"), "here");
            } else {
                names.push(name.to_owned());
            }
        }
        if names.is_empty() || word.is_some_and(|w| w != "enum" && w != "string") {
            let headline = if names.is_empty() { "an enumeration without values" } else { "only an enum has values" };
            self.error(codes::BAD_DECLARATION, values.whole(), headline, "here");
            return None;
        }
        Some(Type::Enum(names))
    }

    fn named_type(&mut self, text: &Text) -> Option<Type> {
        let word = text.value.trim();
        if word == "string" {
            return None;
        }
        if let Some((element, length)) = word.strip_suffix(']').and_then(|w| w.split_once('[')) {
            let length =
                length.trim().trim_start_matches("<=").trim().parse().ok().filter(|n| (1..=100_000).contains(n));
            let element = self.simple_type(element.trim(), text);
            return match (element, length) {
                (Some(element), Some(length)) => Some(Type::Array(Box::new(element), length)),
                _ => self.bad_type(text),
            };
        }
        if word == "enum" {
            self.error(codes::BAD_DECLARATION, text.whole(), "an enumeration without values", "wf:values is missing");
            return None;
        }
        let simple = self.simple_type(word, text);
        if simple.is_some() { simple } else { self.bad_type(text) }
    }

    fn bad_type(&mut self, text: &Text) -> Option<Type> {
        let headline = format!("`{}` is no type", text.value.trim());
        let diagnostic = Diagnostic::at(codes::BAD_DECLARATION, text.whole(), headline, "not known");
        self.report
            .push(diagnostic.help("types are bool, int, real, enum, int8 to uint64, float32, float64, int32[5]"));
        None
    }

    /// A type that is no array.
    fn simple_type(&mut self, word: &str, text: &Text) -> Option<Type> {
        let (kind, note) = match word {
            "bool" => (Type::Bool, None),
            "int" => (Type::Int, None),
            "real" => (Type::Real, None),
            "float" | "double" | "float32" | "float64" => (Type::Real, Some("exact reals, without rounding")),
            "int64" | "uint64" => (Type::Int, Some("integers without bounds")),
            _ => machine_integer(word).map(|range| (range, None))?,
        };
        self.chart.float = self.chart.float.max(float_format(word));
        if let Some(note) = note {
            let headline = format!("`{word}` is read as {note}");
            self.report.push(Diagnostic::at(codes::READ_AS, text.whole(), headline, "here"));
        }
        Some(kind)
    }
}

/// The integer of a machine that the comment before a data item names, as in `<!-- TYPE count:int8 -->`: so AS2FM writes the types of
/// plain documents.
pub(super) fn commented_type(node: Node, name: &str) -> Option<Type> {
    let before = node.prev_siblings().skip(1).find(|n| !n.is_text() || n.text().is_some_and(|t| !t.trim().is_empty()));
    let comment = before.filter(Node::is_comment)?.text()?.trim();
    let (named, word) = comment.strip_prefix("TYPE ")?.split_once(':')?;
    (named.trim() == name).then(|| machine_integer(word.trim())).flatten()
}

/// Whether a word names real numbers.
fn is_real(word: &str) -> bool {
    word == "real" || float_format(word).is_some()
}

/// The format of machine floats; `float` is the shorter one, as in C.
fn float_format(word: &str) -> Option<FloatFormat> {
    match word {
        "float" | "float32" => Some(FloatFormat::Single),
        "double" | "float64" => Some(FloatFormat::Double),
        _ => None,
    }
}

/// Integers of up to 32 bits.
fn machine_integer(word: &str) -> Option<Type> {
    let unsigned = word.strip_prefix("uint");
    let bits: u32 = unsigned.or_else(|| word.strip_prefix("int"))?.parse().ok()?;
    let range = match (unsigned, bits) {
        (Some(_), 8 | 16 | 32) => (0, (1_i64 << bits) - 1),
        (None, 8 | 16 | 32) => (-(1_i64 << (bits - 1)), (1_i64 << (bits - 1)) - 1),
        _ => return None,
    };
    Some(Type::Range { lo: range.0, hi: range.1 })
}
