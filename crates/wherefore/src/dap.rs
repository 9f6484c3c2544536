//! `wherefore dap`: a debug adapter on the standard streams, which steps through the runs that break a property.
//!
//! The run is found once, by `wherefore why` in a process of its own ([`crate::editor`]), and then walked: nothing is searched
//! or computed again, so a step back is as cheap as a step forward. The messages are JSON by hand, because there are few.

mod session;
mod walk;
mod watch;
mod wire;

use crate::editor::Answer;
use crate::exit::Exit;
use serde_json::Value;
use session::Session;
use std::io::{BufReader, stdin, stdout};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use wherefore_diag::Diagnostic;

/// Something that a session reacts to.
enum Event {
    /// A message of the editor.
    Message(Value),
    /// The runs of a model were found, or not, and why.
    Found(Box<Result<Answer, String>>),
    /// The editor is gone.
    End,
}

/// Serves an editor until it disconnects.
pub fn run() -> Result<Exit, Diagnostic> {
    let (sender, receiver) = channel();
    let messages = sender.clone();
    thread::spawn(move || listen(&messages));
    let mut session = Session::new(sender, Box::new(|message| wire::write(&mut stdout().lock(), message)));
    while let Ok(event) = receiver.recv() {
        let goes_on = match event {
            Event::Message(message) => session.take(&message),
            Event::Found(found) => session.found(*found),
            Event::End => false,
        };
        if !goes_on {
            break;
        }
    }
    session.end();
    Ok(Exit::Holds)
}

fn listen(events: &Sender<Event>) {
    let mut input = BufReader::new(stdin());
    while let Some(message) = wire::read(&mut input) {
        // A session that is over needs no message.
        let _ = events.send(Event::Message(message));
    }
    let _ = events.send(Event::End);
}
