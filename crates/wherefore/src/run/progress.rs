//! The progress of a run, for a person who watches: which properties are decided, and which engine works on what; once a
//! violation is found, the violation, and how many ways to fail are known so far.
//!
//! Nothing is drawn in the first second of a run: most are over by then. A violation does not wait that long, unless the whole
//! answer comes at once. All of it is taken away before the report is written, which says the same and more.

use super::Draft;
use super::clock::Clock;
use super::glimpse::Glimpse;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::stderr;
use std::sync::PoisonError;
use std::time::{Duration, Instant};
use wherefore_check::Verdict;
use wherefore_explain::{Findings, Inquiry};
use wherefore_report::document::{self, Property};
use wherefore_report::text::fit::{count, shorten, visible};

/// How long a run stays silent.
const SILENCE: Duration = Duration::from_secs(1);
/// How long a violation waits for the rest of the answer.
const PATIENCE: Duration = Duration::from_millis(300);
/// How often the line changes, and how often it does where it stands below other lines, which are drawn with it.
const PERIOD: Duration = Duration::from_millis(100);
const SLOW: Duration = Duration::from_millis(500);
/// Lines of the terminal that a violation leaves free.
const FREE: usize = 4;
/// Lines of a terminal where nothing says how many it has.
const LINES: usize = 24;
/// Columns of a name.
const NAME: usize = 64;
/// Properties that do not hold that are named while others are decided.
const NAMED: usize = 8;
/// Characters of a bar.
const BAR: usize = 20;

/// The progress line of a run.
pub struct Progress {
    is_watched: bool,
    start: Instant,
    drawn: Instant,
    title: String,
    bar: Option<ProgressBar>,
    /// Findings so far as text, shown above the line.
    above: String,
    /// Verdicts so far, shown above the line where no such text is.
    verdicts: String,
    watched: Option<Watched>,
}

/// The property whose turn it is.
struct Watched {
    draft: Draft,
    glimpse: Glimpse,
    /// Since when it is known to be violated, and the violation as text once it was asked for.
    violated: Option<(Instant, Option<String>)>,
}

impl Progress {
    /// A line that is drawn only if a person watches.
    pub fn new(is_watched: bool) -> Progress {
        let now = Instant::now();
        Progress {
            is_watched,
            start: now,
            drawn: now,
            title: String::new(),
            bar: None,
            above: String::new(),
            verdicts: String::new(),
            watched: None,
        }
    }

    /// Says what comes next: the `index`-th of `total` properties, or something else if `total` is 0.
    pub fn turn(&mut self, name: &str, index: usize, total: usize) {
        let name = shorten(&visible(name), NAME);
        self.title = if total > 1 { format!("{name} ({index} of {total})") } else { name };
        self.watched = None;
        self.above.clear();
    }

    /// Shows what is known while this turn goes on.
    pub fn show(&mut self, text: impl FnOnce() -> String) {
        if self.is_watched {
            self.above = fitting(&text());
        }
    }

    /// Shows which properties are decided while others have their turns.
    pub fn decided(&mut self, properties: &[Property]) {
        if self.is_watched {
            self.verdicts = verdicts(properties);
        }
    }

    /// Shows what the draft of this turn has, and its violation as soon as it is there.
    pub fn watch(&mut self, draft: &Draft, glimpse: Glimpse) {
        self.watched = self.is_watched.then(|| Watched { draft: draft.clone(), glimpse, violated: None });
    }

