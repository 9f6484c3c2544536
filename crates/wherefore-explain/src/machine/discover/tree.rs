//! The case distinction that defines a variable, as a list of leaves with their paths.
//!
//! A variable is defined by a function, `next(s) := case ... esac`, or by a relation that keeps the shape of the case,
//! `ite(c, next(s) = a, next(s) = b | next(s) = d)`. Both are trees of if-then-else; the walk here treats them alike
//! and ends at values and at relations that choose.

use super::fold;
use wherefore_diag::Span;
use wherefore_ir::{Constraint, ElementId, ElementKind, Op, System, TermId, Terms, walk};

/// The most leaves that are distinguished; what lies deeper is one leaf with a larger value.
const MOST_LEAVES: usize = 1024;

/// Definition of the value of a variable, now or next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Definition {
    /// A value, or a relation that the value satisfies.
    pub root: Outcome,
    /// The element that says so.
    pub owner: Option<ElementId>,
}

/// How a branch fixes the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// As this term.
    Value(TermId),
    /// As any that satisfies this condition.
    Relation(TermId),
}

/// One side of an if-then-else.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The step around it.
    pub above: Option<usize>,
    pub condition: TermId,
    /// Whether this is the side on which the condition holds.
    pub holds: bool,
    /// The branch in the source, unless the rest of the case follows here.
    element: Option<ElementId>,
}

/// One branch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    /// Its innermost step.
    pub above: Option<usize>,
    pub outcome: Outcome,
    /// The branch in the source.
    pub element: Option<ElementId>,
}

/// A case distinction: steps, outer before inner, and leaves in the order of the source.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pub steps: Vec<Step>,
    pub leaves: Vec<Leaf>,
    /// Whether there were more leaves than are distinguished.
    pub cut: bool,
}

/// Definition of `subject`, a variable now or next; `None` if there is no equation for it.
pub(super) fn definition(system: &System, subject: TermId) -> Option<Definition> {
    match system.terms.op(subject) {
        Op::Next(var) => match system.next.get(&var) {
            Some(update) => Some(Definition { root: Outcome::Value(update.term), owner: update.element }),
            None => relation(system, &system.trans, subject),
        },
        Op::Var(_) => relation(system, &system.invar, subject),
        _ => None,
    }
}

fn relation(system: &System, constraints: &[Constraint], subject: TermId) -> Option<Definition> {
    constraints.iter().find_map(|constraint| {
        let parts = walk::conjuncts(&system.terms, equation(system, constraint));
        let root = parts.into_iter().find(|part| is_relation(&system.terms, *part, subject))?;
        Some(Definition { root: Outcome::Relation(root), owner: constraint.element })
    })
}

/// The relation that an assignment states. It binds only where the assigned value is safe to use, which is an
/// obligation of its own and taken for granted here.
fn equation(system: &System, constraint: &Constraint) -> TermId {
    let terms = &system.terms;
    let assigned = constraint.element.is_some_and(|e| system.elements.get(e).kind == ElementKind::Equation);
    match (terms.op(constraint.term), terms.operands(constraint.term)) {
        (Op::Implies, [_, related]) if assigned => *related,
        _ => constraint.term,
    }
}

/// Whether a formula has the shape of a relation between `subject` and its possible values.
fn is_relation(terms: &Terms, root: TermId, subject: TermId) -> bool {
    let mut stack = vec![root];
    let speaks = |t: &TermId| *t == subject || terms.operands(*t).contains(&subject);
    while let Some(term) = stack.pop() {
        match terms.op(term) {
            Op::Ite if !speaks(&term) => stack.extend(&terms.operands(term)[1..]),
            Op::Or if !speaks(&term) => stack.extend(terms.operands(term)),
            Op::And if terms.operands(term).iter().all(speaks) => {}
            Op::Var(_) | Op::Next(_) | Op::Not | Op::Eq | Op::Le if speaks(&term) => {}
            _ => return false,
        }
    }
    true
}

