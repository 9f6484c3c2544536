//! Starts the processes of a cluster on this machine, and waits for their endings.

use super::child::{NO_ANSWER, Role, VARIABLE};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

/// Processes that belong together.
pub struct Family {
    pub hosts: Vec<String>,
    members: Vec<Member>,
    /// The parts of processes that come later.
    late: Vec<String>,
}

struct Member {
    child: Child,
    /// Output of the process, line by line.
    said: Receiver<String>,
    heard: Vec<String>,
}

impl Family {
    /// Starts a process for each role.
    pub fn start(roles: &[Role]) -> Family {
        let mut family = Family::begin(roles, roles.len());
        family.go_on();
        family
    }

    /// Starts the first processes; the others come when [`Family::go_on`] is called.
    pub fn begin(roles: &[Role], first: usize) -> Family {
        // Ports that were free a moment ago: all are held until the last is found.
        let held: Vec<TcpListener> = roles.iter().map(|_| TcpListener::bind("127.0.0.1:0").expect("a port")).collect();
        let hosts: Vec<String> = held.iter().map(|l| l.local_addr().expect("an address").to_string()).collect();
        drop(held);
        let part = |(process, role): (usize, &Role)| format!("{process};{};{}", hosts.join(","), role.write());
        let mut parts: Vec<String> = roles.iter().enumerate().map(part).collect();
        let late = parts.split_off(first);
        Family { members: parts.iter().map(|part| Member::start(part)).collect(), late, hosts }
    }

    /// Starts the processes that have not come yet.
    pub fn go_on(&mut self) {
        let late = std::mem::take(&mut self.late);
        self.members.extend(late.iter().map(|part| Member::start(part)));
    }

    pub fn wait_until_all_say(&mut self, words: &str) {
        for member in &mut self.members {
            while !member.heard.iter().any(|line| line.contains(words)) {
                let line = member.said.recv_timeout(Duration::from_secs(60));
                member.heard.push(line.expect("a process that speaks"));
            }
        }
    }

    pub fn kill(&mut self, process: usize) {
        self.members[process].child.kill().expect("a process to kill");
    }

    /// Last line of each process; all must end in time, and those that were not killed without an answer.
    pub fn endings(&mut self, time: Duration) -> Vec<(usize, String)> {
        let end = |(process, member): (usize, &mut Member)| (process, member.end(time).1);
        self.members.iter_mut().enumerate().map(end).collect()
    }
}

/// Waits until all have ended well.
pub fn wait_for_all(mut family: Family) {
    for (process, member) in family.members.iter_mut().enumerate() {
        let (code, words) = member.end(Duration::from_secs(300));
        assert_eq!(code, Some(0), "process {process} said {words}");
    }
}

impl Member {
    fn start(part: &str) -> Member {
        let program = std::env::current_exe().expect("this test");
        let mut command = Command::new(program);
        command.args(["--exact", "cluster::child::a_process_of_a_cluster", "--nocapture", "--test-threads=1"]);
        command.env(VARIABLE, part).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("a process");
        let (out, err) = (child.stdout.take().expect("output"), child.stderr.take().expect("output"));
        let (sender, said) = mpsc::channel();
        let errors = sender.clone();
        std::thread::spawn(move || {
            BufReader::new(out).lines().map_while(Result::ok).for_each(|l| drop(sender.send(l)))
        });
        std::thread::spawn(move || {
            BufReader::new(err).lines().map_while(Result::ok).for_each(|l| drop(errors.send(l)))
        });
        Member { child, said, heard: Vec::new() }
    }

    /// Its exit code and all it said. Its output ends when it does.
    fn end(&mut self, time: Duration) -> (Option<i32>, String) {
        loop {
            match self.said.recv_timeout(time) {
                Ok(line) => self.heard.push(line),
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
                Err(mpsc::RecvTimeoutError::Timeout) => panic!("a process hangs; it said {}", self.heard.join("\n")),
            }
        }
        let code = self.child.wait().expect("an end").code();
        let words = self.heard.join("\n");
        assert!(matches!(code, None | Some(0) | Some(NO_ANSWER)), "{code:?}: {words}");
        assert!(!words.contains("panicked"), "{words}");
        (code, words)
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
