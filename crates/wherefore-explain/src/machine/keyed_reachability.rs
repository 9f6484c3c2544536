//! All classes in one symbolic pass: sets of states kept apart by the key of the runs that lead to them.
//!
//! A key is a function of the key before and the step taken ([`PathKey::step`]), so a breadth-first search can carry, for each
//! key, the states that runs with this key reach. A state where the property can fail makes its key a class, at the depth
//! of the search: a shortest failing run of the class. When nothing new is reached, there is no other class, and the sets
//! together are an inductive invariant that says so. Whether the last step rests is part of the class and not of the search:
//! a state is gone on from once, however it was entered.
//!
//! Steps are taken apart by the transition each region takes; inputs are forgotten once for each such combination, not once
//! for each image. Different keys often hold the same set, because an action overwrites what came before it; the
//! successors of a set are therefore computed once and remembered.
//!
//! ```text
//! depth 0  <init OFF>  OFF, pt any
//! depth 1  <t1>  IDLE, pt <= 24      <t3>  ON, pt > 24
//! depth 2  <t1,t4>  ON, pt >= 24     pt = 24 fails: class <t1,t4>, length 2
//! ```

use super::history::History;
use super::path_class::{Level, Move, PathKey, is_alive, is_reset};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use wherefore_check::bdd::Machine;
use wherefore_check::{Certificate, Cone, EngineId, Event, NoAnswer, Observer};
use wherefore_ir::control::{ControlGraph, RegionId, StateId, TransitionId};
use wherefore_ir::{TermId, Terms};
use wherefore_solve::{Bdd, Stop};

/// The transitions that the regions take, and the steps that take them.
type Combination = (Vec<Option<TransitionId>>, Bdd);

/// The control state of each active region.
type Location = Vec<Option<StateId>>;

/// Findings of the search so far.
pub struct KeyedReachability<'a> {
    graph: &'a ControlGraph,
    level: Level,
    machine: Machine,
    /// Ticks at which the property holds, over states and inputs.
    good: Bdd,
    /// States at which it can fail.
    bad: Bdd,
    /// For each transition, the steps that take it; for each state, the ticks where it is active.
    taken: Vec<Bdd>,
    active: Vec<Bdd>,
    /// The steps from each location, as relations between states for each combination of transitions; made when needed.
    relations: BTreeMap<Location, Rc<[Combination]>>,
    successors: FxHashMap<Bdd, Rc<[(Move, Bdd)]>>,
    /// The states that runs with each key reach.
    reached: BTreeMap<PathKey, Bdd>,
    /// The states reached, whether or not the last step rests, and those of them to go on from.
    visited: BTreeMap<PathKey, Bdd>,
    frontier: BTreeMap<PathKey, Bdd>,
    /// The classes found, with the steps of a shortest run.
    pub classes: BTreeMap<PathKey, u32>,
    /// All classes with runs of fewer steps are found.
    pub depth: u32,
}

