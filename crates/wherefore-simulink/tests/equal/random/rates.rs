//! Blocks of random diagrams that run at several rates, and blocks that watch signals.

use super::Growing;

/// Sample times of a diagram.
#[derive(Clone, Copy)]
pub(super) struct Rates {
    pub(super) times: &'static [&'static str],
    /// Times between which a transition can be deterministic, and whether it is a delay.
    pub(super) pairs: &'static [(&'static str, &'static str, bool)],
}

/// Sample times that go together in different ways: multiples, others, offsets.
pub(super) const RATES: [Rates; 6] = [
    Rates { times: &["0.1", "0.2"], pairs: &[("0.2", "0.1", true), ("0.1", "0.2", false)] },
    Rates { times: &["1", "2", "4"], pairs: &[("2", "1", true), ("4", "2", true), ("1", "4", false)] },
    Rates { times: &["0.2", "0.3"], pairs: &[("0.6", "0.2", true), ("0.6", "0.3", true), ("0.3", "0.6", false)] },
    Rates { times: &["[0.2, 0.1]", "0.4"], pairs: &[("[0.4, 0.1]", "[0.2, 0.1]", true), ("0.4", "0.2", true)] },
    Rates { times: &["[3, 1]", "2", "[4, 2]"], pairs: &[("[4, 2]", "2", true), ("[3, 1]", "1", true)] },
    Rates { times: &["1/3", "1", "[2/3 1/3]"], pairs: &[("1", "1/3", true), ("1/3", "[2/3 1/3]", false)] },
];

impl Growing<'_> {
    /// A sample time for some blocks, in diagrams of several rates.
    pub(super) fn time(&mut self, percent: usize) -> String {
        if self.rates.times.is_empty() || !self.random.chance(percent) {
            return String::new();
        }
        format!("   SampleTime \"{}\"\n", self.random.pick(self.rates.times))
    }

    /// What changes from one rate to another.
    pub(super) fn transition(&mut self) {
        let is_truth = self.random.chance(30);
        let input = [if is_truth { self.truth() } else { self.number() }];
        let time = self.random.pick(self.rates.times);
        let at = format!("   SampleTime \"{time}\"\n");
        let out = format!("   Deterministic off\n   OutPortSampleTime \"{time}\"\n");
        match (self.random.below(6), is_truth) {
            (0, _) => self.unary_of("ZeroOrderHold", &at, &input, is_truth),
            (1, _) => self.unary_of("RateTransition", &out, &input, is_truth),
            (2, false) => {
                let change = self.random.pick(&["Change", "Increase", "Decrease"]);
                let link = format!("   SourceBlock \"simulink/Logic/Detect {change}\"\n   vinit \"1\"\n{at}");
                self.unary_of("Reference", &link, &input, true);
            }
            (3, false) => {
                let limits = format!("   RisingSlewLimit \"2\"\n   FallingSlewLimit \"-1\"\n{}", self.time(50));
                self.unary_of("RateLimiter", &limits, &input, false);
            }
            (4, _) => {
                let value = format!("   Value \"1\"\n{}", self.time(50));
                self.unary_of("InitialCondition", &value, &input, is_truth);
            }
            _ => self.deterministic(),
        }
    }

    pub(super) fn unary_of(&mut self, kind: &str, parameters: &str, input: &[String], gives_truth: bool) {
        let name = self.block(kind, (1, 1), parameters);
        self.feed(&name, input);
        if gives_truth { self.truths.push(name) } else { self.numbers.push(name) }
    }

    /// A transition between two rates that go together. From slow to fast it is a delay, which may be a part of a loop.
    fn deterministic(&mut self) {
        let (before, after, is_delay) = self.random.pick(self.rates.pairs);
        let hold = self.block("ZeroOrderHold", (1, 1), &format!("   SampleTime \"{before}\"\n"));
        let parameters = format!("   InitialCondition \"3\"\n   OutPortSampleTime \"{after}\"\n");
        if is_delay {
            self.open.push((hold.clone(), false));
        } else {
            let input = [self.number()];
            self.feed(&hold, &input);
        }
        self.unary_of("RateTransition", &parameters, &[hold], false);
    }

    /// Blocks that watch signals.
    pub(super) fn checks(&mut self) {
        let time = self.time(50);
        let (input, name) = ([self.truth()], self.block("Assertion", (1, 0), &time));
        self.feed(&name, &input);
        for _ in 0..2 {
            let bound = self.random.pick(&["Range", "Gap", "Lower Bound", "Upper Bound"]);
            let (kind, count) = match (self.random.below(4), bound.ends_with("Bound")) {
                (0, true) => (format!("Check Dynamic {bound}"), 2),
                (0, false) => (format!("Check Dynamic {bound}"), 3),
                (1, _) => (self.random.pick(&["Check Discrete Gradient", "Check Input Resolution"]).to_owned(), 1),
                _ => (format!("Check Static {bound}"), 1),
            };
            let (max, min) = (self.random.pick(&["on", "off"]), self.random.pick(&["on", "off"]));
            let resolution = self.random.pick(&["0.5", "3", "[0 1 2.5]"]);
            let parameters = format!(
                "   SourceBlock \"simulink/Model Verification/{kind}\"\n   max \"2\"\n   min \"[-1.5]\"\n   max_included {max}\n   min_included {min}\n   gradient \"3\"\n   resolution \"{resolution}\"\n"
            );
            let inputs: Vec<String> = (0..count).map(|_| self.number()).collect();
            let name = self.block("Reference", (count, 0), &parameters);
            self.feed(&name, &inputs);
        }
    }
}
