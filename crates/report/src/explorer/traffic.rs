//! The groups of collectives that the page lists: those of `partita comms`.

use serde::Serialize;

use super::strings::Strings;
use crate::comms_groups::GroupPlace;
use crate::cost::picoseconds;
use crate::{By, CommsGroupView, CommsView};

/// A group of collectives.
#[derive(Clone, Debug, Serialize)]
struct TrafficGroup {
    sent: u64,
    /// Picoseconds of all executions, if the hardware is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<u64>,
    times: u64,
    /// The kinds and the axes of its collectives, each once.
    kinds: Vec<u32>,
    axes: Vec<u32>,
    /// The common reason.
    cause: Option<u32>,
    place: u32,
    name: u32,
    /// The first collective, and how many there are.
    first: usize,
    count: usize,
}

/// The groups in every way of grouping, each in descending order of bytes.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct TrafficGroups {
    source: Vec<TrafficGroup>,
    layer: Vec<TrafficGroup>,
    axis: Vec<TrafficGroup>,
    kind: Vec<TrafficGroup>,
}

impl TrafficGroups {
    pub(super) fn new(comms: &CommsView, strings: &mut Strings) -> Self {
        let files = comms.file_names();
        let mut groups = |by: By| {
            let all = comms.groups_with_members(by);
            let all = all.into_iter().map(|(group, members)| {
                let place = comms.place_of(&group, by, &files);
                traffic_group(comms, &group, &members, &place, strings)
            });
            all.collect()
        };
        Self {
            source: groups(By::Source),
            layer: groups(By::Layer),
            axis: groups(By::Axis),
            kind: groups(By::Kind),
        }
    }
}

fn traffic_group(
    comms: &CommsView,
    group: &CommsGroupView,
    members: &[usize],
    place: &GroupPlace,
    strings: &mut Strings,
) -> TrafficGroup {
    let (mut kinds, mut axes) = (Vec::new(), Vec::new());
    let add = |list: &mut Vec<u32>, text: u32| {
        if !list.contains(&text) {
            list.push(text);
        }
    };
    for &member in members {
        let each = &comms.collectives[member];
        add(&mut kinds, strings.add(each.collective));
        for axis in &each.axes {
            add(&mut axes, strings.add(axis));
        }
    }
    TrafficGroup {
        sent: group.bytes,
        time: group.seconds.map(picoseconds),
        times: group.times,
        kinds,
        axes,
        cause: group.cause.map(|cause| strings.add(cause.short)),
        place: strings.add(&place.place),
        name: strings.add(&place.name),
        first: members.first().copied().unwrap_or(0),
        count: members.len(),
    }
}
