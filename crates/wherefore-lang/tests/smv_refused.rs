//! Constructs of NuSMV 2.6 and nuXmv 2.0 that are known and not read: each is refused with its name, at its place, and with what to do.

use wherefore_diag::FileId;
use wherefore_lang::smv;

/// A model, the place of the refusal in it, and its headline.
const REFUSED: &[(&str, &str, &str)] = &[
    ("VAR a : array integer of boolean;", "integer", "an array indexed by all integers is not supported"),
    ("VAR a : array signed word[2] of boolean;", "signed", "an array indexed by signed words is not supported"),
    ("VAR a : array word[9] of boolean;", "array word[9] of boolean", "an array indexed by words of more than 8 bits"),
    ("VAR x : integer; INVARSPEC typeof(x) = x", "typeof", "the function `typeof` is not supported"),
    ("FUN f : integer -> integer;", "FUN", "FUN (uninterpreted functions) is not supported"),
    ("VAR c : clock;", "clock", "the type `clock` is not supported"),
    ("VAR c : noncontinuous real;", "noncontinuous", "`noncontinuous` is not supported"),
    ("VAR x : boolean; URGENT x;", "URGENT", "URGENT of timed nuXmv is not supported"),
    ("VAR x : boolean; LTLSPEC G (x -> time_until(x) < 3)", "time_until", "the function `time_until` is not supported"),
    ("VAR x : real; INVARSPEC time < 3", "time", "`time` is not supported"),
    ("VAR x : real; INVARSPEC x < pi", "pi", "`pi` is not supported"),
    ("VAR x : real; INVARSPEC x ^ 2 >= 0", "^", "a power is not supported"),
    ("VAR x : real; INVARSPEC exp(x) > 0", "exp", "the function `exp` is not supported"),
    ("VAR x : real; INVARSPEC atan(x) > 0", "atan", "the function `atan` is not supported"),
    ("VAR x : 0..3; CONSTRAINT x < 3", "CONSTRAINT", "the section CONSTRAINT is not supported"),
    ("VAR x : 0..3; PRED x < 3", "PRED", "PRED is not supported"),
    ("VAR x : 0..3; MIRROR x", "MIRROR", "MIRROR is not supported"),
    ("VAR x : 0..3; PREDICATES x < 3", "PREDICATES", "a list of predicates is not supported"),
    (
        "VAR x : 0..3; PARSYNTH NAME p := { x | VALID INVARSPEC x < 2 };",
        "PARSYNTH",
        "the synthesis of parameters (PARSYNTH) is not supported",
    ),
    ("GAME", "GAME", "a game between two players is not supported"),
    ("VAR x : 0..3; REACHTARGET PLAYER_1 x = 1", "REACHTARGET", "a goal of a game is not supported"),
    ("VAR x : 0..3; LTLWFF x = 1", "LTLWFF", "a formula of the command line is not supported"),
    (
        "VAR y : {TRUE, FALSE, unknown};",
        "{TRUE, FALSE, unknown}",
        "an enumeration with TRUE or FALSE among other values is not supported",
    ),
    ("VAR x : 0..3; INVARSPEC \"x\" > 0", "\"", "a name between quotes is not supported"),
];

#[test]
fn what_is_not_read_is_refused_by_name_at_its_place() {
    let mut wrong = Vec::new();
    for (text, place, headline) in REFUSED {
        let text = format!("MODULE main {text}\n");
        let loaded = smv::load(FileId(0), &text);
        let Some(first) = loaded.diagnostics.iter().next() else {
            wrong.push(format!("{text}: nothing is said"));
            continue;
        };
        let at = first.span().map_or("", |s| &text[s.start as usize..s.end as usize]);
        let is_helpful = !first.help.is_empty();
        if loaded.system.is_some() || first.headline != *headline || at != *place || !is_helpful {
            wrong.push(format!("{text}: {:?} at {at:?}, help {:?}", first.headline, first.help));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_timed_is_refused_before_anything_else() {
    for (text, headline) in [
        ("@TIME_DOMAIN continuous\nMODULE main\n", "the annotation `@TIME_DOMAIN` is not supported"),
        ("MODULE main VAR x : boolean; LTLSPEC G (x -> @F~ x)\n", "the operator `@F~` of timed nuXmv is not supported"),
    ] {
        let loaded = smv::load(FileId(0), text);
        let first: Vec<&str> = loaded.diagnostics.iter().map(|d| d.headline.as_str()).take(1).collect();
        assert_eq!((first, loaded.system.is_some()), (vec![headline], false), "{text}");
    }
}
