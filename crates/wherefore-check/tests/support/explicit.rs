//! The slow obvious checker: every state, every input, every step, one at a time, by the trace evaluator.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use wherefore_ir::{Op, Role, Sort, System, TermId, Value, VarId};
use wherefore_trace::Evaluator;

type Row = Vec<Option<Value>>;

/// The reachable part of a system as a graph.
pub struct Graph {
    /// States, each a row with inputs absent.
    pub states: Vec<Row>,
    /// Distance of each state from the first states.
    pub depth: Vec<u32>,
    pub edges: Vec<BTreeSet<usize>>,
    pub first: usize,
    /// Legal inputs of each state, as full rows.
    pub ticks: Vec<Vec<Row>>,
}

impl Graph {
    /// The number of the state of a tick, which is there.
    pub fn at(&self, system: &System, tick: &[Option<Value>]) -> usize {
        let is_same = |row: &Row| system.state_vars().all(|v| row[v.index()] == tick[v.index()]);
        self.states.iter().position(is_same).expect("a reachable state")
    }
}

/// All values of a finite sort.
pub fn domain(system: &System, sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Enum(id) => (0..system.terms.enumeration(id).values.len()).map(|i| Value::Enum(id, i as u32)).collect(),
        Sort::Range { lo, hi } => (lo..=hi).map(Value::int).collect(),
        Sort::BitVec(width) => (0..1u32 << width).map(|n| Value::bits(width, n)).collect(),
        other => panic!("{other:?} has no finite domain"),
    }
}

/// All ways to extend a row by values for the variables.
fn extensions(system: &System, row: &Row, vars: &[VarId]) -> Vec<Row> {
    let mut rows = vec![row.clone()];
    for var in vars {
        let values = domain(system, system.terms.var(*var).sort);
        rows = rows
            .iter()
            .flat_map(|row| {
                values.iter().map(|value| {
                    let mut row = row.clone();
                    row[var.index()] = Some(value.clone());
                    row
                })
            })
            .collect();
    }
    rows
}

fn evaluator(system: &System, terms: impl Iterator<Item = TermId>) -> Evaluator {
    Evaluator::new(&system.terms, &terms.collect::<Vec<_>>()).expect("no temporal operator")
}

fn all_true(evaluator: &Evaluator, now: &Row, next: Option<&Row>) -> bool {
    evaluator.truths(now, next.map(Vec::as_slice)).iter().all(|t| *t == Some(true))
}

/// Explores a system.
pub fn explore(system: &System) -> Graph {
    let states: Vec<VarId> = system.state_vars().collect();
    let inputs: Vec<VarId> = system.input_vars().collect();
    let empty: Row = vec![None; system.terms.var_count()];
    let init = evaluator(system, system.init.iter().map(|c| c.term));
    let invar = evaluator(system, system.invar.iter().map(|c| c.term));
    let trans = evaluator(system, system.trans.iter().map(|c| c.term));
    let updates: Vec<VarId> = system.next.keys().copied().collect();
    let update = evaluator(system, system.next.values().map(|u| u.term));
    let legal = |row: &Row| -> Vec<Row> {
        extensions(system, row, &inputs).into_iter().filter(|r| all_true(&invar, r, None)).collect()
    };
    let free: Vec<VarId> =
        states.iter().copied().filter(|v| system.role(*v) == Role::State && !updates.contains(v)).collect();

    let mut graph = Graph { states: Vec::new(), depth: Vec::new(), edges: Vec::new(), first: 0, ticks: Vec::new() };
    let mut index: BTreeMap<Row, usize> = BTreeMap::new();
    let mut queue = VecDeque::new();
    let mut visit = |graph: &mut Graph, queue: &mut VecDeque<usize>, state: Row, depth: u32| -> Option<usize> {
        if let Some(known) = index.get(&state) {
            return Some(*known);
        }
        let ticks = legal(&state);
        if ticks.is_empty() {
            return None;
        }
        let number = graph.states.len();
        index.insert(state.clone(), number);
        graph.states.push(state);
        graph.depth.push(depth);
        graph.edges.push(BTreeSet::new());
        graph.ticks.push(ticks);
        queue.push_back(number);
        Some(number)
    };
    for state in extensions(system, &empty, &states) {
        let starts = legal(&state).iter().any(|tick| all_true(&init, tick, None));
        if starts {
            visit(&mut graph, &mut queue, state, 0);
        }
    }
    graph.first = graph.states.len();
    while let Some(number) = queue.pop_front() {
        let depth = graph.depth[number] + 1;
        for tick in graph.ticks[number].clone() {
            let mut next: Row = empty.clone();
            let values = update.evaluate(&tick, None);
            let mut fits = true;
            for (var, value) in updates.iter().zip(values) {
                fits &= value.as_ref().is_some_and(|v| v.fits(system.terms.var(*var).sort));
                next[var.index()] = value;
            }
            for var in states.iter().filter(|v| system.role(**v) == Role::Frozen) {
                next[var.index()] = tick[var.index()].clone();
            }
            if !fits {
                continue;
            }
            for next in extensions(system, &next, &free) {
                if all_true(&trans, &tick, Some(&next))
                    && let Some(target) = visit(&mut graph, &mut queue, next, depth)
                {
                    graph.edges[number].insert(target);
                }
            }
        }
    }
    graph
}

/// The least distance at which an invariant fails, if it does.
pub fn shortest_violation(system: &System, graph: &Graph, good: TermId) -> Option<u32> {
    let good = evaluator(system, std::iter::once(good));
    let bad = |state: usize| graph.ticks[state].iter().any(|tick| !all_true(&good, tick, None));
    (0..graph.states.len()).filter(|s| bad(*s)).map(|s| graph.depth[s]).min()
}

