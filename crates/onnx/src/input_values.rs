//! The integers that an input of a model may have, from how the model uses them.
//!
//! Elements that select rows of a table are below its size, elements to compute with are of any value, and all others, which may be sizes,
//! masks or lengths, are 0 and 1. Elements are followed through ops that move them.

use std::collections::{BTreeMap, BTreeSet};

use partita_rule::{FactorId, TensorMapping};

use crate::graph::{NodeId, ValueId};
use crate::ops::Integers;
use crate::proto;
use crate::signature::{FactorKind, Signature};
use crate::types::ElementType;
use crate::typing::TypedGraph;

/// The smallest and the largest integer of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerRange {
    /// The smallest.
    pub low: i64,
    /// The largest, not smaller than `low`.
    pub high: i64,
}

impl Default for IntegerRange {
    /// 0 and 1, which are valid for almost everything.
    fn default() -> Self {
        Self { low: 0, high: 1 }
    }
}

/// The range of every integer input of a graph, by name.
pub fn integer_ranges(typed: &TypedGraph<'_>) -> BTreeMap<String, IntegerRange> {
    let captured = captured_names(typed);
    let inputs = typed.graph.inputs.iter().filter_map(|&input| {
        let element = typed.types[input].element.filter(|element| element.is_integer())?;
        let mut found = Uses::new(typed, &captured, element);
        found.follow(input);
        Some((typed.graph.values[input].name.to_owned(), found.range()))
    });
    inputs.collect()
}

/// How the elements of one input are used.
struct Uses<'t, 'm> {
    typed: &'t TypedGraph<'m>,
    captured: &'t BTreeSet<&'m str>,
    element: ElementType,
    /// The values that have been visited, and whether they have the elements unchanged.
    seen: BTreeSet<(ValueId, bool)>,
    /// The size of the smallest table whose rows the elements select.
    rows: Option<u64>,
    divides: bool,
    /// Whether there is a use that does not show which values are valid.
    is_bounded: bool,
}

impl<'t, 'm> Uses<'t, 'm> {
    fn new(typed: &'t TypedGraph<'m>, captured: &'t BTreeSet<&'m str>, element: ElementType) -> Self {
        let seen = BTreeSet::new();
        Self { typed, captured, element, seen, rows: None, divides: false, is_bounded: false }
    }

    fn follow(&mut self, input: ValueId) {
        let mut open = vec![(input, true)];
        while let Some((value, is_unchanged)) = open.pop() {
            if self.is_bounded || !self.seen.insert((value, is_unchanged)) {
                continue;
            }
            let source = &self.typed.graph.values[value];
            self.is_bounded |= self.captured.contains(source.name);
            for &(node, at) in &source.uses {
                if self.add_use(node, at, is_unchanged) {
                    let is_moved = matches!(Integers::of(self.proto(node)), Integers::Moved(_));
                    let is_integer = |value: &ValueId| {
                        self.typed.types[*value].element.is_none_or(ElementType::is_integer)
                    };
                    let outputs = self.typed.graph.nodes[node].outputs.iter().flatten().copied();
                    open.extend(outputs.filter(is_integer).map(|output| (output, is_unchanged && is_moved)));
                }
            }
        }
    }

    fn proto(&self, node: NodeId) -> &'m proto::Node {
        self.typed.graph.nodes[node].proto
    }

    /// Adds a use of elements. Returns whether the outputs of the node have elements that are made of them.
    fn add_use(&mut self, node: NodeId, at: usize, is_unchanged: bool) -> bool {
        let signature = self.typed.signatures[node].as_ref().ok();
        if let Some(rows) = signature.and_then(|signature| table_size(signature, at)) {
            match rows.filter(|_| is_unchanged) {
                Some(rows) => self.rows = Some(self.rows.map_or(rows, |least| least.min(rows))),
                None => self.is_bounded = true,
            }
            return false;
        }
        // Bytes are data wherever they are not indices. Wider integers may be masks where they become floats.
        let is_byte = self.element.bits() <= 8;
        let outputs = &self.typed.graph.nodes[node].outputs;
        let output = outputs.first().copied().flatten().and_then(|output| self.typed.types[output].element);
        let stays_integer = output.is_none_or(ElementType::is_integer);
        match Integers::of(self.proto(node)) {
            Integers::Moved(count) if at < count => self.is_bounded |= !(stays_integer || is_byte),
            Integers::Numbers(count) if at < count => {}
            Integers::Quotient if at == 0 => {}
            Integers::Quotient => self.divides = true,
            Integers::Moved(_) | Integers::Numbers(_) | Integers::Unknown => self.is_bounded |= !is_byte,
        }
        true
    }

    fn range(&self) -> IntegerRange {
        let low = i64::from(self.divides);
        let (smallest, largest) = type_range(self.element);
        match self.rows {
            _ if self.is_bounded => IntegerRange { low, high: 1 },
            Some(rows) => {
                let last = i64::try_from(rows).unwrap_or(i64::MAX).saturating_sub(1).clamp(0, largest);
                IntegerRange { low: low.min(last), high: last }
            }
            None if self.divides => IntegerRange { low, high: largest },
            None => IntegerRange { low: smallest, high: largest },
        }
    }
}

/// The range of a type of up to 16 bits, or as much as a byte holds of a wider one, so that few products overflow.
fn type_range(element: ElementType) -> (i64, i64) {
    use ElementType::*;
    let bits = if element.bits() <= 16 { element.bits() } else { 8 };
    match element {
        Uint8 | Uint16 | Uint32 | Uint64 | Uint4 | Uint2 => (0, (1 << bits) - 1),
        _ => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
    }
}

/// If an input selects rows of a table that another input is: the size of the table, as far as known.
fn table_size(signature: &Signature, at: usize) -> Option<Option<u64>> {
    let is_lookup = |factor: &&FactorId| signature.factor(**factor).kind == FactorKind::Lookup;
    let looked_up = |mapping: &TensorMapping| -> Vec<FactorId> {
        mapping.dims.iter().flatten().filter(is_lookup).copied().collect()
    };
    if signature.inputs.get(at).is_none_or(|own| !looked_up(own).is_empty()) {
        return None;
    }
    let factors: Vec<_> = signature.inputs.iter().flat_map(looked_up).collect();
    let sizes = factors.iter().map(|factor| signature.factor(*factor).size.known());
    (!factors.is_empty()).then(|| sizes.collect::<Option<Vec<u64>>>()?.into_iter().min())
}

/// The names that bodies of control flow use.
fn captured_names<'m>(typed: &TypedGraph<'m>) -> BTreeSet<&'m str> {
    let mut names = BTreeSet::new();
    let mut open: Vec<&'m proto::Node> = typed.graph.nodes.iter().map(|(_, node)| node.proto).collect();
    while let Some(node) = open.pop() {
        for graph in node.attribute.iter().flat_map(|attribute| attribute.g.iter().chain(&attribute.graphs)) {
            names.extend(graph.node.iter().flat_map(|node| &node.input).map(String::as_str));
            names.extend(graph.output.iter().filter_map(|output| output.name.as_deref()));
            open.extend(&graph.node);
        }
    }
    names
}
