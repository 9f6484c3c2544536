//! The LTL formula that a single run breaks of a CTL formula.
//!
//! A run that breaks `AG (a -> AF b)` breaks `G (a -> F b)` along itself. So where all quantifiers say "on all runs", they can be
//! left out, and what is left is explained like any LTL formula. Under a negation "on some run" says that.

use wherefore_ir::{Op, TermId, Terms};

/// The formula without its quantifiers; none if one of them is about some run, which a single run cannot break.
pub(crate) fn linear(terms: &mut Terms, formula: TermId) -> Option<TermId> {
    along(terms, formula, true)
}

fn along(terms: &mut Terms, term: TermId, positive: bool) -> Option<TermId> {
    if !terms.has_ctl(term) {
        return Some(term);
    }
    let parts = terms.operands(term).to_vec();
    match (terms.op(term), parts.as_slice(), positive) {
        (Op::Not, [a], _) => {
            let a = along(terms, *a, !positive)?;
            Some(terms.not(a))
        }
        (Op::And, list, _) => {
            let list = list.iter().map(|t| along(terms, *t, positive)).collect::<Option<Vec<_>>>()?;
            Some(terms.and(list))
        }
        (Op::Or, list, _) => {
            let list = list.iter().map(|t| along(terms, *t, positive)).collect::<Option<Vec<_>>>()?;
            Some(terms.or(list))
        }
        (Op::Implies, [a, b], _) => {
            let (a, b) = (along(terms, *a, !positive)?, along(terms, *b, positive)?);
            Some(terms.implies(a, b))
        }
        (op, list, _) => {
            let op = unquantified(op, positive)?;
            let list = list.iter().map(|t| along(terms, *t, positive)).collect::<Option<Vec<_>>>()?;
            Some(terms.apply(op, &list))
        }
    }
}

/// The LTL operator in a quantified one, if the quantifier says "on all runs" here.
fn unquantified(op: Op, positive: bool) -> Option<Op> {
    Some(match (op, positive) {
        (Op::AX, true) | (Op::EX, false) => Op::X,
        (Op::AF, true) | (Op::EF, false) => Op::F,
        (Op::AG, true) | (Op::EG, false) => Op::G,
        (Op::AU, true) | (Op::EU, false) => Op::U,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_ir::Sort;

    #[test]
    fn quantifiers_over_all_runs_are_left_out_and_others_are_not() {
        let mut terms = Terms::default();
        let a = terms.declare("a", Sort::Bool).map(|v| terms.now(v)).expect("a new name");
        let some = terms.apply(Op::EF, &[a]);
        let none = terms.not(some);
        let all = terms.apply(Op::AG, &[none]);
        let found = linear(&mut terms, all).expect("all runs");
        let eventually = terms.apply(Op::F, &[a]);
        let never = terms.not(eventually);
        assert_eq!(found, terms.apply(Op::G, &[never]));
        let possible = terms.apply(Op::AG, &[some]);
        assert_eq!(linear(&mut terms, possible), None);
        let both = terms.eq(all, a);
        assert_eq!(linear(&mut terms, both), None);
    }
}
