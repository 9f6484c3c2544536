//! Participants: the processes, where they listen, and which of them this one is.

use super::secret::Secret;
use std::net::IpAddr;
use std::time::Duration;
use wherefore_diag::{Diagnostic, FileId, Span};

/// The diagnostics of host lists, with the text of `wherefore explain`.
pub mod codes {
    wherefore_diag::declare_codes! {
        /// A line that names no process.
        HOSTS = Error "cluster-hosts": "a line that names no process of a cluster",
            "A list of hosts has one line for each process: host:port, where the process listens and where the others reach \
             it. The first line is process 0. Blank lines and lines that begin with # are skipped. No two processes can \
             share an address.";
    }
}

/// Where the processes of a cluster listen, by process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts(Vec<String>);

impl Hosts {
    /// Reads a list: `host:port` for each process, on a line of its own.
    pub fn parse(file: FileId, text: &str) -> Result<Hosts, Diagnostic> {
        let mut hosts: Vec<String> = Vec::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let address = line.trim();
            let begin = start + (line.len() - line.trim_start().len());
            let wrong = |headline: &str, label: &str| {
                let span = Span::new(file, begin as u32, (begin + address.len()) as u32);
                Diagnostic::at(codes::HOSTS, span, headline, label)
            };
            if !address.is_empty() && !address.starts_with('#') {
                if !is_address(address) {
                    return Err(wrong("the line names no process", "expected host:port"));
                }
                if hosts.iter().any(|h| h == address) {
                    return Err(wrong("two processes cannot listen at the same address", "named before"));
                }
                hosts.push(address.to_owned());
            }
            start += line.len();
        }
        match hosts.is_empty() {
            true => Err(Diagnostic::new(codes::HOSTS, "the list of hosts names no process")),
            false => Ok(Hosts(hosts)),
        }
    }

    /// How many processes there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Where a process listens.
    pub fn address(&self, process: usize) -> &str {
        &self.0[process]
    }

    /// The first process that other machines can reach; none if all of them are on this one.
    pub fn beyond_this_machine(&self) -> Option<&str> {
        self.0.iter().map(String::as_str).find(|address| !is_loopback(address))
    }

    /// A process as messages call it.
    pub(super) fn name(&self, process: usize) -> String {
        format!("process {process} of {} ({})", self.len(), self.0[process])
    }
}

fn is_address(text: &str) -> bool {
    let parts = text.rsplit_once(':');
    parts.is_some_and(|(host, port)| {
        !host.is_empty() && !host.contains(char::is_whitespace) && port.parse::<u16>().is_ok_and(|p| p > 0)
    })
}

/// Whether only processes of this machine reach an address. A name other than `localhost` may mean anything.
fn is_loopback(address: &str) -> bool {
    let host = address.rsplit_once(':').map_or(address, |(host, _)| host);
    let host = host.strip_prefix('[').and_then(|h| h.strip_suffix(']')).unwrap_or(host);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// The part of this process.
#[derive(Clone, Debug)]
pub struct Plan {
    /// All processes; one of them needs no list.
    pub hosts: Option<Hosts>,
    /// Which of them this one is, from 0.
    pub process: usize,
    /// Worker threads of each process.
    pub workers: usize,
    /// How long to wait for the others to come up.
    pub patience: Duration,
    /// Job of the processes, in words that must be the same in all of them.
    pub job: String,
    /// Secret that they share and strangers do not know.
    pub secret: Secret,
}

impl Plan {
    /// One process with this number of workers.
    pub fn alone(workers: usize) -> Plan {
        Plan {
            hosts: None,
            process: 0,
            workers,
            patience: Duration::from_secs(60),
            job: String::new(),
            secret: Secret::none(),
        }
    }

    /// How many processes there are.
    pub fn processes(&self) -> usize {
        self.hosts.as_ref().map_or(1, Hosts::len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_and_faults_are_located() {
        let parse = |text| Hosts::parse(FileId(0), text);
        let hosts = parse("# two machines\nleft:2101\n\n  10.0.0.2:2101  \r\n").expect("a list");
        assert_eq!((hosts.len(), hosts.address(1)), (2, "10.0.0.2:2101"));
        assert_eq!(hosts.name(1), "process 1 of 2 (10.0.0.2:2101)");
        for (text, place) in [("a:1\n b\n", 5..6), ("a:1\na:1", 4..7), ("a:0", 0..3), (":7", 0..2), ("a b:7", 0..5)] {
            let span = parse(text).expect_err(text).span().expect("a place");
            assert_eq!(span.start..span.end, place, "{text}");
        }
        assert!(parse("\n# none\n").is_err());
        assert_eq!(parse("127.0.0.1:1\nlocalhost:2\n[::1]:3").expect("a list").beyond_this_machine(), None);
        for there in ["10.0.0.2:2101", "left:2101", "0.0.0.0:7", "[::]:7", "localhost.example:7"] {
            let text = format!("127.0.0.1:1\n{there}");
            let hosts = Hosts::parse(FileId(0), &text).expect("a list");
            assert_eq!(hosts.beyond_this_machine(), Some(there));
        }
    }
}
