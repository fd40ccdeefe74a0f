//! Models whose nodes run on some of the devices.

use partita::onnx::{Array, Arrays, ComparisonLimits, Embedded, RankPartition, read_text};

const PAIRS: &str = include_str!("../../../testdata/onnx/ranks/batch_between_stages.textproto");
const MESHES: &str = include_str!("../../../testdata/onnx/ranks/batch_between_meshes.textproto");

#[test]
fn stages_take_batches_of_any_size() {
    for (text, shapes) in [
        (PAIRS, [vec![1, 4], vec![3, 4], vec![8, 4]]),
        (MESHES, [vec![1, 1, 4], vec![2, 5, 4], vec![7, 3, 4]]),
    ] {
        let model = read_text("model", text).unwrap();
        let ranks = model.partition(&RankPartition::default()).unwrap();
        for shape in shapes {
            let numbers: Vec<f32> =
                (0..shape.iter().product()).map(|at: usize| (at as f32 * 0.7).sin()).collect();
            let inputs = Arrays::from([("x".to_owned(), Array::f32(&shape, &numbers).unwrap())]);
            let full = model.with_contents().unwrap();
            let verified =
                ranks.compare(&full, &inputs, &Embedded::new(), ComparisonLimits::default()).unwrap();
            assert_eq!(verified.expected["y"].shape()[0], shape[0]);
            assert!(verified.differences.is_empty(), "{shape:?}: {:?}", verified.differences);
        }
    }
}

const BLOCKS: &str = r#"
ir_version: 11
opset_import { version: 21 }
graph {
  name: "g"
  node { input: "x" output: "y" op_type: "Tanh" }
  input {
    name: "x" type { tensor_type { elem_type: 1 shape { dim { dim_value: 8 } } } }
    metadata_props { key: "partita.sharding" value: "{\"device\":[0,1,0,1],\"sharded_dim\":[{\"axis\":0,\"simple_sharding\":[{\"num_shards\":4}]}]}" }
  }
  output { name: "y" type { tensor_type { elem_type: 1 shape { dim { dim_value: 8 } } } } }
}
configuration { name: "two" num_devices: 2 }
"#;

#[test]
fn an_input_of_several_blocks_per_device_is_sharded_contiguously() {
    let model = read_text("model", BLOCKS).unwrap();
    let ranks = model.partition(&RankPartition::default()).unwrap();
    let ranges = |rank| ranks.made.inputs[0].ranges(&ranks.mesh, rank).unwrap();
    assert_eq!([ranges(0), ranges(1)], [[Some(0..4)], [Some(4..8)]]);
    assert_eq!(ranks.warnings.len(), 1, "{:?}", ranks.warnings);
    assert!(ranks.warnings[0].message.starts_with("a device has several blocks of the tensor"));
    assert!(ranks.made.collectives.is_empty());
    assert!(ranks.verify(&model, 1).unwrap().differences.is_empty());
}
