//! Signatures of ops that move, repeat or drop elements independently of their values.

use super::build::{Rule, RuleDim};
use super::{Call, IntElement, NoRule};
use crate::proto;
use crate::signature::{FactorKind, Signature, Window, WindowDirection};
use crate::types::{Dim, ElementType};

const NOT_CONSTANT: &str = "the positions are determined at run time";
const JOINED: &str = "inputs of a concatenation end inside shards";
const SPLIT: &str = "outputs of a split begin inside shards";
const PART: &str = "only a range of the dimension is used";
const POSITION: &str = "the result depends on the position in the unsharded tensor";

type Answer = Result<Signature, NoRule>;

/// `Transpose`: reverses the dimensions unless `perm` is given.
pub(super) fn transpose(call: &Call<'_>) -> Answer {
    if let (Err(NoRule::UnknownRank(_)), Some(order)) = (call.dims(0), call.ints("perm")) {
        let mut rule = Rule::new(call);
        rule.output(call.element(0), vec![RuleDim::free(Dim::Unknown); order.len()]);
        return rule.finish();
    }
    let rank = call.dims(0)?.len();
    let mut rule = Rule::new(call);
    let order = match call.ints("perm") {
        Some(order) if order.len() == rank => call.axes(order, rank)?,
        Some(order) => {
            return call
                .invalid(format!("expected a permutation of {rank} dimensions, found {}", order.len()));
        }
        None => (0..rank).rev().collect(),
    };
    let axes = rule.pass_all(0)?;
    rule.output(call.element(0), order.iter().map(|dim| axes[*dim].clone()).collect());
    rule.finish()
}

