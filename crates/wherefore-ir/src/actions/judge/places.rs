//! A formula as a table of places where reading it can stand.

use crate::actions::ast::{Action, Formula, FormulaKind, Regular, RegularKind, Repeat};

/// A place in a formula.
#[derive(Debug)]
pub enum Place {
    /// All of these, without an action. None, where nothing can be violated any more.
    All(Vec<u32>),
    /// Before an action: the number of the action, and the place behind it.
    Step(u32, u32),
    /// The formula is violated.
    Broken,
    /// The run must go on.
    Progress,
    /// An action must occur.
    Inevitable {
        /// The number of the action.
        action: u32,
        /// Whether a run that ends before is a violation.
        deadlock_counts: bool,
    },
}

/// The places of a formula.
#[derive(Debug)]
pub struct Table<'f> {
    pub places: Vec<Place>,
    pub actions: Vec<&'f Action>,
    /// Where reading begins.
    pub first: u32,
}

impl<'f> Table<'f> {
    pub fn new(formula: &'f Formula) -> Table<'f> {
        let mut table = Table { places: Vec::new(), actions: Vec::new(), first: 0 };
        table.first = table.formula(formula);
        table
    }

    fn add(&mut self, place: Place) -> u32 {
        self.places.push(place);
        self.places.len() as u32 - 1
    }

    fn action(&mut self, action: &'f Action) -> u32 {
        self.actions.push(action);
        self.actions.len() as u32 - 1
    }

    /// Lays out a formula; where reading it begins.
    fn formula(&mut self, formula: &'f Formula) -> u32 {
        let place = match &formula.kind {
            FormulaKind::True => Place::All(Vec::new()),
            FormulaKind::False => Place::Broken,
            FormulaKind::And(parts) => Place::All(parts.iter().map(|part| self.formula(part)).collect()),
            FormulaKind::Box(path, inner) => {
                let behind = self.formula(inner);
                return self.path(path, behind);
            }
            FormulaKind::Progress => Place::Progress,
            FormulaKind::Inevitable { action, deadlock_counts } => {
                Place::Inevitable { action: self.action(action), deadlock_counts: *deadlock_counts }
            }
        };
        self.add(place)
    }

    /// Lays out a path before the place behind it; where reading it begins.
    fn path(&mut self, path: &'f Regular, behind: u32) -> u32 {
        match &path.kind {
            RegularKind::Empty => behind,
            RegularKind::Action(action) => {
                let action = self.action(action);
                self.add(Place::Step(action, behind))
            }
            RegularKind::Sequence(parts) => parts.iter().rev().fold(behind, |behind, part| self.path(part, behind)),
            RegularKind::Choice(parts) => {
                let parts = parts.iter().map(|part| self.path(part, behind)).collect();
                self.add(Place::All(parts))
            }
            RegularKind::Repeat(Repeat::Optional, body) => {
                let body = self.path(body, behind);
                self.add(Place::All(vec![body, behind]))
            }
            RegularKind::Repeat(Repeat::Star, body) => self.repeated(body, behind).1,
            RegularKind::Repeat(Repeat::Plus, body) => self.repeated(body, behind).0,
        }
    }

    /// Where reading of a body that is repeated begins for the first time, and where it may begin again or go on.
    fn repeated(&mut self, body: &'f Regular, behind: u32) -> (u32, u32) {
        let again = self.add(Place::All(Vec::new()));
        let first = self.path(body, again);
        self.places[again as usize] = Place::All(vec![first, behind]);
        (first, again)
    }
}
