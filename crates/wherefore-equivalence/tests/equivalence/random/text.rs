//! Tables as models: SMV with one variable for the state, and statecharts.
//!
//! In a chart `m` is set on entry and `y` by transitions. The case that no transition has its guard satisfied never
//! happens here, since the last rule has none. Chains lead through states that the chart leaves by itself, where outputs
//! have values that are not seen.

use super::table::{Guard, Input, Relation, State, Table};
use wherefore_equivalence::Interface;
use wherefore_ir::Value;

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// IVAR inputs; what is not taken is excluded by TRANS.
    Smv,
    /// Inputs are variables that nothing determines; what is not taken is excluded by INVAR.
    SmvVar,
    /// States have names, and numbers are reals.
    SmvReal,
    Chart,
    /// A chart that reacts in several steps.
    Chain,
}

impl Form {
    pub fn is_chart(self) -> bool {
        matches!(self, Form::Chart | Form::Chain)
    }

    pub fn text(self, table: &Table) -> String {
        if self.is_chart() { chart(table, self == Form::Chain) } else { smv(table, self) }
    }
}

fn relation(relation: Relation, equal: &'static str) -> &'static str {
    match relation {
        Relation::Below => "<",
        Relation::AtMost => "<=",
        Relation::Equal => equal,
        Relation::Other => "!=",
        Relation::AtLeast => ">=",
        Relation::Above => ">",
    }
}

/// A guard with these words for equality, conjunction and disjunction.
fn guard(guard: &Guard, words: [&'static str; 3], yes: &str) -> String {
    let both = |a: &Guard, b: &Guard, word: &str| {
        format!("({} {word} {})", self::guard(a, words, yes), self::guard(b, words, yes))
    };
    match guard {
        Guard::Always => yes.to_owned(),
        Guard::Flag(true) => "b".to_owned(),
        Guard::Flag(false) => "!b".to_owned(),
        Guard::Compare(r, limit) => format!("x {} {limit}", relation(*r, words[0])),
        Guard::Both(a, b) => both(a, b, words[1]),
        Guard::Either(a, b) => both(a, b, words[2]),
    }
}

fn smv_guard(g: &Guard) -> String {
    guard(g, ["=", "&", "|"], "TRUE")
}

fn set(form: Form, states: &[usize]) -> String {
    let names: Vec<String> = states.iter().map(|s| name(form, *s)).collect();
    if names.len() == 1 { names.concat() } else { format!("{{{}}}", names.join(", ")) }
}

fn name(form: Form, state: usize) -> String {
    if form == Form::SmvReal { format!("q{state}") } else { state.to_string() }
}

fn smv(table: &Table, form: Form) -> String {
    let kind = if form == Form::SmvVar { "VAR" } else { "IVAR" };
    let domain = if form == Form::SmvReal { "real".to_owned() } else { format!("0..{}", table.top) };
    let mut text = format!("MODULE main\n{kind} x : {domain};\n");
    if table.has_flag {
        text += &format!("{kind} b : boolean;\n");
    }
    let all: Vec<usize> = (0..table.states.len()).collect();
    let domain = match form {
        Form::SmvReal => format!("{{{}}}", all.iter().map(|s| name(form, *s)).collect::<Vec<_>>().join(", ")),
        _ => format!("0..{}", all.len() - 1),
    };
    text += &format!("VAR s : {domain};\n");
    let rules = |value: &dyn Fn(&State, usize) -> String| {
        let mut branches = String::new();
        for (place, state) in table.states.iter().enumerate() {
            for (r, rule) in state.rules.iter().enumerate() {
                let own = name(form, place);
                branches += &format!("  s = {own} & {} : {};\n", smv_guard(&rule.guard), value(state, r));
            }
        }
        branches
    };
    if table.has_m {
        let shown = |(i, s): (usize, &State)| format!(" s = {} : {};", name(form, i), s.shown);
        let shown: String = table.states.iter().enumerate().map(shown).collect();
        text += &format!("DEFINE m := case{shown} TRUE : 0; esac;\n");
    }
    if table.has_y {
        // The last branch is never taken. It makes `y` an output that reads inputs even if no rule has a guard.
        let shown = rules(&|s, r| s.rules[r].shown.to_string());
        text += &format!("DEFINE y := case\n{shown}  x > 1 : 1; TRUE : 0; esac;\n");
    }
    text += &format!("ASSIGN init(s) := {};\n", set(form, &table.first));
    text += &format!(" next(s) := case\n{}  TRUE : s; esac;\n", rules(&|s, r| set(form, &s.rules[r].targets)));
    let excluded = if form == Form::SmvVar { "INVAR" } else { "TRANS" };
    for (place, state) in table.states.iter().enumerate() {
        if let Some(refused) = &state.refused {
            text += &format!("{excluded} !(s = {} & {})\n", name(form, place), smv_guard(refused));
        }
    }
    text
}

fn chart(table: &Table, is_chain: bool) -> String {
    let mut text = format!(
        "<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" xmlns:wf=\"urn:wherefore:scxml:1\" version=\"1.0\" \
         datamodel=\"ecmascript\" initial=\"q{}\">\n<wf:event name=\"go\"/>\n<datamodel>\n\
         <data id=\"x\" wf:range=\"0..{}\" wf:input=\"true\"/>\n",
        table.first[0], table.top
    );
    if table.has_flag {
        text += "<data id=\"b\" wf:type=\"bool\" wf:input=\"true\"/>\n";
    }
    if table.states.iter().any(|s| s.rules.iter().any(|r| r.targets.len() > 1)) {
        text += "<data id=\"c\" wf:range=\"0..2\" wf:choice=\"true\"/>\n";
    }
    for (_, name) in [(table.has_m, "m"), (table.has_y, "y")].iter().filter(|(has, _)| *has) {
        text += &format!("<data id=\"{name}\" expr=\"0\" wf:range=\"0..3\" wf:output=\"true\"/>\n");
    }
    text += "</datamodel>\n";
    for (place, state) in table.states.iter().enumerate() {
        text += &format!("<state id=\"q{place}\">\n{}", entry(table, state.shown));
        if is_chain && place % 2 == 0 {
            text += &format!("<transition event=\"go\" target=\"between{place}\"/>\n</state>\n");
            text += &format!("<state id=\"between{place}\">\n{}", entry(table, 3));
            text += &rules(table, state, "");
        } else {
            text += &rules(table, state, "event=\"go\" ");
        }
        text += "</state>\n";
    }
    text + "</scxml>\n"
}

fn entry(table: &Table, shown: i64) -> String {
    if !table.has_m {
        return String::new();
    }
    format!("<onentry><assign location=\"m\" expr=\"{shown}\"/></onentry>\n")
}

/// The transitions of a state. The machine chooses one of several targets.
fn rules(table: &Table, state: &State, event: &str) -> String {
    let mut text = String::new();
    for rule in &state.rules {
        let condition = guard(&rule.guard, ["==", "&&", "||"], "true");
        for (place, target) in rule.targets.iter().enumerate() {
            let is_last = place + 1 == rule.targets.len();
            let condition = if is_last { condition.clone() } else { format!("{condition} && c == {place}") };
            let condition = condition.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
            let action =
                if table.has_y { format!("<assign location=\"y\" expr=\"{}\"/>", rule.shown) } else { String::new() };
            text += &format!("<transition {event}cond=\"{condition}\" target=\"q{target}\">{action}</transition>\n");
        }
    }
    text
}

/// The inputs that are meant by values in the order of an interface.
pub fn from_values(interface: &Interface, values: &[Value]) -> Input {
    let mut input = Input { x: 0.0, b: false };
    for (port, value) in interface.inputs.iter().zip(values) {
        match (port.reference.as_str(), value) {
            ("x", Value::Int(n)) => input.x = number(&n.to_string()),
            ("x", Value::Real(n)) => input.x = number(&n.numer().to_string()) / number(&n.denom().to_string()),
            ("b", Value::Bool(truth)) => input.b = *truth,
            other => panic!("not an input of tables: {other:?}"),
        }
    }
    input
}

/// Input from values as text.
pub fn from_text(interface: &Interface, texts: &[String]) -> Input {
    let mut input = Input { x: 0.0, b: false };
    for (port, text) in interface.inputs.iter().zip(texts) {
        match (port.reference.as_str(), text.to_lowercase().split_once('/')) {
            ("b", _) => input.b = text.eq_ignore_ascii_case("true"),
            (_, Some((above, below))) => input.x = number(above) / number(below),
            (_, None) => input.x = number(text),
        }
    }
    input
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|e| panic!("`{text}`: {e}"))
}
