//! A graph on several machines: a timely dataflow program.
//!
//! Each process runs the same analysis on a [`Cluster`], and calls the same operations in the same order; each gets the
//! whole answer. The transitions are dealt to the workers of all processes by state (`layout`), so a graph that exceeds
//! one machine fits on several. Sets are not dealt: each process holds them whole, a few bits for each state, and its
//! workers share them.
//!
//! ```text
//! coordinator of a process     its workers            workers of other processes
//!   spread(..)  -- job -->     rounds of a dataflow  <-- packets -->  ...
//!               <- answer -    owners send to all
//! ```
//!
//! All operations are rounds of one dataflow (`rounds`): a spread has a round for each level (`growth`), everything
//! else is one exchange (`post`). A process that dies is noticed by the others (`watch`, `link`); they end with a
//! message and without an answer.
//!
//! The dataflow system: D. Murray, F. McSherry, R. Isaacs, M. Isard, P. Barham, M. Abadi. Naiad: a timely dataflow system.
//! SOSP 2013. Spreading by levels over a partition of the states: A. Yoo et al., SC 2005.

mod allgather;
mod connect;
mod exchange;
mod frontier;
mod guests;
mod handshake;
mod hosts;
mod layout;
mod link;
mod load;
mod packet;
mod part;
mod report;
mod rounds;
mod secret;
mod status;
mod watch;
mod worker;
mod workers;

pub use hosts::{Hosts, Plan, codes};
pub use secret::Secret;

use crate::labels::Labels;
use crate::load::LoadError;
use crate::moves::Direction;
use crate::route::{Interrupted, Kernel, Reached, Route, Size, Spread};
use crate::row::Edge;
use crate::set::Set;
use allgather::gather_set;
use frontier::Shared;
use layout::Layout;
use load::{Input, Loaded, load};
use packet::{halves, whole};
use part::Part;
use std::io::{Read, Result as IoResult, Seek};
use std::sync::{Arc, PoisonError};
use wherefore_lang::aut::Fault;
use wherefore_stop::Stop;
use worker::tag;
use workers::Workers;

/// A graph that several processes hold together.
pub struct Cluster {
    size: Size,
    labels: Labels,
    layout: Layout,
    /// Parts that the workers of this process hold, and the first of them.
    parts: Vec<Arc<Part>>,
    first: u32,
    crew: Workers,
}

impl Cluster {
    /// Finds the other processes and reads the file together with them. Each worker opens the file anew with `input`, and
    /// reads its part of it; on several machines it is the same file on a common disk, or a copy.
    pub fn open<F, I>(plan: Plan, input: I, stop: &Stop) -> Result<Cluster, LoadError>
    where
        F: Read + Seek + 'static,
        I: Fn() -> IoResult<F> + Send + Sync + 'static,
    {
        let first = (plan.process * plan.workers) as u32;
        let crew = Workers::start(plan, stop.clone())?;
        let input: Input<F> = Arc::new(input);
        let answers = crew.run(move |station| load(station, &input))?;
        let mut all = answers.into_iter().collect::<Result<Vec<Loaded>, Fault>>()?;
        let Some(Loaded { header, layout, labels, part }) = all.pop() else {
            return Err(Interrupted::Failed("there are no workers".into()).into());
        };
        let parts = all.into_iter().map(|loaded| loaded.part).chain([part]).map(Arc::new).collect();
        let size = Size { states: header.states, transitions: header.transitions, initial: header.initial };
        Ok(Cluster { size, labels, layout, parts, first, crew })
    }

    /// From now on, another signal stops the work.
    pub fn obey(&mut self, stop: &Stop) {
        self.crew.obey(stop);
    }

    /// Looks at the states of one worker.
    fn visit(&self, number: usize, among: Option<&Set>, kernel: &impl Kernel) -> Result<Vec<u64>, Interrupted> {
        let (layout, worker, half) = (self.layout, self.first + number as u32, &self.parts[number].out);
        let mut counters = vec![0; kernel.counters()];
        for block in layout.blocks_of(worker) {
            self.crew.check()?;
            let mut visit = |state| kernel.visit(state, half.row(layout.local(state)), &mut counters);
            match among {
                None => layout.block(block).for_each(visit),
                Some(among) => among.touched(layout.block(block)).for_each(&mut visit),
            }
        }
        Ok(counters)
    }

