//! Programs that say what is not so. None of them is believed, and an honest one is.

use super::{alone, alone_by, steps};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use wherefore_check::{Finding, NoAnswer, Verdict};
use wherefore_external::CommandLine;
use wherefore_ir::{System, text};

/// Two bits. The first goes up and down, the second follows: `a` and `b` are never true together.
fn toggle(property: &str) -> System {
    let system = "system \"toggle\"\nvar a : bool state\nvar b : bool state\ninit (not a)\ninit (not b)\nnext a = (not a)\n\
                  next b = a\n";
    text::parse(&format!("{system}property \"p\" invariant {property} text \"p\"\n")).expect("a system")
}

/// A program that is this script; `$1` is the circuit, `$2` the file for the certificate.
fn script(lines: &str, system: &System) -> Finding {
    let path = program(lines);
    alone(system, &format!("{} {{model}} {{certificate}}", path.display()))
}

fn program(lines: &str) -> tempfile::TempPath {
    let mut file = tempfile::Builder::new().tempfile().expect("a file");
    writeln!(file, "#!/bin/sh\n{lines}").expect("written");
    let path = file.into_temp_path();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a program");
    path
}

const COVER: &str = "printf '.i 2\\n.ilb lo0 lo1\\n%s 1\\n.e\\n' ROW > \"$2\"; echo 0";

fn cover(row: &str) -> String {
    COVER.replace("ROW", row)
}

#[test]
fn an_invariant_is_checked_and_believed_then() {
    let system = toggle("(not (and a b))");
    let finding = script(&cover("11"), &system);
    assert!(finding.verdict.is_confirmed(), "{:?}", finding.verdict);
}

#[test]
fn a_witness_circuit_is_an_invariant() {
    let system = toggle("(not (and a b))");
    // Latches by the names that the model has for them, in another order; the bad output is their conjunction.
    let circuit = "printf 'aag 3 0 2 1 1\\n2 2\\n4 4\\n6\\n6 2 4\\nl0 = 4\\nl1 = 2\\n' > \"$2\"; echo unsat";
    assert!(script(circuit, &system).verdict.is_confirmed());
}

/// Versions of rIC3 want their arguments in different ways, and refuse others with exit code 2.
#[test]
fn versions_are_asked_as_they_want_it() {
    let system = toggle("(not (and a b))");
    let proof = "printf 'aag 3 0 2 1 1\\n2 2\\n4 4\\n6\\n6 2 4\\nl0 = 2\\nl1 = 4\\n' > \"$4\"; echo UNSAT; exit 20";
    for way in ["-e ic3 */model.aig */certificate.aig", "check */model.aig --cert */certificate.aig --ui false ic3"] {
        let path = program(&format!("case \"$*\" in {}) {proof};; esac; exit 2", way.replace(' ', "\\ ")));
        let known = CommandLine::parse("ric3").expect("a command");
        let verdict = alone_by(&system, CommandLine { programs: vec![path.display().to_string()], ..known }).verdict;
        assert!(verdict.is_confirmed(), "{way}: {verdict:?}");
    }
    let path = program("exit 2");
    let known = CommandLine::parse("rIC3").expect("a command");
    let verdict = alone_by(&system, CommandLine { programs: vec![path.display().to_string()], ..known }).verdict;
    assert!(matches!(verdict, Verdict::Undetermined(NoAnswer::GaveUp(_))), "{verdict:?}");
}

#[test]
fn a_violation_is_found_again() {
    let system = toggle("(not (and (not a) b))");
    let finding = script("printf '1\\nb0\\n00\\n\\n\\n\\n.\\n'", &system);
    assert_eq!(steps(&finding), Some(2));
}

/// To multiply is easy, to find factors is not: no search with a bounded effort finds these. The run that is told is shown, and not called
/// a shortest.
#[test]
fn a_run_that_is_hard_to_find_is_shown_as_told() {
    let (a, b) = (3_244_611_641_u64, 3_961_355_681_u64);
    let told = {
        let row: String =
            [a, b].iter().flat_map(|n| (0..32).map(move |bit| n >> bit & 1)).map(|b| b.to_string()).collect();
        script(&format!("printf '1\\nb0\\n00\\n{row}\\n{row}\\n{row}\\n.\\n'"), &multiplier(a * b))
    };
    let Verdict::Violated(found) = told.verdict else { panic!("the run that was told") };
    assert_eq!((found.trace.len(), found.shortest), (3, false));
}

/// In the third tick and later two inputs must not be factors of a number.
fn multiplier(product: u64) -> System {
    let product = format!("(= (bvmul (zero_extend 32 a) (zero_extend 32 b)) bv64:{product})");
    let system = "system \"factors\"\nvar n : 0..3 state\nvar a : bv32 input\nvar b : bv32 input\ninit (= n 0)\n\
                  next n = (ite (< n 2) (+ n 1) n)\n";
    text::parse(&format!("{system}property \"p\" invariant (not (and (= n 2) {product})) text \"p\"\n"))
        .expect("a system")
}

#[test]
fn lies_are_refuted() {
    let (holds, fails) = (toggle("(not (and a b))"), toggle("(not (and (not a) b))"));
    for (lie, system) in [
        // Proofs of what is false: by nothing, by the empty set of states, by sets that are left.
        (cover("--"), &fails),
        (cover("11"), &fails),
        (cover("01"), &fails),
        ("printf 'aag 2 0 2 1 0\\n2 2\\n4 4\\n1\\n' > \"$2\"; echo 0".to_owned(), &fails),
        // Sets that are left, about what is true.
        (cover("10"), &holds),
        // A violation of what is true.
        ("printf '1\\nb0\\n00\\n\\n\\n\\n.\\n'".to_owned(), &holds),
    ] {
        let verdict = script(&lie, system).verdict;
        assert!(matches!(verdict, Verdict::Undetermined(NoAnswer::Refuted(_))), "{lie}: {verdict:?}");
    }
}

#[test]
fn claims_that_cannot_be_checked_are_no_answers() {
    let system = toggle("(not (and a b))");
    for useless in [
        "echo 0",
        "echo nothing > \"$2\"; echo 0",
        "printf '.ilb lo7\\n1 1\\n' > \"$2\"; echo 0",
        "printf 'aag 1 1 0 1 0\\n2\\n2\\n' > \"$2\"; echo 0",
        "printf 'aag 99999999999999 1' > \"$2\"; echo 0",
        "echo sat",
        "echo 2; exit 3",
        "head -c 100000 /dev/urandom > \"$2\"; echo 0",
        "kill -9 $$",
    ] {
        let verdict = script(useless, &system).verdict;
        assert!(matches!(verdict, Verdict::Undetermined(NoAnswer::GaveUp(_))), "{useless}: {verdict:?}");
    }
    let missing = alone(&system, "no-such-program-anywhere").verdict;
    assert!(matches!(missing, Verdict::Undetermined(NoAnswer::Missing { .. })), "{missing:?}");
}
