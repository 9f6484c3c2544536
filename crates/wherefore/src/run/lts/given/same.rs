//! Whether a value of TLA+ is what JSON has of it.

use serde_json::Value as Json;
use wherefore_lang::tla::Value;

/// Sets and tuples are arrays there, the elements of sets in any order; records and other functions are objects, model values
/// strings.
pub fn same(value: &Value, json: &Json) -> bool {
    match (value, json) {
        (Value::Bool(one), Json::Bool(other)) => one == other,
        (Value::Int(one), Json::Number(other)) => other.as_i64() == Some(*one),
        (Value::Text(one) | Value::Model(one), Json::String(other)) => **one == **other,
        (Value::Set(set), Json::Array(list)) => {
            let mut left: Vec<&Value> = set.iter().collect();
            list.len() == left.len()
                && list.iter().all(|item| match left.iter().position(|value| same(value, item)) {
                    Some(place) => {
                        left.swap_remove(place);
                        true
                    }
                    None => false,
                })
        }
        (Value::Function(map), Json::Array(list)) => {
            let is_tuple = (1..).zip(map.keys()).all(|(place, key)| *key == Value::Int(place));
            is_tuple && map.len() == list.len() && map.values().zip(list).all(|(value, item)| same(value, item))
        }
        (Value::Function(map), Json::Object(fields)) => {
            map.len() == fields.len()
                && map.iter().all(|(key, value)| fields.get(&field(key)).is_some_and(|item| same(value, item)))
        }
        _ => false,
    }
}

/// The name of a field for an argument of a function.
fn field(key: &Value) -> String {
    match key {
        Value::Text(text) | Value::Model(text) => text.to_string(),
        other => other.to_string(),
    }
}
