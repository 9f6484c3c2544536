//! Links to libraries and to other models, whose files lie beside the model.
//!
//! A block that is a link becomes the block that it stands for: with the name and the place of the link, the content of the
//! original, and the parameters of the link over those of the original. What is inside keeps its places in its own file. A link
//! whose file is not there stays a link, since some blocks of libraries are known by their names. All work is bounded: blocks
//! may hold each other, and a few files that use each other several times make a diagram of any size.

use crate::codes;
use crate::document::{Block, Mask, Model, System};
use std::collections::BTreeMap;
use std::rc::Rc;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::include::{Files, NotIncluded};
use wherefore_syntax::{Checked, Reporter};

/// Libraries that come with tools; their blocks are known by name or not at all.
const FOREIGN: [&str; 5] = ["simulink", "simulink_extras", "sldvlib", "cocosimLibs", "aerolibutil"];
/// How many files may be used.
const MOST_FILES: usize = 1000;
/// How long their texts may be together, in bytes.
const LONGEST_TEXT: usize = 256 << 20;
/// How many blocks may come from other files.
const MOST_BLOCKS: usize = 200_000;
/// How deep systems may be nested in the end.
const DEEPEST: usize = 200;

/// Replaces the links of a model.
pub(crate) fn link(model: &mut Model, files: &mut Files<'_, '_>, report: &mut Reporter) -> Checked<()> {
    let mut linker = Linker { files, report, known: BTreeMap::new(), length: 0, blocks: 0, open: Vec::new() };
    linker.system(&mut model.root, 0)
}

struct Linker<'l, 'f, 'i> {
    files: &'l mut Files<'f, 'i>,
    report: &'l mut Reporter,
    /// Files that were asked for, without their endings.
    known: BTreeMap<String, Option<Rc<Model>>>,
    length: usize,
    blocks: usize,
    /// The originals that are being taken over, the outermost first.
    open: Vec<String>,
}

impl Linker<'_, '_, '_> {
    fn system(&mut self, system: &mut System, depth: usize) -> Checked<()> {
        for block in &mut system.blocks {
            self.block(block, depth)?;
        }
        Ok(())
    }

    fn block(&mut self, block: &mut Block, depth: usize) -> Checked<()> {
        let Some(source) = source(block) else {
            return match &mut block.system {
                Some(inner) => stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.system(inner, depth + 1)),
                None => Ok(()),
            };
        };
        let path = split(&source);
        let Some((file, inside)) = path.split_first() else { return Ok(()) };
        let Some(library) = self.file(file)? else { return Ok(()) };
        if self.open.contains(&source) {
            let headline = format!("`{}` is a link to `{source}`, which holds it", block.title());
            return Err(self.refuse(block.span, headline, "a part of itself"));
        }
        let linked = match block.kind.as_str() {
            "ModelReference" => of_model(block, &library),
            _ => match found(&library.root, inside) {
                Some(original) => of_library(block, original),
                None => {
                    let headline =
                        format!("`{}`: the library `{file}` has no block `{}`", block.title(), inside.join("/"));
                    return Err(self.refuse(block.span, headline, "a link to nothing"));
                }
            },
        };
        self.bounded(&linked, depth)?;
        *block = linked;
        self.open.push(source);
        let done = stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.block_inside(block, depth));
        self.open.pop();
        done
    }

    /// Goes on in what a link stands for, which may be a link itself.
    fn block_inside(&mut self, block: &mut Block, depth: usize) -> Checked<()> {
        if source(block).is_some() {
            return self.block(block, depth + 1);
        }
        match &mut block.system {
            Some(inner) => self.system(inner, depth + 1),
            None => Ok(()),
        }
    }

    /// Counts what was taken over.
    fn bounded(&mut self, block: &Block, depth: usize) -> Checked<()> {
        let mut open = vec![(block, depth)];
        while let Some((inner, depth)) = open.pop() {
            self.blocks += 1;
            if depth > DEEPEST || self.blocks > MOST_BLOCKS {
                let headline =
                    format!("`{}`: with all links the diagram is too large or nested too deeply", block.title());
                return Err(self.refuse(block.span, headline, "this link"));
            }
            open.extend(inner.system.iter().flat_map(|s| &s.blocks).map(|b| (b, depth + 1)));
        }
        Ok(())
    }

    fn refuse(&mut self, span: Span, headline: String, label: &str) -> wherefore_syntax::Reported {
        self.report.push(Diagnostic::at(codes::STRUCTURE, span, headline, label))
    }

    /// The document of a library or model, if there is one of this name.
    fn file(&mut self, name: &str) -> Checked<Option<Rc<Model>>> {
        if FOREIGN.contains(&name) || !is_name(name) {
            return Ok(None);
        }
        if let Some(known) = self.known.get(name) {
            return Ok(known.clone());
        }
        let mut model = None;
        for ending in ["slx", "mdl"] {
            if self.known.len() >= MOST_FILES {
                break;
            }
            let file = match self.files.find(&format!("{name}.{ending}")) {
                Ok(file) => file,
                Err(NotIncluded::Missing | NotIncluded::Outside) => continue,
            };
            let text = self.files.sources.get(file).map_or(String::new(), |f| f.text.clone());
            self.length = self.length.saturating_add(text.len());
            if self.length > LONGEST_TEXT {
                let headline = format!("with `{name}.{ending}` the files of the model are too large");
                return Err(self.refuse(Span::new(file, 0, 0), headline, "this file"));
            }
            let failed = self.report.failed();
            model = crate::read::parse(file, &text, self.report).map(Rc::new);
            if model.is_none() && !failed {
                let headline = format!("`{name}.{ending}` is no block diagram");
                return Err(self.refuse(Span::new(file, 0, 0), headline, "this file"));
            }
            break;
        }
        self.known.insert(name.to_owned(), model.clone());
        Ok(model)
    }
}

