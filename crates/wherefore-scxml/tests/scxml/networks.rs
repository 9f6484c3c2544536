//! Random networks of charts: sessions that are run one by one, each as the standard says, against the one system that all of
//! them are lowered to. After every step both must agree on every session.

use crate::follow::End;
use crate::network::Network;
use crate::reason;
use crate::simulator::Simulator;
use std::collections::BTreeMap;
use std::fmt::Write;
use wherefore_diag::FileId;
use wherefore_scxml::{join, meaning, sessions};
use wherefore_syntax::holes::Holes;
use wherefore_test::{Random, say, setting};

/// What charts are called that run beside each other.
const NAMES: [&str; 3] = ["Main", "P", "Q"];
/// How many things happen in a run.
const CHOICES: usize = 25;

/// Writes a random chart.
struct Maker<'a> {
    random: &'a mut Random,
    out: String,
    /// How many charts were begun.
    charts: usize,
    /// The charts that run beside each other, and which of them is written.
    members: &'a [&'a str],
    member: usize,
}

impl Maker<'_> {
    /// A chart that is invoked at this depth.
    fn chart(&mut self, depth: usize) {
        self.charts += 1;
        let head = "xmlns=\"http://www.w3.org/2005/07/scxml\" xmlns:wf=\"urn:wherefore:scxml:1\" wf:queue=\"5\"";
        let name = self.members.get(self.member).filter(|_| depth == 0);
        let name = name.map(|name| format!(" name=\"{name}\"")).unwrap_or_default();
        let _infallible = writeln!(self.out, "<scxml {head}{name}><wf:event name=\"a\"/><wf:event name=\"b\"/>");
        self.out.push_str("<datamodel><data id=\"x\" expr=\"0\" wf:range=\"0..3\"/>");
        self.out.push_str("<data id=\"y\" expr=\"1\" wf:range=\"0..3\"/></datamodel>\n");
        let count = 2 + self.random.below(3);
        let invoking = self.random.below(count);
        for state in 1..=count {
            let invoked: Vec<String> = match depth < 2 && (state == invoking + 1 || self.random.chance(20)) {
                true => (0..1 + self.random.below(2)).map(|n| format!("c{}_{state}{n}", self.charts)).collect(),
                false => Vec::new(),
            };
            self.state(depth, state, count, &invoked);
        }
        if depth > 0 || !self.members.is_empty() {
            let exit = if depth > 0 { self.acts(depth, &[], false) } else { String::new() };
            let done = "<donedata><param name=\"v\" expr=\"3 - x\"/></donedata>";
            let _infallible = writeln!(self.out, "<final id=\"end\"><onexit>{exit}</onexit>{done}</final>");
        }
        self.out.push_str("</scxml>\n");
    }

    fn state(&mut self, depth: usize, state: usize, count: usize, invoked: &[String]) {
        let (entry, exit) = (self.acts(depth, invoked, false), self.acts(depth, invoked, false));
        let _infallible =
            writeln!(self.out, "<state id=\"s{state}\"><onentry>{entry}</onentry><onexit>{exit}</onexit>");
        for id in invoked {
            let _infallible = writeln!(self.out, "<invoke id=\"{id}\"><param name=\"x\" expr=\"y\"/><content>");
            self.chart(depth + 1);
            self.out.push_str("</content></invoke>\n");
        }
        for _ in 0..1 + self.random.below(4) {
            self.transition(depth, count, invoked);
        }
        if self.random.chance(30) {
            let inner = self.acts(depth, invoked, false);
            let back = "<transition event=\"a u\" target=\"IN2\"/></state><state id=\"IN2\"><transition event=\"b w\" target=\"IN1\"/>";
            let nested = format!("<state id=\"IN1\"><onentry>{inner}</onentry>{back}</state>");
            self.out.push_str(&nested.replace("IN", &format!("i{state}_")));
        }
        self.out.push_str("</state>\n");
    }

    fn transition(&mut self, depth: usize, count: usize, invoked: &[String]) {
        let mut events = vec!["a", "b", "a", "b", "r", "s", "t", "u", "w", "*", "done.invoke", "eventless"];
        if depth == 0 && !self.members.is_empty() {
            events.extend(["m", "m.0", "m.1", "m.2", "m.1"]);
        }
        events.retain(|e| depth > 0 || *e != "u");
        let event = self.random.pick(&events);
        let carries = matches!(event, "u" | "w") || event.starts_with('m');
        let mut acts = self.acts(depth, invoked, carries);
        let mut cond = if self.random.chance(30) { " cond=\"x &lt; 2\"" } else { "" };
        let mut event = format!(" event=\"{event}\"");
        if event.contains("eventless") {
            (event, cond) = (String::new(), " cond=\"x == 2\"");
            acts.insert_str(0, "<assign location=\"x\" expr=\"3\"/>");
        }
        let target = match self.random.below(10) {
            0 | 1 => String::new(),
            2 if depth > 0 => " target=\"end\"".to_owned(),
            2 if !self.members.is_empty() => " target=\"end\"".to_owned(),
            _ => format!(" target=\"s{}\"", 1 + self.random.below(count)),
        };
        let _infallible = writeln!(self.out, "<transition{event}{cond}{target}>{acts}</transition>");
    }

    fn acts(&mut self, depth: usize, invoked: &[String], carries: bool) -> String {
        (0..self.random.below(3)).map(|_| self.act(depth, invoked, carries)).collect()
    }

    fn act(&mut self, depth: usize, invoked: &[String], carries: bool) -> String {
        // Two sends of one line would have the same name in the system.
        let send =
            |event: &str, more: &str| format!("\n<send event=\"{event}\"{more}><param name=\"v\" expr=\"x\"/></send>");
        let delay = if self.random.chance(25) { " delay=\"2s\"" } else { "" };
        match self.random.below(12) {
            0..3 if depth > 0 => send("w", &format!(" target=\"#_parent\"{delay}")),
            3..6 if !invoked.is_empty() => send("u", &format!(" target=\"#_{}\"{delay}", self.random.pick(invoked))),
            6 => send("s", ""),
            3..7 if depth == 0 && !self.members.is_empty() => {
                let target = self.random.pick(self.members);
                send(&format!("m.{}", self.member), &format!(" target=\"{target}\"{delay}"))
            }
            7 => send("t", " delay=\"1s\" id=\"timer\""),
            8 => "<raise event=\"r\"/>".to_owned(),
            9 if carries => "<assign location=\"y\" expr=\"_event.data.v\"/>".to_owned(),
            10 => "<assign location=\"x\" expr=\"(x + 1) % 4\"/>".to_owned(),
            _ => "<assign location=\"y\" expr=\"3 - y\"/>".to_owned(),
        }
    }
}

