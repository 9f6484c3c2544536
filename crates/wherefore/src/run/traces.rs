//! Trace files: the runs that break properties, in the formats of other tools.

use super::Decided;
use crate::args::{Common, TraceFormat};
use crate::codes::UNKNOWN_TRACE_FORMAT;
use crate::output;
use std::path::{Path, PathBuf};
use wherefore_check::Verdict;
use wherefore_diag::Diagnostic;
use wherefore_ir::System;
use wherefore_trace::Trace;
use wherefore_trace::format::{Heading, Shape, write_itf, write_text, write_vcd, write_xml};

/// The format that was asked for, by name or by the ending of the file; `None` if no file was asked for.
pub fn format(arguments: &Common) -> Result<Option<TraceFormat>, Diagnostic> {
    let Some(path) = &arguments.trace_out else { return Ok(None) };
    if let Some(format) = arguments.trace_format {
        return Ok(Some(format));
    }
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    let format = match ending.as_deref() {
        Some("xml") => TraceFormat::Xml,
        Some("json" | "itf") => TraceFormat::Itf,
        Some("vcd") => TraceFormat::Vcd,
        Some("txt" | "trace" | "smv-trace") => TraceFormat::Nusmv,
        _ => {
            let headline = format!("the name `{}` does not tell the format of the trace", path.display());
            return Err(Diagnostic::new(UNKNOWN_TRACE_FORMAT, headline)
                .help("say it with --trace-format nusmv, xml, itf or vcd"));
        }
    };
    Ok(Some(format))
}

/// Writes the run of every violated property; gives a line for each file, or one that says that there is none.
pub fn write(arguments: &Common, decided: &[Decided]) -> Result<Vec<String>, Diagnostic> {
    let (Some(path), Some(format)) = (&arguments.trace_out, format(arguments)?) else { return Ok(Vec::new()) };
    let mut written = Vec::new();
    for Decided { name, system, finding, .. } in decided {
        let Verdict::Violated(run) = &finding.verdict else { continue };
        let file = if decided.len() > 1 { named(path, name) } else { path.clone() };
        output::file(&file, &text(format, system, &run.trace, &finding.property))?;
        written.push(format!("the run that breaks {name} is in {}", file.display()));
    }
    if written.is_empty() {
        written.push(format!("no property is violated: {} was not written", path.display()));
    }
    Ok(written)
}

fn text(format: TraceFormat, system: &System, trace: &Trace, property: &str) -> String {
    let heading = system.property(property).map(Heading::of).unwrap_or_default();
    match format {
        TraceFormat::Nusmv => write_text(system, trace, &heading, Shape::Changes),
        TraceFormat::Xml => write_xml(system, trace, &heading),
        TraceFormat::Itf => write_itf(system, trace, &heading),
        TraceFormat::Vcd => write_vcd(system, trace),
    }
}

/// `run.xml` for the property `safe` becomes `run.safe.xml`. Characters that mean something to file systems are replaced.
fn named(path: &Path, property: &str) -> PathBuf {
    let safe: String =
        property.chars().map(|c| if c.is_alphanumeric() || "._-".contains(c) { c } else { '_' }).take(100).collect();
    let stem = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    let name = match path.extension() {
        Some(ending) => format!("{stem}.{safe}.{}", ending.to_string_lossy()),
        None => format!("{stem}.{safe}"),
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
    }
}
