//! Ops that only move blocks along dimensions: concatenation, splitting, slicing.
//!
//! Cut along such a dimension, a tensor need not move at all: every device keeps what it has, and the result has more and smaller
//! shards than a plain cut, some of them on one device. That goes beyond the letter of the rules, so only lenient answers use it.

use partita_mesh::gcd;

use super::compose::Composition;
use crate::layout::axis::{Bound, Cut};
use crate::layout::chain::Chain;
use crate::layout::{Axis, DeviceSet, Layout};
use crate::ops::{Call, Contents, Element};
use crate::signature::Signature;

/// A block of an input that becomes a block of an output.
struct Piece<'a> {
    layout: &'a Layout,
    bounds: Vec<Bound>,
    /// Where it begins in the input, by dimension.
    from: Vec<u64>,
    /// Where it begins in the output.
    to: Vec<u64>,
    /// How large it is.
    size: Vec<u64>,
}

/// The layouts of the outputs when nothing moves between devices. `None` if the op is another one, or sizes are not known.
pub(super) fn in_place(
    call: &Call<'_>,
    signature: &Signature,
    inputs: &[Option<&Layout>],
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

fn sizes(layout: &Layout) -> Option<Vec<u64>> {
    layout.axes().iter().map(|axis| axis.size().filter(|&size| size > 0)).collect()
}

fn bounds(layout: &Layout, sizes: &[u64]) -> Option<Vec<Bound>> {
    layout.axes().iter().zip(sizes).map(|(axis, &size)| axis.bound(size)).collect()
}

fn axis_attribute(call: &Call<'_>, rank: usize, default: Option<i64>) -> Option<usize> {
    let axis = call.node.attribute("axis").and_then(|attribute| attribute.i).or(default)?;
    crate::structure::spec::resolve_axis(axis, rank)
}

fn concat(call: &Call<'_>, inputs: &[Option<&Layout>], shape: &[u64]) -> Option<Layout> {
    let axis = axis_attribute(call, shape.len(), None)?;
    let mut at = 0;
    let mut pieces = Vec::new();
    for layout in inputs {
        let layout = (*layout)?;
        let size = sizes(layout)?;
        let mut to = vec![0; shape.len()];
        *to.get_mut(axis)? = at;
        at += *size.get(axis)?;
        let bounds = bounds(layout, &size)?;
        pieces.push(Piece { layout, bounds, from: vec![0; shape.len()], to, size });
    }
    assemble(&pieces, shape)
}

fn split(call: &Call<'_>, input: &Layout, shapes: &[Vec<u64>]) -> Option<Vec<Layout>> {
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

fn slice(call: &Call<'_>, input: &Layout, shape: &[u64]) -> Option<Layout> {
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
    let int = |element: &Element| match element {
        Element::Int(int) => Some(*int),
        Element::Size(dim) => dim.known().and_then(|size| i64::try_from(size).ok()),
    };
    elements.iter().map(int).collect()
}

/// One block of a tensor.
fn block(layout: &Layout, from: Vec<u64>, shape: &[u64]) -> Option<Layout> {
    let bounds = bounds(layout, &sizes(layout)?)?;
    let to = vec![0; shape.len()];
    assemble(&[Piece { layout, bounds, from, to, size: shape.to_vec() }], shape)
}

/// A tensor of pieces that stay where they are.
fn assemble(pieces: &[Piece<'_>], shape: &[u64]) -> Option<Layout> {
    if pieces.iter().any(|piece| piece.layout.rank() != shape.len()) || shape.contains(&0) {
        return None;
    }
    let axes: Vec<Axis> = (0..shape.len()).map(|d| axis(pieces, d, shape[d])).collect::<Option<_>>()?;
    let layout = Layout::sampled(axes, shape, |position| {
        let inside = |piece: &&Piece<'_>| {
            (0..shape.len()).all(|d| position[d] >= piece.to[d] && position[d] - piece.to[d] < piece.size[d])
        };
        let Some(piece) = pieces.iter().find(inside) else { return Some(DeviceSet::default()) };
        let shard = |d: usize| piece.bounds[d].shard_of(position[d] - piece.to[d] + piece.from[d]);
        let shards: Vec<u64> = (0..shape.len()).map(shard).collect::<Option<_>>()?;
        Some(piece.layout.holder(shards).clone())
    })?;
    Some(layout.reduced())
}

/// Blocks so small that none reaches across a border of a shard of any piece.
fn axis(pieces: &[Piece<'_>], d: usize, size: u64) -> Option<Axis> {
    let moved = pieces.iter().any(|piece| piece.from[d] != 0 || piece.to[d] != 0 || piece.size[d] != size);
    if !moved {
        let same_size = pieces.iter().all(|piece| piece.bounds[d].size == size);
        let mut chain = Chain::whole(size);
        for piece in pieces.iter().filter(|_| same_size) {
            chain = chain.refined(&piece.bounds[d].chain());
        }
        if same_size {
            return Some(Axis::new(Some(size), super::compose::chain_cuts(&chain)));
        }
    }
    let mut common = 0;
    for piece in pieces {
        let block = match piece.layout.axes()[d].cuts() {
            [] => 0,
            [_] => piece.bounds[d].parts[0].block,
            _ => return None,
        };
        common = gcd(common, piece.to[d]);
        if block > 0 {
            common = gcd(gcd(common, block), piece.to[d] + block - piece.from[d] % block);
        }
    }
    if common == 0 {
        return Some(Axis::whole(Some(size)));
    }
    let fits = |block: u64| size.div_ceil(size.div_ceil(block)) == block;
    let block = (1..=common.min(Layout::MAX_SHARDS)).rev().find(|&b| common.is_multiple_of(b) && fits(b));
    let block = if fits(common) { common } else { block? };
    Some(Axis::new(Some(size), vec![Cut { size: Some(size), shards: size.div_ceil(block) }]))
}
