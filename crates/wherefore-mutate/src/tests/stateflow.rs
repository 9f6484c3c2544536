//! Small charts in both containers with the edits that are expected, and the charts of the examples.

use super::shown;
use crate::simulink::{edits, elements, mutants};
use crate::{ElementKind, Mutant, Operator, Options};
use std::path::Path;
use wherefore_lang::simulink::{self, container};

/// A model with one chart `C`, as the text of an archive: states `A` and `B`, inputs `u` and `b`, output `y`.
fn archive(states: [&str; 2], transitions: &[(&str, &str, &str)]) -> String {
    let state = |id: usize, label: &str| {
        format!("<state SSID=\"{id}\"><P Name=\"labelString\">{label}</P><P Name=\"type\">OR_STATE</P></state>\n")
    };
    let transition = |(place, (source, target, label)): (usize, &(&str, &str, &str))| {
        let source = if source.is_empty() { String::new() } else { format!("<P Name=\"SSID\">{source}</P>") };
        format!(
            "<transition SSID=\"{}\">{label}<src>{source}</src><dst><P Name=\"SSID\">{target}</P></dst>\
             <P Name=\"executionOrder\">{}</P></transition>\n",
            11 + place,
            place.max(1)
        )
    };
    let datum = |id: usize, name: &str, scope: &str, kind: &str| {
        format!(
            "<data SSID=\"{id}\" name=\"{name}\"><P Name=\"scope\">{scope}_DATA</P><props/><P Name=\"dataType\">{kind}</P></data>\n"
        )
    };
    let arrows: String = transitions.iter().enumerate().map(transition).collect();
    let chart = [
        state(1, states[0]),
        state(2, states[1]),
        arrows,
        datum(21, "u", "INPUT", "int8"),
        datum(22, "b", "INPUT", "boolean"),
        datum(23, "y", "OUTPUT", "int8"),
    ]
    .concat();
    format!(
        "<archive>\n<part name=\"simulink/blockdiagram.xml\">\n<ModelInformation><Model><P Name=\"FixedStep\">1</P><System>\n\
         <Block BlockType=\"Inport\" Name=\"u\" SID=\"1\"><P Name=\"OutDataTypeStr\">int8</P></Block>\n\
         <Block BlockType=\"Inport\" Name=\"b\" SID=\"2\"><P Name=\"Port\">2</P><P Name=\"OutDataTypeStr\">boolean</P></Block>\n\
         <Block BlockType=\"SubSystem\" Name=\"C\" SID=\"3\"><P Name=\"Ports\">[2, 1]</P><P Name=\"SFBlockType\">Chart</P></Block>\n\
         <Block BlockType=\"Outport\" Name=\"y\" SID=\"4\"></Block>\n\
         <Line><P Name=\"Src\">1#out:1</P><P Name=\"Dst\">3#in:1</P></Line>\n\
         <Line><P Name=\"Src\">2#out:1</P><P Name=\"Dst\">3#in:2</P></Line>\n\
         <Line><P Name=\"Src\">3#out:1</P><P Name=\"Dst\">4#in:1</P></Line>\n</System></Model></ModelInformation>\n</part>\n\
         <part name=\"simulink/stateflow.xml\">\n<Stateflow><machine id=\"1\"><Children><chart id=\"2\"><P Name=\"name\">C</P>\
         <P Name=\"decomposition\">CLUSTER_CHART</P><P Name=\"updateMethod\">DISCRETE</P>\
         <P Name=\"userSpecifiedStateTransitionExecutionOrder\">1</P><P Name=\"actionLanguage\">2</P><Children>\n{chart}\
         </Children></chart></Children></machine></Stateflow>\n</part>\n</archive>\n"
    )
}

fn labelled(label: &str) -> String {
    format!("<P Name=\"labelString\">{label}</P>")
}

/// A chart with a transition from `A` to `B` that has this label.
fn guarded(label: &str) -> String {
    archive(["A", "B"], &[("", "1", ""), ("1", "2", &labelled(label))])
}

fn made(text: &str) -> Vec<Mutant> {
    let found = mutants("m", text, &simulink::Options::default(), &Options::default());
    found.unwrap_or_else(|said| panic!("{said:?} in {text}")).mutants
}

fn check(text: &str, operator: Operator, expected: &[&str]) {
    assert_eq!(shown(text, &made(text), operator), expected, "{operator:?} in {text}");
}

