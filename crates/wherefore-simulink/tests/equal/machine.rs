//! A synchronous program that is run tick by tick, on the evaluator that judges all engines.

use num_rational::BigRational;
use num_traits::ToPrimitive;
use wherefore_ir::{Function, Op, Role, Sort, System, TermId, Value, VarId};
use wherefore_trace::Evaluator;

/// A system and its state.
pub struct Machine {
    inputs: Vec<(String, VarId, Sort)>,
    updates: Vec<VarId>,
    next: Evaluator,
    outputs: Evaluator,
    /// Variables for values of functions, in the order in which they may depend on each other.
    functions: Vec<(Function, Evaluator, VarId)>,
    values: Vec<Option<Value>>,
}

impl Machine {
    /// At its first tick. Memories hold what the system says, or anything: what they hold then is never looked at.
    #[allow(dead_code, reason = "one of the tests that share this watches more")]
    pub fn new(system: &System) -> Machine {
        Machine::watching(system, &[])
    }

    /// As [`new`](Self::new), with further terms behind the outputs and properties of a tick.
    pub fn watching(system: &System, watched: &[TermId]) -> Machine {
        let estimates = &system.annexes.estimates;
        let is_free = |var: VarId, role: Role| role == Role::Input && estimates.iter().all(|e| e.value != var);
        let inputs = system.vars().filter(|(v, role)| is_free(*v, *role)).map(|(v, _)| {
            let var = system.terms.var(v);
            (var.name.clone(), v, var.sort)
        });
        let compile = |terms: &[TermId]| Evaluator::new(&system.terms, terms).expect("no temporal operators");
        let updates: Vec<VarId> = system.next.keys().copied().collect();
        let next: Vec<TermId> = system.next.values().map(|u| u.term).collect();
        let shown = system.annexes.outputs.iter().map(|o| o.term);
        let outputs: Vec<TermId> =
            shown.chain(system.properties.iter().map(|p| p.term)).chain(watched.iter().copied()).collect();
        let functions = estimates.iter().map(|e| (e.function, compile(&e.arguments), e.value)).collect();
        let mut values: Vec<Option<Value>> = system.vars().map(|(v, _)| Some(zero(system.terms.var(v).sort))).collect();
        for constraint in &system.init {
            // First states say that the first tick is the first, and what memories hold.
            let (terms, operands) = (&system.terms, system.terms.operands(constraint.term));
            match (terms.op(constraint.term), operands) {
                (Op::Var(var), _) => values[var.0 as usize] = Some(Value::Bool(true)),
                (Op::Eq, [memory, value]) => {
                    if let (Op::Var(var), Some(value)) = (terms.op(*memory), terms.constant(*value)) {
                        values[var.0 as usize] = Some(value.clone());
                    }
                }
                _ => {}
            }
        }
        Machine {
            inputs: inputs.collect(),
            updates,
            next: compile(&next),
            outputs: compile(&outputs),
            functions,
            values,
        }
    }

    /// A value of the kind of each input.
    #[allow(dead_code, reason = "one of the tests that share this goes by name alone")]
    pub fn input_kinds(&self) -> Vec<Value> {
        self.inputs.iter().map(|(_, _, sort)| zero(*sort)).collect()
    }

    /// The names of the inputs.
    #[allow(dead_code, reason = "one of the tests that share this goes by order alone")]
    pub fn input_names(&self) -> impl Iterator<Item = &str> {
        self.inputs.iter().map(|(name, _, _)| name.as_str())
    }

    /// The outputs for these inputs, and behind them the properties; then the state goes on. Nothing if a function has no value.
    pub fn tick(&mut self, inputs: &[Value]) -> Option<Vec<Value>> {
        for ((_, var, sort), value) in self.inputs.iter().zip(inputs) {
            self.values[var.0 as usize] = Some(fitted(*sort, value));
        }
        for (function, arguments, value) in &self.functions {
            let arguments: Vec<f64> = arguments.evaluate(&self.values, None).iter().map(float).collect();
            self.values[value.0 as usize] = Some(Value::Real(BigRational::from_float(function.apply(&arguments))?));
        }
        let outputs = self.outputs.evaluate(&self.values, None).into_iter().map(|v| v.expect("a value")).collect();
        let next = self.next.evaluate(&self.values, None);
        for (var, value) in self.updates.iter().zip(next) {
            self.values[var.0 as usize] = value;
        }
        Some(outputs)
    }
}

fn float(value: &Option<Value>) -> f64 {
    match value {
        Some(Value::Real(exact)) => exact.to_f64().unwrap_or(f64::NAN),
        _ => f64::NAN,
    }
}

/// A value in the sort of another program: whole numbers may be reals there.
fn fitted(sort: Sort, value: &Value) -> Value {
    match (sort, value) {
        (Sort::Real, Value::Int(n)) => Value::Real(BigRational::from(n.clone())),
        (sort, Value::Real(r)) if sort.is_integer() => Value::Int(r.floor().to_integer()),
        (_, value) => value.clone(),
    }
}

fn zero(sort: Sort) -> Value {
    match sort {
        Sort::Bool => Value::Bool(false),
        Sort::Real => Value::Real(BigRational::from_integer(0.into())),
        _ => Value::Int(0.into()),
    }
}

/// Whether two values are the same number or truth value.
#[allow(dead_code, reason = "one of the tests that share this compares texts")]
pub fn same(one: &Value, two: &Value) -> bool {
    fitted(Sort::Real, one) == fitted(Sort::Real, two)
}
