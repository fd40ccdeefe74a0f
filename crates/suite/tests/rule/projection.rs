//! From dimensions to factors and back.

use partita_mesh::axis_list::push_axis;
use partita_mesh::spec::MeshSpec;
use partita_mesh::{AxisRef, Mesh};
use partita_rule::projection::{FactorAxes, Share, project_dim, remove_strided, unproject_dim};
use proptest::collection::vec;
use proptest::prelude::*;

fn mesh() -> Mesh {
    Mesh::from_spec(&MeshSpec::new([("a", 2), ("b", 4), ("c", 3), ("d", 8), ("e", 1)])).expect("a valid mesh")
}

fn axis(name: &str) -> AxisRef {
    let mesh = mesh();
    mesh.axis(mesh.find(name).expect("the axis is there"))
}

/// What every factor gets: its own axes and what overflows.
fn project(sizes: &[Option<u64>], axes: &[AxisRef]) -> Vec<[Vec<AxisRef>; 2]> {
    let mut factors = vec![[Vec::new(), Vec::new()]; sizes.len()];
    project_dim(sizes.iter().copied(), axes, |position, axis, share| {
        factors[position][(share == Share::Overflow) as usize].push(axis);
    });
    factors
}

fn unproject(sizes: &[Option<u64>], factors: &[[Vec<AxisRef>; 2]]) -> Vec<AxisRef> {
    let axes = sizes.iter().zip(factors).map(|(&size, [own, overflow])| FactorAxes { size, own, overflow });
    unproject_dim(axes)
}

#[test]
fn a_factor_takes_what_divides_it() {
    let (a, b, c, d) = (axis("a"), axis("b"), axis("c"), axis("d"));
    let (major, minor) = b.split(2).expect("4 is 2 times 2");
    let none = Vec::new();
    let found = project(&[Some(4), Some(6)], &[a, b, c]);
    assert_eq!(found, [[vec![a, major], none.clone()], [vec![minor, c], none.clone()]]);
    // 3 does not divide what is left of the first factor: it overflows, and nothing reaches the second.
    let found = project(&[Some(4), Some(6)], &[a, c, d]);
    assert_eq!(found, [[vec![a], vec![c, d]], [none.clone(), none.clone()]]);
    // The last factor takes what does not divide it.
    let found = project(&[Some(2), Some(5)], &[a, c]);
    assert_eq!(found, [[vec![a], none.clone()], [vec![c], none.clone()]]);
    // Everything is taken to divide an unknown size, so that nothing is left for what follows.
    let found = project(&[None, Some(6)], &[a, c]);
    assert_eq!(found, [[vec![a, c], none.clone()], [none.clone(), none.clone()]]);
    assert_eq!(project(&[Some(2), None], &[a, c])[1], [vec![c], none]);
}

#[test]
fn no_factor_is_sharded_behind_room() {
    let (a, b, c) = (axis("a"), axis("b"), axis("c"));
    let sizes = [2, 4, 3];
    let remove = |dims: &[&[usize]], assignment: &[&[AxisRef]]| {
        let mut assignment: Vec<Vec<AxisRef>> = assignment.iter().map(|axes| axes.to_vec()).collect();
        let dims = dims.iter().map(|dim| dim.iter().copied());
        remove_strided(dims, |factor| Some(sizes[factor]), &mut assignment);
        assignment
    };
    assert_eq!(remove(&[&[0, 1]], &[&[a], &[b], &[c]]), [vec![a], vec![b], vec![c]]);
    assert_eq!(remove(&[&[0, 1]], &[&[], &[b], &[c]]), [vec![], vec![], vec![c]]);
    // The second tensor depends on a factor that the first one leaves unsharded.
    assert_eq!(remove(&[&[1, 2], &[0, 1]], &[&[], &[b], &[c]]), vec![Vec::<AxisRef>::new(); 3]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Projecting a dimension and back gives its axes again, and every factor but the last is divided evenly.
    #[test]
    fn projecting_back_loses_nothing(
        sizes in vec(prop::sample::select(vec![1u64, 2, 3, 4, 6, 8, 12]), 1..5),
        order in Just(["a", "b", "c", "d", "e"]).prop_shuffle(),
        count in 0..=5usize,
    ) {
        let sizes: Vec<Option<u64>> = sizes.into_iter().map(Some).collect();
        let axes: Vec<AxisRef> = order[..count].iter().map(|name| axis(name)).collect();
        let factors = project(&sizes, &axes);
        for (size, [own, _]) in sizes.iter().zip(&factors).rev().skip(1) {
            let shards: u64 = own.iter().map(|axis| axis.size()).product();
            prop_assert_eq!(size.expect("every size is given") % shards, 0);
        }
        let mut merged = Vec::new();
        axes.iter().for_each(|&axis| push_axis(&mut merged, axis));
        prop_assert_eq!(unproject(&sizes, &factors), merged);
    }
}
