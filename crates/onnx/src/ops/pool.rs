//! Signatures of pooling and sampling ops.

use super::build::{Rule, RuleDim};
use super::layout::{shape_from, shape_or_rank_from};
use super::window::Windows;
use super::{Call, NoRule};
use crate::signature::{FactorKind, Signature};
use crate::types::{Dim, ElementType};

const INDEXED: &str = "indices refer to the unsharded tensor";
const ANYWHERE: &str = "any position may be sampled";

type Answer = Result<Signature, NoRule>;

/// `AveragePool`, `MaxPool`, `LpPool`.
pub(super) fn pool(call: &Call<'_>) -> Answer {
    let rank = call.dims(0)?.len();
    let kernel = positive(call, "kernel_shape")?;
    if rank != kernel.len() + 2 {
        return call.invalid(format!(
            "a kernel of {} dimensions does not fit an input of rank {rank}",
            kernel.len()
        ));
    }
    let windows = Windows::of(call, &kernel)?;
    let mut rule = Rule::new(call);
    let mut axes = vec![rule.pass(0, 0)?, rule.pass(0, 1)?];
    if call.node.output.len() > 1 {
        rule.set_kind_all(&axes, FactorKind::Ordered(INDEXED));
        for (dim, size) in call.dims(0)?.iter().enumerate().skip(2) {
            rule.keep(0, dim, FactorKind::NeedsReplication(INDEXED))?;
            axes.push(rule.new_replicated(windows.output(call, dim - 2, size)?, INDEXED));
        }
    } else {
        axes.extend(windows.slide(&mut rule, 2)?);
    }
    rule.output(call.element(0), axes.clone());
    rule.output(Some(ElementType::Int64), axes);
    rule.finish()
}

fn positive(call: &Call<'_>, name: &str) -> Result<Vec<u64>, NoRule> {
    let list = call.ints(name).unwrap_or_default();
    let sizes: Vec<u64> =
        list.iter().filter_map(|int| u64::try_from(*int).ok()).filter(|int| *int > 0).collect();
    match sizes.len() == list.len() && !list.is_empty() {
        true => Ok(sizes),
        false => call.invalid(format!("{name} {list:?}")),
    }
}