/// Whether a CTL formula holds at every first state that begins a fair path.
pub fn holds_ctl(system: &System, graph: &Graph, formula: TermId) -> bool {
    let check = Ctl::new(system, graph);
    let set = check.sat(formula);
    (0..graph.first).all(|s| set[s] || !check.fair[s])
}

/// The reachable states in which a formula is true.
pub fn states_of(system: &System, graph: &Graph, formula: TermId) -> Vec<bool> {
    Ctl::new(system, graph).sat(formula)
}

struct Ctl<'a> {
    system: &'a System,
    graph: &'a Graph,
    fair: Vec<bool>,
}

type Set = Vec<bool>;

impl<'a> Ctl<'a> {
    fn new(system: &'a System, graph: &'a Graph) -> Ctl<'a> {
        let mut check = Ctl { system, graph, fair: Vec::new() };
        check.fair = check.eg(&vec![true; graph.states.len()]);
        check
    }

    fn plain(&self, term: TermId) -> Set {
        let evaluator = evaluator(self.system, std::iter::once(term));
        self.graph.states.iter().map(|row| evaluator.truths(row, None)[0] == Some(true)).collect()
    }

    fn sat(&self, term: TermId) -> Set {
        let terms = &self.system.terms;
        if !terms.has_ctl(term) {
            return self.plain(term);
        }
        let sets: Vec<Set> = terms.operands(term).iter().map(|t| self.sat(*t)).collect();
        let not = |s: &Set| -> Set { s.iter().map(|b| !b).collect() };
        let all = vec![true; self.graph.states.len()];
        let zip =
            |f: &dyn Fn(bool, bool) -> bool| -> Set { sets[0].iter().zip(&sets[1]).map(|(a, b)| f(*a, *b)).collect() };
        match terms.op(term) {
            Op::Not => not(&sets[0]),
            Op::And => (0..all.len()).map(|s| sets.iter().all(|set| set[s])).collect(),
            Op::Or => (0..all.len()).map(|s| sets.iter().any(|set| set[s])).collect(),
            Op::Implies => zip(&|a, b| !a || b),
            Op::Eq => zip(&|a, b| a == b),
            Op::EX => self.ex(&sets[0]),
            Op::AX => not(&self.ex(&not(&sets[0]))),
            Op::EF => self.eu(&all, &sets[0]),
            Op::AG => not(&self.eu(&all, &not(&sets[0]))),
            Op::EG => self.eg(&sets[0]),
            Op::AF => not(&self.eg(&not(&sets[0]))),
            Op::EU => self.eu(&sets[0], &sets[1]),
            Op::AU => {
                let not_g = not(&sets[1]);
                let neither: Set = zip(&|f, g| !f && !g);
                let (broken, never) = (self.eu(&not_g, &neither), self.eg(&not_g));
                broken.iter().zip(&never).map(|(a, b)| !a && !b).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    fn ex(&self, f: &Set) -> Set {
        self.graph.edges.iter().map(|e| e.iter().any(|t| f[*t] && self.fair[*t])).collect()
    }

    fn eu(&self, f: &Set, g: &Set) -> Set {
        let goal: Set = g.iter().zip(&self.fair).map(|(a, b)| *a && *b).collect();
        self.backwards(f, goal)
    }

    fn backwards(&self, f: &Set, mut set: Set) -> Set {
        loop {
            let grown: Set =
                (0..set.len()).map(|s| set[s] || f[s] && self.graph.edges[s].iter().any(|t| set[*t])).collect();
            if grown == set {
                return set;
            }
            set = grown;
        }
    }

    /// States with a path inside `f` to a strongly connected part of `f` that fairness accepts.
    fn eg(&self, f: &Set) -> Set {
        let justice: Vec<Set> = self.system.justice.iter().map(|c| self.plain(c.term)).collect();
        let pairs: Vec<(Set, Set)> =
            self.system.compassion.iter().map(|c| (self.plain(c.premise), self.plain(c.consequence))).collect();
        let mut good = vec![false; f.len()];
        let mut waiting = vec![f.clone()];
        while let Some(part) = waiting.pop() {
            for component in self.components(&part) {
                if !justice.iter().all(|j| component.iter().any(|s| j[*s])) {
                    continue;
                }
                let bad_pair =
                    pairs.iter().find(|(p, q)| component.iter().any(|s| p[*s]) && !component.iter().any(|s| q[*s]));
                match bad_pair {
                    None => component.iter().for_each(|s| good[*s] = true),
                    Some((p, _)) => {
                        let mut rest = vec![false; f.len()];
                        component.iter().filter(|s| !p[**s]).for_each(|s| rest[*s] = true);
                        waiting.push(rest);
                    }
                }
            }
        }
        self.backwards(f, good)
    }

    /// Strongly connected parts of a set that hold a cycle, by mutual reachability.
    fn components(&self, part: &Set) -> Vec<Vec<usize>> {
        let reach: Vec<Set> = (0..part.len())
            .map(|s| {
                let mut seen = vec![false; part.len()];
                let mut stack = if part[s] { vec![s] } else { Vec::new() };
                while let Some(state) = stack.pop() {
                    for t in self.graph.edges[state].iter().filter(|t| part[**t]) {
                        if !std::mem::replace(&mut seen[*t], true) {
                            stack.push(*t);
                        }
                    }
                }
                seen
            })
            .collect();
        let mut taken = vec![false; part.len()];
        let mut found = Vec::new();
        for s in 0..part.len() {
            if part[s] && !taken[s] && reach[s][s] {
                let component: Vec<usize> = (0..part.len()).filter(|t| reach[s][*t] && reach[*t][s]).collect();
                component.iter().for_each(|t| taken[*t] = true);
                found.push(component);
            }
        }
        found
    }
}
