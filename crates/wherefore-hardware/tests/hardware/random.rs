//! A generator of netlists in BTOR2.

use std::fmt::Write;
use wherefore_test::Random;

/// A sort as the generator knows it.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Word(usize),
    Array(usize, usize),
}

/// A netlist under construction.
struct Maker {
    random: Random,
    text: String,
    next: usize,
    sorts: Vec<(usize, Kind)>,
    nodes: Vec<(usize, Kind)>,
    states: Vec<(usize, Kind)>,
}

const WIDTHS: &[usize] = &[1, 1, 2, 3, 4, 5, 8, 13, 32, 33, 64, 65, 100];
const UNARY: &[&str] = &["not", "inc", "dec", "neg"];
const REDUCE: &[&str] = &["redand", "redor", "redxor"];
const SAME: &[&str] = &[
    "and", "nand", "nor", "or", "xnor", "xor", "rol", "ror", "sll", "sra", "srl", "add", "mul", "sdiv", "udiv", "smod",
    "srem", "urem", "sub",
];
const COMPARE: &[&str] = &[
    "eq", "neq", "sgt", "ugt", "sgte", "ugte", "slt", "ult", "slte", "ulte", "saddo", "uaddo", "sdivo", "smulo",
    "umulo", "ssubo", "usubo",
];

impl Maker {
    fn new(random: Random) -> Maker {
        Maker { random, text: String::new(), next: 1, sorts: Vec::new(), nodes: Vec::new(), states: Vec::new() }
    }

    fn line(&mut self, words: &str) -> usize {
        let id = self.next;
        self.next += self.random.between(1, 2);
        writeln!(self.text, "{id} {words}").unwrap();
        id
    }

    fn sort(&mut self, kind: Kind) -> usize {
        if let Some((id, _)) = self.sorts.iter().find(|(_, k)| *k == kind) {
            return *id;
        }
        let id = match kind {
            Kind::Word(width) => self.line(&format!("sort bitvec {width}")),
            Kind::Array(index, element) => {
                let (index, element) = (self.sort(Kind::Word(index)), self.sort(Kind::Word(element)));
                self.line(&format!("sort array {index} {element}"))
            }
        };
        self.sorts.push((id, kind));
        id
    }

    /// A line that computes something; often with a symbol.
    fn node(&mut self, operator: &str, kind: Kind, operands: &str) -> usize {
        let sort = self.sort(kind);
        let symbol = format!(" n{}", self.next);
        let id = self.line(&format!("{operator} {sort} {operands}{symbol} ; a.v:{}.1-2.3", self.next));
        self.nodes.push((id, kind));
        id
    }

    fn kind(&mut self) -> Kind {
        let width = self.random.pick(WIDTHS);
        if self.random.chance(12) { Kind::Array(self.random.between(1, 3), width) } else { Kind::Word(width) }
    }

    /// A literal of this sort, made if there is none.
    fn operand(&mut self, kind: Kind) -> String {
        let known: Vec<usize> = self.nodes.iter().filter(|(_, k)| *k == kind).map(|(id, _)| *id).collect();
        let id = if known.is_empty() || self.random.chance(5) { self.leaf(kind) } else { self.random.pick(&known) };
        let negated = matches!(kind, Kind::Word(_)) && self.random.chance(25);
        if negated { format!("-{id}") } else { id.to_string() }
    }

    fn leaf(&mut self, kind: Kind) -> usize {
        let Kind::Word(width) = kind else { return self.variable(kind) };
        match self.random.below(8) {
            0 => self.node("zero", kind, ""),
            1 => self.node("one", kind, ""),
            2 => self.node("ones", kind, ""),
            3 => {
                let digits: String = (0..width).map(|_| self.random.pick(&['0', '1'])).collect();
                self.node("const", kind, &digits)
            }
            4 if width >= 4 => self.node("constd", kind, self.random.clone().pick(&["-5", "7", "3", "-8"])),
            5 if width >= 8 => self.node("consth", kind, self.random.clone().pick(&["fe", "1", "A5"])),
            _ => self.variable(kind),
        }
    }

    fn variable(&mut self, kind: Kind) -> usize {
        let is_state = self.random.chance(50);
        let id = self.node(if is_state { "state" } else { "input" }, kind, "");
        if is_state {
            self.states.push((id, kind));
        }
        id
    }

