//! Declarations of Lustre.

use super::Reader;
use lsp_types::SymbolKind;

pub fn read(reader: &mut Reader<'_>) {
    let mut at = 0;
    while at < reader.words.len() {
        at = match reader.word(at) {
            "node" | "function" | "contract" if is_header(reader, at) => header(reader, at),
            "var" => groups(reader, at + 1, &["let", "var", "tel"], "local"),
            "const" => constant(reader, at),
            "type" if reader.is_name(at + 1) => sort(reader, at),
            "tel" => {
                (reader.owner, reader.scope) = (String::new(), 0..reader.text.len());
                at + 1
            }
            _ => at + 1,
        };
    }
}

/// Whether a node is declared here; `(*@contract` begins one that has no name.
fn is_header(reader: &Reader<'_>, at: usize) -> bool {
    let name = at + 1 + usize::from(reader.word(at + 1) == "imported");
    reader.is_name(name) && matches!(reader.word(name + 1), "(" | "<")
}

fn header(reader: &mut Reader<'_>, at: usize) -> usize {
    let name = at + 1 + usize::from(reader.word(at + 1) == "imported");
    reader.declare_globally(name, SymbolKind::FUNCTION, reader.word(at).to_owned());
    reader.owner = reader.word(name).to_owned();
    let end = reader.find(name, &["tel", "node", "function"]);
    reader.scope = reader.start(at)..reader.words.get(end).map_or(reader.text.len(), |w| w.end);
    let returns = reader.find(name, &["returns", "let", "tel"]);
    groups(reader, name + 1, &["returns", "let", "tel"], "input");
    let body = (returns + 1..).find(|i| matches!(reader.word(*i), ")" | "")).unwrap_or(returns);
    if reader.word(returns) == "returns" {
        let stop = last_bracket(reader, returns + 1, body);
        groups_until(reader, returns + 1, stop, "output");
        return stop;
    }
    returns
}

/// The bracket that closes the first one from here on.
fn last_bracket(reader: &Reader<'_>, from: usize, least: usize) -> usize {
    let mut depth = 0_i32;
    for at in from..reader.words.len() {
        depth += i32::from(reader.word(at) == "(") - i32::from(reader.word(at) == ")");
        if depth <= 0 && at >= least {
            return at;
        }
    }
    reader.words.len()
}

fn groups(reader: &mut Reader<'_>, from: usize, ends: &[&str], what: &str) -> usize {
    let end = reader.find(from, ends);
    groups_until(reader, from, end, what);
    end
}

/// `a, b : type; c : type`.
fn groups_until(reader: &mut Reader<'_>, from: usize, end: usize, what: &str) {
    let mut names = Vec::new();
    let mut is_type = false;
    for at in from..end {
        match reader.word(at) {
            ";" => {
                (names, is_type) = (Vec::new(), false);
            }
            ":" => {
                let stop = reader.find(at, &[";", ")", "="]).min(end);
                let detail = format!("{} ({what})", reader.between(at + 1, stop));
                for name in names.drain(..) {
                    reader.declare(name, SymbolKind::VARIABLE, detail.clone());
                }
                is_type = true;
            }
            "const" => {}
            _ if !is_type && reader.is_name(at) => names.push(at),
            _ => {}
        }
    }
}

fn constant(reader: &mut Reader<'_>, at: usize) -> usize {
    let end = reader.find(at, &[";"]);
    if reader.is_name(at + 1) && matches!(reader.word(at + 2), "=" | ":") {
        let detail = reader.between(at + 3, end);
        reader.declare(at + 1, SymbolKind::CONSTANT, detail);
    }
    at + 2
}

fn sort(reader: &mut Reader<'_>, at: usize) -> usize {
    let end = reader.find(at, &[";"]);
    let detail = reader.between(at + 3, end);
    reader.declare_globally(at + 1, SymbolKind::STRUCT, detail);
    if reader.word(at + 3) == "enum" {
        for value in at + 4..end {
            if reader.is_name(value) {
                reader.declare_globally(value, SymbolKind::ENUM_MEMBER, reader.word(at + 1).to_owned());
            }
        }
    }
    end
}
