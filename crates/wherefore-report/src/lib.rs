//! Findings as text for people and as JSON for programs.
//!
//! ```text
//! finding, trace  --build-->  document  --text-->  lines on a terminal
//!                                       --json-->  the document itself, of schema wherefore/1
//!                        picture        --layout-> boxes and arrows in their places, for a page
//!                        diagram        --graph->  a picture: .autx, Graphviz
//!                        tests          --csv-->   a table for programs that run them
//!                                       --sarif--> a log for code scanning: marks in the model's lines
//!                                       --junit--> test results for build servers
//! ```
//!
//! The [`document`] is plain data: it holds everything that is said, and nothing about how it looks. Every format reads only
//! the document, so all say the same; its JSON is its serde form, and [`schema`] derives the schema from its types. Nothing here prints, reads the clock or knows the options of the command line.
//! [`guide`] holds what `wherefore explain` says about verdicts and their causes.

pub mod build;
pub mod cause;
pub mod codes;
pub mod csv;
pub mod document;
pub mod graph;
pub mod guide;
pub mod html;
pub mod json;
pub mod junit;
mod lasting;
pub mod picture;
pub mod sarif;
pub mod schema;
pub mod since;
pub mod text;
pub mod words;
