//! Where boxes and arrows stand.
//!
//! The work of putting boxes into layers, so that arrows go one way and seldom cross, is done by the crate `dugong`
//! ([`layered`]). What is left is nesting. A box that contains others is a sheet of its own as long as no arrow crosses its
//! border: its inside is laid out first, and outside it is one large box. Where arrows do cross the border, inside and
//! outside are laid out at once, on the same sheet, and the box is drawn around what it contains.
//!
//! ```text
//!   +- A -----------+        sheet A: 1 -> 2              +- F ------+      no sheet of its own: the arrow
//!   |  1 --> 2      | --> 3  outer sheet: A -> 3          |  1 --> 2 | --> 3    from 2 crosses the border
//!   +---------------+                                     +----------+
//! ```
//!
//! Three plans are tried in turn ([`Plan`]). The first can fail: boxes that share a sheet with frames may stand in the
//! way of these, and dense graphs with thousands of arrows take too long. The last never does. How much work is too much is
//! counted in steps and not in seconds, so that the same picture is always laid out in the same way.

mod geometry;
mod layered;
mod measure;
mod rows;
mod sheets;
#[cfg(test)]
mod tests;

pub use geometry::{Point, Rect};
pub use measure::LONGEST;

use crate::document::picture::{Picture, SceneKind};
use geometry::{bounds, overlap};
use layered::Direction;
use sheets::{Sheet, Tree};

/// The most steps of work for one picture: about two seconds.
const MOST_WORK: usize = 60_000_000;
/// Pictures with more boxes than this are laid out in one direction only.
const MOST_BOTH_WAYS: usize = 300;
/// How much wider than high a picture should be.
const BEST_RATIO: f64 = 1.4;
/// Around the whole.
const MARGIN: f64 = 12.0;

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

/// How a picture is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    /// In layers; frames that arrows cross together with what is around them.
    Together(Direction),
    /// In layers; every frame on its own, and arrows that cross a border straight.
    Apart(Direction),
    /// In rows by distance, all arrows straight.
    Rows,
}

/// Lays a picture out.
pub fn layout(picture: &Picture) -> Layout {
    let mut work = MOST_WORK;
    let directions: &[Direction] = match picture.kind {
        SceneKind::Blocks | SceneKind::Components => &[Direction::Right],
        _ if picture.boxes.len() > MOST_BOTH_WAYS => &[Direction::Down],
        SceneKind::Machine | SceneKind::Graph => &[Direction::Down, Direction::Right],
    };
    for plan in [Plan::Together, Plan::Apart] {
        let made = directions.iter().filter_map(|d| attempt(picture, plan(*d), &mut work));
        let best = made.min_by(|a, b| a.strain().total_cmp(&b.strain()));
        if let Some(best) = best {
            return best.finished();
        }
    }
    attempt(picture, Plan::Rows, &mut work).unwrap_or_default().finished()
}

/// Lays out sheet by sheet, those inside others first; none if the plan does not work out.
fn attempt(picture: &Picture, plan: Plan, work: &mut usize) -> Option<Layout> {
    let tree = Tree::new(picture, matches!(plan, Plan::Together(_)));
    let mut sizes = measure::sizes(picture, &tree);
    let mut made = Layout {
        boxes: vec![Rect::default(); picture.boxes.len()],
        arrows: vec![Route::default(); picture.arrows.len()],
        ..Layout::default()
    };
    for sheet in tree.sheets(picture) {
        let placed = match plan {
            Plan::Together(direction) | Plan::Apart(direction) => layered::place(&sheet, &sizes, direction, work)?,
            Plan::Rows => rows::place(&sheet, &sizes),
        };
        record(&sheet, placed, &mut made, &mut sizes, picture);
    }
    shift(&tree, &mut made);
    straighten(picture, &tree, &mut made);
    let is_sound = !matches!(plan, Plan::Together(_)) || !has_collision(&tree, &made.boxes);
    is_sound.then_some(made)
}

/// Boxes and arrows of a sheet, by its own coordinates.
#[derive(Clone, Debug, Default)]
struct Placed {
    /// The boxes, in the order of the sheet; frames on it come from what they contain.
    boxes: Vec<Rect>,
    /// The arrows that have a way, in the order of the sheet.
    arrows: Vec<Route>,
}

