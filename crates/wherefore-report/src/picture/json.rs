//! The types of a picture that is laid out, as JSON.
//!
//! Places of boxes in the list of nodes, and of arrows in that of edges, are those of the picture. Coordinates have one
//! decimal.

use super::fold::Folded;
use super::layout::{Layout, Point, layout};
use crate::document::picture::{BoxShape, PictureArrow, PictureBox, SceneKind, Shot, Way};
use crate::document::{Consequence, Place};
use serde::Serialize;
use std::borrow::Cow;
use wherefore_diag::{SourceMap, Span};

/// The most characters of the source that are quoted for a box or an arrow.
const MOST_QUOTED: usize = 160;

/// A picture with everything in its place.
#[derive(Serialize)]
pub struct Drawing<'a> {
    kind: &'static str,
    width: f64,
    height: f64,
    nodes: Vec<Node<'a>>,
    edges: Vec<Edge<'a>>,
    left_out: usize,
    ways: Vec<Run<'a>>,
}

/// A box in its place.
#[derive(Serialize)]
pub struct Node<'a> {
    label: &'a str,
    detail: Cow<'a, str>,
    x: f64,
    y: f64,
    w: f64,
    h: f64,
    parent: Option<usize>,
    shape: &'static str,
    place: Option<Place>,
    suspect: Option<usize>,
    /// How many more boxes follow it that are not drawn.
    #[serde(skip_serializing_if = "is_nothing")]
    more: usize,
}

/// An arrow in its place.
#[derive(Serialize)]
pub struct Edge<'a> {
    from: usize,
    to: usize,
    label: &'a str,
    detail: Cow<'a, str>,
    points: Vec<Point>,
    label_at: Option<Point>,
    consequence: Option<&'static str>,
    place: Option<Place>,
    suspect: Option<usize>,
    /// Whether it stands for several steps of a run.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    gap: bool,
}

/// The way of a class.
#[derive(Serialize)]
struct Run<'a> {
    shots: Vec<Tick<'a>>,
    cause_boxes: &'a [usize],
    cause_arrows: &'a [usize],
    culprits: &'a [usize],
}

#[derive(Serialize)]
struct Tick<'a> {
    boxes: &'a [usize],
    arrows: &'a [usize],
    values: &'a [(usize, String)],
}

impl<'a> Drawing<'a> {
    /// Lays a picture out.
    pub fn of(folded: &'a Folded<'a>, sources: &'a SourceMap) -> Drawing<'a> {
        let picture = folded.picture.as_ref();
        let Layout { width, height, boxes, arrows } = layout(picture);
        let node = |(place, (drawn, at)): (usize, (&'a PictureBox, super::layout::Rect))| Node {
            label: &drawn.label,
            detail: detail(&drawn.detail, drawn.span, sources),
            x: at.x,
            y: at.y,
            w: at.w,
            h: at.h,
            parent: drawn.parent,
            shape: shape(drawn.shape),
            place: drawn.span.and_then(|s| Place::of(s, sources)),
            suspect: drawn.suspect,
            more: folded.more.get(place).copied().unwrap_or_default(),
        };
        let edge = |(place, (arrow, route)): (usize, (&'a PictureArrow, super::layout::Route))| Edge {
            from: arrow.from,
            to: arrow.to,
            label: &arrow.label,
            detail: detail(&arrow.detail, arrow.span, sources),
            points: route.points,
            label_at: route.label_at,
            consequence: arrow.consequence.map(Consequence::word),
            place: arrow.span.and_then(|s| Place::of(s, sources)),
            suspect: arrow.suspect,
            gap: place >= folded.first_gap,
        };
        Drawing {
            kind: kind(picture.kind),
            width,
            height,
            nodes: picture.boxes.iter().zip(boxes).enumerate().map(node).collect(),
            edges: picture.arrows.iter().zip(arrows).enumerate().map(edge).collect(),
            left_out: picture.left_out,
            ways: picture.ways.iter().map(Run::of).collect(),
        }
    }
}

impl<'a> Run<'a> {
    fn of(way: &'a Way) -> Run<'a> {
        let tick = |shot: &'a Shot| Tick { boxes: &shot.boxes, arrows: &shot.arrows, values: &shot.values };
        Run {
            shots: way.shots.iter().map(tick).collect(),
            cause_boxes: &way.cause_boxes,
            cause_arrows: &way.cause_arrows,
            culprits: &way.culprits,
        }
    }
}

fn is_nothing(count: &usize) -> bool {
    *count == 0
}

/// More about a box or an arrow: what is said of it, otherwise how the source begins to spell it, on one line.
fn detail<'a>(said: &'a str, span: Option<Span>, sources: &SourceMap) -> Cow<'a, str> {
    if !said.is_empty() {
        return Cow::Borrowed(said);
    }
    let text = span.and_then(|s| sources.get(s.file)?.text.get(s.start as usize..s.end as usize)).unwrap_or_default();
    let words = text.split_whitespace().flat_map(|word| [" ", word]).skip(1).flat_map(str::chars);
    let line: String = words.take(MOST_QUOTED + 1).collect();
    match line.char_indices().nth(MOST_QUOTED) {
        Some((end, _)) => Cow::Owned(format!("{}...", line.get(..end).unwrap_or_default())),
        None => Cow::Owned(line),
    }
}

fn kind(kind: SceneKind) -> &'static str {
    match kind {
        SceneKind::Machine => "machine",
        SceneKind::Blocks => "blocks",
        SceneKind::Components => "components",
        SceneKind::Graph => "graph",
    }
}

fn shape(shape: BoxShape) -> &'static str {
    match shape {
        BoxShape::State => "state",
        BoxShape::Initial => "initial",
        BoxShape::Frame => "frame",
        BoxShape::Input => "input",
        BoxShape::Constant => "constant",
        BoxShape::Memory => "memory",
        BoxShape::Switch => "switch",
        BoxShape::Block => "block",
        BoxShape::Sink => "sink",
        BoxShape::Component => "component",
        BoxShape::ChoicePoint => "choice-point",
        BoxShape::Bad => "bad",
        BoxShape::Good => "good",
    }
}
