//! State formulas.

use super::Parser;
use crate::codes;
use crate::lexer::Kind;
use crate::syntax::{Data, DataKind, Document, Formula, FormulaKind, Variable};
use wherefore_syntax::{Checked, Descent};

/// Words that begin something which is not read, and its name.
const OUTSIDE: &[(&str, &str)] = &[
    ("sup", "the quantity `sup`"),
    ("inf", "the quantity `inf`"),
    ("sum", "the quantity `sum`"),
    ("delay", "the operator `delay` on time"),
    ("yaled", "the operator `yaled` on time"),
    ("let", "a definition (`let`)"),
    ("if", "a choice on data (`if`) as a formula"),
    ("case", "a choice on data (`case`) as a formula"),
    ("macro", "a macro definition"),
    ("library", "a library of macros"),
];

impl Parser<'_> {
    pub(super) fn document(&mut self) -> Checked<Document> {
        let definitions = self.definitions()?;
        let formula = self.formula()?;
        self.eat_sign(";");
        Ok(Document { definitions, formula })
    }

    /// `F => F`, which groups to the right.
    pub(super) fn formula(&mut self) -> Checked<Formula> {
        let first = self.at();
        let left = self.alternative()?;
        if !self.eat_either("=>", "implies") {
            self.refuse_operator()?;
            return Ok(left);
        }
        let right = self.nested(Self::formula)?;
        Ok(Formula { kind: FormulaKind::Implies(Box::new(left), Box::new(right)), span: self.span_from(first) })
    }

    /// Operators that only quantities have, or that are not read.
    fn refuse_operator(&mut self) -> Checked<()> {
        let span = self.span_of(self.token());
        match (self.sign(), self.word()) {
            ("+" | "*", _) => Err(self.refuse("arithmetic on formulas (a quantitative formula)", span)),
            (_, "xor" | "equ") => Err(self.refuse("the operator `xor` or `equ` on formulas", span)),
            _ => Ok(()),
        }
    }

    fn alternative(&mut self) -> Checked<Formula> {
        let first = self.at();
        let mut list = vec![self.conjunction()?];
        while self.eat_either("||", "or") {
            list.push(self.conjunction()?);
        }
        Ok(self.joined(list, FormulaKind::Or, first))
    }

    fn conjunction(&mut self) -> Checked<Formula> {
        let first = self.at();
        let mut list = vec![self.nested(Self::prefixed)?];
        while self.eat_either("&&", "and") {
            list.push(self.nested(Self::prefixed)?);
        }
        Ok(self.joined(list, FormulaKind::And, first))
    }

    fn joined(&self, mut list: Vec<Formula>, make: fn(Vec<Formula>) -> FormulaKind, first: usize) -> Formula {
        match (list.len(), list.pop()) {
            (1, Some(only)) => only,
            (_, last) => {
                list.extend(last);
                Formula { kind: make(list), span: self.span_from(first) }
            }
        }
    }

    pub(super) fn prefixed(&mut self) -> Checked<Formula> {
        let first = self.at();
        let kind = match (self.sign(), self.word()) {
            ("!", _) | (_, "not") => {
                self.bump();
                FormulaKind::Not(Box::new(self.nested(Self::prefixed)?))
            }
            ("[", _) => self.modality("]", "-|", FormulaKind::Box, FormulaKind::Saturation)?,
            ("<", _) => self.modality(">", "@", FormulaKind::Diamond, FormulaKind::Loop)?,
            ("(", _) => {
                let open = self.bump();
                let inner = self.nested(Self::formula)?;
                self.expect_close(open, Kind::Sign(")"))?;
                return Ok(inner);
            }
            (_, "") => return Err(self.unexpected("a formula")),
            (_, word) => self.worded(word)?,
        };
        Ok(Formula { kind, span: self.span_from(first) })
    }

    /// A modality with its formula, or with the sign that stands for repetition without end.
    fn modality(
        &mut self,
        close: &'static str,
        endless: &'static str,
        make: fn(crate::syntax::Regular, Box<Formula>) -> FormulaKind,
        make_endless: fn(crate::syntax::Regular) -> FormulaKind,
    ) -> Checked<FormulaKind> {
        let open = self.bump();
        let path = self.nested(Self::regular)?;
        self.expect_close(open, Kind::Sign(close))?;
        if self.eat_sign(endless) {
            return Ok(make_endless(path));
        }
        Ok(make(path, Box::new(self.nested(Self::prefixed)?)))
    }

    fn worded(&mut self, word: &str) -> Checked<FormulaKind> {
        if self.begins_branching() {
            return self.branching();
        }
        let token = self.token();
        if let Some((_, what)) = OUTSIDE.iter().find(|(outside, _)| *outside == word) {
            let span = self.span_of(token);
            return Err(self.refuse(what, span));
        }
        self.bump();
        Ok(match word {
            "true" => FormulaKind::True,
            "false" => FormulaKind::False,
            "val" => FormulaKind::Val(self.condition()?),
            "forall" | "exists" => {
                let variables = self.variables()?;
                self.expect_sign(".")?;
                FormulaKind::Quantifier(word == "forall", variables, Box::new(self.nested(Self::formula)?))
            }
            "mu" | "nu" => self.fixpoint(word == "nu")?,
            "ltl" if !self.bound.iter().any(|name| name == word) => FormulaKind::Runs(self.nested(Self::linear)?),
            "inevitable" | "INEVITABLE" => {
                let path = self.nested(Self::operand)?;
                FormulaKind::Inevitable(self.action_of(path)?)
            }
            name => {
                let arguments = if self.sign() == "(" { self.list(")", Self::data)? } else { Vec::new() };
                FormulaKind::Use(name.to_owned(), arguments)
            }
        })
    }

    /// `(b)` behind `val`; a number there makes a formula quantitative.
    pub(super) fn condition(&mut self) -> Checked<Data> {
        let open = self.token();
        self.expect_sign("(")?;
        let data = self.nested(Self::data)?;
        self.expect_close(open, Kind::Sign(")"))?;
        match data.kind {
            DataKind::Number(_) => Err(self.refuse("a number in the place of a formula (a quantity)", data.span)),
            _ => Ok(data),
        }
    }

    fn fixpoint(&mut self, greatest: bool) -> Checked<FormulaKind> {
        let name = self.name("a fixpoint variable")?;
        let parameters = if self.sign() == "(" { self.list(")", Self::parameter)? } else { Vec::new() };
        if let Some(twice) =
            (1..parameters.len()).find(|i| parameters[..*i].iter().any(|p| p.0.name == parameters[*i].0.name))
        {
            let span = parameters[twice].0.span;
            return Err(self.wrong(codes::SYNTAX, span, "this parameter is declared twice"));
        }
        self.expect_sign(".")?;
        self.bound.push(name.clone());
        let body = Box::new(self.nested(Self::formula)?);
        self.bound.pop();
        Ok(FormulaKind::Fixpoint { greatest, name, parameters, body })
    }

    /// `n: Nat = 0`
    fn parameter(&mut self) -> Checked<(Variable, Data)> {
        let span = self.span_of(self.token());
        let name = self.name("a parameter")?;
        self.expect_sign(":")?;
        let sort = self.sort()?;
        if !self.eat_sign("=") && !self.eat_sign(":=") {
            return Err(self.unexpected("`=` and the first value"));
        }
        let first = self.data()?;
        Ok((Variable { name, sort, span }, first))
    }
}
