//! Answers requests, each from a snapshot of its document.

use lsp_server::ErrorCode;
use lsp_types::{CodeActionParams, InlayHintParams, Position, ReferenceParams, TextDocumentPositionParams};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::document::Document;
use crate::formatting::Refused;
use crate::settings::ServerSettings;
use crate::snapshot::Snapshot;
use crate::{actions, folding, formatting, hints, hover, navigation, symbols};

/// The answer to a request.
pub(crate) enum Reply {
    Value(Value),
    Error(ErrorCode, String),
}

impl Reply {
    fn new(value: impl Serialize) -> Self {
        match serde_json::to_value(value) {
            Ok(value) => Reply::Value(value),
            Err(error) => Reply::Error(ErrorCode::InternalError, error.to_string()),
        }
    }
}

/// The address of the document that a request is about.
pub(crate) fn address(parameters: &Value) -> Option<&str> {
    parameters["textDocument"]["uri"].as_str()
}

/// Answers a request. About an unknown document, nothing is known.
pub(crate) fn answer(
    snapshot: Option<&Snapshot<'_>>,
    settings: &ServerSettings,
    method: &str,
    parameters: Value,
) -> Reply {
    let result = match method {
        "textDocument/hover" => at_position(snapshot, parameters, |snapshot, offset| {
            Reply::new(hover::hover(snapshot, settings, offset))
        }),
        "textDocument/definition" => at_position(snapshot, parameters, |snapshot, offset| {
            Reply::new(navigation::definition(snapshot.document, offset))
        }),
        "textDocument/documentHighlight" => at_position(snapshot, parameters, |snapshot, offset| {
            Reply::new(navigation::highlights(snapshot.document, offset))
        }),
        "textDocument/references" => with(snapshot, parameters, |snapshot, asked: ReferenceParams| {
            let offset = offset(snapshot.document, asked.text_document_position.position);
            let with_definition = asked.context.include_declaration;
            Reply::new(navigation::references(snapshot.document, offset, with_definition))
        }),
        "textDocument/inlayHint" => with(snapshot, parameters, |snapshot, asked: InlayHintParams| {
            let start = offset(snapshot.document, asked.range.start);
            let end = offset(snapshot.document, asked.range.end).max(start);
            Reply::new(hints::hints(snapshot, start..end))
        }),
        "textDocument/codeAction" => with(snapshot, parameters, |snapshot, asked: CodeActionParams| {
            Reply::new(actions::actions(snapshot, offset(snapshot.document, asked.range.start)))
        }),
        "textDocument/documentSymbol" => about(snapshot, |document| Reply::new(symbols::symbols(document))),
        "textDocument/foldingRange" => about(snapshot, |document| Reply::new(folding::folds(document))),
        "textDocument/formatting" => about(snapshot, |document| format(document, settings)),
        _ => Err(Reply::Error(ErrorCode::MethodNotFound, format!("unknown method {method:?}"))),
    };
    result.unwrap_or_else(|error| error)
}

fn format(document: &Document, settings: &ServerSettings) -> Reply {
    match formatting::format(document, settings.limits) {
        Ok(edits) => Reply::new(edits),
        Err(Refused::Errors) => Reply::Value(Value::Null),
        Err(Refused::Comments(count)) => {
            let comments = if count == 1 { "1 comment".to_string() } else { format!("{count} comments") };
            let message = format!("not formatted: the canonical text would lose {comments}");
            Reply::Error(ErrorCode::RequestFailed, message)
        }
    }
}

fn offset(document: &Document, position: Position) -> usize {
    document.lines().offset(document.text(), position)
}

/// Answers a request that is about a document only.
fn about(snapshot: Option<&Snapshot<'_>>, answer: impl FnOnce(&Document) -> Reply) -> Result<Reply, Reply> {
    Ok(snapshot.map_or(Reply::Value(Value::Null), |snapshot| answer(snapshot.document)))
}

/// Answers a request that is about a position of a document.
fn at_position(
    snapshot: Option<&Snapshot<'_>>,
    parameters: Value,
    answer: impl FnOnce(&Snapshot<'_>, usize) -> Reply,
) -> Result<Reply, Reply> {
    with(snapshot, parameters, |snapshot, asked: TextDocumentPositionParams| {
        answer(snapshot, offset(snapshot.document, asked.position))
    })
}

/// Answers a request with parameters of a type.
fn with<P: DeserializeOwned>(
    snapshot: Option<&Snapshot<'_>>,
    parameters: Value,
    answer: impl FnOnce(&Snapshot<'_>, P) -> Reply,
) -> Result<Reply, Reply> {
    let asked = serde_json::from_value(parameters)
        .map_err(|error| Reply::Error(ErrorCode::InvalidParams, error.to_string()))?;
    Ok(snapshot.map_or(Reply::Value(Value::Null), |snapshot| answer(snapshot, asked)))
}
