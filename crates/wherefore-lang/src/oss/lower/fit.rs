//! Whether a target can take all values of its source.
//!
//! A connection is the restriction `target = source` on every step. If the source can have a value that the target cannot,
//! the restriction silently rules out the runs in which it has, and checks hold that should fail. Ports are free, so there
//! is nothing to prove later with the help of contracts: what is not plain here is refused.
//!
//! A source that distinguishes cases is taken apart, and each value is looked at under the conditions that lead to it:
//!
//! ```text
//! a.x : 0..10    x : 0..10    a.x := case x < 10 : x + 1; TRUE : 10; esac
//!   x < 10        x + 1 in 1..10      fits
//!   not x < 10    10                  fits
//! ```

#[cfg(test)]
mod tests;

use super::super::codes;
use super::Lowerer;
use super::val::{Operand, Val};
use crate::expression::{plain_bounds, plainly_holds};
use num_traits::Zero;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_diag::Diagnostic;
use wherefore_ir::refinement::{Direction, PortId};
use wherefore_ir::{EnumId, Op, Sort, TermId, Terms, Value, VarId, walk};
use wherefore_syntax::{Checked, Reported};

/// How many cases of a source are looked at, and how many numbers that a set leaves out.
const MOST_CASES: usize = 1024;

/// Conditions, each with whether it is true.
type Path = Vec<(TermId, bool)>;

impl Lowerer<'_> {
    /// Refuses a source that changes, for a parameter, or that can have a value that its target cannot.
    pub(super) fn fits(&mut self, port: PortId, target: Operand<'_, '_>, source: Operand<'_, '_>) -> Checked<()> {
        let Val::Term { term, .. } = source.val else { return Ok(()) };
        let (var, direction) = (self.out.port(port).var, self.out.port(port).direction);
        let terms = &self.out.system.terms;
        let is_fixed = || walk::variables(terms, [*term]).is_subset(&self.frozen);
        if direction == Direction::Parameter && !is_fixed() {
            let name = self.text.sources.text(self.span(target.expr));
            let headline = format!("the source of the parameter `{name}` can change");
            let diagnostic = Diagnostic::at(codes::DOES_NOT_FIT, self.span(source.expr), headline, "not constant");
            return Err(self
                .report
                .push(diagnostic.help("connect a constant or a parameter to it, or make it an input")));
        }
        let fits = match (terms.var(var).sort, terms.sort(*term)) {
            (Sort::Enum(to), Sort::Enum(from)) => from == to || self.names_fit(*term, from, to),
            (to, from) if to.is_integer() && from == Sort::Real => false,
            (to @ Sort::Range { .. }, from) => {
                (from == to && !self.gaps.contains_key(&var)) || self.numbers_fit(*term, to, var)
            }
            _ => true,
        };
        if fits { Ok(()) } else { Err(self.does_not_fit(var, target, source)) }
    }

    fn does_not_fit(&mut self, var: VarId, target: Operand<'_, '_>, source: Operand<'_, '_>) -> Reported {
        let (to, from) = (self.span(target.expr), self.span(source.expr));
        let name = self.text.sources.text(to).to_owned();
        let taken = match self.gaps.get(&var) {
            Some(values) => {
                let shown: Vec<String> = values.iter().take(6).map(i64::to_string).collect();
                let more = if values.len() > shown.len() { ", ..." } else { "" };
                format!("one of {{{}{more}}}", shown.join(", "))
            }
            None => self.values(target.val),
        };
        let given = self.values(source.val);
        let headline = format!("the source of this connection may have a value that `{name}` cannot have");
        let diagnostic = Diagnostic::at(codes::DOES_NOT_FIT, from, headline, given).label(to, taken);
        let help = format!("declare `{name}` with all values of its source, or guard the source with `case`");
        self.report.push(diagnostic.help(help))
    }

    /// The values of an operand in the words of a message.
    fn values(&self, val: &Val) -> String {
        match self.sort_of(val) {
            Some(Sort::Range { lo, hi }) if lo == hi => format!("the integer {lo}"),
            Some(Sort::Range { lo, hi }) => format!("one of {lo}..{hi}"),
            _ => self.describe(val),
        }
    }

    /// Whether every name that the term can be is one of the target's.
    fn names_fit(&mut self, term: TermId, from: EnumId, to: EnumId) -> bool {
        let terms = &self.out.system.terms;
        let known = &terms.enumeration(to).values;
        let names = terms.enumeration(from).values.iter().enumerate();
        let missing: BTreeSet<u32> = names.filter(|(_, n)| !known.contains(n)).map(|(i, _)| i as u32).collect();
        let Some(cases) = cases(terms, term) else { return missing.is_empty() };
        missing.is_empty()
            || cases.iter().all(|(path, leaf)| match Names::of(terms, path) {
                Some(facts) => facts.possible(*leaf).is_disjoint(&missing),
                None => true,
            })
    }

    /// Whether every integer that the term can be is one of the target's.
    fn numbers_fit(&mut self, term: TermId, to: Sort, target: VarId) -> bool {
        let terms = &self.out.system.terms;
        if let (Sort::Range { lo, hi }, (Some(least), Some(largest))) = (to, plain_bounds(terms, term))
            && (lo <= least && largest <= hi && !self.gaps.contains_key(&target))
        {
            return true;
        }
        let Some(cases) = cases(terms, term) else { return false };
        for (path, leaf) in cases {
            let terms = &mut self.out.system.terms;
            if Names::of(terms, &path).is_none() {
                continue;
            }
            let literals: Vec<TermId> = path.iter().map(|(t, yes)| if *yes { *t } else { terms.not(*t) }).collect();
            let guard = terms.and(literals);
            let within = terms.within(leaf, to);
            if !plainly_holds(terms, guard, within) || !self.no_gap(guard, leaf, to, target) {
                return false;
            }
        }
        true
    }

    /// Whether a number between the bounds of the target is in its set, which may have gaps.
    fn no_gap(&mut self, guard: TermId, leaf: TermId, to: Sort, target: VarId) -> bool {
        let (Some(values), Sort::Range { lo, hi }) = (self.gaps.get(&target).cloned(), to) else { return true };
        if let Some(own) = self.set_of(leaf) {
            return own.is_subset(&values);
        }
        let missing: Vec<i64> = (lo..=hi).filter(|v| !values.contains(v)).take(MOST_CASES + 1).collect();
        missing.len() <= MOST_CASES && missing.into_iter().all(|value| self.differs(guard, leaf, value))
    }

    /// The set of numbers with gaps that a port is declared with.
    fn set_of(&self, term: TermId) -> Option<&BTreeSet<i64>> {
        match self.out.system.terms.op(term) {
            Op::Var(var) | Op::Next(var) => self.gaps.get(&var),
            _ => None,
        }
    }

    fn differs(&mut self, guard: TermId, term: TermId, value: i64) -> bool {
        let terms = &mut self.out.system.terms;
        let value = terms.int(value);
        let equal = terms.eq(term, value);
        let differs = terms.not(equal);
        plainly_holds(terms, guard, differs)
    }

    /// Whether it is plain that a divisor is not zero.
    pub(super) fn is_nonzero(&mut self, term: TermId) -> bool {
        let terms = &self.out.system.terms;
        match (terms.constant(term), terms.op(term), terms.operands(term)) {
            (Some(Value::BitVec(_, bits)), ..) => !bits.is_zero(),
            (Some(Value::Real(number)), ..) => !number.is_zero(),
            (_, Op::ToReal, [inner]) => {
                let inner = *inner;
                self.is_nonzero_integer(inner)
            }
            _ if terms.sort(term).is_integer() => self.is_nonzero_integer(term),
            _ => false,
        }
    }

    fn is_nonzero_integer(&mut self, term: TermId) -> bool {
        let always = self.out.system.terms.bool(true);
        self.set_of(term).is_some_and(|set| !set.contains(&0)) || self.differs(always, term, 0)
    }
}

