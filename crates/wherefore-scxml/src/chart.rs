//! A statechart: the document as the standard's algorithm sees it.
//!
//! `read` builds it from XML, `types` says what its data are, `lower` makes a transition system of it, and `interpret` runs
//! it as the standard says. States, transitions, data and sends are numbered in document order; state 0 is the root, and a
//! state stands before everything inside it. So "in document order" is "by number", and the states inside a state are a
//! range.
//!
//! ```text
//! <scxml>                     0   root
//!   <state id="off">          1   atomic
//!   <state id="on">           2   compound
//!     <history id="h"/>       3   history, no child of `on` in the sense of the algorithm
//!     <state id="low"/>       4
//! ```

mod expression;

pub use expression::{Binary, Expr, ExprKind, Function, Temporal, Unary};

use num_rational::BigRational;
use std::collections::BTreeSet;
use wherefore_diag::Span;
use wherefore_ir::FloatFormat;

/// Index of a state, in document order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u32);

/// Index of a transition: document order for those with an event or condition; those of `<initial>` and `<history>` are
/// among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TransitionId(pub u32);

/// Index of a data item, in document order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DataId(pub u32);

/// Index of a field of `_event.data`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldId(pub u32);

/// Index of an event name that the chart itself brings about or expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(pub u32);

/// Index of a way on which one session sends events to another. Number 0 leads to the session that invokes the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChannelId(pub u32);

/// Index of a `<send>`, in document order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SendId(pub u32);

/// What stands between the name of an invoked session and that of an event for it. No name of an event has a blank.
pub const SESSION: &str = ": ";

/// Values of `_event.type`: raised by the processor itself, by the chart, or sent.
pub const EVENT_TYPES: [&str; 3] = ["platform", "internal", "external"];

/// A whole document.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The name of the document, or what its file is called.
    pub name: String,
    /// All states; the first is the root.
    pub states: Vec<State>,
    /// All transitions.
    pub transitions: Vec<Transition>,
    /// All data items.
    pub data: Vec<Data>,
    /// All fields of `_event.data` that are sent or read.
    pub fields: Vec<Field>,
    /// All concrete event names: raised, sent, `done.state.*`, `error.*`, and those of the environment.
    pub events: Vec<String>,
    /// Events that the environment can send, a subset of `events`, in order of first mention.
    pub environment: Vec<EventId>,
    /// All sends.
    pub sends: Vec<Send>,
    /// Charts that states invoke, in document order. [`join`](super::join) makes one chart of all.
    pub invocations: Vec<Invocation>,
    /// Ways from session to session, by what the environment calls the next event on them: the first leads to the session that
    /// invokes the chart, those behind it to the invoked ones, and then to those of the same network.
    pub channels: Vec<String>,
    /// Charts that run beside this one from the start, in the order in which they are named. [`join`](super::join) makes one
    /// chart of all.
    pub peers: Vec<Peer>,
    /// For each chart of the network the way to it: first the main chart, then those beside it. Empty where a chart stands alone.
    pub members: Vec<ChannelId>,
    /// What properties say of other sessions.
    pub outer: Outer,
    /// The state in which the outermost states of the document are.
    pub top: StateId,
    /// No events of the environment are declared: they are those that transitions name.
    pub assumed: bool,
    /// Content executed for the events of invoked services before anything reacts to them, in document order.
    pub finalizers: Vec<Finalizer>,
    /// Properties of the chart.
    pub properties: Vec<Property>,
    /// Data of a state are initialised when it is first entered, not at the start.
    pub late_binding: bool,
    /// Executed after the data are initialised and before the first state is entered.
    pub script: Block,
    /// Mistakes in expressions are events for the chart, which reacts to `error.execution` or says so with a wildcard
    /// `error`; otherwise such mistakes were reported and there is no chart.
    pub handles_errors: bool,
    /// The most events that may wait in a queue.
    pub queue: Option<u32>,
    /// The most microsteps from one external event to rest.
    pub microsteps: Option<u32>,
    /// The widest format in which the document declares numbers that are read as exact reals.
    pub float: Option<FloatFormat>,
    /// Whose algorithm the chart follows.
    pub rules: Rules,
    /// Events of the environment that come only while something that the chart started is running.
    pub sources: Vec<Source>,
    /// States whose exit actions change no data where a machine of XState 6 comes to its end.
    pub forgetful: BTreeSet<StateId>,
}

