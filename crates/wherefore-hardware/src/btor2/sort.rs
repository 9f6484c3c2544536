//! `sort bitvec 8` and `sort array 1 2`.

use super::Reader;
use super::line::{self, Line};
use crate::codes;
use crate::netlist::{MOST_BITS, Sort};
use crate::report::Reports;
use wherefore_syntax::Checked;

impl Reader<'_> {
    pub(super) fn sort(&mut self, line: &Line<'_>) -> Checked<Sort> {
        let kind = self.word(line, 2, "`bitvec` or `array`")?;
        let (sort, used) = match kind.text {
            "bitvec" => (self.width(line)?, 4),
            "array" => (self.array(line)?, 5),
            other => {
                let headline = format!("expected `bitvec` or `array`, found `{}`", line::short(other));
                let help = "write `sort bitvec WIDTH` or `sort array INDEX ELEMENT`";
                return Err(self.fail(codes::SYNTAX, kind.span, headline, "no kind of sort", help));
            }
        };
        self.place(0, line, used).map(|_| sort)
    }

    fn width(&mut self, line: &Line<'_>) -> Checked<Sort> {
        let width = self.count(line, 3, "a width")?;
        let span = line.words.get(3).map_or(line.span, |w| w.span);
        match u32::try_from(width).unwrap_or(u32::MAX) {
            0 => Err(self.fail(codes::SORT, span, "a word has at least one bit", "no bits", "write a width from 1 on")),
            width if width <= MOST_BITS => Ok(Sort::Word(width)),
            _ => {
                let headline = format!("words of {width} bits");
                let help = format!("words may have {MOST_BITS} bits; a memory is better written as an array");
                Err(self.fail(codes::LIMIT, span, headline, "too wide", &help))
            }
        }
    }

    fn array(&mut self, line: &Line<'_>) -> Checked<Sort> {
        match (self.sort_at(line, 3)?, self.sort_at(line, 4)?) {
            (Sort::Word(index), Sort::Word(element)) => Ok(Sort::Array { index, element }),
            _ => {
                let help = "index and element must be sorts of words";
                Err(self.fail(
                    codes::UNSUPPORTED,
                    line.span,
                    "an array whose index or element is an array",
                    "here",
                    help,
                ))
            }
        }
    }
}
