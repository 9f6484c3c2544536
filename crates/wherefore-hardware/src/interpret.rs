//! A netlist as it runs: values of all nodes, step by step, directly from the document.
//!
//! Words are natural numbers below 2^width. The interpreter judges the translation to a transition system and shares nothing with it
//! but the document.

mod word;

use crate::netlist::{Binary, Gate, Literal, MOST_INDEX_BITS, Netlist, NodeId, Sort};
use num_bigint::BigUint;

/// Value of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A word.
    Word(BigUint),
    /// The elements of an array.
    Array(Vec<BigUint>),
}

impl Value {
    /// Whether it is a word that is not zero.
    pub fn is_true(&self) -> bool {
        matches!(self, Value::Word(word) if *word != BigUint::ZERO)
    }
}

/// Gives free values: of an input or register, or of one of its elements.
pub type Free<'f> = dyn FnMut(NodeId, usize) -> BigUint + 'f;

/// A netlist at one step of a run.
#[derive(Clone, Debug)]
pub struct Interpreter<'a> {
    netlist: &'a Netlist,
    values: Vec<Value>,
}

impl<'a> Interpreter<'a> {
    /// The first step; `None` if an array is too large or a first value depends on itself.
    pub fn begin(netlist: &'a Netlist, free: &mut Free<'_>) -> Option<Interpreter<'a>> {
        let is_large = |sort| matches!(sort, Sort::Array { index, .. } if index > MOST_INDEX_BITS);
        if netlist.nodes.iter().any(|n| is_large(n.sort)) || netlist.circle().is_some() {
            return None;
        }
        let mut run = Interpreter { netlist, values: vec![Value::Word(BigUint::ZERO); netlist.nodes.len()] };
        let mut done = vec![false; netlist.nodes.len()];
        for start in 0..netlist.nodes.len() as u32 {
            let mut stack = vec![(NodeId(start), false)];
            while let Some((id, after)) = stack.pop() {
                if done[id.index()] {
                    continue;
                }
                if after {
                    run.values[id.index()] = run.first(id, free)?;
                    done[id.index()] = true;
                } else {
                    stack.push((id, true));
                    stack.extend(netlist.first_operands(id).map(|o| (o, false)));
                }
            }
        }
        Some(run)
    }

    /// The step after this one.
    pub fn step(&mut self, free: &mut Free<'_>) -> Option<()> {
        let next: Vec<Option<Value>> =
            self.netlist.states.iter().map(|s| s.next.and_then(|n| self.value(n.value))).collect();
        for (index, node) in self.netlist.nodes.iter().enumerate() {
            let id = NodeId(index as u32);
            self.values[index] = match &node.gate {
                Gate::Input => self.any(id, free)?,
                Gate::State(number) => match next.get(*number as usize).cloned().flatten() {
                    Some(value) => value,
                    None => self.any(id, free)?,
                },
                _ => self.computed(id)?,
            };
        }
        Some(())
    }

    /// The value of a literal now.
    pub fn value(&self, literal: Literal) -> Option<Value> {
        let value = self.values.get(literal.node.index())?.clone();
        match (value, literal.negated, self.netlist.sort(literal)?) {
            (Value::Word(word), true, Sort::Word(width)) => Some(Value::Word(word::complement(&word, width))),
            (value, ..) => Some(value),
        }
    }

    fn first(&self, id: NodeId, free: &mut Free<'_>) -> Option<Value> {
        let node = self.netlist.node(id)?;
        let init = match node.gate {
            Gate::State(number) => self.netlist.states.get(number as usize)?.init,
            Gate::Input => None,
            _ => return self.computed(id),
        };
        let Some(init) = init else { return self.any(id, free) };
        match (self.value(init.value)?, node.sort) {
            (Value::Word(word), Sort::Array { index, .. }) => Some(Value::Array(vec![word; 1 << index])),
            (value, _) => Some(value),
        }
    }

    fn any(&self, id: NodeId, free: &mut Free<'_>) -> Option<Value> {
        Some(match self.netlist.node(id)?.sort {
            Sort::Word(_) => Value::Word(free(id, 0)),
            Sort::Array { index, .. } => Value::Array((0..1usize << index).map(|element| free(id, element)).collect()),
        })
    }

    fn word(&self, literal: Literal) -> Option<BigUint> {
        match self.value(literal)? {
            Value::Word(word) => Some(word),
            Value::Array(_) => None,
        }
    }

    fn array(&self, literal: Literal) -> Option<Vec<BigUint>> {
        match self.value(literal)? {
            Value::Array(list) => Some(list),
            Value::Word(_) => None,
        }
    }

    fn width(&self, literal: Literal) -> Option<u32> {
        match self.netlist.sort(literal)? {
            Sort::Word(width) => Some(width),
            Sort::Array { .. } => None,
        }
    }

    /// The value of a gate from those of its operands.
    fn computed(&self, id: NodeId) -> Option<Value> {
        let word = match &self.netlist.node(id)?.gate {
            Gate::Input | Gate::State(_) => return None,
            Gate::Constant(value) => value.clone(),
            Gate::Unary(op, a) => word::unary(*op, &self.word(*a)?, self.width(*a)?),
            Gate::Binary(Binary::Read, array, index) => {
                let at = usize::try_from(&self.word(*index)?).ok()?;
                self.array(*array)?.get(at)?.clone()
            }
            Gate::Binary(op @ (Binary::Eq | Binary::Neq), a, b) => {
                let equal = self.value(*a)? == self.value(*b)?;
                BigUint::from(u8::from(equal == (*op == Binary::Eq)))
            }
            Gate::Binary(Binary::Concat, a, b) => (self.word(*a)? << self.width(*b)?) + self.word(*b)?,
            Gate::Binary(op, a, b) => word::binary(*op, &self.word(*a)?, &self.word(*b)?, self.width(*a)?)?,
            Gate::Ite(condition, then, other) => {
                return self.value(if self.value(*condition)?.is_true() { *then } else { *other });
            }
            Gate::Write(array, index, value) => {
                let (mut list, at) = (self.array(*array)?, usize::try_from(&self.word(*index)?).ok()?);
                *list.get_mut(at)? = self.word(*value)?;
                return Some(Value::Array(list));
            }
            Gate::Slice { of, hi, lo } => word::truncate(self.word(*of)? >> *lo, hi - lo + 1),
            Gate::Extend { of, by, signed } => {
                let (word, width) = (self.word(*of)?, self.width(*of)?);
                if *signed { word::wrap(word::signed(&word, width), width + by) } else { word }
            }
        };
        Some(Value::Word(word))
    }
}
