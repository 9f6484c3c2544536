//! From a netlist to its transition system, with the gates as a network of blocks.
//!
//! A single bit is a Boolean, a wider word a bit-vector, an array one variable for each element. Gates are translated in order, each
//! to one block or a few; shared gates stay shared. A register is a state variable with its first and next value; one without a
//! next value may have any value at each step.
//!
//! ```text
//! bad          invariant: never 1
//! constraint   holds at every step, the one at which a bad state is reached included
//! justice      LTL: on no fair run are all values 1 infinitely often
//! fair         1 infinitely often on the runs that LTL speaks of
//! ```

mod array;
mod bit;
mod gate;
mod names;
mod property;
mod state;
mod word;

use crate::codes;
use crate::netlist::{Gate, Literal, MOST_INDEX_BITS, Netlist, Node, NodeId, Sort};
use names::Names;
use rustc_hash::FxHashMap;
use wherefore_diag::{Diagnostic, Diagnostics, Span};
use wherefore_ir::network::{BlockId, NetworkBuilder};
use wherefore_ir::{self as ir, Element, ElementId, ElementKind, Op, Purpose, Role, SortError, System, TermId, Value};

/// The most blocks that a netlist may become: arrays and wide operators take several.
const MOST_BLOCKS: usize = 5_000_000;

/// Why something was not built.
#[derive(Debug)]
enum Fail {
    /// A sort that the reader should have refused.
    Sort(SortError),
    /// An array with too many elements, of this many index bits.
    Array(u32),
    /// Too many blocks.
    Size,
    /// A literal of another netlist.
    Foreign,
    /// A place that cannot be left open.
    Open,
}

impl From<SortError> for Fail {
    fn from(error: SortError) -> Fail {
        Fail::Sort(error)
    }
}

type Built<T> = Result<T, Fail>;

/// The blocks of a node.
#[derive(Clone, Debug)]
enum Blocks {
    /// A bit or a word.
    One(BlockId),
    /// The elements of an array.
    Many(Vec<BlockId>),
}

/// The system of a netlist; none if it goes beyond the limits, which a diagnostic then says.
pub fn lower(netlist: &Netlist) -> (Option<System>, Diagnostics) {
    lower_with_holes(netlist, &[])
}

/// As [`lower`]; what these lines compute, or the values that they give to a register, are left open: each stands for any value of its
/// sort at every step. A place that is no such line is an error.
pub fn lower_with_holes(netlist: &Netlist, holes: &[Span]) -> (Option<System>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let mut lowerer = Lowerer::new(netlist, holes);
    match lowerer.run() {
        Ok(()) => {
            let system = lowerer.builder.finish();
            debug_assert_eq!(ir::validate(&system), Vec::<String>::new());
            (Some(system), diagnostics)
        }
        Err(fail) => {
            diagnostics.push(explain(&fail, lowerer.span));
            (None, diagnostics)
        }
    }
}

/// The message about a failure at a line.
fn explain(fail: &Fail, span: Span) -> Diagnostic {
    match fail {
        Fail::Sort(error) => {
            Diagnostic::at(codes::SORT, span, error.to_string(), "here").help("check the widths of the operands")
        }
        Fail::Array(bits) => {
            let headline = format!("an array with an index of {bits} bits");
            let help =
                format!("arrays with an index of up to {MOST_INDEX_BITS} bits are read; make the memory smaller");
            Diagnostic::at(codes::LIMIT, span, headline, "too many elements").help(help)
        }
        Fail::Size => {
            let headline =
                format!("a netlist of more than {MOST_BLOCKS} gates, with elements of arrays counted one by one");
            Diagnostic::at(codes::LIMIT, span, headline, "here")
                .help("make memories smaller, or check a part of the design")
        }
        Fail::Foreign => {
            Diagnostic::at(codes::UNKNOWN, span, "an operand that does not exist", "here").help("mend the line")
        }
        Fail::Open => Diagnostic::at(codes::LIMIT, span, "no bit and no word is computed here", "cannot be left open")
            .help("leave open a line that computes a bit or a word"),
    }
}

struct Lowerer<'a> {
    netlist: &'a Netlist,
    builder: NetworkBuilder,
    names: Names,
    /// The definitions so far.
    defined: FxHashMap<String, TermId>,
    /// The blocks of each node so far.
    blocks: Vec<Blocks>,
    /// The complements of nodes that were asked for.
    complements: Vec<Option<BlockId>>,
    /// The block that is true at the first step.
    first: Option<BlockId>,
    /// The nodes that give their symbols to others ([`names::lent`]).
    lent: FxHashMap<NodeId, NodeId>,
    /// The registers that wait for their values.
    registers: Vec<state::Register>,
    /// Lines whose values are left open, as far as they were not met.
    holes: Vec<Span>,
    /// The line that is translated.
    span: Span,
    /// Its element.
    element: Option<ElementId>,
}

