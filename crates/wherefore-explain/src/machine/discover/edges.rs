//! One control variable: its values, the branches that change it, and the edges that each branch stands for.
//!
//! For each value c of the variable and each branch: put c into the path condition, earlier branches negated, and fold.
//! A false condition gives no edge. The rest is the guard of the edges from c, one for each value that the branch can
//! give.

use super::fold::{self, tighten};
use super::guards::Guards;
use super::tree::{Definition, Leaf, Outcome, Tree, can_be, definition};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use wherefore_ir::{ElementId, Op, Sort, System, TermId, Terms, Value, VarId, walk};

/// How many values a control variable may have.
pub(super) const MOST_VALUES: usize = 64;

/// How many chosen next values are traced back to the present.
const ROUNDS: usize = 8;

/// A control variable with its branches.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    pub var: VarId,
    pub names: Vec<String>,
    /// Formula for each value: the variable has it.
    pub active: Vec<TermId>,
    /// The branches that have edges, in the order of the source.
    pub rules: Vec<Rule>,
    /// Whether an equation defines the variable.
    pub defined: bool,
    /// Whether some branches were taken as one because there are too many.
    pub cut: bool,
}

/// One branch that changes the control variable.
#[derive(Clone, Debug)]
pub(super) struct Rule {
    /// Its position among all branches of the variable, from 1.
    pub number: usize,
    /// The conditions that its branches state, outermost first.
    pub own: Vec<TermId>,
    /// Their conjuncts, with what lies behind labels.
    pub conjuncts: Vec<TermId>,
    pub element: Option<ElementId>,
    pub edges: Vec<Edge>,
}

/// One edge, between positions in the list of values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub source: usize,
    pub target: usize,
    pub enabled: TermId,
    pub taken: TermId,
}

/// A value that a branch can give, under a condition.
struct Target {
    value: usize,
    condition: TermId,
    /// Whether it is one of several that the step may choose.
    chosen: bool,
}

/// Context that all branches of a variable share.
struct Frame {
    now: TermId,
    next: TermId,
    values: Vec<TermId>,
    active: Vec<TermId>,
    tree: Tree,
    /// The condition of each step of the tree, negated where it does not hold.
    literals: Vec<TermId>,
}

/// The values of a sort that a control variable may have, as constants with their names.
pub(super) fn values(terms: &mut Terms, sort: Sort) -> Option<Vec<(TermId, String)>> {
    match sort {
        Sort::Bool => Some([false, true].map(|b| (terms.bool(b), b.to_string().to_uppercase())).to_vec()),
        Sort::Enum(id) => {
            let names = terms.enumeration(id).values.clone();
            let constant = |(i, name)| (terms.mk_const(Value::Enum(id, i as u32)), name);
            Some(names.into_iter().enumerate().map(constant).collect())
        }
        Sort::Range { lo, hi } if BigInt::from(hi) - BigInt::from(lo) < BigInt::from(MOST_VALUES) => {
            Some((lo..=hi).map(|n| (terms.int(n), n.to_string())).collect())
        }
        _ => None,
    }
    .filter(|list| list.len() <= MOST_VALUES)
}

/// Finds the edges of a control variable. `None` if its sort has too many values.
pub(super) fn machine(system: &mut System, guards: &mut Guards, var: VarId) -> Option<Machine> {
    let sort = system.terms.var(var).sort;
    let (values, names) = values(&mut system.terms, sort)?.into_iter().unzip();
    let (frame, defined) = frame(system, var, values);
    let mut rules: Vec<Rule> = Vec::new();
    for (index, leaf) in frame.tree.leaves.iter().enumerate() {
        let own = frame.tree.own(leaf);
        let conjuncts = guards.close(system, &own);
        rules.push(Rule { number: index + 1, own, conjuncts, element: leaf.element, edges: Vec::new() });
    }
    for source in 0..frame.values.len() {
        add_edges(system, &frame, source, &mut rules);
    }
    rules.retain(|r| !r.edges.is_empty());
    Some(Machine { var, names, active: frame.active, rules, defined, cut: frame.tree.cut })
}

