//! The choice problem of a program, and the layouts that an answer of the solver means.

use std::error::Error;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use partita_auto::{ChoiceProblem, Interval, ProblemBuilder, ProblemError, Strategy};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::graph::{ChoiceGraph, Demand, GraphEdge, GraphNode, MadeBy, PlanOrigin};
use super::kept_sums::Waiting;
use super::layout::{PlanAxes, PlanLayout};
use super::lists::{NodeLists, StrategyList};
use super::prices::{CommPrices, PlanMachine};
use super::program::{PlanProgram, PlanTensor};
use super::repeated::{ClassLink, repeated_classes};
use super::reshards::ReshardedTensor;
use super::strategies::PlanStrategy;

/// A program as a choice problem: a node per op whose layout does not follow from that of another op.
pub struct PlanChoices {
    /// What the solver takes.
    pub problem: ChoiceProblem,
    graph: ChoiceGraph,
    /// The strategies of each node; nodes of repeated layers share them.
    lists: Vec<StrategyList>,
    groups: Vec<usize>,
    shortened: usize,
    is_memory_exact: bool,
    /// A class per node, equal for nodes with the same part in repeated layers.
    pub classes: Arc<[u32]>,
}

/// A node of the problem, as a plan writes it down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanPoint {
    /// What it is.
    pub origin: PlanOrigin,
    /// Its first result, or what the program returns.
    pub tensor: usize,
    /// The axes of each of its dimensions, and those of partial sums that its users take.
    pub layout: PlanLayout,
    /// Equal for nodes of repeated layers that are carried out alike.
    pub group: (usize, u32),
}

/// A tensor that an op reads in another layout than it is made in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanReshard {
    /// The number of the op.
    pub op: usize,
    /// Which of its operands.
    pub operand: usize,
    /// The layout in which it reads the operand.
    pub layout: PlanLayout,
}

/// Why there is no choice problem.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum NoProblem {
    /// No layout of a tensor respects what the program states.
    NotAllowed {
        /// The tensor, by its number.
        tensor: usize,
    },
    /// The solver does not take it.
    Problem(ProblemError),
    /// It is no longer wanted.
    Interrupted,
}

impl fmt::Display for NoProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAllowed { tensor } => {
                write!(f, "no layout of tensor {tensor} respects what the program states")
            }
            Self::Problem(error) => error.fmt(f),
            Self::Interrupted => f.write_str("the plan is no longer wanted"),
        }
    }
}

impl Error for NoProblem {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Problem(error) => Some(error),
            Self::NotAllowed { .. } | Self::Interrupted => None,
        }
    }
}

impl From<ProblemError> for NoProblem {
    fn from(error: ProblemError) -> Self {
        NoProblem::Problem(error)
    }
}

impl PlanChoices {
    /// The choices of a program on a mesh of a machine, within `memory` bytes per device.
    ///
    /// # Errors
    /// A restriction of the program that no layout respects, or a problem that is too large.
    pub fn new(
        program: &PlanProgram,
        axes: &PlanAxes,
        machine: PlanMachine<'_>,
        memory: Option<u64>,
    ) -> Result<Self, NoProblem> {
        Self::new_unless(program, axes, machine, memory, &|| false)
    }

