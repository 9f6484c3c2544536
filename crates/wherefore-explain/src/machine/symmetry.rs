//! Classes that are the same of other instances: permutations of instances that are automorphisms of the model.
//!
//! Instances of one component that have the same variables are exchanged: every variable of one for that of the other, and values
//! that are the names of instances with them. Such a permutation counts if it leaves the model as it is: first states, steps, fairness
//! and property are the same formulas afterwards, up to the order of conjunctions and disjunctions, and of the cases of a distinction by
//! the value of one variable, as by the process that runs. It then maps failing runs onto failing
//! runs, and classes onto classes. Formulas that are equal and look different are taken as different: no class is ever said to be
//! the same of other instances that is not, and some that are may go unsaid.
//!
//! ```text
//! VAR p : cell(q.x); q : cell(p.x);  INVARSPEC !(p.x & q.x)       p and q are exchanged: <p.t1> and <q.t1> are the same
//! ```
//!
//! Tried are exchanges of neighbours and the rotation of all, which together generate every permutation that chains and rings have.

use super::path_class::{LocalKey, PathKey};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::control::{ControlGraph, RegionId, StateId, TransitionId};
use wherefore_ir::{Element, ElementKind, EnumId, Op, System, TermId, Terms, Value, VarId, walk};
use wherefore_solve::Stop;

/// Models with more terms, and components with more instances, are not looked at.
const MOST_TERMS: usize = 50_000;
const MOST_INSTANCES: usize = 16;

/// A permutation of variables, and of the values of enumerations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Permutation {
    vars: BTreeMap<VarId, VarId>,
    values: BTreeMap<EnumId, BTreeMap<u32, u32>>,
}

impl Permutation {
    /// Where a variable goes.
    pub(super) fn var(&self, var: VarId) -> VarId {
        self.vars.get(&var).copied().unwrap_or(var)
    }

    /// Where a value goes.
    pub(super) fn value(&self, value: &Value) -> Value {
        match value {
            Value::Enum(id, place) => {
                let to = self.values.get(id).and_then(|values| values.get(place));
                Value::Enum(*id, to.copied().unwrap_or(*place))
            }
            other => other.clone(),
        }
    }
}

/// The places of classes that permutations of instances map onto each other, in groups of at least two; by their keys.
pub(super) fn alike(
    system: &System,
    graph: &ControlGraph,
    good: TermId,
    keys: &[PathKey],
    stop: &Stop,
) -> Vec<Vec<usize>> {
    let permutations = automorphisms(system, good, stop);
    if permutations.is_empty() {
        return Vec::new();
    }
    let places: BTreeMap<&PathKey, usize> = keys.iter().enumerate().map(|(place, key)| (key, place)).collect();
    let mut group: Vec<usize> = (0..keys.len()).collect();
    for permutation in permutations {
        let Some(maps) = Maps::new(system, graph, &permutation) else { continue };
        for (place, key) in keys.iter().enumerate() {
            let Some(other) = maps.key(key).and_then(|key| places.get(&key).copied()) else { continue };
            join(&mut group, place, other);
        }
    }
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for place in 0..keys.len() {
        members.entry(first_of(&mut group, place)).or_default().push(place);
    }
    members.into_values().filter(|group| group.len() > 1).collect()
}

/// Puts the groups of two places together; each place points at an earlier one of its group, the first at itself.
fn join(group: &mut [usize], one: usize, two: usize) {
    let (one, two) = (first_of(group, one), first_of(group, two));
    group[one.max(two)] = one.min(two);
}

/// The first place of a group; the way to it is made shorter.
fn first_of(group: &mut [usize], mut place: usize) -> usize {
    while group[place] != place {
        group[place] = group[group[place]];
        place = group[place];
    }
    place
}

