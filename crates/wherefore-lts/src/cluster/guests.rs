//! Guests: processes that have called and have not yet proved who they are.
//!
//! Any process can call. A guest costs a connection and a few hundred bytes, and no waiting: each is read as far as its
//! bytes are there, and sent away when its time is up, when it says something wrong, or when there are too many, the
//! oldest first.

use super::handshake::{CALL, Handshake, Hello, MAGIC, Nonce, PROVED};
use super::secret::{SIZE, Secret};
use std::collections::VecDeque;
use std::io::{ErrorKind, Read, Result, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

/// The most guests at a time.
const MOST: usize = 256;
/// How long a guest may take to prove who it is.
const TIME: Duration = Duration::from_secs(5);
/// The most calls that are answered before the guests are looked at again.
const AT_ONCE: usize = 64;

/// A caller that has proved to know the secret, with what it said and is to be answered.
pub(super) struct Caller {
    pub stream: TcpStream,
    pub hello: Hello,
    caller: Nonce,
    listener: Nonce,
    call: [u8; PROVED],
}

impl Caller {
    /// Sends our own identity.
    pub fn answer(&mut self, secret: &Secret, hello: &Hello) -> Result<()> {
        let shake = Handshake { secret, caller: self.caller, listener: self.listener };
        self.stream.write_all(&shake.answer(hello, &self.call))
    }
}

/// A process that has called.
struct Guest {
    stream: TcpStream,
    until: Instant,
    heard: Vec<u8>,
    /// Our nonce, once it was sent.
    nonce: Option<Nonce>,
}

/// State of a guest after a look.
enum Known {
    Waiting,
    Gone,
    /// The guest proved something else than knowledge of the secret.
    Wrong,
    Right(Nonce, Nonce, [u8; PROVED], Hello),
}

/// All guests.
#[derive(Default)]
pub(super) struct Guests {
    guests: VecDeque<Guest>,
    /// How many had a wrong proof.
    pub wrong: usize,
}

impl Guests {
    /// Takes in new callers; gives those that have proved to know the secret by now.
    pub fn look(&mut self, listener: &TcpListener, secret: &Secret, now: Instant) -> Vec<Caller> {
        let mut found = Vec::new();
        for _ in 0..MOST / AT_ONCE {
            self.welcome(listener, now);
            found.extend(self.heard(secret, now));
        }
        found
    }

    fn welcome(&mut self, listener: &TcpListener, now: Instant) {
        for _ in 0..AT_ONCE {
            let Ok((stream, _)) = listener.accept() else { return };
            if stream.set_nonblocking(true).is_err() || stream.set_nodelay(true).is_err() {
                continue;
            }
            if self.guests.len() == MOST {
                self.guests.pop_front();
            }
            self.guests.push_back(Guest { stream, until: now + TIME, heard: Vec::new(), nonce: None });
        }
    }

    fn heard(&mut self, secret: &Secret, now: Instant) -> Vec<Caller> {
        let mut found = Vec::new();
        for mut guest in std::mem::take(&mut self.guests) {
            match guest.known(secret) {
                Known::Waiting if now < guest.until => self.guests.push_back(guest),
                Known::Waiting | Known::Gone => {}
                Known::Wrong => self.wrong += 1,
                Known::Right(caller, listener, call, hello) => {
                    found.push(Caller { stream: guest.stream, hello, caller, listener, call });
                }
            }
        }
        found
    }
}

impl Guest {
    /// Reads what is there, and answers as far as that goes.
    fn known(&mut self, secret: &Secret) -> Known {
        let mut buffer = [0; CALL + PROVED];
        let wanted = if self.nonce.is_some() { CALL + PROVED } else { CALL };
        let room = &mut buffer[..wanted - self.heard.len()];
        match self.stream.read(room) {
            Ok(0) => return Known::Gone,
            Ok(length) => self.heard.extend_from_slice(&room[..length]),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
            Err(_) => return Known::Gone,
        }
        let begin = self.heard.len().min(MAGIC.len());
        if self.heard[..begin] != MAGIC[..begin] {
            return Known::Gone;
        }
        match self.nonce {
            None if self.heard.len() == CALL => self.challenge(),
            Some(nonce) if self.heard.len() == CALL + PROVED => self.judged(secret, nonce),
            _ => Known::Waiting,
        }
    }

    fn challenge(&mut self) -> Known {
        let Ok(nonce) = fresh() else { return Known::Gone };
        // A connection that cannot take 32 bytes at its begin is not worth waiting for.
        if self.stream.write_all(&nonce).is_err() {
            return Known::Gone;
        }
        self.nonce = Some(nonce);
        Known::Waiting
    }

    fn judged(&self, secret: &Secret, listener: Nonce) -> Known {
        let (mut caller, mut call) = ([0; SIZE], [0; PROVED]);
        caller.copy_from_slice(&self.heard[MAGIC.len()..CALL]);
        call.copy_from_slice(&self.heard[CALL..]);
        let hello = Handshake { secret, caller, listener }.called(&call);
        hello.map_or(Known::Wrong, |hello| Known::Right(caller, listener, call, hello))
    }
}

/// Unpredictable bytes.
pub(super) fn fresh() -> Result<Nonce> {
    let mut nonce = [0; SIZE];
    getrandom::fill(&mut nonce).map_err(|e| std::io::Error::other(e.to_string()))?;
    Ok(nonce)
}

#[cfg(test)]
mod tests {
    use super::super::handshake::Purpose;
    use super::*;

    fn secret(letter: u8) -> Secret {
        Secret::of(&[letter; 32]).expect("long enough")
    }

    fn hello() -> Hello {
        Hello { process: 1, workers: 1, purpose: Purpose::Packets, job: [3; SIZE] }
    }

    #[expect(clippy::disallowed_methods, reason = "guests have a limited time")]
    fn now() -> Instant {
        Instant::now()
    }

    fn door() -> (TcpListener, std::net::SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("a port");
        let address = listener.local_addr().expect("an address");
        (listener, address)
    }

    /// Calls with this secret; gives everything that was sent.
    fn call(stream: &mut TcpStream, secret: &Secret) -> [Vec<u8>; 2] {
        let (caller, mut listener) = (fresh().expect("random bytes"), [0; SIZE]);
        let first = [&MAGIC[..], &caller].concat();
        stream.write_all(&first).expect("a connection");
        stream.read_exact(&mut listener).expect("an answer");
        let second = Handshake { secret, caller, listener }.call(&hello());
        stream.write_all(&second).expect("a connection");
        [first, second.to_vec()]
    }

    /// Looks until a guest is let in, or none is left.
    fn let_in(guests: &mut Guests, listener: &TcpListener, wanted: usize) -> Vec<Caller> {
        let (begin, mut found) = (now(), Vec::new());
        while found.len() < wanted && now() < begin + Duration::from_secs(60) {
            found.extend(guests.look(listener, &secret(1), now()));
            std::thread::yield_now();
        }
        found
    }

    /// Looks until this number of guests have shown a wrong proof.
    fn send_away(guests: &mut Guests, listener: &TcpListener, wrong: usize) {
        let begin = now();
        while guests.wrong < wrong && now() < begin + Duration::from_secs(60) {
            assert!(guests.look(listener, &secret(1), now()).is_empty(), "a stranger was let in");
            std::thread::yield_now();
        }
        assert_eq!(guests.wrong, wrong);
    }

    fn connect(address: std::net::SocketAddr) -> TcpStream {
        TcpStream::connect(address).expect("a connection")
    }

    #[test]
    fn strangers_block_nobody_and_learn_nothing() {
        let ((listener, address), mut guests) = (door(), Guests::default());
        let idle: Vec<TcpStream> = (0..50).map(|_| connect(address)).collect();
        let mut rubbish = connect(address);
        rubbish.write_all(&[0xa5; 4096]).expect("a connection");
        let mut old = connect(address);
        old.write_all(&[b"where4/1".as_slice(), &[0; 24]].concat()).expect("a connection");
        let friend = std::thread::spawn(move || {
            let mut stream = connect(address);
            let sent = call(&mut stream, &secret(1));
            (stream, sent)
        });
        let mut found = let_in(&mut guests, &listener, 1);
        let (mut stream, _) = friend.join().expect("a friend");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].hello, hello());
        found[0].stream.set_nonblocking(false).expect("a connection");
        found[0].answer(&secret(1), &hello()).expect("a connection");
        let mut answer = [0; PROVED];
        stream.read_exact(&mut answer).expect("an answer");
        let mut heard = Vec::new();
        // Closed without a byte, or reset because its bytes were not read.
        let _ = rubbish.read_to_end(&mut heard);
        assert!(heard.is_empty(), "a stranger heard {heard:?}");
        assert_eq!(guests.guests.len(), 50, "those who wait, without the one who said something wrong");
        assert!(guests.look(&listener, &secret(1), now() + TIME).is_empty());
        assert!(guests.guests.is_empty(), "nobody may wait for ever");
        drop(idle);
    }

    #[test]
    fn other_secrets_and_what_was_overheard_are_not_believed() {
        let ((listener, address), mut guests) = (door(), Guests::default());
        let friend = std::thread::spawn(move || call(&mut connect(address), &secret(1)));
        assert_eq!(let_in(&mut guests, &listener, 1).len(), 1);
        let [first, second] = friend.join().expect("a friend");
        let replay = std::thread::spawn(move || {
            let (mut stream, mut nonce, mut heard) = (connect(address), [0; SIZE], Vec::new());
            stream.write_all(&first).expect("a connection");
            stream.read_exact(&mut nonce).expect("an answer");
            stream.write_all(&second).expect("a connection");
            let _ = stream.read_to_end(&mut heard);
            heard
        });
        send_away(&mut guests, &listener, 1);
        assert_eq!(replay.join().expect("a stranger"), b"", "an overheard call is not answered");
        let other = std::thread::spawn(move || {
            let (mut stream, mut heard) = (connect(address), Vec::new());
            call(&mut stream, &secret(2));
            let _ = stream.read_to_end(&mut heard);
            heard
        });
        send_away(&mut guests, &listener, 2);
        assert_eq!(other.join().expect("a stranger"), b"", "another secret is not answered");
    }

    #[test]
    fn the_oldest_guests_make_room() {
        let ((listener, address), mut guests) = (door(), Guests::default());
        let mut streams = Vec::new();
        for _ in 0..MOST + 20 {
            streams.push(connect(address));
            guests.welcome(&listener, now());
        }
        guests.welcome(&listener, now());
        assert_eq!(guests.guests.len(), MOST);
    }
}
