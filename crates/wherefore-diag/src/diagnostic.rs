//! The diagnostic value and a bag of them.

use crate::{Code, Severity, Span};

/// A remark attached to a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// Text of the label; may be empty.
    pub text: String,
}

/// One message to the user. The first label is the place it is about; the others explain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Its declared kind.
    pub code: &'static Code,
    /// One short line that stands alone: lower case, no final period.
    pub headline: String,
    /// The places involved, the main one first.
    pub labels: Vec<Label>,
    /// Further facts.
    pub notes: Vec<String>,
    /// Advice on what to do.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// A diagnostic without a place.
    pub fn new(code: &'static Code, headline: impl Into<String>) -> Diagnostic {
        Diagnostic { code, headline: headline.into(), labels: Vec::new(), notes: Vec::new(), help: Vec::new() }
    }

    /// A diagnostic about `span`, with the words to put under it.
    pub fn at(code: &'static Code, span: Span, headline: impl Into<String>, label: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, headline).label(span, label)
    }

    /// Adds a labelled place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a fact.
    pub fn note(mut self, text: impl Into<String>) -> Diagnostic {
        self.notes.push(text.into());
        self
    }

    /// Adds advice.
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// Whether it stops the run.
    pub fn is_error(&self) -> bool {
        self.code.severity == Severity::Error
    }

    /// The place it is about.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|l| l.span)
    }
}

/// Diagnostics in the order they were found, cut off after a limit so that a broken file does not drown its reader.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    dropped: usize,
}

impl Diagnostics {
    /// How many are kept; the rest is only counted.
    pub const LIMIT: usize = 100;

    /// Adds one, unless it repeats the previous or the limit is reached.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.list.last() == Some(&diagnostic) {
            return;
        }
        if self.list.len() < Self::LIMIT { self.list.push(diagnostic) } else { self.dropped += 1 }
    }

    /// Whether any of them stops the run.
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(Diagnostic::is_error)
    }

    /// How many were dropped past the limit.
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// The diagnostics kept, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Whether no diagnostic is kept.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Appends those of another bag.
    pub fn extend(&mut self, other: Diagnostics) {
        self.dropped += other.dropped;
        other.list.into_iter().for_each(|d| self.push(d));
    }
}
