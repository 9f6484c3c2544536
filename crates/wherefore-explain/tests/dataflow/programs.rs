//! Programs from files: the examples, and the public ones where they lie beside the checkout.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use wherefore_check::{Observer, Options, Session, Silent};
use wherefore_diag::SourceMap;
use wherefore_explain::dataflow::DataflowLens;
use wherefore_explain::{Context, Findings};
use wherefore_ir::System;
use wherefore_lang::lustre;
use wherefore_solve::{Stop, StopReason};

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[expect(clippy::disallowed_methods, reason = "tests read files")]
pub fn text(path: &Path) -> Option<String> {
    std::fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// The system of a text; included files lie in `folder`.
pub fn system(text: String, folder: &Path, main: Option<&str>) -> Option<System> {
    let options = lustre::Options { main: main.map(str::to_owned) };
    let mut include = |name: &str| self::text(&folder.join(name)).ok_or(lustre::NotIncluded::Missing);
    lustre::load_with(SourceMap::single("program.lus", text), &options, &mut include).system
}

/// An example, with some of its text replaced.
pub fn example(name: &str, main: Option<&str>, changes: &[(&str, &str)]) -> System {
    let folder = root().join("examples");
    let mut text = text(&folder.join(name)).unwrap();
    for (old, new) in changes {
        assert!(text.contains(old), "{name} has no {old}");
        text = text.replace(old, new);
    }
    system(text, &folder, main).unwrap()
}

/// A signal that fires after a while.
pub fn limited(seconds: u64) -> Stop {
    let stop = Stop::new();
    let alarm = stop.clone();
    // The thread outlives a question that is answered in time; it is not waited for.
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(seconds));
        alarm.fire(StopReason::Interrupted);
    });
    stop
}

/// The whole inquiry into a property.
pub fn inquire(system: &System, property: &str, level: u32, (most, seconds): (usize, u64)) -> Findings {
    let options = Options::default();
    let session = Session::new(system, options.clone());
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let stop = limited(seconds);
    let context = Context::new(&stop, &observer, &options).with_max_classes(most);
    let property = system.property(property).unwrap();
    wherefore_explain::inquire(&DataflowLens { system, session: &session, level }, property, &context)
}
