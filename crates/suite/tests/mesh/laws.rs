//! Laws of axes, shardings, layouts and text, on random cases.

use std::collections::BTreeMap;

use partita_base::Cursor;
use partita_mesh::axis_list::{common_prefix, is_prefix, merge_neighbours, prefix_without, shard_count};
use partita_mesh::spec::{
    AxisSpec, DimSpec, MeshAxisSpec, MeshOrRef, MeshSpec, ReductionOp, ShardingSpec, SubAxis,
};
use partita_mesh::text::{
    parse_axis_lists, parse_mesh, parse_mesh_spans, parse_sharding, parse_sharding_per_value,
    parse_sharding_spans,
};
use partita_mesh::{
    AxisRef, DeviceId, DeviceSlices, DimSharding, Mesh, Meshes, Openness, Priority, ShardingParts, Subject,
    TensorSharding,
};
use proptest::collection::vec;
use proptest::prelude::*;

/// A source of small random decisions.
struct Choices(std::vec::IntoIter<u8>);

impl Choices {
    fn below(&mut self, n: usize) -> usize {
        usize::from(self.0.next().unwrap_or(0)) % n
    }
}

fn choices() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..80)
}

/// Splits `n` into factors, each at least 2, in a random order.
fn factors(mut n: u64, choices: &mut Choices) -> Vec<u64> {
    let mut out = Vec::new();
    while n > 1 {
        let divisors: Vec<u64> = (2..=n).filter(|d| n.is_multiple_of(*d)).collect();
        let factor = divisors[choices.below(divisors.len())];
        out.push(factor);
        n /= factor;
    }
    out
}

/// A mesh of `count` devices with random axes, some of size 1, in random order of devices.
fn random_mesh(count: u64, choices: &mut Choices, may_permute: bool) -> Mesh {
    let mut sizes = factors(count, choices);
    if choices.below(3) == 0 {
        sizes.insert(choices.below(sizes.len() + 1), 1);
    }
    let mut spec = MeshSpec::new(sizes.iter().enumerate().map(|(i, &n)| (format!("a{i}"), n as i64)));
    if may_permute && count > 1 && choices.below(2) == 0 {
        spec.device_ids = (0..count as i64).collect();
        for i in 0..count as usize {
            spec.device_ids.swap(i, choices.below(count as usize));
        }
    }
    Mesh::from_spec(&spec).unwrap()
}

/// A valid sharding: splits every axis and distributes the sub-axes.
fn random_parts(mesh: &Mesh, rank: usize, choices: &mut Choices) -> ShardingParts {
    let mut parts = ShardingParts {
        dims: vec![DimSharding::closed(Vec::new()); rank],
        reduction: [ReductionOp::Sum, ReductionOp::Max, ReductionOp::Min][choices.below(3)],
        ..ShardingParts::default()
    };
    for id in mesh.axis_ids() {
        let mut pre = 1;
        for size in factors(mesh.mesh_axis(id).size(), choices) {
            let axis = mesh.part(id, pre, size).unwrap();
            pre *= size;
            match choices.below(rank + 3) {
                0 => parts.replicated.push(axis),
                1 => parts.unreduced.push(axis),
                2 => {}
                d => {
                    let axes = &mut parts.dims[d - 3].axes;
                    axes.insert(choices.below(axes.len() + 1), axis);
                }
            }
        }
    }
    for dim in &mut parts.dims {
        dim.openness = [Openness::Closed, Openness::Open][choices.below(2)];
        if choices.below(4) == 0 && !(dim.openness == Openness::Closed && dim.axes.is_empty()) {
            dim.priority = Some(Priority(choices.below(5) as u64));
        }
    }
    parts.normalised()
}

struct MeshCase {
    meshes: Meshes,
    sharding: TensorSharding,
    shape: Vec<u64>,
}

impl MeshCase {
    fn new(bytes: Vec<u8>) -> MeshCase {
        let mut choices = Choices(bytes.into_iter());
        let count = [1, 2, 6, 8, 12, 24][choices.below(6)];
        let rank = choices.below(4);
        let mut meshes = Meshes::default();
        let mesh = random_mesh(count, &mut choices, true);
        let id = match choices.below(2) {
            0 => meshes.inline(mesh),
            _ => meshes.define("m", mesh).unwrap(),
        };
        let parts = random_parts(meshes.get(id), rank, &mut choices);
        let sharding = TensorSharding::new(id, meshes.get(id), parts).unwrap();
        let shape = (0..rank).map(|_| choices.below(14) as u64).collect();
        MeshCase { meshes, sharding, shape }
    }

