//! Operations of one exchange: each worker sends what it has, and takes in what was sent to it.

use super::packet::Outbox;
use super::rounds::{Go, Rounds};

/// Messages that one worker sends and takes in.
pub(super) trait Mail {
    /// Sends a piece of what there is to send; whether there is more.
    fn send(&mut self, out: &mut Outbox) -> bool;
    /// Takes in what another worker has sent. Packets of one sender arrive in their order.
    fn take(&mut self, from: u32, words: &[u32]);
}

/// One exchange.
pub(super) struct Exchange<M>(pub M);

impl<M: Mail> Rounds for Exchange<M> {
    fn receive(&mut self, _: u32, from: u32, words: &[u32]) {
        self.0.take(from, words);
    }

    fn work(&mut self, round: u32, out: &mut Outbox) -> Go {
        if round == 0 && self.0.send(out) { Go::On } else { Go::Rest }
    }
}

/// A broadcast: each worker sends the same to all.
pub(super) struct Broadcast {
    mine: Vec<u32>,
    /// Message of each worker.
    pub all: Vec<Vec<u32>>,
}

impl Broadcast {
    pub fn new(workers: u32, mine: Vec<u32>) -> Broadcast {
        Broadcast { mine, all: vec![Vec::new(); workers as usize] }
    }
}

/// Words of a message that are sent at once.
const PIECE: usize = 1 << 12;

impl Mail for Broadcast {
    fn send(&mut self, out: &mut Outbox) -> bool {
        let mine = std::mem::take(&mut self.mine);
        for to in 0..self.all.len() as u32 {
            mine.chunks(PIECE).for_each(|piece| out.send_all(to, piece.iter().copied()));
        }
        false
    }

    fn take(&mut self, from: u32, words: &[u32]) {
        self.all[from as usize].extend_from_slice(words);
    }
}
