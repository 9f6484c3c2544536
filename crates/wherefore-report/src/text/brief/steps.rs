//! One way, step by step, in one table: the inputs that matter, what was taken, the values, and what would have been enough.
//!
//! ```text
//! way 1, step by step                  s     pt
//!   start                              OFF   0
//!   1  e = enter, t = 0   t1           IDLE  0      enough: t <= 24
//!   2  e = enter, t = 24  t4           ON    24 !
//!   fails in step 2: s = ON -> pt > 24
//! ```
//!
//! If the choices are known that are enough for the failure, inputs are shown that belong to them and no others. Columns are
//! the variables that change or that the failure is about.

use crate::document::flow::Side;
use crate::document::{Cell, Class, Differs, Event, Inquiry, Kept, Mark, MarkKind, Property, Role, Trace};
use crate::text::fit::{count, padded, shorten, shorten_middle, shorten_words, visible, width, wrap};
use crate::text::inquiry::{Page, all_causes, runs, stayed_out};
use crate::text::paint::Ink;

/// Steps that are shown; of more, the first and the last.
const MOST_STEPS: usize = 14;
/// Columns of the widest inputs, name of what was taken, and value.
const WIDEST_INPUTS: usize = 48;
const WIDEST_TAKEN: usize = 40;
const WIDEST_VALUE: usize = 16;
/// Columns of an expression that the reader asked for.
const WIDEST_EXPRESSION: usize = 32;
/// The share of a page that the inputs have at most, and what was taken.
const SHARE: usize = 3;
/// Events in the blocks of a program that are shown, and the columns of one.
const MOST_EVENTS: usize = 8;
const WIDEST_EVENT: usize = 36;
/// Differences of the nearest passing run that are named.
const MOST_DIFFERENCES: usize = 3;
/// Transitions that stayed out of the last step that are named.
const MOST_STAYED_OUT: usize = 3;
/// Columns that are kept for the inputs and what was taken where there are many variables.
const LEAST_LEFT: usize = 24;

/// The table of a way, under its heading. `is_quoted` says that what let it through stands above.
pub fn lines(page: &Page<'_>, property: &Property, inquiry: &Inquiry, class: &Class, is_quoted: bool) -> String {
    let table = Table::new(page, property, inquiry, class);
    let through = if is_quoted { String::new() } else { runs::through(page, class) };
    let (run, why) = (table.heading() + &table.body() + &table.loop_back(), table.failure() + &table.blocks());
    let missed = stayed_out::lines(page, class, MOST_STAYED_OUT);
    run + &why + &through + &missed + &table.passing() + &all_causes::lines(page, inquiry, class)
}

struct Table<'a> {
    page: &'a Page<'a>,
    property: &'a Property,
    inquiry: &'a Inquiry,
    class: &'a Class,
    trace: &'a Trace,
    /// Whether the inputs of a step belong to the values beside them, as in a synchronous program.
    is_synchronous: bool,
    /// The columns of the run that are shown, and how many are not that change.
    columns: Vec<usize>,
    hidden: usize,
    rows: Vec<Row>,
}

/// A line of the table.
struct Row {
    number: String,
    inputs: String,
    taken: String,
    values: Vec<String>,
    remark: String,
}

