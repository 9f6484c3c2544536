//! Random diagrams, in the text form: blocks that read what was made before them, delays that read anything, subsystems that are
//! enabled or actions.

mod rates;

use rates::{RATES, Rates};
use std::fmt::Write;
use wherefore_test::Random;

/// The diagram as it grows.
struct Growing<'r> {
    random: &'r mut Random,
    blocks: String,
    lines: String,
    count: usize,
    /// Blocks whose outputs are numbers, and those whose outputs are truth values.
    numbers: Vec<String>,
    truths: Vec<String>,
    /// Delays whose inputs are still open, and whether they carry truth values.
    open: Vec<(String, bool)>,
    /// Sample times that blocks may have; none if all have the same.
    rates: Rates,
}

/// A random diagram, in which all blocks run at all ticks.
pub fn diagram(random: &mut Random) -> String {
    grown(Growing::new(random))
}

/// A random diagram, in which blocks run at several rates.
pub fn diagram_of_several_rates(random: &mut Random) -> String {
    let mut growing = Growing::new(random);
    growing.rates = growing.random.pick(&RATES);
    grown(growing)
}

fn grown(mut growing: Growing<'_>) -> String {
    growing.ports();
    // Somebody says how long a step is.
    if let Some(time) = growing.rates.times.first() {
        let input = [growing.number()];
        growing.unary_of("ZeroOrderHold", &format!("   SampleTime \"{time}\"\n"), &input, false);
    }
    let step = match growing.rates.times.is_empty() {
        true => "",
        false => growing.random.pick(&["", " FixedStep \"0.1\"\n", " FixedStep \"auto\"\n", " FixedStep \"1/6\"\n"]),
    };
    let count = growing.random.between(4, 14);
    for _ in 0..count {
        growing.grow();
    }
    growing.close();
    growing.outports();
    let text = format!("Model {{\n Name \"random\"\n{step} System {{\n{}{} }}\n}}\n", growing.blocks, growing.lines);
    // Every value has a line of its own.
    ["SrcPort ", "SrcBlock ", "DstBlock ", "DstPort ", "BlockType ", "Name ", "SID ", "Branch "]
        .iter()
        .fold(text, |text, word| text.replace(&format!(" {word}"), &format!("\n {word}")))
}

impl<'r> Growing<'r> {
    fn new(random: &'r mut Random) -> Growing<'r> {
        let (blocks, lines) = (String::new(), String::new());
        let rates = Rates { times: &[], pairs: &[] };
        Growing { random, blocks, lines, count: 0, numbers: Vec::new(), truths: Vec::new(), open: Vec::new(), rates }
    }

    /// Adds a block of a kind with parameters; gives its name.
    fn block(&mut self, kind: &str, ports: (usize, usize), parameters: &str) -> String {
        self.count += 1;
        let name = format!("b{}", self.count);
        let (inputs, outputs) = ports;
        let _ = writeln!(
            self.blocks,
            "  Block {{\n   BlockType {kind}\n   Name \"{name}\"\n   SID \"{}\"\n   Ports [{inputs}, {outputs}]\n{parameters}  }}",
            self.count
        );
        name
    }

    fn line(&mut self, from: &str, to: &str, input: &str) {
        let _ = writeln!(self.lines, "  Line {{ SrcBlock \"{from}\" SrcPort 1 DstBlock \"{to}\" DstPort {input}\n  }}");
    }

    fn feed(&mut self, block: &str, inputs: &[String]) {
        for (index, from) in inputs.iter().enumerate() {
            self.line(from, block, &(index + 1).to_string());
        }
    }

    fn number(&mut self) -> String {
        self.random.pick(&self.numbers)
    }

    fn truth(&mut self) -> String {
        self.random.pick(&self.truths)
    }

    fn ports(&mut self) {
        for (number, class) in ["double", "boolean", "int8", "double"].iter().enumerate() {
            let time = self.time(40);
            let parameters = format!("   Port \"{}\"\n   OutDataTypeStr \"{class}\"\n{time}", number + 1);
            let name = self.block("Inport", (0, 1), &parameters);
            if *class == "boolean" { self.truths.push(name) } else { self.numbers.push(name) }
        }
    }

    /// Adds a block that is chosen at random.
    fn grow(&mut self) {
        if !self.rates.times.is_empty() && self.random.chance(25) {
            return self.transition();
        }
        match self.random.below(17) {
            0 => self.sum(),
            1 => self.gain(),
            2 => self.relation(),
            3 => self.logic(),
            4 => self.switch(),
            5 | 6 => self.delay(),
            7 => self.saturate(),
            8 => self.min_max(),
            9 => self.constant(),
            10 => self.conversion(),
            11 => self.unary(),
            12 => self.vector(),
            13 => self.conditional(),
            14 => self.table(),
            15 => self.expression(),
            _ => self.product(),
        }
    }

    fn overflow(&mut self) -> &'static str {
        self.random.pick(&["   SaturateOnIntegerOverflow on\n", "   SaturateOnIntegerOverflow off\n"])
    }

