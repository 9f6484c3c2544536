//! A system that remembers enough of its past for the key of a run to be read off its last state.
//!
//! For each region: `start`, the control state it began in; `last`, the transition taken last; and for each control state
//! with two or more exits the exit taken last. Following the last exits from `start` to the source of `last` gives the spine:
//! the state after u on a loop-erased path is where the path went when it left u for the last time. So a class is one
//! conjunction over these variables, nothing needs to be cleared, and their bits do not grow with the number of classes.
//!
//! Beside that, one bit per region for what moved in the latest step that took a transition, and one for a last step that
//! took none.
//!
//! One restriction on steps makes every violation a first failure: no step leaves a tick that breaks the property.
//!
//! ```text
//! AC:  s, pt  +  last: none, t1 .. t6   exit.OFF: t1, t3   exit.IDLE: t2, t4   exit.ON: t5, t6
//! class <t1,t4>   is   last = t4 & exit.OFF = t1
//! ```

mod steps;

use super::path_class::{Level, LocalKey, PathKey};
use std::collections::BTreeMap;
use wherefore_ir::control::{ControlGraph, RegionId, StateId, TransitionId};
use wherefore_ir::{Constraint, Purpose, Role, Sort, System, TermId, Terms, Update, VarId, walk};

/// A system with the memory that a level needs.
pub struct History {
    /// The system: the given one, the restrictions on steps, and the memory. Ids of variables and terms are those of the
    /// given system.
    pub system: System,
    level: Level,
    regions: Vec<Local>,
    /// For each of several regions, whether its last transition was taken in the latest step that took any.
    latest: Vec<TermId>,
    /// Whether the last step took no transition.
    rests: Option<TermId>,
    /// The memory stays as it is from the tick on at which this becomes true.
    hold: Option<TermId>,
}

/// The memory of one region. A variable that would have one value only is not there.
#[derive(Default)]
struct Local {
    start: Option<VarId>,
    last: Option<VarId>,
    exits: BTreeMap<StateId, (VarId, Vec<TransitionId>)>,
    states: Vec<StateId>,
    transitions: Vec<TransitionId>,
    /// Whether the region is active, over current variables.
    alive: Option<TermId>,
    /// Whether the region was active, remembered, where the memory does not stay current.
    alive_then: Option<TermId>,
    /// Whether each state is on the way from `start` along last exits; level 1(k) only.
    visited: BTreeMap<StateId, TermId>,
}

/// Restricts steps so that every violation of `good` is the first.
pub fn cut(system: &System, good: TermId) -> System {
    let mut system = system.clone();
    system.trans.push(Constraint { term: good, element: None });
    system
}

impl History {
    /// Adds to a system, already [`cut`], what keys of this level need.
    pub fn new(system: &System, graph: &ControlGraph, several_starts: &[bool], level: Level) -> History {
        History::of(system.clone(), graph, several_starts, level, None)
    }

    /// Adds to a system the memory that level 1 needs for the path up to the first tick at which `hold` is true.
    pub fn until(system: System, graph: &ControlGraph, several_starts: &[bool], hold: TermId) -> History {
        History::of(system, graph, several_starts, Level::Spine, Some(hold))
    }

    fn of(
        system: System,
        graph: &ControlGraph,
        several_starts: &[bool],
        level: Level,
        hold: Option<TermId>,
    ) -> History {
        let mut history = History { system, level, regions: Vec::new(), latest: Vec::new(), rests: None, hold };
        for region in graph.region_ids() {
            let local = history.remember(graph, region, several_starts[region.0 as usize]);
            history.regions.push(local);
        }
        if level.tells_transitions() {
            history.remember_steps(graph);
        }
        history
    }

    /// Whether a step ends or begins the life of a region's inside.
    fn resets(&mut self, graph: &ControlGraph, region: RegionId) -> TermId {
        let taken = |t: &TransitionId| graph.transition(*t).taken;
        self.system.terms.or(graph.resets(region).iter().map(taken).collect::<Vec<_>>())
    }

