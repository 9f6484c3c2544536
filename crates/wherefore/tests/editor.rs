//! Sessions of an editor with the language server and the debug adapter, over their standard streams: every answer is looked at.

mod support;

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use support::*;

/// A conversation with `wherefore lsp` or `wherefore dap`.
struct Editor {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    sent: u64,
    /// What came in between and was not asked for.
    heard: Vec<Value>,
}

impl Editor {
    fn start(command: &str) -> Editor {
        let mut child =
            wherefore(&repository()).arg(command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Editor { child, input, output, sent: 0, heard: Vec::new() }
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input.as_mut().unwrap(), "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the program ended; it had said {:?}", self.heard);
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().unwrap(),
                None if line.trim_end().is_empty() => break,
                None => {}
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    /// The next message that fulfils a condition.
    fn wait(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let message = self.receive();
            if wanted(&message) {
                return message;
            }
            self.heard.push(message);
        }
    }

    fn leave(mut self) {
        drop(self.input.take());
        assert!(self.child.wait().unwrap().success());
    }
}

/// A text that is open in an editor.
struct Server {
    editor: Editor,
    uri: String,
    text: String,
    version: i64,
}

impl Server {
    /// Opens a text; gives what is said about it.
    fn open(name: &str, text: &str) -> (Server, Vec<Value>) {
        let mut server = Server {
            editor: Editor::start("lsp"),
            uri: format!("file:///nowhere/{name}"),
            text: text.to_owned(),
            version: 1,
        };
        let can = json!({ "capabilities": { "window": { "workDoneProgress": true }, "workspace": { "codeLens": { "refreshSupport": true } } } });
        let about = server.request("initialize", can);
        assert_eq!(about["result"]["capabilities"]["textDocumentSync"], 1, "{about}");
        server.notify("initialized", json!({}));
        let document = json!({ "uri": server.uri, "languageId": "", "version": 1, "text": text });
        server.notify("textDocument/didOpen", json!({ "textDocument": document }));
        let said = server.said();
        (server, said)
    }

    fn begin(&mut self, method: &str, params: Value) -> u64 {
        self.editor.sent += 1;
        let id = self.editor.sent;
        self.editor.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.editor.wait(|m| m["id"] == id && m.get("method").is_none())
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.editor.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The answer to a request about the text.
    fn ask(&mut self, method: &str, more: Value) -> Value {
        let mut params = json!({ "textDocument": { "uri": self.uri } });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.request(method, params)
    }

    /// What is said next about the text.
    fn said(&mut self) -> Vec<Value> {
        let said = self.editor.wait(|m| m["method"] == "textDocument/publishDiagnostics");
        assert_eq!(said["params"]["version"], self.version);
        said["params"]["diagnostics"].as_array().unwrap().clone()
    }

    /// Types a text; gives what is said about it.
    fn change(&mut self, text: &str) -> Vec<Value> {
        self.version += 1;
        self.text = text.to_owned();
        let document = json!({ "uri": self.uri, "version": self.version });
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": [{ "text": text }] }),
        );
        self.said()
    }

    /// The place of the n-th occurrence of a word, counted from 0.
    fn place(&self, word: &str, n: usize) -> Value {
        let (offset, _) = self.text.match_indices(word).nth(n).unwrap();
        let line = self.text[..offset].rsplit('\n').next().unwrap();
        json!({ "line": self.text[..offset].matches('\n').count(), "character": line.encode_utf16().count() })
    }

    fn at(&mut self, method: &str, word: &str, n: usize, more: Value) -> Value {
        let mut params = json!({ "position": self.place(word, n) });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.ask(method, params)
    }

    fn offset(&self, place: &Value) -> usize {
        let line = place["line"].as_u64().unwrap() as usize;
        let start: usize = self.text.split_inclusive('\n').take(line).map(str::len).sum();
        let mut units = 0;
        let text = &self.text[start..];
        let place = place["character"].as_u64().unwrap() as usize;
        let end = text.char_indices().find(|(_, c)| {
            let found = units >= place;
            units += c.len_utf16();
            found
        });
        start + end.map_or(text.len(), |(at, _)| at)
    }

