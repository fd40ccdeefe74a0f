//! The loop form of sharded ops: one body for all ciphertexts of a mesh.
//!
//! [`LoopShard`] is an op over a mesh: a nest of loops, one per axis, and statements that stand in some of them. A
//! reduce shard adds along an axis, so it updates its output; an elementwise one stores it. The order of the loops
//! decides how often a statement runs: what does not depend on an axis is [`LoopShard::hoisted`] out of its loop.
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

use std::fmt;
use std::sync::Arc;

use partita_base::{Cursor, SyntaxError, SyntaxResult, code};
use partita_mesh::Mesh;

use crate::indexer::{Access, Accessor, Indexer};
use crate::sharding::OpSharding;
use crate::sharding_text::{MeshText, name, parse_mesh};

/// Whether blocks are mapped one by one or added along an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShardKind {
    /// Output blocks are made of input blocks of the same place.
    Eltwise,
    /// Output blocks are sums along this axis.
    Reduce {
        /// The axis.
        over: String,
    },
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Makes a value of a block.
    Load(Accessor),
    /// Makes a value of values.
    Compute {
        /// What is computed, in one word.
        name: String,
        /// The values it takes.
        arguments: Vec<usize>,
        /// How many rotations it does.
        rotations: u64,
    },
    /// Writes a value to a block, or adds it.
    Write(Accessor, usize),
}

/// A statement in the innermost of its first `depth` loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// In how many loops it stands.
    pub depth: usize,
    /// What it does.
    pub action: Action,
}

/// An op over a mesh of ciphertexts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopShard {
    /// The name of the op.
    pub name: String,
    /// The mesh.
    pub mesh: Arc<Mesh>,
    /// Mapped or added.
    pub kind: ShardKind,
    /// The axes, outermost loop first.
    pub order: Vec<String>,
    /// The statements; depths never decrease.
    pub body: Vec<Statement>,
}

impl LoopShard {
    /// A convolution with its loops in this order, everything in the innermost.
    pub fn conv(name: &str, sharding: &OpSharding, taps: u64, order: &[&str]) -> LoopShard {
        let [input, weight] = [&sharding.inputs()[0], &sharding.inputs()[1]];
        let actions = [
            Action::Load(Accessor::new("input", input, Access::Load)),
            Action::Compute { name: "rolls".into(), arguments: vec![0], rotations: taps },
            Action::Load(Accessor::new("weight", weight, Access::Load)),
            Action::Compute { name: "conv".into(), arguments: vec![1, 2], rotations: 0 },
            Action::Write(Accessor::new("output", &sharding.outputs()[0], Access::Update), 3),
        ];
        let kind = ShardKind::Reduce { over: "y".into() };
        let depth = order.len();
        LoopShard {
            name: name.into(),
            mesh: Arc::clone(sharding.mesh()),
            kind,
            order: order.iter().map(ToString::to_string).collect(),
            body: actions.into_iter().map(|action| Statement { depth, action }).collect(),
        }
    }

    /// An op on blocks of the same place: each input is loaded, the result is stored.
    pub fn eltwise(name: &str, sharding: &OpSharding, compute: &str) -> LoopShard {
        let order: Vec<String> = sharding.outputs()[0].names().flatten().map(str::to_string).collect();
        let mut actions: Vec<Action> = sharding
            .inputs()
            .iter()
            .enumerate()
            .map(|(n, input)| Action::Load(Accessor::new(format!("input{n}"), input, Access::Load)))
            .collect();
        let count = actions.len();
        actions.push(Action::Compute { name: compute.into(), arguments: (0..count).collect(), rotations: 0 });
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

    /// The same with every statement in no more loops than it depends on.
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
                // A sum changes with every axis, even one its place does not depend on.
                Action::Write(..) => statement.depth,
            };
            if !matches!(statement.action, Action::Write(..)) {
                depths.push(depth);
            }
            body.push(Statement { depth, action: statement.action.clone() });
        }
        // Stable, so that a value is still made before it is used.
        body.sort_by_key(|statement| statement.depth);
        LoopShard { body: renumbered(&self.body, &body), ..self.clone() }
    }

    /// The loops in which an indexer changes.
    fn depth_of(&self, indexer: &Indexer) -> usize {
        self.order.iter().rposition(|axis| indexer.uses(axis)).map_or(0, |n| n + 1)
    }

    fn size(&self, axis: &str) -> u64 {
        self.mesh.find(axis).map_or(1, |axis| self.mesh.mesh_axis(axis).size())
    }

    /// How often a statement runs.
    pub fn runs(&self, statement: &Statement) -> u64 {
        self.order[..statement.depth.min(self.order.len())].iter().map(|axis| self.size(axis)).product()
    }

    /// Rotations of all runs.
    pub fn rotations(&self) -> u64 {
        let rotations = |statement: &Statement| match &statement.action {
            Action::Compute { rotations, .. } => rotations.saturating_mul(self.runs(statement)),
            _ => 0,
        };
        self.body.iter().map(rotations).sum()
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

/// The statements with values numbered by their new order.
fn renumbered(old: &[Statement], new: &[Statement]) -> Vec<Statement> {
    let makes = |statement: &&Statement| !matches!(statement.action, Action::Write(..));
    let made: Vec<&Statement> = old.iter().filter(makes).collect();
    // Equal statements keep their order, so that the n-th of them before is the n-th after.
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
            Action::Compute { name, arguments, rotations } => Action::Compute {
                name: name.clone(),
                arguments: arguments.iter().map(|&value| rename(value)).collect(),
                rotations: *rotations,
            },
            Action::Write(accessor, value) => Action::Write(accessor.clone(), rename(*value)),
        };
        Statement { depth: statement.depth, action }
    };
    new.iter().map(rewrite).collect()
}

