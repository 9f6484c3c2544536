//! Suspects and the reasons for them, in words.

use super::contract;
use wherefore_explain::result::suspect::{Classes, Share, SuspectKind, SuspectReason};

/// The word for a kind of suspects, that never changes.
pub fn kind(kind: SuspectKind) -> &'static str {
    match kind {
        SuspectKind::Transition => "transition",
        SuspectKind::Branch => "branch",
        SuspectKind::Equation => "equation",
        SuspectKind::Action => "action",
        SuspectKind::Contract => "contract",
        SuspectKind::Conjunct => "conjunct",
        SuspectKind::Refinement => "refinement",
        SuspectKind::Connection => "connection",
    }
}

/// A reason.
pub fn reason(reason: &SuspectReason) -> String {
    match reason {
        SuspectReason::FixesAlone => "blocking it alone makes the property hold".to_owned(),
        SuspectReason::Removes(classes) => format!("blocking it alone removes {}", listed(classes)),
        SuspectReason::Keeps(share) => keeps(*share),
        SuspectReason::InFixSet { best, gentlest, sets } => member(best, *gentlest, *sets),
        SuspectReason::Taken { failing, passing } => taken(*failing, *passing),
        SuspectReason::LastOf(classes) => format!("the last transition of {}", listed(classes)),
        SuspectReason::TakenForever(share) => format!("taken for ever in {} classes", of(*share)),
        SuspectReason::TakenInClasses(share) => format!("taken in {} classes", of(*share)),
        SuspectReason::OnCauses(classes) => on_causes(classes),
        SuspectReason::NeverForSuccess => "no reason for the property to hold at the ticks before".to_owned(),
        SuspectReason::Seals(share) => format!("seals the failure in {} choices that do", of(*share)),
        SuspectReason::LeavesRound(share) => {
            format!("takes away the way back, without the failure, in {} moves that do", of(*share))
        }
        SuspectReason::StaysInRound(0) => "never keeps it".to_owned(),
        SuspectReason::StaysInRound(1) => "keeps it in 1 move".to_owned(),
        SuspectReason::StaysInRound(count) => format!("keeps it in {count} moves"),
        SuspectReason::Breaks(_) => "is itself the action that breaks the property".to_owned(),
        SuspectReason::GivesUp { moves, most } => gives_up(*moves, most),
        SuspectReason::Varied { labels, most, share } => {
            format!("with {labels} different data, most often as {most} ({})", of(*share))
        }
        SuspectReason::Avoids(Share { count: 0, .. }) => "never avoids it".to_owned(),
        SuspectReason::Avoids(share) => format!("avoids it in {}", of(*share)),
        SuspectReason::OnlyInReference(count) => format!("{count} differing reactions take it only in the reference"),
        SuspectReason::OnWays(share) => format!("taken on {} ways to a difference", of(*share)),
        SuspectReason::OnOtherWays(0) => "taken on no other way".to_owned(),
        SuspectReason::OnOtherWays(count) => format!("taken on {count} other ways"),
        SuspectReason::Edit(edit) => contract::edit(edit),
        SuspectReason::AvoidsAlone(part) => format!("{part} alone could have avoided the failure on this run"),
        SuspectReason::AvoidsTogether(part) => format!("{part} could have avoided the failure together with others"),
        SuspectReason::PromisePending => "what it promises has not happened yet at the failing step".to_owned(),
        SuspectReason::PromisesNothing => "it promises nothing on this run".to_owned(),
        _ => "for a reason that has no words".to_owned(),
    }
}

fn of(share: Share) -> String {
    format!("{} of {}", share.count, share.of)
}

/// Moves after which something that avoided the failure does not.
fn gives_up(moves: Share, most: &str) -> String {
    let mostly = if most.is_empty() { String::new() } else { format!(", mostly {most}") };
    format!("gives up an action that avoids the failure in {} moves that do{mostly}", of(moves))
}

/// Share that a stronger guard keeps.
fn keeps(share: f64) -> String {
    match (share * 100.0).round() {
        _ if share <= 0.0 => "after each of its uses a failure can follow".to_owned(),
        _ if share >= 1.0 => "a stronger guard keeps all of its uses".to_owned(),
        percent if percent < 1.0 => "a stronger guard keeps less than 1% of its uses".to_owned(),
        percent if percent > 99.0 => "a stronger guard keeps more than 99% of its uses".to_owned(),
        percent => format!("a stronger guard keeps {percent}% of its uses"),
    }
}

fn member(best: &[String], gentlest: bool, sets: usize) -> String {
    let set = format!("{{{}}}", best.join(", "));
    match (gentlest, sets) {
        (true, _) => format!("member of {set}, the fix that takes away the fewest uses"),
        (false, 1) => format!("member of the minimum fix set {set}"),
        (false, count) => format!("member of {count} minimum fix sets, the best being {set}"),
    }
}

fn taken(failing: Share, passing: Share) -> String {
    match passing.of {
        0 => format!("taken in {} failing runs", of(failing)),
        _ => format!("taken in {} failing and {} passing runs", of(failing), of(passing)),
    }
}

fn on_causes(classes: &Classes) -> String {
    /// More than this many are not listed.
    const LISTED: usize = 6;
    let list: Vec<String> = classes.numbers.iter().take(LISTED).map(usize::to_string).collect();
    let more = if classes.numbers.len() > LISTED { ", .." } else { "" };
    match (classes.of, classes.numbers.len()) {
        (1, _) => "on the cause of the failure".to_owned(),
        (all, used) if all == used => "on the causes of all classes".to_owned(),
        _ => format!("on the causes of classes {}{more}", list.join(", ")),
    }
}

/// Some classes, by their numbers.
fn listed(classes: &Classes) -> String {
    /// More than this many are counted, not listed.
    const LISTED: usize = 8;
    let names: Vec<String> = classes.numbers.iter().map(usize::to_string).collect();
    match (names.split_last(), names.len() == classes.of) {
        (None, _) => "no class".to_owned(),
        (Some((last, [])), _) => format!("class {last}"),
        (Some(_), true) => format!("all {} classes listed", classes.of),
        (Some((_, others)), false) if others.len() >= LISTED => format!("{} of {} classes", names.len(), classes.of),
        (Some((last, others)), false) => format!("classes {} and {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_told_by_place() {
        let words = |numbers: &[usize], of| listed(&Classes { numbers: numbers.to_vec(), of });
        assert_eq!(words(&[1, 2, 4], 4), "classes 1, 2 and 4");
        assert_eq!(words(&[4], 4), "class 4");
        assert_eq!(words(&[1, 2], 2), "all 2 classes listed");
        assert_eq!(words(&[1], 1), "class 1");
        assert_eq!(words(&[1, 2, 3, 4, 5, 6, 7, 8, 9], 10), "9 of 10 classes");
    }

    #[test]
    fn shares_are_never_rounded_to_all_or_nothing() {
        let words = [0.0, 0.001, 16.0 / 17.0, 0.999, 1.0].map(keeps);
        assert_eq!(words[0], "after each of its uses a failure can follow");
        assert_eq!(
            words[1..3],
            ["a stronger guard keeps less than 1% of its uses", "a stronger guard keeps 94% of its uses"]
        );
        assert_eq!(
            words[3..],
            ["a stronger guard keeps more than 99% of its uses", "a stronger guard keeps all of its uses"]
        );
    }
}
