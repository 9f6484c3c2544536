//! What a test needs from the machine it runs on, and what becomes of the test where that is missing.
//!
//! A test without its need says `SKIPPED` and passes, so that a clone without anything beside it can be tested. Where the
//! need must be there, such as in `.ci/run`, `WHEREFORE_REQUIRE=corpora,z3` turns the skip into a failure.

use crate::say;
use std::fmt::{self, Display, Formatter};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Something outside the repository without which a test cannot ask its question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The public models and case studies beside the checkout.
    Corpora,
    /// The solver z3.
    Z3,
    /// The solver cvc5.
    Cvc5,
    /// The program `dot`.
    Graphviz,
    /// The model checker ABC.
    Abc,
    /// The program yosys.
    Yosys,
    /// The schema of SARIF, which `.ci/sarif` downloads.
    Sarif,
    /// The library XState and node, which `.ci/xstate` installs.
    XState,
    /// The right to mount a file system in a namespace of its own.
    Mount,
}

const NEEDS: [Need; 9] = [
    Need::Corpora,
    Need::Z3,
    Need::Cvc5,
    Need::Graphviz,
    Need::Abc,
    Need::Yosys,
    Need::Sarif,
    Need::XState,
    Need::Mount,
];

impl Display for Need {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Need::Corpora => "corpora",
            Need::Z3 => "z3",
            Need::Cvc5 => "cvc5",
            Need::Graphviz => "graphviz",
            Need::Abc => "abc",
            Need::Yosys => "yosys",
            Need::Sarif => "sarif",
            Need::XState => "xstate",
            Need::Mount => "mount",
        })
    }
}

/// Says that a test, or a part of it, is left out because a need is missing; the test then returns.
///
/// `WHEREFORE_SKIPS=file` collects these lines: programs that run tests hide what a passing one says.
///
/// # Panics
///
/// If `WHEREFORE_REQUIRE` names the need, or something that is no need.
#[expect(clippy::disallowed_methods, reason = "a test may be steered")]
pub fn skip(need: Need, why: &str) {
    let required = std::env::var("WHEREFORE_REQUIRE").unwrap_or_default();
    if let Err(message) = allowed(&required, need, why) {
        panic!("{message}");
    }
    say(&format!("SKIPPED: {need}: {why}"));
    if let Some(file) = std::env::var_os("WHEREFORE_SKIPS") {
        record(Path::new(&file), need, why).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    }
}

/// Whether a test may be left out, by the list of what is required.
fn allowed(required: &str, need: Need, why: &str) -> Result<(), String> {
    let names: Vec<String> = required.split(',').map(|n| n.trim().to_owned()).filter(|n| !n.is_empty()).collect();
    if let Some(unknown) = names.iter().find(|n| NEEDS.iter().all(|need| need.to_string() != **n)) {
        let known = NEEDS.map(|n| n.to_string()).join(", ");
        return Err(format!("WHEREFORE_REQUIRE names `{unknown}`; needs are {known}"));
    }
    match names.contains(&need.to_string()) {
        true => Err(format!("WHEREFORE_REQUIRE names `{need}`, and this test would be skipped: {why}")),
        false => Ok(()),
    }
}

/// One more line of a file, written at once so that tests side by side do not mix theirs.
fn record(file: &Path, need: Need, why: &str) -> std::io::Result<()> {
    let line = format!("{need}: {}\n", why.lines().collect::<Vec<_>>().join(" "));
    std::fs::OpenOptions::new().create(true).append(true).open(file)?.write_all(line.as_bytes())
}

/// A file or folder of the public corpora, by its path below their folder; skipped if it is not there.
pub fn corpus(path: &str) -> Option<PathBuf> {
    beside("corpora", path)
}

/// A file or folder of the case studies, by its path below their folder; skipped if it is not there.
pub fn case_study(path: &str) -> Option<PathBuf> {
    beside("cases", path)
}

fn beside(folder: &str, path: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared").join(folder);
    let found = root.join(path).canonicalize().ok();
    if found.is_none() {
        skip(Need::Corpora, &format!("`{folder}/{path}` is not beside this checkout"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_required_is_not_skipped() {
        for need in NEEDS {
            let name = need.to_string();
            assert_eq!(allowed("", need, "gone"), Ok(()), "{name}");
            let message = allowed(&format!("{name}, {name}"), need, "gone").unwrap_err();
            assert_eq!(message, format!("WHEREFORE_REQUIRE names `{name}`, and this test would be skipped: gone"));
            let others: Vec<String> = NEEDS.iter().filter(|n| **n != need).map(Need::to_string).collect();
            assert_eq!(allowed(&others.join(","), need, "gone"), Ok(()), "{name}");
        }
    }

    #[test]
    fn a_need_that_nobody_knows_is_an_error() {
        let message = allowed("corpora,corpra", Need::Z3, "gone").unwrap_err();
        assert!(message.starts_with("WHEREFORE_REQUIRE names `corpra`; needs are corpora, z3,"), "{message}");
    }

    /// Under another list this test would be one that fails by intent, so the process is one of its own.
    #[test]
    fn a_required_need_fails_the_test() {
        let ran = |required: &str| {
            let mut command = std::process::Command::new(std::env::current_exe().unwrap());
            command.args(["--exact", "need::tests::something_is_missing", "--nocapture"]);
            command.env("WHEREFORE_REQUIRE", required).env("WHEREFORE_MISSING", "1").env_remove("WHEREFORE_SKIPS");
            let output = command.output().unwrap();
            (output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
        };
        let (passed, said) = ran("z3");
        assert!(passed && said.contains("SKIPPED: corpora: `corpora/no/such/model` is not beside this"), "{said}");
        let (passed, said) = ran("z3,corpora");
        assert!(!passed && said.contains("names `corpora`, and this test would be skipped"), "{said}");
    }

    #[test]
    fn something_is_missing() {
        if std::env::var_os("WHEREFORE_MISSING").is_some() {
            assert_eq!(corpus("no/such/model"), None);
        }
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "a test reads what was written")]
    fn skips_are_lines_of_a_file() {
        let file = std::env::temp_dir().join(format!("wherefore-skips-{}", std::process::id()));
        record(&file, Need::Mount, "two\nlines").unwrap();
        record(&file, Need::Z3, "gone").unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "mount: two lines\nz3: gone\n");
        std::fs::remove_file(file).unwrap();
    }
}
