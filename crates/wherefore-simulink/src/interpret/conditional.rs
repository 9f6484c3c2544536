//! Subsystems that are executed on condition: when they are active, and the blocks `If` and `SwitchCase` that decide it.

use super::call::{Call, Outputs};
use super::expression;
use super::fault::{Fault, unsupported};
use super::signal::{Array, Signal, exact};
use crate::document::{Block, System};
use crate::matlab::{self, Expr, ExprKind};
use num_rational::BigRational;
use num_traits::{Signed, Zero};

/// When what is inside of a subsystem is executed; all that is asked for must hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Condition {
    /// That the enable input is positive.
    pub(super) enable: bool,
    /// An edge of the trigger input.
    pub(super) trigger: Option<Direction>,
    /// That the block which decides says so.
    pub(super) action: bool,
    /// Whether states begin anew when the subsystem becomes active.
    pub(super) resets: bool,
}

/// The edges that trigger a subsystem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Rising,
    Falling,
    Either,
}

impl Condition {
    /// The condition that the port blocks inside of a subsystem make.
    pub(super) fn of(block: &Block, system: &System) -> Result<Option<Condition>, Fault> {
        if block.parameters.is_on("Variant") {
            return Err(unsupported("variants of a subsystem"));
        }
        let mut condition = Condition::default();
        let mut found = false;
        for block in &system.blocks {
            let text = |name: &str| block.parameters.get(name).unwrap_or("");
            match block.kind.as_str() {
                "EnablePort" => {
                    condition.enable = true;
                    condition.resets |= text("StatesWhenEnabling") == "reset";
                }
                "ActionPort" => {
                    condition.action = true;
                    condition.resets |= text("InitializeStates") == "reset";
                }
                "TriggerPort" => condition.trigger = Some(Direction::named(text("TriggerType"))?),
                "ResetPort" | "ForIterator" | "WhileIterator" | "ForEach" | "StateControl" => {
                    return Err(unsupported(format!("a subsystem with a block {}", block.kind)));
                }
                _ => continue,
            }
            found = true;
        }
        Ok(found.then_some(condition))
    }
}

impl Direction {
    fn named(text: &str) -> Result<Direction, Fault> {
        Ok(match text {
            "" | "rising" => Direction::Rising,
            "falling" => Direction::Falling,
            "either" => Direction::Either,
            other => return Err(unsupported(format!("a subsystem triggered by `{other}`"))),
        })
    }
}

/// What is remembered about one element of a trigger input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trigger {
    sign: i8,
    /// Whether the last tick rose (or fell) to zero: to go on in the same direction is no second event.
    rose_to_zero: Option<bool>,
}

impl Trigger {
    /// What to remember, and whether there was an event.
    pub(super) fn step(before: Option<Trigger>, value: &BigRational, direction: Direction) -> (Trigger, bool) {
        let sign = i8::from(value.is_positive()) - i8::from(value.is_negative());
        let rest = Trigger { sign, rose_to_zero: None };
        // Nothing is known about the time before the first tick: there is no edge.
        let Some(before) = before.filter(|b| b.sign != sign) else { return (rest, false) };
        let rises = sign > before.sign;
        let wanted = match direction {
            Direction::Rising => rises,
            Direction::Falling => !rises,
            Direction::Either => true,
        };
        let repeats = before.rose_to_zero == Some(rises);
        (Trigger { sign, rose_to_zero: (sign == 0).then_some(rises) }, wanted && !repeats)
    }
}

/// Blocks that decide which action is executed.
pub(super) fn function(kind: &str) -> Option<fn(&Call<'_, '_>) -> Outputs> {
    Some(match kind {
        "If" => if_block,
        "SwitchCase" => switch_case,
        _ => return None,
    })
}

/// The first condition that holds, or else the last output.
fn if_block(call: &Call<'_, '_>) -> Outputs {
    let mut texts = vec![call.text_or("IfExpression", "u1 > 0").to_owned()];
    texts.extend(split(call.text_or("ElseIfExpressions", "")));
    let mut outputs = Vec::new();
    let mut is_decided = false;
    for text in &texts {
        let holds = !is_decided && !call.lenient(expression::evaluate(call, text))?.is_zero();
        is_decided |= holds;
        outputs.push(Signal::boolean(holds));
    }
    if call.text_or("ShowElse", "on") == "on" {
        outputs.push(Signal::boolean(!is_decided));
    }
    Ok(outputs)
}

/// Conditions at the commas that stand in no brackets.
pub(super) fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0i32;
    for c in text.chars() {
        match c {
            '(' | '[' | '{' => depth = depth.saturating_add(1),
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match parts.last_mut() {
            Some(part) if c != ',' || depth > 0 => part.push(c),
            _ => parts.push(String::new()),
        }
    }
    parts.into_iter().filter(|p| !p.trim().is_empty()).collect()
}

/// The first case that has the input, or else the last output.
fn switch_case(call: &Call<'_, '_>) -> Outputs {
    let input = call.input(0)?.only()?.trunc();
    let text = call.text_or("CaseConditions", "{1}");
    let expr = matlab::parse(text).map_err(|m| wrong(m.message))?;
    let ExprKind::Cell(rows) = &expr.kind else { return Err(wrong("cases are written in braces".to_owned())) };
    let mut outputs = Vec::new();
    let mut is_decided = false;
    for case in rows.iter().flatten() {
        let holds = !is_decided && numbers(call, case)?.contains(&input);
        is_decided |= holds;
        outputs.push(Signal::boolean(holds));
    }
    if call.text_or("ShowDefaultCase", "on") == "on" {
        outputs.push(Signal::boolean(!is_decided));
    }
    Ok(outputs)
}

fn wrong(message: String) -> Fault {
    Fault::Parameter { name: "CaseConditions".to_owned(), message }
}

/// The numbers of one case.
fn numbers(call: &Call<'_, '_>, case: &Expr) -> Result<Vec<BigRational>, Fault> {
    let value = matlab::evaluate(case, &|name| call.node.scope.find(name)).map_err(|m| wrong(m.message))?;
    value.elements.iter().map(exact).collect()
}

/// Whether an enable input lets its subsystem run: one positive element is enough.
pub(super) fn enables(input: &Array) -> bool {
    input.elements.iter().any(Signed::is_positive)
}
