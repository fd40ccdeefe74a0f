//! The version of the state that is shown, which windows wait for.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The current version.
#[derive(Debug, Default)]
pub(crate) struct Published {
    version: Mutex<u64>,
    changed: Condvar,
}

impl Published {
    pub(crate) fn set(&self, version: u64) {
        *self.version.lock().unwrap_or_else(PoisonError::into_inner) = version;
        self.changed.notify_all();
    }

    /// The version, as soon as it is another one than `known` or the time is over.
    pub(crate) fn wait(&self, known: u64, time: Duration) -> u64 {
        let version = self.version.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(version, time, |version| *version == known);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}
