//! The slow twin: both models run on every input of a grid, with values only, until nothing new is reached.
//!
//! The twin shares nothing with the lens but the systems and the evaluator. Inputs between the points of the grid are not
//! seen: a difference that it finds is one, but that it finds none means little by itself.

use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::{Op, Role, Sort, System, TermId, Value, VarId, walk};
use wherefore_trace::{Evaluator, Step};

/// A model that can be run.
pub struct Runner<'a> {
    system: &'a System,
    updates: Evaluator,
    outputs: Evaluator,
    rest: Option<Evaluator>,
    choices: Vec<Vec<(VarId, Value)>>,
}

impl<'a> Runner<'a> {
    /// Only systems whose steps are functions of states, inputs and choices. Outputs come in the given order.
    pub fn new(system: &'a System, outputs: &[String]) -> Runner<'a> {
        let output = |name: &String| system.annexes.outputs.iter().find(|o| o.name == *name).expect("an output").term;
        let compile = |roots: Vec<TermId>| Evaluator::new(&system.terms, &roots).expect("terms of one tick");
        let mut choices = vec![Vec::new()];
        for var in &system.choices {
            let values = listed(system, *var);
            choices = choices
                .iter()
                .flat_map(|list| values.iter().map(|v| [list.as_slice(), &[(*var, v.clone())]].concat()))
                .collect();
        }
        Runner {
            system,
            updates: compile(system.next.values().map(|u| u.term).collect()),
            outputs: compile(outputs.iter().map(output).collect()),
            rest: system.annexes.rest.map(|t| compile(vec![t])),
            choices,
        }
    }

    fn is_rest(&self, step: &Step) -> bool {
        self.rest.as_ref().is_none_or(|rest| rest.truths(&step.values, None) == [Some(true)])
    }

    fn next(&self, tick: &Step) -> Step {
        let mut next = Step::empty(self.system);
        for (var, value) in self.system.next.keys().zip(self.updates.evaluate(&tick.values, None)) {
            next.set(*var, value.expect("a value for every variable"));
        }
        for (var, _) in self.system.vars().filter(|(_, r)| *r == Role::Frozen) {
            next.set(var, tick.get(var).expect("a value").clone());
        }
        next
    }

    /// The first state at rest. Free first values are the least of their sorts.
    pub fn start(&self) -> Step {
        let mut step = Step::empty(self.system);
        for var in self.system.state_vars() {
            step.set(var, wherefore_solve::default_value(self.system.terms.var(var).sort));
        }
        for _ in 0..self.system.init.len() {
            for conjunct in self.system.init.iter().flat_map(|c| walk::conjuncts(&self.system.terms, c.term)) {
                self.assign(&mut step, conjunct);
            }
        }
        while !self.is_rest(&step) {
            step = self.next(&step);
        }
        step
    }

    fn assign(&self, step: &mut Step, conjunct: TermId) {
        let terms = &self.system.terms;
        let (var, value) = match (terms.op(conjunct), terms.operands(conjunct)) {
            (Op::Var(v), _) => (v, Some(Value::Bool(true))),
            (Op::Not, [a]) => match terms.op(*a) {
                Op::Var(v) => (v, Some(Value::Bool(false))),
                _ => return,
            },
            (Op::Eq | Op::FpEq, [a, b]) => {
                let (var, other) = match (terms.op(*a), terms.op(*b)) {
                    (Op::Var(v), _) => (v, *b),
                    (_, Op::Var(v)) => (v, *a),
                    _ => return,
                };
                let value = wherefore_trace::evaluate(terms, other, &step.values, None).expect("a term of one tick");
                (var, value)
            }
            _ => return,
        };
        if let Some(value) = value {
            step.set(var, value);
        }
    }

    /// Everything that can be seen for these inputs, each with the state at rest.
    pub fn react(&self, from: &Step, inputs: &[(VarId, Value)]) -> BTreeSet<(Vec<String>, Vec<Option<Value>>)> {
        let mut found = BTreeSet::new();
        for choices in &self.choices {
            let mut now = from.clone();
            loop {
                for (var, value) in inputs.iter().chain(choices) {
                    now.set(*var, value.clone());
                }
                now = self.next(&now);
                if self.is_rest(&now) {
                    break;
                }
            }
            let seen = self.outputs.evaluate(&now.values, None).into_iter().flatten();
            let seen = seen.map(|v| wherefore_trace::show_short(&self.system.terms, &v)).collect();
            found.insert((seen, now.values));
        }
        found
    }
}

fn listed(system: &System, var: VarId) -> Vec<Value> {
    match system.terms.var(var).sort {
        Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
        Sort::Range { lo, hi } => (lo..=hi).map(Value::int).collect(),
        Sort::Enum(id) => (0..system.terms.enumeration(id).values.len() as u32).map(|i| Value::Enum(id, i)).collect(),
        other => panic!("choices of sort {other:?}"),
    }
}

type Concrete = BTreeSet<Vec<Option<Value>>>;

/// The length of a shortest history on the grid after which two models show different things; and how many reactions
/// were computed. Cells that keep inputs are forgotten where `forget` says so, so that few states are distinguished.
pub fn difference(
    systems: [&System; 2],
    grid: &[Vec<Value>],
    forget: &dyn Fn(&System, VarId) -> bool,
) -> (Option<usize>, usize) {
    let outputs: Vec<String> = systems[0].annexes.outputs.iter().map(|o| o.name.clone()).collect();
    let runners = systems.map(|s| Runner::new(s, &outputs));
    // The inputs of the second in the order of the first.
    let own: Vec<VarId> = systems[0].input_vars().filter(|v| !systems[0].choices.contains(v)).collect();
    let names = own.iter().map(|v| systems[0].terms.var(*v).name.as_str());
    let theirs = names.map(|n| systems[1].terms.find_var(n).expect("an input of the same name")).collect();
    let inputs: [Vec<VarId>; 2] = [own, theirs];
    let plain = |m: usize, mut values: Vec<Option<Value>>| {
        for (var, _) in systems[m].vars() {
            if inputs[m].contains(&var) || systems[m].choices.contains(&var) || forget(systems[m], var) {
                values[var.index()] = None;
            }
        }
        values
    };
    let starts: [Vec<Option<Value>>; 2] = [0, 1].map(|m: usize| runners[m].start().values);
    let mut known: BTreeSet<[Concrete; 2]> = BTreeSet::new();
    let first = [0, 1].map(|m: usize| BTreeSet::from([starts[m].clone()]));
    known.insert([0, 1].map(|m: usize| first[m].iter().map(|v| plain(m, v.clone())).collect()));
    let (mut level, mut length, mut count) = (vec![first], 0, 0);
    while !level.is_empty() {
        length += 1;
        let mut next = Vec::new();
        for node in &level {
            for point in grid {
                let answers = [0, 1].map(|m: usize| {
                    let chosen: Vec<(VarId, Value)> = inputs[m].iter().copied().zip(point.iter().cloned()).collect();
                    let mut answer: BTreeMap<Vec<String>, Concrete> = BTreeMap::new();
                    for values in &node[m] {
                        let from = Step { values: values.clone(), element: None };
                        for (seen, end) in runners[m].react(&from, &chosen) {
                            answer.entry(seen).or_default().insert(end);
                        }
                    }
                    answer
                });
                count += 1;
                if !answers[0].keys().eq(answers[1].keys()) {
                    return (Some(length), count);
                }
                for (seen, ends) in &answers[0] {
                    let there = [ends.clone(), answers[1][seen].clone()];
                    let key = [0, 1].map(|m: usize| there[m].iter().map(|v| plain(m, v.clone())).collect());
                    if known.insert(key) {
                        next.push(there);
                    }
                }
            }
        }
        level = next;
    }
    (None, count)
}
