//! Executes plans on simulated devices, element by element.
//!
//! Every device holds its block of the padded tensor. An element consists of its index in the global tensor and
//! the set of partial values that were added to it. A step is executed from its axes alone, by groups of
//! devices, without using the sharding that it claims to produce.

use std::collections::BTreeMap;

use crate::world::{MeshWithId, prime_parts};
use partita_mesh::{AxisRef, DeviceId, Mesh, TensorSharding};
use partita_reshard::{
    Collective, Link, NoPlan, Placed, Plan, PlanLimits, ReshardTensor, Side, Topology, plan_reshard,
    price_collective, source_target_pairs,
};
use proptest::prelude::*;

/// An element: its index in the padded tensor, and the partial values that it contains.
type Element = (u64, u64);

/// The block of one device.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Block {
    shape: Vec<u64>,
    elements: Vec<Element>,
}

impl Block {
    fn indices(shape: &[u64]) -> Vec<Vec<u64>> {
        let mut all = vec![Vec::new()];
        for &size in shape {
            all = all.iter().flat_map(|index| (0..size).map(move |i| [&index[..], &[i]].concat())).collect();
        }
        all
    }

    fn make(shape: Vec<u64>, element: impl Fn(&[u64]) -> Element) -> Block {
        let elements = Block::indices(&shape).iter().map(|index| element(index)).collect();
        Block { shape, elements }
    }

    fn get(&self, index: &[u64]) -> Element {
        let at = index.iter().zip(&self.shape).fold(0, |at, (i, size)| at * size + i);
        self.elements[at as usize]
    }

    /// Slice `number` of `count` along a dimension.
    fn part(&self, dim: usize, number: u64, count: u64) -> Block {
        assert_eq!(self.shape[dim] % count, 0, "a slice is even");
        let mut shape = self.shape.clone();
        shape[dim] /= count;
        let step = shape[dim];
        Block::make(shape, |index| {
            let mut index = index.to_vec();
            index[dim] += number * step;
            self.get(&index)
        })
    }

    fn concat(blocks: &[Block], dim: usize) -> Block {
        let mut shape = blocks[0].shape.clone();
        let step = shape[dim];
        shape[dim] *= blocks.len() as u64;
        Block::make(shape, |index| {
            let mut index = index.to_vec();
            let block = index[dim] / step;
            index[dim] %= step;
            blocks[block as usize].get(&index)
        })
    }

    /// The sum of partial values; no value may be added twice.
    fn sum(blocks: &[Block]) -> Block {
        let mut sum = blocks[0].clone();
        for block in &blocks[1..] {
            for (into, from) in sum.elements.iter_mut().zip(&block.elements) {
                assert_eq!(into.0, from.0, "only elements with equal indices are added");
                assert_eq!(into.1 & from.1, 0, "no partial value is added twice");
                into.1 |= from.1;
            }
        }
        sum
    }
}

/// The coordinates of a device along axes, as one number.
fn coordinate(mesh: &Mesh, device: DeviceId, axes: &[AxisRef]) -> u64 {
    let mut rest = mesh.position(device).expect("a device of the mesh");
    let mut along = vec![0; mesh.axes().len()];
    for (coordinate, axis) in along.iter_mut().zip(mesh.axes()).rev() {
        *coordinate = rest % axis.size();
        rest /= axis.size();
    }
    axes.iter().fold(0, |number, part| {
        let index = mesh.axis_ids().position(|id| id == part.axis()).expect("an axis of the mesh");
        number * part.size() + along[index] / mesh.post(*part) % part.size()
    })
}

fn size(axes: &[AxisRef]) -> u64 {
    axes.iter().map(|axis| axis.size()).product()
}

type Devices = BTreeMap<DeviceId, Block>;

/// For every device, the blocks of its group, ordered by their coordinates along `axes`.
fn groups(mesh: &Mesh, devices: &Devices, axes: &[AxisRef]) -> BTreeMap<DeviceId, Vec<Block>> {
    let others: Vec<AxisRef> = {
        let mut parts = Vec::new();
        for id in mesh.axis_ids() {
            let mut boundaries: Vec<u64> =
                axes.iter().filter(|a| a.axis() == id).flat_map(|a| [a.pre(), a.end()]).collect();
            boundaries.extend([1, mesh.mesh_axis(id).size()]);
            boundaries.sort_unstable();
            boundaries.dedup();
            let part = |pair: &[u64]| mesh.part(id, pair[0], pair[1] / pair[0]);
            parts.extend(
                boundaries.windows(2).filter_map(part).filter(|part| !axes.iter().any(|a| a.contains(*part))),
            );
        }
        parts
    };
    let mut by_key: BTreeMap<u64, BTreeMap<u64, Block>> = BTreeMap::new();
    for (&device, block) in devices {
        let group = by_key.entry(coordinate(mesh, device, &others)).or_default();
        assert!(group.insert(coordinate(mesh, device, axes), block.clone()).is_none());
    }
    devices
        .keys()
        .map(|&device| {
            let group = &by_key[&coordinate(mesh, device, &others)];
            assert_eq!(group.len() as u64, size(axes));
            (device, group.values().cloned().collect())
        })
        .collect()
}

