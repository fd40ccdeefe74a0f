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
pub(crate) enum Answer {
    Value(Value),
    Error(ErrorCode, String),
}

impl Answer {
    fn new(value: impl Serialize) -> Self {
        match serde_json::to_value(value) {
            Ok(value) => Answer::Value(value),
            Err(error) => Answer::Error(ErrorCode::InternalError, error.to_string()),
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
) -> Answer {
    let result = match method {
        "textDocument/hover" => at_position(snapshot, parameters, |snapshot, offset| {
            Answer::new(hover::hover(snapshot, settings, offset))
        }),
        "textDocument/definition" => at_position(snapshot, parameters, |snapshot, offset| {
            Answer::new(navigation::definition(snapshot.document, offset))
        }),
        "textDocument/documentHighlight" => at_position(snapshot, parameters, |snapshot, offset| {
            Answer::new(navigation::highlights(snapshot.document, offset))
        }),
        "textDocument/references" => with(snapshot, parameters, |snapshot, asked: ReferenceParams| {
            let offset = offset(snapshot.document, asked.text_document_position.position);
            let with_definition = asked.context.include_declaration;
            Answer::new(navigation::references(snapshot.document, offset, with_definition))
        }),
        "textDocument/inlayHint" => with(snapshot, parameters, |snapshot, asked: InlayHintParams| {
            let start = offset(snapshot.document, asked.range.start);
            let end = offset(snapshot.document, asked.range.end).max(start);
            Answer::new(hints::hints(snapshot, start..end))
        }),
        "textDocument/codeAction" => with(snapshot, parameters, |snapshot, asked: CodeActionParams| {
            Answer::new(actions::actions(snapshot, offset(snapshot.document, asked.range.start)))
        }),
        "textDocument/documentSymbol" => about(snapshot, |document| Answer::new(symbols::symbols(document))),
        "textDocument/foldingRange" => about(snapshot, |document| Answer::new(folding::folds(document))),
        "textDocument/formatting" => about(snapshot, |document| format(document, settings)),
        _ => Err(Answer::Error(ErrorCode::MethodNotFound, format!("unknown method {method:?}"))),
    };
    result.unwrap_or_else(|error| error)
}

fn format(document: &Document, settings: &ServerSettings) -> Answer {
    match formatting::format(document, settings.limits) {
        Ok(edits) => Answer::new(edits),
        Err(Refused::Errors) => Answer::Value(Value::Null),
        Err(Refused::Comments(count)) => {
            let comments = if count == 1 { "1 comment".to_string() } else { format!("{count} comments") };
            let message = format!("not formatted: the canonical text would lose {comments}");
            Answer::Error(ErrorCode::RequestFailed, message)
        }
    }
}

fn offset(document: &Document, position: Position) -> usize {
    document.lines().offset(document.text(), position)
}

/// Answers a request that is about a document only.
fn about(
    snapshot: Option<&Snapshot<'_>>,
    answer: impl FnOnce(&Document) -> Answer,
) -> Result<Answer, Answer> {
    Ok(snapshot.map_or(Answer::Value(Value::Null), |snapshot| answer(snapshot.document)))
}

/// Answers a request that is about a position of a document.
fn at_position(
    snapshot: Option<&Snapshot<'_>>,
    parameters: Value,
    answer: impl FnOnce(&Snapshot<'_>, usize) -> Answer,
) -> Result<Answer, Answer> {
    with(snapshot, parameters, |snapshot, asked: TextDocumentPositionParams| {
        answer(snapshot, offset(snapshot.document, asked.position))
    })
}

/// Answers a request with parameters of a type.
fn with<P: DeserializeOwned>(
    snapshot: Option<&Snapshot<'_>>,
    parameters: Value,
    answer: impl FnOnce(&Snapshot<'_>, P) -> Answer,
) -> Result<Answer, Answer> {
    let asked = serde_json::from_value(parameters)
        .map_err(|error| Answer::Error(ErrorCode::InvalidParams, error.to_string()))?;
    Ok(snapshot.map_or(Answer::Value(Value::Null), |snapshot| answer(snapshot, asked)))
}
