//! The plans of experts for programs without annotations: each has a structure, a cost on a stated machine, and computes what
//! the program computes. Any plan for such a program is checked in the same way.

use std::collections::BTreeMap;

use partita::hlo::{Machine, Program, Seeds};
use partita::plans::{self, Annotations, Given, Priced, Pricing};

use super::{MACHINE, auto_program, on_mesh, read};

const TWO_LEVELS: &str = include_str!("../../../../testdata/auto/two-levels.toml");

/// A program, the hardware on which the expert's plan is the right one, and how it is recognised.
pub(crate) struct Case {
    /// The name of the files in `testdata/auto`.
    pub(crate) name: &'static str,
    pub(crate) mesh: &'static str,
    pub(crate) machine: &'static str,
    /// The memory of a device in bytes.
    pub(crate) memory: u64,
    pub(crate) structure: &'static [Property],
}

/// A property of the shardings of arguments and results.
pub(crate) enum Property {
    /// These arguments have that many shards along a dimension.
    Sharded { arguments: &'static [usize], dim: usize, shards: u64 },
    /// These arguments have at least that many shards in all.
    Divided { arguments: &'static [usize], shards: u64 },
    /// The first result has that many shards along a dimension.
    ShardedResult { dim: usize, shards: u64 },
    /// These arguments are sharded along an axis.
    With { arguments: &'static [usize], axis: &'static str },
    /// The partitioned program has at most that many collectives.
    Collectives { most: u64 },
    /// The partitioned program has exactly these collectives.
    Kinds { of: &'static [(&'static str, usize)] },
}

use Property::{Collectives, Divided, Kinds, Sharded, ShardedResult, With};

const AMPLE: u64 = 1 << 30;

pub(crate) const CASES: [Case; 11] = [
    Case {
        name: "data_parallel",
        mesh: "x=2,y=2",
        machine: MACHINE,
        memory: 105_000,
        structure: &[Sharded { arguments: &[2, 3], dim: 0, shards: 4 }],
    },
    Case {
        name: "fsdp",
        mesh: "x=4",
        machine: MACHINE,
        memory: 140_000,
        structure: &[Divided { arguments: &[0, 1, 2, 3, 4, 5], shards: 4 }],
    },
    Case {
        name: "megatron",
        mesh: "model=4",
        machine: MACHINE,
        // With 72 kB, a replicated projection is faster.
        memory: 70_000,
        structure: &[
            Sharded { arguments: &[0, 4], dim: 0, shards: 4 },
            Sharded { arguments: &[1, 5, 6, 7], dim: 1, shards: 4 },
        ],
    },
    Case {
        name: "sequence_parallel",
        mesh: "model=4",
        machine: MACHINE,
        memory: 155_000,
        structure: &[
            // The activations, before and after both layers.
            Sharded { arguments: &[16], dim: 1, shards: 4 },
            ShardedResult { dim: 1, shards: 4 },
            // Heads of queries, keys and values, and columns.
            Sharded { arguments: &[1, 5, 7, 9, 13, 15], dim: 1, shards: 4 },
            Sharded { arguments: &[6, 14], dim: 1, shards: 4 },
            // Heads of what leaves the attention, and rows.
            Sharded { arguments: &[4, 12], dim: 0, shards: 4 },
            Sharded { arguments: &[0, 8], dim: 0, shards: 4 },
            // Both halves of a layer gather the sequence and scatter the sum along it.
            Kinds { of: &[("all_gather", 4), ("reduce_scatter", 4)] },
        ],
    },
    Case {
        name: "data_and_model",
        mesh: "slow=2,fast=4",
        machine: TWO_LEVELS,
        memory: 115_000,
        structure: &[
            With { arguments: &[4, 5], axis: "slow" },
            Sharded { arguments: &[0, 2], dim: 1, shards: 4 },
            Sharded { arguments: &[1, 3], dim: 0, shards: 4 },
        ],
    },
    Case {
        name: "vocabulary",
        mesh: "model=4",
        machine: MACHINE,
        memory: 90_000,
        structure: &[Sharded { arguments: &[0], dim: 0, shards: 4 }],
    },
    Case {
        name: "experts",
        mesh: "expert=4",
        machine: MACHINE,
        memory: 135_000,
        structure: &[Sharded { arguments: &[1, 2], dim: 0, shards: 4 }],
    },
    Case {
        name: "decode",
        mesh: "x=2,y=2",
        machine: MACHINE,
        memory: 80_000,
        structure: &[Divided { arguments: &[0, 1, 2, 3], shards: 4 }],
    },
    Case {
        name: "spatial",
        mesh: "x=4",
        machine: MACHINE,
        memory: AMPLE,
        structure: &[ShardedResult { dim: 1, shards: 4 }],
    },
    Case {
        name: "separate_heads",
        mesh: "model=4",
        machine: MACHINE,
        memory: 132_000,
        // The expert sums the three gradients at once. A plan that scatters each of them shards what follows, which is faster.
        structure: &[Sharded { arguments: &[0, 1, 2], dim: 1, shards: 4 }],
    },
    Case {
        name: "summed_experts",
        mesh: "model=4",
        machine: MACHINE,
        // 98 kB of it are for weights in the order of the first product.
        memory: 330_000,
        structure: &[
            Sharded { arguments: &[0], dim: 2, shards: 4 },
            Sharded { arguments: &[1], dim: 1, shards: 4 },
        ],
    },
];