    fn remember(&mut self, graph: &ControlGraph, region: RegionId, several_starts: bool) -> Local {
        let mut local = Local {
            states: graph.states_of(region).collect(),
            transitions: graph.transitions_of(region).collect(),
            alive: alive(&mut self.system.terms, graph, region),
            ..Local::default()
        };
        let name = &graph.region(region).name;
        let reset = self.resets(graph, region);
        if let (Some(alive), Some(_)) = (local.alive, self.hold) {
            local.alive_then = Some(self.remember_alive(alive, name));
        }
        if several_starts && self.level != Level::Final {
            local.start = Some(self.remember_start(graph, &local, reset, name));
        }
        if self.level.tells_transitions() {
            local.last = Some(self.remember_last(graph, &local, reset, name));
        }
        if matches!(self.level, Level::Spine | Level::Suffix(_)) {
            for state in local.states.clone() {
                let exits: Vec<TransitionId> = graph.exits(state).collect();
                if exits.len() > 1 {
                    let var = self.remember_exit(graph, &local, state, &exits, name);
                    local.exits.insert(state, (var, exits));
                }
            }
        }
        if let Level::Suffix(_) = self.level {
            local.visited = self.visited(graph, &local);
        }
        local
    }

    /// The state in which the region began: fixed at first, and again whenever it is entered.
    fn remember_start(&mut self, graph: &ControlGraph, local: &Local, reset: TermId, name: &str) -> VarId {
        let var = self.declare(&format!("{name}.start"), local.states.len());
        let terms = &mut self.system.terms;
        let active: Vec<TermId> = local.states.iter().map(|s| graph.state(*s).active).collect();
        let here = index_of(terms, &active);
        let now = terms.now(var);
        let first = terms.eq(now, here);
        let there = walk::shift(terms, here, |_| true).unwrap_or(here);
        let began = terms.ite(reset, there, now);
        let kept = held(terms, self.hold, now, began);
        let next = terms.next(var);
        let step = terms.eq(next, kept);
        self.system.init.push(Constraint { term: first, element: None });
        self.system.trans.push(Constraint { term: step, element: None });
        var
    }

    /// Whether the region is active, as long as the memory is current.
    fn remember_alive(&mut self, alive: TermId, name: &str) -> TermId {
        let var = self.system.add_auxiliary(&format!("{name}.alive"), Sort::Bool, Role::State, Purpose::Monitor);
        let terms = &mut self.system.terms;
        let now = terms.now(var);
        let first = terms.eq(now, alive);
        let there = walk::shift(terms, alive, |_| true).unwrap_or(alive);
        let kept = held(terms, self.hold, now, there);
        let next = terms.next(var);
        let step = terms.eq(next, kept);
        self.system.init.push(Constraint { term: first, element: None });
        self.system.trans.push(Constraint { term: step, element: None });
        now
    }

    /// The transition taken last, 0 before the first.
    fn remember_last(&mut self, graph: &ControlGraph, local: &Local, reset: TermId, name: &str) -> VarId {
        let var = self.declare(&format!("{name}.last"), local.transitions.len() + 1);
        let codes = local.transitions.iter().enumerate().map(|(i, t)| (*t, i + 1)).collect::<Vec<_>>();
        let moved = self.taken_code(graph, local, &codes, var);
        let terms = &mut self.system.terms;
        let none = terms.int(0);
        let value = terms.ite(reset, none, moved);
        self.update(var, value);
        var
    }

    /// The exit of a state taken last.
    fn remember_exit(
        &mut self,
        graph: &ControlGraph,
        local: &Local,
        state: StateId,
        exits: &[TransitionId],
        name: &str,
    ) -> VarId {
        let var = self.declare(&format!("{name}.exit.{}", graph.state(state).name), exits.len());
        let codes = exits.iter().enumerate().map(|(i, t)| (*t, i)).collect::<Vec<_>>();
        let value = self.taken_code(graph, local, &codes, var);
        self.update(var, value);
        var
    }

