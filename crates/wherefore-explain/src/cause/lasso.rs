//! Lassos of a fixed shape on which an LTL formula does or does not hold.
//!
//! *Closing.* Every state variable gets a frozen companion that has its value where the loop starts and again one tick after
//! the last. So the step from the end back to the loop is a step like any other, and next values at the end are those of
//! the loop's start.
//!
//! *The formula.* Every subformula has a literal at every position. How many positions there are, which tick each shows and
//! where the last goes on is what `wherefore-trace` lays out for the formula and the run: it depends on the shape alone, and
//! unrolls the loop as often as past operators need. Operators become gates from position to position: past ones forwards,
//! future ones backwards from the end. An until around the loop is a least fixpoint: false is assumed behind the end, the
//! loop is gone through once, and the value at its head is final; a release is the dual, from true.
//!
//! ```text
//! positions 0 1 2, back to 1    F p:    after = p1 | p2        at 2: p2 | after, at 1: p1 | (at 2), at 0: p0 | (at 1)
//! ```

use rustc_hash::FxHashMap;
use wherefore_check::{Cone, NoAnswer, Unroller};
use wherefore_ir::{Op, Purpose, Role, Sort, System, TermId, VarId, walk};
use wherefore_solve::Lit;
use wherefore_trace::{Labels, Trace};

/// More gates than this are not laid out.
const MOST_CELLS: usize = 1 << 20;

/// How a lasso closes.
pub(crate) struct Loop {
    /// The tick where it starts.
    pub(super) start: u32,
    /// Each state variable equals its companion.
    pub(super) same: Vec<TermId>,
    /// The formula that is looked at.
    pub(super) formula: Layout,
    /// The formula that holds on all lassos that count.
    pub(super) assuming: Option<(TermId, Layout)>,
}

/// The positions of a formula: the tick that each shows, and where the last goes on.
pub(super) struct Layout {
    ticks: Vec<u32>,
    back: usize,
}

/// The system, or the part of it that matters for paths, with a frozen companion for each of its state variables.
pub(crate) fn companions(system: &System, formulas: Vec<TermId>, whole: bool) -> (Cone, Vec<TermId>) {
    let mut wider = system.clone();
    let goal = wider.terms.and(formulas);
    let all = || system.vars().map(|(v, _)| v).collect();
    let matters: Vec<VarId> = if whole { all() } else { Cone::of_paths(&wider, goal).vars };
    let states: Vec<VarId> = matters.iter().copied().filter(|v| system.role(*v) == Role::State).collect();
    let mut same = Vec::new();
    for var in states {
        let sort = wider.terms.var(var).sort;
        let companion = wider.add_auxiliary(&format!("loop{}", var.0), sort, Role::Frozen, Purpose::Memory);
        let (now, copy) = (wider.terms.now(var), wider.terms.now(companion));
        same.push(wider.terms.eq(now, copy));
    }
    let model = if matters.len() == system.terms.var_count() {
        Cone::whole(&wider)
    } else {
        let goals = wider.terms.and(same.iter().copied().chain([goal]));
        Cone::of_paths(&wider, goals)
    };
    (model, same)
}

impl Layout {
    /// The layout for a formula that has this Boolean value on the run, if that is known.
    pub(super) fn new(
        system: &System,
        trace: &Trace,
        formula: TermId,
        truth: Option<bool>,
    ) -> Result<Layout, NoAnswer> {
        let labels = Labels::new(&system.terms, trace, formula).map_err(|e| NoAnswer::Unsupported(e.to_string()))?;
        if truth.is_some() && labels.at(formula, 0) != truth {
            return Err(NoAnswer::Refuted("a lasso does not show what it is to show".to_owned()));
        }
        let count = labels.positions();
        let size = walk::postorder(&system.terms, [formula]).len();
        let back = labels.successor(count.saturating_sub(1)).filter(|_| size.saturating_mul(count) <= MOST_CELLS);
        let back = back.ok_or_else(|| NoAnswer::GaveUp("formula and lasso are too large together".to_owned()))?;
        Ok(Layout { ticks: (0..count).map(|p| labels.step(p) as u32).collect(), back })
    }
}

