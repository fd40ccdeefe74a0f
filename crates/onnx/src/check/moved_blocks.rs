//! Ops that only move blocks along dimensions: concatenation, split, slice.
//!
//! When such a dimension is sharded, no data has to move: every device keeps its elements, and the result has more and smaller
//! shards, several of them on one device. The format does not define this, so only lenient checks use it.

use partita_mesh::gcd;

use super::compose::Composition;
use crate::layout::axis::{BoundAxis, SimpleSharding};
use crate::layout::chain::Chain;
use crate::layout::{Axis, DeviceLayout, DeviceSet};
use crate::ops::{Call, Contents, IntElement};
use crate::signature::Signature;

/// A block of an input that becomes a block of an output.
struct MovedBlock<'a> {
    layout: &'a DeviceLayout,
    bounds: Vec<BoundAxis>,
    /// Where it begins in the input, per dimension.
    from: Vec<u64>,
    /// Where it begins in the output, per dimension.
    to: Vec<u64>,
    /// Its size, per dimension.
    size: Vec<u64>,
}

/// The layouts of the outputs when no data moves between devices. `None` for other ops and for unknown sizes.
pub(super) fn layouts_in_place(
    call: &Call<'_>,
    signature: &Signature,
    inputs: &[Option<&DeviceLayout>],
) -> Option<Composition> {
    if !call.node.name_space().is_empty() {
        return None;
    }
    let shapes: Vec<Vec<u64>> =
        signature.outputs.iter().map(|output| output.ty.shape()).collect::<Option<_>>()?;
    let outputs = match call.node.op() {
        "Concat" => vec![concat(call, inputs, shapes.first()?)?],
        "Split" => split(call, inputs.first().copied().flatten()?, &shapes)?,
        "Slice" => vec![slice(call, inputs.first().copied().flatten()?, shapes.first()?)?],
        _ => return None,
    };
    Some(Composition { outputs, exchanges: Vec::new() })
}

fn sizes(layout: &DeviceLayout) -> Option<Vec<u64>> {
    layout.axes().iter().map(|axis| axis.size().filter(|&size| size > 0)).collect()
}

fn bounds(layout: &DeviceLayout, sizes: &[u64]) -> Option<Vec<BoundAxis>> {
    layout.axes().iter().zip(sizes).map(|(axis, &size)| axis.bound(size)).collect()
}

fn axis_attribute(call: &Call<'_>, rank: usize, default: Option<i64>) -> Option<usize> {
    let axis = call.node.attribute("axis").and_then(|attribute| attribute.i).or(default)?;
    crate::structure::spec::resolve_axis(axis, rank)
}

fn concat(call: &Call<'_>, inputs: &[Option<&DeviceLayout>], shape: &[u64]) -> Option<DeviceLayout> {
    let axis = axis_attribute(call, shape.len(), None)?;
    let mut at = 0;
    let mut blocks = Vec::new();
    for layout in inputs {
        let layout = (*layout)?;
        let size = sizes(layout)?;
        let mut to = vec![0; shape.len()];
        *to.get_mut(axis)? = at;
        at += *size.get(axis)?;
        let bounds = bounds(layout, &size)?;
        blocks.push(MovedBlock { layout, bounds, from: vec![0; shape.len()], to, size });
    }
    assemble(&blocks, shape)
}

fn split(call: &Call<'_>, input: &DeviceLayout, shapes: &[Vec<u64>]) -> Option<Vec<DeviceLayout>> {
    let axis = axis_attribute(call, input.rank(), Some(0))?;
    let mut at = 0;
    let mut outputs = Vec::new();
    for shape in shapes {
        let mut from = vec![0; input.rank()];
        from[axis] = at;
        at += *shape.get(axis)?;
        outputs.push(block(input, from, shape)?);
    }
    Some(outputs)
}

