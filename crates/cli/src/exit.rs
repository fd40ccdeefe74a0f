//! How a command ends.

use std::process::ExitCode;

/// How a command ends. Of several, the later is the worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Everything is fine.
    Fine,
    /// Something was found to be wrong, or a check failed.
    Findings,
    /// The command line makes no sense.
    Usage,
    /// Our own mistake.
    Internal,
}

/// The end of a command that may come early: what was wrong is printed where it is found, and `?` passes its exit on.
pub(crate) type Outcome = Result<Exit, Exit>;

impl Exit {
    /// The end of a command that came to its end or ended early.
    pub(crate) fn of(outcome: Outcome) -> Exit {
        match outcome {
            Ok(exit) | Err(exit) => exit,
        }
    }

    /// The number that the shell sees.
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Fine => 0,
            Exit::Findings => 1,
            Exit::Usage => 2,
            Exit::Internal => 3,
        }
    }

    /// Findings, unless a check passed.
    pub(crate) fn checked(is_fine: bool) -> Exit {
        if is_fine { Exit::Fine } else { Exit::Findings }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
