//! Where a netlist in BTOR2 can be edited: operators, their operands, and the values of registers.
//!
//! An element is a line that computes a value, or that gives a register its first or next value. What only properties use is the question, and
//! what only constraints use is assumed; lines with a name, and all that the registers, the outputs and these lines are made of, are the
//! model. Something new stands on a line of its own, with a number that no other edit has:
//!
//! ```text
//! 35 and 1 4 34            taken
//! 900 and 1 35 -31         taken, and not removed: a new line
//! 42 ite 5 900 41 39       which takes the place of 35 here
//! ```

use crate::{Edit, Element, ElementKind, Mutant, Operator};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use wherefore_diag::{FileId, Span};
use wherefore_lang::hardware::btor2;
use wherefore_lang::hardware::netlist::{Assignment, Gate, Literal, Netlist, Node, NodeId, Place, Sort};

/// In netlists with more lines than this nothing is edited.
const MOST_LINES: usize = 2_000;
/// How many other signals are tried in one place.
const MOST_SIGNALS: usize = 12;
/// Operators of which one may stand in the place of another.
const CLASSES: [(Operator, &[&str]); 6] = [
    (Operator::Lor, &["and", "or", "xor", "nand", "nor", "xnor", "implies"]),
    (Operator::Ror, &["eq", "neq"]),
    (Operator::Ror, &["ult", "ulte", "ugt", "ugte"]),
    (Operator::Ror, &["slt", "slte", "sgt", "sgte"]),
    (Operator::Aor, &["add", "sub"]),
    (Operator::Lor, &["redand", "redor", "redxor"]),
];

/// The elements of a netlist in the order of the source.
pub(crate) fn elements(text: &str) -> Vec<Element> {
    circuit(text).map_or_else(Vec::new, |circuit| circuit.elements)
}

/// The edits that may mend a netlist, in the wanted elements; the cheapest of each first.
pub(crate) fn edits(text: &str, wanted: &dyn Fn(&Element) -> bool) -> Vec<Mutant> {
    let Some(circuit) = circuit(text) else { return Vec::new() };
    let mut found = Changes { circuit: &circuit, mutants: Vec::new(), number: circuit.largest() };
    let places = circuit.subjects.iter().zip(&circuit.elements).enumerate();
    for (place, (subject, _)) in places.filter(|(_, (_, element))| wanted(element)) {
        found.change(place, *subject);
    }
    let mut mutants = found.mutants;
    mutants.sort_by_key(|m| (m.operator.is_mending(), m.cost, m.span.start, m.span.end, m.operator));
    mutants
}

fn circuit(text: &str) -> Option<Circuit<'_>> {
    let netlist = btor2::parse(FileId(0), text).0.filter(|netlist| netlist.nodes.len() <= MOST_LINES)?;
    Some(Circuit::new(text, netlist))
}

/// What an element is about.
#[derive(Clone, Copy, Debug)]
enum Subject {
    /// A gate, by its place among the nodes.
    Gate(usize),
    /// The first value of a register, by its place among the registers.
    First(usize),
    /// Its next value.
    Next(usize),
}

struct Circuit<'t> {
    text: &'t str,
    /// Where the lines of the text begin.
    line_starts: Vec<u32>,
    netlist: Netlist,
    /// What nodes are called; of a gate it may be the name of the wire that it drives.
    names: FxHashMap<usize, String>,
    elements: Vec<Element>,
    subjects: Vec<Subject>,
}

