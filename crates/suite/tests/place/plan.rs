//! Small programs, solved and compared with all of their choices.

use std::rc::Rc;
use std::time::{Duration, Instant};

use partita_auto::{Outcome, SolveOptions, evaluate, solve};
use partita_cost::{Machine, MatrixProduct, Precision, Work};
use partita_mesh::Mesh;
use partita_mesh::spec::MeshSpec;

use partita_place::plan::{
    Allowed, Collectives, LinearIn, NoProblem, OpLoad, OpSums, OperandList, PlanAxes, PlanChoices,
    PlanMachine, PlanOp, PlanProgram, PlanTensor,
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
        carried: None,
        is_elementwise: false,
        sums: OpSums { leaves: true, keeps: None },
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

/// `x · v + y · w` of these sizes, after which something needs the complete sum.
fn two_sums(rows: u64, depth: u64, columns: u64) -> PlanProgram {
    let tensor = |rows: u64, columns: u64, live: (u32, u32)| PlanTensor {
        shape: vec![rows, columns],
        bits: 32,
        live,
        allowed: Allowed::Any,
    };
    let tensors = vec![
        tensor(rows, depth, (0, 5)),
        tensor(depth, columns, (0, 5)),
        tensor(rows, depth, (0, 5)),
        tensor(depth, columns, (0, 5)),
        tensor(rows, columns, (1, 4)),
        tensor(rows, columns, (2, 4)),
        tensor(rows, columns, (3, 5)),
        tensor(rows, columns, (0, 0)),
    ];
    let sizes = [rows, depth, columns];
    PlanProgram {
        tensors,
        ops: vec![product([0, 1, 4], sizes), product([2, 3, 5], sizes), addition([4, 5, 6], [rows, columns])],
        arguments: vec![0, 1, 2, 3],
        results: vec![7],
        returned: vec![(6, 0)],
        tied: Vec::new(),
        collectives: Collectives::All,
    }
}

fn addition(tensors: [usize; 3], sizes: [u64; 2]) -> PlanOp {
    let dims = || [0, 1].map(|factor| DimFactors::from_elem(factor, 1)).to_vec();
    let roles = vec![Role::PassThrough; 2];
    let factors = Factors::with_roles(sizes.to_vec(), roles, vec![dims(), dims(), dims()], 2);
    let bytes = (sizes[0] * sizes[1] * 4) as f64;
    PlanOp {
        factors: Rc::new(factors),
        abilities: Abilities { partial: false, windows: false, work: Work::Memory },
        operands: vec![tensors[0], tensors[1]],
        results: vec![tensors[2]],
        load: OpLoad { reads: vec![bytes; 2], writes: bytes, kernels: 1.0, ..OpLoad::default() },
        runs: 1.0,
        carried: None,
        is_elementwise: true,
        sums: OpSums { leaves: false, keeps: Some(LinearIn::Together(OperandList::from_slice(&[0, 1]))) },
    }
}

/// The same program without ops that keep partial sums.
fn finished_at_once(program: &PlanProgram) -> PlanProgram {
    let mut program = program.clone();
    program.ops.iter_mut().for_each(|op| op.sums.keeps = None);
    program
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
    let products = [(8, 8), (4096, 64), (8, 1024)].map(|(batch, width)| two_products(batch, width));
    // No shards of rows, or of columns, or of neither.
    let sums = [(8, 8, 8), (9, 4096, 64), (512, 4096, 33), (9, 64, 33), (513, 1 << 14, 513)];
    let sums = sums.map(|(rows, depth, columns)| two_sums(rows, depth, columns));
    for (number, program) in products.iter().chain(&sums).enumerate() {
        let (choices, outcome) = solved(program, &axes, &machine(), None);
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
        assert!((outcome.cost - least).abs() <= 1e-9 * least, "{number}: {} {least}", outcome.cost);
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

/// The seconds that a plan saves because sums may wait.
fn finishing(axes: &PlanAxes, rows: u64, depth: u64, columns: u64) -> f64 {
    let both = two_sums(rows, depth, columns);
    let (waiting, at_once) =
        (cost(&both, axes, &machine()), cost(&finished_at_once(&both), axes, &machine()));
    at_once - waiting
}

#[test]
fn sums_that_are_added_are_finished_once() {
    let axes = mesh(&[("x", 4)]);
    // Only the contraction can be sharded. One all-reduce is left out, whose time is that of its bytes.
    let (rows, columns) = (513, 1025);
    let saved = finishing(&axes, rows, 1 << 16, columns);
    let machine = machine();
    let share = machine.shares_of_group(&[(4, 1)], 4);
    let all_reduce = partita_cost::CollectiveKind::AllReduce.time_over(rows * columns * 4, &share).seconds()
        + machine.device.kernel;
    assert!((saved - all_reduce).abs() <= 1e-6 * all_reduce, "{saved} {all_reduce}");
    let program = two_sums(rows, 1 << 16, columns);
    let (choices, outcome) = solved(&program, &axes, &machine, None);
    for tensor in [4, 5] {
        assert!(!choices.layout_of(tensor, &outcome.choices).expect("a layout").is_complete());
    }
    assert!(choices.layout_of(6, &outcome.choices).expect("a layout").is_complete());
}

#[test]
fn a_reader_that_is_not_linear_needs_the_complete_sum() {
    let axes = mesh(&[("x", 4)]);
    let mut program = two_sums(513, 1 << 16, 1025);
    // The program also returns the first product.
    program.results.push(program.tensors.len());
    program.returned.push((4, 1));
    program.tensors.push(PlanTensor { live: (0, 0), ..program.tensors[4].clone() });
    let at_once = finished_at_once(&program);
    assert_eq!(cost(&program, &axes, &machine()), cost(&at_once, &axes, &machine()));
}

/// That sums may wait never makes a plan slower.
#[test]
fn waiting_is_a_choice() {
    for axes in [&[("x", 4)][..], &[("x", 2), ("y", 2)]] {
        let axes = mesh(axes);
        for (rows, depth, columns) in [(8, 8, 8), (512, 4096, 32), (9, 4096, 64), (513, 1 << 14, 1025)] {
            let program = two_sums(rows, depth, columns);
            let waiting = cost(&program, &axes, &machine());
            assert!(waiting <= cost(&finished_at_once(&program), &axes, &machine()) * (1.0 + 1e-9));
        }
    }
}

/// On six axes, one table has thousands of reshards, each of which is searched for.
#[test]
fn a_model_that_is_not_wanted_ends_within_a_second() {
    let axes = mesh(&["a", "b", "c", "d", "e", "f"].map(|name| (name, 2)));
    let (machine, program) = (machine(), two_sums(256, 4096, 4096));
    let limit = Duration::from_millis(300);
    let started = Instant::now();
    let is_over = || started.elapsed() >= limit;
    let choices = PlanChoices::new_unless(&program, &axes, PlanMachine::new(&machine), None, &is_over);
    let took = started.elapsed();
    assert!(matches!(choices, Err(NoProblem::Interrupted)), "the model takes longer than {limit:?}");
    assert!(took <= limit + Duration::from_secs(1), "{took:?} for a limit of {limit:?}");
}
