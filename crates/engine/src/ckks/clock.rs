//! Measures processor time, which other users of the machine do not lengthen.

use std::time::Duration;

/// The start of a measurement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start(Duration);

impl Start {
    /// Starts a measurement now.
    pub(super) fn now() -> Self {
        Self(spent())
    }

    /// The time since the start.
    pub(super) fn elapsed(self) -> Duration {
        spent().saturating_sub(self.0)
    }
}

/// The processor time of this thread. The library computes on the thread that calls it.
#[cfg(unix)]
fn spent() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// Wall time, on systems without a safe way to read processor time.
#[cfg(not(unix))]
fn spent() -> Duration {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default()
}