/// Whose algorithm a chart follows, where languages differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rules {
    /// The algorithm in appendix D of the W3C recommendation.
    #[default]
    Scxml,
    /// That of XState 5. The root has one child, which stands for the machine; the machine has come to its end when that
    /// child has. Beyond that:
    ///
    /// - On an event a state reacts only if nothing inside it reacts; in SCXML each active leaf looks outward by itself. Both do
    ///   the latter for transitions without event.
    /// - An internal transition stays in its source if its targets are the source itself or inside it, whatever kind of
    ///   state it is. Every other acts inside the nearest state around its ends, which may be a parallel one.
    /// - A parallel state is done when all in it is, at every level; in SCXML only at the first.
    /// - At the end the exit actions of all active states are executed, and the states stay active.
    /// - A round of eventless transitions that changes neither states nor data nor histories is not repeated before the next
    ///   event.
    XState,
    /// The algorithm of XState 6, which is that of XState 5 but for this:
    ///
    /// - The domain of a transition narrows to a region of a parallel state if all targets are the region or inside it, wherever
    ///   the transition starts; other regions stay as they are.
    ///   A region that is itself a target, and not the source, is entered without being left.
    /// - The content of a transition sees the data as they were before anything was left.
    /// - A round of eventless transitions is repeated if it has started or cancelled a timer.
    /// - At the end the exit actions of some states change no data: see [`Chart::forgetful`].
    XState6,
}

/// Something that runs while a state is active, and ends at some time with an event.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its event.
    pub event: EventId,
    /// The item that says that it runs; the event comes only then.
    pub running: DataId,
    /// With the event it has ended.
    pub ends: bool,
}

/// Kind of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateKind {
    /// `<scxml>`.
    Root,
    /// Without states inside.
    Atomic,
    /// With states inside, of which one is active.
    Compound,
    /// With states inside, all of which are active.
    Parallel,
    /// `<final>`.
    Final,
    /// `<history>`.
    History {
        /// Whether the history remembers all levels, not only the children.
        deep: bool,
    },
}

/// A state.
#[derive(Clone, Debug)]
pub struct State {
    /// Its kind.
    pub kind: StateKind,
    /// Its id; made up where the document gives none.
    pub id: String,
    /// Whether the document gives the id.
    pub named: bool,
    /// The state it is in.
    pub parent: Option<StateId>,
    /// The states in it, without histories, in document order.
    pub children: Vec<StateId>,
    /// The histories in it.
    pub histories: Vec<StateId>,
    /// One past the last state inside it.
    pub end: StateId,
    /// Initial transition. For a compound state or the root: the one that is taken when it is entered by default. For a
    /// history: the one that is taken when nothing is remembered.
    pub initial: Option<TransitionId>,
    /// The transitions that leave it, in document order.
    pub transitions: Vec<TransitionId>,
    /// Actions on entry, block by block: an error ends a block, not the others.
    pub onentry: Vec<Block>,
    /// Actions on exit.
    pub onexit: Vec<Block>,
    /// Its own data.
    pub data: Vec<DataId>,
    /// The event that says that it is done.
    pub done_name: String,
    /// Data of the done event of a final state.
    pub done: Vec<(FieldId, Expr)>,
    /// Its start tag.
    pub span: Span,
}

/// A transition.
#[derive(Clone, Debug)]
pub struct Transition {
    /// The state it is written in; for that of `<initial>` and `<history>` the compound state and the history.
    pub source: StateId,
    /// Events that trigger it; empty: it is taken as soon as it is enabled.
    pub events: Vec<Descriptor>,
    /// Its condition.
    pub cond: Option<Expr>,
    /// Where it leads; empty: nowhere, only its content is executed.
    pub targets: Vec<StateId>,
    /// `type="internal"`.
    pub internal: bool,
    /// Starts, ends or cancels an invoked session: such a transition is taken only where nothing else is due, and alone.
    pub deferred: bool,
    /// Actions of the transition.
    pub content: Block,
    /// The name that the modeller gave it.
    pub name: Option<String>,
    /// Its start tag.
    pub span: Span,
}

/// An event descriptor: names that begin with its tokens match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Descriptor {
    /// The descriptor without `.*` or `.` at its end; for `*` empty, or no more than the name of a session.
    pub prefix: String,
    /// Only this very name matches.
    pub exact: bool,
    /// Where it is written.
    pub span: Span,
}

/// Executable content.
#[derive(Clone, Debug, Default)]
pub struct Block(pub Vec<Action>);

