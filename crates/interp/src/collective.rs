//! Collectives: plain functions of all devices' operands.

use partita_ir::{Attr, OpCode, ReplicaGroups};

use crate::body::RegionBody;
use crate::control::operands;
use crate::frame::{Frame, Lanes};
use crate::machine::Machine;
use crate::op_view::OpView;
use crate::{EvalError, EvalResult, Fault, Tensor, Topology, Value, movement, product};

/// Evaluates a collective.
pub(crate) fn evaluate<'m>(
    machine: &Machine<'m>,
    view: OpView<'m>,
    frame: &mut Frame<'_>,
    active: &[usize],
) -> Result<Vec<Lanes>, Fault> {
    let (frame, operands) = (&*frame, operands(view, frame)?);
    let run = || {
        if frame.is_apart() {
            return Err(EvalError::Unsupported(
                "a collective in a region that devices run on their own".into(),
            ));
        }
        let collective = Collective { machine, view, operands: &operands, frame, active };
        match view.code() {
            Some(OpCode::CollectivePermute) => collective.permute(),
            Some(code) => collective.in_groups(code),
            None => Err(EvalError::Unsupported("an op of another dialect".into())),
        }
    };
    run().map_err(|error| view.fault(error))
}

struct Collective<'c, 'm> {
    machine: &'c Machine<'m>,
    view: OpView<'m>,
    operands: &'c [Lanes],
    frame: &'c Frame<'c>,
    active: &'c [usize],
}

impl Collective<'_, '_> {
    fn tensor(&self, operand: usize, device: usize) -> EvalResult<&Tensor> {
        if !self.active.contains(&device) {
            return Err(EvalError::Diverged(format!(
                "device {device} does not take part, others wait for it"
            )));
        }
        let value = self.operands.get(operand).and_then(|lanes| lanes.get(device)).and_then(Option::as_ref);
        value.ok_or_else(|| EvalError::Argument(format!("device {device} has no value")))?.tensor()
    }

    fn empty(&self) -> Vec<Lanes> {
        vec![vec![None; self.frame.lanes()]; self.view.op.result_count()]
    }

    fn permute(&self) -> EvalResult<Vec<Lanes>> {
        let topology = self.frame.topology;
        let pairs = self.view.ints("source_target_pairs")?;
        let mut results = self.empty();
        for &device in self.active {
            let like = self.tensor(0, device)?;
            results[0][device] = Some(Tensor::zeros(like.element, &like.shape)?.into());
        }
        for pair in pairs.chunks_exact(2) {
            for (source, target) in self.endpoints(pair, topology)? {
                let value = self.tensor(0, source)?.clone();
                if !self.active.contains(&target) {
                    let message = format!("device {target} does not take part, others send to it");
                    return Err(EvalError::Diverged(message));
                }
                results[0][target] = Some(value.into());
            }
        }
        Ok(results)
    }

    /// The devices that a pair of numbers means: partitions of every replica with a channel, otherwise replicas of
    /// every partition.
    fn endpoints(&self, pair: &[i64], topology: Topology) -> EvalResult<Vec<(usize, usize)>> {
        let Topology { replicas, partitions } = topology;
        let channel = self.has_channel()?;
        if pair[0] == pair[1] && pair[0] >= (replicas * partitions) as i64 {
            // A device that sends to itself, outside of a manual computation.
            return Ok(Vec::new());
        }
        let (count, others) = if channel { (partitions, replicas) } else { (replicas, partitions) };
        let inside = |number: i64| {
            let number = usize::try_from(number).ok().filter(|&number| number < count);
            number.ok_or_else(|| EvalError::Argument(format!("there are {count} participants, not {pair:?}")))
        };
        let (source, target) = (inside(pair[0])?, inside(pair[1])?);
        let device =
            |number, other| if channel { other * partitions + number } else { number * partitions + other };
        Ok((0..others).map(|other| (device(source, other), device(target, other))).collect())
    }

