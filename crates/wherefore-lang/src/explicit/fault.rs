//! Why a graph is refused, and where.

use wherefore_diag::{Code, Diagnostic, Location, SourceMap, Span};

/// The most bytes of the place that are shown.
const SHOWN: usize = 60;

/// Why a graph is refused, and where. Only the words at the place are kept, not the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    code: &'static Code,
    headline: String,
    /// Line and column, from 1; none where the whole text is meant.
    place: Option<(u32, u32)>,
    words: String,
}

impl Fault {
    /// A fault at a place where these words stand.
    pub fn at(code: &'static Code, place: (u32, u32), words: &str, headline: impl Into<String>) -> Fault {
        let line = words.lines().next().unwrap_or_default();
        let words = line.chars().take(SHOWN).collect();
        Fault { code, headline: headline.into(), place: Some(place), words }
    }

    /// A fault of the text as a whole.
    pub fn whole(code: &'static Code, headline: impl Into<String>) -> Fault {
        Fault { code, headline: headline.into(), place: None, words: String::new() }
    }

    /// The declared kind.
    pub fn code(&self) -> &'static Code {
        self.code
    }

    /// The message. The words at the place are added to `sources` under `name`.
    pub fn diagnostic(&self, sources: &mut SourceMap, name: &str) -> Diagnostic {
        let Some((line, column)) = self.place else {
            return Diagnostic::new(self.code, self.headline.clone()).note(format!("in {name}"));
        };
        let file = sources.add_excerpt(name, self.words.as_str(), Location { line, column });
        Diagnostic::at(self.code, Span::new(file, 0, self.words.len() as u32), self.headline.clone(), "here")
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.place {
            Some((line, _)) => write!(f, "line {line}: {}", self.headline),
            None => f.write_str(&self.headline),
        }
    }
}

impl std::error::Error for Fault {}
