//! Where transitions lead.
//!
//! ```text
//! "key"          a sibling of the state that the transition is written in
//! ".key"         a state inside it
//! "#id"          the state with that id
//! "... .key"     and so on, inward; a backslash takes the meaning from a dot
//! ```

use super::{Reader, codes};
use wherefore_diag::{Diagnostic, Span};
use wherefore_scxml::chart::{StateId, StateKind};
use wherefore_syntax::json::Json;
use wherefore_syntax::{Checked, Reported, nearest};

impl<'j> Reader<'j> {
    /// The states that a target names; none if there is no target.
    pub(super) fn targets(&mut self, source: StateId, target: Option<&'j Json>) -> Checked<Vec<StateId>> {
        let mut found = Vec::new();
        for one in super::present(target).map(Json::list).unwrap_or_default() {
            let Some(text) = one.text() else {
                return Err(self.error(codes::STRUCTURE, one.span, "a target is a text", "not a text"));
            };
            found.push(self.target(source, &text.value, text.whole())?);
        }
        if let Some(target) = target {
            self.check_targets(&found, target.span);
        }
        Ok(found)
    }

    pub(super) fn target(&mut self, source: StateId, name: &str, span: Span) -> Checked<StateId> {
        if name.starts_with('#') {
            return self.find_below(source, name, span);
        }
        if let Some(inner) = name.strip_prefix('.') {
            return self.find_below(source, inner, span);
        }
        match self.chart.state(source).parent.filter(|p| *p != StateId::ROOT) {
            Some(parent) => self.find_below(parent, name, span),
            None => {
                let diagnostic = Diagnostic::at(
                    codes::UNKNOWN_TARGET,
                    span,
                    format!("the machine itself has no sibling `{name}`"),
                    "not a state",
                );
                Err(self.report.push(diagnostic.help(format!("did you mean `.{name}`?"))))
            }
        }
    }

    /// The state at the end of a path that begins inside a state or with an id.
    pub(super) fn find_below(&mut self, state: StateId, path: &str, span: Span) -> Checked<StateId> {
        let keys = keys(path);
        let mut keys = keys.iter().map(String::as_str);
        let mut at = state;
        if path.starts_with('#') {
            let id = keys.next().unwrap_or("").trim_start_matches('#').to_owned();
            // An id may itself contain dots, and is then written whole.
            let whole = path.trim_start_matches('#');
            if let Some(found) = self.ids.get(whole) {
                return Ok(*found);
            }
            match self.ids.get(&id) {
                Some(found) => at = *found,
                None => return Err(self.no_id(span, &id)),
            }
        }
        for key in keys.filter(|k| !k.is_empty()) {
            match self.child(at, key) {
                Some(child) => at = child,
                None => {
                    self.no_state(span, key, at);
                    return Err(Reported);
                }
            }
        }
        Ok(at)
    }

    /// The state with a key right inside a state.
    pub(super) fn child(&self, state: StateId, key: &str) -> Option<StateId> {
        let s = self.chart.state(state);
        s.children.iter().chain(&s.histories).copied().find(|c| self.keys.get(c.0 as usize).is_some_and(|k| k == key))
    }

    fn no_id(&mut self, span: Span, id: &str) -> Reported {
        let diagnostic =
            Diagnostic::at(codes::UNKNOWN_TARGET, span, format!("no state has the id `{id}`"), "not a state");
        let near = nearest(id, self.ids.keys().map(String::as_str)).map(str::to_owned);
        self.report.push(match near {
            Some(near) => diagnostic.help(format!("did you mean `#{near}`?")),
            None => diagnostic,
        })
    }

    pub(super) fn no_state(&mut self, span: Span, key: &str, inside: StateId) {
        let name = self.chart.state(inside).id.clone();
        let diagnostic =
            Diagnostic::at(codes::UNKNOWN_TARGET, span, format!("`{name}` has no state `{key}`"), "not a state");
        let s = self.chart.state(inside);
        let keys = s.children.iter().chain(&s.histories).filter_map(|c| self.keys.get(c.0 as usize));
        let near = nearest(key, keys.map(String::as_str)).map(str::to_owned);
        self.report.push(match near {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic,
        });
    }

    /// Whether targets can be active together.
    pub(super) fn check_targets(&mut self, targets: &[StateId], span: Span) {
        for (place, a) in targets.iter().enumerate() {
            for b in targets.iter().skip(place + 1) {
                let common = self.chart.ancestors(*a).find(|s| self.chart.is_inside(*b, *s));
                let nested = self.chart.is_inside(*a, *b) || self.chart.is_inside(*b, *a) || a == b;
                let together = common.is_some_and(|s| self.chart.state(s).kind == StateKind::Parallel);
                if nested || !together {
                    let (a, b) = (self.chart.state(*a).id.clone(), self.chart.state(*b).id.clone());
                    self.error(
                        codes::TARGET_CLASH,
                        span,
                        format!("`{a}` and `{b}` cannot be entered together"),
                        "both are targets",
                    );
                }
            }
        }
    }
}

/// The keys of a path.
fn keys(path: &str) -> Vec<String> {
    let mut keys = vec![String::new()];
    let mut chars = path.chars();
    while let Some(c) = chars.next() {
        let next = match c {
            '\\' => chars.next(),
            '.' => {
                keys.push(String::new());
                None
            }
            other => Some(other),
        };
        if let (Some(key), Some(c)) = (keys.last_mut(), next) {
            key.push(c);
        }
    }
    keys
}
