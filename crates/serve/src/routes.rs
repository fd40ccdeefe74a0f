//! What each path means.

use std::time::Duration;

use serde::de::DeserializeOwned;

use crate::http::{Request, Response};
use crate::session::RequestedWork;

/// How long a window waits for a change before it asks again. Browsers give up after minutes.
const WAITING: Duration = Duration::from_secs(25);

/// What a permitted request asks for.
#[derive(Debug)]
pub(crate) enum Route {
    /// Something that the session does.
    Work(RequestedWork),
    /// A version other than this one, within a time.
    Wait(u64, Duration),
}

/// The route of a request, whose path is `path` after the token.
pub(crate) fn route(request: &Request, path: &str) -> Result<Route, Response> {
    let work = match (request.method.as_str(), path) {
        ("GET", "") => RequestedWork::Page,
        ("GET", "data") => RequestedWork::Data,
        ("GET", "program.mlir") => RequestedWork::Program,
        ("GET", "wait") => {
            let version = request.query.strip_prefix("version=").and_then(|text| text.parse().ok());
            let version = version.ok_or_else(|| Response::failure(400, "expected a version"))?;
            return Ok(Route::Wait(version, WAITING));
        }
        ("POST", "edit") => RequestedWork::Edit(body(request)?),
        ("POST", "undo") => RequestedWork::Undo(body(request)?),
        ("POST", "write") => RequestedWork::Write(body(request)?),
        ("POST", "fixes") => RequestedWork::Fixes(body(request)?),
        (_, "" | "data" | "program.mlir" | "wait" | "edit" | "undo" | "write" | "fixes") => {
            return Err(Response::failure(405, "the page has another method"));
        }
        _ => return Err(Response::failure(404, "there is no such page")),
    };
    Ok(Route::Work(work))
}

fn body<T: DeserializeOwned>(request: &Request) -> Result<T, Response> {
    let parsed = serde_json::from_slice(&request.body);
    parsed.map_err(|error| Response::failure(400, &format!("invalid request: {error}")))
}
