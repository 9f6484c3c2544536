//! Labelled transition systems with many states: the graph in memory, and what is computed on it.
//!
//! An LTS is read as Aldebaran text (`wherefore-lang`) into a [`Csr`]: the outgoing and the incoming transitions of
//! every state as flat columns. Loops over states and blocks use all cores through rayon; no result depends on how many
//! there are.

pub mod automaton;
pub mod cluster;
mod csr;
mod disk;
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

pub use csr::{Csr, Half};
pub use disk::{Disk, Needs, Place, Sizes, Transferred};
pub use generate::{Random, Shape, Spec, generate};
pub use labels::{Column, Labels};
pub use load::{Gather, LoadError, Loader, Sink, load};
pub use memory::Memory;
