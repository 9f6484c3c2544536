//! Where a machine begins: its first states, and what it does by itself before the first inputs.

use super::{Config, ExecutionError, Executor, Observation, State, true_parts};
use crate::CompareError;
use crate::joint::assigned;
use crate::oracle::{internal, listed};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wherefore_ir::{TermId, Value, VarId, walk};
use wherefore_solve::default_value;

impl Executor {
    /// The first states with what is seen there, in order.
    pub fn initial(&mut self, machine: usize) -> Result<Vec<(Observation, State)>, ExecutionError> {
        let mut found: BTreeSet<(Observation, State)> = BTreeSet::new();
        for config in self.first(machine)? {
            let is_rest = self.rests(machine, &config)?;
            let choices = if is_rest { vec![FxHashMap::default()] } else { self.choices(machine)? };
            for choices in choices {
                let ends = self.ways_to_rest(machine, vec![(config.clone(), is_rest)], &choices)?;
                found.extend(ends.into_iter().map(|(_, seen, next)| (seen, next)));
            }
        }
        Ok(found.into_iter().collect())
    }

    fn rests(&mut self, machine: usize, config: &Config) -> Result<bool, ExecutionError> {
        let Some(rest) = self.machine(machine).rest else { return Ok(true) };
        let none = FxHashMap::default();
        let rest = self.put(machine, config, &none, &FxHashMap::default(), &[rest])[0];
        self.require(machine, &[rest])?;
        match self.joint.terms.constant(rest) {
            Some(value) => Ok(value.as_bool() == Some(true)),
            None => Err(internal("whether the first state is at rest depends on inputs").into()),
        }
    }

    /// The first configurations: cells have the values that `init` gives them; those that it leaves open are forgotten.
    fn first(&mut self, machine: usize) -> Result<Vec<Config>, ExecutionError> {
        let vars: Vec<VarId> = self.machine(machine).cells.iter().map(|c| c.var).collect();
        let mut values: FxHashMap<VarId, TermId> = FxHashMap::default();
        let mut init = self.machine(machine).init.clone();
        init.extend(self.finite_laws(machine));
        // A conjunct that gives a value may make the next one do so.
        loop {
            init = self.simplifier.substitute(&mut self.joint.terms, &init, &values, &FxHashMap::default());
            init = true_parts(self, init);
            let before = values.len();
            for var in &vars {
                let given = init.iter().find_map(|t| assigned(&self.joint.terms, *t, *var));
                if let Some(value) = given {
                    values.insert(*var, self.joint.terms.mk_const(value));
                }
            }
            if values.len() == before {
                break;
            }
        }
        let open = walk::variables(&self.joint.terms, init.iter().copied());
        let is_open = |(cell, var): (usize, &VarId)| open.contains(var) || self.concrete.contains(&(machine, cell));
        let split: Vec<usize> =
            (0..vars.len()).filter(|c| !values.contains_key(&vars[*c]) && is_open((*c, &vars[*c]))).collect();
        for cell in &split {
            if !self.machine(machine).cells[*cell].sort.is_finite() {
                return Err(self.unbounded(machine, *cell, "may have any first value").into());
            }
        }
        let vector: Vec<TermId> = split.iter().map(|c| self.joint.terms.now(vars[*c])).collect();
        let during = vec![None; self.outputs(machine)];
        let mut found = Vec::new();
        for chosen in self.combinations(&init, false, &vector)? {
            let mut values = values.clone();
            for (cell, value) in split.iter().zip(chosen) {
                values.insert(vars[*cell], self.joint.terms.mk_const(value));
            }
            let term = |v: &VarId| values.get(v).copied().unwrap_or_else(|| self.joint.terms.now(*v));
            let cells = vars.iter().map(term).collect();
            let config = Config { path: Vec::new(), cells, during: during.clone(), before: Vec::new() };
            if self.is_allowed(machine, &config)? {
                found.push(config);
            }
        }
        Ok(found)
    }

