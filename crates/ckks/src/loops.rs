//! The loop form of sharded ops: one body for all ciphertexts of a mesh.
//!
//! [`LoopShard`] is an op over a mesh: a nest of loops, one per axis, and statements at some depth of the nest.
//! A reduce shard adds along an axis, so it updates its output; an elementwise shard stores it. The order of
//! the loops determines how many times a statement runs: a statement that does not depend on an axis is
//! [`LoopShard::hoisted`] out of its loop.
//!
//! ```text
//! reduce_shard conv mesh [x=64, y=3, z=2] over y {
//!   for y, z {
//!     %0 = load input[yi*2 + zi]
//!     %1 = rolls %0 {rotations = 49}
//!     for x {
//!       %2 = load weight[xi*3 + yi]
//!       %3 = conv %1, %2
//!       update output[xi*2 + zi], %3
//!     }
//!   }
//! }
//! ```
//!
//! A statement has counts of its rotations and its products with plaintexts: `{rotations = 49}` in every run,
//! or `{rotations = 50 in all}` if runs differ.

use std::sync::Arc;

use partita_mesh::Mesh;

use crate::indexer::{Access, Accessor, Indexer};
use crate::sharding::OpSharding;

/// Whether blocks are mapped one by one or summed along axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShardKind {
    /// An output block is computed from the input blocks at the same coordinates.
    Eltwise,
    /// Output blocks are sums along these axes.
    Reduce {
        /// The axes, at least one.
        over: Vec<String>,
    },
}

/// How many rotations or products a statement performs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementCount {
    /// This many in every run.
    Each(u64),
    /// This many in all runs together, because runs differ.
    InAll(u64),
}

impl StatementCount {
    /// No operations.
    pub const NONE: StatementCount = StatementCount::Each(0);

    /// The count of runs that perform this many operations each.
    pub fn of(runs: impl IntoIterator<Item = usize>) -> StatementCount {
        let runs: Vec<u64> = runs.into_iter().map(|n| n as u64).collect();
        match runs.first() {
            Some(&first) if runs.iter().any(|&n| n != first) => StatementCount::InAll(runs.iter().sum()),
            first => StatementCount::Each(first.copied().unwrap_or(0)),
        }
    }

    /// The total over this many runs.
    pub fn total(self, runs: u64) -> u64 {
        match self {
            StatementCount::Each(each) => each.saturating_mul(runs),
            StatementCount::InAll(all) => all,
        }
    }
}

/// The action of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Defines a value as a block of an array.
    Load(Accessor),
    /// Defines a value from other values.
    Compute {
        /// The operation, in one word.
        name: String,
        /// The values it takes, by number.
        arguments: Vec<usize>,
        /// The rotations it performs.
        rotations: StatementCount,
        /// The products with plaintexts it performs.
        products: StatementCount,
    },
    /// Stores a value to a block, or adds it.
    Write(Accessor, usize),
}

/// A statement inside the first `depth` loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The number of loops around it.
    pub depth: usize,
    /// What it does.
    pub action: Action,
}

/// An op over a mesh of ciphertexts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopShard {
    /// The name of the op.
    pub name: String,
    /// The mesh of ciphertexts that the loops run over.
    pub mesh: Arc<Mesh>,
    /// Elementwise or reduction.
    pub kind: ShardKind,
    /// The axes, outermost loop first.
    pub order: Vec<String>,
    /// The statements; depths never decrease.
    pub body: Vec<Statement>,
}

impl LoopShard {
    /// A convolution with its loops in this order, and all statements in the innermost loop.
    pub fn conv(name: &str, sharding: &OpSharding, taps: u64, order: &[&str]) -> LoopShard {
        let [input, weight] = [&sharding.inputs()[0], &sharding.inputs()[1]];
        let actions = [
            Action::Load(Accessor::new("input", input, Access::Load)),
            Action::Compute {
                name: "rolls".into(),
                arguments: vec![0],
                rotations: StatementCount::Each(taps),
                products: StatementCount::NONE,
            },
            Action::Load(Accessor::new("weight", weight, Access::Load)),
            Action::Compute {
                name: "conv".into(),
                arguments: vec![1, 2],
                rotations: StatementCount::NONE,
                products: StatementCount::NONE,
            },
            Action::Write(Accessor::new("output", &sharding.outputs()[0], Access::Update), 3),
        ];
        let kind = ShardKind::Reduce { over: vec!["y".into()] };
        let depth = order.len();
        LoopShard {
            name: name.into(),
            mesh: Arc::clone(sharding.mesh()),
            kind,
            order: order.iter().map(ToString::to_string).collect(),
            body: actions.into_iter().map(|action| Statement { depth, action }).collect(),
        }
    }