/// Whether a name can be that of a model: no path.
fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// What a block is a link to: names from the file to the block.
fn source(block: &Block) -> Option<String> {
    let get = |name: &str| block.parameters.get(name).filter(|t| !t.trim().is_empty());
    match block.kind.as_str() {
        "Reference" => get("SourceBlock").map(str::to_owned),
        // The values of its arguments would be needed.
        "ModelReference" if get("ParameterArgumentValues").is_some_and(|t| t != "{}") => None,
        "ModelReference" => {
            let name = get("ModelNameDialog").or_else(|| get("ModelName")).or_else(|| get("ModelFile"))?;
            Some(name.trim_end_matches(".slx").trim_end_matches(".mdl").to_owned())
        }
        _ => None,
    }
}

/// The names of a path, each on one line; a slash within a name is written twice.
fn split(path: &str) -> Vec<String> {
    let names = path.replace("//", "\0");
    let name = |n: &str| n.replace('\0', "/").split_whitespace().collect::<Vec<_>>().join(" ");
    names.split('/').map(name).collect()
}

/// The block at a path.
fn found<'m>(system: &'m System, path: &[String]) -> Option<&'m Block> {
    let (first, rest) = path.split_first()?;
    let block = system.blocks.iter().find(|block| block.title() == *first)?;
    if rest.is_empty() { Some(block) } else { found(block.system.as_ref()?, rest) }
}

/// A block of a library in the place of a link to it.
fn of_library(link: &Block, original: &Block) -> Block {
    let mut block = original.clone();
    let own = |name: &str| link.parameters.parameter(name);
    for variable in block.mask.iter_mut().flat_map(|mask| &mut mask.variables) {
        if let Some(value) = own(&variable.name) {
            variable.value = value.clone();
        }
    }
    let is_of_link = |name: &str| matches!(name, "BlockType" | "SourceBlock" | "SourceType");
    let parameters = link.parameters.0.iter().filter(|(name, _)| !is_of_link(name));
    block.parameters.0.extend(parameters.map(|(name, value)| (name.clone(), value.clone())));
    // A link to a link leads on.
    placed(block, link)
}

/// Another model in the place of a block that refers to it.
fn of_model(link: &Block, model: &Model) -> Block {
    let workspace = model.workspace.as_ref();
    let mask = Mask {
        kind: String::new(),
        variables: Vec::new(),
        initialization: workspace.map_or(String::new(), |w| w.text.clone()),
    };
    let mut block = Block { kind: "SubSystem".to_owned(), system: Some(model.root.clone()), ..link.clone() };
    block.mask = workspace.map(|_| mask);
    // A model runs when its blocks say so.
    block.parameters.0.shift_remove("SystemSampleTime");
    placed(block, link)
}

/// A block with the name and the place of another; what is inside has identifiers of its own.
fn placed(mut block: Block, link: &Block) -> Block {
    block.name.clone_from(&link.name);
    block.sid.clone_from(&link.sid);
    block.position = link.position;
    block.span = link.span;
    let around = if link.sid.is_empty() { link.title() } else { link.sid.clone() };
    let mut open: Vec<&mut System> = block.system.iter_mut().collect();
    while let Some(system) = open.pop() {
        for inner in &mut system.blocks {
            if !inner.sid.is_empty() {
                inner.sid = format!("{around}:{}", inner.sid);
            }
            open.extend(&mut inner.system);
        }
    }
    block
}

/// The file that a link needs, for the words of a refusal.
pub(crate) fn needed(block: &Block) -> Option<String> {
    let source = source(block)?;
    split(&source).into_iter().next().filter(|name| is_name(name))
}
