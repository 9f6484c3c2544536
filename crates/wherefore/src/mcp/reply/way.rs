//! One way to fail, whole.

use super::super::answer::{Answer, quoted_to};
use super::super::run::{field, list, number, run, text, way};
use super::super::verdict;
use super::properties::states;
use super::{Call, ToolResult};
use serde_json::Value;

impl Call<'_> {
    /// One way of a result.
    pub(super) fn way(&self) -> ToolResult<Answer> {
        let document = self.kept()?;
        let (property, id) = (self.arguments.text("property")?, self.arguments.needed("way")?);
        let (found, index, class) = way(&document.value, property, id)?;
        let mut answer = Answer::new(format!("{}; this is way {}", verdict::of_property(found), index + 1));
        let title = quoted_to(text(class, "title"), 100);
        answer.say(format!("property {}, {title}", quoted_to(text(found, "name"), 60)));
        let last = text(field(class, "last_step"), "text");
        if !last.is_empty() {
            answer.say(format!("last step: {}", quoted_to(last, 100)));
        }
        explanation(&mut answer, field(class, "explanation"));
        answer.say("run:");
        states(&mut answer, &run(&document.value, property, Some(id))?);
        Ok(answer)
    }
}

/// Says why a run fails.
pub fn explanation(answer: &mut Answer, explanation: &Value) {
    let failed = field(explanation, "failed");
    if let Some(part) = list(failed, "parts").last() {
        let ticks: Vec<String> =
            list(failed, "ticks").iter().filter_map(Value::as_u64).take(5).map(|t| (t + 1).to_string()).collect();
        answer.say(format!("fails: {} in state {}", quoted_to(text(part, "text"), 100), ticks.join(", ")));
    }
    let cause = list(field(explanation, "cause"), "kept");
    if !cause.is_empty() {
        let choice = |k: &Value| {
            let words = format!("{} {} {}", text(k, "variable"), text(k, "relation"), plain(field(k, "value")));
            format!("{} in state {}", quoted_to(&words, 60), number(k, "tick") + 1)
        };
        let choices: Vec<String> = cause.iter().take(8).map(choice).collect();
        let more = if cause.len() > 8 { format!(" and {} more", cause.len() - 8) } else { String::new() };
        answer.say(format!("these choices are enough: {}{more}", choices.join(", ")));
    }
    let no_return = field(explanation, "no_return");
    if field(no_return, "tick").is_u64() {
        answer.say(format!("cannot be avoided from state {} on", number(no_return, "tick") + 1));
    }
    if let Some(point) = list(explanation, "choice_points").last() {
        let open = |a: &&Value| field(a, "taken") != &Value::Bool(true) && text(a, "consequence") != "inevitable";
        let others: Vec<String> =
            list(point, "alternatives").iter().filter(open).take(3).map(|a| quoted_to(text(a, "action"), 50)).collect();
        if !others.is_empty() {
            answer.say(format!("last choice, in state {}: instead {}", number(point, "step") + 1, others.join(" or ")));
        }
    }
    let differs = |d: &Value| {
        let words = format!(
            "{}: {} instead of {}",
            text(d, "variable"),
            plain(field(d, "passing")),
            plain(field(d, "failing"))
        );
        format!("{} in state {}", quoted_to(&words, 70), number(d, "tick") + 1)
    };
    let nearest: Vec<String> = list(field(explanation, "nearest"), "differs").iter().take(4).map(differs).collect();
    if !nearest.is_empty() {
        answer.say(format!("nearest passing run: {}", nearest.join(", ")));
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