    fn operator(&mut self) {
        let word = Kind::Word(self.random.pick(WIDTHS));
        let Kind::Word(width) = word else { return };
        let bit = Kind::Word(1);
        match self.random.below(11) {
            0 => {
                let (op, a) = (self.random.pick(UNARY), self.operand(word));
                self.node(op, word, &a);
            }
            1 => {
                let (op, a) = (self.random.pick(REDUCE), self.operand(word));
                self.node(op, bit, &a);
            }
            2 | 3 => {
                let (op, a, b) = (self.random.pick(SAME), self.operand(word), self.operand(word));
                self.node(op, word, &format!("{a} {b}"));
            }
            4 | 5 => {
                let (op, a, b) = (self.random.pick(COMPARE), self.operand(word), self.operand(word));
                self.node(op, bit, &format!("{a} {b}"));
            }
            6 => {
                let (op, a, b) = (self.random.pick(&["iff", "implies"]), self.operand(bit), self.operand(bit));
                self.node(op, bit, &format!("{a} {b}"));
            }
            7 => {
                let lo = self.random.below(width);
                let hi = self.random.between(lo, width - 1);
                let a = self.operand(word);
                self.node("slice", Kind::Word(hi - lo + 1), &format!("{a} {hi} {lo}"));
            }
            8 => {
                let by = self.random.below(9);
                let (op, a) = (self.random.pick(&["uext", "sext"]), self.operand(word));
                self.node(op, Kind::Word(width + by), &format!("{a} {by}"));
            }
            9 => {
                let other = self.random.pick(WIDTHS);
                let (a, b) = (self.operand(word), self.operand(Kind::Word(other)));
                self.node("concat", Kind::Word(width + other), &format!("{a} {b}"));
            }
            _ => self.choice(width),
        }
    }

    fn choice(&mut self, width: usize) {
        let (index, bit) = (self.random.between(1, 3), Kind::Word(1));
        let array = Kind::Array(index, width);
        match self.random.below(4) {
            0 => {
                let kind = self.kind();
                let (c, a, b) = (self.operand(bit), self.operand(kind), self.operand(kind));
                self.node("ite", kind, &format!("{c} {a} {b}"));
            }
            1 => {
                let (a, i) = (self.operand(array), self.operand(Kind::Word(index)));
                self.node("read", Kind::Word(width), &format!("{a} {i}"));
            }
            2 => {
                let (a, i, v) = (self.operand(array), self.operand(Kind::Word(index)), self.operand(Kind::Word(width)));
                self.node("write", array, &format!("{a} {i} {v}"));
            }
            _ => {
                let (op, a, b) = (self.random.pick(&["eq", "neq"]), self.operand(array), self.operand(array));
                self.node(op, bit, &format!("{a} {b}"));
            }
        }
    }

    fn finish(mut self) -> String {
        for (state, kind) in self.states.clone() {
            let sort = self.sort(kind);
            if self.random.chance(70) {
                // Only values above the register, so that no circle arises.
                let kind = match kind {
                    Kind::Array(_, element) if self.random.chance(50) => Kind::Word(element),
                    kind => kind,
                };
                let above: Vec<usize> =
                    self.nodes.iter().filter(|(id, k)| *id < state && *k == kind).map(|(id, _)| *id).collect();
                if !above.is_empty() {
                    let value = self.random.pick(&above);
                    self.line(&format!("init {sort} {state} {value}"));
                }
            }
            if self.random.chance(80) {
                let value = self.operand(kind);
                self.line(&format!("next {sort} {state} {value}"));
            }
        }
        for word in ["bad", "constraint", "fair", "bad", "output"] {
            let value = self.operand(Kind::Word(1));
            let symbol = format!("{word}{}", self.next);
            self.line(&format!("{word} {value} {symbol}"));
        }
        let (a, b) = (self.operand(Kind::Word(1)), self.operand(Kind::Word(1)));
        self.line(&format!("justice 2 {a} {b}"));
        self.text
    }
}

/// A random netlist.
pub fn make(random: Random) -> String {
    let mut maker = Maker::new(random);
    for _ in 0..maker.random.between(4, 40) {
        maker.operator();
    }
    maker.finish()
}
