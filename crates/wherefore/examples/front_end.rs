//! A front end of its own: a list of rules becomes a transition system by hand, and is asked like any other model.
//!
//! `cargo run --example front_end`

use wherefore::ir::{Constraint, Property, PropertyKind, Role, Sort, System, Update};
use wherefore::{Error, Project, Verdict};

/// "While the tank holds less than the first, the pump adds the second."
const RULES: [(i64, i64); 2] = [(4, 3), (7, 1)];
const FULL: i64 = 7;

/// A tank that the rules fill, the first that applies, and a claim that it does not run over.
fn tank() -> System {
    let mut system = System::new("tank");
    let level = system.add_var("level", Sort::Range { lo: 0, hi: 15 }, Role::State, None).expect("a new name");
    let terms = &mut system.terms;
    let now = terms.now(level);
    let mut next = now;
    for (below, add) in RULES.iter().rev() {
        let (limit, amount) = (terms.int(*below), terms.int(*add));
        let applies = terms.lt(now, limit);
        let more = terms.add(now, amount);
        next = terms.ite(applies, more, next);
    }
    let (zero, full) = (terms.int(0), terms.int(FULL));
    let (empty, fits) = (terms.eq(now, zero), terms.lt(now, full));
    system.init.push(Constraint { term: empty, element: None });
    system.next.insert(level, Update { term: next, element: None });
    let (name, text) = ("fits".to_owned(), format!("level < {FULL}"));
    system.properties.push(Property { name, kind: PropertyKind::Invariant, term: fits, text, element: None });
    system
}

#[expect(clippy::print_stdout, clippy::disallowed_macros, reason = "an example shows its result")]
fn main() -> Result<(), Error> {
    for finding in Project::from_system(tank()).check()? {
        match &finding.verdict {
            Verdict::Violated(run) => println!("{} breaks after {} steps", finding.property, run.trace.len() - 1),
            Verdict::Holds { .. } | Verdict::Vacuous { .. } => println!("{} holds", finding.property),
            Verdict::Undetermined(cause) => println!("{}: {cause}", finding.property),
        }
    }
    Ok(())
}
