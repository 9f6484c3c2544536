//! Reactions of a machine from one state, for all inputs at once.
//!
//! A reaction begins at rest, with inputs that are kept while the machine goes on by itself, and ends at the next rest. The
//! cells of a machine have values; what it does is followed step by step, and wherever the inputs make a difference to
//! the next values of cells, the ways part: each has the condition on the inputs under which it is taken (`path`). A cell that
//! merely keeps an input for later is not split by values: it holds a term. At rest such a cell is forgotten, since most
//! are read again only after they are written; if one is needed after all, it is split by its values from the start,
//! and if these are without bound, the machine cannot be compared.

use super::CompareError;
mod initial;
mod step;

use super::joint::{Cell, Joint, Machine, Update};
use super::oracle::{Oracle, listed};
use super::simplify::{Simplifier, choices};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wherefore_ir::{Op, Sort, TermId, Value, VarId, walk};
use wherefore_solve::{SolverPrograms, Stop};

/// The most steps from one rest to the next.
const MOST_MICROSTEPS: usize = 10_000;
/// The most combinations of what a machine chooses itself.
const MOST_CHOICES: usize = 4096;

/// The values of the cells of a machine at rest; none for those that no longer matter.
pub(super) type State = Vec<Option<Value>>;
/// The values of all outputs.
pub(super) type Observation = Vec<Option<Value>>;

/// One way in which a machine reacts.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    /// The inputs for which it does.
    pub guard: TermId,
    /// Outputs that are seen.
    pub seen: Observation,
    pub next: State,
}

/// Why a reaction could not be followed.
pub(super) enum ExecutionError {
    /// There is no answer.
    Refused(CompareError),
    /// The value of this cell matters at rest.
    Needed {
        /// The machine.
        machine: usize,
        /// The cell.
        cell: usize,
    },
}

impl From<CompareError> for ExecutionError {
    fn from(refusal: CompareError) -> ExecutionError {
        ExecutionError::Refused(refusal)
    }
}

/// A machine in the middle of a reaction.
#[derive(Clone, Debug)]
struct Config {
    path: Vec<TermId>,
    /// A value, a term over inputs, or the cell itself if it is forgotten.
    cells: Vec<TermId>,
    /// Outputs that are seen while the inputs are there.
    during: Vec<Option<Value>>,
    /// The cells of the configurations before, since the last rest.
    before: Vec<Vec<TermId>>,
}

/// Follows reactions, with a solver and an arena of its own.
pub(super) struct Executor {
    pub joint: Joint,
    pub oracle: Oracle,
    pub simplifier: Simplifier,
    /// Cells that keep inputs for later, and are forgotten at rest: machine and cell.
    forgotten: BTreeSet<(usize, usize)>,
    /// Cells that are split by their values although they keep inputs.
    concrete: BTreeSet<(usize, usize)>,
    reactions: FxHashMap<(usize, State), Rc<Vec<Branch>>>,
}

impl Executor {
    pub fn new(
        joint: &Joint,
        concrete: &BTreeSet<(usize, usize)>,
        programs: &SolverPrograms,
        stop: &Stop,
    ) -> Result<Executor, CompareError> {
        let mut joint = joint.clone();
        let oracle = Oracle::new(&mut joint, programs, stop)?;
        let simplifier = Simplifier::new(&joint.parameters);
        let (concrete, reactions) = (concrete.clone(), FxHashMap::default());
        let forgotten = keepers(&joint).difference(&concrete).copied().collect();
        Ok(Executor { joint, oracle, simplifier, forgotten, concrete, reactions })
    }

    fn machine(&self, machine: usize) -> &Machine {
        &self.joint.machines[machine]
    }

    /// The reactions from a state, in order of what is seen and remembered.
    pub fn branches(&mut self, machine: usize, state: &State) -> Result<Rc<Vec<Branch>>, ExecutionError> {
        let key = (machine, state.clone());
        if let Some(known) = self.reactions.get(&key) {
            return Ok(known.clone());
        }
        let mut guards: BTreeMap<(Observation, State), Vec<TermId>> = BTreeMap::new();
        for choices in self.choices(machine)? {
            let first = self.first_steps(machine, state, &choices)?;
            for (guard, seen, next) in self.ways_to_rest(machine, first, &choices)? {
                guards.entry((seen, next)).or_default().push(guard);
            }
        }
        let joined = guards.into_iter().map(|((seen, next), guards)| {
            let guard = self.joint.terms.or(guards);
            Branch { guard, seen, next }
        });
        let branches = Rc::new(joined.collect::<Vec<_>>());
        self.reactions.insert(key, branches.clone());
        Ok(branches)
    }

