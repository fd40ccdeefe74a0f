//! Estimates the memory of a run before it starts.

use std::fmt;

use partita_base::{Diagnostic, Span, code};
use partita_interp::{Footprint, LargeValue, Tensor, footprint, stored_bytes};

use crate::RunnableProgram;

/// The memory of a run that exceeds its limit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MemoryNeed {
    /// A description of the program.
    pub what: String,
    /// The bytes needed at the peak.
    pub bytes: u64,
    /// The limit in bytes.
    pub limit: u64,
    /// The largest tensors, in descending order.
    pub largest: Vec<LargeTensor>,
}

/// A tensor that needs much memory.
pub type LargeTensor = LargeValue;

impl MemoryNeed {
    /// The need of the unpartitioned program in the interpreter, if it exceeds `limit`.
    pub fn of_global(program: &RunnableProgram<'_>, limit: u64) -> Option<MemoryNeed> {
        let need = footprint(program.global, program.name, 1);
        Self::beyond("the program on one device".into(), need, 0, limit)
    }

    /// The need of the partitioned program in the interpreter, on all devices together, if it exceeds `limit`.
    pub fn of_local(program: &RunnableProgram<'_>, limit: u64) -> Option<MemoryNeed> {
        let need = footprint(program.local, program.name, program.devices);
        // The global arguments and the results of the reference stay in memory while the devices run.
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
        let (need, limit) = (bytes_in_units(self.bytes), bytes_in_units(self.limit));
        let message = match self.largest.iter().find(|tensor| tensor.is_too_large()) {
            Some(tensor) => format!(
                "a tensor of shape {:?} has more elements than the interpreter supports, at most {}",
                tensor.shape,
                Tensor::MAX_ELEMENTS
            ),
            None => {
                format!("{} needs {need} of memory in the interpreter, but the limit is {limit}", self.what)
            }
        };
        let found = Diagnostic::error(code::RUN_MEMORY, span, message);
        let found = self.largest.iter().fold(found, |found, tensor| {
            let sizes: Vec<String> = tensor.shape.iter().map(usize::to_string).collect();
            let name = format!("{}[{}]", tensor.element.name(), sizes.join(","));
            found.note(format!("{name} takes {} on each device", bytes_in_units(tensor.bytes)))
        });
        found.help("lower the program with smaller sizes, or raise the limit with `Limits::memory`, in bytes")
    }
}

impl fmt::Display for MemoryNeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic(Span::default()).message)
    }
}

impl std::error::Error for MemoryNeed {}

/// A number of bytes in binary units, with one decimal digit.
pub fn bytes_in_units(bytes: u64) -> String {
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
