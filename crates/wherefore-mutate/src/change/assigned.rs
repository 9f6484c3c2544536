//! Values that a variable gets elsewhere, or could get.

use super::Place;
use super::pool::Phrase;
use crate::{Dialect, Finder, Infix, Kind, Operator, Reach, Values};
use rustc_hash::FxHashSet;

/// How many variables are added to another one.
const MOST_SUMMANDS: usize = 6;

impl<D: Dialect> Place<'_, D> {
    /// What is assigned becomes something else that could be.
    pub fn assigned(&self, finder: &mut Finder<'_>) {
        let replacements = self.replacements(2 * Reach::Mending.most());
        for value in self.piece.tree.values() {
            let elements = match value.kind {
                Kind::Set => self.piece.tree.parts(value),
                _ => std::slice::from_ref(value),
            };
            for node in elements.iter().chain((value.kind == Kind::Set).then_some(value)) {
                for phrase in replacements.iter().filter(|p| p.text != self.plain(node)) {
                    let is_torn = !node.is_bracketed() && node.used.is_open() && phrase.level <= node.beside;
                    let text = self.piece.dialect.written(&phrase.text);
                    let text = if is_torn { format!("({text})") } else { text };
                    finder.becomes(Operator::Rv, node.inner, &text, &self.piece.site);
                }
            }
        }
    }

    /// A variable with another one added or taken away.
    fn totals(&self, target: &str) -> Vec<Phrase> {
        let dialect = &*self.piece.dialect;
        let others = self.scope.variables.iter().filter(|v| matches!(v.values, Values::Numbers) && v.name != *target);
        let with = |name: &str| {
            [Infix::Add, Infix::Sub].map(|sign| {
                let spelling = dialect.spell(sign, "").unwrap_or_default();
                Phrase::new(format!("{target} {spelling} {name}"), dialect.level(sign))
            })
        };
        others.take(MOST_SUMMANDS).flat_map(|v| with(&v.name)).collect()
    }

    /// A number gets something more or less: one, or another variable.
    pub fn sums(&self, finder: &mut Finder<'_>) {
        for node in self.piece.tree.nodes.iter().filter(|n| n.kind == Kind::Atom && n.parts.is_empty()) {
            let name = self.plain(node);
            if !self.scope.find(&name).is_some_and(|v| matches!(v.values, Values::Numbers)) {
                continue;
            }
            let one = [Infix::Add, Infix::Sub].map(|sign| {
                let spelling = self.piece.dialect.spell(sign, "").unwrap_or_default();
                Phrase::new(format!("{name} {spelling} 1"), self.piece.dialect.level(sign))
            });
            for phrase in one.into_iter().chain(self.totals(&name)) {
                let is_torn = !node.is_bracketed() && node.used.is_open() && phrase.level <= node.beside;
                let text = self.piece.dialect.written(&phrase.text);
                let text = if is_torn { format!("({text})") } else { text };
                finder.becomes(Operator::Rv, node.inner, &text, &self.piece.site);
            }
        }
    }

    /// What could be assigned: values that the variable gets elsewhere, constants, itself, one more or less, other variables.
    pub(super) fn replacements(&self, most: usize) -> Vec<Phrase> {
        let Some(target) = &self.piece.target else { return Vec::new() };
        let phrase = Phrase::new;
        let atom = |text: &String| phrase(text.clone(), u8::MAX);
        let dialect = &*self.piece.dialect;
        let mut found: Vec<Phrase> = self.pool.assigned(target).iter().take(most / 2).cloned().collect();
        let is_read = self.scope.find(target).is_some();
        found.extend(is_read.then(|| atom(target)));
        match &self.piece.values {
            Values::Truth => {
                found.extend([true, false].map(|v| phrase(dialect.truth(v).to_owned(), u8::MAX)));
                found.push(phrase(format!("{}{target}", dialect.negation()), u8::MAX - 1));
            }
            Values::Names(names) => found.extend(names.iter().map(atom)),
            Values::Numbers => {
                for sign in [Infix::Add, Infix::Sub].into_iter().filter(|_| is_read) {
                    let spelling = dialect.spell(sign, "").unwrap_or_default();
                    found.push(phrase(format!("{target} {spelling} 1"), dialect.level(sign)));
                }
                found.extend(self.pool.landmarks(target).iter().map(atom));
                found.extend(self.totals(target));
            }
            Values::Like(_) => found.extend(self.pool.landmarks(target).iter().map(atom)),
            Values::Unknown => {}
        }
        let alike = self.scope.variables.iter().filter(|v| v.values.is_like(&self.piece.values));
        found.extend(alike.map(|v| atom(&v.name)));
        let mut known = FxHashSet::default();
        found.retain(|p| known.insert(p.text.clone()));
        found.truncate(most);
        found
    }
}
