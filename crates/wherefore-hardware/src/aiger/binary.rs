//! From the binary form to the ASCII form.
//!
//! In the binary form inputs and latches have the first variables, and gates follow in order. A gate with the literal `g` is two
//! numbers, `g - a` and `a - b` of its operands `a >= b`, in groups of seven bits, the lowest first, with the eighth bit set in all
//! but the last.

use super::header::Header;
use std::fmt::Write;

/// Whether a file is one of the binary form.
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(b"aig ")
}

/// The ASCII form of a binary file. An error says what is wrong, and at which byte.
pub fn unpack(bytes: &[u8]) -> Result<String, String> {
    let mut input = Input { bytes, at: 0 };
    let line = input.line("the first line")?;
    let mut words = line.split_ascii_whitespace();
    let header = (words.next() == Some("aig")).then(|| Header::of(words)).flatten();
    let header = header.ok_or("the first line is not `aig` with the numbers M I L O A [B [C [J [F]]]]")?;
    if let Some(why) = header.refusal() {
        return Err(why);
    }
    if header.defined() != header.maximum {
        return Err(format!(
            "a binary file has as many variables as inputs, latches and gates, not {}",
            header.maximum
        ));
    }
    let mut out = format!("aag {}\n", line.split_once(' ').map_or("", |(_, numbers)| numbers));
    input.lines(&mut out, &header)?;
    input.gates(&mut out, &header)?;
    out.push_str(&String::from_utf8_lossy(bytes.get(input.at..).unwrap_or_default()));
    Ok(out)
}

struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    fn line(&mut self, what: &str) -> Result<&'a str, String> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().take(1000).position(|b| *b == b'\n');
        let line = length.and_then(|length| rest.get(..length)).and_then(|l| std::str::from_utf8(l).ok());
        let line = line.ok_or_else(|| format!("expected {what} at byte {}", self.at))?;
        self.at += line.len() + 1;
        Ok(line.trim_end_matches('\r'))
    }

    /// Inputs, latches, outputs, and what is said about them.
    fn lines(&mut self, out: &mut String, header: &Header) -> Result<(), String> {
        for input in 0..header.inputs {
            writeln!(out, "{}", 2 * (input + 1)).unwrap_or_default();
        }
        for latch in 0..header.latches {
            let line = self.line("a latch")?;
            writeln!(out, "{} {line}", 2 * (header.inputs + latch + 1)).unwrap_or_default();
        }
        for (what, count) in
            [("an output", header.outputs), ("a bad state", header.bad), ("a constraint", header.constraints)]
        {
            self.copy(out, what, count)?;
        }
        let mut literals = 0u64;
        for _ in 0..header.justice {
            let line = self.line("the size of a justice property")?;
            let size =
                crate::btor2::number(line.trim()).ok_or_else(|| format!("expected a size before byte {}", self.at))?;
            literals = literals.saturating_add(size);
            writeln!(out, "{line}").unwrap_or_default();
        }
        self.copy(out, "a literal of a justice property", literals)?;
        self.copy(out, "a fairness constraint", header.fairness)
    }

    fn copy(&mut self, out: &mut String, what: &str, count: u64) -> Result<(), String> {
        for _ in 0..count {
            let line = self.line(what)?;
            writeln!(out, "{line}").unwrap_or_default();
        }
        Ok(())
    }

    fn gates(&mut self, out: &mut String, header: &Header) -> Result<(), String> {
        for gate in 0..header.ands {
            let literal = 2 * (header.inputs + header.latches + gate + 1);
            let first = self.difference().and_then(|d| literal.checked_sub(d)).filter(|a| *a < literal);
            let second = first.and_then(|a| self.difference().and_then(|d| a.checked_sub(d)));
            let (Some(a), Some(b)) = (first, second) else {
                return Err(format!("gate {} of {} ends or goes wrong at byte {}", gate + 1, header.ands, self.at));
            };
            writeln!(out, "{literal} {a} {b}").unwrap_or_default();
        }
        Ok(())
    }

    fn difference(&mut self) -> Option<u64> {
        let mut value = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }
}
