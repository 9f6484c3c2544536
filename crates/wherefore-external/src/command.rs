//! How programs are run: known ones by their names, others by a command line with places for the files.
//!
//! In a command line `{model}` stands for the circuit, `{certificate}` for the file that a proof is to be written to, `{witness}` for that
//! of a violation, and `{folder}` for the folder of all of them. No shell reads it: words are separated by blanks.

use crate::Files;
use crate::answer::{self, Reply, Said};
use std::path::Path;
use wherefore_check::NoAnswer;
use wherefore_check::engine::EngineContext;
use wherefore_solve::capture;

/// A program with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The name in reports.
    pub name: &'static str,
    /// The names under which the program is looked for.
    pub programs: Vec<String>,
    /// Its arguments in the ways in which its versions want them. The next are tried where the ones before are refused.
    pub arguments: Vec<Vec<String>>,
    /// Whether it is at its best with the constraints of AIGER 1.9.
    pub takes_constraints: bool,
}

/// A program that is known by name.
struct Known {
    name: &'static str,
    programs: &'static [&'static str],
    arguments: &'static [&'static [&'static str]],
    takes_constraints: bool,
}

const KNOWN: [Known; 2] = [
    Known {
        name: "abc",
        programs: &["berkeley-abc", "abc", "yosys-abc"],
        arguments: &[&["-q", "read_aiger {model}; pdr -d -I {certificate}; write_cex -a {witness}"]],
        takes_constraints: false,
    },
    Known {
        name: "rIC3",
        programs: &["rIC3", "ric3"],
        // Releases up to 1.5, and what comes after them.
        arguments: &[
            &["-e", "ic3", "{model}", "{certificate}"],
            &["check", "{model}", "--cert", "{certificate}", "--ui", "false", "ic3"],
        ],
        takes_constraints: true,
    },
];

/// The exit code by which programs refuse their arguments.
const REFUSED: i32 = 2;

/// The name of a program that is not known.
const OTHER: &str = "external";

impl CommandLine {
    /// The programs that are known by name, each with the names that its file may have.
    pub fn known() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
        KNOWN.iter().map(|known| (known.name, known.programs))
    }

    /// A program by its name or as a command line.
    pub fn parse(text: &str) -> Result<CommandLine, String> {
        let mut words = text.split_whitespace().map(str::to_owned);
        let program = words.next().ok_or("there is no program in it")?;
        let mut arguments: Vec<String> = words.collect();
        let known = KNOWN.iter().find(|known| known.name.eq_ignore_ascii_case(&program));
        if let Some(Known { name, programs, arguments: ways, takes_constraints }) = known
            && arguments.is_empty()
        {
            let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>();
            let arguments = ways.iter().map(|way| owned(way)).collect();
            let (programs, takes_constraints) = (owned(programs), *takes_constraints);
            return Ok(CommandLine { name, programs, arguments, takes_constraints });
        }
        if !arguments.iter().any(|word| word.contains("{model}")) {
            arguments.push("{model}".to_owned());
        }
        Ok(CommandLine { name: OTHER, programs: vec![program], arguments: vec![arguments], takes_constraints: false })
    }

    /// Runs the program to its end, or to that of the search.
    pub fn run(&self, files: &Files, context: &EngineContext) -> Result<Said, NoAnswer> {
        let programs = &context.solvers.programs;
        let path = self.programs.iter().find_map(|name| programs.resolve(name).ok()).ok_or_else(|| self.missing())?;
        let mut said = Said::default();
        for arguments in &self.arguments {
            said = self.once(&path, arguments, files, context)?;
            let is_refused = said.code == Some(REFUSED) && answer::read(&said) == Reply::Nothing;
            if !is_refused {
                break;
            }
        }
        Ok(said)
    }

    /// Runs the program with one way to give it its arguments.
    fn once(&self, path: &Path, words: &[String], files: &Files, context: &EngineContext) -> Result<Said, NoAnswer> {
        let arguments = words.iter().map(|word| filled(word, files.folder())).collect();
        let ended = capture(&context.solvers.programs, path, arguments, &context.stop);
        if let Some(reason) = context.stop.reason() {
            return Err(NoAnswer::Stopped(reason));
        }
        let ended = ended.map_err(|error| NoAnswer::Died(format!("{}: {error}", self.name)))?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ok(Said {
            output: text(&ended.stdout),
            complaints: text(&ended.stderr),
            code: ended.status.code(),
            certificate: written(&files.folder().join(CERTIFICATE)),
            witness: written(&files.folder().join(WITNESS)).map(|bytes| text(&bytes)),
        })
    }

    fn missing(&self) -> NoAnswer {
        let program = self.programs.first().cloned().unwrap_or_default();
        NoAnswer::Missing { program, cause: "not on the search path".to_owned() }
    }
}

const MODEL: &str = "model.aig";
const CERTIFICATE: &str = "certificate.aig";
const WITNESS: &str = "witness";

/// A word of the command line with the names of files in their places.
fn filled(word: &str, folder: &Path) -> String {
    let name = |file: &str| folder.join(file).display().to_string();
    let word = word.replace("{model}", &name(MODEL)).replace("{certificate}", &name(CERTIFICATE));
    word.replace("{witness}", &name(WITNESS)).replace("{folder}", &folder.display().to_string())
}

#[expect(clippy::disallowed_methods, reason = "programs outside write their certificates to files")]
fn written(file: &Path) -> Option<Vec<u8>> {
    std::fs::read(file).ok().filter(|bytes| !bytes.is_empty())
}