/// The permutations that leave a model and a property as they are, of those that are tried.
pub(super) fn automorphisms(system: &System, good: TermId, stop: &Stop) -> Vec<Permutation> {
    let candidates = candidates(system);
    if candidates.is_empty() || system.terms.len() > MOST_TERMS {
        return Vec::new();
    }
    let mut image = Image::new(system.terms.clone());
    let own = image.model(system, good, &Permutation::default());
    let keeps = |permutation: &Permutation| !stop.is_fired() && image.model(system, good, permutation) == own;
    candidates.into_iter().filter(keeps).collect()
}

/// Permutations of instances that have the same variables.
pub(super) fn candidates(system: &System) -> Vec<Permutation> {
    let mut alike: BTreeMap<_, Vec<&str>> = BTreeMap::new();
    for (_, element) in system.elements.iter() {
        let variables = suffixes(system, element);
        if element.kind == ElementKind::Component && !variables.is_empty() {
            alike.entry((element.parent, variables)).or_default().push(&element.name);
        }
    }
    let groups = alike.into_values().filter(|names| (2..=MOST_INSTANCES).contains(&names.len()));
    groups
        .flat_map(|names| moves(names.len()).into_iter().map(move |to| (names.clone(), to)))
        .map(|(names, to)| {
            let pairs: Vec<(&str, &str)> = names.iter().zip(to).map(|(name, to)| (*name, names[to])).collect();
            permutation(system, &pairs)
        })
        .collect()
}

/// The variables of an instance by their names in it.
fn suffixes(system: &System, element: &Element) -> Vec<String> {
    let inside = |name: &str| Some(name.strip_prefix(element.name.as_str())?.strip_prefix('.')?.to_owned());
    let mut all: Vec<String> = system.terms.vars().filter_map(|(_, var)| inside(&var.name)).collect();
    all.sort_unstable();
    all
}

/// Exchanges of neighbours, and the rotation of all: for each, where each place goes.
fn moves(count: usize) -> Vec<Vec<usize>> {
    let swap = |first: usize| {
        let mut places: Vec<usize> = (0..count).collect();
        places.swap(first, first + 1);
        places
    };
    let rotation = (count > 2).then(|| (1..count).chain([0]).collect());
    (0..count - 1).map(swap).chain(rotation).collect()
}

fn permutation(system: &System, pairs: &[(&str, &str)]) -> Permutation {
    let mut made = Permutation::default();
    for (var, declared) in system.terms.vars() {
        let inside = |name: &str| declared.name.strip_prefix(name).filter(|rest| rest.starts_with('.'));
        let image = pairs.iter().find_map(|(from, to)| Some(format!("{to}{}", inside(from)?)));
        if let Some(to) = image.and_then(|name| system.terms.find_var(&name)) {
            made.vars.insert(var, to);
        }
    }
    for (id, sort) in system.terms.enumerations() {
        let place = |name: &str| sort.values.iter().position(|value| value == name).map(|place| place as u32);
        // Values that are the names of instances, or of what is inside them.
        let image = |name: &str| {
            let inside = |from: &str| name.strip_prefix(from).filter(|rest| rest.is_empty() || rest.starts_with('.'));
            pairs.iter().find_map(|(from, to)| Some(format!("{to}{}", inside(from)?)))
        };
        let named = sort.values.iter().filter_map(|value| Some((place(value)?, image(value)?)));
        let moved: Option<BTreeMap<u32, u32>> = named.map(|(from, to)| Some((from, place(&to)?))).collect();
        let is_whole = pairs.iter().all(|(from, _)| place(from).is_some());
        made.values.extend(moved.filter(|_| is_whole).map(|moved| (id, moved)));
    }
    made
}

/// Formulas with variables exchanged, in a form in which the order of conjunctions and disjunctions does not count.
struct Image {
    terms: Terms,
}

/// All that a model says.
#[derive(PartialEq)]
struct Said {
    sets: Vec<BTreeSet<TermId>>,
    pairs: BTreeSet<(TermId, TermId)>,
    next: BTreeMap<VarId, TermId>,
    /// Each variable with its role and its sort.
    kinds: BTreeMap<VarId, String>,
}

