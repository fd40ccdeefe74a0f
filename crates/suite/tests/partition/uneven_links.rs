//! Reshards on machines with slow and fast links take the time of the best plan there is: an exhaustive search over the layouts
//! of a tensor, priced as the estimate prices the collectives that were written.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use partita_base::Source;
use partita_cost::{CollectiveKind, Machine};
use partita_mesh::Mesh;
use partita_mesh::spec::MeshSpec;
use partita_mlir::{ParseOptions, parse};
use partita_partition::{PartitionOptions, estimate_time, partition};

/// A factor of two of an axis: the name of the axis, what is major to it within the axis, and how far apart its neighbours are.
#[derive(Clone, Copy)]
struct Half {
    axis: &'static str,
    pre: u64,
    stride: u64,
}

/// A mesh of eight devices in nodes of a number of devices.
struct World {
    axes: &'static [(&'static str, i64)],
    halves: Vec<Half>,
    machine: Machine,
}

/// The halves that shard each dimension, major first.
type Layout = Vec<Vec<usize>>;

fn machine(node: u64, latency: f64) -> Machine {
    let text = format!(
        "name = \"uneven\"\ndevices = 8\n[device]\nmemory_gb = 16\nbandwidth_gb_s = 1000\npeak_tflops = {{ bf16 = 100, f32 = 50 }}\n\
         instructions_tera_s = 10\nefficiency = 1\ntile = [1, 1]\ndepth = 1\nunits = 1\nexposed = 0\nkernel_us = 0\nprogram_us = 0\n\
         buffer_us = 0\nlibrary_call_us = 0\nworkspace_mb = 0\nchannels = 1\n\
         [[links]]\nname = \"fast\"\ndevices = {node}\nlatency_us = {latency}\nbandwidth_gb_s = 400\nwiring = \"switch\"\n\
         [[links]]\nname = \"slow\"\ndevices = 8\nlatency_us = {latency}\nbandwidth_gb_s = 50\nwiring = \"switch\"\n"
    );
    Machine::parse(&text).expect("a machine")
}

