//! What lies beside a state graph of TLC: the module with its definitions, and the configuration.

use super::explicit::{FileForm, unpacked};
use super::given::Position;
use crate::input;
use std::path::Path;
use wherefore_diag::{FileId, SourceMap, Span};
use wherefore_lang::tla::{Config, Module};

/// The files `NAME.tla` and `NAME.cfg` beside `NAME.dot`, as far as they are there.
#[derive(Clone, Debug, Default)]
pub struct Specification {
    /// The definitions, and the file they are in.
    pub module: Option<(FileId, Module)>,
    /// The configuration.
    pub config: Option<Config>,
}

impl Specification {
    /// Looks beside a graph; none beside Aldebaran text, whose states have no values.
    pub fn of(graph: &Path, sources: &mut SourceMap) -> Option<Specification> {
        if FileForm::of(graph) == FileForm::Aut {
            return None;
        }
        let plain = unpacked(graph);
        let text = |ending: &str| {
            let path = plain.with_extension(ending);
            if path.is_file() { input::read(&path).ok() } else { None }
        };
        let module = text("tla").map(|text| {
            let module = Module::read(&text.text);
            (sources.add(text.name, text.text), module)
        });
        Some(Specification { module, config: text("cfg").map(|text| Config::read(&text.text)) })
    }

    /// Where something is defined: its first line.
    pub fn place(&self, name: &str) -> Option<Span> {
        let (file, module) = self.module.as_ref()?;
        let head = &module.definitions.get(name)?.head;
        Some(Span::new(*file, head.start as u32, head.end as u32))
    }

    /// A place in the module that lines and columns name, if it is this one.
    pub fn within(&self, module: &str, (begin, end): (Position, Position), sources: &SourceMap) -> Option<Span> {
        let (file, _) = self.module.as_ref()?;
        let source = sources.get(*file)?;
        let own = Path::new(&source.name).file_stem()?.to_string_lossy();
        let offset = |(line, column): Position| -> Option<u32> {
            let start: usize =
                source.text.split_inclusive('\n').take(line.checked_sub(1)? as usize).map(str::len).sum();
            let line = source.text.get(start..)?.lines().next()?;
            let within: usize = line.chars().take(column.checked_sub(1)? as usize).map(char::len_utf8).sum();
            u32::try_from(start + within).ok()
        };
        // Its last column is inside.
        let (begin, end) = (offset(begin)?, offset((end.0, end.1 + 1))?);
        (own == module && begin <= end).then(|| Span::new(*file, begin, end))
    }

    /// Whether the module defines this name.
    pub fn defines(&self, name: &str) -> bool {
        self.module.as_ref().is_some_and(|(_, module)| module.definitions.contains_key(name))
    }

    /// What TLC was asked, by name: the invariants, and freedom of deadlock unless that is switched off. Nothing where neither a
    /// module nor a configuration is there.
    pub fn questions(&self) -> Vec<String> {
        if self.module.is_none() && self.config.is_none() {
            return Vec::new();
        }
        let invariants = self.config.iter().flat_map(|config| config.invariants.iter().cloned());
        let deadlock = self.config.as_ref().is_none_or(|config| config.deadlock).then(|| "deadlock".to_owned());
        invariants.chain(deadlock).collect()
    }
}
