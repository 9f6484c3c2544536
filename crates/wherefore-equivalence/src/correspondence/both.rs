//! Both machines as one system on the same inputs, for the engines: are the outputs ever different?

use super::super::branch::State;
use super::super::joint::{Cell, Joint};
use super::super::oracle::{Oracle, internal, sorted};
use super::super::simulate::{Done, Simulator, translate};
use super::super::{CompareError, Difference, DifferenceDetails, Reaction, Side, recheck};
use super::coupled::{Coupled, Substitution, updates};
use super::{Induction, Pair, When};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wherefore_check::{self as check, NoAnswer, Recheck, Session, Silent, Verdict};
use wherefore_explain::result::id;
use wherefore_explain::result::part::Why;
use wherefore_ir::import::{self, import};
use wherefore_ir::{Constraint, Op, Role, Sort, System, TermId, Update, Value, VarId};
use wherefore_trace::{Step, Trace, replay, show_short};

/// What the engines find.
pub(super) enum Decided {
    /// The outputs are always the same.
    Same(Recheck),
    /// Models that differ on some inputs.
    Different(Box<Difference>),
    /// No engine knows.
    Unknown(NoAnswer),
}

/// Has the engines decide whether the outputs are always the same.
pub(super) fn decided(pair: &Pair<'_>, induction: &mut Induction) -> Result<Decided, CompareError> {
    if let Some(why) = unfit(induction)? {
        return Ok(Decided::Unknown(NoAnswer::Unsupported(why.to_owned())));
    }
    let mut equal_until = 0;
    for _ in 0..ATTEMPTS {
        let (system, good) = beside(&mut induction.both, equal_until);
        let found = match asked(pair, &system, good) {
            Verdict::Violated(found) => found.trace,
            Verdict::Undetermined(cause) => return Ok(Decided::Unknown(cause)),
            Verdict::Holds { recheck, .. } | Verdict::Vacuous { recheck, .. } if equal_until == 0 => {
                return Ok(Decided::Same(recheck));
            }
            Verdict::Holds { .. } | Verdict::Vacuous { .. } => break,
        };
        let shown = Shown { pair, system: &system };
        let observed = shown.observed(&found)?;
        if !induction.both.has_starts || observed.is_impossible(pair, induction)? {
            return Ok(Decided::Different(Box::new(shown.difference(observed)?)));
        }
        equal_until = found.steps.len();
    }
    Ok(Decided::Unknown(NoAnswer::Unsupported(CHOSEN.to_owned())))
}

/// How many differences are looked at that may be none, each longer than the one before.
const ATTEMPTS: usize = 4;

fn asked(pair: &Pair<'_>, system: &System, good: TermId) -> Verdict {
    let options = pair.options;
    let checks =
        check::Options { recheck: options.recheck, programs: options.programs.clone(), ..check::Options::default() };
    let observer: Arc<dyn check::Observer> = Arc::new(Silent);
    Session::new(system, checks).always(good, pair.stop, &observer).1
}

const UNLIKE: &str = "one of the models restricts its inputs or its memory more than the other does";
const CHOSEN: &str = "the models choose values of their own, and differ if both choose alike";

/// Why the engines cannot be asked: they would look at runs that one of the machines does not have.
fn unfit(induction: &mut Induction) -> Result<Option<&'static str>, CompareError> {
    if induction.both.joint.machines.iter().any(|m| !m.steps.is_empty()) {
        return Ok(Some("one of the models restricts its steps"));
    }
    // What is found then is a run of each only if they choose alike, and nobody could say what the other would do.
    if induction.both.has_choices {
        return Ok(Some(CHOSEN));
    }
    for when in [When::First, When::Later] {
        let view = induction.view(when);
        if !induction.are_taken_alike(&view)? {
            return Ok(Some(UNLIKE));
        }
    }
    Ok(None)
}

