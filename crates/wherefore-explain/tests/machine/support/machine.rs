//! Extended state machines as plain data, with nothing of the intermediate form in them.
//!
//! A step: every active region takes one of its enabled transitions, any one unless ranks decide, and stays where it is if
//! none is enabled. All actions read the values before the step; where two regions write the same variable the later region
//! wins; a variable that is not written gets its idle value. Then regions whose surroundings were entered are placed.

/// A variable that guards and actions speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Var {
    /// Data, by index.
    Data(usize),
    /// An input, by index.
    Input(usize),
}

/// How a variable is compared with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rel {
    Eq,
    Le,
    Ge,
}

impl Rel {
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Rel::Eq => left == right,
            Rel::Le => left <= right,
            Rel::Ge => left >= right,
        }
    }
}

/// A condition. `At` asks for the control variable only, not whether its region is active.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    Yes,
    No,
    At(usize),
    Cmp(Var, Rel, i64),
    Not(Box<Expr>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
}

impl Expr {
    pub fn negated(&self) -> Expr {
        Expr::Not(Box::new(self.clone()))
    }

    /// The variables in it.
    pub fn variables(&self) -> Vec<Var> {
        match self {
            Expr::Yes | Expr::No | Expr::At(_) => Vec::new(),
            Expr::Cmp(var, ..) => vec![*var],
            Expr::Not(a) => a.variables(),
            Expr::And(list) | Expr::Or(list) => list.iter().flat_map(Expr::variables).collect(),
        }
    }

    /// Whether an input occurs in it.
    pub fn reads_inputs(&self) -> bool {
        self.variables().iter().any(|v| matches!(v, Var::Input(_)))
    }

    /// Conjuncts of the expression.
    pub fn conjuncts(&self) -> Vec<Expr> {
        match self {
            Expr::And(list) => list.iter().flat_map(Expr::conjuncts).collect(),
            other => vec![other.clone()],
        }
    }
}

/// Value that is assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Const(i64),
    /// The value of another variable.
    Of(Var),
    /// One more, and 0 after the largest.
    Wrap(Var),
}

/// A variable with the values 0 to `top`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    pub top: i64,
    pub boolean: bool,
    /// Its next value where no transition writes it; not used for inputs.
    pub idle: Value,
}

/// Where a region is placed when the state it lives in is entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Where it was left, and where a transition it takes in the same step leads.
    Kept,
    At(usize),
    /// In the first state if the condition holds, else in the second.
    If(Expr, usize, usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    pub name: String,
    /// The state it lives in.
    pub parent: Option<usize>,
    /// The states its control variable can have at first.
    pub starts: Vec<usize>,
    pub entry: Entry,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub name: String,
    pub region: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    pub name: String,
    pub source: usize,
    pub target: usize,
    /// With [`Choice::Rank`], an enabled transition of lower rank from the same state goes first.
    pub rank: usize,
    pub guard: Expr,
    /// Data variables and what they become.
    pub actions: Vec<(usize, Value)>,
}

/// How the system decides between enabled transitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Ranks: there is no choice.
    Rank,
    /// An input for each region.
    Input,
    /// A state variable for each region whose next value is the transition taken.
    Label,
    /// The next control state; only where the exits of each state have different targets and no region is nested.
    Target,
}

/// How the same machine is written as a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Control variables are enumerations, otherwise numbers.
    pub enumerated: bool,
    /// All first restrictions are one conjunction.
    pub bundled: bool,
    /// Whether nested states and transitions say that they need the state around them.
    pub guarded: bool,
}

/// A machine and what is asked of it. States and transitions stand region by region; a parent before its children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub regions: Vec<Region>,
    pub states: Vec<State>,
    pub transitions: Vec<Transition>,
    pub data: Vec<Variable>,
    pub inputs: Vec<Variable>,
    /// Holds at first, besides the starts of regions.
    pub init: Vec<Expr>,
    /// Holds at every tick.
    pub invar: Vec<Expr>,
    /// The property.
    pub good: Expr,
    pub choice: Choice,
    /// Whether an enabled transition that leaves a surrounding state keeps those inside from being taken.
    pub outer_first: bool,
    pub style: Style,
}

impl Plan {
    pub fn states_of(&self, region: usize) -> Vec<usize> {
        (0..self.states.len()).filter(|s| self.states[*s].region == region).collect()
    }

    pub fn transitions_of(&self, region: usize) -> Vec<usize> {
        (0..self.transitions.len()).filter(|t| self.region_of(*t) == region).collect()
    }

    pub fn exits(&self, state: usize) -> Vec<usize> {
        (0..self.transitions.len()).filter(|t| self.transitions[*t].source == state).collect()
    }

    pub fn region_of(&self, transition: usize) -> usize {
        self.states[self.transitions[transition].source].region
    }

    /// The states around a region, innermost first.
    pub fn around(&self, region: usize) -> Vec<usize> {
        let mut around = Vec::new();
        let mut parent = self.regions[region].parent;
        while let Some(state) = parent {
            around.push(state);
            parent = self.regions[self.states[state].region].parent;
        }
        around
    }

    pub fn variable(&self, var: Var) -> &Variable {
        match var {
            Var::Data(i) => &self.data[i],
            Var::Input(i) => &self.inputs[i],
        }
    }

    /// Whether the inputs of a first tick are restricted.
    pub fn init_reads_inputs(&self) -> bool {
        self.init.iter().any(Expr::reads_inputs)
    }
}
