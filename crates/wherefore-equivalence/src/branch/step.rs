//! One step of a machine: where its ways part, and on what conditions on the inputs.

use super::{Config, ExecutionError, Executor, true_parts};
use crate::CompareError;
use crate::joint::{Cell, Update};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wherefore_ir::{TermId, Value, VarId, walk};

impl Executor {
    /// One step: every combination of next values, with the condition for it, and whether the machine is at rest then.
    pub(super) fn step(
        &mut self,
        machine: usize,
        config: &Config,
        choices: &FxHashMap<VarId, TermId>,
        facts: &FxHashMap<TermId, TermId>,
        is_first: bool,
    ) -> Result<Vec<(Config, bool)>, ExecutionError> {
        let updates = self.updates(machine);
        let next = self.put(machine, config, choices, facts, &updates);
        let mut path = config.path.clone();
        let steps = self.machine(machine).steps.clone();
        path.extend(self.put(machine, config, choices, facts, &steps));
        let after = Config { cells: next.clone(), ..config.clone() };
        path.extend(self.restrictions(machine, &after));
        let path = true_parts(self, path);
        self.require(machine, &path)?;
        let split = self.split(machine, &next)?;
        let mut vector: Vec<TermId> = split.iter().map(|cell| next[*cell]).collect();
        let during = if is_first { self.during(machine, config, choices, facts)? } else { Vec::new() };
        vector.extend(during.iter().map(|(_, t)| *t));
        if let Some(rest) = self.machine(machine).rest {
            vector.push(self.put(machine, &after, choices, &FxHashMap::default(), &[rest])[0]);
        }
        self.require(machine, &vector)?;
        let mut found = Vec::new();
        let is_known = !is_first && path == config.path;
        for values in self.combinations(&path, is_known, &vector)? {
            let mut way = Config { path: path.clone(), ..after.clone() };
            way.path.extend(self.conditions(&vector, &values));
            for (cell, value) in split.iter().zip(&values) {
                way.cells[*cell] = self.joint.terms.mk_const(value.clone());
            }
            for ((output, _), value) in during.iter().zip(values.iter().skip(split.len())) {
                way.during[*output] = Some(value.clone());
            }
            self.settle_choices(machine, &mut way, &split, &values);
            way.before.push(config.cells.clone());
            let is_rest = self.machine(machine).rest.is_none() || values.last() == Some(&Value::Bool(true));
            found.push((way, is_rest));
        }
        Ok(found)
    }

    /// Puts the values of free updates into what is kept as terms.
    fn settle_choices(&mut self, machine: usize, way: &mut Config, split: &[usize], values: &[Value]) {
        let cells = &self.machine(machine).cells;
        let free = split.iter().zip(values).filter_map(|(cell, value)| match cells[*cell].update {
            Update::Free(var) => Some((var, value.clone())),
            Update::Function(_) => None,
        });
        let free: Vec<(VarId, Value)> = free.collect();
        if free.is_empty() {
            return;
        }
        let terms = &mut self.joint.terms;
        let values: FxHashMap<VarId, TermId> = free.into_iter().map(|(v, x)| (v, terms.mk_const(x))).collect();
        let none = FxHashMap::default();
        way.path = self.simplifier.substitute(terms, &way.path, &values, &none);
        way.cells = self.simplifier.substitute(terms, &way.cells, &values, &none);
    }

    pub(super) fn updates(&mut self, machine: usize) -> Vec<TermId> {
        let updates: Vec<Update> = self.machine(machine).cells.iter().map(|c| c.update).collect();
        let term = |update| match update {
            Update::Function(term) => term,
            Update::Free(var) => self.joint.terms.now(var),
        };
        updates.into_iter().map(term).collect()
    }

    /// Laws that hold in the next state whatever is chosen there.
    pub(super) fn restrictions(&mut self, machine: usize, after: &Config) -> Vec<TermId> {
        let (laws, _) = self.laws(machine);
        self.put(machine, after, &FxHashMap::default(), &FxHashMap::default(), &laws)
    }

