//! Diagrams as a [`Solver`]: every literal is a function, the clauses are one conjunction.
//!
//! Meant for small questions and for the conformance suite, where it stands beside the other back ends; engines that need
//! sets of states use a [`Space`] directly. The unit of effort is a node of the conjunction under question. A table that
//! overflowed is remembered: the literal or clause that did not fit is missing, so every later check is unknown.

use super::space::Space;
use super::{Bdd, BddOptions, BitVar};
use crate::blast::{EncodeError, default_value, word_value};
use crate::{Answer, Capabilities, Lit, SolveError, Solver, Stop, Theory, Undecided};
use rustc_hash::FxHashMap;
use wherefore_ir::{TermId, Terms, Value, VarId};

/// The variable whose bits are literals that stand for no term.
const FRESH: VarId = VarId(u32::MAX);

/// A solver on BDDs.
pub struct BddSolver {
    capabilities: Capabilities,
    space: Space,
    /// The function of each variable of a literal.
    functions: Vec<Bdd>,
    numbers: FxHashMap<Bdd, u32>,
    facts: Bdd,
    /// Domains that are part of the facts already.
    restrictions: usize,
    fresh: u32,
    missing: Option<Undecided>,
    last: Last,
}

/// Result of the last check, to be read.
enum Last {
    Nothing,
    /// The truth of each bit of the space.
    Model(Vec<bool>),
    Core(Vec<Lit>),
}

impl BddSolver {
    /// An empty solver.
    pub fn new(options: BddOptions) -> Result<BddSolver, SolveError> {
        let space = Space::new(&[], options, Stop::new()).map_err(EncodeError::from)?;
        let facts = space.constant(true);
        Ok(BddSolver {
            capabilities: Capabilities { name: "bdd".into(), theories: vec![Theory::Finite], cores: true },
            space,
            functions: Vec::new(),
            numbers: FxHashMap::default(),
            facts,
            restrictions: 0,
            fresh: 0,
            missing: None,
            last: Last::Nothing,
        })
    }

    /// The diagrams.
    pub fn space(&self) -> &Space {
        &self.space
    }

    fn number(&mut self, function: Bdd) -> Lit {
        if let Some(number) = self.numbers.get(&function) {
            return Lit::new(*number, false);
        }
        if let Some(number) = self.numbers.get(&!&function) {
            return Lit::new(*number, true);
        }
        let number = self.functions.len() as u32;
        self.numbers.insert(function.clone(), number);
        self.functions.push(function);
        Lit::new(number, false)
    }

    fn function(&self, literal: Lit) -> Bdd {
        let function = &self.functions[literal.var() as usize];
        if literal.is_negative() { !function } else { function.clone() }
    }

