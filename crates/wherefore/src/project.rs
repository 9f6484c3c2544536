//! A model and everything that can be asked of it.

use crate::included::Folders;
use crate::lens::{self, Focus, Subject};
use crate::tool::{searched, tool};
use crate::{Error, Settings};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wherefore_check::{BrokenObligation, Finding, Session};
use wherefore_diag::{Diagnostic, FileId, SourceMap};
use wherefore_equivalence::{self as equivalence, Comparison, Method, TestPlan};
use wherefore_explain::lts::{self, Destination, Picture};
use wherefore_explain::machine::{self, path_class::Level};
use wherefore_explain::{Context, Findings, PropertyRequest};
use wherefore_ir::System;
use wherefore_ir::actions::Formula;
use wherefore_ir::refinement::Refinement;
use wherefore_lang::Language;
use wherefore_lang::hardware::aiger;
use wherefore_lang::include::NotIncluded;
use wherefore_lang::mcl;
use wherefore_lang::registry::{Choices, Meaning, Read};
use wherefore_lts::neighbourhood::Kind;
use wherefore_lts::{Csr, Memory};
use wherefore_mutate::Mutants;
use wherefore_report::build::{self, Defines};
use wherefore_report::document::{Command, Document, ToolOptions};
use wherefore_stop::Stop;
use wherefore_trace::Trace;
use wherefore_trace::format::read_any;

/// Bytes for sets of states of a graph, unless another limit is set.
const GRAPH_MEMORY: u64 = 4 << 30;

/// A model, and how it is looked into.
pub struct Project {
    name: String,
    language: Option<Language>,
    sources: Arc<SourceMap>,
    remarks: Vec<Diagnostic>,
    contents: Contents,
    settings: Settings,
}

enum Contents {
    System(Arc<System>),
    Contracts(Vec<Arc<Refinement>>),
    Graph { graph: Arc<Memory>, formulas: Vec<(String, Formula)> },
}

/// Everything that was found out about one property, with the system that its runs speak of.
pub struct Explained {
    /// The verdict, and the ways in which it breaks.
    pub findings: Findings,
    /// The system.
    pub system: Arc<System>,
    /// The refinement that the property is a check of.
    refinement: Option<Arc<Refinement>>,
}

/// The text of a file; a binary netlist is brought into its ASCII form.
fn text(bytes: Vec<u8>) -> io::Result<String> {
    let damaged = |why: String| io::Error::new(io::ErrorKind::InvalidData, why);
    match aiger::is_binary(&bytes) {
        true => aiger::unpack(&bytes).map_err(damaged),
        false => String::from_utf8(bytes).map_err(|error| damaged(error.to_string())),
    }
}

impl Project {
    /// Reads a model from a file. The name determines the language. Included files are found beside it and below its
    /// folder.
    ///
    /// ```no_run
    /// let project = wherefore::Project::load("door.smv")?;
    /// for finding in project.check()? {
    ///     println!("{}: {:?}", finding.property, finding.verdict);
    /// }
    /// # Ok::<(), wherefore::Error>(())
    /// ```
    #[expect(clippy::disallowed_methods, reason = "a model is a file")]
    pub fn load(path: impl AsRef<Path>) -> Result<Project, Error> {
        let path = path.as_ref();
        let language = Language::of_name(path).ok_or_else(|| Error::UnknownLanguage(path.to_owned()))?;
        let unreadable = |cause| Error::Unreadable { path: path.to_owned(), cause };
        let name = path.display().to_string();
        if language == Language::Aut {
            return Project::graph(name, std::fs::File::open(path).map_err(unreadable)?);
        }
        let text = text(std::fs::read(path).map_err(unreadable)?).map_err(unreadable)?;
        let folders = Folders::new(path, &[]);
        let mut include = move |name: &str| {
            let path: PathBuf = folders.find(name)?;
            std::fs::read_to_string(path).map_err(|_| NotIncluded::Missing)
        };
        Project::read(language, SourceMap::single(name.clone(), text), name, &mut include)
    }

