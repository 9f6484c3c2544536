//! Both models driven with the same inputs: where they answer otherwise on a run, no search is needed to know that they differ.
//!
//! The inputs are those of runs that are known, gone on with by chance, and others by chance alone. What a model leaves open is
//! followed in all its ways, and a first value that nothing determines stays unknown, so that what is shown does not depend on it.
//! A difference is then made shorter, and the run of each model is replayed. Runs never prove that models are the same: that is
//! left to the product.

use super::branch::Observation;
use super::interface::{self, Matched};
use super::joint::{self, Joint};
use super::oracle::{internal, listed};
use super::simulate::{Done, Simulator};
use super::valuation::{holds, with_inputs};
use super::{CompareError, Options, Side, floats};
use std::collections::BTreeMap;
use wherefore_ir::{System, TermId, Value, VarId};
use wherefore_solve::{Stop, default_value};
use wherefore_trace::{Draw, Evaluator, Step, Trace, replay, show_short};

/// How many runs are drawn, and how many inputs each has.
const DRAWN: usize = 40;
const REACTIONS: usize = 16;
/// In how many ways a known run goes on, and for how many inputs.
const ENDINGS: usize = 2;
const MORE_REACTIONS: usize = 6;
/// The seed of what is drawn.
const SEED: u64 = 0x0d1f;
/// More ticks than this are not made for one comparison.
const MOST_TICKS: usize = 60_000;
/// More states than this are not followed at the same time.
const MOST_STATES: usize = 64;
/// More combinations of inputs than this are not tried to see which of them matter.
const MOST_COMBINATIONS: usize = 256;

/// Inputs for runs of a model, in its own values.
#[derive(Clone, Debug)]
pub struct Drive {
    runs: Vec<Vec<Vec<Value>>>,
}

/// A difference that shows on a run.
#[derive(Clone, Debug)]
pub struct RunDifference {
    /// The difference in words: outputs, and inputs for which they differ at the end.
    pub key: String,
    /// How many inputs lead to it; none where models differ before the first.
    pub steps: usize,
    /// These inputs, in the order of the interface of the reference.
    pub inputs: Vec<Vec<String>>,
    /// Which of the last ones the words name; the others may have any value.
    pub is_named: Vec<bool>,
    /// The run of each model, replayed.
    pub runs: [Trace; 2],
}

impl Drive {
    /// Inputs of runs of a model.
    pub fn new(reference: &System, known: &[Trace], options: &Options) -> Result<Drive, CompareError> {
        let inputs = interface::inputs(reference, Side::Reference, options)?;
        let mut draw = Draw::new(reference, SEED);
        let sorts: Vec<_> = inputs.iter().map(|var| reference.terms.var(*var).sort).collect();
        let mut drawn = |count: usize| -> Vec<Vec<Value>> {
            let mut values = |_| sorts.iter().map(|sort| draw.value(&reference.terms, *sort)).collect();
            (0..count).map(&mut values).collect()
        };
        let mut runs: Vec<Vec<Vec<Value>>> = (0..DRAWN).map(|_| drawn(REACTIONS)).collect();
        for run in known {
            let begun = taken(reference, &inputs, run)?;
            runs.extend((0..ENDINGS).map(|_| begun.iter().cloned().chain(drawn(MORE_REACTIONS)).collect()));
        }
        Ok(Drive { runs })
    }
}

/// The inputs that a run takes whenever it is at rest.
fn taken(system: &System, inputs: &[VarId], run: &Trace) -> Result<Vec<Vec<Value>>, CompareError> {
    let rest: Vec<TermId> = system.annexes.rest.into_iter().collect();
    let rest = Evaluator::new(&system.terms, &rest).map_err(|e| internal(&e.to_string()))?;
    let is_rest = |step: &&Step| rest.truths(&step.values, None).iter().all(|t| *t == Some(true));
    let value = |step: &Step, var: &VarId| {
        step.get(*var).cloned().unwrap_or_else(|| default_value(system.terms.var(*var).sort))
    };
    let at_rest = run.steps.iter().filter(is_rest);
    Ok(at_rest.map(|step| inputs.iter().map(|var| value(step, var)).collect()).collect())
}

