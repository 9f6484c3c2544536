//! Partial evaluation: what remains of a condition once some variables are known.
//!
//! Everything here keeps the meaning of a term and looks no deeper than it must: put constants in, fold, and see
//! whether a Boolean value comes out. `expand` opens the comparison of a case distinction with a constant, so that `ite(s
//! = OFF, t1, tn) = t1` becomes `s = OFF`. `tighten` lets the equations in a conjunction simplify the rest of it: `e =
//! exit & !(e = enter & t <= 24)` becomes `e = exit`.

use rustc_hash::FxHashMap;
use wherefore_ir::{Op, TermId, Terms, Value, walk};

/// How often newly found equations are used in [`tighten`]; more rounds would only simplify more.
const ROUNDS: usize = 4;

/// The Boolean value of a term, if it is a constant.
pub(super) fn truth(terms: &Terms, term: TermId) -> Option<bool> {
    terms.constant(term).and_then(Value::as_bool)
}

/// A term that fixes a variable, now or next, as (variable, constant): an equation with a constant, or a Boolean term.
pub(super) fn atom(terms: &mut Terms, term: TermId) -> Option<(TermId, TermId)> {
    let (left, right) = test(terms, term)?;
    matches!(terms.op(left), Op::Var(_) | Op::Next(_)).then_some((left, right))
}

/// A term that compares something with a constant, as (something, constant).
pub(super) fn test(terms: &mut Terms, term: TermId) -> Option<(TermId, TermId)> {
    match (terms.op(term), terms.operands(term)) {
        (Op::Var(_) | Op::Next(_), _) => Some((term, terms.bool(true))),
        (Op::Not, &[inner]) => Some((inner, terms.bool(false))),
        (Op::Eq, &[a, b]) if terms.constant(b).is_some() => Some((a, b)),
        (Op::Eq, &[a, b]) if terms.constant(a).is_some() => Some((b, a)),
        _ => None,
    }
}

/// Puts terms in the place of others and folds. `known` maps terms to what replaces them, and grows by what was found:
/// it may be used again with the same replacements.
pub(super) fn substitute(terms: &mut Terms, root: TermId, known: &mut FxHashMap<TermId, TermId>) -> TermId {
    for term in walk::postorder(terms, [root]) {
        fold_one(terms, term, known);
    }
    known[&root]
}

/// Folds a term whose operands are known.
fn fold_one(terms: &mut Terms, term: TermId, known: &mut FxHashMap<TermId, TermId>) {
    if known.contains_key(&term) {
        return;
    }
    let operands: Vec<TermId> = terms.operands(term).iter().map(|t| known[t]).collect();
    let folded = if operands == terms.operands(term) { term } else { terms.fold(terms.op(term), &operands) };
    known.insert(term, folded);
}

/// [`substitute`] for a few replacements that are used once.
pub(super) fn replace(terms: &mut Terms, root: TermId, pairs: &[(TermId, TermId)]) -> TermId {
    substitute(terms, root, &mut pairs.iter().copied().collect())
}

/// Opens every comparison of a case distinction with a constant.
pub(super) fn expand(terms: &mut Terms, root: TermId) -> TermId {
    let mut known = FxHashMap::default();
    for term in walk::postorder(terms, [root]) {
        let comparison = match terms.op(term) {
            Op::Eq => test(terms, term).filter(|(subject, _)| terms.op(*subject) == Op::Ite),
            _ => None,
        };
        if let Some((subject, constant)) = comparison {
            let opened = open(terms, subject, constant, &known);
            known.insert(term, opened);
        }
        fold_one(terms, term, &mut known);
    }
    known[&root]
}

/// `subject = constant` with the choices of the subject turned into conditions. What lies below is in `known`.
fn open(terms: &mut Terms, subject: TermId, constant: TermId, known: &FxHashMap<TermId, TermId>) -> TermId {
    let mut equal = FxHashMap::default();
    for term in choices(terms, subject) {
        let found = match (terms.op(term), terms.operands(term)) {
            (Op::Ite, &[c, a, b]) => choose(terms, known[&c], equal[&a], equal[&b]),
            _ => terms.eq(known[&term], constant),
        };
        equal.insert(term, found);
    }
    equal[&subject]
}

/// The case distinctions of a value and the values chosen, operands before users.
fn choices(terms: &Terms, root: TermId) -> Vec<TermId> {
    let mut seen = std::collections::BTreeSet::new();
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        if seen.insert(term) && terms.op(term) == Op::Ite {
            stack.extend(&terms.operands(term)[1..]);
        }
    }
    seen.into_iter().collect()
}

/// If-then-else on Boolean values, without one where a simpler operator does.
fn choose(terms: &mut Terms, condition: TermId, then: TermId, other: TermId) -> TermId {
    match (truth(terms, then), truth(terms, other)) {
        (Some(true), _) => terms.or([condition, other]),
        (_, Some(false)) => terms.and([condition, then]),
        (Some(false), _) => {
            let not = terms.not(condition);
            terms.and([not, other])
        }
        (_, Some(true)) => {
            let not = terms.not(condition);
            terms.or([not, then])
        }
        _ => terms.ite(condition, then, other),
    }
}

/// An equivalent list of conjuncts in which the equations have simplified the others; `None` if it is false.
pub(super) fn tighten(terms: &mut Terms, conjuncts: Vec<TermId>) -> Option<Vec<TermId>> {
    let mut list = flatten(terms, &conjuncts);
    for _ in 0..ROUNDS {
        let tightened = propagate(terms, &list)?;
        if tightened == list {
            break;
        }
        list = tightened;
    }
    Some(list)
}

fn flatten(terms: &Terms, conjuncts: &[TermId]) -> Vec<TermId> {
    let mut list: Vec<TermId> = Vec::new();
    for part in conjuncts.iter().flat_map(|t| walk::conjuncts(terms, *t)) {
        if !list.contains(&part) {
            list.push(part);
        }
    }
    list
}

fn propagate(terms: &mut Terms, list: &[TermId]) -> Option<Vec<TermId>> {
    let mut known = FxHashMap::default();
    let mut equations = vec![false; list.len()];
    for (index, part) in list.iter().enumerate() {
        // A second equation for the same variable is not used as one: the first turns it into true or false.
        if let Some((subject, constant)) = atom(terms, *part)
            && !known.contains_key(&subject)
        {
            known.insert(subject, constant);
            equations[index] = true;
        }
    }
    let mut kept = Vec::with_capacity(list.len());
    for (part, equation) in list.iter().zip(equations) {
        let folded = if equation { *part } else { substitute(terms, *part, &mut known) };
        match truth(terms, folded) {
            Some(false) => return None,
            Some(true) => {}
            None => kept.push(folded),
        }
    }
    Some(flatten(terms, &kept))
}
