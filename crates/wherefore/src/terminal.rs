//! Abilities of the two output streams.

use crate::args::Color;
use anstream::{AutoStream, ColorChoice};
use std::io::{IsTerminal, stderr, stdout};
use wherefore_diag::Style;
use wherefore_report::text::Options;

/// Columns to a line where nothing says how wide it is.
const WIDTH: usize = 100;

/// Requested and available output.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    /// For results.
    pub results: Style,
    /// For messages.
    pub messages: Style,
    /// Columns of the terminal that shows results.
    pub width: usize,
    /// Whether a person watches the messages.
    pub is_watched: bool,
}

impl Terminal {
    /// Looks at the streams and at NO_COLOR and its kind.
    pub fn detect(color: Color) -> Terminal {
        let style = |auto: ColorChoice| match (color, auto) {
            (Color::Never, _) | (Color::Auto, ColorChoice::Never) => Style::Plain,
            _ => Style::Coloured,
        };
        let width = terminal_size::terminal_size_of(stdout()).map_or(WIDTH, |(w, _)| usize::from(w.0).max(20));
        Terminal {
            results: style(AutoStream::choice(&stdout())),
            messages: style(AutoStream::choice(&stderr())),
            width,
            is_watched: stderr().is_terminal(),
        }
    }

    /// How text on the standard output looks.
    pub fn options(&self) -> Options {
        Options { style: self.results, width: self.width, full_traces: false }
    }

    /// How text in a file looks.
    pub fn file_options(&self) -> Options {
        Options { style: Style::Plain, width: WIDTH, full_traces: false }
    }
}
