//! Sends: where an event goes, when, and what it carries.
//!
//! An event for another receiver is an output and is not seen again. Where the chart handles errors, a target or type that no
//! processor could serve is what the standard makes of it, an error event.

use super::computed::Choice;
use super::node::{child, descendants, elements, plain};
use super::{Carrier, Checked, Location, Reader, codes};
use crate::chart::{Action, ActionKind, Block, ChannelId, Destination, Expr, ExprKind, FieldId, Send, SendId};
use crate::script::{Mode, OWN_LOCATION};
use crate::xml::Text;
use roxmltree::Node;
use wherefore_diag::{Diagnostic, Span};

/// How a message to others that is no event is called.
const MESSAGE: &str = "message";

/// Where an event goes, or the error that it ends in.
enum SendTarget {
    Goes(Destination),
    Fails(&'static str),
}

impl<'d, 't> Reader<'d, 't> {
    /// Reads a `<send>`. One that depends on a text which changes is a case distinction over its values.
    pub(super) fn send(&mut self, node: Node<'d, 't>) -> Checked<ActionKind> {
        let computed = ["eventexpr", "delayexpr", "targetexpr", "typeexpr"];
        let Some(changing) = computed.into_iter().find_map(|name| self.changing(node, name)) else {
            return self.one_send(node, None);
        };
        self.distinguish(changing, |reader, choice| reader.one_send(node, Some(choice)))
    }

    fn one_send(&mut self, node: Node<'d, 't>, choice: Option<&Choice>) -> Checked<ActionKind> {
        let fate = self.fate(node, choice);
        let name = self.given(node, "event", "eventexpr", choice);
        let to = match fate? {
            SendTarget::Goes(to) => to,
            SendTarget::Fails(error) => return Ok(self.send_error(node, error)),
        };
        let delay = self.delay(node, choice, to);
        let name_text = match name? {
            Some(name) => self.event_name(&name.value, name.span)?,
            None if to == Destination::Elsewhere => MESSAGE.to_owned(),
            None => self.required(node, "event")?.value,
        };
        let event = self.event(&name_text);
        let number = SendId(self.chart.sends.len() as u32);
        let params = if to == Destination::Elsewhere {
            if self.output(node, &name_text) {
                return Ok(self.execution_error());
            }
            Vec::new()
        } else if let Destination::Channel(_) = to {
            let contents = self.contents.len();
            let params = self.params(node, Carrier::Send(number));
            self.contents.truncate(contents);
            params?
        } else {
            self.own.insert(event);
            self.params(node, Carrier::Send(number))?
        };
        let delay = delay?;
        if to == Destination::Internal && delay.is_some() {
            let span = self.tag(node);
            return Err(self.error(codes::STRUCTURE, span, "an internal event cannot be delayed", "with a delay"));
        }
        let id = self.attribute(node, "id").map(|t| t.value.trim().to_owned());
        let id = id.or_else(|| plain(node, "idlocation").map(|_| made_up(node)));
        self.chart.sends.push(Send { event, to, delay, unknown: false, params, id, span: self.tag(node) });
        Ok(ActionKind::Send(number))
    }

    /// Effect of `idlocation`: the id of a send is stored where the document says.
    pub(super) fn store_id(&mut self, node: Node) -> Checked<Option<ActionKind>> {
        let Some(text) = self.attribute(node, "idlocation") else { return Ok(None) };
        let headline = "the id of this send is taken to be the same each time";
        self.report.push(Diagnostic::at(codes::READ_AS, text.whole(), headline, "here"));
        let value = Expr { kind: ExprKind::Text(made_up(node)), span: text.whole() };
        Ok(Some(match self.location(&text)? {
            Some(Location { data, index }) => ActionKind::Assign { data, index, value },
            None => self.execution_error(),
        }))
    }

    fn send_error(&mut self, node: Node, error: &'static str) -> ActionKind {
        let diagnostic = Diagnostic::at(codes::RUNTIME_ERROR, self.tag(node), "this cannot be sent", error);
        self.runtime_error(diagnostic);
        ActionKind::Fault(self.event(error))
    }

