//! The table of symbols: `i0 enable`, `l3 count[2]`, `b0 overflow`.

use super::Reader;
use crate::codes;
use crate::netlist::{Label, NodeId, Place};
use crate::report::Reports;
use wherefore_syntax::Checked;

impl Reader<'_> {
    /// Reads symbols up to the comment or the end.
    pub(super) fn symbols(&mut self) -> Checked<()> {
        while let Some((line, span)) = self.next_line() {
            if line == "c" {
                return Ok(());
            }
            if line.trim().is_empty() {
                continue;
            }
            let (head, name) = line.split_once(' ').unwrap_or((line, ""));
            let kind = head.chars().next().unwrap_or(' ');
            let index =
                head.get(kind.len_utf8()..).and_then(crate::btor2::number).and_then(|n| usize::try_from(n).ok());
            let place = index.and_then(|index| self.place_of(kind, index));
            let Some(place) = place.filter(|_| !name.is_empty()) else {
                let headline = format!("expected a symbol, found `{}`", crate::btor2::short(line));
                let help = "a symbol is a letter of i, l, o, b, c, j and f with a number, a blank and a name; a comment begins \
                            with a line `c`";
                return Err(self.fail(codes::SYNTAX, span, headline, "names nothing of this file", help));
            };
            place.label = Some(Box::new(Label { symbol: Some(name.trim().to_owned()), source: None }));
        }
        Ok(())
    }

    fn place_of(&mut self, kind: char, index: usize) -> Option<&mut Place> {
        let netlist = &mut self.netlist;
        let node = match kind {
            'i' => netlist.inputs.get(index).copied()?,
            'l' => netlist.states.get(index)?.node,
            'o' => return netlist.outputs.get_mut(index).map(|s| &mut s.place),
            'b' => return netlist.bad.get_mut(index).map(|s| &mut s.place),
            'c' => return netlist.constraints.get_mut(index).map(|s| &mut s.place),
            'f' => return netlist.fairness.get_mut(index).map(|s| &mut s.place),
            'j' => return netlist.justice.get_mut(index).map(|j| &mut j.place),
            _ => return None,
        };
        let NodeId(number) = node;
        netlist.nodes.get_mut(number as usize).map(|n| &mut n.place)
    }
}
