//! The numbers that all costs derive from.

use crate::{Cost, Link, Topology};

/// What bounds the time of an op on one device, per element of its factor space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Work {
    /// Reading or writing an element.
    Memory,
    /// A multiplication and an addition.
    Arithmetic,
    /// A lookup: only the elements that indices select are touched.
    LookUp,
}

/// The hardware that a program runs on: its links, and the speed of one device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hardware {
    /// The links along the axes of a mesh.
    pub links: Topology,
    /// Time to read or write an element.
    pub per_element: Cost,
    /// Time of a multiplication.
    pub per_multiplication: Cost,
    /// Time per element of a dimension that is looked up by index.
    pub per_look_up: Cost,
    /// Time per byte that a device sends to its neighbour because an op reads across a shard boundary.
    pub per_neighbour_byte: Cost,
}

impl Hardware {
    /// The default device with other links.
    pub fn with_links(links: Topology) -> Self {
        Self { links, ..Self::default() }
    }

    /// Links whose time is dominated by bytes, so that the number of collectives decides only between plans
    /// that send about as much: 10 ps and 100 GB/s.
    pub fn counting_bytes() -> Self {
        Self::with_links(Topology::uniform(Link::COUNTING_BYTES))
    }

    /// The time to send `bits` bits to a neighbour.
    pub fn to_neighbour(&self, bits: u128) -> Cost {
        Cost((self.per_neighbour_byte * bits).0 / 8)
    }

    /// The time of work on `elements` elements on one device; the largest `Cost` on overflow.
    pub fn work(&self, work: Work, elements: u128) -> Cost {
        let each = match work {
            Work::Memory => self.per_element,
            Work::Arithmetic => self.per_multiplication,
            Work::LookUp => self.per_look_up,
        };
        each * elements
    }
}

impl Default for Hardware {
    /// A typical accelerator: 100 elements and 50,000 multiplications per nanosecond, 100 GB/s between
    /// neighbours, and the default links.
    fn default() -> Self {
        Self {
            links: Topology::default(),
            per_element: Cost(10_000),
            per_multiplication: Cost(20),
            per_look_up: Cost(1),
            per_neighbour_byte: Cost(10_000),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_counted_exactly() {
        let hardware = Hardware::default();
        assert_eq!(hardware.work(Work::Arithmetic, 1 << 60), Cost(20 << 60));
        assert_eq!(hardware.work(Work::Memory, u128::MAX), Cost(u128::MAX));
        assert_eq!(Hardware::counting_bytes().links.link("x"), Link::new(1e-5, 100.0).expect("a valid link"));
    }
}
