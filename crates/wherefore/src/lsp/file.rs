//! A text that is open in an editor, and what is known about it.

use super::Tongue;
use super::symbols::{Symbol, symbols};
use super::text::Text;
use super::words::{Kind, Word, words};
use crate::editor::Answer;
use crate::{input, panics};
use lsp_types::{Position, Uri};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use wherefore::Language;
use wherefore::included::Folders;
use wherefore_diag::{Diagnostic, FileId, SourceMap, Span};
use wherefore_ir::{Property, System};
use wherefore_lang::include::NotIncluded;
use wherefore_lang::registry::{Choices, Meaning};
use wherefore_lang::{mcl, xstate};

/// A text that is open.
pub struct File {
    /// Its name in the protocol.
    pub uri: Uri,
    /// Where it lies, if it is a file.
    pub path: PathBuf,
    /// Its language; none if it is no model.
    pub tongue: Option<Tongue>,
    /// The version of the editor.
    pub version: i32,
    /// Its characters.
    pub text: Text,
    /// Its words.
    pub words: Vec<Word>,
    /// Its declarations.
    pub symbols: Vec<Symbol>,
    /// What the front end says about it.
    pub reading: Reading,
    /// What was found about this very text, by the last command.
    pub answer: Option<Answer>,
    /// The property and the way whose run is looked at, both counted from 0.
    pub selected: (usize, usize),
}

/// What the front end says about a text.
#[derive(Default)]
pub struct Reading {
    /// Errors, warnings and notes.
    pub diagnostics: Vec<Diagnostic>,
    /// All texts, included ones too.
    pub sources: SourceMap,
    /// The systems that it means; empty if it has errors.
    pub systems: Vec<System>,
}

impl Reading {
    /// Reads a text with its front end. A panic is an error of this program, and is said to be one.
    pub fn of(tongue: Tongue, path: &Path, text: &str, main: Option<&str>) -> Reading {
        let read = || read(tongue, path, text, main);
        catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|payload| {
            let words = format!("internal error: {}", panics::describe(&*payload));
            let diagnostics = vec![Diagnostic::new(crate::codes::EDITOR_FAILURE, words)];
            Reading { diagnostics, sources: SourceMap::single(input::name(path), text), systems: Vec::new() }
        })
    }

    /// Whether something is wrong with the text.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// The properties with their places in the main text.
    pub fn properties(&self) -> impl Iterator<Item = (&Property, Span)> {
        let of = |system: &'_ System, p: &Property| system.span(p.element).filter(|span| span.file == FileId(0));
        self.systems.iter().flat_map(move |s| s.properties.iter().filter_map(move |p| Some((p, of(s, p)?))))
    }
}

fn read(tongue: Tongue, path: &Path, text: &str, main: Option<&str>) -> Reading {
    let sources = SourceMap::single(input::name(path), text);
    let Tongue::Model(language) = tongue else {
        let loaded = mcl::load(FileId(0), text);
        return Reading { diagnostics: loaded.diagnostics.iter().cloned().collect(), sources, systems: Vec::new() };
    };
    let folders = Folders::new(path, &[]);
    let mut include = |name: &str| Ok(input::read(&folders.find(name)?).map_err(|_| NotIncluded::Missing)?.text);
    let choices = Choices { main: main.map(str::to_owned), ..Choices::default() };
    let read = language.read(sources, &choices, &mut include);
    let systems = match read.meaning {
        Some(Meaning::System(system)) => vec![*system],
        Some(Meaning::Contracts(list)) => list.into_iter().map(|refinement| refinement.system).collect(),
        _ => Vec::new(),
    };
    Reading { diagnostics: read.diagnostics.iter().cloned().collect(), sources: read.sources, systems }
}

impl File {
    /// A text that was opened.
    pub fn new(uri: Uri, language_id: &str, version: i32, text: String) -> File {
        let path = path_of(&uri);
        let tongue = tongue_of(&path, language_id, &text);
        let mut file = File {
            uri,
            path,
            tongue,
            version,
            text: Text::default(),
            words: Vec::new(),
            symbols: Vec::new(),
            reading: Reading::default(),
            answer: None,
            selected: (0, 0),
        };
        file.change(version, text);
        file
    }

