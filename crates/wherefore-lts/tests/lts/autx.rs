//! The published tagged counterexample LTSs, up to the numbers of their states.
//!
//! CLEAR writes a tagged LTS as `.autx`: edges are RED (incorrect), BLACK (neutral) or GREEN (correct, to the sink -1),
//! and the source of an edge may be marked as a neighbourhood of type G (cn), R (in), GR (ci) or GRB (cin). Ours is built
//! from the analysis, with what comes after a violation where the formula goes on; then both must be isomorphic.

#![expect(clippy::disallowed_methods, reason = "a test reads files")]

use crate::support::Analysis;
use crate::support::tagged::{Tagged, are_isomorphic};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use wherefore_lts::{Memory, load};
use wherefore_stop::Stop;

/// Folder, model, and how many nodes and edges the oracle has; the sink is a node.
const EXAMPLES: [(&str, &str, usize, usize); 7] = [
    ("allbad_bug", "ALLBAD", 61, 132),
    ("causality_bug", "COMMPROC", 178, 482),
    ("interleaving_bug", "INTERLEAVING", 14, 18),
    ("interleaving_bug_v2", "INTERLEAVINGV2", 88, 177),
    ("isolated_bug", "ISOLATED", 32, 66),
    ("iteration_bug", "ITERATION", 79, 116),
    ("uniquechoice_bug", "UNIQUECHOICE", 102, 212),
];

fn folder(name: &str) -> Option<PathBuf> {
    wherefore_test::corpus(&format!("clear/examples/visualization/{name}"))
}

fn ours(folder: &Path, model: &str) -> Tagged {
    let graph = load(File::open(folder.join(format!("{model}.aut"))).unwrap(), &Stop::new()).unwrap();
    let text = fs::read_to_string(folder.join("prop.mcl")).unwrap();
    Tagged::of(&Analysis::on(Memory::new(graph, Stop::new()), &crate::formulas::formula(&text)))
}

fn theirs(folder: &Path, model: &str) -> Tagged {
    Tagged::read(&fs::read_to_string(folder.join(format!("bad_prop_{model}_res-dump.autx"))).unwrap())
}

#[test]
fn the_tagged_systems_are_the_published_ones() {
    for (name, model, nodes, edges) in EXAMPLES {
        let Some(folder) = folder(name) else { continue };
        let (ours, theirs) = (ours(&folder, model), theirs(&folder, model));
        assert_eq!((theirs.nodes.len(), theirs.edges.len()), (nodes, edges), "{name}: the oracle has changed");
        assert_eq!((ours.nodes.len(), ours.edges.len()), (nodes, edges), "{name}");
        assert!(are_isomorphic(&ours, &theirs), "{name}");
    }
}

/// Each edge of an oracle with another colour, and each neighbourhood with another type, is seen.
#[test]
fn one_wrong_mark_is_seen() {
    for (name, model, ..) in EXAMPLES {
        let Some(folder) = folder(name) else { continue };
        let (ours, theirs) = (ours(&folder, model), theirs(&folder, model));
        for edge in (0..theirs.edges.len()).step_by(7) {
            let mut wrong = theirs.clone();
            wrong.edges[edge].2 = if wrong.edges[edge].2 == "RED" { "BLACK" } else { "RED" }.to_owned();
            assert!(!are_isomorphic(&ours, &wrong), "{name}: colour of edge {edge}");
        }
        for node in (0..theirs.nodes.len()).step_by(5) {
            let mut wrong = theirs.clone();
            wrong.nodes[node] = if wrong.nodes[node] == "GR" { "" } else { "GR" }.to_owned();
            assert!(!are_isomorphic(&ours, &wrong), "{name}: type of node {node}");
        }
    }
}
