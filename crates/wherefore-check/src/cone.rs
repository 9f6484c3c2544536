//! A system prepared for engines: every restriction as a list of formulas, and only what matters for a question.
//!
//! *Cone of influence.* A variable matters if the question reads it, or if a restriction or update that touches a
//! variable that matters reads it. Leaving the rest out only adds behaviour, so a proof for the cone is a proof for the
//! whole; a violation is found again on the whole before it is shown. Example: with `next x = y`, `next z = x`, a question
//! about `x` keeps `x` and `y` and drops `z`.
//!
//! A restriction on steps that can always be met by the right choice of one next value, such as `next(z) = x | next(z) = 0`,
//! takes nothing away from the variables that it reads. For questions about paths it is left out with its target, as an
//! update is.

use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::{
    Constraint, ElementId, ElementKind, Interval, Op, Role, Sort, System, TermId, Terms, Value, VarId, walk,
};

/// The formulas of a system that matter for a question.
#[derive(Clone, Debug)]
pub struct Cone {
    /// The system; its arena also holds the formulas below.
    pub system: System,
    /// Hold at the first tick.
    pub init: Vec<TermId>,
    /// Hold at every tick.
    pub invar: Vec<TermId>,
    /// Hold between neighbouring ticks.
    pub step: Vec<TermId>,
    /// Steps that are updates: the variable, and the formula that its next value is this function.
    pub updates: Vec<(VarId, TermId)>,
    /// The variables that matter, in order of declaration.
    pub vars: Vec<VarId>,
    /// Steps that the source states as a relation: no obligation keeps the values in them in range.
    relations: BTreeSet<TermId>,
    /// Whether reals are computed in what matters, even if no variable is one: `x / 2` of an integer.
    reals: bool,
}

impl Cone {
    /// The whole system.
    pub fn whole(system: &System) -> Cone {
        let vars = system.vars().map(|(v, _)| v).collect();
        let mut model = Cone::restricted(system.clone(), vars);
        model.reals |= system.terms.computes_reals();
        model
    }

    /// Cone of influence of these formulas.
    pub fn of(system: &System, goals: &[TermId]) -> Cone {
        Cone::closed(system, goals, &BTreeMap::new())
    }

    /// Cone of influence of these formulas, where some steps only choose a next value of one variable.
    fn closed(system: &System, goals: &[TermId], choices: &BTreeMap<TermId, VarId>) -> Cone {
        let vars = cone_of(system, goals, choices);
        let mut model = Cone::restricted(system.clone(), vars.into_iter().collect());
        model.reals |= computes_reals(&system.terms, goals.iter().copied());
        model
    }

    /// Cone of a formula about paths, with that of fairness, if the rest cannot run into a dead end and so end a path;
    /// otherwise everything.
    pub fn of_paths(system: &System, formula: TermId) -> Cone {
        let whole = Cone::whole(system);
        let Some(choices) = whole.choices() else { return whole };
        let fairness = system.justice.iter().map(|c| c.term);
        let pairs = system.compassion.iter().flat_map(|c| [c.premise, c.consequence]);
        let goals: Vec<TermId> = std::iter::once(formula).chain(fairness).chain(pairs).collect();
        Cone::closed(system, &goals, &choices)
    }

    /// The part of a system that fair runs are about: what fairness speaks of, if the rest can always follow.
    pub(crate) fn of_fairness(system: &System) -> Cone {
        let pair = || system.compassion.first().map(|c| c.premise);
        match system.justice.first().map(|c| c.term).or_else(pair) {
            Some(term) => Cone::of_paths(system, term),
            None => Cone::whole(system),
        }
    }

    /// The whole system without the restrictions that an element states: to ask whether that element makes sense.
    pub fn without(system: &System, element: Option<ElementId>) -> Cone {
        let mut system = system.clone();
        let keep = |c: &Constraint| element.is_none() || c.element != element;
        system.init.retain(keep);
        system.invar.retain(keep);
        Cone::whole(&system)
    }

    /// The system without what is said about other variables alone.
    pub(crate) fn trimmed(system: &System, vars: &[VarId]) -> System {
        let inside: BTreeSet<VarId> = vars.iter().copied().collect();
        let mut trimmed = system.clone();
        let keep = |c: &Constraint| concerns(&system.terms, c.term, &inside);
        trimmed.init.retain(keep);
        trimmed.invar.retain(keep);
        trimmed.trans.retain(keep);
        trimmed.next.retain(|v, _| inside.contains(v));
        trimmed
    }

