//! A model as a text that is changed and read again.

use wherefore_diag::{Diagnostics, SourceMap, Span};
use wherefore_ir::System;
use wherefore_ir::refinement::Refinement;
use wherefore_lang::Language;
use wherefore_lang::include::Include;
use wherefore_lang::registry::{Choices, Meaning, Read};

/// Reads texts in the place of the main file of a model.
pub struct Reader<'a> {
    /// The language of the model.
    pub language: Language,
    /// The name of the main file.
    pub name: &'a str,
    /// The text of the main file.
    pub text: &'a str,
    /// What is chosen beside the text.
    pub choices: &'a Choices,
    /// Where included files come from.
    pub include: &'a mut Include<'a>,
}

impl Reader<'_> {
    /// The system of a text; the diagnostics if it has none.
    pub fn read(&mut self, text: &str) -> Result<System, Diagnostics> {
        let sources = SourceMap::single(self.name, text);
        system(self.language.read(sources, self.choices, self.include))
    }

    /// The refinements of a text that is a specification by contracts; the diagnostics if it has none.
    pub fn read_contracts(&mut self, text: &str) -> Result<Vec<Refinement>, Diagnostics> {
        let sources = SourceMap::single(self.name, text);
        let read = self.language.read(sources, self.choices, self.include);
        match read.meaning {
            Some(Meaning::Contracts(refinements)) => Ok(refinements),
            _ => Err(read.diagnostics),
        }
    }

    /// The system of a text with the expressions at these places left open; the diagnostics if it has none.
    pub fn read_with_holes(&mut self, text: &str, holes: &[Span]) -> Result<System, Diagnostics> {
        let sources = SourceMap::single(self.name, text);
        system(self.language.read_with_holes(sources, self.choices, self.include, holes))
    }
}

fn system(read: Read) -> Result<System, Diagnostics> {
    match read.meaning {
        Some(Meaning::System(system)) => Ok(*system),
        _ => Err(read.diagnostics),
    }
}
