//! Which properties are asked for: by their names, or all.

use super::Run;
use crate::codes::{NO_PROPERTIES, UNKNOWN_PROPERTY};
use wherefore_diag::Diagnostic;
use wherefore_report::document::Command;
use wherefore_report::text::fit;
use wherefore_syntax::nearest;

/// Names listed in a message.
const MOST_NAMED: usize = 12;

/// Names that a property may have.
#[derive(Clone, Debug)]
pub struct Names {
    /// Name in the report.
    pub shown: String,
    /// Other names that -p accepts.
    pub others: Vec<String>,
}

impl Names {
    /// A property with one name.
    pub fn of(name: &str) -> Names {
        Names { shown: name.to_owned(), others: Vec::new() }
    }

    fn is(&self, name: &str) -> bool {
        self.shown == name || self.others.iter().any(|n| n == name)
    }
}

impl Run<'_> {
    /// The places of the properties that are asked for, in the order of the model; `None` if some name has no property,
    /// which the remarks then say.
    pub(super) fn select(&mut self, known: &[Names]) -> Option<Vec<usize>> {
        let unknown = self.arguments.properties.iter().filter(|name| !known.iter().any(|k| k.is(name)));
        let wrong: Vec<Diagnostic> = unknown.map(|name| complain(name, known)).collect();
        if !wrong.is_empty() {
            wrong.into_iter().for_each(|d| self.ctx.remark(d));
            return None;
        }
        if known.is_empty() && self.task.command() != Command::Lint {
            self.ctx.remark(self.nothing_stated());
        }
        let names = &self.arguments.properties;
        let is_wanted = |k: &Names| names.is_empty() || names.iter().any(|n| k.is(n));
        Some((0..known.len()).filter(|i| is_wanted(&known[*i])).collect())
    }

    fn nothing_stated(&self) -> Diagnostic {
        let model = &self.ctx.report.model;
        let remark = Diagnostic::new(NO_PROPERTIES, format!("`{}` states no property", model.path));
        match model.language {
            Some("scxml") => remark.help("state one, as in <wf:invariant name=\"safe\">!In('bad')</wf:invariant>"),
            Some("oss") => remark.help(
                "what is checked are guarantees other than TRUE of a component with parts and `CONTRACT c REFINEDBY part.contract;`",
            ),
            _ => remark,
        }
    }
}

fn complain(name: &str, known: &[Names]) -> Diagnostic {
    let unknown = Diagnostic::new(UNKNOWN_PROPERTY, format!("the model has no property called `{name}`"));
    let names = known.iter().flat_map(|k| std::iter::once(&k.shown).chain(&k.others)).map(String::as_str);
    match nearest(name, names) {
        Some(near) => unknown.help(format!("did you mean `{near}`?")),
        None => {
            unknown.help(match fit::list(&known.iter().map(|k| k.shown.as_str()).collect::<Vec<_>>(), MOST_NAMED) {
                list if list.is_empty() => "the model states no property at all".to_owned(),
                list => format!("its properties are {list}"),
            })
        }
    }
}
