//! Both machines as one system on the same inputs, for the engines: are the outputs ever different?

use super::super::branch::State;
use super::super::joint::Joint;
use super::super::oracle::{internal, sorted};
use super::super::simulate::{Done, Simulator, translate};
use super::super::{CompareError, Difference, DifferenceDetails, Reaction, Side};
use super::{Induction, Pair};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wherefore_check::{self as check, NoAnswer, Recheck, Session, Silent, Verdict};
use wherefore_explain::result::id;
use wherefore_explain::result::part::Why;
use wherefore_ir::import::{self, import};
use wherefore_ir::{Constraint, Op, Role, System, TermId, Update, Value};
use wherefore_trace::{Trace, replay, show_short};

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
    let (system, good) = beside(induction);
    let options = pair.options;
    let checks =
        check::Options { recheck: options.recheck, programs: options.programs.clone(), ..check::Options::default() };
    let observer: Arc<dyn check::Observer> = Arc::new(Silent);
    let (_, verdict) = Session::new(&system, checks).always(good, pair.stop, &observer);
    match verdict {
        Verdict::Holds { recheck, .. } | Verdict::Vacuous { recheck, .. } => Ok(Decided::Same(recheck)),
        Verdict::Undetermined(cause) => Ok(Decided::Unknown(cause)),
        Verdict::Violated(found) => {
            let shown = Shown { pair, system: &system };
            Ok(Decided::Different(Box::new(shown.difference(&found.trace)?)))
        }
    }
}

/// Both machines as one system, with what is known of their cells, and the formula that their outputs are the same.
fn beside(induction: &mut Induction) -> (System, TermId) {
    let joint = &mut induction.joint;
    let same: Vec<TermId> = match joint.machines.as_slice() {
        [a, b] => a.outputs.iter().zip(&b.outputs).map(|(a, b)| joint.terms.eq(a.term, b.term)).collect(),
        _ => Vec::new(),
    };
    let good = joint.terms.and(same);
    let mut system = System::new("both models");
    for (var, declared) in joint.terms.vars() {
        let sort = import::sort(&joint.terms, &mut system.terms, declared.sort);
        let role = if joint.inputs.contains(&var) { Role::Input } else { Role::State };
        system.add_var(declared.name.clone(), sort, role, None);
    }
    let (first, always) =
        (restrictions(joint), joint.domain.iter().chain(joint.machines.iter().flat_map(|m| &m.invar)));
    let mut roots = vec![good];
    roots.extend(&first);
    roots.extend(always);
    let always_from = 1 + first.len();
    let updates_from = roots.len();
    roots.extend(induction.cells.iter().map(|(_, next)| *next));
    let copied = import(&joint.terms, &mut system.terms, &roots, &mut FxHashMap::default(), |terms, op| match op {
        Op::Var(var) => terms.now(var),
        _ => terms.bool(false),
    });
    let constraint = |term: &TermId| Constraint { term: *term, element: None };
    system.init = copied[1..always_from].iter().map(constraint).collect();
    system.invar = copied[always_from..updates_from].iter().map(constraint).collect();
    for ((var, _), term) in induction.cells.iter().zip(&copied[updates_from..]) {
        system.next.insert(*var, Update { term: *term, element: None });
    }
    for (var, _) in sorted(&joint.parameters) {
        let term = system.terms.now(var);
        system.next.insert(var, Update { term, element: None });
    }
    (system, copied[0])
}

/// What holds at first: what the machines say, and the values of their parameters.
fn restrictions(joint: &mut Joint) -> Vec<TermId> {
    let mut first: Vec<TermId> = joint.machines.iter().flat_map(|m| m.init.iter().copied()).collect();
    for (var, value) in sorted(&joint.parameters) {
        let (var, value) = (joint.terms.now(var), joint.terms.mk_const(value));
        first.push(joint.terms.eq(var, value));
    }
    first
}

/// A difference for people, from a run of both.
struct Shown<'a> {
    pair: &'a Pair<'a>,
    /// Both models as one system.
    system: &'a System,
}

impl Shown<'_> {
    fn difference(&self, found: &Trace) -> Result<Difference, CompareError> {
        let inputs: Option<Vec<Vec<Value>>> = found.steps.iter().map(|step| self.inputs(&step.values)).collect();
        let inputs = inputs.ok_or_else(|| internal("a run without inputs"))?;
        let [reference, implementation] = [0, 1].map(|place| self.run(place, found, &inputs));
        let ((ours, reference_run), (theirs, implementation_run)) = (reference?, implementation?);
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
        let value = |var: &wherefore_ir::VarId| {
            let value = values.get(var.index())?.as_ref()?;
            translate(&self.system.terms, &self.pair.joint.terms, value, self.pair.joint.terms.var(*var).sort)
        };
        self.pair.joint.inputs.iter().map(value).collect()
    }

    /// The run of one machine on inputs, computed by the evaluator and replayed.
    fn run(&self, place: usize, found: &Trace, inputs: &[Vec<Value>]) -> Result<(Vec<Done>, Trace), CompareError> {
        let failed = || internal("a run that the evaluator does not confirm");
        let simulator = Simulator::new(self.pair.systems[place], self.pair.joint, place, self.pair.matched)?;
        let first = found.steps.first().ok_or_else(failed)?;
        let cells = self.pair.joint.machines[place].cells.iter();
        let value = |cell: &super::super::joint::Cell| {
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
        let onward = inputs.last().map(Vec::as_slice);
        let trace = simulator.trace(before, reactions.iter(), &start, onward);
        replay(self.pair.systems[place], &trace).map_err(|e| internal(&e.to_string()))?;
        Ok((reactions, trace))
    }
}
