//! One machine as a finite transducer: its states at rest, and the classes of inputs that it distinguishes.
//!
//! The guards of all states together divide the inputs into cells: all inputs of a cell do the same in every state. With
//! cells for inputs, the machine is finite. Made smallest, it may no longer distinguish some cells; those belong to
//! one class, and the classes are the coarsest partition there is.

use super::branch::{Branch, ExecutionError, Executor, Observation, State};
use super::product::Answer;
use super::{InputClass, Profile, condition};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wherefore_fsm::Fsm;
use wherefore_ir::{TermId, Value};
use wherefore_trace::show_short;

/// More cells than this are not listed.
const MOST_CELLS: usize = 2048;
/// More classes than this are not put into words.
const MOST_CLASSES: usize = 64;

/// A machine that was explored.
pub(super) struct Explored {
    /// The first state first, if there is one.
    pub states: Vec<State>,
    /// The first states with what is seen there.
    pub first: Vec<(Observation, State)>,
    /// Distinct values of what is remembered and seen at rest.
    pub classes: usize,
}

/// A machine as a transducer.
pub(super) struct Transducer {
    /// Minimal and observable, over classes of inputs; an input that is not taken is answered by the last output.
    pub machine: Fsm,
    /// The machine before it was made smallest, over cells of inputs.
    pub whole: Fsm,
    /// The inputs of each cell.
    pub cells: Vec<TermId>,
    /// The inputs of each class.
    pub classes: Vec<TermId>,
    pub observations: Vec<Observation>,
    pub is_deterministic: bool,
    /// A state and inputs that it does not take, if there are such.
    pub refused: Option<TermId>,
}

/// All states of a machine that can be reached; none if there are more than `most`.
pub(super) fn explore(
    executor: &mut Executor,
    machine: usize,
    most: usize,
) -> Result<Option<Explored>, ExecutionError> {
    let first = executor.initial(machine)?;
    let mut states: Vec<State> = Vec::new();
    let mut known: BTreeSet<State> = BTreeSet::new();
    let mut classes: BTreeSet<(Observation, State)> = BTreeSet::new();
    for (seen, state) in &first {
        classes.insert((seen.clone(), state.clone()));
        if known.insert(state.clone()) {
            states.push(state.clone());
        }
    }
    let during: Vec<usize> = (0..executor.joint.machines[machine].outputs.len())
        .filter(|o| executor.joint.machines[machine].outputs[*o].during)
        .collect();
    let mut place = 0;
    while place < states.len() {
        if states.len() > most {
            return Ok(None);
        }
        for branch in executor.branches(machine, &states[place])?.iter() {
            let mut seen = branch.seen.clone();
            during.iter().for_each(|o| seen[*o] = None);
            classes.insert((seen, branch.next.clone()));
            if known.insert(branch.next.clone()) {
                states.push(branch.next.clone());
            }
        }
        place += 1;
    }
    Ok(Some(Explored { states, first, classes: classes.len() }))
}

/// The transducer of an explored machine whose first states look the same; none if they do not, or if there are too many cells.
pub(super) fn transducer(
    executor: &mut Executor,
    machine: usize,
    explored: &Explored,
) -> Result<Option<Transducer>, ExecutionError> {
    let Some(cells) = cells(executor, &[(machine, explored)])? else { return Ok(None) };
    let mut observations = Observations::default();
    let Some(table) = table(explored, 0, &cells, &mut observations) else { return Ok(None) };
    let whole = table.machine.complete(observations.0.len()).observable();
    let Some(minimal) = whole.minimise() else { return Ok(None) };
    let merged = minimal.machine.merge_inputs();
    let mut classes: Vec<Vec<TermId>> = vec![Vec::new(); merged.machine.inputs()];
    for (cell, class) in merged.class.iter().enumerate() {
        classes[*class].push(cells[cell].1);
    }
    let classes = classes.into_iter().map(|cells| executor.joint.terms.or(cells)).collect();
    let mut listed = vec![Observation::new(); observations.0.len()];
    observations.0.into_iter().for_each(|(seen, place)| listed[place] = seen);
    Ok(Some(Transducer {
        is_deterministic: merged.machine.is_deterministic(),
        machine: merged.machine,
        whole,
        cells: cells.into_iter().map(|(_, term)| term).collect(),
        classes,
        observations: listed,
        refused: table.refused,
    }))
}

/// Two machines over the cells of both.
pub(super) struct Common {
    /// Minimal and observable.
    pub machines: [Fsm; 2],
    /// The inputs of each cell.
    pub cells: Vec<TermId>,
}

/// Two machines over the cells of both; none if first states of one look different, or if there are too many cells.
pub(super) fn common(executor: &mut Executor, explored: [&Explored; 2]) -> Result<Option<Common>, ExecutionError> {
    let Some(cells) = cells(executor, &[(0, explored[0]), (1, explored[1])])? else { return Ok(None) };
    let mut observations = Observations::default();
    let tables = [0, 1].map(|m: usize| table(explored[m], m, &cells, &mut observations));
    let refusal = observations.0.len();
    let minimal = |table: Table| table.machine.complete(refusal).observable().minimise().map(|m| m.machine);
    let [reference, implementation] = tables.map(|t| t.and_then(minimal));
    let cells = cells.into_iter().map(|(_, term)| term).collect();
    Ok(reference.zip(implementation).map(|(r, i)| Common { machines: [r, i], cells }))
}