fn frame(system: &mut System, var: VarId, values: Vec<TermId>) -> (Frame, bool) {
    let (now, next) = (system.terms.now(var), system.terms.next(var));
    let known = definition(system, next);
    let definition = known.unwrap_or_else(|| undefined(system, next));
    let tree = Tree::new(system, next, &definition);
    let terms = &mut system.terms;
    let active = values.iter().map(|v| terms.eq(now, *v)).collect();
    let mut literals = Vec::with_capacity(tree.steps.len());
    for step in &tree.steps {
        let condition = fold::expand(terms, step.condition);
        literals.push(if step.holds { condition } else { terms.not(condition) });
    }
    (Frame { now, next, values, active, tree, literals }, known.is_some())
}

/// A variable without an equation may do whatever the constraints allow that speak of its next value.
fn undefined(system: &mut System, next: TermId) -> Definition {
    let speaks = |t: TermId| walk::postorder(&system.terms, [t]).contains(&next);
    let about: Vec<_> = system.trans.iter().filter(|c| speaks(c.term)).copied().collect();
    let owner = if let [only] = about.as_slice() { only.element } else { None };
    let root = system.terms.and(about.iter().map(|c| c.term));
    Definition { root: Outcome::Relation(root), owner }
}

fn add_edges(system: &mut System, frame: &Frame, source: usize, rules: &mut [Rule]) {
    let mut known = FxHashMap::from_iter([(frame.now, frame.values[source])]);
    let mut literals: Vec<TermId> = Vec::with_capacity(frame.literals.len());
    for literal in &frame.literals {
        literals.push(fold::substitute(&mut system.terms, *literal, &mut known));
    }
    let dead = |s: &usize| fold::truth(&system.terms, literals[*s]) == Some(false);
    let alive: Vec<bool> = frame.tree.leaves.iter().map(|leaf| !frame.tree.path(leaf).iter().any(dead)).collect();
    for ((leaf, rule), _) in frame.tree.leaves.iter().zip(rules).zip(alive).filter(|(_, alive)| *alive) {
        let path = frame.tree.path(leaf).into_iter().map(|s| literals[s]);
        let here: Vec<TermId> = std::iter::once(frame.active[source]).chain(path).collect();
        let targets = targets(&mut system.terms, frame, leaf, source, &mut known);
        for target in targets {
            // Staying is a transition only where the branch is meant for this very state.
            if target.value != source || rule.conjuncts.contains(&frame.active[source]) {
                rule.edges.extend(edge(system, frame, rule, source, &here, target));
            }
        }
    }
}

/// The values that a branch can give in a state. Keeping the value is not listed.
fn targets(
    terms: &mut Terms,
    frame: &Frame,
    leaf: &Leaf,
    source: usize,
    known: &mut FxHashMap<TermId, TermId>,
) -> Vec<Target> {
    let mut found = Vec::new();
    let keeps = keeps(terms, frame, leaf.outcome);
    let outcome = match leaf.outcome {
        Outcome::Value(_) if keeps => return Vec::new(),
        Outcome::Value(term) => Outcome::Value(fold::substitute(terms, term, known)),
        // The present value is put in together with the next one: a relation may state that they are equal.
        relation => relation,
    };
    for (value, constant) in frame.values.iter().enumerate() {
        let condition = match outcome {
            Outcome::Value(given) => terms.eq(given, *constant),
            Outcome::Relation(relation) => {
                fold::replace(terms, relation, &[(frame.now, frame.values[source]), (frame.next, *constant)])
            }
        };
        let condition = fold::expand(terms, condition);
        if fold::truth(terms, condition) != Some(false) {
            found.push(Target { value, condition, chosen: false });
        }
    }
    let chosen = matches!(leaf.outcome, Outcome::Relation(_)) && found.len() > 1;
    found.iter_mut().for_each(|t| t.chosen = chosen);
    found.retain(|t| !(keeps && t.value == source));
    found
}

