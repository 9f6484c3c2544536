//! One line per property, and what stands behind the verdicts.
//!
//! ```text
//! holds     mutex    AG !(a.critical & b.critical)    bdd  0.02 s
//! violated  bounded  count <= 4                       bmc  0.01 s
//! ```
//!
//! Reasons are given once for all properties that share them: a hundred properties proved in the same way are one line.

use super::Options;
use super::fit::{duration, list, padded, shorten, visible, widest, width, wrap};
use super::paint::{Ink, Paint};
use crate::document::{Certificate, Document, Property, Recheck, Vacuity, Verdict};

/// Names and engines get at most this many columns; longer ones push their line to the right.
const WIDEST_NAME: usize = 36;
const WIDEST_ENGINE: usize = 24;
/// A formula with less room than this is left out.
const LEAST_FORMULA: usize = 8;
/// Properties named in one sentence.
const MOST_NAMES: usize = 6;

/// The lines of all properties.
pub fn table(report: &Document, options: &Options) -> String {
    let paint = Paint(options.style);
    let rows: Vec<[String; 4]> = report.properties.iter().map(cells).collect();
    let word = widest(report.properties.iter().map(|p| p.verdict.word()), usize::MAX);
    let name = widest(rows.iter().map(|r| r[0].as_str()), WIDEST_NAME);
    let engine = widest(rows.iter().map(|r| r[2].as_str()), WIDEST_ENGINE);
    let time = widest(rows.iter().map(|r| r[3].as_str()), usize::MAX);
    let mut out = String::new();
    let mut component: Option<&str> = None;
    for (property, [name_text, formula, engine_text, time_text]) in report.properties.iter().zip(&rows) {
        let owner = property.contract.as_ref().map(|c| c.component.as_str());
        if owner != component {
            out.push_str(&format!("{}\n", paint.ink(Ink::Strong, &visible(owner.unwrap_or_default()))));
            component = owner;
        }
        let verdict = paint.padded(ink(&property.verdict), property.verdict.word(), word);
        let left = padded(name_text, name);
        let right = format!("{}  {}{time_text}", padded(engine_text, engine), " ".repeat(time - width(time_text)));
        let room = options.width.saturating_sub(word + width(&left) + width(&right) + 6);
        let middle = if room < LEAST_FORMULA { String::new() } else { padded(&shorten(formula, room), room) + "  " };
        let right = paint.ink(Ink::Faint, &right);
        out.push_str(&format!("{verdict}  {left}  {middle}{right}\n"));
    }
    out
}

fn cells(property: &Property) -> [String; 4] {
    [visible(property.local_name()), visible(&property.text), engine(property), duration(property.seconds)]
}

/// The engine, and a note if no judge re-checked its proof.
fn engine(property: &Property) -> String {
    let engine = visible(&property.engine);
    match property.verdict.certificate().and_then(|c| c.recheck.missing.as_ref()) {
        Some(cause) => format!("found by {engine}, not re-checked: {}", cause.kind.brief()),
        None => engine,
    }
}

fn ink(verdict: &Verdict) -> Ink {
    match verdict {
        Verdict::Holds(_) => Ink::Good,
        Verdict::Violated(_) => Ink::Bad,
        Verdict::Vacuous(_) | Verdict::Undetermined(_) => Ink::Unsure,
    }
}

/// Why the properties that hold do, why some of them say nothing, and why others are not decided: each reason once.
pub fn reasons(report: &Document, options: &Options) -> String {
    let mut proofs: Vec<(String, Vec<&str>)> = Vec::new();
    let mut vacuities: Vec<(Vec<String>, Vec<&str>)> = Vec::new();
    let mut causes: Vec<(Vec<String>, Vec<&str>)> = Vec::new();
    for property in &report.properties {
        match &property.verdict {
            Verdict::Holds(certificate) => join(&mut proofs, proof(certificate), &property.name),
            Verdict::Vacuous(vacuity) => {
                join(&mut proofs, proof(&vacuity.certificate), &property.name);
                join(&mut vacuities, emptiness(vacuity), &property.name);
            }
            Verdict::Undetermined(cause) => {
                let lines = std::iter::once(visible(&cause.message)).chain(cause.advice());
                join(&mut causes, lines.collect(), &property.name);
            }
            Verdict::Violated(_) => {}
        }
    }
    let mut out = String::new();
    for (proof, names) in proofs {
        out.push_str(&format!("proof of {}: {proof}\n", list(&names, MOST_NAMES)));
    }
    for (word, groups) in [("vacuous:", vacuities), ("undetermined:", causes)] {
        groups.iter().for_each(|(lines, names)| out.push_str(&reason(word, lines, names, options)));
    }
    out
}

/// A word, the properties that it is about, and why, further in.
fn reason(word: &str, lines: &[String], names: &[&str], options: &Options) -> String {
    let word = Paint(options.style).ink(Ink::Unsure, word);
    let mut out = format!("{word} {}\n", list(names, MOST_NAMES));
    let lines = lines.iter().flat_map(|l| wrap(l, options.width.saturating_sub(2).max(20)));
    lines.for_each(|line| out.push_str(&format!("  {line}\n")));
    out
}

/// Why a property says nothing, with the place of the part that never matters.
fn emptiness(vacuity: &Vacuity) -> Vec<String> {
    let place = vacuity.span.as_ref().map(|place| format!(" ({})", place.words()));
    let why = format!("it is true and says nothing: {}{}", vacuity.reason, place.unwrap_or_default());
    let more = vacuity.stronger.as_ref().map(|stronger| visible(&stronger.words()));
    std::iter::once(visible(&why)).chain(more).collect()
}

/// Kind of the proof and the solver that checked it again.
pub fn proof(certificate: &Certificate) -> String {
    let statement = visible(&certificate.statement);
    match &certificate.recheck {
        Recheck { by: Some(solver), .. } => format!("{statement}, re-checked by {solver}"),
        Recheck { missing: Some(cause), .. } => format!("{statement}, not re-checked: {}", visible(&cause.message)),
        Recheck { .. } => statement,
    }
}

fn join<'a, K: PartialEq>(groups: &mut Vec<(K, Vec<&'a str>)>, key: K, name: &'a str) {
    match groups.iter_mut().find(|(k, _)| *k == key) {
        Some((_, names)) => names.push(name),
        None => groups.push((key, vec![name])),
    }
}
