//! Drives the processes of all ranks through their steps.

use std::collections::BTreeMap;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use partita_onnx::ElementType;
use prost::Message as _;
use serde_json::{Value, json};

use super::connect::Connections;
use super::launch::RankGroup;
use crate::EngineError;
use crate::child::Message;
use crate::onnx::Array;
use crate::onnx::run::Arrays;
use crate::onnx::run::collective::RankCollective;
use crate::onnx::run::control::{ControlStep, StackedRows};
use crate::onnx::run::messages::{ArrayType, describe_arrays, read_array_types, read_arrays};
use crate::onnx::run::ranks::deadlock;
use crate::onnx::run::segments::{RankProgram, RankStep};

/// What a rank does.
#[derive(Debug, PartialEq)]
enum Phase {
    /// It receives its inputs.
    Storing,
    /// It runs the model of its step.
    Running,
    /// It selects the next step.
    Selecting,
    /// It shares the array that it sends in its collective.
    Posting,
    /// It waits for the other members of its collective.
    Waiting,
    /// It takes part in its collective.
    Exchanging,
    /// It waits until the other members have received their results, because they may still read what it posted.
    Leaving,
    /// It sends its outputs.
    Returning,
    Done,
}

/// A rank, its next step, and the types of the arrays that its process keeps.
struct DrivenRank<'p> {
    program: &'p RankProgram,
    step: usize,
    phase: Phase,
    types: BTreeMap<String, ArrayType>,
    /// For every step, the arrays that no later step reads.
    drops: Vec<Vec<&'p str>>,
    outputs: Arrays,
}

struct Drive<'p> {
    ranks: Vec<DrivenRank<'p>>,
    /// Ended together with this, and therefore before the connections close.
    processes: RankGroup,
    connections: Connections,
    deadline: Instant,
}

/// Runs all programs, each in the process of its rank.
pub(super) fn drive_ranks(
    programs: &[RankProgram],
    inputs: &[Arrays],
    processes: RankGroup,
    connections: Connections,
    timeout: Duration,
) -> Result<Vec<Arrays>, EngineError> {
    let ranks = programs.iter().map(DrivenRank::new).collect();
    let mut drive = Drive { ranks, processes, connections, deadline: Instant::now() + timeout };
    for (rank, inputs) in inputs.iter().enumerate() {
        drive.store_inputs(rank, inputs)?;
    }
    while !drive.ranks.iter().all(|rank| rank.phase == Phase::Done) {
        if drive.ranks.iter().all(|rank| matches!(rank.phase, Phase::Waiting | Phase::Done)) {
            return Err(deadlock(drive.ranks.iter().map(DrivenRank::collective)));
        }
        let (rank, answer) = match drive.connections.receive(drive.time_left()) {
            Ok((rank, Some(answer))) => (rank, answer),
            Ok((rank, None)) => return Err(drive.ended(rank)),
            Err(RecvTimeoutError::Disconnected) => return Err(drive.ended(0)),
            Err(RecvTimeoutError::Timeout) => return Err(drive.late(timeout)),
        };
        drive.answered(rank, answer).map_err(|error| error.about(format!("rank {rank}")))?;
    }
    let Drive { ranks, mut processes, connections, .. } = drive;
    drop(connections);
    processes.finish();
    Ok(ranks.into_iter().map(|rank| rank.outputs).collect())
}

impl<'p> DrivenRank<'p> {
    fn new(program: &'p RankProgram) -> Self {
        let mut last: BTreeMap<&str, usize> = BTreeMap::new();
        for (step, each) in program.steps.iter().enumerate() {
            match each {
                RankStep::Run(segment) => {
                    last.extend(segment.inputs.iter().map(|name| (name.as_str(), step)))
                }
                RankStep::Collective(collective) => last.extend([(collective.input.as_str(), step)]),
                RankStep::Control(_) => {}
            }
        }
        // A later step may go back to an earlier one.
        if program.steps.iter().any(|step| matches!(step, RankStep::Control(_))) {
            last.clear();
        }
        last.retain(|name, _| !program.outputs.iter().any(|output| output == name));
        let mut drops = vec![Vec::new(); program.steps.len()];
        last.into_iter().for_each(|(name, step)| drops[step].push(name));
        let (types, outputs) = (BTreeMap::new(), Arrays::new());
        Self { program, step: 0, phase: Phase::Storing, types, drops, outputs }
    }

