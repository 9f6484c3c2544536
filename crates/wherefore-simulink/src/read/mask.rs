//! Masks: as a section of archives and newer text files, as lists in the parameters of older ones.

use crate::document::{Mask, MaskVariable, Parameter, Parameters};
use crate::tree::Node;

/// The mask of a block.
pub(super) fn mask(node: &Node, parameters: &Parameters) -> Option<Mask> {
    let section = node.child("Mask").or_else(|| {
        let object = |n: &&Node| n.kind == "Simulink.Mask" || n.get("$ClassName") == Some("Simulink.Mask");
        node.children.iter().find(object)
    });
    match section {
        Some(section) => Some(of_section(section)),
        None => of_lists(parameters),
    }
}

fn of_section(section: &Node) -> Mask {
    let text = |name: &str| section.get(name).unwrap_or("").to_owned();
    let parameters = section.all("MaskParameter").filter_map(variable);
    // In text files the parameters are objects in a list.
    let listed = section.all("Array").flat_map(|list| &list.children).filter_map(variable);
    let variables = parameters.chain(listed).collect();
    Mask { kind: text("Type"), variables, initialization: text("Initialization") }
}

fn variable(node: &Node) -> Option<MaskVariable> {
    let name = node.get("Name").filter(|n| !n.is_empty())?.to_owned();
    let value = node.fields.parameter("Value").cloned().unwrap_or(Parameter { text: String::new(), span: node.span });
    let is_text = matches!(node.get("Type"), Some("popup" | "checkbox" | "combobox" | "radiobutton"));
    Some(MaskVariable { name, value, evaluated: node.get("Evaluate") != Some("off") && !is_text })
}

/// `MaskVariables` lists names (`a=@1;b=&2;`), `MaskValueString` the values, separated by bars.
fn of_lists(parameters: &Parameters) -> Option<Mask> {
    let names = parameters.get("MaskVariables");
    let kind = parameters.get("MaskType").unwrap_or("").to_owned();
    if names.is_none() && kind.is_empty() && !parameters.is_on("Mask") {
        return None;
    }
    let values = parameters.parameter("MaskValueString").or_else(|| parameters.parameter("MaskVariables"));
    let texts: Vec<&str> = parameters.get("MaskValueString").unwrap_or("").split('|').collect();
    let variables = names.unwrap_or("").split(';').filter_map(|entry| {
        let (name, place) = entry.split_once('=')?;
        let number: usize = place.trim().get(1..)?.parse().ok()?;
        let text = (*texts.get(number.checked_sub(1)?)?).to_owned();
        let value = Parameter { text, span: values?.span };
        Some(MaskVariable { name: name.trim().to_owned(), value, evaluated: place.trim().starts_with('@') })
    });
    let initialization = parameters.get("MaskInitialization").unwrap_or("").to_owned();
    Some(Mask { kind, variables: variables.collect(), initialization })
}