    /// The code of the transition that a step takes, or the old value.
    fn taken_code(
        &mut self,
        graph: &ControlGraph,
        local: &Local,
        codes: &[(TransitionId, usize)],
        var: VarId,
    ) -> TermId {
        let terms = &mut self.system.terms;
        let mut value = terms.now(var);
        for (transition, code) in codes.iter().rev() {
            let taken = terms.and(local.alive.into_iter().chain([graph.transition(*transition).taken]));
            let code = terms.int(*code);
            value = terms.ite(taken, code, value);
        }
        value
    }

    fn declare(&mut self, name: &str, values: usize) -> VarId {
        let sort = Sort::Range { lo: 0, hi: values.max(2) as i64 - 1 };
        self.system.add_auxiliary(name, sort, Role::State, Purpose::Monitor)
    }

    /// A bit that is false at first; `value` gives what it becomes from what it is.
    fn remember_bit(&mut self, name: &str, value: impl Fn(&mut Terms, TermId) -> TermId) -> TermId {
        let var = self.system.add_auxiliary(name, Sort::Bool, Role::State, Purpose::Monitor);
        let terms = &mut self.system.terms;
        let now = terms.now(var);
        let (first, value) = (terms.not(now), value(terms, now));
        self.begin(var, first, value);
        now
    }

    /// Starts at 0 and takes `value` at every step.
    fn update(&mut self, var: VarId, value: TermId) {
        let terms = &mut self.system.terms;
        let (now, zero) = (terms.now(var), terms.int(0));
        let first = terms.eq(now, zero);
        self.begin(var, first, value);
    }

    /// Starts with `first` and takes `value` at every step.
    fn begin(&mut self, var: VarId, first: TermId, value: TermId) {
        let terms = &mut self.system.terms;
        let (now, next) = (terms.now(var), terms.next(var));
        let value = held(terms, self.hold, now, value);
        self.system.init.push(Constraint { term: first, element: None });
        if self.system.terms.has_next(value) {
            let term = self.system.terms.eq(next, value);
            self.system.trans.push(Constraint { term, element: None });
        } else {
            self.system.next.insert(var, Update { term: value, element: None });
        }
    }

    /// For each state, whether last exits lead to it from the start without passing the source of the last transition.
    fn visited(&mut self, graph: &ControlGraph, local: &Local) -> BTreeMap<StateId, TermId> {
        let starts: Vec<TermId> = local.states.iter().map(|s| self.starts_in(graph, local, *s)).collect();
        let mut visited: BTreeMap<StateId, TermId> = local.states.iter().copied().zip(starts.iter().copied()).collect();
        for _ in 1..local.states.len() {
            let mut further = BTreeMap::new();
            for (state, start) in local.states.iter().zip(&starts) {
                let entries = local.transitions.iter().filter(|t| graph.transition(**t).target == *state);
                let mut ways = vec![*start];
                for entry in entries {
                    let source = graph.transition(*entry).source;
                    let exit = self.exit_is(local, graph, *entry);
                    let passed = self.last_leaves(graph, local, source);
                    let terms = &mut self.system.terms;
                    let open = terms.not(passed);
                    ways.push(terms.and([visited[&source], exit, open]));
                }
                further.insert(*state, self.system.terms.or(ways));
            }
            visited = further;
        }
        visited
    }

    fn starts_in(&mut self, graph: &ControlGraph, local: &Local, state: StateId) -> TermId {
        match local.start {
            Some(var) => self.is(var, place(&local.states, state)),
            None => {
                let first = self.single_start(graph, local);
                self.system.terms.bool(first.is_none_or(|f| f == state))
            }
        }
    }

    /// The one state that a region without a remembered start begins in, as `init` says.
    fn single_start(&mut self, graph: &ControlGraph, local: &Local) -> Option<StateId> {
        let first: Vec<TermId> =
            self.system.init.iter().flat_map(|c| walk::conjuncts(&self.system.terms, c.term)).collect();
        local.states.iter().copied().find(|s| first.contains(&graph.state(*s).active))
    }

