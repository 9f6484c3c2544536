//! And-inverter graphs: terms at ticks as a circuit that can be handed to a program outside.
//!
//! A literal is twice the number of a node, plus one if it is inverted; node 0 is false. Gates are simplified against constants and
//! equal or opposite operands, and shared. Bits of variables are inputs of the graph, unless they were [bound](AigEncoder::bind) to
//! something that was made before: the next value of a register to the function that computes it.

use crate::blast::{Blaster, Circuit, EncodeError, Gate, Word};
use crate::{SolveError, Undecided};
use rustc_hash::FxHashMap;
use std::ops::Not;
use wherefore_ir::{TermId, Terms, VarId};

/// More nodes than this are refused: no program outside would be done with them.
const MOST_NODES: usize = 1 << 26;

/// A node of the graph, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AigLit(u32);

impl AigLit {
    /// False.
    pub const FALSE: AigLit = AigLit(0);
    /// True.
    pub const TRUE: AigLit = AigLit(1);

    /// A node itself; `None` if no graph has so many.
    pub fn of_node(node: usize) -> Option<AigLit> {
        (node < MOST_NODES).then_some(AigLit((node as u32) << 1))
    }

    /// The number of the node.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the negation of the node.
    pub fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }

    /// Itself, or its negation.
    #[must_use]
    pub fn inverted_if(self, inverted: bool) -> AigLit {
        AigLit(self.0 ^ u32::from(inverted))
    }
}

impl Not for AigLit {
    type Output = AigLit;

    fn not(self) -> AigLit {
        AigLit(self.0 ^ 1)
    }
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AigNode {
    /// False; the node with number 0.
    False,
    /// Something from outside.
    Leaf,
    /// A conjunction of two literals of nodes with smaller numbers.
    And(AigLit, AigLit),
}

/// Terms at ticks as literals of one graph.
pub struct AigEncoder(Blaster<Graph>);

struct Graph {
    nodes: Vec<AigNode>,
    gates: FxHashMap<(AigLit, AigLit), AigLit>,
    bound: FxHashMap<(VarId, u32, u32), AigLit>,
    /// Literals that are true where the copies of variables at a tick have values of their sorts.
    in_range: Vec<(u32, AigLit)>,
}

impl Default for AigEncoder {
    fn default() -> AigEncoder {
        let (gates, bound) = (FxHashMap::default(), FxHashMap::default());
        AigEncoder(Blaster::new(Graph { nodes: vec![AigNode::False], gates, bound, in_range: Vec::new() }))
    }
}

impl AigEncoder {
    /// All nodes, each after its operands.
    pub fn nodes(&self) -> &[AigNode] {
        &self.0.circuit.nodes
    }

    /// A new leaf.
    pub fn leaf(&mut self) -> Result<AigLit, SolveError> {
        Ok(self.0.circuit.push(AigNode::Leaf).map_err(EncodeError::from)?)
    }

    /// The bits of a variable at a tick are these literals. To be called before they are asked for.
    pub fn bind(&mut self, var: VarId, tick: u32, bits: &[AigLit]) {
        self.0.circuit.bound.extend((0..).zip(bits).map(|(bit, lit)| ((var, tick, bit), *lit)));
    }

    /// The bits of a variable at a tick.
    pub fn var_bits(&mut self, terms: &Terms, var: VarId, tick: u32) -> Result<Vec<AigLit>, SolveError> {
        Ok(self.0.copy(terms, var, tick)?.raw().to_vec())
    }

    /// The literal of a formula at a tick.
    pub fn literal(&mut self, terms: &Terms, term: TermId, tick: u32) -> Result<AigLit, SolveError> {
        Ok(*self.0.word(terms, term, tick)?.bit())
    }

    /// The bits of a term at a tick, as a variable of this width has them. Of a number that does not fit these are the low bits.
    pub fn bits(&mut self, terms: &Terms, term: TermId, tick: u32, width: usize) -> Result<Vec<AigLit>, SolveError> {
        let word = self.0.word(terms, term, tick)?.clone();
        Ok(match &word {
            Word::Int(number) => number.modulo(&self.0.circuit, width),
            other => other.raw().to_vec(),
        })
    }

    /// Literals that are true where all variables that were asked for at a tick have values of their sorts.
    pub fn in_range(&self, tick: u32) -> Vec<AigLit> {
        self.0.circuit.in_range.iter().filter(|(at, _)| *at == tick).map(|(_, lit)| *lit).collect()
    }

    /// The conjunction of literals.
    pub fn all(&mut self, lits: Vec<AigLit>) -> Result<AigLit, SolveError> {
        Ok(self.0.circuit.all(lits).map_err(EncodeError::from)?)
    }

    /// A choice between two literals.
    pub fn ite(&mut self, cond: AigLit, then: AigLit, other: AigLit) -> Result<AigLit, SolveError> {
        Ok(self.0.circuit.ite(&cond, &then, &other).map_err(EncodeError::from)?)
    }
}

impl Graph {
    fn push(&mut self, node: AigNode) -> Gate<AigLit> {
        if self.nodes.len() >= MOST_NODES {
            return Err(Undecided::Memory);
        }
        self.nodes.push(node);
        Ok(AigLit((self.nodes.len() as u32 - 1) << 1))
    }
}

impl Circuit for Graph {
    type Bit = AigLit;

    fn constant(&self, value: bool) -> AigLit {
        AigLit::FALSE.inverted_if(value)
    }

    fn input(&mut self, var: VarId, tick: u32, bit: u32) -> Gate<AigLit> {
        match self.bound.get(&(var, tick, bit)) {
            Some(known) => Ok(*known),
            None => self.push(AigNode::Leaf),
        }
    }

    fn restrict(&mut self, _: VarId, tick: u32, clauses: Vec<Vec<AigLit>>) -> Gate<()> {
        for clause in clauses {
            let lit = self.any(clause)?;
            self.in_range.push((tick, lit));
        }
        Ok(())
    }

    fn not(&mut self, a: &AigLit) -> Gate<AigLit> {
        Ok(!*a)
    }

    fn and(&mut self, a: &AigLit, b: &AigLit) -> Gate<AigLit> {
        let (a, b) = (*a.min(b), *a.max(b));
        if a == AigLit::FALSE || a == !b {
            return Ok(AigLit::FALSE);
        }
        if a == AigLit::TRUE || a == b {
            return Ok(b);
        }
        if let Some(known) = self.gates.get(&(a, b)) {
            return Ok(*known);
        }
        let made = self.push(AigNode::And(a, b))?;
        self.gates.insert((a, b), made);
        Ok(made)
    }

    fn xor(&mut self, a: &AigLit, b: &AigLit) -> Gate<AigLit> {
        let (only_a, only_b) = (self.and(a, &!*b)?, self.and(&!*a, b)?);
        self.or(&only_a, &only_b)
    }

    fn ite(&mut self, cond: &AigLit, then: &AigLit, other: &AigLit) -> Gate<AigLit> {
        if then == other {
            return Ok(*then);
        }
        let (yes, no) = (self.and(cond, then)?, self.and(&!*cond, other)?);
        self.or(&yes, &no)
    }
}
