//! Designs in Verilog: translated into a netlist by the yosys of the user.
//!
//! What yosys may do is more than a model is allowed to: read any file, and call functions of C while it computes constants. So a design
//! is looked through before: it includes files of its own folder by plain names only, and has nothing of what reaches further.

mod places;

use super::{Text, name};
use crate::codes::{CANNOT_READ, NO_YOSYS, YOSYS, YOSYS_RUNS};
use crate::output::files;
use crate::solvers::programs;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use wherefore_diag::Diagnostic;
use wherefore_report::sarif::TRANSLATED;
use wherefore_solve::capture;
use wherefore_stop::Stop;

/// What yosys is to do with a design: registers without their own resets and enables, undriven values free at every step.
const SCRIPT: &str = "prep -auto-top -flatten; async2sync; dffunmap; setundef -undriven -anyseq";
/// The most files that a design may consist of.
const MOST_FILES: usize = 1000;

/// Whether a file is a design in Verilog, by its name.
pub fn is_verilog(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("v") || e.eq_ignore_ascii_case("sv"))
}

/// The netlist of a design.
pub fn netlist(path: &Path) -> Result<Text, Diagnostic> {
    let sources = look_through(path)?;
    let yosys = programs().resolve("yosys").map_err(|error| missing(path, &error.to_string()))?;
    let folder = tempfile::Builder::new().prefix("wherefore-").tempdir();
    let folder = folder.map_err(|error| unusable(path, &format!("no file for its netlist: {error}")))?;
    let [output, description] = ["design.btor2", "design.json"].map(|name| folder.path().join(name));
    let shown = |path: &Path| path.display().to_string();
    let script = format!("{SCRIPT}; write_json \"{}\"", shown(&description));
    let fixed = ["-q", "-f", "verilog -formal -sv", "-p", &script, "-b", "btor -v", "-o"].map(str::to_owned);
    let arguments: Vec<String> = fixed.into_iter().chain([shown(&output), shown(path)]).collect();
    let ended = capture(&programs(), &yosys, arguments, &Stop::new());
    let ended = ended.map_err(|error| unusable(path, &error.to_string()))?;
    match std::fs::read_to_string(&output) {
        Ok(netlist) if ended.status.success() => {
            let text = places::placed(&netlist, &std::fs::read_to_string(&description).unwrap_or_default());
            Ok(Text { name: format!("{}{TRANSLATED}", name(path)), text, warning: Some(told(path)), sources })
        }
        _ => Err(refused(path, &format!("{}{}", lossy(&ended.stdout), lossy(&ended.stderr)))),
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The command that a user can repeat.
fn told(path: &Path) -> Diagnostic {
    let command = format!("yosys -f 'verilog -formal -sv' -p '{SCRIPT}' -b btor -o design.btor2 {}", path.display());
    Diagnostic::new(YOSYS_RUNS, "yosys has translated the design into a netlist").note(command)
}

fn missing(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::new(NO_YOSYS, format!("`{}` is a design in Verilog, and yosys cannot be run: {why}", name(path)))
        .help("install yosys (Debian, Ubuntu: `apt install yosys`), or give the netlist that it writes, a file .btor2")
}

fn unusable(path: &Path, why: &str) -> Diagnostic {
    Diagnostic::new(CANNOT_READ, format!("cannot read `{}`: {why}", name(path)))
}

/// What yosys says about a design that it does not take.
fn refused(path: &Path, said: &str) -> Diagnostic {
    let errors: Vec<&str> = said.lines().filter(|line| line.contains("ERROR")).map(str::trim).collect();
    let line = errors.first().copied().or_else(|| said.lines().last()).unwrap_or("it wrote nothing");
    Diagnostic::new(YOSYS, format!("yosys does not take `{}`: {}", name(path), line.replace("ERROR: ", "")))
        .help("mend the design at that line; assertions and assumptions are read as SystemVerilog has them")
}

/// Looks through a design and all files that it includes, and gives their names and texts, the design first.
fn look_through(path: &Path) -> Result<Vec<(String, String)>, Diagnostic> {
    let folder = path.parent().map_or_else(PathBuf::new, Path::to_owned);
    let (mut open, mut seen, mut texts) = (vec![path.to_owned()], BTreeSet::new(), Vec::new());
    while let Some(file) = open.pop() {
        if !seen.insert(file.clone()) {
            continue;
        }
        if seen.len() > MOST_FILES {
            return Err(unusable(path, "it includes more than 1,000 files"));
        }
        files::note_read(&file);
        // A file that is not there is for yosys to complain about, unless it is the design itself.
        let text = match super::bytes(&file) {
            Ok(bytes) => lossy(&bytes),
            Err(error) if file == path => return Err(unusable(path, &error.to_string())),
            Err(_) => continue,
        };
        let included = included(&text).map_err(|what| forbidden(&file, &what))?;
        open.extend(included.into_iter().map(|name| folder.join(name)));
        texts.push((name(&file), text));
    }
    Ok(texts)
}

fn forbidden(path: &Path, what: &str) -> Diagnostic {
    Diagnostic::new(YOSYS, format!("`{}` {what}", name(path)))
        .help("a model reads no file outside its folder; translate it with yosys yourself and give the netlist")
}

/// The files that a text includes, or what it has that reaches further than its folder.
fn included(text: &str) -> Result<Vec<&OsStr>, String> {
    for reach in ["DPI", "``", "`\"", "$fopen", "$system"] {
        if text.contains(reach) {
            return Err(format!("has `{reach}`, which may reach outside its folder"));
        }
    }
    let mut found = Vec::new();
    for word in ["`include", "$readmemh", "$readmemb"] {
        for rest in text.split(word).skip(1) {
            let name = rest.trim_start().trim_start_matches('(').trim_start();
            let name = name.strip_prefix('"').and_then(|quoted| quoted.split('"').next());
            let is_plain = |name: &&str| {
                !name.is_empty()
                    && name.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c))
                    && !name.starts_with('.')
            };
            found.push(OsStr::new(
                name.filter(is_plain).ok_or_else(|| format!("has `{word}` without the plain name of a file"))?,
            ));
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_design_reaches_no_further_than_its_folder() {
        let of = |text| included(text).map(|names| names.len());
        assert_eq!(of("`include \"defs.vh\"\nmodule m; initial $readmemh(\"rom.hex\", r); endmodule"), Ok(2));
        for text in [
            "`include \"/etc/passwd\"",
            "`include \"../secret.v\"",
            "`include `FILE",
            "`include <defs.vh>",
            "initial $readmemh(NAME, r);",
            "initial $readmemb(\"a/b\", r);",
            "import \"DPI-C\" function int system(input string s);",
            "`define A(x) x``y",
            "`define S(x) `\"x`\"",
        ] {
            assert!(of(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_yosys_says_is_passed_on() {
        let said = refused(Path::new("m.v"), "1. Executing\nm.v:3: ERROR: syntax error, unexpected ';'\n").headline;
        assert_eq!(said, "yosys does not take `m.v`: m.v:3: syntax error, unexpected ';'");
    }
}
