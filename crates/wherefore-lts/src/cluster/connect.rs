//! The processes find each other.
//!
//! Each process listens at its address and calls those with smaller numbers, twice each: once for packets and once for
//! signs of life. Both sides of a call introduce themselves, so that a process of another run, of another version or with
//! other arguments is noticed before it can do harm.

use super::hosts::{Hosts, Plan};
use crate::route::Interrupted;
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};
use wherefore_solve::Stop;

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(50);
/// One attempt takes no longer.
const ATTEMPT: Duration = Duration::from_secs(1);
/// An introduction takes no longer, once connected.
const ANSWER: Duration = Duration::from_secs(10);
/// How an introduction begins; the last byte is the version of the protocol.
const MAGIC: [u8; 8] = *b"where4/1";
const HELLO: usize = 32;

/// What a connection is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Packets,
    Life,
}

/// The connections to the other processes, by process; none to itself.
pub(super) struct Connections {
    pub packets: Vec<Option<TcpStream>>,
    pub life: Vec<Option<TcpStream>>,
}

/// Connects this process with all others.
pub(super) fn connect(plan: &Plan, hosts: &Hosts, stop: &Stop) -> Result<Connections, Interrupted> {
    let deadline = now() + plan.patience;
    let listener = listen(hosts.address(plan.process), deadline)?;
    let mut meeting = Meeting::new(plan, hosts);
    loop {
        meeting.accept(&listener)?;
        meeting.call()?;
        let Some(missing) = meeting.missing() else { return Ok(meeting.found) };
        if stop.is_fired() {
            return Err(Interrupted(stop.reason().unwrap_or_default()));
        }
        if now() > deadline {
            let seconds = plan.patience.as_secs();
            return Err(Interrupted(format!("{} did not answer within {seconds} seconds", hosts.name(missing))));
        }
        std::thread::sleep(PAUSE);
    }
}

#[expect(clippy::disallowed_methods, reason = "how long to wait for other machines can only be said in seconds")]
fn now() -> Instant {
    Instant::now()
}

/// Listens; an address that a process before this one has not quite left is waited for.
fn listen(address: &str, deadline: Instant) -> Result<TcpListener, Interrupted> {
    let cannot = |e: std::io::Error| Interrupted(format!("cannot listen at {address}: {e}"));
    loop {
        match TcpListener::bind(address) {
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse && now() < deadline => {
                std::thread::sleep(PAUSE)
            }
            Err(error) => return Err(cannot(error)),
            Ok(listener) => return listener.set_nonblocking(true).map_err(cannot).map(|()| listener),
        }
    }
}

/// Processes that have found each other so far.
struct Meeting<'a> {
    plan: &'a Plan,
    hosts: &'a Hosts,
    found: Connections,
}

impl<'a> Meeting<'a> {
    fn new(plan: &'a Plan, hosts: &'a Hosts) -> Meeting<'a> {
        let none = || (0..hosts.len()).map(|_| None).collect();
        Meeting { plan, hosts, found: Connections { packets: none(), life: none() } }
    }

    /// Answers all who call.
    fn accept(&mut self, listener: &TcpListener) -> Result<(), Interrupted> {
        while let Ok((mut stream, _)) = listener.accept() {
            // Whoever does not introduce himself is not one of us.
            let Ok(hello) = prepare(&stream).and_then(|()| Hello::read(&mut stream)) else { continue };
            let process = hello.process as usize;
            if hello.magic != MAGIC || process >= self.hosts.len() || process <= self.plan.process {
                continue;
            }
            let answered = self.hello(hello.purpose).write(&mut stream).is_ok();
            self.check(process, &hello)?;
            if answered {
                self.slots(hello.purpose)[process] = Some(stream);
            }
        }
        Ok(())
    }

    /// Calls those with smaller numbers that have not answered yet.
    fn call(&mut self) -> Result<(), Interrupted> {
        for process in 0..self.plan.process {
            for purpose in [Purpose::Packets, Purpose::Life] {
                if self.slots(purpose)[process].is_none() {
                    let Ok((stream, hello)) = self.introduce(process, purpose) else { break };
                    self.check(process, &hello)?;
                    self.slots(purpose)[process] = Some(stream);
                }
            }
        }
        Ok(())
    }

    fn introduce(&self, process: usize, purpose: Purpose) -> std::io::Result<(TcpStream, Hello)> {
        let address = self.hosts.address(process).to_socket_addrs()?.next();
        let address = address.ok_or_else(|| std::io::Error::from(std::io::ErrorKind::AddrNotAvailable))?;
        let mut stream = TcpStream::connect_timeout(&address, ATTEMPT)?;
        prepare(&stream)?;
        self.hello(purpose).write(&mut stream)?;
        let hello = Hello::read(&mut stream)?;
        Ok((stream, hello))
    }

    fn check(&self, process: usize, other: &Hello) -> Result<(), Interrupted> {
        let expected = Hello { process: process as u32, ..self.hello(other.purpose) };
        if *other == expected {
            return Ok(());
        }
        let what = if other.magic == MAGIC { "was started with other arguments" } else { "is another program" };
        Err(Interrupted(format!("{} {what}", self.hosts.name(process))))
    }

    fn hello(&self, purpose: Purpose) -> Hello {
        let mut hasher = FxHasher::default();
        hasher.write(self.plan.job.as_bytes());
        (0..self.hosts.len()).for_each(|process| hasher.write(self.hosts.address(process).as_bytes()));
        let (process, workers) = (self.plan.process as u32, self.plan.workers as u32);
        Hello { magic: MAGIC, process, workers, purpose, job: hasher.finish() }
    }

    fn slots(&mut self, purpose: Purpose) -> &mut Vec<Option<TcpStream>> {
        match purpose {
            Purpose::Packets => &mut self.found.packets,
            Purpose::Life => &mut self.found.life,
        }
    }

    /// The first process that is not there yet.
    fn missing(&self) -> Option<usize> {
        let both = self.found.packets.iter().zip(&self.found.life).enumerate();
        let mut missing = both.filter(|(_, (packets, life))| packets.is_none() || life.is_none()).map(|(p, _)| p);
        missing.find(|process| *process != self.plan.process)
    }
}

fn prepare(stream: &TcpStream) -> std::io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(ANSWER))?;
    stream.set_write_timeout(None)
}

/// What a process says first.
#[derive(PartialEq, Eq)]
struct Hello {
    magic: [u8; 8],
    process: u32,
    workers: u32,
    purpose: Purpose,
    job: u64,
}

impl Hello {
    fn write(&self, stream: &mut TcpStream) -> std::io::Result<()> {
        let purpose = u64::from(self.purpose == Purpose::Life);
        let numbers = u64::from(self.process) | u64::from(self.workers) << 32;
        let words = [numbers, purpose, self.job].map(u64::to_le_bytes);
        stream.write_all(&[&self.magic[..], words.as_flattened()].concat())
    }

    fn read(stream: &mut TcpStream) -> std::io::Result<Hello> {
        let mut bytes = [0; HELLO];
        stream.read_exact(&mut bytes)?;
        let words = bytes.as_chunks().0;
        let number = |i: usize| u64::from_le_bytes(words[i]);
        let purpose = if number(2) == 0 { Purpose::Packets } else { Purpose::Life };
        let (process, workers) = (number(1) as u32, (number(1) >> 32) as u32);
        Ok(Hello { magic: words[0], process, workers, purpose, job: number(3) })
    }
}
