//! Declarations of statecharts, in XML and in JSON.

use super::Reader;
use lsp_types::SymbolKind;

/// States and data of a chart in XML: elements with an `id`.
pub fn read_xml(reader: &mut Reader<'_>) {
    let mut element = "";
    for at in 0..reader.words.len() {
        if reader.word(at) == "<" && reader.is_name(at + 1) {
            element = reader.word(at + 1);
        }
        let is_id = reader.word(at) == "id" && reader.word(at + 1) == "=" && matches!(reader.word(at + 2), "\"" | "'");
        if !is_id || !reader.is_name(at + 3) {
            continue;
        }
        let kind = match element {
            "state" | "parallel" | "final" | "history" => SymbolKind::CLASS,
            "data" => SymbolKind::VARIABLE,
            _ => continue,
        };
        reader.declare(at + 3, kind, element.to_owned());
    }
}

/// States and data of a machine in JSON: the keys of `states` and `context`.
pub fn read_json(reader: &mut Reader<'_>) {
    // The names of the objects that are open.
    let mut open: Vec<&str> = Vec::new();
    let mut last = "";
    for at in 0..reader.words.len() {
        match reader.word(at) {
            "{" | "[" => open.push(std::mem::take(&mut last)),
            "}" | "]" => drop(open.pop()),
            _ if reader.is_name(at) && reader.word(at + 1) == "\"" && reader.word(at + 2) == ":" => {
                last = reader.word(at);
                match open.last() {
                    Some(&"states") => reader.declare(at, SymbolKind::CLASS, "state".to_owned()),
                    Some(&"context") => reader.declare(at, SymbolKind::VARIABLE, "context".to_owned()),
                    _ => {}
                }
            }
            "," => last = "",
            _ => {}
        }
    }
}