impl<'a> KeyedReachability<'a> {
    /// Encodes a machine. `model` is what matters for the property `good` and the graph.
    pub fn new(
        model: &Arc<Cone>,
        graph: &'a ControlGraph,
        good: TermId,
        level: Level,
        memory: Option<u64>,
        stop: &Stop,
    ) -> Result<KeyedReachability<'a>, NoAnswer> {
        let mut machine = Machine::new(model.clone(), memory, stop)?;
        let good = machine.encode(good)?;
        let bad = machine.possible(&!&good)?;
        let taken: Vec<Bdd> = graph.transitions.iter().map(|t| machine.encode(t.taken)).collect::<Result<_, _>>()?;
        let active: Vec<Bdd> = graph.states.iter().map(|s| machine.encode(s.active)).collect::<Result<_, _>>()?;
        let level = level.stepwise();
        let mut worklist = KeyedReachability {
            graph,
            level,
            machine,
            good,
            bad,
            taken,
            active,
            relations: BTreeMap::new(),
            successors: FxHashMap::default(),
            reached: BTreeMap::new(),
            visited: BTreeMap::new(),
            frontier: BTreeMap::new(),
            classes: BTreeMap::new(),
            depth: 0,
        };
        let first = worklist.machine.first().clone();
        let none = vec![None; graph.regions.len()];
        for (location, states) in worklist.split(first, &none, |_| true)? {
            worklist.add(PathKey::initial(level, &location), states, 0)?;
        }
        Ok(worklist)
    }

    /// Searches until nothing new is reached, more than `most` classes are found, or it is stopped.
    pub fn run(&mut self, most: usize, stop: &Stop, observer: &dyn Observer) -> Result<(), NoAnswer> {
        loop {
            observer.event(Event::Depth { engine: EngineId::BDD, depth: self.depth });
            if self.classes.len() > most {
                return Err(NoAnswer::Classes(most));
            }
            let layer = std::mem::take(&mut self.frontier);
            if layer.is_empty() {
                return Ok(());
            }
            for (key, states) in layer {
                if stop.is_fired() {
                    return Err(NoAnswer::Stopped(stop.reason().unwrap_or_default()));
                }
                self.expand(&key, states)?;
            }
            self.depth += 1;
        }
    }

    fn expand(&mut self, key: &PathKey, states: Bdd) -> Result<(), NoAnswer> {
        let known = self.successors.get(&states).cloned();
        let successors = match known {
            Some(successors) => successors,
            None => {
                let computed: Rc<[(Move, Bdd)]> = self.successors_of(key, &states)?.into();
                self.successors.insert(states, computed.clone());
                computed
            }
        };
        for (step, after) in successors.iter() {
            self.add(key.step(self.graph, self.level, step), after.clone(), self.depth + 1)?;
        }
        Ok(())
    }

    /// Notes that runs of `depth` steps with this key reach these states; the shortest runs come first.
    fn add(&mut self, key: PathKey, states: Bdd, depth: u32) -> Result<(), NoAnswer> {
        let space = self.machine.space();
        if !self.classes.contains_key(&key) && !space.and(&states, &self.bad)?.is_false() {
            self.classes.insert(key.clone(), depth);
        }
        let going_on = key.going_on();
        let (all, fresh) = match self.visited.get(&going_on) {
            Some(visited) => (space.or(visited, &states)?, space.minus(&states, visited)?),
            None => (states.clone(), states.clone()),
        };
        let reached = match self.reached.get(&key) {
            Some(reached) => space.or(reached, &states)?,
            None => states,
        };
        self.reached.insert(key, reached);
        if fresh.is_false() {
            return Ok(());
        }
        let waiting = match self.frontier.get(&going_on) {
            Some(waiting) => space.or(waiting, &fresh)?,
            None => fresh,
        };
        self.visited.insert(going_on.clone(), all);
        self.frontier.insert(going_on, waiting);
        Ok(())
    }

    /// The states one step later, apart by what the step does to control.
    fn successors_of(&mut self, key: &PathKey, states: &Bdd) -> Result<Vec<(Move, Bdd)>, NoAnswer> {
        let location = key.location(self.graph);
        let mut successors = Vec::new();
        for (taken, relation) in self.combinations(&location)?.iter() {
            let after = self.machine.through(states, relation)?;
            if after.is_false() {
                continue;
            }
            let step = Move { taken: taken.clone(), entered: vec![None; location.len()] };
            let moved = self.moved(&location, &step);
            let graph = self.graph;
            for (entered, after) in self.split(after, &moved, |r| is_reset(graph, r, &step))? {
                let entered = graph.region_ids().map(|r| entered[r.0 as usize].filter(|_| is_reset(graph, r, &step)));
                successors.push((Move { entered: entered.collect(), ..step.clone() }, after));
            }
        }
        Ok(successors)
    }

    /// Joint moves of the regions from a location, each taking one of its exits or none, with the steps that do it.
    fn combinations(&mut self, location: &[Option<StateId>]) -> Result<Rc<[Combination]>, NoAnswer> {
        if let Some(known) = self.relations.get(location) {
            return Ok(known.clone());
        }
        let mut partial = vec![(Vec::new(), self.good.clone())];
        for at in location {
            let mut further = Vec::new();
            for (taken, condition) in partial {
                self.extend(&taken, condition, *at, &mut further)?;
            }
            partial = further;
        }
        let mut all = Vec::new();
        for (taken, condition) in partial {
            let relation = self.machine.steps(&condition)?;
            if !relation.is_false() {
                all.push((taken, relation));
            }
        }
        let all: Rc<[Combination]> = all.into();
        self.relations.insert(location.to_vec(), all.clone());
        Ok(all)
    }

    /// One region more: its exits where the steps so far allow them, and staying.
    fn extend(
        &self,
        taken: &[Option<TransitionId>],
        mut rest: Bdd,
        at: Option<StateId>,
        found: &mut Vec<Combination>,
    ) -> Result<(), NoAnswer> {
        let space = self.machine.space();
        let with = |transition| taken.iter().copied().chain([transition]).collect::<Vec<_>>();
        if let Some(state) = at {
            rest = space.and(&rest, &self.active[state.0 as usize])?;
        }
        for exit in at.iter().flat_map(|s| self.graph.exits(*s)) {
            let steps = space.and(&rest, &self.taken[exit.0 as usize])?;
            if !steps.is_false() {
                rest = space.minus(&rest, &steps)?;
                found.push((with(Some(exit)), steps));
            }
        }
        if !rest.is_false() {
            found.push((with(None), rest));
        }
        Ok(())
    }

    /// Where the regions that a step does not enter anew are after it.
    fn moved(&self, location: &[Option<StateId>], step: &Move) -> Vec<Option<StateId>> {
        let target = |t: TransitionId| self.graph.transition(t).target;
        location
            .iter()
            .zip(&step.taken)
            .map(|(at, t)| at.and_then(|at| t.map_or(Some(at), |t| Some(target(t)))))
            .collect()
    }

    /// A set split by the state of every active region that is to be looked at; `location` has the others.
    fn split(
        &self,
        states: Bdd,
        location: &[Option<StateId>],
        look: impl Fn(RegionId) -> bool,
    ) -> Result<Vec<(Location, Bdd)>, NoAnswer> {
        let mut pieces = vec![(location.to_vec(), states)];
        for region in self.graph.region_ids().filter(|r| look(*r)) {
            let mut finer = Vec::new();
            for (mut location, states) in pieces {
                location[region.0 as usize] = None;
                if !is_alive(self.graph, region, &location) {
                    finer.push((location, states));
                    continue;
                }
                for state in self.graph.states_of(region) {
                    let piece = self.machine.space().and(&states, &self.active[state.0 as usize])?;
                    if !piece.is_false() {
                        location[region.0 as usize] = Some(state);
                        finer.push((location.clone(), piece));
                    }
                }
            }
            pieces = finer;
        }
        Ok(pieces)
    }

    /// The invariant that proves completeness once nothing new is reached: every key with the states reached under it.
    pub fn certificate(&self, history: &mut History) -> Certificate {
        let mut known: FxHashMap<Bdd, TermId> = FxHashMap::default();
        let mut parts = Vec::new();
        for (key, states) in &self.reached {
            let class = history.class(self.graph, key);
            let terms = &mut history.system.terms;
            let states = *known.entry(states.clone()).or_insert_with(|| self.term(terms, states));
            parts.push(terms.and([class, states]));
        }
        let term = history.system.terms.or(parts);
        Certificate::Invariant { terms: Arc::new(history.system.terms.clone()), term }
    }

    fn term(&self, terms: &mut Terms, states: &Bdd) -> TermId {
        self.machine.space().to_term(terms, states)
    }

    /// The diagrams, and all states reached under any key: those that a run can reach before it fails, or by failing.
    pub fn into_reached(self) -> Result<(Machine, Bdd), NoAnswer> {
        let mut all = self.machine.space().constant(false);
        for states in self.visited.values() {
            all = self.machine.space().or(&all, states)?;
        }
        Ok((self.machine, all))
    }

    /// How many keys were reached, and how many sets were pushed through the step relation.
    pub fn effort(&self) -> (usize, usize) {
        (self.visited.len(), self.successors.len())
    }
}