    /// Like [`PlanChoices::new`], which takes long for many layouts, until the result is no longer wanted.
    ///
    /// # Errors
    /// Those of [`PlanChoices::new`], and [`NoProblem::Interrupted`].
    pub fn new_unless(
        program: &PlanProgram,
        axes: &PlanAxes,
        machine: PlanMachine<'_>,
        memory: Option<u64>,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<Self, NoProblem> {
        let prices = CommPrices::new(machine, axes, program.collectives, is_over);
        let graph = ChoiceGraph::new(program);
        let NodeLists { lists: of_nodes, groups, shortened } = NodeLists::new(program, &graph, &prices)?;
        let mut builder = ProblemBuilder::default();
        let mut nodes = Vec::new();
        let mut is_memory_exact = true;
        for (node, list) in graph.nodes.iter().zip(&of_nodes) {
            let NodeMemory { live, bytes: stored, is_exact } = NodeMemory::new(program, node);
            is_memory_exact &= is_exact;
            let strategies = list.iter().map(|strategy| {
                let share = strategy.results.first().map_or(1, |first| axes.devices(first.mask()));
                let memory = if strategy.is_renamed { 0 } else { stored.div_ceil(share.max(1)) };
                Strategy { cost: strategy.seconds, memory }
            });
            nodes.push(builder.node(live, strategies.collect())?);
        }
        let mut kinds: FxHashMap<TableKey, usize> = FxHashMap::default();
        // The first edge of each kind.
        let mut firsts: Vec<&GraphEdge> = Vec::new();
        let mut links = Vec::new();
        for edge in &graph.edges {
            let kind = *kinds.entry(TableKey::new(edge, &groups)).or_insert_with(|| {
                firsts.push(edge);
                firsts.len() - 1
            });
            links.push(ClassLink { ends: [edge.from.node, edge.to], kind: kind as u64 });
        }
        let tables = edge_tables(&firsts, &of_nodes, &prices).ok_or(NoProblem::Interrupted)?;
        let tables = tables.into_iter().map(|table| builder.table(table)).collect::<Result<Vec<_>, _>>()?;
        let costs: Vec<bool> = tables.iter().map(|table| !table.is_zero()).collect();
        for (edge, link) in graph.edges.iter().zip(&links).filter(|(_, link)| costs[link.kind as usize]) {
            builder.edge_with(nodes[edge.from.node], nodes[edge.to], &tables[link.kind as usize])?;
        }
        for &(argument, result) in &program.tied {
            let place = |origin: PlanOrigin| graph.nodes.iter().position(|node| node.origin == origin);
            let ends = [place(PlanOrigin::Argument(argument)), place(PlanOrigin::Result(result))];
            if let [Some(argument), Some(result)] = ends {
                let table = equal_layouts(&of_nodes[argument], &of_nodes[result]);
                // Annotations that are kept may demand different layouts.
                if table.iter().any(|cost| cost.is_finite()) {
                    builder.edge(nodes[argument], nodes[result], table)?;
                }
            }
        }
        if let Some(limit) = memory {
            builder.memory_limit(limit);
        }
        let classes = repeated_classes(&groups, &links).into();
        Ok(Self {
            problem: builder.build(),
            graph,
            lists: of_nodes,
            groups,
            shortened,
            is_memory_exact,
            classes,
        })
    }

    /// The number of nodes that have too many strategies, of which some were left out. Nothing is proven about those.
    pub fn shortened(&self) -> usize {
        self.shortened
    }

    /// Whether every node holds as much memory at all points as it does at one. Otherwise choices may need less than the problem states.
    pub fn is_memory_exact(&self) -> bool {
        self.is_memory_exact
    }

    /// The bytes of a device that no choices need less than: those of all tensors in their smallest shards, at the point at which these
    /// are most.
    pub fn least_memory(&self, program: &PlanProgram) -> u64 {
        let mut changes: Vec<(u32, bool, f64)> = Vec::new();
        for ((node, list), solved) in self.graph.nodes.iter().zip(&self.lists).zip(self.problem.nodes()) {
            if list.iter().any(|strategy| strategy.is_renamed) || solved.strategies.is_empty() {
                continue;
            }
            let stored = NodeMemory::new(program, node).bytes;
            let least = solved.strategies.iter().map(|strategy| strategy.memory).min().unwrap_or(0);
            let share = if stored == 0 { 0.0 } else { least as f64 / stored as f64 };
            for tensor in held_by(program, node) {
                let bytes = (tensor.bytes() * share).floor();
                changes.extend([(tensor.live.0, true, bytes), (tensor.live.1, false, -bytes)]);
            }
        }
        // What ends at a point is not there with what begins at it.
        changes.sort_by_key(|&(point, begins, _)| (point, begins));
        let course = changes.iter().scan(0.0, |live, (.., bytes)| {
            *live += bytes;
            Some(*live)
        });
        course.fold(0.0, f64::max) as u64
    }

    /// Asks for choices within another memory limit, or without one.
    pub fn set_memory_limit(&mut self, limit: Option<u64>) {
        let problem = std::mem::take(&mut self.problem);
        self.problem = problem.with_memory_limit(limit);
    }

    /// The number of strategies that differ, summed over the distinct lists.
    pub fn distinct_lists(&self) -> usize {
        self.groups.iter().max().map_or(0, |most| most + 1)
    }

    /// Every node with the layout that it has under the choices of the solver.
    pub fn points(&self, choices: &[u32]) -> Vec<PlanPoint> {
        let mut finished = self.finished(choices);
        let nodes = self.graph.nodes.iter().enumerate();
        nodes
            .map(|(at, node)| {
                let strategy = &self.lists[at][choices[at] as usize];
                let tensor = node.op.results.first().copied().unwrap_or(0);
                let mut layout = strategy.results.first().cloned().unwrap_or_default();
                if let Some(finished) = finished.remove(&at) {
                    layout = finished;
                }
                PlanPoint { origin: node.origin, tensor, layout, group: (self.groups[at], choices[at]) }
            })
            .collect()
    }

    /// The other tensors with the layout of a node, each as a point: those of ops that compute every element from one element.
    pub fn followers(&self, choices: &[u32]) -> Vec<PlanPoint> {
        let mut found = Vec::new();
        for (at, node) in self.graph.nodes.iter().enumerate() {
            for &tensor in node.tensors.iter().filter(|tensor| !node.op.results.contains(tensor)) {
                if let Some(layout) = self.layout_of(tensor, choices) {
                    found.push(PlanPoint {
                        origin: node.origin,
                        tensor,
                        layout,
                        group: (self.groups[at], choices[at]),
                    });
                }
            }
        }
        found
    }

    /// The tensors that ops with a node of their own read in another layout than they are made in, except for slices, which need no
    /// communication, and partial sums.
    pub fn reshards(&self, choices: &[u32]) -> Vec<PlanReshard> {
        let of_edge = |edge: &GraphEdge| {
            let Demand::Operand(operand) = edge.demand else { return None };
            let PlanOrigin::Op(op) = self.graph.nodes[edge.to].origin else { return None };
            let producer = edge.from.node;
            let made = &self.lists[producer][choices[producer] as usize].results[edge.from.result];
            let user = &self.lists[edge.to][choices[edge.to] as usize];
            let demand = demanded(edge, user, made.rank());
            let is_complete = made.is_complete() && demand.is_complete();
            (is_complete && !demand.is_slice_of(made)).then(|| PlanReshard {
                op,
                operand,
                layout: user.operands[operand].clone(),
            })
        };
        self.graph.edges.iter().filter_map(of_edge).collect()
    }

    /// The layout of each node whose partial sums wait, once the only user demands complete ones.
    fn finished(&self, choices: &[u32]) -> FxHashMap<usize, PlanLayout> {
        let mut finished = FxHashMap::default();
        for edge in &self.graph.edges {
            let producer = edge.from.node;
            let layout = &self.lists[producer][choices[producer] as usize].results[edge.from.result];
            if layout.is_complete() || self.graph.nodes[producer].sums.waiting != Waiting::Always {
                continue;
            }
            let user = &self.lists[edge.to][choices[edge.to] as usize];
            let demand = demanded(edge, user, layout.rank());
            if layout.partial() & demand.partial() == 0 {
                finished.insert(producer, demand.with_partial(0));
            }
        }
        finished
    }

    /// The layout of a tensor under the choices of the solver; `None` if it has none of its own.
    pub fn layout_of(&self, tensor: usize, choices: &[u32]) -> Option<PlanLayout> {
        let MadeBy::Seen(view) = &self.graph.sources[tensor] else { return None };
        let strategy = &self.lists[view.node][choices[view.node] as usize];
        let result = strategy.results.get(view.result)?;
        Some(result.select(view.dims.iter().map(|dim| dim.map(usize::from))))
    }

    /// What a node is, and its first result.
    pub fn node(&self, index: usize) -> (PlanOrigin, Option<usize>) {
        let node = &self.graph.nodes[index];
        (node.origin, node.op.results.first().copied())
    }
}

/// Equal for edges with equal tables.
#[derive(PartialEq, Eq, Hash)]
struct TableKey {
    lists: [usize; 2],
    result: usize,
    from: SmallVec<[Option<u8>; 5]>,
    to: SmallVec<[Option<u8>; 5]>,
    demand: Demand,
    shape: SmallVec<[u64; 5]>,
    bits: [u64; 2],
}

impl TableKey {
    fn new(edge: &GraphEdge, groups: &[usize]) -> Self {
        Self {
            lists: [groups[edge.from.node], groups[edge.to]],
            result: edge.from.result,
            from: edge.from.dims.clone(),
            to: edge.dims.clone(),
            demand: edge.demand,
            shape: edge.shape.clone(),
            bits: [edge.bits, edge.runs.to_bits()],
        }
    }
}

/// The tensors in memory that have the layout of a node.
fn held_by<'p>(program: &'p PlanProgram, node: &'p GraphNode) -> impl Iterator<Item = &'p PlanTensor> {
    let held = node.tensors.iter().map(|&tensor| &program.tensors[tensor]);
    held.filter(|tensor| tensor.live.1 > tensor.live.0)
}

/// When the tensors of a node are in memory, and how large they are then.
struct NodeMemory {
    live: Interval,
    /// The most at any point.
    bytes: u64,
    /// Whether it is as much at every point.
    is_exact: bool,
}

impl NodeMemory {
    fn new(program: &PlanProgram, node: &GraphNode) -> Self {
        let held: Vec<_> = held_by(program, node).collect();
        let start = held.iter().map(|tensor| tensor.live.0).min().unwrap_or(0);
        let end = held.iter().map(|tensor| tensor.live.1).max().unwrap_or(0);
        let at = |point: u32| -> f64 {
            let live = held.iter().filter(|tensor| (tensor.live.0..tensor.live.1).contains(&point));
            live.map(|tensor| tensor.bytes()).sum()
        };
        // The sum changes only where a tensor begins or ends.
        let points =
            held.iter().flat_map(|tensor| [tensor.live.0, tensor.live.1]).filter(|&point| point < end);
        let (least, most) = points
            .map(at)
            .fold((f64::INFINITY, 0.0), |(least, most): (f64, f64), now| (least.min(now), most.max(now)));
        let is_exact = held.is_empty() || least == most;
        Self { live: Interval { start, end }, bytes: most as u64, is_exact }
    }
}

/// Allows pairs of strategies with equal layouts only.
fn equal_layouts(first: &[PlanStrategy], second: &[PlanStrategy]) -> Vec<f64> {
    let pairs = first.iter().flat_map(|one| second.iter().map(move |other| (one, other)));
    pairs.map(|(one, other)| if one.results == other.results { 0.0 } else { f64::INFINITY }).collect()
}

/// How many threads compute tables, as many as the solver has.
const THREADS: usize = 2;

/// The tables of some edges; `None` if they are no longer wanted. On several axes, searching for the plans of all reshards takes longer
/// than all else.
fn edge_tables(
    edges: &[&GraphEdge],
    lists: &[StrategyList],
    prices: &CommPrices<'_>,
) -> Option<Vec<Vec<f64>>> {
    let tables: Vec<OnceLock<Vec<f64>>> = edges.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(&edge) = edges.get(place) else { return };
            let table = edge_table(edge, &lists[edge.from.node], &lists[edge.to], prices);
            let Some(table) = table else { return };
            let _ = tables[place].set(table);
        }
    };
    std::thread::scope(|scope| {
        (1..THREADS.min(edges.len())).for_each(|_| drop(scope.spawn(work)));
        work();
    });
    tables.into_iter().map(OnceLock::into_inner).collect()
}

