//! Formulas of the repository of mCRL2: how many are read, and that every other one is refused by name.

use wherefore_diag::FileId;
use wherefore_mucalculus::read;
use wherefore_test::{corpus, files, say};

/// Formulas of a folder that are read, and the messages about the others.
fn counts(folder: &str) -> Option<(usize, Vec<String>)> {
    let folder = corpus(folder)?;
    let (mut good, mut bad) = (0, Vec::new());
    for path in files(&folder, &["mcf"]) {
        match read(FileId(0), &wherefore_test::read(&path)) {
            Ok(_) => good += 1,
            Err(wrong) => {
                let words: Vec<&str> = wrong.iter().map(|d| d.headline.as_str()).collect();
                bad.push(format!("{}: {}", path.display(), words.join("; ")));
            }
        }
    }
    Some((good, bad))
}

#[test]
fn formulas_of_mcrl2_are_read() {
    let Some((good, bad)) = counts("aut/mcrl2-formulas") else { return };
    bad.iter().for_each(|line| say(line));
    say(&format!("{good} of {} formulas are read", good + bad.len()));
    assert!(good * 10 >= (good + bad.len()) * 9);
    let named = |line: &&String| line.contains("is not supported") || line.contains("found the end of the file");
    assert_eq!(bad.iter().find(|line| !named(line)), None, "refused, but not by the name of what is missing");
}

#[test]
fn formulas_beside_models_are_read() {
    let Some((good, bad)) = counts("aut/mcrl2") else { return };
    assert_eq!((good, bad), (52, Vec::new()));
}