    fn fate(&mut self, node: Node, choice: Option<&Choice>) -> Checked<SendTarget> {
        let kind = self.given(node, "type", "typeexpr", choice)?;
        let target = self.given(node, "target", "targetexpr", choice)?;
        let kind = kind.map(|k| k.value.trim().to_owned()).unwrap_or_default();
        if !is_own_type(&kind) {
            let known = self.chart.handles_errors && !kind.contains([':', '/', '.']);
            return Ok(if known {
                SendTarget::Fails("error.execution")
            } else {
                SendTarget::Goes(Destination::Elsewhere)
            });
        }
        let (target, span) = target.map_or((String::new(), None), |t| (t.value.trim().to_owned(), Some(t.span)));
        if let (true, Some(span)) = (is_nobody(&target), span) {
            let diagnostic =
                Diagnostic::at(codes::RUNTIME_ERROR, span, format!("`{target}` is no target"), "nobody is there");
            self.report.push(diagnostic.help("targets with # are #_internal, #_parent, #_scxml_ and a session"));
            return Ok(SendTarget::Fails("error.execution"));
        }
        if let Some(channel) = self.channel(&target) {
            return Ok(SendTarget::Goes(Destination::Channel(channel)));
        }
        if let Some(member) = self.member(&target) {
            return Ok(SendTarget::Goes(member));
        }
        Ok(match target.as_str() {
            // The session is called by the name that `_sessionid` has as a text.
            "" | OWN_LOCATION | "#_scxml__sessionid" => SendTarget::Goes(Destination::Own),
            "#_internal" | "_internal" => SendTarget::Goes(Destination::Internal),
            _ if !self.chart.handles_errors => SendTarget::Goes(Destination::Elsewhere),
            other if other.starts_with("#_scxml_") => SendTarget::Fails("error.communication"),
            other if other.starts_with("#_") || other.contains([':', '/']) => SendTarget::Goes(Destination::Elsewhere),
            _ => SendTarget::Fails("error.execution"),
        })
    }

    /// The way to another session of the model.
    fn channel(&self, target: &str) -> Option<ChannelId> {
        let session = target.strip_prefix("#_")?;
        match session {
            "parent" if self.is_invoked => Some(ChannelId(0)),
            _ => self.children.places.get(session).map(|place| ChannelId(*place)),
        }
    }

    /// The way to another chart of the same network.
    fn member(&self, target: &str) -> Option<Destination> {
        let number = self.beside.number(target)?;
        let channel = ChannelId(1 + self.children.count + number as u32);
        Some(if number == self.beside.own { Destination::Own } else { Destination::Channel(channel) })
    }

    /// Notes an event that leaves the chart; says whether what it carries fails, which is all that matters of it.
    pub(super) fn output(&mut self, node: Node, name: &str) -> bool {
        let span = self.tag(node);
        self.outputs.entry(name.to_owned()).or_insert(span);
        let params: Vec<Node> =
            elements(node).filter(|(n, _)| matches!(*n, "param" | "field")).map(|(_, param)| param).collect();
        let texts = params.into_iter().filter_map(|param| self.attribute(param, "expr"));
        let texts: Vec<Text> = texts.collect();
        texts.iter().any(|text| self.fails(text))
    }

    /// Data that an event carries: `<param>` elements and the names of a name list.
    pub(super) fn params(&mut self, node: Node<'d, 't>, carrier: Carrier) -> Checked<Vec<(FieldId, Expr)>> {
        let mut params = Vec::new();
        if let Some(content) = child(node, "content") {
            self.contents.push((carrier, content));
        }
        for (_, param) in elements(node).filter(|(n, _)| *n == "param") {
            let name = self.required(param, "name")?;
            let text = match self.attribute(param, "expr").or_else(|| self.attribute(param, "location")) {
                Some(text) => text,
                None => self.required(param, "expr")?,
            };
            let value = self.expression(&text, Mode::Plain)?;
            params.push((self.field(name.value.trim(), name.whole()), value));
        }
        if let Some(list) = self.attribute(node, "namelist") {
            for range in super::transition::words(&list.value) {
                let name = list.value.get(range.clone()).unwrap_or("").to_owned();
                let value = self.listed(&name, list.span(range.clone()))?;
                params.push((self.field(&name, list.span(range)), value));
            }
        }
        Ok(params)
    }