impl Image {
    fn new(terms: Terms) -> Image {
        Image { terms }
    }

    fn model(&mut self, system: &System, good: TermId, permutation: &Permutation) -> Said {
        let mut done = FxHashMap::default();
        let mut of = |term: TermId| self.of(term, permutation, &mut done);
        let lists = [&system.init, &system.invar, &system.trans, &system.justice];
        let mut sets: Vec<BTreeSet<TermId>> =
            lists.into_iter().map(|list| list.iter().map(|c| of(c.term)).collect()).collect();
        sets.push(walk::conjuncts(&system.terms, good).into_iter().map(&mut of).collect());
        let pairs = system.compassion.iter().map(|c| (of(c.premise), of(c.consequence))).collect();
        let next = system.next.iter().map(|(var, update)| (permutation.var(*var), of(update.term))).collect();
        let kind = |var: VarId| {
            let is_choice = system.choices.contains(&var);
            format!("{:?} {:?} {is_choice}", system.role(var), system.terms.var(var).sort)
        };
        let kinds = system.vars().map(|(var, _)| (permutation.var(var), kind(var))).collect();
        Said { sets, pairs, next, kinds }
    }

    /// The image of a formula.
    fn of(&mut self, root: TermId, permutation: &Permutation, done: &mut FxHashMap<TermId, TermId>) -> TermId {
        for term in walk::postorder(&self.terms, [root]) {
            if done.contains_key(&term) {
                continue;
            }
            let mut operands: Vec<TermId> = self.terms.operands(term).iter().map(|t| done[t]).collect();
            let image = match self.terms.op(term) {
                Op::Var(var) => self.terms.now(permutation.var(var)),
                Op::Next(var) => self.terms.next(permutation.var(var)),
                Op::Const(id) => {
                    let value = permutation.value(self.terms.value(id));
                    self.terms.mk_const(value)
                }
                Op::And => {
                    operands.sort_unstable();
                    self.terms.and(operands)
                }
                Op::Or => {
                    operands.sort_unstable();
                    self.terms.or(operands)
                }
                Op::Eq => self.terms.eq(operands[0], operands[1]),
                Op::Ite => self.distinction(operands[0], operands[1], operands[2]),
                // An exchange of variables of different sorts is refused by their kinds.
                op => self.terms.mk(op, &operands).unwrap_or(term),
            };
            done.insert(term, image);
        }
        done[&root]
    }
}

impl Image {
    /// `condition ? then : otherwise`. Cases by the value of one term exclude each other, so that their order does not count: they are put
    /// into the order of their conditions.
    fn distinction(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        let mut cases = vec![(condition, then)];
        let mut rest = otherwise;
        if let Some((asked, value)) = self.case(condition) {
            let mut values = vec![value];
            while let (Op::Ite, &[next, result, last]) = (self.terms.op(rest), self.terms.operands(rest)) {
                let Some((_, value)) = self.case(next).filter(|(own, value)| *own == asked && !values.contains(value))
                else {
                    break;
                };
                values.push(value);
                cases.push((next, result));
                rest = last;
            }
        }
        cases.sort_unstable();
        let ite = |rest: TermId, (condition, result): (TermId, TermId)| {
            self.terms.mk(Op::Ite, &[condition, result, rest]).unwrap_or(rest)
        };
        cases.into_iter().rfold(rest, ite)
    }

    /// What a condition asks for the value of, and the value: two conditions about one term with different values exclude each other.
    fn case(&self, condition: TermId) -> Option<(TermId, TermId)> {
        let is_value = |term: TermId| matches!(self.terms.op(term), Op::Const(_));
        match (self.terms.op(condition), self.terms.operands(condition)) {
            (Op::Eq, &[asked, value]) if is_value(value) && !is_value(asked) => Some((asked, value)),
            (Op::Eq, &[value, asked]) if is_value(value) && !is_value(asked) => Some((asked, value)),
            _ => None,
        }
    }
}

