//! Checks of a graph without formulas: states in which runs end, and states that no run reaches.

use super::graph::Graph;
use super::{Run, cause};
use crate::args::lts::RouteWord;
use std::path::Path;
use std::sync::Arc;
use wherefore_diag::{FileId, SourceMap, Span};
use wherefore_lts::Csr;
use wherefore_lts::ends::{Ends, ends};
use wherefore_report::build::{self, GraphEnd};
use wherefore_report::document::Obligations;

/// States of each kind that are listed.
const MOST_LISTED: usize = 10;
/// Bytes of a file of which lines are shown.
const MOST_SHOWN: u64 = 64 << 20;

impl Run<'_> {
    /// Fills the report, as far as it gets.
    pub(in crate::run) fn lint_graph(&mut self) {
        let Some((Graph::Memory(graph), _)) = self.graph(RouteWord::Memory, None) else { return };
        self.ctx.report.obligations = Obligations::Met;
        let searched = graph.clone();
        let work = move |stop: &_, _: &_| ends(&searched, MOST_LISTED, stop);
        let found = match self.ctx.supervised("(checks without properties)", work) {
            Ok(Ok(found)) => found,
            Ok(Err(why)) => return self.undetermined(&cause(why)).unwrap_or_default(),
            Err(why) => return self.undetermined(&why).unwrap_or_default(),
        };
        let file = self.quoted();
        let sources = self.ctx.report.sources.clone();
        let listed: Vec<GraphEnd> = found.deadlocks.iter().map(|end| described(&graph, end, &sources, file)).collect();
        let header = file.and_then(|file| span(&sources, file, 0, |_| true));
        let Ends { all_deadlocks, unreached, all_unreached, .. } = &found;
        let allowed = self.task.allowed();
        let lint = build::graph_lint(&sources, (&listed, *all_deadlocks), (unreached, *all_unreached), header, allowed);
        self.ctx.report.lint = Some(lint);
    }

    /// The text of the graph among the sources, unless it is too long or cannot be read twice.
    fn quoted(&mut self) -> Option<FileId> {
        let path = &self.arguments.model;
        let size = std::fs::metadata(path).ok().filter(|_| path != Path::new("-"))?.len();
        let (sources, file) = if size <= MOST_SHOWN { self.ctx.read(path)? } else { return None };
        self.ctx.report.sources = Arc::new(sources);
        Some(file)
    }
}

fn described(
    graph: &Csr,
    (state, run): &(u32, Vec<(u32, u32)>),
    sources: &SourceMap,
    file: Option<FileId>,
) -> GraphEnd {
    let labels = run.iter().map(|(_, label)| graph.labels.name(*label).to_owned()).collect();
    let last = run.last().map(|(from, _)| *from);
    let leads_there = |line: &str| last.is_some() && ends_of(line) == last.map(|from| (from, *state));
    let span = match last {
        Some(_) => file.and_then(|file| span(sources, file, 1, leads_there)),
        None => file.and_then(|file| span(sources, file, 0, |_| true)),
    };
    GraphEnd { state: *state, run: labels, span }
}

/// The place of the first line after some that is the one looked for.
fn span(sources: &SourceMap, file: FileId, skipped: usize, mut is_it: impl FnMut(&str) -> bool) -> Option<Span> {
    let text = &sources.get(file)?.text;
    let mut start = 0usize;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let shown = line.trim_end();
        if number >= skipped && !shown.is_empty() && is_it(shown) {
            return Some(Span::new(file, start as u32, (start + shown.len()) as u32));
        }
        start += line.len();
    }
    None
}

/// The two states of a transition as it is written: `(0, "a", 1)`.
fn ends_of(line: &str) -> Option<(u32, u32)> {
    let inside = line.trim().strip_prefix('(')?.strip_suffix(')')?;
    let (from, rest) = inside.split_once(',')?;
    let (_, to) = rest.rsplit_once(',')?;
    Some((from.trim().parse().ok()?, to.trim().parse().ok()?))
}
