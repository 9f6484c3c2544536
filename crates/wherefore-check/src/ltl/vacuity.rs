//! Does a formula that holds say anything?
//!
//! Two ways in which it does not. The system has no fair infinite run: then every formula holds ([`no_fair_run`]). Or the
//! right-hand side of an implication does not matter: with `false` in its place the formula still holds, so the left-hand side never happens (Beer,
//! Ben-David, Eisner and Rodeh 1997). Implications are looked at where making one false makes the formula stronger, the
//! outermost first; inside the left-hand side of the outermost one nothing is looked at, because there stand the premises
//! of a contract.
//!
//! Example: `G (req -> F ack)` in a system where `req` is never true. `G !req` holds as well; the formula is vacuous.
//!
//! A lasso that breaks the stronger formula is the usual case, and the cheap one: it is looked for first. Then a proof gets a
//! limited amount of work, because there are many questions and the formula itself has been proved. What stays undecided
//! leaves it so.

use super::route::{Route, quick};
use super::{Lane, Subject};
use crate::context::Session;
use crate::engine::Answer;
use crate::stronger::stronger;
use crate::{Evidence, Observer, Recheck, Verdict};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use wherefore_ir::{ElementId, ElementKind, Op, Property, PropertyKind, System, TermId, Terms, walk};
use wherefore_solve::Stop;
use wherefore_trace::formula;

/// The most implications that are looked at.
const MOST: usize = 16;
/// Characters of a formula that a message quotes.
const WIDEST: usize = 60;
/// Steps within which a lasso is looked for at first.
const NEAR: u32 = 16;

