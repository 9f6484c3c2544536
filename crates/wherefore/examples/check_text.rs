//! Checks a model that is a text, and says of each property whether it holds and which solver re-checked that.
//!
//! `cargo run --example check_text`

use wherefore::{Error, Language, Project, Verdict};

const MODEL: &str = "
MODULE main
VAR
  light : {red, green};
  waiting : boolean;
ASSIGN
  init(light) := red;
  next(light) := case light = red & waiting : green; light = green : red; TRUE : light; esac;
INVARSPEC NAME starts_red := light = red
CTLSPEC NAME can_turn_green := EF light = green
";

#[expect(clippy::print_stdout, clippy::disallowed_macros, reason = "an example shows its result")]
fn main() -> Result<(), Error> {
    let project = Project::from_text("crossing.smv", MODEL, Language::Smv)?;
    for finding in project.check()? {
        let said = match finding.verdict {
            Verdict::Holds { recheck, .. } => format!("holds, re-checked by {:?}", recheck.checker()),
            Verdict::Violated(run) => format!("is violated after {} steps", run.trace.len() - 1),
            Verdict::Vacuous { .. } => "says nothing".to_owned(),
            Verdict::Undetermined(cause) => format!("is undetermined: {cause}"),
        };
        println!("{} {said}", finding.property);
    }
    Ok(())
}
