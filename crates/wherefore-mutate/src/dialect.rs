//! How a language writes things.

use crate::{Infix, Tokens};

/// How a language writes things.
pub(crate) trait Dialect {
    /// How tightly an operator binds.
    fn level(&self, operator: Infix) -> u8;

    /// Whether an operator groups to the right.
    fn groups_right(&self, operator: Infix) -> bool;

    /// An operator as it is written in place of another one; nothing if the language lacks it.
    fn spell(&self, operator: Infix, instead: &str) -> Option<String>;

    /// Text before a condition that negates it.
    fn negation(&self) -> &'static str;

    /// A Boolean value as it is written.
    fn truth(&self, value: bool) -> &'static str;

    /// A choice between two values.
    fn choice(&self, condition: &str, value: &str, otherwise: &str) -> String {
        format!("({condition}) ? {value} : {otherwise}")
    }

    /// The word for the value one step before, and how tightly it binds; nothing if the language has none.
    fn delay(&self) -> Option<(&'static str, u8)> {
        None
    }

    /// The tokens of the text.
    fn tokens(&self) -> &Tokens;

    /// A piece of the text without the escapes of its document.
    fn plain(&self, written: &str) -> String {
        written.to_owned()
    }

    /// What is put into the text for something plain.
    fn written(&self, plain: &str) -> String {
        plain.to_owned()
    }
}