fn check(texts: &[String], random: &mut Random) -> Result<(usize, Option<End>), String> {
    let beside = |name: &str| NAMES.iter().position(|n| name.strip_suffix(".scxml") == Some(n)).filter(|n| *n > 0);
    let mut files = |name: &str| beside(name).and_then(|n| Some((FileId(n as u32), texts.get(n)?.clone())));
    let (chart, said) = sessions(FileId(0), &texts[0], &mut files);
    let Some(chart) = chart else { return Err(format!("not read: {}", reason(&said))) };
    if said.iter().any(|d| d.code.id == "scxml-invoke" || d.headline.contains("environment")) {
        return Err("a chart is not part of the model".to_owned());
    }
    let map = texts.iter().enumerate().map(|(n, text)| (FileId(n as u32), text.as_str())).collect();
    let loaded = meaning(Some(join(chart.clone())), said, &map, &Holes::none());
    let Some(system) = loaded.system else {
        let reason = reason(&loaded.diagnostics);
        return if reason.starts_with("scxml-livelock") { Ok((0, Some(End::Livelock))) } else { Err(reason) };
    };
    let problems = wherefore_ir::validate(&system);
    if !problems.is_empty() {
        return Err(format!("{problems:?}"));
    }
    let simulator = Simulator::new(&system, &BTreeMap::new())?;
    let mut network = Network::new(&chart, texts, simulator);
    let mut end = network.start();
    for _ in 0..CHOICES {
        end = end.and_then(|()| network.happen(random));
    }
    match end {
        Err(End::Difference(what)) => Err(what),
        other => Ok((network.compared, other.err())),
    }
}

/// The charts of a network; one that invokes others and has none beside it, or two or three beside each other.
fn make(case: u64) -> (Vec<String>, Random) {
    let mut random = Random::new(case);
    let members = &NAMES[..[0, 2, 3][(case % 3) as usize]];
    let texts = (0..members.len().max(1)).map(|member| {
        let mut maker = Maker { random: &mut random, out: String::new(), charts: 0, members, member };
        maker.chart(0);
        maker.out
    });
    let texts = texts.collect();
    (texts, random)
}

#[test]
fn the_system_of_a_network_does_what_its_sessions_do() {
    let seed = setting("WHEREFORE_SEED", 1);
    let count = setting("WHEREFORE_CASES", 150);
    say(&format!("WHEREFORE_SEED={seed} WHEREFORE_CASES={count}"));
    let (mut steps, mut early) = (0, BTreeMap::<String, usize>::new());
    let mut wrong = Vec::new();
    for case in seed..seed + count {
        let (texts, mut random) = make(case);
        match check(&texts, &mut random) {
            Ok((compared, end)) => {
                steps += compared;
                end.into_iter().for_each(|end| *early.entry(format!("{end:?}")).or_default() += 1);
            }
            Err(what) => wrong.push((case, what)),
        }
    }
    say(&format!("{count} networks, {steps} steps compared; ended early: {early:#?}"));
    for (case, what) in &wrong {
        say(&format!("WHEREFORE_SEED={case} WHEREFORE_CASES=1: {what}"));
    }
    let shortest = wrong.iter().map(|(case, _)| make(*case).0.join("\n")).min_by_key(String::len);
    assert!(wrong.is_empty(), "{} networks are wrong, the smallest is\n{}", wrong.len(), shortest.unwrap_or_default());
}