/// A part of the tree that is yet to be taken apart, below a step.
#[derive(Clone, Copy)]
struct Open {
    above: Option<usize>,
    outcome: Outcome,
    /// As the front end wrote it, before a relation that fixes the value became the value.
    written: TermId,
    place: BranchPlace,
}

/// Where in the source a part of the tree is written. One term can stand for several places: two cases that end alike, the
/// same case in two branches. What lies in a branch is written inside it, and what follows a branch is written after it.
#[derive(Clone, Copy, Default)]
struct BranchPlace {
    within: Option<Span>,
    after: u32,
}

impl BranchPlace {
    fn holds(self, span: Span) -> bool {
        let inside = |w: Span| w.file == span.file && w.start <= span.start && span.end <= w.end;
        self.within.is_none_or(inside) && span.start >= self.after
    }
}

impl Tree {
    /// Takes the definition of `subject` apart.
    pub fn new(system: &System, subject: TermId, definition: &Definition) -> Tree {
        let mut tree = Tree::default();
        let terms = &system.terms;
        let root = direct(terms, subject, definition.root);
        // A front end marks the branches that the source shows. Other case distinctions, as between the values of two
        // types, are then no branches.
        let marked = !branch_elements(system, term_of(root), definition.owner).is_empty();
        let mut stack =
            vec![Open { above: None, outcome: root, written: term_of(definition.root), place: BranchPlace::default() }];
        while let Some(open) = stack.pop() {
            let term = term_of(open.outcome);
            let split =
                terms.op(term) == Op::Ite && (!marked || !branch_elements(system, term, definition.owner).is_empty());
            let full = tree.leaves.len() + stack.len() >= MOST_LEAVES;
            tree.cut |= split && full;
            if split && !full {
                stack.extend(tree.split(system, subject, open, definition.owner).into_iter().rev());
            } else {
                let branch = open.above.and_then(|s| tree.steps[s].element);
                let element =
                    only_branch(system, [open.written, term], definition.owner, branch).or(branch).or(definition.owner);
                tree.leaves.push(Leaf { above: open.above, outcome: open.outcome, element });
            }
        }
        tree
    }

    /// Both sides of an if-then-else. `t1 | t2 : a` with named alternatives is two branches, `t1 : a; t2 : a`.
    fn split(&mut self, system: &System, subject: TermId, open: Open, owner: Option<ElementId>) -> Vec<Open> {
        let terms = &system.terms;
        let ite = term_of(open.outcome);
        let operands = terms.operands(ite);
        let inner = |value| match open.outcome {
            Outcome::Value(_) => Outcome::Value(value),
            Outcome::Relation(_) => direct(terms, subject, Outcome::Relation(value)),
        };
        let (element, rest) = branches_at(system, ite, owner, open.place);
        let span = system.span(element);
        let inside = BranchPlace { within: span.or(open.place.within), after: 0 };
        let after = BranchPlace { after: span.map_or(open.place.after, |s| s.end), ..open.place };
        let mut sides = Vec::new();
        let mut above = open.above;
        for condition in alternatives(system, operands[0]) {
            self.steps.push(Step { above, condition, holds: true, element });
            self.steps.push(Step { above, condition, holds: false, element: rest });
            let above_it = Some(self.steps.len() - 2);
            sides.push(Open { above: above_it, outcome: inner(operands[1]), written: operands[1], place: inside });
            above = Some(self.steps.len() - 1);
        }
        sides.push(Open { above, outcome: inner(operands[2]), written: operands[2], place: after });
        sides
    }

    /// The steps that lead to a leaf, outermost first.
    pub fn path(&self, leaf: &Leaf) -> Vec<usize> {
        let mut path: Vec<usize> = std::iter::successors(leaf.above, |s| self.steps[*s].above).collect();
        path.reverse();
        path
    }

