//! Searches one mesh on which all layouts are shardings. It exists only if each layout shards by coordinates of the devices.

use std::collections::BTreeMap;
use std::fmt;

use partita_mesh::spec::{MeshAxisSpec, MeshSpec};
use partita_mesh::{AxisRef, DimSharding, Mesh, MeshId, ShardingParts, TensorSharding};

use super::grid::DeviceLayout;

/// Why layouts have no common mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoMesh {
    /// A device holds several shards of one tensor.
    SeveralShards,
    /// Shards of one tensor are on different numbers of devices.
    GroupSizes,
    /// A tensor is not on all devices.
    DevicesUnused,
    /// A shard consists of several blocks of its dimension.
    Strided,
    /// No coordinates of the devices fit all tensors.
    NoCoordinates,
    /// The search exceeded its limit.
    TooManyWays,
}

impl NoMesh {
    /// A short name, for programs.
    pub fn name(self) -> &'static str {
        match self {
            NoMesh::SeveralShards => "device-holds-several-shards",
            NoMesh::GroupSizes => "groups-differ-in-size",
            NoMesh::DevicesUnused => "not-all-devices-used",
            NoMesh::Strided => "strided-axis",
            NoMesh::NoCoordinates => "no-coordinate-system",
            NoMesh::TooManyWays => "too-many-ways",
        }
    }
}

impl fmt::Display for NoMesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoMesh::SeveralShards => "a device holds several shards of one tensor",
            NoMesh::GroupSizes => "shards of one tensor are on different numbers of devices",
            NoMesh::DevicesUnused => "a tensor is not on all devices",
            NoMesh::Strided => "a shard consists of several blocks of its dimension, as after a reshape",
            NoMesh::NoCoordinates => "no coordinates of the devices fit the shardings of all tensors",
            NoMesh::TooManyWays => "the search for coordinates exceeded its limit",
        })
    }
}

impl std::error::Error for NoMesh {}

/// A coordinate of prime size: its value on every device.
type Digit = Vec<u32>;

/// A mesh of the devices `0..num_devices`, and the sharding of each layout on it. Otherwise the first layout that fits no mesh together
/// with those before it, and why. The shardings refer to the mesh as `id`.
pub fn layouts_to_mesh(
    layouts: &[&DeviceLayout],
    num_devices: u64,
    id: MeshId,
) -> Result<(Mesh, Vec<TensorSharding>), (usize, NoMesh)> {
    let mut functions: Vec<Function> = Vec::new();
    let mut used: Vec<Vec<Option<usize>>> = Vec::new();
    let mut first_use: Vec<usize> = Vec::new();
    for (t, layout) in layouts.iter().enumerate() {
        let own = coordinates(layout, num_devices).map_err(|why| (t, why))?;
        let mut dims = Vec::new();
        for function in own {
            dims.push(function.map(|function| {
                functions.iter().position(|known| *known == function).unwrap_or_else(|| {
                    functions.push(function);
                    first_use.push(t);
                    functions.len() - 1
                })
            }));
        }
        used.push(dims);
    }
    let mut search = Search { devices: num_devices as usize, functions: &functions, steps: 0, deepest: 0 };
    let mut chosen = Chosen { digits: Vec::new(), of: Vec::new() };
    let joint = vec![0; num_devices as usize];
    match search.choose(&mut chosen, &joint, 1) {
        Some(true) => {}
        Some(false) => return Err((first_use[search.deepest], NoMesh::NoCoordinates)),
        None => return Err((first_use[search.deepest], NoMesh::TooManyWays)),
    }
    let plan = order_axes(&chosen, &used, num_devices);
    build(&plan, &chosen, &used, id).ok_or((0, NoMesh::NoCoordinates))
}

/// The shard index along one dimension, on every device.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Function {
    count: u64,
    values: Vec<u32>,
}

