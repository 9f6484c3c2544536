//! Reads value change dumps: ours, and those of simulators and other tools.
//!
//! Every time stamp is one step, whatever lies between it and the one before: dumps of clocked circuits are not
//! sampled. A last time stamp without changes is no step; it only says how long the step before lasts. Changes before
//! the first time stamp belong to the first step. A value with `x` or `z` in it is not given. An event is true in the
//! steps in which it happens.
//!
//! Simulators put everything below a scope of their own, and models seldom know it. A signal therefore stands for the
//! longest end of its path that the model has a name for; where several signals end alike, for the one that is least
//! deep. Our own files are read to the letter.

use super::words::{Words, unword};
use super::{LOOP, NO_REAL, NO_TEXT, VERSION};
use crate::Step;
use crate::format::bind::{Binder, bounded};
use crate::format::names::{Named, Names};
use crate::format::{BoundTrace, FormatError, RawValue, Spelling};
use crate::show::{pad, quote_always, shorten};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use wherefore_ir::{Sort, System, Value, VarId};

/// How deep scopes may be nested.
const DEEPEST: usize = 1_000;

/// Kinds of signals that hold a number with a sign.
const SIGNED: &[&str] = &["integer", "int", "shortint", "longint", "byte"];

/// Reads a trace of a system.
pub fn read_vcd(system: &System, text: &str) -> Result<BoundTrace, FormatError> {
    let mut reader = Reader::new(system, text);
    while let Some(word) = reader.words.next() {
        match word.as_bytes() {
            [b'$', ..] => reader.section(&word[1..])?,
            [b'#', ..] => reader.stamp(&word[1..])?,
            _ => reader.change(word)?,
        }
    }
    reader.finish()
}

/// Target of a signal in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Named(Named),
    /// The wire that shows the loop.
    Loop,
    /// No object of the model.
    Unknown,
}

struct Signal<'a> {
    target: Target,
    name: String,
    kind: &'a str,
    /// How many bits it has, as far as the file can be believed.
    width: usize,
    /// How many names of its path the model does not know.
    left_out: usize,
}