    fn last_leaves(&mut self, graph: &ControlGraph, local: &Local, state: StateId) -> TermId {
        let leaving: Vec<TransitionId> = graph.exits(state).collect();
        let parts: Vec<TermId> = leaving.into_iter().map(|t| self.last_is(local, Some(t))).collect();
        self.system.terms.or(parts)
    }

    fn is(&mut self, var: VarId, code: usize) -> TermId {
        let terms = &mut self.system.terms;
        let (now, code) = (terms.now(var), terms.int(code));
        terms.eq(now, code)
    }

    fn last_is(&mut self, local: &Local, transition: Option<TransitionId>) -> TermId {
        let code = transition.map_or(0, |t| place(&local.transitions, t) + 1);
        match local.last {
            Some(var) => self.is(var, code),
            None => self.system.terms.bool(true),
        }
    }

    fn exit_is(&mut self, local: &Local, graph: &ControlGraph, transition: TransitionId) -> TermId {
        match local.exits.get(&graph.transition(transition).source) {
            Some((var, exits)) => {
                let code = place(exits, transition);
                self.is(*var, code)
            }
            None => self.system.terms.bool(true),
        }
    }

    /// The formula that a run that has come here has this key.
    pub fn class(&mut self, graph: &ControlGraph, key: &PathKey) -> TermId {
        let regions = std::mem::take(&mut self.regions);
        let mut parts = Vec::new();
        for (local, key) in regions.iter().zip(&key.regions) {
            match (key, local.alive_then.or(local.alive)) {
                (Some(key), alive) => {
                    parts.extend(alive);
                    parts.extend(self.local_class(graph, local, key));
                }
                (None, Some(alive)) => parts.push(self.system.terms.not(alive)),
                (None, None) => {}
            }
        }
        self.regions = regions;
        let terms = &mut self.system.terms;
        let mut tell = |bit: TermId, is_so: bool| parts.push(if is_so { bit } else { terms.not(bit) });
        self.latest.iter().zip(graph.region_ids()).for_each(|(bit, region)| tell(*bit, key.latest.contains(&region)));
        self.rests.iter().for_each(|bit| tell(*bit, key.rests));
        self.system.terms.and(parts)
    }

    fn local_class(&mut self, graph: &ControlGraph, local: &Local, key: &LocalKey) -> Vec<TermId> {
        let mut parts = Vec::new();
        if let Some(end) = key.end {
            parts.push(graph.state(end).active);
        }
        if let (Some(start), Some(var)) = (key.start, local.start) {
            parts.push(self.is(var, place(&local.states, start)));
        }
        if local.last.is_some() {
            parts.push(self.last_is(local, key.last));
            for transition in key.spine.iter().chain(&key.last) {
                parts.push(self.exit_is(local, graph, *transition));
            }
        }
        if let (Some(first), Level::Suffix(k)) = (key.spine.first().or(key.last.as_ref()), self.level) {
            let source = graph.transition(*first).source;
            // A suffix that is shorter than it may be is the whole spine.
            let is_whole = key.spine.len() < k as usize;
            parts.push(if is_whole { self.starts_in(graph, local, source) } else { local.visited[&source] });
        }
        parts
    }
}

/// Next value of a variable of the memory: its value, once the memory is held.
fn held(terms: &mut Terms, hold: Option<TermId>, now: TermId, value: TermId) -> TermId {
    hold.map_or(value, |hold| terms.ite(hold, now, value))
}

/// Whether a region is active; nothing for one that always is.
fn alive(terms: &mut Terms, graph: &ControlGraph, region: RegionId) -> Option<TermId> {
    graph.region(region).parent.map(|_| terms.and(graph.around(region)))
}

fn place<T: PartialEq>(list: &[T], item: T) -> usize {
    list.iter().position(|x| *x == item).unwrap_or(0)
}

/// The index of the first formula that is true; 0 if none is.
fn index_of(terms: &mut Terms, formulas: &[TermId]) -> TermId {
    let mut index = terms.int(0);
    for (code, formula) in formulas.iter().enumerate().rev() {
        let code = terms.int(code);
        index = terms.ite(*formula, code, index);
    }
    index
}
