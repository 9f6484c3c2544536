//! Which facts matter, and what follows from them.

use super::{Consequence, Facts, Machine, Program, Report, SCHEMA, State};

/// Programs with the versions that are tested, and the first that is not known to be too old. z3 4.8 gives up on questions that
/// later versions answer at once.
const KNOWN: [(&str, [&str; 2], &str); 3] = [
    ("z3", ["5.4.0", "5.4.0"], "4.9.0"),
    ("cvc5", ["1.0.3", "1.4.2"], "1.0.0"),
    (BITWUZLA, ["0.9.1", "0.9.1"], "0.9.0"),
];

/// A solver that takes part only where it is chosen.
const BITWUZLA: &str = "bitwuzla";

/// A memory limit below which ordinary models are too large.
const LITTLE: u64 = 512 << 20;

pub(super) fn judge(facts: Facts) -> Report {
    let Facts { version, sat_solvers, programs, machine } = facts;
    let programs: Vec<Program> = programs.into_iter().map(judged).collect();
    let (mut problems, mut notes) = (Vec::new(), Vec::new());
    for program in &programs {
        let list = if is_problem(program) { &mut problems } else { &mut notes };
        list.extend(consequence(program));
    }
    let of_memory = little_memory(&machine);
    problems.extend(of_memory);
    if !sat_solvers.iter().any(|name| name == "CaDiCaL") {
        let text = "CaDiCaL is not built in: models with finite data are checked with a slower SAT solver";
        notes.push(Consequence::new(text, "install a package, or build with --features cadical"));
    }
    Report { schema: SCHEMA, version, well: problems.is_empty(), sat_solvers, programs, machine, problems, notes }
}

fn judged((name, path, version): (String, Option<String>, Option<String>)) -> Program {
    // The wheel brings the program whether or not the solver itself is there.
    let path = path.filter(|_| name != BITWUZLA || version.is_some());
    let known = KNOWN.iter().find(|(known, ..)| *known == name);
    let state = match (&path, &version, known) {
        (None, ..) => State::Missing,
        (Some(_), None, Some(_)) => State::Silent,
        (Some(_), _, None) => State::Tested,
        (Some(_), Some(version), Some((_, [oldest, newest], first))) => match numbers(version) {
            v if v < numbers(first) => State::TooOld,
            v if v < numbers(oldest) || v > numbers(newest) => State::Untested,
            _ => State::Tested,
        },
    };
    let tested = known.map(|(_, tested, _)| tested.map(str::to_owned));
    Program { name, path, version, tested, state }
}

/// The numbers of a version, so that 4.10 is newer than 4.8.
fn numbers(version: &str) -> Vec<u64> {
    version.split(|c: char| !c.is_ascii_digit()).map_while(|part| part.parse().ok()).take(3).collect()
}

fn is_problem(program: &Program) -> bool {
    let is_solver = program.tested.is_some() && program.name != BITWUZLA;
    is_solver && matches!(program.state, State::Missing | State::TooOld | State::Silent)
}

fn consequence(program: &Program) -> Option<Consequence> {
    let version = program.version.as_deref().unwrap_or("");
    let what = match program.state {
        State::Tested => return None,
        State::Untested => {
            let [oldest, newest] = program.tested.as_ref()?;
            let tested = if oldest == newest { newest.clone() } else { format!("{oldest} to {newest}") };
            let text = format!("{} {version} is not a version that is tested, which is {tested}", program.name);
            return Some(Consequence { text, help: None });
        }
        State::TooOld => format!("{} {version} is too old", program.name),
        State::Silent => format!("{} does not answer", program.name),
        State::Missing => format!("{} is missing", program.name),
    };
    let (then, help) = match (program.name.as_str(), program.state) {
        ("z3", State::TooOld) => {
            ("models with integers or reals without bounds will often be undetermined", "pip install z3-solver")
        }
        ("z3", _) => ("models with integers or reals without bounds cannot be checked", "pip install z3-solver"),
        ("cvc5", _) => (
            "proofs that z3 found are not re-checked, and with --recheck required they are undetermined",
            "apt install cvc5, or pip install cvc5",
        ),
        ("yosys", _) => ("designs in Verilog cannot be read; netlists can", "apt install yosys"),
        // These are welcome and not needed. The wheel has the program of the last, and not the solver.
        ("abc" | "rIC3" | BITWUZLA, _) => return None,
        _ => (
            "--format dot is written, but not drawn here; --format html has pictures of its own",
            "apt install graphviz",
        ),
    };
    Some(Consequence::new(&format!("{what}: {then}"), help))
}

fn little_memory(machine: &Machine) -> Option<Consequence> {
    let limit = machine.limit.filter(|limit| *limit < LITTLE)?;
    let text = format!("a command may use only {} MiB of memory: large models will be undetermined", limit >> 20);
    Some(Consequence::new(&text, "end other programs, or give the container more"))
}

impl Consequence {
    fn new(text: &str, help: &str) -> Consequence {
        Consequence { text: text.to_owned(), help: Some(help.to_owned()) }
    }
}
