//! Topics of `wherefore explain`: one per diagnostic id, verdict, cause and word of an inquiry.
//!
//! Diagnostics and causes are declared where they arise; this file adds the verdicts and words, and brings all into one form.

mod build_servers;
mod contract;
mod equivalence;
mod expectations;
mod fix;
mod hardware;
mod lint;
mod lts;
mod lustre;
mod scxml;
mod simulink;
mod smv;
mod xstate;

use crate::codes;
use crate::no_answer;
use wherefore_diag::{Code, Severity};

/// One entry of the guide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topic {
    /// Word to ask for.
    pub id: &'static str,
    /// Group of the topic.
    pub group: Group,
    /// One line.
    pub summary: &'static str,
    /// A paragraph or more.
    pub explanation: &'static str,
    /// Advice on what to try; may be empty.
    pub advice: &'static str,
}

/// The groups of the guide, in the order they are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// An answer for a property.
    Verdict,
    /// A word of an inquiry.
    Word,
    /// A language that is read.
    Language,
    /// Why there is no answer.
    Cause,
    /// A diagnostic that ends the run.
    Error,
    /// A diagnostic about something that is probably not meant.
    Warning,
    /// A diagnostic worth knowing.
    Note,
}

impl Group {
    /// Every group.
    pub const ALL: &[Group] =
        &[Group::Verdict, Group::Word, Group::Language, Group::Cause, Group::Error, Group::Warning, Group::Note];

    /// The heading of the group.
    pub fn heading(self) -> &'static str {
        match self {
            Group::Verdict => "verdicts",
            Group::Word => "words of a report",
            Group::Language => "languages",
            Group::Cause => "causes of undetermined",
            Group::Error => "errors",
            Group::Warning => "warnings",
            Group::Note => "notes",
        }
    }

    /// The word for one of its members.
    pub fn word(self) -> &'static str {
        match self {
            Group::Verdict => "verdict",
            Group::Word => "word of a report",
            Group::Language => "language",
            Group::Cause => "cause of undetermined",
            Group::Error => "error",
            Group::Warning => "warning",
            Group::Note => "note",
        }
    }
}

const fn verdict(id: &'static str, summary: &'static str, explanation: &'static str) -> Topic {
    Topic { id, group: Group::Verdict, summary, explanation, advice: "" }
}

const VERDICTS: &[Topic] = &[
    verdict(
        "holds",
        "the property is true of every run of the model",
        "The property was proved, for runs of any length. The proof is a certificate, for example an inductive invariant, \
         that a solver other than the one that found it has checked again on the whole model; where no solver could, the \
         report says that it was not re-checked. The exit code is 0 if all properties hold.",
    ),
    verdict(
        "violated",
        "a run of the model breaks the property",
        "A run was found that breaks the property, and an evaluator that shares no code with the engines has replayed it: \
         each step is a step of the model, and the property is false on it. `shortest` is said only if no shorter run \
         breaks the property. The exit code is 1.",
    ),
    verdict(
        "undetermined",
        "neither proved nor refuted, with the cause",
        "The search ended without an answer: the bound, the time or the memory was used up, a solver gave up, or the engine \
         does not handle the model. It is never counted as `holds`. The exit code is 3, or 2 if a solver has to be \
         installed first.",
    ),
    verdict(
        "vacuous",
        "true only because what it speaks of never happens",
        "A property such as `G (request -> F grant)` is true in a model that never requests anything, and says \
         nothing about it. It was proved like a property that holds, and then proved again with a part of it replaced \
         by what is harder to satisfy: that part never matters. The report names it, and the stronger formula that is \
         true too: `G !request`. A vacuous property is true, so that the exit code is 0 if nothing else is wrong; but most \
         likely its author meant something else, or the model lacks a behaviour that it should have. In a model without initial states every property is vacuous; in \
         a model without (fair) infinite runs every LTL and CTL property is. Nothing is checked then, and the exit \
         code is 3. In an invariant and in `AG`, premises of implications are looked at: `x = 3 -> y` is vacuous where x is \
         never 3.",
    ),
];

