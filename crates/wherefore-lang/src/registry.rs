//! The languages that are read: their names, the endings of their files, how a text becomes a model, and what is said and
//! explained about it.
//!
//! Everything that has to list the languages reads this table: the command line, the library, and the messages about files whose
//! language is not known.

use crate::{aut, explicit, hardware, lustre, mcl, mucalculus, oss, scxml, simulink, smv, tla, xstate};
use std::path::Path;
use wherefore_diag::{Code, Diagnostics, FileId, SourceMap, Span};
use wherefore_ir::System;
use wherefore_ir::refinement::Refinement;
use wherefore_syntax::holes::Holes;
use wherefore_syntax::include::Include;

/// A language that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// NuSMV and nuXmv.
    Smv,
    /// Graphs with all their states: Aldebaran of CADP, mCRL2 and LTSmin, state graphs of TLC and others in DOT, FSM.
    Aut,
    /// Statecharts of the W3C.
    Scxml,
    /// Contracts of components, as OCRA reads them.
    Oss,
    /// Synchronous programs of Kind 2 and JKind.
    Lustre,
    /// Block diagrams of Simulink.
    Simulink,
    /// Machines of XState, as JSON.
    XState,
    /// Netlists of words, in BTOR2.
    Btor2,
    /// Netlists of bits, in AIGER.
    Aiger,
}

/// What is chosen beside a text.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    /// The main node of a synchronous program.
    pub main: Option<String>,
    /// What is chosen for a block diagram: values of parameters, blocks that are not looked into.
    pub diagram: simulink::Options,
}

/// A row of the table.
struct Entry {
    language: Language,
    /// The name in reports and on the command line.
    word: &'static str,
    /// A few words for people.
    title: &'static str,
    /// The endings of files, without a dot.
    endings: &'static [&'static str],
    /// Which files are read, up to the option that names the language.
    files: &'static str,
    /// The diagnostics about its texts, and about formulas that are written for them.
    codes: &'static [&'static [&'static Code]],
    /// The topics of `wherefore explain` about it.
    topics: &'static [&'static str],
}

/// All languages, in the order of `wherefore explain`.
const TABLE: [Entry; 9] = [
    Entry {
        language: Language::Smv,
        word: "smv",
        title: "NuSMV and nuXmv",
        endings: &["smv", "flatsmv"],
        files: "SMV is read from files ending in .smv or .flatsmv, and from any",
        codes: &[smv::codes::ALL],
        topics: &["smv"],
    },
    Entry {
        language: Language::Scxml,
        word: "scxml",
        title: "Statecharts of the W3C",
        endings: &["scxml"],
        files: "statecharts are read from files ending in .scxml, from .xml files that hold one, and",
        codes: &[scxml::codes::ALL],
        topics: &["scxml"],
    },
    Entry {
        language: Language::Aut,
        word: "aut",
        title: "Graphs with all their states: of CADP, mCRL2, LTSmin, TLC",
        endings: &["aut", "dot", "gv", "fsm", "lts", "bcg"],
        files: "labelled transition systems are read from files ending in .aut or .aut.gz, .dot or .gv, .fsm, .lts and .bcg, and",
        codes: &[aut::codes::ALL, explicit::codes::ALL, tla::codes::ALL, mcl::codes::ALL, mucalculus::codes::ALL],
        topics: &["aut", "tlc", "mcl"],
    },
    Entry {
        language: Language::Oss,
        word: "oss",
        title: "Contracts of components, as OCRA reads them",
        endings: &["oss"],
        files: "contracts are read from files ending in .oss, and",
        codes: &[oss::codes::ALL],
        topics: &["oss"],
    },
    Entry {
        language: Language::Lustre,
        word: "lustre",
        title: "Synchronous programs of Kind 2 and JKind",
        endings: &["lus"],
        files: "synchronous programs are read from files ending in .lus, and",
        codes: &[lustre::codes::ALL],
        topics: &["lustre"],
    },
    Entry {
        language: Language::Simulink,
        word: "simulink",
        title: "Block diagrams of Simulink",
        endings: &["slx", "mdl"],
        files: "block diagrams are read from files ending in .slx or .mdl, and",
        codes: &[simulink::codes::ALL],
        topics: &["simulink"],
    },
    Entry {
        language: Language::XState,
        word: "xstate",
        title: "Machines of XState, as JSON",
        endings: &[],
        files: "machines of XState are read from .json files that hold one, and",
        codes: &[xstate::codes::ALL],
        topics: &["xstate"],
    },
    Entry {
        language: Language::Btor2,
        word: "btor2",
        title: "Netlists of words, in BTOR2",
        endings: &["btor2", "btor"],
        files: "netlists in BTOR2 are read from files ending in .btor2 or .btor, and",
        codes: &[hardware::codes::ALL],
        topics: &["btor2"],
    },
    Entry {
        language: Language::Aiger,
        word: "aiger",
        title: "Netlists of bits, in AIGER",
        endings: &["aig", "aag"],
        files: "netlists in AIGER are read from files ending in .aig or .aag, and",
        codes: &[],
        topics: &["aiger"],
    },
];