    /// The conditions that hold in a leaf as its branches state them, outermost first.
    pub fn own(&self, leaf: &Leaf) -> Vec<TermId> {
        self.path(leaf).iter().map(|s| self.steps[*s]).filter(|s| s.holds).map(|s| s.condition).collect()
    }
}

/// The alternatives of a condition, if each of them is a named definition.
fn alternatives(system: &System, condition: TermId) -> Vec<TermId> {
    let parts = system.terms.operands(condition);
    let named = |t: &TermId| system.defines.iter().any(|d| d.term == *t);
    match system.terms.op(condition) {
        Op::Or if !named(&condition) && parts.iter().all(named) => parts.to_vec(),
        _ => vec![condition],
    }
}

fn term_of(outcome: Outcome) -> TermId {
    match outcome {
        Outcome::Value(term) | Outcome::Relation(term) => term,
    }
}

/// A relation that fixes the value becomes the value.
fn direct(terms: &Terms, subject: TermId, outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Relation(term) if terms.op(term) == Op::Eq => match terms.operands(term) {
            [a, b] if *a == subject => Outcome::Value(*b),
            [a, b] if *b == subject => Outcome::Value(*a),
            _ => outcome,
        },
        _ => outcome,
    }
}

/// The branches that a term stands for: those of the owner, or, if it has none there, any.
fn branch_elements(system: &System, term: TermId, owner: Option<ElementId>) -> Vec<ElementId> {
    let branch = |e: &&ElementId| system.elements.get(**e).kind == ElementKind::Branch;
    let all: Vec<ElementId> = system.elements.of(term).iter().filter(branch).copied().collect();
    let own: Vec<ElementId> = all.iter().filter(|e| system.elements.get(**e).parent == owner).copied().collect();
    if own.is_empty() { all } else { own }
}

/// The branch that an if-then-else stands for at a place, and the one that remains if it is the innermost of its case.
fn branches_at(
    system: &System,
    ite: TermId,
    owner: Option<ElementId>,
    place: BranchPlace,
) -> (Option<ElementId>, Option<ElementId>) {
    let all = branch_elements(system, ite, owner);
    let lies = |e: &ElementId, place: BranchPlace| system.span(Some(*e)).is_some_and(|s| place.holds(s));
    let first = all.iter().copied().find(|e| lies(e, place)).or(all.first().copied());
    let end = system.span(first).map_or(0, |s| s.end);
    let follows = BranchPlace { after: end, ..place };
    let rest = all.iter().copied().find(|e| Some(*e) != first && lies(e, follows));
    (
        first,
        rest.or_else(|| {
            all.iter().copied().find(|e| Some(*e) != first && lies(e, BranchPlace { within: None, after: end }))
        }),
    )
}

/// The branch of a case that has no other, around which there is no if-then-else. It stands at its value, which others may
/// share; so it counts only inside the branch that the value is in.
fn only_branch(
    system: &System,
    values: [TermId; 2],
    owner: Option<ElementId>,
    branch: Option<ElementId>,
) -> Option<ElementId> {
    let around = BranchPlace { within: system.span(branch.or(owner)), after: 0 };
    let elements = values.into_iter().flat_map(|value| branch_elements(system, value, owner));
    let own = elements.filter(|e| system.elements.get(*e).parent == owner && Some(*e) != branch);
    let inside = own.filter_map(|e| Some((e, system.span(Some(e)).filter(|s| around.holds(*s))?)));
    inside.min_by_key(|(_, span)| span.end - span.start).map(|(e, _)| e)
}

/// Condition on everything else under which `subject` can take the constant.
pub(super) fn can_be(system: &mut System, subject: TermId, constant: TermId) -> Option<TermId> {
    let definition = definition(system, subject)?;
    let terms = &mut system.terms;
    let possible = match definition.root {
        Outcome::Value(value) => terms.eq(value, constant),
        Outcome::Relation(relation) => fold::replace(terms, relation, &[(subject, constant)]),
    };
    Some(fold::expand(terms, possible))
}
