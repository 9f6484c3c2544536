//! The Wp-method: the W-method with fewer words after the longest prefixes.
//!
//! The whole characterising set W is applied only after prefixes with up to k additional inputs. By then every state of
//! an implementation that passes was seen, and each answers W as some state of the reference does. After the last input
//! it remains to see which: an identifier of the state that the reference is in is enough.
//!
//! Example: the machine of `machine.rs` has the suite of the W-method, aaa, aba, ba, because W has only one word.
//!
//! Fujiwara, von Bochmann, Khendek, Amalou, Ghedamsi 1991, "Test selection based on finite state models"; Luo, von
//! Bochmann, Petrenko 1994 for nondeterministic machines.

use crate::identify::Identifiers;
use crate::w_method::build;
use crate::{Bound, Fsm, MethodError, Suite};

/// A complete suite: a characterising set after all prefixes but the longest, identifiers after these. A partial
/// reference is completed by refusals.
pub fn wp_method(reference: &Fsm, bound: Bound) -> Result<Suite, MethodError> {
    build(reference, bound, |known, _| (0..known.words.len()).collect(), Identifiers::of)
}
