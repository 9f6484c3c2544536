//! A child process that is asked and answers, and can be stopped while it thinks.
//!
//! The caller's thread never touches a pipe. One thread writes what is sent, one reads answers, one reads complaints; all
//! that happens arrives as events on one channel, the stop signal among them. So nothing here can hang: not a solver that
//! does not read, nor one that fills its output while we write, nor one whose own children keep the pipes open after it
//! was killed. The child is killed when this value is dropped. It stays in our process group, so that an interrupt from
//! the keyboard reaches it even if it is not caught here; a child that such a signal ended was stopped, not broken.

use super::command::SmtCommand;
use super::sexp::Frame;
use crate::process::{Running, start};
use crate::{SolveError, Stop, StopReason, Undecided};
use std::io::{Read, Write};
use std::process::ExitStatus;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::time::Duration;

/// Pieces of what a solver says that may wait to be looked at: one that never ends must not fill the memory.
const PENDING: usize = 16;
/// An answer larger than this is taken for nonsense.
const LARGEST_ANSWER: usize = 1 << 28;
/// How much of what the child complained about is kept.
const COMPLAINTS_KEPT: usize = 2000;
/// How long to wait for the complaints of a child that is gone but whose children hold the pipe open.
const COMPLAINTS_WAIT: Duration = Duration::from_millis(200);

enum Event {
    Answer(Vec<u8>),
    Complaint(Vec<u8>),
    AnswersEnd,
    ComplaintsEnd,
    Stopped(StopReason),
}

/// Why there will be no more answers.
#[derive(Debug)]
pub(super) enum End {
    /// A limit or a signal.
    Undecided(Undecided),
    /// The process broke.
    Broken(SolveError),
}

/// A running child.
pub(super) struct Process {
    program: String,
    child: Running,
    input: Sender<String>,
    events: Receiver<Event>,
    signal: SyncSender<Event>,
    frame: Frame,
    complaints: Vec<u8>,
}