/// The verdict for a formula that was proved.
pub(crate) fn examined(
    session: &Session,
    property: &Property,
    (evidence, recheck): (Evidence, Recheck),
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> Verdict {
    let Some((implication, proof)) = idle(session, property, stop, observer) else {
        return Verdict::Holds { evidence, recheck };
    };
    let system = session.system.as_ref();
    let (reason, element) = words(system, property.term, implication);
    let mut extended = system.clone();
    let left = without_consequent(&mut extended, property.term, implication);
    let consequent = system.terms.operands(implication)[1];
    let stronger = stronger(system, property, (&mut extended.terms, left), consequent, proof);
    Verdict::Vacuous { evidence, recheck, reason, element, stronger }
}

/// The first implication whose right-hand side never matters, with the proof of what is left without it.
fn idle(
    session: &Session,
    property: &Property,
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> Option<(TermId, (Evidence, Recheck))> {
    let asked = (session, property);
    let holds = |stronger: &dyn Fn(&mut System) -> TermId| still_holds(asked, stronger, false, stop, observer);
    let proof = |implication: TermId| holds(&|system| without_consequent(system, property.term, implication));
    let list = implications(session.system.as_ref(), property.term).into_iter().take(MOST);
    list.into_iter().find_map(|implication| Some((implication, proof(implication)?)))
}

/// The proof that the system of a session has no fair infinite run, as far as one is found. Nearly every model has a short run;
/// a model that shows none is worth the effort of all engines.
pub(crate) fn no_fair_run(session: &Session, stop: &Stop, observer: &Arc<dyn Observer>) -> Option<(Evidence, Recheck)> {
    let never = |system: &mut System| system.terms.bool(false);
    let (name, text) = ("FALSE".to_owned(), "FALSE".to_owned());
    let term = never(&mut session.system.as_ref().clone());
    let property = Property { name, kind: PropertyKind::Ltl, term, text, element: None };
    still_holds((session, &property), &never, true, stop, observer)
}

/// The proof that a formula made from the property holds too, as far as one is found, thoroughly or quickly.
fn still_holds(
    (session, property): (&Session, &Property),
    stronger: &dyn Fn(&mut System) -> TermId,
    thorough: bool,
    stop: &Stop,
    observer: &Arc<dyn Observer>,
) -> Option<(Evidence, Recheck)> {
    let mut system = session.system.as_ref().clone();
    let property = Property { term: stronger(&mut system), ..property.clone() };
    let session = Session::new(&system, session.options.clone());
    let subject = Subject::new(&session, &property).ok()?;
    let (context, lasso) = (session.context(stop, observer), subject.lane(Route::Lasso(NEAR)));
    // Not shown, so a lasso of the cone will do, and it is not looked for again.
    if let Ok(Answer::Lasso { .. }) = lasso.engine.prove(&lasso.problem, &context) {
        return None;
    }
    let lanes = match thorough && subject.finite {
        true => subject.lanes(),
        false => vec![Lane::new(quick(&session.options, subject.finite), &lasso.problem)],
    };
    match subject.conclude(lanes, &context).1 {
        Verdict::Holds { evidence, recheck } => Some((evidence, recheck)),
        _ => None,
    }
}

/// Implications that make the formula stronger when they are made stronger, the outermost first.
fn implications(system: &System, formula: TermId) -> Vec<TermId> {
    let terms = &system.terms;
    // With which polarities a term occurs.
    let mut seen: BTreeMap<TermId, (bool, bool)> = BTreeMap::new();
    let mut order = Vec::new();
    let mut waiting = VecDeque::from([(formula, true)]);
    while let Some((term, truth)) = waiting.pop_front() {
        let (yes, no) = seen.entry(term).or_default();
        let mark = if truth { yes } else { no };
        if std::mem::replace(mark, true) {
            continue;
        }
        let operands = terms.operands(term);
        match (terms.op(term), operands) {
            (Op::Implies, [a, b]) => {
                order.push(term);
                if term != formula {
                    waiting.push_back((*a, !truth));
                }
                waiting.push_back((*b, truth));
            }
            (Op::Not, [a]) => waiting.push_back((*a, !truth)),
            (Op::And | Op::Or, list) => waiting.extend(list.iter().map(|t| (*t, truth))),
            (op, list) if op.is_ltl() => waiting.extend(list.iter().map(|t| (*t, truth))),
            (Op::Eq | Op::Xor | Op::Ite, list) if list.iter().all(|t| terms.sort(*t) == terms.sort(formula)) => {
                waiting.extend(list.iter().flat_map(|t| [(*t, true), (*t, false)]));
            }
            _ => {}
        }
    }
    order.retain(|t| seen[t] == (true, false));
    order
}

/// The formula with `false` for the right-hand side of an implication. What stands on the left of the outermost implication
/// stays as it is, even where it is the same formula: a premise that was made stronger would make the whole weaker.
fn without_consequent(system: &mut System, formula: TermId, implication: TermId) -> TermId {
    let premise = system.terms.operands(implication)[0];
    let not = system.terms.not(premise);
    if implication == formula {
        return not;
    }
    let (left, root) = match (system.terms.op(formula), system.terms.operands(formula)) {
        (Op::Implies, [a, b]) => (Some(*a), *b),
        _ => (None, formula),
    };
    let replaced = walk::rewrite(&mut system.terms, &[root], &mut FxHashMap::default(), |_, term| {
        (term == implication).then_some(not)
    });
    left.map_or(replaced[0], |left| system.terms.implies(left, replaced[0]))
}

/// Message about an implication whose right-hand side does not matter.
fn words(system: &System, formula: TermId, implication: TermId) -> (String, Option<ElementId>) {
    let premise = system.terms.operands(implication)[0];
    let reason = match (implication == formula, is_always_asked(system, formula, implication)) {
        (true, _) => "no run makes the left-hand side of the whole formula true".to_owned(),
        (false, true) => happening(system, premise),
        (false, false) => {
            let which = name(system, premise)
                .map_or_else(|| "an implication".to_owned(), |n| format!("the implication from `{n}`"));
            format!("the formula still holds with `false` for the right-hand side of {which}")
        }
    };
    (reason, system.elements.of(premise).first().copied())
}

/// Message about a premise that is never true.
pub(crate) fn happening(system: &System, premise: TermId) -> String {
    match name(system, premise).unwrap_or_else(|| spelled(&system.terms, premise)) {
        long if long.chars().count() > WIDEST => "the left-hand side of an implication never happens".to_owned(),
        short => format!("`{short}` never happens"),
    }
}

/// A formula as text. Equations are kept with their constant first; people write it last.
fn spelled(terms: &Terms, term: TermId) -> String {
    match (terms.op(term), terms.operands(term)) {
        (Op::Eq, [a, b]) if terms.constant(*a).is_some() => format!("{} = {}", formula(terms, *b), formula(terms, *a)),
        _ => formula(terms, term),
    }
}

/// Whether the formula asks for the implication at every tick: then its left-hand side is true at none.
fn is_always_asked(system: &System, formula: TermId, implication: TermId) -> bool {
    let terms = &system.terms;
    let mut waiting = vec![formula];
    while let Some(term) = waiting.pop() {
        match (terms.op(term), terms.operands(term)) {
            (Op::And, list) => waiting.extend(list),
            (Op::Implies, [_, b]) if term == formula => waiting.push(*b),
            (Op::G, [a]) if walk::conjuncts(terms, *a).contains(&implication) => return true,
            _ => {}
        }
    }
    false
}

/// Name of a formula in the model.
fn name(system: &System, formula: TermId) -> Option<String> {
    let terms = &system.terms;
    let is_named = |e: &&ElementId| {
        let element = system.elements.get(**e);
        matches!(element.kind, ElementKind::Operator | ElementKind::Definition) && !element.name.is_empty()
    };
    let variable = |term: TermId| match terms.op(term) {
        Op::Var(var) => Some(terms.var(var).name.clone()),
        _ => None,
    };
    let negated = match (terms.op(formula), terms.operands(formula)) {
        (Op::Not, [a]) => variable(*a).map(|name| format!("!{name}")),
        _ => None,
    };
    let named = || system.elements.of(formula).iter().find(is_named).map(|e| system.elements.get(*e).name.clone());
    variable(formula).or(negated).or_else(named)
}