/// All languages, in the order of the command line.
const TABLE_ORDER: [Language; 9] = [
    Language::Smv,
    Language::Aut,
    Language::Scxml,
    Language::Oss,
    Language::Lustre,
    Language::Simulink,
    Language::XState,
    Language::Btor2,
    Language::Aiger,
];

/// The diagnostics of all languages, in the order of `wherefore explain`.
pub fn codes() -> impl Iterator<Item = &'static Code> {
    TABLE.iter().flat_map(|entry| entry.codes).flat_map(|list| list.iter().copied())
}

/// The meaning of a text.
#[derive(Debug)]
#[non_exhaustive]
pub enum Meaning {
    /// A transition system.
    System(Box<System>),
    /// The refinements of a specification, the whole first.
    Contracts(Vec<Refinement>),
}

/// A text that was read.
#[derive(Debug)]
pub struct Read {
    /// The model; none if there were errors.
    pub meaning: Option<Meaning>,
    /// Errors, warnings and notes in the order they were found.
    pub diagnostics: Diagnostics,
    /// All texts, included ones too.
    pub sources: SourceMap,
}

impl Language {
    /// All languages, in the order of the command line.
    pub fn all() -> impl Iterator<Item = Language> {
        TABLE_ORDER.into_iter()
    }

    fn entry(self) -> &'static Entry {
        TABLE.iter().find(|entry| entry.language == self).unwrap_or(&TABLE[0])
    }

    /// The name in reports and on the command line.
    pub fn word(self) -> &'static str {
        self.entry().word
    }

    /// A few words for people.
    pub fn title(self) -> &'static str {
        self.entry().title
    }

    /// Which files are read, up to the option that names the language.
    pub fn files(self) -> &'static str {
        self.entry().files
    }

    /// The topics of `wherefore explain` about it.
    pub fn topics(self) -> &'static [&'static str] {
        self.entry().topics
    }

    /// The language of this name.
    pub fn named(word: &str) -> Option<Language> {
        TABLE.iter().find(|entry| entry.word == word).map(|entry| entry.language)
    }

    /// The language by the name of a file; a packed file is named as if it were not. The beginning of a file shows
    /// whether one that ends in `.xml` is a statechart.
    pub fn of_name(path: &Path) -> Option<Language> {
        let plain = if path.extension().is_some_and(|e| e == "gz") { path.with_extension("") } else { path.to_owned() };
        let ending = plain.extension()?.to_string_lossy().to_lowercase();
        TABLE.iter().find(|entry| entry.endings.contains(&ending.as_str())).map(|entry| entry.language)
    }

    /// The language that the beginning of a text tells: XML whose outermost element is `scxml` is a statechart.
    pub fn of_beginning(text: &str) -> Option<Language> {
        (outermost(text) == Some("scxml")).then_some(Language::Scxml)
    }

    /// Reads a model, the last file of `sources`. Included files are asked for and added there. Never panics; a graph has no
    /// such meaning, because graphs are read by `wherefore-lts`.
    pub fn read(self, sources: SourceMap, choices: &Choices, include: &mut Include<'_>) -> Read {
        self.read_with_holes(sources, choices, include, &[])
    }

    /// As [`read`](Self::read); the expressions of the main file at these places are left open: each stands for any value of its
    /// type, which nothing determines (`Purpose::Hole`). A place that cannot be left open is an error.
    pub fn read_with_holes(
        self,
        sources: SourceMap,
        choices: &Choices,
        include: &mut Include<'_>,
        holes: &[Span],
    ) -> Read {
        let last = FileId(sources.files().len().saturating_sub(1) as u32);
        let holes = Holes::new(sources.get(last).map_or("", |f| f.text.as_str()), holes);
        match self {
            Language::Smv => text(sources, |file, text| smv::load_with_holes(file, text, &holes)),
            Language::Scxml => {
                let (crate::Loaded { system, diagnostics }, sources) = scxml::load_with_holes(sources, include, &holes);
                Read { meaning: system.map(Box::new).map(Meaning::System), diagnostics, sources }
            }
            Language::XState => {
                let (crate::Loaded { system, diagnostics }, sources) =
                    xstate::load_with_holes(sources, include, &holes);
                Read { meaning: system.map(Box::new).map(Meaning::System), diagnostics, sources }
            }
            Language::Lustre => {
                let options = lustre::Options { main: choices.main.clone() };
                let lustre::Loaded { system, diagnostics, sources, .. } =
                    lustre::load_with_holes(sources, &options, include, &holes);
                Read { meaning: system.map(Box::new).map(Meaning::System), diagnostics, sources }
            }
            Language::Btor2 => {
                let crate::Loaded { system, diagnostics } = hardware::load_last(&sources, holes.spans());
                let landmarks = hardware::btor2::landmarks(last, sources.get(last).map_or("", |f| f.text.as_str()));
                let mut sources = sources;
                sources.set_landmarks(last, landmarks);
                Read { meaning: system.map(Box::new).map(Meaning::System), diagnostics, sources }
            }
            _ if !holes.is_empty() => Read { meaning: None, diagnostics: Diagnostics::default(), sources },
            Language::Simulink => {
                let name = sources.get(last).map_or_else(String::new, |f| model_name(&f.name));
                let (loaded, sources) = simulink::load_with(sources, &name, &choices.diagram, include);
                let crate::Loaded { system, diagnostics } = loaded;
                Read { meaning: system.map(Box::new).map(Meaning::System), diagnostics, sources }
            }
            Language::Oss => {
                let oss::Loaded { refinements, diagnostics, sources, .. } = oss::load(sources, include);
                let meaning = (!diagnostics.has_errors()).then_some(Meaning::Contracts(refinements));
                Read { meaning, diagnostics, sources }
            }
            Language::Aiger => text(sources, |file, text| hardware::load(file, text, hardware::Format::Aiger)),
            Language::Aut => Read { meaning: None, diagnostics: Diagnostics::default(), sources },
        }
    }
}

