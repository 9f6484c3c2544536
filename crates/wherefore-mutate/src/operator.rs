//! The thirteen mutation operators, with their names and what they do.

/// A kind of mistake, in the order of the paper's Table 2.
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
}

impl Operator {
    /// All of them.
    pub const ALL: [Operator; 13] = [
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
    ];

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

    /// The operator with this short name, in upper or lower case.
    pub fn find(word: &str) -> Option<Operator> {
        Operator::ALL.into_iter().find(|o| o.word().eq_ignore_ascii_case(word))
    }

    /// Whether something is missing in its mutants, rather than wrong.
    pub fn is_omission(self) -> bool {
        matches!(self, Operator::Rmea | Operator::Rmta | Operator::Sgf)
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
        }
    }
}
