//! Windowed reductions: a device gets the elements that its windows cover from its neighbours, or only their
//! totals if each window contains everything before (or after) an element.

use partita_ir::{Module, OpId, TypeId, ValueId};
use partita_rule::RuleSpec;

use super::Written;
use super::halo::Sliding;
use super::reduce::{is_neutral, known_body};
use crate::combiner::Combiner;
use crate::local_layout::LocalLayout;
use crate::local_values::shape_and_bits;
use crate::localize::{Localizer, PlacedOp};
use crate::window::LocalDim;
use partita_place::Role;

/// A dimension with windows may be sharded, except for huge windows and for windows that cover everything: then
/// the axes are better used on another dimension. Cumulative reductions need only the totals of other shards.
pub(crate) fn reduce_window_rule(module: &Module, op: OpId, rule: &RuleSpec) -> Option<RuleSpec> {
    let mut rule = rule.clone();
    let has_totals = has_neutral_elements(module, op);
    for (dim, sliding) in sliding(module, op).iter().enumerate() {
        let &[factor] = &rule.results[0].dims[dim][..] else { continue };
        if let Some(at) = rule.permutation.iter().position(|other| *other == factor)
            && (!sliding.is_moderate()
                || (sliding.sees_everything() && !(has_totals && sliding.cumulative().is_some())))
        {
            rule.permutation.remove(at);
            rule.need_replication.push(factor);
        }
    }
    Some(rule)
}

/// Whether the body consists of combiners with neutral elements.
fn has_neutral_elements(module: &Module, op: OpId) -> bool {
    let data = module.op(op);
    let combiners = data.regions.first().and_then(|&body| Combiner::of_body(module, body));
    combiners.is_some_and(|combiners| {
        combiners.into_iter().zip(data.results()).all(|(combiner, result)| {
            let tensor = module.context.tensor(module.type_of(result));
            tensor.is_some_and(|tensor| combiner.neutral(module, tensor.element).is_some())
        })
    })
}

fn sliding(module: &Module, op: OpId) -> Vec<Sliding> {
    let data = module.op(op);
    let (input, result) =
        (shape_and_bits(module, data.operands[0]).0, shape_and_bits(module, data.result(0)).0);
    Sliding::read(module, op, &input, &result)
}

/// The window of a cumulative reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CumulativeWindow {
    /// An element and all before it.
    Before,
    /// An element and all after it.
    Behind,
}

impl Sliding {
    /// Whether a window is as wide as the dimension.
    fn sees_everything(&self) -> bool {
        (self.window - 1) * self.window_dilation >= (self.size - 1) * self.base_dilation
    }

    fn cumulative(&self) -> Option<CumulativeWindow> {
        let steps = [self.stride, self.base_dilation, self.window_dilation];
        if steps != [1; 3] || self.windows != self.size || self.window < self.size {
            return None;
        }
        let rest = self.window - 1;
        [(CumulativeWindow::Before, [rest, 0]), (CumulativeWindow::Behind, [0, rest])]
            .into_iter()
            .find(|(_, padding)| self.padding == *padding)
            .map(|(direction, _)| direction)
    }
}

/// `reduce_window` on windows that include the halo; cumulative reductions exchange totals instead.
pub(crate) fn reduce_window(local: &mut Localizer<'_>, placed: &PlacedOp<'_>) -> Written {
    let layout = &placed.results[0];
    let slides = |dim: usize| {
        let factor = placed.factors.factor(0, dim);
        factor.is_some_and(|factor| placed.factors.roles[factor] == Role::Window)
    };
    let dims: Vec<usize> =
        (0..layout.dims.len()).filter(|&dim| layout.is_sharded(dim) && slides(dim)).collect();
    let mut sliding = sliding(local.module, placed.op);
    if let &[dim] = &dims[..]
        && let Some(direction) = sliding[dim].cumulative()
        && let Some(known) = known_body(local, placed)
    {
        return cumulative(local, placed, sliding, (dim, direction), &known);
    }
    if dims.is_empty() {
        return local.same(placed.op, placed.operands, placed.results);
    }
    let count = placed.results.len();
    let known = known_body(local, placed);
    let mut operands: Vec<ValueId> = Vec::new();
    let mut remaining = Vec::new();
    for index in 0..count {
        let (mut value, own) = local.nearest(placed, index, &dims);
        // Elements that do not exist are filled with the neutral element, or with the initial value if the
        // neutral element is unknown, as the op specifies.
        let fill = match &known {
            Some(known) => {
                let element = local.emit.element(value);
                local.emit.splat(&known[index].1, &[], element)
            }
            None => placed.operands[count + index].0,
        };
        remaining.clear();
        for &dim in &dims {
            let (along, axes) = (&sliding[dim], &layout.dims[dim]);
            let block = layout.block(dim, along.windows as u64);
            let starts = along.starts(layout.shards(dim), block);
            let (width, dilation) = (along.width(block), along.base_dilation);
            let local_dim =
                LocalDim { mesh: placed.mesh, dim, axes: own.dims[dim].clone(), size: along.size as u64 };
            let (window, rest) =
                local.dilated_or_deferred_window(value, &local_dim, axes, &starts, width, dilation, fill);
            value = window;
            remaining.push(rest);
        }
        operands.push(value);
    }
    for (&dim, rest) in dims.iter().zip(remaining) {
        (sliding[dim].padding, sliding[dim].base_dilation) = (rest.padding, rest.base_dilation);
    }
    operands.extend(placed.operands[count..].iter().map(|(value, _)| *value));
    let results = write(local, placed, &operands, &sliding);
    results.into_iter().zip(placed.results.iter().cloned()).collect()
}

