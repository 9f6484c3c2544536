//! The runs of two machines side by side: a line per reaction, or where that is too wide, a few.
//!
//! ```text
//!   step  inputs  reference     implementation
//!         x       m  takes      m   takes
//!   start         0             0
//!   1     100     2  S0 -> S2   2   S0 -> S2
//!   2     90      0  S2 -> S0   2!
//!   ! differs from the reference
//! ```
//!
//! Differences have a sign that survives without colours. The beginning and the end of a long run are shown, because that is
//! where it starts and where it parts.

use super::{Page, assignments, differing, is_constant};
use crate::document::equivalence::{Difference, Interface, Party, Port};
use crate::text::fit::{padded, shorten, visible, width};
use crate::text::paint::Ink;
use crate::text::trace::{Limit, fold};

/// Lines of an overview.
const LIMIT: Limit<'static> = Limit { lines: 40, remedy: "--full shows all" };
/// Columns of a value and of what is taken, unless everything is wanted.
const WIDEST_VALUE: usize = 20;
const WIDEST_TAKEN: usize = 28;
/// Text where a machine does not take the inputs, and where it can only do something else.
const REFUSED: &str = "refused";
const OTHERWISE: &str = "otherwise";

/// The lines of a difference and what is to be said below them.
pub fn lines(page: &Page<'_>, interface: &Interface, difference: &Difference) -> String {
    let runs = Runs { page, interface, difference };
    let mut lines = runs.table().unwrap_or_else(|| runs.list());
    if lines.len() > LIMIT.lines && !page.options.full_traces {
        let starts: Vec<usize> = (0..lines.len()).collect();
        fold(&mut lines, &starts, LIMIT, page.paint);
    }
    let mut out: String = lines.iter().flat_map(|l| [l.as_str(), "\n"]).collect();
    runs.legend().iter().for_each(|line| out.push_str(&page.paragraph("  ", line)));
    out
}

/// A text and its colour.
type Cell = (String, Option<Ink>);

struct Runs<'a> {
    page: &'a Page<'a>,
    interface: &'a Interface,
    difference: &'a Difference,
}

/// Reaction of one machine, or its outputs before the first one.
struct Deed<'a> {
    /// Outputs; none if it does not take the inputs.
    shows: Option<&'a [String]>,
    takes: &'a [String],
    /// Whether this is where the runs differ.
    is_last: bool,
    party: Party,
}

/// Columns under one heading.
struct Block {
    heading: &'static str,
    titles: Vec<String>,
    /// By line, a cell per title.
    rows: Vec<Vec<Cell>>,
}

