//! Runs that never end: can values in an open place make a formula of LTL or CTL true on the run of the changed model?
//!
//! The [course](super::course) of a failing run is a system that contains, for every change of the open place, a sequence of states of
//! the changed model in which the environment does what it did on the run. If the changed model has its properties, one of three is true
//! of this sequence: it is no run, because something rigid is broken; it is not fair; or it satisfies what the formula says about single
//! runs. So if the engines prove that no sequence of the course does any of the three, the element is exonerated.
//!
//! *About single runs* a formula of LTL says all that it says. A run alone, taken as a model, is simulated by the model, so that a
//! formula of CTL holds on it as far as it speaks of all paths; there, on the only path, its quantifiers can be dropped. What it says
//! about some path, `EF p` in `AG EF p`, may be true because of another run. Then the course has branches: wherever the sequence is, it
//! may be left, and every choice of environment and open place is allowed from there on, which is more than any change allows. The
//! question is then one of CTL: is there a course of which, at every tick, `EF p` is true in that sense?
//!
//! Where something rigid or what fairness asks for depends on the open place, a run that ends, or one with branches, says nothing: the
//! changed model may have no fair run through its states, and then promises nothing about them.

use super::course::{Branches, Course};
use super::parts::Parts;
use crate::quick::quick;
use std::sync::Arc;
use wherefore_check::{NoAnswer, Observer, Options, Recheck, Session, Silent, Verdict};
use wherefore_ir::{Op, Property, PropertyKind, Role, System, TermId, Terms, VarId, When, walk};
use wherefore_stop::Stop;
use wherefore_trace::Trace;

/// A violated property that is no invariant, with a run on which it fails.
#[derive(Clone, Copy)]
pub(super) struct Endless<'a> {
    pub(super) kind: PropertyKind,
    pub(super) formula: TermId,
    pub(super) run: &'a Trace,
}

/// What the question is asked of.
pub(super) struct Asked<'a> {
    /// The system with open places, and what it says.
    pub(super) open: &'a System,
    pub(super) parts: &'a Parts,
    /// The system of the run.
    pub(super) original: &'a System,
    /// Formulas that must hold at every tick.
    pub(super) goals: &'a [TermId],
    pub(super) options: &'a Options,
    pub(super) stop: &'a Stop,
}