/// Both machines as one system, and the formula that their outputs are the same, apart from the first ticks.
fn beside(both: &mut Coupled, equal_until: usize) -> (System, TermId) {
    let first = restrictions(both);
    let joint = &mut both.joint;
    let outputs = joint.machines[0].outputs.iter().zip(&joint.machines[1].outputs);
    let same: Vec<TermId> = outputs.map(|(a, b)| joint.terms.eq(a.term, b.term)).collect();
    let good = joint.terms.and(same);
    let mut system = System::new("both models");
    for (var, declared) in joint.terms.vars() {
        let sort = import::sort(&joint.terms, &mut system.terms, declared.sort);
        let role = if joint.inputs.contains(&var) { Role::Input } else { Role::State };
        system.add_var(declared.name.clone(), sort, role, None);
    }
    let next: Vec<(VarId, TermId)> = joint.machines.iter().flat_map(updates).collect();
    let mut roots = vec![good];
    roots.extend(&first);
    roots.extend(joint.domain.iter().chain(joint.machines.iter().flat_map(|m| &m.invar)));
    let (always_from, updates_from) = (1 + first.len(), roots.len());
    roots.extend(next.iter().map(|(_, next)| *next));
    let copied = import(&joint.terms, &mut system.terms, &roots, &mut FxHashMap::default(), |terms, op| match op {
        Op::Var(var) => terms.now(var),
        _ => terms.bool(false),
    });
    let constraint = |term: &TermId| Constraint { term: *term, element: None };
    system.init = copied[1..always_from].iter().map(constraint).collect();
    system.invar = copied[always_from..updates_from].iter().map(constraint).collect();
    for ((var, _), term) in next.iter().zip(&copied[updates_from..]) {
        system.next.insert(*var, Update { term: *term, element: None });
    }
    for (var, _) in sorted(&joint.parameters) {
        let term = system.terms.now(var);
        system.next.insert(var, Update { term, element: None });
    }
    let early = is_early(&mut system, equal_until);
    let good = system.terms.or([copied[0], early]);
    (system, good)
}

/// Adds a counter of ticks; the formula that fewer than this many have passed.
fn is_early(system: &mut System, ticks: usize) -> TermId {
    let most = ticks as i64;
    let counter = match most {
        0 => None,
        _ => system.add_var("ticks before", Sort::Range { lo: 0, hi: most }, Role::State, None),
    };
    let Some(counter) = counter else { return system.terms.bool(false) };
    let terms = &mut system.terms;
    let [zero, one, last] = [0, 1, most].map(|n| terms.mk_const(Value::int(n)));
    let now = terms.now(counter);
    let is_early = terms.apply(Op::Lt, &[now, last]);
    let more = terms.apply(Op::Add, &[now, one]);
    let (next, first) = (terms.ite(is_early, more, now), terms.eq(now, zero));
    system.init.push(Constraint { term: first, element: None });
    system.next.insert(counter, Update { term: next, element: None });
    is_early
}

/// What holds at first: what the machines say, that open first values are equal, and the values of parameters.
fn restrictions(both: &mut Coupled) -> Vec<TermId> {
    let mut first = both.equal_starts();
    let joint = &mut both.joint;
    first.extend(joint.machines.iter().flat_map(|m| m.init.iter().copied()));
    for (var, value) in sorted(&joint.parameters) {
        let (var, value) = (joint.terms.now(var), joint.terms.mk_const(value));
        first.push(joint.terms.eq(var, value));
    }
    first
}

/// What both machines do on some inputs.
struct Observed {
    inputs: Vec<Vec<Value>>,
    /// The reactions of each, and its run.
    runs: [(Vec<Done>, Trace); 2],
}

