//! Alternatives and loops in texts.

use super::Run;
use super::action::{Context, Flow};
use super::store::{Branch, Val};
use crate::stateflow::action::{Expr, Statement, Target};
use wherefore_syntax::Checked;

/// How often a loop in a text may go round.
const MOST_ROUNDS: usize = 200;

impl Run<'_, '_, '_> {
    pub(super) fn alternatives(
        &mut self,
        branch: Branch,
        branches: &[(Expr, Vec<Statement>)],
        otherwise: &[Statement],
        context: Context,
    ) -> Checked<Flow> {
        let mut flows = Vec::new();
        let mut rest = Some(branch);
        for (condition, body) in branches {
            let Some(branch) = rest.take() else { break };
            let (yes, no) = self.asked(branch, condition, context)?;
            if let Some(branch) = yes {
                flows.push(self.list(branch, body, context)?);
            }
            rest = no;
        }
        if let Some(branch) = rest {
            flows.push(self.list(branch, otherwise, context)?);
        }
        self.met(flows)
    }

    fn asked(
        &mut self,
        branch: Branch,
        condition: &Expr,
        context: Context,
    ) -> Checked<(Option<Branch>, Option<Branch>)> {
        let (value, branch) = self.value(branch, condition, context)?;
        let truth = self.truth_of(&value, condition.span)?;
        self.fork(branch, truth)
    }

    fn met(&mut self, flows: Vec<Flow>) -> Checked<Flow> {
        let mut met = Flow::default();
        let mut on = Vec::new();
        for flow in flows {
            on.extend(flow.ends.on);
            met.ends.off.extend(flow.ends.off);
            met.breaks.extend(flow.breaks);
            met.continues.extend(flow.continues);
            met.returns.extend(flow.returns);
        }
        met.ends.on = self.gather(on)?;
        Ok(met)
    }

    pub(super) fn repeated(
        &mut self,
        branch: Branch,
        condition: &Expr,
        body: &[Statement],
        context: Context,
    ) -> Checked<Flow> {
        let mut done = Flow::default();
        let mut ended = Vec::new();
        let mut rest = Some(branch);
        for round in 0..=MOST_ROUNDS {
            let Some(branch) = rest.take() else { break };
            let (yes, no) = self.asked(branch, condition, context)?;
            ended.extend(no);
            let Some(branch) = yes else { break };
            if round == MOST_ROUNDS {
                self.overrun(&branch, condition.span, "a loop goes round too often");
                ended.push(branch);
                break;
            }
            rest = self.round(branch, body, context, (&mut done, &mut ended))?;
        }
        done.ends.on = self.gather(ended)?;
        Ok(done)
    }

    /// One round of a loop. Returns the point at which the next one begins.
    fn round(
        &mut self,
        branch: Branch,
        body: &[Statement],
        context: Context,
        (done, ended): (&mut Flow, &mut Vec<Branch>),
    ) -> Checked<Option<Branch>> {
        let flow = self.list(branch, body, context)?;
        done.ends.off.extend(flow.ends.off);
        done.returns.extend(flow.returns);
        ended.extend(flow.breaks);
        self.gather(flow.ends.on.into_iter().chain(flow.continues).collect())
    }

    pub(super) fn counted(
        &mut self,
        branch: Branch,
        (name, range): (&str, &Expr),
        body: &[Statement],
        context: Context,
    ) -> Checked<Flow> {
        let (values, branch) = self.value(branch, range, context)?;
        let mut done = Flow::default();
        let mut ended = Vec::new();
        let mut rest = Some(branch);
        if values.elements.len() > MOST_ROUNDS || values.rows > 1 {
            return Err(self.refuse(range.span, "a loop over so many values is not supported"));
        }
        for element in &values.elements {
            let Some(branch) = rest.take() else { break };
            let value = Val { rows: 1, columns: 1, elements: vec![*element], ..values.clone() };
            let target = Target { name: name.to_owned(), indices: Vec::new(), zero_based: false, span: range.span };
            let branch = self.assign(branch, &target, value, context)?;
            rest = self.round(branch, body, context, (&mut done, &mut ended))?;
        }
        ended.extend(rest);
        done.ends.on = self.gather(ended)?;
        Ok(done)
    }
}