/// `MaxUnpool`: writes elements back at the given indices.
pub(super) fn max_unpool(call: &Call<'_>) -> Answer {
    let dims = call.dims(0)?;
    let kernel = positive(call, "kernel_shape")?;
    if dims.len() != kernel.len() + 2 {
        return call.invalid(format!(
            "a kernel of {} dimensions does not fit an input of rank {}",
            kernel.len(),
            dims.len()
        ));
    }
    let windows = Windows::of(call, &kernel)?;
    let mut rule = Rule::new(call);
    let axes = rule.keep_all_replicated(0, INDEXED)?;
    rule.join_all(1, &axes.iter().collect::<Vec<_>>())?;
    let mut shape = dims[..2].to_vec();
    if call.has(2) {
        shape = shape_from(call, 2).unwrap_or_else(|_| vec![Dim::Unknown; dims.len()]);
    } else {
        for (dim, size) in dims[2..].iter().enumerate() {
            let (stride, (begin, end)) = (i128::from(windows.strides[dim]), windows.pads[dim]);
            let kernel = i128::from(windows.kernel[dim]);
            let full = size.known().and_then(|size| {
                let last = (i128::from(size) - 1).checked_mul(stride)?;
                Some(last - i128::from(begin) - i128::from(end) + kernel)
            });
            shape.push(match full.map(u64::try_from) {
                Some(Ok(size)) => Dim::Known(size),
                Some(Err(_)) => return call.invalid(format!("the size of dimension {dim} is negative")),
                None => Dim::Unknown,
            });
        }
    }
    let axes = shape.into_iter().map(|size| rule.new_replicated(size, INDEXED)).collect();
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `MaxRoiPool`: pools boxes `[batch, x1, y1, x2, y2]` into images of one size.
pub(super) fn max_roi_pool(call: &Call<'_>) -> Answer {
    let sizes = positive(call, "pooled_shape")?;
    regions(call, &sizes, false)
}

/// `RoiAlign`: boxes, and the image index of each.
pub(super) fn roi_align(call: &Call<'_>) -> Answer {
    let sizes = [call.count("output_height", 1)?, call.count("output_width", 1)?];
    regions(call, &sizes, true)
}

fn regions(call: &Call<'_>, sizes: &[u64], separate: bool) -> Answer {
    let rank = call.dims(0)?.len();
    call.dims_of_rank(1, 2)?;
    if rank != sizes.len() + 2 {
        return call
            .invalid(format!("regions of {} dimensions do not fit an input of rank {rank}", sizes.len()));
    }
    let mut rule = Rule::new(call);
    rule.keep(0, 0, FactorKind::NeedsReplication("a region may be in any image"))?;
    let channel = rule.pass(0, 1)?;
    for dim in 2..rank {
        rule.keep(0, dim, FactorKind::NeedsReplication(ANYWHERE))?;
    }
    let region = rule.pass(1, 0)?;
    rule.keep(1, 1, FactorKind::NeedsReplication("one region consists of all elements"))?;
    if separate {
        rule.join_all(2, &[&region])?;
    }
    let mut axes = vec![region, channel];
    for size in sizes {
        axes.push(rule.new_replicated(Dim::Known(*size), ANYWHERE));
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `GridSample`: each output position gives the position that it samples.
pub(super) fn grid_sample(call: &Call<'_>) -> Answer {
    let rank = call.dims(0)?.len();
    if rank < 3 {
        return call.invalid(format!("expected an input of rank 3 or more, found {rank}"));
    }
    call.dims_of_rank(1, rank)?;
    let mut rule = Rule::new(call);
    let mut axes = vec![rule.pass(0, 0)?, rule.pass(0, 1)?];
    rule.join(1, 0, &axes[0])?;
    for dim in 2..rank {
        rule.keep(0, dim, FactorKind::NeedsReplication(ANYWHERE))?;
        axes.push(rule.pass(1, dim - 1)?);
    }
    rule.keep(1, rank - 1, FactorKind::NeedsReplication("one position consists of all elements"))?;
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `AffineGrid`: generates positions from one matrix per image.
pub(super) fn affine_grid(call: &Call<'_>) -> Answer {
    call.dims_of_rank(0, 3)?;
    let size = shape_or_rank_from(call, 1)?;
    if !matches!(size.len(), 4 | 5) {
        return call.invalid(format!("expected an image of rank 4 or 5, found {}", size.len()));
    }
    let mut rule = Rule::new(call);
    let mut batch = rule.pass(0, 0)?;
    if let (Some(wanted), known) = (size[0].known(), batch.size.known()) {
        if known.is_some_and(|known| known != wanted) {
            return call.invalid(format!("found {} matrices for {wanted} images", batch.size));
        }
        batch.size = size[0].clone();
        rule.resize(&batch);
    }
    for dim in 1..3 {
        rule.keep(0, dim, FactorKind::NeedsReplication("one matrix consists of all elements"))?;
    }
    rule.sized_element(1, 0, &batch);
    let mut axes = vec![batch];
    for size in &size[2..] {
        axes.push(rule.new_dim(size.clone(), FactorKind::Generated));
    }
    axes.push(rule.new_dim(Dim::Known(size.len() as u64 - 2), FactorKind::Generated));
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `Resize` and `Upsample`: dimensions of unchanged size pass through, and so do pixels that are repeated as blocks.
pub(super) fn resize(call: &Call<'_>) -> Answer {
    let dims = call.dims(0)?;
    let rank = dims.len();
    let mut rule = Rule::new(call);
    let mut given: Vec<Option<Change>> = vec![None; rank];
    let axes = match call.ints("axes") {
        Some(axes) => call.axes(axes, rank)?,
        None => (0..rank).collect(),
    };
    let (scales, sizes) =
        if call.node.op() == "Upsample" || call.opset < 11 { (1, usize::MAX) } else { (2, 3) };
    let attribute = call
        .node
        .attribute("scales")
        .map(|attribute| attribute.floats.iter().map(|x| f64::from(*x)).collect::<Vec<_>>());
    let has_scales =
        call.operand(scales).is_some_and(|operand| operand.ty.dims.as_deref() != Some(&[Dim::Known(0)]));
    let wanted = |count: usize| match count == axes.len() {
        true => Ok(()),
        false => call.invalid(format!("found {count} scales or sizes for {} dimensions", axes.len())),
    };
    let factors = match attribute {
        Some(scales) => Some(scales),
        None if has_scales => call.floats(scales).ok().flatten().map(<[f64]>::to_vec),
        None => None,
    };
    if let Some(factors) = factors.filter(|factors| !factors.is_empty()) {
        wanted(factors.len())?;
        for (axis, scale) in axes.iter().zip(&factors) {
            if !(*scale > 0.0 && *scale < 1e9) {
                return call.invalid(format!("expected a positive scale, found {scale}"));
            }
            given[*axis] = Some(Change::Scale(*scale));
        }
    } else if !has_scales
        && call.has(sizes)
        && let Ok(shape) = shape_from(call, sizes)
    {
        wanted(shape.len())?;
        let stretch = call.text("keep_aspect_ratio_policy").unwrap_or("stretch") == "stretch";
        let shape = if stretch { shape } else { keep_ratio(call, &axes, &shape)? };
        for (axis, size) in axes.iter().zip(shape) {
            given[*axis] = Some(Change::Size(size));
        }
    }
    let nearest = call.text("mode").unwrap_or("nearest") == "nearest";
    let even = match (call.text("coordinate_transformation_mode"), call.text("nearest_mode")) {
        _ if call.opset < 11 => true,
        (Some("asymmetric"), Some("floor")) => true,
        (None | Some("half_pixel"), None | Some("round_prefer_floor" | "round_prefer_ceil")) => true,
        _ => false,
    };
    let mut out = Vec::new();
    for (dim, size) in dims.iter().enumerate() {
        let known = axes.contains(&dim);
        out.push(match given[dim].take() {
            None if !known => rule.pass(0, dim)?,
            Some(Change::Scale(1.0)) => rule.pass(0, dim)?,
            Some(Change::Size(new)) if new.is_same(size) => {
                let kept = rule.pass(0, dim)?;
                if let Some(at) = axes.iter().position(|axis| *axis == dim) {
                    rule.sized_element(sizes, at, &kept);
                }
                kept
            }
            Some(Change::Scale(scale)) if nearest && even && scale.fract() == 0.0 => {
                let (pixel, block) =
                    (rule.pass(0, dim)?, rule.new_dim(Dim::Known(scale as u64), FactorKind::Generated));
                let size = Dim::product([&pixel.size, &block.size]);
                RuleDim { size, factors: [pixel.factors, block.factors].concat() }
            }
            change => {
                rule.keep(0, dim, FactorKind::NeedsReplication("neighbouring elements are interpolated"))?;
                let size = match (change, size) {
                    (Some(Change::Size(new)), _) => new,
                    // Rounded down in single precision, like engines do.
                    (Some(Change::Scale(scale)), Dim::Known(size)) => {
                        Dim::Known((*size as f32 * scale as f32).floor() as u64)
                    }
                    _ => Dim::Unknown,
                };
                rule.new_replicated(size, "neighbouring elements are interpolated")
            }
        });
    }
    rule.output(call.element(0), out);
    rule.finish()
}

/// The requested change of a dimension.
#[derive(Clone, Debug)]
enum Change {
    Scale(f64),
    Size(Dim),
}

/// The sizes when all dimensions are scaled by the same factor.
fn keep_ratio(call: &Call<'_>, axes: &[usize], wanted: &[Dim]) -> Result<Vec<Dim>, NoRule> {
    let dims = call.dims(0)?;
    let ratios: Option<Vec<f64>> = (axes.iter().zip(wanted))
        .map(|(axis, size)| Some(size.known()? as f64 / dims[*axis].known().filter(|size| *size > 0)? as f64))
        .collect();
    let Some(ratios) = ratios else { return Ok(vec![Dim::Unknown; wanted.len()]) };
    let scale = match call.text("keep_aspect_ratio_policy") {
        Some("not_smaller") => ratios.iter().copied().fold(f64::MIN, f64::max),
        _ => ratios.iter().copied().fold(f64::MAX, f64::min),
    };
    // Rounded to nearest, halves up.
    let size = |axis: &usize| {
        dims[*axis]
            .known()
            .map_or(Dim::Unknown, |size| Dim::Known((scale * size as f64 + 0.5).floor() as u64))
    };
    Ok(axes.iter().map(size).collect())
}
