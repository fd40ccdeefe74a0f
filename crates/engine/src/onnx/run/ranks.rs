//! N ranks in one process: each runs its model up to the next collective, which runs once all its members have reached
//! it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use partita_onnx::ElementType;
use partita_onnx::proto;

use super::carried::without_carrier_casts;
use super::collective::RankCollective;
use super::control::{Rows, run_control};
use super::segments::{RankProgram, RankSegment, RankStep, split_at_collectives};
use super::{Array, Arrays, Runtime, Session};
use crate::EngineError;

/// How many ranks run at once. Each runs on one thread.
const THREADS: usize = 2;

/// Runs the models of all ranks together. `inputs` has the inputs of each rank, the result the outputs of each.
/// Inputs that are omitted must have default values in the model.
pub fn run_ranks(
    models: &[proto::Model],
    inputs: &[Arrays],
    runtime: &dyn Runtime,
) -> Result<Vec<Arrays>, EngineError> {
    Ranks::new(models, inputs, runtime)?.run(inputs)
}

/// The models of all ranks, split at their collectives, ready to run many times.
pub struct Ranks<'r> {
    programs: Vec<RankProgram>,
    runtime: &'r dyn Runtime,
    /// The names of the inputs that each rank is given.
    given: Vec<BTreeSet<String>>,
    sessions: Mutex<Sessions>,
}

/// The sessions that have been loaded.
#[derive(Default)]
struct Sessions {
    /// By the step that they run, so that the model of a segment is encoded once.
    of_step: BTreeMap<StepKey, Shared>,
    /// By the bytes of their models, so that ranks with the same model share a session.
    of_model: BTreeMap<Bytes, Shared>,
}

/// A rank, a step of it, and the types and shapes of its inputs.
type StepKey = (usize, usize, Vec<(ElementType, Vec<usize>)>);

type Shared = Arc<Mutex<Box<dyn Session>>>;

/// The next step of a rank, and the values it has so far.
struct State<'p> {
    rank: usize,
    program: &'p RankProgram,
    step: usize,
    values: Arrays,
    rows: Rows,
}

impl<'r> Ranks<'r> {
    /// Splits the models at their collectives. Only the names of `inputs` matter.
    pub fn new(
        models: &[proto::Model],
        inputs: &[Arrays],
        runtime: &'r dyn Runtime,
    ) -> Result<Self, EngineError> {
        let programs = split_ranks(models, inputs, runtime.has_carriers())?;
        let given = inputs.iter().map(|inputs| inputs.keys().cloned().collect()).collect();
        Ok(Self { programs, runtime, given, sessions: Mutex::default() })
    }

    /// Runs all ranks with inputs of the same names.
    pub fn run(&self, inputs: &[Arrays]) -> Result<Vec<Arrays>, EngineError> {
        let same = |(given, inputs): (&BTreeSet<String>, &Arrays)| given.iter().eq(inputs.keys());
        if inputs.len() != self.programs.len() || !self.given.iter().zip(inputs).all(same) {
            return Err(EngineError::inputs(
                "the inputs differ in number or name from those that the models were prepared for",
            ));
        }
        let mut states = Vec::with_capacity(inputs.len());
        for (rank, (program, inputs)) in self.programs.iter().zip(inputs).enumerate() {
            let mut values = inputs.clone();
            for (name, tensor) in &program.constants {
                values.insert(name.clone(), Array::from_proto(tensor)?);
            }
            states.push(State { rank, program, step: 0, values, rows: Rows::new() });
        }
        loop {
            self.advance(&mut states)?;
            if states.iter().all(State::is_done) {
                return states.iter().map(State::results).collect();
            }
            if !perform_collectives(&mut states)? {
                return Err(deadlock(states.iter().map(State::collective)));
            }
        }
    }

