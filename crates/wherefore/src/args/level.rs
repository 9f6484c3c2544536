//! Levels as `--level` and reports spell them: `1` to `4`, and `1(k)`.

use wherefore_explain::machine::path_class::Level;

/// The level that a word stands for.
pub fn parse(word: &str) -> Result<Level, String> {
    let level = match word.trim() {
        "1" => Some(Level::Spine),
        "2" => Some(Level::Last),
        "3" => Some(Level::Ends),
        "4" => Some(Level::Final),
        word => suffix(word).map(Level::Suffix),
    };
    level.ok_or_else(|| "expected 1, 2, 3, 4 or 1(K), such as 1(2)".to_owned())
}

fn suffix(word: &str) -> Option<u32> {
    let number = word.strip_prefix("1(")?.strip_suffix(')')?;
    // `parse` alone would take a sign.
    number.bytes().all(|b| b.is_ascii_digit()).then(|| number.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use wherefore_explain::lts;

    #[test]
    fn levels_are_read_as_they_are_written() {
        for level in [Level::Spine, Level::Last, Level::Ends, Level::Final, Level::Suffix(0), Level::Suffix(12)] {
            assert_eq!(parse(&level.word()), Ok(level));
            assert!(level.word().starts_with(&lts::Level::from(level).number().to_string()));
        }
        for wrong in ["", "0", "5", "1()", "1(x)", "1(+2)", "1(-1)", "1(99999999999)", "2(1)", "1(2"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
