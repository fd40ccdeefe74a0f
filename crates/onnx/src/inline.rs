//! Inlines the functions of a model.

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::proto;
use crate::written_out::WrittenOut;

/// Why functions cannot be inlined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InlineError {
    /// Functions are recursive, or nest deeper than [`MAX_DEPTH`].
    TooDeep,
    /// The inlined model would have more nodes than [`WrittenOut`] allows.
    TooMany,
}

impl fmt::Display for InlineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            InlineError::TooDeep => "the functions of the model are recursive or nest too deeply",
            InlineError::TooMany => "the model has too many nodes after its functions are inlined",
        })
    }
}

impl std::error::Error for InlineError {}

/// Maximum nesting depth of function calls.
pub const MAX_DEPTH: usize = 32;

/// The model with all calls of its own functions inlined. Assumes that functions import the same op set versions as the model.
pub fn inline_functions(model: &proto::Model) -> Result<proto::Model, InlineError> {
    let mut inlined = model.clone();
    if model.functions.is_empty() {
        return Ok(inlined);
    }
    if WrittenOut::of(model).is_too_large() {
        return Err(InlineError::TooMany);
    }
    let functions = model.functions.iter().map(|function| (key_of_function(function), function)).collect();
    let mut inliner = Inliner { functions, taken: FxHashSet::default() };
    if let Some(graph) = &mut inlined.graph {
        inliner.take_names(graph);
        inliner.graph(graph, 0)?;
    }
    inlined.functions.clear();
    Ok(inlined)
}

type Key<'m> = (&'m str, &'m str, &'m str);

fn key_of_function(function: &proto::Function) -> Key<'_> {
    (
        function.domain.as_deref().unwrap_or_default(),
        function.name.as_deref().unwrap_or_default(),
        function.overload.as_deref().unwrap_or_default(),
    )
}

struct Inliner<'m> {
    functions: FxHashMap<Key<'m>, &'m proto::Function>,
    taken: FxHashSet<String>,
}

