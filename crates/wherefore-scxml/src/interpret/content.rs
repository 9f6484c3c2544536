//! Executable content. An instruction that cannot be executed raises `error.execution` and ends its block; a condition that
//! cannot be evaluated raises it too but counts as false (section 5.9.1 of the recommendation).

use super::eval::EvalError;
use super::{Event, Interpreter, Timer, Value};
use crate::chart::{ActionKind, Block, DataId, Destination, Expr, FieldId, SendId};
use std::collections::BTreeMap;

/// Why a block ends early. The error is in the internal queue already.
#[derive(Clone, Copy, Debug)]
struct Ended;

impl Interpreter<'_> {
    /// Executes a block; a mistake ends it and nothing else.
    pub(super) fn execute_content(&mut self, block: &Block) {
        let _ended_early = self.execute_block(block).is_err();
    }

    /// The truth of a condition.
    pub(super) fn condition(&mut self, cond: &Expr) -> bool {
        let truth = self.scope().truth(cond);
        truth.unwrap_or_else(|EvalError| {
            self.raise_error();
            false
        })
    }

    /// Data that an event carries; nothing is sent if a part of it cannot be evaluated.
    fn evaluate_fields(&self, fields: &[(FieldId, Expr)]) -> Result<BTreeMap<FieldId, Value>, EvalError> {
        fields.iter().map(|(id, e)| Ok((*id, self.scope().eval(e)?))).collect()
    }

    fn execute_block(&mut self, block: &Block) -> Result<(), Ended> {
        block.0.iter().try_for_each(|action| self.execute(&action.kind))
    }

    fn execute(&mut self, action: &ActionKind) -> Result<(), Ended> {
        match action {
            ActionKind::Assign { data, index, value } => {
                let assigned = self.assign(*data, index.as_ref(), value);
                self.settle(assigned)
            }
            ActionKind::Raise(event) => {
                self.internal_queue.push_back(Event::named(self.chart.event(*event)));
                Ok(())
            }
            ActionKind::Send(send) => {
                let sent = self.execute_send(*send);
                self.settle(sent)
            }
            ActionKind::Cancel(sends) => {
                self.touched |= self.chart.is_xstate6() && self.timers.iter().any(|t| sends.contains(&t.send));
                self.timers.retain(|t| !sends.contains(&t.send));
                Ok(())
            }
            ActionKind::Forget(channels) => {
                self.channels.retain(|channel, _| !channels.contains(channel));
                self.internal_queue.clear();
                Ok(())
            }
            ActionKind::If { branches, otherwise } => self.execute_if(branches, otherwise),
            ActionKind::Foreach { array, item, index, body } => self.execute_foreach(array, *item, *index, body),
            ActionKind::Fault(event) => {
                self.internal_queue.push_back(Event::named(self.chart.event(*event)));
                Err(Ended)
            }
        }
    }

    fn settle<T>(&mut self, result: Result<T, EvalError>) -> Result<T, Ended> {
        result.map_err(|EvalError| {
            self.raise_error();
            Ended
        })
    }

    fn assign(&mut self, data: DataId, index: Option<&Expr>, value: &Expr) -> Result<(), EvalError> {
        let value = self.scope().eval(value)?;
        let Some(index) = index else {
            self.set(data, value);
            return Ok(());
        };
        let place = self.scope().eval(index)?.place().ok_or(EvalError)?;
        self.touched = true;
        match self.data.get_mut(data.0 as usize) {
            Some(Value::Array(list)) => *list.get_mut(place).ok_or(EvalError)? = value,
            _ => return Err(EvalError),
        }
        Ok(())
    }

    fn execute_send(&mut self, id: SendId) -> Result<(), EvalError> {
        let send = self.chart.send(id);
        let event =
            Event { name: self.chart.event(send.event).to_owned(), fields: self.evaluate_fields(&send.params)? };
        match (send.to, send.delay) {
            (Destination::Elsewhere, _) => {}
            (Destination::Internal, _) => self.internal_queue.push_back(event),
            (Destination::Own, None) => self.external_queue.push_back(event),
            (Destination::Channel(channel), None) => self.channels.entry(channel).or_default().push_back(event),
            (Destination::Own | Destination::Channel(_), Some(delay)) => {
                self.touched |= self.chart.is_xstate6();
                let due = self.clock.saturating_add(delay);
                let place = self.timers.partition_point(|t| t.due <= due);
                self.timers.insert(place, Timer { send: id, due, event });
            }
        }
        Ok(())
    }

    fn execute_if(&mut self, branches: &[(Expr, Block)], otherwise: &Block) -> Result<(), Ended> {
        for (cond, block) in branches {
            if self.condition(cond) {
                return self.execute_block(block);
            }
        }
        self.execute_block(otherwise)
    }

    fn execute_foreach(
        &mut self,
        array: &Expr,
        item: DataId,
        index: Option<DataId>,
        body: &Block,
    ) -> Result<(), Ended> {
        let array = self.scope().eval(array);
        let Value::Array(list) = self.settle(array)? else { return self.settle(Err(EvalError)) };
        for (place, value) in list.into_iter().enumerate() {
            self.set(item, value);
            if let Some(index) = index {
                self.set(index, Value::int(place as i64));
            }
            self.execute_block(body)?;
        }
        Ok(())
    }
}
