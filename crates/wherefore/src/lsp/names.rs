//! What a name stands for, and where else it stands for the same.

use super::Tongue;
use super::file::File;
use super::symbols::Symbol;
use super::words::{Kind, Word, keywords};
use lsp_types::{
    CompletionItem, CompletionItemKind, DocumentSymbol, Hover, HoverContents, Location, MarkupContent, MarkupKind,
    Position, SymbolKind,
};
use std::collections::BTreeSet;
use wherefore::Language;
use wherefore_ir::{Role, System};
use wherefore_trace::show_sort;

/// The most variables of one name that a hover lists, and the most values of a run.
const MOST_VARIABLES: usize = 6;
const MOST_VALUES: usize = 12;
/// The longest text of a definition in a hover, in characters.
const LONGEST: usize = 300;
/// The most parts of `a.b.c` that are followed.
const DEEPEST: u8 = 20;

impl File {
    /// The declaration that a word stands for.
    pub fn declaration(&self, at: usize) -> Option<&Symbol> {
        self.declaration_within(at, DEEPEST)
    }

    fn declaration_within(&self, at: usize, deepest: u8) -> Option<&Symbol> {
        let word = self.words.get(at)?;
        let name = word.of(&self.text.text);
        let named = || self.symbols.iter().filter(move |s| s.name == name);
        if let Some(owner) = self.owner_before(at, deepest) {
            return named().find(|s| s.owner == owner);
        }
        let known = named().filter(|s| s.scope.contains(&word.start));
        known.min_by_key(|s| (s.scope.end - s.scope.start, s.place.start))
    }

    /// Of `a.x` the type of `a`, if it has one with declarations.
    fn owner_before(&self, at: usize, deepest: u8) -> Option<&str> {
        let has_owners = matches!(self.tongue, Some(Tongue::Model(Language::Smv | Language::Oss)));
        let (dot, before) = (at.checked_sub(1)?, at.checked_sub(2)?);
        if !has_owners || self.words.get(dot)?.of(&self.text.text) != "." {
            return None;
        }
        let object = self.declaration_within(before, deepest.checked_sub(1)?)?;
        let end = object.detail.find(|c: char| c == '(' || c.is_whitespace()).unwrap_or(object.detail.len());
        Some(object.detail.get(..end).unwrap_or_default())
    }

    /// Every word that stands for the same as this one. A name that is declared nowhere stands for the same everywhere.
    pub fn uses(&self, at: usize) -> Vec<Word> {
        let Some(name) = self.words.get(at).map(|w| w.of(&self.text.text)) else { return Vec::new() };
        let declared = self.declaration(at);
        let same = |i: &usize| {
            let word = self.words.get(*i);
            word.is_some_and(|w| w.kind == Kind::Name && w.of(&self.text.text) == name)
                && self.declaration(*i) == declared
        };
        (0..self.words.len()).filter(same).filter_map(|i| self.words.get(i).copied()).collect()
    }

    /// The place of some word in this file.
    pub fn location(&self, word: &Word) -> Location {
        Location::new(self.uri.clone(), self.text.range(word.start, word.end))
    }

