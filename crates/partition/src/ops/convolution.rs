//! Convolutions: batches, features and groups are sharded like those of a product; a spatial dimension is
//! sharded along the output or along the kernel.

use partita_base::Id;
use partita_ir::{Attr, ConvDims, Module, OpId, Type, TypeId, ValueId};
use partita_mesh::axis_list::shard_count;
use partita_rule::{DimMapping, FactorId, FactorSize, RuleSpec};
use smallvec::smallvec;

use super::halo::Sliding;
use super::{Written, view};
use crate::local_layout::LocalLayout;
use crate::local_values::shape_and_bits;
use crate::localize::{Localizer, PlacedOp};
use crate::window::LocalDim;

/// What the shards of a spatial dimension of the input correspond to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    /// Every device computes some output positions; its input extends into the neighbours' shards.
    Output,
    /// Every device holds some kernel positions and computes partial sums with the inputs that they meet.
    Kernel,
    /// The dimension cannot be sharded.
    Nothing,
}

/// The dimension numbers and window of one spatial dimension.
struct Spatial {
    lhs: usize,
    rhs: usize,
    out: usize,
    sliding: Sliding,
    reversed: bool,
    by: By,
}

/// A convolution by the roles of its dimensions.
struct Convolution {
    lhs_batch: usize,
    lhs_feature: usize,
    rhs_in: usize,
    rhs_out: usize,
    out_batch: usize,
    out_feature: usize,
    spatial: Vec<Spatial>,
    batch_groups: u64,
    feature_groups: u64,
}

/// The factors that every rule below begins with; two for each spatial dimension follow, and one of size 1.
const BATCH_GROUP: usize = 0;
const BATCH: usize = 1;
const FEATURE_GROUP: usize = 2;
const IN_FEATURE: usize = 3;
const OUT_FEATURE: usize = 4;
const SPATIAL: usize = 5;

impl Convolution {
    fn read(module: &Module, op: OpId) -> Option<Self> {
        let Attr::Conv(numbers) = module.attr(op, module.context.find_symbol("dimension_numbers")?)? else {
            return None;
        };
        let numbers: &ConvDims = numbers;
        let dim = |dim: i64| usize::try_from(dim).ok();
        let rank = numbers.input_spatial.len();
        let list = |name: &str, default: i64| view::ints_or(module, op, name, rank, default);
        let strides = list("window_strides", 1);
        let (base, dilations) = (list("lhs_dilation", 1), list("rhs_dilation", 1));
        let reversal = list("window_reversal", 0);
        let padding = view::window_padding(module, op, rank);
        let data = module.op(op);
        let values = [data.operands[0], data.operands[1], data.result(0)];
        let [lhs, rhs, out] = values.map(|value| shape_and_bits(module, value).0);
        let mut spatial = Vec::new();
        for index in 0..rank {
            let lists = [&numbers.input_spatial, &numbers.kernel_spatial, &numbers.output_spatial];
            let [at_lhs, at_rhs, at_out] = lists.map(|list| list.get(index).and_then(|&at| dim(at)));
            let (at_lhs, at_rhs, at_out) = (at_lhs?, at_rhs?, at_out?);
            let sliding = Sliding {
                size: *lhs.get(at_lhs)? as i64,
                windows: *out.get(at_out)? as i64,
                stride: *strides.get(index)?,
                padding: *padding.get(index)?,
                base_dilation: *base.get(index)?,
                window: *rhs.get(at_rhs)? as i64,
                window_dilation: *dilations.get(index)?,
            };
            let by = by(module, &sliding, values, [at_lhs, at_rhs, at_out]);
            let reversed = *reversal.get(index)? != 0;
            spatial.push(Spatial { lhs: at_lhs, rhs: at_rhs, out: at_out, sliding, reversed, by });
        }
        let groups =
            |name: &str| u64::try_from(view::int_attr(module, op, name, 1)).ok().filter(|&count| count > 0);
        Some(Self {
            lhs_batch: dim(numbers.input_batch)?,
            lhs_feature: dim(numbers.input_feature)?,
            rhs_in: dim(numbers.kernel_input_feature)?,
            rhs_out: dim(numbers.kernel_output_feature)?,
            out_batch: dim(numbers.output_batch)?,
            out_feature: dim(numbers.output_feature)?,
            spatial,
            batch_groups: groups("batch_group_count")?,
            feature_groups: groups("feature_group_count")?,
        })
    }
}

