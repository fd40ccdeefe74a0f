//! What an op computes: the product that it is, and the instructions that each of its elements takes.

use partita_cost::{Device, MatrixProduct, Precision};
use partita_ir::{Attr, Effort, Module, OpCode, OpId, ValueId};

use crate::ops::view::{int_attr, ints_or, record_attr, window_padding};

/// The shape of a value; empty if it is dynamic.
pub(crate) fn shape_of(module: &Module, value: ValueId) -> Vec<u64> {
    let tensor = module.context.tensor(module.type_of(value));
    tensor.and_then(|tensor| tensor.static_shape()).unwrap_or_default()
}

fn count(sizes: &[u64]) -> u64 {
    sizes.iter().fold(1, |all, &size| all.saturating_mul(size))
}

fn bits_of(module: &Module, value: ValueId) -> u64 {
    let tensor = module.context.tensor(module.type_of(value));
    tensor.and_then(|tensor| module.element_bits(tensor.element)).unwrap_or(32)
}

/// The elements that an op computes: those of its result, or of what it sums up.
fn elements(module: &Module, op: OpId) -> u64 {
    let data = module.op(op);
    let of = |value: Option<ValueId>| value.map_or(0, |value| count(&shape_of(module, value)));
    match data.name.code() {
        Some(OpCode::Reduce | OpCode::ReduceWindow) => of(data.operands.first().copied()),
        Some(OpCode::Scatter | OpCode::DynamicUpdateSlice) => of(data.operands.last().copied()),
        _ => of(data.results().next()),
    }
}

/// The instructions of an op on the vector unit of a device.
pub(crate) fn instructions(module: &Module, op: OpId, device: &Device) -> f64 {
    let data = module.op(op);
    let Some(code) = data.name.code() else { return 0.0 };
    let each = match code.traits().effort {
        Effort::None => 0.0,
        Effort::One => 1.0,
        Effort::Division => device.division,
        Effort::Function => device.function,
        Effort::TwoFunctions => 2.0 * device.function,
    };
    let is_rounded = each > 0.0
        && code != OpCode::Convert
        && data.results().next().is_some_and(|result| bits_of(module, result) == 16);
    (each + if is_rounded { device.rounding } else { 0.0 }) * elements(module, op) as f64
}

/// A product with what its operands must be prepared for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProductWork {
    pub(crate) product: MatrixProduct,
    /// The instructions of the vector unit, where that computes it.
    pub(crate) instructions: Option<f64>,
    /// Whether a library computes it that cannot be recorded with other kernels.
    pub(crate) is_library_call: bool,
    /// Bytes of copies of its operands: weights in another order, inputs with padding.
    pub(crate) prepared: u64,
    /// Whether the product reserves workspace.
    pub(crate) needs_workspace: bool,
}

/// The matrix product that an op is; `None` for other ops.
pub(crate) fn product_work(module: &Module, op: OpId, device: &Device) -> Option<ProductWork> {
    let product = match module.op(op).name.code()? {
        OpCode::DotGeneral => dot_general(module, op)?,
        OpCode::Dot => dot(module, op)?,
        OpCode::Convolution => return convolution(module, op, device),
        OpCode::ChloRaggedDot | OpCode::Einsum => pairwise(module, op)?,
        _ => return None,
    };
    let needs_workspace = product.is_for_library(device);
    Some(ProductWork { product, instructions: None, is_library_call: false, prepared: 0, needs_workspace })
}

fn precision(module: &Module, op: OpId) -> Precision {
    let operands = module.op(op).operands.iter();
    Precision::of_bits(operands.map(|&value| bits_of(module, value)).max().unwrap_or(32))
}

fn dot_general(module: &Module, op: OpId) -> Option<MatrixProduct> {
    let numbers = record_attr(module, op, "dot_dimension_numbers")?;
    let &[lhs, rhs] = &module.op(op).operands[..] else { return None };
    let (lhs, rhs) = (shape_of(module, lhs), shape_of(module, rhs));
    let sizes = |shape: &[u64], name: &str| -> u64 {
        let dims = numbers.ints(name).iter();
        dims.filter_map(|&dim| shape.get(usize::try_from(dim).ok()?))
            .fold(1, |all: u64, &size| all.saturating_mul(size))
    };
    let batch = sizes(&lhs, "lhs_batching_dimensions");
    let depth = sizes(&lhs, "lhs_contracting_dimensions");
    let shared = batch.saturating_mul(depth).max(1);
    let (rows, columns) = (count(&lhs) / shared, count(&rhs) / shared);
    Some(MatrixProduct { batch, rows, columns, depth, precision: precision(module, op) })
}

fn dot(module: &Module, op: OpId) -> Option<MatrixProduct> {
    let &[lhs, rhs] = &module.op(op).operands[..] else { return None };
    let (lhs, rhs) = (shape_of(module, lhs), shape_of(module, rhs));
    let depth = *lhs.last()?;
    let (rows, columns) = (count(&lhs) / depth.max(1), count(&rhs) / depth.max(1));
    Some(MatrixProduct { batch: 1, rows, columns, depth, precision: precision(module, op) })
}

