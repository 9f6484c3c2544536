//! The options for labelled transition systems.

use clap::{Args, ValueEnum};
use std::path::PathBuf;
use wherefore_explain::lts::Level;
use wherefore_lts::neighbourhood::Kind;

/// Options of `why` for labelled transition systems.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Labelled transition systems")]
pub struct Lts {
    /// How finely choices are told apart, if that was asked for.
    #[arg(skip)]
    pub level: Option<Level>,
    /// An action that the run shown has on its way, as in a formula: "SEND", 'GAME .*', not "ACK"; may be given several
    /// times, in this order
    #[arg(long, value_name = "ACTION")]
    pub pattern: Vec<String>,
    /// Show a shortest run to a neighbourhood first, and from there to the failure
    #[arg(long)]
    pub to_neighbourhood: bool,
    /// Only neighbourhoods of these kinds count for abstraction and as destination
    #[arg(long, value_enum, value_name = "KIND", value_delimiter = ',')]
    pub kind: Vec<KindWord>,
    /// Picture that `--format dot` draws
    #[arg(long, value_enum, value_name = "WHAT", default_value = "abstracted")]
    pub picture: PictureWord,
    /// The specification that the graph was made from, in mCRL2, LNT or LOTOS: suspects name the lines in which their actions
    /// occur. NAME.mcrl2, NAME.lnt or NAME.lotos beside NAME.aut is found without this
    #[arg(long, value_name = "FILE")]
    pub source: Option<PathBuf>,
    /// Where the graph is held
    #[arg(long, value_enum, value_name = "ROUTE", default_value = "auto")]
    pub route: RouteWord,
    /// Work with this many workers that share the graph between them, in this process
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub workers: Option<u16>,
    /// Work on several machines: a file with the host:port of each process, one a line
    #[arg(long, value_name = "FILE", requires = "process")]
    pub hosts: Option<PathBuf>,
    /// The shared secret of the processes: a file that only you can read, the same for all of them; needed wherever another
    /// machine takes part
    #[arg(long, value_name = "FILE", requires = "hosts")]
    pub hosts_key: Option<PathBuf>,
    /// Which line of the hosts is this process, from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    pub process: Option<usize>,
}

/// The kinds of neighbourhoods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum KindWord {
    /// A choice avoids the failure, none seals it
    Cn,
    /// A choice seals the failure, none avoids it
    In,
    /// Choices that avoid it and choices that seal it
    Ci,
    /// These and choices that leave it open
    Cin,
}

/// Pictures that can be drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PictureWord {
    /// The run shown, by its neighbourhoods
    #[default]
    Abstracted,
    /// The last neighbourhood of the run shown
    Neighbourhood,
    /// The whole counterexample LTS
    Whole,
}

/// Where a graph can be held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RouteWord {
    /// In memory if the limit allows it, else in files
    #[default]
    Auto,
    /// In memory
    Memory,
    /// In temporary files
    Disk,
}

impl Lts {
    /// The kinds that count: all, if none is given.
    pub fn kinds(&self) -> Vec<Kind> {
        let is_wanted = |kind: &Kind| self.kind.is_empty() || self.kind.iter().any(|k| k.kind() == *kind);
        Kind::ALL.into_iter().filter(is_wanted).collect()
    }
}

impl KindWord {
    fn kind(self) -> Kind {
        match self {
            KindWord::Cn => Kind::Cn,
            KindWord::In => Kind::In,
            KindWord::Ci => Kind::Ci,
            KindWord::Cin => Kind::Cin,
        }
    }
}