    /// Every combination of what the machine chooses itself.
    fn choices(&mut self, machine: usize) -> Result<Vec<FxHashMap<VarId, TermId>>, CompareError> {
        let mut combinations = vec![FxHashMap::default()];
        for var in self.machine(machine).choices.clone() {
            let (name, sort) = (self.joint.terms.var(var).name.clone(), self.joint.terms.var(var).sort);
            let values = listed(&self.joint.terms, sort).filter(|v| v.len() * combinations.len() <= MOST_CHOICES);
            let values = values.ok_or_else(|| CompareError::Unusable {
                side: self.machine(machine).side,
                what: format!("the model itself chooses `{}` among too many values", plain(&name)),
                element: None,
                help: "give it a small range, or make it an input".to_owned(),
            })?;
            let mut more = Vec::new();
            for combination in &combinations {
                for value in &values {
                    let mut next: FxHashMap<VarId, TermId> = combination.clone();
                    next.insert(var, self.joint.terms.mk_const(value.clone()));
                    more.push(next);
                }
            }
            combinations = more;
        }
        Ok(combinations)
    }

    /// A machine at rest takes inputs: its first steps.
    fn first_steps(
        &mut self,
        machine: usize,
        state: &State,
        choices: &FxHashMap<VarId, TermId>,
    ) -> Result<Vec<(Config, bool)>, ExecutionError> {
        let cells = self.terms_of(machine, state);
        let config = Config { path: Vec::new(), cells, during: vec![None; self.outputs(machine)], before: Vec::new() };
        let facts = self.facts(machine, &config, choices);
        let (_, invar) = self.laws(machine);
        let path = self.put(machine, &config, choices, &facts, &invar);
        self.require(machine, &path)?;
        let config = Config { path: true_parts(self, path), ..config };
        self.step(machine, &config, choices, &facts, true)
    }

    fn outputs(&self, machine: usize) -> usize {
        self.machine(machine).outputs.len()
    }

    /// The values of a state as terms.
    fn terms_of(&mut self, machine: usize, state: &State) -> Vec<TermId> {
        let vars: Vec<VarId> = self.machine(machine).cells.iter().map(|c| c.var).collect();
        let term = |(var, value): (VarId, &Option<Value>)| match value {
            Some(value) => self.joint.terms.mk_const(value.clone()),
            None => self.joint.terms.now(var),
        };
        vars.into_iter().zip(state).map(term).collect()
    }

    /// Facts about forgotten cells at rest: the machine does not go on by itself.
    fn facts(
        &mut self,
        machine: usize,
        config: &Config,
        choices: &FxHashMap<VarId, TermId>,
    ) -> FxHashMap<TermId, TermId> {
        let mut facts = FxHashMap::default();
        let Some(rest) = self.machine(machine).rest else { return facts };
        let rest = self.put(machine, config, choices, &facts, &[rest])[0];
        let terms = &mut self.joint.terms;
        let (yes, no) = (terms.bool(true), terms.bool(false));
        let mut open = vec![(rest, true)];
        while let Some((term, truth)) = open.pop() {
            match (terms.op(term), truth) {
                (Op::Not, _) => open.push((terms.operands(term)[0], !truth)),
                (Op::And, true) | (Op::Or, false) => open.extend(terms.operands(term).iter().map(|t| (*t, truth))),
                (Op::Const(_), _) => continue,
                _ => {}
            }
            facts.insert(term, if truth { yes } else { no });
        }
        facts
    }

    /// Terms of a machine with the values of a configuration.
    fn put(
        &mut self,
        machine: usize,
        config: &Config,
        choices: &FxHashMap<VarId, TermId>,
        facts: &FxHashMap<TermId, TermId>,
        roots: &[TermId],
    ) -> Vec<TermId> {
        let mut values = choices.clone();
        values.extend(self.machine(machine).cells.iter().map(|c| c.var).zip(config.cells.iter().copied()));
        self.simplifier.substitute(&mut self.joint.terms, roots, &values, facts)
    }

    /// Checks that terms do not depend on cells that are forgotten.
    fn require(&self, machine: usize, roots: &[TermId]) -> Result<(), ExecutionError> {
        let variables = walk::variables(&self.joint.terms, roots.iter().copied());
        let cells = &self.machine(machine).cells;
        match cells.iter().position(|c| variables.contains(&c.var)) {
            Some(cell) => Err(ExecutionError::Needed { machine, cell }),
            None => Ok(()),
        }
    }

    /// Every way from configurations, of which some may be at rest, to the next rest.
    fn ways_to_rest(
        &mut self,
        machine: usize,
        mut open: Vec<(Config, bool)>,
        choices: &FxHashMap<VarId, TermId>,
    ) -> Result<Vec<(TermId, Observation, State)>, ExecutionError> {
        let mut found = Vec::new();
        while let Some((config, is_rest)) = open.pop() {
            if is_rest {
                found.extend(self.arrive(machine, &config)?);
            } else if config.before.contains(&config.cells) || config.before.len() > MOST_MICROSTEPS {
                return Err(self.livelock(machine, &config)?.into());
            } else {
                open.extend(self.step(machine, &config, choices, &FxHashMap::default(), false)?);
            }
        }
        Ok(found)
    }

