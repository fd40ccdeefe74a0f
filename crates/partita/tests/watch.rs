//! A watch receives every stage and its progress.

use partita::{Watch, ckks, hlo};

/// Records all calls.
#[derive(Default)]
struct Notes {
    stages: Vec<&'static str>,
    open: usize,
    counts: Vec<(usize, usize, &'static str)>,
}

impl Watch for Notes {
    fn begin(&mut self, stage: &'static str) {
        self.stages.push(stage);
        self.open += 1;
    }

    fn end(&mut self) {
        self.open -= 1;
    }

    fn count(&mut self, done: usize, total: usize, unit: &'static str) {
        self.counts.push((done, total, unit));
    }
}

#[test]
fn stages_of_a_program_come_in_order_and_end() {
    let text = include_str!("../../../examples/mlp.mlir");
    let source = partita::Source::new("mlp.mlir", text).unwrap();
    let mut notes = Notes::default();
    let program = hlo::Program::read_part(&source, 0..text.len(), hlo::UnknownDialects::Keep, &mut notes);
    let annotated = program.clone().annotate(&hlo::Propagation::default(), &mut notes).unwrap();
    annotated.into_module(&mut notes).unwrap();
    let propagated = program.propagate(&hlo::Propagation::default(), &mut notes).unwrap();
    let partitioned = propagated.partition(&hlo::Partitioning::default(), &mut notes).unwrap();
    partitioned.memory(&hlo::MemoryOptions::default(), &mut notes);
    let read = ["parse", "verify"];
    let annotated = ["prepare", "propagate", "propagate", "export"];
    let partitioned = ["prepare", "propagate", "partition", "memory"];
    let stages = [&read[..], &annotated, &partitioned].concat();
    assert_eq!(notes.stages, stages);
    assert_eq!(notes.open, 0);
}

#[test]
fn steps_of_a_simulation_are_counted() {
    let network = ckks::read_network(include_str!("../../../examples/mnist.toml")).unwrap();
    let network = network.with_seeded_weights(0).unwrap();
    let plan = ckks::plan(&network, 1024, &ckks::PlanOptions::default()).unwrap();
    let program = ckks::lower(&network, &plan, &plan.without_bootstraps(), &ckks::Passes::default()).unwrap();
    let mut notes = Notes::default();
    program.simulate(&network.seeded_input(0), &mut notes).unwrap();
    let total = program.lowered.program.steps.len();
    assert_eq!((notes.stages.as_slice(), notes.open), (["simulate"].as_slice(), 0));
    let all: Vec<_> = (0..total).map(|done| (done, total, "steps")).collect();
    assert_eq!(notes.counts, all);
}
