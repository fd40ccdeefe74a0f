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

    /// The lowest cost of a single collective from `a` to `b`.
    fn step(&self, a: &Layout, b: &Layout, padded: &[u64]) -> Option<Cost> {
        let (held, made) = (self.local(a, padded)?, self.local(b, padded)?);
        if self.memory.is_some_and(|bound| held + made > bound) {
            return None;
        }
        let time = |starts: u64, bytes: u64, sub_axes: &[usize]| {
            let latency = sub_axes.iter().map(|&p| self.link(p).latency()).max().unwrap_or_default();
            let per_byte = sub_axes.iter().map(|&p| self.link(p).per_byte()).max().unwrap_or_default();
            Cost(u128::from(starts) * latency.0 + u128::from(bytes) * per_byte.0)
        };
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
            let n = self.size(&reduced);
            let share = held - held / n;
            if a.dims == b.dims {
                return Some(time(2, 2 * share, &reduced));
            }
            let mut added: Vec<usize> = (0..rank).map(gained).collect::<Option<Vec<_>>>()?.concat();
            added.sort_unstable();
            return (added == reduced).then(|| time(1, share, &reduced));
        }
        if (0..rank).all(|d| gained(d).is_some()) {
            return Some(Cost(0));
        }
        if let Some(lost) = (0..rank).map(lost).collect::<Option<Vec<_>>>() {
            return Some(time(1, made - held, &lost.concat()));
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
            return Some(time(1, held, &moved));
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
        matching.then(|| time(1, held - held / self.size(&moved), &moved))
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
