//! Client and server: keys, inputs and results as files, and an evaluator without the secret key.
//!
//! [`CompiledModel::compile`] makes a model of a program. Its [`Contract`] is what both sides agree on; it is part of every
//! file. A client makes keys ([`Contract::generate_keys`]), encrypts inputs and decrypts results with its secret key
//! ([`SecretKey`]); a server evaluates ([`CompiledModel::evaluate`]) with the evaluation keys. Functions take and return the
//! bytes of files; reading and writing them is up to the caller.

mod client;
mod contract;
mod model;
mod server;

pub use client::{Keys, SecretKey};
pub use contract::Contract;
pub use model::CompiledModel;
pub use server::{Evaluated, EvaluationKeys};

use partita_base::{Code, code};
use partita_ckks::CkksError;
use partita_engine::ckks::{CkksFile, KeyId};

use crate::Error;

/// The section with the number of samples, before their ciphertexts.
fn samples_section(samples: usize) -> [u8; 8] {
    (samples as u64).to_le_bytes()
}

/// The number of samples of a file, and its ciphertexts: `per_group` for each group of samples that share them.
fn read_samples<'f>(
    file: &CkksFile<'f>,
    lanes: usize,
    per_group: usize,
) -> Result<(usize, Vec<&'f [u8]>), Error> {
    let damaged = |message: &str| Error::from(CkksError::new(code::CKKS_FILE, message));
    let (Some(&samples), ciphertexts) = (file.sections.first(), file.sections.get(1..).unwrap_or_default())
    else {
        return Err(damaged("the file has no number of samples"));
    };
    let samples = <[u8; 8]>::try_from(samples).ok().map(u64::from_le_bytes);
    let samples = samples.and_then(|samples| usize::try_from(samples).ok()).filter(|&samples| samples > 0);
    let samples = samples.ok_or_else(|| damaged("the file has an invalid number of samples"))?;
    let expected = samples.div_ceil(lanes).checked_mul(per_group);
    if expected != Some(ciphertexts.len()) {
        let message =
            format!("the file has {} ciphertexts, which {samples} samples do not need", ciphertexts.len());
        return Err(damaged(&message));
    }
    Ok((samples, ciphertexts.to_vec()))
}

/// Checks that a file is for the parameters of another one.
fn check_contract(what: &str, contract: &Contract, file: &CkksFile<'_>) -> Result<(), Error> {
    if file.contract == contract.text() {
        return Ok(());
    }
    let found = Contract::parse(file.contract)?;
    let message = format!(
        "{} are for {}, but {what} is for {}",
        file.kind.name(),
        found.difference(contract),
        contract.difference(&found)
    );
    Err(mismatch(code::CKKS_FILE_SCHEME, message, "use files that were made from one compiled model"))
}

/// Checks that a file belongs to keys.
fn check_key(what: &str, key: &KeyId, file: &CkksFile<'_>) -> Result<(), Error> {
    if file.key == *key {
        return Ok(());
    }
    let message = format!(
        "{} belong to key {}, but {what} to key {}",
        file.kind.name(),
        key_text(&file.key),
        key_text(key)
    );
    Err(mismatch(code::CKKS_FILE_KEY, message, "use the keys of the client that encrypted the inputs"))
}

fn mismatch(code: Code, message: String, help: &str) -> Error {
    CkksError::new(code, message).help(help).into()
}

/// The start of a key's id, for display.
pub fn key_text(key: &KeyId) -> String {
    key[..6].iter().map(|byte| format!("{byte:02x}")).collect()
}
