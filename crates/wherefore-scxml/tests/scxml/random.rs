//! Random statecharts as plain data: how they are written as SCXML, and how a failing one is made smaller.
//!
//! A plan is always a legal document. Code that takes something away calls [`Plan::repair`], which drops what has lost its
//! target. Data stay in their ranges in most runs, and most internal steps come to an end; the rest is part of the test.

pub mod content;
pub mod make;
pub mod shrink;

use std::fmt::Write;

/// Events of the environment. The last one carries a number.
pub const EVENTS: [&str; 5] = ["a", "b", "c", "c.d", "p"];

/// The start tag, open for more.
const HEAD: &str = r#"<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:wf="urn:wherefore:scxml:1" version="1.0"
    datamodel="ecmascript" wf:queue="6""#;
/// The data of every chart.
const DATA: [&str; 11] = [
    r#""x" expr="0" wf:range="0..3""#,
    r#""y" expr="1" wf:range="0..3""#,
    r#""z" wf:range="0..3" wf:init="any""#,
    r#""n" expr="0" wf:type="int""#,
    r#""r" expr="0.5" wf:type="real""#,
    r#""f" expr="false""#,
    r#""g" expr="true""#,
    r#""m" expr="'lo'" wf:values="lo mid hi""#,
    r#""i" wf:range="0..2" wf:input="true""#,
    r#""l" expr="[0, 1, 2]" type="int8[3]""#,
    r#""item" expr="0" type="int8""#,
];

/// A document.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The root: its children, initial transition and data.
    pub root: Node,
    /// Instructions before the start.
    pub script: Vec<String>,
    /// Whether data of states are initialised when they are entered.
    pub late: bool,
}

/// Kind of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `<state>`, with or without children.
    State,
    /// `<parallel>`.
    Parallel,
    /// `<final>`.
    Final,
    /// `<history>`; true: deep.
    History(bool),
}

/// A state.
#[derive(Clone, Debug)]
pub struct Node {
    /// Kind of the state.
    pub kind: Kind,
    /// Its id.
    pub id: String,
    /// Whether it has data of its own.
    pub local: bool,
    /// The initial transition; for a history its default.
    pub initial: Option<Arrow>,
    /// States and histories in it.
    pub children: Vec<Node>,
    /// Transitions that leave it.
    pub transitions: Vec<Arrow>,
    /// Blocks on entry.
    pub onentry: Vec<Vec<Act>>,
    /// Blocks on exit.
    pub onexit: Vec<Vec<Act>>,
    /// What is done with the events of a service that the state invokes, if it does.
    pub finalize: Option<Vec<Act>>,
}

/// A transition.
#[derive(Clone, Debug, Default)]
pub struct Arrow {
    /// Its events; none: eventless, or initial.
    pub event: Option<String>,
    /// Its condition.
    pub cond: Option<String>,
    /// Where it leads.
    pub targets: Vec<String>,
    /// Whether it is internal.
    pub internal: bool,
    /// Actions of the transition.
    pub content: Vec<Act>,
}

/// An instruction.
#[derive(Clone, Debug)]
pub enum Act {
    /// `<assign>`: location and expression.
    Assign(String, String),
    /// `<raise>`.
    Raise(String),
    /// `<send>` to itself, with a number and after a number of seconds.
    Send(String, String, usize),
    /// `<cancel>` of the delayed sends.
    Cancel,
    /// `<if>`.
    If(String, Vec<Act>, Vec<Act>),
    /// `<foreach>` over the array.
    Foreach(Vec<Act>),
}

impl Plan {
    /// The document.
    pub fn text(&self) -> String {
        let mut out = HEAD.to_owned();
        if self.late {
            out.push_str(" binding=\"late\"");
        }
        if let Some(initial) = &self.root.initial {
            let _infallible = write!(out, " initial=\"{}\"", initial.targets.join(" "));
        }
        out.push_str(
            ">
",
        );
        for event in EVENTS {
            let param = if event == "p" { "<wf:param name=\"v\" range=\"0..3\"/>" } else { "" };
            let _infallible = writeln!(out, "  <wf:event name=\"{event}\">{param}</wf:event>");
        }
        out.push_str(
            "  <datamodel>
",
        );
        DATA.iter().for_each(|data| {
            out.extend([
                "    <data id=",
                data,
                "/>
",
            ])
        });
        out.push_str(
            "  </datamodel>
",
        );
        for line in &self.script {
            let _infallible = writeln!(out, "  <script>{}</script>", escape(line));
        }
        self.root.children.iter().for_each(|c| c.write(&mut out, 1));
        out.push_str(
            "</scxml>
",
        );
        out
    }
}

impl Node {
    /// Whether it can be active.
    pub fn is_real(&self) -> bool {
        !matches!(self.kind, Kind::History(_))
    }

    /// Whether one of its children is active.
    pub fn is_compound(&self) -> bool {
        self.kind == Kind::State && self.children.iter().any(Node::is_real)
    }

