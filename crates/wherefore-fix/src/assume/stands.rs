//! Whether an assumption can be made: the environment never gets stuck, and what it restricts still happens.
//!
//! *Never stuck.* A strategy is one value for each input, which may depend on the value before. It is proved that at every tick that is
//! reached by allowed inputs, the inputs of the strategy are allowed. The restrictions are taken out of the system and remembered
//! instead: left in, a state in which nothing is allowed would not be seen.
//!
//! *Still happens.* What must be possible is reached by a run of the system with the assumption.

use crate::trial::Goals;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use wherefore_check::{Observer, Options, Recheck, Session, Verdict};
use wherefore_ir::{Constraint, Define, Op, Purpose, Role, Sort, System, TermId, Update, Value, VarId, walk};
use wherefore_mutate::assumption::{Assumption, InputEvent};
use wherefore_stop::Stop;

/// More streams than this are not looked at.
const MOST_STREAMS: usize = 24;

/// Why an assumption is not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Defect {
    /// No proof was found that the environment can always go on.
    Stuck,
    /// Something can no longer happen.
    Hollow,
}

/// A model with an assumption, and what is asked about it.
pub(super) struct Stand<'a> {
    /// The model without the assumption.
    pub original: &'a System,
    /// The model with it.
    pub system: &'a System,
    /// The stream that is true as long as what is assumed is so, where assumptions are the condition of a property.
    pub condition: Option<&'a str>,
    pub assumption: &'a Assumption,
    pub goals: &'a Goals,
    pub options: &'a Options,
    /// Makes a signal that ends one question.
    pub each: &'a dyn Fn(&Stop) -> Stop,
    pub limits: (&'a Stop, &'a Arc<dyn Observer>),
}

