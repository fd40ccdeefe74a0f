//! Evaluates `sdy.manual_computation`: the body runs on every device of the mesh, on shards along the manual axes.
//!
//! Free axes shard nothing. The shard of a device follows from its coordinates alone; nothing here is shared with the
//! partitioning crates.

use partita_ir::{Attr, Module, OpCode, SdyAttr};
use partita_mesh::spec::{AxisSpec, MeshOrRef, MeshSpec, ReductionOp, ShardingSpec};

use crate::control::operands;
use crate::frame::{Frame, Lanes};
use crate::machine::Machine;
use crate::op_view::OpView;
use crate::{
    Binary, Element, EvalError, EvalResult, Fault, RuntimeValue, Tensor, Tolerance, Topology, binary,
    compare, movement,
};

/// The largest number of devices that a body runs on.
const MAX_DEVICES: usize = 4096;

/// Runs a manual computation.
pub(crate) fn computation<'m>(
    machine: &Machine<'m>,
    view: OpView<'m>,
    frame: &mut Frame<'_>,
    active: &[usize],
) -> Result<Vec<Lanes>, Fault> {
    let at = |error| view.fault(error);
    let operands = operands(view, frame)?;
    let region = view.region(0).map_err(at)?;
    let (inputs, outputs) =
        (shardings(view, "in_shardings").map_err(at)?, shardings(view, "out_shardings").map_err(at)?);
    let manual = manual_axes(view).map_err(at)?;
    let mesh = inputs.iter().chain(outputs).find_map(|sharding| mesh_of(view.module, sharding));
    let Some(mesh) = mesh.filter(|_| !manual.is_empty()) else {
        // Without manual axes, the body sees all values unchanged.
        return machine.region(view, region, operands, frame, active);
    };
    let grid = Grid::new(mesh, manual).map_err(at)?;
    let count = grid.devices();
    if inputs.len() != operands.len() || outputs.len() != view.op.result_count() {
        return Err(at(EvalError::Argument("expected one sharding per value".into())));
    }
    let global = frame.lanes() == 1;
    if frame.is_apart() || (!global && frame.lanes() != count) {
        return Err(at(EvalError::Unsupported(format!(
            "a mesh of {count} devices in a program on a different number of devices"
        ))));
    }
    if !global && active.len() != count {
        return Err(at(EvalError::Diverged("some devices do not take part in a manual computation".into())));
    }
    let mut arguments = Vec::new();
    for (lanes, sharding) in operands.iter().zip(inputs) {
        let local = (0..count).map(|device| {
            let value = lanes.get(if global { 0 } else { device }).and_then(Option::as_ref);
            match value.ok_or_else(|| EvalError::Argument("missing value".into()))? {
                RuntimeValue::Tensor(tensor) => {
                    Ok(Some(RuntimeValue::Tensor(grid.shard(tensor, sharding, device)?)))
                }
                other => Ok(Some(other.clone())),
            }
        });
        arguments.push(local.collect::<EvalResult<Lanes>>().map_err(at)?);
    }
    let mut inner = Frame::new(Topology::partitions(count), frame.depth);
    let all: Vec<usize> = (0..count).collect();
    let results = machine.region_on(view, region, arguments, &mut inner, &all)?;
    if machine.checks_replication {
        for (index, (lanes, sharding)) in results.iter().zip(outputs).enumerate() {
            grid.check_replication(lanes, sharding, index).map_err(at)?;
        }
    }
    let wanted: Vec<usize> = if global { vec![0] } else { all };
    let mut assembled = Vec::new();
    for (index, (lanes, sharding)) in results.iter().zip(outputs).enumerate() {
        let global = wanted.iter().map(|&device| {
            let value = grid.assemble(lanes, sharding, device)?;
            if let RuntimeValue::Tensor(tensor) = &value {
                view.check_result(index, tensor)?;
            }
            Ok(Some(value))
        });
        assembled.push(global.collect::<EvalResult<Lanes>>().map_err(at)?);
    }
    Ok(assembled)
}

