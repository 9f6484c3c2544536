//! What the environment did on a run, and what a changed model does when the environment does the same.
//!
//! A run of the model is kept by the names of its variables, because a changed model is read from its text anew and numbers its
//! variables itself. On the changed model inputs are those of the run; what a variable is updated to is computed; where a step is a
//! relation the value of the run is kept. The result is replayed like any other run, so that a mistake here can only make an edit
//! look undecided.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use std::collections::BTreeSet;
use wherefore_check::Simulator;
use wherefore_ir::passes::unwire::definitions;
use wherefore_ir::{Op, Property, Role, Sort, System, TermId, Value, VarId, walk};
use wherefore_trace::{Evaluator, Fault, Outcome, Step, Trace, replay, replay_property};

/// How many times the loop of a lasso is gone through until the changed model must have come back to a state.
const MOST_ROUNDS: usize = 8;

/// Values of variables by their names; those of enumerations by their own names too.
type Values = IndexMap<String, Named, FxBuildHasher>;

/// A value that does not depend on the numbers of an arena.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Named {
    Plain(Value),
    Constant(String),
}

/// A failing run as the environment sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Environment {
    steps: Vec<Values>,
    loop_start: Option<usize>,
}

impl Environment {
    /// The environment's side of a run.
    pub(crate) fn of(system: &System, trace: &Trace) -> Environment {
        let named = |value: &Value| match value {
            Value::Enum(id, index) => {
                let names = &system.terms.enumeration(*id).values;
                Named::Constant(names.get(*index as usize).cloned().unwrap_or_default())
            }
            other => Named::Plain(other.clone()),
        };
        let values = |step: &Step| {
            let known = system.terms.vars().filter_map(|(id, var)| Some((var.name.clone(), named(step.get(id)?))));
            known.collect()
        };
        Environment { steps: trace.steps.iter().map(values).collect(), loop_start: trace.loop_start }
    }

    /// The value that a variable of a system had on the run.
    fn value(&self, system: &System, tick: usize, var: VarId) -> Option<Value> {
        let declared = system.terms.var(var);
        let value = match self.steps.get(tick)?.get(&declared.name)? {
            Named::Plain(value) => value.clone(),
            Named::Constant(name) => {
                let Sort::Enum(id) = declared.sort else { return None };
                let place = system.terms.enumeration(id).values.iter().position(|v| v == name)?;
                Value::Enum(id, place as u32)
            }
        };
        value.fits(declared.sort).then_some(value)
    }

    /// The tick of the run that is seen at a tick of a run that goes on for ever.
    fn place(&self, tick: usize) -> Option<usize> {
        let length = self.steps.len();
        match self.loop_start {
            _ if tick < length => Some(tick),
            Some(start) if start < length => Some(start + (tick - start) % (length - start)),
            _ => None,
        }
    }
}

/// A changed model, ready to be run.
pub(crate) struct ChangedModel<'a> {
    system: &'a System,
    simulator: Simulator<'a>,
}

