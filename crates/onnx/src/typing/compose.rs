//! Derives the signature of a body: the dimensions of its inputs and outputs that pass through all of its nodes.
//!
//! Dimensions that share a pass-through factor of a node form a class. A class can be sharded unless a node needs it replicated,
//! a constant or a captured value has a dimension in it, or a tensor has two dimensions in it.

use std::collections::BTreeMap;

use partita_base::{Id, IdVec};
use partita_rule::{FactorId, TensorMapping};

use super::{TypedGraph, order};
use crate::graph::{ValueId, ValueSource};
use crate::proto;
use crate::signature::{Factor, FactorKind, Output, Signature};
use crate::types::{Dim, TensorType};

const INSIDE: &str = "a node of the body needs it replicated";

/// A dimension as seen from outside a body.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slot {
    /// It is sharded together with its class.
    Class(usize),
    /// It must be replicated, for the given reason.
    NeedsReplication(&'static str),
}

/// Classes of dimensions that are sharded together: a union-find structure over all dimensions of all values.
pub(super) struct Classes {
    start: IdVec<ValueId, usize>,
    rank: IdVec<ValueId, usize>,
    parent: Vec<usize>,
    needs_replication: Vec<bool>,
}

impl Classes {
    /// The classes of a body. Captured values must be replicated.
    pub(super) fn new(typed: &TypedGraph<'_>) -> Self {
        let mut this = Self::of_branch(typed);
        for (id, value) in typed.graph.values.iter() {
            if value.source == ValueSource::Outer {
                this.mark_all(id);
            }
        }
        this
    }

    /// The classes of a body in which captured values may be sharded like inputs.
    pub(super) fn of_branch(typed: &TypedGraph<'_>) -> Self {
        let (mut start, mut rank, mut count) = (IdVec::default(), IdVec::default(), 0);
        for (_, ty) in typed.types.iter() {
            start.push(count);
            rank.push(ty.rank().unwrap_or(0));
            count += ty.rank().unwrap_or(0);
        }
        let mut this =
            Self { start, rank, parent: (0..count).collect(), needs_replication: vec![false; count] };
        for (id, value) in typed.graph.values.iter() {
            if !matches!(value.source, ValueSource::Input(_) | ValueSource::Node(..) | ValueSource::Outer)
                || value.initializer.is_some()
            {
                this.mark_all(id);
            }
        }
        for (id, node) in typed.graph.nodes.iter() {
            let read = node.inputs.iter().copied();
            let made = node.outputs.iter().copied();
            let values: Vec<Option<ValueId>> = read.chain(made).collect();
            match &typed.signatures[id] {
                Ok(signature) => this.follow(typed, signature, &values),
                Err(_) => values.iter().flatten().for_each(|value| this.mark_all(*value)),
            }
            for body in node.proto.attribute.iter().flat_map(proto::Attribute::subgraphs) {
                let captured = order::free_names(body).into_iter().filter_map(|name| typed.graph.find(name));
                captured.for_each(|value| this.mark_all(value));
            }
        }
        this
    }

    /// The class of a dimension of a value.
    pub(super) fn slot(&self, value: ValueId, dim: usize) -> Slot {
        match dim < self.rank[value] {
            true => Slot::Class(self.start[value] + dim),
            false => Slot::NeedsReplication(INSIDE),
        }
    }

    /// The class of a dimension, and whether it must be replicated; `None` if the value has no such dimension. A value with two dimensions of the
    /// class must be replicated.
    pub(super) fn class(&mut self, value: ValueId, dim: usize) -> Option<(usize, bool)> {
        if dim >= self.rank[value] {
            return None;
        }
        let root = self.root(self.start[value] + dim);
        let is_diagonal = self.rank.ids().any(|value| {
            let roots = (0..self.rank[value]).map(|dim| self.start[value] + dim).collect::<Vec<_>>();
            roots.into_iter().filter(|&at| self.find(at) == root).count() > 1
        });
        Some((root, self.needs_replication[root] || is_diagonal))
    }

    fn find(&self, mut at: usize) -> usize {
        while self.parent[at] != at {
            at = self.parent[at];
        }
        at
    }