    /// Reads a model from a text, which is called `name` in messages. It cannot include files.
    ///
    /// ```
    /// use wherefore::{Error, Language, Project};
    ///
    /// let wrong = Project::from_text("m.smv", "MODULE main VAR x : boolen;", Language::Smv);
    /// assert!(matches!(wrong, Err(Error::Model { diagnostics, .. }) if !diagnostics.is_empty()));
    /// ```
    pub fn from_text(name: impl Into<String>, text: impl Into<String>, language: Language) -> Result<Project, Error> {
        Project::from_texts(name, text, language, &[])
    }

    /// Reads a model from a text that may include these texts, each with the name by which it is included.
    ///
    /// ```
    /// use wherefore::{Language, Project};
    ///
    /// let text = "include \"not.lus\" node n (x : bool) returns (y : bool); let y = negated(x); --%PROPERTY y; tel";
    /// let beside = [("not.lus".to_owned(), "node negated (x : bool) returns (y : bool); let y = not x; tel".to_owned())];
    /// assert!(Project::from_text("n.lus", text, Language::Lustre).is_err());
    /// assert!(Project::from_texts("n.lus", text, Language::Lustre, &beside).is_ok());
    /// ```
    pub fn from_texts(
        name: impl Into<String>,
        text: impl Into<String>,
        language: Language,
        beside: &[(String, String)],
    ) -> Result<Project, Error> {
        let (name, text) = (name.into(), text.into());
        if language == Language::Aut {
            return Project::graph(name, std::io::Cursor::new(text.into_bytes()));
        }
        let sources = SourceMap::single(name.clone(), text);
        let mut include = |wanted: &str| {
            let found = beside.iter().find(|(name, _)| name == wanted);
            found.map(|(_, text)| text.clone()).ok_or(NotIncluded::Missing)
        };
        Project::read(language, sources, name, &mut include)
    }

    /// A transition system that was made by hand, or by a front end of your own.
    ///
    /// ```
    /// use wherefore::ir::{Constraint, Property, PropertyKind, Role, Sort, System, Update};
    /// use wherefore::{Project, Verdict};
    ///
    /// let mut system = System::new("toggle");
    /// let x = system.add_var("x", Sort::Bool, Role::State, None).expect("a new name");
    /// let now = system.terms.now(x);
    /// let off = system.terms.not(now);
    /// system.init.push(Constraint { term: off, element: None });
    /// system.next.insert(x, Update { term: off, element: None });
    /// system.properties.push(Property {
    ///     name: "off".into(), kind: PropertyKind::Invariant, term: off, text: "!x".into(), element: None,
    /// });
    /// let findings = Project::from_system(system).check()?;
    /// assert!(matches!(findings[0].verdict, Verdict::Violated(_)));
    /// # Ok::<(), wherefore::Error>(())
    /// ```
    pub fn from_system(system: System) -> Project {
        let name = system.name.clone();
        Project::new(name, None, SourceMap::default(), Contents::System(Arc::new(system)))
    }

    fn new(name: String, language: Option<Language>, sources: SourceMap, contents: Contents) -> Project {
        let (sources, settings) = (Arc::new(sources), Settings::default());
        Project { name, language, sources, remarks: Vec::new(), contents, settings }
    }

    fn read(
        language: Language,
        sources: SourceMap,
        name: String,
        include: &mut wherefore_lang::include::Include<'_>,
    ) -> Result<Project, Error> {
        let Read { meaning, diagnostics, sources } = language.read(sources, &Choices::default(), include);
        let remarks: Vec<Diagnostic> = diagnostics.iter().cloned().collect();
        let contents = match meaning {
            Some(Meaning::System(system)) => Contents::System(Arc::from(system)),
            Some(Meaning::Contracts(list)) => Contents::Contracts(list.into_iter().map(Arc::new).collect()),
            _ => return Err(Error::Model { diagnostics: remarks, sources: Box::new(sources) }),
        };
        Ok(Project { remarks, ..Project::new(name, Some(language), sources, contents) })
    }

