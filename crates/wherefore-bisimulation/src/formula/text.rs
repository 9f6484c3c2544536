//! Formulas as text of MCL, which is read as the modal mu-calculus of mCRL2 too.
//!
//! Negations are pushed inwards, and steps that follow each other are one path: `<"A" . tau* . "B"> true`.

use super::{Formula, FormulaId, Formulas};
use crate::graph::HIDDEN;

impl Formulas {
    /// The text of a formula; none if it has more than `longest` bytes. `name` gives the text of a label.
    pub fn text(&self, id: FormulaId, name: &dyn Fn(u32) -> String, longest: usize) -> Option<String> {
        let mut writer = Writer { formulas: self, name, longest, variables: 0, out: String::new() };
        writer.write(id, true, false);
        (writer.out.len() <= longest).then_some(writer.out)
    }
}

struct Writer<'f> {
    formulas: &'f Formulas,
    name: &'f dyn Fn(u32) -> String,
    longest: usize,
    /// Fixpoints around.
    variables: usize,
    out: String,
}

impl Writer<'_> {
    fn write(&mut self, id: FormulaId, is_true: bool, is_inside: bool) {
        // What is too long already is not written to its end: a formula can be much longer than its shared parts.
        if self.out.len() <= self.longest {
            stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.write_all(id, is_true, is_inside));
        }
    }

    fn write_all(&mut self, id: FormulaId, is_true: bool, is_inside: bool) {
        match self.formulas.get(id) {
            Formula::True => self.out.push_str(if is_true { "true" } else { "false" }),
            Formula::Not(inner) => self.write(*inner, !is_true, is_inside),
            Formula::And(list) => {
                let sign = if is_true { " && " } else { " || " };
                self.bracketed(is_inside, |writer| {
                    for (place, part) in list.iter().enumerate() {
                        writer.out.push_str(if place > 0 { sign } else { "" });
                        writer.write(*part, is_true, true);
                    }
                });
            }
            Formula::Until { meanwhile, label, then } if *meanwhile != Formulas::TRUE => {
                self.bracketed(is_inside, |writer| writer.until((*meanwhile, *label, *then), is_true));
            }
            Formula::Next(..) | Formula::Until { .. } => self.path(id, is_true),
            Formula::ForEver(inner) => self.bracketed(is_inside, |writer| writer.for_ever(*inner, is_true)),
        }
    }

    fn bracketed(&mut self, are_needed: bool, write: impl FnOnce(&mut Self)) {
        self.out.push_str(if are_needed { "(" } else { "" });
        write(self);
        self.out.push_str(if are_needed { ")" } else { "" });
    }

    /// Steps that follow each other, in one pair of brackets.
    fn path(&mut self, mut id: FormulaId, is_true: bool) {
        let (open, close) = if is_true { ("<", "> ") } else { ("[", "] ") };
        let mut between = open;
        while self.out.len() <= self.longest {
            let (label, then, is_weak) = match self.formulas.get(id) {
                Formula::Next(label, then) => (*label, *then, false),
                Formula::Until { meanwhile: Formulas::TRUE, label, then } => (*label, *then, true),
                _ => break,
            };
            self.out.push_str(between);
            let name = (self.name)(label);
            match (is_weak, label) {
                (true, HIDDEN) => self.out.push_str("tau*"),
                (true, _) => self.out.push_str(&format!("tau* . {name}")),
                (false, _) => self.out.push_str(&name),
            }
            (between, id) = (" . ", then);
        }
        self.out.push_str(close);
        self.write(id, is_true, true);
    }

    fn until(&mut self, (meanwhile, label, then): (FormulaId, u32, FormulaId), is_true: bool) {
        let variable = self.variable();
        let name = (self.name)(label);
        let (fix, [open, close], [and, or]) = signs(is_true);
        self.out.push_str(&format!("{fix} {variable} . "));
        if label == HIDDEN {
            self.write(then, is_true, true);
            self.out.push_str(&format!(" {or} ("));
            self.write(meanwhile, is_true, true);
            self.out.push_str(&format!(" {and} {open}tau{close} {variable})"));
        } else {
            self.write(meanwhile, is_true, true);
            self.out.push_str(&format!(" {and} ({open}{name}{close} "));
            self.write(then, is_true, true);
            self.out.push_str(&format!(" {or} {open}tau{close} {variable})"));
        }
        self.variables -= 1;
    }

    fn for_ever(&mut self, inner: FormulaId, is_true: bool) {
        let variable = self.variable();
        // A greatest fixpoint, and of the negation a least one: the other way round than for paths that end.
        let ((fix, ..), (_, [open, close], [and, _])) = (signs(!is_true), signs(is_true));
        self.out.push_str(&format!("{fix} {variable} . "));
        if inner != Formulas::TRUE {
            self.write(inner, is_true, true);
            self.out.push_str(&format!(" {and} "));
        }
        self.out.push_str(&format!("{open}tau{close} {variable}"));
        self.variables -= 1;
    }

    /// A variable that no fixpoint around has.
    fn variable(&mut self) -> String {
        self.variables += 1;
        format!("X{}", self.variables)
    }
}

type Signs = (&'static str, [&'static str; 2], [&'static str; 2]);

/// Fixpoint, brackets of steps, and connectives of a formula or of its negation.
fn signs(is_true: bool) -> Signs {
    if is_true { ("mu", ["<", ">"], ["&&", "||"]) } else { ("nu", ["[", "]"], ["||", "&&"]) }
}