impl<'a> Table<'a> {
    fn new(page: &'a Page<'a>, property: &'a Property, inquiry: &'a Inquiry, class: &'a Class) -> Table<'a> {
        let is_synchronous = class.trace.is_synchronous;
        let mut table = Table {
            page,
            property,
            inquiry,
            class,
            trace: &class.trace,
            is_synchronous,
            columns: Vec::new(),
            hidden: 0,
            rows: Vec::new(),
        };
        table.columns = table.wanted();
        table.rows = (0..table.trace.rows.len()).map(|row| table.row(row)).collect();
        table.fit();
        table
    }

    /// The variables that change or that the failure is about, and of those that never change the ones of the property.
    fn wanted(&self) -> Vec<usize> {
        let changes = |column: usize| {
            self.trace.rows.windows(2).any(|pair| pair[0].cells.get(column) != pair[1].cells.get(column))
        };
        let is_wanted = |column: &usize| {
            let shown = &self.trace.columns[*column];
            let is_of_interest = changes(*column) || self.is_marked(&shown.name) || self.trace.is_asked(*column);
            shown.role != Role::Input && is_of_interest
        };
        (0..self.trace.columns.len()).filter(is_wanted).collect()
    }

    fn is_marked(&self, name: &str) -> bool {
        self.class.explanation.marks().iter().any(|mark| mark.variable == name)
    }

    fn row(&self, row: usize) -> Row {
        let from = if self.is_synchronous { Some(row) } else { row.checked_sub(1) };
        let is_last = row + 1 == self.trace.rows.len();
        let at = &self.trace.rows[row];
        let remark = match (from, self.trace.last_inputs_matter && is_last && !self.is_synchronous) {
            (_, true) => Some(self.inputs(row)).filter(|i| !i.is_empty()).map(|inputs| format!("with {inputs}")),
            (Some(from), false) => Some(self.enough(from)),
            (None, false) => Some(self.chosen(row)),
        };
        Row {
            number: if self.is_synchronous {
                (row + 1).to_string()
            } else if row == 0 {
                "start".to_owned()
            } else {
                row.to_string()
            },
            inputs: from
                .filter(|from| !self.trace.rows[*from].transient)
                .map_or_else(String::new, |from| self.inputs(from)),
            taken: at.element.as_deref().map(visible).unwrap_or_default(),
            values: self.columns.iter().map(|column| self.value(row, *column)).collect(),
            remark: remark.unwrap_or_default(),
        }
    }

    fn value(&self, row: usize, column: usize) -> String {
        let text = self.trace.rows[row].cells.get(column).and_then(|c| c.as_ref()).map_or("", |c| c.text.as_str());
        let name = &self.trace.columns[column].name;
        let breaks = self.breaking().any(|mark| mark.tick == row && mark.variable == *name);
        let text = shorten(&visible(text), WIDEST_VALUE);
        if breaks && self.class.explanation.ticks().contains(&row) { format!("{text} !") } else { text }
    }

    /// The cells that break the promise; where there is no promise, all that show the failure.
    fn breaking(&self) -> impl Iterator<Item = &Mark> {
        let marks = self.class.explanation.marks();
        let has_response = marks.iter().any(|mark| mark.kind == MarkKind::Response);
        marks.iter().filter(move |mark| !has_response || mark.kind == MarkKind::Response)
    }

    /// The choices of a tick that are enough for the failure, if they are known.
    fn kept(&self, tick: usize) -> Option<Vec<&Kept>> {
        let cause = self.class.explanation.cause.as_ref()?;
        Some(cause.kept.iter().filter(|kept| kept.tick as usize == tick).collect())
    }

    /// The inputs of a tick: those that are among the choices that are enough; where these are not known, those that are new.
    fn inputs(&self, tick: usize) -> String {
        let row = &self.trace.rows[tick];
        let kept = self.kept(tick);
        let is_shown = |column: usize| match &kept {
            Some(kept) => kept.iter().any(|k| k.variable == self.trace.columns[column].name),
            None => {
                tick == 0
                    || self.trace.rows[tick - 1].cells.get(column) != row.cells.get(column)
                    || (self.trace.by_event && self.is_event(column))
            }
        };
        let inputs =
            (0..self.trace.columns.len()).filter(|c| self.trace.columns[*c].role == Role::Input && is_shown(*c));
        let text = |column: usize| {
            let cell = row.cells.get(column)?.as_ref()?;
            Some(format!("{} = {}", visible(&self.trace.columns[column].name), visible(&cell.text)))
        };
        inputs.filter_map(text).collect::<Vec<_>>().join(", ")
    }

    fn is_event(&self, column: usize) -> bool {
        self.trace.columns.iter().position(|c| c.role == Role::Input) == Some(column)
    }

    /// The bounds within which the inputs of a tick may lie, where they are more than the value itself.
    fn enough(&self, tick: usize) -> String {
        let bounds: Vec<&Kept> =
            self.kept(tick).unwrap_or_default().into_iter().filter(|k| k.relation != "=").collect();
        if bounds.is_empty() {
            return String::new();
        }
        format!("enough: {}", bounds.iter().map(|k| words(k)).collect::<Vec<_>>().join(", "))
    }

    /// The first values that were free and are among the choices that are enough.
    fn chosen(&self, tick: usize) -> String {
        let is_state = |k: &&Kept| self.trace.columns.iter().any(|c| c.name == k.variable && c.role != Role::Input);
        let kept: Vec<String> = self.kept(tick).unwrap_or_default().into_iter().filter(is_state).map(words).collect();
        if kept.is_empty() { String::new() } else { format!("chosen: {}", kept.join(", ")) }
    }

    /// Leaves out variables until the table is as wide as the page: those first that the failure is not about.
    fn fit(&mut self) {
        while self.columns.len() > 1 && self.left() + self.right() > self.page.options.width {
            let is_free = |column: &usize| {
                let name = &self.trace.columns[*column].name;
                !self.is_marked(name) && !self.trace.is_asked(*column) && !self.property.text.contains(name.as_str())
            };
            let place = self.columns.iter().rposition(is_free).unwrap_or(self.columns.len() - 1);
            self.columns.remove(place);
            self.rows.iter_mut().for_each(|row| drop(row.values.remove(place)));
            self.hidden += 1;
        }
    }

    fn widest(&self, cell: impl Fn(&Row) -> &str, most: usize) -> usize {
        self.rows.iter().map(|row| width(cell(row))).max().unwrap_or(0).min(most)
    }

    /// Columns of the number, the inputs and what was taken.
    fn left(&self) -> usize {
        let needed = 2 + self.numbers() + 2 + self.inputs_width() + 2 + self.taken_width();
        needed.max(LEAST_LEFT).max(width(&self.title()))
    }

    fn inputs_width(&self) -> usize {
        self.widest(|row| &row.inputs, WIDEST_INPUTS.min(self.page.options.width / SHARE + 6))
    }

    fn taken_width(&self) -> usize {
        self.widest(|row| &row.taken, WIDEST_TAKEN.min(self.page.options.width / SHARE))
    }

    fn numbers(&self) -> usize {
        self.rows.len().to_string().len()
    }

    /// Columns of the values.
    fn right(&self) -> usize {
        (0..self.columns.len()).map(|place| 2 + self.value_width(place)).sum()
    }

    fn value_width(&self, place: usize) -> usize {
        let values = self.rows.iter().filter_map(|row| row.values.get(place)).map(|v| width(v)).max().unwrap_or(0);
        values.max(width(&self.name(self.columns[place])))
    }

    /// The name of a column as its head has it. An expression is known by its text alone, so that it has more room.
    fn name(&self, column: usize) -> String {
        let most = if self.trace.is_asked(column) { WIDEST_EXPRESSION } else { WIDEST_VALUE };
        shorten(&visible(&self.trace.columns[column].name), most)
    }

    fn title(&self) -> String {
        let place = self.inquiry.classes.iter().position(|c| c.id == self.class.id).unwrap_or(0) + 1;
        let is_alone = self.inquiry.enumeration.is_none() || self.inquiry.undivided().is_some();
        let which = if is_alone { "a failing run".to_owned() } else { format!("way {place}") };
        let shortest = if self.trace.shortest { "" } else { " (a shorter run is not ruled out)" };
        format!("{which}, step by step{shortest}")
    }

    fn heading(&self) -> String {
        let names: Vec<String> = self.columns.iter().map(|c| self.name(*c)).collect();
        let line =
            format!("{}  {}", self.page.paint.padded(Ink::Strong, &self.title(), self.left()), self.values(&names));
        line.trim_end().to_owned() + "\n"
    }

    fn values(&self, values: &[String]) -> String {
        values.iter().enumerate().map(|(place, value)| padded(value, self.value_width(place) + 2)).collect()
    }

    fn body(&self) -> String {
        let hidden = self.folded();
        let mut out = String::new();
        for (place, row) in self.rows.iter().enumerate() {
            if hidden.contains(&place) {
                if place == hidden.start {
                    let words = format!("  ... {} not shown; {}", count(hidden.len(), "step", "steps"), self.remedy());
                    out.push_str(&(self.page.paint.ink(Ink::Faint, &words) + "\n"));
                }
                continue;
            }
            if self.trace.loop_start == Some(place) {
                out.push_str(&self.remark("the loop starts here"));
            }
            out.push_str(&self.line(row));
        }
        if self.trace.left_out > 0 {
            out.push_str(&self.remark(&crate::text::trace::rest(self.trace)));
        }
        out
    }

    /// The steps of a long run that are left out: not the first ones, and not the last.
    fn folded(&self) -> std::ops::Range<usize> {
        match self.rows.len() {
            all if all <= MOST_STEPS || self.page.options.full_traces => 0..0,
            all => MOST_STEPS / 2 - 1..all - MOST_STEPS / 2,
        }
    }

    /// A line, and further ones where inputs or what was taken have no room in it.
    fn line(&self, row: &Row) -> String {
        if row.number == "start" {
            let blanks = self.left() + 2 - "  start".len();
            let (line, below) = self.end(format!("  start{:blanks$}", ""), row);
            return line + &below;
        }
        let (numbers, inputs, taken) = (self.numbers(), self.inputs_width(), self.taken_width());
        let broken = |text: &str, room: usize| wrap(&shorten_words(text, room.max(1)), room.max(1));
        let (given, took) = (broken(&row.inputs, inputs), broken(&row.taken, taken));
        let part =
            |lines: &[String], place: usize, room: usize| padded(lines.get(place).map_or("", String::as_str), room);
        let number = self.page.paint.ink(Ink::Faint, &padded(&row.number, numbers));
        let first = self.page.paint.ink(Ink::Input, &part(&given, 0, inputs));
        let room = self.left().saturating_sub(2 + numbers + 2 + inputs + 2) + 2;
        let (mut out, below) = self.end(format!("  {number}  {first}  {}", part(&took, 0, room)), row);
        for place in 1..given.len().max(took.len()) {
            let more = self.page.paint.ink(Ink::Input, &part(&given, place, inputs));
            let line = format!("  {:numbers$}  {more}  {}", "", part(&took, place, taken));
            out.push_str(&(line.trim_end().to_owned() + "\n"));
        }
        out + &below
    }

    /// A line with its values, and the remark if it has room; otherwise what is to stand below.
    fn end(&self, left: String, row: &Row) -> (String, String) {
        let room = self.page.options.width.saturating_sub(self.left() + 2 + self.right());
        let line = format!("{left}{}", self.values(&row.values));
        if width(&row.remark) <= room {
            let whole = format!("{line}{}", self.page.paint.ink(Ink::Faint, &row.remark));
            return (whole.trim_end().to_owned() + "\n", String::new());
        }
        let below = shorten_words(&row.remark, self.page.options.width.saturating_sub(6).max(12));
        (line.trim_end().to_owned() + "\n", self.page.paragraph("      ", &below))
    }

    fn remark(&self, text: &str) -> String {
        format!("  {}\n", self.page.paint.ink(Ink::Faint, &format!("-- {text}")))
    }

    fn loop_back(&self) -> String {
        let Some(start) = self.trace.loop_start else { return String::new() };
        let step = if self.is_synchronous { start + 1 } else { start };
        let to = if step == 0 { "the start".to_owned() } else { format!("the state of step {step}") };
        self.remark(&format!("the next step leads back to {to}, and so on for ever"))
    }

    /// The part of the property that is false at the end.
    fn failure(&self) -> String {
        let explanation = &self.class.explanation;
        let part = explanation.failed.as_ref().and_then(|f| f.parts.first()).map_or(&self.property.text, |p| &p.text);
        let tick = explanation.ticks().first().map(|tick| if self.is_synchronous { tick + 1 } else { *tick });
        let when = match tick {
            Some(0) => " at the start".to_owned(),
            Some(tick) => format!(" in step {tick}"),
            None => String::new(),
        };
        let mut out = self.page.paragraph("  ", &format!("fails{when}: {part}"));
        if self.hidden > 0 {
            let words = format!(
                "{} not shown; {}",
                count(self.hidden, "variable changes and is", "variables change and are"),
                self.remedy()
            );
            out.push_str(&self.remark(&words));
        }
        out
    }

    /// How to see what has no room here.
    fn remedy(&self) -> &'static str {
        if self.inquiry.enumeration.is_some() { "--class shows them" } else { "--full --full-trace shows them" }
    }

