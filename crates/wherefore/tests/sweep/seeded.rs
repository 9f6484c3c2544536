//! Public models in which no variable is control, or several processes are equal, with mistakes put into them: the ways to fail have
//! sentences, and equal processes count once.
//!
//! ```text
//! WHEREFORE_CORPUS=full cargo test --features cadical -p wherefore --test corpus seeded -- --nocapture
//! ```
//!
//! prints the table; without `WHEREFORE_CORPUS=full` the quickest are asked. A model is read from the corpora and changed in memory.

use crate::support::wherefore;
use serde_json::Value;
use std::collections::BTreeSet;
use std::time::Instant;
use wherefore_test::{corpus, is_full, read, say};

/// Columns of the longest sentence.
const LONGEST: usize = 100;
/// The time for a model.
const TIME: &str = "20s";

/// A mistake in a model.
struct Seeded {
    name: &'static str,
    path: &'static str,
    /// Texts and what stands in their place.
    edits: &'static [(&'static str, &'static str)],
    /// The property that fails.
    property: &'static str,
    /// What tells the ways apart.
    by: &'static str,
    /// How many ways there are when those of equal instances count once, and one by one; none if there may be no time for all.
    ways: Option<(usize, usize)>,
    is_quick: bool,
}

const LIVE: &str = "SPEC\n  AG (proc1.state = entering -> AF proc1.state = critical)";
const APART: &str = "INVARSPEC NAME seeded := !(proc1.state = critical & proc2.state = critical);";
const ALL_APART: &str = "INVARSPEC NAME seeded := !(proc1.state = critical & proc2.state = critical) & !(proc1.state = critical & \
                         proc3.state = critical) & !(proc2.state = critical & proc3.state = critical);";
const OSCILLATES: &str = "SPEC\n  (AG AF gate1.output) & (AG AF !gate1.output)";
const NOT_ALL: &str = "INVARSPEC NAME seeded := !(gate1.output & gate2.output & gate3.output);";

const SEEDED: [Seeded; 14] = [
    Seeded {
        name: "ring: a gate can switch on at any time",
        path: "nusmv-2.6.0-examples/example_cmu/ring.smv",
        edits: &[("next(output) := !input", "next(output) := {TRUE, !input}"), (OSCILLATES, NOT_ALL)],
        property: "seeded",
        by: "change",
        ways: Some((1, 3)),
        is_quick: true,
    },
    Seeded {
        name: "semaphore: entered without looking",
        path: "nusmv-2.6.0-examples/example_cmu/semaphore.smv",
        edits: &[("state = entering & !semaphore : critical", "state = entering : critical"), (LIVE, APART)],
        property: "seeded",
        by: "path",
        ways: Some((2, 4)),
        is_quick: true,
    },
    Seeded {
        name: "semaphore of three: given back too early",
        path: "nusmv-2.6.0-examples/example_cmu/semaphore.smv",
        edits: &[
            ("state = exiting : FALSE", "state = idle : FALSE"),
            (
                "process user(semaphore);\nASSIGN",
                "process user(semaphore);\n  proc3 : process user(semaphore);\nASSIGN",
            ),
            (LIVE, ALL_APART),
        ],
        property: "seeded",
        by: "path",
        ways: Some((10, 60)),
        is_quick: false,
    },
    Seeded {
        name: "mutex: critical without looking at the other",
        path: "nusmv-2.6.0-examples/example_cmu/mutex1.smv",
        edits: &[
            ("(state0 = trying) & (state1 = noncritical): critical", "(state0 = trying): critical"),
            (
                "SPEC\n\nEF((s0 = critical) & (s1 = critical))",
                "INVARSPEC NAME seeded := !(s0 = critical & s1 = critical);",
            ),
        ],
        property: "seeded",
        by: "path",
        ways: Some((4, 4)),
        is_quick: false,
    },
    Seeded {
        name: "arbiter: granted although requested below",
        path: "nusmv-2.6.0-examples/example_cmu/syncarb5.smv",
        edits: &[("!Request & below.grant-out", "below.grant-out")],
        property: "spec_1",
        by: "conjunct",
        ways: Some((20, 20)),
        is_quick: false,
    },
    Seeded {
        name: "arbiter: a persistent request is enough",
        path: "nusmv-2.6.0-examples/example_cmu/syncarb5.smv",
        edits: &[("(Persistent & Token | below", "(Persistent | below")],
        property: "spec_1",
        by: "conjunct",
        ways: Some((10, 10)),
        is_quick: false,
    },
    Seeded {
        name: "arbiter of ten: granted although overridden",
        path: "nusmv-2.6.0-examples/smv-dist/syncarb10.smv",
        edits: &[("& !e1.override-out", "")],
        property: "spec_1",
        by: "conjunct",
        ways: Some((45, 45)),
        is_quick: false,
    },
    Seeded {
        name: "dme: acknowledged without the token",
        path: "nusmv-2.6.0-examples/example_cmu/dme1.smv",
        edits: &[("r : and-gate(e.out,m.out)", "r : and-gate(a.out,a.out)")],
        property: "spec_1",
        by: "conjunct",
        ways: None,
        is_quick: false,
    },
    Seeded {
        name: "dme of processes: acknowledged without the token",
        path: "nusmv-2.6.0-examples/example_cmu/dme2.smv",
        edits: &[("r : and-gate(e.out,m.out)", "r : and-gate(a.out,a.out)")],
        property: "spec_1",
        by: "conjunct-and-branch",
        ways: None,
        is_quick: false,
    },
    Seeded {
        name: "gigamax: does not wait for ownership",
        path: "nusmv-2.6.0-examples/smv-dist/gigamax.smv",
        edits: &[("CMD = read-owned         : TRUE", "CMD = read-owned         : FALSE")],
        property: "spec_3",
        by: "path",
        ways: None,
        is_quick: false,
    },
    Seeded {
        name: "clients: both may run",
        path: "aiger/examples/smv/s2cfair.smv",
        edits: &[
            ("INVAR\n  !(c0.run & c1.run)\n", ""),
            ("LTLSPEC\n  G (req -> F ack)\n", ""),
            ("next (a1) := c1.req & c1.run;", "next (a1) := c1.req & c1.run;\nINVARSPEC NAME seeded := !(a0 & a1);"),
        ],
        property: "seeded",
        by: "change",
        ways: Some((3, 3)),
        is_quick: false,
    },
    Seeded {
        name: "multiplexers: one selects a constant",
        path: "aiger/examples/smv/mult2.smv",
        edits: &[("      c : b;", "      c : TRUE;")],
        property: "spec_1",
        by: "branch",
        ways: Some((1, 1)),
        is_quick: false,
    },
    Seeded {
        name: "philosophers: the property as it is published",
        path: "aiger/log/dp3.smv",
        edits: &[],
        property: "spec_1",
        by: "change",
        ways: Some((5, 5)),
        is_quick: false,
    },
    Seeded {
        name: "counter: bits stay",
        path: "nusmv-2.6.0-examples/example_cmu/counter.smv",
        edits: &[
            ("value xor carry_in", "value | carry_in"),
            ("SPEC AG(!bit2.carry_out)", "INVARSPEC NAME seeded := !bit2.carry_out;"),
        ],
        property: "seeded",
        by: "change",
        ways: Some((1, 1)),
        is_quick: true,
    },
];

