//! The strategies of an op: which axes shard which factor, along which axes it takes partial sums, and where partial sums are combined.

use partita_cost::{CollectiveKind, Kernel};
use partita_mesh::axis_list::shard_count;
use rustc_hash::FxHashMap;

use super::kept_sums::{NodeSums, Waiting};
use super::layout::PlanLayout;
use super::prices::CommPrices;
use super::program::{Allowed, OpLoad, PlanOp};
use super::reshards::ReshardedTensor;
use crate::axes::Axes;
use crate::factors::{Factors, Role};
use crate::placement::Abilities;

/// How many assignments are extended before it is asked again whether they are wanted.
const ASSIGNED_BETWEEN: usize = 1 << 10;

/// One way to carry out an op.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanStrategy {
    /// The layout in which it reads each operand.
    pub operands: Vec<PlanLayout>,
    /// The layout of each result. Partial sums are combined, except for those that users finish.
    pub results: Vec<PlanLayout>,
    /// The seconds of its kernels and of the collectives that combine its partial sums.
    pub seconds: f64,
    /// Whether its result is its first operand, which must have the same layout: it takes no memory beside it.
    pub is_renamed: bool,
}

/// Shapes and element sizes of the results, and the restriction of the first.
pub(crate) struct ResultFacts<'a> {
    pub(crate) bits: Vec<u64>,
    pub(crate) shapes: Vec<&'a [u64]>,
    pub(crate) allowed: &'a Allowed,
    /// Whether partial results may be scattered while they are combined.
    pub(crate) scatters: bool,
    /// Where partial sums may cross the op.
    pub(crate) sums: &'a NodeSums,
}

/// The axes of each factor, and those along which the op takes partial sums, a bit each.
type Assignment = (Vec<Axes>, u8);

/// All strategies of an op, the fastest first; `None` if they are no longer wanted. `beside` is what ops that follow its layout do.
pub(crate) fn list_strategies(
    op: &PlanOp,
    facts: &ResultFacts<'_>,
    beside: &OpLoad,
    prices: &CommPrices<'_>,
) -> Option<Vec<PlanStrategy>> {
    let mut best: FxHashMap<(Vec<PlanLayout>, Vec<PlanLayout>), f64> = FxHashMap::default();
    let takes_sums = !facts.sums.takes.is_empty();
    for (assignment, taken) in assignments(&op.factors, op.abilities, takes_sums, prices)? {
        let layouts: Vec<(PlanLayout, u8)> = (0..op.factors.tensors.len())
            .map(|tensor| {
                let layout = op.factors.layout(tensor, &assignment);
                (prices.axes.layout(layout.dims.iter()), prices.axes.set(&layout.partial) | taken)
            })
            .collect();
        let operand = |(at, (layout, _)): (usize, &(PlanLayout, u8))| {
            layout.clone().with_partial(if facts.sums.takes.contains(&at) { taken } else { 0 })
        };
        let operands: Vec<PlanLayout> =
            layouts[..op.factors.operands].iter().enumerate().map(operand).collect();
        let kernels = kernel_seconds(op, &assignment, prices);
        let windows = window_seconds(op, &assignment, prices);
        for (results, combining) in combined(&layouts[op.factors.operands..], facts, prices) {
            if results.first().is_some_and(|first| !is_allowed(first, facts.allowed)) {
                continue;
            }
            let share = results.first().map_or(1.0, |first| 1.0 / prices.axes.devices(first.mask()) as f64);
            let seconds = kernels
                + (combining + windows) * op.runs
                + load_seconds(beside, |_| share, share, share, prices);
            let known = best.entry((operands.clone(), results)).or_insert(seconds);
            *known = known.min(seconds);
        }
        // The collectives of each way to combine partial sums are searched for.
        if prices.is_over() {
            return None;
        }
    }
    let mut list: Vec<PlanStrategy> = best
        .into_iter()
        .map(|((operands, results), seconds)| PlanStrategy { operands, results, seconds, is_renamed: false })
        .collect();
    list.sort_by(|a, b| {
        let layouts = |each: &PlanStrategy| (each.results.clone(), each.operands.clone());
        a.seconds.total_cmp(&b.seconds).then_with(|| layouts(a).cmp(&layouts(b)))
    });
    Some(list)
}

