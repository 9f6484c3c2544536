//! Edits: those that mend a model, and those that its properties do not notice.

use super::super::answer::{Answer, quoted_to, word};
use super::super::run::{field, list, text};
use super::place;
use serde_json::Value;

/// Fixes and mutants that are listed.
const MOST_FIXES: usize = 4;
const MOST_MUTANTS: usize = 10;

/// Says which fixes there are, and shows one.
pub fn fixes(answer: &mut Answer, document: &Value, number: usize) {
    let ranked = list(field(document, "fixes"), "ranked");
    for (index, fix) in ranked.iter().take(MOST_FIXES).enumerate() {
        let edits: Vec<String> = list(fix, "edits").iter().take(4).map(|e| quoted_to(text(e, "what"), 80)).collect();
        let assumes = field(fix, "assumes");
        let kind = if assumes.is_null() { "" } else { "assume of the inputs " };
        answer.say(format!("fix {}: {kind}{}", index + 1, edits.join(" and ")));
    }
    if ranked.len() > MOST_FIXES {
        answer.say(format!("and {} more: ask with `number`", ranked.len() - MOST_FIXES));
    }
    if let Some(fix) = ranked.get(number - 1) {
        answer.say(format!("patch of fix {number}, proved on the changed text, NOT written:"));
        answer.show(text(fix, "patch"));
        answer.say("next: make the edit, then `since` with an earlier result of `why`");
    }
}

/// Says which mutants survive.
pub fn mutants(answer: &mut Answer, document: &Value) {
    let status = |m: &&Value| text(field(m, "check"), "status") == "survived";
    let survivors: Vec<&Value> = list(document, "mutants").iter().filter(status).collect();
    for mutant in survivors.iter().take(MOST_MUTANTS) {
        let comparison = text(field(field(mutant, "check"), "comparison"), "answer");
        let different = match comparison {
            "" => String::new(),
            answer => format!(" ({})", word(answer)),
        };
        answer.say(format!(
            "survives{}: {}{different}",
            place(field(mutant, "place")),
            quoted_to(text(mutant, "what"), 90)
        ));
    }
    if survivors.len() > MOST_MUTANTS {
        answer.say(format!("and {} more survive", survivors.len() - MOST_MUTANTS));
    }
    if !survivors.is_empty() {
        answer.say("next: a property that fails on such a mutant says what the properties leave open");
    }
}
