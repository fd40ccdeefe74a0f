//! The problem that reductions rewrite: variables with states, and where every node of the original problem went.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::model::{ModelVariable, SearchModel};
use crate::points::{covered, maximal_points};
use crate::problem::ChoiceProblem;

/// Memory that a variable holds over a range of points, by state.
#[derive(Clone, Debug)]
pub(crate) struct Holding {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) memory: Vec<u64>,
}

/// A node of the original problem that a variable decides: its strategy, by state of the variable.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) node: u32,
    pub(crate) strategy: Vec<u32>,
}

/// A variable. The strategies of its first member differ from state to state and ascend, so they name the states.
#[derive(Clone, Debug, Default)]
pub(crate) struct Variable {
    pub(crate) costs: Vec<f64>,
    pub(crate) holdings: Vec<Holding>,
    pub(crate) members: Vec<Member>,
    pub(crate) edges: Vec<u32>,
    pub(crate) alive: bool,
}

impl Variable {
    pub(crate) fn states(&self) -> usize {
        self.costs.len()
    }

    /// The name of the states that stays valid when states are removed later.
    fn names(&self) -> StateNames {
        StateNames { node: self.members[0].node, strategy: self.members[0].strategy.clone() }
    }
}

/// An edge; the table has a row per state of the first variable.
#[derive(Clone, Debug)]
pub(crate) struct ReducedEdge {
    pub(crate) ends: [u32; 2],
    pub(crate) table: Arc<[f64]>,
    pub(crate) alive: bool,
    /// Whether the table is known to make neither end a function of the other.
    pub(crate) independent: bool,
}

#[derive(Clone, Debug)]
struct StateNames {
    node: u32,
    strategy: Vec<u32>,
}

/// A variable that was minimised over: its best state for all states of its former neighbours.
#[derive(Clone, Debug)]
struct Eliminated {
    members: Vec<Member>,
    neighbours: Vec<StateNames>,
    best: Vec<u32>,
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Conflict {
    /// A node of which no strategy is left.
    pub(crate) node: u32,
}

/// A problem under reduction.
#[derive(Clone, Debug)]
pub(crate) struct Reduced {
    pub(crate) variables: Vec<Variable>,
    pub(crate) edges: Vec<ReducedEdge>,
    between: FxHashMap<(u32, u32), u32>,
    /// The cost of what is decided already.
    pub(crate) constant: f64,
    /// The points at which memory is limited; holdings name them by index.
    pub(crate) points: Vec<u32>,
    /// What is left of the limit at every point after what is decided already.
    pub(crate) room: Vec<i64>,
    eliminated: Vec<Eliminated>,
    nodes: usize,
}

impl Reduced {
    /// The original problem: a variable per node.
    pub(crate) fn new(problem: &ChoiceProblem) -> Self {
        let points = if problem.memory_limit().is_some() { maximal_points(problem) } else { Vec::new() };
        let limit = problem.memory_limit().unwrap_or(0).min(1 << 60) as i64;
        let mut variables = Vec::with_capacity(problem.nodes().len());
        for (at, node) in problem.nodes().iter().enumerate() {
            let (start, end) = covered(&points, node.live.start, node.live.end);
            let memory: Vec<u64> = node.strategies.iter().map(|strategy| strategy.memory).collect();
            let holdings = if start < end { vec![Holding { start, end, memory }] } else { Vec::new() };
            let strategy = (0..node.strategies.len() as u32).collect();
            variables.push(Variable {
                costs: node.strategies.iter().map(|strategy| strategy.cost).collect(),
                holdings,
                members: vec![Member { node: at as u32, strategy }],
                edges: Vec::new(),
                alive: true,
            });
        }
        let mut reduced = Self {
            variables,
            edges: Vec::with_capacity(problem.edges().len()),
            between: FxHashMap::default(),
            constant: 0.0,
            room: vec![limit; points.len()],
            points,
            eliminated: Vec::new(),
            nodes: problem.nodes().len(),
        };
        for edge in problem.edges() {
            let [first, second] = edge.nodes.map(|node| node.index() as u32);
            reduced.add_edge(first, second, Arc::clone(&edge.table));
        }
        reduced
    }

