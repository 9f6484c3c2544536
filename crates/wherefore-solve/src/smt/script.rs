//! The commands so far: what the solver knows, as text that can be sent again.
//!
//! Every copy of a variable is a constant, `v3_0` for variable 3 at tick 0. Every other term is defined once per tick,
//! `t17_0`, over the names of its operands: the text is as large as the shared term, neither printing nor reading it
//! nests, and the solver, for which a definition is a macro, sees the formula itself. Naming terms by constants and
//! equations instead was tried: cvc5 becomes a hundred times slower on deep terms.
//!
//! An assumption must be a declared constant if the core is to name it. One that is not gets an activation constant for
//! each sign in use, `p5` or `n5`, that implies it; an implication adds less to later checks than an equivalence.

use super::print;
use super::sexp::{NodeId, Tree};
use super::value;
use super::words::{self, Words};
use crate::{Lit, SolveError};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::fmt::Write;
use wherefore_ir::{Op, Sort, TermId, Terms, Value, VarId};

/// Methods of a solver that has its capabilities in `capabilities` and writes what is declared and asserted to `script`.
macro_rules! written {
    () => {
        fn capabilities(&self) -> &$crate::Capabilities {
            &self.capabilities
        }

        fn literal(
            &mut self,
            terms: &wherefore_ir::Terms,
            term: wherefore_ir::TermId,
            tick: u32,
        ) -> Result<$crate::Lit, $crate::SolveError> {
            self.script.literal(terms, term, tick)
        }

        fn fresh(&mut self) -> Result<$crate::Lit, $crate::SolveError> {
            Ok(self.script.fresh())
        }

        fn clause(&mut self, literals: &[$crate::Lit]) -> Result<(), $crate::SolveError> {
            self.script.clause(literals)
        }
    };
}
pub(super) use written;

/// A term or a variable at a tick.
type At<T> = (T, u64);

/// Everything said so far.
#[derive(Default)]
pub(super) struct Script {
    text: String,
    copies: IndexSet<At<VarId>, FxBuildHasher>,
    defined: FxHashMap<At<TermId>, ()>,
    literals: Vec<String>,
    literal_of: FxHashMap<At<TermId>, u32>,
    activated: FxHashMap<Lit, ()>,
    arithmetic: bool,
    floats: bool,
    /// For a solver without integers: these are words.
    words: Option<Words>,
}

impl Script {
    /// A script for a solver without integers.
    pub fn in_words() -> Script {
        Script { words: Some(Words::default()), ..Script::default() }
    }

