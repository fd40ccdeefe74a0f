//! Reads the attributes of the larger ops for their kernels.

use partita_ir::{Attr, OpCode};

use crate::body::RegionBody;
use crate::elementwise::ComparisonDirection;
use crate::kernels::{self, WindowDim};
use crate::op_call::OpCall;
use crate::op_view::OpView;
use crate::pointwise::{comparison, take};
use crate::small::{halves, sizes};
use crate::{Binary, EvalError, EvalResult, Tensor};

fn misfit(what: &str) -> EvalError {
    EvalError::Argument(what.into())
}

/// Evaluates `stablehlo.convolution`.
pub(crate) fn static_convolution(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [lhs, rhs] = take(operands)?;
    let spatial = lhs.rank().saturating_sub(2);
    let padding = call.view.ints_or("padding", 0, 2 * spatial)?;
    convolution(call.view, lhs, rhs, padding)
}

/// Evaluates `stablehlo.reduce_window`.
pub(crate) fn reduce_window(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
    let (inputs, inits) = halves(operands)?;
    let rank = inputs.first().map_or(0, |input| input.rank());
    let window = window(call.view, rank, Some("base_dilations"), Some("window_dilations"))?;
    let (inputs, inits) = (owned(inputs), owned(inits));
    let body = call.body(0)?;
    match body.plain().and_then(combine) {
        Some(op) if inputs.len() == 1 => {
            kernels::reduce_window(&inputs, &inits, &window, kernels::Reducer::Plain(op))
        }
        _ => {
            let mut call = |arguments: &[Tensor]| body.call(arguments);
            kernels::reduce_window(&inputs, &inits, &window, kernels::Reducer::Body(&mut call))
        }
    }
}

/// Evaluates `stablehlo.select_and_scatter`.
pub(crate) fn select_and_scatter(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [operand, source, init] = take(operands)?;
    let window = window(call.view, operand.rank(), None, None)?;
    let (choose, add) = (call.body(0)?, call.body(1)?);
    let mut choose_call = |arguments: &[Tensor]| choose.call(arguments);
    let mut add_call = |arguments: &[Tensor]| add.call(arguments);
    let select = match plain_comparison(&choose) {
        Some((0, ComparisonDirection::Ge)) => kernels::Select::Ge,
        Some((0, ComparisonDirection::Le)) => kernels::Select::Le,
        _ => kernels::Select::Body(&mut choose_call),
    };
    let scatter = match add.plain().and_then(combine) {
        Some(op) => kernels::Reducer::Plain(op),
        None => kernels::Reducer::Body(&mut add_call),
    };
    kernels::select_and_scatter(operand, source, init, &window, select, scatter)
}

/// Evaluates `stablehlo.fft`.
pub(crate) fn fft(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x] = take(operands)?;
    let kind = match call.view.case("fft_type") {
        Some("FFT") => kernels::FftKind::Fft,
        Some("IFFT") => kernels::FftKind::Ifft,
        Some("RFFT") => kernels::FftKind::Rfft,
        Some("IRFFT") => kernels::FftKind::Irfft,
        _ => return Err(misfit("missing type of the transform")),
    };
    kernels::fft(x, kind, &sizes(&call.view.ints("fft_length")?)?)
}

/// Evaluates `stablehlo.cholesky`.
pub(crate) fn cholesky(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [a] = take(operands)?;
    kernels::cholesky(a, call.view.flag("lower"))
}

/// Evaluates `stablehlo.triangular_solve`.
pub(crate) fn triangular_solve(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [a, b] = take(operands)?;
    let view = call.view;
    let transpose_a = match view.case("transpose_a") {
        Some("TRANSPOSE") => kernels::Transpose::Transpose,
        Some("ADJOINT") => kernels::Transpose::Adjoint,
        _ => kernels::Transpose::No,
    };
    let op = kernels::TriangularSolve {
        left_side: view.flag("left_side"),
        lower: view.flag("lower"),
        unit_diagonal: view.flag("unit_diagonal"),
        transpose_a,
    };
    kernels::triangular_solve(a, b, op)
}

/// Evaluates `stablehlo.rng`.
pub(crate) fn rng(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [a, b, shape] = take(operands)?;
    let distribution = match call.view.case("rng_distribution") {
        Some("NORMAL") => kernels::Distribution::Normal,
        _ => kernels::Distribution::Uniform,
    };
    // Every op draws different numbers, and every run the same ones.
    let seed = u64::from(call.view.op.span.start);
    kernels::rng(a, b, &sizes(shape.ints()?)?, distribution, seed)
}

