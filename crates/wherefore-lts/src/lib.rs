//! Labelled transition systems with many states: the graph in memory, and what is computed on it.
//!
//! An LTS is read as Aldebaran text into a [`Csr`]; all cores are used, and no result depends on how many there are. The
//! features `disk` and `cluster` are for graphs that are larger than the memory of one machine: one more [`route`] each.
//!
//! ```
//! use wherefore_lts::{Memory, automaton::Automaton, load, passes::Passes, product::Product, tally::Tally};
//! let stop = wherefore_stop::Stop::new();
//! let text = "des (0, 3, 3)\n(0, \"a\", 1)\n(0, \"b\", 0)\n(1, \"b\", 2)\n";
//! let formula = wherefore_lang::mcl::load(wherefore_diag::FileId(0), "[true* . \"a\" . \"b\"] false").formula.unwrap();
//! let route = Memory::new(load(text.as_bytes(), &stop).expect("a graph"), stop);
//! let product = Product::new(&route, Automaton::new(&formula, &["a", "b"]).expect("a small automaton"));
//! let passes = Passes::run(&route, &product).expect("no stop");
//! assert_eq!(Tally::count(&route, &product, &passes).expect("no stop").neighbourhoods.iter().sum::<u64>(), 1);
//! ```

pub mod automaton;
#[cfg(feature = "cluster")]
pub mod cluster;
pub mod configured;
mod csr;
#[cfg(feature = "disk")]
mod disk;
pub mod ends;
mod generate;
mod labels;
pub mod levels;
mod load;
pub mod local;
mod memory;
pub mod moves;
pub mod neighbourhood;
pub mod passes;
pub mod path;
pub mod product;
pub mod route;
pub mod row;
pub mod set;
mod sort;
pub mod tally;
mod violation;
mod watched;

pub use csr::{Csr, Half};
#[cfg(feature = "disk")]
pub use disk::{Disk, Needs, Sizes, Storage, Transferred};
pub use generate::{GraphShape, Random, Spec, generate};
pub use labels::{Column, Labels};
pub use load::{Gather, LoadError, Loader, Sink, load};
pub use memory::Memory;
