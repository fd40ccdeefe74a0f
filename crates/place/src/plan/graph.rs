//! The graph of choices: a node per op whose layout does not follow from that of another.
//!
//! Ops that compute every element from one element keep the layout of the tensor that they read, so they belong to
//! the node that makes it. A broadcast has no layout of its own: whoever reads it reads its operand. Which nodes may leave partial
//! sums to their users follows from the ops that read them.

use std::rc::Rc;

use smallvec::SmallVec;

use super::kept_sums::{NodeSums, kept_sums};
use super::program::{Allowed, OpLoad, OpSums, PlanOp, PlanProgram};
use crate::factors::{DimFactors, Factors, Role};
use crate::placement::Abilities;
use partita_cost::Work;

/// A tensor as a node sees it: for each of its dimensions, the dimension of the node's result that it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Seen {
    pub(crate) node: usize,
    /// Which of the node's results.
    pub(crate) result: usize,
    /// `None` for a dimension that a broadcast added, and for one of size 1.
    pub(crate) dims: SmallVec<[Option<u8>; 5]>,
}

impl Seen {
    /// Whether the view has all of the node's result, so that its layout is known from the node's.
    fn is_complete(&self, shape: &[u64], own: &[u64]) -> bool {
        shape.iter().zip(&self.dims).all(|(&size, dim)| size == 1 || dim.is_some())
            && own.iter().enumerate().all(|(at, &size)| size == 1 || self.dims.contains(&Some(at as u8)))
    }
}

/// Where a tensor comes from.
#[derive(Clone, Debug, Default)]
pub(crate) enum MadeBy {
    /// Every device computes what it needs of it.
    #[default]
    Free,
    Seen(Seen),
}

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanOrigin {
    /// An argument, by its position.
    Argument(usize),
    /// An op, by its number.
    Op(usize),
    /// A result, by its position.
    Result(usize),
}

/// A node.
#[derive(Clone, Debug)]
pub(crate) struct GraphNode {
    pub(crate) origin: PlanOrigin,
    /// The op, or the op of an argument or a result.
    pub(crate) op: Rc<PlanOp>,
    /// What the ops that follow its layout do.
    pub(crate) beside: OpLoad,
    /// The tensors in memory that have its layout.
    pub(crate) tensors: Vec<usize>,
    /// Where partial sums may cross it.
    pub(crate) sums: NodeSums,
}

/// Which node carries out an op.
#[derive(Clone, Debug)]
pub(crate) enum OpPlace {
    /// None: every device computes what it needs of its results.
    Free,
    /// The node whose layout it keeps. The listed tensors are read beside those of this node.
    Follows(usize, Vec<usize>),
    /// A node of its own.
    Own(usize),
}

/// What the user of a tensor demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Demand {
    /// The layout of an operand of the node.
    Operand(usize),
    /// The layout of the node's first result.
    Result,
}

/// A tensor that a node reads.
#[derive(Clone, Debug)]
pub(crate) struct GraphEdge {
    pub(crate) from: Seen,
    pub(crate) to: usize,
    pub(crate) demand: Demand,
    /// For a demand of the result: the dimension of the result that each dimension of the tensor is.
    pub(crate) dims: SmallVec<[Option<u8>; 5]>,
    /// What the producer makes of the tensor: the size of each dimension of its result, 1 for those that the tensor lacks.
    pub(crate) shape: SmallVec<[u64; 5]>,
    /// Bits of an element.
    pub(crate) bits: u64,
    pub(crate) runs: f64,
}

/// Nodes and edges, and the source of every tensor.
#[derive(Debug, Default)]
pub(crate) struct ChoiceGraph {
    pub(crate) nodes: Vec<GraphNode>,
    pub(crate) edges: Vec<GraphEdge>,
    pub(crate) sources: Vec<MadeBy>,
}

impl ChoiceGraph {
    pub(crate) fn new(program: &PlanProgram) -> Self {
        let mut builder = GraphBuilder {
            program,
            graph: ChoiceGraph {
                sources: vec![MadeBy::Free; program.tensors.len()],
                ..ChoiceGraph::default()
            },
            made: vec![false; program.tensors.len()],
            anchors: Vec::new(),
            places: Vec::new(),
            beside: Vec::new(),
        };
        for (at, &tensor) in program.arguments.iter().enumerate() {
            builder.add_node(PlanOrigin::Argument(at), interface_op(program, &[], tensor));
        }
        (0..program.ops.len()).for_each(|op| builder.add_op(op));
        for &(tensor, at) in &program.returned {
            builder.add_node(PlanOrigin::Result(at), interface_op(program, &[tensor], program.results[at]));
        }
        builder.connect();
        let sums = kept_sums(program, &builder.graph, &builder.places);
        for (node, sums) in builder.graph.nodes.iter_mut().zip(sums) {
            node.sums = sums;
        }
        builder.graph
    }
}

