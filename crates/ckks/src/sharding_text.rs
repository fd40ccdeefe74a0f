//! Shardings over ciphertexts as text.
//!
//! ```text
//! conv1: mesh [x=1, y=4, z=1] ([y, z, -], [x, y, -, -]) -> ([x, z, -])
//! ```

use std::fmt;
use std::sync::Arc;

use partita_base::{Cursor, SyntaxError, SyntaxResult, code};
use partita_mesh::Mesh;

use crate::CkksResult;
use crate::sharding::{ArraySharding, OpSharding, ShardingMap, ciphertext_mesh};
use crate::tokens::{Named, read_layer_name, read_name, syntax_error_at};

/// Prints a mesh as `[x=4, y=3]`.
pub(crate) struct MeshText<'a>(pub(crate) &'a Mesh);

impl fmt::Display for MeshText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let axes: Vec<String> =
            self.0.axes().iter().map(|axis| format!("{}={}", axis.name(), axis.size())).collect();
        write!(f, "[{}]", axes.join(", "))
    }
}

impl fmt::Display for ArraySharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dims: Vec<&str> = self.names().map(|name| name.unwrap_or("-")).collect();
        write!(f, "[{}]", dims.join(", "))
    }
}

impl fmt::Display for OpSharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |arrays: &[ArraySharding]| arrays.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        write!(f, "mesh {} ({}) -> ({})", MeshText(self.mesh()), list(self.inputs()), list(self.outputs()))
    }
}

impl fmt::Display for ShardingMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|(name, sharding)| writeln!(f, "{}: {sharding}", Named(name)))
    }
}

impl ShardingMap {
    /// Reads entries, one after the other.
    pub fn parse(text: &str) -> SyntaxResult<ShardingMap> {
        let mut cursor = Cursor::new(text);
        let mut map = ShardingMap::default();
        while !cursor.at_end() {
            let start = cursor.start();
            let name = read_layer_name(&mut cursor, "the name of an op")?;
            let span = cursor.span_from(start);
            cursor.expect(b':')?;
            let sharding = parse_op_sharding(&mut cursor)?;
            if map.set(name.clone(), sharding).is_some() {
                let message = format!("duplicate sharding of {name}");
                return Err(Box::new(SyntaxError::new(code::DUPLICATE_KEY, span, message)));
            }
        }
        Ok(map)
    }
}

impl ArraySharding {
    /// Reads `[x, z, -]`, over the axes of a mesh.
    pub fn parse(text: &str, mesh: &Arc<Mesh>) -> SyntaxResult<ArraySharding> {
        let mut cursor = Cursor::new(text);
        let sharding = parse_array(&mut cursor, mesh)?;
        if cursor.at_end() { Ok(sharding) } else { Err(cursor.expected("the end of the sharding")) }
    }
}

/// Reads the axes of a mesh of ciphertexts: `x=4, z=2`.
pub fn parse_axes(text: &str) -> SyntaxResult<Arc<Mesh>> {
    let mut cursor = Cursor::new(text);
    let start = cursor.start();
    let mut axes = Vec::new();
    while axes.is_empty() || cursor.eat(b',') {
        axes.push(parse_axis(&mut cursor)?);
    }
    if !cursor.at_end() {
        return Err(cursor.expected("the end of the mesh"));
    }
    made(&axes).map_err(|error| syntax_error_at(cursor.span_from(start), error))
}

/// Reads `mesh […] ([…], …) -> ([…], …)`.
pub(crate) fn parse_op_sharding(cursor: &mut Cursor<'_>) -> SyntaxResult<OpSharding> {
    let start = cursor.start();
    let mesh = parse_mesh(cursor)?;
    let arrays = |cursor: &mut Cursor<'_>| {
        cursor.expect(b'(')?;
        cursor.list_until(b')', |cursor| parse_array(cursor, &mesh))
    };
    let inputs = arrays(cursor)?;
    cursor.expect_str("->")?;
    let outputs = arrays(cursor)?;
    OpSharding::new(inputs, outputs).map_err(|error| syntax_error_at(cursor.span_from(start), error))
}

/// Reads `mesh [x=4, y=3]`.
pub(crate) fn parse_mesh(cursor: &mut Cursor<'_>) -> SyntaxResult<Arc<Mesh>> {
    cursor.expect_word("mesh")?;
    let start = cursor.start();
    cursor.expect(b'[')?;
    let axes = cursor.list_until(b']', parse_axis)?;
    made(&axes).map_err(|error| syntax_error_at(cursor.span_from(start), error))
}

fn made(axes: &[(String, u64)]) -> CkksResult<Arc<Mesh>> {
    let axes: Vec<(&str, u64)> = axes.iter().map(|(name, size)| (name.as_str(), *size)).collect();
    ciphertext_mesh(&axes)
}

/// Reads `x=4`.
fn parse_axis(cursor: &mut Cursor<'_>) -> SyntaxResult<(String, u64)> {
    let name = read_name(cursor, "the name of an axis")?;
    cursor.expect(b'=')?;
    let start = cursor.start();
    let size = cursor.expect_int("the size of an axis")?;
    let size = u64::try_from(size).ok().filter(|&size| size > 0).ok_or_else(|| {
        let message = "expected an axis size of at least 1";
        Box::new(SyntaxError::new(code::NUMBER_RANGE, cursor.span_from(start), message))
    })?;
    Ok((name, size))
}

fn parse_array(cursor: &mut Cursor<'_>, mesh: &Arc<Mesh>) -> SyntaxResult<ArraySharding> {
    let start = cursor.start();
    cursor.expect(b'[')?;
    let dims = cursor.list_until(b']', |cursor| {
        if cursor.eat(b'-') { Ok(None) } else { read_name(cursor, "an axis or `-`").map(Some) }
    })?;
    let dims: Vec<Option<&str>> = dims.iter().map(Option::as_deref).collect();
    ArraySharding::new(mesh, &dims).map_err(|error| syntax_error_at(cursor.span_from(start), error))
}
