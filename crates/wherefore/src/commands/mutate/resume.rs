//! The file of `--resume`: what was found about each mutant, a line for each, added as soon as it is known.
//!
//! The file is made whole, with its first line, and then only grows. A line that was cut when a run was ended is taken away.

use crate::codes::{CANNOT_WRITE, OTHER_MUTANTS};
use crate::output;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use wherefore_diag::Diagnostic;
use wherefore_report::document::equivalence::MutantCheck;
use wherefore_report::mutation::Kept;

/// A file to which results are added.
pub struct Resume {
    path: PathBuf,
    file: File,
    /// Why results can no longer be added.
    pub broken: Option<Diagnostic>,
}

impl Resume {
    /// Opens or makes a file whose first line is this one, and reads what it says about mutants.
    pub fn open(path: &Path, header: &str) -> Result<(Resume, Vec<(usize, MutantCheck)>), Diagnostic> {
        let failed = |error| failed(path, &error);
        if !path.exists() {
            output::new_file(path, header.as_bytes())?;
        }
        let text = String::from_utf8_lossy(&std::fs::read(path).map_err(failed)?).into_owned();
        let Some(kept) = Kept::read(&text, header) else {
            let headline = format!("`{}` is about other mutants, other settings or another version", path.display());
            let other = Diagnostic::new(OTHER_MUTANTS, headline);
            return Err(other.help("give the name of another file, or take this one away"));
        };
        let file = OpenOptions::new().append(true).open(path).map_err(failed)?;
        if kept.whole < text.len() {
            file.set_len(kept.whole as u64).map_err(failed)?;
        }
        Ok((Resume { path: path.to_owned(), file, broken: None }, kept.results))
    }

    /// Adds what was found about a mutant. The first mistake ends that, and is said in the end.
    pub fn add(&mut self, number: usize, check: &MutantCheck) {
        if self.broken.is_none()
            && let Err(error) = self.file.write_all(Kept::line(number, check).as_bytes())
        {
            self.broken = Some(failed(&self.path, &error));
        }
    }
}

fn failed(path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::new(CANNOT_WRITE, format!("cannot keep results in `{}`: {error}", path.display()))
}
