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
