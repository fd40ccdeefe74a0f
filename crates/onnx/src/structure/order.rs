//! Checks the order of nodes: each comes after the nodes whose values it uses, and none depends on itself.

use partita_base::{Id, code};

use super::findings::Findings;
use crate::bodies::Bodies;
use crate::finding::{Finding, NodeLocation};
use crate::graph::{Graph, ValueSource};

/// For every node, the nodes that define the values it uses, including uses in its subgraphs: `(producer, value)`.
pub(super) type Reads<'m> = Vec<Vec<(usize, &'m str)>>;

/// Collects the dependencies of nodes, for every list of nodes.
pub(super) fn node_dependencies<'m>(bodies: &Bodies<'m>, graphs: &[Graph<'m>]) -> Vec<Reads<'m>> {
    let mut all: Vec<Reads<'m>> = graphs.iter().map(|graph| vec![Vec::new(); graph.nodes.len()]).collect();
    // Captured names of every list, without duplicates. Nested lists come after enclosing ones, so iterating backwards visits them first.
    let mut free: Vec<Vec<&'m str>> = vec![Vec::new(); graphs.len()];
    for at in (0..graphs.len()).rev() {
        let graph = &graphs[at];
        for (id, node) in graph.nodes.iter() {
            for value in node.inputs.iter().flatten().map(|value| &graph.values[*value]) {
                if let ValueSource::Node(maker, _) = value.source {
                    all[at][id.index()].push((maker.index(), value.name));
                }
            }
        }
        free[at].extend(
            graph
                .values
                .iter()
                .filter(|(_, value)| value.source == ValueSource::Outer)
                .map(|(_, value)| value.name),
        );
        let names = std::mem::take(&mut free[at]);
        let Some((parent, step)) = bodies.list[at].parent else { continue };
        for name in names {
            match graphs[parent].find(name).map(|id| graphs[parent].values[id].source) {
                Some(ValueSource::Node(maker, _)) => all[parent][step.node].push((maker.index(), name)),
                Some(_) => {}
                None => free[parent].push(name),
            }
        }
    }
    all
}

/// Reports cycles and nodes that come too early.
pub(super) fn check_order(bodies: &Bodies<'_>, reads: &[Reads<'_>], findings: &mut Findings) {
    for (at, reads) in reads.iter().enumerate() {
        let is_early = |node: usize| reads[node].iter().any(|(maker, _)| *maker >= node);
        if findings.is_full() || !(0..reads.len()).any(is_early) {
            continue;
        }
        let stuck = circular(reads);
        circles(bodies, at, reads, &stuck, findings);
        for (node, read) in reads.iter().enumerate() {
            for (maker, name) in read {
                if *maker >= node && !(stuck[*maker] && stuck[node]) {
                    let location =
                        NodeLocation { tensor: Some((*name).to_string()), ..bodies.node_location(at, node) };
                    let message = format!("'{name}' is used before node {maker} defines it");
                    findings.push(
                        Finding::error(code::ONNX_ORDER, location, message)
                            .help("list nodes after those whose values they use"),
                    );
                }
            }
        }
    }
}

/// The nodes on a cycle or between two cycles: those that remain when nodes without remaining dependencies, and then nodes without
/// remaining users, are removed repeatedly.
fn circular(reads: &Reads<'_>) -> Vec<bool> {
    let mut makers: Vec<Vec<usize>> = vec![Vec::new(); reads.len()];
    let mut readers = makers.clone();
    for (node, read) in reads.iter().enumerate() {
        for (maker, _) in read {
            makers[node].push(*maker);
            readers[*maker].push(node);
        }
    }
    let mut stuck = vec![true; reads.len()];
    take_away(&mut stuck, &makers, &readers);
    take_away(&mut stuck, &readers, &makers);
    stuck
}

/// Removes nodes that have no remaining predecessors.
fn take_away(left: &mut [bool], before: &[Vec<usize>], after: &[Vec<usize>]) {
    let mut waits: Vec<usize> =
        before.iter().map(|list| list.iter().filter(|node| left[**node]).count()).collect();
    let mut ready: Vec<usize> = (0..left.len()).filter(|node| left[*node] && waits[*node] == 0).collect();
    while let Some(node) = ready.pop() {
        left[node] = false;
        for &next in after[node].iter().filter(|next| left[**next]) {
            waits[next] -= 1;
            if waits[next] == 0 {
                ready.push(next);
            }
        }
    }
}

/// Reports one cycle per group of nodes that contains one.
fn circles(bodies: &Bodies<'_>, at: usize, reads: &Reads<'_>, stuck: &[bool], findings: &mut Findings) {
    // 0: not visited; n: visited by the walk from node n - 1.
    let mut seen = vec![0usize; reads.len()];
    for start in (0..reads.len()).filter(|node| stuck[*node]) {
        let mut node = start;
        while seen[node] == 0 {
            seen[node] = start + 1;
            // A stuck node depends on a stuck node; otherwise it would have been removed.
            let Some((maker, _)) = reads[node].iter().find(|(maker, _)| stuck[*maker]) else { break };
            node = *maker;
        }
        if seen[node] != start + 1 {
            continue;
        }
        let mut circle = Vec::new();
        let mut here = node;
        loop {
            circle.push(here);
            let Some((maker, _)) = reads[here].iter().find(|(maker, _)| stuck[*maker]) else { break };
            here = *maker;
            if here == node {
                break;
            }
        }
        circle.reverse();
        const SHOWN: usize = 8;
        let mut names: Vec<String> = circle.iter().take(SHOWN).map(|node| node.to_string()).collect();
        if circle.len() > SHOWN {
            names.push("…".into());
        }
        let message = match circle.len() {
            1 => "the node uses its own output".to_string(),
            count => format!("{count} nodes form a cycle: {}", names.join(", ")),
        };
        findings.push(Finding::error(code::ONNX_CYCLE, bodies.node_location(at, node), message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(edges: &[&[usize]]) -> Reads<'static> {
        edges.iter().map(|makers| makers.iter().map(|maker| (*maker, "v")).collect()).collect()
    }

    #[test]
    fn only_circles_are_stuck() {
        // 0 → 1 ⇄ 2 → 3, and 4 uses itself.
        let reads = reads(&[&[], &[0, 2], &[1], &[2], &[4]]);
        assert_eq!(circular(&reads), [false, true, true, false, true]);
    }

    #[test]
    fn an_early_reader_is_not_stuck() {
        assert_eq!(circular(&reads(&[&[1], &[]])), [false, false]);
    }
}
