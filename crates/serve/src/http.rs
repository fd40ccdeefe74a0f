//! One request and one answer per connection, within limits of size and time. `httparse` reads the head of a request.

use std::fmt::Write as _;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::limits::{MAX_BODY, MAX_HEAD};

/// The maximum number of fields of a request.
const MAX_FIELDS: usize = 64;
/// How long a client may take to send a request, and to accept each block of the answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// How much is read, and for how long, from a client whose request is refused before it was read.
const MAX_REST: usize = 1 << 20;
const REST_PATIENCE: Duration = Duration::from_millis(500);

/// A request. Of the fields, only those that matter here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Request {
    pub(crate) method: String,
    /// The path without the query.
    pub(crate) path: String,
    pub(crate) query: String,
    pub(crate) host: Option<String>,
    pub(crate) origin: Option<String>,
    pub(crate) fetch_site: Option<String>,
    pub(crate) content_type: Option<String>,
    pub(crate) body: Vec<u8>,
}

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    content_type: &'static str,
    /// A further field, with its line end.
    extra: String,
    body: Arc<str>,
}

impl Response {
    pub(crate) fn html(body: Arc<str>) -> Self {
        Self { status: 200, content_type: "text/html; charset=utf-8", extra: String::new(), body }
    }

    pub(crate) fn json(status: u16, body: impl Into<Arc<str>>) -> Self {
        Self { status, content_type: "application/json", extra: String::new(), body: body.into() }
    }

    /// A file that the browser saves.
    pub(crate) fn download(name: &str, body: impl Into<Arc<str>>) -> Self {
        let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        let name: String = name.chars().map(|c| if is_plain(&c) { c } else { '_' }).collect();
        let extra = format!("Content-Disposition: attachment; filename=\"{name}\"\r\n");
        Self { status: 200, content_type: "text/plain; charset=utf-8", extra, body: body.into() }
    }

    /// An error without a code.
    pub(crate) fn failure(status: u16, message: &str) -> Self {
        Self::json(status, serde_json::json!({ "error": message }).to_string())
    }

    /// An answer without content.
    pub(crate) fn nothing() -> Self {
        Self::json(204, "")
    }
}

/// Reads a request. The error is the answer to an invalid one, or `None` if the client is gone.
pub(crate) fn read_request(stream: &mut TcpStream) -> Result<Request, Option<Response>> {
    let end = Instant::now() + PATIENCE;
    let mut bytes = Vec::new();
    let (mut request, length, head) = loop {
        if let Some(found) = parse_head(&bytes).map_err(Some)? {
            break found;
        }
        if bytes.len() > MAX_HEAD {
            return Err(Some(Response::failure(431, "the head of the request is too long")));
        }
        read_more(stream, &mut bytes, end)?;
    };
    if length > MAX_BODY {
        return Err(Some(Response::failure(413, "the request is too long")));
    }
    while bytes.len() < head + length {
        read_more(stream, &mut bytes, end)?;
    }
    request.body = bytes[head..head + length].to_vec();
    Ok(request)
}

/// Reads what the client has sent, up to a time.
fn read_more(stream: &mut TcpStream, bytes: &mut Vec<u8>, end: Instant) -> Result<(), Option<Response>> {
    let late = || Some(Response::failure(408, "the request took too long"));
    let left = end.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Err(late());
    }
    stream.set_read_timeout(Some(left)).map_err(|_| None)?;
    let mut block = [0; 8 << 10];
    match stream.read(&mut block) {
        Ok(0) => Err(None),
        Ok(count) => {
            bytes.extend(&block[..count]);
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::Interrupted => Ok(()),
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Err(late()),
        Err(_) => Err(None),
    }
}

