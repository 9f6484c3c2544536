//! Reads the answers of Kind 2: one trace for each property that it found false.
//!
//! Streams of the main node have the names that the model gives them; the parts of records and arrays follow as
//! `.field` and `[0]`. Streams of called nodes are looked up by the path of their call. Kind 2 gives the place of a
//! call, the model knows the order of its calls: if a node calls another as often here as there, the calls are the same
//! in order.
//!
//! ```text
//! below main   Edge at 3:7, Edge at 9:2     calls in the model   Edge, Edge#2     x of the second   Edge#2/x
//! ```
//!
//! Kind 2 also analyses nodes by themselves. If the main node of a program is known, a counterexample to another one says
//! nothing about the model: it is a trace without steps.
//!
//! Streams that cannot be distinguished are left out. An answer may hold instants in any number, but not more than it has
//! values.

use crate::format::names::Names;
use crate::format::{FormatError, RawStep, RawTrace, RawValue};
use crate::show::{quote_always, shorten};
use serde_json::Value as Json;
use std::borrow::Cow;
use std::collections::BTreeMap;
use wherefore_ir::System;
use wherefore_ir::network::{CallId, Network};

/// Reads every counterexample of an answer.
pub fn read_kind2(system: &System, text: &str) -> Result<Vec<RawTrace>, FormatError> {
    let exact = with_long_numbers_quoted(text);
    let root: Json =
        serde_json::from_str(&exact).map_err(|e| FormatError::new(e.line(), format!("broken JSON: {e}")))?;
    let reader = Reader { names: Names::new(system), calls: Calls::new(system) };
    let objects = root.as_array().map_or(std::slice::from_ref(&root), Vec::as_slice);
    let found: Vec<(&Json, &[Json])> = objects.iter().filter_map(|o| Some((o, counterexample(o)?))).collect();
    reader.calls.has_main(&found)?;
    found.into_iter().map(|(object, blocks)| reader.property(object, blocks)).collect()
}

/// The blocks of the counterexample, if an object is the answer that a property does not hold.
fn counterexample(object: &Json) -> Option<&[Json]> {
    let is = |value: Option<&Json>, text: &str| value.and_then(Json::as_str).is_none_or(|v| v == text);
    let is_false = is(object.get("answer").and_then(|a| a.get("value")), "falsifiable");
    let blocks = object.get("counterExample")?.as_array()?;
    (is_false && is(object.get("objectType"), "property")).then_some(blocks)
}

/// The text with quotes around numbers that a double cannot hold: a JSON library would round them.
fn with_long_numbers_quoted(text: &str) -> Cow<'_, str> {
    const EXACT: usize = 15;
    let is_number = |b: u8| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'e' | b'E');
    let (mut out, mut copied) = (String::new(), 0);
    let (bytes, mut at) = (text.as_bytes(), 0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
            }
            b'-' | b'0'..=b'9' => {
                let length = bytes[at..].iter().take_while(|b| is_number(**b)).count();
                if length > EXACT {
                    out.push_str(&text[copied..at]);
                    out.extend(["\"", &text[at..at + length], "\""]);
                    copied = at + length;
                }
                at += length;
            }
            _ => at += 1,
        }
    }
    if copied == 0 { Cow::Borrowed(text) } else { Cow::Owned(out + &text[copied..]) }
}

/// The calls of the model by caller and node, in the order of the source.
struct Calls<'a> {
    /// Name of the model.
    model: &'a str,
    network: Option<&'a Network>,
    by_node: BTreeMap<(CallId, &'a str), Vec<CallId>>,
}

