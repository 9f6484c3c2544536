//! Formulas over the states and data of charts, beside signals of the diagram around them.

mod equal {
    pub mod machine;
}

use equal::machine::Machine;
use wherefore_diag::FileId;
use wherefore_ir::Value;
use wherefore_simulink::Options;

/// A lamp in a diagram: it goes on while its input is above 3, and counts its steps.
const LAMP: &str = r#"<archive>
<part name="simulink/blockdiagram.xml">
<ModelInformation><Model><P Name="Name">m</P><P Name="FixedStep">0.1</P><System>
<Block BlockType="Inport" Name="u" SID="1"><P Name="Port">1</P><P Name="OutDataTypeStr">double</P><P Name="PortDimensions">1</P></Block>
<Block BlockType="Gain" Name="twice" SID="2"><P Name="Ports">[1, 1]</P><P Name="Gain">2</P></Block>
<Block BlockType="SubSystem" Name="Lamp" SID="3"><P Name="Ports">[1, 1]</P><P Name="SFBlockType">Chart</P></Block>
<Block BlockType="Outport" Name="n" SID="4"><P Name="Port">1</P></Block>
<Line><P Name="Src">1#out:1</P><P Name="Dst">2#in:1</P></Line>
<Line><P Name="Src">2#out:1</P><P Name="Dst">3#in:1</P></Line>
<Line><P Name="Src">3#out:1</P><P Name="Dst">4#in:1</P></Line>
</System></Model></ModelInformation>
</part>
<part name="simulink/stateflow.xml">
<Stateflow><machine id="6"><Children><chart id="7"><P Name="name">Lamp</P><P Name="decomposition">CLUSTER_CHART</P>
<P Name="actionLanguage">2</P><P Name="executeAtInitialization">1</P><Children>
<state SSID="1"><P Name="labelString">off</P><P Name="type">OR_STATE</P><P Name="decomposition">CLUSTER_STATE</P></state>
<state SSID="2"><P Name="labelString">on
du: n = n + 1;</P><P Name="type">OR_STATE</P><P Name="decomposition">CLUSTER_STATE</P></state>
<transition SSID="3"><P Name="labelString"></P><src><P Name="intersection">[0]</P></src><dst><P Name="SSID">1</P></dst><P Name="executionOrder">1</P></transition>
<transition SSID="4"><P Name="labelString">[v &gt; 6]{n = 0;}</P><src><P Name="SSID">1</P></src><dst><P Name="SSID">2</P></dst><P Name="executionOrder">1</P></transition>
<transition SSID="5"><P Name="labelString">[v &lt;= 6]</P><src><P Name="SSID">2</P></src><dst><P Name="SSID">1</P></dst><P Name="executionOrder">1</P></transition>
<data SSID="6" name="v"><P Name="scope">INPUT_DATA</P></data>
<data SSID="7" name="n"><P Name="scope">OUTPUT_DATA</P></data>
</Children></chart></Children></machine></Stateflow>
</part>
</archive>
"#;

#[test]
fn formulas_speak_of_states_and_data_of_charts() {
    let properties = ["Lamp.on == (u > 3)", "'Lamp/on' || 'Lamp/off'", "Lamp.n <= 1", "n == Lamp.n"];
    let options = Options { properties: properties.map(str::to_owned).to_vec(), ..Options::default() };
    let loaded = wherefore_simulink::load(FileId(0), LAMP, "m", &options);
    let system = loaded.system.expect("a system");
    assert_eq!(wherefore_ir::validate(&system), Vec::<String>::new());
    assert_eq!(system.properties.len(), 4);
    let mut machine = Machine::new(&system);
    let mut found = Vec::new();
    for u in [0, 4, 5, 5, 2] {
        found.push(machine.tick(&[Value::Real(num_rational::BigRational::from_integer(u.into()))]).expect("values"));
    }
    let number = |n: i64| Value::Real(num_rational::BigRational::from_integer(n.into()));
    let outputs: Vec<&Value> = found.iter().map(|v| &v[0]).collect();
    assert_eq!(outputs, [&number(0), &number(0), &number(1), &number(2), &number(2)]);
    let truths: Vec<Vec<bool>> = (1..5).map(|p| found.iter().map(|v| v[p] == Value::Bool(true)).collect()).collect();
    assert_eq!(truths[0], [true; 5]);
    assert_eq!(truths[1], [true; 5]);
    assert_eq!(truths[2], [true, true, true, false, false]);
    assert_eq!(truths[3], [true; 5]);
}

#[test]
fn a_chart_is_a_state_machine_and_a_part_of_the_network() {
    let loaded = wherefore_simulink::load(FileId(0), LAMP, "m", &Options::default());
    let system = loaded.system.expect("a system");
    let graph = system.annexes.control.as_ref().expect("state machines");
    let states: Vec<&str> = graph.states.iter().map(|s| s.name.as_str()).collect();
    let transitions: Vec<&str> = graph.transitions.iter().map(|t| t.name.as_str()).collect();
    assert_eq!((states.as_slice(), transitions.as_slice()), (&["off", "on"][..], &["off -> on", "on -> off"][..]));
    let network = system.annexes.network.as_ref().expect("a network");
    let names: Vec<String> = network.ids().filter_map(|id| network.full_name(id)).collect();
    for name in ["twice", "Lamp/off -> on", "Lamp/on is active", "Lamp/n"] {
        assert!(names.iter().any(|n| n == name), "{name} is not among {names:?}");
    }
}
