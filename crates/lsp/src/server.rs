//! The server: receives messages, keeps documents, starts analyses and answers requests.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, at, never, select};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, InitializeParams,
    LogMessageParams, MessageType, PublishDiagnosticsParams,
};
use partita::Source;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::analysis::Section;
use crate::capabilities;
use crate::document::Document;
use crate::requests::{self, Reply};
use crate::settings::ServerSettings;
use crate::snapshot::{FoundHere, Snapshot};
use crate::worker::{self, Analysed, Job};

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The client asked the server to shut down, and then to exit.
    Orderly,
    /// The client disconnected, or sent messages that are not of the protocol.
    Abrupt,
}

/// Serves the client at standard input and output until it disconnects.
pub fn serve_stdio(settings: ServerSettings) -> Ending {
    let (connection, threads) = Connection::stdio();
    let ending = serve(&connection, settings);
    // The writing thread ends when the connection is dropped. The reading thread ends at the end of the input, or after
    // `exit`; after an error of the protocol it may wait for input that never comes, so nothing waits for it then.
    drop(connection);
    if ending == Ending::Orderly && threads.join().is_err() {
        return Ending::Abrupt;
    }
    ending
}

/// Serves a client until it disconnects.
pub fn serve(connection: &Connection, settings: ServerSettings) -> Ending {
    let Ok((id, parameters)) = connection.initialize_start() else { return Ending::Abrupt };
    // A client that describes itself in an unknown way gets the features that need no support.
    let client = serde_json::from_value::<InitializeParams>(parameters).unwrap_or_default();
    if connection.initialize_finish(id, capabilities::initialize_result()).is_err() {
        return Ending::Abrupt;
    }
    let settings = Arc::new(settings);
    let Ok((jobs, results)) = worker::start(Arc::clone(&settings)) else { return Ending::Abrupt };
    let mut server = Server {
        sender: connection.sender.clone(),
        settings,
        documents: BTreeMap::new(),
        jobs,
        is_busy: false,
        waiting: Vec::new(),
        refreshes_hints: capabilities::refreshes_hints(&client),
        next_request: 0,
        is_shut_down: false,
    };
    server.run(&connection.receiver, &results)
}

/// An open document and what is known about it.
struct Open {
    document: Document,
    /// The last analysis of each module that had no errors.
    sections: Vec<Option<Section>>,
    /// The last diagnostics, and the text they refer to.
    found: Vec<FoundHere>,
    found_in: Option<Source>,
    /// The version of the last analysis.
    analysed: Option<i32>,
    /// When to analyse the text; `None` if that is done or under way.
    due: Option<Instant>,
}

impl Open {
    fn snapshot(&self) -> Snapshot<'_> {
        let Open { document, sections, found, found_in, .. } = self;
        Snapshot { document, sections, found, found_in: found_in.as_ref() }
    }
}

struct Server {
    sender: Sender<Message>,
    settings: Arc<ServerSettings>,
    /// By address.
    documents: BTreeMap<String, Open>,
    jobs: Sender<Job>,
    /// Whether an analysis is under way.
    is_busy: bool,
    /// Requests that need an analysis which has not ended.
    waiting: Vec<Request>,
    refreshes_hints: bool,
    next_request: i32,
    is_shut_down: bool,
}

impl Server {
    fn run(&mut self, messages: &Receiver<Message>, results: &Receiver<Analysed>) -> Ending {
        loop {
            let due = self.documents.values().filter_map(|open| open.due).min().filter(|_| !self.is_busy);
            let timer = due.map_or_else(never, at);
            select! {
                recv(messages) -> message => match message {
                    Ok(Message::Request(request)) => self.request(request),
                    Ok(Message::Notification(notification)) if notification.method == "exit" => {
                        return if self.is_shut_down { Ending::Orderly } else { Ending::Abrupt };
                    }
                    Ok(Message::Notification(notification)) => self.notification(notification),
                    // Responses only confirm that hints are refreshed.
                    Ok(Message::Response(_)) => {}
                    Err(_) => return Ending::Abrupt,
                },
                recv(results) -> analysed => match analysed {
                    Ok(analysed) => self.analysed(analysed),
                    Err(_) => return Ending::Abrupt,
                },
                recv(timer) -> _ => self.analyse_next(),
            }
        }
    }

    /// Starts the analysis that is due first.
    fn analyse_next(&mut self) {
        let due =
            self.documents.values_mut().filter(|open| open.due.is_some_and(|due| due <= Instant::now()));
        let Some(open) = due.min_by_key(|open| open.due) else { return };
        open.due = None;
        let Document { uri, version, .. } = &open.document;
        let job = Job { uri: uri.clone(), version: *version, source: open.document.source().clone() };
        self.is_busy = self.jobs.send(job).is_ok();
    }

