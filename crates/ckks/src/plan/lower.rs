//! Lowers plans to slot programs.

use partita_base::code;
use zeroize::Zeroizing;

use super::Plan;
use super::levels::Bootstraps;
use crate::network::{LayerOp, Network};
use crate::program::{PlaintextSource, Program};
use crate::{CkksError, CkksResult, Port};

/// A network as a slot program.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The slot program.
    pub program: Program,
    /// Where its plaintexts come from, by `SourceId`.
    pub sources: Vec<PlaintextSource>,
    /// How the inputs are packed.
    pub inputs: Vec<Port>,
    /// How the result is unpacked.
    pub output: Port,
}

impl Lowered {
    /// Packs the values of all inputs, one input after the other, into slots, which are wiped when they are dropped.
    pub fn pack(&self, input: &[f64]) -> CkksResult<Zeroizing<Vec<Vec<f64>>>> {
        Port::pack_all(&self.inputs, input)
    }

    /// Unpacks the result from slots.
    pub fn unpack(&self, slots: &[Vec<f64>]) -> CkksResult<Vec<f64>> {
        self.output.unpack(slots)
    }
}

impl Plan {
    /// The slot program of a network with weights, with bootstraps as placed: that of its
    /// [loops](Plan::schedule).
    pub fn lower(&self, network: &Network, bootstraps: &Bootstraps) -> CkksResult<Lowered> {
        if let Some((_, layer)) = network.layers.iter().find(|(_, layer)| match &layer.op {
            LayerOp::Linear { op, .. } => op.weights().is_none(),
            _ => false,
        }) {
            let message = format!("`{}` has no weights", layer.name);
            return Err(CkksError::new(code::NO_WEIGHTS, message)
                .help("give a seed to generate weights; only counting works without them"));
        }
        self.schedule(network, bootstraps)?.lower()
    }
}
