//! How two processes make sure of each other before they believe a byte.
//!
//! ```text
//! caller    magic, nonce a        ->
//!           <-  nonce b                                              listener
//!           hello, proof over a, b and hello  ->
//!           <-  hello, proof over a, b and both hellos
//! ```
//!
//! Nonces are fresh on both sides, so a handshake that was overheard proves nothing the next time. The caller proves first: a
//! stranger who calls gets 32 random bytes and no more. What a hello says is looked at once its proof has been checked. The job is
//! part of it as a proof over its words, which does not reveal it. What is sent later is neither encrypted nor proved.

use super::secret::{SIZE, Secret, Tag, is_same};

/// How a call begins; the last byte is the version of the protocol.
pub(super) const MAGIC: [u8; 8] = *b"where4/2";
/// Bytes of the first message of a caller.
pub(super) const CALL: usize = MAGIC.len() + SIZE;
/// Bytes of a hello.
const HELLO: usize = 12 + SIZE;
/// Bytes of a hello with its proof.
pub(super) const PROVED: usize = HELLO + SIZE;

/// Fresh random bytes of one side.
pub(super) type Nonce = [u8; SIZE];

/// Purpose of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Packets,
    Life,
}

/// Identity of a process, and its job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hello {
    pub process: u32,
    pub workers: u32,
    pub purpose: Purpose,
    pub job: Tag,
}

impl Hello {
    fn write(&self) -> [u8; HELLO] {
        let mut bytes = [0; HELLO];
        let numbers = [self.process, self.workers, u32::from(self.purpose == Purpose::Life)];
        bytes[..12].copy_from_slice(numbers.map(u32::to_le_bytes).as_flattened());
        bytes[12..].copy_from_slice(&self.job);
        bytes
    }

    fn read(bytes: &[u8; HELLO]) -> Hello {
        let (numbers, job) = bytes.split_at(12);
        let numbers = numbers.as_chunks().0;
        let number = |place: usize| u32::from_le_bytes(numbers[place]);
        let purpose = if number(2) == 0 { Purpose::Packets } else { Purpose::Life };
        let mut tag = [0; SIZE];
        tag.copy_from_slice(job);
        Hello { process: number(0), workers: number(1), purpose, job: tag }
    }
}

/// Both nonces of a handshake, and what the proofs of it are made with.
pub(super) struct Handshake<'a> {
    pub secret: &'a Secret,
    pub caller: Nonce,
    pub listener: Nonce,
}

impl Handshake<'_> {
    /// The third message: the identity of the caller.
    pub fn call(&self, hello: &Hello) -> [u8; PROVED] {
        self.proved(b"caller", hello, &[])
    }

    /// The fourth message: the identity of the process that answers this call.
    pub fn answer(&self, hello: &Hello, call: &[u8; PROVED]) -> [u8; PROVED] {
        self.proved(b"listener", hello, call)
    }

    /// The caller; none if the proof is wrong.
    pub fn called(&self, message: &[u8; PROVED]) -> Option<Hello> {
        self.checked(b"caller", message, &[])
    }

    /// The process that answers a call; none if the proof is wrong.
    pub fn answered(&self, message: &[u8; PROVED], call: &[u8; PROVED]) -> Option<Hello> {
        self.checked(b"listener", message, call)
    }

    fn tag(&self, role: &[u8; SIDE], hello: &[u8], before: &[u8]) -> Tag {
        self.secret.prove(&[&MAGIC, role, &self.caller, &self.listener, hello, before])
    }

    fn proved(&self, role: &[u8], hello: &Hello, before: &[u8]) -> [u8; PROVED] {
        let (mut message, hello) = ([0; PROVED], hello.write());
        message[..HELLO].copy_from_slice(&hello);
        message[HELLO..].copy_from_slice(&self.tag(&padded(role), &hello, before));
        message
    }

    fn checked(&self, role: &[u8], message: &[u8; PROVED], before: &[u8]) -> Option<Hello> {
        let (mut hello, mut tag) = ([0; HELLO], [0; SIZE]);
        hello.copy_from_slice(&message[..HELLO]);
        tag.copy_from_slice(&message[HELLO..]);
        is_same(&tag, &self.tag(&padded(role), &hello, before)).then(|| Hello::read(&hello))
    }
}

/// Bytes of the word for a side, so that no two messages are the same bytes cut elsewhere.
const SIDE: usize = 8;

fn padded(role: &[u8]) -> [u8; SIDE] {
    let mut bytes = [0; SIDE];
    bytes.iter_mut().zip(role).for_each(|(byte, letter)| *byte = *letter);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hello() -> Hello {
        Hello { process: 3, workers: 2, purpose: Purpose::Life, job: [9; SIZE] }
    }

    #[test]
    fn who_knows_the_secret_is_believed_and_nobody_else() {
        let (ours, theirs) = (Secret::of(&[1; 20]).expect("long"), Secret::of(&[2; 20]).expect("long"));
        let shake = |secret, listener| Handshake { secret, caller: [4; SIZE], listener };
        let call = shake(&ours, [5; SIZE]).call(&hello());
        assert_eq!(shake(&ours, [5; SIZE]).called(&call), Some(hello()));
        assert_eq!(shake(&theirs, [5; SIZE]).called(&call), None, "another secret");
        assert_eq!(shake(&ours, [6; SIZE]).called(&call), None, "overheard: the listener chose afresh");
        let answer = shake(&ours, [5; SIZE]).answer(&hello(), &call);
        assert_eq!(shake(&ours, [5; SIZE]).answered(&answer, &call), Some(hello()));
        assert_eq!(shake(&ours, [5; SIZE]).answered(&call, &call), None, "reflected");
        assert_eq!(shake(&ours, [5; SIZE]).called(&answer), None, "reflected");
        for place in 0..PROVED {
            let mut other = call;
            other[place] ^= 1;
            assert_eq!(shake(&ours, [5; SIZE]).called(&other), None, "byte {place} was changed");
        }
    }
}
