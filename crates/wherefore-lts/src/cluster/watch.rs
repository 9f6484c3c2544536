//! The connection that carries signs of life.
//!
//! Besides the connection for packets each two processes have one on which they show that they are alive. Its messages:
//!
//! ```text
//! 1                 alive, every second
//! 2                 done: nothing more will come, and that is right
//! 3 length text     giving up, and why (length: four bytes, little-endian)
//! ```
//!
//! A connection that ends without 2 or 3 was left by a process that died; one that is silent for long, by a machine that
//! did. A process that gives up because of a third one passes the reason on, so that all name the same culprit.

use super::status::ProcessStatus;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

const ALIVE: u8 = 1;
const DONE: u8 = 2;
const LEAVING: u8 = 3;

/// Between two signs of life.
const BEAT: Duration = Duration::from_secs(1);
/// A process that is silent for so long is taken for dead.
const SILENCE: Duration = Duration::from_secs(20);
/// A message of a process that gives up is not longer than this.
const LONGEST: usize = 1 << 16;

/// The signs of life that this process gives and watches.
pub(super) struct Watch {
    streams: Arc<Mutex<Vec<TcpStream>>>,
    _beating: mpsc::Sender<()>,
}

impl Watch {
    /// Watches other processes: their numbers, names and connections.
    pub fn start(status: &Arc<ProcessStatus>, peers: Vec<(usize, String, TcpStream)>) -> std::io::Result<Watch> {
        let mut streams = Vec::new();
        for (process, name, stream) in peers {
            stream.set_read_timeout(Some(SILENCE))?;
            stream.set_write_timeout(Some(BEAT))?;
            streams.push(stream.try_clone()?);
            let peer = Peer { process, name, stream, status: status.clone() };
            let thread = thread::Builder::new().name(format!("cluster:watch-{process}"));
            thread.spawn(move || peer.watch())?;
        }
        let streams = Arc::new(Mutex::new(streams));
        let (beating, ended) = mpsc::channel::<()>();
        let shared = streams.clone();
        let beat = move || {
            while ended.recv_timeout(BEAT) == Err(RecvTimeoutError::Timeout) {
                tell(&shared, &[ALIVE]);
            }
        };
        thread::Builder::new().name("cluster:beat".into()).spawn(beat)?;
        Ok(Watch { streams, _beating: beating })
    }

    /// Says that this process is done.
    pub fn say_done(&self) {
        tell(&self.streams, &[DONE]);
    }

    /// Says that this process gives up, and why.
    pub fn say_leaving(&self, reason: &str) {
        let text = &reason.as_bytes()[..reason.len().min(LONGEST)];
        let message = [&[LEAVING], &(text.len() as u32).to_le_bytes()[..], text].concat();
        tell(&self.streams, &message);
    }
}

/// A process that cannot be reached is one that the watchers miss.
fn tell(streams: &Mutex<Vec<TcpStream>>, message: &[u8]) {
    let mut streams = streams.lock().unwrap_or_else(PoisonError::into_inner);
    streams.iter_mut().for_each(|stream| drop(stream.write_all(message)));
}

struct Peer {
    process: usize,
    name: String,
    stream: TcpStream,
    status: Arc<ProcessStatus>,
}

impl Peer {
    fn watch(mut self) {
        match self.listen() {
            Ok(None) => self.status.set_done(self.process),
            Ok(Some(reason)) => self.status.give_up(reason),
            Err(error) => self.status.give_up(format!("{} is gone: {}", self.name, cause(&error))),
        }
    }

    /// Listens until the process is done (`None`) or gives up.
    fn listen(&mut self) -> std::io::Result<Option<String>> {
        loop {
            let mut kind = [0];
            self.stream.read_exact(&mut kind)?;
            match kind[0] {
                ALIVE => {}
                DONE => return Ok(None),
                _ => {
                    let mut length = [0; 4];
                    self.stream.read_exact(&mut length)?;
                    let mut text = vec![0; (u32::from_le_bytes(length) as usize).min(LONGEST)];
                    self.stream.read_exact(&mut text)?;
                    return Ok(Some(String::from_utf8_lossy(&text).into_owned()));
                }
            }
        }
    }
}

fn cause(error: &std::io::Error) -> String {
    use std::io::ErrorKind::{ConnectionReset, TimedOut, UnexpectedEof, WouldBlock};
    match error.kind() {
        UnexpectedEof | ConnectionReset => "the connection was closed".into(),
        TimedOut | WouldBlock => format!("no sign of life for {} seconds", SILENCE.as_secs()),
        _ => error.to_string(),
    }
}
