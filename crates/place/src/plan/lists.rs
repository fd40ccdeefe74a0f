//! The strategies of all nodes. Nodes of repeated layers share a list.
//!
//! A node may have thousands of strategies, of which the problem has some: the fastest for every amount of memory, and among equally
//! fast ones those that fit to the neighbours of the node, so that an argument can be in a layout that its users read.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::choices::{NoProblem, demanded};
use super::graph::{ChoiceGraph, GraphEdge, GraphNode};
use super::kept_sums::Waiting;
use super::layout::PlanLayout;
use super::prices::CommPrices;
use super::program::{Allowed, Collectives, OperandList, PlanProgram};
use super::strategies::{PlanStrategy, ResultFacts, list_strategies};

/// The most strategies of a node, not counting those that rename an operand.
const MAX_LISTED: usize = 160;

/// A list of strategies that nodes share.
pub(crate) type StrategyList = Arc<Vec<PlanStrategy>>;

/// The strategies of every node.
pub(crate) struct NodeLists {
    pub(crate) lists: Vec<StrategyList>,
    /// Equal numbers for nodes with the same list, without gaps.
    pub(crate) groups: Vec<usize>,
    /// The number of nodes that have more strategies.
    pub(crate) shortened: usize,
}

impl NodeLists {
    pub(crate) fn new(
        program: &PlanProgram,
        graph: &ChoiceGraph,
        prices: &CommPrices<'_>,
    ) -> Result<Self, NoProblem> {
        let mut complete = CompleteLists { program, prices, known: FxHashMap::default() };
        let mut all: Vec<(usize, StrategyList)> = Vec::with_capacity(graph.nodes.len());
        for node in &graph.nodes {
            if prices.is_over() {
                return Err(NoProblem::Interrupted);
            }
            all.push(complete.of(node)?);
        }
        let mut chosen = Shortlists {
            graph,
            prices,
            lists: vec![None; all.len()],
            groups: vec![0; all.len()],
            numbers: FxHashMap::default(),
        };
        let is_long = |(_, list): &(usize, StrategyList)| list.len() > MAX_LISTED;
        let costs =
            |(_, list): &(usize, StrategyList)| list.iter().any(|each| each.seconds != list[0].seconds);
        // Nodes that cost the same in all layouts take those that the others have.
        let (later, first): (Vec<usize>, Vec<usize>) =
            (0..all.len()).partition(|&at| is_long(&all[at]) && !costs(&all[at]));
        first.iter().for_each(|&node| chosen.set(node, &all[node], &[]));
        let mut around: FxHashMap<usize, Vec<&GraphEdge>> =
            later.iter().map(|&at| (at, Vec::new())).collect();
        for edge in graph.edges.iter().filter(|_| !later.is_empty()) {
            for end in [edge.from.node, edge.to] {
                if let Some(edges) = around.get_mut(&end) {
                    edges.push(edge);
                }
            }
        }
        later.iter().for_each(|&node| chosen.set(node, &all[node], &around[&node]));
        let lists = chosen.lists.into_iter().flatten().collect();
        Ok(Self { lists, groups: chosen.groups, shortened: all.iter().filter(|each| is_long(each)).count() })
    }
}

/// Layouts of strategies: those of all operands and of all results.
type Layouts = (Vec<PlanLayout>, Vec<PlanLayout>);

/// The lists that the problem has.
struct Shortlists<'g> {
    graph: &'g ChoiceGraph,
    prices: &'g CommPrices<'g>,
    lists: Vec<Option<StrategyList>>,
    groups: Vec<usize>,
    /// The number of each list, by that of the complete one and by the layouts that were left of it.
    numbers: FxHashMap<(usize, Vec<Layouts>), (usize, StrategyList)>,
}