    fn has_channel(&self) -> EvalResult<bool> {
        match self.view.attr("channel_handle") {
            None => Ok(false),
            Some(Attr::Record(record)) => Ok(record.int("handle") > 0),
            Some(_) => Err(EvalError::Argument("the channel is of another kind".into())),
        }
    }

    /// Lists of devices that work together.
    fn groups(&self, code: OpCode) -> EvalResult<Vec<Vec<usize>>> {
        let Topology { replicas, partitions } = self.frame.topology;
        let channel = self.has_channel()?;
        let pointed = matches!(code, OpCode::AllToAll | OpCode::CollectiveBroadcast);
        let global = channel && self.view.flag("use_global_device_ids") && !pointed;
        let count = match (global, channel && pointed) {
            (true, _) => replicas * partitions,
            (_, true) => partitions,
            _ => replicas,
        };
        let written = self.written_groups(count)?;
        let mut groups = Vec::new();
        if global {
            groups = written;
        } else if channel && pointed {
            for replica in 0..replicas {
                groups.extend(written.iter().map(|g| g.iter().map(|p| replica * partitions + p).collect()));
            }
        } else if channel {
            for group in &written {
                let devices = (0..partitions).flat_map(|p| group.iter().map(move |r| r * partitions + p));
                groups.push(devices.collect());
            }
        } else {
            for partition in 0..partitions {
                groups.extend(written.iter().map(|g| g.iter().map(|r| r * partitions + partition).collect()));
            }
        }
        Ok(groups)
    }

    /// The groups as the attribute has them; nothing written means all together.
    fn written_groups(&self, count: usize) -> EvalResult<Vec<Vec<usize>>> {
        let written = self.view.module.replica_groups(self.view.id).map_err(EvalError::Argument)?;
        let written = written.ok_or_else(|| EvalError::Argument("`replica_groups` is missing".into()))?;
        let Some(size) = written.size() else { return Ok(vec![(0..count).collect()]) };
        if let ReplicaGroups::Axes { mesh, .. } = &written
            && mesh.device_count() > count as u64
        {
            if size == 1 {
                return Ok((0..count).map(|device| vec![device]).collect());
            }
            let devices = mesh.device_count();
            let message = format!(
                "the mesh of the replica groups has {devices} devices, there are {count} participants"
            );
            return Err(EvalError::Argument(message));
        }
        let mut seen = vec![false; count];
        let mut groups = Vec::new();
        for row in written.lists() {
            let mut group = Vec::new();
            for number in row {
                match usize::try_from(number).ok().and_then(|number| seen.get_mut(number)) {
                    Some(slot) if !*slot => *slot = true,
                    Some(_) => return Err(EvalError::Argument(format!("{number} is in two replica groups"))),
                    // Every device is alone, and outside of a manual computation there is only one.
                    None if size == 1 => continue,
                    None => {
                        let message =
                            format!("a replica group names {number}, there are {count} participants");
                        return Err(EvalError::Argument(message));
                    }
                }
                group.push(number as usize);
            }
            if size > 1 || !group.is_empty() {
                groups.push(group);
            }
        }
        Ok(groups)
    }

    fn in_groups(&self, code: OpCode) -> EvalResult<Vec<Lanes>> {
        let mut results = self.empty();
        for group in self.groups(code)? {
            // Groups of devices that all went another way have nothing to do here.
            if !group.iter().any(|device| self.active.contains(device)) {
                continue;
            }
            for (operand, result) in results.iter_mut().enumerate() {
                let tensors: Vec<&Tensor> =
                    group.iter().map(|&device| self.tensor(operand, device)).collect::<EvalResult<_>>()?;
                // A variadic all-reduce of one region still treats each operand alone.
                let outcome = self.group(code, &tensors)?;
                for (&device, tensor) in group.iter().zip(outcome) {
                    self.view.check_result(operand, &tensor)?;
                    result[device] = Some(Value::Tensor(tensor));
                }
            }
        }
        for &device in self.active {
            for (operand, lanes) in results.iter_mut().enumerate() {
                if lanes[device].is_some() {
                    continue;
                }
                if code != OpCode::CollectiveBroadcast {
                    return Err(EvalError::Argument(format!("device {device} is in no replica group")));
                }
                let like = self.tensor(operand, device)?;
                lanes[device] = Some(Tensor::zeros(like.element, &like.shape)?.into());
            }
        }
        Ok(results)
    }

