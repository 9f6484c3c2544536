//! Links to libraries and to other models whose files lie beside the model.

use num_rational::BigRational;
use std::collections::BTreeMap;
use wherefore_diag::SourceMap;
use wherefore_simulink::document::Model;
use wherefore_simulink::interpret::{self, Array, Interpreter, Signal};
use wherefore_simulink::matlab::Class;
use wherefore_simulink::{Loaded, Options, linked, load_with};
use wherefore_syntax::Reporter;
use wherefore_syntax::include::NotIncluded;

/// `MODEL` with one block between its ports.
fn model(block: &str) -> String {
    let line =
        |from: &str, to: &str| format!("Line {{\nSrcBlock \"{from}\"\nSrcPort 1\nDstBlock \"{to}\"\nDstPort 1\n}}\n");
    format!(
        "Model {{\nName \"m\"\nSystem {{\n{}Block {{\n{block}\nName \"the block\"\nSID \"7\"\nPorts [1, 1]\n}}\n{}{}{}}}\n}}\n",
        "Block {\nBlockType Inport\nName \"in\"\nSID \"1\"\n}\n",
        "Block {\nBlockType Outport\nName \"out\"\nSID \"2\"\nPorts [1]\n}\n",
        line("in", "the block"),
        line("the block", "out"),
    )
}

/// A library with a masked subsystem `amplify` that multiplies by `k`, and a link to it, `twice removed`.
fn library() -> String {
    let inside = "System {\n\
        Block {\nBlockType Inport\nName \"u\"\nSID \"11\"\n}\n\
        Block {\nBlockType Gain\nName \"gain\"\nSID \"12\"\nPorts [1, 1]\nGain \"k\"\n}\n\
        Block {\nBlockType Outport\nName \"y\"\nSID \"13\"\nPorts [1]\n}\n\
        Line {\nSrcBlock \"u\"\nSrcPort 1\nDstBlock \"gain\"\nDstPort 1\n}\n\
        Line {\nSrcBlock \"gain\"\nSrcPort 1\nDstBlock \"y\"\nDstPort 1\n}\n}\n";
    let mask =
        "MaskVariables \"k=@1;\"\nMaskValueString \"3\"\nMaskPromptString \"factor\"\nMaskStyleString \"edit\"\n";
    format!(
        "Library {{\nName \"mylib\"\nSystem {{\n\
         Block {{\nBlockType SubSystem\nName \"folder\"\nSID \"20\"\nSystem {{\n\
         Block {{\nBlockType SubSystem\nName \"amplify\\nit\"\nSID \"21\"\nPorts [1, 1]\n{mask}{inside}}}\n}}\n}}\n\
         Block {{\nBlockType Reference\nName \"twice removed\"\nSID \"22\"\nPorts [1, 1]\nSourceBlock \"mylib/folder/amplify it\"\nk \"5\"\n}}\n\
         Block {{\nBlockType Reference\nName \"itself\"\nSID \"23\"\nPorts [1, 1]\nSourceBlock \"mylib/itself\"\n}}\n\
         }}\n}}\n"
    )
}

fn files() -> BTreeMap<&'static str, String> {
    let link = |path: &str| model(&format!("BlockType Reference\nSourceBlock \"{path}\""));
    BTreeMap::from([
        ("mylib.mdl", library()),
        ("inner.mdl", link("mylib/folder/amplify it")),
        ("endless.mdl", model("BlockType ModelReference\nModelNameDialog \"endless\"")),
    ])
}

fn sources(text: &str) -> SourceMap {
    let mut sources = SourceMap::default();
    sources.add("main.mdl".to_owned(), text.to_owned());
    sources
}

fn load(text: &str) -> (Loaded, SourceMap) {
    let files = files();
    let mut include = |name: &str| files.get(name).cloned().ok_or(NotIncluded::Missing);
    load_with(sources(text), "main", &Options::default(), &mut include)
}

fn document(text: &str) -> Model {
    let files = files();
    let mut include = |name: &str| files.get(name).cloned().ok_or(NotIncluded::Missing);
    linked(sources(text), &mut include, &mut Reporter::default()).0.expect("a model")
}

/// What a block makes of 2.
fn of_two(block: &str) -> String {
    let text = model(block);
    let (loaded, sources) = load(&text);
    assert!(loaded.system.is_some(), "{:?}", loaded.diagnostics.iter().map(|d| &d.headline).collect::<Vec<_>>());
    assert!(sources.files().len() > 1);
    let document = document(&text);
    let mut interpreter =
        Interpreter::new(&document, &Default::default(), &interpret::Options::default()).expect("an interpreter");
    let two = Signal::Array(Array::scalar(Class::Double, BigRational::from_integer(2.into())));
    match &interpreter.step(&[two]).expect("a tick").outputs[0].1 {
        Signal::Array(array) => array.elements[0].to_string(),
        Signal::Bus(_) => "a bus".to_owned(),
    }
}

fn refusal(block: &str) -> String {
    let (loaded, _) = load(&model(block));
    assert!(loaded.system.is_none());
    loaded.diagnostics.iter().map(|d| format!("{} ({})", d.headline, d.help.join("; "))).collect()
}

#[test]
fn links_are_replaced_by_what_they_stand_for() {
    assert_eq!(of_two("BlockType Reference\nSourceBlock \"mylib/folder/amplify\\nit\""), "6");
    assert_eq!(of_two("BlockType Reference\nSourceBlock \"mylib/folder/amplify it\"\nk \"1/2\""), "1");
    assert_eq!(of_two("BlockType Reference\nSourceBlock \"mylib/twice removed\""), "10");
    assert_eq!(of_two("BlockType ModelReference\nModelNameDialog \"inner.mdl\""), "6");
}

#[test]
fn what_is_inside_has_its_place_in_its_own_file() {
    let model = document(&model("BlockType Reference\nSourceBlock \"mylib/folder/amplify it\""));
    let block = model.root.blocks.iter().find(|b| b.name == "the block").expect("the link");
    let gain = &block.system.as_ref().expect("its content").blocks[1];
    assert_eq!((gain.sid.as_str(), gain.name.as_str()), ("7:12", "gain"));
    assert_eq!((block.span.file.0, gain.span.file.0), (0, 1));
}

#[test]
fn links_that_lead_nowhere_are_refused() {
    let told = refusal("BlockType Reference\nSourceBlock \"otherlib/thing\"");
    assert!(told.contains("put `otherlib.slx` or `otherlib.mdl` beside the model"), "{told}");
    let told = refusal("BlockType ModelReference\nModelNameDialog \"nowhere\"");
    assert!(told.contains("put `nowhere.slx`"), "{told}");
    let told = refusal("BlockType Reference\nSourceBlock \"mylib/thing\"");
    assert!(told.contains("has no block `thing`"), "{told}");
    let told = refusal("BlockType Reference\nSourceBlock \"mylib/itself\"");
    assert!(told.contains("which holds it"), "{told}");
    let told = refusal("BlockType ModelReference\nModelNameDialog \"endless\"");
    assert!(told.contains("which holds it"), "{told}");
    // No name of a file is a path.
    let told = refusal("BlockType Reference\nSourceBlock \"../secret/thing\"");
    assert!(told.contains("not supported") && !told.contains("beside"), "{told}");
}
