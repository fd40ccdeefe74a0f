//! Values that the bodies of a node capture from the enclosing graph.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::proto;

/// The names that the bodies of a node use and do not define, sorted.
pub(crate) fn captured_names(node: &proto::Node) -> Vec<&str> {
    let mut found = Vec::new();
    for body in node.attribute.iter().flat_map(proto::Attribute::subgraphs) {
        let made = made_by(body);
        let outputs = body.output.iter().filter_map(|info| info.name.as_deref());
        let inner = body.node.iter().flat_map(|node| {
            let inputs = node.input.iter().map(String::as_str);
            inputs.chain(captured_names(node)).collect::<Vec<_>>()
        });
        found.extend(inner.chain(outputs).filter(|name| !name.is_empty() && !made.contains(name)));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Renames the values that the bodies of a node capture.
pub(crate) fn rename_captured(node: &mut proto::Node, names: &FxHashMap<String, String>) {
    if names.is_empty() {
        return;
    }
    for attribute in &mut node.attribute {
        for body in attribute.g.iter_mut().chain(&mut attribute.graphs) {
            let made: FxHashSet<String> = made_by(body).into_iter().map(str::to_owned).collect();
            let visible: FxHashMap<String, String> = (names.iter())
                .filter(|(name, _)| !made.contains(*name))
                .map(|(name, new)| (name.clone(), new.clone()))
                .collect();
            let outputs = body.output.iter_mut().filter_map(|info| info.name.as_mut());
            let inputs = body.node.iter_mut().flat_map(|node| &mut node.input);
            for name in inputs.chain(outputs) {
                if let Some(new) = visible.get(name) {
                    name.clone_from(new);
                }
            }
            body.node.iter_mut().for_each(|node| rename_captured(node, &visible));
        }
    }
}

fn made_by(body: &proto::Graph) -> FxHashSet<&str> {
    let inputs = body.input.iter().filter_map(|info| info.name.as_deref());
    let constants = body.initializer.iter().filter_map(|tensor| tensor.name.as_deref());
    let outputs = body.node.iter().flat_map(|node| node.output.iter().map(String::as_str));
    inputs.chain(constants).chain(outputs).collect()
}
