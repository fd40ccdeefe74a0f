//! An engine in a child process, for any library.

use std::collections::BTreeSet;
use std::ops::Range;
use std::process::Command;
use std::time::{Duration, Instant};

use super::engine::{Caps, CkksEngine, EncryptedRun, EncryptedRuns, Output};
use super::error::CkksTrouble;
use super::fuse::{Fused, LinearMap, map_bytes};
use super::key_needs::{KeyNeeds, Placing};
use super::packing::{Packing, SlotOrder, check_slots};
use super::params::{CkksParams, Safety};
use super::process::Process;
use super::stream::{Action, MapId, Op, PlainId, Plaintexts, Stream};
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
    placing: Placing,
}

/// What the library's process has of a program's plaintexts.
#[derive(Default)]
struct KnownPlaintexts {
    plains: BTreeSet<PlainId>,
    maps: BTreeSet<MapId>,
}

/// What is kept of them from run to run, and its bytes.
#[derive(Default)]
struct KeptPlaintexts {
    plains: BTreeSet<PlainId>,
    maps: BTreeSet<MapId>,
    bytes: u64,
}

impl RemoteEngine {
    /// Creates a scheme with fresh keys in the process that a command starts.
    pub(super) fn start(
        command: Command,
        timeout: Duration,
        params: &CkksParams,
        safety: Safety,
        placing: &Placing,
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
        let placing = placing.clone();
        let mut engine =
            Self { params: params.clone(), safety, caps, timeout, process, kept_bytes: 0, placing };
        if let Some(most) = engine.placing.stored {
            engine.send(&Request::StoreKeys { most: most as u32 })?;
        }
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

    /// Creates keys that a program needs.
    pub fn load_rotation_keys(&mut self, needs: &KeyNeeds) -> Result<(), EngineError> {
        let lists = |keys: &BTreeSet<u32>| keys.iter().copied().collect::<Vec<u32>>();
        let (rotations, maps) = (lists(&needs.rotations), lists(&needs.maps));
        rotations.chunks(BATCH).try_for_each(|steps| self.send(&Request::Keys { steps: steps.to_vec() }))?;
        maps.chunks(BATCH).try_for_each(|steps| self.send(&Request::MapKeys { steps: steps.to_vec() }))
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

    /// The plaintexts that are kept from run to run: linear maps, then single plaintexts, the first ones that fit.
    fn plaintexts_to_keep(&self, fused: &Fused) -> KeptPlaintexts {
        let degree = self.params.degree() as u64;
        let mut kept = KeptPlaintexts::default();
        for (number, map) in fused.maps.iter().enumerate() {
            let bytes = map_bytes(map, &self.params);
            if kept.bytes + bytes <= self.kept_bytes {
                kept.bytes += bytes;
                kept.maps.insert(MapId(number as u32));
            }
        }
        for (plain, level) in fused.stream.plain_levels(self.caps.levels) {
            // Its polynomial, and its values, with which it was encoded.
            let bytes = degree * 8 * (u64::from(level) + 1) + degree * 2;
            if kept.bytes + bytes > self.kept_bytes {
                break;
            }
            kept.bytes += bytes;
            kept.plains.insert(plain);
        }
        kept
    }

    /// Runs a program once, on at most as many samples as fit. `known` are the plaintexts that the process has; those
    /// to keep are among them afterwards.
    fn execute(
        &mut self,
        fused: &Fused,
        samples: &[&[Vec<f64>]],
        plaintexts: &mut dyn Plaintexts,
        known: &mut KnownPlaintexts,
        keep: &KeptPlaintexts,
    ) -> Result<Vec<Vec<Output>>, EngineError> {
        let Fused { stream, places, .. } = fused;
        let packing = self.packing(stream.slots)?;
        for (number, input) in stream.inputs.iter().enumerate() {
            let level = input.level.unwrap_or(self.caps.levels);
            let values = packing.pack_samples(samples.iter().map(|inputs| inputs[number].as_slice()))?;
            self.send(&Request::Input { to: input.to, level, values })?;
        }
        let ops: Vec<LastOp> =
            stream.ops.iter().map(|op| packed_rotation(*op, &packing)).zip(stream.last_uses()).collect();
        let last_plains = stream.last_plains();
        for range in batches(&stream.ops) {
            let (ops, places) = (&ops[range.clone()], &places[range.clone()]);
            let first = range.start;
            for (&place, (op, _)) in places.iter().zip(ops) {
                let sent = match op.action {
                    Action::Map(_, id) => {
                        self.send_map(id, &fused.maps[id.0 as usize], &packing, plaintexts, known)
                    }
                    action => self.send_plain(action.plain(), &packing, plaintexts, known),
                };
                sent.map_err(|error| error.at(place))?;
            }
            let done = self.send(&Request::Ops { ops: ops.to_vec() });
            done.map_err(|error| EngineError {
                op: error.op.map(|op| places[op.min(places.len() - 1)]),
                ..error
            })?;
            plaintexts.done(places.last().map_or(0, |last| last + 1));
            let over = ops.iter().enumerate().filter_map(|(number, (op, _))| {
                let plain = op.action.plain()?;
                (last_plains.get(&plain) == Some(&(first + number)) && !keep.plains.contains(&plain))
                    .then_some(plain)
            });
            self.forget(over.collect(), known)?;
            for (op, _) in ops {
                if let Action::Map(_, map) = op.action
                    && !keep.maps.contains(&map)
                {
                    self.forget_map(map, known)?;
                }
            }
        }
        self.outputs(stream, samples.len(), &packing)
    }

    /// Decrypts the outputs of a program, for each of its samples.
    fn outputs(
        &mut self,
        stream: &Stream,
        samples: usize,
        packing: &Packing,
    ) -> Result<Vec<Vec<Output>>, EngineError> {
        let mut outputs: Vec<Vec<Output>> = vec![Vec::new(); samples];
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

    /// Sends the values of a plaintext, unless the process has them.
    fn send_plain(
        &mut self,
        plain: Option<PlainId>,
        packing: &Packing,
        plaintexts: &mut dyn Plaintexts,
        known: &mut KnownPlaintexts,
    ) -> Result<(), EngineError> {
        let Some(plain) = plain.filter(|plain| !known.plains.contains(plain)) else { return Ok(()) };
        let values = requested(plaintexts, plain)?;
        self.send(&Request::Plain { plain, values: packing.pack_plain(&values)? })?;
        known.plains.insert(plain);
        Ok(())
    }

    /// Sends the diagonals of a linear map, unless the process has them.
    fn send_map(
        &mut self,
        id: MapId,
        map: &LinearMap,
        packing: &Packing,
        plaintexts: &mut dyn Plaintexts,
        known: &mut KnownPlaintexts,
    ) -> Result<(), EngineError> {
        if !known.maps.insert(id) {
            return Ok(());
        }
        for (&steps, parts) in &map.diagonals {
            let mut diagonal = vec![0.0; packing.slots()];
            for &(plain, turn) in parts {
                let mut values = requested(plaintexts, plain)?;
                packing.check_values(&values)?;
                values.resize(diagonal.len(), 0.0);
                values.rotate_left(turn as usize);
                diagonal.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            }
            let (steps, values) = (packing.steps(steps.into()), packing.pack_plain(&diagonal)?);
            self.send(&Request::Diagonal { map: id, ratio: map.split.ratio, steps, values })?;
        }
        Ok(())
    }

    /// Has the process delete plaintexts.
    fn forget(&mut self, plains: Vec<PlainId>, known: &mut KnownPlaintexts) -> Result<(), EngineError> {
        plains.iter().for_each(|plain| {
            known.plains.remove(plain);
        });
        for plains in plains.chunks(BATCH) {
            self.send(&Request::Forget { plains: plains.to_vec() })?;
        }
        Ok(())
    }

    fn forget_map(&mut self, map: MapId, known: &mut KnownPlaintexts) -> Result<(), EngineError> {
        known.maps.remove(&map);
        self.send(&Request::ForgetMap { map })
    }

    /// Runs a program on all samples; `known` are the plaintexts that the process has at the end, or at a failure.
    fn execute_all(
        &mut self,
        fused: &Fused,
        samples: &[&[Vec<f64>]],
        plaintexts: &mut dyn Plaintexts,
        known: &mut KnownPlaintexts,
    ) -> Result<EncryptedRuns, EngineError> {
        let mut made = EncryptedRuns::default();
        let at_once = self.packing(fused.stream.slots)?.samples();
        let keep = self.plaintexts_to_keep(fused);
        let nothing = KeptPlaintexts::default();
        let count = samples.len().div_ceil(at_once);
        for (number, samples) in samples.chunks(at_once).enumerate() {
            let start = Instant::now();
            let keep = if number + 1 < count { &keep } else { &nothing };
            made.outputs.extend(self.execute(fused, samples, plaintexts, known, keep)?);
            let elapsed = start.elapsed();
            match self.ask(&Request::Finish)? {
                Response::Finished { stats } => {
                    let (samples, kept) = (samples.len(), keep.bytes);
                    made.runs.push(EncryptedRun { samples, stats, elapsed, kept });
                }
                _ => return Err(self.fail("the library sent an invalid answer")),
            }
            plaintexts.ran(made.outputs.len());
        }
        Ok(made)
    }
}

/// The values of a plaintext.
fn requested(plaintexts: &mut dyn Plaintexts, plain: PlainId) -> Result<Vec<f64>, EngineError> {
    plaintexts.values(plain).map_err(|why| EngineError::ckks(CkksTrouble::Stream, why))
}

/// Ranges of ops that are sent together. A linear map is sent by itself, so that the plaintexts of only one are in memory
/// unless they are kept.
fn batches(ops: &[Op]) -> Vec<Range<usize>> {
    let is_map = |op: &Op| matches!(op.action, Action::Map(..));
    let mut ranges: Vec<Range<usize>> = Vec::new();
    for (place, op) in ops.iter().enumerate() {
        match ranges.last_mut() {
            Some(last) if last.len() < BATCH && !is_map(op) && !is_map(&ops[place - 1]) => last.end += 1,
            _ => ranges.push(place..place + 1),
        }
    }
    ranges
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
        let packing = self.packing(stream.slots)?;
        let fused = self.placing.fused(stream, &self.params, &packing);
        let mut known = KnownPlaintexts::default();
        let made = self.execute_all(&fused, samples, plaintexts, &mut known);
        // Plaintexts of a run that failed are still there, unless the process is not.
        if self.process.is_some() {
            self.forget(known.plains.iter().copied().collect(), &mut known)?;
            for map in std::mem::take(&mut known.maps) {
                self.forget_map(map, &mut known)?;
            }
        }
        made
    }
}
