//! The client: makes keys, encrypts inputs, decrypts results. Only here there is a secret key.

use partita_base::{Sha256, code};
use partita_ckks::{CkksError, Port};
use partita_engine::ckks::{CkksFile, CkksFileKind, KeyId, Safety, SealParty, SealSettings};
use zeroize::Zeroizing;

use super::contract::{Contract, damaged};
use super::{check_contract, check_key, read_samples, samples_section};
use crate::watch::run_stage;
use crate::{Error, Watch};

/// The files of a key pair.
#[derive(Debug)]
pub struct Keys {
    /// Identifies the keys and everything made with them.
    pub id: KeyId,
    /// The file of the secret key, which stays with the client. It is wiped when it is dropped.
    pub secret: Zeroizing<Vec<u8>>,
    /// The file of the evaluation keys, for the server.
    pub evaluation: Zeroizing<Vec<u8>>,
}

impl Contract {
    /// Makes a secret key and the evaluation keys of the program. A contract that is not secure is refused unless
    /// `safety` allows it: it may come from a server that hopes for weak keys. Stages: `start`, and `keys`, counted in
    /// keys.
    pub fn generate_keys(
        &self,
        seal: &SealSettings,
        safety: Safety,
        watch: &mut dyn Watch,
    ) -> Result<Keys, Error> {
        self.params.check(safety)?;
        let mut party =
            run_stage(watch, "start", || SealParty::start(seal, &self.params, safety, self.slots))?;
        let contract = &self.text();
        let secret = party.make_secret()?;
        let mut made = vec![party.make_public()?, party.make_relin()?];
        let id = key_id(&made[0]);
        watch.begin("keys");
        let count = self.rotations.len();
        for (done, by) in self.real_rotations().enumerate() {
            watch.count(done, count, "keys");
            made.push(party.make_rotation(by)?);
        }
        watch.end();
        let file = |kind, sections| CkksFile { kind, contract, key: id, sections }.to_bytes();
        Ok(Keys {
            id,
            secret: file(CkksFileKind::SecretKey, vec![secret.as_slice()]),
            evaluation: file(CkksFileKind::EvaluationKeys, made.iter().map(Vec::as_slice).collect()),
        })
    }

    /// Checks inputs against the largest value that the program is made for.
    pub fn check_inputs(&self, samples: &[impl AsRef<[f64]>]) -> Result<(), Error> {
        for (sample, values) in samples.iter().enumerate() {
            let outside = |value: &f64| value.is_nan() || value.abs() > self.largest;
            if let Some((at, value)) = values.as_ref().iter().enumerate().find(|(_, value)| outside(value)) {
                let largest = self.largest;
                let message = format!(
                    "value {at} of sample {sample} is {value}, but the model takes at most {largest}"
                );
                let help = "scale the input as for training, or compile the model for such inputs";
                return Err(CkksError::new(code::VALUE_RANGE, message).help(help).into());
            }
        }
        Ok(())
    }

    /// The slots of the ciphertexts of a group of samples: slot `s` of the program for sample `b` is slot `s * lanes + b`.
    fn pack(&self, samples: &[impl AsRef<[f64]>]) -> Result<Zeroizing<Vec<Vec<f64>>>, Error> {
        let lanes = self.lanes();
        let mut packed = Zeroizing::new(vec![vec![0.0; self.params.slots()]; self.levels.len()]);
        for (lane, sample) in samples.iter().enumerate() {
            let own = Port::pack_all(&self.inputs, sample.as_ref())?;
            for (packed, own) in packed.iter_mut().zip(own.iter()) {
                own.iter().enumerate().for_each(|(slot, value)| packed[slot * lanes + lane] = *value);
            }
        }
        Ok(packed)
    }

    /// The result of one sample of a group.
    fn unpack(&self, slots: &[Zeroizing<Vec<f64>>], lane: usize) -> Result<Zeroizing<Vec<f64>>, Error> {
        let lanes = self.lanes();
        let own = slots.iter().map(|slots| slots.iter().skip(lane).step_by(lanes).copied().collect());
        let own: Zeroizing<Vec<Vec<f64>>> = own.collect::<Vec<Vec<f64>>>().into();
        Ok(self.output.unpack(&own)?.into())
    }
}

