//! A choice of the machine itself has finitely many values: all of them are tried wherever it matters.

use super::super::chart::{Chart, DataId, Type};
use super::super::codes;
use super::Types;
use wherefore_diag::Diagnostic;
use wherefore_syntax::Reporter;

/// Reports choices among infinitely many values.
pub(super) fn choices(chart: &Chart, types: &Types, reporter: &mut Reporter) {
    for (index, data) in chart.data.iter().enumerate().filter(|(_, data)| data.choice) {
        let mut ty = types.datum(DataId(index as u32));
        while let Type::Array(element, _) = ty {
            ty = element;
        }
        let what = match ty {
            Type::Int => "an integer without bounds",
            Type::Real => "a real",
            _ => continue,
        };
        let headline = format!("`{}` is a choice among infinitely many values", data.name);
        let diagnostic = Diagnostic::at(codes::BAD_DECLARATION, data.span, headline, what);
        let help =
            "declare what it is chosen from, as in wf:type=\"bool\", wf:range=\"0..3\" or wf:values=\"low high\"";
        reporter.push(diagnostic.help(help));
    }
}
