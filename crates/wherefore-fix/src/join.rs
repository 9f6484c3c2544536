//! A model and a changed one in one system, so that a question about both is a question about its runs.
//!
//! ```text
//! alike    the changed model has the same variables: its next values are terms over the state of the model itself, and the two
//!          differ where these terms have different values; the state of the changed model is not needed
//! apart    the changed model remembers something else: its state stands beside that of the model, driven by the same inputs
//! ```
//!
//! Terms are shared, so that what an edit leaves alone is the same term in both and costs nothing.

use rustc_hash::{FxHashMap, FxHashSet};
use wherefore_check::NoAnswer;
use wherefore_ir::import::{self, import};
use wherefore_ir::{Constraint, Op, Purpose, Role, System, TermId, Terms, Update, VarId, walk};

/// The model, with what is asked about the changed one.
pub(crate) struct Joined {
    /// The model; if the two are apart, the changed one beside it.
    pub system: System,
    /// True at a tick at which the two differ: in what is seen, or in what they do next. It may speak of next states.
    pub differ: TermId,
}

/// Joins a model and a changed one.
pub(crate) fn join(old: &System, new: &System) -> Result<Joined, NoAnswer> {
    let is_alike = same_variables(old, new);
    let joint = Joint { old, new, system: old.clone(), vars: FxHashMap::default(), done: FxHashMap::default() };
    if is_alike { joint.alike() } else { joint.apart() }
}

/// Whether two systems have the same variables.
fn same_variables(old: &System, new: &System) -> bool {
    let is_known = |(var, role): (VarId, Role)| {
        let declared = new.terms.var(var);
        old.terms.find_var(&declared.name).is_some_and(|v| {
            old.role(v) == role
                && import::sort(&new.terms, &mut old.terms.clone(), declared.sort) == old.terms.var(v).sort
        })
    };
    old.terms.var_count() == new.terms.var_count() && new.vars().all(is_known)
}

struct Joint<'a> {
    old: &'a System,
    new: &'a System,
    system: System,
    /// The variables of the changed model in the joined one.
    vars: FxHashMap<VarId, VarId>,
    done: FxHashMap<TermId, TermId>,
}