/// For every dimension of a layout, its shard index on every device; `None` if the dimension is unsharded.
fn coordinates(layout: &DeviceLayout, num_devices: u64) -> Result<Vec<Option<Function>>, NoMesh> {
    let spelled = own_coordinates(layout, num_devices);
    match spelled {
        // Shards may be written more finely than necessary.
        Err(NoMesh::SeveralShards) => {
            own_coordinates(&layout.reduced(), num_devices).map_err(|_| NoMesh::SeveralShards)
        }
        other => other,
    }
}

fn own_coordinates(layout: &DeviceLayout, num_devices: u64) -> Result<Vec<Option<Function>>, NoMesh> {
    let mut shard_of: Vec<Option<u64>> = vec![None; num_devices as usize];
    for (shard, set) in layout.holders().iter().enumerate() {
        for &device in set.devices() {
            let at = shard_of.get_mut(device as usize).ok_or(NoMesh::DevicesUnused)?;
            if at.replace(shard as u64).is_some() {
                return Err(NoMesh::SeveralShards);
            }
        }
    }
    let size = layout.holders()[0].len();
    if layout.holders().iter().any(|set| set.len() != size) {
        return Err(NoMesh::GroupSizes);
    }
    let shard_of: Vec<u64> = shard_of.into_iter().collect::<Option<_>>().ok_or(NoMesh::DevicesUnused)?;
    if layout.axes().iter().any(|axis| axis.is_strided()) {
        return Err(NoMesh::Strided);
    }
    let mut functions = Vec::new();
    let mut minor: u64 = layout.axes().iter().map(|axis| axis.shards()).product();
    for axis in layout.axes() {
        let count = axis.shards();
        minor /= count;
        let values = || shard_of.iter().map(|shard| (shard / minor % count) as u32).collect();
        functions.push((count > 1).then(|| Function { count, values: values() }));
    }
    Ok(functions)
}

/// The digits chosen so far.
#[derive(Clone)]
struct Chosen {
    digits: Vec<Digit>,
    /// The digits of every function, major to minor.
    of: Vec<Vec<usize>>,
}

struct Search<'a> {
    devices: usize,
    functions: &'a [Function],
    steps: u64,
    /// The last function that could not be split, which is reported.
    deepest: usize,
}

impl Search<'_> {
    /// Limit on the work: the number of device values computed.
    const LIMIT: u64 = 1 << 27;

    /// Splits the next function into digits that are independent of each other and of the chosen ones, and recurses. `None` at the limit.
    /// `joint` numbers the combinations of the chosen digits on every device; there are `classes` of them.
    fn choose(&mut self, chosen: &mut Chosen, joint: &[u32], classes: u64) -> Option<bool> {
        let at = chosen.of.len();
        let Some(function) = self.functions.get(at) else { return Some(true) };
        self.deepest = self.deepest.max(at);
        for order in prime_orders(function.count) {
            self.steps += (self.devices * order.len()) as u64;
            if self.steps > Self::LIMIT {
                return None;
            }
            let saved = chosen.clone();
            let (mut joint, mut classes) = (joint.to_vec(), classes);
            let mut own = Vec::new();
            let mut rest = function.count;
            let mut fits = true;
            for prime in order {
                rest /= prime;
                let digit: Digit =
                    function.values.iter().map(|v| (u64::from(*v) / rest % prime) as u32).collect();
                let known = chosen.digits.iter().position(|other| *other == digit);
                own.push(known.unwrap_or(chosen.digits.len()));
                if known.is_none() {
                    joint =
                        joint.iter().zip(&digit).map(|(joint, digit)| joint * prime as u32 + digit).collect();
                    classes *= prime;
                    chosen.digits.push(digit);
                    if !self.is_even(&joint, classes) {
                        fits = false;
                        break;
                    }
                }
            }
            if fits {
                chosen.of.push(own);
                if self.choose(chosen, &joint, classes)? {
                    return Some(true);
                }
            }
            *chosen = saved;
        }
        Some(false)
    }

    /// Whether every combination occurs on the same number of devices.
    fn is_even(&self, joint: &[u32], classes: u64) -> bool {
        if classes > self.devices as u64 || !(self.devices as u64).is_multiple_of(classes) {
            return false;
        }
        let mut counts = vec![0usize; classes as usize];
        joint.iter().for_each(|&class| counts[class as usize] += 1);
        counts.iter().all(|&count| count == self.devices / classes as usize)
    }
}