impl<'t> Circuit<'t> {
    fn new(text: &'t str, netlist: Netlist) -> Circuit<'t> {
        let names = names(&netlist);
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let line_starts = std::iter::once(0).chain(ends.map(|(at, _)| at as u32 + 1)).collect();
        let mut circuit = Circuit { text, line_starts, netlist, names, elements: Vec::new(), subjects: Vec::new() };
        let (model, assumed) = circuit.roles();
        let mut found: Vec<(Element, Subject)> = Vec::new();
        for (at, node) in circuit.netlist.nodes.iter().enumerate().filter(|(_, node)| is_edited(&node.gate)) {
            let kind = match (model[at], assumed[at]) {
                (true, _) => ElementKind::Equation,
                (false, true) => ElementKind::Assumption,
                _ => ElementKind::Specification,
            };
            found.push((circuit.element(kind, circuit.name(at), &node.place), Subject::Gate(at)));
        }
        for (at, state) in circuit.netlist.states.iter().enumerate() {
            let name = circuit.name(state.node.index());
            let values = [(state.init, ElementKind::InitialValue), (state.next, ElementKind::NextValue)];
            for (value, kind) in values.into_iter().filter_map(|(value, kind)| Some((value?, kind))) {
                let (word, subject) = match kind {
                    ElementKind::InitialValue => ("first", Subject::First(at)),
                    _ => ("next", Subject::Next(at)),
                };
                let words = format!("the {word} value of `{name}`");
                found.push((Element { kind, name: name.clone(), words, span: value.span }, subject));
            }
        }
        found.sort_by_key(|(element, _)| element.span);
        (circuit.elements, circuit.subjects) = found.into_iter().unzip();
        circuit
    }

    fn element(&self, kind: ElementKind, name: String, place: &Place) -> Element {
        let file = |source: &str| source.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let source = place.source().map_or_else(String::new, |source| format!(", from {}", file(source)));
        // The number that a node bears is another where the file has comments.
        let line = self.line_starts.partition_point(|start| *start <= place.span.start);
        let words = format!("`{name}` (line {line}{source})");
        Element { kind, name, words, span: place.span }
    }

    /// What a node is called: its name, or its operator.
    fn name(&self, at: usize) -> String {
        let operator = || self.words(at).get(1).map_or_else(String::new, |(_, word)| (*word).to_owned());
        self.names.get(&at).cloned().unwrap_or_else(operator)
    }

    /// The words of the line of a node.
    fn words(&self, at: usize) -> Vec<(Span, &'t str)> {
        self.netlist.nodes.get(at).map_or_else(Vec::new, |node| words(self.text, node.place.span))
    }

    /// Of each node whether it belongs to the model, and whether it is assumed.
    fn roles(&self) -> (Vec<bool>, Vec<bool>) {
        let netlist = &self.netlist;
        let values = netlist.states.iter().flat_map(|s| [s.init, s.next]).flatten().map(|a| a.value);
        let outputs = netlist.outputs.iter().map(|o| o.value);
        let named = self.names.keys().copied();
        let model = self.cone(values.chain(outputs).map(|l| l.node.index()).chain(named));
        let assumed = netlist.constraints.iter().chain(&netlist.fairness).map(|c| c.value.node.index());
        (model, self.cone(assumed))
    }

    /// What some nodes are made of, through gates.
    fn cone(&self, from: impl Iterator<Item = usize>) -> Vec<bool> {
        let mut inside = vec![false; self.netlist.nodes.len()];
        let mut open: Vec<usize> = from.collect();
        while let Some(at) = open.pop() {
            let Some(slot) = inside.get_mut(at).filter(|slot| !**slot) else { continue };
            *slot = true;
            open.extend(self.netlist.nodes[at].gate.operands().map(|o| o.node.index()));
        }
        inside
    }

    /// The largest number of a line.
    fn largest(&self) -> u64 {
        let numbers = self.text.lines().filter_map(|line| line.split_whitespace().next()?.parse().ok());
        numbers.max().unwrap_or(0)
    }

    /// The number of the sort of a node.
    fn sort_of(&self, at: usize) -> Option<&'t str> {
        self.words(at).get(2).map(|(_, word)| *word)
    }
}

/// Whether a line computes something: a wire that yosys names is no line of its own.
fn is_edited(gate: &Gate) -> bool {
    !matches!(gate, Gate::Input | Gate::State(_) | Gate::Constant(_) | Gate::Extend { by: 0, .. })
}

/// The names of nodes: their symbols, or those of the wires that they drive.
fn names(netlist: &Netlist) -> FxHashMap<usize, String> {
    let symbol = |node: &Node| node.place.symbol().map(str::to_owned);
    let all = netlist.nodes.iter().enumerate();
    let mut names: FxHashMap<usize, String> = all.filter_map(|(at, node)| Some((at, symbol(node)?))).collect();
    for node in &netlist.nodes {
        if let (Gate::Extend { of: Literal { node: driver, negated: false }, by: 0, .. }, Some(name)) =
            (&node.gate, symbol(node))
        {
            names.entry(driver.index()).or_insert(name);
        }
    }
    names
}

