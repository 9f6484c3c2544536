//! Short names of classes that stay the same from run to run.

/// Forty bits of Fowler, Noll and Vo's hash of a text: the same on every machine and in every version.
pub fn stable(text: &str) -> String {
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    format!("{:010x}", (hash >> 40) ^ (hash & 0xff_ffff_ffff))
}
