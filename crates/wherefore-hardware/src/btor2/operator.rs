//! Operators: their operands, and whether the sorts fit.

use super::line::{self, Line, Word};
use super::{Entry, Reader};
use crate::codes;
use crate::netlist::{Binary, Gate, Literal, Sort, Unary};
use crate::report::Reports;
use std::fmt::Write;
use wherefore_syntax::Checked;

/// Operators of the first version of the format.
const OLD: &[&str] = &["var", "array", "anext", "acond", "root", "cond", "proxy", "constraint"];

fn unary(word: &str) -> Option<Unary> {
    Some(match word {
        "not" => Unary::Not,
        "inc" => Unary::Inc,
        "dec" => Unary::Dec,
        "neg" => Unary::Neg,
        "redand" => Unary::Redand,
        "redor" => Unary::Redor,
        "redxor" => Unary::Redxor,
        _ => return None,
    })
}

fn binary(word: &str) -> Option<Binary> {
    use Binary::*;
    let all = [
        ("iff", Iff),
        ("implies", Implies),
        ("eq", Eq),
        ("neq", Neq),
        ("sgt", Sgt),
        ("ugt", Ugt),
        ("sgte", Sgte),
        ("ugte", Ugte),
        ("slt", Slt),
        ("ult", Ult),
        ("slte", Slte),
        ("ulte", Ulte),
        ("and", And),
        ("nand", Nand),
        ("nor", Nor),
        ("or", Or),
        ("xnor", Xnor),
        ("xor", Xor),
        ("rol", Rol),
        ("ror", Ror),
        ("sll", Sll),
        ("sra", Sra),
        ("srl", Srl),
        ("add", Add),
        ("mul", Mul),
        ("sdiv", Sdiv),
        ("udiv", Udiv),
        ("smod", Smod),
        ("srem", Srem),
        ("urem", Urem),
        ("sub", Sub),
        ("saddo", Saddo),
        ("uaddo", Uaddo),
        ("sdivo", Sdivo),
        ("smulo", Smulo),
        ("umulo", Umulo),
        ("ssubo", Ssubo),
        ("usubo", Usubo),
        ("concat", Concat),
        ("read", Read),
    ];
    all.iter().find(|(name, _)| *name == word).map(|(_, op)| *op)
}

