//! The keys of the page for browsers, read from the script that listens to them.

const SCRIPT: &str = include_str!("../../../wherefore-report/src/html/keys.js");

/// A table of keys and what they do.
pub fn table() -> String {
    let (_, rest) = SCRIPT.split_once("const KEYS = [").expect("the script has a list of keys");
    let (list, _) = rest.split_once("];").expect("the list has an end");
    let mut out = "| keys | what they do |\n|---|---|\n".to_owned();
    for line in list.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let row = line.strip_prefix("['").and_then(|l| l.strip_suffix("'],")).and_then(|l| l.split_once("', '"));
        let (keys, what) = row.unwrap_or_else(|| panic!("no row of the list of keys: {line}"));
        let keys: Vec<String> = plain(keys).split_whitespace().map(|key| format!("<kbd>{key}</kbd>")).collect();
        out.push_str(&format!("| {} | {what} |\n", keys.join(" ")));
    }
    out
}

/// A string of the script without its escapes.
fn plain(text: &str) -> String {
    text.replace("\\u2190", "←").replace("\\u2192", "→").replace("\\u2212", "−")
}