impl Shortlists<'_> {
    /// Chooses the list of a node, next to the lists that are known at the other ends of some edges.
    fn set(&mut self, node: usize, (complete, list): &(usize, StrategyList), edges: &[&GraphEdge]) {
        let is_unchanged = self.graph.nodes[node].op.carried.is_some_and(|carried| carried.is_unchanged);
        let is_long = list.len() > MAX_LISTED;
        let short = if is_long { self.shortened(list, node, edges) } else { (0..list.len()).collect() };
        let layouts = |at: &usize| (list[*at].operands.clone(), list[*at].results.clone());
        // Other nodes may have left other strategies of the same list.
        let left = if is_long { short.iter().map(layouts).collect() } else { Vec::new() };
        let number = self.numbers.len();
        let (group, list) = self.numbers.entry((*complete, left)).or_insert_with(|| {
            let mut short: Vec<PlanStrategy> = short.iter().map(|&at| list[at].clone()).collect();
            if is_unchanged {
                let renamed = |each: &PlanStrategy| PlanStrategy { is_renamed: true, ..each.clone() };
                short.extend(short.iter().map(renamed).collect::<Vec<_>>());
            }
            (number, Arc::new(short))
        });
        self.groups[node] = *group;
        self.lists[node] = Some(Arc::clone(list));
    }

    /// The strategies to keep of a list that begins with the fastest: for every number of shards of the result as many, because each
    /// share is the memory of a device. Among equally fast ones, those that fit to neighbours come first. The replicated one stays,
    /// because without it there may be none that suits all neighbours.
    fn shortened(&self, list: &[PlanStrategy], node: usize, edges: &[&GraphEdge]) -> Vec<usize> {
        let neighbours: Vec<Neighbour<'_>> =
            edges.iter().filter_map(|&edge| Neighbour::new(edge, node, &self.lists)).collect();
        let shards = |strategy: &PlanStrategy| {
            strategy.results.first().map_or(1, |first| self.prices.axes.devices(first.mask()))
        };
        let mut by_shards: BTreeMap<Reverse<u64>, Vec<usize>> = BTreeMap::new();
        for (at, strategy) in list.iter().enumerate() {
            by_shards.entry(Reverse(shards(strategy))).or_default().push(at);
        }
        for same in by_shards.values_mut() {
            let key = |&at: &usize| (list[at].seconds, misfit(&list[at], &neighbours), at);
            same.sort_by_cached_key(|at| {
                let (seconds, (none, total), at) = key(at);
                (seconds.to_bits(), none, total.to_bits(), at)
            });
        }
        let replicated = list.iter().position(|each| each.results.iter().all(PlanLayout::is_replicated));
        let mut kept: Vec<usize> = replicated.into_iter().collect();
        // One of each number of shards in turn, until there are enough.
        for turn in 0..list.len() {
            let next = by_shards.values().filter_map(|same| same.get(turn).copied());
            let free = MAX_LISTED - kept.len();
            kept.extend(next.filter(|at| Some(*at) != replicated).take(free));
            if kept.len() == MAX_LISTED {
                break;
            }
        }
        kept.sort_unstable();
        kept
    }
}

/// The layouts in which a neighbour takes or makes a tensor, and the fewest seconds of its strategies that do.
struct Neighbour<'e> {
    edge: &'e GraphEdge,
    /// Whether it makes the tensor.
    is_producer: bool,
    seconds: FxHashMap<PlanLayout, f64>,
}

impl<'e> Neighbour<'e> {
    /// The other end of an edge of a node, if its list is known.
    fn new(edge: &'e GraphEdge, node: usize, lists: &[Option<StrategyList>]) -> Option<Self> {
        let is_producer = edge.to == node;
        let other = if is_producer { edge.from.node } else { edge.to };
        let mut seconds: FxHashMap<PlanLayout, f64> = FxHashMap::default();
        let list = lists[other].as_ref()?;
        for strategy in list.iter() {
            let layout = if is_producer {
                strategy.results[edge.from.result].clone()
            } else {
                demanded(edge, strategy, edge.shape.len())
            };
            let known = seconds.entry(layout).or_insert(strategy.seconds);
            *known = known.min(strategy.seconds);
        }
        Some(Self { edge, is_producer, seconds })
    }

