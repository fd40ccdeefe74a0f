//! Infers the result shapes of an op after the shapes of its operands changed.

use partita_ir::{Attr, Module, OpCode, OpId, ValueId};

use super::super::shardings::static_shape;
use crate::class::is_elementwise;

/// The shape of each result of an op for these operands. `None` where StableHLO does not derive the types of
/// results from the operands, as for a reshape, and where the operands do not fit together.
pub(in super::super) fn inferred_shapes(
    module: &Module,
    op: OpId,
    operands: &[ValueId],
) -> Option<Vec<Vec<u64>>> {
    use OpCode as C;
    let code = module.op(op).name.code()?;
    let shapes: Vec<Vec<u64>> =
        operands.iter().map(|&value| static_shape(module, module.type_of(value))).collect::<Option<_>>()?;
    let op_shapes = OpShapes { module, op, shapes };
    let one = |shape: Vec<u64>| Some(vec![shape]);
    match code {
        C::BitcastConvert | C::Convert | C::UniformDequantize | C::UniformQuantize => None,
        C::Clamp => one(op_shapes.shapes.get(1)?.clone()),
        C::Select => {
            (op_shapes.shapes.get(1) == op_shapes.shapes.get(2)).then(|| vec![op_shapes.shapes[1].clone()])
        }
        C::Compare | C::Complex => one(op_shapes.shapes.first()?.clone()),
        _ if is_elementwise(module, op) => {
            let first = op_shapes.shapes.first()?;
            op_shapes.shapes.iter().all(|shape| shape == first).then(|| vec![first.clone()])
        }
        C::Reverse | C::Scatter | C::DynamicUpdateSlice | C::Cholesky | C::SelectAndScatter => {
            let results = module.op(op).result_count();
            Some(op_shapes.shapes.get(..results)?.to_vec())
        }
        C::Sort | C::OptimizationBarrier | C::While | C::AllReduce => Some(op_shapes.shapes),
        C::TriangularSolve => one(op_shapes.shapes.get(1)?.clone()),
        C::Transpose => {
            let old = op_shapes.shapes.first()?;
            let permuted = op_shapes.ints("permutation")?.iter().map(|&dim| old.get(dim as usize).copied());
            one(permuted.collect::<Option<_>>()?)
        }
        C::Concatenate => op_shapes.concatenate().map(|shape| vec![shape]),
        C::Pad => op_shapes.pad().map(|shape| vec![shape]),
        C::Slice => op_shapes.slice().map(|shape| vec![shape]),
        C::DynamicSlice => one(op_shapes.ints("slice_sizes")?.iter().map(|&size| size as u64).collect()),
        C::Reduce => op_shapes.reduce(),
        C::ReduceWindow => op_shapes.reduce_window(),
        C::Gather => op_shapes.gather().map(|shape| vec![shape]),
        _ => None,
    }
}

struct OpShapes<'m> {
    module: &'m Module,
    op: OpId,
    shapes: Vec<Vec<u64>>,
}

