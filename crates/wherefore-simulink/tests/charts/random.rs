//! Random charts inside of a small diagram, as the text of an archive: inputs `u`, `w` (numbers) and `b` (a truth), outputs `o` and `p`.
//!
//! Every action logs its own word by a function that nobody knows, `f("en3")`. Flow graphs have no loops, and events are mostly sent
//! where no event can lead again, so that nearly all steps end.

mod arrows;
mod text;

use std::fmt::Write;
use wherefore_test::Random;

/// What a chart may have.
#[derive(Clone, Copy, Debug)]
pub struct Wishes {
    /// Local events.
    pub events: bool,
    /// Ticks and seconds.
    pub times: bool,
    /// Functions of the chart.
    pub functions: bool,
    /// Local messages.
    pub messages: bool,
    /// An input event.
    pub trigger: bool,
    /// The action language after C instead of MATLAB.
    pub is_c: bool,
    /// How many states there are at most, about.
    pub states: usize,
}

impl Wishes {
    /// Random wishes.
    pub fn draw(random: &mut Random) -> Wishes {
        Wishes {
            events: random.chance(40),
            times: random.chance(40),
            functions: random.chance(30),
            messages: random.chance(15),
            trigger: random.chance(10),
            is_c: random.chance(30),
            states: random.between(2, 9),
        }
    }
}

struct State {
    name: String,
    parent: Option<usize>,
    parallel_inside: bool,
    is_parallel: bool,
    order: usize,
    has_history: bool,
}

struct Growing<'r> {
    random: &'r mut Random,
    wishes: Wishes,
    states: Vec<State>,
    /// The text inside of each state, and of the chart at the end.
    inside: Vec<String>,
    labels: Vec<String>,
    id: usize,
    words: usize,
    /// Whether there is no state whose time is counted.
    timeless: bool,
    /// How many transitions begin at each place: states outside and inside, then junctions.
    orders: Vec<(String, usize)>,
}

/// A random model with one chart.
pub fn model(random: &mut Random, wishes: Wishes) -> String {
    let parallel_top = random.chance(25);
    let mut growing = Growing {
        random,
        wishes,
        states: Vec::new(),
        inside: vec![String::new()],
        labels: Vec::new(),
        id: 0,
        words: 0,
        timeless: false,
        orders: Vec::new(),
    };
    growing.hierarchy(None, parallel_top, 0);
    for state in 0..growing.states.len() {
        let label = growing.label(state);
        growing.labels.push(label);
    }
    growing.defaults(parallel_top);
    growing.transitions();
    let chart = growing.chart(parallel_top);
    text::archive(&chart, wishes)
}

