//! Checks gather and scatter, which read or write slices at positions that are values.

use partita_base::code;
use partita_ir::{RecordAttr, TypeId};

use crate::check::{Checked, ExpectedElement, OpCheck};
use crate::hlo_reduce::{Reducer, Starts, check_reducer, check_result_count};
use crate::shape::{Extent, Extents, TensorView};

/// The dimension lists that gather and scatter share, with the name that each op gives them.
struct GatherNumbers<'m> {
    attr: &'static str,
    /// Dimensions of the result (or updates) that index into a slice.
    window: (&'static str, &'m [i64]),
    /// Dimensions of the operand that a slice lacks.
    collapsed: (&'static str, &'m [i64]),
    operand_batching: (&'static str, &'m [i64]),
    indices_batching: (&'static str, &'m [i64]),
    /// The dimension of the operand that each index component addresses.
    index_map: (&'static str, &'m [i64]),
    index_vector_dim: i64,
}

impl<'m> GatherNumbers<'m> {
    fn of_gather(record: &'m RecordAttr) -> GatherNumbers<'m> {
        let list = |name| (name, record.ints(name));
        GatherNumbers {
            attr: "dimension_numbers",
            window: list("offset_dims"),
            collapsed: list("collapsed_slice_dims"),
            operand_batching: list("operand_batching_dims"),
            indices_batching: list("start_indices_batching_dims"),
            index_map: list("start_index_map"),
            index_vector_dim: record.int("index_vector_dim"),
        }
    }

    fn of_scatter(record: &'m RecordAttr) -> GatherNumbers<'m> {
        let list = |name| (name, record.ints(name));
        GatherNumbers {
            attr: "scatter_dimension_numbers",
            window: list("update_window_dims"),
            collapsed: list("inserted_window_dims"),
            operand_batching: list("input_batching_dims"),
            indices_batching: list("scatter_indices_batching_dims"),
            index_map: list("scatter_dims_to_operand_dims"),
            index_vector_dim: record.int("index_vector_dim"),
        }
    }

    fn fail<T>(&self, op: &OpCheck<'_>, message: String) -> Checked<T> {
        Err(op.attr_fault(code::DIMENSION, self.attr, message).into())
    }

    fn in_range(&self, op: &OpCheck<'_>, (name, dims): (&str, &[i64]), rank: usize) -> Checked {
        match dims.iter().find(|dim| !(0..rank as i64).contains(*dim)) {
            None => Ok(()),
            Some(dim) => self
                .fail(op, format!("dimension {dim} in `{name}` is out of range for a tensor of rank {rank}")),
        }
    }

    fn sorted(&self, op: &OpCheck<'_>, (name, dims): (&str, &[i64])) -> Checked {
        if dims.is_sorted() {
            Ok(())
        } else {
            self.fail(op, format!("expected `{name}` in ascending order, found {dims:?}"))
        }
    }

    fn distinct(&self, op: &OpCheck<'_>, (name, dims): (&str, &[i64])) -> Checked {
        match dims.iter().enumerate().find(|(index, dim)| dims[..*index].contains(dim)) {
            None => Ok(()),
            Some((_, dim)) => self.fail(op, format!("duplicate dimension {dim} in `{name}`")),
        }
    }

    fn disjoint(&self, op: &OpCheck<'_>, a: (&str, &[i64]), b: (&str, &[i64])) -> Checked {
        match a.1.iter().find(|dim| b.1.contains(dim)) {
            None => Ok(()),
            Some(dim) => self.fail(op, format!("`{}` and `{}` both contain dimension {dim}", a.0, b.0)),
        }
    }

    /// Checks all lists against the operand and the indices.
    fn check(&self, op: &OpCheck<'_>, operand: TensorView<'_>, indices: TensorView<'_>) -> Checked {
        let (rank, indices_rank) = (operand.rank(), indices.rank());
        let covered = self.window.1.len() + self.collapsed.1.len() + self.operand_batching.1.len();
        if covered != rank {
            let message = format!(
                "`{}`, `{}` and `{}` together contain {covered} dimensions of an operand of rank {rank}",
                self.window.0, self.collapsed.0, self.operand_batching.0
            );
            return self.fail(op, message);
        }
        if !(0..=indices_rank as i64).contains(&self.index_vector_dim) {
            let message = format!(
                "`index_vector_dim` {} is out of range for indices of rank {indices_rank}",
                self.index_vector_dim
            );
            return self.fail(op, message);
        }
        let length = match self.index_vector_dim as usize {
            dim if dim < indices_rank => indices.dim(dim),
            _ => Extent::Fixed(1),
        };
        if length.fixed().is_some_and(|length| length != self.index_map.1.len() as u64) {
            let message = format!(
                "`{}` has {} entries, which is not the length of an index of `{}`",
                self.index_map.0,
                self.index_map.1.len(),
                op.spell(indices.ty)
            );
            return self.fail(op, message);
        }
        self.sorted(op, self.window)?;
        self.distinct(op, self.window)?;
        self.check_operand_lists(op, rank)?;
        self.check_batching(op, operand, indices)
    }

    fn check_operand_lists(&self, op: &OpCheck<'_>, rank: usize) -> Checked {
        for list in [self.collapsed, self.operand_batching] {
            self.in_range(op, list, rank)?;
            self.sorted(op, list)?;
            self.distinct(op, list)?;
        }
        self.disjoint(op, self.collapsed, self.operand_batching)?;
        self.in_range(op, self.index_map, rank)?;
        self.distinct(op, self.index_map)?;
        self.disjoint(op, self.index_map, self.operand_batching)
    }

    fn check_batching(&self, op: &OpCheck<'_>, operand: TensorView<'_>, indices: TensorView<'_>) -> Checked {
        self.in_range(op, self.indices_batching, indices.rank())?;
        self.distinct(op, self.indices_batching)?;
        if self.indices_batching.1.contains(&self.index_vector_dim) {
            let message = format!(
                "`{}` contains the index vector dimension {}",
                self.indices_batching.0, self.index_vector_dim
            );
            return self.fail(op, message);
        }
        if self.operand_batching.1.len() != self.indices_batching.1.len() {
            let message = format!(
                "`{}` and `{}` have different lengths",
                self.operand_batching.0, self.indices_batching.0
            );
            return self.fail(op, message);
        }
        for (&a, &b) in self.operand_batching.1.iter().zip(self.indices_batching.1) {
            if !operand.dim(a as usize).matches(indices.dim(b as usize)) {
                let (operand, indices) = (op.spell(operand.ty), op.spell(indices.ty));
                return op.fail_shape(format!(
                    "batching dimension {a} of `{operand}` and {b} of `{indices}` have different sizes"
                ));
            }
        }
        Ok(())
    }

    /// The sizes of the indices without the index vector dimension.
    fn batch(&self, indices: TensorView<'_>) -> Extents {
        let keep = |dim: &usize| *dim as i64 != self.index_vector_dim;
        (0..indices.rank()).filter(keep).map(|dim| indices.dim(dim)).collect()
    }

    /// The dimensions of the operand that a slice keeps.
    fn kept(&self, rank: usize) -> impl Iterator<Item = usize> + use<'_, 'm> {
        let lost = |dim: i64| self.collapsed.1.contains(&dim) || self.operand_batching.1.contains(&dim);
        (0..rank).filter(move |dim| !lost(*dim as i64))
    }
}

/// Checks `stablehlo.gather`.
pub(crate) fn gather(op: &OpCheck<'_>) -> Checked {
    let sizes = op.ints("slice_sizes").unwrap_or_default();
    let operand = op.tensor(0)?;
    if operand.element != op.result_tensor(0)?.element {
        return op.wrong_result(0, &format!("tensor<…x{}>", op.spell(operand.element)));
    }
    let Some(numbers) = op.record("dimension_numbers").map(GatherNumbers::of_gather) else { return Ok(()) };
    let indices = op.tensor(1)?;
    numbers.check(op, operand, indices)?;
    op.one_per_dim("slice_sizes", sizes, operand.rank())?;
    for (dim, (&size, extent)) in sizes.iter().zip(operand.dims()).enumerate() {
        if size < 0 || extent.fixed().is_some_and(|full| size.unsigned_abs() > full) {
            return op.fail_attr(
                "slice_sizes",
                format!(
                    "slice size {size} is out of range for dimension {dim} of `{}`",
                    op.spell(operand.ty)
                ),
            );
        }
    }
    for (name, dims) in [numbers.collapsed, numbers.operand_batching] {
        if let Some(dim) = dims.iter().find(|dim| sizes[**dim as usize] > 1) {
            let size = sizes[*dim as usize];
            return op.fail_attr(
                "slice_sizes",
                format!("expected slice size 0 or 1 for dimension {dim} in `{name}`, found {size}"),
            );
        }
    }
    let slice: Extents =
        numbers.kept(operand.rank()).map(|dim| Extent::Fixed(sizes[dim].unsigned_abs())).collect();
    gathered(op, &numbers, indices, &slice)
}

/// Checks `stablehlo.dynamic_gather`.
pub(crate) fn dynamic_gather(op: &OpCheck<'_>) -> Checked {
    let Some(numbers) = op.record("dimension_numbers").map(GatherNumbers::of_gather) else { return Ok(()) };
    let (operand, indices, sizes) = (op.tensor(0)?, op.tensor(1)?, op.tensor(2)?);
    numbers.check(op, operand, indices)?;
    if sizes.dim(0) != Extent::Fixed(operand.rank() as u64) {
        return op.fail_shape(format!(
            "expected one size in `slice_sizes` per dimension of `{}`",
            op.spell(operand.ty)
        ));
    }
    let slice: Extents = numbers.kept(operand.rank()).map(|_| Extent::Unknown).collect();
    gathered(op, &numbers, indices, &slice)
}

/// Compares the result with the shape that the slices and the dimension numbers imply.
fn gathered(
    op: &OpCheck<'_>,
    numbers: &GatherNumbers<'_>,
    indices: TensorView<'_>,
    slice: &[Extent],
) -> Checked {
    let batch = numbers.batch(indices);
    let rank = batch.len() + slice.len();
    numbers.in_range(op, numbers.window, rank)?;
    let (mut batch, mut slice) = (batch.into_iter(), slice.iter().copied());
    let extents: Extents = (0..rank)
        .map(|dim| if numbers.window.1.contains(&(dim as i64)) { slice.next() } else { batch.next() })
        .map(|extent| extent.unwrap_or(Extent::Unknown))
        .collect();
    op.infer(0, &extents, ExpectedElement::Is(op.tensor(0)?.element))
}

/// Checks `stablehlo.scatter`.
pub(crate) fn scatter(op: &OpCheck<'_>) -> Checked {
    let Some(numbers) = op.record("scatter_dimension_numbers").map(GatherNumbers::of_scatter) else {
        return Ok(());
    };
    let count = op.op.operands.len() / 2;
    if count == 0 {
        return op.fail(code::OPERAND_COUNT, "expected at least one input");
    }
    let tensors = op.tensors()?;
    let (inputs, indices, updates) = (&tensors[..count], tensors[count], &tensors[count + 1..]);
    for (what, list) in [("inputs", inputs), ("updates", updates)] {
        if !list.iter().all(|tensor| tensor.matches(list[0])) {
            return op.fail_shape(format!(
                "the {what} `{}` have different shapes",
                op.spell_all(list.iter().map(|t| t.ty))
            ));
        }
    }
    let (input, update) = (inputs[0], updates[0]);
    numbers.check(op, input, indices)?;
    let batch = numbers.batch(indices);
    if update.rank() != batch.len() + numbers.window.1.len() {
        let message = format!(
            "the rank of the updates `{}` does not match the indices and the window",
            op.spell(update.ty)
        );
        return op.fail_shape(message);
    }
    numbers.in_range(op, numbers.window, update.rank())?;
    for (input, update) in inputs.iter().zip(updates) {
        check_updates(op, &numbers, *input, *update, &batch)?;
    }
    let elements: Vec<TypeId> = updates.iter().map(|update| update.element).collect();
    let reducer = Reducer { inputs, starts: Starts::Elements(&elements), allowed: &[] };
    let sums = check_reducer(op, 0, &reducer)?;
    check_result_count(op, inputs.len())?;
    for (index, (input, sum)) in inputs.iter().zip(&sums).enumerate() {
        op.infer(index, &input.extents(), ExpectedElement::Is(*sum))?;
    }
    Ok(())
}

/// Checks that the sizes of the updates match the operand and the indices.
fn check_updates(
    op: &OpCheck<'_>,
    numbers: &GatherNumbers<'_>,
    input: TensorView<'_>,
    update: TensorView<'_>,
    batch: &[Extent],
) -> Checked {
    for (&to, from) in numbers.window.1.iter().zip(numbers.kept(input.rank())) {
        if let (Some(window), Some(full)) = (update.dim(to as usize).fixed(), input.dim(from).fixed())
            && window > full
        {
            return op.fail_shape(format!(
                "size {window} of dimension {to} of the updates exceeds size {full} of the input"
            ));
        }
    }
    let outer = (0..update.rank()).filter(|dim| !numbers.window.1.contains(&(*dim as i64)));
    for (dim, extent) in outer.zip(batch) {
        if !update.dim(dim).matches(*extent) {
            return op.fail_shape(format!(
                "dimension {dim} of `{}` does not match the indices",
                op.spell(update.ty)
            ));
        }
    }
    Ok(())
}