    /// The text with edits of this file.
    fn edited(&self, edits: &Value) -> String {
        let list = edits["changes"][&self.uri].as_array().unwrap();
        let place = |e: &Value, end: &str| self.offset(&e["range"][end]);
        let mut list: Vec<(usize, usize, &str)> =
            list.iter().map(|e| (place(e, "start"), place(e, "end"), e["newText"].as_str().unwrap())).collect();
        list.sort();
        let mut text = self.text.clone();
        for (start, end, new) in list.into_iter().rev() {
            text.replace_range(start..end, new);
        }
        text
    }

    /// Runs a command and gives its answer, after what is then said about the text.
    fn execute(&mut self, command: &str) -> (Value, Vec<Value>) {
        let answer = self.request("workspace/executeCommand", json!({ "command": command, "arguments": [self.uri] }));
        let mut said = self.editor.heard.iter().filter(|m| m["method"] == "textDocument/publishDiagnostics");
        let said = said.next_back().map_or_else(Vec::new, |m| m["params"]["diagnostics"].as_array().unwrap().clone());
        (answer, said)
    }

    fn leave(mut self) {
        assert_eq!(self.request("shutdown", Value::Null)["result"], Value::Null);
        self.notify("exit", Value::Null);
        self.editor.leave();
    }
}

fn codes(said: &[Value]) -> Vec<&str> {
    said.iter().map(|d| d["code"].as_str().unwrap()).collect()
}

/// A session in one language.
struct Lesson<'a> {
    name: &'a str,
    text: &'a str,
    /// What is typed wrongly, and the text to which the error must point.
    slip: (&'a str, &'a str),
    at: &'a str,
    /// A name, what a hover says about it, and how often it occurs.
    hover: (&'a str, &'a str),
    uses: usize,
    /// A property that is violated.
    violated: &'a str,
    /// Whether texts of this language can be fixed.
    is_fixed: bool,
}

