//! Tensor-parallel plans by module: which modules shard their weights along outputs, and which along inputs.
//!
//! Hugging Face models carry such a plan, `{"layers.*.self_attn.q_proj": "colwise", …}`. The nodes of a module are found by what exporters
//! keep of its name: the name of a weight, the name of a node, or the scopes in a node's metadata.

use std::error::Error;
use std::fmt;

use serde_json::Value;

use crate::graph::{NodeId, ValueId, ValueSource};
use crate::proto::{self, StringEntry};
use crate::typing::TypedGraph;

/// How a module shards its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Along its outputs.
    Columns,
    /// Along its outputs, which are then gathered.
    GatheredColumns,
    /// Along its inputs; partial results are summed.
    Rows,
    /// Along the experts, the first of three or more dimensions.
    Experts,
    /// Not at all. Styles of modules that only direct communication are among these: partitioning derives it.
    Replicated,
}

/// The names of styles; a style with one of the prefixes of [`PREFIXES`] is the same for weights.
const STYLES: &[(&str, Style)] = &[
    ("colwise", Style::Columns),
    ("colwise_rep", Style::GatheredColumns),
    ("colwise_gather_output", Style::GatheredColumns),
    ("rowwise", Style::Rows),
    ("rowwise_rep", Style::Rows),
    ("rowwise_split_input", Style::Rows),
    ("grouped_gemm", Style::Experts),
    ("replicate", Style::Replicated),
    ("replicated", Style::Replicated),
    ("replicated_with_grad_allreduce", Style::Replicated),
    ("sequence_parallel", Style::Replicated),
    ("local", Style::Replicated),
    ("gather", Style::Replicated),
    ("all_reduce", Style::Replicated),
    ("ep_router", Style::Replicated),
    ("kv_replicated", Style::Replicated),
    ("mla_kv_a_proj", Style::Replicated),
    ("moe_experts_allreduce", Style::Replicated),
    ("moe_identity_expert", Style::Replicated),
    ("moe_tp_experts", Style::Replicated),
];

/// Prefixes of styles: weights that consist of several parts, weights that are loaded as shards, and embeddings.
const PREFIXES: &[&str] = &["local_", "packed_", "embedding_", "vocab_parallel_"];

/// A tensor-parallel plan.
#[derive(Clone, Debug, Default)]
pub struct TensorParallelPlan {
    /// Patterns of module names with their styles; `*` matches one part of a name.
    entries: Vec<(String, Style)>,
    /// Patterns with a style that has no meaning here.
    unknown: Vec<(String, String)>,
}

/// Why a text is not a tensor-parallel plan.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlanError {
    /// One lower-case sentence.
    pub message: String,
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Error for PlanError {}

/// What a plan means for a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlannedShardings {
    /// Tensors with the dimension that is sharded; `None` for results that are gathered.
    pub tensors: Vec<(String, Option<usize>)>,
    /// The patterns that shard weights and that no node with weights matches.
    pub unmatched: Vec<String>,
}

impl TensorParallelPlan {
    /// Parses a plan from JSON: an object of module patterns and styles, or a configuration with such an object as `base_model_tp_plan` or
    /// `tp_plan`.
    ///
    /// # Errors
    ///
    /// Why the text is not a plan.
    pub fn parse(text: &str) -> Result<Self, PlanError> {
        let fault = |message: String| PlanError { message };
        let json: Value = serde_json::from_str(text).map_err(|error| fault(error.to_string()))?;
        let nested = ["base_model_tp_plan", "tp_plan"].iter().find_map(|key| json.get(key));
        let Some(object) = nested.unwrap_or(&json).as_object() else {
            return Err(fault("expected an object of module patterns and styles".into()));
        };
        let mut plan = Self::default();
        for (pattern, style) in object {
            match style.as_str().and_then(style_of) {
                Some(style) => plan.entries.push((pattern.clone(), style)),
                None => plan.unknown.push((pattern.clone(), style.to_string())),
            }
        }
        match plan.unknown.first().filter(|_| plan.entries.is_empty()) {
            Some((pattern, style)) => {
                Err(fault(format!("unknown style {style} of '{pattern}'; {}", known_styles())))
            }
            None => Ok(plan),
        }
    }

