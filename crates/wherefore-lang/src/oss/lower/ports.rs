//! Owners, ports and their sorts.

use super::super::ast::{Direction, Port, TypeKind};
use super::super::codes;
use super::super::resolve::Meaning;
use super::{Lowerer, Owner};
use std::collections::BTreeSet;
use wherefore_ir::refinement::{self, Part, PartId, PortId};
use wherefore_ir::{Constraint, ElementId, ElementKind, EnumId, Role, Sort, TermId, VarId};

impl Lowerer<'_> {
    /// Declares the component, its parts, and the ports of all of them.
    pub(super) fn declare(&mut self) {
        let name = &self.component.name;
        let whole = self.element(ElementKind::Component, name.text.clone(), name.span, None);
        self.out.element = Some(whole);
        let index = self.spec.components.iter().position(|c| std::ptr::eq(c, self.component)).unwrap_or_default();
        self.owners.push(index);
        self.owner_elements.push(whole);
        let parts = self.resolved.scopes.get(index).map_or(&[][..], |s| &s.parts);
        let subs = self.component.refinement.iter().flat_map(|r| &r.subs);
        for (sub, component) in subs.zip(parts) {
            let element = self.element(ElementKind::Component, sub.name.text.clone(), sub.name.span, Some(whole));
            let component_name = sub.component.text.clone();
            self.out.parts.push(Part {
                name: sub.name.text.clone(),
                component: component_name,
                element: Some(element),
            });
            self.owners.push(*component);
            self.owner_elements.push(element);
        }
        for owner in 0..self.owners.len() {
            self.ports.push(Default::default());
            self.declare_ports(owner);
        }
    }

    fn declare_ports(&mut self, owner: Owner) {
        let Some(component) = self.syntax(owner) else { return };
        let scope = self.owners.get(owner).and_then(|c| self.resolved.scopes.get(*c));
        for (index, port) in component.ports.iter().enumerate() {
            let is_first = scope.and_then(|s| s.names.get(&port.name.text)) == Some(&Meaning::Port(index));
            if is_first {
                self.declare_port(owner, port);
            }
        }
    }

    fn declare_port(&mut self, owner: Owner, port: &Port) {
        let part = owner.checked_sub(1).and_then(|i| self.out.parts.get(i)).map(|p| p.name.clone());
        let full = part.map_or(port.name.text.clone(), |p| format!("{p}.{}", port.name.text));
        let parent = self.owner_elements.get(owner).copied();
        let element = self.element(ElementKind::Variable, full.clone(), port.name.span, parent);
        let (direction, role) = match port.direction {
            Direction::Input => (refinement::Direction::Input, Role::State),
            Direction::Output => (refinement::Direction::Output, Role::State),
            Direction::Parameter => (refinement::Direction::Parameter, Role::Frozen),
        };
        let sort = self.sort(port);
        // Names are unique: those of parts have a dot, and no name of a component is declared twice.
        let Some(var) = self.out.system.add_var(full, sort, role, Some(element)) else { return };
        self.restrict(var, port, element);
        if role == Role::Frozen {
            self.frozen.insert(var);
        }
        let id = PortId(self.out.ports.len() as u32);
        let owner_part = owner.checked_sub(1).map(|i| PartId(i as u32));
        let name = port.name.text.clone();
        self.out.ports.push(refinement::Port { owner: owner_part, name, direction, var, element: Some(element) });
        if let Some(table) = self.ports.get_mut(owner) {
            table.insert(port.name.text.clone(), id);
        }
    }

    fn sort(&mut self, port: &Port) -> Sort {
        match &port.ty.kind {
            TypeKind::Boolean => Sort::Bool,
            TypeKind::Integer => Sort::Int,
            TypeKind::Real => Sort::Real,
            TypeKind::Continuous => {
                let headline = format!("the continuous port `{}` is read as a real one", port.name.text);
                self.error(codes::CONTINUOUS, port.ty.span, headline, "may change by any amount in a step");
                Sort::Real
            }
            TypeKind::Symbols(values) => Sort::Enum(self.enumeration(values)),
            TypeKind::Numbers(values) => {
                let (lo, hi) = values.first().zip(values.last()).map_or((0, 0), |(lo, hi)| (*lo, *hi));
                Sort::Range { lo, hi }
            }
            TypeKind::Range(lo, hi) => Sort::Range { lo: *lo, hi: *hi },
            TypeKind::Word { width, .. } => Sort::BitVec(*width),
        }
    }

    /// The enumeration with these values. The same values in another order are the same enumeration.
    pub(super) fn enumeration(&mut self, values: &[String]) -> EnumId {
        let set: BTreeSet<String> = values.iter().cloned().collect();
        if let Some(id) = self.enums.get(&set) {
            return *id;
        }
        let id = self.out.system.terms.intern_enum(values.to_vec());
        self.enums.insert(set, id);
        id
    }

    /// Restrictions that the sort of a port does not say: the gaps between the numbers of a set, and how a word is
    /// read.
    fn restrict(&mut self, var: VarId, port: &Port, element: ElementId) {
        match &port.ty.kind {
            TypeKind::Word { signed: true, .. } => self.out.system.terms.read_as_signed(var),
            TypeKind::Numbers(values) if values.windows(2).any(|w| matches!(w, [a, b] if a.abs_diff(*b) > 1)) => {
                self.gaps.insert(var, values.iter().copied().collect());
                let terms = &mut self.out.system.terms;
                let now = terms.now(var);
                let mut options: Vec<TermId> = Vec::with_capacity(values.len());
                for value in values {
                    let value = terms.int(*value);
                    options.push(terms.eq(now, value));
                }
                let term = terms.or(options);
                self.out.system.invar.push(Constraint { term, element: Some(element) });
            }
            _ => {}
        }
    }
}