    /// The commands. They only ever grow at the end.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The smallest logic that is worth naming.
    pub fn logic(&self) -> &'static str {
        match (self.arithmetic, self.floats) {
            (true, _) => "ALL",
            (false, true) => "QF_BVFP",
            (false, false) => "QF_BV",
        }
    }

    /// The copies of variables, in the order in which they were mentioned.
    pub fn copies(&self) -> &IndexSet<At<VarId>, FxBuildHasher> {
        &self.copies
    }

    /// How many literals there are.
    pub fn literal_count(&self) -> usize {
        self.literals.len()
    }

    /// The name of a copy.
    pub fn copy_name((var, tick): At<VarId>) -> String {
        format!("v{}_{tick}", var.0)
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        self.text.write_fmt(line).and_then(|()| self.text.write_char('\n')).unwrap_or_default();
    }

    /// A literal for a Boolean term at a tick.
    pub fn literal(&mut self, terms: &Terms, term: TermId, tick: u32) -> Result<Lit, SolveError> {
        if terms.sort(term) != Sort::Bool {
            return Err(SolveError::Unsupported("a literal of a term that is not Boolean".to_owned()));
        }
        let (mut term, mut negative) = (term, false);
        while terms.op(term) == Op::Not {
            (term, negative) = (terms.operands(term)[0], !negative);
        }
        let at = place(terms, term, tick);
        if let Some(&known) = self.literal_of.get(&at) {
            return Ok(Lit::new(known, negative));
        }
        self.define(terms, at)?;
        let name = self.name(terms, at)?;
        let literal = self.add_literal(name);
        self.literal_of.insert(at, literal.var());
        Ok(if negative { !literal } else { literal })
    }

    /// A literal that nothing constrains.
    pub fn fresh(&mut self) -> Lit {
        let name = format!("x{}", self.literals.len());
        self.line(format_args!("(declare-const {name} Bool)"));
        self.add_literal(name)
    }

    fn add_literal(&mut self, name: String) -> Lit {
        self.literals.push(name);
        Lit::new(self.literals.len() as u32 - 1, false)
    }

    /// The name of a literal's variable.
    pub fn literal_name(&self, literal: Lit) -> Result<&str, SolveError> {
        let name = self.literals.get(literal.var() as usize).map(String::as_str);
        name.ok_or_else(|| SolveError::Unsupported("a literal of another solver".to_owned()))
    }

    fn signed(&self, literal: Lit) -> Result<String, SolveError> {
        let name = self.literal_name(literal)?;
        Ok(if literal.is_negative() { format!("(not {name})") } else { name.to_owned() })
    }

    /// Asserts a clause.
    pub fn clause(&mut self, literals: &[Lit]) -> Result<(), SolveError> {
        let signed = literals.iter().map(|l| self.signed(*l)).collect::<Result<Vec<_>, _>>()?;
        match signed.as_slice() {
            [] => self.line(format_args!("(assert false)")),
            [one] => self.line(format_args!("(assert {one})")),
            many => self.line(format_args!("(assert (or {}))", many.join(" "))),
        }
        Ok(())
    }

    /// How to assume a literal: a declared constant or its negation.
    pub fn assumption(&mut self, literal: Lit) -> Result<String, SolveError> {
        let signed = self.signed(literal)?;
        if self.literal_name(literal)?.starts_with(['v', 'x']) {
            return Ok(signed);
        }
        let name = format!("{}{}", if literal.is_negative() { 'n' } else { 'p' }, literal.var());
        if self.activated.insert(literal, ()).is_none() {
            self.line(format_args!("(declare-const {name} Bool)\n(assert (=> {name} {signed}))"));
        }
        Ok(name)
    }

    /// Defines a term at a tick and everything below it that is not defined yet.
    fn define(&mut self, terms: &Terms, (root, tick): At<TermId>) -> Result<(), SolveError> {
        let mut found = IndexSet::<At<TermId>, FxBuildHasher>::default();
        let mut open = vec![(root, tick)];
        while let Some(at) = open.pop() {
            if self.defined.contains_key(&at) || !found.insert(at) {
                continue;
            }
            open.extend(terms.operands(at.0).iter().map(|t| place(terms, *t, at.1 as u32)));
        }
        found.sort_unstable();
        if let Some(words) = &mut self.words {
            found.iter().try_for_each(|(term, _)| words.learn(terms, *term))?;
        }
        // Nothing is written before it is known that everything can be: a refused term must not leave half of itself.
        let lines = found.iter().map(|at| self.definition(terms, *at)).collect::<Result<Vec<_>, _>>()?;
        for (at, line) in found.iter().zip(lines) {
            self.text.push_str(&line);
            self.arithmetic |= self.words.is_none() && is_arithmetic(terms, at.0);
            self.floats |= terms.sort(at.0).is_float();
            self.defined.insert(*at, ());
            if let Some(copy) = copy_of(terms, *at) {
                self.copies.insert(copy);
            }
        }
        Ok(())
    }

    fn definition(&self, terms: &Terms, at: At<TermId>) -> Result<String, SolveError> {
        let sort = terms.sort(at.0);
        if let Some(copy) = copy_of(terms, at) {
            let sort_text = self.sort(terms, at.0)?;
            if self.copies.contains(&copy) {
                return Ok(String::new());
            }
            let name = Script::copy_name(copy);
            let bounds = if self.words.is_some() { words::bounds } else { print::bounds };
            let bounds = bounds(terms, sort, &name).map(|b| format!("(assert {b})\n")).unwrap_or_default();
            return Ok(format!("(declare-const {name} {sort_text})\n{bounds}"));
        }
        if terms.constant(at.0).is_some() {
            // Checked here, written where it is used.
            return self.name(terms, at).map(|_| String::new());
        }
        let names = terms.operands(at.0).iter().map(|t| self.name(terms, place(terms, *t, at.1 as u32)));
        let names = names.collect::<Result<Vec<_>, _>>()?;
        let body = match &self.words {
            Some(words) => words.application(terms, at.0, &names)?,
            None => print::application(terms, at.0, &names)?,
        };
        Ok(format!("(define-fun t{}_{} () {} {body})\n", at.0.0, at.1, self.sort(terms, at.0)?))
    }

    fn sort(&self, terms: &Terms, term: TermId) -> Result<String, SolveError> {
        match &self.words {
            Some(words) => words.sort(terms, term),
            None => print::sort(terms, terms.sort(term)),
        }
    }

    /// The value of a variable of this sort at a node of an answer.
    pub fn read(&self, terms: &Terms, tree: &Tree, node: NodeId, sort: Sort) -> Option<Value> {
        let read = if self.words.is_some() { words::read } else { value::read };
        read(terms, tree, node, sort)
    }

    fn name(&self, terms: &Terms, at: At<TermId>) -> Result<String, SolveError> {
        if let Some(copy) = copy_of(terms, at) {
            return Ok(Script::copy_name(copy));
        }
        match (terms.constant(at.0), &self.words) {
            (Some(value), Some(words)) => words.constant(terms, value),
            (Some(value), None) => print::constant(terms, value),
            (None, _) => Ok(format!("t{}_{}", at.0.0, at.1)),
        }
    }
}

/// Where a term is defined: what holds no variable is the same at every tick.
fn place(terms: &Terms, term: TermId, tick: u32) -> At<TermId> {
    (term, if terms.has_variable(term) { u64::from(tick) } else { 0 })
}

fn copy_of(terms: &Terms, (term, tick): At<TermId>) -> Option<At<VarId>> {
    match terms.op(term) {
        Op::Var(v) => Some((v, tick)),
        Op::Next(v) => Some((v, tick + 1)),
        _ => None,
    }
}

fn is_arithmetic(terms: &Terms, term: TermId) -> bool {
    terms.sort(term).is_integer() || terms.sort(term) == Sort::Real
}
