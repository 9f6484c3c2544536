//! Interface of a model: what is chosen and seen from outside, and how two models are put beside each other.
//!
//! Inputs are what the source calls so, and in SMV models also variables that nothing constrains. Outputs are what the source
//! declares; otherwise those that were asked for, or every variable that both models have. Names are matched after the map
//! that was given.

use super::{CompareError, Options, Side};
use std::collections::BTreeSet;
use wherefore_ir::{ElementId, Op, Role, Sort, System, TermId, VarId, Visibility, walk};

/// An output of one model.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub name: String,
    pub term: TermId,
    pub element: Option<ElementId>,
}

/// The two sides of an interface: of each input and output the parts that the models have in it, in the same order.
#[derive(Clone, Debug, Default)]
pub(super) struct Matched {
    pub inputs: Vec<Vec<VarId>>,
    pub outputs: Vec<Vec<Seen>>,
    pub notes: Vec<String>,
}

/// Matches the inputs and outputs of models, the reference first. One model is matched with itself alone.
pub(super) fn matched(systems: &[&System], options: &Options) -> Result<Matched, CompareError> {
    let mut result = Matched::default();
    mapped(systems, options)?;
    singles(systems)?;
    let chosen = systems.iter().zip([Side::Reference, Side::Implementation]);
    let chosen: Vec<Vec<VarId>> = chosen.map(|(s, side)| inputs(s, side, options)).collect::<Result<_, _>>()?;
    for var in &chosen[0] {
        let mut row = vec![*var];
        let name = &systems[0].terms.var(*var).name;
        for (system, theirs) in systems.iter().zip(&chosen).skip(1) {
            let wanted = renamed(name, options);
            let found = theirs.iter().find(|v| system.terms.var(**v).name == wanted);
            row.push(*found.ok_or_else(|| unmatched("input", Side::Implementation, &wanted, None))?);
        }
        result.inputs.push(row);
    }
    for theirs in chosen.iter().skip(1) {
        let taken: BTreeSet<VarId> = result.inputs.iter().map(|row| row[1]).collect();
        if let Some(extra) = theirs.iter().find(|v| !taken.contains(*v)) {
            let (name, element) = (&systems[1].terms.var(*extra).name, systems[1].var_element(*extra));
            return Err(unmatched("input", Side::Reference, name, element));
        }
    }
    result.outputs = outputs(systems, &chosen, options, &mut result.notes)?;
    Ok(result)
}

/// Checks that the names of the map exist.
fn mapped(systems: &[&System], options: &Options) -> Result<(), CompareError> {
    let sides = [Side::Reference, Side::Implementation];
    for (from, to) in &options.map {
        for ((system, side), name) in systems.iter().zip(sides).zip([from, to]) {
            if system.terms.find_var(name).is_none() && output(system, name).is_none() {
                let what = format!("the {} has no `{name}`", side.word());
                let help = "`--map REFERENCE=IMPLEMENTATION` takes names of inputs and outputs".to_owned();
                return Err(CompareError::Unusable { side, what, element: None, help });
            }
        }
    }
    Ok(())
}

/// Checks that inputs with one value only, which are not chosen, have the same value.
fn singles(systems: &[&System]) -> Result<(), CompareError> {
    let [reference, implementation] = systems else { return Ok(()) };
    let value = |system: &System, var: VarId| match system.terms.var(var).sort {
        Sort::Enum(id) => system.terms.enumeration(id).values.first().cloned(),
        _ => None,
    };
    for var in reference.input_vars().filter(|v| is_single(reference, *v)) {
        let name = &reference.terms.var(var).name;
        let theirs = implementation.terms.find_var(name).filter(|v| is_single(implementation, *v));
        let Some(theirs) = theirs else { continue };
        let (a, b) = (value(reference, var), value(implementation, theirs));
        if a != b {
            let [a, b] = [a, b].map(Option::unwrap_or_default);
            let what = format!("`{name}` is always `{b}` in the implementation, and `{a}` in the reference");
            let help = "declare what the environment may send in both models, as `<wf:event name=\"...\"/>`".to_owned();
            let element = implementation.var_element(theirs);
            return Err(CompareError::Unusable { side: Side::Implementation, what, element, help });
        }
    }
    Ok(())
}