/// The values of nested case distinctions, each with the conditions that lead to it; none if there are too many.
fn cases(terms: &Terms, root: TermId) -> Option<Vec<(Path, TermId)>> {
    let mut open: Vec<(Path, TermId)> = vec![(Vec::new(), root)];
    let mut found = Vec::new();
    while let Some((path, term)) = open.pop() {
        match (terms.op(term), terms.operands(term)) {
            (Op::Ite, [condition, then, other]) => {
                let extended = |yes: bool| path.iter().copied().chain([(*condition, yes)]).collect();
                open.extend([(extended(true), *then), (extended(false), *other)]);
            }
            _ => found.push((path, term)),
        }
        if open.len() + found.len() > MOST_CASES {
            return None;
        }
    }
    Some(found)
}

/// Values of enumeration terms that conditions leave.
struct Names<'a> {
    terms: &'a Terms,
    left: BTreeMap<TermId, BTreeSet<u32>>,
}

impl Names<'_> {
    /// None if the conditions contradict each other.
    fn of<'t>(terms: &'t Terms, path: &[(TermId, bool)]) -> Option<Names<'t>> {
        let mut names = Names { terms, left: BTreeMap::new() };
        let mut open = path.to_vec();
        while let Some((term, yes)) = open.pop() {
            let operands = terms.operands(term);
            match (terms.op(term), yes) {
                (Op::Not, _) => open.extend(operands.iter().map(|t| (*t, !yes))),
                (Op::And, true) | (Op::Or, false) => open.extend(operands.iter().map(|t| (*t, yes))),
                (Op::Or, true) => names.keep(operands, true),
                (Op::Eq, _) => names.keep(&[term], yes),
                _ => {}
            }
        }
        names.left.values().all(|values| !values.is_empty()).then_some(names)
    }

    /// One of the equations holds, or the only one does not. They say something if all are about the same term.
    fn keep(&mut self, equations: &[TermId], yes: bool) {
        let Some(sides) = equations.iter().map(|t| self.equation(*t)).collect::<Option<Vec<_>>>() else { return };
        let Some((term, _)) = sides.first().copied().filter(|(t, _)| sides.iter().all(|(u, _)| t == u)) else { return };
        let named: BTreeSet<u32> = sides.iter().map(|(_, value)| *value).collect();
        let mut values = self.left.remove(&term).unwrap_or_else(|| self.possible(term));
        match yes {
            true => values.retain(|value| named.contains(value)),
            false => named.iter().for_each(|value| {
                values.remove(value);
            }),
        }
        self.left.insert(term, values);
    }

    /// A term and the value of an enumeration that it is compared with.
    fn equation(&self, term: TermId) -> Option<(TermId, u32)> {
        let (Op::Eq, [a, b]) = (self.terms.op(term), self.terms.operands(term)) else { return None };
        match (self.terms.constant(*a), self.terms.constant(*b)) {
            (None, Some(Value::Enum(_, value))) => Some((*a, *value)),
            (Some(Value::Enum(_, value)), None) => Some((*b, *value)),
            _ => None,
        }
    }

    /// The values that a term of an enumeration can have.
    fn possible(&self, term: TermId) -> BTreeSet<u32> {
        match (self.terms.constant(term), self.left.get(&term), self.terms.sort(term)) {
            (Some(Value::Enum(_, value)), ..) => BTreeSet::from([*value]),
            (_, Some(values), _) => values.clone(),
            (.., Sort::Enum(id)) => (0..self.terms.enumeration(id).values.len() as u32).collect(),
            _ => BTreeSet::new(),
        }
    }
}
