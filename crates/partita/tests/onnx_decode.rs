//! One partition of a model with symbolic sizes runs at several sizes, and a decoder step after step with its cache.

use partita::notation;
use partita::onnx::{
    Array, Arrays, Bindings, ComparisonLimits, Embedded, Model, OnMesh, RankPartition, Ranks, TensorType,
    draw_inputs, read_text,
};

const DECODER: &str = include_str!("../../../testdata/onnx/ranks/decoder_with_cache.textproto");
const DYNAMIC: &str = include_str!("../../../testdata/onnx/ranks/dynamic_sizes.textproto");
const TABLE: &str = include_str!("../../../testdata/onnx/ranks/table_shorter_than_sequence.textproto");

/// The model, partitioned as the lines of its file say.
fn partitioned(text: &str) -> (Model, Ranks) {
    let model = read_text("model", text).unwrap();
    let mut on = OnMesh::new(notation::parse_mesh("x=2", None).unwrap());
    for (tensor, sharding) in text.lines().filter_map(|line| line.strip_prefix("# shard: ")?.split_once('='))
    {
        on = on.shard(tensor, sharding.parse().unwrap());
    }
    let ranks = model.partition(&RankPartition::default().on(Some(on)).propagate(true)).unwrap();
    (model, ranks)
}

/// Runs the model and its ranks on the same inputs, and returns what both return.
fn run_both(model: &Model, ranks: &Ranks, inputs: &Arrays) -> Arrays {
    let full = model.with_contents().unwrap();
    let verified = ranks.compare(&full, inputs, &Embedded::new(), ComparisonLimits::default()).unwrap();
    assert!(verified.differences.is_empty(), "{:?}", verified.differences);
    verified.expected
}

#[test]
fn a_decoder_continues_from_its_cache() {
    const VOCABULARY: usize = 7;
    let (model, ranks) = partitioned(DECODER);
    let batch = 2;
    let empty = Array::f32(&[batch, 2, 0, 4], &[]).unwrap();
    let mut caches = [empty.clone(), empty];
    let mut tokens: Vec<i64> = vec![1, 5, 3, 0, 6, 2];
    let mut past = 0;
    // A prompt of three tokens, then one token after the other.
    for step in 0..3 {
        let new = tokens.len() / batch;
        let positions: Vec<i64> = (0..batch).flat_map(|_| past..past + new).map(|at| at as i64).collect();
        let mask = (0..batch)
            .flat_map(|_| 0..new)
            .flat_map(|query| (0..past + new).map(move |key| if key <= past + query { 0.0 } else { -1e9 }));
        let [key, value] = caches;
        let inputs: Arrays = [
            ("tokens", Array::i64(&[batch, new], &tokens).unwrap()),
            ("positions", Array::i64(&[batch, new], &positions).unwrap()),
            ("mask", Array::f32(&[batch, 1, new, past + new], &mask.collect::<Vec<f32>>()).unwrap()),
            ("past_key", key),
            ("past_value", value),
        ]
        .into_iter()
        .map(|(name, array)| (name.to_owned(), array))
        .collect();
        let mut outputs = run_both(&model, &ranks, &inputs);
        past += new;
        let present = outputs["present_key"].clone();
        assert_eq!(present.shape(), [batch, 2, past, 4], "step {step}");
        caches = [present, outputs.remove("present_value").unwrap()];
        // The most likely token of the last position.
        let logits =
            outputs["logits"].data().as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
        let logits: Vec<f32> = logits.collect();
        let best = |row: &[f32]| (0..VOCABULARY).max_by(|&a, &b| row[a].total_cmp(&row[b])).unwrap() as i64;
        tokens = logits.chunks(VOCABULARY * new).map(|rows| best(&rows[VOCABULARY * (new - 1)..])).collect();
    }
    assert_eq!(past, 5);
}

#[test]
fn one_partition_runs_at_several_sizes() {
    for text in [DYNAMIC, TABLE] {
        let (model, ranks) = partitioned(text);
        let mut seen = Vec::new();
        for sizes in [[("n", 2), ("s", 3)], [("n", 6), ("s", 1)]] {
            let bindings = sizes.into_iter().collect();
            let types: Vec<(String, TensorType)> = ranks.inputs();
            let types: Vec<_> =
                types.into_iter().map(|(name, ty)| (name, Bindings::bind(&bindings, &ty))).collect();
            let mut inputs = Arrays::new();
            draw_inputs(&mut inputs, &types, &model.integer_ranges(), 1, 1 << 20).unwrap();
            let outputs = run_both(&model, &ranks, &inputs);
            seen.push(outputs["y"].shape().to_vec());
        }
        assert_ne!(seen[0], seen[1]);
    }
}

const TOP: &str = r#"
ir_version: 10
opset_import { domain: "" version: 18 }
graph {
  name: "g"
  node { input: "x" input: "k" output: "values" output: "places" op_type: "TopK" }
  initializer { name: "k" data_type: 7 dims: 1 int64_data: 2 }
  input { name: "x" type { tensor_type { elem_type: 1 shape { dim { dim_param: "n" } dim { dim_value: COLUMNS } } } } }
  output { name: "values" type { tensor_type { elem_type: 1 } } }
}
"#;

#[test]
fn the_reason_for_a_lost_sharding_names_unknown_sizes() {
    let reason = |columns: u64, sizes: &[(&str, u64)]| {
        let model = read_text("model", &TOP.replace("COLUMNS", &columns.to_string())).unwrap();
        let on = OnMesh::new(notation::parse_mesh("x=2", None).unwrap()).shard("x", "_,x".parse().unwrap());
        let partition = RankPartition::default().on(Some(on)).propagate(true);
        let partition = partition.sizes(sizes.iter().copied().collect());
        model.partition(&partition).unwrap().made.achieved.lost.map(|lost| lost.reason)
    };
    // Two candidates with their positions are more than four elements, but less than 32.
    let sends_more = "running it on shards is impossible here, or sends more";
    assert_eq!(reason(8, &[]), Some(format!("{sends_more}; n is unknown and counts as 1")));
    assert_eq!(reason(8, &[("n", 4)]).as_deref(), Some(sends_more));
    assert_eq!(reason(64, &[]), None);
}
