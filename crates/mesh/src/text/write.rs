//! Prints meshes and shardings as MLIR does.

use std::fmt::{self, Display, Formatter, Write};

use crate::spec::{AxisSpec, DimSpec, MeshOrRef, MeshSpec, Openness, ReductionOp, ShardingSpec, SubAxis};

/// A string in quotes, with MLIR's escapes: `\\`, and `\XX` for quotes and everything outside
/// printable ASCII.
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'a>(pub &'a str);

/// A symbol with its `@`, in quotes unless it is a bare identifier.
#[derive(Clone, Copy, Debug)]
pub struct SymbolName<'a>(pub &'a str);

/// A list of axes, `{"a", "b":(1)2}`.
#[derive(Clone, Copy, Debug)]
pub struct AxisList<'a>(pub &'a [AxisSpec]);

/// A list of axis lists, `[{"a"}, {}]`.
#[derive(Clone, Copy, Debug)]
pub struct AxisLists<'a>(pub &'a [Vec<AxisSpec>]);

/// The shardings of several values, `[<@mesh, [{"a"}]>]`.
#[derive(Clone, Copy, Debug)]
pub struct ShardingPerValue<'a>(pub &'a [ShardingSpec]);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        let plain = |b: u8| (b == b' ' || b.is_ascii_graphic()) && b != b'"' && b != b'\\';
        if self.0.bytes().all(plain) {
            f.write_str(self.0)?;
        } else {
            for b in self.0.bytes() {
                match b {
                    b'\\' => f.write_str("\\\\")?,
                    b if plain(b) => f.write_char(b as char)?,
                    b => write!(f, "\\{b:02X}")?,
                }
            }
        }
        f.write_char('"')
    }
}

impl Display for SymbolName<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('@')?;
        let bytes = self.0.as_bytes();
        let bare = bytes.first().is_some_and(|&b| b.is_ascii_alphabetic() || b == b'_')
            && bytes.iter().all(|&b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.'));
        if bare { f.write_str(self.0) } else { Quoted(self.0).fmt(f) }
    }
}

impl Display for SubAxis {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "({}){}", self.pre, self.size)
    }
}

impl Display for AxisSpec {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Quoted(&self.name).fmt(f)?;
        match &self.part {
            Some(part) => write!(f, ":{part}"),
            None => Ok(()),
        }
    }
}

impl Display for MeshSpec {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("<[")?;
        separated(f, &self.axes, |f, axis| write!(f, "{}={}", Quoted(&axis.name), axis.size))?;
        f.write_char(']')?;
        if !self.device_ids.is_empty() {
            f.write_str(", device_ids=[")?;
            separated(f, &self.device_ids, |f, id| id.fmt(f))?;
            f.write_char(']')?;
        }
        f.write_char('>')
    }
}

impl Display for DimSpec {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('{')?;
        separated(f, &self.axes, |f, axis| axis.fmt(f))?;
        if self.openness == Openness::Open {
            f.write_str(if self.axes.is_empty() { "?" } else { ", ?" })?;
        }
        f.write_char('}')?;
        match self.priority {
            Some(priority) => write!(f, "p{priority}"),
            None => Ok(()),
        }
    }
}

impl Display for MeshOrRef {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            MeshOrRef::Symbol(name) => SymbolName(name).fmt(f),
            MeshOrRef::Inline(mesh) => write!(f, "mesh{mesh}"),
        }
    }
}

impl Display for ReductionOp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())
    }
}

impl Display for ShardingSpec {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "<{}, [", self.mesh)?;
        separated(f, &self.dims, |f, dim| dim.fmt(f))?;
        f.write_char(']')?;
        if !self.replicated.is_empty() {
            write!(f, ", replicated={}", AxisList(&self.replicated))?;
        }
        if !self.unreduced.is_empty() {
            let operator = match self.reduction {
                ReductionOp::Sum => "",
                other => other.keyword(),
            };
            write!(f, ", unreduced={operator}{}", AxisList(&self.unreduced))?;
        }
        f.write_char('>')
    }
}

impl Display for AxisList<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('{')?;
        separated(f, self.0, |f, axis| axis.fmt(f))?;
        f.write_char('}')
    }
}

impl Display for AxisLists<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('[')?;
        separated(f, self.0, |f, axes| AxisList(axes).fmt(f))?;
        f.write_char(']')
    }
}

impl Display for ShardingPerValue<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('[')?;
        separated(f, self.0, |f, sharding| sharding.fmt(f))?;
        f.write_char(']')
    }
}

/// Prints items with `, ` between them.
fn separated<T>(
    f: &mut Formatter<'_>,
    items: &[T],
    mut item: impl FnMut(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (i, each) in items.iter().enumerate() {
        if i > 0 {
            f.write_str(", ")?;
        }
        item(f, each)?;
    }
    Ok(())
}
