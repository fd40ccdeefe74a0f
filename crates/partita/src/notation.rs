//! Parses meshes and shardings in sdy notation, in short form or in JAX notation, and names the notations of answers.

use std::fmt;
use std::str::FromStr;

use partita_base::{Cursor, Diagnostics, SyntaxResult};
pub use partita_mesh::foreign_notation::Notation;
use partita_mesh::foreign_notation::parse_jax;
use partita_mesh::spec::{MeshOrRef, ShardingSpec};
use partita_mesh::text::{Quoted, parse_mesh_spans, parse_sharding_spans};
use partita_mesh::{Mesh, MeshId, Subject, TensorSharding};

use crate::Error;
use crate::text::new_source;

/// The mesh `x=4,y=2` in sdy notation; `ids` are its device ids in order, such as `3,2,1,0`.
pub fn mesh_text(axes: &str, ids: Option<&str>) -> String {
    let axis = |axis: &str| match axis.split_once('=') {
        Some((name, size)) => format!("{}={}", Quoted(name.trim()), size.trim()),
        None => axis.trim().to_string(),
    };
    let axes: Vec<String> = axes.split(',').filter(|_| !axes.trim().is_empty()).map(axis).collect();
    let ids = ids.map_or_else(String::new, |ids| format!(", device_ids=[{ids}]"));
    format!("<[{}]{ids}>", axes.join(", "))
}

/// Parses the mesh `x=4,y=2`; `ids` are its device ids in order, such as `3,2,1,0`. Errors refer to the text as `mesh`.
pub fn parse_mesh(axes: &str, ids: Option<&str>) -> Result<Mesh, Error> {
    let text = mesh_text(axes, ids);
    read_mesh(&text).map_err(|found| text_error("mesh", &text, found))
}

/// A sharding as written, which is checked against a tensor and a mesh when it is used. It is parsed from sdy notation,
/// `[{"x", "y"}, {}]` with or without brackets, from the short form `x.y,_`, or from JAX notation, `P(('x', 'y'), None)`. Errors refer to the text as `shard`.
///
/// ```
/// use partita::notation::Sharding;
///
/// let written: Sharding = "x.y,_".parse()?;
/// assert_eq!(written.to_string(), r#"<@mesh, [{"x", "y"}, {}]>"#);
/// assert_eq!(Sharding::of_axes([vec!["x", "y"], vec![]]).to_string(), written.to_string());
/// # Ok::<(), partita::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sharding {
    /// The text in any of the notations.
    text: String,
}

impl Sharding {
    /// Creates a sharding from the axes of every dimension, major to minor.
    pub fn of_axes<'a, D: IntoIterator<Item = &'a str>>(dims: impl IntoIterator<Item = D>) -> Self {
        let dim = |axes: D| {
            let axes: Vec<String> = axes.into_iter().map(|axis| Quoted(axis).to_string()).collect();
            format!("{{{}}}", axes.join(", "))
        };
        Self { text: format!("[{}]", dims.into_iter().map(dim).collect::<Vec<_>>().join(", ")) }
    }

    /// The text, in the notation in which it was written.
    #[cfg(feature = "onnx")]
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Resolves the sharding for a tensor with `rank` dimensions on a mesh.
    pub fn on(&self, mesh: &Mesh, id: MeshId, rank: usize) -> Result<TensorSharding, Error> {
        let text = sharding_text_of_rank(&self.text, rank);
        read_sharding(&text, id, mesh, rank).map_err(|found| text_error("shard", &text, found))
    }
}

impl FromStr for Sharding {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let written = sharding_text(text);
        parse_all(&written, parse_sharding_spans).map_err(|found| text_error("shard", &written, found))?;
        Ok(Self { text: text.to_string() })
    }
}

impl From<ShardingSpec> for Sharding {
    fn from(spec: ShardingSpec) -> Self {
        let spec = ShardingSpec { mesh: MeshOrRef::Symbol("mesh".into()), ..spec };
        let text = spec.to_string();
        let inner = text.strip_prefix("<@mesh, ").and_then(|text| text.strip_suffix('>'));
        Self { text: inner.unwrap_or(&text).to_string() }
    }
}

impl fmt::Display for Sharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&sharding_text(&self.text))
    }
}

fn text_error(name: &str, text: &str, found: Diagnostics) -> Error {
    match new_source(name, text) {
        Ok(source) => Error::Text { source, found },
        Err(too_long) => too_long,
    }
}

