//! A small chart as SCXML, with the lines of its transitions.

use super::{Arrow, Chart, EVENTS, MOST, Sort, Target};
use crate::term::Term;

struct Page {
    text: String,
    line: usize,
}

impl Page {
    fn write(&mut self, depth: usize, line: &str) -> usize {
        self.text.push_str(&"  ".repeat(depth));
        self.text.push_str(line);
        self.text.push('\n');
        self.line += 1;
        self.line
    }
}

impl Chart {
    /// The text, and the line of each transition.
    pub fn print(&self) -> (String, Vec<usize>) {
        let mut page = Page { text: String::new(), line: 0 };
        let mut lines = vec![0; self.arrows.len()];
        let space = "xmlns=\"http://www.w3.org/2005/07/scxml\" xmlns:wf=\"urn:wherefore:scxml:1\"";
        page.write(0, &format!("<scxml {space} version=\"1.0\" datamodel=\"ecmascript\">"));
        for event in EVENTS {
            page.write(1, &format!("<wf:event name=\"{event}\"/>"));
        }
        page.write(1, "<datamodel>");
        page.write(2, &format!("<data id=\"i\" wf:range=\"0..{MOST}\" wf:input=\"true\"/>"));
        page.write(2, &format!("<data id=\"x\" expr=\"0\" wf:range=\"0..{MOST}\"/>"));
        page.write(1, "</datamodel>");
        for child in self.children(0) {
            self.state(&mut page, 1, child, &mut lines);
        }
        let inside: Vec<String> = self.watched.iter().map(|s| format!("In('{}')", self.states[*s].name)).collect();
        page.write(
            1,
            &format!("<wf:invariant name=\"p\">({}) -> x &lt; {}</wf:invariant>", inside.join(" || "), self.limit),
        );
        page.write(0, "</scxml>");
        (page.text, lines)
    }

    fn state(&self, page: &mut Page, depth: usize, number: usize, lines: &mut [usize]) {
        let state = &self.states[number];
        let tag = if state.sort == Sort::Parallel { "parallel" } else { "state" };
        page.write(depth, &format!("<{tag} id=\"{}\">", state.name));
        if let Some(term) = &state.entry {
            page.write(depth + 1, &format!("<onentry>{}</onentry>", self.assign(term)));
        }
        if state.history {
            let first = &self.states[self.children(number)[0]].name;
            let name = &state.name;
            page.write(depth + 1, &format!("<history id=\"h_{name}\"><transition target=\"{first}\"/></history>"));
        }
        for (place, arrow) in self.arrows.iter().enumerate().filter(|(_, a)| a.source == number) {
            lines[place] = page.write(depth + 1, &self.arrow(arrow));
        }
        for child in self.children(number) {
            self.state(page, depth + 1, child, lines);
        }
        page.write(depth, &format!("</{tag}>"));
    }

    fn arrow(&self, arrow: &Arrow) -> String {
        let target = match arrow.target {
            Target::State(state) => self.states[state].name.clone(),
            Target::History(of) => format!("h_{}", self.states[of].name),
        };
        let guard = arrow.guard.as_ref().map(|g| format!(" cond=\"{}\"", self.script(g))).unwrap_or_default();
        let front = format!(
            "<transition wf:name=\"{}\" event=\"{}\"{guard} target=\"{target}\"",
            arrow.name, EVENTS[arrow.event]
        );
        match &arrow.action {
            Some(term) => format!("{front}>{}</transition>", self.assign(term)),
            None => format!("{front}/>"),
        }
    }

    fn assign(&self, term: &Term) -> String {
        format!("<assign location=\"x\" expr=\"{}\"/>", self.script(term))
    }

    /// A term as the scripts of charts spell it.
    fn script(&self, term: &Term) -> String {
        let text = term.spell(&self.vars()).replace(" = ", " == ").replace(" & ", " && ").replace(" mod ", " % ");
        text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
    }
}