    /// These variables of the system and what is said about them.
    pub(crate) fn restricted(mut system: System, vars: Vec<VarId>) -> Cone {
        let inside: BTreeSet<VarId> = vars.iter().copied().collect();
        let formulas = |list: &[Constraint]| -> Vec<TermId> {
            let kept = list.iter().map(|c| c.term).filter(|t| concerns(&system.terms, *t, &inside));
            kept.flat_map(|t| walk::conjuncts(&system.terms, t)).collect()
        };
        let (init, invar, mut step) = (formulas(&system.init), formulas(&system.invar), formulas(&system.trans));
        let states =
            |c: &&Constraint| c.element.is_some_and(|e| system.elements.get(e).kind == ElementKind::Constraint);
        let stated = system.trans.iter().filter(states).flat_map(|c| walk::conjuncts(&system.terms, c.term));
        let relations = stated.collect();
        let functions = system.next.iter().filter(|(v, _)| inside.contains(v)).map(|(v, u)| (*v, u.term));
        let mut updates: Vec<(VarId, TermId)> = functions.collect();
        for (var, term) in &mut updates {
            let next = system.terms.next(*var);
            *term = system.terms.eq(next, *term);
            step.push(*term);
        }
        let frozen: Vec<VarId> = vars.iter().copied().filter(|v| system.role(*v) == Role::Frozen).collect();
        for var in frozen {
            let (now, next) = (system.terms.now(var), system.terms.next(var));
            let same = system.terms.eq(next, now);
            updates.push((var, same));
            step.push(same);
        }
        let formulas = init.iter().chain(&invar).chain(&step).copied();
        let reals = computes_reals(&system.terms, formulas);
        Cone { system, init, invar, step, updates, vars, relations, reals }
    }

    /// The cone as a system: updates have become restrictions on steps, the rest is left out.
    pub(crate) fn as_system(&self) -> System {
        let list = |terms: &[TermId]| terms.iter().map(|term| Constraint { term: *term, element: None }).collect();
        let mut system = self.system.clone();
        (system.init, system.invar, system.trans) = (list(&self.init), list(&self.invar), list(&self.step));
        system.next.clear();
        system
    }

