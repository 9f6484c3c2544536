//! Reading the model: from a file or the standard input, in a language that its name tells.

use crate::args::Language;
use crate::codes::{CANNOT_READ, INPUT_NOT_UTF8, INPUT_TOO_LARGE, UNSUPPORTED_LANGUAGE};
use crate::output::files;
use std::fs::File;
use std::io::{self, Read, stdin};
use std::path::Path;
use wherefore_diag::Diagnostic;

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
    /// Said about the encoding.
    pub warning: Option<Diagnostic>,
}

/// The name that a path is shown under.
pub fn name(path: &Path) -> String {
    path.display().to_string()
}

/// Reads a file, or the standard input if the path is `-`.
pub fn read(path: &Path) -> Result<Text, Diagnostic> {
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
    let (text, warning) = match String::from_utf8(bytes) {
        Ok(text) => (text, None),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let line = error.as_bytes()[..at].iter().filter(|b| **b == b'\n').count() + 1;
            let headline = format!("`{name}` is not UTF-8 text: see line {line}");
            (String::from_utf8_lossy(error.as_bytes()).into_owned(), Some(Diagnostic::new(INPUT_NOT_UTF8, headline)))
        }
    };
    let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    Ok(Text { name, text, warning })
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

impl Language {
    /// As `--language` and reports spell it.
    pub fn word(self) -> &'static str {
        match self {
            Language::Smv => "smv",
            Language::Aut => "aut",
            Language::Scxml => "scxml",
            Language::Oss => "oss",
            Language::Lustre => "lustre",
        }
    }

    /// The language that a file name tells.
    pub fn of(path: &Path) -> Result<Language, Diagnostic> {
        let plain = if path.extension().is_some_and(|e| e == "gz") { path.with_extension("") } else { path.to_owned() };
        let ending = plain.extension().map(|e| e.to_string_lossy().to_lowercase());
        let headline = match ending.as_deref() {
            Some("smv" | "flatsmv") => return Ok(Language::Smv),
            Some("aut") => return Ok(Language::Aut),
            Some("scxml") => return Ok(Language::Scxml),
            Some("oss") => return Ok(Language::Oss),
            Some("lus") => return Ok(Language::Lustre),
            Some("xml") if is_scxml(path) => return Ok(Language::Scxml),
            Some("xml") => format!("`{}` is not a statechart: its outermost element is not `scxml`", name(path)),
            Some(ending) => format!("models with the ending `.{ending}` are not supported yet"),
            None if path == Path::new("-") => "the language of the standard input is not known".to_owned(),
            None => format!("the name `{}` does not tell the language of the model", name(path)),
        };
        Err(Diagnostic::new(UNSUPPORTED_LANGUAGE, headline)
            .help("SMV is read from files ending in .smv or .flatsmv, and from any with `--language smv`")
            .help(
                "labelled transition systems are read from files ending in .aut or .aut.gz, and with `--language aut`",
            )
            .help("statecharts are read from files ending in .scxml, from .xml files that hold one, and with `--language scxml`")
            .help("contracts are read from files ending in .oss, and with `--language oss`")
            .help("synchronous programs are read from files ending in .lus, and with `--language lustre`"))
    }
}

/// Whether the outermost element of an XML file is `scxml`, as far as its beginning tells. A file that cannot be read is taken
/// for one, so that what is said about it is that it cannot be read.
fn is_scxml(path: &Path) -> bool {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|f| f.take(PROLOGUE).read_to_end(&mut bytes));
    read.is_err() || outermost(&String::from_utf8_lossy(&bytes)).is_some_and(|e| e == "scxml")
}

/// The local name of the outermost element.
fn outermost(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        rest = &rest[rest.find('<')?..];
        let skipped = [("<!--", "-->"), ("<?", "?>"), ("<!", ">")].into_iter().find(|(open, _)| rest.starts_with(open));
        let Some((open, close)) = skipped else { break };
        let inside = &rest[open.len()..];
        rest = &inside[inside.find(close)? + close.len()..];
    }
    let ends = |c: char| c.is_whitespace() || c == '>' || c == '/';
    let tag = rest.strip_prefix('<')?.split(ends).next()?;
    Some(tag.rsplit(':').next().unwrap_or(tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_tells_the_language() {
        assert_eq!(Language::of(Path::new("a/b.SMV")).ok(), Some(Language::Smv));
        assert_eq!(Language::of(Path::new("x.flatsmv")).ok(), Some(Language::Smv));
        assert_eq!(Language::of(Path::new("x.aut")).ok(), Some(Language::Aut));
        assert_eq!(Language::of(Path::new("x.aut.gz")).ok(), Some(Language::Aut));
        assert_eq!(Language::of(Path::new("x.scxml")).ok(), Some(Language::Scxml));
        assert_eq!(Language::of(Path::new("x.oss")).ok(), Some(Language::Oss));
        assert_eq!(Language::of(Path::new("x.lus")).ok(), Some(Language::Lustre));
        let headline = |path| Language::of(Path::new(path)).unwrap_err().headline;
        assert_eq!(headline("a.mdl"), "models with the ending `.mdl` are not supported yet");
        assert_eq!(headline("-"), "the language of the standard input is not known");
        assert_eq!(headline("model"), "the name `model` does not tell the language of the model");
    }

    #[test]
    fn the_outermost_element_is_found_behind_the_prologue() {
        let prologue = "<?xml version=\"1.0\"?>\n<!-- <a> --><!DOCTYPE scxml>\n";
        assert_eq!(outermost(&format!("{prologue}<scxml version='1.0'>")), Some("scxml"));
        assert_eq!(outermost(&format!("{prologue}<sc:scxml/>")), Some("scxml"));
        assert_eq!(outermost("<project><scxml/></project>"), Some("project"));
        assert_eq!(outermost("<!-- <scxml>"), None);
        assert_eq!(outermost("scxml"), None);
    }
}
