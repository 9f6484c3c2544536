//! Fixes of a property, as the standard's `fix` objects: viewers offer them as edits of the file.

use super::LogWriter;
use super::log::{ArtifactChange, ArtifactContent, Fix, Replacement, Text};
use super::words::plain;
use crate::document::{self, FixEdit};
use crate::words::fix::headline;

/// Fixes of one property that are offered.
const MOST_FIXES: usize = 5;

/// The fixes after which a property holds.
pub fn of_property(writer: &LogWriter<'_>, property: &str) -> Vec<Fix> {
    let all = writer.report.fixes.iter().flat_map(|fixes| &fixes.ranked);
    let own = all.filter(|fix| fix.properties.iter().any(|name| name == property));
    own.take(MOST_FIXES).filter_map(|fix| one(writer, fix)).collect()
}

fn one(writer: &LogWriter<'_>, fix: &document::Fix) -> Option<Fix> {
    let replacements: Option<Vec<(Replacement, _)>> = fix.edits.iter().map(|edit| replacement(writer, edit)).collect();
    let (replacements, mut files): (Vec<Replacement>, Vec<_>) = replacements?.into_iter().unzip();
    // Only the main file of a model is edited.
    let artifact_location = files.pop()?;
    let artifact_changes = vec![ArtifactChange { artifact_location, replacements }];
    Some(Fix { description: Text::new(plain(&headline(fix))), artifact_changes })
}

fn replacement(writer: &LogWriter<'_>, edit: &FixEdit) -> Option<(Replacement, super::log::ArtifactLocation)> {
    let place = writer.places.at(edit.place.as_ref()?.span)?.physical_location;
    let inserted_content = ArtifactContent { text: edit.after.clone() };
    Some((Replacement { deleted_region: place.region, inserted_content }, place.artifact_location))
}
