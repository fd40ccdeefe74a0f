//! The limits of a command, and the watchdog thread that enforces them.
//!
//! Sizes and copies are compared with the limits before anything is allocated, which gives the best messages. The watchdog is the last
//! resort: it ends the process, with a code, when time or memory run out for any other reason.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use partita::{Code, Limits, code};

use crate::args::{Budget, Common};
use crate::exit::Exit;
use crate::{files, input};

/// The default time limit for one run of an external engine or of an ONNX model.
pub(crate) const RUN_TIME: Duration = Duration::from_secs(600);

/// The watchdog waits this much longer than the limit: an engine that detects the limit itself reports more details.
const GRACE: Duration = Duration::from_millis(500);

/// Memory for the program itself. The watchdog allows this, and an eighth of the limit, on top of the limit for values.
const OWN_BYTES: u64 = 256 << 20;

/// The interval between two checks of the memory.
const PERIOD: Duration = Duration::from_millis(50);

/// The time limit for printing the last message: standard error may be a pipe that nothing reads.
const REPORT_TIME: Duration = Duration::from_secs(1);

/// The limits given by the options, with defaults that depend on the machine.
pub(crate) fn from_budget(budget: &Budget) -> Limits {
    let default = Limits::default();
    default
        .memory(memory_limit(budget, default.memory))
        .ops(budget.max_ops.unwrap_or(default.ops))
        .time(budget.timeout.map(|seconds| Duration::from_secs(seconds.into())))
        .expansion(budget.max_expansion.unwrap_or(default.expansion))
}

/// The memory limit in bytes: the given one, or three quarters of the free memory, or the default if the system does not report it.
fn memory_limit(budget: &Budget, default: u64) -> u64 {
    if let Some(gibibytes) = budget.max_memory {
        return (gibibytes * f64::from(1 << 30)) as u64;
    }
    let report = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let free = kibibytes_of(&report, "MemAvailable:").map(|kibibytes| kibibytes.saturating_mul(1024));
    let room = [free, address_space()].into_iter().flatten().min();
    room.map_or(default, |bytes| bytes / 4 * 3)
}

/// The number after a label in a report of the system, such as `VmRSS:     5120 kB`.
fn kibibytes_of(report: &str, label: &str) -> Option<u64> {
    let rest = report.lines().find_map(|line| line.strip_prefix(label))?;
    rest.split_whitespace().next()?.parse().ok()
}

/// The limit on the address space of the process, if there is one.
#[cfg(unix)]
fn address_space() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current
}

#[cfg(not(unix))]
fn address_space() -> Option<u64> {
    None
}

/// The resident memory of this process; `None` if the system does not report it.
fn resident_bytes() -> Option<u64> {
    // Not `statm`, which counts pages: their size differs between processors.
    let report = std::fs::read_to_string("/proc/self/status").ok()?;
    kibibytes_of(&report, "VmRSS:").map(|kibibytes| kibibytes.saturating_mul(1024))
}

/// Starts a thread that ends the process when it exceeds its limits. The thread stops when the returned sender is dropped.
pub(crate) fn start_watchdog(common: &Common) -> std::sync::mpsc::Sender<()> {
    let (done, is_done) = channel();
    let common = common.clone();
    // If no thread can be created there is no watchdog; the limits that are checked in advance still apply.
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
            stop(common, code::TIME_LIMIT, message, "raise the limit with `--timeout`, in seconds");
        }
        if resident_bytes().is_some_and(|bytes| bytes > most) {
            let message = format!("the command uses more than {} bytes of memory", limits.memory);
            stop(common, code::MEMORY_LIMIT, message, "raise the limit with `--max-memory`, in GiB");
        }
    }
}

/// Reports a limit and ends the process, after any write of files in progress.
fn stop(common: &Common, code: Code, message: String, help: &'static str) -> ! {
    let (printed, is_printed) = channel();
    let common = common.clone();
    let _ = std::thread::Builder::new().spawn(move || {
        input::print_finding(code, &message, help, &common);
        let _ = printed.send(());
    });
    let _ = is_printed.recv_timeout(REPORT_TIME);
    let _files = files::wait_for_writes();
    std::process::exit(Exit::Findings.code().into())
}