    /// The seconds of the neighbour beside a strategy, if they need no reshard.
    fn beside(&self, strategy: &PlanStrategy) -> Option<f64> {
        let layout = if self.is_producer {
            demanded(self.edge, strategy, self.edge.shape.len())
        } else {
            strategy.results[self.edge.from.result].clone()
        };
        self.seconds.get(&layout).copied()
    }
}

/// How badly a strategy fits to neighbours: those that need a reshard, and the seconds of the others.
fn misfit(strategy: &PlanStrategy, neighbours: &[Neighbour<'_>]) -> (usize, f64) {
    let beside = neighbours.iter().map(|neighbour| neighbour.beside(strategy));
    beside.fold((0, 0.0), |(none, total), seconds| match seconds {
        Some(seconds) => (none, total + seconds),
        None => (none + 1, total),
    })
}

/// Complete lists by everything that they depend on.
struct CompleteLists<'p> {
    program: &'p PlanProgram,
    prices: &'p CommPrices<'p>,
    known: FxHashMap<ListKey, (usize, StrategyList)>,
}

#[derive(PartialEq, Eq, Hash)]
struct ListKey {
    sizes: Vec<u64>,
    roles: Vec<u8>,
    tensors: Vec<Vec<SmallVec<[usize; 2]>>>,
    abilities: (bool, bool),
    sums: (Waiting, OperandList),
    is_unchanged: bool,
    numbers: Vec<u64>,
    allowed: Allowed,
}

impl CompleteLists<'_> {
    fn of(&mut self, node: &GraphNode) -> Result<(usize, StrategyList), NoProblem> {
        let (op, beside) = (&node.op, &node.beside);
        let tensor = |&tensor: &usize| &self.program.tensors[tensor];
        let first = op.results.first().copied();
        let allowed = first.map_or(Allowed::Any, |first| self.program.tensors[first].allowed.clone());
        let per_operand = op.load.reads.iter().chain(&op.load.copied);
        let mut numbers = vec![op.load.reads.len() as u64];
        numbers.extend(per_operand.map(|bytes| bytes.to_bits()));
        let each = [op.load.writes, op.load.instructions, op.load.kernels, op.runs];
        let others = [beside.writes, beside.instructions, beside.kernels];
        numbers.extend(each.into_iter().chain(others).map(f64::to_bits));
        numbers.extend(op.results.iter().map(|result| tensor(result).bits));
        if let Some(product) = op.load.product {
            numbers.extend([product.batch, product.rows, product.columns, product.depth]);
            numbers.push(product.precision as u64);
        }
        let key = ListKey {
            sizes: op.factors.sizes.clone(),
            roles: op.factors.roles.iter().map(|&role| role as u8).collect(),
            tensors: op.factors.tensors.clone(),
            abilities: (op.abilities.partial, op.abilities.windows),
            sums: (node.sums.waiting, node.sums.takes.clone()),
            is_unchanged: op.carried.is_some_and(|carried| carried.is_unchanged),
            numbers,
            allowed,
        };
        if let Some((group, list)) = self.known.get(&key) {
            return Ok((*group, Arc::clone(list)));
        }
        let facts = ResultFacts {
            bits: op.results.iter().map(|result| tensor(result).bits).collect(),
            shapes: op.results.iter().map(|result| &tensor(result).shape[..]).collect(),
            allowed: &key.allowed,
            scatters: self.program.collectives == Collectives::All,
            sums: &node.sums,
        };
        let list = list_strategies(op, &facts, beside, self.prices).ok_or(NoProblem::Interrupted)?;
        let list = Arc::new(list);
        if list.is_empty() {
            return Err(NoProblem::NotAllowed { tensor: first.unwrap_or(0) });
        }
        let group = self.known.len();
        self.known.insert(key, (group, Arc::clone(&list)));
        Ok((group, list))
    }
}
