//! Signatures of ops that read or write at indices.

use super::build::{Rule, RuleDim};
use super::{Call, NoRule};
use crate::signature::{Combine, FactorKind, Signature};
use crate::types::{Dim, ElementType};

const WRITTEN: &str = "an index may refer to any position";
const UNEQUAL: &str = "only a prefix of the dimension is indexed";
const TUPLE: &str = "one index consists of all elements";

type Answer = Result<Signature, NoRule>;

/// `Gather`: the indexed dimension is replaced by those of the indices.
pub(super) fn gather(call: &Call<'_>) -> Answer {
    let rank = call.dims(0)?.len();
    let axis = call.axis_attribute(0, rank)?;
    let mut rule = Rule::new(call);
    let mut axes = Vec::new();
    for dim in 0..rank {
        if dim == axis {
            rule.keep(0, dim, FactorKind::Lookup)?;
            axes.extend(rule.pass_all(1)?);
        } else {
            axes.push(rule.pass(0, dim)?);
        }
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `GatherElements`: one index per element of the result.
pub(super) fn gather_elements(call: &Call<'_>) -> Answer {
    let dims = call.dims(0)?;
    let indices = call.dims_of_rank(1, dims.len())?;
    let axis = call.axis_attribute(0, dims.len())?;
    let mut rule = Rule::new(call);
    let mut axes = Vec::new();
    for dim in 0..dims.len() {
        if dim == axis {
            rule.keep(0, dim, FactorKind::Lookup)?;
            axes.push(rule.pass(1, dim)?);
        } else {
            axes.push(join_if_same_size(&mut rule, dim, indices, &[1])?.1);
        }
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// A dimension of the data and of the indices: shared if their sizes are equal, replicated otherwise. Returns both.
fn join_if_same_size(
    rule: &mut Rule<'_>,
    dim: usize,
    indices: &[Dim],
    with: &[usize],
) -> Result<(RuleDim, RuleDim), NoRule> {
    let size = &rule.call.dims(0)?[dim];
    if size.is_same(&indices[dim]) || (size.known().is_none() && indices[dim].known().is_none()) {
        let kept = rule.pass(0, dim)?;
        for &input in with {
            rule.join(input, dim, &kept)?;
        }
        return Ok((kept.clone(), kept));
    }
    let own = rule.keep(0, dim, FactorKind::NeedsReplication(UNEQUAL))?;
    let theirs = rule.new_replicated(indices[dim].clone(), UNEQUAL);
    for &input in with {
        rule.join(input, dim, &theirs)?;
    }
    Ok((own, theirs))
}

/// `GatherND`: the last dimension of the indices is a tuple of positions.
pub(super) fn gather_nd(call: &Call<'_>) -> Answer {
    let (dims, indices) = (call.dims(0)?, call.dims(1)?);
    let (batch, tuple) = tuple_of(call, dims, indices)?;
    let mut rule = Rule::new(call);
    let mut axes = Vec::new();
    for dim in 0..indices.len() - 1 {
        let kept = rule.pass(1, dim)?;
        if dim < batch {
            rule.join(0, dim, &kept)?;
        }
        axes.push(kept);
    }
    rule.keep(1, indices.len() - 1, FactorKind::NeedsReplication(TUPLE))?;
    let Some(tuple) = tuple else {
        for dim in batch..dims.len() {
            rule.keep(0, dim, FactorKind::NeedsReplication("the number of indexed dimensions is unknown"))?;
        }
        rule.output_of_unknown_rank(call.element(0));
        return rule.finish();
    };
    for dim in batch..dims.len() {
        if dim < batch + tuple {
            rule.keep(0, dim, FactorKind::Lookup)?;
        } else {
            axes.push(rule.pass(0, dim)?);
        }
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// The number of batch dimensions, and the number of dimensions that one index covers.
fn tuple_of(call: &Call<'_>, dims: &[Dim], indices: &[Dim]) -> Result<(usize, Option<usize>), NoRule> {
    let batch = usize::try_from(call.int("batch_dims").unwrap_or(0)).unwrap_or(usize::MAX);
    let Some(last) = indices.last() else {
        return call.invalid("expected indices of rank 1 or more, found a scalar".to_string());
    };
    if batch >= indices.len() || batch > dims.len() {
        return call.invalid(format!(
            "batch_dims {batch} is out of range for ranks {} and {}",
            dims.len(),
            indices.len()
        ));
    }
    let Some(tuple) = last.known() else { return Ok((batch, None)) };
    match usize::try_from(tuple) {
        Ok(tuple) if tuple <= dims.len() - batch => Ok((batch, Some(tuple))),
        _ => call.invalid(format!(
            "an index of {tuple} positions exceeds the {} dimensions of the data",
            dims.len() - batch
        )),
    }
}

/// What sharding the updates of a scatter means.
fn updates(rule: &mut Rule<'_>) -> FactorKind {
    match rule.call.text("reduction").unwrap_or("none") {
        "add" => {
            rule.once(0);
            FactorKind::Reduction(Combine::Sum)
        }
        "max" => FactorKind::Reduction(Combine::Max),
        "min" => FactorKind::Reduction(Combine::Min),
        "mul" => FactorKind::NeedsReplication("partial products would contain the data several times"),
        _ => FactorKind::NeedsReplication("the last update of an element wins"),
    }
}

/// `ScatterElements`: one index per update.
pub(super) fn scatter_elements(call: &Call<'_>) -> Answer {
    let dims = call.dims(0)?;
    let indices = call.dims_of_rank(1, dims.len())?;
    call.dims_of_rank(2, dims.len())?;
    let axis = call.axis_attribute(0, dims.len())?;
    let mut rule = Rule::new(call);
    let kind = updates(&mut rule);
    let mut axes = Vec::new();
    for dim in 0..dims.len() {
        if dim == axis {
            axes.push(rule.keep(0, dim, FactorKind::NeedsReplication(WRITTEN))?);
            let update = rule.keep(1, dim, kind.clone())?;
            rule.join(2, dim, &update)?;
        } else {
            axes.push(join_if_same_size(&mut rule, dim, indices, &[1, 2])?.0);
        }
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `ScatterND`: the last dimension of the indices is a tuple of positions.
pub(super) fn scatter_nd(call: &Call<'_>) -> Answer {
    let (dims, indices) = (call.dims(0)?, call.dims(1)?);
    let (_, tuple) = tuple_of(call, dims, indices)?;
    let mut rule = Rule::new(call);
    rule.keep(1, indices.len() - 1, FactorKind::NeedsReplication(TUPLE))?;
    let Some(tuple) = tuple else {
        let axes = rule.keep_all_replicated(0, "the number of indexed dimensions is unknown")?;
        rule.output(call.element(0), axes);
        return rule.finish();
    };
    call.dims_of_rank(2, indices.len() - 1 + dims.len() - tuple)?;
    let kind = updates(&mut rule);
    for dim in 0..indices.len() - 1 {
        let update = rule.keep(1, dim, kind.clone())?;
        rule.join(2, dim, &update)?;
    }
    let axes = rule.keep_all(0, |dim| match dim < tuple {
        true => FactorKind::NeedsReplication(WRITTEN),
        false => FactorKind::PassThrough,
    })?;
    for (at, axis) in axes.iter().skip(tuple).enumerate() {
        rule.join(2, indices.len() - 1 + at, axis)?;
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `TensorScatter`: writes new entries into a cache, each row of the batch at its own position.
pub(super) fn tensor_scatter(call: &Call<'_>) -> Answer {
    let rank = call.dims(0)?.len();
    call.dims_of_rank(1, rank)?;
    let axis = call.axis_attribute(-2, rank)?;
    let mut rule = Rule::new(call);
    let axes = rule.keep_all(0, |dim| match dim == axis {
        true => FactorKind::NeedsReplication(WRITTEN),
        false => FactorKind::PassThrough,
    })?;
    for (dim, kept) in axes.iter().enumerate() {
        if dim == axis {
            rule.keep(1, dim, FactorKind::NeedsReplication(WRITTEN))?;
        } else {
            rule.join(1, dim, kept)?;
        }
    }
    if axis == 0 {
        return call.invalid("the axis must not be the batch dimension".to_string());
    }
    rule.join_all(2, &[&axes[0]])?;
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `Compress`: the size of the result depends on the contents.
pub(super) fn compress(call: &Call<'_>) -> Answer {
    let rank = call.dims(0)?.len();
    let mut rule = Rule::new(call);
    let why = "the size of the result depends on the contents";
    if call.dims(1).is_ok_and(|dims| dims.len() == 1) {
        rule.keep(1, 0, FactorKind::NeedsReplication(why))?;
    }
    let Some(axis) = call.int("axis") else {
        rule.keep_all_replicated(0, why)?;
        rule.output(call.element(0), vec![RuleDim::free(Dim::Unknown)]);
        return rule.finish();
    };
    let axis = call.axis(axis, rank)?;
    let mut axes = rule.keep_all(0, |dim| match dim == axis {
        true => FactorKind::NeedsReplication(why),
        false => FactorKind::PassThrough,
    })?;
    axes[axis] = RuleDim::free(Dim::Unknown);
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `NonZero`: the positions of all elements that are not zero.
pub(super) fn non_zero(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let rank = rule.keep_all_replicated(0, "the size of the result depends on the contents")?.len();
    let known = call.numbers(0).ok().flatten();
    let count = known.map(|numbers| numbers.iter().filter(|number| **number != 0).count() as u64);
    let axes =
        vec![RuleDim::free(Dim::Known(rank as u64)), RuleDim::free(count.map_or(Dim::Unknown, Dim::Known))];
    rule.output(Some(ElementType::Int64), axes);
    rule.finish()
}

/// `Unique`: the distinct elements, or slices along an axis.
pub(super) fn unique(call: &Call<'_>) -> Answer {
    let rank = call.dims(0)?.len();
    let mut rule = Rule::new(call);
    let mut axes = rule.keep_all_replicated(0, "every element is compared with all others")?;
    match call.int("axis") {
        Some(axis) => axes[call.axis(axis, rank)?] = RuleDim::free(Dim::Unknown),
        None => axes = vec![RuleDim::free(Dim::Unknown)],
    }
    rule.output(call.element(0), axes);
    let inverse = match call.int("axis") {
        Some(axis) => call.dims(0)?[call.axis(axis, rank)?].clone(),
        None => Dim::product(call.dims(0)?),
    };
    for size in [Dim::Unknown, inverse, Dim::Unknown] {
        rule.output(Some(ElementType::Int64), vec![RuleDim::free(size)]);
    }
    rule.finish()
}
