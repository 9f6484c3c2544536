//! The values of parameters: expressions over the variables of masks, of the model workspace, and of a file beside the model.
//!
//! Inside of a masked subsystem a name means the variable of the nearest mask around it that has one; outermost are the
//! variables of the model workspace, and then those that were given. The values of a mask are written outside of it.

use crate::document::{Block, Mask, Model, Parameter};
use crate::matlab::{self, Value};
use indexmap::IndexMap;
use std::rc::Rc;
use wherefore_diag::Span;

/// How many scopes may lie in each other.
const MAX_DEPTH: usize = 200;

/// Variables with values, and those around them.
#[derive(Debug, Default)]
pub struct Scope {
    variables: IndexMap<String, Value>,
    /// Variables of the mask that have no value, with the reason.
    missing: IndexMap<String, String>,
    outer: Option<Rc<Scope>>,
    depth: usize,
}

/// A parameter without a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScopeError {
    /// Where it is written.
    pub span: Span,
    /// Why it has none.
    pub message: String,
}

impl Scope {
    /// The variables of the model workspace over those that were given.
    pub fn of_model(model: &Model, given: &IndexMap<String, Value>) -> Result<Rc<Scope>, ScopeError> {
        let mut variables = given.clone();
        if let Some(workspace) = &model.workspace {
            let wrong = |m: matlab::ScriptError| ScopeError { span: workspace.span, message: m.message };
            variables.extend(matlab::evaluate_script(&workspace.text, &|_| None).map_err(wrong)?);
        }
        Ok(Rc::new(Scope { variables, ..Scope::default() }))
    }

    /// The scope inside of a subsystem.
    pub fn inside(self: &Rc<Scope>, block: &Block) -> Result<Rc<Scope>, ScopeError> {
        let Some(mask) = &block.mask else { return Ok(Rc::clone(self)) };
        if self.depth > MAX_DEPTH {
            return Err(ScopeError { span: block.span, message: "masks are nested too deeply".to_owned() });
        }
        let mut inner = Scope { outer: Some(Rc::clone(self)), depth: self.depth + 1, ..Scope::default() };
        for variable in &mask.variables {
            // A value that is missing matters only to whoever uses it.
            match self.variable(&variable.value, variable.evaluated) {
                Ok(value) => _ = inner.variables.insert(variable.name.clone(), value),
                Err(error) => _ = inner.missing.insert(variable.name.clone(), error.message),
            }
        }
        inner.initialize(mask);
        Ok(Rc::new(inner))
    }

    fn variable(&self, value: &Parameter, evaluated: bool) -> Result<Value, ScopeError> {
        if evaluated { self.value(value) } else { Ok(Value::text(&value.text)) }
    }

    /// Takes over what the commands of a mask assign, if they are plain assignments.
    fn initialize(&mut self, mask: &Mask) {
        let assigned = matlab::evaluate_script(&mask.initialization, &|name| self.find(name));
        self.variables.extend(assigned.unwrap_or_default());
    }

    /// The value of a parameter.
    pub fn value(&self, parameter: &Parameter) -> Result<Value, ScopeError> {
        let wrong = |m: matlab::ScriptError| ScopeError { span: parameter.span, message: m.message };
        let expr = matlab::parse(&parameter.text).map_err(wrong)?;
        matlab::evaluate(&expr, &|name| self.find(name)).map_err(|m| self.explained(wrong(m)))
    }

    /// The value of a variable.
    pub fn find(&self, name: &str) -> Option<Value> {
        let mut scope = self;
        loop {
            if let Some(value) = scope.variables.get(name) {
                return Some(value.clone());
            }
            scope = scope.outer.as_deref()?;
        }
    }

    /// An error about a variable of a mask says why that has no value.
    fn explained(&self, error: ScopeError) -> ScopeError {
        let mut scope = Some(self);
        while let Some(inner) = scope {
            let about = inner.missing.iter().find(|(name, _)| error.message.contains(&format!("`{name}`")));
            if let Some((name, reason)) = about {
                let message = format!("`{name}` has no value, because in the mask {reason}");
                return ScopeError { message, ..error };
            }
            scope = inner.outer.as_deref();
        }
        error
    }
}