    fn class(&mut self) -> String {
        let class = self.random.pick(&["Inherit: Inherit via internal rule", "double", "int8", "uint8", "int16"]);
        format!("   OutDataTypeStr \"{class}\"\n")
    }

    fn sum(&mut self) {
        let signs = self.random.pick(&["++", "+-", "-+", "|++", "--+", "3"]);
        let count = if signs.contains('3') { 3 } else { signs.chars().filter(|c| *c != '|').count() };
        let parameters = format!("   Inputs \"{signs}\"\n{}{}", self.class(), self.overflow());
        let inputs: Vec<String> = (0..count).map(|_| self.number()).collect();
        let name = self.block("Sum", (count, 1), &parameters);
        self.feed(&name, &inputs);
        self.numbers.push(name);
    }

    fn product(&mut self) {
        let signs = self.random.pick(&["**", "2", "*/"]);
        let rounding = self.random.pick(&["Floor", "Zero", "Nearest", "Ceiling", "Convergent"]);
        let parameters =
            format!("   Inputs \"{signs}\"\n   RndMeth \"{rounding}\"\n{}{}", self.class(), self.overflow());
        let inputs = [self.number(), self.number()];
        let name = self.block("Product", (2, 1), &parameters);
        self.feed(&name, &inputs);
        // Products of products have more digits than anybody wants to see.
        if self.random.chance(30) {
            self.numbers.push(name);
        } else {
            let bounded = self.block("Saturate", (1, 1), "   UpperLimit \"10\"\n   LowerLimit \"-10\"\n");
            self.feed(&bounded, &[name]);
            self.numbers.push(bounded);
        }
    }

    fn gain(&mut self) {
        let gain = self.random.pick(&["2", "-1", "0.5", "3/4", "1+1"]);
        let parameters = format!("   Gain \"{gain}\"\n{}{}{}", self.class(), self.overflow(), self.time(30));
        let input = [self.number()];
        let name = self.block("Gain", (1, 1), &parameters);
        self.feed(&name, &input);
        self.numbers.push(name);
    }

    fn relation(&mut self) {
        let operator = self.random.pick(&["==", "~=", "<", "<=", ">", ">="]);
        let inputs = [self.number(), self.number()];
        let name = self.block("RelationalOperator", (2, 1), &format!("   Operator \"{operator}\"\n"));
        self.feed(&name, &inputs);
        self.truths.push(name);
    }

    fn logic(&mut self) {
        let operator = self.random.pick(&["AND", "OR", "XOR", "NAND", "NOR", "NXOR", "NOT"]);
        let count = if operator == "NOT" { 1 } else { self.random.between(2, 3) };
        let inputs: Vec<String> = (0..count).map(|_| self.truth()).collect();
        let name = self.block("Logic", (count, 1), &format!("   Operator \"{operator}\"\n   Inputs \"{count}\"\n"));
        self.feed(&name, &inputs);
        self.truths.push(name);
    }

    fn switch(&mut self) {
        let criteria = self.random.pick(&["u2 >= Threshold", "u2 > Threshold", "u2 ~= 0"]);
        let parameters = format!("   Criteria \"{criteria}\"\n   Threshold \"0.5\"\n");
        let control = if self.random.chance(50) { self.truth() } else { self.number() };
        let inputs = [self.number(), control, self.number()];
        let name = self.block("Switch", (3, 1), &parameters);
        self.feed(&name, &inputs);
        self.numbers.push(name);
    }

    fn delay(&mut self) {
        let is_truth = self.random.chance(40);
        let time = self.time(60);
        let name = match (is_truth, self.random.chance(30)) {
            (true, _) => self.block("UnitDelay", (1, 1), &format!("   InitialCondition \"false\"\n{time}")),
            (false, true) => {
                let length = self.random.between(1, 3);
                self.block("Delay", (1, 1), &format!("   DelayLength \"{length}\"\n   InitialCondition \"1\"\n{time}"))
            }
            (false, false) => self.block("UnitDelay", (1, 1), &format!("   InitialCondition \"2\"\n{time}")),
        };
        self.open.push((name.clone(), is_truth));
        if is_truth { self.truths.push(name) } else { self.numbers.push(name) }
    }

    fn saturate(&mut self) {
        let input = [self.number()];
        let name = self.block("Saturate", (1, 1), "   UpperLimit \"3.5\"\n   LowerLimit \"-2\"\n");
        self.feed(&name, &input);
        self.numbers.push(name);
    }

