//! Compiled models: a program with its weights, for an engine and a ring.

use std::sync::Arc;

use partita_base::code;
use partita_ckks::network::Network;
use partita_ckks::plan::Lowered;
use partita_ckks::program::SlotStep;
use partita_ckks::{CkksError, Counters, Port};
use partita_engine::ckks::{CkksFile, CkksFileKind, CkksParams};
use zeroize::Zeroizing;

use super::contract::{Contract, damaged};
use crate::Error;
use crate::ckks::{Ring, SlotProgram};

/// The largest value that a ciphertext holds without levels, with a bit to spare: the last prime has nine bits more than the scale.
const MOST_HELD: f64 = 128.0;

/// A program for ciphertexts of SEAL, with its weights and no secret.
#[derive(Clone, Debug)]
pub struct CompiledModel {
    /// What clients have to know.
    pub contract: Contract,
    /// The network, which checks the ranges of inputs.
    pub network: Network,
    /// What a server computes, slot by slot.
    pub program: SlotProgram,
}

impl CompiledModel {
    /// Compiles the program of a network for inputs up to an absolute value.
    pub fn compile(
        network: &Network,
        program: SlotProgram,
        ring: &Ring,
        largest: f64,
    ) -> Result<Self, Error> {
        let Counters { bootstraps, keys, .. } = program.counters()?;
        if bootstraps != 0 {
            let message = format!("the program needs {bootstraps} bootstraps, and SEAL has none");
            let help =
                "use a program without bootstraps: fewer layers, activations of lower degree, or more levels";
            return Err(CkksError::new(code::CKKS_NO_BOOTSTRAP, message).help(help).into());
        }
        if !(largest.is_finite() && largest > 0.0) {
            let message = format!("invalid range {largest} of inputs");
            return Err(CkksError::new(code::VALUE_RANGE, message)
                .help("use the largest value that occurs")
                .into());
        }
        let Lowered { program: slot_program, inputs, output, .. } = &program.lowered;
        let contract = Contract {
            params: CkksParams::for_seal(ring.log_n, program.top(), slot_program.slots, ring.safety)?,
            safety: ring.safety,
            slots: slot_program.slots,
            levels: input_levels(&program),
            rotations: keys,
            largest,
            inputs: inputs.clone(),
            output: output.clone(),
        };
        Ok(Self { contract, network: network.clone(), program })
    }

    /// The file of the model.
    pub fn to_bytes(&self) -> Zeroizing<Vec<u8>> {
        let network = self.network.to_text();
        let listing = self.program.lowered.listing(&self.network).to_string();
        let tensors = network.tensors.iter().flat_map(|tensor| {
            let length = (tensor.len() as u64).to_le_bytes();
            length.into_iter().chain(tensor.iter().flat_map(|value| value.to_le_bytes()))
        });
        let tensors: Vec<u8> = tensors.collect();
        let sections = vec![network.text.as_bytes(), tensors.as_slice(), listing.as_bytes()];
        let contract = &self.contract.text();
        CkksFile { kind: CkksFileKind::Model, contract, key: [0; 16], sections }.to_bytes()
    }

    /// Reads a model. Its program is well formed and fits its contract.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let file = CkksFile::read(bytes, &[CkksFileKind::Model])?;
        let contract = Contract::parse(file.contract)?;
        let &[network, tensors, listing] = file.sections.as_slice() else {
            return Err(damaged("the model does not have its three sections"));
        };
        let (Ok(network), Ok(listing)) = (std::str::from_utf8(network), std::str::from_utf8(listing)) else {
            return Err(damaged("the texts of the model are not UTF-8"));
        };
        let tensors =
            split_tensors(tensors).ok_or_else(|| damaged("the weights of the model cannot be read"))?;
        let syntax = |what: &str, error: &partita_base::SyntaxError| {
            damaged(&format!("the {what} of the model: {}", error.message))
        };
        let network = Network::from_text(network, &tensors).map_err(|error| syntax("network", &error))?;
        let lowered = Lowered::parse(listing, &network).map_err(|error| syntax("program", &error))?;
        lowered.program.types()?;
        let rotations = partita_ckks::count_steps(&lowered.program)?.rotations;
        let model = Self { contract, network, program: SlotProgram { lowered, rotations, max_keys: None } };
        model.check()?;
        Ok(model)
    }

    fn check(&self) -> Result<(), Error> {
        let made = CompiledModel::compile(
            &self.network,
            self.program.clone(),
            &Ring::default().log_n(Some(self.contract.params.log_n)).safety(self.contract.safety),
            self.contract.largest,
        )?;
        let ports = |network: &Network| {
            let inputs = network.inputs().map(|id| network.layers[id].caller_shape());
            inputs.chain([network.output_shape()]).collect::<Vec<_>>()
        };
        let stated = self.contract.inputs.iter().chain([&self.contract.output]);
        let fits = stated.map(Port::shape).collect::<Vec<_>>() == ports(&self.network)
            && self.program.lowered.program.outputs.len() == self.contract.output.layout.ciphertexts();
        if fits && made.contract == self.contract {
            return Ok(());
        }
        Err(damaged("the program of the model is not that of its contract"))
    }

    /// Checks that the model is for the parameters of a key.
    pub fn check_same(&self, contract: &Contract) -> Result<(), Error> {
        if self.contract == *contract {
            return Ok(());
        }
        let (own, other) = (self.contract.difference(contract), contract.difference(&self.contract));
        let message = format!("the model is for {own}, but the secret key is for {other}");
        Err(CkksError::new(code::CKKS_FILE_SCHEME, message)
            .help("use files that were made from one compiled model")
            .into())
    }

    /// Checks that all values that an input leads to are within the ranges of polynomials and of ciphertexts.
    pub fn check_input(&self, input: &[f64]) -> Result<(), Error> {
        self.network.run(input)?;
        let (layer, held) = self.network.largest_held(input)?;
        if held <= MOST_HELD {
            return Ok(());
        }
        let message = format!(
            "`{}` is held with values up to {held:.1}, at most {MOST_HELD}",
            self.network.layers[layer].name
        );
        Err(CkksError::new(code::VALUE_RANGE, message).help("calibrate with such inputs").into())
    }
}

/// The level of each input of a program.
fn input_levels(program: &SlotProgram) -> Vec<u32> {
    let mut levels: Vec<(u32, u32)> = Vec::new();
    for step in &program.lowered.program.steps {
        if let SlotStep::Input { index, level } = *step {
            levels.push((index, level));
        }
    }
    levels.sort_unstable();
    levels.into_iter().map(|(_, level)| level).collect()
}

fn split_tensors(mut bytes: &[u8]) -> Option<Vec<Arc<[f64]>>> {
    let mut tensors = Vec::new();
    while !bytes.is_empty() {
        let (length, rest) = bytes.split_first_chunk()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?.checked_mul(8)?;
        let (values, rest) = rest.split_at_checked(length)?;
        let values: Arc<[f64]> =
            values.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect();
        if !values.iter().all(|value| value.is_finite()) {
            return None;
        }
        tensors.push(values);
        bytes = rest;
    }
    Some(tensors)
}
