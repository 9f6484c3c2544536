//! The traces that come with Qt SCXML, from the SCION test framework and the tests of the W3C: every statechart that is
//! read must do what they say, by the interpreter and as lowered to a transition system.
//!
//! The files are not part of this repository. They are looked for beside the workspace; if they are missing the test says
//! so and passes.

use crate::reason;
use crate::scenario::Scenario;
use std::collections::BTreeMap;
use std::path::Path;
use wherefore_diag::FileId;
use wherefore_scxml::{load, parse};
use wherefore_test::{corpus, say};
use wherefore_test::{files, read};

/// How many statecharts must at least be read.
const INSIDE: usize = 222;

/// Traces that this front end does not reproduce, and why. That they are not is checked too.
const CONTRARY: [(&str, &str); 10] = [
    ("more-parallel/test2", PRIORITY),
    ("more-parallel/test3", PRIORITY),
    ("more-parallel/test6", PRIORITY),
    ("parallel+interrupt/test21", PRIORITY),
    ("parallel+interrupt/test26", PRIORITY),
    ("parallel+interrupt/test7", PRIORITY),
    ("w3c-ecma/test201.txml", "the event is sent over HTTP, which is optional"),
    ("w3c-ecma/test441a.txml", "`exmode` of a draft makes the processor ignore expressions"),
    ("w3c-ecma/test441b.txml", "`exmode` of a draft makes the processor refuse expressions"),
    ("w3c-ecma/test456.txml", "in ECMAScript undefined + 1 is not 1"),
];
/// Here the traces are older than the recommendation.
const PRIORITY: &str = "appendix D: of two transitions that leave a common state the first in document order is taken";

/// Names of files by what is to be said about them.
type Table = BTreeMap<String, Vec<String>>;

/// Counts of outcomes for the files.
#[derive(Default)]
struct Tally {
    inside: usize,
    reproduced: usize,
    lowered: usize,
    followed: usize,
    microsteps: usize,
    sessions: usize,
    unread: Table,
    unlowered: Table,
    wrong: Table,
}

impl Tally {
    fn add(&mut self, name: &str, text: &str, scenario: &Scenario) {
        let (chart, diagnostics) = parse(FileId(0), text);
        let Some(chart) = chart else {
            self.unread.entry(reason(&diagnostics)).or_default().push(name.to_owned());
            return;
        };
        self.sessions += usize::from(chart.channels.len() > 1);
        let open = |what: &str| diagnostics.iter().any(|d| d.code.id == "scxml-invoke" || d.headline.contains(what));
        if open("in another file is read as any value") {
            self.unread.entry("the environment does the rest".to_owned()).or_default().push(name.to_owned());
            return;
        }
        if let Some(id) = scenario.stranger(&chart) {
            let reason = format!("to be judged by people: there is no state {id}");
            self.unread.entry(reason).or_default().push(name.to_owned());
            return;
        }
        if let Some((_, reason)) = CONTRARY.iter().find(|(n, _)| *n == name) {
            self.unread.entry((*reason).to_owned()).or_default().push(name.to_owned());
            if scenario.run(&chart, text, None).is_ok() {
                self.wrong.entry("reproduced after all".to_owned()).or_default().push(name.to_owned());
            }
            return;
        }
        self.inside += 1;
        match scenario.run(&chart, text, None) {
            Ok(_) => self.reproduced += 1,
            Err(what) => self.wrong.entry(format!("interpreted: {what}")).or_default().push(name.to_owned()),
        }
        let loaded = load(FileId(0), text);
        let Some(system) = &loaded.system else {
            self.unlowered.entry(reason(&loaded.diagnostics)).or_default().push(name.to_owned());
            return;
        };
        self.lowered += 1;
        match scenario.run(&chart, text, Some(system)) {
            Ok(compared) => {
                self.followed += 1;
                self.microsteps += compared;
            }
            Err(what) => self.wrong.entry(format!("lowered: {what}")).or_default().push(name.to_owned()),
        }
    }

    fn show(&self, count: usize) {
        say(&format!(
            "{count} files, {} with sessions, {} inside, {} reproduced by the interpreter; {} lowered, {} of them followed in {} microsteps",
            self.sessions, self.inside, self.reproduced, self.lowered, self.followed, self.microsteps
        ));
        for (title, table) in [("outside", &self.unread), ("not lowered", &self.unlowered), ("WRONG", &self.wrong)] {
            for (reason, names) in table {
                say(&format!("{title}  {}x  {reason}: {}", names.len(), names.join(" ")));
            }
        }
    }
}

#[test]
fn the_traces_of_qt_are_reproduced() {
    let Some(root) = corpus("scxml/qtscxml") else { return };
    let mut tally = Tally::default();
    let mut count = 0;
    for path in files(&root, &["scxml"]) {
        let json = read(&path.with_extension("json"));
        let Some(scenario) = Scenario::read(&json) else { continue };
        count += 1;
        let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
        let name = Path::new(folder).join(path.file_stem().unwrap_or_default()).display().to_string();
        tally.add(&name, &read(&path), &scenario);
    }
    tally.show(count);
    assert!(tally.wrong.is_empty(), "{} files are wrong", tally.wrong.values().map(Vec::len).sum::<usize>());
    assert!(tally.inside >= INSIDE, "only {} files are read", tally.inside);
}
