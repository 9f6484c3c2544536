//! Certificates as files, for readers who trust neither this program nor the solvers that it asked.
//!
//! A file is a script in SMT-LIB: a solver of the reader's choice must answer `unsat` to every question in it, with
//! `z3 FILE` or `cvc5 --incremental FILE`. Names of the model do not occur in the questions. Lines that begin with `;!` are comments
//! to a solver; they hold the system, the property and the invariant in the text form of the IR, so that the questions can be
//! made anew from the model ([`Stored::is_about`]).
//!
//! ```text
//! ; wherefore certificate 1
//! ; 3 questions; each must be answered unsat
//! ;! system ""
//! ;! var x : 0..7 state
//! ;! property "bounded" invariant (<= x 5) text ""
//! ;! property "certificate" invariant (<= x 5) text ""
//! (set-logic QF_BV)
//! ```

use super::recheck;
use crate::{Argument, Certificate, NoAnswer};
use std::sync::Arc;
use wherefore_ir::{Constraint, Property, PropertyKind, System, TermId, Terms, Update, text};
use wherefore_solve::{Solver, Stop, Tape};

/// The first line.
const HEADER: &str = "; wherefore certificate 1";
/// The beginning of a line that holds the text form.
const MARK: &str = ";! ";
/// The name under which the invariant stands in the text form.
const INVARIANT: &str = "certificate";
/// The name under which an induction stands there, without its depth.
const INDUCTION: &str = "certificate: induction ";

/// A certificate that was read from a file.
#[derive(Debug)]
pub struct Stored {
    /// The name of the property.
    pub property: String,
    /// The system in the file, the property and the proof.
    pub argument: Arc<Argument>,
}

/// The file of an argument for the property of this name.
pub fn write(property: &str, argument: &Argument) -> Result<String, NoAnswer> {
    let tape = Tape::default();
    let make = || Ok(Box::new(tape.recorder()) as Box<dyn Solver>);
    recheck(&argument.system, argument.good, &argument.certificate, &make, &Stop::new())?;
    let (questions, count) = tape.questions();
    let stored = text::print(&marked(property, argument));
    if stored.contains('\r') {
        return Err(NoAnswer::Unsupported("a name with a carriage return, in a certificate".to_owned()));
    }
    let stored: String = stored.lines().map(|line| format!("{MARK}{line}\n")).collect();
    Ok(format!("{HEADER}\n; {count} questions; each must be answered unsat\n{stored}{questions}"))
}

/// Reads a file; an error says what is wrong with it, for people.
pub fn read(file: &str) -> Result<Stored, String> {
    if file.lines().next() != Some(HEADER) {
        return Err(format!("its first line is not `{HEADER}`"));
    }
    let lines: Vec<&str> = file.lines().filter_map(|line| line.strip_prefix(MARK)).collect();
    let mut system = text::parse(&lines.join("\n")).map_err(|e| format!("in the lines with `{}`: {e}", MARK.trim()))?;
    let faults = wherefore_ir::validate(&system);
    if let Some(fault) = faults.first() {
        return Err(format!("its system is not one: {fault}"));
    }
    let [property, proof] = system.properties.as_slice() else {
        return Err("it does not hold one property and one proof".to_owned());
    };
    let (name, good) = (property.name.clone(), property.term);
    let certificate = match proof.name.strip_prefix(INDUCTION).map(str::parse) {
        Some(Ok(k)) => Certificate::Induction { k },
        None if proof.name == INVARIANT => {
            Certificate::Invariant { terms: Arc::new(system.terms.clone()), term: proof.term }
        }
        _ => return Err(format!("`{}` is no kind of proof", proof.name)),
    };
    system.properties.clear();
    Ok(Stored { property: name, argument: Arc::new(Argument { system: Arc::new(system), good, certificate }) })
}

impl Stored {
    /// Whether it is about this formula of this system: everything that steps and values depend on is the same.
    pub fn is_about(&self, system: &System, good: TermId) -> bool {
        let mine = &self.argument;
        asked(&self.property, system, &system.terms, good)
            == asked(&self.property, &mine.system, &mine.system.terms, mine.good)
    }
}

