//! Branches of case distinctions: each should be chosen in some step.
//!
//! A branch is an if-then-else of the lowered system that stands for an element of the source. It is chosen where the value of the
//! whole is computed, the conditions around it choose it, those before it are false, and its own is true. The remaining branch of a
//! case, `TRUE : ...`, is not asked about: writing one that is never needed is good practice.
//!
//! ```text
//! next(s) := case  a : 1;  b : case c : 2; TRUE : 3; esac;  TRUE : 4;  esac
//!   a            is chosen where  a
//!   b            is chosen where  !a & b
//!   c            is chosen where  !a & b & c
//! ```

use super::Question;
use crate::finding::Kind;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use wherefore_ir::{ElementId, ElementKind, Op, System, TermId, walk};

/// A question for each branch.
pub(super) fn questions(system: &mut System) -> Vec<Question> {
    let roots: Vec<TermId> = system.next.values().map(|u| u.term).collect();
    let constraints = system.trans.iter().chain(&system.invar).map(|c| c.term);
    let roots: Vec<TermId> = roots.into_iter().chain(constraints).collect();
    let needed = needed(system, &roots);
    let mut asked = Vec::new();
    for (term, needed) in needed {
        let [condition, ..] = system.terms.operands(term) else { continue };
        let condition = *condition;
        let formula = system.terms.and([needed, condition]);
        if system.terms.has_next(formula) || system.terms.constant(condition).is_some() {
            continue;
        }
        for element in branches(system, term) {
            let name = system.elements.get(element).name.clone();
            asked.push(Question::about(Kind::DeadBranch, Some(element), name, formula));
        }
    }
    asked
}

/// The if-then-else terms below these roots in the order of the source, each with the formula that says when its value is needed.
fn needed(system: &mut System, roots: &[TermId]) -> Vec<(TermId, TermId)> {
    let order = walk::postorder(&system.terms, roots.iter().copied());
    let mut uses: FxHashMap<TermId, Vec<TermId>> = FxHashMap::default();
    let truth = system.terms.bool(true);
    for root in roots {
        uses.entry(*root).or_default().push(truth);
    }
    let mut found = Vec::new();
    // From the roots down: whoever uses a term comes before it.
    for term in order.into_iter().rev() {
        let needed = system.terms.or(uses.remove(&term).unwrap_or_default());
        let operands = system.terms.operands(term).to_vec();
        match (system.terms.op(term), operands.as_slice()) {
            (Op::Ite, [condition, then, other]) => {
                let chosen = system.terms.and([needed, *condition]);
                let not = system.terms.not(*condition);
                let passed = system.terms.and([needed, not]);
                for (part, when) in [(*condition, needed), (*then, chosen), (*other, passed)] {
                    uses.entry(part).or_default().push(when);
                }
                found.push((term, needed));
            }
            _ => operands.iter().for_each(|part| uses.entry(*part).or_default().push(needed)),
        }
    }
    found
}

/// The branches whose condition is that of an if-then-else, one for each equation that has it. The first that an equation records is the
/// branch itself, another one what remains.
fn branches(system: &System, term: TermId) -> Vec<ElementId> {
    let mut owners = BTreeSet::new();
    let all = system.elements.of(term).iter().copied();
    let mut is_first = |e: &ElementId| {
        let element = system.elements.get(*e);
        element.kind == ElementKind::Branch && owners.insert(element.parent)
    };
    all.filter(|e| is_first(e)).collect()
}
