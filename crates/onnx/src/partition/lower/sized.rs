//! Replaces sizes in attributes and parameters of a node by the local sizes of a rank.

use std::collections::BTreeMap;

use partita_rule::FactorId;

use super::super::build::int_attribute;
use super::{LocalNode, Rank};
use crate::signature::NumberLocation;

/// Sets the sizes of this rank's shards in a node.
pub(super) fn set_sizes(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>) {
    let mut parameters: BTreeMap<usize, Vec<Option<i64>>> = BTreeMap::new();
    let mut shares: BTreeMap<usize, Vec<SizeShare>> = BTreeMap::new();
    for number in &node.signature.sized {
        let is_sharded = |&factor: &FactorId| node.shard(factor).0 > 1;
        let length = |&factor: &FactorId| node.range(factor).map(|range| range.end - range.start);
        let Some(size) = number.factors.iter().map(length).product::<Option<u64>>() else {
            if let (NumberLocation::Element { input, at }, true) =
                (number.location, number.factors.iter().any(is_sharded))
            {
                shares.entry(input).or_default().push(SizeShare::of(node, at, &number.factors));
            }
            continue;
        };
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
    for (input, shares) in shares {
        take_shares(rank, node, input, &shares);
    }
}

/// The share of a size that is computed at run time: only some of its factors are known.
struct SizeShare {
    /// The position of the size in its parameter.
    at: usize,
    /// The product of the known factors on this rank, and of the model.
    local: u64,
    global: u64,
}

impl SizeShare {
    fn of(node: &LocalNode<'_>, at: usize, factors: &[FactorId]) -> Self {
        let mut share = Self { at, local: 1, global: 1 };
        for &factor in factors {
            if let (Some(range), Some(size)) =
                (node.range(factor), node.signature.factor(factor).size.known())
            {
                share.local *= range.end - range.start;
                share.global *= size;
            }
        }
        share
    }
}

/// Replaces sizes that are computed at run time by this rank's shares of them.
fn take_shares(rank: &mut Rank<'_, '_>, node: &mut LocalNode<'_>, input: usize, shares: &[SizeShare]) {
    let Some(Some(shard)) = node.inputs.get_mut(input) else { return };
    let [count] = shard.shape[..] else { return };
    let list = |of: fn(&SizeShare) -> u64| -> Vec<i64> {
        let find = |at: usize| shares.iter().find(|share| share.at == at);
        (0..count as usize).map(|at| find(at).map_or(1, |share| of(share) as i64)).collect()
    };
    let [local, global] = [list(|share| share.local), list(|share| share.global)];
    let [local, global] = [local, global].map(|list| rank.build.integers(&list, false));
    let multiplied = rank.build.binary("Mul", &shard.name, &local);
    shard.name = rank.build.binary("Div", &multiplied, &global);
}
