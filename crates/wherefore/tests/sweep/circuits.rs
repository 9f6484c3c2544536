//! Circuits in Verilog whose verdicts are known by the way they are written (`tests/circuits/make.py`), as designs and as netlists of words
//! and of bits: our verdicts, those of other model checkers, and runs that others replay.
//!
//! ```text
//! WHEREFORE_CORPUS=full cargo test --features cadical -p wherefore --test corpus circuits -- --nocapture
//! ```
//!
//! takes all sixty and prints a line for each; without `WHEREFORE_CORPUS=full` a few are asked. yosys makes the netlists and replays the
//! runs; ABC, `rIC3`, `aigsim` and `btorsim` are asked where they are on the search path.

use crate::support::{repository, wherefore};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use wherefore_solve::search;
use wherefore_test::{Need, is_full, read, say, skip};

/// The circuits that are asked in every run of the tests.
const FEW: [&str; 6] = ["arbiter_1_bug", "fifo_1", "handshake_1", "handshake_1_bug", "queue_1_bug", "ring_1"];

/// Netlists of a design: words, and bits in both forms.
const NETLISTS: &str = "prep -auto-top -flatten; async2sync; dffunmap; setundef -undriven -anyseq; write_btor NAME.btor2; memory_map; \
                        opt_clean; simplemap; techmap; abc -g AND; opt_clean; dffunmap; setundef -undriven -anyseq; \
                        write_aiger -zinit -symbols NAME.aig; write_aiger -ascii -zinit -symbols NAME.aag";

/// Verdicts by assertion; true if it holds.
type Verdicts = BTreeMap<String, bool>;

#[test]
fn circuits_have_the_verdicts_that_they_are_written_for() {
    let folder = tempfile::tempdir().unwrap();
    let all = written(folder.path());
    let asked: Vec<_> = all.iter().filter(|(name, _)| is_full() || FEW.contains(&name.as_str())).collect();
    assert_eq!(asked.len(), if is_full() { 60 } else { FEW.len() });
    if !is_here("yosys") {
        skip(Need::Yosys, "yosys is not on the search path");
        return;
    }
    if !is_here("berkeley-abc") {
        skip(Need::Abc, "berkeley-abc is not on the search path");
    }
    for (name, expected) in asked {
        let circuit = Circuit { folder: folder.path(), name, expected };
        let verdicts = circuit.verdicts();
        say(&format!("{name}: {verdicts}; {}", circuit.others()));
    }
}

/// Every circuit, with what is to be found.
fn written(folder: &Path) -> BTreeMap<String, Verdicts> {
    let script = repository().join("crates/wherefore/tests/circuits/make.py");
    ended("python3", folder, &[script.display().to_string(), ".".to_owned()]);
    let mut all = BTreeMap::<String, Verdicts>::new();
    for line in read(&folder.join("verdicts.tsv")).lines().filter(|line| !line.starts_with('#')) {
        let [circuit, assertion, verdict] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        all.entry(circuit.to_owned()).or_default().insert(assertion.to_owned(), verdict == "holds");
    }
    all
}

fn is_here(program: &str) -> bool {
    search(&std::env::var_os("PATH").unwrap_or_default(), program).is_some()
}

/// What a program says on both streams, and its exit code.
fn ended(program: &str, folder: &Path, arguments: &[String]) -> (String, Option<i32>) {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    (String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned(), output.status.code())
}

struct Circuit<'a> {
    folder: &'a Path,
    name: &'a str,
    expected: &'a Verdicts,
}

