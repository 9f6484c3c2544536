//! Public netlists: each that is read runs as its system does.

use crate::same::compare;
use std::path::{Path, PathBuf};
use wherefore_diag::FileId;
use wherefore_hardware::aiger::{is_binary, unpack};
use wherefore_hardware::{Format, lower, parse};
use wherefore_test::{Random, bytes, corpus, counted, files, is_full, seed};

const ENDINGS: &[&str] = &["btor2", "btor", "aag", "aig"];

/// The text and format of a file.
fn text(path: &Path) -> Result<(String, Format), String> {
    let bytes = bytes(path);
    if is_binary(&bytes) {
        return unpack(&bytes).map(|text| (text, Format::Aiger));
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let format = if text.starts_with("aag") { Format::Aiger } else { Format::Btor2 };
    Ok((text, format))
}

fn check(path: &Path, seed: u64) -> Result<usize, String> {
    let (text, format) = text(path)?;
    let (netlist, diagnostics) = parse(FileId(0), &text, format);
    let said = |d: &wherefore_diag::Diagnostics| d.iter().map(|d| d.headline.clone()).collect::<Vec<_>>().join("; ");
    let netlist = netlist.ok_or_else(|| said(&diagnostics))?;
    let (system, diagnostics) = lower(&netlist);
    let system = system.ok_or_else(|| said(&diagnostics))?;
    assert_eq!(wherefore_ir::validate(&system), Vec::<String>::new(), "{}", path.display());
    Ok(compare(&netlist, &system, 3, &mut Random::new(seed)).values)
}

#[test]
fn public_netlists_run_as_their_systems() {
    let seed = seed(1);
    let folders: Vec<PathBuf> = ["btor2", "hwmcc"].into_iter().filter_map(corpus).collect();
    let all: Vec<PathBuf> = folders.iter().flat_map(|f| files(f, ENDINGS)).collect();
    if folders.len() < 2 {
        return;
    }
    let share = if is_full() { 1 } else { 8 };
    let (mut read, mut values) = (0, 0);
    for path in all.iter().step_by(share) {
        wherefore_test::say(&path.display().to_string());
        match check(path, seed) {
            Ok(count) => (read, values) = (read + 1, values + count),
            Err(why) => wherefore_test::say(&format!("not read: {}: {why}", path.display())),
        }
    }
    counted(read, "netlists read");
    counted(values, "values compared");
}
