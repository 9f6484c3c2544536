//! The progress line: which engine works on what, for runs that take longer than a second.
//!
//! The line exists only if a person watches. Nothing is drawn in the first second of a run: most are over by then.

use super::clock::Clock;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};
use wherefore_report::text::fit::{shorten, visible};

/// How long a run stays silent.
const SILENCE: Duration = Duration::from_secs(1);
/// How often the line changes.
const PERIOD: Duration = Duration::from_millis(100);

/// The progress line of a run.
pub struct Progress {
    is_watched: bool,
    start: Instant,
    drawn: Instant,
    title: String,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// A line that is drawn only if a person watches.
    pub fn new(is_watched: bool) -> Progress {
        let now = Instant::now();
        Progress { is_watched, start: now, drawn: now, title: String::new(), bar: None }
    }

    /// Says what comes next: the `index`-th of `total` properties, or something else if `total` is 0.
    pub fn turn(&mut self, name: &str, index: usize, total: usize) {
        let name = shorten(&visible(name), 40);
        self.title = if total > 1 { format!("{name} ({index} of {total})") } else { name };
    }

    /// Draws the line anew if it is time to.
    pub fn tick(&mut self, clock: Option<&Clock>) {
        let now = Instant::now();
        if !self.is_watched || now - self.start < SILENCE || now - self.drawn < PERIOD {
            return;
        }
        self.drawn = now;
        let depths = clock.map(Clock::depths).unwrap_or_default();
        let engines: Vec<String> = depths.iter().map(|(engine, depth)| format!("{engine} at depth {depth}")).collect();
        let state = match clock.is_some_and(Clock::is_rechecking) {
            true => "holds; another solver re-checks it".to_owned(),
            false => engines.join(", "),
        };
        let gap = if state.is_empty() { "" } else { ": " };
        let bar = self.bar.get_or_insert_with(spinner);
        bar.set_message(format!("{}{gap}{state}", self.title));
        bar.tick();
    }

    /// Takes the line away, so that results do not stand behind it.
    pub fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}");
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}
