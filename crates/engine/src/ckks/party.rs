//! Client and server: each has SEAL in a process of its own, with the keys that it was given or has made.
//!
//! The process runs `seal_service.py`, which describes the messages. The process of a server is never sent a secret
//! key, and the process of a client that encrypts or decrypts has nothing else.

use std::collections::BTreeSet;
use std::io::Read;
use std::process::ChildStdout;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use partita_base::code;
use zeroize::Zeroizing;

use super::error::CkksTrouble;
use super::params::{CkksParams, Safety};
use super::seal::SealSettings;
use super::stream::{Action, Op, PlainId, Plaintexts, Reg, Stream, normal_steps};
use super::wire::{LastOp, Request, encode_message};
use crate::EngineError;
use crate::python::isolated_python;
use crate::spawned::Spawned;

const SERVICE: &str = concat!(include_str!("seal_runner.py"), "\n\n", include_str!("seal_service.py"));

/// How long a process that ends may take to report why.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// The most bytes of an answer: a key in the largest ring has less than half of it.
const LONGEST: u64 = 1 << 32;

/// The most ops per message, so that progress is visible.
const BATCH: usize = 16;

/// The kinds of messages to the process.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Ask {
    Open = 0,
    MakeSecret = 1,
    MakePublic = 2,
    MakeRelin = 3,
    MakeRotation = 4,
    LoadPublic = 5,
    LoadRelin = 6,
    LoadRotation = 7,
    Encrypt = 8,
    Decrypt = 9,
    Program = 10,
    LoadSecret = 11,
    Plain = 12,
    Input = 13,
    Run = 14,
    Result = 15,
    Clear = 16,
    Forget = 17,
}

/// An answer of the process: its kind and content.
type Answer = (u8, Zeroizing<Vec<u8>>);

/// Whether encoded plaintexts stay in memory between the runs of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factors {
    /// Each is encoded once.
    Kept,
    /// Each is encoded in every run, and dropped after its last use.
    Encoded,
}

/// SEAL in a process, with parameters. If the process dies, every later call fails.
pub struct SealParty {
    spawned: Option<Spawned>,
    answers: Receiver<Answer>,
    timeout: Duration,
    slots: usize,
    /// Plaintexts whose values the process has.
    sent: BTreeSet<PlainId>,
}

impl SealParty {
    /// Starts a process for a program of this many slots. A ciphertext has room for several samples, its *lanes*:
    /// slot `s` of the program for sample `b` is slot `s * lanes + b`, so that a rotation of the program is one of
    /// all samples.
    pub fn start(
        settings: &SealSettings,
        params: &CkksParams,
        safety: Safety,
        slots: usize,
    ) -> Result<Self, EngineError> {
        params.check(safety)?;
        params.check_slots(slots)?;
        let command = isolated_python(&settings.python, SERVICE);
        let (spawned, stdout) = Spawned::start(command).map_err(|error| {
            let python = settings.python.display();
            absent(format!("cannot start `{python}`: {}", error.kind()))
        })?;
        let answers = read_answers(stdout);
        let timeout = settings.timeout;
        let mut party = Self { spawned: Some(spawned), answers, timeout, slots, sent: BTreeSet::new() };
        let mut open = Vec::new();
        let words = |to: &mut Vec<u8>, words: &[u32]| {
            to.extend((words.len() as u32).to_le_bytes());
            words.iter().for_each(|word| to.extend(word.to_le_bytes()));
        };
        open.extend(params.log_n.to_le_bytes());
        words(&mut open, &params.q_bits);
        words(&mut open, &params.p_bits);
        open.extend(params.scale_bits.to_le_bytes());
        open.extend(((params.slots() / slots) as u32).to_le_bytes());
        party.done(Ask::Open, &[&open])?;
        Ok(party)
    }

    /// The id of the process, while there is one.
    pub fn process_id(&self) -> Option<u32> {
        self.spawned.as_ref().map(Spawned::id)
    }

