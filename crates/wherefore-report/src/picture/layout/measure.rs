//! How large boxes and labels are.
//!
//! A page draws text of 12 pixels in which a character is about 7.2 pixels wide, wide characters of East Asian scripts twice that.
//! Labels are shown with at most [`LONGEST`] characters, however long they are.

use super::geometry::{Point, Rect};
use super::sheets::Tree;
use crate::document::picture::{BoxShape, Picture, PictureBox, SceneKind};
use unicode_width::UnicodeWidthChar;

/// The characters of a label for which there is room; a page shortens labels to as many.
pub const LONGEST: usize = 24;

/// The width of a character of a box.
const CHARACTER: f64 = 7.2;
/// The width of a character of an arrow, in smaller type.
const SMALL: f64 = 6.6;
/// The height of a line of text beside an arrow.
const LINE: f64 = 16.0;
/// The height of a box with one line.
const ONE_LINE: f64 = 30.0;
/// The height of a box with two.
const TWO_LINES: f64 = 42.0;
/// Left and right of the text in a box, together.
const SIDES: f64 = 22.0;
/// The least width of a box.
const NARROWEST: f64 = 44.0;
/// Between the border of a frame and what is inside.
const PADDING: f64 = 12.0;
/// The line at the top of a frame that says what it is.
const TITLE: f64 = 20.0;

/// Columns of a label as far as it is shown.
fn columns(text: &str) -> f64 {
    text.chars().take(LONGEST).map(|c| c.width().unwrap_or(1).max(1)).sum::<usize>() as f64
}

/// The width and height of each box; those of boxes that contain others are known only when their inside is laid out.
pub(super) fn sizes(picture: &Picture, tree: &Tree) -> Vec<(f64, f64)> {
    let size = |(item, drawn): (usize, &PictureBox)| match tree.is_container[item] {
        true => (0.0, 0.0),
        false => size(picture.kind, drawn),
    };
    picture.boxes.iter().enumerate().map(size).collect()
}

/// Blocks and components have room for a value below their name, others for more about them.
fn size(kind: SceneKind, drawn: &PictureBox) -> (f64, f64) {
    let shows_values = matches!(kind, SceneKind::Blocks | SceneKind::Components) && drawn.shape != BoxShape::Constant;
    let two = shows_values || !drawn.detail.is_empty();
    let (below, least) = if two { (columns(&drawn.detail) * SMALL, NARROWEST + 20.0) } else { (0.0, NARROWEST) };
    let width = (columns(&drawn.label) * CHARACTER).max(below) + SIDES;
    (width.max(least).ceil(), if two { TWO_LINES } else { ONE_LINE })
}

/// The room for the label of an arrow; none if it has none.
pub(super) fn label(text: &str) -> Option<(f64, f64)> {
    (!text.is_empty()).then(|| ((columns(text) * SMALL + 8.0).ceil(), LINE))
}

/// A frame around what it contains, on a sheet that it shares with others.
pub(super) fn around(inner: Rect, label: &str) -> Rect {
    let title = if label.is_empty() { 0.0 } else { TITLE - PADDING / 2.0 };
    let pad = PADDING / 2.0;
    Rect { x: inner.x - pad, y: inner.y - pad - title, w: inner.w + 2.0 * pad, h: inner.h + 2.0 * pad + title }
}

/// Where the inside of a box begins that is a sheet of its own, and how large that makes it.
pub(super) fn inside(inner: Rect, label: &str) -> (Point, (f64, f64)) {
    let title = if label.is_empty() { 0.0 } else { TITLE };
    let least = columns(label) * CHARACTER + SIDES;
    let width = inner.w + 2.0 * PADDING;
    let left = PADDING + ((least - width) / 2.0).max(0.0);
    (Point(left, PADDING + title), (width.max(least), inner.h + 2.0 * PADDING + title))
}
