//! Random charts as text.

use super::{Growing, Wishes};
use std::fmt::Write;
use wherefore_test::Random;

impl Growing<'_> {
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

    pub(super) fn chart(&mut self, parallel_top: bool) -> String {
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

pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The chart in its diagram.
pub(super) fn archive(chart: &str, wishes: Wishes) -> String {
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
