//! Collectives without the casts around them, for runtimes that lack the types of onnxruntime's collectives.
//!
//! A rank's model casts a tensor whose type these collectives lack to one that they have, and back. The collectives
//! between ranks in this process have all types, so that the casts can be omitted.

use partita_onnx::ElementType;
use partita_onnx::partition::CARRIES;
use partita_onnx::proto::{self, Node, StringEntry};

use super::collective::is_collective;

/// The model without casts that only serve collectives.
pub(crate) fn without_carrier_casts(model: &proto::Model) -> proto::Model {
    let mut model = model.clone();
    if let Some(graph) = &mut model.graph {
        omit_casts(graph);
    }
    model
}

// The decoder of the model limits the nesting of bodies, so this recursion is bounded.
fn omit_casts(graph: &mut proto::Graph) {
    let nodes = std::mem::take(&mut graph.node);
    let mut at = 0;
    while at < nodes.len() {
        match carried(&nodes[at..]) {
            Some((collective, count)) => {
                graph.node.push(collective);
                at += count;
            }
            None => {
                let mut node = nodes[at].clone();
                for attribute in &mut node.attribute {
                    attribute.g.iter_mut().chain(&mut attribute.graphs).for_each(omit_casts);
                }
                graph.node.push(node);
                at += 1;
            }
        }
    }
}

/// A collective between casts at the start of `nodes`, without them, and how many nodes that were.
fn carried(nodes: &[Node]) -> Option<(Node, usize)> {
    let [before, collective, after @ ..] = nodes else { return None };
    let carries =
        StringEntry::find(&collective.metadata_props, CARRIES).filter(|_| is_collective(collective))?;
    cast_to(before).filter(|_| before.output == collective.input)?;
    let mut value = collective.output.first()?;
    for (position, cast) in after.iter().enumerate() {
        let element = cast_to(cast).filter(|_| cast.input.first() == Some(value))?;
        value = cast.output.first()?;
        if element.text() == carries {
            let (input, output) = (before.input.clone(), cast.output.clone());
            return Some((Node { input, output, ..collective.clone() }, position + 3));
        }
    }
    None
}

/// The element type that a cast converts to.
fn cast_to(node: &Node) -> Option<ElementType> {
    let number = node.attribute("to").filter(|_| node.op() == "Cast" && node.name_space().is_empty())?.i?;
    ElementType::from_number(i32::try_from(number).ok()?)
}
