//! Checks imports of op sets, recursion of functions, and the number of nodes after inlining.

use std::collections::{BTreeMap, BTreeSet};

use partita_base::code;

use super::findings::Findings;
use crate::bodies::{Bodies, Root};
use crate::finding::{Finding, NodeLocation};
use crate::proto::{self, OperatorSet};
use crate::written_out::WrittenOut;

/// The key by which a node refers to a function: name space, name, overload.
type Key<'m> = (&'m str, &'m str, &'m str);

/// Reports missing imports, recursive functions, and functions that expand to too many nodes.
pub(super) fn check_opsets(model: &proto::Model, bodies: &Bodies<'_>, findings: &mut Findings) {
    let functions: BTreeMap<Key<'_>, usize> =
        model.functions.iter().enumerate().map(|(i, function)| (function_key(function), i)).collect();
    let mut calls: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); model.functions.len()];
    let mut reported = BTreeSet::new();
    let main = imported(&model.opset_import);
    let own: Vec<BTreeSet<&str>> =
        model.functions.iter().map(|function| imported(&function.opset_import)).collect();
    for (at, body) in bodies.list.iter().enumerate() {
        let imports = match body.root {
            Root::Function(i) => &own[i],
            _ => &main,
        };
        for (i, node) in body.nodes().iter().enumerate() {
            let space = node.name_space();
            let callee = functions.get(&(space, node.op(), node.overload.as_deref().unwrap_or_default()));
            if let (Some(callee), Root::Function(caller)) = (callee, body.root) {
                calls[caller].insert(*callee);
            }
            if callee.is_none() && !imports.contains(space) && reported.insert((body.root, space)) {
                let shown = if space.is_empty() { "the default op set" } else { space };
                let message = format!("{} belongs to {shown}, which is not imported", node.op());
                findings.push(
                    Finding::error(code::ONNX_OPSET, bodies.node_location(at, i), message)
                        .help("add it to opset_import"),
                );
            }
        }
    }
    let circles = circles(&calls);
    let written = WrittenOut::of(model);
    if circles.is_empty() && written.is_too_large() {
        let WrittenOut { nodes, limit } = written;
        let nodes = if nodes == u64::MAX { format!("more than {nodes}") } else { nodes.to_string() };
        let message =
            format!("the model has {nodes} nodes after its functions are inlined; the limit is {limit}");
        let finding = Finding::error(code::ONNX_FUNCTIONS_TOO_LARGE, NodeLocation::default(), message);
        findings.push(finding.help("reduce how many times functions call each other"));
    }
    for i in circles {
        let name = model.functions[i].name.as_deref().unwrap_or("?");
        let location = NodeLocation { path: vec![format!("function {name}")], ..NodeLocation::default() };
        let message = format!("the function '{name}' calls itself, directly or indirectly");
        findings.push(Finding::error(code::ONNX_RECURSION, location, message));
    }
}

fn function_key(function: &proto::Function) -> Key<'_> {
    let domain = function.domain.as_deref().unwrap_or_default();
    let domain = if domain == "ai.onnx" { "" } else { domain };
    (domain, function.name.as_deref().unwrap_or_default(), function.overload.as_deref().unwrap_or_default())
}

/// The name spaces of imported op sets.
fn imported(imports: &[OperatorSet]) -> BTreeSet<&str> {
    let spaces = imports.iter().map(|import| import.domain.as_deref().unwrap_or_default());
    spaces.map(|space| if space == "ai.onnx" { "" } else { space }).collect()
}

/// The recursive functions: those that remain when functions without remaining calls are removed repeatedly, if a remaining function
/// calls them.
fn circles(calls: &[BTreeSet<usize>]) -> Vec<usize> {
    let mut left: Vec<bool> = vec![true; calls.len()];
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); calls.len()];
    for (caller, callees) in calls.iter().enumerate() {
        callees.iter().for_each(|callee| callers[*callee].push(caller));
    }
    let mut open: Vec<usize> = calls.iter().map(BTreeSet::len).collect();
    let mut ready: Vec<usize> = (0..calls.len()).filter(|i| open[*i] == 0).collect();
    while let Some(i) = ready.pop() {
        left[i] = false;
        for &caller in &callers[i] {
            open[caller] -= 1;
            if open[caller] == 0 {
                ready.push(caller);
            }
        }
    }
    (0..calls.len()).filter(|i| left[*i] && callers[*i].iter().any(|caller| left[*caller])).collect()
}
