//! The words of commands that stay and are asked again.

use clap::Args;
use std::path::PathBuf;

/// Whether a command is asked again after every save.
#[derive(Args, Clone, Debug, Default)]
pub struct Watching {
    /// Stay, and ask again after every save of the model or of a file that it reads; say what is new and fixed since; Ctrl-C ends
    #[arg(long)]
    pub watch: bool,
    /// Where a search of a watch finds and leaves reports; for this program itself
    #[arg(long, hide = true, value_name = "FOLDER", conflicts_with = "watch")]
    pub watched: Option<PathBuf>,
    /// The columns of the terminal of a watch; for this program itself
    #[arg(long, hide = true, value_name = "N", requires = "watched")]
    pub columns: Option<usize>,
}
