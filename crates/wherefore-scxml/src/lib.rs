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

use wherefore_diag::FileId;

/// Reads a statechart.
pub fn load(file: FileId, text: &str) -> Loaded {
    let (chart, mut diagnostics) = parse(file, text);
    let types = chart.as_ref().and_then(|chart| {
        let (types, said) = infer(chart);
        diagnostics.extend(said);
        let endless = livelocks(chart);
        let ends = !endless.has_errors();
        diagnostics.extend(endless);
        types.filter(|_| ends)
    });
    let system = chart.zip(types).and_then(|(chart, types)| {
        let (system, said) = lower::lower(&chart, &types, text);
        diagnostics.extend(said);
        system
    });
    Loaded { system, diagnostics }
}
