//! `wherefore mutate`: models with one small mistake each, made from one, in its own language.
//!
//! Mutants have the same numbers whichever of them are asked for. `checked` says which of them the properties notice.

mod checked;
mod questions;
mod rehearsal;
mod resume;

use super::diff::{page, unsupported};
use crate::args::equivalence::{Mutate, PlainFormat};
use crate::codes::{CANNOT_WRITE, UNKNOWN_MUTANT, UNKNOWN_OPERATOR};
use crate::exit::Exit;
use crate::input::{self, Source};
use crate::output;
use crate::run::context::RunContext;
use crate::run::limits::{Limits, memory_limit};
use crate::solvers::programs;
use crate::terminal::Terminal;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wherefore::Language;
use wherefore::tool::tool;
use wherefore_diag::{Diagnostic, Diagnostics, FileId, SourceMap};
use wherefore_ir::System;
use wherefore_lang::registry::Meaning;
use wherefore_mutate::{self as mutate, Operator};
use wherefore_report::document::equivalence::{Mutant, Mutants, Outcome};
use wherefore_report::document::{Command, Place, ToolOptions};
use wherefore_report::text::fit;
use wherefore_report::{html, json, text};
use wherefore_syntax::nearest;

/// A mutant with its number and text.
struct Made {
    number: usize,
    mutant: mutate::Mutant,
    text: String,
}

/// The mutants of a model.
struct Mutated {
    system: Arc<System>,
    language: Language,
    made: Vec<Made>,
    /// How many of those asked for cannot be read.
    dropped: usize,
}

/// Makes mutants of a model and lists or writes them.
pub fn run(arguments: &Mutate, terminal: &Terminal) -> Result<Exit, Diagnostic> {
    let is_watched = terminal.is_watched && !arguments.paper.quiet;
    let timeout = Some(arguments.checking.timeout.clone());
    let limits =
        Limits { timeout, deadline: arguments.deadline.clone(), memory: memory_limit(None), ..Limits::default() };
    let mut ctx = RunContext::new(Command::Mutate, &arguments.model, limits, is_watched);
    let operators = operators(&arguments.operator)?;
    let mutated = mutants(&mut ctx, arguments, &operators);
    let mut unkept = None;
    let checks = match mutated.as_ref().filter(|_| arguments.check) {
        Some(mutated) => {
            let checks = checked::check(&mut ctx, arguments, mutated)?;
            unkept = checks.as_ref().and_then(|c| c.unkept.clone());
            checks
        }
        None => None,
    };
    ctx.progress.clear();
    ctx.say_remarks(arguments.paper.quiet, terminal);
    let file = arguments.paper.file.as_deref();
    if let (Some(mutated), Some(_), None, false) = (&mutated, arguments.only, &arguments.write, arguments.check) {
        output::deliver(file, mutated.made.first().map_or("", |m| m.text.as_str()))?;
        return Ok(Exit::of(&ctx.report));
    }
    if let Some(Mutated { made, dropped, .. }) = mutated.filter(|_| checks.is_some() || !arguments.check) {
        let files = arguments.write.as_deref().map(|folder| write(folder, &arguments.model, &made)).transpose()?;
        let sources = &ctx.report.sources;
        let shown = |(i, m): (usize, &Made)| view(m, files.as_ref().and_then(|f| f.get(i)), sources);
        let mutants = made.iter().enumerate().map(shown).collect();
        let mut mutants = Mutants { mutants, dropped, mutation: None };
        checks.into_iter().for_each(|checks| checks.enter(&mut mutants));
        ctx.report.result = Some(Outcome::Mutants(Some(mutants)));
    }
    if matches!(arguments.format, PlainFormat::Json | PlainFormat::Html) {
        ctx.report.tool = Some(tool(&programs(), ToolOptions::default()));
    }
    let rendered = match arguments.format {
        PlainFormat::Json => json::render(&ctx.report),
        PlainFormat::Html => html::render(&ctx.report),
        PlainFormat::Text => text::mutants(&ctx.report, &page(terminal, file, true)),
    };
    output::deliver(file, &rendered)?;
    unkept.map_or_else(|| Ok(Exit::of(&ctx.report)), Err)
}

/// The operators of these names; all if no name is given.
fn operators(names: &[String]) -> Result<BTreeSet<Operator>, Diagnostic> {
    if names.is_empty() {
        return Ok(Operator::ALL.into_iter().collect());
    }
    let find = |name: &String| {
        Operator::find(name.trim()).ok_or_else(|| {
            let words = Operator::ALL.map(Operator::word);
            let unknown = Diagnostic::new(UNKNOWN_OPERATOR, format!("there is no operator called `{name}`"));
            match nearest(name, words) {
                Some(near) => unknown.help(format!("did you mean `{near}`?")),
                None => unknown.help(format!("operators are {}", fit::list(&words, words.len()))),
            }
        })
    };
    names.iter().map(find).collect()
}