impl Reader<'_> {
    pub(super) fn operator(&mut self, id: u64, line: &Line<'_>, word: Word<'_>) -> Checked<Entry> {
        let (gate, result, used) = self.gate(line, word)?;
        let Some(result) = result else { return Err(self.clash(line, word, &gate)) };
        let named = self.sort_at(line, 2)?;
        if named != result {
            let headline = format!("`{}` gives {} here, and the line says {}", word.text, show(result), show(named));
            let help = format!("name a sort that is {}", show(result));
            return Err(self.fail(codes::SORT, line.span, headline, "another sort", &help));
        }
        let place = self.place(id, line, used)?;
        Ok(Entry::Node(self.push(gate, result, place)))
    }

    /// The gate, its sort if the operands fit, and how many words of the line it takes.
    fn gate(&mut self, line: &Line<'_>, word: Word<'_>) -> Checked<(Gate, Option<Sort>, usize)> {
        if let Some(op) = unary(word.text) {
            let a = self.literal(line, 3)?;
            return Ok((Gate::Unary(op, a), self.unary_sort(op, a), 4));
        }
        if let Some(op) = binary(word.text) {
            let (a, b) = (self.literal(line, 3)?, self.literal(line, 4)?);
            return Ok((Gate::Binary(op, a, b), self.binary_sort(op, a, b), 5));
        }
        match word.text {
            "ite" | "write" => {
                let (a, b, c) = (self.literal(line, 3)?, self.literal(line, 4)?, self.literal(line, 5)?);
                let is_ite = word.text == "ite";
                let sort = if is_ite { self.ite_sort(a, b, c) } else { self.write_sort(a, b, c) };
                Ok((if is_ite { Gate::Ite(a, b, c) } else { Gate::Write(a, b, c) }, sort, 6))
            }
            "slice" => self.slice(line),
            "uext" | "sext" => self.extend(line, word.text == "sext"),
            other => Err(self.unknown(other, word)),
        }
    }

    fn unknown(&mut self, name: &str, word: Word<'_>) -> super::Reported {
        if OLD.contains(&name) {
            let help = "write the netlist as BTOR2, for instance with `write_btor` of yosys";
            return self.fail(
                codes::UNSUPPORTED,
                word.span,
                format!("`{name}` of the first version of BTOR"),
                "here",
                help,
            );
        }
        let headline = format!("no operator is called `{}`", line::short(name));
        self.fail(
            codes::SYNTAX,
            word.span,
            headline,
            "not known",
            "operators are written in lower case, as in the paper on BTOR2",
        )
    }

    fn slice(&mut self, line: &Line<'_>) -> Checked<(Gate, Option<Sort>, usize)> {
        let of = self.literal(line, 3)?;
        let (hi, lo) = (self.count(line, 4, "the highest bit")?, self.count(line, 5, "the lowest bit")?);
        let (hi, lo) = (u32::try_from(hi).unwrap_or(u32::MAX), u32::try_from(lo).unwrap_or(u32::MAX));
        let sort = match self.netlist.sort(of) {
            Some(Sort::Word(width)) if lo <= hi && hi < width => Some(Sort::Word(hi - lo + 1)),
            _ => None,
        };
        Ok((Gate::Slice { of, hi, lo }, sort, 6))
    }

    fn extend(&mut self, line: &Line<'_>, signed: bool) -> Checked<(Gate, Option<Sort>, usize)> {
        let of = self.literal(line, 3)?;
        let by = self.count(line, 4, "a number of bits")?;
        let by = u32::try_from(by).unwrap_or(u32::MAX);
        let sort = match self.netlist.sort(of) {
            Some(Sort::Word(width)) => width.checked_add(by).map(Sort::Word),
            _ => None,
        };
        Ok((Gate::Extend { of, by, signed }, sort, 5))
    }

    fn unary_sort(&self, op: Unary, a: Literal) -> Option<Sort> {
        let Sort::Word(width) = self.netlist.sort(a)? else { return None };
        match op {
            Unary::Redand | Unary::Redor | Unary::Redxor => Some(Sort::Word(1)),
            Unary::Not | Unary::Inc | Unary::Dec | Unary::Neg => Some(Sort::Word(width)),
        }
    }

    fn binary_sort(&self, op: Binary, a: Literal, b: Literal) -> Option<Sort> {
        use Binary::*;
        let bit = Sort::Word(1);
        match (op, self.netlist.sort(a)?, self.netlist.sort(b)?) {
            (Iff | Implies, x, y) => (x == bit && y == bit).then_some(bit),
            (Eq | Neq, x, y) => (x == y).then_some(bit),
            (Concat, Sort::Word(x), Sort::Word(y)) => x.checked_add(y).map(Sort::Word),
            (Read, Sort::Array { index, element }, Sort::Word(y)) => (index == y).then_some(Sort::Word(element)),
            (Sgt | Ugt | Sgte | Ugte | Slt | Ult | Slte | Ulte, Sort::Word(x), Sort::Word(y)) => {
                (x == y).then_some(bit)
            }
            (Saddo | Uaddo | Sdivo | Smulo | Umulo | Ssubo | Usubo, Sort::Word(x), Sort::Word(y)) => {
                (x == y).then_some(bit)
            }
            (Read, ..) => None,
            (_, Sort::Word(x), Sort::Word(y)) => (x == y).then_some(Sort::Word(x)),
            _ => None,
        }
    }

    fn ite_sort(&self, condition: Literal, then: Literal, other: Literal) -> Option<Sort> {
        let sort = self.netlist.sort(then)?;
        (self.netlist.sort(condition)? == Sort::Word(1) && self.netlist.sort(other)? == sort).then_some(sort)
    }

    fn write_sort(&self, array: Literal, at: Literal, value: Literal) -> Option<Sort> {
        let sort = self.netlist.sort(array)?;
        let Sort::Array { index, element } = sort else { return None };
        let fits = self.netlist.sort(at)? == Sort::Word(index) && self.netlist.sort(value)? == Sort::Word(element);
        fits.then_some(sort)
    }

    /// The message about operands that do not fit.
    fn clash(&mut self, line: &Line<'_>, word: Word<'_>, gate: &Gate) -> super::Reported {
        let mut found = String::new();
        for sort in gate.operands().filter_map(|o| self.netlist.sort(o)) {
            let comma = if found.is_empty() { "" } else { ", " };
            write!(found, "{comma}{}", show(sort)).unwrap_or_default();
        }
        let headline = format!("`{}` cannot take {found}", word.text);
        let help = match gate {
            Gate::Slice { .. } => "the highest bit comes first, and both must be bits of the word",
            Gate::Extend { .. } => "only words are extended",
            Gate::Ite(..) => "take a single bit, then two values of one sort",
            _ => "bring the operands to one width with `uext`, `sext` or `slice`",
        };
        self.fail(codes::SORT, line.span, headline, "operands that do not fit", help)
    }
}

fn show(sort: Sort) -> String {
    match sort {
        Sort::Word(1) => "a bit".to_owned(),
        Sort::Word(width) => format!("a word of {width} bits"),
        Sort::Array { index, element } => format!("an array of words of {element} bits with an index of {index} bits"),
    }
}
