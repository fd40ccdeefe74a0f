//! Checks convolutions, and the windows they share with pooling.

use partita_ir::ConvDims;

use crate::check::{Checked, Integers, OpCheck};
use crate::hlo_dot::check_precisions;
use crate::shape::{Extent, Extents, TensorView};

/// A window along one dimension.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    size: Option<i64>,
    stride: i64,
    padding: (i64, i64),
    base_dilation: i64,
    window_dilation: i64,
}

/// The names of the attributes that define a window.
pub(crate) struct WindowAttrs {
    pub(crate) strides: &'static str,
    pub(crate) padding: &'static str,
    pub(crate) base_dilation: &'static str,
    pub(crate) window_dilation: &'static str,
}

/// Builds one window per dimension; `sizes` are their lengths.
pub(crate) fn build_windows(
    op: &OpCheck<'_>,
    sizes: &[Option<i64>],
    attrs: &WindowAttrs,
) -> Checked<Vec<Window>> {
    let list = |name: &str| -> Checked<Option<&[i64]>> {
        match op.ints(name) {
            Some(list) if !list.is_empty() && list.len() != sizes.len() => op.fail_attr(
                name,
                format!(
                    "expected {} entries in `{name}` (one per window dimension), found {}",
                    sizes.len(),
                    list.len()
                ),
            ),
            other => Ok(other.filter(|list| !list.is_empty())),
        }
    };
    let strides = list(attrs.strides)?;
    let base = list(attrs.base_dilation)?;
    let dilation = list(attrs.window_dilation)?;
    let padding = paddings(op, attrs.padding, sizes.len())?;
    let mut windows = Vec::with_capacity(sizes.len());
    for (dim, &size) in sizes.iter().enumerate() {
        let positive = |name: &str, list: Option<&[i64]>| match list.map_or(1, |list| list[dim]) {
            value if value > 0 => Ok(value),
            value => op.fail_attr(
                name,
                format!("expected `{name}` of window dimension {dim} to be positive, found {value}"),
            ),
        };
        if let Some(size) = size.filter(|size| *size <= 0) {
            return op
                .fail_shape(format!("expected a positive size of window dimension {dim}, found {size}"));
        }
        windows.push(Window {
            size,
            stride: positive(attrs.strides, strides)?,
            padding: padding.as_ref().map_or((0, 0), |padding| padding[dim]),
            base_dilation: positive(attrs.base_dilation, base)?,
            window_dilation: positive(attrs.window_dilation, dilation)?,
        });
    }
    Ok(windows)
}

fn paddings(op: &OpCheck<'_>, name: &str, count: usize) -> Checked<Option<Vec<(i64, i64)>>> {
    let Some(padding) = op.integers(name) else { return Ok(None) };
    if !is_pairs(padding, count) {
        return op.fail_attr(name, format!("expected `{name}` to have shape {count}x2"));
    }
    let values: Vec<i64> = padding.iter().collect();
    Ok(Some(values.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()))
}

fn is_pairs(integers: Integers<'_>, count: usize) -> bool {
    integers.shape.len() == 2 && integers.size(0) == count as u64 && integers.size(1) == 2
}

impl Window {
    /// The number of positions of the window along a dimension.
    pub(crate) fn positions(self, extent: Extent) -> Extent {
        let Some(size) = self.size else { return Extent::Unknown };
        let count = |length: u64| {
            let dilated = dilate(i128::from(length), self.base_dilation);
            let padded = dilated + i128::from(self.padding.0) + i128::from(self.padding.1);
            let window = dilate(i128::from(size), self.window_dilation);
            if padded < window {
                0
            } else {
                u64::try_from((padded - window) / i128::from(self.stride) + 1).unwrap_or(0)
            }
        };
        match extent {
            Extent::Fixed(length) => Extent::Fixed(count(length)),
            Extent::Bounded(length) => Extent::Bounded(count(length)),
            Extent::Unknown => Extent::Unknown,
        }
    }
}

/// The length of `length` elements with `factor - 1` holes between neighbours.
fn dilate(length: i128, factor: i64) -> i128 {
    if length == 0 { 0 } else { (length - 1) * i128::from(factor) + 1 }
}

/// Checks `stablehlo.convolution`.
pub(crate) fn convolution(op: &OpCheck<'_>) -> Checked {
    let Some(setup) = Setup::read(op)? else { return Ok(()) };
    let sizes: Vec<Option<i64>> = setup
        .dims
        .kernel_spatial
        .iter()
        .map(|dim| setup.rhs.dim(*dim as usize).fixed().map(|n| n as i64))
        .collect();
    let attrs = WindowAttrs {
        strides: "window_strides",
        padding: "padding",
        base_dilation: "lhs_dilation",
        window_dilation: "rhs_dilation",
    };
    let windows = build_windows(op, &sizes, &attrs)?;
    let reversal = op.ints("window_reversal").filter(|reversal| !reversal.is_empty());
    if let Some(reversal) = reversal.filter(|reversal| reversal.len() != sizes.len()) {
        let message = format!(
            "expected {} entries in `window_reversal` (one per window dimension), found {}",
            sizes.len(),
            reversal.len()
        );
        return op.fail_attr("window_reversal", message);
    }
    let mut extents: Extents = std::iter::repeat_n(Extent::Unknown, setup.lhs.rank()).collect();
    for (window, (from, to)) in
        windows.iter().zip(setup.dims.input_spatial.iter().zip(&setup.dims.output_spatial))
    {
        extents[*to as usize] = window.positions(setup.lhs.dim(*from as usize));
    }
    setup.finish(op, extents)
}

