//! Other values for what is assigned.

use super::rewrite::{bracketed, insertion};
use super::{Dialect, Edit, Finder, Infix, Kind, Node, Operator, Site, Tree};
use num_bigint::BigInt;
use wherefore_diag::Span;

/// Values that something has.
#[derive(Clone, Debug)]
pub(crate) enum Values {
    /// Booleans.
    Truth,
    /// Numbers.
    Numbers,
    /// These, as they are written.
    Names(Vec<String>),
    /// Those of a type that is named like this.
    Like(String),
    /// Others.
    Unknown,
}

impl Values {
    /// Whether one of these could stand for one of the others.
    pub fn is_like(&self, other: &Values) -> bool {
        match (self, other) {
            (Values::Truth, Values::Truth) | (Values::Numbers, Values::Numbers) => true,
            (Values::Names(own), Values::Names(others)) => own.iter().any(|n| others.contains(n)),
            (Values::Like(own), Values::Like(other)) => own == other,
            (Values::Names(names), Values::Numbers) | (Values::Numbers, Values::Names(names)) => {
                names.iter().all(|n| n.starts_with(|c: char| c.is_ascii_digit()))
            }
            _ => false,
        }
    }

    /// The values beside this one, those behind it first, but no more than that.
    pub fn others(&self, value: &str, most: usize) -> Vec<&str> {
        let Values::Names(names) = self else { return Vec::new() };
        let Some(at) = names.iter().position(|n| n == value) else { return Vec::new() };
        let (before, rest) = names.split_at(at);
        rest.iter().skip(1).chain(before).map(String::as_str).take(most).collect()
    }
}

impl Finder<'_> {
    /// Adds the mutants that assign something else: the other Boolean value, another name, one more or one less.
    pub fn other_values<D: Dialect>(
        &mut self,
        operator: Operator,
        (dialect, tree): (&D, &Tree),
        (node, values): (&Node, &Values),
        site: &Site,
    ) {
        let written = self.slice(node.inner);
        if let Kind::Truth(value) = node.kind {
            self.becomes(operator, node.inner, dialect.truth(!value), site);
        } else if matches!(values, Values::Names(_)) {
            for other in values.others(written, self.reach.most()) {
                self.becomes(operator, node.inner, other, site);
            }
        } else if matches!(values, Values::Truth) {
            let edits = self.negated(dialect, dialect.tokens(), node);
            let what = format!("{} is negated in {}", self.quote(node.inner), site.words);
            self.add(operator, edits, node.inner, what, site);
        } else {
            self.other_numbers(operator, (dialect, tree), (node, values), site);
        }
    }

    /// Adds a mutant in which one text becomes another.
    pub fn becomes(&mut self, operator: Operator, span: Span, text: &str, site: &Site) {
        let what = format!("{} becomes `{text}` in {}", self.quote(span), site.words);
        self.replace(operator, span, text, what, site);
    }

    fn other_numbers<D: Dialect>(
        &mut self,
        operator: Operator,
        (dialect, tree): (&D, &Tree),
        (node, values): (&Node, &Values),
        site: &Site,
    ) {
        let constants = constants(tree, node);
        for (place, value) in &constants {
            let others: [BigInt; 2] = [value + 1, value - 1];
            for other in others {
                let is_whole = place.inner == node.inner;
                let text = if other < BigInt::ZERO && !is_whole { format!("({other})") } else { other.to_string() };
                self.becomes(operator, place.inner, &text, site);
            }
        }
        let is_sum = node.infix().is_some_and(|(o, _)| !o.is_condition());
        let is_number = matches!(values, Values::Numbers) && (is_sum || node.kind == Kind::Atom);
        if !constants.is_empty() || !is_number {
            return;
        }
        for sign in [Infix::Add, Infix::Sub] {
            let Some(spelling) = dialect.spell(sign, "") else { continue };
            let mut edits = vec![insertion(node.outer.end, node.outer, format!(" {spelling} 1"))];
            if node.level() < dialect.level(sign) {
                edits.extend(bracketed(node));
                edits.rotate_left(1);
            }
            let what = format!("{} becomes one {} in {}", self.quote(node.inner), more(sign), site.words);
            self.add(operator, edits, node.inner, what, site);
        }
    }

    /// Adds a mutant in which something is not there.
    pub fn removed(&mut self, operator: Operator, edit: Edit, span: Span, site: &Site) {
        let what = format!("{} is missing in {}", self.quote(span), site.words);
        self.add(operator, vec![edit], span, what, site);
    }
}

fn more(sign: Infix) -> &'static str {
    if sign == Infix::Add { "more" } else { "less" }
}

/// The integers that a number is computed from.
fn constants<'a>(tree: &'a Tree, node: &'a Node) -> Vec<(&'a Node, BigInt)> {
    let mut found = Vec::new();
    let mut ahead = vec![node];
    while let Some(node) = ahead.pop() {
        match &node.kind {
            Kind::Integer(value) => found.push((node, value.clone())),
            Kind::Infix { operator: Some(operator), .. } if !operator.is_condition() => {
                ahead.extend(tree.parts(node).iter().rev());
            }
            _ => {}
        }
    }
    found
}