    fn layout(&self) -> DeviceSlices<'_> {
        DeviceSlices::new(self.meshes.get(self.sharding.mesh()), &self.sharding, &self.shape)
    }
}

fn two_parts() -> impl Strategy<Value = (u64, AxisRef, AxisRef)> {
    (0usize..6, choices()).prop_map(|(n, bytes)| {
        let n = [2, 4, 12, 24, 36, 64][n];
        let mut choices = Choices(bytes.into_iter());
        let mesh = Mesh::from_spec(&MeshSpec::new([("x", n as i64)])).unwrap();
        let x = mesh.find("x").unwrap();
        let mut part = || {
            let factors = factors(n, &mut choices);
            let at = choices.below(factors.len());
            mesh.part(x, factors[..at].iter().product(), factors[at]).unwrap()
        };
        (n, part(), part())
    })
}

proptest! {
    #[test]
    fn algebra_of_two_parts((n, a, b) in two_parts()) {
        prop_assert_eq!(a.can_coexist(b), b.can_coexist(a));
        prop_assert_eq!(a.overlaps(b), b.overlaps(a));
        prop_assert_eq!(a.overlap(b), b.overlap(a));
        prop_assert_eq!(a.common_prefix(b), b.common_prefix(a));
        prop_assert_eq!(a.overlap(b).is_some(), a.overlaps(b) && a.can_coexist(b));
        prop_assert_eq!(a.contains(b), a.overlap(b) == Some(b));
        prop_assert_eq!(a.is_prefix_of(b), a.common_prefix(b) == Some(a));
        if let Some(shared) = a.overlap(b) {
            prop_assert!(a.contains(shared) && b.contains(shared));
            let (major, minor) = a.difference(b);
            let sizes = [major, minor].map(|side| side.map_or(1, AxisRef::size));
            prop_assert_eq!(sizes[0] * shared.size() * sizes[1], a.size());
        }
        for left in [a.prefix_without(b), a.suffix_without(b)].into_iter().flatten() {
            prop_assert!(a.contains(left) && !left.overlaps(b) && left.can_coexist(b));
        }
        if a.can_coexist(b) {
            prop_assert_eq!(a.prefix_without(b), a.difference(b).0);
        }
        for major in 0..=a.size() {
            if let Some((first, second)) = a.split(major) {
                prop_assert_eq!(first.merge(second), Some(a));
                prop_assert_eq!(a.after_prefix(first), Some(second));
                prop_assert!(first.is_strict_prefix_of(a) && second.is_suffix_of(a));
            }
        }
        // Sub-axes that may be used side by side are independent coordinates of the axis.
        if !a.overlaps(b) && a.can_coexist(b) {
            let mut seen: BTreeMap<(u64, u64), u64> = BTreeMap::new();
            let coordinate = |part: AxisRef, i: u64| i / (n / part.end()) % part.size();
            for i in 0..n {
                *seen.entry((coordinate(a, i), coordinate(b, i))).or_default() += 1;
            }
            prop_assert_eq!(seen.len() as u64, a.size() * b.size());
            prop_assert!(seen.values().all(|&count| count == n / (a.size() * b.size())));
        }
    }

    #[test]
    fn lists_of_axes(bytes in choices()) {
        let case = MeshCase::new(bytes);
        let lists: Vec<_> = case.sharding.dims().iter().map(|dim| dim.axes.clone()).collect();
        for a in &lists {
            // Splitting every axis and merging again changes nothing.
            let mut split: Vec<AxisRef> = a
                .iter()
                .flat_map(|axis| match axis.split(2) {
                    Some((first, second)) => vec![first, second],
                    None => vec![*axis],
                })
                .collect();
            prop_assert_eq!(common_prefix(&split, a), a.clone());
            prop_assert!(is_prefix(&split[..split.len() / 2], a));
            prop_assert_eq!(shard_count(&split), shard_count(a));
            merge_neighbours(&mut split);
            prop_assert_eq!(&split, a);
            for b in &lists {
                let shared = common_prefix(a, b);
                prop_assert_eq!(&shared, &common_prefix(b, a));
                prop_assert!(is_prefix(&shared, a) && is_prefix(&shared, b));
                prop_assert_eq!(prefix_without(a, b), if a == b { vec![] } else { a.clone() });
            }
        }
    }

    #[test]
    fn resolving_what_was_printed_gives_it_back(bytes in choices()) {
        let mut case = MeshCase::new(bytes);
        let spec = case.meshes.to_spec(&case.sharding);
        let subject = Subject::Ranked(case.shape.len());
        prop_assert_eq!(&case.meshes.resolve(&spec, subject).unwrap(), &case.sharding);
        let text = spec.to_string();
        prop_assert_eq!(parse_sharding(&mut Cursor::new(&text)).unwrap(), spec);
        let mesh = case.meshes.get(case.sharding.mesh()).to_spec();
        prop_assert_eq!(parse_mesh(&mut Cursor::new(&mesh.to_string())).unwrap(), mesh);
    }

    #[test]
    fn shards_tile_the_tensor(bytes in choices()) {
        let case = MeshCase::new(bytes);
        let layout = case.layout();
        let mesh = case.meshes.get(case.sharding.mesh());
        let mut holders: BTreeMap<Vec<u64>, Vec<DeviceId>> = BTreeMap::new();
        for device in mesh.devices().unwrap() {
            holders.entry(layout.shard(device).unwrap()).or_default().push(device);
        }
        let mut seen: BTreeMap<Vec<u64>, u64> = BTreeMap::new();
        let mut largest = vec![0; case.shape.len()];
        for (shard, devices) in &holders {
            prop_assert_eq!(&layout.devices(shard).collect::<Vec<_>>(), devices);
            prop_assert_eq!(devices.len() as u64, layout.replicas());
            let slice = layout.slice(devices[0]).unwrap();
            prop_assert_eq!(Some(slice.clone()), layout.slice_of_shard(shard));
            prop_assert!(devices.iter().all(|&d| layout.slice(d).as_ref() == Some(&slice)));
            for (largest, range) in largest.iter_mut().zip(&slice) {
                *largest = range.clone().count().max(*largest as usize) as u64;
            }
            let mut indices = vec![vec![]];
            for range in &slice {
                indices = indices
                    .iter()
                    .flat_map(|index: &Vec<u64>| range.clone().map(|i| [&index[..], &[i]].concat()))
                    .collect();
            }
            for index in indices {
                *seen.entry(index).or_default() += 1;
            }
        }
        prop_assert_eq!(holders.len() as u64, layout.shards().iter().product::<u64>());
        prop_assert_eq!(seen.len() as u64, case.shape.iter().product::<u64>());
        prop_assert!(seen.values().all(|&count| count == 1));
        prop_assert_eq!(largest, case.sharding.local_shape(&case.shape));
    }

    #[test]
    fn placements_are_compared_exactly(bytes in choices(), permute in any::<bool>()) {
        let mut choices = Choices(bytes.into_iter());
        let count = [2, 4, 8, 12, 24][choices.below(5)];
        let rank = 1 + choices.below(2);
        let shape: Vec<u64> = (0..rank).map(|_| choices.below(10) as u64).collect();
        let mut meshes = Meshes::default();
        let sharding = |choices: &mut Choices, meshes: &mut Meshes| {
            let id = meshes.inline(random_mesh(count, choices, permute));
            let parts = random_parts(meshes.get(id), rank, choices);
            TensorSharding::new(id, meshes.get(id), parts).unwrap()
        };
        let (a, b) = (sharding(&mut choices, &mut meshes), sharding(&mut choices, &mut meshes));
        let [a, b] = [&a, &b].map(|s| DeviceSlices::new(meshes.get(s.mesh()), s, &shape));
        let alike = (0..count).all(|d| a.slice(DeviceId(d)) == b.slice(DeviceId(d)));
        prop_assert_eq!(a.same_placement(&b), alike);
        prop_assert_eq!(b.same_placement(&a), alike);
    }

    #[test]
    fn any_spec_survives_printing(spec in any_sharding()) {
        let text = spec.to_string();
        prop_assert_eq!(parse_sharding(&mut Cursor::new(&text)).unwrap(), spec.clone());
        let (again, spans) = parse_sharding_spans(&mut Cursor::new(&text)).unwrap();
        prop_assert_eq!(&again, &spec);
        prop_assert_eq!(spans.full.range(), 0..text.len());
        // And it can be checked, however invalid it is.
        let mut meshes = Meshes::default();
        meshes.define("m", Mesh::from_spec(&MeshSpec::new([("a", 8), ("b", 12)])).unwrap());
        for subject in [Subject::Ranked(2), Subject::NotShaped, Subject::Unknown] {
            for error in meshes.resolve(&spec, subject).err().into_iter().flatten() {
                let diagnostic = error.to_diagnostic(&spans);
                prop_assert!(diagnostic.span.range().end <= text.len());
                prop_assert!(!diagnostic.message.is_empty() && !diagnostic.message.ends_with('.'));
            }
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in any_text()) {
        let _ = parse_sharding(&mut Cursor::new(&text));
        let _ = parse_sharding_spans(&mut Cursor::new(&text));
        let _ = parse_sharding_per_value(&mut Cursor::new(&text));
        let _ = parse_axis_lists(&mut Cursor::new(&text));
        if let Ok((mesh, spans)) = parse_mesh_spans(&mut Cursor::new(&text)) {
            for error in Mesh::from_spec(&mesh).err().into_iter().flatten() {
                prop_assert!(error.to_diagnostic(&spans).span.range().end <= text.len());
            }
        }
    }
}

fn any_number() -> impl Strategy<Value = i64> {
    prop_oneof![4 => -1i64..13, 1 => any::<i64>()]
}

fn any_axis() -> impl Strategy<Value = AxisSpec> {
    let name = prop_oneof![4 => "[abc]", 1 => any::<String>()];
    let part = prop::option::of((any_number(), any_number()));
    (name, part).prop_map(|(name, part)| AxisSpec {
        name: name.into(),
        part: part.map(|(pre, size)| SubAxis { pre, size }),
    })
}

fn any_mesh() -> impl Strategy<Value = MeshSpec> {
    let axes = vec((any::<String>(), any_number()), 0..4);
    let ids = prop_oneof![Just(vec![]), vec(any_number(), 1..9), Just(vec![0, 1])];
    (axes, ids).prop_map(|(axes, device_ids)| {
        let axes = axes.into_iter().map(|(name, size)| MeshAxisSpec::new(name, size)).collect();
        let mut mesh = MeshSpec { axes, device_ids };
        mesh.drop_iota_ids();
        mesh
    })
}

fn any_sharding() -> impl Strategy<Value = ShardingSpec> {
    let mesh = prop_oneof![
        4 => Just(MeshOrRef::Symbol("m".into())),
        1 => any::<String>().prop_map(|name| MeshOrRef::Symbol(name.into())),
        1 => any_mesh().prop_map(MeshOrRef::Inline),
    ];
    let openness = prop_oneof![Just(Openness::Open), Just(Openness::Closed)];
    let dim = (vec(any_axis(), 0..4), openness, prop::option::of(0..=i64::MAX as u64))
        .prop_map(|(axes, openness, priority)| DimSpec { axes, openness, priority });
    let reduction = prop_oneof![Just(ReductionOp::Sum), Just(ReductionOp::Max), Just(ReductionOp::Min)];
    let axes = || vec(any_axis(), 0..4);
    (mesh, vec(dim, 0..4), axes(), axes(), reduction).prop_map(
        |(mesh, dims, replicated, unreduced, reduction)| {
            let reduction = if unreduced.is_empty() { ReductionOp::Sum } else { reduction };
            ShardingSpec { mesh, dims, replicated, unreduced, reduction }
        },
    )
}

/// Arbitrary text, and valid text with one element replaced.
fn any_text() -> impl Strategy<Value = String> {
    let tokens = vec(
        prop::sample::select(vec![
            "<",
            ">",
            "[",
            "]",
            "{",
            "}",
            "(",
            ")",
            ",",
            "?",
            ":",
            "=",
            "p",
            "p1",
            "@",
            "@m",
            "\"",
            "\"a\"",
            "1",
            "-",
            "0x",
            "mesh",
            "replicated",
            "unreduced",
            "max",
            "device_ids",
            "//",
            "\n",
            "é",
            "\\",
        ]),
        0..30,
    );
    let mangled =
        (any_sharding(), any::<prop::sample::Index>(), any::<char>()).prop_map(|(spec, at, with)| {
            let mut chars: Vec<char> = spec.to_string().chars().collect();
            let at = at.index(chars.len());
            chars[at] = with;
            chars.into_iter().collect()
        });
    prop_oneof![any::<String>(), tokens.prop_map(|tokens| tokens.concat()), mangled]
}
