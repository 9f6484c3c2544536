//! Boxes in layers, by the crate `dugong`.
//!
//! The crate works on a graph whose nodes and edges have names and sizes, finds a layer for each node by network simplex,
//! orders the layers so that few edges cross, and sets coordinates after Brandes and Köpf. Long edges bend around the boxes
//! between their ends, and labels get a place of their own.

use super::geometry::{Point, Rect};
use super::sheets::{Frame, Sheet};
use super::{Placed, Route};
use dugong::graphlib::{Graph, GraphOptions};
use dugong::{EdgeLabel, GraphLabel, NodeLabel, RankDir, WorkControl, WorkError};

/// Where arrows lead as far as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// Downwards.
    Down,
    /// To the right.
    Right,
}

/// Between boxes of a layer.
const BESIDE: f64 = 26.0;
/// Between layers.
const LAYERS: f64 = 36.0;
/// Between arrows that pass a layer.
const ARROWS: f64 = 14.0;
/// Between layers where there are frames: the title of a frame has room there.
const TITLES: f64 = 24.0;

/// Counts work down.
struct Budget<'a>(&'a mut usize);

impl WorkControl for Budget<'_> {
    fn charge(&mut self, units: usize) -> Result<(), WorkError> {
        *self.0 = self.0.checked_sub(units).ok_or(WorkError::Interrupted)?;
        Ok(())
    }
}

type Plane = Graph<NodeLabel, EdgeLabel, GraphLabel>;

/// Lays a sheet out; none if that takes too much work. `sizes` are those of all boxes.
pub(super) fn place(sheet: &Sheet, sizes: &[(f64, f64)], direction: Direction, work: &mut usize) -> Option<Placed> {
    let mut plane = plane(sheet, sizes, direction);
    dugong::layout_controlled(&mut plane, &mut Budget(work)).ok()?;
    let rect = |item: &usize| {
        let node = plane.node(&node_name(*item))?;
        let (w, h) = sizes[*item];
        Some(Rect { x: node.x? - w / 2.0, y: node.y? - h / 2.0, w, h })
    };
    let boxes: Option<Vec<Rect>> = sheet.boxes.iter().map(rect).collect();
    let routes = sheet.links.iter().map(|link| {
        let edge = plane.edge(&node_name(link.from), &node_name(link.to), Some(&edge_name(link.arrow)));
        let edge = edge.filter(|e| e.points.iter().all(|p| p.x.is_finite() && p.y.is_finite()));
        let points = edge.map(|e| e.points.iter().map(|p| Point(p.x, p.y)).collect());
        let label_at = edge.filter(|_| link.label.is_some()).and_then(|e| Some(Point(e.x?, e.y?)));
        Route { points: points.unwrap_or_default(), label_at }
    });
    let arrows = routes.collect();
    boxes.filter(|b| b.iter().all(|r| r.x.is_finite() && r.y.is_finite())).map(|boxes| Placed { boxes, arrows })
}

fn plane(sheet: &Sheet, sizes: &[(f64, f64)], direction: Direction) -> Plane {
    let mut plane = Plane::new(GraphOptions { multigraph: true, compound: true, directed: true });
    plane.set_graph(GraphLabel {
        rankdir: if direction == Direction::Down { RankDir::TB } else { RankDir::LR },
        nodesep: BESIDE,
        ranksep: LAYERS,
        edgesep: if sheet.frames.is_empty() { ARROWS } else { TITLES },
        ..GraphLabel::default()
    });
    for Frame { item, .. } in &sheet.frames {
        plane.set_node(node_name(*item), NodeLabel::default());
    }
    for item in &sheet.boxes {
        let (width, height) = sizes[*item];
        plane.set_node(node_name(*item), NodeLabel { width, height, ..NodeLabel::default() });
    }
    for Frame { item, inside, .. } in &sheet.frames {
        for inner in inside {
            plane.set_parent(node_name(*inner), node_name(*item));
        }
    }
    for link in &sheet.links {
        let (width, height) = link.label.unwrap_or_default();
        let label = EdgeLabel { width, height, weight: 1.0, ..EdgeLabel::default() };
        plane.set_edge_named(node_name(link.from), node_name(link.to), Some(edge_name(link.arrow)), Some(label));
    }
    plane
}

fn node_name(item: usize) -> String {
    format!("n{item}")
}

fn edge_name(arrow: usize) -> String {
    format!("e{arrow}")
}