impl World {
    fn new(axes: &'static [(&'static str, i64)], node: u64, latency: f64) -> World {
        let (mut halves, mut stride) = (Vec::new(), 1);
        for &(axis, size) in axes.iter().rev() {
            let mut pre = size as u64;
            while pre > 1 {
                pre /= 2;
                halves.push(Half { axis, pre, stride });
                stride *= 2;
            }
        }
        World { axes, halves, machine: machine(node, latency) }
    }

    /// All ways to shard dimensions that eight divides.
    fn layouts(&self, rank: usize) -> Vec<Layout> {
        let mut all = vec![vec![Vec::new(); rank]];
        let mut done = 0;
        while done < all.len() {
            let from = all[done].clone();
            for half in 0..self.halves.len() {
                if from.concat().contains(&half) {
                    continue;
                }
                for dim in 0..rank {
                    let mut next = from.clone();
                    next[dim].push(half);
                    if !all.contains(&next) {
                        all.push(next);
                    }
                }
            }
            done += 1;
        }
        all
    }

    /// The femtoseconds of one collective.
    fn time(&self, kind: CollectiveKind, bytes: u64, halves: &[usize]) -> u128 {
        let lengths: Vec<(u64, u64)> = halves.iter().map(|&half| (2, self.halves[half].stride)).collect();
        kind.time_over(bytes, &self.machine.shares(&lengths)).0
    }

    /// The time of the collective that makes one layout from another; `None` if it takes more than one.
    fn step(&self, from: &Layout, to: &Layout, bytes: u64) -> Option<u128> {
        let changed: Vec<usize> = (0..from.len()).filter(|&dim| from[dim] != to[dim]).collect();
        let added = |dim: usize| to[dim].strip_prefix(&from[dim][..]);
        let removed = |dim: usize| from[dim].strip_prefix(&to[dim][..]);
        let held = bytes >> from.concat().len();
        let lost = from.concat().into_iter().filter(|half| !to.concat().contains(half)).count();
        if let [dim] = changed[..]
            && let Some(halves) = removed(dim)
        {
            return Some(self.time(CollectiveKind::AllGather, held, halves));
        }
        if lost == 0 && changed.iter().all(|&dim| added(dim).is_some()) {
            return Some(0);
        }
        if let [a, b] = changed[..] {
            for (from_dim, to_dim) in [(a, b), (b, a)] {
                if let (Some(left), Some(joined)) = (removed(from_dim), added(to_dim))
                    && left == joined
                {
                    return Some(self.time(CollectiveKind::AllToAll, held, left));
                }
            }
        }
        let sizes = |layout: &Layout| layout.iter().map(Vec::len).collect::<Vec<_>>();
        let place = |layout: &Layout, half: usize| {
            let found = layout.iter().enumerate();
            found
                .filter_map(|(dim, halves)| Some((dim, halves.iter().position(|&each| each == half)?)))
                .next()
        };
        (sizes(from) == sizes(to)).then(|| {
            let moved = (0..self.halves.len()).filter(|&half| place(from, half) != place(to, half));
            self.time(CollectiveKind::CollectivePermute, held, &moved.collect::<Vec<_>>())
        })
    }

    /// The seconds of the cheapest sequence of collectives.
    fn optimum(&self, layouts: &[Layout], from: &Layout, to: &Layout, bytes: u64) -> f64 {
        let mut best: BTreeMap<usize, u128> = BTreeMap::new();
        let at = |layout: &Layout| layouts.iter().position(|each| each == layout).expect("a layout");
        let (start, end) = (at(from), at(to));
        let mut queue = BinaryHeap::from([(Reverse(0u128), start)]);
        while let Some((Reverse(cost), place)) = queue.pop() {
            if best.contains_key(&place) {
                continue;
            }
            best.insert(place, cost);
            if place == end {
                return cost as f64 / 1e15;
            }
            for (next, layout) in layouts.iter().enumerate().filter(|(next, _)| !best.contains_key(next)) {
                if let Some(step) = self.step(&layouts[place], layout, bytes) {
                    queue.push((Reverse(cost + step), next));
                }
            }
        }
        panic!("there is always a plan");
    }

    /// A layout in sdy notation. Halves of one axis that follow each other are one axis or sub-axis.
    fn text(&self, layout: &Layout) -> String {
        let dim = |halves: &Vec<usize>| {
            let mut parts: Vec<(&str, u64, u64)> = Vec::new();
            for &half in halves {
                let Half { axis, pre, .. } = self.halves[half];
                match parts.last_mut() {
                    Some((known, start, size)) if *known == axis && *start * *size == pre => *size *= 2,
                    _ => parts.push((axis, pre, 2)),
                }
            }
            let full =
                |axis: &str| self.axes.iter().find(|(name, _)| *name == axis).expect("an axis").1 as u64;
            let part = |&(axis, pre, size): &(&str, u64, u64)| match size == full(axis) {
                true => format!("\"{axis}\""),
                false => format!("\"{axis}\":({pre}){size}"),
            };
            format!("{{{}}}", parts.iter().map(part).collect::<Vec<_>>().join(", "))
        };
        format!("[{}]", layout.iter().map(dim).collect::<Vec<_>>().join(", "))
    }

    /// The seconds of the collectives that partitioning writes.
    fn written(&self, from: &Layout, to: &Layout, shape: &[u64]) -> f64 {
        let sizes: Vec<String> = shape.iter().map(u64::to_string).collect();
        let ty = format!("tensor<{}xf32>", sizes.join("x"));
        let axes: Vec<String> = self.axes.iter().map(|(name, size)| format!("\"{name}\"={size}")).collect();
        let sharding = |layout| format!("{{sdy.sharding = #sdy.sharding<@m, {}>}}", self.text(layout));
        let text = format!(
            "sdy.mesh @m = <[{}]>\nfunc.func @main(%a: {ty} {}) -> ({ty} {}) {{\n  return %a : {ty}\n}}\n",
            axes.join(", "),
            sharding(from),
            sharding(to)
        );
        let parsed = parse(&Source::new("test", text.clone()).unwrap(), ParseOptions::default());
        assert!(!parsed.diagnostics.has_errors(), "{text}: {:?}", parsed.diagnostics.iter().next());
        let options = PartitionOptions::default().machine(Some(&self.machine));
        let Ok(local) = partition(&parsed.module, &options) else { panic!("it can be partitioned: {text}") };
        let mesh = Mesh::from_spec(&MeshSpec::new(self.axes.iter().copied())).expect("a mesh");
        estimate_time(&local.module, &self.machine, Some(&mesh)).communication.seconds()
    }
}

/// Numbers that look random.
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

#[test]
fn written_reshards_are_as_fast_as_the_best_plan() {
    let meshes: [(&[(&str, i64)], u64); 4] = [
        (&[("s", 2), ("f", 4)], 4),
        (&[("s", 4), ("f", 2)], 2),
        (&[("s", 2), ("f", 2), ("g", 2)], 4),
        // Neighbours along the axis are in one node or in two.
        (&[("x", 8)], 4),
    ];
    let mut draws = Draws(7);
    let mut slow = Vec::new();
    for (axes, node) in meshes {
        for latency in [0.0, 1.0] {
            let world = World::new(axes, node, latency);
            let layouts = [2, 3].map(|rank| world.layouts(rank));
            for _ in 0..40 {
                let layouts = &layouts[draws.below(2)];
                let [from, to] = [0, 1].map(|_| &layouts[draws.below(layouts.len())]);
                let size = [64, 256][draws.below(2)];
                let shape: Vec<u64> = vec![size; from.len()];
                let bytes = 4 * shape.iter().product::<u64>();
                let [best, written] =
                    [world.optimum(layouts, from, to, bytes), world.written(from, to, &shape)];
                if written > best * 1.01 + 1e-12 {
                    let (from, to) = (world.text(from), world.text(to));
                    slow.push(format!("{axes:?} {latency} {shape:?} {from} -> {to}: {:.3}", written / best));
                }
            }
        }
    }
    assert_eq!(slow, [""; 0]);
}