fn slice(mesh: &Mesh, devices: &Devices, dims: &[Vec<AxisRef>]) -> Devices {
    let sliced = |(&device, block): (&DeviceId, &Block)| {
        let block = dims.iter().enumerate().fold(block.clone(), |block, (d, axes)| {
            block.part(d, coordinate(mesh, device, axes), size(axes))
        });
        (device, block)
    };
    devices.iter().map(sliced).collect()
}

/// Prime sub-axes that shard the same thing before and after, or nothing at all.
fn parts_that_stay(before: Placed<'_>, after: Placed<'_>) -> Vec<AxisRef> {
    if before.mesh != after.mesh {
        return Vec::new();
    }
    let place = |sharding: &TensorSharding, part: AxisRef| {
        sharding.dims().iter().enumerate().find_map(|(d, dim)| {
            let at = dim.axes.iter().position(|axis| axis.contains(part))?;
            Some((d, dim.axes[at].end() / part.end() * size(&dim.axes[at + 1..])))
        })
    };
    let all: Vec<AxisRef> = before.sharding.axes().chain(after.sharding.axes()).collect();
    let fits = |part: &AxisRef| all.iter().all(|axis| axis.can_coexist(*part));
    let stays = |part: &AxisRef| place(before.sharding, *part) == place(after.sharding, *part);
    prime_parts(before.mesh).into_iter().filter(|part| fits(part) && stays(part)).collect()
}

fn execute(collective: &Collective, before: Placed<'_>, after: Placed<'_>, devices: &Devices) -> Devices {
    let mesh = before.mesh;
    match collective {
        Collective::AllSlice(dims) => slice(mesh, devices, dims),
        Collective::AllGather(dims) => dims.iter().enumerate().fold(devices.clone(), |devices, (d, axes)| {
            groups(mesh, &devices, axes)
                .into_iter()
                .map(|(device, blocks)| (device, Block::concat(&blocks, d)))
                .collect()
        }),
        Collective::AllToAll(moves) => moves.iter().fold(devices.clone(), |devices, each| {
            let gathered = groups(mesh, &devices, &each.axes);
            let exchanged = gathered.into_iter().map(|(device, blocks)| {
                let number = coordinate(mesh, device, &each.axes);
                let parts: Vec<Block> =
                    blocks.iter().map(|block| block.part(each.to, number, size(&each.axes))).collect();
                (device, Block::concat(&parts, each.from))
            });
            exchanged.collect()
        }),
        Collective::CollectivePermute => {
            let pairs = source_target_pairs(before, after).expect("a small mesh");
            let mut senders: Vec<DeviceId> = pairs.iter().map(|(sender, _)| *sender).collect();
            senders.sort_unstable();
            assert!(senders.iter().eq(devices.keys()), "every device sends once");
            assert!(
                pairs.iter().map(|(_, receiver)| receiver).eq(devices.keys()),
                "every device receives once"
            );
            let stay = parts_that_stay(before, after);
            for (sender, receiver) in &pairs {
                assert_eq!(coordinate(mesh, *sender, &stay), coordinate(mesh, *receiver, &stay));
            }
            pairs.into_iter().map(|(sender, receiver)| (receiver, devices[&sender].clone())).collect()
        }
        Collective::AllReduce(axes) => groups(mesh, devices, axes)
            .into_iter()
            .map(|(device, blocks)| (device, Block::sum(&blocks)))
            .collect(),
        Collective::ReduceScatter(dims) => {
            let reduced = groups(mesh, devices, &dims.concat());
            let reduced = reduced.into_iter().map(|(device, blocks)| (device, Block::sum(&blocks))).collect();
            slice(mesh, &reduced, dims)
        }
    }
}