/// The number of devices that run the body of a manual computation; 1 if it is unknown.
pub(crate) fn device_count(view: OpView<'_>) -> usize {
    let lists = [shardings(view, "in_shardings"), shardings(view, "out_shardings")];
    let mesh = lists.iter().flatten().copied().flatten().find_map(|sharding| mesh_of(view.module, sharding));
    let sizes = mesh.into_iter().flat_map(|mesh| mesh.axes.iter());
    sizes.fold(1usize, |count, axis| count.saturating_mul(usize::try_from(axis.size).unwrap_or(1)))
}

fn shardings<'m>(view: OpView<'m>, name: &str) -> EvalResult<&'m [ShardingSpec]> {
    match view.attr(name) {
        Some(Attr::Sdy(attr)) => match &**attr {
            SdyAttr::ShardingPerValue(list) => Ok(list),
            _ => Err(EvalError::Argument(format!("unexpected kind of attribute `{name}`"))),
        },
        _ => Err(EvalError::Argument(format!("missing attribute `{name}`"))),
    }
}

fn manual_axes<'m>(view: OpView<'m>) -> EvalResult<&'m [Box<str>]> {
    match view.attr("manual_axes") {
        Some(Attr::Sdy(attr)) => match &**attr {
            SdyAttr::ManualAxes(names) => Ok(names),
            _ => Err(EvalError::Argument("unexpected kind of attribute `manual_axes`".into())),
        },
        _ => Err(EvalError::Argument("missing attribute `manual_axes`".into())),
    }
}

fn mesh_of<'m>(module: &'m Module, sharding: &'m ShardingSpec) -> Option<&'m MeshSpec> {
    let name = match &sharding.mesh {
        MeshOrRef::Inline(mesh) => return Some(mesh).filter(|mesh| !mesh.axes.is_empty()),
        MeshOrRef::Symbol(name) => name,
    };
    let ops = module.block(module.body()).ops.iter().copied();
    let named = |&op: &partita_ir::OpId| {
        module.op(op).name.code() == Some(OpCode::SdyMesh) && module.symbol_name(op) == Some(name)
    };
    let op = ops.into_iter().find(named)?;
    match module.sdy_attr(op, partita_ir::names::MESH)? {
        SdyAttr::Mesh(mesh) => Some(mesh).filter(|mesh| !mesh.axes.is_empty()),
        _ => None,
    }
}

/// The devices of a mesh by their coordinates.
struct Grid<'m> {
    /// Name, size and stride of every axis, and whether it is manual.
    axes: Vec<GridAxis<'m>>,
    /// The position of each device.
    positions: Vec<usize>,
}

struct GridAxis<'m> {
    name: &'m str,
    size: usize,
    stride: usize,
    manual: bool,
}

/// An axis or sub-axis that shards a dimension.
#[derive(Clone, Copy)]
struct Factor {
    axis: usize,
    size: usize,
    /// Product of the sizes of the sub-axes that are minor to it.
    post: usize,
}

impl<'m> Grid<'m> {
    fn new(mesh: &'m MeshSpec, manual: &[Box<str>]) -> EvalResult<Self> {
        let mut axes = Vec::new();
        let mut stride = 1usize;
        for axis in mesh.axes.iter().rev() {
            let size = usize::try_from(axis.size).ok().filter(|&size| size > 0);
            let size = size.ok_or_else(|| EvalError::Argument("an axis of the mesh has no size".into()))?;
            axes.push(GridAxis { name: &axis.name, size, stride, manual: manual.contains(&axis.name) });
            stride = stride.checked_mul(size).filter(|&count| count <= MAX_DEVICES).ok_or_else(|| {
                EvalError::Limit(format!("a manual computation on more than {MAX_DEVICES} devices"))
            })?;
        }
        axes.reverse();
        let mut positions = vec![usize::MAX; stride];
        for position in 0..stride {
            let device = match mesh.device_ids.get(position) {
                Some(&id) => usize::try_from(id).unwrap_or(usize::MAX),
                None => position,
            };
            match positions.get_mut(device) {
                Some(slot) if *slot == usize::MAX => *slot = position,
                _ => {
                    return Err(EvalError::Argument(
                        "the device ids of the mesh are not a permutation".into(),
                    ));
                }
            }
        }
        Ok(Grid { axes, positions })
    }

