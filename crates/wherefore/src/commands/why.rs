//! `wherefore why`: every distinct way in which properties break.

mod analysis;
mod since;

use crate::args::lts::Lts;
use crate::args::{Common, Why};
use crate::codes::UNKNOWN_CLASS;
use crate::exit::Exit;
use crate::run::{self, PropertyRequest, Subject, Task, Work};
use crate::terminal::Terminal;
use crate::watch::record;
use std::path::Path;
use wherefore_diag::Diagnostic;
use wherefore_explain::machine::path_class::Level;
use wherefore_report::baseline::Earlier;
use wherefore_report::document::{Command, Document, Inquiry, Remark};
use wherefore_report::text::{self, Focus, fit};

/// Classes named in a message.
const MOST_NAMED: usize = 12;
/// Columns of a key in a message.
const WIDEST_KEY: usize = 40;

/// Looks into every failure of a model and writes what was found.
pub fn run(arguments: &Why, terminal: &Terminal) -> Result<Exit, Diagnostic> {
    let last = || arguments.watching.watched.as_deref().and_then(record::last).map(Ok);
    let earlier = arguments.since.as_deref().map(since::read).or_else(last);
    run::run(&WhyTask { arguments, earlier }, terminal)
}

struct WhyTask<'a> {
    arguments: &'a Why,
    /// The report of an earlier run, or why it cannot be read.
    earlier: Option<Result<Earlier, Diagnostic>>,
}

impl Task for WhyTask<'_> {
    fn command(&self) -> Command {
        Command::Why
    }

    fn common(&self) -> &Common {
        &self.arguments.common
    }

    fn lts(&self) -> Lts {
        Lts { level: self.arguments.level.map(Into::into), ..self.arguments.lts.clone() }
    }

    fn max_classes(&self) -> usize {
        self.arguments.max_classes as usize
    }

    fn inquires(&self) -> bool {
        true
    }

    fn class(&self) -> Option<&str> {
        self.arguments.class.as_deref()
    }

    fn level(&self) -> Option<String> {
        Some(self.arguments.level.unwrap_or(Level::Spine).word())
    }

    fn trace(&self) -> Option<&Path> {
        self.arguments.trace.as_deref()
    }

    fn watched(&self) -> Option<&Path> {
        self.arguments.watching.watched.as_deref()
    }

    fn glances_at_fixes(&self) -> bool {
        let Why { no_fix, trace, class, .. } = self.arguments;
        !no_fix && trace.is_none() && class.is_none()
    }

    fn objection(&self) -> Option<Diagnostic> {
        self.earlier.as_ref()?.as_ref().err().cloned()
    }

    fn work(&self, subject: &Subject, asked: &PropertyRequest) -> Work {
        analysis::work(self.arguments, subject, asked)
    }

    fn review(&self, report: &mut Document) {
        if let Some(Ok(earlier)) = &self.earlier {
            report
                .properties
                .iter_mut()
                .for_each(|p| p.inquiry.get_or_insert_default().since = Some(earlier.compare(p)));
        }
        if let Some(diagnostic) = self.arguments.class.as_deref().and_then(|name| missing(report, name)) {
            report.remarks.push(Remark::new(diagnostic, None, &report.sources));
        }
    }

    fn text(&self, report: &Document, options: &text::Options) -> String {
        let focus = match &self.arguments.class {
            Some(name) => Focus::Class(name),
            None if self.arguments.full => Focus::Everything,
            None => Focus::Overview,
        };
        let full_traces = options.full_traces || self.arguments.full;
        text::why(report, &text::Options { full_traces, ..*options }, focus)
    }
}

/// A complaint if no property has the class. Where there are no classes at all, the verdicts say enough.
fn missing(report: &Document, name: &str) -> Option<Diagnostic> {
    let inquiries: Vec<&Inquiry> = report.properties.iter().filter_map(|p| p.inquiry()).collect();
    if inquiries.is_empty() || inquiries.iter().any(|i| i.find(name).is_some()) {
        return None;
    }
    let classes = inquiries.iter().flat_map(|i| i.classes.iter().enumerate());
    let key = |key: &str| fit::shorten_middle(&fit::visible(key), WIDEST_KEY);
    let names: Vec<String> = classes.map(|(i, c)| format!("{} {} {}", i + 1, c.id, key(&c.key))).collect();
    let list = fit::list(&names.iter().map(String::as_str).collect::<Vec<_>>(), MOST_NAMED);
    let unknown = Diagnostic::new(UNKNOWN_CLASS, format!("there is no class `{}`", fit::shorten(name, 60)));
    Some(if list.is_empty() {
        unknown.help("no class was found")
    } else {
        unknown.help(format!("the classes are {list}"))
    })
}