    /// What happened in the blocks of a program, tick by tick, the property last.
    fn blocks(&self) -> String {
        let mut events: Vec<&Event> = Vec::new();
        let has_blocks = self.class.explanation.flow.is_some();
        for event in self.class.explanation.events().iter().filter(|e| !e.is_input && has_blocks) {
            if !events.iter().any(|known| (known.tick, &known.name) == (event.tick, &event.name)) {
                events.push(event);
            }
        }
        events.sort_by_key(|event| (event.tick, event.side == Some(Side::Property)));
        let hidden = events.len().saturating_sub(MOST_EVENTS);
        let shown: Vec<(String, &Event)> = events[hidden..].iter().map(|e| (happened(e), *e)).collect();
        let column = shown.iter().map(|(words, _)| width(words)).max().unwrap_or(0).min(WIDEST_EVENT);
        let line = |(words, event): &(String, &Event)| {
            let lead =
                format!("  {:>2}  {}  ", u64::from(event.tick) + 1, padded(&shorten_middle(words, column), column));
            self.page.paragraph(&lead, &event.comment)
        };
        let lines: String = shown.iter().map(line).collect();
        let rest =
            if hidden > 0 { format!(", the last {MOST_EVENTS} of {} events", events.len()) } else { String::new() };
        if lines.is_empty() {
            lines
        } else {
            format!("{}{rest}\n{lines}", self.page.paint.ink(Ink::Strong, "why, by step"))
        }
    }

