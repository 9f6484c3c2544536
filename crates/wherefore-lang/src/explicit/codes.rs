//! The diagnostics of readers of graphs in DOT and FSM.

wherefore_diag::declare_codes! {
    /// Not the grammar.
    SYNTAX = Error "graph-syntax": "a text that is no graph in the form that it should have",
        "Graphs in DOT begin with digraph and have nodes, edges such as a -> b [label=\"x\"], and subgraphs. FSM, as mCRL2 writes \
         it, has parameters with their values, states and transitions, with lines of --- between the three. Half a graph is not \
         analysed: what is missing could turn every verdict around.";
    /// A part of a form that is not read.
    UNSUPPORTED = Error "graph-unsupported": "a part of a graph that is not supported",
        "Read are directed graphs with labels at their edges. Undirected graphs, edges to or from a whole subgraph, labels that \
         are set for all edges at once, and distributions over states are refused at their place, because to leave them out \
         would change the graph.";
    /// Too large.
    TOO_LARGE = Error "graph-too-large": "a graph or a part of it beyond the limits",
        "A name, a label or a line may have a million bytes, and states and transitions are numbered with 32 bits.";
    /// A binary form.
    BINARY = Error "graph-binary": "a binary form of graphs that another tool has to convert",
        "The binary forms of mCRL2 (.lts) and CADP (.bcg) are converted by the tools that write them: ltsconvert FILE.lts FILE.aut, \
         and bcg_io FILE.bcg FILE.aut. Where these are on the search path, files are converted by them on the way.";
}