impl Asked<'_> {
    /// Whether no values in the open places make the formula true on this run, and who found the same; nothing if some do, or if that
    /// cannot be asked.
    pub(super) fn refuted(&self, endless: &Endless<'_>) -> Result<Option<Recheck>, NoAnswer> {
        let Some((system, property)) = self.question(endless) else { return Ok(None) };
        if !system.is_finite() {
            return Err(NoAnswer::Unsupported(
                "a place with infinitely many values, on a run that never ends".to_owned(),
            ));
        }
        let observer: Arc<dyn Observer> = Arc::new(Silent);
        let session = Session::new(&system, quick(&system, self.options));
        match session.decide(&property, self.stop, &observer).1 {
            Verdict::Holds { recheck, .. } | Verdict::Vacuous { recheck, .. } => Ok(Some(recheck)),
            Verdict::Violated(_) => Ok(None),
            Verdict::Undetermined(cause) => Err(cause),
        }
    }

    /// The course, and the claim that nothing on it is as it should be; nothing if there is no such question.
    fn question(&self, endless: &Endless<'_>) -> Option<(System, Property)> {
        let Endless { kind, formula, run } = *endless;
        let terms = &self.open.terms;
        let is_universal = kind == PropertyKind::Ltl || !needs_branches(terms, formula, true);
        if is_universal && run.loop_start.is_some() {
            return Some(self.along(kind, formula, run));
        }
        (kind == PropertyKind::Ctl && !self.is_bound()).then(|| self.beside(formula, run)).flatten()
    }

    fn depends(&self, term: TermId) -> bool {
        !walk::variables(&self.open.terms, [term]).is_disjoint(&self.parts.influenced)
    }

    /// Whether something rigid or what fairness asks for depends on an open place.
    fn is_bound(&self) -> bool {
        let parts = self.parts;
        let rigid = parts.first.rigid.iter().chain(&parts.tick.rigid).chain(&parts.step.rigid).copied();
        let pairs = self.open.compassion.iter().flat_map(|c| [c.premise, c.consequence]);
        let mut all = rigid.chain(self.open.justice.iter().map(|c| c.term)).chain(pairs);
        all.any(|term| self.depends(term)) || self.chooses_inputs()
    }

    /// Whether an equation between a state and an input of the same tick depends on an open place: which inputs a state allows is then for
    /// the changed model to say.
    fn chooses_inputs(&self) -> bool {
        let is_input = |var: &VarId| self.open.role(*var) == Role::Input;
        let reads_input = |term: TermId| walk::variables(&self.open.terms, [term]).iter().any(is_input);
        self.parts.tick.equations.iter().any(|e| self.depends(e.relation) && reads_input(e.relation))
    }

    /// About the run alone.
    fn along(&self, kind: PropertyKind, formula: TermId, run: &Trace) -> (System, Property) {
        let Course { mut system, ok, .. } = Course::new(self.open, self.parts, self.original, run, Branches::None);
        let terms = &mut system.terms;
        let said = if kind == PropertyKind::Ltl { formula } else { on_path(terms, formula, true) };
        let broken = terms.not(ok);
        let mut fine = vec![said, terms.apply(Op::F, &[broken])];
        fine.extend(self.unfair(terms));
        let fine = terms.or(fine);
        let obliged = |when: When| {
            let due = self.open.obligations.iter().filter(move |o| o.when == when).map(|o| o.term);
            due.filter(|t| self.depends(*t)).collect::<Vec<_>>()
        };
        let first = terms.and(obliged(When::Initially));
        let first = terms.implies(ok, first);
        let always = terms.and(self.goals.iter().copied().chain(obliged(When::Always)));
        let always = terms.implies(ok, always);
        let always = terms.apply(Op::G, &[always]);
        let all = terms.and([fine, first, always]);
        let never = terms.not(all);
        (system, claim(PropertyKind::Ltl, never))
    }

    /// Ways in which a sequence is not fair. What no open place has an influence on is as on the run, which is fair.
    fn unfair(&self, terms: &mut Terms) -> Vec<TermId> {
        let mut found = Vec::new();
        for term in self.open.justice.iter().map(|c| c.term).filter(|t| self.depends(*t)) {
            let not = terms.not(term);
            let always = terms.apply(Op::G, &[not]);
            found.push(terms.apply(Op::F, &[always]));
        }
        let pairs = self.open.compassion.iter().filter(|c| self.depends(c.premise) || self.depends(c.consequence));
        for (premise, consequence) in pairs.map(|c| (c.premise, c.consequence)) {
            let not = terms.not(consequence);
            let always = terms.apply(Op::G, &[not]);
            let never = terms.apply(Op::F, &[always]);
            let again = terms.apply(Op::F, &[premise]);
            let often = terms.apply(Op::G, &[again]);
            found.push(terms.and([often, never]));
        }
        found
    }

    /// About the run and everything that branches off.
    fn beside(&self, formula: TermId, run: &Trace) -> Option<(System, Property)> {
        let course = Course::new(self.open, self.parts, self.original, run, Branches::All);
        if course.can_break() {
            return None;
        }
        let Course { mut system, follows, is_last, .. } = course;
        let mut branching = Branching { terms: &mut system.terms, follows, is_last };
        let fine = branching.followed(formula, true);
        let never = system.terms.not(fine);
        Some((system, claim(PropertyKind::Ctl, never)))
    }
}

fn claim(kind: PropertyKind, term: TermId) -> Property {
    Property { name: "exonerated".to_owned(), kind, term, text: String::new(), element: None }
}

/// Whether what a formula says about some path counts for it, where it is wanted to be true or, else, false.
fn needs_branches(terms: &Terms, formula: TermId, positive: bool) -> bool {
    use Op::{AF, AG, AU, AX, And, EF, EG, EU, EX, Implies, Not, Or};
    if !terms.has_ctl(formula) {
        return false;
    }
    let operands = terms.operands(formula);
    let any = |positive: bool| operands.iter().any(|t| needs_branches(terms, *t, positive));
    match terms.op(formula) {
        AX | AF | AG | AU => !positive || any(positive),
        EX | EF | EG | EU => positive || any(positive),
        And | Or => any(positive),
        Not => any(!positive),
        Implies => match operands {
            [a, b] => needs_branches(terms, *a, !positive) || needs_branches(terms, *b, positive),
            _ => true,
        },
        _ => true,
    }
}

/// A formula of LTL that is true on a run if one of CTL, wanted to be true of the model, is; for one that is wanted to be false, one that
/// is true only if that is.
fn on_path(terms: &mut Terms, formula: TermId, positive: bool) -> TermId {
    use Op::{AF, AG, AU, AX, And, EF, EG, EU, EX, F, G, Implies, Not, Or, U, X};
    if !terms.has_ctl(formula) {
        return formula;
    }
    let (op, operands) = (terms.op(formula), terms.operands(formula).to_vec());
    let is_kept = match op {
        AX | AF | AG | AU => positive,
        EX | EF | EG | EU => !positive,
        And | Or | Not | Implies => true,
        _ => false,
    };
    if !is_kept {
        return terms.bool(positive);
    }
    let sign = |place: usize| positive != (op == Not || (op == Implies && place == 0));
    let parts: Vec<TermId> = operands.iter().enumerate().map(|(n, t)| on_path(terms, *t, sign(n))).collect();
    match (op, parts.as_slice()) {
        (AX | EX, [a]) => terms.apply(X, &[*a]),
        (AF | EF, [a]) => terms.apply(F, &[*a]),
        (AG | EG, [a]) => terms.apply(G, &[*a]),
        (AU | EU, [a, b]) => terms.apply(U, &[*a, *b]),
        (And, list) => terms.and(list.iter().copied()),
        (Or, list) => terms.or(list.iter().copied()),
        (Not, [a]) => terms.not(*a),
        (Implies, [a, b]) => terms.implies(*a, *b),
        _ => terms.bool(positive),
    }
}