impl Stand<'_> {
    /// Whether the assumption can be made; who re-checked that the environment is never stuck.
    pub(super) fn stands(&self) -> Result<Recheck, Defect> {
        let goes_on = self.goes_on().ok_or(Defect::Stuck)?;
        let is_alive = self.still_happens() && self.premises_occur() && self.streams_stay();
        if is_alive { Ok(goes_on) } else { Err(Defect::Hollow) }
    }

    fn restricted(&self, system: &System) -> System {
        restricted(system, self.condition)
    }

    /// Proves that some strategy is always allowed.
    fn goes_on(&self) -> Option<Recheck> {
        let base = self.restricted(self.system);
        if !base.trans.is_empty() {
            return None;
        }
        let numbers = if base.input_vars().all(|v| base.terms.var(v).sort == Sort::Bool) { &[0][..] } else { &[0, 1] };
        let all = numbers.iter().flat_map(|number| Strategy::ALL.map(|truth| (truth, *number)));
        all.into_iter().find_map(|strategy| self.is_allowed(&base, strategy))
    }

    fn is_allowed(&self, base: &System, strategy: (Strategy, i64)) -> Option<Recheck> {
        let mut system = base.clone();
        let restrictions: Vec<TermId> = std::mem::take(&mut system.invar).into_iter().map(|c| c.term).collect();
        let allowed = system.terms.and(restrictions);
        let not_allowed = system.terms.not(allowed);
        let broken = remembered(&mut system, "broken", not_allowed);
        let inputs: Vec<VarId> = system.input_vars().filter(|v| !system.choices.contains(v)).collect();
        let mut values: FxHashMap<VarId, TermId> = FxHashMap::default();
        for input in inputs {
            values.insert(input, self.value(&mut system, input, strategy)?);
        }
        let chosen = walk::rewrite(&mut system.terms, &[allowed], &mut FxHashMap::default(), |terms, term| match terms
            .op(term)
        {
            Op::Var(var) => values.get(&var).copied(),
            _ => None,
        });
        let good = system.terms.or(chosen.into_iter().chain([broken]));
        match self.always(&system, good) {
            Verdict::Holds { recheck, .. } | Verdict::Vacuous { recheck, .. } => Some(recheck),
            _ => None,
        }
    }

    /// The value that a strategy gives an input, by what it does with Boolean ones and by a number.
    fn value(&self, system: &mut System, input: VarId, (strategy, number): (Strategy, i64)) -> Option<TermId> {
        let name = system.terms.var(input).name.clone();
        let sort = system.terms.var(input).sort;
        let value = match (sort, strategy) {
            (Sort::Bool, Strategy::Keep) => return Some(before(system, input)),
            (Sort::Bool, Strategy::All) => Value::Bool(true),
            (Sort::Bool, Strategy::Nothing) => {
                Value::Bool(matches!(self.assumption, Assumption::First(first, true) if *first == name))
            }
            (Sort::Enum(id), _) => Value::Enum(id, 0),
            (Sort::Range { lo, hi }, _) => Value::int(self.inside(&name, number).clamp(lo, hi)),
            (Sort::Int, _) => Value::int(self.inside(&name, number)),
            (Sort::Real, _) => Value::Real(num_bigint::BigInt::from(number).into()),
            (Sort::BitVec(_) | Sort::Float(_), _) => return None,
        };
        Some(system.terms.mk_const(value))
    }

    /// A number that the assumption allows for an input, this one if it does.
    fn inside(&self, name: &str, wanted: i64) -> i64 {
        let Assumption::Within { input, least, most } = self.assumption else { return wanted };
        if input != name {
            return wanted;
        }
        let bound = |n: &Option<num_bigint::BigInt>| n.as_ref().and_then(|n| i64::try_from(n).ok());
        let wanted = bound(least).map_or(wanted, |least| wanted.max(least));
        bound(most).map_or(wanted, |most| wanted.min(most))
    }

    /// Whether every input that is restricted still does what it did.
    fn still_happens(&self) -> bool {
        let mut system = self.restricted(self.system);
        let begun = {
            let always = system.terms.bool(true);
            remembered(&mut system, "begun", always)
        };
        let mut wanted: Vec<TermId> = Vec::new();
        match self.assumption {
            Assumption::Apart { events, .. } => {
                let happen: Option<Vec<TermId>> = events.iter().map(|e| event(&mut system, e)).collect();
                let Some(happen) = happen else { return false };
                let acts = system.terms.or(happen.clone());
                let acted = remembered(&mut system, "acted", acts);
                for event in happen {
                    wanted.push(system.terms.and([event, acted]));
                }
            }
            Assumption::Exclusive(_) | Assumption::With(..) | Assumption::After(..) | Assumption::First(..) => {}
            Assumption::Within { input, .. } => {
                let Some(input) = system.terms.find_var(input) else { return false };
                let was = memory(&mut system, input);
                let now = system.terms.now(input);
                let same = system.terms.eq(now, was);
                let changes = system.terms.not(same);
                wanted.push(system.terms.and([begun, changes]));
            }
        }
        for input in self.assumption.inputs() {
            let Some(input) = system.terms.find_var(input) else { return false };
            if system.terms.var(input).sort == Sort::Bool {
                let now = system.terms.now(input);
                let not = system.terms.not(now);
                wanted.push(system.terms.and([begun, now]));
                wanted.push(system.terms.and([begun, not]));
            }
        }
        wanted.iter().all(|wanted| self.can_be(&system, *wanted))
    }

    /// Whether the conditions of the properties still occur.
    fn premises_occur(&self) -> bool {
        let mut system = self.restricted(self.system);
        let session = Session::new(&system, self.options.clone());
        let asked = system.properties.iter().filter(|p| self.goals.violated.contains(&p.name));
        let goods: Vec<TermId> = asked.filter_map(|p| session.as_invariant(p)).collect();
        premises(&mut system, goods).into_iter().all(|premise| self.can_be(&system, premise))
    }

    /// Whether every Boolean stream of the main node still has the values that it has on runs that do not fail.
    fn streams_stay(&self) -> bool {
        let (now, mut before) = (self.restricted(self.system), self.restricted(self.original));
        let session = Session::new(self.original, self.options.clone());
        let asked = self.original.properties.iter().filter(|p| self.goals.violated.contains(&p.name));
        let goods: Vec<TermId> = asked.filter_map(|p| session.as_invariant(p)).collect();
        before.invar.extend(goods.into_iter().map(|term| Constraint { term, element: None }));
        let is_stream = |d: &&Define| d.declared == Some(Sort::Bool) && Some(d.name.as_str()) != self.condition;
        let pairs: Vec<(TermId, TermId)> = before
            .defines
            .iter()
            .filter(is_stream)
            .take(MOST_STREAMS)
            .filter_map(|d| Some((d.term, now.defines.iter().find(|other| other.name == d.name)?.term)))
            .collect();
        let (mut now, mut before) = (now, before);
        pairs.into_iter().all(|(old, new)| {
            [(old, new), (before.terms.not(old), now.terms.not(new))]
                .into_iter()
                .all(|(old, new)| self.can_be(&now, new) || self.cannot_be(&before, old))
        })
    }

    fn always(&self, system: &System, good: TermId) -> Verdict {
        let stop = (self.each)(self.limits.0);
        Session::new(system, self.options.clone()).always(good, &stop, self.limits.1).1
    }

    /// Whether a run reaches this.
    fn can_be(&self, system: &System, wanted: TermId) -> bool {
        let mut system = system.clone();
        let never = system.terms.not(wanted);
        matches!(self.always(&system, never), Verdict::Violated(_))
    }

    /// Whether it is proved that no run reaches this.
    fn cannot_be(&self, system: &System, unwanted: TermId) -> bool {
        let mut system = system.clone();
        let never = system.terms.not(unwanted);
        matches!(self.always(&system, never), Verdict::Holds { .. } | Verdict::Vacuous { .. })
    }
}

