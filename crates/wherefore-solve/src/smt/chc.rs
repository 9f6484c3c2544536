//! Constrained Horn clauses: one question to z3's Spacer, answered by an inductive invariant or by "unsafe".
//!
//! The unknown is one predicate `Inv` over the state (Komuravelli, Gurfinkel, Chaki, "SMT-based model checking for
//! recursive programs", FMSD 2016). With s the state, i the inputs and s' the next state:
//! ```text
//! init(s, i) & invar(s, i)              => Inv(s)
//! Inv(s) & invar(s, i) & step(s, i, s') => Inv(s')
//! Inv(s) & invar(s, i)                  => property(s, i)
//! ```
//! An input that `init` speaks of is an argument of `Inv` too, or the first step could choose it again. Satisfiable means
//! safe, and the model of `Inv` is the invariant; the caller proves the three lines again with a solver of its choice
//! before believing it. Unsatisfiable means unsafe: the caller finds the shortest trace by bounded model checking.
//!
//! Inside a clause terms are shared by nested `let`s, one for each, in the order of the arena.

use super::canary;
use super::command::SmtCommand;
use super::print;
use super::process::{End, Process, shorten};
use super::read;
use super::script::Script;
use crate::{SolveError, Stop, Undecided};
use std::collections::BTreeSet;
use wherefore_ir::{Constraint, Op, Role, Sort, System, TermId, VarId, walk};

/// Spacer, in a process of its own for each question.
#[derive(Clone, Debug)]
pub struct Chc {
    command: SmtCommand,
}

/// Answer of Spacer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChcAnswer {
    /// The property holds in every reachable state.
    Safe {
        /// A term over the current variables for which the three lines above hold.
        invariant: TermId,
    },
    /// A state that breaks the property can be reached.
    Unsafe,
    /// Not known, or known only by an invariant that has no IR term.
    Unknown(Undecided),
}

impl Default for Chc {
    fn default() -> Chc {
        Chc::new(SmtCommand::z3())
    }
}

impl Chc {
    /// Spacer behind this command, which must be some z3.
    pub fn new(command: SmtCommand) -> Chc {
        Chc { command }
    }

    /// Does the invariant property hold in every reachable state? The invariant is added to the terms of the system.
    /// Deterministic but for `stop`; `effort` is z3's resource count.
    pub fn check(
        &self,
        system: &mut System,
        property: TermId,
        effort: Option<u64>,
        stop: &Stop,
    ) -> Result<ChcAnswer, SolveError> {
        let clauses = Clauses::new(system, property)?;
        let text = clauses.text()?;
        let args = clauses.args;
        if let Some(reason) = stop.reason() {
            return Ok(ChcAnswer::Unknown(Undecided::Stopped(reason)));
        }
        match canary::pass(&self.command, stop) {
            Ok(()) => {}
            Err(End::Undecided(why)) => return Ok(ChcAnswer::Unknown(why)),
            Err(End::Broken(error)) => return Err(error),
        }
        let mut process = Process::start(&self.command)?;
        process.send(format!(
            "{}{}{text}(check-sat)\n",
            self.command.prelude("HORN", None),
            self.command.effort(effort)
        ));
        match self.converse(&mut process, system, &args, effort, stop) {
            Ok(answer) => Ok(answer),
            Err(End::Undecided(why)) => Ok(ChcAnswer::Unknown(why)),
            Err(End::Broken(error)) => Err(error),
        }
    }

    fn converse(
        &self,
        process: &mut Process,
        system: &mut System,
        args: &[VarId],
        effort: Option<u64>,
        stop: &Stop,
    ) -> Result<ChcAnswer, End> {
        let answer = process.answer(stop)?;
        match answer.as_str() {
            "sat" => {
                process.send("(get-model)\n".to_owned());
                let model = process.answer(stop)?;
                Ok(match read::predicate(&mut system.terms, &model, "Inv", args) {
                    Some(invariant) => ChcAnswer::Safe { invariant },
                    None => ChcAnswer::Unknown(Undecided::GaveUp("no readable invariant".to_owned())),
                })
            }
            "unsat" => Ok(ChcAnswer::Unsafe),
            "unknown" => {
                process.send("(get-info :reason-unknown)\n".to_owned());
                Ok(ChcAnswer::Unknown(Undecided::of_reason(&process.answer(stop)?, effort)))
            }
            _ => Err(process.broken(&format!("unexpected answer `{}`", shorten(&answer)))),
        }
    }
}

/// For all copies of variables up to a tick: premise, constraints and updates imply the head.
#[derive(Default)]
struct Clause {
    premise: Vec<String>,
    constraints: Vec<TermId>,
    updates: Vec<(VarId, TermId)>,
    head: Head,
    last_tick: u64,
}

enum Head {
    Text(String),
    Term(TermId),
}

impl Default for Head {
    fn default() -> Head {
        Head::Text("false".to_owned())
    }
}

/// The three clauses of a system and a property.
struct Clauses<'a> {
    system: &'a System,
    property: TermId,
    /// The arguments of the predicate.
    args: Vec<VarId>,
}