/// Opens a model, types an error and corrects it, looks at names, renames, checks, and applies a fix.
fn session(lesson: &Lesson<'_>) {
    let Lesson { name, text, slip, at, hover, uses, violated, is_fixed } = *lesson;
    let is_error = |d: &&Value| d["severity"] == 1;
    let (mut server, said) = Server::open(name, text);
    assert!(!said.iter().any(|d| is_error(&d)), "{said:?}");
    let said = server.change(&text.replacen(slip.0, slip.1, 1));
    let error = said.iter().find(is_error).unwrap_or_else(|| panic!("no error: {said:?}"));
    assert_eq!(error["range"]["start"], server.place(at, 0), "{error}");
    assert!(error["code"].is_string() && error["source"] == "wherefore", "{error}");
    let refused = server.execute("wherefore.check").0;
    assert!(refused["error"]["message"].as_str().unwrap().contains("errors"), "{refused}");
    assert!(!server.change(text).iter().any(|d| is_error(&d)));

    let shown = server.at("textDocument/hover", hover.0, 0, json!({}));
    assert!(shown["result"]["contents"]["value"].as_str().unwrap().contains(hover.1), "{shown}");
    let places = server.at("textDocument/references", hover.0, 0, json!({ "context": { "includeDeclaration": true } }));
    assert_eq!(places["result"].as_array().unwrap().len(), uses, "{places}");
    let defined = server.at("textDocument/definition", hover.0, uses - 1, json!({}));
    assert!(places["result"].as_array().unwrap().contains(&defined["result"]), "{defined} {places}");
    let outline = server.ask("textDocument/documentSymbol", json!({}))["result"].to_string();
    assert!(outline.contains(&format!("\"name\":\"{}\"", hover.0)), "{outline}");
    let offered = server.at("textDocument/completion", hover.0, uses - 1, json!({}))["result"].to_string();
    assert!(offered.contains(&format!("\"label\":\"{}\"", hover.0)), "{offered}");

    let renamed = server.at("textDocument/rename", hover.0, 0, json!({ "newName": "renamed" }));
    let new = server.edited(&renamed["result"]);
    assert_eq!(new.matches("renamed").count(), uses, "{renamed}");
    let taken = server.at("textDocument/rename", hover.0, 0, json!({ "newName": hover.0 }));
    assert!(taken["error"]["message"].as_str().unwrap().contains("already used"), "{taken}");
    assert!(!server.change(&new).iter().any(|d| is_error(&d)));
    server.change(text);

    let lenses = server.ask("textDocument/codeLens", json!({}));
    let titles: Vec<&str> =
        lenses["result"].as_array().unwrap().iter().map(|l| l["command"]["title"].as_str().unwrap()).collect();
    assert_eq!(titles[..3], ["check", "why", "fix"]);
    let (answer, said) = server.execute("wherefore.why");
    let found =
        answer["result"]["properties"].as_array().unwrap().iter().find(|p| p["name"] == violated).unwrap().clone();
    assert_eq!(found["verdict"], "violated", "{answer}");
    assert!(found["ways"].as_array().is_some_and(|w| !w.is_empty() && w[0]["steps"].is_array()), "{found}");
    assert!(codes(&said).contains(&"violated"), "{said:?}");
    assert!(said.iter().filter(|d| d["code"] == "suspect").all(|d| d["severity"] == 4));
    let page = server.ask("wherefore/page", json!({}));
    let html = page["result"]["html"].as_str().unwrap();
    assert!(html.contains("</html>"));
    // The report is about the file, though its text came by another way. Of an escaped name the end is looked for.
    let named = format!("{}\"", name.rsplit_once('%').map_or(name, |(_, end)| end.trim_start_matches("BC")));
    assert!(html.contains(&named), "{named} is not in the page");
    if is_fixed {
        assert!(server.execute("wherefore.fix").0["result"].is_object());
        let everywhere = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 999, "character": 0 } });
        let actions =
            server.ask("textDocument/codeAction", json!({ "range": everywhere, "context": { "diagnostics": [] } }));
        let first =
            actions["result"].as_array().and_then(|a| a.first()).unwrap_or_else(|| panic!("no fix: {actions}")).clone();
        assert!(first["title"].as_str().unwrap().contains("proved") && first["kind"] == "quickfix", "{first}");
        let mended = server.edited(&first["edit"]);
        assert!(!server.change(&mended).iter().any(|d| is_error(&d)), "{mended}");
        let (answer, said) = server.execute("wherefore.check");
        let all = answer["result"]["properties"].as_array().unwrap();
        let verdict = all.iter().find(|p| p["name"] == violated).unwrap();
        assert_eq!((&verdict["verdict"], codes(&said).contains(&"violated")), (&json!("holds"), false), "{mended}");
    }
    server.leave();
}

#[test]
fn a_session_in_smv() {
    session(&Lesson {
        name: "t%C3%BCr.smv",
        text: "-- Tür 🚪\nMODULE main\nIVAR push : boolean;\nVAR s : {closed, open};\nASSIGN\n  init(s) := closed; /-- é🚪 --/ next(s) := case\n    push & s = closed : open;\n    TRUE : s;\n  esac;\nINVARSPEC NAME safe := s = closed\n",
        slip: ("next(s)", "next(ss)"),
        at: "ss",
        hover: ("push", "boolean  (input)"),
        uses: 2,
        violated: "safe",
        is_fixed: true,
    });
}

#[test]
fn a_session_in_lustre() {
    session(&Lesson {
        name: "hold.lus",
        text: "-- é🚪\nnode main (push : bool) returns (ok : bool);\nvar held : bool;\nlet\n  held = push and (false -> pre push);\n  ok = not held;\n  --%PROPERTY ok;\n  --%MAIN;\ntel\n",
        slip: ("pre push", "pre pusch"),
        at: "pusch",
        hover: ("held", "bool"),
        uses: 3,
        violated: "ok",
        is_fixed: true,
    });
}

#[test]
fn a_session_in_contracts() {
    session(&Lesson {
        name: "train.oss",
        text: "-- é🚪\n@requires discrete-time\nCOMPONENT Train system\n INTERFACE\n  INPUT PORT stopped: boolean;\n  OUTPUT PORT open: boolean;\n  CONTRACT doors assume: true; guarantee: always (stopped implies then open);\n REFINEMENT\n  SUB door: Door;\n  CONNECTION door.release := stopped;\n  CONNECTION open := door.wide;\n  CONTRACT doors REFINEDBY door.opens;\nCOMPONENT Door\n INTERFACE\n  INPUT PORT release: boolean;\n  OUTPUT PORT wide: boolean;\n  CONTRACT opens assume: true; guarantee: always (release implies in the future wide);\n",
        slip: ("door.wide", "door.wild"),
        at: "door.wild",
        hover: ("release", "boolean"),
        uses: 3,
        violated: "doors.G1",
        is_fixed: true,
    });
}

