//! The report for people.

use super::{Consequence, Machine, Program, Report, State};
use crate::text::fit;

pub(super) fn render(report: &Report) -> String {
    let mut out = format!("wherefore {}\n", report.version);
    let mut row = |name: &str, words: &str| out.push_str(&format!("  {name:<9} {words}\n"));
    row("SAT", &format!("{}, built in", report.sat_solvers.join(" and ")));
    report.programs.iter().for_each(|program| row(&fit::visible(&program.name), &found(program)));
    row("machine", &machine(&report.machine));
    section(&mut out, "will not work", &report.problems);
    section(&mut out, "good to know", &report.notes);
    if report.well {
        out.push_str("\nall is well\n");
    }
    out
}

fn found(program: &Program) -> String {
    let version = program.version.as_deref().map_or_else(String::new, |v| format!("{}, ", fit::visible(v)));
    let state = match program.state {
        State::Tested if program.tested.is_some() => "tested",
        State::Tested => "found",
        State::Untested => "not tested",
        State::TooOld => "TOO OLD",
        State::Silent => "DOES NOT ANSWER",
        State::Missing => "missing",
    };
    let path = program.path.as_deref().map_or_else(String::new, |p| format!(": {}", fit::visible(p)));
    format!("{version}{state}{path}")
}

fn machine(machine: &Machine) -> String {
    let memory = |bytes: Option<u64>| {
        bytes.map_or_else(|| "unknown".to_owned(), |b| format!("{:.1} GiB", b as f64 / f64::from(1 << 30)))
    };
    let processors = fit::count(machine.processors, "processor", "processors");
    let Machine { memory: all, free, limit, .. } = machine;
    format!("{processors}; memory {}, free {}, for a command {}", memory(*all), memory(*free), memory(*limit))
}

fn section(out: &mut String, title: &str, list: &[Consequence]) {
    if list.is_empty() {
        return;
    }
    out.push_str(&format!("\n{title}\n"));
    for Consequence { text, help } in list {
        out.push_str(&format!("  {}\n", fit::visible(text)));
        help.iter().for_each(|help| out.push_str(&format!("    help: {help}\n")));
    }
}
