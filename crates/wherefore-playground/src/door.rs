//! How the page talks to the module: bytes in, bytes out, one by one, so that nobody handles the memory of the other.
//!
//! `put` each byte of a question, `ask`, then `get` as many bytes of the answer as `ask` has said. If the module ends in an error
//! instead, `complaint` gives the bytes of the last words. A module has one thread.

use std::cell::RefCell;
use std::sync::{Mutex, PoisonError};

#[derive(Default)]
struct Door {
    question: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static DOOR: RefCell<Door> = RefCell::default();
}

/// The words of a panic, which ends the module.
static COMPLAINT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

#[expect(unsafe_code, reason = "the page has the clock")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since any moment.
    safe fn now() -> f64;
}

/// Adds a byte to the question.
#[expect(unsafe_code, reason = "the page calls it by this name, and the module has no other `put`")]
#[unsafe(no_mangle)]
pub extern "C" fn put(byte: u32) {
    DOOR.with_borrow_mut(|door| door.question.push(byte as u8));
}

/// Answers the question, and says how many bytes the answer has.
#[expect(unsafe_code, reason = "the page calls it by this name, and the module has no other `ask`")]
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> u32 {
    std::panic::set_hook(Box::new(|words| {
        *COMPLAINT.lock().unwrap_or_else(PoisonError::into_inner) = words.to_string().into_bytes();
    }));
    let question = DOOR.with_borrow_mut(|door| std::mem::take(&mut door.question));
    let answer = crate::answer(&String::from_utf8_lossy(&question), || now()).into_bytes();
    let length = answer.len() as u32;
    DOOR.with_borrow_mut(|door| door.answer = answer);
    length
}

/// A byte of the answer.
#[expect(unsafe_code, reason = "the page calls it by this name, and the module has no other `get`")]
#[unsafe(no_mangle)]
pub extern "C" fn get(index: u32) -> u32 {
    DOOR.with_borrow(|door| door.answer.get(index as usize).copied().map_or(0, u32::from))
}

/// A byte of the words of a panic; 0 behind the last.
#[expect(unsafe_code, reason = "the page calls it by this name, and the module has no other `complaint`")]
#[unsafe(no_mangle)]
pub extern "C" fn complaint(index: u32) -> u32 {
    let words = COMPLAINT.lock().unwrap_or_else(PoisonError::into_inner);
    words.get(index as usize).copied().map_or(0, u32::from)
}