impl<'a> Calls<'a> {
    fn new(system: &'a System) -> Calls<'a> {
        let network = system.annexes.network.as_deref();
        let mut by_node: BTreeMap<(CallId, &str), Vec<CallId>> = BTreeMap::new();
        for (index, call) in network.iter().flat_map(|n| n.calls.iter().enumerate()) {
            if let Some(parent) = call.parent {
                by_node.entry((parent, call.node.as_str())).or_default().push(CallId(index as u32));
            }
        }
        let place = |id: &CallId| network.and_then(|n| system.span(n.call(*id).element)).map(|s| s.start);
        by_node.values_mut().for_each(|calls| calls.sort_by_key(place));
        Calls { model: &system.name, network, by_node }
    }

    /// Whether a block may be the main node of the model: files of ours have the name of the model there.
    fn is_main(&self, block: &Json) -> bool {
        let Some(main) = self.network.and_then(|n| n.calls.first()) else { return true };
        let name = block.get("name").and_then(Json::as_str);
        name.is_none_or(|name| name == main.node || name == self.model)
    }

    /// An error if there are counterexamples, and all of them are to other nodes.
    fn has_main<'j>(&self, found: &[(&'j Json, &'j [Json])]) -> Result<(), FormatError> {
        let other = |(_, blocks): &(_, &'j [Json])| blocks.first().filter(|b| !self.is_main(b));
        let others: Vec<&Json> = found.iter().filter_map(other).collect();
        let Some(first) = others.first().filter(|_| others.len() == found.len()) else { return Ok(()) };
        let named = shorten(first.get("name").and_then(Json::as_str).unwrap_or_default(), 60);
        let main = self.network.and_then(|n| n.calls.first()).map_or(self.model, |call| &call.node);
        Err(FormatError::new(
            0,
            format!("its counterexamples are to node `{named}`, and the main node of the model is `{main}`"),
        ))
    }

    fn path(&self, call: CallId) -> &str {
        self.network.map_or("", |n| n.call(call).path.as_str())
    }

    /// The blocks that are calls of the model.
    fn matched<'j>(&self, caller: CallId, blocks: &'j [Json]) -> Vec<(&'j Json, CallId)> {
        let mut theirs: BTreeMap<&str, Vec<&Json>> = BTreeMap::new();
        for block in blocks {
            theirs.entry(block.get("name").and_then(Json::as_str).unwrap_or_default()).or_default().push(block);
        }
        let place = |block: &&Json| ["line", "column"].map(|field| block.get(field).and_then(Json::as_u64));
        let mut found = Vec::new();
        for (node, mut blocks) in theirs {
            let Some(ours) = self.by_node.get(&(caller, node)).filter(|o| o.len() == blocks.len()) else { continue };
            blocks.sort_by_key(place);
            found.extend(blocks.into_iter().zip(ours.iter().copied()));
        }
        found
    }
}

struct Reader<'a> {
    names: Names<'a>,
    calls: Calls<'a>,
}

