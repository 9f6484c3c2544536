//! Constraints, properties and outputs.

use super::{Built, Lowerer, names};
use crate::netlist::{Justice, Netlist, Signal, Sort};
use rustc_hash::FxHashSet;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Constraint, ElementKind, Op, Output, Property, PropertyKind, TermId};

impl<'a> Lowerer<'a> {
    pub(super) fn properties(&mut self) -> Built<()> {
        let netlist: &'a Netlist = self.netlist;
        let mut properties = names::Names::default();
        netlist.constraints.iter().try_for_each(|s| self.constraint(s))?;
        netlist.fairness.iter().try_for_each(|s| self.fairness(s))?;
        for (index, bad) in netlist.bad.iter().enumerate() {
            let name = properties.take(&name(bad.place.symbol(), 'b', index));
            self.bad(bad, name)?;
        }
        for (index, justice) in netlist.justice.iter().enumerate() {
            let name = properties.take(&name(justice.place.symbol(), 'j', index));
            self.justice(justice, name)?;
        }
        let mut outputs = FxHashSet::default();
        netlist.outputs.iter().try_for_each(|s| self.output(s, &mut outputs))
    }

    fn constraint(&mut self, signal: &Signal) -> Built<()> {
        let (block, name) = self.signal(signal, ('c', "constraint"))?;
        let element = Some(self.element(ElementKind::Constraint, name, signal.place.span));
        let term = self.builder.value(block);
        self.builder.system.invar.push(Constraint { term, element });
        Ok(())
    }

    fn fairness(&mut self, signal: &Signal) -> Built<()> {
        let (block, name) = self.signal(signal, ('f', "fair"))?;
        let element = Some(self.element(ElementKind::Constraint, name, signal.place.span));
        let term = self.builder.value(block);
        self.builder.system.justice.push(Constraint { term, element });
        Ok(())
    }

    fn signal(&mut self, signal: &Signal, kind: (char, &str)) -> Built<(BlockId, String)> {
        self.span = signal.place.span;
        self.element = None;
        Ok((self.literal(signal.value)?, names::own(&signal.place, self.netlist.format, kind)))
    }

    fn bad(&mut self, signal: &Signal, name: String) -> Built<()> {
        self.span = signal.place.span;
        let element = self.element(ElementKind::Property, name.clone(), signal.place.span);
        self.element = Some(element);
        let never = crate::netlist::Literal { negated: !signal.value.negated, ..signal.value };
        let good = self.literal(never)?;
        self.builder.sink(&name, good);
        let text = format!("never {name}");
        let term = self.builder.value(good);
        let property = Property { name, kind: PropertyKind::Invariant, term, text, element: Some(element) };
        self.builder.system.properties.push(property);
        Ok(())
    }

    /// On every fair run, one of the values is 0 from some step on.
    fn justice(&mut self, justice: &Justice, name: String) -> Built<()> {
        self.span = justice.place.span;
        self.element = None;
        let mut ends: Vec<TermId> = Vec::new();
        for value in &justice.values {
            let block = self.literal(*value)?;
            let value = self.builder.value(block);
            let terms = &mut self.builder.system.terms;
            let zero = terms.not(value);
            let stays = terms.mk(Op::G, &[zero])?;
            ends.push(terms.mk(Op::F, &[stays])?);
        }
        let term = self.builder.system.terms.or(ends);
        let element = Some(self.element(ElementKind::Property, name.clone(), justice.place.span));
        let text = format!("not infinitely often {name}");
        self.builder.system.properties.push(Property { name, kind: PropertyKind::Ltl, term, text, element });
        Ok(())
    }

    /// An output is a definition, unless a word has that name and that value already.
    fn output(&mut self, signal: &Signal, seen: &mut FxHashSet<String>) -> Built<()> {
        if !matches!(self.netlist.sort(signal.value), Some(Sort::Word(_))) {
            return Ok(());
        }
        let (block, own) = self.signal(signal, ('o', "output"))?;
        let term = self.builder.value(block);
        let system = &self.builder.system;
        let is_known = system.terms.find_var(&own).is_some_and(|v| system.terms.op(term) == Op::Var(v))
            || self.defined.get(&own) == Some(&term);
        let name = if is_known { own } else { self.names.take(&own) };
        if !is_known {
            self.define(&name, block, signal.place.span);
            self.builder.wire(&name, block, None);
        }
        let element = Some(self.element(ElementKind::Definition, name.clone(), signal.place.span));
        if seen.insert(name.clone()) {
            self.builder.system.annexes.outputs.push(Output { name, term, element });
        }
        Ok(())
    }
}

/// The name of a property: its symbol, or what witnesses call it.
fn name(symbol: Option<&str>, letter: char, index: usize) -> String {
    symbol.map_or_else(|| format!("{letter}{index}"), str::to_owned)
}
