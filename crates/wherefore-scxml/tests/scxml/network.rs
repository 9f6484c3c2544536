//! Sessions of charts that invoke each other or run beside each other, each run by an interpreter of its own, with a lowered
//! system beside them.
//!
//! A session runs alone until it rests. Sessions are started and cancelled where none has a step due. Each keeps what its parent
//! and each of its children sent apart, in order, and so do charts that run beside each other. The end of one of those is not
//! the end of the others.

use crate::follow::{End, difference};
use crate::simulator::Simulator;
use std::collections::{BTreeMap, VecDeque};
use wherefore_ir::Value as Term;
use wherefore_scxml::chart::{ChannelId, Chart, DataId, Destination, FieldId, Invocation, StateId};
use wherefore_scxml::interpret::{Event, Interpreter, Timer, Value};
use wherefore_test::Random;

/// How many steps may follow each other before a run is given up.
const STEPS: usize = 60;

/// A session, or the place of one that does not run.
struct Session<'a> {
    chart: &'a Chart,
    invocation: Option<&'a Invocation>,
    /// What stands before the names of its states and data, and of its events.
    names: (String, String),
    parent: Option<(usize, usize)>,
    children: Vec<usize>,
    run: Option<Interpreter<'a>>,
    wanted: bool,
    cancelled: bool,
    from_parent: VecDeque<Event>,
    from_children: Vec<VecDeque<Event>>,
    from_members: Vec<VecDeque<Event>>,
    /// Events that it has raised before its end, which are taken and lost.
    lost: Option<usize>,
}

/// All sessions, in document order, and the system.
pub struct Network<'a> {
    sessions: Vec<Session<'a>>,
    /// The sessions that run from the start, and what they are called.
    members: Vec<(usize, &'a str)>,
    texts: &'a [String],
    simulator: Simulator<'a>,
    clock: u64,
    /// How many steps were compared.
    pub compared: usize,
}

