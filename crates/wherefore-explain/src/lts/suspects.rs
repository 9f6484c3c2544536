//! Actions in the order of suspicion, by gate: those that seal the failure where something else would have avoided it, and
//! behind them those that made this possible.
//!
//! Leaving a neighbourhood by an incorrect move is what a failing run does, leaving it by a correct move what a passing one
//! does. An action that is often the first and rarely the second is suspicious, by the same coefficient as in the other
//! lenses. The action that breaks the property is what everybody sees anyway: it is named only if there is nothing else.

use super::blame::{Blame, Deeds};
use super::gates::Gates;
use crate::Suspect;
use crate::rank::{Evidence, rank};
use crate::result::suspect::{Share, SuspectKind, SuspectReason};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use wherefore_lts::Labels;
use wherefore_lts::tally::Tally;

/// The most actions that are listed.
const MOST: usize = 1_000;

/// The labels of a gate that have evidence against them.
#[derive(Default)]
struct Gathered {
    gate: u32,
    deeds: Deeds,
    /// Moves of the gate that avoid the failure, or that keep a round where it can end without it.
    avoids: u64,
    /// With what each did.
    labels: Vec<(u32, Deeds)>,
}

/// Part that a suspect has in the failure, most serious first.
#[derive(Clone, Copy)]
enum Role {
    Seals,
    GivesUp,
    Breaks,
}

impl Role {
    fn of(self, deeds: Deeds) -> u64 {
        match self {
            Role::Seals => deeds.seals,
            Role::GivesUp => deeds.gives_up,
            Role::Breaks => deeds.breaks,
        }
    }
}

/// What is known about a graph and its failures.
pub struct Known<'a> {
    /// The labels.
    pub labels: &'a Labels,
    /// The gates.
    pub gates: &'a Gates,
    /// Numbers of moves.
    pub tally: &'a Tally,
    /// Evidence against actions.
    pub blame: &'a Blame,
}

