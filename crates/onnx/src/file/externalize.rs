//! Moves contents of tensors into a file beside the model.
//!
//! A model is one protobuf message, which is limited to 2 GiB. Larger models store the contents of their tensors in another file.

use bytes::Bytes;

use crate::proto::{self, DataLocation, StringEntry};

/// Size limit of a protobuf message, in bytes.
pub const LARGEST_MESSAGE: usize = i32::MAX as usize;

/// Smaller contents stay in the model: engines read shapes and axes while they load it.
const SMALLEST: usize = 1024;

/// Contents begin at page boundaries, so that engines can map the file into memory.
pub const CONTENTS_ALIGNMENT: u64 = 4096;

/// The contents of the file beside a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExternalContents {
    /// The segments with their offsets, ascending. Gaps between segments are filled with zeros.
    pub segments: Vec<(u64, Bytes)>,
    /// The length of the file, in bytes.
    pub length: u64,
}

impl ExternalContents {
    fn add(&mut self, contents: Bytes) -> u64 {
        let offset = self.length.next_multiple_of(CONTENTS_ALIGNMENT);
        self.length = offset + contents.len() as u64;
        self.segments.push((offset, contents));
        offset
    }
}

/// Whether any tensor of the model is stored in another file.
pub fn has_external_data(model: &proto::Model) -> bool {
    model.graph.as_ref().is_some_and(is_external)
}

fn is_external(graph: &proto::Graph) -> bool {
    let attributes = || graph.node.iter().flat_map(|node| &node.attribute);
    let in_attribute = |attribute: &proto::Attribute| {
        attribute.t.iter().chain(&attribute.tensors).any(proto::Tensor::is_external)
    };
    graph.initializer.iter().any(proto::Tensor::is_external)
        || attributes().any(in_attribute)
        || attributes().flat_map(proto::Attribute::subgraphs).any(is_external)
}

/// Moves the contents of large initialisers, also those of bodies, into a file that the model refers to as `location`.
pub fn externalize_contents(model: &mut proto::Model, location: &str) -> ExternalContents {
    let mut file = ExternalContents::default();
    if let Some(graph) = &mut model.graph {
        move_contents(graph, location, &mut file);
    }
    file
}

/// Makes a tensor refer to its contents in another file.
pub fn place_contents(tensor: &mut proto::Tensor, location: &str, offset: u64, length: u64) {
    let entry = |key: &str, value: String| StringEntry { key: Some(key.into()), value: Some(value) };
    tensor.external_data = vec![
        entry("location", location.to_owned()),
        entry("offset", offset.to_string()),
        entry("length", length.to_string()),
    ];
    tensor.data_location = Some(DataLocation::External as i32);
}

fn move_contents(graph: &mut proto::Graph, location: &str, file: &mut ExternalContents) {
    for tensor in &mut graph.initializer {
        if tensor.raw_data.as_ref().is_none_or(|raw| raw.len() < SMALLEST) {
            continue;
        }
        let raw = tensor.raw_data.take().unwrap_or_default();
        let length = raw.len() as u64;
        let offset = file.add(raw);
        place_contents(tensor, location, offset, length);
    }
    for attribute in graph.node.iter_mut().flat_map(|node| &mut node.attribute) {
        for body in attribute.g.iter_mut().chain(&mut attribute.graphs) {
            move_contents(body, location, file);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tensor(name: &str, bytes: usize) -> proto::Tensor {
        let raw_data = Some(vec![bytes as u8; bytes].into());
        let dims = vec![bytes as i64];
        proto::Tensor { name: Some(name.into()), dims, data_type: Some(2), raw_data, ..Default::default() }
    }

    #[test]
    fn large_contents_move_to_pages_of_their_own() {
        let body = proto::Graph { initializer: vec![tensor("inner", 2000)], ..Default::default() };
        let attribute = proto::Attribute { g: Some(body), ..Default::default() };
        let node = proto::Node { attribute: vec![attribute], ..Default::default() };
        let initializer = vec![tensor("large", 5000), tensor("small", 1023), tensor("next", 1024)];
        let graph = proto::Graph { initializer, node: vec![node], ..Default::default() };
        let mut model = proto::Model { graph: Some(graph), ..Default::default() };
        assert!(!has_external_data(&model));
        let file = externalize_contents(&mut model, "rank0.onnx.data");
        assert!(has_external_data(&model));
        let places: Vec<(u64, usize)> = file.segments.iter().map(|(at, raw)| (*at, raw.len())).collect();
        assert_eq!(places, [(0, 5000), (8192, 1024), (12288, 2000)]);
        assert_eq!(file.length, 14288);
        let graph = model.graph.unwrap();
        assert_eq!(graph.initializer[1], tensor("small", 1023));
        let entry = |key| StringEntry::find(&graph.initializer[2].external_data, key);
        assert_eq!(entry("location"), Some("rank0.onnx.data"));
        assert_eq!((entry("offset"), entry("length")), (Some("8192"), Some("1024")));
        assert_eq!(graph.initializer[2].raw_data, None);
    }
}