    /// The patterns whose style is unknown, with these styles. They have no effect.
    pub fn unknown(&self) -> &[(String, String)] {
        &self.unknown
    }

    /// Finds the weights of the modules in a graph.
    pub fn find_weights(&self, typed: &TypedGraph<'_>) -> PlannedShardings {
        let mut found = PlannedShardings::default();
        let mut matched = vec![false; self.entries.len()];
        for &id in &typed.order {
            let Some(weight) = Weight::of(typed, id) else { continue };
            let modules = modules_of(typed, id, weight.value);
            let is_match =
                |at: &usize| modules.iter().any(|module| matches_module(&self.entries[*at].0, module));
            // A module and one of its weights may both have an entry. The longest pattern is that of the weight.
            let parts = |at: &usize| self.entries[*at].0.split('.').count();
            let matches: Vec<usize> = (0..self.entries.len()).filter(is_match).collect();
            let Some(&entry) = matches.iter().rev().max_by_key(|at| parts(at)) else { continue };
            matches.iter().for_each(|&at| matched[at] = true);
            let name = |value: ValueId| typed.graph.values[value].name.to_owned();
            let output = typed.graph.nodes[id].outputs.first().copied().flatten();
            match self.entries[entry].1 {
                Style::Columns => found.tensors.push((name(weight.value), Some(weight.outputs))),
                Style::GatheredColumns => {
                    found.tensors.push((name(weight.value), Some(weight.outputs)));
                    found.tensors.extend(output.map(|output| (name(output), None)));
                }
                Style::Rows => found.tensors.push((name(weight.value), Some(weight.inputs))),
                Style::Experts if typed.types[weight.value].rank().is_some_and(|rank| rank > 2) => {
                    found.tensors.push((name(weight.value), Some(0)));
                }
                Style::Experts => matched[entry] = false,
                Style::Replicated => {}
            }
        }
        let shards = |(entry, matched): &(&(String, Style), bool)| entry.1 != Style::Replicated && !matched;
        let unmatched = self.entries.iter().zip(matched).filter(shards);
        found.unmatched = unmatched.map(|((pattern, _), _)| pattern.clone()).collect();
        found
    }
}

fn style_of(text: &str) -> Option<Style> {
    let mut name = text;
    while let Some(rest) = PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix)) {
        name = rest;
    }
    STYLES.iter().find(|(known, _)| *known == name || *known == text).map(|(_, style)| *style)
}

/// The names of all styles without prefixes, for messages.
pub fn known_styles() -> String {
    let names: Vec<&str> = STYLES.iter().map(|(name, _)| *name).collect();
    format!("known styles: {}", names.join(", "))
}

/// The weight of a node: the value, and the dimensions of the outputs and inputs of the module.
struct Weight {
    value: ValueId,
    outputs: usize,
    inputs: usize,
}

impl Weight {
    fn of(typed: &TypedGraph<'_>, id: NodeId) -> Option<Weight> {
        let node = &typed.graph.nodes[id];
        let input = |at: usize| node.inputs.get(at).copied().flatten();
        let rank = |value: ValueId| typed.types[value].rank();
        let of = |at: usize, dims: fn(usize) -> Option<(usize, usize)>| {
            let value = input(at).filter(|value| source_of(typed, *value).is_some())?;
            let (outputs, inputs) = dims(rank(value)?)?;
            Some(Weight { value, outputs, inputs })
        };
        let product = |rank: usize| Some((rank.checked_sub(1)?, rank.checked_sub(2)?));
        match (node.proto.name_space(), node.proto.op()) {
            ("", "MatMul" | "MatMulInteger") => of(1, product),
            ("", "QLinearMatMul") => of(3, product),
            ("", "Gemm") => match node.proto.attribute("transB").and_then(|attribute| attribute.i) {
                Some(transposed) if transposed != 0 => of(1, |_| Some((0, 1))),
                _ => of(1, product),
            },
            ("com.microsoft", "MatMulNBits") => of(1, |_| Some((0, 1))),
            // An embedding: its outputs are the elements of a row, its inputs the rows.
            ("", "Gather") => of(0, |rank| (rank == 2).then_some((1, 0))),
            ("", "Conv") => of(1, |rank| (rank > 2).then_some((0, 1))),
            _ => None,
        }
    }
}

/// How many nodes are followed from a product to the constant of its weight.
const MOST_STEPS: usize = 8;

