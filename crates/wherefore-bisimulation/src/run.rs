//! A run of both graphs at the end of which one can do what the other cannot.
//!
//! A formula that holds at one state and not at another is played through: the graph in which it holds makes the step that the formula
//! asks for, the other one answers, and what is left of the formula tells the states reached apart. Where there are several answers
//! one is shown; the formula covers all of them.

use crate::evaluate::{Judge, Unjudged};
use crate::formula::{Formula, FormulaId, Formulas};
use crate::graph::{Graph, HIDDEN};
use rustc_hash::FxHashSet;

/// One of two graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The first.
    First,
    /// The second.
    Second,
}

impl Side {
    /// The other one.
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// A step of both graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunStep {
    /// The label; the hidden one where only hidden steps are made.
    pub label: u32,
    /// The states of the first and of the second graph afterwards.
    pub states: [u32; 2],
    /// Hidden steps that each makes before.
    pub hidden: [u32; 2],
}

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// One side can do this, at once or after hidden steps, and the other cannot.
    Can(Side, u32),
    /// One side can make hidden steps for ever, and the other cannot.
    ForEver(Side),
    /// One side can be in a state that makes no hidden step and refuses all of these; the other cannot.
    Refuses(Side, Vec<u32>),
}

/// A run that shows a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its steps.
    pub steps: Vec<RunStep>,
    /// What differs at its end.
    pub end: End,
    /// Whether one of the graphs could have answered otherwise.
    pub has_choices: bool,
}

/// Plays a formula that holds at the first state and not at the second.
pub fn play(
    graph: &Graph,
    formulas: &Formulas,
    id: FormulaId,
    states: [u32; 2],
    judge: &mut Judge<'_>,
) -> Result<Option<Run>, Unjudged> {
    let mut game = Game { graph, formulas, judge, states, side: Side::First, steps: Vec::new(), has_choices: false };
    let mut id = id;
    loop {
        match game.turn(id)? {
            Turn::Then(next) => id = next,
            Turn::End(end) => return Ok(Some(Run { steps: game.steps, end, has_choices: game.has_choices })),
            Turn::Lost => return Ok(None),
        }
    }
}

enum Turn {
    /// Formula that tells the states reached apart.
    Then(FormulaId),
    End(End),
    /// The formula does not tell the states apart.
    Lost,
}

struct Game<'g, 'j> {
    graph: &'g Graph,
    formulas: &'g Formulas,
    judge: &'g mut Judge<'j>,
    states: [u32; 2],
    /// Where the formula holds.
    side: Side,
    steps: Vec<RunStep>,
    has_choices: bool,
}

impl Game<'_, '_> {
    fn own(&self) -> u32 {
        self.states[self.side as usize]
    }

    fn others(&self) -> u32 {
        self.states[self.side.other() as usize]
    }

    fn turn(&mut self, id: FormulaId) -> Result<Turn, Unjudged> {
        let formulas = self.formulas;
        match formulas.get(id) {
            Formula::True => Ok(Turn::Lost),
            Formula::Not(inner) => {
                self.side = self.side.other();
                Ok(Turn::Then(*inner))
            }
            Formula::And(list) => {
                let mut list: Vec<FormulaId> = list.clone();
                list.sort_by_key(|part| formulas.size(*part));
                for part in list {
                    if !self.judge.holds(formulas, part, self.others())? {
                        return Ok(Turn::Then(part));
                    }
                }
                Ok(Turn::Lost)
            }
            Formula::Next(label, then) => self.next(*label, *then),
            Formula::Until { meanwhile, label, then } => self.until(*meanwhile, *label, *then),
            Formula::ForEver(meanwhile) => Ok(self.leave(*meanwhile)?.unwrap_or(Turn::End(End::ForEver(self.side)))),
        }
    }

    fn next(&mut self, label: u32, then: FormulaId) -> Result<Turn, Unjudged> {
        let Some(to) = self.judge.step(self.formulas, self.own(), label, then)? else { return Ok(Turn::Lost) };
        let answers: Vec<u32> =
            self.graph.steps(self.others()).iter().filter(|step| step.label == label).map(|step| step.to).collect();
        let Some(answer) = answers.first() else { return Ok(Turn::End(End::Can(self.side, label))) };
        self.has_choices |= answers.iter().any(|other| other != answer);
        self.record(label, (to, 0), (*answer, 0));
        Ok(Turn::Then(then))
    }

    fn until(&mut self, meanwhile: FormulaId, label: u32, then: FormulaId) -> Result<Turn, Unjudged> {
        let way = self.judge.way(self.formulas, self.own(), (meanwhile, label, then))?;
        let Some(way) = way else { return Ok(Turn::Lost) };
        if label == HIDDEN {
            // The other side may stay where it is.
            self.has_choices = true;
            self.record(label, (way.to, way.hidden.saturating_sub(1)), (self.others(), 0));
            return Ok(Turn::Then(then));
        }
        let answer = self.judge.way(self.formulas, self.others(), (meanwhile, label, Formulas::TRUE))?;
        if let Some(answer) = answer {
            self.has_choices = true;
            self.record(label, (way.to, way.hidden), (answer.to, answer.hidden));
            return Ok(Turn::Then(then));
        }
        Ok(self.leave(meanwhile)?.unwrap_or(Turn::End(End::Can(self.side, label))))
    }

    /// The other side makes hidden steps to a state where a condition does not hold that holds here.
    fn leave(&mut self, meanwhile: FormulaId) -> Result<Option<Turn>, Unjudged> {
        if meanwhile == Formulas::TRUE {
            return Ok(None);
        }
        let mut seen = FxHashSet::from_iter([self.others()]);
        let mut open = vec![(self.others(), 0)];
        let mut next = 0;
        while let Some((state, hidden)) = open.get(next).copied() {
            next += 1;
            if !self.judge.holds(self.formulas, meanwhile, state)? {
                self.has_choices = true;
                if hidden > 0 {
                    self.record(HIDDEN, (self.own(), 0), (state, hidden - 1));
                }
                return Ok(Some(Turn::Then(meanwhile)));
            }
            for step in self.graph.steps(state).iter().filter(|step| step.label == HIDDEN) {
                if seen.insert(step.to) {
                    open.push((step.to, hidden + 1));
                }
            }
        }
        Ok(None)
    }

    fn record(&mut self, label: u32, own: (u32, u32), others: (u32, u32)) {
        let pair = match self.side {
            Side::First => [own, others],
            Side::Second => [others, own],
        };
        let step = RunStep { label, states: pair.map(|(state, _)| state), hidden: pair.map(|(_, hidden)| hidden) };
        self.states = step.states;
        self.steps.push(step);
    }
}