impl<'m> OpShapes<'m> {
    fn attr(&self, name: &str) -> Option<&'m Attr> {
        self.module.attr(self.op, self.module.context.find_symbol(name)?)
    }

    fn ints(&self, name: &str) -> Option<&'m [i64]> {
        match self.attr(name)? {
            Attr::DenseArray { values, .. } => Some(values),
            _ => None,
        }
    }

    fn concatenate(&self) -> Option<Vec<u64>> {
        let Attr::Integer { value, .. } = self.attr("dimension")? else { return None };
        let dim = usize::try_from(*value).ok()?;
        let mut shape = self.shapes.first()?.clone();
        for other in &self.shapes[1..] {
            let fits = shape.iter().zip(other).enumerate().all(|(index, (a, b))| index == dim || a == b);
            if !fits || shape.len() != other.len() {
                return None;
            }
            shape[dim] += other[dim];
        }
        Some(shape)
    }

    fn pad(&self) -> Option<Vec<u64>> {
        let lists = ["edge_padding_low", "edge_padding_high", "interior_padding"].map(|name| self.ints(name));
        let [Some(low), Some(high), Some(interior)] = lists else { return None };
        let size = |(dim, &size): (usize, &u64)| {
            let between = (size as i64 - 1).max(0) * interior.get(dim)?;
            u64::try_from(size as i64 + low.get(dim)? + high.get(dim)? + between).ok()
        };
        self.shapes.first()?.iter().enumerate().map(size).collect()
    }

    fn slice(&self) -> Option<Vec<u64>> {
        let lists = ["start_indices", "limit_indices", "strides"].map(|name| self.ints(name));
        let [Some(starts), Some(limits), Some(strides)] = lists else { return None };
        let size = |(dim, &size): (usize, &u64)| {
            let (start, limit, stride) = (*starts.get(dim)?, *limits.get(dim)?, *strides.get(dim)?);
            (start >= 0 && start <= limit && limit as u64 <= size && stride > 0)
                .then(|| ((limit - start) as u64).div_ceil(stride as u64))
        };
        self.shapes.first()?.iter().enumerate().map(size).collect()
    }

    fn reduce(&self) -> Option<Vec<Vec<u64>>> {
        let dims = self.ints("dimensions")?;
        let kept = |shape: &Vec<u64>| {
            let kept = shape.iter().enumerate().filter(|(dim, _)| !dims.contains(&(*dim as i64)));
            kept.map(|(_, &size)| size).collect()
        };
        let inputs = &self.shapes[..self.shapes.len() / 2];
        inputs.windows(2).all(|pair| pair[0] == pair[1]).then(|| inputs.iter().map(kept).collect())
    }

    fn reduce_window(&self) -> Option<Vec<Vec<u64>>> {
        let window = self.ints("window_dimensions")?;
        let list = |name: &str| match self.ints(name) {
            Some(list) => list.to_vec(),
            None => vec![1; window.len()],
        };
        let (strides, base, dilation) =
            (list("window_strides"), list("base_dilations"), list("window_dilations"));
        let padding = match self.attr("padding") {
            Some(Attr::Dense { data, .. }) => super::build::integers(data, 2 * window.len()),
            _ => vec![0; 2 * window.len()],
        };
        let size = |(dim, &size): (usize, &u64)| {
            let dilated = (size as i64 - 1) * base.get(dim)? + 1;
            let padded = dilated + padding.get(2 * dim)? + padding.get(2 * dim + 1)?;
            let window = (window.get(dim)? - 1) * dilation.get(dim)? + 1;
            let fits = padded >= window && *strides.get(dim)? > 0;
            Some(if fits { ((padded - window) / strides[dim] + 1) as u64 } else { 0 })
        };
        let shape = |shape: &Vec<u64>| shape.iter().enumerate().map(size).collect::<Option<Vec<u64>>>();
        self.shapes[..self.shapes.len() / 2].iter().map(shape).collect()
    }

    fn gather(&self) -> Option<Vec<u64>> {
        let Attr::Record(numbers) = self.attr("dimension_numbers")? else { return None };
        let indices = self.shapes.get(1)?;
        let vector = numbers.int("index_vector_dim") as usize;
        let mut batch = indices.iter().enumerate().filter(|(dim, _)| *dim != vector).map(|(_, &size)| size);
        let dropped = [numbers.ints("collapsed_slice_dims"), numbers.ints("operand_batching_dims")].concat();
        let sizes = self.ints("slice_sizes")?.iter().enumerate();
        let mut kept =
            sizes.filter(|(dim, _)| !dropped.contains(&(*dim as i64))).map(|(_, &size)| size as u64);
        let offsets = numbers.ints("offset_dims");
        let rank = indices.len() - usize::from(vector < indices.len()) + offsets.len();
        let size = |dim: usize| if offsets.contains(&(dim as i64)) { kept.next() } else { batch.next() };
        (0..rank).map(size).collect()
    }
}
