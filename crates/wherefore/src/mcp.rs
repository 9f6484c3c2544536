//! `wherefore mcp`: answers for agents, by the Model Context Protocol, on the standard streams.
//!
//! ```text
//! server     the protocol: which tools there are, progress, cancellation
//! tools      names, descriptions and arguments of the tools
//! question   arguments of a call, and what of them is let through
//! backend    the question, put to a further process of this program, and its document
//! store      documents that were answers, to ask on
//! run        a run in a document
//! verdict    the first line of an answer
//! answer     an answer: short, and model text that cannot leave its quotation marks
//! reply      what each tool answers
//! ```
//!
//! A server lives for days, and a model may exhaust memory or a stack, or leave threads behind that do not listen. So each question is
//! put to a process of its own, as `check FOLDER` and `mutate --check` do, with the limits of the command line; what comes back is
//! the document of schema `wherefore/1`.

mod answer;
mod backend;
mod question;
mod reply;
mod run;
mod server;
mod store;
mod tools;
mod verdict;

use crate::args::mcp::Mcp;
use crate::codes::CANNOT_READ;
use crate::exit::Exit;
use backend::Backend;
use rmcp::service::serve_server;
use rmcp::transport::stdio;
use server::Server;
use std::sync::Arc;
use wherefore_diag::Diagnostic;

/// Answers until the standard input ends.
pub fn run(arguments: &Mcp) -> Result<Exit, Diagnostic> {
    let failed = |error: std::io::Error| Diagnostic::new(CANNOT_READ, format!("the server cannot start: {error}"));
    let backend = Arc::new(Backend::new(arguments).map_err(failed)?);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(failed)?;
    runtime.block_on(async {
        // A client that leaves before it has said hello has asked nothing.
        if let Ok(running) = serve_server(Server::new(backend), stdio()).await {
            let _ = running.waiting().await;
        }
    });
    // Questions under way end with their processes.
    runtime.shutdown_background();
    Ok(Exit::Holds)
}
