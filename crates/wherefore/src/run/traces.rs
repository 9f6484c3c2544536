//! Trace files: the runs that break properties, in the formats of other tools.

use super::Decided;
use crate::args::{Common, TraceFormat};
use crate::codes::{UNKNOWN_TRACE_FORMAT, UNUSABLE_TRACE_FORMAT};
use crate::output;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use wherefore_check::Verdict;
use wherefore_diag::Diagnostic;
use wherefore_ir::System;
use wherefore_trace::Trace;
use wherefore_trace::format::{
    FormatError, Heading, TraceShape, write_aiger, write_btor2, write_itf, write_kind2, write_text, write_vcd,
    write_xml, write_yosys,
};

/// The format that was asked for, by name or by the ending of the file; `None` if no file was asked for.
pub fn format(arguments: &Common) -> Result<Option<TraceFormat>, Diagnostic> {
    let Some(path) = &arguments.trace_out else { return Ok(None) };
    if let Some(format) = arguments.trace_format {
        return Ok(Some(format));
    }
    let ending = ending(path).map(|e| e.to_lowercase());
    let format = match ending.as_deref() {
        Some("xml") => TraceFormat::Xml,
        Some(KIND2) => TraceFormat::Kind2,
        Some("json" | "itf") => TraceFormat::Itf,
        Some("vcd") => TraceFormat::Vcd,
        Some("wit" | "btor2") => TraceFormat::Btor2,
        Some("aiw") => TraceFormat::Aiger,
        Some("yw") => TraceFormat::Yosys,
        Some("txt" | "trace" | "smv-trace") => TraceFormat::Nusmv,
        _ => {
            let headline = format!("the name `{}` does not tell the format of the trace", path.display());
            return Err(Diagnostic::new(UNKNOWN_TRACE_FORMAT, headline)
                .help("say it with --trace-format nusmv, xml, itf, vcd, kind2, btor2, aiger or yosys"));
        }
    };
    Ok(Some(format))
}

/// Writes the run of every violated property; gives a line for each file, or one that says that no run was written, and
/// what went wrong, if something did.
pub fn write(arguments: &Common, decided: &[Decided]) -> (Vec<String>, Option<Diagnostic>) {
    let mut written = Vec::new();
    let failed = write_all(arguments, decided, &mut written).err();
    (written, failed)
}

fn write_all(arguments: &Common, decided: &[Decided], written: &mut Vec<String>) -> Result<(), Diagnostic> {
    // A format that is not known was said before the work began.
    let (Some(path), Ok(Some(format))) = (&arguments.trace_out, format(arguments)) else { return Ok(()) };
    let mut used = BTreeSet::new();
    for Decided { name, system, finding, .. } in decided {
        let Verdict::Violated(run) = &finding.verdict else { continue };
        let text = text(format, system, &run.trace, &finding.property)?;
        let is_stream = output::is_stream(path);
        let file = if decided.len() > 1 && !is_stream { unused(path, name, &mut used) } else { path.clone() };
        output::file(&file, &text)?;
        written.push(format!("the run that breaks {name} is in {}", file.display()));
    }
    if written.is_empty() {
        written.push(format!("no property is violated: {} was not written", path.display()));
    }
    Ok(())
}

/// The file for a property. Two whose names differ only in what file systems do not take have two files.
pub(super) fn unused(path: &Path, property: &str, used: &mut BTreeSet<PathBuf>) -> PathBuf {
    let numbered = (2..).map(|number| named(path, &format!("{property}-{number}")));
    let mut names = std::iter::once(named(path, property)).chain(numbered);
    names.find(|name| used.insert(name.clone())).unwrap_or_else(|| path.to_owned())
}

fn text(format: TraceFormat, system: &System, trace: &Trace, property: &str) -> Result<String, Diagnostic> {
    let mut heading = system.property(property).map(Heading::of).unwrap_or_default();
    Ok(match format {
        TraceFormat::Nusmv => write_text(system, trace, &heading, TraceShape::Changes),
        TraceFormat::Xml => write_xml(system, trace, &heading),
        TraceFormat::Itf => write_itf(system, trace, &heading),
        TraceFormat::Vcd => write_vcd(system, trace),
        TraceFormat::Kind2 => {
            // Kind 2 calls properties by their names.
            heading.specification = Some(property.to_owned());
            write_kind2(system, trace, &heading)
        }
        TraceFormat::Btor2 => write_btor2(system, trace, &heading).map_err(|e| unusable(property, "BTOR2", &e))?,
        TraceFormat::Aiger => write_aiger(system, trace, &heading).map_err(|e| unusable(property, "AIGER", &e))?,
        TraceFormat::Yosys => write_yosys(system, trace).map_err(|e| unusable(property, "yosys", &e))?,
    })
}

/// The message about a run with values that a format of circuits cannot hold.
fn unusable(property: &str, format: &str, error: &FormatError) -> Diagnostic {
    let headline = format!("the run that breaks {property} cannot be written as a witness of {format}");
    Diagnostic::new(UNUSABLE_TRACE_FORMAT, headline)
        .note(error.to_string())
        .help("formats that are not of circuits hold such values, --trace-format vcd among them")
}

/// The ending of a name that says which JSON it is.
const KIND2: &str = "kind2.json";

/// Extension of a file name, after the dot.
fn ending(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy();
    let cut = name.len().checked_sub(KIND2.len() + 1);
    let end = cut.and_then(|at| name.get(at..)?.strip_prefix('.')).filter(|e| e.eq_ignore_ascii_case(KIND2));
    end.map(str::to_owned).or_else(|| Some(path.extension()?.to_string_lossy().into_owned()))
}

/// `run.xml` for the property `safe` becomes `run.safe.xml`. Characters that mean something to file systems are replaced.
fn named(path: &Path, property: &str) -> PathBuf {
    let safe: String =
        property.chars().map(|c| if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' }).take(100).collect();
    let whole = path.file_name().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let name = match ending(path) {
        Some(ending) => format!("{}.{safe}.{ending}", whole.strip_suffix(&format!(".{ending}")).unwrap_or(&whole)),
        None => format!("{whole}.{safe}"),
    };
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_after_properties_and_stay_in_their_folder() {
        assert_eq!(named(Path::new("out/run.xml"), "safe"), Path::new("out/run.safe.xml"));
        assert_eq!(named(Path::new("run"), "../../etc"), Path::new("run..._.._etc"));
        assert_eq!(named(Path::new("a.b/run.kind2.json"), "p"), Path::new("a.b/run.p.kind2.json"));
        assert_eq!(named(Path::new("kind2.json"), "p"), Path::new("kind2.p.json"));
    }
}
