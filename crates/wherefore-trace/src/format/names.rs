//! Names of a model, for the formats that spell them otherwise.

use rustc_hash::FxHashMap;
use wherefore_ir::{System, VarId};

/// Something of the model that a trace may show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Named {
    Var(VarId),
    /// A definition, by its place.
    Define(usize),
}

pub(super) struct Names<'a> {
    system: &'a System,
    defines: FxHashMap<&'a str, usize>,
    /// The length of the longest name in bytes. A longer text is not worth putting together.
    pub longest: usize,
}

impl<'a> Names<'a> {
    pub fn new(system: &'a System) -> Names<'a> {
        let defines: FxHashMap<&str, usize> =
            system.defines.iter().enumerate().map(|(i, d)| (d.name.as_str(), i)).collect();
        let variables = system.terms.vars().map(|(_, v)| v.name.len());
        let longest = variables.chain(defines.keys().map(|n| n.len())).max().unwrap_or(0);
        Names { system, defines, longest }
    }

    /// Object with this name.
    pub fn find(&self, name: &str) -> Option<Named> {
        let var = self.system.terms.find_var(name).map(Named::Var);
        var.or_else(|| self.defines.get(name).copied().map(Named::Define))
    }

    /// Object that has the longest end of a path of names as its own, with how many of the first names were left out.
    pub fn find_end(&self, path: &[&str], name: &str) -> Option<(Named, usize)> {
        let mut end = name.to_owned();
        let mut best = self.find(&end).map(|n| (n, path.len()));
        for (left_out, above) in path.iter().enumerate().rev() {
            if end.len() + above.len() >= self.longest {
                break;
            }
            end = format!("{above}.{end}");
            best = self.find(&end).map(|n| (n, left_out)).or(best);
        }
        best
    }
}
