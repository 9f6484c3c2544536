//! Boxes in rows, for graphs that are too dense to be laid out well: by distance from the first box, wrapped so that the whole is
//! about as wide as high. All arrows are straight.

use super::geometry::Rect;
use super::sheets::Sheet;
use super::{BEST_RATIO, Placed, Route};
use std::collections::{BTreeMap, VecDeque};

/// Between boxes of a row.
const BESIDE: f64 = 30.0;
/// Between rows.
const ROWS: f64 = 50.0;

/// Lays a sheet out.
pub(super) fn place(sheet: &Sheet, sizes: &[(f64, f64)]) -> Placed {
    let order = by_distance(sheet);
    let area: f64 = order.iter().map(|i| (sizes[sheet.boxes[*i]].0 + BESIDE) * (sizes[sheet.boxes[*i]].1 + ROWS)).sum();
    let widest = (area * BEST_RATIO).sqrt();
    let mut boxes = vec![Rect::default(); sheet.boxes.len()];
    let (mut x, mut y, mut highest) = (0.0, 0.0, 0.0_f64);
    for place in order {
        let (w, h) = sizes[sheet.boxes[place]];
        if x > 0.0 && x + w > widest {
            (x, y, highest) = (0.0, y + highest + ROWS, 0.0);
        }
        boxes[place] = Rect { x, y, w, h };
        x += w + BESIDE;
        highest = highest.max(h);
    }
    Placed { boxes, arrows: vec![Route::default(); sheet.links.len()] }
}

/// The places of the boxes, nearest to the first one first; what it does not lead to follows with what that leads to.
fn by_distance(sheet: &Sheet) -> Vec<usize> {
    let places: BTreeMap<usize, usize> = sheet.boxes.iter().enumerate().map(|(place, item)| (*item, place)).collect();
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); sheet.boxes.len()];
    for link in &sheet.links {
        if let (Some(from), Some(to)) = (places.get(&link.from), places.get(&link.to)) {
            after[*from].push(*to);
        }
    }
    let mut is_seen = vec![false; sheet.boxes.len()];
    let mut order = Vec::with_capacity(sheet.boxes.len());
    for start in 0..sheet.boxes.len() {
        let mut waiting = VecDeque::new();
        if !std::mem::replace(&mut is_seen[start], true) {
            waiting.push_back(start);
        }
        while let Some(place) = waiting.pop_front() {
            order.push(place);
            for next in &after[place] {
                if !std::mem::replace(&mut is_seen[*next], true) {
                    waiting.push_back(*next);
                }
            }
        }
    }
    order
}
