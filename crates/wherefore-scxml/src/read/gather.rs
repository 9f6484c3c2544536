//! The documents of a network: those that the main one sends events to by their names, those that it names, and so on.
//!
//! `<send target="Pump">` means the chart whose file is `Pump.scxml` in the folder of the model, or whose document is called
//! `Pump`; `<wf:chart src="clock.scxml"/>` takes in one to which nothing is sent. The name of the main document goes before that of
//! a file.

use super::Files;
use super::node::{child, descendants, element, extension, plain};
use super::send::is_own_type;
use crate::chart::ExprKind;
use crate::script::{self, Mode, Names};
use crate::xml::{self, Source};
use roxmltree::Node;
use std::collections::{BTreeMap, BTreeSet};
use wherefore_diag::{FileId, Span};
use wherefore_syntax::Reporter;

/// What the id of a session begins with where it is a target.
const SESSION_ID: &str = "#_scxml_";

/// A document of a network, before it is read.
pub(super) struct Member {
    /// Its file, and what stands there.
    pub file: FileId,
    pub text: String,
    /// What the other charts call it.
    pub name: String,
    /// What it calls itself.
    own: Option<String>,
    /// The name in the start tag of its root.
    span: Span,
    /// The targets of what it sends, and whether <content> goes there.
    targets: Vec<(String, bool)>,
    /// The files that it names.
    files: Vec<String>,
}

/// The documents of a network, the main one first.
pub(super) struct Gathered {
    pub members: Vec<Member>,
    /// Their numbers, by the names under which events are sent to them.
    pub addresses: BTreeMap<String, usize>,
    /// What keeps them from being one network.
    pub obstacle: Option<String>,
}

impl Gathered {
    /// Finds all documents of the network of a main one.
    pub fn new(file: FileId, text: &str, files: &mut Files<'_>) -> Gathered {
        let mut all = Gathered { members: Vec::new(), addresses: BTreeMap::new(), obstacle: None };
        let Ok(main) = Member::new(file, text.to_owned(), None) else { return all };
        all.addresses.extend(main.own.clone().map(|name| (name, 0)));
        all.members.push(main);
        let mut asked = BTreeSet::new();
        let mut next = 0;
        while let Some(member) = all.members.get(next) {
            next += 1;
            let (named, targets) = (member.files.clone(), member.targets.clone());
            named.iter().for_each(|name| all.take_in(name, files));
            for (target, _) in targets {
                if !all.addresses.contains_key(&target) && asked.insert(target.clone()) {
                    all.look_for(target, files);
                }
            }
        }
        all.settle_names();
        all
    }

    /// The name in the start tag of the main document.
    pub fn span(&self) -> Span {
        self.members.first().map(|main| main.span).unwrap_or_default()
    }

    /// Whether some document sends <content> to this one.
    pub fn is_sent_content(&self, number: usize) -> bool {
        let mut sent = self.members.iter().flat_map(|m| &m.targets).filter(|(_, content)| *content);
        sent.any(|(target, _)| self.addresses.get(target) == Some(&number))
    }

    /// A file that a document names.
    fn take_in(&mut self, name: &str, files: &mut Files<'_>) {
        let Some((file, text)) = files(name) else {
            return self.refuse(format!("no file `{name}` is read beside the model"));
        };
        let stem = name.rsplit('/').next().and_then(|n| n.split('.').next()).unwrap_or(name);
        self.add(file, text, stem);
    }

    /// The document that a target means, if its file has that name.
    fn look_for(&mut self, target: String, files: &mut Files<'_>) {
        if let Some((file, text)) = files(&format!("{target}.scxml")) {
            let number = self.add(file, text, &target);
            self.addresses.extend(number.map(|number| (target, number)));
        }
    }

    fn add(&mut self, file: FileId, text: String, name: &str) -> Option<usize> {
        if let Some(known) = self.members.iter().position(|m| m.file == file) {
            return Some(known);
        }
        match Member::new(file, text, Some(name)) {
            Ok(member) => self.members.push(member),
            Err(reason) => self.refuse(format!("`{name}` is not read: {reason}")),
        }
        self.members.iter().position(|m| m.file == file)
    }

