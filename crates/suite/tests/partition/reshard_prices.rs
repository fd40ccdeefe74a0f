//! The model of a plan prices a reshard as the estimate of the partitioned program does.

use partita_base::Source;
use partita_cost::{Machine, Topology};
use partita_mesh::Mesh;
use partita_mesh::spec::MeshSpec;
use partita_mlir::{ParseOptions, parse};
use partita_partition::{PartitionOptions, estimate_time, partition};
use partita_place::plan::{Allowed, PlanAxes, PlanChoices, PlanMachine, PlanProgram, PlanTensor};
use partita_reshard::uneven_links;
use proptest::prelude::*;

type Axes = &'static [(&'static str, i64)];

const MESHES: [Axes; 8] = [
    &[("x", 4)],
    &[("x", 16)],
    &[("x", 2), ("y", 12)],
    &[("x", 2), ("y", 4)],
    &[("x", 2), ("y", 2), ("z", 2)],
    &[("x", 2), ("y", 3), ("z", 4)],
    &[("x", 4), ("y", 4), ("z", 2)],
    &[("x", 2), ("y", 2), ("z", 2), ("w", 2)],
];

/// For every axis the dimension that it shards, if any.
type Drawn = Vec<Option<usize>>;

#[derive(Clone, Debug)]
struct Case {
    axes: Axes,
    shape: Vec<u64>,
    element: (&'static str, u64),
    layouts: [Vec<Vec<usize>>; 2],
    planned: PlannedLinks,
    machine: &'static str,
}

/// The links that reshards are planned for.
#[derive(Clone, Copy, Debug)]
enum PlannedLinks {
    None,
    Stated,
    /// Those of the machine, where they differ along the axes.
    Machine,
}

/// The axes of each dimension, as far as they divide it.
fn layout(axes: Axes, shape: &[u64], drawn: &Drawn) -> Vec<Vec<usize>> {
    let mut dims = vec![Vec::new(); shape.len()];
    let mut left = shape.to_vec();
    for (axis, &(_, size)) in axes.iter().enumerate() {
        let (Some(dim), size) = (drawn[axis], size as u64) else { continue };
        if dim < shape.len() && left[dim].is_multiple_of(size) {
            left[dim] /= size;
            dims[dim].push(axis);
        }
    }
    dims
}

fn cases() -> impl Strategy<Value = Case> {
    let sizes = prop::sample::select(vec![1u64, 2, 3, 4, 6, 8, 16, 24, 48, 96, 256]);
    let drawn = || prop::collection::vec(prop::option::weighted(0.8, 0usize..4), 4);
    let element = prop::sample::select(vec![("f32", 32), ("bf16", 16), ("i1", 1), ("f64", 64), ("i8", 8)]);
    let machine = prop::sample::select(vec!["h100x8", "h200x32", "tpu-v5e"]);
    let planned = prop::sample::select(vec![PlannedLinks::None, PlannedLinks::Stated, PlannedLinks::Machine]);
    (0..MESHES.len(), prop::collection::vec(sizes, 1..=4), element, drawn(), drawn(), planned, machine)
        .prop_map(|(mesh, shape, element, from, to, planned, machine)| {
            let axes = MESHES[mesh];
            let layouts = [from, to].map(|drawn| layout(axes, &shape, &drawn));
            Case { axes, shape, element, layouts, planned, machine }
        })
}

fn links(axes: Axes) -> Topology {
    let text = format!(
        "[default]\nlatency_us = 2.0\nbandwidth_gb_s = 50.0\n[axis.{}]\nbandwidth_gb_s = 5.0\n",
        axes[0].0
    );
    Topology::parse(&text).expect("links")
}

/// The seconds of the collectives of a program that returns its argument in another layout.
fn estimated(case: &Case, machine: &Machine, mesh: &Mesh, links: Option<&Topology>) -> f64 {
    let sharding = |dims: &[Vec<usize>]| {
        let dim = |axes: &Vec<usize>| {
            let names: Vec<String> = axes.iter().map(|&axis| format!("\"{}\"", case.axes[axis].0)).collect();
            format!("{{{}}}", names.join(", "))
        };
        let dims: Vec<String> = dims.iter().map(dim).collect();
        format!("{{sdy.sharding = #sdy.sharding<@m, [{}]>}}", dims.join(", "))
    };
    let sizes: Vec<String> = case.shape.iter().map(u64::to_string).collect();
    let ty = format!("tensor<{}x{}>", sizes.join("x"), case.element.0);
    let axes: Vec<String> = case.axes.iter().map(|(name, size)| format!("\"{name}\"={size}")).collect();
    let [from, to] = [0, 1].map(|at| sharding(&case.layouts[at]));
    let text = format!(
        "sdy.mesh @m = <[{}]>\nfunc.func @main(%a: {ty} {from}) -> ({ty} {to}) {{\n  return %a : {ty}\n}}\n",
        axes.join(", ")
    );
    let parsed = parse(&Source::new("test", text).unwrap(), ParseOptions::default());
    assert!(!parsed.diagnostics.has_errors(), "{:?}", parsed.diagnostics.iter().next());
    let for_machine = matches!(case.planned, PlannedLinks::Machine).then_some(machine);
    match partition(&parsed.module, &PartitionOptions::default().topology(links).machine(for_machine)) {
        Ok(local) => estimate_time(&local.module, machine, Some(mesh)).communication.seconds(),
        Err(found) => panic!("{:?}", found.iter().next()),
    }
}

/// The price of the only edge of a model in which argument and result have these layouts.
fn modelled(case: &Case, machine: &Machine, mesh: &Mesh, links: Option<&Topology>) -> f64 {
    let axes = PlanAxes::new(mesh).expect("few axes");
    let tensor = |dims: &[Vec<usize>]| {
        let given = dims.iter().map(|axes| (axes.clone(), false)).collect();
        PlanTensor {
            shape: case.shape.clone(),
            bits: case.element.1,
            live: (0, 1),
            allowed: Allowed::Given(given),
        }
    };
    let program = PlanProgram {
        tensors: vec![tensor(&case.layouts[0]), tensor(&case.layouts[1])],
        arguments: vec![0],
        results: vec![1],
        returned: vec![(0, 0)],
        ..PlanProgram::default()
    };
    let machine = PlanMachine { machine, links };
    let choices = PlanChoices::new(&program, &axes, machine, None).expect("a problem");
    let edges = choices.problem.edges();
    edges.iter().map(|edge| edge.table.iter().sum::<f64>()).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_model_prices_what_partitioning_writes(case in cases()) {
        let machine = Machine::preset(case.machine).expect("a preset");
        let mesh = Mesh::from_spec(&MeshSpec::new(case.axes.iter().copied())).expect("a mesh");
        let stated = matches!(case.planned, PlannedLinks::Stated).then(|| links(case.axes));
        let uneven = match case.planned {
            PlannedLinks::Machine => uneven_links(&machine, &mesh, []),
            _ => stated.clone(),
        };
        let model = modelled(&case, &machine, &mesh, uneven.as_ref());
        let estimate = estimated(&case, &machine, &mesh, stated.as_ref());
        prop_assert!((model - estimate).abs() <= 1e-12 * estimate.abs().max(1e-9), "{} and {}", model, estimate);
    }
}