/// The prime factors of a number, in every order, at most `MOST` of them.
fn prime_orders(mut number: u64) -> Vec<Vec<u64>> {
    let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
    let mut prime = 2;
    while prime * prime <= number {
        while number.is_multiple_of(prime) {
            *counts.entry(prime).or_default() += 1;
            number /= prime;
        }
        prime += 1;
    }
    if number > 1 {
        *counts.entry(number).or_default() += 1;
    }
    const MOST: usize = 1000;
    let length: usize = counts.values().sum();
    let mut orders: Vec<(Vec<u64>, BTreeMap<u64, usize>)> = vec![(Vec::new(), counts)];
    for _ in 0..length {
        let mut longer = Vec::new();
        for (order, left) in orders {
            for (&prime, &count) in &left {
                if count > 0 && longer.len() < MOST {
                    let mut left = left.clone();
                    left.insert(prime, count - 1);
                    longer.push(([&order[..], &[prime]].concat(), left));
                }
            }
        }
        orders = longer;
    }
    orders.into_iter().map(|(order, _)| order).collect()
}

/// An axis of the new mesh: adjacent digits that are always used together, or devices that hold the same shards.
struct PlannedAxis {
    digits: Vec<usize>,
    size: u64,
}

struct PlannedMesh {
    axes: Vec<PlannedAxis>,
    device_ids: Vec<i64>,
}

/// Orders the digits so that the devices are `0, 1, 2, …`, if possible, and otherwise by first use.
fn order_axes(chosen: &Chosen, used: &[Vec<Option<usize>>], num_devices: u64) -> PlannedMesh {
    let sizes: Vec<u64> =
        chosen.digits.iter().map(|digit| u64::from(digit.iter().max().map_or(0, |max| *max)) + 1).collect();
    let axes = iota_order(chosen, &sizes, num_devices);
    let is_iota = axes.is_some();
    let mut axes = axes.unwrap_or_else(|| {
        let product: u64 = sizes.iter().product();
        let mut axes: Vec<PlannedAxis> =
            sizes.iter().enumerate().map(|(i, &size)| PlannedAxis { digits: vec![i], size }).collect();
        if product < num_devices {
            axes.push(PlannedAxis { digits: Vec::new(), size: num_devices / product });
        }
        axes
    });
    merge_axes(&mut axes, chosen, used);
    let device_ids = if is_iota { Vec::new() } else { device_ids(&axes, chosen, &sizes, num_devices) };
    PlannedMesh { axes, device_ids }
}

/// The axes of a mesh over the devices in ascending order, if every digit is a digit of the device number.
fn iota_order(chosen: &Chosen, sizes: &[u64], num_devices: u64) -> Option<Vec<PlannedAxis>> {
    let mut strides: Vec<(u64, usize)> = Vec::new();
    for (i, digit) in chosen.digits.iter().enumerate() {
        // The stride is the first device on which the digit is 1.
        let stride = digit.iter().position(|&value| value == 1).filter(|&at| at > 0)? as u64;
        let fits = |device: usize| u64::from(digit[device]) == device as u64 / stride % sizes[i];
        if !(num_devices / stride).is_multiple_of(sizes[i]) || !(0..digit.len()).all(fits) {
            return None;
        }
        strides.push((stride, i));
    }
    strides.sort_unstable_by(|a, b| b.cmp(a));
    let mut axes = Vec::new();
    let mut above = num_devices;
    for (stride, i) in strides {
        let gap = above / (stride * sizes[i]);
        if !above.is_multiple_of(stride * sizes[i]) {
            return None;
        }
        if gap > 1 {
            axes.push(PlannedAxis { digits: Vec::new(), size: gap });
        }
        axes.push(PlannedAxis { digits: vec![i], size: sizes[i] });
        above = stride;
    }
    if above > 1 {
        axes.push(PlannedAxis { digits: Vec::new(), size: above });
    }
    Some(axes)
}

