//! The module that reports carry is made of the sources as they are. Nothing is compiled here: `packaging/module` makes the module and
//! writes digests of what it was made of and of the module itself, with `WHEREFORE_MODULE=new`.

#![expect(clippy::disallowed_methods, reason = "a test may be steered, and reads sources")]

use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The crates that the module is made of.
const CRATES: [&str; 4] = ["wherefore-diag", "wherefore-ir", "wherefore-trace", "wherefore-wasm"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files below a folder, tests left out, in order.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let is_test = path.file_stem().is_some_and(|s| s == "tests");
        match path.is_dir() {
            _ if is_test => {}
            true => sources(&path, found),
            false => found.push(path),
        }
    }
}

/// The versions of all crates from elsewhere that the lock file has below these.
fn versions() -> String {
    let text = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let field = |package: &str, key: &str| {
        let line = package.lines().find_map(|l| l.strip_prefix(&format!("{key} = \"")))?;
        Some(line.trim_end_matches('"').to_owned())
    };
    let packages: Vec<&str> = text.split("[[package]]").collect();
    let mut waiting: Vec<String> = CRATES.map(str::to_owned).to_vec();
    let (mut seen, mut lines) = (BTreeSet::new(), BTreeSet::new());
    while let Some(name) = waiting.pop() {
        if name == "wherefore-test" || !seen.insert(name.clone()) {
            continue;
        }
        for package in packages.iter().filter(|p| field(p, "name").as_ref() == Some(&name)) {
            if field(package, "source").is_some() {
                lines.insert(format!("{name} {}\n", field(package, "version").unwrap_or_default()));
            }
            let list = package.split_once("dependencies = [").map_or("", |(_, rest)| rest);
            let names = list.lines().filter_map(|l| l.trim().strip_prefix('"')?.split(['"', ' ']).next());
            waiting.extend(names.map(str::to_owned));
        }
    }
    lines.into_iter().collect()
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect()
}

/// Digests of what the module is made of, and of the module.
fn digests() -> String {
    let mut made_of = versions();
    for name in CRATES {
        let (folder, mut found) = (root().join("crates").join(name), Vec::new());
        sources(&folder.join("src"), &mut found);
        for path in found {
            let own = path.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/");
            made_of += &format!("{name}/{own} {}\n", digest(&fs::read(&path).unwrap()));
        }
    }
    let module = fs::read(root().join("crates/wherefore-report/src/html/whatif.wasm.gz")).unwrap();
    format!("sources {}\nmodule {}\n", digest(made_of.as_bytes()), digest(&module))
}

#[test]
fn the_module_is_made_of_these_sources() {
    let path = root().join("crates/wherefore-report/src/html/whatif.wasm.digest");
    if env::var("WHEREFORE_MODULE").is_ok_and(|v| v == "new") {
        fs::write(&path, digests()).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(
        written,
        digests(),
        "the module of the HTML report is older than its sources: packaging/module makes it anew"
    );
}