impl Loop {
    /// Closes the run in a solver, fairly; the literal that the formula holds.
    pub(crate) fn close(&self, unroller: &mut Unroller<'_>, last: u32, formula: TermId) -> Result<Lit, NoAnswer> {
        self.go_back(unroller, last)?;
        self.fair(unroller, last)?;
        if let Some((term, layout)) = &self.assuming {
            let holds = Gates::new(unroller, layout)?.formula(*term)?;
            unroller.solver.clause(&[holds])?;
        }
        Gates::new(unroller, &self.formula)?.formula(formula)
    }

    /// Lets the run go back to its loop, be that fair or not.
    pub(crate) fn go_back(&self, unroller: &mut Unroller<'_>, last: u32) -> Result<(), NoAnswer> {
        unroller.reach(last + 1)?;
        for same in &self.same {
            for tick in [self.start, last + 1] {
                let literal = unroller.literal(*same, tick)?;
                unroller.solver.clause(&[literal])?;
            }
        }
        Ok(())
    }

    fn fair(&self, unroller: &mut Unroller<'_>, last: u32) -> Result<(), NoAnswer> {
        let system = &unroller.model.system;
        for constraint in &system.justice {
            let ever = self.within(unroller, constraint.term, last)?;
            unroller.solver.clause(&ever)?;
        }
        for pair in &system.compassion {
            let ever = self.within(unroller, pair.consequence, last)?;
            for premise in self.within(unroller, pair.premise, last)? {
                let clause: Vec<Lit> = std::iter::once(!premise).chain(ever.iter().copied()).collect();
                unroller.solver.clause(&clause)?;
            }
        }
        Ok(())
    }

    /// A formula at every tick of the loop.
    fn within(&self, unroller: &mut Unroller<'_>, term: TermId, last: u32) -> Result<Vec<Lit>, NoAnswer> {
        (self.start..=last).map(|tick| unroller.literal(term, tick)).collect()
    }
}

/// The literals of subformulas, position by position.
struct Gates<'u, 'm> {
    unroller: &'u mut Unroller<'m>,
    layout: &'u Layout,
    yes: Lit,
    rows: FxHashMap<TermId, Vec<Lit>>,
}

impl<'u, 'm> Gates<'u, 'm> {
    fn new(unroller: &'u mut Unroller<'m>, layout: &'u Layout) -> Result<Gates<'u, 'm>, NoAnswer> {
        let yes = unroller.solver.fresh()?;
        unroller.solver.clause(&[yes])?;
        Ok(Gates { unroller, layout, yes, rows: FxHashMap::default() })
    }

    /// The literal of a formula at the first position.
    fn formula(mut self, formula: TermId) -> Result<Lit, NoAnswer> {
        let terms = &self.unroller.model.system.terms;
        let order: Vec<TermId> = walk::postorder(terms, [formula]).into_iter().filter(|t| terms.has_ltl(*t)).collect();
        for term in order {
            let parts = terms.operands(term).iter().map(|t| self.row(*t)).collect::<Result<Vec<_>, NoAnswer>>()?;
            let row = self.operator(terms.op(term), &parts)?;
            self.rows.insert(term, row);
        }
        let row = self.row(formula)?;
        row.first().copied().ok_or_else(|| NoAnswer::Unsupported("a lasso without a tick".to_owned()))
    }

    /// The literals of a term that was laid out before or has no temporal operator.
    fn row(&mut self, term: TermId) -> Result<Vec<Lit>, NoAnswer> {
        if let Some(row) = self.rows.get(&term) {
            return Ok(row.clone());
        }
        let terms = &self.unroller.model.system.terms;
        if terms.has_ltl(term) || terms.has_ctl(term) || terms.sort(term) != Sort::Bool {
            return Err(NoAnswer::Unsupported("a temporal operator inside a term that is not Boolean".to_owned()));
        }
        let row = self.layout.ticks.iter().map(|tick| self.unroller.literal(term, *tick));
        let row = row.collect::<Result<Vec<Lit>, NoAnswer>>()?;
        self.rows.insert(term, row.clone());
        Ok(row)
    }

