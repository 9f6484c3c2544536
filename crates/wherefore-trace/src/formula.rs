//! A term as people write formulas: infix, with as few parentheses as needed.
//!
//! The text is for messages about parts of a property. A formula that the source has as a whole is shown as the source
//! spells it. Terms are cut off at a depth, because they may be of any.

use crate::show_short;
use wherefore_ir::{Op, Sort, TermId, Terms, VarId};

/// Deeper than this, a formula is no longer for reading.
const DEEPEST: usize = 12;

/// How tightly the parts of a formula bind, loosest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Implies,
    Choice,
    Or,
    And,
    Temporal,
    Relation,
    Sum,
    Product,
    Tight,
}

/// The formula in infix notation.
pub fn formula(terms: &Terms, term: TermId) -> String {
    formula_with(terms, term, &|var| terms.var(var).name.clone())
}

/// A formula with other words for variables.
pub fn formula_with(terms: &Terms, term: TermId, name: &dyn Fn(VarId) -> String) -> String {
    write(terms, name, term, DEEPEST).1
}

fn write(terms: &Terms, name: &dyn Fn(VarId) -> String, term: TermId, depth: usize) -> (Binding, String) {
    if depth == 0 {
        return (Binding::Tight, "...".to_owned());
    }
    let writer = Writer { terms, name, operands: terms.operands(term), depth: depth - 1 };
    match terms.op(term) {
        Op::Const(id) => (Binding::Tight, show_short(terms, terms.value(id))),
        Op::Var(var) => (Binding::Tight, name(var)),
        Op::Next(var) => (Binding::Tight, format!("next({})", name(var))),
        op => writer.compound(op),
    }
}

struct Writer<'a> {
    terms: &'a Terms,
    name: &'a dyn Fn(VarId) -> String,
    operands: &'a [TermId],
    depth: usize,
}

impl Writer<'_> {
    fn compound(&self, op: Op) -> (Binding, String) {
        let (loose, tight) = (Binding::And, Binding::Tight);
        match op {
            Op::Not => match equation(self.terms, self.operands[0]) {
                Some(sides) => self.equated(sides, "!="),
                None => match self.negated_order(self.operands[0]) {
                    Some(relation) => relation,
                    None => (tight, format!("!{}", self.part(0, tight))),
                },
            },
            Op::Lt | Op::Le => match self.operands {
                [a, b] => self.ordered(*a, *b, op == Op::Lt),
                _ => self.plain(op),
            },
            Op::Ite => {
                let [c, a, b] = [0, 1, 2].map(|i| self.part(i, Binding::Or));
                (Binding::Choice, format!("{c} ? {a} : {b}"))
            }
            Op::EU => (tight, format!("E [{} U {}]", self.part(0, loose), self.part(1, loose))),
            Op::AU => (tight, format!("A [{} U {}]", self.part(0, loose), self.part(1, loose))),
            Op::Neg | Op::BvNeg => (tight, format!("-{}", self.part(0, tight))),
            Op::Eq if self.terms.sort(self.operands[0]) == Sort::Bool => {
                self.infix(Binding::Implies, "<->", Binding::Choice)
            }
            Op::Eq => match self.operands {
                [a, b] => self.equated([*a, *b], "="),
                _ => self.plain(op),
            },
            op => self.plain(op),
        }
    }

    /// The negation of a comparison of numbers, which is one again.
    fn negated_order(&self, term: TermId) -> Option<(Binding, String)> {
        match (self.terms.op(term), self.terms.operands(term)) {
            (op @ (Op::Lt | Op::Le), [a, b]) => Some(self.ordered(*b, *a, op == Op::Le)),
            _ => None,
        }
    }

    /// Formula: one number is less than another, or at most as large. A constant stands on the right, as people write
    /// it.
    fn ordered(&self, less: TermId, more: TermId, is_strict: bool) -> (Binding, String) {
        let is_turned = self.terms.constant(less).is_some() && self.terms.constant(more).is_none();
        match (is_turned, is_strict) {
            (false, true) => self.relation([less, more], "<"),
            (false, false) => self.relation([less, more], "<="),
            (true, true) => self.relation([more, less], ">"),
            (true, false) => self.relation([more, less], ">="),
        }
    }

    /// An equation or its negation. A constant stands on the right.
    fn equated(&self, [a, b]: [TermId; 2], word: &str) -> (Binding, String) {
        let is_turned = self.terms.constant(a).is_some() && self.terms.constant(b).is_none();
        self.relation(if is_turned { [b, a] } else { [a, b] }, word)
    }

    fn relation(&self, sides: [TermId; 2], word: &str) -> (Binding, String) {
        let [a, b] = sides.map(|side| self.term(side, Binding::Sum));
        (Binding::Relation, format!("{a} {word} {b}"))
    }

    /// An operator between or before its operands, or, if it has no such form, as a function.
    fn plain(&self, op: Op) -> (Binding, String) {
        match word(op) {
            Some((Binding::Temporal, word)) if self.operands.len() == 1 => {
                (Binding::Temporal, format!("{word} {}", self.part(0, Binding::Temporal)))
            }
            Some((binding @ (Binding::Or | Binding::And), word)) => self.infix(binding, word, binding),
            Some((binding, word)) => self.infix(binding, word, tighter(binding)),
            None => {
                let name = format!("{op:?}").to_lowercase();
                (Binding::Tight, format!("{name}({})", self.parts(Binding::Implies).join(", ")))
            }
        }
    }

    fn infix(&self, binding: Binding, word: &str, least: Binding) -> (Binding, String) {
        (binding, self.parts(least).join(&format!(" {word} ")))
    }

    fn parts(&self, least: Binding) -> Vec<String> {
        (0..self.operands.len()).map(|index| self.part(index, least)).collect()
    }

    fn part(&self, index: usize, least: Binding) -> String {
        self.term(self.operands[index], least)
    }

    /// In parentheses if it binds less tightly than its place needs.
    fn term(&self, term: TermId, least: Binding) -> String {
        let (binding, text) = write(self.terms, self.name, term, self.depth);
        if binding < least { format!("({text})") } else { text }
    }
}

