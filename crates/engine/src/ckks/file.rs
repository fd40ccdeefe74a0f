//! Files of a deployment: models, keys, ciphertexts.
//!
//! All kinds have one form. Numbers are little-endian.
//!
//! | bytes | content |
//! | --- | --- |
//! | 8 | `89 43 4b 4b 53 0d 0a 1a`: transfers that change line ends or the eighth bit destroy it |
//! | 2 | the version of the format, 2 |
//! | 1 | the kind |
//! | 1 | zero |
//! | 32 | SHA-256 of the contract: files with equal contracts fit together |
//! | 16 | the id of the keys; zeros if there are none |
//! | 8 + n, repeated | the length of a section, and the section; the first one is the contract, a text |
//! | 32 | SHA-256 of everything before |
//!
//! The digest detects damage. It does not detect forgery: anybody can compute it.

use partita_base::{Sha256, code};
use zeroize::Zeroizing;

use crate::EngineError;

const MAGIC: [u8; 8] = [0x89, b'C', b'K', b'K', b'S', b'\r', b'\n', 0x1a];
const VERSION: u16 = 2;
const DIGEST: usize = 32;
const KEY_ID: usize = 16;
const HEAD: usize = MAGIC.len() + 2 + 1 + 1 + DIGEST + KEY_ID;

/// What a file of a deployment holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CkksFileKind {
    /// A program, its weights and its parameters: what the server evaluates.
    Model,
    /// The parameters alone: what a client needs.
    Contract,
    /// What a client encrypts and decrypts with.
    SecretKey,
    /// The keys of the server.
    EvaluationKeys,
    /// Encrypted inputs.
    Inputs,
    /// Encrypted results.
    Results,
}

impl CkksFileKind {
    /// All kinds; a kind is stored as its position, counted from one.
    pub const ALL: [Self; 6] =
        [Self::Model, Self::Contract, Self::SecretKey, Self::EvaluationKeys, Self::Inputs, Self::Results];

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Model => "a model",
            Self::Contract => "a contract",
            Self::SecretKey => "a secret key",
            Self::EvaluationKeys => "evaluation keys",
            Self::Inputs => "encrypted inputs",
            Self::Results => "encrypted results",
        }
    }

    fn number(self) -> u8 {
        Self::ALL.iter().position(|each| *each == self).expect("all are listed") as u8 + 1
    }
}

/// Identifies a secret key and everything made with it: the first bytes of the digest of its public key.
pub type KeyId = [u8; KEY_ID];

/// The content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CkksFile<'b> {
    /// What it holds.
    pub kind: CkksFileKind,
    /// What all files of a deployment agree on.
    pub contract: &'b str,
    /// The keys it belongs to; zeros if it belongs to none.
    pub key: KeyId,
    /// The sections after the contract.
    pub sections: Vec<&'b [u8]>,
}

impl<'b> CkksFile<'b> {
    /// The bytes of a file, which are wiped when they are dropped.
    pub fn to_bytes(&self) -> Zeroizing<Vec<u8>> {
        let sections = || std::iter::once(self.contract.as_bytes()).chain(self.sections.iter().copied());
        let length = HEAD + sections().map(|section| 8 + section.len()).sum::<usize>() + DIGEST;
        // Allocated at its full length: a list that grows leaves behind copies that are not wiped.
        let mut bytes: Zeroizing<Vec<u8>> = Vec::with_capacity(length).into();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([self.kind.number(), 0]);
        bytes.extend(Sha256::digest(self.contract.as_bytes()));
        bytes.extend(self.key);
        for section in sections() {
            bytes.extend((section.len() as u64).to_le_bytes());
            bytes.extend_from_slice(section);
        }
        let digest = Sha256::digest(&bytes);
        bytes.extend(digest);
        bytes
    }

