//! Which input or weight a value is in another layout or element type.

use partita_base::IdVec;

use super::node_work::is_folded;
use crate::graph::{NodeId, ValueId};
use crate::memory::is_weight;
use crate::ops::{Integers, OpWork};
use crate::typing::TypedGraph;

/// The input or weight that each value is in another layout or element type, or that it is a part of. What nodes compute from weights alone,
/// such as scaled integers, is the largest of them.
pub(super) fn find_origins(
    typed: &TypedGraph<'_>,
    is_stored: impl Fn(ValueId) -> bool,
) -> IdVec<ValueId, Option<ValueId>> {
    let values = &typed.graph.values;
    let mut origins: IdVec<ValueId, Option<ValueId>> = IdVec::filled(None, values.len());
    let mut is_constant: IdVec<ValueId, bool> = IdVec::filled(false, values.len());
    for value in values.ids().filter(|&value| is_stored(value)) {
        origins[value] = Some(value);
        is_constant[value] = is_weight(typed, value);
    }
    for &id in &typed.order {
        let node = &typed.graph.nodes[id];
        let inputs: Vec<ValueId> = node.inputs.iter().flatten().copied().collect();
        let from_constants = is_folded(typed, id) || inputs.iter().all(|&input| is_constant[input]);
        let source = if from_constants {
            inputs.iter().copied().max_by_key(|&input| (elements(typed, input), std::cmp::Reverse(input)))
        } else {
            let is_same = moves_first_input(typed, id) && inputs[1..].iter().all(|&input| is_constant[input]);
            is_same.then(|| inputs[0])
        };
        for &output in node.outputs.iter().flatten() {
            is_constant[output] = from_constants;
            origins[output] = source.and_then(|source| origins[source]);
        }
    }
    origins
}

/// Whether the elements of the result are those of the first input, in another order or of another type.
fn moves_first_input(typed: &TypedGraph<'_>, id: NodeId) -> bool {
    let node = &typed.graph.nodes[id];
    let is_given = node.inputs.first().is_some_and(Option::is_some);
    is_given
        && (OpWork::of(node.proto) == OpWork::View || matches!(Integers::of(node.proto), Integers::Moved(1)))
}

fn elements(typed: &TypedGraph<'_>, value: ValueId) -> u64 {
    typed.types[value].shape().map_or(0, |shape| shape.iter().fold(1, |all, &size| all.saturating_mul(size)))
}
