//! The problem: one strategy per node, at the lowest cost, within a memory limit.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use partita_base::{Code, code};
use rustc_hash::{FxHashMap, FxHasher};

/// The most nodes, and the most edges, of a problem.
pub const MAX_ITEMS: usize = 1 << 24;
/// The most strategies of one node: a table of two such nodes still fits into memory.
pub const MAX_STRATEGIES: usize = 1 << 14;
/// Costs above it are infinite. Sums of finite costs stay exact enough to be compared below it.
pub const INFINITE_FROM: f64 = 1e17;
/// Largest sum of memory uses: profiles are signed, and differences of two must not overflow.
const MAX_USE: u64 = 1 << 52;

/// A node of a [`ChoiceProblem`], in the order of [`ProblemBuilder::node`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The number of the node, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The program points at which a node holds its memory: `start` is the first, `end` is the first after the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interval {
    /// The first point.
    pub start: u32,
    /// The first point after the last; `end <= start` is an empty interval.
    pub end: u32,
}

impl Interval {
    /// Whether it contains no point.
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Whether it contains the point.
    pub fn contains(self, point: u32) -> bool {
        (self.start..self.end).contains(&point)
    }
}

/// One way to carry out a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strategy {
    /// What it costs; infinite if it is not allowed.
    pub cost: f64,
    /// The memory it holds at every point of the node's interval.
    pub memory: u64,
}

/// A node: the points at which it holds memory, and its strategies.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceNode {
    /// When its memory is held.
    pub live: Interval,
    /// Its strategies, at least one.
    pub strategies: Vec<Strategy>,
}

/// An edge: the cost of every pair of strategies of two nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceEdge {
    /// The nodes, which differ.
    pub nodes: [NodeId; 2],
    /// The costs, row by row: a row per strategy of the first node. Equal tables are shared.
    pub table: Arc<[f64]>,
}

/// Nodes, edges and a memory limit. Made by a [`ProblemBuilder`], which checks everything.
#[derive(Clone, Debug, Default)]
pub struct ChoiceProblem {
    nodes: Vec<ChoiceNode>,
    edges: Vec<ChoiceEdge>,
    memory_limit: Option<u64>,
}

impl ChoiceProblem {
    /// The nodes, by [`NodeId::index`].
    pub fn nodes(&self) -> &[ChoiceNode] {
        &self.nodes
    }

    /// All pairs of nodes that have a cost together.
    pub fn edges(&self) -> &[ChoiceEdge] {
        &self.edges
    }

    /// The most memory that may be held at any point, if there is a limit.
    pub fn memory_limit(&self) -> Option<u64> {
        self.memory_limit
    }

    /// The same problem with another memory limit.
    #[must_use]
    pub fn with_memory_limit(mut self, limit: Option<u64>) -> Self {
        self.memory_limit = limit;
        self
    }

    /// The id of the node with this number, if there is one.
    pub fn node_id(&self, index: usize) -> Option<NodeId> {
        (index < self.nodes.len()).then_some(NodeId(index as u32))
    }
}

/// The costs of an edge, checked by [`ProblemBuilder::table`].
#[derive(Clone, Debug)]
pub struct EdgeTable(Arc<[f64]>);

impl EdgeTable {
    /// Whether no pair of strategies costs anything.
    pub fn is_zero(&self) -> bool {
        self.0.iter().all(|cost| *cost == 0.0)
    }
}

/// Collects nodes and edges. Every method checks its arguments, so that a [`ChoiceProblem`] is valid.
#[derive(Clone, Debug, Default)]
pub struct ProblemBuilder {
    nodes: Vec<ChoiceNode>,
    edges: Vec<ChoiceEdge>,
    memory_limit: Option<u64>,
    memory: u64,
    tables: FxHashMap<u64, Vec<Arc<[f64]>>>,
}

impl ProblemBuilder {
    /// Adds a node.
    ///
    /// # Errors
    /// No strategies or too many of them, a cost that is negative or not a number, or more memory than can be added up.
    pub fn node(&mut self, live: Interval, strategies: Vec<Strategy>) -> Result<NodeId, ProblemError> {
        let index = self.nodes.len();
        if index >= MAX_ITEMS {
            return Err(ProblemError::TooMany { what: "nodes", limit: MAX_ITEMS });
        }
        if strategies.is_empty() {
            return Err(ProblemError::NoStrategies { node: index });
        }
        if strategies.len() > MAX_STRATEGIES {
            return Err(ProblemError::TooMany { what: "strategies of one node", limit: MAX_STRATEGIES });
        }
        if let Some(bad) = strategies.iter().find(|strategy| !is_cost(strategy.cost)) {
            return Err(ProblemError::NodeCost { node: index, cost: bad.cost });
        }
        let most = strategies.iter().map(|strategy| strategy.memory).max().unwrap_or(0);
        self.memory = self.memory.saturating_add(most);
        if self.memory > MAX_USE {
            return Err(ProblemError::Memory { node: index });
        }
        self.nodes.push(ChoiceNode { live, strategies });
        Ok(NodeId(index as u32))
    }

    /// Adds an edge; the table has a row per strategy of the first node. A pair of nodes may have several edges: their costs add up.
    ///
    /// # Errors
    /// Unknown or equal nodes, a table of another size, or a cost that is negative or not a number.
    pub fn edge(&mut self, first: NodeId, second: NodeId, table: Vec<f64>) -> Result<(), ProblemError> {
        let table = self.table(table)?;
        self.edge_with(first, second, &table)
    }

