//! Reads `.autx` files, so that what is written can be compared with what the CLEAR tools wrote.

use wherefore_report::document::{Arrow, Diagram, Node, Tint};

/// The diagram of a file. States that no line mentions become nodes too: the tools leave gaps in their numbers.
pub fn read(text: &str) -> Diagram {
    let mut nodes = Vec::new();
    let arrows: Vec<Arrow> = text.lines().skip(1).map(|line| arrow(line, &mut nodes)).collect();
    Diagram { title: "read back".to_owned(), nodes, arrows }
}

/// `(14:N:G, "CONN_LOSS":GREEN, -1)`
fn arrow(line: &str, nodes: &mut Vec<Node>) -> Arrow {
    let body = line.strip_prefix('(').and_then(|l| l.strip_suffix(')')).expect(line);
    let (source, rest) = body.split_once(", \"").expect(line);
    let (rest, target) = rest.rsplit_once(", ").expect(line);
    let (label, colour) = rest.rsplit_once("\":").expect(line);
    let (source, tag) = source.split_once(":N:").unwrap_or((source, ""));
    let source: usize = source.parse().expect(line);
    let target = if target == "-1" { None } else { Some(target.parse::<usize>().expect(line)) };
    let last = source.max(target.unwrap_or(0));
    for state in nodes.len()..=last {
        nodes.push(Node { state: state as u32, kind: None, violated: false, safe: false });
    }
    nodes[source].kind = match tag {
        "" => None,
        "G" => Some("cn"),
        "R" => Some("in"),
        "GR" => Some("ci"),
        "GRB" => Some("cin"),
        other => panic!("what is {other}? {line}"),
    };
    let tint = match colour {
        "GREEN" => Tint::Green,
        "RED" => Tint::Red,
        "BLACK" => Tint::Black,
        other => panic!("what is {other}? {line}"),
    };
    Arrow { source, target, label: label.to_owned(), tint, taken: false }
}