impl<'a> Lowerer<'a> {
    fn new(netlist: &'a Netlist, holes: &[Span]) -> Lowerer<'a> {
        let mut system = System::new("circuit");
        system.terms.show_plain_words();
        Lowerer {
            netlist,
            builder: NetworkBuilder::new(system, "circuit", None),
            names: Names::default(),
            defined: FxHashMap::default(),
            blocks: Vec::with_capacity(netlist.nodes.len()),
            complements: vec![None; netlist.nodes.len()],
            first: None,
            lent: names::lent(netlist),
            registers: Vec::new(),
            holes: holes.to_vec(),
            span: Span::default(),
            element: None,
        }
    }

    fn run(&mut self) -> Built<()> {
        for (id, node) in (0..).map(NodeId).zip(&self.netlist.nodes) {
            self.span = node.place.span;
            let blocks = self.node(id, node)?;
            self.blocks.push(blocks);
            if self.builder.network().blocks.len() > MOST_BLOCKS {
                return Err(Fail::Size);
            }
        }
        self.connect_registers()?;
        if let Some(place) = self.holes.first() {
            self.span = *place;
            return Err(Fail::Open);
        }
        self.properties()
    }

    /// A fresh value, if a line is to be left open.
    fn hole(&mut self, line: Span, sort: Option<Sort>) -> Built<Option<BlockId>> {
        let Some(place) = self.holes.iter().position(|hole| *hole == line) else { return Ok(None) };
        self.holes.remove(place);
        let Some(Sort::Word(width)) = sort else { return Err(Fail::Open) };
        let system = &mut self.builder.system;
        let var = system.add_auxiliary("hole", word_sort(width), Role::Input, Purpose::Hole);
        system.choices.insert(var);
        Ok(Some(self.builder.free(var, self.element)))
    }

    fn node(&mut self, id: NodeId, node: &'a Node) -> Built<Blocks> {
        self.element = None;
        match &node.gate {
            Gate::Input => self.input(node),
            Gate::State(number) => self.state(*number as usize, node),
            gate => {
                // A gate that drives a wire of the design stands where the wire stands.
                let shown = self.lent.get(&id).and_then(|lender| self.netlist.node(*lender)).unwrap_or(node);
                let element = self.element(ElementKind::Operator, names::operator(gate), shown.place.span);
                self.element = Some(element);
                let own = BlockId(self.builder.network().blocks.len() as u32);
                let blocks = match self.hole(node.place.span, Some(node.sort))? {
                    Some(hole) => Blocks::One(hole),
                    None => self.gate(gate, node.sort)?,
                };
                Ok(self.named(own, shown, blocks))
            }
        }
    }

    fn element(&mut self, kind: ElementKind, name: impl Into<String>, span: Span) -> ElementId {
        self.builder.system.elements.add(Element { kind, name: name.into(), span: Some(span), parent: None })
    }

    /// A word with a symbol is a definition, and a stream of this name. Blocks before `own` belong to other nodes.
    fn named(&mut self, own: BlockId, node: &Node, blocks: Blocks) -> Blocks {
        let (Some(symbol), Blocks::One(block)) = (node.place.symbol(), &blocks) else { return blocks };
        if self.builder.network().block(*block).name.as_deref() == Some(symbol) {
            return blocks;
        }
        let name = self.names.take(symbol);
        self.define(&name, *block, node.place.span);
        if *block < own {
            return Blocks::One(self.builder.wire(&name, *block, self.element));
        }
        self.builder.name(*block, &name);
        blocks
    }

    fn define(&mut self, name: &str, block: BlockId, span: Span) {
        let element = Some(self.element(ElementKind::Definition, name, span));
        let term = self.builder.value(block);
        self.defined.insert(name.to_owned(), term);
        self.builder.system.defines.push(ir::Define { name: name.to_owned(), term, declared: None, element });
    }

    /// The block of a literal that is a bit or a word.
    fn literal(&mut self, literal: Literal) -> Built<BlockId> {
        let block = match self.blocks.get(literal.node.index()) {
            Some(Blocks::One(block)) => *block,
            _ => return Err(Fail::Foreign),
        };
        if !literal.negated {
            return Ok(block);
        }
        if let Some(Some(known)) = self.complements.get(literal.node.index()) {
            return Ok(*known);
        }
        let complement = self.complement(block)?;
        if let Some(slot) = self.complements.get_mut(literal.node.index()) {
            *slot = Some(complement);
        }
        Ok(complement)
    }

    /// The elements of an array.
    fn elements(&self, literal: Literal) -> Built<Vec<BlockId>> {
        match self.blocks.get(literal.node.index()) {
            Some(Blocks::Many(list)) => Ok(list.clone()),
            _ => Err(Fail::Foreign),
        }
    }

    fn apply(&mut self, op: Op, inputs: &[BlockId]) -> Built<BlockId> {
        if let Some(known) = self.shortcut(op, inputs) {
            return Ok(known);
        }
        Ok(self.builder.apply(op, inputs, self.element)?)
    }

    /// The block that a gate passes on: one with a constant at another input, or the second of two negations. Synthesis leaves many.
    fn shortcut(&self, op: Op, inputs: &[BlockId]) -> Option<BlockId> {
        let truth = |block: BlockId| match self.builder.system.terms.constant(self.builder.value(block)) {
            Some(Value::Bool(value)) => Some(*value),
            _ => None,
        };
        match (op, inputs) {
            (Op::And | Op::Or, [a, b]) => {
                let unit = op == Op::And;
                let passed = |one: BlockId, other| truth(one).map(|value| if value == unit { other } else { one });
                passed(*a, *b).or_else(|| passed(*b, *a))
            }
            (Op::Not, [of]) => {
                let block = self.builder.network().block(*of);
                let is_nameless = block.gate == ir::network::Gate::Apply(Op::Not) && block.name.is_none();
                block.inputs.first().copied().filter(|_| is_nameless)
            }
            (Op::Ite, [condition, then, other]) => truth(*condition).map(|value| if value { *then } else { *other }),
            _ => None,
        }
    }

    fn constant(&mut self, value: Value) -> BlockId {
        self.builder.constant(value, self.element)
    }

    fn width(&self, literal: Literal) -> Built<u32> {
        match self.netlist.sort(literal) {
            Some(Sort::Word(width)) => Ok(width),
            _ => Err(Fail::Foreign),
        }
    }
}

/// The sort of a word in a system: a single bit is a Boolean.
fn word_sort(width: u32) -> ir::Sort {
    if width == 1 { ir::Sort::Bool } else { ir::Sort::BitVec(width) }
}

#[cfg(test)]
mod tests;
