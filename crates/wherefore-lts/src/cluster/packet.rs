//! Packets that workers send to each other: 32-bit words, with the address outside.
//!
//! Workers fill one packet for each receiver and hand it over when it is full, so nothing is decided for single records,
//! and one kind of packet serves every operation. On the wire a packet is its words in little-endian order after a header
//! of twelve bytes; between threads of a process it moves without being copied.

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};

/// A packet is handed over when it has this number of words.
const FULL: usize = 1 << 13;

/// Words for one worker.
#[derive(Clone, Debug, Default)]
pub(super) struct Packet {
    /// The receiver; known to the sender only.
    to: u32,
    /// The sender.
    pub from: u32,
    /// Operation that the sender takes part in. All must take part in the same.
    pub tag: u32,
    /// The content.
    pub words: Vec<u32>,
}

impl Accountable for Packet {
    fn record_count(&self) -> i64 {
        self.words.len() as i64
    }
}

impl ContainerBytes for Packet {
    fn from_bytes(bytes: Bytes) -> Packet {
        let mut all = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word));
        let mut header = || all.next().unwrap_or_default();
        let (from, tag, length) = (header(), header(), header() as usize);
        Packet { to: 0, from, tag, words: all.take(length).collect() }
    }

    fn length_in_bytes(&self) -> usize {
        // Timely keeps messages at multiples of eight bytes.
        (4 * (3 + self.words.len())).next_multiple_of(8)
    }

    fn into_bytes<W: std::io::Write>(&self, writer: &mut W) {
        let header = [self.from, self.tag, self.words.len() as u32];
        let padding = &[0][..(self.words.len() + 1) % 2];
        let mut written = Ok(());
        for piece in std::iter::once(&header[..]).chain(self.words.chunks(256)).chain([padding]) {
            let mut bytes = [0; 1024];
            bytes.as_chunks_mut().0.iter_mut().zip(piece).for_each(|(b, word)| *b = word.to_le_bytes());
            written = written.and_then(|()| writer.write_all(&bytes[..4 * piece.len()]));
        }
        written.expect("timely makes room for the length that was announced");
    }
}

/// Brings each packet to its receiver.
pub(super) struct Courier;

impl Distributor<Packet> for Courier {
    fn partition<T: Clone, P: Push<Message<T, Packet>>>(&mut self, packet: &mut Packet, time: &T, pushers: &mut [P]) {
        let to = packet.to as usize;
        Message::push_at(packet, time.clone(), &mut pushers[to]);
    }

    fn flush<T: Clone, P: Push<Message<T, Packet>>>(&mut self, _: &T, _: &mut [P]) {}
}

/// Packets that are being filled, one for each worker.
pub(super) struct Outbox {
    me: u32,
    tag: u32,
    open: Vec<Vec<u32>>,
    full: Vec<Packet>,
}

impl Outbox {
    pub fn new(me: u32, tag: u32, workers: u32) -> Outbox {
        Outbox { me, tag, open: vec![Vec::new(); workers as usize], full: Vec::new() }
    }

    /// Sends one record, which arrives whole.
    #[inline]
    pub fn send<const N: usize>(&mut self, to: u32, record: [u32; N]) {
        let open = &mut self.open[to as usize];
        open.extend_from_slice(&record);
        if open.len() >= FULL {
            self.close(to);
        }
    }

    /// Sends a record of any length, which arrives whole.
    pub fn send_all(&mut self, to: u32, record: impl IntoIterator<Item = u32>) {
        self.open[to as usize].extend(record);
        if self.open[to as usize].len() >= FULL {
            self.close(to);
        }
    }

    /// The packets that are full.
    pub fn full(&mut self) -> impl Iterator<Item = Packet> {
        self.full.drain(..)
    }

    /// Hands over the others too.
    pub fn close_all(&mut self) {
        (0..self.open.len() as u32).for_each(|to| self.close(to));
    }

    fn close(&mut self, to: u32) {
        let words = std::mem::take(&mut self.open[to as usize]);
        if !words.is_empty() {
            self.full.push(Packet { to, from: self.me, tag: self.tag, words });
        }
    }
}

/// Numbers of 64 bits as words, low half first.
pub(super) fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

/// The number of two words.
pub(super) fn whole([low, high]: [u32; 2]) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use timely::bytes::arc::BytesMut;

    #[test]
    fn packets_survive_the_wire() {
        for length in [1, 2, 255, 256, 257, 9001] {
            let words: Vec<u32> = (0..length).map(|w: u32| w.wrapping_mul(0x0101_0101)).collect();
            let packet = Packet { to: 3, from: 1, tag: 7, words: words.clone() };
            let mut bytes = Vec::new();
            packet.into_bytes(&mut bytes);
            assert_eq!(bytes.len(), packet.length_in_bytes());
            let read = Packet::from_bytes(BytesMut::from(bytes).freeze());
            assert_eq!((read.from, read.tag, read.words), (1, 7, words));
        }
        assert_eq!(whole(halves(u64::MAX - 5)), u64::MAX - 5);
    }

    #[test]
    fn records_are_not_split() {
        let mut out = Outbox::new(0, 0, 2);
        (0..10_000).for_each(|n| out.send(1, [n, n, n]));
        out.close_all();
        let packets: Vec<Packet> = out.full().collect();
        assert!(packets.len() > 3 && packets.iter().all(|p| p.words.len() % 3 == 0 && p.to == 1));
        assert_eq!(packets.iter().map(|p| p.words.len()).sum::<usize>(), 30_000);
    }
}