    /// A first state that shows this, with the values of forgotten cells as well: those that `init` gives them, and where it leaves
    /// a choice the simplest ones. A cell that is forgotten matters to no reaction, but a run begins with a value of it. A machine
    /// that goes on by itself before the first inputs is left as it is: this state is not where its runs begin.
    pub fn filled(&mut self, machine: usize, state: &State, seen: &Observation) -> Result<State, CompareError> {
        if self.machine(machine).rest.is_some() || state.iter().all(Option::is_some) {
            return Ok(state.clone());
        }
        let mut facts = self.machine(machine).init.clone();
        facts.extend(self.laws(machine).0);
        let outputs = self.machine(machine).outputs.iter().zip(seen);
        let shown: Vec<(TermId, Value)> = outputs.filter_map(|(o, v)| Some((o.term, v.clone()?))).collect();
        let cells: Vec<VarId> = self.machine(machine).cells.iter().map(|c| c.var).collect();
        let known = cells.iter().zip(state).filter_map(|(c, v)| Some((self.joint.terms.now(*c), v.clone()?)));
        for (term, value) in shown.into_iter().chain(known.collect::<Vec<_>>()) {
            facts.push(self.simplifier.equals(&mut self.joint.terms, term, &value));
        }
        let mut filled = state.clone();
        for (place, cell) in cells.iter().enumerate().filter(|(place, _)| state[*place].is_none()) {
            let (value, fact) = self.simplest(*cell, &facts)?;
            facts.push(fact);
            filled[place] = Some(value);
        }
        Ok(filled)
    }

    /// The simplest value of a cell with which all of these can be true, and that it has this value.
    fn simplest(&mut self, cell: VarId, facts: &[TermId]) -> Result<(Value, TermId), CompareError> {
        let (sort, term) = (self.joint.terms.var(cell).sort, self.joint.terms.now(cell));
        let given = facts.iter().flat_map(|t| walk::conjuncts(&self.joint.terms, *t));
        let given = given.filter_map(|t| assigned(&self.joint.terms, t, cell)).next();
        let others = listed(&self.joint.terms, sort).unwrap_or_default();
        for value in given.into_iter().chain([default_value(sort)]).chain(others) {
            let fact = self.simplifier.equals(&mut self.joint.terms, term, &value);
            let all: Vec<TermId> = facts.iter().copied().chain([fact]).collect();
            if self.oracle.model(&mut self.joint.terms, &all)?.is_some() {
                return Ok((value, fact));
            }
        }
        let model = self.oracle.model(&mut self.joint.terms, facts)?;
        let value = model.and_then(|m| m.get(cell.index()).cloned().flatten());
        let value = value.ok_or_else(|| internal("a first state that is none"))?;
        let fact = self.simplifier.equals(&mut self.joint.terms, term, &value);
        Ok((value, fact))
    }

    /// Whether a first configuration satisfies what must hold of states. What speaks of forgotten cells alone is not asked.
    fn is_allowed(&mut self, machine: usize, config: &Config) -> Result<bool, ExecutionError> {
        let (laws, _) = self.laws(machine);
        let none = FxHashMap::default();
        let known = self.put(machine, config, &none, &FxHashMap::default(), &laws);
        let no = self.joint.terms.bool(false);
        for (law, term) in laws.iter().zip(known) {
            if term == no {
                return Ok(false);
            }
            let before = walk::variables(&self.joint.terms, [*law]).len();
            let after = walk::variables(&self.joint.terms, [term]).len();
            if after < before {
                self.require(machine, &[term])?;
            }
        }
        Ok(true)
    }

    /// Laws of states that speak of bounded cells only: others are not split at first.
    fn finite_laws(&self, machine: usize) -> Vec<TermId> {
        let is_bounded = |v: &VarId| self.joint.terms.var(*v).sort.is_finite();
        let (laws, _) = self.laws(machine);
        laws.into_iter().filter(|t| walk::variables(&self.joint.terms, [*t]).iter().all(is_bounded)).collect()
    }
}
