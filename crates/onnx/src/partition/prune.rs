//! Removes what a rank does not need from its model, because it belongs to stages on other devices.

use std::collections::HashSet;

use super::build::{Build, COLLECTIVES, GROUP};
use super::capture::captured_names;
use super::rank::{CollectiveUse, FirstRank};
use crate::proto::{Node, StringEntry, ValueInfo};

/// Keeps the nodes and initialisers that lead to outputs of the rank, or to collectives in which it takes part.
pub(super) fn prune_rank(
    build: &mut Build,
    outputs: &[ValueInfo],
    device: u64,
    collectives: &mut [CollectiveUse],
    origins: &mut FirstRank,
) {
    let mut needed: HashSet<String> = outputs.iter().filter_map(|output| output.name.clone()).collect();
    let mut keep = vec![false; build.nodes.len()];
    for (at, node) in build.nodes.iter().enumerate().rev() {
        if !takes_part(node, device) && !node.output.iter().any(|name| needed.contains(name)) {
            continue;
        }
        keep[at] = true;
        needed.extend(node.input.iter().cloned());
        needed.extend(captured_names(node).into_iter().map(str::to_owned));
    }
    // The position of every node among those that are kept.
    let mut moved = Vec::with_capacity(keep.len() + 1);
    moved.push(0);
    for &keep in &keep {
        moved.push(moved[moved.len() - 1] + usize::from(keep));
    }
    for each in collectives {
        each.at = moved[each.at];
    }
    let mut kept = keep.iter();
    build.nodes.retain(|_| *kept.next().unwrap_or(&false));
    let mut kept = keep.iter();
    origins.nodes.retain(|_| *kept.next().unwrap_or(&false));
    let mut number = vec![None; build.initializers.len()];
    let mut count = 0;
    for (tensor, number) in build.initializers.iter().zip(&mut number) {
        if tensor.name.as_ref().is_some_and(|name| needed.contains(name)) {
            *number = Some(count);
            count += 1;
        }
    }
    let mut kept = number.iter();
    build.initializers.retain(|_| kept.next().is_some_and(Option::is_some));
    build.deferred.retain_mut(|weight| match number[weight.initializer] {
        Some(number) => {
            weight.initializer = number;
            true
        }
        None => false,
    });
}

/// Whether a node is a collective of a group that contains the device.
fn takes_part(node: &Node, device: u64) -> bool {
    let group = StringEntry::find(&node.metadata_props, GROUP).filter(|_| node.name_space() == COLLECTIVES);
    let bodies = node.attribute.iter().flat_map(crate::proto::Attribute::subgraphs);
    group.is_some_and(|group| group.split(',').any(|rank| rank.parse() == Ok(device)))
        || bodies.flat_map(|body| &body.node).any(|inner| takes_part(inner, device))
}
