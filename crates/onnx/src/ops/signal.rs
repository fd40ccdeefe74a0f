//! Signatures of Fourier transforms and window functions.

use super::build::{Rule, RuleDim};
use super::layout::shape_from;
use super::{Call, NoRule};
use crate::signature::{FactorKind, Signature};
use crate::types::{Dim, ElementType};

const MIXED: &str = "every frequency needs all samples";
const COMPLEX: &str = "a complex number consists of both elements";
const FRAMES: &str = "frames overlap";

type Answer = Result<Signature, NoRule>;

/// A size that an input contains, if known.
fn size_input(call: &Call<'_>, input: usize) -> Dim {
    shape_from(call, input).ok().and_then(|sizes| sizes.into_iter().next()).unwrap_or(Dim::Unknown)
}

/// The size of a one-sided spectrum.
fn half(size: &Dim) -> Dim {
    size.known().map_or(Dim::Unknown, |size| Dim::Known(size / 2 + 1))
}

/// `DFT`: before version 20 the axis was an attribute.
pub(super) fn dft(call: &Call<'_>) -> Answer {
    let dims = call.dims(0)?;
    let rank = dims.len();
    let axis = if call.opset < 20 {
        Ok(call.int("axis").unwrap_or(1))
    } else {
        call.numbers(2).map(|axes| axes.and_then(|axes| axes.first().copied()).unwrap_or(-2))
    };
    let mut rule = Rule::new(call);
    if rank < 2 {
        return call.invalid(format!("expected an input of rank 2 or more, found {rank}"));
    }
    let Ok(axis) = axis else {
        rule.keep_all_replicated(0, MIXED)?;
        rule.output(call.element(0), vec![RuleDim::free(Dim::Unknown); rank]);
        return rule.finish();
    };
    let axis = call.axis(axis, rank)?;
    if axis + 1 == rank {
        return call
            .invalid(format!("axis {axis} must not be the last, which contains real and imaginary parts"));
    }
    let mut axes = rule.keep_all(0, |dim| match dim {
        _ if dim == axis => FactorKind::NeedsReplication(MIXED),
        _ if dim + 1 == rank => FactorKind::NeedsReplication(COMPLEX),
        _ => FactorKind::PassThrough,
    })?;
    let (one_sided, inverse) = (call.flag("onesided"), call.flag("inverse"));
    let length = if call.has(1) { size_input(call, 1) } else { dims[axis].clone() };
    let length = match (one_sided, inverse) {
        (true, false) => half(&length),
        // The full signal of a one-sided spectrum.
        (true, true) if !call.has(1) => {
            length.known().map_or(Dim::Unknown, |size| Dim::Known(size.saturating_sub(1).saturating_mul(2)))
        }
        _ => length,
    };
    axes[axis] = rule.new_replicated(length, MIXED);
    axes[rank - 1] = rule.new_replicated(Dim::Known(if one_sided && inverse { 1 } else { 2 }), COMPLEX);
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `STFT`: frames of a signal, each with its spectrum.
pub(super) fn stft(call: &Call<'_>) -> Answer {
    // Signals of real numbers need no last dimension in onnxruntime and in models of its exporters.
    let dims = call.dims(0)?;
    if !(2..=3).contains(&dims.len()) {
        return call.invalid(format!("expected a signal of rank 2 or 3, found {}", dims.len()));
    }
    let frame = match (call.has(3), call.operand(2).map(|window| window.ty.dims.as_deref())) {
        (true, _) => size_input(call, 3),
        (false, Some(Some([size]))) => size.clone(),
        _ => Dim::Unknown,
    };
    let frames = match (dims[1].known(), frame.known(), size_input(call, 1).known()) {
        (Some(_), Some(_), Some(0)) => return call.invalid("the step must not be 0".to_string()),
        (Some(length), Some(frame), Some(step)) if frame <= length => Dim::Known((length - frame) / step + 1),
        (Some(length), Some(frame), Some(_)) => {
            return call.invalid(format!("a frame of {frame} exceeds the signal of {length}"));
        }
        _ => Dim::Unknown,
    };
    let bins = if call.int("onesided").unwrap_or(1) != 0 { half(&frame) } else { frame };
    let mut rule = Rule::new(call);
    let batch = rule.pass(0, 0)?;
    rule.keep(0, 1, FactorKind::NeedsReplication(FRAMES))?;
    if dims.len() == 3 {
        rule.keep(0, 2, FactorKind::NeedsReplication(COMPLEX))?;
    }
    let axes = [(frames, FRAMES), (bins, MIXED), (Dim::Known(2), COMPLEX)]
        .map(|(size, why)| rule.new_replicated(size, why));
    rule.output(call.element(0), [vec![batch], axes.to_vec()].concat());
    rule.finish()
}

/// `HannWindow` and similar ops: one number per position.
pub(super) fn window(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let axis = rule.new_dim(size_input(call, 0), FactorKind::Generated);
    rule.output(call.element_attribute("output_datatype").or(Some(ElementType::Float)), vec![axis]);
    rule.finish()
}

/// `MelWeightMatrix`: frequency bins by bands.
pub(super) fn mel(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let sizes = [half(&size_input(call, 1)), size_input(call, 0)];
    let axes = sizes.map(|size| rule.new_dim(size, FactorKind::Generated)).to_vec();
    rule.output(call.element_attribute("output_datatype").or(Some(ElementType::Float)), axes);
    rule.finish()
}