impl fmt::Display for LoopShard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ShardKind::Eltwise => write!(f, "eltwise_shard {} mesh {}", self.name, MeshText(&self.mesh))?,
            ShardKind::Reduce { over } => {
                write!(f, "reduce_shard {} mesh {} over {over}", self.name, MeshText(&self.mesh))?;
            }
        }
        writeln!(f, " {{")?;
        let (mut depth, mut open, mut value) = (0, 1, 0);
        for statement in &self.body {
            if statement.depth > depth {
                writeln!(f, "{:1$}for {2} {{", "", 2 * open, self.order[depth..statement.depth].join(", "))?;
                depth = statement.depth;
                open += 1;
            }
            write!(f, "{:1$}", "", 2 * open)?;
            if !matches!(statement.action, Action::Write(..)) {
                write!(f, "%{value} = ")?;
                value += 1;
            }
            writeln!(f, "{}", statement.action)?;
        }
        for open in (0..open).rev() {
            writeln!(f, "{:1$}}}", "", 2 * open)?;
        }
        Ok(())
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Load(accessor) => write!(f, "load {accessor}"),
            Action::Compute { name, arguments, rotations } => {
                let arguments: Vec<String> = arguments.iter().map(|value| format!("%{value}")).collect();
                write!(f, "{name} {}", arguments.join(", "))?;
                if *rotations != 0 {
                    write!(f, " {{rotations = {rotations}}}")?;
                }
                Ok(())
            }
            Action::Write(accessor, value) => {
                let word = if accessor.access == Access::Update { "update" } else { "store" };
                write!(f, "{word} {accessor}, %{value}")
            }
        }
    }
}

impl LoopShard {
    /// Reads one op over a mesh.
    pub fn parse(cursor: &mut Cursor<'_>) -> SyntaxResult<LoopShard> {
        let is_reduce = match cursor.peek_word() {
            "reduce_shard" => true,
            "eltwise_shard" => false,
            _ => return Err(cursor.expected("`reduce_shard` or `eltwise_shard`")),
        };
        cursor.word();
        let op_name = name(cursor, "the name of the op")?;
        let mesh = parse_mesh(cursor)?;
        let kind = if is_reduce {
            cursor.expect_word("over")?;
            ShardKind::Reduce { over: name(cursor, "an axis")? }
        } else {
            ShardKind::Eltwise
        };
        cursor.expect(b'{')?;
        let mut shard = LoopShard { name: op_name, mesh, kind, order: Vec::new(), body: Vec::new() };
        let (mut open, mut values) = (1, 0);
        while open > 0 {
            if cursor.eat(b'}') {
                open -= 1;
                continue;
            }
            if cursor.eat_word("for") {
                loop {
                    let start = cursor.start();
                    let axis = name(cursor, "an axis")?;
                    if shard.mesh.find(&axis).is_none() || shard.order.contains(&axis) {
                        let message = format!("{axis} is no axis of the mesh that is left to loop over");
                        let span = cursor.span_from(start);
                        return Err(Box::new(SyntaxError::new(code::CIPHERTEXT_AXIS, span, message)));
                    }
                    shard.order.push(axis);
                    if !cursor.eat(b',') {
                        break;
                    }
                }
                cursor.expect(b'{')?;
                open += 1;
                continue;
            }
            let action = shard.parse_action(cursor, &mut values)?;
            shard.body.push(Statement { depth: shard.order.len(), action });
        }
        Ok(shard)
    }

    fn parse_action(&self, cursor: &mut Cursor<'_>, values: &mut usize) -> SyntaxResult<Action> {
        for (word, access) in [("store", Access::Store), ("update", Access::Update)] {
            if cursor.eat_word(word) {
                let accessor = parse_accessor(cursor, access)?;
                cursor.expect(b',')?;
                return Ok(Action::Write(accessor, parse_value(cursor, *values)?));
            }
        }
        let start = cursor.start();
        cursor.expect(b'%')?;
        if cursor.expect_int("a value")? != *values as i64 {
            let message = format!("the next value is %{values}");
            return Err(Box::new(SyntaxError::new(code::SYNTAX, cursor.span_from(start), message)));
        }
        cursor.expect(b'=')?;
        let action = if cursor.eat_word("load") {
            Action::Load(parse_accessor(cursor, Access::Load)?)
        } else {
            let name = name(cursor, "what is computed")?;
            let mut arguments = vec![parse_value(cursor, *values)?];
            while cursor.eat(b',') {
                arguments.push(parse_value(cursor, *values)?);
            }
            let mut rotations = 0;
            if cursor.eat(b'{') {
                cursor.expect_word("rotations")?;
                cursor.expect(b'=')?;
                rotations = u64::try_from(cursor.expect_int("a number of rotations")?).unwrap_or(0);
                cursor.expect(b'}')?;
            }
            Action::Compute { name, arguments, rotations }
        };
        *values += 1;
        Ok(action)
    }
}

fn parse_accessor(cursor: &mut Cursor<'_>, access: Access) -> SyntaxResult<Accessor> {
    let array = name(cursor, "the name of an array")?;
    cursor.expect(b'[')?;
    let indexer = Indexer::parse(cursor)?;
    cursor.expect(b']')?;
    Ok(Accessor { array, indexer, access })
}

fn parse_value(cursor: &mut Cursor<'_>, made: usize) -> SyntaxResult<usize> {
    let start = cursor.start();
    cursor.expect(b'%')?;
    let value = cursor.expect_int("a value")?;
    usize::try_from(value).ok().filter(|&value| value < made).ok_or_else(|| {
        let message = format!("%{value} is not made before");
        Box::new(SyntaxError::new(code::UNDEFINED_VALUE, cursor.span_from(start), message))
    })
}