/// An op without work that has the layout of one tensor: an argument, or what the program returns.
fn interface_op(program: &PlanProgram, operands: &[usize], tensor: usize) -> Rc<PlanOp> {
    let sizes = program.tensors[tensor].shape.clone();
    let dims: Vec<DimFactors> = (0..sizes.len()).map(|dim| DimFactors::from_elem(dim, 1)).collect();
    let roles = vec![Role::PassThrough; sizes.len()];
    let factors = Factors::with_roles(sizes, roles, vec![dims; operands.len() + 1], operands.len());
    Rc::new(PlanOp {
        factors: Rc::new(factors),
        abilities: Abilities { partial: false, windows: false, work: Work::Memory },
        operands: operands.to_vec(),
        results: vec![tensor],
        load: OpLoad::default(),
        runs: 1.0,
        carried: None,
        is_elementwise: false,
        sums: OpSums::default(),
    })
}

struct GraphBuilder<'p> {
    program: &'p PlanProgram,
    graph: ChoiceGraph,
    /// Whether the source of each tensor is known.
    made: Vec<bool>,
    /// The nodes that are ops, in order.
    anchors: Vec<usize>,
    /// Where each op is carried out.
    places: Vec<OpPlace>,
    /// Broadcasts that ops read beside the tensor whose layout they keep: the node, its view, and the tensor.
    beside: Vec<(usize, Seen, usize, f64)>,
}

