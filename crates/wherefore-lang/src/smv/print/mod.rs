//! Prints a transition system as SMV: one flat `MODULE main`.
//!
//! Reading the text again gives a system with the same verdicts. Names are written as `name` says, with the original in
//! a comment where it differs. Terms that are used more than once or nested deeply get a definition `t$N`, so that the
//! text is as large as the system and not as the tree it unfolds to; identifiers made from names never look like that.
//!
//! Obligations are printed as specifications called `obligation$N`, because SMV has no other place for them. Inputs are
//! `IVAR` unless something that SMV keeps free of inputs speaks of them; then they are `VAR`, which means the same as
//! long as nothing constrains their next value.

mod name;
mod term;

#[cfg(test)]
mod tests;

use name::mangle;
use std::collections::BTreeSet;
use std::fmt;
use term::Writer;
use wherefore_ir::{Op, PropertyKind, QuantityKind, Role, Sort, System, TermId, Value, VarId, When, walk};

/// A part of a system that SMV cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintError {
    /// Description of the construct.
    pub what: String,
}

impl fmt::Display for PrintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot be written in SMV", self.what)
    }
}

impl std::error::Error for PrintError {}

/// Prints a system. The text is the same for equal systems.
pub fn print(system: &System) -> Result<String, PrintError> {
    refuse_unsupported(system)?;
    let names = Names::of(system);
    let writer = Writer::new(system, &names, &system.roots().collect::<Vec<_>>());
    let mut printer = Printer { system, names: &names, out: String::new() };
    printer.line("MODULE main");
    printer.variables();
    printer.definitions(&writer);
    printer.behaviour(&writer);
    printer.specifications(&writer);
    Ok(printer.out)
}

/// The identifiers of variables and of symbolic values.
pub(super) struct Names {
    pub vars: Vec<String>,
    /// Values whose identifier would be taken for a variable or definition.
    clashing: BTreeSet<String>,
}

impl Names {
    fn of(system: &System) -> Names {
        let vars: Vec<String> = system.terms.vars().map(|(_, v)| mangle(&v.name)).collect();
        let defines = system.defines.iter().map(|d| mangle(&d.name));
        let clashing = vars.iter().cloned().chain(defines).collect();
        Names { vars, clashing }
    }

    fn var(&self, var: VarId) -> &str {
        &self.vars[var.index()]
    }

    /// A symbolic value. Integers among symbols are written as integers.
    fn value(&self, value: &str) -> String {
        if value.parse::<i64>().is_ok_and(|n| n.to_string() == value) {
            return value.to_owned();
        }
        let mut name = mangle(value);
        while self.clashing.contains(&name) {
            name.push_str("$e");
        }
        name
    }
}

