//! Messages on a stream: a header with their length, and JSON.

use serde_json::Value;
use std::io::{BufRead, Read, Write};

/// The longest message that is read, in bytes.
const LONGEST: u64 = 64 << 20;

/// The next message; none at the end of the stream, or if what comes is no message.
pub fn read(input: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.by_ref().take(1 << 16).read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            header => {
                let (name, value) = header.split_once(':')?;
                if name.eq_ignore_ascii_case("content-length") {
                    length = value.trim().parse::<u64>().ok().filter(|n| *n <= LONGEST);
                }
            }
        }
    }
    let mut bytes = Vec::new();
    input.take(length?).read_to_end(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Writes a message. A reader that is gone gets none.
pub fn write(output: &mut impl Write, message: &Value) {
    let text = message.to_string();
    let _ = write!(output, "Content-Length: {}\r\n\r\n{text}", text.len()).and_then(|()| output.flush());
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_written_is_read_and_nonsense_ends_the_conversation() {
        let mut stream = Vec::new();
        write(&mut stream, &json!({ "é": 1 }));
        write(&mut stream, &json!(2));
        let mut input = stream.as_slice();
        assert_eq!(
            (read(&mut input), read(&mut input), read(&mut input)),
            (Some(json!({ "é": 1 })), Some(json!(2)), None)
        );
        for text in ["hello\r\n\r\n", "Content-Length: 99999999999\r\n\r\n{}", "Content-Length: 2\r\n\r\n{", "\r\n"] {
            assert_eq!(read(&mut text.as_bytes()), None, "{text}");
        }
    }
}