/// Whether a layout respects what the program states.
fn is_allowed(layout: &PlanLayout, allowed: &Allowed) -> bool {
    let Allowed::Given(dims) = allowed else { return true };
    dims.iter().enumerate().all(|(dim, (given, is_open))| {
        let axes: Vec<usize> = layout.axes(dim).collect();
        axes.starts_with(given) && (*is_open || axes.len() == given.len())
    })
}

/// All assignments of axes to factors that divide them evenly. Several axes of a factor are in the order of the mesh. The op may take
/// partial sums along the other axes, if it takes any. There are exponentially many; `None` if they are no longer wanted.
fn assignments(
    factors: &Factors,
    abilities: Abilities,
    takes_sums: bool,
    prices: &CommPrices<'_>,
) -> Option<Vec<Assignment>> {
    let may_shard: Vec<usize> =
        (0..factors.sizes.len()).filter(|&factor| abilities.allow(factors.roles[factor])).collect();
    let mut all = vec![(vec![Axes::new(); factors.sizes.len()], 0)];
    for (number, &axis) in prices.axes.axes.iter().enumerate() {
        for at in 0..all.len() {
            for &factor in &may_shard {
                let mut next = all[at].clone();
                next.0[factor].push(axis);
                if factors.sizes[factor].is_multiple_of(shard_count(&next.0[factor])) {
                    all.push(next);
                }
            }
            if takes_sums {
                let (assignment, taken) = all[at].clone();
                all.push((assignment, taken | 1 << number));
            }
            if at % ASSIGNED_BETWEEN == 0 && prices.is_over() {
                return None;
            }
        }
    }
    all.retain(|(assignment, _)| {
        let mut valid = assignment.clone();
        factors.make_valid(&mut valid, &|_, _| true);
        valid == *assignment
    });
    Some(all)
}

/// The layouts of the results once partial sums are combined: everywhere, or each device a share of them. Sums that wait stay partial.
fn combined(
    layouts: &[(PlanLayout, u8)],
    facts: &ResultFacts<'_>,
    prices: &CommPrices<'_>,
) -> Vec<(Vec<PlanLayout>, f64)> {
    let natural: Vec<PlanLayout> = layouts.iter().map(|(layout, _)| layout.clone()).collect();
    let partial = layouts.first().map_or(0, |(_, partial)| *partial);
    if partial == 0 {
        return vec![(natural, 0.0)];
    }
    let dims = facts.shapes.first().filter(|_| facts.scatters).map_or(0, |shape| shape.len());
    let mut ways = vec![Combined { results: natural, waiting: 0 }];
    for axis in (0..prices.axes.axes.len()).filter(|axis| partial >> axis & 1 == 1) {
        for at in 0..ways.len() {
            let own = ways[at].clone();
            match facts.sums.waiting {
                Waiting::Never => {}
                Waiting::MayWait => ways.push(Combined { waiting: own.waiting | 1 << axis, ..own.clone() }),
                Waiting::Always => {
                    ways[at].waiting |= 1 << axis;
                    continue;
                }
            }
            for dim in 0..dims {
                let mut next = own.results.clone();
                next.iter_mut()
                    .filter(|layout| layout.rank() > dim)
                    .for_each(|layout| layout.push(dim, axis));
                let divides = next.iter().zip(&facts.shapes).all(|(layout, shape)| {
                    shape.get(dim).is_none_or(|size| size.is_multiple_of(prices.axes.shards(layout, dim)))
                });
                if divides {
                    ways.push(Combined { results: next, ..own.clone() });
                }
            }
        }
    }
    let cost = |Combined { results, waiting }: Combined| {
        let results: Vec<PlanLayout> =
            results.into_iter().map(|layout| layout.with_partial(waiting)).collect();
        let each = layouts.iter().zip(&results).zip(facts.shapes.iter().zip(&facts.bits));
        let seconds = each.map(|(((layout, partial), result), (&shape, &bits))| {
            let tensor = ReshardedTensor { shape, bits };
            prices.finish(&tensor, &layout.clone().with_partial(*partial), result)
        });
        let seconds = seconds.sum();
        (results, seconds)
    };
    ways.into_iter().map(cost).collect()
}