impl<'a> Runs<'a> {
    /// Reactions of a machine at every line of the table.
    fn deeds(&self, party: Party) -> Vec<Deed<'a>> {
        let d = self.difference;
        let last = d.reactions.len();
        let start = match party {
            Party::Reference => d.start.as_deref(),
            Party::Implementation => d.start_differs.as_deref().or(d.start.as_deref()),
        };
        let before =
            self.has_start().then(|| Deed { shows: start.or(Some(&[])), takes: &[], is_last: last == 0, party });
        let reaction = |(index, r): (usize, &'a crate::document::equivalence::Reaction)| {
            let (shows, takes) = match party {
                Party::Reference => (&r.reference, &r.reference_takes),
                Party::Implementation => (&r.implementation, &r.implementation_takes),
            };
            Deed { shows: shows.as_deref(), takes, is_last: index + 1 == last, party }
        };
        before.into_iter().chain(d.reactions.iter().enumerate().map(reaction)).collect()
    }

    fn has_start(&self) -> bool {
        self.difference.start.is_some() || self.difference.start_differs.is_some()
    }

    /// The word at the beginning of every line.
    fn labels(&self) -> Vec<String> {
        let start = self.has_start().then(|| "start".to_owned());
        start.into_iter().chain((1..=self.difference.reactions.len()).map(|n| n.to_string())).collect()
    }

    /// Whether an output of a machine is to be marked: where both show something it is the implementation that is looked at,
    /// where one can do what the other cannot it is that one.
    fn is_marked(&self, deed: &Deed<'_>, output: usize) -> bool {
        let d = self.difference;
        if !deed.is_last {
            return false;
        }
        let marked = if d.others.is_empty() { Party::Implementation } else { d.by };
        let differs = match (&d.start, &d.start_differs) {
            (Some(one), Some(two)) if d.reactions.is_empty() => one.get(output) != two.get(output),
            _ => d.outputs.contains(&output) || (d.outputs.is_empty() && !d.others.is_empty()),
        };
        deed.party == marked && differs
    }

    /// The cells of what a machine shows.
    fn shown(&self, deed: &Deed<'_>) -> Vec<Cell> {
        let outputs = self.interface.outputs.len();
        let Some(values) = deed.shows else {
            let is_other = deed.is_last && !self.difference.others.is_empty();
            let word = if is_other { OTHERWISE.to_owned() } else { format!("{REFUSED}!") };
            let first = (word, (!is_other).then_some(Ink::Bad));
            return std::iter::once(first)
                .chain(std::iter::repeat_with(|| (String::new(), None)))
                .take(outputs.max(1))
                .collect();
        };
        let cell = |output: usize| {
            let text = values.get(output).map_or_else(String::new, |v| self.fitting(v, WIDEST_VALUE));
            if self.is_marked(deed, output) { (format!("{text}!"), Some(Ink::Bad)) } else { (text, None) }
        };
        (0..outputs).map(cell).collect()
    }

    fn fitting(&self, text: &str, columns: usize) -> String {
        let text = visible(text);
        if self.page.options.full_traces { text } else { shorten(&text, columns) }
    }

    /// The lines as a table; none if it is wider than the page.
    fn table(&self) -> Option<Vec<String>> {
        let labels = self.labels();
        let inputs = self.inputs();
        let blocks =
            [inputs, self.block("reference", Party::Reference), self.block("implementation", Party::Implementation)];
        let column = labels.iter().map(|l| width(l)).chain([4]).max().unwrap_or(4);
        let widths: Vec<Vec<usize>> = blocks.iter().map(Block::widths).collect();
        let total: usize = widths.iter().map(|w| w.iter().map(|c| c + 2).sum::<usize>()).sum();
        if 2 + column + total > self.page.options.width {
            return None;
        }
        let mut heading = format!("  {}", self.page.paint.padded(Ink::Faint, "step", column));
        let mut titles = format!("  {}", " ".repeat(column));
        for (block, widths) in blocks.iter().zip(&widths) {
            let room: usize = widths.iter().map(|c| c + 2).sum::<usize>().saturating_sub(2);
            let word = if widths.is_empty() { "" } else { block.heading };
            heading.push_str(&format!("  {}", self.page.paint.padded(Ink::Strong, word, room)));
            let cells = block.titles.iter().zip(widths);
            cells.for_each(|(t, w)| titles.push_str(&format!("  {}", self.page.paint.padded(Ink::Faint, t, *w))));
        }
        let mut lines = vec![heading.trim_end().to_owned(), titles.trim_end().to_owned()];
        for (index, label) in labels.iter().enumerate() {
            let mut line = format!("  {}", padded(label, column));
            for (block, widths) in blocks.iter().zip(&widths) {
                let cells = block.rows.get(index).into_iter().flatten().zip(widths);
                cells.for_each(|(cell, w)| line.push_str(&format!("  {}", self.painted(cell, *w))));
            }
            lines.push(line.trim_end().to_owned());
        }
        Some(lines)
    }

    fn painted(&self, (text, ink): &Cell, columns: usize) -> String {
        ink.map_or_else(|| padded(text, columns), |ink| self.page.paint.padded(ink, text, columns))
    }

    fn inputs(&self) -> Block {
        let inputs = &self.interface.inputs;
        let is_free = |place: &usize| inputs.get(*place).is_some_and(|p| !is_constant(p));
        let free: Vec<usize> = (0..inputs.len()).filter(is_free).collect();
        let titles: Vec<String> = free.iter().map(|place| title(&inputs[*place])).collect();
        let empty = self.has_start().then(|| vec![(String::new(), None); titles.len()]);
        let cell = |v: &String| (self.fitting(v, WIDEST_VALUE), Some(Ink::Input));
        let row = |values: &Vec<String>| free.iter().filter_map(|place| values.get(*place)).map(cell).collect();
        let rows = empty.into_iter().chain(self.difference.reactions.iter().map(|r| row(&r.inputs))).collect();
        Block { heading: "inputs", titles, rows }
    }

    fn block(&self, heading: &'static str, party: Party) -> Block {
        let deeds = self.deeds(party);
        let mut titles: Vec<String> = self.interface.outputs.iter().map(title).collect();
        let mut rows: Vec<Vec<Cell>> = deeds.iter().map(|d| self.shown(d)).collect();
        if titles.is_empty() && rows.iter().any(|r| !r.is_empty()) {
            titles.push(String::new());
        }
        if deeds.iter().any(|d| !d.takes.is_empty()) {
            titles.push("takes".to_owned());
            for (row, deed) in rows.iter_mut().zip(&deeds) {
                row.push((self.fitting(&deed.takes.join(", "), WIDEST_TAKEN), None));
            }
        }
        Block { heading, titles, rows }
    }

    /// Reactions without a table: what comes in, and what each machine makes of it.
    fn list(&self) -> Vec<String> {
        let (references, implementations) = (self.deeds(Party::Reference), self.deeds(Party::Implementation));
        let offset = usize::from(self.has_start());
        let mut lines = Vec::new();
        for (index, label) in self.labels().iter().enumerate() {
            let label = if index < offset { label.clone() } else { format!("step {label}") };
            lines.push(format!("  {}", self.page.paint.ink(Ink::Strong, &label)));
            let inputs = index.checked_sub(offset).and_then(|i| self.difference.reactions.get(i));
            let inputs = inputs.map(|r| assignments(&self.interface.inputs, &r.inputs)).unwrap_or_default();
            if !inputs.is_empty() {
                lines.extend(self.entry("inputs", &inputs, None));
            }
            for (word, deeds) in [("reference", &references), ("implementation", &implementations)] {
                lines.extend(deeds.get(index).into_iter().flat_map(|deed| self.deed(word, deed)));
            }
        }
        lines
    }

    fn deed(&self, word: &str, deed: &Deed<'_>) -> Vec<String> {
        let cells = self.shown(deed);
        let ink = cells.iter().find_map(|(_, ink)| *ink);
        let words: Vec<String> = match deed.shows {
            None => cells.into_iter().take(1).map(|(text, _)| text).collect(),
            Some(_) => {
                let named = self.interface.outputs.iter().zip(cells);
                named.map(|(port, (text, _))| format!("{} = {text}", title(port))).collect()
            }
        };
        let takes = if deed.takes.is_empty() { String::new() } else { format!(" (takes {})", deed.takes.join(", ")) };
        self.entry(word, &format!("{}{takes}", words.join(", ")), ink)
    }

    /// Text behind a word, in as many lines as it needs.
    fn entry(&self, word: &str, text: &str, ink: Option<Ink>) -> Vec<String> {
        let lead = format!("    {}  ", padded(word, 14));
        let text = self.page.paragraph(&lead, text);
        text.lines().map(|line| ink.map_or_else(|| line.to_owned(), |ink| self.page.paint.ink(ink, line))).collect()
    }

    /// Legend below the lines.
    fn legend(&self) -> Vec<String> {
        let d = self.difference;
        let (one, other) = match d.by {
            Party::Reference => ("the reference", "the implementation"),
            Party::Implementation => ("the implementation", "the reference"),
        };
        let refuses = |party| self.deeds(party).last().is_some_and(|deed| deed.shows.is_none());
        let mut lines = Vec::new();
        if !d.others.is_empty() {
            let all: Vec<String> = d.others.iter().map(|o| assignments(&self.interface.outputs, o)).collect();
            lines.push(format!("! what {one} shows here, {other} cannot show: it shows {}", all.join(", or ")));
        } else if refuses(Party::Reference) || refuses(Party::Implementation) {
            let who = if refuses(Party::Implementation) { "the implementation" } else { "the reference" };
            lines.push(format!("! {who} does not take these inputs here"));
        } else if d.reactions.is_empty() {
            lines.push("! differs from the reference before any input".to_owned());
        } else if d.outputs.is_empty() {
            lines.push("each of these outputs alone can be the same, but not all of them together".to_owned());
        } else {
            lines.push(format!("! differs from the reference: {}", differing(self.interface, d)));
        }
        lines
    }
}

impl Block {
    /// The columns of each title. The last is widened so that the heading has room.
    fn widths(&self) -> Vec<usize> {
        let cells = |column: usize| self.rows.iter().filter_map(move |r| Some(width(&r.get(column)?.0)));
        let mut widths: Vec<usize> = self
            .titles
            .iter()
            .enumerate()
            .map(|(i, title)| cells(i).chain([width(title)]).max().unwrap_or(0))
            .collect();
        let used: usize = widths.iter().map(|c| c + 2).sum::<usize>().saturating_sub(2);
        if let Some(last) = widths.last_mut() {
            *last += self.heading.len().saturating_sub(used);
        }
        widths
    }
}

fn title(port: &Port) -> String {
    visible(&port.reference)
}
