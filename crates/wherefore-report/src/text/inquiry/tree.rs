//! Classes as a tree of ever finer levels, one line each.
//!
//! ```text
//!   IDLE                                            final control state
//!     t5                                            last transition
//!       1  <t3,t5>     2 steps   9 variants  1f0c77aa
//!       4  <t1,t4,t5>  3 steps   6 variants  98ab01cd  derived from 2
//!   ON
//!       2  <t1,t4>     2 steps  18 variants  77ab02ee  new
//! ```
//!
//! A group below the coarsest level that has one class gets no line of its own: the key of the class says the same. Of too
//! many classes each group shows the first few, so that no group is lost behind a large one.

use super::portrait::kind_words;
use super::{Focus, Page};
use crate::document::{Class, Inquiry, Key, Property, Since};
use crate::text::fit::{padded, shorten_middle, visible, widest, width};
use crate::text::paint::Ink;
use std::collections::{BTreeMap, BTreeSet};

/// Lines of a tree in an overview.
const MOST_LINES: usize = 40;
/// Columns that a key should have.
const LEAST_KEY: usize = 24;
/// How many classes of a group are tried, until the tree fits.
const PER_GROUP: &[usize] = &[usize::MAX, 38, 30, 25, 20, 15, 10, 7, 5, 4, 3, 2, 1];

/// The tree, each line with its line break.
pub fn lines(page: &Page<'_>, property: &Property, inquiry: &Inquiry) -> String {
    let tree = Tree::new(page, property, inquiry);
    let mut lines = Vec::new();
    for per_group in PER_GROUP {
        lines = tree.draw(*per_group);
        if lines.len() <= MOST_LINES || page.focus == Focus::Everything {
            break;
        }
    }
    let is_cut = lines.len() > MOST_LINES && page.focus != Focus::Everything;
    if is_cut {
        lines.truncate(MOST_LINES);
    }
    let shown = lines.iter().filter(|l| l.is_class).count();
    let mut out: String = lines.into_iter().flat_map(|l| [l.text, "\n".to_owned()]).collect();
    out.push_str(&page.rest(inquiry.classes.len() - shown, "class", "classes"));
    out
}

/// One line for each key of a coarser level.
pub fn groups(page: &Page<'_>, keys: &[Key]) -> String {
    let names: Vec<String> = keys.iter().map(|k| visible(&k.key)).collect();
    let columns = digits(keys.iter().map(|k| u64::from(k.length))).unwrap_or(1);
    let room = page.options.width.saturating_sub(columns + 10).max(12);
    let column = widest(names.iter().map(String::as_str), room);
    let line = |(name, key): (&String, &Key)| {
        let steps = numbered(u64::from(key.length), columns, "step", "steps");
        format!("  {}  {}\n", padded(&shorten_middle(name, column), column), steps.trim_end())
    };
    names.iter().zip(keys).map(line).collect()
}

/// The key of a class, below its group: what a class of lassos does for ever stands in the line of the group.
fn key_below(class: &Class) -> String {
    let rest = class.path.first().and_then(|group| class.key.strip_suffix(group)?.strip_suffix(" then "));
    visible(rest.unwrap_or(&class.key))
}

/// Facts about one class, as its line in the tree has them.
pub fn facts(inquiry: &Inquiry, class: &Class) -> String {
    let mut facts = vec![numbered(u64::from(class.length), 1, "step", "steps").trim_end().to_owned()];
    facts.extend((!class.trace.shortest).then(|| "a shorter run is not ruled out".to_owned()));
    let (one, many) = members(inquiry);
    // The states are those that offer the choices, not those of the run.
    let at = if inquiry.lts.is_some() { "at " } else { "" };
    facts.extend(class.count.map(|n| format!("{at}{}", numbered(n, 1, one, many).trim_end())));
    facts.push(format!("id {}", visible(&class.id)));
    facts.join(", ")
}

/// Members of a class: the word for one, and for many.
fn members(inquiry: &Inquiry) -> (&'static str, &'static str) {
    if inquiry.lts.is_some() { ("state", "states") } else { ("variant", "variants") }
}

struct Line {
    text: String,
    is_class: bool,
}

struct Tree<'a> {
    page: &'a Page<'a>,
    inquiry: &'a Inquiry,
    classes: &'a [Class],
    /// The first class and the number of classes below each node.
    nodes: BTreeMap<&'a [String], (usize, usize)>,
    places: BTreeMap<&'a str, usize>,
    new: BTreeSet<&'a str>,
    /// Columns: before a class, its place, its key, its steps, its variants.
    indent: usize,
    place: usize,
    key: usize,
    steps: usize,
    variants: Option<usize>,
}