    /// The value of a name in a name list.
    fn listed(&mut self, name: &str, span: Span) -> Checked<Expr> {
        if let Some(data) = self.names.data.get(name) {
            return Ok(Expr { kind: ExprKind::Data(*data), span });
        }
        let headline = format!("nothing declares `{name}`");
        let diagnostic = Diagnostic::at(codes::UNDECLARED, span, headline, "not declared");
        if !self.chart.handles_errors {
            return Err(self.report.push(diagnostic));
        }
        self.runtime_error(diagnostic);
        Ok(Expr { kind: ExprKind::Fault, span })
    }

    fn delay(&mut self, node: Node, choice: Option<&Choice>, to: Destination) -> Checked<Option<u64>> {
        let Some(given) = self.given(node, "delay", "delayexpr", choice)? else { return Ok(None) };
        match microseconds(given.value.trim()) {
            Some(0) => Ok(None),
            Some(delay) => Ok(Some(delay)),
            None if to == Destination::Elsewhere && !self.chart.handles_errors => {
                let headline = format!("`{}` is no delay, which only the receiver would see", given.value.trim());
                self.report.push(Diagnostic::at(codes::DROPPED, given.span, headline, "left out"));
                Ok(None)
            }
            None if let Some(delay) = self.without_unit(node, given.value.trim()) => {
                let headline = format!("the delay `{}` has no unit and is read as seconds", given.value.trim());
                self.report.push(Diagnostic::at(codes::READ_AS, given.span, headline, "here"));
                Ok(Some(delay))
            }
            None => {
                let headline = format!("`{}` is no delay", given.value.trim());
                let diagnostic = Diagnostic::at(codes::STRUCTURE, given.span, headline, "expected a time");
                Err(self.report.push(diagnostic.help("write a number with its unit, as in 1.5s or 20ms")))
            }
        }
    }

    /// A delay that is a number alone. Where no delay has a unit it does not matter which is meant: only the order of times does.
    fn without_unit(&self, node: Node, text: &str) -> Option<u64> {
        let has_unit =
            |n: Node| plain(n, "delay").is_some_and(|a| microseconds(a.value().trim()).is_some_and(|t| t > 0));
        let beside = self.beside.names.len() > 1;
        let units = descendants(node.document().root_element()).any(has_unit);
        let meant = beside || !(units || self.chart.handles_errors);
        microseconds(&format!("{text}s")).filter(|_| meant)
    }

    /// Reads a `<cancel>`; the sends it means are looked up when all are known.
    pub(super) fn cancel(&mut self, node: Node) -> Checked<ActionKind> {
        match self.changing(node, "sendidexpr") {
            Some(changing) => self.distinguish(changing, |reader, choice| reader.one_cancel(node, Some(choice))),
            None => self.one_cancel(node, None),
        }
    }

    fn one_cancel(&mut self, node: Node, choice: Option<&Choice>) -> Checked<ActionKind> {
        let Some(given) = self.given(node, "sendid", "sendidexpr", choice)? else {
            self.required(node, "sendid")?;
            return Ok(ActionKind::Cancel(Vec::new()));
        };
        self.cancels.push((given.value.trim().to_owned(), given.span, choice.is_some()));
        Ok(ActionKind::Cancel(vec![SendId(self.cancels.len() as u32 - 1)]))
    }