/// The first difference that shows when two models are driven, made shorter; `None` if none shows.
pub fn drive(
    reference: &System,
    implementation: &System,
    drive: &Drive,
    options: &Options,
    stop: &Stop,
) -> Result<Option<RunDifference>, CompareError> {
    let floats = match options.float {
        None => None,
        Some(format) => {
            let read = |system, side| floats::read(system, side, format);
            Some([read(reference, Side::Reference)?, read(implementation, Side::Implementation)?])
        }
    };
    let systems = floats.as_ref().map_or([reference, implementation], |[one, two]| [one, two]);
    let matched = interface::matched(&systems, options)?;
    let joint = joint::joint(&systems, &matched)?;
    let Some(mut pair) = Pair::new(systems, &joint, &matched)? else { return Ok(None) };
    if let Some(difference) = pair.before_inputs() {
        return Ok(Some(difference));
    }
    for run in &drive.runs {
        if stop.is_fired() || pair.ticks > MOST_TICKS {
            break;
        }
        let inputs = pair.lawful(reference, run);
        if let Some(found) = pair.walk(&inputs) {
            let inputs = pair.shortened(inputs[..=found.place].to_vec());
            return Ok(pair.told(&inputs));
        }
    }
    Ok(None)
}

/// Outputs that a machine shows for some inputs, with the reactions that show them.
type Answer = BTreeMap<Observation, Vec<Done>>;

/// Where two machines answer otherwise.
struct Clash {
    /// How many inputs were taken before.
    place: usize,
    before: [Vec<Step>; 2],
    /// What was seen before.
    seen: Vec<Observation>,
    answers: [Answer; 2],
}

/// Two models that are driven.
struct Pair<'a> {
    joint: &'a Joint,
    matched: &'a Matched,
    machines: [Driven<'a>; 2],
    starts: [Step; 2],
    domain: Evaluator,
    ticks: usize,
}

