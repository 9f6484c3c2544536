//! The evaluator: values of terms at one tick, or over one step.
//!
//! A set of roots is compiled once into a straight line of instructions, operands before users, in which shared terms
//! occur once. Each run fills one slot per instruction; constants and variables are borrowed where they lie. Nothing
//! recurses, so the depth of a term does not matter.
//!
//! Values may be missing. The logic is then Kleene's: a result is given exactly if the connectives determine it from
//! what is known (`false & ?` is false, `true & ?` is missing). A value of the wrong sort counts as missing, so that
//! a broken trace is an error of the trace and never a panic.
//!
//! ```text
//! roots  x + 1 < y,  x + 1        0:  x + 1
//!                                 1:  #0 < y       results  #1, #0
//! ```
//!
//! This is the judge of all engines. It is written from the comments at [`Op`] and must stay independent of them.

mod apply;
mod float;

use crate::Trace;
use apply::{binary, sum, unary};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt;
use wherefore_ir::{ConstId, Op, System, TermId, Terms, Value, VarId, walk};

/// A term with a temporal operator: it has no value at one tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TemporalTerm(pub TermId);

impl fmt::Display for TemporalTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "term {} holds a temporal operator and has no value at one tick", self.0.0)
    }
}

impl std::error::Error for TemporalTerm {}

/// Where an operand lies.
#[derive(Clone, Copy, Debug)]
enum Source {
    Slot(u32),
    Const(u32),
    Now(VarId),
    Next(VarId),
}

#[derive(Clone, Copy, Debug)]
struct Instruction {
    op: Op,
    first: u32,
    count: u32,
}

/// Compiled roots. It keeps no reference to the arena and may be run any number of times, on any thread.
#[derive(Clone, Debug)]
pub struct Evaluator {
    code: Vec<Instruction>,
    operands: Vec<Source>,
    constants: Vec<Value>,
    roots: Vec<Source>,
}

impl Evaluator {
    /// Compiles `roots`; the results of a run come in their order.
    pub fn new(terms: &Terms, roots: &[TermId]) -> Result<Evaluator, TemporalTerm> {
        if let Some(root) = roots.iter().find(|t| terms.has_ltl(**t) || terms.has_ctl(**t)) {
            return Err(TemporalTerm(*root));
        }
        let mut compiler = Compiler::default();
        let order = walk::postorder(terms, roots.iter().copied());
        order.iter().for_each(|term| compiler.term(terms, *term));
        let roots = roots.iter().map(|t| compiler.places[t]).collect();
        Ok(Evaluator { code: compiler.code, operands: compiler.operands, constants: compiler.constants, roots })
    }

    /// How many instructions a run takes.
    pub fn size(&self) -> usize {
        self.code.len()
    }

    /// The values of the roots at a tick. Without `next`, terms over the next state have no value.
    pub fn evaluate(&self, now: &[Option<Value>], next: Option<&[Option<Value>]>) -> Vec<Option<Value>> {
        let run = self.run(now, next);
        self.roots.iter().map(|r| run.get(*r).cloned()).collect()
    }

    /// As [`Evaluator::evaluate`], for Boolean roots.
    pub fn truths(&self, now: &[Option<Value>], next: Option<&[Option<Value>]>) -> Vec<Option<bool>> {
        let run = self.run(now, next);
        self.roots.iter().map(|r| run.truth(*r)).collect()
    }

    fn run<'a>(&'a self, now: &'a [Option<Value>], next: Option<&'a [Option<Value>]>) -> Run<'a> {
        let mut run = Run { code: self, now, next, slots: Vec::with_capacity(self.code.len()) };
        for instruction in &self.code {
            let (first, end) = (instruction.first as usize, (instruction.first + instruction.count) as usize);
            let value = run.step(instruction.op, &self.operands[first..end]);
            run.slots.push(value);
        }
        run
    }
}

#[derive(Default)]
struct Compiler {
    code: Vec<Instruction>,
    operands: Vec<Source>,
    constants: Vec<Value>,
    constant_places: FxHashMap<ConstId, u32>,
    places: FxHashMap<TermId, Source>,
}

impl Compiler {
    /// Gives `term` its place; its operands have theirs already.
    fn term(&mut self, terms: &Terms, term: TermId) {
        let place = match terms.op(term) {
            Op::Var(v) => Source::Now(v),
            Op::Next(v) => Source::Next(v),
            Op::Const(id) => self.constant(terms, id),
            op => {
                let first = self.operands.len() as u32;
                let places = &self.places;
                self.operands.extend(terms.operands(term).iter().map(|t| places[t]));
                self.code.push(Instruction { op, first, count: terms.operands(term).len() as u32 });
                Source::Slot(self.code.len() as u32 - 1)
            }
        };
        self.places.insert(term, place);
    }

