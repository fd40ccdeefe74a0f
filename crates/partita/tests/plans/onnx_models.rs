//! The search finds shardings of ONNX models: their structure, their cost, and that the ranks compute the same.

use std::fmt::Write as _;

use partita::hlo::Machine;
use partita::notation::{Sharding, parse_mesh};
use partita::onnx::{Bindings, Inference, Model, OnMesh, RankPartition, read_model, read_text};
use partita::plans::Given;
use partita::search::{
    FoundModelPlan, PlanFigures, PlanRowView, SearchOptions, find_model_plan, model_baselines,
};
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

/// A layer of a transformer: attention of four heads of eight elements and two products, each with a residual.
fn transformer(batch: u64, sequence: u64) -> Model {
    let mut text = String::from(
        "ir_version: 11 opset_import { version: 21 } graph { name: \"layer\"
         output { name: \"y\" }\n",
    );
    let node = |op: &str, inputs: &[&str], output: &str, more: &str| {
        let inputs: String = inputs.iter().map(|input| format!("input: \"{input}\" ")).collect();
        format!("node {{ {inputs} output: \"{output}\" op_type: \"{op}\" {more} }}\n")
    };
    let perm = |dims: &str| format!("attribute {{ name: \"perm\" type: INTS ints: {dims} }}");
    for (name, to) in [("q", "[0, 2, 1, 3]"), ("k", "[0, 2, 3, 1]"), ("v", "[0, 2, 1, 3]")] {
        text += &node("MatMul", &["x", &format!("w{name}")], &format!("{name}1"), "");
        text += &node("Reshape", &[&format!("{name}1"), "heads"], &format!("{name}2"), "");
        text += &node("Transpose", &[&format!("{name}2")], name, &perm(to));
    }
    text += &node("MatMul", &["q", "k"], "scores", "");
    text += &node("Softmax", &["scores"], "weights", "");
    text += &node("MatMul", &["weights", "v"], "read", "");
    text += &node("Transpose", &["read"], "read1", &perm("[0, 2, 1, 3]"));
    text += &node("Reshape", &["read1", "joined"], "read2", "");
    text += &node("MatMul", &["read2", "wo"], "attended", "");
    text += &node("Add", &["attended", "x"], "middle", "");
    text += &node("MatMul", &["middle", "w1"], "h", "");
    text += &node("Add", &["h", "b1"], "s", "");
    text += &node("Relu", &["s"], "r", "");
    text += &node("MatMul", &["r", "w2"], "t", "");
    text += &node("Add", &["t", "middle"], "y", "");
    let floats = |name: &str, dims: &[u64]| {
        let values: Vec<String> = (0..dims.iter().product())
            .map(|at: u64| format!("{}", ((at * 37 + 11) % 101) as f64 / 404.0 - 0.125))
            .collect();
        format!(
            "initializer {{ name: \"{name}\" dims: {dims:?} data_type: 1 float_data: [{}] }}\n",
            values.join(",")
        )
    };
    for name in ["wq", "wk", "wv", "wo"] {
        text += &floats(name, &[32, 32]);
    }
    text += &(floats("w1", &[32, 128]) + &floats("b1", &[128]) + &floats("w2", &[128, 32]));
    for (name, sizes) in [("heads", &[batch, sequence, 4, 8][..]), ("joined", &[batch, sequence, 32])] {
        let count = sizes.len();
        text += &format!(
            "initializer {{ name: \"{name}\" dims: [{count}] data_type: 7 int64_data: {sizes:?} }}\n"
        );
    }
    text += &format!(
        "input {{ name: \"x\" type {{ tensor_type {{ elem_type: 1 shape {{
           dim {{ dim_value: {batch} }} dim {{ dim_value: {sequence} }} dim {{ dim_value: 32 }} }} }} }} }} }}"
    );
    read_text("layer.textproto", &text).unwrap()
}

