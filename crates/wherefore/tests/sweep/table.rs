//! The table of a sweep: by language, command and format.

use super::Case;
use crate::support::watched::Ran;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// Counts of what was seen.
#[derive(Default)]
pub struct Table {
    /// How many files were run.
    pub files: usize,
    /// Everything that is wrong.
    pub offences: Vec<String>,
    rows: BTreeMap<(&'static str, &'static str, String), Row>,
}

#[derive(Default)]
struct Row {
    runs: usize,
    codes: [usize; 4],
    slowest: Duration,
    largest: u64,
    offences: usize,
}

impl Table {
    /// Adds the runs of one file; what is wrong with them is said at once.
    pub fn add(&mut self, runs: &[(Case, Ran)], offences: Vec<(usize, String)>) {
        self.files += 1;
        for (index, (case, ran)) in runs.iter().enumerate() {
            let row = self.rows.entry((case.language(), case.command, case.format.clone())).or_default();
            row.runs += 1;
            if let Some(count) = ran.code.and_then(|c| row.codes.get_mut(usize::try_from(c).ok()?)) {
                *count += 1;
            }
            row.largest = row.largest.max(ran.peak);
            row.slowest = row.slowest.max(ran.wall);
            row.offences += offences.iter().filter(|(i, _)| *i == index).count();
        }
        for (index, words) in offences {
            let case = &runs[index].0;
            let line = format!("{} {} --format {}: {words}", case.command, case.name, case.format);
            wherefore_test::say(&format!("OFFENCE {line}"));
            self.offences.push(line);
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| language | command | format | runs | 0 | 1 | 2 | 3 | slowest | largest | offences |")?;
        writeln!(f, "|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|")?;
        for ((language, command, format), row) in &self.rows {
            let [holds, violated, refused, open] = row.codes;
            writeln!(
                f,
                "| {language} | {command} | {format} | {} | {holds} | {violated} | {refused} | {open} | {:.1} s | {} MB | {} |",
                row.runs,
                row.slowest.as_secs_f64(),
                row.largest >> 20,
                row.offences,
            )?;
        }
        write!(f, "{} files, {} offences", self.files, self.offences.len())
    }
}
