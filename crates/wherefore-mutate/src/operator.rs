//! The operators that change a model, with their names and what they do.
//!
//! The first thirteen are those of Table 2 of Krafczyk and Peleska. The next ones make what else engineers get wrong; names
//! are those of the literature where it has one (CRP and SVR of Mothra, MCO of Black, Okun and Yesha). The last ones only mend.

/// A kind of change: the mistakes of the paper's Table 2 in its order, other mistakes, and what only mends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operator {
    /// Arithmetic operator replacement.
    Aor,
    /// Associativity shift.
    As,
    /// Change source.
    Cs,
    /// Change target.
    Ct,
    /// Expression negation.
    En,
    /// Logic operator replacement.
    Lor,
    /// Replace entry action.
    Reea,
    /// Replace transition action.
    Reta,
    /// Remove entry action.
    Rmea,
    /// Remove transition action.
    Rmta,
    /// Relational operator replacement.
    Ror,
    /// Set guard false.
    Sgf,
    /// Set guard true.
    Sgt,
    /// Constant replacement.
    Crp,
    /// Initial value replacement.
    Ivr,
    /// Scalar variable replacement.
    Svr,
    /// Missing condition or operand.
    Mco,
    /// Operand exchange.
    Oex,
    /// Remove delay.
    Rmd,
    /// Remove branch.
    Rmb,
    /// Remove transition.
    Rmt,
    /// Change event.
    Ce,
    /// Change connection.
    Cc,
    /// Strengthen condition.
    Sc,
    /// Weaken condition.
    Wc,
    /// Replace condition.
    Rc,
    /// Replace value.
    Rv,
    /// Replace temporal operator.
    Rt,
    /// Add delay.
    Ad,
    /// Add branch.
    Ab,
    /// Add action.
    Aa,
    /// Add transition.
    At,
}

impl Operator {
    /// All that make mistakes.
    pub const ALL: [Operator; 23] = [
        Operator::Aor,
        Operator::As,
        Operator::Cs,
        Operator::Ct,
        Operator::En,
        Operator::Lor,
        Operator::Reea,
        Operator::Reta,
        Operator::Rmea,
        Operator::Rmta,
        Operator::Ror,
        Operator::Sgf,
        Operator::Sgt,
        Operator::Crp,
        Operator::Ivr,
        Operator::Svr,
        Operator::Mco,
        Operator::Oex,
        Operator::Rmd,
        Operator::Rmb,
        Operator::Rmt,
        Operator::Ce,
        Operator::Cc,
    ];

    /// All that one would only use to mend a model.
    pub const MENDING: [Operator; 9] = [
        Operator::Sc,
        Operator::Wc,
        Operator::Rc,
        Operator::Rv,
        Operator::Rt,
        Operator::Ad,
        Operator::Ab,
        Operator::Aa,
        Operator::At,
    ];

    /// Whether it is one of the thirteen of the paper.
    pub fn is_of_table(self) -> bool {
        self <= Operator::Sgt
    }

    /// Whether one would only use it to mend a model: nobody makes such a mistake.
    pub fn is_mending(self) -> bool {
        self >= Operator::Sc
    }

    /// How much it changes: a constant or a comparison is little, something new is much.
    pub fn cost(self) -> u8 {
        match self {
            Operator::Ror | Operator::Crp | Operator::Ivr | Operator::Reea | Operator::Reta => 1,
            Operator::Aor | Operator::As | Operator::Cs | Operator::Ct | Operator::En | Operator::Lor => 2,
            Operator::Svr | Operator::Mco | Operator::Oex | Operator::Rmd | Operator::Ce | Operator::Cc => 2,
            Operator::Ad | Operator::Rv | Operator::Rt => 2,
            Operator::Sgf | Operator::Sgt | Operator::Rmea | Operator::Rmta | Operator::Rmb | Operator::Rmt => 3,
            Operator::Sc | Operator::Wc | Operator::Rc | Operator::Ab | Operator::Aa => 3,
            Operator::At => 4,
        }
    }