    /// A model as a problem of its own: a variable per variable, named by their states.
    pub(crate) fn of_model(model: &SearchModel) -> Self {
        let variable = |(at, from): (usize, &ModelVariable)| Variable {
            costs: from.costs.clone(),
            holdings: from.holdings.clone(),
            members: vec![Member { node: at as u32, strategy: (0..from.costs.len() as u32).collect() }],
            edges: Vec::with_capacity(from.neighbours.len()),
            alive: true,
        };
        let mut reduced = Self {
            variables: model.variables.iter().enumerate().map(variable).collect(),
            edges: Vec::with_capacity(model.edges.len()),
            between: FxHashMap::default(),
            constant: model.constant,
            points: (0..model.room.len() as u32).collect(),
            room: model.room.clone(),
            eliminated: Vec::new(),
            nodes: model.len(),
        };
        for edge in &model.edges {
            reduced.add_edge(edge.first, edge.second, Arc::clone(&edge.table));
        }
        reduced
    }

    /// Forgets what is not needed to complete choices.
    pub(crate) fn forget_costs(&mut self) {
        (self.edges, self.between) = (Vec::new(), FxHashMap::default());
        (self.points, self.room) = (Vec::new(), Vec::new());
        for variable in &mut self.variables {
            (variable.costs, variable.holdings, variable.edges) = Default::default();
        }
    }

    /// The problem in which all nodes of a class have the same strategy: a variable per class. Classes are numbered from
    /// 0; `None` if nodes of a class have different numbers of strategies.
    pub(crate) fn tied(problem: &ChoiceProblem, classes: &[u32]) -> Option<Self> {
        let count = classes.iter().max().map_or(0, |most| *most as usize + 1);
        if classes.len() != problem.nodes().len() || count > classes.len() {
            return None;
        }
        let mut reduced = Self::new(problem);
        let mut tied: Vec<Variable> = vec![Variable::default(); count];
        for (variable, &class) in reduced.variables.drain(..).zip(classes) {
            let at = &mut tied[class as usize];
            if !at.alive {
                *at = Variable { edges: Vec::new(), ..variable };
                continue;
            }
            if at.states() != variable.states() {
                return None;
            }
            at.costs.iter_mut().zip(&variable.costs).for_each(|(cost, more)| *cost += more);
            at.holdings.extend(variable.holdings);
            at.members.extend(variable.members);
        }
        reduced.variables = tied;
        reduced.edges.clear();
        reduced.between.clear();
        for edge in problem.edges() {
            let [first, second] = edge.nodes.map(|node| classes[node.index()]);
            if first == second {
                let states = reduced.variables[first as usize].states();
                let alike: Vec<f64> = (0..states).map(|state| edge.table[state * (states + 1)]).collect();
                reduced.add_costs(first, &alike);
            } else {
                reduced.add_edge(first, second, Arc::clone(&edge.table));
            }
        }
        Some(reduced)
    }

    /// The states of all variables that are alive for given strategies of the nodes; `None` for a state that is gone.
    pub(crate) fn states_of(&self, choices: &[u32]) -> Vec<Option<u32>> {
        let state = |variable: &Variable| {
            let names = variable.members.first().filter(|_| variable.alive)?;
            Some(names.strategy.binary_search(&choices[names.node as usize]).ok()? as u32)
        };
        self.variables.iter().map(state).collect()
    }

    /// The other end of an edge.
    pub(crate) fn other(&self, edge: u32, variable: u32) -> u32 {
        let [first, second] = self.edges[edge as usize].ends;
        if first == variable { second } else { first }
    }

    /// The table of an edge with a row per state of `variable`.
    pub(crate) fn oriented(&self, edge: u32, variable: u32) -> Arc<[f64]> {
        let ReducedEdge { ends, table, .. } = &self.edges[edge as usize];
        if ends[0] == variable {
            return Arc::clone(table);
        }
        let [rows, columns] = ends.map(|end| self.variables[end as usize].states());
        transposed(table, rows, columns).into()
    }

    /// Adds costs to the edge between two variables, which is created if there is none.
    pub(crate) fn add_edge(&mut self, first: u32, second: u32, table: Arc<[f64]>) {
        let key = (first.min(second), first.max(second));
        if let Some(&edge) = self.between.get(&key) {
            let known = self.oriented(edge, first);
            let sum: Arc<[f64]> = known.iter().zip(&table[..]).map(|(a, b)| a + b).collect();
            let edge = &mut self.edges[edge as usize];
            (edge.ends, edge.table, edge.independent) = ([first, second], sum, false);
            return;
        }
        let edge = self.edges.len() as u32;
        self.between.insert(key, edge);
        self.edges.push(ReducedEdge { ends: [first, second], table, alive: true, independent: false });
        self.variables[first as usize].edges.push(edge);
        self.variables[second as usize].edges.push(edge);
    }

