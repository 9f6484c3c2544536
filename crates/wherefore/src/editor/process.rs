//! A question to this program, in a process of its own that can be ended at any time.

use super::Answer;
use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;
use wherefore::Language;

/// How often it is asked whether the process has ended or is to end.
const PERIOD: Duration = Duration::from_millis(15);

/// A question about a text, saved or not.
#[derive(Clone, Debug)]
pub struct Question {
    /// `check`, `why` or `fix`, and options of its own.
    pub words: Vec<String>,
    /// The model.
    pub text: String,
    /// Its language.
    pub language: Language,
    /// The folder in which it lies, for files that it includes.
    pub folder: PathBuf,
    /// Only this property.
    pub property: Option<String>,
    /// The longest time for an answer.
    pub deadline: String,
}

/// Asks, and waits for the answer, or says in words why there is none. `None`: it was cancelled.
pub fn ask(question: &Question, cancelled: &AtomicBool) -> Option<Result<Answer, String>> {
    let mut child = match start(question) {
        Ok(child) => child,
        Err(error) => return Some(Err(format!("cannot start a search: {error}"))),
    };
    let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let text = question.text.clone();
    // A process that does not read its input to the end has said why on its outputs.
    let writer = thread::spawn(move || input.map(|mut pipe| pipe.write_all(text.as_bytes())));
    let (output, errors) = (thread::spawn(move || all(output)), thread::spawn(move || all(errors)));
    let ended = wait(&mut child, cancelled);
    let _ = writer.join();
    let (output, errors) = (output.join().unwrap_or_default(), errors.join().unwrap_or_default());
    ended.then(|| match serde_json::from_str(&output) {
        Ok(answer) => Ok(answer),
        Err(error) if errors.trim().is_empty() => Err(format!("the search gave no answer: {error}")),
        Err(_) => Err(errors.trim().to_owned()),
    })
}

fn start(question: &Question) -> std::io::Result<Child> {
    // The program that runs, even if another was put in its place meanwhile.
    let same = PathBuf::from("/proc/self/exe");
    let program = if same.exists() { same.canonicalize().unwrap_or(same) } else { std::env::current_exe()? };
    let program = if program.exists() { program } else { PathBuf::from("/proc/self/exe") };
    let mut words: Vec<OsString> = question.words.iter().map(OsString::from).collect();
    let fixed = ["-", "--format", "editor", "--quiet", "--color", "never", "--language", question.language.word()];
    words.extend(fixed.iter().map(OsString::from));
    words.extend(["--deadline".into(), OsString::from(&question.deadline)]);
    words.extend(question.property.iter().map(|name| OsString::from(format!("--property={name}"))));
    let mut command = Command::new(program);
    command.args(words).current_dir(&question.folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()
}

/// Waits for the end of the process; false if it was cancelled.
fn wait(child: &mut Child, cancelled: &AtomicBool) -> bool {
    loop {
        if cancelled.load(Ordering::Relaxed) {
            let _ = child.kill();
            let _ = child.wait();
            return false;
        }
        match child.try_wait() {
            Ok(None) => thread::sleep(PERIOD),
            Ok(Some(_)) | Err(_) => return true,
        }
    }
}

fn all(pipe: Option<impl Read>) -> String {
    let mut bytes = Vec::new();
    // What was read before an error is as good as anything.
    let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
    String::from_utf8_lossy(&bytes).into_owned()
}
