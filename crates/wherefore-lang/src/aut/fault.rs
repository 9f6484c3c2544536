//! Faults of a file, with their places.
//!
//! Blocks are scanned out of order and without knowledge of what came before them. A fault therefore begins with a place
//! inside its block, and a caller that knows how much text lies before the block moves it there ([`Fault::after`]).

use super::codes;
use super::excerpt::Excerpt;
use std::ops::Range;
use wherefore_diag::{Code, Diagnostic, Location, SourceMap, Span};

/// A kind of fault, without its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrong {
    Empty,
    NoHeader,
    BadHeader(&'static str),
    NoStates,
    ManyStates,
    ManyTransitions,
    Hollow { states: u64, transitions: u64 },
    Probabilistic,
    Line(&'static str),
    Cut,
    Range { states: u32 },
    Missing { counted: u64, declared: u64 },
    Surplus { declared: u64 },
    Long,
    Encoding,
    Read,
}

/// A fault in a line, as a byte range of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub start: u32,
    pub end: u32,
    pub wrong: Wrong,
}

impl Spot {
    pub(super) fn new(range: Range<usize>, wrong: Wrong) -> Spot {
        Spot { start: range.start as u32, end: range.end as u32, wrong }
    }
}

/// Why a file is refused, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(Box<Inner>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Inner {
    wrong: Wrong,
    /// Lines before the one that is meant; `None` where the beginning of the file was not read.
    lines: Option<u64>,
    /// Offset of the line in the text.
    offset: u64,
    excerpt: Option<Excerpt>,
    notes: Vec<String>,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line() {
            Some(line) => write!(f, "line {line}: {}", self.0.wrong.headline()),
            None => write!(f, "at byte {}: {}", self.offset(), self.0.wrong.headline()),
        }
    }
}

impl std::error::Error for Fault {}

impl Fault {
    /// A fault in `line`, before which lie this many lines and bytes.
    pub(super) fn new(spot: Spot, line: &[u8], lines: u64, offset: u64) -> Fault {
        let excerpt = Some(Excerpt::new(line, spot.start as usize..spot.end as usize));
        Fault(Box::new(Inner { wrong: spot.wrong, lines: Some(lines), offset, excerpt, notes: Vec::new() }))
    }

    /// A fault of reading, after this many lines and bytes.
    pub(super) fn read(error: &std::io::Error, lines: u64, offset: u64) -> Fault {
        let notes = vec![format!("after {offset} bytes of text: {error}")];
        Fault(Box::new(Inner { wrong: Wrong::Read, lines: Some(lines), offset, excerpt: None, notes }))
    }

    /// The fault when this number of lines and bytes lie before the block it was found in; `None` where the lines were
    /// not counted, because only a part of the file was read.
    pub fn after(mut self, lines: Option<u64>, bytes: u64) -> Fault {
        self.0.lines = self.0.lines.zip(lines).map(|(inside, before)| inside + before);
        self.0.offset += bytes;
        self
    }

    /// Where the line begins that is meant, as a byte offset in the uncompressed text.
    pub fn offset(&self) -> u64 {
        self.0.offset
    }

    /// The number of that line, from 1, where it is known. Where it is not, it can be had by counting the line breaks
    /// before [`Fault::offset`], and given with [`Fault::with_lines`].
    pub fn line(&self) -> Option<u64> {
        self.0.lines.map(|l| l + 1)
    }

    /// The fault with the number of lines before the one that is meant.
    pub fn with_lines(mut self, lines: u64) -> Fault {
        self.0.lines = Some(lines);
        self
    }

    /// The declared kind.
    pub fn code(&self) -> &'static Code {
        self.0.wrong.code()
    }

    /// The message. The excerpt of the file is added to `sources` under `name`.
    pub fn diagnostic(&self, sources: &mut SourceMap, name: &str) -> Diagnostic {
        let Inner { wrong, lines, offset, excerpt, notes } = &*self.0;
        let mut message = Diagnostic::new(wrong.code(), wrong.headline());
        match (excerpt, lines) {
            (Some(excerpt), Some(lines)) => message = draw(message, excerpt, *lines, wrong.label(), sources, name),
            (Some(excerpt), None) => {
                message = message.note(format!("{name}, in the line at byte {offset}: {}", excerpt.text));
            }
            (None, Some(lines)) => message = message.note(format!("{name}, line {}", lines + 1)),
            (None, None) => {}
        }
        message.notes.extend(notes.iter().cloned());
        message.help.extend(wrong.help().map(str::to_owned));
        message
    }
}