/// `Concat`: inputs follow each other along the axis.
pub(super) fn concat(call: &Call<'_>) -> Answer {
    let rank = call.dims(0)?.len();
    // Before version 4 the axis defaulted to 1.
    let axis = call.axis_attribute(1, rank)?;
    for input in 1..call.inputs.len() {
        call.dims_of_rank(input, rank)?;
    }
    let mut rule = Rule::new(call);
    let mut axes: Vec<RuleDim> = Vec::new();
    for dim in 0..rank {
        let own = |input: usize| call.dims_of_rank(input, rank).map(|dims| dims[dim].clone());
        if dim != axis || call.inputs.len() == 1 {
            let mut size = own(0)?;
            for input in 1..call.inputs.len() {
                let other = own(input)?;
                if size.known().is_none() && other.known().is_some() {
                    size = other;
                }
            }
            let kept = rule.new_dim(size, FactorKind::PassThrough);
            for input in 0..call.inputs.len() {
                rule.join(input, dim, &kept)?;
            }
            axes.push(kept);
            continue;
        }
        let mut size = Dim::Known(0);
        for input in 0..call.inputs.len() {
            size = size.plus(&rule.keep(input, dim, FactorKind::NeedsReplication(JOINED))?.size);
        }
        axes.push(rule.new_replicated(size, JOINED));
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `Split`: sizes from an attribute or an input, or equal sizes with a smaller last one.
pub(super) fn split(call: &Call<'_>) -> Answer {
    let dims = call.dims(0)?;
    let axis = call.axis_attribute(0, dims.len())?;
    let count = call.node.output.len();
    let sizes: Vec<Dim> = match call.ints_or_input("split", 1) {
        Err(NoRule::NotConstant(_)) => vec![Dim::Unknown; count],
        Ok(None) => equal_split_sizes(call, &dims[axis])?,
        Ok(Some(sizes)) => {
            let known: Option<Vec<u64>> = sizes.iter().map(|size| u64::try_from(*size).ok()).collect();
            let total =
                known.as_ref().and_then(|sizes| sizes.iter().try_fold(0u64, |a, b| a.checked_add(*b)));
            match (known, total, dims[axis].known()) {
                (Some(known), Some(total), size)
                    if known.len() == count && size.is_none_or(|size| size == total) =>
                {
                    known.into_iter().map(Dim::Known).collect()
                }
                _ => {
                    return call.invalid(format!(
                        "cannot split size {} into {count} outputs of sizes {sizes:?}",
                        dims[axis]
                    ));
                }
            }
        }
        Err(error) => return Err(error),
    };
    let mut rule = Rule::new(call);
    let axes = rule.keep_all(0, |dim| {
        if dim == axis && count > 1 { FactorKind::NeedsReplication(SPLIT) } else { FactorKind::PassThrough }
    })?;
    for size in sizes {
        let mut part = axes.clone();
        if count > 1 {
            part[axis] = rule.new_replicated(size, SPLIT);
        }
        rule.output(call.element(0), part);
    }
    rule.finish()
}

fn equal_split_sizes(call: &Call<'_>, total: &Dim) -> Result<Vec<Dim>, NoRule> {
    let count = call.node.output.len();
    let wanted = call.int("num_outputs").unwrap_or(count as i64);
    if count == 0 || wanted != count as i64 {
        return call.invalid(format!("expected num_outputs {count}, found {wanted}"));
    }
    let count = count as u64;
    let Dim::Known(total) = total else {
        let part = total.quotient(&Dim::Known(count)).unwrap_or(Dim::Unknown);
        return Ok(vec![part; count as usize]);
    };
    if call.opset < 18 && total % count != 0 {
        return call.invalid(format!("cannot split size {total} into {count} equal outputs"));
    }
    let part = total.div_ceil(count);
    let size = |at: u64| total.saturating_sub(at.saturating_mul(part)).min(part);
    Ok((0..count).map(|at| Dim::Known(size(at))).collect())
}

/// `Slice`: a dimension that is selected entirely passes through.
pub(super) fn slice(call: &Call<'_>) -> Answer {
    let dims = call.dims(0)?;
    let mut rule = Rule::new(call);
    let list = |name: &str, input: usize| match call.ints(name) {
        Some(ints) => Ok(Some(ints.iter().map(|int| IntElement::Int(*int)).collect::<Vec<_>>())),
        None => call.elements(input).map(|elements| elements.map(<[IntElement]>::to_vec)),
    };
    let (starts, ends) = (list("starts", 1), list("ends", 2));
    let (Ok(axes), Ok(steps)) = (call.ints_or_input("axes", 3), call.numbers(4)) else {
        rule.keep_all_replicated(0, NOT_CONSTANT)?;
        rule.output(call.element(0), vec![RuleDim::free(Dim::Unknown); dims.len()]);
        return rule.finish();
    };
    let (starts, ends) = match (starts, ends) {
        (Ok(Some(starts)), Ok(Some(ends))) => (starts, ends),
        (Ok(None), _) | (_, Ok(None)) => return call.invalid("expected starts and ends".to_string()),
        // The sliced dimensions are certain, but not the positions.
        _ => {
            let sliced = match (&axes, call.dims(1).ok().and_then(|dims| dims.first()?.known())) {
                (Some(axes), _) => call.axes(axes, dims.len())?,
                (None, Some(count)) => {
                    (0..dims.len().min(usize::try_from(count).unwrap_or(usize::MAX))).collect()
                }
                (None, None) => (0..dims.len()).collect(),
            };
            let mut out = Vec::new();
            for dim in 0..dims.len() {
                out.push(if sliced.contains(&dim) {
                    rule.keep(0, dim, FactorKind::NeedsReplication(NOT_CONSTANT))?;
                    RuleDim::free(Dim::Unknown)
                } else {
                    rule.pass(0, dim)?
                });
            }
            rule.output(call.element(0), out);
            return rule.finish();
        }
    };
    let axes = match axes {
        Some(axes) => call.axes(&axes, dims.len())?,
        None if starts.len() <= dims.len() => (0..starts.len()).collect(),
        None => return call.invalid(format!("{} starts exceed rank {}", starts.len(), dims.len())),
    };
    let steps = steps.unwrap_or_else(|| vec![1; axes.len()]);
    if starts.len() != axes.len() || ends.len() != axes.len() || steps.len() != axes.len() {
        let counts = [starts.len(), ends.len(), axes.len(), steps.len()];
        return call
            .invalid(format!("expected starts, ends, axes and steps of equal lengths, found {counts:?}"));
    }
    let mut out = Vec::new();
    for (dim, size) in dims.iter().enumerate() {
        let Some(at) = axes.iter().position(|axis| *axis == dim) else {
            out.push(rule.pass(0, dim)?);
            continue;
        };
        if steps[at] == 0 {
            return call.invalid(format!("the step of dimension {dim} must not be 0"));
        }
        let taken = slice_size(size, &starts[at], &ends[at], steps[at]);
        if steps[at] == 1 && (taken.is_same(size) || takes_all(size, &starts[at], &ends[at])) {
            out.push(rule.pass(0, dim)?);
        } else if let Some(window) = every_step(size, &starts[at], steps[at], &taken) {
            out.push(rule.windowed(dim, taken, FactorKind::Window(window)));
        } else {
            rule.keep(0, dim, FactorKind::NeedsReplication(PART))?;
            out.push(rule.new_replicated(taken, PART));
        }
    }
    rule.output(call.element(0), out);
    rule.finish()
}

/// The windows of a slice that selects every element at this distance up to the end: they have one element each.
fn every_step(size: &Dim, start: &IntElement, step: i64, taken: &Dim) -> Option<Window> {
    let (Dim::Known(size), IntElement::Int(start), Dim::Known(taken)) = (size, start, taken) else {
        return None;
    };
    let (stride, first) = (u64::try_from(step).ok()?, u64::try_from(*start).ok()?);
    if stride < 2 || first >= stride || *taken != size.saturating_sub(first).div_ceil(stride) || *taken == 0 {
        return None;
    }
    let pad_end = (taken - 1) * stride + first + 1;
    Some(Window {
        kernel: 1,
        stride,
        dilation: 1,
        pad_begin: -start,
        pad_end: i64::try_from(pad_end).ok()? - i64::try_from(*size).ok()?,
        direction: WindowDirection::Gather,
    })
}

/// Whether a slice with step 1 selects all elements, whatever the size is.
fn takes_all(size: &Dim, start: &IntElement, end: &IntElement) -> bool {
    let to_end = match end {
        IntElement::Int(end) => *end >= i64::from(i32::MAX),
        IntElement::Size(end) => end.is_same(size),
    };
    *start == IntElement::Int(0) && to_end
}

fn slice_size(size: &Dim, start: &IntElement, end: &IntElement, step: i64) -> Dim {
    let (Dim::Known(size), IntElement::Int(start), IntElement::Int(end)) = (size, start, end) else {
        if step == 1 && takes_all(size, start, end) {
            return size.clone();
        }
        // Otherwise the size is certain only if the first elements are selected.
        let end = match end {
            IntElement::Int(end) => u64::try_from(*end).map_or(Dim::Unknown, Dim::Known),
            IntElement::Size(end) => end.clone(),
        };
        return if *start == IntElement::Int(0) && step == 1 { size.at_most(&end) } else { Dim::Unknown };
    };
    if *size == 0 {
        return Dim::Known(0);
    }
    let size = i128::from(*size);
    let (start, end, step) = (i128::from(*start), i128::from(*end), i128::from(step));
    let at = |position: i128| if position < 0 { position + size } else { position };
    let count = if step > 0 {
        let (start, end) = (at(start).clamp(0, size), at(end).clamp(0, size));
        (end - start + step - 1).div_euclid(step)
    } else {
        let (start, end) = (at(start).clamp(0, size - 1), at(end).clamp(-1, size - 1));
        (start - end - step - 1).div_euclid(-step)
    };
    Dim::Known(u64::try_from(count.max(0)).unwrap_or(0))
}

/// `Pad`: a dimension that is not padded passes through.
pub(super) fn pad(call: &Call<'_>) -> Answer {
    let dims = call.dims(0)?;
    let rank = dims.len();
    let mut rule = Rule::new(call);
    let old = if call.node.attribute("pads").is_some() { "pads" } else { "paddings" };
    let axes = match call.numbers(3) {
        Ok(Some(axes)) => call.axes(&axes, rank)?,
        Ok(None) => (0..rank).collect(),
        Err(_) => {
            rule.keep_all_replicated(0, NOT_CONSTANT)?;
            rule.output(call.element(0), vec![RuleDim::free(Dim::Unknown); rank]);
            return rule.finish();
        }
    };
    let pads = match call.ints_or_input(old, 1) {
        Ok(Some(pads)) if pads.len() == 2 * axes.len() => Some(pads),
        Ok(Some(pads)) => {
            return call.invalid(format!(
                "found {} pads for {} dimensions, expected two per dimension",
                pads.len(),
                axes.len()
            ));
        }
        Ok(None) => return call.invalid("expected pads".to_string()),
        Err(_) => None,
    };
    let mut out = Vec::new();
    for (dim, size) in dims.iter().enumerate() {
        let at = axes.iter().position(|axis| *axis == dim);
        let added = match (&pads, at) {
            (_, None) => Some((0, 0)),
            (Some(pads), Some(at)) => Some((pads[at], pads[at + axes.len()])),
            (None, Some(_)) => None,
        };
        out.push(match added {
            Some((0, 0)) => rule.pass(0, dim)?,
            None => {
                rule.keep(0, dim, FactorKind::NeedsReplication(NOT_CONSTANT))?;
                RuleDim::free(Dim::Unknown)
            }
            Some((begin, end)) => {
                rule.keep(0, dim, FactorKind::NeedsReplication("only the outermost shards are padded"))?;
                rule.new_replicated(
                    grow_size(call, size, begin, end)?,
                    "only the outermost shards are padded",
                )
            }
        });
    }
    rule.output(call.element(0), out);
    rule.finish()
}

/// A size after adding (or removing) elements at both ends.
pub(super) fn grow_size(call: &Call<'_>, size: &Dim, begin: i64, end: i64) -> Result<Dim, NoRule> {
    let change = i128::from(begin) + i128::from(end);
    match size {
        Dim::Known(size) => match u64::try_from(i128::from(*size) + change) {
            Ok(size) => Ok(Dim::Known(size)),
            Err(_) => call.invalid(format!("pads {begin} and {end} make size {size} negative")),
        },
        _ => Ok(u64::try_from(change).map_or(Dim::Unknown, |change| size.plus(&Dim::Known(change)))),
    }
}

/// The sizes that an input contains. Fails with [`NoRule::NotConstant`] if they are unknown.
pub(super) fn shape_from(call: &Call<'_>, input: usize) -> Result<Vec<Dim>, NoRule> {
    let Some(elements) = call.elements(input)? else {
        return call.invalid(format!("input {input} is missing"));
    };
    let size = |element: &IntElement| match element {
        IntElement::Int(size) => match u64::try_from(*size) {
            Ok(size) => Ok(Dim::Known(size)),
            Err(_) => call.invalid(format!("expected a size that is not negative, found {size}")),
        },
        IntElement::Size(size) => Ok(size.clone()),
    };
    elements.iter().map(size).collect()
}

/// Like [`shape_from`], but with unknown sizes if the input gives only the number of dimensions.
pub(super) fn shape_or_rank_from(call: &Call<'_>, input: usize) -> Result<Vec<Dim>, NoRule> {
    match shape_from(call, input) {
        Err(NoRule::NotConstant(input)) => {
            let rank = call.dims_of_rank(input, 1)?[0].known().and_then(|rank| usize::try_from(rank).ok());
            match rank.filter(|rank| *rank <= super::call::MAX_RANK) {
                Some(rank) => Ok(vec![Dim::Unknown; rank]),
                None => Err(NoRule::NotConstant(input)),
            }
        }
        shape => shape,
    }
}

/// `Expand`: broadcasts dimensions, or adds some in front.
pub(super) fn expand(call: &Call<'_>) -> Answer {
    let dims = call.dims(0)?;
    let mut rule = Rule::new(call);
    let shape = shape_or_rank_from(call, 1)?;
    let rank = dims.len().max(shape.len());
    let mut axes = Vec::new();
    for dim in 0..rank {
        let old = (dim + dims.len()).checked_sub(rank);
        let new = (dim + shape.len()).checked_sub(rank).map_or(&Dim::Known(1), |dim| &shape[dim]);
        axes.push(match old.map(|dim| (dim, &dims[dim])) {
            None | Some((_, Dim::Known(1))) => rule.new_dim(new.clone(), FactorKind::Generated),
            Some((dim, Dim::Known(_))) => {
                let kept = rule.pass(0, dim)?;
                if new.known().is_some_and(|new| new != 1 && kept.size != Dim::Known(new)) {
                    return call.invalid(format!("cannot expand size {} to {new}", kept.size));
                }
                kept
            }
            Some((dim, size)) if *new == Dim::Known(1) || new.is_same(size) => rule.pass(0, dim)?,
            // A position that is clamped to a table, `min(512,S)`, is expanded to `S`, which it is.
            Some((dim, size)) if size.broadcast_with(new).as_ref() == Some(new) => {
                let kept = rule.pass(0, dim)?;
                let kept = RuleDim { size: new.clone(), ..kept };
                rule.resize(&kept);
                kept
            }
            // The dimension may have size 1 or its final size.
            Some((dim, _)) => {
                rule.keep(0, dim, FactorKind::NeedsReplication(NOT_CONSTANT))?;
                RuleDim::free(if new.known().is_some() { new.clone() } else { Dim::Unknown })
            }
        });
    }
    for (at, axis) in axes.iter().skip(rank - shape.len()).enumerate() {
        // A target size of 1 keeps the size of the input.
        if shape[at] != Dim::Known(1) {
            rule.sized_element(1, at, axis);
        }
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `Tile`: the repetition is the major factor of a dimension.
pub(super) fn tile(call: &Call<'_>) -> Answer {
    let dims = call.dims(0)?;
    let mut rule = Rule::new(call);
    let repeats = match call.elements(1) {
        Ok(Some(repeats)) if repeats.len() == dims.len() => repeats,
        Ok(Some(repeats)) => {
            return call.invalid(format!(
                "found {} repeats for rank {}, expected one per dimension",
                repeats.len(),
                dims.len()
            ));
        }
        Ok(None) => return call.invalid("expected repeats".to_string()),
        Err(_) => {
            rule.keep_all_replicated(0, NOT_CONSTANT)?;
            rule.output(call.element(0), vec![RuleDim::free(Dim::Unknown); dims.len()]);
            return rule.finish();
        }
    };
    let mut axes = Vec::new();
    for (dim, times) in repeats.iter().enumerate() {
        let times = match times {
            IntElement::Int(1) => {
                axes.push(rule.pass(0, dim)?);
                continue;
            }
            IntElement::Int(times) => match u64::try_from(*times) {
                Ok(times) => Dim::Known(times),
                Err(_) => return call.invalid(format!("repeat {times}")),
            },
            IntElement::Size(Dim::Unknown) => {
                rule.keep(0, dim, FactorKind::NeedsReplication(NOT_CONSTANT))?;
                axes.push(RuleDim::free(Dim::Unknown));
                continue;
            }
            IntElement::Size(times) => times.clone(),
        };
        let (repeat, kept) = (rule.new_dim(times, FactorKind::Generated), rule.pass(0, dim)?);
        rule.sized_element(1, dim, &repeat);
        let size = Dim::product([&repeat.size, &kept.size]);
        axes.push(RuleDim { size, factors: [repeat.factors, kept.factors].concat() });
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `ReverseSequence`: reverses each row of the batch up to its own length.
pub(super) fn reverse_sequence(call: &Call<'_>) -> Answer {
    let rank = call.dims(0)?.len();
    let time = call.axis(call.int("time_axis").unwrap_or(0), rank)?;
    let batch = call.axis(call.int("batch_axis").unwrap_or(1), rank)?;
    let mut rule = Rule::new(call);
    let axes = rule.keep_all(0, |dim| match dim == time {
        true => FactorKind::NeedsReplication("the dimension is reversed"),
        false => FactorKind::PassThrough,
    })?;
    rule.join_all(1, &[&axes[batch]])?;
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `Trilu`: the diagonal depends on the position in the unsharded matrix.
pub(super) fn trilu(call: &Call<'_>) -> Answer {
    let rank = call.dims(0)?.len();
    if rank < 2 {
        return call.invalid(format!("expected an input of rank 2 or more, found {rank}"));
    }
    let mut rule = Rule::new(call);
    let axes = rule.keep_all(0, |dim| match dim + 2 >= rank {
        true => FactorKind::Ordered(POSITION),
        false => FactorKind::PassThrough,
    })?;
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `CenterCropPad`: crops or pads dimensions at both ends to the given sizes.
pub(super) fn center_crop_pad(call: &Call<'_>) -> Answer {
    let dims = call.dims(0)?;
    let mut rule = Rule::new(call);
    let axes = match call.ints("axes") {
        Some(axes) => call.axes(axes, dims.len())?,
        None => (0..dims.len()).collect(),
    };
    let sizes = match shape_from(call, 1) {
        Ok(sizes) if sizes.len() == axes.len() => sizes,
        Ok(sizes) => {
            return call.invalid(format!(
                "found {} sizes for {} dimensions, expected one per dimension",
                sizes.len(),
                axes.len()
            ));
        }
        Err(NoRule::NotConstant(_)) => vec![Dim::Unknown; axes.len()],
        Err(error) => return Err(error),
    };
    let mut out = Vec::new();
    for (dim, size) in dims.iter().enumerate() {
        let wanted = axes.iter().position(|axis| *axis == dim).map(|at| &sizes[at]);
        out.push(match wanted {
            Some(wanted) if !wanted.is_same(size) => {
                rule.keep(0, dim, FactorKind::NeedsReplication(PART))?;
                rule.new_replicated(wanted.clone(), PART)
            }
            _ => {
                let kept = rule.pass(0, dim)?;
                if let Some(at) = axes.iter().position(|axis| *axis == dim) {
                    rule.sized_element(1, at, &kept);
                }
                kept
            }
        });
    }
    rule.output(call.element(0), out);
    rule.finish()
}

/// `OneHot`: the new dimension is compared with each index.
pub(super) fn one_hot(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let mut axes = rule.pass_all(0)?;
    let at = call.axis_attribute(-1, axes.len() + 1)?;
    let depth = match call.operand(1).and_then(|operand| operand.contents.as_ref()) {
        Some(super::Contents::Floats(floats)) => match floats.as_slice() {
            [depth] if *depth >= 0.0 && *depth < 1e15 => Dim::Known(*depth as u64),
            _ => Dim::Unknown,
        },
        Some(super::Contents::Ints(_)) => shape_from(call, 1)?.first().cloned().unwrap_or(Dim::Unknown),
        None => Dim::Unknown,
    };
    axes.insert(at, rule.new_dim(depth, FactorKind::Generated));
    rule.output(call.element(2), axes);
    rule.finish()
}

/// `EyeLike`: ones on a diagonal; only the shape of the input is read.
pub(super) fn eye_like(call: &Call<'_>) -> Answer {
    let dims = call.dims_of_rank(0, 2)?;
    let mut rule = Rule::new(call);
    rule.keep_all(0, |_| FactorKind::Unread)?;
    let axes = dims.iter().map(|size| rule.new_dim(size.clone(), FactorKind::Generated)).collect();
    rule.output(call.element_attribute("dtype").or(call.element(0)), axes);
    rule.finish()
}

/// `Shape`: only the shape of the input is read.
pub(super) fn shape(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let rank = rule.keep_all(0, |_| FactorKind::Unread)?.len();
    let (start, end) = shape_range(call.node, rank);
    rule.output(Some(ElementType::Int64), vec![RuleDim::free(Dim::Known((end - start) as u64))]);
    rule.finish()
}

/// The range of dimensions that `Shape` returns.
pub(crate) fn shape_range(node: &proto::Node, rank: usize) -> (usize, usize) {
    let at = |name: &str, default: usize| {
        let value = node.attribute(name).and_then(|attribute| attribute.i).unwrap_or(default as i64);
        let value = if value < 0 { value.saturating_add(rank as i64) } else { value };
        usize::try_from(value).unwrap_or(0).min(rank)
    };
    let (start, end) = (at("start", 0), at("end", rank));
    (start, end.max(start))
}

/// `Size`: a scalar; only the shape of the input is read.
pub(super) fn size(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    if call.dims(0).is_ok() {
        rule.keep_all(0, |_| FactorKind::Unread)?;
    }
    rule.output(Some(ElementType::Int64), Vec::new());
    rule.finish()
}
