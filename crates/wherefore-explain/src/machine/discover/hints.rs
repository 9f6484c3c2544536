//! Which variables are control variables: those that the user names, or those that the rule finds.
//!
//! The rule: an enumeration whose next value is a case distinction that looks at its present value, directly or through
//! a label.

use super::Hints;
use super::edges::values;
use super::fold;
use super::guards::{Guards, is_label};
use super::tree::{Tree, definition};
use std::fmt;
use wherefore_ir::{Op, Role, Sort, System, TermId, VarId, walk};

/// A hint that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HintError {
    /// The name as it was given.
    pub name: String,
    /// Problem with the hint.
    pub problem: HintProblem,
}

/// Problem with a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HintProblem {
    /// There is no such variable; these could have been named.
    Unknown {
        /// Names of variables, in order of declaration.
        candidates: Vec<String>,
    },
    /// Its sort is not Boolean, an enumeration or a small range.
    Sort,
    /// The environment chooses it at every tick.
    Input,
    /// The variable never changes.
    Frozen,
    /// The source says itself what its state machines are.
    Given,
    /// The model has nothing that such ways are made of.
    Ways,
}

impl fmt::Display for HintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match &self.problem {
            HintProblem::Unknown { .. } => write!(f, "there is no variable `{name}`"),
            HintProblem::Sort => {
                write!(f, "`{name}` has too many values: expected a Boolean, an enumeration or a small range")
            }
            HintProblem::Input => {
                write!(f, "`{name}` is an input: the environment chooses it, no transition changes it")
            }
            HintProblem::Frozen => write!(f, "`{name}` is frozen: no transition changes it"),
            HintProblem::Ways => write!(f, "the model has no {name}: its ways to fail are made of something else"),
            HintProblem::Given => {
                write!(f, "`{name}` cannot be chosen: the model says itself what its states and transitions are")
            }
        }
    }
}

impl std::error::Error for HintError {}

/// The control variables, in the order in which they are to be shown.
pub(super) fn control_variables(
    system: &mut System,
    guards: &mut Guards,
    hints: &Hints,
) -> Result<Vec<VarId>, HintError> {
    if hints.control.is_empty() {
        return Ok(found(system, guards));
    }
    let mut vars = Vec::new();
    for name in &hints.control {
        let var = named(system, name).map_err(|problem| HintError { name: name.clone(), problem })?;
        if !vars.contains(&var) {
            vars.push(var);
        }
    }
    Ok(vars)
}

fn named(system: &mut System, name: &str) -> Result<VarId, HintProblem> {
    let Some(var) = system.terms.find_var(name) else {
        return Err(HintProblem::Unknown { candidates: candidates(system) });
    };
    match system.role(var) {
        Role::Input => Err(HintProblem::Input),
        Role::Frozen => Err(HintProblem::Frozen),
        Role::State if suitable(system, var) => Ok(var),
        Role::State => Err(HintProblem::Sort),
    }
}

fn suitable(system: &mut System, var: VarId) -> bool {
    let sort = system.terms.var(var).sort;
    values(&mut system.terms, sort).is_some()
}

/// The names of all variables that could be control variables.
pub(super) fn candidates(system: &mut System) -> Vec<String> {
    let vars: Vec<VarId> = system.vars().filter(|(_, r)| *r == Role::State).map(|(v, _)| v).collect();
    let fitting: Vec<VarId> = vars.into_iter().filter(|v| suitable(system, *v)).collect();
    fitting.into_iter().map(|v| system.terms.var(v).name.clone()).collect()
}

fn found(system: &mut System, guards: &mut Guards) -> Vec<VarId> {
    let is_enum = |v: VarId| matches!(system.terms.var(v).sort, Sort::Enum(_));
    let vars = system.vars().filter(|(v, r)| *r == Role::State && is_enum(*v)).map(|(v, _)| v);
    let vars: Vec<VarId> = vars.collect();
    vars.into_iter().filter(|v| suitable(system, *v) && looks_at_itself(system, guards, *v)).collect()
}

fn looks_at_itself(system: &mut System, guards: &mut Guards, var: VarId) -> bool {
    let (now, next) = (system.terms.now(var), system.terms.next(var));
    let Some(definition) = definition(system, next) else { return false };
    let tree = Tree::new(system, next, &definition);
    let conditions: Vec<TermId> = tree.steps.iter().filter(|s| s.holds).map(|s| s.condition).collect();
    if reads(system, &conditions, now) {
        return true;
    }
    // Through a label: the branches test the label only, and what stands behind it looks at the state.
    let labelled = conditions.len() > 1 && conditions.iter().all(|c| tests_label(system, *c));
    labelled && {
        let closed = guards.close(system, &conditions);
        reads(system, &closed, now)
    }
}

fn tests_label(system: &mut System, condition: TermId) -> bool {
    let terms = &mut system.terms;
    let mut parts = walk::conjuncts(terms, condition).into_iter();
    parts.any(|p| fold::test(terms, p).is_some_and(|(subject, _)| is_label(terms, subject)))
}

fn reads(system: &System, conditions: &[TermId], now: TermId) -> bool {
    walk::postorder(&system.terms, conditions.iter().copied()).contains(&now)
}

/// The terms that a label hint stands for: a variable now and next, or a named value.
pub(super) fn label_terms(system: &mut System, name: &str) -> Result<Vec<TermId>, HintError> {
    let terms = if let Some(var) = system.terms.find_var(name) {
        let next = (system.role(var) != Role::Input).then(|| system.terms.next(var));
        std::iter::once(system.terms.now(var)).chain(next).collect()
    } else if let Some(define) = system.defines.iter().find(|d| d.name == name) {
        vec![define.term]
    } else {
        let problem = HintProblem::Unknown { candidates: label_candidates(system) };
        return Err(HintError { name: name.to_owned(), problem });
    };
    let sort = system.terms.sort(terms[0]);
    match values(&mut system.terms, sort) {
        Some(_) => Ok(terms),
        None => Err(HintError { name: name.to_owned(), problem: HintProblem::Sort }),
    }
}

fn label_candidates(system: &System) -> Vec<String> {
    let vars = system.terms.vars().filter(|(_, v)| matches!(v.sort, Sort::Enum(_))).map(|(_, v)| v.name.clone());
    let named = system.defines.iter().filter(|d| is_label(&system.terms, d.term)).map(|d| d.name.clone());
    vars.chain(named).collect()
}

/// Whether a term is the present or next value of one of these variables.
pub(super) fn is_value_of(system: &System, term: TermId, vars: &[VarId]) -> bool {
    matches!(system.terms.op(term), Op::Var(v) | Op::Next(v) if vars.contains(&v))
}
