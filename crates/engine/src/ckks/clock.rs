//! How long something takes: processor time, which others that use the machine do not lengthen.

use std::time::Duration;

/// When something began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start(Duration);

impl Start {
    /// Now.
    pub(super) fn now() -> Self {
        Self(spent())
    }

    /// How long ago that was.
    pub(super) fn elapsed(self) -> Duration {
        spent().saturating_sub(self.0)
    }
}

/// What this thread has used. The library computes on the thread that calls it.
#[cfg(unix)]
fn spent() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// Wall time, where the system does not tell processor time safely.
#[cfg(not(unix))]
fn spent() -> Duration {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default()
}
