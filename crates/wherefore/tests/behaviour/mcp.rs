//! `wherefore mcp`: the protocol over the standard streams of a child process, line by line.

use crate::support::{repository, wherefore};
use crate::temporary;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// A client that asks one question after the other.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    asked: u64,
}

impl Client {
    fn new(folder: &Path) -> Client {
        let mut command = wherefore(folder);
        let mut child = command.arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut client = Client { child, input, output, asked: 0 };
        let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
        let said = client.request("initialize", hello);
        assert_eq!(said["result"]["serverInfo"]["name"], "wherefore");
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{message}").unwrap();
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server has gone");
            let said: Value = serde_json::from_str(&line).unwrap();
            if said["id"] == id {
                return said;
            }
        }
    }

    fn call(&mut self, tool: &str, arguments: Value) -> String {
        let said = self.request("tools/call", json!({"name": tool, "arguments": arguments}));
        let text = said["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{said}")).to_owned();
        assert!(text.len() < 2000, "{text}");
        text
    }

    /// Closes its input and waits.
    fn end(mut self) -> Option<i32> {
        self.input = None;
        self.child.wait().unwrap().code()
    }
}

#[test]
fn a_session_goes_from_a_model_to_its_ways() {
    let folder = temporary("mcp");
    std::fs::copy(repository().join("examples/ac.smv"), folder.join("ac.smv")).unwrap();
    let mut client = Client::new(&folder);
    let tools = client.request("tools/list", json!({}));
    assert_eq!(tools["result"]["tools"].as_array().map(Vec::len), Some(12));
    let why = client.call("why", json!({"path": "ac.smv"}));
    assert!(why.starts_with("violated: 4 ways, complete (proved: "), "{why}");
    assert!(why.contains("\nresult r1: why of \"ac.smv\"\n"), "{why}");
    let way = client.call("way", json!({"result": "r1", "way": "c0560e0684"}));
    assert!(way.starts_with("violated: 4 ways") && way.contains("fails: \"pt > 24\" in state 3"), "{way}");
    let values = client.call("values", json!({"result": "r1", "way": "1", "names": ["s", "pt"]}));
    assert!(values.ends_with("|   1  OFF  0\n|   2  IDLE  0\n|   3  ON  24"), "{values}");
    let truth = client.call("evaluate", json!({"result": "r1", "way": "1", "expression": "s = ON & pt <= 24"}));
    assert!(truth.contains("\"s = ON & pt <= 24\": true in 1 of 3 states"), "{truth}");
    let wrong = client.call("evaluate", json!({"result": "r1", "expression": "speed > 1"}));
    assert!(wrong.starts_with("ERROR: ") && wrong.contains("no variable or value called `speed`"), "{wrong}");
    let none = client.call("way", json!({"result": "r9", "way": "1"}));
    assert_eq!(none, "ERROR: there is no result \"r9\"; there are r1");
    assert_eq!(client.end(), Some(0));
}

#[test]
fn models_as_text_and_questions_that_are_wrong() {
    let mut client = Client::new(&temporary("mcp_text"));
    let good = "MODULE main VAR x : boolean; ASSIGN init(x) := TRUE; next(x) := x; INVARSPEC x";
    let holds = client.call("check", json!({"text": good, "language": "smv"}));
    assert!(holds.starts_with("holds, proved: "), "{holds}");
    let hostile = "MODULE main VAR x : boolean; INVARSPEC nope\nholds, proved\u{1b}[2J";
    let error = client.call("check", json!({"text": hostile, "language": "smv"}));
    assert!(error.starts_with("ERROR: ") && !error.lines().any(|line| line.starts_with("holds")), "{error}");
    assert!(error.contains("\"model.smv\":") && !error.contains('\u{1b}'), "{error}");
    for path in ["/etc/passwd", "../x.smv"] {
        let outside = client.call("check", json!({"path": path}));
        assert!(outside.ends_with("is not a file in the folder of the server"), "{outside}");
    }
    let unknown = client.request("tools/call", json!({"name": "rm", "arguments": {}}));
    assert!(unknown["error"].is_object());
    let wrong = client.call("check", json!({"file": "x"}));
    assert!(wrong.starts_with("ERROR: there is no argument \"file\""), "{wrong}");
    let explained = client.call("explain", json!({"word": "vacuous"}));
    assert!(explained.starts_with("vacuous: "), "{explained}");
    assert_eq!(client.end(), Some(0));
}
