//! Loops as text.

use std::fmt;

use partita_base::{Cursor, SyntaxError, SyntaxResult, code};
use partita_mesh::Mesh;

use crate::indexer::{Access, Accessor, Indexer};
use crate::loops::{Action, LoopShard, ShardKind, Statement, StatementCount};
use crate::sharding_text::{MeshText, parse_mesh};
use crate::tokens::read_name;

impl fmt::Display for LoopShard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ShardKind::Eltwise => write!(f, "eltwise_shard {} mesh {}", self.name, MeshText(&self.mesh))?,
            ShardKind::Reduce { over } => {
                let over = over.join(", ");
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

impl fmt::Display for StatementCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StatementCount::Each(each) => write!(f, "{each}"),
            StatementCount::InAll(all) => write!(f, "{all} in all"),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Load(accessor) => write!(f, "load {accessor}"),
            Action::Compute { name, arguments, rotations, products } => {
                let arguments: Vec<String> = arguments.iter().map(|value| format!("%{value}")).collect();
                write!(f, "{name} {}", arguments.join(", "))?;
                let counts: Vec<String> = [("rotations", rotations), ("products", products)]
                    .into_iter()
                    .filter(|(_, count)| **count != StatementCount::NONE)
                    .map(|(what, count)| format!("{what} = {count}"))
                    .collect();
                if counts.is_empty() { Ok(()) } else { write!(f, " {{{}}}", counts.join(", ")) }
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
        let op_name = read_name(cursor, "the name of the op")?;
        let mesh = parse_mesh(cursor)?;
        let kind = if is_reduce {
            cursor.expect_word("over")?;
            ShardKind::Reduce { over: parse_axes(cursor, &mesh, &[])? }
        } else {
            ShardKind::Eltwise
        };
        cursor.expect(b'{')?;
        let mut shard = LoopShard { name: op_name, mesh, kind, order: Vec::new(), body: Vec::new() };
        let (mut open, mut values) = (1, 0);
        // Loops are nested and never siblings: after the first loop that ends, only ends follow.
        while !cursor.eat(b'}') {
            if cursor.eat_word("for") {
                shard.order.extend(parse_axes(cursor, &shard.mesh, &shard.order)?);
                cursor.expect(b'{')?;
                open += 1;
                continue;
            }
            let action = shard.parse_action(cursor, &mut values)?;
            shard.body.push(Statement { depth: shard.order.len(), action });
        }
        for _ in 1..open {
            cursor.expect(b'}')?;
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
            let message = format!("expected %{values}, the next value");
            return Err(Box::new(SyntaxError::new(code::SYNTAX, cursor.span_from(start), message)));
        }
        cursor.expect(b'=')?;
        let action = if cursor.eat_word("load") {
            Action::Load(parse_accessor(cursor, Access::Load)?)
        } else {
            let name = read_name(cursor, "what is computed")?;
            let mut arguments = vec![parse_value(cursor, *values)?];
            while cursor.eat(b',') {
                arguments.push(parse_value(cursor, *values)?);
            }
            let [rotations, products] = parse_counts(cursor)?;
            Action::Compute { name, arguments, rotations, products }
        };
        *values += 1;
        Ok(action)
    }
}

/// Reads `{rotations = 6, products = 50 in all}`, one of the two, or nothing.
fn parse_counts(cursor: &mut Cursor<'_>) -> SyntaxResult<[StatementCount; 2]> {
    let mut counts = [StatementCount::NONE; 2];
    if !cursor.eat(b'{') {
        return Ok(counts);
    }
    let mut last = 0;
    loop {
        let what = match cursor.peek_word() {
            "rotations" if last == 0 => 1,
            "products" if last < 2 => 2,
            _ => return Err(cursor.expected("`rotations` or `products`, in this order")),
        };
        cursor.word();
        cursor.expect(b'=')?;
        counts[what - 1] = parse_count(cursor)?;
        last = what;
        if !cursor.eat(b',') {
            cursor.expect(b'}')?;
            return Ok(counts);
        }
    }
}

fn parse_count(cursor: &mut Cursor<'_>) -> SyntaxResult<StatementCount> {
    let start = cursor.start();
    let Ok(count) = u64::try_from(cursor.expect_int("a number")?) else {
        let message = "expected a number of at least 0";
        return Err(Box::new(SyntaxError::new(code::NUMBER_RANGE, cursor.span_from(start), message)));
    };
    if !cursor.eat_word("in") {
        return Ok(StatementCount::Each(count));
    }
    cursor.expect_word("all")?;
    Ok(StatementCount::InAll(count))
}

/// Reads axes of the mesh, each once and none of `taken`.
fn parse_axes(cursor: &mut Cursor<'_>, mesh: &Mesh, taken: &[String]) -> SyntaxResult<Vec<String>> {
    let mut axes: Vec<String> = Vec::new();
    loop {
        let start = cursor.start();
        let axis = read_name(cursor, "an axis")?;
        if mesh.find(&axis).is_none() || taken.contains(&axis) || axes.contains(&axis) {
            let message = format!("unknown axis {axis}, or one that is already used");
            return Err(Box::new(SyntaxError::new(code::CIPHERTEXT_AXIS, cursor.span_from(start), message)));
        }
        axes.push(axis);
        if !cursor.eat(b',') {
            return Ok(axes);
        }
    }
}

fn parse_accessor(cursor: &mut Cursor<'_>, access: Access) -> SyntaxResult<Accessor> {
    let array = read_name(cursor, "the name of an array")?;
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
        let message = format!("%{value} is used before it is defined");
        Box::new(SyntaxError::new(code::UNDEFINED_VALUE, cursor.span_from(start), message))
    })
}
