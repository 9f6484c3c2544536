//! The one dataflow behind every operation: workers exchange packets in rounds.
//!
//! ```text
//!        +--> exchange --> work --+
//!        |                        |      one loop, no other input
//!        +------ round + 1 <------+
//! ```
//!
//! Packets sent in a round arrive in the next one. The round is the timestamp of the loop, and a worker works on a round
//! only when the frontier says that no worker can send to it any more; packets are taken in as they arrive. A worker takes
//! part as long as something was sent to it or waits with it, and the dataflow ends when that is true of no worker.

use super::packet::{Courier, Outbox, Packet};
use std::cell::RefCell;
use std::rc::Rc;
use timely::container::NoopBuilder;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::Capability;
use timely::dataflow::operators::core::{ConnectLoop, Feedback};
use timely::dataflow::operators::generic::operator::Operator;
use timely::worker::Worker;

/// Next action of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Go {
    /// Goes on with this round, after a look at what has arrived.
    On,
    /// The worker is done with this round, and something waits here for the next.
    Next,
    /// The worker is done until something arrives.
    Rest,
}

/// The part of one worker.
pub(super) trait Rounds {
    /// Takes in what was sent to it for a round: the one that it is in, or the next. `from` is the sender.
    fn receive(&mut self, round: u32, from: u32, words: &[u32]);
    /// Works on a round, for which everything has arrived. Should return now and then, so that packets are taken in.
    fn work(&mut self, round: u32, out: &mut Outbox) -> Go;
}

/// A dataflow that has been started on this worker.
pub(super) struct Started<R> {
    part: Rc<RefCell<R>>,
    stranger: Rc<RefCell<Option<u32>>>,
}

impl<R> Started<R> {
    /// Another worker that takes part in something else.
    pub fn stranger(&self) -> Option<u32> {
        *self.stranger.borrow()
    }

    /// The part of the worker, when the dataflow has ended.
    pub fn finish(self) -> Option<R> {
        Rc::into_inner(self.part).map(RefCell::into_inner)
    }
}

/// Starts the dataflow. Workers with different tags do not understand each other.
pub(super) fn start<R: Rounds + 'static>(worker: &mut Worker, tag: u32, part: R) -> Started<R> {
    let started = Started { part: Rc::new(RefCell::new(part)), stranger: Rc::default() };
    let (part, stranger) = (started.part.clone(), started.stranger.clone());
    let mut out = Outbox::new(worker.index() as u32, tag, worker.peers() as u32);
    worker.dataflow::<u32, _, _>(|scope| {
        let (handle, arriving) = scope.feedback::<Packet>(1);
        let sent = arriving.unary_frontier::<NoopBuilder<Packet>, _, _, _>(
            DistributorPact(|_| Courier),
            "rounds",
            |first, info| {
                let activator = scope.activator_for(info.address);
                let mut turn = Turn { held: Some(first), more: false };
                move |(input, frontier), output| {
                    let mut part = part.borrow_mut();
                    input.for_each(|time, packet| {
                        let packet = std::mem::take(packet);
                        if packet.tag == tag {
                            part.receive(*time.time(), packet.from, &packet.words);
                        } else {
                            *stranger.borrow_mut() = Some(packet.from);
                        }
                        turn.wait_for(*time.time(), || time.retain(0));
                    });
                    let Some(round) = turn.round().filter(|round| !frontier.less_equal(round)) else { return };
                    let go = part.work(round, &mut out);
                    if go != Go::On {
                        out.close_all();
                    }
                    if let Some(held) = &turn.held {
                        let mut session = output.session_with_builder(held);
                        out.full().for_each(|mut packet| session.give_container(&mut packet));
                    }
                    turn.advance(go);
                    if turn.held.is_some() {
                        activator.activate();
                    }
                }
            },
        );
        sent.connect_loop(handle);
    });
    started
}

/// The right to work on a round.
struct Turn {
    held: Option<Capability<u32>>,
    /// Whether something has arrived for the next round.
    more: bool,
}

impl Turn {
    fn round(&self) -> Option<u32> {
        self.held.as_ref().map(|held| *held.time())
    }

    fn wait_for(&mut self, round: u32, retain: impl FnOnce() -> Capability<u32>) {
        match self.round() {
            None => self.held = Some(retain()),
            Some(now) => self.more |= round > now,
        }
    }

    fn advance(&mut self, go: Go) {
        if go == Go::On {
            return;
        }
        match self.held.take() {
            Some(mut held) if go == Go::Next || self.more => {
                held.downgrade(&(held.time() + 1));
                self.held = Some(held);
            }
            _ => {}
        }
        self.more = false;
    }
}
