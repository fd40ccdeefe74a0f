//! Plans as slot programs.

use partita_base::code;
use zeroize::Zeroizing;

use super::Plan;
use super::levels::Bootstraps;
use crate::layout::Layout;
use crate::network::{LayerOp, Network};
use crate::program::{Program, Source};
use crate::{CkksError, CkksResult};

/// A network as a program.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// Where its plaintexts come from.
    pub sources: Vec<Source>,
    /// How the input is packed.
    pub input: Layout,
    /// How the result lies.
    pub output: Layout,
    /// What the input has to be multiplied with before it is packed.
    pub input_factor: f64,
    /// What the result has to be multiplied with after decryption.
    pub factor: f64,
}

impl Lowered {
    /// The slots of an input, which are wiped when they are dropped.
    pub fn pack(&self, input: &[f64]) -> CkksResult<Zeroizing<Vec<Vec<f64>>>> {
        let input: Zeroizing<Vec<f64>> =
            input.iter().map(|value| value * self.input_factor).collect::<Vec<f64>>().into();
        self.input.pack(&input).map(Zeroizing::new)
    }

    /// The result in slots.
    pub fn unpack(&self, slots: &[Vec<f64>]) -> CkksResult<Vec<f64>> {
        let result = Zeroizing::new(self.output.unpack(slots)?);
        Ok(result.iter().map(|value| value * self.factor).collect())
    }
}

impl Plan {
    /// The program of a network with weights, with bootstraps as placed: that of its [loops](Plan::schedule).
    pub fn lower(&self, network: &Network, bootstraps: &Bootstraps) -> CkksResult<Lowered> {
        if let Some((_, layer)) = network.layers.iter().find(|(_, layer)| match &layer.op {
            LayerOp::Linear { op, .. } => op.weights().is_none(),
            _ => false,
        }) {
            let message = format!("the weights of `{}` are not known", layer.name);
            return Err(CkksError::new(code::NO_WEIGHTS, message)
                .help("only counting needs none; give a seed for made-up ones"));
        }
        self.schedule(network, bootstraps)?.lower()
    }
}
