//! Where the time went, as a table.

use super::fit::{padded, visible, widest};
use crate::document::{Solver, StageTime, Stats};

/// One line per stage, with its share of the whole.
pub fn stats(stats: &Stats) -> String {
    let mut rows: Vec<(String, f64)> = Vec::new();
    stats.stages.iter().for_each(|s| rows.push((label("", s), s.seconds)));
    for property in &stats.properties {
        rows.push((visible(&property.name), property.seconds));
        property.stages.iter().for_each(|s| rows.push((label("  ", s), s.seconds)));
    }
    rows.push(("total".to_owned(), stats.seconds));
    let column = widest(rows.iter().map(|(l, _)| l.as_str()), 60);
    let share = |seconds: f64| if stats.seconds > 0.0 { 100.0 * seconds / stats.seconds } else { 0.0 };
    let mut out = String::new();
    for (label, seconds) in &rows {
        out.push_str(&format!("{}  {seconds:10.3} s  {:5.1} %\n", padded(label, column), share(*seconds)));
    }
    out.push_str(&format!("outside the engines: {:.1} %\n", 100.0 * stats.outside_engines));
    for Solver { name, path } in &stats.solvers {
        out.push_str(&format!("{} is {}\n", visible(name), visible(path)));
    }
    out
}

fn label(indent: &str, time: &StageTime) -> String {
    match &time.engine {
        Some(engine) => format!("{indent}{}: {}", visible(engine), time.stage),
        None => format!("{indent}{}", time.stage),
    }
}
