//! Declarations of contracts of components.

use super::Reader;
use lsp_types::SymbolKind;

pub fn read(reader: &mut Reader<'_>) {
    for at in 0..reader.words.len() {
        let is_named = reader.is_name(at + 1);
        match reader.word(at) {
            "COMPONENT" if is_named => {
                reader.declare_globally(at + 1, SymbolKind::CLASS, String::new());
                reader.owner = reader.word(at + 1).to_owned();
                reader.scope = reader.start(at)..reader.start(reader.find(at + 1, &["COMPONENT"]));
            }
            "PORT" | "PARAMETER" if is_named && reader.word(at + 2) == ":" => {
                let end = reader.find(at, &[";"]);
                let detail = reader.between(at + 3, end);
                reader.declare(at + 1, SymbolKind::VARIABLE, detail);
            }
            "SUB" if is_named && reader.word(at + 2) == ":" => {
                let detail = reader.word(at + 3).to_owned();
                reader.declare(at + 1, SymbolKind::OBJECT, detail);
            }
            "CONTRACT" if is_named && reader.word(at + 2) != "REFINEDBY" => {
                reader.declare(at + 1, SymbolKind::INTERFACE, "contract".to_owned());
            }
            "DEFINE" if is_named && reader.signs(at + 2, ":=") => {
                let end = reader.find(at, &[";"]);
                let detail = reader.between(at + 4, end);
                reader.declare(at + 1, SymbolKind::CONSTANT, detail);
            }
            _ => {}
        }
    }
}
