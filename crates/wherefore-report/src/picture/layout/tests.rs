//! Promises of every layout, on random pictures: boxes beside each other do not overlap, what is inside a box stays
//! inside, arrows lead from border to border, and the same picture is always laid out in the same way.

use super::geometry::overlap;
use super::{LONGEST, Layout, MOST_WORK, Plan, Point, Rect, attempt, layered::Direction, layout};
use crate::document::picture::{BoxShape, Picture, PictureArrow, PictureBox, SceneKind};
use wherefore_test::{below, cases, counted, say, seed};

/// Coordinates are rounded to tenths.
const SLACK: f64 = 0.2;

fn drawn(label: String, parent: Option<usize>) -> PictureBox {
    PictureBox { label, detail: String::new(), parent, shape: BoxShape::State, span: None, suspect: None }
}

fn arrow(from: usize, to: usize, label: String) -> PictureArrow {
    PictureArrow { from, to, label, detail: String::new(), consequence: None, span: None, suspect: None }
}

fn picture(kind: SceneKind, boxes: Vec<PictureBox>, arrows: Vec<PictureArrow>) -> Picture {
    Picture { kind, boxes, arrows, left_out: 0, ways: Vec::new() }
}

/// A nested picture with arrows between any two boxes, from a box to itself, and several between the same two.
fn random(state: &mut u64) -> Picture {
    let count = 1 + below(state, 24);
    let kind = [SceneKind::Machine, SceneKind::Blocks, SceneKind::Components, SceneKind::Graph][below(state, 4)];
    let nested = below(state, 3);
    let mut boxes = Vec::new();
    for item in 0..count {
        let parent = (item > 0 && below(state, 3) < nested).then(|| below(state, item));
        boxes.push(drawn("n".repeat(below(state, 40)), parent));
    }
    let mut arrows = Vec::new();
    for _ in 0..below(state, 2 * count + 1) {
        let (from, to) = (below(state, count), below(state, count));
        let siblings = below(state, 2) == 0;
        let to =
            if siblings { (0..count).rev().find(|i| boxes[*i].parent == boxes[from].parent).unwrap_or(to) } else { to };
        arrows.push(arrow(from, to, "a".repeat(below(state, 12))));
    }
    picture(kind, boxes, arrows)
}

/// Whether a point is on the border of a box.
fn is_on_border(Point(x, y): Point, r: Rect) -> bool {
    let near = |a: f64, b: f64| (a - b).abs() <= SLACK;
    let within = |v: f64, low: f64, size: f64| v >= low - SLACK && v <= low + size + SLACK;
    let upright = (near(x, r.x) || near(x, r.x + r.w)) && within(y, r.y, r.h);
    let level = (near(y, r.y) || near(y, r.y + r.h)) && within(x, r.x, r.w);
    upright || level
}

/// Fault of a layout, if there is one.
fn fault(picture: &Picture, made: &Layout) -> Option<String> {
    let boxes = &made.boxes;
    for (item, drawn) in picture.boxes.iter().enumerate() {
        let inner = boxes[item];
        if let Some(outer) = drawn.parent.map(|p| boxes[p]) {
            let fits = inner.x >= outer.x - SLACK
                && inner.y >= outer.y - SLACK
                && inner.x + inner.w <= outer.x + outer.w + SLACK
                && inner.y + inner.h <= outer.y + outer.h + SLACK;
            if !fits {
                return Some(format!("box {item} is not inside its own: {inner:?} {outer:?}"));
            }
        }
        let smaller =
            Rect { x: inner.x + SLACK, y: inner.y + SLACK, w: inner.w - 2.0 * SLACK, h: inner.h - 2.0 * SLACK };
        let beside = |other: &usize| picture.boxes[*other].parent == drawn.parent && overlap(&smaller, &boxes[*other]);
        if let Some(other) = (0..item).find(beside) {
            return Some(format!("boxes {other} and {item} overlap: {:?} {inner:?}", boxes[other]));
        }
    }
    for (place, (drawn, route)) in picture.arrows.iter().zip(&made.arrows).enumerate() {
        let ends = route.points.first().zip(route.points.last()).filter(|_| route.points.len() >= 2);
        let meets = ends.is_some_and(|(a, b)| is_on_border(*a, boxes[drawn.from]) && is_on_border(*b, boxes[drawn.to]));
        if !meets {
            return Some(format!("arrow {place} {}->{}: {route:?}", drawn.from, drawn.to));
        }
        if route.label_at.is_some() == drawn.label.is_empty() {
            return Some(format!("arrow {place}: a label without a place, or the other way round"));
        }
    }
    None
}