struct Printer<'a> {
    system: &'a System,
    names: &'a Names,
    out: String,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// A declaration, with the original name if it had to change.
    fn declare(&mut self, keyword: &str, original: &str, ty: &str) {
        let name = mangle(original);
        let comment = if name == original { String::new() } else { format!(" -- {}", one_line(original)) };
        self.line(&format!("{keyword} {name} : {ty};{comment}"));
    }

    fn variables(&mut self) {
        let system = self.system;
        let plain_inputs = inputs_label_steps_only(system);
        for (var, role) in system.vars() {
            let declared = system.terms.var(var);
            let keyword = match role {
                Role::Frozen => "FROZENVAR",
                Role::Input if plain_inputs => "IVAR",
                _ => "VAR",
            };
            let ty = self.sort(declared.sort, declared.signed);
            self.declare(keyword, &declared.name, &ty);
        }
        for define in &system.defines {
            if let Some(sort) = define.declared {
                let ty = self.sort(sort, false);
                self.declare("VAR", &define.name, &ty);
            }
        }
    }

    fn sort(&self, sort: Sort, signed: bool) -> String {
        match sort {
            Sort::Bool => "boolean".to_owned(),
            Sort::Enum(id) => {
                let values = &self.system.terms.enumeration(id).values;
                let values: Vec<String> = values.iter().map(|v| self.names.value(v)).collect();
                format!("{{{}}}", values.join(", "))
            }
            Sort::Range { lo, hi } => format!("{lo}..{hi}"),
            Sort::Int => "integer".to_owned(),
            Sort::Real | Sort::Float(_) => "real".to_owned(),
            Sort::BitVec(width) if signed => format!("signed word[{width}]"),
            Sort::BitVec(width) => format!("unsigned word[{width}]"),
        }
    }

    fn definitions(&mut self, writer: &Writer<'_>) {
        let values: BTreeSet<String> = (self.system.terms.enumerations())
            .flat_map(|(_, e)| e.values.iter().map(|v| self.names.value(v)))
            .filter(|v| v.parse::<i64>().is_err())
            .collect();
        if !values.is_empty() {
            let list: Vec<String> = values.into_iter().collect();
            self.line(&format!("CONSTANTS {};", list.join(", ")));
        }
        let mut lines = Vec::new();
        for (number, term) in writer.shared() {
            lines.push(format!("DEFINE t${number} := {};", writer.node(term)));
        }
        for define in &self.system.defines {
            let keyword = if define.declared.is_some() { "ASSIGN" } else { "DEFINE" };
            lines.push(format!("{keyword} {} := {};", mangle(&define.name), writer.term(define.term)));
        }
        lines.iter().for_each(|l| self.line(l));
    }

    fn behaviour(&mut self, writer: &Writer<'_>) {
        let system = self.system;
        for (word, list) in
            [("INIT", &system.init), ("INVAR", &system.invar), ("TRANS", &system.trans), ("FAIRNESS", &system.justice)]
        {
            for constraint in list {
                self.line(&format!("{word} {};", writer.term(constraint.term)));
            }
        }
        for (var, update) in &system.next {
            let value = writer.term(update.term);
            let value = if system.terms.var(*var).signed { format!("signed({value})") } else { value };
            let name = self.names.var(*var).to_owned();
            self.line(&format!("ASSIGN next({name}) := {value};"));
        }
        for pair in &system.compassion {
            self.line(&format!("COMPASSION ({}, {});", writer.term(pair.premise), writer.term(pair.consequence)));
        }
    }

    fn specifications(&mut self, writer: &Writer<'_>) {
        for (index, obligation) in self.system.obligations.iter().enumerate() {
            let word = if obligation.when == When::Initially { "LTLSPEC" } else { "INVARSPEC" };
            let (message, term) = (one_line(&obligation.message), writer.term(obligation.term));
            self.line(&format!("-- {message}"));
            self.line(&format!("{word} NAME obligation${} := {term};", index + 1));
        }
        for property in &self.system.properties {
            let word = match property.kind {
                PropertyKind::Invariant => "INVARSPEC",
                PropertyKind::Ltl => "LTLSPEC",
                PropertyKind::Ctl => "CTLSPEC",
            };
            let (text, name) = (one_line(&property.text), mangle(&property.name));
            self.line(&format!("-- {text}"));
            self.line(&format!("{word} NAME {name} := {};", writer.term(property.term)));
        }
        for quantity in &self.system.annexes.quantities {
            let word = if quantity.kind == QuantityKind::Least { "MIN" } else { "MAX" };
            let (name, from, to) = (mangle(&quantity.name), writer.term(quantity.from), writer.term(quantity.to));
            self.line(&format!("COMPUTE NAME {name} := {word} [{from}, {to}];"));
        }
    }
}

/// Text that may stand in a line comment.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Whether inputs occur only where SMV allows an `IVAR` and gives it the meaning of the system.
fn inputs_label_steps_only(system: &System) -> bool {
    let constraints = system.init.iter().chain(&system.invar).chain(&system.justice).map(|c| c.term);
    let wires = system.defines.iter().filter(|d| d.declared.is_some()).map(|d| d.term);
    let fair = system.compassion.iter().flat_map(|c| [c.premise, c.consequence]);
    let asked = system.properties.iter().filter(|p| p.kind != PropertyKind::Ltl).map(|p| p.term);
    let stated = system.obligations.iter().map(|o| o.term);
    let terms: Vec<TermId> = constraints.chain(wires).chain(fair).chain(asked).chain(stated).collect();
    walk::variables(&system.terms, terms).into_iter().all(|v| system.role(v) != Role::Input)
}

fn refuse_unsupported(system: &System) -> Result<(), PrintError> {
    let float = |sort: Sort| matches!(sort, Sort::Float(_));
    let error = |what: &str| Err(PrintError { what: what.to_owned() });
    if system.terms.vars().any(|(_, v)| float(v.sort)) {
        return error("floating point");
    }
    for term in walk::postorder(&system.terms, system.roots()) {
        match system.terms.op(term) {
            Op::IntToBv(_) => return error("the conversion of an integer to a word"),
            Op::ToFloat(_) => return error("floating point"),
            Op::Const(id) if matches!(system.terms.value(id), Value::Float(..)) => return error("floating point"),
            _ => {}
        }
    }
    Ok(())
}
