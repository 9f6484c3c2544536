//! SCXML, the statecharts of the W3C.
//!
//! [`parse`] gives the document as a [`chart::Chart`], [`load`] the transition system it means. [`interpret`] runs a chart
//! as the standard's algorithm says; it shares nothing with lowering but the chart, and is there to check it.
//!
//! ```
//! use wherefore_diag::FileId;
//!
//! let lamp = "<scxml><state id='off'><transition event='press' target='on'/></state><state id='on'/></scxml>";
//! let loaded = wherefore_scxml::load(FileId(0), lamp);
//! assert!(loaded.system.is_some());
//! ```

pub mod chart;
pub mod codes;
pub mod function;
pub mod interpret;
mod join;
mod livelock;
mod lower;
mod read;
mod script;
mod types;
mod walk;
mod xml;

pub use join::join;
pub use livelock::livelocks;
pub use read::{Files, parse, parse_with, sessions};
pub use script::tokens;
pub use types::{Types, infer};
pub use wherefore_ir::Loaded;
pub use xml::{Source, Text, document};

use chart::Chart;
use std::collections::BTreeMap;
use wherefore_diag::{Diagnostics, FileId, SourceMap};
use wherefore_syntax::holes::Holes;
use wherefore_syntax::include::{self, Include};

/// How many files of other charts are read, each as often as it is asked for.
const MOST_FILES: usize = 100;

/// Reads a statechart that is one text.
pub fn load(file: FileId, text: &str) -> Loaded {
    let (chart, diagnostics) = parse(file, text);
    meaning(chart, diagnostics, &BTreeMap::from([(file, text)]), &Holes::none())
}

/// Reads a statechart, the last file of `sources`. Files of charts that it invokes are asked for and added there.
pub fn load_with(sources: SourceMap, include: &mut Include<'_>) -> (Loaded, SourceMap) {
    load_with_holes(sources, include, &Holes::none())
}

/// As [`load_with`]; some expressions are left open: each stands for any value of its type. A place that is the start tag of a
/// transition without a condition stands for its condition.
pub fn load_with_holes(sources: SourceMap, include: &mut Include<'_>, holes: &Holes) -> (Loaded, SourceMap) {
    let mut files = include::Files::new(sources, include);
    let main = files.main;
    let text = files.sources.get(main).map_or_else(String::new, |f| f.text.clone());
    let mut left = MOST_FILES;
    let (chart, diagnostics) = parse_with(main, &text, &mut |name| {
        let file = files.find(name).ok()?;
        left = left.checked_sub(1)?;
        Some((file, files.sources.get(file)?.text.clone()))
    });
    let sources = files.sources;
    let texts = sources.files().iter().enumerate().map(|(i, f)| (FileId(i as u32), f.text.as_str())).collect();
    let loaded = meaning(chart, diagnostics, &texts, holes);
    (loaded, sources)
}

/// The transition system that a chart means, and what is said about it beside what was said before. `texts` are what the chart was
/// read from; the expressions in `holes` are left open.
pub fn meaning(
    chart: Option<Chart>,
    mut diagnostics: Diagnostics,
    texts: &BTreeMap<FileId, &str>,
    holes: &Holes,
) -> Loaded {
    let types = chart.as_ref().and_then(|chart| {
        let (types, said) = types::infer_with_holes(chart, holes);
        diagnostics.extend(said);
        let endless = livelocks(chart);
        let ends = !endless.has_errors();
        diagnostics.extend(endless);
        types.filter(|_| ends)
    });
    let system = chart.zip(types).and_then(|(chart, types)| {
        let (system, said) = lower::lower(&chart, &types, texts, holes);
        diagnostics.extend(said);
        system
    });
    Loaded { system, diagnostics }
}