/// The name that something of the reference has in the implementation.
fn renamed(name: &str, options: &Options) -> String {
    let mapped = options.map.iter().find(|(from, _)| from == name);
    mapped.map_or_else(|| name.to_owned(), |(_, to)| to.clone())
}

fn unmatched(what: &str, side: Side, name: &str, element: Option<ElementId>) -> CompareError {
    let other = if side == Side::Reference { Side::Implementation } else { Side::Reference };
    let (missing, other) = (side.word(), other.word());
    CompareError::Unusable {
        side: if element.is_some() { Side::Implementation } else { side },
        what: format!("the {missing} has no {what} `{name}`, the {other} has"),
        element,
        help: "say which names belong together with `--map REFERENCE=IMPLEMENTATION`".to_owned(),
    }
}

/// The variables that the environment chooses, in the order of their declaration.
pub(super) fn inputs(system: &System, side: Side, options: &Options) -> Result<Vec<VarId>, CompareError> {
    let mut named = BTreeSet::new();
    for name in &options.inputs {
        let name = if side == Side::Reference { name.clone() } else { renamed(name, options) };
        let var = system.terms.find_var(&name).filter(|v| is_free(system, *v) || system.role(*v) == Role::Input);
        let unusable = || CompareError::Unusable {
            side,
            what: format!("`{name}` cannot be an input"),
            element: system.terms.find_var(&name).and_then(|v| system.var_element(v)),
            help: "an input is a variable whose values the model does not determine".to_owned(),
        };
        named.insert(var.ok_or_else(unusable)?);
    }
    let is_input = |var: VarId, role: Role| {
        let hidden = system.terms.var(var).is_hidden() || system.choices.contains(&var) || is_single(system, var);
        named.contains(&var) || !hidden && (role == Role::Input || named.is_empty() && is_free(system, var))
    };
    Ok(system.vars().filter(|(v, r)| is_input(*v, *r)).map(|(v, _)| v).collect())
}

/// Whether a variable has one value only, as the event of a statechart that knows one event: there is nothing to choose.
fn is_single(system: &System, var: VarId) -> bool {
    matches!(system.terms.var(var).sort, Sort::Enum(id) if system.terms.enumeration(id).values.len() == 1)
}

/// Whether a variable of the state may have any value at any tick: nothing says what its first or next value is.
fn is_free(system: &System, var: VarId) -> bool {
    let first = walk::variables(&system.terms, system.init.iter().map(|c| c.term));
    let steps = walk::postorder(&system.terms, system.trans.iter().map(|c| c.term));
    system.role(var) == Role::State
        && !system.next.contains_key(&var)
        && !first.contains(&var)
        && !steps.iter().any(|t| system.terms.op(*t) == Op::Next(var))
}

/// The output of this name.
fn output(system: &System, name: &str) -> Option<Seen> {
    if let Some(known) = system.annexes.outputs.iter().find(|o| o.name == name) {
        return Some(Seen { name: name.to_owned(), term: known.term, element: known.element });
    }
    if let Some(define) = system.defines.iter().find(|d| d.name == name) {
        return Some(Seen { name: name.to_owned(), term: define.term, element: define.element });
    }
    let var = system.terms.find_var(name)?;
    let term = (0..system.terms.len() as u32).map(TermId).find(|t| system.terms.op(*t) == Op::Var(var))?;
    Some(Seen { name: name.to_owned(), term, element: system.var_element(var) })
}

