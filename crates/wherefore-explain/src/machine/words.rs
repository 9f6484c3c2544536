//! Keys in the model's own words.
//!
//! A region's key reads `<t1,t4>` at level 1, `t4` at level 2, `OFF -> ON` at level 3 and `ON` at level 4. With several
//! regions each part stands after its region's name, and regions that have not moved are left out. Where a run can start
//! in several control states, the first one is part of the words: `OFF <t1,t4>`.

use super::key::{Key, Level, LocalKey};
use wherefore_ir::control::{ControlGraph, RegionId, StateId, TransitionId};

/// How the keys of one machine are told apart in words.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    /// The machine.
    pub graph: &'a ControlGraph,
    /// Whether each region can start in several states.
    pub several_starts: Vec<bool>,
}

impl Words<'_> {
    /// The words for a key of this level.
    pub fn key(&self, key: &Key, level: Level) -> String {
        let told = self.graph.region_ids().zip(&key.0).filter_map(|(r, l)| l.as_ref().map(|l| (r, l)));
        let parts: Vec<String> = told.filter_map(|(r, l)| self.part(r, l, level)).collect();
        if parts.is_empty() { "init".to_owned() } else { parts.join(" | ") }
    }

    /// A short name for a key of this level that does not change between runs.
    pub fn id(&self, key: &Key, level: Level) -> String {
        let text = format!("{} {}", level.word(), self.key(key, level));
        format!("{:010x}", fnv(&text))
    }

    fn part(&self, region: RegionId, local: &LocalKey, level: Level) -> Option<String> {
        let silent = local.last.is_none() && local.end.is_none() && !self.several_starts[region.0 as usize];
        let words = self.local(region, local, level);
        match self.graph.regions.len() {
            _ if silent => None,
            1 => Some(words),
            _ => Some(format!("{} {words}", self.graph.region(region).name)),
        }
    }

    fn local(&self, region: RegionId, local: &LocalKey, level: Level) -> String {
        let start = local.start.map(|s| self.state(s));
        match (level, local.last, local.end) {
            (Level::Ends, _, Some(end)) => format!("{} -> {}", start.unwrap_or_default(), self.state(end)),
            (_, _, Some(end)) => self.state(end).to_owned(),
            (_, None, _) => format!("init {}", start.unwrap_or_default()),
            (Level::Last, Some(last), _) => self.name(last).to_owned(),
            (_, Some(last), _) => {
                let names: Vec<&str> = local.spine.iter().map(|t| self.name(*t)).chain([self.name(last)]).collect();
                let before = start.filter(|_| self.several_starts[region.0 as usize]);
                let start = before.map_or_else(String::new, |s| format!("{s} "));
                let more = if matches!(level, Level::Suffix(_)) { ".. " } else { "" };
                format!("{start}<{more}{}>", names.join(","))
            }
        }
    }

    fn state(&self, state: StateId) -> &str {
        &self.graph.state(state).name
    }

    fn name(&self, transition: TransitionId) -> &str {
        &self.graph.transition(transition).name
    }
}

/// Forty bits of Fowler, Noll and Vo's hash: the same on every machine and in every version.
fn fnv(text: &str) -> u64 {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    (hash >> 40) ^ (hash & 0xff_ffff_ffff)
}
