//! The document: a netlist as its file says it, with places.
//!
//! Gates stand after their operands, so that one pass in order computes all of them. A literal may be the complement of a gate, as
//! both formats allow. A file of AIGER is a netlist of single bits.

use num_bigint::BigUint;
use wherefore_diag::Span;

/// The most gates, inputs and registers that a netlist may have.
pub const MOST_NODES: usize = 2_000_000;

/// The widest word.
pub const MOST_BITS: u32 = 1 << 16;

/// The most bits of an index: each element of an array becomes a variable.
pub const MOST_INDEX_BITS: u32 = 10;

/// The formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// BTOR2.
    Btor2,
    /// AIGER, in its ASCII form.
    Aiger,
}

/// Index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// As an index into a table with one row per node.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node or its bitwise complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal {
    /// The node.
    pub node: NodeId,
    /// Whether its complement is meant.
    pub negated: bool,
}

/// Sort of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// Words of this width.
    Word(u32),
    /// Arrays.
    Array {
        /// Bits of an index.
        index: u32,
        /// Bits of an element.
        element: u32,
    },
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "named as in BTOR2")]
pub enum Unary {
    Not,
    Inc,
    Dec,
    Neg,
    Redand,
    Redor,
    Redxor,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "named as in BTOR2")]
pub enum Binary {
    Iff,
    Implies,
    Eq,
    Neq,
    Sgt,
    Ugt,
    Sgte,
    Ugte,
    Slt,
    Ult,
    Slte,
    Ulte,
    And,
    Nand,
    Nor,
    Or,
    Xnor,
    Xor,
    Rol,
    Ror,
    Sll,
    Sra,
    Srl,
    Add,
    Mul,
    Sdiv,
    Udiv,
    Smod,
    Srem,
    Urem,
    Sub,
    Saddo,
    Uaddo,
    Sdivo,
    Smulo,
    Umulo,
    Ssubo,
    Usubo,
    Concat,
    Read,
}

/// Function of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gate {
    /// Chosen by the environment at every step.
    Input,
    /// A register; its number among the registers.
    State(u32),
    /// A constant word.
    Constant(BigUint),
    /// An operator with one operand.
    Unary(Unary, Literal),
    /// An operator with two operands.
    Binary(Binary, Literal, Literal),
    /// The second if the first is 1, otherwise the third.
    Ite(Literal, Literal, Literal),
    /// An array with the element at an index replaced: array, index, element.
    Write(Literal, Literal, Literal),
    /// Bits `hi` down to `lo`.
    Slice {
        /// The word.
        of: Literal,
        /// Highest bit kept.
        hi: u32,
        /// Lowest bit kept.
        lo: u32,
    },
    /// A word with bits added on the left.
    Extend {
        /// The word.
        of: Literal,
        /// How many bits are added.
        by: u32,
        /// Whether they are copies of the sign.
        signed: bool,
    },
}

impl Gate {
    /// The operands in order.
    pub fn operands(&self) -> impl Iterator<Item = Literal> + use<> {
        let list = match self {
            Gate::Input | Gate::State(_) | Gate::Constant(_) => [None; 3],
            Gate::Unary(_, a) | Gate::Slice { of: a, .. } | Gate::Extend { of: a, .. } => [Some(*a), None, None],
            Gate::Binary(_, a, b) => [Some(*a), Some(*b), None],
            Gate::Ite(a, b, c) | Gate::Write(a, b, c) => [Some(*a), Some(*b), Some(*c)],
        };
        list.into_iter().flatten()
    }
}

/// What people call something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    /// Its symbol.
    pub symbol: Option<String>,
    /// The place in the source that it was made from, as yosys writes it: `fifo.v:12.9-12.14`.
    pub source: Option<String>,
}

/// Where something stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its number: that of its line in BTOR2, its index among its kind in AIGER.
    pub id: u64,
    /// Its line.
    pub span: Span,
    /// Its name.
    pub label: Option<Box<Label>>,
}

