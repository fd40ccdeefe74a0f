//! What the models of ranks contain for the bodies of `If`, `Loop` and `Scan`.

use partita::notation;
use partita::onnx::{
    Array, Arrays, ComparisonLimits, Embedded, Model, OnMesh, RankPartition, Ranks, proto, read_text,
};

const MATRIX: &str =
    "type { tensor_type { elem_type: 1 shape { dim { dim_value: 4 } dim { dim_value: 4 } } } }";

fn info(kind: &str, name: &str) -> String {
    let ty = match name {
        name if name.starts_with("it") => "type { tensor_type { elem_type: 7 shape { } } }",
        name if name.starts_with("go") => "type { tensor_type { elem_type: 9 shape { } } }",
        name if name.starts_with("row") => {
            "type { tensor_type { elem_type: 1 shape { dim { dim_value: 4 } } } }"
        }
        _ => MATRIX,
    };
    format!("{kind} {{ name: \"{name}\" {ty} }}\n")
}

fn node(op: &str, inputs: &str, outputs: &str, attributes: &str) -> String {
    let list = |key: &str, names: &str| -> String {
        names.split(' ').filter(|name| !name.is_empty()).map(|name| format!("{key}: \"{name}\" ")).collect()
    };
    let (inputs, outputs) = (list("input", inputs), list("output", outputs));
    format!("node {{ {inputs}{outputs}op_type: \"{op}\" {attributes} }}\n")
}

fn body(name: &str, inputs: &str, nodes: &str, outputs: &str) -> String {
    let infos = |kind: &str, names: &str| -> String {
        names.split(' ').filter(|name| !name.is_empty()).map(|name| info(kind, name)).collect()
    };
    let (inputs, outputs) = (infos("input", inputs), infos("output", outputs));
    format!("attribute {{ name: \"{name}\" type: GRAPH g {{ name: \"b\" {nodes} {inputs} {outputs} }} }}")
}

