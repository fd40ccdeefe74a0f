//! Evaluates collectives as plain functions of all devices' operands.

use partita_ir::{Attr, OpCode, ReplicaGroups};

use crate::body::RegionBody;
use crate::control::operands;
use crate::frame::{Frame, Lanes};
use crate::machine::Machine;
use crate::op_view::OpView;
use crate::{EvalError, EvalResult, Fault, RuntimeValue, Tensor, Topology, movement, product};

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
                "a collective in a region that each device runs on its own".into(),
            ));
        }
        let collective = CollectiveCall { machine, view, operands: &operands, frame, active };
        match view.code() {
            Some(OpCode::CollectivePermute) => collective.permute(),
            Some(code) => collective.in_groups(code),
            None => Err(EvalError::Unsupported("an op of another dialect".into())),
        }
    };
    run().map_err(|error| view.fault(error))
}

struct CollectiveCall<'c, 'm> {
    machine: &'c Machine<'m>,
    view: OpView<'m>,
    operands: &'c [Lanes],
    frame: &'c Frame<'c>,
    active: &'c [usize],
}

impl CollectiveCall<'_, '_> {
    fn tensor(&self, operand: usize, device: usize) -> EvalResult<&Tensor> {
        if !self.active.contains(&device) {
            return Err(EvalError::Diverged(format!(
                "device {device} does not take part in a collective that other devices wait in"
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
                    let message = format!(
                        "device {target} does not take part in a collective that other devices send in"
                    );
                    return Err(EvalError::Diverged(message));
                }
                results[0][target] = Some(value.into());
            }
        }
        Ok(results)
    }

    /// The devices that a pair of numbers refers to: partitions of every replica with a channel, otherwise
    /// replicas of every partition.
    fn endpoints(&self, pair: &[i64], topology: Topology) -> EvalResult<Vec<(usize, usize)>> {
        let Topology { replicas, partitions } = topology;
        let channel = self.has_channel()?;
        if pair[0] == pair[1] && pair[0] >= (replicas * partitions) as i64 {
            // Outside a manual computation, a device sends to itself.
            return Ok(Vec::new());
        }
        let (count, others) = if channel { (partitions, replicas) } else { (replicas, partitions) };
        let inside = |number: i64| {
            let number = usize::try_from(number).ok().filter(|&number| number < count);
            number.ok_or_else(|| {
                EvalError::Argument(format!("{pair:?} is out of range for {count} participants"))
            })
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
            Some(_) => Err(EvalError::Argument("unexpected kind of channel".into())),
        }
    }

    /// Groups of devices that take part together.
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

    /// The groups as written; no groups mean all devices together.
    fn written_groups(&self, count: usize) -> EvalResult<Vec<Vec<usize>>> {
        let written = self.view.module.replica_groups(self.view.id).map_err(EvalError::Argument)?;
        let written =
            written.ok_or_else(|| EvalError::Argument("missing attribute `replica_groups`".into()))?;
        let Some(size) = written.size() else { return Ok(vec![(0..count).collect()]) };
        if let ReplicaGroups::Axes { mesh, .. } = &written
            && mesh.device_count() > count as u64
        {
            if size == 1 {
                return Ok((0..count).map(|device| vec![device]).collect());
            }
            let devices = mesh.device_count();
            let message =
                format!("expected {count} devices in the mesh of the replica groups, found {devices}");
            return Err(EvalError::Argument(message));
        }
        let mut seen = vec![false; count];
        let mut groups = Vec::new();
        for row in written.lists() {
            let mut group = Vec::new();
            for number in row {
                match usize::try_from(number).ok().and_then(|number| seen.get_mut(number)) {
                    Some(slot) if !*slot => *slot = true,
                    Some(_) => {
                        return Err(EvalError::Argument(format!("{number} appears in two replica groups")));
                    }
                    // Every device is alone, and outside a manual computation there is only one.
                    None if size == 1 => continue,
                    None => {
                        let message =
                            format!("{number} in a replica group is out of range for {count} participants");
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
            // Groups without active devices are skipped.
            if !group.iter().any(|device| self.active.contains(device)) {
                continue;
            }
            for (operand, result) in results.iter_mut().enumerate() {
                let tensors: Vec<&Tensor> =
                    group.iter().map(|&device| self.tensor(operand, device)).collect::<EvalResult<_>>()?;
                // A variadic all-reduce with one region treats each operand separately.
                let outcome = self.group(code, &tensors)?;
                for (&device, tensor) in group.iter().zip(outcome) {
                    self.view.check_result(operand, &tensor)?;
                    result[device] = Some(RuntimeValue::Tensor(tensor));
                }
            }
        }
        for &device in self.active {
            for (operand, lanes) in results.iter_mut().enumerate() {
                if lanes[device].is_some() {
                    continue;
                }
                if code != OpCode::CollectiveBroadcast {
                    return Err(EvalError::Argument(format!(
                        "device {device} is missing from the replica groups"
                    )));
                }
                let like = self.tensor(operand, device)?;
                lanes[device] = Some(Tensor::zeros(like.element, &like.shape)?.into());
            }
        }
        Ok(results)
    }

    /// The value that each member of a group receives.
    fn group(&self, code: OpCode, tensors: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
        let count = tensors.len();
        let first = *tensors.first().ok_or_else(|| EvalError::Argument("empty replica group".into()))?;
        if tensors.iter().any(|tensor| tensor.shape != first.shape || tensor.element != first.element) {
            return Err(EvalError::Argument("the devices have values of different types".into()));
        }
        match code {
            OpCode::AllGather => {
                let gathered = movement::concatenate(tensors, self.view.int("all_gather_dim")?)?;
                Ok(vec![gathered; count])
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
                    return Err(EvalError::Argument(format!(
                        "expected a split count of {count}, found {split_count}"
                    )));
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
        let region = region.ok_or_else(|| EvalError::Argument("missing region".into()))?;
        let lane = self.active.first().copied().unwrap_or(0);
        let body = RegionBody { machine: self.machine, owner: self.view, region, frame: self.frame, lane };
        let shape = &tensors[0].shape;
        let mut sum = tensors[0].reshaped(&[tensors[0].len()]);
        for tensor in &tensors[1..] {
            let mut results = body.call(&[sum, tensor.reshaped(&[tensor.len()])])?;
            sum = results
                .pop()
                .ok_or_else(|| EvalError::Argument("expected a region to return a value".into()))?;
        }
        movement::reshape(&sum, shape)
    }
}

/// Splits a tensor into equal slices.
fn parts(tensor: &Tensor, dim: i64, count: usize) -> EvalResult<Vec<Tensor>> {
    let size = usize::try_from(dim).ok().and_then(|dim| tensor.shape.get(dim)).copied();
    let size = size.ok_or_else(|| EvalError::Argument("the dimension is out of range".into()))?;
    if size % count != 0 {
        return Err(EvalError::Argument(format!("cannot split size {size} into {count} equal slices")));
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
