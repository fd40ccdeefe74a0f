//! The reduced problem in the form that bounds and search use: variables without gaps, tables for both directions.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::messages::{MessageTable, hash};
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
    /// The costs for messages to the neighbour.
    pub(crate) sending: Arc<MessageTable>,
    /// Where the messages of the edge begin among all: those to the variable and those to the neighbour.
    pub(crate) inbox: u32,
    pub(crate) outbox: u32,
}

/// A variable of the model.
#[derive(Clone, Debug)]
pub(crate) struct ModelVariable {
    pub(crate) costs: Vec<f64>,
    pub(crate) holdings: Vec<Holding>,
    pub(crate) neighbours: Vec<Neighbour>,
    /// Where its costs begin among those of all variables.
    pub(crate) place: u32,
}

/// An edge of the model, `first < second`.
#[derive(Clone, Debug)]
pub(crate) struct ModelEdge {
    pub(crate) first: u32,
    pub(crate) second: u32,
    /// A row per state of the first.
    pub(crate) table: Arc<[f64]>,
    /// Where the messages to the first and to the second begin among all.
    pub(crate) inboxes: [u32; 2],
}

/// The forms of a table. Programs repeat layers, and with them tables: equal ones share their forms.
#[derive(Clone, Debug)]
struct Forms {
    table: Arc<[f64]>,
    transposed: Arc<[f64]>,
    columns: usize,
    /// For messages from the first end to the second, and back.
    sending: [Arc<MessageTable>; 2],
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
    /// The number of all states, and of all messages.
    pub(crate) sizes: [usize; 2],
    /// The work of sending all messages in both directions, in additions.
    pub(crate) sending_work: usize,
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
            ModelVariable { costs, holdings, neighbours: Vec::new(), place: 0 }
        };
        let mut model = Self {
            variables: origin.iter().map(variable).collect(),
            edges: Vec::new(),
            room: reduced.room.clone(),
            constant: reduced.constant,
            origin,
            origins: reduced.variables.len(),
            sizes: [0; 2],
            sending_work: 0,
        };
        let mut known = FxHashMap::default();
        for edge in reduced.edges.iter().filter(|edge| edge.alive) {
            let [first, second] = edge.ends.map(|end| number[end as usize]);
            model.add_edge(first, second, &edge.table, &mut known);
        }
        model.place();
        model
    }

    /// Gives the costs and the messages of every variable their places: those of a variable lie side by side.
    fn place(&mut self) {
        let [mut states, mut messages] = [0_usize; 2];
        for (at, variable) in self.variables.iter_mut().enumerate() {
            variable.place = states as u32;
            states += variable.costs.len();
            for next in &mut variable.neighbours {
                next.inbox = messages as u32;
                self.edges[next.edge as usize].inboxes[usize::from(!next.first)] = messages as u32;
                messages += variable.costs.len();
                self.sending_work += next.sending.work();
            }
            debug_assert!(variable.neighbours.iter().all(|next| next.variable as usize != at));
        }
        for variable in &mut self.variables {
            for next in &mut variable.neighbours {
                next.outbox = self.edges[next.edge as usize].inboxes[usize::from(next.first)];
            }
        }
        self.sizes = [states, messages];
    }

    fn add_edge(
        &mut self,
        first: u32,
        second: u32,
        table: &Arc<[f64]>,
        known: &mut FxHashMap<u64, Vec<Forms>>,
    ) {
        let [rows, columns] = [first, second].map(|end| self.states(end));
        let same = known.entry(hash(table)).or_default();
        let place = same.iter().position(|forms| forms.columns == columns && forms.table[..] == table[..]);
        let place = place.unwrap_or_else(|| {
            let transposed: Arc<[f64]> = transposed(table, rows, columns).into();
            let sending = MessageTable::both(table, &transposed, columns).map(Arc::new);
            same.push(Forms { table: Arc::clone(table), transposed, columns, sending });
            same.len() - 1
        });
        let Forms { table, transposed, sending: [there, back], .. } = &same[place];
        let edge = self.edges.len() as u32;
        let is_ascending = first < second;
        let mut connect =
            |at: u32, variable: u32, first: bool, from: &Arc<[f64]>, sending: &Arc<MessageTable>| {
                let (from, sending) = (Arc::clone(from), Arc::clone(sending));
                let next = Neighbour { variable, edge, first, from, sending, inbox: 0, outbox: 0 };
                self.variables[at as usize].neighbours.push(next);
            };
        connect(first, second, is_ascending, transposed, there);
        connect(second, first, !is_ascending, table, back);
        let (first, second, table) =
            if is_ascending { (first, second, table) } else { (second, first, transposed) };
        self.edges.push(ModelEdge { first, second, table: Arc::clone(table), inboxes: [0; 2] });
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
