//! The line of the user's own program that an op comes from.

use std::fmt;

use partita_ir::{Context, FilePosition, LocId};

/// A line of the user's program, such as `train.py:12`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct UserLine {
    pub(crate) file: String,
    pub(crate) line: u32,
}

impl fmt::Display for UserLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// The innermost line of a location, as in the notes of all diagnostics.
pub(crate) fn user_line(context: &Context, loc: LocId) -> Option<UserLine> {
    let FilePosition { file, line, .. } = context.file_position(loc)?;
    Some(UserLine { file: String::from_utf8_lossy(file).into_owned(), line })
}