    /// The nearest run that passes.
    fn passing(&self) -> String {
        let Some(nearest) = &self.class.explanation.nearest else { return String::new() };
        let text = |cell: &Option<Cell>| cell.as_ref().map_or("no value".to_owned(), |c| visible(&c.text));
        let one = |differs: &Differs| {
            let is_input = self.trace.columns.iter().any(|c| c.name == differs.variable && c.role == Role::Input);
            let step = differs.tick as usize + usize::from(is_input || self.is_synchronous);
            let when = if step == 0 { "at the start".to_owned() } else { format!("in step {step}") };
            let (passing, failing) = (text(&differs.passing), text(&differs.failing));
            format!("{} = {passing} instead of {failing} {when}", visible(&differs.variable))
        };
        let shown: Vec<String> = nearest.differs.iter().take(MOST_DIFFERENCES).map(one).collect();
        let rest = match nearest.differs.len() - shown.len() {
            0 => String::new(),
            rest => format!(" and {rest} more"),
        };
        let doubt = if nearest.minimal { "" } else { "; a nearer one may exist" };
        self.page.paragraph("  ", &format!("a run passes with {}{rest}{doubt}", shown.join(", ")))
    }
}

/// A block and its value: `MUV/alarm FALSE`.
fn happened(event: &Event) -> String {
    let value = event.value.as_ref().map_or_else(String::new, |cell| format!(" {}", visible(&cell.text)));
    format!("{}{value}", visible(&event.name))
}

fn words(kept: &Kept) -> String {
    format!("{} {} {}", visible(&kept.variable), kept.relation, visible(&kept.value.text))
}
