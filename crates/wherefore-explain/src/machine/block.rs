//! A system in which some transitions have no effect.
//!
//! A blocked transition keeps its guard, so that no transition of lower priority takes its place; but a step that would
//! take it leaves the variables that its region writes as they are, latched inputs included. Everything else goes on as it
//! would: other regions, clocks, plants.
//!
//! "As it would" is made precise by keeping the step that would have been, and changing only what becomes of it: each
//! variable w that the region writes gets the next value
//!
//! ```text
//! next(w) := stay ? w : would(w)        stay = some blocked transition of a region that writes w is taken
//! ```
//!
//! where would(w) is the old update of w, or, where the old system gave only constraints on next(w), a new input that meets
//! them in its place. So the steps of the blocked system are exactly those of the old one, with the effect of the blocked
//! transitions taken back, and no step is lost. Constraints are kept on the step that would have been; only an equation
//! for the next value of a variable outside the region reads what really happens, as a modeller who deletes the transition
//! would see it.

use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::control::{ControlGraph, RegionId, Transition, TransitionId};
use wherefore_ir::{Constraint, ElementId, Op, Purpose, Role, Sort, System, TermId, Terms, Update, VarId, walk};

/// The rules of a graph, in the order of their first transitions: what a person edits in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Their names.
    pub names: Vec<String>,
    /// The rule of each transition.
    pub of: Vec<usize>,
}

/// A system with blocked transitions. Ids of variables and terms are those of the given system; some are new.
#[derive(Clone, Debug)]
pub struct Blocked {
    /// The system.
    pub system: System,
    /// For each transition, whether a step takes it, or would if it were not blocked.
    pub taken: Vec<TermId>,
}

/// The system without the effect of these rules.
pub fn block(system: &System, graph: &ControlGraph, rules: &BTreeSet<usize>) -> Blocked {
    let mut system = system.clone();
    let yes = system.terms.bool(true);
    let all = Rules::new(graph);
    let blocked = |t: TransitionId| rules.contains(&all.rule(t)).then_some(yes);
    Builder::new(system, graph, blocked).build(graph)
}

/// The system in which every rule has a switch, a frozen variable that blocks it when true; and the switches as formulas.
pub fn switchable(system: &System, graph: &ControlGraph) -> (Blocked, Vec<TermId>) {
    let mut system = system.clone();
    let rules = Rules::new(graph);
    let mut switch = |name: &String| {
        let var = system.add_auxiliary(&format!("block.{name}"), Sort::Bool, Role::Frozen, Purpose::Switch);
        system.terms.now(var)
    };
    let switches: Vec<TermId> = rules.names.iter().map(&mut switch).collect();
    let builder = Builder::new(system, graph, |t| Some(switches[rules.rule(t)]));
    (builder.build(graph), switches)
}

impl Rules {
    /// The rules of a graph.
    pub fn new(graph: &ControlGraph) -> Rules {
        let mut known: Vec<(&str, RegionId, Option<ElementId>)> = Vec::new();
        let mut of = Vec::new();
        for transition in &graph.transitions {
            let identity = (transition.rule.as_str(), transition.region, transition.element);
            let place = known.iter().position(|k| *k == identity);
            of.push(place.unwrap_or(known.len()));
            if place.is_none() {
                known.push(identity);
            }
        }
        let first = |rule: usize| of.iter().position(|r| *r == rule).map(|t| &graph.transitions[t]);
        let name = |(rule, (name, ..)): (usize, &(&str, RegionId, Option<ElementId>))| {
            let alone = known.iter().filter(|(other, ..)| other == name).count() == 1;
            let own = first(rule).filter(|_| !alone).map(|t| t.name.clone());
            own.unwrap_or_else(|| (*name).to_owned())
        };
        Rules { names: known.iter().enumerate().map(name).collect(), of }
    }

    /// The rule of a transition.
    pub fn rule(&self, transition: TransitionId) -> usize {
        self.of[transition.0 as usize]
    }

    /// The transitions of a rule.
    pub fn transitions(&self, rule: usize) -> impl Iterator<Item = TransitionId> + '_ {
        self.of.iter().enumerate().filter(move |(_, r)| **r == rule).map(|(t, _)| TransitionId(t as u32))
    }
}

struct Builder {
    system: System,
    /// For each transition, when it is blocked, if ever.
    blocked: Vec<Option<TermId>>,
    /// The variables written by regions with such transitions, and these regions.
    written: BTreeMap<VarId, Vec<RegionId>>,
    /// Next value that each variable would have.
    would: BTreeMap<VarId, TermId>,
    /// The memory of the rewriting of next values into those.
    done: FxHashMap<TermId, TermId>,
}