/// The head of a request with the length of its body and its own; `None` if it is not complete.
fn parse_head(bytes: &[u8]) -> Result<Option<(Request, usize, usize)>, Response> {
    let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
    let mut parsed = httparse::Request::new(&mut fields);
    let head = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(head)) => head,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => {
            return Err(Response::failure(431, "the request has too many fields"));
        }
        Err(_) => return Err(Response::failure(400, "the request is not HTTP")),
    };
    let target = parsed.path.unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut request = Request {
        method: parsed.method.unwrap_or_default().to_string(),
        path: path.to_string(),
        query: query.to_string(),
        ..Request::default()
    };
    let mut length = None;
    for field in parsed.headers.iter() {
        let value = String::from_utf8_lossy(field.value).trim().to_string();
        let slot = match field.name.to_ascii_lowercase().as_str() {
            "host" => &mut request.host,
            "origin" => &mut request.origin,
            "sec-fetch-site" => &mut request.fetch_site,
            "content-type" => &mut request.content_type,
            "content-length" => &mut length,
            "transfer-encoding" => {
                return Err(Response::failure(501, "a body must have its length in the head"));
            }
            _ => continue,
        };
        // Of two hosts or lengths, this server and a proxy might choose different ones.
        if slot.replace(value).is_some() {
            return Err(Response::failure(400, "a field is repeated"));
        }
    }
    let length = match length {
        Some(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse::<usize>(),
        Some(_) => return Err(Response::failure(400, "the length is not a number")),
        None => Ok(0),
    };
    // A number that is too large for the type is too large for a body.
    Ok(Some((request, length.unwrap_or(usize::MAX), head)))
}

/// Sends an answer and ends the connection.
pub(crate) fn respond(stream: &mut TcpStream, response: &Response) -> io::Result<()> {
    let mut head = format!("HTTP/1.1 {} {}\r\n", response.status, reason(response.status));
    let _ = write!(
        head,
        "Content-Type: {}\r\nContent-Length: {}\r\n",
        response.content_type,
        response.body.len()
    );
    head.push_str(&response.extra);
    head.push_str(FIELDS);
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.write_all(head.as_bytes())?;
    stream.write_all(response.body.as_bytes())?;
    stream.flush()?;
    stream.shutdown(Shutdown::Write)?;
    discard_rest(stream);
    Ok(())
}

/// Fields of every answer: the page is not stored, not framed, and gives its address, which has the token, to no one.
const FIELDS: &str = "Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n\
    X-Frame-Options: DENY\r\nContent-Security-Policy: frame-ancestors 'none'\r\n\
    Cross-Origin-Opener-Policy: same-origin\r\nCross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n\r\n";

/// Reads what a client still sends. If a connection is closed before that, the client may lose the answer.
fn discard_rest(stream: &mut TcpStream) {
    let end = Instant::now() + REST_PATIENCE;
    let mut bytes = Vec::new();
    let mut total = 0;
    while total < MAX_REST && read_more(stream, &mut bytes, end).is_ok() {
        total += bytes.len();
        bytes.clear();
    }
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        204 => "No Content",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        422 => "Unprocessable Content",
        431 => "Request Header Fields Too Large",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(text: &str) -> u16 {
        parse_head(text.as_bytes()).unwrap_err().status
    }

    #[test]
    fn heads_are_read() {
        let text = "POST /t/edit?a=1 HTTP/1.1\r\nhost: h:1\r\nContent-Length: 3\r\n\r\nabc";
        let (request, length, head) = parse_head(text.as_bytes()).unwrap().unwrap();
        assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/t/edit"));
        assert_eq!((request.query.as_str(), request.host.as_deref()), ("a=1", Some("h:1")));
        assert_eq!((length, &text[head..]), (3, "abc"));
        assert!(parse_head(&text.as_bytes()[..20]).unwrap().is_none());
    }

    #[test]
    fn ambiguous_heads_are_refused() {
        assert_eq!(status("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"), 400);
        assert_eq!(status("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"), 400);
        assert_eq!(status("POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n"), 400);
        assert_eq!(status("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"), 501);
        assert_eq!(status("\u{16}\u{3}\u{1}hello\r\n\r\n"), 400);
        let many: String = (0..100).map(|number| format!("X{number}: 1\r\n")).collect();
        assert_eq!(status(&format!("GET / HTTP/1.1\r\n{many}\r\n")), 431);
        let long = format!("POST / HTTP/1.1\r\nContent-Length: {}\r\n\r\n", "9".repeat(40));
        assert_eq!(parse_head(long.as_bytes()).unwrap().unwrap().1, usize::MAX);
    }
}