fn model(nodes: &str, outputs: &str) -> Model {
    let weight = |name: &str| {
        let values: String =
            (0..16).map(|at| format!("float_data: {} ", f64::from(at % 5) / 8.0 - 0.2)).collect();
        format!("initializer {{ name: \"{name}\" data_type: 1 dims: 4 dims: 4 {values} }}\n")
    };
    let outputs: String = outputs.split(' ').map(|name| info("output", name)).collect();
    let text = format!(
        "ir_version: 11 opset_import {{ domain: \"\" version: 21 }}
        configuration {{ name: \"two\" num_devices: 2 }}
        graph {{ name: \"g\" {nodes} {}{}
        initializer {{ name: \"times\" data_type: 7 int64_data: 2 }}
        {}{outputs} }}",
        weight("w1"),
        weight("w2"),
        info("input", "x"),
    );
    read_text("model", &text).unwrap()
}

fn partition(model: &Model, shardings: &[(&str, &str)]) -> Ranks {
    let mesh = OnMesh::new(notation::parse_mesh("x=2", None).unwrap());
    let on =
        (shardings.iter()).fold(mesh, |on, (tensor, sharding)| on.shard(*tensor, sharding.parse().unwrap()));
    model.partition(&RankPartition::default().on(Some(on)).propagate(true)).unwrap()
}

/// The ops of the first rank, those of bodies behind the op of their node.
fn ops(ranks: &Ranks) -> Vec<String> {
    fn add(graph: &proto::Graph, path: &str, found: &mut Vec<String>) {
        for node in &graph.node {
            found.push(format!("{path}{}", node.op()));
            let inner = format!("{path}{}/", node.op());
            node.attribute
                .iter()
                .filter_map(|each| each.g.as_ref())
                .for_each(|body| add(body, &inner, found));
        }
    }
    let mut found = Vec::new();
    add(ranks.made.models[0].graph.as_ref().unwrap(), "", &mut found);
    found
}

fn has(found: &[String], op: &str) -> bool {
    found.iter().any(|other| other == op)
}

fn product_loop(weight: &str, annotation: &str) -> String {
    let product = format!("v {weight}");
    let nodes = [
        node("MatMul", &product, "h", annotation),
        node("Tanh", "h", "v1", ""),
        node("Identity", "go", "go1", ""),
    ];
    node("Loop", "times  x", "y", &body("body", "it go v", &nodes.concat(), "go1 v1")).replacen(
        "input: \"x\"",
        "input: \"\" input: \"x\"",
        1,
    )
}

#[test]
fn a_weight_with_given_shards_is_gathered_once_before_the_loop() {
    let model = model(&product_loop("w1", ""), "y");
    let ranks = partition(&model, &[("w1", "x,_"), ("x", "x,_")]);
    let found = ops(&ranks);
    assert!(has(&found, "AllGather") && !has(&found, "Loop/AllGather"), "{found:?}");
    assert!(ranks.verify(&model, 1).unwrap().differences.is_empty());
}

#[test]
fn bodies_declare_the_shapes_of_shards() {
    let ranks = partition(&model(&product_loop("w1", ""), "y"), &[("x", "x,_")]);
    let graph = ranks.made.models[0].graph.as_ref().unwrap();
    let body = graph.node.iter().find_map(|node| node.attribute("body")).unwrap().g.as_ref().unwrap();
    let shape = |info: &proto::ValueInfo| -> Vec<i64> {
        let Some(proto::TypeValue::Tensor(tensor)) = &info.r#type.as_ref().unwrap().value else {
            return vec![];
        };
        let size = |dim: &proto::Dimension| match dim.value {
            Some(proto::DimValue::Value(size)) => size,
            _ => -1,
        };
        tensor.shape.as_ref().unwrap().dim.iter().map(size).collect()
    };
    let infos = [&body.input[2], &body.output[1], &body.value_info[0]];
    assert_eq!(infos.map(shape), [[2, 4], [2, 4], [2, 4]], "{body:?}");
}

#[test]
fn a_body_may_return_a_value_of_the_enclosing_graph() {
    let yes = body("then_branch", "", "", "h");
    let no = body("else_branch", "", &node("MatMul", "h w1", "e", ""), "e");
    let nodes = [
        node("Relu", "x", "h", ""),
        node("ReduceSum", "x", "sum", "attribute { name: \"keepdims\" i: 0 type: INT }"),
        node("Cast", "sum", "condition", "attribute { name: \"to\" i: 9 type: INT }"),
        node("If", "condition", "y", &format!("{yes} {no}")),
    ];
    let ranks = partition(&model(&nodes.concat(), "y"), &[("x", "x,_")]);
    let found = ops(&ranks);
    assert!(has(&found, "If/Identity") && has(&found, "If/MatMul"), "{found:?}");
}

#[test]
fn a_body_that_runs_replicated_draws_the_numbers_of_the_first_rank() {
    let scan = body(
        "body",
        "row_v row_s",
        &[
            node("RandomNormalLike", "row_s", "row_q", ""),
            node("Add", "row_v row_q", "row_w", ""),
            node("Identity", "row_w", "row_o", ""),
        ]
        .concat(),
        "row_w row_o",
    );
    let attributes = format!("attribute {{ name: \"num_scan_inputs\" i: 1 type: INT }} {scan}");
    let nodes = [
        node("ReduceSum", "x", "row0", "attribute { name: \"keepdims\" i: 0 type: INT }"),
        node("Expand", "row0 four", "row", ""),
        node("Constant", "", "four", "attribute { name: \"value_ints\" ints: 4 type: INTS }"),
        node("Scan", "row x", "row_y y", &attributes),
    ];
    let model = model(&nodes.concat(), "y");
    let found = ops(&partition(&model, &[("w1", "_,x")]));
    let scan = found.iter().position(|op| op == "Scan").unwrap();
    assert!(has(&found[scan..], "AllGather"), "{found:?}");
    assert!(!has(&found, "Scan/AllGather"));
    // Shards are worth a loop, in which the numbers are exchanged.
    let found = ops(&partition(&model, &[("x", "_,x")]));
    assert!(has(&found, "Loop/AllGather") && !has(&found, "Scan"), "{found:?}");
}

#[test]
fn annotations_in_bodies_hold_without_propagation() {
    let spec = "device_configurations { configuration_id: \"two\" sharding_spec { tensor_name: \"h\" device: 0 device: 1
        sharded_dim { axis: 1 simple_sharding { num_shards: 2 } } } }";
    let model = model(&product_loop("w1", spec), "y");
    let ranks = model.partition(&RankPartition::default()).unwrap();
    let graph = ranks.made.models[0].graph.as_ref().unwrap();
    let body = graph.node.iter().find_map(|node| node.attribute("body")).unwrap().g.as_ref().unwrap();
    let has_shard = |info: &proto::ValueInfo| {
        info.metadata_props.iter().any(|entry| entry.value.as_deref() == Some("f32[4,4@x]"))
    };
    assert!(body.value_info.iter().any(has_shard), "{body:?}");
    assert!(ranks.verify(&model, 1).unwrap().differences.is_empty());
}

#[test]
fn a_lost_sharding_names_the_node_in_the_body() {
    let nodes = [node("Det", "v", "d", ""), node("Mul", "v d", "v1", ""), node("Identity", "go", "go1", "")];
    let looped = node("Loop", "times  x", "y", &body("body", "it go v", &nodes.concat(), "go1 v1"));
    let looped = looped.replacen("input: \"x\"", "input: \"\" input: \"x\"", 1);
    let ranks = partition(&model(&looped, "y"), &[("x", "x,_")]);
    let lost = ranks.made.achieved.lost.unwrap();
    assert!(lost.reason.starts_with("node 0 (Det) in its body: "), "{lost:?}");
}

#[test]
fn a_loop_that_carries_a_sequence_runs_replicated() {
    let sequence = "type { sequence_type { elem_type { tensor_type { elem_type: 1 shape { dim { dim_value: 4 } dim { dim_value: 4 } } } } } }";
    let nodes = [
        node("MatMul", "v w1", "v1", ""),
        node("SequenceInsert", "s v1", "s1", ""),
        node("Identity", "go", "go1", ""),
    ];
    let text = body("body", "it go v s", &nodes.concat(), "go1 v1 s1");
    let text = ["s", "s1"].iter().fold(text, |text, name| {
        text.replace(&format!("name: \"{name}\" {MATRIX}"), &format!("name: \"{name}\" {sequence}"))
    });
    let looped = node("Loop", "times x made", "y sequence", &text).replacen(
        "input: \"times\"",
        "input: \"times\" input: \"\"",
        1,
    );
    let nodes = [
        node("SequenceConstruct", "x", "made", ""),
        looped,
        node("ConcatFromSequence", "sequence", "z", "attribute { name: \"axis\" i: 0 type: INT }"),
        node("ReduceSum", "z", "total", ""),
        node("Add", "y total", "out", ""),
    ];
    let ranks = partition(&model(&nodes.concat(), "out"), &[("w1", "x,_"), ("x", "_,x")]);
    let found = ops(&ranks);
    assert!(has(&found, "Loop/SequenceInsert"), "{found:?}");
    assert!(!found.iter().any(|op| op.starts_with("Loop/All")), "{found:?}");
}

fn axis(name: &str, at: i64) -> String {
    format!("attribute {{ name: \"{name}\" i: {at} type: INT }}")
}

fn constant(name: &str, number: i64) -> String {
    node("Constant", "", name, &format!("attribute {{ name: \"value_ints\" ints: {number} type: INTS }}"))
}

/// Steps of `h = h w1 + r` over the slices of `x`, and all `h`: along which dimensions and in which directions they are taken and stacked.
#[derive(Clone, Copy, Debug)]
struct ScanSteps {
    taken: i64,
    stacked: i64,
    is_reversed: [bool; 2],
}

impl ScanSteps {
    const START: &str =
        "attribute { name: \"value_floats\" floats: 0.5 floats: -1 floats: 2 floats: 0 type: FLOATS }";

    fn as_scan(self) -> String {
        let list =
            |name: &str, number: i64| format!("attribute {{ name: \"{name}\" ints: {number} type: INTS }}");
        let steps = [
            node("MatMul", "row_h w1", "row_p", ""),
            node("Add", "row_p row_r", "row_n", ""),
            node("Identity", "row_n", "row_o", ""),
        ];
        let attributes = [
            axis("num_scan_inputs", 1),
            list("scan_input_axes", self.taken),
            list("scan_output_axes", self.stacked),
            list("scan_input_directions", self.is_reversed[0].into()),
            list("scan_output_directions", self.is_reversed[1].into()),
            body("body", "row_h row_r", &steps.concat(), "row_n row_o"),
        ];
        let start = node("Constant", "", "row_s", Self::START);
        start + &node("Scan", "row_s x", "row_f y", &attributes.concat())
    }

    /// The same without a loop.
    fn unrolled(self) -> String {
        let mut nodes = node("Constant", "", "row_0", Self::START) + &constant("stacked", self.stacked);
        let mut rows = Vec::new();
        for step in 0..4i64 {
            let at = if self.is_reversed[0] { 3 - step } else { step };
            let taken = axis("axis", self.taken);
            nodes += &constant(&format!("at{step}"), at);
            nodes += &node("Gather", &format!("x at{step}"), &format!("slice{step}"), &taken);
            nodes += &node("Squeeze", &format!("slice{step}"), &format!("row_r{step}"), "");
            nodes += &node("MatMul", &format!("row_{step} w1"), &format!("row_p{step}"), "");
            nodes += &node("Add", &format!("row_p{step} row_r{step}"), &format!("row_{}", step + 1), "");
            nodes += &node("Unsqueeze", &format!("row_{} stacked", step + 1), &format!("out{step}"), "");
            rows.push(format!("out{step}"));
        }
        if self.is_reversed[1] {
            rows.reverse();
        }
        nodes += &node("Identity", "row_4", "row_f", "");
        nodes + &node("Concat", &rows.join(" "), "y", &axis("axis", self.stacked))
    }
}

#[test]
fn a_scan_that_exchanges_becomes_a_loop() {
    let x: Vec<f32> = (0..16u8).map(|at| f32::from(at * 7 % 16) / 8.0 - 1.0).collect();
    let inputs: Arrays = [("x".to_owned(), Array::f32(&[4, 4], &x).unwrap())].into_iter().collect();
    for [taken, stacked] in [[0, 0], [1, 0], [0, 1], [-1, -1]] {
        for is_reversed in [[false, false], [true, false], [false, true], [true, true]] {
            let steps = ScanSteps { taken, stacked, is_reversed };
            let scan = model(&steps.as_scan(), "row_f y");
            let unrolled = model(&steps.unrolled(), "row_f y");
            for sharding in ["_,x", "x,_"] {
                let ranks = partition(&scan, &[("w1", sharding)]);
                let found = ops(&ranks);
                let exchanges = found.iter().any(|op| op.starts_with("Loop/All"));
                assert!(exchanges && !has(&found, "Scan"), "{steps:?}: {found:?}");
                let full = unrolled.with_contents().unwrap();
                let verified =
                    ranks.compare(&full, &inputs, &Embedded::new(), ComparisonLimits::default()).unwrap();
                assert!(verified.differences.is_empty(), "{steps:?}: {:?}", verified.differences);
            }
        }
    }
}