impl Observed {
    /// Whether one of the machines cannot show what the other shows, whatever its first values are; found by two solvers.
    fn is_impossible(&self, pair: &Pair<'_>, induction: &mut Induction) -> Result<bool, CompareError> {
        for place in [1, 0] {
            let joint = &mut induction.both.joint;
            let facts = self.shown_by(joint, place);
            match induction.oracle.model(&mut joint.terms, &facts) {
                Ok(Some(_)) | Err(CompareError::NoAnswer(NoAnswer::Effort | NoAnswer::GaveUp(_))) => {}
                Ok(None) => {
                    let question = joint.terms.and(facts);
                    recheck::reviewed(joint, &[question], pair.options, pair.stop)?;
                    return Ok(true);
                }
                Err(other) => return Err(other),
            }
        }
        Ok(false)
    }

    /// Formulas that say together: a machine, begun in one of its first states, shows what the other has shown.
    fn shown_by(&self, joint: &mut Joint, place: usize) -> Vec<TermId> {
        let Joint { terms, machines, inputs, .. } = joint;
        let (machine, other) = (&machines[place], &self.runs[1 - place].0);
        let (cells, next): (Vec<VarId>, Vec<TermId>) = updates(machine).unzip();
        let outputs: Vec<TermId> = machine.outputs.iter().map(|o| o.term).collect();
        let mut facts = machine.init.clone();
        let mut known: FxHashMap<VarId, TermId> = FxHashMap::default();
        for (values, done) in self.inputs.iter().zip(other) {
            known.extend(inputs.iter().zip(values).map(|(var, value)| (*var, terms.mk_const(value.clone()))));
            let mut now = Substitution::new(known);
            facts.extend(now.put(terms, &machine.invar));
            let during = now.put(terms, &outputs);
            known = cells.iter().copied().zip(now.put(terms, &next)).collect();
            let after = Substitution::new(known.clone()).put(terms, &outputs);
            for (place, value) in done.seen.iter().enumerate() {
                let Some(value) = value else { continue };
                let value = terms.mk_const(value.clone());
                let shown = if machine.outputs[place].during { during[place] } else { after[place] };
                facts.push(terms.eq(shown, value));
            }
        }
        facts
    }
}

/// A difference for people, from a run of both.
struct Shown<'a> {
    pair: &'a Pair<'a>,
    /// Both models as one system.
    system: &'a System,
}

