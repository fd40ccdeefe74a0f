//! What a command may use, and the thread that ends it when it uses more.
//!
//! Sizes and copies are compared with the limits before anything is made, which gives the best messages. The watchdog is behind all that: it
//! ends the process, with a code, when time or memory run out for whatever reason.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use partita::{Code, Limits, code};

use crate::args::{Budget, Common};
use crate::exit::Exit;
use crate::{files, input};

/// The time that one run of an outside engine or of an ONNX model takes at most where no limit is given.
pub(crate) const RUN_TIME: Duration = Duration::from_secs(600);

/// An engine that notices a limit itself reports more than the watchdog can, which lets it go first.
const GRACE: Duration = Duration::from_millis(500);

/// What the program takes for itself: an eighth more than it may hold in values, and this.
const OWN_BYTES: u64 = 256 << 20;

/// How often memory is looked at.
const PERIOD: Duration = Duration::from_millis(50);

/// How long the last message may take: standard error may be a pipe that is not read.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// The limits that options ask for, or those that suit the machine.
pub(crate) fn of(budget: &Budget) -> Limits {
    let default = Limits::default();
    default
        .memory(memory(budget, default.memory))
        .ops(budget.max_ops.unwrap_or(default.ops))
        .time(budget.timeout.map(|seconds| Duration::from_secs(seconds.into())))
        .expansion(budget.max_expansion.unwrap_or(default.expansion))
}

/// The bytes to use: as given, or three quarters of what is free, or the default where the system does not report that.
fn memory(budget: &Budget, default: u64) -> u64 {
    if let Some(gibibytes) = budget.max_memory {
        return (gibibytes * f64::from(1 << 30)) as u64;
    }
    let report = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let free = report.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kibibytes = free.and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    let free = kibibytes.map(|kibibytes| kibibytes.saturating_mul(1024));
    let room = [free, address_space()].into_iter().flatten().min();
    room.map_or(default, |bytes| bytes / 4 * 3)
}

/// The address space that the process may have, if that is limited.
#[cfg(unix)]
fn address_space() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current
}

#[cfg(not(unix))]
fn address_space() -> Option<u64> {
    None
}

/// Memory that this process holds, where the system reports it.
fn held() -> Option<u64> {
    const PAGE: u64 = 4096;
    let report = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = report.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages.saturating_mul(PAGE))
}

/// Ends the process when it uses more than its limits, until what is returned is dropped.
pub(crate) fn watch(common: &Common) -> std::sync::mpsc::Sender<()> {
    let (done, is_done) = channel();
    let common = common.clone();
    // Without a thread to spare there is no watchdog; the limits that are checked beforehand hold all the same.
    let _ = std::thread::Builder::new().spawn(move || guard(&common, &is_done));
    done
}

fn guard(common: &Common, is_done: &Receiver<()>) {
    let limits = common.limits;
    let most = limits.memory.saturating_add(limits.memory / 8).saturating_add(OWN_BYTES);
    let end = limits.time.and_then(|time| Instant::now().checked_add(time)?.checked_add(GRACE));
    loop {
        let left = end.map(|end| end.saturating_duration_since(Instant::now()));
        match is_done.recv_timeout(left.map_or(PERIOD, |left| left.min(PERIOD))) {
            Err(RecvTimeoutError::Timeout) => {}
            _ => return,
        }
        if end.is_some_and(|end| Instant::now() >= end) {
            let seconds = limits.time.unwrap_or_default().as_secs();
            let message = format!("the command took longer than {seconds} seconds");
            stop(common, code::TIME_LIMIT, message, "raise the limit by `--timeout`, in seconds");
        }
        if held().is_some_and(|bytes| bytes > most) {
            let message = format!("the command holds more than {} bytes of memory", limits.memory);
            stop(common, code::MEMORY_LIMIT, message, "raise the limit by `--max-memory`, in GiB");
        }
    }
}

/// Reports a limit and ends the process, but not while files are being put in their places.
fn stop(common: &Common, code: Code, message: String, help: &'static str) -> ! {
    let (said, is_said) = channel();
    let common = common.clone();
    let _ = std::thread::Builder::new().spawn(move || {
        input::print_finding(code, &message, help, &common);
        let _ = said.send(());
    });
    let _ = is_said.recv_timeout(LAST_WORDS);
    let _files = files::settled();
    std::process::exit(Exit::Findings.code().into())
}