/// The ranks of a plan that people write by hand, which compute what the model computes, and its shardings. Of several of a name, the
/// last one.
fn by_hand(model: &Model, mesh: &str, name: &str) -> (onnx::Ranks, Vec<(String, String)>) {
    let machine = Machine::parse(MACHINE).unwrap();
    let mesh = parse_mesh(mesh, None).unwrap();
    let all = model_baselines(model, &Bindings::default(), &SearchOptions::new(&mesh, &machine)).unwrap();
    let found = all.into_iter().rfind(|baseline| baseline.name == name).unwrap().plan.unwrap();
    let mut on = OnMesh::new(mesh.clone());
    on.shardings.clone_from(&found);
    let ranks = model.partition(&RankPartition::default().on(Some(on))).unwrap();
    assert!(ranks.verify(model, 1).unwrap().differences.is_empty());
    let text = |sharding: &Sharding| sharding.to_string().replace("<@mesh, ", "").replace(">", "");
    (ranks, found.into_iter().map(|(name, sharding)| (name, text(&sharding))).collect())
}

fn collectives(ranks: &onnx::Ranks) -> Vec<&'static str> {
    ranks.made.collectives.iter().map(|each| each.op).collect()
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
    for figures in view.rows.iter().filter(|row| !row.without_annotations).filter_map(|row| row.figures) {
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
    // What people write by hand, they write into a model without annotations.
    let by_hand = |rows: &[PlanRowView]| -> Vec<(bool, Option<PlanFigures>)> {
        let named = |row: &&PlanRowView| ["data parallel", "FSDP", "Megatron"].contains(&row.name.as_str());
        rows.iter().filter(named).map(|row| (row.without_annotations, row.figures)).collect()
    };
    let marked = by_hand(&found.view.rows).into_iter().map(|(_, figures)| (true, figures));
    assert_eq!(by_hand(&kept.view.rows), marked.collect::<Vec<_>>());
}

#[test]
fn limits_and_meshes_that_cannot_be_met_are_refused() {
    let model = perceptron(8, 64, 256);
    let small = search(&model, "model=4", 1_000, Given::Removed).unwrap_err().to_string();
    assert!(small.contains("PA0930") && small.contains("too many") && small.contains("'w1'"), "{small}");
    let odd = search(&model, "x=7", 1 << 30, Given::Removed).unwrap_err().to_string();
    assert!(odd.contains("PA0931") && odd.contains("256"), "{odd}");
}