/// The constant that a value is computed from by ops that only rearrange or convert it.
fn source_of(typed: &TypedGraph<'_>, mut value: ValueId) -> Option<ValueId> {
    const KEEP: &[&str] =
        &["Cast", "CastLike", "DequantizeLinear", "Identity", "Reshape", "Squeeze", "Transpose", "Unsqueeze"];
    for _ in 0..MOST_STEPS {
        let info = &typed.graph.values[value];
        let ValueSource::Node(node, _) = info.source else {
            return info.initializer.is_some().then_some(value);
        };
        let node = &typed.graph.nodes[node];
        if node.proto.standard_op() == Some("Constant") {
            return Some(value);
        }
        value = node.inputs.first().copied().flatten().filter(|_| KEEP.contains(&node.proto.op()))?;
    }
    None
}

/// The names of the modules that a node may belong to.
fn modules_of(typed: &TypedGraph<'_>, id: NodeId, weight: ValueId) -> Vec<String> {
    let node = typed.graph.nodes[id].proto;
    let mut modules = Vec::new();
    if let Some(source) = source_of(typed, weight) {
        let name = typed.graph.values[source].name;
        modules.extend(name.rsplit_once('.').map(|(module, _)| module.to_owned()));
        // The weights of fused experts have entries of their own.
        modules.push(name.to_owned());
    }
    modules.extend(module_of_name(node.name.as_deref().unwrap_or_default()));
    modules.extend(scopes(node));
    modules
}

/// The module in the name of a node: `model.layers.0.mlp.up_proj` for `/model/layers.0/mlp/up_proj/MatMul`.
fn module_of_name(name: &str) -> Option<String> {
    let (path, _) = name.strip_prefix('/')?.rsplit_once('/')?;
    Some(path.replace('/', "."))
}

/// The modules in the metadata that PyTorch's exporter writes: a list of quoted names.
fn scopes(node: &proto::Node) -> Vec<String> {
    let text = StringEntry::find(&node.metadata_props, "pkg.torch.onnx.name_scopes").unwrap_or_default();
    text.split('\'').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Whether the last parts of a module's name match a pattern, in which `*` matches one part.
fn matches_module(pattern: &str, module: &str) -> bool {
    let mut parts = module.rsplit('.');
    pattern.rsplit('.').all(|wanted| parts.next().is_some_and(|part| wanted == "*" || wanted == part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_the_last_parts() {
        assert!(matches_module("layers.*.self_attn.q_proj", "model.layers.11.self_attn.q_proj"));
        assert!(!matches_module("layers.*.self_attn.q_proj", "model.layers.11.cross.self_attn.q_proj"));
        assert!(!matches_module("model.layers.*.q", "layers.0.q"));
        assert!(matches_module("lm_head", "lm_head"));
    }

    #[test]
    fn styles_have_prefixes() {
        assert_eq!(style_of("local_packed_rowwise"), Some(Style::Rows));
        assert_eq!(style_of("local"), Some(Style::Replicated));
        assert_eq!(style_of("vocab_parallel_rowwise"), Some(Style::Rows));
        assert_eq!(style_of("embedding_rowwise"), Some(Style::Rows));
        assert_eq!(style_of("grouped_gemm"), Some(Style::Experts));
        assert_eq!(style_of("moe_tp_experts"), Some(Style::Replicated));
        assert_eq!(style_of("diagonal"), None);
        let error = TensorParallelPlan::parse(r#"{"a": "diagonal"}"#).unwrap_err();
        assert!(
            error.message.starts_with("unknown style \"diagonal\" of 'a'; known styles: colwise"),
            "{error}"
        );
        assert!(TensorParallelPlan::parse("[]").is_err());
        let nested =
            TensorParallelPlan::parse(r#"{"x": 1, "base_model_tp_plan": {"a": "colwise"}}"#).unwrap();
        assert_eq!(nested.entries, [("a".to_owned(), Style::Columns)]);
        let newer = TensorParallelPlan::parse(r#"{"a": "colwise", "b": "diagonal"}"#).unwrap();
        assert_eq!(newer.entries, [("a".to_owned(), Style::Columns)]);
        assert_eq!(newer.unknown, [("b".to_owned(), "\"diagonal\"".to_owned())]);
    }
}
