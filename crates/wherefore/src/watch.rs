//! `--watch`: a command that stays, and is asked again after every save.
//!
//! ```text
//! files     the files that are watched, and whether one of them was saved
//! record    what a search leaves for the watch that started it: its report, and the names of the files that it read
//! changes   what is new and fixed since the last save, in words
//! ```
//!
//! Each search is a process of its own, so that a new save can end it at once and whatever it does costs the watch nothing. What it
//! says appears when it has ended. A save that is not a model, as they happen while one types, does not change what is compared
//! with.

mod changes;
mod files;
pub mod record;

use crate::args::{Common, Format};
use crate::codes::CANNOT_WATCH;
use crate::exit::Exit;
use crate::output;
use crate::solvers::programs;
use crate::terminal::Terminal;
use files::Watcher;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use wherefore_diag::{Diagnostic, Style};
use wherefore_solve::{Captured, Given, capture_given};
use wherefore_stop::{Stop, StopReason};

/// How long no file changes before a save counts as complete: editors write, rename and touch.
const QUIET: Duration = Duration::from_millis(100);

/// What happens to a watch.
enum Event {
    /// Something was done to a file in a folder that is watched.
    Touched,
    /// The user wants to end.
    Interrupted,
    /// The search of this number has ended.
    Ended(usize, io::Result<Captured>),
}

/// Stays until the user ends it; then the last verdict is the answer.
pub fn run(common: &Common, terminal: &Terminal) -> Result<Exit, Diagnostic> {
    if common.model == Path::new("-") {
        return Err(Diagnostic::new(CANNOT_WATCH, "the standard input cannot be watched").help("give a file"));
    }
    let (sender, events) = channel();
    let interrupted = sender.clone();
    // Without a handler an interrupt still ends the program.
    let _ = ctrlc::set_handler(move || drop(interrupted.send(Event::Interrupted)));
    let touched = sender.clone();
    let watcher = Watcher::new(common, move || drop(touched.send(Event::Touched)))?;
    let record = tempfile::tempdir().map_err(|error| failed("a folder for reports cannot be made", &error))?;
    let mut watch = Watch { common, terminal, watcher, record, sender, searches: 0, last: Exit::Undetermined };
    watch.stay(&events);
    Ok(watch.last)
}

/// A complaint with what the system said.
fn failed(what: &str, error: &dyn std::error::Error) -> Diagnostic {
    Diagnostic::new(CANNOT_WATCH, format!("{what}: {error}"))
}

/// A watch under way.
struct Watch<'a> {
    common: &'a Common,
    terminal: &'a Terminal,
    watcher: Watcher,
    /// Where searches leave their reports.
    record: tempfile::TempDir,
    sender: Sender<Event>,
    searches: usize,
    /// How the last search ended.
    last: Exit,
}

impl Watch<'_> {
    fn stay(&mut self, events: &Receiver<Event>) {
        let mut stop = self.search();
        loop {
            match events.recv() {
                Ok(Event::Ended(search, said)) if search == self.searches => self.show(said),
                // A search that a later save has ended.
                Ok(Event::Ended(..)) => continue,
                Ok(Event::Touched) => {
                    if quieten(events, &self.sender) {
                        break;
                    }
                }
                Ok(Event::Interrupted) | Err(_) => break,
            }
            if self.watcher.is_saved() {
                stop.fire(StopReason::Interrupted);
                stop = self.search();
            }
        }
        stop.fire(StopReason::Interrupted);
    }

    /// Starts a search; the signal ends it.
    fn search(&mut self) -> Stop {
        self.watcher.begin();
        self.searches += 1;
        record::begin(self.record.path());
        if self.terminal.is_watched {
            self.say("searching ...\n");
        }
        let (stop, ended, number) = (Stop::new(), self.sender.clone(), self.searches);
        let (signal, arguments) = (stop.clone(), self.arguments());
        std::thread::spawn(move || {
            let said = std::env::current_exe()
                .and_then(|program| capture_given(&programs(), &program, arguments, Given::default(), &signal));
            drop(ended.send(Event::Ended(number, said)));
        });
        stop
    }

    /// The words of this command line, for a search.
    fn arguments(&self) -> Vec<String> {
        let colour = |style: Style| if style == Style::Coloured { "always" } else { "never" };
        let words = crate::args::with_command(std::env::args_os().collect()).into_iter().skip(1);
        let words = words.filter(|word| word != "--watch").map(|word| word.to_string_lossy().into_owned());
        let words: Vec<String> = words.collect();
        // Behind `--` everything is a name.
        let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
        let mut all = words;
        let own = [
            format!("--watched={}", self.record.path().display()),
            format!("--columns={}", self.terminal.width),
            format!("--color={}", colour(self.terminal.results)),
        ];
        all.splice(end..end, own);
        all
    }

    /// Shows what a search said, and what it changed.
    fn show(&mut self, said: io::Result<Captured>) {
        let said = match said {
            Ok(said) => said,
            Err(error) => return output::complain(&failed("a search cannot be run", &error), self.terminal.messages),
        };
        self.last = Exit::of_code(said.status.code());
        self.clear();
        output::message(&String::from_utf8_lossy(&said.stderr));
        // A reader that stops has seen enough.
        let _ = output::results(&String::from_utf8_lossy(&said.stdout));
        let is_text = self.common.format() == Format::Text && self.common.output.is_none();
        let words = changes::words(self.record.path(), is_text);
        self.watcher.add(&record::files(self.record.path()));
        record::keep(self.record.path());
        self.say(&format!("{words}watching {}; Ctrl-C ends\n", self.watcher.words()));
    }

    /// Clears a terminal, so that what is seen is what is so now. What is not a terminal keeps everything.
    fn clear(&self) {
        if io::stdout().is_terminal() && self.common.output.is_none() {
            let _ = output::results("\u{1b}[2J\u{1b}[H");
        }
    }

    fn say(&self, words: &str) {
        if !self.common.quiet {
            output::message(words);
        }
    }
}

/// Waits until no more is done to files; what else happens meanwhile is kept for later. True if the user wants to end.
fn quieten(events: &Receiver<Event>, sender: &Sender<Event>) -> bool {
    let mut later = Vec::new();
    let is_over = loop {
        match events.recv_timeout(QUIET) {
            Ok(Event::Touched) => {}
            Ok(Event::Interrupted) => break true,
            Ok(ended) => later.push(ended),
            Err(_) => break false,
        }
    };
    later.into_iter().for_each(|event| drop(sender.send(event)));
    is_over
}
