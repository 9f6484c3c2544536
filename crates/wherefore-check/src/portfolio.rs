//! The portfolio: which engines take part in which problem.
//!
//! One table says it. Each engine belongs to one choice of the user, and takes part in [`EngineChoice::Auto`] where the data is
//! of the kind it is best at. What for, it says itself ([`Capabilities`](crate::engine::Capabilities)). An engine that was
//! chosen by the user is asked even if the data is beyond it: then it says so.

use crate::engine::bdd::Bdd;
use crate::engine::k_liveness::KLiveness;
use crate::engine::sat::Sat;
use crate::engine::smt::Smt;
use crate::engine::spacer::Spacer;
use crate::engine::{Answers, Data, Engine, Family, Goal};
use crate::{EngineChoice, Options};
use std::sync::Arc;

/// An engine and when it takes part.
struct Row {
    engine: fn() -> Arc<dyn Engine>,
    /// The choice that it belongs to.
    choice: EngineChoice,
    /// The data for which it takes part without having been chosen, if there is any.
    auto: Option<Data>,
}

/// All engines of this crate, in the order in which reports name them.
const TABLE: [Row; 7] = [
    Row { engine: || Arc::new(Sat), choice: EngineChoice::Sat, auto: Some(Data::Finite) },
    Row { engine: || Arc::new(Bdd), choice: EngineChoice::Bdd, auto: Some(Data::Finite) },
    Row { engine: || Arc::new(KLiveness::SAT), choice: EngineChoice::Sat, auto: Some(Data::Finite) },
    Row { engine: || Arc::new(Smt::Z3), choice: EngineChoice::Smt, auto: Some(Data::Unbounded) },
    Row { engine: || Arc::new(KLiveness::SMT), choice: EngineChoice::Smt, auto: Some(Data::Unbounded) },
    Row { engine: || Arc::new(Spacer), choice: EngineChoice::Smt, auto: Some(Data::Unbounded) },
    Row { engine: || Arc::new(Smt::BITWUZLA), choice: EngineChoice::Bitwuzla, auto: None },
];

impl Row {
    fn takes_part(&self, choice: EngineChoice, data: Data) -> bool {
        self.choice == choice || (choice == EngineChoice::Auto && self.auto == Some(data))
    }
}

/// The engines for problems of this kind on data that is finite or not.
pub fn portfolio(options: &Options, goal: Goal, finite: bool) -> Vec<Arc<dyn Engine>> {
    let data = Data::of(finite);
    let own = TABLE.iter().filter(|row| row.takes_part(options.engine, data)).map(|row| (row.engine)());
    let given = options.engines.iter().filter(|e| e.capabilities().fit(goal, data)).cloned();
    own.filter(|e| e.capabilities().about(goal) != Answers::None).chain(given).collect()
}

/// The families that may look for reachable states, where not one answer is wanted but all of them.
pub fn families(options: &Options, finite: bool) -> Vec<Family> {
    portfolio(options, Goal::Invariant, finite).iter().map(|e| e.family()).collect()
}

/// The family for small questions beside the race: propositional where that is possible and nothing else was chosen.
pub(crate) fn helper(options: &Options, finite: bool) -> Family {
    Family::of_bounded(finite && options.engine != EngineChoice::Smt)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(engine: EngineChoice, goal: Goal, finite: bool) -> String {
        let options = Options { engine, ..Options::default() };
        portfolio(&options, goal, finite).iter().map(|e| e.id().name()).collect::<Vec<_>>().join(" ")
    }

    /// The whole portfolio, as it is meant to be.
    #[test]
    fn who_takes_part() {
        use EngineChoice::{Auto, Bdd, Bitwuzla, Given, Sat, Smt};
        for (goal, auto, auto_unbounded, sat, smt, bdd) in [
            (Goal::Invariant, "sat bdd", "smt spacer", "sat", "smt spacer", "bdd"),
            (
                Goal::Linear,
                "sat bdd k-liveness",
                "smt k-liveness spacer",
                "sat k-liveness",
                "smt k-liveness spacer",
                "bdd",
            ),
            (Goal::Branching, "bdd", "", "", "", "bdd"),
        ] {
            assert_eq!(names(Auto, goal, true), auto);
            assert_eq!(names(Auto, goal, false), auto_unbounded);
            for finite in [true, false] {
                let bitwuzla = if goal == Goal::Branching { "" } else { "bitwuzla" };
                for (choice, expected) in [(Sat, sat), (Smt, smt), (Bdd, bdd), (Bitwuzla, bitwuzla), (Given, "")] {
                    assert_eq!(names(choice, goal, finite), expected, "{choice:?} {goal:?}");
                }
            }
        }
    }
}
