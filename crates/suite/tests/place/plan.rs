//! Small programs, solved and compared with all of their choices.

use std::rc::Rc;

use partita_auto::{Outcome, SolveOptions, evaluate, solve};
use partita_cost::{Machine, MatrixProduct, Precision, Work};
use partita_mesh::Mesh;
use partita_mesh::spec::MeshSpec;

use partita_place::plan::{
    Allowed, Collectives, OpLoad, PlanAxes, PlanChoices, PlanMachine, PlanOp, PlanProgram, PlanTensor,
};
use partita_place::{Abilities, DimFactors, Factors, Role};

fn mesh(axes: &[(&str, i64)]) -> PlanAxes {
    let spec = MeshSpec::new(axes.iter().map(|&(name, size)| (name, size)));
    PlanAxes::new(&Mesh::from_spec(&spec).expect("a valid mesh")).expect("few axes")
}

fn machine() -> Machine {
    Machine::preset("h100x8").expect("a preset")
}

/// `x · w` over factors of these sizes: rows, sum, columns.
fn product(tensors: [usize; 3], [rows, depth, columns]: [u64; 3]) -> PlanOp {
    let dims = |factors: [usize; 2]| factors.map(|factor| DimFactors::from_elem(factor, 1)).to_vec();
    let roles = vec![Role::PassThrough, Role::Reduction, Role::PassThrough];
    let factors = Factors::with_roles(
        vec![rows, depth, columns],
        roles,
        vec![dims([0, 1]), dims([1, 2]), dims([0, 2])],
        2,
    );
    let bytes = |a: u64, b: u64| (a * b * 4) as f64;
    let product = MatrixProduct { batch: 1, rows, columns, depth, precision: Precision::Single };
    PlanOp {
        factors: Rc::new(factors),
        abilities: Abilities { partial: true, windows: false, work: Work::Arithmetic },
        operands: vec![tensors[0], tensors[1]],
        results: vec![tensors[2]],
        load: OpLoad {
            reads: vec![bytes(rows, depth), bytes(depth, columns)],
            writes: bytes(rows, columns),
            product: Some(product),
            kernels: 1.0,
            ..OpLoad::default()
        },
        runs: 1.0,
        is_elementwise: false,
    }
}

/// Two products, `(x · w) · v`, with this batch and width.
fn two_products(batch: u64, width: u64) -> PlanProgram {
    let tensor = |rows: u64, columns: u64, live: (u32, u32)| PlanTensor {
        shape: vec![rows, columns],
        bits: 32,
        live,
        allowed: Allowed::Any,
    };
    let tensors = vec![
        tensor(batch, width, (0, 4)),
        tensor(width, 4 * width, (0, 4)),
        tensor(4 * width, width, (0, 4)),
        tensor(batch, 4 * width, (1, 3)),
        tensor(batch, width, (2, 4)),
        tensor(batch, width, (0, 0)),
    ];
    let ops =
        vec![product([0, 1, 3], [batch, width, 4 * width]), product([3, 2, 4], [batch, 4 * width, width])];
    PlanProgram {
        tensors,
        ops,
        arguments: vec![0, 1, 2],
        results: vec![5],
        returned: vec![(4, 0)],
        tied: Vec::new(),
        collectives: Collectives::All,
    }
}

fn solved(
    program: &PlanProgram,
    axes: &PlanAxes,
    machine: &Machine,
    memory: Option<u64>,
) -> (PlanChoices, Outcome) {
    let choices = PlanChoices::new(program, axes, PlanMachine::new(machine), memory).expect("a problem");
    let options = SolveOptions::default().rounds(Some(20));
    let outcome = solve(&choices.problem, &options, &mut ()).expect("a plan");
    (choices, outcome)
}

fn cost(program: &PlanProgram, axes: &PlanAxes, machine: &Machine) -> f64 {
    solved(program, axes, machine, None).1.cost
}

#[test]
fn the_solver_finds_the_best_of_all_choices() {
    let axes = mesh(&[("x", 2)]);
    for (batch, width) in [(8, 8), (4096, 64), (8, 1024)] {
        let program = two_products(batch, width);
        let (choices, outcome) = solved(&program, &axes, &machine(), None);
        let counts: Vec<u32> =
            choices.problem.nodes().iter().map(|node| node.strategies.len() as u32).collect();
        let mut all = vec![0u32; counts.len()];
        let mut least = f64::INFINITY;
        loop {
            least = least.min(evaluate(&choices.problem, &all).cost);
            let Some(at) = (0..all.len()).find(|&at| all[at] + 1 < counts[at]) else { break };
            all[at] += 1;
            all[..at].fill(0);
        }
        assert!((outcome.cost - least).abs() <= 1e-9 * least, "{batch} {width}: {} {least}", outcome.cost);
        assert!(outcome.bound <= least * (1.0 + 1e-9));
    }
}

#[test]
fn a_large_batch_is_sharded_and_large_weights_are() {
    let axes = mesh(&[("x", 8)]);
    // The tensor between the products: an argument may be replicated at no cost where memory is ample.
    let between = |program: &PlanProgram, dim: usize| -> Vec<usize> {
        let (choices, outcome) = solved(program, &axes, &machine(), None);
        choices.layout_of(3, &outcome.choices).expect("a layout").axes(dim).collect()
    };
    assert_eq!(between(&two_products(1 << 20, 128), 0), [0]);
    // Columns of the first weight and rows of the second: one reduction.
    assert_eq!(between(&two_products(8, 8192), 1), [0]);
}

#[test]
fn more_memory_and_more_bandwidth_are_never_slower() {
    let axes = mesh(&[("x", 2), ("y", 4)]);
    let program = two_products(1024, 512);
    let mut last = f64::INFINITY;
    for limit in [3 << 20, 4 << 20, 8 << 20, 64 << 20] {
        let choices =
            PlanChoices::new(&program, &axes, PlanMachine::new(&machine()), Some(limit)).expect("a problem");
        let options = SolveOptions::default().rounds(Some(20));
        let Ok(outcome) = solve(&choices.problem, &options, &mut ()) else {
            assert!(last.is_infinite());
            continue;
        };
        assert!(outcome.peak <= limit);
        assert!(outcome.cost <= last * (1.0 + 1e-9), "{limit}");
        last = outcome.cost;
    }
    assert!(last.is_finite());
    let slow = cost(&program, &axes, &machine());
    let mut faster = machine();
    faster.device.bandwidth *= 2.0;
    assert!(cost(&program, &axes, &faster) <= slow);
}

#[test]
fn names_and_restrictions() {
    let program = two_products(1024, 512);
    let free = cost(&program, &mesh(&[("x", 2), ("y", 4)]), &machine());
    let renamed = cost(&program, &mesh(&[("y", 2), ("x", 4)]), &machine());
    assert!((free - renamed).abs() <= 1e-9 * free);
    for dim in 0..2 {
        let mut restricted = program.clone();
        let mut dims = vec![(Vec::new(), true), (Vec::new(), true)];
        dims[dim] = (vec![1], false);
        restricted.tensors[3].allowed = Allowed::Given(dims);
        let axes = mesh(&[("x", 2), ("y", 4)]);
        let (choices, outcome) = solved(&restricted, &axes, &machine(), None);
        assert!(outcome.cost >= free * (1.0 - 1e-9));
        assert_eq!(
            choices.layout_of(3, &outcome.choices).expect("a layout").axes(dim).collect::<Vec<_>>(),
            [1]
        );
    }
}
