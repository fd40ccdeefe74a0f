//! Compares plans with the shortest paths through all layouts of small meshes.
//!
//! The graph here shares no code with the search: layouts are lists, two layouts are compared to find the
//! collective that leads from one to the other, and the Floyd-Warshall algorithm computes all distances.

use std::collections::BTreeMap;

use crate::world::MeshWithId;
use partita_mesh::{AxisRef, TensorSharding};
use partita_reshard::{Cost, Link, NoPlan, Placed, PlanLimits, ReshardTensor, Topology, plan_reshard};

/// The sub-axes of every dimension by index, and the unreduced ones.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Layout {
    dims: Vec<Vec<usize>>,
    unreduced: Vec<usize>,
}

/// What a collective in stages does.
#[derive(Clone, Copy)]
enum Stages {
    Gather,
    Scatter,
}

struct LayoutPairs {
    world: MeshWithId,
    sub_axes: Vec<AxisRef>,
    topology: Topology,
    shape: Vec<u64>,
    bytes: u64,
    memory: Option<u64>,
    layouts: Vec<Layout>,
}

impl LayoutPairs {
    fn new(axes: &[(&str, u64)], shape: &[u64], topology: Topology) -> LayoutPairs {
        LayoutPairs::on(MeshWithId::new(axes, &[]), shape, topology)
    }

    fn on(world: MeshWithId, shape: &[u64], topology: Topology) -> LayoutPairs {
        let sub_axes = world.primes();
        let mut layouts = vec![Layout { dims: vec![Vec::new(); shape.len()], unreduced: Vec::new() }];
        // Every layout extends a shorter one by a sub-axis at the end of a dimension.
        let mut at = 0;
        while at < layouts.len() {
            for sub_axis in 0..sub_axes.len() {
                for d in 0..shape.len() {
                    let mut next = layouts[at].clone();
                    if next.dims.iter().flatten().any(|&used| used == sub_axis) {
                        continue;
                    }
                    next.dims[d].push(sub_axis);
                    if !layouts.contains(&next) {
                        layouts.push(next);
                    }
                }
            }
            at += 1;
        }
        LayoutPairs { world, sub_axes, topology, shape: shape.to_vec(), bytes: 4, memory: None, layouts }
    }

    /// Includes unreduced layouts.
    fn unreduced(mut self) -> LayoutPairs {
        let reduced = std::mem::take(&mut self.layouts);
        for layout in reduced {
            let free: Vec<usize> = (0..self.sub_axes.len())
                .filter(|p| layout.dims.iter().flatten().all(|used| used != p))
                .collect();
            for set in 0..1u32 << free.len() {
                let unreduced = (0..free.len()).filter(|i| set >> i & 1 == 1).map(|i| free[i]).collect();
                self.layouts.push(Layout { unreduced, ..layout.clone() });
            }
        }
        self
    }

    fn size(&self, sub_axes: &[usize]) -> u64 {
        sub_axes.iter().map(|&sub_axis| self.sub_axes[sub_axis].size()).product()
    }

    fn link(&self, sub_axis: usize) -> Link {
        let axis = self.world.mesh.mesh_axis(self.sub_axes[sub_axis].axis());
        self.topology.link(axis.name())
    }

    fn padded(&self, a: &Layout, b: &Layout) -> Vec<u64> {
        let lcm = |a: u64, b: u64| (1..).map(|k| k * a).find(|m| m.is_multiple_of(b)).expect("a multiple");
        (0..self.shape.len())
            .map(|d| self.shape[d].next_multiple_of(lcm(self.size(&a.dims[d]), self.size(&b.dims[d]))))
            .collect()
    }

    fn local(&self, layout: &Layout, padded: &[u64]) -> Option<u64> {
        let mut bytes = self.bytes;
        for (sub_axes, size) in layout.dims.iter().zip(padded) {
            let shards = self.size(sub_axes);
            if size % shards != 0 {
                return None;
            }
            bytes *= size / shards;
        }
        Some(bytes)
    }