/// Something that can happen at rest.
#[derive(Clone, Debug)]
enum Choice {
    Environment(usize, &'static str),
    Own(usize),
    FromParent(usize),
    FromChild(usize, usize),
    FromMember(usize, usize),
    Timer(usize),
}

impl<'a> Network<'a> {
    /// The sessions before the start.
    pub fn new(chart: &'a Chart, texts: &'a [String], simulator: Simulator<'a>) -> Network<'a> {
        let (sessions, members) = (Vec::new(), Vec::new());
        let mut network = Network { sessions, members, texts, simulator, clock: 0, compared: 0 };
        network.add(chart, None, (String::new(), String::new()), None);
        network.members.push((0, &chart.name));
        for peer in &chart.peers {
            let names = (format!("{}.", peer.name), format!("{}: ", peer.name));
            let number = network.add(&peer.chart, None, names, None);
            network.members.push((number, &peer.name));
        }
        network
    }

    fn add(
        &mut self,
        chart: &'a Chart,
        invocation: Option<&'a Invocation>,
        names: (String, String),
        parent: Option<(usize, usize)>,
    ) -> usize {
        let number = self.sessions.len();
        self.sessions.push(Session {
            chart,
            invocation,
            names: names.clone(),
            parent,
            children: Vec::new(),
            run: None,
            wanted: false,
            cancelled: false,
            from_parent: VecDeque::new(),
            from_children: vec![VecDeque::new(); chart.invocations.len()],
            from_members: vec![VecDeque::new(); chart.members.len()],
            lost: None,
        });
        for (place, inner) in chart.invocations.iter().enumerate() {
            let names = (format!("{}{}.", names.0, inner.id), format!("{}{}: ", names.1, inner.id));
            let child = self.add(&inner.chart, Some(inner), names, Some((number, place)));
            self.sessions[number].children.push(child);
        }
        number
    }

    /// The sessions begin that run from the start. Several go on at once then, and are compared when all rest.
    pub fn start(&mut self) -> Result<(), End> {
        for (number, _) in self.members.clone() {
            let mut run = Interpreter::new(self.sessions[number].chart, &BTreeMap::new());
            run.enter_initial();
            self.sessions[number].run = Some(run);
        }
        self.members.clone().iter().for_each(|(number, _)| self.drain(*number));
        self.compare("at the start")?;
        if self.members.len() < 2 {
            return self.settle();
        }
        let nothing = BTreeMap::new();
        for _ in 0..STEPS {
            if let Some(message) = self.simulator.broken_obligation(&nothing) {
                return Err(End::Unsound(message.to_owned()));
            }
            if self.simulator.value("stable").and_then(|v| v.as_bool()) == Some(true) {
                let mut left = STEPS * self.members.len();
                while left > 0 && self.due().is_some() {
                    left -= 1;
                }
                return self.compare("at the first rest");
            }
            self.simulator.step(&nothing);
        }
        Err(End::Livelock)
    }

    /// One thing that can happen, and all that follows.
    pub fn happen(&mut self, random: &mut Random) -> Result<(), End> {
        if !self.members.iter().any(|(number, _)| self.runs(*number)) {
            return Ok(());
        }
        self.clock += 1 + 700_000 * random.below(3) as u64;
        let choices = self.choices();
        self.choose_in_vain(&choices, random)?;
        let choice = random.pick(&choices);
        let given = self.given(&choice)?;
        if let Some(message) = self.simulator.broken_obligation(&given) {
            return Err(End::Unsound(message.to_owned()));
        }
        self.apply(&choice);
        self.simulator.step(&given);
        self.compare(&format!("after {choice:?}"))?;
        self.settle()
    }

    fn runs(&self, session: usize) -> bool {
        self.sessions[session].run.as_ref().is_some_and(Interpreter::is_running)
    }

    fn choices(&self) -> Vec<Choice> {
        let mut choices = Vec::new();
        for (number, session) in self.sessions.iter().enumerate() {
            let waiting = session.from_members.iter().enumerate().filter(|(_, queue)| !queue.is_empty());
            choices.extend(waiting.map(|(sender, _)| Choice::FromMember(number, sender)));
            if !self.runs(number) {
                continue;
            }
            choices.extend(["a", "b"].map(|event| Choice::Environment(number, event)));
            let own = session.run.as_ref().is_some_and(|r| r.own_events().len() > 0);
            choices.extend(own.then_some(Choice::Own(number)));
            choices.extend((!session.from_parent.is_empty()).then_some(Choice::FromParent(number)));
            let children = session.from_children.iter().enumerate().filter(|(_, queue)| !queue.is_empty());
            choices.extend(children.map(|(child, _)| Choice::FromChild(number, child)));
        }
        let first = |n: &usize| Some((self.sessions[*n].run.as_ref()?.timers().first()?.due, *n));
        let earliest = (0..self.sessions.len()).filter(|n| self.runs(*n)).filter_map(|n| first(&n)).min();
        choices.extend(earliest.map(|(_, number)| Choice::Timer(number)));
        choices
    }

    /// What the sessions do not offer changes nothing in the system.
    fn choose_in_vain(&mut self, choices: &[Choice], random: &mut Random) -> Result<(), End> {
        let timers = (0..self.sessions.len()).filter(|n| self.runs(*n)).flat_map(|n| self.pending(n));
        let offered = choices.iter().flat_map(|choice| self.names(choice)).chain(timers).collect::<Vec<_>>();
        let names = self.simulator.enum_names("event").iter();
        let vain: Vec<&String> = names.filter(|name| !offered.contains(name)).collect();
        if vain.is_empty() {
            return Ok(());
        }
        let name = random.pick(&vain);
        let value = self.simulator.enum_value("event", name);
        let given: BTreeMap<String, Term> = value.into_iter().map(|value| ("event".to_owned(), value)).collect();
        if self.simulator.broken_obligation(&given).is_none() {
            self.simulator.step(&given);
            self.compare(&format!("after {name}, which nothing offers"))?;
        }
        Ok(())
    }

    /// What the environment of the system chooses.
    fn given(&self, choice: &Choice) -> Result<BTreeMap<String, Term>, End> {
        let names = self.names(choice);
        let value = names.iter().find_map(|name| self.simulator.enum_value("event", name));
        match value {
            Some(value) => Ok(BTreeMap::from([("event".to_owned(), value)])),
            None => Err(End::Difference(format!("the system has no event {names:?}"))),
        }
    }

    /// What the system may call a choice.
    fn names(&self, choice: &Choice) -> Vec<String> {
        let prefix = |n: usize| self.sessions[n].names.1.as_str();
        match choice {
            Choice::Environment(n, event) => vec![format!("{}{event}", prefix(*n))],
            Choice::Own(n) => vec![format!("{}self", prefix(*n))],
            Choice::FromParent(n) => vec![format!("{}from parent", prefix(*n))],
            Choice::FromChild(n, child) => {
                vec![format!("{}from {}", prefix(*n), self.sessions[*n].chart.invocations[*child].id)]
            }
            Choice::FromMember(n, sender) => vec![format!("{}from {}", prefix(*n), self.members[*sender].1)],
            Choice::Timer(n) => self.pending(*n).into_iter().take(2).collect(),
        }
    }

    /// How the system may call it that the timers of a session fire, two names for each.
    fn pending(&self, number: usize) -> Vec<String> {
        let session = &self.sessions[number];
        let Some(run) = session.run.as_ref() else { return Vec::new() };
        run.timers().iter().flat_map(|timer| self.timer_names(session, number, timer)).collect()
    }

    fn timer_names(&self, session: &Session<'a>, number: usize, timer: &Timer) -> [String; 2] {
        let send = session.chart.send(timer.send);
        let member = |c| session.chart.members.iter().position(|m| *m == c).map(|m| self.members[m].0);
        let receiver = match send.to {
            Destination::Channel(c) if member(c).is_some() => member(c).unwrap_or(0),
            Destination::Channel(ChannelId(0)) => session.parent.map_or(0, |(parent, _)| parent),
            Destination::Channel(ChannelId(child)) => session.children[child as usize - 1],
            _ => number,
        };
        let name = format!("{}{}", self.sessions[receiver].names.1, timer.event.name);
        let text = self.texts.get(send.span.file.0 as usize).map_or("", String::as_str);
        let before = text.get(..send.span.start as usize).unwrap_or("");
        [format!("{name}@{}", before.matches('\n').count() + 1), name]
    }

    fn apply(&mut self, choice: &Choice) {
        let (Choice::Environment(number, _)
        | Choice::Own(number)
        | Choice::FromParent(number)
        | Choice::FromChild(number, _)
        | Choice::FromMember(number, _)
        | Choice::Timer(number)) = *choice;
        let session = &mut self.sessions[number];
        let Some(run) = &mut session.run else { return };
        run.advance_to(self.clock);
        match choice {
            Choice::Environment(_, event) => run.take(&Event::named(*event), &BTreeMap::new()),
            Choice::Own(_) => drop(run.take_own()),
            Choice::FromParent(_) => session.from_parent.pop_front().iter().for_each(|e| run.take_sent(e)),
            Choice::FromChild(_, child) => {
                session.from_children[*child].pop_front().iter().for_each(|e| run.take_sent(e));
            }
            Choice::FromMember(_, sender) => {
                session.from_members[*sender].pop_front().iter().for_each(|e| run.take_sent(e));
            }
            Choice::Timer(_) => {
                run.fire(0);
                self.clock = run.clock();
            }
        }
        self.drain(number);
    }

    /// All steps that are due.
    fn settle(&mut self) -> Result<(), End> {
        let nothing = BTreeMap::new();
        for _ in 0..STEPS {
            if let Some(message) = self.simulator.broken_obligation(&nothing) {
                return Err(End::Unsound(message.to_owned()));
            }
            let rest = self.simulator.value("stable").and_then(|v| v.as_bool());
            let ended = self.members.iter().any(|(number, _)| !self.runs(*number));
            if ended && self.members.len() == 1 {
                return Ok(());
            }
            self.clock += 1;
            match self.due() {
                None if rest == Some(true) => return Ok(()),
                None => return Err(End::Difference("the system does not rest where all sessions do".to_owned())),
                Some(_) if rest == Some(true) => {
                    return Err(End::Difference("the system rests where a step is due".to_owned()));
                }
                Some(what) => {
                    self.simulator.step(&nothing);
                    self.compare(what)?;
                }
            }
        }
        Err(End::Livelock)
    }

    /// Does the next step, if one is due.
    fn due(&mut self) -> Option<&'static str> {
        for number in 0..self.sessions.len() {
            let invoked = self.sessions[number].invocation.is_some();
            if invoked && self.sessions[number].run.is_some() && !self.runs(number) {
                self.finish(number);
                return Some("after the end of a session");
            }
            let session = &mut self.sessions[number];
            if let Some(left) = session.lost.filter(|left| *left > 0) {
                session.lost = Some(left - 1);
                return Some("after the end of a session");
            }
            let clock = self.clock;
            let run = session.run.as_mut();
            let stepped = run.is_some_and(|run| {
                run.advance_to(clock);
                run.microstep()
            });
            if stepped {
                self.drain(number);
                return Some("after an internal step");
            }
        }
        for number in 0..self.sessions.len() {
            if self.sessions[number].cancelled {
                if let Some(run) = &mut self.sessions[number].run {
                    run.exit_interpreter();
                }
                self.remove(number);
                if let Some((parent, place)) = self.sessions[number].parent {
                    self.sessions[parent].from_children[place].clear();
                }
                return Some("after a session was cancelled");
            }
            if self.sessions[number].wanted {
                self.begin(number);
                return Some("after a session was started");
            }
        }
        None
    }

