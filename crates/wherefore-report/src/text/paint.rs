//! The colours of the report, in one place.

use anstyle::{AnsiColor, Style as Colour};
use wherefore_diag::Style;

/// Role of a piece of text, as far as its colour goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// A good result.
    Good,
    /// A bad result.
    Bad,
    /// An open result.
    Unsure,
    /// A heading or a name to find again.
    Strong,
    /// Choices of the environment.
    Input,
    /// Needed, but not to be read first.
    Faint,
}

/// Colours text, or leaves it as it is.
#[derive(Clone, Copy, Debug)]
pub struct Paint(pub Style);

impl Paint {
    /// The text in its colour, with blanks behind it up to `columns`.
    pub fn padded(self, ink: Ink, text: &str, columns: usize) -> String {
        let blanks = columns.saturating_sub(super::fit::width(text));
        format!("{}{:blanks$}", self.ink(ink, text), "")
    }

    /// The text in its colour.
    pub fn ink(self, ink: Ink, text: &str) -> String {
        if self.0 == Style::Plain || text.is_empty() {
            return text.to_owned();
        }
        let colour = match ink {
            Ink::Good => Colour::new().bold().fg_color(Some(AnsiColor::Green.into())),
            Ink::Bad => Colour::new().bold().fg_color(Some(AnsiColor::Red.into())),
            Ink::Unsure => Colour::new().bold().fg_color(Some(AnsiColor::Yellow.into())),
            Ink::Strong => Colour::new().bold(),
            Ink::Input => Colour::new().fg_color(Some(AnsiColor::Cyan.into())),
            Ink::Faint => Colour::new().dimmed(),
        };
        format!("{}{text}{}", colour.render(), colour.render_reset())
    }
}
