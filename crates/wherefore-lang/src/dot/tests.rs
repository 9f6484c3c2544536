//! Graphs in DOT.

use super::read;
use crate::explicit::Form;

const TLC: &str = r#"strict digraph DiskGraph {
edge [colorscheme="paired12"]
nodesep=0.35;
subgraph cluster_graph {
color="white";
86 [label="/\\ x = 0\n/\\ q = << \"a\",\n   \"b\\\\c\" >>",style = filled]
86 -> -12 [label="Up",color="2",fontcolor="2"];
-12 [label="/\\ x = 1\n/\\ q = <<>>"];
-12 -> -12 [label="",color="2",fontcolor="2"];
{rank = same; 86;}
}
subgraph cluster_legend {graph[style=bold];label = "Next State Actions" style="solid"
node [ labeljust="l",colorscheme="paired12",style=filled,shape=record ]
Up [label="Up",fillcolor=3]
}}"#;

#[test]
fn a_state_graph_of_tlc() {
    let graph = read(TLC.as_bytes()).unwrap();
    let states = graph.states.unwrap();
    assert_eq!((graph.initial, graph.count, graph.form), (0, 2, Form::Tlc));
    assert_eq!(states.variables(), ["x", "q"]);
    assert_eq!(states.shown(0).unwrap(), ["0", r#"<< "a", "b\\c" >>"#]);
    assert_eq!(graph.block.names.iter().collect::<Vec<_>>(), ["Up", "tau"]);
}

#[test]
fn several_initial_states_have_one_before_them() {
    let text = TLC.replace(
        "-12 [label=\"/\\\\ x = 1\\n/\\\\ q = <<>>\"]",
        "-12 [label=\"/\\\\ x = 1\\n/\\\\ q = <<>>\",style = filled]",
    );
    let graph = read(text.as_bytes()).unwrap();
    assert_eq!((graph.initial, graph.count, graph.block.targets.len()), (2, 3, 4));
}

#[test]
fn other_graphs_and_where_they_begin() {
    let initial =
        |text: &str| read(text.as_bytes()).map(|graph| (graph.initial, graph.count)).map_err(|f| f.to_string());
    assert_eq!(initial("digraph { a -> b -> c [label=\"x\"] }"), Ok((0, 3)));
    assert_eq!(initial("digraph g { a -> b:n [label=x]; b [peripheries=2] }"), Ok((1, 2)));
    assert_eq!(initial("digraph { s [shape=none label=\"\"]; a -> b [label=x]; s -> b; }"), Ok((2, 3)));
    assert!(initial("graph { a -- b }").unwrap_err().contains("without directions"));
    assert!(initial("digraph { a -> {b c} }").unwrap_err().contains("whole subgraph"));
    assert!(initial("digraph { a -> b").unwrap_err().contains("the file ends"));
    assert!(initial("digraph { a [label=\"x }").unwrap_err().contains("without an end"));
    assert!(initial("digraph { }").unwrap_err().contains("no states"));
}

#[test]
fn hostile_texts_end_in_a_fault() {
    for text in [
        "digraph {".repeat(9),
        "digraph x ".to_owned() + &"{".repeat(100_000),
        format!("digraph {{ \"{}\" }}", "a".repeat(2_000_000)),
    ] {
        assert!(read(text.as_bytes()).is_err());
    }
    let deep = format!("digraph x {}a{}", "{".repeat(100_000), "}".repeat(100_000));
    assert!(read(deep.as_bytes()).is_ok());
}