    fn operator(&mut self, op: Op, parts: &[Vec<Lit>]) -> Result<Vec<Lit>, NoAnswer> {
        let (yes, no) = (self.yes, !self.yes);
        let count = self.layout.ticks.len();
        match (op, parts) {
            (Op::X, [a]) => Ok(a.iter().copied().skip(1).chain([a[self.layout.back]]).collect()),
            (Op::Y, [a]) => Ok(std::iter::once(no).chain(a.iter().copied()).take(count).collect()),
            (Op::Z, [a]) => Ok(std::iter::once(yes).chain(a.iter().copied()).take(count).collect()),
            (Op::F, [a]) => self.backwards(no, &vec![yes; count], a),
            (Op::G, [a]) => self.dual_backwards(&vec![no; count], a),
            (Op::U, [a, b]) => self.backwards(no, a, b),
            (Op::R, [a, b]) => self.dual_backwards(a, b),
            (Op::O, [a]) => self.forwards(&vec![yes; count], a),
            (Op::S, [a, b]) => self.forwards(a, b),
            (Op::H, [a]) => Ok(not(&self.forwards(&vec![yes; count], &not(a))?)),
            (Op::T, [a, b]) => Ok(not(&self.forwards(&not(a), &not(b))?)),
            (op, parts) => (0..count).map(|p| self.connective(op, parts, p)).collect(),
        }
    }

    /// `b` or (`a` and what is one position later).
    fn backwards(&mut self, seed: Lit, a: &[Lit], b: &[Lit]) -> Result<Vec<Lit>, NoAnswer> {
        let (count, back) = (self.layout.ticks.len(), self.layout.back);
        let mut later = seed;
        for position in (back..count).rev() {
            later = self.put_off(a[position], b[position], later)?;
        }
        let mut row = vec![later; count];
        for position in (0..count).rev() {
            later = self.put_off(a[position], b[position], later)?;
            row[position] = later;
        }
        Ok(row)
    }

    /// Release is until of the negations, negated.
    fn dual_backwards(&mut self, a: &[Lit], b: &[Lit]) -> Result<Vec<Lit>, NoAnswer> {
        let row = self.backwards(!self.yes, &not(a), &not(b))?;
        Ok(not(&row))
    }

    /// `b` or (`a` and what is one position earlier).
    fn forwards(&mut self, a: &[Lit], b: &[Lit]) -> Result<Vec<Lit>, NoAnswer> {
        let mut before = !self.yes;
        let mut row = Vec::with_capacity(a.len());
        for (a, b) in a.iter().zip(b) {
            before = self.put_off(*a, *b, before)?;
            row.push(before);
        }
        Ok(row)
    }

    fn put_off(&mut self, a: Lit, b: Lit, other: Lit) -> Result<Lit, NoAnswer> {
        let both = self.and(&[a, other])?;
        Ok(!self.and(&[!b, !both])?)
    }

    fn connective(&mut self, op: Op, parts: &[Vec<Lit>], position: usize) -> Result<Lit, NoAnswer> {
        let at: Vec<Lit> = parts.iter().map(|row| row[position]).collect();
        match (op, at.as_slice()) {
            (Op::Not, [a]) => Ok(!*a),
            (Op::And, list) => self.and(list),
            (Op::Or, list) => Ok(!self.and(&not(list))?),
            (Op::Implies, [a, b]) => Ok(!self.and(&[*a, !*b])?),
            (Op::Eq, [a, b]) => self.choice(*a, *b, !*b),
            (Op::Xor, [a, b]) => self.choice(*a, !*b, *b),
            (Op::Ite, [c, a, b]) => self.choice(*c, *a, *b),
            _ => Err(NoAnswer::Unsupported("a temporal operator inside a term that is not Boolean".to_owned())),
        }
    }

    fn choice(&mut self, c: Lit, a: Lit, b: Lit) -> Result<Lit, NoAnswer> {
        let (then, other) = (self.and(&[c, a])?, self.and(&[!c, b])?);
        Ok(!self.and(&[!then, !other])?)
    }

    /// A literal equivalent to a conjunction.
    fn and(&mut self, list: &[Lit]) -> Result<Lit, NoAnswer> {
        if list.contains(&!self.yes) {
            return Ok(!self.yes);
        }
        let list: Vec<Lit> = list.iter().copied().filter(|l| *l != self.yes).collect();
        if let [only] = list.as_slice() {
            return Ok(*only);
        }
        let gate = self.unroller.solver.fresh()?;
        for part in &list {
            self.unroller.solver.clause(&[!gate, *part])?;
        }
        let all: Vec<Lit> = list.iter().map(|l| !*l).chain([gate]).collect();
        self.unroller.solver.clause(&all)?;
        Ok(gate)
    }
}

fn not(row: &[Lit]) -> Vec<Lit> {
    row.iter().map(|l| !*l).collect()
}
