//! Elements in another arrangement, buses, and tags.

use super::{System, one_block};

#[test]
fn vectors_in_parts() {
    one_block("Mux", "Inputs=2", 2, 1).check(&["1 | [2 3] => [1 2 3]", "[1; 2] | 3 => [1 2 3]"]);
    one_block("Demux", "Outputs=2", 1, 2).check(&["[1 2 3] => [1 2] | 3"]);
    one_block("Demux", "Outputs=[1 3]", 1, 2).check(&["[1 2 3 4] => 1 | [2 3 4]"]);
    one_block("Demux", "Outputs=[1 -1]", 1, 2).check(&["[1 2 3 4] => 1 | [2 3 4]"]);
    one_block("Demux", "Outputs=3", 1, 3).check_problem(&["[1 2]"], "m/b: size: 2 elements for 3 outputs");
    one_block("Concatenate", "", 2, 1).check(&["[1 2] | 3 => [1 2 3]"]);
    let matrix = |d| one_block("Concatenate", &format!("Mode=Multidimensional array ; ConcatenateDimension={d}"), 2, 1);
    matrix(1).check(&["[1 2; 3 4] | [5 6; 7 8] => [1 2; 3 4; 5 6; 7 8] (4x2)"]);
    matrix(2).check(&["[1 2; 3 4] | [5 6; 7 8] => [1 2 5 6; 3 4 7 8] (2x4)", "[1 2] | [3 4] => [1 3; 2 4] (2x2)"]);
}

#[test]
fn shapes_change_column_by_column() {
    let reshape = |text: &str| one_block("Reshape", text, 1, 1);
    reshape("").check(&["[1 2; 3 4] => [1 3 2 4]"]);
    reshape("OutputDimensionality=Column vector (2-D)").check(&["[1 2] => [1; 2] (2x1)"]);
    reshape("OutputDimensionality=Row vector (2-D)").check(&["[1 2] => [1 2] (1x2)"]);
    reshape("OutputDimensionality=Customize ; OutputDimensions=[2,3]")
        .check(&["[1 2 3 4 5 6] => [1 3 5; 2 4 6] (2x3)"]);
}

#[test]
fn elements_are_selected() {
    let selector = |text: &str| one_block("Selector", text, 1, 1);
    selector("Indices=[3 1]").check(&["[5 6 7] => [7 5]"]);
    selector("IndexMode=Zero-based ; Indices=[0 2]").check(&["[5 6 7] => [5 7]"]);
    selector("IndexOptions=Starting index (dialog) ; Indices=2 ; OutputSizes=2").check(&["[5 6 7] => [6 7]"]);
    let two = "NumberOfDimensions=2 ; IndexOptions=Index vector (dialog),Select all ; Indices=[2 1],-1";
    selector(two).check(&["[1 2; 3 4] => [3 4; 1 2] (2x2)"]);
    let one = "NumberOfDimensions=2 ; IndexOptions=Index vector (dialog),Index vector (dialog) ; Indices=2,1";
    selector(one).check(&["[1 2; 3 4] => 3 (1x1)"]);
}

#[test]
fn buses() {
    let system = System::new()
        .inports(&["a", "b", "c"])
        .outports(&["o", "p", "q"])
        .block("BusCreator", "inner", "Ports=[2, 1] ; Inputs=2")
        .block("BusCreator", "outer", "Ports=[2, 1] ; Inputs=2")
        .block("BusSelector", "select", "Ports=[1, 2] ; OutputSignals=pair.speed,signal2")
        .named_line("speed", "a -> inner:1")
        .lines("b -> inner:2, c -> outer:2, outer -> select, select:1 -> o, select:2 -> p, outer -> q")
        .named_line("pair", "inner -> outer:1");
    system.check(&["1 | 2 | [3 4] => 1 | [3 4] | {pair: {speed: 1, signal2: 2}, signal2: [3 4]}"]);
}

/// A bus is a bundle of lines: one element may depend on another.
#[test]
fn a_bus_makes_no_loop() {
    let system = System::new()
        .inports(&["a"])
        .outports(&["o"])
        .block("BusCreator", "bus", "Ports=[2, 1] ; Inputs=2")
        .block("BusSelector", "x", "Ports=[1, 1] ; OutputSignals=signal1")
        .block("BusSelector", "y", "Ports=[1, 1] ; OutputSignals=signal2")
        .block("Gain", "twice", "Gain=2")
        .lines("a -> bus:1, twice -> bus:2, bus -> x, bus -> y, x -> twice, y -> o");
    system.check(&["3 => 6"]);
}

#[test]
fn a_bus_is_delayed() {
    let system = System::new()
        .inports(&["a", "b"])
        .outports(&["o"])
        .block("BusCreator", "bus", "Ports=[2, 1] ; Inputs=2")
        .block("UnitDelay", "delay", "InitialCondition=0")
        .lines("a -> bus:1, b -> bus:2, bus -> delay, delay -> o");
    system.check(&[
        "1 | [true true] => {signal1: 0, signal2: [false false]}",
        "5 | [true true] => {signal1: 1, signal2: [true true]}",
    ]);
}

#[test]
fn tags() {
    let inside = System::new()
        .outports(&["local", "scoped", "global"])
        .block("Constant", "one", "Value=1")
        .block("Goto", "here", "GotoTag=T")
        .block("From", "l", "GotoTag=T")
        .block("From", "s", "GotoTag=S")
        .block("From", "g", "GotoTag=G")
        .lines("one -> here, l -> local, s -> scoped, g -> global");
    let system = System::new()
        .inports(&["a", "b", "c"])
        .outports(&["x", "y", "z"])
        .block("Goto", "elsewhere", "GotoTag=T")
        .block("Goto", "scoped", "GotoTag=S ; TagVisibility=scoped")
        .block("GotoTagVisibility", "visible", "GotoTag=S")
        .block("Goto", "global", "GotoTag=G ; TagVisibility=global")
        .subsystem("sub", "Ports=[0, 3]", inside)
        .lines("a -> elsewhere, b -> scoped, c -> global, sub:1 -> x, sub:2 -> y, sub:3 -> z");
    system.check(&["7 | 8 | 9 => 1 | 8 | 9"]);
}

#[test]
fn subsystems_hand_on_their_ports() {
    let inside = System::new()
        .inports(&["u", "v"])
        .outports(&["y"])
        .block("InportShadow", "again", "Port=1")
        .block("Sum", "sum", "Ports=[3, 1] ; Inputs=+-+")
        .lines("u -> sum:1, v -> sum:2, again -> sum:3, sum -> y");
    let system = System::new()
        .inports(&["a", "b"])
        .outports(&["o", "free"])
        .subsystem("sub", "Ports=[2, 1] ; TreatAsAtomicUnit=on", inside)
        .lines("a -> sub:1, b -> sub:2, sub -> o");
    system.check(&["5 | 1 => 9 | 0"]);
}

#[test]
fn masks_give_values() {
    let inside = System::new().outports(&["y"]).block("Constant", "c", "Value=[k 2*k]").lines("c -> y");
    let mask = "Ports=[0, 1] ; Mask=on ; MaskVariables=k=@1; ; MaskValueString=1/4";
    let system = System::new().outports(&["o"]).subsystem("sub", mask, inside).lines("sub -> o");
    system.check(&["=> [0.25 0.5]"]);
}