    /// The type of a name, its range, and its values in the run that is looked at.
    pub fn hover(&self, position: Position) -> Option<Hover> {
        let (at, name) = self.name_at(position)?;
        let mut lines: Vec<String> = Vec::new();
        let declared = self.declaration(at);
        if let Some(symbol) = declared {
            let owner = if symbol.owner.is_empty() { String::new() } else { format!("  -- in {}", symbol.owner) };
            let detail: String = symbol.detail.chars().take(LONGEST).collect();
            let detail = if detail.is_empty() { detail } else { format!(" : {detail}") };
            lines.push(format!("{name}{detail}{owner}"));
        }
        let variables: BTreeSet<String> = self.reading.systems.iter().flat_map(|s| variables(s, name)).collect();
        lines.extend(variables.into_iter().take(MOST_VARIABLES));
        lines.extend(self.values(name));
        if lines.is_empty() {
            return None;
        }
        let value = format!("```\n{}\n```", lines.join("\n"));
        let word = self.words.get(at)?;
        let range = Some(self.text.range(word.start, word.end));
        Some(Hover { contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value }), range })
    }

    /// The values of a variable in the run that is looked at.
    fn values(&self, name: &str) -> Option<String> {
        let property = self.answer.as_ref()?.report.properties.get(self.selected.0)?;
        let way = property.classes.get(self.selected.1);
        let trace = way.map(|w| &w.trace).or(property.trace.as_ref())?;
        let variable = trace.variables.iter().find(|v| is_called(&v.name, name))?;
        let values: Vec<String> = trace
            .steps
            .iter()
            .map(|s| s.value(&variable.name).unwrap_or_else(|| "?".to_owned()))
            .take(MOST_VALUES)
            .collect();
        let more = if trace.steps.len() > MOST_VALUES { ", ..." } else { "" };
        let number = self.selected.1 + 1;
        Some(format!("{} on way {number} of {}: {}{more}", variable.name, property.name, values.join(", ")))
    }

    /// The outline: modules, nodes and components with what they declare, and the properties.
    pub fn outline(&self) -> Vec<DocumentSymbol> {
        let is_part =
            |s: &Symbol| !s.owner.is_empty() && self.symbols.iter().any(|o| o.owner.is_empty() && o.name == s.owner);
        let mut list = Vec::new();
        for symbol in self.symbols.iter().filter(|s| !is_part(s) && s.kind != SymbolKind::EVENT) {
            let parts = self
                .symbols
                .iter()
                .filter(|s| symbol.owner.is_empty() && s.owner == symbol.name && s.name != symbol.name);
            let parts: Vec<DocumentSymbol> = parts.map(|s| self.entry(s, Vec::new())).collect();
            list.push(self.entry(symbol, parts));
        }
        for (property, span) in self.reading.properties() {
            let range = self.text.of_span(span);
            list.push(entry(
                property.name.clone(),
                property.kind.word().to_owned(),
                SymbolKind::EVENT,
                range,
                range,
                Vec::new(),
            ));
        }
        list
    }

    fn entry(&self, symbol: &Symbol, parts: Vec<DocumentSymbol>) -> DocumentSymbol {
        let name = self.text.range(symbol.place.start, symbol.place.end);
        // The range of a part with parts is that of its text; it has to hold the name.
        let own = self.symbols.iter().find(|s| s.owner == symbol.name && !parts.is_empty()).map(|s| s.scope.clone());
        let whole =
            own.filter(|own| own.contains(&symbol.place.start)).map_or(name, |own| self.text.range(own.start, own.end));
        let detail: String = symbol.detail.chars().take(LONGEST).collect();
        entry(symbol.name.clone(), detail, symbol.kind, whole, name, parts)
    }

    /// Names that are known at a place, and keywords.
    pub fn completions(&self, position: Position) -> Vec<CompletionItem> {
        let Some(tongue) = self.tongue else { return Vec::new() };
        let offset = self.text.offset(position);
        let here = self.words.iter().rposition(|w| w.start < offset);
        let dot = here.and_then(|at| {
            let last = if self.words.get(at)?.of(&self.text.text) == "." { at } else { at.checked_sub(1)? };
            (self.words.get(last)?.of(&self.text.text) == ".").then_some(last + 1)
        });
        let owner = dot.and_then(|at| self.owner_before(at, DEEPEST));
        let is_known = |s: &&Symbol| match owner {
            Some(owner) => s.owner == owner,
            None => s.scope.contains(&offset) || s.scope.end == offset,
        };
        let mut seen = BTreeSet::new();
        let names = self.symbols.iter().filter(is_known).filter(|s| seen.insert(s.name.clone()));
        let mut list: Vec<CompletionItem> = names.map(completion).collect();
        if owner.is_none() {
            list.extend(keywords(tongue).map(|word| CompletionItem {
                label: word.to_owned(),
                kind: Some(CompletionItemKind::KEYWORD),
                ..CompletionItem::default()
            }));
        }
        list
    }
}

#[expect(deprecated, reason = "the type has a field that is no longer used")]
fn entry(
    name: String,
    detail: String,
    kind: SymbolKind,
    range: lsp_types::Range,
    selection_range: lsp_types::Range,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    // A name must not be empty.
    let name = if name.is_empty() { "?".to_owned() } else { name };
    DocumentSymbol {
        name,
        detail: Some(detail),
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range,
        children: Some(children),
    }
}

fn completion(symbol: &Symbol) -> CompletionItem {
    let kind = match symbol.kind {
        SymbolKind::MODULE | SymbolKind::CLASS => CompletionItemKind::CLASS,
        SymbolKind::FUNCTION => CompletionItemKind::FUNCTION,
        SymbolKind::ENUM_MEMBER => CompletionItemKind::ENUM_MEMBER,
        SymbolKind::CONSTANT => CompletionItemKind::CONSTANT,
        _ => CompletionItemKind::VARIABLE,
    };
    let detail = (!symbol.detail.is_empty()).then(|| symbol.detail.chars().take(LONGEST).collect());
    CompletionItem { label: symbol.name.clone(), kind: Some(kind), detail, ..CompletionItem::default() }
}

/// Whether a variable of a system is called by this name, by itself or in an instance.
fn is_called(variable: &str, name: &str) -> bool {
    variable.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with(['.', '/', ':']))
}

/// The variables of a system that are called by a name, with their types.
fn variables(system: &System, name: &str) -> Vec<String> {
    let terms = &system.terms;
    let of_vars = system.vars().filter_map(|(var, role)| {
        let declared = terms.var(var);
        let role = match role {
            Role::State => "state",
            Role::Input => "input",
            Role::Frozen => "frozen",
        };
        is_called(&declared.name, name)
            .then(|| format!("{} : {}  ({role})", declared.name, show_sort(terms, declared.sort)))
    });
    let of_defines = system.defines.iter().filter(|d| is_called(&d.name, name));
    let of_defines = of_defines.map(|d| format!("{} : {}  (definition)", d.name, show_sort(terms, terms.sort(d.term))));
    of_vars.chain(of_defines).collect()
}
