//! `--watch`: saves, mistakes on the way, files that are replaced, and the end.
//!
//! Nothing here depends on how fast anything is: each step waits until something is said, for as long as a busy machine may need.

use super::temporary;
use crate::support::*;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// How long to wait for words that never come.
const PATIENCE: Duration = Duration::from_secs(120);

/// A light that may go on; the property says that it does not.
fn model(next: &str) -> String {
    format!(
        "MODULE main\nIVAR push : boolean;\nVAR s : {{off, on}};\nASSIGN init(s) := off;\n\
         next(s) := case push : {next}; TRUE : s; esac;\nINVARSPEC NAME dark := s = off;\n"
    )
}

/// Saves as many editors do: a new file takes the place of the old one.
fn replace(folder: &Path, text: &str) {
    std::fs::write(folder.join("new"), text).unwrap();
    std::fs::rename(folder.join("new"), folder.join("m.smv")).unwrap();
}

/// Waits until what was said so far holds words behind a place; the place behind them.
fn heard(folder: &Path, file: &str, from: usize, words: &str) -> usize {
    let start = Instant::now();
    loop {
        let said = std::fs::read_to_string(folder.join(file)).unwrap();
        if let Some(at) = said[from..].find(words) {
            return from + at + words.len();
        }
        assert!(start.elapsed() < PATIENCE, "`{words}` was not said: {said}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn start(folder: &Path, command: &str) -> Child {
    let stream = |name: &str| Stdio::from(std::fs::File::create(folder.join(name)).unwrap());
    let mut watch = wherefore(folder);
    watch.args([command, "m.smv", "--watch"]).stdin(Stdio::null()).stdout(stream("out")).stderr(stream("err"));
    watch.spawn().unwrap()
}

/// Ends a watch as Ctrl-C does; its exit code.
fn end(mut watch: Child) -> Option<i32> {
    watched::signal(&watch, "INT");
    watch.wait().unwrap().code()
}

#[test]
fn every_save_is_answered_with_what_is_new_and_fixed() {
    let folder = temporary("watch");
    replace(&folder, &model("on"));
    let watch = start(&folder, "why");
    let said = heard(&folder, "err", 0, "watching 1 file; Ctrl-C ends");
    // The fault is mended: the verdict is another, and its way is gone.
    replace(&folder, &model("off"));
    let said = heard(&folder, "err", said, "dark: holds, was violated; 0 new, 1 fixed\n");
    // Nonsense on the way is said, and does not count as what was before.
    replace(&folder, "MODULE main VAR x : ;");
    let said = heard(&folder, "err", said, "error");
    std::fs::write(folder.join("m.smv"), model("on")).unwrap();
    heard(&folder, "err", said, "dark: violated, was holds; 1 new, 0 fixed\n");
    heard(&folder, "out", 0, "since the last save: 1 new, 0 fixed");
    assert_eq!(end(watch), Some(1));
    let out = std::fs::read_to_string(folder.join("out")).unwrap();
    assert!(!out.contains('\u{1b}'), "only a terminal is cleared: {out}");
}

#[test]
fn check_says_which_verdicts_are_others() {
    let folder = temporary("watch-check");
    replace(&folder, &model("on"));
    let watch = start(&folder, "check");
    let said = heard(&folder, "err", 0, "Ctrl-C ends");
    replace(&folder, &model("off"));
    heard(&folder, "err", said, "dark: holds, was violated\n");
    assert_eq!(end(watch), Some(0));
}

#[test]
fn the_standard_input_cannot_be_watched() {
    let output = wherefore(&models()).args(["check", "-", "--watch"]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot be watched"));
}