/// The seconds to reshard a tensor from each strategy of its producer to each of its user; `None` if they are no longer wanted.
fn edge_table(
    edge: &GraphEdge,
    producers: &[PlanStrategy],
    users: &[PlanStrategy],
    prices: &CommPrices<'_>,
) -> Option<Vec<f64>> {
    let from: Vec<&PlanLayout> = producers.iter().map(|each| &each.results[edge.from.result]).collect();
    let rank = from.first().map_or(0, |layout| layout.rank());
    let to: Vec<PlanLayout> = users.iter().map(|each| demanded(edge, each, rank)).collect();
    // Many strategies share a layout.
    let ((old, from), (new, to)) = (distinct(from.into_iter()), distinct(to.iter()));
    let tensor = ReshardedTensor { shape: &edge.shape, bits: edge.bits };
    let mut seconds: Vec<f64> = Vec::with_capacity(old.len() * new.len());
    for old in &old {
        let all_runs = |seconds: f64| if seconds.is_finite() { seconds * edge.runs } else { seconds };
        seconds.extend(new.iter().map(|new| all_runs(prices.reshard(&tensor, old, new))));
        if prices.is_over() {
            return None;
        }
    }
    let (width, seconds) = (new.len(), &seconds);
    let (old, new) = (&old, &new);
    let price = |row: usize, user: usize| {
        let at = to[user];
        // Another layout, or a part of the producer's: the result would be a copy.
        let is_copy = || {
            old[row] != new[at] || new[at].mask() != users[user].operands.first().map_or(0, PlanLayout::mask)
        };
        let is_renamed = users[user].is_renamed && edge.demand == Demand::Operand(0);
        if is_renamed && is_copy() { f64::INFINITY } else { seconds[row * width + at] }
    };
    Some(from.iter().flat_map(|&row| (0..to.len()).map(move |user| price(row, user))).collect())
}

/// The layout in which a strategy of the user demands the result of the producer, which has this many dimensions.
pub(crate) fn demanded(edge: &GraphEdge, user: &PlanStrategy, rank: usize) -> PlanLayout {
    // For each dimension of the producer's result, the dimension of the tensor that it is.
    let back = (0..rank).map(|dim| edge.from.dims.iter().position(|&each| each == Some(dim as u8)));
    match edge.demand {
        Demand::Operand(operand) => user.operands[operand].select(back),
        Demand::Result => {
            let seen = user.results[0].select(edge.dims.iter().map(|dim| dim.map(usize::from)));
            // The user adds it to a partial sum once, or multiplies by it.
            seen.select(back).with_partial(0)
        }
    }
}

/// The distinct layouts of a list, and the place of each entry among them.
fn distinct<'a>(list: impl Iterator<Item = &'a PlanLayout>) -> (Vec<&'a PlanLayout>, Vec<usize>) {
    let mut known: FxHashMap<&PlanLayout, usize> = FxHashMap::default();
    let mut all = Vec::new();
    let places = list
        .map(|layout| {
            *known.entry(layout).or_insert_with(|| {
                all.push(layout);
                all.len() - 1
            })
        })
        .collect();
    (all, places)
}