#[test]
fn layouts_keep_their_promises() {
    let mut state = seed(1);
    let mut together = 0;
    let count = cases(300);
    for case in 0..count {
        let picture = random(&mut state);
        let made = layout(&picture);
        assert_eq!(fault(&picture, &made), None, "case {case}: {picture:#?}");
        assert_eq!(made, layout(&picture), "case {case}: two layouts differ");
        let plans = [Direction::Down, Direction::Right].map(Plan::Together);
        together += u64::from(plans.into_iter().any(|p| attempt(&picture, p, &mut MOST_WORK.clone()).is_some()));
        for plan in [Plan::Apart(Direction::Down), Plan::Rows] {
            let made = attempt(&picture, plan, &mut MOST_WORK.clone()).map(Layout::finished);
            let fault = made.map_or_else(|| Some("none".to_owned()), |made| fault(&picture, &made));
            assert_eq!(fault, None, "case {case}: {plan:?} {picture:#?}");
        }
    }
    counted(together, "pictures were laid out by the first plan");
}

#[test]
fn a_wrong_layout_is_noticed() {
    let two = picture(
        SceneKind::Machine,
        vec![drawn("a".to_owned(), None), drawn("b".to_owned(), None)],
        vec![arrow(0, 1, "t".to_owned())],
    );
    let made = layout(&two);
    assert_eq!(fault(&two, &made), None);
    let mut moved = made.clone();
    moved.boxes[1] = moved.boxes[0];
    assert!(fault(&two, &moved).is_some_and(|f| f.contains("overlap")));
    let mut short = made;
    short.arrows[0].points[0].0 -= 5.0;
    short.arrows[0].points[0].1 -= 5.0;
    assert!(fault(&two, &short).is_some_and(|f| f.contains("arrow 0")));
}

/// States and transitions as in the graph of a protocol: most lead a little ahead, some back.
fn protocol(states: usize, arrows: usize, wide: usize) -> Picture {
    let mut state = 7;
    let boxes = (0..states).map(|s| drawn(s.to_string(), None)).collect();
    let mut list: Vec<PictureArrow> = Vec::new();
    for to in 1..states {
        let from = to - 1 - below(&mut state, to.min(wide));
        list.push(arrow(from, to, format!("a{}", to % 7)));
    }
    while list.len() < arrows {
        let from = below(&mut state, states);
        let to = (from + below(&mut state, 2 * wide)).saturating_sub(wide / 2).min(states - 1);
        list.push(arrow(from, to, "b".to_owned()));
    }
    picture(SceneKind::Graph, boxes, list)
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test may measure")]
fn large_pictures_are_laid_out_in_time() {
    let mut all = vec![("protocol", protocol(2_000, 4_000, 20))];
    if wherefore_test::is_full() {
        all.extend([("dense", protocol(2_000, 4_000, 2_000)), ("deep", protocol(2_000, 1_999, 3))]);
    }
    for (name, large) in all {
        let start = std::time::Instant::now();
        let made = layout(&large);
        let seconds = start.elapsed().as_secs_f64();
        assert_eq!(fault(&large, &made), None);
        let mut work = usize::MAX / 2;
        if wherefore_test::is_full() {
            let start = std::time::Instant::now();
            let full = attempt(&large, Plan::Together(Direction::Down), &mut work);
            let spent = usize::MAX / 2 - work;
            say(&format!(
                "{name}: {spent} steps of work in {:.1} s, {}",
                start.elapsed().as_secs_f64(),
                full.is_some()
            ));
        }
        say(&format!("{name}: 2,000 boxes in {seconds:.1} s, {:.0} x {:.0}", made.width, made.height));
    }
}

#[test]
fn hostile_names_stay_sane() {
    let names = ["x".repeat(10_000), "\u{202e}\u{0}\n<script>".to_owned(), String::new(), "漢".repeat(30)];
    let boxes: Vec<PictureBox> = names.iter().map(|n| drawn(n.clone(), None)).collect();
    let arrows = names.iter().map(|n| arrow(0, 1, n.clone())).collect();
    let hostile = picture(SceneKind::Machine, boxes, arrows);
    let made = layout(&hostile);
    assert_eq!(fault(&hostile, &made), None);
    assert!(made.boxes.iter().all(|b| b.w < 20.0 * LONGEST as f64 && b.h < 50.0));
    let deep: Vec<PictureBox> = (0..1_500_usize).map(|i| drawn(String::new(), i.checked_sub(1))).collect();
    let deep =
        picture(SceneKind::Machine, deep, vec![arrow(0, 1_499, String::new()), arrow(1_499, 1_498, String::new())]);
    assert_eq!(fault(&deep, &layout(&deep)), None);
    let nothing = picture(SceneKind::Graph, Vec::new(), vec![arrow(0, 1, String::new())]);
    assert_eq!(layout(&nothing).boxes.len(), 0);
}
