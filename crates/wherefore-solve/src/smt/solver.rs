//! The [`Solver`] over a child process.
//!
//! Commands are gathered in a script and sent with the next check. The script is kept: when the process is gone, or
//! cannot take what comes next (a wider logic, for cvc5 another effort limit), a new one is started and sent everything
//! again. So a solver that was stopped, ran out of memory or died answers the next check as if nothing had happened; only
//! the time is lost, and what the solver had learnt.
//!
//! Values are read in batches, all variables of a tick or a block of literals at a time, and kept until the next check.

use super::canary;
use super::command::SmtCommand;
use super::process::{End, Process, shorten};
use super::script::Script;
use super::sexp::Tree;
use super::value;
use crate::{Answer, Capabilities, Lit, SolveError, Solver, Stop, StopReason, Undecided, default_value};
use rustc_hash::FxHashMap;
use wherefore_ir::{Sort, Terms, Value, VarId};

/// Literals whose truth is read together.
const BLOCK: u32 = 256;

/// An SMT-LIB solver in a child process.
pub struct SmtSolver {
    command: SmtCommand,
    capabilities: Capabilities,
    script: Script,
    process: Option<Session>,
    last: Last,
    /// Whether the program has passed the canary questions.
    is_trusted: bool,
}

/// A process and how much of the script it has been sent.
struct Session {
    process: Process,
    logic: &'static str,
    effort: Option<u64>,
    sent: usize,
}

/// Result of the last check.
enum Last {
    Nothing,
    Model(Model),
    /// The assumptions with their names.
    Unsat(Vec<(Lit, String)>, Stop),
}

struct Model {
    stop: Stop,
    /// How much was known when the model was made.
    copies: usize,
    literals: usize,
    values: FxHashMap<(VarId, u64), Value>,
    truths: FxHashMap<u32, bool>,
}

impl SmtSolver {
    /// Starts the program.
    pub fn new(command: SmtCommand) -> Result<SmtSolver, SolveError> {
        let capabilities = Capabilities { name: command.name.clone(), theories: command.theories(), cores: true };
        let script = if capabilities.handles(Sort::Int) { Script::default() } else { Script::in_words() };
        let mut solver =
            SmtSolver { command, capabilities, script, process: None, last: Last::Nothing, is_trusted: false };
        solver.process = Some(solver.start(None)?);
        Ok(solver)
    }

    /// Everything said so far, in SMT-LIB, for bug reports.
    pub fn script(&self) -> String {
        self.command.prelude(self.script.logic(), None) + self.script.text()
    }

    /// A process that has been sent nothing.
    fn start(&self, effort: Option<u64>) -> Result<Session, SolveError> {
        Ok(Session { process: Process::start(&self.command)?, logic: "", effort, sent: 0 })
    }

    /// The process, sent the whole script, limited to `effort`, and asked `question`.
    fn ask(&mut self, question: &str, effort: Option<u64>) -> Result<(), SolveError> {
        let logic = self.script.logic();
        let fits = |s: &Session| {
            s.logic.is_empty() || (s.logic == logic && (s.effort == effort || !self.command.fixes_effort()))
        };
        let mut session = match self.process.take() {
            Some(session) if fits(&session) => session,
            _ => self.start(effort)?,
        };
        let mut text = String::new();
        if session.logic.is_empty() {
            text = self.command.prelude(logic, effort);
            session.effort = None;
        }
        text.push_str(&self.script.text()[session.sent..]);
        if session.effort != effort {
            text.push_str(&self.command.effort(effort));
        }
        text.push_str(question);
        session.process.send(text);
        (session.logic, session.effort, session.sent) = (logic, effort, self.script.text().len());
        self.process = Some(session);
        Ok(())
    }

    /// The next answer. A process that ended is forgotten.
    fn answer(&mut self, stop: &Stop) -> Result<String, End> {
        let gone = || SolveError::Died { program: self.command.program.clone(), cause: "it is gone".to_owned() };
        let session = self.process.as_mut().ok_or_else(|| End::Broken(gone()))?;
        let answer = session.process.answer(stop);
        if answer.is_err() {
            self.process = None;
        }
        answer
    }

    /// Gives the process up for an answer that is not one.
    fn nonsense(&mut self, answer: &str) -> SolveError {
        self.process = None;
        let cause = format!("unexpected answer `{}`", shorten(answer));
        SolveError::Died { program: self.command.program.clone(), cause }
    }

