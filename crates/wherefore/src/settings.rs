//! How a project is looked into: engines, limits, levels, the observer and the signal that ends it.

use crate::lens::Ways;
use std::sync::Arc;
use wherefore_check::engine::Engine;
use wherefore_check::{Demand, EngineChoice, Event, Observer, Options, Silent};
use wherefore_explain::Limits;
use wherefore_explain::machine::discover::Hints;
use wherefore_explain::machine::path_class::Level;
use wherefore_solve::SolverPrograms;
use wherefore_stop::Stop;

/// How to look into a model. Every method gives the settings with one of them changed.
#[derive(Clone)]
pub struct Settings {
    pub(crate) options: Options,
    pub(crate) level: Option<Level>,
    pub(crate) max_classes: usize,
    pub(crate) hints: Hints,
    pub(crate) ways: Ways,
    pub(crate) stop: Stop,
    pub(crate) turn: Turn,
    pub(crate) observer: Arc<dyn Observer>,
}

/// Makes the signal for the next of so many properties.
pub(crate) type Turn = Arc<dyn Fn(&Stop, usize) -> Stop + Send + Sync>;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            options: Options::default(),
            level: None,
            max_classes: Limits::default().max_classes,
            hints: Hints::default(),
            ways: Ways::default(),
            stop: Stop::new(),
            turn: Arc::new(|stop, _| stop.clone()),
            observer: Arc::new(Silent),
        }
    }
}

impl Settings {
    /// The settings of the command line without options.
    pub fn new() -> Settings {
        Settings::default()
    }

    /// Which engines may be used.
    #[must_use]
    pub fn engine(mut self, engine: EngineChoice) -> Settings {
        self.options.engine = engine;
        self
    }

    /// The most steps that a bounded search looks ahead.
    #[must_use]
    pub fn max_depth(mut self, steps: u32) -> Settings {
        self.options.max_depth = steps;
        self
    }

    /// The bytes that BDDs and each solver process may use.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Settings {
        self.options.memory = Some(bytes);
        self
    }

    /// Engines take turns on the thread of the caller, as they do where there are no threads. The answers are the same.
    ///
    /// ```
    /// use wherefore::{Language, Project, Settings, Verdict};
    ///
    /// let text = "MODULE main VAR x : 0..3; ASSIGN init(x) := 0; next(x) := x; INVARSPEC x = 0";
    /// let project = Project::from_text("m.smv", text, Language::Smv)?.with(Settings::new().one_thread());
    /// assert!(matches!(project.check()?[0].verdict, Verdict::Holds { .. }));
    /// # Ok::<(), wherefore::Error>(())
    /// ```
    #[must_use]
    pub fn one_thread(mut self) -> Settings {
        self.options.one_thread = true;
        self
    }

    /// An engine from outside, beside those of the product. What it says counts once it was replayed or re-checked.
    #[must_use]
    pub fn with_engine(mut self, engine: Arc<dyn Engine>) -> Settings {
        self.options.engines.push(engine);
        self
    }

    /// How solver programs are found and started. Without it they are looked for on the search path.
    ///
    /// ```
    /// use wherefore::{Language, Project, Settings, SolverPrograms, SolverSetup, Verdict};
    ///
    /// let text = "MODULE main VAR x : integer; ASSIGN init(x) := 0; next(x) := x + 1; INVARSPEC x >= 0";
    /// let verdict = |settings| {
    ///     let project = Project::from_text("m.smv", text, Language::Smv)?.with(settings);
    ///     Ok::<_, wherefore::Error>(project.check()?[0].verdict.clone())
    /// };
    /// let places = ["z3", "cvc5"].map(|name| (name.to_owned(), "/nowhere".into())).to_vec();
    /// let nowhere = SolverPrograms::new(SolverSetup { places, ..SolverSetup::default() });
    /// assert!(matches!(verdict(Settings::new().programs(nowhere))?, Verdict::Undetermined(_)));
    /// assert!(matches!(verdict(Settings::new())?, Verdict::Holds { .. }));
    /// # Ok::<(), wherefore::Error>(())
    /// ```
    #[must_use]
    pub fn programs(mut self, programs: SolverPrograms) -> Settings {
        self.options.programs = programs;
        self
    }

    /// Policy for an answer that no judge could re-check.
    #[must_use]
    pub fn recheck(mut self, demand: Demand) -> Settings {
        self.options.recheck = demand;
        self
    }

    /// How finely failing runs are distinguished.
    #[must_use]
    pub fn level(mut self, level: Level) -> Settings {
        self.level = Some(level);
        self
    }

    /// What ways to fail are made of, where a diagram has charts.
    #[must_use]
    pub fn ways(mut self, ways: Ways) -> Settings {
        self.ways = ways;
        self
    }

    /// The most classes to list.
    #[must_use]
    pub fn max_classes(mut self, most: usize) -> Settings {
        self.max_classes = most;
        self
    }

    /// The variables that hold the control state, where they are not found by themselves.
    #[must_use]
    pub fn control(mut self, variables: impl IntoIterator<Item = impl Into<String>>) -> Settings {
        self.hints.control = variables.into_iter().map(Into::into).collect();
        self
    }

    /// A signal that ends all work when it is fired. Answers say what was not finished.
    ///
    /// ```
    /// use wherefore::{Language, Project, Settings, Stop, StopReason, Verdict};
    ///
    /// let text = "MODULE main VAR x : boolean; ASSIGN next(x) := !x; INVARSPEC x | !x";
    /// let stop = Stop::new();
    /// let settings = Settings::new().stop(stop.clone());
    /// let project = Project::from_text("m.smv", text, Language::Smv)?.with(settings);
    /// stop.fire(StopReason::Interrupted);
    /// assert!(matches!(project.check()?[0].verdict, Verdict::Undetermined(_)));
    /// # Ok::<(), wherefore::Error>(())
    /// ```
    #[must_use]
    pub fn stop(mut self, stop: Stop) -> Settings {
        self.stop = stop;
        self
    }

    /// A signal for each property of [`Project::why`](crate::Project::why): made from the signal that ends all work when its turn
    /// comes, and told how many properties are left, this one among them. So the time can be shared between them.
    #[must_use]
    pub fn each(mut self, turn: impl Fn(&Stop, usize) -> Stop + Send + Sync + 'static) -> Settings {
        self.turn = Arc::new(turn);
        self
    }

    /// A function that receives the events of engines, from any thread; it must be quick.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    /// use std::sync::Arc;
    /// use wherefore::{Language, Project, Settings};
    ///
    /// let events = Arc::new(AtomicUsize::new(0));
    /// let seen = events.clone();
    /// let settings = Settings::new().on_progress(move |_| drop(seen.fetch_add(1, Ordering::Relaxed)));
    /// let text = "MODULE main VAR x : 0..3; ASSIGN init(x) := 0; next(x) := x; INVARSPEC x = 0";
    /// Project::from_text("m.smv", text, Language::Smv)?.with(settings).check()?;
    /// assert!(events.load(Ordering::Relaxed) > 0);
    /// # Ok::<(), wherefore::Error>(())
    /// ```
    #[must_use]
    pub fn on_progress(mut self, watch: impl Fn(Event) + Send + Sync + 'static) -> Settings {
        self.observer = Arc::new(Watcher(watch));
        self
    }
}

/// A function as an observer.
struct Watcher<F>(F);

impl<F: Fn(Event) + Send + Sync> Observer for Watcher<F> {
    fn event(&self, event: Event) {
        (self.0)(event);
    }
}
