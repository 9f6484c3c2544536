//! Hardware netlists in BTOR2 and AIGER.
//!
//! [`btor2::parse`] and [`aiger::parse`] give a [`Netlist`], [`load`] the transition system that it means. A netlist is also a
//! network: its gates are blocks of the data flow, its registers are their memories. [`interpret`] runs a netlist directly; it shares
//! nothing with the translation but the document.
//!
//! ```
//! use wherefore_diag::FileId;
//! use wherefore_hardware::{Format, load};
//!
//! let toggle = "1 sort bitvec 1\n2 state 1 light\n3 zero 1\n4 init 1 2 3\n5 not 1 2\n6 next 1 2 5\n7 bad 2 lit\n";
//! let loaded = load(FileId(0), toggle, Format::Btor2);
//! assert_eq!(loaded.system.expect("the netlist is in order").properties[0].name, "lit");
//! ```

pub mod aiger;
pub mod btor2;
pub mod codes;
pub mod interpret;
mod lower;
pub mod netlist;
mod report;

pub use lower::{lower, lower_with_holes};
pub use netlist::{Format, Netlist};
pub use wherefore_ir::Loaded;

use wherefore_diag::{Diagnostics, FileId, SourceMap, Span};

/// Reads a netlist that is one text; AIGER in its ASCII form, into which [`aiger::unpack`] brings the binary one.
pub fn parse(file: FileId, text: &str, format: Format) -> (Option<Netlist>, Diagnostics) {
    match format {
        Format::Btor2 => btor2::parse(file, text),
        Format::Aiger => aiger::parse(file, text),
    }
}

/// Reads a netlist that is one text as the transition system that it means.
pub fn load(file: FileId, text: &str, format: Format) -> Loaded {
    lowered(parse(file, text, format), &[])
}

/// Reads the last of the texts, a netlist in BTOR2 that may have been made from the others, as the transition system that it means, with
/// the values of some lines left open ([`lower_with_holes`]).
pub fn load_last(sources: &SourceMap, holes: &[Span]) -> Loaded {
    lowered(btor2::parse_last(sources), holes)
}

fn lowered((netlist, mut diagnostics): (Option<Netlist>, Diagnostics), holes: &[Span]) -> Loaded {
    let system = netlist.and_then(|netlist| {
        let (system, more) = lower_with_holes(&netlist, holes);
        diagnostics.extend(more);
        system
    });
    Loaded { system, diagnostics }
}
