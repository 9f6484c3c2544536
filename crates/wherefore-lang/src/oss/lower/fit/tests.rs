//! No connection that is accepted rules out a value of its source: tried for random sources in every state.

use crate::oss::{Loaded, NotIncluded, load};
use wherefore_diag::SourceMap;
use wherefore_ir::refinement::Refinement;
use wherefore_ir::{Sort, Value};
use wherefore_trace::Evaluator;

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        wherefore_test::below(&mut self.0, limit)
    }

    fn pick(&mut self, list: &[&str]) -> String {
        list.get(self.below(list.len())).copied().unwrap_or_default().to_owned()
    }

    fn condition(&mut self, depth: usize) -> String {
        let simple = [
            "x < 2",
            "x >= 1",
            "x != 0",
            "x = 3",
            "s = 3",
            "e = p",
            "e != q",
            "e in {p, q}",
            "e in {q, r}",
            "x in {0, 2}",
        ];
        match self.below(if depth == 0 { 3 } else { 6 }) {
            0..3 => self.pick(&simple),
            3 => format!("(not ({}))", self.condition(depth - 1)),
            4 => format!("({} and {})", self.condition(depth - 1), self.condition(depth - 1)),
            _ => format!("({} or {})", self.condition(depth - 1), self.condition(depth - 1)),
        }
    }

    /// A source with numbers, or with names.
    fn source(&mut self, numbers: bool, depth: usize) -> String {
        if depth > 0 && self.below(4) > 0 {
            let (a, b) = (self.source(numbers, depth - 1), self.source(numbers, depth - 1));
            return format!("({} ? {a} : {b})", self.condition(2));
        }
        match numbers {
            true => self.pick(&["x", "s", "0", "2", "3", "x + 1", "x - 1", "x / 2", "x mod 2", "s - x", "4 - s"]),
            false => self.pick(&["e", "e", "e", "p", "q", "r", "u"]),
        }
    }
}

fn specification(target: &str, source: &str) -> Loaded {
    let text = format!(
        "COMPONENT whole INTERFACE INPUT PORT x: 0..3; INPUT PORT s: {{1, 3}}; INPUT PORT e: {{p, q, r}};
         CONTRACT c assume: true; guarantee: true;
         REFINEMENT SUB a: part; CONNECTION a.t := {source}; CONTRACT c REFINEDBY a.k;
         COMPONENT part INTERFACE INPUT PORT t: {target}; CONTRACT k assume: true; guarantee: true;"
    );
    load(SourceMap::single("test.oss", text.as_str()), &mut |_| Err(NotIncluded::Missing))
}

/// All values of a variable, by its sort; what its declaration leaves out is a restriction too.
fn values(refinement: &Refinement, name: &str) -> Vec<Value> {
    let terms = &refinement.system.terms;
    let sort = terms.find_var(name).map(|v| terms.var(v).sort);
    match sort {
        Some(Sort::Range { lo, hi }) => (lo..=hi).map(Value::int).collect(),
        Some(Sort::Enum(id)) => (0..terms.enumeration(id).values.len() as u32).map(|i| Value::Enum(id, i)).collect(),
        _ => Vec::new(),
    }
}

/// Whether the target has a value in every state of the source.
fn is_total(refinement: &Refinement) -> bool {
    let restrictions: Vec<_> = refinement.system.invar.iter().map(|c| c.term).collect();
    let Ok(evaluator) = Evaluator::new(&refinement.system.terms, &restrictions) else { panic!("no time") };
    let [xs, es, ts] = ["x", "e", "a.t"].map(|name| values(refinement, name));
    let states = xs.iter().flat_map(|x| es.iter().map(move |e| (x, e)));
    let mut states = states.flat_map(|(x, e)| [1, 3].map(|s| (x, Value::int(s), e)));
    states.all(|(x, s, e)| {
        ts.iter().any(|t| {
            let state = [x, &s, e, t].map(|v| Some(v.clone()));
            evaluator.truths(&state, None).iter().all(|truth| *truth == Some(true))
        })
    })
}

#[test]
fn an_accepted_connection_rules_out_nothing() {
    let mut random = Random(wherefore_test::seed(11));
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..wherefore_test::cases(3000) {
        let numbers = random.below(2) == 0;
        let target = match numbers {
            true => random.pick(&["0..3", "0..2", "-1..4", "{0, 2, 3}", "{1, 3}", "1..3"]),
            false => random.pick(&["{p, q}", "{p, q, r}", "{q, r, u}", "{p, q, r, u}"]),
        };
        let source = random.source(numbers, 3);
        let loaded = specification(&target, &source);
        match loaded.refinements.first().filter(|_| !loaded.diagnostics.has_errors()) {
            None => refused += 1,
            Some(refinement) => {
                accepted += 1;
                assert!(is_total(refinement), "a.t: {target}; a.t := {source}");
            }
        }
    }
    wherefore_test::say(&format!("{accepted} accepted, {refused} refused"));
    assert!(accepted > 0 && refused > 0);
}
