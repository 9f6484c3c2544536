//! Small random systems, and all their runs of a length, by the evaluator.

use wherefore_ir::{Constraint, Role, Sort, System, TermId, Terms, Update, Value, VarId};
use wherefore_test::below;
use wherefore_trace::{Evaluator, Step, Trace};

/// A failing run and all good runs of the same length.
pub struct Case {
    pub system: System,
    pub good: TermId,
    pub trace: Trace,
    pub good_runs: Vec<Trace>,
}

/// More runs than this are not listed.
const MOST_RUNS: usize = 30_000;

pub fn show(case: &Case) -> String {
    let mut system = case.system.clone();
    system.invar.push(Constraint { term: case.good, element: None });
    format!("{}\n(the last invariant is the property)\n{:?}", wherefore_ir::text::print(&system), case.trace)
}

/// The case of a seed; none if the property never fails or there are too many runs.
pub fn case(seed: u64) -> Option<Case> {
    let mut dice = seed ^ 0x5DEE_CE66;
    let mut system = system(&mut dice);
    let good = truth(&mut system.terms, &mut dice, 3);
    let last = below(&mut dice, 3);
    let runs = runs(&system, last + 1)?;
    let check = Evaluator::new(&system.terms, &[good]).expect("a plain formula");
    let is_good = |run: &Trace| check.truths(&run.steps[last].values, None)[0] == Some(true);
    let (good_runs, bad): (Vec<Trace>, Vec<Trace>) = runs.into_iter().partition(is_good);
    let trace = if bad.is_empty() { None } else { Some(bad[below(&mut dice, bad.len())].clone()) }?;
    Some(Case { system, good, trace, good_runs })
}

/// A system of a few variables of every kind.
pub fn system(dice: &mut u64) -> System {
    let mut system = System::new("random");
    let number = match below(dice, 4) {
        0 => Sort::BitVec(2),
        1 => Sort::Range { lo: -1, hi: 2 },
        _ => Sort::Range { lo: 0, hi: 2 },
    };
    for index in 0..2 + below(dice, 3) {
        let sort = if below(dice, 5) < 3 { Sort::Bool } else { number };
        let role = [Role::Input, Role::Input, Role::State, Role::State, Role::State, Role::Frozen][below(dice, 6)];
        let var = system.add_var(format!("v{index}"), sort, role, None).expect("a new name");
        if sort == Sort::BitVec(2) && below(dice, 2) == 0 {
            system.terms.read_as_signed(var);
        }
    }
    let vars: Vec<(VarId, Role)> = system.vars().collect();
    for (var, role) in vars {
        restrict(&mut system, dice, var, role);
    }
    if below(dice, 4) == 0 {
        let term = truth(&mut system.terms, dice, 2);
        system.invar.push(Constraint { term, element: None });
    }
    if below(dice, 4) == 0 {
        let all: Vec<VarId> = system.terms.vars().map(|(v, _)| v).collect();
        let var = all[below(dice, all.len())];
        let sort = system.terms.var(var).sort;
        let (now, value) = (system.terms.now(var), value_of(&mut system, dice, sort));
        let term = system.terms.eq(now, value);
        system.invar.push(Constraint { term, element: None });
    }
    system
}

/// An initial value for some, a next function for most, a relation for some of the rest.
fn restrict(system: &mut System, dice: &mut u64, var: VarId, role: Role) {
    let sort = system.terms.var(var).sort;
    if role != Role::Input && below(dice, 2) == 0 {
        let domain = domain(sort);
        let (now, value) = (system.terms.now(var), domain[below(dice, domain.len())].clone());
        let value = system.terms.mk_const(value);
        let term = system.terms.eq(now, value);
        system.init.push(Constraint { term, element: None });
    }
    if role != Role::State {
        return;
    }
    match below(dice, 6) {
        0 => {}
        1 => {
            let (next, one, other) =
                (system.terms.next(var), value_of(system, dice, sort), value_of(system, dice, sort));
            let (left, right) = (system.terms.eq(next, one), system.terms.eq(next, other));
            let term = system.terms.or([left, right]);
            system.trans.push(Constraint { term, element: None });
        }
        _ => {
            let term = value_of(system, dice, sort);
            system.next.insert(var, Update { term, element: None });
        }
    }
}

fn value_of(system: &mut System, dice: &mut u64, sort: Sort) -> TermId {
    match sort {
        Sort::Bool => truth(&mut system.terms, dice, 2),
        _ => number(&mut system.terms, dice, sort, 2),
    }
}

fn vars_of(terms: &Terms, sort: Sort) -> Vec<VarId> {
    terms.vars().filter(|(_, v)| v.sort == sort).map(|(id, _)| id).collect()
}

