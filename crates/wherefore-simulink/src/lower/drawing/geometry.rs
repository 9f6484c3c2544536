//! Where ports are and lines run. The file has the corners of a line relative to each other, from the output on; where ports are
//! follows from the block.

use crate::document::{Block, Branch, Endpoint, Line, Parameters, Port, System};
use wherefore_ir::drawing::{self, Facing, Part, Point};

/// Lines begin and end this far from the blocks.
const GAP: i32 = 5;
/// An input this near to the height of the last corner lies at that height: places of ports are rounded.
const NEAR: i32 = 4;
/// How many corners a line may have.
const MOST_POINTS: usize = 10_000;

/// How many ports the blocks of a system have, at least those that lines lead to.
pub(super) struct Ports {
    counts: Vec<(usize, usize)>,
    /// Which inputs for control each block has, in order.
    control: Vec<Vec<Port>>,
}

impl Ports {
    pub fn of(system: &System) -> Ports {
        let declared = |b: &Block| (b.ports(0).unwrap_or(0), b.ports(1).unwrap_or(0));
        let counts = system.blocks.iter().map(declared).collect();
        let mut ports = Ports { counts, control: vec![Vec::new(); system.blocks.len()] };
        for line in &system.lines {
            let ends = line.destinations().into_iter().map(|(end, _)| end).chain(line.source);
            ends.for_each(|end| ports.note(end));
        }
        ports
    }

    fn note(&mut self, end: Endpoint) {
        let Some((inputs, outputs)) = self.counts.get_mut(end.block) else { return };
        match end.port {
            Port::In(number) => *inputs = (*inputs).max(number),
            Port::Out(number) => *outputs = (*outputs).max(number),
            port => {
                let control = &mut self.control[end.block];
                if !control.contains(&port) {
                    control.push(port);
                    control.sort_unstable();
                }
            }
        }
    }

    /// Inputs and outputs of a block.
    pub fn counts(&self, block: usize) -> (usize, usize) {
        self.counts.get(block).copied().unwrap_or_default()
    }

    /// Where a port touches its block, and the direction away from the block.
    fn at(&self, end: Endpoint, system: &System, blocks: &[drawing::Block]) -> Option<(Point, Point)> {
        let block = blocks.get(end.block)?;
        let (inputs, outputs) = self.counts(end.block);
        let front = match block.facing {
            Facing::Right => (1, 0),
            Facing::Left => (-1, 0),
            Facing::Up => (0, -1),
            Facing::Down => (0, 1),
        };
        let back = (-front.0, -front.1);
        match end.port {
            Port::In(number) if block.is_round => Some(on_circle(block, slot(system.blocks.get(end.block)?, number))),
            Port::In(number) => Some((on_side(block.position, back, (number - 1, inputs)), back)),
            Port::Out(number) => Some((on_side(block.position, front, (number - 1, outputs)), front)),
            port => {
                let control = self.control.get(end.block)?;
                let side = if front.1 == 0 { (0, -1) } else { (-1, 0) };
                let index = control.iter().position(|p| *p == port)?;
                Some((on_side(block.position, side, (index, control.len())), side))
            }
        }
    }
}

/// Where the outputs of a block are.
pub(super) fn facing(parameters: &Parameters) -> Facing {
    let mirrored = parameters.is_on("BlockMirror");
    match (parameters.get("BlockRotation").unwrap_or("0"), mirrored, parameters.get("Orientation").unwrap_or("")) {
        ("90", false, _) | ("270", true, _) | (_, _, "down") => Facing::Down,
        ("90", true, _) | ("270", false, _) | (_, _, "up") => Facing::Up,
        ("180", false, _) | ("0", true, _) | (_, _, "left") => Facing::Left,
        _ => Facing::Right,
    }
}

/// The middle of a share of a side.
fn on_side([left, top, right, bottom]: [i32; 4], side: Point, (index, count): (usize, usize)) -> Point {
    let along = |low: i32, high: i32| {
        let (index, count) = (index as i64, count.max(1) as i64);
        let room = i64::from(high) - i64::from(low);
        low.saturating_add(i32::try_from((room * (2 * index + 1) + count) / (2 * count)).unwrap_or(0))
    };
    match side {
        (1, _) => (right, along(top, bottom)),
        (-1, _) => (left, along(top, bottom)),
        (_, 1) => (along(left, right), bottom),
        _ => (along(left, right), top),
    }
}

