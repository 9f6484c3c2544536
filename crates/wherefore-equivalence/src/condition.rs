//! A set of inputs in words.
//!
//! The atoms of a formula are the comparisons in it. The set is covered by conjunctions of atoms, each of which is extended to
//! all that can be without leaving the set: the solver decides, so what cannot happen anyway is not mentioned. Bounds of the
//! same thing are then put together.
//!
//! ```text
//! !(x < max) & !(max < x) & (x <= max - delta | ...)      ->    x = max
//! ```

use super::branch::{Executor, plain};
use super::{CompareError, oracle};
use std::collections::{BTreeMap, BTreeSet};
use wherefore_ir::{Op, Sort, TermId, Terms, Value, VarId, walk};
use wherefore_trace::{formula_with, show_short};

/// More atoms than this are not put into words.
const MOST_ATOMS: usize = 80;
/// More alternatives than this are not listed.
const MOST_ALTERNATIVES: usize = 6;

/// The inputs that satisfy a formula, in words.
pub(super) fn words(executor: &mut Executor, set: TermId) -> Result<String, CompareError> {
    let atoms = atoms(&executor.joint.terms, set);
    if atoms.len() > MOST_ATOMS {
        return Ok("a condition of many parts".to_owned());
    }
    let outside = executor.joint.terms.not(set);
    if executor.oracle.model(&mut executor.joint.terms, &[outside])?.is_none() {
        return Ok("any inputs".to_owned());
    }
    let (mut alternatives, mut rest) = (Vec::new(), vec![set]);
    while executor.oracle.model(&mut executor.joint.terms, &rest)?.is_some() {
        if alternatives.len() == MOST_ALTERNATIVES {
            alternatives.push("...".to_owned());
            break;
        }
        let implicant = implicant(executor, &atoms, &rest, outside)?;
        let literals = literals(&mut executor.joint.terms, &implicant);
        let whole = executor.joint.terms.and(literals);
        rest.push(executor.joint.terms.not(whole));
        alternatives.push(conjunction(executor, &implicant));
    }
    Ok(alternatives.join(" | "))
}

/// The comparisons and Boolean variables of a formula, in the order of its terms.
fn atoms(terms: &Terms, formula: TermId) -> Vec<TermId> {
    let mut seen = BTreeSet::new();
    let mut ahead = vec![formula];
    let mut found = Vec::new();
    while let Some(term) = ahead.pop() {
        if !seen.insert(term) {
            continue;
        }
        let operands = terms.operands(term);
        let is_connective = match terms.op(term) {
            Op::Not | Op::And | Op::Or | Op::Xor | Op::Implies | Op::Ite => true,
            Op::Eq => terms.sort(operands[0]) == Sort::Bool,
            _ => false,
        };
        match terms.op(term) {
            Op::Const(_) => {}
            _ if is_connective => ahead.extend(operands),
            _ => found.push(term),
        }
    }
    found.sort_unstable();
    found
}

type Literal = (TermId, bool);

fn literals(terms: &mut Terms, implicant: &[Literal]) -> Vec<TermId> {
    implicant.iter().map(|(atom, truth)| if *truth { *atom } else { terms.not(*atom) }).collect()
}

/// A conjunction of atoms inside the set that cannot lose an atom and holds for something in `rest`.
fn implicant(
    executor: &mut Executor,
    atoms: &[TermId],
    rest: &[TermId],
    outside: TermId,
) -> Result<Vec<Literal>, CompareError> {
    let mut kept: Vec<Literal> = Vec::new();
    for atom in atoms {
        kept.push((*atom, true));
        let mut question = literals(&mut executor.joint.terms, &kept);
        question.extend(rest);
        if executor.oracle.model(&mut executor.joint.terms, &question)?.is_none() {
            kept.pop();
            kept.push((*atom, false));
        }
    }
    for place in (0..kept.len()).rev() {
        let without: Vec<Literal> = kept.iter().enumerate().filter(|(i, _)| *i != place).map(|(_, l)| *l).collect();
        let mut question = literals(&mut executor.joint.terms, &without);
        question.push(outside);
        if executor.oracle.model(&mut executor.joint.terms, &question)?.is_none() {
            kept = without;
        }
    }
    Ok(kept)
}

/// How two things compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Relation {
    Below,
    AtMost,
    Equal,
    AtLeast,
    Above,
    Other,
}

