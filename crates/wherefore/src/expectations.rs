//! `wherefore check FOLDER`: the models that the file `wherefore.toml` of a folder names, compared with what it expects.
//!
//! ```text
//! settings   what the file says, with the place of every mistake in it
//! patterns   the models that it names
//! models     each model in a process of its own, several at a time
//! update     the file, rewritten so that everything is expected as it is found
//! ```
//!
//! The comparison itself, and its words, are in `wherefore_report::expectations`.

mod models;
mod patterns;
mod settings;
mod update;

use crate::args::{Check, Common, Format};
use crate::codes::{CANNOT_READ, FOLDER_OPTION, NO_EXPECTATIONS, UNUSABLE_FORMAT};
use crate::exit::Exit;
use crate::output::files;
use crate::run::progress::Progress;
use crate::terminal::Terminal;
use crate::{input, interrupt, output};
use models::Plan;
use settings::{Problems, Settings};
use std::path::{Path, PathBuf};
use wherefore_diag::{Diagnostic, FileId, SourceMap, render};
use wherefore_report::document::{Command, Document, Remark};
use wherefore_report::expectations::{self, Expected, ModelOutcome, Status, as_found, compare, overall};
use wherefore_report::{json, junit, sarif};
use wherefore_stop::Stop;

/// The name of the file.
const FILE: &str = "wherefore.toml";

/// Checks the models of a folder and writes where they differ from what is expected. What is wrong with the question is written as JSON
/// too, if that was asked for.
pub fn run(arguments: &Check, terminal: &Terminal) -> Result<Exit, Diagnostic> {
    let exit = attempt(arguments, terminal);
    if let (Err(diagnostic), Format::Json) = (&exit, arguments.common.format()) {
        deliver_problems(arguments, std::slice::from_ref(diagnostic), SourceMap::default())?;
    }
    exit
}

fn attempt(arguments: &Check, terminal: &Terminal) -> Result<Exit, Diagnostic> {
    objection(&arguments.common).map_or(Ok(()), Err)?;
    let folder = &arguments.common.model;
    let path = file(folder);
    let text = read(folder, &path)?;
    files::note_read(&path);
    let is_updated = arguments.update;
    let loaded =
        settings::read(FileId(0), &text).and_then(|s| patterns::models(folder, &s, is_updated).map(|m| (s, m)));
    let (settings, models) = match loaded {
        Ok(loaded) => loaded,
        Err(problems) => {
            return complain(&problems, SourceMap::single(input::name(&path), &*text), arguments, terminal);
        }
    };
    models.iter().for_each(|model| files::note_read(&folder.join(model)));
    files::clash().map_or(Ok(()), Err)?;
    let project = Project { arguments, settings, models };
    let (outcomes, logs) = project.outcomes(terminal)?;
    output::deliver(arguments.common.output.as_deref(), &project.report(&outcomes, &logs, terminal))?;
    if is_updated { project.update(&path, &text, &outcomes) } else { Ok(exit(overall(&outcomes))) }
}

/// The file of a folder, as it is shown.
fn file(folder: &Path) -> PathBuf {
    if folder == Path::new(".") { PathBuf::from(FILE) } else { folder.join(FILE) }
}

fn read(folder: &Path, path: &Path) -> Result<String, Diagnostic> {
    if !path.exists() {
        let headline = format!("`{}` has no file {FILE}", input::name(folder));
        let missing = Diagnostic::new(NO_EXPECTATIONS, headline).help("give a model: wherefore check MODEL");
        return Err(missing.help(format!("or write `models = [\"*.smv\"]` to {}", input::name(path))));
    }
    let text = input::read(path)?;
    text.warning.map_or(Ok(text.text), |warning| Err(Diagnostic::new(CANNOT_READ, warning.headline)))
}

/// Shows what is wrong with the file.
fn complain(
    problems: &Problems,
    sources: SourceMap,
    arguments: &Check,
    terminal: &Terminal,
) -> Result<Exit, Diagnostic> {
    problems.iter().for_each(|d| output::message(&(render(d, &sources, terminal.messages) + "\n\n")));
    if arguments.common.format() == Format::Json {
        deliver_problems(arguments, problems, sources)?;
    }
    Ok(Exit::Input)
}

/// Writes a document of a check that did not get so far as to check anything.
fn deliver_problems(arguments: &Check, problems: &[Diagnostic], sources: SourceMap) -> Result<(), Diagnostic> {
    let remarks = problems.iter().map(|d| Remark::new(d.clone(), None, &sources)).collect();
    let document = Document { remarks, ..Document::new(Command::Check, input::name(&arguments.common.model)) };
    output::deliver(arguments.common.output.as_deref(), &json::render(&document))
}

