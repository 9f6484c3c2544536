//! "Did you mean": the nearest of the names that exist.

/// The name most like `wanted`, if one is near enough to be a slip.
pub fn nearest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = wanted.to_lowercase();
    let scored = names.into_iter().map(|name| (strsim::jaro_winkler(&lower, &name.to_lowercase()), name));
    // The first of equals, so that the answer does not depend on how maxima are found.
    let best = scored.fold(None, |best: Option<(f64, &str)>, new| match best {
        Some(old) if old.0 >= new.0 => Some(old),
        _ => Some(new),
    });
    best.filter(|(score, _)| *score > 0.8).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised_and_strangers_are_not() {
        let names = ["mutex", "bounded", "no_deadlock"];
        assert_eq!(nearest("mutx", names), Some("mutex"));
        assert_eq!(nearest("Bounded", names), Some("bounded"));
        assert_eq!(nearest("zzz", names), None);
    }
}
