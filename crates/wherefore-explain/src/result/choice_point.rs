//! Choices on a run that decide whether it fails.

/// A place on a run where the failure could have been avoided, or was sealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoicePoint {
    /// The tick of the run at which the choice is made.
    pub tick: usize,
    /// Which kind of place it is, in the lens's own word.
    pub kind: &'static str,
    /// Options there.
    pub alternatives: Vec<Alternative>,
    /// Actions that both avoid the failure and seal it: not the action decides, but where it happens to lead.
    pub unobservable: Vec<String>,
}

/// Something that can be done at a choice_point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// Action, in the model's own words.
    pub action: String,
    /// Where it leads, each in the model's own words, in order.
    pub leads: Vec<String>,
    /// Effect on the failure.
    pub consequence: Consequence,
    /// Whether the run does it.
    pub taken: bool,
}

/// Effect of a choice on the failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Consequence {
    /// The failure can no longer happen.
    Avoided,
    /// The failure can still happen and still be avoided.
    Open,
    /// The failure happens unless the run goes round in a loop for ever: in every fair run.
    InevitableIfFair,
    /// The failure happens in any case.
    Inevitable,
    /// No later choice rules it out. For properties of liveness: a run can still be good.
    Sealed,
    /// Not known: it was too much work to find out.
    Unknown,
}

impl Consequence {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Consequence::Avoided => "avoided",
            Consequence::Open => "open",
            Consequence::InevitableIfFair => "inevitable-if-fair",
            Consequence::Inevitable => "inevitable",
            Consequence::Sealed => "sealed",
            Consequence::Unknown => "unknown",
        }
    }
}