impl Seeded {
    /// The model with its mistake.
    fn text(&self, folder: &std::path::Path) -> String {
        let text = read(&folder.join(self.path));
        self.edits.iter().fold(text, |text, (before, after)| {
            assert!(text.contains(before), "{}: `{before}` is not in {}", self.name, self.path);
            text.replacen(before, after, 1)
        })
    }

    /// What the program says of the property.
    fn asked(&self, folder: &std::path::Path, file: &std::path::Path) -> Value {
        std::fs::write(file, self.text(folder)).expect("a file");
        let parent = file.parent().expect("a folder");
        let mut command = wherefore(parent);
        command.arg("why").arg(file.file_name().expect("a name")).args(["-p", self.property]);
        let output = command.args(["--format", "json", "--timeout", TIME]).output().expect("the program");
        let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
        let all = report["properties"].as_array().expect("properties");
        all.iter().find(|p| p["name"] == self.property).expect("the property").clone()
    }
}

/// How many of these classes there are if those of one group count once.
fn apart<'a>(property: &'a Value, classes: &[&'a str]) -> usize {
    let groups: Vec<Vec<&'a str>> = property["alike"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|group| group.as_array().into_iter().flatten().filter_map(Value::as_str).collect())
        .collect();
    let first = |class: &'a str| groups.iter().find(|group| group.contains(&class)).map_or(class, |group| group[0]);
    classes.iter().map(|class| first(class)).collect::<BTreeSet<&str>>().len()
}

#[test]
fn seeded_mistakes_have_ways_with_sentences() {
    let Some(folder) = corpus("smv") else { return };
    let made = tempfile::tempdir().expect("a folder");
    let mut asked = 0;
    for seeded in SEEDED.iter().filter(|seeded| seeded.is_quick || is_full()) {
        let begin = Instant::now();
        let property = seeded.asked(&folder, &made.path().join("model.smv"));
        let (name, seconds) = (seeded.name, begin.elapsed().as_secs_f64());
        assert_eq!(property["verdict"], "violated", "{name}");
        let enumeration = &property["enumeration"];
        assert!(enumeration["undivided"].is_null(), "{name}: failing runs are not told apart");
        let by = enumeration["told_apart_by"].as_str().unwrap_or_default();
        let classes = property["classes"].as_array().expect("classes");
        let ids: Vec<&str> = classes.iter().filter_map(|class| class["id"].as_str()).collect();
        let titles: Vec<&str> = classes.iter().filter_map(|class| class["title"].as_str()).collect();
        let (once, complete) = (apart(&property, &ids), enumeration["complete"] == true);
        let first = titles.first().copied().unwrap_or_default();
        let rest = if complete { "complete" } else { "there may be others" };
        say(&format!("{name}: {once} ways ({} one by one), {rest}, by {by}, {seconds:.1} s: {first}", classes.len()));
        assert_eq!(by, seeded.by, "{name}");
        assert!(!titles.is_empty() && titles.len() == classes.len(), "{name}: a way has no sentence");
        for title in &titles {
            assert!(!title.is_empty() && *title != "init" && *title != "a failing run", "{name}: {title:?}");
            assert!(title.chars().count() <= LONGEST, "{name}: {title}");
        }
        assert_eq!(titles.iter().collect::<BTreeSet<_>>().len(), titles.len(), "{name}: two ways have one sentence");
        if let Some(wanted) = seeded.ways.filter(|_| complete) {
            assert_eq!((once, classes.len()), wanted, "{name}");
        }
        assert!(complete || seeded.ways.is_none() || is_full(), "{name}: not every way was found");
        asked += 1;
    }
    assert!(asked > 0, "no model was asked");
}
