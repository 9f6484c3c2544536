//! The search for one step of a changed run.
//!
//! First everything keeps its recorded value that no function, equation or change decides. If a restriction is then broken,
//! values of small sorts are tried for these variables: at most one other than recorded, at most two, any number. Between
//! two choices the equations are followed, so that only what nothing decides is chosen.

use super::rules::{Group, Rules};
use super::{Change, DeadEnd};
use crate::{Fault, ReplayError, Step, Trace};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use wherefore_ir::{Role, Sort, System, Value, VarId};

/// Sorts with more values than this are not tried out.
const MOST_VALUES: u64 = 256;
/// How many values may be other than recorded, round by round.
const ROUNDS: [usize; 3] = [1, 2, usize::MAX];

type Values = Vec<Option<Value>>;

/// A search through the steps of one run, with what is left of its work.
pub(super) struct Search<'a> {
    system: &'a System,
    rules: &'a Rules,
    recorded: &'a Trace,
    changes: &'a [Change],
    work: usize,
}

/// The step that is looked for.
struct Place<'a> {
    index: usize,
    before: Option<&'a Step>,
    groups: Vec<(&'a Group, bool)>,
    /// In which order variables are chosen.
    order: Vec<VarId>,
    /// Whether inputs may stay without a value.
    is_last: bool,
}

impl Place<'_> {
    /// Looks at each group: restrictions on steps are read from the step before.
    fn each<T>(
        &self,
        values: &[Option<Value>],
        look: impl Fn(&Group, &[Option<Value>], Option<&[Option<Value>]>) -> T,
    ) -> Vec<T> {
        let group = |(group, is_step): &(&Group, bool)| match (is_step, self.before) {
            (true, Some(before)) => look(group, &before.values, Some(values)),
            _ => look(group, values, None),
        };
        self.groups.iter().map(group).collect()
    }
}

/// A variable that is being tried out.
struct Choice {
    var: VarId,
    candidates: Vec<Option<Value>>,
    next: usize,
    values: Values,
    left: usize,
}

/// How a search for one step ended without a step.
enum Failure {
    /// Nothing is left to try; whether that was all that there is.
    Exhausted(bool),
    GaveUp,
}

impl<'a> Search<'a> {
    pub fn new(system: &'a System, rules: &'a Rules, recorded: &'a Trace, changes: &'a [Change], work: usize) -> Self {
        Search { system, rules, recorded, changes, work }
    }

    /// The step after those of a run.
    pub fn step(&mut self, run: &Trace, index: usize) -> Result<Step, DeadEnd> {
        let rules = self.rules;
        let before = run.steps.last();
        let is_last = index + 1 == self.recorded.len();
        let mut groups = vec![(&rules.invar, false)];
        groups.extend(before.is_none().then_some((&rules.init, false)));
        groups.extend((!is_last).then_some((&rules.leaving, false)));
        groups.extend(before.map(|_| (&rules.trans, true)));
        let is_last = is_last && self.recorded.loop_start.is_none();
        let mut place = Place { index, before, groups, order: Vec::new(), is_last };
        let fixed = self.fixed(&place)?;
        let heads: BTreeSet<VarId> = place.groups.iter().flat_map(|(g, _)| g.heads()).collect();
        let open = (0..fixed.len() as u32).map(VarId).filter(|v| fixed[v.index()].is_none());
        let (late, early): (Vec<VarId>, Vec<VarId>) = open.partition(|v| heads.contains(v));
        place.order = early.iter().chain(&late).copied().collect();
        let kept = self.keep(&place, fixed.clone(), &early, &late);
        let Some(reason) = self.broken(&place, &kept) else { return Ok(finished(kept)) };
        let mut exhausted = false;
        for most in ROUNDS {
            match self.try_out(&place, fixed.clone(), most) {
                Ok(values) => return Ok(finished(values)),
                Err(Failure::GaveUp) => break,
                Err(Failure::Exhausted(is_all)) => exhausted = is_all && most == usize::MAX,
            }
        }
        Err(DeadEnd { step: index, reason, exhausted })
    }

    /// What the step before and the changes decide.
    fn fixed(&self, place: &Place<'_>) -> Result<Values, DeadEnd> {
        let system = self.system;
        let mut step = Step::empty(system);
        if let Some(before) = place.before {
            for (var, _) in system.vars().filter(|(_, role)| *role == Role::Frozen) {
                step.values[var.index()] = before.get(var).cloned();
            }
            let values = self.rules.updates.evaluate(&before.values, None);
            for ((var, update), value) in system.next.iter().zip(values) {
                let sort = system.terms.var(*var).sort;
                let Some(value) = value.clone().filter(|v| v.fits(sort)) else {
                    let fault = if value.is_none() { Fault::Undetermined } else { Fault::WrongSort };
                    let reason = ReplayError::about(system, fault, place.index - 1, update.term, update.element);
                    let reason = reason.with_term(system, before, None, update.term);
                    return Err(DeadEnd { step: place.index, reason, exhausted: true });
                };
                step.values[var.index()] = Some(value);
            }
        }
        for change in self.changes.iter().filter(|c| c.step == place.index) {
            match step.get(change.var) {
                Some(value) if *value != change.value => return Err(self.contradiction(place, change, value)),
                _ => step.set(change.var, change.value.clone()),
            }
        }
        Ok(step.values)
    }

    /// A change of a value that follows from the step before.
    fn contradiction(&self, place: &Place<'_>, change: &Change, value: &Value) -> DeadEnd {
        let system = self.system;
        let at = place.index.saturating_sub(1);
        let reason = match (system.next.get(&change.var), place.before) {
            (Some(update), Some(before)) => ReplayError::about(system, Fault::Update, at, update.term, update.element)
                .with_term(system, before, None, update.term),
            _ => ReplayError::new(Fault::Frozen, at, format!("`{}`", system.terms.var(change.var).name))
                .with_element(system.var_element(change.var)),
        };
        DeadEnd { step: place.index, reason: reason.expecting(system, change.var, value), exhausted: true }
    }