    /// Laws of states alone, and laws that also speak of what is chosen.
    pub(super) fn laws(&self, machine: usize) -> (Vec<TermId>, Vec<TermId>) {
        let machine = self.machine(machine);
        let outside: BTreeSet<VarId> = self.joint.inputs.iter().chain(&machine.choices).copied().collect();
        let of_state = |t: &TermId| walk::variables(&self.joint.terms, [*t]).is_disjoint(&outside);
        machine.invar.iter().copied().partition(of_state)
    }

    /// The cells that are split by their next values here.
    pub(super) fn split(&mut self, machine: usize, next: &[TermId]) -> Result<Vec<usize>, CompareError> {
        let mut split = Vec::new();
        for (cell, term) in next.iter().enumerate() {
            let Cell { sort, update, .. } = self.machine(machine).cells[cell].clone();
            let is_free = matches!(update, Update::Free(_));
            if is_free && !sort.is_finite() {
                return Err(self.unbounded(machine, cell, "may have any next value"));
            }
            let is_concrete = is_free || self.concrete.contains(&(machine, cell));
            let is_open = self.joint.terms.constant(*term).is_none();
            if is_open && (is_concrete || self.simplifier.is_choice_of_values(&mut self.joint.terms, *term)) {
                split.push(cell);
            }
        }
        Ok(split)
    }

    /// The outputs that are seen while the inputs are there.
    pub(super) fn during(
        &mut self,
        machine: usize,
        config: &Config,
        choices: &FxHashMap<VarId, TermId>,
        facts: &FxHashMap<TermId, TermId>,
    ) -> Result<Vec<(usize, TermId)>, ExecutionError> {
        let outputs = self.machine(machine).outputs.iter().enumerate().filter(|(_, o)| o.during);
        let (places, roots): (Vec<usize>, Vec<TermId>) = outputs.map(|(i, o)| (i, o.term)).unzip();
        let terms = self.put(machine, config, choices, facts, &roots);
        self.require(machine, &terms)?;
        self.listed(machine, &places, &terms)?;
        Ok(places.into_iter().zip(terms).collect())
    }

    /// Checks that outputs have finitely many values.
    pub(super) fn listed(&mut self, machine: usize, places: &[usize], outputs: &[TermId]) -> Result<(), CompareError> {
        for (place, term) in places.iter().zip(outputs) {
            let variables = walk::variables(&self.joint.terms, [*term]);
            let is_finite = self.joint.terms.sort(*term).is_finite()
                || variables.iter().all(|v| self.joint.terms.var(*v).sort.is_finite());
            if !is_finite && !self.simplifier.is_choice_of_values(&mut self.joint.terms, *term) {
                let output = self.machine(machine).outputs[*place];
                return Err(CompareError::Unusable {
                    side: self.machine(machine).side,
                    what: "an output takes values without bound from the inputs".to_owned(),
                    element: output.element,
                    help: "leave this one out with `--output`".to_owned(),
                });
            }
        }
        Ok(())
    }

    /// The values of terms along a path, which is known to be taken by some inputs or not.
    pub(super) fn combinations(
        &mut self,
        path: &[TermId],
        is_known: bool,
        vector: &[TermId],
    ) -> Result<BTreeSet<Vec<Value>>, CompareError> {
        let constants: Option<Vec<Value>> = vector.iter().map(|t| self.joint.terms.constant(*t).cloned()).collect();
        match constants {
            Some(values) if is_known || path.is_empty() => Ok(BTreeSet::from([values])),
            _ => self.oracle.values(&mut self.joint.terms, &mut self.simplifier, path, vector),
        }
    }

    pub(super) fn conditions(&mut self, vector: &[TermId], values: &[Value]) -> Vec<TermId> {
        let equal = |(t, v): (&TermId, &Value)| self.simplifier.equals(&mut self.joint.terms, *t, v);
        let conditions: Vec<TermId> = vector.iter().zip(values).map(equal).collect();
        true_parts(self, conditions)
    }
}
