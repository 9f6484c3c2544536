//! What names in a formula mean: variables of the states, definitions, constants and model values.

use super::TlaError;
use super::eval::OPERATORS;
use super::module::Definition;
use super::tree::{Expr, Kind};
use super::value::Value;
use indexmap::IndexMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wherefore_syntax::nearest;

/// Definitions call each other no deeper.
const DEEPEST: usize = 60;

/// Sets that are not finite, which a value can be looked for in.
const ENDLESS: &[&str] = &["Nat", "Int", "STRING"];

/// Names and what they mean. A variable comes before a definition, which comes before a constant.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// The variables of the states, by their place.
    pub variables: IndexMap<String, usize>,
    /// The definitions of the module.
    pub definitions: BTreeMap<String, Definition>,
    /// The constants of the configuration.
    pub constants: BTreeMap<String, Value>,
    /// The model values that occur.
    pub models: BTreeSet<Arc<str>>,
}

/// Meaning of a name.
pub(super) enum Meaning<'s> {
    Variable(usize),
    Definition(&'s Definition),
    Value(Value),
}

impl Scope {
    /// Meaning of a name that is not bound.
    pub(super) fn find(&self, name: &str) -> Option<Meaning<'_>> {
        if let Some(place) = self.variables.get(name) {
            return Some(Meaning::Variable(*place));
        }
        if let Some(definition) = self.definitions.get(name) {
            return Some(Meaning::Definition(definition));
        }
        let constant = self.constants.get(name).cloned();
        let value = constant.or_else(|| self.models.get(name).map(|model| Value::Model(model.clone())))?;
        Some(Meaning::Value(value))
    }

    /// The variables that a formula reads, or the first name that means nothing: also in parts that are never evaluated.
    pub fn reads(&self, expr: &Expr) -> Result<BTreeSet<usize>, TlaError> {
        let mut walk = Walk { scope: self, read: BTreeSet::new(), seen: BTreeSet::new(), depth: 0 };
        walk.expr(expr, &mut Vec::new())?;
        Ok(walk.read)
    }

    fn unknown(&self, name: &str, expr: &Expr) -> TlaError {
        let all = self.variables.keys().map(String::as_str).chain(self.definitions.keys().map(String::as_str));
        let all = all.chain(self.constants.keys().map(String::as_str)).chain(self.models.iter().map(AsRef::as_ref));
        let hint = nearest(name, all).map_or_else(String::new, |close| format!("; did you mean `{close}`?"));
        TlaError::new(expr.range.clone(), format!("nothing is called `{name}`{hint}"))
    }
}

struct Walk<'s> {
    scope: &'s Scope,
    read: BTreeSet<usize>,
    /// The definitions that were looked into.
    seen: BTreeSet<&'s str>,
    depth: usize,
}

impl<'s> Walk<'s> {
    fn all<'e>(&mut self, list: impl IntoIterator<Item = &'e Expr>, bound: &mut Vec<String>) -> Result<(), TlaError> {
        list.into_iter().try_for_each(|expr| self.expr(expr, bound))
    }

    /// A part in which names are bound.
    fn inside(&mut self, names: &[&str], body: &Expr, bound: &mut Vec<String>) -> Result<(), TlaError> {
        let before = bound.len();
        bound.extend(names.iter().map(|name| (*name).to_owned()));
        let found = self.expr(body, bound);
        bound.truncate(before);
        found
    }

    fn bounded(&mut self, bounds: &[(String, Expr)], body: &Expr, bound: &mut Vec<String>) -> Result<(), TlaError> {
        self.all(bounds.iter().map(|(_, set)| set), bound)?;
        let names: Vec<&str> = bounds.iter().map(|(name, _)| name.as_str()).collect();
        self.inside(&names, body, bound)
    }

    fn expr(&mut self, expr: &Expr, bound: &mut Vec<String>) -> Result<(), TlaError> {
        match &expr.kind {
            Kind::Value(_) => Ok(()),
            Kind::Name(name) if bound.contains(name) => Ok(()),
            Kind::Name(name) => self.name(name, 0, expr),
            Kind::Call(name, arguments) => {
                self.all(arguments, bound)?;
                match OPERATORS.iter().find(|(known, _)| known == name) {
                    Some((_, count)) if *count == arguments.len() => Ok(()),
                    Some((_, count)) => Err(arity(name, *count, expr)),
                    None => self.name(name, arguments.len(), expr),
                }
            }
            Kind::Unary(_, inner) => self.expr(inner, bound),
            Kind::Binary("\\in" | "\\notin", left, right) if matches!(&right.kind, Kind::Name(name) if ENDLESS.contains(&name.as_str())) => {
                self.expr(left, bound)
            }
            Kind::Binary(_, left, right) | Kind::Apply(left, right) => {
                self.expr(left, bound)?;
                self.expr(right, bound)
            }
            Kind::And(list) | Kind::Or(list) | Kind::Set(list) | Kind::Tuple(list) | Kind::Merge(list) => {
                self.all(list, bound)
            }
            Kind::Record(fields) => self.all(fields.iter().map(|(_, value)| value), bound),
            Kind::Quantified(_, bounds, body) | Kind::Function(bounds, body) | Kind::Image(body, bounds) => {
                self.bounded(bounds, body, bound)
            }
            Kind::Filter(name, set, body) => {
                self.expr(set, bound)?;
                self.inside(&[name], body, bound)
            }
            Kind::If(parts) => self.all(parts.iter(), bound),
        }
    }

    fn name(&mut self, name: &str, arguments: usize, expr: &Expr) -> Result<(), TlaError> {
        match self.scope.find(name) {
            Some(Meaning::Variable(place)) if arguments == 0 => {
                self.read.insert(place);
                Ok(())
            }
            Some(Meaning::Value(_)) if arguments == 0 => Ok(()),
            Some(Meaning::Definition(definition)) => {
                if definition.parameters.len() != arguments {
                    return Err(arity(name, definition.parameters.len(), expr));
                }
                self.definition(definition, expr)
            }
            Some(_) => Err(TlaError::new(expr.range.clone(), format!("`{name}` takes no arguments"))),
            None => Err(self.scope.unknown(name, expr)),
        }
    }

    /// Looks into a definition once. What is wrong there is said at the name that led to it.
    fn definition(&mut self, definition: &'s Definition, expr: &Expr) -> Result<(), TlaError> {
        if !self.seen.insert(definition.name.as_str()) {
            return Ok(());
        }
        let at = |message: String| TlaError::new(expr.range.clone(), message);
        if self.depth >= DEEPEST {
            return Err(at("definitions that use each other too deeply".to_owned()));
        }
        let in_it =
            |why: &TlaError| at(format!("the definition of `{}` cannot be used: {}", definition.name, why.message));
        let body = definition.body.as_ref().map_err(&in_it)?;
        self.depth += 1;
        let found = self.expr(body, &mut definition.parameters.clone());
        self.depth -= 1;
        found.map_err(|why| in_it(&why))
    }
}

fn arity(name: &str, count: usize, expr: &Expr) -> TlaError {
    let words = match count {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        n => format!("{n} arguments"),
    };
    TlaError::new(expr.range.clone(), format!("`{name}` takes {words}"))
}
