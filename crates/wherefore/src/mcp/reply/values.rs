//! Values along a run: of variables, and of expressions over them.

use super::super::answer::{Answer, count, quoted, quoted_to};
use super::super::run::{Run, run};
use super::super::store::StoredDocument;
use super::super::verdict;
use super::{Call, ToolResult};
use std::sync::Arc;
use wherefore_report::expression::{Expression, Table, Value};
use wherefore_report::text::fit;

/// Names and steps of one answer.
const MOST_NAMES: usize = 20;
const MOST_STEPS: usize = 50;

impl Call<'_> {
    /// Values of variables.
    pub(super) fn values(&self) -> ToolResult<Answer> {
        let document = self.kept()?;
        let run = self.run(&document)?;
        let names = self.names(&run)?;
        let from = self.arguments.number("from", 1_000_000)?.unwrap_or(1);
        let from = usize::try_from(from).unwrap_or(1) - 1;
        let mut answer = self.heading(&document, &run);
        answer.show(&row("", &names.iter().map(|n| flat(n)).collect::<Vec<_>>()));
        for step in (from..run.steps()).take(MOST_STEPS) {
            let cells: Vec<String> = names.iter().map(|name| flat(&run.shown(step, name))).collect();
            answer.show(&row(&(step + 1).to_string(), &cells));
        }
        Ok(answer)
    }

    /// Values of an expression.
    pub(super) fn evaluate(&self) -> ToolResult<Answer> {
        let document = self.kept()?;
        let run = self.run(&document)?;
        let text = self.arguments.needed("expression")?;
        let values = Expression::parse(text).and_then(|expression| expression.values(&run)).map_err(|mistake| {
            let (before, after) = text.split_at_checked(mistake.at).unwrap_or((text, ""));
            let message = quoted(&mistake.message);
            Answer::error(format!("{message}, between {} and {}", quoted_to(before, 60), quoted_to(after, 60)))
        })?;
        let mut answer = self.heading(&document, &run);
        let is_true = |v: &&Option<Value>| **v == Some(Value::Bool(true));
        if values.iter().flatten().all(|v| matches!(v, Value::Bool(_))) {
            let truths = values.iter().filter(is_true).count();
            answer.say(format!("{}: true in {truths} of {}", quoted(text), count(values.len(), "state", "states")));
        } else {
            answer.say(format!("{}:", quoted(text)));
        }
        for (step, value) in values.iter().enumerate().take(MOST_STEPS) {
            answer.show(&row(
                &(step + 1).to_string(),
                &[value.as_ref().map_or("-".to_owned(), |v| flat(&v.to_string()))],
            ));
        }
        Ok(answer)
    }

    fn run<'a>(&self, document: &'a Arc<StoredDocument>) -> ToolResult<Run<'a>> {
        run(&document.value, self.arguments.text("property")?, self.arguments.text("way")?)
    }

    /// The names that are asked for.
    fn names(&self, run: &Run<'_>) -> ToolResult<Vec<String>> {
        let (wanted, pattern) = (self.arguments.list("names")?, self.arguments.text("pattern")?);
        let all = run.names();
        if let Some(name) = wanted.iter().find(|name| !all.contains(name)) {
            let known: Vec<String> = all.iter().take(12).map(|n| quoted_to(n, 40)).collect();
            return Err(Answer::error(format!("the run has no {}; it has {}", quoted_to(name, 40), known.join(", "))));
        }
        let fits = |name: &&str| match pattern {
            Some(pattern) => name.to_lowercase().contains(&pattern.to_lowercase()) || wanted.contains(name),
            None => wanted.is_empty() || wanted.contains(name),
        };
        Ok(all.into_iter().filter(fits).take(MOST_NAMES).map(str::to_owned).collect())
    }

    /// The first lines: the verdict, and the extent of the run.
    fn heading(&self, document: &StoredDocument, run: &Run<'_>) -> Answer {
        let mut answer = Answer::new(verdict::of(document));
        let steps = count(run.steps() + run.left_out(), "state", "states");
        let goes_on = run.loop_start().map_or_else(String::new, |s| format!(", goes on at state {} for ever", s + 1));
        answer.say(format!("run of {steps}{goes_on}; {}", count(run.names().len(), "variable", "variables")));
        answer
    }
}

/// A text on one line.
fn flat(text: &str) -> String {
    fit::shorten(&fit::visible(text), 24)
}

fn row(first: &str, cells: &[String]) -> String {
    format!("{first:>3}  {}", cells.join("  "))
}