    /// Reads a file of one of these kinds. Nothing is allocated for lengths that the file merely claims.
    pub fn read(bytes: &'b [u8], expected: &[CkksFileKind]) -> Result<Self, EngineError> {
        let wanted = || {
            let names: Vec<&str> = expected.iter().map(|kind| kind.name()).collect();
            names.join(" or ")
        };
        let Some(rest) = bytes.strip_prefix(&MAGIC) else {
            return Err(damaged(format!("expected {}, found a file of another format", wanted())));
        };
        let (Some((version, rest)), true) = (rest.split_first_chunk(), bytes.len() >= HEAD + DIGEST) else {
            return Err(damaged(format!("the file is truncated: it has only {} bytes", bytes.len())));
        };
        let version = u16::from_le_bytes(*version);
        if version != VERSION {
            let message = format!("the file has version {version} of the format, expected {VERSION}");
            return Err(damaged(message));
        }
        let (content, digest) = bytes.split_at(bytes.len() - DIGEST);
        if Sha256::digest(content) != digest {
            return Err(damaged("the file is damaged or truncated: its digest differs"));
        }
        let kind =
            rest.first().and_then(|&number| CkksFileKind::ALL.get(usize::from(number).wrapping_sub(1)));
        let kind = match kind {
            Some(kind) if expected.contains(kind) => *kind,
            Some(kind) => {
                return Err(damaged(format!("expected {}, found {}", wanted(), kind.name())));
            }
            None => return Err(damaged("the file is of an unknown kind")),
        };
        let mut key = KeyId::default();
        key.copy_from_slice(&content[HEAD - KEY_ID..HEAD]);
        let mut sections = split_sections(&content[HEAD..])
            .ok_or_else(|| damaged("the lengths of the sections do not add up to that of the file"))?;
        let contract = (!sections.is_empty()).then(|| sections.remove(0));
        let contract = contract.and_then(|contract| std::str::from_utf8(contract).ok());
        let contract = contract.ok_or_else(|| damaged("the file has no contract"))?;
        if Sha256::digest(contract.as_bytes()) != content[HEAD - KEY_ID - DIGEST..HEAD - KEY_ID] {
            return Err(damaged("the file is not that of its contract"));
        }
        Ok(Self { kind, contract, key, sections })
    }
}

fn split_sections(mut bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let mut sections = Vec::new();
    while !bytes.is_empty() {
        let (length, rest) = bytes.split_first_chunk()?;
        let (section, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        sections.push(section);
        bytes = rest;
    }
    Some(sections)
}

fn damaged(message: impl Into<String>) -> EngineError {
    EngineError {
        help: Some("transfer the file again, or write it again with the command that made it"),
        ..EngineError::new(code::CKKS_FILE, message)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const KIND: CkksFileKind = CkksFileKind::Inputs;

    fn sample() -> Zeroizing<Vec<u8>> {
        CkksFile { kind: KIND, contract: "ring 14", key: [7; 16], sections: vec![b"one", b"", b"three"] }
            .to_bytes()
    }

    /// Gives bytes a digest that holds, as an attacker would.
    fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
        let content = bytes.len() - DIGEST;
        let digest = Sha256::digest(&bytes[..content]);
        bytes[content..].copy_from_slice(&digest);
        bytes
    }

    #[test]
    fn files_come_back() {
        let bytes = sample();
        let file = CkksFile::read(&bytes, &[KIND]).expect("it is complete");
        assert_eq!((file.kind, file.contract, file.key), (KIND, "ring 14", [7; 16]));
        assert_eq!(file.sections, [b"one".as_slice(), b"", b"three"]);
        assert_eq!(file.to_bytes(), bytes);
        assert_eq!(bytes.capacity(), bytes.len());
    }

    #[test]
    fn every_truncation_and_every_changed_byte_is_found() {
        let bytes = sample();
        for end in 0..bytes.len() {
            let error = CkksFile::read(&bytes[..end], &[KIND]).expect_err("it is truncated");
            assert_eq!(error.code, code::CKKS_FILE, "truncated at {end}");
            let mut changed = bytes.to_vec();
            changed[end] ^= 0x10;
            let error = CkksFile::read(&changed, &[KIND]).expect_err("a bit has changed");
            assert_eq!(error.code, code::CKKS_FILE, "changed at {end}");
        }
        let mut longer = bytes.to_vec();
        longer.push(0);
        assert!(CkksFile::read(&longer, &[KIND]).is_err());
    }

    #[test]
    fn kinds_and_versions_are_named() {
        let bytes = sample();
        let message = |bytes: &[u8], kinds: &[CkksFileKind]| {
            CkksFile::read(bytes, kinds).expect_err("it is another file").message
        };
        let found = message(&bytes, &[CkksFileKind::SecretKey, CkksFileKind::Model]);
        assert_eq!(found, "expected a secret key or a model, found encrypted inputs");
        let mut newer = bytes.to_vec();
        newer[8] = 3;
        assert_eq!(message(&signed(newer), &[KIND]), "the file has version 3 of the format, expected 2");
        assert!(message(b"\x93NUMPY", &[KIND]).starts_with("expected encrypted inputs, found a file of"));
    }

    proptest! {
        /// Whatever a file claims, with a digest that holds, it is read or rejected.
        #[test]
        fn hostile_files_are_rejected(
            place in 0usize..200, bytes in proptest::collection::vec(any::<u8>(), 0..80), at in 10usize..120,
        ) {
            let mut file = sample().to_vec();
            let at = at.min(file.len() - DIGEST);
            let end = (at + place % 17).min(file.len() - DIGEST);
            file.splice(at..end, bytes);
            let file = signed(file);
            if let Ok(read) = CkksFile::read(&file, &CkksFileKind::ALL) {
                let again = read.to_bytes();
                prop_assert_eq!(CkksFile::read(&again, &CkksFileKind::ALL), Ok(read));
            }
        }
    }
}
