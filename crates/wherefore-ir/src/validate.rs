//! The validator: what every pass may rely on.
//!
//! Sorts inside terms are right by construction. What remains is where terms stand: constraints are Boolean and free of
//! temporal operators, only steps and LTL formulas speak of the next state, only state variables have a next
//! value, references stay inside their tables, names are unique; the same of the state machines that a source brings. Front
//! ends and passes run it in debug and test builds.

mod control;

use crate::{ElementId, Op, PropertyKind, Role, Sort, System, TermId, walk};
use std::collections::BTreeSet;

/// Everything that is wrong with a system, in words; empty if it is sound.
pub fn validate(system: &System) -> Vec<String> {
    let mut check = Check { system, problems: Vec::new() };
    check.variables();
    check.constraints();
    check.updates();
    check.names();
    check.properties();
    check.references();
    check.rest();
    check.control();
    check.problems
}

/// Which time a formula may speak of.
#[derive(Clone, Copy, PartialEq)]
enum Time {
    Now,
    Step,
}

struct Check<'a> {
    system: &'a System,
    problems: Vec<String>,
}

impl Check<'_> {
    fn report(&mut self, problem: String) {
        self.problems.push(problem);
    }

    fn variables(&mut self) {
        for (_, var) in self.system.terms.vars() {
            let bad = match var.sort {
                Sort::Range { lo, hi } => lo > hi,
                Sort::BitVec(width) => width == 0,
                Sort::Enum(id) => self.system.terms.enumeration(id).values.is_empty(),
                _ => false,
            };
            if bad {
                self.problems.push(format!("variable {} has an empty sort", var.name));
            }
        }
    }

    fn formula(&mut self, what: &str, term: TermId, time: Time) {
        let terms = &self.system.terms;
        if terms.sort(term) != Sort::Bool {
            self.problems.push(format!("{what} is not Boolean"));
        }
        if terms.has_ltl(term) || terms.has_ctl(term) {
            self.problems.push(format!("{what} holds a temporal operator"));
        }
        if time == Time::Now && terms.has_next(term) {
            self.problems.push(format!("{what} speaks of the next state"));
        }
    }

    fn constraints(&mut self) {
        let system = self.system;
        system.init.iter().for_each(|c| self.formula("an init constraint", c.term, Time::Now));
        system.invar.iter().for_each(|c| self.formula("an invar constraint", c.term, Time::Now));
        system.trans.iter().for_each(|c| self.formula("a trans constraint", c.term, Time::Step));
        system.justice.iter().for_each(|c| self.formula("a justice formula", c.term, Time::Now));
        system.obligations.iter().for_each(|o| self.formula("an obligation", o.term, Time::Now));
        for c in &system.compassion {
            self.formula("a compassion premise", c.premise, Time::Now);
            self.formula("a compassion consequence", c.consequence, Time::Now);
        }
        let steps = system.trans.iter().map(|c| c.term).chain(system.properties.iter().map(|p| p.term));
        for term in walk::postorder(&system.terms, steps) {
            if let Op::Next(v) = system.terms.op(term)
                && system.role(v) == Role::Input
            {
                self.report(format!("input {} has no next value", system.terms.var(v).name));
            }
        }
    }

    fn updates(&mut self) {
        let terms = &self.system.terms;
        for (var, update) in &self.system.next {
            let declared = terms.var(*var);
            if self.system.role(*var) != Role::State {
                self.problems.push(format!("{} is updated but is not a state variable", declared.name));
            }
            if declared.sort.join(terms.sort(update.term)).is_none() {
                self.problems.push(format!("the update of {} has another sort", declared.name));
            }
            if terms.has_next(update.term) || terms.has_ltl(update.term) || terms.has_ctl(update.term) {
                self.problems.push(format!("the update of {} is not a function of now", declared.name));
            }
        }
    }

    fn names(&mut self) {
        let mut seen = BTreeSet::new();
        for define in &self.system.defines {
            if self.system.terms.find_var(&define.name).is_some() || !seen.insert(define.name.as_str()) {
                self.problems.push(format!("the name {} is defined twice", define.name));
            }
        }
        let mut seen = BTreeSet::new();
        for property in &self.system.properties {
            if !seen.insert(property.name.as_str()) {
                self.problems.push(format!("two properties are called {}", property.name));
            }
        }
    }

    fn properties(&mut self) {
        let terms = &self.system.terms;
        for p in &self.system.properties {
            let fits = match p.kind {
                PropertyKind::Invariant => !terms.has_ltl(p.term) && !terms.has_ctl(p.term),
                PropertyKind::Ltl => !terms.has_ctl(p.term),
                PropertyKind::Ctl => !terms.has_ltl(p.term),
            };
            // On the infinite runs that LTL speaks of, there is always a next state.
            let next_fits = p.kind == PropertyKind::Ltl || !terms.has_next(p.term);
            if !fits || !next_fits || terms.sort(p.term) != Sort::Bool {
                self.problems.push(format!("property {} is not a formula of its logic", p.name));
            }
        }
    }

    fn references(&mut self) {
        let system = self.system;
        let count = system.elements.len() as u32;
        let known = |e: &Option<ElementId>| e.is_none_or(|e| e.0 < count);
        let constraints = system.init.iter().chain(&system.invar).chain(&system.trans).chain(&system.justice);
        let sound = constraints.map(|c| c.element).all(|e| known(&e))
            && system.next.values().all(|u| known(&u.element))
            && system.vars().all(|(v, _)| known(&system.var_element(v)))
            && system.properties.iter().all(|p| known(&p.element))
            && system.elements.iter().all(|(_, e)| known(&e.parent))
            && system
                .elements
                .origins()
                .all(|(t, list)| t.index() < system.terms.len() && list.iter().all(|e| known(&Some(*e))));
        if !sound {
            self.report("a reference to an element that does not exist".to_owned());
        }
    }

    fn rest(&mut self) {
        match self.system.annexes.rest {
            Some(rest) if rest.index() >= self.system.terms.len() => self.report("rest is no term".to_owned()),
            Some(rest) => self.formula("rest", rest, Time::Now),
            None => {}
        }
    }
}
