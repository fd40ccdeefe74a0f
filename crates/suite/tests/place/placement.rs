//! The choice of axes for a matrix product, with prices that are easy to follow.

use partita_cost::{Cost, Hardware, Work};
use partita_mesh::spec::MeshSpec;
use partita_mesh::{AxisRef, Mesh, MeshId, Meshes};
use partita_place::{Abilities, Around, Axes, FactorLayout, Factors, Offer, Pricing, Role, choose_placement};
use partita_rule::{FactorKind, RuleBuilder};

struct TestMesh {
    id: MeshId,
    x: AxisRef,
    y: AxisRef,
}

fn world() -> TestMesh {
    let mesh = Mesh::from_spec(&MeshSpec::new([("x", 2), ("y", 4)])).expect("a valid mesh");
    let axis = |name| mesh.axis(mesh.find(name).expect("the axis is there"));
    let (x, y) = (axis("x"), axis("y"));
    TestMesh { id: Meshes::default().define("mesh", mesh).expect("a new name"), x, y }
}

/// Factors for rows, columns and the contracted dimension.
fn product() -> Factors {
    let mut rule = RuleBuilder::new(&[2, 2], &[2]);
    rule.factor(FactorKind::PassThrough, 8).operand(0, 0).result(0, 0);
    rule.factor(FactorKind::PassThrough, 16).operand(1, 1).result(0, 1);
    rule.factor(FactorKind::Reduction, 32).operand(0, 1).operand(1, 0);
    Factors::new(&rule.finish())
}

/// A reshard of each tensor has a fixed price, whatever its layouts.
struct Fixed<'a> {
    hardware: Hardware,
    costs: [u128; 3],
    wanted: [&'a [Axes]; 3],
    forbidden: Option<usize>,
}

impl Pricing for Fixed<'_> {
    fn hardware(&self) -> &Hardware {
        &self.hardware
    }

    fn reshard(&mut self, tensor: usize, offer: usize, layout: &FactorLayout) -> Cost {
        assert_eq!(offer, 0);
        let is_there = layout.dims[..] == *self.wanted[tensor] && layout.partial.is_empty();
        if is_there { Cost(0) } else { Cost(self.costs[tensor]) }
    }

    fn sent_to_neighbours(&self, _: &[Axes]) -> u128 {
        0
    }

    fn may_shard(&self, factor: usize, _: &[AxisRef]) -> bool {
        self.forbidden != Some(factor)
    }
}

/// The choice for operands and a result in these layouts.
fn choose(id: MeshId, wanted: [&[Axes]; 3], costs: [u128; 3], forbidden: Option<usize>) -> Vec<Axes> {
    // Work is free, so that reshards decide.
    let hardware = Hardware { per_multiplication: Cost(0), ..Hardware::default() };
    let mut pricing = Fixed { hardware, costs, wanted, forbidden };
    let abilities = Abilities { partial: true, windows: false, work: Work::Arithmetic };
    let around = wanted.map(|dims| {
        let is_replicated = dims.iter().all(|axes| axes.is_empty());
        Around { bytes: 1, offers: vec![Offer { mesh: id, dims, is_replicated }] }
    });
    choose_placement(&product(), abilities, id, &around, &mut pricing)
}

fn axes<const N: usize>(list: [AxisRef; N]) -> Axes {
    list.into_iter().collect()
}

#[test]
fn what_all_tensors_agree_on_is_kept() {
    let TestMesh { id, x, y } = world();
    let left = [axes([x]), axes([])];
    let right = [axes([]), axes([y])];
    let result = [axes([x]), axes([y])];
    let found = choose(id, [&left, &right, &result], [1, 1, 1], None);
    assert_eq!(found, [axes([x]), axes([y]), axes([])]);
}

#[test]
fn the_cheaper_of_two_contradicting_tensors_is_resharded() {
    let TestMesh { id, x, .. } = world();
    let (rows, columns) = ([axes([x]), axes([])], [axes([]), axes([x])]);
    let replicated = [axes([]), axes([])];
    // The left operand has x on rows; the result wants it on columns.
    let found = choose(id, [&rows, &replicated, &columns], [1, 1, 100], None);
    assert_eq!(found, [axes([]), axes([x]), axes([])]);
    let found = choose(id, [&rows, &replicated, &columns], [100, 1, 1], None);
    assert_eq!(found, [axes([x]), axes([]), axes([])]);
}

#[test]
fn a_factor_that_may_not_be_sharded_is_replicated() {
    let TestMesh { id, x, .. } = world();
    let rows = [axes([x]), axes([])];
    let replicated = [axes([]), axes([])];
    let choice = |forbidden| choose(id, [&rows, &replicated, &rows], [1, 1, 1], forbidden);
    assert_eq!(choice(None)[0], axes([x]));
    assert!(choice(Some(0))[0].is_empty());
}

#[test]
fn partial_results_are_those_of_reductions() {
    let TestMesh { x, .. } = world();
    let factors = product();
    assert_eq!(factors.roles, [Role::PassThrough, Role::PassThrough, Role::Reduction]);
    let assignment = [axes([]), axes([]), axes([x])];
    assert_eq!(factors.layout(0, &assignment).dims[1], axes([x]));
    let result = factors.layout(2, &assignment);
    assert!(result.dims.iter().all(|dim| dim.is_empty()));
    assert_eq!(result.partial, axes([x]));
}
