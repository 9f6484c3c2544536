//! `bad`, `constraint`, `fair`, `output` and `justice`.

use super::line::Line;
use super::{Entry, Reader};
use crate::codes;
use crate::netlist::{Justice, Literal, Signal, Sort};
use crate::report::Reports;
use wherefore_syntax::Checked;

impl Reader<'_> {
    pub(super) fn signal(&mut self, id: u64, line: &Line<'_>, operator: &str) -> Checked<Entry> {
        let value = self.literal(line, 2)?;
        let place = self.place(id, line, 3)?;
        if operator != "output" {
            self.single_bit(line, 2, value)?;
        }
        let list = match operator {
            "bad" => &mut self.netlist.bad,
            "constraint" => &mut self.netlist.constraints,
            "fair" => &mut self.netlist.fairness,
            _ => &mut self.netlist.outputs,
        };
        list.push(Signal { value, place });
        Ok(Entry::Statement)
    }

    pub(super) fn justice(&mut self, id: u64, line: &Line<'_>) -> Checked<Entry> {
        let count = self.count(line, 2, "the number of values")?;
        let count = usize::try_from(count).unwrap_or(usize::MAX).min(line.words.len());
        let mut values = Vec::new();
        for at in 3..count.saturating_add(3) {
            let value = self.literal(line, at)?;
            self.single_bit(line, at, value)?;
            values.push(value);
        }
        let place = self.place(id, line, count.saturating_add(3))?;
        self.netlist.justice.push(Justice { values, place });
        Ok(Entry::Statement)
    }

    fn single_bit(&mut self, line: &Line<'_>, at: usize, value: Literal) -> Checked<()> {
        if self.netlist.sort(value) == Some(Sort::Word(1)) {
            return Ok(());
        }
        let span = line.words.get(at).map_or(line.span, |w| w.span);
        let help = "compare the word with a constant, or take one bit with `slice`";
        Err(self.fail(codes::SORT, span, "expected a single bit", "a word or an array", help))
    }
}
