//! A client that a test controls, connected to a server in the same process.

#![allow(dead_code, reason = "each test uses a part of the client")]

use std::thread::JoinHandle;
use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use partita_lsp::{Ending, ServerSettings, serve};
use serde_json::{Value, json};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The address of the document of most tests.
pub(crate) const DOCUMENT: &str = "file:///folder/program.mlir";

pub(crate) struct Client {
    connection: Connection,
    server: JoinHandle<Ending>,
    next_id: i32,
    /// The result of `initialize`.
    pub(crate) capabilities: Value,
    /// The diagnostics that were published: address, version, diagnostics.
    pub(crate) published: Vec<(String, Value, Vec<Value>)>,
    /// The number of requests to refresh inlay hints.
    pub(crate) refreshes: usize,
}

impl Client {
    /// Starts a server that analyses every change at once.
    pub(crate) fn start() -> Self {
        let mut settings = ServerSettings::default();
        settings.delay = Duration::ZERO;
        settings.page = |code| (code.to_string() == "PA0101").then_some("# PA0101: the page");
        settings.page_address = Box::new(|code| Some(format!("file:///pages/{code}.md")));
        Self::start_with(settings)
    }

    pub(crate) fn start_with(settings: ServerSettings) -> Self {
        let (connection, theirs) = Connection::memory();
        let server = std::thread::spawn(move || serve(&theirs, settings));
        let mut client = Self {
            connection,
            server,
            next_id: 0,
            capabilities: Value::Null,
            published: Vec::new(),
            refreshes: 0,
        };
        let hints = json!({"workspace": {"inlayHint": {"refreshSupport": true}}});
        let initialized = client.request("initialize", json!({"processId": null, "capabilities": hints}));
        client.capabilities = initialized.expect("the server starts")["capabilities"].clone();
        client.notify("initialized", json!({}));
        client
    }

    /// Starts a server and opens a document.
    pub(crate) fn with(text: &str) -> Self {
        let mut client = Self::start();
        client.open(DOCUMENT, text);
        client
    }

    pub(crate) fn notify(&mut self, method: &str, parameters: Value) {
        let notification = Notification { method: method.into(), params: parameters };
        self.connection.sender.send(Message::Notification(notification)).expect("the server runs");
    }

    pub(crate) fn open(&mut self, address: &str, text: &str) {
        let document = json!({"uri": address, "languageId": "mlir", "version": 1, "text": text});
        self.notify("textDocument/didOpen", json!({"textDocument": document}));
    }

    /// Replaces the entire text.
    pub(crate) fn replace(&mut self, version: i32, text: &str) {
        self.change(version, json!([{"text": text}]));
    }

    pub(crate) fn change(&mut self, version: i32, changes: Value) {
        let document = json!({"uri": DOCUMENT, "version": version});
        let parameters = json!({"textDocument": document, "contentChanges": changes});
        self.notify("textDocument/didChange", parameters);
    }

    /// Sends a request and returns its id.
    pub(crate) fn send(&mut self, method: &str, parameters: Value) -> i32 {
        self.next_id += 1;
        let request =
            Request { id: RequestId::from(self.next_id), method: method.into(), params: parameters };
        self.connection.sender.send(Message::Request(request)).expect("the server runs");
        self.next_id
    }

    /// Sends a request and waits for its answer: a result, or the code and message of an error.
    pub(crate) fn request(&mut self, method: &str, parameters: Value) -> Result<Value, (i32, String)> {
        let id = self.send(method, parameters);
        self.answer(id)
    }

    /// Waits for the answer to a request.
    pub(crate) fn answer(&mut self, id: i32) -> Result<Value, (i32, String)> {
        loop {
            if let Some(response) = self.receive()
                && response.id == RequestId::from(id)
            {
                return match response.error {
                    Some(error) => Err((error.code, error.message)),
                    None => Ok(response.result.unwrap_or_default()),
                };
            }
        }
    }

    /// Receives a message; returns it if it is a response.
    fn receive(&mut self) -> Option<Response> {
        match self.connection.receiver.recv_timeout(PATIENCE).expect("the server answers") {
            Message::Response(response) => Some(response),
            Message::Request(request) => {
                assert_eq!(request.method, "workspace/inlayHint/refresh");
                self.refreshes += 1;
                let response = Response::new_ok(request.id, Value::Null);
                self.connection.sender.send(Message::Response(response)).expect("the server runs");
                None
            }
            Message::Notification(notification) => {
                if notification.method == "textDocument/publishDiagnostics" {
                    let mut parameters = notification.params;
                    let found: Vec<Value> =
                        serde_json::from_value(parameters["diagnostics"].take()).expect("a list");
                    let address = parameters["uri"].as_str().expect("an address").to_string();
                    self.published.push((address, parameters["version"].clone(), found));
                }
                None
            }
        }
    }

