//! An engine in a child process, for any library.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::{Duration, Instant};

use super::engine::{Caps, CkksEngine, EncryptedRun, EncryptedRuns, Output};
use super::error::CkksTrouble;
use super::packing::{Packing, SlotOrder, check_slots};
use super::params::{CkksParams, Safety};
use super::process::Process;
use super::stream::{Action, Op, PlainId, Plaintexts, Stream};
use super::wire::{LastOp, Request, Response};
use crate::EngineError;

/// The most ops, or keys, per message.
const BATCH: usize = 16;

/// A scheme and its keys in a child process. If the process dies, they are lost, and every later call fails.
pub struct RemoteEngine {
    params: CkksParams,
    safety: Safety,
    caps: Caps,
    timeout: Duration,
    process: Option<Process>,
    /// The most bytes of encoded plaintexts that are kept from run to run.
    kept_bytes: u64,
}

impl RemoteEngine {
    /// Creates a scheme with fresh keys in the process that a command starts.
    pub(super) fn start(
        command: Command,
        timeout: Duration,
        params: &CkksParams,
        safety: Safety,
    ) -> Result<Self, EngineError> {
        params.check(safety)?;
        let caps = Caps {
            slots: params.slots(),
            levels: params.levels(),
            scale: f64::from(params.scale_bits).exp2(),
            moduli: Vec::new(),
            bootstraps: false,
        };
        let process = Some(Process::start(command)?);
        let mut engine = Self { params: params.clone(), safety, caps, timeout, process, kept_bytes: 0 };
        let response = engine.ask(&Request::Params {
            log_n: params.log_n,
            q_bits: params.q_bits.clone(),
            p_bits: params.p_bits.clone(),
            scale_bits: params.scale_bits,
            weight: params.weight(),
        })?;
        match response {
            Response::Ready { moduli } if moduli.len() == params.q_bits.len() => engine.caps.moduli = moduli,
            _ => return Err(engine.fail("the library sent an invalid answer")),
        }
        Ok(engine)
    }

    /// Creates the keys of bootstrapping, which uses a larger modulus; these are its key-switching primes. They
    /// take seconds in small rings and gigabytes in large ones; programs of few slots need fewer. Values to be
    /// bootstrapped should be within [-1, 1]; larger ones lose precision (five digits are left at 4, three at 20).
    ///
    /// Bootstraps of few slots require that values repeat, so a run then computes one sample. Rotation keys
    /// depend on that and are created afterwards.
    pub fn load_bootstrap_keys(&mut self, p_bits: &[u32], slots: usize) -> Result<(), EngineError> {
        check_slots(slots, self.caps.slots)?;
        self.params.check_bootstrap(p_bits, self.safety)?;
        let period = self.params.bootstrap_period(slots);
        self.send(&Request::BootstrapKeys { p_bits: p_bits.to_vec(), period: period as u32 })?;
        self.caps.bootstraps = true;
        Ok(())
    }

    /// Has the library's process keep this many bytes of encoded plaintexts from run to run.
    pub(super) fn keep_plaintexts(&mut self, bytes: u64) {
        self.kept_bytes = bytes;
    }