    /// Looks at the states of this process, with a thread for each worker.
    fn visit_all(&self, among: Option<&Set>, kernel: &impl Kernel) -> Result<Vec<u64>, Interrupted> {
        let failed = |_| Err(Interrupted::Failed("a thread has failed".into()));
        let counts: Result<Vec<_>, _> = std::thread::scope(|scope| {
            let start = |number| scope.spawn(move || self.visit(number, among, kernel));
            let threads: Vec<_> = (0..self.parts.len()).map(start).collect();
            threads.into_iter().map(|thread| thread.join().unwrap_or_else(failed)).collect()
        });
        Ok(counts?.into_iter().fold(vec![0; kernel.counters()], crate::local::sum))
    }

    /// Completes the marks of a kernel.
    fn gather(&self, marks: &Set) -> Result<(), Interrupted> {
        let (set, layout) = (Arc::new(marks.clone()), self.layout);
        let shared = set.clone();
        self.crew.run(move |station| gather_set(station, layout, &shared))?;
        marks.join(&set);
        Ok(())
    }
}

impl Route for Cluster {
    fn size(&self) -> Size {
        self.size
    }

    fn labels(&self) -> &Labels {
        &self.labels
    }

    fn spread(&self, spread: &Spread) -> Result<Reached, Interrupted> {
        let shared = Arc::new(Shared::new(spread, self.layout));
        let (growing, parts) = (shared.clone(), self.parts.clone());
        self.crew.run(move |station| growing.grow(station, &parts[station.thread()]))?;
        let levels = shared.levels.write().unwrap_or_else(PoisonError::into_inner).take();
        Ok(Reached { set: shared.seen.clone(), levels })
    }

    fn sweep(&self, among: Option<&Set>, kernel: &impl Kernel) -> Result<Vec<u64>, Interrupted> {
        let mine: Vec<u32> = self.visit_all(among, kernel)?.into_iter().flat_map(halves).collect();
        let common = tag("sweep", &[kernel.counters() as u64, u64::from(kernel.marks().is_some())]);
        let told = self.crew.run(move |station| {
            let once = if station.thread() == 0 { mine.clone() } else { Vec::new() };
            station.tell(common, once)
        })?;
        let counts = told.into_iter().next().unwrap_or_default().into_iter();
        let counts = counts.map(|words| words.as_chunks().0.iter().map(|pair| whole(*pair)).collect::<Vec<u64>>());
        let sums = counts.fold(vec![0; kernel.counters()], crate::local::sum);
        kernel.marks().map_or(Ok(()), |marks| self.gather(marks))?;
        Ok(sums)
    }

    fn look(&self, direction: Direction, states: &[u32]) -> Result<Vec<Vec<Edge>>, Interrupted> {
        let (wanted, parts, layout): (Arc<[u32]>, _, _) = (states.into(), self.parts.clone(), self.layout);
        let common = tag("look", &[direction as u64, states.len() as u64]);
        let told = self.crew.run(move |station| {
            let half = parts[station.thread()].half(direction);
            let mut mine = Vec::new();
            for (place, state) in (0..).zip(wanted.iter()).filter(|(_, state)| layout.owner(**state) == station.me) {
                let edges = half.row(layout.local(*state)).sorted();
                mine.extend([place, edges.len() as u32]);
                mine.extend(edges.iter().flat_map(|edge| [edge.label, edge.end]));
            }
            station.tell(common, mine)
        })?;
        let mut rows = vec![Vec::new(); states.len()];
        for mut words in told.first().into_iter().flatten().map(Vec::as_slice) {
            while let [place, count, rest @ ..] = words {
                let (edges, next) = rest.split_at(2 * *count as usize);
                rows[*place as usize] =
                    edges.as_chunks().0.iter().map(|[label, end]| Edge { label: *label, end: *end }).collect();
                words = next;
            }
        }
        Ok(rows)
    }
}
