//! Monitors: what was true at earlier ticks, as a formula of the present one.
//!
//! The model is never changed: memories are added beside it. "p, two ticks before" is a shift register of two; "p, at least
//! once" is a flag that stays; a tick before the first one does not exist, so nothing was true then.
//!
//! ```text
//! p              0 1 0 0
//! before(p, 2)   0 0 0 1
//! once(p)        0 1 1 1
//! ```

use std::collections::BTreeMap;
use wherefore_ir::{Constraint, Purpose, Role, Sort, System, TermId, Update};

/// A system with memories for what was asked about its past.
pub struct Monitor {
    /// The system; the variables of the original come first.
    pub system: System,
    delayed: BTreeMap<(TermId, bool), TermId>,
}

impl Monitor {
    /// Watches a system.
    pub fn new(system: &System) -> Monitor {
        Monitor { system: system.clone(), delayed: BTreeMap::new() }
    }

    /// Formula: a formula was true this many ticks before.
    pub fn before(&mut self, formula: TermId, ticks: u32) -> TermId {
        (0..ticks).fold(formula, |now, _| self.last(now, false))
    }

    /// Formula: a formula is or was true at least once.
    pub fn once(&mut self, formula: TermId) -> TermId {
        self.at_least(formula, 1)
    }

    /// Formula: a formula is and always was true.
    pub fn always(&mut self, formula: TermId) -> TermId {
        let never = self.system.terms.not(formula);
        let once = self.once(never);
        self.system.terms.not(once)
    }

    /// Formula: a formula is or was true at this many ticks or more.
    pub fn at_least(&mut self, formula: TermId, times: u32) -> TermId {
        let mut fewer = self.system.terms.bool(true);
        for _ in 0..times {
            // Enough before, or one less before and once more now.
            let (flag, before) = self.flag(false);
            let one_less = if self.system.terms.constant(fewer).is_some() { fewer } else { self.last(fewer, false) };
            let terms = &mut self.system.terms;
            let now = terms.and([formula, one_less]);
            let enough = terms.or([before, now]);
            self.system.next.insert(flag, Update { term: enough, element: None });
            fewer = enough;
        }
        fewer
    }

    /// Formula: this is the first tick.
    pub fn first(&mut self) -> TermId {
        let never = self.system.terms.bool(false);
        self.last(never, true)
    }

    /// The value of a formula one tick before, and `initial` at the first.
    fn last(&mut self, formula: TermId, initial: bool) -> TermId {
        if let Some(known) = self.delayed.get(&(formula, initial)) {
            return *known;
        }
        let (var, now) = self.flag(initial);
        self.system.next.insert(var, Update { term: formula, element: None });
        self.delayed.insert((formula, initial), now);
        now
    }

    /// A memory with an initial value: the variable, and its value now.
    fn flag(&mut self, initial: bool) -> (wherefore_ir::VarId, TermId) {
        let var = self.system.add_auxiliary("monitor", Sort::Bool, Role::State, Purpose::Monitor);
        let terms = &mut self.system.terms;
        let now = terms.now(var);
        let start = if initial { now } else { terms.not(now) };
        self.system.init.push(Constraint { term: start, element: None });
        (var, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_ir::{Op, Value, VarId};
    use wherefore_trace::{Step, evaluate};

    /// The truth of formulas at every tick, if `p` is as given and the memories follow their updates.
    fn run(system: &System, p: VarId, values: &[bool], formulas: &[TermId]) -> Vec<Vec<bool>> {
        let truth = |term: TermId, step: &Step| {
            evaluate(&system.terms, term, &step.values, None).ok().flatten().and_then(|v| v.as_bool()).unwrap()
        };
        let starts_true = |var: VarId| system.init.iter().any(|c| system.terms.op(c.term) == Op::Var(var));
        let mut step = Step::empty(system);
        system.next.keys().for_each(|v| step.set(*v, Value::Bool(starts_true(*v))));
        let mut table = Vec::new();
        for value in values {
            step.set(p, Value::Bool(*value));
            table.push(formulas.iter().map(|f| truth(*f, &step)).collect());
            let mut next = Step::empty(system);
            system.next.iter().for_each(|(v, u)| next.set(*v, Value::Bool(truth(u.term, &step))));
            step = next;
        }
        table
    }

    #[test]
    fn monitors_say_what_was() {
        let mut system = System::new("m");
        let p = system.add_var("p", Sort::Bool, Role::Input, None).unwrap();
        let mut monitor = Monitor::new(&system);
        let now = monitor.system.terms.now(p);
        let formulas =
            [monitor.before(now, 2), monitor.once(now), monitor.always(now), monitor.at_least(now, 3), monitor.first()];
        for word in 0..1_u32 << 8 {
            let values: Vec<bool> = (0..8).map(|k| word >> k & 1 == 1).collect();
            for (tick, seen) in run(&monitor.system, p, &values, &formulas).into_iter().enumerate() {
                let past = &values[..=tick];
                let times = past.iter().filter(|v| **v).count();
                let expected = [tick >= 2 && values[tick - 2], times > 0, times == past.len(), times >= 3, tick == 0];
                assert_eq!(seen, expected, "{values:?} at {tick}");
            }
        }
    }
}
