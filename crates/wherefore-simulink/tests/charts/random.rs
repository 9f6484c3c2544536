//! Random charts inside of a small diagram, as the text of an archive: inputs `u`, `w` (numbers) and `b` (a truth), outputs `o` and `p`.
//!
//! Every action logs its own word by a function that nobody knows, `f("en3")`. Flow graphs have no loops, and events are mostly sent
//! where no event can lead again, so that nearly all steps end.

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
    archive(&chart, wishes)
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
                format!("({} {operator} {})", self.number(depth - 1), self.number(depth - 1))
            }
            12 if self.wishes.functions => format!("g({})", self.number(depth - 1)),
            13 if self.wishes.times => "temporalCount(tick)".to_owned(),
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

    /// The trigger of a transition, if it has one; whether an event cannot lead there.
    fn trigger(&mut self) -> (String, bool) {
        if self.wishes.times && self.random.chance(35) {
            let count = self.random.between(1, 4);
            let operator = self.random.pick(&["after", "after", "before", "at", "every"]);
            return match self.random.chance(25) {
                true => (format!("after(0.{count}, sec)"), false),
                false => (format!("{operator}({count}, tick)"), true),
            };
        }
        if self.wishes.events && self.random.chance(50) {
            return (self.random.pick(&["E", "F", "E | F"]).to_owned(), false);
        }
        match self.wishes.messages && self.random.chance(30) {
            true => ("M".to_owned(), false),
            false => (String::new(), false),
        }
    }

    /// The label of a transition.
    fn arrow(&mut self, conditional: bool) -> String {
        let (mut trigger, mut only_ticks) = if conditional { self.trigger() } else { (String::new(), false) };
        let sends = self.wishes.events && conditional && self.random.chance(25);
        if sends && !only_ticks && trigger.is_empty() {
            trigger = "tick".to_owned();
            only_ticks = true;
        }
        let mut label = trigger;
        if conditional && (label.is_empty() || self.random.chance(40)) {
            let _ = write!(label, "[{}]", self.truth(1));
        }
        let send = self.send();
        let sends_early = sends && only_ticks && self.random.chance(50);
        if sends_early || self.random.chance(40) {
            let tail = if sends_early { format!(" {send}; {};", self.word("sent")) } else { String::new() };
            let _ = write!(label, "{{{}{tail}}}", self.actions("ca", 1));
        }
        if (sends && only_ticks && !sends_early) || self.random.chance(30) {
            let tail = if sends && only_ticks && !sends_early {
                format!(" {send}; {};", self.word("sent"))
            } else {
                String::new()
            };
            let _ = write!(label, "/{{{}{tail}}}", self.actions("ta", 1));
        }
        label
    }

    fn send(&mut self) -> String {
        let event = self.random.pick(&["E", "F"]);
        let state = self.random.below(self.states.len());
        match self.random.below(4) {
            0 => format!("send({event}, {})", self.path(state)),
            1 => format!("send({event})"),
            _ => event.to_owned(),
        }
    }

    /// Writes a transition into what contains it.
    fn transition(&mut self, owner: Option<usize>, source: Option<(usize, &str)>, destination: usize, label: &str) {
        let id = 1000 + self.next();
        let key = source.map_or(format!("default {owner:?}"), |(s, side)| format!("{s} {side}"));
        let order = match self.orders.iter_mut().find(|(k, _)| *k == key) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                self.orders.push((key, 1));
                1
            }
        };
        let from = source.map_or(String::new(), |(s, _)| format!("<P Name=\"SSID\">{s}</P>"));
        let text = format!(
            "<transition SSID=\"{id}\"><P Name=\"labelString\">{}</P><src>{from}<P Name=\"intersection\">[0 0 0 0 1 1 0 0]</P></src>\
             <dst><P Name=\"SSID\">{destination}</P></dst><P Name=\"executionOrder\">{order}</P></transition>\n",
            escaped(label)
        );
        self.put(owner, &text);
    }

    fn put(&mut self, owner: Option<usize>, text: &str) {
        let place = owner.map_or(0, |o| o + 1);
        self.inside[place].push_str(text);
    }

    fn children(&self, parent: Option<usize>) -> Vec<usize> {
        (0..self.states.len()).filter(|s| self.states[*s].parent == parent).collect()
    }

    fn ssid(state: usize) -> usize {
        state + 1
    }

    fn junction(&mut self, owner: Option<usize>, kind: &str) -> usize {
        let id = 500 + self.next();
        let text = format!("<junction SSID=\"{id}\"><P Name=\"type\">{kind}_JUNCTION</P></junction>\n");
        self.put(owner, &text);
        id
    }

    /// Default transitions of all exclusive decompositions, some over a junction.
    fn defaults(&mut self, parallel_top: bool) {
        let owners: Vec<Option<usize>> = std::iter::once(None).chain((0..self.states.len()).map(Some)).collect();
        for owner in owners {
            let children = self.children(owner);
            let parallel = owner.map_or(parallel_top, |o| self.states[o].parallel_inside);
            if children.is_empty() || parallel {
                continue;
            }
            if owner.is_some_and(|o| self.states[o].has_history) {
                self.junction(owner, "HISTORY");
            }
            let first = self.random.pick(&children);
            if self.random.chance(30) {
                let junction = self.junction(owner, "CONNECTIVE");
                let (to_junction, one) = (self.arrow(false), self.random.pick(&children));
                self.transition(owner, None, junction, &to_junction);
                let label = format!("[{}]", self.truth(1));
                self.transition(owner, Some((junction, "")), Self::ssid(one), &label);
                let label = self.arrow(false);
                self.transition(owner, Some((junction, "")), Self::ssid(first), &label);
            } else {
                let label = self.arrow(false);
                self.transition(owner, None, Self::ssid(first), &label);
            }
        }
    }

    /// Whether a state is inside of another, or the same.
    fn is_within(&self, state: usize, outer: Option<usize>) -> bool {
        let mut at = Some(state);
        while let Some(here) = at {
            if Some(here) == outer {
                return true;
            }
            at = self.states[here].parent;
        }
        outer.is_none()
    }

    fn common(&self, one: usize, other: usize) -> Option<usize> {
        let mut at = self.states[one].parent;
        while let Some(here) = at {
            if self.is_within(other, Some(here)) && here != other {
                return Some(here);
            }
            at = self.states[here].parent;
        }
        None
    }

    /// Whether no parallel decomposition lies between two states.
    fn is_allowed(&self, source: usize, destination: usize, owner: Option<usize>) -> bool {
        // The outermost states that are left and entered must not be parallel siblings.
        let top = |state: usize| {
            let mut at = state;
            while self.states[at].parent != owner {
                match self.states[at].parent {
                    Some(parent) => at = parent,
                    None => return at,
                }
            }
            at
        };
        let (from, to) = (top(source), top(destination));
        !self.states[from].is_parallel && !self.states[to].is_parallel
    }

    fn transitions(&mut self) {
        let count = self.random.between(1, 2 + 2 * self.states.len());
        for _ in 0..count {
            let source = self.random.below(self.states.len());
            let destination = self.random.below(self.states.len());
            match self.random.below(10) {
                0 => self.inner(source),
                1..=2 => self.flow(source, destination),
                _ => {
                    let owner = self.common(source, destination);
                    if self.is_allowed(source, destination, owner) {
                        let label = self.arrow(true);
                        self.transition(owner, Some((Self::ssid(source), "out")), Self::ssid(destination), &label);
                    }
                }
            }
        }
    }

    /// A transition that begins at the inside of a border, or ends there.
    fn inner(&mut self, state: usize) {
        let children = self.children(Some(state));
        let label = self.arrow(true);
        let exclusive = !children.is_empty() && !self.states[state].parallel_inside;
        match self.random.below(4) {
            0 if exclusive => {
                let child = self.random.pick(&children);
                self.transition(Some(state), Some((Self::ssid(child), "out")), Self::ssid(state), &label);
            }
            1 if exclusive => {
                let child = self.random.pick(&children);
                self.transition(Some(state), Some((Self::ssid(state), "in")), Self::ssid(child), &label);
            }
            2 if exclusive => {
                self.transition(Some(state), Some((Self::ssid(state), "in")), Self::ssid(state), &label);
            }
            _ => {
                let junction = self.junction(Some(state), "CONNECTIVE");
                self.transition(Some(state), Some((Self::ssid(state), "in")), junction, &label);
            }
        }
    }

    /// A flow graph: two levels of junctions, some ways of which lead to a state and some to an end.
    fn flow(&mut self, source: usize, destination: usize) {
        let owner = self.common(source, destination);
        if !self.is_allowed(source, destination, owner) {
            return;
        }
        let junctions: Vec<usize> =
            (0..self.random.between(1, 3)).map(|_| self.junction(owner, "CONNECTIVE")).collect();
        let label = self.arrow(true);
        self.transition(owner, Some((Self::ssid(source), "out")), junctions[0], &label);
        for (place, junction) in junctions.iter().enumerate() {
            for _ in 0..self.random.between(0, 2) {
                let later: Vec<usize> =
                    junctions[place + 1..].iter().copied().chain([Self::ssid(destination)]).collect();
                let target = self.random.pick(&later);
                let conditional = self.random.chance(70);
                let label = self.arrow(conditional);
                self.transition(owner, Some((*junction, "")), target, &label);
            }
        }
    }

    fn state_text(&self, state: usize) -> String {
        let own = &self.states[state];
        let kind = if own.is_parallel { "AND_STATE" } else { "OR_STATE" };
        let inside = if own.parallel_inside { "SET_STATE" } else { "CLUSTER_STATE" };
        let order =
            if own.is_parallel { format!("<P Name=\"executionOrder\">{}</P>", own.order) } else { String::new() };
        let children: String = self.children(Some(state)).into_iter().map(|s| self.state_text(s)).collect();
        format!(
            "<state SSID=\"{}\"><P Name=\"labelString\">{}</P><P Name=\"position\">[10 10 50 50]</P><P Name=\"type\">{kind}</P>\
             <P Name=\"decomposition\">{inside}</P>{order}<Children>{children}{}</Children></state>\n",
            Self::ssid(state),
            escaped(&self.labels[state]),
            self.inside[state + 1]
        )
    }

    fn chart(&mut self, parallel_top: bool) -> String {
        let states: String = self.children(None).into_iter().map(|s| self.state_text(s)).collect();
        let datum = |id: usize, name: &str, scope: &str, kind: &str, initial: &str| {
            format!(
                "<data SSID=\"{}\" name=\"{name}\"><P Name=\"scope\">{scope}_DATA</P><props>{initial}</props>\
                 <P Name=\"dataType\">{kind}</P></data>\n",
                2000 + id
            )
        };
        let first = |value: &str| format!("<P Name=\"initialValue\">{value}</P>");
        let kinds = ["double", "int8", "uint8", "int16", "double"];
        let kind = |random: &mut Random| random.pick(&kinds);
        // Numbers of MATLAB must not mix classes of integers.
        let kind = if self.wishes.is_c { kind(self.random) } else { "double" };
        let mut data = datum(1, "u", "INPUT", "double", "") + &datum(2, "w", "INPUT", "double", "");
        data += &datum(3, "b", "INPUT", "boolean", "");
        data += &datum(4, "o", "OUTPUT", "double", &first("1"));
        data += &datum(5, "p", "OUTPUT", self.random.pick(&["double", "int8"]), "");
        data += &datum(6, "x", "LOCAL", kind, &first("1"));
        data += &datum(7, "y", "LOCAL", "double", "");
        data += &datum(8, "z", "LOCAL", kind, &first("2"));
        data += &datum(9, "a", "LOCAL", "double", &first("[1 2]"));
        if self.wishes.events {
            for (id, name) in [(2020, "E"), (2021, "F")] {
                let _ = writeln!(
                    data,
                    "<event SSID=\"{id}\"><P Name=\"name\">{name}</P><P Name=\"scope\">LOCAL_EVENT</P></event>"
                );
            }
        }
        if self.wishes.trigger {
            let edge = self.random.pick(&["RISING", "FALLING", "EITHER"]);
            let _ = writeln!(
                data,
                "<event SSID=\"2022\"><P Name=\"name\">T</P><P Name=\"scope\">INPUT_EVENT</P><P Name=\"trigger\">{edge}_EDGE_EVENT</P></event>"
            );
        }
        if self.wishes.messages {
            data += "<data SSID=\"2023\" name=\"M\"><P Name=\"scope\">LOCAL_DATA</P><props/><P Name=\"dataType\">double</P>\
                     <message><P Name=\"isMessage\">1</P><P Name=\"queueLength\">3</P></message></data>\n";
        }
        let functions = if self.wishes.functions { functions(self.wishes.is_c) } else { String::new() };
        let top = if parallel_top { "SET_CHART" } else { "CLUSTER_CHART" };
        let language = if self.wishes.is_c { "" } else { "<P Name=\"actionLanguage\">2</P>" };
        let initially = if self.random.chance(30) { "<P Name=\"executeAtInitialization\">1</P>" } else { "" };
        let saturates = if self.random.chance(50) { "<P Name=\"saturateOnIntegerOverflow\">1</P>" } else { "" };
        let rate = if self.wishes.trigger {
            ""
        } else {
            "<P Name=\"updateMethod\">DISCRETE</P><P Name=\"sampleTime\">0.1</P>"
        };
        format!(
            "<chart id=\"7\"><P Name=\"name\">Chart</P><P Name=\"decomposition\">{top}</P>{language}{initially}{saturates}{rate}\
             <P Name=\"userSpecifiedStateTransitionExecutionOrder\">1</P><Children>{states}{functions}{data}{}</Children></chart>",
            self.inside[0]
        )
    }
}