impl<'a> Pair<'a> {
    /// Prepares models; none if one of them cannot be driven.
    fn new(systems: [&'a System; 2], joint: &'a Joint, matched: &'a Matched) -> Result<Option<Pair<'a>>, CompareError> {
        let [Some(one), Some(two)] =
            [Driven::new(systems, joint, 0, matched)?, Driven::new(systems, joint, 1, matched)?]
        else {
            return Ok(None);
        };
        let (Some(first), Some(second)) = (one.simulator.open_start(), two.simulator.open_start()) else {
            return Ok(None);
        };
        let domain = Evaluator::new(&joint.terms, &joint.domain).map_err(|e| internal(&e.to_string()))?;
        Ok(Some(Pair { joint, matched, machines: [one, two], starts: [first, second], domain, ticks: 0 }))
    }

    /// A difference in what is seen before the first inputs.
    fn before_inputs(&self) -> Option<RunDifference> {
        let seen = [0, 1].map(|m| self.machines[m].simulator.shows(&self.starts[m]));
        let [Some(one), Some(two)] = &seen else { return None };
        // What one of them shows with its inputs only is not compared before them.
        let differs = |(a, b): (&Option<Value>, &Option<Value>)| a.is_some() && b.is_some() && a != b;
        if !one.iter().zip(two).any(differs) {
            return None;
        }
        let runs = [self.machines[0].confirmed(&[], &[])?, self.machines[1].confirmed(&[], &[])?];
        let key = "what is seen before the first inputs".to_owned();
        Some(RunDifference { key, steps: 0, inputs: Vec::new(), is_named: Vec::new(), runs })
    }

    /// Inputs of the reference that may come at all, among some, as values of both.
    fn lawful(&self, reference: &System, run: &[Vec<Value>]) -> Vec<Vec<Value>> {
        let shared = |values: &Vec<Value>| self.machines[0].simulator.shared_inputs(reference, values);
        run.iter().filter_map(shared).filter(|values| self.is_lawful(values)).collect()
    }

    fn is_lawful(&self, inputs: &[Value]) -> bool {
        holds(&self.domain, &with_inputs(self.joint, inputs))
    }

    /// Drives both machines until they answer otherwise; `None` if they do not, or if that is not known.
    fn walk(&mut self, inputs: &[Vec<Value>]) -> Option<Clash> {
        let mut states = self.starts.clone().map(|start| vec![start]);
        let mut seen = Vec::new();
        for (place, values) in inputs.iter().enumerate() {
            let answers = self.answers(&states, values)?;
            if !answers[0].keys().eq(answers[1].keys()) {
                return Some(Clash { place, before: states, seen, answers });
            }
            let shown = answers[0].keys().next()?.clone();
            states = answers.map(|mut answer| ends(answer.remove(&shown).unwrap_or_default()));
            seen.push(shown);
        }
        None
    }

    fn answers(&mut self, states: &[Vec<Step>; 2], inputs: &[Value]) -> Option<[Answer; 2]> {
        let answers = [0, 1].map(|m| self.machines[m].answer(&states[m], inputs));
        let [Some(one), Some(two)] = answers else { return None };
        let ticks = [&one, &two].into_iter().flat_map(|a| a.values()).flatten().map(|done| done.ticks.len());
        self.ticks += ticks.sum::<usize>();
        Some([one, two])
    }

    /// Fewer inputs that end in a difference too.
    fn shortened(&mut self, mut inputs: Vec<Vec<Value>>) -> Vec<Vec<Value>> {
        let mut place = 0;
        while place < inputs.len() {
            let mut fewer = inputs.clone();
            fewer.remove(place);
            match self.walk(&fewer) {
                Some(clash) => inputs = fewer[..=clash.place].to_vec(),
                None => place += 1,
            }
        }
        inputs
    }

    /// A difference in words, with runs that show it.
    fn told(&mut self, inputs: &[Vec<Value>]) -> Option<RunDifference> {
        let clash = self.walk(inputs)?;
        let outputs = self.outputs(&clash.answers)?;
        let is_only_first = clash.answers[0].keys().any(|seen| !clash.answers[1].contains_key(seen));
        let own = usize::from(!is_only_first);
        let last = [0, 1].map(|machine| {
            let (answer, other) = (&clash.answers[machine], &clash.answers[1 - machine]);
            let alone = answer.keys().find(|seen| machine != own || !other.contains_key(*seen));
            alone.cloned()
        });
        let [Some(one), Some(two)] = last else { return None };
        let run = |machine: usize, last: Observation| {
            let seen: Vec<Observation> = clash.seen.iter().cloned().chain([last]).collect();
            self.machines[machine].confirmed(inputs, &seen)
        };
        let runs = [run(0, one)?, run(1, two)?];
        let last = inputs.last()?;
        let open = self.immaterial(&clash.before, last, &outputs);
        let is_named: Vec<bool> = (0..last.len()).map(|place| !open.contains(&place)).collect();
        let condition = self.condition(last, &is_named);
        let names: Vec<&str> = outputs.iter().map(|o| self.matched.outputs[*o][0].name.as_str()).collect();
        let subject = if names.is_empty() { "the combination of outputs".to_owned() } else { names.join(", ") };
        let text = |values: &Vec<Value>| values.iter().map(|v| show_short(&self.joint.terms, v)).collect();
        let inputs: Vec<Vec<String>> = inputs.iter().map(text).collect();
        Some(RunDifference { key: format!("{subject}, for {condition}"), steps: inputs.len(), inputs, is_named, runs })
    }

    /// The outputs of which neither machine can show what the other shows.
    fn outputs(&self, answers: &[Answer; 2]) -> Option<Vec<usize>> {
        let [one, two] = answers;
        let count = one.keys().chain(two.keys()).next()?.len();
        let differs = |place: &usize| one.keys().all(|a| two.keys().all(|b| a[*place] != b[*place]));
        Some((0..count).filter(differs).collect())
    }

    /// Inputs whose value does not matter to a difference in these outputs, by their places.
    fn immaterial(&mut self, before: &[Vec<Step>; 2], inputs: &[Value], outputs: &[usize]) -> Vec<usize> {
        let mut open: Vec<usize> = Vec::new();
        for place in (0..inputs.len()).rev() {
            open.push(place);
            if !self.differs_always(before, inputs, &open, outputs) {
                open.pop();
            }
        }
        open
    }

    /// Inputs that are named, in words.
    fn condition(&self, inputs: &[Value], is_named: &[bool]) -> String {
        let terms = &self.joint.terms;
        let named = self.joint.inputs.iter().zip(inputs).zip(is_named).filter(|(_, is)| **is);
        let words = named.map(|((var, value), _)| {
            let name = terms.var(*var).spelling();
            match value {
                Value::Bool(true) => name.to_owned(),
                Value::Bool(false) => format!("!{name}"),
                value => format!("{name} = {}", show_short(terms, value)),
            }
        });
        let words: Vec<String> = words.collect();
        if words.is_empty() { "any inputs".to_owned() } else { words.join(" & ") }
    }

    /// Whether the same outputs differ whatever the values of some inputs are.
    fn differs_always(&mut self, before: &[Vec<Step>; 2], inputs: &[Value], open: &[usize], outputs: &[usize]) -> bool {
        let mut all = vec![inputs.to_vec()];
        for place in open {
            let sort = self.joint.terms.var(self.joint.inputs[*place]).sort;
            let Some(values) = listed(&self.joint.terms, sort) else { return false };
            if all.len() * values.len() > MOST_COMBINATIONS {
                return false;
            }
            let with = |row: &Vec<Value>, value: &Value| {
                let mut row = row.clone();
                row[*place] = value.clone();
                row
            };
            all = all.iter().flat_map(|row| values.iter().map(|v| with(row, v)).collect::<Vec<_>>()).collect();
        }
        all.retain(|values| self.is_lawful(values));
        all.iter().all(|values| {
            let answers = self.answers(before, values);
            answers.is_some_and(|answers| {
                !answers[0].keys().eq(answers[1].keys()) && self.outputs(&answers).as_deref() == Some(outputs)
            })
        })
    }
}

fn ends(reactions: Vec<Done>) -> Vec<Step> {
    let mut ends: Vec<Step> = Vec::new();
    for done in reactions {
        if !ends.contains(&done.end) {
            ends.push(done.end);
        }
    }
    ends
}

/// One model that is driven.
struct Driven<'a> {
    system: &'a System,
    simulator: Simulator<'a>,
    /// What every tick, and every step, must satisfy.
    laws: [Evaluator; 2],
}

impl<'a> Driven<'a> {
    /// Prepares a model; none if its steps are no functions of what is chosen.
    fn new(
        systems: [&'a System; 2],
        joint: &'a Joint,
        place: usize,
        matched: &'a Matched,
    ) -> Result<Option<Driven<'a>>, CompareError> {
        let (system, machine) = (systems[place], &joint.machines[place]);
        let is_listed = |var: &VarId| listed(&system.terms, system.terms.var(*var).sort).is_some();
        if !machine.is_function() || !machine.choice_origins.iter().all(is_listed) {
            return Ok(None);
        }
        let compile = |list: &[wherefore_ir::Constraint]| {
            let terms: Vec<TermId> = list.iter().map(|c| c.term).collect();
            Evaluator::new(&system.terms, &terms).map_err(|e| internal(&e.to_string()))
        };
        let laws = [compile(&system.invar)?, compile(&system.trans)?];
        Ok(Some(Driven { system, simulator: Simulator::new(system, joint, place, matched)?, laws }))
    }

