//! Expected behaviour of the examples, in plain integers: a few numbers are remembered, inputs come in units of 1/3000.

use num_rational::BigRational;
use wherefore_scxml::interpret::Value;
use wherefore_test::Random;

/// One, in the units in which real inputs are drawn.
const UNIT: i64 = 3000;

/// Memory of a model.
pub type State = [i64; 6];

/// A model.
pub struct Model {
    /// The name of its chart.
    pub name: &'static str,
    /// Outputs that are compared.
    pub outputs: &'static [&'static str],
    /// State classes, input classes, and states of the smallest machine.
    pub figures: [usize; 3],
    /// Inputs by chance, near the thresholds.
    pub draw: fn(&mut Random) -> Vec<i64>,
    /// The inputs and choices as charts see them.
    pub present: fn(&[i64]) -> Vec<(&'static str, Value)>,
    /// The outputs before the first sample.
    pub start: fn() -> Vec<Value>,
    /// The outputs after a sample.
    pub react: fn(&mut State, &[i64]) -> Vec<Value>,
}

/// All of them.
pub const MODELS: [Model; 4] = [
    Model {
        name: "alarm",
        outputs: &["m"],
        figures: [3, 4, 3],
        draw: |random| vec![random.pick(&[0, 50, 89, 90, 91, 99, 100, 100, 100, 101, 200]), flip(random)],
        present: |drawn| {
            let at_limit = Value::text(if drawn[1] == 1 { "warn" } else { "ring" });
            vec![("x", Value::int(drawn[0])), ("hesitate", truth(drawn[1])), ("at_limit", at_limit)]
        },
        start: || vec![Value::int(0)],
        react: alarm,
    },
    Model {
        name: "airbag_controller",
        outputs: &["fire", "defect"],
        figures: [64, 6, 44],
        draw: sensors,
        present: |drawn| vec![("s1", real(drawn[0])), ("s2", real(drawn[1])), ("clk", truth(drawn[2]))],
        start: || vec![Value::Bool(false); 2],
        react: airbag,
    },
    Model {
        name: "csm",
        outputs: &["status", "service_brake", "emergency_brake"],
        figures: [5, 6, 5],
        draw: speeds,
        present: |drawn| vec![("V_est", real(drawn[0])), ("V_mrsp", real(drawn[1]))],
        start: || shown(0),
        react: csm,
    },
    Model {
        name: "turn_indicator",
        outputs: &["left_lamp", "right_lamp", "low_voltage"],
        figures: [58, 12, 56],
        draw: driver,
        present: |drawn| {
            let [left, right, emergency] = [0, 1, 2].map(|i| truth(drawn[i]));
            vec![("left", left), ("right", right), ("emergency", emergency), ("voltage", real(drawn[3]))]
        },
        start: || vec![Value::Bool(false); 3],
        react: turn_indicator,
    },
];

fn flip(random: &mut Random) -> i64 {
    random.below(2) as i64
}

fn truth(value: i64) -> Value {
    Value::Bool(value != 0)
}

fn real(units: i64) -> Value {
    Value::Number(BigRational::new(units.into(), UNIT.into()))
}

/// A number near one of several, within a range.
fn near(random: &mut Random, thresholds: &[i64], most: i64) -> i64 {
    (random.pick(thresholds) + random.below(3) as i64 - 1).clamp(0, most)
}

fn alarm(state: &mut State, drawn: &[i64]) -> Vec<Value> {
    let (x, hesitates) = (drawn[0], drawn[1] == 1);
    state[0] = match (state[0], x) {
        (0, 100) if hesitates => 1,
        (0 | 1, 101..) | (0, 100) => 2,
        (1, ..=99) | (2, ..=90) => 0,
        (stays, _) => stays,
    };
    vec![Value::int(state[0])]
}

fn sensors(random: &mut Random) -> Vec<i64> {
    let s2 = random.pick(&[0, 1, 2 * UNIT, 3 * UNIT, 3 * UNIT + 1, 4 * UNIT, 40 * UNIT, 95 * UNIT]);
    let thresholds = [s2, s2, 95 * s2 / 100, 105 * s2 / 100, 3 * UNIT];
    vec![near(random, &thresholds, 100 * UNIT), s2, flip(random)]
}