    /// A table for several edges, which is checked once.
    ///
    /// # Errors
    /// A cost that is negative or not a number.
    pub fn table(&mut self, table: Vec<f64>) -> Result<EdgeTable, ProblemError> {
        match table.iter().find(|cost| !is_cost(**cost)) {
            Some(&cost) => Err(ProblemError::EdgeCost { edge: self.edges.len(), cost }),
            None => Ok(EdgeTable(self.shared(table))),
        }
    }

    /// Adds an edge with such a table.
    ///
    /// # Errors
    /// Unknown or equal nodes, or a table of another size.
    pub fn edge_with(
        &mut self,
        first: NodeId,
        second: NodeId,
        table: &EdgeTable,
    ) -> Result<(), ProblemError> {
        let table = Arc::clone(&table.0);
        let edge = self.edges.len();
        if edge >= MAX_ITEMS {
            return Err(ProblemError::TooMany { what: "edges", limit: MAX_ITEMS });
        }
        let size = |node: NodeId| match self.nodes.get(node.index()) {
            Some(node) => Ok(node.strategies.len()),
            None => Err(ProblemError::UnknownNode { edge, node: node.index() }),
        };
        let (rows, columns) = (size(first)?, size(second)?);
        if first == second {
            return Err(ProblemError::Loop { edge, node: first.index() });
        }
        if table.len() != rows * columns {
            return Err(ProblemError::TableSize { edge, rows, columns, found: table.len() });
        }
        self.edges.push(ChoiceEdge { nodes: [first, second], table });
        Ok(())
    }

    /// The id of the node with this number, if it was added.
    pub fn node_id(&self, index: usize) -> Option<NodeId> {
        (index < self.nodes.len()).then_some(NodeId(index as u32))
    }

    /// Limits the memory that is held at any point.
    pub fn memory_limit(&mut self, limit: u64) {
        self.memory_limit = Some(limit);
    }

    /// The problem.
    pub fn build(self) -> ChoiceProblem {
        ChoiceProblem { nodes: self.nodes, edges: self.edges, memory_limit: self.memory_limit }
    }

    /// The table, or an equal one that was added before: programs repeat layers, and with them tables.
    fn shared(&mut self, table: Vec<f64>) -> Arc<[f64]> {
        let mut hasher = FxHasher::default();
        for cost in &table {
            cost.to_bits().hash(&mut hasher);
        }
        let same = self.tables.entry(hasher.finish()).or_default();
        if let Some(known) = same.iter().find(|known| known[..] == table[..]) {
            return Arc::clone(known);
        }
        let table: Arc<[f64]> = table.into();
        same.push(Arc::clone(&table));
        table
    }
}

fn is_cost(cost: f64) -> bool {
    cost >= 0.0
}

/// Why a [`ProblemBuilder`] refused a node or an edge.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ProblemError {
    /// More than the limit.
    TooMany {
        /// Of what there are too many.
        what: &'static str,
        /// The most that are allowed.
        limit: usize,
    },
    /// A node has nothing to choose from.
    NoStrategies {
        /// The number of the node.
        node: usize,
    },
    /// A cost of a node is negative or not a number.
    NodeCost {
        /// The number of the node.
        node: usize,
        /// The cost that was given.
        cost: f64,
    },
    /// The memory uses cannot be added up.
    Memory {
        /// The node at which the sum overflows.
        node: usize,
    },
    /// An edge has a node that does not exist.
    UnknownNode {
        /// The number of the edge.
        edge: usize,
        /// The number of the node.
        node: usize,
    },
    /// An edge connects a node with itself.
    Loop {
        /// The number of the edge.
        edge: usize,
        /// The node at both of its ends.
        node: usize,
    },
    /// The table of an edge has the wrong size.
    TableSize {
        /// The number of the edge.
        edge: usize,
        /// The strategies of the first node.
        rows: usize,
        /// The strategies of the second node.
        columns: usize,
        /// The costs in the table.
        found: usize,
    },
    /// A cost of an edge is negative or not a number.
    EdgeCost {
        /// The number of the edge.
        edge: usize,
        /// The cost that was given.
        cost: f64,
    },
}

impl ProblemError {
    /// Its error code.
    pub fn code(&self) -> Code {
        match self {
            Self::TooMany { .. } | Self::Memory { .. } => code::AUTO_TOO_LARGE,
            _ => code::AUTO_PROBLEM,
        }
    }
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany { what, limit } => write!(f, "expected at most {limit} {what}"),
            Self::NoStrategies { node } => write!(f, "node {node} has no strategies"),
            Self::NodeCost { node, cost } => {
                write!(f, "node {node} has the cost {cost}, expected a number of at least 0")
            }
            Self::Memory { node } => {
                write!(f, "the memory uses up to node {node} add up to more than {MAX_USE}")
            }
            Self::UnknownNode { edge, node } => write!(f, "edge {edge} has the unknown node {node}"),
            Self::Loop { edge, node } => write!(f, "edge {edge} connects node {node} with itself"),
            Self::TableSize { edge, rows, columns, found } => write!(
                f,
                "edge {edge} has {found} costs, expected {rows} times {columns}, one per pair of strategies"
            ),
            Self::EdgeCost { edge, cost } => {
                write!(f, "edge {edge} has the cost {cost}, expected a number of at least 0")
            }
        }
    }
}

impl std::error::Error for ProblemError {}