pub(crate) fn price(program: Program, case: &Case) -> Priced {
    let machine = Machine::parse(case.machine).unwrap();
    plans::price(program, &Pricing::new(&machine), &mut ()).unwrap()
}

fn expert(case: &Case) -> Priced {
    price(read(&auto_program(&format!("{}.expert", case.name))), case)
}

/// The axes of each dimension of an argument.
type Axes = Vec<Vec<String>>;

impl Property {
    fn arguments(&self) -> &[usize] {
        match self {
            Sharded { arguments, .. } | Divided { arguments, .. } | With { arguments, .. } => arguments,
            ShardedResult { .. } => &[0],
            Collectives { .. } | Kinds { .. } => &[],
        }
    }

    fn holds(&self, case: &Case, axes: &Axes) -> bool {
        let has = |axis: &str| axes.iter().flatten().any(|each| each == axis);
        match self {
            Sharded { dim, shards, .. } | ShardedResult { dim, shards } => {
                axes.get(*dim).map_or(1, |axes| case.shards(axes)) == *shards
            }
            Divided { shards, .. } => case.shards(&axes.concat()) >= *shards,
            With { axis, .. } => has(axis),
            Collectives { .. } | Kinds { .. } => true,
        }
    }
}

impl Case {
    /// The number of shards along axes of the mesh.
    fn shards(&self, axes: &[String]) -> u64 {
        let sizes: Vec<(&str, u64)> = self
            .mesh
            .split(',')
            .filter_map(|axis| axis.split_once('='))
            .map(|(name, size)| (name, size.parse().unwrap()))
            .collect();
        axes.iter().map(|axis| sizes.iter().find(|(name, _)| name == axis).unwrap().1).product()
    }
}

/// The structure that a partitioned plan lacks.
pub(crate) fn missing(case: &Case, priced: &Priced) -> Vec<String> {
    let interface = priced.partitioned.interface();
    let mut missing = Vec::new();
    for property in case.structure {
        if let Collectives { most } = property
            && priced.partitioned.collectives().len() as u64 > *most
        {
            missing.push("more collectives".to_string());
        }
        if let Kinds { of } = property {
            let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
            priced
                .partitioned
                .collectives()
                .iter()
                .for_each(|each| *kinds.entry(each.name).or_default() += 1);
            if kinds != of.iter().copied().collect() {
                missing.push(format!("has {kinds:?}"));
            }
        }
        let (kind, shardings) = match property {
            ShardedResult { .. } => ("result", &interface.results),
            _ => ("argument", &interface.inputs),
        };
        for &index in property.arguments() {
            let dims = shardings[index].iter().flat_map(|spec| &spec.dims);
            let axes: Axes =
                dims.map(|dim| dim.axes.iter().map(|axis| axis.name.to_string()).collect()).collect();
            if !property.holds(case, &axes) {
                missing.push(format!("{kind} {index} is {axes:?}"));
            }
        }
    }
    missing
}

/// What is wrong with a plan for a program: its structure, its memory, its cost against the expert's, its results.
pub(crate) fn faults(case: &Case, priced: &Priced) -> Vec<String> {
    faults_against(case, priced, &expert(case))
}

/// The same against another expert.
pub(crate) fn faults_against(case: &Case, priced: &Priced, expert: &Priced) -> Vec<String> {
    let mut faults = missing(case, priced);
    let (cost, limit) = (&priced.cost, expert.cost.step_seconds);
    if cost.step_seconds > limit * (1.0 + 1e-9) {
        faults.push(format!("takes {} s, and the expert's {limit} s", cost.step_seconds));
    }
    if cost.peak_bytes > case.memory {
        faults.push(format!("needs {} bytes of {}", cost.peak_bytes, case.memory));
    }
    let report = priced.partitioned.verify(Seeds { first: 0, count: 1 }).unwrap();
    if !report.differences.is_empty() || report.elements == 0 {
        faults.push("computes something else".to_string());
    }
    faults
}

#[test]
fn plans_of_experts_have_their_structure_and_compute_the_same() {
    for case in &CASES {
        assert_eq!(faults(case, &expert(case)), [""; 0], "{}", case.name);
    }
}

#[test]
fn a_program_without_annotations_lacks_the_structure() {
    for case in &CASES {
        let (program, _) = on_mesh(&auto_program(case.name), case.mesh);
        let replicated = Annotations::none(&program).apply(&program, Given::Removed);
        let priced = price(replicated, case);
        assert!(!missing(case, &priced).is_empty(), "{}", case.name);
        assert!(priced.cost.step_seconds > expert(case).cost.step_seconds, "{}", case.name);
    }
}

/// Where the expert's plan is for the memory, the plan for ample memory does not fit.
#[test]
fn memory_limits_decide() {
    for (name, other) in
        [("fsdp", "data parallel"), ("megatron", "data parallel"), ("sequence_parallel", "Megatron")]
    {
        let case = CASES.iter().find(|case| case.name == name).unwrap();
        let (program, mesh) = on_mesh(&auto_program(case.name), case.mesh);
        let structure = plans::Structure::new(&program).unwrap();
        let all = plans::baselines(&program, &structure, mesh);
        let plan = all.into_iter().find(|baseline| baseline.name == other).unwrap().plan.unwrap();
        let priced = price(plan.apply(&program, Given::Removed), case);
        assert!(priced.cost.peak_bytes > case.memory, "{}: {}", case.name, priced.cost.peak_bytes);
    }
}