    fn min_max(&mut self) {
        let function = self.random.pick(&["min", "max"]);
        let inputs = [self.number(), self.number()];
        let name = self.block("MinMax", (2, 1), &format!("   Function \"{function}\"\n   Inputs \"2\"\n"));
        self.feed(&name, &inputs);
        self.numbers.push(name);
    }

    fn constant(&mut self) {
        let value = self.random.pick(&["0", "1", "-3", "0.25", "7"]);
        let class = self.random.pick(&["double", "int8", "Inherit: Inherit from 'Constant value'"]);
        let name = self.block("Constant", (0, 1), &format!("   Value \"{value}\"\n   OutDataTypeStr \"{class}\"\n"));
        self.numbers.push(name);
    }

    fn conversion(&mut self) {
        let class = self.random.pick(&["double", "boolean", "int8", "uint8", "int16"]);
        let rounding = self.random.pick(&["Floor", "Zero", "Nearest", "Ceiling", "Convergent"]);
        let overflow = self.overflow();
        let input = [if self.random.chance(30) { self.truth() } else { self.number() }];
        let parameters = format!("   OutDataTypeStr \"{class}\"\n   RndMeth \"{rounding}\"\n{overflow}");
        let name = self.block("DataTypeConversion", (1, 1), &parameters);
        self.feed(&name, &input);
        if class == "boolean" { self.truths.push(name) } else { self.numbers.push(name) }
    }

    fn unary(&mut self) {
        let (kind, parameters) = self.random.pick(&[
            ("Abs", ""),
            ("Signum", ""),
            ("Rounding", "   Operator \"floor\"\n"),
            ("Rounding", "   Operator \"round\"\n"),
            ("Rounding", "   Operator \"fix\"\n"),
            ("Math", "   Operator \"square\"\n"),
        ]);
        let input = [self.number()];
        let name = self.block(kind, (1, 1), parameters);
        self.feed(&name, &input);
        self.numbers.push(name);
    }

    /// Elements that are put together, chosen from, and added up.
    fn vector(&mut self) {
        let inputs = [self.number(), self.number(), self.number()];
        let mux = self.block("Mux", (3, 1), "   Inputs \"3\"\n");
        self.feed(&mux, &inputs);
        let indices = self.random.pick(&["[1 3]", "[2 2]", "[3 2 1]"]);
        let width = indices.split(' ').count();
        let parameters = format!("   InputPortWidth \"3\"\n   Indices \"{indices}\"\n   OutputSizes \"{width}\"\n");
        let chosen = self.block("Selector", (1, 1), &parameters);
        self.feed(&chosen, &[mux]);
        let total = match self.random.chance(50) {
            true => self.block("Sum", (1, 1), "   Inputs \"+\"\n   OutDataTypeStr \"double\"\n"),
            false => self.block("MinMax", (1, 1), "   Function \"max\"\n   Inputs \"1\"\n"),
        };
        self.feed(&total, &[chosen]);
        self.numbers.push(total);
    }

    fn table(&mut self) {
        let method = self.random.pick(&["Linear", "Flat", "Nearest"]);
        let beyond = self.random.pick(&["Linear", "Clip"]);
        let parameters = format!(
            "   NumberOfTableDimensions \"1\"\n   BreakpointsForDimension1 \"[-2 0 1.5 4]\"\n   Table \"[3 -1 2 2]\"\n   InterpMethod \"{method}\"\n   ExtrapMethod \"{beyond}\"\n   OutDataTypeStr \"double\"\n"
        );
        let input = [self.number()];
        let name = self.block("Lookup_n-D", (1, 1), &parameters);
        self.feed(&name, &input);
        self.numbers.push(name);
    }

    fn expression(&mut self) {
        let text = self.random.pick(&[
            "u(1)*2 - u(2)",
            "(u(1) > u(2)) + 1",
            "u(1)^2",
            "abs(u(2)) - 0.5",
            "u(1) >= 0 && u(2) < 3",
        ]);
        let inputs = [self.number(), self.number()];
        let mux = self.block("Mux", (2, 1), "   Inputs \"2\"\n");
        self.feed(&mux, &inputs);
        let name = self.block("Fcn", (1, 1), &format!("   Expr \"{text}\"\n"));
        self.feed(&name, &[mux]);
        self.numbers.push(name);
    }

