//! N ranks in one process: each runs its model up to the next collective, then those who meet exchange.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use partita_onnx::ElementType;
use partita_onnx::proto::{self, ValueInfo};

use super::collective::Meeting;
use super::segments::{RankProgram, RankStep, Segment, split_at_collectives};
use super::{Array, Arrays, Runtime, Session};
use crate::EngineError;

/// How many ranks run at once.
const THREADS: usize = 2;

/// Runs the models of all ranks together. `inputs` has what each rank is given, the result what each returns.
/// Inputs that are left out must have default values in the model.
pub fn run_ranks(
    models: &[proto::Model],
    inputs: &[Arrays],
    runtime: &dyn Runtime,
) -> Result<Vec<Arrays>, EngineError> {
    Ranks::new(models, inputs, runtime)?.run(inputs)
}

/// The models of all ranks, cut at their collectives, ready to run many times.
pub struct Ranks<'r> {
    programs: Vec<RankProgram>,
    runtime: &'r dyn Runtime,
    /// The names of the inputs that each rank is given.
    given: Vec<BTreeSet<String>>,
    sessions: Mutex<Sessions>,
}

/// The sessions that there are.
#[derive(Default)]
struct Sessions {
    /// By the step that they run, so that a segment is made into a model once.
    of_step: BTreeMap<StepKey, Shared>,
    /// By the bytes of their models: ranks whose models are the same share them.
    of_model: BTreeMap<Bytes, Shared>,
}

/// A rank, a step of it, and the types and shapes of its inputs.
type StepKey = (usize, usize, Vec<(ElementType, Vec<usize>)>);

type Shared = Arc<Mutex<Box<dyn Session>>>;

/// Where a rank is, and what it holds.
struct State<'p> {
    rank: usize,
    program: &'p RankProgram,
    step: usize,
    values: Arrays,
}

impl<'r> Ranks<'r> {
    /// MeshLayout the models. Only the names of `inputs` matter.
    pub fn new(
        models: &[proto::Model],
        inputs: &[Arrays],
        runtime: &'r dyn Runtime,
    ) -> Result<Self, EngineError> {
        let count = models.len();
        if inputs.len() != count {
            let message = format!("there are {count} models and inputs for {} ranks", inputs.len());
            return Err(EngineError::inputs(message));
        }
        let ranks = models.iter().zip(inputs).enumerate().map(|(rank, (model, inputs))| {
            let given = inputs.keys().map(String::as_str).collect();
            split_at_collectives(model, &given, rank, count)
                .map_err(|error| error.about(format!("rank {rank}")))
        });
        let programs = ranks.collect::<Result<_, _>>()?;
        let given = inputs.iter().map(|inputs| inputs.keys().cloned().collect()).collect();
        Ok(Self { programs, runtime, given, sessions: Mutex::default() })
    }

    /// Runs all ranks with inputs of the same names.
    pub fn run(&self, inputs: &[Arrays]) -> Result<Vec<Arrays>, EngineError> {
        let same = |(given, inputs): (&BTreeSet<String>, &Arrays)| given.iter().eq(inputs.keys());
        if inputs.len() != self.programs.len() || !self.given.iter().zip(inputs).all(same) {
            return Err(EngineError::inputs("the inputs are not those that the models were prepared for"));
        }
        let mut states = Vec::with_capacity(inputs.len());
        for (rank, (program, inputs)) in self.programs.iter().zip(inputs).enumerate() {
            let mut values = inputs.clone();
            for (name, tensor) in &program.constants {
                values.insert(name.clone(), Array::from_proto(tensor)?);
            }
            states.push(State { rank, program, step: 0, values });
        }
        loop {
            self.advance(&mut states)?;
            if states.iter().all(State::is_done) {
                return states.iter().map(State::results).collect();
            }
            if !meet(&mut states)? {
                return Err(stuck(&states));
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
            // All are waited for; the first trouble is told.
            let outcomes: Vec<Result<(), EngineError>> = workers.into_iter().map(join).collect();
            outcomes.into_iter().collect()
        })
    }

