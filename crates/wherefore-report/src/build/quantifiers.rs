//! Which runs a CTL formula asks for: every one, or that there is some.

use std::collections::BTreeSet;
use wherefore_ir::{Op, TermId, Terms};

/// Whether a formula asks at some place that a run exists: an `EF` that must be true, or an `AG` that must be false.
pub fn is_existential(terms: &Terms, formula: TermId) -> bool {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![(formula, true)];
    while let Some((term, wanted)) = waiting.pop() {
        if !terms.has_ctl(term) || !seen.insert((term, wanted)) {
            continue;
        }
        let is_wrong = match terms.op(term) {
            Op::EX | Op::EF | Op::EG | Op::EU => wanted,
            Op::AX | Op::AF | Op::AG | Op::AU => !wanted,
            _ => false,
        };
        if is_wrong {
            return true;
        }
        let operands = terms.operands(term);
        match (terms.op(term), operands) {
            (Op::Not, [inner]) => waiting.push((*inner, !wanted)),
            (Op::Implies, [premise, conclusion]) => waiting.extend([(*premise, !wanted), (*conclusion, wanted)]),
            (Op::And | Op::Or | Op::AX | Op::AF | Op::AG | Op::AU | Op::EX | Op::EF | Op::EG | Op::EU, all) => {
                waiting.extend(all.iter().map(|o| (*o, wanted)));
            }
            // Either side of a comparison may have to be true or false.
            (_, all) => waiting.extend(all.iter().flat_map(|o| [(*o, true), (*o, false)])),
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_ir::{Role, Sort, System};

    #[test]
    fn a_formula_is_existential_where_some_run_must_exist() {
        let mut system = System::new("m");
        let p = system.add_var("p", Sort::Bool, Role::State, None).unwrap();
        let terms = &mut system.terms;
        let p = terms.now(p);
        let [some, all] = [Op::EF, Op::AG].map(|op| terms.apply(op, &[p]));
        let (not_some, not_all) = (terms.not(some), terms.not(all));
        let always_possible = terms.apply(Op::AG, &[some]);
        let (premise, conclusion) = (terms.implies(some, p), terms.implies(all, p));
        let same = terms.eq(p, all);
        for existential in [some, not_all, always_possible, conclusion, same] {
            assert!(is_existential(terms, existential));
        }
        for universal in [p, all, not_some, premise] {
            assert!(!is_existential(terms, universal));
        }
    }
}
