//! Rates: at which ticks each block runs.
//!
//! A tick is as long as the greatest common divisor of all sample times (`base`). A block runs at every `period`-th tick, from
//! tick `offset` on, and keeps its outputs in between. Blocks without a sample time of their own inherit one (`inherit`). A
//! diagram whose blocks name one sample time at most has no rates: every block runs at every tick.

mod base;
mod inherit;

pub(crate) use inherit::has_memory;

use crate::codes;
use crate::flat::{Flat, Instance, InstanceId, SystemId};
use num_integer::Integer;
use num_rational::BigRational;
use std::collections::BTreeSet;
use wherefore_diag::Diagnostic;
use wherefore_syntax::{Checked, Reported, Reporter};

/// How many ticks may pass until all rates begin together again.
pub(crate) const MOST_TICKS: u32 = 10_000;

/// Blocks whose sample time says nothing about when others run: sources, and what only shows.
const WITHOUT_RATE: [&str; 10] = [
    "Constant",
    "Ground",
    "FromWorkspace",
    "Signal Builder",
    "Scope",
    "Display",
    "ToWorkspace",
    "ToFile",
    "Terminator",
    "opened",
];

/// When a block runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rate {
    /// After how many ticks again.
    pub period: u32,
    /// At which tick first.
    pub offset: u32,
}

impl Rate {
    /// At every tick.
    pub const BASE: Rate = Rate { period: 1, offset: 0 };

    /// Whether this rate runs whenever the other does.
    pub fn covers(self, other: Rate) -> bool {
        other.period.is_multiple_of(self.period) && other.offset % self.period == self.offset
    }

    /// The slowest rate that runs whenever one of two does: the faster one, if the other is a multiple of it.
    fn join(self, other: Rate) -> Rate {
        let period = self.period.gcd(&other.period).gcd(&self.offset.abs_diff(other.offset));
        Rate { period, offset: self.offset % period.max(1) }
    }
}

/// The rates of a diagram.
#[derive(Debug, Default)]
pub(crate) struct Rates {
    /// The length of a tick in seconds, if there are several rates.
    pub tick: Option<BigRational>,
    /// The sample time that blocks name, if all that do name the same.
    pub only: Option<BigRational>,
    /// After how many ticks all rates begin together again.
    pub hyperperiod: u32,
    /// When blocks run; none for what never changes.
    executed: Vec<Option<Rate>>,
    /// The same for what is inside of systems that run as a whole.
    systems: Vec<Option<Rate>>,
    /// Rate transitions that are delays.
    delays: BTreeSet<InstanceId>,
}

impl Rates {
    /// Finds the rate of every block. `step` is the fixed step of the solver, if the model says it.
    pub fn new(flat: &Flat<'_>, step: Option<&BigRational>, report: &mut Reporter) -> Checked<Rates> {
        match base::Base::find(flat, step, report)? {
            base::Named::One(only) => Ok(Rates { only, ..Rates::default() }),
            base::Named::Several(base) => inherit::inherited(flat, base, report),
        }
    }

    /// When a block runs, if that is not at every tick.
    pub fn slow(&self, id: InstanceId) -> Option<Rate> {
        self.executed.get(id.0 as usize).copied().flatten().filter(|rate| rate.period > 1)
    }

    /// When a block runs; none if what it gives never changes.
    pub fn of(&self, id: InstanceId) -> Option<Rate> {
        self.executed.get(id.0 as usize).copied().flatten()
    }

    /// When a system runs that runs as a whole, if that is not at every tick.
    pub fn of_system(&self, id: SystemId) -> Option<Rate> {
        self.systems.get(id.0 as usize).copied().flatten().filter(|rate| rate.period > 1)
    }

    /// Whether a rate transition hands on what it had at the last run of its slow side.
    pub fn is_delay(&self, id: InstanceId) -> bool {
        self.delays.contains(&id)
    }

    /// The time between two runs of a block, if there are several rates.
    pub fn seconds(&self, id: InstanceId) -> Option<BigRational> {
        let period = self.of(id).unwrap_or(Rate::BASE).period;
        self.tick.as_ref().map(|tick| tick * BigRational::from_integer(period.into()))
    }
}

/// Refuses two blocks whose rates do not go together.
fn refused(flat: &Flat<'_>, (one, other): (InstanceId, InstanceId), why: &str, report: &mut Reporter) -> Reported {
    let (one, other): (&Instance<'_>, &Instance<'_>) = (flat.get(one), flat.get(other));
    let headline = format!("the rates of `{}` and `{}` do not go together: {why}", one.path, other.path);
    let diagnostic = Diagnostic::at(codes::RATES, other.block.span, headline, "another rate");
    report.push(diagnostic.help("give the blocks sample times that are multiples of each other"))
}

/// The least number that both divide.
fn least_multiple(a: u32, b: u32) -> u64 {
    u64::from(a).lcm(&u64::from(b))
}