impl Place {
    /// Its symbol.
    pub fn symbol(&self) -> Option<&str> {
        self.label.as_ref()?.symbol.as_deref()
    }

    /// The place in the source that it was made from.
    pub fn source(&self) -> Option<&str> {
        self.label.as_ref()?.source.as_deref()
    }
}

/// An input, register, constant or operator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Function of the node.
    pub gate: Gate,
    /// Sort of its values.
    pub sort: Sort,
    /// Where it stands.
    pub place: Place,
}

/// First or next value of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The value.
    pub value: Literal,
    /// The line that says so.
    pub span: Span,
}

/// A register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// Its node.
    pub node: NodeId,
    /// Its first value; without one it is free.
    pub init: Option<Assignment>,
    /// Its next value; without one it is free at every step.
    pub next: Option<Assignment>,
}

/// An output, or something that is said about a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// The value.
    pub value: Literal,
    /// Where it stands.
    pub place: Place,
}

/// A justice property: violated by a fair run on which all of its values are 1 infinitely often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Justice {
    /// The values.
    pub values: Vec<Literal>,
    /// Where it stands.
    pub place: Place,
}

/// A netlist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Netlist {
    /// The format it was read from.
    pub format: Format,
    /// All nodes, operands before those that use them.
    pub nodes: Vec<Node>,
    /// The inputs in the order of the file.
    pub inputs: Vec<NodeId>,
    /// The registers in the order of the file.
    pub states: Vec<State>,
    /// Outputs, which are only seen.
    pub outputs: Vec<Signal>,
    /// Values that must never be 1.
    pub bad: Vec<Signal>,
    /// Values that are 1 at every step.
    pub constraints: Vec<Signal>,
    /// Values that are 1 infinitely often on fair runs.
    pub fairness: Vec<Signal>,
    /// Justice properties.
    pub justice: Vec<Justice>,
}

impl Netlist {
    /// A netlist with nothing in it.
    pub fn new(format: Format) -> Netlist {
        Netlist {
            format,
            nodes: Vec::new(),
            inputs: Vec::new(),
            states: Vec::new(),
            outputs: Vec::new(),
            bad: Vec::new(),
            constraints: Vec::new(),
            fairness: Vec::new(),
            justice: Vec::new(),
        }
    }

    /// A node of this netlist.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(id.index())
    }

    /// The sort of a literal; none if it is of another netlist.
    pub fn sort(&self, literal: Literal) -> Option<Sort> {
        self.node(literal.node).map(|n| n.sort)
    }

    /// A node whose first value depends on itself, through first values of registers.
    pub fn circle(&self) -> Option<NodeId> {
        let (mut done, mut open) = (vec![false; self.nodes.len()], vec![false; self.nodes.len()]);
        for start in 0..self.nodes.len() as u32 {
            // A node is met twice on the stack: before and after what it depends on.
            let mut stack = vec![(NodeId(start), false)];
            while let Some((id, after)) = stack.pop() {
                let i = id.index();
                if after {
                    (done[i], open[i]) = (true, false);
                } else if open.get(i).copied().unwrap_or(false) {
                    return Some(id);
                } else if !done.get(i).copied().unwrap_or(true) {
                    open[i] = true;
                    stack.push((id, true));
                    stack.extend(self.first_operands(id).filter(|o| !done[o.index()]).map(|o| (o, false)));
                }
            }
        }
        None
    }

    /// The nodes that the value of a node at the first step depends on directly.
    pub fn first_operands(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        let node = self.node(id);
        let init = node.and_then(|n| match n.gate {
            Gate::State(number) => self.states.get(number as usize)?.init,
            _ => None,
        });
        let operands = node.map(|n| n.gate.operands());
        let count = self.nodes.len();
        let own = operands.into_iter().flatten().map(|l| l.node).chain(init.map(|i| i.value.node));
        own.filter(move |o| o.index() < count)
    }
}