    /// The time of a collective that treats all its devices alike.
    fn one_stage(&self, starts: u64, bytes: u64, sub_axes: &[usize]) -> Cost {
        let latency = sub_axes.iter().map(|&p| self.link(p).latency()).max().unwrap_or_default();
        let per_byte = sub_axes.iter().map(|&p| self.link(p).per_byte()).max().unwrap_or_default();
        Cost(u128::from(starts) * latency.0 + u128::from(bytes) * per_byte.0)
    }

    /// All ways to divide sub-axes in two. With different latencies, those in front have links that are at least as fast.
    fn divisions(&self, sub_axes: &[usize]) -> Vec<(Vec<usize>, Vec<usize>)> {
        let any_order = (0..self.sub_axes.len()).all(|p| self.link(p).latency() == self.link(0).latency());
        let key = |p: &usize| (self.link(*p).per_byte(), self.link(*p).latency());
        let divide = |set: u32| {
            let in_front = |at: &usize| set >> at & 1 == 1;
            let (front, back): (Vec<usize>, Vec<usize>) = (0..sub_axes.len()).partition(in_front);
            let pick = |at: Vec<usize>| at.into_iter().map(|at| sub_axes[at]).collect::<Vec<_>>();
            (pick(front), pick(back))
        };
        let mut all: Vec<_> = (0..1 << sub_axes.len()).map(divide).collect();
        all.retain(|(front, back)| {
            any_order || front.iter().map(key).max() <= back.iter().map(key).min() || back.is_empty()
        });
        all
    }

    /// The lowest time of a gather or a scatter that runs in stages, each along some of the sub-axes.
    fn staged(&self, sub_axes: &[usize], held: u64, stages: Stages) -> Cost {
        let divisions = self.divisions(sub_axes).into_iter().filter_map(|(front, back)| {
            let (first, rest) = match stages {
                Stages::Gather => (back, front),
                Stages::Scatter => (front, back),
            };
            let n = self.size(&first);
            let (sent, left) = match stages {
                Stages::Gather => (held * (n - 1), held * n),
                Stages::Scatter => (held - held / n, held.div_ceil(n)),
            };
            (n > 1).then(|| self.one_stage(1, sent, &first) + self.staged(&rest, left, stages))
        });
        divisions.min().unwrap_or_default()
    }

    /// The lowest time of an all-reduce that scatters along some sub-axes, reduces along the others, and gathers.
    fn all_reduce(&self, sub_axes: &[usize], held: u64) -> Cost {
        let divisions = self.divisions(sub_axes).into_iter().filter(|(_, back)| !back.is_empty());
        let time = |(front, back): (Vec<usize>, Vec<usize>)| {
            let left = held.div_ceil(self.size(&front));
            self.staged(&front, held, Stages::Scatter)
                + self.one_stage(2, 2 * (left - left / self.size(&back)), &back)
                + self.staged(&front, left, Stages::Gather)
        };
        divisions.map(time).min().expect("a sub-axis is reduced")
    }

    /// The time in which a device sends a block to every other one, each along the slowest link between the two.
    fn exchange(&self, sub_axes: &[usize], held: u64) -> Cost {
        let n = self.size(sub_axes);
        let time = |device: u64| {
            let mut rest = device;
            let differing: Vec<usize> = sub_axes
                .iter()
                .copied()
                .filter(|&p| {
                    let size = self.sub_axes[p].size();
                    let coordinate = rest % size;
                    rest /= size;
                    coordinate != 0
                })
                .collect();
            self.one_stage(0, held / n, &differing)
        };
        (1..n).map(time).fold(self.one_stage(1, 0, sub_axes), |sum, cost| sum + cost)
    }

