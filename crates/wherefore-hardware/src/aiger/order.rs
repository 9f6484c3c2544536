//! Gates in an order in which operands come first.

use super::{NOTHING, Reader};
use crate::codes;
use crate::report::Reports;
use wherefore_diag::Span;
use wherefore_syntax::Checked;

/// A gate as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct And {
    pub variable: u32,
    pub operands: [u64; 2],
    pub span: Span,
}

/// How far a gate has got.
#[derive(Clone, Copy, PartialEq)]
enum Progress {
    New,
    Open,
    Done,
}

impl Reader<'_> {
    /// The numbers of the gates, operands first. A loop of gates is an error.
    pub(super) fn ordered(&mut self, ands: &[And]) -> Checked<Vec<usize>> {
        let mut gate_of = vec![NOTHING; self.nodes.len()];
        for (index, and) in ands.iter().enumerate() {
            if let Some(slot) = gate_of.get_mut(and.variable as usize) {
                *slot = index as u32;
            }
        }
        let operands = |gate: usize| {
            let variables = ands.get(gate).map(|a| a.operands).into_iter().flatten().map(|l| (l / 2) as usize);
            variables.filter_map(|v| gate_of.get(v).copied()).filter(|g| *g != NOTHING).map(|g| g as usize)
        };
        let (mut progress, mut order) = (vec![Progress::New; ands.len()], Vec::with_capacity(ands.len()));
        for start in 0..ands.len() {
            let mut stack = vec![(start, false)];
            while let Some((gate, after)) = stack.pop() {
                match progress[gate] {
                    _ if after => {
                        progress[gate] = Progress::Done;
                        order.push(gate);
                    }
                    Progress::Done => {}
                    Progress::Open => return Err(self.looped(ands.get(gate))),
                    Progress::New => {
                        progress[gate] = Progress::Open;
                        stack.push((gate, true));
                        stack.extend(operands(gate).filter(|g| progress[*g] != Progress::Done).map(|g| (g, false)));
                    }
                }
            }
        }
        Ok(order)
    }

    fn looped(&mut self, and: Option<&And>) -> super::Reported {
        let span = and.map_or(self.here(0), |a| a.span);
        let help = "put a latch into the loop";
        self.fail(codes::CYCLE, span, "a gate that depends on itself", "in this loop", help)
    }
}