    fn begin(&mut self, number: usize) {
        let (Some(invocation), Some((parent, _))) = (self.sessions[number].invocation, self.sessions[number].parent)
        else {
            return;
        };
        let chart = self.sessions[number].chart;
        let id = |name: &str| chart.data.iter().position(|d| d.name == name).map(|i| DataId(i as u32));
        let evaluate = |e| self.sessions[parent].run.as_ref()?.evaluate(e);
        let given = invocation.params.iter().filter_map(|(name, e)| Some((id(name)?, evaluate(e)?)));
        let given: BTreeMap<DataId, Value> = given.collect();
        self.remove(number);
        let mut run = Interpreter::new(chart, &given);
        run.advance_to(self.clock);
        run.enter_initial();
        self.sessions[number].run = Some(run);
        self.sessions[number].wanted = false;
        self.drain(number);
    }

    /// A session has come to its end: its parent hears of it.
    fn finish(&mut self, number: usize) {
        let Some(run) = &mut self.sessions[number].run else { return };
        let handed = run.exit_interpreter();
        self.drain(number);
        if let (Some((parent, place)), Some(invocation)) =
            (self.sessions[number].parent, self.sessions[number].invocation)
        {
            let name = format!("done.invoke.{}", invocation.id);
            let event = translated(Event { name, fields: handed }, &invocation.chart, self.sessions[parent].chart);
            self.sessions[parent].from_children[place].push_back(event);
        }
        self.remove(number);
    }

