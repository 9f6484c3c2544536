//! Which version of XState a file is of, by its form. Version 6 writes functions as objects with `@code`, and says in its own words
//! what is done; a machine without any function is of version 6 if it says `@exprLang`.

use wherefore_syntax::json::{Json, JsonKind};

/// Whether a machine is of version 6.
pub(super) fn is_six(root: &Json) -> bool {
    root.get("@exprLang").is_some() || has_form(root)
}

/// Whether some value has a form that only version 6 writes.
fn has_form(value: &Json) -> bool {
    match &value.kind {
        JsonKind::Array(items) => items.iter().any(has_form),
        JsonKind::Object(members) => {
            let says = |key: &str| value.get(key).and_then(Json::str);
            let own = says("type").is_some_and(|word| word.starts_with("@xstate."));
            let chooses = value.get("choice").is_some() && says("type") == Some("choice");
            own || chooses
                || says("@code").is_some()
                || says("@expr").is_some()
                || members.iter().filter(|m| m.key.value != "meta").any(|m| has_form(&m.value))
        }
        _ => false,
    }
}
