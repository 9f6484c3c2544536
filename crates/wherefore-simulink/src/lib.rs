//! Simulink block diagrams.
//!
//! ```text
//! container   archive -> text                     the parts of a `.slx` file as one document, and back
//! tree        text -> sections                    XML or the older text form
//! read        sections -> document::Model         blocks, lines, masks, with their places
//! stateflow   charts, which are blocks of a diagram
//! flat        Model -> blocks in their places     subsystem ports and tags followed; parameters have values (`scope`)
//! rates       one for all blocks
//! types       class and size of every signal
//! lower       -> System                           a network of blocks, and its transition system
//! ```

pub mod codes;
pub mod container;
pub mod document;
mod flat;
pub mod interpret;
pub mod library;
mod lower;
pub mod matlab;
mod rates;
mod read;
pub mod scope;
mod signal;
pub mod stateflow;
mod tree;
mod types;

pub use read::parse;
pub use wherefore_ir::Loaded;

use document::{Block, Model};
use indexmap::IndexMap;
use matlab::{Number, Value};
use scope::Scope;
use wherefore_diag::{Diagnostics, FileId};
use wherefore_ir::System;
use wherefore_syntax::Reporter;

/// Choices that are made beside a diagram.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Values of variables that the model does not define.
    pub parameters: IndexMap<String, Value>,
    /// Blocks whose outputs are taken as free: paths or identifiers.
    pub open: Vec<String>,
    /// Formulas that are asked besides what the diagram asks: expressions of MATLAB over ports of the model by name, and over
    /// outputs of blocks by path in quotes, `'Tank/next level' <= 9`; and over states and data of charts, `Chart.on && Chart.x > 3`. What is no such formula is left alone.
    pub properties: Vec<String>,
}

/// Reads the text of a diagram: that of an archive ([`container::unpack`]), or of a `.mdl` file. `name` is the name of the model.
pub fn load(file: FileId, text: &str, name: &str, options: &Options) -> Loaded {
    let mut report = Reporter::default();
    let model = parse(file, text, &mut report);
    let system = model.and_then(|model| meaning(&model, name, options, &mut report)).filter(|_| !report.failed());
    let diagnostics: Diagnostics = report.into_diagnostics();
    Loaded { system, diagnostics }
}

/// The document of a text; none if it is no diagram.
pub fn document(file: FileId, text: &str) -> Option<Model> {
    parse(file, text, &mut Reporter::default())
}

/// The transition system that a diagram means.
pub fn meaning(model: &Model, name: &str, options: &Options, report: &mut Reporter) -> Option<System> {
    meaning_with_charts(model, name, options, report).map(|(system, _)| system)
}

/// The transition system that a diagram means, and what is seen of its charts at a tick.
pub fn meaning_with_charts(
    model: &Model,
    name: &str,
    options: &Options,
    report: &mut Reporter,
) -> Option<(System, Vec<stateflow::Seen>)> {
    let scope = match Scope::of_model(model, &options.parameters) {
        Ok(scope) => scope,
        Err(error) => {
            flat::missing(error, "model workspace", report);
            return None;
        }
    };
    let step = model.settings.parameter("FixedStep").and_then(|p| scope.value(p).ok()).and_then(step);
    let opened =
        |path: &str, block: &Block| options.open.iter().any(|o| o == path || (*o == block.sid && !o.is_empty()));
    let flat = flat::Flat::new(model, scope, &opened, report).ok()?;
    rates::one_rate(&flat, report).ok()?;
    let types = types::Types::new(&flat);
    lower::lower(name, &flat, &types, (step, &options.properties), report)
}

/// The length of a step, if it is a positive number.
fn step(value: Value) -> Option<Number> {
    let number = value.as_scalar()?.clone();
    (number.finite().is_some() && !number.is_zero() && !number.is_negative()).then_some(number)
}