impl Process {
    /// Starts the program.
    pub fn start(command: &SmtCommand) -> Result<Process, SolveError> {
        let program = command.program.clone();
        let missing = |cause: String| SolveError::Missing { program: program.clone(), cause };
        let child = command.program().and_then(start).map_err(|e| missing(e.to_string()))?;
        let (input, lines) = channel::<String>();
        let (signal, events) = sync_channel(PENDING);
        let streams = {
            let mut child = child.child();
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        };
        let (Some(mut stdin), Some(stdout), Some(stderr)) = streams else {
            return Err(missing("its streams cannot be reached".to_owned()));
        };
        // A failed write is ignored: the end of the answers shows it.
        std::thread::spawn(move || {
            lines.iter().try_for_each(|text| stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()))
        });
        pump(stdout, signal.clone(), Event::Answer, Event::AnswersEnd);
        pump(stderr, signal.clone(), Event::Complaint, Event::ComplaintsEnd);
        Ok(Process { program, child, input, events, signal, frame: Frame::default(), complaints: Vec::new() })
    }

    /// Sends commands; returns at once.
    pub fn send(&self, text: String) {
        // The writer ends only with the child, which the next answer will show.
        drop(self.input.send(text));
    }

    /// The next answer. After an `Err` the child is dead.
    pub fn answer(&mut self, stop: &Stop) -> Result<String, End> {
        let hook = stop.on_fire(self.killer(stop));
        let answer = self.wait_for_answer();
        drop(hook);
        // The hook ran or never will: now a signal that came too late to be seen above can be recognised.
        match (answer, stop.reason()) {
            (_, Some(reason)) => {
                self.child.kill();
                Err(End::Undecided(Undecided::Stopped(reason)))
            }
            (Ok(answer), None) if answer.starts_with("(error") => Err(self.complained(&answer)),
            (answer, None) => answer,
        }
    }

    fn killer(&self, stop: &Stop) -> impl FnOnce() + Send + use<> {
        let (child, signal, stop) = (self.child.clone(), self.signal.clone(), stop.clone());
        move || {
            // Where there is no room, events are waiting: the receiver need not be woken.
            drop(signal.try_send(Event::Stopped(stop.reason().unwrap_or_default())));
            child.kill();
        }
    }

    fn wait_for_answer(&mut self) -> Result<String, End> {
        loop {
            match self.frame.next().as_deref() {
                // The standard reply to an option that a solver does not know; the options sent can all be done without.
                Some("unsupported" | "success") => continue,
                Some(answer) => return Ok(answer.to_owned()),
                None if self.frame.len() > LARGEST_ANSWER => return Err(self.broken("its answer does not end")),
                None => {}
            }
            match self.events.recv() {
                Ok(Event::Answer(bytes)) => self.frame.feed(&bytes),
                Ok(Event::Complaint(bytes)) => self.complain(&bytes),
                Ok(Event::ComplaintsEnd) => {}
                Ok(Event::Stopped(reason)) => return Err(End::Undecided(Undecided::Stopped(reason))),
                Ok(Event::AnswersEnd) | Err(_) => return Err(self.ended()),
            }
        }
    }

    fn complain(&mut self, bytes: &[u8]) {
        self.complaints.extend_from_slice(bytes);
        let extra = self.complaints.len().saturating_sub(COMPLAINTS_KEPT);
        self.complaints.drain(..extra);
    }

    /// The answer was an error message: whatever follows would answer the wrong question, so the child is given up.
    fn complained(&self, answer: &str) -> End {
        self.child.kill();
        if is_memory(answer) { End::Undecided(Undecided::Memory) } else { self.broken(&shorten(answer)) }
    }

    /// Gives the child up for saying something that is no answer.
    pub fn broken(&self, cause: &str) -> End {
        self.child.kill();
        End::Broken(SolveError::Died { program: self.program.clone(), cause: cause.to_owned() })
    }

    /// The answers ended: why?
    fn ended(&mut self) -> End {
        let status = self.child.kill();
        while let Ok(Event::Complaint(bytes)) = self.events.recv_timeout(COMPLAINTS_WAIT) {
            self.complain(&bytes);
        }
        let said = [self.frame.rest(), String::from_utf8_lossy(&self.complaints).trim().to_owned()];
        let said = shorten(said.join("\n").trim());
        match status {
            _ if is_memory(&said) => End::Undecided(Undecided::Memory),
            Some(status) if status.code() == Some(127) => {
                End::Broken(SolveError::Missing { program: self.program.clone(), cause: said })
            }
            Some(status) if was_interrupted(status) => End::Undecided(Undecided::Stopped(StopReason::Interrupted)),
            Some(status) => {
                self.broken(&format!("{}{}{said}", in_words(status), if said.is_empty() { "" } else { ": " }))
            }
            None => self.broken(&said),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.child.kill();
    }
}

/// Moves what a stream brings into the channel, until it ends or the receiver is gone.
fn pump(mut from: impl Read + Send + 'static, to: SyncSender<Event>, wrap: fn(Vec<u8>) -> Event, end: Event) {
    std::thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        while let Ok(count @ 1..) = from.read(&mut buffer) {
            if to.send(wrap(buffer[..count].to_vec())).is_err() {
                return;
            }
        }
        drop(to.send(end));
    });
}

fn is_memory(text: &str) -> bool {
    ["out of memory", "bad_alloc", "memory exhausted", "memout"].iter().any(|words| text.contains(words))
}

/// The first few lines, for a message.
pub(super) fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(300).collect();
    if short.len() < text.len() {
        short.push_str(" ...");
    }
    short
}

#[cfg(unix)]
fn was_interrupted(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    const INTERRUPT: i32 = 2;
    const TERMINATE: i32 = 15;
    matches!(status.signal(), Some(INTERRUPT | TERMINATE))
}

#[cfg(not(unix))]
fn was_interrupted(_: ExitStatus) -> bool {
    false
}

/// How it ended. Killed means killed by us: the child had closed its output and gone on.
#[cfg(unix)]
fn in_words(status: ExitStatus) -> String {
    use std::os::unix::process::ExitStatusExt;
    const KILL: i32 = 9;
    if status.signal() == Some(KILL) { "it closed its output or was killed".to_owned() } else { status.to_string() }
}

#[cfg(not(unix))]
fn in_words(status: ExitStatus) -> String {
    status.to_string()
}