    /// The lowest cost of a single collective from `a` to `b`.
    fn step(&self, a: &Layout, b: &Layout, padded: &[u64]) -> Option<Cost> {
        let (held, made) = (self.local(a, padded)?, self.local(b, padded)?);
        if self.memory.is_some_and(|bound| held + made > bound) {
            return None;
        }
        let rank = a.dims.len();
        let minus =
            |a: &[usize], b: &[usize]| a.iter().copied().filter(|p| !b.contains(p)).collect::<Vec<_>>();
        let reduced = minus(&a.unreduced, &b.unreduced);
        if !minus(&b.unreduced, &a.unreduced).is_empty() {
            return None;
        }
        let lost = |d: usize| a.dims[d].strip_prefix(&b.dims[d][..]).map(<[usize]>::to_vec);
        let gained = |d: usize| b.dims[d].strip_prefix(&a.dims[d][..]).map(<[usize]>::to_vec);
        if !reduced.is_empty() {
            if a.dims == b.dims {
                return Some(self.all_reduce(&reduced, held));
            }
            let mut added: Vec<usize> = (0..rank).map(gained).collect::<Option<Vec<_>>>()?.concat();
            added.sort_unstable();
            return (added == reduced).then(|| self.staged(&reduced, held, Stages::Scatter));
        }
        if (0..rank).all(|d| gained(d).is_some()) {
            return Some(Cost(0));
        }
        if let Some(lost) = (0..rank).map(lost).collect::<Option<Vec<_>>>() {
            return Some(self.staged(&lost.concat(), held, Stages::Gather));
        }
        if (0..rank).all(|d| self.size(&a.dims[d]) == self.size(&b.dims[d])) {
            let place = |layout: &Layout, sub_axis: usize| {
                layout.dims.iter().enumerate().find_map(|(d, sub_axes)| {
                    let at = sub_axes.iter().position(|&p| p == sub_axis)?;
                    Some((d, self.size(&sub_axes[at + 1..])))
                })
            };
            let moved: Vec<usize> =
                (0..self.sub_axes.len()).filter(|&p| place(a, p) != place(b, p)).collect();
            return Some(self.one_stage(1, held, &moved));
        }
        // An all-to-all: the dimensions that lost sub-axes match those that gained some.
        let mut moved = Vec::new();
        let mut gains = BTreeMap::new();
        for d in 0..rank {
            match (lost(d), gained(d)) {
                (Some(lost), None) => moved.push(lost),
                (None, Some(gained)) => _ = gains.insert(gained, d),
                (Some(_), Some(_)) => {}
                (None, None) => return None,
            }
        }
        let matching = moved.len() == gains.len() && moved.iter().all(|lost| gains.contains_key(lost));
        let moved = moved.concat();
        matching.then(|| self.exchange(&moved, held))
    }

    fn fits(&self, layout: &Layout, padded: &[u64]) -> bool {
        let local = self.local(layout, padded);
        self.memory.is_none_or(|bound| local.is_some_and(|bytes| bytes <= bound))
    }

    fn distances(&self, padded: &[u64]) -> Vec<Vec<Option<Cost>>> {
        shortest_paths(self.layouts.len(), |i, j| {
            if i == j {
                self.fits(&self.layouts[i], padded).then_some(Cost(0))
            } else {
                self.step(&self.layouts[i], &self.layouts[j], padded)
            }
        })
    }

    fn shardings(&self) -> Vec<TensorSharding> {
        let list = |sub_axes: &[usize]| sub_axes.iter().map(|&p| self.sub_axes[p]).collect::<Vec<_>>();
        let sharding = |layout: &Layout| {
            let dims: Vec<_> = layout.dims.iter().map(|sub_axes| list(sub_axes)).collect();
            self.world.of_parts(&dims, &list(&layout.unreduced))
        };
        self.layouts.iter().map(sharding).collect()
    }

