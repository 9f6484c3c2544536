//! Functions: those of the chart, those of MATLAB, and calls that only leave a trace.

use super::Run;
use super::action::Context;
use super::flow::{End, Origin};
use super::resolve::Meaning;
use super::store::{Branch, Val};
use crate::matlab::{Class, Number};
use crate::stateflow::action::{Expr, ExprKind, Signature};
use crate::stateflow::document::{Datum, FunctionBody};
use indexmap::IndexMap;
use wherefore_diag::Span;
use wherefore_ir::network::BlockId;
use wherefore_syntax::Checked;

/// How deep functions may call each other.
const DEEPEST_CALL: usize = 20;

impl Run<'_, '_, '_> {
    /// Calls a function for some results.
    pub(super) fn call(
        &mut self,
        branch: Branch,
        name: &str,
        arguments: &[Expr],
        (results, span, context): (usize, Span, Context),
    ) -> Checked<(Vec<Val>, Branch)> {
        let mut values = Vec::new();
        let mut branch = branch;
        for argument in arguments.iter().filter(|_| name != "receive") {
            let (value, after) = self.value(branch, argument, context)?;
            branch = after;
            values.push(value);
        }
        match self.meaning_of(&branch, name, context.scope) {
            Meaning::Function(function) => self.own_function(branch, function, values, span),
            _ => match (name, results) {
                ("receive", _) => self.received(branch, arguments, context),
                ("fprintf" | "printf" | "disp" | "sprintf", _) => {
                    self.say(&branch, &values);
                    Ok((vec![Val::nothing()], branch))
                }
                (name, _) => match self.known_function(name, &values, span)? {
                    Some(value) => Ok((vec![value], branch)),
                    None if results == 0 => {
                        self.trace(&branch, &values);
                        Ok((Vec::new(), branch))
                    }
                    None => Err(self.refuse(span, &format!("the function `{name}` is not known"))),
                },
            },
        }
    }

    /// `receive(M)`: whether there is a message, which is taken.
    fn received(&mut self, branch: Branch, arguments: &[Expr], context: Context) -> Checked<(Vec<Val>, Branch)> {
        let message = match arguments {
            [Expr { kind: ExprKind::Name(name), .. }] => self.meaning_of(&branch, name, context.scope),
            _ => Meaning::Nothing,
        };
        let Meaning::Message(message) = message else {
            return Err(self.refuse(self.chart.span, "only messages are received"));
        };
        let origin = (branch.when, std::rc::Rc::clone(&branch.facts));
        let (mut yes, no) = self.dequeue(branch, message)?;
        let truth = match (&mut yes, &no) {
            (Some(_), None) => self.low.truth(true),
            (Some(yes), Some(_)) => yes.when,
            (None, _) => self.low.truth(false),
        };
        let branch = self.merge(origin, yes.into_iter().chain(no).collect())?;
        Ok((vec![Val::scalar(Class::Boolean, truth)], branch))
    }

    fn own_function(
        &mut self,
        branch: Branch,
        function: usize,
        values: Vec<Val>,
        span: Span,
    ) -> Checked<(Vec<Val>, Branch)> {
        let Some(definition) = self.chart.states.get(function).and_then(|s| s.function()) else {
            return Err(self.refuse(span, "no function"));
        };
        if self.calls >= DEEPEST_CALL {
            return Err(self.refuse(span, "functions that call themselves are not supported"));
        }
        let signature: &Signature = match &definition.body {
            FunctionBody::Matlab { signature: Some(signature), .. } => signature,
            _ => &definition.signature,
        };
        let mut frame = IndexMap::new();
        for (name, value) in signature.inputs.iter().zip(values) {
            let value = self.as_declared(function, name, value);
            frame.insert(name.clone(), Val { literal: false, ..value });
        }
        if matches!(definition.body, FunctionBody::Graphical) {
            for datum in self.chart.data.iter().filter(|d| d.parent == Some(function)) {
                if !frame.contains_key(&datum.name) {
                    let value = self.declared_value(datum)?;
                    frame.insert(datum.name.clone(), value);
                }
            }
        }
        let mut branch = branch;
        branch.store.frames.push(frame);
        self.calls += 1;
        let part = self.low.part;
        let after = match &definition.body {
            FunctionBody::Matlab { statements, .. } => self.body(branch, statements, function),
            FunctionBody::Graphical => self.graph(branch, function),
            FunctionBody::TruthTable => Err(self.refuse(span, "truth tables are not supported")),
            FunctionBody::Subsystem => Err(self.refuse(span, "functions made of blocks are not supported")),
        };
        self.low.part = part;
        self.calls -= 1;
        let Some(mut branch) = after? else { return Err(self.refuse(span, "a function without end")) };
        let frame = branch.store.frames.pop().unwrap_or_default();
        let mut results = Vec::new();
        for name in &signature.outputs {
            let Some(value) = frame.get(name).cloned() else {
                return Err(self.refuse(span, &format!("the result `{name}` is not assigned")));
            };
            results.push(self.as_declared(function, name, value));
        }
        Ok((results, branch))
    }

    /// The first value of a datum of a function.
    fn declared_value(&mut self, datum: &Datum) -> Checked<Val> {
        let scope = std::rc::Rc::clone(&self.low.flat.get(self.id).scope);
        let initial = datum.initial.as_ref().filter(|p| !p.text.trim().is_empty()).and_then(|p| scope.value(p).ok());
        let size = super::layout::size(datum, initial.as_ref(), |p| scope.value(p).map_err(|e| e.message));
        let (rows, columns) = match size {
            Ok(size) if size.0.saturating_mul(size.1) <= 1000 => size,
            _ => return Err(self.refuse(datum.span, "data of this size are not supported")),
        };
        let class = match crate::signal::named(Some(&datum.type_name)) {
            crate::signal::Named::Class(class) => class,
            _ => Class::Double,
        };
        let numbers = initial.map(|v| v.elements).unwrap_or_default();
        let number = |i: usize| numbers.get(i).or(numbers.first()).map_or_else(Number::zero, |n| class.cast(n));
        let elements = (0..rows * columns).map(|i| self.low.number(&number(i), class)).collect();
        Ok(Val { class, rows, columns, elements, literal: false, text: None })
    }

    /// A value in the class that the data of a function declare.
    fn as_declared(&mut self, function: usize, name: &str, value: Val) -> Val {
        let datum = self.chart.data.iter().find(|d| d.parent == Some(function) && d.name == name);
        let class = datum.map(|d| crate::signal::named(Some(&d.type_name)));
        match class {
            Some(crate::signal::Named::Class(class)) if value.text.is_none() => {
                let elements = value.elements.iter().map(|b| self.in_class(*b, class)).collect();
                Val { class, elements, literal: false, ..value }
            }
            _ => value,
        }
    }

    /// Goes through the flow graph of a function.
    fn graph(&mut self, branch: Branch, function: usize) -> Checked<Option<Branch>> {
        let defaults = self.chart.defaults(Some(function));
        let mut found = Vec::new();
        let failed = self.search(branch, &defaults, Origin::Function(function), &mut found)?;
        let ends = found.into_iter().filter(|(_, e)| !matches!(e, End::Reached(_))).map(|(b, _)| b);
        let ends = failed.into_iter().chain(ends).collect();
        self.gather(ends)
    }

    /// A function of MATLAB or of C; none if it is not known.
    fn known_function(&mut self, name: &str, values: &[Val], span: Span) -> Checked<Option<Val>> {
        let plain: Option<Vec<BlockId>> =
            values.iter().map(|v| v.elements.first().copied().filter(|_| v.elements.len() == 1)).collect();
        let class = Class::named(name).filter(|c| *c != Class::Text);
        if let (Some(class), [value]) = (class, values) {
            let elements = value.elements.iter().map(|b| self.in_class(*b, class)).collect();
            return Ok(Some(Val { class, elements, literal: false, ..value.clone() }));
        }
        let list = match (name, values) {
            ("min" | "max" | "sum" | "any" | "all", [value]) => value.elements.clone(),
            _ => plain.unwrap_or_default(),
        };
        if list.is_empty() {
            return Ok(None);
        }
        let named = match name {
            "fabs" => "abs",
            "fmod" => "rem",
            other => other,
        };
        let integer = values.iter().find(|v| !v.literal && v.class.is_integer()).map(|v| v.class);
        let (result, class) = match named {
            "any" | "all" => {
                let truths: Vec<BlockId> = list.iter().map(|b| self.low.as_truth(*b)).collect();
                let truth = if named == "any" { self.low.any(&truths) } else { self.low.all(&truths) };
                (truth, Class::Boolean)
            }
            "sum" => {
                let mut sum = None;
                for element in list {
                    sum = Some(match sum {
                        None => element,
                        Some(sum) => self.low.calculate(wherefore_ir::Op::Add, sum, element),
                    });
                }
                let Some(sum) = sum else { return Ok(None) };
                (sum, integer.unwrap_or(Class::Double))
            }
            "isempty" | "numel" | "length" => return Err(self.refuse(span, &format!("`{name}` is not supported"))),
            named => match self.low.apply(named, &list) {
                Some(result) => (result, integer.unwrap_or(Class::Double)),
                None => return Ok(None),
            },
        };
        let result = self.in_class(result, class);
        Ok(Some(Val::scalar(class, result)))
    }
}