impl Reader<'_> {
    fn property(&self, object: &Json, blocks: &[Json]) -> Result<RawTrace, FormatError> {
        let text = |field: &str| object.get(field).and_then(Json::as_str).map(str::to_owned);
        let name = text("name");
        let fail = |message: String| {
            let property = shorten(name.as_deref().unwrap_or_default(), 60);
            FormatError::new(0, format!("property `{property}`: {message}"))
        };
        let mut steps = Vec::new();
        if let Some(main) = blocks.first().filter(|block| self.calls.is_main(block)) {
            steps = vec![RawStep::default(); length(main).map_err(fail)?];
            self.block(main, CallId(0), &mut steps).map_err(fail)?;
        }
        let mut loops = Vec::new();
        if let Some(start) = object.get("loop").filter(|_| !steps.is_empty()) {
            let start = start.as_u64().and_then(|n| usize::try_from(n).ok()).filter(|n| *n < steps.len());
            loops.push(start.ok_or_else(|| fail("expected the number of an instant as `loop`".to_owned()))?);
        }
        Ok(RawTrace { description: text("description"), specification: name, steps, loops, changes_only: false })
    }

    /// The values of a block and of the calls in it. JSON is nested 128 deep at most.
    fn block(&self, block: &Json, call: CallId, steps: &mut [RawStep]) -> Result<(), String> {
        let path = self.calls.path(call);
        for stream in list(block, "streams") {
            let own = stream.get("name").and_then(Json::as_str).ok_or("expected the name of a stream")?;
            // The values of a data type are one text for constructor and fields.
            if stream.get("type").and_then(Json::as_str) == Some("adt") {
                continue;
            }
            let name = if path.is_empty() { own.to_owned() } else { format!("{path}/{own}") };
            let mut is_known = !path.is_empty() || self.names.find(&name).is_some();
            for (instant, value) in instants(stream)? {
                let Some(step) = steps.get_mut(instant) else { continue };
                let before = step.state.len();
                self.value(&name, value, &mut step.state).map_err(|e| format!("instant {instant}: {e}"))?;
                is_known |= step.state.len() > before || value.is_null();
            }
            if let (false, Some(first)) = (is_known, steps.first_mut()) {
                // Remarked upon when the trace is bound.
                first.state.push(RawValue::plain(shorten(&name, 60), "", 0));
            }
        }
        for (inner, call) in self.calls.matched(call, list(block, "subnodes")) {
            self.block(inner, call, steps)?;
        }
        Ok(())
    }

    /// The parts of a value that the model has a name for.
    fn value(&self, name: &str, value: &Json, out: &mut Vec<RawValue>) -> Result<(), String> {
        if name.len() > self.names.longest {
            return Ok(());
        }
        match value {
            Json::Null => {}
            Json::Array(list) => {
                for (index, part) in list.iter().enumerate() {
                    self.value(&format!("{name}[{index}]"), part, out)?;
                }
            }
            Json::Object(fields) if !fields.contains_key("num") || !fields.contains_key("den") => {
                for (field, part) in fields {
                    self.value(&format!("{name}.{field}"), part, out)?;
                }
            }
            plain if self.names.find(name).is_some() => {
                let text = to_text(plain).ok_or_else(|| format!("value of `{name}`: expected a plain value"))?;
                out.push(RawValue::plain(name, text, 0));
            }
            _ => {}
        }
        Ok(())
    }
}

/// A field that is a list; none if it is left out.
fn list<'j>(object: &'j Json, field: &str) -> &'j [Json] {
    object.get(field).and_then(Json::as_array).map_or(&[], Vec::as_slice)
}

/// How many instants a block has.
fn length(block: &Json) -> Result<usize, String> {
    let (mut last, mut longest) = (0, 0);
    for stream in list(block, "streams") {
        longest = longest.max(list(stream, "instantValues").len());
        last = instants(stream)?.into_iter().fold(last, |n, (instant, _)| n.max(instant.saturating_add(1)));
    }
    if last > longest {
        return Err(format!("expected a value for each of {last} instants, found {longest}"));
    }
    Ok(last)
}

/// The values of a stream with their instants.
fn instants(stream: &Json) -> Result<Vec<(usize, &Json)>, String> {
    let pair = |entry: &'_ Json| match entry.as_array().map(Vec::as_slice) {
        Some([instant, _]) => instant.as_u64().and_then(|n| usize::try_from(n).ok()),
        _ => None,
    };
    let expected = || "expected pairs of an instant and a value in `instantValues`".to_owned();
    let entries = list(stream, "instantValues").iter();
    entries.map(|e| Some((pair(e)?, e.get(1)?))).collect::<Option<Vec<_>>>().ok_or_else(expected)
}

/// A JSON value as the text that [`crate::read`] takes.
fn to_text(value: &Json) -> Option<String> {
    match value {
        Json::Bool(true) => Some("TRUE".to_owned()),
        Json::Bool(false) => Some("FALSE".to_owned()),
        Json::Number(number) => Some(number.to_string()),
        // Numbers may be texts too, so that only what would be read otherwise is quoted.
        Json::String(text) if text.trim() != text || text.is_empty() || text.starts_with('"') => {
            Some(quote_always(text))
        }
        Json::String(text) => Some(text.clone()),
        Json::Object(fraction) => {
            let part = |name: &str| match fraction.get(name)? {
                Json::Number(n) => Some(n.to_string()),
                Json::String(text) => Some(text.clone()),
                _ => None,
            };
            Some(format!("{}/{}", part("num")?, part("den")?))
        }
        Json::Null | Json::Array(_) => None,
    }
}