#[test]
fn a_session_in_scxml() {
    session(&Lesson {
        name: "lamp.scxml",
        text: "<!-- é🚪 -->\n<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" xmlns:wf=\"urn:wherefore:scxml:1\" version=\"1.0\" datamodel=\"ecmascript\" initial=\"dark\">\n  <wf:event name=\"press\"/>\n  <wf:invariant name=\"stays\" expr=\"!In('lit')\"/>\n  <state id=\"dark\"><transition event=\"press\" target=\"lit\"/></state>\n  <state id=\"lit\"><transition event=\"press\" target=\"dark\"/></state>\n</scxml>\n",
        slip: ("target=\"lit\"", "target=\"lot\""),
        at: "lot",
        hover: ("dark", "state"),
        uses: 3,
        violated: "stays",
        is_fixed: true,
    });
}

#[test]
fn a_session_in_xstate() {
    session(&Lesson {
        name: "lamp.json",
        text: "{\n  \"id\": \"é🚪\", \"initial\": \"dark\",\n  \"states\": {\n    \"dark\": { \"on\": { \"PRESS\": \"lit\" } },\n    \"lit\": { \"on\": { \"PRESS\": \"dark\" } }\n  },\n  \"meta\": { \"properties\": { \"stays\": \"!In('lit')\" } }\n}\n",
        slip: ("\"PRESS\": \"lit\"", "\"PRESS\": \"lot\""),
        at: "lot",
        hover: ("dark", "state"),
        uses: 3,
        violated: "stays",
        is_fixed: true,
    });
}

#[test]
fn formulas_have_diagnostics_and_names() {
    let (mut server, said) = Server::open("f.mcl", "(* é *) nu X . [\"a\"] X\n");
    assert_eq!(codes(&said), Vec::<&str>::new());
    assert_eq!(server.at("textDocument/references", "X", 0, json!({}))["result"].as_array().unwrap().len(), 2);
    let renamed = server.at("textDocument/rename", "X", 1, json!({ "newName": "Y" }));
    assert_eq!(server.edited(&renamed["result"]), "(* é *) nu Y . [\"a\"] Y\n");
    let said = server.change("(* é *) nu X . [\"a\" X\n");
    assert!(said.iter().any(|d| d["severity"] == 1), "{said:?}");
    server.leave();
}

#[test]
fn a_search_is_cancelled() {
    // Nothing decides this at once: the sum of products of two words is looked for.
    let text = "MODULE main\nVAR a : unsigned word[64]; b : unsigned word[64];\nASSIGN next(a) := a * a + b; next(b) := b * a + 0ud64_3;\nINVARSPEC NAME hard := (a * b) != 0ud64_18446744073709551557\n";
    let (mut server, _) = Server::open("hard.smv", text);
    let uri = server.uri.clone();
    let id =
        server.begin("workspace/executeCommand", json!({ "command": "wherefore.check", "arguments": [uri, "hard"] }));
    let begun = server.editor.wait(|m| m["method"] == "$/progress" && m["params"]["value"]["kind"] == "begin");
    assert_eq!(begun["params"]["value"]["cancellable"], true);
    server.notify("window/workDoneProgress/cancel", json!({ "token": begun["params"]["token"] }));
    let answer = server.editor.wait(|m| m["id"] == id && m.get("method").is_none());
    assert_eq!(answer["error"]["message"], "cancelled", "{answer}");
    server.leave();
}

