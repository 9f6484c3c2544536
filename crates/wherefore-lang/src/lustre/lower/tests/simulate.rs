//! Runs a system on given inputs. Memories have no value at first, so that nothing that is compared depends on one.

use std::collections::BTreeMap;
use wherefore_ir::{Op, System, TermId, Value};
use wherefore_trace::Evaluator;

/// Values by stream and tick.
pub(super) type Run = BTreeMap<String, Vec<Option<Value>>>;

/// The definitions of a system at every tick, and its properties under `? name`.
pub(super) fn simulate(system: &System, inputs: &[BTreeMap<String, Value>]) -> Run {
    let defines = system.defines.iter().map(|d| (d.name.clone(), d.term));
    let properties = system.properties.iter().map(|p| (format!("? {}", p.name), p.term));
    let shown: Vec<(String, TermId)> = defines.chain(properties).collect();
    let updates: Vec<_> = system.next.iter().map(|(v, u)| (*v, u.term)).collect();
    let roots: Vec<TermId> = shown.iter().map(|s| s.1).chain(updates.iter().map(|u| u.1)).collect();
    let evaluator = Evaluator::new(&system.terms, &roots).unwrap();
    let mut now: Vec<Option<Value>> = vec![None; system.terms.var_count()];
    for constraint in &system.init {
        let Op::Var(var) = system.terms.op(constraint.term) else { panic!("init is more than the first tick") };
        now[var.index()] = Some(Value::Bool(true));
    }
    let mut run = Run::new();
    for tick in inputs {
        for (name, value) in tick {
            // An input that nothing reads may still be there.
            let var = system.terms.find_var(name).unwrap();
            now[var.index()] = Some(value.clone());
        }
        let values = evaluator.evaluate(&now, None);
        for ((name, _), value) in shown.iter().zip(&values) {
            run.entry(name.clone()).or_default().push(value.clone());
        }
        for ((var, _), value) in updates.iter().zip(values.into_iter().skip(shown.len())) {
            now[var.index()] = value;
        }
    }
    run
}
