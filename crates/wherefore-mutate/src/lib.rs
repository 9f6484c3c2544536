//! Models with one small mistake put in on purpose, in their own language.
//!
//! A mutant is a few edits of the source text, made by one operator ([`Operator`]); everything else stays as it
//! was. [`mutants`] makes those of any language that has some, and sets aside what its front end refuses.
//!
//! ```
//! use wherefore_lang::{Language, include::NotIncluded, registry::Choices};
//! use wherefore_mutate::{Operator, mutants};
//!
//! let text = "MODULE main VAR x : 0..3; ASSIGN init(x) := 0; next(x) := x < 3 ? x + 1 : 0;";
//! let mut nothing = |_: &str| Err(NotIncluded::Missing);
//! let made = mutants(Language::Smv, ("m.smv", text), &Choices::default(), &mut nothing).expect("there are mutants of SMV");
//! let made = made.expect("the model is in order").mutants;
//! assert!(made.iter().any(|m| m.operator == Operator::Ror && m.apply(text).contains("x <= 3 ?")));
//! ```

pub mod assumption;
mod change;
mod dialect;
mod element;
mod infix;
mod inventory;
pub mod lustre;
mod markup;
mod mutant;
mod netlist;
mod operator;
pub mod oss;
mod rewrite;
mod scope;
pub mod scxml;
pub mod simulink;
pub mod smv;
#[cfg(test)]
mod tests;
mod tokens;
mod tree;
mod value;
pub mod xstate;

pub use element::{Element, ElementKind, elements};
pub use mutant::{Edit, MOST_CHOICES, Mutant, Mutants, Options};
pub use operator::Operator;

pub(crate) use dialect::Dialect;
pub(crate) use infix::Infix;
pub(crate) use inventory::{Inventory, Piece, Role};
pub(crate) use mutant::{finish, joined, of_model};
pub(crate) use rewrite::{Finder, Reach, Site};
pub(crate) use scope::Scope;
pub(crate) use tokens::Tokens;
pub(crate) use tree::{Describe, Described, Kind, Node, Part, Tree, Use};
pub(crate) use value::Values;

use wherefore_diag::{Diagnostics, FileId};
use wherefore_lang::Language;
use wherefore_lang::include::Include;
use wherefore_lang::registry::Choices;

/// The edits of a text that may mend it: mistakes that undo mistakes, then what only mends, in the elements that are wanted; the
/// cheapest of each first, then in the order of the source. They are not read again: some of them the front end refuses. Included files
/// are asked for; places of mutants are indices of [`elements`] of the same text.
pub fn edits(
    language: Language,
    (name, text): (&str, &str),
    _choices: &Choices,
    include: &mut Include<'_>,
    wanted: &dyn Fn(&Element) -> bool,
) -> Vec<Mutant> {
    match language {
        Language::Smv => smv::inventory(FileId(0), text, Reach::Mending).edits(wanted),
        Language::Scxml => scxml::inventory(FileId(0), text, Reach::Mending, wanted)
            .map_or_else(Vec::new, |inventory| inventory.edits(wanted)),
        Language::Lustre => lustre::inventory(name, text, include, Reach::Mending).edits(wanted),
        Language::Oss => oss::inventory(name, text, include, Reach::Mending).edits(wanted),
        Language::Simulink => simulink::edits(text, wanted),
        Language::XState => xstate::inventory(FileId(0), text, Reach::Mending)
            .map_or_else(Vec::new, |inventory| inventory.edits(wanted)),
        Language::Btor2 => netlist::edits(text, wanted),
        Language::Aut | Language::Aiger => Vec::new(),
    }
}

/// All models with one small mistake that are made from a text, which has a name in messages; none where the language has no
/// mutants. Included files are asked for.
pub fn mutants(
    language: Language,
    (name, text): (&str, &str),
    choices: &Choices,
    include: &mut Include<'_>,
) -> Option<Result<Mutants, Diagnostics>> {
    let all = Options::default();
    match language {
        Language::Smv => Some(smv::mutants(FileId(0), text, &all)),
        Language::Scxml => Some(scxml::mutants(FileId(0), text, &all)),
        Language::Lustre => {
            let program = wherefore_lang::lustre::Options { main: choices.main.clone() };
            Some(lustre::mutants(name, text, &program, include, &all))
        }
        Language::Oss => Some(oss::mutants(name, text, include, &all)),
        Language::Simulink => Some(simulink::mutants(name, text, &choices.diagram, &all)),
        Language::XState => Some(xstate::mutants(FileId(0), text, &all)),
        Language::Aut | Language::Btor2 | Language::Aiger => None,
    }
}