/// Which of how many places around a round sum an input has: a bar among the signs leaves one free.
fn slot(block: &Block, number: usize) -> (usize, usize) {
    let signs = block.parameters.get("Inputs").unwrap_or("++").trim();
    match signs.parse::<usize>() {
        Ok(count) => (number - 1, count),
        Err(_) => {
            let mut places = signs.chars().enumerate().filter(|(_, c)| *c != '|').map(|(at, _)| at);
            (places.nth(number - 1).unwrap_or(number - 1), signs.chars().count())
        }
    }
}

/// A place on the half of a circle that is opposite to the output: from above to below.
fn on_circle(block: &drawing::Block, (index, count): (usize, usize)) -> (Point, Point) {
    let [left, top, right, bottom] = block.position;
    let (x, y) = ((left.saturating_add(right)) / 2, (top.saturating_add(bottom)) / 2);
    let away = if block.facing == Facing::Left { 1 } else { -1 };
    let side = if away == 1 { right } else { left };
    match (index, count.saturating_sub(1)) {
        (0, last) if last > 0 => ((x, top), (0, -1)),
        (index, last) if index == last && last > 0 => ((x, bottom), (0, 1)),
        _ => ((side, y), (away, 0)),
    }
}

/// The parts of a line, from its output on; none if it has no output.
pub(super) fn parts(line: &Line, system: &System, ports: &Ports, blocks: &[drawing::Block]) -> Option<Vec<Part>> {
    let (edge, direction) = ports.at(line.source?, system, blocks)?;
    let start = moved(edge, direction, GAP);
    let mut parts = Vec::new();
    let mut room = MOST_POINTS;
    let mut open: Vec<(&Branch, Vec<Point>)> = vec![(&line.trunk, vec![edge, start])];
    while let Some((branch, mut points)) = open.pop() {
        let mut at = *points.last()?;
        for (dx, dy) in branch.points.iter().take(room) {
            at = (at.0.saturating_add(*dx), at.1.saturating_add(*dy));
            points.push(at);
        }
        room = room.saturating_sub(branch.points.len() + 1);
        let target = branch.destination.and_then(|end| Some((end.block, ports.at(end, system, blocks)?)));
        if let Some((_, (edge, direction))) = target {
            points.extend(arrive(at, edge, direction));
        }
        if room > 0 {
            open.extend(branch.branches.iter().rev().map(|b| (b, vec![at])));
        }
        parts.push(Part { points: straightened(points), target: target.map(|(block, _)| block) });
    }
    Some(parts)
}

fn moved((x, y): Point, (dx, dy): Point, by: i32) -> Point {
    (x.saturating_add(dx * by), y.saturating_add(dy * by))
}

/// The way from the last corner into an input. A last corner that is not at the height of the input is followed by one that is.
fn arrive(last: Point, edge: Point, direction: Point) -> [Point; 3] {
    let mut edge = edge;
    let near = |a: i32, b: i32| a.abs_diff(b) <= NEAR as u32;
    if direction.1 == 0 && near(last.1, edge.1) {
        edge.1 = last.1;
    } else if direction.0 == 0 && near(last.0, edge.0) {
        edge.0 = last.0;
    }
    let corner = if direction.1 == 0 { (last.0, edge.1) } else { (edge.0, last.1) };
    [corner, moved(edge, direction, GAP), edge]
}

/// Leaves out corners at which nothing turns.
fn straightened(points: Vec<Point>) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for point in points {
        if let [.., before, last] = kept.as_slice() {
            let is_flat = before.0 == last.0 && last.0 == point.0 || before.1 == last.1 && last.1 == point.1;
            if is_flat {
                kept.pop();
            }
        }
        if kept.last() != Some(&point) {
            kept.push(point);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_share_a_side() {
        let place = [465, 314, 480, 356];
        assert_eq!(on_side(place, (-1, 0), (1, 2)), (465, 346));
        assert_eq!(on_side(place, (0, 1), (0, 1)), (473, 356));
        assert_eq!(on_side([i32::MIN, i32::MIN, i32::MAX, i32::MAX], (1, 0), (0, 0)).0, i32::MAX);
    }

    #[test]
    fn corners_at_which_nothing_turns_are_left_out() {
        assert_eq!(straightened(vec![(0, 0), (5, 0), (20, 0), (20, 9)]), [(0, 0), (20, 0), (20, 9)]);
        assert_eq!(arrive((445, 345), (465, 346), (-1, 0))[1..], [(460, 345), (465, 345)]);
        assert_eq!(arrive((445, 300), (465, 346), (-1, 0)), [(445, 346), (460, 346), (465, 346)]);
    }
}