/// The words of a span.
fn words(text: &str, span: Span) -> Vec<(Span, &str)> {
    let line = text.get(span.start as usize..span.end as usize).unwrap_or_default();
    let begins = line.split_whitespace().map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word));
    let place = |at: usize, word: &str| span.start + (at + word.len()) as u32;
    begins.map(|(at, word)| (Span::new(span.file, span.start + at as u32, place(at, word)), word)).collect()
}

/// The changes of a netlist.
struct Changes<'c, 't> {
    circuit: &'c Circuit<'t>,
    mutants: Vec<Mutant>,
    /// The number of the last line, new ones included.
    number: u64,
}

/// An operand in the line of an element.
struct Operand<'t> {
    place: usize,
    span: Span,
    word: &'t str,
    literal: Literal,
    /// The nodes above the line are those before this one.
    above: usize,
}

impl<'t> Changes<'_, 't> {
    fn change(&mut self, place: usize, subject: Subject) {
        let netlist = &self.circuit.netlist;
        match subject {
            Subject::Gate(at) => {
                self.operators(place, at);
                let is_choice = matches!(netlist.nodes[at].gate, Gate::Ite(..));
                for (turn, operand) in self.operands(place, at).into_iter().enumerate() {
                    self.operand(&operand);
                    if is_choice && turn == 0 {
                        self.condition(&operand);
                    }
                }
                self.whole(place, at);
            }
            Subject::First(at) => self.value(place, netlist.states[at].init, Operator::Ivr),
            Subject::Next(at) => self.value(place, netlist.states[at].next, Operator::Svr),
        }
    }

    fn push(&mut self, operator: Operator, place: usize, (span, edits): (Span, Vec<Edit>), change: &str) {
        let element = &self.circuit.elements[place];
        let what = format!("{change} in {}", element.words);
        let (element, cost) = (Some(element.name.clone()), operator.cost());
        let edits = crate::joined(edits);
        self.mutants.push(Mutant {
            operator,
            edits,
            span,
            what,
            element,
            is_omission: false,
            place: Some(place),
            cost,
        });
    }

    /// Another operator.
    fn operators(&mut self, place: usize, at: usize) {
        let Some((span, own)) = self.circuit.words(at).get(1).copied() else { return };
        for (operator, class) in CLASSES.iter().filter(|(_, class)| class.contains(&own)) {
            for other in class.iter().filter(|other| **other != own) {
                let edit = Edit { span, text: (*other).to_owned() };
                self.push(*operator, place, (span, vec![edit]), &format!("`{own}` becomes `{other}`"));
            }
        }
    }

    fn operands(&self, place: usize, at: usize) -> Vec<Operand<'t>> {
        let (words, literals) = (self.circuit.words(at), self.circuit.netlist.nodes[at].gate.operands());
        let of =
            |((span, word), literal): ((Span, &'t str), Literal)| Operand { place, span, word, literal, above: at };
        words.into_iter().skip(3).zip(literals).map(of).collect()
    }

    /// The value of a register. A first value that is a constant stays one: of registers that begin as each other does there may be no circle.
    fn value(&mut self, place: usize, value: Option<Assignment>, operator: Operator) {
        let Some(value) = value else { return };
        let Some((span, word)) = words(self.circuit.text, value.span).get(4).copied() else { return };
        let nodes = &self.circuit.netlist.nodes;
        let above = nodes.iter().take_while(|node| node.place.span.start < value.span.start).count();
        let operand = Operand { place, span, word, literal: value.value, above };
        let node = nodes.get(value.value.node.index());
        match (operator, node.map(|node| (&node.gate, node.sort))) {
            (Operator::Ivr, Some((Gate::Constant(value), Sort::Word(width)))) => {
                self.constants(&operand, value, width, operator);
            }
            _ => self.operand(&operand),
        }
    }

    /// Something else in the place of an operand.
    fn operand(&mut self, operand: &Operand<'t>) {
        let circuit = self.circuit;
        let (at, sort) = (operand.literal.node.index(), circuit.netlist.sort(operand.literal));
        let said = self.literal(operand.literal).1;
        let Some(Sort::Word(width)) = sort else { return };
        if let Gate::Constant(value) = &circuit.netlist.nodes[at].gate {
            self.constants(operand, value, width, Operator::Crp);
        } else if width == 1 {
            let text = operand.word.strip_prefix('-').map_or_else(|| format!("-{}", operand.word), str::to_owned);
            let edit = Edit { span: operand.span, text };
            self.push(Operator::En, operand.place, (operand.span, vec![edit]), &format!("{said} is negated"));
        }
        for other in self.signals(operand, sort) {
            let (text, words) = self.literal(other);
            let edit = Edit { span: operand.span, text };
            self.push(Operator::Svr, operand.place, (operand.span, vec![edit]), &format!("{said} becomes {words}"));
        }
    }

    /// Other signals of a sort with a name that stand above an operand, the nearest first; of bits their complements too.
    fn signals(&self, operand: &Operand<'t>, sort: Option<Sort>) -> Vec<Literal> {
        let circuit = self.circuit;
        let is_one = |at: &usize| {
            *at != operand.literal.node.index()
                && circuit.names.contains_key(at)
                && circuit.netlist.nodes.get(*at).map(|n| n.sort) == sort
                && !matches!(circuit.netlist.nodes[*at].gate, Gate::Extend { by: 0, .. })
        };
        let signs: &[bool] = if sort == Some(Sort::Word(1)) { &[false, true] } else { &[false] };
        let literals = |at| signs.iter().map(move |negated| Literal { node: NodeId(at as u32), negated: *negated });
        (0..operand.above).rev().filter(is_one).take(MOST_SIGNALS).flat_map(literals).collect()
    }

    /// A signal in the text and in words.
    fn literal(&self, literal: Literal) -> (String, String) {
        let node = &self.circuit.netlist.nodes[literal.node.index()];
        let (minus, not) = if literal.negated { ("-", "!") } else { ("", "") };
        let words = match &node.gate {
            Gate::Constant(value) => format!("`{not}{value}`"),
            _ => format!("`{not}{}`", self.circuit.name(literal.node.index())),
        };
        (format!("{minus}{}", node.place.id), words)
    }

    /// Constants that are one off; a complement of one is not a constant of the text.
    fn constants(&mut self, operand: &Operand<'t>, value: &BigUint, width: u32, operator: Operator) {
        let circuit = self.circuit;
        let Some(sort) = circuit.sort_of(operand.literal.node.index()).filter(|_| !operand.literal.negated) else {
            return;
        };
        let one = BigUint::from(1_u8);
        let above = value + &one;
        let below = (*value > BigUint::ZERO).then(|| value - &one);
        for other in below.into_iter().chain((above.bits() <= u64::from(width)).then_some(above)) {
            let line = format!("constd {sort} {other}");
            let edits = self.with_line(operand, &line);
            let change = format!("`{value}` becomes `{other}`");
            self.push(operator, operand.place, (operand.span, edits), &change);
        }
    }

    /// A new line above that of an operand, whose number takes the place of the operand.
    fn with_line(&mut self, operand: &Operand<'t>, line: &str) -> Vec<Edit> {
        self.number += 1;
        let begin = self.circuit.elements[operand.place].span.start;
        let begin = self.circuit.text.get(..begin as usize).and_then(|t| t.rfind('\n')).map_or(0, |at| at as u32 + 1);
        let above = Span::new(operand.span.file, begin, begin);
        let text = format!("{} {line}\n", self.number);
        vec![Edit { span: above, text }, Edit { span: operand.span, text: self.number.to_string() }]
    }

    /// Something more for the condition of a choice, or something else that is enough.
    fn condition(&mut self, operand: &Operand<'t>) {
        let Some(sort) = self.circuit.sort_of(operand.literal.node.index()) else { return };
        let said = self.literal(operand.literal).1;
        for other in self.signals(operand, Some(Sort::Word(1))) {
            let (text, words) = self.literal(other);
            for (operator, word, join) in [(Operator::Sc, "and", '&'), (Operator::Wc, "or", '|')] {
                let line = format!("{word} {sort} {} {text}", operand.word);
                let edits = self.with_line(operand, &line);
                let change = format!("{said} becomes {said} {join} {words}");
                self.push(operator, operand.place, (operand.span, edits), &change);
            }
        }
    }

    /// Something more for a named signal, or something else that is enough: its line gets another number, and its own goes to a new one.
    fn whole(&mut self, place: usize, at: usize) {
        let circuit = self.circuit;
        let (words, Some(name)) = (circuit.words(at), circuit.names.get(&at)) else { return };
        let (Some((span, own)), Some((_, sort))) = (words.first().copied(), words.get(2).copied()) else { return };
        if circuit.netlist.nodes[at].sort != Sort::Word(1) {
            return;
        }
        let whole = circuit.netlist.nodes[at].place.span;
        let rest = circuit.text.get(whole.end as usize..).unwrap_or_default();
        let end = whole.end + rest.find('\n').unwrap_or(rest.len()) as u32;
        let behind = Span::new(span.file, end, end);
        let literal = Literal { node: NodeId(at as u32), negated: false };
        let operand = Operand { place, span, word: own, literal, above: at };
        for other in self.signals(&operand, Some(Sort::Word(1))) {
            let (text, words) = self.literal(other);
            for (operator, word, join) in [(Operator::Sc, "and", '&'), (Operator::Wc, "or", '|')] {
                self.number += 1;
                let number = self.number;
                let line = format!("\n{own} {word} {sort} {number} {text}");
                let edits = vec![Edit { span, text: number.to_string() }, Edit { span: behind, text: line }];
                self.push(operator, place, (span, edits), &format!("`{name}` becomes `{name}` {join} {words}"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const TOGGLE: &str = "1 sort bitvec 1\n2 input 1 go\n3 state 1 q\n4 zero 1\n5 init 1 3 4\n6 xor 1 3 2 ; t.v:3.1-3.9\n7 next 1 3 6\n\
                          8 and 1 3 2\n9 bad 8 both\n10 not 1 2\n11 constraint 10\n";

    #[test]
    fn elements_know_their_part() {
        let found = elements(TOGGLE);
        let kinds: Vec<(&str, ElementKind)> = found.iter().map(|e| (e.words.as_str(), e.kind)).collect();
        assert_eq!(
            kinds,
            [
                ("the first value of `q`", ElementKind::InitialValue),
                ("`xor` (line 6, from t.v:3.1-3.9)", ElementKind::Equation),
                ("the next value of `q`", ElementKind::NextValue),
                ("`and` (line 8)", ElementKind::Specification),
                ("`not` (line 10)", ElementKind::Assumption),
            ]
        );
    }

    #[test]
    fn lines_are_those_of_the_file() {
        let words = |text: &str| elements(text).into_iter().map(|e| e.words).collect::<Vec<_>>();
        let found = words("; made by hand\n1 sort bitvec 1\n\n20 input 1 go\n21 not 1 20\n22 bad 21\n");
        assert_eq!(found, ["`not` (line 5)"]);
    }

    #[test]
    fn every_edit_is_a_netlist() {
        let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/hardware/fifo.btor2");
        for text in [TOGGLE, &wherefore_test::read(&example)] {
            let made = edits(text, &|_| true);
            assert!(made.len() > 20);
            for mutant in &made {
                let edited = mutant.apply(text);
                let (netlist, diagnostics) = btor2::parse(FileId(0), &edited);
                assert!(netlist.is_some(), "{}: {:?}\n{edited}", mutant.what, diagnostics.iter().next());
                assert_ne!(edited, text);
            }
        }
    }

    #[test]
    fn edits_say_what_they_do() {
        let made = edits(TOGGLE, &|e| e.kind == ElementKind::Equation);
        let find = |what: &str| made.iter().find(|m| m.what.starts_with(what)).map(|m| m.apply(TOGGLE));
        let line = |text: &str| text.lines().find(|l| l.starts_with("6 ")).map(str::to_owned);
        assert_eq!(find("`xor` becomes `or`").and_then(|t| line(&t)).as_deref(), Some("6 or 1 3 2 ; t.v:3.1-3.9"));
        assert_eq!(find("`go` is negated").and_then(|t| line(&t)).as_deref(), Some("6 xor 1 3 -2 ; t.v:3.1-3.9"));
        assert_eq!(find("`q` becomes `!go`").and_then(|t| line(&t)).as_deref(), Some("6 xor 1 -2 2 ; t.v:3.1-3.9"));
    }

    #[test]
    fn the_complement_of_a_constant_is_no_constant() {
        let words = |operand: &str| {
            let text = format!("1 sort bitvec 3\n2 state 1 q\n3 constd 1 2\n4 add 1 2 {operand}\n5 next 1 2 4\n");
            let made = edits(&text, &|element| element.kind == ElementKind::Equation);
            let constants = made.into_iter().filter(|m| m.operator == Operator::Crp).map(|m| m.what);
            constants.collect::<Vec<_>>()
        };
        assert_eq!(words("3"), ["`2` becomes `1` in `add` (line 4)", "`2` becomes `3` in `add` (line 4)"]);
        assert!(words("-3").is_empty());
    }
}