    fn devices(&self) -> usize {
        self.positions.len()
    }

    fn coordinate(&self, device: usize, axis: usize) -> usize {
        self.positions[device] / self.axes[axis].stride % self.axes[axis].size
    }

    /// The manual axes of a list of axes.
    fn factors(&self, axes: &[AxisSpec]) -> EvalResult<Vec<Factor>> {
        let mut factors = Vec::new();
        for spec in axes {
            let axis = self.axes.iter().position(|axis| axis.name == &*spec.name);
            let axis =
                axis.ok_or_else(|| EvalError::Argument(format!("the mesh has no axis {:?}", spec.name)))?;
            let full = self.axes[axis].size;
            let (pre, size) = match spec.part {
                None => (1, full),
                Some(part) => {
                    (usize::try_from(part.pre).unwrap_or(0), usize::try_from(part.size).unwrap_or(0))
                }
            };
            if pre == 0 || size == 0 || pre.checked_mul(size).is_none_or(|end| !full.is_multiple_of(end)) {
                return Err(EvalError::Argument(format!("invalid sub-axis of {:?}", spec.name)));
            }
            if self.axes[axis].manual {
                factors.push(Factor { axis, size, post: full / (pre * size) });
            }
        }
        Ok(factors)
    }

    /// The number of shards of each dimension, and which of them a device has.
    fn place(&self, sharding: &ShardingSpec, rank: usize, device: usize) -> EvalResult<Vec<(usize, usize)>> {
        let mut place = vec![(1, 0); rank];
        if sharding.dims.len() > rank {
            return Err(EvalError::Argument("the rank of the sharding does not match the value".into()));
        }
        for (dim, slot) in sharding.dims.iter().zip(&mut place) {
            for factor in self.factors(&dim.axes)? {
                let coordinate = self.coordinate(device, factor.axis) / factor.post % factor.size;
                *slot = (slot.0 * factor.size, slot.1 * factor.size + coordinate);
            }
        }
        Ok(place)
    }

    /// The shard of a tensor on a device.
    fn shard(&self, tensor: &Tensor, sharding: &ShardingSpec, device: usize) -> EvalResult<Tensor> {
        let (mut starts, mut limits) = (Vec::new(), Vec::new());
        for (&size, (count, index)) in tensor.shape.iter().zip(self.place(sharding, tensor.rank(), device)?) {
            if size % count != 0 {
                return Err(EvalError::Argument(format!(
                    "cannot divide size {size} into {count} equal shards"
                )));
            }
            starts.push((size / count * index) as i64);
            limits.push((size / count * (index + 1)) as i64);
        }
        let part = movement::slice(tensor, &starts, &limits, &vec![1; tensor.rank()])?;
        // An unreduced tensor may be any values that add up to it: the first device holds all of it.
        let at = |factor: &Factor| self.coordinate(device, factor.axis) / factor.post % factor.size;
        let is_first = self.factors(&sharding.unreduced)?.iter().all(|factor| at(factor) == 0);
        if is_first || sharding.reduction != ReductionOp::Sum {
            return Ok(part);
        }
        Tensor::zeros(part.element, &part.shape)
    }

    /// The axes that a sharding mentions, including unreduced ones.
    fn mentioned(&self, sharding: &ShardingSpec) -> EvalResult<Vec<bool>> {
        let mut mentioned = vec![false; self.axes.len()];
        let lists = sharding.dims.iter().map(|dim| &dim.axes).chain([&sharding.unreduced]);
        for list in lists {
            for factor in self.factors(list)? {
                mentioned[factor.axis] = true;
            }
        }
        Ok(mentioned)
    }

