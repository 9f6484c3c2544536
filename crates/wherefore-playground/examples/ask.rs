//! Answers a question by the native code, for comparison with the module: `ask <QUESTION.json`.

use std::io::{Read, Write};

fn main() -> std::io::Result<()> {
    let mut question = String::new();
    std::io::stdin().read_to_string(&mut question)?;
    std::io::stdout().write_all(wherefore_playground::answer(&question, || 0.0).as_bytes())
}
