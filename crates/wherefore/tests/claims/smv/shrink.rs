//! Smaller models, for a short report of a lie.

use super::{Course, Smv};
use crate::term::{Term, Two};
use crate::trial::Model;
use crate::world::World;
use std::collections::BTreeSet;

impl Model for Smv {
    const ENDING: &'static str = "smv";

    fn text(&self) -> String {
        self.print().0
    }

    fn world(&self, blocked: &BTreeSet<usize>) -> World {
        Smv::world(self, blocked)
    }

    fn is_plain(&self) -> bool {
        Smv::is_plain(self)
    }

    fn smaller(&self) -> Vec<Smv> {
        let mut all = Vec::new();
        self.without_constraints(&mut all);
        self.without_branches(&mut all);
        self.with_less_data(&mut all);
        for part in parts(&self.property) {
            all.push(Smv { property: part, ..self.clone() });
        }
        // Control stays control, so that the smaller model has the same kind of classes.
        let controls = self.cone().len();
        all.retain(|smaller| smaller.cone().len() == controls);
        all
    }
}

/// The operands of a conjunction, or of what is like one.
fn parts(term: &Term) -> Vec<Term> {
    match term {
        Term::Two(Two::And | Two::Or, a, b) => vec![(**a).clone(), (**b).clone()],
        _ => Vec::new(),
    }
}

impl Smv {
    fn without_constraints(&self, all: &mut Vec<Smv>) {
        let lists: [fn(&mut Smv) -> &mut Vec<Term>; 3] = [|m| &mut m.init, |m| &mut m.invar, |m| &mut m.trans];
        for list in lists {
            let mut copy = self.clone();
            if !list(&mut copy).is_empty() {
                list(&mut copy).clear();
                all.push(copy);
            }
        }
    }

    fn without_branches(&self, all: &mut Vec<Smv>) {
        for (number, control) in self.controls.iter().enumerate() {
            for place in 0..control.branches.len() - 1 {
                let mut copy = self.clone();
                copy.controls[number].branches.remove(place);
                for course in &mut copy.courses {
                    if let Course::Follows(c, terms) = course
                        && *c == number
                    {
                        terms.remove(place);
                    }
                }
                all.push(copy);
                for part in control.branches[place].guard.iter().flat_map(parts) {
                    let mut copy = self.clone();
                    copy.controls[number].branches[place].guard = Some(part);
                    all.push(copy);
                }
            }
        }
    }

    fn with_less_data(&self, all: &mut Vec<Smv>) {
        for var in 0..self.vars.len() {
            let is_input = matches!(self.courses[var], Course::Input);
            if !is_input && self.first[var].len() != 1 {
                for value in self.vars[var].kind.values() {
                    let mut copy = self.clone();
                    copy.first[var] = vec![value];
                    all.push(copy);
                }
            }
            let Course::Follows(c, terms) = &self.courses[var] else { continue };
            for (place, _) in terms.iter().enumerate().filter(|(_, t)| **t != Term::Now(var)) {
                let mut fewer = terms.clone();
                fewer[place] = Term::Now(var);
                let mut copy = self.clone();
                copy.courses[var] = Course::Follows(*c, fewer);
                all.push(copy);
            }
        }
    }
}