    /// Its short name, as the literature writes it.
    pub fn word(self) -> &'static str {
        self.said().0
    }

    /// Its long name.
    pub fn name(self) -> &'static str {
        self.said().1
    }

    /// Description of the operator, in one sentence.
    pub fn explanation(self) -> &'static str {
        self.said().2
    }

    /// The operator with this short name, in upper or lower case, of those that make mistakes.
    pub fn find(word: &str) -> Option<Operator> {
        Operator::ALL.into_iter().find(|o| o.word().eq_ignore_ascii_case(word))
    }

    /// Whether something is missing in its mutants, rather than wrong.
    pub fn is_omission(self) -> bool {
        use Operator::{Mco, Rmb, Rmd, Rmea, Rmt, Rmta, Sgf};
        matches!(self, Rmea | Rmta | Sgf | Mco | Rmd | Rmb | Rmt)
    }

    fn said(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Operator::Aor => {
                ("AOR", "arithmetic operator replacement", "Another arithmetic operator stands between two numbers.")
            }
            Operator::As => {
                ("AS", "associativity shift", "Brackets make two operators be evaluated in the other order.")
            }
            Operator::Cs => ("CS", "change source", "A transition leaves another state."),
            Operator::Ct => ("CT", "change target", "A transition leads to another state."),
            Operator::En => ("EN", "expression negation", "A condition, or a part of one, is negated."),
            Operator::Lor => {
                ("LOR", "logic operator replacement", "Another logic operator stands between two conditions.")
            }
            Operator::Reea => ("REEA", "replace entry action", "Something else is done when a state is entered."),
            Operator::Reta => {
                ("RETA", "replace transition action", "Something else is done when a transition is taken.")
            }
            Operator::Rmea => ("RMEA", "remove entry action", "Something is no longer done when a state is entered."),
            Operator::Rmta => {
                ("RMTA", "remove transition action", "Something is no longer done when a transition is taken.")
            }
            Operator::Ror => {
                ("ROR", "relational operator replacement", "Another comparison stands between two values.")
            }
            Operator::Sgf => ("SGF", "set guard false", "The guard of a transition is false: it is never taken."),
            Operator::Sgt => {
                ("SGT", "set guard true", "The guard of a transition is true: it is taken whenever its turn comes.")
            }
            _ => self.said_of_others(),
        }
    }

    fn said_of_others(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Operator::Crp => ("CRP", "constant replacement", "A constant is one off, or another one of the model."),
            Operator::Ivr => ("IVR", "initial value replacement", "A variable or a machine starts differently."),
            Operator::Svr => ("SVR", "scalar variable replacement", "Another variable of the same kind is used."),
            Operator::Mco => ("MCO", "missing condition or operand", "A part of a condition or of a sum is missing."),
            Operator::Oex => ("OEX", "operand exchange", "Two operands or arguments have changed places."),
            Operator::Rmd => ("RMD", "remove delay", "A value is taken now instead of one step before."),
            Operator::Rmb => ("RMB", "remove branch", "A branch of a choice is missing."),
            Operator::Rmt => ("RMT", "remove transition", "A transition is missing."),
            Operator::Ce => ("CE", "change event", "A transition is triggered by another event."),
            Operator::Cc => ("CC", "change connection", "A port is connected to another one of the same kind."),
            Operator::Sc => ("SC", "strengthen condition", "Something more is asked for."),
            Operator::Wc => ("WC", "weaken condition", "Something else is enough."),
            Operator::Rc => ("RC", "replace condition", "Something else is asked for."),
            Operator::Rv => ("RV", "replace value", "A value is assigned that the variable gets elsewhere."),
            Operator::Rt => ("RT", "replace temporal operator", "Something holds at other times: now, next, always."),
            Operator::Ad => ("AD", "add delay", "A value is taken one step before instead of now."),
            Operator::Ab => ("AB", "add branch", "A choice has one more branch."),
            Operator::Aa => ("AA", "add action", "Something more is done."),
            _ => ("AT", "add transition", "A state has one more transition."),
        }
    }
}
