//! Writing: to the streams, where a closed pipe is no error, and to files, which appear whole or not at all.

use crate::codes::CANNOT_WRITE;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use wherefore_diag::{Diagnostic, SourceMap, Style, render};

/// Writes results to the standard output. Somebody who stops reading has seen enough.
pub fn results(text: &str) -> Result<(), Diagnostic> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Diagnostic::new(CANNOT_WRITE, format!("cannot write to the standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Writes results to a file, or to the standard output if there is none.
pub fn deliver(path: Option<&Path>, text: &str) -> Result<(), Diagnostic> {
    path.map_or_else(|| results(text), |path| file(path, text))
}

/// Writes a message to the standard error. If that fails there is nobody to tell.
pub fn message(text: &str) {
    let mut out = io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Writes a diagnostic that has no place in a source.
pub fn complain(diagnostic: &Diagnostic, style: Style) {
    message(&(render(diagnostic, &SourceMap::default(), style) + "\n"));
}

/// Writes a file under a temporary name beside its own, and renames it when it is complete.
pub fn file(path: &Path, text: &str) -> Result<(), Diagnostic> {
    let failed = |error: io::Error| failed(path, &error);
    // Devices and pipes cannot be replaced, only written to.
    if path.metadata().is_ok_and(|m| !m.is_file() && !m.is_dir()) {
        return std::fs::write(path, text).map_err(failed);
    }
    temporary(path, text).map_err(failed)?.persist(path).map_err(|e| failed(e.error)).map(drop)
}

/// The same for a file that must not be there.
pub fn new_file(path: &Path, text: &str) -> Result<(), Diagnostic> {
    let failed = |error: io::Error| failed(path, &error);
    temporary(path, text).map_err(failed)?.persist_noclobber(path).map_err(|e| failed(e.error)).map(drop)
}

fn failed(path: &Path, error: &io::Error) -> Diagnostic {
    Diagnostic::new(CANNOT_WRITE, format!("cannot write `{}`: {error}", path.display()))
}

/// A text under a temporary name beside its own.
fn temporary(path: &Path, text: &str) -> io::Result<tempfile::NamedTempFile> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".wherefore-");
    shared(&mut builder);
    let mut temporary = builder.tempfile_in(folder)?;
    temporary.write_all(text.as_bytes()).and_then(|()| temporary.flush())?;
    Ok(temporary)
}

/// Temporary files are private by default; a report is as readable as any other file of its author.
#[cfg(unix)]
fn shared(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(std::fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn shared(_: &mut tempfile::Builder<'_, '_>) {}
