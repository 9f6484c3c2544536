//! What a system says, sorted by how a sequence of states follows it.
//!
//! An *equation* determines one variable: a next value that is a function, or a relation that permits a value of this
//! variable whatever the others are. Equations that wait for each other in a ring might have no solution, so those of a ring
//! are not counted. Whatever else the system says is *rigid*: a sequence of states either keeps it or is no run.
//!
//! Another expression in an open place may read what the source lets it read, and must not close a ring either. The front end
//! refuses rings of assignments. A constraint such as `TRANS next(x) = e` is no assignment: an `e` that reads `next(x)` is
//! legal, and may permit no value. So a constraint counts as an equation only if no open place has a part in it at the time of
//! its variable.

use super::holes;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::{Constraint, ElementKind, Op, Role, Sort, System, TermId, Terms, Value, VarId, walk};

/// A relation that always permits a value of one variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Equation {
    pub(super) var: VarId,
    pub(super) relation: TermId,
    pub(super) origin: Origin,
    pub(super) time: Time,
}

/// The part of the model that restricts a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// An assignment of the source, whose right side cannot speak of the assigned value.
    Assignment,
    /// A constraint of the source.
    Constraint,
    /// A front end, about something that expressions of the source cannot read where it is computed.
    FrontEnd,
}

/// When a relation holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Time {
    /// At the first tick.
    First,
    /// At every tick.
    Tick,
    /// Between two ticks.
    Step,
}

/// Relations that hold at one time.
#[derive(Clone, Debug, Default)]
pub(super) struct Relations {
    pub(super) equations: Vec<Equation>,
    pub(super) rigid: Vec<TermId>,
    /// State variables that nothing determines at this time.
    pub(super) free: Vec<VarId>,
}

impl Relations {
    fn vars(&self) -> BTreeSet<VarId> {
        self.equations.iter().map(|e| e.var).collect()
    }

    fn demote(&mut self, is_rigid: impl Fn(&Equation) -> bool) {
        self.rigid.extend(self.equations.iter().filter(|e| is_rigid(e)).map(|e| e.relation));
        self.equations.retain(|e| !is_rigid(e));
    }
}

/// A system, sorted.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    /// Variables whose next value is a function, and that value.
    pub(super) updates: Vec<(VarId, TermId)>,
    /// Variables that keep their first value.
    pub(super) frozen: Vec<VarId>,
    /// At the first tick.
    pub(super) first: Relations,
    /// At every tick; `free` is empty.
    pub(super) tick: Relations,
    /// Between ticks.
    pub(super) step: Relations,
    /// Variables whose value can depend on an open place.
    pub(super) influenced: BTreeSet<VarId>,
}

impl Parts {
    /// Sorts what a system says.
    pub(super) fn new(system: &System) -> Parts {
        let updates = system.next.iter().map(|(var, update)| (*var, update.term)).collect();
        let frozen = system.vars().filter(|(_, role)| *role == Role::Frozen).map(|(var, _)| var).collect();
        let mut parts = Parts { updates, frozen, ..Parts::default() };
        let updated: BTreeSet<VarId> = parts.updates.iter().map(|(v, _)| *v).chain(parts.frozen.clone()).collect();
        parts.tick = sorted(system, &system.invar, Time::Tick, &updated);
        let at_ticks = parts.tick.vars();
        parts.first = sorted(system, &system.init, Time::First, &at_ticks);
        parts.step = sorted(system, &system.trans, Time::Step, &updated.union(&at_ticks).copied().collect());
        parts.influenced = parts.influenced(system);
        parts.demote_open(system);
        demote_rings(&system.terms, &mut parts.tick, &mut parts.first, Time::First);
        demote_rings(&system.terms, &mut parts.tick, &mut parts.step, Time::Step);
        parts.influenced = parts.influenced(system);
        parts.find_free(system, &updated);
        parts
    }

    /// Takes out constraints in which an open place has a part.
    fn demote_open(&mut self, system: &System) {
        let holes: BTreeSet<VarId> = holes(system).into_iter().collect();
        let influenced = &self.influenced;
        for (relations, time) in [(&mut self.first, Time::First), (&mut self.step, Time::Step)] {
            relations.demote(|e| {
                let mentions = !walk::variables(&system.terms, [e.relation]).is_disjoint(&holes);
                let mut read = reads(&system.terms, e.relation, time);
                read.remove(&e.var);
                e.origin == Origin::Constraint && (mentions || !read.is_disjoint(influenced))
            });
        }
        self.tick.demote(|e| {
            let read = reads(&system.terms, e.relation, Time::Tick);
            read.iter().any(|v| *v != e.var && influenced.contains(v) && !holes.contains(v))
        });
    }

