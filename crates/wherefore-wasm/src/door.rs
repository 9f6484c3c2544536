//! How the page talks to the module: bytes in, bytes out, one by one, so that nobody handles the memory of the other.
//!
//! `put` each byte of a question, `ask`, then `get` as many bytes of the answer as `ask` has said. A module has one thread.

use crate::Player;
use std::cell::RefCell;

#[derive(Default)]
struct Door {
    player: Player,
    question: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static DOOR: RefCell<Door> = RefCell::default();
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
    DOOR.with_borrow_mut(|door| {
        let question = String::from_utf8_lossy(&std::mem::take(&mut door.question)).into_owned();
        door.answer = door.player.answer(&question).into_bytes();
        door.answer.len() as u32
    })
}

/// A byte of the answer.
#[expect(unsafe_code, reason = "the page calls it by this name, and the module has no other `get`")]
#[unsafe(no_mangle)]
pub extern "C" fn get(index: u32) -> u32 {
    DOOR.with_borrow(|door| door.answer.get(index as usize).copied().map_or(0, u32::from))
}
