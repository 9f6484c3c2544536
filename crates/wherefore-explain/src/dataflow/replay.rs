//! The value of every block at every tick of a run, by the evaluator that judges all engines.

use super::Program;
use wherefore_ir::Value;
use wherefore_ir::network::BlockId;
use wherefore_trace::{Evaluator, Trace};

/// The values of all blocks along a run.
#[derive(Clone, Debug)]
pub struct Replay {
    /// One row per tick, one column per block.
    rows: Vec<Vec<Value>>,
}

impl Replay {
    /// Computes every block at every tick. An error says which value is missing: the trace is then no run of this program.
    pub fn new(program: &Program<'_>, trace: &Trace) -> Result<Replay, String> {
        let roots: Vec<_> = program.network.blocks.iter().map(|b| b.value).collect();
        let evaluator = Evaluator::new(&program.system.terms, &roots).map_err(|e| e.to_string())?;
        if trace.is_empty() {
            return Err("the run has no tick".to_owned());
        }
        let row = |(tick, step): (usize, &wherefore_trace::Step)| {
            let values = evaluator.evaluate(&step.values, None);
            let whole = |(block, value): (usize, Option<Value>)| {
                let name =
                    || program.network.full_name(BlockId(block as u32)).unwrap_or_else(|| format!("block {block}"));
                value.ok_or_else(|| format!("{} has no value at tick {tick}", name()))
            };
            values.into_iter().enumerate().map(whole).collect::<Result<Vec<Value>, String>>()
        };
        Ok(Replay { rows: trace.steps.iter().enumerate().map(row).collect::<Result<_, _>>()? })
    }

    /// The value of a block of the program at a tick of the run.
    pub fn value(&self, block: BlockId, tick: u32) -> &Value {
        &self.rows[tick as usize][block.0 as usize]
    }

    /// Whether a block is true at a tick.
    pub fn is_true(&self, block: BlockId, tick: u32) -> bool {
        *self.value(block, tick) == Value::Bool(true)
    }

    /// The last tick.
    pub fn last(&self) -> u32 {
        self.rows.len() as u32 - 1
    }
}
