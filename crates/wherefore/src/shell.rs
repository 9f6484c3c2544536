//! Completions and manual pages, generated from the definitions of the arguments.

use crate::args::Arguments;
use crate::codes::UNKNOWN_TOPIC;
use crate::exit::Exit;
use crate::output;
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;
use wherefore_diag::Diagnostic;

/// Writes the completions of a shell.
pub fn completions(shell: Shell) -> Result<Exit, Diagnostic> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "wherefore", &mut text);
    output::results(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Holds)
}

/// Writes the main manual page, or that of a command.
pub fn manual(command: Option<&str>) -> Result<Exit, Diagnostic> {
    // `help` is for the terminal: a page of its own would only lead to pages that there are already.
    let mut main = Arguments::command().disable_help_subcommand(true);
    main.build();
    let page = match command {
        None => main,
        Some(name) => {
            let unknown = || Diagnostic::new(UNKNOWN_TOPIC, format!("there is no command called `{name}`"));
            main.find_subcommand(name).ok_or_else(unknown)?.clone()
        }
    };
    let mut text = Vec::new();
    let page = Man::new(page).source(concat!("wherefore ", env!("CARGO_PKG_VERSION")));
    // Writing to memory does not fail.
    let _ = page.render(&mut text);
    output::results(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Holds)
}
