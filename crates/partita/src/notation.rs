//! Meshes and shardings as people write them: sdy's notation, or a short form of it.

use partita_base::{Cursor, Diagnostics, SyntaxResult};
use partita_mesh::text::{Quoted, parse_mesh_spans, parse_sharding_spans};
use partita_mesh::{Mesh, MeshId, Subject, TensorSharding};

/// The mesh `x=4,y=2` as sdy writes it; `ids` are its devices in order, such as `3,2,1,0`.
pub fn mesh_text(axes: &str, ids: Option<&str>) -> String {
    let axis = |axis: &str| match axis.split_once('=') {
        Some((name, size)) => format!("{}={}", Quoted(name.trim()), size.trim()),
        None => axis.trim().to_string(),
    };
    let axes: Vec<String> = axes.split(',').filter(|_| !axes.trim().is_empty()).map(axis).collect();
    let ids = ids.map_or_else(String::new, |ids| format!(", device_ids=[{ids}]"));
    format!("<[{}]{ids}>", axes.join(", "))
}

/// Reads a mesh as sdy writes it.
pub fn read_mesh(text: &str) -> Result<Mesh, Diagnostics> {
    let (spec, spans) = whole(text, parse_mesh_spans)?;
    Mesh::from_spec(&spec).map_err(|errors| {
        let mut found = Diagnostics::default();
        errors.iter().for_each(|error| found.push(error.to_diagnostic(&spans)));
        found
    })
}

/// A sharding as sdy writes it, of what may be the short form: `x.y,_,z` is `[{"x", "y"}, {}, {"z"}]`.
pub fn sharding_text(text: &str) -> String {
    let text = text.trim();
    if text.starts_with('[') {
        return format!("<@mesh, {text}>");
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

/// Reads a sharding as sdy writes it, of a tensor of a rank on a mesh.
pub fn read_sharding(
    text: &str,
    id: MeshId,
    mesh: &Mesh,
    rank: usize,
) -> Result<TensorSharding, Diagnostics> {
    let (spec, spans) = whole(text, parse_sharding_spans)?;
    TensorSharding::resolve(&spec, id, mesh, Subject::Ranked(rank)).map_err(|errors| {
        let mut found = Diagnostics::default();
        errors.iter().for_each(|error| found.push(error.to_diagnostic(&spans)));
        found
    })
}

/// Reads all of a text.
fn whole<'t, T>(text: &'t str, read: impl Fn(&mut Cursor<'t>) -> SyntaxResult<T>) -> Result<T, Diagnostics> {
    let mut cursor = Cursor::new(text);
    let result = read(&mut cursor).and_then(|value| match cursor.at_end() {
        true => Ok(value),
        false => Err(cursor.expected("the end")),
    });
    result.map_err(|error| {
        let mut found = Diagnostics::default();
        found.push(*error);
        found
    })
}