    /// At rest: what is seen, and what is remembered.
    fn arrive(&mut self, machine: usize, config: &Config) -> Result<Vec<(TermId, Observation, State)>, ExecutionError> {
        let outputs = self.machine(machine).outputs.iter().enumerate().filter(|(_, o)| !o.during);
        let (places, roots): (Vec<usize>, Vec<TermId>) = outputs.map(|(i, o)| (i, o.term)).unzip();
        let none = FxHashMap::default();
        let seen = self.put(machine, config, &none, &FxHashMap::default(), &roots);
        self.require(machine, &seen)?;
        self.listed(machine, &places, &seen)?;
        let kept = |(cell, term): (usize, &TermId)| match self.forgotten.contains(&(machine, cell)) {
            true => None,
            false => self.joint.terms.constant(*term).cloned(),
        };
        let next: State = config.cells.iter().enumerate().map(kept).collect();
        let mut found = Vec::new();
        for values in self.combinations(&config.path, true, &seen)? {
            let mut observation = config.during.clone();
            for (place, value) in places.iter().zip(&values) {
                observation[*place] = Some(value.clone());
            }
            let mut guard = config.path.clone();
            guard.extend(self.conditions(&seen, &values));
            found.push((self.joint.terms.and(guard), observation, next.clone()));
        }
        Ok(found)
    }

    fn livelock(&mut self, machine: usize, config: &Config) -> Result<CompareError, CompareError> {
        let model = self.oracle.model(&mut self.joint.terms, &config.path)?;
        let inputs = model.map_or_else(String::new, |m| shown(&self.joint, &m));
        Ok(CompareError::Unusable {
            side: self.machine(machine).side,
            what: format!("for {inputs} the machine goes on for ever without coming to rest"),
            element: None,
            help: "a reaction must end: look at transitions without an event that lead in a circle".to_owned(),
        })
    }

    /// CompareError: a cell whose value is needed has no bound.
    pub fn unbounded(&self, machine: usize, cell: usize, how: &str) -> CompareError {
        let Cell { name, element, .. } = &self.machine(machine).cells[cell];
        CompareError::Unusable {
            side: self.machine(machine).side,
            what: format!("`{name}` {how}, and its values have no bound"),
            element: *element,
            help:
                "what a model remembers between two inputs must be finite: give it a range, or decide about the input \
                   when it comes"
                    .to_owned(),
        }
    }
}

/// The cells whose next value may be an input, or something computed from it, and no choice between values.
fn keepers(joint: &Joint) -> BTreeSet<(usize, usize)> {
    let mut found = BTreeSet::new();
    for (place, machine) in joint.machines.iter().enumerate() {
        let is_chosen = |v: &VarId| joint.inputs.contains(v) || machine.choices.contains(v);
        let reads = |t: TermId| walk::variables(&joint.terms, [t]).iter().any(is_chosen);
        for (cell, update) in machine.cells.iter().enumerate() {
            let Update::Function(term) = update.update else { continue };
            let values = choices(&joint.terms, term).into_iter().flatten();
            let is_value = |t: &TermId| joint.terms.op(*t) != Op::Ite;
            let is_kept = |t: TermId| update.sort != Sort::Bool || matches!(joint.terms.op(t), Op::Var(_));
            if values.filter(is_value).any(|t| is_kept(t) && reads(t)) {
                found.insert((place, cell));
            }
        }
    }
    found
}

/// The conjuncts that are not simply true.
fn true_parts(executor: &mut Executor, conjuncts: Vec<TermId>) -> Vec<TermId> {
    let yes = executor.joint.terms.bool(true);
    let mut kept: Vec<TermId> = Vec::new();
    for term in conjuncts {
        if term != yes && !kept.contains(&term) {
            kept.push(term);
        }
    }
    kept
}

/// A name without the mark of its machine.
pub(super) fn plain(name: &str) -> &str {
    name.split_once('.').filter(|(mark, _)| matches!(*mark, "0" | "1")).map_or(name, |(_, rest)| rest)
}

/// Inputs as text: "x = 5, clk = TRUE".
pub(super) fn shown(joint: &Joint, values: &[Option<Value>]) -> String {
    let part = |v: &VarId| {
        let value = values.get(v.index()).cloned().flatten()?;
        Some(format!("{} = {}", joint.terms.var(*v).name, wherefore_trace::show(&joint.terms, *v, &value)))
    };
    joint.inputs.iter().filter_map(part).collect::<Vec<_>>().join(", ")
}
