//! What keeps encrypted values from being computed with.

use std::fmt;

use partita_base::code::{self, Code};

/// Which kind of trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CkksTrouble {
    /// The library is not there.
    Absent,
    /// The library crashed, took too long or made no sense.
    Failed,
    /// Parameters make no sense.
    Params,
    /// Parameters are less secure than the standard asks for.
    Insecure,
    /// There is no key for a rotation, or none for a bootstrap.
    Key,
    /// There is no level left, or one is asked for that is not there.
    Level,
    /// Values of different scales meet.
    Scale,
    /// The program or its data do not fit together.
    Stream,
}

impl CkksTrouble {
    /// All kinds; the place of one is its number in messages.
    pub(super) const ALL: [Self; 8] = [
        Self::Absent,
        Self::Failed,
        Self::Params,
        Self::Insecure,
        Self::Key,
        Self::Level,
        Self::Scale,
        Self::Stream,
    ];

    /// The code of its page.
    pub fn code(self) -> Code {
        match self {
            Self::Absent => code::CKKS_ABSENT,
            Self::Failed => code::CKKS_FAILED,
            Self::Params => code::CKKS_PARAMS,
            Self::Insecure => code::CKKS_INSECURE,
            Self::Key => code::CKKS_KEY,
            Self::Level => code::CKKS_LEVEL,
            Self::Scale => code::CKKS_SCALE,
            Self::Stream => code::CKKS_STREAM,
        }
    }
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CkksError {
    /// Which kind of trouble.
    pub kind: CkksTrouble,
    /// One lower-case sentence without a full stop.
    pub message: String,
    /// The place in [`super::Stream::ops`] of the op at fault.
    pub op: Option<usize>,
    /// The library's own last words, line by line.
    pub said: Vec<String>,
}

impl CkksError {
    pub(super) fn new(kind: CkksTrouble, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), op: None, said: Vec::new() }
    }

    /// Adds the last lines of what the library said.
    pub(super) fn said(mut self, text: &str) -> Self {
        const SHOWN: usize = 12;
        let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
        self.said = lines[lines.len().saturating_sub(SHOWN)..].iter().map(|line| (*line).into()).collect();
        self
    }

    /// Names the op at fault.
    pub(super) fn at(mut self, op: usize) -> Self {
        self.op = Some(op);
        self
    }

    /// The code of its page.
    pub fn code(&self) -> Code {
        self.kind.code()
    }
}

impl fmt::Display for CkksError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}] ", self.code())?;
        if let Some(op) = self.op {
            write!(f, "op {op}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for CkksError {}
