//! Invoked charts in files of their own, and those that stay a part of the environment.

use std::collections::BTreeMap;
use wherefore_diag::{Diagnostics, SourceMap};
use wherefore_scxml::load_with;
use wherefore_syntax::include::NotIncluded;

const CHILD: &str = "<scxml><datamodel><data id='n' expr='0'/></datamodel>\
    <state id='s'><transition event='go' target='e'><send event='late' delay='1s'/></transition></state>\
    <final id='e'/></scxml>";

/// Names of the definitions of a model that invokes like this, and what is said, with these files beside it.
fn read(invoke: &str, files: &[(&str, &str)]) -> (Vec<String>, Diagnostics) {
    let text = format!(
        "<scxml><state id='p'>{invoke}<onentry><send event='go' target='#_c' delay='1s'/></onentry>\
         <transition event='done.invoke.c' target='q'/></state><state id='q'/></scxml>"
    );
    let files: BTreeMap<&str, &str> = files.iter().copied().chain([("main.scxml", text.as_str())]).collect();
    let mut include = |name: &str| files.get(name).map(|t| (*t).to_owned()).ok_or(NotIncluded::Missing);
    let (loaded, _) = load_with(SourceMap::single("main.scxml", text.as_str()), &mut include);
    let Some(system) = loaded.system else { panic!("not read") };
    (system.defines.iter().map(|d| d.name.clone()).collect(), loaded.diagnostics)
}

/// The reason for which a chart is not a part of the model, if it is not.
fn reason(said: &Diagnostics) -> Option<String> {
    said.iter().find(|d| d.code.id == "scxml-invoke").map(|d| d.notes.join(" "))
}

#[test]
fn a_file_beside_the_model_is_a_session_of_it() {
    for src in ["child.scxml", "file:child.scxml"] {
        let (names, said) = read(&format!("<invoke id='c' src='{src}'/>"), &[("child.scxml", CHILD)]);
        assert!(names.iter().any(|name| name == "in.c.s"), "{names:?}");
        assert_eq!(reason(&said), None);
    }
}

#[test]
fn what_is_not_known_is_a_part_of_the_environment_for_a_reason() {
    let itself = "<scxml><state id='s'><invoke src='child.scxml'/></state></scxml>";
    let open = "<scxml><datamodel><data id='n'/></datamodel><state id='s'/></scxml>";
    let cases = [
        ("<invoke id='c' src='other.scxml'/>", CHILD, "no file `other.scxml`"),
        ("<invoke id='c' src='main.scxml'/>", CHILD, "`main.scxml` invokes itself"),
        ("<invoke id='c' srcexpr=\"'child.scxml'\"/>", CHILD, "which chart it is is computed"),
        ("<invoke id='c' src='child.scxml' autoforward='true'/>", CHILD, "`autoforward`"),
        ("<invoke id='c' src='child.scxml'/><invoke id='c' src='child.scxml'/>", CHILD, "the same id"),
        ("<invoke id='c' src='child.scxml'/>", "<scxml>", "it is not read"),
        ("<invoke id='c' src='child.scxml'/>", open, "no certain first values"),
        ("<invoke id='c' src='child.scxml'/>", itself, "`child.scxml` invokes itself"),
    ];
    for (invoke, child, expected) in cases {
        let (_, said) = read(invoke, &[("child.scxml", child)]);
        assert!(reason(&said).is_some_and(|reason| reason.contains(expected)), "{invoke}: {:?}", reason(&said));
    }
    assert_eq!(reason(&read("<invoke id='c' type='http'/>", &[]).1), Some(String::new()));
}