impl Joint<'_> {
    fn alike(mut self) -> Result<Joined, NoAnswer> {
        for (id, var) in self.new.terms.vars() {
            let here = self.old.terms.find_var(&var.name).ok_or_else(|| refused(&var.name))?;
            self.vars.insert(id, here);
        }
        let mut differ = self.seen();
        differ.extend(self.next_values());
        differ.extend(self.restrictions());
        Ok(self.joined(differ))
    }

    fn apart(mut self) -> Result<Joined, NoAnswer> {
        let new = self.new;
        let free = new.vars().find(|(v, role)| *role == Role::State && !new.next.contains_key(v));
        if let Some((var, _)) = free {
            return Err(refused(&new.terms.var(var).name));
        }
        if !new.trans.is_empty() {
            return Err(refused("a restriction on steps"));
        }
        for (id, role) in new.vars() {
            let here = self.beside(id, role)?;
            self.vars.insert(id, here);
        }
        let firsts: Vec<TermId> = new.init.iter().map(|c| c.term).collect();
        let firsts = self.copy(&firsts);
        self.system.init.extend(firsts.into_iter().map(|term| Constraint { term, element: None }));
        for (var, update) in &new.next {
            let term = self.copy(&[update.term])[0];
            let own = self.vars[var];
            self.system.next.insert(own, Update { term, element: None });
        }
        let restrictions: Vec<TermId> = new.invar.iter().map(|c| c.term).collect();
        let restrictions = self.copy(&restrictions);
        let known: FxHashSet<TermId> = self.old.invar.iter().map(|c| c.term).collect();
        let mut differ = self.seen();
        for term in restrictions.into_iter().filter(|t| !known.contains(t)) {
            differ.push(self.system.terms.not(term));
        }
        Ok(self.joined(differ))
    }

    /// The variable of the changed model beside those of the model: inputs are the same.
    fn beside(&mut self, id: VarId, role: Role) -> Result<VarId, NoAnswer> {
        let declared = self.new.terms.var(id);
        let sort = import::sort(&self.new.terms, &mut self.system.terms, declared.sort);
        if role != Role::Input {
            return Ok(self.system.add_auxiliary(&format!("new.{}", declared.name), sort, role, Purpose::Memory));
        }
        let same = self.old.terms.find_var(&declared.name);
        let same = same.filter(|v| self.old.role(*v) == Role::Input && self.system.terms.var(*v).sort == sort);
        same.ok_or_else(|| refused(&declared.name))
    }

    fn copy(&mut self, roots: &[TermId]) -> Vec<TermId> {
        let vars = &self.vars;
        import(&self.new.terms, &mut self.system.terms, roots, &mut self.done, |terms, op| match op {
            Op::Var(v) => terms.now(vars[&v]),
            Op::Next(v) => terms.next(vars[&v]),
            _ => terms.bool(false),
        })
    }

    /// Where two terms have different values.
    fn unequal(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if a == b {
            return None;
        }
        let same = self.system.terms.eq(a, b);
        Some(self.system.terms.not(same))
    }

    /// Differences in what is seen: declared names, and outputs.
    fn seen(&mut self) -> Vec<TermId> {
        let new = self.new;
        let mut differ = Vec::new();
        let wires = self.old.defines.iter().filter(|d| d.declared.is_some());
        let wires = wires.filter_map(|d| Some((d.term, new.defines.iter().find(|n| n.name == d.name)?.term)));
        let outputs = self.old.annexes.outputs.iter();
        let outputs =
            outputs.filter_map(|o| Some((o.term, new.annexes.outputs.iter().find(|n| n.name == o.name)?.term)));
        let pairs: Vec<(TermId, TermId)> = wires.chain(outputs).collect();
        for (old, new) in pairs {
            let new = self.copy(&[new])[0];
            if self.system.terms.sort(old).join(self.system.terms.sort(new)).is_some() {
                differ.extend(self.unequal(old, new));
            }
        }
        differ
    }

    /// Differences of the next values of variables that both models compute.
    fn next_values(&mut self) -> Vec<TermId> {
        let mut differ = Vec::new();
        let updates: Vec<(VarId, TermId)> = self.new.next.iter().map(|(v, u)| (*v, u.term)).collect();
        for (var, term) in updates {
            let (here, term) = (self.vars[&var], self.copy(&[term])[0]);
            let old = match self.old.next.get(&here) {
                Some(update) => update.term,
                None => self.system.terms.next(here),
            };
            differ.extend(self.unequal(old, term));
        }
        differ
    }

    /// Steps and first states that only one of the models allows.
    fn restrictions(&mut self) -> Vec<TermId> {
        let mut differ = Vec::new();
        let lists =
            [(&self.old.trans, &self.new.trans), (&self.old.invar, &self.new.invar), (&self.old.init, &self.new.init)];
        for (place, (old, new)) in lists.into_iter().enumerate() {
            let olds: Vec<TermId> = old.iter().map(|c| c.term).collect();
            let news: Vec<TermId> = new.iter().map(|c| c.term).collect();
            let news = self.copy(&news);
            let gone: Vec<TermId> = olds.iter().copied().filter(|t| !news.contains(t)).collect();
            let added: Vec<TermId> = news.iter().copied().filter(|t| !olds.contains(t)).collect();
            if gone.is_empty() && added.is_empty() {
                continue;
            }
            match place {
                0 => differ.extend(self.steps(&gone, &added)),
                // What is assumed, or where runs begin, is changed for every run.
                _ => differ.push(self.system.terms.bool(true)),
            }
        }
        let functions: Vec<VarId> = self.old.next.keys().copied().collect();
        let lost = functions.iter().any(|v| !self.new.next.keys().any(|n| self.vars[n] == *v));
        if lost {
            differ.push(self.system.terms.bool(true));
        }
        differ
    }

    /// Steps of the model that the changed one does not allow, and steps of the changed one that the model does not.
    fn steps(&mut self, gone: &[TermId], added: &[TermId]) -> Vec<TermId> {
        let terms = &mut self.system.terms;
        let allowed = terms.and(added.iter().copied());
        let lost = terms.not(allowed);
        let mut choices: FxHashMap<VarId, VarId> = FxHashMap::default();
        for var in next_variables(&self.system, gone.iter().chain(added)) {
            let (name, sort) = (format!("next.{}", self.system.terms.var(var).name), self.system.terms.var(var).sort);
            choices.insert(var, self.system.add_auxiliary(&name, sort, Role::Input, Purpose::Choice));
        }
        let terms = &mut self.system.terms;
        let before = terms.and(gone.iter().copied());
        let [before, after] = [before, allowed].map(|t| chosen(terms, t, &choices));
        let not_before = terms.not(before);
        vec![lost, terms.and([after, not_before])]
    }

    fn joined(mut self, differ: Vec<TermId>) -> Joined {
        let differ = self.system.terms.or(differ);
        Joined { system: self.system, differ }
    }
}

/// Variables whose next values are spoken of.
pub(crate) fn next_variables<'t>(system: &System, roots: impl Iterator<Item = &'t TermId>) -> Vec<VarId> {
    let all = walk::postorder(&system.terms, roots.copied());
    let next = |t: &TermId| match system.terms.op(*t) {
        Op::Next(var) => Some(var),
        _ => None,
    };
    all.iter().filter_map(next).collect()
}

/// A formula in which next values are those of other variables.
fn chosen(terms: &mut Terms, root: TermId, choices: &FxHashMap<VarId, VarId>) -> TermId {
    let rewritten = walk::rewrite(terms, &[root], &mut FxHashMap::default(), |terms, term| match terms.op(term) {
        Op::Next(var) => choices.get(&var).map(|choice| terms.now(*choice)),
        _ => None,
    });
    rewritten.first().copied().unwrap_or(root)
}

fn refused(what: &str) -> NoAnswer {
    NoAnswer::Unsupported(format!("the two models cannot be compared because of `{what}`"))
}
