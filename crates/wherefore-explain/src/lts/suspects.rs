//! Actions in the order of suspicion: those that seal the failure where something else would have avoided it.
//!
//! Leaving a neighbourhood by an incorrect move is what a failing run does, leaving it by a correct move what a passing one
//! does. An action that is often the first and rarely the second is suspicious, by the same coefficient as in the other
//! lenses.

use crate::Suspect;
use crate::rank::{Evidence, Ranked, rank};
use crate::result::suspect::{Share, SuspectKind, SuspectReason};
use std::cmp::Reverse;
use wherefore_lts::Labels;
use wherefore_lts::tally::{Tally, Uses};

/// The most actions that are listed.
const MOST: usize = 1_000;

/// The actions worth a look.
pub fn suspects(labels: &Labels, tally: &Tally) -> Vec<Suspect> {
    let mut sealing: Vec<u32> = (0..labels.len() as u32).filter(|l| tally.labels[*l as usize].sealing > 0).collect();
    sealing.sort_by_key(|l| Reverse(tally.labels[*l as usize].sealing));
    sealing.truncate(MOST);
    let evidence: Vec<Evidence> = sealing.iter().map(|l| evidence(&tally.labels[*l as usize])).collect();
    let suspect = |ranked: Ranked| Suspect {
        name: labels.name(sealing[ranked.element]).to_owned(),
        element: None,
        guard: None,
        kind: SuspectKind::Action,
        leads: String::new(),
        rank: ranked.rank,
        score: ranked.score,
        reasons: reasons(&tally.labels[sealing[ranked.element] as usize], tally),
    };
    rank(&evidence, tally.uses.sealing as usize).into_iter().map(suspect).collect()
}

fn evidence(uses: &Uses) -> Evidence {
    Evidence { failed: uses.sealing as usize, passed: uses.correct as usize, ..Evidence::default() }
}

fn reasons(uses: &Uses, tally: &Tally) -> Vec<SuspectReason> {
    let sealed = Share { count: uses.sealing, of: tally.uses.sealing };
    let avoided = Share { count: uses.correct, of: tally.uses.correct };
    vec![SuspectReason::Seals(sealed), SuspectReason::Avoids(avoided)]
}
