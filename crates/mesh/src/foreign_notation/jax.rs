//! Shardings as a `PartitionSpec` of JAX: `P('x', None)`.

use super::Inexpressible;
use crate::text::Quoted;
use crate::{AxisRef, Mesh, MeshKind, ReductionOp, TensorSharding, notation};

/// A sharding as a `PartitionSpec` of JAX, with one entry per dimension of a tensor with `rank` dimensions. Fails for
/// sub-axes, maximal meshes, and reductions other than sums.
///
/// ```
/// use partita_mesh::{Mesh, Meshes, Subject, foreign_notation, spec::MeshSpec, text::parse_sharding_spans};
///
/// let mut meshes = Meshes::default();
/// let mesh = Mesh::from_spec(&MeshSpec::new([("x", 2), ("y", 4)])).unwrap();
/// meshes.define("mesh", mesh.clone());
/// let mut cursor = partita_base::Cursor::new(r#"<@mesh, [{"y", "x"}, {?}]>"#);
/// let (spec, _) = parse_sharding_spans(&mut cursor).unwrap();
/// let sharding = meshes.resolve(&spec, Subject::Ranked(2)).unwrap();
/// assert_eq!(foreign_notation::jax_notation(&mesh, &sharding, 2).unwrap(), "P(('y', 'x'), None)");
/// assert_eq!(foreign_notation::gspmd_notation(&mesh, &sharding, 2).unwrap(), "{devices=[8,1]<=[2,4]T(1,0)}");
/// ```
pub fn jax_notation(mesh: &Mesh, sharding: &TensorSharding, rank: usize) -> Result<String, Inexpressible> {
    check_full_axes(mesh, sharding)?;
    let unreduced = sharding.unreduced_axes();
    if sharding.reduction() != ReductionOp::Sum {
        let axes = notation::axes_notation(mesh, unreduced);
        return Err(Inexpressible::Unreduced(format!("{} of {axes}", sharding.reduction().keyword())));
    }
    let name = |axis: &AxisRef| python_string(mesh.mesh_axis(axis.axis()).name());
    let entry = |dim: usize| match sharding.dims().get(dim).map_or(&[][..], |dim| &dim.axes) {
        [] => "None".to_string(),
        [one] => name(one),
        several => format!("({})", several.iter().map(name).collect::<Vec<_>>().join(", ")),
    };
    let mut entries: Vec<String> = (0..rank).map(entry).collect();
    let unreduced: Vec<String> = unreduced.iter().map(name).collect();
    if !unreduced.is_empty() {
        entries.push(format!("unreduced={{{}}}", unreduced.join(", ")));
    }
    Ok(format!("P({})", entries.join(", ")))
}

/// Fails for what no notation with one entry per mesh axis can express: sub-axes and maximal meshes.
pub(super) fn check_full_axes(mesh: &Mesh, sharding: &TensorSharding) -> Result<(), Inexpressible> {
    if let MeshKind::Maximal(device) = mesh.kind() {
        return Err(Inexpressible::OneDevice(device.0));
    }
    let placed = sharding.dims().iter().flat_map(|dim| &dim.axes).chain(sharding.unreduced_axes());
    match placed.copied().find(|&axis| !mesh.is_full_axis(axis)) {
        Some(axis) => Err(Inexpressible::SubAxis(notation::axes_notation(mesh, &[axis]))),
        None => Ok(()),
    }
}

/// A string literal of Python.
fn python_string(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// Converts a `PartitionSpec` to the dimensions of an sdy sharding, `[{"x"}, {}]`, and what follows them; `None` if the
/// text is not a `PartitionSpec`. Trailing dimensions may be omitted, so the list is extended to `rank` dimensions.
pub fn parse_jax(text: &str, rank: usize) -> Option<String> {
    let inner = text.strip_prefix("PartitionSpec(").or_else(|| text.strip_prefix("P("))?.strip_suffix(')')?;
    let (mut dims, mut unreduced) = (Vec::new(), String::new());
    for entry in entries(inner)? {
        if let Some(axes) = entry.strip_prefix("unreduced=") {
            let axes = axes.trim().strip_prefix('{')?.strip_suffix('}')?;
            unreduced = format!(", unreduced={{{}}}", names(axes)?);
            continue;
        }
        dims.push(match entry {
            "None" => "{}".to_string(),
            "P.UNCONSTRAINED" | "PartitionSpec.UNCONSTRAINED" => "{?}".to_string(),
            entry => {
                let tuple = entry.strip_prefix('(').and_then(|entry| entry.strip_suffix(')'));
                format!("{{{}}}", names(tuple.unwrap_or(entry))?)
            }
        });
    }
    dims.resize(dims.len().max(rank), "{}".into());
    Some(format!("[{}]{unreduced}", dims.join(", ")))
}

/// The entries between the parentheses. Commas in tuples, sets and names do not separate them.
fn entries(inner: &str) -> Option<Vec<&str>> {
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0usize);
    let mut quote = None;
    let mut is_escaped = false;
    for (at, c) in inner.char_indices() {
        match (quote, c) {
            (Some(_), _) if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(open), c) if c == open => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(c),
            (None, '(' | '{') => depth += 1,
            (None, ')' | '}') => depth = depth.checked_sub(1)?,
            (None, ',') if depth == 0 => {
                found.push(inner[start..at].trim());
                start = at + 1;
            }
            (None, _) => {}
        }
    }
    let last = inner[start..].trim();
    found.extend((!last.is_empty()).then_some(last));
    (depth == 0 && quote.is_none()).then_some(found)
}