    /// A further question about the last answer, as a tree. There is no way to say "unknown" here: a stop is an error.
    fn detail(&mut self, question: String, stop: &Stop) -> Result<Tree, SolveError> {
        // A signal that was fired after the check must not keep the caller from reading what the check found.
        let stop = if stop.is_fired() { Stop::new() } else { stop.clone() };
        if let Some(session) = &self.process {
            session.process.send(question);
        }
        let answer = self.answer(&stop).map_err(|end| match end {
            End::Broken(error) => error,
            End::Undecided(why) => SolveError::Died { program: self.command.program.clone(), cause: why.to_string() },
        })?;
        Tree::parse(answer.as_str()).ok_or_else(|| self.nonsense(&answer))
    }

    /// Why the solver does not know.
    fn reason(&mut self, effort: Option<u64>, stop: &Stop) -> Result<Undecided, End> {
        if let Some(session) = &self.process {
            session.process.send("(get-info :reason-unknown)\n".to_owned());
        }
        let words = self.answer(stop)?;
        Ok(Undecided::of_reason(&words, effort))
    }

    /// Asks for the values at these names: a list with a pair for each.
    fn asked(&mut self, names: &[String], stop: &Stop) -> Result<Tree, SolveError> {
        let tree = self.detail(format!("(get-value ({}))\n", names.join(" ")), stop)?;
        let pairs = tree.list_at(tree.root());
        match pairs.len() == names.len() && pairs.iter().all(|p| tree.list_at(*p).len() == 2) {
            true => Ok(tree),
            false => Err(self.nonsense("a list of values of another length")),
        }
    }

    /// Reads the variables of one tick.
    fn read_tick(&mut self, terms: &Terms, tick: u64) -> Result<(), SolveError> {
        let Last::Model(model) = &self.last else { return Err(no_model()) };
        let known = self.script.copies().iter().take(model.copies);
        let copies: Vec<(VarId, u64)> = known.filter(|(_, t)| *t == tick).copied().collect();
        let names: Vec<String> = copies.iter().map(|c| Script::copy_name(*c)).collect();
        let answer = self.asked(&names, &model.stop.clone())?;
        let read = |tree: &Tree, i: usize, node| self.script.read(terms, tree, node, terms.var(copies[i].0).sort);
        let values = values(&answer, &names, read)?;
        if let Last::Model(model) = &mut self.last {
            model.values.extend(copies.into_iter().zip(values));
        }
        Ok(())
    }

    /// Reads the block of literals around one.
    fn read_block(&mut self, literal: Lit) -> Result<(), SolveError> {
        let Last::Model(model) = &self.last else { return Err(no_model()) };
        let first = literal.var() / BLOCK * BLOCK;
        let block: Vec<u32> = (first..(first + BLOCK).min(model.literals as u32)).collect();
        let names = block.iter().map(|v| self.script.literal_name(Lit::new(*v, false)).map(str::to_owned));
        let names = names.collect::<Result<Vec<_>, _>>()?;
        let answer = self.asked(&names, &model.stop.clone())?;
        let truths = values(&answer, &names, |tree, _, node| value::truth(tree, node))?;
        if let Last::Model(model) = &mut self.last {
            model.truths.extend(block.into_iter().zip(truths));
        }
        Ok(())
    }

    fn checked(&mut self, assumed: Vec<(Lit, String)>, effort: Option<u64>, stop: &Stop) -> Result<Answer, End> {
        let answer = self.answer(stop)?;
        match answer.as_str() {
            "sat" => {
                let (copies, literals) = (self.script.copies().len(), self.script.literal_count());
                let (values, truths) = (FxHashMap::default(), FxHashMap::default());
                self.last = Last::Model(Model { stop: stop.clone(), copies, literals, values, truths });
                Ok(Answer::Sat)
            }
            "unsat" => {
                self.last = Last::Unsat(assumed, stop.clone());
                Ok(Answer::Unsat)
            }
            "unknown" => self.reason(effort, stop).map(Answer::Unknown),
            "timeout" => Ok(Answer::Unknown(Undecided::GaveUp(answer))),
            _ => Err(End::Broken(self.nonsense(&answer))),
        }
    }
}

impl Undecided {
    /// Meaning of an answer to `(get-info :reason-unknown)` when the question had this effort limit.
    pub(super) fn of_reason(answer: &str, effort: Option<u64>) -> Undecided {
        let words = answer.trim_start_matches("(:reason-unknown").trim_end_matches(')').trim().trim_matches('"');
        let says = |list: &[&str]| list.iter().any(|w| words.contains(w));
        match effort {
            _ if says(&["interrupted"]) => Undecided::Stopped(StopReason::Interrupted),
            _ if says(&["memory", "memout"]) => Undecided::Memory,
            // z3's SAT solver says the last when the limit is reached before it begins.
            Some(_) if says(&["cancel", "resource", "limit", "no reason given"]) => Undecided::Effort,
            _ => Undecided::GaveUp(words.to_owned()),
        }
    }
}

