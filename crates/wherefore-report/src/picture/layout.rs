//! Where boxes and arrows stand.

use crate::view::picture::Picture;
use serde::Serialize;

/// The characters of a label for which there is room; a page shortens labels to as many.
pub const LONGEST: usize = 24;

/// A point: x to the right, y downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Point(pub f64, pub f64);

/// A box in its place, by its upper left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// The left border.
    pub x: f64,
    /// The upper border.
    pub y: f64,
    /// Its width.
    pub w: f64,
    /// Its height.
    pub h: f64,
}

/// An arrow in its place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    /// From border to border.
    pub points: Vec<Point>,
    /// The middle of its label; none if it has no label.
    pub label_at: Option<Point>,
}

/// Everything in its place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// The width of the whole.
    pub width: f64,
    /// The height of the whole.
    pub height: f64,
    /// The boxes, in order.
    pub boxes: Vec<Rect>,
    /// The arrows, in order.
    pub arrows: Vec<Route>,
}

/// Lays a picture out.
pub fn layout(picture: &Picture) -> Layout {
    let boxes = (0..picture.boxes.len()).map(|i| Rect { x: 20.0, y: 20.0 + 60.0 * i as f64, w: 180.0, h: 30.0 });
    let arrows = picture.arrows.iter().map(|_| Route::default());
    Layout {
        width: 220.0,
        height: 60.0 * picture.boxes.len() as f64 + 20.0,
        boxes: boxes.collect(),
        arrows: arrows.collect(),
    }
}
