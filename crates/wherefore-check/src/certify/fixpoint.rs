//! The certificate of a CTL formula that holds: sets of states, and what shows that they are right.
//!
//! A certificate speaks of *goals*, sub-formulas with the Boolean value that is to be shown: `!AG p` is the goal
//! `(AG p, false)` and means `EF !p`. Only goals with a path quantifier on top have a [`Claim`]; what stands between them
//! follows from their sets. Sets are terms over current state variables, of an arena that extends the system's.
//!
//! Example: `AG EF p` has two claims. `(EF p, true)` has a set and a [`Ladder`] of layers down to `p`; `(AG EF p, true)`
//! has a set that no step leaves, for which there is nothing more to say than [`Evidence::Closed`].
//!
//! This is data without rules: [`super::ctl`] says what it has to satisfy, and believes none of it.

use std::collections::BTreeMap;
use std::sync::Arc;
use wherefore_ir::{TermId, Terms, VarId};

/// A sub-formula and the Boolean value to be shown of it.
pub type Goal = (TermId, bool);

/// Why a CTL formula holds.
#[derive(Clone, Debug)]
pub struct Fixpoints {
    /// The arena of all terms below; it extends the arena of the system.
    pub terms: Box<Terms>,
    /// The states that all sets below are about; what they say of others does not count. All states, if there is none.
    pub reached: Option<Reached>,
    /// The sets of the goals with a path quantifier on top.
    pub claims: BTreeMap<Goal, Claim>,
    /// States that begin a fair path; needed where something exists.
    pub fair: Option<Core>,
    /// States that begin no fair path, in the order in which that shows; empty if all do.
    pub unfair: Vec<Removal>,
}

/// A set of states that holds all first ones and that no step leaves, shared by the certificates that rest on it.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The arena of the set; it extends the arena of the system.
    pub terms: Arc<Terms>,
    /// The set.
    pub term: TermId,
}

/// States in which a goal is met.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The states.
    pub set: TermId,
    /// Evidence for the claim.
    pub evidence: Evidence,
}

/// Evidence that the states of a claim meet its goal.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// The set itself, for AX, AG and the absence of E\[f U g\].
    Closed,
    /// No fair path stays where the end has not come: AF, A\[f U g\], the absence of EG.
    Leaves(Vec<Removal>),
    /// A step to take: EX.
    Step(Choice),
    /// A way to go: EF, E\[f U g\].
    Way(Ladder),
    /// A fair way to stay: EG.
    Stay(Core),
    /// One of both: the absence of A\[f U g\].
    WayOrStay(Ladder, Core),
}

/// Layers of states, each with a step into the one before it.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// The goal first.
    pub layers: Vec<TermId>,
    /// The step to take in each layer but the first.
    pub choice: Choice,
}

/// A set with fair paths inside, and the way into it.
#[derive(Clone, Debug)]
pub struct Core {
    /// The set.
    pub set: TermId,
    /// A step that stays in it.
    pub stay: Choice,
    /// For each justice formula, the way to it inside the set.
    pub justice: Vec<Ladder>,
    /// For each compassion pair, the way from the premise to the consequence inside the set.
    pub compassion: Vec<Ladder>,
    /// The way into the set.
    pub approach: Ladder,
}

/// Next states and inputs as functions of the state: for each variable that the system leaves open, the bits of its
/// encoding, lowest first. A bit that is not given is zero.
#[derive(Clone, Debug, Default)]
pub struct Choice(pub BTreeMap<VarId, Vec<TermId>>);

/// States that a fair path visits only finitely often while it stays in them and what is removed after them.
#[derive(Clone, Debug)]
pub struct Removal {
    /// The states.
    pub set: TermId,
    /// Reason why a fair path visits them only finitely often.
    pub reason: Reason,
}

/// Why a fair path does not come back to the removed states for ever.
#[derive(Clone, Debug)]
pub enum Reason {
    /// The states have no successor in what is left.
    DeadEnd,
    /// The states cannot leave each other inside what is left, and do not satisfy the justice formula of this number.
    Justice(usize),
    /// The states satisfy the premise of the compassion pair of this number, and lie in a set that is not left inside
    /// what is left and never satisfies the consequence.
    Compassion(usize, TermId),
}

impl Fixpoints {
    /// Every term it speaks in.
    pub fn all_terms(&self) -> Vec<TermId> {
        let mut found: Vec<TermId> = self.reached.iter().map(|reached| reached.term).collect();
        self.fair.iter().for_each(|core| core.collect(&mut found));
        collect_removals(&self.unfair, &mut found);
        for claim in self.claims.values() {
            found.push(claim.set);
            match &claim.evidence {
                Evidence::Closed => {}
                Evidence::Leaves(removals) => collect_removals(removals, &mut found),
                Evidence::Step(choice) => choice.collect(&mut found),
                Evidence::Way(way) => way.collect(&mut found),
                Evidence::Stay(core) => core.collect(&mut found),
                Evidence::WayOrStay(way, core) => {
                    way.collect(&mut found);
                    core.collect(&mut found);
                }
            }
        }
        found
    }
}

impl Core {
    fn collect(&self, found: &mut Vec<TermId>) {
        found.push(self.set);
        self.stay.collect(found);
        let ways = self.justice.iter().chain(&self.compassion).chain([&self.approach]);
        ways.for_each(|way| way.collect(found));
    }
}

impl Ladder {
    fn collect(&self, found: &mut Vec<TermId>) {
        found.extend(&self.layers);
        self.choice.collect(found);
    }
}

impl Choice {
    fn collect(&self, found: &mut Vec<TermId>) {
        found.extend(self.0.values().flatten());
    }
}

fn collect_removals(removals: &[Removal], found: &mut Vec<TermId>) {
    for removal in removals {
        found.push(removal.set);
        if let Reason::Compassion(_, trap) = removal.reason {
            found.push(trap);
        }
    }
}