    /// Runs every rank up to its next collective or to its end.
    fn advance(&self, states: &mut [State<'_>]) -> Result<(), EngineError> {
        let workers = THREADS.min(states.len());
        let queue = Mutex::new(states.iter_mut());
        let work = || {
            loop {
                let Some(state) = lock(&queue).next() else { return Ok(()) };
                self.advance_one(state).map_err(|error| error.about(format!("rank {}", state.rank)))?;
            }
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            let join = |worker: std::thread::ScopedJoinHandle<'_, _>| {
                worker.join().unwrap_or_else(|_| Err(EngineError::failed("the runtime panicked")))
            };
            // All workers are joined before the first error is returned.
            let outcomes: Vec<Result<(), EngineError>> = workers.into_iter().map(join).collect();
            outcomes.into_iter().collect()
        })
    }

    fn advance_one(&self, state: &mut State<'_>) -> Result<(), EngineError> {
        loop {
            let segment = match state.program.steps.get(state.step) {
                Some(RankStep::Run(segment)) => segment,
                Some(RankStep::Control(control)) => {
                    state.step = run_control(control, state.step + 1, &mut state.values, &mut state.rows)?;
                    continue;
                }
                Some(RankStep::Collective(_)) | None => return Ok(()),
            };
            let inputs = segment.inputs.iter().map(|name| {
                let value = state.values.get(name).cloned();
                let value =
                    value.ok_or_else(|| EngineError::model(format!("value `{name}` has not been computed")));
                value.map(|value| (name.clone(), value))
            });
            let inputs: Arrays = inputs.collect::<Result<_, _>>()?;
            let types = inputs.values().map(|array| (array.element(), array.shape().to_vec()));
            let session = self.session((state.rank, state.step, types.collect()), segment, &inputs)?;
            let outputs = lock(&session).run(&inputs)?;
            state.values.extend(outputs);
            state.step += 1;
        }
    }

    /// The session of a segment for inputs of these types.
    fn session(&self, key: StepKey, segment: &RankSegment, inputs: &Arrays) -> Result<Shared, EngineError> {
        if let Some(session) = lock(&self.sessions).of_step.get(&key) {
            return Ok(Arc::clone(session));
        }
        let types = inputs.iter().map(|(name, array)| (name.as_str(), (array.element(), array.shape())));
        let model = self.runtime.prepare_model(segment.with_inputs(types.collect()))?;
        let known = lock(&self.sessions).of_model.get(&model.bytes).cloned();
        let session = match known {
            Some(session) => session,
            None => {
                let bytes = model.bytes.clone();
                let session = Arc::new(Mutex::new(self.runtime.load(model)?));
                // The lock is not held while a model loads, so another rank may have loaded the same one; the first is
                // kept.
                Arc::clone(lock(&self.sessions).of_model.entry(bytes).or_insert(session))
            }
        };
        lock(&self.sessions).of_step.insert(key, Arc::clone(&session));
        Ok(session)
    }
}

/// Splits the model of every rank at its collectives. Only the names of `inputs` matter. Unless the runtime has the types in which
/// collectives carry others, the casts around them are omitted.
pub(super) fn split_ranks(
    models: &[proto::Model],
    inputs: &[Arrays],
    has_carriers: bool,
) -> Result<Vec<RankProgram>, EngineError> {
    let count = models.len();
    if inputs.len() != count {
        let message = format!("expected the inputs of {count} ranks, one per model, found {}", inputs.len());
        return Err(EngineError::inputs(message));
    }
    let ranks = models.iter().zip(inputs).enumerate().map(|(rank, (model, inputs))| {
        let given = inputs.keys().map(String::as_str).collect();
        let plain = (!has_carriers).then(|| without_carrier_casts(model));
        split_at_collectives(plain.as_ref().unwrap_or(model), &given, rank, count)
            .map_err(|error| error.about(format!("rank {rank}")))
    });
    ranks.collect()
}

impl State<'_> {
    fn is_done(&self) -> bool {
        self.step == self.program.steps.len()
    }

    /// The collective that the rank waits for, if any.
    fn collective(&self) -> Option<&RankCollective> {
        match self.program.steps.get(self.step)? {
            RankStep::Collective(collective) => Some(collective),
            RankStep::Run(_) | RankStep::Control(_) => None,
        }
    }

    fn results(&self) -> Result<Arrays, EngineError> {
        let result = |name: &String| {
            let value = self.values.get(name).cloned();
            let missing = || EngineError::model(format!("rank {} has no output `{name}`", self.rank));
            value.ok_or_else(missing).map(|value| (name.clone(), value))
        };
        self.program.outputs.iter().map(result).collect()
    }
}

/// Runs the collectives that all their members have reached. Returns whether there were any.
fn perform_collectives(states: &mut [State<'_>]) -> Result<bool, EngineError> {
    let mut any = false;
    for rank in 0..states.len() {
        let Some(collective) = states[rank].collective().cloned() else { continue };
        let mut sent = Vec::with_capacity(collective.group.len());
        for &member in &collective.group {
            let Some(other) = states[member].collective().filter(|other| other.name == collective.name)
            else {
                // This member is at another collective or has ended, so the collective has to wait.
                break;
            };
            collective.check_agreement(rank, other, member)?;
            let value = states[member].values.get(&other.input).cloned();
            let missing = || EngineError::model(format!("rank {member} has not computed `{}`", other.input));
            sent.push(value.ok_or_else(missing)?);
        }
        if sent.len() < collective.group.len() {
            continue;
        }
        for (&member, received) in collective.group.iter().zip(collective.perform(&sent)?) {
            let state = &mut states[member];
            let output = state.collective().map(|own| own.output.clone()).unwrap_or_default();
            state.values.insert(output, received);
            state.step += 1;
        }
        any = true;
    }
    Ok(any)
}

/// The error that lists which collective each rank waits at; `None` for ranks that have ended.
pub(super) fn deadlock<'c>(waiting: impl Iterator<Item = Option<&'c RankCollective>>) -> EngineError {
    let waits = waiting.enumerate().map(|(rank, collective)| match collective {
        Some(collective) => format!("rank {rank} waits at `{}` for {:?}", collective.name, collective.group),
        None => format!("rank {rank} has ended"),
    });
    let waits: Vec<String> = waits.collect();
    EngineError::collective("the ranks wait for each other in a deadlock").output(&waits.join("\n"))
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
