//! The picture of a diagram: blocks where they stand, lines through their corners, and what flows along them.

use wherefore_diag::FileId;
use wherefore_ir::drawing::{Drawing, Facing, Sheet};
use wherefore_simulink::Options;

fn drawing(text: &str) -> (wherefore_ir::System, Drawing) {
    let loaded = wherefore_simulink::load(FileId(0), text, "tank", &Options::default());
    let system = loaded.system.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
    let drawing = system.annexes.drawing.as_deref().cloned().unwrap();
    (system, drawing)
}

fn tank() -> (wherefore_ir::System, Drawing) {
    drawing(include_str!("../../wherefore/tests/cli/diagram_tank.mdl"))
}

fn block(sheet: &Sheet, title: &str) -> usize {
    sheet.blocks.iter().position(|b| b.title == title).unwrap()
}

#[test]
fn blocks_stand_where_they_were_drawn() {
    let (system, drawing) = tank();
    assert_eq!((drawing.name.as_str(), drawing.step.as_deref(), drawing.left_out), ("tank", Some("0.1"), 0));
    let [root, inner] = &drawing.sheets[..] else { panic!("{:?}", drawing.sheets.len()) };
    let controller = &root.blocks[block(root, "Controller")];
    assert_eq!((controller.inside, inner.owner), (Some(1), Some((0, block(root, "Controller")))));
    assert_eq!((controller.inputs, controller.outputs, controller.position), (1, 1, [110, 48, 210, 92]));
    let high = &inner.blocks[block(inner, "Too high")];
    assert_eq!((high.path.as_str(), high.sid.as_str()), ("Controller/Too high", "6"));
    assert_eq!((high.symbol.as_str(), high.facing), ("\u{2265}", Facing::Right));
    assert_eq!(high.element.map(|e| system.elements.get(e).name.as_str()), Some("Controller/Too high"));
    let pump = &root.blocks[block(root, "pump on")];
    assert_eq!((pump.full_path.as_str(), pump.symbol.as_str()), ("tank/pump\non", "2"));
}

#[test]
fn lines_run_through_their_corners_and_carry_streams() {
    let (system, drawing) = tank();
    let (root, network) = (&drawing.sheets[0], system.annexes.network.clone().unwrap());
    let line = |from: &str| root.lines.iter().find(|l| l.source == Some((block(root, from), 0))).unwrap();
    let inflow = line("inflow");
    let parts: Vec<_> = inflow.parts.iter().map(|p| (p.points.as_slice(), p.target)).collect();
    let expected = [
        (&[(50, 70), (80, 70)][..], None),
        (&[(80, 70), (110, 70)], Some(block(root, "Controller"))),
        (&[(80, 70), (80, 189), (200, 189)], Some(block(root, "Low"))),
    ];
    assert_eq!(parts, expected);
    // The output of a system is what its port inside gives.
    let valve = line("Controller");
    assert_eq!((valve.name.as_str(), valve.streams.len()), ("valve", 1));
    assert_eq!(network.full_name(valve.streams[0]).as_deref(), Some("Controller/open"));
}

#[test]
fn a_mirrored_block_has_its_outputs_at_the_left() {
    let text = r#"
        Model; { Name "m"; System { Name "m"
        Block { BlockType Inport; Name "in"; SID "1"; Position [10, 10, 40, 24]; }
        Block { BlockType Gain; Name "g"; SID "2"; Position [100, 10, 130, 40]; BlockMirror on; Gain "2"; }
        Block { BlockType Outport; Name "out"; SID "3"; Position [10, 80, 40, 94]; }
        Line { SrcBlock "in"; SrcPort 1; Points [110, 0]; DstBlock "g"; DstPort 1; }
        Line { SrcBlock "g"; SrcPort 1; Points [-90, 0 ,0, 62]; DstBlock "out"; DstPort 1; }
        } }"#;
    let text = text.replace("Model;", "Model").replace(';', "\n");
    let (_, drawing) = drawing(&text);
    let root = &drawing.sheets[0];
    assert_eq!(root.blocks[1].facing, Facing::Left);
    // Into the right side, at the height of the port; out of the left side.
    assert_eq!(root.lines[0].parts[0].points.last(), Some(&(130, 25)));
    assert_eq!(root.lines[1].parts[0].points.first(), Some(&(100, 25)));
}

#[test]
fn charts_are_drawn_at_their_own_places() {
    let (system, drawing) = drawing(include_str!("charts/lamp.mdl"));
    let [root, chart] = &drawing.sheets[..] else { panic!("{:?}", drawing.sheets.len()) };
    assert_eq!((root.blocks[0].inside, chart.owner), (Some(1), Some((0, 0))));
    let off = &chart.blocks[block(chart, "off")];
    assert_eq!((off.path.as_str(), off.position, off.kind.as_str()), ("Chart/off", [10, 10, 90, 50], "State"));
    assert_eq!(off.element.map(|e| system.elements.get(e).name.as_str()), Some("Chart/off"));
    let line = chart.lines.iter().find(|l| l.source == Some((block(chart, "off"), 0))).unwrap();
    assert_eq!((line.parts[0].target, line.parts[0].points[0]), (Some(block(chart, "on")), (90, 30)));
    let network = system.annexes.network.clone().unwrap();
    let taken: Vec<_> = line.streams.iter().filter_map(|s| network.full_name(*s)).collect();
    assert_eq!(taken, ["Chart/off -> on"]);
    assert_eq!(chart.notes.len(), 4);
}