    fn graph(name: String, read: impl std::io::Read + Send) -> Result<Project, Error> {
        let stop = Stop::new();
        let failed = |e: &dyn std::fmt::Display| Error::Graph(format!("{name}: {e}"));
        let explicit = |found: Result<wherefore_lang::explicit::Explicit, wherefore_lang::explicit::Fault>| match found
        {
            Ok(found) => Csr::of_block(found.initial, found.count, &found.block).map_err(|e| failed(&e)),
            Err(fault) => Err(failed(&fault)),
        };
        let graph = match Path::new(&name).extension().and_then(|ending| ending.to_str()) {
            Some("dot" | "gv") => explicit(wherefore_lang::dot::read(read))?,
            Some("fsm") => explicit(wherefore_lang::fsm::read(read))?,
            _ => wherefore_lts::load(read, &stop).map_err(|e| failed(&e))?,
        };
        let contents = Contents::Graph { graph: Arc::new(Memory::new(graph, stop)), formulas: Vec::new() };
        Ok(Project::new(name, Some(Language::Aut), SourceMap::default(), contents))
    }

    /// The project with other settings.
    #[must_use]
    pub fn with(self, settings: Settings) -> Project {
        Project { settings, ..self }
    }

    /// The project with a formula to be asked of a labelled transition system, in MCL.
    ///
    /// ```
    /// use wherefore::{Language, Project, Verdict};
    ///
    /// let text = "des (0,2,2)\n(0,\"SEND\",1)\n(1,\"SEND\",0)\n";
    /// let project = Project::from_text("link.aut", text, Language::Aut)?;
    /// let project = project.formula("acknowledged", "[true* . \"SEND\" . (not \"ACK\")* . \"SEND\"] false")?;
    /// assert!(matches!(project.check()?[0].verdict, Verdict::Violated(_)));
    /// # Ok::<(), wherefore::Error>(())
    /// ```
    pub fn formula(mut self, name: impl Into<String>, text: &str) -> Result<Project, Error> {
        let Contents::Graph { formulas, .. } = &mut self.contents else {
            return Err(Error::NotAsked { question: "a formula beside the model", model: "a model with properties" });
        };
        let mut sources = SourceMap::clone(&self.sources);
        let file = sources.add("formula", text);
        let loaded = mcl::load(file, text);
        match loaded.formula {
            Some(formula) => formulas.push((name.into(), formula)),
            None => {
                let diagnostics = loaded.diagnostics.iter().cloned().collect();
                return Err(Error::Model { diagnostics, sources: Box::new(sources) });
            }
        }
        self.sources = Arc::new(sources);
        Ok(self)
    }

    /// Warnings and notes about the text.
    pub fn remarks(&self) -> &[Diagnostic] {
        &self.remarks
    }

    /// The names of the properties.
    ///
    /// ```
    /// use wherefore::{Language, Project};
    ///
    /// let text = "MODULE main VAR x : boolean; INVARSPEC NAME safe := x; LTLSPEC NAME live := F x";
    /// let project = Project::from_text("m.smv", text, Language::Smv)?;
    /// assert_eq!(project.properties(), ["safe", "live"]);
    /// # Ok::<(), wherefore::Error>(())
    /// ```
    pub fn properties(&self) -> Vec<&str> {
        fn of(system: &System) -> impl Iterator<Item = &str> {
            system.properties.iter().map(|p| p.name.as_str())
        }
        match &self.contents {
            Contents::System(system) => of(system).collect(),
            Contents::Contracts(list) => list.iter().flat_map(|r| of(&r.system)).collect(),
            Contents::Graph { formulas, .. } => formulas.iter().map(|(name, _)| name.as_str()).collect(),
        }
    }

