//! Replaces sizes in attributes and parameters of a node by the local sizes of a rank.

use std::collections::BTreeMap;

use partita_rule::FactorId;

use super::super::build::int_attribute;
use super::{LocalNode, Rank};
use crate::signature::NumberLocation;

/// Sets the sizes of this rank's shards in a node.
pub(super) fn set_sizes(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let mut parameters: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
    for number in &node.signature.sized {
        let length = |&factor: &FactorId| node.range(factor).map(|range| range.end - range.start);
        let Some(size) = number.factors.iter().map(length).product::<Option<u64>>() else { continue };
        match number.location {
            NumberLocation::Attribute(name) => node.set(int_attribute(name, size as i64)),
            NumberLocation::Element { input, at } => {
                let Some(contents) = node.contents.get(input).and_then(Option::as_ref) else { continue };
                let values = parameters.entry(input).or_insert_with(|| contents.clone());
                if let Some(value) = values.get_mut(at) {
                    *value = size as i64;
                }
            }
        }
    }
    for (input, values) in parameters {
        let name = rank.build.integers(&values, false);
        if let Some(Some(shard)) = node.inputs.get_mut(input) {
            shard.name = name;
        }
    }
}