/// The text of a system and a property.
fn asked(name: &str, system: &System, terms: &Terms, good: TermId) -> String {
    let mut bare = bare(system, terms);
    bare.properties.push(property(name, good));
    text::print(&bare)
}

/// A system with the property and the proof as its properties.
fn marked(name: &str, argument: &Argument) -> System {
    let (terms, proof) = match &argument.certificate {
        Certificate::Invariant { terms, term } => (terms.as_ref(), property(INVARIANT, *term)),
        Certificate::Induction { k } => (&argument.system.terms, property(&format!("{INDUCTION}{k}"), argument.good)),
    };
    let mut system = bare(&argument.system, terms);
    system.properties = vec![property(name, argument.good), proof];
    system
}

fn property(name: &str, term: TermId) -> Property {
    Property { name: name.to_owned(), kind: PropertyKind::Invariant, term, text: String::new(), element: None }
}

/// The part of a system that its runs depend on, without places.
fn bare(system: &System, terms: &Terms) -> System {
    let mut bare = System::default();
    for (var, role) in system.vars() {
        let declared = terms.var(var);
        // Names are distinct in the system, so they are here.
        let _ = bare.add_var(declared.name.clone(), declared.sort, role, None);
    }
    bare.terms = terms.clone();
    let without = |list: &[Constraint]| list.iter().map(|c| Constraint { element: None, ..*c }).collect();
    (bare.init, bare.invar, bare.trans) = (without(&system.init), without(&system.invar), without(&system.trans));
    bare.next = system.next.iter().map(|(v, u)| (*v, Update { element: None, ..*u })).collect();
    bare
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_solve::{Engine, SatSolver};

    const COUNTER: &str = "system \"counter\"\nvar x : 0..7 state\ninit (= x 0)\nnext x = (ite (< x 5) (+ x 1) x)\n\
                           property \"bounded\" invariant (<= x 5) text \"x <= 5\"\n";

    fn argument(certificate: impl Fn(&System) -> Certificate) -> (System, Argument) {
        let system = text::parse(COUNTER).expect("a system");
        let (good, certificate) = (system.properties[0].term, certificate(&system));
        (system.clone(), Argument { system: Arc::new(system), good, certificate })
    }

    fn invariant(system: &System) -> Certificate {
        Certificate::Invariant { terms: Arc::new(system.terms.clone()), term: system.properties[0].term }
    }

    fn verdict(stored: &Stored) -> Result<(), NoAnswer> {
        let Argument { system, good, certificate } = stored.argument.as_ref();
        recheck(system, *good, certificate, &|| Ok(Box::new(SatSolver::new(Engine::Batsat)?)), &Stop::new())
    }

    #[test]
    fn a_file_says_what_it_was_made_from() {
        for certificate in [invariant, |_: &System| Certificate::Induction { k: 1 }] {
            let (system, argument) = argument(certificate);
            let file = write("bounded", &argument).expect("a file");
            let stored = read(&file).expect("a certificate");
            assert_eq!(stored.property, "bounded");
            assert!(stored.is_about(&system, system.properties[0].term));
            assert_eq!(verdict(&stored), Ok(()));
            let again = write("bounded", &stored.argument).expect("a file");
            let marked = |file: &str| file.lines().filter(|l| l.starts_with(MARK)).collect::<Vec<_>>().join("\n");
            assert_eq!(marked(&again), marked(&file));
        }
    }

    #[test]
    fn a_file_about_another_model_or_with_a_wrong_proof_is_noticed() {
        let (_, argument) = argument(invariant);
        let file = write("bounded", &argument).expect("a file");
        let other = text::parse(&COUNTER.replace("(< x 5)", "(< x 6)")).expect("a system");
        assert!(!read(&file).expect("a certificate").is_about(&other, other.properties[0].term));
        let wrong = file.replace("\"certificate\" invariant %0", "\"certificate\" invariant (<= x 7)");
        assert_ne!(wrong, file, "{file}");
        assert!(matches!(verdict(&read(&wrong).expect("a certificate")), Err(NoAnswer::Refuted(_))));
        for cut in 0..file.len() {
            let _ = read(&file[..cut]);
        }
    }
}