impl Inliner<'_> {
    fn take_names(&mut self, graph: &proto::Graph) {
        let infos = graph.input.iter().chain(&graph.output).filter_map(|info| info.name.clone());
        let tensors = graph.initializer.iter().filter_map(|tensor| tensor.name.clone());
        self.taken.extend(infos.chain(tensors));
        for node in &graph.node {
            self.taken.extend(node.input.iter().chain(&node.output).cloned());
            node.attribute
                .iter()
                .flat_map(proto::Attribute::subgraphs)
                .for_each(|body| self.take_names(body));
        }
    }

    fn graph(&mut self, graph: &mut proto::Graph, depth: usize) -> Result<(), InlineError> {
        let nodes = std::mem::take(&mut graph.node);
        graph.node = self.nodes(nodes, depth)?;
        Ok(())
    }

    fn nodes(&mut self, nodes: Vec<proto::Node>, depth: usize) -> Result<Vec<proto::Node>, InlineError> {
        if depth > MAX_DEPTH {
            return Err(InlineError::TooDeep);
        }
        let mut all = Vec::with_capacity(nodes.len());
        for mut node in nodes {
            for attribute in &mut node.attribute {
                for body in attribute.g.iter_mut().chain(&mut attribute.graphs) {
                    self.graph(body, depth + 1)?;
                }
            }
            let overload = node.overload.as_deref().unwrap_or_default();
            match self.functions.get(&(node.name_space(), node.op(), overload)) {
                Some(&function) => {
                    let body = self.body(function, &node);
                    all.extend(self.nodes(body, depth + 1)?);
                }
                None => all.push(node),
            }
        }
        Ok(all)
    }

    /// The nodes of a function with the names of one call.
    fn body(&mut self, function: &proto::Function, call: &proto::Node) -> Vec<proto::Node> {
        let mut names: FxHashMap<String, String> = FxHashMap::default();
        for (at, input) in function.input.iter().enumerate() {
            names.insert(input.clone(), call.input.get(at).cloned().unwrap_or_default());
        }
        let mut handed_on = Vec::new();
        for (inner, outer) in function.output.iter().zip(&call.output).filter(|(_, outer)| !outer.is_empty())
        {
            if let Some(input) = names.get(inner) {
                // An output that is also an input, or listed twice.
                handed_on.push((input.clone(), outer.clone()));
            } else {
                names.insert(inner.clone(), outer.clone());
            }
        }
        let prefix = call.output.iter().find(|name| !name.is_empty()).cloned().unwrap_or_default();
        let mut nodes: Vec<proto::Node> = function.node.clone();
        for node in &mut nodes {
            self.translate(node, &mut names, &prefix, function, call);
        }
        nodes.extend(handed_on.into_iter().map(|(from, to)| proto::Node {
            input: vec![from],
            output: vec![to],
            op_type: Some("Identity".into()),
            ..Default::default()
        }));
        nodes
    }

    fn translate(
        &mut self,
        node: &mut proto::Node,
        names: &mut FxHashMap<String, String>,
        prefix: &str,
        function: &proto::Function,
        call: &proto::Node,
    ) {
        for name in node.input.iter_mut().chain(&mut node.output).filter(|name| !name.is_empty()) {
            *name = self.name(name, names, prefix);
        }
        for spec in node.device_configurations.iter_mut().flat_map(|each| &mut each.sharding_spec) {
            if let Some(new) = spec.tensor_name.as_ref().and_then(|name| names.get(name)) {
                spec.tensor_name = Some(new.clone());
            }
        }
        node.attribute.retain_mut(|attribute| match attribute.ref_attr_name.take() {
            None => true,
            Some(wanted) => {
                let default = function
                    .attribute_proto
                    .iter()
                    .find(|each| each.name.as_deref() == Some(wanted.as_str()));
                let Some(given) = call.attribute(&wanted).or(default) else { return false };
                *attribute = proto::Attribute { name: attribute.name.clone(), ..given.clone() };
                true
            }
        });
        for attribute in &mut node.attribute {
            for body in attribute.g.iter_mut().chain(&mut attribute.graphs) {
                let infos = body.input.iter_mut().chain(&mut body.output).chain(&mut body.value_info);
                let infos = infos.filter_map(|info| info.name.as_mut());
                let tensors = body.initializer.iter_mut().filter_map(|tensor| tensor.name.as_mut());
                let inner: Vec<&mut String> = infos.chain(tensors).collect();
                for name in inner {
                    *name = self.name(name, names, prefix);
                }
                for node in &mut body.node {
                    self.translate(node, names, prefix, function, call);
                }
            }
        }
    }

    fn name(&mut self, name: &str, names: &mut FxHashMap<String, String>, prefix: &str) -> String {
        if let Some(new) = names.get(name) {
            return new.clone();
        }
        let mut new = format!("{prefix}/{name}");
        while !self.taken.insert(new.clone()) {
            new.push('\'');
        }
        names.insert(name.to_owned(), new.clone());
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(op: &str, domain: &str, input: &[&str], output: &[&str]) -> proto::Node {
        proto::Node {
            op_type: Some(op.into()),
            domain: Some(domain.into()),
            input: input.iter().map(|name| (*name).into()).collect(),
            output: output.iter().map(|name| (*name).into()).collect(),
            ..Default::default()
        }
    }

    fn function(name: &str, nodes: Vec<proto::Node>) -> proto::Function {
        proto::Function {
            name: Some(name.into()),
            domain: Some("own".into()),
            input: vec!["a".into()],
            output: vec!["b".into()],
            node: nodes,
            ..Default::default()
        }
    }

    fn model(functions: Vec<proto::Function>) -> proto::Model {
        let graph = proto::Graph {
            node: vec![node("f", "own", &["x"], &["y"]), node("f", "own", &["y"], &["z"])],
            ..Default::default()
        };
        proto::Model { graph: Some(graph), functions, ..Default::default() }
    }

    #[test]
    fn calls_become_nodes_with_names_of_their_own() {
        let mut scaled = node("LeakyRelu", "", &["t"], &["b"]);
        scaled.attribute.push(proto::Attribute {
            name: Some("alpha".into()),
            ref_attr_name: Some("slope".into()),
            ..Default::default()
        });
        let mut model = model(vec![function("f", vec![node("Exp", "", &["a"], &["t"]), scaled])]);
        let slope = proto::Attribute { name: Some("slope".into()), f: Some(0.5), ..Default::default() };
        model.graph.as_mut().unwrap().node[0].attribute.push(slope);
        let inlined = inline_functions(&model).unwrap();
        let nodes = &inlined.graph.unwrap().node;
        let texts: Vec<String> =
            nodes.iter().map(|node| format!("{} {} {}", node.op(), node.input[0], node.output[0])).collect();
        assert_eq!(texts, ["Exp x y/t", "LeakyRelu y/t y", "Exp y z/t", "LeakyRelu z/t z"]);
        assert_eq!(nodes[1].attribute("alpha").and_then(|attribute| attribute.f), Some(0.5));
        assert_eq!(nodes[3].attribute("alpha"), None);
    }

    #[test]
    fn circles_are_refused() {
        let model = model(vec![function("f", vec![node("f", "own", &["a"], &["b"])])]);
        assert_eq!(inline_functions(&model), Err(InlineError::TooDeep));
    }
}
