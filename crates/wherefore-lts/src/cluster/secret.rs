//! The shared secret of the processes of a cluster, and what can be proved with it.
//!
//! A process that knows the secret can compute HMAC-SHA-256 of what both sides chose afresh; one that does not, cannot, and
//! learns nothing from seeing it done. HMAC: RFC 2104, with the test cases of RFC 4231 below.

use sha2::{Digest, Sha256};
use std::fmt;
use std::sync::Arc;

/// Bytes of a block of SHA-256.
const BLOCK: usize = 64;
/// Bytes of a proof, and of what a side chooses afresh.
pub(super) const SIZE: usize = 32;

/// A proof.
pub(super) type Tag = [u8; SIZE];

/// Secret that the processes of a cluster share. It is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Arc<[u8]>);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// The fewest bytes that count as a secret.
    pub const LEAST: usize = 16;

    /// The secret that a file holds, without the blanks around it; none if it is too short to be one.
    pub fn of(bytes: &[u8]) -> Option<Secret> {
        let bytes = bytes.trim_ascii();
        (bytes.len() >= Secret::LEAST).then(|| Secret(bytes.into()))
    }

    /// No secret: for processes of one machine that trusts its users. A public secret proves nothing.
    pub fn none() -> Secret {
        Secret(Arc::default())
    }

    /// Proves knowledge of the secret for these words.
    pub(super) fn prove(&self, words: &[&[u8]]) -> Tag {
        let mut key = [0; BLOCK];
        if self.0.len() > BLOCK {
            key[..SIZE].copy_from_slice(&Sha256::digest(&self.0));
        } else {
            key[..self.0.len()].copy_from_slice(&self.0);
        }
        let mut inner = Sha256::new().chain_update(key.map(|b| b ^ 0x36));
        words.iter().for_each(|part| inner.update(part));
        let outer = Sha256::new().chain_update(key.map(|b| b ^ 0x5c)).chain_update(inner.finalize());
        outer.finalize().into()
    }
}

/// Whether two proofs are the same, in a time that does not reveal where they differ.
pub(super) fn is_same(a: &Tag, b: &Tag) -> bool {
    a.iter().zip(b).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(tag: Tag) -> String {
        tag.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn proofs_are_those_of_the_standard() {
        let short = Secret(Arc::from([0x0b; 20]));
        let expected = "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7";
        assert_eq!(hex(short.prove(&[b"Hi ", b"There"])), expected);
        let named = Secret(Arc::from(*b"Jefe"));
        let expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(hex(named.prove(&[b"what do ya want for nothing?"])), expected);
        let long = Secret(Arc::from([0xaa; 131]));
        let expected = "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54";
        assert_eq!(hex(long.prove(&[b"Test Using Larger Than Block-Size Key - Hash Key First"])), expected);
    }

    #[test]
    fn a_secret_has_a_length_and_is_not_shown() {
        assert_eq!(Secret::of(b"too short\n"), None);
        let secret = Secret::of(b" 0123456789abcdef\n").expect("a secret");
        assert_eq!(Some(secret.clone()), Secret::of(b"0123456789abcdef"));
        assert_eq!(format!("{secret:?}"), "Secret");
        assert!(is_same(&[7; SIZE], &[7; SIZE]) && !is_same(&[7; SIZE], &secret.prove(&[])));
    }
}
