//! The ranges of integers that are not declared, and where reals are.
//!
//! Every slot of numbers has sources: the expressions whose values arrive in it. Its range is the least that holds them all.
//! Slots are taken in the order in which they depend on one another, a group that depends on itself together (strongly
//! connected components, after Tarjan). In such a group bounds that keep moving are given up, and then computed once more
//! from what is left (widening and narrowing, after Cousot and Cousot):
//!
//! ```text
//! y = 3                        y: 3..3
//! x = 0, x = Math.min(x+1, 5)  x: 0, 0..1, .. , 0..  then  min(0.., 5) = 0..5
//! n = 0, n = n + 1             n: 0..  and so all integers
//! ```

use super::super::chart::{Binary, Chart, DataId, Expr, ExprKind, FieldId, Type, Unary};
use super::Types;
use super::number::{Facts, Number, value};
use super::uses::{Slot, Use};
use std::collections::VecDeque;
use wherefore_syntax::components;
use wherefore_syntax::holes::Holes;

/// Where values of a slot come from.
#[derive(Clone, Copy)]
enum Source<'a> {
    Value(&'a Expr),
    /// The places of an array.
    Places(&'a Expr),
    Fixed(Number),
}

/// How often the range of a slot may move before its bounds are given up, for a group that depends on itself.
const MOVES: usize = 64;

struct Ranges<'a> {
    /// Knows the lengths of arrays; its ranges are not yet right.
    types: &'a Types,
    chart: &'a Chart,
    holes: &'a Holes,
    sources: Vec<Vec<Source<'a>>>,
    numbers: Vec<Number>,
}

