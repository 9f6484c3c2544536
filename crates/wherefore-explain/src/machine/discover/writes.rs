//! Which variables the transitions of a region write.
//!
//! A single tree of regions writes everything that changes, latches of inputs included, but not what has a course of its own:
//! a clock, a plant, whose next value depends on states and not on control. Of several trees, each writes its control variables and the
//! variables of its module instance. Any other variable belongs to the trees whose transitions its update follows, `t3
//! : speed` with the guard of a transition t3; if it follows none, to all trees whose control variables it looks at.
//! Looking alone says little where there is more: the guard of t3 may look at other regions too.

use super::edges::Machine;
use super::names::path;
use super::nesting::OuterState;
use super::tree::{Tree, definition};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::{Op, Role, System, TermId, VarId, walk};

/// For each machine the variables it writes.
pub(super) fn writes(system: &mut System, machines: &[Machine], places: &[Option<OuterState>]) -> Vec<Vec<VarId>> {
    let roots: Vec<usize> = (0..machines.len()).map(|m| root(places, m)).collect();
    let distinct: BTreeSet<usize> = roots.iter().copied().collect();
    let updated = updated(system);
    let branches = branches(system, updated.keys());
    let system = &*system;
    let control: BTreeSet<VarId> = machines.iter().map(|m| m.var).collect();
    let led = updated.keys().copied().filter(|v| !has_own_course(system, *v, &control));
    let changing: BTreeSet<VarId> = led.chain(control.iter().copied()).collect();
    let of_root = |root: usize| match distinct.len() {
        1 => changing.clone(),
        _ => {
            let forest = Forest { machines, roots: &roots, branches: &branches };
            forest.written_by(system, root, &updated)
        }
    };
    let by_root: BTreeMap<usize, BTreeSet<VarId>> = distinct.iter().map(|r| (*r, of_root(*r))).collect();
    let own = |m: usize| {
        let mut around = by_root[&roots[m]].clone();
        // Writes of an inner transition must not stop the machines around it.
        let outer = std::iter::successors(places[m], |p| places[p.machine]);
        outer.for_each(|p| {
            around.remove(&machines[p.machine].var);
        });
        around.into_iter().collect()
    };
    (0..machines.len()).map(own).collect()
}

/// Whether the next value of a variable depends on states, and on control not at all.
fn has_own_course(system: &System, var: VarId, control: &BTreeSet<VarId>) -> bool {
    let Some(update) = system.next.get(&var) else { return false };
    let read = walk::variables(&system.terms, [update.term]);
    read.is_disjoint(control) && read.iter().any(|v| system.role(*v) == Role::State)
}

fn root(places: &[Option<OuterState>], machine: usize) -> usize {
    std::iter::successors(Some(machine), |m| places[*m].map(|p| p.machine)).last().unwrap_or(machine)
}

/// The state variables that change by an update or a constraint, with the terms that say how.
fn updated(system: &System) -> BTreeMap<VarId, Vec<TermId>> {
    let mut found: BTreeMap<VarId, Vec<TermId>> = BTreeMap::new();
    for (var, update) in &system.next {
        found.entry(*var).or_default().push(update.term);
    }
    for constraint in &system.trans {
        for term in walk::postorder(&system.terms, [constraint.term]) {
            if let Op::Next(var) = system.terms.op(term) {
                found.entry(var).or_default().push(constraint.term);
            }
        }
    }
    found.retain(|var, _| system.role(*var) == Role::State);
    found
}

/// The conjuncts of each branch of the updates of some variables.
fn branches<'a>(system: &mut System, vars: impl Iterator<Item = &'a VarId>) -> Branches {
    let mut found = Branches::new();
    for var in vars {
        let next = system.terms.next(*var);
        let Some(definition) = definition(system, next) else { continue };
        let tree = Tree::new(system, next, &definition);
        let parts = |own: Vec<TermId>| own.into_iter().flat_map(|t| walk::conjuncts(&system.terms, t)).collect();
        found.insert(*var, tree.leaves.iter().map(|leaf| parts(tree.own(leaf))).collect());
    }
    found
}

type Branches = BTreeMap<VarId, Vec<BTreeSet<TermId>>>;

/// Several trees of machines.
struct Forest<'a> {
    machines: &'a [Machine],
    /// The root of each machine.
    roots: &'a [usize],
    branches: &'a Branches,
}

impl Forest<'_> {
    fn written_by(&self, system: &System, root: usize, updated: &BTreeMap<VarId, Vec<TermId>>) -> BTreeSet<VarId> {
        let (mine, others) = (self.control(|r| r == root), self.control(|r| r != root));
        let written = |(var, how): &(&VarId, &Vec<TermId>)| match home(system, **var, &mine, &others) {
            Some(here) => here,
            None => match self.followed(**var) {
                trees if trees.is_empty() => {
                    walk::variables(&system.terms, how.iter().copied()).iter().any(|v| mine.contains(v))
                }
                trees => trees.contains(&root),
            },
        };
        let candidates = updated.iter().filter(|(var, _)| !mine.contains(*var) && !others.contains(*var));
        mine.iter().copied().chain(candidates.filter(written).map(|(var, _)| *var)).collect()
    }

    fn control(&self, of: impl Fn(usize) -> bool) -> BTreeSet<VarId> {
        self.machines.iter().zip(self.roots).filter(|(_, r)| of(**r)).map(|(m, _)| m.var).collect()
    }

    /// The trees with a transition whose guard some branch of the variable includes.
    fn followed(&self, var: VarId) -> BTreeSet<usize> {
        let branches = self.branches.get(&var).map_or(&[][..], Vec::as_slice);
        let includes = |own: &[TermId]| branches.iter().any(|b| own.iter().all(|t| b.contains(t)));
        let follows = |m: &Machine| m.rules.iter().any(|r| !r.conjuncts.is_empty() && includes(&r.conjuncts));
        self.machines.iter().zip(self.roots).filter(|(m, _)| follows(m)).map(|(_, root)| *root).collect()
    }
}

/// Whether the innermost module instance around a variable that has control variables is that of this tree; `None` if
/// there is no such instance or trees share it.
fn home(system: &System, var: VarId, mine: &BTreeSet<VarId>, others: &BTreeSet<VarId>) -> Option<bool> {
    let lies = |vars: &BTreeSet<VarId>, place: &str| vars.iter().any(|v| path(&system.terms.var(*v).name) == place);
    let start = path(&system.terms.var(var).name);
    let mut around = std::iter::successors(Some(start), |p| Some(path(p))).take_while(|p| !p.is_empty());
    let place = around.find(|p| lies(mine, p) || lies(others, p))?;
    match (lies(mine, place), lies(others, place)) {
        (true, true) => None,
        (here, _) => Some(here),
    }
}
