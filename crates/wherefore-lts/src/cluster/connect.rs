//! The processes find each other.
//!
//! Each process listens at its address and calls those with smaller numbers, twice each: once for packets and once for
//! signs of life. Both sides of a call prove that they know the secret (`handshake`) before the other believes a byte;
//! a caller that does not counts as if it had not called (`guests`). A process of the cluster that has another job, or
//! other arguments, is noticed then.

use super::guests::{Guests, fresh};
use super::handshake::{Handshake, Hello, MAGIC, PROVED, Purpose};
use super::hosts::{Hosts, Plan};
use super::secret::SIZE;
use crate::route::Interrupted;
use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};
use wherefore_stop::Stop;

/// Between two attempts.
const PAUSE: Duration = Duration::from_millis(50);
/// One attempt takes no longer.
const ATTEMPT: Duration = Duration::from_secs(1);
/// An introduction takes no longer, once connected.
const ANSWER: Duration = Duration::from_secs(5);

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
            return Err(Interrupted::Stopped(stop.reason().unwrap_or_default()));
        }
        if now() > deadline {
            return Err(Interrupted::Failed(meeting.lost(missing)));
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
    let cannot = |e: std::io::Error| Interrupted::Failed(format!("cannot listen at {address}: {e}"));
    loop {
        match TcpListener::bind(address) {
            Err(error) if error.kind() == ErrorKind::AddrInUse && now() < deadline => std::thread::sleep(PAUSE),
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
    guests: Guests,
    /// Whether a process that we called did not prove to know the secret.
    doubted: bool,
}

impl<'a> Meeting<'a> {
    fn new(plan: &'a Plan, hosts: &'a Hosts) -> Meeting<'a> {
        let none = || (0..hosts.len()).map(|_| None).collect();
        let found = Connections { packets: none(), life: none() };
        Meeting { plan, hosts, found, guests: Guests::default(), doubted: false }
    }

    /// Answers callers that know the secret.
    fn accept(&mut self, listener: &TcpListener) -> Result<(), Interrupted> {
        for mut caller in self.guests.look(listener, &self.plan.secret, now()) {
            let (process, purpose) = (caller.hello.process as usize, caller.hello.purpose);
            if process >= self.hosts.len() || process <= self.plan.process {
                continue;
            }
            let answered =
                prepare(&caller.stream).and_then(|()| caller.answer(&self.plan.secret, &self.hello(purpose)));
            self.check(process, &caller.hello)?;
            if answered.is_ok() {
                self.slots(purpose)[process] = Some(caller.stream);
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

    /// Calls a process, and makes sure that it is one of us.
    fn introduce(&mut self, process: usize, purpose: Purpose) -> std::io::Result<(TcpStream, Hello)> {
        let address = self.hosts.address(process).to_socket_addrs()?.next();
        let address = address.ok_or_else(|| std::io::Error::from(ErrorKind::AddrNotAvailable))?;
        let mut stream = TcpStream::connect_timeout(&address, ATTEMPT)?;
        prepare(&stream)?;
        let (caller, mut listener, mut answer) = (fresh()?, [0; SIZE], [0; PROVED]);
        stream.write_all(&[&MAGIC[..], &caller].concat())?;
        stream.read_exact(&mut listener)?;
        let plan = self.plan;
        let shake = Handshake { secret: &plan.secret, caller, listener };
        let call = shake.call(&self.hello(purpose));
        stream.write_all(&call)?;
        let answered = stream.read_exact(&mut answer);
        // A slow process is asked again; one that hangs up on our proof does not believe it.
        self.doubted |=
            answered.as_ref().is_err_and(|e| !matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut));
        answered?;
        let hello = shake.answered(&answer, &call);
        self.doubted |= hello.is_none();
        hello.map(|hello| (stream, hello)).ok_or_else(|| ErrorKind::PermissionDenied.into())
    }

    /// Whether a process that knows the secret is the one that it should be, and does the same.
    fn check(&self, process: usize, other: &Hello) -> Result<(), Interrupted> {
        let expected = Hello { process: process as u32, ..self.hello(other.purpose) };
        if *other == expected {
            return Ok(());
        }
        Err(Interrupted::Failed(format!("{} was started with other arguments", self.hosts.name(process))))
    }

    /// Why no process came.
    fn lost(&self, missing: usize) -> String {
        let (name, seconds) = (self.hosts.name(missing), self.plan.patience.as_secs());
        let key = match self.doubted || self.guests.wrong > 0 {
            true => "; somebody spoke who does not have our key: all processes need the same key file",
            false => "",
        };
        format!("{name} did not answer within {seconds} seconds{key}")
    }

    fn hello(&self, purpose: Purpose) -> Hello {
        let addresses = (0..self.hosts.len()).map(|process| self.hosts.address(process));
        let words = addresses.chain([self.plan.job.as_str()]).collect::<Vec<_>>().join("\n");
        let job = self.plan.secret.prove(&[b"job", words.as_bytes()]);
        Hello { process: self.plan.process as u32, workers: self.plan.workers as u32, purpose, job }
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