    /// Makes a secret key. The process keeps what it needs to make other keys.
    pub fn make_secret(&mut self) -> Result<Zeroizing<Vec<u8>>, EngineError> {
        self.bytes(Ask::MakeSecret, &[])
    }

    /// Makes the public key of the secret key.
    pub fn make_public(&mut self) -> Result<Vec<u8>, EngineError> {
        self.bytes(Ask::MakePublic, &[]).map(|mut made| std::mem::take(&mut *made))
    }

    /// Makes the key of products.
    pub fn make_relin(&mut self) -> Result<Vec<u8>, EngineError> {
        self.bytes(Ask::MakeRelin, &[]).map(|mut made| std::mem::take(&mut *made))
    }

    /// Makes the key of a rotation of a ciphertext.
    pub fn make_rotation(&mut self, steps: u32) -> Result<Vec<u8>, EngineError> {
        self.bytes(Ask::MakeRotation, &[&steps.to_le_bytes()]).map(|mut made| std::mem::take(&mut *made))
    }

    /// Loads a secret key, for encryption and decryption.
    pub fn load_secret(&mut self, key: &[u8]) -> Result<(), EngineError> {
        self.done(Ask::LoadSecret, &[key])
    }

    /// Loads a public key.
    pub fn load_public(&mut self, key: &[u8]) -> Result<(), EngineError> {
        self.done(Ask::LoadPublic, &[key])
    }

    /// Loads the key of products.
    pub fn load_relin(&mut self, key: &[u8]) -> Result<(), EngineError> {
        self.done(Ask::LoadRelin, &[key])
    }

    /// Loads the key of a rotation of a ciphertext.
    pub fn load_rotation(&mut self, steps: u32, key: &[u8]) -> Result<(), EngineError> {
        self.done(Ask::LoadRotation, &[&steps.to_le_bytes(), key])
    }

    /// Encrypts one value per slot of a ciphertext, with the secret key.
    pub fn encrypt(&mut self, level: u32, values: &[f64]) -> Result<Vec<u8>, EngineError> {
        let values = doubles(values);
        let made = self.bytes(Ask::Encrypt, &[&level.to_le_bytes(), &values])?;
        Ok(made.to_vec())
    }

    /// Decrypts a ciphertext: one value per slot.
    pub fn decrypt(&mut self, cipher: &[u8]) -> Result<Zeroizing<Vec<f64>>, EngineError> {
        match self.ask(Ask::Decrypt, &[cipher])? {
            (2, values) => {
                let doubles = values.as_chunks().0.iter().map(|bytes| f64::from_le_bytes(*bytes));
                let values: Zeroizing<Vec<f64>> = doubles.collect::<Vec<f64>>().into();
                Ok(values)
            }
            _ => Err(self.fail("SEAL sent an invalid answer")),
        }
    }

    /// Sends a program, which [`Self::run`] then runs. `lanes` is the number of samples per ciphertext.
    pub fn set_program(&mut self, stream: &Stream, lanes: usize) -> Result<(), EngineError> {
        if stream.slots != self.slots {
            let message = format!("a program for {} slots, but a process for {}", stream.slots, self.slots);
            return Err(EngineError::ckks(CkksTrouble::Stream, message));
        }
        stream.check()?;
        let for_lanes = |mut op: Op| {
            if let Action::Rotate(_, steps) = &mut op.action {
                *steps = i64::from(normal_steps(*steps, stream.slots)) * lanes as i64;
            }
            op
        };
        let ops: Vec<LastOp> = stream.ops.iter().map(|op| for_lanes(*op)).zip(stream.last_uses()).collect();
        // The list of ops as in the message of `wire.rs`: without length and tag.
        let message = encode_message(&Request::Ops { ops });
        self.done(Ask::Program, &[&message[5..]])
    }

