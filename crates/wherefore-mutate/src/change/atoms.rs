//! The atoms that may be of use in an expression: conditions that occur in its scope, and comparisons of variables with their
//! values, their landmarks and each other.
//!
//! Names of conditions that the expression does not use come first: a branch or a conjunct that is missing has often a name.
//! Then come those that share a name with the expression, and then the others.

use super::Place;
use super::pool::{Phrase, names};
use crate::{Dialect, Infix, Role, Values};
use rustc_hash::FxHashSet;

/// How many conditions are made up.
const MOST_GENERATED: usize = 400;
/// How many names of conditions come first.
const MOST_NAMES: usize = 24;
/// Of how many numbers in an expression each is compared with each.
const MOST_COMPARED: usize = 6;

impl<D: Dialect> Place<'_, D> {
    /// All atoms, the likely ones first.
    pub fn atoms(&self) -> Vec<Phrase> {
        let near = self.piece.tree.root().map_or_else(Vec::new, |root| names(self.piece, root, self.text));
        let mut ranked: Vec<(u8, Phrase)> = Vec::new();
        for name in self.names_of_conditions(&near).into_iter().take(MOST_NAMES) {
            ranked.push((0, Phrase::named(name, u8::MAX)));
        }
        let is_fit = |p: &&Phrase| !p.is_step || self.piece.role == Role::Steps;
        let rank = |p: &Phrase| if p.names.iter().any(|n| near.contains(n)) { 1 } else { 3 };
        ranked.extend(self.pool.phrases.iter().filter(is_fit).map(|p| (rank(p), p.clone())));
        ranked.extend(self.generated(&near).into_iter().map(|p| (1 + rank(&p), p)));
        ranked.sort_by_key(|(rank, _)| *rank);
        let mut known = FxHashSet::default();
        ranked.retain(|(_, p)| known.insert(p.text.clone()));
        ranked.into_iter().map(|(_, p)| p).collect()
    }

    /// The names of conditions that the expression does not use: those first that nothing uses.
    pub fn names_of_conditions(&self, near: &[String]) -> Vec<&str> {
        let truths = self.scope.variables.iter().filter(|v| matches!(v.values, Values::Truth));
        let unused: Vec<&str> = truths.map(|v| v.name.as_str()).filter(|n| !near.iter().any(|o| o == n)).collect();
        let (mut first, rest): (Vec<&str>, Vec<&str>) = unused.into_iter().partition(|n| !self.pool.is_used(n));
        first.extend(rest);
        first
    }

    /// Conditions over the variables of the scope that are written nowhere.
    fn generated(&self, near: &[String]) -> Vec<Phrase> {
        let dialect = &*self.piece.dialect;
        let mut found: Vec<Phrase> = self.compared(near);
        let (first, rest): (Vec<_>, Vec<_>) = self.scope.variables.iter().partition(|v| near.contains(&v.name));
        for variable in first.into_iter().chain(rest) {
            found.extend(made(dialect, &variable.name, &variable.values, self.pool.landmarks(&variable.name)));
            if found.len() > MOST_GENERATED {
                break;
            }
        }
        for text in &self.scope.atoms {
            found.push(Phrase::new(text.clone(), u8::MAX));
            found.push(Phrase::new(format!("{}{text}", dialect.negation()), u8::MAX - 1));
        }
        found
    }

    /// Variables compared with each other: those of the expression, or all where they are few.
    fn compared(&self, near: &[String]) -> Vec<Phrase> {
        use Infix::{Eq, Ge, Gt, Le, Lt, Ne};
        let is_compared = |v: &&crate::scope::Variable| !matches!(v.values, Values::Truth | Values::Unknown);
        let (mut list, rest): (Vec<_>, Vec<_>) =
            self.scope.variables.iter().filter(is_compared).partition(|v| near.contains(&v.name));
        list.extend(rest);
        list.truncate(MOST_COMPARED);
        let mut found = Vec::new();
        for (at, first) in list.iter().enumerate() {
            for second in list.iter().skip(at + 1).filter(|v| v.values.is_like(&first.values)) {
                let is_ordered = matches!(first.values, Values::Numbers | Values::Like(_));
                let signs: &[Infix] = if is_ordered { &[Lt, Le, Gt, Ge, Eq, Ne] } else { &[Eq, Ne] };
                for sign in signs {
                    let Some(spelling) = self.piece.dialect.spell(*sign, "") else { continue };
                    let text = format!("{} {} {}", first.name, self.piece.dialect.plain(&spelling), second.name);
                    let names = vec![first.name.clone(), second.name.clone()];
                    found.push(Phrase { names, ..Phrase::new(text, self.piece.dialect.level(*sign)) });
                }
            }
        }
        found
    }
}

/// Conditions over one variable.
fn made<D: Dialect>(dialect: &D, name: &str, values: &Values, landmarks: &[String]) -> Vec<Phrase> {
    let phrase = |text: String, level: u8| Phrase { names: vec![name.to_owned()], ..Phrase::new(text, level) };
    let compare = |operator: Infix, value: &str| {
        let sign = dialect.plain(&dialect.spell(operator, "")?);
        Some(phrase(format!("{name} {sign} {value}"), dialect.level(operator)))
    };
    match values {
        Values::Truth => {
            let mut found = vec![phrase(name.to_owned(), u8::MAX)];
            found.push(phrase(format!("{}{name}", dialect.negation()), u8::MAX - 1));
            if let Some((word, _)) = dialect.delay() {
                let before = ["false", "true"].map(|first| phrase(format!("({first} -> {word}{name})"), u8::MAX));
                let negated = |p: &Phrase| phrase(format!("{}{}", dialect.negation(), p.text), u8::MAX - 1);
                found.extend(before.iter().map(negated));
                found.extend(before);
            }
            found
        }
        Values::Names(values) => {
            let both = |v: &String| [compare(Infix::Eq, v), compare(Infix::Ne, v)];
            values.iter().flat_map(both).flatten().collect()
        }
        Values::Numbers | Values::Like(_) => {
            use Infix::{Eq, Ge, Gt, Le, Lt, Ne};
            let all = |v: &String| [Lt, Le, Gt, Ge, Eq, Ne].map(|o| compare(o, v));
            let zero = (matches!(values, Values::Numbers)).then(|| "0".to_owned());
            let zero = zero.filter(|zero| !landmarks.contains(zero));
            landmarks.iter().chain(&zero).flat_map(all).flatten().collect()
        }
        Values::Unknown => Vec::new(),
    }
}