    /// A session and all that it has invoked are gone.
    fn remove(&mut self, number: usize) {
        let session = &mut self.sessions[number];
        (session.run, session.cancelled) = (None, false);
        session.from_parent.clear();
        session.from_children.iter_mut().for_each(VecDeque::clear);
        for child in session.children.clone() {
            self.sessions[child].wanted = false;
            self.remove(child);
        }
    }

    /// Brings what a session has sent to its receivers, and notes what it invokes and cancels.
    fn drain(&mut self, number: usize) {
        let Some(run) = &mut self.sessions[number].run else { return };
        let (left, entered) = run.take_invocations();
        let sent: Vec<Vec<Event>> = (0..self.sessions[number].chart.channels.len() as u32)
            .map(|channel| {
                std::iter::from_fn(|| self.sessions[number].run.as_mut()?.receive(ChannelId(channel))).collect()
            })
            .collect();
        let chart = self.sessions[number].chart;
        for (place, child) in self.sessions[number].children.clone().into_iter().enumerate() {
            let state: StateId = chart.invocations[place].state;
            let session = &mut self.sessions[child];
            session.cancelled |= left.contains(&state) && session.run.is_some();
            session.wanted = (session.wanted && !left.contains(&state)) || entered.contains(&state);
            if session.run.is_some() && !session.cancelled {
                let events = sent[place + 1].iter().map(|e| translated(e.clone(), chart, session.chart));
                session.from_parent.extend(events);
            }
        }
        if let Some(sender) = self.members.iter().position(|(member, _)| *member == number) {
            let session = &mut self.sessions[number];
            let ended = session.run.as_ref().filter(|run| !run.is_running());
            session.lost = session.lost.or(ended.map(|run| run.internal_events().len()));
            for (channel, (receiver, _)) in chart.members.iter().zip(self.members.clone()) {
                let to = self.sessions[receiver].chart;
                let events = sent[channel.0 as usize].iter().map(|e| translated(e.clone(), chart, to));
                self.sessions[receiver].from_members[sender].extend(events);
            }
        }
        if let Some((parent, place)) = self.sessions[number].parent {
            let receiver = self.sessions[parent].chart;
            let events = sent[0].iter().map(|e| translated(e.clone(), chart, receiver));
            self.sessions[parent].from_children[place].extend(events);
        }
    }

