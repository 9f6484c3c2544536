//! Properties of states: in which states of a graph they are broken.

use super::specification::Specification;
use std::collections::BTreeMap;
use std::sync::Arc;
use wherefore_diag::{Diagnostic, FileId, Span};
use wherefore_ir::actions::{Action, ActionKind, Formula, FormulaKind, Regular, RegularKind, Repeat};
use wherefore_lang::explicit::States;
use wherefore_lang::tla::{self, Expr, Judge, Scope, TlaError, Value, codes};
use wherefore_stop::Stop;

/// A property of states.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// Its tree.
    pub expr: Arc<Expr>,
    /// As it is written, on one line.
    pub text: String,
    /// The text that it is in.
    pub file: FileId,
}

impl Invariant {
    /// Reads a property.
    pub fn read(file: FileId, text: &str) -> Result<Invariant, Diagnostic> {
        let expr = tla::parse(text).map_err(|why| diagnostic(file, &why, codes::SYNTAX))?;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(Invariant { expr: Arc::new(expr), text, file })
    }

    /// For each state whether the property is broken there; states whose values are not known break nothing.
    pub fn broken(
        &self,
        states: &States,
        count: u32,
        beside: &Specification,
        stop: &Stop,
    ) -> Result<Vec<bool>, Diagnostic> {
        let values: Vec<Value> = states.texts().map(value).collect();
        let scope = scope(states, &values, beside);
        let read = scope.reads(&self.expr).map_err(|why| diagnostic(self.file, &why, codes::NAME))?;
        let mut known: BTreeMap<Vec<u32>, bool> = BTreeMap::new();
        let mut broken = vec![false; count as usize];
        for (state, mark) in (0..count).zip(&mut broken) {
            let Some(row) = states.row(state) else { continue };
            // States with the same values of what is read have the same answer.
            let key: Vec<u32> = read.iter().filter_map(|variable| row.get(*variable).copied()).collect();
            if let Some(answer) = known.get(&key) {
                *mark = *answer;
                continue;
            }
            if stop.is_fired() {
                break;
            }
            let here: Vec<Value> = row.iter().filter_map(|value| values.get(*value as usize).cloned()).collect();
            let holds = Judge::new(&scope, &here).holds(&self.expr).map_err(|why| {
                let shown = states.shown(state).unwrap_or_default();
                let pairs = states.variables().iter().zip(shown).map(|(name, value)| format!("{name} = {value}"));
                diagnostic(self.file, &why, codes::VALUE)
                    .note(format!("in state {state}: {}", pairs.collect::<Vec<_>>().join(", ")))
            })?;
            *mark = !holds;
            known.insert(key, !holds);
        }
        Ok(broken)
    }
}

/// The formula that no action with this label happens.
pub fn never(label: &str, span: Span) -> Formula {
    let regular = |kind| Regular::new(kind, span);
    let action = |kind| regular(RegularKind::Action(Action::new(kind, span)));
    let any = regular(RegularKind::Repeat(Repeat::Star, Box::new(action(ActionKind::True))));
    let path = regular(RegularKind::Sequence(vec![any, action(ActionKind::Label(label.to_owned()))]));
    Formula::new(FormulaKind::Box(path, Box::new(Formula::new(FormulaKind::False, span))), span)
}

/// A value as it is printed, which is a string where it cannot be read.
fn value(text: &str) -> Value {
    tla::value(text).unwrap_or_else(|| Value::text(text))
}

fn scope(states: &States, values: &[Value], beside: &Specification) -> Scope {
    let mut scope = Scope {
        variables: states.variables().iter().cloned().zip(0..).collect(),
        definitions: beside.module.as_ref().map(|(_, module)| module.definitions.clone()).unwrap_or_default(),
        constants: beside.config.as_ref().map(|config| config.constants.clone()).unwrap_or_default(),
        models: Default::default(),
    };
    values.iter().chain(scope.constants.values()).for_each(|value| value.models(&mut scope.models));
    scope
}

fn diagnostic(file: FileId, why: &TlaError, code: &'static wherefore_diag::Code) -> Diagnostic {
    let span = Span::new(file, why.range.start as u32, why.range.end as u32);
    Diagnostic::at(code, span, why.message.clone(), "here")
}