    /// Merges the classes of two values that must be sharded the same way, because one becomes the other in the next iteration.
    pub(super) fn unite(&mut self, a: ValueId, b: ValueId) {
        if self.rank[a] != self.rank[b] {
            self.mark_all(a);
            self.mark_all(b);
            return;
        }
        for dim in 0..self.rank[a] {
            self.union(self.start[a] + dim, self.start[b] + dim);
        }
    }

    fn follow(&mut self, typed: &TypedGraph<'_>, signature: &Signature, values: &[Option<ValueId>]) {
        let mut places: Vec<Option<usize>> = vec![None; signature.factors.len()];
        let mappings = signature.inputs.iter().chain(signature.outputs.iter().map(|output| &output.mapping));
        for (mapping, value) in mappings.zip(values) {
            let Some(value) = *value else { continue };
            for dim in 0..self.rank[value] {
                let at = self.start[value] + dim;
                let size = typed.types[value].dims.as_ref().map(|dims| &dims[dim]);
                match mapping.dims.get(dim).map(|factors| &**factors) {
                    Some([factor]) if signature.factor(*factor).kind == FactorKind::PassThrough => {
                        match places[factor.index()] {
                            Some(other) => self.union(at, other),
                            None => places[factor.index()] = Some(at),
                        }
                    }
                    Some([]) | None if size == Some(&Dim::Known(1)) => {}
                    other => {
                        self.mark(at);
                        // Other dimensions that share one of its factors cannot be sharded either.
                        for factor in other.unwrap_or_default() {
                            match places[factor.index()] {
                                Some(first) => self.union(at, first),
                                None => places[factor.index()] = Some(at),
                            }
                        }
                    }
                }
            }
        }
    }

    fn mark_all(&mut self, value: ValueId) {
        (0..self.rank[value]).for_each(|dim| self.mark(self.start[value] + dim));
    }

    fn mark(&mut self, at: usize) {
        let root = self.root(at);
        self.needs_replication[root] = true;
    }

    fn union(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[b] = a;
        self.needs_replication[a] |= self.needs_replication[b];
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }

    /// The signature of the node with this body. Every tensor is given by its type and the classes of its dimensions.
    pub(super) fn signature(
        mut self,
        inputs: &[(TensorType, Vec<Slot>)],
        outputs: Vec<(TensorType, Vec<Slot>)>,
    ) -> Signature {
        // Sharding a tensor with two dimensions in one class would leave only its diagonal.
        let values: Vec<ValueId> = self.rank.ids().collect();
        for value in values {
            let mut seen = Vec::new();
            for dim in 0..self.rank[value] {
                let root = self.root(self.start[value] + dim);
                if seen.contains(&root) {
                    self.needs_replication[root] = true;
                }
                seen.push(root);
            }
        }
        let mut signature = Signature::default();
        let mut factors: BTreeMap<usize, FactorId> = BTreeMap::new();
        let mut mapping = |ty: &TensorType, slots: &[Slot], factors_of: &mut Vec<Factor>| {
            let dims = ty.dims.as_deref().unwrap_or_default();
            TensorMapping::new(dims.iter().zip(slots).map(|(size, slot)| {
                let mut new = |kind: FactorKind| {
                    factors_of.push(Factor { size: size.clone(), kind });
                    FactorId::from_index(factors_of.len() - 1)
                };
                match slot {
                    Slot::NeedsReplication(why) => vec![new(FactorKind::NeedsReplication(why))],
                    Slot::Class(at) => {
                        let root = self.root(*at);
                        if self.needs_replication[root] {
                            return vec![new(FactorKind::NeedsReplication(INSIDE))];
                        }
                        vec![*factors.entry(root).or_insert_with(|| new(FactorKind::PassThrough))]
                    }
                }
            }))
        };
        for (ty, slots) in inputs {
            let mapping = mapping(ty, slots, &mut signature.factors);
            signature.inputs.push(mapping);
        }
        for (ty, slots) in outputs {
            let mapping = mapping(&ty, &slots, &mut signature.factors);
            signature.outputs.push(Output { ty, mapping });
        }
        signature.drop_unused();
        signature
    }
}
