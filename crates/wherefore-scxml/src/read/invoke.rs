//! Services that states invoke: charts that are read with the document, or a part of the environment.
//!
//! A service that is not read runs beside the chart and can only send it events. `done.invoke.ID` and what an invoked document in the same
//! file sends to its parent can come at any time, which is more than the service would do: it sends nothing before the state
//! is first entered. Events that are on their way when the state is left still arrive. What the service is given and what is
//! sent or forwarded to it does not matter to the chart. Where the service has a `<finalize>`, an input says of each event of
//! the environment whether it comes from the service.

use super::child::Child;
use super::node::{child, descendants, element, elements, plain};
use super::{Carrier, Checked, Location, Reader, codes};
use crate::chart::{ActionKind, ChannelId, Data, DataId, FieldId, Finalizer, Invocation, StateId, Type};
use roxmltree::Node;
use wherefore_diag::{Diagnostic, Span};
use wherefore_syntax::unique;

impl<'d, 't> Reader<'d, 't> {
    /// Reads an `<invoke>` of a state.
    pub(super) fn read_invoke(&mut self, state: StateId, node: Node<'d, 't>) {
        // What is wrong has been reported.
        let _ = self.invocation(state, node);
    }

    fn invocation(&mut self, state: StateId, node: Node<'d, 't>) -> Checked<()> {
        let known = matches!(self.children.found.get(&node.id().get()), Some(Ok(_)));
        if let Some(attribute) = plain(node, "idlocation").filter(|_| !known) {
            let span = self.source.span(attribute.range());
            let headline = "`idlocation` of a service of the environment is not supported";
            let refusal = Diagnostic::at(codes::UNSUPPORTED, span, headline, "here");
            return Err(self.report.push(refusal.help("give the service a fixed `id`")));
        }
        if self.invocation_fails(node) {
            return Err(self.refuse("an invocation that fails", self.tag(node)));
        }
        let span = self.tag(node);
        let id = self.attribute(node, "id").map(|t| t.value.trim().to_owned());
        let id = id.unwrap_or_else(|| format!("{}.invoke_{}", self.chart.state(state).id, node.id().get()));
        let done = self.event_name(&format!("done.invoke.{id}"), span)?;
        match self.children.found.remove(&node.id().get()) {
            Some(Ok(child)) => return self.invoke_chart((state, node), id, &done, child),
            Some(Err(reason)) => self.apart.push(format!("`{id}`: {reason}")),
            None => {}
        }
        self.invoked.entry(done).or_insert(span);
        self.read_finalize(state, node, &id)?;
        let document = child(node, "content").and_then(|content| child(content, "scxml"));
        for event in document.into_iter().flat_map(sent_to_parent) {
            let name = self.event_name(event, span)?;
            self.invoked.entry(name).or_insert(span);
        }
        Ok(())
    }

    /// An invoked chart that is a part of the model.
    fn invoke_chart(
        &mut self,
        (state, node): (StateId, Node<'d, 't>),
        id: String,
        done: &str,
        child: Child,
    ) -> Checked<()> {
        let span = self.tag(node);
        let done = self.event(done);
        self.own.insert(done);
        for send in child.chart.sent_on(ChannelId(0)) {
            let event = self.event(child.chart.event(send.event));
            self.own.insert(event);
        }
        for diagnostic in child.diagnostics.iter().filter(|d| d.code.id != codes::ENVIRONMENT.id) {
            self.report.push(diagnostic.clone());
        }
        self.hands_content = self.hands_content.or(child.hands_content.then_some(span));
        let contents = self.contents.len();
        let params = self.params(node, Carrier::Done(state));
        self.contents.truncate(contents);
        let name = |field: FieldId| self.names.fields.get_index(field.0 as usize).map(|(name, _)| name.clone());
        let params = params?.into_iter().filter_map(|(field, value)| Some((name(field)?, value))).collect();
        let id_goes_to = self.id_location(node)?;
        self.chart.channels.push(id.clone());
        self.chart.invocations.push(Invocation { state, id, chart: child.chart, done, params, id_goes_to, span });
        Ok(())
    }

