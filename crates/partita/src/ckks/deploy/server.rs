//! The server: evaluates a model on encrypted inputs. It has no secret key, and sees no value.

use std::fmt;

use partita_base::code;
use partita_ckks::{CkksError, Counters};
use partita_engine::bytes_in_units;
use partita_engine::ckks::{CkksFile, CkksFileKind, Factors, KeyId, SealParty, SealSettings};
use zeroize::Zeroizing;

use super::contract::damaged;
use super::model::CompiledModel;
use super::{check_contract, check_key, read_samples};
use crate::ckks::stream::{Lazy, stream};
use crate::watch::run_stage;
use crate::{Error, Watch};

/// Evaluation keys, as they were read from their file.
pub struct EvaluationKeys<'f> {
    /// Identifies the keys and everything made with them.
    pub id: KeyId,
    file: CkksFile<'f>,
}

impl fmt::Debug for EvaluationKeys<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EvaluationKeys").field("id", &super::key_text(&self.id)).finish_non_exhaustive()
    }
}

impl<'f> EvaluationKeys<'f> {
    /// Reads the file of evaluation keys.
    pub fn read(bytes: &'f [u8]) -> Result<Self, Error> {
        let file = CkksFile::read(bytes, &[CkksFileKind::EvaluationKeys])?;
        Ok(Self { id: file.key, file })
    }
}

/// The result of an evaluation.
pub struct Evaluated {
    /// The file of the results.
    pub results: Zeroizing<Vec<u8>>,
    /// How many samples there were.
    pub samples: usize,
    /// How many times the program ran: samples share ciphertexts.
    pub runs: usize,
    /// Whether each plaintext was encoded only once.
    pub factors: Factors,
    /// What the program did in each run.
    pub counters: Counters,
}

impl fmt::Debug for Evaluated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Evaluated").field("samples", &self.samples).finish_non_exhaustive()
    }
}

impl CompiledModel {
    /// Evaluates the model on all samples of a file. Keys are loaded once, and plaintexts are encoded once, if both fit
    /// into `memory` bytes. Stages: `start`, `keys`, counted in keys, and `run`, counted in steps, for each group of samples.
    pub fn evaluate(
        &self,
        keys: &EvaluationKeys<'_>,
        inputs: &[u8],
        seal: &SealSettings,
        memory: u64,
        watch: &mut dyn Watch,
    ) -> Result<Evaluated, Error> {
        let contract = &self.contract;
        check_contract("the model", contract, &keys.file)?;
        let file = CkksFile::read(inputs, &[CkksFileKind::Inputs])?;
        check_contract("the model", contract, &file)?;
        check_key("the evaluation keys", &keys.id, &file)?;
        let per_group = contract.levels.len();
        let (samples, ciphertexts) = read_samples(&file, contract.lanes(), per_group)?;
        let counters = self.program.counters()?;
        let factors = self.factors(&counters, memory)?;
        let mut party = self.start(keys, seal, watch)?;
        let lowered = &self.program.lowered;
        let stream = stream(&lowered.program);
        party.set_program(&stream, contract.lanes())?;
        let mut results = Vec::new();
        let groups = ciphertexts.chunks(per_group);
        let runs = groups.len();
        for group in groups {
            watch.begin("run");
            let mut lazy = Lazy::new(lowered, &stream.ops, 1, watch);
            let made = party.run(&stream, group, &mut lazy, factors);
            lazy.finish()?;
            watch.end();
            results.extend(made?);
        }
        let count = super::samples_section(samples);
        let sections = std::iter::once(count.as_slice()).chain(results.iter().map(Vec::as_slice)).collect();
        let text = &contract.text();
        let results =
            CkksFile { kind: CkksFileKind::Results, contract: text, key: keys.id, sections }.to_bytes();
        Ok(Evaluated { results, samples, runs, factors, counters })
    }

    /// The bytes that keys and ciphertexts take during an evaluation.
    pub fn memory(&self) -> Result<u64, Error> {
        let (params, counters) = (&self.contract.params, self.program.counters()?);
        let keys = params.switching_key_bytes() * (self.contract.rotations.len() as u64 + 1);
        Ok(keys + params.ciphertext_bytes() * (counters.peak as u64 + 4))
    }

    /// Whether encoded plaintexts are kept: if there is memory for them.
    fn factors(&self, counters: &Counters, memory: u64) -> Result<Factors, Error> {
        let (needed, params) = (self.memory()?, &self.contract.params);
        let Some(left) = memory.checked_sub(needed) else {
            let message = format!(
                "keys and ciphertexts need about {} of memory; the limit is {}",
                bytes_in_units(needed),
                bytes_in_units(memory)
            );
            let help = "compile with fewer keys by `Passes::max_keys` or fewer slots, or raise the limit by `Limits::memory`, in bytes";
            return Err(CkksError::new(code::KEY_MEMORY, message).help(help).into());
        };
        let plaintexts = params.ciphertext_bytes() / 2 * counters.pmul as u64;
        Ok(if plaintexts <= left { Factors::Kept } else { Factors::Encoded })
    }

    /// A process with all keys of the client.
    fn start(
        &self,
        keys: &EvaluationKeys<'_>,
        seal: &SealSettings,
        watch: &mut dyn Watch,
    ) -> Result<SealParty, Error> {
        let contract = &self.contract;
        let [public, relin, rotations @ ..] = keys.file.sections.as_slice() else {
            return Err(damaged("the file of the evaluation keys does not have its sections"));
        };
        if rotations.len() != contract.rotations.len() {
            let (found, expected) = (rotations.len(), contract.rotations.len());
            return Err(damaged(&format!("expected keys of {expected} rotations, found {found}")));
        }
        let (params, safety, slots) = (&contract.params, contract.safety, contract.slots);
        let mut party = run_stage(watch, "start", || SealParty::start(seal, params, safety, slots))?;
        watch.begin("keys");
        party.load_public(public)?;
        party.load_relin(relin)?;
        for (done, (by, key)) in contract.real_rotations().zip(rotations).enumerate() {
            watch.count(done, rotations.len(), "keys");
            party.load_rotation(by, key)?;
        }
        watch.end();
        Ok(party)
    }
}