/// What a device holds under a sharding. `partial` gives the partial values that the elements of a device
/// contain.
fn layout(placed: Placed<'_>, padded: &[u64], partial: impl Fn(DeviceId) -> u64) -> Devices {
    let count = placed.mesh.device_count();
    let block = |device: DeviceId| {
        let dims = placed.sharding.dims();
        let local: Vec<u64> = padded.iter().zip(dims).map(|(size, dim)| size / dim.shards()).collect();
        let starts: Vec<u64> = dims
            .iter()
            .zip(&local)
            .map(|(dim, local)| coordinate(placed.mesh, device, &dim.axes) * local)
            .collect();
        Block::make(local, |index| {
            let global =
                index.iter().zip(&starts).zip(padded).fold(0, |at, ((i, start), size)| at * size + start + i);
            (global, partial(device))
        })
    };
    (0..count).map(DeviceId).map(|device| (device, block(device))).collect()
}

fn run(source: Placed<'_>, target: Placed<'_>, plan: &Plan, topology: &Topology, element_bytes: u64) {
    let unreduced = source.sharding.unreduced_axes();
    let number = |device| coordinate(source.mesh, device, unreduced);
    let mut devices = layout(source, &plan.padded, |device| 1 << number(device));
    let mut now = source;
    for step in &plan.steps {
        let mesh = Plan::mesh(step.side, source.mesh, target.mesh);
        let after = Placed { mesh, sharding: &step.after };
        // A change of mesh without a permutation only renames axes.
        if now.mesh != mesh && step.collective != Collective::CollectivePermute {
            now.mesh = mesh;
        }
        devices = execute(&step.collective, now, after, &devices);
        for block in devices.values() {
            assert_eq!(block.shape, step.after.local_shape(&plan.padded), "{:?}", step.collective);
            assert_eq!(block.elements.len() as u64 * element_bytes, step.price.after);
        }
        assert_eq!(
            step.price,
            price_collective(&step.collective, now, after, (&plan.padded, element_bytes), topology)
        );
        now = after;
    }
    // An element of the target contains all partial values of its group.
    let kept = target.sharding.unreduced_axes();
    let expected = layout(target, &plan.padded, |device| {
        let alike =
            |other: &DeviceId| coordinate(target.mesh, *other, kept) == coordinate(target.mesh, device, kept);
        (0..source.mesh.device_count())
            .map(DeviceId)
            .filter(alike)
            .fold(0, |set, other| set | 1 << number(other))
    });
    assert_eq!(devices, expected);
    assert_eq!(plan.cost, plan.steps.iter().map(|step| step.price.cost).sum());
    assert_eq!(plan.sent, plan.steps.iter().map(|step| step.price.sent).sum::<u64>());
}

/// Assigns sub-axes to dimensions by random numbers.
fn random_sharding(
    world: &MeshWithId,
    parts: &[AxisRef],
    rank: usize,
    choices: &[u8],
    unreduced: bool,
) -> TensorSharding {
    let mut dims = vec![Vec::new(); rank];
    let mut partial = Vec::new();
    let mut order: Vec<(u8, AxisRef)> = choices.iter().copied().zip(parts.iter().copied()).collect();
    order.sort_unstable_by_key(|(choice, _)| choice % 16);
    for (choice, part) in order {
        match usize::from(choice / 16) % (rank + 2) {
            place if place < rank => dims[place].push(part),
            place if place == rank && unreduced => partial.push(part),
            _ => {}
        }
    }
    world.of_parts(&dims, &partial)
}

fn coarse(world: &MeshWithId) -> Vec<AxisRef> {
    world.mesh.axis_ids().map(|id| world.mesh.axis(id)).filter(|axis| axis.size() > 1).collect()
}

const MESHES: &[&[(&str, u64)]] = &[
    &[("x", 2), ("y", 2), ("z", 2)],
    &[("x", 2), ("y", 4)],
    &[("x", 8)],
    &[("x", 4), ("one", 1), ("y", 2)],
    &[("x", 6), ("y", 2)],
    &[("x", 12)],
    &[("x", 3), ("y", 4)],
    &[("x", 2), ("y", 2), ("z", 2), ("w", 2)],
    &[("x", 4), ("y", 4)],
];

fn meshes(of: u64) -> Vec<&'static [(&'static str, u64)]> {
    let count = |axes: &[(&str, u64)]| axes.iter().map(|axis| axis.1).product::<u64>();
    MESHES.iter().copied().filter(|axes| count(axes) == of).collect()
}

fn shuffled(count: u64) -> impl Strategy<Value = Vec<u64>> {
    let all: Vec<u64> = (0..count).collect();
    prop_oneof![2 => Just(Vec::new()), 1 => Just(all).prop_shuffle()]
}

