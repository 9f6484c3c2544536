//! Inputs that stand for a class in tests, those at its boundaries among the first.
//!
//! A model does the same for all inputs of a class; a wrong implementation need not. Most often it draws a boundary elsewhere: `<` for
//! `<=`, another constant, another variable. So beside the readable example of a class come inputs where two things that the
//! model compares are equal, nearly equal, or a little apart, and such in which this is so of two comparisons at once. They are
//! found by following one input at a time to where the sides of a comparison meet; nothing is proved, and nothing need be: the class
//! of an input that was found is computed.
//!
//! Example: of `x <= 10` among `0..20` come the example, 10 and 9; of its complement 11 and 12.

use super::branch::Executor;
use super::oracle::{internal, listed};
use super::valuation::{Valuation, with_inputs};
use super::{CompareError, joint::Joint};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use std::collections::BTreeSet;
use wherefore_ir::{Op, Sort, TermId, Value, walk};
use wherefore_trace::Evaluator;

/// Steps of the search for where two sides meet; between two kinks one is enough.
const STEPS: usize = 4;
/// Inputs near one boundary from which others are looked for.
const MOST_FIRST: usize = 120;
/// Inputs among which those that stand for the classes are chosen.
const MOST_FOUND: usize = 1_500;
/// Other values of an input without order that are tried.
const MOST_VALUES: usize = 4;

/// For each class its first `most` representatives, the given example before all others.
pub(super) fn representatives(
    executor: &Executor,
    classes: &[TermId],
    examples: &[Vec<Value>],
    most: usize,
) -> Result<Vec<Vec<Vec<Value>>>, CompareError> {
    let ground = Ground::new(&executor.joint, classes)?;
    let mut found = Found::default();
    for example in examples {
        found.add(&ground, example.clone());
    }
    for place in 0..found.0.len() {
        for point in ground.varied(&found.0[place].inputs) {
            found.add(&ground, point);
        }
    }
    let offsets = [(0, 1), (1, 100), (-1, 100), (1, 2), (-1, 2)].map(|(n, d)| BigRational::new(n.into(), d.into()));
    for place in 0..found.0.len().min(MOST_FIRST) {
        for point in ground.near(&found.0[place].inputs, &offsets) {
            found.add(&ground, point);
        }
    }
    for place in 0..found.0.len().min(MOST_FIRST) {
        for point in ground.near(&found.0[place].inputs, &offsets[..3]) {
            found.add(&ground, point);
        }
    }
    let chosen = examples.iter().enumerate().map(|(class, example)| found.chosen(class, example, most));
    Ok(chosen.collect())
}

/// How far apart the sides of a comparison are: equal, touching, near or far, the left one above or below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Gap(i8);

impl Gap {
    /// One side has no value.
    const UNKNOWN: Gap = Gap(4);

    fn of(gap: Option<&BigRational>) -> Gap {
        let Some(gap) = gap else { return Gap::UNKNOWN };
        let (touching, near) = (BigRational::new(1.into(), 64.into()), BigRational::from(BigInt::from(1)));
        let size = match gap.abs() {
            size if size.is_zero() => 0,
            size if size <= touching => 1,
            size if size <= near => 2,
            _ => 3,
        };
        Gap(if gap.is_negative() { -size } else { size })
    }

    fn is_near(self) -> bool {
        self.0.abs() < 3
    }
}

/// Inputs with what is known of them.
#[derive(Clone, Debug)]
struct Point {
    inputs: Vec<Value>,
    class: usize,
    gaps: Vec<Gap>,
    /// The inputs that are no numbers.
    others: Vec<Value>,
}

/// Points that differ in their class, their gaps or in what is no number.
#[derive(Default)]
struct Found(Vec<Point>, BTreeSet<(usize, Vec<Gap>, Vec<Value>)>);

impl Found {
    fn add(&mut self, ground: &Ground, inputs: Vec<Value>) {
        if self.0.len() >= MOST_FOUND {
            return;
        }
        if let Some(point) = ground.point(inputs)
            && self.1.insert((point.class, point.gaps.clone(), point.others.clone()))
        {
            self.0.push(point);
        }
    }

    /// Representatives of a class: next comes what shows most pairs of gaps that none of those before shows.
    fn chosen(&self, class: usize, example: &[Value], most: usize) -> Vec<Vec<Value>> {
        let mut left: Vec<(&Point, Vec<Feature>)> =
            self.0.iter().filter(|p| p.class == class && p.inputs != example).map(|p| (p, features(p))).collect();
        let (mut chosen, mut shown) = (vec![example.to_vec()], BTreeSet::new());
        while chosen.len() < most {
            let fresh = |(_, list): &(&Point, Vec<Feature>)| list.iter().filter(|f| !shown.contains(*f)).count();
            let best = left.iter().enumerate().max_by_key(|(place, p)| (fresh(p), std::cmp::Reverse(*place)));
            let Some((place, _)) = best.filter(|(_, p)| fresh(p) > 0) else { break };
            let (point, features) = left.remove(place);
            shown.extend(features);
            chosen.push(point.inputs.clone());
        }
        chosen
    }
}

/// Two comparisons, or an input without order, with how they are at a point.
type Feature = (usize, Gap, usize, Option<Gap>, Option<Value>);

