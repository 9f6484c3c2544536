//! The options of `mcp`.

use super::units::{Size, Span};
use clap::Args;

/// Options of `mcp`.
#[derive(Args, Debug)]
pub struct Mcp {
    /// The longest time for an answer, unless a question asks for another
    #[arg(long, value_name = "TIME", default_value = "60s")]
    pub deadline: Span,
    /// The most memory for an answer: 512M, 2G; without it, 80 % of what is free
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<Size>,
}
