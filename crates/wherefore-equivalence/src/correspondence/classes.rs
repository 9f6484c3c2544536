//! Classes of cells that have the same value, or one that is known.
//!
//! Truth values count as 0 and 1 and integers as reals, because what is a truth value in one model may be a number in another. The
//! cell with the smallest type stands for its class, so that every other can be computed from it.

use super::super::joint::{Joint, assigned};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::{Op, Sort, TermId, Terms, Value, VarId};

/// A value, as it is compared with values of other types.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Number(BigRational),
    Name(String),
    Other(Value),
}

fn key(terms: &Terms, value: &Value) -> Key {
    match value {
        Value::Bool(b) => Key::Number(if *b { BigRational::one() } else { BigRational::zero() }),
        Value::Int(n) => Key::Number(n.clone().into()),
        Value::Real(n) => Key::Number(n.clone()),
        Value::Enum(id, index) => {
            Key::Name(terms.enumeration(*id).values.get(*index as usize).cloned().unwrap_or_default())
        }
        other => Key::Other(other.clone()),
    }
}

/// Types that can be computed from each other, the smaller first.
fn rank(sort: Sort) -> Option<u8> {
    match sort {
        Sort::Bool => Some(0),
        sort if sort.is_integer() => Some(1),
        Sort::Real => Some(2),
        _ => None,
    }
}

/// A term in a type that is at least as large as its own.
fn convert(terms: &mut Terms, term: TermId, sort: Sort) -> TermId {
    let term = match (terms.sort(term), sort) {
        (Sort::Bool, to) if to != Sort::Bool => {
            let (one, zero) = (terms.mk_const(Value::int(1)), terms.mk_const(Value::int(0)));
            terms.ite(term, one, zero)
        }
        _ => term,
    };
    match (terms.sort(term), sort) {
        (from, Sort::Real) if from.is_integer() => terms.apply(Op::ToReal, &[term]),
        _ => term,
    }
}

/// Cells that have the same value.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// Places in the list of cells, the one that stands for all first.
    pub members: Vec<usize>,
    sorts: Vec<Sort>,
    /// The value, in the type of each member, if it is always the same.
    constant: Option<Vec<Value>>,
}

impl Class {
    /// Formula: terms, one for every cell, agree with the class.
    pub fn is_same(&self, terms: &mut Terms, all: &[TermId]) -> TermId {
        let own: Vec<TermId> = self.members.iter().filter_map(|m| all.get(*m).copied()).collect();
        let mut parts = Vec::new();
        match (&self.constant, own.split_first()) {
            (Some(values), _) => {
                for (term, value) in own.iter().zip(values) {
                    let value = terms.mk_const(value.clone());
                    parts.push(terms.eq(*term, value));
                }
            }
            (None, Some((first, others))) => {
                for (term, sort) in others.iter().zip(self.sorts.iter().skip(1)) {
                    let value = convert(terms, *first, *sort);
                    parts.push(terms.eq(*term, value));
                }
            }
            (None, None) => {}
        }
        terms.and(parts)
    }
}

/// A partition of cells.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    cells: Vec<VarId>,
    pub list: Vec<Class>,
}

impl Classes {
    /// Cells that have had the same values in all of `rows`, each a value for every cell.
    pub fn of(terms: &Terms, cells: &[VarId], rows: &[Vec<Value>]) -> Classes {
        let sort = |place: usize| terms.var(cells[place]).sort;
        let kind = |place: usize| (rank(sort(place)).is_none()).then(|| format!("{:?}", sort(place)));
        let mut groups: BTreeMap<(Option<String>, Vec<Key>), Vec<usize>> = BTreeMap::new();
        for place in 0..cells.len() {
            let history = rows.iter().filter_map(|row| row.get(place)).map(|v| key(terms, v)).collect();
            groups.entry((kind(place), history)).or_default().push(place);
        }
        let mut list = Vec::new();
        for ((_, history), mut members) in groups {
            members.sort_by_key(|m| (rank(sort(*m)), *m));
            let is_constant = history.windows(2).all(|w| w[0] == w[1]);
            let constant = rows.first().filter(|_| is_constant);
            let constant = constant.map(|row| members.iter().filter_map(|m| row.get(*m).cloned()).collect());
            list.push(Class { sorts: members.iter().map(|m| sort(*m)).collect(), members, constant });
        }
        list.sort_by_key(|c| c.members.first().copied());
        Classes { cells: cells.to_vec(), list }
    }

    /// Splits classes by values that their cells can have; whether that changed anything.
    pub fn split(&mut self, terms: &Terms, values: &[Value]) -> bool {
        let mut list = Vec::new();
        for class in &self.list {
            let mut parts: BTreeMap<Key, Vec<usize>> = BTreeMap::new();
            for (place, member) in class.members.iter().enumerate() {
                let Some(value) = values.get(*member) else { continue };
                parts.entry(key(terms, value)).or_default().push(place);
            }
            for (value, places) in parts {
                let constant = class.constant.as_ref().filter(|c| c.first().is_some_and(|c| key(terms, c) == value));
                list.push(Class {
                    members: places.iter().map(|p| class.members[*p]).collect(),
                    sorts: places.iter().map(|p| class.sorts[*p]).collect(),
                    constant: constant.map(|c| places.iter().map(|p| c[*p].clone()).collect()),
                });
            }
        }
        let count = |list: &[Class]| (list.len(), list.iter().filter(|c| c.constant.is_some()).count());
        let changed = count(&list) != count(&self.list);
        self.list = list;
        changed
    }

    /// Gives up a class: nothing is known about its cells.
    pub fn dissolve(&mut self, class: usize) {
        let Class { members, sorts, .. } = self.list.remove(class);
        let alone = |(m, s)| Class { members: vec![m], sorts: vec![s], constant: None };
        self.list.extend(members.into_iter().zip(sorts).map(alone));
    }

    /// What every cell is computed from.
    pub fn substitution(&self, terms: &mut Terms) -> FxHashMap<VarId, TermId> {
        let mut known = FxHashMap::default();
        for class in &self.list {
            for (place, member) in class.members.iter().enumerate() {
                let term = match &class.constant {
                    Some(values) => terms.mk_const(values[place].clone()),
                    None => {
                        let first = terms.now(self.cells[class.members[0]]);
                        convert(terms, first, class.sorts[place])
                    }
                };
                known.insert(self.cells[*member], term);
            }
        }
        known
    }

    /// How many classes have cells of both machines.
    pub fn shared(&self, joint: &Joint) -> usize {
        let of = |m: usize| joint.machines.get(m).into_iter().flat_map(|m| m.cells.iter().map(|c| c.var)).collect();
        let [ours, theirs]: [BTreeSet<VarId>; 2] = [of(0), of(1)];
        let has = |class: &Class, set: &BTreeSet<VarId>| class.members.iter().any(|m| set.contains(&self.cells[*m]));
        self.list.iter().filter(|c| has(c, &ours) && has(c, &theirs)).count()
    }
}

/// The values that cells have before the first step, where these are given one by one.
pub(super) fn first_values(terms: &mut Terms, cells: &[(VarId, TermId)], init: &[TermId]) -> FxHashMap<VarId, TermId> {
    let mut known = FxHashMap::default();
    for (var, _) in cells {
        if let Some(value) = init.iter().find_map(|t| assigned(terms, *t, *var)) {
            known.insert(*var, terms.mk_const(value));
        }
    }
    known
}
