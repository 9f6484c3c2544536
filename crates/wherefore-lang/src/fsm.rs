//! FSM, a form of graphs that mCRL2 writes, with the values of parameters in each state.
//!
//! ```text
//! b(2) Bool "F" "T"
//! ---
//! 0
//! 1
//! ---
//! 1 2 "on"
//! 2 1 "off"
//! ```
//!
//! First the parameters, each with the values it can have; then the states, each as the places of its values, counted from 0;
//! then the transitions, between states counted from 1. The first state is initial. The middle part may be empty, in which case
//! the states are those of the transitions.

#[cfg(test)]
mod tests;

use crate::explicit::{Builder, Explicit, Fault, Form, States, codes};
use std::io::{BufRead, BufReader, Read};

/// The most bytes of a line.
const LONGEST: u64 = 1_000_000;
/// The most parameters.
const MOST_PARAMETERS: usize = 10_000;

/// A parameter with its values.
struct Parameter {
    name: String,
    values: Vec<String>,
}

/// Reads a graph.
pub fn read(read: impl Read) -> Result<Explicit, Fault> {
    let mut lines = Lines { read: BufReader::with_capacity(1 << 16, read), line: String::new(), number: 0 };
    let parameters = parameters(&mut lines)?;
    let mut states = States::new(parameters.iter().map(|parameter| parameter.name.clone()).collect());
    let mut count = 0_u32;
    while lines.advance()? && !lines.is_rule() {
        if !lines.line.trim().is_empty() {
            state(&lines, &parameters, &mut states, count)?;
            count = count.checked_add(1).ok_or_else(|| lines.wrong("more states than 32 bits can number"))?;
        }
    }
    let mut graph = Builder::default();
    let declared = count;
    for number in 1..=count.max(1) {
        graph.state(&number.to_string())?;
    }
    while lines.advance()? {
        if !lines.line.trim().is_empty() {
            let (source, target, label) = transition(&lines)?;
            if declared > 0 && source.max(target) > declared {
                return Err(lines.wrong("a transition of a state that is not there"));
            }
            // Without a list of states they are those up to the largest number.
            if source.max(target) as usize > graph.states() + LONGEST as usize {
                return Err(lines.wrong("a number of a state that is far beyond the others"));
            }
            while graph.states() < source.max(target) as usize {
                graph.state(&(graph.states() + 1).to_string())?;
            }
            graph.transition(source - 1, label, target - 1)?;
        }
    }
    let states = (declared > 0 && !parameters.is_empty()).then_some(states);
    graph.finish(states, Form::Other)
}

fn parameters(lines: &mut Lines<impl Read>) -> Result<Vec<Parameter>, Fault> {
    let mut parameters = Vec::new();
    loop {
        if !lines.advance()? {
            return Err(lines.wrong("the file ends before the states: FSM has three parts with `---` between them"));
        }
        if lines.is_rule() {
            return Ok(parameters);
        }
        let line = lines.line.trim();
        if line.is_empty() {
            continue;
        }
        let Some((name, rest)) = line.split_once('(') else {
            return Err(lines.wrong("expected a parameter such as `b(2) Bool \"F\" \"T\"`"));
        };
        if parameters.len() >= MOST_PARAMETERS {
            return Err(lines.wrong("too many parameters"));
        }
        let values = rest.split('"').skip(1).step_by(2).map(str::to_owned).collect();
        parameters.push(Parameter { name: name.trim().to_owned(), values });
    }
}

fn state(lines: &Lines<impl Read>, parameters: &[Parameter], states: &mut States, count: u32) -> Result<(), Fault> {
    let places: Vec<&str> = lines.line.split_whitespace().collect();
    if places.len() != parameters.len() {
        return Err(lines.wrong("a state has as many values as there are parameters"));
    }
    let mut row = Vec::with_capacity(places.len());
    for (place, parameter) in places.iter().zip(parameters) {
        let number: usize = place.parse().map_err(|_| lines.wrong("the values of a state are numbers"))?;
        match parameter.values.get(number) {
            Some(value) => row.push(value.as_str()),
            None if parameter.values.is_empty() => row.push(place),
            None => return Err(lines.wrong("a value that its parameter does not have")),
        }
    }
    states.set(count, row.into_iter());
    Ok(())
}

/// Source, target and label of a transition.
fn transition(lines: &Lines<impl Read>) -> Result<(u32, u32, &str), Fault> {
    let line = lines.line.trim();
    let (source, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (target, label) = rest.trim_start().split_once(char::is_whitespace).unwrap_or((rest.trim_start(), ""));
    if target.starts_with('[') {
        return Err(Fault::at(
            codes::UNSUPPORTED,
            (lines.number, 1),
            line,
            "distributions over states are not supported",
        ));
    }
    let number = |word: &str| word.parse::<u32>().ok().filter(|number| *number > 0);
    let (Some(source), Some(target)) = (number(source), number(target)) else {
        return Err(lines.wrong("a transition is `SOURCE TARGET \"LABEL\"`, with states from 1"));
    };
    let label = label.trim();
    let bare = label.strip_prefix('"').and_then(|label| label.strip_suffix('"')).unwrap_or(label);
    if bare.is_empty() {
        return Err(lines.wrong("a transition without a label"));
    }
    Ok((source, target, bare))
}

/// The lines of a text.
struct Lines<R> {
    read: BufReader<R>,
    line: String,
    number: u32,
}

impl<R: Read> Lines<R> {
    /// Reads the next line; whether there is one.
    fn advance(&mut self) -> Result<bool, Fault> {
        self.line.clear();
        self.number = self.number.saturating_add(1);
        let read = self.read.by_ref().take(LONGEST).read_line(&mut self.line);
        let read = read.map_err(|error| Fault::whole(codes::SYNTAX, format!("line {}: {error}", self.number)))?;
        if read as u64 == LONGEST {
            let headline = format!("a line of more than {LONGEST} bytes");
            return Err(Fault::at(codes::TOO_LARGE, (self.number, 1), &self.line, headline));
        }
        Ok(read > 0)
    }

    /// Whether the line stands between two parts.
    fn is_rule(&self) -> bool {
        let line = self.line.trim();
        line.len() >= 3 && line.bytes().all(|byte| byte == b'-')
    }

    fn wrong(&self, headline: &str) -> Fault {
        Fault::at(codes::SYNTAX, (self.number, 1), self.line.trim_end(), headline)
    }
}