#[test]
fn megatron_alternates_columns_and_rows_of_a_model() {
    let model = transformer(2, 8);
    let (ranks, shardings) = by_hand(&model, "model=4", "Megatron");
    let (columns, rows) = (r#"[{}, {"model"}]"#, r#"[{"model"}, {}]"#);
    let expected = [
        ("wq", columns),
        ("wk", columns),
        ("wv", columns),
        ("wo", rows),
        ("w1", columns),
        ("b1", r#"[{"model"}]"#),
        ("w2", rows),
    ];
    let mut expected = expected.map(|(name, dims)| (name.to_string(), dims.to_string())).to_vec();
    expected.sort();
    let mut found = shardings;
    found.sort();
    assert_eq!(found, expected);
    for (weight, shape) in [("wq", [32, 8]), ("wo", [8, 32]), ("w1", [32, 32]), ("w2", [32, 32])] {
        assert_eq!(sharding(&ranks, weight), shape, "{weight}");
    }
    // One sum after the attention, and one after the other two products.
    assert_eq!(collectives(&ranks), ["AllReduce", "AllReduce"]);
}

#[test]
fn two_axes_shard_the_batch_and_the_weights_of_a_model() {
    let (ranks, shardings) = by_hand(&transformer(4, 8), "data=2,model=4", "Megatron");
    let input = shardings.iter().find(|(name, _)| name == "x").unwrap();
    assert_eq!(input.1, r#"[{"data"}, {}, {}]"#);
    assert_eq!(sharding(&ranks, "w1"), [32, 32]);
    assert_eq!(collectives(&ranks), ["AllReduce", "AllReduce"]);
}

#[test]
fn fsdp_gathers_every_weight_of_a_model_where_it_is_used() {
    let model = perceptron(512, 32, 64);
    let (ranks, shardings) = by_hand(&model, "x=4", "FSDP");
    let expected = [("x", r#"[{"x"}, {}]"#), ("w1", r#"[{}, {"x"}p1]"#), ("w2", r#"[{"x"}p1, {}]"#)];
    for (name, dims) in expected {
        assert!(shardings.contains(&(name.to_string(), dims.to_string())), "{name}: {shardings:?}");
    }
    assert_eq!((sharding(&ranks, "w1"), sharding(&ranks, "w2")), (vec![32, 16], vec![16, 32]));
    // Both weights and the bias.
    assert_eq!(collectives(&ranks), ["AllGather"; 3]);
    assert_eq!(ranks.made.achieved.flops.on_first_rank * 4.0, ranks.made.achieved.flops.total);
}

#[test]
fn the_rows_of_a_model_are_those_of_a_program() {
    let found = search(&transformer(4, 8), "data=2,model=2", 1 << 30, Given::Removed).unwrap();
    check(&found, &transformer(4, 8));
    let names: Vec<&str> = found.view.rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["replicated", "data parallel", "FSDP", "Megatron"]);
    assert!(found.view.rows.iter().all(|row| row.figures.is_some()), "{:?}", found.view.rows);
    // A model without products or weights has no such plans.
    let plain = "ir_version: 11 opset_import { version: 21 } graph { name: \"sum\"
         node { input: [\"a\", \"a\"] output: \"y\" op_type: \"Add\" }
         input { name: \"a\" type { tensor_type { elem_type: 1 shape { dim { dim_value: 8 } } } } }
         output { name: \"y\" } }";
    let found = search(&read_text("sum.textproto", plain).unwrap(), "x=2", 1 << 30, Given::Removed).unwrap();
    let reason = |name| found.view.rows.iter().find(|row| row.name == name).unwrap().reason.clone().unwrap();
    assert_eq!(reason("data parallel"), "no dimension of an argument is common to most products");
    assert_eq!(reason("Megatron"), "no product has a parameter as its operand");
}

#[test]
fn a_quantised_weight_is_found_behind_its_scale() {
    let model = "ir_version: 11 opset_import { version: 21 } graph { name: \"quantised\"
         node { input: [\"w8\", \"scale\"] output: \"w\" op_type: \"DequantizeLinear\" }
         node { input: \"w\" output: \"wt\" op_type: \"Transpose\" }
         node { input: [\"x\", \"wt\"] output: \"y\" op_type: \"MatMul\" }
         initializer { name: \"w8\" dims: [8, 4] data_type: 3 int32_data: [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32] }
         initializer { name: \"scale\" data_type: 1 float_data: [0.5] }
         input { name: \"x\" type { tensor_type { elem_type: 1 shape { dim { dim_value: 6 } dim { dim_value: 4 } } } } }
         output { name: \"y\" } }";
    let model = read_text("quantised.textproto", model).unwrap();
    let (ranks, shardings) = by_hand(&model, "x=4", "Megatron");
    assert_eq!(shardings, [("w8".to_string(), r#"[{"x"}, {}]"#.to_string())]);
    assert_eq!(sharding(&ranks, "w8"), [2, 4]);
}

#[test]
fn values_of_unknown_size_stay_replicated() {
    let model = "ir_version: 10 opset_import { version: 21 } graph { name: \"open\"
         node { input: [\"x\", \"w\"] output: \"y\" op_type: \"MatMul\" }
         initializer { name: \"w\" dims: [2, 2] data_type: 1 float_data: [1, 2, 3, 4] }
         input { name: \"x\" type { tensor_type { elem_type: 1 shape { dim { dim_param: \"batch\" } dim { dim_value: 2 } } } } }
         output { name: \"y\" } }";
    let found = search(&read_text("open.textproto", model).unwrap(), "x=2", 1 << 30, Given::Removed).unwrap();
    assert!(found.on.shardings.iter().all(|(name, _)| name == "w"), "{:?}", found.on.shardings);
    let unknown = "2 values have unknown sizes and stay replicated; give sizes to shard them";
    assert_eq!(found.view.notes, [unknown]);
}
