//! Random networks: a list of recipes, each over any of the others if there is a delay between, otherwise over earlier ones.

use crate::forms::recognised;
use crate::support::Net;
use wherefore_ir::network::BlockId;
use wherefore_ir::{Op, Sort, System};
use wherefore_test::below;

/// How a block is made; numbers are places in the list, inputs first.
#[derive(Clone, Debug)]
pub enum Recipe {
    Apply(Op, Vec<usize>),
    /// A delay with an initial value, or without.
    Delay(Option<bool>, usize),
    /// A pattern of the list of forms.
    Form(usize, Vec<usize>),
    /// `(if a then 2 else 0) * (if b then 2 else 0) + (if c then 1 else 0) <= n`.
    Number([usize; 3], i64),
}

/// A network that can be built in several ways.
#[derive(Clone, Debug)]
pub struct Recipes {
    pub inputs: usize,
    pub list: Vec<Recipe>,
}

/// How a network is built.
#[derive(Clone, Copy, PartialEq)]
pub enum Build {
    Plain,
    /// Every operand is negated twice.
    DoubleNegation,
    /// Conjunctions become negated disjunctions of negations.
    DeMorgan,
    /// An input that nothing reads comes first.
    Irrelevant,
}

impl Recipes {
    pub fn draw(state: &mut u64, inputs: usize, is_guarded: bool) -> Recipes {
        let count = 3 + below(state, 7);
        let list = (0..count).map(|i| recipe(state, inputs, inputs + i, inputs + count, is_guarded)).collect();
        Recipes { inputs, list }
    }

    /// The system, and its sink: the last recipe.
    pub fn build(&self, how: Build) -> (System, BlockId) {
        let mut net = Net::new();
        if how == Build::Irrelevant {
            net.input("irrelevant");
        }
        let mut blocks: Vec<BlockId> = (0..self.inputs).map(|i| net.input(&format!("x{i}"))).collect();
        let mut delays = Vec::new();
        for recipe in &self.list {
            let block = self.block(&mut net, &blocks, recipe, how, &mut delays);
            blocks.push(block);
        }
        for (pre, of) in delays {
            net.connect(pre, blocks[of]);
        }
        let sink = blocks[blocks.len() - 1];
        (net.finish(sink), sink)
    }

    fn block(
        &self,
        net: &mut Net,
        blocks: &[BlockId],
        recipe: &Recipe,
        how: Build,
        delays: &mut Vec<(BlockId, usize)>,
    ) -> BlockId {
        let read = |net: &mut Net, place: usize| {
            let block = blocks[place];
            if how != Build::DoubleNegation {
                return block;
            }
            let negated = net.not(block);
            net.not(negated)
        };
        match recipe {
            Recipe::Apply(Op::And, places) if how == Build::DeMorgan => {
                let negated: Vec<BlockId> = places.iter().map(|p| net.not(blocks[*p])).collect();
                let or = net.op(Op::Or, &negated);
                net.not(or)
            }
            Recipe::Apply(op, places) => {
                let operands: Vec<BlockId> = places.iter().map(|p| read(net, *p)).collect();
                net.op(*op, &operands)
            }
            Recipe::Delay(init, of) => {
                let pre = net.later(Sort::Bool);
                delays.push((pre, *of));
                let init = init.map(|i| net.bool(i));
                init.map_or(pre, |init| net.arrow(init, pre))
            }
            Recipe::Form(form, places) => {
                let operands: Vec<BlockId> = places.iter().map(|p| read(net, *p)).collect();
                (recognised()[*form].build)(net, &operands)
            }
            Recipe::Number(places, n) => number(net, places.map(|p| blocks[p]), *n),
        }
    }
}

fn number(net: &mut Net, [a, b, c]: [BlockId; 3], n: i64) -> BlockId {
    let (zero, one, two, limit) = (net.int(0), net.int(1), net.int(2), net.int(n));
    let (x, y, z) = (net.ite(a, two, zero), net.ite(b, two, zero), net.ite(c, one, zero));
    let product = net.op(Op::Mul, &[x, y]);
    let sum = net.op(Op::Add, &[product, z]);
    net.op(Op::Le, &[sum, limit])
}

fn recipe(state: &mut u64, inputs: usize, earlier: usize, all: usize, is_guarded: bool) -> Recipe {
    let mut pick = |count: usize| (0..count).map(|_| below(state, earlier)).collect::<Vec<usize>>();
    let operands = pick(5);
    match below(state, 16) {
        0 | 1 => Recipe::Apply(Op::And, operands[..2 + below(state, 2)].to_vec()),
        2 | 3 => Recipe::Apply(Op::Or, operands[..2 + below(state, 2)].to_vec()),
        4 => Recipe::Apply(Op::Not, operands[..1].to_vec()),
        5 => Recipe::Apply(Op::Xor, operands[..2].to_vec()),
        6 => Recipe::Apply(Op::Implies, operands[..2].to_vec()),
        7 => Recipe::Apply(Op::Eq, operands[..2].to_vec()),
        8 => Recipe::Apply(Op::Ite, operands[..3].to_vec()),
        9..=11 => {
            let init = below(state, 2) == 1;
            let guarded = is_guarded || below(state, 4) > 0;
            Recipe::Delay(guarded.then_some(init), inputs + below(state, all - inputs))
        }
        12 if !is_guarded => Recipe::Number([operands[0], operands[1], operands[2]], below(state, 5) as i64),
        13..=15 if !is_guarded => {
            let forms = recognised();
            let form = below(state, forms.len());
            Recipe::Form(form, operands[..forms[form].ports].to_vec())
        }
        _ => Recipe::Apply(Op::And, operands[..2].to_vec()),
    }
}