    fn find_free(&mut self, system: &System, updated: &BTreeSet<VarId>) {
        let holes: BTreeSet<VarId> = holes(system).into_iter().collect();
        let (tick, first, step) = (self.tick.vars(), self.first.vars(), self.step.vars());
        let open = |v: &VarId| !holes.contains(v) && !tick.contains(v);
        self.first.free = system.state_vars().filter(|v| open(v) && !first.contains(v)).collect();
        let at_steps = |v: &VarId| !step.contains(v) && !updated.contains(v);
        self.step.free = system.state_vars().filter(|v| open(v) && at_steps(v)).collect();
    }

    /// The variables that an equation relates to an open place, or to a variable of which that is true.
    fn influenced(&self, system: &System) -> BTreeSet<VarId> {
        let equations = [&self.first, &self.tick, &self.step].into_iter().flat_map(|r| &r.equations);
        let relations = equations.map(|e| (e.var, e.relation)).chain(self.updates.iter().copied());
        let all: Vec<(VarId, BTreeSet<VarId>)> =
            relations.map(|(var, term)| (var, walk::variables(&system.terms, [term]))).collect();
        let mut found: BTreeSet<VarId> = holes(system).into_iter().collect();
        loop {
            let reads = |(var, read): &&(VarId, BTreeSet<VarId>)| !found.contains(var) && !found.is_disjoint(read);
            let more: Vec<VarId> = all.iter().filter(reads).map(|(var, _)| *var).collect();
            if more.is_empty() {
                return found;
            }
            found.extend(more);
        }
    }
}

/// Equations and the rest. A variable has one equation at most; `taken` have one elsewhere.
fn sorted(system: &System, constraints: &[Constraint], time: Time, taken: &BTreeSet<VarId>) -> Relations {
    let mut sorted = Relations::default();
    let holes = holes(system);
    for constraint in constraints {
        let assigned = assigned(system, constraint, time);
        let kind = constraint.element.map(|e| system.elements.get(e).kind);
        let (pieces, origin) = match (assigned, kind) {
            (Some(_), _) => (vec![constraint.term], Origin::Assignment),
            // The first value of a variable of a chart, and of what the source does not know.
            (None, Some(ElementKind::Variable) | None) => {
                (walk::conjuncts(&system.terms, constraint.term), Origin::FrontEnd)
            }
            (None, Some(_)) => (walk::conjuncts(&system.terms, constraint.term), Origin::Constraint),
        };
        for relation in pieces {
            let var = assigned.or_else(|| defined(system, relation, time, &holes));
            let may_have = |v: &VarId| match system.role(*v) {
                Role::State => !holes.contains(v) && !taken.contains(v),
                Role::Frozen => time == Time::First,
                Role::Input => false,
            };
            match var.filter(|v| may_have(v) && sorted.equations.iter().all(|e| e.var != *v)) {
                Some(var) => sorted.equations.push(Equation { var, relation, origin, time }),
                None => sorted.rigid.push(relation),
            }
        }
    }
    sorted
}

/// The variable of an assignment of the source, if its relation permits a value of it in every case.
fn assigned(system: &System, constraint: &Constraint, time: Time) -> Option<VarId> {
    let element = system.elements.get(constraint.element?);
    let name = match time {
        Time::First => element.name.strip_prefix("init(")?.strip_suffix(')')?,
        Time::Step => element.name.strip_prefix("next(")?.strip_suffix(')')?,
        Time::Tick => &element.name,
    };
    let var = system.terms.find_var(name).filter(|_| element.kind == ElementKind::Equation)?;
    permits(&system.terms, constraint.term, var, time).then_some(var)
}

fn is_target(terms: &Terms, term: TermId, var: VarId, time: Time) -> bool {
    match terms.op(term) {
        Op::Var(v) => v == var && time != Time::Step,
        Op::Next(v) => v == var && time == Time::Step,
        _ => false,
    }
}

