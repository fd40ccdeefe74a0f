//! Vectors about graphs.

use std::collections::BTreeMap;

use partita_base::{Code, Severity, code};
use serde_json::Value;

use super::op::{OPSET, attribute, parameters};
use super::{Fields, dims, layout, same, spec};
use partita_onnx::check::Mode;
use partita_onnx::finding::Finding;
use partita_onnx::infer::{InferOptions, Inferred, Reshard, infer_forward};
use partita_onnx::proto;
use partita_onnx::structure::check_structure;
use partita_onnx::types::Dim;
use partita_onnx::typing::infer_types;

/// The specs inferred for the nodes of a graph.
pub(super) fn run(fields: &Fields<'_>) -> Result<(), String> {
    fields.only(&["num_devices", "graph", "shapes", "model_inputs", "initializers", "expect"])?;
    let num_devices = fields.num_devices()?;
    let mut shapes: BTreeMap<&str, Vec<Dim>> = BTreeMap::new();
    for (name, shape) in fields.need("shapes")?.as_object().ok_or("expected an object in `shapes`")? {
        shapes.insert(name, dims(shape)?);
    }
    let model = model(fields, &shapes, num_devices)?;
    let typed = infer_types(&model);
    let expect = fields.object("expect")?;
    expect.only(&["specs", "ok", "error", "reshard", "reshards"])?;
    let options = InferOptions::default().mode(Mode::Strict);
    let inferred = infer_forward(&model, &typed, &model.configuration[0], options);
    errors(&inferred, &model, &expect)?;
    if let Some(specs) = expect.get("specs") {
        for (key, expected) in specs.as_object().ok_or("expected an object in `specs`")? {
            let (node, tensor) =
                key.split_once('.').ok_or_else(|| format!("expected NODE.TENSOR, found `{key}`"))?;
            let node: usize =
                node.strip_prefix("node").and_then(|n| n.parse().ok()).ok_or_else(|| format!("`{key}`"))?;
            let found = (inferred.specs.iter()).find(|spec| spec.node == node && spec.tensor == tensor);
            let found = found.ok_or_else(|| format!("{key} has no spec"))?;
            let dims = shapes.get(tensor).ok_or_else(|| format!("`{tensor}` has no shape"))?;
            let expected = layout(expected, dims, num_devices).map_err(|errors| errors.join(", "))?;
            same(&found.layout, &expected, key)?;
        }
    }
    let one = expect.get("reshard").into_iter();
    let many = expect.get("reshards").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let expected: Vec<&Value> = one.chain(many).collect();
    for reshard in &expected {
        let reshard = Fields::of(reshard, "a reshard")?;
        reshard.only(&["value", "from", "to", "collective"])?;
        let value = reshard.text("value")?;
        let found: Vec<&Reshard> = inferred.reshards.iter().filter(|found| found.value == value).collect();
        let dims = shapes.get(value).ok_or_else(|| format!("`{value}` has no shape"))?;
        let side =
            |name: &str| layout(reshard.need(name)?, dims, num_devices).map_err(|errors| errors.join(", "));
        let (from, to) = (side("from")?, side("to")?);
        let fits = |found: &&&Reshard| found.from == from && found.to == to;
        let found = found.iter().find(fits).ok_or_else(|| format!("`{value}` is not resharded so"))?;
        if let Some(collective) = reshard.get("collective").and_then(Value::as_str)
            && found.transfer.name() != collective
        {
            return Err(format!("the collective is {}, expected {collective}", found.transfer.name()));
        }
    }
    if expect.get("reshards").is_some() && inferred.reshards.len() != expected.len() {
        return Err(format!("{} reshards, expected {}", inferred.reshards.len(), expected.len()));
    }
    Ok(())
}

/// Compares the faults.
fn errors(inferred: &Inferred, model: &proto::Model, expect: &Fields<'_>) -> Result<(), String> {
    let structure = check_structure(model);
    let findings =
        structure.iter().chain(&inferred.findings).filter(|finding| finding.severity == Severity::Error);
    let found: Vec<&Finding> = findings.filter(|finding| in_scope(finding.code)).collect();
    match expect.get("error").and_then(Value::as_str) {
        Some(error) if found.iter().any(|finding| name(finding.code) == error) => Ok(()),
        Some(error) => {
            Err(format!("found {:?}, expected {error}", found.iter().map(|f| &f.message).collect::<Vec<_>>()))
        }
        None if found.is_empty() || expect.get("ok") == Some(&Value::Bool(false)) => Ok(()),
        None => Err(format!("found {}, expected nothing wrong", found[0].message)),
    }
}

/// Whether a finding is about sharding, not about the structure of the vector's model.
fn in_scope(code: Code) -> bool {
    code >= code::ONNX_CONFIGURATION_ABSENT
}

