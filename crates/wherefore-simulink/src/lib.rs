//! Simulink block diagrams.
//!
//! ```text
//! container   archive -> text                     the parts of a `.slx` file as one document, and back
//! tree        text -> sections                    XML or the older text form
//! read        sections -> document::Model         blocks, lines, masks, with their places
//! link        Model -> Model                      links to files beside it replaced by what they stand for
//! stateflow   charts, which are blocks of a diagram
//! flat        Model -> blocks in their places     subsystem ports and tags followed; parameters have values (`scope`)
//! rates       at which ticks every block runs
//! types       class and size of every signal
//! lower       -> System                           a network of blocks, and its transition system
//! ```

pub mod codes;
pub mod container;
pub mod document;
mod flat;
pub mod interpret;
mod landmarks;
pub mod library;
mod link;
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
use wherefore_diag::{Diagnostics, FileId, SourceMap};
use wherefore_ir::System;
use wherefore_syntax::Reporter;
use wherefore_syntax::include::{Files, Include};

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

/// Reads a diagram, the last file of `sources`, with the libraries and models that it has links to: `include` is asked for
/// `NAME.slx` and then for `NAME.mdl`, and gives the text of an archive as [`container::unpack`] does. They are added to the
/// sources, in which the parts of the diagram get their names.
pub fn load_with(sources: SourceMap, name: &str, options: &Options, include: &mut Include<'_>) -> (Loaded, SourceMap) {
    let mut report = Reporter::default();
    let file = sources.last();
    let (model, mut sources) = linked(sources, include, &mut report);
    let system = model.as_ref().and_then(|model| meaning(model, name, options, &mut report));
    let system = system.filter(|_| !report.failed());
    if let (Some(model), Some(file), true) = (&model, file, system.is_some()) {
        sources.set_landmarks(file, landmarks::landmarks(model, file));
    }
    (Loaded { system, diagnostics: report.into_diagnostics() }, sources)
}

/// The document of the last file of `sources`, in which links are replaced by what they stand for.
pub fn linked(sources: SourceMap, include: &mut Include<'_>, report: &mut Reporter) -> (Option<Model>, SourceMap) {
    let mut files = Files::new(sources, include);
    let main = files.main;
    let model = files.sources.get(main).and_then(|file| parse(main, &file.text, report));
    let model = model.and_then(|mut model| link::link(&mut model, &mut files, report).ok().map(|()| model));
    (model, files.sources)
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
    let rates = rates::Rates::new(&flat, step.as_ref().and_then(Number::finite), report).ok()?;
    let types = types::Types::new(&flat);
    lower::lower(name, (&flat, &types, &rates), (step, &options.properties), report)
}

/// The length of a step, if it is a positive number.
fn step(value: Value) -> Option<Number> {
    let number = value.as_scalar()?.clone();
    (number.finite().is_some() && !number.is_zero() && !number.is_negative()).then_some(number)
}