    /// What each member of a group receives.
    fn group(&self, code: OpCode, tensors: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
        let count = tensors.len();
        let first = *tensors.first().ok_or_else(|| EvalError::Argument("an empty group".into()))?;
        if tensors.iter().any(|tensor| tensor.shape != first.shape || tensor.element != first.element) {
            return Err(EvalError::Argument("devices hold values of different types".into()));
        }
        match code {
            OpCode::AllGather => {
                let whole = movement::concatenate(tensors, self.view.int("all_gather_dim")?)?;
                Ok(vec![whole; count])
            }
            OpCode::AllReduce => Ok(vec![self.reduced(tensors)?; count]),
            OpCode::CrossReplicaSum => {
                let mut sum = first.clone();
                for tensor in &tensors[1..] {
                    sum = product::add(&sum, tensor)?;
                }
                Ok(vec![sum; count])
            }
            OpCode::ReduceScatter => {
                parts(&self.reduced(tensors)?, self.view.int("scatter_dimension")?, count)
            }
            OpCode::CollectiveBroadcast => Ok(vec![first.clone(); count]),
            OpCode::AllToAll => {
                let split_count = self.view.int("split_count")?;
                if split_count != count as i64 {
                    return Err(EvalError::Argument(format!("{split_count} parts for {count} devices")));
                }
                let dim = self.view.int("split_dimension")?;
                let sent: Vec<Vec<Tensor>> =
                    tensors.iter().map(|tensor| parts(tensor, dim, count)).collect::<EvalResult<_>>()?;
                (0..count)
                    .map(|receiver| {
                        let received: Vec<&Tensor> = sent.iter().map(|parts| &parts[receiver]).collect();
                        movement::concatenate(&received, self.view.int("concat_dimension")?)
                    })
                    .collect()
            }
            _ => Err(EvalError::Unsupported("this collective".into())),
        }
    }

    /// All tensors combined by the region, in the order of the group.
    fn reduced(&self, tensors: &[&Tensor]) -> EvalResult<Tensor> {
        let region = self.view.op.regions.first().copied();
        let region = region.ok_or_else(|| EvalError::Argument("a region is missing".into()))?;
        let lane = self.active.first().copied().unwrap_or(0);
        let body = RegionBody { machine: self.machine, owner: self.view, region, frame: self.frame, lane };
        let shape = &tensors[0].shape;
        let mut sum = tensors[0].reshaped(&[tensors[0].len()]);
        for tensor in &tensors[1..] {
            let mut results = body.call(&[sum, tensor.reshaped(&[tensor.len()])])?;
            sum = results.pop().ok_or_else(|| EvalError::Argument("a region returns nothing".into()))?;
        }
        movement::reshape(&sum, shape)
    }
}

/// Cuts a tensor into equal parts.
fn parts(tensor: &Tensor, dim: i64, count: usize) -> EvalResult<Vec<Tensor>> {
    let size = usize::try_from(dim).ok().and_then(|dim| tensor.shape.get(dim)).copied();
    let size = size.ok_or_else(|| EvalError::Argument("the dimension is out of range".into()))?;
    if size % count != 0 {
        return Err(EvalError::Argument(format!("size {size} cannot be cut into {count} parts")));
    }
    let each = (size / count) as i64;
    (0..count as i64)
        .map(|part| {
            let mut starts = vec![0; tensor.rank()];
            let mut limits: Vec<i64> = tensor.shape.iter().map(|&size| size as i64).collect();
            (starts[dim as usize], limits[dim as usize]) = (part * each, (part + 1) * each);
            movement::slice(tensor, &starts, &limits, &vec![1; tensor.rank()])
        })
        .collect()
}
