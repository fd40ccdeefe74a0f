//! Signatures of softmax and normalisations, which depend on statistics along some dimensions.

use super::build::{Rule, RuleDim};
use super::{Call, NoRule};
use crate::signature::{FactorKind, Signature, Window, WindowDirection};
use crate::types::{Dim, ElementType};

type Answer = Result<Signature, NoRule>;

/// `Softmax` and `LogSoftmax`.
pub(super) fn softmax(call: &Call<'_>) -> Answer {
    along(call, &FactorKind::Statistics)
}

/// `Hardmax`: 1 for the first largest element, 0 for all others.
pub(super) fn hardmax(call: &Call<'_>) -> Answer {
    along(call, &FactorKind::Statistics)
}

/// Before version 13 all dimensions from the axis on were flattened into one.
fn along(call: &Call<'_>, kind: &FactorKind) -> Answer {
    let rank = call.dims(0)?.len();
    let old = call.opset < 13;
    let axis = match call.int("axis").unwrap_or(if old { 1 } else { -1 }) {
        axis if old && axis == rank as i64 => rank,
        axis => call.axis(axis, rank)?,
    };
    let mut rule = Rule::new(call);
    let axes = rule.keep_all(0, |dim| match dim == axis || (old && dim > axis) {
        true => kind.clone(),
        false => FactorKind::PassThrough,
    })?;
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `LayerNormalization` and `RMSNormalization`: statistics from the axis on; scale and bias have these dimensions too.
pub(super) fn layer_norm(call: &Call<'_>) -> Answer {
    let rank = call.dims(0)?.len();
    let axis = call.axis_attribute(-1, rank)?;
    let mut rule = Rule::new(call);
    let axes = rule.keep_all(0, |dim| match dim >= axis {
        true => FactorKind::Statistics,
        false => FactorKind::PassThrough,
    })?;
    for input in [1, 2] {
        if !call.has(input) {
            continue;
        }
        let own = call.dims(input)?.len();
        if own > rank {
            return call.invalid(format!("expected rank {rank} or less of input {input}, found {own}"));
        }
        for dim in 0..own {
            rule.broadcast(input, dim, &axes[dim + rank - own])?;
        }
    }
    // The result of `RMSNormalization` has the type of the scale.
    let is_rms = call.node.op() == "RMSNormalization";
    rule.output(call.element(usize::from(is_rms)), axes.clone());
    if !is_rms {
        let statistics = |(dim, axis_): (usize, &RuleDim)| match dim < axis {
            true => axis_.clone(),
            false => RuleDim::free(Dim::Known(1)),
        };
        let statistics: Vec<RuleDim> = axes.iter().enumerate().map(statistics).collect();
        let stash = call.element_attribute("stash_type").or(Some(ElementType::Float));
        rule.output(stash, statistics.clone());
        rule.output(stash, statistics);
    }
    rule.finish()
}

/// `com.microsoft.SkipLayerNormalization` and its simplified form: normalises the sum of two inputs along the last dimension.
pub(super) fn skip_layer_norm(call: &Call<'_>) -> Answer {
    let rank = call.dims(0)?.len();
    let mut rule = Rule::new(call);
    let axes = rule.keep_all(0, |dim| match dim + 1 == rank {
        true => FactorKind::Statistics,
        false => FactorKind::PassThrough,
    })?;
    let Some(last) = axes.last() else {
        return call.invalid("expected an input of rank 1 or more, found a scalar".to_string());
    };
    let skip = call.dims(1)?.len();
    if skip > rank {
        return call.invalid(format!("expected rank {rank} or less of the skip input, found {skip}"));
    }
    for dim in 0..skip {
        rule.broadcast(1, dim, &axes[dim + rank - skip])?;
    }
    for input in 2..call.inputs.len() {
        rule.join_all(input, &[last])?;
    }
    let (kept, last) = (axes.clone(), RuleDim::free(Dim::Known(1)));
    rule.output(call.element(0), axes.clone());
    let mut statistics = axes;
    statistics.pop();
    statistics.push(last);
    rule.output(Some(ElementType::Float), statistics.clone());
    rule.output(Some(ElementType::Float), statistics);
    rule.output(call.element(0), kept);
    rule.finish()
}

/// `BatchNormalization`: parameters per channel; in training, statistics of all other dimensions.
pub(super) fn batch_norm(call: &Call<'_>) -> Answer {
    if call.int("spatial").unwrap_or(1) == 0 {
        return Err(NoRule::Unsupported("statistics per position (spatial = 0) are not supported"));
    }
    let rank = call.dims(0)?.len();
    let wanted = call.node.output.iter().filter(|name| !name.is_empty()).count();
    let training = if call.opset >= 14 { call.flag("training_mode") } else { wanted > 1 };
    let mut rule = Rule::new(call);
    let axes = rule.keep_all(0, |dim| match training && dim != 1 {
        true => FactorKind::Statistics,
        false => FactorKind::PassThrough,
    })?;
    // A tensor of rank 1 has one channel.
    let channel = axes.get(1).cloned().unwrap_or(RuleDim::free(Dim::Known(1)));
    if rank == 0 {
        return call.invalid("expected an input of rank 1 or more, found a scalar".to_string());
    }
    for input in 1..call.inputs.len() {
        rule.join_all(input, &[&channel])?;
    }
    rule.output(call.element(0), axes);
    for statistic in 0..4 {
        rule.output(call.element(3 + statistic % 2), vec![channel.clone()]);
    }
    rule.finish()
}

/// `InstanceNormalization`: statistics per batch and channel.
pub(super) fn instance_norm(call: &Call<'_>) -> Answer {
    let rank = call.dims(0)?.len();
    if rank < 3 {
        return call.invalid(format!("expected an input of rank 3 or more, found {rank}"));
    }
    let mut rule = Rule::new(call);
    let axes = rule.keep_all(0, |dim| match dim >= 2 {
        true => FactorKind::Statistics,
        false => FactorKind::PassThrough,
    })?;
    for input in [1, 2] {
        rule.join_all(input, &[&axes[1]])?;
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `GroupNormalization`: statistics per group of channels. Before version 21 scale and bias were per group.
pub(super) fn group_norm(call: &Call<'_>) -> Answer {
    let dims = call.dims(0)?;
    if dims.len() < 2 {
        return call.invalid(format!("expected an input of rank 2 or more, found {}", dims.len()));
    }
    let groups = Dim::Known(call.count("num_groups", 0)?);
    let inner = dims[1].quotient(&groups);
    let Some(inner) = inner.or(dims[1].known().is_none().then_some(Dim::Unknown)) else {
        return call.invalid(format!("{} channels are not divisible by {groups} groups", dims[1]));
    };
    let mut rule = Rule::new(call);
    let mut axes = vec![rule.pass(0, 0)?];
    // The number of groups is an attribute; a shard has a smaller one.
    let (group, inner) =
        (rule.new_dim(groups, FactorKind::PassThrough), rule.new_dim(inner, FactorKind::Statistics));
    rule.sized_attribute("num_groups", &group);
    let channel = RuleDim { size: dims[1].clone(), factors: [group.factors.clone(), inner.factors].concat() };
    channel.factors.iter().for_each(|factor| rule.add(0, 1, *factor));
    for input in [1, 2] {
        rule.join_all(input, &[if call.opset < 21 { &group } else { &channel }])?;
    }
    axes.push(channel);
    for dim in 2..dims.len() {
        axes.push(rule.keep(0, dim, FactorKind::Statistics)?);
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `LpNormalization`.
pub(super) fn lp_norm(call: &Call<'_>) -> Answer {
    let axis = call.axis_attribute(-1, call.dims(0)?.len())?;
    statistics(call, &[axis])
}

/// `MeanVarianceNormalization`.
pub(super) fn mean_variance(call: &Call<'_>) -> Answer {
    let axes = call.axes(call.ints("axes").unwrap_or(&[0, 2, 3]), call.dims(0)?.len())?;
    statistics(call, &axes)
}

/// `DynamicQuantizeLinear`: scale and zero point depend on the range of all elements.
pub(super) fn dynamic_quantize(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let axes = rule.keep_all(0, |_| FactorKind::Statistics)?;
    rule.output(Some(ElementType::Uint8), axes);
    rule.output(Some(ElementType::Float), Vec::new());
    rule.output(Some(ElementType::Uint8), Vec::new());
    rule.finish()
}

fn statistics(call: &Call<'_>, along: &[usize]) -> Answer {
    let mut rule = Rule::new(call);
    let axes = rule.keep_all(0, |dim| match along.contains(&dim) {
        true => FactorKind::Statistics,
        false => FactorKind::PassThrough,
    })?;
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `LRN`: normalises by neighbouring channels.
pub(super) fn lrn(call: &Call<'_>) -> Answer {
    let size = call.count("size", 0)?;
    let (before, after) = ((size - 1) / 2, size / 2);
    let pad = |side: u64| i64::try_from(side).unwrap_or(i64::MAX);
    let window = Window {
        kernel: size,
        stride: 1,
        dilation: 1,
        pad_begin: pad(before),
        pad_end: pad(after),
        direction: WindowDirection::Gather,
    };
    if call.dims(0)?.len() < 2 {
        return call.invalid("expected an input of rank 2 or more".to_string());
    }
    let mut rule = Rule::new(call);
    let axes = rule.keep_all(0, |dim| match dim == 1 {
        true => FactorKind::Window(window),
        false => FactorKind::PassThrough,
    })?;
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `CumSum`, `CumProd`: along an axis given by an input.
pub(super) fn cumulative(call: &Call<'_>) -> Answer {
    let rank = call.dims(0)?.len();
    let axis = match call.numbers(1) {
        Ok(Some(axes)) if axes.len() == 1 => Some(call.axis(axes[0], rank)?),
        Ok(_) => return call.invalid("expected one axis".to_string()),
        Err(_) => None,
    };
    let mut rule = Rule::new(call);
    let axes = rule.keep_all(0, |dim| match axis {
        Some(axis) if axis != dim => FactorKind::PassThrough,
        Some(_) => FactorKind::Statistics,
        None => FactorKind::NeedsReplication("the axis is determined at run time"),
    })?;
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `TopK`: the largest or smallest elements along an axis, and their positions.
pub(super) fn top_k(call: &Call<'_>) -> Answer {
    let rank = call.dims(0)?.len();
    let axis = call.axis_attribute(-1, rank)?;
    let k = match call.int("k") {
        Some(k) => u64::try_from(k).map_or(Dim::Unknown, Dim::Known),
        None => match call.operand(1).map(|operand| &operand.contents) {
            Some(Some(_)) => super::layout::shape_from(call, 1)?.first().cloned().unwrap_or(Dim::Unknown),
            _ => Dim::Unknown,
        },
    };
    if let (Some(k), Some(size)) = (k.known(), call.dims(0)?[axis].known())
        && k > size
    {
        return call.invalid(format!("cannot select {k} of {size} elements"));
    }
    let mut rule = Rule::new(call);
    let kind = FactorKind::Ordered(
        "the candidates of all shards are compared, with their positions in the unsharded tensor",
    );
    let mut axes =
        rule.keep_all(0, |dim| if dim == axis { kind.clone() } else { FactorKind::PassThrough })?;
    axes[axis] = rule.new_replicated(k, "the selected elements are sorted");
    rule.output(call.element(0), axes.clone());
    rule.output(Some(ElementType::Int64), axes);
    rule.finish()
}
