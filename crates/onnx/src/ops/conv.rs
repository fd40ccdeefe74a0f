//! Signatures of convolutions.

use super::build::{Rule, RuleDim};
use super::layout::shape_from;
use super::window::{Windows, kernel_size};
use super::{Call, NoRule};
use crate::signature::{Combine, FactorKind, Signature, Window, WindowDirection};
use crate::types::{Dim, ElementType};

const KERNEL: &str = "every position of the output needs the entire kernel";
const ZERO_POINTS: &str =
    "the weights of groups have different zero points, and the sum is rounded again after it is complete";
const ANYWHERE: &str = "an offset may point anywhere";

type Answer = Result<Signature, NoRule>;

/// The output channels of a convolution whose weights are input `weights`: `[group·out, in, …]`, or transposed
/// `[group·in, out, …]`. Groups are the major factor of channels; their number is an attribute, and a shard has a smaller one.
fn channels(
    rule: &mut Rule<'_>,
    weights: usize,
    transposed: bool,
    inner_kind: FactorKind,
    group_kind: FactorKind,
) -> Result<RuleDim, NoRule> {
    let call = rule.call;
    let (channels, weight) = (&call.dims(0)?[1], call.dims(weights)?);
    let groups = Dim::Known(call.count("group", 1)?);
    let divide = |size: &Dim| match size.quotient(&groups) {
        Some(size) => Ok(size),
        None if size.known().is_none() => Ok(Dim::Unknown),
        None => call.invalid(format!("{size} channels are not divisible by {groups} groups")),
    };
    let (inner, outer) = if transposed {
        (divide(&weight[0])?, weight[1].clone())
    } else {
        (weight[1].clone(), divide(&weight[0])?)
    };
    if let (Some(inner), Some(groups), Some(channels)) = (inner.known(), groups.known(), channels.known())
        && inner.checked_mul(groups) != Some(channels)
    {
        return call
            .invalid(format!("expected {groups} groups of {inner} channels, found {channels} channels"));
    }
    let group = rule.new_dim(groups, group_kind);
    rule.sized_attribute("group", &group);
    let inner = rule.new_dim(inner, inner_kind);
    let outer = rule.new_dim(outer, FactorKind::PassThrough);
    let both = |minor: &RuleDim| RuleDim {
        size: Dim::product([&group.size, &minor.size]),
        factors: [group.factors.clone(), minor.factors.clone()].concat(),
    };
    let (input, output) = (both(&inner), both(&outer));
    input.factors.iter().for_each(|factor| rule.add(0, 1, *factor));
    let (first, second) = if transposed { (&input, &outer) } else { (&output, &inner) };
    first.factors.iter().for_each(|factor| rule.add(weights, 0, *factor));
    second.factors.iter().for_each(|factor| rule.add(weights, 1, *factor));
    for dim in 2..weight.len() {
        rule.keep(weights, dim, FactorKind::NeedsReplication(KERNEL))?;
    }
    Ok(output)
}

/// Checks that input 0 and the weights have the same rank, at least 2, and returns it.
fn ranks(call: &Call<'_>, weights: usize) -> Result<usize, NoRule> {
    let rank = call.dims(0)?.len();
    if rank < 2 {
        return call.invalid(format!("expected an input of rank 2 or more, found {rank}"));
    }
    call.dims_of_rank(weights, rank)?;
    Ok(rank)
}

/// The spatial dimensions of the output.
fn spatial(rule: &mut Rule<'_>, weights: usize, transposed: bool) -> Result<Vec<RuleDim>, NoRule> {
    let call = rule.call;
    let kernel = &call.dims(weights)?[2..];
    match kernel_size(call, kernel)? {
        Some(kernel) => {
            let windows = Windows::of(call, &kernel)?;
            if transposed { windows.scatter(rule, 2) } else { windows.slide(rule, 2) }
        }
        None => {
            for dim in 0..kernel.len() {
                rule.keep(0, 2 + dim, FactorKind::NeedsReplication("the kernel size is unknown"))?;
            }
            Ok(vec![RuleDim::free(Dim::Unknown); kernel.len()])
        }
    }
}

