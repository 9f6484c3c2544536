//! Files that a model includes, shared by the languages that have such a directive.
//!
//! The library does not touch the disk: the caller that loads a model says what a name stands for. Files are kept under
//! their names, so that each is asked for once, and all work is bounded, because a few files that include each other
//! several times ask for more text than there is memory.

use std::collections::BTreeMap;
use wherefore_diag::{Code, Diagnostic, FileId, SourceMap, Span};

/// Meaning of the name of an included file: its text, or why it is not included.
pub type Include<'a> = dyn FnMut(&str) -> Result<String, NotIncluded> + 'a;

/// Why a name stands for no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotIncluded {
    /// No file has this name.
    Missing,
    /// The name leads out of the folders that a model may read from.
    Outside,
}

/// Says that an included file is missing or lies outside, by the codes of a language for these; `whole` is what includes it.
pub fn not_included(why: NotIncluded, name: &str, span: Span, codes: [&'static Code; 2], whole: &str) -> Diagnostic {
    let [missing, outside] = codes;
    let at = |code, headline| Diagnostic::at(code, span, headline, "asked for here");
    match why {
        NotIncluded::Missing => at(missing, format!("the included file `{name}` is not there"))
            .help(format!("put `{name}` beside the {whole}")),
        NotIncluded::Outside => {
            at(outside, format!("the included file `{name}` lies outside the folder of the {whole}"))
        }
    }
}

/// The longest text of all files together, in bytes.
pub const LONGEST_TEXT: usize = 16 << 20;
/// How deep files may include each other.
const DEEPEST_INCLUDE: usize = 32;
/// How many files may be included.
const MOST_INCLUDES: usize = 1000;

/// Why a file is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IncludeError {
    /// There is too much text.
    TooLong,
    /// The file is being read already, or files are included too often.
    Again,
}

/// The files of a model. The main file is the last of the sources given: those before it are of another model.
pub struct Files<'a, 'i> {
    /// All texts.
    pub sources: SourceMap,
    /// The file that includes the others.
    pub main: FileId,
    ask: &'a mut Include<'i>,
    /// Files that were asked for.
    known: BTreeMap<String, FileId>,
    /// The files being read, the main file first.
    open: Vec<FileId>,
    entered: usize,
    length: usize,
}

impl<'a, 'i> Files<'a, 'i> {
    /// The files of the model whose main file is the last of `sources`; others are asked for.
    pub fn new(sources: SourceMap, ask: &'a mut Include<'i>) -> Files<'a, 'i> {
        let main = sources.last().unwrap_or_default();
        Files { sources, main, ask, known: BTreeMap::new(), open: Vec::new(), entered: 0, length: 0 }
    }

    /// The file of this name, as written in the file that is being read.
    pub fn find(&mut self, name: &str) -> Result<FileId, NotIncluded> {
        let name = self.beside(name);
        if let Some(file) = self.known.get(&name) {
            return Ok(*file);
        }
        if self.sources.get(self.main).is_some_and(|f| f.name == name) {
            return Ok(self.main);
        }
        let text = (self.ask)(&name)?;
        let file = self.sources.add(name.clone(), text);
        self.known.insert(name, file);
        Ok(file)
    }

    /// A name relative to the main file: an included file in a folder names files of that folder.
    fn beside(&self, name: &str) -> String {
        let reader = self.open.last().filter(|f| **f != self.main).and_then(|f| self.sources.get(*f));
        match reader.and_then(|f| f.name.rsplit_once('/')) {
            Some((folder, _)) if !name.starts_with('/') => format!("{folder}/{name}"),
            _ => name.to_owned(),
        }
    }

    /// Begins to read a file.
    pub fn enter(&mut self, file: FileId) -> Result<(), IncludeError> {
        if self.is_open(file) || self.open.len() >= DEEPEST_INCLUDE || self.entered > MOST_INCLUDES {
            return Err(IncludeError::Again);
        }
        self.length += self.sources.get(file).map_or(0, |f| f.text.len());
        if self.length > LONGEST_TEXT {
            return Err(IncludeError::TooLong);
        }
        self.entered += 1;
        self.open.push(file);
        Ok(())
    }

    /// Ends the file that was begun last.
    pub fn leave(&mut self) {
        self.open.pop();
    }

    /// Whether a file is being read.
    pub fn is_open(&self, file: FileId) -> bool {
        self.open.contains(&file)
    }
}
