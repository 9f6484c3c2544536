//! Pictures: the oracles of the CLEAR tools survive, and Graphviz understands what is written for it.

mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use support::autx::read;
use wherefore_report::document::flow;
use wherefore_report::document::{Arrow, Diagram, Node, Tint};
use wherefore_report::graph::{autx, blocks, dot};
use wherefore_test::{Need, skip};

fn node(state: u32, kind: Option<&'static str>) -> Node {
    Node { state, kind, violated: false, safe: false }
}

fn arrow(source: usize, target: Option<usize>, label: &str, tint: Tint) -> Arrow {
    Arrow { source, target, label: label.to_owned(), tint, taken: false }
}

/// The protocol of the paper, with the safe state drawn.
fn protocol() -> Diagram {
    let nodes = vec![
        node(0, Some("cn")),
        node(1, Some("cn")),
        node(0, Some("ci")),
        Node { violated: true, ..node(1, None) },
        Node { safe: true, ..node(2, None) },
    ];
    let taken = |source, target, label, tint| Arrow { taken: true, ..arrow(source, Some(target), label, tint) };
    let arrows = vec![
        taken(0, 1, "Send", Tint::Black),
        arrow(0, Some(4), "Exit", Tint::Green),
        taken(1, 2, "Recv", Tint::Black),
        arrow(1, None, "Exit", Tint::Green),
        taken(2, 3, "Send", Tint::Red),
        arrow(2, Some(4), "Exit", Tint::Green),
        arrow(4, Some(4), "idle", Tint::Black),
    ];
    Diagram { title: "once".to_owned(), nodes, arrows }
}