fn outputs(
    systems: &[&System],
    inputs: &[Vec<VarId>],
    options: &Options,
    notes: &mut Vec<String>,
) -> Result<Vec<Vec<Seen>>, CompareError> {
    let reference = systems[0];
    let declared: Vec<String> = reference.annexes.outputs.iter().map(|o| o.name.clone()).collect();
    let is_asked = !options.outputs.is_empty();
    let names = match (is_asked, declared.is_empty()) {
        (true, _) => options.outputs.clone(),
        (false, false) => declared,
        (false, true) => common(systems, inputs, options, notes),
    };
    let mut rows = Vec::new();
    for name in &names {
        let theirs = renamed(name, options);
        let mut row = Vec::new();
        for (place, system) in systems.iter().enumerate() {
            let (side, name) = if place == 0 { (Side::Reference, name) } else { (Side::Implementation, &theirs) };
            row.push(output(system, name).ok_or_else(|| missing_output(systems, side, name, is_asked))?);
        }
        rows.push(row);
    }
    if let (false, Some(implementation)) = (is_asked, systems.get(1)) {
        let seen = |name: &str| rows.iter().any(|r: &Vec<Seen>| r[1].name == name);
        if let Some(extra) =
            implementation.annexes.outputs.iter().find(|o| !reference.annexes.outputs.is_empty() && !seen(&o.name))
        {
            return Err(unmatched("output", Side::Reference, &extra.name, extra.element));
        }
    }
    if rows.is_empty() {
        let what = "no outputs to look at".to_owned();
        let help = "name them with `--output NAME`, or declare them in the model".to_owned();
        return Err(CompareError::Unusable { side: Side::Reference, what, element: None, help });
    }
    Ok(rows)
}

/// CompareError: a model lacks an output that was asked for or that the other model has.
fn missing_output(systems: &[&System], side: Side, name: &str, is_asked: bool) -> CompareError {
    if !is_asked {
        return unmatched("output", side, name, None);
    }
    let system = systems[if side == Side::Reference { 0 } else { systems.len() - 1 }];
    let known: Vec<&str> = system.annexes.outputs.iter().map(|o| o.name.as_str()).collect();
    let help = match known.as_slice() {
        [] => "an output is a variable or a definition of the model".to_owned(),
        known => format!("its outputs are {}", known.join(", ")),
    };
    let model = if systems.len() == 1 { "model" } else { side.word() };
    CompareError::Unusable { side, what: format!("the {model} has no output `{name}`"), element: None, help }
}

/// What properties can read of two models: outputs that are declared, and every name that both have and nobody chooses from outside.
pub fn readable(reference: &System, implementation: &System) -> Vec<String> {
    let (systems, options) = ([reference, implementation], Options::default());
    let has_it = |name: &String| systems.iter().all(|s| output(s, name).is_some());
    let inputs = [reference.input_vars().collect()];
    let declared = reference.annexes.outputs.iter().map(|o| o.name.clone()).filter(has_it);
    let mut found: Vec<String> = declared.collect();
    let others = common(&systems, &inputs, &options, &mut Vec::new());
    found.extend(others.into_iter().filter(|name| !found.contains(name)).collect::<Vec<_>>());
    found
}

/// The variables and definitions that every model has and that are not chosen from outside.
fn common(systems: &[&System], inputs: &[Vec<VarId>], options: &Options, notes: &mut Vec<String>) -> Vec<String> {
    let reference = systems[0];
    let variables = reference.state_vars().filter(|v| !inputs[0].contains(v)).map(|v| reference.terms.var(v));
    let variables = variables.filter(|v| v.visibility == Visibility::Source).map(|v| v.name.as_str());
    let defines = reference.defines.iter().map(|d| d.name.as_str()).filter(|_| !reference.annexes.is_chart());
    let is_seen = |name: &&str| systems.iter().skip(1).all(|s| output(s, &renamed(name, options)).is_some());
    let found: Vec<String> = variables.chain(defines).filter(is_seen).map(str::to_owned).collect();
    if !found.is_empty() && systems.len() > 1 {
        notes.push("no outputs are declared: every name that both models have is one".to_owned());
    }
    found
}