    /// Plans all pairs; returns how many there are and how many have a plan.
    fn check(&self) -> (usize, usize) {
        let shardings = self.shardings();
        let mut known: BTreeMap<Vec<u64>, Vec<Vec<Option<Cost>>>> = BTreeMap::new();
        let tensor = ReshardTensor { shape: &self.shape, element_bytes: self.bytes };
        let limits = PlanLimits::default().memory(self.memory);
        let (mut pairs, mut planned) = (0, 0);
        for (i, from) in self.layouts.iter().enumerate() {
            for (j, to) in self.layouts.iter().enumerate() {
                let padded = self.padded(from, to);
                let best = known.entry(padded).or_insert_with_key(|padded| self.distances(padded))[i][j];
                let place = |k: usize| Placed { mesh: &self.world.mesh, sharding: &shardings[k] };
                let found = plan_reshard(place(i), place(j), tensor, &self.topology, limits);
                pairs += 1;
                match (found, best) {
                    (Ok(plan), Some(best)) => {
                        assert!(plan.optimal, "{from:?} -> {to:?}");
                        let text = || format!("{plan:#?}");
                        assert_eq!(plan.cost, best, "{from:?} -> {to:?}\n{}", text());
                        assert!(self.memory.is_none_or(|bound| plan.peak <= bound), "{}", text());
                        planned += 1;
                    }
                    (Err(NoPlan::Memory { certain: true, .. }), None) => assert!(self.memory.is_some()),
                    (Err(NoPlan::UnreducedTarget), None) => {}
                    (found, best) => panic!("{from:?} -> {to:?}: {found:?}, {best:?}"),
                }
            }
        }
        (pairs, planned)
    }
}

/// The lowest cost between any two of `n` nodes, given that of single edges.
fn shortest_paths(n: usize, edge: impl Fn(usize, usize) -> Option<Cost>) -> Vec<Vec<Option<Cost>>> {
    let mut best: Vec<Vec<Option<Cost>>> = (0..n).map(|i| (0..n).map(|j| edge(i, j)).collect()).collect();
    for k in 0..n {
        let through = best[k].clone();
        for row in &mut best {
            let Some(first) = row[k] else { continue };
            for (to, second) in row.iter_mut().zip(&through) {
                if let Some(second) = second {
                    let cost = first + *second;
                    *to = Some(to.map_or(cost, |old| old.min(cost)));
                }
            }
        }
    }
    best
}

fn link(latency: f64, bandwidth: f64) -> Link {
    Link::new(latency, bandwidth).expect("a sane link")
}

/// Axis x is eight times slower.
fn slow_x() -> Topology {
    Topology::uniform(link(1.0, 100.0)).with_axis("x", link(1.0, 12.5))
}

/// Every axis has a different speed.
fn three_speeds() -> Topology {
    slow_x().with_axis("x", link(0.1, 10.0)).with_axis("y", link(2.0, 40.0)).with_axis("z", link(0.5, 100.0))
}

const THREE: &[(&str, u64)] = &[("x", 2), ("y", 2), ("z", 2)];

#[test]
fn two_axes() {
    for topology in [Topology::default(), Topology::uniform(link(0.0, 100.0)), slow_x()] {
        for shape in [&[64][..], &[64, 64], &[64, 64, 64]] {
            let case = LayoutPairs::new(&[("x", 2), ("y", 2)], shape, topology.clone());
            let (pairs, planned) = case.check();
            assert_eq!(pairs, planned);
        }
    }
}

#[test]
fn three_axes_rank_two() {
    for topology in [Topology::default(), Topology::uniform(link(0.0, 100.0)), slow_x()] {
        let (pairs, planned) = LayoutPairs::new(THREE, &[64, 64], topology).check();
        assert_eq!((pairs, planned), (49 * 49, 49 * 49));
    }
}

#[test]
fn three_axes_rank_three() {
    // With low latency bytes decide, with high latency the number of steps does.
    for topology in [Topology::uniform(link(0.001, 100.0)), slow_x(), three_speeds()] {
        let (pairs, planned) = LayoutPairs::new(THREE, &[64, 64, 64], topology).check();
        assert_eq!((pairs, planned), (106 * 106, 106 * 106));
    }
}

#[test]
fn parts_of_axes() {
    for (axes, shape) in [
        (&[("x", 2), ("y", 4)][..], &[64, 64][..]),
        (&[("x", 6), ("y", 2)], &[36, 36]),
        (&[("x", 12)], &[144, 144]),
    ] {
        for topology in [Topology::uniform(link(0.01, 100.0)), slow_x(), three_speeds()] {
            let (pairs, planned) = LayoutPairs::new(axes, shape, topology).check();
            assert_eq!((pairs, planned), (49 * 49, 49 * 49));
        }
    }
}