    /// Decides every property.
    pub fn check(&self) -> Result<Vec<Finding>, Error> {
        if let Contents::Graph { graph, formulas } = &self.contents {
            let findings = formulas.iter().map(|(name, formula)| self.ask(graph, name, formula, 0));
            return findings.map(|f| f.map(|f| f.findings.finding)).collect();
        }
        let mut findings = Vec::new();
        for subject in self.subjects()? {
            let Settings { stop, observer, .. } = &self.settings;
            findings.extend(subject.system.properties.iter().map(|p| subject.session.check(p, stop, observer)));
        }
        Ok(findings)
    }

    /// Decides every property and finds every distinct way in which violated ones break.
    ///
    /// ```
    /// use wherefore::{Completeness, Language, Project};
    ///
    /// let text = "
    ///     MODULE main
    ///     VAR s : {closed, open}; IVAR push : boolean;
    ///     ASSIGN init(s) := closed; next(s) := case push & s = closed : open; push : closed; TRUE : s; esac;
    ///     INVARSPEC s = closed";
    /// let project = Project::from_text("door.smv", text, Language::Smv)?;
    /// let explained = project.why()?;
    /// let inquiry = explained[0].findings.inquiry.as_ref().expect("a violation");
    /// assert_eq!(inquiry.classes.len(), 1);
    /// assert!(matches!(inquiry.completeness, Completeness::Complete { .. }));
    /// # Ok::<(), wherefore::Error>(())
    /// ```
    pub fn why(&self) -> Result<Vec<Explained>, Error> {
        if let Contents::Graph { graph, formulas } = &self.contents {
            let most = self.settings.max_classes;
            return formulas.iter().map(|(name, formula)| self.ask(graph, name, formula, most)).collect();
        }
        let (subjects, mut explained) = (self.subjects()?, Vec::new());
        let total: usize = subjects.iter().map(|s| s.system.properties.len()).sum();
        for subject in &subjects {
            for property in &subject.system.properties {
                let stop = (self.settings.turn)(&self.settings.stop, total - explained.len());
                explained.push(self.inquire(subject, PropertyRequest::from(property), &stop)?);
            }
        }
        Ok(explained)
    }

    /// Explains a run that another tool found, as a text in one of the trace formats that are read: why the property of
    /// this name fails on it, and which other ways there are.
    pub fn why_run(&self, property: &str, trace: &str) -> Result<Explained, Error> {
        for subject in self.subjects()? {
            let Some(asked) = subject.system.property(property) else { continue };
            let runs = read_any(&subject.system, trace).map_err(|e| Error::Run(e.to_string()))?;
            let run: Option<&Trace> = runs.first().map(|bound| &bound.trace);
            let given = Some(run.ok_or_else(|| Error::Run("the text has no run".to_owned()))?);
            let asked = PropertyRequest { given, ..PropertyRequest::from(asked) };
            return self.inquire(&subject, asked, &self.settings.stop);
        }
        Err(Error::UnknownProperty(property.to_owned()))
    }

    fn inquire(&self, subject: &Subject, asked: PropertyRequest<'_>, stop: &Stop) -> Result<Explained, Error> {
        let Settings { level, max_classes, hints, ways, observer, .. } = &self.settings;
        let focus = Focus { machine: machine::Settings { level: *level, hints: hints.clone() }, ways: *ways };
        let context = Context::new(stop, observer, &subject.options).with_max_classes(*max_classes);
        let findings = lens::why(subject, asked, &focus, &context)?;
        let (system, refinement) = (subject.system.clone(), subject.refinement.clone());
        Ok(Explained { findings, system, refinement })
    }

    fn ask(&self, graph: &Arc<Memory>, name: &str, formula: &Formula, most: usize) -> Result<Explained, Error> {
        let settings = lts::Settings {
            aim: lts::Aim::Choices,
            level: self.settings.level.map(Into::into),
            max_classes: most,
            kinds: Kind::ALL.to_vec(),
            destination: Destination::Violation,
            pattern: Vec::new(),
            given: None,
            picture: Picture::None,
            memory: self.settings.options.memory.unwrap_or(GRAPH_MEMORY),
            recheck: self.settings.options.recheck,
        };
        let found = lts::why(graph.as_ref(), name, formula, &settings).map_err(|e| Error::Graph(e.to_string()))?;
        Ok(Explained { findings: found.findings, system: Arc::new(found.system), refinement: None })
    }

