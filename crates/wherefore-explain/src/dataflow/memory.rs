//! Memories whose first value nothing reads.
//!
//! `pre x` has no meaning at the first tick, and most programs do not look at it there: `0 -> pre x`. Such a memory has a value at
//! the first tick all the same, as every variable has. No run differs by it, and nothing may be said of it.

use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wherefore_ir::network::{Gate, Network};
use wherefore_ir::{Op, System, TermId, VarId, walk};

/// The variable that is true at the first tick and at no other, if the program looks at it.
pub fn first(system: &System, network: &Network) -> Option<VarId> {
    let block = network.ids().map(|id| network.block(id)).find(|b| b.gate == Gate::First)?;
    match system.terms.op(block.value) {
        Op::Var(var) => Some(var),
        _ => None,
    }
}

/// The memories whose value at the first tick matters for no restriction, no property and no later value.
pub fn unread(system: &System, network: &Network) -> BTreeSet<VarId> {
    let Some(first) = first(system, network) else { return BTreeSet::new() };
    let mut terms = system.terms.clone();
    let restrictions = system.init.iter().chain(&system.trans).map(|c| c.term);
    let values = system.next.values().map(|u| u.term);
    let roots: Vec<TermId> = restrictions.chain(values).chain(system.properties.iter().map(|p| p.term)).collect();
    let at_first = walk::rewrite(&mut terms, &roots, &mut FxHashMap::default(), |terms, term| {
        (terms.op(term) == Op::Var(first)).then(|| terms.bool(true))
    });
    let read = walk::variables(&terms, at_first);
    let memory = |gate: Gate| if let Gate::Pre(var) = gate { Some(var) } else { None };
    let memories = network.ids().filter_map(|id| memory(network.block(id).gate));
    memories.filter(|var| !read.contains(var)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_ir::network::NetworkBuilder;
    use wherefore_ir::{Property, PropertyKind, Sort, Value};

    /// `guarded = false -> pre a`, `open = pre b`, `deep = false -> pre (pre c)`.
    #[test]
    fn a_memory_behind_an_arrow_is_not_read_at_the_first_tick() {
        let mut builder = NetworkBuilder::new(System::new("m"), "main", None);
        let [a, b, c] = ["a", "b", "c"].map(|name| builder.input(name, Sort::Bool, None).unwrap());
        let (first, never) = (builder.first(None), builder.constant(Value::Bool(false), None));
        let behind = builder.pre(a, None);
        let guarded = builder.arrow(first, (never, behind), None).unwrap();
        let open = builder.pre(b, None);
        let inner = builder.pre(c, None);
        let outer = builder.pre(inner, None);
        let deep = builder.arrow(first, (never, outer), None).unwrap();
        let sink = builder.apply(Op::Or, &[guarded, open, deep], None).unwrap();
        let term = builder.value(sink);
        let property =
            Property { name: "p".to_owned(), kind: PropertyKind::Invariant, term, text: String::new(), element: None };
        builder.system.properties.push(property);
        let system = builder.finish();
        let network = system.annexes.network.as_deref().unwrap();
        let var = |block| match network.block(block).gate {
            Gate::Pre(var) => var,
            other => panic!("{other:?} is no memory"),
        };
        // The first value of the inner memory is what the outer one holds at the second tick.
        assert_eq!(unread(&system, network), BTreeSet::from([var(behind), var(outer)]));
    }
}
