//! Declarations of SMV.

use super::Reader;
use lsp_types::SymbolKind;
use wherefore_lang::smv::begins_section;

pub fn read(reader: &mut Reader<'_>) {
    let mut at = 0;
    while at < reader.words.len() {
        at = match reader.word(at) {
            "MODULE" => module(reader, at),
            "VAR" | "IVAR" | "FROZENVAR" => variables(reader, at + 1),
            "DEFINE" => definitions(reader, at + 1),
            "CONSTANTS" => constants(reader, at + 1),
            "NAME" if reader.is_name(at + 1) => {
                reader.declare_globally(at + 1, SymbolKind::EVENT, "property".to_owned());
                at + 2
            }
            _ => at + 1,
        };
    }
}

/// `MODULE name (parameters)`: all up to the next module belongs to it.
fn module(reader: &mut Reader<'_>, at: usize) -> usize {
    reader.declare_globally(at + 1, SymbolKind::MODULE, String::new());
    reader.owner = reader.word(at + 1).to_owned();
    reader.scope = reader.start(at)..reader.start(reader.find(at + 1, &["MODULE"]));
    if reader.word(at + 2) != "(" {
        return at + 2;
    }
    let end = reader.find(at + 2, &[")"]);
    for parameter in at + 3..end {
        if reader.is_name(parameter) {
            reader.declare(parameter, SymbolKind::TYPE_PARAMETER, "parameter".to_owned());
        }
    }
    end
}

/// `name : type;` as long as no other section begins.
fn variables(reader: &mut Reader<'_>, mut at: usize) -> usize {
    while reader.is_name(at) && !begins_section(reader.word(at)) {
        let colon = (at + 1..at + 12).find(|i| reader.word(*i) == ":").unwrap_or(at + 1);
        let mut end = reader.find(at, &[";"]);
        // Where a semicolon is missing, the next section ends the declaration all the same.
        end = (at..end).find(|i| begins_section(reader.word(*i))).unwrap_or(end);
        if reader.word(at + 1) == ":" {
            let sort = reader.between(colon + 1, end);
            reader.declare(at, SymbolKind::VARIABLE, sort);
            values(reader, colon + 1, end);
        }
        at = if reader.word(end) == ";" { end + 1 } else { end };
    }
    at
}

/// The words of `{a, b}`.
fn values(reader: &mut Reader<'_>, from: usize, to: usize) {
    let mut inside = false;
    for at in from..to {
        match reader.word(at) {
            "{" => inside = true,
            "}" => inside = false,
            word if inside && reader.is_name(at) && word != "TRUE" && word != "FALSE" => {
                let is_new = reader.found.iter().all(|s| s.name != word || s.kind != SymbolKind::ENUM_MEMBER);
                if is_new {
                    reader.declare_globally(at, SymbolKind::ENUM_MEMBER, "value".to_owned());
                }
            }
            _ => {}
        }
    }
}

fn definitions(reader: &mut Reader<'_>, mut at: usize) -> usize {
    while reader.is_name(at) && !begins_section(reader.word(at)) {
        let end = reader.find(at, &[";"]);
        if reader.signs(at + 1, ":=") {
            let detail = reader.between(at + 3, end);
            reader.declare(at, SymbolKind::CONSTANT, detail);
        }
        at = end + 1;
    }
    at
}

fn constants(reader: &mut Reader<'_>, at: usize) -> usize {
    let end = reader.find(at, &[";"]);
    for constant in at..end {
        if reader.is_name(constant) {
            reader.declare_globally(constant, SymbolKind::ENUM_MEMBER, "value".to_owned());
        }
    }
    end
}