fn name(code: Code) -> &'static str {
    const NAMES: [(Code, &str); 17] = [
        (code::ONNX_AXIS_MISMATCH, "axis-mismatch"),
        (code::ONNX_AXIS_UNSHARDABLE, "axis-needs-replication"),
        (code::ONNX_UNIT_AXIS, "unit-axis-sharded"),
        (code::ONNX_NOT_COMPOSABLE, "not-composable"),
        (code::ONNX_STAGE_ORDER, "stage-order"),
        (code::ONNX_AXIS_RANGE, "axis-out-of-range"),
        (code::ONNX_AXIS_REPEATED, "axis-repeated"),
        (code::ONNX_SHARDS_ZERO, "num-shards-not-positive"),
        (code::ONNX_SHARDS_NEGATIVE, "num-shards-not-positive"),
        (code::ONNX_DEVICE_COUNT, "device-count-mismatch"),
        (code::ONNX_DEVICE_RANGE, "device-out-of-range"),
        (code::ONNX_GROUP_UNDEFINED, "group-key-undefined"),
        (code::ONNX_GROUP_EMPTY, "group-empty"),
        (code::ONNX_GROUP_REPEATED, "group-key-repeated"),
        (code::ONNX_MEMBER_REPEATED, "group-member-repeated"),
        (code::ONNX_DIM_PRODUCT, "dim-product-mismatch"),
        (code::ONNX_DIMS_AMBIGUOUS, "ambiguous-nested-dims"),
    ];
    NAMES.iter().find(|(own, _)| *own == code).map_or("", |(_, name)| name)
}

/// The model of a vector.
fn model(
    fields: &Fields<'_>,
    shapes: &BTreeMap<&str, Vec<Dim>>,
    num_devices: u64,
) -> Result<proto::Model, String> {
    let mut graph = proto::Graph { name: Some("g".into()), ..proto::Graph::default() };
    let list = |value: &Value| -> Result<Vec<String>, String> {
        let items = value.as_array().ok_or("expected a list of names")?;
        items.iter().map(|item| Ok(item.as_str().ok_or("expected a name")?.to_string())).collect()
    };
    for (i, node) in fields.list("graph")?.iter().enumerate() {
        let node = Fields::of(node, "a node")?;
        node.only(&["op", "in", "out", "specs", "attrs", "stage"])?;
        let op = node.text("op")?;
        let mut proto = proto::Node {
            op_type: Some(op.to_string()),
            input: list(node.need("in")?)?,
            output: list(node.need("out")?)?,
            ..proto::Node::default()
        };
        for (name, value) in node.get("attrs").and_then(Value::as_object).into_iter().flatten() {
            match parameters(op).iter().position(|parameter| parameter == name) {
                Some(at) => {
                    let constant = format!("node{i}.{name}");
                    proto.input.resize(proto.input.len().max(at + 1), String::new());
                    proto.input[at] = constant.clone();
                    graph.initializer.push(
                        tensor(&constant, value).ok_or_else(|| format!("attribute `{name}` is {value}"))?,
                    );
                }
                None => proto
                    .attribute
                    .push(attribute(name, value).ok_or_else(|| format!("attribute `{name}` is {value}"))?),
            }
        }
        let mut own =
            proto::NodeDeviceConfiguration { configuration_id: Some("c".into()), ..Default::default() };
        for (name, value) in node.get("specs").and_then(Value::as_object).into_iter().flatten() {
            own.sharding_spec.push(proto::ShardingSpec { tensor_name: Some(name.clone()), ..spec(value)? });
        }
        own.pipeline_stage =
            node.get("stage").and_then(Value::as_i64).and_then(|stage| i32::try_from(stage).ok());
        if !own.sharding_spec.is_empty() || own.pipeline_stage.is_some() {
            proto.device_configurations.push(own);
        }
        graph.node.push(proto);
    }
    let made: Vec<String> = graph.node.iter().flat_map(|node| node.output.iter().cloned()).collect();
    let fixed: Vec<String> = graph.initializer.iter().filter_map(|tensor| tensor.name.clone()).collect();
    let initializers = fields.get("initializers").map_or(Ok(Vec::new()), list)?;
    for (name, shape) in shapes {
        let info = info(name, shape);
        let is_read = graph.node.iter().any(|node| node.input.iter().any(|input| input == name));
        if made.iter().any(|made| made == name) {
            graph.value_info.push(info);
        } else if initializers.iter().any(|own| own == name) {
            let sizes =
                shape.iter().map(|dim| dim.known().map(|size| size as i64)).collect::<Option<Vec<i64>>>();
            let dims = sizes.ok_or("an initialiser of unknown size")?;
            graph.initializer.push(proto::Tensor {
                name: Some(name.to_string()),
                dims,
                data_type: Some(1),
                ..Default::default()
            });
        } else if is_read && !fixed.iter().any(|fixed| fixed == name) {
            graph.input.push(info);
        }
    }
    if let Some(last) = graph.node.last() {
        graph.output = last
            .output
            .iter()
            .map(|name| info(name, shapes.get(name.as_str()).map_or(&[], |dims| dims)))
            .collect();
    }
    Ok(proto::Model {
        ir_version: Some(11),
        opset_import: vec![proto::OperatorSet { domain: None, version: Some(OPSET) }],
        graph: Some(graph),
        configuration: vec![proto::DeviceConfiguration {
            name: Some("c".into()),
            num_devices: i32::try_from(num_devices).ok(),
            device: Vec::new(),
        }],
        ..proto::Model::default()
    })
}

