//! What keeps encrypted values from being computed with.

use partita_base::code::{self, Code};

use crate::EngineError;

/// Which kind of trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

impl EngineError {
    /// An error of a library for encrypted values, with what to do about it.
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

    /// Which kind of trouble it is, of those that a library for encrypted values has.
    pub fn kind(&self) -> CkksTrouble {
        let kind = CkksTrouble::ALL.into_iter().find(|kind| kind.code() == self.code);
        kind.unwrap_or(CkksTrouble::Failed)
    }
}