/// The name of a model that its file is called by.
fn model_name(file: &str) -> String {
    Path::new(file).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// Reads a model that is one text.
fn text(sources: SourceMap, front_end: impl FnOnce(FileId, &str) -> crate::Loaded) -> Read {
    let file = FileId(sources.files().len().saturating_sub(1) as u32);
    let crate::Loaded { system, diagnostics } = front_end(file, sources.get(file).map_or("", |f| f.text.as_str()));
    Read { meaning: system.map(Box::new).map(Meaning::System), diagnostics, sources }
}

/// The local name of the outermost element of an XML text.
fn outermost(text: &str) -> Option<&str> {
    let mut rest = text;
    loop {
        rest = &rest[rest.find('<')?..];
        let skipped = [("<!--", "-->"), ("<?", "?>"), ("<!", ">")].into_iter().find(|(open, _)| rest.starts_with(open));
        let Some((open, close)) = skipped else { break };
        let inside = &rest[open.len()..];
        rest = &inside[inside.find(close)? + close.len()..];
    }
    let ends = |c: char| c.is_whitespace() || c == '>' || c == '/';
    let tag = rest.strip_prefix('<')?.split(ends).next()?;
    Some(tag.rsplit(':').next().unwrap_or(tag))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn diagnostic_ids_are_unique_and_kebab_case() {
        let ids: Vec<&str> = codes().map(|c| c.id).collect();
        let unique: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len());
        assert!(ids.iter().all(|id| id.chars().all(|c| c.is_ascii_lowercase() || c == '-')));
    }

    #[test]
    fn what_is_said_about_files_names_their_endings() {
        let names = |l: Language| l.entry().endings.iter().all(|e| l.files().contains(&format!(".{e}")));
        assert!(Language::all().all(names));
    }

    #[test]
    fn the_outermost_element_is_found_behind_the_prologue() {
        let prologue = "<?xml version=\"1.0\"?>\n<!-- <a> --><!DOCTYPE scxml>\n";
        assert_eq!(outermost(&format!("{prologue}<scxml version='1.0'>")), Some("scxml"));
        assert_eq!(outermost(&format!("{prologue}<sc:scxml/>")), Some("scxml"));
        assert_eq!(outermost("<project><scxml/></project>"), Some("project"));
        assert_eq!(outermost("<!-- <scxml>"), None);
        assert_eq!(outermost("scxml"), None);
    }

    #[test]
    fn names_of_files_tell_the_language() {
        let of = |name: &str| Language::of_name(Path::new(name));
        assert_eq!(of("a/b.SMV"), Some(Language::Smv));
        assert_eq!(of("x.flatsmv"), Some(Language::Smv));
        assert_eq!(of("x.aut.gz"), Some(Language::Aut));
        assert_eq!(
            (of("x.scxml"), of("x.oss"), of("x.lus")),
            (Some(Language::Scxml), Some(Language::Oss), Some(Language::Lustre))
        );
        assert_eq!((of("x.mdl"), of("-"), of("model")), (Some(Language::Simulink), None, None));
        assert!(Language::all().all(|l| Language::named(l.word()) == Some(l)));
        assert_eq!(Language::all().count(), TABLE.len());
    }
}