    /// Removes an edge from both ends.
    pub(crate) fn remove_edge(&mut self, edge: u32) {
        let ends = self.edges[edge as usize].ends;
        self.between.remove(&(ends[0].min(ends[1]), ends[0].max(ends[1])));
        for end in ends {
            self.variables[end as usize].edges.retain(|&other| other != edge);
        }
        let edge = &mut self.edges[edge as usize];
        edge.alive = false;
        edge.table = Arc::new([]);
    }

    /// Keeps only some states of a variable.
    pub(crate) fn keep_states(&mut self, variable: u32, keep: &[bool]) {
        let at = variable as usize;
        for edge in self.variables[at].edges.clone() {
            let [rows, columns] =
                self.edges[edge as usize].ends.map(|end| self.variables[end as usize].states());
            let edge = &mut self.edges[edge as usize];
            let left = keep.iter().filter(|&&keep| keep).count();
            let is_first = edge.ends[0] == variable;
            let size = if is_first { left * columns } else { rows * left };
            let mut kept: Vec<f64> = Vec::with_capacity(size);
            for (at, row) in edge.table.chunks_exact(columns).enumerate() {
                if !is_first {
                    kept.extend(row.iter().zip(keep).filter(|(_, keep)| **keep).map(|(cost, _)| *cost));
                } else if keep[at] {
                    kept.extend_from_slice(row);
                }
            }
            edge.table = kept.into();
            edge.independent = false;
        }
        let variable = &mut self.variables[at];
        retain_by(&mut variable.costs, keep);
        variable.holdings.iter_mut().for_each(|holding| retain_by(&mut holding.memory, keep));
        variable.members.iter_mut().for_each(|member| retain_by(&mut member.strategy, keep));
    }

    /// Adds `costs` to the costs of the states.
    pub(crate) fn add_costs(&mut self, variable: u32, costs: &[f64]) {
        for (cost, more) in self.variables[variable as usize].costs.iter_mut().zip(costs) {
            *cost += more;
        }
    }

    /// Removes a variable that holds no memory and whose edges are gone already; `best` has its best state for all states of
    /// `neighbours`, the last of which changes fastest.
    pub(crate) fn eliminate(&mut self, variable: u32, neighbours: &[u32], best: Vec<u32>) {
        let names = neighbours.iter().map(|&other| self.variables[other as usize].names()).collect();
        let gone = std::mem::take(&mut self.variables[variable as usize]);
        self.eliminated.push(Eliminated { members: gone.members, neighbours: names, best });
    }

    /// The strategy of every node, from the state of every variable that is alive.
    pub(crate) fn choices(&self, states: &[u32]) -> Vec<u32> {
        let mut choices = vec![0; self.nodes];
        let set = |members: &[Member], state: u32, choices: &mut [u32]| {
            for member in members {
                choices[member.node as usize] = member.strategy[state as usize];
            }
        };
        for (variable, &state) in self.variables.iter().zip(states).filter(|(variable, _)| variable.alive) {
            set(&variable.members, state, &mut choices);
        }
        for gone in self.eliminated.iter().rev() {
            let row = gone.neighbours.iter().fold(0, |row, names| {
                let name = choices[names.node as usize];
                let state = names.strategy.binary_search(&name).expect("states are only ever removed");
                row * names.strategy.len() + state
            });
            set(&gone.members, gone.best[row], &mut choices);
        }
        choices
    }
}

/// Keeps the elements that `keep` names.
fn retain_by<T: Copy>(list: &mut Vec<T>, keep: &[bool]) {
    let mut keep = keep.iter();
    list.retain(|_| *keep.next().expect("one flag per state"));
}

/// The table with rows and columns exchanged.
pub(crate) fn transposed(table: &[f64], rows: usize, columns: usize) -> Vec<f64> {
    let mut turned = vec![0.0; rows * columns];
    for (row, costs) in table.chunks_exact(columns.max(1)).enumerate() {
        for (place, &cost) in turned[row..].iter_mut().step_by(rows).zip(costs) {
            *place = cost;
        }
    }
    turned
}
