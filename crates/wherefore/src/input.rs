//! Reading the model: from a file or the standard input, in the language that its name determines.

mod verilog;

pub use verilog::is_verilog;

use crate::codes::{CANNOT_READ, INPUT_NOT_UTF8, INPUT_TOO_LARGE, UNSUPPORTED_LANGUAGE};
use crate::output::files;
use indexmap::IndexMap;
use std::fs::File;
use std::io::{self, Read, stdin};
use std::path::{Path, PathBuf};
use wherefore::Language;
use wherefore_diag::Diagnostic;
use wherefore_lang::hardware::{self, aiger};
use wherefore_lang::registry::Choices;
use wherefore_lang::simulink::{self, container, matlab};
use wherefore_lang::xstate;

/// A model that is to be read.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Its file; `-` for the standard input.
    pub path: &'a Path,
    /// Where to look for files that it includes, beside its own folder.
    pub include: &'a [PathBuf],
    /// The main node of a synchronous program.
    pub main: Option<&'a str>,
    /// A file with values of parameters.
    pub params: Option<&'a Path>,
    /// Blocks that are not looked into.
    pub open: &'a [String],
    /// What is asked: names of properties, or formulas over the signals of a block diagram.
    pub properties: &'a [String],
}

impl Source<'_> {
    /// What is chosen beside the text.
    pub fn choices(&self) -> Result<Choices, Diagnostic> {
        let parameters = self.params.map(parameters).transpose()?.unwrap_or_default();
        let diagram = simulink::Options { parameters, open: self.open.to_vec(), properties: self.properties.to_vec() };
        Ok(Choices { main: self.main.map(str::to_owned), diagram })
    }
}

/// The values in a file of parameters.
fn parameters(path: &Path) -> Result<IndexMap<String, matlab::Value>, Diagnostic> {
    let text = read(path)?;
    let is_json = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("json"));
    let values = match is_json {
        true => matlab::json_parameters(&text.text),
        false => matlab::evaluate_script(&text.text, &|_| None).map_err(|mistake| {
            let line = text.text.get(..mistake.at.start).unwrap_or("").lines().count().max(1);
            format!("line {line}: {}", mistake.message)
        }),
    };
    values.map_err(|why| Diagnostic::new(CANNOT_READ, format!("cannot read the parameters in `{}`: {why}", text.name)))
}

/// The largest model that is read.
const LARGEST: u64 = 1 << 30;

/// How far into an XML file its outermost element is looked for.
const PROLOGUE: u64 = 1 << 16;

/// A text with the name it is shown under.
#[derive(Debug)]
pub struct Text {
    /// The path as given.
    pub name: String,
    /// The content, without a byte order mark.
    pub text: String,
    /// Said about the encoding, or about where the text is from.
    pub warning: Option<Diagnostic>,
    /// What the text was translated from: names and texts, the model first.
    pub sources: Vec<(String, String)>,
}

impl Text {
    fn new(name: String, text: String, warning: Option<Diagnostic>) -> Text {
        Text { name, text, warning, sources: Vec::new() }
    }
}

/// The name that a path is shown under.
pub fn name(path: &Path) -> String {
    path.display().to_string()
}

/// Reads a file, or the standard input if the path is `-`.
pub fn read(path: &Path) -> Result<Text, Diagnostic> {
    if path.is_dir() {
        return Err(is_folder(path));
    }
    if is_verilog(path) {
        return verilog::netlist(path);
    }
    let name = name(path);
    files::note_read(path);
    let bytes = bytes(path).map_err(|error| {
        let headline = if path == Path::new("-") {
            format!("cannot read the standard input: {error}")
        } else {
            format!("cannot read `{name}`: {error}")
        };
        Diagnostic::new(CANNOT_READ, headline)
    })?;
    if bytes.len() as u64 > LARGEST {
        return Err(Diagnostic::new(INPUT_TOO_LARGE, format!("`{name}` is larger than 1 GiB")));
    }
    if container::is_archive(&bytes) {
        let damaged = |why| Diagnostic::new(simulink::codes::CONTAINER, format!("`{name}`: {why}"));
        return Ok(Text::new(name.clone(), container::unpack(&bytes).map_err(damaged)?, None));
    }
    if aiger::is_binary(&bytes) {
        let damaged = |why| Diagnostic::new(hardware::codes::BINARY, format!("`{name}`: {why}"));
        return Ok(Text::new(name.clone(), aiger::unpack(&bytes).map_err(damaged)?, None));
    }
    let is_diagram = path.extension().is_some_and(|e| e.eq_ignore_ascii_case("mdl"));
    let (text, warning) = match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        // Simulink writes older diagrams in the code page of the machine.
        Err(error) if is_diagram => (error.as_bytes().iter().map(|b| char::from(*b)).collect(), None),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..at].iter().filter(|b| **b == b'\n').count() + 1;
            let headline = format!("`{name}` is not UTF-8 text: see line {line}");
            (String::from_utf8_lossy(error.as_bytes()).into_owned(), Some(Diagnostic::new(INPUT_NOT_UTF8, headline)))
        }
    };
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    Ok(Text::new(name, text, warning))
}