/// The sides of an equation that is no equivalence.
fn equation(terms: &Terms, term: TermId) -> Option<[TermId; 2]> {
    match (terms.op(term), terms.operands(term)) {
        (Op::Eq, [a, b]) if terms.sort(*a) != Sort::Bool => Some([*a, *b]),
        _ => None,
    }
}

/// Operands of the same binding get parentheses, so that readers need not know which side binds first.
fn tighter(binding: Binding) -> Binding {
    match binding {
        Binding::Implies | Binding::Choice => Binding::Or,
        Binding::Or => Binding::And,
        Binding::And | Binding::Temporal => Binding::Relation,
        Binding::Relation => Binding::Sum,
        Binding::Sum => Binding::Product,
        Binding::Product | Binding::Tight => Binding::Tight,
    }
}

/// The word of an operator that stands between or before its operands.
fn word(op: Op) -> Option<(Binding, &'static str)> {
    use Op::*;
    Some(match op {
        And => (Binding::And, "&"),
        Or => (Binding::Or, "|"),
        Xor => (Binding::Or, "xor"),
        Implies => (Binding::Implies, "->"),
        Eq | FpEq => (Binding::Relation, "="),
        Lt | BvUlt | BvSlt => (Binding::Relation, "<"),
        Le | BvUle | BvSle => (Binding::Relation, "<="),
        Add | BvAdd => (Binding::Sum, "+"),
        Sub | BvSub => (Binding::Sum, "-"),
        Mul | BvMul => (Binding::Product, "*"),
        Div(_) | RealDiv | BvUdiv | BvSdiv => (Binding::Product, "/"),
        Mod(_) | BvUrem | BvSrem => (Binding::Product, "mod"),
        X => (Binding::Temporal, "X"),
        F => (Binding::Temporal, "F"),
        G => (Binding::Temporal, "G"),
        U => (Binding::Temporal, "U"),
        R => (Binding::Temporal, "V"),
        Y => (Binding::Temporal, "Y"),
        Z => (Binding::Temporal, "Z"),
        O => (Binding::Temporal, "O"),
        H => (Binding::Temporal, "H"),
        S => (Binding::Temporal, "S"),
        T => (Binding::Temporal, "T"),
        EX => (Binding::Temporal, "EX"),
        AX => (Binding::Temporal, "AX"),
        EF => (Binding::Temporal, "EF"),
        AF => (Binding::Temporal, "AF"),
        EG => (Binding::Temporal, "EG"),
        AG => (Binding::Temporal, "AG"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_look_as_people_write_them() {
        let mut terms = Terms::new();
        let x = terms.declare("x", Sort::Range { lo: 0, hi: 7 }).unwrap();
        let b = terms.declare("b", Sort::Bool).unwrap();
        let (x, b) = (terms.now(x), terms.now(b));
        let mk = |terms: &mut Terms, op, operands: &[TermId]| terms.mk(op, operands).unwrap();
        let sum = mk(&mut terms, Op::Add, &[x, x]);
        let product = mk(&mut terms, Op::Mul, &[sum, x]);
        let less = mk(&mut terms, Op::Lt, &[product, x]);
        assert_eq!(formula(&terms, less), "(x + x) * x < x");
        let three = terms.int(3);
        for (op, sides, is_negated, words) in [
            (Op::Le, [three, x], false, "x >= 3"),
            (Op::Lt, [three, x], true, "x <= 3"),
            (Op::Le, [x, sum], true, "x + x < x"),
            (Op::Lt, [x, three], true, "x >= 3"),
        ] {
            let order = mk(&mut terms, op, &sides);
            let shown = if is_negated { mk(&mut terms, Op::Not, &[order]) } else { order };
            assert_eq!(formula(&terms, shown), words);
        }
        let equal = mk(&mut terms, Op::Eq, &[three, x]);
        assert_eq!(formula(&terms, equal), "x = 3");
        let different = mk(&mut terms, Op::Eq, &[sum, x]);
        let different = mk(&mut terms, Op::Not, &[different]);
        let either = mk(&mut terms, Op::Or, &[different, b]);
        let both = mk(&mut terms, Op::And, &[either, less]);
        assert_eq!(formula(&terms, both), "(x + x != x | b) & (x + x) * x < x");
        let finally = mk(&mut terms, Op::EF, &[both]);
        let implies = mk(&mut terms, Op::Implies, &[b, finally]);
        let always = mk(&mut terms, Op::AG, &[implies]);
        assert_eq!(formula(&terms, always), "AG (b -> EF ((x + x != x | b) & (x + x) * x < x))");
        let until = mk(&mut terms, Op::EU, &[b, always]);
        let not = mk(&mut terms, Op::Not, &[until]);
        assert!(formula(&terms, not).starts_with("!E [b U AG (b"));
    }
}
