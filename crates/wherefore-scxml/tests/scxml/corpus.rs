//! Public statecharts are read or refused for a reason with a place, and none of them makes the reader panic.
//!
//! Prints, for each folder of the corpora, how many documents were read and why the others were not:
//!
//! ```text
//! cargo test -p wherefore-lang --test scxml corpus -- --nocapture
//! ```
#![expect(clippy::disallowed_macros, clippy::print_stdout, reason = "a test prints its table")]

use std::collections::BTreeMap;
use std::path::Path;
use wherefore_diag::{FileId, SourceMap, Style, render};
use wherefore_scxml as scxml;
use wherefore_test::corpus;
use wherefore_test::{files, read};

/// Documents of one folder.
#[derive(Default)]
struct Tally {
    read: usize,
    refused: BTreeMap<String, Vec<String>>,
    other: usize,
    traced: usize,
    traced_read: usize,
}

/// The headline of the first error, or nothing if the document is read.
fn refusal(path: &Path) -> Option<String> {
    let text = read(path);
    let (chart, diagnostics) = scxml::parse(FileId(0), &text);
    let first = diagnostics.iter().find(|d| d.is_error());
    assert_eq!(chart.is_none(), first.is_some(), "{}: a chart if and only if there is no error", path.display());
    let sources = SourceMap::single("document", text.as_str());
    for diagnostic in diagnostics.iter() {
        let span =
            diagnostic.span().unwrap_or_else(|| panic!("{}: {} has no place", path.display(), diagnostic.headline));
        assert!(span.start <= span.end && span.end as usize <= text.len(), "{}", path.display());
        assert!(text.is_char_boundary(span.start as usize) && text.is_char_boundary(span.end as usize));
        render(diagnostic, &sources, Style::Plain);
    }
    first.map(|d| {
        let line = d.span().and_then(|s| sources.get(s.file).map(|f| f.location(s.start).line)).unwrap_or(0);
        format!("{} [{}:{line}]", d.headline, path.file_name().unwrap_or_default().to_string_lossy())
    })
}

/// Whether a file is a statechart: some folders hold other XML as well.
fn is_chart(path: &Path) -> bool {
    let text = read(path);
    text.contains("<scxml") || text.contains(":scxml")
}

fn tally(folder: &Path) -> Tally {
    let mut tally = Tally::default();
    for path in files(folder, &["scxml", "xml"]) {
        let refused = refusal(&path);
        if !is_chart(&path) {
            tally.other += 1;
            continue;
        }
        let traced = path.with_extension("json").exists();
        tally.traced += usize::from(traced);
        tally.traced_read += usize::from(traced && refused.is_none());
        match refused {
            None => tally.read += 1,
            Some(headline) => {
                let (head, place) = headline.rsplit_once(" [").unwrap_or((&headline, ""));
                tally.refused.entry(head.to_owned()).or_default().push(place.trim_end_matches(']').to_owned());
            }
        }
    }
    tally
}

#[test]
fn public_statecharts_are_read_or_refused_with_a_place() {
    let Some(corpus) = corpus("scxml") else { return };
    let (mut read, mut all) = (0, 0);
    for folder in ["w3c", "itemis", "commons-scxml", "convince", "qtscxml"] {
        let tally = tally(&corpus.join(folder));
        let refused: usize = tally.refused.values().map(Vec::len).sum();
        println!("{folder}: {} read, {refused} refused, {} of other kinds", tally.read, tally.other);
        if tally.traced > 0 {
            println!("    of {} with a recorded run {} are read", tally.traced, tally.traced_read);
        }
        for (headline, places) in &tally.refused {
            println!(
                "    {:3}  {headline}  ({})",
                places.len(),
                places.iter().take(4).cloned().collect::<Vec<_>>().join(" ")
            );
        }
        if folder == "qtscxml" {
            assert!(tally.traced_read >= 248, "only {} of {} documents are read", tally.traced_read, tally.traced);
        } else {
            (read, all) = (read + tally.read, all + tally.read + refused);
        }
    }
    println!("{read} of {all} outside qtscxml");
    assert!(read >= 272, "only {read} of {all} documents are read");
}