/// How to shard a spatial dimension: along what is sharded already.
fn by(module: &Module, sliding: &Sliding, values: [ValueId; 3], dims: [usize; 3]) -> By {
    if !sliding.is_moderate() {
        return By::Nothing;
    }
    let is_sharded = |which: usize| {
        let sharding = partita_hlo::sharding_of(module, values[which]);
        sharding
            .is_some_and(|sharding| sharding.dims.get(dims[which]).is_some_and(|dim| !dim.axes.is_empty()))
    };
    let by_kernel = !is_sharded(2) && (is_sharded(1) || (is_sharded(0) && sliding.window > sliding.windows));
    if by_kernel { By::Kernel } else { By::Output }
}

/// A rule with one factor for each dimension that devices can share.
pub(crate) fn convolution_rule(module: &Module, op: OpId, rule: &RuleSpec) -> Option<RuleSpec> {
    let conv = Convolution::read(module, op)?;
    let data = module.op(op);
    let values = [data.operands[0], data.operands[1], data.result(0)];
    let [lhs, rhs, out] = values.map(|value| shape_and_bits(module, value).0);
    let is_number = |value: ValueId| {
        let element = module.context.tensor(module.type_of(value)).map(|tensor| tensor.element);
        let ty = element.map(|element| module.context.type_of(element));
        matches!(ty, Some(Type::Integer { .. } | Type::Float(_) | Type::Complex(_)))
    };
    let has_elements = [&lhs, &rhs, &out].iter().all(|shape| shape.iter().all(|&size| size > 0));
    // For a quantized type, the element that fills a window would not be zero.
    if data.operands.len() != 2 || !has_elements || !values.into_iter().all(is_number) {
        return None;
    }
    let mut sizes = vec![
        conv.batch_groups,
        out[conv.out_batch],
        conv.feature_groups,
        rhs[conv.rhs_in],
        rhs[conv.rhs_out] / conv.batch_groups.checked_mul(conv.feature_groups)?,
    ];
    for spatial in &conv.spatial {
        sizes.extend([spatial.sliding.windows as u64, spatial.sliding.window as u64]);
    }
    let one = sizes.len();
    sizes.push(1);
    // Next to other factors, those of size 1 are redundant.
    let list = |factors: &[usize]| -> DimMapping {
        let mut kept: Vec<usize> = factors.iter().copied().filter(|&factor| sizes[factor] > 1).collect();
        if kept.is_empty() {
            kept.extend(factors.last());
        }
        kept.into_iter().map(FactorId::from_index).collect()
    };
    let mut new = rule.clone();
    let out_features = list(&[BATCH_GROUP, FEATURE_GROUP, OUT_FEATURE]);
    new.operands[0].dims[conv.lhs_batch] = list(&[BATCH_GROUP, BATCH]);
    new.operands[0].dims[conv.lhs_feature] = list(&[FEATURE_GROUP, IN_FEATURE]);
    new.operands[1].dims[conv.rhs_in] = list(&[IN_FEATURE]);
    new.operands[1].dims[conv.rhs_out] = out_features.clone();
    new.results[0].dims[conv.out_batch] = list(&[BATCH]);
    new.results[0].dims[conv.out_feature] = out_features;
    new.reduction = vec![FactorId::from_index(IN_FEATURE)];
    (new.permutation, new.need_replication) = (Vec::new(), vec![FactorId::from_index(one)]);
    for (index, spatial) in conv.spatial.iter().enumerate() {
        let [output, kernel, one] =
            [SPATIAL + 2 * index, SPATIAL + 2 * index + 1, one].map(FactorId::from_index);
        new.results[0].dims[spatial.out] = smallvec![output];
        new.operands[1].dims[spatial.rhs] = smallvec![kernel];
        new.operands[0].dims[spatial.lhs] = smallvec![one];
        match spatial.by {
            By::Output => {
                new.operands[0].dims[spatial.lhs] = smallvec![output];
                new.permutation.push(output);
                new.need_replication.push(kernel);
            }
            By::Kernel => {
                new.operands[0].dims[spatial.lhs] = smallvec![kernel];
                // A factor that shares its dimension is sharded only if it divides evenly. Padding the kernel
                // with zeros would be wrong: the input that the zeros meet may be infinite.
                new.operands[1].dims[spatial.rhs] = smallvec![kernel, one];
                new.reduction.push(kernel);
                new.need_replication.push(output);
            }
            By::Nothing => new.need_replication.extend([output, kernel]),
        }
    }
    new.factor_sizes = sizes.into_iter().map(FactorSize::from).collect();
    Some(new)
}