/// Checks `stablehlo.dynamic_conv`.
pub(crate) fn dynamic_conv(op: &OpCheck<'_>) -> Checked {
    let Some(setup) = Setup::read(op)? else { return Ok(()) };
    let spatial = setup.dims.input_spatial.len();
    let padding = op.tensor(2)?;
    if padding.dim(0) != Extent::Fixed(spatial as u64) || padding.dim(1) != Extent::Fixed(2) {
        let message =
            format!("expected `padding` to have shape {spatial}x2, found `{}`", op.spell(padding.ty));
        return op.fail_shape(message);
    }
    Ok(())
}

/// What both convolutions share: operands, dimension numbers, groups.
struct Setup<'m> {
    dims: &'m ConvDims,
    lhs: TensorView<'m>,
    rhs: TensorView<'m>,
    batch_groups: u64,
}

impl<'m> Setup<'m> {
    fn read(op: &OpCheck<'m>) -> Checked<Option<Setup<'m>>> {
        let Some(dims) = op.conv("dimension_numbers") else { return Ok(None) };
        let (lhs, rhs) = (op.tensor(0)?, op.tensor(1)?);
        if lhs.element != rhs.element {
            let (lhs, rhs) = (op.spell(lhs.ty), op.spell(rhs.ty));
            return op.fail_operands(format!("`{lhs}` and `{rhs}` have different element types"));
        }
        if lhs.rank() != rhs.rank() || lhs.rank() < 2 {
            let (lhs, rhs) = (op.spell(lhs.ty), op.spell(rhs.ty));
            return op.fail_shape(format!(
                "expected operands of equal rank, at least 2, found `{lhs}` and `{rhs}`"
            ));
        }
        check_precisions(op)?;
        check_dims(op, dims, lhs.rank())?;
        let count = |name| op.int(name).and_then(|count| u64::try_from(count).ok()).unwrap_or(1);
        let (batch_groups, feature_groups) = (count("batch_group_count"), count("feature_group_count"));
        if batch_groups > 1 && feature_groups > 1 {
            let message = format!(
                "expected one of the group counts to be 1, found {batch_groups} batch groups and {feature_groups} feature groups"
            );
            return op.fail_attr("batch_group_count", message);
        }
        let setup = Setup { dims, lhs, rhs, batch_groups };
        setup.check_groups(op, batch_groups, feature_groups)?;
        Ok(Some(setup))
    }

    fn check_groups(&self, op: &OpCheck<'_>, batch_groups: u64, feature_groups: u64) -> Checked {
        let batch = self.lhs.dim(self.dims.input_batch as usize).fixed();
        let features = self.lhs.dim(self.dims.input_feature as usize).fixed();
        let inputs = self.rhs.dim(self.dims.kernel_input_feature as usize).fixed();
        let outputs = self.rhs.dim(self.dims.kernel_output_feature as usize).fixed();
        let divides = |what: &str, size: Option<u64>, name: &str, groups: u64| match size {
            Some(size) if size % groups != 0 => {
                op.fail_attr(name, format!("{groups} groups do not divide the {size} {what}"))
            }
            _ => Ok(()),
        };
        divides("inputs of the batch", batch, "batch_group_count", batch_groups)?;
        divides("features of the input", features, "feature_group_count", feature_groups)?;
        if let (Some(features), Some(inputs)) = (features, inputs)
            && features / feature_groups != inputs
        {
            let message = format!(
                "{features} features in {feature_groups} groups do not match {inputs} input features of the kernel"
            );
            return op.fail_shape(message);
        }
        divides("outputs of the kernel", outputs, "batch_group_count", batch_groups)?;
        divides("outputs of the kernel", outputs, "feature_group_count", feature_groups)
    }

    /// Adds batch and features to the spatial sizes and compares them with the result.
    fn finish(&self, op: &OpCheck<'_>, mut extents: Extents) -> Checked {
        let batch = self.lhs.dim(self.dims.input_batch as usize);
        extents[self.dims.output_batch as usize] = batch.map(|size| size / self.batch_groups);
        extents[self.dims.output_feature as usize] = self.rhs.dim(self.dims.kernel_output_feature as usize);
        op.infer_shape(0, &extents)
    }
}

fn check_dims(op: &OpCheck<'_>, dims: &ConvDims, rank: usize) -> Checked {
    let sides = [
        (dims.input_batch, dims.input_feature, &dims.input_spatial),
        (dims.kernel_input_feature, dims.kernel_output_feature, &dims.kernel_spatial),
        (dims.output_batch, dims.output_feature, &dims.output_spatial),
    ];
    for (first, second, spatial) in sides {
        if spatial.len() != rank - 2 {
            let message = format!(
                "expected {} spatial dimensions for tensors of rank {rank}, found {}",
                rank - 2,
                spatial.len()
            );
            return op.fail_attr("dimension_numbers", message);
        }
        let used: Vec<i64> = [first, second].into_iter().chain(spatial.iter().copied()).collect();
        op.dimensions("dimension_numbers", &used, rank)?;
    }
    Ok(())
}