prop_compose! {
    fn links()(latency in 0..3u32, slow in prop_oneof![Just(1.0), Just(8.0)], name in prop_oneof![Just("x"), Just("y")])
        -> Topology
    {
        let latency = [0.0, 0.001, 1.0][latency as usize];
        let link = |bandwidth| Link::new(latency, bandwidth).unwrap();
        Topology::uniform(link(100.0)).with_axis(name, link(100.0 / slow))
    }
}

#[derive(Debug)]
struct Question {
    from: (usize, Vec<u64>, bool, Vec<u8>),
    to: (usize, Vec<u64>, bool, Vec<u8>),
    same_mesh: bool,
    count: u64,
    shape: Vec<u64>,
    unreduced: bool,
    keep: bool,
    topology: Topology,
    memory: Option<u64>,
}

fn question() -> impl Strategy<Value = Question> {
    prop_oneof![3 => Just(8u64), 2 => Just(12), 1 => Just(16)].prop_flat_map(|count| {
        let side = move || {
            (0..meshes(count).len(), shuffled(count), any::<bool>(), prop::collection::vec(any::<u8>(), 4))
        };
        (
            (side(), side(), any::<bool>()),
            prop::collection::vec(0..9u64, 1..4),
            (any::<bool>(), any::<bool>()),
            links(),
            prop::option::weighted(0.2, 0..4000u64),
        )
            .prop_map(move |((from, to, same_mesh), shape, (unreduced, keep), topology, memory)| {
                Question { from, to, same_mesh, count, shape, unreduced, keep, topology, memory }
            })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn plans_reach_their_target(q in question()) {
        let world = |side: &(usize, Vec<u64>, bool, Vec<u8>)| MeshWithId::new(meshes(q.count)[side.0], &side.1);
        let source = world(&q.from);
        let target = if q.same_mesh { world(&q.from) } else { world(&q.to) };
        let parts = |world: &MeshWithId, fine: bool| if fine { world.primes() } else { coarse(world) };
        let rank = q.shape.len();
        let from = random_sharding(&source, &parts(&source, q.from.2), rank, &q.from.3, q.unreduced);
        let mut to = random_sharding(&target, &parts(&target, q.to.2), rank, &q.to.3, false);
        if q.keep && q.same_mesh {
            // Keep the unreduced axes that the target does not use.
            let used: Vec<AxisRef> = to.axes().collect();
            let free = |axis: &AxisRef| used.iter().all(|used| !used.overlaps(*axis) && used.can_coexist(*axis));
            let kept: Vec<AxisRef> = from.unreduced_axes().iter().copied().filter(free).collect();
            let dims: Vec<Vec<AxisRef>> = to.dims().iter().map(|dim| dim.axes.clone()).collect();
            to = target.of_parts(&dims, &kept);
        }
        let (source, target) = (Placed { mesh: &source.mesh, sharding: &from }, Placed { mesh: &target.mesh, sharding: &to });
        let tensor = ReshardTensor { shape: &q.shape, element_bytes: 4 };
        let limits = PlanLimits::default().memory(q.memory);
        match plan_reshard(source, target, tensor, &q.topology, limits) {
            Ok(plan) => {
                prop_assert!(plan.optimal);
                prop_assert!(q.memory.is_none_or(|bound| plan.peak <= bound));
                for (size, padded) in q.shape.iter().zip(&plan.padded) {
                    prop_assert!(size <= padded);
                }
                run(source, target, &plan, &q.topology, 4);
                // With almost no budget there is still a plan, and it is not better.
                let hasty = PlanLimits::default().memory(None).budget(0);
                let quick = partita_reshard::plan_reshard(source, target, tensor, &q.topology, hasty).unwrap();
                prop_assert!(q.memory.is_some() || quick.cost >= plan.cost);
                run(source, target, &quick, &q.topology, 4);
            }
            Err(NoPlan::Memory { certain, .. }) => prop_assert!(q.memory.is_some() && certain),
            // Sub-axes of one axis that cannot coexist.
            Err(NoPlan::UnreducedTarget) => prop_assert!(!to.unreduced_axes().is_empty()),
            Err(other) => prop_assert!(false, "{other}"),
        }
    }

    #[test]
    fn more_bandwidth_never_costs_more(q in question(), faster in 1.0..10.0f64) {
        let world = MeshWithId::new(meshes(q.count)[q.from.0], &[]);
        let rank = q.shape.len();
        let from = random_sharding(&world, &world.primes(), rank, &q.from.3, q.unreduced);
        let to = random_sharding(&world, &world.primes(), rank, &q.to.3, false);
        let place = |sharding| Placed { mesh: &world.mesh, sharding };
        let tensor = ReshardTensor { shape: &q.shape, element_bytes: 4 };
        let cost = |x: f64, y: f64| {
            let link = |bandwidth| Link::new(0.01, bandwidth).unwrap();
            let topology = Topology::uniform(link(50.0)).with_axis("x", link(x)).with_axis("y", link(y));
            plan_reshard(place(&from), place(&to), tensor, &topology, PlanLimits::default()).unwrap().cost
        };
        let base = cost(10.0, 100.0);
        prop_assert!(cost(10.0 * faster, 100.0) <= base);
        prop_assert!(cost(10.0, 100.0 * faster) <= base);
        prop_assert!(cost(10.0 / faster, 100.0) >= base);
    }
}

#[test]
fn layouts_that_are_equal_on_two_meshes_need_no_step() {
    let one = MeshWithId::new(&[("x", 4), ("y", 2)], &[]);
    let two = MeshWithId::new(&[("a", 2), ("b", 2), ("c", 2)], &[]);
    let (from, to) = (one.sharding(r#"[{"x"}, {"y"}]"#), two.sharding(r#"[{"a", "b"}, {"c"}]"#));
    let source = Placed { mesh: &one.mesh, sharding: &from };
    let target = Placed { mesh: &two.mesh, sharding: &to };
    let tensor = ReshardTensor { shape: &[8, 8], element_bytes: 4 };
    let plan = plan_reshard(source, target, tensor, &Topology::default(), PlanLimits::default()).unwrap();
    assert!(plan.steps.is_empty() && plan.optimal);
    assert_eq!((plan.cost.0, plan.sent, plan.peak), (0, 0, 32));
}

/// `(1)4` and `(1)3` of an axis of size 12 have no common refinement.
#[test]
fn parts_that_do_not_fit_together() {
    let world = MeshWithId::new(&[("x", 12), ("y", 2)], &[]);
    let axes: Vec<_> = world.mesh.axis_ids().collect();
    let sizes = |pre: u64| (2..=12).map(move |size| (pre, size));
    let parts: Vec<AxisRef> =
        (1..=6).flat_map(sizes).filter_map(|(pre, size)| world.mesh.part(axes[0], pre, size)).collect();
    assert_eq!(parts.len(), 12);
    let y = world.mesh.axis(axes[1]);
    let topology =
        Topology::uniform(Link::new(0.001, 10.0).unwrap()).with_axis("y", Link::new(0.0, 100.0).unwrap());
    let pairs = parts.iter().flat_map(|a| parts.iter().map(move |b| (*a, *b)));
    for (a, b) in pairs.filter(|(a, b)| !a.can_coexist(*b)) {
        for (from, to) in [
            ([vec![a], vec![y]], [vec![b], vec![y]]),
            ([vec![a], vec![y]], [vec![y], vec![b]]),
            ([vec![a, y], vec![]], [vec![y, b], vec![]]),
        ] {
            let (from, to) = (world.of_parts(&from, &[]), world.of_parts(&to, &[]));
            let place = |sharding| Placed { mesh: &world.mesh, sharding };
            let tensor = ReshardTensor { shape: &[12, 12], element_bytes: 4 };
            let plan =
                plan_reshard(place(&from), place(&to), tensor, &topology, PlanLimits::default()).unwrap();
            assert!(plan.optimal);
            run(place(&from), place(&to), &plan, &topology, 4);
        }
    }
}

#[test]
fn another_order_of_devices_takes_one_permutation() {
    let one = MeshWithId::new(&[("x", 4)], &[]);
    let two = MeshWithId::new(&[("x", 4)], &[1, 3, 2, 0]);
    let (from, to) = (one.sharding(r#"[{"x"}]"#), two.sharding(r#"[{"x"}]"#));
    let source = Placed { mesh: &one.mesh, sharding: &from };
    let target = Placed { mesh: &two.mesh, sharding: &to };
    let tensor = ReshardTensor { shape: &[8], element_bytes: 4 };
    let plan = plan_reshard(source, target, tensor, &Topology::default(), PlanLimits::default()).unwrap();
    let [step] = &plan.steps[..] else { panic!("{plan:?}") };
    assert_eq!((&step.collective, step.side), (&Collective::CollectivePermute, Side::Target));
    run(source, target, &plan, &Topology::default(), 4);
}