impl Circuit<'_> {
    /// Asks about the design and its netlists, and has the runs replayed. Says in how many states assertions are violated.
    fn verdicts(&self) -> String {
        let script = format!("read_verilog -formal -sv {0}.v; {1}", self.name, NETLISTS.replace("NAME", self.name));
        let (said, code) = ended("yosys", self.folder, &["-q".to_owned(), "-p".to_owned(), script]);
        assert_eq!(code, Some(0), "{}: {said}", self.name);
        let mut lengths = Vec::new();
        for (ending, witness) in [("v", "wit"), ("btor2", "wit"), ("aag", "aiw"), ("aig", "aiw")] {
            let run = format!("{}.{ending}.{witness}", self.name);
            lengths.push(self.asked(ending, &run));
        }
        lengths.dedup();
        assert_eq!(lengths.len(), 1, "{}: shortest runs differ: {lengths:?}", self.name);
        match lengths.first().and_then(Option::as_ref) {
            Some(states) => format!("violated in {states} states"),
            None => "holds".to_owned(),
        }
    }

    /// The verdicts about one form are those that are expected; gives the length of the run that breaks an assertion.
    fn asked(&self, ending: &str, run: &str) -> Option<usize> {
        let file = format!("{}.{ending}", self.name);
        let output =
            wherefore(self.folder).args(["check", "-q", "--format", "json", &file, "--trace-out", run]).output();
        let document: Value = serde_json::from_slice(&output.unwrap().stdout).unwrap();
        let properties = document["properties"].as_array().unwrap();
        let found: Vec<(String, bool)> = properties.iter().map(verdict).collect();
        // Netlists of bits have no names for their assertions.
        let (count, broken) = (found.len(), found.iter().filter(|f| !f.1).count());
        let expected = (self.expected.len(), self.expected.values().filter(|holds| !**holds).count());
        assert_eq!((count, broken), expected, "{file}: {found:?}");
        if matches!(ending, "v" | "btor2") {
            assert_eq!(&found.into_iter().collect::<Verdicts>(), self.expected, "{file}");
        }
        let violated = properties.iter().find(|p| p["verdict"] == "violated")?;
        self.replayed(&file, &self.run_file(run, violated["name"].as_str().unwrap()));
        Some(violated["trace"]["steps"].as_array().unwrap().len())
    }

    /// The file of a run: it is named after the assertion if there are several.
    fn run_file(&self, run: &str, assertion: &str) -> String {
        let (stem, ending) = run.rsplit_once('.').unwrap();
        let named = format!("{stem}.{assertion}.{ending}");
        if self.folder.join(&named).exists() { named } else { run.to_owned() }
    }

    /// Others see the failure too: yosys in the design, the simulators of the formats in the netlist.
    fn replayed(&self, file: &str, run: &str) {
        if run.ends_with(".wit") {
            let broken = self.expected.iter().find(|(_, holds)| !**holds).map(|(name, _)| name.as_str()).unwrap();
            let script =
                format!("read_verilog -formal -sv {}.v; prep -auto-top -flatten; sim -r {run} -clock clk", self.name);
            let (said, code) = ended("yosys", self.folder, &["-p".to_owned(), script]);
            let failed = said.lines().any(|line| line.contains(&format!(".{broken} (")) && line.ends_with("failed."));
            assert!(code == Some(0) && failed, "{run}: {said}");
        }
        let netlist = file.replace(".v", ".btor2");
        let simulator = if run.ends_with(".wit") { "btorsim" } else { "aigsim" };
        if is_here(simulator) {
            let (said, code) = ended(simulator, self.folder, &["-c".to_owned(), netlist, run.to_owned()]);
            assert_eq!(code, Some(0), "{simulator} refuses {run}: {said}");
        }
    }

    /// Other model checkers agree about whether all assertions hold.
    fn others(&self) -> String {
        let (holds, file) = (self.expected.values().all(|holds| *holds), format!("{}.aig", self.name));
        let mut asked = Vec::new();
        if is_here("berkeley-abc") {
            let (said, _) = ended(
                "berkeley-abc",
                self.folder,
                &["-q".to_owned(), format!("read_aiger {file}; strash; fold; orpos; pdr")],
            );
            let word = if holds { "Property proved" } else { "was asserted in frame" };
            assert!(said.contains(word), "{file}: ABC says {said}");
            asked.push("ABC");
        }
        if is_here("rIC3") {
            let (said, code) = ended("rIC3", self.folder, &["-e".to_owned(), "ic3".to_owned(), file.clone()]);
            assert_eq!(code, Some(if holds { 20 } else { 10 }), "{file}: rIC3 says {said}");
            asked.push("rIC3");
        }
        format!("agreed with: {}", asked.join(", "))
    }
}

fn verdict(property: &Value) -> (String, bool) {
    let holds = match property["verdict"].as_str() {
        Some("holds") => true,
        Some("violated") => false,
        other => panic!("{}: {other:?}", property["name"]),
    };
    (property["name"].as_str().unwrap().to_owned(), holds)
}