impl Relation {
    fn word(self) -> &'static str {
        match self {
            Relation::Below => "<",
            Relation::AtMost => "<=",
            Relation::Equal => "=",
            Relation::AtLeast => ">=",
            Relation::Above => ">",
            Relation::Other => "!=",
        }
    }

    /// The relation seen from the other side.
    fn turned(self) -> Relation {
        match self {
            Relation::Below => Relation::Above,
            Relation::AtMost => Relation::AtLeast,
            Relation::AtLeast => Relation::AtMost,
            Relation::Above => Relation::Below,
            same => same,
        }
    }

    /// Two relations between the same things as one.
    fn and(self, other: Relation) -> Option<Relation> {
        use Relation::*;
        match (self.min(other), self.max(other)) {
            (a, b) if a == b => Some(a),
            (Below, AtMost | Other) | (AtMost, Other) => Some(Below),
            (AtLeast, Other) | (Above, Other) | (AtLeast, Above) => Some(Above),
            (AtMost, AtLeast | Equal) | (Equal, AtLeast) => Some(Equal),
            _ => None,
        }
    }
}

/// One alternative.
fn conjunction(executor: &Executor, implicant: &[Literal]) -> String {
    let terms = &executor.joint.terms;
    let mut relations: Vec<(TermId, Relation, TermId)> = Vec::new();
    let mut others: Vec<String> = Vec::new();
    for (atom, truth) in implicant {
        match relation(executor, *atom, *truth) {
            Some((a, relation, b)) => add(&mut relations, a, relation, b),
            None => {
                let text = spelled(executor, *atom);
                others.push(if *truth { text } else { format!("!{text}") });
            }
        }
    }
    settle_enumerations(terms, &mut relations, &mut others);
    let mut parts: Vec<(TermId, String)> = Vec::new();
    for (place, (a, relation, b)) in relations.iter().enumerate() {
        if let Some(text) = bounds(executor, &relations, place, (*a, *relation, *b)) {
            parts.push((*a, text));
        }
    }
    parts.sort();
    let all: Vec<String> = others.into_iter().chain(parts.into_iter().map(|(_, text)| text)).collect();
    if all.is_empty() { "any inputs".to_owned() } else { all.join(" & ") }
}

/// A comparison as one of its left side, which is the one with inputs, with the right.
fn relation(executor: &Executor, atom: TermId, truth: bool) -> Option<(TermId, Relation, TermId)> {
    let terms = &executor.joint.terms;
    let [a, b] = *terms.operands(atom) else { return None };
    let relation = match (terms.op(atom), truth) {
        (Op::Lt, true) => Relation::Below,
        (Op::Lt, false) => Relation::AtLeast,
        (Op::Le, true) => Relation::AtMost,
        (Op::Le, false) => Relation::Above,
        (Op::Eq | Op::FpEq, true) => Relation::Equal,
        (Op::Eq | Op::FpEq, false) => Relation::Other,
        _ => return None,
    };
    let reads = |t: TermId| walk::variables(terms, [t]).iter().any(|v| executor.joint.inputs.contains(v));
    Some(
        if !reads(a)
            || (reads(b) && terms.op(b) == Op::Var(variable(terms, b)?)) && terms.op(a) != Op::Var(variable(terms, a)?)
        {
            (b, relation.turned(), a)
        } else {
            (a, relation, b)
        },
    )
}

/// The variable that a term is, or the first of its variables.
fn variable(terms: &Terms, term: TermId) -> Option<VarId> {
    walk::variables(terms, [term]).into_iter().next()
}

fn add(relations: &mut Vec<(TermId, Relation, TermId)>, a: TermId, relation: Relation, b: TermId) {
    for (x, known, y) in relations.iter_mut() {
        if (*x, *y) == (a, b)
            && let Some(both) = known.and(relation)
        {
            *known = both;
            return;
        }
    }
    relations.push((a, relation, b));
}

/// Says which values of an enumeration are left rather than which are not.
fn settle_enumerations(terms: &Terms, relations: &mut Vec<(TermId, Relation, TermId)>, others: &mut Vec<String>) {
    let mut excluded: BTreeMap<TermId, BTreeSet<Value>> = BTreeMap::new();
    for (a, relation, b) in relations.iter() {
        if let (Relation::Other, Sort::Enum(_), Some(value)) = (relation, terms.sort(*a), terms.constant(*b)) {
            excluded.entry(*a).or_default().insert(value.clone());
        }
    }
    for (a, values) in excluded {
        let Sort::Enum(id) = terms.sort(a) else { continue };
        let all = (0..terms.enumeration(id).values.len() as u32).map(|i| Value::Enum(id, i));
        let left: Vec<String> = all.filter(|v| !values.contains(v)).map(|v| show_short(terms, &v)).collect();
        if left.len() > values.len() && left.len() > 1 {
            continue;
        }
        relations.retain(|(x, relation, _)| *x != a || *relation != Relation::Other);
        let name = wherefore_trace::formula(terms, a);
        let is_given = relations.iter().any(|(x, relation, _)| *x == a && *relation == Relation::Equal);
        match left.as_slice() {
            _ if is_given => {}
            [one] => others.push(format!("{name} = {one}")),
            many => others.push(format!("{name} in {{{}}}", many.join(", "))),
        }
    }
}

