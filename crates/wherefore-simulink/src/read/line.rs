//! Lines between blocks: by identifier and port in archives, by name and port in the text form.

use super::block::numbers;
use crate::codes;
use crate::document::{Branch, Endpoint, Line, Port, System};
use crate::tree::Node;
use wherefore_diag::Diagnostic;
use wherefore_syntax::{Checked, Reporter};

/// A line of a system whose blocks are known.
pub(super) fn line(node: &Node, system: &System, report: &mut Reporter) -> Checked<Line> {
    let source = endpoint(node, system, "Src", report)?;
    let name = node.get("Name").unwrap_or("").to_owned();
    Ok(Line { name, source, trunk: branch(node, system, report)?, span: node.span })
}

/// A branch; how deep they go is bounded by the depth of sections.
fn branch(node: &Node, system: &System, report: &mut Reporter) -> Checked<Branch> {
    let destination = endpoint(node, system, "Dst", report)?;
    let branches = node.all("Branch").map(|b| branch(b, system, report)).collect::<Checked<Vec<_>>>()?;
    let numbers = numbers(node.get("Points").unwrap_or(""));
    let points = numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    let place = node.fields.parameter("Dst").or_else(|| node.fields.parameter("DstBlock"));
    Ok(Branch { points, destination, span: place.map(|p| p.span), branches })
}

/// One end of a line; none if nothing is connected there.
fn endpoint(node: &Node, system: &System, end: &str, report: &mut Reporter) -> Checked<Option<Endpoint>> {
    let place = node.fields.parameter(end).or_else(|| node.fields.parameter(&format!("{end}Block")));
    let Some(place) = place else { return Ok(None) };
    let found = match node.get(end) {
        Some(text) => by_sid(text, system),
        None => by_name(node, system, end),
    };
    match found {
        Some(endpoint) => Ok(Some(endpoint)),
        None => {
            let headline = format!("a line leads to `{}`, which is no port of a block of this system", place.text);
            Err(report.push(Diagnostic::at(codes::STRUCTURE, place.span, headline, "no such port")))
        }
    }
}

/// `12#out:1`
fn by_sid(text: &str, system: &System) -> Option<Endpoint> {
    let (sid, port) = text.split_once('#')?;
    let block = system.blocks.iter().position(|b| b.sid == sid)?;
    let (kind, number) = port.split_once(':').unwrap_or((port, "1"));
    let number = number.parse::<usize>().ok().filter(|n| *n > 0)?;
    Some(Endpoint { block, port: port_of(kind, number) })
}

fn by_name(node: &Node, system: &System, end: &str) -> Option<Endpoint> {
    let name = node.get(&format!("{end}Block"))?;
    let block = system.blocks.iter().position(|b| b.name == name)?;
    let port = node.get(&format!("{end}Port")).unwrap_or("1");
    let port = match port.parse::<usize>() {
        Ok(0) => return None,
        Ok(number) => port_of(if end == "Src" { "out" } else { "in" }, number),
        Err(_) => port_of(port, 1),
    };
    Some(Endpoint { block, port })
}

fn port_of(kind: &str, number: usize) -> Port {
    match kind.to_ascii_lowercase().as_str() {
        "in" => Port::In(number),
        "out" => Port::Out(number),
        "enable" => Port::Enable,
        "trigger" => Port::Trigger,
        "ifaction" => Port::Action,
        "state" => Port::State,
        "reset" => Port::Reset,
        _ => Port::Other,
    }
}
