//! Loading models, and what the tests of this program share.

use std::path::PathBuf;
use wherefore_diag::SourceMap;
use wherefore_equivalence::Options;
use wherefore_ir::System;
use wherefore_lang::{scxml, smv};

/// Options of the tests.
pub fn options() -> Options {
    Options { most_states: 20_000, most_differences: 20, threads: 1, ..Options::default() }
}

/// The system of a statechart.
pub fn chart(text: &str) -> System {
    let mut sources = SourceMap::default();
    let file = sources.add("model.scxml", text.to_owned());
    let loaded = scxml::load(file, text);
    loaded.system.unwrap_or_else(|| panic!("the chart does not load: {:?}", loaded.diagnostics))
}

/// The system of an SMV model.
pub fn model(text: &str) -> System {
    let mut sources = SourceMap::default();
    let file = sources.add("model.smv", text.to_owned());
    let loaded = smv::load(file, text);
    loaded.system.unwrap_or_else(|| panic!("the model does not load: {:?}", loaded.diagnostics))
}

/// The text of an example.
#[expect(clippy::disallowed_methods, reason = "tests read the examples")]
pub fn example(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/equivalence").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Measures time.
pub struct Clock(std::time::Instant);

impl Clock {
    /// From now on.
    #[expect(clippy::disallowed_methods, reason = "tests measure")]
    pub fn start() -> Clock {
        Clock(std::time::Instant::now())
    }

    /// Seconds since then.
    pub fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}
