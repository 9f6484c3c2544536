//! How the tests of all crates are steered, draw at random, and speak. No crate depends on it outside its tests.

pub mod damage;
mod files;
mod need;
mod random;
mod shrink;
pub mod snapshot;
mod systems;

pub use files::{bytes, files, models, read};
pub use need::{Need, case_study, corpus, skip};
pub use random::{Random, below};
pub use shrink::{shrink, without_one};
pub use systems::system_text;

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

/// Says how many cases a random test has met, such as lies that were planted and caught.
///
/// # Panics
///
/// If there are none: a test that met nothing has shown nothing. A run of a few cases, as for one seed, may meet none.
pub fn counted(count: impl TryInto<u64>, what: &str) {
    let count = count.try_into().unwrap_or(u64::MAX);
    say(&format!("{count} {what}"));
    assert!(count > 0 || cases(u64::MAX) < 10, "no {what}: the generator has become too tame");
}

/// Whether long sweeps over whole corpora are wanted: `WHEREFORE_CORPUS=full`.
#[expect(clippy::disallowed_methods, reason = "a test may be steered")]
pub fn is_full() -> bool {
    std::env::var("WHEREFORE_CORPUS").is_ok_and(|v| v == "full")
}

/// Stands in for the files that the public specifications of redundant sensors include: they were never published.
pub fn unpublished(name: &str) -> Option<String> {
    let text = match name {
        "parameters.h" => {
            "#define value_domain -15..15\n#define max_sensor_error 2\n#define max_variance 1\n#define max_sys_error 4\n"
        }
        "macros.h" => "#define abs_diff(a,b) ((a) < (b) ? (b) - (a) : (a) - (b))\n",
        _ => return None,
    };
    Some(text.to_owned())
}
