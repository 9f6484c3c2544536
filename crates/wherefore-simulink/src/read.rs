//! Sections into a document: the same for both containers.

mod block;
mod line;
mod mask;

use crate::codes;
use crate::document::{Annotation, Model, Parameter, Parameters, System};
use crate::tree::{self, Node};
use indexmap::IndexMap;
use wherefore_diag::{Diagnostic, FileId, Span};
use wherefore_syntax::{Checked, Reporter};

/// Reads the text of a diagram: that of an archive, or of a `.mdl` file.
pub fn parse(file: FileId, text: &str, report: &mut Reporter) -> Option<Model> {
    let nodes = tree::parse(file, text, report)?;
    let parts = Parts::new(file, &nodes);
    let model = parts.model(report).ok()?;
    Some(Model { charts: crate::stateflow::read::charts(&nodes, text), ..model })
}

/// Sections by what they are for.
struct Parts<'n> {
    file: FileId,
    /// The section of the whole.
    model: Option<&'n Node>,
    /// Systems that stand in parts of their own, by the name of the part.
    systems: IndexMap<String, &'n Node>,
    /// The values that parameters of blocks have if nothing is said, by the type of the block.
    defaults: IndexMap<String, Parameters>,
    settings: Parameters,
    workspace: Option<Parameter>,
}

impl<'n> Parts<'n> {
    fn new(file: FileId, nodes: &'n [Node]) -> Parts<'n> {
        let mut parts = Parts {
            file,
            model: None,
            systems: IndexMap::new(),
            defaults: IndexMap::new(),
            settings: Parameters::default(),
            workspace: None,
        };
        for node in nodes {
            match node.kind.as_str() {
                "part" => parts.part(node),
                "Model" | "Library" => parts.model = parts.model.or(Some(node)),
                _ => {}
            }
        }
        if let Some(model) = parts.model {
            parts.settings.0.extend(model.fields.0.clone());
            parts.default_values(model);
            settings_below(model, &mut parts.settings);
        }
        parts
    }

    /// A part of an archive.
    fn part(&mut self, part: &'n Node) {
        let name = part.get("name").unwrap_or("");
        if name.ends_with(".mat") {
            self.workspace = part.fields.parameter("assignments").cloned();
            return;
        }
        let system = || name.strip_prefix("simulink/systems/").and_then(|n| n.strip_suffix(".xml"));
        for node in &part.children {
            match node.kind.as_str() {
                "ModelInformation" => self.model = node.children.iter().find(is_whole).or(self.model),
                "System" => _ = system().map(|s| self.systems.insert(s.to_owned(), node)),
                _ if name.contains("bddefaults") => self.default_values(node),
                _ if name.contains("configSet") => settings_below(node, &mut self.settings),
                _ => {}
            }
        }
    }

    /// The values of parameters that stand at the head of the file.
    fn default_values(&mut self, node: &Node) {
        let of_types = node.child("BlockParameterDefaults");
        for block in of_types.into_iter().flat_map(|d| d.all("Block")) {
            if let Some(kind) = block.get("BlockType") {
                self.defaults.insert(kind.to_owned(), block.fields.clone());
            }
        }
        node.children.iter().filter(|c| c.kind.ends_with("Defaults") || c.kind == "Model").for_each(|c| {
            if c.kind != "BlockParameterDefaults" {
                self.default_values(c);
            }
        });
    }

    fn model(&self, report: &mut Reporter) -> Checked<Model> {
        let nothing = Span::new(self.file, 0, 0);
        let Some(model) = self.model else {
            let headline = "the file has no section `Model`: it is no block diagram";
            return Err(report.push(Diagnostic::at(codes::CONTAINER, nothing, headline, "here")));
        };
        let root = self.root(model, report)?;
        let name = model.get("Name").or(model.child("System").and_then(|s| s.get("Name"))).unwrap_or("").to_owned();
        Ok(Model {
            name,
            is_library: model.kind == "Library",
            settings: self.settings.clone(),
            workspace: self.workspace.clone(),
            root,
            charts: Vec::new(),
        })
    }

    fn root(&self, model: &Node, report: &mut Reporter) -> Checked<System> {
        let system = model.child("System").or_else(|| self.systems.get("system_root").copied());
        let Some(system) = system else {
            let headline = "the model has no system: a part of the file is missing";
            return Err(report.push(Diagnostic::at(codes::STRUCTURE, model.span, headline, "here")));
        };
        self.system(system, 0, report)
    }

    /// A system, which may stand in a part of its own.
    fn system(&self, node: &Node, depth: usize, report: &mut Reporter) -> Checked<System> {
        if depth > 100 {
            let headline = "subsystems are nested more than 100 deep";
            return Err(report.push(Diagnostic::at(codes::TOO_DEEP, node.span, headline, "here")));
        }
        let node = match node.get("Ref") {
            Some(name) => match self.systems.get(name) {
                Some(system) => system,
                None => {
                    let headline = format!("the part `simulink/systems/{name}.xml` is missing");
                    return Err(report.push(Diagnostic::at(codes::STRUCTURE, node.span, headline, "asked for here")));
                }
            },
            None => node,
        };
        let mut system = System::default();
        for block in node.all("Block") {
            system.blocks.push(self.block(block, depth, report)?);
        }
        for line in node.all("Line") {
            system.lines.push(line::line(line, &system, report)?);
        }
        system.annotations = node.all("Annotation").map(annotation).collect();
        Ok(system)
    }
}

fn is_whole(node: &&Node) -> bool {
    matches!(node.kind.as_str(), "Model" | "Library")
}

fn annotation(node: &Node) -> Annotation {
    let text = node.get("Name").or_else(|| node.get("Text")).unwrap_or("").to_owned();
    Annotation { text, position: block::numbers(node.get("Position").unwrap_or("")) }
}

/// Settings of the configuration, which stand in sections below the model, at any depth.
fn settings_below(node: &Node, settings: &mut Parameters) {
    let mut open: Vec<&Node> = node.children.iter().collect();
    while let Some(node) = open.pop() {
        if matches!(node.kind.as_str(), "System" | "Block") {
            continue;
        }
        for name in ["FixedStep", "SolverType", "Solver", "StopTime", "SampleTimeConstraint"] {
            if let Some(value) = node.fields.parameter(name) {
                settings.0.entry(name.to_owned()).or_insert_with(|| value.clone());
            }
        }
        open.extend(&node.children);
    }
}