#[test]
fn guards_are_changed_and_escaped() {
    let text = guarded("[b &amp;&amp; u &gt;= 24]");
    let others = ["&gt;= > ==", "&gt;= > ~=", "&gt;= > &lt;", "&gt;= > &lt;=", "&gt;= > &gt;"];
    check(&text, Operator::Ror, &others);
    check(&text, Operator::Lor, &["&amp;&amp; > ||"]);
    check(&text, Operator::Crp, &["24 > 25", "24 > 23"]);
    check(&text, Operator::En, &["_ > ~", "_ > ~(, _ > )", "_ > ~(, _ > )"]);
    check(&text, Operator::Sgf, &["b &amp;&amp; u &gt;= 24 > false"]);
    check(&text, Operator::Mco, &["b &amp;&amp;  > _", " &amp;&amp; u &gt;= 24 > _"]);
    let whats: Vec<String> = made(&text).into_iter().map(|m| m.what).collect();
    assert!(whats.contains(&"`>=` becomes `>` in the guard of `C/A -> B`".to_owned()), "{whats:?}");
    assert!(whats.contains(&"`u >= 24` is negated in the guard of `C/A -> B`".to_owned()), "{whats:?}");
}

#[test]
fn constants_of_the_chart_are_tried() {
    let text = archive(
        ["A", "B"],
        &[("", "1", ""), ("1", "2", &labelled("[u &gt; 24]")), ("2", "1", &labelled("[u &lt;= 40]"))],
    );
    check(&text, Operator::Crp, &["24 > 25", "24 > 23", "24 > 40", "40 > 41", "40 > 39", "40 > 24"]);
}

#[test]
fn a_transition_without_a_guard_gets_one() {
    check(&guarded(""), Operator::Sgf, &["_ > [false]"]);
    check(&guarded("?"), Operator::Sgf, &["? > [false]"]);
    check(&guarded("after(3, tick)"), Operator::Sgf, &["_ > [false]"]);
    check(&guarded("{y = u;}"), Operator::Sgf, &["_ > [false]"]);
    let text = archive(["A", "B"], &[("", "1", ""), ("1", "2", "")]);
    check(&text, Operator::Sgf, &["_ > <P Name=\"labelString\">[false]</P>"]);
    let closed = archive(["A", "B"], &[("", "1", ""), ("1", "2", "<P Name=\"labelString\"/>")]);
    check(&closed, Operator::Sgf, &[]);
    check(&guarded("after(3, tick)"), Operator::Crp, &["3 > 4", "3 > 2"]);
}

#[test]
fn actions_are_changed_and_left_out() {
    let text = guarded("[b]{y = u; y = int8(3);}");
    check(&text, Operator::Rmta, &["y = u; > _", "y = int8(3); > _"]);
    check(&text, Operator::Reta, &["_ >  + 1", "_ >  - 1", "3 > 4", "3 > 2"]);
    let text = archive(["A\nentry: y = int8(1);\nexit: y = y * 2", "B"], &[("", "1", "")]);
    check(&text, Operator::Rmea, &["y = int8(1); > _"]);
    check(&text, Operator::Reea, &["1 > 2", "1 > 0"]);
    check(&text, Operator::Aor, &["* > +", "* > -", "* > /"]);
}

#[test]
fn transitions_lead_elsewhere_and_change_their_order() {
    let labels = [labelled("[b]"), labelled("[u == 1]")];
    let text = archive(["A", "B"], &[("", "1", ""), ("1", "2", &labels[0]), ("1", "1", &labels[1])]);
    check(&text, Operator::Ivr, &["1 > 2"]);
    check(&text, Operator::Ct, &["2 > 1", "1 > 2"]);
    check(&text, Operator::Oex, &["1 > 2, 2 > 1"]);
}

#[test]
fn what_mends_adds_an_action() {
    let text = archive(["A\nentry: y = u;", "B"], &[("", "1", ""), ("1", "2", &labelled("[u &lt; 3]"))]);
    let found = edits(&text, &|_| true);
    let added = ["_ > {y = u;}", "_ > ; y = u", "_ > \nentry: y = u;"];
    let shown = shown(&text, &found, Operator::Aa);
    assert!(added.iter().all(|edit| shown.contains(&(*edit).to_owned())), "{shown:?}");
    let list = elements(&text);
    let guard = list.iter().position(|e| e.kind == ElementKind::Guard).expect("a guard");
    assert_eq!(list[guard].name, "C/A -> B");
    assert!(found.iter().any(|m| m.place == Some(guard) && m.operator == Operator::Ror));
    assert!(found.iter().all(|m| m.place.is_some()));
}