#[test]
fn renaming_is_refused_where_it_cannot_be_right() {
    let text = "MODULE part(p)\nVAR x : boolean;\nASSIGN next(x) := p;\nMODULE main\nVAR x : boolean; a : part(x);\nINVARSPEC a.x -> x\n";
    let (mut server, _) = Server::open("two.smv", text);
    // The variable of the part: its declaration, its assignment, and its use by way of the instance.
    let inner = server.at("textDocument/rename", "x", 0, json!({ "newName": "y" }));
    assert_eq!(
        server.edited(&inner["result"]),
        text.replace("VAR x : boolean;\nASSIGN next(x)", "VAR y : boolean;\nASSIGN next(y)").replace("a.x", "a.y")
    );
    let outer = server.at("textDocument/rename", "x : boolean; a", 0, json!({ "newName": "y" }));
    assert_eq!(
        server.edited(&outer["result"]),
        text.replace("VAR x : boolean; a : part(x)", "VAR y : boolean; a : part(y)").replace("-> x", "-> y")
    );
    for (word, new) in [("main", "y"), ("x", "a"), ("x", "next"), ("x", "1x"), ("VAR", "y")] {
        let refused = server.at("textDocument/rename", word, 0, json!({ "newName": new }));
        assert!(refused["error"]["message"].is_string(), "{word} {new}: {refused}");
    }
    server.change(&text.replace("-> x", "-> "));
    assert!(server.at("textDocument/rename", "x", 0, json!({ "newName": "y" }))["error"].is_object());
    server.leave();
}

#[test]
fn nonsense_is_answered_and_ends_nothing() {
    let (mut server, _) = Server::open("m.smv", "MODULE main\n");
    assert_eq!(server.request("textDocument/unknown", json!({}))["result"], Value::Null);
    assert!(server.request("something/else", json!([1, 2]))["error"].is_object());
    assert!(server.ask("textDocument/hover", json!({ "position": "here" }))["error"].is_object());
    assert!(
        server.request("workspace/executeCommand", json!({ "command": "rm", "arguments": [] }))["error"].is_object()
    );
    server.notify("textDocument/didChange", json!({ "textDocument": 7 }));
    assert_eq!(
        server.ask("textDocument/hover", json!({ "position": { "line": 99, "character": 99 } }))["result"],
        Value::Null
    );
    server.leave();
}

/// A session of the debug adapter.
struct Debugger(Editor);

impl Debugger {
    fn request(&mut self, command: &str, arguments: Value) -> Value {
        self.0.sent += 1;
        let seq = self.0.sent;
        self.0.send(&json!({ "type": "request", "seq": seq, "command": command, "arguments": arguments }));
        self.0.wait(|m| m["type"] == "response" && m["request_seq"] == seq)
    }

    /// Moves, and says why it stopped and at which step it stands.
    fn go(&mut self, command: &str) -> (String, String) {
        let answer = self.request(command, json!({ "threadId": 1 }));
        assert_eq!(answer["success"], true, "{answer}");
        let stopped = self.0.wait(|m| m["event"] == "stopped");
        let frames = self.request("stackTrace", json!({ "threadId": 1 }));
        let name = frames["body"]["stackFrames"][0]["name"].as_str().unwrap().to_owned();
        (stopped["body"]["reason"].as_str().unwrap().to_owned(), name)
    }

    fn variables(&mut self, scope: &str) -> Vec<String> {
        let frames = self.request("stackTrace", json!({ "threadId": 1, "levels": 1 }));
        let scopes = self.request("scopes", json!({ "frameId": frames["body"]["stackFrames"][0]["id"] }));
        let all = scopes["body"]["scopes"].as_array().unwrap();
        let Some(found) = all.iter().find(|s| s["name"] == scope) else { return Vec::new() };
        let listed = self.request("variables", json!({ "variablesReference": found["variablesReference"] }));
        let listed = listed["body"]["variables"].as_array().unwrap();
        listed.iter().map(|v| format!("{} = {}", v["name"].as_str().unwrap(), v["value"].as_str().unwrap())).collect()
    }

    fn watch(&mut self, expression: &str) -> Value {
        self.request("evaluate", json!({ "expression": expression, "context": "watch" }))
    }
}

