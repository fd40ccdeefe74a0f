//! Errors of engines for encrypted values.

use partita_base::code::{self, Code};

use crate::EngineError;

/// The kind of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CkksTrouble {
    /// The library was not found.
    Absent,
    /// The library crashed, timed out or sent an invalid answer.
    Failed,
    /// The parameters are invalid.
    Params,
    /// The parameters are less secure than the standard requires.
    Insecure,
    /// The key of a rotation or of bootstrapping is missing.
    Key,
    /// A value has no level left, or a level does not exist.
    Level,
    /// The scales of two operands differ.
    Scale,
    /// The program and its data do not match.
    Stream,
}

impl CkksTrouble {
    /// All kinds; the position of a kind is its number in messages.
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

    /// The code of its error page.
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

impl EngineError {
    /// An error of a library for encrypted values, with help.
    pub(super) fn ckks(trouble: CkksTrouble, message: impl Into<String>) -> Self {
        let help = match trouble {
            CkksTrouble::Insecure => Some(
                "use a larger ring, fewer levels, bootstraps by `Plan::place_bootstraps`, or `Safety::InsecureTest` for a test",
            ),
            CkksTrouble::Absent => Some(
                "fetch it with `cargo xtask lattigo` in the repository of Partita, or name it with `LattigoSettings::find` or \
                 PARTITA_LATTIGO",
            ),
            _ => None,
        };
        Self { help, ..Self::new(trouble.code(), message) }
    }

    /// The kind of an error of a library for encrypted values.
    pub fn kind(&self) -> CkksTrouble {
        let kind = CkksTrouble::ALL.into_iter().find(|kind| kind.code() == self.code);
        kind.unwrap_or(CkksTrouble::Failed)
    }
}