#[test]
fn uneven_sizes() {
    for shape in [[4, 64], [3, 5], [1, 8], [10, 6], [0, 4]] {
        for axes in [THREE, &[("x", 6), ("y", 2)]] {
            let (pairs, planned) =
                LayoutPairs::new(axes, &shape, Topology::uniform(link(0.001, 100.0))).check();
            assert_eq!(pairs, planned);
        }
    }
}

#[test]
fn bounded_memory() {
    for bound in [0, 3000, 6000, 9000, 13000, 17000] {
        let mut case = LayoutPairs::new(THREE, &[64, 64], Topology::uniform(link(0.001, 100.0)));
        case.memory = Some(bound);
        let (pairs, planned) = case.check();
        assert!(planned < pairs && (bound < 4096 || planned > 0));
    }
}

#[test]
fn partial_values() {
    for topology in [Topology::default(), Topology::uniform(link(0.001, 100.0)), slow_x(), three_speeds()] {
        let (pairs, planned) =
            LayoutPairs::new(&[("x", 2), ("y", 4)], &[64, 64], topology.clone()).unreduced().check();
        assert!(planned > pairs / 3);
        LayoutPairs::new(&[("x", 2), ("y", 3)], &[36, 36, 36], topology.clone()).unreduced().check();
        LayoutPairs::new(THREE, &[64, 64], topology).unreduced().check();
    }
}

/// The names and sizes of the axes of a mesh.
type AxisSizes = &'static [(&'static str, u64)];

/// 300 reshards on meshes with one axis that is eight times slower.
#[test]
fn random_reshards_across_a_slow_axis() {
    let mut seed = 0x2545_f491_4f6c_dd1du64;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as usize % below
    };
    let worlds: [(AxisSizes, &[u64]); 6] = [
        (&[("x", 2), ("y", 2), ("z", 2)], &[64, 64]),
        (&[("y", 2), ("x", 2), ("z", 2)], &[128, 32]),
        (&[("x", 2), ("y", 4)], &[64, 64, 32]),
        (&[("y", 4), ("x", 2)], &[256, 16]),
        (&[("x", 3), ("y", 2), ("z", 2)], &[36, 36]),
        (&[("y", 2), ("z", 3), ("x", 2)], &[72, 36]),
    ];
    let (mut cheaper, mut reshards) = (0, 0);
    for (axes, shape) in worlds {
        let topology = Topology::uniform(link(0.01, 400.0)).with_axis("x", link(0.01, 50.0));
        let case = LayoutPairs::new(axes, shape, topology).unreduced();
        let (shardings, distances) = (case.shardings(), case.distances(shape));
        let place = |k: usize| Placed { mesh: &case.world.mesh, sharding: &shardings[k] };
        let tensor = ReshardTensor { shape, element_bytes: case.bytes };
        let mut left = 50;
        while left > 0 {
            let (from, to) = (random(shardings.len()), random(shardings.len()));
            let Some(best) = distances[from][to] else { continue };
            left -= 1;
            reshards += 1;
            let plan = plan_reshard(place(from), place(to), tensor, &case.topology, PlanLimits::default());
            let plan = plan.expect("a plan");
            assert_eq!(plan.cost, best, "{:?} -> {:?}: {plan:#?}", case.layouts[from], case.layouts[to]);
            // The same steps, each at the speed of its slowest link.
            let flat = plan.steps.iter().map(|step| {
                let sub_axes = step.collective.axes();
                let names = sub_axes.iter().map(|axis| case.world.mesh.mesh_axis(axis.axis()).name());
                let link = names.map(|name| case.topology.link(name)).reduce(Link::and);
                let time = link.map(|link| link.time(step.collective.kind().starts(), step.price.sent));
                time.unwrap_or(step.price.cost)
            });
            cheaper += usize::from(plan.cost < flat.sum());
        }
    }
    assert_eq!(reshards, 300);
    assert!(cheaper >= 30, "only {cheaper} of the plans use fast links for a part of a collective");
}

