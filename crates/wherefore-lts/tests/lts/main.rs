//! Graphs and what is computed on them: one program for all, since each that is linked costs the build time.

mod automaton;
mod autx;
mod case_studies;
mod cluster;
mod disk;
mod few;
mod forms;
mod formulas;
mod judge;
mod load;
mod metamorphic;
mod oracle;
mod support;
mod wrong_answers;
