//! Parts that the tests of the lens for state machines share: random machines as plain data, their way into the system, a
//! slow obvious enumeration of their classes, and one form of keys that both sides are brought to.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod ask;
pub mod brute;
pub mod change;
pub mod example;
pub mod keys;
pub mod loops;
pub mod lower;
pub mod machine;
pub mod random;
pub mod smaller;
pub mod smv;
pub mod walk;

use wherefore_test::{cases, seed};

/// Runs `check` on random machines; a failure names its seed and shows the smallest machine that still fails.
pub fn on_random_machines(count: u64, check: impl Fn(&machine::Plan, u64) + std::panic::RefUnwindSafe) {
    let first = seed(1);
    for seed in first..first + cases(count) {
        let plan = ask::machine(seed);
        let run = std::panic::catch_unwind(|| check(&plan, seed));
        run.unwrap_or_else(|_| {
            let small = smaller::smallest(&plan, |smaller| check(smaller, seed));
            panic!("WHEREFORE_SEED={seed}, made smaller:\n{small:#?}")
        });
    }
}
