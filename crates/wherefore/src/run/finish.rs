//! The end of a run: what was found is written, to the streams and to files.

use super::{Decided, Run, Task, certificates, last_words, logs, lts, traces, whatif};
use crate::args::Format;
use crate::editor;
use crate::exit::Exit;
use crate::output;
use crate::solvers::programs;
use crate::terminal::Terminal;
use crate::watch::record;
use wherefore::tool::tool;
use wherefore_diag::Diagnostic;
use wherefore_report::document::{Diagram, Document};
use wherefore_report::graph::{autx, blocks, dot};
use wherefore_report::{html, json, junit, matlab, text};

impl Run<'_> {
    /// Writes everything.
    pub(super) fn finish(mut self, terminal: &Terminal) -> Result<Exit, Diagnostic> {
        let exit = Exit::of(&self.ctx.report);
        self.ctx.say_remarks(self.arguments.quiet, terminal);
        if self.silent {
            return Ok(exit);
        }
        if let Some(folder) = self.task.watched() {
            record::leave_report(folder, &self.ctx.report);
        }
        let (written, failed) = self.ctx.watch.stage("write traces", || traces::write(self.arguments, &self.decided));
        let (certified, unwritten) =
            self.ctx.watch.stage("write certificates", || certificates::write(self.arguments, &self.decided));
        let notes = written.iter().chain(&certified).filter(|_| !self.arguments.quiet);
        notes.for_each(|note| output::message(&format!("{note}\n")));
        if self.arguments.stats {
            self.ctx.report.stats = Some(self.ctx.watch.stats());
        }
        if matches!(self.arguments.format(), Format::Json | Format::Html | Format::Editor) {
            self.ctx.report.tool = Some(tool(&programs(), self.tool_options()));
        }
        let (report, decided, task) = (&self.ctx.report, &self.decided, self.task);
        let (limits, known) = (&self.ctx.limits, last_words::verdicts(report));
        let work = || render(report, decided, (task, exit), terminal);
        let rendered = self.ctx.watch.stage("render", || last_words::watched(limits, &known, work));
        if matches!(self.arguments.format(), Format::Autx | Format::Dot) {
            let drawn: Vec<bool> = self.decided.iter().map(|d| d.picture.is_some()).collect();
            output::message(&lts::not_drawn(&self.ctx.report, &drawn));
        }
        output::deliver(self.arguments.output.as_deref(), &rendered)?;
        let written = self.arguments.output.as_deref().filter(|path| !self.arguments.quiet && !output::is_stream(path));
        if let Some(path) = written {
            output::message(&format!("the report is in {}\n", path.display()));
        }
        if self.arguments.stats {
            output::message(&text::stats(&self.ctx.watch.stats()));
        }
        // A run that could not be written does not cost the report.
        failed.or(unwritten).map_or(Ok(exit), Err)
    }
}

fn render(report: &Document, decided: &[Decided], (task, exit): (&dyn Task, Exit), terminal: &Terminal) -> String {
    let arguments = task.common();
    let options = if arguments.output.is_some() { terminal.file_options() } else { terminal.options() };
    match arguments.format() {
        Format::Json => json::render(report),
        Format::Html => html::render_playable(report, &whatif::playable(decided)),
        Format::Editor => editor::render(report, html::render_playable(report, &whatif::playable(decided))),
        Format::Sarif => logs::sarif(report, exit, &[&arguments.model], &arguments.include),
        Format::Junit => junit::render(report),
        Format::Matlab => matlab::render(report),
        Format::Autx => pictures(report, autx),
        Format::Dot => {
            let programs: String = decided.iter().filter_map(|d| d.picture.as_ref()).map(blocks).collect();
            pictures(report, dot) + &programs
        }
        Format::Text | Format::Diff => {
            task.text(report, &text::Options { full_traces: arguments.full_trace, ..options })
        }
    }
}

/// The diagrams of all properties that have one.
fn pictures(report: &Document, draw: impl Fn(&Diagram) -> String) -> String {
    let portraits = report.properties.iter().filter_map(|p| p.inquiry()?.lts.as_ref());
    portraits.filter_map(|p| p.diagram.as_ref()).map(draw).collect()
}
