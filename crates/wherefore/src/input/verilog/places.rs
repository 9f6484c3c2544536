//! The places of a design on the lines of its netlist.
//!
//! On a line of a netlist yosys notes where a wire stands in the design, but not where a gate or a register does. That is in its
//! description in JSON, by the names of cells and wires; and comments in the netlist say between which lines a cell is written:
//!
//! ```text
//! ; begin $logic_or$fifo.v:9$6
//!   34 or 1 33 3
//! ; end $logic_or$fifo.v:9$6
//! ```

use serde_json::Value;
use std::collections::BTreeMap;

/// The netlist without these comments, and with the place of the design behind each line that has one.
pub(super) fn placed(netlist: &str, description: &str) -> String {
    let mut places = Places::read(description);
    let (mut around, mut out): (Vec<Option<String>>, String) = (Vec::new(), String::new());
    for line in netlist.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix("; begin ") {
            around.push(places.of(name).cloned());
        } else if line.starts_with("; end ") {
            around.pop();
        } else if !line.starts_with(';') {
            let cell = around.last().and_then(Option::as_ref);
            let own = if line.contains(';') { None } else { places.of_line(line, cell) };
            out.push_str(line);
            own.into_iter().for_each(|place| out.extend([" ; ", place.as_str()]));
            out.push('\n');
        }
    }
    out
}

/// Where cells and wires stand in the design, by their names.
#[derive(Default)]
struct Places {
    cells: BTreeMap<String, String>,
    wires: BTreeMap<String, String>,
    /// Where registers are declared, by the numbers of their lines.
    registers: BTreeMap<String, String>,
}

impl Places {
    /// What a description says; nothing if it is none.
    fn read(description: &str) -> Places {
        let description: Value = serde_json::from_str(description).unwrap_or_default();
        let modules = description["modules"].as_object().into_iter().flat_map(|modules| modules.values());
        let mut places = Places::default();
        for module in modules {
            for (list, into) in [("cells", &mut places.cells), ("netnames", &mut places.wires)] {
                let things = module[list].as_object().into_iter().flatten();
                let place = |thing: &Value| around(thing["attributes"]["src"].as_str()?);
                into.extend(things.filter_map(|(name, thing)| Some((name.clone(), place(thing)?))));
            }
        }
        places
    }

    /// The place of what begins: `wire count`, `next $procdff$37`, `$procdff$37`.
    fn of(&self, begun: &str) -> Option<&String> {
        match begun.strip_prefix("wire ") {
            Some(wire) => self.wires.get(wire),
            None => self.cells.get(begun.strip_prefix("next ").unwrap_or(begun)),
        }
    }

    /// The place of a line, given that of the cell that it belongs to. A register and its first value stand where it is declared. The
    /// line of a constant is shared by all that use it.
    fn of_line(&mut self, line: &str, cell: Option<&String>) -> Option<String> {
        let words: Vec<&str> = line.split(' ').collect();
        match words.as_slice() {
            [_, "sort" | "const" | "constd" | "consth" | "zero" | "one" | "ones", ..] => None,
            [number, "state", _, name] => {
                let declared = self.wires.get(*name).or(cell)?.clone();
                self.registers.insert((*number).to_owned(), declared.clone());
                Some(declared)
            }
            [_, "init", _, register, ..] => self.registers.get(*register).or(cell).cloned(),
            _ => cell.cloned(),
        }
    }
}

/// The smallest place around all of a list, `m.v:3.1-3.9|m.v:2.5-4.7`; the first if they are of several files.
fn around(list: &str) -> Option<String> {
    let mut file = None;
    let (mut first, mut last) = ((u32::MAX, u32::MAX), (0, 0));
    for place in list.split('|') {
        let (name, range) = place.rsplit_once(':')?;
        let (begin, end) = range.split_once('-')?;
        if *file.get_or_insert(name) != name {
            return Some(list.split('|').next()?.to_owned());
        }
        (first, last) = (first.min(position(begin)?), last.max(position(end)?));
    }
    Some(format!("{}:{}.{}-{}.{}", file?, first.0, first.1, last.0, last.1))
}

/// A line and a column, `12.9`.
fn position(text: &str) -> Option<(u32, u32)> {
    let (line, column) = text.split_once('.')?;
    Some((line.parse().ok()?, column.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_the_places_of_their_cells() {
        let netlist = "; BTOR\n  ; begin $not$1\n      ; begin $dff$2\n        1 sort bitvec 1\n        2 state 1 q\n        \
                       ; 2 \\q\n        6 zero 1\n        7 init 1 2 6\n      ; end $dff$2\n    3 not 1 2\n  ; end $not$1\n4 output 3 o ; m.v:1.1-1.2\n  ; begin next $dff$2\n\
                       5 next 1 2 3\n  ; end next $dff$2\n";
        let description = r#"{"modules": {"m": {
            "cells": {"$not$1": {"attributes": {"src": "m.v:4.9-4.11"}}, "$dff$2": {"attributes": {"src": "m.v:3.3-3.8|m.v:3.1-5.4"}}},
            "netnames": {"q": {"attributes": {"src": "m.v:2.7-2.8"}}}}}}"#;
        let wanted = "1 sort bitvec 1\n2 state 1 q ; m.v:2.7-2.8\n6 zero 1\n7 init 1 2 6 ; m.v:2.7-2.8\n3 not 1 2 ; m.v:4.9-4.11\n4 output 3 o ; m.v:1.1-1.2\n\
                      5 next 1 2 3 ; m.v:3.1-5.4\n";
        assert_eq!(placed(netlist, description), wanted);
        assert_eq!(placed("1 sort bitvec 1\n", "no description"), "1 sort bitvec 1\n");
    }
}
