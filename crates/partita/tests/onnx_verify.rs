//! Models of ranks that are wrong are found to differ.

use partita::notation;
use partita::onnx::{
    Array, Arrays, ComparisonLimits, Embedded, Model, OnMesh, RankPartition, Ranks, proto, read_text,
};

fn partitioned(text: &str, (tensor, sharding): (&str, &str)) -> (Model, Ranks) {
    let model = read_text("model", text).unwrap();
    let on = OnMesh::new(notation::parse_mesh("x=2", None).unwrap()).shard(tensor, sharding.parse().unwrap());
    let ranks = model.partition(&RankPartition::default().on(Some(on)).propagate(true)).unwrap();
    assert!(ranks.verify(&model, 1).unwrap().differences.is_empty());
    (model, ranks)
}

fn graph(ranks: &mut Ranks, rank: usize) -> &mut proto::Graph {
    ranks.made.models[rank].graph.as_mut().unwrap()
}

const CONV: &str = include_str!("../../../testdata/onnx/ranks/conv_unit_kernel_strided.textproto");
const MLP: &str = include_str!("../../../examples/mlp.textproto");

#[test]
fn wrong_padding_is_found() {
    let (model, mut ranks) = partitioned(CONV, ("x", "_,_,x,_"));
    let nodes = graph(&mut ranks, 1).node.iter_mut().flat_map(|node| &mut node.attribute);
    let pads = nodes.into_iter().find(|attribute| attribute.name.as_deref() == Some("pads")).unwrap();
    // The column of size 1 loses its padding, as if it had none.
    (pads.ints[1], pads.ints[3]) = (0, 0);
    let verified = ranks.verify(&model, 1).unwrap();
    assert_eq!(verified.differences.len(), 1);
    assert!(verified.largest > 0.1, "{}", verified.largest);
}

#[test]
fn one_wrong_weight_is_found() {
    for share in [2.0, 1.01] {
        let (model, mut ranks) = partitioned(MLP, ("w1", "_,x"));
        let weights = graph(&mut ranks, 0).initializer.iter_mut();
        let large = weights.filter(|tensor| tensor.dims.len() == 2).max_by_key(|tensor| tensor.dims.clone());
        let raw = large.unwrap().raw_data.as_mut().unwrap();
        let mut bytes = raw.to_vec();
        for chunk in bytes.as_chunks_mut::<4>().0 {
            *chunk = (f32::from_le_bytes(*chunk) * share).to_le_bytes();
        }
        *raw = bytes.into();
        let verified = ranks.verify(&model, 1).unwrap();
        assert_eq!(verified.differences.len(), 1, "weights times {share}: {}", verified.largest);
    }
}

/// The first row is 1. Half of it is rounded to 0, and to 1 if rounding makes it any larger, which the weights of the second layer turn into six steps
/// of the output.
const TIE: &str = r#"
ir_version: 10
opset_import { domain: "" version: 18 }
graph {
  name: "g"
  node { input: "x" input: "w1" output: "h" op_type: "MatMul" }
  node { input: "h" input: "two" input: "zero" output: "q" op_type: "QuantizeLinear" }
  node { input: "q" input: "two" input: "zero" output: "d" op_type: "DequantizeLinear" }
  node { input: "d" input: "w2" output: "s" op_type: "MatMul" }
  node { input: "s" input: "one" input: "zero" output: "r" op_type: "QuantizeLinear" }
  node { input: "r" input: "one" input: "zero" output: "y" op_type: "DequantizeLinear" }
  initializer { name: "w1" data_type: 1 dims: 1 dims: 1 float_data: 1.0 }
  initializer { name: "w2" data_type: 1 dims: 1 dims: 2 float_data: 3.0 float_data: -3.0 }
  initializer { name: "one" data_type: 1 float_data: 1.0 }
  initializer { name: "two" data_type: 1 float_data: 2.0 }
  initializer { name: "zero" data_type: 3 int32_data: 0 }
  input { name: "x" type { tensor_type { elem_type: 1 shape { dim { dim_value: 16 } dim { dim_value: 1 } } } } }
  output { name: "y" type { tensor_type { elem_type: 1 shape { dim { dim_value: 16 } dim { dim_value: 2 } } } } }
}
"#;

#[test]
fn only_wrong_weights_are_errors_and_not_a_number_rounded_the_other_way() {
    let model = read_text("model", TIE).unwrap();
    // All rows but the first are far from the middle between two steps.
    let x: Vec<f32> = (0..16).map(|row| if row == 0 { 1.0 } else { 2.0 * row as f32 + 0.3 }).collect();
    let inputs = Arrays::from([("x".to_owned(), Array::f32(&[16, 1], &x).unwrap())]);
    let compare = |columns: i64, share: f32| {
        let on = OnMesh::new(notation::parse_mesh("x=2", None).unwrap()).shard("x", "x,_".parse().unwrap());
        let mut ranks = model.partition(&RankPartition::default().on(Some(on)).propagate(true)).unwrap();
        for rank in 0..2 {
            let weights = graph(&mut ranks, rank).initializer.iter_mut();
            for tensor in weights.filter(|tensor| tensor.dims == [1, columns]) {
                tensor.float_data.iter_mut().for_each(|weight| *weight *= share);
            }
        }
        let full = model.with_contents().unwrap();
        ranks.compare(&full, &inputs, &Embedded::new(), ComparisonLimits::default()).unwrap()
    };
    let verified = compare(1, 1.0);
    assert!(!verified.is_rounded && verified.largest == 0.0, "{verified:?}");
    // The last digit of the first product is another, as after additions in another order.
    let verified = compare(1, 1.0 + f32::EPSILON);
    assert!(verified.is_rounded && verified.largest > 0.05, "{verified:?}");
    assert!(verified.differences.is_empty(), "{:?}", verified.differences);
    // Weights that are 5 % too large change no number by more than the rounding does, but all of them.
    for share in [1.05, 2.0] {
        let verified = compare(2, share);
        assert_eq!(verified.differences.len(), 1, "weights times {share}: {verified:?}");
        assert!(!verified.is_rounded);
    }
}

