//! `wherefore lsp`: a language server for models, on the standard streams.
//!
//! Every change of a text is read whole by its front end, which is fast enough, and everything that an editor shows is made
//! from that: nothing is computed by increments. Changes that wait are taken together. Searches run in processes of their own
//! ([`crate::editor`]); one thread for each waits for the answer.

mod file;
mod names;
mod rename;
mod serve;
mod show;
mod symbols;
mod text;
mod words;
mod work;

use crate::codes::EDITOR_FAILURE;
use crate::exit::Exit;
use lsp_server::{Connection, Message};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    ExecuteCommandOptions, HoverProviderCapability, OneOf, RenameOptions, ServerCapabilities,
    TextDocumentSyncCapability, TextDocumentSyncKind, WorkDoneProgressOptions,
};
use serde_json::json;
use std::error::Error;
use std::thread;
use wherefore::Language;
use wherefore_diag::Diagnostic;

/// The language of a text: of a model, or of formulas about labelled transition systems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tongue {
    /// A model.
    Model(Language),
    /// Formulas.
    Mcl,
}

/// The commands that editors send.
const CHECK: &str = "wherefore.check";
const WHY: &str = "wherefore.why";
const FIX: &str = "wherefore.fix";
/// A command of the editor itself: to show the page.
const PAGE: &str = "wherefore.showPage";

/// Address space for the stack of the thread that reads texts; pages that are not touched cost nothing.
const STACK: usize = 256 << 20;

/// Serves an editor until it says goodbye.
pub fn run() -> Result<Exit, Diagnostic> {
    let failed = |words: String| Diagnostic::new(EDITOR_FAILURE, words);
    let server = thread::Builder::new().name("server".to_owned()).stack_size(STACK);
    let served = server.spawn(|| converse().map_err(|error| error.to_string())).map_err(|e| failed(e.to_string()))?;
    match served.join() {
        Ok(result) => result
            .map(|()| Exit::Holds)
            .map_err(|words| failed(format!("the conversation with the editor broke off: {words}"))),
        Err(payload) => Err(failed(crate::panics::describe(&*payload))),
    }
}

fn converse() -> Result<(), Box<dyn Error + Send + Sync>> {
    let (connection, streams) = Connection::stdio();
    let (id, params) = connection.initialize_start()?;
    let about = json!({
        "capabilities": serde_json::to_value(capabilities())?,
        "serverInfo": { "name": "wherefore", "version": env!("CARGO_PKG_VERSION") },
    });
    connection.initialize_finish(id, about)?;
    let server = {
        let sender = connection.sender.clone();
        // An editor that is gone gets no message.
        serve::Server::new(move |message| drop(sender.send(message)), &params)
    };
    loop {
        // What waits is taken first, so that a text is read once after several changes.
        let message = match connection.receiver.try_recv() {
            Ok(message) => message,
            Err(_) => {
                server.refresh();
                match connection.receiver.recv() {
                    Ok(message) => message,
                    Err(_) => break,
                }
            }
        };
        if let Message::Request(request) = &message
            && connection.handle_shutdown(request)?
        {
            break;
        }
        server.take(message);
    }
    server.end();
    drop((server, connection));
    streams.join()?;
    Ok(())
}

fn capabilities() -> ServerCapabilities {
    let plain = WorkDoneProgressOptions::default();
    ServerCapabilities {
        text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::FULL)),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: plain,
        })),
        document_symbol_provider: Some(OneOf::Left(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![".".to_owned()]),
            ..CompletionOptions::default()
        }),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: [CHECK, WHY, FIX].map(str::to_owned).into(),
            work_done_progress_options: WorkDoneProgressOptions { work_done_progress: Some(true) },
        }),
        ..ServerCapabilities::default()
    }
}
