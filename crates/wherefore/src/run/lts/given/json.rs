//! What `-dumpTrace json` writes: an object with the states, each with its number, and the actions between them.
//!
//! ```text
//! {"vars": ["x"], "counterexample": {"state": [[1, {"x": 0}], [2, {"x": 1}]],
//!   "action": [[[1, {"x": 0}], {"name": "Next", "location": {"beginLine": 5, ...}}, [2, {"x": 1}]]]}}
//! ```
//!
//! Both lists are sets there and have no order; the numbers have. Earlier versions wrote the list of states alone.

use super::{Acted, Behaviour, Position, WrittenValue};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Reads the one behaviour; why it cannot be read.
pub fn read(text: &str) -> Result<Vec<Behaviour>, String> {
    let json: Value = serde_json::from_str(text).map_err(|error| format!("it is no JSON: {error}"))?;
    let empty = Vec::new();
    let (states, actions) = match (&json, json.get("counterexample")) {
        (_, Some(found)) => (
            found.get("state").and_then(Value::as_array).ok_or("it has no list `state`")?,
            found.get("action").and_then(Value::as_array).unwrap_or(&empty),
        ),
        (Value::Array(states), None) => (states, &empty),
        _ => return Err("it has no `counterexample`".to_owned()),
    };
    let mut numbered: BTreeMap<u64, &Map<String, Value>> = BTreeMap::new();
    for (place, state) in states.iter().enumerate() {
        let (number, values) = numbered_state(state, place as u64 + 1).ok_or("a state has no values")?;
        if numbered.insert(number, values).is_some() {
            return Err(format!("there are two states with the number {number}"));
        }
    }
    let first = numbered.keys().next().copied().unwrap_or(1);
    if numbered.keys().zip(first..).any(|(number, wanted)| *number != wanted) {
        return Err("a state between others is missing".to_owned());
    }
    let mut behaviour = Behaviour { actions: vec![None; numbered.len()], ..Behaviour::default() };
    for values in numbered.values() {
        let told = values.iter().map(|(name, value)| (name.clone(), WrittenValue::Json(value.clone())));
        behaviour.states.push(told.collect());
    }
    for action in actions {
        let (from, to) = (number(action.get(0)), number(action.get(2)));
        let (Some(from), Some(to), Some(told)) = (from, to, action.get(1)) else { continue };
        // An action from the last state back to another closes a loop, and leads into no state that is listed behind it.
        if to == from + 1
            && let Some(place) = to.checked_sub(first)
            && let Some(slot) = behaviour.actions.get_mut(place as usize)
        {
            *slot = acted(told);
        }
    }
    Ok(if behaviour.states.is_empty() { Vec::new() } else { vec![behaviour] })
}

fn numbered_state(state: &Value, place: u64) -> Option<(u64, &Map<String, Value>)> {
    match state {
        Value::Object(values) => Some((place, values)),
        Value::Array(_) => Some((state.get(0)?.as_u64()?, state.get(1)?.as_object()?)),
        _ => None,
    }
}

fn number(state: Option<&Value>) -> Option<u64> {
    state?.get(0)?.as_u64()
}

fn acted(told: &Value) -> Option<Acted> {
    let name = told.get("name")?.as_str()?.to_owned();
    let location = told.get("location");
    let at = |line: &str, column: &str| -> Option<Position> {
        let number = |field: &str| u32::try_from(location?.get(field)?.as_u64()?).ok();
        Some((number(line)?, number(column)?))
    };
    let module = location.and_then(|l| l.get("module")).and_then(Value::as_str).map(str::to_owned);
    let place = module.zip(at("beginLine", "beginColumn").zip(at("endLine", "endColumn")));
    Some(Acted { name, place: place.map(|(module, (begin, end))| (module, begin, end)) })
}