fn features(point: &Point) -> Vec<Feature> {
    let mut found: Vec<Feature> = Vec::new();
    let gaps = || point.gaps.iter().copied().enumerate();
    for (one, gap) in gaps().filter(|(_, gap)| gap.is_near()) {
        found.push((one, gap, one, None, None));
        found.extend(gaps().filter(|(two, _)| *two != one).map(|(two, other)| (one, gap, two, Some(other), None)));
    }
    let plain = gaps().map(|(one, gap)| (one, gap, one, Some(gap), None));
    let others = point.others.iter().cloned().enumerate();
    found.extend(plain.chain(others.map(|(place, value)| (place, Gap::UNKNOWN, place, None, Some(value)))));
    found
}

/// What points are judged by.
struct Ground<'a> {
    joint: &'a Joint,
    classes: Evaluator,
    domain: Evaluator,
    /// Both sides of each comparison of numbers.
    sides: Vec<Evaluator>,
}

impl Ground<'_> {
    fn new<'a>(joint: &'a Joint, classes: &[TermId]) -> Result<Ground<'a>, CompareError> {
        let terms = &joint.terms;
        let compile = |roots: &[TermId]| Evaluator::new(terms, roots).map_err(|e| internal(&e.to_string()));
        let is_number = |t: &TermId| matches!(terms.sort(*t), Sort::Int | Sort::Range { .. } | Sort::Real);
        let roots = classes.iter().chain(&joint.domain).copied().collect::<Vec<_>>();
        let comparisons = walk::postorder(terms, roots)
            .into_iter()
            .filter(|t| matches!(terms.op(*t), Op::Eq | Op::Lt | Op::Le) && terms.operands(*t).iter().all(is_number));
        let sides = comparisons.map(|t| compile(terms.operands(t))).collect::<Result<_, _>>()?;
        Ok(Ground { joint, classes: compile(classes)?, domain: compile(&joint.domain)?, sides })
    }

    fn sort(&self, input: usize) -> Sort {
        self.joint.terms.var(self.joint.inputs[input]).sort
    }

    /// Inputs with their class; nothing if they may not come, or lie in no class.
    fn point(&self, inputs: Vec<Value>) -> Option<Point> {
        let now = with_inputs(self.joint, &inputs);
        let is_lawful = self.domain.truths(&now, None).iter().all(|t| *t == Some(true));
        if !is_lawful || !inputs.iter().enumerate().all(|(i, v)| v.fits(self.sort(i))) {
            return None;
        }
        let class = self.classes.truths(&now, None).iter().position(|t| *t == Some(true))?;
        let gaps = self.sides.iter().map(|side| Gap::of(gap(side, &now).as_ref())).collect();
        let others = inputs.iter().filter(|v| number(v).is_none()).cloned().collect();
        Some(Point { inputs, class, gaps, others })
    }

    /// Inputs with another value for one that is no number.
    fn varied(&self, inputs: &[Value]) -> Vec<Vec<Value>> {
        let mut found = Vec::new();
        for (place, value) in inputs.iter().enumerate().filter(|(_, v)| number(v).is_none()) {
            let values = listed(&self.joint.terms, self.sort(place)).unwrap_or_default();
            for other in values.into_iter().filter(|v| v != value).take(MOST_VALUES) {
                let mut changed = inputs.to_vec();
                changed[place] = other;
                found.push(changed);
            }
        }
        found
    }

    /// Inputs with another number for one of them, such that the sides of a comparison are equal, or so far apart.
    fn near(&self, inputs: &[Value], offsets: &[BigRational]) -> Vec<Vec<Value>> {
        let mut found = Vec::new();
        for place in (0..inputs.len()).filter(|place| number(&inputs[*place]).is_some()) {
            for side in &self.sides {
                let Some(meet) = self.meet(inputs, place, side) else { continue };
                for offset in offsets {
                    let mut changed = inputs.to_vec();
                    changed[place] = match self.sort(place) {
                        Sort::Real => Value::Real(&meet + offset),
                        // Whole numbers: the next ones stand for what is near.
                        _ => Value::Int((&meet + offset.signum()).floor().to_integer()),
                    };
                    found.push(changed);
                }
            }
        }
        found
    }

    /// The value of an input for which both sides of a comparison are equal.
    fn meet(&self, inputs: &[Value], place: usize, side: &Evaluator) -> Option<BigRational> {
        let sort = self.sort(place);
        let at = |x: &BigRational| {
            let mut changed = inputs.to_vec();
            changed[place] = match sort {
                Sort::Real => Value::Real(x.clone()),
                _ => Value::Int(x.floor().to_integer()),
            };
            gap(side, &with_inputs(self.joint, &changed))
        };
        let one = BigRational::from(BigInt::from(1));
        let mut x = number(&inputs[place])?;
        for _ in 0..STEPS {
            let here = at(&x)?;
            if here.is_zero() {
                return Some(x);
            }
            let slope = at(&(&x + &one))? - &here;
            if slope.is_zero() {
                return None;
            }
            x -= here / slope;
            if sort != Sort::Real {
                x = x.floor();
            }
        }
        // Whole numbers need not meet.
        (sort != Sort::Real || at(&x)?.is_zero()).then_some(x)
    }
}

/// The left side of a comparison without the right one.
fn gap(side: &Evaluator, now: &Valuation) -> Option<BigRational> {
    match side.evaluate(now, None).as_slice() {
        [Some(left), Some(right)] => Some(number(left)? - number(right)?),
        _ => None,
    }
}

fn number(value: &Value) -> Option<BigRational> {
    match value {
        Value::Int(n) => Some(n.clone().into()),
        Value::Real(n) => Some(n.clone()),
        _ => None,
    }
}