/// Axis names between commas, in sdy notation.
fn names(text: &str) -> Option<String> {
    let names = entries(text)?.into_iter().map(name).collect::<Option<Vec<_>>>()?;
    Some(names.join(", "))
}

/// An axis name in sdy notation.
fn name(text: &str) -> Option<String> {
    let quoted = ['\'', '"'].iter().find_map(|&quote| text.strip_prefix(quote)?.strip_suffix(quote));
    match quoted {
        Some(quoted) => {
            let mut name = String::new();
            let mut chars = quoted.chars();
            while let Some(c) = chars.next() {
                name.push(if c == '\\' { chars.next()? } else { c });
            }
            Some(Quoted(&name).to_string())
        }
        // A shell may have removed the quotes.
        None => {
            let is_name = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'));
            (is_name && !text.is_empty()).then(|| Quoted(text).to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::MeshSpec;
    use crate::text::parse_sharding_spans;
    use crate::{Meshes, Subject};

    /// The JAX notation of a sharding; if it has one, it reads back to the same placement.
    fn written(mesh: &MeshSpec, text: &str, rank: usize) -> String {
        let mut meshes = Meshes::default();
        let id = meshes.define("m", Mesh::from_spec(mesh).unwrap()).unwrap();
        let mut resolve = |text: &str| {
            let (spec, _) = parse_sharding_spans(&mut partita_base::Cursor::new(text)).unwrap();
            meshes.resolve(&spec, Subject::Ranked(rank)).unwrap()
        };
        let sharding = resolve(text);
        match jax_notation(&Mesh::from_spec(mesh).unwrap(), &sharding, rank) {
            Ok(jax) => {
                let back = resolve(&format!("<@m, {}>", parse_jax(&jax, 0).unwrap()));
                assert!(back.same_placement(&sharding), "{jax}");
                assert_eq!(back.mesh(), id);
                jax
            }
            Err(why) => why.to_string(),
        }
    }

    #[test]
    fn entries_follow_dimensions() {
        let mesh = MeshSpec::new([("x", 2), ("y", 4), ("it's", 2)]);
        for (text, jax) in [
            (r#"<@m, [{"x"}, {}]>"#, "P('x', None)"),
            (r#"<@m, [{"x", "y", ?}, {?}]>"#, "P(('x', 'y'), None)"),
            (r#"<@m, [{}, {?}], replicated={"y":(1)2}>"#, "P(None, None)"),
            (r#"<@m, [{"y":(1)2}, {}]>"#, "sub-axis y:(1)2"),
            (r#"<@m, [{"x"}, {}], unreduced={"y"}>"#, "P('x', None, unreduced={'y'})"),
            (r#"<@m, [{"x"}, {}], unreduced=max{"y"}>"#, "unreduced max of y"),
            (r#"<@m, [{"it's", "x"}, {}]>"#, r"P(('it\'s', 'x'), None)"),
        ] {
            assert_eq!(written(&mesh, text, 2), jax, "{text}");
        }
        assert_eq!(written(&MeshSpec::maximal(5), "<@m, []>", 2), "device 5 alone");
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["x.y,_", "P('x'", "P(('x', None)", "P('x', y=3)", "P({'x'})", "P(a b)", "P(unreduced=3)"]
        {
            assert_eq!(parse_jax(text, 1), None, "{text}");
        }
        assert_eq!(parse_jax("P(x)", 3).unwrap(), r#"[{"x"}, {}, {}]"#);
        assert_eq!(parse_jax("P(('x',), ())", 0).unwrap(), r#"[{"x"}, {}]"#);
    }
}