impl<'a> Clauses<'a> {
    fn new(system: &'a System, property: TermId) -> Result<Clauses<'a>, SolveError> {
        let terms = &system.terms;
        if terms.sort(property) != Sort::Bool
            || terms.has_next(property)
            || terms.has_ltl(property)
            || terms.has_ctl(property)
        {
            return Err(SolveError::Unsupported("a property that is not about one state".to_owned()));
        }
        let first = walk::variables(terms, system.init.iter().map(|c| c.term));
        let is_arg = |(v, role): &(VarId, Role)| *role != Role::Input || first.contains(v);
        let args = system.vars().filter(is_arg).map(|(v, _)| v).collect();
        Ok(Clauses { system, property, args })
    }

    fn text(&self) -> Result<String, SolveError> {
        let System { terms, init, invar, trans, next, .. } = self.system;
        let sorts = self.args.iter().map(|v| print::sort(terms, terms.var(*v).sort));
        let sorts = sorts.collect::<Result<Vec<_>, _>>()?.join(" ");
        let all = |lists: [&[Constraint]; 2]| lists.concat().iter().map(|c| c.term).collect();
        let here = self.applied(|v| (v, 0));
        let there = self.applied(|v| self.next_copy(v));
        let updates = next.iter().map(|(v, u)| (*v, u.term)).collect();
        let first = Clause { constraints: all([init, invar]), head: Head::Text(here.clone()), ..Clause::default() };
        let step = Clause {
            premise: vec![here.clone()],
            constraints: all([invar, trans]),
            updates,
            head: Head::Text(there),
            last_tick: 1,
        };
        let safe = Clause {
            premise: vec![here],
            constraints: all([invar, &[]]),
            head: Head::Term(self.property),
            ..Clause::default()
        };
        let declaration = format!("(declare-fun Inv ({sorts}) Bool)\n");
        Ok([declaration, self.clause(first)?, self.clause(step)?, self.clause(safe)?].concat())
    }

    /// Where the next value of a variable is found: a frozen one is its own.
    fn next_copy(&self, var: VarId) -> (VarId, u64) {
        (var, u64::from(self.system.role(var) != Role::Frozen))
    }

    fn applied(&self, place: impl Fn(VarId) -> (VarId, u64)) -> String {
        if self.args.is_empty() {
            return "Inv".to_owned();
        }
        let names: Vec<String> = self.args.iter().map(|v| Script::copy_name(place(*v))).collect();
        format!("(Inv {})", names.join(" "))
    }

    fn clause(&self, clause: Clause) -> Result<String, SolveError> {
        let roots = clause.constraints.iter().copied().chain(clause.updates.iter().map(|(_, t)| *t));
        let goal = if let Head::Term(term) = clause.head { Some(term) } else { None };
        let (lets, closing) = self.lets(roots.chain(goal))?;
        let (binders, bounds) = self.binders(clause.last_tick)?;
        let mut premise = clause.premise;
        premise.extend(bounds);
        for term in clause.constraints {
            premise.push(self.name(term)?);
        }
        for (var, term) in clause.updates {
            premise.push(format!("(= {} {})", Script::copy_name((var, 1)), self.name(term)?));
        }
        let head = match clause.head {
            Head::Text(text) => text,
            Head::Term(term) => self.name(term)?,
        };
        let body = format!("{lets}(=> (and true {}) {head}){closing}", premise.join(" "));
        Ok(match binders.as_str() {
            "" => format!("(assert {body})\n"),
            binders => format!("(assert (forall ({binders}) {body}))\n"),
        })
    }

    /// The copies to quantify over, and what confines each to its sort.
    fn binders(&self, last_tick: u64) -> Result<(String, Vec<String>), SolveError> {
        let terms = &self.system.terms;
        let here = self.system.vars().map(|(v, _)| (v, 0));
        let there = self.args.iter().map(|v| self.next_copy(*v)).filter(|(_, tick)| (1..=last_tick).contains(tick));
        let (mut binders, mut bounds) = (String::new(), Vec::new());
        for copy in here.chain(there) {
            let (name, sort) = (Script::copy_name(copy), terms.var(copy.0).sort);
            binders.push_str(&format!("({name} {})", print::sort(terms, sort)?));
            bounds.extend(print::bounds(terms, sort, &name));
        }
        Ok((binders, bounds))
    }

    /// Openings and closings of nested lets that name every term below the roots.
    fn lets(&self, roots: impl Iterator<Item = TermId>) -> Result<(String, String), SolveError> {
        let terms = &self.system.terms;
        let (mut opening, mut count) = (String::new(), 0);
        for term in walk::postorder(terms, roots.collect::<BTreeSet<_>>()) {
            if terms.sort(term).is_float() {
                return Err(SolveError::Unsupported("floating point in Horn clauses".to_owned()));
            }
            let name = self.name(term)?;
            if !matches!(terms.op(term), Op::Const(_) | Op::Var(_) | Op::Next(_)) {
                let operands = terms.operands(term).iter().map(|t| self.name(*t)).collect::<Result<Vec<_>, _>>()?;
                opening.push_str(&format!("(let (({name} {})) ", print::application(terms, term, &operands)?));
                count += 1;
            }
        }
        Ok((opening, ")".repeat(count)))
    }

    /// The name of a term inside a clause.
    fn name(&self, term: TermId) -> Result<String, SolveError> {
        let terms = &self.system.terms;
        Ok(match terms.op(term) {
            Op::Const(id) => print::constant(terms, terms.value(id))?,
            Op::Var(v) => Script::copy_name((v, 0)),
            Op::Next(v) => Script::copy_name(self.next_copy(v)),
            _ => format!("t{}", term.0),
        })
    }
}
