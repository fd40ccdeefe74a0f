//! What the axes of an op's factors cost: the partitioner's answers to placement.

use partita_cost::{Cost, Hardware};
use partita_mesh::{MeshId, Meshes};
use partita_place::{Around, FactorLayout, Offer, Pricing};

use crate::layout::{Axes, Layout, Shape};
use crate::plan::Planner;

/// A tensor around an op: where it is, or where it is wanted.
pub(crate) struct Tensor<'a> {
    pub(crate) shape: &'a Shape,
    pub(crate) element_bits: u64,
    /// The layouts it is available in, none if it is free in all; for a result, the one it is wanted in.
    pub(crate) layouts: Vec<&'a Layout>,
}

impl Tensor<'_> {
    /// The tensor as placement sees it.
    pub(crate) fn around(&self) -> Around<'_> {
        let bits = self.shape.iter().fold(self.element_bits, |bits, &size| bits.saturating_mul(size));
        let offers = self.layouts.iter().map(|layout| Offer {
            mesh: layout.mesh,
            dims: &layout.dims,
            is_replicated: layout.is_whole(),
        });
        Around { bytes: bits.div_ceil(8), offers: offers.collect() }
    }
}

/// Prices of one op.
pub(crate) struct Prices<'a> {
    pub(crate) planner: &'a mut Planner,
    pub(crate) meshes: &'a Meshes,
    pub(crate) mesh: MeshId,
    /// The operands, then the results.
    pub(crate) tensors: &'a [Tensor<'a>],
    pub(crate) operands: usize,
    /// How many bits a device sends because the op looks across the borders of shards.
    pub(crate) windows: &'a dyn Fn(&[Axes]) -> u128,
}

impl Pricing for Prices<'_> {
    fn hardware(&self) -> &Hardware {
        self.planner.hardware()
    }

    fn reshard(&mut self, tensor: usize, offer: usize, layout: &FactorLayout) -> Cost {
        let Tensor { shape, element_bits, layouts } = &self.tensors[tensor];
        let (other, placed) = (layouts[offer], &Layout::placed(self.mesh, layout.clone()));
        let (from, to) = if tensor < self.operands { (other, placed) } else { (placed, other) };
        self.planner.cost(self.meshes, [from, to], shape, *element_bits)
    }

    fn sent_to_neighbours(&self, assignment: &[Axes]) -> u128 {
        (self.windows)(assignment)
    }
}
