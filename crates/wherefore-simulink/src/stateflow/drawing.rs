//! A chart as it was drawn: states and junctions are blocks in their places, transitions are lines.
//!
//! The inside of a state is drawn on the sheet of the state, around which its border runs; a state with a page of its own, and a
//! function, is opened like a subsystem.

use super::document::{Chart, Node, State, StateKind, Transition};
use std::collections::BTreeMap;
use wherefore_diag::Span;
use wherefore_ir::ElementId;
use wherefore_ir::drawing::{Block, Line, Note, Part, Point, Sheet};
use wherefore_ir::network::BlockId;

/// How long words may be.
const LONGEST: usize = 400;
/// How far places may be from the origin.
const FARTHEST: f64 = 1e6;

/// The block of a chart, and what was made of its parts.
pub(crate) struct Around<'a> {
    /// The place that the first sheet will have among all.
    pub first: usize,
    /// The sheet and the place of the block of the chart.
    pub owner: (usize, usize),
    /// The path of the block, as elements have it.
    pub path: &'a str,
    /// The path of the block from the name of the model on.
    pub full_path: &'a str,
    /// The name of the block.
    pub title: &'a str,
    /// What was made of something by the place where it is written.
    pub element: &'a dyn Fn(Span) -> Option<ElementId>,
    /// The streams that tell whether a transition is taken.
    pub streams: &'a dyn Fn(ElementId) -> Vec<BlockId>,
}

/// The sheets of a chart: that of the chart itself, then those of states and functions with pages of their own.
pub(crate) fn sheets(chart: &Chart, around: &Around<'_>) -> Vec<Sheet> {
    let mut pages = Pages::new(chart, around);
    for state in 0..chart.states.len() {
        pages.state(state);
    }
    for junction in 0..chart.junctions.len() {
        pages.junction(junction);
    }
    for transition in &chart.transitions {
        pages.transition(transition);
    }
    pages.sheets
}

/// The sheets as they grow.
struct Pages<'a> {
    chart: &'a Chart,
    around: &'a Around<'a>,
    sheets: Vec<Sheet>,
    /// The sheets of states with a page of their own.
    own: BTreeMap<usize, usize>,
    /// Where states and junctions are drawn: sheet and place.
    places: BTreeMap<Node, (usize, usize)>,
}

impl<'a> Pages<'a> {
    fn new(chart: &'a Chart, around: &'a Around<'a>) -> Pages<'a> {
        let first = Sheet { title: around.title.to_owned(), owner: Some(around.owner), ..Sheet::default() };
        Pages { chart, around, sheets: vec![first], own: BTreeMap::new(), places: BTreeMap::new() }
    }

    /// The sheet of what belongs to a state, or to the chart.
    fn sheet_of(&self, parent: Option<usize>) -> usize {
        let outwards = std::iter::successors(parent, |p| self.chart.parent(*p));
        outwards.filter_map(|p| self.own.get(&p)).next().copied().unwrap_or(0)
    }

    fn put(&mut self, sheet: usize, node: Node, block: Block) {
        let Some(page) = self.sheets.get_mut(sheet) else { return };
        self.places.insert(node, (sheet, page.blocks.len()));
        page.blocks.push(block);
    }

    fn state(&mut self, place: usize) {
        let Some(state) = self.chart.states.get(place) else { return };
        let sheet = self.sheet_of(state.parent);
        let inside = self.has_page(place, state).then(|| self.around.first + self.sheets.len());
        let names = self.chart.path(place);
        let [left, top, width, height] = state.position;
        let block = Block {
            path: format!("{}/{names}", self.around.path),
            full_path: format!("{}/{}", self.around.full_path, names.replace('.', "/")),
            sid: state.id.to_string(),
            title: state.name.clone(),
            is_titled: true,
            kind: kind(state).to_owned(),
            symbol: actions(state),
            position: [whole(left), whole(top), whole(left + width), whole(top + height)],
            inside,
            element: (self.around.element)(state.span),
            span: Some(state.span),
            ..Block::default()
        };
        self.put(sheet, Node::State(place), block);
        if inside.is_some() {
            let at = self.places.get(&Node::State(place)).map_or(0, |(_, at)| *at);
            self.own.insert(place, self.sheets.len());
            let owner = Some((self.around.first + sheet, at));
            self.sheets.push(Sheet { title: state.name.clone(), owner, ..Sheet::default() });
        }
    }

    /// Whether a state has a page of its own with something on it.
    fn has_page(&self, place: usize, state: &State) -> bool {
        let chart = self.chart;
        let parents = chart.states.iter().map(|s| s.parent).chain(chart.junctions.iter().map(|j| j.parent));
        let mut parents = parents.chain(chart.transitions.iter().map(|t| t.parent));
        state.is_subchart && parents.any(|p| p == Some(place))
    }

    fn junction(&mut self, place: usize) {
        let Some(junction) = self.chart.junctions.get(place) else { return };
        let ([x, y], radius) = (junction.position, junction.radius.max(3.0));
        let block = Block {
            path: format!("{}/junction {}", self.around.path, junction.id),
            full_path: format!("{}/junction {}", self.around.full_path, junction.id),
            sid: junction.id.to_string(),
            kind: if junction.is_history { "HistoryJunction" } else { "Junction" }.to_owned(),
            symbol: if junction.is_history { "H" } else { "" }.to_owned(),
            is_round: true,
            position: [whole(x - radius), whole(y - radius), whole(x + radius), whole(y + radius)],
            element: (self.around.element)(junction.span),
            span: Some(junction.span),
            ..Block::default()
        };
        self.put(self.sheet_of(junction.parent), Node::Junction(place), block);
    }

    fn transition(&mut self, transition: &Transition) {
        let sheet = self.sheet_of(transition.parent);
        let here = |node: Node| self.places.get(&node).filter(|(on, _)| *on == sheet).map(|(_, at)| *at);
        let points: Vec<Point> = transition.points.iter().map(|[x, y]| (whole(*x), whole(*y))).collect();
        let element = (self.around.element)(transition.span);
        let line = Line {
            name: String::new(),
            source: transition.source.and_then(here).map(|at| (at, 0)),
            parts: vec![Part { points, target: here(transition.destination) }],
            streams: element.map(self.around.streams).unwrap_or_default(),
        };
        let [x, y] = transition.label_position;
        let text = transition.text.text.trim();
        let note = (!text.is_empty() && text != "?").then(|| Note { text: shortened(text), at: (whole(x), whole(y)) });
        if let Some(page) = self.sheets.get_mut(sheet) {
            page.lines.push(line);
            page.notes.extend(note);
        }
    }
}

fn kind(state: &State) -> &'static str {
    match state.kind {
        StateKind::Exclusive => "State",
        StateKind::Parallel => "ParallelState",
        StateKind::Box => "Box",
        StateKind::Function(_) => "Function",
    }
}

/// What a state does, on one line.
fn actions(state: &State) -> String {
    let rest = state.label.text.trim().strip_prefix(&state.name).unwrap_or("").trim_start_matches('/');
    shortened(&rest.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn whole(number: f64) -> i32 {
    number.clamp(-FARTHEST, FARTHEST).round() as i32
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
