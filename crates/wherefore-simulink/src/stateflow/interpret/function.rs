//! Calls of functions.

use super::states::Guard;
use super::{Machine, Step, fault, print};
use crate::matlab::Value;
use crate::stateflow::action::{Signature, Statement};
use crate::stateflow::document::{FunctionBody, Scope};
use indexmap::IndexMap;
use wherefore_diag::Span;

/// The variables of a text of MATLAB that is executed.
#[derive(Clone)]
pub(super) struct Frame {
    /// The function, by its place in the list of states.
    pub function: usize,
    pub variables: IndexMap<String, Value>,
}

impl Machine<'_> {
    /// Calls a function of the chart, of MATLAB, or one that is not known, which is logged.
    pub(super) fn call_function(
        &mut self,
        name: &str,
        arguments: &[Value],
        results: usize,
        place: Option<usize>,
        span: Span,
    ) -> Step<Vec<Value>> {
        if let Some(function) = self.function_named(name, place) {
            return self.nested(|m| m.call_own(function, arguments, span));
        }
        if let Some((chart, function)) = self.exported(name) {
            let caller = std::mem::replace(&mut self.current, chart);
            let result = self.nested(|m| m.call_own(function, arguments, span));
            self.current = caller;
            return result;
        }
        let short = name.rsplit('.').next().unwrap_or(name);
        if let Some(line) = print::printed(short, arguments) {
            let line = line.map_err(|message| fault(message, Some(span)))?;
            if short == "sprintf" {
                return Ok(vec![Value::text(&line)]);
            }
            self.log.extend(line.lines().map(str::to_owned));
            return Ok(Vec::new());
        }
        if matches!(short, "rand" | "randi" | "randn" | "unidrnd") {
            return Err(fault(format!("`{short}` is random"), Some(span)));
        }
        let names: Vec<String> = (0..arguments.len()).map(|i| format!("v{i}")).collect();
        match super::operators::combine(&format!("{short}({})", names.join(",")), arguments, span) {
            Ok(value) => Ok(vec![value]),
            Err(super::Halt::Fault(_)) if results == 0 => {
                self.log.push(print::listed(arguments));
                Ok(Vec::new())
            }
            Err(halt) => Err(halt),
        }
    }

    /// A function of the outermost level of another chart.
    fn exported(&self, name: &str) -> Option<(usize, usize)> {
        let of_chart = |chart: usize| {
            let states = &self.instances.get(chart)?.chart.states;
            let found = states.iter().position(|s| s.parent.is_none() && s.name == name && s.function().is_some())?;
            Some((chart, found))
        };
        (0..self.instances.len()).filter(|c| *c != self.current).find_map(of_chart)
    }

    fn call_own(&mut self, function: usize, arguments: &[Value], span: Span) -> Step<Vec<Value>> {
        let chart = self.here()?.chart;
        let Some(own) = chart.states.get(function).and_then(|s| s.function()) else { return Ok(Vec::new()) };
        match &own.body {
            FunctionBody::Graphical => self.call_graph(function, &own.signature, arguments, span),
            FunctionBody::Matlab { statements, signature, .. } => {
                self.call_text(function, signature.as_ref().unwrap_or(&own.signature), statements, arguments, span)
            }
            FunctionBody::TruthTable => Err(fault("truth tables are not executed", Some(span))),
            FunctionBody::Subsystem => Err(fault("functions of blocks are not executed", Some(span))),
        }
    }

    /// A flow graph: inputs and outputs are data of the function. They are put back afterwards, so that a function may call itself.
    fn call_graph(
        &mut self,
        function: usize,
        signature: &Signature,
        arguments: &[Value],
        span: Span,
    ) -> Step<Vec<Value>> {
        let here = self.here()?;
        let chart = here.chart;
        let is_own = |place: &usize| {
            let datum = chart.data.get(*place);
            datum.is_some_and(|d| {
                d.parent == Some(function)
                    && matches!(d.scope, Scope::FunctionInput | Scope::FunctionOutput | Scope::Temporary)
            })
        };
        let own: Vec<usize> = (0..chart.data.len()).filter(is_own).collect();
        let saved: Vec<(usize, Value)> =
            own.iter().filter_map(|place| Some((*place, here.data.get(*place)?.clone()))).collect();
        let find = |name: &String| own.iter().copied().find(|p| chart.data.get(*p).is_some_and(|d| d.name == *name));
        let (inputs, outputs): (Vec<_>, Vec<_>) =
            (signature.inputs.iter().map(find).collect(), signature.outputs.iter().map(find).collect());
        for (place, value) in inputs.into_iter().zip(arguments) {
            if let Some(place) = place {
                self.write(place, value.clone(), span)?;
            }
        }
        let result = self.search(chart.defaults(Some(function)), None, Guard::Free).and_then(|_| {
            let read = outputs.into_iter().map(|place| place.map_or(Ok(Value::integer(0)), |p| self.datum_value(p)));
            read.collect::<Step<Vec<Value>>>()
        });
        for (place, value) in saved {
            if let Some(slot) = self.here_mut()?.data.get_mut(place) {
                *slot = value;
            }
        }
        result
    }

    fn call_text(
        &mut self,
        function: usize,
        signature: &Signature,
        statements: &[Statement],
        arguments: &[Value],
        span: Span,
    ) -> Step<Vec<Value>> {
        if arguments.len() > signature.inputs.len() {
            return Err(fault(format!("`{}` has fewer arguments", signature.name), Some(span)));
        }
        let variables = signature.inputs.iter().cloned().zip(arguments.iter().cloned()).collect();
        self.frames.push(Frame { function, variables });
        let result = self.statements(statements, Some(function), None);
        let frame = self.frames.pop();
        result?;
        let variables = frame.map(|f| f.variables).unwrap_or_default();
        let read = |name: &String| match variables.get(name) {
            Some(value) => Ok(value.clone()),
            None => Err(fault(format!("`{name}` has got no value"), Some(span))),
        };
        signature.outputs.iter().map(read).collect()
    }
}
