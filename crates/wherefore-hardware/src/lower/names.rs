//! Names: symbols where the file has them, otherwise the kind and the number by which the file knows something.

use crate::netlist::{Binary, Format, Gate, Literal, Netlist, NodeId, Place, Unary};
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

/// The nodes that have a symbol for others: for a wire of a design yosys writes an extension by no bits, behind the gate that drives it.
/// A gate without a symbol of its own takes the first.
pub(super) fn lent(netlist: &Netlist) -> FxHashMap<NodeId, NodeId> {
    let mut found = FxHashMap::default();
    for (id, node) in (0..).map(NodeId).zip(&netlist.nodes) {
        let Gate::Extend { of: Literal { node: driver, negated: false }, by: 0, .. } = node.gate else { continue };
        let is_gate = |gate: &Gate| !matches!(gate, Gate::Input | Gate::State(_) | Gate::Constant(_));
        let is_free = netlist.node(driver).is_some_and(|n| n.place.symbol().is_none() && is_gate(&n.gate));
        if is_free && node.place.symbol().is_some() {
            found.entry(driver).or_insert(id);
        }
    }
    found
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
