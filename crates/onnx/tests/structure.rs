//! The structural check: twenty-four odd annotations that other tools accept, and invalid graphs.

use std::collections::BTreeSet;

use partita_base::{Code, Severity, code};
use partita_onnx::check::{CheckOptions, Mode, check_model};
use partita_onnx::proto::*;
use partita_onnx::structure::check_structure;
use partita_onnx::{Finding, infer_types};

fn value(name: &str, dims: &[i64]) -> ValueInfo {
    let dim = |size: &i64| Dimension { value: Some(DimValue::Value(*size)), denotation: None };
    let shape = Shape { dim: dims.iter().map(dim).collect() };
    let tensor = TensorShape { elem_type: Some(1), shape: Some(shape) };
    let ty = Type { value: Some(TypeValue::Tensor(tensor)), denotation: None };
    ValueInfo { name: Some(name.into()), r#type: Some(ty), ..ValueInfo::default() }
}

fn node(op: &str, inputs: &[&str], outputs: &[&str]) -> Node {
    Node {
        op_type: Some(op.into()),
        input: inputs.iter().map(|name| name.to_string()).collect(),
        output: outputs.iter().map(|name| name.to_string()).collect(),
        ..Node::default()
    }
}

fn model(nodes: Vec<Node>) -> Model {
    Model {
        ir_version: Some(11),
        opset_import: vec![OperatorSet { domain: None, version: Some(21) }],
        graph: Some(Graph {
            node: nodes,
            name: Some("g".into()),
            input: vec![value("a", &[4, 8]), value("b", &[8, 6])],
            output: vec![value("c", &[4, 6])],
            ..Graph::default()
        }),
        ..Model::default()
    }
}

/// Splits axis 0 of `a` in two.
fn spec() -> ShardingSpec {
    let part = SimpleShardedDim { dim: None, num_shards: Some(2) };
    ShardingSpec {
        tensor_name: Some("a".into()),
        device: vec![0, 1],
        index_to_device_group_map: Vec::new(),
        sharded_dim: vec![ShardedDim { axis: Some(0), simple_sharding: vec![part] }],
    }
}

/// A matrix product on four devices, correctly annotated.
fn annotated() -> Model {
    let mut product = node("MatMul", &["a", "b"], &["c"]);
    product.device_configurations = vec![NodeDeviceConfiguration {
        configuration_id: Some("four".into()),
        sharding_spec: vec![spec()],
        pipeline_stage: None,
    }];
    let mut model = model(vec![product]);
    model.configuration =
        vec![DeviceConfiguration { name: Some("four".into()), num_devices: Some(4), device: Vec::new() }];
    model
}

fn annotation(model: &mut Model) -> &mut NodeDeviceConfiguration {
    &mut model.graph.as_mut().unwrap().node[0].device_configurations[0]
}

fn first_spec(model: &mut Model) -> &mut ShardingSpec {
    &mut annotation(model).sharding_spec[0]
}

fn group(key: i64, value: &[i64]) -> GroupEntry {
    GroupEntry { key: Some(key), value: value.to_vec() }
}

type Change = fn(&mut Model);

/// The change and the name of the expected fault. Operands that are sharded differently along their shared axis are left to the check
/// against ops.
const ODD: &[(&str, Change, Code, Severity)] = {
    use Severity::{Error, Warning};
    &[
        (
            "tensor unknown",
            |m| first_spec(m).tensor_name = Some("x".into()),
            code::ONNX_TENSOR_UNKNOWN,
            Error,
        ),
        ("tensor absent", |m| first_spec(m).tensor_name = None, code::ONNX_TENSOR_ABSENT, Error),
        ("axis 7 of rank 2", |m| first_spec(m).sharded_dim[0].axis = Some(7), code::ONNX_AXIS_RANGE, Error),
        ("axis absent", |m| first_spec(m).sharded_dim[0].axis = None, code::ONNX_AXIS_ABSENT, Error),
        (
            "axis repeated",
            |m| {
                let mut again = spec().sharded_dim;
                again[0].axis = Some(-2);
                first_spec(m).sharded_dim.append(&mut again);
                first_spec(m).device = vec![0, 1, 2, 3];
            },
            code::ONNX_AXIS_REPEATED,
            Error,
        ),
        (
            "0 shards",
            |m| first_spec(m).sharded_dim[0].simple_sharding[0].num_shards = Some(0),
            code::ONNX_SHARDS_ZERO,
            Error,
        ),
        (
            "-3 shards",
            |m| first_spec(m).sharded_dim[0].simple_sharding[0].num_shards = Some(-3),
            code::ONNX_SHARDS_NEGATIVE,
            Error,
        ),
        (
            "shards absent",
            |m| first_spec(m).sharded_dim[0].simple_sharding[0].num_shards = None,
            code::ONNX_SHARDS_ABSENT,
            Error,
        ),
        ("3 devices, 2 shards", |m| first_spec(m).device.push(2), code::ONNX_DEVICE_COUNT, Error),
        ("device 99 of 4", |m| first_spec(m).device[1] = 99, code::ONNX_DEVICE_RANGE, Error),
        ("group undefined", |m| first_spec(m).device[1] = -1, code::ONNX_GROUP_UNDEFINED, Error),
        (
            "group empty",
            |m| {
                first_spec(m).device[1] = -1;
                first_spec(m).index_to_device_group_map = vec![group(-1, &[])];
            },
            code::ONNX_GROUP_EMPTY,
            Error,
        ),
        (
            "group repeated",
            |m| {
                first_spec(m).device[1] = -1;
                first_spec(m).index_to_device_group_map = vec![group(-1, &[1]), group(-1, &[2])];
            },
            code::ONNX_GROUP_REPEATED,
            Error,
        ),
        (
            "key is a device",
            |m| first_spec(m).index_to_device_group_map = vec![group(0, &[0, 2])],
            code::ONNX_GROUP_SHADOWS,
            Warning,
        ),
        (
            "configuration unknown",
            |m| annotation(m).configuration_id = Some("five".into()),
            code::ONNX_CONFIGURATION_UNKNOWN,
            Error,
        ),
        (
            "configuration absent",
            |m| annotation(m).configuration_id = None,
            code::ONNX_CONFIGURATION_ABSENT,
            Error,
        ),
        (
            "configuration repeated",
            |m| m.configuration.push(m.configuration[0].clone()),
            code::ONNX_CONFIGURATION_REPEATED,
            Error,
        ),
        (
            "2 names, 4 devices",
            |m| m.configuration[0].device = vec!["p".into(), "q".into()],
            code::ONNX_DEVICE_NAMES,
            Error,
        ),
        ("0 devices", |m| m.configuration[0].num_devices = Some(0), code::ONNX_NO_DEVICES, Error),
        ("stage -5", |m| annotation(m).pipeline_stage = Some(-5), code::ONNX_STAGE_NEGATIVE, Error),
        (
            "size 5 of 4",
            |m| first_spec(m).sharded_dim[0].simple_sharding[0].dim = Some(SimpleDim::Value(5)),
            code::ONNX_DIM_PRODUCT,
            Error,
        ),
        ("tensor repeated", |m| annotation(m).sharding_spec.push(spec()), code::ONNX_TENSOR_REPEATED, Error),
        ("version 7", |m| m.ir_version = Some(7), code::ONNX_IR_TOO_OLD, Error),
    ]
};

#[test]
fn a_correct_model_has_no_findings() {
    assert_eq!(check_structure(&annotated()), []);
}

#[test]
fn every_odd_annotation_has_a_code_of_its_own() {
    let mut codes = BTreeSet::new();
    for (name, change, code, severity) in ODD {
        let mut model = annotated();
        change(&mut model);
        let found: Vec<(Code, Severity)> =
            check_structure(&model).iter().map(|finding| (finding.code, finding.severity)).collect();
        assert_eq!(found, [(*code, *severity)], "{name}");
        assert!(codes.insert(*code), "{name} shares {code}");
    }
    assert_eq!(ODD.len(), 23, "the twenty-fourth needs to know what MatMul does");
}

#[test]
fn the_last_odd_annotation_is_found_by_the_check_against_ops() {
    // Both operands have two shards on the same devices, but only one is sharded along the shared axis.
    let mut model = annotated();
    first_spec(&mut model).sharded_dim[0].axis = Some(1);
    let mut other = spec();
    other.tensor_name = Some("b".into());
    other.sharded_dim[0].axis = Some(1);
    annotation(&mut model).sharding_spec.push(other);
    assert_eq!(check_structure(&model), []);
    let typed = infer_types(&model);
    for (mode, code) in [(Mode::Strict, code::ONNX_AXIS_MISMATCH), (Mode::Lenient, code::ONNX_NOT_COMPOSABLE)]
    {
        let found = check_model(&model, &typed, &CheckOptions::default().mode(mode));
        let codes: Vec<Code> = found.iter().map(|finding| finding.code).collect();
        assert_eq!(codes, [code], "{found:#?}");
        assert!(ODD.iter().all(|(_, _, other, _)| *other != code));
    }
}

/// The findings of a model. Checks that each has a code, a location and a message.
#[track_caller]
fn found(model: &Model, codes: &[Code]) -> Vec<Finding> {
    let findings = check_structure(model);
    let actual: Vec<Code> = findings.iter().map(|finding| finding.code).collect();
    assert_eq!(actual, codes, "{findings:#?}");
    findings
}

#[test]
fn names_that_tools_left_behind_are_guessed() {
    let mut model = annotated();
    let graph = model.graph.as_mut().unwrap();
    graph.node[0].input[0] = "left/a".into();
    graph.input[0].name = Some("left/a".into());
    let findings = found(&model, &[code::ONNX_TENSOR_UNKNOWN]);
    assert!(findings[0].help.as_ref().unwrap().starts_with("did you mean 'left/a'?"), "{findings:?}");
    assert_eq!(findings[0].location.to_string(), "node 0 (MatMul), tensor 'a', configuration 'four'");
    let mut model = annotated();
    model.configuration.clear();
    let findings = found(&model, &[code::ONNX_CONFIGURATION_UNKNOWN]);
    assert!(findings[0].help.as_ref().unwrap().contains("drop them"));
}

#[test]
fn cycles_and_wrong_order_are_distinguished() {
    let nodes = vec![
        node("Add", &["a", "y"], &["x"]),
        node("Add", &["x", "a"], &["y"]),
        node("Relu", &["y"], &["c"]),
    ];
    let findings = found(&model(nodes), &[code::ONNX_CYCLE]);
    assert!(findings[0].message.starts_with("2 nodes form a cycle: "));
    let nodes = vec![node("Relu", &["x"], &["c"]), node("Neg", &["a"], &["x"])];
    found(&model(nodes), &[code::ONNX_ORDER]);
    let nodes = vec![node("Add", &["a", "c"], &["c"])];
    found(&model(nodes), &[code::ONNX_CYCLE]);
}

#[test]
fn values_are_made_once_and_before_they_are_read() {
    let findings = found(&model(vec![node("Gemm", &["a", "b", "bias"], &["c"])]), &[code::ONNX_UNDEFINED]);
    assert!(findings[0].message.contains("input 2 of Gemm is 'bias', which is not defined"));
    let findings = found(&model(vec![node("MatMul", &["a", "bb"], &["c"])]), &[code::ONNX_UNDEFINED]);
    assert_eq!(findings[0].help.as_deref(), Some("did you mean 'b'?"));
    found(&model(vec![node("Relu", &["a"], &["d"])]), &[code::ONNX_OUTPUT]);
    found(&model(vec![node("Relu", &["a"], &["c"]), node("Neg", &["a"], &["c"])]), &[code::ONNX_REDEFINED]);
    found(&model(vec![node("Split", &["a"], &["c", "c"])]), &[code::ONNX_REDEFINED]);
    found(&model(vec![node("Relu", &["a"], &["b"]), node("Relu", &["b"], &["c"])]), &[code::ONNX_REDEFINED]);
}

#[test]
fn names_may_be_odd_but_not_empty() {
    let findings = found(
        &model(vec![node("Relu", &["a"], &["x\n"]), node("Relu", &["x\n"], &["c"])]),
        &[code::ONNX_NAME],
    );
    assert_eq!(findings[0].severity, Severity::Warning);
    let mut nameless = model(vec![node("Relu", &["a"], &["c"])]);
    nameless.graph.as_mut().unwrap().input.push(ValueInfo::default());
    found(&nameless, &[code::ONNX_NAME]);
    found(&model(vec![node("", &["a"], &["c"])]), &[code::ONNX_NAME]);
    assert!(
        check_structure(&model(vec![
            node("Relu", &["a"], &["Ärger/☃:0"]),
            node("Neg", &["Ärger/☃:0"], &["c"])
        ]))
        .is_empty()
    );
}

fn branch(nodes: Vec<Node>, output: &str) -> Attribute {
    let graph = Graph { node: nodes, output: vec![value(output, &[4, 6])], ..Graph::default() };
    Attribute { name: Some("then_branch".into()), g: Some(graph), r#type: Some(5), ..Attribute::default() }
}

#[test]
fn graphs_inside_nodes_are_checked_too() {
    let mut inner = node("Relu", &["undefined"], &["t"]);
    inner.device_configurations =
        vec![NodeDeviceConfiguration { configuration_id: Some("none".into()), ..Default::default() }];
    let mut conditional = node("If", &["a"], &["c"]);
    conditional.attribute = vec![branch(vec![inner], "t")];
    let findings =
        found(&model(vec![conditional]), &[code::ONNX_CONFIGURATION_UNKNOWN, code::ONNX_UNDEFINED]);
    assert_eq!(findings[0].location.path, ["node 0 (If) then_branch"]);
}

#[test]
fn a_graph_inside_a_node_reads_from_around_it() {
    let mut conditional = node("If", &["a"], &["c"]);
    conditional.attribute = vec![branch(vec![node("Relu", &["late"], &["t"])], "t")];
    let late = node("Neg", &["b"], &["late"]);
    found(&model(vec![late.clone(), conditional.clone()]), &[]);
    found(&model(vec![conditional.clone(), late]), &[code::ONNX_ORDER]);
    let circle = node("Neg", &["c"], &["late"]);
    found(&model(vec![conditional, circle]), &[code::ONNX_CYCLE]);
}

#[test]
fn functions_and_op_sets() {
    found(&model(vec![Node { domain: Some("my".into()), ..node("F", &["a"], &["c"]) }]), &[code::ONNX_OPSET]);
    let call = |name: &str| Node { domain: Some("my".into()), ..node(name, &["x"], &["y"]) };
    let function = |name: &str, calls: &str| Function {
        name: Some(name.into()),
        domain: Some("my".into()),
        input: vec!["x".into()],
        output: vec!["y".into()],
        node: vec![call(calls)],
        ..Function::default()
    };
    let mut recursive = model(vec![Node { domain: Some("my".into()), ..node("F", &["a"], &["c"]) }]);
    recursive.functions = vec![function("F", "G"), function("G", "F")];
    found(&recursive, &[code::ONNX_RECURSION, code::ONNX_RECURSION]);
}

#[test]
fn stages_do_not_read_from_later_ones() {
    let staged = |mut node: Node, stage: i32| {
        node.device_configurations = vec![NodeDeviceConfiguration {
            configuration_id: Some("four".into()),
            pipeline_stage: Some(stage),
            ..Default::default()
        }];
        node
    };
    let build = |first, last| {
        let nodes = vec![
            staged(node("Neg", &["a"], &["x"]), first),
            node("Abs", &["x"], &["y"]),
            staged(node("Relu", &["y"], &["c"]), last),
        ];
        Model { configuration: annotated().configuration, ..model(nodes) }
    };
    found(&build(1, 2), &[]);
    let findings = found(&build(2, 1), &[code::ONNX_STAGE_ORDER]);
    assert_eq!(findings[0].message, "stage 1 uses 'y', which depends on node 0 of stage 2");
}

#[test]
fn sharded_inputs_are_checked() {
    let with = |key: &str, text: &str| {
        let mut model = annotated();
        model.graph.as_mut().unwrap().input[1].metadata_props =
            vec![StringEntry { key: Some(key.into()), value: Some(text.into()) }];
        model
    };
    let good = r#"{"device": [0, 1], "sharded_dim": [{"axis": 1, "simple_sharding": [{"num_shards": 2}]}]}"#;
    found(&with("partita.sharding", good), &[]);
    found(&with("partita.sharding.four", good), &[]);
    found(&with("partita.sharding.five", good), &[code::ONNX_SHARDED_INPUT]);
    found(&with("partita.sharding", "{"), &[code::ONNX_SHARDED_INPUT]);
    found(&with("partita.sharding", &good.replace("[0, 1]", "[0, 9]")), &[code::ONNX_DEVICE_RANGE]);
    found(&with("partita.shardings", "anything"), &[]);
}

#[test]
fn many_findings_are_truncated() {
    let nodes: Vec<Node> =
        (0..5000).map(|i| node("Relu", &[&format!("u{i}")], &[&format!("v{i}")])).collect();
    assert_eq!(check_structure(&model(nodes)).len(), partita_onnx::structure::MOST_FINDINGS);
}

/// Small files that would take very long if any step were quadratic.
#[test]
fn large_models_take_linear_time() {
    let start = std::time::Instant::now();
    let names: Vec<String> = (0..100_000).map(|i| format!("v{i}")).collect();
    let mut wide = node("Concat", &[], &["c"]);
    wide.input.clone_from(&names);
    let specs = names.iter().map(|name| ShardingSpec {
        tensor_name: Some(name.clone()),
        device: vec![0],
        ..Default::default()
    });
    wide.device_configurations = vec![NodeDeviceConfiguration {
        configuration_id: Some("four".into()),
        sharding_spec: specs.collect(),
        pipeline_stage: None,
    }];
    let inner = names.iter().map(|name| node("Relu", &["a"], &[&format!("i{name}")])).collect();
    wide.attribute = vec![branch(inner, "iv0")];
    let mut large = annotated();
    large.opset_import =
        names.iter().map(|name| OperatorSet { domain: Some(name.clone()), version: Some(1) }).collect();
    large.opset_import.push(OperatorSet { domain: None, version: Some(21) });
    let graph = large.graph.as_mut().unwrap();
    graph.node = names.iter().map(|name| node("Neg", &["a"], &[name])).collect();
    for (i, node) in graph.node.iter_mut().enumerate() {
        let id = Some(format!("configuration {i}"));
        node.device_configurations = vec![NodeDeviceConfiguration {
            configuration_id: id.clone(),
            pipeline_stage: Some(1),
            ..Default::default()
        }];
        large.configuration.push(DeviceConfiguration { name: id, num_devices: Some(4), device: Vec::new() });
    }
    graph.node.push(wide);
    assert_eq!(check_structure(&large), []);
    // Quadratic steps would take many minutes; a busy machine takes some seconds.
    assert!(start.elapsed().as_secs() < 60, "took {:?}", start.elapsed());
}