/// Takes over what was placed on a sheet, moved so that it begins at the inner corner of its owner, whose size is now known.
fn record(sheet: &Sheet, placed: Placed, made: &mut Layout, sizes: &mut [(f64, f64)], picture: &Picture) {
    for (item, rect) in sheet.boxes.iter().zip(&placed.boxes) {
        made.boxes[*item] = *rect;
    }
    for frame in sheet.frames.iter().rev() {
        let inside = frame.inside.iter().map(|i| made.boxes[*i]);
        let Some(inner) = bounds(inside, &[]) else { continue };
        made.boxes[frame.item] = measure::around(inner, &picture.boxes[frame.item].label);
    }
    let routes: Vec<&Point> = placed.arrows.iter().flat_map(|r| r.points.iter().chain(&r.label_at)).collect();
    let all = sheet.boxes.iter().chain(sheet.frames.iter().map(|f| &f.item)).map(|i| made.boxes[*i]);
    let whole = bounds(all, &routes).unwrap_or_default();
    let (corner, size) = match sheet.owner {
        Some(owner) => measure::inside(whole, &picture.boxes[owner].label),
        None => (Point(MARGIN, MARGIN), (whole.w + 2.0 * MARGIN, whole.h + 2.0 * MARGIN)),
    };
    let by = Point(corner.0 - whole.x, corner.1 - whole.y);
    for item in sheet.boxes.iter().chain(sheet.frames.iter().map(|f| &f.item)) {
        made.boxes[*item] = made.boxes[*item].moved(by);
    }
    for (link, route) in sheet.links.iter().zip(placed.arrows) {
        made.arrows[link.arrow] = route.moved(by);
    }
    match sheet.owner {
        Some(owner) => sizes[owner] = size,
        None => (made.width, made.height) = size,
    }
}

/// From coordinates of sheets to those of the whole: what stands on the sheet of a box is moved by where that box stands.
fn shift(tree: &Tree, made: &mut Layout) {
    for item in 0..made.boxes.len() {
        if let Some(owner) = tree.sheet[item] {
            // A container stands before its boxes and is in its place already.
            let Rect { x, y, .. } = made.boxes[owner];
            made.boxes[item] = made.boxes[item].moved(Point(x, y));
        }
    }
    for (arrow, owner) in tree.arrow_sheet.iter().enumerate() {
        if let Some(owner) = owner {
            let Rect { x, y, .. } = made.boxes[*owner];
            made.arrows[arrow] = std::mem::take(&mut made.arrows[arrow]).moved(Point(x, y));
        }
    }
}

/// Ends every arrow at the borders of its boxes; those without a way become straight.
fn straighten(picture: &Picture, tree: &Tree, made: &mut Layout) {
    for (place, arrow) in picture.arrows.iter().enumerate() {
        let ends = (made.boxes.get(arrow.from).copied(), made.boxes.get(arrow.to).copied());
        let (Some(from), Some(to)) = ends else { continue };
        let route = &mut made.arrows[place];
        if route.points.len() < 2 || tree.is_lifted[place] {
            let nested = tree.contains(arrow.from, arrow.to) || tree.contains(arrow.to, arrow.from);
            route.points = geometry::straight(from, to, nested);
            let middle = geometry::middle(&route.points);
            route.label_at = (!arrow.label.is_empty()).then_some(middle);
        } else {
            route.points = geometry::clipped(std::mem::take(&mut route.points), from, to);
        }
    }
}

/// Whether boxes that contain neither each other overlap.
fn has_collision(tree: &Tree, boxes: &[Rect]) -> bool {
    tree.families().any(|family| {
        let mut rects: Vec<Rect> = family.iter().map(|i| boxes[*i]).collect();
        rects.sort_by(|a, b| a.x.total_cmp(&b.x));
        let meets = |(place, a): (usize, &Rect)| {
            rects[place + 1..].iter().take_while(|b| b.x < a.x + a.w).any(|b| overlap(a, b))
        };
        rects.iter().enumerate().any(meets)
    })
}

impl Route {
    fn moved(mut self, by: Point) -> Route {
        for point in self.points.iter_mut().chain(&mut self.label_at) {
            *point = Point(point.0 + by.0, point.1 + by.1);
        }
        self
    }
}

impl Layout {
    /// How far its shape is from a good one.
    fn strain(&self) -> f64 {
        (self.width / self.height.max(1.0) / BEST_RATIO).ln().abs()
    }

    /// With one decimal.
    fn finished(mut self) -> Layout {
        let tenth = |x: &mut f64| *x = (*x * 10.0).round() / 10.0;
        [&mut self.width, &mut self.height].into_iter().for_each(tenth);
        for Rect { x, y, w, h } in &mut self.boxes {
            [x, y, w, h].into_iter().for_each(tenth);
        }
        for route in &mut self.arrows {
            for Point(x, y) in route.points.iter_mut().chain(&mut route.label_at) {
                [x, y].into_iter().for_each(tenth);
            }
        }
        self
    }
}