#[test]
fn a_run_is_walked_back_and_forth_to_the_point_of_no_return() {
    let mut debugger = Debugger(Editor::start("dap"));
    let can = debugger.request("initialize", json!({ "adapterID": "wherefore" }));
    assert_eq!(can["body"]["supportsStepBack"], true);
    let model = repository().join("examples/ac2_a.smv");
    let launched = debugger.request("launch", json!({ "program": model, "property": "right_mode", "way": 1 }));
    assert_eq!(launched["success"], true, "{launched}");
    debugger.0.wait(|m| m["event"] == "initialized");
    assert_eq!(debugger.request("setExceptionBreakpoints", json!({ "filters": [] }))["success"], true);
    let set =
        debugger.request("setBreakpoints", json!({ "source": {}, "breakpoints": [{ "line": 23 }, { "line": 1 }] }));
    assert_eq!(
        (&set["body"]["breakpoints"][0]["verified"], &set["body"]["breakpoints"][1]["verified"]),
        (&json!(true), &json!(false)),
        "{set}"
    );
    debugger.request("configurationDone", json!({}));
    assert_eq!(debugger.0.wait(|m| m["event"] == "stopped")["body"]["reason"], "entry");
    assert!(
        debugger.request("threads", json!({}))["body"]["threads"][0]["name"]
            .as_str()
            .unwrap()
            .contains("right_mode, way 1 of")
    );

    assert_eq!(debugger.go("next"), ("step".into(), "step 2 of 3: t2".into()));
    assert_eq!(debugger.variables("Changed"), ["s = ON_UP (was OFF)", "pt = 25 (was 0)"].map(String::from));
    assert_eq!(debugger.variables("Inputs").len(), 2);
    assert_eq!(debugger.watch("s = ON_UP & pt > 24")["body"]["result"], "TRUE");
    let everywhere = debugger.watch("pt - t");
    let steps =
        debugger.request("variables", json!({ "variablesReference": everywhere["body"]["variablesReference"] }));
    assert_eq!(steps["body"]["variables"].as_array().unwrap().len(), 3);
    assert_eq!(debugger.watch("no_such_name")["success"], false);
    assert_eq!(debugger.go("stepBack"), ("entry".into(), "step 1 of 3".into()));
    assert_eq!(debugger.watch("s = ON_UP & pt > 24")["body"]["result"], "FALSE");

    assert_eq!(debugger.go("continue").0, "breakpoint");
    assert_eq!(debugger.go("continue"), ("exception".into(), "step 3 of 3: t11 (point of no return)".into()));
    let frames = debugger.request("stackTrace", json!({ "threadId": 1 }));
    assert_eq!(
        (&frames["body"]["stackFrames"][0]["line"], &frames["body"]["totalFrames"]),
        (&json!(32), &json!(3)),
        "{frames}"
    );
    assert!(frames["body"]["stackFrames"][0]["source"]["path"].as_str().unwrap().ends_with("ac2_a.smv"));
    assert_eq!(debugger.go("reverseContinue").0, "breakpoint");
    assert_eq!(debugger.go("reverseContinue"), ("entry".into(), "step 1 of 3".into()));

    debugger.request("setBreakpoints", json!({ "source": {}, "breakpoints": [] }));
    debugger.request("setExceptionBreakpoints", json!({ "filters": ["no-return"] }));
    let there = ("breakpoint".to_owned(), "step 3 of 3: t11 (point of no return)".to_owned());
    assert_eq!(debugger.go("continue"), there);
    assert_eq!(debugger.go("restart").1, "step 1 of 3");
    assert_eq!(debugger.go("wherefore/noReturn"), there);
    let targets = debugger.request("gotoTargets", json!({ "source": {}, "line": 1 }));
    assert_eq!(targets["body"]["targets"][0]["id"], 3, "{targets}");
    assert_eq!(debugger.request("disconnect", json!({}))["success"], true);
    debugger.0.leave();
}

#[test]
fn what_has_no_run_is_not_debugged() {
    for (launch, words) in [
        (json!({}), "program"),
        (json!({ "program": "/nowhere/m.smv" }), "/nowhere/m.smv"),
        (json!({ "program": repository().join("examples/ac2_a.smv"), "property": "other" }), "other"),
        (json!({ "program": repository().join("examples/two_spines.smv"), "way": 99 }), "there is no way 99"),
    ] {
        let mut debugger = Debugger(Editor::start("dap"));
        assert_eq!(debugger.request("next", json!({}))["success"], false);
        let refused = debugger.request("launch", launch.clone());
        assert!(refused["message"].as_str().unwrap().contains(words), "{launch}: {refused}");
        debugger.0.leave();
    }
}
