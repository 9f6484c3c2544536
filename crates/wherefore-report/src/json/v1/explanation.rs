//! Why the run of a class fails: an object with the parts that are known.

use super::Value;
use super::flow::Flow;
use crate::view;
use serde::Serialize;
use wherefore_diag::SourceMap;

/// What is known about the failure of a class; parts that are not known are left out.
#[derive(Serialize)]
pub struct Explanation<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<MinimalCause<'a>>,
    #[serde(flatten)]
    flow: Option<Flow<'a>>,
}

/// The choices that are enough for the run to fail.
#[derive(Serialize)]
struct MinimalCause<'a> {
    kept: Vec<Kept<'a>>,
    choices: usize,
    minimal: bool,
    rechecked_by: &'a str,
}

#[derive(Serialize)]
struct Kept<'a> {
    variable: &'a str,
    tick: u32,
    relation: &'static str,
    value: Value<'a>,
}

impl<'a> Explanation<'a> {
    /// The explanation of a class; none if nothing is known.
    pub fn of(class: &'a view::Class, sources: &'a SourceMap) -> Option<Explanation<'a>> {
        let flow = class.flow.as_ref().map(|f| Flow::of(f, sources));
        let cause = class.cause.as_ref().map(MinimalCause::of);
        (cause.is_some() || flow.is_some()).then_some(Explanation { cause, flow })
    }
}

impl<'a> MinimalCause<'a> {
    fn of(cause: &'a view::MinimalCause) -> MinimalCause<'a> {
        let kept = |k: &'a view::Kept| Kept {
            variable: &k.variable,
            tick: k.tick,
            relation: k.relation,
            value: Value(&k.value),
        };
        MinimalCause {
            kept: cause.kept.iter().map(kept).collect(),
            choices: cause.choices,
            minimal: cause.minimal,
            rechecked_by: &cause.rechecked_by,
        }
    }
}
