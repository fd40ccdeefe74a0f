//! Whether a program fits into memory, found out before it runs.

use std::fmt;

use partita_base::{Diagnostic, Span, code};
use partita_interp::{Footprint, LargeValue, Tensor, footprint, stored_bytes};

use crate::Program;

/// More memory than a run may use.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MemoryNeed {
    /// What runs, in words.
    pub what: String,
    /// The bytes that it needs at its peak.
    pub bytes: u64,
    /// The bytes that it may use.
    pub limit: u64,
    /// The largest tensors, the largest first.
    pub largest: Vec<LargeTensor>,
}

/// A tensor that takes much memory.
pub type LargeTensor = LargeValue;

impl MemoryNeed {
    /// What the program as it was needs in the interpreter, if that is more than `limit`.
    pub fn of_global(program: &Program<'_>, limit: u64) -> Option<MemoryNeed> {
        let need = footprint(program.global, program.name, 1);
        Self::beyond("the program on one device".into(), need, 0, limit)
    }

    /// What the partitioned program needs in the interpreter, all devices together, if that is more than `limit`.
    pub fn of_local(program: &Program<'_>, limit: u64) -> Option<MemoryNeed> {
        let need = footprint(program.local, program.name, program.devices);
        // The whole arguments and the results of the program as it was stay while the devices run.
        let kept = program.inputs.iter().chain(&program.outputs);
        let kept = kept.map(|(element, shape)| stored_bytes(*element, shape)).fold(0, u64::saturating_add);
        Self::beyond(format!("the partitioned program on {} devices", program.devices), need, kept, limit)
    }

    fn beyond(what: String, need: Footprint, kept: u64, limit: u64) -> Option<MemoryNeed> {
        let bytes = need.bytes.saturating_add(kept);
        let is_too_large = need.largest.iter().any(LargeValue::is_too_large);
        (bytes > limit || is_too_large).then_some(MemoryNeed { what, bytes, limit, largest: need.largest })
    }

    /// The need as a diagnostic about a module.
    pub(crate) fn diagnostic(&self, module: Span) -> Diagnostic {
        let span = self.largest.first().map_or(module, |tensor| tensor.span);
        let (need, limit) = (in_units(self.bytes), in_units(self.limit));
        let message = match self.largest.iter().find(|tensor| tensor.is_too_large()) {
            Some(tensor) => format!(
                "a tensor of shape {:?} has more elements than the interpreter can hold, which is {}",
                tensor.shape,
                Tensor::MAX_ELEMENTS
            ),
            None => format!("{} needs {need} of memory in the interpreter, the limit is {limit}", self.what),
        };
        let found = Diagnostic::error(code::RUN_MEMORY, span, message);
        let found = self.largest.iter().fold(found, |found, tensor| {
            let sizes: Vec<String> = tensor.shape.iter().map(usize::to_string).collect();
            let name = format!("{}[{}]", tensor.element.name(), sizes.join(","));
            found.note(format!("{name} takes {} on each device", in_units(tensor.bytes)))
        });
        found.help("lower the program with smaller sizes, or raise the limit by `Limits::memory`, in bytes")
    }
}

impl fmt::Display for MemoryNeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic(Span::default()).message)
    }
}

impl std::error::Error for MemoryNeed {}

/// Bytes in binary units, one digit after the point.
pub fn in_units(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["KiB", "MiB", "GiB", "TiB", "PiB"];
    if bytes < 1024 {
        return format!("{bytes} B");
    }
    let mut value = bytes as f64;
    let mut unit = "B";
    for next in UNITS {
        if value >= 1024.0 {
            value /= 1024.0;
            unit = next;
        }
    }
    format!("{value:.1} {unit}")
}