impl Known<'_> {
    /// The actions worth a look.
    pub fn suspects(&self) -> Vec<Suspect> {
        let gathered = self.gathered();
        let is_named = |g: &&Gathered, role: Role| role.of(g.deeds) > 0;
        let sealing: Vec<&Gathered> = gathered.iter().filter(|g| is_named(g, Role::Seals)).collect();
        let giving: Vec<&Gathered> =
            gathered.iter().filter(|g| is_named(g, Role::GivesUp) && !is_named(g, Role::Seals)).collect();
        let mut suspects = self.ranked(&sealing, Role::Seals, &[]);
        suspects.extend(self.ranked(&giving, Role::GivesUp, &suspects));
        if suspects.is_empty() {
            let breaking: Vec<&Gathered> = gathered.iter().filter(|g| is_named(g, Role::Breaks)).collect();
            suspects = self.ranked(&breaking, Role::Breaks, &[]);
        }
        suspects.truncate(MOST);
        suspects
    }

    /// Evidence by gate.
    fn gathered(&self) -> Vec<Gathered> {
        let mut by_gate: BTreeMap<u32, Gathered> = BTreeMap::new();
        for (label, deeds) in &self.blame.deeds {
            let gate = self.gates.of(*label);
            let gathered = by_gate.entry(gate).or_insert_with(|| Gathered { gate, ..Gathered::default() });
            gathered.deeds = gathered.deeds.plus(*deeds);
            gathered.labels.push((*label, *deeds));
        }
        for (label, uses) in self.tally.labels.iter().enumerate() {
            if let Some(gathered) = by_gate.get_mut(&self.gates.of(label as u32)) {
                let stays = self.blame.stays.as_ref().map(|s| s.get(&(label as u32)).copied().unwrap_or_default());
                gathered.avoids += stays.unwrap_or(uses.correct);
            }
        }
        by_gate.into_values().collect()
    }

    /// Suspects of one role, behind others. Those behind others have at most half of the last score.
    fn ranked(&self, all: &[&Gathered], role: Role, before: &[Suspect]) -> Vec<Suspect> {
        let mut all = all.to_vec();
        all.sort_by_key(|g| (Reverse(role.of(g.deeds)), g.gate));
        all.truncate(MOST);
        let total: u64 = all.iter().map(|g| role.of(g.deeds)).sum();
        let evidence = |g: &&Gathered| Evidence {
            failed: role.of(g.deeds) as usize,
            passed: g.avoids as usize,
            ..Evidence::default()
        };
        let evidence: Vec<Evidence> = all.iter().map(evidence).collect();
        let scale = before.last().map_or(1.0, |last| last.score.min(1.0) / 2.0);
        let suspect = |ranked: crate::rank::Ranked| {
            let gathered = all[ranked.element];
            Suspect {
                name: self.name(gathered, role),
                element: None,
                guard: None,
                kind: SuspectKind::Action,
                leads: String::new(),
                rank: before.len() + ranked.rank,
                score: scale * ranked.score,
                reasons: self.reasons(gathered, role, total),
            }
        };
        rank(&evidence, total as usize).into_iter().map(suspect).collect()
    }

    /// The label, if only one of the gate has the role; otherwise the gate.
    fn name(&self, gathered: &Gathered, role: Role) -> String {
        let mut involved = gathered.labels.iter().filter(|(_, deeds)| role.of(*deeds) > 0);
        match (involved.next(), involved.next()) {
            (Some((label, _)), None) => self.labels.name(*label).to_owned(),
            _ => self.gates.name(gathered.gate).to_owned(),
        }
    }

    fn reasons(&self, gathered: &Gathered, role: Role, total: u64) -> Vec<SuspectReason> {
        let mut reasons = Vec::new();
        let Deeds { seals, breaks, gives_up } = gathered.deeds;
        let in_rounds = self.blame.stays.is_some();
        match role {
            Role::Seals if in_rounds => {
                reasons.push(SuspectReason::LeavesRound(Share { count: seals, of: total }));
            }
            Role::Breaks if in_rounds => {
                reasons.push(SuspectReason::Breaks(Share { count: breaks, of: total }));
            }
            Role::Seals => {
                reasons.push(SuspectReason::Seals(Share { count: seals, of: self.tally.uses.sealing }));
            }
            Role::Breaks => {
                reasons.push(SuspectReason::Breaks(Share { count: breaks, of: self.tally.uses.sealing }));
            }
            Role::GivesUp => {
                let most = self.most_given_up(gathered.gate);
                reasons.push(SuspectReason::GivesUp { moves: Share { count: gives_up, of: total }, most });
            }
        }
        reasons.extend(self.varied(gathered, role));
        let avoids = Share { count: gathered.avoids, of: self.tally.uses.correct };
        reasons.push(match in_rounds {
            true => SuspectReason::StaysInRound(gathered.avoids),
            false => SuspectReason::Avoids(avoids),
        });
        reasons
    }

    /// What a gate gives up most often.
    fn most_given_up(&self, gate: u32) -> String {
        let given_up = self.blame.given_up.range((gate, 0)..=(gate, u32::MAX));
        let most = given_up.max_by_key(|((_, other), count)| (**count, Reverse(*other)));
        most.map_or_else(String::new, |((_, other), _)| self.gates.name(*other).to_owned())
    }

    /// With how many different data the gate has its role, and with which most often.
    fn varied(&self, gathered: &Gathered, role: Role) -> Option<SuspectReason> {
        let involved: Vec<&(u32, Deeds)> = gathered.labels.iter().filter(|(_, d)| role.of(*d) > 0).collect();
        let (label, deeds) = involved.iter().max_by_key(|(label, deeds)| (role.of(*deeds), Reverse(*label)))?;
        let share = Share { count: role.of(*deeds), of: role.of(gathered.deeds) };
        let most = self.labels.name(*label).to_owned();
        (involved.len() > 1).then_some(SuspectReason::Varied { labels: involved.len(), most, share })
    }
}
