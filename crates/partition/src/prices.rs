//! Prices of an op's possible placements, for `partita_place`.

use partita_cost::{Cost, Hardware};
use partita_mesh::{MeshId, Meshes};
use partita_place::{Around, FactorLayout, Offer, Pricing};

use crate::local_layout::{Axes, LocalLayout, Shape};
use crate::planner::Planner;

/// An operand or a result of an op, and its layouts.
pub(crate) struct OpTensor<'a> {
    pub(crate) shape: &'a Shape,
    pub(crate) element_bits: u64,
    /// For an operand, the layouts it is available in (none if it is free in all); for a result, the one it is
    /// wanted in.
    pub(crate) layouts: Vec<&'a LocalLayout>,
}

impl OpTensor<'_> {
    /// The tensor in the form that `partita_place` takes.
    pub(crate) fn around(&self) -> Around<'_> {
        let bits = self.shape.iter().fold(self.element_bits, |bits, &size| bits.saturating_mul(size));
        let offers = self.layouts.iter().map(|layout| Offer {
            mesh: layout.mesh,
            dims: &layout.dims,
            is_replicated: layout.is_replicated(),
        });
        Around { bytes: bits.div_ceil(8), offers: offers.collect() }
    }
}

/// Prices of the placements of one op.
pub(crate) struct Prices<'a> {
    pub(crate) planner: &'a mut Planner,
    pub(crate) meshes: &'a Meshes,
    pub(crate) mesh: MeshId,
    /// The operands first, then the results.
    pub(crate) tensors: &'a [OpTensor<'a>],
    pub(crate) operands: usize,
    /// How many bits a device sends because the op reads across shard boundaries.
    pub(crate) windows: &'a dyn Fn(&[Axes]) -> u128,
}

impl Pricing for Prices<'_> {
    fn hardware(&self) -> &Hardware {
        self.planner.hardware()
    }

    fn reshard(&mut self, tensor: usize, offer: usize, layout: &FactorLayout) -> Cost {
        let OpTensor { shape, element_bits, layouts } = &self.tensors[tensor];
        let (other, placed) = (layouts[offer], &LocalLayout::placed(self.mesh, layout.clone()));
        let (from, to) = if tensor < self.operands { (other, placed) } else { (placed, other) };
        self.planner.cost(self.meshes, [from, to], shape, *element_bits)
    }

    fn sent_to_neighbours(&self, assignment: &[Axes]) -> u128 {
        (self.windows)(assignment)
    }
}