    /// The state variables that matter.
    pub fn state_vars(&self) -> impl Iterator<Item = VarId> + '_ {
        self.vars.iter().copied().filter(|v| self.system.role(*v) != Role::Input)
    }

    /// The inputs that matter.
    pub fn input_vars(&self) -> impl Iterator<Item = VarId> + '_ {
        self.vars.iter().copied().filter(|v| self.system.role(*v) == Role::Input)
    }

    /// Whether every variable that matters has finitely many values, and so have the values computed from them.
    pub fn is_finite(&self) -> bool {
        let terms = &self.system.terms;
        self.vars.iter().all(|v| terms.var(*v).sort.is_finite()) && !self.reals
    }

    /// Whether every state has a successor, as far as the form of the model shows it: no restriction on ticks, and on
    /// steps only updates and choices like `next(x) = a | next(x) = b`, one for a variable, where a choice may look at next
    /// values chosen before it. Obligations make sure that assigned values stay in range; a relation must show it.
    pub fn is_total(&self) -> bool {
        self.choices().is_some()
    }

    /// Whether every state begins a fair path, as far as form shows it: nothing is asked of fair paths, and every state has a
    /// successor.
    pub(crate) fn goes_on(&self) -> bool {
        self.system.justice.is_empty() && self.system.compassion.is_empty() && self.is_total()
    }

    /// The choices among the steps, each with its variable; nothing if the form leaves open whether every state has a
    /// successor.
    fn choices(&self) -> Option<BTreeMap<TermId, VarId>> {
        let updated: BTreeSet<VarId> = self.updates.iter().map(|(v, _)| *v).collect();
        let functions: BTreeSet<TermId> = self.updates.iter().map(|(_, t)| *t).collect();
        let mut waiting: Vec<TermId> = self.step.iter().copied().filter(|t| !functions.contains(t)).collect();
        let mut chosen = updated;
        // A variable that no choice is about can have any next value: it is as good as chosen.
        let open: BTreeSet<VarId> = waiting.iter().flat_map(|t| self.offers(*t)).collect();
        chosen.extend(self.state_vars().filter(|v| !open.contains(v)));
        let mut choices = BTreeMap::new();
        let next = |waiting: &[TermId], chosen: &BTreeSet<VarId>| {
            waiting.iter().enumerate().find_map(|(place, t)| Some((place, self.next_choice(*t, chosen)?)))
        };
        while let Some((place, var)) = next(&waiting, &chosen) {
            choices.insert(waiting.swap_remove(place), var);
            chosen.insert(var);
        }
        (self.invar.is_empty() && waiting.is_empty()).then_some(choices)
    }

    /// The one variable for which a step formula offers a next value in every case, all others it mentions being chosen.
    fn next_choice(&self, term: TermId, chosen: &BTreeSet<VarId>) -> Option<VarId> {
        let mut open = self.offers(term).into_iter().filter(|v| !chosen.contains(v));
        let only = open.next().filter(|_| open.next().is_none())?;
        let others = self.next_vars(term).into_iter().filter(|v| *v != only).all(|v| chosen.contains(&v));
        others.then_some(only)
    }

    /// The variables that a step formula offers a next value for, whichever way its conditions go.
    fn offers(&self, root: TermId) -> BTreeSet<VarId> {
        let terms = &self.system.terms;
        let mut common: Option<BTreeSet<VarId>> = None;
        let mut conditions = BTreeSet::new();
        let mut waiting = vec![root];
        while let Some(term) = waiting.pop() {
            match (terms.op(term), terms.operands(term)) {
                (Op::Ite, [c, a, b]) => {
                    conditions.extend(self.next_vars(*c));
                    waiting.extend([*a, *b]);
                }
                (Op::Or, list) if !list.is_empty() => waiting.extend(list),
                (Op::Implies, [c, a]) => {
                    conditions.extend(self.next_vars(*c));
                    waiting.push(*a);
                }
                _ if terms.constant(term).and_then(Value::as_bool) == Some(true) => {}
                _ => {
                    let offered = self.offered(term, self.relations.contains(&root));
                    common = Some(common.map_or(offered.clone(), |c| c.intersection(&offered).copied().collect()));
                }
            }
        }
        common.unwrap_or_default().into_iter().filter(|v| !conditions.contains(v)).collect()
    }

    /// The variables that `next(x) = e`, `next(x)`, `!next(x)` or `1 <= next(x) & next(x) <= 5` can be satisfied by; for a
    /// relation only if e fits.
    fn offered(&self, term: TermId, is_relation: bool) -> BTreeSet<VarId> {
        let terms = &self.system.terms;
        let side = |a: TermId, b: TermId| match terms.op(a) {
            Op::Next(v) if !self.next_vars(b).contains(&v) && (!is_relation || self.fits(b, v)) => Some(v),
            _ => None,
        };
        match (terms.op(term), terms.operands(term)) {
            (Op::Next(v), _) => BTreeSet::from([v]),
            (Op::Not, [a]) => next_of(terms, *a).into_iter().collect(),
            (Op::Eq, [a, b]) => side(*a, *b).into_iter().chain(side(*b, *a)).collect(),
            (Op::Le, _) => self.offered_range(&[term]).into_iter().collect(),
            (Op::And, list) => self.offered_range(list).into_iter().collect(),
            _ => BTreeSet::new(),
        }
    }

    /// The variable of which all these formulas are constant bounds, if some value of it keeps them.
    fn offered_range(&self, bounds: &[TermId]) -> Option<VarId> {
        let terms = &self.system.terms;
        let number = |t: TermId| match terms.constant(t) {
            Some(Value::Int(n)) => i64::try_from(n).ok(),
            _ => None,
        };
        let bound = |t: &TermId| match (terms.op(*t), terms.operands(*t)) {
            (Op::Le, [a, b]) => match (next_of(terms, *a), next_of(terms, *b)) {
                (Some(v), None) => Some((v, Interval { lo: None, hi: Some(number(*b)?) })),
                (None, Some(v)) => Some((v, Interval { lo: Some(number(*a)?), hi: None })),
                _ => None,
            },
            _ => None,
        };
        let found: Vec<(VarId, Interval)> = bounds.iter().map(bound).collect::<Option<_>>()?;
        let (var, _) = *found.first()?;
        let own = match terms.var(var).sort {
            Sort::Range { lo, hi } => Interval { lo: Some(lo), hi: Some(hi) },
            Sort::Int => Interval { lo: None, hi: None },
            _ => return None,
        };
        let lo = found.iter().map(|(_, i)| i.lo).chain([own.lo]).flatten().max();
        let hi = found.iter().map(|(_, i)| i.hi).chain([own.hi]).flatten().min();
        let open = lo.is_none_or(|lo| hi.is_none_or(|hi| lo <= hi));
        (open && found.iter().all(|(v, _)| *v == var)).then_some(var)
    }

    /// Whether a term, by its form, only has values that a variable can have.
    pub(crate) fn fits(&self, term: TermId, var: VarId) -> bool {
        let terms = &self.system.terms;
        let Sort::Range { lo, hi } = terms.var(var).sort else { return true };
        let mut waiting = vec![term];
        while let Some(term) = waiting.pop() {
            let fits = match (terms.op(term), terms.operands(term), terms.constant(term)) {
                (Op::Ite, [_, a, b], _) => {
                    waiting.extend([*a, *b]);
                    true
                }
                (_, _, Some(Value::Int(n))) => (lo.into()..=hi.into()).contains(n),
                _ => matches!(terms.sort(term), Sort::Range { lo: l, hi: h } if lo <= l && h <= hi),
            };
            if !fits {
                return false;
            }
        }
        true
    }

    /// The variables whose next values a formula reads.
    pub(crate) fn next_vars(&self, term: TermId) -> BTreeSet<VarId> {
        let terms = &self.system.terms;
        walk::postorder(terms, [term]).into_iter().filter_map(|t| next_of(terms, t)).collect()
    }
}

