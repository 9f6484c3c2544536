//! Findings of `wherefore lint` on random charts, against a walk through all situations of the chart.

use super::{Chart, Sort};
use crate::trial::{Model, program, tempfolder};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use wherefore_test::{cases, counted, say, seed};

/// Findings as short texts: the id, the name of the part, and that of the transition which is taken instead.
type Facts = BTreeSet<String>;

/// Truth about a chart: findings that must be reported, and those that may be.
#[derive(Default)]
struct Truth {
    must: Facts,
    may: Facts,
}

/// What happens in some situation of a chart.
#[derive(Default)]
struct Happens {
    active: BTreeSet<usize>,
    taken: BTreeSet<usize>,
    withheld: BTreeSet<usize>,
    overlaps: BTreeSet<(usize, usize)>,
    prevented: BTreeSet<(usize, usize)>,
}

impl Chart {
    fn happens(&self) -> Happens {
        let mut all = Happens::default();
        let vars = self.vars().len();
        for node in &self.world(&BTreeSet::new()).nodes {
            let (moment, values) = (self.moment(node), &node[..vars]);
            let event = node[self.regions().len()] as usize;
            let reached: Vec<usize> = (0..self.arrows.len())
                .filter(|a| self.arrows[*a].event == event && moment.active.contains(&self.arrows[*a].source))
                .collect();
            let is_true = |a: &usize| self.arrows[*a].guard.as_ref().is_none_or(|g| g.is_true(values));
            let (candidates, taken) = (self.candidates(&moment, values, event), self.selected(&moment, values, event));
            for winner in &taken {
                let alike = |b: &&usize| **b > *winner && self.arrows[**b].source == self.arrows[*winner].source;
                let rivals = reached.iter().filter(alike).filter(|b| is_true(b) && self.are_guarded(*winner, **b));
                all.overlaps.extend(rivals.map(|b| (*b, *winner)));
                let leaves = |a: usize| self.left(&moment, &self.arrows[a]);
                let beaten = candidates.iter().filter(|b| !taken.contains(b) && self.are_apart(*winner, **b));
                let beaten = beaten.filter(|b| !leaves(*winner).is_disjoint(&leaves(**b)));
                all.prevented.extend(beaten.map(|b| (*b, *winner)));
            }
            all.withheld.extend(reached.iter().filter(|a| !is_true(a)));
            all.taken.extend(taken);
            all.active.extend(moment.active);
        }
        all
    }

    fn are_guarded(&self, a: usize, b: usize) -> bool {
        self.arrows[a].guard.is_some() && self.arrows[b].guard.is_some()
    }

    fn are_apart(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.arrows[a].source, self.arrows[b].source);
        a != b && !self.is_inside(a, b) && !self.is_inside(b, a)
    }

    fn truth(&self) -> Truth {
        let (happens, mut truth) = (self.happens(), Truth::default());
        let is_dead = |s: usize| !happens.active.contains(&s);
        for state in (1..self.states.len()).filter(|s| is_dead(*s)) {
            let fact = format!("lint-unreachable-state {}", self.states[state].name);
            let is_control = self.states[state].parent.is_some_and(|p| self.states[p].sort == Sort::Compound);
            if is_control && !self.ancestors(state).into_iter().any(is_dead) {
                truth.must.insert(fact.clone());
            }
            truth.may.insert(fact);
        }
        for (place, arrow) in self.arrows.iter().enumerate() {
            let name = &arrow.name;
            if !happens.taken.contains(&place) {
                let fact = format!("lint-dead-transition {name}");
                if !is_dead(arrow.source) {
                    truth.must.insert(fact.clone());
                }
                truth.may.insert(fact);
            } else if arrow.guard.is_some() && !happens.withheld.contains(&place) {
                truth.must.insert(format!("lint-idle-guard {name}"));
            }
        }
        let pair = |id: &str, (a, b): (usize, usize)| format!("{id} {} {}", self.arrows[a].name, self.arrows[b].name);
        truth.must.extend(happens.overlaps.iter().map(|p| pair("lint-overlapping-guards", *p)));
        truth.must.extend(happens.prevented.iter().map(|p| pair("lint-preempted-transition", *p)));
        truth.may.extend(truth.must.clone());
        truth
    }

    /// Findings of a report that a walk can judge.
    fn found(&self, report: &Value) -> Facts {
        let lines = self.print().1;
        let other = |finding: &Value| {
            let line = finding["labels"][1]["place"]["line"].as_u64()?;
            lines.iter().position(|l| *l as u64 == line).map(|place| format!(" {}", self.arrows[place].name))
        };
        let fact = |finding: &Value| {
            let id = finding["id"].as_str()?;
            let name = finding["message"].as_str()?.split('`').nth(1)?;
            let is_judged = !matches!(id, "lint-constant-variable" | "lint-unread-variable");
            is_judged.then(|| format!("{id} {name}{}", other(finding).unwrap_or_default()))
        };
        report["lint"]["findings"].as_array().into_iter().flatten().filter_map(fact).collect()
    }
}

/// Difference between a report and the truth, in words; none if there is none.
fn difference(chart: &Chart, report: &Value) -> Option<String> {
    let (truth, found) = (chart.truth(), chart.found(report));
    let wrong: Vec<&String> = found.difference(&truth.may).collect();
    let missing: Vec<&String> = truth.must.difference(&found).collect();
    let open = report["lint"]["open"].as_array().map_or(1, Vec::len);
    let differs = !wrong.is_empty() || !missing.is_empty() || open > 0;
    differs.then(|| format!("wrong {wrong:?}, missing {missing:?}, {open} open\n{}", chart.text()))
}

fn report(chart: &Chart, file: &Path) -> Value {
    std::fs::write(file, chart.text()).expect("a folder to write to");
    let output = program().args(["lint", "--format", "json", "--quiet"]).arg(file).output().expect("the program runs");
    serde_json::from_slice(&output.stdout).expect("a report")
}

#[test]
fn findings_on_charts() {
    let (seed, count) = (seed(1), cases(30));
    say(&format!("WHEREFORE_SEED={seed} WHEREFORE_CASES={count}"));
    let folder = tempfolder("lint");
    let (mut findings, mut pairs, mut lies) = (0, 0, 0);
    for case in seed..seed + count {
        let chart = super::make::chart(&mut crate::smv::make::Dice(case.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1));
        let mut report = report(&chart, &folder.join("m.scxml"));
        assert_eq!(difference(&chart, &report), None, "WHEREFORE_SEED={case} WHEREFORE_CASES=1 finds it again");
        let found = chart.found(&report);
        findings += found.len();
        pairs += found.iter().filter(|f| f.split(' ').count() > 2).count();
        // A report without its idle guards must be seen to be incomplete.
        if let Some(list) = report["lint"]["findings"].as_array_mut() {
            list.retain(|f| f["id"] != "lint-idle-guard");
        }
        lies += usize::from(difference(&chart, &report).is_some());
    }
    counted(findings, "findings that a walk confirms");
    counted(pairs, "pairs of rivals");
    counted(lies, "reports without their idle guards are seen to be incomplete");
    let _ = std::fs::remove_dir_all(folder);
}