    /// Runs the program on ciphertexts, one for each of its inputs; returns one for each of its outputs.
    pub fn run(
        &mut self,
        stream: &Stream,
        inputs: &[&[u8]],
        plaintexts: &mut dyn Plaintexts,
        factors: Factors,
    ) -> Result<Vec<Vec<u8>>, EngineError> {
        self.done(Ask::Clear, &[])?;
        for (input, cipher) in stream.inputs.iter().zip(inputs) {
            let level = input.level.unwrap_or(0);
            self.done(Ask::Input, &[&input.to.0.to_le_bytes(), &level.to_le_bytes(), cipher])?;
        }
        let last_plains = stream.last_plains();
        for first in (0..stream.ops.len()).step_by(BATCH) {
            let ops = &stream.ops[first..(first + BATCH).min(stream.ops.len())];
            let plains = ops.iter().enumerate().filter_map(|(at, op)| Some((first + at, op.action.plain()?)));
            for (place, plain) in plains.clone() {
                if self.sent.insert(plain) {
                    let fault = |why: String| EngineError::ckks(CkksTrouble::Stream, why).at(place);
                    let mut values = plaintexts.values(plain).map_err(fault)?;
                    values.resize(self.slots, 0.0);
                    self.done(Ask::Plain, &[&plain.0.to_le_bytes(), &doubles(&values)])?;
                }
            }
            let count = ops.len() as u32;
            self.done(Ask::Run, &[&(first as u32).to_le_bytes(), &count.to_le_bytes()])?;
            plaintexts.done(first + ops.len());
            if factors == Factors::Encoded {
                let over = plains.filter(|(place, plain)| last_plains.get(plain) == Some(place));
                let over: Vec<PlainId> = over.map(|(_, plain)| plain).collect();
                self.forget(&over)?;
            }
        }
        let result =
            |&Reg(reg): &Reg| self.bytes(Ask::Result, &[&reg.to_le_bytes()]).map(|made| made.to_vec());
        stream.outputs.iter().map(result).collect()
    }

    fn forget(&mut self, plains: &[PlainId]) -> Result<(), EngineError> {
        let mut names = (plains.len() as u32).to_le_bytes().to_vec();
        for plain in plains {
            names.extend(plain.0.to_le_bytes());
            self.sent.remove(plain);
        }
        self.done(Ask::Forget, &[&names])
    }

    fn done(&mut self, ask: Ask, parts: &[&[u8]]) -> Result<(), EngineError> {
        match self.ask(ask, parts)? {
            (0, _) => Ok(()),
            _ => Err(self.fail("SEAL sent an invalid answer")),
        }
    }

    fn bytes(&mut self, ask: Ask, parts: &[&[u8]]) -> Result<Zeroizing<Vec<u8>>, EngineError> {
        match self.ask(ask, parts)? {
            (1, bytes) => Ok(bytes),
            _ => Err(self.fail("SEAL sent an invalid answer")),
        }
    }

    fn ask(&mut self, ask: Ask, parts: &[&[u8]]) -> Result<Answer, EngineError> {
        let Some(spawned) = &self.spawned else {
            return Err(EngineError::ckks(CkksTrouble::Failed, "the process of SEAL ended earlier"));
        };
        let length: usize = parts.iter().map(|part| part.len()).sum();
        let mut message: Zeroizing<Vec<u8>> = Vec::with_capacity(9 + length).into();
        message.push(ask as u8);
        message.extend((length as u64).to_le_bytes());
        parts.iter().for_each(|part| message.extend_from_slice(part));
        spawned.send(message);
        match self.answers.recv_timeout(self.timeout) {
            Ok((3, fault)) => Err(read_fault(&fault)),
            Ok(answer) => Ok(answer),
            Err(RecvTimeoutError::Disconnected) => Err(self.fail("the process of SEAL ended")),
            Err(RecvTimeoutError::Timeout) => {
                let seconds = self.timeout.as_secs_f64();
                Err(self.fail(&format!("SEAL did not answer within {seconds} seconds")))
            }
        }
    }