/// A way to combine partial sums.
#[derive(Clone, Debug)]
struct Combined {
    /// The layouts apart from sums that wait.
    results: Vec<PlanLayout>,
    /// The axes along which sums stay partial, a bit each.
    waiting: u8,
}

/// The seconds of the kernels of an op, all runs together.
fn kernel_seconds(op: &PlanOp, assignment: &[Axes], prices: &CommPrices<'_>) -> f64 {
    let factors = &*op.factors;
    let shards_of = |tensor: usize| -> f64 {
        let has = (0..factors.sizes.len()).filter(|&factor| factors.has(tensor, factor));
        has.map(|factor| shard_count(&assignment[factor])).product::<u64>() as f64
    };
    let all: f64 = assignment.iter().map(|axes| shard_count(axes)).product::<u64>() as f64;
    let written = (factors.operands..factors.tensors.len()).map(shards_of).fold(f64::INFINITY, f64::min);
    let written = if written.is_finite() { 1.0 / written } else { 1.0 };
    let Some(product) = op.load.product else {
        return load_seconds(&op.load, |operand| 1.0 / shards_of(operand), written, 1.0 / all, prices);
    };
    let mut local = product;
    for (factor, axes) in assignment.iter().enumerate() {
        let count = shard_count(axes);
        let inside = |tensor: usize| tensor < factors.tensors.len() && factors.has(tensor, factor);
        let size = match (inside(0), inside(1), inside(factors.operands)) {
            (true, true, true) => &mut local.batch,
            (true, _, true) => &mut local.rows,
            (_, true, true) => &mut local.columns,
            _ => &mut local.depth,
        };
        *size = size.div_ceil(count.max(1));
    }
    let reads = op.load.reads.iter().enumerate().map(|(operand, bytes)| bytes / shards_of(operand));
    let bytes = (reads.sum::<f64>() + op.load.writes * written) / op.runs.max(1.0);
    let copied = op.load.copied.iter().enumerate().map(|(operand, bytes)| bytes / shards_of(operand));
    let prepared = copied.sum::<f64>() / op.runs.max(1.0);
    let kernel = Kernel { product: Some(local), bytes, prepared, ..Kernel::default() };
    kernel.time(&prices.machine.device).seconds() * op.runs
}

/// The seconds of a load without a product if devices do the given shares of it.
fn load_seconds(
    load: &OpLoad,
    read: impl Fn(usize) -> f64,
    written: f64,
    computed: f64,
    prices: &CommPrices<'_>,
) -> f64 {
    let device = &prices.machine.device;
    let reads = load.reads.iter().enumerate().map(|(operand, bytes)| bytes * read(operand));
    let bytes = reads.sum::<f64>() + load.writes * written;
    device.kernels(load.kernels, load.instructions * computed / device.instructions, bytes)
}

/// The seconds in which neighbours exchange the edges of their shards, in one run.
fn window_seconds(op: &PlanOp, assignment: &[Axes], prices: &CommPrices<'_>) -> f64 {
    let factors = &*op.factors;
    let windows = (0..factors.sizes.len())
        .filter(|&factor| factors.roles[factor] == Role::Window && !assignment[factor].is_empty());
    windows
        .map(|factor| {
            let numbers = assignment[factor]
                .iter()
                .filter_map(|axis| prices.axes.axes.iter().position(|known| known == axis));
            let mask = numbers.fold(0u32, |mask, axis| mask | 1 << axis);
            // One line of elements on each side, of the largest operand.
            let most = op.load.reads.iter().copied().fold(0.0, f64::max) / op.runs.max(1.0);
            let all: u64 = assignment.iter().map(|axes| shard_count(axes)).product();
            let line = most / factors.sizes[factor].max(1) as f64 * shard_count(&assignment[factor]) as f64
                / all as f64;
            prices.collective(CollectiveKind::CollectivePermute, 2.0 * line.max(1.0), mask)
        })
        .sum()
}
