//! Where a statechart can be mutated.
//!
//! The chart says what there is: guards, targets, assigned values and their types. The document says where it is written: an
//! element from its start tag to its end tag, an attribute, a piece of script. The two meet in their places. Edits are made in
//! the text as it is escaped, so `&lt;` becomes `&gt;=` in an attribute and `<` becomes `>=` between `<![CDATA[` and `]]>`.
//!
//! ```text
//! CS    <transition .../> is cut out of its state and put in before the end tag of another
//! SGF   a transition without `cond` gets cond="false"
//! RMEA  an `<onentry>` with one instruction goes as a whole, of others only the instruction
//! ```

mod action;
mod document;
mod script;

use self::document::{Document, escaped};
use crate::{Edit, Finder, MOST_CHOICES, Mutant, Mutants, Operator, Options, Site, Tree, Use, of_model};
use script::Script;
use wherefore_diag::{Diagnostics, FileId, Span};
use wherefore_lang::scxml::chart::{Chart, Expr, State, StateId, StateKind, Transition, TransitionId};
use wherefore_lang::scxml::{self, Source, Types, infer, load, parse};

/// All mutants of a statechart; its errors if it cannot be read.
pub fn mutants(file: FileId, text: &str, options: &Options) -> Result<Mutants, Diagnostics> {
    of_model(text, options, |text| load(file, text), || candidates(file, text))
}

/// The mutants of a text, not all of which can be read.
pub(crate) fn candidates(file: FileId, text: &str) -> Vec<Mutant> {
    let source = Source { file, text };
    let tree = scxml::document(source);
    let (Some(chart), _) = parse(file, text) else { return Vec::new() };
    let (Some(types), _) = infer(&chart) else { return Vec::new() };
    let Some(tree) = tree else { return Vec::new() };
    let document = Document::new(source, &tree);
    let mut search = ChartSites { chart: &chart, types: &types, document, finder: Finder::new(text) };
    chart.data.iter().filter(|d| !d.input).for_each(|data| {
        let site = Site { words: format!("the first value of `{}`", data.name), element: Some(data.name.clone()) };
        data.init.iter().for_each(|init| drop(search.expression(init, Use::Enclosed, &site)));
    });
    chart.state_ids().for_each(|id| search.state(id));
    (0..chart.transitions.len() as u32).for_each(|id| search.content(TransitionId(id)));
    chart.leaving().for_each(|id| search.transition(id));
    search.finder.found
}

/// Goes through a chart.
struct ChartSites<'a, 'd, 't> {
    chart: &'a Chart,
    types: &'a Types,
    document: Document<'d, 't>,
    finder: Finder<'t>,
}

impl ChartSites<'_, '_, '_> {
    /// Adds what can be changed in an expression alone; gives the expression if it is written as one.
    fn expression(&mut self, expr: &Expr, used: Use, site: &Site) -> Option<(Script, Tree)> {
        let script = self.document.script(expr.span)?;
        let tree = Tree::new(&script, &script.tokens, expr, used);
        self.finder.expression(&script, &script.tokens, &tree, site);
        Some((script, tree))
    }

    /// A transition by the name that it has everywhere: its own, or its ends, its event and its line.
    fn site(&self, id: TransitionId) -> Site {
        let transition = self.chart.transition(id);
        let name = transition.name.clone().unwrap_or_else(|| self.title(transition));
        Site { words: format!("the transition `{name}`"), element: Some(name) }
    }

    fn title(&self, transition: &Transition) -> String {
        let mut words = self.chart.state(transition.source).id.clone();
        let targets: Vec<&str> = transition.targets.iter().map(|t| self.chart.state(*t).id.as_str()).collect();
        if !targets.is_empty() {
            words += &format!(" -> {}", targets.join(" "));
        }
        let name = |prefix: &str| if prefix.is_empty() { "*".to_owned() } else { prefix.to_owned() };
        let events: Vec<String> = transition.events.iter().map(|d| name(&d.prefix)).collect();
        if !events.is_empty() {
            words += &format!(" on {}", events.join(" "));
        }
        let before = self.finder.text.get(..transition.span.start as usize).unwrap_or_default();
        format!("{words} (line {})", before.matches('\n').count() + 1)
    }

    /// Guard, source and target of a transition that leaves a state.
    fn transition(&mut self, id: TransitionId) {
        let (site, transition) = (self.site(id), self.chart.transition(id));
        let guard = Site { words: format!("the guard of `{}`", site.element.as_deref().unwrap_or("")), ..site.clone() };
        match &transition.cond {
            Some(cond) => {
                if let Some((script, tree)) = self.expression(cond, Use::Condition, &guard)
                    && let Some(root) = tree.root()
                {
                    self.finder.guard(&script, root, true, &site);
                }
            }
            None => self.never(transition, &site),
        }
        self.source(transition, &site);
        self.target(transition, &site);
    }

    /// A transition without a guard gets one that is false.
    fn never(&mut self, transition: &Transition, site: &Site) {
        let Some(name) = self.document.tag_name(transition.span) else { return };
        let edit = Edit { span: Span::new(name.file, name.end, name.end), text: " cond=\"false\"".to_owned() };
        let what = format!("a guard that is `false` is put on {}", site.words);
        self.finder.add(Operator::Sgf, vec![edit], transition.span, what, site);
    }

    /// Moves a transition to other states.
    fn source(&mut self, transition: &Transition, site: &Site) {
        let Some(cut) = self.document.element(transition.span) else { return };
        let element = self.finder.slice(cut);
        let can_leave = |s: &State| matches!(s.kind, StateKind::Atomic | StateKind::Compound | StateKind::Parallel);
        for other in self.near(transition.source, can_leave) {
            let state = self.chart.state(other);
            let Some(put) = self.document.put_in(state.span, element) else { continue };
            // No state is inside a transition, so the two edits are apart.
            let edits = vec![Edit { span: cut, text: String::new() }, put];
            let what =
                format!("{} leaves `{}` instead of `{}`", site.words, state.id, self.chart.state(transition.source).id);
            self.finder.add(Operator::Cs, edits, transition.span, what, site);
        }
    }

    /// Makes a transition lead to other states.
    fn target(&mut self, transition: &Transition, site: &Site) {
        let words = self.document.words(transition.span, "target");
        for (target, span) in transition.targets.iter().zip(words) {
            let is_target = |s: &State| !matches!(s.kind, StateKind::Root) && s.named;
            for other in self.near(*target, is_target) {
                let (old, new) = (&self.chart.state(*target).id, &self.chart.state(other).id);
                let what = format!("{} leads to `{new}` instead of `{old}`", site.words);
                self.finder.replace(Operator::Ct, span, escaped(new), what, site);
            }
        }
    }

    /// States that one could take for this one: those beside it, from the next one on, and then those without states inside.
    fn near(&self, state: StateId, is_fit: impl Fn(&State) -> bool) -> Vec<StateId> {
        let beside = self.chart.state(state).parent.map(|p| self.chart.state(p).children.clone()).unwrap_or_default();
        let at = beside.iter().position(|s| *s == state).unwrap_or(0);
        let (before, behind) = beside.split_at(at);
        let mut found: Vec<StateId> = behind.iter().chain(before).copied().collect();
        let simple = |s: &StateId| matches!(self.chart.state(*s).kind, StateKind::Atomic | StateKind::Final);
        let rest: Vec<StateId> = self.chart.state_ids().filter(|s| simple(s) && !found.contains(s)).collect();
        found.extend(rest);
        found.retain(|s| *s != state && is_fit(self.chart.state(*s)));
        found.truncate(MOST_CHOICES);
        found
    }
}