fn key_id(public: &[u8]) -> KeyId {
    let mut id = KeyId::default();
    id.copy_from_slice(&Sha256::digest(public)[..size_of::<KeyId>()]);
    id
}

/// A secret key, as it was read from its file.
pub struct SecretKey<'f> {
    /// The parameters it is for.
    pub contract: Contract,
    /// Identifies the keys and everything made with them.
    pub id: KeyId,
    secret: &'f [u8],
}

impl std::fmt::Debug for SecretKey<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SecretKey").field("id", &super::key_text(&self.id)).finish_non_exhaustive()
    }
}

impl<'f> SecretKey<'f> {
    /// Reads the file of a secret key.
    pub fn read(bytes: &'f [u8]) -> Result<Self, Error> {
        let file = CkksFile::read(bytes, &[CkksFileKind::SecretKey])?;
        let &[secret] = file.sections.as_slice() else {
            return Err(damaged("the file of the secret key does not have its section"));
        };
        Ok(Self { contract: Contract::parse(file.contract)?, id: file.key, secret })
    }

    /// Encrypts samples, row-major each and one input after the other, into one file. Values beyond the range of the contract are an error.
    /// Stages: `start`, and `encrypt`, counted in ciphertexts.
    pub fn encrypt(
        &self,
        samples: &[impl AsRef<[f64]>],
        seal: &SealSettings,
        watch: &mut dyn Watch,
    ) -> Result<Zeroizing<Vec<u8>>, Error> {
        let contract = &self.contract;
        if samples.is_empty() {
            return Err(CkksError::new(code::SLOT_SHAPES, "expected at least one sample, found none").into());
        }
        contract.check_inputs(samples)?;
        let mut party = self.start(seal, watch)?;
        watch.begin("encrypt");
        let groups = samples.chunks(contract.lanes());
        let total = groups.len() * contract.levels.len();
        let mut ciphertexts = Vec::new();
        for group in groups {
            for (&level, slots) in contract.levels.iter().zip(contract.pack(group)?.iter()) {
                watch.count(ciphertexts.len(), total, "ciphertexts");
                ciphertexts.push(party.encrypt(level, slots)?);
            }
        }
        watch.end();
        let count = samples_section(samples.len());
        let sections =
            std::iter::once(count.as_slice()).chain(ciphertexts.iter().map(Vec::as_slice)).collect();
        let text = &contract.text();
        Ok(CkksFile { kind: CkksFileKind::Inputs, contract: text, key: self.id, sections }.to_bytes())
    }

    /// Decrypts the results of all samples. They are wiped when they are dropped. Stages: `start`, and `decrypt`, counted
    /// in ciphertexts.
    pub fn decrypt(
        &self,
        results: &[u8],
        seal: &SealSettings,
        watch: &mut dyn Watch,
    ) -> Result<Vec<Zeroizing<Vec<f64>>>, Error> {
        let contract = &self.contract;
        let file = CkksFile::read(results, &[CkksFileKind::Results])?;
        check_key("the secret key", &self.id, &file)?;
        check_contract("the secret key", contract, &file)?;
        let per_group = contract.output.layout.ciphertexts();
        let (samples, ciphertexts) = read_samples(&file, contract.lanes(), per_group)?;
        let mut party = self.start(seal, watch)?;
        watch.begin("decrypt");
        let mut made = Vec::with_capacity(samples);
        for (done, group) in ciphertexts.chunks(per_group).enumerate() {
            watch.count(done * per_group, ciphertexts.len(), "ciphertexts");
            let slots = group.iter().map(|cipher| party.decrypt(cipher)).collect::<Result<Vec<_>, _>>()?;
            for lane in 0..contract.lanes().min(samples - made.len()) {
                made.push(contract.unpack(&slots, lane)?);
            }
        }
        watch.end();
        Ok(made)
    }

    fn start(&self, seal: &SealSettings, watch: &mut dyn Watch) -> Result<SealParty, Error> {
        let Contract { params, safety, slots, .. } = &self.contract;
        let mut party = run_stage(watch, "start", || SealParty::start(seal, params, *safety, *slots))?;
        party.load_secret(self.secret)?;
        Ok(party)
    }
}
