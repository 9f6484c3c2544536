//! Names: symbols where the file has them, otherwise the kind and the number by which the file knows something.

use crate::netlist::{Binary, Format, Gate, Place, Unary};
use rustc_hash::FxHashMap;

/// The names that are taken.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: FxHashMap<String, u32>,
}

impl Names {
    /// Takes a name, with a number behind it if another has it: `ready`, `ready#2`.
    pub fn take(&mut self, wanted: &str) -> String {
        if !self.taken.contains_key(wanted) {
            self.taken.insert(wanted.to_owned(), 1);
            return wanted.to_owned();
        }
        loop {
            let count = self.taken.get_mut(wanted).map_or(2, |n| {
                *n += 1;
                *n
            });
            let name = format!("{wanted}#{count}");
            if !self.taken.contains_key(&name) {
                self.taken.insert(name.clone(), 1);
                return name;
            }
        }
    }
}

/// What something is called by itself: its symbol, or its kind and number.
pub(super) fn own(place: &Place, format: Format, (letter, word): (char, &str)) -> String {
    match (place.symbol(), format) {
        (Some(symbol), _) => symbol.to_owned(),
        (None, Format::Aiger) => format!("{letter}{}", place.id),
        (None, Format::Btor2) => format!("{word}_{}", place.id),
    }
}

/// The word for a gate.
pub(super) fn operator(gate: &Gate) -> String {
    match gate {
        Gate::Input => "input".to_owned(),
        Gate::State(_) => "state".to_owned(),
        Gate::Constant(value) => value.to_string(),
        Gate::Unary(op, _) => unary(*op),
        Gate::Binary(op, ..) => binary(*op),
        Gate::Ite(..) => "ite".to_owned(),
        Gate::Write(..) => "write".to_owned(),
        Gate::Slice { hi, lo, .. } => format!("slice [{hi}:{lo}]"),
        Gate::Extend { signed, .. } => if *signed { "sext" } else { "uext" }.to_owned(),
    }
}

fn unary(op: Unary) -> String {
    format!("{op:?}").to_lowercase()
}

fn binary(op: Binary) -> String {
    format!("{op:?}").to_lowercase()
}
