//! The search finds shardings of ONNX models: their structure, their cost, and that the ranks compute the same.

use std::fmt::Write as _;

use partita::hlo::Machine;
use partita::notation::parse_mesh;
use partita::onnx::{Bindings, Inference, Model, RankPartition, read_model, read_text};
use partita::plans::Given;
use partita::search::{FoundModelPlan, SearchOptions, find_model_plan};
use partita::{Error, onnx};

use super::MACHINE;

/// Two matrix products with an activation between them.
pub(crate) fn perceptron(batch: u64, inputs: u64, hidden: u64) -> Model {
    let weights = |name: &str, rows: u64, columns: u64| {
        let mut text =
            format!("initializer {{ name: \"{name}\" dims: [{rows}, {columns}] data_type: 1 float_data: [");
        for at in 0..rows * columns {
            let comma = if at == 0 { "" } else { "," };
            write!(text, "{comma}{}", ((at * 37 + 11) % 101) as f64 / 50.5 - 1.0).unwrap();
        }
        text + "] }"
    };
    let text = format!(
        "ir_version: 11 opset_import {{ version: 21 }} graph {{ name: \"mlp\"
         node {{ input: [\"x\", \"w1\"] output: \"h\" op_type: \"MatMul\" }}
         node {{ input: [\"h\", \"b\"] output: \"s\" op_type: \"Add\" }}
         node {{ input: \"s\" output: \"r\" op_type: \"Relu\" }}
         node {{ input: [\"r\", \"w2\"] output: \"y\" op_type: \"MatMul\" }}
         {} {} {}
         input {{ name: \"x\" type {{ tensor_type {{ elem_type: 1 shape {{
           dim {{ dim_value: {batch} }} dim {{ dim_value: {inputs} }} }} }} }} }}
         output {{ name: \"y\" }} }}",
        weights("w1", inputs, hidden),
        weights("w2", hidden, inputs),
        weights("b", 1, hidden)
    );
    read_text("mlp.textproto", &text).unwrap()
}

fn search(model: &Model, mesh: &str, memory: u64, given: Given) -> Result<FoundModelPlan, Error> {
    let machine = Machine::parse(MACHINE).unwrap();
    let mesh = parse_mesh(mesh, None).unwrap();
    let mut options = SearchOptions::new(&mesh, &machine);
    options.memory = Some(memory);
    options.given = given;
    find_model_plan(model, &Bindings::default(), &options, &mut (), &mut ())
}

/// The ranks compute what the model computes, and no plan written by hand that fits is faster.
fn check(found: &FoundModelPlan, model: &Model) -> onnx::Ranks {
    let partition = RankPartition::default().on(Some(found.on.clone()));
    let ranks = found.model.partition(&partition).unwrap();
    assert!(ranks.verify(model, 1).unwrap().differences.is_empty());
    let view = &found.view;
    assert!(view.figures.peak_bytes <= view.memory_limit);
    assert_eq!(view.figures.collectives, ranks.made.collectives.len() as u64);
    for figures in view.rows.iter().filter_map(|row| row.figures) {
        let fits = figures.peak_bytes <= view.memory_limit;
        assert!(!fits || view.figures.step_seconds <= figures.step_seconds * 1.001, "{:?}", view.rows);
    }
    ranks
}

fn sharding(ranks: &onnx::Ranks, weight: &str) -> Vec<i64> {
    let graph = ranks.made.models[0].graph.as_ref().unwrap();
    let own = |name: &str| name.starts_with(weight);
    let found = graph.initializer.iter().find(|tensor| tensor.name.as_deref().is_some_and(own));
    found.unwrap().dims.clone()
}

#[test]
fn weights_that_do_not_fit_are_sharded_like_megatron() {
    let model = perceptron(8, 64, 256);
    // Both weights take 131 kB.
    let found = search(&model, "model=4", 60_000, Given::Removed).unwrap();
    let ranks = check(&found, &model);
    assert_eq!(sharding(&ranks, "w1"), [64, 64]);
    assert_eq!(sharding(&ranks, "w2"), [64, 64]);
    // One collective finishes the sum, and leaves every rank its shard of the result: half the bytes of an AllReduce.
    let ops: Vec<&str> = ranks.made.collectives.iter().map(|each| each.op).collect();
    assert_eq!(ops, ["AllToAll"]);
}

#[test]
fn a_large_batch_is_sharded_without_collectives() {
    let model = perceptron(512, 16, 32);
    let found = search(&model, "x=2,y=2", 1 << 30, Given::Removed).unwrap();
    let ranks = check(&found, &model);
    assert!(ranks.made.collectives.is_empty());
    assert_eq!(ranks.made.achieved.flops.on_first_rank * 4.0, ranks.made.achieved.flops.total);
}

#[test]
fn annotations_of_a_plan_are_written_and_can_be_kept() {
    let model = perceptron(8, 64, 256);
    let found = search(&model, "model=4", 60_000, Given::Removed).unwrap();
    let inference = Inference::default().on(Some(found.on.clone()));
    let file = found.model.clone().infer(&inference, &mut ()).unwrap().file().unwrap().concat();
    let annotated = read_model("annotated.onnx", file).unwrap();
    assert!(!annotated.model.configuration.is_empty());
    let kept = search(&annotated, "model=4", 60_000, Given::Kept).unwrap();
    let ranks = check(&kept, &model);
    assert_eq!(sharding(&ranks, "w1"), [64, 64]);
    // The file as it is has a row of its own.
    assert!(kept.view.rows.iter().any(|row| row.name == "as annotated" && row.figures.is_some()));
}

#[test]
fn limits_and_meshes_that_cannot_be_met_are_refused() {
    let model = perceptron(8, 64, 256);
    let small = search(&model, "model=4", 1_000, Given::Removed).unwrap_err().to_string();
    assert!(small.contains("PA0930") && small.contains("too many") && small.contains("'w1'"), "{small}");
    let odd = search(&model, "x=7", 1 << 30, Given::Removed).unwrap_err().to_string();
    assert!(odd.contains("PA0931") && odd.contains("256"), "{odd}");
}