fn tensor(name: &str, value: &Value) -> Option<proto::Tensor> {
    let (items, dims): (Vec<&Value>, Vec<i64>) = match value {
        Value::Array(items) => (items.iter().collect(), vec![items.len() as i64]),
        scalar => (vec![scalar], Vec::new()),
    };
    let int64_data = items.iter().map(|item| item.as_i64()).collect::<Option<_>>()?;
    Some(proto::Tensor {
        name: Some(name.to_string()),
        dims,
        data_type: Some(7),
        int64_data,
        ..Default::default()
    })
}

fn info(name: &str, shape: &[Dim]) -> proto::ValueInfo {
    let dim = |dim: &Dim| proto::Dimension {
        value: match dim {
            Dim::Known(size) => Some(proto::DimValue::Value(*size as i64)),
            Dim::Named(name) => Some(proto::DimValue::Param(name.to_string())),
            Dim::Unknown => None,
        },
        ..proto::Dimension::default()
    };
    let shape = proto::Shape { dim: shape.iter().map(dim).collect() };
    let tensor = proto::TensorShape { elem_type: Some(1), shape: Some(shape) };
    let ty = proto::Type { value: Some(proto::TypeValue::Tensor(tensor)), ..proto::Type::default() };
    proto::ValueInfo { name: Some(name.to_string()), r#type: Some(ty), ..proto::ValueInfo::default() }
}

/// Stages of a pipeline: nodes `A>B>C`, each of which uses the output of the previous one.
pub(super) fn pipeline(fields: &Fields<'_>) -> Result<(), String> {
    fields.only(&["graph", "expect", "num_devices"])?;
    let expect = fields.object("expect")?;
    expect.only(&["stage", "ok", "error"])?;
    let stages = expect.need("stage")?.as_object().ok_or("expected an object in `stage`")?;
    let text = fields.text("graph")?;
    let text = text.split(" (").next().unwrap_or(text);
    let mut reads: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut order: Vec<&str> = Vec::new();
    for chain in text.split(',') {
        let names: Vec<&str> = chain.split('>').map(str::trim).filter(|name| !name.is_empty()).collect();
        for name in &names {
            if !order.contains(name) {
                order.push(name);
            }
            reads.entry(name).or_default();
        }
        for pair in names.windows(2) {
            reads.entry(pair[1]).or_default().push(pair[0]);
        }
    }
    if let Some(unknown) = stages.keys().find(|name| !order.contains(&name.as_str())) {
        return Err(format!("unknown node `{unknown}`"));
    }
    let mut model = proto::Model {
        ir_version: Some(11),
        opset_import: vec![proto::OperatorSet { domain: None, version: Some(OPSET) }],
        configuration: vec![proto::DeviceConfiguration {
            name: Some("c".into()),
            num_devices: Some(2),
            device: Vec::new(),
        }],
        ..proto::Model::default()
    };
    let mut graph = proto::Graph { name: Some("g".into()), ..proto::Graph::default() };
    graph.input.push(info("in", &[Dim::Known(4)]));
    for name in &order {
        let stage = stages.get(*name).and_then(Value::as_i64).and_then(|stage| i32::try_from(stage).ok());
        let annotation = proto::NodeDeviceConfiguration {
            configuration_id: Some("c".into()),
            sharding_spec: Vec::new(),
            pipeline_stage: stage,
        };
        let mut input: Vec<String> = reads[name].iter().map(|name| name.to_string()).collect();
        if input.is_empty() {
            input.push("in".to_string());
        }
        graph.node.push(proto::Node {
            name: Some(name.to_string()),
            op_type: Some("Sum".to_string()),
            input,
            output: vec![name.to_string()],
            device_configurations: vec![annotation],
            ..proto::Node::default()
        });
    }
    graph.output.extend(order.last().map(|name| info(name, &[Dim::Known(4)])));
    model.graph = Some(graph);
    let wrong = check_structure(&model).into_iter().find(|finding| finding.code == code::ONNX_STAGE_ORDER);
    match (wrong, expect.get("error").and_then(Value::as_str), expect.get("ok")) {
        (None, None, None | Some(Value::Bool(true))) => Ok(()),
        (Some(_), Some("stage-order"), _) | (Some(_), None, Some(Value::Bool(false))) => Ok(()),
        (Some(finding), _, _) => Err(finding.message),
        (None, _, _) => Err("the stages are in order".into()),
    }
}
