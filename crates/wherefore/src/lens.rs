//! The choice of the lens: by the shape of the model, never by its language.

use std::sync::Arc;
use wherefore_check::{Options, Session};
use wherefore_diag::{SourceMap, Span};
use wherefore_explain::contract::ContractLens;
use wherefore_explain::dataflow::DataflowLens;
use wherefore_explain::machine::discover::{HintError, HintProblem};
use wherefore_explain::machine::path_class::Level;
use wherefore_explain::machine::{MachineLens, Settings, has_part};
use wherefore_explain::{Context, Findings, Lens, PropertyRequest, inquire};
use wherefore_ir::System;
use wherefore_ir::refinement::Refinement;

/// How a model is looked at.
#[derive(Clone, Debug)]
pub struct Focus {
    /// Level and hints for state machines; the level counts for data flow too.
    pub machine: Settings,
    /// What ways to fail are made of.
    pub ways: Ways,
}

/// What ways to fail are made of, where a model is both a program of blocks and a state machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ways {
    /// Blocks where the model is a program of blocks and no property is about a state machine, otherwise transitions.
    #[default]
    Auto,
    /// Paths of transitions.
    Transitions,
    /// Causes in the flow of data through blocks.
    Blocks,
}

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
/// of blocks, else that for state machines. A program with charts is both.
pub fn choose<'s>(
    subject: &'s Subject,
    focus: &'s Focus,
    context: &Context<'_>,
) -> Result<Box<dyn Lens + 's>, HintError> {
    let Subject { system, sources, session, options, refinement } = subject;
    if let Some(refinement) = refinement {
        return Ok(Box::new(ContractLens::new(refinement, options)));
    }
    let (has_blocks, has_charts) = (system.annexes.network.is_some(), system.annexes.control.is_some());
    let by_blocks = match focus.ways {
        Ways::Auto => has_blocks && !system.properties.iter().any(|p| has_part(system, p)),
        Ways::Transitions if has_blocks && !has_charts => return Err(no_ways("transitions")),
        Ways::Transitions => false,
        Ways::Blocks if !has_blocks => return Err(no_ways("blocks")),
        Ways::Blocks => true,
    };
    if by_blocks {
        // The first level distinguishes causes, and every coarser one the inputs that act.
        let level = if focus.machine.listed() == Level::Spine { 1 } else { 2 };
        return Ok(Box::new(DataflowLens { system, session, level }));
    }
    let line_of = |span: Span| sources.location(span).map(|l| l.line as usize);
    Ok(Box::new(MachineLens::new(system, session, &focus.machine, &line_of, context)?))
}

/// Ways that the model does not have.
fn no_ways(word: &str) -> HintError {
    HintError { name: word.to_owned(), problem: HintProblem::Ways }
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
