//! Key events, in words that make sense after the name of what they happened to.

use wherefore_explain::Consequence;
use wherefore_explain::result::event::{EdgeFound, Happening, Leveled, Limit};

/// A key event: "becomes TRUE", "falling edge of active".
pub fn happening(what: &Happening) -> String {
    match what {
        Happening::Due => "becomes due".to_owned(),
        Happening::Fails => "fails".to_owned(),
        Happening::Taken => "is taken".to_owned(),
        Happening::Is(value) => format!("is {value}"),
        Happening::Stays(value) => format!("stays {value}"),
        Happening::Becomes(value) => format!("becomes {value}"),
        Happening::Within { value, bounds } => {
            format!("is {value}: {}", bounds.iter().map(limit).collect::<Vec<_>>().join(" and "))
        }
        Happening::Decides(consequence) => decides(*consequence).to_owned(),
        Happening::BreaksProperty => "breaks the property".to_owned(),
        Happening::Deadlock => "no action is possible any more".to_owned(),
        Happening::LoopBegins => "from here on it goes round for ever".to_owned(),
        Happening::Differs { reference, implementation } => {
            format!("is {reference} in the reference and {implementation} in the implementation")
        }
        what => in_program(what),
    }
}

fn limit(limit: &Limit) -> String {
    match limit {
        Limit::AtLeast(value) => format!("at least {value}"),
        Limit::AtMost(value) => format!("at most {value}"),
    }
}

/// Effect of an option.
fn decides(consequence: Consequence) -> &'static str {
    match consequence {
        Consequence::Avoided => "avoids the failure",
        Consequence::Open => "leaves open whether it fails",
        Consequence::InevitableIfFair => "seals the failure of every fair run",
        Consequence::Inevitable => "seals the failure",
        Consequence::Sealed => "leads to where no later choice rules the failure out",
        Consequence::Unknown => "may decide about the failure",
    }
}

/// Event at a block of a program.
fn in_program(what: &Happening) -> String {
    match what {
        Happening::Input(value) => format!("input: {value}"),
        Happening::Initial(value) => format!("initial value {value}"),
        Happening::Unfixed(value) => format!("initial value {value}, which nothing fixes"),
        Happening::Constant(value) => format!("constant: {value}"),
        Happening::Switched { input, value } => {
            format!("condition {}, so its {} input: {value}", u8::from(*input == 0), ordinal(*input))
        }
        Happening::Output { node, port } => format!("{node} output on port {port}"),
        Happening::ImplicationFails { left, right } => {
            let (left, right) = (left.as_deref(), right.as_deref());
            format!("{} is 0 while {} is 1", right.unwrap_or("the right side"), left.unwrap_or("the left side"))
        }
        Happening::InThisWay(words) => words.clone(),
        Happening::LatchedSince { on, tick } => {
            let (begun, ended) = if *on { ("set", "reset") } else { ("reset", "set") };
            format!("{begun} at tick {} and not {ended} since", tick + 1)
        }
        Happening::LatchedInitially { on } => {
            format!("initial value {} and never {}", u8::from(*on), if *on { "reset" } else { "set" })
        }
        Happening::Edge { stream, rising, found } => edge(stream, *rising, *found),
        what => counted(what),
    }
}

fn edge(name: &str, rising: bool, found: EdgeFound) -> String {
    let kind = if rising { "rising" } else { "falling" };
    match found {
        EdgeFound::Here => format!("{kind} edge of {name}"),
        EdgeFound::AtFirst => format!("{kind} edge of {name} at the first tick"),
        EdgeFound::NotNow(value) => format!("no {kind} edge of {name}, which is {}", u8::from(value)),
        EdgeFound::NotBefore(value) => format!("no {kind} edge of {name}, which was {} before", u8::from(value)),
        EdgeFound::NotAtFirst => format!("no {kind} edge of {name} at the first tick"),
    }
}

/// Event of confirmators and counters.
fn counted(what: &Happening) -> String {
    match what {
        Happening::Lasted { stream, ticks: n } => format!("{} for {}", level(stream), ticks(*n)),
        Happening::Interrupted { stream, tick } => format!("{} at tick {}", level(stream), tick + 1),
        Happening::TooShort { stream, ticks: n } => format!("{stream} cannot have lasted {} yet", ticks(*n)),
        Happening::Counted { stream, ticks: n, since } => {
            format!("{} at {} since tick {}", level(stream), ticks(*n), since + 1)
        }
        Happening::Reset { stream, ticks: n, tick } => {
            format!("reset at tick {} and {stream} at fewer than {} since", tick + 1, ticks(*n))
        }
        Happening::CountedFewer { stream, ticks: n } => {
            format!("{} at fewer than {} in all", level(stream), ticks(*n))
        }
        Happening::FewerTicks(n) => format!("there were fewer than {} yet", ticks(*n)),
        _ => "something that has no words".to_owned(),
    }
}

fn level(stream: &Leveled) -> String {
    format!("{} is {}", stream.name, u8::from(stream.on))
}

fn ticks(count: u64) -> String {
    if count == 1 { "1 tick".to_owned() } else { format!("{count} ticks") }
}

fn ordinal(place: usize) -> String {
    const WORDS: [&str; 9] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];
    WORDS.get(place).map_or_else(|| format!("{}th", place + 1), |w| (*w).to_owned())
}
