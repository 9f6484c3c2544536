//! A synchronous program that is run tick by tick, on the evaluator that judges all engines.

use num_rational::BigRational;
use wherefore_ir::{Role, Sort, System, TermId, Value, VarId};
use wherefore_trace::Evaluator;

/// A system and its state.
pub struct Machine {
    inputs: Vec<(VarId, Sort)>,
    updates: Vec<VarId>,
    next: Evaluator,
    outputs: Evaluator,
    values: Vec<Option<Value>>,
}

impl Machine {
    /// At its first tick. Memories hold anything: what they hold then is never looked at.
    pub fn new(system: &System) -> Machine {
        let inputs = system.vars().filter(|(_, role)| *role == Role::Input).map(|(v, _)| (v, system.terms.var(v).sort));
        let compile = |terms: &[TermId]| Evaluator::new(&system.terms, terms).expect("no temporal operators");
        let updates: Vec<VarId> = system.next.keys().copied().collect();
        let next: Vec<TermId> = system.next.values().map(|u| u.term).collect();
        let outputs: Vec<TermId> = system.annexes.outputs.iter().map(|o| o.term).collect();
        let mut values: Vec<Option<Value>> = system.vars().map(|(v, _)| Some(zero(system.terms.var(v).sort))).collect();
        for constraint in &system.init {
            // The only restriction of first states is that the first tick is the first.
            if let wherefore_ir::Op::Var(var) = system.terms.op(constraint.term) {
                values[var.0 as usize] = Some(Value::Bool(true));
            }
        }
        Machine { inputs: inputs.collect(), updates, next: compile(&next), outputs: compile(&outputs), values }
    }

    /// A value of the kind of each input.
    pub fn input_kinds(&self) -> Vec<Value> {
        self.inputs.iter().map(|(_, sort)| zero(*sort)).collect()
    }

    /// The outputs for these inputs; then the state goes on.
    pub fn tick(&mut self, inputs: &[Value]) -> Vec<Value> {
        for ((var, sort), value) in self.inputs.iter().zip(inputs) {
            self.values[var.0 as usize] = Some(fitted(*sort, value));
        }
        let outputs = self.outputs.evaluate(&self.values, None).into_iter().map(|v| v.expect("a value")).collect();
        let next = self.next.evaluate(&self.values, None);
        for (var, value) in self.updates.iter().zip(next) {
            self.values[var.0 as usize] = value;
        }
        outputs
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
pub fn same(one: &Value, two: &Value) -> bool {
    fitted(Sort::Real, one) == fitted(Sort::Real, two)
}
