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
    let (spec, spans) = whole(text, parse_mesh_spans).map_err(|mut found| {
        let help = "write every axis with its size, such as x=4,y=2";
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

/// A sharding as sdy writes it, of what may be the short form, `x.y,_,z` for `[{"x", "y"}, {}, {"z"}]`, or JAX's, `P(('x', 'y'), None, 'z')`.
pub fn sharding_text(text: &str) -> String {
    sharding_text_of_rank(text, 0)
}

/// The same of a tensor of a rank: JAX may leave out dimensions at the end.
pub fn sharding_text_of_rank(text: &str, rank: usize) -> String {
    let text = text.trim();
    if text.starts_with('[') {
        return format!("<@mesh, {text}>");
    }
    if let Some(mut dims) = jax_dims(text) {
        dims.resize(dims.len().max(rank), "{}".into());
        return format!("<@mesh, [{}]>", dims.join(", "));
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

/// The dimensions of a `PartitionSpec` as JAX writes it, each as sdy does.
fn jax_dims(text: &str) -> Option<Vec<String>> {
    let inner = text.strip_prefix("PartitionSpec(").or_else(|| text.strip_prefix("P("))?.strip_suffix(')')?;
    let axis = |text: &str| {
        let text = text.trim();
        // A shell may have taken the quotes away.
        let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
        let quoted = ['\'', '"'].iter().find_map(|&quote| text.strip_prefix(quote)?.strip_suffix(quote));
        quoted.or(Some(text)).filter(|name| is_name(name)).map(|name| Quoted(name).to_string())
    };
    let mut dims = Vec::new();
    let mut rest = inner.trim();
    while !rest.is_empty() {
        // A tuple holds commas of its own.
        let end = match rest.strip_prefix('(') {
            Some(tuple) => tuple.find(')')? + 2,
            None => rest.find(',').unwrap_or(rest.len()),
        };
        let (dim, after) = rest.split_at(end);
        dims.push(match dim.trim() {
            "None" => "{}".to_string(),
            "P.UNCONSTRAINED" | "PartitionSpec.UNCONSTRAINED" => "{?}".to_string(),
            dim => {
                let names = dim.strip_prefix('(').and_then(|dim| dim.strip_suffix(')')).unwrap_or(dim);
                let names = names.split(',').filter(|name| !name.trim().is_empty());
                format!("{{{}}}", names.map(axis).collect::<Option<Vec<_>>>()?.join(", "))
            }
        });
        let after = after.trim_start();
        rest = if after.is_empty() { after } else { after.strip_prefix(',')?.trim_start() };
    }
    Some(dims)
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
            ("x.y,_", r#"<@mesh, [{"x", "y"}, {}]>"#),
        ] {
            assert_eq!(sharding_text(spec), text);
        }
        assert_eq!(sharding_text_of_rank("P('x')", 3), r#"<@mesh, [{"x"}, {}, {}]>"#);
        assert_eq!(sharding_text_of_rank("x", 3), r#"<@mesh, [{"x"}]>"#);
    }
}