    /// Takes over another text. What was found about the former one is no longer shown.
    pub fn change(&mut self, version: i32, text: String) {
        self.version = version;
        self.text = Text::new(text);
        self.answer = None;
        if let Some(tongue) = self.tongue {
            self.words = words(tongue, &self.text.text);
            self.symbols = symbols(tongue, &self.text.text, &self.words);
        }
    }

    /// Asks the front end about the text.
    pub fn read(&mut self) {
        if let Some(tongue) = self.tongue {
            self.reading = Reading::of(tongue, &self.path, &self.text.text, None);
        }
    }

    /// The name at a place, and where in the list of words it is.
    pub fn name_at(&self, position: Position) -> Option<(usize, &str)> {
        let offset = self.text.offset(position);
        let at = self.words.iter().position(|w| w.kind == Kind::Name && w.start <= offset && offset <= w.end)?;
        Some((at, self.words.get(at)?.of(&self.text.text)))
    }

    /// The name of its file, without folders.
    pub fn name(&self) -> String {
        input::name(Path::new(self.path.file_name().unwrap_or(self.path.as_os_str())))
    }

    /// The folder in which it lies.
    pub fn folder(&self) -> PathBuf {
        let own = self.path.parent().filter(|folder| folder.is_dir());
        own.map_or_else(|| PathBuf::from("."), Path::to_owned)
    }
}

/// The path that a name of the protocol stands for; the name itself if it is no file.
fn path_of(uri: &Uri) -> PathBuf {
    let Some(rest) = uri.as_str().strip_prefix("file://") else { return PathBuf::from(uri.as_str()) };
    let mut bytes = Vec::with_capacity(rest.len());
    let mut left = rest.as_bytes();
    while let Some((first, tail)) = left.split_first() {
        let code = tail
            .get(..2)
            .and_then(|two| std::str::from_utf8(two).ok())
            .and_then(|two| u8::from_str_radix(two, 16).ok());
        match (first, code) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                left = tail.get(2..).unwrap_or_default();
            }
            _ => {
                bytes.push(*first);
                left = tail;
            }
        }
    }
    let path = String::from_utf8_lossy(&bytes).into_owned();
    // `/c:/model.smv` is `c:/model.smv` on Windows.
    let is_drive = path.as_bytes().get(2) == Some(&b':');
    PathBuf::from(path.strip_prefix('/').filter(|_| is_drive).unwrap_or(&path))
}

fn tongue_of(path: &Path, language_id: &str, text: &str) -> Option<Tongue> {
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
    match (ending.as_str(), language_id) {
        ("mcl", _) | (_, "mcl") => return Some(Tongue::Mcl),
        ("json", _) | (_, "json" | "xstate") => {
            return xstate::is_machine(text).then_some(Tongue::Model(Language::XState));
        }
        ("xml", _) => return Language::of_beginning(text).map(Tongue::Model),
        _ => {}
    }
    let known = [Language::Smv, Language::Lustre, Language::Oss, Language::Scxml];
    let language = Language::of_name(path).or_else(|| Language::named(language_id))?;
    known.contains(&language).then_some(Tongue::Model(language))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::str::FromStr;

    #[test]
    fn names_of_the_protocol_are_paths() {
        let path = |uri| path_of(&Uri::from_str(uri).unwrap());
        assert_eq!(path("file:///a%20b/%C3%A9.smv"), PathBuf::from("/a b/é.smv"));
        assert_eq!(path("file:///c%3A/m.smv"), PathBuf::from("c:/m.smv"));
        assert_eq!(path("untitled:Untitled-1"), PathBuf::from("untitled:Untitled-1"));
    }

    #[test]
    fn the_language_is_known_by_the_name_or_by_the_editor() {
        let tongue = |name: &str, id, text| tongue_of(Path::new(name), id, text);
        assert_eq!(tongue("m.smv", "plaintext", ""), Some(Tongue::Model(Language::Smv)));
        assert_eq!(tongue("untitled:1", "lustre", ""), Some(Tongue::Model(Language::Lustre)));
        assert_eq!(tongue("package.json", "json", "{}"), None);
        assert_eq!(tongue("m.aut", "aut", ""), None);
    }
}
