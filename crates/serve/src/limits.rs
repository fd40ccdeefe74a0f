//! The limits of a server. `docs/limits.md` lists them.

/// The maximum number of connections at a time. A window has one or two.
pub const MAX_CONNECTIONS: usize = 64;

/// The maximum number of bytes of the head of a request.
pub const MAX_HEAD: usize = 16 << 10;

/// The maximum number of bytes of the body of a request. That of an edit has a few hundred.
pub const MAX_BODY: usize = 64 << 10;

/// The maximum number of changes that can be undone.
pub const MAX_UNDO: usize = 100;
