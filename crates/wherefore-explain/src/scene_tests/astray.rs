//! The check of a way through the picture of machines, for the tests of this crate and of others.

use super::{Scene, Way};

/// Defect of a way through machines, if there is one: an arrow leads from where the run was to where it is.
pub fn astray(scene: &Scene, way: &Way) -> Option<String> {
    if !scene.admits(way) {
        return Some("a place that is none".to_owned());
    }
    for (tick, pair) in way.shots.windows(2).enumerate() {
        for place in &pair[1].arrows {
            let arrow = &scene.arrows[*place];
            if !pair[0].boxes.contains(&arrow.from) || !pair[1].boxes.contains(&arrow.to) {
                return Some(format!("`{}` is not taken into tick {}", arrow.label, tick + 1));
            }
        }
    }
    way.shots.first().filter(|s| !s.arrows.is_empty()).map(|_| "an arrow into the first tick".to_owned())
}
