//! What the README shows is what the program says.

#![expect(clippy::disallowed_methods, reason = "a test reads files")]

mod support;

use support::*;

/// The command lines and outputs of its `console` blocks.
fn examples(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            _ if !inside => {}
            _ => match (line.strip_prefix("$ "), found.last_mut()) {
                (Some(command), _) => found.push((command.to_owned(), String::new())),
                (None, Some((_, output))) => output.push_str(&format!("{line}\n")),
                (None, None) => panic!("output without a command: {line}"),
            },
        }
    }
    found
}

#[test]
fn the_runs_in_the_readme_are_real() {
    let readme = std::fs::read_to_string(repository().join("README.md")).unwrap();
    let runs: Vec<_> = examples(&readme).into_iter().filter(|(c, _)| c.starts_with("wherefore ")).collect();
    assert!(!runs.is_empty(), "the README shows no run");
    for (command, expected) in runs {
        let output = run_line(&command, &repository());
        let found = without_measurements(&stdout(&output));
        assert_eq!(found.trim_end(), without_measurements(&expected).trim_end(), "$ {command}\n{}", stdout(&output));
    }
}

/// The examples say in their first lines what comes out; each must at least be checked without an internal error.
#[test]
fn every_example_is_decided() {
    let mut codes = Vec::new();
    for path in files(&repository().join("examples"), "smv") {
        let output = wherefore(&repository()).arg("check").arg(&path).output().unwrap();
        codes.push((path.file_stem().unwrap().to_string_lossy().into_owned(), output.status.code().unwrap()));
    }
    let others: Vec<_> = codes.iter().filter(|(_, code)| *code != 1).map(|(n, c)| (n.as_str(), *c)).collect();
    assert_eq!(others, [("counter", 2), ("mutex", 0)]);
}

/// A list of commands that nobody runs every day goes stale unnoticed: the tests that it names must be there.
#[test]
fn the_sweeps_of_a_release_exist() {
    let list = std::fs::read_to_string(repository().join("RELEASING.md")).unwrap();
    let after = |line: &str, word: &str| line.split_once(word)?.1.split_whitespace().next().map(str::to_owned);
    let sweeps: Vec<_> = list.lines().filter(|line| line.contains("cargo test --release")).collect();
    assert!(sweeps.len() >= 10, "the sweeps are gone");
    for line in sweeps {
        let folder = repository().join("crates").join(after(line, " -p ").unwrap());
        let found = match after(line, " --test ") {
            Some(name) => {
                folder.join(format!("tests/{name}.rs")).is_file()
                    || folder.join("tests").join(name).join("main.rs").is_file()
            }
            None => folder.join("src/lib.rs").is_file(),
        };
        assert!(found, "{line}");
    }
}
