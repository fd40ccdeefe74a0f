//! The exit codes of commands.

/// The result of a command, in ascending order of severity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// The command succeeded.
    Fine,
    /// The input has errors, or a check failed.
    Findings,
    /// The command line is invalid.
    Usage,
    /// An internal error, that is, a bug in Partita.
    Internal,
}

/// The result of a command that may end early. Errors are printed where they are detected, and `?` passes the exit code on.
pub(crate) type Outcome = Result<Exit, Exit>;

impl Exit {
    /// The exit of a command, whether or not it ended early.
    pub(crate) fn of(outcome: Outcome) -> Exit {
        match outcome {
            Ok(exit) | Err(exit) => exit,
        }
    }

    /// The process exit code.
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Fine => 0,
            Exit::Findings => 1,
            Exit::Usage => 2,
            Exit::Internal => 3,
        }
    }

    /// `Fine` if a check passed, `Findings` otherwise.
    pub(crate) fn checked(is_fine: bool) -> Exit {
        if is_fine { Exit::Fine } else { Exit::Findings }
    }
}
