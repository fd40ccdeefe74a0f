//! The reduced problem in the form that bounds and search use: variables without gaps, tables for both directions.

use std::sync::Arc;

use crate::reduced::{Holding, Reduced, transposed};

/// A neighbour of a variable.
#[derive(Clone, Debug)]
pub(crate) struct Neighbour {
    pub(crate) variable: u32,
    /// The edge, and whether the variable is its first end.
    pub(crate) edge: u32,
    pub(crate) first: bool,
    /// The costs, with a row per state of the neighbour.
    pub(crate) from: Arc<[f64]>,
}

/// A variable of the model.
#[derive(Clone, Debug)]
pub(crate) struct ModelVariable {
    pub(crate) costs: Vec<f64>,
    pub(crate) holdings: Vec<Holding>,
    pub(crate) neighbours: Vec<Neighbour>,
}

/// An edge of the model, `first < second`.
#[derive(Clone, Debug)]
pub(crate) struct ModelEdge {
    pub(crate) first: u32,
    pub(crate) second: u32,
    /// A row per state of the first.
    pub(crate) table: Arc<[f64]>,
    /// A row per state of the second.
    pub(crate) transposed: Arc<[f64]>,
}

/// What bounds and search work on.
#[derive(Clone, Debug)]
pub(crate) struct SearchModel {
    pub(crate) variables: Vec<ModelVariable>,
    pub(crate) edges: Vec<ModelEdge>,
    /// The memory left at every point for what holdings hold.
    pub(crate) room: Vec<i64>,
    pub(crate) constant: f64,
    /// The variables of the reduced problem.
    origin: Vec<u32>,
    origins: usize,
}

impl SearchModel {
    /// The variables of a reduced problem that are left.
    pub(crate) fn new(reduced: &Reduced) -> Self {
        let origin: Vec<u32> = (0..reduced.variables.len() as u32)
            .filter(|&variable| reduced.variables[variable as usize].alive)
            .collect();
        let mut number = vec![0; reduced.variables.len()];
        for (at, &variable) in origin.iter().enumerate() {
            number[variable as usize] = at as u32;
        }
        let variable = |&at: &u32| {
            let variable = &reduced.variables[at as usize];
            let (costs, holdings) = (variable.costs.clone(), variable.holdings.clone());
            ModelVariable { costs, holdings, neighbours: Vec::new() }
        };
        let mut model = Self {
            variables: origin.iter().map(variable).collect(),
            edges: Vec::new(),
            room: reduced.room.clone(),
            constant: reduced.constant,
            origin,
            origins: reduced.variables.len(),
        };
        for edge in reduced.edges.iter().filter(|edge| edge.alive) {
            let [first, second] = edge.ends.map(|end| number[end as usize]);
            model.add_edge(first, second, &edge.table);
        }
        model
    }

    fn add_edge(&mut self, first: u32, second: u32, table: &Arc<[f64]>) {
        let [rows, columns] = [first, second].map(|end| self.states(end));
        let other: Arc<[f64]> = transposed(table, rows, columns).into();
        let (first, second, table, transposed) = match first < second {
            true => (first, second, Arc::clone(table), other),
            false => (second, first, other, Arc::clone(table)),
        };
        let edge = self.edges.len() as u32;
        let neighbour =
            |variable, first, from: &Arc<[f64]>| Neighbour { variable, edge, first, from: Arc::clone(from) };
        self.variables[first as usize].neighbours.push(neighbour(second, true, &transposed));
        self.variables[second as usize].neighbours.push(neighbour(first, false, &table));
        self.edges.push(ModelEdge { first, second, table, transposed });
    }

    /// The variables of the reduced problem.
    pub(crate) fn origin(&self) -> &[u32] {
        &self.origin
    }

    /// The number of states of a variable.
    pub(crate) fn states(&self, variable: u32) -> usize {
        self.variables[variable as usize].costs.len()
    }

    /// The number of variables.
    pub(crate) fn len(&self) -> usize {
        self.variables.len()
    }

    /// The state of every variable that holds least memory over all points.
    pub(crate) fn smallest_states(&self) -> Vec<u32> {
        let held = |variable: &ModelVariable, state: usize| -> f64 {
            let over =
                |holding: &Holding| f64::from(holding.end - holding.start) * holding.memory[state] as f64;
            variable.holdings.iter().map(over).sum()
        };
        let smallest = |variable: &ModelVariable| {
            let states = 0..variable.costs.len();
            states.min_by(|&a, &b| held(variable, a).total_cmp(&held(variable, b))).unwrap_or(0) as u32
        };
        self.variables.iter().map(smallest).collect()
    }

    /// The cost of states, without memory.
    pub(crate) fn cost(&self, states: &[u32]) -> f64 {
        let variables = self.variables.iter().zip(states);
        let nodes: f64 = variables.map(|(variable, &state)| variable.costs[state as usize]).sum();
        let edge = |edge: &ModelEdge| {
            let columns = self.states(edge.second);
            edge.table[states[edge.first as usize] as usize * columns + states[edge.second as usize] as usize]
        };
        self.constant + nodes + self.edges.iter().map(edge).sum::<f64>()
    }

    /// The states of the model from those of the reduced problem, with others where that has none.
    pub(crate) fn model_states(&self, reduced: &[Option<u32>], others: &[u32]) -> Vec<u32> {
        let origins = self.origin.iter().map(|&origin| reduced[origin as usize]);
        origins.zip(others).map(|(state, &other)| state.unwrap_or(other)).collect()
    }

    /// The states of all variables of the reduced problem; those that are gone get 0.
    pub(crate) fn reduced_states(&self, states: &[u32]) -> Vec<u32> {
        let mut all = vec![0; self.origins];
        for (&origin, &state) in self.origin.iter().zip(states) {
            all[origin as usize] = state;
        }
        all
    }
}
