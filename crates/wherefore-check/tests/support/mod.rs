//! What the cross-check tests share: random systems, and a slow obvious checker that enumerates them.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod explicit;
pub mod random;

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

/// How many random systems to try: `WHEREFORE_CASES=2000` for the full sweep.
#[expect(clippy::disallowed_methods, reason = "a test may be steered")]
pub fn cases(default: u64) -> u64 {
    std::env::var("WHEREFORE_CASES").ok().and_then(|s| s.parse().ok()).unwrap_or(default)
}