const fn word(id: &'static str, summary: &'static str, explanation: &'static str, advice: &'static str) -> Topic {
    Topic { id, group: Group::Word, summary, explanation, advice }
}

const WORDS: &[Topic] = &[
    word(
        "class",
        "failing runs that have the same key",
        "`wherefore why` groups the runs that break a property by what they have in common, the key, and shows a \
         shortest run of each group. In a state machine the key of level 1 is the control path with its loops erased \
         and the last transition: <t1,t4>, counted from the start of the run. It also says whether the last step \
         takes no transition (`<t1> then rests`) and, where several machines run side by side, which of them moved \
         last (`<t1,t4> | <w1>, w1 last`). The id of a class depends on level and key alone. It stays the same from \
         run to run and across edits that leave the path alone.\n\n\
         A class is derived from another if its shortest run, without the loops that come back to the same control \
         state and data, belongs to that other one: the same failure, reached on a detour. Variants are the loop-free \
         runs of a class; they are counted where data is finite and there are not too many.\n\n\
         A run that breaks an LTL property may be a lasso: it goes round in a loop for ever. The key is then the path \
         to the loop and the transitions that the loop takes. For a check of a refinement the key is the conjunct \
         that fails and the parts to blame.\n\n\
         In a labelled transition system a class is a set of choices, with a shortest run through a state that offers \
         them: see `neighbourhood`.",
        "--class shows one class whole, by its number, id or key",
    ),
    word(
        "level",
        "how finely failing runs are told apart",
        "Level 4 tells runs apart by the control state they fail in, level 3 by the first and the last control state, \
         level 2 by the last transition, level 1 by the whole path with its loops erased and the last transition. \
         Levels 1 and 2 also look at whether the last step takes no transition, and at which of several machines \
         moved last. Level 1(k) looks at the last k transitions of that path: 1(0) is level 2, and a larger k is \
         nearer to level 1. A finer level splits classes and never mixes them. Without --level, more than ten classes \
         of level 1 are shown at the coarsest level that keeps the members of the best fix set apart.",
        "where level 1 has too many classes, try --level 2 or --level '1(1)'",
    ),
    word(
        "complete",
        "there is no other class",
        "It was proved that every run that breaks the property, of any length, belongs to one of the listed classes. \
         A solver other than the one that found the proof has checked it again; where none could, the same line says \
         `not re-checked`. Without a proof the word is `stopped`, with the reason and, where it is known, the number \
         of steps up to which every failure is among the listed classes.\n\n\
         Where no state machine has a part in the property, or its structure could not be confirmed, failing runs are \
         not told apart: there is one class, that of all of them, and the report says so instead of `complete`.",
        "",
    ),
    word(
        "suspect",
        "a part of the model that may be wrong",
        "Parts of the model are ranked by how much of the failure goes away without them and how much of the rest \
         stays. The reasons stand below each. A suspect is a place to look at first, not a proof of a mistake: only \
         the author of the model knows what was meant.",
        "",
    ),
    word(
        "fix-set",
        "a set of parts whose change makes the property hold",
        "If a step that takes one of these transitions left the machine and its data as they are, the property would \
         hold. Either no smaller set does it, or it is the set that takes away the fewest uses. The share says how \
         much of their use is left when their guards are strengthened no more than needed: a set that keeps much \
         needs small corrections. If a set keeps nothing, a failure can follow every use of its transitions without \
         any of them being taken again. That alone does not say that its guards are wrong: the mistake may come \
         later.",
        "",
    ),
    word(
        "let-through",
        "the transitions that the failing step takes",
        "Below the run of a class stand the transitions that its last step takes, at the lines that were executed. \
         Where it is known which values show the failure, transitions of machines that do not influence these values \
         are left out. A step can fail without taking any transition, because data moved on or because a reaction is \
         missing; then the machines that stayed are named, with the branch that was executed and the transitions \
         whose guards were false. In a statechart the step is all that happened since the machine last waited for its \
         environment. A run that goes round for ever has no failing step.\n\n\
         What lets a step through is where the failure shows, which need not be where the fault is: see `suspect`.",
        "",
    ),
    word(
        "enough",
        "choices that make the run fail, whatever the others are",
        "The environment makes the choices of a run: first values, inputs, and what the model leaves open. Every run \
         of the same length that makes the choices listed here fails at its end, whatever its other choices are: see \
         `minimal-cause`.\n\n\
         For a lasso, a run that goes round for ever, this is about runs of the same shape: they have the same length \
         and return at their end to the same step. A run that makes the same choices and goes on otherwise need not \
         fail.",
        "",
    ),
    word(
        "certificate",
        "the proof of a property that holds, as a file that any SMT solver can check",
        "`--certificate FILE` writes an inductive proof as an SMT-LIB script: a solver of your choice must answer `unsat` to every \
         question in it. The questions are made from the model: does the invariant hold at first, does every step keep it, does it \
         imply the property; or the base and the step of an induction. `wherefore recheck MODEL FILE` compares the file with the model \
         as it is now and has the questions, made anew, answered by a solver. Proofs by fixpoints and proofs of liveness have \
         no file form.",
        "wherefore check MODEL --certificate proof.smt2 && z3 proof.smt2 && wherefore recheck MODEL proof.smt2",
    ),
    word(
        "html",
        "the report as a page for browsers",
        "`--format html -o FILE` writes one file that needs nothing else: no network, no other file. It shows the classes, a picture \
         of the model with the way of each run through it, the run as a timeline, the source, and what is known about the \
         cause. Keys: n and p for the next and the previous class, left and right for steps, / for a filter, ? for all of them. \
         The address keeps what is selected. On paper it has all classes as tables. The data is the JSON report with runs \
         as changes; text of the model stays text, whatever is in it.",
        "wherefore why MODEL --format html -o report.html",
    ),
];