/// Merges adjacent axes that no dimension uses separately.
fn merge_axes(axes: &mut Vec<PlannedAxis>, chosen: &Chosen, used: &[Vec<Option<usize>>]) {
    let dims: Vec<&Vec<usize>> =
        used.iter().flatten().flatten().map(|&function| &chosen.of[function]).collect();
    let together = |a: usize, b: usize| {
        dims.iter().all(|digits| {
            let at = |digit| digits.iter().position(|&other| other == digit);
            match (at(a), at(b)) {
                (None, None) => true,
                (Some(a), Some(b)) => a + 1 == b,
                _ => false,
            }
        })
    };
    let mut i = 0;
    while i + 1 < axes.len() {
        let merges = match (axes[i].digits.last(), axes[i + 1].digits.first()) {
            (Some(&a), Some(&b)) => together(a, b),
            _ => false,
        };
        if merges {
            let next = axes.remove(i + 1);
            axes[i].digits.extend(next.digits);
            axes[i].size *= next.size;
        } else {
            i += 1;
        }
    }
}

/// The device ids in the order of the mesh.
fn device_ids(axes: &[PlannedAxis], chosen: &Chosen, sizes: &[u64], num_devices: u64) -> Vec<i64> {
    let mut order: Vec<(Vec<u32>, i64)> = (0..num_devices as usize)
        .map(|device| {
            let digits = axes.iter().flat_map(|axis| &axis.digits);
            (digits.map(|&digit| chosen.digits[digit][device]).collect(), device as i64)
        })
        .collect();
    debug_assert_eq!(sizes.len(), chosen.digits.len());
    order.sort_unstable();
    order.into_iter().map(|(_, device)| device).collect()
}

fn build(
    plan: &PlannedMesh,
    chosen: &Chosen,
    used: &[Vec<Option<usize>>],
    id: MeshId,
) -> Option<(Mesh, Vec<TensorSharding>)> {
    const NAMES: [&str; 4] = ["x", "y", "z", "w"];
    let name = |i: usize| NAMES.get(i).map_or_else(|| format!("a{i}"), |name| name.to_string());
    let axes =
        plan.axes.iter().enumerate().map(|(i, axis)| MeshAxisSpec::new(name(i), axis.size as i64)).collect();
    let mut spec = MeshSpec { axes, device_ids: plan.device_ids.clone() };
    if spec.axes.is_empty() {
        spec.axes.push(MeshAxisSpec::new(name(0), 1));
    }
    let mesh = Mesh::from_spec(&spec).ok()?;
    let mut axis_of: BTreeMap<usize, AxisRef> = BTreeMap::new();
    for (axis, planned) in mesh.axis_ids().zip(&plan.axes) {
        let mut pre = 1;
        for &digit in &planned.digits {
            let size = u64::from(*chosen.digits[digit].iter().max()?) + 1;
            axis_of.insert(digit, mesh.part(axis, pre, size)?);
            pre *= size;
        }
    }
    let sharding = |dims: &Vec<Option<usize>>| {
        let dim = |function: &Option<usize>| {
            let digits = function.map_or(&[][..], |function| &chosen.of[function]);
            DimSharding::closed(digits.iter().map(|digit| axis_of[digit]).collect())
        };
        let parts = ShardingParts { dims: dims.iter().map(dim).collect(), ..ShardingParts::default() };
        TensorSharding::new(id, &mesh, parts.normalised()).ok()
    };
    let shardings = used.iter().map(sharding).collect::<Option<_>>()?;
    Some((mesh, shardings))
}