impl GraphBuilder<'_> {
    fn add_node(&mut self, origin: PlanOrigin, op: Rc<PlanOp>) {
        let node = self.graph.nodes.len();
        let is_result = matches!(origin, PlanOrigin::Result(_));
        for (result, &tensor) in op.results.iter().enumerate().filter(|_| !is_result) {
            let dims = (0..self.program.tensors[tensor].shape.len()).map(|dim| Some(dim as u8)).collect();
            self.graph.sources[tensor] = MadeBy::Seen(Seen { node, result, dims });
            self.made[tensor] = true;
        }
        let tensors = if is_result { Vec::new() } else { op.results.clone() };
        let sums = NodeSums::default();
        self.graph.nodes.push(GraphNode { origin, op, beside: OpLoad::default(), tensors, sums });
        self.anchors.push(node);
    }

    fn add_op(&mut self, number: usize) {
        let op = &self.program.ops[number];
        let is_known = op.operands.iter().all(|&tensor| self.made[tensor]);
        let is_free = |tensor: &usize| matches!(self.graph.sources[*tensor], MadeBy::Free);
        if is_known && op.is_elementwise && op.operands.iter().all(is_free) {
            op.results.iter().for_each(|&tensor| self.made[tensor] = true);
            self.places.push(OpPlace::Free);
            return;
        }
        let is_given = op.results.iter().any(|&result| self.program.tensors[result].allowed != Allowed::Any);
        match self.followed(op).filter(|_| is_known && !is_given) {
            Some((view, others)) => {
                let node = view.node;
                let is_complete = self.is_complete(op.results[0], &view);
                for &tensor in others.iter().filter(|_| is_complete) {
                    self.beside.push((node, view.clone(), tensor, op.runs));
                }
                self.places.push(OpPlace::Follows(node, others));
                if is_complete {
                    let beside = &mut self.graph.nodes[node].beside;
                    let read: f64 = op.load.reads.iter().sum();
                    beside.writes += op.load.writes + read;
                    beside.instructions += op.load.instructions;
                    beside.kernels += op.load.kernels;
                    self.graph.nodes[node].tensors.push(op.results[0]);
                }
                self.graph.sources[op.results[0]] = MadeBy::Seen(view);
                self.made[op.results[0]] = true;
            }
            None => {
                self.places.push(OpPlace::Own(self.graph.nodes.len()));
                self.add_node(PlanOrigin::Op(number), Rc::new(op.clone()));
            }
        }
    }

    fn is_complete(&self, tensor: usize, view: &Seen) -> bool {
        let own = self.graph.nodes[view.node].op.results[view.result];
        view.is_complete(&self.program.tensors[tensor].shape, &self.program.tensors[own].shape)
    }

    /// The view that the result of an op has if it keeps the layout of an operand, and the operands that are read
    /// beside that one.
    fn followed(&self, op: &PlanOp) -> Option<(Seen, Vec<usize>)> {
        if op.results.len() != 1 || op.factors.roles.contains(&Role::Reduction) {
            return None;
        }
        let mut views: Vec<(Seen, usize)> = Vec::new();
        for (operand, &tensor) in op.operands.iter().enumerate() {
            if let MadeBy::Seen(view) = &self.graph.sources[tensor] {
                let seen = self.through(op, operand, view)?;
                if !views.iter().any(|(known, _)| *known == seen) {
                    views.push((seen, tensor));
                }
            }
        }
        if let [(view, _)] = &views[..] {
            return Some((view.clone(), Vec::new()));
        }
        let complete = |(view, _): &&(Seen, usize)| self.is_complete(op.results[0], view);
        let mut complete_views = views.iter().filter(complete);
        let leader = complete_views.next()?;
        // Two tensors with layouts of their own: the op decides.
        if !op.is_elementwise || complete_views.next().is_some() {
            return None;
        }
        let others =
            op.operands.iter().copied().filter(|&tensor| {
                tensor != leader.1 && matches!(self.graph.sources[tensor], MadeBy::Seen(_))
            });
        Some((leader.0.clone(), others.collect()))
    }

    /// The result of an op as the node behind an operand sees it: `None` if the op changes more than the order of
    /// dimensions, or adds more than dimensions to which it broadcasts.
    fn through(&self, op: &PlanOp, operand: usize, view: &Seen) -> Option<Seen> {
        let factors = &op.factors;
        let result = factors.operands;
        let shape = &self.program.tensors[op.results[0]].shape;
        let read = &self.program.tensors[op.operands[operand]].shape;
        // Every dimension of the operand must be in the result, at its full size.
        let place = |dim: usize| {
            let factor = factors.factor(operand, dim)?;
            let at = (0..shape.len()).find(|&at| factors.factor(result, at) == Some(factor))?;
            (shape[at] == read[dim] && factors.roles[factor] == Role::PassThrough).then_some(at)
        };
        let mut dims: SmallVec<[Option<u8>; 5]> = SmallVec::from_elem(None, shape.len());
        for (dim, &size) in read.iter().enumerate() {
            if size == 1 {
                continue;
            }
            dims[place(dim)?] = view.dims[dim];
        }
        // A dimension that no operand has is a broadcast; one with several factors is a reshape.
        let is_plain = (0..shape.len()).all(|at| shape[at] == 1 || factors.factor(result, at).is_some());
        is_plain.then(|| Seen { dims, ..view.clone() })
    }

    fn connect(&mut self) {
        for at in 0..self.anchors.len() {
            let node = self.anchors[at];
            let op = Rc::clone(&self.graph.nodes[node].op);
            for (operand, &tensor) in op.operands.iter().enumerate() {
                let MadeBy::Seen(view) = self.graph.sources[tensor].clone() else { continue };
                if view.node == node || view.dims.iter().all(Option::is_none) {
                    continue;
                }
                let (demand, dims) = (Demand::Operand(operand), SmallVec::new());
                let (shape, bits) = self.made_of(tensor, &view);
                self.graph.edges.push(GraphEdge {
                    from: view,
                    to: node,
                    demand,
                    dims,
                    shape,
                    bits,
                    runs: op.reads(operand),
                });
            }
        }
        for (node, seen, tensor, runs) in std::mem::take(&mut self.beside) {
            let MadeBy::Seen(view) = self.graph.sources[tensor].clone() else { continue };
            if view.node == node || view.dims.iter().all(Option::is_none) {
                continue;
            }
            let (shape, bits) = self.made_of(tensor, &view);
            self.graph.edges.push(GraphEdge {
                from: view,
                to: node,
                demand: Demand::Result,
                dims: seen.dims,
                shape,
                bits,
                runs,
            });
        }
    }

    /// What the node behind a view makes of a tensor: sizes in the order of its own dimensions, and bits of an element.
    fn made_of(&self, tensor: usize, view: &Seen) -> (SmallVec<[u64; 5]>, u64) {
        let facts = &self.program.tensors[tensor];
        let own = self.graph.nodes[view.node].op.results[view.result];
        let size = |dim: usize| {
            let at = view.dims.iter().position(|&each| each == Some(dim as u8));
            at.map_or(1, |at| facts.shape[at])
        };
        ((0..self.program.tensors[own].shape.len()).map(size).collect(), facts.bits)
    }
}