/// A relation in words: with the bound on the other side in one, where there is one; nothing if that one says it.
fn bounds(
    executor: &Executor,
    relations: &[(TermId, Relation, TermId)],
    place: usize,
    (a, relation, b): (TermId, Relation, TermId),
) -> Option<String> {
    let side = |r: Relation| match r {
        Relation::Below | Relation::AtMost => Some(true),
        Relation::Above | Relation::AtLeast => Some(false),
        _ => None,
    };
    let (left, right) = (spelled(executor, a), spelled(executor, b));
    let single = Some(format!("{left} {} {right}", relation.word()));
    let Some(is_upper) = side(relation) else { return single };
    let of_kind = |upper: bool| {
        let found = relations.iter().enumerate().filter(move |(_, r)| r.0 == a && side(r.1) == Some(upper));
        found.collect::<Vec<_>>()
    };
    match (of_kind(false).as_slice(), of_kind(true).as_slice()) {
        ([(lower, low)], [(_, high)]) if *lower == place => {
            let (low, below) = (spelled(executor, low.2), low.1.turned().word());
            Some(format!("{low} {below} {left} {} {}", high.1.word(), spelled(executor, high.2)))
        }
        ([_], [(_, _)]) if is_upper => None,
        _ => single,
    }
}

/// A term as people write it: parameters by their names, unless two machines mean different things by one.
fn spelled(executor: &Executor, term: TermId) -> String {
    let joint = &executor.joint;
    let name = |var: VarId| {
        let own = plain(&joint.terms.var(var).name);
        let Some(value) = joint.parameters.get(&var) else { return own.to_owned() };
        let means_other =
            |(other, theirs): (VarId, Value)| plain(&joint.terms.var(other).name) == own && theirs != *value;
        let is_clear = !oracle::sorted(&joint.parameters).into_iter().any(means_other);
        if is_clear { own.to_owned() } else { show_short(&joint.terms, value) }
    };
    formula_with(&joint.terms, term, &name)
}

/// Inputs that satisfy a formula, chosen to be read: numbers on the bounds that the model has, Boolean values false, the
/// first value of an enumeration, wherever that is possible, input by input.
pub(super) fn example(executor: &mut Executor, set: TermId) -> Result<Vec<Value>, CompareError> {
    let landmarks = landmarks(executor, set);
    let mut fixed = vec![set];
    let mut chosen = Vec::new();
    for var in executor.joint.inputs.clone() {
        let sort = executor.joint.terms.var(var).sort;
        let mut found = None;
        for value in super::readable::candidates(&executor.joint.terms, sort, &landmarks) {
            let now = executor.joint.terms.now(var);
            fixed.push(executor.simplifier.equals(&mut executor.joint.terms, now, &value));
            if executor.oracle.model(&mut executor.joint.terms, &fixed)?.is_some() {
                found = Some(value);
                break;
            }
            fixed.pop();
        }
        let value = match found {
            Some(value) => value,
            None => {
                let model = executor.oracle.model(&mut executor.joint.terms, &fixed)?;
                let value = model.and_then(|m| m.get(var.index()).cloned().flatten());
                let value = value.ok_or_else(|| oracle::internal("a set of inputs without a member"))?;
                let now = executor.joint.terms.now(var);
                fixed.push(executor.simplifier.equals(&mut executor.joint.terms, now, &value));
                value
            }
        };
        chosen.push(value);
    }
    Ok(chosen)
}

/// The numbers that inputs are compared with.
fn landmarks(executor: &mut Executor, set: TermId) -> Vec<Value> {
    let mut found = BTreeSet::new();
    for atom in atoms(&executor.joint.terms, set) {
        for part in walk::postorder(&executor.joint.terms, [atom]) {
            let sort = executor.joint.terms.sort(part);
            if sort.is_integer() || matches!(sort, Sort::Real | Sort::Float(_)) {
                found.extend(executor.simplifier.value(&mut executor.joint.terms, part));
            }
        }
    }
    found.into_iter().collect()
}
