//! Evaluates collectives as plain functions of all devices' operands.

use partita_ir::{Attr, ReplicaGroups};

use crate::body::RegionBody;
use crate::control::operands;
use crate::frame::{Frame, Lanes};
use crate::machine::Machine;
use crate::op_view::OpView;
use crate::{EvalError, EvalResult, Fault, RuntimeValue, Tensor, Topology, movement, product};

/// How devices exchange elements.
#[derive(Clone, Copy)]
pub(crate) enum Communication {
    /// Devices send to others in pairs. One that receives nothing has zeros.
    Permute,
    /// The members of each group exchange with one another.
    Grouped(Grouped),
}

/// A collective among the members of groups.
#[derive(Clone, Copy)]
pub(crate) struct Grouped {
    /// Whether the numbers in replica groups are those of partitions, each replica on its own, if there is a channel.
    is_among_partitions: bool,
    /// Whether a device outside of all groups has zeros; otherwise each device must be in a group.
    others_are_zero: bool,
    /// What each member of a group receives, from what all of them have.
    receive: Receive,
}

type Receive = fn(&CollectiveCall<'_, '_>, &[&Tensor]) -> EvalResult<Vec<Tensor>>;

impl Communication {
    pub(crate) const ALL_GATHER: Self = Self::grouped(gathered);
    pub(crate) const ALL_REDUCE: Self = Self::grouped(all_reduced);
    pub(crate) const CROSS_REPLICA_SUM: Self = Self::grouped(summed);
    pub(crate) const REDUCE_SCATTER: Self = Self::grouped(scattered);
    pub(crate) const ALL_TO_ALL: Self = Self::among_partitions(exchanged, false);
    pub(crate) const BROADCAST: Self = Self::among_partitions(broadcast, true);

    const fn grouped(receive: Receive) -> Self {
        Self::Grouped(Grouped { is_among_partitions: false, others_are_zero: false, receive })
    }

    const fn among_partitions(receive: Receive, others_are_zero: bool) -> Self {
        Self::Grouped(Grouped { is_among_partitions: true, others_are_zero, receive })
    }

    pub(crate) fn evaluate<'m>(
        self,
        machine: &Machine<'m>,
        view: OpView<'m>,
        frame: &Frame<'_>,
        active: &[usize],
    ) -> Result<Vec<Lanes>, Fault> {
        let operands = operands(view, frame)?;
        let call = CollectiveCall { machine, view, operands: &operands, frame, active };
        let results = match self {
            _ if frame.is_apart() => Err(EvalError::Unsupported(
                "a collective in a region that each device runs on its own".into(),
            )),
            Self::Permute => call.permute(),
            Self::Grouped(grouped) => call.in_groups(grouped),
        };
        results.map_err(|error| view.fault(error))
    }
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
    fn groups(&self, is_among_partitions: bool) -> EvalResult<Vec<Vec<usize>>> {
        let Topology { replicas, partitions } = self.frame.topology;
        let channel = self.has_channel()?;
        let global = channel && self.view.flag("use_global_device_ids") && !is_among_partitions;
        let count = match (global, channel && is_among_partitions) {
            (true, _) => replicas * partitions,
            (_, true) => partitions,
            _ => replicas,
        };
        let written = self.written_groups(count)?;
        let mut groups = Vec::new();
        if global {
            groups = written;
        } else if channel && is_among_partitions {
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

    fn in_groups(&self, grouped: Grouped) -> EvalResult<Vec<Lanes>> {
        let mut results = self.empty();
        for group in self.groups(grouped.is_among_partitions)? {
            // Groups without active devices are skipped.
            if !group.iter().any(|device| self.active.contains(device)) {
                continue;
            }
            for (operand, result) in results.iter_mut().enumerate() {
                let tensors: Vec<&Tensor> =
                    group.iter().map(|&device| self.tensor(operand, device)).collect::<EvalResult<_>>()?;
                // A variadic all-reduce with one region treats each operand separately.
                let outcome = self.received(grouped.receive, &tensors)?;
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
                if !grouped.others_are_zero {
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
    fn received(&self, receive: Receive, tensors: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
        let first = *tensors.first().ok_or_else(|| EvalError::Argument("empty replica group".into()))?;
        if tensors.iter().any(|tensor| tensor.shape != first.shape || tensor.element != first.element) {
            return Err(EvalError::Argument("the devices have values of different types".into()));
        }
        receive(self, tensors)
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

fn gathered(call: &CollectiveCall<'_, '_>, tensors: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
    let gathered = movement::concatenate(tensors, call.view.int("all_gather_dim")?)?;
    Ok(vec![gathered; tensors.len()])
}

fn all_reduced(call: &CollectiveCall<'_, '_>, tensors: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
    Ok(vec![call.reduced(tensors)?; tensors.len()])
}

fn summed(_: &CollectiveCall<'_, '_>, tensors: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
    let mut sum = tensors[0].clone();
    for tensor in &tensors[1..] {
        sum = product::add(&sum, tensor)?;
    }
    Ok(vec![sum; tensors.len()])
}

fn scattered(call: &CollectiveCall<'_, '_>, tensors: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
    parts(&call.reduced(tensors)?, call.view.int("scatter_dimension")?, tensors.len())
}

fn broadcast(_: &CollectiveCall<'_, '_>, tensors: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
    Ok(vec![tensors[0].clone(); tensors.len()])
}

fn exchanged(call: &CollectiveCall<'_, '_>, tensors: &[&Tensor]) -> EvalResult<Vec<Tensor>> {
    let count = tensors.len();
    let split_count = call.view.int("split_count")?;
    if split_count != count as i64 {
        return Err(EvalError::Argument(format!("expected a split count of {count}, found {split_count}")));
    }
    let dim = call.view.int("split_dimension")?;
    let sent: Vec<Vec<Tensor>> =
        tensors.iter().map(|tensor| parts(tensor, dim, count)).collect::<EvalResult<_>>()?;
    let receive = |receiver: usize| {
        let received: Vec<&Tensor> = sent.iter().map(|parts| &parts[receiver]).collect();
        movement::concatenate(&received, call.view.int("concat_dimension")?)
    };
    (0..count).map(receive).collect()
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
