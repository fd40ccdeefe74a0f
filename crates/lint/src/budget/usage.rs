//! The figures of a program that a budget limits.

use std::collections::BTreeMap;

use partita_base::Span;

/// The collectives of a program, or those of one kind or along one axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// The number of executions.
    pub count: u64,
    /// The most bytes that one device sends.
    pub bytes: u64,
    /// Picoseconds of all executions; 0 without hardware.
    pub time: u64,
}

/// A collective of the program.
#[derive(Clone, Debug)]
pub struct Contributor {
    /// The kind, such as `all_gather`.
    pub kind: String,
    /// The axes along which devices communicate.
    pub axes: Vec<String>,
    /// The number of executions.
    pub count: u64,
    /// The bytes that one device sends in all executions.
    pub bytes: u64,
    /// Picoseconds of all executions; 0 without hardware.
    pub time: u64,
    /// The op that causes it.
    pub span: Span,
    /// Its line in the text.
    pub line: usize,
    /// The line of the user's own program, such as `train.py:12`.
    pub source: Option<String>,
}

/// A tensor in memory at the peak.
#[derive(Clone, Debug)]
pub struct Holder {
    /// Its name and type.
    pub name: String,
    /// Its size on one device.
    pub bytes: u64,
    /// The line of the user's own program, such as `train.py:12`.
    pub source: Option<String>,
}

/// Kernels or collectives of one line.
#[derive(Clone, Debug)]
pub struct TimePart {
    /// What they compute or send, how many times, and where.
    pub name: String,
    /// Picoseconds of all executions.
    pub time: u64,
    /// The first of these ops.
    pub span: Span,
}

/// The times of a step on described hardware.
#[derive(Clone, Debug, Default)]
pub struct StepTimes {
    /// The hardware, as a budget names it.
    pub hardware: String,
    /// Picoseconds of a step.
    pub step: u64,
    /// Picoseconds of communication during which nothing is computed.
    pub exposed: u64,
    /// What takes the time, the longest first.
    pub parts: Vec<TimePart>,
}

/// The figures of one program, per device and step.
#[derive(Clone, Debug, Default)]
pub struct Usage {
    /// All collectives.
    pub total: Figures,
    /// By kind.
    pub kinds: BTreeMap<String, Figures>,
    /// By axis, for every axis of the mesh. A collective along several axes counts for each of them.
    pub axes: BTreeMap<String, Figures>,
    /// The peak memory.
    pub peak: u64,
    /// The op at which the peak occurs.
    pub peak_at: Span,
    /// The tensors at the peak, largest first.
    pub holders: Vec<Holder>,
    /// All collectives.
    pub contributors: Vec<Contributor>,
    /// The times, if the hardware is given.
    pub times: Option<StepTimes>,
    /// The bytes that count for one iteration of a loop of unknown trip count.
    pub per_turn_bytes: u64,
}