impl Growing<'_> {
    fn next(&mut self) -> usize {
        self.id += 1;
        self.id
    }

    /// States inside of a parent.
    fn hierarchy(&mut self, parent: Option<usize>, parallel: bool, depth: usize) {
        let room = self.wishes.states.saturating_sub(self.states.len());
        let count = if parent.is_none() { self.random.between(1, 3) } else { self.random.between(1, 3).min(room) };
        let mut added = Vec::new();
        for order in 1..=count {
            let name = format!("S{}", self.states.len());
            let parallel_inside = self.random.chance(25);
            let has_history = !parallel_inside && self.random.chance(15);
            added.push(self.states.len());
            self.states.push(State { name, parent, parallel_inside, is_parallel: parallel, order, has_history });
            self.inside.push(String::new());
        }
        for state in added {
            let room = self.wishes.states.saturating_sub(self.states.len());
            if depth < 3 && room > 0 && self.random.chance(if depth == 0 { 60 } else { 35 }) {
                self.hierarchy(Some(state), self.states[state].parallel_inside, depth + 1);
            }
        }
    }

    fn word(&mut self, kind: &str) -> String {
        self.words += 1;
        format!("f(\"{kind}{}\")", self.words)
    }

    fn number(&mut self, depth: usize) -> String {
        let simple = ["u", "w", "x", "y", "z", "1", "2", "3", "0", "a1", "a2"];
        match self.random.below(if depth == 0 { 7 } else { 14 }) {
            n if n < 7 => {
                let name = self.random.pick(&simple);
                match (name, self.wishes.is_c) {
                    ("a1", true) => "a[0]".to_owned(),
                    ("a1", false) => "a(1)".to_owned(),
                    ("a2", true) => "a[1]".to_owned(),
                    ("a2", false) => "a(2)".to_owned(),
                    (name, _) => name.to_owned(),
                }
            }
            n if n < 12 => {
                let operator = self.random.pick(&["+", "-", "*", "+", "-"]);
                let left = self.number(depth - 1);
                // Products of data would double the length of numbers at every tick.
                let right =
                    if operator == "*" { self.random.pick(&["2", "3"]).to_owned() } else { self.number(depth - 1) };
                format!("({left} {operator} {right})")
            }
            12 if self.wishes.functions => format!("g({})", self.number(depth - 1)),
            13 if self.wishes.times && !self.timeless => "temporalCount(tick)".to_owned(),
            _ => format!("-{}", self.number(0)),
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        match self.random.below(if depth == 0 { 4 } else { 8 }) {
            0 | 1 => {
                let operator = self.random.pick(&["<", "<=", ">", ">=", "=="]);
                format!("{} {operator} {}", self.number(1), self.number(1))
            }
            2 => "b".to_owned(),
            3 => {
                let state = self.random.below(self.states.len());
                format!("in({})", self.path(state))
            }
            4 => format!("({} && {})", self.truth(depth - 1), self.truth(depth - 1)),
            5 => format!("({} || {})", self.truth(depth - 1), self.truth(depth - 1)),
            6 => format!("{}({})", if self.wishes.is_c { "!" } else { "~" }, self.truth(depth - 1)),
            _ => {
                let operator = if self.wishes.is_c { "!=" } else { "~=" };
                format!("{} {operator} {}", self.number(1), self.number(1))
            }
        }
    }

    fn path(&self, state: usize) -> String {
        let mut names = vec![self.states[state].name.clone()];
        let mut at = state;
        while let Some(parent) = self.states[at].parent {
            names.push(self.states[parent].name.clone());
            at = parent;
        }
        names.reverse();
        names.join(".")
    }

    fn statement(&mut self) -> String {
        let target = self.random.pick(&["x", "y", "z", "o", "p"]);
        match self.random.below(10) {
            0..=4 => format!("{target} = {}", self.number(2)),
            5 => format!("{target} += {}", self.number(0)),
            6 => format!("{target}++"),
            7 => format!("{} = {}", if self.wishes.is_c { "a[1]" } else { "a(2)" }, self.number(1)),
            8 if self.wishes.functions && !self.wishes.is_c => {
                format!("[x, y] = h({}, {})", self.number(0), self.number(1))
            }
            8 if self.wishes.messages => format!("M.data = {}; send(M)", self.number(0)),
            _ => format!("o = {}", self.truth(0)),
        }
    }

    /// Some statements, the first of which logs.
    fn actions(&mut self, kind: &str, most: usize) -> String {
        let mut parts = vec![self.word(kind)];
        for _ in 0..self.random.below(most + 1) {
            parts.push(self.statement());
        }
        if self.wishes.events && self.random.chance(3) {
            let place = self.random.below(parts.len()) + 1;
            parts.insert(place, self.random.pick(&["E", "F"]).to_owned());
            parts.push(self.word("after"));
        }
        parts.join("; ") + ";"
    }

    fn label(&mut self, state: usize) -> String {
        let mut label = self.states[state].name.clone();
        for (head, percent) in [("en", 70), ("du", 50), ("ex", 50)] {
            if self.random.chance(percent) {
                let _ = write!(label, "\n{head}: {}", self.actions(head, 2));
            }
        }
        if self.wishes.events && self.random.chance(20) {
            let event = self.random.pick(&["E", "F"]);
            let _ = write!(label, "\non {event}: {}", self.actions("on", 1));
        }
        if self.wishes.times && self.random.chance(20) {
            let _ = write!(label, "\non every({}, tick): {}", self.random.between(1, 3), self.actions("every", 1));
        }
        label
    }
}
