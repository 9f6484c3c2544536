//! Declarations of a text: what its outline shows, and what names lead to.
//!
//! They are found by their words alone, so that an outline and completions are there while the text has errors.

mod charts;
mod contracts;
mod lustre;
mod smv;

use super::Tongue;
use super::words::{Kind, Word};
use lsp_types::SymbolKind;
use std::ops::Range;
use wherefore::Language;

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// What it declares.
    pub kind: SymbolKind,
    /// Where the name is.
    pub place: Word,
    /// The type, or what else is said about it on one line.
    pub detail: String,
    /// The name of the module, node or component that it belongs to; empty for the whole text.
    pub owner: String,
    /// Where the name is known without the name of its owner.
    pub scope: Range<usize>,
}

/// All declarations, in the order of the text.
pub fn symbols(tongue: Tongue, text: &str, words: &[Word]) -> Vec<Symbol> {
    let mut reader = Reader { text, words, found: Vec::new(), owner: String::new(), scope: 0..text.len() };
    match tongue {
        Tongue::Model(Language::Smv) => smv::read(&mut reader),
        Tongue::Model(Language::Lustre) => lustre::read(&mut reader),
        Tongue::Model(Language::Oss) => contracts::read(&mut reader),
        Tongue::Model(Language::Scxml) => charts::read_xml(&mut reader),
        Tongue::Model(Language::XState) => charts::read_json(&mut reader),
        Tongue::Mcl => variables(&mut reader),
        Tongue::Model(_) => {}
    }
    reader.found
}

/// The variables of fixpoints.
fn variables(reader: &mut Reader<'_>) {
    for at in 0..reader.words.len() {
        if matches!(reader.word(at), "mu" | "nu") && reader.is_name(at + 1) {
            reader.declare(at + 1, SymbolKind::VARIABLE, String::new());
        }
    }
}

/// The words of a text, and the declarations found in them.
struct Reader<'t> {
    text: &'t str,
    words: &'t [Word],
    found: Vec<Symbol>,
    owner: String,
    scope: Range<usize>,
}

impl<'t> Reader<'t> {
    /// A word; empty past the end.
    fn word(&self, at: usize) -> &'t str {
        self.words.get(at).map_or("", |word| word.of(self.text))
    }

    fn is_name(&self, at: usize) -> bool {
        self.words.get(at).is_some_and(|word| word.kind == Kind::Name)
    }

    /// Whether these signs stand there, with nothing between them.
    fn signs(&self, at: usize, signs: &str) -> bool {
        let touches =
            |i: usize| i == 0 || self.words.get(at + i - 1).map(|w| w.end) == self.words.get(at + i).map(|w| w.start);
        signs.chars().enumerate().all(|(i, sign)| self.word(at + i) == sign.encode_utf8(&mut [0; 4]) && touches(i))
    }

    /// The first word from here on that is one of these; the end if there is none.
    fn find(&self, from: usize, wanted: &[&str]) -> usize {
        (from..self.words.len()).find(|at| wanted.contains(&self.word(*at))).unwrap_or(self.words.len())
    }

    /// The text between two words, on one line.
    fn between(&self, from: usize, to: usize) -> String {
        let start = self.words.get(from).map_or(self.text.len(), |w| w.start);
        let end = to.checked_sub(1).and_then(|last| self.words.get(last)).map_or(start, |w| w.end);
        self.text.get(start..end).unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Where a word begins.
    fn start(&self, at: usize) -> usize {
        self.words.get(at).map_or(self.text.len(), |word| word.start)
    }

    /// Notes a declaration in the part that is read.
    fn declare(&mut self, at: usize, kind: SymbolKind, detail: String) {
        let Some(place) = self.words.get(at).copied() else { return };
        let (name, owner, scope) = (place.of(self.text).to_owned(), self.owner.clone(), self.scope.clone());
        self.found.push(Symbol { name, kind, place, detail, owner, scope });
    }

    /// Notes a declaration that the whole text knows.
    fn declare_globally(&mut self, at: usize, kind: SymbolKind, detail: String) {
        self.declare(at, kind, detail);
        if let Some(symbol) = self.found.last_mut() {
            symbol.owner.clear();
            symbol.scope = 0..self.text.len();
        }
    }
}