    fn compare(&mut self, place: &str) -> Result<(), End> {
        self.compared += 1;
        let active = self.simulator.truths("in.");
        for session in &self.sessions {
            let prefix = &session.names.0;
            for state in session.chart.state_ids().filter(|s| *s != StateId::ROOT && session.chart.is_real(*s)) {
                let name = format!("{prefix}{}", session.chart.state(state).id);
                let expected = session.run.as_ref().is_some_and(|r| r.is_in(state));
                if active.get(name.as_str()) != Some(&expected) {
                    return Err(End::Difference(format!(
                        "{place}: {name} should be {expected}\n{}",
                        self.simulator.show()
                    )));
                }
            }
            let Some(run) = &session.run else { continue };
            for (queue, inner) in session.from_children.iter().zip(&session.chart.invocations) {
                let first = self.simulator.value(&format!("$external.{}from {}.0", session.names.1, inner.id));
                let waits = first.as_ref().and_then(|v| self.simulator.name_of(v)).is_some_and(|name| name != "none");
                let cancelled = session.children.iter().any(|c| self.sessions[*c].cancelled);
                if waits == queue.is_empty() && !cancelled {
                    return Err(End::Difference(format!("{place}: something waits from {} or not", inner.id)));
                }
            }
            for (queue, (_, sender)) in session.from_members.iter().zip(&self.members) {
                let first = self.simulator.value(&format!("$external.{}from {sender}.0", session.names.1));
                let waits = first.as_ref().and_then(|v| self.simulator.name_of(v)).is_some_and(|name| name != "none");
                if waits == queue.is_empty() {
                    return Err(End::Difference(format!("{place}: something waits from {sender} or not")));
                }
            }
            for (i, data) in session.chart.data.iter().enumerate() {
                let (name, expected) = (format!("{prefix}{}", data.name), run.value(DataId(i as u32)));
                if let Some(found) = difference(&self.simulator, &name, expected) {
                    return Err(End::Difference(format!("{place}: {name} should be {expected}, not {found}")));
                }
            }
        }
        Ok(())
    }
}

/// An event with the fields that it has in another chart.
fn translated(event: Event, from: &Chart, to: &Chart) -> Event {
    let field = |f: FieldId| to.fields.iter().position(|t| t.name == from.field(f).name).map(|i| FieldId(i as u32));
    Event { fields: event.fields.into_iter().filter_map(|(f, v)| Some((field(f)?, v))).collect(), ..event }
}