/// `convolution`: collects the halo of sharded spatial dimensions; sharded features and kernels leave partial
/// sums.
pub(crate) fn convolution(local: &mut Localizer<'_>, placed: &PlacedOp<'_>) -> Written {
    let conv = Convolution::read(local.module, placed.op).expect("it was read for its rule");
    let is_sharded = |factor: usize| shard_count(&placed.assignment[factor]) > 1;
    let axes_of = |index: usize, spatial: &Spatial| match spatial.by {
        By::Output => placed.assignment[SPATIAL + 2 * index].clone(),
        By::Kernel => placed.assignment[SPATIAL + 2 * index + 1].clone(),
        By::Nothing => Default::default(),
    };
    let dims: Vec<usize> = (conv.spatial.iter().enumerate())
        .filter(|(index, spatial)| shard_count(&axes_of(*index, spatial)) > 1)
        .map(|(_, spatial)| spatial.lhs)
        .collect();
    let (mut lhs, layout) = local.nearest(placed, 0, &dims);
    let element = local.emit.element(lhs);
    let zero = local.emit.zeros(&[], element);
    let mut padding: Vec<[i64; 2]> = conv.spatial.iter().map(|dim| dim.sliding.padding).collect();
    let mut dilations: Vec<i64> = conv.spatial.iter().map(|dim| dim.sliding.base_dilation).collect();
    for (index, spatial) in conv.spatial.iter().enumerate() {
        let axes = axes_of(index, spatial);
        let count = shard_count(&axes);
        if count == 1 {
            continue;
        }
        let (starts, width) = spatial.covered(count);
        let size = spatial.sliding.size as u64;
        let local_dim =
            LocalDim { mesh: placed.mesh, dim: spatial.lhs, axes: layout.dims[spatial.lhs].clone(), size };
        let dilation = spatial.sliding.base_dilation;
        let (window, rest) =
            local.dilated_or_deferred_window(lhs, &local_dim, &axes, &starts, width, dilation, zero);
        lhs = window;
        (padding[index], dilations[index]) = (rest.padding, rest.base_dilation);
    }
    let mut rhs = placed.operands[1].0;
    if is_sharded(IN_FEATURE) {
        let operands = &local.module.op(placed.op).operands;
        let (input, kernel) = (local.shape(operands[0]), local.shape(operands[1]));
        lhs = masked(local, lhs, &layout, conv.lhs_feature, input[conv.lhs_feature]);
        rhs = masked(local, rhs, &placed.operands[1].1, conv.rhs_in, kernel[conv.rhs_in]);
    }
    let ty: TypeId =
        local.local_type(local.module.type_of(local.module.op(placed.op).result(0)), &placed.results[0]);
    let new = local.create_copy(placed.op, &[lhs, rhs], &[ty]);
    local.set_padding(new, &padding);
    local.set_ints(new, "lhs_dilation", &dilations);
    let groups = [
        ("batch_group_count", conv.batch_groups, BATCH_GROUP),
        ("feature_group_count", conv.feature_groups, FEATURE_GROUP),
    ];
    for (name, count, factor) in groups {
        let attr = local.emit.int_attr(count.div_ceil(shard_count(&placed.assignment[factor])) as i64);
        let name = local.emit.symbol(name);
        local.emit.out.set_attr(new, name, attr);
    }
    local.emit.out.append(local.emit.block, new);
    vec![(local.emit.out.op(new).result(0), placed.results[0].clone())]
}

impl Spatial {
    /// The input that a shard needs: where it begins for every shard, and its width.
    fn covered(&self, shards: u64) -> (Vec<i64>, u64) {
        let sliding = &self.sliding;
        if self.by == By::Output {
            let block = (sliding.windows as u64).div_ceil(shards);
            return (sliding.starts(shards, block), sliding.width(block));
        }
        let block = sliding.window / shards as i64;
        let starts = (0..shards as i64)
            .map(|shard| {
                // The first kernel position of the shard, in the order in which positions meet the input.
                let first = if self.reversed { sliding.window - (shard + 1) * block } else { shard * block };
                first * sliding.window_dilation - sliding.padding[0]
            })
            .collect();
        let part = Sliding { window: block, ..*sliding };
        (starts, part.width(sliding.windows as u64))
    }
}

/// An operand with zeros in the padding of a dimension.
fn masked(local: &mut Localizer<'_>, value: ValueId, layout: &LocalLayout, dim: usize, size: u64) -> ValueId {
    let element = local.emit.element(value);
    let zero = local.emit.zeros(&[], element);
    local.emit.mask_padding(value, layout, dim, size, zero)
}