    /// Draws the line anew if it is time to.
    pub fn tick(&mut self, clock: Option<&Clock>) {
        let now = Instant::now();
        let period = if self.bar.as_ref().is_some_and(|bar| !bar.prefix().is_empty()) { SLOW } else { PERIOD };
        if !self.is_watched || now - self.drawn < period {
            return;
        }
        let running = now - self.start;
        let known = self.watched.as_mut().and_then(|watched| watched.look(now, running));
        if known.is_none() && self.above.is_empty() && running < SILENCE {
            return;
        }
        self.drawn = now;
        let above = if self.above.is_empty() { &self.verdicts } else { &self.above };
        let (above, state) = known.unwrap_or_else(|| (above.clone(), engines(clock)));
        let gap = if state.is_empty() { "" } else { ": " };
        let bar = self.bar.get_or_insert_with(spinner);
        bar.set_prefix(above);
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

impl Watched {
    /// The violation and how far the search for its ways is, if there is one.
    fn look(&mut self, now: Instant, running: Duration) -> Option<(String, String)> {
        let draft = self.draft.lock().unwrap_or_else(PoisonError::into_inner);
        let findings = draft.as_ref().filter(|f| matches!(f.finding.verdict, Verdict::Violated(_)))?;
        let (since, text) = self.violated.get_or_insert((now, None));
        if now - *since < PATIENCE {
            return None;
        }
        let violation = text.get_or_insert_with(|| fitting(&self.glimpse.text(&findings.finding, running)));
        Some((violation.clone(), ways(findings)))
    }
}

/// As much of a text as the terminal has lines for, with the progress below it.
fn fitting(text: &str) -> String {
    let room = terminal_size::terminal_size_of(stderr()).map_or(LINES, |(_, height)| usize::from(height.0));
    let room = room.saturating_sub(FREE);
    let lines: Vec<&str> = text.lines().collect();
    let rest = if lines.len() > room { "...\n" } else { "" };
    lines.iter().take(room).map(|line| format!("{line}\n")).collect::<String>() + rest + "\n"
}

/// How many properties hold, and which do not.
fn verdicts(properties: &[Property]) -> String {
    let (held, others): (Vec<&Property>, Vec<&Property>) =
        properties.iter().partition(|p| matches!(p.verdict, document::Verdict::Holds(_)));
    let held = (!held.is_empty()).then(|| count(held.len(), "property holds", "properties hold"));
    let named =
        others.iter().take(NAMED).map(|p| format!("{}  {}", p.verdict.word(), shorten(&visible(&p.name), NAME)));
    let rest = others.len().checked_sub(NAMED).filter(|rest| *rest > 0).map(|rest| format!("... and {rest} more"));
    held.into_iter().chain(named).chain(rest).map(|line| line + "\n").collect()
}

/// Engines at work on a property that is not decided, each with its depth.
fn engines(clock: Option<&Clock>) -> String {
    if clock.is_some_and(Clock::is_rechecking) {
        return "holds; another solver re-checks it".to_owned();
    }
    let depths = clock.map(Clock::depths).unwrap_or_default();
    depths.iter().map(|(engine, depth)| format!("{engine} at depth {depth}")).collect::<Vec<_>>().join(", ")
}

/// How many ways are known; once that are all, how far their explanation is.
fn ways(findings: &Findings) -> String {
    let state = match &findings.inquiry {
        Some(inquiry) if !inquiry.completeness.is_open() => {
            let (done, all) = explained(inquiry);
            let filled = BAR * done / all.max(1);
            let ways = count(inquiry.classes.len(), "way", "ways");
            format!("[{}{}] explaining {ways}", "#".repeat(filled), "-".repeat(BAR - filled))
        }
        Some(inquiry) if !inquiry.classes.is_empty() => {
            format!("{} so far", count(inquiry.classes.len(), "way to fail", "ways to fail"))
        }
        _ => "looking for every way it fails".to_owned(),
    };
    format!("{state}; Ctrl-C ends it and prints what there is")
}

/// How many parts of the explanations are settled, and how many there are.
fn explained(inquiry: &Inquiry) -> (usize, usize) {
    let of_class = inquiry.classes.iter().take(wherefore_explain::MOST_EXPLAINED).map(|c| &c.explanation);
    let settled = of_class.clone().map(|e| {
        let parts = [
            !e.failed.is_pending(),
            !e.cause.is_pending(),
            !e.events.is_pending(),
            !e.no_return.is_pending(),
            !e.nearest.is_pending(),
        ];
        (parts.iter().filter(|is_settled| **is_settled).count(), parts.len())
    });
    settled.fold((0, 0), |(done, all), (more, parts)| (done + more, all + parts))
}

fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix}{spinner} {elapsed} {wide_msg}");
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use wherefore_check::{Checker, Counterexample, Evidence, Finder, Finding, NoAnswer, Recheck};
    use wherefore_explain::{Class, Completeness};
    use wherefore_ir::text::parse;
    use wherefore_report::build::{self, Context, Defines};
    use wherefore_report::text::Options;
    use wherefore_stop::Stop;
    use wherefore_trace::{Step, Trace};

