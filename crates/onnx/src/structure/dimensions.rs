//! The symbolic sizes of a model.

use std::collections::BTreeSet;

use crate::proto::{self, DimValue, TypeValue};

/// The names of dimensions in the declared types of a model, including those in bodies.
pub fn dimension_names(model: &proto::Model) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    if let Some(graph) = &model.graph {
        collect(graph, &mut names);
    }
    names
}

fn collect<'m>(graph: &'m proto::Graph, names: &mut BTreeSet<&'m str>) {
    for info in graph.input.iter().chain(&graph.output).chain(&graph.value_info) {
        let Some(TypeValue::Tensor(tensor)) = info.r#type.as_ref().and_then(|ty| ty.value.as_ref()) else {
            continue;
        };
        for dim in tensor.shape.iter().flat_map(|shape| &shape.dim) {
            if let Some(DimValue::Param(name)) = &dim.value {
                names.insert(name);
            }
        }
    }
    let attributes = graph.node.iter().flat_map(|node| &node.attribute);
    attributes.flat_map(proto::Attribute::subgraphs).for_each(|body| collect(body, names));
}