/// `r = g(q)`, a flow graph, and `[r, s] = h(q, v)`, a text of MATLAB.
fn functions(is_c: bool) -> String {
    let datum = |id: usize, name: &str, scope: &str| {
        format!("<data SSID=\"{id}\" name=\"{name}\"><P Name=\"scope\">FUNCTION_{scope}_DATA</P></data>")
    };
    let transition = |id: usize, from: &str, to: usize, order: usize, label: &str| {
        let from = if from.is_empty() { String::new() } else { format!("<P Name=\"SSID\">{from}</P>") };
        format!(
            "<transition SSID=\"{id}\"><P Name=\"labelString\">{}</P><src>{from}<P Name=\"intersection\">[0]</P></src>\
             <dst><P Name=\"SSID\">{to}</P></dst><P Name=\"executionOrder\">{order}</P></transition>",
            escaped(label)
        )
    };
    let junction = |id: usize| format!("<junction SSID=\"{id}\"><P Name=\"type\">CONNECTIVE_JUNCTION</P></junction>");
    let graph = [
        datum(3001, "q", "INPUT"),
        datum(3002, "r", "OUTPUT"),
        junction(3003),
        junction(3004),
        transition(3005, "", 3003, 1, "{r = q + 1;}"),
        transition(3006, "3003", 3004, 1, "[q < 2]{r = 0 - q;}"),
        transition(3007, "3003", 3004, 2, "{r = r * 2;}"),
    ];
    let state = |id: usize, label: &str, rest: &str| {
        format!(
            "<state SSID=\"{id}\"><P Name=\"labelString\">{label}</P><P Name=\"type\">FUNC_STATE</P>{rest}</state>\n"
        )
    };
    let one = state(3000, "r = g(q)", &format!("<Children>{}</Children>", graph.concat()));
    let script = "function [r, s] = h(q, v)\n  r = q;\n  s = v + 1;\n  if q &lt; v\n    r = v;\n    s = q;\n  end\n";
    let children =
        [datum(3101, "q", "INPUT"), datum(3102, "v", "INPUT"), datum(3103, "r", "OUTPUT"), datum(3104, "s", "OUTPUT")];
    let rest = format!(
        "<eml><P Name=\"isEML\">1</P><P Name=\"script\">{script}</P></eml><Children>{}</Children>",
        children.concat()
    );
    let other = state(3100, "[r, s] = h(q, v)", &rest);
    if is_c { one } else { one + &other }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The chart in its diagram.
fn archive(chart: &str, wishes: Wishes) -> String {
    let mut blocks = String::new();
    let inputs = [("u", "double"), ("w", "double"), ("b", "boolean"), ("T", "double")];
    let mut lines = String::new();
    for (place, (name, kind)) in inputs.iter().enumerate().take(if wishes.trigger { 4 } else { 3 }) {
        let number = place + 1;
        let _ = writeln!(
            blocks,
            "<Block BlockType=\"Inport\" Name=\"{name}\" SID=\"{number}\"><P Name=\"Port\">{number}</P>\
             <P Name=\"OutDataTypeStr\">{kind}</P><P Name=\"PortDimensions\">1</P></Block>"
        );
        let to = if place == 3 { "10#trigger".to_owned() } else { format!("10#in:{number}") };
        let _ = writeln!(lines, "<Line><P Name=\"Src\">{number}#out:1</P><P Name=\"Dst\">{to}</P></Line>");
    }
    let ports = if wishes.trigger { "[3, 2, 0, 1]" } else { "[3, 2]" };
    let _ = writeln!(
        blocks,
        "<Block BlockType=\"SubSystem\" Name=\"Chart\" SID=\"10\"><P Name=\"Ports\">{ports}</P><P Name=\"SFBlockType\">Chart</P></Block>"
    );
    for (number, name) in [(1, "o"), (2, "p")] {
        let sid = 10 + number;
        let _ = writeln!(
            blocks,
            "<Block BlockType=\"Outport\" Name=\"{name}\" SID=\"{sid}\"><P Name=\"Port\">{number}</P></Block>"
        );
        let _ = writeln!(lines, "<Line><P Name=\"Src\">10#out:{number}</P><P Name=\"Dst\">{sid}#in:1</P></Line>");
    }
    format!(
        "<archive>\n<part name=\"simulink/blockdiagram.xml\">\n<ModelInformation><Model><P Name=\"Name\">random</P>\
         <P Name=\"FixedStep\">0.1</P><System>\n{blocks}{lines}</System></Model></ModelInformation>\n</part>\n\
         <part name=\"simulink/stateflow.xml\">\n<Stateflow><machine id=\"6\"><Children>{chart}</Children></machine></Stateflow>\n\
         </part>\n</archive>\n"
    )
}