/// Every device reduces its block, then combines it with the totals of all blocks before (or after) it.
fn cumulative(
    local: &mut Localizer<'_>,
    placed: &PlacedOp<'_>,
    mut sliding: Vec<Sliding>,
    (dim, direction): (usize, CumulativeWindow),
    known: &[(Combiner, Vec<u8>)],
) -> Written {
    let count = placed.results.len();
    let size = sliding[dim].size as u64;
    let rest = placed.results[0].block(dim, size) as i64 - 1;
    sliding[dim].window = rest + 1;
    sliding[dim].padding = if direction == CumulativeWindow::Before { [rest, 0] } else { [0, rest] };
    let mut operands: Vec<ValueId> = Vec::new();
    let mut neutral: Vec<ValueId> = Vec::new();
    for (index, (_, bytes)) in known.iter().enumerate() {
        let (value, layout) = &placed.operands[index];
        let element = local.emit.element(*value);
        neutral.push(local.emit.splat(bytes, &[], element));
        // Seen from the end, the padding comes before everything, so it must not be counted.
        operands.push(match direction {
            CumulativeWindow::Before => *value,
            CumulativeWindow::Behind => local.emit.mask_padding(*value, layout, dim, size, neutral[index]),
        });
    }
    operands.extend(neutral.iter().copied());
    let mut results = write(local, placed, &operands, &sliding);
    for (index, (combiner, _)) in known.iter().enumerate() {
        let layout = &placed.results[index];
        let of = (*combiner, neutral[index]);
        results[index] = with_totals(local, results[index], layout, (dim, direction), of);
        let given = local.module.op(placed.op).operands[count + index];
        if !is_neutral(local, given, *combiner) {
            let shape = local.emit.shape(results[index]);
            let init = local.emit.broadcast(placed.operands[count + index].0, &shape);
            results[index] = local.emit.combine(*combiner, init, results[index]);
        }
    }
    results.into_iter().zip(placed.results.iter().cloned()).collect()
}

/// Combines the totals of all blocks before (or after) a device's own with its values.
fn with_totals(
    local: &mut Localizer<'_>,
    value: ValueId,
    layout: &LocalLayout,
    (dim, direction): (usize, CumulativeWindow),
    (combiner, neutral): (Combiner, ValueId),
) -> ValueId {
    let shape = local.emit.shape(value);
    let (at, side) = match direction {
        CumulativeWindow::Before => (shape[dim] - 1, "LT"),
        CumulativeWindow::Behind => (0, "GT"),
    };
    let total = local.emit.slice(value, dim, at, at + 1);
    let totals = local.emit.all_gather(layout.mesh, total, dim, &layout.dims[dim]);
    let all = local.emit.shape(totals);
    let index = local.emit.shard_index(layout.mesh, &layout.dims[dim]);
    let index = local.emit.broadcast(index, &all);
    let shards = local.emit.iota(&all, dim, local.emit.index_type());
    let counts = local.emit.compare(side, shards, index);
    let nothing = local.emit.broadcast(neutral, &all);
    let totals = local.emit.select(counts, totals, nothing);
    let total = local.emit.reduce(totals, neutral, &[dim], combiner);
    let kept: Vec<i64> = (0..shape.len() as i64).filter(|&other| other != dim as i64).collect();
    let total = local.emit.broadcast_in_dim(total, &shape, &kept);
    local.emit.combine(combiner, total, value)
}

/// Writes the op itself, on local shapes.
fn write(
    local: &mut Localizer<'_>,
    placed: &PlacedOp<'_>,
    operands: &[ValueId],
    sliding: &[Sliding],
) -> Vec<ValueId> {
    let data = local.module.op(placed.op);
    let types: Vec<TypeId> = data
        .results()
        .zip(placed.results)
        .map(|(result, layout)| local.local_type(local.module.type_of(result), layout))
        .collect();
    let new = local.create_copy(placed.op, operands, &types);
    let padding: Vec<[i64; 2]> = sliding.iter().map(|dim| dim.padding).collect();
    local.set_padding(new, &padding);
    let dilations: Vec<i64> = sliding.iter().map(|dim| dim.base_dilation).collect();
    local.set_ints(new, "base_dilations", &dilations);
    let window: Vec<i64> = sliding.iter().map(|dim| dim.window).collect();
    local.set_ints(new, "window_dimensions", &window);
    local.copy_region(data.regions[0], new);
    local.emit.out.append(local.emit.block, new);
    local.emit.out.op(new).results().collect()
}
