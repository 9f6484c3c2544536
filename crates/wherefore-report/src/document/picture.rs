//! The view of the model as boxes and arrows, with the way of each class through it.
//!
//! The picture is what a lens drew ([`wherefore_explain::scene`]), with places in the source instead of elements. Where
//! things stand is decided later, and only for a format that shows it: see [`crate::picture`].

pub use wherefore_explain::scene::{BoxShape, SceneKind, Shot, Way};

use super::Consequence;
use wherefore_diag::Span;

/// A picture of the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Kind of model that is shown.
    pub kind: SceneKind,
    /// The boxes; one that contains others stands before them.
    pub boxes: Vec<PictureBox>,
    /// The arrows.
    pub arrows: Vec<PictureArrow>,
    /// How many boxes were left out because there are too many.
    pub left_out: usize,
    /// The ways of the classes, in the same order as these.
    pub ways: Vec<Way>,
}

/// A box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureBox {
    /// Label in the model.
    pub label: String,
    /// More about it, in words; empty if there is nothing.
    pub detail: String,
    /// The box that contains it.
    pub parent: Option<usize>,
    /// Shape of the box.
    pub shape: BoxShape,
    /// Where it is written.
    pub span: Option<Span>,
    /// The suspect that it is, as a place in the list of suspects.
    pub suspect: Option<usize>,
}

/// An arrow from a box to a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureArrow {
    /// Where it begins.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// Label in the model; empty if it has no name.
    pub label: String,
    /// More about it, in words; empty if there is nothing.
    pub detail: String,
    /// Effect of taking it on the failure, if that is known.
    pub consequence: Option<Consequence>,
    /// Where it is written.
    pub span: Option<Span>,
    /// The suspect that it is, as a place in the list of suspects.
    pub suspect: Option<usize>,
}