/// A system in which only what is assumed happens.
pub(super) fn restricted(system: &System, condition: Option<&str>) -> System {
    let mut system = system.clone();
    let condition = condition.and_then(|name| system.defines.iter().find(|d| d.name == name));
    let term = condition.map(|define| define.term);
    system.invar.extend(term.map(|term| Constraint { term, element: None }));
    system
}

/// What the environment can do for ever.
#[derive(Clone, Copy)]
enum Strategy {
    /// No input is true, but for one that has to be.
    Nothing,
    /// Every input keeps its value.
    Keep,
    /// Every input is true.
    All,
}

impl Strategy {
    const ALL: [Strategy; 3] = [Strategy::Nothing, Strategy::Keep, Strategy::All];
}

/// The value of a variable one tick before; at first nothing is known of it, but that a Boolean one is false.
fn memory(system: &mut System, var: VarId) -> TermId {
    let (name, sort) = (format!("{} before", system.terms.var(var).name), system.terms.var(var).sort);
    let memory = system.add_auxiliary(&name, sort, Role::State, Purpose::Memory);
    let now = system.terms.now(memory);
    if sort == Sort::Bool {
        let term = system.terms.not(now);
        system.init.push(Constraint { term, element: None });
    }
    let term = system.terms.now(var);
    system.next.insert(memory, Update { term, element: None });
    now
}

/// The value of a Boolean input one tick before, false at first.
fn before(system: &mut System, input: VarId) -> TermId {
    memory(system, input)
}

/// Whether a formula was true at an earlier tick.
fn remembered(system: &mut System, name: &str, formula: TermId) -> TermId {
    let var = system.add_auxiliary(name, Sort::Bool, Role::State, Purpose::Monitor);
    let now = system.terms.now(var);
    let term = system.terms.not(now);
    system.init.push(Constraint { term, element: None });
    let term = system.terms.or([now, formula]);
    system.next.insert(var, Update { term, element: None });
    now
}

/// Whether something happens now.
pub(super) fn event(system: &mut System, event: &InputEvent) -> Option<TermId> {
    let input = system.terms.find_var(&event.input)?;
    let now = system.terms.now(input);
    if !event.is_change {
        return Some(now);
    }
    let was = before(system, input);
    let same = system.terms.eq(now, was);
    Some(system.terms.not(same))
}

/// Whether a stream that was false once stays so, as far as that is proved.
pub(super) fn is_lasting(
    system: &System,
    stream: &str,
    options: &Options,
    limits: (&Stop, &Arc<dyn Observer>),
) -> bool {
    let mut system = system.clone();
    let Some(now) = system.defines.iter().find(|d| d.name == stream).map(|d| d.term) else { return false };
    let not = system.terms.not(now);
    let was_false = remembered(&mut system, "was false", not);
    let again = system.terms.and([was_false, now]);
    let never = system.terms.not(again);
    let verdict = Session::new(&system, options.clone()).always(never, limits.0, limits.1).1;
    matches!(verdict, Verdict::Holds { .. } | Verdict::Vacuous { .. })
}

/// Whether an input is never true at two ticks in a row, as far as that is proved.
pub(super) fn is_button(system: &System, input: &str, options: &Options, limits: (&Stop, &Arc<dyn Observer>)) -> bool {
    let mut system = system.clone();
    let Some(var) = system.terms.find_var(input) else { return false };
    let was = before(&mut system, var);
    let now = system.terms.now(var);
    let twice = system.terms.and([was, now]);
    let never = system.terms.not(twice);
    let verdict = Session::new(&system, options.clone()).always(never, limits.0, limits.1).1;
    matches!(verdict, Verdict::Holds { .. } | Verdict::Vacuous { .. })
}

/// The left sides of implications that formulas consist of, each with what must be true so that it is asked for.
fn premises(system: &mut System, goods: Vec<TermId>) -> Vec<TermId> {
    let terms = &mut system.terms;
    let always = terms.bool(true);
    let (mut todo, mut found): (Vec<(TermId, TermId)>, _) =
        (goods.into_iter().map(|t| (t, always)).collect(), Vec::new());
    while let Some((term, path)) = todo.pop() {
        match (terms.op(term), terms.operands(term).to_vec().as_slice()) {
            (Op::And, operands) => todo.extend(operands.iter().map(|t| (*t, path))),
            (Op::Implies, [premise, conclusion]) => {
                let path = terms.and([path, *premise]);
                found.push(path);
                todo.push((*conclusion, path));
            }
            (Op::Or, operands) => {
                for operand in operands.iter().copied() {
                    if let (Op::Not, [premise]) = (terms.op(operand), terms.operands(operand)) {
                        let premise = *premise;
                        found.push(terms.and([path, premise]));
                    }
                }
            }
            (Op::Ite, [condition, then, other]) => {
                let not = terms.not(*condition);
                todo.push((*then, terms.and([path, *condition])));
                todo.push((*other, terms.and([path, not])));
            }
            _ => {}
        }
    }
    found
}
