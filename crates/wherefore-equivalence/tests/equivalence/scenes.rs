//! Both models in one picture: what is active at a tick is what the runs say.

#[path = "../../../wherefore-explain/src/scene_tests/astray.rs"]
mod astray;

use crate::support::{chart, example, options};
use astray::astray;
use wherefore_diag::FileId;
use wherefore_equivalence::compare;
use wherefore_explain::scene::{BoxShape, Scene, Way};
use wherefore_lang::scxml;
use wherefore_solve::Stop;

#[test]
fn both_models_are_side_by_side() {
    let text = example("turn_indicator.scxml");
    let reference = chart(&text);
    let mutants = wherefore_mutate::scxml::mutants(FileId(0), &text, &Default::default());
    let mutants = mutants.unwrap_or_else(|d| panic!("{d:?}")).mutants;
    let found = mutants.iter().filter(|m| m.operator.is_of_table()).step_by(17).filter_map(|mutant| {
        let implementation = scxml::load(FileId(1), &mutant.apply(&text)).system?;
        compare(&reference, &implementation, &options(), &Stop::new()).ok()
    });
    let found = found.filter(|f| f.differences.iter().any(|d| d.reference_run.is_some())).take(2).collect::<Vec<_>>();
    assert_eq!(found.len(), 2, "mutants that differ");
    for found in &found {
        let scene = found.scene.as_ref().unwrap_or_else(|| panic!("no scene"));
        let frames = scene.boxes.iter().filter(|b| b.parent.is_none() && b.shape == BoxShape::Frame).count();
        assert_eq!((frames, scene.boxes[0].shape), (2, BoxShape::Frame));
        for difference in &found.differences {
            assert_eq!(astray(scene, &difference.details.way), None, "{}", difference.key);
            let ticks = [&difference.reference_run, &difference.implementation_run];
            let longest = ticks.into_iter().flatten().map(|t| t.len()).max().unwrap_or(0);
            assert_eq!(difference.details.way.shots.len(), longest, "{}", difference.key);
        }
    }
}
