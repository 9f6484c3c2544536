//! Messages wait in queues until they are received.

use super::{Machine, Step};
use crate::matlab::Value;
use crate::stateflow::document::EventScope;
use std::collections::VecDeque;

/// How many messages wait if nothing is said.
const QUEUE_LENGTH: usize = 10;

/// The messages of one name.
#[derive(Clone, Debug, Default)]
pub(super) struct Mail {
    /// Those that wait.
    queue: VecDeque<Value>,
    /// What `M.data` is: what was assigned to it, or what the one carried that was received last.
    content: Option<Value>,
    /// Whether one was received and is valid.
    received: bool,
}

impl Mail {
    /// The chart goes to sleep: what it has received is gone.
    pub fn sleep(&mut self) {
        self.received = false;
    }
}

impl Machine<'_> {
    /// Says that an output message of a chart arrives as an input message of another, all by their places.
    pub fn connect_message(&mut self, from: (usize, usize), to: (usize, usize)) {
        self.mail_lines.push((from, to));
    }

    /// Whether a message is there: one that is valid, or else the next that waits.
    pub(super) fn receive(&mut self, message: usize) -> Step<bool> {
        let Some(mail) = self.here_mut()?.mail.get_mut(message) else { return Ok(false) };
        if !mail.received
            && let Some(next) = mail.queue.pop_front()
        {
            mail.content = Some(next);
            mail.received = true;
        }
        Ok(mail.received)
    }

    /// Whether a message was received and is still valid.
    pub(super) fn is_valid(&self, message: usize) -> Step<bool> {
        Ok(self.here()?.mail.get(message).is_some_and(|m| m.received))
    }

    /// A message that was received is no longer valid.
    pub(super) fn discard(&mut self, message: usize) -> Step<()> {
        if let Some(mail) = self.here_mut()?.mail.get_mut(message) {
            mail.received = false;
        }
        Ok(())
    }

    /// How many messages wait.
    pub(super) fn waiting(&self, message: usize) -> Step<usize> {
        Ok(self.here()?.mail.get(message).map_or(0, |m| m.queue.len()))
    }

    /// Sends a message: into the queue of the chart itself, or of the charts that it is connected with.
    pub(super) fn send_message(&mut self, message: usize) -> Step<()> {
        let current = self.current;
        let here = self.here()?;
        let draft = here.mail.get(message).and_then(|m| m.content.clone()).unwrap_or(Value::integer(0));
        let is_local = here.chart.messages.get(message).is_some_and(|m| m.scope == EventScope::Local);
        let mut to: Vec<(usize, usize)> = Vec::new();
        if is_local {
            to.push((current, message));
        }
        to.extend(self.mail_lines.iter().filter(|(from, _)| *from == (current, message)).map(|(_, to)| *to));
        for (chart, message) in to {
            self.deliver(chart, message, draft.clone());
        }
        Ok(())
    }

    /// Puts a message into a queue of a chart; one that finds no room is lost.
    pub fn deliver(&mut self, chart: usize, message: usize, content: Value) {
        let Some(instance) = self.instances.get_mut(chart) else { return };
        let limit = instance.chart.messages.get(message).and_then(|m| m.queue_length).unwrap_or(QUEUE_LENGTH);
        if let Some(mail) = instance.mail.get_mut(message)
            && mail.queue.len() < limit
        {
            mail.queue.push_back(content);
        }
    }

    /// What `M.data` is.
    pub(super) fn content(&self, message: usize) -> Step<Value> {
        let mail = self.here()?.mail.get(message);
        Ok(mail.and_then(|m| m.content.clone()).unwrap_or(Value::integer(0)))
    }

    pub(super) fn set_content(&mut self, message: usize, value: Value) -> Step<()> {
        if let Some(mail) = self.here_mut()?.mail.get_mut(message) {
            mail.content = Some(value);
        }
        Ok(())
    }
}