/// The mutants that are asked for; `None` if there is nothing to work with, which the remarks then say.
fn mutants(ctx: &mut RunContext, arguments: &Mutate, wanted: &BTreeSet<Operator>) -> Option<Mutated> {
    let path = &arguments.model;
    let language = match arguments.reading.language.map_or_else(|| input::language(path), Ok) {
        Ok(language) => language,
        Err(diagnostic) => return ctx.give_up(diagnostic),
    };
    // Mutants of contracts are listed and written; what notices them is no property of one system.
    let is_listed = language == Language::Oss && !arguments.check;
    if let Some(diagnostic) = unsupported(path, language).filter(|_| !is_listed) {
        return ctx.give_up(diagnostic);
    }
    ctx.report.model.language = Some(language.word());
    let source = arguments.reading.source(path, 0);
    // Errors of the model are reported as anywhere else.
    let system = match ctx.load_any(&source, language)? {
        Meaning::System(system) => Arc::from(system),
        _ => Arc::new(System::default()),
    };
    let text = ctx.report.sources.get(FileId(0)).map_or_else(String::new, |f| f.text.clone());
    let found = match find(ctx, &source, language, text.clone())? {
        Ok(found) => found,
        Err(diagnostics) => {
            diagnostics.iter().cloned().for_each(|d| ctx.remark(d));
            return None;
        }
    };
    let all = found.mutants.len();
    if let Some(number) = arguments.only.filter(|n| !(1..=all).contains(n)) {
        let unknown = Diagnostic::new(UNKNOWN_MUTANT, format!("there is no mutant {number}"));
        return ctx.give_up(unknown.help(format!("the model has {}", fit::count(all, "mutant", "mutants"))));
    }
    let is_wanted = |number: usize, mutant: &mutate::Mutant| match arguments.only {
        Some(only) => number == only,
        None => wanted.contains(&mutant.operator),
    };
    let numbered = found.mutants.into_iter().enumerate().map(|(i, mutant)| (i + 1, mutant));
    let made = numbered.filter(|(number, mutant)| is_wanted(*number, mutant));
    let made = made.map(|(number, mutant)| Made { number, text: mutant.apply(&text), mutant });
    let dropped = found.dropped.iter().filter(|m| wanted.contains(&m.operator)).count();
    Some(Mutated { system, language, made: made.collect(), dropped })
}

/// All mutants of a text.
fn find(
    ctx: &mut RunContext,
    source: &Source<'_>,
    language: Language,
    text: String,
) -> Option<Result<mutate::Mutants, Diagnostics>> {
    let (mut include, name, choices) = (ctx.includes(source)?, input::name(source.path), ctx.choices(source)?);
    ctx.run_front_end(move || mutate::mutants(language, (&name, &text), &choices, &mut include))?
}

fn view(made: &Made, file: Option<&PathBuf>, sources: &SourceMap) -> Mutant {
    let Made { number, mutant, .. } = made;
    Mutant {
        number: *number,
        operator: mutant.operator.word(),
        place: Place::of(mutant.span, sources),
        what: mutant.what.clone(),
        element: mutant.element.clone(),
        is_omission: mutant.is_omission,
        file: file.map(|path| path.display().to_string()),
        check: None,
    }
}

/// Writes each to a file of its own. Nothing is written if one of the files is there already.
fn write(folder: &Path, model: &Path, made: &[Made]) -> Result<Vec<PathBuf>, Diagnostic> {
    let files: Vec<PathBuf> = made.iter().map(|m| folder.join(name(model, m.number, m.mutant.operator))).collect();
    if let Some(there) = files.iter().find(|f| f.symlink_metadata().is_ok()) {
        let headline = format!("`{}` is there already", there.display());
        return Err(Diagnostic::new(CANNOT_WRITE, headline).help("give another folder, or take the files away"));
    }
    std::fs::create_dir_all(folder).map_err(|error| {
        Diagnostic::new(CANNOT_WRITE, format!("cannot make the folder `{}`: {error}", folder.display()))
    })?;
    for (index, (file, made)) in files.iter().zip(made).enumerate() {
        let written = input::content(model, &made.text).and_then(|content| output::new_file(file, &content));
        if let Err(diagnostic) = written {
            // Some of the mutants would look like all of them.
            files[..index].iter().for_each(|f| drop(std::fs::remove_file(f)));
            return Err(diagnostic);
        }
    }
    Ok(files)
}

/// `door.smv` becomes `door.007-ROR.smv`.
fn name(model: &Path, number: usize, operator: Operator) -> String {
    let is_input = model == Path::new("-");
    let part = |part: Option<&std::ffi::OsStr>| part.filter(|_| !is_input).map(|p| p.to_string_lossy().into_owned());
    let stem = part(model.file_stem()).unwrap_or_else(|| "model".to_owned());
    let ending = part(model.extension()).map_or_else(String::new, |e| format!(".{e}"));
    format!("{stem}.{number:03}-{}{ending}", operator.word())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_after_model_number_and_operator() {
        assert_eq!(name(Path::new("a/door.smv"), 7, Operator::Ror), "door.007-ROR.smv");
        assert_eq!(name(Path::new("a.b.scxml"), 1234, Operator::Sgf), "a.b.1234-SGF.scxml");
        assert_eq!(name(Path::new("-"), 1, Operator::As), "model.001-AS");
    }

    #[test]
    fn operators_have_names_in_any_case() {
        let found = operators(&["ror".to_owned(), " SGF".to_owned()]).unwrap();
        assert_eq!(found.into_iter().collect::<Vec<_>>(), [Operator::Ror, Operator::Sgf]);
        assert_eq!(operators(&["ROS".to_owned()]).unwrap_err().help, ["did you mean `ROR`?"]);
    }
}