#[test]
fn a_tagged_graph_has_the_counterexamples_alone() {
    let expected = "\
des (0, 6, 5)
(0:N:G, \"Send\":BLACK, 1)
(0:N:G, \"Exit\":GREEN, -1)
(1:N:G, \"Recv\":BLACK, 2)
(1:N:G, \"Exit\":GREEN, -1)
(2:N:GR, \"Send\":RED, 3)
(2:N:GR, \"Exit\":GREEN, -1)
";
    assert_eq!(autx(&protocol()), expected);
}

#[test]
fn nothing_is_one_state_without_transitions() {
    let nothing = Diagram { title: String::new(), nodes: vec![node(3, None)], arrows: Vec::new() };
    assert_eq!(autx(&nothing), "des (0, 0, 1)\n");
    assert_eq!(autx(&Diagram { nodes: Vec::new(), ..nothing }), "des (0, 0, 1)\n");
}

#[test]
fn a_label_stays_on_its_line() {
    let nodes = vec![node(0, None), node(1, None)];
    let labels = ["a\nb\r\u{85}c", "say \"hi\", 7)", "back\\slash"];
    let arrows = labels.iter().map(|l| arrow(0, Some(1), l, Tint::Red)).collect();
    let text = autx(&Diagram { title: String::new(), nodes, arrows });
    let expected = "des (0, 3, 2)\n(0, \"a\\nb\\r\\u{85}c\":RED, 1)\n(0, \"say \"hi\", 7)\":RED, 1)\n\
                    (0, \"back\\slash\":RED, 1)\n";
    assert_eq!(text, expected);
    assert_eq!(read(&text).arrows[1].label, labels[1]);
}

/// The oracle files, or none and a word about it where they are not there.
fn corpus() -> Vec<PathBuf> {
    let Some(folder) = wherefore_test::corpus("clear/examples/visualization") else { return Vec::new() };
    let entries = std::fs::read_dir(folder).unwrap();
    let files = entries.flatten().filter_map(|e| std::fs::read_dir(e.path()).ok()).flatten().flatten();
    let mut files: Vec<PathBuf> =
        files.map(|f| f.path()).filter(|p| p.extension().is_some_and(|e| e == "autx")).collect();
    files.sort();
    assert_eq!(files.len(), 7, "{files:?}");
    files
}

#[expect(clippy::disallowed_methods, reason = "tests read their corpora")]
fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn the_oracles_are_written_as_they_were_read() {
    for path in corpus() {
        let text = text_of(&path);
        let written = autx(&read(&text));
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(text.lines().next(), written.lines().next(), "{}", path.display());
        assert_eq!(sorted(&text), sorted(&written), "{}", path.display());
    }
}

#[test]
fn a_picture_shows_kinds_fates_and_the_run() {
    let picture = dot(&protocol());
    for line in [
        "  start -> n0 [tooltip=\"start\"];\n",
        "  n0 [label=\"0\", shape=box, style=filled, fillcolor=\"#c8e6c9\", tooltip=\"cn\"];\n",
        "  n2 [label=\"0\", shape=hexagon, style=filled, fillcolor=\"#c8e6c9:#ffcdd2\", tooltip=\"ci\"];\n",
        "  n3 [label=\"1\", shape=doublecircle, color=\"#c62828\", fontcolor=\"#c62828\", tooltip=\"violated\"];\n",
        "  n4 [label=\"2\", style=dashed, color=\"#2e7d32\", fontcolor=\"#2e7d32\", tooltip=\"avoided\"];\n",
        "  n1 -> x1 [label=\" Exit \", color=\"#2e7d32\", fontcolor=\"#2e7d32\"];\n",
        "  n2 -> n3 [label=\" Send \", color=\"#c62828\", fontcolor=\"#c62828\", penwidth=3];\n",
    ] {
        assert!(picture.contains(line), "{line}{picture}");
    }
}

#[test]
fn labels_are_stacked_shortened_and_escaped() {
    let arrows: Vec<Arrow> = (0..12).map(|n| arrow(0, Some(0), &format!("a{}", n % 6), Tint::Black)).collect();
    let nodes = vec![node(0, None)];
    let picture = dot(&Diagram { title: "t \"x\"\\N\u{1b}[2J".to_owned(), nodes: nodes.clone(), arrows });
    assert!(picture.contains("n0 -> n0 [label=\" a0\\na1\\na2\\na3\\nand 2 more \","), "{picture}");
    assert!(picture.contains("  label=\"t \\\"x\\\"\\\\N\\\\u{1b}[2J\\n"), "{picture}");
    let hostile = dot(&hostile());
    assert!(!hostile.chars().any(|c| c.is_control() && c != '\n'), "{hostile:?}");
    assert!(hostile.lines().all(|l| l.len() < 400), "{hostile}");
    assert!(hostile.contains("&amp;lt;"), "{hostile}");
}

/// Labels that try to get out of their string.
fn hostile() -> Diagram {
    let labels =
        ["\"];\n} digraph x {", "ends in \\", "\u{0}\u{1b}[2J\u{202e}", "<b>&lt;</b>", "", &"long ".repeat(10_000)];
    let arrows = labels.iter().map(|l| arrow(0, None, l, Tint::Green)).collect();
    let more: Vec<Arrow> = labels.iter().map(|l| arrow(0, Some(0), l, Tint::Red)).rev().collect();
    let arrows = [arrows, more].concat();
    Diagram { title: labels.concat(), nodes: vec![node(0, Some("cin"))], arrows }
}

#[test]
fn graphviz_understands_it() {
    let mut pictures = vec![dot(&protocol()), dot(&hostile())];
    pictures.push(dot(&Diagram { title: String::new(), nodes: Vec::new(), arrows: Vec::new() }));
    pictures.extend([blocks(&latch()), blocks(&hostile_blocks()), blocks(&flow::Diagram::default())]);
    pictures.extend(corpus().iter().map(|path| dot(&read(&text_of(path)))));
    for picture in pictures {
        let program = Command::new("dot").arg("-Tcanon").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let Ok(mut program) = program else { return skip(Need::Graphviz, "`dot` is not installed") };
        std::io::Write::write_all(&mut program.stdin.take().unwrap(), picture.as_bytes()).unwrap();
        assert!(program.wait_with_output().unwrap().status.success(), "{picture}");
    }
}

fn block(id: u32, kind: flow::BlockKind, symbol: &str, name: Option<&str>) -> flow::Block {
    let (symbol, name) = (symbol.to_owned(), name.map(str::to_owned));
    flow::Block { id, kind, symbol, name, call: 0, values: Vec::new(), is_sink: false }
}

fn call(name: &str, parent: Option<usize>) -> flow::Call {
    flow::Call { name: name.to_owned(), parent }
}

/// `once = set or (false -> pre once)` in a call, never set at the second tick.
fn latch() -> flow::Diagram {
    let mut blocks = vec![
        block(2, flow::BlockKind::Input, "", Some("set")),
        block(3, flow::BlockKind::Constant, "FALSE", None),
        block(4, flow::BlockKind::Delay, "pre", None),
        block(5, flow::BlockKind::Init, "->", None),
        block(9, flow::BlockKind::Operator, "or", Some("once")),
    ];
    blocks.iter_mut().skip(1).for_each(|b| b.call = 2);
    blocks[0].values = vec![(0, "FALSE".to_owned()), (1, "FALSE".to_owned())];
    blocks[4].values = (0..6).map(|tick| (tick, "FALSE".to_owned())).collect();
    blocks[4].is_sink = true;
    let arc = |source, target, port, active| flow::Arc { source, target, port, active };
    flow::Diagram {
        title: "once: class 1".to_owned(),
        calls: vec![
            call("", None),
            call("Observer", Some(0)),
            call("Observer/Once#2", Some(1)),
            call("Other", Some(0)),
        ],
        blocks,
        arcs: vec![
            arc(0, 4, "", true),
            arc(1, 3, "first", false),
            arc(2, 3, "then", false),
            arc(3, 4, "", false),
            arc(4, 2, "", true),
            arc(7, 99, "", true),
        ],
        left_out: 12,
    }
}

#[test]
fn a_picture_of_blocks_has_frames_shapes_and_the_cause() {
    let picture = blocks(&latch());
    for text in [
        "  label=\"once: class 1\\n",
        "\\n12 more blocks, further from the property, are not drawn\\n \";\n",
        "  b2 [label=\"set\\nFALSE @ 1\\nFALSE @ 2\", shape=ellipse, fillcolor=\"#ffcdd2\", color=\"#c62828\", style=\"filled\"];\n  subgraph cluster_1 {\n  label=\"Observer\";",
        "  b3 [label=\"FALSE\", shape=plaintext];\n  b4 [label=\"pre\", shape=box, peripheries=2];\n  b5 [label=\"->\", shape=hexagon];\n",
        "  b9 [label=\"or\\nonce\\nFALSE @ 1\\nFALSE @ 2\\nFALSE @ 3\\nFALSE @ 4\\nand 2 more\", shape=box, fillcolor",
        "penwidth=3];\n  }\n  }\n",
        "  b2 -> b9 [color=\"#c62828\", penwidth=2.5];\n  b3 -> b5 [headlabel=\"first\", color=\"#9e9e9e\"];\n",
    ] {
        assert!(picture.contains(text), "{text}{picture}");
    }
    assert_eq!(picture.matches('{').count(), picture.matches('}').count(), "{picture}");
}

/// Names that try to get out of their string, in calls nested deeply.
fn hostile_blocks() -> flow::Diagram {
    let names =
        ["\"];\n} digraph x {", "ends in \\", "\u{0}\u{1b}[2J\u{202e}", "<b>&lt;</b>", "", &"long ".repeat(10_000)];
    let mut blocks: Vec<flow::Block> =
        names.iter().zip(0..).map(|(n, id)| block(id, flow::BlockKind::Wire, n, Some(n))).collect();
    blocks.iter_mut().for_each(|b| b.values = vec![(u32::MAX, names.concat())]);
    let mut calls: Vec<flow::Call> = names.iter().map(|n| call(n, Some(0))).collect();
    calls[0].parent = None;
    flow::Diagram { title: names.concat(), calls, blocks, arcs: Vec::new(), left_out: 0 }
}

#[test]
fn names_of_blocks_stay_in_their_strings() {
    let picture = blocks(&hostile_blocks());
    assert!(!picture.chars().any(|c| c.is_control() && c != '\n'), "{picture:?}");
    assert!(picture.lines().all(|l| l.len() < 700), "{picture}");
    assert!(picture.contains("ends in \\\\") && picture.contains("<b>&amp;lt;</b>"), "{picture}");
    let calls = (0..50_000).map(|k: usize| call(&format!("c{k}"), k.checked_sub(1))).collect();
    let deep = flow::Diagram { calls, ..flow::Diagram::default() };
    assert_eq!(blocks(&deep).matches("subgraph").count(), 50_000);
}