/// Values of each slot, by [`Slot::index`]; of no meaning for slots that have no numbers.
pub(super) fn ranges(
    (chart, holes): (&Chart, &Holes),
    types: &Types,
    uses: &[Use<'_>],
    chosen: &[bool],
) -> Vec<Number> {
    let sources = sources(chart, uses, chosen);
    let numbers = vec![Number::Nothing; sources.len()];
    let mut ranges = Ranges { types, chart, holes, sources, numbers };
    ranges.solve_all();
    if ranges.take_comments() {
        ranges.solve_all();
    }
    ranges.numbers
}

fn sources<'a>(chart: &'a Chart, uses: &[Use<'a>], chosen: &[bool]) -> Vec<Vec<Source<'a>>> {
    let mut sources: Vec<Vec<Source<'a>>> = vec![Vec::new(); chart.data.len() + chart.fields.len()];
    for item in uses {
        match item {
            Use::Value { to, value, .. } => sources[to.index(chart)].push(Source::Value(value)),
            Use::Foreach { array, item, index } => {
                sources[item.0 as usize].push(Source::Value(array));
                if let Some(index) = index {
                    sources[index.0 as usize].push(Source::Places(array));
                }
            }
            Use::Truth(_) | Use::Property { .. } => {}
        }
    }
    for slot in Slot::all(chart) {
        let list = &mut sources[slot.index(chart)];
        if let Some(declared) = slot.declared(chart) {
            *list = vec![Source::Fixed(Number::of_type(declared))];
        } else {
            list.extend(beginning(chart, slot, chosen[slot.index(chart)]).map(Source::Fixed));
        }
    }
    sources
}

/// Values of a slot that nothing in the chart sets: anything, if the environment chooses; zero, which stands for no
/// value, if nothing does.
fn beginning(chart: &Chart, slot: Slot, chosen: bool) -> Option<Number> {
    match chosen {
        true => Some(Number::ANY_INTEGER),
        false => super::starts_open(chart, slot).then(|| Number::range(0, 0)),
    }
}

impl Ranges<'_> {
    fn solve_all(&mut self) {
        let edges: Vec<Vec<usize>> = (0..self.sources.len()).map(|slot| self.dependencies(slot)).collect();
        for group in components(&edges) {
            self.solve(&group, &edges);
        }
    }

    /// Gives integers without bounds those that comments name, and forgets all other numbers; whether there are such integers.
    fn take_comments(&mut self) -> bool {
        let named: Vec<(usize, Number)> = self.commented();
        let open: Vec<(usize, Number)> =
            named.into_iter().filter(|(slot, _)| self.numbers[*slot].to_type() == Type::Int).collect();
        for (slot, number) in &open {
            self.sources[*slot] = vec![Source::Fixed(*number)];
        }
        if !open.is_empty() {
            self.numbers.fill(Number::Nothing);
        }
        !open.is_empty()
    }

    /// The bounds of slots by the comments before items, and of fields that the environment may choose by the items that they are
    /// assigned to: it sends what the document has room for.
    fn commented(&self) -> Vec<(usize, Number)> {
        let mut found = Vec::new();
        for slot in Slot::all(self.chart) {
            let Some(named) = slot.commented(self.chart).map(Number::of_type) else { continue };
            found.push((slot.index(self.chart), named));
            for source in &self.sources[slot.index(self.chart)] {
                if let Source::Value(Expr { kind: ExprKind::EventField(id), .. }) = source {
                    let field = Slot::Field(*id).index(self.chart);
                    if self.sources[field].iter().any(|s| matches!(s, Source::Fixed(Number::ANY_INTEGER))) {
                        found.push((field, named));
                    }
                }
            }
        }
        found
    }

    fn dependencies(&self, slot: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for source in &self.sources[slot] {
            if let Source::Value(expr) = source {
                mentions(self.chart, expr, &mut found);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Values that its sources give now.
    fn arriving(&self, slot: usize) -> Number {
        let each = self.sources[slot].iter().map(|source| match source {
            Source::Value(expr) => value(self, expr),
            Source::Fixed(number) => *number,
            Source::Places(array) => match self.types.length(array) {
                0 => Number::Nothing,
                length => Number::range(0, length as i64 - 1),
            },
        });
        each.fold(Number::Nothing, Number::join)
    }

    fn solve(&mut self, group: &[usize], edges: &[Vec<usize>]) {
        let alone = group.len() == 1 && group.iter().all(|slot| !edges[*slot].contains(slot));
        if alone {
            group.iter().for_each(|slot| self.numbers[*slot] = self.arriving(*slot));
            return;
        }
        self.grow(group, edges);
        // Two rounds: what a bound in the group cuts off reaches the others in the second.
        for _ in 0..2 {
            group.iter().for_each(|slot| self.numbers[*slot] = self.arriving(*slot));
        }
    }

    fn grow(&mut self, group: &[usize], edges: &[Vec<usize>]) {
        // Sorted by `components`, so that a slot is found by its number.
        let at = |slot: &usize| group.binary_search(slot).ok();
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); group.len()];
        for (user, slot) in group.iter().enumerate() {
            edges[*slot].iter().filter_map(at).for_each(|used| users[used].push(user));
        }
        // Copying in a circle moves a range at most twice for each member, and is no growth.
        let allowed = (8 + 2 * group.len()).min(MOVES);
        let mut moves = vec![0; group.len()];
        let mut waiting: VecDeque<usize> = (0..group.len()).collect();
        let mut listed = vec![true; group.len()];
        while let Some(member) = waiting.pop_front() {
            listed[member] = false;
            let old = self.numbers[group[member]];
            let mut new = old.join(self.arriving(group[member]));
            if new == old {
                continue;
            }
            moves[member] += 1;
            if moves[member] > allowed {
                new = old.widen(new);
            }
            self.numbers[group[member]] = new;
            for user in &users[member] {
                if !std::mem::replace(&mut listed[*user], true) {
                    waiting.push_back(*user);
                }
            }
        }
    }
}

impl Facts for Ranges<'_> {
    fn data(&self, id: DataId) -> Number {
        self.numbers[id.0 as usize]
    }

    fn field(&self, id: FieldId) -> Number {
        self.numbers[Slot::Field(id).index(self.chart)]
    }

    fn length(&self, array: &Expr) -> usize {
        self.types.length(array)
    }

    fn is_open(&self, expr: &Expr) -> bool {
        self.holes.at(expr.span).is_some()
    }
}

/// The slots on whose numbers the value of an expression depends.
fn mentions(chart: &Chart, expr: &Expr, found: &mut Vec<usize>) {
    let mut waiting = vec![expr];
    while let Some(expr) = waiting.pop() {
        match &expr.kind {
            ExprKind::Data(id) => found.push(id.0 as usize),
            ExprKind::EventField(id) => found.push(Slot::Field(*id).index(chart)),
            ExprKind::Index(array, _) => waiting.push(array),
            ExprKind::Array(items) | ExprKind::Call(_, items) => waiting.extend(items),
            ExprKind::Unary(Unary::Neg, operand) => waiting.push(operand),
            ExprKind::Binary(Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Rem, a, b)
            | ExprKind::Conditional(_, a, b) => waiting.extend([&**a, &**b]),
            _ => {}
        }
    }
}
