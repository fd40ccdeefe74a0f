//! The numbers that costs are made of.

use crate::{Cost, Link, Topology};

/// What bounds the time of an op on one device, per element of the space of all its factors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Work {
    /// An element is read or written.
    Memory,
    /// Two numbers are multiplied and added.
    Arithmetic,
    /// Of all that an index may be about, only what it names is touched.
    LookUp,
}

/// The machine that a program runs on: its links, and what work takes on one device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hardware {
    /// How fast data moves along the axes of a mesh.
    pub links: Topology,
    /// What an element takes that is read or written.
    pub per_element: Cost,
    /// What a multiplication takes.
    pub per_multiplication: Cost,
    /// What an element takes that an index may be about.
    pub per_look_up: Cost,
    /// What a byte takes that a device sends to its neighbour because an op looks across the border of its shard.
    pub per_neighbour_byte: Cost,
}

impl Hardware {
    /// The default device with other links.
    pub fn with_links(links: Topology) -> Self {
        Self { links, ..Self::default() }
    }

    /// Links on which bytes count, and the number of collectives only between plans that send about as much: 10 ps and 100 GB/s.
    pub fn counting_bytes() -> Self {
        Self::with_links(Topology::uniform(Link::COUNTING_BYTES))
    }

    /// The time to send `bits` bits to a neighbour.
    pub fn to_neighbour(&self, bits: u128) -> Cost {
        Cost((self.per_neighbour_byte * bits).0 / 8)
    }

    /// The time that work on `elements` elements takes on one device; the largest `Cost` if it does not fit.
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
    /// An accelerator of ordinary speed: 100 elements and 50,000 multiplications per nanosecond, 100 GB/s between neighbours, and the
    /// default links.
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
