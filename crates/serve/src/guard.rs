//! Which requests are permitted: those of pages of this server, which have its token in their address.
//!
//! A page of another site can make a browser send requests to loopback, also under a name of its own that resolves to
//! 127.0.0.1. Its requests have the wrong host or origin. Another user of the machine does not know the token.

use crate::http::{Request, Response};

/// The number of random bytes of a token.
const TOKEN_BYTES: usize = 16;

/// A random token, as hexadecimal digits.
pub(crate) fn new_token() -> Result<String, getrandom::Error> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Checks requests to one server.
#[derive(Debug)]
pub(crate) struct Guard {
    hosts: Vec<String>,
    token: String,
}

impl Guard {
    pub(crate) fn new(port: u16, token: String) -> Self {
        let hosts = ["127.0.0.1", "[::1]", "localhost"].map(|name| format!("{name}:{port}"));
        let mut hosts = Vec::from(hosts);
        if port == 80 {
            // Browsers leave out the port of the protocol.
            hosts.extend(["127.0.0.1", "[::1]", "localhost"].map(String::from));
        }
        Self { hosts, token }
    }

    /// The path of a permitted request after the token, or the answer to another one.
    pub(crate) fn admit<'r>(&self, request: &'r Request) -> Result<&'r str, Response> {
        let host = request.host.as_deref().unwrap_or_default();
        if !self.hosts.iter().any(|known| known.eq_ignore_ascii_case(host)) {
            return Err(Response::failure(403, "this server answers only under its own address"));
        }
        let rest = request.path.strip_prefix('/').unwrap_or_default();
        let (token, path) = rest.split_once('/').unwrap_or((rest, ""));
        if !is_equal(token.as_bytes(), self.token.as_bytes()) {
            return Err(Response::failure(404, "there is no such page; use the address that was printed"));
        }
        if request.method == "POST" {
            self.admit_change(request, host)?;
        }
        Ok(path)
    }

    /// A request that changes something must come from a page of this server.
    fn admit_change(&self, request: &Request, host: &str) -> Result<(), Response> {
        let own = format!("http://{host}");
        let is_own = request.origin.as_ref().is_none_or(|origin| origin.eq_ignore_ascii_case(&own));
        let is_same_site = request.fetch_site.as_deref().is_none_or(|site| site == "same-origin");
        if !is_own || !is_same_site {
            return Err(Response::failure(403, "the request comes from another site"));
        }
        // Browsers send this type to another site only after asking it.
        let kind = request.content_type.as_deref().unwrap_or_default();
        if kind.split(';').next().is_none_or(|kind| !kind.trim().eq_ignore_ascii_case("application/json")) {
            return Err(Response::failure(415, "expected JSON"));
        }
        Ok(())
    }
}

/// Compares in a time that does not depend on the content.
fn is_equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |different, (a, b)| different | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(host: &str, path: &str) -> Request {
        Request { method: "GET".into(), host: Some(host.into()), path: path.into(), ..Request::default() }
    }

    #[test]
    fn only_own_addresses_are_admitted() {
        let guard = Guard::new(8080, "abc".into());
        assert_eq!(guard.admit(&request("127.0.0.1:8080", "/abc/data")).unwrap(), "data");
        assert_eq!(guard.admit(&request("LOCALHOST:8080", "/abc/")).unwrap(), "");
        assert_eq!(guard.admit(&request("[::1]:8080", "/abc")).unwrap(), "");
        let refused = |host: &str, path: &str| guard.admit(&request(host, path)).unwrap_err().status;
        assert_eq!(refused("evil.example:8080", "/abc/"), 403);
        assert_eq!(refused("127.0.0.1:9", "/abc/"), 403);
        assert_eq!(refused("127.0.0.1", "/abc/"), 403);
        assert_eq!(refused("127.0.0.1:8080", "/abd/data"), 404);
        assert_eq!(refused("127.0.0.1:8080", "/"), 404);
    }

    #[test]
    fn changes_come_from_own_pages() {
        let guard = Guard::new(8080, "abc".into());
        let post = Request {
            method: "POST".into(),
            content_type: Some("application/json; charset=utf-8".into()),
            ..request("127.0.0.1:8080", "/abc/edit")
        };
        assert!(guard.admit(&post).is_ok());
        let refused = |change: &dyn Fn(&mut Request)| {
            let mut changed = post.clone();
            change(&mut changed);
            guard.admit(&changed).unwrap_err().status
        };
        assert_eq!(refused(&|post| post.origin = Some("http://evil.example".into())), 403);
        assert_eq!(refused(&|post| post.origin = Some("null".into())), 403);
        assert_eq!(refused(&|post| post.fetch_site = Some("cross-site".into())), 403);
        assert_eq!(refused(&|post| post.content_type = Some("text/plain".into())), 415);
    }

    #[test]
    fn tokens_differ() {
        let [one, other] = [new_token().unwrap(), new_token().unwrap()];
        assert_eq!(one.len(), 32);
        assert_ne!(one, other);
    }
}
