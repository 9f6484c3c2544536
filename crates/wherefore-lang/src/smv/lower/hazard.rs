//! Hazards: possible errors in computing a value, and how they become obligations.
//!
//! A hazard is a condition that must hold wherever the value is used. It collects guards on its way up: in
//! `case y != 0 : x / y; TRUE : 0; esac` the division carries `y != 0`, the branch turns that into `y != 0 -> y != 0`,
//! and nothing is left to prove. So a definition that is only used where it is safe gives no false alarm.

use super::Lowerer;
use super::val::ValId;
use crate::expression::plainly_holds;
use crate::smv::codes;
use std::rc::Rc;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::{Constraint, ElementId, Obligation, ObligationKind, Purpose, Role, Sort, TermId, Update, When};

/// Kind of failure if the condition of a hazard is false.
#[derive(Debug)]
pub(super) struct Fault {
    pub kind: ObligationKind,
    pub message: String,
    pub span: Span,
}

/// A condition that must hold where a value is used.
#[derive(Clone, Debug)]
pub(super) struct Hazard {
    pub safe: TermId,
    pub fault: Rc<Fault>,
}

/// A definition with more hazards than this has them stated once at the definition, without the guards of its uses, so
/// that long chains of definitions do not multiply them.
pub(super) const MOST_HAZARDS: usize = 64;

impl Lowerer<'_, '_> {
    /// A hazard, unless its condition is plainly true.
    pub(super) fn hazard(&mut self, kind: ObligationKind, safe: TermId, message: String, span: Span) -> Option<Hazard> {
        let certain = self.system.terms.bool(true);
        (safe != certain).then(|| Hazard { safe, fault: Rc::new(Fault { kind, message, span }) })
    }

    /// The hazards of a value that is used only where `guard` is true.
    pub(super) fn guarded(&mut self, guard: TermId, hazards: Vec<Hazard>) -> Vec<Hazard> {
        let terms = &mut self.system.terms;
        // A temporal guard speaks of other states than the one in which the hazard is checked: it is left out.
        if terms.has_ltl(guard) || terms.has_ctl(guard) {
            return hazards;
        }
        let certain = terms.bool(true);
        let mut kept = Vec::with_capacity(hazards.len());
        for hazard in hazards {
            let proved = hazard.safe == guard || plainly_holds(terms, guard, hazard.safe);
            let safe = terms.implies(guard, hazard.safe);
            if !proved && safe != certain {
                kept.push(Hazard { safe, fault: hazard.fault });
            }
        }
        kept
    }

    /// The hazards of several values that are all used.
    pub(super) fn all_hazards(&mut self, vals: &[ValId]) -> Vec<Hazard> {
        let mut all = Vec::new();
        for val in vals {
            let more = self.hazards(*val);
            self.merge(&mut all, more);
        }
        all
    }

    /// Adds hazards to others. A fault under several guards is one hazard that is safe if it is safe under each. Past a
    /// few hundred hazards, equal faults are not looked for: repetition is harmless, searching a long list is not.
    pub(super) fn merge(&mut self, all: &mut Vec<Hazard>, more: Vec<Hazard>) {
        for hazard in more {
            let searched = if all.len() < 256 { all.as_mut_slice() } else { &mut [] };
            match searched.iter_mut().find(|h| Rc::ptr_eq(&h.fault, &hazard.fault)) {
                Some(known) => known.safe = self.system.terms.and([known.safe, hazard.safe]),
                None => all.push(hazard),
            }
        }
    }

    /// The conjunction of the conditions.
    pub(super) fn all_safe(&mut self, hazards: &[Hazard]) -> TermId {
        self.system.terms.and(hazards.iter().map(|h| h.safe))
    }

    /// States each hazard as an obligation.
    pub(super) fn oblige(&mut self, hazards: &[Hazard], when: When, element: Option<ElementId>) {
        for hazard in hazards {
            // A fault reaches several equations through a definition; it needs to be proved once.
            if !self.obliged.insert((hazard.safe, hazard.fault.span, when)) {
                continue;
            }
            if self.system.terms.has_ltl(hazard.safe) || self.system.terms.has_ctl(hazard.safe) {
                self.refuse_temporal(&hazard.fault);
                continue;
            }
            let (term, when) = match self.system.terms.has_next(hazard.safe) {
                true => (self.monitor(hazard.safe), When::Always),
                false => (hazard.safe, when),
            };
            let Fault { kind, message, span } = &*hazard.fault;
            let obligation =
                Obligation { kind: *kind, when, term, message: message.clone(), span: Some(*span), element };
            self.system.obligations.push(obligation);
        }
    }

    /// A check that depends on a temporal operator cannot be made in one state, and must not be left out either.
    fn refuse_temporal(&mut self, fault: &Fault) {
        let headline = "what can go wrong here depends on a temporal operator";
        let diagnostic = Diagnostic::at(codes::UNSUPPORTED, fault.span, headline, fault.message.clone())
            .help("add a branch for TRUE, or move the expression out of the temporal formula");
        self.reporter.push(diagnostic);
    }

    /// A state variable that says whether `condition` held in the step that led here, and is true at first. With it, a
    /// statement about steps becomes one about states. Its name cannot be written in SMV, so it clashes with nothing.
    pub(super) fn monitor(&mut self, condition: TermId) -> TermId {
        let (var, terms) = loop {
            self.monitors += 1;
            let name = format!("$ok{}", self.monitors);
            if let Some(var) = self.system.add_var(name, Sort::Bool, Role::State, None) {
                self.system.terms.mark_auxiliary(var, Purpose::Monitor);
                break (var, &mut self.system.terms);
            }
        };
        let now = terms.now(var);
        if terms.has_next(condition) {
            let next = terms.next(var);
            let term = terms.eq(next, condition);
            self.system.trans.push(Constraint { term, element: None });
        } else {
            self.system.next.insert(var, Update { term: condition, element: None });
        }
        self.system.init.push(Constraint { term: now, element: None });
        now
    }
}