/// A value as it stands in the file.
#[derive(Clone, Copy, Debug)]
enum Change<'a> {
    Bits(&'a str),
    Real(&'a str),
    Text(&'a str),
}

struct Reader<'a> {
    system: &'a System,
    names: Names<'a>,
    binder: Binder<'a>,
    words: Words<'a>,
    is_ours: bool,
    scopes: Vec<&'a str>,
    signals: Vec<Signal<'a>>,
    /// The signals of each code.
    codes: FxHashMap<&'a str, Vec<usize>>,
    /// The signal of each thing of the model.
    owners: BTreeMap<Named, usize>,
    time: Option<u64>,
    /// Whether anything was said since the last time stamp.
    is_changed: bool,
    current: Step,
    /// The definitions that have a value.
    defines: BTreeMap<usize, RawValue>,
    events: Vec<VarId>,
    steps: Vec<Step>,
    loop_start: Option<usize>,
}

impl<'a> Reader<'a> {
    fn new(system: &'a System, text: &'a str) -> Reader<'a> {
        Reader {
            system,
            names: Names::new(system),
            binder: Binder::new(system),
            words: Words::new(text),
            is_ours: false,
            scopes: Vec::new(),
            signals: Vec::new(),
            codes: FxHashMap::default(),
            owners: BTreeMap::new(),
            time: None,
            is_changed: false,
            current: Step::empty(system),
            defines: BTreeMap::new(),
            events: Vec::new(),
            steps: Vec::new(),
            loop_start: None,
        }
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T, FormatError> {
        Err(FormatError::new(self.words.line, message))
    }

    fn section(&mut self, keyword: &'a str) -> Result<(), FormatError> {
        match keyword {
            // Entries between these marks are changes like any others.
            "end" | "dumpvars" | "dumpall" | "dumpon" | "dumpoff" => return Ok(()),
            "version" => self.is_ours = self.until_end()?.first() == Some(&VERSION),
            "scope" => {
                let words = self.until_end()?;
                self.scopes.push(words.get(1).copied().unwrap_or_default());
                if self.scopes.len() > DEEPEST {
                    return self.fail(format!("expected at most {DEEPEST} scopes within each other"));
                }
            }
            "upscope" => {
                self.until_end()?;
                self.scopes.pop();
            }
            "var" => {
                let words = self.until_end()?;
                let [kind, width, code, name, rest @ ..] = words.as_slice() else {
                    return self.fail("expected kind, width, code and name of a signal after `$var`");
                };
                // A width too large to be one is no reason to refuse: it is only compared.
                let width = width.parse().unwrap_or(usize::MAX);
                self.declare(kind, width, code, name, &rest.concat());
            }
            _ => drop(self.until_end()?),
        }
        Ok(())
    }

    /// The words up to `$end`. Only the first ones of a long comment are kept.
    fn until_end(&mut self) -> Result<Vec<&'a str>, FormatError> {
        const KEPT: usize = 16;
        let (mut words, line) = (Vec::new(), self.words.line);
        for word in self.words.by_ref() {
            if word == "$end" {
                return Ok(words);
            }
            if words.len() < KEPT {
                words.push(word);
            }
        }
        Err(FormatError::new(line, "expected `$end` after this"))
    }

    fn declare(&mut self, kind: &'a str, width: usize, code: &'a str, name: &'a str, select: &str) {
        let (target, left_out) = self.target(name, select);
        let index = self.signals.len();
        if let Target::Named(named) = target {
            match self.owners.get(&named).copied() {
                Some(other) if self.signals[other].left_out <= left_out => {
                    return self
                        .add(Signal { target: Target::Unknown, name: String::new(), kind, width, left_out }, code);
                }
                Some(other) => self.signals[other].target = Target::Unknown,
                None => {}
            }
            self.owners.insert(named, index);
        }
        let name = match target {
            Target::Named(Named::Var(var)) => self.system.terms.var(var).name.clone(),
            Target::Named(Named::Define(define)) => self.system.defines[define].name.clone(),
            Target::Loop => String::new(),
            Target::Unknown => {
                let shown = shorten(name, 60);
                self.binder.unknown(&shown, self.words.line);
                String::new()
            }
        };
        if let (Target::Named(Named::Var(var)), "event") = (target, kind)
            && self.system.terms.var(var).sort == Sort::Bool
        {
            self.events.push(var);
            self.current.set(var, Value::Bool(false));
            self.binder.origin.note(0, var, self.words.line);
        }
        self.add(Signal { target, name, kind, width, left_out }, code);
    }

    fn add(&mut self, signal: Signal<'a>, code: &'a str) {
        let signals = self.codes.entry(code).or_default();
        if signal.target != Target::Unknown {
            signals.push(self.signals.len());
        }
        self.signals.push(signal);
    }

    fn target(&self, name: &str, select: &str) -> (Target, usize) {
        if self.is_ours {
            return (self.our_target(name), 0);
        }
        // `[7:0]` says how wide a signal is, `[7]` which of an array it is.
        let is_range = |select: &str| select.starts_with('[') && select.contains(':');
        let plain = name.strip_prefix('\\').unwrap_or(name);
        let full = if is_range(select) { plain.to_owned() } else { format!("{plain}{select}") };
        let bare = full.rfind('[').filter(|at| is_range(&full[*at..])).map(|at| &full[..at]);
        let found = self.names.find_end(&self.scopes, &full);
        let found = found.or_else(|| self.names.find_end(&self.scopes, bare?));
        found.map_or((Target::Unknown, 0), |(named, left_out)| (Target::Named(named), left_out))
    }

    fn our_target(&self, name: &str) -> Target {
        if *self.scopes == [LOOP.0] && name == LOOP.1 {
            return Target::Loop;
        }
        let mut full = String::new();
        for part in self.scopes.iter().skip(1) {
            full.push_str(&unword(part));
            full.push('.');
            if full.len() > self.names.longest {
                return Target::Unknown;
            }
        }
        full.push_str(&unword(name));
        self.names.find(&full).map_or(Target::Unknown, Target::Named)
    }

    fn stamp(&mut self, digits: &str) -> Result<(), FormatError> {
        let Ok(time) = digits.parse::<u64>() else {
            return self.fail(format!("expected a time such as `#10`, found `#{}`", shorten(digits, 60)));
        };
        match self.time {
            Some(before) if time < before => {
                return self.fail(format!("expected a time after {before}, found {time}"));
            }
            // Some tools repeat the stamp.
            Some(before) if time == before => {}
            Some(_) => {
                self.end_step()?;
                self.is_changed = false;
            }
            None => {}
        }
        self.time = Some(time);
        Ok(())
    }

    fn end_step(&mut self) -> Result<(), FormatError> {
        let index = self.steps.len();
        bounded(self.system, index + 1, self.words.line)?;
        for value in self.defines.values() {
            self.binder.value(&mut self.current, index, value)?;
        }
        self.steps.push(self.current.clone());
        for event in &self.events {
            self.current.set(*event, Value::Bool(false));
        }
        Ok(())
    }

    fn change(&mut self, word: &'a str) -> Result<(), FormatError> {
        let (kind, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        let (change, code) = match kind {
            "b" | "B" => (Change::Bits(rest), ""),
            "r" | "R" => (Change::Real(rest), ""),
            "s" | "S" => (Change::Text(rest), ""),
            _ if kind.chars().all(is_bit) => (Change::Bits(kind), rest),
            _ => return self.fail(format!("expected a value such as `1!` or `b01 !`, found `{}`", shorten(word, 60))),
        };
        if let Change::Bits(bits) = change
            && (bits.is_empty() || !bits.chars().all(is_bit))
        {
            return self.fail(format!("expected bits, found `{}`", shorten(bits, 60)));
        }
        let code = if code.is_empty() { self.words.next().unwrap_or_default() } else { code };
        let Some(signals) = self.codes.get(code).cloned() else {
            return self.fail(format!("expected the code of a signal, found `{}`", shorten(code, 60)));
        };
        self.is_changed = true;
        signals.into_iter().try_for_each(|index| self.assign(index, change))
    }

    fn assign(&mut self, index: usize, change: Change<'a>) -> Result<(), FormatError> {
        let signal = &self.signals[index];
        let terms = &self.system.terms;
        match signal.target {
            Target::Unknown => {}
            Target::Loop => {
                if matches!(change, Change::Bits("1")) {
                    self.loop_start.get_or_insert(self.steps.len());
                }
            }
            Target::Named(Named::Var(var)) => match self.value(signal, terms.var(var).sort, change) {
                Some(value) => self.binder.value(&mut self.current, self.steps.len(), &value)?,
                None => self.current.values[var.index()] = None,
            },
            Target::Named(Named::Define(define)) => {
                let sort = terms.sort(self.system.defines[define].term);
                // Reals are rounded, so that what is printed is not what works out.
                match self.value(signal, sort, change).filter(|_| sort != Sort::Real) {
                    Some(value) => self.defines.insert(define, value),
                    None => self.defines.remove(&define),
                };
            }
        }
        Ok(())
    }

    /// Value given to a signal that stands for something of a sort; `None` if nothing is given.
    fn value(&self, signal: &Signal<'_>, sort: Sort, change: Change<'_>) -> Option<RawValue> {
        let (text, spelling) = match change {
            Change::Bits(bits) if bits.bytes().any(|b| !matches!(b, b'0' | b'1')) => return None,
            Change::Bits(bits) => (fitted(signal, sort, bits), Spelling::Bits),
            Change::Real(text) => {
                let is_number =
                    text.trim_start_matches(['-', '+']).starts_with(|c: char| c.is_ascii_digit() || c == '.');
                let is_missing = text.trim_start_matches('-') == NO_REAL || (sort == Sort::Real && !is_number);
                if is_missing {
                    return None;
                }
                (text.to_owned(), Spelling::Plain)
            }
            Change::Text(NO_TEXT) => return None,
            Change::Text(text) if self.is_ours => (quote_always(&unword(text)), Spelling::Plain),
            Change::Text(text) => (text.to_owned(), Spelling::Plain),
        };
        Some(RawValue { name: signal.name.clone(), text, spelling, line: self.words.line })
    }

    fn finish(mut self) -> Result<BoundTrace, FormatError> {
        if self.is_changed || (self.time.is_some() && self.steps.is_empty()) {
            self.end_step()?;
        }
        let trace = match self.loop_start.filter(|start| *start < self.steps.len()) {
            Some(start) => self.binder.fold(self.steps, start, 0),
            None => crate::Trace::finite(self.steps),
        };
        Ok(self.binder.finish(trace, None, None))
    }
}

/// Whether a character is a bit: known, unknown, undriven, weak.
fn is_bit(c: char) -> bool {
    matches!(c.to_ascii_lowercase(), '0' | '1' | 'x' | 'z' | 'u' | 'w' | 'l' | 'h' | '-')
}

/// Bits as [`crate::read_bits`] takes them. Dumps leave leading zeros out, and only some kinds have a sign.
fn fitted(signal: &Signal<'_>, sort: Sort, bits: &str) -> String {
    let exactly = |width: usize| pad(bits.trim_start_matches('0'), width);
    let is_unsigned = !SIGNED.contains(&signal.kind) || bits.len() < signal.width;
    match sort {
        Sort::Bool => exactly(1),
        Sort::BitVec(width) => exactly(width as usize),
        Sort::Float(format) => exactly(format.width() as usize),
        Sort::Int if is_unsigned => format!("0{bits}"),
        Sort::Range { lo, .. } if lo < 0 && bits.len() < signal.width => format!("0{bits}"),
        Sort::Range { .. } | Sort::Int | Sort::Enum(_) | Sort::Real => bits.to_owned(),
    }
}
