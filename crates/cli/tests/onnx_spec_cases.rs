//! Every valid case of the formalism, from `testdata/onnx/spec_cases.json`, as a model: its ranks compute what it computes.

use partita::onnx::proto::{
    Attribute, AttributeKind, DeviceConfiguration, DimValue, Dimension, Graph, Model, Node,
    NodeDeviceConfiguration, OperatorSet, Shape, Tensor, TensorShape, Type, TypeValue, ValueInfo,
};
use partita::onnx::{RankPartition, read_model};
use partita_onnx::structure::spec_json::SpecJson;
use prost::Message as _;
use serde_json::Value;

const CASES: &str = include_str!("../../../testdata/onnx/spec_cases.json");

const FLOAT: i32 = 1;
const UINT8: i32 = 2;
const INT64: i32 = 7;
const BOOL: i32 = 9;

/// The element types of an op's inputs; float if it has none here.
fn elements(op: &str) -> &'static [i32] {
    match op {
        "Where" => &[BOOL],
        "MatMulInteger" => &[UINT8; 2],
        "QLinearMatMul" => &[UINT8, FLOAT, UINT8, UINT8, FLOAT, UINT8, FLOAT, UINT8],
        _ => &[],
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn sizes(shape: &Value) -> Vec<i64> {
    list(shape).map(|size| size.as_i64().expect("a size")).collect()
}

fn info(name: &str, element: i32, dims: &[i64]) -> ValueInfo {
    let dim = |size: &i64| Dimension { value: Some(DimValue::Value(*size)), denotation: None };
    let shape = Shape { dim: dims.iter().map(dim).collect() };
    let tensor = TensorShape { elem_type: Some(element), shape: Some(shape) };
    let ty = Type { value: Some(TypeValue::Tensor(tensor)), denotation: None };
    ValueInfo { name: Some(name.into()), r#type: Some(ty), ..ValueInfo::default() }
}

fn configuration(specs: impl IntoIterator<Item = (String, Value)>) -> Vec<NodeDeviceConfiguration> {
    let spec = |(name, spec): (String, Value)| {
        let spec: SpecJson = serde_json::from_value(spec).expect("a spec");
        partita::onnx::proto::ShardingSpec { tensor_name: Some(name), ..spec.to_proto() }
    };
    vec![NodeDeviceConfiguration {
        configuration_id: Some("devices".into()),
        sharding_spec: specs.into_iter().map(spec).collect(),
        ..NodeDeviceConfiguration::default()
    }]
}

fn attribute(name: &str, value: &Value) -> Attribute {
    let attribute = Attribute { name: Some(name.into()), ..Attribute::default() };
    match value {
        Value::String(text) => Attribute {
            s: Some(text.clone().into_bytes().into()),
            r#type: Some(AttributeKind::String as i32),
            ..attribute
        },
        value => Attribute { i: value.as_i64(), r#type: Some(AttributeKind::Int as i32), ..attribute },
    }
}

/// The model of a case about one op. `axes` is an input in current versions of the format.
fn model_of_op(case: &Value) -> Graph {
    let op = case["op"].as_str().expect("an op");
    let mut node = Node { op_type: Some(op.into()), output: vec!["y".into()], ..Node::default() };
    let mut graph = Graph { name: Some("g".into()), ..Graph::default() };
    let mut specs = Vec::new();
    for (at, input) in list(&case["inputs"]).enumerate() {
        let (name, element) = (format!("x{at}"), elements(op).get(at).copied().unwrap_or(FLOAT));
        graph.input.push(info(&name, element, &sizes(&input["shape"])));
        specs.push((name.clone(), input["spec"].clone()));
        node.input.push(name);
    }
    for (name, value) in case["attrs"].as_object().into_iter().flatten() {
        if name != "axes" {
            node.attribute.push(attribute(name, value));
            continue;
        }
        node.input.push("axes".into());
        graph.initializer.push(Tensor {
            name: Some("axes".into()),
            data_type: Some(INT64),
            dims: vec![list(value).count() as i64],
            int64_data: sizes(value),
            ..Tensor::default()
        });
    }
    node.device_configurations = configuration(specs);
    graph.node.push(node);
    graph.output.push(ValueInfo { name: Some("y".into()), ..ValueInfo::default() });
    graph
}

/// The model of a case about several nodes.
fn model_of_graph(case: &Value) -> Graph {
    let mut graph = Graph { name: Some("g".into()), ..Graph::default() };
    let names = |value: &Value| list(value).map(|name| name.as_str().expect("a name").to_owned()).collect();
    for node in list(&case["graph"]) {
        let specs = node["specs"].as_object().into_iter().flatten();
        let own = configuration(specs.map(|(name, spec)| (name.clone(), spec.clone())));
        graph.node.push(Node {
            op_type: node["op"].as_str().map(Into::into),
            input: names(&node["in"]),
            output: names(&node["out"]),
            device_configurations: own.into_iter().filter(|own| !own.sharding_spec.is_empty()).collect(),
            ..Node::default()
        });
    }
    let made: Vec<String> = graph.node.iter().flat_map(|node| node.output.clone()).collect();
    for (name, shape) in case["shapes"].as_object().expect("shapes") {
        if !made.contains(name) {
            graph.input.push(info(name, FLOAT, &sizes(shape)));
        }
    }
    let last = graph.node.last().and_then(|node| node.output.first().cloned());
    graph.output.push(ValueInfo { name: last, ..ValueInfo::default() });
    graph
}

/// Cases that the embedded runtime does not run, and why.
const NOT_EMBEDDED: &[(&str, &str)] =
    &[("u7-cast", "it has no f16"), ("m12-qlinear-matmul", "it has no QLinearMatMul")];

#[test]
fn ranks_of_every_valid_case_compute_what_it_computes() {
    let file: Value = serde_json::from_str(CASES).expect("JSON");
    let mut run = Vec::new();
    for case in list(&file["vectors"]) {
        let id = case["id"].as_str().expect("an id");
        let is_valid = case["expect"].get("error").is_none();
        let graph = match case["kind"].as_str() {
            Some("op") if is_valid => model_of_op(case),
            Some("graph") if is_valid => model_of_graph(case),
            _ => continue,
        };
        let count = case["num_devices"].as_i64().expect("a number");
        let devices = DeviceConfiguration {
            name: Some("devices".into()),
            num_devices: i32::try_from(count).ok(),
            ..DeviceConfiguration::default()
        };
        let model = Model {
            ir_version: Some(11),
            opset_import: vec![OperatorSet { domain: None, version: Some(21) }],
            configuration: vec![devices],
            graph: Some(graph),
            ..Model::default()
        };
        let model = read_model(id, model.encode_to_vec()).expect("a model");
        let ranks =
            model.partition(&RankPartition::default()).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(ranks.made.models.len() as i64, count, "{id}");
        if id == "u5-strided" {
            assert!(!ranks.made.outputs[0].layout.is_replicated(), "its blocks become one shard per device");
        }
        let missing = NOT_EMBEDDED.iter().find(|(case, _)| *case == id);
        let verified = match (ranks.verify(&model, 1), missing) {
            (Ok(verified), None) => verified,
            (Ok(_), Some((_, why))) => panic!("{id} runs, but is listed as not run: {why}"),
            (Err(_), Some(_)) => continue,
            (Err(error), None) => panic!("{id}: {error}"),
        };
        assert!(verified.differences.is_empty(), "{id}: {:?}", verified.differences);
        run.push(id);
    }
    let must = ["u2", "u5", "u9", "b10", "r4", "r6", "m8", "g1"];
    let is_run = |case: &&str| run.iter().any(|id| id.starts_with(&format!("{case}-")));
    assert!(must.iter().all(is_run), "{run:?}");
    assert!(run.len() >= 35, "{run:?}");
}
