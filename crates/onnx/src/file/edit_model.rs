//! Applies [`Edits`] to a decoded model, for callers that continue to use it.

use super::edit::{EditError, Edits, Listed, Owner};
use crate::bodies::{GraphPath, GraphStep, Root};
use crate::proto::{Function, Graph, Model, Node, StringEntry};

impl Edits {
    /// Applies the edits to the model that was read from the file. The result equals what reading the edited file gives.
    ///
    /// # Errors
    ///
    /// An edited element does not exist. Earlier edits have been applied.
    pub fn apply_to(&self, model: &mut Model) -> Result<(), EditError> {
        model.ir_version = self.ir_version.or(model.ir_version);
        if let Some(list) = &self.configurations {
            model.configuration.clone_from(list);
        }
        for ((path, node), list) in &self.annotations {
            node_at(model, path, *node)?.device_configurations.clone_from(list);
        }
        for (owner, wanted) in &self.metadata {
            let list = properties(model, owner)?;
            for (key, value) in wanted {
                set(list, key, value.as_deref());
            }
        }
        Ok(())
    }
}

fn set(list: &mut Vec<StringEntry>, key: &str, value: Option<&str>) {
    let is_it = |entry: &StringEntry| entry.key.as_deref().unwrap_or_default() == key;
    match (value, list.iter_mut().find(|entry| is_it(entry))) {
        (None, _) => list.retain(|entry| !is_it(entry)),
        (Some(text), Some(entry)) => entry.value = Some(text.to_string()),
        (Some(text), None) => {
            list.push(StringEntry { key: Some(key.to_string()), value: Some(text.to_string()) });
        }
    }
}

/// The target of a path.
enum FoundGraph<'m> {
    Graph(&'m mut Graph),
    Function(&'m mut Function),
}

fn missing<T>(what: Option<T>, name: &str) -> Result<T, EditError> {
    what.ok_or_else(|| EditError::NoSuchElement(name.to_string()))
}

fn inside<'m>(nodes: &'m mut [Node], step: &GraphStep) -> Result<&'m mut Graph, EditError> {
    let node = missing(nodes.get_mut(step.node), "such node")?;
    let attribute = missing(node.attribute.get_mut(step.attribute), "such attribute")?;
    let graph = match step.graph {
        None => attribute.g.as_mut(),
        Some(index) => attribute.graphs.get_mut(index),
    };
    missing(graph, "such graph in an attribute")
}

fn find<'m>(model: &'m mut Model, path: &GraphPath) -> Result<FoundGraph<'m>, EditError> {
    let (root, steps) = match path.root {
        Root::Main => (model.graph.as_mut(), &path.steps[..]),
        Root::Initialization(i) => {
            (model.training_info.get_mut(i).and_then(|info| info.initialization.as_mut()), &path.steps[..])
        }
        Root::Algorithm(i) => {
            (model.training_info.get_mut(i).and_then(|info| info.algorithm.as_mut()), &path.steps[..])
        }
        Root::Function(i) => {
            let function = missing(model.functions.get_mut(i), "such function")?;
            match path.steps.split_first() {
                None => return Ok(FoundGraph::Function(function)),
                Some((first, rest)) => (Some(inside(&mut function.node, first)?), rest),
            }
        }
    };
    let mut graph = missing(root, "such graph")?;
    for step in steps {
        graph = inside(&mut graph.node, step)?;
    }
    Ok(FoundGraph::Graph(graph))
}

fn node_at<'m>(model: &'m mut Model, path: &GraphPath, node: usize) -> Result<&'m mut Node, EditError> {
    let nodes = match find(model, path)? {
        FoundGraph::Graph(graph) => &mut graph.node,
        FoundGraph::Function(function) => &mut function.node,
    };
    missing(nodes.get_mut(node), "such node")
}

fn properties<'m>(model: &'m mut Model, owner: &Owner) -> Result<&'m mut Vec<StringEntry>, EditError> {
    let (path, listed, index) = match owner {
        Owner::Model => return Ok(&mut model.metadata_props),
        Owner::Node(path, node) => return Ok(&mut node_at(model, path, *node)?.metadata_props),
        Owner::Graph(path) => {
            return Ok(match find(model, path)? {
                FoundGraph::Graph(graph) => &mut graph.metadata_props,
                FoundGraph::Function(function) => &mut function.metadata_props,
            });
        }
        Owner::Value(path, listed, index) => (path, listed, *index),
    };
    let list = match (find(model, path)?, listed) {
        (FoundGraph::Graph(graph), Listed::Input) => Some(&mut graph.input),
        (FoundGraph::Graph(graph), Listed::Output) => Some(&mut graph.output),
        (FoundGraph::Graph(graph), Listed::Between) => Some(&mut graph.value_info),
        (FoundGraph::Function(function), Listed::Between) => Some(&mut function.value_info),
        (FoundGraph::Function(_), _) => None,
    };
    let info = missing(list.and_then(|list| list.get_mut(index)), "such value")?;
    Ok(&mut info.metadata_props)
}
