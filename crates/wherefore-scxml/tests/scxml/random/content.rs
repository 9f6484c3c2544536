//! Content of random statecharts: conditions, assignments, events.

use super::Act;
use super::make::Maker;

/// Event descriptors.
pub const TRIGGERS: &str = "a|b|a|b|c|c.d|c.*|a b|*|p|p|s|s|t|t|r|r q|done.state|done.state.*";
/// Conditions of eventless transitions, with an assignment that makes them false in the end.
pub const ENDS: [(&str, &str, &str); 5] = [
    ("x < 3", "x", "x + 1"),
    ("y > 0", "y", "y - 1"),
    ("f", "f", "false"),
    ("!g", "g", "true"),
    ("m == 'hi'", "m", "'mid'"),
];
/// Conditions that speak of no state.
const CONDITIONS: &str = "x > 1|y < 2|f|!g|x == y|m != 'lo'|i == 1|f && x < 3|!(f && y == 0)|_event.name == 'a'|_event.type != 'external'|\
                          l[x % 3] > 1|x|i > 0 ? f : g|f == g|y >= i|z > 1|n % 4 == -1|n > 2|r < 0.6|Math.abs(n) < x|\
                          l.length > x|-x + 2 > n";
/// Assignments.
const ASSIGNMENTS: [(&str, &str); 20] = [
    ("x", "(x + 1) % 4"),
    ("x", "3 - x"),
    ("x", "y"),
    ("x", "z"),
    ("x", "Math.floor(r + x / 2)"),
    ("y", "(y + x) % 4"),
    ("y", "Math.min(x + 1, 3)"),
    ("y", "i"),
    ("f", "!f"),
    ("f", "x > 1"),
    ("g", "f || !g"),
    ("m", "'hi'"),
    ("m", "x > 1 ? 'mid' : 'lo'"),
    ("l[y % 3]", "x"),
    ("l", "[x, y, 1]"),
    ("x", "l[1] % 4"),
    ("z", "(z + 3) % 4"),
    ("n", "n + 1"),
    ("n", "n - 3 * x"),
    ("r", "1 - r / 2"),
];

fn assign((place, value): (&str, &str)) -> Act {
    Act::Assign(place.to_owned(), value.to_owned())
}

impl Maker<'_> {
    /// One of the words between bars.
    pub fn one_of(&mut self, words: &str) -> String {
        let words: Vec<&str> = words.split('|').collect();
        self.random.pick(&words).to_owned()
    }

    /// A condition.
    pub fn cond(&mut self) -> String {
        let states = self.real();
        let state = self.random.pick(&states);
        match self.random.below(4) {
            0 => format!("In('{state}')"),
            1 => format!("!In('{state}') && ({})", self.one_of(CONDITIONS)),
            _ => self.one_of(CONDITIONS),
        }
    }

    /// The blocks of an entry or exit.
    pub fn blocks(&mut self) -> Vec<Vec<Act>> {
        match self.random.below(10) {
            0..6 => Vec::new(),
            6..9 => vec![self.block(true)],
            _ => vec![self.block(true), self.block(true)],
        }
    }

    /// A block that uses the data of a state itself.
    pub fn local_block(&mut self, id: &str) -> Vec<Act> {
        let own = format!("k_{id}");
        vec![assign((&own, &format!("({own} + 1) % 4"))), assign(("y", &own))]
    }

    /// A block.
    pub fn block(&mut self, nested: bool) -> Vec<Act> {
        (0..1 + self.random.below(2)).map(|_| self.act(nested)).collect()
    }

    fn act(&mut self, nested: bool) -> Act {
        match self.random.below(30) {
            0..3 if self.quiet => assign(self.random.pick(&ASSIGNMENTS)),
            0 | 1 => Act::Raise(self.one_of("r|q|a|r")),
            2 => Act::Send("s".to_owned(), self.one_of("x|3 - y|1"), 0),
            3 => Act::Send("t".to_owned(), "x".to_owned(), 1 + self.random.below(2)),
            4 => Act::Cancel,
            5..8 if nested => self.choice(),
            8 if nested => Act::Foreach(vec![assign(self.random.pick(&[("x", "item"), ("y", "(y + item) % 4")]))]),
            _ => assign(self.random.pick(&ASSIGNMENTS)),
        }
    }

    fn choice(&mut self) -> Act {
        let (cond, yes) = (self.cond(), self.block(false));
        let no = match self.random.below(4) {
            0 => Vec::new(),
            1 => vec![Act::If(self.cond(), self.block(false), self.block(false))],
            _ => self.block(false),
        };
        Act::If(cond, yes, no)
    }
}
