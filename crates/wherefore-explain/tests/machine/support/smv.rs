//! A machine as SMV text, each transition a named definition that `next` refers to.

use super::machine::{Choice, Expr, Plan, Rel, Value, Var, Variable};
use std::fmt::Write;

/// The text; `None` where the idiom has no words for the machine: choice, nested regions, inputs in the property.
pub fn text(plan: &Plan) -> Option<String> {
    let nested = plan.regions.iter().any(|r| r.parent.is_some());
    let about_inputs = plan.init.iter().chain(&plan.invar).chain([&plan.good]).any(Expr::reads_inputs);
    if plan.choice != Choice::Rank || nested || about_inputs {
        return None;
    }
    let mut text = "MODULE main\nIVAR\n".to_owned();
    declare(&mut text, &plan.inputs)?;
    text.push_str("VAR\n");
    for (place, region) in plan.regions.iter().enumerate() {
        writeln!(text, "  {} : {{{}}};", region.name, state_names(plan, &plan.states_of(place))).ok()?;
    }
    declare(&mut text, &plan.data)?;
    defines(&mut text, plan)?;
    updates(&mut text, plan)?;
    for invar in &plan.invar {
        writeln!(text, "INVAR {};", expr(plan, invar)).ok()?;
    }
    writeln!(text, "INVARSPEC NAME good := {};", expr(plan, &plan.good)).ok()?;
    Some(text)
}

fn declare(text: &mut String, list: &[Variable]) -> Option<()> {
    for variable in list {
        let sort = if variable.boolean { "boolean".to_owned() } else { format!("0..{}", variable.top) };
        writeln!(text, "  {} : {sort};", variable.name).ok()?;
    }
    Some(())
}

fn state_names(plan: &Plan, states: &[usize]) -> String {
    states.iter().map(|s| plan.states[*s].name.as_str()).collect::<Vec<_>>().join(", ")
}

fn defines(text: &mut String, plan: &Plan) -> Option<()> {
    text.push_str("DEFINE\n");
    for transition in &plan.transitions {
        let mut parts = vec![expr(plan, &Expr::At(transition.source)), expr(plan, &transition.guard)];
        let before = |t: &&usize| plan.transitions[**t].rank < transition.rank;
        for other in plan.exits(transition.source).iter().filter(before) {
            parts.push(format!("!{}", expr(plan, &plan.transitions[*other].guard)));
        }
        writeln!(text, "  {} := {};", transition.name, parts.join(" & ")).ok()?;
    }
    Some(())
}

fn updates(text: &mut String, plan: &Plan) -> Option<()> {
    text.push_str("ASSIGN\n");
    for (place, region) in plan.regions.iter().enumerate() {
        let name = &region.name;
        writeln!(text, "  init({name}) := {{{}}};\n  next({name}) := case", state_names(plan, &region.starts)).ok()?;
        for transition in plan.transitions_of(place).iter().map(|t| &plan.transitions[*t]) {
            writeln!(text, "    {} : {};", transition.name, plan.states[transition.target].name).ok()?;
        }
        writeln!(text, "    TRUE : {name};\n  esac;").ok()?;
    }
    for (place, variable) in plan.data.iter().enumerate() {
        writeln!(text, "  next({}) := case", variable.name).ok()?;
        for transition in plan.transitions.iter().rev() {
            for (_, what) in transition.actions.iter().filter(|(d, _)| *d == place) {
                writeln!(text, "    {} : {};", transition.name, value(plan, *what, variable.boolean)).ok()?;
            }
        }
        writeln!(text, "    TRUE : {};\n  esac;", value(plan, variable.idle, variable.boolean)).ok()?;
    }
    for init in &plan.init {
        writeln!(text, "INIT {};", expr(plan, init)).ok()?;
    }
    Some(())
}

fn constant(number: i64, boolean: bool) -> String {
    match (boolean, number) {
        (true, 0) => "FALSE".to_owned(),
        (true, _) => "TRUE".to_owned(),
        _ => number.to_string(),
    }
}

fn value(plan: &Plan, value: Value, boolean: bool) -> String {
    match value {
        Value::Const(number) => constant(number, boolean),
        Value::Of(var) => name(plan, var),
        Value::Wrap(var) if boolean => format!("!{}", name(plan, var)),
        Value::Wrap(var) => format!("({0} = {1} ? 0 : {0} + 1)", name(plan, var), plan.variable(var).top),
    }
}

fn name(plan: &Plan, var: Var) -> String {
    plan.variable(var).name.clone()
}

fn expr(plan: &Plan, what: &Expr) -> String {
    let list = |list: &[Expr], word: &str| list.iter().map(|e| expr(plan, e)).collect::<Vec<_>>().join(word);
    match what {
        Expr::Yes => "TRUE".to_owned(),
        Expr::No => "FALSE".to_owned(),
        Expr::At(state) => {
            let state = &plan.states[*state];
            format!("({} = {})", plan.regions[state.region].name, state.name)
        }
        Expr::Cmp(var, rel, number) if plan.variable(*var).boolean => {
            let fits: Vec<String> = (0..=1)
                .filter(|v| rel.holds(*v, *number))
                .map(|v| format!("{} = {}", name(plan, *var), constant(v, true)))
                .collect();
            format!("({})", fits.join(" | "))
        }
        Expr::Cmp(var, rel, number) => {
            let word = match rel {
                Rel::Eq => "=",
                Rel::Le => "<=",
                Rel::Ge => ">=",
            };
            format!("({} {word} {number})", name(plan, *var))
        }
        Expr::Not(a) => format!("!{}", expr(plan, a)),
        Expr::And(parts) if parts.is_empty() => "TRUE".to_owned(),
        Expr::Or(parts) if parts.is_empty() => "FALSE".to_owned(),
        Expr::And(parts) => format!("({})", list(parts, " & ")),
        Expr::Or(parts) => format!("({})", list(parts, " | ")),
    }
}
