//! Expressions of the reader: read before the model is, held against its names before any search, and added to its runs.

use super::Run;
use crate::codes::EXPRESSION;
use std::sync::Arc;
use wherefore_diag::{Diagnostic, SourceMap, Span};
use wherefore_ir::System;
use wherefore_report::build::Defines;
use wherefore_report::shown::{ShowError, Shown};
use wherefore_syntax::nearest;

/// What an expression is called where a message points into it.
const NAME: &str = "--show";

impl Run<'_> {
    /// Reads the expressions; false if one has a mistake, which the remarks then say.
    pub(super) fn reads_expressions(&mut self) -> bool {
        let read = Shown::parse(&self.arguments.show).map(|shown| self.shown = shown);
        self.accept(read)
    }

    /// Looks for names that none of these systems has; false if there is one, which the remarks then say.
    pub(super) fn knows_names(&mut self, systems: &[&System]) -> bool {
        let known = self.shown.resolve(systems);
        self.accept(known)
    }

    /// Adds the expressions to all runs of the report.
    pub(super) fn add_expressions(&mut self) {
        let defines = if self.arguments.defines { Defines::All } else { Defines::Declared };
        let added = self.shown.add(&mut self.ctx.report, defines);
        self.accept(added);
    }

    fn accept(&mut self, result: Result<(), ShowError>) -> bool {
        let Err(mistake) = result else { return true };
        let mut sources = SourceMap::clone(&self.ctx.report.sources);
        let file = sources.add(NAME, mistake.text.as_str());
        self.ctx.report.sources = Arc::new(sources);
        let start = mistake.error.at.min(mistake.text.len());
        let length = mistake.text.get(start..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        let span = Span::new(file, start as u32, (start + length) as u32);
        let diagnostic = Diagnostic::at(EXPRESSION, span, mistake.error.message.clone(), "");
        self.ctx.remark(match meant(&mistake) {
            Some(name) => diagnostic.help(format!("did you mean `{name}`?")),
            None => diagnostic,
        });
        false
    }
}

/// The name that was meant, if one is near to what stands at the place of a mistake.
fn meant(mistake: &ShowError) -> Option<&str> {
    let rest = mistake.text.get(mistake.error.at..)?.trim_start_matches('"');
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '#' | '[' | ']');
    let word = rest.get(..rest.find(|c| !is_part(c)).unwrap_or(rest.len()))?;
    nearest(word, mistake.candidates.iter().map(String::as_str))
}
