//! Charts that a document invokes, read before the document itself.
//!
//! An invoked chart becomes a part of the model if it stands in the document or in a file of the model's folder, and everything
//! about it is known: which document it is, what it is given, and that its sessions all begin alike. Otherwise the service is a
//! part of the environment, and the reason is said.

use super::network::Beside;
use super::node::{child, descendants, element, elements, plain};
use super::{Files, read_element, read_file};
use crate::chart::{Chart, ExprKind};
use crate::lower::has_fault;
use crate::script::WHOLE;
use crate::xml::Source;
use roxmltree::Node;
use std::collections::BTreeMap;
use wherefore_diag::{Diagnostics, FileId};

/// How deep charts may invoke each other.
const DEEPEST: usize = 8;

/// A chart that is invoked.
pub(super) struct Child {
    /// The chart.
    pub chart: Chart,
    /// What was said about it.
    pub diagnostics: Diagnostics,
    /// Whether it hands on something that is no named value.
    pub hands_content: bool,
}

/// The invocations of a document, by the numbers of their elements: charts, or why they are a part of the environment.
#[derive(Default)]
pub(super) struct Children {
    /// In document order.
    pub found: BTreeMap<u32, Result<Child, String>>,
    /// The place of each invoked chart that has an id.
    pub places: BTreeMap<String, u32>,
    /// How many charts are invoked.
    pub count: u32,
}

impl Children {
    /// Reads the charts that a document invokes.
    pub fn read(source: Source<'_>, root: Node<'_, '_>, files: &mut Files<'_>, around: &[FileId]) -> Children {
        let mut children = Children::default();
        let mut place = 0;
        for node in descendants(root).filter(|n| element(*n) == Some("invoke") && is_chart(*n)) {
            let read = invoked(source, root, node, files, around);
            if read.is_ok() {
                place += 1;
                children.places.extend(id(node).map(|id| (id.to_owned(), place)));
            }
            children.found.insert(node.id().get(), read);
        }
        children.count = place;
        children
    }
}

/// The id that a document gives an invocation.
pub(super) fn id<'d>(node: Node<'d, '_>) -> Option<&'d str> {
    plain(node, "id").map(|a| a.value().trim())
}

/// Whether an invocation says that it is one of a chart.
fn is_chart(node: Node<'_, '_>) -> bool {
    let kind = plain(node, "type").map_or("", |a| a.value().trim()).trim_end_matches('/');
    matches!(kind, "" | "scxml" | "http://www.w3.org/TR/scxml") && plain(node, "typeexpr").is_none()
}

fn invoked(
    source: Source<'_>,
    root: Node<'_, '_>,
    node: Node<'_, '_>,
    files: &mut Files<'_>,
    around: &[FileId],
) -> Result<Child, String> {
    let content = child(node, "content");
    if plain(node, "srcexpr").is_some() || content.is_some_and(|c| plain(c, "expr").is_some()) {
        return Err("which chart it is is computed".to_owned());
    }
    if plain(node, "autoforward").is_some_and(|a| a.value().trim() == "true") {
        return Err("`autoforward` is not part of the model".to_owned());
    }
    if child(node, "finalize").is_some_and(|f| elements(f).next().is_some()) {
        return Err("<finalize> is not part of the model".to_owned());
    }
    let same = |n: &Node<'_, '_>| element(*n) == Some("invoke") && id(*n).is_some() && id(*n) == id(node);
    if descendants(root).filter(same).count() > 1 {
        return Err("two invocations have the same id".to_owned());
    }
    let path: Vec<FileId> = around.iter().copied().chain([source.file]).collect();
    if path.len() > DEEPEST {
        return Err("charts invoke each other too deeply".to_owned());
    }
    let document = content.and_then(|c| child(c, "scxml"));
    let (chart, diagnostics) = match (document, plain(node, "src")) {
        (Some(document), _) => read_element(source, document, files, &path, &Beside::default()),
        (None, Some(src)) => {
            let name = src.value().trim();
            let name = name.strip_prefix("file:").unwrap_or(name);
            let (file, text) = files(name).ok_or_else(|| format!("no file `{name}` is read beside the model"))?;
            if path.contains(&file) {
                return Err(format!("`{name}` invokes itself"));
            }
            read_file(file, &text, files, &path, &Beside::default())
        }
        (None, None) => return Err("it says no chart".to_owned()),
    };
    let refused = || diagnostics.iter().find(|d| d.is_error()).map_or(String::new(), |d| d.headline.clone());
    let chart = chart.ok_or_else(|| format!("it is not read: {}", refused()))?;
    match obstacle(root, node, &chart) {
        Some(reason) => Err(reason.to_owned()),
        None => Ok(Child { hands_content: document.is_none_or(hands_content), chart, diagnostics }),
    }
}

/// What keeps a chart from being a part of the model.
fn obstacle(root: Node<'_, '_>, node: Node<'_, '_>, chart: &Chart) -> Option<&'static str> {
    let (mut asks, mut fails) = (false, false);
    chart.expressions(&mut |e| {
        fails |= has_fault(e);
        e.visit(&mut |e| asks |= matches!(e.kind, ExprKind::EventName | ExprKind::EventType));
    });
    let given: Vec<&str> = given(node).collect();
    let open = |d: &crate::chart::Data| d.any || (!d.input && d.init.is_none() && !given.contains(&d.name.as_str()));
    let target = id(node).map(|id| format!("#_{id}"));
    let sends = descendants(root).filter(|n| element(*n) == Some("send") && child(*n, "content").is_some());
    let mut sends = sends.filter(|n| plain(*n, "target").map(|a| a.value().trim()) == target.as_deref());
    [
        (asks, "it asks for `_event.name` or `_event.type`"),
        (fails, "it has expressions that cannot be evaluated"),
        (!chart.finalizers.is_empty(), "it has a <finalize>"),
        (chart.late_binding, "it binds its data late"),
        (chart.data.iter().any(open), "its data have no certain first values"),
        (sends.next().is_some() && chart.fields.iter().any(|f| f.name == WHOLE), "it is sent content as a whole"),
    ]
    .into_iter()
    .find_map(|(holds, reason)| holds.then_some(reason))
}

/// The data that an invocation gives first values.
fn given<'d>(node: Node<'d, '_>) -> impl Iterator<Item = &'d str> {
    let params = elements(node).filter(|(name, _)| *name == "param");
    let params = params.filter_map(|(_, n)| plain(n, "name")).map(|a| a.value().trim());
    params.chain(plain(node, "namelist").map_or("", |a| a.value()).split_whitespace())
}

/// Whether a document sends content to the one that invokes it, or ends with it.
fn hands_content(document: Node<'_, '_>) -> bool {
    let carries = |n: Node<'_, '_>| match element(n) {
        Some("send") => plain(n, "target").is_some_and(|a| a.value().trim() == "#_parent"),
        Some("donedata") => n.parent_element().and_then(|f| f.parent_element()) == Some(document),
        _ => false,
    };
    descendants(document).any(|n| carries(n) && child(n, "content").is_some())
}
