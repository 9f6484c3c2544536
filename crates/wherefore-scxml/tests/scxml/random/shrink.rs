//! Makes a failing statechart smaller: one thing after the other is taken away while the failure stays.

use super::{Act, Arrow, Kind, Node, Plan};
use std::collections::BTreeSet;

/// The smallest plan that can be reached by taking away one thing at a time and still fails.
pub fn shrink(plan: &Plan, fails: &mut dyn FnMut(&Plan) -> bool) -> Plan {
    let mut best = plan.clone();
    let mut place = 0;
    loop {
        let mut candidate = best.clone();
        let Some(()) = candidate.take_away(place) else { return best };
        candidate.repair();
        if fails(&candidate) {
            best = candidate;
        } else {
            place += 1;
        }
    }
}

impl Plan {
    /// Takes away the thing with this number; `None` if there are fewer.
    fn take_away(&mut self, place: usize) -> Option<()> {
        let mut left = place;
        if left < self.script.len() {
            self.script.remove(left);
            return Some(());
        }
        left -= self.script.len();
        if left < usize::from(self.late) {
            self.late = false;
            return Some(());
        }
        left -= usize::from(self.late);
        self.root.take_away(&mut left)
    }

    /// Drops what refers to states that are gone, until nothing does.
    pub fn repair(&mut self) {
        loop {
            let mut ids = BTreeSet::new();
            self.root.collect(&mut ids);
            let before = format!("{self:?}");
            self.root.repair(&ids);
            if format!("{self:?}") == before {
                return;
            }
        }
    }
}

/// Whether a text speaks of a state that is gone.
fn dangles(text: &str, ids: &BTreeSet<String>) -> bool {
    text.split("In('").skip(1).filter_map(|rest| rest.split('\'').next()).any(|id| !ids.contains(id))
}

impl Node {
    fn collect(&self, ids: &mut BTreeSet<String>) {
        ids.insert(self.id.clone());
        self.children.iter().for_each(|c| c.collect(ids));
    }

    fn repair(&mut self, ids: &BTreeSet<String>) {
        let leads = |a: &Arrow| a.targets.iter().all(|t| ids.contains(t));
        self.initial =
            self.initial.take().filter(leads).filter(|_| self.children.iter().any(Node::is_real) || !self.is_real());
        self.transitions.retain(leads);
        for arrow in self.transitions.iter_mut().chain(&mut self.initial) {
            arrow.cond = arrow.cond.take().filter(|c| !dangles(c, ids));
            repair_block(&mut arrow.content, ids);
        }
        for block in self.onentry.iter_mut().chain(&mut self.onexit) {
            repair_block(block, ids);
        }
        if !self.children.iter().any(Node::is_real) {
            self.children.clear();
            if self.kind == Kind::Parallel {
                self.kind = Kind::State;
            }
        }
        self.children.retain(|c| c.is_real() || c.initial.is_some());
        self.children.iter_mut().for_each(|c| c.repair(ids));
    }

    fn take_away(&mut self, left: &mut usize) -> Option<()> {
        let mut here = |count: usize| {
            let found = *left < count;
            if !found {
                *left -= count;
            }
            found.then_some(*left)
        };
        if let Some(i) = here(self.children.len()) {
            self.children.remove(i);
            return Some(());
        }
        if let Some(i) = here(self.transitions.len()) {
            self.transitions.remove(i);
            return Some(());
        }
        if here(usize::from(self.initial.is_some() && self.is_real())).is_some() {
            self.initial = None;
            return Some(());
        }
        for blocks in [&mut self.onentry, &mut self.onexit] {
            if let Some(i) = here(blocks.len()) {
                blocks.remove(i);
                return Some(());
            }
        }
        let blocks = self.onentry.iter_mut().chain(&mut self.onexit).map(|b| take_from_block(b, left));
        if blocks.into_iter().any(|b| b.is_some()) {
            return Some(());
        }
        for arrow in self.transitions.iter_mut().chain(&mut self.initial) {
            if arrow.take_away(left).is_some() {
                return Some(());
            }
        }
        self.children.iter_mut().find_map(|c| c.take_away(left))
    }
}

impl Arrow {
    fn take_away(&mut self, left: &mut usize) -> Option<()> {
        let parts = [self.cond.is_some(), self.internal, self.targets.len() > 1];
        for (part, present) in parts.into_iter().enumerate() {
            match (present, *left) {
                (false, _) => {}
                (true, 0) => {
                    match part {
                        0 => self.cond = None,
                        1 => self.internal = false,
                        _ => self.targets.truncate(1),
                    }
                    return Some(());
                }
                (true, _) => *left -= 1,
            }
        }
        take_from_block(&mut self.content, left)
    }
}

fn take_from_block(block: &mut Vec<Act>, left: &mut usize) -> Option<()> {
    if *left < block.len() {
        block.remove(*left);
        return Some(());
    }
    *left -= block.len();
    block.iter_mut().find_map(|act| match act {
        Act::If(_, yes, no) => take_from_block(yes, left).or_else(|| take_from_block(no, left)),
        Act::Foreach(body) => take_from_block(body, left),
        _ => None,
    })
}

fn repair_block(block: &mut Vec<Act>, ids: &BTreeSet<String>) {
    block.retain(|act| !matches!(act, Act::If(cond, ..) if dangles(cond, ids)));
    for act in block {
        match act {
            Act::If(_, yes, no) => {
                repair_block(yes, ids);
                repair_block(no, ids);
            }
            Act::Foreach(body) => repair_block(body, ids),
            _ => {}
        }
    }
}