fn slice(call: &Call<'_>, input: &DeviceLayout, shape: &[u64]) -> Option<DeviceLayout> {
    let starts = ints(call, 1)?;
    let axes = match call.inputs.get(3) {
        Some(Some(_)) => ints(call, 3)?,
        _ => (0..starts.len() as i64).collect(),
    };
    if matches!(call.inputs.get(4), Some(Some(_))) && ints(call, 4)?.iter().any(|&step| step != 1) {
        return None;
    }
    let size = sizes(input)?;
    let mut from = vec![0; input.rank()];
    for (&start, axis) in starts.iter().zip(axes) {
        let axis = crate::structure::spec::resolve_axis(axis, input.rank())?;
        let start = if start < 0 { start.saturating_add(size[axis] as i64).max(0) } else { start };
        from[axis] = (start as u64).min(size[axis]);
    }
    block(input, from, shape)
}

fn ints(call: &Call<'_>, input: usize) -> Option<Vec<i64>> {
    let Contents::Ints(elements) = call.inputs.get(input)?.as_ref()?.contents.as_ref()? else { return None };
    let int = |element: &IntElement| match element {
        IntElement::Int(int) => Some(*int),
        IntElement::Size(dim) => dim.known().and_then(|size| i64::try_from(size).ok()),
    };
    elements.iter().map(int).collect()
}

/// The layout of one block of a tensor.
fn block(layout: &DeviceLayout, from: Vec<u64>, shape: &[u64]) -> Option<DeviceLayout> {
    let bounds = bounds(layout, &sizes(layout)?)?;
    let to = vec![0; shape.len()];
    assemble(&[MovedBlock { layout, bounds, from, to, size: shape.to_vec() }], shape)
}

/// The layout of a tensor assembled from blocks that stay on their devices.
fn assemble(blocks: &[MovedBlock<'_>], shape: &[u64]) -> Option<DeviceLayout> {
    if blocks.iter().any(|block| block.layout.rank() != shape.len()) || shape.contains(&0) {
        return None;
    }
    let axes: Vec<Axis> = (0..shape.len()).map(|d| axis(blocks, d, shape[d])).collect::<Option<_>>()?;
    let layout = DeviceLayout::sampled(axes, shape, |position| {
        let inside = |block: &&MovedBlock<'_>| {
            (0..shape.len()).all(|d| position[d] >= block.to[d] && position[d] - block.to[d] < block.size[d])
        };
        let Some(block) = blocks.iter().find(inside) else { return Some(DeviceSet::default()) };
        let shard = |d: usize| block.bounds[d].shard_of(position[d] - block.to[d] + block.from[d]);
        let shards: Vec<u64> = (0..shape.len()).map(shard).collect::<Option<_>>()?;
        Some(block.layout.holder(shards).clone())
    })?;
    Some(layout.reduced())
}

/// Shards so small that none crosses a shard boundary of any block.
fn axis(blocks: &[MovedBlock<'_>], d: usize, size: u64) -> Option<Axis> {
    let moved = blocks.iter().any(|block| block.from[d] != 0 || block.to[d] != 0 || block.size[d] != size);
    if !moved {
        let same_size = blocks.iter().all(|block| block.bounds[d].size == size);
        let mut chain = Chain::unsharded(size);
        for block in blocks.iter().filter(|_| same_size) {
            chain = chain.refined(&block.bounds[d].chain());
        }
        if same_size {
            return Some(Axis::new(Some(size), super::compose::chain_shardings(&chain)));
        }
    }
    let mut common = 0;
    for block in blocks {
        let width = match block.layout.axes()[d].simple_shardings() {
            [] => 0,
            [_] => block.bounds[d].shardings[0].block,
            _ => return None,
        };
        common = gcd(common, block.to[d]);
        if width > 0 {
            common = gcd(gcd(common, width), block.to[d] + width - block.from[d] % width);
        }
    }
    if common == 0 {
        return Some(Axis::unsharded(Some(size)));
    }
    let fits = |width: u64| size.div_ceil(size.div_ceil(width)) == width;
    let divisor =
        (1..=common.min(DeviceLayout::MAX_SHARDS)).rev().find(|&w| common.is_multiple_of(w) && fits(w));
    let width = if fits(common) { common } else { divisor? };
    Some(Axis::new(Some(size), vec![SimpleSharding { size: Some(size), shards: size.div_ceil(width) }]))
}