/// A sub-axis is divided where the links along its axis become slower.
#[test]
fn axes_that_leave_a_node() {
    let world = MeshWithId::new(&[("x", 8), ("y", 2)], &[]);
    let machine = partita_cost::Machine::parse(TWO_NODES).expect("a machine");
    let mesh = &world.mesh;
    let axes = mesh
        .axis_ids()
        .map(|id| (mesh.mesh_axis(id).name(), mesh.mesh_axis(id).size(), mesh.stride(mesh.axis(id))));
    let topology = machine.topology(axes);
    let (from, to) = (world.sharding(r#"[{"x", "y"}, {}]"#), world.sharding("[{}, {}]"));
    let tensor = ReshardTensor { shape: &[4096, 4096], element_bytes: 4 };
    let place = |sharding| Placed { mesh, sharding };
    let plan =
        plan_reshard(place(&from), place(&to), tensor, &topology, PlanLimits::default()).expect("a plan");
    // The slow links between the two nodes carry one shard of 4 MiB, the fast ones all others.
    let shard = 4u128 << 20;
    assert_eq!(plan.cost, Cost(shard * 20_000 + 14 * shard * 2_500), "{plan:#?}");
    assert!(plan.optimal);
}

/// Two nodes of eight devices.
const TWO_NODES: &str = r#"
devices = 16

[[links]]
name = "inside"
devices = 8
latency_us = 0
bandwidth_gb_s = 400
wiring = "switch"

[[links]]
name = "between"
devices = 16
latency_us = 0
bandwidth_gb_s = 50
wiring = "switch"
"#;

/// No axis of one mesh is an axis of the other.
#[test]
fn two_meshes() {
    let shape = [64, 64];
    let slow_links = |topology: &Topology, names: &[&str]| {
        names.iter().map(|name| topology.link(name)).reduce(Link::and).expect("an axis")
    };
    for topology in [Topology::default(), Topology::uniform(link(0.001, 100.0)), three_speeds()] {
        let a = LayoutPairs::new(&[("x", 2), ("y", 4)], &shape, topology.clone());
        let b = LayoutPairs::on(
            MeshWithId::new(&[("z", 4), ("x", 2)], &[5, 0, 3, 6, 1, 2, 7, 4]),
            &shape,
            topology.clone(),
        );
        let all_links = slow_links(&topology, &["x", "y", "z"]);
        let n = a.layouts.len();
        let best = shortest_paths(n + b.layouts.len(), |i, j| match (i < n, j < n) {
            _ if i == j => Some(Cost(0)),
            (true, true) => a.step(&a.layouts[i], &a.layouts[j], &shape),
            (false, false) => b.step(&b.layouts[i - n], &b.layouts[j - n], &shape),
            (false, true) => None,
            (true, false) => {
                let counts = |case: &LayoutPairs, k: usize| {
                    case.layouts[k].dims.iter().map(|sub_axes| case.size(sub_axes)).collect::<Vec<_>>()
                };
                let shards = counts(&a, i);
                let bytes = a.local(&a.layouts[i], &shape).expect("all sizes are even");
                let cost = if shards == [1, 1] {
                    Cost(0)
                } else {
                    Cost(all_links.latency().0 + all_links.per_byte().0 * u128::from(bytes))
                };
                (shards == counts(&b, j - n)).then_some(cost)
            }
        });
        for (i, from) in a.shardings().iter().enumerate() {
            for (j, to) in b.shardings().iter().enumerate() {
                if from.is_fully_replicated() || to.is_fully_replicated() {
                    // These are the same on both meshes, and planned on one.
                    continue;
                }
                let (source, target) = (
                    Placed { mesh: &a.world.mesh, sharding: from },
                    Placed { mesh: &b.world.mesh, sharding: to },
                );
                let tensor = ReshardTensor { shape: &shape, element_bytes: a.bytes };
                let plan =
                    plan_reshard(source, target, tensor, &topology, PlanLimits::default()).expect("a plan");
                assert!(plan.optimal);
                let text = || format!("{plan:#?}");
                assert_eq!(Some(plan.cost), best[i][n + j], "{from:?} -> {to:?}\n{}", text());
            }
        }
    }
}