/// An objection to options that mean nothing for a folder.
fn objection(common: &Common) -> Option<Diagnostic> {
    let given = [
        ("--property", !common.properties.is_empty()),
        ("--language", common.language.is_some()),
        ("--include", !common.include.is_empty()),
        ("--main", common.main.is_some()),
        ("--params", common.params.is_some()),
        ("--open", !common.open.is_empty()),
        ("--trace-out", common.trace_out.is_some()),
        ("--certificate", common.certificate.is_some()),
        ("--full-trace", common.full_trace),
        ("--defines", common.defines),
        ("--show", !common.show.is_empty()),
        ("--stats", common.stats),
    ];
    if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
        let headline = format!("{option} is for one model, and `{}` is a folder", input::name(&common.model));
        return Some(Diagnostic::new(FOLDER_OPTION, headline).help("give the model instead of its folder"));
    }
    let is_written = matches!(common.format(), Format::Text | Format::Json | Format::Junit | Format::Sarif);
    (!is_written).then(|| {
        let headline = "the models of a folder are not reported in this format";
        Diagnostic::new(UNUSABLE_FORMAT, headline).help("use text, json, junit or sarif")
    })
}

/// A difference is like a violation: it wins over what is merely not known.
fn exit(status: Status) -> Exit {
    match status {
        Status::AsExpected => Exit::Holds,
        Status::Differs => Exit::Violated,
        Status::Error => Exit::Input,
        Status::Undetermined => Exit::Undetermined,
    }
}

/// A folder that is checked.
struct Project<'a> {
    arguments: &'a Check,
    settings: Settings,
    /// Paths below the folder.
    models: Vec<String>,
}

impl Project<'_> {
    /// What was found about each model and where it differs, and the logs for code scanning if they were asked for.
    fn outcomes(&self, terminal: &Terminal) -> Result<(Vec<ModelOutcome>, Vec<String>), Diagnostic> {
        let common = &self.arguments.common;
        let stop = Stop::new();
        interrupt::watch(&stop);
        let plan = Plan::new(self.arguments, &self.settings, self.models.len(), &stop)?;
        let mut progress = Progress::new(terminal.is_watched && !common.quiet);
        let results = models::check_all(&plan, &self.models, &mut progress);
        progress.clear();
        let (found, logs): (Vec<_>, Vec<_>) = results.into_iter().map(|r| (r.found, r.log)).unzip();
        let outcomes = self.models.iter().zip(found).map(|(model, found)| {
            let differences = compare(&self.expected(model), &self.settings.allow, &found);
            ModelOutcome { model: model.clone(), found, differences }
        });
        Ok((outcomes.collect(), logs))
    }

    fn expected(&self, model: &str) -> Expected {
        self.settings.expect.get(model).map(|(_, expected)| expected.clone()).unwrap_or_default()
    }

    fn report(&self, outcomes: &[ModelOutcome], logs: &[String], terminal: &Terminal) -> String {
        let common = &self.arguments.common;
        match common.format() {
            Format::Json => expectations::json(outcomes),
            Format::Junit => junit::expectations(outcomes),
            Format::Sarif => sarif::joined(logs.iter().map(String::as_str)),
            _ => {
                let options = if common.output.is_some() { terminal.file_options() } else { terminal.options() };
                expectations::text(outcomes, &options)
            }
        }
    }

    /// Rewrites the file, and ends as a check with the new one would. What was not finished stays expected as it was.
    fn update(&self, path: &Path, text: &str, outcomes: &[ModelOutcome]) -> Result<Exit, Diagnostic> {
        let new = |o: &ModelOutcome| (o.model.clone(), as_found(&self.expected(&o.model), &o.found));
        let expect: Vec<(String, Expected)> = outcomes.iter().map(new).collect();
        let mut allow = self.settings.allow.clone();
        for id in outcomes.iter().flat_map(|o| o.found.warnings()) {
            if !allow.iter().any(|known| known == id) {
                allow.push(id.to_owned());
            }
        }
        let rewritten = update::rewritten(text, &expect, &allow)?;
        if rewritten != text {
            output::rewrite(path, rewritten.as_bytes())?;
        }
        if !self.arguments.common.quiet {
            let word = if rewritten == text { "unchanged" } else { "rewritten" };
            output::message(&format!("{word}: {}\n", input::name(path)));
        }
        let left =
            outcomes.iter().zip(&expect).map(|(o, (_, expected))| Status::of(&compare(expected, &allow, &o.found)));
        Ok(exit(left.max().unwrap_or(Status::AsExpected)))
    }
}
