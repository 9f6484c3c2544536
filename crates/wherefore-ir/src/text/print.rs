//! Prints a system in the text form.

use super::control;
use super::words::{head, name, quote};
use crate::{ElementId, FloatFormat, Op, Role, Sort, System, TermId, Terms, Value, Visibility, When, walk};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Terms nested deeper than this get a number of their own.
const DEEPEST: u8 = 4;

/// Prints the whole system.
pub fn print(system: &System) -> String {
    let mut printer = Printer { names: Names::of(system), system, out: String::new() };
    printer.declarations();
    printer.numbered_terms();
    printer.items();
    printer.control();
    printer.out
}

/// How terms are written: which have numbers.
pub struct Names {
    numbers: FxHashMap<TermId, usize>,
}

impl Names {
    fn of(system: &System) -> Names {
        let origins = system.elements.origins().map(|(t, _)| t);
        let roots: Vec<TermId> = system.roots().chain(control::roots(system)).chain(origins).collect();
        let terms = &system.terms;
        let order = walk::postorder(terms, roots.iter().copied());
        let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
        for term in roots.iter().chain(order.iter().flat_map(|t| terms.operands(*t))) {
            *uses.entry(*term).or_default() += 1;
        }
        let mut depth: FxHashMap<TermId, u8> = FxHashMap::default();
        let mut numbers = FxHashMap::default();
        for term in order {
            if terms.operands(term).is_empty() && !matches!(terms.op(term), Op::And | Op::Or) {
                continue;
            }
            let deepest =
                terms.operands(term).iter().map(|t| depth.get(t).copied().unwrap_or(0)).max().unwrap_or(0) + 1;
            if uses[&term] > 1 || deepest >= DEEPEST || !system.elements.of(term).is_empty() {
                numbers.insert(term, numbers.len());
            } else {
                depth.insert(term, deepest);
            }
        }
        Names { numbers }
    }

    /// A term without numbers, for messages; cut off when it is nested deeply.
    pub fn inline(terms: &Terms, term: TermId) -> String {
        let mut out = String::new();
        let names = Names { numbers: FxHashMap::default() };
        names.write(terms, term, 0, &mut out);
        out
    }

    /// Writes a reference to a term. The recursion ends at numbers, so it is at most [`DEEPEST`] levels deep.
    fn write(&self, terms: &Terms, term: TermId, level: u8, out: &mut String) {
        match self.numbers.get(&term) {
            Some(number) => write!(out, "%{number}").unwrap_or_default(),
            None => self.write_node(terms, term, level, out),
        }
    }

    fn write_node(&self, terms: &Terms, term: TermId, level: u8, out: &mut String) {
        match terms.op(term) {
            Op::Const(id) => out.push_str(&constant(terms, terms.value(id))),
            Op::Var(v) => out.push_str(&name(&terms.var(v).name)),
            Op::Next(v) => write!(out, "(next {})", name(&terms.var(v).name)).unwrap_or_default(),
            _ if level > 2 * DEEPEST => out.push_str("..."),
            op => {
                write!(out, "({}", head(op)).unwrap_or_default();
                for operand in terms.operands(term) {
                    out.push(' ');
                    self.write(terms, *operand, level + 1, out);
                }
                out.push(')');
            }
        }
    }
}

pub(super) fn constant(terms: &Terms, value: &Value) -> String {
    match value {
        Value::Bool(b) => b.to_string(),
        Value::Enum(id, index) => {
            format!("enum{}:{}", id.0, name(&terms.enumeration(*id).values[*index as usize]))
        }
        Value::Int(n) => n.to_string(),
        Value::Real(r) => format!("real:{}/{}", r.numer(), r.denom()),
        Value::BitVec(width, bits) => format!("bv{width}:{bits}"),
        Value::Float(FloatFormat::Single, bits) => format!("float32:{bits}"),
        Value::Float(FloatFormat::Double, bits) => format!("float64:{bits}"),
    }
}

pub(super) fn sort(sort: Sort) -> String {
    match sort {
        Sort::Bool => "bool".to_owned(),
        Sort::Enum(id) => format!("enum{}", id.0),
        Sort::Range { lo, hi } => format!("{lo}..{hi}"),
        Sort::Int => "int".to_owned(),
        Sort::Real => "real".to_owned(),
        Sort::BitVec(width) => format!("bv{width}"),
        Sort::Float(FloatFormat::Single) => "float32".to_owned(),
        Sort::Float(FloatFormat::Double) => "float64".to_owned(),
    }
}