/// Parses a mesh in sdy notation.
pub fn read_mesh(text: &str) -> Result<Mesh, Diagnostics> {
    let (spec, spans) = parse_all(text, parse_mesh_spans).map_err(|mut found| {
        let help = "write each axis with its size, such as x=4,y=2";
        for each in found.iter_mut() {
            each.help.get_or_insert_with(|| help.into());
        }
        found
    })?;
    Mesh::from_spec(&spec).map_err(|errors| {
        let mut found = Diagnostics::default();
        errors.iter().for_each(|error| found.push(error.to_diagnostic(&spans)));
        found
    })
}

/// Converts a sharding to sdy notation. The input may be in short form, `x.y,_,z` for `[{"x", "y"}, {}, {"z"}]`, or in JAX notation,
/// `P(('x', 'y'), None, 'z')`.
pub fn sharding_text(text: &str) -> String {
    sharding_text_of_rank(text, 0)
}

/// Converts the sharding of a tensor with `rank` dimensions to sdy notation: in JAX notation, trailing dimensions may be omitted.
pub fn sharding_text_of_rank(text: &str, rank: usize) -> String {
    let text = text.trim();
    if text.starts_with('[') {
        return format!("<@mesh, {text}>");
    }
    if text.starts_with('{') {
        return format!("<@mesh, [{text}]>");
    }
    if let Some(dims) = parse_jax(text, rank) {
        return format!("<@mesh, {dims}>");
    }
    let axis = |axis: &str| match axis.split_once(':') {
        Some((name, part)) => format!("{}:{part}", Quoted(name)),
        None => Quoted(axis).to_string(),
    };
    let dim = |dim: &str| match dim.trim() {
        "" | "_" => "{}".to_string(),
        axes => format!("{{{}}}", axes.split('.').map(axis).collect::<Vec<_>>().join(", ")),
    };
    let dims: Vec<String> = text.split(',').filter(|_| !text.is_empty()).map(dim).collect();
    format!("<@mesh, [{}]>", dims.join(", "))
}

/// Parses a sharding in sdy notation, for a tensor with `rank` dimensions on a mesh.
pub fn read_sharding(
    text: &str,
    id: MeshId,
    mesh: &Mesh,
    rank: usize,
) -> Result<TensorSharding, Diagnostics> {
    let (spec, spans) = parse_all(text, parse_sharding_spans)?;
    TensorSharding::resolve(&spec, id, mesh, Subject::Ranked(rank)).map_err(|errors| {
        let mut found = Diagnostics::default();
        errors.iter().for_each(|error| found.push(error.to_diagnostic(&spans)));
        found
    })
}

/// Parses a text up to its end.
pub(crate) fn parse_all<'t, T>(
    text: &'t str,
    read: impl Fn(&mut Cursor<'t>) -> SyntaxResult<T>,
) -> Result<T, Diagnostics> {
    let mut cursor = Cursor::new(text);
    let result = read(&mut cursor)
        .and_then(|value| if cursor.at_end() { Ok(value) } else { Err(cursor.expected("the end")) });
    result.map_err(|error| {
        let mut found = Diagnostics::default();
        found.push(*error);
        found
    })
}

#[cfg(test)]
mod tests {
    use super::{sharding_text, sharding_text_of_rank};

    #[test]
    fn partition_specs_are_shardings() {
        for (spec, text) in [
            ("P('x', None)", r#"<@mesh, [{"x"}, {}]>"#),
            ("P('x',None)", r#"<@mesh, [{"x"}, {}]>"#),
            (r#"PartitionSpec(("x", "y"), None, "z")"#, r#"<@mesh, [{"x", "y"}, {}, {"z"}]>"#),
            ("P(('x',), ())", r#"<@mesh, [{"x"}, {}]>"#),
            ("P(None, P.UNCONSTRAINED)", "<@mesh, [{}, {?}]>"),
            ("P(x, None)", r#"<@mesh, [{"x"}, {}]>"#),
            ("P()", "<@mesh, []>"),
            ("P('x', unreduced={'y'})", r#"<@mesh, [{"x"}], unreduced={"y"}>"#),
            ("x.y,_", r#"<@mesh, [{"x", "y"}, {}]>"#),
            (r#"{"x"}, {?}"#, r#"<@mesh, [{"x"}, {?}]>"#),
        ] {
            assert_eq!(sharding_text(spec), text);
        }
        assert_eq!(sharding_text_of_rank("P('x')", 3), r#"<@mesh, [{"x"}, {}, {}]>"#);
        assert_eq!(sharding_text_of_rank("x", 3), r#"<@mesh, [{"x"}]>"#);
    }
}