    /// The recorded values wherever nothing decides otherwise; those that equations decide come last.
    fn keep(&mut self, place: &Place<'_>, mut values: Values, early: &[VarId], late: &[VarId]) -> Values {
        self.follow(place, &mut values);
        for list in [early, late] {
            for var in list.iter().filter(|v| values[v.index()].is_none()).collect::<Vec<_>>() {
                values[var.index()] = self.recorded.value(place.index, *var).cloned();
            }
            self.follow(place, &mut values);
        }
        values
    }

    /// Follows equations until they decide nothing more.
    fn follow(&mut self, place: &Place<'_>, values: &mut Values) {
        loop {
            self.spend(place);
            let mut is_new = false;
            for (var, value) in place.each(values, Group::decided).into_iter().flatten() {
                let slot = &mut values[var.index()];
                if slot.is_none() && value.fits(self.system.terms.var(var).sort) {
                    (*slot, is_new) = (Some(value), true);
                }
            }
            if !is_new || self.work == 0 {
                return;
            }
        }
    }

    fn spend(&mut self, place: &Place<'_>) {
        let cost: usize = place.groups.iter().map(|(g, _)| g.size()).sum();
        self.work = self.work.saturating_sub(cost);
    }

    /// The first restriction that is not known to hold.
    fn broken(&self, place: &Place<'_>, values: &Values) -> Option<ReplayError> {
        let system = self.system;
        let missing =
            |(var, role): &(VarId, Role)| values[var.index()].is_none() && !(place.is_last && *role == Role::Input);
        let step = Step { values: values.clone(), element: None };
        for ((group, is_step), truths) in place.groups.iter().zip(place.each(values, Group::truths)) {
            let Some(at) = truths.iter().position(|t| *t != Some(true)) else { continue };
            let (constraint, truth) = (group.list[at], truths[at]);
            let fault = if truth.is_none() { Fault::Undetermined } else { group.fault };
            let (index, now, next) = match (is_step, place.before) {
                (true, Some(before)) => (place.index - 1, before, Some(&step)),
                _ => (place.index, &step, None),
            };
            let error = ReplayError::about(system, fault, index, constraint.term, constraint.element);
            return Some(error.with_term(system, now, next, constraint.term));
        }
        let (var, _) = system.vars().find(missing)?;
        Some(ReplayError::new(Fault::MissingValue, place.index, format!("`{}`", system.terms.var(var).name)))
    }

    /// Tries values out, of which at most some are not the recorded ones.
    fn try_out(&mut self, place: &Place<'_>, values: Values, most: usize) -> Result<Values, Failure> {
        let mut stack: Vec<Choice> = Vec::new();
        let mut values = Some((values, most));
        let mut is_all = true;
        loop {
            if self.work == 0 {
                return Err(Failure::GaveUp);
            }
            if let Some((mut now, left)) = values.take() {
                self.follow(place, &mut now);
                let is_false = place.each(&now, Group::truths).into_iter().flatten().any(|t| t == Some(false));
                let open = |v: &&VarId| now[v.index()].is_none() && !stack.iter().any(|c| c.var == **v);
                match place.order.iter().find(open) {
                    _ if is_false => {}
                    None if self.broken(place, &now).is_none() => return Ok(now),
                    None => {}
                    Some(var) => {
                        let candidates = self.candidates(place, *var);
                        is_all &= self.sort_values(*var).is_some();
                        stack.push(Choice { var: *var, candidates, next: 0, values: now, left });
                    }
                }
            }
            let Some(choice) = stack.last_mut() else { return Err(Failure::Exhausted(is_all)) };
            let at = choice.next;
            choice.next += 1;
            match choice.candidates.get(at) {
                Some(value) if at == 0 || choice.left > 0 => {
                    let mut next = choice.values.clone();
                    next[choice.var.index()] = value.clone();
                    values = Some((next, choice.left - usize::from(at > 0)));
                }
                _ => drop(stack.pop()),
            }
        }
    }

    /// The values to try for a variable, the recorded one first; an input of the last step may have none.
    fn candidates(&self, place: &Place<'_>, var: VarId) -> Vec<Option<Value>> {
        let recorded = self.recorded.value(place.index, var).cloned();
        let may_miss = place.is_last && self.system.role(var) == Role::Input;
        let mut found: Vec<Option<Value>> = Vec::new();
        found.extend((recorded.is_some() || may_miss).then(|| recorded.clone()));
        let others = self.sort_values(var).unwrap_or_default().into_iter().map(Some);
        found.extend(others.filter(|v| *v != recorded));
        found
    }

    /// All values of a variable, if these are few.
    fn sort_values(&self, var: VarId) -> Option<Vec<Value>> {
        let terms = &self.system.terms;
        Some(match terms.var(var).sort {
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Sort::Enum(id) => {
                let count = terms.enumeration(id).values.len() as u32;
                (0..count).map(|index| Value::Enum(id, index)).collect()
            }
            Sort::Range { lo, hi } if hi.abs_diff(lo) < MOST_VALUES => (lo..=hi).map(Value::int).collect(),
            Sort::BitVec(width) if 1u64.checked_shl(width).is_some_and(|n| n <= MOST_VALUES) => {
                (0..1u32 << width).map(|n| Value::bits(width, BigUint::from(n))).collect()
            }
            _ => return None,
        })
    }
}

fn finished(values: Values) -> Step {
    Step { values, element: None }
}
