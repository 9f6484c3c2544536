//! From the scene of a lens to the view of it: elements become places in the source.

use crate::document::picture::{Picture, PictureArrow, PictureBox};
use wherefore_diag::Span;
use wherefore_explain::scene::{Scene, Way};
use wherefore_ir::{ElementId, System};

/// The view of a scene of one system.
pub fn picture(system: &System, scene: &Scene, ways: Vec<Way>) -> Picture {
    let span = |_: usize, element: Option<ElementId>| system.span(element);
    placed(scene, ways, &span)
}

/// The view of a scene of two systems, each in a frame of its own: the first box is the frame of the reference.
pub fn two_models((reference, implementation): (&System, &System), scene: &Scene, ways: Vec<Way>) -> Picture {
    let frames = frames(scene);
    let span = |place: usize, element: Option<ElementId>| {
        let is_reference = frames.get(place) == Some(&0);
        if is_reference { reference.span(element) } else { implementation.span(element) }
    };
    placed(scene, ways, &span)
}

/// The outermost box around each box.
fn frames(scene: &Scene) -> Vec<usize> {
    let mut frames: Vec<usize> = Vec::with_capacity(scene.boxes.len());
    for (place, drawn) in scene.boxes.iter().enumerate() {
        // A container stands before its boxes.
        let frame = drawn.parent.and_then(|p| frames.get(p).copied()).unwrap_or(place);
        frames.push(frame);
    }
    frames
}

/// `span` gives the place of an element of a box.
fn placed(scene: &Scene, ways: Vec<Way>, span: &dyn Fn(usize, Option<ElementId>) -> Option<Span>) -> Picture {
    let boxes = scene.boxes.iter().enumerate().map(|(place, drawn)| PictureBox {
        label: drawn.label.clone(),
        detail: drawn.detail.clone(),
        parent: drawn.parent,
        shape: drawn.shape,
        span: span(place, drawn.element),
        suspect: drawn.suspect,
    });
    let arrows = scene.arrows.iter().map(|arrow| PictureArrow {
        from: arrow.from,
        to: arrow.to,
        label: arrow.label.clone(),
        detail: arrow.detail.clone(),
        consequence: arrow.consequence,
        span: span(arrow.from, arrow.element),
        suspect: arrow.suspect,
    });
    Picture { kind: scene.kind, boxes: boxes.collect(), arrows: arrows.collect(), left_out: scene.left_out, ways }
}
