//! One way alone to decide an LTL formula, for callers who do not want a race.

use crate::Options;
use crate::engine::bdd::Bdd;
use crate::engine::k_liveness::KLiveness;
use crate::engine::lasso::{LassoSearch, LivenessToSafety};
use crate::engine::{Engine, Family};
use crate::portfolio::helper;
use std::sync::Arc;

/// Visits that are counted where the answer is wanted only if it is cheap, and the obligations that PDR may look at then.
const FEW_VISITS: u32 = 2;
const FEW_OBLIGATIONS: u64 = 1_000;

/// One way to decide an LTL formula over finite data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Fair cycles on BDDs.
    Diagrams,
    /// Bounded search for lassos up to this number of steps: finds violations only.
    Lasso(u32),
    /// Liveness to safety, on PDR.
    Safety,
    /// k-liveness on PDR, up to this number of visits: finds proofs only.
    Count(u32),
}

impl Route {
    /// The engine that goes this way.
    pub(super) fn engine(self, options: &Options, finite: bool) -> Arc<dyn Engine> {
        match self {
            Route::Diagrams => Arc::new(Bdd),
            Route::Lasso(most) => Arc::new(LassoSearch { most, family: helper(options, finite) }),
            Route::Safety => Arc::new(LivenessToSafety),
            Route::Count(most) => Arc::new(KLiveness { most, ..KLiveness::SAT }),
        }
    }
}

/// The engine for a proof that is wanted only if it is cheap.
pub(super) fn quick(options: &Options, finite: bool) -> Arc<dyn Engine> {
    let few = |engine| KLiveness { most: FEW_VISITS, ..engine };
    Arc::new(match helper(options, finite) {
        Family::Sat => KLiveness { effort: FEW_OBLIGATIONS, ..few(KLiveness::SAT) },
        _ => few(KLiveness::SMT),
    })
}
