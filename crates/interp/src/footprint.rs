//! Predicts the memory of a run from the types of a program alone.
//!
//! It counts what a running machine counts, so that a program that exceeds its limit is refused before it starts.

use partita_base::Span;
use partita_ir::{BlockId, Definition, Module, OpCode, OpId, RegionId, ValueId};
use rustc_hash::FxHashMap;

use crate::lifetime::Lifetimes;
use crate::op_view::OpView;
use crate::{Element, Tensor, manual, tensor_type};

/// The peak memory of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// Bytes of all values that are alive at once, on all devices together; saturates at [`u64::MAX`].
    pub bytes: u64,
    /// The largest tensors, each on one device, largest first; every type appears once.
    pub largest: Vec<LargeValue>,
}

/// A tensor of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LargeValue {
    /// Its bytes on one device.
    pub bytes: u64,
    /// Its element type.
    pub element: Element,
    /// The sizes, major first.
    pub shape: Vec<usize>,
    /// The span of its definition, or of its function.
    pub span: Span,
}

impl LargeValue {
    /// Whether the tensor exceeds the largest size that the interpreter supports.
    pub fn is_too_large(&self) -> bool {
        let count = self.shape.iter().try_fold(1usize, |count, &size| count.checked_mul(size));
        !self.shape.contains(&0) && count.is_none_or(|count| count > Tensor::MAX_ELEMENTS)
    }
}

/// The number of largest tensors that are listed.
const LISTED: usize = 3;

/// The peak memory of running a function on a number of devices. Unknown sizes count as nothing.
pub fn footprint(module: &Module, function: &str, devices: usize) -> Footprint {
    let mut count = PeakCounter {
        module,
        lifetimes: Lifetimes::new(module),
        functions: FxHashMap::default(),
        largest: Vec::new(),
    };
    let bytes = count.function(function, devices as u64);
    Footprint { bytes, largest: count.largest }
}

struct PeakCounter<'m> {
    module: &'m Module,
    lifetimes: Lifetimes,
    /// The memory of calls, by function and number of devices; zero while a function is being counted.
    functions: FxHashMap<(OpId, u64), u64>,
    largest: Vec<LargeValue>,
}

impl PeakCounter<'_> {
    fn function(&mut self, name: &str, lanes: u64) -> u64 {
        let Some(function) = self.module.find_function(name) else { return 0 };
        if let Some(&known) = self.functions.get(&(function, lanes)) {
            return known;
        }
        self.functions.insert((function, lanes), 0);
        let regions = self.module.op(function).regions.to_vec();
        let bytes =
            regions.into_iter().fold(0u64, |sum, region| sum.saturating_add(self.region(region, lanes)));
        self.functions.insert((function, lanes), bytes);
        bytes
    }

    /// The peak of a region, including its arguments.
    fn region(&mut self, region: RegionId, lanes: u64) -> u64 {
        let blocks = self.module.region(region).blocks.clone();
        blocks.into_iter().map(|block| self.block(block, lanes)).max().unwrap_or(0)
    }

    fn block(&mut self, block: BlockId, lanes: u64) -> u64 {
        let module = self.module;
        let mut live = 0u64;
        for &argument in &module.block(block).args {
            live = live.saturating_add(self.stored(argument, lanes));
        }
        let mut peak = live;
        for &op in &module.block(block).ops {
            let view = OpView::new(module, op);
            let mut made = 0u64;
            for value in view.op.results() {
                self.list(value);
                made = made.saturating_add(self.value(value, lanes));
            }
            peak = peak.max(live.saturating_add(made)).max(live.saturating_add(self.inside(view, lanes)));
            for value in view.op.results() {
                live = live.saturating_add(self.stored(value, lanes));
            }
            for &value in self.lifetimes.deaths(op) {
                live = live.saturating_sub(self.value(value, lanes));
            }
        }
        peak
    }

    /// The memory that an op holds while its regions or its callee run.
    fn inside(&mut self, view: OpView<'_>, lanes: u64) -> u64 {
        let lanes = match view.code() {
            Some(OpCode::FuncCall) => {
                return view.text("callee").map_or(0, |name| self.function(name, lanes));
            }
            Some(OpCode::Composite) => {
                return view.text("decomposition").map_or(0, |name| self.function(name, lanes));
            }
            Some(OpCode::SdyManualComputation) if lanes == 1 => manual::device_count(view) as u64,
            _ => lanes,
        };
        let regions = view.op.regions.to_vec();
        regions.into_iter().map(|region| self.region(region, lanes)).max().unwrap_or(0)
    }

    /// The bytes of a value that is kept after it is computed.
    fn stored(&self, value: ValueId, lanes: u64) -> u64 {
        if self.lifetimes.is_used(value) { self.value(value, lanes) } else { 0 }
    }

    fn value(&self, value: ValueId, lanes: u64) -> u64 {
        match tensor_type(self.module, self.module.type_of(value)) {
            Ok((element, shape)) => stored_bytes(element, &shape).saturating_mul(lanes),
            Err(_) => 0,
        }
    }

    fn list(&mut self, value: ValueId) {
        let Ok((element, shape)) = tensor_type(self.module, self.module.type_of(value)) else { return };
        let bytes = stored_bytes(element, &shape);
        if self.largest.iter().any(|known| known.element == element && known.shape == shape) {
            return;
        }
        let span = match self.module.value(value).definition {
            Definition::Result { op, .. } => self.module.op(op).span,
            Definition::Argument { block, .. } => self.module.op(self.module.block_parent(block)).span,
        };
        self.largest.push(LargeValue { bytes, element, shape, span });
        self.largest.sort_by_key(|large| std::cmp::Reverse(large.bytes));
        self.largest.truncate(LISTED);
    }
}

/// The bytes that the elements of a tensor take in the interpreter, whatever their width: see [`Data`](crate::Data).
pub fn stored_bytes(element: Element, shape: &[usize]) -> u64 {
    let size = match element {
        Element::Bool => 1,
        Element::Int { .. } | Element::F64 | Element::Complex64 => 8,
        Element::Float(_) => 4,
        Element::Complex128 => 16,
    };
    shape.iter().fold(size, |bytes: u64, &size| bytes.saturating_mul(size as u64))
}
