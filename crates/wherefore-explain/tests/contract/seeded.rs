//! Seeded errors in the examples and in public specifications: what was changed is among the first suspects.
//!
//! Each mutant changes one thing of a refinement whose check holds: a promise becomes weaker, a contract is no longer relied
//! on, two wires are swapped. Mutants that break no check teach nothing and are left out. One of each kind for one example
//! runs by default; all there is, which takes minutes, by
//!
//! ```text
//! WHEREFORE_CORPUS=full cargo test --release --features cadical -p wherefore-explain --test contract seeded -- --nocapture
//! ```

use crate::public::{examples, public};
use crate::support::{ask, inquiry, options};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;
use wherefore_check::{EngineChoice, Observer, Session, Silent, Verdict};
use wherefore_explain::Suspect;
use wherefore_ir::refinement::{Check, ContractId, Refinement};
use wherefore_ir::{Constraint, Op, Sort, TermId, Terms, walk};
use wherefore_solve::Stop;
use wherefore_test::{counted, is_full, say, setting};

/// Change that was planted.
#[derive(Clone)]
enum Seed {
    Weakened { contract: ContractId, how: String },
    Dropped(ContractId),
    Swapped(usize, usize),
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seed::Weakened { how, .. } => f.write_str(how),
            Seed::Dropped(contract) => write!(f, "contract {} dropped", contract.0),
            Seed::Swapped(a, b) => write!(f, "wires {a} and {b} swapped"),
        }
    }
}

/// A refinement after the change, its properties made anew.
struct Mutant {
    refinement: Refinement,
    seed: Seed,
}

/// The formula of a check: what is assumed and what the parts promise implies what is asked.
fn formula(refinement: &mut Refinement, check: &Check) -> TermId {
    let (whole, asked) = (refinement.contract(check.whole).clone(), refinement.consequent(check).term);
    let premises: Vec<_> = check.premises.iter().map(|id| refinement.contract(*id).clone()).collect();
    let granted = refinement.granted.clone();
    let terms = &mut refinement.system.terms;
    let mut left: Vec<TermId> = whole.assumptions.iter().chain(&granted).map(|c| c.term).collect();
    for contract in premises {
        let assumed = terms.and(contract.assumptions.iter().map(|c| c.term));
        left.extend(contract.guarantees.iter().map(|g| terms.implies(assumed, g.term)));
    }
    let left = terms.and(left);
    terms.apply(Op::Implies, &[left, asked])
}

fn renewed(mut refinement: Refinement) -> Refinement {
    for (place, check) in refinement.checks.clone().iter().enumerate() {
        refinement.system.properties[place].term = formula(&mut refinement, check);
    }
    refinement
}

/// Weaker readings of a promise, in words.
fn weaker(terms: &mut Terms, formula: TermId) -> Vec<(TermId, &'static str)> {
    let mut list = Vec::new();
    if let (Op::G, [body]) = (terms.op(formula), terms.operands(formula)) {
        list.push((*body, "always dropped"));
    }
    for part in walk::postorder(terms, [formula]) {
        let operands = terms.operands(part).to_vec();
        let is_bool = operands.iter().all(|t| terms.sort(*t) == Sort::Bool);
        let (other, word) = match (terms.op(part), operands.as_slice()) {
            (Op::X, [a]) => (terms.apply(Op::F, &[*a]), "some time instead of next"),
            (Op::Eq, [a, b]) if is_bool => (terms.implies(*a, *b), "implies instead of iff"),
            (Op::U, [_, b]) => (terms.apply(Op::F, &[*b]), "some time instead of until"),
            _ => continue,
        };
        let changed = walk::rewrite(terms, &[formula], &mut FxHashMap::default(), |_, t| (t == part).then_some(other));
        list.extend(changed.into_iter().filter(|t| *t != formula).map(|t| (t, word)));
    }
    list
}

fn mutants(refinement: &Refinement) -> Vec<Mutant> {
    let mut list = Vec::new();
    let mut used: Vec<ContractId> = refinement.checks.iter().flat_map(|c| c.premises.clone()).collect();
    used.sort();
    used.dedup();
    for id in &used {
        let place = id.0 as usize;
        for conjunct in 0..refinement.contract(*id).guarantees.len() {
            let mut base = refinement.clone();
            let old = base.contracts[place].guarantees[conjunct].clone();
            for (term, word) in weaker(&mut base.system.terms, old.term) {
                let mut changed = base.clone();
                changed.contracts[place].guarantees[conjunct].term = term;
                list.push((changed, Seed::Weakened { contract: *id, how: format!("{}: {word}", old.name) }));
            }
            base.contracts[place].guarantees.remove(conjunct);
            list.push((base, Seed::Weakened { contract: *id, how: format!("{} removed", old.name) }));
        }
        let mut changed = refinement.clone();
        changed.checks.iter_mut().for_each(|c| c.premises.retain(|p| p != id));
        list.push((changed, Seed::Dropped(*id)));
    }
    list.extend(swapped(refinement));
    list.into_iter().map(|(refinement, seed)| Mutant { refinement: renewed(refinement), seed }).collect()
}

