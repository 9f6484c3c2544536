//! Parameters in JSON: `{"Ts": 0.01, "w": [[1, 2], [3, 4]], "flag": true}`. Numbers are read from their text, so that they
//! stay exact; objects inside of the outermost one are structures, whose fields are named with dots.

use super::{Class, MAX_ELEMENTS_OF_FILE, Number, Value};
use indexmap::IndexMap;

/// How deep objects may be nested.
const MAX_DEPTH: usize = 64;

/// The parameters of a JSON text, in order.
///
/// # Errors
///
/// What is wrong, with its line.
pub fn json_parameters(text: &str) -> Result<IndexMap<String, Value>, String> {
    let mut scanner = Scanner { text, at: 0, elements: 0, values: IndexMap::new() };
    let result = scanner.document();
    match result {
        Ok(()) => Ok(scanner.values),
        Err(message) => {
            let line = text.get(..scanner.at).unwrap_or(text).matches('\n').count() + 1;
            Err(format!("line {line}: {message}"))
        }
    }
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    elements: usize,
    values: IndexMap<String, Value>,
}

/// What an array may hold.
enum Part {
    Element(Number, Class),
    Row(Vec<Number>, bool),
}

impl<'a> Scanner<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next character that is no white space.
    fn peek(&mut self) -> Option<char> {
        let rest = self.rest();
        let trimmed = rest.trim_start_matches([' ', '\t', '\r', '\n']);
        self.at += rest.len() - trimmed.len();
        trimmed.chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        if self.take(wanted) { Ok(()) } else { Err(format!("`{wanted}` is missing")) }
    }

    fn document(&mut self) -> Result<(), String> {
        if self.peek() != Some('{') {
            return Err("the parameters are not an object with a name for each value".to_string());
        }
        self.object("", 0)?;
        match self.peek() {
            None => Ok(()),
            Some(_) => Err("something follows the parameters".to_string()),
        }
    }

    fn object(&mut self, prefix: &str, depth: usize) -> Result<(), String> {
        if depth > MAX_DEPTH {
            return Err("the objects are nested too deeply".to_string());
        }
        self.expect('{')?;
        if self.take('}') {
            return Ok(());
        }
        loop {
            let name = format!("{prefix}{}", self.string()?);
            self.expect(':')?;
            self.member(name, depth)?;
            if !self.take(',') {
                return self.expect('}');
            }
        }
    }

    fn member(&mut self, name: String, depth: usize) -> Result<(), String> {
        let value = match self.peek() {
            Some('{') => return self.object(&format!("{name}."), depth + 1),
            Some('"') => Value::text(&self.string()?),
            Some('[') => self.array().map_err(|message| format!("`{name}`: {message}"))?,
            _ => {
                let (number, class) = self.scalar().map_err(|message| format!("`{name}`: {message}"))?;
                if number.is_nan() {
                    return Err(format!("`{name}` has no value"));
                }
                Value { class, ..Value::scalar(number) }
            }
        };
        self.elements = self.elements.saturating_add(value.elements.len());
        if self.elements > MAX_ELEMENTS_OF_FILE {
            return Err("the values have too many elements".to_string());
        }
        if self.values.contains_key(&name) {
            return Err(format!("`{name}` has two values"));
        }
        self.values.insert(name, value);
        Ok(())
    }

    fn string(&mut self) -> Result<String, String> {
        if self.peek() != Some('"') {
            return Err("a text in double quotes is missing".to_string());
        }
        let rest = self.rest();
        let mut escaped = false;
        for (offset, byte) in rest.bytes().enumerate().skip(1) {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    let token = rest.get(..=offset).unwrap_or_default();
                    let decoded = serde_json::from_str(token).map_err(|_| "the text has a wrong escape".to_string());
                    self.at += offset + 1;
                    return decoded;
                }
                _ => {}
            }
        }
        Err("the text has no closing quote".to_string())
    }

    /// A number, a truth value, or `null`, which stands for what is not a number.
    fn scalar(&mut self) -> Result<(Number, Class), String> {
        self.peek();
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c)).unwrap_or(rest.len());
        let word = rest.get(..end).unwrap_or_default();
        self.at += end;
        match word {
            "" => Err("a value is missing".to_string()),
            "true" | "false" => Ok((Number::boolean(word == "true"), Class::Boolean)),
            "null" => Ok((Number::NotANumber, Class::Double)),
            // Names of numbers, and forms of them, that are not JSON are left to its own parser to refuse.
            _ if serde_json::from_str::<serde_json::Number>(word).is_err() => {
                Err(format!("`{word}` is not a number in the range of doubles"))
            }
            _ => match Number::from_decimal(word) {
                Some(number) => Ok((number, Class::Double)),
                None => Err(format!("`{word}` is not a number in the range of doubles")),
            },
        }
    }

    /// A row, or the rows of a matrix.
    fn array(&mut self) -> Result<Value, String> {
        let parts = self.parts()?;
        let mut boolean = true;
        let (mut rows, mut row) = (Vec::new(), Vec::new());
        for part in parts {
            match part {
                Part::Element(number, class) => {
                    boolean &= class == Class::Boolean;
                    row.push(number);
                }
                Part::Row(numbers, truths) => {
                    boolean &= truths;
                    rows.push(numbers);
                }
            }
        }
        if !row.is_empty() && !rows.is_empty() {
            return Err("an array has both numbers and rows".to_string());
        }
        if rows.is_empty() {
            if row.is_empty() {
                return Ok(Value::empty());
            }
            rows.push(row);
        }
        let value = Value::matrix(&rows).ok_or_else(|| "the rows have different lengths".to_string())?;
        Ok(if boolean && !value.is_empty() { value.cast(Class::Boolean) } else { value })
    }

    fn parts(&mut self) -> Result<Vec<Part>, String> {
        let mut parts = Vec::new();
        self.expect('[')?;
        if self.take(']') {
            return Ok(parts);
        }
        loop {
            parts.push(if self.peek() == Some('[') { self.row()? } else { self.element()? });
            if !self.take(',') {
                self.expect(']')?;
                return Ok(parts);
            }
        }
    }

    fn element(&mut self) -> Result<Part, String> {
        match self.peek() {
            Some('"' | '{' | '[') => Err("an array may hold numbers, truth values, or rows of these".to_string()),
            _ => self.scalar().map(|(number, class)| Part::Element(number, class)),
        }
    }

    fn row(&mut self) -> Result<Part, String> {
        let (mut numbers, mut boolean) = (Vec::new(), true);
        self.expect('[')?;
        if self.take(']') {
            return Ok(Part::Row(numbers, false));
        }
        loop {
            if let Part::Element(number, class) = self.element()? {
                boolean &= class == Class::Boolean;
                numbers.push(number);
            }
            if !self.take(',') {
                self.expect(']')?;
                return Ok(Part::Row(numbers, boolean));
            }
        }
    }
}
