//! Generated weights, for networks of which only the shapes are given.

use super::{LayerOp, Network};
use crate::CkksResult;
use crate::linear::Weights;

impl Network {
    /// The same network with generated weights and biases where there are none. Values within [-1, 1] stay
    /// there, so that polynomials for [-1, 1] can be used.
    pub fn with_seeded_weights(mut self, seed: u64) -> CkksResult<Network> {
        for id in self.layers.ids().collect::<Vec<_>>() {
            let layer = &mut self.layers[id];
            let LayerOp::Linear { op, bias } = &mut layer.op else { continue };
            if op.weights().is_some() {
                continue;
            }
            let mut random = SplitMix::new(seed, &layer.name);
            let features = op.output()[0];
            let count = op.weight_count();
            let fan = count / features.max(1);
            // A sum of many terms of random sign is about the square root of their number.
            let size = 0.8 / (fan as f64).sqrt().max(1.0);
            let weights: Vec<f64> = (0..count).map(|_| size * random.number()).collect();
            *op = op.clone().with_weights(Weights::Tensor(weights.into()))?;
            if bias.is_none() {
                *bias = Some((0..features).map(|_| 0.1 * random.number()).collect());
            }
        }
        self.has_weights = true;
        Ok(self)
    }

    /// A generated input: numbers in [-1, 1].
    pub fn seeded_input(&self, seed: u64) -> Vec<f64> {
        let count = self.input_count();
        let mut random = SplitMix::new(seed, "input");
        (0..count).map(|_| random.number()).collect()
    }
}

/// Numbers in [-1, 1], equal for equal seeds and names on every machine (splitmix64).
struct SplitMix(u64);

impl SplitMix {
    fn new(seed: u64, name: &str) -> SplitMix {
        // FNV-1a over the name, so that every layer has its own sequence whatever the order of layers.
        let mixed = name.bytes().fold(seed ^ 0x5bd1_e995, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        SplitMix(mixed)
    }

    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (z >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}
