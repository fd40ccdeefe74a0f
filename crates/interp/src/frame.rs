//! The values of one activation of a function, on all devices at once.

use partita_ir::ValueId;
use rustc_hash::FxHashMap;

use crate::{EvalError, EvalResult, RuntimeValue};

/// One value per device; `None` if a device did not take part.
pub(crate) type Lanes = Vec<Option<RuntimeValue>>;

/// How devices are numbered: device `d` is partition `d % partitions` of replica `d / partitions`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topology {
    /// Copies of the program that differ only in their data.
    pub replicas: usize,
    /// Partitions that one copy of the program consists of.
    pub partitions: usize,
}

impl Topology {
    /// One device.
    pub const SINGLE: Topology = Topology { replicas: 1, partitions: 1 };

    /// One replica with this number of partitions, which is how sharded programs run.
    pub fn partitions(partitions: usize) -> Self {
        Topology { replicas: 1, partitions }
    }

    /// The number of devices.
    pub fn devices(self) -> usize {
        self.replicas * self.partitions
    }
}

/// Values by name, one lane per device. A frame of one lane may read the lane of an outer frame.
pub(crate) struct Frame<'a> {
    values: FxHashMap<ValueId, Lanes>,
    outer: Option<(&'a Frame<'a>, usize)>,
    /// How devices are numbered here.
    pub(crate) topology: Topology,
    /// The nesting depth of regions and calls. A region counts when it runs; a call counts as the region of its function.
    pub(crate) depth: usize,
    /// The bytes of all values held.
    pub(crate) live: u64,
}

impl<'a> Frame<'a> {
    pub(crate) fn new(topology: Topology, depth: usize) -> Self {
        Frame { values: FxHashMap::default(), outer: None, topology, depth, live: 0 }
    }

    /// A frame for a region that runs for one device apart from the others.
    pub(crate) fn inside(outer: &'a Frame<'a>, lane: usize) -> Self {
        Frame {
            values: FxHashMap::default(),
            outer: Some((outer, lane)),
            topology: outer.topology,
            depth: outer.depth,
            live: 0,
        }
    }

    /// Whether it has a single lane of several devices.
    pub(crate) fn is_apart(&self) -> bool {
        self.outer.is_some()
    }

    /// The number of lanes of each value.
    pub(crate) fn lanes(&self) -> usize {
        if self.is_apart() { 1 } else { self.topology.devices() }
    }

    /// The device whose values a lane holds.
    pub(crate) fn device(&self, lane: usize) -> usize {
        match self.outer {
            Some((outer, outer_lane)) => outer.device(outer_lane),
            None => lane,
        }
    }

    pub(crate) fn set(&mut self, name: ValueId, lanes: Lanes) {
        self.live += lanes.iter().flatten().map(RuntimeValue::memory).sum::<u64>();
        if let Some(old) = self.values.insert(name, lanes) {
            self.live -= old.iter().flatten().map(RuntimeValue::memory).sum::<u64>();
        }
    }

    pub(crate) fn remove(&mut self, name: ValueId) {
        if let Some(old) = self.values.remove(&name) {
            self.live -= old.iter().flatten().map(RuntimeValue::memory).sum::<u64>();
        }
    }

    /// A value on one device.
    pub(crate) fn get(&self, name: ValueId, lane: usize) -> EvalResult<&RuntimeValue> {
        if let Some(lanes) = self.values.get(&name) {
            return lanes.get(lane).and_then(Option::as_ref).ok_or_else(|| {
                EvalError::Diverged("a value is used on a device that did not compute it".into())
            });
        }
        match self.outer {
            Some((outer, outer_lane)) => outer.get(name, outer_lane),
            None => Err(EvalError::Argument("a value is used before it is defined".into())),
        }
    }

    /// A value on all devices; `None` on devices without it.
    pub(crate) fn lanes_of(&self, name: ValueId) -> EvalResult<Lanes> {
        match self.values.get(&name) {
            Some(lanes) => Ok(lanes.clone()),
            None => Ok((0..self.lanes()).map(|lane| self.get(name, lane).ok().cloned()).collect()),
        }
    }
}
