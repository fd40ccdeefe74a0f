//! Signatures of ops that onnxruntime's optimiser, quantiser and model builder introduce.

use super::attention::{heads_attribute, packed, per_head};
use super::build::{Rule, RuleDim};
use super::elementwise::align_inputs;
use super::matmul::product;
use super::{Call, NoRule};
use crate::signature::{Combine, FactorKind, Signature};
use crate::types::{Dim, ElementType};

const POSITION: &str = "the result depends on the position in the sequence";
const FUSED_HEADS: &str = "the weights of queries, keys and values are one matrix";
const KEYS: &str = "the softmax runs over all keys";
const SCORES: &str = "scores are summed before the softmax";
const CACHE: &str = "new keys follow those of the cache";
const MASK: &str = "the mask lists positions of all batches";
const RANGE: &str = "the scale depends on the range of all elements";
const ROUNDED: &str = "the result is rounded after it is complete";

type Answer = Result<Signature, NoRule>;

/// `QLinearAdd` and `QLinearMul`: two tensors, each followed by its scale and its zero point.
pub(super) fn qlinear_binary(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let axes = align_inputs(&mut rule, &[0, 3])?;
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `QLinearLeakyRelu` and `QLinearSigmoid`: the other inputs are scales and zero points.
pub(super) fn qlinear_unary(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let axes = rule.pass_all(0)?;
    rule.output(call.element(0), axes);
    rule.finish()
}

/// Softmax of quantised elements: the sum is rounded once it is complete.
pub(super) fn qlinear_softmax(call: &Call<'_>) -> Answer {
    let rank = call.dims(0)?.len();
    let axis = call.axis_attribute(-1, rank)?;
    let is_old = call.int("opset").unwrap_or(13) < 13;
    let mut rule = Rule::new(call);
    let axes = rule.keep_all(0, |dim| match dim == axis || is_old && dim > axis {
        true => FactorKind::NeedsReplication(ROUNDED),
        false => FactorKind::PassThrough,
    })?;
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `QLinearGlobalAveragePool`: channels are second or last.
pub(super) fn qlinear_global_pool(call: &Call<'_>) -> Answer {
    let rank = call.dims(0)?.len();
    let channel = if call.flag("channels_last") { rank.saturating_sub(1) } else { 1 };
    let mut rule = Rule::new(call);
    let mut axes = Vec::new();
    for dim in 0..rank {
        axes.push(if dim == 0 || dim == channel {
            rule.pass(0, dim)?
        } else {
            rule.keep(0, dim, FactorKind::NeedsReplication(ROUNDED))?;
            RuleDim::free(Dim::Known(1))
        });
    }
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `QLinearConcat`: the scale and zero point of the output, then every input with its own.
pub(super) fn qlinear_concat(call: &Call<'_>) -> Answer {
    let inputs: Vec<usize> = (2..call.inputs.len()).step_by(3).collect();
    let Some(&first) = inputs.first() else { return call.invalid("expected inputs to join".to_string()) };
    let rank = call.dims(first)?.len();
    let axis = call.axis_attribute(1, rank)?;
    let mut rule = Rule::new(call);
    let mut axes = Vec::new();
    let mut total = Dim::Known(0);
    for dim in 0..rank {
        let passed = (dim != axis).then(|| rule.pass(first, dim)).transpose()?;
        for &input in &inputs {
            let size = call.dims_of_rank(input, rank)?[dim].clone();
            match &passed {
                Some(passed) if input != first => rule.join(input, dim, passed)?,
                Some(_) => {}
                None => {
                    total = total.plus(&size);
                    rule.keep(input, dim, FactorKind::NeedsReplication("inputs end inside shards"))?;
                }
            }
        }
        let joined = || RuleDim::free(Dim::Unknown);
        axes.push(passed.unwrap_or_else(joined));
    }
    axes[axis] = RuleDim::free(total);
    rule.output(call.element(first), axes);
    rule.finish()
}

/// `FusedMatMul`: a product of possibly transposed matrices, scaled. With transposed batches, the rows come before the batches.
pub(super) fn fused_matmul(call: &Call<'_>) -> Answer {
    let is_transposed = ["transA", "transB", "transBatchA", "transBatchB"].map(|name| call.flag(name));
    if is_transposed == [false; 4] {
        let mut rule = Rule::new(call);
        let made = product(&mut rule, 0, 1, FactorKind::Reduction(Combine::Sum))?;
        rule.output(call.element(0), made.axes);
        return rule.finish();
    }
    let (a, b) = (call.dims(0)?, call.dims(1)?);
    let [trans_a, trans_b, batch_a, batch_b] = is_transposed;
    if a.len() < 2 || b.len() < 2 {
        return Err(NoRule::Unsupported("transposed vectors are not supported"));
    }
    let mut rule = Rule::new(call);
    let rank = a.len().max(b.len());
    let mut axes = Vec::new();
    for dim in 0..rank - 2 {
        let at = |len: usize, batch: bool| Some((dim + len).checked_sub(rank)? + usize::from(batch));
        let (in_a, in_b) = (at(a.len(), batch_a), at(b.len(), batch_b));
        let size = |dims: &[Dim], at: Option<usize>| at.map_or(Dim::Known(1), |dim| dims[dim].clone());
        let (size_a, size_b) = (size(a, in_a), size(b, in_b));
        let size = if size_a == Dim::Known(1) { size_b } else { size_a };
        let axis = rule.new_dim(size, FactorKind::PassThrough);
        for (input, dim) in [(0, in_a), (1, in_b)] {
            if let Some(dim) = dim {
                rule.broadcast(input, dim, &axis)?;
            }
        }
        axes.push(axis);
    }
    // The positions of the rows and columns of the matrices that are multiplied.
    let matrix = |len: usize, transposed: bool, batch: bool| {
        let (rows, columns) = (if batch { 0 } else { len - 2 }, len - 1);
        if transposed { (columns, rows) } else { (rows, columns) }
    };
    let (left, right) = (matrix(a.len(), trans_a, batch_a), matrix(b.len(), trans_b, batch_b));
    let rows = rule.pass(0, left.0)?;
    let inner = rule.keep(0, left.1, FactorKind::Reduction(Combine::Sum))?;
    rule.join(1, right.0, &inner)?;
    let columns = rule.pass(1, right.1)?;
    axes.extend([rows, columns]);
    rule.output(call.element(0), axes);
    rule.finish()
}

/// `MatMulIntegerToFloat`: both operands, their scales, their zero points, and a bias.
pub(super) fn matmul_integer_to_float(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let made = product(&mut rule, 0, 1, FactorKind::Reduction(Combine::Sum))?;
    per_column(&mut rule, &[3, 5, 6], made.columns.as_ref())?;
    rule.once(6);
    rule.output(call.element(2), made.axes);
    rule.finish()
}

/// `DynamicQuantizeMatMul`: the first operand is quantised by its range.
pub(super) fn dynamic_quantize_matmul(call: &Call<'_>) -> Answer {
    let mut rule = Rule::new(call);
    let made = product(&mut rule, 0, 1, FactorKind::NeedsReplication(RANGE))?;
    let rows = &made.axes[..made.axes.len().saturating_sub(1)];
    for axis in rows {
        rule.set_kind(axis, FactorKind::NeedsReplication(RANGE));
    }
    per_column(&mut rule, &[2, 3, 4], made.columns.as_ref())?;
    rule.output(call.element(0), made.axes);
    rule.finish()
}

/// `QGemm`: both operands with their scales and zero points, a bias, and the scale and zero point of the result, which is a float without them.
pub(super) fn quantised_gemm(call: &Call<'_>) -> Answer {
    call.dims_of_rank(0, 2)?;
    call.dims_of_rank(3, 2)?;
    let mut rule = Rule::new(call);
    let (a, b) = (usize::from(call.flag("transA")), usize::from(call.flag("transB")));
    let is_rounded = call.has(7);
    let rows = rule.pass(0, a)?;
    let inner = rule.keep(
        0,
        1 - a,
        match is_rounded {
            true => FactorKind::NeedsReplication(ROUNDED),
            false => FactorKind::Reduction(Combine::Sum),
        },
    )?;
    rule.join(3, b, &inner)?;
    let columns = rule.pass(3, 1 - b)?;
    per_column(&mut rule, &[4, 5], Some(&columns))?;
    if call.has(6) {
        let rank = call.dims(6)?.len();
        let axes = [&rows, &columns];
        if rank > 2 {
            return call.invalid(format!("expected rank 2 or less of C, found {rank}"));
        }
        for dim in 0..rank {
            rule.broadcast(6, dim, axes[dim + 2 - rank])?;
        }
        rule.once(6);
    }
    rule.output(if is_rounded { call.element(0) } else { call.element(1) }, vec![rows, columns]);
    rule.finish()
}

/// Parameters with one element in total, or one per column.
fn per_column(rule: &mut Rule<'_>, inputs: &[usize], columns: Option<&RuleDim>) -> Result<(), NoRule> {
    for &input in inputs {
        if let (true, Some(columns)) = (rule.call.has(input), columns)
            && rule.call.dims(input)?.len() == 1
        {
            rule.broadcast(input, 0, columns)?;
        }
    }
    Ok(())
}

/// `EmbedLayerNormalization`: words, positions and segments are looked up, summed and normalised.
pub(super) fn embed_layer_norm(call: &Call<'_>) -> Answer {
    let hidden = call.dims_of_rank(2, 2)?[1].clone();
    call.dims_of_rank(0, 2)?;
    let mut rule = Rule::new(call);
    let batch = rule.pass(0, 0)?;
    let sequence = rule.keep(0, 1, FactorKind::NeedsReplication(POSITION))?;
    for input in [1, 7, 8] {
        if call.has(input) {
            call.dims_of_rank(input, 2)?;
            rule.broadcast(input, 0, &batch)?;
            rule.broadcast(input, 1, &sequence)?;
        }
    }
    let result = vec![batch.clone(), sequence, RuleDim::free(hidden)];
    rule.output(call.element(2), result.clone());
    rule.output(Some(ElementType::Int32), vec![batch]);
    rule.output(call.element(2), result);
    rule.finish()
}

/// `Attention`: projects its input by one matrix for queries, keys and values.
pub(super) fn fused_attention(call: &Call<'_>) -> Answer {
    let (input, weights) = (call.dims_of_rank(0, 3)?, call.dims_of_rank(1, 2)?);
    let heads = heads_attribute(call, "num_heads")?;
    let sizes = call.ints("qkv_hidden_sizes").filter(|sizes| sizes.len() == 3);
    let hidden = match (sizes.and_then(|sizes| u64::try_from(sizes[2]).ok()), weights[1].known()) {
        (Some(values), _) => Dim::Known(values),
        (None, Some(all)) => Dim::Known(all / 3),
        (None, None) => Dim::Unknown,
    };
    let mut rule = Rule::new(call);
    let batch = rule.pass(0, 0)?;
    let sequence = rule.keep(0, 1, FactorKind::NeedsReplication(KEYS))?;
    rule.keep(0, 2, FactorKind::NeedsReplication(FUSED_HEADS))?;
    mask_along(&mut rule, 3, &batch)?;
    let before = if call.has(4) { call.dims_of_rank(4, 5)?[3].clone() } else { Dim::Known(0) };
    if call.has(4) {
        rule.join(4, 1, &batch)?;
    }
    bias_along(&mut rule, 5, &batch)?;
    let size = per_head(call, &hidden, &heads)?;
    rule.output(call.element(0), vec![batch.clone(), sequence, RuleDim::free(hidden)]);
    let total = before.plus(&input[1]);
    let present = [heads, total, size].map(RuleDim::free).to_vec();
    rule.output(call.element(0), [vec![RuleDim::free(Dim::Known(2)), batch], present].concat());
    rule.finish()
}

/// A mask with one row per batch; one of another form keeps batches together.
fn mask_along(rule: &mut Rule<'_>, input: usize, batch: &RuleDim) -> Result<(), NoRule> {
    if !rule.call.has(input) {
        return Ok(());
    }
    let dims = rule.call.dims(input)?;
    match dims.first() {
        Some(first) if first.is_same(&batch.size) => rule.join(input, 0, batch),
        Some(Dim::Known(1)) if dims.len() > 1 => Ok(()),
        _ => {
            rule.set_kind(batch, FactorKind::NeedsReplication(MASK));
            Ok(())
        }
    }
}

/// A bias of scores: `[batch or 1, heads or 1, queries, keys]`.
fn bias_along(rule: &mut Rule<'_>, input: usize, batch: &RuleDim) -> Result<(), NoRule> {
    match rule.call.has(input) {
        true => {
            rule.call.dims_of_rank(input, 4)?;
            rule.broadcast(input, 0, batch)
        }
        false => Ok(()),
    }
}

/// `MultiHeadAttention`: queries, keys and values of rank 3, or keys and values of rank 4 per head.
pub(super) fn multi_head_attention(call: &Call<'_>) -> Answer {
    let q = call.dims(0)?;
    let is_packed = !call.has(1) || !call.has(2);
    if q.len() != 3 || is_packed {
        return Err(NoRule::Unsupported("packed queries, keys and values are not supported"));
    }
    let (k, v) = (call.dims(1)?, call.dims(2)?);
    let heads = heads_attribute(call, "num_heads")?;
    let mut rule = Rule::new(call);
    // Biases of queries, keys and values are one vector.
    let kind = match call.has(3) {
        true => FactorKind::NeedsReplication(FUSED_HEADS),
        false => FactorKind::PassThrough,
    };
    let head = rule.new_dim(heads.clone(), kind);
    rule.sized_attribute("num_heads", &head);
    let batch = rule.pass(0, 0)?;
    let query = rule.keep(0, 1, FactorKind::NeedsReplication(POSITION))?;
    let size = rule.new_replicated(per_head(call, &q[2], &heads)?, SCORES);
    rule.join(0, 2, &packed(&head, &size))?;
    let value_size = match v.len() {
        4 => v[3].clone(),
        _ => per_head(call, v.last().unwrap_or(&Dim::Unknown), &heads)?,
    };
    let value = rule.new_replicated(value_size, SCORES);
    for (input, dims, size) in [(1, k, &size), (2, v, &value)] {
        match dims.len() {
            3 => {
                rule.join(input, 0, &batch)?;
                rule.keep(input, 1, FactorKind::NeedsReplication(KEYS))?;
                rule.join(input, 2, &packed(&head, size))?;
            }
            4 => {
                rule.join(input, 0, &batch)?;
                rule.join(input, 1, &head)?;
                rule.keep(input, 2, FactorKind::NeedsReplication(KEYS))?;
                rule.join(input, 3, size)?;
            }
            rank => return call.invalid(format!("expected inputs of rank 3 or 4, found {rank}")),
        }
    }
    mask_along(&mut rule, 4, &batch)?;
    if call.has(5) {
        call.dims_of_rank(5, 4)?;
        rule.broadcast(5, 0, &batch)?;
        rule.broadcast(5, 1, &head)?;
    }
    let keys = if k.len() == 4 { &k[2] } else { &k[1] };
    let total = cache_along(&mut rule, [6, 7], &batch, &head, [&size, &value], keys)?;
    rule.output(call.element(0), vec![batch.clone(), query, packed(&head, &value)]);
    for size in [size, value] {
        rule.output(call.element(0), vec![batch.clone(), head.clone(), RuleDim::free(total.clone()), size]);
    }
    rule.finish()
}

/// The cached keys and values, `[batch, heads, sequence, size]`, and the length of the cache afterwards. It may be a buffer that does not grow.
fn cache_along(
    rule: &mut Rule<'_>,
    inputs: [usize; 2],
    batch: &RuleDim,
    heads: &RuleDim,
    sizes: [&RuleDim; 2],
    added: &Dim,
) -> Result<Dim, NoRule> {
    let mut total = added.clone();
    for (input, size) in inputs.into_iter().zip(sizes) {
        if rule.call.has(input) {
            rule.call.dims_of_rank(input, 4)?;
            rule.join(input, 0, batch)?;
            rule.join(input, 1, heads)?;
            rule.keep(input, 2, FactorKind::NeedsReplication(CACHE))?;
            rule.join(input, 3, size)?;
            total = Dim::Unknown;
        }
    }
    Ok(total)
}