/// Whether a part of these formulas is a real number or a float.
fn computes_reals(terms: &Terms, formulas: impl Iterator<Item = TermId>) -> bool {
    let is_real = |t| terms.sort(t) == Sort::Real || terms.sort(t).is_float();
    terms.has_reals() && walk::postorder(terms, formulas).into_iter().any(is_real)
}

/// Whether a restriction speaks of these variables alone.
fn concerns(terms: &Terms, term: TermId, inside: &BTreeSet<VarId>) -> bool {
    walk::variables(terms, [term]).is_subset(inside)
}

fn next_of(terms: &Terms, term: TermId) -> Option<VarId> {
    if let Op::Next(v) = terms.op(term) { Some(v) } else { None }
}

fn cone_of(system: &System, goals: &[TermId], choices: &BTreeMap<TermId, VarId>) -> BTreeSet<VarId> {
    let terms = &system.terms;
    let groups: Vec<BTreeSet<VarId>> = system
        .init
        .iter()
        .chain(&system.invar)
        .chain(&system.trans)
        .map(|c| walk::variables(terms, [c.term]))
        .chain(system.next.iter().map(|(v, u)| {
            let mut set = walk::variables(terms, [u.term]);
            set.insert(*v);
            set
        }))
        .collect();
    // A restriction binds all its variables together; an update or choice only binds its target to what it reads.
    let relations = system.init.iter().chain(&system.invar).map(|_| None);
    let steps = system.trans.iter().map(|c| choices.get(&c.term).copied());
    let targets = relations.chain(steps).chain(system.next.keys().copied().map(Some));
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); terms.var_count()];
    for (index, (group, target)) in groups.iter().zip(targets).enumerate() {
        match target {
            None => group.iter().for_each(|v| users[v.index()].push(index)),
            Some(target) => users[target.index()].push(index),
        }
    }
    let mut cone = BTreeSet::new();
    let mut waiting: Vec<VarId> = walk::variables(terms, goals.iter().copied()).into_iter().collect();
    while let Some(var) = waiting.pop() {
        if cone.insert(var) {
            let reached = users[var.index()].iter().flat_map(|g| groups[*g].iter());
            waiting.extend(reached.filter(|v| !cone.contains(*v)));
        }
    }
    cone
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three numbers: `x` counts, `y` is `x` or any number up to `high`, `z` follows `y`.
    fn system(high: i64) -> System {
        let mut system = System::new("choice");
        let sort = Sort::Range { lo: 0, hi: 3 };
        let vars = ["x", "y", "z"].map(|name| system.add_var(name, sort, Role::State, None).expect("a new name"));
        let [x, y, _] = vars.map(|v| system.terms.now(v));
        for (var, term) in [(vars[0], x), (vars[2], y)] {
            system.next.insert(var, wherefore_ir::Update { term, element: None });
        }
        let (next, zero) = (system.terms.next(vars[1]), system.terms.int(0));
        let (same, first) = (system.terms.eq(next, x), system.terms.eq(x, zero));
        let any = system.terms.within(next, Sort::Range { lo: 0, hi: high });
        let choice = system.terms.ite(first, same, any);
        system.trans.push(Constraint { term: choice, element: None });
        system
    }

    fn vars_of(system: &System, var: &str) -> Vec<String> {
        let mut system = system.clone();
        let var = system.terms.find_var(var).expect("declared");
        let (now, zero) = (system.terms.now(var), system.terms.int(0));
        let goal = system.terms.eq(now, zero);
        let cone = Cone::of_paths(&system, goal);
        cone.vars.iter().map(|v| system.terms.var(*v).name.clone()).collect()
    }

    #[test]
    fn a_choice_is_left_out_with_its_variable_and_kept_for_it() {
        for high in [1, 3] {
            let system = system(high);
            assert_eq!(vars_of(&system, "x"), ["x"]);
            assert_eq!(vars_of(&system, "y"), ["x", "y"]);
            assert_eq!(vars_of(&system, "z"), ["x", "y", "z"]);
        }
    }

    #[test]
    fn a_choice_without_a_value_ends_paths_and_is_kept() {
        assert_eq!(vars_of(&system(-1), "x"), ["x", "y", "z"]);
    }
}