    /// Whether two models show the same outputs for all inputs.
    ///
    /// ```
    /// use wherefore::{DiffOptions, Language, Outcome, Project};
    ///
    /// let text = |value: &str| format!(
    ///     "MODULE main IVAR i : boolean; VAR o : boolean; ASSIGN init(o) := FALSE; next(o) := {value};");
    /// let one = Project::from_text("one.smv", text("i"), Language::Smv)?;
    /// let two = Project::from_text("two.smv", text("!!i"), Language::Smv)?;
    /// let found = one.diff(&two, &DiffOptions::default())?;
    /// assert!(matches!(found.outcome, Outcome::Equivalent { .. }));
    /// # Ok::<(), wherefore::Error>(())
    /// ```
    pub fn diff(&self, other: &Project, options: &equivalence::Options) -> Result<Comparison, Error> {
        let (one, two) = (self.system("a comparison")?, other.system("a comparison")?);
        Ok(equivalence::compare(one, two, options, &self.settings.stop)?)
    }

    /// Test suites that find every implementation with at most this many more states that differs from the model.
    pub fn suite(
        &self,
        methods: &[Method],
        extra_states: usize,
        options: &equivalence::Options,
    ) -> Result<TestPlan, Error> {
        Ok(equivalence::plan(self.system("a suite")?, methods, extra_states, options, &self.settings.stop)?)
    }

    /// Models with one small mistake each.
    ///
    /// ```
    /// use wherefore::{Language, Project};
    ///
    /// let text = "MODULE main VAR x : 0..5; ASSIGN init(x) := 0; next(x) := x < 3 ? x + 1 : 0; INVARSPEC x < 4";
    /// let mutants = Project::from_text("m.smv", text, Language::Smv)?.mutants()?;
    /// assert!(mutants.mutants.len() > 5);
    /// # Ok::<(), wherefore::Error>(())
    /// ```
    pub fn mutants(&self) -> Result<Mutants, Error> {
        let text = self.sources.get(FileId(0)).map_or("", |f| f.text.as_str());
        let mut include = |_: &str| Err(NotIncluded::Missing);
        let made = self
            .language
            .and_then(|l| wherefore_mutate::mutants(l, (&self.name, text), &Choices::default(), &mut include));
        let made = made.ok_or(Error::NotAsked { question: "for mutants", model: self.kind() })?;
        made.map_err(|diagnostics| Error::Model {
            diagnostics: diagnostics.iter().cloned().collect(),
            sources: Box::new(SourceMap::clone(&self.sources)),
        })
    }

    /// Document of the findings, from which the formats of the program are written: text, JSON, HTML, SARIF, JUnit.
    ///
    /// ```
    /// use wherefore::report::json;
    /// use wherefore::{Language, Project};
    ///
    /// let text = "MODULE main VAR x : boolean; ASSIGN init(x) := TRUE; INVARSPEC NAME up := x";
    /// let project = Project::from_text("m.smv", text, Language::Smv)?;
    /// let document = json::render(&project.report(&project.why()?));
    /// assert!(document.contains("\"schema\": \"wherefore/1\"") && document.contains("violated"));
    /// # Ok::<(), wherefore::Error>(())
    /// ```
    pub fn report(&self, explained: &[Explained]) -> Document {
        let mut report = self.empty_report();
        let Settings { options, level, max_classes, .. } = &self.settings;
        let told = ToolOptions {
            level: Some(level.unwrap_or(Level::Spine).word()),
            max_classes: Some(*max_classes),
            ..searched(options)
        };
        report.tool = Some(tool(&options.programs, told));
        report.obligations = wherefore_report::document::Obligations::Met;
        for Explained { findings, system, refinement } in explained {
            let Findings { finding, inquiry } = findings;
            let context =
                build::Context { command: Command::Why, system, sources: &self.sources, defines: Defines::Declared };
            let mut view = build::property(&context, finding, inquiry.as_ref(), 0.0);
            if let Some((refinement, check)) = refinement.as_ref().and_then(|r| Some((r, r.check(&finding.property)?)))
            {
                view =
                    build::contract(view, finding.property.clone(), refinement, check, &self.sources, inquiry.as_ref());
            }
            report.properties.push(view);
        }
        if let Some(Explained { system, .. }) = explained.first() {
            build::draw(&mut report, system);
        }
        report
    }

