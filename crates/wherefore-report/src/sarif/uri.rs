//! Paths as addresses (RFC 3986): relative ones stay relative, absolute ones become file addresses.
//!
//! ```text
//! examples/ac.smv      examples/ac.smv
//! ./a b/50%.smv        a%20b/50%25.smv
//! /srv/models/x.smv    file:///srv/models/x.smv
//! -                    stdin
//! ```

use super::log::{ArtifactLocation, ROOT};

/// Name of the standard input: it has no address.
const STANDARD_INPUT: &str = "stdin";

/// The file at a path, as it was given.
pub fn file(path: &str) -> ArtifactLocation {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    if path == "-" {
        return ArtifactLocation { uri: STANDARD_INPUT.to_owned(), uri_base_id: Some(ROOT) };
    }
    let segments: Vec<String> = tidy(&path).iter().map(|s| escaped(s)).collect();
    let joined = segments.join("/");
    if path.starts_with('/') {
        return ArtifactLocation { uri: format!("file:///{joined}"), uri_base_id: None };
    }
    if is_drive(&path) {
        return ArtifactLocation { uri: format!("file:///{}", joined.replacen("%3A", ":", 1)), uri_base_id: None };
    }
    ArtifactLocation { uri: joined, uri_base_id: Some(ROOT) }
}

/// The parts of a path without those that say nothing. What leads out of the folder stays.
fn tidy(path: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts
}

/// `C:/models` on the systems that have such paths.
fn is_drive(path: &str) -> bool {
    let mut letters = path.chars();
    cfg!(windows) && letters.next().is_some_and(|c| c.is_ascii_alphabetic()) && letters.next() == Some(':')
}

/// A part of a path, with every byte escaped that is not unreserved.
fn escaped(part: &str) -> String {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~".contains(&b);
    part.bytes().map(|b| if is_plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_addresses() {
        let uri = |path: &str| file(path).uri;
        assert_eq!(uri("examples/ac.smv"), "examples/ac.smv");
        assert_eq!(uri("./a b/50%#.smv"), "a%20b/50%25%23.smv");
        assert_eq!(uri("a/../b/./c.smv"), "b/c.smv");
        assert_eq!(uri("../../x.smv"), "../../x.smv");
        assert_eq!(uri("c:x.smv"), "c%3Ax.smv");
        assert_eq!(uri("t\u{e9}.smv"), "t%C3%A9.smv");
        assert_eq!((uri("/srv/m.smv").as_str(), file("/srv/m.smv").uri_base_id), ("file:///srv/m.smv", None));
        assert_eq!((uri("-").as_str(), file("m.smv").uri_base_id), ("stdin", Some(ROOT)));
    }
}