/// Whether an assigned relation permits a value of the variable in every case. That a value fits its variable is a premise of
/// the relation or an obligation, which is asked for elsewhere.
fn permits(terms: &Terms, root: TermId, var: VarId, time: Time) -> bool {
    let free = |t: TermId| !reads(terms, t, time).contains(&var);
    let mut waiting = vec![root];
    while let Some(term) = waiting.pop() {
        let permitted = match (terms.op(term), terms.operands(term)) {
            (Op::Ite, [c, a, b]) => {
                waiting.extend([*a, *b]);
                free(*c)
            }
            (Op::Implies, [c, a]) => {
                waiting.push(*a);
                free(*c)
            }
            // A disjunction of what is permitted in every case, or of premises that do not hold.
            (Op::Or, list) => match list.iter().find(|t| !free(**t)) {
                Some(offer) => {
                    waiting.push(*offer);
                    true
                }
                None => false,
            },
            (Op::Not, [a]) => is_target(terms, *a, var, time),
            (Op::Eq | Op::Xor, [a, b]) => {
                (is_target(terms, *a, var, time) && free(*b)) || (is_target(terms, *b, var, time) && free(*a))
            }
            (Op::And | Op::Le, _) => is_range(terms, term, var, time),
            _ => is_target(terms, term, var, time) || terms.constant(term).and_then(Value::as_bool) == Some(true),
        };
        if !permitted {
            return false;
        }
    }
    true
}

/// Whether a formula is `lo <= x & x <= hi` and some value of the variable keeps it.
fn is_range(terms: &Terms, term: TermId, var: VarId, time: Time) -> bool {
    let Sort::Range { mut lo, mut hi } = terms.var(var).sort else { return false };
    let number = |t: TermId| match terms.constant(t) {
        Some(Value::Int(n)) => i64::try_from(n).ok(),
        _ => None,
    };
    for bound in walk::conjuncts(terms, term) {
        let (Op::Le, [a, b]) = (terms.op(bound), terms.operands(bound)) else { return false };
        match (number(*a), number(*b)) {
            (Some(n), None) if is_target(terms, *b, var, time) => lo = lo.max(n),
            (None, Some(n)) if is_target(terms, *a, var, time) => hi = hi.min(n),
            _ => return false,
        }
    }
    lo <= hi
}

/// The variable that a formula gives a value: `x`, `!x`, `x = e`.
fn defined(system: &System, relation: TermId, time: Time, holes: &[VarId]) -> Option<VarId> {
    let terms = &system.terms;
    let side = |term: TermId| match (terms.op(term), time) {
        (Op::Var(v), Time::First) | (Op::Next(v), Time::Step) => Some(v).filter(|v| !holes.contains(v)),
        _ => None,
    };
    let equals = |a: TermId, b: TermId| {
        let var = side(a).filter(|v| fits(terms, b, terms.var(*v).sort))?;
        (!reads(terms, b, time).contains(&var)).then_some(var)
    };
    match (terms.op(relation), terms.operands(relation)) {
        (Op::Not, [a]) => side(*a),
        (Op::Eq, [a, b]) => equals(*a, *b).or_else(|| equals(*b, *a)),
        _ => side(relation),
    }
}

/// Whether a term only has values of a sort.
fn fits(terms: &Terms, term: TermId, sort: Sort) -> bool {
    match (terms.constant(term), terms.sort(term), sort) {
        (Some(value), ..) => value.fits(sort),
        (None, Sort::Range { lo, hi }, Sort::Range { lo: least, hi: most }) => least <= lo && hi <= most,
        (None, Sort::Range { .. }, Sort::Int) => true,
        (None, own, sort) => own == sort,
    }
}

/// The variables whose values at the time of its own variable a relation reads.
fn reads(terms: &Terms, relation: TermId, time: Time) -> BTreeSet<VarId> {
    let leaf = |t: TermId| match (terms.op(t), time) {
        (Op::Var(v), Time::First | Time::Tick) | (Op::Next(v), Time::Step) => Some(v),
        _ => None,
    };
    walk::postorder(terms, [relation]).into_iter().filter_map(leaf).collect()
}

/// Takes out equations that wait for each other. What holds at a tick and what leads to it wait together.
fn demote_rings(terms: &Terms, tick: &mut Relations, other: &mut Relations, time: Time) {
    let needs = |e: &Equation, time: Time| {
        let mut read = reads(terms, e.relation, time);
        read.remove(&e.var);
        (e.var, read)
    };
    let of_ticks = tick.equations.iter().map(|e| needs(e, Time::Tick));
    let mut waiting: BTreeMap<VarId, BTreeSet<VarId>> =
        of_ticks.chain(other.equations.iter().map(|e| needs(e, time))).collect();
    loop {
        let is_ready = |read: &BTreeSet<VarId>| read.iter().all(|v| !waiting.contains_key(v));
        let ready: Vec<VarId> = waiting.iter().filter(|(_, read)| is_ready(read)).map(|(v, _)| *v).collect();
        if ready.is_empty() {
            break;
        }
        waiting.retain(|v, _| !ready.contains(v));
    }
    tick.demote(|e| waiting.contains_key(&e.var));
    other.demote(|e| waiting.contains_key(&e.var));
}
