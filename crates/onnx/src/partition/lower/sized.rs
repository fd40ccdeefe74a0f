//! Replaces sizes in attributes and parameters of a node by the local sizes of a rank.

use std::collections::BTreeMap;

use partita_rule::FactorId;

use super::super::build::int_attribute;
use super::{LocalNode, Rank};
use crate::signature::NumberLocation;

/// Sets the sizes of this rank's shards in a node.
pub(super) fn set_sizes(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let mut parameters: BTreeMap<usize, Vec<Option<i64>>> = BTreeMap::new();
    for number in &node.signature.sized {
        let is_sharded = |&factor: &FactorId| node.shard(factor).0 > 1;
        let length = |&factor: &FactorId| node.range(factor).map(|range| range.end - range.start);
        let Some(size) = number.factors.iter().map(length).product::<Option<u64>>() else { continue };
        match number.location {
            NumberLocation::Attribute(name) => node.set(int_attribute(name, size as i64)),
            NumberLocation::Element { input, at } => {
                let contents = node.contents.get(input).and_then(Option::as_ref);
                let Some(Some(shard)) = node.inputs.get(input) else { continue };
                let [count] = shard.shape[..] else { continue };
                let values = parameters.entry(input).or_insert_with(|| match contents {
                    Some(contents) => contents.iter().copied().map(Some).collect(),
                    None => vec![None; count as usize],
                });
                // Sizes that are computed at run time are replaced only where they differ from those of the shard.
                if let Some(value) = values.get_mut(at)
                    && (contents.is_some() || number.factors.iter().any(is_sharded))
                {
                    *value = Some(size as i64);
                }
            }
        }
    }
    for (input, values) in parameters {
        let Some(Some(shard)) = node.inputs.get_mut(input) else { continue };
        shard.name = match values.iter().copied().collect::<Option<Vec<i64>>>() {
            Some(values) => rank.build.integers(&values, false),
            None => rank.build.replace_elements(&shard.name, &values),
        };
    }
}