    /// Names under which nothing was sent are those that the documents call themselves.
    fn settle_names(&mut self) {
        for number in 0..self.members.len() {
            let member = &mut self.members[number];
            let named = self.addresses.values().any(|n| *n == number);
            member.name = member.own.clone().filter(|_| !named).unwrap_or(std::mem::take(&mut member.name));
            let own = member.own.clone().unwrap_or_else(|| member.name.clone());
            self.addresses.entry(own).or_insert(number);
        }
        let mut seen = BTreeSet::new();
        let names: Vec<String> = self.members.iter().skip(1).map(|m| m.name.clone()).collect();
        for name in names {
            if name.is_empty() || name.contains(|c: char| c.is_whitespace() || c == '.') {
                self.refuse(format!("`{name}` is no name that can stand before those of states"));
            } else if !seen.insert(name.clone()) {
                self.refuse(format!("two charts are called `{name}`"));
            }
        }
    }

    fn refuse(&mut self, reason: String) {
        self.obstacle.get_or_insert(reason);
    }
}

impl Member {
    /// The document in a file, or why none is there; `name` is what the others call it.
    fn new(file: FileId, text: String, name: Option<&str>) -> Result<Member, String> {
        let source = Source { file, text: &text };
        let mut report = Reporter::default();
        let Some(document) = xml::parse(source, &mut report) else {
            return Err(report.into_diagnostics().iter().map(|d| d.headline.clone()).next().unwrap_or_default());
        };
        let root = document.root_element();
        let own = plain(root, "name").map(|a| a.value().trim().to_owned()).filter(|name| !name.is_empty());
        let start = root.range().start + 1;
        let span = source.span(start..start + root.tag_name().name().len());
        let files = root.children().filter(|n| extension(*n) == Some("chart"));
        let files = files.filter_map(|n| n.attribute("src")).map(|src| src.trim().to_owned()).collect();
        let targets = targets(source, root);
        let name = name.map(str::to_owned).or_else(|| own.clone()).unwrap_or_else(|| "scxml".to_owned());
        Ok(Member { file, name, own, span, targets, files, text: text.clone() })
    }
}

/// The names that a document sends to, and whether <content> goes there.
fn targets(source: Source<'_>, root: Node<'_, '_>) -> Vec<(String, bool)> {
    let mut targets = Vec::new();
    for node in descendants(root).filter(|n| element(*n) == Some("send")) {
        let attribute = |name| plain(node, name).map(|a| a.value().trim());
        let kind = attribute("type").unwrap_or("");
        let computed = attribute("targetexpr").map(|_| values(source, root, node)).unwrap_or_default();
        let named =
            attribute("target").map(str::to_owned).into_iter().chain(computed).map(|name| without_prefix(&name));
        let content = child(node, "content").is_some();
        if is_own_type(kind) {
            targets.extend(named.filter(|name| is_name(name)).map(|name| (name, content)));
        }
    }
    targets
}

/// The texts that a computed target may be: what is written there, or what the data item there is given.
fn values(source: Source<'_>, root: Node<'_, '_>, node: Node<'_, '_>) -> Vec<String> {
    let text = |node: Node<'_, '_>, name: &str| {
        let text = source.attribute(plain(node, name)?);
        match script::expression(&text, Mode::Plain, &mut Names::default()).ok()?.kind {
            ExprKind::Text(text) => Some(text),
            _ => None,
        }
    };
    let item = plain(node, "targetexpr").map(|a| a.value().trim());
    let given = descendants(root).filter(|n| match element(*n) {
        Some("data") => plain(*n, "id").map(|a| a.value().trim()) == item,
        Some("assign") => plain(*n, "location").map(|a| a.value().trim()) == item,
        _ => false,
    });
    text(node, "targetexpr").into_iter().chain(given.filter_map(|n| text(n, "expr"))).collect()
}

/// The name of a chart as it is written or as the id of its session.
pub(super) fn without_prefix(target: &str) -> String {
    target.strip_prefix(SESSION_ID).unwrap_or(target).to_owned()
}

/// Whether a target can be the name of a chart, and no address or place in a folder.
fn is_name(target: &str) -> bool {
    !target.is_empty() && !target.contains(['#', '/', '\\', ':'])
}
