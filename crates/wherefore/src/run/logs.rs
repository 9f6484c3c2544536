//! Logs for code scanning: what a report does not know about files is looked up here.

use crate::exit::Exit;
use crate::input;
use std::path::{Path, PathBuf};
use wherefore_report::document::Document;
use wherefore_report::sarif::{self, Context};

/// The report as a SARIF log.
pub fn sarif(report: &Document, exit: Exit, models: &[&Path], include: &[PathBuf]) -> String {
    let path = |name: &str| path(name, models, include);
    sarif::render(report, &Context { exit_code: exit as u8, path: &path })
}

/// The path of a source, from its name. That of an included file is relative to the model that includes it, or to a folder of
/// the command line; in a log it has to be found from where the program ran.
fn path(name: &str, models: &[&Path], include: &[PathBuf]) -> String {
    if models.iter().any(|model| input::name(model) == name) {
        return name.to_owned();
    }
    let beside = models.iter().filter_map(|model| model.parent());
    let mut paths = beside.chain(include.iter().map(PathBuf::as_path)).map(|folder| folder.join(name));
    paths.find(|path| path.is_file()).map_or_else(|| name.to_owned(), |path| input::name(&path))
}
