//! Fixpoints, and how they are rewritten without one.
//!
//! A formula under fixpoints is kept as a conjunction of parts: formulas without bound variables, and steps `[R] X` that
//! lead to one. Boxes go through conjunctions (`[S] [R] X` is `[S . R] X`), so nothing else is needed. Leaving a fixpoint
//! removes its variable by the equations in [`wherefore_ir::actions::ast`]: what holds now must hold after any number of steps.

use super::super::codes;
use super::super::lexer::Kind;
use super::Parser;
use std::collections::BTreeMap;
use wherefore_diag::{Diagnostic, Span};
use wherefore_ir::actions::{Action, ActionKind, Formula, FormulaKind, Regular, RegularKind, Repeat};
use wherefore_syntax::{Checked, Descent};

/// How deep fixpoints may be nested. The rewriting may double the formula at each.
const MOST_FIXPOINTS: usize = 6;

/// Least or greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binder {
    Mu,
    Nu,
}

/// A conjunct under fixpoints.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// A formula without bound variables.
    Formula(Formula),
    /// `[path] X`, or `X` itself, for the variable bound by the fixpoint at this depth.
    Step { variable: usize, path: Option<Regular> },
}

impl Part {
    pub(super) fn into_formula(self) -> Option<Formula> {
        match self {
            Part::Formula(formula) => Some(formula),
            Part::Step { .. } => None,
        }
    }
}

impl<'a> Parser<'a> {
    /// `mu X . F` or `nu X . F`; the body reaches as far as it can.
    pub(super) fn fixpoint(&mut self, binder: Binder) -> Checked<Vec<Part>> {
        let first = self.at();
        self.bump();
        let name = self.bound_name()?;
        if self.variables.len() >= MOST_FIXPOINTS {
            let headline = format!("more than {MOST_FIXPOINTS} fixpoints inside each other");
            let diagnostic = Diagnostic::at(codes::TOO_DEEP, self.span_from(first), headline, "one too many");
            return Err(self.report(diagnostic));
        }
        self.variables.push(name);
        let parts = self.nested(Self::conjunction);
        self.variables.pop();
        let span = self.span_from(first);
        let mut body = Body::of(parts?, Some(self.variables.len()), span);
        match binder {
            Binder::Nu => Ok(body.greatest()),
            Binder::Mu if body.own.is_empty() => Ok(body.rest()),
            Binder::Mu => self.least(body),
        }
    }

    fn bound_name(&mut self) -> Checked<&'a str> {
        if self.kind() != Kind::Word {
            return Err(self.unexpected("the name of a variable"));
        }
        let token = self.bump();
        if self.kind() == Kind::Sign("(") {
            return Err(self.refuse("a fixpoint with data parameters", self.span_of(token)));
        }
        if !self.eat(Kind::Sign(".")) {
            return Err(self.unexpected("`.`"));
        }
        Ok(self.text_of(token))
    }

    /// `mu X . F`: the steps to `X` must be single actions, and there are no infinitely many of them in a row.
    fn least(&mut self, mut body: Body) -> Checked<Vec<Part>> {
        let span = body.span;
        let mut actions = Vec::new();
        for path in std::mem::take(&mut body.own) {
            match path.map(|p| (p.span, p.kind)) {
                Some((_, RegularKind::Action(action))) => actions.push(action),
                Some((at, _)) => return Err(self.refuse("a least fixpoint over sequences of actions", at)),
                None => return Err(self.refuse("a least fixpoint whose variable stands behind no box", span)),
            }
        }
        let action = disjunction(actions, span);
        let steps = Regular::new(RegularKind::Action(action.clone()), action.span);
        let before = body.formulas.len();
        body.formulas.retain(|f| f.kind != FormulaKind::Progress);
        let deadlock_counts = body.formulas.len() < before;
        let inevitable = FormulaKind::Inevitable { action: action.complement(), deadlock_counts };
        let mut parts = body.after(steps);
        parts.insert(0, Part::Formula(Formula::new(inevitable, span)));
        Ok(parts)
    }

    /// A bound variable; any other word in the place of a formula is explained.
    pub(super) fn variable(&mut self) -> Checked<Part> {
        match self.variables.iter().rposition(|name| *name == self.word()) {
            Some(variable) => {
                self.bump();
                Ok(Part::Step { variable, path: None })
            }
            None => Err(self.refuse_word()),
        }
    }
}

