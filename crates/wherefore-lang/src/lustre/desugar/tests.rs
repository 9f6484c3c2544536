//! Definitions by stream, written out.

use super::super::ast::Decl;
use super::super::tests::parsed;
use super::body::Body;
use wherefore_syntax::Reporter;

/// A definition as text: the place of its stream on the left-hand side, or the branches.
fn shown(body: Option<&Body<'_>>) -> String {
    match body {
        None => "kept".to_owned(),
        Some(Body::Equation(_, index)) => format!("value {index}"),
        Some(Body::Branches { arms, otherwise, .. }) => {
            let mut arms: Vec<String> = arms.iter().map(|(_, body)| shown(body.as_deref())).collect();
            arms.push(shown(otherwise.as_deref()));
            format!("({})", arms.join(" | "))
        }
    }
}

/// The definitions of the streams of a node with this body, or how many messages there are.
fn defined(body: &str) -> Result<Vec<String>, usize> {
    let program = parsed(&format!("node M(c: bool) returns (x, y: int); let {body} tel"));
    let Some(Decl::Node(node)) = program.decls.first() else { panic!("no node") };
    let mut report = Reporter::default();
    let definitions = super::definitions(node, &mut report);
    let messages = report.into_diagnostics().iter().count();
    let list = definitions.map_err(|_| messages)?;
    Ok(list.streams.iter().map(|(name, (_, body))| format!("{name}: {}", shown(Some(body)))).collect())
}

#[test]
fn blocks_are_turned_around() {
    assert_eq!(defined("x, y = F(c);"), Ok(vec!["x: value 0".to_owned(), "y: value 1".to_owned()]));
    let branches = defined("if c then x = 1; y = 2; else x = 3; fi");
    assert_eq!(branches, Ok(vec!["x: (value 0 | value 0)".to_owned(), "y: (value 0 | kept)".to_owned()]));
    let frame = defined("frame (x, y) x = 0; let if c then x = 1; fi tel");
    assert_eq!(frame, Ok(vec!["x: (value 0 | kept)".to_owned(), "y: (kept)".to_owned()]));
}

#[test]
fn a_stream_has_one_definition() {
    assert_eq!(defined("x = 1; y = 2; x = 3;"), Err(1));
    assert_eq!(defined("if c then x = 1; check x > 0; fi"), Err(1));
}
