//! The choice of the lens: by the shape of the model, never by its language.

use std::sync::Arc;
use wherefore_check::{Options, Session};
use wherefore_diag::{SourceMap, Span};
use wherefore_explain::contract::ContractLens;
use wherefore_explain::dataflow::DataflowLens;
use wherefore_explain::machine::MachineLens;
pub use wherefore_explain::machine::Settings as Focus;
use wherefore_explain::machine::discover::HintError;
use wherefore_explain::machine::path_class::Level;
use wherefore_explain::{Context, Findings, Lens, PropertyRequest, inquire};
use wherefore_ir::System;
use wherefore_ir::refinement::Refinement;

/// A model ready to be asked.
#[derive(Clone)]
pub struct Subject {
    /// The model.
    pub system: Arc<System>,
    /// Its texts.
    pub sources: Arc<SourceMap>,
    /// Its engines.
    pub session: Session,
    /// How they work.
    pub options: Options,
    /// The component with its parts, if the properties are checks of a refinement.
    pub refinement: Option<Arc<Refinement>>,
}

/// The lens for a model: that for contracts if its properties are checks of a refinement, that for data flow if it is a program
/// of blocks, else that for state machines.
pub fn choose<'s>(
    subject: &'s Subject,
    focus: &'s Focus,
    context: &Context<'_>,
) -> Result<Box<dyn Lens + 's>, HintError> {
    let Subject { system, sources, session, options, refinement } = subject;
    if let Some(refinement) = refinement {
        return Ok(Box::new(ContractLens::new(refinement, options)));
    }
    if system.annexes.network.is_some() {
        // The first level distinguishes causes, and every coarser one the inputs that act.
        let level = if focus.level == Level::Spine { 1 } else { 2 };
        return Ok(Box::new(DataflowLens { system, session, level }));
    }
    let line_of = |span: Span| sources.location(span).map(|l| l.line as usize);
    Ok(Box::new(MachineLens::new(system, session, focus, &line_of, context)?))
}

/// Decides a property and, if it is violated, finds every way in which it breaks, by the lens for the model.
pub fn why(
    subject: &Subject,
    asked: PropertyRequest<'_>,
    focus: &Focus,
    context: &Context<'_>,
) -> Result<Findings, HintError> {
    Ok(inquire(&*choose(subject, focus, context)?, asked, context))
}
