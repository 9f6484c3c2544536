//! Runs of a model for given inputs, computed with the evaluator alone.
//!
//! Whatever the search claims a machine to do for some inputs is done here again, on the model as it was loaded and with
//! values instead of terms. What a machine chooses itself is tried until it does what is claimed.

use super::CompareError;
use super::branch::{Observation, State};
use super::interface::Matched;
use super::joint::{Joint, Machine, Update, assigned};
use super::oracle::{internal, listed};
use wherefore_check::NoAnswer;
use wherefore_ir::float::nearest;
use wherefore_ir::{Role, Sort, System, TermId, Terms, Value, VarId, walk};
use wherefore_solve::default_value;
use wherefore_trace::{Evaluator, Step, Trace};

/// More steps than this are not made for one reaction.
const MOST_MICROSTEPS: usize = 20_000;

/// Computes runs of one model.
pub(super) struct Simulator<'a> {
    system: &'a System,
    joint: &'a Joint,
    machine: &'a Machine,
    place: usize,
    matched: &'a Matched,
    updates: Evaluator,
    outputs: Evaluator,
    rest: Option<Evaluator>,
    taken: Evaluator,
}

/// One reaction of a run.
#[derive(Clone, Debug)]
pub(super) struct Done {
    /// The ticks with inputs, the first at rest.
    pub ticks: Vec<Step>,
    /// The state at the next rest, without inputs.
    pub end: Step,
    pub seen: Observation,
    /// The names of the transitions taken.
    pub taken: Vec<String>,
}