const OLDER: &str = r#"Model {
  Name "m"
  FixedStep "1"
  System {
    Name "m"
    Block { BlockType Inport
      Name "u"
      SID "1"
      OutDataTypeStr "int8"
    }
    Block { BlockType SubSystem
      Name "C"
      SID "3"
      Ports [1, 1]
      SFBlockType "Chart"
    }
    Block { BlockType Outport
      Name "y"
      SID "4"
    }
    Line { SrcBlock "u"
      SrcPort 1
      DstBlock "C"
      DstPort 1
    }
    Line { SrcBlock "C"
      SrcPort 1
      DstBlock "y"
      DstPort 1
    }
  }
}
Stateflow {
  machine { id 1
  }
  chart { id 2
    name "C"
    decomposition CLUSTER_CHART
    updateMethod DISCRETE
    userSpecifiedStateTransitionExecutionOrder 1
  }
  state { id 3
    labelString "A"
    treeNode [2 0 0 4]
    type OR_STATE
  }
  state { id 4
    labelString "B"
    treeNode [2 0 3 0]
    type OR_STATE
  }
  transition { id 5
    labelString ""
    src { intersection [0 0 0 0]
    }
    dst { id 3
    }
    linkNode [2 0 6]
    executionOrder 1
  }
  transition { id 6
    labelString "[u >= 3 && u "
    "!= 5]/y = \"x\""
    src { id 3
    }
    dst { id 4
    }
    linkNode [2 5 0]
    executionOrder 1
  }
  data { id 7
    name "u"
    linkNode [2 0 8]
    scope INPUT_DATA
    dataType "int8"
  }
  data { id 8
    name "y"
    linkNode [2 7 0]
    scope OUTPUT_DATA
    dataType "int8"
  }
}
"#;

#[test]
fn the_older_form_is_edited_in_its_quotes() {
    let text = OLDER.replace("\\\"x\\\"", "u");
    check(&text, Operator::Ct, &["4 > 3"]);
    check(&text, Operator::Lor, &["&& > ||"]);
    let signs = [">= > ==", ">= > !=", ">= > <", ">= > <=", ">= > >"];
    assert_eq!(shown(&text, &made(&text), Operator::Ror)[..5], signs);
    assert_eq!(shown(&text, &made(&text), Operator::Rmta), ["y = u > _"]);
    let plain = text.replace("[u >= 3 && u \"\n    \"!= 5]/y = u", "");
    check(&plain, Operator::Sgf, &["\"\" > \"[false]\""]);
    // A text in quotes inside of the label has escapes.
    let found = edits(OLDER, &|_| true);
    assert!(shown(OLDER, &found, Operator::Aa).contains(&"_ > {y = \\\"x\\\";}".to_owned()));
}

#[test]
fn charts_with_mistakes_and_odd_texts_are_no_trouble() {
    for label in ["[", "[b", "[u &gt;", "{", "/", "%", "[b]{y = }", "<![CDATA[[u > 3]]]>", "&#91;b&#93;", "[b]{y++;}"] {
        let text = guarded(label);
        for mutant in edits(&text, &|_| true) {
            assert!(mutant.apply(&text).len() + 200 > text.len(), "{label}");
        }
    }
    let raw = guarded("<![CDATA[[u > 3]]]>");
    check(&raw, Operator::Ror, &["> > ==", "> > ~=", "> > <", "> > <=", "> > >="]);
}

/// The edits that the examples were made wrong by, undone.
const UNDONE: [(&str, &str); 6] = [
    ("ac_chart", "`>=` becomes `>` in the guard of `AC/Idle -> On`"),
    ("ac_chart", "`26` becomes `24` in the guard of `AC/On -> Idle`"),
    ("ac2_chart", "`26` becomes `24` in the guard of `AC2/OnUp -> IdleUp`"),
    ("ac2_chart", "`>=` becomes `>` in the guard of `AC2/IdleDown -> OnDown`"),
    ("ac2_chart", "`<=` becomes `>` in the guard of `AC2/OnUp -> OnDown`"),
    ("heater", "`6` becomes `5` in the trigger of `Heater/Burn -> Pause`"),
];

#[test]
fn the_examples_can_be_mended_and_nothing_else_is_touched() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/simulink");
    for (name, what) in UNDONE {
        let bytes = wherefore_test::bytes(&folder.join(format!("{name}.slx")));
        let text = container::unpack(&bytes).expect("an archive");
        let found = edits(&text, &|_| true);
        let undone = found.iter().find(|m| m.what == what).unwrap_or_else(|| panic!("{what} in {name}"));
        assert!(found.iter().all(|m| m.place.is_some()), "{name}");
        let mended = undone.apply(&text);
        let packed = container::repack(&bytes, &mended).expect("an archive");
        assert_eq!(container::unpack(&packed).expect("an archive"), mended, "{name}");
    }
}
