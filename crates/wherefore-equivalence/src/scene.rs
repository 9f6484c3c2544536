//! Two models as a picture: the machines of both side by side, each in a frame, with the runs of every difference.
//!
//! The frame of the reference is the first box, that of the implementation the second frame. The runs of a difference need not
//! have the same length: one model may take more microsteps. At a tick behind the end of a run its last states are shown.

use super::Comparison;
use wherefore_explain::machine::run::PathReader;
use wherefore_explain::machine::scene::{Locations, Sketch};
use wherefore_explain::result::scene::{BoxShape, Scene, SceneBox, SceneKind, Shot, Way};
use wherefore_ir::System;
use wherefore_trace::Trace;

/// Draws both models, if they are machines, with the ways of the differences.
pub(super) fn draw(systems: [&System; 2], found: &mut Comparison) {
    let [Some(reference), Some(implementation)] = systems.map(|s| s.annexes.control.as_ref()) else { return };
    let graphs = [reference, implementation];
    let mut readers = Vec::new();
    for (system, graph) in systems.iter().zip(graphs) {
        let Ok(reader) = PathReader::new(system, graph) else { return };
        readers.push(reader);
    }
    let runs: Vec<Vec<Option<Locations>>> = readers
        .iter()
        .enumerate()
        .map(|(side, reader)| found.differences.iter().map(|d| Some(Locations::of(reader, run(d, side)?))).collect())
        .collect();
    let mut scene = Scene::new(SceneKind::Machine);
    let mut sketches = Vec::new();
    for ((graph, name), runs) in graphs.into_iter().zip(["reference", "implementation"]).zip(&runs) {
        let frame = scene.add(SceneBox::new(name, BoxShape::Frame));
        let known: Vec<&Locations> = runs.iter().flatten().collect();
        sketches.push(Sketch::new(&mut scene, graph, Some(frame), &known));
    }
    for (place, difference) in found.differences.iter_mut().enumerate() {
        let ways = sketches.iter().zip(&graphs).zip(&runs).map(|((sketch, graph), runs)| {
            let run = runs.get(place).and_then(Option::as_ref);
            run.map(|run| sketch.way(graph, run, false)).unwrap_or_default()
        });
        difference.details.way = together(&ways.collect::<Vec<_>>());
    }
    if let Some(sketch) = sketches.last() {
        sketch.suspect(&mut scene, implementation, &found.suspects);
    }
    found.scene = Some(scene);
}

fn run(difference: &super::Difference, side: usize) -> Option<&Trace> {
    if side == 0 { difference.reference_run.as_ref() } else { difference.implementation_run.as_ref() }
}

/// Several ways on one scene at the same time.
fn together(ways: &[Way]) -> Way {
    let ticks = ways.iter().map(|w| w.shots.len()).max().unwrap_or(0);
    let mut all = Way::default();
    for tick in 0..ticks {
        let mut shot = Shot::default();
        for way in ways {
            match (way.shots.get(tick), way.shots.last()) {
                (Some(own), _) => {
                    shot.boxes.extend(&own.boxes);
                    shot.arrows.extend(&own.arrows);
                }
                (None, Some(last)) => shot.boxes.extend(&last.boxes),
                (None, None) => {}
            }
        }
        all.shots.push(shot);
    }
    all.cause_boxes = ways.iter().flat_map(|w| w.cause_boxes.iter().copied()).collect();
    all.cause_arrows = ways.iter().flat_map(|w| w.cause_arrows.iter().copied()).collect();
    all
}
