//! Points, boxes, and where lines meet their borders.

use serde::Serialize;

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

impl Rect {
    /// Its middle.
    pub fn middle(&self) -> Point {
        Point(self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// The box moved elsewhere.
    pub(super) fn moved(self, by: Point) -> Rect {
        Rect { x: self.x + by.0, y: self.y + by.1, ..self }
    }

    /// Whether a point is inside, not on the border.
    fn holds(&self, Point(x, y): Point) -> bool {
        x > self.x && x < self.x + self.w && y > self.y && y < self.y + self.h
    }

    /// Where the line from its middle to a point leaves it; the middle of the lower border if the point is the middle.
    fn exit(&self, towards: Point) -> Point {
        let Point(x, y) = self.middle();
        let (dx, dy) = (towards.0 - x, towards.1 - y);
        let scale = (self.w / 2.0 / dx.abs()).min(self.h / 2.0 / dy.abs());
        if scale.is_finite() { Point(x + dx * scale, y + dy * scale) } else { Point(x, self.y + self.h) }
    }
}

/// The smallest box around boxes and points; none if there is nothing.
pub(super) fn bounds(boxes: impl Iterator<Item = Rect>, points: &[&Point]) -> Option<Rect> {
    let corners = boxes.map(|r| (Point(r.x, r.y), Point(r.x + r.w, r.y + r.h)));
    let all = corners.chain(points.iter().map(|p| (**p, **p)));
    let (low, high) =
        all.reduce(|(a, b), (c, d)| (Point(a.0.min(c.0), a.1.min(c.1)), Point(b.0.max(d.0), b.1.max(d.1))))?;
    Some(Rect { x: low.0, y: low.1, w: high.0 - low.0, h: high.1 - low.1 })
}

/// Whether two boxes have more than a border in common.
pub(super) fn overlap(a: &Rect, b: &Rect) -> bool {
    let apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
    !apart
}

/// A straight way from border to border. `nested`: one of the two contains the other; then the way leads from the inner one to
/// the left border of the outer one, or back.
pub(super) fn straight(from: Rect, to: Rect, nested: bool) -> Vec<Point> {
    if from == to {
        return around(from);
    }
    if nested {
        let is_inner = from.w * from.h <= to.w * to.h;
        let (inner, outer) = if is_inner { (from, to) } else { (to, from) };
        let y = inner.middle().1;
        let way = vec![Point(inner.x, y), Point(outer.x, y)];
        return if is_inner { way } else { way.into_iter().rev().collect() };
    }
    vec![from.exit(to.middle()), to.exit(from.middle())]
}

/// A way from a box to itself, beside its right border.
fn around(of: Rect) -> Vec<Point> {
    let (right, out) = (of.x + of.w, of.x + of.w + 14.0);
    let (high, low) = (of.y + of.h / 3.0, of.y + of.h * 2.0 / 3.0);
    vec![Point(right, high), Point(out, high), Point(out, low), Point(right, low)]
}

/// The middle of a way.
pub(super) fn middle(points: &[Point]) -> Point {
    let count = points.len().max(1) as f64;
    let sum = points.iter().fold(Point(0.0, 0.0), |a, b| Point(a.0 + b.0, a.1 + b.1));
    Point(sum.0 / count, sum.1 / count)
}

/// A way without what lies inside the boxes at its ends, so that it begins and ends at their borders.
pub(super) fn clipped(mut points: Vec<Point>, from: Rect, to: Rect) -> Vec<Point> {
    clip_end(&mut points, to);
    points.reverse();
    clip_end(&mut points, from);
    points.reverse();
    points
}

/// Ends a way at the border of a box.
fn clip_end(points: &mut Vec<Point>, at: Rect) {
    while points.len() > 2 && points.get(points.len() - 2).is_some_and(|p| at.holds(*p)) {
        points.pop();
    }
    let (Some(last), Some(before)) = (points.last().copied(), points.iter().rev().nth(1).copied()) else { return };
    let is_inside = at.holds(last);
    let end = if is_inside { entry(before, last, at) } else { onto(last, at) };
    points.pop();
    points.push(end);
}

/// Where the line from a point outside a box to one inside meets its border.
fn entry(outside: Point, inside: Point, at: Rect) -> Point {
    let (dx, dy) = (inside.0 - outside.0, inside.1 - outside.1);
    let sides = [
        (at.x - outside.0) / dx,
        (at.x + at.w - outside.0) / dx,
        (at.y - outside.1) / dy,
        (at.y + at.h - outside.1) / dy,
    ];
    let meets = |t: &f64| {
        let Point(x, y) = Point(outside.0 + dx * t, outside.1 + dy * t);
        let slack = 1e-6;
        (0.0..=1.0).contains(t)
            && x >= at.x - slack
            && x <= at.x + at.w + slack
            && y >= at.y - slack
            && y <= at.y + at.h + slack
    };
    let first = sides.into_iter().filter(meets).min_by(f64::total_cmp);
    first.map_or_else(|| onto(inside, at), |t| Point(outside.0 + dx * t, outside.1 + dy * t))
}

/// The point of the border that is nearest to a point that is not inside.
fn onto(Point(x, y): Point, at: Rect) -> Point {
    Point(x.clamp(at.x, at.x + at.w), y.clamp(at.y, at.y + at.h))
}
