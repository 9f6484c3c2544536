//! Archives: the parts of a `.slx` file that say what a diagram means, as one text, and the way back.
//!
//! The text is one XML document, so that every place in it is an offset and an edit of a diagram is an edit of a text:
//!
//! ```text
//! <archive>
//! <part name="simulink/blockdiagram.xml">
//! <ModelInformation Version="1.0"> ...
//! </part>
//! </archive>
//! ```
//!
//! An archive is hostile input: how many parts it has, how large they become and how large all of them are is bounded while they
//! are unpacked, whatever its headers claim.

use crate::matlab::mat_variables;
use std::io::{Cursor, Read, Write};
use zip::{ZipArchive, ZipWriter};

/// The largest part that is unpacked, in bytes.
const LARGEST_PART: u64 = 64 << 20;
/// The most that is unpacked of all parts together.
const LARGEST_TEXT: usize = 256 << 20;
/// The most entries that an archive may have.
const MOST_ENTRIES: usize = 20_000;

/// The variables of the model workspace.
const WORKSPACE: &str = "simulink/modelworkspace.mat";

/// Whether a file begins as an archive does.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

/// The text of an archive.
pub fn unpack(bytes: &[u8]) -> Result<String, String> {
    let mut archive = open(bytes)?;
    let mut text = String::from("<archive>\n");
    for name in parts(&archive) {
        let content = part(&mut archive, &name)?;
        text.push_str(&opening(&name));
        text.push_str(&body(&name, &content)?);
        text.push_str(CLOSING);
        if text.len() > LARGEST_TEXT {
            return Err("the parts of the archive are too large to be unpacked".to_owned());
        }
    }
    text.push_str("</archive>\n");
    Ok(text)
}

/// An archive in which the parts are those of `text`, an edited [`unpack`]. Every part that was not edited is copied byte for byte.
pub fn repack(bytes: &[u8], text: &str) -> Result<Vec<u8>, String> {
    let mut archive = open(bytes)?;
    let mut edited = Vec::new();
    let mut rest = text;
    for name in parts(&archive) {
        let content = part(&mut archive, &name)?;
        let old = body(&name, &content)?;
        let new = behind(&mut rest, &name).ok_or_else(|| format!("the part `{name}` is missing from the text"))?;
        if new != old {
            edited.push((name.clone(), with_body(&content, new)?));
        }
    }
    write(&mut archive, &edited).map_err(|e| format!("the archive cannot be written: {e}"))
}

fn write(archive: &mut ZipArchive<Cursor<&[u8]>>, edited: &[(String, Vec<u8>)]) -> zip::result::ZipResult<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..archive.len() {
        let entry = archive.by_index_raw(index)?;
        let own = entry.name()?.into_owned();
        match edited.iter().find(|(name, _)| *name == own) {
            Some((name, content)) => {
                let options = entry.options();
                writer.start_file(name.as_str(), options)?;
                writer.write_all(content)?;
            }
            None => writer.raw_copy_file(entry)?,
        }
    }
    Ok(writer.finish()?.into_inner())
}

fn open(bytes: &[u8]) -> Result<ZipArchive<Cursor<&[u8]>>, String> {
    let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|e| format!("the archive cannot be read: {e}"))?;
    if archive.len() > MOST_ENTRIES {
        return Err(format!("the archive has more than {MOST_ENTRIES} entries"));
    }
    Ok(archive)
}

/// The parts that are read, in a fixed order.
fn parts(archive: &ZipArchive<Cursor<&[u8]>>) -> Vec<String> {
    let read = |name: &str| {
        matches!(name, "simulink/blockdiagram.xml" | "simulink/bddefaults.xml" | "simulink/stateflow.xml" | WORKSPACE)
            || (name.starts_with("simulink/configSet") && name.ends_with(".xml"))
            || (name.starts_with("simulink/systems/") && name.ends_with(".xml"))
            || (name.starts_with("simulink/stateflow/") && name.ends_with(".xml"))
    };
    let plain = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || "/_-.".contains(c));
    let mut names: Vec<String> =
        archive.file_names().flatten().filter(|n| read(n) && plain(n)).map(|n| n.into_owned()).collect();
    names.sort();
    names
}

fn part(archive: &mut ZipArchive<Cursor<&[u8]>>, name: &str) -> Result<Vec<u8>, String> {
    let entry = archive.by_name(name).map_err(|e| format!("the part `{name}` cannot be read: {e}"))?;
    let mut content = Vec::new();
    // One byte more than allowed, so that too large is noticed.
    entry.take(LARGEST_PART + 1).read_to_end(&mut content).map_err(|e| format!("the part `{name}` is damaged: {e}"))?;
    if content.len() as u64 > LARGEST_PART {
        return Err(format!("the part `{name}` is larger than {} MB", LARGEST_PART >> 20));
    }
    Ok(content)
}

const CLOSING: &str = "\n</part>\n";

fn opening(name: &str) -> String {
    format!("<part name=\"{name}\">\n")
}

/// What stands in the text for the content of a part: its XML without the declaration; the workspace as assignments.
fn body(name: &str, content: &[u8]) -> Result<String, String> {
    if name == WORKSPACE {
        return Ok(format!("<assignments>\n{}</assignments>", escaped(&assignments(content))));
    }
    let text = std::str::from_utf8(content).map_err(|_| format!("the part `{name}` is not UTF-8 text"))?;
    Ok(text[declaration(text)..].to_owned())
}

/// The length of the declaration that a part begins with.
fn declaration(text: &str) -> usize {
    let mark = '\u{feff}'.len_utf8() * usize::from(text.starts_with('\u{feff}'));
    match text.get(mark..).filter(|t| t.starts_with("<?xml")).and_then(|t| t.find("?>")) {
        Some(end) => mark + end + 2,
        None => mark,
    }
}

/// The content of a part with another body.
fn with_body(content: &[u8], body: &str) -> Result<Vec<u8>, String> {
    let text = std::str::from_utf8(content).map_err(|_| "only parts that are text can be edited".to_owned())?;
    Ok([&text[..declaration(text)], body].concat().into_bytes())
}

/// Takes the body of a part off the front of a text.
fn behind<'t>(rest: &mut &'t str, name: &str) -> Option<&'t str> {
    let opening = opening(name);
    let start = rest.find(&opening)? + opening.len();
    let end = start + rest.get(start..)?.find(CLOSING)?;
    let body = rest.get(start..end)?;
    *rest = rest.get(end + CLOSING.len()..)?;
    Some(body)
}

/// The variables of a workspace as a text of MATLAB. What cannot be read there is left out: whoever uses it is told that it has
/// no value.
fn assignments(content: &[u8]) -> String {
    let Ok(file) = mat_variables(content) else { return String::new() };
    file.variables.iter().map(|(name, value)| format!("{name} = {value};\n")).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
