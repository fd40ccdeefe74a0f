//! An engine in a child process, for any library.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use super::engine::{Caps, CkksEngine, EncryptedOutcome, Output};
use super::error::CkksTrouble;
use super::params::{CkksParams, Safety};
use super::process::Process;
use super::stream::{Action, Op, PlainId, Plaintexts, Stream, normal_steps};
use super::tile::{check_slots, tile_values};
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
        let mut engine = Self { params: params.clone(), safety, caps, timeout, process };
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
    /// take seconds in small rings and gigabytes in large ones. Values to be bootstrapped should be within [-1,
    /// 1]; larger ones lose precision (five digits are left at 4, three at 20).
    pub fn load_bootstrap_keys(&mut self, p_bits: &[u32]) -> Result<(), EngineError> {
        self.params.check_bootstrap(p_bits, self.safety)?;
        self.send(&Request::BootstrapKeys { p_bits: p_bits.to_vec() })?;
        self.caps.bootstraps = true;
        Ok(())
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

    fn execute(
        &mut self,
        stream: &Stream,
        inputs: &[Vec<f64>],
        plaintexts: &mut dyn Plaintexts,
    ) -> Result<Vec<Output>, EngineError> {
        let (slots, real) = (stream.slots, self.caps.slots);
        for (input, values) in stream.inputs.iter().zip(inputs) {
            let level = input.level.unwrap_or(self.caps.levels);
            self.send(&Request::Input { to: input.to, level, values: tile_values(values, slots, real)? })?;
        }
        let ops: Vec<LastOp> =
            stream.ops.iter().map(|op| rotated_modulo(*op, slots)).zip(stream.last_uses()).collect();
        let last_plains = stream.last_plains();
        let mut sent: BTreeSet<PlainId> = BTreeSet::new();
        for (batch, ops) in ops.chunks(BATCH).enumerate() {
            let first = batch * BATCH;
            let plains =
                ops.iter().enumerate().filter_map(|(i, (op, _))| Some((first + i, op.action.plain()?)));
            for (place, plain) in plains.clone() {
                if sent.insert(plain) {
                    let fault = |why: String| EngineError::ckks(CkksTrouble::Stream, why).at(place);
                    let values = plaintexts.values(plain).map_err(fault)?;
                    let values = tile_values(&values, slots, real).map_err(|error| error.at(place))?;
                    self.send(&Request::Plain { plain, values })?;
                }
            }
            let done = self.send(&Request::Ops { ops: ops.to_vec() });
            done.map_err(|error| EngineError { op: error.op.map(|op| first + op), ..error })?;
            plaintexts.done(first + ops.len());
            let over = plains.filter(|(place, plain)| last_plains.get(plain) == Some(place));
            let over: Vec<PlainId> = over.map(|(_, plain)| plain).collect();
            if !over.is_empty() {
                self.send(&Request::Forget { plains: over })?;
            }
        }
        stream.outputs.iter().map(|&from| self.output(from, slots)).collect()
    }

    fn output(&mut self, from: super::Reg, slots: usize) -> Result<Output, EngineError> {
        match self.ask(&Request::Output { from })? {
            Response::Values { level, values } if values.len() == self.caps.slots => {
                let values: Vec<f64> = values[..slots].iter().map(|&value| value.into()).collect();
                Ok(Output { values: values.into(), level })
            }
            _ => Err(self.fail("the library sent an invalid answer")),
        }
    }
}

/// An op with its rotation modulo the slots of the program instead of the ciphertext.
fn rotated_modulo(mut op: Op, slots: usize) -> Op {
    if let Action::Rotate(_, steps) = &mut op.action {
        *steps = normal_steps(*steps, slots).into();
    }
    op
}

impl CkksEngine for RemoteEngine {
    fn caps(&self) -> &Caps {
        &self.caps
    }

    fn load_keys(&mut self, slots: usize, steps: &[i64]) -> Result<(), EngineError> {
        check_slots(slots, self.caps.slots)?;
        let steps: BTreeSet<u32> = steps.iter().map(|&steps| normal_steps(steps, slots)).collect();
        let steps: Vec<u32> = steps.into_iter().collect();
        steps.chunks(BATCH).try_for_each(|steps| self.send(&Request::Keys { steps: steps.to_vec() }))
    }

    fn run(
        &mut self,
        stream: &Stream,
        inputs: &[Vec<f64>],
        plaintexts: &mut dyn Plaintexts,
    ) -> Result<EncryptedOutcome, EngineError> {
        check_slots(stream.slots, self.caps.slots)?;
        stream.check()?;
        if inputs.len() != stream.inputs.len() {
            let message = format!("expected {} inputs, found {}", stream.inputs.len(), inputs.len());
            return Err(EngineError::ckks(CkksTrouble::Stream, message));
        }
        // Operations before this run must not be counted, and registers of an earlier run that failed must be
        // cleared.
        self.ask(&Request::Finish)?;
        let outputs = self.execute(stream, inputs, plaintexts)?;
        match self.ask(&Request::Finish)? {
            Response::Finished { stats } => Ok(EncryptedOutcome { outputs, stats }),
            _ => Err(self.fail("the library sent an invalid answer")),
        }
    }
}