/// Numbers for what is seen.
#[derive(Default)]
struct Observations(BTreeMap<Observation, usize>);

/// A machine over cells.
struct Table {
    machine: Fsm,
    refused: Option<TermId>,
}

/// A cell of the inputs: what every state of each machine does, and the inputs.
type Cell = (Vec<Vec<Answer>>, TermId);

/// A machine over cells in which its answers have this place.
fn table(explored: &Explored, place: usize, cells: &[Cell], observations: &mut Observations) -> Option<Table> {
    let (seen, _) = explored.first.first()?;
    if explored.first.iter().any(|(other, _)| other != seen) {
        return None;
    }
    let places: BTreeMap<&State, usize> = explored.states.iter().enumerate().map(|(i, s)| (s, i)).collect();
    let mut moves: Vec<Vec<Vec<(usize, usize)>>> = Vec::new();
    let mut refused = None;
    for state in 0..explored.states.len() {
        let mut row = Vec::new();
        for (answers, term) in cells {
            let mut entry = Vec::new();
            for (seen, nexts) in &answers[place][state] {
                let count = observations.0.len();
                let output = *observations.0.entry(seen.clone()).or_insert(count);
                entry.extend(nexts.iter().map(|next| (output, places[next])));
            }
            if entry.is_empty() && refused.is_none() {
                refused = Some(*term);
            }
            row.push(entry);
        }
        moves.push(row);
    }
    // Several first states that cannot be distinguished yet: one more that does what any of them does.
    let firsts: Vec<usize> = explored.first.iter().map(|(_, state)| places[state]).collect();
    let initial = match firsts.as_slice() {
        [one] => *one,
        _ => {
            let joined = |cell: usize| firsts.iter().flat_map(|s| moves[*s][cell].clone()).collect::<Vec<_>>();
            let row: Vec<Vec<(usize, usize)>> = (0..cells.len()).map(joined).collect();
            if firsts.iter().any(|s| moves[*s].iter().any(Vec::is_empty)) {
                return None;
            }
            moves.push(row);
            moves.len() - 1
        }
    };
    let machine = Fsm::new(initial, cells.len(), observations.0.len(), moves).ok()?;
    Some(Table { machine, refused })
}

/// The cells of the inputs over all states of machines; none if there are too many.
fn cells(executor: &mut Executor, machines: &[(usize, &Explored)]) -> Result<Option<Vec<Cell>>, ExecutionError> {
    let mut all: Vec<Vec<Rc<Vec<Branch>>>> = Vec::new();
    for (machine, explored) in machines {
        let own = explored.states.iter().map(|state| executor.branches(*machine, state));
        all.push(own.collect::<Result<_, _>>()?);
    }
    let guards: BTreeSet<TermId> = all.iter().flatten().flat_map(|branches| branches.iter().map(|b| b.guard)).collect();
    let guards: Vec<TermId> = guards.into_iter().collect();
    let Executor { oracle, joint, simplifier, .. } = executor;
    let tuples = oracle.values_within(&mut joint.terms, simplifier, &[], &guards, MOST_CELLS)?;
    let Some(tuples) = tuples else { return Ok(None) };
    let mut found = Vec::new();
    for tuple in tuples {
        let truths: BTreeMap<TermId, bool> =
            guards.iter().zip(&tuple).map(|(g, t)| (*g, t.as_bool() == Some(true))).collect();
        let answer = |branches: &Rc<Vec<Branch>>| {
            let mut answer = Answer::new();
            for branch in branches.iter().filter(|b| truths[&b.guard]) {
                answer.entry(branch.seen.clone()).or_default().insert(branch.next.clone());
            }
            answer
        };
        let answers = all.iter().map(|own| own.iter().map(answer).collect()).collect();
        let terms = &mut executor.joint.terms;
        let condition: Vec<TermId> = guards.iter().map(|g| if truths[g] { *g } else { terms.not(*g) }).collect();
        found.push((answers, terms.and(condition)));
    }
    Ok(Some(found))
}

/// Profile of a machine alone.
pub(super) fn profile(
    executor: &mut Executor,
    machine: usize,
    explored: &Explored,
) -> Result<(Profile, Option<Transducer>), ExecutionError> {
    let mut profile = Profile { state_classes: explored.classes, ..Profile::default() };
    let Some(transducer) = transducer(executor, machine, explored)? else { return Ok((profile, None)) };
    profile.is_deterministic = transducer.is_deterministic;
    profile.minimal_states = Some(transducer.machine.states());
    if transducer.classes.len() <= MOST_CLASSES {
        let mut classes = Vec::new();
        for class in &transducer.classes {
            let words = condition::words(executor, *class)?;
            let example = condition::example(executor, *class)?;
            let shown = example.iter().map(|v: &Value| show_short(&executor.joint.terms, v)).collect();
            classes.push(InputClass { condition: words, example, shown });
        }
        profile.input_classes = Some(classes);
    }
    if let Some(term) = transducer.refused {
        profile.refused = Some(condition::words(executor, term)?);
    }
    Ok((profile, Some(transducer)))
}