    /// The collective that the rank has reached, if any.
    fn collective(&self) -> Option<&'p RankCollective> {
        match self.program.steps.get(self.step)? {
            RankStep::Collective(collective) => Some(collective),
            RankStep::Run(_) | RankStep::Control(_) => None,
        }
    }

    fn type_of(&self, name: &str) -> Result<(ElementType, &[usize]), EngineError> {
        let found = self.types.get(name).map(|(element, shape)| (*element, shape.as_slice()));
        found.ok_or_else(|| EngineError::model(format!("value `{name}` has not been computed")))
    }

    /// Keeps the types of new arrays.
    fn add_types(&mut self, answer: &Message) -> Result<(), EngineError> {
        self.types.extend(read_array_types(&answer.line["arrays"]).ok_or_else(invalid_answer)?);
        Ok(())
    }
}

impl Drive<'_> {
    fn time_left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    fn send(&mut self, rank: usize, phase: Phase, line: &Value, bytes: &[u8]) {
        self.ranks[rank].phase = phase;
        let timeout = self.time_left();
        self.connections.send(rank, line, bytes, timeout);
    }

    fn store_inputs(&mut self, rank: usize, inputs: &Arrays) -> Result<(), EngineError> {
        let mut values = inputs.clone();
        for (name, tensor) in &self.ranks[rank].program.constants {
            values.insert(name.clone(), Array::from_proto(tensor)?);
        }
        let types =
            values.iter().map(|(name, array)| (name.clone(), (array.element(), array.shape().to_vec())));
        self.ranks[rank].types = types.collect();
        let (described, bytes) = describe_arrays(&values);
        self.send(rank, Phase::Storing, &json!({"store": described, "bytes": bytes.len()}), &bytes);
        Ok(())
    }

    /// Continues after the answer of a rank to its last command.
    fn answered(&mut self, rank: usize, answer: Message) -> Result<(), EngineError> {
        if let Some(error) = answer.line["error"].as_str() {
            let (first, rest) = error.split_once('\n').unwrap_or((error, ""));
            let error = match (&self.ranks[rank].phase, self.ranks[rank].collective()) {
                (Phase::Posting | Phase::Exchanging, Some(collective)) => {
                    EngineError::collective(format!("collective `{}`: {first}", collective.name))
                }
                (Phase::Running | Phase::Selecting, _) => {
                    EngineError::failed(format!("onnxruntime rejected the model: {first}"))
                }
                _ => EngineError::failed(first),
            };
            return Err(error.output(rest));
        }
        match self.ranks[rank].phase {
            Phase::Storing => self.start_step(rank),
            Phase::Running => {
                self.ranks[rank].add_types(&answer)?;
                self.ranks[rank].step += 1;
                self.start_step(rank)
            }
            Phase::Selecting => {
                let holds = answer.line["value"].as_bool().ok_or_else(invalid_answer)?;
                let state = &mut self.ranks[rank];
                state.step = match state.program.steps.get(state.step) {
                    Some(RankStep::Control(ControlStep::Unless { step, .. })) if !holds => *step,
                    _ => state.step + 1,
                };
                self.start_step(rank)
            }
            Phase::Posting => {
                self.ranks[rank].phase = Phase::Waiting;
                self.start_collective(rank)
            }
            Phase::Exchanging => {
                self.ranks[rank].add_types(&answer)?;
                self.ranks[rank].phase = Phase::Leaving;
                self.leave_collective(rank)
            }
            Phase::Returning => {
                let outputs = read_arrays(&answer.line["outputs"], answer.bytes.into());
                self.ranks[rank].outputs = outputs.ok_or_else(invalid_answer)?;
                self.ranks[rank].phase = Phase::Done;
                Ok(())
            }
            Phase::Waiting | Phase::Leaving | Phase::Done => Err(invalid_answer()),
        }
    }

    fn start_step(&mut self, rank: usize) -> Result<(), EngineError> {
        let state = &self.ranks[rank];
        match state.program.steps.get(state.step) {
            Some(RankStep::Run(segment)) => {
                let types = segment.inputs.iter().map(|name| Ok((name.as_str(), state.type_of(name)?)));
                let model = segment.with_inputs(types.collect::<Result<_, EngineError>>()?).encode_to_vec();
                let command =
                    json!({"run": segment.inputs, "drop": state.drops[state.step], "bytes": model.len()});
                self.send(rank, Phase::Running, &command, &model);
            }
            Some(RankStep::Control(control)) => {
                let (phase, command) = match control {
                    ControlStep::Unless { condition, .. } => (Phase::Selecting, json!({"test": condition})),
                    ControlStep::Go(step) => {
                        self.ranks[rank].step = *step;
                        return self.start_step(rank);
                    }
                    ControlStep::Rename(pairs) => (Phase::Running, json!({"rename": pairs, "drop": []})),
                    ControlStep::Clear(lists) => (Phase::Running, json!({"clear": lists, "drop": []})),
                    ControlStep::Push(pairs) => (Phase::Running, json!({"push": pairs, "drop": []})),
                    ControlStep::Stack(lists) => {
                        let list = |each: &StackedRows| {
                            let row =
                                each.row.as_ref().map(|(element, shape)| json!([*element as i32, shape]));
                            json!([each.rows, each.output, row])
                        };
                        let lists: Vec<Value> = lists.iter().map(list).collect();
                        (Phase::Running, json!({"stack": lists, "drop": []}))
                    }
                };
                self.send(rank, phase, &command, &[]);
            }
            Some(RankStep::Collective(collective)) => {
                state.type_of(&collective.input)?;
                let (kind, _) = collective.op();
                self.send(rank, Phase::Posting, &json!({"post": collective.input, "for": kind}), &[]);
            }
            None => {
                let outputs = &state.program.outputs;
                outputs.iter().try_for_each(|name| state.type_of(name).map(drop))?;
                self.send(rank, Phase::Returning, &json!({"return": outputs}), &[]);
            }
        }
        Ok(())
    }

    /// Starts the collective that a rank waits at, if all its members do.
    fn start_collective(&mut self, rank: usize) -> Result<(), EngineError> {
        let Some(collective) = self.ranks[rank].collective() else { return Ok(()) };
        let mut sent = Vec::with_capacity(collective.group.len());
        for &member in &collective.group {
            let other = &self.ranks[member];
            let own = other.collective().filter(|own| own.name == collective.name);
            let Some(own) = own.filter(|_| other.phase == Phase::Waiting) else { return Ok(()) };
            collective.check_agreement(rank, own, member)?;
            sent.push(other.type_of(&own.input)?);
        }
        collective.check_sent(&sent)?;
        let (kind, axis) = collective.op();
        for &member in &collective.group {
            let other = &self.ranks[member];
            let Some(own) = other.collective() else { continue };
            let command = json!({
                "collective": kind, "axis": axis, "group": collective.group,
                "input": own.input, "output": own.output, "drop": other.drops[other.step],
            });
            self.send(member, Phase::Exchanging, &command, &[]);
        }
        Ok(())
    }

    /// Lets all members of a collective go on, once all have received their results.
    fn leave_collective(&mut self, rank: usize) -> Result<(), EngineError> {
        let Some(collective) = self.ranks[rank].collective() else { return Ok(()) };
        if collective.group.iter().all(|&member| self.ranks[member].phase == Phase::Leaving) {
            for &member in &collective.group {
                self.ranks[member].step += 1;
                self.start_step(member)?;
            }
        }
        Ok(())
    }

    fn ended(&mut self, rank: usize) -> EngineError {
        let said = self.processes.end(rank);
        EngineError::failed(format!("the process of rank {rank} ended during the run")).output(&said)
    }

    fn late(&self, timeout: Duration) -> EngineError {
        let states = self.ranks.iter().enumerate().map(|(rank, state)| match state.collective() {
            Some(collective) => format!("rank {rank} is at `{}` of {:?}", collective.name, collective.group),
            None => format!("rank {rank} is at step {} of {}", state.step + 1, state.program.steps.len()),
        });
        let states: Vec<String> = states.collect();
        EngineError::time(format!("the ranks took longer than {} seconds", timeout.as_secs_f64()))
            .output(&states.join("\n"))
    }
}

fn invalid_answer() -> EngineError {
    EngineError::failed("its process sent an invalid answer")
}
