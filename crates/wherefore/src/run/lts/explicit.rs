//! Graphs in other forms than Aldebaran text: which file has which, and how it is read.

use super::graph::{GraphError, open, unreadable};
use crate::input;
use crate::solvers::programs;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wherefore_diag::Diagnostic;
use wherefore_lang::aut::Source;
use wherefore_lang::explicit::{Explicit, States, codes};
use wherefore_lang::{dot, fsm};
use wherefore_lts::{Csr, load};
use wherefore_solve::capture;
use wherefore_stop::Stop;

/// A form of graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileForm {
    /// Aldebaran text.
    Aut,
    /// DOT.
    Dot,
    /// FSM.
    Fsm,
    /// The binary form of mCRL2.
    Lts,
    /// The binary form of CADP.
    Bcg,
}

impl FileForm {
    /// The form by the name of a file; a packed file is named as if it were not.
    pub fn of(path: &Path) -> FileForm {
        match unpacked(path).extension().map(|ending| ending.to_string_lossy().to_lowercase()).as_deref() {
            Some("dot" | "gv") => FileForm::Dot,
            Some("fsm") => FileForm::Fsm,
            Some("lts") => FileForm::Lts,
            Some("bcg") => FileForm::Bcg,
            _ => FileForm::Aut,
        }
    }
}

/// The name of a file as if it were not packed by gzip.
pub fn unpacked(path: &Path) -> PathBuf {
    if path.extension().is_some_and(|ending| ending == "gz") { path.with_extension("") } else { path.to_owned() }
}

/// A graph whose states may have values.
pub struct WithStates {
    /// The graph.
    pub graph: Arc<Csr>,
    /// The values of variables in its states.
    pub states: Option<Arc<States>>,
}

/// Reads a graph that is no Aldebaran text.
pub fn read(path: &Path, form: FileForm, stop: &Stop) -> Result<WithStates, GraphError> {
    let text = || -> Result<_, GraphError> { Source::new(open(path)?).map_err(|e| unreadable(path, &e.to_string())) };
    let explicit = match form {
        FileForm::Dot => dot::read(text()?),
        FileForm::Fsm => fsm::read(text()?),
        FileForm::Lts => return converted(path, "mCRL2", "ltsconvert", stop),
        FileForm::Bcg | FileForm::Aut => return converted(path, "CADP", "bcg_io", stop),
    };
    let Explicit { initial, count, block, states, .. } = explicit.map_err(GraphError::Explicit)?;
    let graph = Csr::of_block(initial, count, &block).map_err(GraphError::Interrupted)?;
    Ok(WithStates { graph: Arc::new(graph), states: states.map(Arc::new) })
}

/// Has the tool that a binary form comes from write the graph as text.
fn converted(path: &Path, whose: &str, program: &str, stop: &Stop) -> Result<WithStates, GraphError> {
    let (name, text) = (input::name(path), path.with_extension("aut"));
    let refused = |why: String| {
        let headline = format!("`{name}` is in the binary form of {whose}, and {program} cannot convert it: {why}");
        let help = format!("`{program} {name} {}` writes it as text", input::name(&text));
        GraphError::Wrong(Diagnostic::new(codes::BINARY, headline).help(help))
    };
    let tool = programs().resolve(program).map_err(|error| refused(error.to_string()))?;
    let folder = tempfile::Builder::new().prefix("wherefore-").tempdir().map_err(|error| refused(error.to_string()))?;
    let output = folder.path().join("graph.aut");
    let arguments = vec![path.display().to_string(), output.display().to_string()];
    let ended = capture(&programs(), &tool, arguments, stop).map_err(|error| refused(error.to_string()))?;
    let said = || String::from_utf8_lossy(&ended.stderr).lines().next().unwrap_or("it wrote nothing").to_owned();
    let file: Box<dyn Read + Send> = Box::new(File::open(&output).map_err(|_| refused(said()))?);
    Ok(WithStates { graph: Arc::new(load(file, stop)?), states: None })
}