/// Translates formulas to a course with branches. What is wanted to be false must not be promised by it, so that it becomes false.
struct Branching<'a> {
    terms: &'a mut Terms,
    follows: TermId,
    is_last: Option<TermId>,
}

impl Branching<'_> {
    /// True in a state of the course that follows the run if some change can make the formula true there.
    fn followed(&mut self, formula: TermId, positive: bool) -> TermId {
        use Op::{AF, AG, AU, AX, EF, EG, EU, EX};
        match self.terms.op(formula) {
            _ if !self.terms.has_ctl(formula) => formula,
            AX | AF | AG | AU if positive => self.on_run(formula),
            EX | EF | EG | EU if positive => self.off_run(formula),
            _ => self.connected(formula, positive, Branching::followed),
        }
    }

    /// True in a state that has left the run if some change can make the formula true there.
    fn free(&mut self, formula: TermId, positive: bool) -> TermId {
        use Op::{EF, EG, EU, EX};
        match self.terms.op(formula) {
            _ if !self.terms.has_ctl(formula) => formula,
            EX | EF | EG | EU if positive => self.off_run(formula),
            _ => self.connected(formula, positive, Branching::free),
        }
    }

    fn connected(&mut self, formula: TermId, positive: bool, part: fn(&mut Self, TermId, bool) -> TermId) -> TermId {
        let operands = self.terms.operands(formula).to_vec();
        match (self.terms.op(formula), operands.as_slice()) {
            (Op::And, list) => {
                let list: Vec<TermId> = list.iter().map(|t| part(self, *t, positive)).collect();
                self.terms.and(list)
            }
            (Op::Or, list) => {
                let list: Vec<TermId> = list.iter().map(|t| part(self, *t, positive)).collect();
                self.terms.or(list)
            }
            (Op::Not, [a]) => {
                let a = part(self, *a, !positive);
                self.terms.not(a)
            }
            (Op::Implies, [a, b]) => {
                let (a, b) = (part(self, *a, !positive), part(self, *b, positive));
                self.terms.implies(a, b)
            }
            _ => self.terms.bool(positive),
        }
    }

    /// Claim about all paths, asked of the one that follows the run.
    fn on_run(&mut self, formula: TermId) -> TermId {
        let op = self.terms.op(formula);
        let operands = self.terms.operands(formula).to_vec();
        let parts: Vec<TermId> = operands
            .iter()
            .map(|t| {
                let part = self.followed(*t, true);
                self.terms.and([self.follows, part])
            })
            .collect();
        match (op, parts.as_slice(), self.is_last) {
            (Op::AG, [a], Some(last)) => {
                let end = self.terms.and([*a, last]);
                self.terms.apply(Op::EU, &[*a, end])
            }
            (Op::AG, [a], None) => self.terms.apply(Op::EG, &[*a]),
            (Op::AX, [a], None) => self.terms.apply(Op::EX, &[*a]),
            (Op::AF, [a], None) => self.terms.apply(Op::EU, &[self.follows, *a]),
            (Op::AU, [a, b], None) => self.terms.apply(Op::EU, &[*a, *b]),
            // The run ends before that can be said.
            _ => self.terms.bool(true),
        }
    }

    /// Claim about some path, asked of those that leave the run at once.
    fn off_run(&mut self, formula: TermId) -> TermId {
        let op = self.terms.op(formula);
        let operands = self.terms.operands(formula).to_vec();
        let left = self.terms.not(self.follows);
        let here: Vec<TermId> = operands.iter().map(|t| self.free(*t, true)).collect();
        let there: Vec<TermId> = operands
            .iter()
            .map(|t| {
                let part = self.free(*t, true);
                self.terms.and([left, part])
            })
            .collect();
        let terms = &mut *self.terms;
        match (op, here.as_slice(), there.as_slice()) {
            (Op::EX, _, [a]) => terms.apply(Op::EX, &[*a]),
            (Op::EF, [now], [a]) => {
                let later = terms.apply(Op::EU, &[left, *a]);
                let later = terms.apply(Op::EX, &[later]);
                terms.or([*now, later])
            }
            (Op::EG, [now], [a]) => {
                let later = terms.apply(Op::EG, &[*a]);
                let later = terms.apply(Op::EX, &[later]);
                terms.and([*now, later])
            }
            (Op::EU, [first, now], [a, b]) => {
                let later = terms.apply(Op::EU, &[*a, *b]);
                let later = terms.apply(Op::EX, &[later]);
                let later = terms.and([*first, later]);
                terms.or([*now, later])
            }
            _ => terms.bool(true),
        }
    }
}