/// One instruction.
#[derive(Clone, Debug)]
pub struct Action {
    /// Kind of the instruction.
    pub kind: ActionKind,
    /// Where it is written.
    pub span: Span,
}

/// Kind of an instruction.
#[derive(Clone, Debug)]
pub enum ActionKind {
    /// `<assign>`, or an assignment in a `<script>`.
    Assign {
        /// Data item that is written.
        data: DataId,
        /// The place in an array.
        index: Option<Expr>,
        /// The value.
        value: Expr,
    },
    /// `<raise>`.
    Raise(EventId),
    /// `<send>`.
    Send(SendId),
    /// `<cancel>`: these sends, if they are pending.
    Cancel(Vec<SendId>),
    /// `<if>`: the first branch whose condition is true, otherwise the last block.
    If {
        /// Conditions and what is done.
        branches: Vec<(Expr, Block)>,
        /// If none is true.
        otherwise: Block,
    },
    /// `<foreach>` over a copy of an array.
    Foreach {
        /// The array.
        array: Expr,
        /// Gets each element.
        item: DataId,
        /// Gets each place, from 0.
        index: Option<DataId>,
        /// Actions for each element.
        body: Block,
    },
    /// A session ends: what waits on these ways is forgotten, and so is the internal queue, where only the session has events.
    Forget(Vec<ChannelId>),
    /// Something that cannot be done: an error of the standard, `error.execution` or `error.communication`, which also ends
    /// the block.
    Fault(EventId),
}

/// A `<send>`.
#[derive(Clone, Debug)]
pub struct Send {
    /// Its event.
    pub event: EventId,
    /// Where it goes.
    pub to: Destination,
    /// After how many microseconds; `None`: at once.
    pub delay: Option<u64>,
    /// How long the delay is is not known; the number only says which delays are the same.
    pub unknown: bool,
    /// Data that the event carries.
    pub params: Vec<(FieldId, Expr)>,
    /// Its id, by which it can be cancelled.
    pub id: Option<String>,
    /// Where it is written.
    pub span: Span,
}

/// The `<finalize>` of an invoked service. Of an event of the environment the first finalizer is executed whose state is
/// active and whose item is true.
#[derive(Clone, Debug)]
pub struct Finalizer {
    /// The state that invokes the service.
    pub state: StateId,
    /// Input that says that the event comes from the service.
    pub sends: DataId,
    /// Content that is executed.
    pub content: Block,
}

/// A chart that a state invokes.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The state that invokes it.
    pub state: StateId,
    /// Its id.
    pub id: String,
    /// The invoked chart.
    pub chart: Chart,
    /// The event that says that it has come to its end.
    pub done: EventId,
    /// First values of its data, by their names.
    pub params: Vec<(String, Expr)>,
    /// Where the id is stored when it is invoked.
    pub id_goes_to: Option<DataId>,
    /// Where it is written.
    pub span: Span,
}

/// A chart that runs beside another from the start.
#[derive(Clone, Debug)]
pub struct Peer {
    /// Its name, which stands before the names of its states and data.
    pub name: String,
    /// The chart.
    pub chart: Chart,
}

/// States and data of other sessions that properties name. They have the numbers behind those of the chart itself. Sessions are
/// counted, first those that are invoked and then those beside the chart; states and data have the numbers of the session, with
/// all that it invokes joined to it.
#[derive(Clone, Debug, Default)]
pub struct Outer {
    /// States, by session.
    pub states: Vec<(usize, StateId)>,
    /// Data, by session.
    pub data: Vec<(usize, DataId)>,
}

/// Where an event goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Destination {
    /// To the external queue of this chart.
    Own,
    /// To the internal queue, as `<raise>` does.
    Internal,
    /// To another session.
    Channel(ChannelId),
    /// To another receiver: it is not seen again.
    Elsewhere,
}

