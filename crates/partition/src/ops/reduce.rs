//! Reductions of sharded dimensions, with any body.

use partita_ir::{Attr, Definition, DenseData, TypeId, ValueId, names};
use partita_mesh::axis_list::shard_count;

use super::{Written, view};
use crate::combiner::Combiner;
use crate::local_layout::{Axes, LocalLayout, Shape};
use crate::localize::{Localizer, PlacedOp};

/// `reduce`: by combiners if the body is recognised and can be all-reduced, else by gathering partial results.
pub(crate) fn reduce(local: &mut Localizer<'_>, placed: &PlacedOp<'_>) -> Written {
    if placed.results.iter().all(|layout| layout.partial.is_empty()) {
        return local.same(placed.op, placed.operands, placed.results);
    }
    match known_body(local, placed) {
        Some(combiners) if can_all_reduce(local, placed, &combiners) => {
            by_combiners(local, placed, &combiners)
        }
        known => by_body(local, placed, known.as_deref()),
    }
}

fn can_all_reduce(local: &Localizer<'_>, placed: &PlacedOp<'_>, combiners: &[(Combiner, Vec<u8>)]) -> bool {
    let pairs = combiners.iter().zip(placed.operands);
    pairs.into_iter().all(|((combiner, _), (value, _))| {
        combiner.can_all_reduce(&local.emit.out, local.emit.element(*value))
    })
}

/// The combiners of the body and the bytes of their neutral elements.
pub(super) fn known_body(local: &Localizer<'_>, placed: &PlacedOp<'_>) -> Option<Vec<(Combiner, Vec<u8>)>> {
    let op = local.module.op(placed.op);
    let combiners = Combiner::of_body(local.module, *op.regions.first()?)?;
    let element =
        |value| local.module.context.tensor(local.module.type_of(value)).map(|tensor| tensor.element);
    let both = combiners
        .into_iter()
        .zip(op.results())
        .map(|(combiner, result)| Some((combiner, combiner.neutral(local.module, element(result)?)?)));
    both.collect()
}

/// Every device reduces its shard. An initial value that would count twice enters on one device only; the others start
/// from the neutral element.
fn by_combiners(
    local: &mut Localizer<'_>,
    placed: &PlacedOp<'_>,
    combiners: &[(Combiner, Vec<u8>)],
) -> Written {
    let count = combiners.len();
    let mut operands: Vec<(ValueId, LocalLayout)> = Vec::new();
    let mut inits = Vec::new();
    for (index, (combiner, neutral)) in combiners.iter().enumerate() {
        let element = local.emit.element(placed.operands[index].0);
        let neutral_value = local.emit.splat(neutral, &[], element);
        let value = mask_reduced(local, placed, index, neutral_value);
        operands.push((value, placed.operands[index].1.clone()));
        let init = placed.operands[count + index].0;
        let given = local.module.op(placed.op).operands[count + index];
        inits.push((
            if combiner.is_idempotent() || is_neutral(local, given, *combiner) {
                init
            } else {
                let index = local.emit.shard_index(placed.mesh, &placed.results[0].partial);
                let zero = local.emit.constant_index(0);
                let first = local.emit.compare("EQ", index, zero);
                local.emit.select(first, init, neutral_value)
            },
            placed.operands[count + index].1.clone(),
        ));
    }
    operands.extend(inits);
    let mut written = local.same(placed.op, &operands, placed.results);
    for ((_, layout), (combiner, _)) in written.iter_mut().zip(combiners) {
        layout.combiner = *combiner;
    }
    written
}

/// Every device reduces its shard; all partial results are gathered and reduced by the same body. If the
/// neutral elements can be determined, the initial values enter only once.
fn by_body(
    local: &mut Localizer<'_>,
    placed: &PlacedOp<'_>,
    known: Option<&[(Combiner, Vec<u8>)]>,
) -> Written {
    let count = placed.results.len();
    let inits: Vec<ValueId> = placed.operands[count..].iter().map(|(value, _)| *value).collect();
    let mut operands: Vec<(ValueId, LocalLayout)> = Vec::new();
    let mut starts: Vec<(ValueId, LocalLayout)> = Vec::new();
    for (index, &init) in inits.iter().enumerate() {
        let start = match known {
            Some(known) => {
                let element = local.emit.element(init);
                local.emit.splat(&known[index].1, &[], element)
            }
            None => init,
        };
        let value = mask_reduced(local, placed, index, start);
        operands.push((value, placed.operands[index].1.clone()));
        starts.push((start, placed.operands[count + index].1.clone()));
    }
    operands.extend(starts);
    let partial = local.same(placed.op, &operands, placed.results);
    let axes: Axes = placed.results[0].partial.clone();
    let mut gathered: Vec<ValueId> = Vec::new();
    let mut types: Vec<TypeId> = Vec::new();
    for (value, _) in &partial {
        types.push(local.emit.out.type_of(*value));
        let shape: Shape = std::iter::once(1).chain(local.emit.shape(*value)).collect();
        let column = local.emit.reshape(*value, &shape);
        gathered.push(local.emit.all_gather(placed.mesh, column, 0, &axes));
    }
    gathered.extend(inits);
    let op = local.create_copy(placed.op, &gathered, &types);
    let dims = local.emit.ints_attr(&[0]);
    local.emit.out.set_attr(op, names::DIMENSIONS, dims);
    let region = local.module.op(placed.op).regions[0];
    local.copy_region(region, op);
    local.emit.out.append(local.emit.block, op);
    let results: Vec<ValueId> = local.emit.out.op(op).results().collect();
    results.into_iter().zip(placed.results.iter().map(LocalLayout::combined)).collect()
}

/// An input with `fill` in the padding of its reduced dimensions.
fn mask_reduced(local: &mut Localizer<'_>, placed: &PlacedOp<'_>, index: usize, fill: ValueId) -> ValueId {
    let (mut value, layout) = (placed.operands[index].0, &placed.operands[index].1);
    let shape = local.shape(local.module.op(placed.op).operands[index]);
    for dim in view::dims_attr(local.module, placed.op, "dimensions") {
        if shard_count(&layout.dims[dim]) > 1 {
            value = local.emit.mask_padding(value, layout, dim, shape[dim], fill);
        }
    }
    value
}

/// Whether a global value is a constant that changes nothing when it is combined with another value.
pub(super) fn is_neutral(local: &Localizer<'_>, value: ValueId, combiner: Combiner) -> bool {
    let module = local.module;
    let Definition::Result { op, .. } = module.value(value).definition else { return false };
    let Some(tensor) = module.context.tensor(module.type_of(value)) else { return false };
    match module.attr(op, names::VALUE) {
        Some(Attr::Dense { data: DenseData::Splat(data) | DenseData::Full(data), .. }) => {
            module.is_constant(op) && combiner.is_neutral(module, tensor.element, data)
        }
        _ => false,
    }
}