    /// Document of the places where the model makes no sense ([`Error::Broken`]), each with the run that leads there; nothing for
    /// contracts, whose systems are many.
    ///
    /// ```
    /// use wherefore::{Error, Language, Project, report::text};
    ///
    /// let text = "MODULE main VAR x : 0..3; ASSIGN init(x) := 0; next(x) := x + 1; INVARSPEC x < 9";
    /// let project = Project::from_text("m.smv", text, Language::Smv)?;
    /// let Err(Error::Broken(broken)) = project.why() else { panic!("x leaves its range") };
    /// let report = project.report_broken(&broken).expect("one system");
    /// assert!(text::check(&report, &text::Options::default()).contains("the run that leads there"));
    /// # Ok::<(), wherefore::Error>(())
    /// ```
    pub fn report_broken(&self, broken: &[BrokenObligation]) -> Option<Document> {
        let system = self.system("a report").ok()?;
        let mut report = self.empty_report();
        let context =
            build::Context { command: Command::Why, system, sources: &self.sources, defines: Defines::Declared };
        report.remarks.extend(broken.iter().map(|b| build::broken(&context, b)));
        report.obligations = wherefore_report::document::Obligations::Broken;
        Some(report)
    }

    /// A document that says only what the model is.
    fn empty_report(&self) -> Document {
        let mut report = Document::new(Command::Why, &self.name);
        report.model.language = self.language.map(Language::word);
        report.sources = self.sources.clone();
        report
    }

    /// The systems that answer questions, once it is known that they make sense.
    fn subjects(&self) -> Result<Vec<Subject>, Error> {
        let systems: Vec<(Arc<System>, Option<Arc<Refinement>>)> = match &self.contents {
            Contents::System(system) => vec![(system.clone(), None)],
            Contents::Contracts(list) => list.iter().map(|r| (Arc::new(r.system.clone()), Some(r.clone()))).collect(),
            Contents::Graph { .. } => {
                return Err(Error::NotAsked { question: "a run", model: self.kind() });
            }
        };
        systems.into_iter().map(|(system, refinement)| self.subject(system, refinement)).collect()
    }

    fn subject(&self, system: Arc<System>, refinement: Option<Arc<Refinement>>) -> Result<Subject, Error> {
        let Settings { options, stop, observer, .. } = &self.settings;
        let session = Session::new(&system, options.clone());
        match session.obligations(stop, observer) {
            Ok(broken) if !broken.is_empty() => return Err(Error::Broken(broken)),
            // A stop of this search stops the next one too, which says so.
            Ok(_) | Err(wherefore_check::NoAnswer::Stopped(_)) => {}
            Err(cause) => return Err(Error::Undetermined(cause)),
        }
        let sources = self.sources.clone();
        Ok(Subject { system, sources, session, options: options.clone(), refinement })
    }

    fn system(&self, question: &'static str) -> Result<&System, Error> {
        match &self.contents {
            Contents::System(system) => Ok(system),
            _ => Err(Error::NotAsked { question, model: self.kind() }),
        }
    }

    fn kind(&self) -> &'static str {
        match &self.contents {
            Contents::System(_) => "a transition system",
            Contents::Contracts(_) => "a specification by contracts",
            Contents::Graph { .. } => "a labelled transition system",
        }
    }
}