    /// A subsystem that counts while it is enabled, or two actions that are merged.
    fn conditional(&mut self) {
        let states = self.random.pick(&["held", "reset"]);
        let outputs = self.random.pick(&["held", "reset"]);
        let time = self.time(50).replace("SampleTime", "SystemSampleTime");
        let inside = |port: &str| {
            format!(
                "{time}   System {{
    Block {{ BlockType Inport Name \"in\" SID \"i\"\n    }}
{port}
    Block {{ BlockType UnitDelay Name \"last\" SID \"l\"\n Ports [1, 1]\n InitialCondition \"1\"\n    }}
    Block {{ BlockType Sum Name \"sum\" SID \"s\"\n Ports [2, 1]\n Inputs \"++\"\n OutDataTypeStr \"double\"\n    }}
    Block {{ BlockType Saturate Name \"limit\" SID \"t\"\n Ports [1, 1]\n UpperLimit \"50\"\n LowerLimit \"-50\"\n    }}
    Block {{ BlockType Outport Name \"out\" SID \"o\"\n OutputWhenDisabled \"{outputs}\"\n InitialOutput \"4\"\n    }}
    Line {{ SrcBlock \"in\" SrcPort 1 DstBlock \"sum\" DstPort 1\n    }}
    Line {{ SrcBlock \"last\" SrcPort 1 DstBlock \"sum\" DstPort 2\n    }}
    Line {{ SrcBlock \"sum\" SrcPort 1 DstBlock \"limit\" DstPort 1\n    }}
    Line {{ SrcBlock \"limit\" SrcPort 1\n Branch {{ DstBlock \"last\" DstPort 1\n }} Branch {{ DstBlock \"out\" DstPort 1\n }}\n    }}
   }}
"
            )
        };
        let input = self.number();
        let control = if self.random.chance(70) { self.truth() } else { self.number() };
        match self.random.below(if time.is_empty() { 3 } else { 4 }) {
            3 => {
                let name = self.block("SubSystem", (1, 1), &inside(""));
                self.line(&input, &name, "1");
                self.numbers.push(name);
            }
            0 => {
                let port = format!("    Block {{ BlockType EnablePort Name \"enable\" SID \"e\"\n StatesWhenEnabling \"{states}\"\n    }}");
                let name = self.block("SubSystem", (1, 1), &inside(&port));
                self.line(&input, &name, "1");
                self.line(&control, &name, "enable");
                self.numbers.push(name);
            }
            1 => {
                let edge = self.random.pick(&["rising", "falling", "either"]);
                let port = format!("    Block {{ BlockType TriggerPort Name \"trigger\" SID \"e\"\n TriggerType \"{edge}\"\n    }}");
                let name = self.block("SubSystem", (1, 1), &inside(&port));
                self.line(&input, &name, "1");
                self.line(&control, &name, "trigger");
                self.numbers.push(name);
            }
            _ => self.actions(&input, &control, &inside(&format!("    Block {{ BlockType ActionPort Name \"action\" SID \"e\"\n InitializeStates \"{states}\"\n    }}"))),
        }
    }

    fn actions(&mut self, input: &str, control: &str, inside: &str) {
        let decides = self.block("If", (1, 2), "   NumInputs \"1\"\n   IfExpression \"u1 > 0\"\n   ShowElse on\n");
        self.line(control, &decides, "1");
        let names = [self.block("SubSystem", (1, 1), inside), self.block("SubSystem", (1, 1), inside)];
        for (index, name) in names.iter().enumerate() {
            self.line(input, name, "1");
            let port = index + 1;
            let _ = writeln!(
                self.lines,
                "  Line {{ SrcBlock \"{decides}\" SrcPort {port} DstBlock \"{name}\" DstPort ifaction\n  }}"
            );
        }
        let merge = self.block("Merge", (2, 1), "   Inputs \"2\"\n   InitialOutput \"6\"\n");
        self.feed(&merge, &names);
        self.numbers.push(merge);
    }

    /// Connects what is still open.
    fn close(&mut self) {
        for (delay, is_truth) in std::mem::take(&mut self.open) {
            let input = if is_truth { self.truth() } else { self.number() };
            // Sums in loops grow without end; what a loop carries is bounded.
            let input = if is_truth {
                input
            } else {
                let bounded = self.block("Saturate", (1, 1), "   UpperLimit \"100\"\n   LowerLimit \"-100\"\n");
                self.feed(&bounded, &[input]);
                bounded
            };
            self.feed(&delay, &[input]);
        }
    }

    fn outports(&mut self) {
        let all: Vec<String> = self.numbers.iter().chain(&self.truths).skip(4).cloned().collect();
        for (index, source) in all.iter().enumerate() {
            let name = self.block("Outport", (1, 0), &format!("   Port \"{}\"\n", index + 1));
            self.feed(&name, std::slice::from_ref(source));
        }
        self.checks();
        if all.is_empty() {
            let name = self.block("Outport", (1, 0), "   Port \"1\"\n");
            let source = self.numbers[0].clone();
            self.feed(&name, &[source]);
        }
    }
}
