//! The report as one HTML file, for people who look.
//!
//! The file is whole: it loads nothing and sends nothing. It carries the `wherefore/1` document, the sources and the pictures as
//! data, and a script that draws them; the parts of the page lie in `html/` as they are served, and are joined here.
//!
//! Text of a model cannot become markup or script. It is data in a block that no text can end, because `<` is always escaped
//! there; the script puts it into text nodes alone; and the policy in the head admits no script or style but the two parts of
//! the page itself, by their hashes, and the module of `whatif` where the page has one.

mod data;
mod whatif;

pub use whatif::Playable;

use crate::document::Document;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = concat!(include_str!("html/style.css"), include_str!("html/whatif.css"));

/// The parts of the script in the order in which they need each other.
const SCRIPTS: &[&str] = &[
    include_str!("html/dom.js"),
    include_str!("html/data.js"),
    include_str!("html/state.js"),
    include_str!("html/head.js"),
    include_str!("html/side.js"),
    include_str!("html/rows.js"),
    include_str!("html/timeline.js"),
    include_str!("html/cells.js"),
    include_str!("html/picture.js"),
    include_str!("html/diagram.js"),
    include_str!("html/symbols.js"),
    include_str!("html/draw.js"),
    include_str!("html/legend.js"),
    include_str!("html/walk.js"),
    include_str!("html/lanes.js"),
    include_str!("html/explain.js"),
    include_str!("html/evidence.js"),
    include_str!("html/beside.js"),
    include_str!("html/panel.js"),
    include_str!("html/suspects.js"),
    include_str!("html/fixes.js"),
    include_str!("html/compare.js"),
    include_str!("html/taken.js"),
    include_str!("html/source.js"),
    include_str!("html/player.js"),
    include_str!("html/whatif.js"),
    include_str!("html/print.js"),
    include_str!("html/keys.js"),
    include_str!("html/main.js"),
];

/// The page for a report.
pub fn render(report: &Document) -> String {
    render_playable(report, &[])
}

/// The page for a report in which runs can be changed: those of its properties, in their order. The policy then admits the module
/// that plays them, too.
pub fn render_playable(report: &Document, playable: &[Option<Playable<'_>>]) -> String {
    let played = whatif::data(report, playable);
    let script = format!("(() => {{\n'use strict';\n{}\n}})();\n", SCRIPTS.concat());
    let part = |name: &str| match name {
        "style" => STYLE.to_owned(),
        "style-hash" => hash(STYLE),
        "script-hash" => hash(&script),
        "wasm" => played.as_ref().map_or_else(String::new, |_| " 'wasm-unsafe-eval'".to_owned()),
        "data" => data::block(report, played.as_ref()),
        "script" => script.clone(),
        _ => String::new(),
    };
    fill(PAGE, part)
}

/// The name of a text in a content security policy.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

/// A template with its `{{name}}`s replaced. What is put in is not looked at again, so that no text can name a part.
fn fill(template: &str, part: impl Fn(&str) -> String) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, next)) = after.split_once("}}") else { break };
        page.push_str(before);
        page.push_str(&part(name));
        rest = next;
    }
    page.push_str(rest);
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_into_a_template_is_not_read_again() {
        let part = |name: &str| if name == "a" { "{{b}}".to_owned() } else { "x".to_owned() };
        assert_eq!(fill("<{{a}}|{{b}}>", part), "<{{b}}|x>");
        assert_eq!(fill("no end {{a", part), "no end {{a");
    }

    #[test]
    fn the_hash_is_that_of_the_policy() {
        assert_eq!(hash(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    }

    #[test]
    fn no_part_of_the_page_makes_markup_from_text_or_ends_its_block() {
        for script in SCRIPTS {
            for word in ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function(", "</"] {
                assert!(!script.contains(word), "{word}");
            }
        }
        assert!(!STYLE.contains("</") && !STYLE.contains("url("));
    }
}
