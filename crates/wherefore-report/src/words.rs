//! How typed results are said in English. Analyses give data; every sentence about them is made here.

pub mod assumption;
pub mod contract;
pub mod event;
pub mod fix;
pub mod graphs;
pub mod missing;
pub mod proof;
pub mod suspect;
pub mod title;

use wherefore_check::Finder;

/// Finder of a verdict.
pub fn finder(finder: &Finder) -> String {
    match finder {
        Finder::Engine(name) => name.clone(),
        Finder::ExternalTrace => "given run".to_owned(),
    }
}
