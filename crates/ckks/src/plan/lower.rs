//! Lowers plans to slot programs.

use partita_base::code;
use zeroize::Zeroizing;

use super::Plan;
use super::levels::Bootstraps;
use crate::network::{LayerOp, Network};
use crate::program::{PlaintextSource, Program};
use crate::slot_layout::SlotLayout;
use crate::{CkksError, CkksResult};

/// A network as a slot program.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The slot program.
    pub program: Program,
    /// Where its plaintexts come from, by `SourceId`.
    pub sources: Vec<PlaintextSource>,
    /// How the input is packed.
    pub input: SlotLayout,
    /// The layout of the result.
    pub output: SlotLayout,
    /// The factor to apply to the input before it is packed.
    pub input_factor: f64,
    /// The factor to apply to the result after decryption.
    pub factor: f64,
}

impl Lowered {
    /// Packs an input into slots, which are wiped when they are dropped.
    pub fn pack(&self, input: &[f64]) -> CkksResult<Zeroizing<Vec<Vec<f64>>>> {
        let input: Zeroizing<Vec<f64>> =
            input.iter().map(|value| value * self.input_factor).collect::<Vec<f64>>().into();
        self.input.pack(&input).map(Zeroizing::new)
    }

    /// Unpacks the result from slots.
    pub fn unpack(&self, slots: &[Vec<f64>]) -> CkksResult<Vec<f64>> {
        let result = Zeroizing::new(self.output.unpack(slots)?);
        Ok(result.iter().map(|value| value * self.factor).collect())
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