    /// Fails if devices along which a result is replicated return different values, beyond rounding.
    fn check_replication(&self, lanes: &Lanes, sharding: &ShardingSpec, index: usize) -> EvalResult<()> {
        let mentioned = self.mentioned(sharding)?;
        let replicated = (0..self.axes.len()).filter(|&axis| !mentioned[axis] && self.axes[axis].manual);
        let replicated: Vec<usize> = replicated.collect();
        for device in 0..self.devices() {
            // The first device along the replicated axes that equals this one along all others.
            let position = replicated.iter().fold(self.positions[device], |position, &axis| {
                position - self.coordinate(device, axis) * self.axes[axis].stride
            });
            let first = self.positions.iter().position(|&other| other == position).unwrap_or(device);
            let (Some(Some(RuntimeValue::Tensor(a))), Some(Some(RuntimeValue::Tensor(b)))) =
                (lanes.get(first), lanes.get(device))
            else {
                continue;
            };
            if let Err(mismatch) = compare(a, b, rounding(a)) {
                let names: Vec<String> =
                    replicated.iter().map(|&axis| format!("{:?}", self.axes[axis].name)).collect();
                return Err(EvalError::DeviceDependent(format!(
                    "result {index} is declared replicated along {}, but devices {first} and {device} return \
                     different values: {mismatch}",
                    names.join(", ")
                )));
            }
        }
        Ok(())
    }

    /// The value that a device and its neighbours along the manual axes hold together.
    fn assemble(&self, lanes: &Lanes, sharding: &ShardingSpec, device: usize) -> EvalResult<RuntimeValue> {
        let value = |device: usize| {
            let value = lanes.get(device).and_then(Option::as_ref);
            value.ok_or_else(|| EvalError::Argument("missing value".into()))
        };
        let own = match value(device)? {
            RuntimeValue::Tensor(tensor) => tensor,
            other => return Ok(other.clone()),
        };
        let unreduced = self.factors(&sharding.unreduced)?;
        let mentioned = self.mentioned(sharding)?;
        let place = self.place(sharding, own.rank(), device)?;
        let shape: Vec<usize> = own.shape.iter().zip(&place).map(|(size, (count, _))| size * count).collect();
        let mut blocks: Vec<(Vec<usize>, Tensor)> = Vec::new();
        for other in 0..self.devices() {
            // Along axes that the sharding does not mention, all devices hold the same data: use the device's own.
            let differs = |axis: usize| self.coordinate(other, axis) != self.coordinate(device, axis);
            if (0..self.axes.len()).any(|axis| !mentioned[axis] && differs(axis)) {
                continue;
            }
            let tensor = value(other)?.tensor()?;
            let index: Vec<usize> =
                self.place(sharding, own.rank(), other)?.iter().map(|&(_, index)| index).collect();
            match blocks.iter_mut().find(|(known, _)| *known == index) {
                Some((_, sum)) if !unreduced.is_empty() => {
                    let op = match sharding.reduction {
                        ReductionOp::Sum => Binary::Add,
                        ReductionOp::Max => Binary::Maximum,
                        ReductionOp::Min => Binary::Minimum,
                    };
                    *sum = binary(op, sum, tensor)?;
                }
                Some(_) => {}
                None => blocks.push((index, tensor.clone())),
            }
        }
        let mut global = Tensor::zeros(own.element, &shape)?;
        for (index, tensor) in blocks {
            let starts: Vec<usize> = index.iter().zip(&own.shape).map(|(index, size)| index * size).collect();
            movement::write_at(&mut global, &tensor, &starts);
        }
        Ok(global.into())
    }
}

/// The tolerance for devices that compute one value in different orders: half of the digits.
fn rounding(tensor: &Tensor) -> Tolerance {
    let precision = match tensor.element {
        Element::Float(kind) => kind.precision(),
        Element::Complex64 => 24,
        Element::Complex128 => 53,
        Element::Bool | Element::Int { .. } => return Tolerance::EXACT,
    };
    let relative = 2f64.powi(-(precision as i32) / 2);
    Tolerance { absolute: relative * tensor.largest(), relative }
}
