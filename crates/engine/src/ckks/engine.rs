//! The interface of engines that run programs on encrypted values.

use std::time::Duration;

use zeroize::Zeroizing;

use super::stats::Stats;
use super::stream::{Plaintexts, Stream};
use crate::EngineError;

/// The capabilities of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Caps {
    /// Slots per ciphertext.
    pub slots: usize,
    /// The level of a fresh ciphertext.
    pub levels: u32,
    /// The scale of values.
    pub scale: f64,
    /// The primes of the modulus: rescaling from level `l` divides by the one at `l`.
    pub moduli: Vec<u64>,
    /// Whether ciphertexts can be bootstrapped.
    pub bootstraps: bool,
}

/// A decrypted output.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// One value per slot of the program. They are wiped when they are dropped.
    pub values: Zeroizing<Vec<f64>>,
    /// The level before decryption.
    pub level: u32,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct EncryptedOutcome {
    /// In the order of the program's outputs.
    pub outputs: Vec<Output>,
    /// What the run did, without the keys created before it.
    pub stats: Stats,
}

/// One run of a program on as many samples as fit into the free slots of its ciphertexts.
#[derive(Clone, Debug, PartialEq)]
pub struct EncryptedRun {
    /// The number of samples that it computed.
    pub samples: usize,
    /// What it did.
    pub stats: Stats,
    /// Its wall time, from encryption to decryption.
    pub elapsed: Duration,
    /// Bytes of encoded plaintexts that were kept for the next run.
    pub kept: u64,
}

/// The results of a program for several samples.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EncryptedRuns {
    /// The outputs of each sample, in the order of the program's outputs.
    pub outputs: Vec<Vec<Output>>,
    /// The runs that computed them.
    pub runs: Vec<EncryptedRun>,
}

/// An engine that runs programs on encrypted values.
pub trait CkksEngine {
    /// Its capabilities.
    fn caps(&self) -> &Caps;

    /// Creates the keys of rotations by these steps in programs of this many slots. Existing keys are kept.
    fn load_keys(&mut self, slots: usize, steps: &[i64]) -> Result<(), EngineError>;

    /// Encrypts the inputs, runs a program and decrypts its outputs. There is one vector for each input, with
    /// at most as many values as the program has slots; missing values are zero.
    fn run(
        &mut self,
        stream: &Stream,
        inputs: &[Vec<f64>],
        plaintexts: &mut dyn Plaintexts,
    ) -> Result<EncryptedOutcome, EngineError> {
        let mut made = self.run_all(stream, &[inputs], plaintexts)?;
        let outputs = made.outputs.pop().unwrap_or_default();
        let stats = made.runs.pop().map(|run| run.stats).unwrap_or_default();
        Ok(EncryptedOutcome { outputs, stats })
    }

    /// As [`Self::run`], for several samples, each with one vector for each input. A run computes as many samples as
    /// fit into the free slots of ciphertexts. Plaintexts are the same for all runs.
    fn run_all(
        &mut self,
        stream: &Stream,
        samples: &[&[Vec<f64>]],
        plaintexts: &mut dyn Plaintexts,
    ) -> Result<EncryptedRuns, EngineError>;
}