/// The values of an answer, in order, each read by `read`.
fn values<T>(
    tree: &Tree,
    names: &[String],
    read: impl Fn(&Tree, usize, usize) -> Option<T>,
) -> Result<Vec<T>, SolveError> {
    let unreadable = |i: usize| SolveError::Unsupported(format!("a value that cannot be read, of {}", names[i]));
    let value = |(i, pair): (usize, &usize)| read(tree, i, tree.list_at(*pair)[1]).ok_or_else(|| unreadable(i));
    tree.list_at(tree.root()).iter().enumerate().map(value).collect()
}

fn no_model() -> SolveError {
    SolveError::Unsupported("reading a model when there is none".to_owned())
}

impl Solver for SmtSolver {
    super::script::written!();

    fn check(&mut self, assumptions: &[Lit], effort: Option<u64>, stop: &Stop) -> Result<Answer, SolveError> {
        self.last = Last::Nothing;
        let mut assumed: Vec<(Lit, String)> = Vec::with_capacity(assumptions.len());
        let mut seen = FxHashMap::default();
        for literal in assumptions {
            if seen.insert(*literal, ()).is_none() {
                assumed.push((*literal, self.script.assumption(*literal)?));
            }
        }
        if let Some(reason) = stop.reason() {
            return Ok(Answer::Unknown(Undecided::Stopped(reason)));
        }
        // cvc5 does not take an empty list of assumptions.
        let names: Vec<&str> = assumed.iter().map(|(_, name)| name.as_str()).collect();
        let question = match names.as_slice() {
            [] => "(check-sat)\n".to_owned(),
            names => format!("(check-sat-assuming ({}))\n", names.join(" ")),
        };
        let answer = match self.is_trusted {
            true => Ok(()),
            false => canary::pass(&self.command, stop),
        };
        self.is_trusted = answer.is_ok();
        if answer.is_ok() {
            self.ask(&question, effort)?;
        }
        match answer.and_then(|()| self.checked(assumed, effort, stop)) {
            Ok(answer) => Ok(answer),
            Err(End::Undecided(why)) => Ok(Answer::Unknown(why)),
            Err(End::Broken(error)) => Err(error),
        }
    }

    fn core(&mut self) -> Result<Vec<Lit>, SolveError> {
        let (assumed, stop) = match &self.last {
            Last::Unsat(assumed, stop) => (assumed.clone(), stop.clone()),
            _ => return Err(SolveError::Unsupported("a core when the last answer was not unsat".to_owned())),
        };
        if assumed.is_empty() {
            return Ok(Vec::new());
        }
        let tree = self.detail("(get-unsat-assumptions)\n".to_owned(), &stop)?;
        let mut named = FxHashMap::default();
        for node in tree.list_at(tree.root()) {
            let name = match tree.list_at(*node) {
                [_, inner] => format!("(not {})", tree.atom(*inner)),
                _ => tree.atom(*node).to_owned(),
            };
            named.insert(name, ());
        }
        let core: Vec<Lit> = assumed.iter().filter(|(_, name)| named.contains_key(name)).map(|(l, _)| *l).collect();
        // A name that is not ours would make the core too small, which is the one way it can be wrong.
        if core.len() == named.len() { Ok(core) } else { Err(self.nonsense("a core with an unknown name")) }
    }

    fn value(&mut self, terms: &Terms, var: VarId, tick: u32) -> Result<Value, SolveError> {
        let Last::Model(model) = &self.last else { return Err(no_model()) };
        let at = (var, u64::from(tick));
        if self.script.copies().get_index_of(&at).is_none_or(|index| index >= model.copies) {
            return Ok(default_value(terms.var(var).sort));
        }
        if !model.values.contains_key(&at) {
            self.read_tick(terms, at.1)?;
        }
        let Last::Model(model) = &self.last else { return Err(no_model()) };
        model.values.get(&at).cloned().ok_or_else(no_model)
    }

    fn truth(&mut self, literal: Lit) -> Result<bool, SolveError> {
        let Last::Model(model) = &self.last else { return Err(no_model()) };
        self.script.literal_name(literal)?;
        if literal.var() as usize >= model.literals {
            return Err(SolveError::Unsupported("the truth of a literal made after the check".to_owned()));
        }
        if !model.truths.contains_key(&literal.var()) {
            self.read_block(literal)?;
        }
        let Last::Model(model) = &self.last else { return Err(no_model()) };
        model.truths.get(&literal.var()).map(|t| *t != literal.is_negative()).ok_or_else(no_model)
    }
}