    /// Waits for the diagnostics of a version of the document.
    pub(crate) fn diagnostics(&mut self, version: i32) -> Vec<Value> {
        loop {
            let mut published = self.published.iter();
            if let Some((_, _, found)) = published.find(|(at, of, _)| at == DOCUMENT && *of == json!(version))
            {
                return found.clone();
            }
            self.receive();
        }
    }

    /// A request about the first occurrence of a part of the text; the position is at its start, moved by `offset`
    /// bytes of ASCII.
    pub(crate) fn at(&mut self, method: &str, text: &str, part: &str, offset: u32) -> Value {
        let parameters = json!({
            "textDocument": {"uri": DOCUMENT},
            "position": position(text, part, offset),
            "context": {"includeDeclaration": true},
        });
        self.request(method, parameters).expect("an answer")
    }

    /// The hover text at a part of the text.
    pub(crate) fn hover(&mut self, text: &str, part: &str) -> String {
        let hover = self.at("textDocument/hover", text, part, 0);
        hover["contents"]["value"].as_str().unwrap_or_default().to_string()
    }

    /// All inlay hints: line, column and label.
    pub(crate) fn hints(&mut self) -> Vec<(u64, u64, String)> {
        let everything =
            json!({"start": {"line": 0, "character": 0}, "end": {"line": 1000000, "character": 0}});
        let parameters = json!({"textDocument": {"uri": DOCUMENT}, "range": everything});
        let found = self.request("textDocument/inlayHint", parameters).expect("an answer");
        let hint = |hint: &Value| {
            let (line, column) = (&hint["position"]["line"], &hint["position"]["character"]);
            let label = hint["label"].as_str().expect("a label");
            (line.as_u64().expect("a line"), column.as_u64().expect("a column"), label.to_string())
        };
        found.as_array().expect("a list").iter().map(hint).collect()
    }

    /// The code actions at a part of the text.
    pub(crate) fn actions(&mut self, text: &str, part: &str) -> Vec<Value> {
        let place = position(text, part, 0);
        let parameters = json!({
            "textDocument": {"uri": DOCUMENT},
            "range": {"start": place, "end": place},
            "context": {"diagnostics": []},
        });
        let found = self.request("textDocument/codeAction", parameters).expect("an answer");
        found.as_array().expect("a list").clone()
    }

    /// Shuts the server down.
    pub(crate) fn stop(mut self) {
        assert_eq!(self.request("shutdown", Value::Null), Ok(Value::Null));
        self.notify("exit", Value::Null);
        assert_eq!(self.server.join().expect("the server does not panic"), Ending::Orderly);
    }
}

/// The position of the first occurrence of a part of the text.
pub(crate) fn position(text: &str, part: &str, offset: u32) -> Value {
    let at = text.find(part).unwrap_or_else(|| panic!("no `{part}` in the text"));
    let line = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let column = text[start..at].encode_utf16().count() as u32 + offset;
    json!({"line": line, "character": column})
}

/// The text after some edits of the protocol, which all refer to the text before.
pub(crate) fn edited(text: &str, edits: &[Value]) -> String {
    let offset = |place: &Value| {
        let line = place["line"].as_u64().expect("a line") as usize;
        let units = place["character"].as_u64().expect("a column") as usize;
        let start = text.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
        let utf16: Vec<u16> = text[start..].encode_utf16().take(units).collect();
        start + String::from_utf16(&utf16).expect("a boundary").len()
    };
    let mut places: Vec<(usize, usize, &str)> = edits
        .iter()
        .map(|edit| {
            let range = &edit["range"];
            (offset(&range["start"]), offset(&range["end"]), edit["newText"].as_str().expect("a text"))
        })
        .collect();
    places.sort();
    let mut result = String::new();
    let mut end = 0;
    for (start, next, new) in places {
        assert!(start >= end, "edits overlap");
        result.push_str(&text[end..start]);
        result.push_str(new);
        end = next;
    }
    result + &text[end..]
}

/// The text after the edit of a code action.
pub(crate) fn applied(text: &str, action: &Value) -> String {
    let changes = &action["edit"]["documentChanges"][0];
    assert_eq!(changes["textDocument"]["uri"], DOCUMENT);
    edited(text, changes["edits"].as_array().expect("edits"))
}
