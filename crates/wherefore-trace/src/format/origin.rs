//! Where the values of a trace stand in its file, and what else stands there.
//!
//! A trace keeps values of variables only. Code that completes a trace that lacks some, or says why it is no run, also
//! needs what the file says about definitions, and the lines on which all this stands.

use std::collections::BTreeMap;
use wherefore_ir::{Value, VarId};

/// The value that a file gives for a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The step, from 0.
    pub step: usize,
    /// The place of the definition among those of the system.
    pub define: usize,
    /// Its value.
    pub value: Value,
    /// The line, from 1; 0 where the format has no lines.
    pub line: usize,
}

/// Where a trace comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// Values of definitions in the file.
    pub printed: Vec<Printed>,
    /// Names that the model does not have, each once.
    pub unknown: Vec<String>,
    lines: BTreeMap<(VarId, usize), usize>,
}

impl Origin {
    /// Notes the line of a value.
    pub(super) fn note(&mut self, step: usize, var: VarId, line: usize) {
        self.lines.insert((var, step), line);
    }

    /// The line that gives a variable its value at a step: that of the step itself, or the last before it that names
    /// the variable. `None` where no line does, or where the format has no lines.
    pub fn line(&self, step: usize, var: VarId) -> Option<usize> {
        self.lines.range((var, 0)..=(var, step)).next_back().map(|(_, line)| *line).filter(|line| *line > 0)
    }

    /// Whether the file says nothing about the model: it gives no value to anything that has a name there. Every run of
    /// the model fits such a file, so that none of them is the one that it means.
    pub fn is_foreign(&self) -> bool {
        self.lines.is_empty() && self.printed.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_is_carried_on_has_the_line_it_was_printed_on() {
        let mut origin = Origin::default();
        origin.note(0, VarId(1), 4);
        origin.note(2, VarId(1), 9);
        origin.note(0, VarId(2), 0);
        let line = |step| origin.line(step, VarId(1));
        assert_eq!([line(0), line(1), line(2), line(7)], [Some(4), Some(4), Some(9), Some(9)]);
        assert_eq!((origin.line(3, VarId(0)), origin.line(3, VarId(2))), (None, None));
    }
}