impl<'a> Tree<'a> {
    fn new(page: &'a Page<'a>, property: &'a Property, inquiry: &'a Inquiry) -> Tree<'a> {
        let classes = inquiry.classes.as_slice();
        let mut nodes: BTreeMap<&[String], (usize, usize)> = BTreeMap::new();
        for (index, class) in classes.iter().enumerate() {
            for depth in 1..=class.path.len() {
                nodes.entry(&class.path[..depth]).or_insert((index, 0)).1 += 1;
            }
        }
        let changes = property.since().and_then(Since::changes);
        let mut tree = Tree {
            page,
            inquiry,
            classes,
            nodes,
            places: classes.iter().enumerate().map(|(i, c)| (c.id.as_str(), i + 1)).collect(),
            new: changes.map_or_else(BTreeSet::new, |c| c.new.iter().map(String::as_str).collect()),
            indent: 2 + 2 * classes.iter().map(|c| c.path.len()).max().unwrap_or(0),
            place: classes.len().to_string().len(),
            key: 0,
            steps: digits(classes.iter().map(|c| u64::from(c.length))).unwrap_or(1),
            variants: digits(classes.iter().filter_map(|c| c.count)),
        };
        tree.fit_keys();
        tree
    }

    /// Keys get what the other columns leave. Where that is too little, variants are not shown.
    fn fit_keys(&mut self) {
        let keys: Vec<String> = self.classes.iter().map(key_below).collect();
        let wanted = widest(keys.iter().map(String::as_str), usize::MAX);
        let ends =
            self.classes.iter().map(|c| width(&visible(&c.id)) + 2 + width(&self.marks(c)) + 2).max().unwrap_or(0);
        let room = self.page.options.width.saturating_sub(self.indent + self.place + 2 + ends + 2 + self.steps + 6);
        let beside = self.variants.map_or(0, |columns| self.beside(columns));
        if room.saturating_sub(beside) < wanted.min(LEAST_KEY) {
            self.variants = None;
            self.key = wanted.min(room.max(LEAST_KEY / 2));
        } else {
            self.key = wanted.min(room - beside);
        }
    }

    /// The width of the column of variants, given the digits of the largest number.
    fn beside(&self, columns: usize) -> usize {
        2 + columns + 1 + members(self.inquiry).1.len()
    }

    /// Classes node by node, nodes in the order of their first class, derived classes last in their node.
    fn order(&self) -> Vec<usize> {
        let place = |index: &usize| {
            let class = &self.classes[*index];
            let nodes = (1..=class.path.len()).filter_map(|depth| self.nodes.get(&class.path[..depth]));
            (nodes.map(|(first, _)| *first).collect::<Vec<_>>(), class.derived_from.is_some(), *index)
        };
        let mut order: Vec<usize> = (0..self.classes.len()).collect();
        order.sort_by_cached_key(place);
        order
    }

    fn draw(&self, per_group: usize) -> Vec<Line> {
        let mut lines = Vec::new();
        let order = self.order();
        let mut before: &[String] = &[];
        for group in order.chunk_by(|a, b| self.classes[*a].path == self.classes[*b].path) {
            let path = &self.classes[group[0]].path;
            self.nodes(before, path, &mut lines);
            let shown = group.len().min(per_group);
            if let Some(node) = lines.last_mut().filter(|l| !l.is_class && shown < group.len()) {
                let note = format!("  (the first {shown} of {})", group.len());
                node.text.push_str(&self.page.paint.ink(Ink::Faint, &note));
            }
            lines.extend(group[..shown].iter().map(|i| Line { text: self.class(*i), is_class: true }));
            before = path;
        }
        lines
    }

    /// A line for each node that begins between two groups.
    fn nodes(&self, before: &[String], path: &[String], lines: &mut Vec<Line>) {
        let common = before.iter().zip(path).take_while(|(a, b)| a == b).count();
        for depth in common..path.len() {
            let is_alone = self.nodes.get(&path[..=depth]).is_some_and(|(_, classes)| *classes == 1);
            if depth > 0 && is_alone {
                break;
            }
            let indent = 2 + 2 * depth;
            let room = self.page.options.width.saturating_sub(indent).max(12);
            let name = shorten_middle(&visible(&path[depth]), room);
            let words = self.words(depth, &path[depth]);
            let text = format!("{:indent$}{}{words}", "", self.page.paint.ink(Ink::Strong, &name));
            lines.push(Line { text, is_class: false });
        }
    }

    /// Meaning of a node, where its name alone does not say it.
    fn words(&self, depth: usize, name: &str) -> String {
        match kind_words(name) {
            words if depth == 0 && !words.is_empty() && self.inquiry.lts.is_some() => {
                self.page.paint.ink(Ink::Faint, &format!("  {words}"))
            }
            _ => String::new(),
        }
    }

    fn class(&self, index: usize) -> String {
        let class = &self.classes[index];
        let paint = self.page.paint;
        let key = padded(&shorten_middle(&key_below(class), self.key), self.key);
        let steps = numbered(u64::from(class.length), self.steps, "step", "steps");
        let (one, many) = members(self.inquiry);
        let variants = self.variants.map_or_else(String::new, |columns| match class.count {
            Some(n) => format!("  {}", numbered(n, columns, one, many)),
            None => " ".repeat(self.beside(columns)),
        });
        let id = paint.ink(Ink::Faint, &visible(&class.id));
        let marks = self.marks(class);
        let ink = if self.new.contains(class.id.as_str()) { Ink::Bad } else { Ink::Faint };
        let marks = if marks.is_empty() { marks } else { format!("  {}", paint.ink(ink, &marks)) };
        let (indent, place) = (self.indent, self.place);
        format!("{:indent$}{:>place$}  {key}  {steps}{variants}  {id}{marks}", "", index + 1)
    }

    fn marks(&self, class: &Class) -> String {
        let mut marks = Vec::new();
        if self.new.contains(class.id.as_str()) {
            marks.push("new".to_owned());
        }
        if let Some(id) = &class.derived_from {
            let origin = self.places.get(id.as_str()).map_or_else(|| visible(id), usize::to_string);
            marks.push(format!("derived from {origin}"));
        }
        marks.join(", ")
    }
}

/// The digits of the largest number.
fn digits(numbers: impl Iterator<Item = u64>) -> Option<usize> {
    numbers.max().map(|n| n.to_string().len())
}

/// A number and its noun, as wide whether it is one or many.
fn numbered(number: u64, columns: usize, one: &str, many: &str) -> String {
    format!("{number:>columns$} {}", padded(if number == 1 { one } else { many }, many.len()))
}
