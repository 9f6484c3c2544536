//! Scenes of the examples, of all lenses for one model: what is active at a tick is what the run says.

mod astray;

use crate::contract::ContractLens;
use crate::dataflow::DataflowLens;
use crate::machine::discover::Hints;
use crate::machine::path_class::Level;
use crate::machine::{self, MachineLens};
use crate::result::scene::{BoxShape, Scene, SceneKind, Way};
use crate::{Context, Findings, Inquiry, inquire, lts};
use astray::astray;
use std::sync::Arc;
use wherefore_check::{Observer, Options, Session, Silent};
use wherefore_diag::{FileId, SourceMap};
use wherefore_ir::{Property, System};
use wherefore_lang::{lustre, mcl, oss, scxml, smv};
use wherefore_lts::neighbourhood::Kind;
use wherefore_lts::{Memory, load};
use wherefore_solve::Stop;
use wherefore_trace::show_plain;

/// The text of an example.
#[expect(clippy::disallowed_methods, reason = "tests read the examples")]
fn example(name: &str) -> String {
    let path = format!("{}/../../examples/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn model(name: &str) -> System {
    let text = example(name);
    let loaded = if name.ends_with("smv") { smv::load(FileId(0), &text) } else { scxml::load(FileId(0), &text) };
    loaded.system.unwrap_or_else(|| panic!("{name} does not load: {:?}", loaded.diagnostics))
}

fn silent() -> (Stop, Arc<dyn Observer>) {
    (Stop::new(), Arc::new(Silent))
}

/// The inquiries into all properties of a model that fail.
fn inquiries(system: &System, ask: impl Fn(&Session, &Property) -> Findings) -> Vec<Inquiry> {
    let session = Session::new(system, Options::default());
    let found: Vec<Inquiry> = system.properties.iter().filter_map(|p| ask(&session, p).inquiry).collect();
    assert!(!found.is_empty(), "nothing fails");
    found
}

fn of_machine(system: &System, level: Level) -> Vec<Inquiry> {
    let (stop, observer) = silent();
    let options = Options::default();
    let context = Context::new(&stop, &observer, &options).with_max_classes(20);
    let settings = machine::Settings { level: Some(level), hints: Hints::default() };
    inquiries(system, |session, property| {
        let lens = MachineLens::new(system, session, &settings, &|_| None, &context);
        inquire(&lens.unwrap_or_else(|e| panic!("{e:?}")), property, &context)
    })
}

#[test]
fn machines_are_where_their_runs_are() {
    for name in ["ac.smv", "starvation.smv", "heating.scxml"] {
        let system = model(name);
        for inquiry in of_machine(&system, Level::Spine) {
            let scene = inquiry.scene.as_ref().unwrap_or_else(|| panic!("{name} has no scene"));
            assert_eq!(scene.kind, SceneKind::Machine);
            assert!(scene.arrows.iter().any(|a| a.suspect.is_some()) || inquiry.suspects().is_empty(), "{name}");
            for class in &inquiry.classes {
                assert_eq!(astray(scene, &class.way), None, "{name} {}", class.key);
                assert_eq!(class.way.shots.len(), class.representative.len(), "{name} {}", class.key);
                for (shot, taken) in class.way.shots.iter().zip(&class.taken) {
                    let labels: Vec<&String> = shot.arrows.iter().map(|a| &scene.arrows[*a].label).collect();
                    assert_eq!(labels, taken.iter().collect::<Vec<_>>(), "{name} {}", class.key);
                    assert!(!shot.boxes.is_empty(), "{name} {}", class.key);
                }
                let mut wrong = class.way.clone();
                wrong.shots.iter_mut().for_each(|s| s.boxes.truncate(0));
                let moves = class.taken.iter().any(|t| !t.is_empty());
                assert_eq!(astray(scene, &wrong).is_some(), moves, "a wrong way is not noticed");
            }
        }
    }
}

#[test]
fn nested_states_are_inside_each_other() {
    let system = model("audio_player.scxml");
    let inquiry = of_machine(&system, Level::Final).remove(0);
    let scene = inquiry.scene.unwrap_or_else(|| panic!("no scene"));
    let inside = scene.boxes.iter().enumerate().filter_map(|(place, b)| Some((place, b.parent?)));
    assert!(inside.clone().count() > 0);
    assert!(inside.clone().all(|(place, parent)| parent < place));
}

#[test]
fn blocks_have_the_values_of_the_cause() {
    let loaded = lustre::load_with(
        SourceMap::single("muv.lus", example("muv.lus")),
        &lustre::Options { main: None },
        &mut |name| Ok(example(name)),
    );
    let system = loaded.system.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let (stop, observer) = silent();
    let options = Options::default();
    let context = Context::new(&stop, &observer, &options).with_max_classes(20);
    let system = &system;
    let ask = |session: &Session, p: &Property| inquire(&DataflowLens { system, session, level: 1 }, p, &context);
    for inquiry in inquiries(system, ask) {
        let scene = inquiry.scene.as_ref().unwrap_or_else(|| panic!("no scene"));
        assert_eq!(scene.boxes.iter().filter(|b| b.shape == BoxShape::Sink).count(), 1);
        for class in &inquiry.classes {
            let (way, flow) = (&class.way, class.flow.as_ref().unwrap_or_else(|| panic!("no flow")));
            assert!(scene.admits(way));
            let shown: usize = way.shots.iter().map(|s| s.values.len()).sum();
            assert_eq!((shown, way.shots.len()), (flow.spots.len(), class.representative.len()));
            assert!(!way.cause_arrows.is_empty());
            for (tick, shot) in way.shots.iter().enumerate() {
                let before = tick.checked_sub(1).map_or(&[][..], |t| way.shots[t].boxes.as_slice());
                for arrow in shot.arrows.iter().map(|a| &scene.arrows[*a]) {
                    assert!(shot.boxes.contains(&arrow.to));
                    assert!(shot.boxes.contains(&arrow.from) || before.contains(&arrow.from));
                }
            }
        }
    }
}

#[test]
fn wires_have_the_values_of_the_run() {
    let loaded =
        oss::load(SourceMap::single("airbag.oss", example("airbag.oss")), &mut |_| Err(oss::NotIncluded::Missing));
    let refinement = loaded.refinements.first().unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let (stop, observer) = silent();
    let options = Options::default();
    let context = Context::new(&stop, &observer, &options);
    let ask = |_: &Session, p: &Property| inquire(&ContractLens::new(refinement, &options), p, &context);
    let mut seen = 0;
    for inquiry in inquiries(&refinement.system, ask) {
        for class in &inquiry.classes {
            let scene = inquiry.scene.as_ref().unwrap_or_else(|| panic!("no scene"));
            assert!(scene.admits(&class.way));
            assert_eq!(class.way.shots.len(), class.representative.len());
            for (shot, step) in class.way.shots.iter().zip(&class.representative.steps) {
                for port in refinement.ports.iter().filter(|p| p.owner.is_none()) {
                    let place = scene.boxes.iter().position(|b| b.label == port.name && b.shape != BoxShape::Component);
                    let value = step.get(port.var).map(|v| show_plain(&refinement.system.terms, v));
                    let shown = shot.values.iter().find(|(b, _)| Some(*b) == place).map(|(_, text)| text.clone());
                    assert_eq!(shown, value, "{}", port.name);
                }
            }
            seen += class.way.culprits.len();
        }
    }
    assert!(seen > 0, "nobody is to blame");
}

/// The runs of the resending protocol on a picture of at most `most` states.
fn resend(most: usize) -> (System, Inquiry) {
    let graph = load(example("resend.aut").as_bytes(), &Stop::new()).unwrap_or_else(|e| panic!("{e:?}"));
    let formula = mcl::load(FileId(0), &example("resend.mcl")).formula.unwrap_or_else(|| panic!("no formula"));
    let settings = lts::Settings {
        aim: lts::Aim::Choices,
        level: None,
        max_classes: 20,
        kinds: Kind::ALL.to_vec(),
        destination: lts::Destination::Violation,
        pattern: Vec::new(),
        given: None,
        picture: lts::Picture::Scene(most),
        memory: 1 << 30,
        recheck: wherefore_check::Demand::default(),
    };
    let found = lts::why(&Memory::new(graph, Stop::new()), "once", &formula, &settings);
    let found = found.unwrap_or_else(|e| panic!("{e:?}"));
    let inquiry = found.findings.inquiry.unwrap_or_else(|| panic!("it holds"));
    (found.system, inquiry)
}

#[test]
fn graphs_show_the_states_and_actions_of_runs() {
    for most in [2_000, 3] {
        let (system, inquiry) = resend(most);
        let scene = inquiry.scene.as_ref().unwrap_or_else(|| panic!("no scene"));
        assert!(scene.boxes.len() <= most);
        assert_eq!(scene.left_out > 0, most == 3);
        let text = |step: &wherefore_trace::Step, name: &str| {
            let var = system.terms.vars().find(|(_, v)| v.name == name).map(|(id, _)| id);
            let value = var.and_then(|v| step.get(v)).map(|v| show_plain(&system.terms, v));
            value.map(|v| wherefore_trace::unquote(&v).unwrap_or(v))
        };
        for class in inquiry.classes.iter().filter(|_| most > 3) {
            assert_eq!(astray(scene, &class.way), None);
            let (shots, steps) = (&class.way.shots, &class.representative.steps);
            assert_eq!(shots.len(), steps.len());
            for (shot, step) in shots.iter().zip(steps) {
                let states: Vec<&String> = shot.boxes.iter().map(|b| &scene.boxes[*b].label).collect();
                assert_eq!(states, text(step, "state").iter().collect::<Vec<_>>());
            }
            for (shot, step) in shots.iter().skip(1).zip(steps) {
                let actions: Vec<&String> = shot.arrows.iter().map(|a| &scene.arrows[*a].label).collect();
                assert_eq!(actions, text(step, "action").iter().collect::<Vec<_>>());
            }
            assert!(!class.way.cause_arrows.is_empty());
        }
        assert!(inquiry.classes.iter().all(|c| scene.admits(&c.way)));
    }
}