impl<'a> ChangedModel<'a> {
    /// Prepares a system; none if one of its terms has no value at a tick.
    pub(crate) fn new(system: &'a System) -> Option<ChangedModel<'a>> {
        Some(ChangedModel { system, simulator: Simulator::new(system)? })
    }

    /// Whether the system breaks a property on this run of the environment; `None` if that is not known. A property that says that a
    /// formula holds at every tick comes with this formula.
    pub(crate) fn breaks(&self, environment: &Environment, property: &Property, good: Option<TermId>) -> Option<bool> {
        match (good, environment.loop_start) {
            (Some(good), _) => self.breaks_invariant(&self.run(environment, environment.steps.len())?, good),
            (None, Some(_)) => self.breaks_for_ever(environment, property),
            (None, None) => None,
        }
    }

    /// The run of the system for an environment, if it has one.
    pub(crate) fn follows(&self, environment: &Environment) -> Option<Trace> {
        let trace = self.run(environment, environment.steps.len())?;
        replay(self.system, &trace).is_ok().then_some(trace)
    }

    /// Whether the inputs of the environment are not allowed in the system: all else is computed from them, and on the run that comes
    /// out a restriction on all ticks does not hold.
    pub(crate) fn bars(&self, environment: &Environment) -> bool {
        let trace = is_computed(self.system).then(|| self.run(environment, environment.steps.len())).flatten();
        trace.is_some_and(|trace| replay(self.system, &trace).is_err_and(|error| error.fault == Fault::Invar))
    }

    fn breaks_invariant(&self, trace: &Trace, good: TermId) -> Option<bool> {
        let good = Evaluator::new(&self.system.terms, &[good]).ok()?;
        let truth = |step: &Step| good.truths(&step.values, None).first().copied().flatten();
        let mut all = true;
        for (tick, step) in trace.steps.iter().enumerate() {
            match truth(step) {
                Some(true) => {}
                Some(false) => {
                    let run = Trace::finite(trace.steps.iter().take(tick + 1).cloned().collect());
                    return replay(self.system, &run).is_ok().then_some(true);
                }
                None => all = false,
            }
        }
        (all && replay(self.system, trace).is_ok()).then_some(false)
    }

    fn breaks_for_ever(&self, environment: &Environment, property: &Property) -> Option<bool> {
        let lasso = self.lasso(environment)?;
        replay(self.system, &lasso).ok()?;
        Some(matches!(replay_property(self.system, &lasso, property), Ok(Outcome::Shown)))
    }

    /// The run for an environment that goes on for ever: rounds of the loop until the same state begins two of them.
    fn lasso(&self, environment: &Environment) -> Option<Trace> {
        let (start, length) = (environment.loop_start?, environment.steps.len());
        let round = length.checked_sub(start).filter(|r| *r > 0)?;
        let steps = self.run(environment, length + MOST_ROUNDS * round)?.steps;
        let state = |tick: usize| {
            let step = steps.get(tick)?;
            Some(self.system.state_vars().map(|v| step.get(v).cloned()).collect::<Vec<_>>())
        };
        for end in 1..=MOST_ROUNDS {
            let last = start + end * round;
            let earlier = (0..end).map(|e| start + e * round).find(|e| state(*e).is_some() && state(*e) == state(last));
            if let Some(begin) = earlier {
                return Some(Trace::lasso(steps.iter().take(last).cloned().collect(), begin));
            }
        }
        None
    }

    /// The first ticks of the run for an environment.
    fn run(&self, environment: &Environment, ticks: usize) -> Option<Trace> {
        let mut steps: Vec<Step> = Vec::with_capacity(ticks);
        for tick in 0..ticks {
            let place = environment.place(tick)?;
            let mut step = Step::empty(self.system);
            for (var, _) in self.system.vars() {
                if let Some(value) = environment.value(self.system, place, var) {
                    step.set(var, value);
                }
            }
            match steps.last() {
                None => self.simulator.begin(&mut step),
                Some(before) => self.simulator.follow(before, &mut step)?,
            }
            steps.push(step);
        }
        Some(Trace::finite(steps))
    }
}

/// Whether the inputs alone decide a run: every other variable has a first value and an update, and no restriction computes one.
fn is_computed(system: &System) -> bool {
    let terms = &system.terms;
    let variable = |term: TermId| match terms.op(term) {
        Op::Var(v) => Some(v),
        _ => None,
    };
    let is_known = |term: TermId| walk::variables(terms, [term]).is_empty();
    let begins = |conjunct: TermId| match (terms.op(conjunct), terms.operands(conjunct)) {
        (Op::Var(v), _) => Some(v),
        (Op::Not, [a]) => variable(*a),
        (Op::Eq, [a, b]) if is_known(*b) => variable(*a),
        (Op::Eq, [a, b]) if is_known(*a) => variable(*b),
        _ => None,
    };
    let conjuncts = system.init.iter().flat_map(|c| walk::conjuncts(terms, c.term));
    let begun: BTreeSet<VarId> = conjuncts.filter_map(begins).collect();
    let all: Vec<VarId> = system.vars().map(|(v, _)| v).collect();
    let is_decided = |v: &VarId| match system.role(*v) {
        Role::Input => true,
        Role::State => begun.contains(v) && system.next.contains_key(v),
        Role::Frozen => begun.contains(v),
    };
    system.trans.is_empty() && all.iter().all(is_decided) && definitions(system, &all).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A register that is set by an input, and a restriction.
    fn bars(init: &str, next: &str, invar: &str) -> bool {
        let text = format!(
            "system \"s\"\nvar go : bool input\nvar q : bool state\ninit {init}\ninvar {invar}\nnext q = {next}\n"
        );
        let system = wherefore_ir::text::parse(&text).expect("a system");
        let step = |go: bool, q: bool| {
            let mut step = Step::empty(&system);
            let vars: Vec<VarId> = system.vars().map(|(v, _)| v).collect();
            step.set(vars[0], Value::Bool(go));
            step.set(vars[1], Value::Bool(q));
            step
        };
        // The failing run sets the register at its first tick.
        let failing = Trace::finite(vec![step(true, false), step(false, true)]);
        let environment = Environment::of(&system, &failing);
        let model = ChangedModel::new(&system).expect("it has values");
        assert_eq!(model.bars(&environment), model.follows(&environment).is_none() && is_computed(&system));
        model.bars(&environment)
    }

    #[test]
    fn inputs_that_are_not_allowed_are_told_from_those_that_lead_elsewhere() {
        assert!(bars("(not q)", "(or q go)", "(not go)"));
        assert!(bars("(not q)", "(or q go)", "(not (and q (not go)))"));
        assert!(!bars("(not q)", "q", "(not (and q (not go)))"));
        assert!(!bars("(not q)", "(or q go)", "true"));
        // With another first value they may be allowed.
        assert!(!bars("true", "(or q go)", "(or q (not go))"));
    }
}