fn convolve<'a>(
    call: &'a Call<'a>,
    weights: usize,
    transposed: bool,
    inner: FactorKind,
) -> Result<(Rule<'a>, Vec<RuleDim>), NoRule> {
    ranks(call, weights)?;
    let mut rule = Rule::new(call);
    let mut axes = vec![rule.pass(0, 0)?];
    let channels = channels(&mut rule, weights, transposed, inner, FactorKind::PassThrough)?;
    axes.push(channels);
    axes.extend(spatial(&mut rule, weights, transposed)?);
    Ok((rule, axes))
}

/// `Conv`, `ConvTranspose`: the bias is added once.
pub(super) fn conv(call: &Call<'_>, transposed: bool) -> Answer {
    let (mut rule, axes) = convolve(call, 1, transposed, FactorKind::Reduction(Combine::Sum))?;
    rule.join_all(2, &[&axes[1]])?;
    rule.once(2);
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `com.microsoft.FusedConv`: a convolution, then the addition of a tensor, then an activation. Its windows are not exchanged.
pub(super) fn fused_conv(call: &Call<'_>) -> Answer {
    let inner = match call.node.attribute("activation") {
        Some(_) => FactorKind::NeedsReplication("the activation follows the complete sum"),
        None => FactorKind::Reduction(Combine::Sum),
    };
    let (mut rule, axes) = convolve(call, 1, false, inner)?;
    rule.join_all(2, &[&axes[1]])?;
    rule.join_all(3, &axes.iter().collect::<Vec<_>>())?;
    rule.once(2);
    rule.once(3);
    rule.output(call.element(0), axes);
    rule.finish()
}

/// A parameter with one element in total, or one per output channel.
fn per_channel(rule: &mut Rule<'_>, input: usize, channel: &RuleDim) -> Result<(), NoRule> {
    match rule.call.operand(input).map(|operand| operand.ty.rank()) {
        Some(Some(1)) if rule.call.dims(input)?[0] != Dim::Known(1) => rule.join(input, 0, channel),
        _ => Ok(()),
    }
}

/// `ConvInteger`: one zero point in total, or one per output channel.
pub(super) fn conv_integer(call: &Call<'_>) -> Answer {
    let (mut rule, axes) = convolve(call, 1, false, FactorKind::Reduction(Combine::Sum))?;
    per_channel(&mut rule, 3, &axes[1])?;
    rule.output(Some(ElementType::Int32), axes);
    rule.finish()
}

/// `QLinearConv`: scales and zero points of input, weights and output, then a bias.
pub(super) fn qlinear_conv(call: &Call<'_>) -> Answer {
    // Engines convolve integers with one zero point of the weights; several are subtracted afterwards, which needs one group.
    let has_one_group = call.count("group", 1)? == 1;
    let is_single = match call.operand(5).and_then(|operand| operand.ty.dims.as_deref()) {
        Some(dims) => dims.iter().all(|size| *size == Dim::Known(1)),
        None => false,
    };
    let is_zero = || matches!(call.numbers(5), Ok(Some(zeros)) if zeros.iter().all(|&zero| zero == 0));
    let inner = match has_one_group || is_single || is_zero() {
        true => FactorKind::Reduction(Combine::Requantised),
        false => FactorKind::NeedsReplication(ZERO_POINTS),
    };
    let (mut rule, axes) = convolve(call, 3, false, inner)?;
    for input in [4, 5, 8] {
        per_channel(&mut rule, input, &axes[1])?;
    }
    rule.output(call.element(7), axes);
    rule.finish()
}

/// `DeformConv`: each position reads at its own offsets.
pub(super) fn deform_conv(call: &Call<'_>) -> Answer {
    let rank = ranks(call, 1)?;
    let offsets = call.dims_of_rank(2, rank)?;
    let mut rule = Rule::new(call);
    let batch = rule.pass(0, 0)?;
    rule.join(2, 0, &batch)?;
    let shared = call.count("offset_group", 1)? == 1;
    let why = "channels are also divided into groups of offsets";
    let (inner, group) = match shared {
        true => (FactorKind::Reduction(Combine::Sum), FactorKind::PassThrough),
        false => (FactorKind::NeedsReplication(why), FactorKind::NeedsReplication(why)),
    };
    let channels = channels(&mut rule, 1, false, inner, group)?;
    rule.keep(2, 1, FactorKind::NeedsReplication(KERNEL))?;
    let mut axes = vec![batch, channels];
    for (dim, size) in offsets.iter().enumerate().skip(2) {
        rule.keep(0, dim, FactorKind::NeedsReplication(ANYWHERE))?;
        let position =
            rule.new_replicated(size.clone(), "offsets are relative to the position in the unsharded output");
        rule.join(2, dim, &position)?;
        axes.push(position);
    }
    rule.join_all(3, &[&axes[1]])?;
    rule.once(3);
    if call.has(4) {
        call.dims_of_rank(4, rank)?;
        rule.join(4, 0, &axes[0])?;
        rule.keep(4, 1, FactorKind::NeedsReplication(KERNEL))?;
        for (dim, axis) in axes.iter().enumerate().skip(2) {
            rule.join(4, dim, axis)?;
        }
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// The most elements of a kernel whose padding is certain to fit into an integer.
const MOST_TAPS: u64 = i64::MAX as u64;

/// `CausalConvWithState`: every channel is independent and reads backwards; the state consists of the last elements.
pub(super) fn causal_conv(call: &Call<'_>) -> Answer {
    call.dims_of_rank(0, 3)?;
    let kernel = &call.dims_of_rank(1, 3)?[2];
    let mut rule = Rule::new(call);
    let (batch, channel) = (rule.pass(0, 0)?, rule.pass(0, 1)?);
    let kind = match kernel.known().filter(|kernel| (1..=MOST_TAPS).contains(kernel)) {
        // The state comes from the last shard alone, so only a node without state can be sharded here.
        Some(kernel) if call.node.output.len() == 1 && !call.has(3) => FactorKind::Window(Window {
            kernel,
            stride: 1,
            dilation: 1,
            pad_begin: kernel as i64 - 1,
            pad_end: 0,
            direction: WindowDirection::Gather,
        }),
        _ => FactorKind::NeedsReplication("the state continues the sequence"),
    };
    let length = rule.keep(0, 2, kind)?;
    rule.join(1, 0, &channel)?;
    rule.keep(1, 2, FactorKind::NeedsReplication(KERNEL))?;
    rule.join_all(2, &[&channel])?;
    let carried = kernel.minus(&Dim::Known(1)).unwrap_or(Dim::Unknown);
    let state = rule.new_replicated(carried, "the state continues the sequence");
    rule.join_all(3, &[&batch, &channel, &state])?;
    rule.output(call.element(0), vec![batch.clone(), channel.clone(), length]);
    rule.output(call.element(0), vec![batch, channel, state]);
    rule.finish()
}

/// `Col2Im`: adds columns of blocks into an image.
pub(super) fn col2im(call: &Call<'_>) -> Answer {
    let dims = call.dims_of_rank(0, 3)?;
    let (image, block) = match (shape_from(call, 1), shape_from(call, 2)) {
        (Ok(image), Ok(block)) => (image, block),
        _ => {
            let image = super::layout::shape_or_rank_from(call, 1)?;
            (image, vec![Dim::Unknown])
        }
    };
    let depth = dims[1].quotient(&Dim::product(&block));
    let Some(depth) =
        depth.or((Dim::product([&dims[1], &Dim::product(&block)]).known().is_none()).then_some(Dim::Unknown))
    else {
        return call.invalid(format!(
            "{} channels are not divisible by a block of {}",
            dims[1],
            Dim::product(&block)
        ));
    };
    let mut rule = Rule::new(call);
    let batch = rule.pass(0, 0)?;
    let channel = rule.new_dim(depth, FactorKind::PassThrough);
    let inner = rule.new_replicated(Dim::product(&block), "all elements of a block are added together");
    channel.factors.iter().chain(&inner.factors).for_each(|factor| rule.add(0, 1, *factor));
    rule.keep(0, 2, FactorKind::NeedsReplication("blocks overlap"))?;
    let mut axes = vec![batch, channel];
    for size in image {
        axes.push(rule.new_replicated(size, "blocks overlap"));
    }
    rule.output(call.element(0), axes);
    rule.finish()
}