/// Formulas behind a fixpoint or a box, sorted.
pub(super) struct Body {
    /// Formulas that must hold now.
    formulas: Vec<Formula>,
    /// Steps to the variable of this fixpoint, if it is one.
    own: Vec<Option<Regular>>,
    /// Steps to variables further out.
    others: BTreeMap<usize, Vec<Option<Regular>>>,
    span: Span,
}

impl Body {
    pub(super) fn of(parts: Vec<Part>, own: Option<usize>, span: Span) -> Body {
        let mut body = Body { formulas: Vec::new(), own: Vec::new(), others: BTreeMap::new(), span };
        for part in parts {
            match part {
                Part::Formula(formula) => body.formulas.push(formula),
                Part::Step { variable, path } if Some(variable) == own => body.own.push(path),
                Part::Step { variable, path } => body.others.entry(variable).or_default().push(path),
            }
        }
        body
    }

    /// `nu X . F`. A variable behind no box asks for nothing new.
    fn greatest(&mut self) -> Vec<Part> {
        let own: Vec<Regular> = std::mem::take(&mut self.own).into_iter().flatten().collect();
        if own.is_empty() {
            return self.rest();
        }
        let mut parts = self.after(choice(own, self.span));
        if parts.is_empty() {
            parts.push(Part::Formula(Formula::new(FormulaKind::True, self.span)));
        }
        parts
    }

    /// Everything else, as it is.
    fn rest(&mut self) -> Vec<Part> {
        let mut parts: Vec<Part> = self.formulas.drain(..).map(Part::Formula).collect();
        for (variable, paths) in std::mem::take(&mut self.others) {
            parts.extend(paths.into_iter().map(|path| Part::Step { variable, path }));
        }
        parts
    }

    /// Everything else, behind any number of `steps`.
    fn after(&mut self, steps: Regular) -> Vec<Part> {
        let any = RegularKind::Repeat(Repeat::Star, Box::new(steps));
        self.behind(Regular::new(any, self.span))
    }

    /// Everything else, behind a box. What says nothing about variables stays one formula, and steps to one variable are
    /// joined, so that the path is copied once for each and not once for every part.
    pub(super) fn behind(&mut self, path: Regular) -> Vec<Part> {
        let span = self.span;
        let mut parts = Vec::new();
        if !self.formulas.is_empty() {
            let inner = Box::new(conjunction(std::mem::take(&mut self.formulas), span));
            parts.push(Part::Formula(Formula::new(FormulaKind::Box(path.clone(), inner), span)));
        }
        for (variable, rest) in std::mem::take(&mut self.others) {
            let list = std::iter::once(path.clone()).chain(joined(rest, span)).collect();
            parts.push(Part::Step { variable, path: Some(sequence(list, span)) });
        }
        parts
    }
}

/// The paths to one variable as one; `None` if it is reached at once and in no other way.
fn joined(paths: Vec<Option<Regular>>, span: Span) -> Option<Regular> {
    if paths.iter().all(Option::is_none) {
        return None;
    }
    let empty = || Regular::new(RegularKind::Empty, span);
    Some(choice(paths.into_iter().map(|path| path.unwrap_or_else(empty)).collect(), span))
}

/// All of them; those that are conjunctions themselves are spread out.
pub(super) fn conjunction(list: Vec<Formula>, span: Span) -> Formula {
    let spread = |formula: Formula| match formula.kind {
        FormulaKind::And(parts) => parts,
        _ => vec![formula],
    };
    let mut flat: Vec<Formula> = list.into_iter().flat_map(spread).collect();
    match flat.len() {
        0 => Formula::new(FormulaKind::True, span),
        1 => flat.remove(0),
        _ => Formula::new(FormulaKind::And(flat), span),
    }
}

/// One after the other; at least one.
pub(super) fn sequence(mut list: Vec<Regular>, span: Span) -> Regular {
    if list.len() == 1 { list.remove(0) } else { Regular::new(RegularKind::Sequence(list), span) }
}

/// Any of them; at least one.
pub(super) fn choice(mut list: Vec<Regular>, span: Span) -> Regular {
    if list.len() == 1 { list.remove(0) } else { Regular::new(RegularKind::Choice(list), span) }
}

/// Any of them; at least one.
pub(super) fn disjunction(mut list: Vec<Action>, span: Span) -> Action {
    if list.len() == 1 { list.remove(0) } else { Action::new(ActionKind::Or(list), span) }
}
