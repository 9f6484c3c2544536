//! Who takes part when the work is shared between workers.

use crate::args::lts::Lts;
use crate::codes::UNKNOWN_PROCESS;
use crate::input;
use std::time::Duration;
use wherefore_diag::{Diagnostic, SourceMap};
use wherefore_lts::cluster::{Hosts, Plan};

/// How long processes wait for each other to come up.
const PATIENCE: Duration = Duration::from_secs(60);

/// The part of this process; `None` if the work is not shared. All processes must have the same `job`.
pub fn plan(lts: &Lts, job: String, sources: &mut SourceMap) -> Result<Option<Plan>, Diagnostic> {
    let workers = usize::from(lts.workers.unwrap_or(1));
    let (Some(path), Some(process)) = (&lts.hosts, lts.process) else {
        return Ok(lts.workers.map(|_| Plan { job, ..Plan::alone(workers) }));
    };
    let text = input::read(path)?;
    let file = sources.add(text.name.clone(), text.text.clone());
    let hosts = Hosts::parse(file, &text.text)?;
    if process >= hosts.len() {
        let headline = format!("there is no process {process}: `{}` names {}", text.name, hosts.len());
        return Err(Diagnostic::new(UNKNOWN_PROCESS, headline).help("processes are numbered from 0"));
    }
    Ok(Some(Plan { hosts: Some(hosts), process, workers, patience: PATIENCE, job }))
}