    fn write(&self, out: &mut String, depth: usize) {
        let pad = "  ".repeat(depth);
        let (tag, more) = match self.kind {
            Kind::State => ("state", ""),
            Kind::Parallel => ("parallel", ""),
            Kind::Final => ("final", ""),
            Kind::History(false) => ("history", " type=\"shallow\""),
            Kind::History(true) => ("history", " type=\"deep\""),
        };
        let bare = |i: &&Arrow| self.kind == Kind::State && i.content.is_empty();
        let initial = self.initial.as_ref().filter(bare).map(|i| format!(" initial=\"{}\"", i.targets.join(" ")));
        let _infallible = writeln!(out, "{pad}<{tag} id=\"{}\"{more}{}>", self.id, initial.clone().unwrap_or_default());
        if self.local {
            let data = format!("<data id=\"k_{}\" expr=\"x\" wf:range=\"0..3\"/>", self.id);
            let _infallible = writeln!(out, "{pad}  <datamodel>{data}</datamodel>");
        }
        for (name, blocks) in [("onentry", &self.onentry), ("onexit", &self.onexit)] {
            for block in blocks {
                let _infallible = writeln!(out, "{pad}  <{name}>");
                block.iter().for_each(|a| a.write(out, depth + 2));
                let _infallible = writeln!(out, "{pad}  </{name}>");
            }
        }
        if let Some(block) = &self.finalize {
            let _infallible = writeln!(out, "{pad}  <invoke id=\"i_{}\" src=\"service\"><finalize>", self.id);
            block.iter().for_each(|a| a.write(out, depth + 2));
            let _infallible = writeln!(out, "{pad}  </finalize></invoke>");
        }
        if let Some(arrow) = self.initial.as_ref().filter(|_| initial.is_none()) {
            let (open, close) = if self.kind == Kind::State { ("<initial>", "</initial>") } else { ("", "") };
            let _infallible = writeln!(out, "{pad}  {open}");
            arrow.write(out, depth + 1);
            let _infallible = writeln!(out, "{pad}  {close}");
        }
        if self.kind == Kind::Final && depth > 1 {
            let _infallible = writeln!(out, "{pad}  <donedata><param name=\"w\" expr=\"3 - x\"/></donedata>");
        }
        self.transitions.iter().for_each(|t| t.write(out, depth + 1));
        self.children.iter().for_each(|c| c.write(out, depth + 1));
        let _infallible = writeln!(out, "{pad}</{tag}>");
    }
}

impl Arrow {
    fn write(&self, out: &mut String, depth: usize) {
        let pad = "  ".repeat(depth);
        let mut tag = "<transition".to_owned();
        let mut attribute = |name: &str, value: &str| {
            let _infallible = write!(tag, " {name}=\"{}\"", escape(value));
        };
        self.event.iter().for_each(|e| attribute("event", e));
        self.cond.iter().for_each(|c| attribute("cond", c));
        if !self.targets.is_empty() {
            attribute("target", &self.targets.join(" "));
        }
        if self.internal {
            attribute("type", "internal");
        }
        let _infallible = writeln!(out, "{pad}{tag}>");
        self.content.iter().for_each(|a| a.write(out, depth + 1));
        let _infallible = writeln!(out, "{pad}</transition>");
    }
}

impl Act {
    fn write(&self, out: &mut String, depth: usize) {
        let pad = "  ".repeat(depth);
        let _infallible = match self {
            Act::Assign(place, value) => {
                writeln!(out, "{pad}<assign location=\"{}\" expr=\"{}\"/>", escape(place), escape(value))
            }
            Act::Raise(event) => writeln!(out, "{pad}<raise event=\"{event}\"/>"),
            Act::Send(event, value, seconds) => {
                let delay = if *seconds > 0 { format!(" id=\"timer\" delay=\"{seconds}s\"") } else { String::new() };
                let param = format!("<param name=\"v\" expr=\"{}\"/>", escape(value));
                writeln!(out, "{pad}<send event=\"{event}\"{delay}>{param}</send>")
            }
            Act::Cancel => writeln!(out, "{pad}<cancel sendid=\"timer\"/>"),
            Act::If(cond, yes, no) => {
                let _infallible = writeln!(out, "{pad}<if cond=\"{}\">", escape(cond));
                yes.iter().for_each(|a| a.write(out, depth + 1));
                write_else(no, out, depth);
                writeln!(out, "{pad}</if>")
            }
            Act::Foreach(body) => {
                let _infallible = writeln!(out, "{pad}<foreach array=\"l\" item=\"item\">");
                body.iter().for_each(|a| a.write(out, depth + 1));
                writeln!(out, "{pad}</foreach>")
            }
        };
    }
}

/// The rest of an `<if>`: another one alone is an `<elseif>`.
fn write_else(block: &[Act], out: &mut String, depth: usize) {
    let pad = "  ".repeat(depth);
    match block {
        [] => {}
        [Act::If(cond, yes, no)] => {
            let _infallible = writeln!(out, "{pad}<elseif cond=\"{}\"/>", escape(cond));
            yes.iter().for_each(|a| a.write(out, depth + 1));
            write_else(no, out, depth);
        }
        block => {
            let _infallible = writeln!(out, "{pad}<else/>");
            block.iter().for_each(|a| a.write(out, depth + 1));
        }
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
