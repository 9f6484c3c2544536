//! Participants when the work is shared between workers.

use crate::args::lts::Lts;
use crate::codes::{HOSTS_KEY, UNKNOWN_PROCESS};
use crate::input;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Duration;
use wherefore_diag::{Diagnostic, SourceMap};
use wherefore_lts::cluster::{Hosts, Plan, Secret};

/// How long processes wait for each other to come up.
const PATIENCE: Duration = Duration::from_secs(60);
/// A key has no more bytes than this.
const LONGEST_KEY: u64 = 4096;

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
    let secret = match (&lts.hosts_key, hosts.beyond_this_machine()) {
        (Some(path), _) => key(path)?,
        (None, None) => Secret::none(),
        (None, Some(there)) => return Err(no_key(there)),
    };
    Ok(Some(Plan { hosts: Some(hosts), process, workers, patience: PATIENCE, job, secret }))
}

fn no_key(there: &str) -> Diagnostic {
    Diagnostic::new(HOSTS_KEY, format!("other machines reach {there}, and the processes have no shared secret"))
        .help(
            "make a key with `(umask 077; head -c 32 /dev/urandom | base64 > cluster.key)`, copy it to every machine,",
        )
        .help("and give it to every process with --hosts-key")
}

/// The secret in a file that only its owner can read.
fn key(path: &Path) -> Result<Secret, Diagnostic> {
    let name = input::name(path);
    let cannot = |e: std::io::Error| Diagnostic::new(HOSTS_KEY, format!("cannot read the key `{name}`: {e}"));
    let mut file = File::open(path).map_err(cannot)?;
    if is_shared(&file).map_err(cannot)? {
        return Err(Diagnostic::new(HOSTS_KEY, format!("others can read the key `{name}`"))
            .help(format!("`chmod 600 {name}`, and make a new key if somebody may have read it")));
    }
    let mut bytes = Vec::new();
    file.by_ref().take(LONGEST_KEY + 1).read_to_end(&mut bytes).map_err(cannot)?;
    let secret = Secret::of(&bytes).filter(|_| bytes.len() as u64 <= LONGEST_KEY);
    secret.ok_or_else(|| {
        let (least, most) = (Secret::LEAST, LONGEST_KEY);
        Diagnostic::new(HOSTS_KEY, format!("`{name}` is no key: it needs at least {least} bytes, and at most {most}"))
            .help("`head -c 32 /dev/urandom | base64` makes one that nobody guesses")
    })
}

/// Whether others than the owner can read or change a file.
#[cfg(unix)]
fn is_shared(file: &File) -> std::io::Result<bool> {
    use std::os::unix::fs::PermissionsExt;
    Ok(file.metadata()?.permissions().mode() & 0o077 != 0)
}

/// Where files have no such bits, their owner has to look after who can read them.
#[cfg(not(unix))]
fn is_shared(_: &File) -> std::io::Result<bool> {
    Ok(false)
}
