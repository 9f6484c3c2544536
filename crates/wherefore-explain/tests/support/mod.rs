//! What the tests of the lens for state machines share: random machines as plain data, their way into the system, a slow
//! obvious enumeration of their classes, and one form of keys that both sides are brought to.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod ask;
pub mod brute;
pub mod change;
pub mod keys;
pub mod lower;
pub mod machine;
pub mod random;
pub mod smv;
pub mod walk;

/// The seed of a random test, printed so that a failure can be repeated: `WHEREFORE_SEED=n`.
#[expect(
    clippy::disallowed_methods,
    clippy::disallowed_macros,
    clippy::print_stdout,
    reason = "a test may be steered and speak"
)]
pub fn seed(default: u64) -> u64 {
    let seed = std::env::var("WHEREFORE_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(default);
    println!("WHEREFORE_SEED={seed}");
    seed
}

/// How many random machines to try: `WHEREFORE_CASES=1000` for the full sweep.
#[expect(clippy::disallowed_methods, reason = "a test may be steered")]
pub fn cases(default: u64) -> u64 {
    std::env::var("WHEREFORE_CASES").ok().and_then(|s| s.parse().ok()).unwrap_or(default)
}

/// Says what a test did or left out.
#[expect(clippy::disallowed_macros, clippy::print_stdout, reason = "a test may speak")]
pub fn say(words: &str) {
    println!("{words}");
}

/// Runs `check` on random machines; a failure names its seed and shows the machine.
pub fn on_random_machines(count: u64, check: impl Fn(&machine::Plan, u64) + std::panic::RefUnwindSafe) {
    let first = seed(1);
    for seed in first..first + cases(count) {
        let plan = ask::machine(seed);
        let run = std::panic::catch_unwind(|| check(&plan, seed));
        run.unwrap_or_else(|_| panic!("WHEREFORE_SEED={seed}\n{plan:#?}"));
    }
}