    fn constant(&mut self, terms: &Terms, id: ConstId) -> Source {
        let constants = &mut self.constants;
        let place = self.constant_places.entry(id).or_insert_with(|| {
            constants.push(terms.value(id).clone());
            constants.len() as u32 - 1
        });
        Source::Const(*place)
    }
}

/// One run: the slots filled so far.
struct Run<'a> {
    code: &'a Evaluator,
    now: &'a [Option<Value>],
    next: Option<&'a [Option<Value>]>,
    slots: Vec<Option<Cow<'a, Value>>>,
}

impl<'a> Run<'a> {
    fn get(&self, source: Source) -> Option<&Value> {
        match source {
            Source::Slot(slot) => self.slots[slot as usize].as_deref(),
            other => self.leaf(other),
        }
    }

    fn leaf(&self, source: Source) -> Option<&'a Value> {
        match source {
            Source::Slot(_) => None,
            Source::Const(index) => Some(&self.code.constants[index as usize]),
            Source::Now(var) => self.now.get(var.index())?.as_ref(),
            Source::Next(var) => self.next?.get(var.index())?.as_ref(),
        }
    }

    /// The value itself, to be kept in a slot; leaves are borrowed.
    fn keep(&self, source: Source) -> Option<Cow<'a, Value>> {
        match source {
            Source::Slot(slot) => self.slots[slot as usize].clone(),
            other => self.leaf(other).map(Cow::Borrowed),
        }
    }

    fn truth(&self, source: Source) -> Option<bool> {
        self.get(source).and_then(Value::as_bool)
    }

    fn step(&self, op: Op, operands: &[Source]) -> Option<Cow<'a, Value>> {
        let truth = |b: bool| Some(Cow::Owned(Value::Bool(b)));
        match (op, operands) {
            (Op::And, list) => self.junction(list, false).and_then(truth),
            (Op::Or, list) => self.junction(list, true).and_then(truth),
            (Op::Not, [a]) => truth(!self.truth(*a)?),
            (Op::Xor, [a, b]) => truth(self.truth(*a)? != self.truth(*b)?),
            (Op::Implies, [a, b]) => match (self.truth(*a), self.truth(*b)) {
                (Some(false), _) | (_, Some(true)) => truth(true),
                (Some(true), Some(false)) => truth(false),
                _ => None,
            },
            (Op::Ite, [c, a, b]) => match self.truth(*c) {
                Some(true) => self.keep(*a),
                Some(false) => self.keep(*b),
                None => self.get(*a).filter(|v| Some(*v) == self.get(*b)).cloned().map(Cow::Owned),
            },
            (Op::Eq, [a, b]) => truth(self.get(*a)? == self.get(*b)?),
            (Op::Add, list) => sum(list.iter().map(|s| self.get(*s))).map(Cow::Owned),
            (op, [a]) => unary(op, self.get(*a)?).map(Cow::Owned),
            (op, [a, b]) => binary(op, self.get(*a)?, self.get(*b)?).map(Cow::Owned),
            _ => None,
        }
    }

    /// Conjunction or disjunction: one operand equal to `decisive` settles it.
    fn junction(&self, list: &[Source], decisive: bool) -> Option<bool> {
        let mut all_known = true;
        for source in list {
            match self.truth(*source) {
                Some(value) if value == decisive => return Some(decisive),
                Some(_) => {}
                None => all_known = false,
            }
        }
        all_known.then_some(!decisive)
    }
}

/// The value of one term at a tick; for many runs, compile an [`Evaluator`].
pub fn evaluate(
    terms: &Terms,
    term: TermId,
    now: &[Option<Value>],
    next: Option<&[Option<Value>]>,
) -> Result<Option<Value>, TemporalTerm> {
    let evaluator = Evaluator::new(terms, &[term])?;
    Ok(evaluator.evaluate(now, next).pop().flatten())
}

/// The values of all definitions at all steps: `[step][definition]`. A definition with a temporal operator has none.
pub fn define_values(system: &System, trace: &Trace) -> Vec<Vec<Option<Value>>> {
    let terms = &system.terms;
    let plain: Vec<usize> = (0..system.defines.len())
        .filter(|i| !terms.has_ltl(system.defines[*i].term) && !terms.has_ctl(system.defines[*i].term))
        .collect();
    let roots: Vec<TermId> = plain.iter().map(|i| system.defines[*i].term).collect();
    let Ok(evaluator) = Evaluator::new(terms, &roots) else { return vec![Vec::new(); trace.len()] };
    let row = |step: usize| {
        let next = trace.successor(step).map(|s| trace.steps[s].values.as_slice());
        let mut row = vec![None; system.defines.len()];
        let values = evaluator.evaluate(&trace.steps[step].values, next);
        plain.iter().zip(values).for_each(|(i, value)| row[*i] = value);
        row
    };
    (0..trace.len()).map(row).collect()
}