    const MODEL: &str = "system \"m\"\nvar x : bool state\ninit x\nproperty \"p\" invariant (not x) text \"!x\"\n";

    fn violated(run: &Trace) -> Findings {
        let run = Counterexample { trace: run.clone(), claims: Vec::new(), shortest: true };
        let finder = Finder::Engine("bmc".to_owned());
        Findings {
            finding: Finding { property: "p".to_owned(), verdict: Verdict::Violated(Box::new(run)), finder },
            inquiry: None,
        }
    }

    #[test]
    fn those_that_do_not_hold_are_named_and_the_others_counted() {
        let system = parse(MODEL).unwrap();
        let sources = wherefore_diag::SourceMap::default();
        let (command, defines) = (document::Command::Check, Defines::Declared);
        let context = Context { command, system: &system, sources: &sources, defines };
        let property = |verdict: Verdict| {
            let finding = Finding { property: "p".to_owned(), verdict, finder: Finder::Engine("bmc".to_owned()) };
            build::property(&context, &finding, None, 0.1)
        };
        let open = || property(Verdict::Undetermined(NoAnswer::Effort));
        let proved =
            Verdict::Holds { evidence: Evidence::Strategy { positions: 3 }, recheck: Recheck::By(Checker::Strategy) };
        let few = [property(proved.clone()), open(), property(proved)];
        assert_eq!(verdicts(&few), "2 properties hold\nundetermined  p\n");
        let many: Vec<Property> = (0..NAMED + 2).map(|_| open()).collect();
        assert_eq!(verdicts(&many).lines().count(), NAMED + 1);
        assert!(verdicts(&many).ends_with("... and 2 more\n"));
    }

    #[test]
    fn a_violation_is_shown_unless_the_whole_answer_follows_at_once() {
        let system = Arc::new(parse(MODEL).unwrap());
        let mut step = Step::empty(&system);
        step.set(system.terms.find_var("x").unwrap(), wherefore_ir::Value::Bool(true));
        let run = Trace::finite(vec![step]);
        let draft = Draft::default();
        let (sources, options) = (Arc::default(), Options::default());
        let glimpse = Glimpse { model: "m.smv".to_owned(), system, sources, defines: Defines::Declared, options };
        let mut watched = Watched { draft: draft.clone(), glimpse, violated: None };
        let (start, running) = (Instant::now(), Duration::from_secs(2));
        assert_eq!(watched.look(start, running), None);
        let mut findings = violated(&run);
        *draft.lock().unwrap() = Some(findings.clone());
        assert_eq!(watched.look(start, running), None);
        let (shown, state) = watched.look(start + PATIENCE, running).unwrap();
        assert!(shown.starts_with("m.smv: p is VIOLATED") && shown.contains("a failing run"), "{shown}");
        assert!(state.starts_with("looking for every way it fails"), "{state}");
        let mut inquiry = Inquiry::new("1", Completeness::unknown(&Stop::new()));
        inquiry.classes.push(Class::new("a".to_owned(), "a".to_owned(), run));
        findings.inquiry = Some(inquiry.clone());
        assert!(ways(&findings).starts_with("1 way to fail so far"));
        inquiry.completeness = Completeness::Undivided;
        findings.inquiry = Some(inquiry);
        assert!(ways(&findings).starts_with("[--------------------] explaining 1 way;"), "{}", ways(&findings));
    }
}