    /// Unless the table overflowed, in which case that is remembered and the default stands in for the result.
    fn or_missing<T>(&mut self, made: Result<T, EncodeError>, instead: T) -> Result<T, SolveError> {
        match made {
            Ok(made) => Ok(made),
            Err(EncodeError::Undecided(cause)) => {
                self.missing.get_or_insert(cause);
                Ok(instead)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn add_fact(&mut self, fact: &Bdd) -> Result<(), SolveError> {
        let joined = self.space.and(&self.facts, fact).map_err(EncodeError::from);
        self.facts = self.or_missing(joined, self.facts.clone())?;
        Ok(())
    }

    fn add_new_domains(&mut self) -> Result<(), SolveError> {
        while let Some(domain) = self.space.table().restrictions.get(self.restrictions).cloned() {
            self.restrictions += 1;
            self.add_fact(&domain)?;
        }
        Ok(())
    }

    /// The facts and these literals, or why they were not joined.
    fn conjunction(&self, literals: &[Lit], effort: Option<u64>) -> Result<Bdd, Undecided> {
        let mut all = self.facts.clone();
        for literal in literals {
            all = self.space.and(&all, &self.function(*literal))?;
            if effort.is_some_and(|limit| self.space.node_count(&all) as u64 > limit) {
                return Err(Undecided::Effort);
            }
        }
        Ok(all)
    }

    fn decide(&mut self, assumptions: &[Lit], effort: Option<u64>) -> Result<Answer, Undecided> {
        if let Some(cause) = &self.missing {
            return Err(cause.clone());
        }
        let all = self.conjunction(assumptions, effort)?;
        let bits: Vec<BitVar> = self.space.table().bits.iter().copied().collect();
        Ok(match self.space.least(&all, &bits)? {
            Some(model) => {
                self.last = Last::Model(model);
                Answer::Sat
            }
            None => {
                self.last = Last::Core(assumptions.to_vec());
                Answer::Unsat
            }
        })
    }

    fn model(&self) -> Result<&[bool], SolveError> {
        match &self.last {
            Last::Model(truths) => Ok(truths),
            _ => Err(SolveError::Unsupported("a value without a model".into())),
        }
    }

    /// The truth of a bit in the last model; of one that was not there yet, false.
    fn bit_truth(&self, model: &[bool], bit: BitVar) -> bool {
        let place = self.space.table().bits.get_index_of(&bit);
        place.and_then(|place| model.get(place)).copied().unwrap_or(false)
    }
}

impl Solver for BddSolver {
    fn capabilities(&self) -> &Capabilities {
        &self.capabilities
    }

    fn literal(&mut self, terms: &Terms, term: TermId, tick: u32) -> Result<Lit, SolveError> {
        let encoded = self.space.encode(terms, term, tick);
        let nothing = self.space.constant(false);
        let function = self.or_missing(encoded, nothing)?;
        self.add_new_domains()?;
        Ok(self.number(function))
    }

    fn fresh(&mut self) -> Result<Lit, SolveError> {
        let bit = BitVar { var: FRESH, tick: 0, bit: self.fresh };
        self.fresh += 1;
        let made = self.space.bit(bit).map_err(EncodeError::from);
        let nothing = self.space.constant(false);
        let function = self.or_missing(made, nothing)?;
        Ok(self.number(function))
    }

    fn clause(&mut self, literals: &[Lit]) -> Result<(), SolveError> {
        self.last = Last::Nothing;
        let parts = literals.iter().map(|l| self.function(*l)).collect();
        let made = self.space.any(parts).map_err(EncodeError::from);
        let nothing = self.space.constant(true);
        let clause = self.or_missing(made, nothing)?;
        self.add_fact(&clause)
    }

    fn check(&mut self, assumptions: &[Lit], effort: Option<u64>, stop: &Stop) -> Result<Answer, SolveError> {
        self.last = Last::Nothing;
        let idle = std::mem::replace(&mut self.space.blaster.circuit.stop, stop.clone());
        let answer = self.decide(assumptions, effort);
        self.space.blaster.circuit.stop = idle;
        Ok(answer.unwrap_or_else(Answer::Unknown))
    }

    /// By deletion: an assumption stays if the rest is satisfiable without it. Smallest in the sense of inclusion, unless
    /// the table overflows on the way.
    fn core(&mut self) -> Result<Vec<Lit>, SolveError> {
        let Last::Core(assumptions) = &self.last else {
            return Err(SolveError::Unsupported("a core without an unsatisfiable answer".into()));
        };
        let mut core = assumptions.clone();
        let mut place = 0;
        while place < core.len() {
            let mut rest = core.clone();
            rest.remove(place);
            match self.conjunction(&rest, None) {
                Ok(all) if all.is_false() => core = rest,
                _ => place += 1,
            }
        }
        self.last = Last::Core(core.clone());
        Ok(core)
    }

    fn value(&mut self, terms: &Terms, var: VarId, tick: u32) -> Result<Value, SolveError> {
        let (model, sort) = (self.model()?, terms.var(var).sort);
        let Some(word) = self.space.blaster.known_copy(var, tick) else { return Ok(default_value(sort)) };
        let bits = (0..word.raw().len() as u32).map(|bit| BitVar { var, tick, bit });
        if bits.clone().any(|bit| self.space.table().bits.get_index_of(&bit).is_none_or(|place| place >= model.len())) {
            return Ok(default_value(sort));
        }
        let truths: Vec<bool> = bits.map(|bit| self.bit_truth(model, bit)).collect();
        Ok(word_value(sort, &truths))
    }

    fn truth(&mut self, literal: Lit) -> Result<bool, SolveError> {
        let model = self.model()?;
        Ok(self.space.eval(&self.function(literal), |bit| self.bit_truth(model, bit)))
    }
}