fn draw(
    message: Diagnostic,
    excerpt: &Excerpt,
    lines: u64,
    label: &str,
    sources: &mut SourceMap,
    name: &str,
) -> Diagnostic {
    let line = u32::try_from(lines + 1).unwrap_or(u32::MAX);
    let begins = Location { line, column: excerpt.skipped + 1 };
    let file = sources.add_excerpt(name, excerpt.text.as_str(), begins);
    let message = message.label(Span::new(file, excerpt.mark.start, excerpt.mark.end), label);
    // The beginning of a very long line is not kept, so the line is not drawn.
    if excerpt.skipped > 0 { message.note(format!("around it: {}", excerpt.text)) } else { message }
}

impl Wrong {
    fn code(self) -> &'static Code {
        match self {
            Wrong::Empty | Wrong::NoHeader | Wrong::BadHeader(_) | Wrong::NoStates => codes::HEADER,
            Wrong::ManyStates | Wrong::ManyTransitions | Wrong::Hollow { .. } => codes::TOO_LARGE,
            Wrong::Probabilistic => codes::PROBABILISTIC,
            Wrong::Line(_) => codes::LINE,
            Wrong::Cut => codes::TRUNCATED,
            Wrong::Range { .. } => codes::RANGE,
            Wrong::Missing { .. } | Wrong::Surplus { .. } => codes::COUNT,
            Wrong::Long => codes::LONG_LINE,
            Wrong::Encoding => codes::ENCODING,
            Wrong::Read => codes::READ,
        }
    }

    fn headline(self) -> String {
        match self {
            Wrong::Empty => "the file is empty".into(),
            Wrong::NoHeader => "the file does not begin with `des (`".into(),
            Wrong::BadHeader(expected) => format!("the header is not understood: expected {expected}"),
            Wrong::NoStates => "the header says that there are no states".into(),
            Wrong::ManyStates => "more states than can be numbered with 32 bits".into(),
            Wrong::ManyTransitions => "more transitions than can be numbered with 32 bits".into(),
            Wrong::Hollow { states, transitions } => {
                format!("{states} states, but only {transitions} transitions to reach them")
            }
            Wrong::Probabilistic => "probabilistic systems are not supported".into(),
            Wrong::Line(expected) => format!("the line is no transition: expected {expected}"),
            Wrong::Cut => "the file ends in the middle of a transition".into(),
            Wrong::Range { states } => format!("a state out of range: there are {states} states, numbered from 0"),
            Wrong::Missing { counted, declared } => {
                format!("the header promises {declared} transitions, and the file has {counted}")
            }
            Wrong::Surplus { declared } => format!("the header promises {declared} transitions, and the file has more"),
            Wrong::Long => format!("a line of more than {} bytes", super::LONGEST_LINE),
            Wrong::Encoding => "a label that is no UTF-8".into(),
            Wrong::Read => "the file cannot be read to its end".into(),
        }
    }

    fn label(self) -> &'static str {
        match self {
            Wrong::Empty | Wrong::NoHeader => "here a header was expected",
            Wrong::BadHeader(_) | Wrong::Line(_) => "not this",
            Wrong::NoStates | Wrong::Hollow { .. } => "the number of states",
            Wrong::ManyStates | Wrong::ManyTransitions => "too many",
            Wrong::Probabilistic => "a distribution over states",
            Wrong::Cut => "nothing follows",
            Wrong::Range { .. } => "no such state",
            Wrong::Missing { .. } | Wrong::Surplus { .. } => "promised here",
            Wrong::Long => "this line",
            Wrong::Encoding => "in this label",
            Wrong::Read => "",
        }
    }

    fn help(self) -> Option<&'static str> {
        match self {
            Wrong::Empty | Wrong::NoHeader | Wrong::BadHeader(_) | Wrong::NoStates => {
                Some("the first line is des (INITIAL, TRANSITIONS, STATES)")
            }
            Wrong::Line(_) => Some("a transition is (SOURCE, LABEL, TARGET)"),
            Wrong::Cut | Wrong::Missing { .. } => Some("write or copy the file again: it seems to have been cut off"),
            Wrong::Surplus { .. } => Some("correct the second number of the header if the transitions are all meant"),
            Wrong::Range { .. } => Some("the number of states is the last number of the header"),
            Wrong::Long => Some("check that this is Aldebaran text and not a binary format"),
            Wrong::Encoding => Some("convert the file to UTF-8"),
            Wrong::ManyStates | Wrong::ManyTransitions | Wrong::Hollow { .. } | Wrong::Probabilistic | Wrong::Read => {
                None
            }
        }
    }
}
