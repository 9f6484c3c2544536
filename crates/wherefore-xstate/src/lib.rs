//! XState machines, as JSON.
//!
//! [`parse`] gives a machine as a chart of `wherefore-scxml` that follows the rules of XState, [`load`] the transition system
//! that it means. Guards and actions that are not in the file are free choices of the environment; diagnostics name them.
//!
//! ```
//! use wherefore_diag::FileId;
//!
//! let lamp = r#"{ "initial": "off", "states": { "off": { "on": { "PRESS": "on" } }, "on": {} } }"#;
//! let loaded = wherefore_xstate::load(FileId(0), lamp);
//! assert!(loaded.system.is_some());
//! ```

pub mod codes;
mod read;

pub use read::{code, is_machine};
pub use wherefore_ir::Loaded;
pub use wherefore_syntax::json;

use std::collections::BTreeMap;
use wherefore_diag::{Diagnostics, FileId, SourceMap};
use wherefore_scxml::chart::Chart;
use wherefore_scxml::meaning;
use wherefore_syntax::holes::Holes;
use wherefore_syntax::include::{self, Include};

/// Reads a machine that is one text as a chart.
pub fn parse(file: FileId, text: &str) -> (Option<Chart>, Diagnostics) {
    read::read((file, text), &mut |_| None)
}

/// Reads a machine that is one text.
pub fn load(file: FileId, text: &str) -> Loaded {
    let (chart, diagnostics) = parse(file, text);
    meaning(chart, diagnostics, &BTreeMap::from([(file, text)]), &Holes::none())
}

/// Reads a machine, the last file of `sources`. A file with its properties is asked for and added there. Some expressions are left
/// open: each stands for any value of its type.
pub fn load_with_holes(sources: SourceMap, include: &mut Include<'_>, holes: &Holes) -> (Loaded, SourceMap) {
    let mut files = include::Files::new(sources, include);
    let main = files.main;
    let (name, text) = files.sources.get(main).map_or_else(Default::default, |f| (f.name.clone(), f.text.clone()));
    let (chart, diagnostics) = read::read((main, &text), &mut |wanted| {
        let file = files.find(&wanted.map_or_else(|| beside(&name), str::to_owned)).ok()?;
        Some((file, files.sources.get(file)?.text.clone()))
    });
    let sources = files.sources;
    let texts = sources.files().iter().enumerate().map(|(i, f)| (FileId(i as u32), f.text.as_str())).collect();
    let loaded = meaning(chart, diagnostics, &texts, holes);
    (loaded, sources)
}

/// What the file with the properties of a machine is called.
fn beside(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    format!("{}.properties.json", file.strip_suffix(".json").unwrap_or(file))
}