    /// Ends the process and reports its error output.
    fn fail(&mut self, message: &str) -> EngineError {
        let output = self.spawned.take().map(|mut spawned| spawned.end(LAST_WORDS)).unwrap_or_default();
        EngineError::ckks(CkksTrouble::Failed, message).output(&output)
    }
}

/// Reads answers in a thread, since a process that hangs does not answer.
fn read_answers(mut stdout: ChildStdout) -> Receiver<Answer> {
    let (answer, answers) = channel();
    std::thread::spawn(move || {
        let mut head = [0; 9];
        while stdout.read_exact(&mut head).is_ok() {
            let [kind, length @ ..] = head;
            let length = u64::from_le_bytes(length);
            let mut body: Zeroizing<Vec<u8>> = Vec::new().into();
            if length > LONGEST || body.try_reserve_exact(length as usize).is_err() {
                return;
            }
            body.resize(length as usize, 0);
            if stdout.read_exact(&mut body).is_err() || answer.send((kind, body)).is_err() {
                return;
            }
        }
    });
    answers
}

fn read_fault(fault: &[u8]) -> EngineError {
    /// The number of a fault that is that of a file.
    const FILE: usize = 8;
    let (Some((&kind, rest)), true) = (fault.split_first(), fault.len() >= 5) else {
        return EngineError::ckks(CkksTrouble::Failed, "SEAL sent an invalid answer");
    };
    let place = u32::from_le_bytes([rest[0], rest[1], rest[2], rest[3]]);
    let message = String::from_utf8_lossy(&rest[4..]).into_owned();
    let error = match (usize::from(kind), CkksTrouble::ALL.get(usize::from(kind))) {
        (FILE, _) => EngineError::new(code::CKKS_FILE, message),
        (_, Some(CkksTrouble::Absent)) => absent(message),
        (_, trouble) => EngineError::ckks(trouble.copied().unwrap_or(CkksTrouble::Failed), message),
    };
    EngineError { op: (place != u32::MAX).then_some(place as usize), ..error }
}

fn absent(message: impl Into<String>) -> EngineError {
    EngineError {
        help: Some(
            "run `cargo xtask seal` in the repository of Partita, or `pip install tenseal==0.3.18` for a Python that \
             `SealSettings::find` or PARTITA_SEAL_PYTHON names",
        ),
        ..EngineError::ckks(CkksTrouble::Absent, message)
    }
}

fn doubles(values: &[f64]) -> Zeroizing<Vec<u8>> {
    let mut bytes: Zeroizing<Vec<u8>> = Vec::with_capacity(8 * values.len()).into();
    values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_have_codes() {
        let fault = |kind: u8, place: u32| {
            let mut bytes = vec![kind];
            bytes.extend(place.to_le_bytes());
            bytes.extend(b"why");
            read_fault(&bytes)
        };
        assert_eq!((fault(8, u32::MAX).code, fault(8, u32::MAX).op), (code::CKKS_FILE, None));
        assert_eq!((fault(5, 3).code, fault(5, 3).op), (code::CKKS_LEVEL, Some(3)));
        assert!(fault(0, 0).help.expect("it has help").contains("tenseal"));
        assert_eq!(fault(99, 0).code, code::CKKS_FAILED);
        assert_eq!(read_fault(b"no").code, code::CKKS_FAILED);
    }

    #[test]
    fn a_python_that_is_not_there_is_named() {
        let settings = SealSettings::new("/nonexistent/python", Duration::from_secs(5));
        let params = CkksParams::for_seal(None, 1, 64, Safety::Standard).expect("there is room");
        let error = SealParty::start(&settings, &params, Safety::Standard, 64).err().expect("it is absent");
        assert_eq!(error.code, code::CKKS_ABSENT);
        assert!(error.message.contains("/nonexistent/python"), "{error}");
    }
}
