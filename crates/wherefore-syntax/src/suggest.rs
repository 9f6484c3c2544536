//! Names beside others: the nearest of those that exist ("did you mean"), and one that none of them has.

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

/// The name, with a number behind it if it is taken: `bounded`, `bounded_2`, `bounded_3`.
pub fn unique(name: String, taken: impl Fn(&str) -> bool) -> String {
    let numbered = |number: u32| format!("{name}_{number}");
    if !taken(&name) { name } else { (2..).map(numbered).find(|n| !taken(n)).unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_name_gets_the_first_free_number() {
        let taken = ["a", "a_2", "b"];
        let unique = |name: &str| unique(name.to_owned(), |n| taken.contains(&n));
        assert_eq!([unique("a"), unique("b"), unique("c")], ["a_3", "b_2", "c"]);
    }

    #[test]
    fn slips_are_recognised_and_strangers_are_not() {
        let names = ["mutex", "bounded", "no_deadlock"];
        assert_eq!(nearest("mutx", names), Some("mutex"));
        assert_eq!(nearest("Bounded", names), Some("bounded"));
        assert_eq!(nearest("zzz", names), None);
    }
}
