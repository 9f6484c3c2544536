//! The HSI-method: harmonised state identifiers after every prefix.
//!
//! The prefixes are those of the W-method. If after two of them the reference is in different states, a common word
//! shows that the implementation is in different states too. So n states of it are known, and a shortest word that leads
//! to a fault enters a new one with each input but the last.
//!
//! Example: the machine of `machine.rs` has the suite of the W-method, aaa, aba, ba, because W has only one word.
//!
//! Petrenko, Yevtushenko, Lebedev, Das 1993; Luo, Petrenko, von Bochmann 1994.

use crate::identify::Identifiers;
use crate::w_method::build;
use crate::{Bound, Fsm, MethodError, Suite};

/// A complete suite: harmonised identifiers after every prefix. A partial reference is completed by refusals.
pub fn hsi_method(reference: &Fsm, bound: Bound) -> Result<Suite, MethodError> {
    let harmonised = |known: &Identifiers, state: usize| known.harmonised[state].clone();
    build(reference, bound, harmonised, harmonised)
}