/// A data item.
#[derive(Clone, Debug)]
pub struct Data {
    /// Its name.
    pub name: String,
    /// Type that the document declares.
    pub declared: Option<Type>,
    /// The least and the greatest value of a real, if they are declared.
    pub bounds: Option<Bounds>,
    /// Type that the comment before it names; it counts where no other bounds of an integer are found.
    pub commented: Option<Type>,
    /// Its first value; none: see `any`.
    pub init: Option<Expr>,
    /// Whether the item is chosen at every external event, by the environment unless it is a `choice`.
    pub input: bool,
    /// The machine itself chooses it, unseen: an `input` that is no matter of the environment.
    pub choice: bool,
    /// An `input` that is drawn anew in every microstep. Declared as a real it is a number from 0 to below 1, which stands for
    /// one `Math.random()`; otherwise it stands for something of which nothing is known.
    pub random: bool,
    /// Part of what is seen from outside.
    pub output: bool,
    /// Declared to start with any value of its type.
    pub any: bool,
    /// Kept by what runs the chart; the document does not say it.
    pub bookkeeping: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A field of `_event.data`.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Type that the document declares.
    pub declared: Option<Type>,
    /// The least and the greatest value of a real, if they are declared.
    pub bounds: Option<Bounds>,
    /// The session whose events carry it: nothing, or the name of an invoked one with [`SESSION`] behind it.
    pub session: String,
    /// Where it is mentioned first.
    pub span: Span,
}

/// A property.
#[derive(Clone, Debug)]
pub struct Property {
    /// Its name.
    pub name: String,
    /// Whether it is LTL; otherwise an invariant of configurations at rest.
    pub temporal: bool,
    /// The formula.
    pub formula: Expr,
    /// The formula as written, on one line.
    pub text: String,
    /// Where it is written.
    pub span: Span,
}

/// The reals from one number to another, both included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least.
    pub lo: BigRational,
    /// The greatest.
    pub hi: BigRational,
}

/// Values of a data item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// Booleans.
    Bool,
    /// All integers.
    Int,
    /// The integers `lo..=hi`.
    Range {
        /// Smallest value.
        lo: i64,
        /// Largest value.
        hi: i64,
    },
    /// All reals.
    Real,
    /// One of these texts.
    Enum(Vec<String>),
    /// A number of values of one type.
    Array(Box<Type>, usize),
}

impl StateId {
    /// The root.
    pub const ROOT: StateId = StateId(0);
}

impl Descriptor {
    /// Whether an event of this name matches: token by token, as a prefix. An event for another session never does.
    pub fn matches(&self, event: &str) -> bool {
        let Some(rest) = event.strip_prefix(self.prefix.as_str()) else { return false };
        match self.is_wildcard() {
            _ if self.exact => rest.is_empty(),
            true => !rest.contains(SESSION),
            false => rest.is_empty() || rest.starts_with('.'),
        }
    }

    /// Whether it stands for every event of its session.
    pub fn is_wildcard(&self) -> bool {
        self.prefix.is_empty() || self.prefix.ends_with(SESSION)
    }
}

/// The session that an event is for, as in [`Field::session`].
pub fn session(event: &str) -> &str {
    event.rfind(SESSION).and_then(|at| event.get(..at + SESSION.len())).unwrap_or("")
}

/// The value of `_event.type` for an event, given whether it came through the internal queue.
pub fn event_type(event: &str, internal: bool) -> &'static str {
    let [platform, raised, sent] = EVENT_TYPES;
    let own = event.starts_with("error.") || event.starts_with("done.");
    if !internal {
        sent
    } else if own {
        platform
    } else {
        raised
    }
}

impl Transition {
    /// A transition without event, condition and content.
    pub fn new(source: StateId, targets: Vec<StateId>, span: Span) -> Transition {
        Transition {
            source,
            events: Vec::new(),
            cond: None,
            targets,
            internal: false,
            deferred: false,
            content: Block::default(),
            name: None,
            span,
        }
    }

    /// Whether an event of this name triggers it.
    pub fn is_triggered_by(&self, event: &str) -> bool {
        self.events.iter().any(|d| d.matches(event))
    }

    /// Whether it is taken without an event.
    pub fn is_eventless(&self) -> bool {
        self.events.is_empty()
    }
}

impl Data {
    /// A data item of which nothing is declared.
    pub fn new(name: &str, span: Span) -> Data {
        Data {
            name: name.to_owned(),
            declared: None,
            bounds: None,
            commented: None,
            init: None,
            input: false,
            choice: false,
            random: false,
            bookkeeping: false,
            output: false,
            any: false,
            span,
        }
    }
}

impl Chart {
    /// A chart with nothing in it.
    pub fn new(name: String) -> Chart {
        Chart {
            name,
            states: Vec::new(),
            transitions: Vec::new(),
            data: Vec::new(),
            fields: Vec::new(),
            events: Vec::new(),
            environment: Vec::new(),
            sends: Vec::new(),
            invocations: Vec::new(),
            channels: vec!["parent".to_owned()],
            peers: Vec::new(),
            members: Vec::new(),
            outer: Outer::default(),
            top: StateId::ROOT,
            assumed: false,
            finalizers: Vec::new(),
            properties: Vec::new(),
            late_binding: false,
            script: Block::default(),
            handles_errors: false,
            queue: None,
            microsteps: None,
            float: None,
            rules: Rules::Scxml,
            sources: Vec::new(),
            forgetful: BTreeSet::new(),
        }
    }

