//! Formulas of the repository of mCRL2: how many are read, and that every other one is refused by name.

use wherefore_diag::FileId;
use wherefore_mucalculus::{Limits, Listed, decide, read};
use wherefore_stop::Stop;
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
    assert_eq!((good, good + bad.len()), (313, 344));
    let named = |line: &&String| line.contains("not supported") || line.contains("found the end of the file");
    assert_eq!(bad.iter().find(|line| !named(line)), None, "refused, but not by the name of what is missing");
}

/// The graph of the alternating bit protocol, which has formulas beside its model.
#[test]
fn formulas_on_a_protocol_are_decided() {
    let (Some(graph), Some(folder)) = (corpus("aut/merc/lts/abp.aut"), corpus("aut/mcrl2/abp")) else { return };
    let text = wherefore_test::read(&graph);
    let transition = |line: &'_ str| {
        let inside = line.trim().strip_prefix('(')?.strip_suffix(')')?;
        let ((from, rest), (_, to)) = (inside.split_once(',')?, inside.rsplit_once(',')?);
        let label = rest.get(..rest.len() - to.len() - 1)?.trim().trim_matches('"').to_owned();
        Some((from.trim().parse().ok()?, label, to.trim().parse().ok()?))
    };
    let transitions: Vec<(u32, String, u32)> = text.lines().skip(1).filter_map(transition).collect();
    let listed: Vec<(u32, &str, u32)> =
        transitions.iter().map(|(from, label, to)| (*from, label.as_str(), *to)).collect();
    assert_eq!(listed.len(), 92);
    let graph = Listed::new(0, &listed);
    let mut failing = Vec::new();
    for path in files(&folder, &["mcf"]) {
        let document = read(FileId(0), &wherefore_test::read(&path)).unwrap_or_else(|_| panic!("{}", path.display()));
        let decision = decide(&document, &graph, Limits::default(), &Stop::new());
        if !decision.unwrap_or_else(|why| panic!("{}: {why:?}", path.display())).holds {
            failing.push(path.file_stem().unwrap_or_default().to_string_lossy().into_owned());
        }
    }
    assert_eq!(failing, ["infinitely_often_enabled_then_infinitely_often_taken", "read_then_eventually_send"]);
}

#[test]
fn formulas_beside_models_are_read() {
    let Some((good, bad)) = counts("aut/mcrl2") else { return };
    assert_eq!((good, bad), (52, Vec::new()));
}
