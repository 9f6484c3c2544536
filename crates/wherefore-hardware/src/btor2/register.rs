//! `init` and `next`.

use super::line::Line;
use super::{Entry, Reader};
use crate::codes;
use crate::netlist::{Assignment, Gate, Literal, Sort};
use crate::report::Reports;
use wherefore_syntax::Checked;

impl Reader<'_> {
    pub(super) fn assignment(&mut self, line: &Line<'_>, is_init: bool) -> Checked<Entry> {
        let (sort, state, value) = (self.sort_at(line, 2)?, self.literal(line, 3)?, self.literal(line, 4)?);
        self.place(0, line, 5)?;
        let number = self.register(line, state)?;
        let fits = |found: Option<Sort>| match (found, sort) {
            (Some(found), _) if found == sort => true,
            // A word stands for the array that has it everywhere.
            (Some(Sort::Word(width)), Sort::Array { element, .. }) => is_init && width == element,
            _ => false,
        };
        if self.netlist.sort(state) != Some(sort) || !fits(self.netlist.sort(value)) {
            let help =
                "sort, register and value must have one sort; an array may be given one word for all elements at first";
            return Err(self.fail(codes::SORT, line.span, "a value of another sort than the register", "here", help));
        }
        let assignment = Assignment { value, span: self.origin(line) };
        let Some(state) = self.netlist.states.get_mut(number) else { return Ok(Entry::Statement) };
        let slot = if is_init { &mut state.init } else { &mut state.next };
        match slot.replace(assignment) {
            None => Ok(Entry::Statement),
            Some(_) => {
                let word = if is_init { "init" } else { "next" };
                let headline = format!("a register with `{word}` twice");
                Err(self.fail(codes::DUPLICATE, line.span, headline, "the second", "remove one of the two lines"))
            }
        }
    }

    /// The number of the register that a literal is.
    fn register(&mut self, line: &Line<'_>, literal: Literal) -> Checked<usize> {
        match self.netlist.node(literal.node).map(|n| &n.gate) {
            Some(Gate::State(number)) if !literal.negated => Ok(*number as usize),
            _ => {
                let span = line.words.get(3).map_or(line.span, |w| w.span);
                let help = "name the line of a `state`, without `-`";
                Err(self.fail(codes::SORT, span, "only registers have first and next values", "no register", help))
            }
        }
    }
}