    /// Whether it follows the algorithm of XState, of whatever version.
    pub fn is_xstate(&self) -> bool {
        self.rules != Rules::Scxml
    }

    /// Whether it follows the algorithm of XState 6.
    pub fn is_xstate6(&self) -> bool {
        self.rules == Rules::XState6
    }

    /// Whether a transition enters its domain, which it does not leave.
    pub fn enters_domain(&self, transition: &Transition, domain: StateId) -> bool {
        self.is_xstate6() && transition.source != domain && transition.targets.contains(&domain)
    }

    /// Where a transition of XState 6 acts whose ends are inside a state: in that state, or, if it is parallel, in the one region
    /// that all targets are, or are in. A history stands for several states of its parent.
    pub fn narrowed(&self, domain: StateId, targets: &[StateId]) -> StateId {
        let mut narrowed = domain;
        while self.is_xstate6() && self.state(narrowed).kind == StateKind::Parallel {
            let holds = |region: &StateId, target: StateId| match self.is_real(target) {
                true => target == *region || self.is_inside(target, *region),
                false => self.state(target).parent.is_some_and(|p| p == *region || self.is_inside(p, *region)),
            };
            let mut regions = self.state(narrowed).children.iter();
            let Some(region) = regions.find(|r| targets.iter().all(|t| holds(r, *t))) else { break };
            narrowed = *region;
        }
        narrowed
    }

    /// A state.
    pub fn state(&self, id: StateId) -> &State {
        &self.states[id.0 as usize]
    }

    /// A transition.
    pub fn transition(&self, id: TransitionId) -> &Transition {
        &self.transitions[id.0 as usize]
    }

    /// A data item.
    pub fn datum(&self, id: DataId) -> &Data {
        &self.data[id.0 as usize]
    }

    /// A field of `_event.data`.
    pub fn field(&self, id: FieldId) -> &Field {
        &self.fields[id.0 as usize]
    }

    /// The name of an event.
    pub fn event(&self, id: EventId) -> &str {
        &self.events[id.0 as usize]
    }

    /// A send.
    pub fn send(&self, id: SendId) -> &Send {
        &self.sends[id.0 as usize]
    }

    /// The event of this name.
    pub fn find_event(&self, name: &str) -> Option<EventId> {
        self.events.iter().position(|e| e == name).map(|i| EventId(i as u32))
    }

    /// Sends on a way.
    pub fn sent_on(&self, channel: ChannelId) -> impl Iterator<Item = &Send> {
        self.sends.iter().filter(move |s| s.to == Destination::Channel(channel))
    }

    /// All states in document order.
    pub fn state_ids(&self) -> impl DoubleEndedIterator<Item = StateId> + use<> {
        (0..self.states.len() as u32).map(StateId)
    }

    /// The transitions that leave states, in document order: without those of `<initial>` and `<history>`.
    pub fn leaving(&self) -> impl Iterator<Item = TransitionId> + '_ {
        self.states.iter().flat_map(|s| s.transitions.iter().copied())
    }

    /// Whether the first is inside the second, and not the same.
    pub fn is_inside(&self, inner: StateId, outer: StateId) -> bool {
        outer < inner && inner < self.state(outer).end
    }

    /// The states around a state, the nearest first.
    pub fn ancestors(&self, state: StateId) -> impl Iterator<Item = StateId> + '_ {
        std::iter::successors(self.state(state).parent, |s| self.state(*s).parent)
    }

    /// Whether a state can be in a configuration: histories cannot.
    pub fn is_real(&self, state: StateId) -> bool {
        !matches!(self.state(state).kind, StateKind::History { .. })
    }

    /// Whether of its children one is active: the root and compound states.
    pub fn is_region(&self, state: StateId) -> bool {
        matches!(self.state(state).kind, StateKind::Root | StateKind::Compound)
    }

    /// Whether no state is inside it: atomic and final states.
    pub fn is_leaf(&self, state: StateId) -> bool {
        matches!(self.state(state).kind, StateKind::Atomic | StateKind::Final)
    }
}