    fn advance_one(&self, state: &mut State<'_>) -> Result<(), EngineError> {
        while let Some(RankStep::Run(segment)) = state.program.steps.get(state.step) {
            let inputs = segment.inputs.iter().map(|name| {
                let value = state.values.get(name).cloned();
                let value = value.ok_or_else(|| EngineError::model(format!("there is no `{name}`")));
                value.map(|value| (name.clone(), value))
            });
            let inputs: Arrays = inputs.collect::<Result<_, _>>()?;
            let types = inputs.values().map(|array| (array.element(), array.shape().to_vec()));
            let session = self.session((state.rank, state.step, types.collect()), segment, &inputs)?;
            let outputs = lock(&session).run(&inputs)?;
            state.values.extend(outputs);
            state.step += 1;
        }
        Ok(())
    }

    /// The session of a segment for inputs of these types.
    fn session(&self, key: StepKey, segment: &Segment, inputs: &Arrays) -> Result<Shared, EngineError> {
        if let Some(session) = lock(&self.sessions).of_step.get(&key) {
            return Ok(Arc::clone(session));
        }
        let mut model = segment.model.clone();
        if let Some(graph) = &mut model.graph {
            graph.input = inputs.iter().map(|(name, array)| input_info(name, array)).collect();
        }
        let model = self.runtime.form(model)?;
        let known = lock(&self.sessions).of_model.get(&model.bytes).cloned();
        let session = match known {
            Some(session) => session,
            None => {
                let bytes = model.bytes.clone();
                let session = Arc::new(Mutex::new(self.runtime.load(model)?));
                // Another rank may have loaded the same meanwhile; one of the two is kept.
                Arc::clone(lock(&self.sessions).of_model.entry(bytes).or_insert(session))
            }
        };
        lock(&self.sessions).of_step.insert(key, Arc::clone(&session));
        Ok(session)
    }
}

impl State<'_> {
    fn is_done(&self) -> bool {
        self.step == self.program.steps.len()
    }

    /// The collective that the rank waits for, if any.
    fn meeting(&self) -> Option<&Meeting> {
        match self.program.steps.get(self.step)? {
            RankStep::Meet(meeting) => Some(meeting),
            RankStep::Run(_) => None,
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

/// Lets all meet who are all there. Returns whether any did.
fn meet(states: &mut [State<'_>]) -> Result<bool, EngineError> {
    let mut any = false;
    for rank in 0..states.len() {
        let Some(meeting) = states[rank].meeting().cloned() else { continue };
        let mut brought = Vec::with_capacity(meeting.group.len());
        for &member in &meeting.group {
            let Some(other) = states[member].meeting().filter(|other| other.name == meeting.name) else {
                break;
            };
            if let Some(difference) = meeting.mismatch(other) {
                return Err(EngineError::collective(format!(
                    "ranks {rank} and {member} disagree about `{}`: {difference}",
                    meeting.name
                )));
            }
            let value = states[member].values.get(&other.input).cloned();
            let missing = || EngineError::model(format!("rank {member} has no `{}`", other.input));
            brought.push(value.ok_or_else(missing)?);
        }
        if brought.len() < meeting.group.len() {
            continue;
        }
        for (&member, taken) in meeting.group.iter().zip(meeting.perform(&brought)?) {
            let state = &mut states[member];
            let output = state.meeting().map(|own| own.output.clone()).unwrap_or_default();
            state.values.insert(output, taken);
            state.step += 1;
        }
        any = true;
    }
    Ok(any)
}

/// Says who waits for whom.
fn stuck(states: &[State<'_>]) -> EngineError {
    let waits = states.iter().map(|state| match state.meeting() {
        Some(meeting) => format!("rank {} waits at `{}` for {:?}", state.rank, meeting.name, meeting.group),
        None => format!("rank {} has ended", state.rank),
    });
    let waits: Vec<String> = waits.collect();
    EngineError::collective("ranks wait for each other for ever").output(&waits.join("\n"))
}

/// An input of a model that takes such an array.
fn input_info(name: &str, array: &Array) -> ValueInfo {
    let dim = |&size: &usize| proto::Dimension {
        value: Some(proto::DimValue::Value(size as i64)),
        ..proto::Dimension::default()
    };
    let shape = proto::Shape { dim: array.shape().iter().map(dim).collect() };
    let tensor = proto::TensorShape { elem_type: Some(array.element() as i32), shape: Some(shape) };
    let r#type = proto::Type { value: Some(proto::TypeValue::Tensor(tensor)), denotation: None };
    ValueInfo { name: Some(name.into()), r#type: Some(r#type), ..ValueInfo::default() }
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