    /// Stores and publishes the result of an analysis.
    fn analysed(&mut self, analysed: Analysed) {
        self.is_busy = false;
        let Analysed { uri, version, analysis, published, took } = analysed;
        // The document may be closed by now.
        let Some(open) = self.documents.get_mut(uri.as_str()) else { return };
        open.analysed = Some(version);
        if let Some(analysis) = analysis {
            open.found = analysis.found.iter().map(FoundHere::new).collect();
            open.found_in = Some(analysis.source);
            let mut old = std::mem::take(&mut open.sections).into_iter();
            // A module with errors keeps its last analysis.
            let merge = |new: Option<Section>, old: Option<Option<Section>>| new.or(old.flatten());
            open.sections = analysis.sections.into_iter().map(|new| merge(new, old.next())).collect();
            if open.sections.is_empty() {
                open.sections = old.collect();
            }
        }
        let name = open.document.source().name().to_string();
        let count = published.len();
        let parameters = PublishDiagnosticsParams::new(uri, published, Some(version));
        self.notify("textDocument/publishDiagnostics", parameters);
        let message =
            format!("{name}, version {version}: {count} diagnostics in {:.1} ms", took.as_secs_f64() * 1e3);
        self.notify("window/logMessage", LogMessageParams { typ: MessageType::LOG, message });
        if self.refreshes_hints {
            self.next_request += 1;
            let id = RequestId::from(self.next_request);
            let request = Request { id, method: "workspace/inlayHint/refresh".into(), params: Value::Null };
            self.send(Message::Request(request));
        }
        for request in std::mem::take(&mut self.waiting) {
            self.request(request);
        }
    }

    fn request(&mut self, request: Request) {
        if request.method == "shutdown" {
            self.is_shut_down = true;
            self.send(Message::Response(Response::new_ok(request.id, Value::Null)));
            return;
        }
        if self.is_shut_down {
            let message = "the server is shut down".to_string();
            let code = ErrorCode::InvalidRequest as i32;
            self.send(Message::Response(Response::new_err(request.id, code, message)));
            return;
        }
        let open = requests::address(&request.params).and_then(|address| self.documents.get(address));
        let must_wait = open.is_some_and(|open| match request.method.as_str() {
            "textDocument/hover" | "textDocument/inlayHint" => open.analysed.is_none(),
            "textDocument/codeAction" => open.analysed != Some(open.document.version),
            _ => false,
        });
        if must_wait {
            self.waiting.push(request);
            return;
        }
        let snapshot = open.map(Open::snapshot);
        let Request { id, method, params } = request;
        let answer = catch_unwind(AssertUnwindSafe(|| {
            requests::answer(snapshot.as_ref(), &self.settings, &method, params)
        }));
        let response = match answer {
            Ok(Reply::Value(value)) => Response::new_ok(id, value),
            Ok(Reply::Error(code, message)) => Response::new_err(id, code as i32, message),
            Err(_) => Response::new_err(id, ErrorCode::InternalError as i32, "internal error".into()),
        };
        self.send(Message::Response(response));
    }

    fn notification(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        match method.as_str() {
            "textDocument/didOpen" => {
                if let Some(DidOpenTextDocumentParams { text_document: opened }) = parameters(params) {
                    let document = Document::new(opened.uri, opened.version, opened.text);
                    self.open(document);
                }
            }
            "textDocument/didChange" => {
                if let Some(changed) = parameters::<DidChangeTextDocumentParams>(params) {
                    self.change(changed);
                }
            }
            "textDocument/didClose" => {
                if let Some(DidCloseTextDocumentParams { text_document: closed }) = parameters(params) {
                    self.documents.remove(closed.uri.as_str());
                    // The diagnostics of a closed document would remain.
                    let nothing = PublishDiagnosticsParams::new(closed.uri, Vec::new(), None);
                    self.notify("textDocument/publishDiagnostics", nothing);
                    for request in std::mem::take(&mut self.waiting) {
                        self.request(request);
                    }
                }
            }
            "$/cancelRequest" => self.cancel(&params),
            _ => {}
        }
    }

    fn open(&mut self, document: Document) {
        let address = document.uri.as_str().to_string();
        let open = Open {
            document,
            sections: Vec::new(),
            found: Vec::new(),
            found_in: None,
            analysed: None,
            due: Some(Instant::now()),
        };
        self.documents.insert(address, open);
    }

    fn change(&mut self, changed: DidChangeTextDocumentParams) {
        let DidChangeTextDocumentParams { text_document, content_changes } = changed;
        let Some(open) = self.documents.get_mut(text_document.uri.as_str()) else { return };
        open.document = open.document.changed(text_document.version, content_changes);
        open.due = Some(Instant::now() + self.settings.delay);
    }

    /// Answers a waiting request with an error, because the client no longer needs it.
    fn cancel(&mut self, parameters: &Value) {
        let id = match &parameters["id"] {
            Value::Number(number) => {
                number.as_i64().and_then(|id| i32::try_from(id).ok()).map(RequestId::from)
            }
            Value::String(text) => Some(RequestId::from(text.clone())),
            _ => None,
        };
        let Some(index) = self.waiting.iter().position(|request| Some(&request.id) == id.as_ref()) else {
            return;
        };
        let request = self.waiting.remove(index);
        let code = ErrorCode::RequestCanceled as i32;
        self.send(Message::Response(Response::new_err(request.id, code, "cancelled".into())));
    }

    fn notify(&self, method: &str, parameters: impl Serialize) {
        self.send(Message::Notification(Notification::new(method.to_string(), parameters)));
    }

    /// Sends a message. If the client has disconnected, the next receive ends the server.
    fn send(&self, message: Message) {
        let _ = self.sender.send(message);
    }
}

/// The parameters of a notification; `None` if they are invalid, in which case the notification is ignored.
fn parameters<P: DeserializeOwned>(value: Value) -> Option<P> {
    serde_json::from_value(value).ok()
}
