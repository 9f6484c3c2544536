//! What a program said: the verdict in the words of the hardware model-checking competitions, and a witness.
//!
//! ```text
//! 1            violated; also "sat", or exit code 10
//! b0           which property
//! 000          the latches at first
//! 01           the inputs at each tick, the last one breaks the property
//! 11
//! .
//!
//! 0            proved; also "unsat", or exit code 20
//! ```

/// All that is left of a program that has ended.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// Standard output.
    pub output: String,
    /// Standard error.
    pub complaints: String,
    /// Exit code.
    pub code: Option<i32>,
    /// The file for the certificate, if it was written.
    pub certificate: Option<Vec<u8>>,
    /// The file for the witness, if it was written.
    pub witness: Option<String>,
}

/// A verdict of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Violated, after so many steps if there is a witness.
    Unsafe {
        /// Steps from the first tick.
        steps: Option<u32>,
        /// The inputs at each tick, if they are told.
        inputs: Option<Vec<Vec<bool>>>,
    },
    /// Proved.
    Safe,
    /// No verdict.
    Nothing,
}

/// Reads the verdict.
pub fn read(said: &Said) -> Reply {
    let word = said.output.lines().map(str::trim).find_map(verdict);
    let by_code = match said.code {
        Some(10) => Some(true),
        Some(20) => Some(false),
        _ => None,
    };
    match word.or(by_code) {
        Some(true) => {
            let files =
                [said.witness.as_deref(), said.certificate.as_deref().and_then(|c| std::str::from_utf8(c).ok())];
            let inputs = files.into_iter().flatten().chain([said.output.as_str()]).find_map(inputs);
            let told = inputs.as_ref().and_then(|rows| u32::try_from(rows.len() - 1).ok());
            Reply::Unsafe { steps: said.output.lines().find_map(frame).or(told), inputs }
        }
        Some(false) => Reply::Safe,
        None => Reply::Nothing,
    }
}

/// Whether a line says that the property is violated, or that it holds.
fn verdict(line: &str) -> Option<bool> {
    match line {
        "1" | "sat" | "SAT" => Some(true),
        "0" | "unsat" | "UNSAT" => Some(false),
        _ if frame(line).is_some() => Some(true),
        _ if line.starts_with("Property proved.") => Some(false),
        _ => None,
    }
}

/// The steps in the words of ABC: `Output 0 of miter "model" was asserted in frame 3.`
fn frame(line: &str) -> Option<u32> {
    let number = line.strip_prefix("Output ")?.split_once(" was asserted in frame ")?.1;
    number.split('.').next()?.parse().ok()
}

/// The inputs of a witness: a line for the latches, then one of inputs for each tick. A circuit without latches or without inputs has
/// empty lines there. What is left open is false.
fn inputs(text: &str) -> Option<Vec<Vec<bool>>> {
    let is_bits = |line: &&str| line.chars().all(|c| matches!(c, '0' | '1' | 'x'));
    let lines: Vec<&str> = text.lines().map(|line| line.trim().trim_end_matches("# DONE").trim()).collect();
    let begin = lines.iter().position(|line| line.starts_with('b')).map_or(0, |at| at + 1);
    let rows = lines.iter().skip(begin).take_while(|line| is_bits(line)).skip(1);
    let rows: Vec<Vec<bool>> = rows.map(|line| line.chars().map(|c| c == '1').collect()).collect();
    (!rows.is_empty()).then_some(rows)
}

impl Said {
    /// The last line that the program wrote, for a user who wonders why there is no answer.
    pub fn last_words(&self, name: &str) -> String {
        let all = self.complaints.lines().chain(self.output.lines());
        match all.map(str::trim).rfind(|line| !line.is_empty()) {
            Some(line) => format!("{name} says: {}", line.chars().take(200).collect::<String>()),
            None => format!("{name} says nothing (exit code {:?})", self.code),
        }
    }
}