fn swapped(refinement: &Refinement) -> Vec<(Refinement, Seed)> {
    let sort = |w: usize| refinement.system.terms.var(refinement.port(refinement.wires[w].target).var).sort;
    let mut list = Vec::new();
    for a in 0..refinement.wires.len() {
        for b in a + 1..refinement.wires.len() {
            let (x, y) = (refinement.wires[a].source, refinement.wires[b].source);
            if x != y && sort(a) == sort(b) {
                let mut changed = refinement.clone();
                connect(&mut changed, a, y);
                connect(&mut changed, b, x);
                list.push((changed, Seed::Swapped(a, b)));
            }
        }
    }
    list
}

fn connect(refinement: &mut Refinement, wire: usize, source: TermId) {
    refinement.wires[wire].source = source;
    let (target, place) = (refinement.wires[wire].target, refinement.wires[wire].invar);
    let var = refinement.port(target).var;
    let terms = &mut refinement.system.terms;
    let now = terms.now(var);
    let term = terms.eq(now, source);
    refinement.system.invar[place] = Constraint { term, ..refinement.system.invar[place] };
}

fn is_violated(refinement: &Refinement, property: &str) -> bool {
    let Some(property) = refinement.system.property(property) else { return false };
    let observer: Arc<dyn Observer> = Arc::new(Silent);
    let session = Session::new(&refinement.system, options(EngineChoice::Auto));
    matches!(session.decide(property, &Stop::new(), &observer).1, Verdict::Violated(_))
}

/// The place of what was changed among the suspects.
fn rank(refinement: &Refinement, seed: &Seed, suspects: &[Suspect]) -> Option<usize> {
    let elements = match seed {
        Seed::Weakened { contract: id, .. } | Seed::Dropped(id) => vec![refinement.contract(*id).element],
        Seed::Swapped(a, b) => vec![refinement.wires[*a].element, refinement.wires[*b].element],
    };
    suspects.iter().position(|s| s.element.is_some() && elements.contains(&s.element)).map(|place| place + 1)
}

/// The first mutants of each kind that break a check which held, with the rank of what was changed.
fn measure(file: &str, refinement: &Refinement, most: usize) -> Vec<Option<usize>> {
    let held: Vec<&str> =
        refinement.checks.iter().map(|c| c.property.as_str()).filter(|p| !is_violated(refinement, p)).collect();
    let mut ranks = Vec::new();
    let mut count = [0; 3];
    for mutant in mutants(refinement) {
        let kind = match mutant.seed {
            Seed::Weakened { .. } => 0,
            Seed::Dropped(_) => 1,
            Seed::Swapped(..) => 2,
        };
        if count[kind] >= most {
            continue;
        }
        let Some(broken) = held.iter().find(|p| is_violated(&mutant.refinement, p)) else { continue };
        count[kind] += 1;
        let found = ask(&mutant.refinement, broken, None);
        let rank = rank(&mutant.refinement, &mutant.seed, inquiry(&found).suspects());
        say(&format!("{file} {}, {broken}: {} at rank {rank:?}", refinement.component, mutant.seed));
        ranks.push(rank);
    }
    ranks
}

#[test]
fn what_was_changed_is_among_the_first_suspects() {
    let most = setting("WHEREFORE_CASES", 1) as usize;
    let folders = if is_full() { vec![examples(), public("oss")] } else { vec![examples()] };
    let mut ranks = Vec::new();
    for (file, refinements) in folders.into_iter().flatten() {
        // The sandbox repeats the airbag word for word.
        let wanted = if is_full() { !file.starts_with("sandbox") } else { file == "airbag" };
        for refinement in refinements.iter().filter(|_| wanted) {
            ranks.extend(measure(&file, refinement, most));
        }
    }
    let within = |n: usize| ranks.iter().filter(|r| r.is_some_and(|r| r <= n)).count();
    say(&format!("{} mutants: {} at rank 1, {} within 3", ranks.len(), within(1), within(3)));
    counted(ranks.len(), "mutants");
    assert!(10 * within(3) >= 9 * ranks.len(), "{} of {}", within(3), ranks.len());
}
