//! Models of ranks that are wrong are found to differ.

use partita::notation;
use partita::onnx::{Model, OnMesh, RankPartition, Ranks, proto, read_text};

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