impl Builder {
    fn new(system: System, graph: &ControlGraph, blocked: impl Fn(TransitionId) -> Option<TermId>) -> Builder {
        let blocked: Vec<_> = (0..graph.transitions.len() as u32).map(|t| blocked(TransitionId(t))).collect();
        let mut written: BTreeMap<VarId, Vec<RegionId>> = BTreeMap::new();
        for region in graph.region_ids() {
            if graph.transitions_of(region).any(|t| blocked[t.0 as usize].is_some()) {
                let states = graph.region(region).writes.iter().filter(|v| system.role(**v) == Role::State);
                states.for_each(|v| written.entry(*v).or_default().push(region));
            }
        }
        Builder { system, blocked, written, would: BTreeMap::new(), done: FxHashMap::default() }
    }

    fn build(mut self, graph: &ControlGraph) -> Blocked {
        self.would = self.written.keys().copied().collect::<Vec<_>>().into_iter().map(|v| (v, self.would(v))).collect();
        self.keep_constraints();
        let taken: Vec<TermId> = graph.transitions.iter().map(|t| self.taken(graph, t)).collect();
        for (var, regions) in self.written.clone() {
            let stay = self.stay(graph, &regions, &taken);
            self.update(var, stay);
        }
        Blocked { system: self.system, taken }
    }

    /// The next value that the old system gives a variable.
    fn would(&mut self, var: VarId) -> TermId {
        if let Some(update) = self.system.next.get(&var) {
            return update.term;
        }
        let declared = self.system.terms.var(var);
        let (name, sort) = (format!("would.{}", declared.name), declared.sort);
        let free = self.system.add_auxiliary(&name, sort, Role::Input, Purpose::Choice);
        self.system.terms.now(free)
    }

    /// Puts the constraints on steps on the step that would have been.
    fn keep_constraints(&mut self) {
        for constraint in std::mem::take(&mut self.system.trans) {
            for term in walk::conjuncts(&self.system.terms, constraint.term) {
                let outside = binds_other(&self.system.terms, term, |v| !self.written.contains_key(&v));
                let term = if outside { term } else { self.as_would(term) };
                self.system.trans.push(Constraint { term, ..constraint });
            }
        }
    }

    fn as_would(&mut self, term: TermId) -> TermId {
        let would = &self.would;
        let leaf = |terms: &mut Terms, t: TermId| match terms.op(t) {
            Op::Next(v) => would.get(&v).copied(),
            _ => None,
        };
        walk::rewrite(&mut self.system.terms, &[term], &mut self.done, leaf)[0]
    }

    fn taken(&mut self, graph: &ControlGraph, transition: &Transition) -> TermId {
        let all = graph.around(transition.region).into_iter().chain([transition.taken]);
        let taken = self.system.terms.and(all);
        self.as_would(taken)
    }

    /// Formula: a step would take a blocked transition of one of these regions.
    fn stay(&mut self, graph: &ControlGraph, regions: &[RegionId], taken: &[TermId]) -> TermId {
        let mut ways = Vec::new();
        for transition in regions.iter().flat_map(|r| graph.transitions_of(*r)) {
            let place = transition.0 as usize;
            if let Some(blocked) = self.blocked[place] {
                ways.push(self.system.terms.and([blocked, taken[place]]));
            }
        }
        self.system.terms.or(ways)
    }

    fn update(&mut self, var: VarId, stay: TermId) {
        let element = self.system.next.get(&var).and_then(|u| u.element);
        let terms = &mut self.system.terms;
        let (now, next) = (terms.now(var), terms.next(var));
        let term = terms.ite(stay, now, self.would[&var]);
        if terms.has_next(term) {
            let term = terms.eq(next, term);
            self.system.next.shift_remove(&var);
            self.system.trans.push(Constraint { term, element });
        } else {
            self.system.next.insert(var, Update { term, element });
        }
    }
}

/// Whether a constraint on steps offers, in all its cases, a next value for a variable of this kind.
fn binds_other(terms: &Terms, root: TermId, kind: impl Fn(VarId) -> bool) -> bool {
    let is_kind = |t: TermId| matches!(terms.op(t), Op::Next(v) if kind(v));
    let mut waiting = vec![root];
    while let Some(term) = waiting.pop() {
        let bound = match (terms.op(term), terms.operands(term)) {
            (Op::Or, cases) if !cases.is_empty() => {
                waiting.extend(cases);
                true
            }
            (Op::Ite, [_, a, b]) => {
                waiting.extend([*a, *b]);
                true
            }
            (Op::Implies, [_, b]) => {
                waiting.push(*b);
                true
            }
            (Op::Eq, [a, b]) => is_kind(*a) || is_kind(*b),
            (Op::Not, [a]) => is_kind(*a),
            _ => is_kind(term),
        };
        if !bound {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests;