    /// An op on blocks at the same coordinates: each input is loaded, the result is stored.
    pub fn eltwise(name: &str, sharding: &OpSharding, compute: &str) -> LoopShard {
        let order: Vec<String> = sharding.outputs()[0].names().flatten().map(str::to_string).collect();
        let mut actions: Vec<Action> = sharding
            .inputs()
            .iter()
            .enumerate()
            .map(|(n, input)| Action::Load(Accessor::new(format!("input{n}"), input, Access::Load)))
            .collect();
        let count = actions.len();
        actions.push(Action::Compute {
            name: compute.into(),
            arguments: (0..count).collect(),
            rotations: StatementCount::NONE,
            products: StatementCount::NONE,
        });
        actions.push(Action::Write(Accessor::new("output", &sharding.outputs()[0], Access::Store), count));
        let depth = order.len();
        LoopShard {
            name: name.into(),
            mesh: Arc::clone(sharding.mesh()),
            kind: ShardKind::Eltwise,
            order,
            body: actions.into_iter().map(|action| Statement { depth, action }).collect(),
        }
    }

    /// The same with every statement at the smallest depth that it depends on.
    #[must_use]
    pub fn hoisted(&self) -> LoopShard {
        let mut depths: Vec<usize> = Vec::new();
        let mut body = Vec::new();
        for statement in &self.body {
            let depth = match &statement.action {
                Action::Load(accessor) => self.depth_of(&accessor.indexer),
                Action::Compute { arguments, .. } => {
                    arguments.iter().filter_map(|&value| depths.get(value)).copied().max().unwrap_or(0)
                }
                // A sum changes with every axis, even one that its index does not depend on.
                Action::Write(..) => statement.depth,
            };
            if !matches!(statement.action, Action::Write(..)) {
                depths.push(depth);
            }
            body.push(Statement { depth, action: statement.action.clone() });
        }
        // The sort is stable, so values are still defined before they are used.
        body.sort_by_key(|statement| statement.depth);
        LoopShard { body: renumbered(&self.body, &body), ..self.clone() }
    }

    /// The number of loops that an indexer depends on.
    fn depth_of(&self, indexer: &Indexer) -> usize {
        self.order.iter().rposition(|axis| indexer.uses(axis)).map_or(0, |n| n + 1)
    }

    fn size(&self, axis: &str) -> u64 {
        self.mesh.find(axis).map_or(1, |axis| self.mesh.mesh_axis(axis).size())
    }

    /// How many times a statement runs.
    pub fn runs(&self, statement: &Statement) -> u64 {
        self.order[..statement.depth.min(self.order.len())].iter().map(|axis| self.size(axis)).product()
    }

    /// The rotations of all runs.
    pub fn rotations(&self) -> u64 {
        self.sum(|[rotations, _]| rotations)
    }

    /// The products with plaintexts of all runs.
    pub fn products(&self) -> u64 {
        self.sum(|[_, products]| products)
    }

    fn sum(&self, of: fn([StatementCount; 2]) -> StatementCount) -> u64 {
        let total = |statement: &Statement| match &statement.action {
            &Action::Compute { rotations, products, .. } => {
                of([rotations, products]).total(self.runs(statement))
            }
            Action::Load(_) | Action::Write(..) => 0,
        };
        self.body.iter().map(total).fold(0, u64::saturating_add)
    }

    /// Calls `visit` for every run of every statement, in order, with the coordinates of its loops.
    pub fn run(&self, visit: &mut impl FnMut(&Action, &[(&str, u64)])) {
        self.run_from(0, &self.body, &mut Vec::new(), visit);
    }

    fn run_from<'a>(
        &'a self,
        depth: usize,
        body: &[Statement],
        at: &mut Vec<(&'a str, u64)>,
        visit: &mut impl FnMut(&Action, &[(&str, u64)]),
    ) {
        let here = body.iter().take_while(|statement| statement.depth <= depth).count();
        for statement in &body[..here] {
            visit(&statement.action, at);
        }
        let Some(axis) = self.order.get(depth).filter(|_| here < body.len()) else { return };
        for n in 0..self.size(axis) {
            at.push((axis, n));
            self.run_from(depth + 1, &body[here..], at, visit);
            at.pop();
        }
    }
}

/// The statements with values renumbered in their new order.
fn renumbered(old: &[Statement], new: &[Statement]) -> Vec<Statement> {
    let makes = |statement: &&Statement| !matches!(statement.action, Action::Write(..));
    let made: Vec<&Statement> = old.iter().filter(makes).collect();
    // Equal statements keep their order, so the n-th of them before is the n-th after.
    let mut taken = vec![false; new.len()];
    let mut name_of = Vec::new();
    for statement in made {
        let position =
            new.iter().enumerate().position(|(n, other)| !taken[n] && other.action == statement.action);
        let position = position.expect("hoisting keeps every statement");
        taken[position] = true;
        name_of.push(new[..position].iter().filter(makes).count());
    }
    let rename = |value: usize| name_of.get(value).copied().unwrap_or(value);
    let rewrite = |statement: &Statement| {
        let action = match &statement.action {
            Action::Load(accessor) => Action::Load(accessor.clone()),
            Action::Compute { name, arguments, rotations, products } => Action::Compute {
                name: name.clone(),
                arguments: arguments.iter().map(|&value| rename(value)).collect(),
                rotations: *rotations,
                products: *products,
            },
            Action::Write(accessor, value) => Action::Write(accessor.clone(), rename(*value)),
        };
        Statement { depth: statement.depth, action }
    };
    new.iter().map(rewrite).collect()
}