/// Every topic about verdicts, causes, and the diagnostics of this crate and of the others given, in order of listing.
pub fn topics(diagnostics: impl IntoIterator<Item = &'static Code>) -> Vec<Topic> {
    let causes = no_answer::TOPICS.iter().map(|t| Topic {
        id: t.word,
        group: Group::Cause,
        summary: t.summary,
        explanation: t.explanation,
        advice: t.advice,
    });
    let codes = codes::ALL.iter().copied().chain(diagnostics).map(topic_of);
    let mut topics: Vec<Topic> = VERDICTS
        .iter()
        .chain(equivalence::VERDICTS)
        .chain(WORDS)
        .chain(build_servers::WORDS)
        .chain(lts::WORDS)
        .chain(scxml::WORDS)
        .chain(contract::WORDS)
        .chain(lustre::WORDS)
        .chain(equivalence::WORDS)
        .chain([&fix::FIXES, &lint::CHECKS, &expectations::PROJECT])
        .chain([
            &smv::LANGUAGE,
            &scxml::LANGUAGE,
            &lustre::LANGUAGE,
            &simulink::LANGUAGE,
            &xstate::LANGUAGE,
            &hardware::WORDS,
            &hardware::BITS,
            &contract::LANGUAGE,
            &lts::GRAPHS,
            &lts::OTHER_GRAPHS,
            &lts::FORMULAS,
        ])
        .copied()
        .chain(causes)
        .chain(codes)
        .collect();
    topics.sort_by_key(|t| t.group);
    topics
}

/// Topic of a verdict.
pub fn verdict_topic(id: &str) -> Option<&'static Topic> {
    VERDICTS.iter().chain(equivalence::VERDICTS).find(|t| t.id == id)
}

fn topic_of(code: &'static Code) -> Topic {
    let group = match code.severity {
        Severity::Error => Group::Error,
        Severity::Warning => Group::Warning,
        Severity::Note => Group::Note,
    };
    Topic { id: code.id, group, summary: code.summary, explanation: code.explanation, advice: "" }
}
