//! Constants: `zero`, `one`, `ones`, and numbers in three notations.

use super::line::{self, Line};
use super::{Entry, Reader};
use crate::codes;
use crate::netlist::{Gate, Sort};
use crate::report::Reports;
use num_bigint::{BigInt, BigUint};
use num_traits::{Num, Signed};
use wherefore_syntax::Checked;

impl Reader<'_> {
    pub(super) fn constant(&mut self, id: u64, line: &Line<'_>, operator: &str) -> Checked<Entry> {
        let sort = self.sort_at(line, 2)?;
        let Sort::Word(width) = sort else {
            let help = "name a sort made by `sort bitvec`";
            return Err(self.fail(codes::SORT, line.span, "a constant of an array sort", "must be a word", help));
        };
        let (value, used) = match operator {
            "zero" => (BigUint::ZERO, 3),
            "one" => (BigUint::from(1u8), 3),
            "ones" => ((BigUint::from(1u8) << width) - 1u8, 3),
            _ => (self.digits(line, operator, width)?, 4),
        };
        let place = self.place(id, line, used)?;
        Ok(Entry::Node(self.push(Gate::Constant(value), sort, place)))
    }

    fn digits(&mut self, line: &Line<'_>, operator: &str, width: u32) -> Checked<BigUint> {
        let word = self.word(line, 3, "digits")?;
        // More digits than bits cannot fit, and would take long to read.
        let text = Some(word.text).filter(|t| t.len() <= width as usize + 2);
        let value = text.and_then(|text| match operator {
            "const" if text.len() == width as usize => natural(text, 2),
            "consth" => natural(text, 16),
            "constd" => decimal(text, width),
            _ => None,
        });
        value.filter(|v| v.bits() <= u64::from(width)).ok_or_else(|| {
            let headline = format!("`{}` is no value of {width} bits", line::short(word.text));
            let help = match operator {
                "const" => format!("write {width} binary digits"),
                "consth" => format!("write a hexadecimal number of at most {width} bits"),
                _ => format!("write a decimal number of at most {width} bits"),
            };
            self.fail(codes::SYNTAX, word.span, headline, "does not fit", &help)
        })
    }
}

fn natural(text: &str, radix: u32) -> Option<BigUint> {
    let plain = text.bytes().all(|b| b.is_ascii_alphanumeric());
    plain.then(|| BigUint::from_str_radix(text, radix).ok()).flatten()
}

/// A decimal number; a negative one is in two's complement.
fn decimal(text: &str, width: u32) -> Option<BigUint> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let value = BigInt::from(natural(digits, 10)?);
    let value = if digits.len() < text.len() { -value } else { value };
    match value.is_negative() {
        true if -&value > BigInt::from(1) << (width - 1) => None,
        true => (value + (BigInt::from(1) << width)).to_biguint(),
        false => value.to_biguint(),
    }
}