pub(super) struct Printer<'a> {
    pub(super) system: &'a System,
    names: Names,
    out: String,
}

impl Printer<'_> {
    pub(super) fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    pub(super) fn term(&self, term: TermId) -> String {
        let mut out = String::new();
        self.names.write(&self.system.terms, term, 0, &mut out);
        out
    }

    fn declarations(&mut self) {
        let system = self.system;
        self.line(&format!("system {}", quote(&system.name)));
        for (id, sort) in system.terms.enumerations() {
            let values: Vec<String> = sort.values.iter().map(|v| name(v)).collect();
            self.line(&format!("enum {} = {}", id.0, values.join(" ")));
        }
        for (id, element) in system.elements.iter() {
            let mut text = format!("element {} {} {}", id.0, element.kind.word(), quote(&element.name));
            if let Some(span) = element.span {
                text += &format!(" at {}:{}..{}", span.file.0, span.start, span.end);
            }
            if let Some(parent) = element.parent {
                text += &format!(" parent {}", parent.0);
            }
            self.line(&text);
        }
        for (var, role) in system.vars() {
            let declared = system.terms.var(var);
            let role = match role {
                Role::State => "state",
                Role::Input => "input",
                Role::Frozen => "frozen",
            };
            let signed = if declared.signed { " signed" } else { "" };
            let auxiliary = match declared.visibility {
                Visibility::Source => String::new(),
                Visibility::Auxiliary(purpose) => format!(" auxiliary {}", purpose.word()),
            };
            let (name, sort) = (name(&declared.name), sort(declared.sort));
            let element = reference(system.var_element(var));
            self.line(&format!("var {name} : {sort} {role}{signed}{auxiliary}{element}"));
        }
    }

    fn numbered_terms(&mut self) {
        let mut numbered: Vec<(usize, TermId)> = self.names.numbers.iter().map(|(t, n)| (*n, *t)).collect();
        numbered.sort_unstable();
        for (number, term) in numbered {
            let mut text = format!("%{number} = ");
            self.names.write_node(&self.system.terms, term, 0, &mut text);
            self.line(&text);
        }
        let origins: Vec<String> = self
            .system
            .elements
            .origins()
            .map(|(term, list)| {
                let ids: Vec<String> = list.iter().map(|e| e.0.to_string()).collect();
                format!("origin {} {}", self.term(term), ids.join(" "))
            })
            .collect();
        origins.iter().for_each(|o| self.line(o));
    }

    fn items(&mut self) {
        let system = self.system;
        for (word, list) in
            [("init", &system.init), ("invar", &system.invar), ("trans", &system.trans), ("justice", &system.justice)]
        {
            for c in list {
                self.line(&format!("{word} {}{}", self.term(c.term), reference(c.element)));
            }
        }
        for (var, update) in &system.next {
            let target = name(&system.terms.var(*var).name);
            self.line(&format!("next {target} = {}{}", self.term(update.term), reference(update.element)));
        }
        for d in &system.defines {
            let declared = d.declared.map_or(String::new(), |s| format!(" declared {}", sort(s)));
            self.line(&format!("define {} = {}{declared}{}", name(&d.name), self.term(d.term), reference(d.element)));
        }
        for c in &system.compassion {
            let (premise, consequence) = (self.term(c.premise), self.term(c.consequence));
            self.line(&format!("compassion {premise} {consequence}{}", reference(c.element)));
        }
        self.obligations_and_properties();
    }

    fn obligations_and_properties(&mut self) {
        for o in &self.system.obligations {
            let when = match o.when {
                When::Initially => "initially",
                When::Always => "always",
            };
            let span = o.span.map_or(String::new(), |s| format!(" at {}:{}..{}", s.file.0, s.start, s.end));
            let (term, message) = (self.term(o.term), quote(&o.message));
            self.line(&format!(
                "obligation {} {when} {term} message {message}{span}{}",
                o.kind.word(),
                reference(o.element)
            ));
        }
        for p in &self.system.properties {
            let (term, text) = (self.term(p.term), quote(&p.text));
            let element = reference(p.element);
            self.line(&format!("property {} {} {term} text {text}{element}", quote(&p.name), p.kind.word()));
        }
    }
}

pub(super) fn reference(element: Option<ElementId>) -> String {
    element.map_or(String::new(), |e| format!(" element {}", e.0))
}