/// A term that stays in its sort.
fn number(terms: &mut Terms, dice: &mut u64, sort: Sort, depth: u32) -> TermId {
    let vars = vars_of(terms, sort);
    if depth > 0 && below(dice, 2) == 0 {
        let condition = truth(terms, dice, depth - 1);
        let (a, b) = (number(terms, dice, sort, depth - 1), number(terms, dice, sort, depth - 1));
        return terms.ite(condition, a, b);
    }
    if vars.is_empty() || below(dice, 4) == 0 {
        let domain = domain(sort);
        let value = domain[below(dice, domain.len())].clone();
        return terms.mk_const(value);
    }
    terms.now(vars[below(dice, vars.len())])
}

/// A formula over all variables.
pub fn truth(terms: &mut Terms, dice: &mut u64, depth: u32) -> TermId {
    if depth > 0 && below(dice, 3) > 0 {
        let (a, b) = (truth(terms, dice, depth - 1), truth(terms, dice, depth - 1));
        return match below(dice, 5) {
            0 => terms.not(a),
            1 => terms.and([a, b]),
            2 => terms.or([a, b]),
            3 => terms.implies(a, b),
            _ => terms.xor(a, b),
        };
    }
    let all: Vec<VarId> = terms.vars().map(|(v, _)| v).collect();
    let var = all[below(dice, all.len())];
    let now = terms.now(var);
    let sort = terms.var(var).sort;
    if sort == Sort::Bool {
        return now;
    }
    let other = number(terms, dice, sort, 0);
    match (sort, below(dice, 2)) {
        (_, 0) => terms.eq(now, other),
        (Sort::BitVec(_), _) => terms.apply(wherefore_ir::Op::BvUlt, &[now, other]),
        _ => terms.lt(now, other),
    }
}

fn domain(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Range { lo, hi } => (lo..=hi).map(Value::int).collect(),
        Sort::BitVec(width) => (0..1_u32 << width).map(|n| Value::bits(width, n)).collect(),
        _ => Vec::new(),
    }
}

/// All runs with this number of ticks; `None` if they are too many.
pub fn runs(system: &System, ticks: usize) -> Option<Vec<Trace>> {
    let list = |constraints: &[Constraint]| -> Evaluator {
        Evaluator::new(&system.terms, &constraints.iter().map(|c| c.term).collect::<Vec<_>>()).expect("plain formulas")
    };
    let (init, invar, trans) = (list(&system.init), list(&system.invar), list(&system.trans));
    let updates: Vec<TermId> = system.next.values().map(|u| u.term).collect();
    let updates = Evaluator::new(&system.terms, &updates).expect("plain terms");
    let all = |truths: Vec<Option<bool>>| truths.iter().all(|t| *t == Some(true));
    let everything = combinations(system, &Step::empty(system));
    let mut runs: Vec<Vec<Step>> = everything
        .into_iter()
        .filter(|s| all(init.truths(&s.values, None)) && all(invar.truths(&s.values, None)))
        .map(|s| vec![s])
        .collect();
    for _ in 1..ticks {
        let mut longer = Vec::new();
        for run in &runs {
            let now = &run[run.len() - 1];
            let mut fixed = Step::empty(system);
            for ((var, _), value) in system.next.iter().zip(updates.evaluate(&now.values, None)) {
                fixed.set(*var, value.expect("a value"));
            }
            for (var, _) in system.vars().filter(|(_, r)| *r == Role::Frozen) {
                fixed.set(var, now.get(var).expect("a value").clone());
            }
            let next = combinations(system, &fixed).into_iter();
            let next =
                next.filter(|s| all(trans.truths(&now.values, Some(&s.values))) && all(invar.truths(&s.values, None)));
            longer.extend(next.map(|s| run.iter().cloned().chain([s]).collect::<Vec<Step>>()));
            if longer.len() > MOST_RUNS {
                return None;
            }
        }
        runs = longer;
    }
    Some(runs.into_iter().map(Trace::finite).collect())
}

/// All ways to give values to what has none yet.
fn combinations(system: &System, fixed: &Step) -> Vec<Step> {
    let mut list = vec![fixed.clone()];
    for (var, _) in system.vars().filter(|(v, _)| fixed.get(*v).is_none()) {
        let values = domain(system.terms.var(var).sort);
        let with = |step: &Step| {
            let step = step.clone();
            values.iter().map(move |value| {
                let mut step = step.clone();
                step.set(var, value.clone());
                step
            })
        };
        list = list.iter().flat_map(with).collect();
    }
    list
}