    /// What the machine can show from these states; none if that is not known, or if it takes the inputs in none of its ways.
    fn answer(&self, states: &[Step], inputs: &[Value]) -> Option<Answer> {
        let mut answer = Answer::new();
        let mut count = 0;
        for state in states {
            for done in self.simulator.every_reaction(state, inputs)? {
                match self.is_lawful(&done)? {
                    true => answer.entry(done.seen.clone()).or_default().push(done),
                    false => continue,
                }
                count += 1;
            }
        }
        (1..=MOST_STATES).contains(&count).then_some(answer)
    }

    /// Whether a reaction keeps the laws of the model; none if that is not known.
    fn is_lawful(&self, done: &Done) -> Option<bool> {
        let [always, steps] = &self.laws;
        for (place, tick) in done.ticks.iter().enumerate() {
            let next = done.ticks.get(place + 1).unwrap_or(&done.end);
            let truths = always.truths(&tick.values, None).into_iter();
            let truths: Vec<bool> =
                truths.chain(steps.truths(&tick.values, Some(&next.values))).collect::<Option<_>>()?;
            if truths.contains(&false) {
                // A machine that takes inputs and cannot go on afterwards is left to the product.
                return if place == 0 { Some(false) } else { None };
            }
        }
        Some(true)
    }

    /// The run that takes these inputs and shows this; replayed.
    fn confirmed(&self, inputs: &[Vec<Value>], seen: &[Observation]) -> Option<Trace> {
        let (before, start) = self.simulator.filled_start()?;
        let mut reactions = Vec::new();
        let mut budget = MOST_TICKS;
        if !self.follows(&start, inputs, seen, &mut reactions, &mut budget) {
            return None;
        }
        let onward: Option<Vec<Value>> = reactions.is_empty().then(|| self.simulator.default_inputs());
        let trace = self.simulator.trace(before, reactions.iter(), &start, onward.as_deref());
        replay(self.system, &trace).is_ok().then_some(trace)
    }

    /// Finds reactions, one after the other, that show this.
    fn follows(
        &self,
        from: &Step,
        inputs: &[Vec<Value>],
        seen: &[Observation],
        reactions: &mut Vec<Done>,
        budget: &mut usize,
    ) -> bool {
        let (Some((values, inputs)), Some((shown, seen))) = (inputs.split_first(), seen.split_first()) else {
            return true;
        };
        for done in self.simulator.every_reaction(from, values).unwrap_or_default() {
            *budget = budget.saturating_sub(done.ticks.len());
            if *budget == 0 || done.seen != *shown {
                continue;
            }
            let end = done.end.clone();
            reactions.push(done);
            if self.follows(&end, inputs, seen, reactions, budget) {
                return true;
            }
            reactions.pop();
        }
        false
    }
}