impl Shown<'_> {
    fn observed(&self, found: &Trace) -> Result<Observed, CompareError> {
        let inputs: Option<Vec<Vec<Value>>> = found.steps.iter().map(|step| self.inputs(&step.values)).collect();
        let inputs = inputs.ok_or_else(|| internal("a run without inputs"))?;
        let [reference, implementation] = [0, 1].map(|place| self.run(place, found, &inputs));
        Ok(Observed { inputs, runs: [reference?, implementation?] })
    }

    fn difference(&self, observed: Observed) -> Result<Difference, CompareError> {
        let Observed { inputs, runs: [(ours, reference_run), (theirs, implementation_run)] } = observed;
        let (Some(last), Some(other)) = (ours.last(), theirs.last()) else { return Err(internal("a run without end")) };
        let outputs: Vec<usize> = (0..last.seen.len()).filter(|o| last.seen[*o] != other.seen[*o]).collect();
        if outputs.is_empty() {
            return Err(internal("a difference that the evaluator does not confirm"));
        }
        let names: Vec<&str> = outputs.iter().map(|o| self.pair.matched.outputs[*o][0].name.as_str()).collect();
        let key = names.join(", ");
        let text = |values: &Vec<Value>| values.iter().map(|v| show_short(&self.pair.joint.terms, v)).collect();
        let reactions = inputs.iter().zip(ours.iter().zip(&theirs)).map(|(inputs, (ours, theirs))| Reaction {
            inputs: text(inputs),
            reference: Some(self.seen(ours)),
            implementation: Some(self.seen(theirs)),
            reference_takes: ours.taken.clone(),
            implementation_takes: theirs.taken.clone(),
        });
        Ok(Difference {
            id: id::stable(&key),
            condition: "the inputs of this run".to_owned(),
            key,
            outputs,
            start: None,
            start_differs: None,
            reactions: reactions.collect(),
            others: Vec::new(),
            by: Side::Reference,
            reference_run: Some(reference_run),
            implementation_run: Some(implementation_run),
            places: 1,
            details: DifferenceDetails::missing(&Why::Unsolved(NoAnswer::Unsupported(
                "numbers without bound".to_owned(),
            ))),
        })
    }

    fn seen(&self, done: &Done) -> Vec<String> {
        let text =
            |v: &Option<Value>| v.as_ref().map_or_else(|| "-".to_owned(), |v| show_short(&self.pair.joint.terms, v));
        done.seen.iter().map(text).collect()
    }

    /// The inputs of a step, in the arena of both machines.
    fn inputs(&self, values: &[Option<Value>]) -> Option<Vec<Value>> {
        let value = |var: &VarId| {
            let value = values.get(var.index())?.as_ref()?;
            translate(&self.system.terms, &self.pair.joint.terms, value, self.pair.joint.terms.var(*var).sort)
        };
        self.pair.joint.inputs.iter().map(value).collect()
    }

    /// Inputs that a machine takes where a run ends: the last ones again if it takes them there, and otherwise some that it does.
    fn onward(&self, place: usize, end: &Step, inputs: &[Vec<Value>]) -> Result<Option<Vec<Value>>, CompareError> {
        let mut joint = self.pair.joint.clone();
        let system = self.pair.systems[place];
        let mut known: FxHashMap<VarId, TermId> = FxHashMap::default();
        for cell in &self.pair.joint.machines[place].cells {
            let value = end.get(cell.origin).and_then(|v| translate(&system.terms, &joint.terms, v, cell.sort));
            known.extend(value.map(|value| (cell.var, joint.terms.mk_const(value))));
        }
        let laws = Substitution::new(known).put(&mut joint.terms, &self.pair.joint.machines[place].invar);
        let (options, vars) = (self.pair.options, joint.inputs.clone());
        let mut oracle = Oracle::new(&mut joint, &options.programs, self.pair.stop)?;
        if let Some(last) = inputs.last() {
            let mut again = laws.clone();
            for (var, value) in vars.iter().zip(last) {
                let (var, value) = (joint.terms.now(*var), joint.terms.mk_const(value.clone()));
                again.push(joint.terms.eq(var, value));
            }
            if oracle.model(&mut joint.terms, &again)?.is_some() {
                return Ok(Some(last.clone()));
            }
        }
        let found = oracle.model(&mut joint.terms, &laws)?;
        Ok(found.and_then(|values| vars.iter().map(|var| values.get(var.index()).cloned().flatten()).collect()))
    }

    /// The run of one machine on inputs, computed by the evaluator and replayed.
    fn run(&self, place: usize, found: &Trace, inputs: &[Vec<Value>]) -> Result<(Vec<Done>, Trace), CompareError> {
        let failed = || internal("a run that the evaluator does not confirm");
        let simulator = Simulator::new(self.pair.systems[place], self.pair.joint, place, self.pair.matched)?;
        let first = found.steps.first().ok_or_else(failed)?;
        let cells = self.pair.joint.machines[place].cells.iter();
        let value = |cell: &Cell| {
            let value = first.values.get(cell.var.index())?.as_ref()?;
            translate(&self.system.terms, &self.pair.joint.terms, value, cell.sort)
        };
        let state: State = cells.map(value).collect();
        let (before, start) = simulator.start(&state).ok_or_else(failed)?;
        let (mut at, mut reactions) = (start.clone(), Vec::new());
        for inputs in inputs {
            let done = simulator.reactions(&at, inputs, None).into_iter().next().ok_or_else(failed)?;
            at = done.end.clone();
            reactions.push(done);
        }
        let onward = self.onward(place, &at, inputs)?;
        let trace = simulator.trace(before, reactions.iter(), &start, onward.as_deref());
        replay(self.pair.systems[place], &trace).map_err(|e| internal(&e.to_string()))?;
        Ok((reactions, trace))
    }
}