/// A product whose dimensions are not stated as a `dot_general` has them: the depth follows from the sizes.
fn pairwise(module: &Module, op: OpId) -> Option<MatrixProduct> {
    let data = module.op(op);
    let (&lhs, &rhs) = (data.operands.first()?, data.operands.get(1)?);
    let [lhs, rhs, out] =
        [lhs, rhs, data.results().next()?].map(|value| count(&shape_of(module, value)).max(1));
    // Without batches, |lhs| |rhs| = |out| depth².
    let depth = ((lhs as f64 * rhs as f64 / out as f64).sqrt().round() as u64).clamp(1, lhs);
    let (rows, columns) = ((lhs / depth).max(1), (out / (lhs / depth).max(1)).max(1));
    Some(MatrixProduct { batch: 1, rows, columns, depth, precision: precision(module, op) })
}

fn convolution(module: &Module, op: OpId, device: &Device) -> Option<ProductWork> {
    let data = module.op(op);
    let numbers = match module.attr(op, module.context.find_symbol("dimension_numbers")?)? {
        Attr::Conv(numbers) => numbers,
        _ => return None,
    };
    let &[input, kernel] = &data.operands[..] else { return None };
    let out = shape_of(module, data.results().next()?);
    let (inputs, weights) = (shape_of(module, input), shape_of(module, kernel));
    let size = |shape: &[u64], dim: i64| usize::try_from(dim).ok().and_then(|dim| shape.get(dim)).copied();
    let features = size(&out, numbers.output_feature)?.max(1);
    let channels = size(&weights, numbers.kernel_input_feature)?;
    let window = numbers
        .kernel_spatial
        .iter()
        .try_fold(1u64, |all, &dim| Some(all.saturating_mul(size(&weights, dim)?)))?;
    let groups = u64::try_from(int_attr(module, op, "feature_group_count", 1)).unwrap_or(1).max(1);
    let batches = u64::try_from(int_attr(module, op, "batch_group_count", 1)).unwrap_or(1).max(1);
    let groups = groups.saturating_mul(batches);
    let spatial = numbers.kernel_spatial.len();
    let padded = channels.next_multiple_of(device.channels.max(1));
    // Groups of few channels leave the tiles of the matrix unit nearly empty.
    let additions = count(&out) as f64 * channels as f64 * window as f64;
    let instructions = (groups > 1 && channels < device.channels).then_some(additions);
    // The matrix unit goes through the channels of one position of the window at a time.
    let steps = channels.next_multiple_of(device.depth.max(1));
    let product = MatrixProduct {
        batch: groups,
        rows: count(&out) / features,
        columns: (features / groups).max(1),
        depth: steps.saturating_mul(window),
        precision: precision(module, op),
    };
    // Libraries pad both ends alike; other padding is a copy of the input. So are channels of an unsuitable number.
    let padding = window_padding(module, op, spatial);
    let is_uneven = padding.iter().any(|[low, high]| low != high);
    let dilated = ints_or(module, op, "lhs_dilation", spatial, 1).iter().any(|&by| by > 1);
    let bytes = |value: ValueId, sizes: &[u64]| count(sizes).saturating_mul(bits_of(module, value)) / 8;
    let mut prepared = bytes(kernel, &weights);
    if is_uneven && !dilated {
        let mut sizes = inputs.clone();
        for (&dim, [low, high]) in numbers.input_spatial.iter().zip(&padding) {
            let at = usize::try_from(dim).ok().and_then(|dim| sizes.get_mut(dim))?;
            *at = at.saturating_add_signed(low.saturating_add(*high));
        }
        prepared = prepared.saturating_add(bytes(input, &sizes));
    }
    if padded != channels && groups == 1 {
        prepared = prepared.saturating_add(bytes(input, &inputs) / channels.max(1) * padded);
    }
    Some(ProductWork { product, instructions, is_library_call: true, prepared, needs_workspace: false })
}

/// How many times a sort reads and writes its keys while the length of sorted runs doubles.
const PASSES_PER_DOUBLING: f64 = 2.5;

/// The bytes that an op with its own kernel reads and writes, from those of its operands and results.
pub(crate) fn own_traffic(module: &Module, op: OpId, read: f64, written: f64) -> f64 {
    let first = module.op(op).operands.first();
    match module.op(op).name.code() {
        Some(OpCode::Sort | OpCode::ChloTopK) => {
            let row = first.and_then(|&value| shape_of(module, value).last().copied()).unwrap_or(1);
            // Sorts by the bits of the key bound the passes over long rows.
            let bits = first.map_or(32, |&value| bits_of(module, value)) as f64;
            2.0 * read * (PASSES_PER_DOUBLING * (row.max(2) as f64).log2()).min(bits)
        }
        // Windows overlap: a tree of partial results is written and read again.
        Some(OpCode::ReduceWindow | OpCode::ChloScan | OpCode::SelectAndScatter | OpCode::Fft) => {
            3.0 * read + written
        }
        _ => read + written,
    }
}

/// Bytes that an op with its own kernel needs beside its operands and results.
pub(crate) fn scratch(module: &Module, op: OpId) -> u64 {
    let data = module.op(op);
    let bytes =
        |value: &ValueId| count(&shape_of(module, *value)).saturating_mul(bits_of(module, *value)) / 8;
    let all = data.operands.iter().map(bytes).fold(0, u64::saturating_add);
    let row = data.operands.first().and_then(|&value| shape_of(module, value).last().copied()).unwrap_or(0);
    match data.name.code() {
        // Long rows are sorted by a library, with two copies of keys and positions.
        Some(OpCode::Sort | OpCode::ChloTopK) if row >= 16_384 => all.saturating_mul(4),
        Some(OpCode::Sort) => all,
        Some(OpCode::ChloTopK) => all.saturating_mul(2),
        _ => 0,
    }
}