/// The content of a file whose text is changed: an archive keeps all parts that the text does not change.
pub fn content(path: &Path, text: &str) -> Result<Vec<u8>, Diagnostic> {
    let is_archive = |bytes: &Vec<u8>| container::is_archive(bytes);
    match bytes(path).ok().filter(is_archive) {
        Some(archive) => container::repack(&archive, text)
            .map_err(|why| Diagnostic::new(simulink::codes::CONTAINER, format!("`{}`: {why}", name(path)))),
        None => Ok(text.as_bytes().to_vec()),
    }
}

/// The message about a folder where a file is expected.
fn is_folder(path: &Path) -> Diagnostic {
    let name = name(path);
    let help = format!("`wherefore check {name}` checks the models that a file wherefore.toml there names");
    Diagnostic::new(CANNOT_READ, format!("`{name}` is a folder")).help("give a model in it").help(help)
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more than allowed, so that too large is noticed without reading all of it.
    if path == Path::new("-") {
        stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The language by the file name, or by the beginning of the file.
pub fn language(path: &Path) -> Result<Language, Diagnostic> {
    if path.is_dir() {
        return Err(is_folder(path));
    }
    if let Some(language) = Language::of_name(path) {
        return Ok(language);
    }
    if is_verilog(path) {
        return Ok(Language::Btor2);
    }
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    let headline = match ending.as_deref() {
        Some("xml") if is_scxml(path) => return Ok(Language::Scxml),
        Some("json") if is_machine(path) => return Ok(Language::XState),
        Some("json") => format!("`{}` is no machine of XState: it has no object `states`", name(path)),
        Some("xml") => format!("`{}` is not a statechart: its outermost element is not `scxml`", name(path)),
        Some(ending) => format!("models with the ending `.{ending}` are not supported yet"),
        None if path == Path::new("-") => "the language of the standard input is not known".to_owned(),
        None => format!("the name `{}` does not tell the language of the model", name(path)),
    };
    let unknown = Diagnostic::new(UNSUPPORTED_LANGUAGE, headline);
    let help = |language: Language| format!("{} with `--language {}`", language.files(), language.word());
    Err(Language::all().map(help).fold(unknown, Diagnostic::help))
}

/// Whether the outermost element of an XML file is `scxml`, as far as its beginning shows. A file that cannot be read
/// is taken for one, so that the message about it is that it cannot be read.
fn is_scxml(path: &Path) -> bool {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|f| f.take(PROLOGUE).read_to_end(&mut bytes));
    read.is_err() || Language::of_beginning(&String::from_utf8_lossy(&bytes)) == Some(Language::Scxml)
}

/// Whether a JSON file looks like a machine of XState. A file that cannot be read is taken for one, so that the message about it is
/// that it cannot be read.
fn is_machine(path: &Path) -> bool {
    bytes(path).map_or(true, |bytes| xstate::is_machine(&String::from_utf8_lossy(&bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_tells_no_language_is_told_why() {
        let headline = |path| language(Path::new(path)).unwrap_err().headline;
        assert_eq!(headline("a.pml"), "models with the ending `.pml` are not supported yet");
        assert_eq!(headline("-"), "the language of the standard input is not known");
        assert_eq!(headline("model"), "the name `model` does not tell the language of the model");
    }
}
