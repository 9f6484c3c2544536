//! Two machines that make choices, put beside each other so that they choose alike.
//!
//! What one machine can show, the other can show if it may choose the same: so a proof that the outputs are equal under equal
//! choices is a proof that the machines are equivalent, as long as each takes the choices that the other takes. Choices belong
//! together by their names and types; what has no partner is chosen in every way. First values that nothing determines are choices too.
//!
//! ```text
//! next(x) := {0, 1}          0.x' and 1.x' become one input
//! FROZENVAR max : 0..9;      at first, 1.max is 0.max
//! ```
//!
//! The converse is not true: machines that differ under equal choices may be equivalent under others.

use super::super::joint::{Joint, Machine, Update, assigned};
use rustc_hash::FxHashMap;
use wherefore_ir::{Op, System, TermId, Terms, VarId, walk};

/// Both machines, with their choices among the inputs.
#[derive(Clone, Debug)]
pub(super) struct Coupled {
    pub joint: Joint,
    /// First values that nothing determines, of the implementation, with those of the reference that they are equal to.
    pub starts: Vec<(VarId, VarId)>,
    /// Whether a machine chooses something at its steps.
    pub has_choices: bool,
    /// Whether a machine has a first value that nothing determines.
    pub has_starts: bool,
}

/// A choice of a machine: its name in the model, and its variable.
type Choice = (String, VarId);

impl Coupled {
    pub fn new(systems: &[&System], joint: &Joint) -> Coupled {
        let mut joint = joint.clone();
        let [ours, theirs] = [0, 1].map(|place| choices(systems[place], &joint.machines[place]));
        let alike = partners(&joint, &ours, &theirs);
        let has_choices = !ours.is_empty() || !theirs.is_empty();
        replace(&mut joint, &alike);
        let alone = theirs.iter().map(|(_, var)| *var).filter(|var| !alike.contains_key(var));
        joint.inputs.extend(ours.iter().map(|(_, var)| *var).chain(alone));
        let [ours, theirs] = [0, 1].map(|place| open_starts(&joint, &joint.machines[place]));
        let has_starts = !ours.is_empty() || !theirs.is_empty();
        let mut starts: Vec<(VarId, VarId)> = partners(&joint, &ours, &theirs).into_iter().collect();
        starts.sort_unstable();
        Coupled { joint, starts, has_choices, has_starts }
    }

    /// Equations of the first values that belong together.
    pub fn equal_starts(&mut self) -> Vec<TermId> {
        let terms = &mut self.joint.terms;
        let equal = |(theirs, ours): &(VarId, VarId)| {
            let (theirs, ours) = (terms.now(*theirs), terms.now(*ours));
            terms.eq(theirs, ours)
        };
        self.starts.iter().map(equal).collect()
    }
}

/// The choices of a machine: its own inputs, and next values that are free.
fn choices(system: &System, machine: &Machine) -> Vec<Choice> {
    let name = |origin: &VarId| system.terms.var(*origin).name.clone();
    let chosen = machine.choice_origins.iter().map(name).zip(machine.choices.iter().copied());
    let free = machine.cells.iter().filter_map(|cell| match cell.update {
        // Told apart from a choice of the same name by the mark of a next value.
        Update::Free(var) => Some((format!("{}'", cell.name), var)),
        Update::Function(_) => None,
    });
    chosen.chain(free).collect()
}

/// For variables of the implementation those of the reference with the same name and type.
fn partners(joint: &Joint, ours: &[Choice], theirs: &[Choice]) -> FxHashMap<VarId, VarId> {
    let sort = |var: VarId| joint.terms.var(var).sort;
    let partner = |(name, var): &Choice| {
        let found = ours.iter().find(|(other, own)| other == name && sort(*own) == sort(*var));
        found.map(|(_, own)| (*var, *own))
    };
    theirs.iter().filter_map(partner).collect()
}

/// Puts the partners of choices into the implementation. A next value that is free becomes that of the variable that is chosen.
fn replace(joint: &mut Joint, partners: &FxHashMap<VarId, VarId>) {
    let Joint { terms, machines, .. } = joint;
    let mut known = Substitution::new(partners.iter().map(|(theirs, ours)| (*theirs, terms.now(*ours))).collect());
    for machine in machines {
        let laws = machine.init.iter_mut().chain(&mut machine.invar).chain(&mut machine.steps);
        for term in laws.chain(machine.outputs.iter_mut().map(|o| &mut o.term)) {
            *term = known.put(terms, &[*term])[0];
        }
        for cell in &mut machine.cells {
            let next = match cell.update {
                Update::Function(term) => term,
                Update::Free(var) => terms.now(var),
            };
            cell.update = Update::Function(known.put(terms, &[next])[0]);
        }
    }
}

/// The cells of a machine whose next values are functions, with these.
pub(super) fn updates(machine: &Machine) -> impl Iterator<Item = (VarId, TermId)> + '_ {
    machine.cells.iter().filter_map(|cell| match cell.update {
        Update::Function(next) => Some((cell.var, next)),
        Update::Free(_) => None,
    })
}

/// Terms to be put in for variables, with the terms that were rewritten so far.
pub(super) struct Substitution {
    values: FxHashMap<VarId, TermId>,
    done: FxHashMap<TermId, TermId>,
}

impl Substitution {
    pub fn new(values: FxHashMap<VarId, TermId>) -> Substitution {
        Substitution { values, done: FxHashMap::default() }
    }

    /// The roots with the terms in place of the variables.
    pub fn put(&mut self, terms: &mut Terms, roots: &[TermId]) -> Vec<TermId> {
        walk::rewrite(terms, roots, &mut self.done, |terms, term| match terms.op(term) {
            Op::Var(var) => self.values.get(&var).copied(),
            _ => None,
        })
    }
}

/// The memories of a machine without a first value of their own.
fn open_starts(joint: &Joint, machine: &Machine) -> Vec<Choice> {
    let first: Vec<TermId> = machine.init.iter().flat_map(|t| walk::conjuncts(&joint.terms, *t)).collect();
    let is_given = |var: VarId| first.iter().any(|t| assigned(&joint.terms, *t, var).is_some());
    machine.cells.iter().filter(|c| !is_given(c.var)).map(|c| (c.name.clone(), c.var)).collect()
}