/// State: plausible samples, errors, crash samples, the clock, whether it has fired, whether it is defect.
fn airbag(state: &mut State, drawn: &[i64]) -> Vec<Value> {
    let [plausible, errors, crashes, clock, fire, defect] = state;
    let (s1, s2, clk) = (drawn[0], drawn[1], drawn[2]);
    if *fire == 0 && *defect == 0 && clk != *clock {
        *clock = clk;
        if 100 * s1 < 95 * s2 || 100 * s1 > 105 * s2 {
            *plausible = 0;
            *errors += 1;
            *defect = i64::from(*errors >= 3);
        } else {
            *plausible = (*plausible + 1).min(3);
            *errors = if *plausible >= 3 { 0 } else { *errors };
            *crashes = if s1 > 3 * UNIT && s2 > 3 * UNIT { *crashes + 1 } else { 0 };
            *fire = i64::from(*crashes == 3);
        }
    }
    vec![truth(*fire), truth(*defect)]
}

/// The speeds above which there is a warning, the service brake, the emergency brake: 30 and twice 1000 times of them.
fn limits(m: i64) -> [i64; 3] {
    let warning = if m <= 110 * UNIT {
        30 * m + 120 * UNIT
    } else if m > 140 * UNIT {
        30 * m + 150 * UNIT
    } else {
        31 * m + 10 * UNIT
    };
    let (service, emergency) = if m <= 110 * UNIT {
        (1000 * m + 5500 * UNIT, 1000 * m + 7500 * UNIT)
    } else if m > 210 * UNIT {
        (1000 * m + 10_000 * UNIT, 1000 * m + 15_000 * UNIT)
    } else {
        (1045 * m + 550 * UNIT, 1075 * m - 750 * UNIT)
    };
    [warning, service, emergency]
}

fn speeds(random: &mut Random) -> Vec<i64> {
    let around = [0, 50, 110, 120, 140, 170, 210, 300, 600].map(|m| m * UNIT);
    let m = near(random, &around, 600 * UNIT);
    let [warning, service, emergency] = limits(m);
    let thresholds = [0, m, m, warning / 30, service / 1000, emergency / 1000, 600 * UNIT];
    let v = if random.chance(20) { 0 } else { near(random, &thresholds, 600 * UNIT) };
    vec![v, m]
}

/// State: which of the five it is in.
fn csm(state: &mut State, drawn: &[i64]) -> Vec<Value> {
    let (v, m) = (drawn[0], drawn[1]);
    let [warning, service, emergency] = limits(m);
    let exceeded = match () {
        () if 1000 * v > emergency => 4,
        () if 1000 * v > service => 3,
        () if 30 * v > warning => 2,
        () if v > m => 1,
        () => 0,
    };
    state[0] = match (state[0], exceeded) {
        (4, _) if v > 0 => 4,
        (_, 0) => 0,
        (old, new) => old.max(new),
    };
    shown(state[0])
}

fn shown(place: i64) -> Vec<Value> {
    let status = match place {
        0 => "normal",
        1 => "overspeed",
        2 => "warning",
        _ => "intervention",
    };
    vec![Value::text(status), Value::Bool(place == 3), Value::Bool(place == 4)]
}

fn driver(random: &mut Random) -> Vec<i64> {
    let lever = random.pick(&[[0, 0], [0, 0], [0, 0], [0, 0], [1, 0], [1, 0], [0, 1], [1, 1]]);
    let emergency = i64::from(random.chance(10));
    let voltage = near(random, &[10 * UNIT, 11 * UNIT, 13 * UNIT, 13 * UNIT], 16 * UNIT);
    vec![lever[0], lever[1], emergency, voltage]
}

/// State: the side (1 left, 2 right, 3 both), samples since it began, whether the voltage is low. The end of a flash of one side is
/// every fourth sample, from the twelfth on the end of all unless the lever still asks.
fn turn_indicator(state: &mut State, drawn: &[i64]) -> Vec<Value> {
    let [side, age, low, ..] = state;
    let asked = match drawn[..3] {
        [_, _, 1] => 3,
        [1, 0, _] => 1,
        [0, 1, _] => 2,
        _ => 0,
    };
    *low = i64::from(drawn[3] < if *low == 1 { 11 * UNIT } else { 10 * UNIT });
    let goes_on = *side != 0 && (asked == *side || (asked == 0 && *side != 3));
    let is_over = asked == 0 && *age >= 11 && *age % 4 == 3;
    (*side, *age) = match (goes_on, is_over) {
        (true, false) => (*side, *age + 1),
        (true, true) => (0, 0),
        (false, _) => (asked, 0),
    };
    let lit = *age % 4 < 2 && *low == 0;
    vec![truth(i64::from(lit && *side & 1 != 0)), truth(i64::from(lit && *side & 2 != 0)), truth(*low)]
}