/// Where a permutation leads the parts of a graph.
struct Maps {
    regions: Vec<RegionId>,
    states: Vec<StateId>,
    transitions: Vec<TransitionId>,
}

impl Maps {
    /// The maps; none if the graph is not mapped onto itself.
    fn new(system: &System, graph: &ControlGraph, permutation: &Permutation) -> Option<Maps> {
        let mut image = Image::new(system.terms.clone());
        let (mut own, mut moved) = (FxHashMap::default(), FxHashMap::default());
        let mut both =
            |term: TermId| (image.of(term, &Permutation::default(), &mut own), image.of(term, permutation, &mut moved));
        let active: Vec<(TermId, TermId)> = graph.states.iter().map(|s| both(s.active)).collect();
        let taken: Vec<(TermId, TermId)> = graph.transitions.iter().map(|t| both(t.taken)).collect();
        let terms_of = |id: RegionId, image: bool| -> BTreeSet<TermId> {
            let term = |s: StateId| if image { active[s.0 as usize].1 } else { active[s.0 as usize].0 };
            graph.states_of(id).map(term).collect()
        };
        let written = |id: RegionId, by: &dyn Fn(VarId) -> VarId| -> BTreeSet<VarId> {
            graph.region(id).writes.iter().copied().map(by).collect()
        };
        let region = |id: RegionId| {
            let (writes, states) = (written(id, &|var| permutation.var(var)), terms_of(id, true));
            let fits = |other: &RegionId| written(*other, &|var| var) == writes && terms_of(*other, false) == states;
            graph.region_ids().find(fits)
        };
        let regions: Vec<RegionId> = graph.region_ids().map(region).collect::<Option<_>>()?;
        let state = |place: usize| {
            let region = regions[graph.states[place].region.0 as usize];
            graph.states_of(region).find(|other| active[other.0 as usize].0 == active[place].1)
        };
        let states: Vec<StateId> = (0..graph.states.len()).map(state).collect::<Option<_>>()?;
        let transition = |place: usize| {
            let own = &graph.transitions[place];
            let ends = [own.source, own.target].map(|s| states[s.0 as usize]);
            let fits = |(other, (term, _)): &(usize, &(TermId, TermId))| {
                let other = &graph.transitions[*other];
                *term == taken[place].1
                    && [other.source, other.target] == ends
                    && other.region == regions[own.region.0 as usize]
            };
            let mut found = taken.iter().enumerate().filter(fits);
            let first = found.next()?.0;
            found.next().is_none().then_some(TransitionId(first as u32))
        };
        let transitions = (0..graph.transitions.len()).map(transition).collect::<Option<_>>()?;
        let distinct = |ids: BTreeSet<u32>, count: usize| ids.len() == count;
        let is_onto = distinct(states.iter().map(|s| s.0).collect(), states.len())
            && distinct(regions.iter().map(|r| r.0).collect(), regions.len());
        is_onto.then_some(Maps { regions, states, transitions })
    }

    /// The key of the image of a run.
    fn key(&self, key: &PathKey) -> Option<PathKey> {
        let state = |s: StateId| self.states[s.0 as usize];
        let transition = |t: TransitionId| self.transitions[t.0 as usize];
        let local = |local: &LocalKey| LocalKey {
            start: local.start.map(state),
            spine: local.spine.iter().copied().map(transition).collect(),
            last: local.last.map(transition),
            end: local.end.map(state),
        };
        let mut regions = vec![None; key.regions.len()];
        for (place, own) in key.regions.iter().enumerate() {
            *regions.get_mut(self.regions.get(place)?.0 as usize)? = own.as_ref().map(local);
        }
        let latest = key.latest.iter().map(|r| self.regions[r.0 as usize]).collect();
        Some(PathKey { regions, latest, rests: key.rests })
    }
}

#[cfg(test)]
mod tests;
