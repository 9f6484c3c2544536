//! How the tests of all crates are steered, and speak. No crate depends on it outside its tests.

/// A number from the environment.
#[expect(clippy::disallowed_methods, reason = "a test may be steered")]
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(default)
}

/// The seed of a random test, printed so that a failure can be repeated: `WHEREFORE_SEED=n`.
pub fn seed(default: u64) -> u64 {
    let seed = setting("WHEREFORE_SEED", default);
    say(&format!("WHEREFORE_SEED={seed}"));
    seed
}

/// How many random cases to try: `WHEREFORE_CASES=n` for a longer sweep.
pub fn cases(default: u64) -> u64 {
    setting("WHEREFORE_CASES", default)
}

/// Says what a test did or left out.
#[expect(clippy::disallowed_macros, clippy::print_stdout, reason = "a test may speak")]
pub fn say(words: &str) {
    println!("{words}");
}