/// Whether a branch leaves the variable alone, or may choose to.
fn keeps(terms: &mut Terms, frame: &Frame, outcome: Outcome) -> bool {
    let same = terms.eq(frame.next, frame.now);
    match outcome {
        Outcome::Value(term) => term == frame.now,
        Outcome::Relation(term) => terms.op(term) == Op::Or && terms.operands(term).contains(&same),
    }
}

/// The edge, unless it turns out to be impossible.
fn edge(
    system: &mut System,
    frame: &Frame,
    rule: &Rule,
    source: usize,
    here: &[TermId],
    target: Target,
) -> Option<Edge> {
    // Conditions behind a label hold whenever the label has the value; in the guard they exclude wrong source states.
    let behind = rule.conjuncts.iter().filter(|t| !system.terms.has_next(**t));
    let all = here.iter().chain([&target.condition]).chain(behind).copied().collect();
    let conjuncts = tighten(&mut system.terms, all)?;
    let (before, mut step) = match at_present(system, &conjuncts) {
        Present::Never => return None,
        Present::Exactly(list) => (Some(list.clone()), list),
        Present::Possibly(list) => (Some(list), conjuncts),
        Present::Unknown => (None, conjuncts),
    };
    if target.chosen {
        step.push(system.terms.eq(frame.next, frame.values[target.value]));
    }
    let taken = system.terms.and(step);
    let enabled = before.map_or(taken, |list| system.terms.and(list));
    Some(Edge { source, target: target.value, enabled, taken })
}

/// Meaning of conditions on a step before the step is made.
enum Present {
    Never,
    /// The conditions hold if these do.
    Exactly(Vec<TermId>),
    /// The conditions can hold if these do.
    Possibly(Vec<TermId>),
    Unknown,
}

/// Traces next values back to what decides them: `next(tr) = t1` becomes the condition under which `tr` can become
/// `t1`.
fn at_present(system: &mut System, conjuncts: &[TermId]) -> Present {
    let mut list = conjuncts.to_vec();
    let mut exact = true;
    for _ in 0..ROUNDS {
        let Some((index, subject, constant)) = next_atom(&mut system.terms, &list) else { break };
        list.remove(index);
        list.extend(can_be(system, subject, constant));
        exact &= is_function(system, subject);
        match tighten(&mut system.terms, list) {
            Some(tightened) => list = tightened,
            None => return Present::Never,
        }
    }
    match by_updates(system, list) {
        None => Present::Never,
        Some(list) if list.iter().any(|t| system.terms.has_next(*t)) => Present::Unknown,
        Some(list) if exact => Present::Exactly(list),
        Some(list) => Present::Possibly(list),
    }
}

fn is_function(system: &System, next: TermId) -> bool {
    matches!(system.terms.op(next), Op::Next(var) if system.next.contains_key(&var))
}

/// Replaces next values by the functions that give them; `None` if the conditions turn out to be false.
fn by_updates(system: &mut System, list: Vec<TermId>) -> Option<Vec<TermId>> {
    if !list.iter().any(|t| system.terms.has_next(*t)) {
        return Some(list);
    }
    let terms = &mut system.terms;
    let pairs: Vec<(TermId, TermId)> = system.next.iter().map(|(v, u)| (terms.next(*v), u.term)).collect();
    let replaced: Vec<TermId> = list.iter().map(|t| fold::replace(terms, *t, &pairs)).collect();
    let expanded = replaced.into_iter().map(|t| fold::expand(terms, t)).collect();
    tighten(terms, expanded)
}

fn next_atom(terms: &mut Terms, list: &[TermId]) -> Option<(usize, TermId, TermId)> {
    list.iter().enumerate().find_map(|(index, term)| {
        let (subject, constant) = fold::atom(terms, *term)?;
        matches!(terms.op(subject), Op::Next(_)).then_some((index, subject, constant))
    })
}