    /// The data item that is given the id of a session, which is the same each time.
    fn id_location(&mut self, node: Node<'d, 't>) -> Checked<Option<DataId>> {
        let Some(text) = self.attribute(node, "idlocation") else { return Ok(None) };
        match self.location(&text)? {
            Some(Location { data, index: None }) => {
                let headline = "the id of this session is taken to be the same each time";
                self.report.push(Diagnostic::at(codes::READ_AS, text.whole(), headline, "here"));
                Ok(Some(data))
            }
            _ => Err(self.refuse("this place for the id of a session", text.whole())),
        }
    }

    /// Reads `<finalize>`. Whether an event of the environment comes from the service is for the environment to say.
    fn read_finalize(&mut self, state: StateId, node: Node<'d, 't>, id: &str) -> Checked<()> {
        let Some(finalize) = child(node, "finalize") else { return Ok(()) };
        let span = self.tag(finalize);
        if elements(finalize).next().is_none() {
            let located = elements(node).any(|(name, n)| name == "param" && plain(n, "location").is_some());
            return match located || plain(node, "namelist").is_some() {
                true => Err(self.refuse("an empty <finalize> that stands for assignments", span)),
                false => Ok(()),
            };
        }
        let content = self.block(finalize);
        let mut sends = false;
        content.visit(&mut |action| sends |= matches!(action.kind, ActionKind::Send(_) | ActionKind::Raise(_)));
        if sends {
            return Err(self.error(codes::STRUCTURE, span, "<finalize> raises or sends an event", "not allowed here"));
        }
        let name = unique(format!("{id}.sends"), |name| self.names.data.contains_key(name));
        let data = Data { declared: Some(Type::Bool), input: true, ..Data::new(&name, span) };
        let sends = self.add(data, StateId::ROOT);
        self.chart.finalizers.push(Finalizer { state, sends, content });
        Ok(())
    }

    /// Whether something that the service is given cannot be evaluated, so that it is not invoked.
    fn invocation_fails(&mut self, node: Node<'d, 't>) -> bool {
        let own = ["typeexpr", "srcexpr"].into_iter().filter_map(|name| self.attribute(node, name));
        let inside = elements(node).filter(|(name, _)| matches!(*name, "param" | "content"));
        let inside = inside.filter_map(|(_, n)| self.attribute(n, "expr").or_else(|| self.attribute(n, "location")));
        let texts: Vec<_> = own.chain(inside).collect();
        let listed = self.attribute(node, "namelist").map(|t| t.value).unwrap_or_default();
        let unknown = listed.split_whitespace().any(|name| !self.names.data.contains_key(name));
        texts.iter().any(|text| self.fails(text)) || unknown
    }

    /// Lets the services send their events, and says so.
    pub(super) fn settle_invocations(&mut self) {
        let charts = !self.chart.invocations.is_empty();
        if let (Some(read), true) = (self.names.without_invocations, charts || !self.invoked.is_empty()) {
            self.refuse("`_event.invokeid` beside <invoke>", read);
        }
        if let (Some(span), true) = (self.hands_content, self.names.reads_whole) {
            self.refuse("content of an invoked chart beside `_event.data` as a whole", span);
        }
        let Some((_, span)) = self.invoked.first() else { return };
        let span: Span = *span;
        for name in self.invoked.clone().into_keys() {
            if self.is_heard(&name) {
                let event = self.event(&name);
                self.send_from_outside(event);
            }
        }
        let headline = "invoked services are taken for a part of the environment";
        let diagnostic = Diagnostic::at(codes::INVOKED, span, headline, "here for the first time");
        let reasons = std::mem::take(&mut self.apart);
        self.report.push(reasons.into_iter().fold(diagnostic, Diagnostic::note));
    }
}

/// The events that an invoked document sends to the one that invokes it, as far as their names are written out.
fn sent_to_parent<'d, 't>(document: Node<'d, 't>) -> impl Iterator<Item = &'d str> {
    let sends = descendants(document).filter(|n| element(*n) == Some("send"));
    sends.filter(|n| n.attribute("target") == Some("#_parent")).filter_map(|n| n.attribute("event")).map(str::trim)
}
