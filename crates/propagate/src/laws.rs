//! Laws of projection and of single steps, on random rules and shardings.

use partita_mesh::spec::MeshSpec;
use partita_mesh::{AxisRef, DimSharding, Mesh, Meshes, Openness, ShardingParts, TensorSharding};
use partita_rule::{FactorKind, RuleBuilder, RuleSpec};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::direction::Directions;
use crate::projection::{Projection, is_strict_prefix};
use crate::step::{Mode, RuleInfo, Step, take_step};

/// A source of small decisions.
struct Choices(std::vec::IntoIter<u8>);

impl Choices {
    fn below(&mut self, n: usize) -> usize {
        usize::from(self.0.next().unwrap_or(0)) % n
    }
}

/// A rule of a few factors over two operands and a result; dimensions may have several factors.
fn random_rule(choices: &mut Choices) -> RuleSpec {
    let sizes: Vec<u64> = (0..=choices.below(4)).map(|_| [2, 3, 4, 6, 8, 12][choices.below(6)]).collect();
    let mut layouts: Vec<Vec<Vec<usize>>> = Vec::new();
    for tensor in 0..3 {
        let mut factors: Vec<usize> =
            (0..sizes.len()).filter(|_| tensor == 2 || choices.below(4) > 0).collect();
        for i in 0..factors.len() {
            let j = choices.below(factors.len());
            factors.swap(i, j);
        }
        let mut dims: Vec<Vec<usize>> = Vec::new();
        for factor in factors {
            match dims.last_mut().filter(|_| choices.below(3) == 0) {
                Some(dim) => dim.push(factor),
                None => dims.push(vec![factor]),
            }
        }
        layouts.push(dims);
    }
    let ranks: Vec<usize> = layouts.iter().map(Vec::len).collect();
    let mut rule = RuleBuilder::new(&ranks[..2], &ranks[2..]);
    for (factor, &size) in sizes.iter().enumerate() {
        let kind =
            [FactorKind::PassThrough, FactorKind::PassThrough, FactorKind::NeedReplication][choices.below(3)];
        let place = |tensor: usize| layouts[tensor].iter().position(|dim: &Vec<usize>| dim.contains(&factor));
        let mut built = rule.factor(kind, size);
        for operand in 0..2 {
            if let Some(dim) = place(operand) {
                built = built.operand(operand, dim);
            }
        }
        if let Some(dim) = place(2) {
            built.result(0, dim);
        }
    }
    rule.finish()
}

fn mesh() -> Mesh {
    let axes = [("a", 2), ("b", 4), ("c", 3), ("d", 8)];
    Mesh::from_spec(&MeshSpec::new(axes)).expect("a valid mesh")
}

/// A random sharding of a tensor of `rank` dimensions: full axes and halves of axes, each used at most once.
fn random_sharding(rank: usize, meshes: &Meshes, choices: &mut Choices) -> Option<TensorSharding> {
    let id = meshes.ids().next()?;
    let mesh = meshes.get(id);
    let mut free: Vec<AxisRef> = Vec::new();
    for axis in mesh.axis_ids().map(|axis| mesh.axis(axis)) {
        match axis.split(2).filter(|_| axis.size() > 2 && axis.size() % 2 == 0 && choices.below(2) == 0) {
            Some((major, minor)) => free.extend([major, minor]),
            None => free.push(axis),
        }
    }
    let mut parts = ShardingParts {
        dims: vec![DimSharding::open(Vec::new()); rank],
        replicated: Vec::new(),
        ..ShardingParts::default()
    };
    for dim in &mut parts.dims {
        if choices.below(4) == 0 {
            dim.openness = Openness::Closed;
        }
    }
    for axis in free {
        match choices.below(4) {
            0 | 1 if rank > 0 => {
                partita_mesh::axis_list::push_axis(&mut parts.dims[choices.below(rank)].axes, axis)
            }
            2 => parts.replicated.push(axis),
            _ => {}
        }
    }
    TensorSharding::new(id, mesh, parts.normalised()).ok()
}

/// A rule and shardings of its tensors; some tensors have none.
fn random_case(bytes: Vec<u8>) -> (RuleInfo, Meshes, Vec<Option<TensorSharding>>) {
    let mut choices = Choices(bytes.into_iter());
    let rule = random_rule(&mut choices);
    let mut meshes = Meshes::default();
    meshes.define("mesh", mesh());
    let ranks: Vec<usize> = rule.tensors().map(|tensor| tensor.dims.len()).collect();
    let shardings = ranks
        .into_iter()
        .map(|rank| if choices.below(4) == 0 { None } else { random_sharding(rank, &meshes, &mut choices) })
        .collect();
    (RuleInfo::new(rule.into()), meshes, shardings)
}

fn axes_of(dims: &[DimSharding]) -> Vec<Vec<AxisRef>> {
    dims.iter().map(|dim| dim.axes.clone()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Projecting onto factors and back gives the dimensions again.
    #[test]
    fn projecting_back_loses_nothing(bytes in vec(any::<u8>(), 0..80)) {
        let (rule, _, shardings) = random_case(bytes);
        let refs: Vec<Option<&TensorSharding>> = shardings.iter().map(Option::as_ref).collect();
        let projection = Projection::new(&rule, &refs);
        for (tensor, sharding) in refs.iter().enumerate() {
            if let Some(sharding) = sharding {
                prop_assert_eq!(axes_of(&projection.dims(&rule, tensor)), axes_of(sharding.dims()));
            }
        }
    }

    /// A step only adds axes behind those that exist, leaves closed dimensions and replicated axes unchanged, and
    /// its result is valid. Repeated, it reaches a fixed point.
    #[test]
    fn steps_only_add(bytes in vec(any::<u8>(), 0..80), aggressive in any::<bool>(), conservative in any::<bool>()) {
        let (rule, meshes, mut shardings) = random_case(bytes);
        let id = meshes.ids().next().expect("one mesh");
        let mode = if aggressive { Mode::Aggressive } else { Mode::Basic };
        let step = Step {
            rule: &rule,
            directions: Directions::ALL,
            mode,
            elementwise: false,
            conservative,
            mesh: meshes.get(id),
        };
        // With several factors a second step may still add axes. 20 rounds are far more than 4 factors on 4 axes need.
        for round in 0.. {
            prop_assert!(round < 20, "no fixed point");
            let refs: Vec<Option<&TensorSharding>> = shardings.iter().map(Option::as_ref).collect();
            let changes = take_step(step, id, &refs, &mut Vec::new());
            if changes.is_empty() {
                break;
            }
            for (slot, new) in changes {
                if let Some(old) = &shardings[slot] {
                    for (old_dim, new_dim) in old.dims().iter().zip(new.dims()) {
                        let same = old_dim.axes == new_dim.axes;
                        prop_assert!(same || is_strict_prefix(&old_dim.axes, &new_dim.axes));
                        prop_assert!(same || old_dim.openness == Openness::Open);
                    }
                    let added = |axis: &AxisRef| old.replicated_axes().iter().any(|other| other.overlaps(*axis));
                    prop_assert!(!new.dims().iter().flat_map(|dim| &dim.axes).any(added));
                }
                shardings[slot] = Some(new);
            }
        }
    }
}