/// Evaluates `stablehlo.rng_bit_generator`.
pub(crate) fn rng_bit_generator(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
    let [state] = take(operands)?;
    let algorithm = match call.view.case("rng_algorithm") {
        Some("THREE_FRY") => kernels::Algorithm::ThreeFry,
        Some("PHILOX") => kernels::Algorithm::Philox,
        _ => kernels::Algorithm::Default,
    };
    let (element, shape) = call.view.result(1)?;
    let (state, bits) = kernels::rng_bit_generator(state, algorithm, element, &shape)?;
    Ok(vec![state, bits])
}

/// The feature dimension of a batch norm.
fn feature(call: &OpCall<'_, '_>) -> EvalResult<usize> {
    sizes(&[call.view.int("feature_index")?]).map(|list| list[0])
}

/// Evaluates `stablehlo.batch_norm_inference`.
pub(crate) fn batch_norm_inference(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Tensor> {
    let [x, scale, offset, mean, variance] = take(operands)?;
    let statistics = [scale, offset, mean, variance];
    kernels::batch_norm_inference(x, statistics, call.view.float("epsilon")?, feature(call)?)
}

/// Evaluates `stablehlo.batch_norm_training`.
pub(crate) fn batch_norm_training(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
    let [x, scale, offset] = take(operands)?;
    let (y, mean, variance) =
        kernels::batch_norm_training(x, scale, offset, call.view.float("epsilon")?, feature(call)?)?;
    Ok(vec![y, mean, variance])
}

/// Evaluates `stablehlo.batch_norm_grad`.
pub(crate) fn batch_norm_grad(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
    let [x, scale, mean, variance, grad] = take(operands)?;
    let statistics = [scale, mean, variance];
    let (x, scale, offset) =
        kernels::batch_norm_grad(x, statistics, grad, call.view.float("epsilon")?, feature(call)?)?;
    Ok(vec![x, scale, offset])
}

/// Evaluates `chlo.top_k`.
pub(crate) fn top_k(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
    let [x] = take(operands)?;
    let (values, places) = kernels::top_k(x, sizes(&[call.view.int("k")?])?[0])?;
    Ok(vec![values, places])
}

fn owned(tensors: &[&Tensor]) -> Vec<Tensor> {
    tensors.iter().map(|&tensor| tensor.clone()).collect()
}

/// The plain ops that the window kernels support.
fn combine(op: Binary) -> Option<kernels::Combine> {
    Some(match op {
        Binary::Add => kernels::Combine::Add,
        Binary::Multiply => kernels::Combine::Mul,
        Binary::Maximum => kernels::Combine::Max,
        Binary::Minimum => kernels::Combine::Min,
        Binary::And => kernels::Combine::And,
        Binary::Or => kernels::Combine::Or,
        Binary::Xor => kernels::Combine::Xor,
        _ => return None,
    })
}

/// The operand whose two elements a region compares and the direction, if the region does nothing else.
fn plain_comparison(body: &RegionBody<'_, '_>) -> Option<(usize, ComparisonDirection)> {
    let (view, code) = body.single_op()?;
    if code != OpCode::Compare {
        return None;
    }
    let block = view.op.block?;
    let args = &view.module.block(block).args;
    let place = args.iter().position(|arg| *arg == view.op.operands[0])?;
    let next = args.get(place + 1) == Some(&view.op.operands[1]);
    let (direction, _) = comparison(view).ok()?;
    (next && place % 2 == 0).then_some((place / 2, direction))
}

/// Evaluates `stablehlo.sort`.
pub(crate) fn sort(call: &OpCall<'_, '_>, operands: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
    let inputs = owned(operands);
    let rank = inputs.first().map_or(0, Tensor::rank);
    let dim = call.view.int_or("dimension", -1)?;
    let dim = if dim < 0 { dim + rank as i64 } else { dim };
    let dim = usize::try_from(dim).map_err(|_| misfit("the dimension is out of range"))?;
    sort_by(&inputs, dim, &call.body(0)?)
}

/// Sorts along a dimension by a region that compares two elements.
pub(crate) fn sort_by(inputs: &[Tensor], dim: usize, body: &RegionBody<'_, '_>) -> EvalResult<Vec<Tensor>> {
    let plain = plain_comparison(body).and_then(|(operand, direction)| {
        let direction = match direction {
            ComparisonDirection::Lt => kernels::SortDirection::Ascending,
            ComparisonDirection::Gt => kernels::SortDirection::Descending,
            _ => return None,
        };
        let total = body.single_op().is_some_and(|(view, _)| view.case("compare_type") == Some("TOTALORDER"));
        let order = if total { kernels::FloatOrder::Total } else { kernels::FloatOrder::Partial };
        Some(kernels::Comparator::Plain { operand, direction, order })
    });
    match plain {
        Some(comparator) => kernels::sort(inputs, dim, comparator),
        None => kernels::sort(inputs, dim, kernels::Comparator::Body(&mut |arguments| body.call(arguments))),
    }
}

/// The windows of a reduction over every dimension.
fn window(
    view: OpView<'_>,
    rank: usize,
    base_dilations: Option<&str>,
    window_dilations: Option<&str>,
) -> EvalResult<Vec<WindowDim>> {
    let ones = |name: Option<&str>| match name {
        Some(name) => sizes(&view.ints_or(name, 1, rank)?),
        None => Ok(vec![1; rank]),
    };
    let size = sizes(&view.ints_or("window_dimensions", 1, rank)?)?;
    let stride = ones(Some("window_strides"))?;
    let padding = view.ints_or("padding", 0, 2 * rank)?;
    let (base, window) = (ones(base_dilations)?, ones(window_dilations)?);
    if [size.len(), stride.len(), padding.len() / 2, base.len(), window.len()] != [rank; 5] {
        return Err(misfit("expected one entry per dimension"));
    }
    Ok((0..rank)
        .map(|d| WindowDim {
            size: size[d],
            stride: stride[d],
            low: padding[2 * d],
            high: padding[2 * d + 1],
            base_dilation: base[d],
            window_dilation: window[d],
            reversed: false,
        })
        .collect())
}

/// A convolution with given padding.
pub(crate) fn convolution(
    view: OpView<'_>,
    lhs: &Tensor,
    rhs: &Tensor,
    padding: Vec<i64>,
) -> EvalResult<Tensor> {
    let Some(Attr::Conv(dims)) = view.attr("dimension_numbers") else {
        return Err(misfit("missing dimension numbers of a convolution"));
    };
    let one = |dim: i64| sizes(&[dim]).map(|list| list[0]);
    let numbers = kernels::ConvNumbers {
        input_batch: one(dims.input_batch)?,
        input_feature: one(dims.input_feature)?,
        input_spatial: sizes(&dims.input_spatial)?,
        kernel_input_feature: one(dims.kernel_input_feature)?,
        kernel_output_feature: one(dims.kernel_output_feature)?,
        kernel_spatial: sizes(&dims.kernel_spatial)?,
        output_batch: one(dims.output_batch)?,
        output_feature: one(dims.output_feature)?,
        output_spatial: sizes(&dims.output_spatial)?,
    };
    let rank = numbers.kernel_spatial.len();
    let stride = sizes(&view.ints_or("window_strides", 1, rank)?)?;
    let (base, window) =
        (sizes(&view.ints_or("lhs_dilation", 1, rank)?)?, sizes(&view.ints_or("rhs_dilation", 1, rank)?)?);
    let reversed = view.ints_or("window_reversal", 0, rank)?;
    if [stride.len(), base.len(), window.len(), reversed.len(), padding.len() / 2] != [rank; 5] {
        return Err(misfit("expected one entry per spatial dimension"));
    }
    let windows = (0..rank).map(|d| {
        let size = rhs.shape.get(numbers.kernel_spatial[d]).copied();
        Ok(WindowDim {
            size: size.ok_or_else(|| misfit("dimension numbers are out of range"))?,
            stride: stride[d],
            low: padding[2 * d],
            high: padding[2 * d + 1],
            base_dilation: base[d],
            window_dilation: window[d],
            reversed: reversed[d] != 0,
        })
    });
    let op = kernels::Convolution {
        window: windows.collect::<EvalResult<_>>()?,
        feature_groups: one(view.int_or("feature_group_count", 1)?)?,
        batch_groups: one(view.int_or("batch_group_count", 1)?)?,
        numbers: numbers.clone(),
    };
    kernels::convolution(lhs, rhs, &op, view.result_element(0)?)
}