    /// Replaces the places in the list of cancelled ids by the sends with these ids.
    pub(super) fn settle_cancels(&mut self) {
        let sends: Vec<Option<String>> = self.chart.sends.iter().map(|s| s.id.clone()).collect();
        if let (Some(span), true) = (self.names.without_ids, sends.iter().any(Option::is_some)) {
            self.refuse("`_event.sendid` beside a <send> that has an id", span);
        }
        let with_id = |id: &str| {
            let found = sends.iter().enumerate().filter(|(_, s)| s.as_deref() == Some(id));
            found.map(|(i, _)| SendId(i as u32)).collect::<Vec<_>>()
        };
        let meant: Vec<Vec<SendId>> = self.cancels.iter().map(|(id, ..)| with_id(id)).collect();
        for ((id, span, chosen), sends) in self.cancels.iter().zip(&meant) {
            if sends.is_empty() && !chosen {
                let headline = format!("no <send> has the id `{id}`");
                let diagnostic = Diagnostic::at(codes::CANCEL, *span, headline, "cancels nothing");
                self.report.push(diagnostic.help("the id of a <send> is its attribute `id`, not its event"));
            }
        }
        let states = self.chart.states.iter_mut().flat_map(|s| s.onentry.iter_mut().chain(&mut s.onexit));
        let transitions = self.chart.transitions.iter_mut().map(|t| &mut t.content);
        let finalizers = self.chart.finalizers.iter_mut().map(|f| &mut f.content);
        states.chain(transitions).chain(finalizers).for_each(|block| settle(block, &meant));
    }
}

/// Whether a send is of the type that charts understand.
pub(super) fn is_own_type(kind: &str) -> bool {
    let kind = kind.trim().trim_end_matches('/');
    matches!(kind, "" | "scxml" | "http://www.w3.org/TR/scxml/#SCXMLEventProcessor" | "http://www.w3.org/TR/scxml")
}

/// The id of a send to which the document gives none, by the place of its element.
fn made_up(node: Node) -> String {
    format!("send_{}", node.id().get())
}

/// Whether a target looks like those of the standard and is not one of them.
fn is_nobody(target: &str) -> bool {
    target.starts_with('#') && !target.starts_with("#_")
}

fn settle(block: &mut Block, meant: &[Vec<SendId>]) {
    for Action { kind, .. } in &mut block.0 {
        match kind {
            ActionKind::Cancel(sends) => {
                *sends = sends.iter().flat_map(|s| meant.get(s.0 as usize).cloned().unwrap_or_default()).collect();
            }
            ActionKind::If { branches, otherwise } => {
                branches.iter_mut().for_each(|(_, block)| settle(block, meant));
                settle(otherwise, meant);
            }
            ActionKind::Foreach { body, .. } => settle(body, meant),
            _ => {}
        }
    }
}

/// A time as style sheets write it: `1s`, `.5s`, `20ms`.
fn microseconds(text: &str) -> Option<u64> {
    if matches!(text, "0" | "") {
        return Some(0);
    }
    let (number, digits) = match text.strip_suffix("ms") {
        Some(number) => (number, 3),
        None => (text.strip_suffix('s')?, 6),
    };
    let (whole, fraction) = number.trim().split_once('.').unwrap_or((number.trim(), ""));
    let plain = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
    if !plain(whole) || !plain(fraction) || (whole.is_empty() && fraction.is_empty()) {
        return None;
    }
    let whole: u64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    let fraction: String = fraction.chars().chain("000000".chars()).take(digits).collect();
    whole.checked_mul(10_u64.pow(digits as u32))?.checked_add(fraction.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::microseconds;

    #[test]
    fn delays_are_read() {
        let cases = [("1s", 1_000_000), (".5s", 500_000), ("20ms", 20_000), ("1.25ms", 1250), ("0", 0), ("0s", 0)];
        cases.iter().for_each(|(text, time)| assert_eq!(microseconds(text), Some(*time), "{text}"));
        for text in ["1", "s", "1m", "-1s", "1e3s", "99999999999999999999s"] {
            assert_eq!(microseconds(text), None, "{text}");
        }
    }
}