    /// The id of the library's process, while there is one.
    pub fn process_id(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    fn ask(&mut self, request: &Request) -> Result<Response, EngineError> {
        let Some(process) = &self.process else {
            return Err(EngineError::ckks(CkksTrouble::Failed, "the library's process ended earlier"));
        };
        match process.ask(request, self.timeout) {
            Ok(Response::Fault { kind, op, message }) => {
                Err(EngineError { op: op.map(|op| op as usize), ..EngineError::ckks(kind, message) })
            }
            Ok(response) => Ok(response),
            Err(message) => Err(self.fail(&message)),
        }
    }

    /// Sends a request whose answer has no content.
    fn send(&mut self, request: &Request) -> Result<(), EngineError> {
        match self.ask(request)? {
            Response::Done => Ok(()),
            _ => Err(self.fail("the library sent an invalid answer")),
        }
    }

    /// Ends the process and reports its error output.
    fn fail(&mut self, message: &str) -> EngineError {
        let output = self.process.take().map(|mut process| process.end()).unwrap_or_default();
        EngineError::ckks(CkksTrouble::Failed, message).output(&output)
    }

    /// How programs of this many slots are arranged in ciphertexts.
    fn packing(&self, slots: usize) -> Result<Packing, EngineError> {
        let order = if self.caps.bootstraps { SlotOrder::Repeated } else { SlotOrder::Interleaved };
        Packing::new(slots, self.caps.slots, order)
    }

    /// The plaintexts that are kept from run to run, the first ones that fit, and their bytes.
    fn plaintexts_to_keep(&self, stream: &Stream) -> (BTreeSet<PlainId>, u64) {
        let degree = self.params.degree() as u64;
        let (mut kept, mut sum) = (BTreeSet::new(), 0);
        for (plain, level) in stream.plain_levels(self.caps.levels) {
            // Its polynomial, and its values, with which it was encoded.
            let bytes = degree * 8 * (u64::from(level) + 1) + degree * 2;
            if sum + bytes > self.kept_bytes {
                break;
            }
            sum += bytes;
            kept.insert(plain);
        }
        (kept, sum)
    }

    /// Runs a program once, on at most as many samples as fit. `known` are the plaintexts that the process has; those
    /// to keep are among them afterwards.
    fn execute(
        &mut self,
        stream: &Stream,
        samples: &[&[Vec<f64>]],
        plaintexts: &mut dyn Plaintexts,
        known: &mut BTreeSet<PlainId>,
        keep: &BTreeSet<PlainId>,
    ) -> Result<Vec<Vec<Output>>, EngineError> {
        let packing = self.packing(stream.slots)?;
        for (number, input) in stream.inputs.iter().enumerate() {
            let level = input.level.unwrap_or(self.caps.levels);
            let values = packing.pack_samples(samples.iter().map(|inputs| inputs[number].as_slice()))?;
            self.send(&Request::Input { to: input.to, level, values })?;
        }
        let ops: Vec<LastOp> =
            stream.ops.iter().map(|op| packed_rotation(*op, &packing)).zip(stream.last_uses()).collect();
        let last_plains = stream.last_plains();
        for (batch, ops) in ops.chunks(BATCH).enumerate() {
            let first = batch * BATCH;
            let plains =
                ops.iter().enumerate().filter_map(|(i, (op, _))| Some((first + i, op.action.plain()?)));
            for (place, plain) in plains.clone() {
                if known.insert(plain) {
                    let fault = |why: String| EngineError::ckks(CkksTrouble::Stream, why).at(place);
                    let values = plaintexts.values(plain).map_err(fault)?;
                    let values = packing.pack_plain(&values).map_err(|error| error.at(place))?;
                    self.send(&Request::Plain { plain, values })?;
                }
            }
            let done = self.send(&Request::Ops { ops: ops.to_vec() });
            done.map_err(|error| EngineError { op: error.op.map(|op| first + op), ..error })?;
            plaintexts.done(first + ops.len());
            let over = plains.filter(|(place, plain)| last_plains.get(plain) == Some(place));
            let over = over.map(|(_, plain)| plain).filter(|plain| !keep.contains(plain));
            self.forget(over.collect(), known)?;
        }
        let mut outputs: Vec<Vec<Output>> = samples.iter().map(|_| Vec::new()).collect();
        for &from in &stream.outputs {
            match self.ask(&Request::Output { from })? {
                Response::Values { level, values } if values.len() == self.caps.slots => {
                    for (sample, outputs) in outputs.iter_mut().enumerate() {
                        outputs.push(Output { values: packing.unpack(&values, sample).into(), level });
                    }
                }
                _ => return Err(self.fail("the library sent an invalid answer")),
            }
        }
        Ok(outputs)
    }

    /// Has the process delete plaintexts.
    fn forget(&mut self, plains: Vec<PlainId>, known: &mut BTreeSet<PlainId>) -> Result<(), EngineError> {
        plains.iter().for_each(|plain| {
            known.remove(plain);
        });
        for plains in plains.chunks(BATCH) {
            self.send(&Request::Forget { plains: plains.to_vec() })?;
        }
        Ok(())
    }

    /// Runs a program on all samples; `known` are the plaintexts that the process has at the end, or at a failure.
    fn execute_all(
        &mut self,
        stream: &Stream,
        samples: &[&[Vec<f64>]],
        plaintexts: &mut dyn Plaintexts,
        known: &mut BTreeSet<PlainId>,
    ) -> Result<EncryptedRuns, EngineError> {
        let mut made = EncryptedRuns::default();
        let at_once = self.packing(stream.slots)?.samples();
        let keep = self.plaintexts_to_keep(stream);
        let nothing = (BTreeSet::new(), 0);
        let count = samples.len().div_ceil(at_once);
        for (number, samples) in samples.chunks(at_once).enumerate() {
            let start = Instant::now();
            let (keep, kept) = if number + 1 < count { &keep } else { &nothing };
            made.outputs.extend(self.execute(stream, samples, plaintexts, known, keep)?);
            let elapsed = start.elapsed();
            match self.ask(&Request::Finish)? {
                Response::Finished { stats } => {
                    made.runs.push(EncryptedRun { samples: samples.len(), stats, elapsed, kept: *kept });
                }
                _ => return Err(self.fail("the library sent an invalid answer")),
            }
            plaintexts.ran(made.outputs.len());
        }
        Ok(made)
    }
}

/// An op with its rotation as one of the ciphertext instead of the program's slots.
fn packed_rotation(mut op: Op, packing: &Packing) -> Op {
    if let Action::Rotate(_, steps) = &mut op.action {
        *steps = packing.steps(*steps).into();
    }
    op
}

impl CkksEngine for RemoteEngine {
    fn caps(&self) -> &Caps {
        &self.caps
    }

    fn load_keys(&mut self, slots: usize, steps: &[i64]) -> Result<(), EngineError> {
        let packing = self.packing(slots)?;
        let steps: BTreeSet<u32> = steps.iter().map(|&steps| packing.steps(steps)).collect();
        let steps: Vec<u32> = steps.into_iter().collect();
        steps.chunks(BATCH).try_for_each(|steps| self.send(&Request::Keys { steps: steps.to_vec() }))
    }

    fn run_all(
        &mut self,
        stream: &Stream,
        samples: &[&[Vec<f64>]],
        plaintexts: &mut dyn Plaintexts,
    ) -> Result<EncryptedRuns, EngineError> {
        check_slots(stream.slots, self.caps.slots)?;
        stream.check()?;
        if let Some(inputs) = samples.iter().find(|inputs| inputs.len() != stream.inputs.len()) {
            let message = format!("expected {} inputs, found {}", stream.inputs.len(), inputs.len());
            return Err(EngineError::ckks(CkksTrouble::Stream, message));
        }
        // Operations before this run must not be counted, and registers of an earlier run that failed must be
        // cleared.
        self.ask(&Request::Finish)?;
        let mut known = BTreeSet::new();
        let made = self.execute_all(stream, samples, plaintexts, &mut known);
        // Plaintexts of a run that failed are still there, unless the process is not.
        if self.process.is_some() {
            self.forget(known.iter().copied().collect(), &mut known)?;
        }
        made
    }
}
