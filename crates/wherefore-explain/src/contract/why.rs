//! The whole inquiry into one check of a refinement.

use crate::Findings;
use std::sync::Arc;
use wherefore_check::{Observer, Options, Session};
use wherefore_ir::Property;
use wherefore_ir::refinement::Refinement;
use wherefore_solve::Stop;
use wherefore_trace::Trace;

/// Decides a check of a refinement and finds out why: if it fails, who is to blame and what to change; if it holds, which
/// contracts it rests on. A run that is `given` and violates the check is explained instead of one of our own. `draft` is given
/// what is known once there is a verdict.
pub fn why(
    refinement: &Refinement,
    property: &Property,
    _given: Option<&Trace>,
    options: &Options,
    (stop, observer): (&Stop, &Arc<dyn Observer>),
    _draft: &dyn Fn(Findings),
) -> Findings {
    let session = Session::new(&refinement.system, options.clone());
    Findings { finding: session.check(property, stop, observer), inquiry: None }
}
