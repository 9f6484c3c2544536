//! Machines, run concretely: first configurations and steps, one at a time, from the plain data alone.

use super::machine::{Choice, Entry, Expr, Plan, Value, Var};

/// Control states, one for each region whether active or not, and data.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Config {
    pub control: Vec<usize>,
    pub data: Vec<i64>,
}

/// One step: the transition that each region takes, and the configuration after it.
pub struct Step {
    pub taken: Vec<Option<usize>>,
    pub after: Config,
}

/// All valuations of the inputs.
pub fn inputs(plan: &Plan) -> Vec<Vec<i64>> {
    product(plan.inputs.iter().map(|v| (0..=v.top).collect()).collect())
}

/// All control states within `choices`, with all data.
fn configs(plan: &Plan, choices: Vec<Vec<usize>>) -> Vec<Config> {
    let data = product(plan.data.iter().map(|v| (0..=v.top).collect()).collect());
    let control = product(choices);
    let with = |c: &Vec<usize>| data.iter().map(|d| Config { control: c.clone(), data: d.clone() }).collect::<Vec<_>>();
    control.iter().flat_map(with).collect()
}

/// The configurations that can be first with some input, with these inputs.
pub fn first(plan: &Plan) -> Vec<(Config, Vec<Vec<i64>>)> {
    let mut found = Vec::new();
    for config in configs(plan, plan.regions.iter().map(|r| r.starts.clone()).collect()) {
        let fits = |i: &Vec<i64>| all(plan, &plan.init, &config, i) && is_legal(plan, &config, i);
        let fitting: Vec<Vec<i64>> = inputs(plan).into_iter().filter(fits).collect();
        if !fitting.is_empty() {
            found.push((config, fitting));
        }
    }
    found
}

pub fn is_legal(plan: &Plan, config: &Config, inputs: &[i64]) -> bool {
    all(plan, &plan.invar, config, inputs)
}

fn all(plan: &Plan, list: &[Expr], config: &Config, inputs: &[i64]) -> bool {
    list.iter().all(|e| holds(plan, e, config, inputs))
}

pub fn holds(plan: &Plan, expr: &Expr, config: &Config, inputs: &[i64]) -> bool {
    match expr {
        Expr::Yes => true,
        Expr::No => false,
        Expr::At(state) => config.control[plan.states[*state].region] == *state,
        Expr::Cmp(var, rel, number) => rel.holds(read(*var, config, inputs), *number),
        Expr::Not(a) => !holds(plan, a, config, inputs),
        Expr::And(list) => list.iter().all(|e| holds(plan, e, config, inputs)),
        Expr::Or(list) => list.iter().any(|e| holds(plan, e, config, inputs)),
    }
}

fn read(var: Var, config: &Config, inputs: &[i64]) -> i64 {
    match var {
        Var::Data(i) => config.data[i],
        Var::Input(i) => inputs[i],
    }
}

fn value(plan: &Plan, value: Value, config: &Config, inputs: &[i64]) -> i64 {
    match value {
        Value::Const(number) => number,
        Value::Of(var) => read(var, config, inputs),
        Value::Wrap(var) => (read(var, config, inputs) + 1) % (plan.variable(var).top + 1),
    }
}

/// Whether every state around a region is the current one.
pub fn is_active(plan: &Plan, config: &Config, region: usize) -> bool {
    plan.around(region).iter().all(|s| config.control[plan.states[*s].region] == *s)
}

/// All steps with these inputs.
pub fn steps(plan: &Plan, config: &Config, inputs: &[i64]) -> Vec<Step> {
    let choices = (0..plan.regions.len()).map(|r| {
        let enabled = enabled(plan, config, inputs, r);
        if enabled.is_empty() { vec![None] } else { enabled.into_iter().map(Some).collect() }
    });
    let taken = product(choices.collect());
    taken.into_iter().map(|taken| Step { after: after(plan, config, inputs, &taken), taken }).collect()
}

/// The transitions that a region can take.
fn enabled(plan: &Plan, config: &Config, inputs: &[i64], region: usize) -> Vec<usize> {
    let can = |t: &usize| holds(plan, &plan.transitions[*t].guard, config, inputs);
    let outer = |s: &usize| !enabled(plan, config, inputs, plan.states[*s].region).is_empty();
    if !is_active(plan, config, region) || plan.outer_first && plan.around(region).iter().any(outer) {
        return Vec::new();
    }
    let enabled: Vec<usize> = plan.exits(config.control[region]).into_iter().filter(can).collect();
    let least = enabled.iter().map(|t| plan.transitions[*t].rank).min();
    let ranked = plan.choice == Choice::Rank;
    enabled.into_iter().filter(|t| !ranked || Some(plan.transitions[*t].rank) == least).collect()
}

fn after(plan: &Plan, config: &Config, inputs: &[i64], taken: &[Option<usize>]) -> Config {
    let data = plan.data.iter().map(|v| value(plan, v.idle, config, inputs)).collect();
    let mut after = Config { control: config.control.clone(), data };
    for transition in taken.iter().flatten().map(|t| &plan.transitions[*t]) {
        after.control[plan.states[transition.source].region] = transition.target;
        for (place, what) in &transition.actions {
            after.data[*place] = value(plan, *what, config, inputs);
        }
    }
    for (region, described) in plan.regions.iter().enumerate() {
        let around = plan.around(region);
        let enters = |t: &usize| around.contains(&plan.transitions[*t].target);
        if taken.iter().flatten().any(enters) {
            match &described.entry {
                Entry::Kept => {}
                Entry::At(state) => after.control[region] = *state,
                Entry::If(when, yes, no) => {
                    after.control[region] = if holds(plan, when, config, inputs) { *yes } else { *no };
                }
            }
        }
    }
    after
}

/// One element of each list, in all ways.
fn product<T: Clone>(lists: Vec<Vec<T>>) -> Vec<Vec<T>> {
    let mut all = vec![Vec::new()];
    for list in lists {
        let longer =
            |start: &Vec<T>| list.iter().map(|x| [&start[..], std::slice::from_ref(x)].concat()).collect::<Vec<_>>();
        all = all.iter().flat_map(longer).collect();
    }
    all
}
