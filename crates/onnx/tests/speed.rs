//! A model of a thousand nodes is checked and completed in a fraction of a second.

#![allow(clippy::print_stderr, reason = "the figure is printed")]

use std::time::{Duration, Instant};

use partita_onnx::check::{self, Mode, check_model};
use partita_onnx::infer::{InferOptions, SpecOrigin, complete_annotations, propagate_specs};
use partita_onnx::layout::{Axis, DeviceLayout, DeviceSet};
use partita_onnx::{infer_types, proto};

/// Two layers of a network, sharded by columns, then by rows.
const LAYER: [(&str, usize); 4] = [("MatMul", 1), ("Relu", 0), ("MatMul", 1), ("Add", 1)];

fn info(name: &str, shape: &[i64]) -> proto::ValueInfo {
    let dim =
        |size: &i64| proto::Dimension { value: Some(proto::DimValue::Value(*size)), ..Default::default() };
    let shape = proto::Shape { dim: shape.iter().map(dim).collect() };
    let tensor = proto::TensorShape { elem_type: Some(1), shape: Some(shape) };
    let ty = proto::Type { value: Some(proto::TypeValue::Tensor(tensor)), ..Default::default() };
    proto::ValueInfo { name: Some(name.into()), r#type: Some(ty), ..Default::default() }
}

/// A model of this many nodes on eight devices. Every fourth node has one annotated input: its weights.
fn model(nodes: usize) -> proto::Model {
    let mut graph = proto::Graph { input: vec![info("v0", &[64, 512])], ..Default::default() };
    let columns = [Axis::unsharded(Some(512)), Axis::blocks(Some(2048), 8)];
    let columns =
        DeviceLayout::new(columns.to_vec(), (0..8).map(|device| DeviceSet::new([device])).collect());
    let columns = columns.expect("eight shards on eight devices");
    for i in 0..nodes {
        let (op, weights) = LAYER[i % 4];
        let mut node = proto::Node {
            op_type: Some(op.into()),
            input: vec![format!("v{i}")],
            output: vec![format!("v{}", i + 1)],
            ..Default::default()
        };
        if weights > 0 {
            let shape = [vec![512, 2048], vec![], vec![2048, 512], vec![512]][i % 4].clone();
            let name = format!("w{i}");
            let tensor = proto::Tensor {
                name: Some(name.clone()),
                dims: shape,
                data_type: Some(1),
                ..Default::default()
            };
            graph.initializer.push(tensor);
            node.input.push(name.clone());
            if i % 4 == 0 {
                node.device_configurations.push(proto::NodeDeviceConfiguration {
                    configuration_id: Some("eight".into()),
                    sharding_spec: vec![columns.to_spec(&name)],
                    pipeline_stage: None,
                });
            }
        }
        graph.node.push(node);
    }
    graph.output = vec![proto::ValueInfo { name: Some(format!("v{nodes}")), ..Default::default() }];
    proto::Model {
        ir_version: Some(11),
        opset_import: vec![proto::OperatorSet { domain: None, version: Some(21) }],
        graph: Some(graph),
        configuration: vec![proto::DeviceConfiguration {
            name: Some("eight".into()),
            num_devices: Some(8),
            device: Vec::new(),
        }],
        ..Default::default()
    }
}

#[test]
fn a_thousand_nodes() {
    let model = model(1000);
    let start = Instant::now();
    let typed = infer_types(&model);
    let typing = start.elapsed();
    let findings = check_model(&model, &typed, &check::CheckOptions::default());
    let checking = start.elapsed() - typing;
    let options = InferOptions::default().mode(Mode::Strict);
    let propagated =
        propagate_specs(&model, &typed, &model.configuration[0], None, options).expect("there is a mesh");
    let annotations = complete_annotations(&model, std::slice::from_ref(&propagated.inferred));
    let all = start.elapsed();
    eprintln!("1000 nodes: types {typing:?}, check {checking:?}, with infer --propagate {all:?}");
    assert!(findings.is_empty(), "{}", findings[0].message);
    assert!(propagated.inferred.findings.is_empty(), "{}", propagated.inferred.findings[0].message);
    assert_eq!(annotations.len(), 1000);
    // The second matrix of every layer is sharded by rows, so that no data moves before its sum.
    let rows =
        propagated.inferred.specs.iter().find(|spec| spec.tensor == "w2").expect("all inputs have specs");
    assert_eq!(rows.origin, SpecOrigin::Propagation);
    assert_eq!(rows.layout.axes()[0].shards(), 8);
    assert!(propagated.inferred.reshards.is_empty(), "{}", propagated.inferred.reshards[0].value);
    assert!(all < Duration::from_secs(10), "{all:?}");
}