impl<'a> Simulator<'a> {
    pub fn new(
        system: &'a System,
        joint: &'a Joint,
        place: usize,
        matched: &'a Matched,
    ) -> Result<Simulator<'a>, CompareError> {
        let compile = |roots: Vec<TermId>| Evaluator::new(&system.terms, &roots).map_err(|e| internal(&e.to_string()));
        let taken = system.annexes.control.iter().flat_map(|c| c.transitions.iter().map(|t| t.taken)).collect();
        Ok(Simulator {
            system,
            joint,
            machine: &joint.machines[place],
            place,
            matched,
            updates: compile(system.next.values().map(|u| u.term).collect())?,
            outputs: compile(matched.outputs.iter().map(|row| row[place].term).collect())?,
            rest: system.annexes.rest.map(|t| compile(vec![t])).transpose()?,
            taken: compile(taken)?,
        })
    }

    /// The first state, at rest: the given values, parameters, and anything where nothing matters.
    pub fn start(&self, state: &State) -> Option<(Vec<Step>, Step)> {
        let mut step = Step::empty(self.system);
        for var in self.system.state_vars() {
            step.set(var, default_value(self.system.terms.var(var).sort));
        }
        self.parameters(&mut step);
        self.first_values(&mut step, state);
        self.settle(step, state)
    }

    /// Why a state that the search has for a first one is not found here. A machine that goes on by itself before the
    /// first inputs, and reads there what was never chosen, has more than one first state, and its runs up to them are
    /// not shown.
    pub fn no_start(&self) -> CompareError {
        let (terms, init) = (&self.system.terms, &self.system.init);
        let conjuncts: Vec<TermId> = init.iter().flat_map(|c| walk::conjuncts(terms, c.term)).collect();
        let is_given = |var: VarId| conjuncts.iter().any(|c| assigned(terms, *c, var).is_some());
        if self.rest.is_none() || self.system.state_vars().all(is_given) {
            return internal("a first state that is none");
        }
        let words = "what a machine does before its first inputs depends on values that nobody has chosen: such machines are \
                     not compared";
        CompareError::NoAnswer(NoAnswer::Unsupported(words.to_owned()))
    }

    /// The first rest with the values that the model determines; the others are unknown. None if where it rests depends on them.
    pub fn open_start(&self) -> Option<Step> {
        let mut now = Step::empty(self.system);
        self.parameters(&mut now);
        self.given_values(&mut now);
        for _ in 0..MOST_MICROSTEPS {
            if self.rest_truth(&now)? {
                return Some(now);
            }
            now = self.next(&now, None)?;
        }
        None
    }

    /// As [`open_start`](Self::open_start), with the ticks before, and with values that nobody chose for what is unknown there.
    pub fn filled_start(&self) -> Option<(Vec<Step>, Step)> {
        let mut step = Step::empty(self.system);
        for var in self.system.state_vars() {
            step.set(var, default_value(self.system.terms.var(var).sort));
        }
        self.parameters(&mut step);
        self.given_values(&mut step);
        self.settle(step, &State::new())
    }

    /// Observation of a state before inputs come.
    pub fn shows(&self, state: &Step) -> Option<Observation> {
        let values = self.outputs.evaluate(&state.values, None);
        let outputs = self.machine.outputs.iter().zip(values).enumerate();
        let seen = outputs.map(|(place, (output, value))| match output.during {
            true => Some(None),
            false => Some(Some(self.shared(place, &value?)?)),
        });
        seen.collect()
    }

    /// Values of the inputs of a reference as values of both models.
    pub fn shared_inputs(&self, reference: &System, values: &[Value]) -> Option<Vec<Value>> {
        let inputs = self.joint.inputs.iter().zip(values);
        let shared = |(var, value): (&VarId, &Value)| {
            translate(&reference.terms, &self.joint.terms, value, self.joint.terms.var(*var).sort)
        };
        inputs.map(shared).collect()
    }

    /// Some inputs, the simplest of their sorts.
    pub fn default_inputs(&self) -> Vec<Value> {
        self.joint.inputs.iter().map(|var| default_value(self.joint.terms.var(*var).sort)).collect()
    }

    /// Goes on without inputs until rest.
    fn settle(&self, first: Step, state: &State) -> Option<(Vec<Step>, Step)> {
        let (mut ticks, mut now) = (Vec::new(), first);
        while !self.is_rest(&now) {
            let mut tick = now.clone();
            for var in self.system.input_vars() {
                tick.set(var, default_value(self.system.terms.var(var).sort));
            }
            now = self.next(&tick, None)?;
            ticks.push(tick);
            if ticks.len() > MOST_MICROSTEPS {
                return None;
            }
        }
        self.is_at(&now, state).then_some((ticks, now))
    }

    /// The first values: what `init` says in equations, and for the rest the given state.
    fn first_values(&self, step: &mut Step, state: &State) {
        self.put(step, state);
        if self.rest.is_none() {
            return;
        }
        // A machine that goes on by itself before the first inputs has a first state that is determined.
        self.given_values(step);
    }

    /// The first values that `init` says in equations.
    fn given_values(&self, step: &mut Step) {
        let (terms, system) = (&self.system.terms, self.system);
        for conjunct in system.init.iter().flat_map(|c| walk::conjuncts(terms, c.term)) {
            for var in walk::variables(terms, [conjunct]) {
                if let Some(value) = assigned(terms, conjunct, var) {
                    step.set(var, value);
                }
            }
        }
    }

    fn parameters(&self, step: &mut Step) {
        for var in self.system.state_vars() {
            let name = format!("{}.{}", self.place, self.system.terms.var(var).name);
            let here = self.joint.terms.find_var(&name);
            if let Some(value) = here.and_then(|v| self.joint.parameters.get(&v)).and_then(|v| self.own(v, var)) {
                step.set(var, value);
            }
        }
    }

    /// Puts the values of a state that are determined into a step.
    fn put(&self, step: &mut Step, state: &State) {
        for (cell, value) in self.machine.cells.iter().zip(state) {
            if let Some(value) = value.as_ref().and_then(|v| self.own(v, cell.origin)) {
                step.set(cell.origin, value);
            }
        }
    }

    /// A value of the shared arena as one of the model.
    fn own(&self, value: &Value, var: VarId) -> Option<Value> {
        translate(&self.joint.terms, &self.system.terms, value, self.system.terms.var(var).sort)
    }

    /// Whether a step has the values of a state that are determined.
    fn is_at(&self, step: &Step, state: &State) -> bool {
        let same = |(cell, value): (&super::joint::Cell, &Option<Value>)| match value {
            Some(value) => self.own(value, cell.origin).as_ref() == step.get(cell.origin),
            None => true,
        };
        self.machine.cells.iter().zip(state).all(same)
    }

    fn is_rest(&self, step: &Step) -> bool {
        self.rest_truth(step) == Some(true)
    }

    /// Whether the machine is at rest; none if that is not known.
    fn rest_truth(&self, step: &Step) -> Option<bool> {
        self.rest.as_ref().map_or(Some(true), |rest| rest.truths(&step.values, None).pop()?)
    }

    /// The state after a tick; values that the model leaves open are taken from `wanted`. What depends on something unknown is unknown.
    fn next(&self, tick: &Step, wanted: Option<&State>) -> Option<Step> {
        let mut next = Step::empty(self.system);
        let values = self.updates.evaluate(&tick.values, None);
        for (var, value) in self.system.next.keys().zip(values) {
            value.into_iter().for_each(|value| next.set(*var, value));
        }
        for (var, role) in self.system.vars() {
            if role == Role::Frozen {
                tick.get(var).into_iter().for_each(|value| next.set(var, value.clone()));
            }
        }
        for (place, cell) in self.machine.cells.iter().enumerate() {
            if let Update::Free(_) = cell.update {
                let value = wanted.and_then(|s| s.get(place).cloned().flatten());
                next.set(cell.origin, self.own(&value?, cell.origin)?);
            }
        }
        Some(next)
    }

    /// The reaction from a state to these inputs that shows and leads to what is given; none if there is no such.
    pub fn react(&self, from: &Step, inputs: &[Value], seen: &Observation, next: &State) -> Option<Done> {
        let found = |done: &Done| done.seen == *seen && self.is_at(&done.end, next);
        self.reactions(from, inputs, Some(next)).into_iter().find(found)
    }

    /// The reactions from a state to these inputs, of which those are left out that cannot be followed.
    pub fn reactions(&self, from: &Step, inputs: &[Value], wanted: Option<&State>) -> Vec<Done> {
        let chosen = self.choices();
        chosen.iter().filter_map(|choices| self.reaction(from, inputs, choices, wanted)).collect()
    }

    /// Every reaction from a state to these inputs; none if one of them cannot be followed.
    pub fn every_reaction(&self, from: &Step, inputs: &[Value]) -> Option<Vec<Done>> {
        self.choices().iter().map(|choices| self.reaction(from, inputs, choices, None)).collect()
    }

    /// Every combination of what the machine chooses itself.
    fn choices(&self) -> Vec<Vec<Value>> {
        let mut chosen = vec![Vec::new()];
        for var in &self.machine.choice_origins {
            let sort = self.system.terms.var(*var).sort;
            let values = listed(&self.system.terms, sort).unwrap_or_default();
            let more = |list: &Vec<Value>| {
                let list = list.clone();
                values.iter().map(move |v| list.iter().cloned().chain([v.clone()]).collect()).collect::<Vec<_>>()
            };
            chosen = chosen.iter().flat_map(more).collect();
        }
        chosen
    }

    fn reaction(&self, from: &Step, inputs: &[Value], choices: &[Value], wanted: Option<&State>) -> Option<Done> {
        let mut now = from.clone();
        let (mut ticks, mut taken) = (Vec::new(), Vec::new());
        loop {
            self.choose(&mut now, inputs, choices)?;
            let next = self.next(&now, wanted)?;
            taken.extend(self.takes(&now, &next));
            ticks.push(now);
            now = next;
            if self.rest_truth(&now)? {
                break;
            }
            if ticks.len() > MOST_MICROSTEPS {
                return None;
            }
        }
        let during = self.outputs.evaluate(&ticks.first()?.values, None);
        let after = self.outputs.evaluate(&now.values, None);
        let seen = self.machine.outputs.iter().zip(during.into_iter().zip(after)).enumerate();
        let seen = seen.map(|(place, (output, (during, after)))| {
            let value = if output.during { during } else { after }?;
            self.shared(place, &value)
        });
        Some(Done { seen: seen.collect(), ticks, end: now, taken })
    }

    /// A value of an output as one of the shared arena.
    fn shared(&self, place: usize, value: &Value) -> Option<Value> {
        let sort = self.joint.terms.sort(self.joint.machines[0].outputs[place].term);
        translate(&self.system.terms, &self.joint.terms, value, sort)
    }

    fn choose(&self, step: &mut Step, inputs: &[Value], choices: &[Value]) -> Option<()> {
        for (row, value) in self.matched.inputs.iter().zip(inputs) {
            let var = row[self.place];
            step.set(var, self.own(value, var)?);
        }
        for (var, value) in self.machine.choice_origins.iter().zip(choices) {
            step.set(*var, value.clone());
        }
        Some(())
    }

    fn takes(&self, now: &Step, next: &Step) -> Vec<String> {
        let Some(control) = &self.system.annexes.control else { return Vec::new() };
        let truths = self.taken.truths(&now.values, Some(&next.values));
        let taken = control.transitions.iter().zip(truths).filter(|(_, t)| *t == Some(true));
        taken.map(|(t, _)| t.name.clone()).collect()
    }

    /// A whole run: the ticks of its reactions, and the last rest with the inputs that come next; otherwise with the last ones.
    pub fn trace<'r>(
        &self,
        before: Vec<Step>,
        reactions: impl Iterator<Item = &'r Done>,
        start: &Step,
        onward: Option<&[Value]>,
    ) -> Trace {
        let (mut steps, mut end) = (before, start.clone());
        for reaction in reactions {
            steps.extend(reaction.ticks.iter().cloned());
            end = reaction.end.clone();
        }
        if let Some(last) = steps.last() {
            for (var, _) in self.system.vars() {
                if end.get(var).is_none()
                    && let Some(value) = last.get(var)
                {
                    end.set(var, value.clone());
                }
            }
        }
        if let Some(inputs) = onward {
            self.choose(&mut end, inputs, &[]);
        }
        steps.push(end);
        Trace::finite(steps)
    }
}

/// A value of one arena in another: enumerations by the names of their values, reals as floats where they are read so.
pub(super) fn translate(from: &Terms, to: &Terms, value: &Value, sort: Sort) -> Option<Value> {
    match (value, sort) {
        (Value::Enum(id, index), Sort::Enum(other)) => {
            let name = from.enumeration(*id).values.get(*index as usize)?;
            let place = to.enumeration(other).values.iter().position(|v| v == name)?;
            Some(Value::Enum(other, place as u32))
        }
        (Value::Int(n), Sort::Real) => Some(Value::Real(n.clone().into())),
        (Value::Real(number), Sort::Float(format)) => Some(nearest(format, number)),
        _ => Some(value.clone()),
    }
}
