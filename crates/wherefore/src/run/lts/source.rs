//! The specification that a graph was made from, as far as it says where actions occur.

use super::explicit::unpacked;
use crate::codes::UNSUPPORTED_LANGUAGE;
use crate::input;
use std::path::{Path, PathBuf};
use wherefore_diag::{Diagnostic, FileId, SourceMap, Span};
use wherefore_explain::lts::gate;
use wherefore_lang::occurrences::{Notation, Occurrences};

/// A specification.
#[derive(Clone, Debug)]
pub struct Source {
    file: FileId,
    occurrences: Occurrences,
}

impl Source {
    /// The file that is given, or else the one beside the graph that has its name, if there is one.
    pub fn of(graph: &Path, given: Option<&Path>, sources: &mut SourceMap) -> Result<Option<Source>, Diagnostic> {
        let (notation, text) = match given {
            Some(path) => (notation(path).ok_or_else(|| unknown(path))?, input::read(path)?),
            None => {
                let read = |path: PathBuf| Some((notation(&path)?, input::read(&path).ok()?));
                match beside(graph).and_then(read) {
                    Some(found) => found,
                    None => return Ok(None),
                }
            }
        };
        let occurrences = Occurrences::read(notation, &text.text);
        Ok(Some(Source { file: sources.add(text.name, text.text), occurrences }))
    }

    /// Where the action of a label, or of a gate, occurs.
    pub fn places(&self, label: &str) -> Vec<Span> {
        let place = |range: std::ops::Range<usize>| Span::new(self.file, range.start as u32, range.end as u32);
        self.occurrences.of(&gate(label)).into_iter().map(place).collect()
    }
}

fn notation(path: &Path) -> Option<Notation> {
    Notation::of(&path.extension()?.to_string_lossy())
}

/// `NAME.mcrl2` beside `NAME.aut` or `NAME.mcrl2.aut`, or the same of another language.
fn beside(graph: &Path) -> Option<PathBuf> {
    let plain = unpacked(graph);
    let bare = plain.with_extension("");
    let own = notation(&bare).map(|_| bare);
    let all = Notation::ALL.into_iter().map(|(_, ending)| plain.with_extension(ending));
    own.into_iter().chain(all).find(|path| path.is_file())
}

fn unknown(path: &Path) -> Diagnostic {
    let headline = format!("`{}` is no specification in which actions are looked for", input::name(path));
    let endings: Vec<String> = Notation::ALL.iter().map(|(_, ending)| format!(".{ending}")).collect();
    Diagnostic::new(UNSUPPORTED_LANGUAGE, headline).help(format!("read are files that end in {}", endings.join(", ")))
}
