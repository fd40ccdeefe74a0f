//! What can run programs on encrypted values.

use zeroize::Zeroizing;

use super::stats::Stats;
use super::stream::{Plaintexts, Stream};
use crate::EngineError;

/// What an engine offers.
#[derive(Clone, Debug, PartialEq)]
pub struct Caps {
    /// How many values a ciphertext holds.
    pub slots: usize,
    /// The level of a fresh ciphertext.
    pub levels: u32,
    /// The scale of values.
    pub scale: f64,
    /// The primes of the modulus: rescaling from level `l` divides by the one at `l`.
    pub moduli: Vec<u64>,
    /// Whether ciphertexts can be brought back to a higher level.
    pub bootstraps: bool,
}

/// A value that was decrypted.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// As many values as the program has slots. They are wiped when they are dropped.
    pub values: Zeroizing<Vec<f64>>,
    /// The level at which it was.
    pub level: u32,
}

/// What a run gave.
#[derive(Clone, Debug, PartialEq)]
pub struct EncryptedOutcome {
    /// In the order of the program's outputs.
    pub outputs: Vec<Output>,
    /// What the run did, without the keys made before it.
    pub stats: Stats,
}

/// Something that runs programs on encrypted values.
pub trait CkksEngine {
    /// What it offers.
    fn caps(&self) -> &Caps;

    /// Makes the keys of rotations by these steps in programs of so many slots. What is there already is kept.
    fn load_keys(&mut self, slots: usize, steps: &[i64]) -> Result<(), EngineError>;

    /// Encrypts the inputs, runs a program and decrypts its outputs. There is one vector for each input, with at most
    /// as many values as the program has slots; what is missing is zero.
    fn run(
        &mut self,
        stream: &Stream,
        inputs: &[Vec<f64>],
        plaintexts: &mut dyn Plaintexts,
    ) -> Result<EncryptedOutcome, EngineError>;
}
