//! Parts of a property in the model's own words.
//!
//! A front end writes definitions out, so that the terms of a property are longer than its text. Here definitions get their
//! names back: each is a variable of a copy of the arena, and the formula is rewritten with it from the outside in. A
//! definition counts if the text of the property names it; in a synchronous program every stream does.
//!
//! ```text
//! DEFINE hot := t > 24;  INVARSPEC hot -> fan = on        the term is t > 24 -> fan = on, and is spelled hot -> fan = on
//! ```

use rustc_hash::FxHashMap;
use wherefore_ir::network::BlockId;
use wherefore_ir::{ElementId, Op, System, TermId, Terms, VarId, walk};
use wherefore_trace::formula_with;

/// A formula with more parts than this is not written out.
const MOST_PARTS: usize = 300;
/// As deep as formulas are printed at all.
const DEEPEST: usize = 12;

/// Spells terms of one system.
pub(crate) struct Spelling {
    terms: Terms,
    /// The definitions that have names here, by their terms.
    named: FxHashMap<TermId, Named>,
    done: FxHashMap<TermId, TermId>,
}

/// A definition that stands for its term.
#[derive(Clone, Copy)]
struct Named {
    var: VarId,
    element: Option<ElementId>,
}

impl Spelling {
    /// The words of a system for a property with this text.
    pub(crate) fn new(system: &System, text: &str) -> Spelling {
        let mut spelling =
            Spelling { terms: system.terms.clone(), named: FxHashMap::default(), done: FxHashMap::default() };
        let is_word = |c: char| c.is_alphanumeric() || "_.$#-[]'".contains(c);
        let words: Vec<&str> = text.split(|c: char| !is_word(c)).collect();
        let in_text = |name: &str| words.contains(&name);
        let wanted = |name: &str| system.annexes.network.is_some() || in_text(name);
        let mut defines: Vec<_> = system.defines.iter().filter(|d| wanted(&d.name)).collect();
        // Where two have the same term, the one that the text names is meant.
        defines.sort_by_key(|d| !in_text(&d.name));
        for define in defines {
            let is_plain = matches!(system.terms.op(define.term), Op::Var(_) | Op::Next(_) | Op::Const(_));
            if is_plain || spelling.named.contains_key(&define.term) {
                continue;
            }
            let sort = system.terms.sort(define.term);
            if let Some(var) = spelling.terms.declare(define.name.clone(), sort) {
                spelling.named.insert(define.term, Named { var, element: define.element });
            }
        }
        spelling.name_blocks(system);
        spelling
    }

    /// Blocks of a diagram are known by their names as well; of several with one term, the outermost is meant.
    fn name_blocks(&mut self, system: &System) {
        let Some(network) = &system.annexes.network else { return };
        let depth = |id: &BlockId| network.call(network.block(*id).call).path.split('/').count();
        let mut blocks: Vec<BlockId> = network.ids().filter(|id| network.block(*id).name.is_some()).collect();
        blocks.sort_by_key(depth);
        for id in blocks {
            let (block, name) = (network.block(id), network.full_name(id));
            let is_plain = matches!(system.terms.op(block.value), Op::Var(_) | Op::Next(_) | Op::Const(_));
            if is_plain || self.named.contains_key(&block.value) {
                continue;
            }
            let sort = system.terms.sort(block.value);
            if let Some(var) = name.and_then(|name| self.terms.declare(name, sort)) {
                self.named.insert(block.value, Named { var, element: block.element });
            }
        }
    }

    /// The terms that have names.
    pub(crate) fn named(&self) -> impl Iterator<Item = TermId> + '_ {
        self.named.keys().copied()
    }

    /// The name of a term that has one.
    pub(crate) fn name(&self, term: TermId) -> Option<&str> {
        Some(self.terms.var(self.named.get(&term)?.var).name.as_str())
    }

    /// The place of the definition that a term is, if it has a name.
    pub(crate) fn definition(&self, term: TermId) -> Option<ElementId> {
        self.named.get(&term)?.element
    }

    /// A term, or its negation, in words; none if it is too large to be read.
    pub(crate) fn text(&mut self, term: TermId, is_asserted: bool) -> Option<String> {
        let Spelling { terms, named, done } = self;
        let name = |terms: &mut Terms, term: TermId| named.get(&term).map(|n| terms.now(n.var));
        let mut short = walk::rewrite(terms, &[term], done, name).first().copied()?;
        if !is_asserted {
            short = terms.not(short);
        }
        let name = |var: VarId| terms.var(var).spelling().to_owned();
        is_readable(terms, short).then(|| formula_with(terms, short, &name))
    }
}

/// Whether a formula, written out, is not too long. Shared parts are written as often as they occur.
fn is_readable(terms: &Terms, term: TermId) -> bool {
    let (mut parts, mut stack) = (0, vec![(term, DEEPEST)]);
    while let Some((term, depth)) = stack.pop() {
        parts += 1;
        if parts + stack.len() > MOST_PARTS {
            return false;
        }
        if let Some(depth) = depth.checked_sub(1) {
            stack.extend(terms.operands(term).iter().map(|t| (*t, depth)));
        }
    }
    true
}