/// As [`TIE`], beside a product that is not quantised, and a sum with a bias whose result is.
const BRANCHES: &str = r#"
ir_version: 10
opset_import { domain: "" version: 18 }
graph {
  name: "g"
  node { input: "x" input: "w1" output: "h" op_type: "MatMul" }
  node { input: "h" input: "two" input: "zero" output: "q" op_type: "QuantizeLinear" }
  node { input: "q" input: "two" input: "zero" output: "d" op_type: "DequantizeLinear" }
  node { input: "d" input: "w2" output: "s" op_type: "MatMul" }
  node { input: "x" input: "w3" output: "plain" op_type: "MatMul" }
  node { input: "s" input: "plain" output: "y" op_type: "Concat" attribute { name: "axis" i: 1 type: INT } }
  node { input: "x" input: "w4" output: "t" op_type: "MatMul" }
  node { input: "t" input: "bias" output: "b" op_type: "Add" }
  node { input: "b" input: "two" input: "zero" output: "r" op_type: "QuantizeLinear" }
  node { input: "r" input: "two" input: "zero" output: "z" op_type: "DequantizeLinear" }
  initializer { name: "w1" data_type: 1 dims: 1 dims: 1 float_data: 1.0 }
  initializer { name: "w2" data_type: 1 dims: 1 dims: 2 float_data: 6.0 float_data: -6.0 }
  initializer { name: "w3" data_type: 1 dims: 1 dims: 3 float_data: 0.5 float_data: -0.25 float_data: 0.125 }
  initializer { name: "w4" data_type: 1 dims: 1 dims: 4 float_data: 1.0 float_data: 1.0 float_data: 1.0 float_data: 1.0 }
  initializer { name: "bias" data_type: 1 dims: 4 float_data: 0.1 float_data: 0.2 float_data: 0.3 float_data: 0.4 }
  initializer { name: "two" data_type: 1 float_data: 2.0 }
  initializer { name: "zero" data_type: 3 int32_data: 0 }
  input { name: "x" type { tensor_type { elem_type: 1 shape { dim { dim_value: 16 } dim { dim_value: 1 } } } } }
  output { name: "y" type { tensor_type { elem_type: 1 shape { dim { dim_value: 16 } dim { dim_value: 5 } } } } }
  output { name: "z" type { tensor_type { elem_type: 1 shape { dim { dim_value: 16 } dim { dim_value: 4 } } } } }
}
"#;

#[test]
fn errors_are_found_where_no_quantised_number_reaches() {
    let model = read_text("model", BRANCHES).unwrap();
    let x: Vec<f32> = (0..16).map(|row| if row == 0 { 1.0 } else { 2.0 * row as f32 + 0.3 }).collect();
    let inputs = Arrays::from([("x".to_owned(), Array::f32(&[16, 1], &x).unwrap())]);
    let compare = |dims: &[i64], change: &dyn Fn(&mut [f32])| {
        let on = OnMesh::new(notation::parse_mesh("x=2", None).unwrap()).shard("x", "x,_".parse().unwrap());
        let mut ranks = model.partition(&RankPartition::default().on(Some(on)).propagate(true)).unwrap();
        for rank in 0..2 {
            let weights = graph(&mut ranks, rank).initializer.iter_mut();
            for tensor in weights.filter(|tensor| tensor.dims == dims && !tensor.float_data.is_empty()) {
                change(&mut tensor.float_data);
            }
        }
        let full = model.with_contents().unwrap();
        let verified = ranks.compare(&full, &inputs, &Embedded::new(), ComparisonLimits::default()).unwrap();
        let names: Vec<String> = verified.differences.iter().map(|each| each.name.clone()).collect();
        (names, verified.is_rounded)
    };
    // Last digits of the quantised branch.
    assert_eq!(compare(&[1, 1], &|w| w[0] *= 1.0 + f32::EPSILON), (vec![], true));
    // The branch that is not quantised, whose numbers are smaller than the effect of rounding in the other one.
    assert_eq!(compare(&[1, 3], &|w| w.iter_mut().for_each(|w| *w *= 1.05)), (vec!["y".into()], false));
    assert_eq!(compare(&[1, 3], &|w| w[2] *= 1.05), (vec!["y".into()], false));
    // The bias of one channel, which changes numbers by at most one step.
    assert_eq!(compare(&[4], &|bias| bias[2] += 0.9), (vec!["z".into()], false));
}
